#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# xpgn-fmt: edits of many games at once.
# shellcheck disable=SC2154 # run_split sets them

load helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

# tags NAME ARG...: the values of a tag after an edit, one a line
tags() {
    xpgn-fmt "${@:2}" | sed -n "s/^\[$1 \"\(.*\)\"\]$/\1/p" | paste -sd '|'
}

@test "a player is renamed, by the whole name only" {
    printf '[White "%s"]\n[Black "%s"]\n\n*\n\n' 'Adams, R.' 'Say "Hi"' 'Adams, R' 'Adams, R.' >games.pgn
    sed -i 's/Say "Hi"/Say \\"Hi\\"/' games.pgn
    [ "$(tags White --rename-player='Adams, R.=Adams, "Rita"' games.pgn)" = 'Adams, \"Rita\"|Adams, R' ]
    [ "$(tags Black --rename-player='Adams, R.=Adams, Rita' --rename-player='Say "Hi"=Hi' games.pgn)" = 'Hi|Adams, Rita' ]
    # what is set by --set-tag is set last
    [ "$(tags White --rename-player='Adams, R.=X' --set-tag='White={Black}' games.pgn)" = 'Say \"Hi\"|Adams, R.' ]
    for wrong in X =X X=; do
        run_split xpgn-fmt --rename-player="$wrong" games.pgn
        expect 2 '' "xpgn-fmt: --rename-player: '$wrong' is not From=To
try 'xpgn-fmt --help'"
    done
}

@test "names are spelt as the list of the event has them" {
    printf 'round,white,black,result\n1,"Adams, Ruth","Brandt, Lars",1-0\n1,"Chen, Min","Adams, Rolf",1-0\n' >list.csv
    printf '[White "%s"]\n[Black "%s"]\n\n*\n\n' 'Ruth Adams' 'Brandt,L.' 'Adams, R.' 'Chenn, Min' '?' 'Nobody' >games.pgn
    [ "$(tags White --names-from=list.csv games.pgn)" = 'Adams, Ruth|Adams, R.|?' ]
    [ "$(tags Black --names-from=list.csv games.pgn)" = 'Brandt, Lars|Chen, Min|Nobody' ]
    # by several threads, and one name by hand
    for _ in {1..400}; do cat games.pgn; done >many.pgn
    xpgn-fmt -j2 --names-from=list.csv many.pgn >two
    xpgn-fmt -j1 --names-from=list.csv many.pgn | cmp - two
    [ "$(tags White --names-from=list.csv --rename-player='Adams, R.=Adams, Rolf' games.pgn)" = 'Adams, Ruth|Adams, Rolf|?' ]
    echo nonsense >bad.csv
    run_split xpgn-fmt --names-from=bad.csv games.pgn
    [ "$status" -eq 2 ]
    [[ $err == 'xpgn-fmt: bad.csv: '* ]]
    run_split xpgn-fmt --names-from=none.csv games.pgn
    expect 2 '' 'xpgn-fmt: none.csv: No such file or directory'
}

@test "a tag is set from columns" {
    printf '[White "A \\"B\\""]\n[Annotator "old"]\n\n1. e4 e5 *\n\n[Annotator "old"]\n\n1. d4 *\n\n' >games.pgn
    [ "$(tags Annotator --set-tag='Annotator={White}' games.pgn)" = 'A \"B\"|old' ]
    [ "$(tags Annotator --set-tag='Annotator=after {plies} of {White}: {{x}' games.pgn)" = 'after 2 of A \"B\": {x}|after 1 of : {x}' ]
    [ "$(tags Note --set-tag='Note={count(kind=step)}/{ECO}' games.pgn)" = '2/C20|1/A40' ]
    run_split xpgn-fmt --set-tag='A={pies}' games.pgn
    expect 2 '' "xpgn-fmt: --set-tag: unknown word 'pies'; did you mean plies?
try 'xpgn-fmt --help'"
    run_split xpgn-fmt --set-tag='A={White' games.pgn
    expect 2 '' "xpgn-fmt: --set-tag: a } is missing in 'A={White'; write {{ for a brace
try 'xpgn-fmt --help'"
}

@test "commands are stripped from comments" {
    printf '1. e4 {[%%eval 0.3] [%%clk 0:01:02] good} e5 {[%%clk 0:01:00]} (1... c5 {[%%clkx 1][%%eval\n -1.0]}) *\n' >game.pgn
    movetext() { xpgn-fmt "$@" game.pgn | tail -n +9 | sed '/^$/d'; }
    [ "$(movetext --strip=eval,clk)" = '1. e4 {good} 1... e5 (1... c5 {[%clkx 1]}) *' ]
    [ "$(movetext --strip=clk --strip=clkx)" = '1. e4 {[%eval 0.3] good} 1... e5 (1... c5 {[%eval -1.0]}) *' ]
    run_split xpgn-fmt --strip=clk,roll game.pgn
    expect 2 '' "xpgn-fmt: --strip: [%roll] is part of the record
try 'xpgn-fmt --help'"
    # dice in comments stay
    xpgn-fmt --comment-form "$ROOT/samples/club.xpgn" | xpgn-fmt --strip=clk | cmp - "$ROOT/samples/club.xpgn"
    # and nothing is left in an archive
    run_split xpgn-fmt --strip=eval,clk "$ROOT/samples/archive.pgn"
    [ "$status" -eq 0 ]
    ! grep -q '\[%' "$out_file" || return 1
}

