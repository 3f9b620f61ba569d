#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Lists of games: --game=5,1,9-12 and --games-from.
# shellcheck disable=SC2154 # run_split sets them

load helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
        printf '[Event "e%d"]\n[White "W%d"]\n\n1. e4 e5 %s\n\n' "$i" "$i" '*'
    done >games.pgn
}

# numbers OPTION...: the numbers of the games that come, in one line
numbers() {
    xpgn-grep "$@" games.pgn | sed -n 's/^\[Event "e\(.*\)"\]$/\1/p' | paste -sd ' '
}

@test "games come in the order of the list, as often as they are in it" {
    [ "$(numbers --game=1,5,9-12)" = '1 5 9 10 11 12' ]
    [ "$(numbers --game=9-12,5,1,5)" = '9 10 11 12 5 1 5' ]
    [ "$(numbers --game=11-,2)" = '11 12 2' ]
    [ "$(numbers --game=3,3)" = '3 3' ]
    # a list and an option: those of the file come after the others
    [ "$(numbers --game=4 --games-from=<(echo 2))" = '4 2' ]
    # the games keep their numbers and lines
    run_split xpgn-grep -n --game=2,1 games.pgn
    expect 0 'games.pgn:6: game 2, W2 - ?
games.pgn:1: game 1, W1 - ?' ''
}

@test "a list is read from lines, text, tsv and csv" {
    printf '3\n\n 1-2 what follows\n12\tW12\r\n' >list
    [ "$(numbers --games-from=list)" = '3 1 2 12' ]
    [ "$(printf '4' | numbers --games-from=-)" = 4 ]
    for format in text tsv csv; do
        xpgn-list --format=$format --columns=White,game games.pgn >table
        [ "$format" != text ] || xpgn-list --columns=game,White games.pgn >table
        { head -n 1 table && tail -n +2 table | tac | head -n 3; } >turned
        [ "$(numbers --games-from=turned)" = '12 11 10' ] || { cat turned; return 1; }
    done
    [ "$(printf 'a;number\nx;7\n' | numbers --games-from=-)" = 7 ]
    # rows without a heading, as grep(1) leaves them
    [ "$(xpgn-list games.pgn | grep W1 | numbers --games-from=-)" = '1 10 11 12' ]
}

@test "a list with something else in it is refused with its line" {
    printf '3\nx\n' >list
    run_split xpgn-grep --games-from=list games.pgn
    expect 2 '' "xpgn-grep: list:2: 'x' is not the number of a game, or a range such as 3-8"
    printf 'a,b\n1,2\n' >list
    run_split xpgn-grep --games-from=list games.pgn
    expect 2 '' 'xpgn-grep: list: no column is called game or number'
    run_split xpgn-grep --games-from=none games.pgn
    expect 2 '' 'xpgn-grep: none: No such file or directory'
    run_split xpgn-grep --games-from=- <games.pgn
    expect 2 '' "xpgn-grep: --games-from=- requires a file of games
try 'xpgn-grep --help'"
    run_split xpgn-grep --game=3,x games.pgn
    [ "$status" -eq 2 ]
    run_split xpgn-grep --game=2,13,1 games.pgn
    [ "$status" -eq 2 ]
    [ "$err" = 'xpgn-grep: no game 13: the input has 12' ]
    # no game at all is no error of the list
    run_split xpgn-list --games-from=/dev/null games.pgn
    expect 0 '' ''
}

@test "a list gives the same by an index, from packed files, a pipe, and with any number of threads" {
    copies 400 games.pgn >many.pgn
    gzip -k many.pgn
    seq 4800 -7 1 >list
    xpgn-grep -j1 --games-from=list many.pgn >expected
    [ "$(grep -c Event expected)" -eq 686 ]
    xpgn-grep -j4 --games-from=list many.pgn >four
    same_output expected four
    xpgn-grep --games-from=list many.pgn.gz >packed
    same_output expected packed
    xpgn-grep --games-from=list - <many.pgn >piped
    same_output expected piped
    xpgn-list --index many.pgn
    xpgn-grep --games-from=list many.pgn >indexed
    same_output expected indexed
    sort -n list | xpgn-grep --games-from=- many.pgn | grep -c Event | grep -qx 686
}

@test "a list that is out of order says what fails, and leaves nothing" {
    mkdir empty
    TMPDIR=$PWD/empty run_split xpgn-grep --game=2,1 games.pgn
    [ "$status" -eq 0 ]
    [ -z "$(ls -A empty)" ]
    TMPDIR=$PWD/nowhere run_split xpgn-grep --game=2,1 games.pgn
    expect 2 '' "xpgn-grep: temporary file: $PWD/nowhere: No such file or directory"
}
