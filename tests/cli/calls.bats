#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# System calls that fail, are interrupted, or do less than they were asked for: each place in the tools once.

load helper

setup() {
    if xpgn-validate --version | grep -q sanitize; then
        skip 'a sanitizer wants to be loaded first'
    fi
    ${CC:-cc} -shared -fPIC -o "$BATS_TEST_TMPDIR/calls.so" "$ROOT/tests/cli/data/calls.c" -ldl
}

@test "a call that is interrupted or does half is not noticed, one that fails is told, and no file is torn" {
    /usr/bin/python3 "$ROOT/tests/tools/calls.py" "$BIN" "$BATS_TEST_TMPDIR/calls.so"
}

@test "at a terminal a call that is interrupted or does half is not noticed, either" {
    needs_terminal
    /usr/bin/python3 "$ROOT/tests/tools/calls.py" "$BIN" "$BATS_TEST_TMPDIR/calls.so" terminal
}
