#!/bin/sh
# SPDX-License-Identifier: MIT
# The tools under valgrind: reads of what was never written, accesses past the end, leaks. A line for
# each run; ends with `N passed, N failed`.
#   valgrind.sh          the tools over the broken samples and the defects
#   valgrind.sh --long   with more options; over the samples, the vectors, damaged games and the games of
#                        the measurements as well
# XPGN_BIN: the tools (default: build/bin).
set -u
cd "$(dirname "$0")/../.." || exit 2

# The walk sees all games that it can be shown; the fast path sees the clean ones besides.
tools='validate --lint --format=sarif
validate --explain
replay --each
replay --actions --format=json
fmt
stats --svg=-
event --show=crosstable
odds
render-ascii --each
render-svg --each --combats --across=64 --square=3
grep -v --has=mate'
options='validate --format=json
replay
fmt --minimal
fmt --comment-form
stats --format=json
render-svg --animate=1 --each --combats --square=3'

# one GROUP TOOL OPTION...: a run
one() {
    name=$*
    group=$1 tool=$2
    shift 2
    case $group in
    samples) files='samples/*.xpgn samples/sheets/*.xpgn' ;;
    broken) files='samples/broken/*.xpgn' ;;
    defects) files='tests/defects/*.pgn*' ;;
    vectors) files=tests/vectors/tamper.xpgn ;;
    damaged) files="$work/damaged.xpgn" ;;
    played) files='tests/bench/data/*.*pgn' ;;
    esac
    log=$(mktemp -p "$work")
    # shellcheck disable=SC2086 # patterns of file names
    timeout -k 10 900 valgrind -q --error-exitcode=99 --leak-check=full \
        --errors-for-leak-kinds=definite --suppressions="$work/known" --log-file="$log" \
        "$XPGN_BIN/xpgn-$tool" -j1 "$@" $files >"$log.out" 2>/dev/null </dev/null
    status=$?
    # 0 to 2 are the tool's own. Without output nothing was seen, unless there is nothing to find.
    if [ ! -s "$log.out" ] && [ "$tool $*" != 'validate --format=json' ]; then
        echo 'no output' >>"$log"
    fi
    if [ "$status" -le 2 ] && [ ! -s "$log" ]; then
        echo "ok      $name"
    else
        echo "FAILED  $name (status $status)"
        sed 's/^/    /' "$log"
    fi
    rm -f "$log" "$log.out"
}

if [ "${1-}" = --one ]; then
    shift
    one "$@"
    exit
fi

XPGN_BIN=$(cd "${XPGN_BIN:-build/bin}" && pwd) || exit 2
LC_ALL=C.UTF-8
work=$(mktemp -d)
export XPGN_BIN LC_ALL work
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# In glibc both checked functions are one, and valgrind takes it for the one whose name it saw first.
cat >"$work/known" <<'END'
{
   memmove that is taken for memcpy
   Memcheck:Overlap
   fun:__memcpy_chk
   fun:memmove
   ...
}
END

groups='broken defects'
if [ "${1-}" = --long ]; then
    groups='broken defects samples vectors damaged played'
    tools="$tools
$options"
    awk -v times=6 -f tests/tools/below.awk -f tests/tools/damage.awk tests/vectors/tamper.xpgn >"$work/damaged.xpgn"
fi
for group in $groups; do
    echo "$tools" | sed "s/^/$group /"
done | xargs -r -P "$(getconf _NPROCESSORS_ONLN)" -L 1 sh "$0" --one | tee "$work/log"

passed=$(grep -c '^ok ' "$work/log")
failed=$(grep -c '^FAILED ' "$work/log")
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
