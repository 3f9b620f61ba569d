# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Steps of a long run, for .ci/run and tests/ci/long.sh: each is named as it begins, counted, and the
# sums are told at the end. With STEPS, an extended regular expression, only the steps whose names match are run.

# shellcheck disable=SC2034 # for those who read this file
jobs=-j$(nproc)
passed=0
failed=0
skipped=0
work=$(mktemp -d)
log=$work/log
trap 'rm -rf "$work"' EXIT

# A step that hangs is one failure, not the end of the run.
limit=${STEP_SECONDS:-900}

# wanted NAME: says which step begins; fails if it is left out.
wanted() {
    [[ -z ${STEPS:-} || $1 =~ $STEPS ]] && echo "== $1 (after $SECONDS s)"
}

# limited CMD...: its exit status; says so if the limit has stopped it.
limited() {
    local start=$SECONDS status=0
    timeout --kill-after=10 "$limit" "$@" || status=$?
    if [[ $status -gt 0 && $((SECONDS - start)) -ge $limit ]]; then
        echo "stopped by the limit of $limit s for a step: $*"
    fi
    return "$status"
}

# tests NAME CMD...: a step that counts for itself; without a count it is one failure.
tests() {
    wanted "$1" || return 0
    shift
    limited "$@" 2>&1 </dev/null | tee "$log"
    local status=${PIPESTATUS[0]}
    local line good bad
    line=$(grep -E '^[0-9]+ passed, [0-9]+ failed(, [0-9]+ skipped)?$' "$log" | tail -n 1)
    read -r good _ bad _ <<<"${line:-0 passed, 0 failed}"
    if [[ $line =~ ([0-9]+)\ skipped ]]; then
        skipped=$((skipped + BASH_REMATCH[1]))
    fi
    if [[ $status -ne 0 && $bad -eq 0 ]]; then
        bad=1
    fi
    passed=$((passed + good))
    failed=$((failed + bad))
}

# guard NAME CMD...: a step that counts one; its output is shown when it fails.
guard() {
    wanted "$1" || return 0
    shift
    if limited "$@" >"$log" 2>&1 </dev/null; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        cat "$log"
        echo "failed: $*"
    fi
}

# beside CMD...: runs steps beside those that follow. joined: waits for them, tells what they have said, and
# counts them; if they have ended without their counts, that is one failure.
beside() {
    apart "$@" >"$work/said" 2>&1 &
    beside=$!
}
apart() {
    local passed=0 failed=0 skipped=0 log=$work/log-beside
    "$@"
    echo "$passed $failed $skipped" >"$work/counts"
}
joined() {
    local good=0 bad=1 left=0
    tail -n +1 -f --pid="$beside" "$work/said"
    wait "$beside"
    read -r good bad left 2>/dev/null <"$work/counts"
    passed=$((passed + good))
    failed=$((failed + bad))
    skipped=$((skipped + left))
}

# sums: the end of the run
sums() {
    if [[ $skipped -gt 0 ]]; then
        echo "$skipped skipped"
    fi
    echo "after $SECONDS s"
    echo "$passed passed, $failed failed"
    [[ $failed -eq 0 ]]
}
