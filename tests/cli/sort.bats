#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# xpgn-sort.
# shellcheck disable=SC2154 # run_split sets them

load helper
load examples

setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

# game NAME [TAG VALUE]...: a game whose name is its Event
game() {
    printf '[Event "%s"]\n' "$1"
    shift
    while [ $# -gt 0 ]; do
        printf '[%s "%s"]\n' "$1" "$2"
        shift 2
    done
    printf '\n1. e4 *\n\n'
}

# order OPTION...: the names of the games that come, in one line
order() {
    xpgn-sort "$@" | sed -n 's/^\[Event "\(.*\)"\]$/\1/p' | paste -sd ' '
}

# many N: games of 1 KB each with two tags of few values, in no order
many() {
    awk -v n="$1" 'BEGIN {
        srand(7)
        pad = sprintf("%900s", ""); gsub(/ /, "x", pad)
        for (i = 1; i <= n; i++)
            printf "[Event \"e%d\"]\n[White \"W%d\"]\n[Date \"20%02d.??.??\"]\n\n{%s} 1. e4 *\n\n", i, int(rand() * 9), int(rand() * 30), pad
    }'
}

@test "numbers are sorted as numbers, dates as dates, names without regard to case" {
    { game a WhiteElo 2700; game b WhiteElo 900; game c WhiteElo 10; game d; game e WhiteElo -; game f WhiteElo many; } >elo.pgn
    [ "$(order --by=WhiteElo elo.pgn)" = 'c b a f d e' ]
    [ "$(order --by=-WhiteElo elo.pgn)" = 'a b c f d e' ]
    { game a Date 2020.05.10; game b Date 2020.??.??; game c Date 2020.05.??; game d Date 1999.12.31
        game e Date '????.??.??'; game f; game g Date 2020.05.09; } >date.pgn
    [ "$(order --by=Date date.pgn)" = 'd b c g a e f' ]
    [ "$(order --by=-Date date.pgn)" = 'a g c b d e f' ]
    { game a White bob; game b White Alice; game c White Bob; game d White alice2; game e White alice10; game f White ''; } >name.pgn
    [ "$(order --by=White name.pgn)" = 'b d e a c f' ]
    [ "$(order --by=-White name.pgn)" = 'a c e d b f' ]
    { game a Round 10; game b Round 9.2; game c Round 9.10; game d Round '?'; game e Round 09.1; game f Round 9; } >round.pgn
    [ "$(order --by=Round round.pgn)" = 'f e b c a d' ]
}

@test "several columns, turned round or not, and games that are equal in all keep their order" {
    { game a White B Round 2; game b White A Round 2; game c White B Round 1; game d White A Round 3; game e White A Round 2; } >games.pgn
    [ "$(order --by=White,-Round games.pgn)" = 'd b e a c' ]
    [ "$(order --by=-White --by=Round games.pgn)" = 'c a b e d' ]
    [ "$(order --by='-White, Round' games.pgn)" = 'c a b e d' ]
    [ "$(order --by=White games.pgn)" = 'b d e a c' ]
    # also where the list of games has another order, and one twice
    [ "$(order --by=White --game=5,4,2,5,1 games.pgn)" = 'e d b e a' ]
}

