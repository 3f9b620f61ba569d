#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# formats/grammar.md is run as it stands: it takes what is spelled right, in all forms that we write,
# and refuses what is spelled wrong, as the library does.

load helper

fits() {
    perl "$ROOT/tests/oracles/grammar.pl" "$@"
}

setup() {
    # perl-base is a part of every Debian
    command -v perl >/dev/null || skip 'no perl'
}

@test "the grammar takes every good record" {
    fits file samples/*.xpgn samples/sheets/*.xpgn samples/round3/*.xpgn tests/cli/golden/*.xpgn
}

@test "the grammar takes what xpgn-fmt writes, in all its forms" {
    for form in --width=79 --minimal --comment-form --width=40 --no-comments; do
        for file in samples/*.xpgn; do
            xpgn-fmt "$form" "$file" >"$BATS_TEST_TMPDIR/${file##*/}"
            [ -s "$BATS_TEST_TMPDIR/${file##*/}" ]
        done
        fits file "$BATS_TEST_TMPDIR"/*.xpgn
    done
}

@test "the grammar takes every position that is printed" {
    xpgn-replay --each --start samples/*.xpgn >"$BATS_TEST_TMPDIR/positions"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/positions")" -ge 100 ]
    fits xfen -l "$BATS_TEST_TMPDIR/positions"
    awk -F '\t' 'NR > 1 { print $2 }' tests/vectors/xfen.tsv >"$BATS_TEST_TMPDIR/positions"
    fits xfen -l "$BATS_TEST_TMPDIR/positions"
}

@test "the grammar refuses every broken sample of spelling, and no other" {
    # M-01 and M-18 have actions that cannot be written so; bytes that are Latin-1, deep nesting and size
    # are no matter of grammar
    refused='L-01 L-02 L-03 L-04 L-05 L-06 L-10 L-11 L-12 L-13 L-14 L-15 L-17 L-18 M-01 M-18 R-04 T-09 T-10 X-01 X-06'
    [ "$(fits file samples/broken/*.xpgn | sed 's|.*/||; s|\.xpgn$||' | paste -sd ' ')" = "$refused" ]
}

@test "the grammar and the reader agree on what is a roll" {
    tried=0
    try() {
        printf %s "$2" >"$BATS_TEST_TMPDIR/try"
        code=$(printf '[Event "?"]\n\n%s\n' "$3" | xpgn-validate --format=json --max-errors=1000 |
            grep -oE '"code":"(R-04|L-06)"' | head -n 1) || true
        verdict=good
        fits "$1" "$BATS_TEST_TMPDIR/try" >/dev/null || verdict=bad
        [ "$verdict" = "$([ -z "$code" ] && echo good || echo bad)" ] || {
            echo "$2: the grammar says $verdict, the reader ${code:-nothing}"
            return 1
        }
        tried=$((tried + 1))
    }
    for roll in '<4>' '<5:2>' '<5+2=9w:2+2=5x>' '<6,3,1=6:4,4=4x>' '<4:x>' '<1:>' '<3=4:4=4 5=6:2=2x@a1>' \
        '<+1=2:=1x>' '<5+4=9>' '<5:2' '<5,:2>' '<5+:2>' '<5=:2>' '<5:2y>' '<5:2:1>' '<x@:1>' '<5 6:1>' '<>'; do
        try roll "$roll" "1. e4 $roll *"
    done
    [ "$tried" -ge 16 ]
}
