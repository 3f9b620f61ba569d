#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# --where: one language for xpgn-grep, xpgn-list, xpgn-sort and xpgn-stats.
# shellcheck disable=SC2154 # run_split sets them

load helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    # game TAGS MOVES
    game() { printf '%s\n\n%s\n\n' "$1" "$2"; }
    {
        game $'[White "Alba"]\n[Black "Bora"]\n[WhiteElo "2500"]\n[BlackElo "2299"]\n[ECO "B12"]\n[Date "2026.05.01"]' \
            '1. e4 c6 2. d4 d5 *'
        game $'[White "Cora"]\n[Black "Alba"]\n[WhiteElo "2100"]\n[BlackElo "2300"]\n[ECO "C20"]\n[Date "2026.06.01"]' \
            '1. f3 e5 2. g4 Qh4# 0-1'
        game $'[White "M\374ller"]\n[Black "Say \\"Hi\\""]\n[WhiteElo "2400"]\n[BlackElo "?"]\n[Date "2026.??.??"]' \
            '1. e4 (1. d4 d5 2. c4 dxc4 3. Qa4+) 1... e5 1/2-1/2'
        game $'[White "Dana"]\n[Black "Dana"]\n[Variant "chess-attack"]' \
            '1. e4 d5 2. exd5 <5+0=7w:1+1=5x> Qxd5 <4+0=8:2+0=2x> *'
    } >games.pgn
}

# selects NUMBERS QUERY: all four tools agree on the games
selects() {
    [ "$(xpgn-list --no-header --format=tsv --columns=game --where="$2" games.pgn | paste -sd ' ')" = "$1" ] || {
        echo "list: $2"
        return 1
    }
    [ "$(xpgn-grep -n --where="$2" games.pgn | sed 's/.*game \([0-9]*\),.*/\1/' | paste -sd ' ')" = "$1" ] || {
        echo "grep: $2"
        return 1
    }
    xpgn-grep --where="$2" games.pgn >selected || [ -z "$1" ]
    xpgn-sort --by=file --where="$2" games.pgn | cmp - selected || return 1
    xpgn-grep -v --where="$2" games.pgn | cat selected - | grep -c White >both || true
    [ "$(<both)" -eq "$(grep -c 'White' games.pgn)" ]
}

@test "a tag is compared with another, with a number between" {
    selects '1' 'WhiteElo > BlackElo + 200'
    selects '' 'WhiteElo > BlackElo + 201'
    selects '2' 'BlackElo > WhiteElo'
    selects '1' 'WhiteElo-BlackElo>0'
    selects '4' 'White=tag:Black'
    selects '1 2 3' 'White!=tag:Black'
}

@test "and stands inside or, and parentheses group" {
    selects '1 2' 'White=Alba or Black=Alba'
    selects '1 2 3' 'White=Alba or ECO=C20 and Black=Alba or White~ller'
    selects '2' '(White=Alba or Black=Alba) mate'
    selects '1' '(White=Alba or Black=Alba) and not (result=0-1 or WhiteElo<2200)'
    selects '3' 'White=Müller'
    selects '3' 'Black="Say \"Hi\""'
}

@test "tags, facts of the game and of an action are one condition" {
    selects '1 2 4' 'plies>=4'
    selects '4' 'plies>=4 ruleset=chess-attack'
    selects '4' 'attacker=P margin=2 White'
    selects '1 2' 'seat=black ply=2 piece=P ECO'
    selects '2' 'action=Qh4#'
    selects '' 'margin=2 ECO'
    selects '1 3' 'Date<=2026.05.01 or Date=2026.??.??'
    selects '2' 'ending=won or mate'
}

@test "reports group the rows that --where selects" {
    run_split xpgn-stats --format=tsv --select='White,count' --where='plies>=4 and WhiteElo>2000' games.pgn
    expect 0 $'White\tcount\nAlba\t1\nCora\t1' ''
    run_split xpgn-stats --format=tsv --select='piece,count' --where='WhiteElo>BlackElo or attack' games.pgn
    expect 0 $'piece\tcount\nP\t5\nQ\t1' ''
    run_split xpgn-list --format=tsv --columns='game,count(attacker=P or attacker=Q)' --where=Variant games.pgn
    expect 0 $'game\tcount(attacker=P or attacker=Q)\n4\t2' ''
    run_split xpgn-list --columns='count(White=Alba)' games.pgn
    [ "$status" -eq 2 ]
    [[ $err == *'tags and facts of a game cannot be counted; use --where'* ]]
}

@test "variations are looked at on request" {
    selects '' 'action=Qa4+'
    [ "$(xpgn-grep -c --variations --where='action=Qa4+' games.pgn)" = 1 ]
    [ "$(xpgn-grep -c --variations --where='action=Qa4+ White~ller' games.pgn)" = 1 ]
    [ "$(xpgn-grep -c --variations --has='check !mate' games.pgn)" = 1 ]
    [ "$(xpgn-grep -c --has='check !mate' games.pgn)" = 0 ]
    [ "$(xpgn-grep -c --variations --xfen='a4=Q' games.pgn)" = 1 ]
    [ "$(xpgn-grep -c --variations --material='P<8 p=8' games.pgn)" = 1 ]
    [ "$(xpgn-grep -c --material='P<8 p=8' games.pgn)" = 0 ]
    # conditions on the game stay so
    [ "$(xpgn-grep -c --variations --final --xfen='a4=Q' games.pgn)" = 0 ]
    [ "$(xpgn-grep -c --variations --line='d4 d5' games.pgn)" = 0 ]
}

