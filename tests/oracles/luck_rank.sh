#!/bin/sh
# SPDX-License-Identifier: MIT
# How often is a rank of luck extreme that should not be? Fair games, and the share of them whose
# first side has one of the 10 % best or worst ranks: 20 % if its combats did not depend on dice.
# usage: sh tests/oracles/luck_rank.sh N [SEED]; XPGN_BIN is where the programs are
set -eu
bin=${XPGN_BIN:-build/bin}
for variant in five-dice chess-attack combat-chess-2; do
    "$bin/xpgn-simulate" --variant=$variant -n "$1" --seed="${2:-1}" |
        "$bin/xpgn-stats" --luck --by=Round --format=tsv - |
        awk -F '\t' -v variant=$variant '
            NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
            $column["of"] == "side" && $column["name"] == "white" && $column["luckier"] != "" {
                rank = $column["luckier"] + $column["as_lucky"] / 2
                games++
                extreme += rank < .1 || rank > .9
            }
            END { printf "%s: %.1f %% of %d fair games\n", variant, 100 * extreme / games, games }'
done