@test "games end after --plies half-moves" {
    printf '[PlyCount "6"]\n\n1. e4 {a} e5 {b} (1... c5 2. Nf3 (2. c3 d5) d6) 2. Nf3 {c} Nc6 {d} 3. Bb5 a6 1-0\n' >game.pgn
    xpgn-fmt --plies=3 game.pgn >cut.pgn
    [ "$(tail -n 2 cut.pgn | head -n 1)" = '1. e4 {a} 1... e5 {b} (1... c5 2. Nf3 (2. c3)) 2. Nf3 {c} 1-0' ]
    grep -qx '\[PlyCount "3"\]' cut.pgn
    xpgn-validate cut.pgn
    xpgn-fmt cut.pgn | cmp - cut.pgn
    xpgn-fmt --plies=6 game.pgn | cmp - <(xpgn-fmt game.pgn)
    xpgn-fmt --plies=1000 "$ROOT/samples/club.xpgn" | cmp - "$ROOT/samples/club.xpgn"
    # of all games the same as by the numbers of turns
    xpgn-fmt --plies=10 "$ROOT/samples/archive.pgn" | xpgn-list --no-header --format=tsv --columns=plies - | sort -u >plies
    printf '10\n4\n' | cmp - plies
}

@test "positions are written as FEN or EPD" {
    xpgn-fmt --format=fen "$ROOT"/samples/archive.pgn | sed '/^$/d' >fen
    xpgn-replay --each --start "$ROOT"/samples/archive.pgn | cmp - fen
    [ "$(xpgn-fmt --format=fen "$ROOT"/samples/archive.pgn | grep -c '^$')" -eq 10 ]
    xpgn-fmt --format=epd "$ROOT"/samples/archive.pgn | sed '/^$/d' >epd
    cut -d ' ' -f 1-4 fen | cmp - <(cut -d ' ' -f 1-4 epd)
    [ "$(sed -n 2p epd)" = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - hmvc 0; fmvn 1; c0 "Anderssen, Adolf - Kieseritzky, Lionel, London, 1851.06.21";' ]
    [ "$(xpgn-fmt --format=fen --plies=2 --game=1 "$ROOT"/samples/archive.pgn | wc -l)" -eq 4 ]
    printf '1. e4 e5 2. Ke3 *\n\n1. d4 *\n' >bad.pgn
    run_split xpgn-fmt --format=fen bad.pgn
    [ "$status" -eq 1 ]
    [ "$(wc -l <"$out_file")" -eq 3 ]
    [[ $err == *'bad.pgn:1:13: error'* ]]
    run_split xpgn-fmt --format=epd --write bad.pgn
    expect 2 '' "xpgn-fmt: --format cannot be combined with --check, --diff or --write: the result is not XPGN
try 'xpgn-fmt --help'"
}

@test "a game that is signed is not edited, and that is said" {
    printf '[White "A"]\n[DiceSign "white ab"]\n\n1. e4 e5 *\n\n[White "A"]\n\n1. e4 e5 *\n' >games.pgn
    run_split xpgn-fmt --set-tag=White=B --plies=1 games.pgn
    [[ $err == *'xpgn-fmt: games.pgn:1: game 1 is signed, and not edited'* ]]
    [ "$(sed -n 's/^\[White "\(.*\)"\]/\1/p' "$out_file" | paste -sd ' ')" = 'A B' ]
    grep -q '^1. e4 e5 \*$' "$out_file"
    grep -q '^1. e4 \*$' "$out_file"
}

@test "variations become games, with the moves before them" {
    printf '[Result "1-0"]\n\n1. e4 {a} e5 {b} (1... c5 {c} 2. Nf3 (2. c3 {d} d5 {e}) {f} d6) {g} 2. Nf3 (2. f4) Nc6 () 1-0\n' >game.pgn
    xpgn-fmt --variations=games game.pgn >games.pgn
    grep '^1' games.pgn | diff -u - <(echo '1. e4 {a} 1... e5 {b g} 2. Nf3 Nc6 1-0
1. e4 {a} 1... c5 {c} 2. Nf3 {f} 2... d6 *
1. e4 {a} 1... c5 {c} 2. c3 {d} 2... d5 {e} *
1. e4 {a} 1... e5 {b g} 2. f4 *')
    [ "$(sed -n 's/^.Result "\(.*\)".$/\1/p' games.pgn | paste -sd ' ')" = '1-0 * * *' ]
    xpgn-validate games.pgn
    xpgn-fmt games.pgn | cmp - games.pgn
    # nothing else changes
    xpgn-fmt --variations=games "$ROOT/samples/five-dice.xpgn" | cmp - "$ROOT/samples/five-dice.xpgn"
    [ "$(xpgn-fmt --variations=games "$ROOT/samples/archive.pgn" | grep -c '^.Event')" -eq 12 ]
    xpgn-fmt --variations=games --no-comments game.pgn | grep -c '{' | grep -qx 0
    for other in --no-variations --plies=3 --format=fen; do
        run_split xpgn-fmt --variations=games "$other" game.pgn
        [ "$status" -eq 2 ]
    done
}
