# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# For the command-line tests: `load helper` at the top of a .bats file. Tests run in the project's
# top directory with the tools on the PATH; what they write goes to $BATS_TEST_TMPDIR.

# Each test starts with this file: no process more than it needs, and only the part of a locale that
# matters. With LC_ALL every program that is started opens a dozen files, not one.
cd "${XPGN_BIN:-$BATS_TEST_DIRNAME/../../build/bin}" && BIN=$PWD || exit 1
cd "$BATS_TEST_DIRNAME/../.." && ROOT=$PWD || exit 1
PATH=$BIN:$PATH
unset "${!LC_@}" LANGUAGE
LANG=C
LC_CTYPE=C.UTF-8
TZ=UTC
export ROOT BIN PATH LANG LC_CTYPE TZ
unset NO_COLOR

# bats records the stack before every command, which takes half of the time of a test that loops. Bash
# 5 still knows it when a command has failed; only the line of the test is kept as it goes, for those
# that end with `return 1` or `exit`.
# shellcheck disable=SC2034 # for bats
if [ -n "${BATS_TEST_NAME-}" ] && [ "${BASH_VERSINFO[0]}" -ge 5 ] && [ "${BATS_TRACE_LEVEL:-0}" -eq 0 ] &&
    declare -F bats_debug_trap bats_error_trap bats_check_status_from_trap bats_capture_stack_trace >/dev/null; then
    bats_debug_trap() {
        BATS_DEBUG_LAST_STACK_TRACE_IS_VALID=1
        # line 1 is where bash is when it exits
        # shellcheck disable=SC2016 # evaluated later
        trap '[[ ${FUNCNAME-} != "$BATS_TEST_NAME" || $LINENO -eq 1 ]] || BATS_DEBUG_LAST_STACK_TRACE=("$LINENO $FUNCNAME $BASH_SOURCE")' DEBUG
    }
    bats_error_trap() {
        bats_check_status_from_trap
        # not what called the test, when it returns
        if [[ " ${FUNCNAME[*]} " == *" $BATS_TEST_NAME "* ]]; then
            bats_capture_stack_trace
        fi
    }
    # When a test has begun is asked for with `bats --timing` only.
    [ "${BATS_ENABLE_TIMING-}" ] || get_mills_since_epoch() { echo 0; }
fi

# run_split CMD...: runs it; then $out and $err hold standard output and standard error (without
# final newlines), $status the exit status; the same bytes lie in the files $out_file, $err_file.
# Never fails itself. Input: `run_split cmd <file`.
run_split() {
    out_file=$BATS_TEST_TMPDIR/out
    err_file=$BATS_TEST_TMPDIR/err
    status=0
    "$@" >"$out_file" 2>"$err_file" || status=$?
    # The braces hide what bash says about NUL bytes.
    { out=$(<"$out_file"); } 2>/dev/null
    { err=$(<"$err_file"); } 2>/dev/null
}

# timeout ARG...: the program, which says nothing of its own when the limit stops what it runs
timeout() {
    local code=0
    command timeout "$@" || code=$?
    if [ "$code" -eq 124 ]; then echo "stopped by its limit: timeout $*" >&2; fi
    return "$code"
}

# not CMD...: fails if that succeeds. A test goes on after `! CMD` in any case.
not() {
    if "$@"; then return 1; fi
}

# needs_terminal: skips the test where no pseudo-terminal can be opened, as in a chroot without /dev/pts.
needs_terminal() {
    script -qec true /dev/null </dev/null >/dev/null 2>&1 || skip 'no script(1), or no pseudo-terminal'
}

# copies N FILE...: the files one after the other, that often
copies() {
    local n=$1 i files=()
    shift
    for ((i = 0; i < n; i++)); do files+=("$@"); done
    cat -- "${files[@]}"
}

# turn_bit FILE N: turns bit N of the file, from 0
turn_bit() {
    local byte
    byte=$(od -An -tu1 -j $(($2 / 8)) -N 1 "$1")
    # shellcheck disable=SC2059 # an escape
    printf "\\x$(printf %x $((byte ^ 1 << $2 % 8)))" | dd of="$1" bs=1 seek=$(($2 / 8)) conv=notrunc status=none
}

