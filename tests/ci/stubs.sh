#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs tests/cli/*.bats on programs that print nothing and only exit, with status 0, then 1, then 2.
# A test that runs a program and passes all the same checks nothing; each of these is named. Tests
# that run no program are not judged.
#   tests/ci/stubs.sh [-s STATUS]... [FILE.bats]...
# XPGN_BIN: the folder of the real tools, for their names (default: build/bin).
set -u
cd "$(dirname "$0")/../.." || exit 2

# Tests that may pass, one a line: STATUS FILE: NAME passes, with the reason above it.
allowed() {
    sed '/^#/d' <<'END'
# The completions of bash are a file that was made with the tools; this test has no more of them.
0 options.bats: bash offers files alone after --, and names with spaces whole passes
# It measures a program of its own; only whether valgrind can run is asked of a tool.
0 growth.bats: a cost that is the square of the input is noticed passes
1 growth.bats: a cost that is the square of the input is noticed passes
2 growth.bats: a cost that is the square of the input is noticed passes
END
}

statuses=
while getopts s: option; do
    case $option in
    s) statuses="$statuses $OPTARG" ;;
    *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
whole=no
if [ $# -eq 0 ]; then
    if [ -z "$statuses" ]; then whole=yes; fi
    set -- tests/cli/*.bats
fi
statuses=${statuses:-0 1 2}

real=$(cd "${XPGN_BIN:-build/bin}" && pwd) || exit 2
jobs=$(getconf _NPROCESSORS_ONLN)
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# The stubs, in a folder like that of the tools, for the tests that look beside it. Each call is put
# down by file and number of the test; a call from setup_file has no number and counts for all.
for status in $statuses; do
    mkdir -p "$work/$status/bin" "$work/$status/log"
    for path in "$real"/../*; do
        case ${path##*/} in
        bin | log) ;;
        *) ln -s "$path" "$work/$status/" ;;
        esac
    done
    for path in "$real"/xpgn*; do
        cat >"$work/$status/bin/${path##*/}" <<END
#!/bin/sh
echo "\${BATS_TEST_NUMBER:-all}" >>"$work/$status/log/\${BATS_TEST_FILENAME##*/}.calls"
exit $status
END
        chmod +x "$work/$status/bin/${path##*/}"
    done
done

BATS_TEST_TIMEOUT=20
export BATS_TEST_TIMEOUT
for file in "$@"; do
    for status in $statuses; do
        printf '%s %s\n' "$status" "$file"
    done
done | xargs -P "$jobs" -n 2 sh -c '
    XPGN_BIN=$0/$1/bin bats --tap "$2" >"$0/$1/log/${2##*/}" 2>/dev/null </dev/null' "$work"

# passing STATUS FILE: the tests that ran a stub and passed, or were skipped after they ran one
passing() {
    log=$work/$1/log/${2##*/}
    touch "$log.calls"
    awk -v status="$1" -v file="${2##*/}" '
        FNR == NR { called[$1] = 1; next }
        /^ok [0-9]+ / && (called[$2] || called["all"]) {
            sub(/ # skip.*/, "")
            sub(/^ok [0-9]+ /, "")
            print status, file ": " $0 " passes"
        }' "$log.calls" "$log"
}

ran=0
for status in $statuses; do
    for file in "$@"; do
        count=$(grep -cE '^(not )?ok ' "$work/$status/log/${file##*/}")
        if [ "$count" -eq 0 ]; then
            echo "$status ${file##*/}: no test was run"
        fi
        ran=$((ran + count))
        passing "$status" "$file"
    done
done >"$work/passing"

allowed >"$work/allowed"
grep -vxF -f "$work/allowed" "$work/passing" >"$work/bad"
sed 's/^\([0-9]*\) /programs that only exit \1: /' "$work/bad"
if [ "$whole" = yes ]; then
    grep -vxF -f "$work/passing" "$work/allowed" | sed 's/^/to be taken out of the list of those allowed: /' | tee -a "$work/bad"
fi
echo "$ran tests, $(wc -l <"$work/bad") of them not as they should be"
[ "$ran" -gt 0 ] && [ ! -s "$work/bad" ]
