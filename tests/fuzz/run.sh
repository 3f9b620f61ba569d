#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs every fuzzer for SECONDS; what it finds stays in build/fuzz/found. They begin with
# the samples, defects and vectors, those of records with the words of the format.
set -u
cd "$(dirname "$0")/../.." || exit 2

seconds=${1:?seconds for each}
make -j"$(nproc)" fuzz || exit
# One position a file, from the records.
positions=build/fuzz/positions
mkdir -p "$positions"
grep -rhoaE '\[X?FEN "[^"]+' samples tests/defects tests/vectors | cut -d '"' -f 2 | sort -u |
    split -l 1 -a 4 - "$positions/"
# Partial results of xpgn-stats, of each sample.
make -j"$(nproc)" tools || exit
counts=build/fuzz/counts
mkdir -p "$counts"
for file in samples/*.xpgn; do
    build/bin/xpgn-stats --luck --partial --by=White "$file" >"$counts/${file##*/}" 2>/dev/null
done
# A ruleset, a query, a pattern and a record: house rules with their records, and an option of each
# built-in ruleset that changes nothing.
games=build/fuzz/games
mkdir -p "$games"
for file in samples/rules/*.yaml; do
    printf '%s\n%%%%\n%s\n%%%%\n%s\n%%%%\n%s\n' "$(<"$file")" 'combat attacker=P margin>=1' \
        'e4=[Pp] b' "$(<"${file%.yaml}.xpgn")" >"$games/${file##*/}"
done
for file in formats/*.yaml; do
    id=$(basename "$file" .yaml)
    test -f "samples/$id.xpgn" || continue
    printf 'extends: %s\nruleset: house-%s\n%%%%\n%s\n%%%%\n%s\n%%%%\n%s\n' "$id" "$id" \
        'removed attacker.die=6' '*/*/*/*/*/*/*/* w' \
        "$(sed '/^\[Variant /d' "samples/$id.xpgn")" >"$games/$id"
done
# Two sheets of a game.
sheets=build/fuzz/sheets
mkdir -p "$sheets"
printf '%s\n%%%%\n%s\n' "$(<samples/compare/white.xpgn)" "$(<samples/compare/black.xpgn)" >"$sheets/club"
gap='{[%missing]}'
printf '%s\n%%%%\n%s\n' "1. e4 e5 2. Nf3 $gap 3. Bb5 a6 $gap *" "1. e4 e5 2. Nh3 Nc6 3. $gap a6 4. $gap Nf6 *" >"$sheets/gaps"
printf '%s\n%%%%\n%s\n' "1. e4 e5 2. $gap $gap 3. Nqq a6 *" "1. e4 e5 2. {[%missing] [%missing]} Bb5 a7 *" >"$sheets/open"

# Lists of events with records, and a first byte of options.
events=build/fuzz/events
mkdir -p "$events"
for list in samples/event/*.csv samples/event/*.trf tests/world/*.trf; do
    records=${list%.*}.xpgn
    test -f "$records" || records=samples/event/E-04.xpgn
    printf '\062%s\n%%%%\n%s\n' "$(<"$list")" "$(<"$records")" >"$events/${list##*/}"
done

# fuzz PROGRAM: for so long; the end of what it says is shown if it finds something.
fuzz() {
    local name=${1##*/} given status
    local corpus=build/fuzz/corpus/$name said=build/fuzz/said/$name
    mkdir -p "$corpus" build/fuzz/found build/fuzz/said
    case $name in
    fuzz_import)
        given=(-dict=tests/fuzz/xpgn.dict "$corpus" samples/import samples) ;;
    fuzz_lex | fuzz_walk | fuzz_record | fuzz_decode)
        given=(-dict=tests/fuzz/xpgn.dict "$corpus" samples tests/defects tests/vectors) ;;
    fuzz_partial) given=(-dict=tests/fuzz/partial.dict "$corpus" "$counts") ;;
    fuzz_game) given=(-dict=tests/fuzz/xpgn.dict "$corpus" "$games") ;;
    fuzz_sheets) # a search, limited by counts
        given=(-timeout=60 -dict=tests/fuzz/xpgn.dict "$corpus" "$sheets" samples/round3) ;;
    fuzz_event) given=(-dict=tests/fuzz/xpgn.dict "$corpus" "$events") ;;
    fuzz_rules) given=("$corpus" formats samples/rules) ;;
    fuzz_xfen) given=("$corpus" "$positions") ;;
    *) given=("$corpus") ;;
    esac
    "$1" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=4096 \
        -artifact_prefix="build/fuzz/found/$name-" "${given[@]}" >"$said" 2>&1
    status=$?
    tail -n $((status == 0 ? 1 : 60)) "$said" | sed "s/^/$name: /"
    return "$status"
}

# As many at once as there are processors.
status=0
left=$(nproc)
for program in build/fuzz/bin/*; do
    if [[ $left -eq 0 ]]; then
        wait -n || status=1
        left=$((left + 1))
    fi
    fuzz "$program" &
    left=$((left - 1))
done
for ((; left < $(nproc); left++)); do
    wait -n || status=1
done
exit "$status"
