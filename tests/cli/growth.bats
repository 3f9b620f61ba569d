# SPDX-License-Identifier: MIT
# Work grows with the input and no faster, in instructions. The shortest part of tests/growth.sh; the
# whole of it is in `make check-long`.

load helper

setup() {
    if ! command -v valgrind >/dev/null; then skip 'needs valgrind'; fi
    if xpgn-validate --version | grep -q sanitize; then skip 'valgrind does not run sanitized programs'; fi
}

# grows N KIND COMMAND: from N of them to eight times as many
grows() {
    GROWTH=$1 TOOLS=$3 XPGN_BIN=$BIN run_split sh tests/growth.sh "$2"
    # shellcheck disable=SC2154 # out, status: run_split
    [ "$status" -eq 0 ] || { echo "$out"; return 1; }
}

@test "findings, by their places" {
    grows 100 findings format=sarif
}

@test "a cost that is the square of the input is noticed" {
    mkdir "$BATS_TEST_TMPDIR/bin"
    # reads each line again for each line
    cat >"$BATS_TEST_TMPDIR/bin/xpgn-replay" <<'END'
#!/bin/sh
exec awk '{ n += length($0) } END { for (i = 0; i < n; i++) for (k = 0; k < n / 50; k++) s++ }' "$3"
END
    chmod +x "$BATS_TEST_TMPDIR/bin/xpgn-replay"
    XPGN_BIN=$BATS_TEST_TMPDIR/bin GROWTH=100 TOOLS='replay -j1 --actions' \
        run_split sh tests/growth.sh variations
    [ "$status" -eq 1 ]
    [[ $out == 'not ok  variations: '*'0 passed, 1 failed' ]]
}
