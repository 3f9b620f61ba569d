#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# The tools free what they allocate: xpgn-validate, xpgn-fmt, xpgn-replay, xpgn-list, xpgn-stats, xpgn-render-ascii,
# xpgn-render-svg, xpgn-render-html, xpgn-odds, xpgn-grep, xpgn-sort, xpgn-fix and others of tests/commands.txt.

load helper

@test "nothing that was allocated is left at the end" {
    if xpgn-validate --version | grep -q sanitize; then
        skip 'sanitizers look for leaks themselves'
    fi
    ${CC:-cc} -shared -fPIC -o "$BATS_TEST_TMPDIR/failing.so" "$ROOT/tests/cli/data/failing.c"
    /usr/bin/python3 "$ROOT/tests/leaks.py" "$BIN" "$BATS_TEST_TMPDIR/failing.so"
}
