#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs every fuzzer for so many SECONDS; what it finds stays in build/fuzz/found.
set -u
cd "$(dirname "$0")/../.." || exit 2

seconds=${1:?seconds for each}
make -j"$(nproc)" fuzz || exit
for program in build/fuzz/bin/*; do
    name=${program##*/}
    corpus=build/fuzz/corpus/$name
    mkdir -p "$corpus" build/fuzz/found
    seeds=()
    if [[ -d tests/fuzz/corpus/$name ]]; then
        seeds=("tests/fuzz/corpus/$name")
    fi
    "$program" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 \
        -artifact_prefix="build/fuzz/found/$name-" "$corpus" "${seeds[@]}" || exit
done
