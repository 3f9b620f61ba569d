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
    tells grep "$shown" -c --where=mate games.pgn
    tells grep "$shown" -c --where='plies < 99' games.pgn
    tells grep "$shown" -c --xfen='h4=q' games.pgn
    tells list "$shown" games.pgn
    tells list "$shown" --columns=White --where=mate games.pgn
    tells list "$shown" --columns=White,plies --where='plies < 99' games.pgn # walked twice, counted once
    tells sort "$shown" --by=plies games.pgn
    tells sort "$shown" --by=White --where=mate games.pgn
    tells split "$shown" --by=ending --dry-run games.pgn
    tells event "$shown" games.pgn
    local tool
    for tool in replay odds render-ascii render-html; do
        tells "$tool" "$whole" games.pgn
    done
    tells render-svg "$whole" -o out.svg --across=2 games.pgn
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
    silent split --games=2 --dry-run games.pgn
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

@test "every tool gives the same answer as for the game written right" {
    # what the columns are is said in around_the_moves.py
    run_split /usr/bin/python3 "$ROOT/tests/cli/around_the_moves.py" "$BIN" <<'END'
= mate | [Result "1-0"]\n[SetUp "1"]\n[FEN "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"] | 1. Rd8# 1-0
= castle | [Result "1/2-1/2"]\n[SetUp "1"]\n[FEN "r3k2r/pppq1ppp/2n5/8/8/2N5/PPPQ1PPP/R3K2R w KQkq - 0 1"] | 1. O-O O-O-O 2. Rfe1 Qxd2 1/2-1/2
= passant | [Result "0-1"]\n[SetUp "1"]\n[FEN "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3"] | 3... dxe3 4. fxe3 Nf6 0-1
= frc | [Variant "chess960"]\n[Result "*"]\n[SetUp "1"]\n[FEN "rkr5/pppppppp/8/8/8/8/PPPPPPPP/RKR5 w CAca - 0 1"] | 1. O-O O-O *
= shuffled | [Variant "chess960"]\n[Result "*"]\n[SetUp "1"]\n[FEN "nrkbqrbn/pppppppp/8/8/8/8/PPPPPPPP/NRKBQRBN w KQkq - 0 1"] | 1. Nb3 Nb6 *
= attack | [Variant "chess-attack"]\n[Result "1-0"]\n[SetUp "1"]\n[FEN "4k3/3p4/8/8/3R4/8/8/3QK3 w - - 0 1"] | 1. Rxd7 <5:1> Kf8 1-0
= dice | [Variant "five-dice"]\n[Result "0-1"]\n[SetUp "1"]\n[FEN "4k3/3p4/8/8/3R4/8/8/3QK3 w - - 0 1"] | 1. Rd3 Kf8 0-1
= siege | [Variant "assault-and-siege"]\n[Result "*"]\n[SetUp "1"]\n[FEN "3p3k/4ppb1/5p1n/6pp/PP6/N1P5/1BPP4/K3P3 w - - 0 1"] | 1. d2-d3 1... e7-e6 2. Na3-b3 2... Nh6-g6 *
= combat | [Variant "combat-chess-2"]\n[Result "0-1"] | 1. <3> e2-e5 1... <2> Nb8-d6 2. <2> e5-g3 2... <2> a7-a5 0-1
= plain | [Event "Club"]\n[Date "2026.01.02"]\n[Result "0-1"] | 1. f3 e5 2. g4 Qh4# 0-1
= draw | [Event "Club"]\n[Result "1/2-1/2"]\n[WhiteElo "2100"] | 1. e4 e5 2. Nf3 Nf6 1/2-1/2
= clocks | [Result "1-0"]\n[TimeControl "300+5"] | 1. e4 {[%clk 0:05:00]} e5 {[%clk 0:05:00]} 1-0
= fight | [Variant "chess-attack"]\n[Result "1-0"] | 1. e4 d5 2. exd5 <5+0=7w:1+1=5x> Nc6 1-0
# the start
move number 0 | mate castle attack dice siege frc | /FEN/s/1"\]/0"]/ | ? |
no move number | mate castle attack dice siege frc | /FEN/s/ 1"\]/"]/ | ? |
four fields | mate castle attack dice siege frc | /FEN/s/ 0 1"\]/"]/ | ? |
rights without rooks | attack dice | /FEN/s/ w -/ w KQkq/ | ? |
rights in another order | castle | s/KQkq/qkQK/ | ? |
a right twice | castle | s/KQkq/KKQkq/ | ? |
en passant nowhere | mate castle attack dice siege | /FEN/s/ - 0/ e6 0/ | ? |
a stray ; | mate castle attack dice siege frc | /FEN/s/1"\]/1;"]/ | ? |
a seventh field | mate castle attack frc | /FEN/s/1"\]/1 x"]/ | ? |
the side in capitals | mate castle attack siege | /FEN/s/ w / W / | ? |
two blanks | mate castle attack siege | /FEN/s/ w /  w / | ? |
ranks between \ | mate castle attack frc | /FEN/s:/:\\:g | ? |
no Variant | shuffled | /Variant/d | P-06 |
no SetUp | mate castle frc attack | /SetUp/d | |
SetUp 0 | mate castle attack | s/SetUp "1"/SetUp "0"/ | T-16 | warnings
# tags
names in small letters | mate castle frc attack siege plain | s/^\[([A-Z]+)/[\L\1/I | T-17 |
fen in small letters | mate frc attack | s/FEN/fen/ | T-17 |
variant in small letters | attack siege frc fight combat | s/Variant/variant/ | T-17 |
result in small letters | mate attack plain draw | s/Result/result/ | T-17 |
a bracket left out | mate plain fight | /White/s/\]$// | ? |
a quote left out | plain fight | /Black/s/"\]/]/ | ? |
a value over two lines | plain draw | s/Event "/&The\n/ | ? | compare
a tag twice | plain mate | s/^\[White .*/&\n&/ | T-01 | warnings
a blank line between tags | mate plain fight | s/^\[Result/\n&/ | |
the rules in capitals | fight attack siege | s/Variant "(.*)"/Variant "\U\1"/ | |
Fischerandom | frc | s/chess960/Fischerandom/ | |
a date that cannot be | plain | s/2026.01.02/2026.13.02/ | T-04 | compare, warnings
a year | plain | s/2026.01.02/2026/ | ? | compare, warnings
a rating that cannot be | draw | s/2100/21000/ | T-12 | compare, warnings
an unknown opening code | plain | /Result/s/^/[ECO "Z99"]\n/ | T-11 | warnings
a wrong PlyCount | plain mate fight | /Result/s/^/[PlyCount "99"]\n/ | T-15 | warnings
an unknown escape | plain | s/Club/Cl\\ub/ | T-09 | compare, warnings
an inner quote | plain | s/Club/"Old" Club/ | L-15 | compare, warnings
Windows-1252 | plain | s/Club/Caf\xe9/ | L-07 | compare, warnings
CR LF | plain mate fight | s/$/\r/ | |
a byte order mark | plain mate | 1s/^/\xef\xbb\xbf/ | |
blanks before tags | plain mate fight | s/^\[/  [/ | |
# results
no Result tag | mate plain fight | /Result/d | |
a Result tag of another kind | plain draw | s/Result ".*"/Result "yes"/ | T-05 | warnings
½-½ | draw castle | s/Result ".*"/Result "½-½"/ | ? |
1:0 | mate fight | s/Result "1-0"/Result "1:0"/ | ? |
1-0F | mate fight | s/Result "1-0"/Result "1-0F"/ | ? |
+\/- | mate fight | s/Result "1-0"/Result "+\/-"/ | ? | warnings
a dash of its own | mate draw | s/1-0"/1–0"/; s/1\/2-1\/2"/1\/2–1\/2"/ | ? |
# what belongs to the moves
a colon in the result | mate draw fight dice | s/([01]|1\/2)-(.*[^]"])$/\1:\2/ | M-18 |
half and half | draw castle | s/1\/2-1\/2$/1\/2 1\/2/ | M-18 |
half points | draw | s/1\/2-1\/2$/0.5-0.5/ | M-18 |
signs for the result | clocks fight | s/1-0$/+ - -/ | M-18 |
no blank before the result | draw castle fight attack dice | s/ ([01]-[01]|1\/2-1\/2)$/\1/ | M-18 |
a wrong number | plain castle | s/2\./3./ | M-03 | compare
no numbers | plain castle | s/[12]\. //g | |
no check sign | mate plain | s/#// | |
a false check sign | plain mate | s/#/+/ | |
zeros | castle frc | s/ O-/ 0-/g; s/O-O/0-0/g; s/0-O/0-0/g | |
no x | castle passant | s/x// | M-06 |
a NAG in front | mate castle | s/1\./$1 1./ | L-13 | render-html, warnings
time control in words | clocks | s/300\+5/five minutes/ | | compare
a readable roll in a comment | fight | s/<.*>/{[%roll 5+0=7w:1+1=5x]}/ | |
END
    [ "$status" -eq 0 ] || { echo "$out"; echo "$err"; return 1; }
}
