#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the unit test programs given as arguments and tests/cli/*.bats, several at a time. Tells of
# each file in one line, of a failed one with its output, and ends with `N passed, N failed`.
# BUILD: the build directory (default: build); XPGN_BIN: the tools (default: $BUILD/bin).
set -u
cd "$(dirname "$0")/.." || exit 2

build=${BUILD:-build}
jobs=$(getconf _NPROCESSORS_ONLN)
logs=$build/log
rm -rf "$logs"
mkdir -p "$logs" || exit 2
XPGN_BIN=$(cd "${XPGN_BIN:-$build/bin}" 2>/dev/null && pwd) || XPGN_BIN=$PWD/$build/bin
LC_ALL=C.UTF-8
# Sanitized and busy machines are slow: `check` kills a test after 4 seconds times this.
CK_TIMEOUT_MULTIPLIER=${CK_TIMEOUT_MULTIPLIER:-15}
export XPGN_BIN LC_ALL CK_TIMEOUT_MULTIPLIER

# One log a file, its last line the exit status. A file that waits for ever is one failure.
for program in "$@"; do
    printf '%s\n' "$program"
done | xargs -r -P "$jobs" -n 1 sh -c '
    timeout -k 10 600 "$1" >"$0/unit-${1##*/}.log" 2>&1 </dev/null
    echo "exit $?" >>"$0/unit-${1##*/}.log"' "$logs"

for file in tests/cli/*.bats; do
    if [ -f "$file" ]; then
        printf '%s\n' "$file"
    fi
done | xargs -r -P "$jobs" -n 1 sh -c '
    timeout -k 10 600 bats --tap "$1" >"$0/cli-${1##*/}.log" 2>&1 </dev/null
    echo "exit $?" >>"$0/cli-${1##*/}.log"' "$logs"

# A program that ends badly without a failed test of its own (a crash, say) is one failure more.
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
            if (bad == 0 && status != 0)
                bad = 1
            print good + 0, bad + 0, skipped + 0
        }' "$1"
}

passed=0 failed=0 skipped=0
for log in "$logs"/*.log; do
    if [ ! -f "$log" ]; then
        continue
    fi
    # shellcheck disable=SC2046 # three numbers
    set -- $(count "$log")
    passed=$((passed + $1)) failed=$((failed + $2)) skipped=$((skipped + $3))
    name=${log##*/}
    printf '%-32s %5d passed, %d failed\n' "${name%.log}" "$1" "$2"
    if [ "$2" -gt 0 ]; then
        grep -v '^ok [0-9]' "$log" | sed 's/^/    /'
    fi
done

if [ "$skipped" -gt 0 ]; then
    echo "$passed passed, $failed failed, $skipped skipped"
else
    echo "$passed passed, $failed failed"
fi
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
