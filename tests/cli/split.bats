#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# xpgn-split.
# shellcheck disable=SC2154 # run_split sets them

load helper
load examples

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    mkdir to
}

# game NAME [TAG VALUE]...: a game whose name is its Site
game() {
    printf '[Site "%s"]\n' "$1"
    shift
    while [ $# -gt 0 ]; do
        printf '[%s "%s"]\n' "$1" "$2"
        shift 2
    done
    printf '\n1. e4 *\n\n'
}

# files: a line for each file in to/: its name, and the names of its games
files() {
    (cd to && for file in *; do
        echo "$file: $(sed -n 's/^\[Site "\(.*\)"\]$/\1/p' "$file" | paste -sd ' ')"
    done)
}

# split OPTION...: of games.pgn into to/, whose files it lists
split() {
    rm -rf to && mkdir to
    xpgn-split -o to "$@" games.pgn && files
}

@test "a file for each value, its games in the order of the input" {
    { game a Event Cup Date 2020.01.02; game b Event Open Date 2021.??.??; game c Event Cup Date 2021.05.01; game d Date '????.??.??'; } >games.pgn
    same_text events 'Cup.pgn: a c
Open.pgn: b
unknown.pgn: d' "$(split --by=Event)"
    same_text years '2020.pgn: a
2021.pgn: b c
unknown.pgn: d' "$(split --by=year)"
    same_text both '2020-Cup.pgn: a
2021-Cup.pgn: c
2021-Open.pgn: b
unknown-unknown.pgn: d' "$(split --by=year --by=Event)"
    same_text prefix 'x_2020.pgn: a
x_2021.pgn: b c
x_unknown.pgn: d' "$(split --by=year --prefix=x_)"
    same_text fact '1.pgn: a b c d' "$(split --by=plies)"
    cat to/1.pgn | cmp - games.pgn
}

@test "only the games for which a query holds" {
    { game a White A Black B WhiteElo 2600; game b White C Black B WhiteElo 2400; game c White B Black C WhiteElo 2500; } >games.pgn
    same_text where 'A.pgn: a
B.pgn: a c
C.pgn: c' "$(split --by=player --where='WhiteElo>=2500')"
    same_text count 'games-0001.pgn: a c' "$(split --games=5 --where='WhiteElo>=2500 and plies=1')"
    run_split xpgn-split --games=5 -o to --where='WiteElo>5' games.pgn
    expect 0 '' 'xpgn-split: no game has the tag WiteElo; did you mean WhiteElo?'
    run_split xpgn-split --games=5 -o to --where='plies>' games.pgn
    [ "$status" -eq 2 ]
}

@test "a game goes to the files of all its players" {
    { game a White 'Adams, A.' Black Brown; game b White Brown Black Chen; game c White Brown Black Brown
        game d White '?' Black Chen; game e; game f White W Red R Black B Green G; } >games.pgn
    same_text players 'Adams,_A.pgn: a
B.pgn: f
Brown.pgn: a b c
Chen.pgn: b d
G.pgn: f
R.pgn: f
W.pgn: f
unknown.pgn: e' "$(split --by=player)"
    same_text 'by year' 'Brown-unknown.pgn: a b c' "$(split --by=player,year | grep Brown)"
    # elsewhere there is one row for a game
    run_split xpgn-list --columns=player games.pgn
    [ "$status" -eq 2 ]
}

@test "names stay in the folder, are not hidden, reserved, too long or equal but for case" {
    local long
    long=$(printf 'Ä%.0s' {1..150})
    { game a Event ../../etc/passwd; game b Event /; game c Event .hidden; game d Event -rf; game e Event CON; game f Event com1.x
        game g Event $'a\tb  c*?<>|:"'; game h Event Bob; game i Event bob; game j Event 'bob~2'; game k Event "$long"; game l Event "$long!"
        game m Event ÉMILE; game n Event émile; game o Event 'Bob?'; game p Event bob; game q Event ..; game r Event unknown
        game s Event command; game t Event 'a\"b'
        game u Event 'LPT²'; game v Event 'COM¹.x'; game w Event CO; game x Event com12; } >games.pgn
    same_text names "Bob.pgn: h
Bob~2.pgn: o
CO.pgn: w
_COM¹.x.pgn: v
_CON.pgn: e
_LPT².pgn: u
_com1.x.pgn: f
_rf.pgn: d
a_b.pgn: t
a_b_c.pgn: g
bob_2.pgn: j
bob~3.pgn: i p
com12.pgn: x
command.pgn: s
etc_passwd.pgn: a
hidden.pgn: c
unknown.pgn: q
unknown~2.pgn: b
unknown~3.pgn: r
Émile" "$(split --by=Event | grep -v 'ÄÄ' | sed 's/^ÉMILE.pgn: m$/Émile/; /^émile~2.pgn: n$/d' | LC_ALL=C sort)"
    [ -e to/ÉMILE.pgn ]
    [ -e to/émile~2.pgn ]
    [ "$(printf '%s\n' to/ÄÄ* | sed 's,to/Ä*,,' | sort)" = '.pgn
~2.pgn' ]
    [ "$(printf '%s\n' to/ÄÄ* | head -n 1 | wc -m)" -eq 98 ] # 90 letters of two bytes, to/.pgn and the line end
    # whatever the case, no two are the same
    [ -z "$(find to -type f | tr '[:upper:]' '[:lower:]' | sort | uniq -d)" ]
    # all games, and nothing elsewhere
    cat to/* | grep -c '^\[Site' | grep -qx 24
    [ "$(find . -type f ! -path './to/*' | sort | paste -sd ' ')" = './games.pgn' ]
    # whatever the order that they come in
    split --by=Event >before
    xpgn-sort --by=-Site games.pgn >turned
    mv turned games.pgn
    same_output <(cut -d: -f1 before) <(split --by=Event | cut -d: -f1)
}

@test "letters of one to four bytes are equal but for case" {
    local name
    for name in a É Ж Ẁ Ａ 𐐀 A é ж ẁ ａ 𐐨; do game "$name" Event "-$name!"; done >games.pgn
    split --by=Event >/dev/null
    [ "$(printf '%s\n' to/* | grep -c '~2')" -eq 6 ]
    [ "$(printf '%s\n' to/* | wc -l)" -eq 12 ]
}

@test "letters in both cases are asked of the C library once, not for each game" {
    local name
    if xpgn-split --version | grep -q sanitize; then skip 'leaks are not found under strace'; fi
    strace -f -o /dev/null true 2>/dev/null || skip 'strace is missing, or not allowed here'
    game 1 Event É >one.pgn
    for name in a É Ж Ẁ a É Ж Ẁ; do game "$name" Event "$name"; done >games.pgn
    for name in one games; do
        strace -f -e trace=openat -o calls xpgn-split --by=Event --dry-run -j1 $name.pgn >/dev/null
        grep -c openat calls
    done >counts
    same_text calls "$(head -n 1 counts)" "$(tail -n 1 counts)"
}

@test "files of a number of games, or of bytes" {
    for i in 1 2 3 4 5 6 7; do game "$i"; done >games.pgn
    same_text count 'games-0001.pgn: 1 2 3
games-0002.pgn: 4 5 6
games-0003.pgn: 7' "$(split --games=3)"
    cat to/* | cmp - games.pgn
    same_text size 'x0001.pgn: 1 2
x0002.pgn: 3 4
x0003.pgn: 5 6
x0004.pgn: 7' "$(split --size=60 --prefix=x)"
    same_text 'too small' 7 "$(split --size=1 | wc -l)"
    same_text range 'games-0001.pgn: 2 3
games-0002.pgn: 4' "$(split --games=2 --game=2-4)"
    cp games.pgn games.xpgn
    gzip games.xpgn
    rm -f to/*
    xpgn-split --games=9 -o to games.xpgn.gz
    cmp to/games-0001.xpgn games.pgn
    (cd to && xpgn-split --games=9 --prefix=here ../games.pgn && cmp here0001.pgn ../games.pgn)
}

@test "--dry-run lists the files that there would be, and writes none" {
    { game a Event Cup; game b Event Open; game c Event Cup; } >games.pgn
    run_split xpgn-split --by=Event --dry-run -o none games.pgn
    expect 0 'games	bytes	file
2	70	none/Cup.pgn
1	36	none/Open.pgn' ''
    run_split xpgn-split --games=2 --dry-run games.pgn
    expect 0 'games	bytes	file
2	71	games-0001.pgn
1	35	games-0002.pgn' ''
    [ -z "$(ls to)" ]
    [ ! -e games-0001.pgn ]
}

@test "nothing depends on memory or threads, and every game is there once" {
    awk 'BEGIN { srand(3); for (i = 1; i <= 4000; i++) printf "[Event \"e%d\"]\n[Site \"%d\"]\n\n{%600s} 1. e4 *\n\n", int(rand() * 40), i, "x" }' >games.pgn
    xpgn-split -j1 --by=Event -o to games.pgn
    mkdir other
    xpgn-split -j3 --by=Event -o other --memory=1M games.pgn
    diff -r to other
    [ "$(find to -type f | wc -l)" -eq 40 ]
    cmp <(cat to/* | sort) <(sort games.pgn)
}

@test "nothing is written if something is there, missing, or cannot be read" {
    { game a Event Cup; game b Event Open; } >games.pgn
    echo mine >to/Open.pgn
    run_split xpgn-split --by=Event -o to games.pgn
    expect 2 '' 'xpgn-split: to/Open.pgn: not written: the file is not empty; --force replaces it'
    [ "$(ls -A to)" = Open.pgn ]
    [ "$(cat to/Open.pgn)" = mine ]
    xpgn-split --by=Event -o to --force games.pgn
    [ "$(files | paste -sd ' ')" = 'Cup.pgn: a Open.pgn: b' ]
    rm to/*
    for how in --by=Event --games=1; do
        run_split xpgn-split $how -o to games.pgn none.pgn
        expect 2 '' 'xpgn-split: none.pgn: No such file or directory
xpgn-split: nothing was written, since not all games could be read'
        run_split xpgn-split $how -o to --max-game=10 games.pgn
        [ "$status" -eq 2 ]
        [[ $err == *'games.pgn:1: game 1 is larger than --max-game'* ]]
        [ -z "$(ls -A to)" ]
    done
    run_split xpgn-split --by=Event -o games.pgn games.pgn # no folder
    expect 2 '' 'xpgn-split: games.pgn: File exists'
    xpgn-split --by=Event -o none games.pgn # made
    [ "$(ls none)" = "$(printf '%s\n' Cup.pgn Open.pgn)" ]
    rm -r none
    # an input is never an output
    cp games.pgn Cup.pgn
    run_split xpgn-split --by=Event --force Cup.pgn
    expect 2 '' 'xpgn-split: Cup.pgn: not written: it is also read in this run; name another file'
    cmp games.pgn Cup.pgn
    [ ! -e Open.pgn ]
}

@test "mistakes on the command line are told" {
    game a >games.pgn
    for options in '' '--by=Event --games=2' '--games=2 --size=3'; do
        # shellcheck disable=SC2086 # options
        run_split xpgn-split $options games.pgn
        expect 2 '' "xpgn-split: --by, --games or --size is required: --by=Event
try 'xpgn-split --help'"
    done
    run_split xpgn-split --by=yaer games.pgn
    [ "$status" -eq 2 ]
    [[ $err == "xpgn-split: --by: unknown word 'yaer'; did you mean year?"* ]]
    run_split xpgn-split --games=1 --prefix=../x games.pgn
    expect 2 '' "xpgn-split: --prefix: '../x' has a / or ~, which file names here cannot have
try 'xpgn-split --help'"
}

@test "killed in the middle it leaves nothing but what has no name" {
    awk 'BEGIN { for (i = 1; i <= 3000; i++) printf "[Event \"e%d\"]\n\n{%600s} 1. e4 *\n\n", i % 7, "x" }' >games.pgn
    mkdir temp
    mkfifo pipe
    for signal in TERM KILL; do
        TMPDIR=temp xpgn-split --by=Event --memory=1M -o to <pipe 3>&- &
        exec 4>pipe
        cat games.pgn >&4
        while ! find /proc/[0-9]*/fd -lname "$PWD/temp/*" 2>/dev/null | grep -q .; do sleep 0.05; done
        kill -$signal $!
        wait $! 2>/dev/null || true
        exec 4>&-
        [ -z "$(ls -A temp to)" ] || [ "$(ls -A temp to | paste -sd ' ')" = 'temp:  to:' ]
    done
    # while files are open
    xpgn-split --games=1000 -o to <pipe 3>&- &
    exec 4>pipe
    cat games.pgn >&4
    while [ "$(find to -type f | wc -l)" -lt 2 ]; do sleep 0.05; done
    kill -TERM $!
    wait $! 2>/dev/null || true
    exec 4>&-
    [ -z "$(ls -A to)" ]
}

@test "a full disk is noticed, and nothing is left of what was written" {
    awk 'BEGIN { for (i = 1; i <= 3000; i++) printf "[Event \"e%d\"]\n\n{%600s} 1. e4 *\n\n", i % 7, "x" }' >games.pgn
    cp games.pgn before.pgn
    if [ "$(id -u)" -ne 0 ] || ! mkdir small || ! mount -t tmpfs -o size=512k none small 2>/dev/null; then skip 'needs a file system of its own'; fi
    TMPDIR=small run_split xpgn-split --by=Event --memory=1M -o to games.pgn
    mine=$status:$err
    run_split xpgn-split --by=Event --memory=1M -o small games.pgn
    left=$(ls -A small)
    umount small
    [ "$mine" = '2:xpgn-split: temporary file: write error: No space left on device' ]
    [ "$status" -eq 2 ]
    [[ $err == *'No space left on device'* ]]
    [ -z "$left" ]
    [ -z "$(ls -A to)" ]
    cmp before.pgn games.pgn
}

@test "the examples of the manual are true" {
    manual_examples "$ROOT/man/xpgn-split.1"
}
