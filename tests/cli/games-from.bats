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
    expect 2 '' 'xpgn-grep: list: no column is named game or number'
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

@test "with an index each game is gone to, and what lies between is not read" {
    for i in {1..90}; do printf '[Event "e%d"]\n[White "W%d"]\n\n1. e4 {%30000s} e5 %s\n\n' "$i" "$i" '' '*'; done >games.pgn
    expected=$(numbers --game=5,30-32,90)
    xpgn-list --index games.pgn
    # games between are blanked out; size and time are kept
    touch -r games.pgn time
    sed -i '/"e9"/,/"e29"/s/./ /g; /"e36"/,/"e88"/s/./ /g' games.pgn
    touch -r time games.pgn
    [ "$(numbers --game=5,30-32,90)" = "$expected" ]
    [ "$(numbers --game=90,30-32,5,5,31)" = '90 30 31 32 5 5 31' ]
    mv games.pgn.xpi kept
    [ "$(xpgn-list --columns=game games.pgn | wc -l)" -lt 30 ]
    mv kept games.pgn.xpi
    # no temporary file is needed
    TMPDIR=none run_split xpgn-list --columns=Event --game=31,5 games.pgn
    expect 0 'Event
e31
e5' ''
    run_split xpgn-list --columns=Event --game=31,5,91,4-5 games.pgn
    [ "$status" -eq 2 ]
    [ "$err" = 'xpgn-list: no game 91: the input has 90' ]
    run_split xpgn-list --columns=game --game=91-,5,90- games.pgn
    expect 2 'game
   5
  90' 'xpgn-list: no game 91: the input has 90'
    # who stops early has not asked for too many
    run_split xpgn-grep -n -m1 --game=5,95 games.pgn
    expect 0 'games.pgn:21: game 5, W5 - ?' ''
}

@test "lists are the same in several files, some with an index or packed, by any tool" {
    copies 40 games.pgn >a.pgn
    copies 9 games.pgn >c.pgn
    { gzip -c games.pgn && gzip -c c.pgn && gzip -c a.pgn; } >b.pgn.gz
    zstd -q -c c.pgn >d.pgn.zst
    for list in '479,480,481,3,1,800,500-520,3,1100,12-' '5-6,100,479-482,700,1000-1005' '1200,1'; do
        xpgn-list --columns=game,line,file_offset,White,file --game="$list" a.pgn b.pgn.gz c.pgn d.pgn.zst >>expected
        xpgn-validate --format=json --game="$list" a.pgn b.pgn.gz c.pgn d.pgn.zst >>findings || [ $? -eq 1 ]
        xpgn-sort --by=White --game="$list" a.pgn b.pgn.gz c.pgn d.pgn.zst >>sorted
    done
    for indexed in a.pgn 'a.pgn c.pgn' 'a.pgn b.pgn.gz' 'a.pgn b.pgn.gz c.pgn d.pgn.zst' b.pgn.gz; do
        rm -f ./*.xpi got*
        # shellcheck disable=SC2086 # words
        xpgn-list --index $indexed
        for list in '479,480,481,3,1,800,500-520,3,1100,12-' '5-6,100,479-482,700,1000-1005' '1200,1'; do
            xpgn-list --columns=game,line,file_offset,White,file --game="$list" a.pgn b.pgn.gz c.pgn d.pgn.zst >>got
            xpgn-validate --format=json --game="$list" a.pgn b.pgn.gz c.pgn d.pgn.zst >>got.findings || [ $? -eq 1 ]
            xpgn-sort --by=White --game="$list" a.pgn b.pgn.gz c.pgn d.pgn.zst >>got.sorted
        done
        same_output expected got
        same_output findings got.findings
        same_output sorted got.sorted
    done
}

@test "lists with sealed dice find the chains that are used twice, index or not" {
    cat "$ROOT/samples/sealed.xpgn" "$ROOT/samples/club.xpgn" "$ROOT"/tests/defects/sealed-twice.pgn >a.pgn
    cat a.pgn >b.pgn
    last=$(xpgn-list --columns=game a.pgn b.pgn | tail -n 1 | tr -d ' ')
    check() {
        for list in "$last,1" "2,$((last - 1))-" "$last,$((last / 2)),$last,3-4"; do
            xpgn-validate --format=json --game="$list" a.pgn b.pgn || [ $? -eq 1 ]
        done
    }
    check >expected
    grep -q T-22 expected
    xpgn-list --index a.pgn b.pgn
    check >got
    same_output expected got
}

@test "a damaged index gives the same games, whatever bit of it is turned" {
    xpgn-list --index games.pgn
    cp games.pgn.xpi good.xpi
    size=$(wc -c <good.xpi)
    xpgn-grep --game=11,2-3,11,7 games.pgn >mixed
    xpgn-grep --game=2-3,7,11 games.pgn >rising
    told=0
    for ((bit = 3; bit < size * 8; bit += 89)); do
        cp good.xpi games.pgn.xpi
        turn_bit games.pgn.xpi "$bit"
        for list in 11,2-3,11,7:mixed 2-3,7,11:rising; do
            run_split xpgn-grep --game="${list%:*}" games.pgn
            [ "$status" -eq 0 ]
            same_output "${list#*:}" "$out_file"
            [ -z "$err" ] || [[ $err == 'xpgn-grep: games.pgn.xpi: index ignored: '* ]]
            told=$((told + (${#err} > 0)))
        done
    done
    [ "$told" -gt 15 ]
}