@test "what is sorted by are the columns of xpgn-list, sums and openings too" {
    cp "$ROOT"/samples/{club,chess,five-dice}.xpgn .
    for by in plies ending 'count(combat)' 'mean(margin)' 'sum(luck)' ECO Opening 'tag:ECO' length ruleset; do
        xpgn-sort --by="$by" ./*.xpgn >sorted.xpgn
        xpgn-list --format=tsv --no-header --columns="$by" sorted.xpgn >is || [ $? -eq 1 ]
        case $by in
        plies | length | 'count(combat)' | 'mean(margin)' | 'sum(luck)') sort -s -g is ;;
        *) sort -s -f is ;;
        esac >sorted
        { grep . sorted; grep -v . sorted; } >due || true # those without a value are last
        same_output due is || { echo "$by"; return 1; }
        [ "$(sort -u is | wc -l)" -gt 1 ] || [ "$by" = tag:ECO ]
    done
}

@test "the games are unchanged, byte for byte, whatever the memory and the threads" {
    many 3000 >games.pgn
    xpgn-sort -j1 --by=White,-Date games.pgn >due
    [ "$(xpgn-list --format=tsv --no-header --columns=White,Date due | sort -s -k1,1 -k2,2r -c 2>&1)" = '' ]
    diff <(xpgn-list --format=tsv --columns=tag:Event,digest games.pgn | sort) <(xpgn-list --format=tsv --columns=tag:Event,digest due | sort)
    cmp <(LC_ALL=C sort games.pgn) <(LC_ALL=C sort due)
    for options in '-j1 --memory=1M' '-j2 --memory=1M' '-j3 --memory=2M' '-j2'; do
        # shellcheck disable=SC2086 # options
        xpgn-sort $options --by=White,-Date games.pgn | cmp - due || { echo "$options"; return 1; }
    done
    # more runs than are merged at a time
    many 20000 | tee games.pgn | xpgn-sort -j1 --by=White,-Date >due
    xpgn-sort -j2 --memory=1M --by=White,-Date games.pgn | cmp - due
    # as a stable sort of another program has it
    awk 'BEGIN { RS = ""; ORS = "\n\n" } NR % 2 { tags = $0; next } { gsub(/\n/, "\1", tags); print tags "\2" $0 }' games.pgn |
        awk 'BEGIN { RS = ""; FS = "\"" } { printf "%s\t%s\t%s\n", $4, $6, $2 }' | sort -s -t "$(printf '\t')" -k1,1 -k2,2r | cut -f 3 >names
    sed -n 's/^\[Event "\(.*\)"\]$/\1/p' due | cmp - names
}

@test "packed files and ranges are sorted, and damaged games are copied as they are" {
    many 40 >games.pgn
    gzip -k games.pgn
    xpgn-sort --by=White games.pgn | cmp - <(xpgn-sort --by=White games.pgn.gz)
    [ "$(xpgn-sort --by=White --bytes=0:1000 games.pgn | grep -c '^\[Event')" -eq 2 ]
    [ "$(xpgn-sort --by=White --bytes=1000: games.pgn | grep -c '^\[Event')" -eq 38 ]
    printf '[Event "b"]\r\n\r\n1. e4 Ke4 {open *\r\n\r\n[Event "a"]\r\n\r\n1. e4 *' >bad.pgn
    xpgn-sort --by=Event bad.pgn >out
    printf '[Event "a"]\r\n\r\n1. e4 *\r\n\r\n[Event "b"]\r\n\r\n1. e4 Ke4 {open *\r\n\r\n' >due
    same_output due out
}

@test "nothing is written if a game is missing" {
    many 3 >games.pgn
    run_split xpgn-sort --by=White games.pgn none.pgn
    expect 2 '' 'xpgn-sort: none.pgn: No such file or directory
xpgn-sort: nothing was written, since not all games could be read'
    { game a; cat games.pgn; } >large.pgn
    run_split xpgn-sort --by=White --max-game=500 large.pgn
    [ "$status" -eq 2 ]
    [ -z "$out" ]
    [[ $err == *'large.pgn:5: game 2 is larger than --max-game'*'nothing was written'* ]]
    gzip -c games.pgn | head -c 60 >cut.gz
    run_split xpgn-sort --by=White -o out.pgn cut.gz
    [ "$status" -eq 2 ]
    [ ! -e out.pgn ]
}

@test "mistakes on the command line are told" {
    game a >games.pgn
    run_split xpgn-sort games.pgn
    expect 2 '' "xpgn-sort: --by is required: --by=Date,Round
try 'xpgn-sort --help'"
    run_split xpgn-sort --by=plie games.pgn
    expect 2 '' "xpgn-sort: --by: unknown word 'plie'; did you mean plies?
try 'xpgn-sort --help'"
    run_split xpgn-sort --by=Date,-Date games.pgn
    expect 2 '' "xpgn-sort: --by has Date twice
try 'xpgn-sort --help'"
    run_split xpgn-sort --by=Evant games.pgn
    expect 0 "$(cat games.pgn)" 'xpgn-sort: no game has the tag Evant; did you mean Event?'
    run_split xpgn-sort --by=Date --memory=100 games.pgn
    expect 2 '' "xpgn-sort: --memory: '100' is not a size such as 64M or 1G (1024K or more)
try 'xpgn-sort --help'"
    run_split xpgn-sort --by=Event -o games.pgn games.pgn
    expect 2 '' 'xpgn-sort: games.pgn: not written: it is also read in this run; name another file'
}

@test "temporary files lie in TMPDIR, and nothing of them is left, killed or not" {
    many 3000 >games.pgn
    mkdir temp
    TMPDIR=none run_split xpgn-sort --by=White --memory=1M games.pgn
    expect 2 '' 'xpgn-sort: temporary file: none: No such file or directory'
    TMPDIR=temp xpgn-sort --by=White --memory=1M games.pgn | cmp - <(xpgn-sort --by=White games.pgn)
    [ -z "$(ls -A temp)" ]
    # in the middle: it waits for more input
    mkfifo pipe
    TMPDIR=temp xpgn-sort --by=White --memory=1M -o out.pgn <pipe 3>&- &
    exec 4>pipe
    cat games.pgn >&4
    while ! find /proc/[0-9]*/fd -lname "$PWD/temp/*" 2>/dev/null | grep -q .; do sleep 0.05; done
    kill -KILL $!
    wait $! 2>/dev/null || true
    exec 4>&-
    [ -z "$(ls -A temp)" ]
    [ "$(echo ./*)" = './err ./games.pgn ./out ./pipe ./temp' ]
}

@test "a full disk is noticed" {
    many 3 >games.pgn
    status=0
    xpgn-sort --by=White games.pgn >/dev/full 2>err || status=$?
    [ "$status" -eq 2 ]
    grep -q 'No space left on device' err
    many 3000 >games.pgn
    if [ "$(id -u)" -eq 0 ] && mkdir temp && mount -t tmpfs -o size=512k none temp 2>/dev/null; then
        TMPDIR=temp run_split xpgn-sort --by=White --memory=1M -o out.pgn games.pgn
        umount temp
        expect 2 '' 'xpgn-sort: temporary file: write error: No space left on device'
        [ ! -e out.pgn ]
    fi
}

@test "the examples of the manual are true" {
    manual_examples "$ROOT/man/xpgn-sort.1"
}
