#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs test files, several at a time: unit test programs and *.bats files. Each gets a line with its
# time as it ends, a failed one its output, a skipped test the reason. Never silent for ten seconds.
# HOME and TMPDIR are empty folders for them, which they leave empty. Ends with `N passed, N failed`.
#   run.sh FILE...
# BUILD: the build directory (default: build); XPGN_BIN: the tools (default: $BUILD/bin);
# RUN: what runs unit tests that are built for another machine
# LOGS: a folder that keeps the outputs; SILENCE: half the seconds without a word; LIMIT: seconds
# for a file (default: 600, more where it is known to be slow)
set -u

# What takes longest starts first; the order does not matter to the result. One file more than there
# are processors runs at a time, for some tests wait.
slowest="fingerprint.bats memory.bats simulate.bats record.bats dice.bats fix.bats compare.bats fingerprint-mixed.bats scale.bats house-rules.bats growth.bats \
fair output-files.bats repair.bats orders.bats hostile.bats stats.bats compare-batch.bats memory-record.bats event.bats list.bats \
foreign.bats import.bats sealed.bats fast alloc report.bats render-svg.bats options.bats replay.bats calls.bats project.bats model.bats \
grep.bats manual.bats render-html.bats record-forms.bats behaviour.bats library.bats luck.bats similar.bats notations.bats samples.bats \
render-ascii.bats jobs.bats tamper odds.bats causes.bats fmt.bats cli.bats same-answer.bats decode-doors.bats validate.bats \
sheets wrong_rules claims.bats stories.bats stream split wrong_books"

# The line `PASSED FAILED SKIPPED` of a log. A program that ends badly without a failed test of its
# own (a crash, say) is one failure more, and so is one that has not run a test.
count() {
    awk '
        /^[0-9]+%: Checks: [0-9]+, Failures: [0-9]+, Errors: [0-9]+$/ {
            gsub(/[^0-9 ]/, ""); bad += $3 + $4; good += $2 - $3 - $4
        }
        /^ok [0-9]+ .*# skip/ { skipped++; next }
        /^ok [0-9]+/ { good++ }
        /^not ok [0-9]+/ { bad++ }
        /^exit [0-9]+$/ { status = $2 }
        END {
            if (bad == 0 && (status != 0 || good + skipped == 0))
                bad = 1
            print good + 0, bad + 0, skipped + 0
        }' "$1"
}

# report NAME LOG MILLISECONDS: what is printed of a file that has ended
report() {
    # shellcheck disable=SC2046 # three numbers
    set -- "$1" "$2" "$3" $(count "$2")
    printf '%-24s %5d passed, %d failed %6d.%d s\n' "$1" "$4" "$5" $(($3 / 1000)) $(($3 / 100 % 10))
    sed -n 's/^ok [0-9]* \(.*\) # skip *\(.*\)$/    skipped: \1: \2/p' "$2"
    if [ "$5" -gt 0 ]; then
        grep -v '^ok [0-9]' "$2" | sed 's/^/    /'
    fi
}

# One file, in a process of its own. One that waits for ever is one failure.
if [ "${1-}" = --one ]; then
    limit=${XPGN_SLOW:+7200}
    limit=${limit:-${RUN:+3600}}
    limit=${LIMIT:-${limit:-600}}
    name=${2##*/}
    log=$LOGS/$name.log
    : >"$LOGS/running/$name"
    start=$(date +%s%N)
    # shellcheck disable=SC2086 # words
    case $2 in
    # bats itself is faster without a locale; helper.bash sets the one of the tests
    *.bats) LC_ALL=C timeout -k 10 "$limit" bats --tap "$2" ;;
    *) timeout -k 10 "$limit" ${RUN-} "$2" ;;
    esac >"$log" 2>&1 </dev/null
    status=$?
    took=$((($(date +%s%N) - start) / 1000000))
    if [ "$status" -ne 0 ] && [ $((took / 1000)) -ge "$limit" ]; then
        echo "stopped by the limit of $limit s for a file" >>"$log"
    fi
    echo "exit $status" >>"$log"
    report "$name" "$log" "$took" >"$log.report"
    rm "$LOGS/running/$name"
    echo "$name" >>"$LOGS/ended"
    exec cat "$log.report"
