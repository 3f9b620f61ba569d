#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# xpgn-event: records against the list of their event, in each form of list, and against each other.
# shellcheck disable=SC2154 # run_split sets them

load helper

setup_file() {
    command -v python3 >/dev/null || return 0
    mkdir "$BATS_FILE_TMPDIR/good" "$BATS_FILE_TMPDIR/bad"
    python3 "$ROOT/tests/event.py" "$BIN/xpgn-simulate" "$BATS_FILE_TMPDIR/good"
    python3 "$ROOT/tests/event.py" "$BIN/xpgn-simulate" "$BATS_FILE_TMPDIR/bad" faults
}

setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

# made_up good|bad: goes to the made-up event
made_up() {
    command -v python3 >/dev/null || skip 'no python3'
    cd "$BATS_FILE_TMPDIR/$1" || return
}

LISTS='trf26.txt trf16.txt list.csv'

@test "a clean event of 140 records in five games has no findings, with each form of list" {
    made_up good
    [ "$(xpgn-list --no-header --format=tsv round*.xpgn | wc -l)" -eq 140 ]
    for list in $LISTS; do
        run_split xpgn-event --strict --list="$list" round*.xpgn
        expect 0 '' ''
    done
    run_split xpgn-event --strict round*.xpgn
    expect 0 '' ''
    # it is not silent because it reads nothing
    run_split xpgn-event --format=gcc --list=list.csv round[1-6].xpgn
    [ "$(grep -c ': error: no record of round 7: .*\[E-03\]$' <<<"$out")" -eq 20 ]
    [ "$(wc -l <"$out_file")" -eq 20 ]
}

# The file and line, or `list` and the text, of each finding.
found() {
    sed -nE 's/^(trf26.txt|trf16.txt|list.csv):[0-9:]* [a-z]*: (.*) \[(E-[0-9]*)\]$/\3\tlist\t\2/p
        s/^(round[0-9].xpgn):([0-9]*):[0-9]*: [a-z]*: .* \[(E-[0-9]*)\]$/\3\t\1\t\2/p' "$1"
}

@test "each of 28 faults in records and lists is found once, where it is, and nothing else" {
    made_up bad
    [ "$(wc -l <expected.tsv)" -eq 28 ]
    for list in $LISTS; do
        run_split xpgn-event --format=gcc --list="$list" round*.xpgn
        [ "$status" -eq 1 ]
        [ "$(wc -l <"$out_file")" -eq 28 ]
        found "$out_file" | sort >found
        same_output <(sort expected.tsv) found
        # the words too are the same for all forms of list
        grep '^round' "$out_file" >"$list.words"
        same_output trf26.txt.words "$list.words"
    done
}