# seal FILE: gives a partial result that was changed by hand its checksum
seal() {
    /usr/bin/python3 "$ROOT/tests/oracles/seal.py" <"$1" >"$1.sealed" && mv "$1.sealed" "$1"
}

# counts_in FILE: the lines of a partial result between its pieces and its end, which says how many
counts_in() {
    sed '1d; /^piece\t/d; s/^\(end\t[0-9]*\)\t.*/\1/; s/^\(incomplete\t[0-9]*\)\t.*/\1/' "$1"
}

# same_output EXPECTED ACTUAL: compares two files, shows the difference.
same_output() {
    diff -u -- "$1" "$2"
}

# same_text WHAT EXPECTED ACTUAL: compares two texts, shows the difference.
same_text() {
    [ "$2" = "$3" ] || diff -u --label "expected $1" --label "standard $1" <(printf '%s\n' "$2") <(printf '%s\n' "$3")
}

# expect STATUS OUT ERR: what the last run_split gave, all three; shows what differs.
expect() {
    local bad=0
    if [ "$status" != "$1" ]; then
        echo "exit status: $status, not $1"
        bad=1
    fi
    same_text output "$2" "$out" || bad=1
    same_text error "$3" "$err" || bad=1
    return "$bad"
}

# clean ARG...: xpgn-validate with these arguments has nothing to say. It finds the error of one more
# file after them, so that it is not silent because it did not read.
clean() {
    # the shell would empty what run_split writes to
    [[ " $* " != *" $BATS_TEST_TMPDIR/out "* ]] || return
    run_split xpgn-validate "$@"
    expect 0 '' '' || return
    printf '%s\n' '[Event "?"]' '[Site "?"]' '[Date "????.??.??"]' '[Round "?"]' '[White "?"]' \
        '[Black "?"]' '[Result "*"]' '' '1. e4 Ke7 *' >"$BATS_TEST_TMPDIR/illegal.pgn"
    run_split xpgn-validate --format=gcc "$@" "$BATS_TEST_TMPDIR/illegal.pgn"
    finds 1 "$BATS_TEST_TMPDIR/illegal.pgn:9:7: error: " '[C-1]'
}

# clean_rules FILE...: the same of rulesets and xpgn-validate --check-rules
clean_rules() {
    run_split xpgn-validate --check-rules "$@"
    expect 0 '' '' || return
    echo 'title: without a name' >"$BATS_TEST_TMPDIR/nameless.yaml"
    run_split xpgn-validate --check-rules --format=gcc "$@" "$BATS_TEST_TMPDIR/nameless.yaml"
    finds 2 "$BATS_TEST_TMPDIR/nameless.yaml:1:1: error: " '[Y-06]'
}

# canonical ARG...: the same of the form of records and xpgn-fmt --check
canonical() {
    run_split xpgn-fmt --check "$@"
    expect 0 '' '' || return
    printf '1.  e4 *\n' >"$BATS_TEST_TMPDIR/spaces.pgn"
    run_split xpgn-fmt --check "$@" "$BATS_TEST_TMPDIR/spaces.pgn"
    expect 1 "$BATS_TEST_TMPDIR/spaces.pgn" ''
}

# finds STATUS BEGINNING END: the last run_split gave one line on standard output, which begins and
# ends so, and the exit status
finds() {
    if [ "$status" -ne "$1" ] || [ "$(wc -l <"$out_file")" -ne 1 ] || [[ $out != "$2"*"$3" ]] || [ -n "$err" ]; then
        echo "expected status $1 and one line, $2...$3; status $status:"
        cat "$out_file" "$err_file"
        return 1
    fi
}

# about_event CODE: what xpgn-event says of the sample of one of its codes, a line for each finding
about_event() {
    local sample=samples/event/$1
    if [ -f "$sample.csv" ]; then
        xpgn-event --format=gcc --list="$sample.csv" "$sample.xpgn"
    else
        xpgn-event --format=gcc "$sample.xpgn"
    fi
}

# list_codes: each code with its level, one a line, in the file $codes
list_codes() {
    codes=$BATS_TEST_TMPDIR/codes
    xpgn-validate --list-codes | awk '{ print $1, $2 }' >"$codes"
    [ "$(wc -l <"$codes")" -ge 130 ]
}