fi

cd "$(dirname "$0")/../.." || exit 2
build=${BUILD:-build}
own=$(mktemp -d) || exit 2
trap 'rm -rf "$own"' EXIT
trap 'exit 130' INT TERM
if [ -n "${LOGS-}" ]; then
    rm -rf "$LOGS"
fi
# Runs at the same time have a folder each.
LOGS=${LOGS:-$own/log}
mkdir -p "$LOGS/running" || exit 2
: >"$LOGS/ended"
XPGN_BIN=$(cd "${XPGN_BIN:-$build/bin}" 2>/dev/null && pwd) || XPGN_BIN=$PWD/$build/bin
LC_ALL=C.UTF-8
# Sanitized and busy machines are slow: `check` kills a test after 4 seconds times this.
CK_TIMEOUT_MULTIPLIER=${CK_TIMEOUT_MULTIPLIER:-15}
export LOGS XPGN_BIN LC_ALL CK_TIMEOUT_MULTIPLIER

# Says what is running when no file has ended for some seconds.
report_running() {
    before=''
    while sleep "${SILENCE:-4}" >/dev/null; do
        now=$(wc -l <"$LOGS/ended")
        if [ "$now" = "$before" ]; then
            running=$(cd "$LOGS/running" && printf ' %s' *)
            echo "  ... running:$running"
            now=''
        fi
        before=$now
    done
}
# The pipe that this script writes to must not wait for the last sleep.
report_running 2>/dev/null &
teller=$!
trap 'kill "$teller" 2>/dev/null; rm -rf "$own"' EXIT

# faketime changes more than the date: clocks that only count, the times of files, how Python waits; and man
# refuses what it asks the system for.
if [ -n "${FAKETIME-}" ]; then
    FAKETIME_DONT_FAKE_MONOTONIC=1 NO_FAKE_STAT=1 MAN_DISABLE_SECCOMP=1 PYTHONPATH=$PWD/tests/faketime
    export FAKETIME_DONT_FAKE_MONOTONIC NO_FAKE_STAT MAN_DISABLE_SECCOMP PYTHONPATH
fi

# What the user has set up, a test does not see; what it leaves there, the user would have to remove.
mkdir "$own/home" "$own/tmp" "$own/cache" || exit 2
cache=${CCACHE_DIR:-$(ccache --get-config cache_dir 2>/dev/null)}
if [ -n "$cache" ]; then
    export CCACHE_DIR="$cache"
fi
unset XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME
HOME=$own/home
TMPDIR=$own/tmp
XDG_CACHE_HOME=$own/cache
FONTCONFIG_FILE=$PWD/tests/fonts.conf
export HOME TMPDIR XDG_CACHE_HOME FONTCONFIG_FILE

for file; do
    printf '%s\n' "$file"
done | awk -v slowest="$slowest" '
    BEGIN { n = split(slowest, order, " "); for (i = 1; i <= n; i++) rank[order[i]] = i }
    { name = $0; sub(/^.*\//, "", name); print (name in rank ? rank[name] : n + 1) "\t" $0 }' |
    sort -n -s -k 1,1 | cut -f 2 | xargs -r -P $(($(getconf _NPROCESSORS_ONLN) + 1)) -n 1 sh "$0" --one

passed=0 failed=0 skipped=0
for log in "$LOGS"/*.log; do
    if [ -f "$log" ]; then
        # shellcheck disable=SC2046 # three numbers
        set -- $(count "$log")
        passed=$((passed + $1)) failed=$((failed + $2)) skipped=$((skipped + $3))
    fi
done

left=$(cd "$own" && find home tmp cache -mindepth 1 -path cache/fontconfig -prune -o -print)
if [ -n "$left" ]; then
    echo "left by the tests in HOME, TMPDIR and XDG_CACHE_HOME:"
    printf '%s\n' "$left" | sed 's/^/    /'
    failed=$((failed + 1))
fi

if [ "$skipped" -gt 0 ]; then
    echo "$passed passed, $failed failed, $skipped skipped"
else
    echo "$passed passed, $failed failed"
fi
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
