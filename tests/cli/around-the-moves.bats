#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# What is wrong around the moves of a game never stops the reading of the moves: every tool answers as for the game written right.
# And where moves cannot be read, no tool passes over the game in silence.

load helper

setup_file() {
    cd "$BATS_FILE_TMPDIR"
    # the right game, and each kind of game that cannot be read to its end
    local moves='1. f3 e5 2. g4 Qh4# 0-1' row
    while IFS='|' read -r -a row; do
        printf '[White "A"]\n[Black "%s"]\n%s[Result "0-1"]\n\n%s\n\n' "${row[0]}" "${row[1]:+${row[1]}$'\n'}" "${row[2]:-$moves}"
    done >games.pgn <<END
right
variant|[Variant "nothing"]
option|[RuleOptions "nothing"]
position|[FEN "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]
move||1. f3 e5 2. g4 Nd3 3. a3 Qh4# 0-1
notation||1. f3 frobnicate 2. g4 Qh4# 0-1
missing||1. f3 e5 2. g4 {[%missing]} 3. a3 0-1
variation||1. f3 e5 (1... e6 2. g4 Qh4# 0-1
comment||1. f3 e5 {and so on 2. g4 Qh4# 0-1
END
}

setup() {
    cd "$BATS_FILE_TMPDIR"
}

errors='1 broken rule [C-1], 1 unterminated comment [L-02], 1 unterminated variation [L-03], 1 illegal action [M-01]'
tags='1 malformed piece placement [P-02], 1 unknown variant [T-02], 1 unknown rule option [T-03]'
why="$errors, 1 missing half-move [M-16], $tags"

# tells TOOL TEXT ARG...: the last line that the tool says about the games is this, and the tool says it once.
tells() {
    run_split "xpgn-$1" "${@:3}"
    [ "$(grep "^xpgn-$1: [0-9]* of [0-9]* game" "$err_file")" = "xpgn-$1: $2" ] || { echo "$*"; cat "$err_file"; return 1; }
}

# silent TOOL ARG...: nothing is said about games.
silent() {
    run_split "xpgn-$1" "${@:2}"
    not grep -q 'not read\|left out' "$err_file" || { echo "$*"; cat "$err_file"; return 1; }
}

@test "every tool counts the games that it could not read to the end, and says why" {
    local whole="8 of 9 games not read to the end: $why"
    local shown="$whole; xpgn-validate shows them"
    tells grep "$shown" -c --has=mate games.pgn
    [ "$out" = 1 ]
    tells grep "$shown" -v -c --has=mate games.pgn
    [ "$out" = 8 ]
    tells grep "$shown" -c --where='mate and plies < 99' games.pgn
    tells grep "$shown" -c --xfen='h4=q' games.pgn
    tells list "$shown" games.pgn
    tells list "$shown" --columns=White --where=mate games.pgn
    tells sort "$shown" --by=plies games.pgn
    tells split "$shown" --by=ending --dry-run games.pgn
    tells event "$shown" games.pgn
    local tool
    for tool in replay odds render-ascii render-html; do
        tells "$tool" "$whole" games.pgn
    done
    tells render-svg "$whole" -o out.svg --columns=2 games.pgn
}

@test "stats says why games are left out, and which are counted in part" {
    tells stats "7 of 9 games left out: $errors, $tags
xpgn-stats: 1 of 9 games not read to the end: missing half-move [M-16]" games.pgn
    tells stats "1 of 2 games left out: unknown variant [T-02]" --select=count --game=1,2 games.pgn
    tells stats "1 of 1 game left out: unknown variant [T-02]" --format=json --game=2 games.pgn
    [ "$(jq .left_out <<<"$out")" = 1 ]
}

@test "nothing is said where nothing is left out, where no moves are needed, and where it has been said" {
    silent grep -c --has=mate --game=1 games.pgn
    silent grep -c --tag=White=A games.pgn
    silent grep -c --line='1. e4' --game=5-8 games.pgn
    silent grep -q --has=rescue games.pgn
    silent list --columns=White,Black games.pgn
    silent list --columns=White,plies --game=1 games.pgn
    silent sort --by=White games.pgn
    silent split --count=2 --dry-run games.pgn
    silent event -q games.pgn
    silent replay --game=2 games.pgn
    [[ $err = *'error: unknown variant '* ]]
    tells list '1 of 1 game not read to the end: unknown variant [T-02]; xpgn-validate shows it' --game=2 games.pgn
}

@test "the line is the same with any number of threads, and one line however many games" {
    copies 3000 games.pgn >many.pgn
    for jobs in 1 5; do
        tells grep '24000 of 27000 games not read to the end: '"${why//1 /3000 }"'; xpgn-validate shows them' -j "$jobs" -c --has=mate many.pgn
        [ "$out" = 3000 ]
    done
}
