#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# xpgn-fmt --import: tables of moves. tests/unit/test_decode.c has what becomes of each layout.

# shellcheck disable=SC2154 # out, err, status are set by run_split

load helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

# reads TABLE MOVES: a table is read, with status 0
reads() {
    printf '%b' "$1" >table.csv
    run_split xpgn-fmt --import --quiet --width=0 table.csv
    moves=$(grep -v '^\[' "$out_file" | tr -s '\n' ' ')
    [ "$status$moves" = "0 $2 " ] || {
        printf '%s\n' "$status" "$moves" "$err"
        return 1
    }
}

@test "tables in other languages, with commas, semicolons and tabs" {
    reads 'Zug;Weiß;Schwarz\n1;e4;e5\n2;Sf3;Sc6\n3;Lb5;a6\n4;LxS;dc\n5;0-0;\n' \
        '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O *'
    reads '№,Белые,Чёрные\n1,e4,e5\n2,Кf3,Кc6\n3,Сb5,a6\n' '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *'
    reads '1\te2-e4\te7-e5\r\n2\tCg1-f3\tCb8-c6\r\n' '1. e4 e5 2. Nf3 Nc6 *'
    reads '1;5254;5755\n2;7163;2836\n' '1. e4 e5 2. Nf3 Nc6 *'
    reads '| # | White | Black |\n|--:|-------|-------|\n| 1 | e4 | e5 |\n| 2 | Nf3 | |\n' '1. e4 e5 2. Nf3 *'
}

@test "dice in columns of their own, and as Excel has them" {
    for dice in '1;e4;;d5;\n2;exd5;5:1;Qxd5;4:2\n' '1;e4;;d5;\n2;exd5;05:01;Qxd5;04:02\n' '1;e4;d5\n2;exd5 (5:1);Qxd5 4-2\n' \
        '1;e4;d5;;\n2;exd5;Qxd5;5:1;4:2\n' '1;e4;;;d5;;\n2;exd5;5;1;Qxd5;4;2\n' '1;e4;d5;;;;\n2;exd5;Qxd5;5;1;4;2\n'; do
        reads "Variant;chess-attack\n\n$dice" '1. e4 d5 2. exd5 <5+0=7w:1+1=5x> Qxd5 <4+0=8:2+0=2x> *'
    done
    # a roll that Excel has made a date of is not read
    printf 'Variant;chess-attack\n1;e4;;d5;\n2;exd5;05-Jan;Qxd5;4:2\n' >date.csv
    run_split xpgn-fmt --import -q date.csv
    [ "$status" = 1 ]
    [[ $err == 'date.csv:1: game 1: not imported: '* ]]
}

@test "several games, tags above them and results" {
    printf 'Event;Club\nWeiß;Adams\nSchwarz;Brandt\n\n1;e4;e5\n2;1-0;\n\nEvent;Club\nNoirs;Doe\nRésultat;½-½\n1;d4;d5\n' >two.csv
    run_split xpgn-fmt --import two.csv
    expect 0 '[Event "Club"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Adams"]
[Black "Brandt"]
[Result "1-0"]

1. e4 e5 1-0

[Event "Club"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "Doe"]
[Result "1/2-1/2"]

1. d4 d5 1/2-1/2' 'xpgn-fmt: two.csv: decoded: 3 rows of a table'
    run_split xpgn-fmt --import -w -q two.csv
    [ "$status" = 2 ]
    [[ $err == *'two.csv: not rewritten: it is a table, or has text around the records' ]]
    grep -q '^2;1-0;' two.csv
}