@test "positions, material, how a game begins and players stand in any combination, as their options have them" {
    local samples="$ROOT/samples" file pair
    # each as its option, in games of all kinds
    for pair in 'position="d5=N"|--xfen=d5=N' 'position="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"|--xfen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w' \
        'material="B>b"|--material=B>b' 'material="Q=0 q=0"|--material=Q=0 q=0' 'material="wQ+bQ+rQ<4"|--material=wQ+bQ+rQ<4' \
        'begins="1. e4 e5 * Nc6"|--line=e4 e5 * Nc6' 'begins="d4"|--line=d4' 'begins="... O-O"|--line=... 0-0' 'player~ad|--player=ad'; do
        for file in chess chess-attack five-dice combat-chess-2 assault-and-siege club; do
            diff <(xpgn-grep -n --where="${pair%%|*}" "$samples/$file.xpgn") <(xpgn-grep -n "${pair#*|}" "$samples/$file.xpgn") || { echo "$pair $file"; return 1; }
            xpgn-grep -n --where="${pair%%|*}" "$samples/$file.xpgn" >>"all${pair%%=*}" || [ $? -eq 1 ]
        done
    done
    for file in all*; do [ -s "$file" ] || { echo "$file is empty"; return 1; }; done
    # joined with others, turned round, and several values
    printf '[White "%s"]\n[Black "%s"]\n\n%s\n\n' Alba Cox '1. e4 c5 2. Nf3 d6 *' Dorn Alba '1. d4 d5 2. c4 dxc4 *' \
        Cox Dorn '1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7 *' >three.pgn
    numbers() { xpgn-grep -n --where="$1" three.pgn | sed 's/.*game \([0-9]*\),.*/\1/' | paste -sd ' '; }
    [ "$(numbers '(begins="e4 c5" or begins="d4") and player=Alba')" = '1 2' ]
    [ "$(numbers 'begins="e4 c5","d4 d5"')" = '1 2' ]
    [ "$(numbers 'not begins="e4" or material="Q=0"')" = '2 3' ]
    [ "$(numbers 'begins!="e4"')" = 2 ]
    [ "$(numbers 'player!=Alba')" = 3 ]
    [ "$(numbers 'player~or or position="h5=Q"')" = '2 3' ]
    # the position after this very action
    [ "$(numbers 'capture material="P=8 p=8"')" = '' ]
    [ "$(numbers 'capture material="p=8 P=7"')" = 2 ]
    [ "$(numbers 'attacker=Q material="Q=1 p=7"')" = 3 ]
    [ "$(xpgn-grep -c --variations --where='material="P<8 p=8"' games.pgn)" = 1 ]
    [ "$(xpgn-grep -c --where='material="P<8 p=8"' games.pgn)" = 0 ]
    [ "$(xpgn-list --columns='count(material="Q=0")' --no-header three.pgn | tr -d ' ' | paste -sd ' ')" = '0 0 1' ]
    [ "$(xpgn-list --where='begins="d4"' --columns=game --no-header three.pgn | tr -d ' ')" = 2 ]
    # two players are enough, but a tag of nobody is told
    run_split xpgn-grep -c --where=player=Alba three.pgn
    expect 0 2 ''
    run_split xpgn-grep -c --where=Red=Alba three.pgn
    expect 1 0 'xpgn-grep: no game has the tag Red'
}

@test "a text in a query that cannot be read is told at its place" {
    refused() {
        run_split xpgn-grep --where="$1" games.pgn
        expect 2 '' "xpgn-grep: --where: $2"
    }
    refused 'check begins="e4 c7c5"' 'not in canonical notation: write c5
  check begins="e4 c7c5"
                   ^~~~'
    refused 'material="Qx=0"' 'expected one of = != < <= > >= after the pieces
  material="Qx=0"
             ^'
    refused 'position="9/8"' '2 ranks, expected 8 or 12
  position="9/8"
            ^~~'
    refused 'player>Alba' 'expected = or !=: only numbers can be less or greater
  player>Alba
        ^'
    refused 'mate or begins' 'missing comparison: begins=...
  mate or begins
          ^~~~~~'
}

@test "what cannot hold is refused, or told" {
    for tool in grep list 'sort --by=file' 'split --by=file --dry-run' 'stats --select=count'; do
        # shellcheck disable=SC2086
        run_split xpgn-$tool --where='White=Alba or (WhiteElo>' games.pgn
        expect 2 '' "xpgn-${tool%% *}: --where: expected a text
  White=Alba or (WhiteElo>
                          ^"
        # shellcheck disable=SC2086
        run_split xpgn-$tool --where='WhiteElo > BlackEloo + 200 or White=Alba' games.pgn
        [ "$status" -eq 0 ]
        [ "$err" = "xpgn-${tool%% *}: no game has the tag BlackEloo; did you mean BlackElo?" ]
    done
    run_split xpgn-grep --where='White=Black' games.pgn
    [ "$status" -eq 2 ]
    [[ $err == *"is 'Black' a tag or a text? Write tag:Black or \"Black\""* ]]
    run_split xpgn-grep --line='1. e4 c7c5' games.pgn
    expect 2 '' 'xpgn-grep: --line: not in canonical notation: write c5
  1. e4 c7c5
        ^~~~'
    run_split xpgn-grep --line='e4 d5 e4xd5' games.pgn
    [ "$status" -eq 1 ] # as in Assault and Siege
    run_split xpgn-grep --line='e4 d5 exf' games.pgn
    [ "$status" -eq 2 ]
    run_split xpgn-grep --line='a8Q' games.pgn
    [ "$status" -eq 2 ]
}
