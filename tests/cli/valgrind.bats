# SPDX-License-Identifier: MIT
# No tool decides anything by a byte that was never set: every defect and sample under Valgrind.

# shellcheck disable=SC2154 # run_split sets them
load helper

setup() {
    if ! command -v valgrind >/dev/null; then skip 'no valgrind'; fi
    if xpgn-validate --version | grep -q sanitize; then skip 'built with a sanitizer'; fi
}

# memcheck CMD...: as run_split; what Valgrind says is in the file $report, and nothing is to be.
memcheck() {
    local report=$BATS_TEST_TMPDIR/report
    run_split valgrind -q --log-file="$report" "$@"
    cat "$report"
    [ ! -s "$report" ]
}

@test "the checker of every defect and sample reads only what was written" {
    memcheck xpgn-validate -j1 tests/defects/*.pgn samples/*.xpgn samples/sheets/*.xpgn
    [[ $out == *'roll-prisoner.pgn:5:46: error: '*'[CC-8]'* ]]
    [[ $out == *'move-mate.pgn:'* && $out == *'var-open.pgn:'* ]]
}

@test "the writer and the player of the samples read only what was written" {
    memcheck xpgn-fmt -j1 samples/*.xpgn samples/sheets/*.xpgn
    [[ $out == *'[Variant "Combat Chess 2"]'* || $out == *'[Variant "combat-chess-2"]'* ]]
    memcheck xpgn-replay -j1 samples/*.xpgn samples/sheets/*.xpgn
    [[ $out == *'[a1:'* ]]
}