@test "what the files are can be said, and a record is no table" {
    run_split xpgn-fmt --import --from=pgn two.csv
    [ "$status" = 2 ]
    printf 'moves\n\n1,e4,e5\n' >title.csv
    run_split xpgn-fmt --import -q title.csv
    [ "$status" = 1 ]
    run_split xpgn-fmt --import -q --from=table title.csv
    [ "$status" = 0 ]
    [[ $out == *'{moves} 1. e4 e5 *'* ]]
    run_split xpgn-fmt --from=table title.csv
    expect 2 '' "xpgn-fmt: --from requires --import
try 'xpgn-fmt --help'"
    for file in "$ROOT"/samples/*.xpgn; do
        same_output <(xpgn-fmt "$file" 2>&1) <(xpgn-fmt --import "$file" 2>&1)
    done
}

@test "empty cells are half-moves that nobody wrote down" {
    printf 'Nr;Weiß;Schwarz\n1;e4;\n2;Sf3;\n3;Lb5;\n4;;\n' >own.csv
    run_split xpgn-fmt --import -q own.csv
    [ "$status" = 0 ]
    [ "$(printf '%s' "$out" | tr -s '\n' ' ')" = '1. e4 {[%missing]} 2. Nf3 {[%missing]} 3. Bb5 *' ]
}

@test "a result after the last move of a row ends the game" {
    run_split xpgn-fmt --import -q - <<<$'1,e4,c5\n2,Nf3 1-0,'
    [[ $status -eq 0 && $out == *$'[Result "1-0"]\n\n1. e4 c5 2. Nf3 1-0' ]]
    run_split xpgn-fmt --import -q - <<<'1.,e4 c5 *'
    [[ $status -eq 0 && $(grep -c '^\[Event ' <<<"$out") -eq 1 && $out == *'1. e4 c5 *' ]]
}

@test "a * beside a result says nothing" {
    reads 'Result,1-0\n1,e4,e5\n2,Nf3,*\n' '1. e4 e5 2. Nf3 1-0'
    reads '1,e4,e5\n2,Nf3,Nc6 1-0\n3,,*\n' '1. e4 e5 2. Nf3 Nc6 1-0'
}

@test "a line with a comma is no table" {
    printf '1.,e4 c5\n' >line.txt
    run_split xpgn-fmt --import line.txt
    [[ $status == 0 && $err != *table* && $out == *'1. e4 c5 *'* ]]
    reads '1,e4,c5\n' '1. e4 c5 *'
    # a comma behind a number, before a half-move that is left out
    printf '1, e4 e5 2, Nf3 Nc6 3, Bb5 4, Ba4 Nf6 *\n' >line.txt
    xpgn-fmt --import -q line.txt | grep -qF '3 Bb5 {[%missing]} 4 Ba4 Nf6'
}

@test "rows and headings in a fence are a record" {
    printf 'The game:\n\n```\nWhite: Adams   Black: Brandt\n\n1\te4\te5\n2\tNf3\tNc6 1-0\n```\n' >fence.txt
    run_split xpgn-fmt --import fence.txt
    [[ $status == 0 && $out == *'[White "Adams"]'*'1. e4 e5 2. Nf3 Nc6 1-0'* && $out != *'The game'* ]]
}

@test "rows that name their side: a column of colours, or all half-moves of a side in a row" {
    reads 'Farbe;Zug\nWeiß;e4\nSchwarz;e5\nWeiß;Sf3\nSchwarz;Sc6\n' '1. e4 e5 2. Nf3 Nc6 *'
    reads 'move,colour\ne4,white\ne5,black\nNf3,white\n' '1. e4 e5 2. Nf3 *'
    reads 'No;Side;Move\n1;White;e4\n1;Black;e5\n2;White;Nf3\n' '1. e4 e5 2. Nf3 *'
    reads '1,w,e4\n1,b,e5\n2,w,Nf3\n2,b,Nc6\n3,w,Bb5\n' '1. e4 e5 2. Nf3 Nc6 3. Bb5 *'
    reads 'Black,White,No\nc6,e4,1\nd5,d4,2\ndxe4,Nc3,3\n,Nxe4,4\n' '1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 *'
    reads 'White,e4,Nf3,Bb5\nBlack,e5,Nc6,a6\n' '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *'
    reads 'White,Huber\nBlack,Maier\n1,e4,e5\n' '1. e4 e5 *'
}
