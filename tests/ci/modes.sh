#!/bin/sh
# SPDX-License-Identifier: MIT
# The command-line tests in each mode: what XPGN_FORCE forces, one by one and together. Ends with
# `N passed, N failed`, of all modes.
#   modes.sh MODE...         as walk or walk,plain
# FILES: the test files (default: tests/cli/*.bats).
set -u
cd "$(dirname "$0")/../.." || exit 2
out=$(mktemp)
trap 'rm -f "$out"' EXIT
trap 'exit 130' INT TERM

passed=0 failed=0
for mode; do
    echo "== XPGN_FORCE=$mode"
    # shellcheck disable=SC2086 # file names without blanks
    XPGN_FORCE=$mode sh tests/ci/run.sh ${FILES:-tests/cli/*.bats} | tee "$out"
    # The last line: N passed, N failed
    # shellcheck disable=SC2046 # words
    set -- $(tail -n 1 "$out" | tr -d ,)
    passed=$((passed + ${1:-0})) failed=$((failed + ${3:-1}))
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
