# SPDX-License-Identifier: MIT
# tests/ci/fingerprint.sh: what the tools find, play and write, without their words, is as it was.

load helper
load fingerprint

@test "verdicts, places, positions and canonical games have the stored fingerprint" {
    # In the other modes games are read in another way, but not all that is made of them has to be made again.
    local games='samples house-rules broken defects played vectors damaged stood strange places wrong rulesets numbers touched origins programs'
    if [ -z "${XPGN_FORCE:-}" ] || [ "${XPGN_LONG:-}" ]; then
        games=$(fingerprint_groups | grep -v '^mixed-') # which are in fingerprint-mixed.bats
    fi
    has_fingerprint "$games"
    [ "$(wc -l <tests/ci/fingerprint.sha256)" -ge 90 ]
}

# fingerprint_with TOOL SCRIPT GROUP: of one group, with a script in place of the tool
fingerprint_with() {
    mkdir "$BATS_TEST_TMPDIR/bin"
    ln -s "$BIN"/* "$BATS_TEST_TMPDIR/bin"
    rm "$BATS_TEST_TMPDIR/bin/$1"
    printf '#!/bin/sh\n%s\n' "$2" >"$BATS_TEST_TMPDIR/bin/$1"
    chmod +x "$BATS_TEST_TMPDIR/bin/$1"
    # shellcheck disable=SC2086 # several groups
    XPGN_BIN=$BATS_TEST_TMPDIR/bin run_split sh tests/ci/fingerprint.sh $3
}

# A group that has changed is the failure of the first test, and of no other.
is_as_stored() {
    run sh tests/ci/fingerprint.sh "$1"
    [ "$status" -ne 1 ] || skip "$1 has another fingerprint: see the first test"
}

@test "a tool that prints nothing has no fingerprint" {
    fingerprint_with xpgn-fmt 'exit 0' samples
    [ "$status" -eq 2 ]
    [[ $err == *'samples.canonical is empty' ]]
}

@test "one finding in another place is another fingerprint" {
    fingerprint_with xpgn-validate "'$BIN/xpgn-validate' \"\$@\" | sed '/CA-3/s/\"offset\":91,/\"offset\":92,/'" broken
    [ "$status" -eq 1 ]
    [[ $out == *broken.verdicts* ]]
}

@test "another number in a message is another fingerprint" {
    fingerprint_with xpgn-validate "'$BIN/xpgn-validate' \"\$@\" | sed 's/attacker total 9/attacker total 7/'" broken
    [ "$status" -eq 1 ]
    [[ $out == *broken.facts* ]]
}

@test "a correction that is more probable is another fingerprint" {
    is_as_stored broken
    fingerprint_with xpgn-validate "'$BIN/xpgn-validate' \"\$@\" >'$BATS_TEST_TMPDIR/said'; status=\$?
        sed 's/\"probability\":0.6024/\"probability\":0.6025/' '$BATS_TEST_TMPDIR/said'
        exit \$status" broken
    [ "$status" -eq 1 ]
    [[ $out == *broken.facts* && $out != *broken.verdicts* ]]
}

@test "one line of a picture, or one digit of a table, is another fingerprint" {
    fingerprint_with xpgn-odds "'$BIN/xpgn-odds' \"\$@\" | sed 's/0\.5833/0.5834/; s/stroke-width=\"[0-9]*\"/stroke-width=\"1\"/'" 'pictures tables'
    [ "$status" -eq 1 ]
    [[ $out == *pictures.charts* && $out == *tables.json* ]]
}

@test "other words are the same fingerprint" {
    is_as_stored broken
    fingerprint_with xpgn-validate "'$BIN/xpgn-validate' \"\$@\" >'$BATS_TEST_TMPDIR/said'; status=\$?
        sed 's/expected/should be/g; s/no legal action/nothing/' '$BATS_TEST_TMPDIR/said'
        exit \$status" broken
    [[ $out =~ ^[0-9a-f]{16}$ ]]
    [ "$status" -eq 0 ]
}

@test "a group may have no findings at all" {
    is_as_stored sessions
    run_split sh tests/ci/fingerprint.sh sessions
    [[ $out =~ ^[0-9a-f]{16}$ ]]
    [ "$status" -eq 0 ]
}
