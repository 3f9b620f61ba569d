#!/bin/sh
# SPDX-License-Identifier: MIT
# Puts faults back that the tools once had, one at a time, and expects that the model test finds each:
# tests/model/faults/NAME.patch, whose first line says what the fault was. In a copy of the tree; first
# the tools as they are are run with the same seeds, in which nothing may be found. Ends with
# `N found, M missed`.
#   faults.sh [NAME...]     those faults; default: all
# STEPS: at most this many for each seed (default 30000). SEEDS (default 1 2 3 4 5 6 7 8).
set -eu
cd "$(dirname "$0")/../.."

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
trap 'exit 2' HUP INT TERM
found=0 missed=0

# build: the driver and its tools, with what has changed
build() {
    (cd "$copy" && make -s "-j$(nproc)" model >build.log 2>&1) || {
        cat "$copy/build.log" >&2
        echo "faults.sh: $1 cannot be built" >&2
        exit 2
    }
}

# drive SEED: true if nothing is found; what it says is in $copy/said
drive() {
    "$copy/build/model/drive" --seed="$1" --steps="${STEPS:-30000}" --preload="$copy/build/model/failing.so" \
        >"$copy/said" 2>&1
}

# change NAME OPTION...: patch(1), at the very place, or none
change() {
    patch=$PWD/tests/model/faults/$1.patch
    shift
    patch -d "$copy" -p1 -s -F0 --no-backup-if-mismatch -r - "$@" <"$patch" || {
        echo "faults.sh: $patch does not apply: the sources have changed; change it, too" >&2
        exit 2
    }
}

# seek NAME: with the fault in it
seek() {
    echo "== $1: $(sed -n '1s/^# //p' "tests/model/faults/$1.patch")"
    change "$1"
    build "$1"
    for seed in ${SEEDS:-1 2 3 4 5 6 7 8}; do
        drive "$seed" || break
    done
    change "$1" -R
    if grep -q '^violation: the test itself' "$copy/said"; then
        cat "$copy/said" >&2
        exit 2
    fi
    if violation=$(grep -m 1 '^violation: ' "$copy/said"); then
        found=$((found + 1))
        echo "found in step $(sed -n 's/^step \([0-9]*\)$/\1/p' "$copy/said") of seed $seed, $(grep -m 1 '^with ' "$copy/said"): ${violation#violation: }"
    else
        missed=$((missed + 1))
        echo 'missed'
    fi
}

tar -cf - --exclude=./build --exclude=./.git . | tar -xf - -C "$copy"
build 'the tree as it is'
for seed in ${SEEDS:-1 2 3 4 5 6 7 8}; do
    drive "$seed" || {
        cat "$copy/said" >&2
        echo "faults.sh: without a fault there is a violation, too" >&2
        exit 2
    }
done
if [ $# -eq 0 ]; then
    for patch in tests/model/faults/*.patch; do
        name=${patch##*/}
        set -- "$@" "${name%.patch}"
    done
fi
for name in "$@"; do
    seek "$name"
done
echo "$found found, $missed missed"
[ "$missed" -eq 0 ]
