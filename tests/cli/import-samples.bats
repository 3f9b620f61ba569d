#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# samples/import: games as people write them, each with what comes out.

load helper

@test "the samples of import become the records beside them" {
    cd "$BATS_TEST_TMPDIR"
    count=0
    for written in "$ROOT"/samples/import/*; do
        expected=${written%.*}.xpgn
        [ "$written" != "$expected" ] && [ -f "$expected" ] || continue
        xpgn-fmt --import --quiet "$written" >read.pgn
        cmp "$expected" read.pgn
        not cmp -s "$written" read.pgn
        xpgn-validate -q read.pgn
        count=$((count + 1))
    done
    [ "$count" -ge 30 ]
}
