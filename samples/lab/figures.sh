#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes the figures of README.md: of players that do not use the rule, and of one that does, with
# two seeds and with another bot.
#   figures.sh [FIGURE...]    greedy, careful, seed or bot, made here (default: all, minutes)
# It takes xpgn-simulate from PATH.
set -eu
report() {
    name=$1
    shift
    xpgn-simulate --report --variant=chess-attack --against=chess-attack:rescue "$@" --svg=- >"$name.svg"
}
[ $# -gt 0 ] || set -- greedy careful seed bot
for figure in "$@"; do
    case $figure in
    greedy) report greedy --bots=greedy -n 1000 --seed=1 ;;
    careful) report careful --bots=careful,greedy -n 600 --seed=1 ;;
    seed) report seed --bots=careful,greedy -n 600 --seed=2 ;;
    bot) report bot --bots=strong:1000,greedy -n 200 --seed=1 ;;
    *) echo "figures.sh: no figure $figure" >&2 && exit 2 ;;
    esac
done
