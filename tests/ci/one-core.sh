#!/bin/sh
# SPDX-License-Identifier: MIT
# Changes a rule in one place and expects that the walk and the fast path follow at once: a second copy
# of the rule would leave one of them behind. For each rule: the library is built with the change in a
# copy of the tree; records of it must get a different verdict, and the same by both.
#   one-core.sh [COPY]    COPY: where the copy of the tree is made (default: build/one-core)
set -eu
cd "$(dirname "$0")/../.."

copy=${1:-build/one-core}
failed=0 passed=0

# prepare FILE OLD NEW: the tree as it is, but for one line.
prepare() {
    mkdir -p "$copy"
    tar -cf - --exclude=./build --exclude=./.git . | tar -xf - -C "$copy"
    if [ "$(grep -cF -- "$2" "$copy/$1")" -ne 1 ]; then
        echo "one-core.sh: $1 has not one line with: $2" >&2
        exit 2
    fi
    OLD=$2 NEW=$3 awk '{
        at = index($0, ENVIRON["OLD"])
        if (at > 0)
            $0 = substr($0, 1, at - 1) ENVIRON["NEW"] substr($0, at + length(ENVIRON["OLD"]))
        print
    }' "$1" >"$copy/$1"
}

# verdicts BIN: those of the walk and of the fast path, which must be the same.
verdicts() {
    for force in walk ''; do
        XPGN_FORCE=$force "$1/xpgn-validate" -j1 --format=json tests/bench/data/*.xpgn tests/vectors/tamper.xpgn \
            samples/*.xpgn | jq -r '[.file, .code, .offset, .length] | @tsv' || true
    done
}

# follow NAME FILE OLD NEW
follow() {
    echo "== $1"
    prepare "$2" "$3" "$4"
    (cd "$copy" && make -s "-j$(nproc)" tools >build.log 2>&1) || {
        cat "$copy/build.log"
        exit 2
    }
    verdicts "$copy/build/bin" >"$copy/after"
    half=$(($(wc -l <"$copy/after") / 2))
    good=1
    if cmp -s "$copy/before" "$copy/after"; then
        echo "no verdict has changed: the rule is elsewhere"
        good=0
    fi
    if [ "$(head -n "$half" "$copy/after")" != "$(tail -n "$half" "$copy/after")" ]; then
        echo "the fast path and the walk differ"
        good=0
    fi
    passed=$((passed + good)) failed=$((failed + 1 - good))
}

make -s "-j$(nproc)" tools
mkdir -p "$copy"
verdicts build/bin >"$copy/before"

follow 'a wounded supporter gives nothing' lib/core/play/combat.h \
    'return (v->support_except >> XPGN_TYPE_OF(supported) & 1) != 0 ? 0 : v->gives;' \
    'return XPGN_IS_WOUNDED(supporter) || (v->support_except >> XPGN_TYPE_OF(supported) & 1) ? 0 : v->gives;'
follow 'an escape takes one more' lib/core/play/attempt.h \
    'return total >= rs->release_reach;' 'return total > rs->release_reach;'
follow 'a combat does not reset the clock' lib/core/play/apply.c \
    'return facts->combat ||' 'return'

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
