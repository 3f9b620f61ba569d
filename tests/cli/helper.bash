# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# For the command-line tests: `load helper` at the top of a .bats file. Tests run in the project's
# top directory with the tools on the PATH; what they write goes to $BATS_TEST_TMPDIR.

ROOT=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
BIN=$(cd "${XPGN_BIN:-$ROOT/build/bin}" && pwd)
PATH=$BIN:$PATH
LC_ALL=C.UTF-8
TZ=UTC
export ROOT BIN PATH LC_ALL TZ
unset NO_COLOR
cd "$ROOT" || exit 1

# run_split CMD...: runs it; then $out and $err hold standard output and standard error (without
# final newlines), $status the exit status; the same bytes lie in the files $out_file, $err_file.
# Never fails itself. Input: `run_split cmd <file`.
run_split() {
    out_file=$BATS_TEST_TMPDIR/out
    err_file=$BATS_TEST_TMPDIR/err
    status=0
    "$@" >"$out_file" 2>"$err_file" || status=$?
    # The braces hide what bash says about NUL bytes.
    { out=$(cat "$out_file"); } 2>/dev/null
    { err=$(cat "$err_file"); } 2>/dev/null
}

# same_output EXPECTED ACTUAL: compares two files, shows the difference.
same_output() {
    diff -u -- "$1" "$2"
}

# expect STATUS OUT ERR: what the last run_split gave, all three; shows what differs.
expect() {
    local bad=0
    if [ "$status" != "$1" ]; then
        echo "exit status: $status, not $1"
        bad=1
    fi
    diff -u --label 'expected output' --label 'standard output' \
        <(printf '%s\n' "$2") <(printf '%s\n' "$out") || bad=1
    diff -u --label 'expected errors' --label 'standard error' \
        <(printf '%s\n' "$3") <(printf '%s\n' "$err") || bad=1
    return "$bad"
}
