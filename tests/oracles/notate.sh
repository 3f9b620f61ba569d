#!/bin/bash
# SPDX-License-Identifier: MIT
# Games of five kinds in every form of tests/oracles/notate.py and 40 hands, read back: 1,000 of chess and 200 of each other
# game, of bots, and those of any other file that is given. A row for each form; the last rows are the sums.
set -eu
cd "$(dirname "$0")/../.." || exit 2
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
for variant in chess chess-attack five-dice combat-chess-2 assault-and-siege; do
    games=200
    [ $variant != chess ] || games=1000
    build/bin/xpgn-simulate --variant=$variant --games=$games --seed=28 --max-plies=120 >"$folder/$variant.xpgn"
done
status=0
python3 tests/oracles/notate.py --back=build/bin --hands=40 "$folder"/*.xpgn "$@" >"$folder/rows.tsv" || status=1
cat "$folder/rows.tsv"
grep '^all' "$folder/rows.tsv"
exit $status
