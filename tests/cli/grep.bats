#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# xpgn-grep: which games it picks, what it writes of them, and what it says of a wrong condition.

# shellcheck disable=SC2154 # out, err, status, out_file are set by run_split

load helper
load examples

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    cat >games.pgn <<'END'
[Event "Open"]
[Date "2020.05.17"]
[White "Carlsen, Magnus"]
[Black "M\"uller \\ Co"]
[Result "1-0"]
[WhiteElo "2862"]
[ECO "C50"]

1. e4 e5 2. Nf3 {a knight
   comes out [%clk 0:01:30]} Nc6 3. Bc4 (3. Bb5 {the Spanish game}) 3... Bc5 1-0

[Event "Open"]
[Date "2020.??.??"]
[White "Adams, Ann"]
[Black "carlsen, m"]
[Result "1/2-1/2"]
[WhiteElo "?"]
[ECO "?"]

1. f3 e5 2. g4 Qh4# 0-1

[Event "Closed"]
[Date "2021"]
[White "Brandt"]
[Black "Chen"]
[Round "3.10"]
[WhiteElo "-"]

1. d4 d5 ; a queen's pawn
2. c4 e5 *

[Event "Dice"]
[Date "2019.12.31"]
[White "Dorn"]
[Black "Evers"]
[Result "0-1"]
[Variant "Chess Attack"]

1. e4 d5 2. exd5 <5:1> Qxd5 <4:2> 0-1
END
}

# picks LINES ARG...: the White players of the games that xpgn-grep picks, one a line.
picks() {
    run_split xpgn-grep "${@:2}" games.pgn
    # where none is picked, there may be a hint
    [[ -z $err || $err =~ ^[^$'\n']*not\ read\ to\ the\ end || (-z $1 && $err =~ ^xpgn-grep:\ (no game has|nothing matched)) ]] ||
        { echo "$err"; return 1; }
    diff -u <(printf '%s\n' "$1" | tr ' ' '\n' | sed '/^$/d') \
        <(sed -n 's/^\[White "\([A-Za-z]*\).*/\1/p' "$out_file") || return 1
    [ "$status" -eq "$([ -n "$1" ] && echo 0 || echo 1)" ]
}

# refuses OPTION VALUE MESSAGE MARK: a condition that cannot be read, and where.
refuses() {
    run_split xpgn-grep "$1=$2" games.pgn
    expect 2 '' "xpgn-grep: $1: $3
  $2
  $4"
}

# ---- tags --------------------------------------------------------------------------------------

@test "a tag is compared as a whole, or matches an expression" {
    picks 'Brandt' --tag White=Brandt
    picks '' --tag White=Brand
    picks '' --tag White=brandt
    picks 'Brandt' -t 'White=/^bran/i'
    picks 'Adams Brandt' -t 'White=/[Aa]d|dt/'
    picks '' -t 'White=/^arlsen/'
    picks 'Carlsen' --tag='White=/, M.*s$/'
}

@test "a tag that is missing is not equal to anything" {
    picks 'Carlsen Adams Dorn' --tag 'Round!=3.10'
    picks 'Carlsen Adams Dorn' --tag 'Round!=/^3/'
    picks 'Brandt' --tag Round
    picks 'Carlsen Adams Dorn' --tag '!Round'
    picks 'Carlsen' --tag WhiteElo
    picks 'Adams Brandt Dorn' --tag '!WhiteElo'
    picks 'Adams Brandt Dorn' --tag 'ECO!=C50'
    picks '' --tag 'Nothing='
}

@test "values are compared without their escapes" {
    picks 'Carlsen' --tag 'Black=M"uller \ Co'
    picks 'Carlsen' --tag 'Black=/^M"u.*\\ C/'
}

@test "numbers are compared as numbers" {
    picks 'Carlsen' --tag 'WhiteElo>=2862'
    picks 'Carlsen' --tag 'WhiteElo<10000'
    picks '' --tag 'WhiteElo>2862'
    picks '' --tag 'WhiteElo<2862'
    picks 'Carlsen' --tag 'WhiteElo<=2862.0'
    picks 'Brandt' --tag 'Round<3.2'
    picks 'Brandt' --tag 'Round>3.01'
}

@test "a value is compared by the number that it begins with" {
    printf '[TimeControl "%s"]\n\n1. e4 *\n\n' 180+5 60 40/7200:3600 '?' bullet -1 >times.pgn
    controls() { xpgn-grep "$@" times.pgn | sed -n 's/.*"\(.*\)".*/\1/p' | paste -sd ' ' -; }
    [ "$(controls --tag 'TimeControl>=180')" = '180+5' ]
    [ "$(controls --tag 'TimeControl<180')" = '60 40/7200:3600 -1' ]
    [ "$(controls --tag 'TimeControl>=180+5')" = '180+5 60 40/7200:3600 bullet' ] # no number: as text
}

@test "dates are compared as dates, and an unknown part is on no side" {
    picks 'Carlsen Adams Brandt' --tag 'Date>=2020'
    picks 'Carlsen Brandt' --tag 'Date>=2020.05'
    picks 'Carlsen Brandt' --tag 'Date>2020.05.16'
    picks 'Brandt' --tag 'Date>2020.05'
    picks 'Carlsen Adams Dorn' --tag 'Date<=2020'
    picks 'Dorn' --tag 'Date<2020'
    picks 'Carlsen Dorn' --tag 'Date<=2020-05'
    picks 'Carlsen' --tag 'Date>=2020.05' --tag 'Date<2020.06'
}

@test "a value that is written like a date is one, whatever the tag is called" {
    printf '[Drawn "%s"]\n\n1. e4 *\n\n' 2019 2018 2019.12.30 2019.12.31 2019.11 >drawn.pgn
    drawn() { xpgn-grep --tag "$1" drawn.pgn | sed -n 's/^.Drawn "\(.*\)".*/\1/p' | paste -sd ' ' -; }
    [ "$(drawn 'Drawn<2019.12.31')" = '2018 2019.12.30 2019.11' ] # a year may be later, too
    [ "$(drawn 'Drawn<2019.12')" = '2018 2019.11' ]               # the shortest
    [ "$(drawn 'Drawn<=2019.12')" = '2018 2019.12.30 2019.12.31 2019.11' ]
    [ "$(drawn 'Drawn<2019')" = '2018' ]
}

@test "other values are compared as text, unknown ones are neither less nor more" {
    picks 'Carlsen' --tag 'ECO>=B20'
    picks 'Carlsen' --tag 'ECO<D'
    picks '' --tag 'ECO>C50'
    picks 'Adams Brandt' --tag 'White>=A' --tag 'White<=Brandt'
}

@test "the first tag of a name counts" {
    printf '[White "A"]\n[White "B"]\n\n1. e4 *\n' >games.pgn
    run_split xpgn-grep -c --tag White=A games.pgn
    expect 0 1 ''
    picks '' --tag White=B
}

@test "a player is sought on both sides, whatever the case" {
    picks 'Carlsen Adams' --player CARLSEN
    picks 'Carlsen Adams' -p '/^carlsen/i'
    picks 'Adams' -p '/^carlsen/'
    picks 'Brandt' -p chen
    cat >games.pgn <<'END'
[White "Weiss"]
[Green "Gruen"]
[Variant "assault-and-siege"]
[RuleOptions "players=4"]

*
END
    picks 'Weiss' -p gruen
}

@test "a player with Latin-1 or UTF-8 letters is found in either" {
    printf '[White "M\374ller"]\n\n1. e4 *\n\n[White "M\303\234LLER"]\n\n1. e4 *\n' >games.pgn
    run_split xpgn-grep -c --player müller games.pgn
    expect 0 2 ''
    run_split xpgn-grep -c --tag 'White=/^m.ller$/i' games.pgn
    expect 0 2 ''
    run_split xpgn-grep -c --tag 'White=Müller' games.pgn
    expect 0 1 ''
}

@test "a variant is found by its names" {
    picks 'Dorn' --variant chess-attack
    picks 'Dorn' --variant 'Chess Attack'
    picks 'Carlsen Adams Brandt' --variant chess
    picks 'Carlsen Adams Brandt Dorn' --variant 'chess, chess-attack'
    picks '' --variant five-dice
    sed -i 's/Chess Attack/Tiddlywinks/' games.pgn
    picks 'Carlsen Adams Brandt' --variant chess,chess-attack
}

@test "a variant of a ruleset file is found too" {
    printf 'ruleset: my-attack\nextends: chess-attack\ntitle: Mine\nversion: 1\n' >mine.yaml
    sed -i 's/Chess Attack/my-attack/' games.pgn
    picks 'Dorn' --rules mine.yaml --variant my-attack
    run_split xpgn-grep --variant my-attack games.pgn
    [ "$status" -eq 2 ]
}

@test "a result is that of the tag, or else that at the end" {
    picks 'Carlsen' --result 1-0
    picks 'Adams' --result 1/2-1/2
    picks 'Brandt' --result '*'
    picks 'Adams Dorn' --result '0-1, 1/2-1/2'
    sed -i '/Result/d' games.pgn
    picks 'Carlsen' --result 1-0
    picks 'Adams Dorn' --result 0-1
    printf '[White "A"]\n[Result "?"]\n\n1. e4 (1. d4 1-0) 1... e5 0-1 {1-0}\n' >games.pgn
    picks 'A' --result 0-1
    picks '' --result 1-0
}

# ---- text --------------------------------------------------------------------------------------

@test "comments are searched, also over line breaks, in variations and after semicolons" {
    picks 'Carlsen' --comment 'Knight comes'
    picks 'Carlsen' --comment '/^a knight comes out \[%clk 0:01/'
    picks 'Carlsen' --comment 'spanish'
    picks 'Brandt' --comment "queen's"
    picks '' --comment 'Bc4'
    picks '' --comment '/SPANISH/'
}

@test "the whole text is searched" {
    picks 'Carlsen' --text Bc4
    picks 'Adams' --text '/^1\. f3.*#/m'
    picks 'Carlsen' --text '/e5 2.*comes/s'
    picks '' --text '/e5 2.*comes/'
    picks 'Carlsen' --text '/B b 5 # a comment/x'
    picks 'Carlsen' --text '/1-0"\]/'
    picks 'Adams' --text '/1\/2/'
}

# ---- play --------------------------------------------------------------------------------------

@test "the number of turns" {
    picks 'Carlsen' --where plies=6
    picks 'Adams Brandt Dorn' --where 'plies<=5'
    picks 'Carlsen' --where 'plies>=5'
    picks 'Adams Brandt Dorn' --where 'plies>=4 plies<=5'
    picks '' --where 'plies>6'
}

@test "positions of the main line, the start too, variations not" {
    picks 'Carlsen' --xfen 'r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq -'
    picks 'Carlsen' --xfen 'c4=B,c5=b'
    picks '' --xfen 'b5=B'
    picks 'Carlsen Adams Brandt Dorn' --xfen 'e2=P,e4=_'
    picks 'Carlsen Dorn' --xfen '////4P3//PPPP1PPP/RNBQKBNR b'
    picks 'Dorn' --xfen 'd5=P*'
    picks 'Dorn' --xfen 'd5=?*[p]'
    picks 'Adams' --xfen 'h4=q' --xfen 'f3=P'
}

@test "final positions only" {
    picks 'Carlsen' --final --xfen 'c5=b'
    picks 'Carlsen' --xfen 'f1=_,f3=N'
    picks 'Brandt' --final --xfen 'e2=P,e4=_,g2=P'
    picks 'Adams' --final --xfen 'h4=q w'
    picks 'Dorn' --final --xfen 'd5=q[Pp]'
}

@test "actions and combats" {
    picks 'Adams' --has mate
    picks 'Dorn' --combat ''
    picks 'Dorn' --combat 'attacker=P faces=5'
    picks '' --combat 'attacker=P faces=6'
    picks 'Dorn' --combat 'defender=P* won' --combat 'attacker=P won'
    picks '' --combat 'defender=P* attacker=P won'
    picks 'Carlsen Adams' --has 'Q,N,B !combat move<=3'
    picks '' --has 'double removal'
}

@test "a game with errors matches as far as it can be played" {
    printf '[White "A"]\n\n1. e4 e5 2. Ke3 Nf6 *\n\n[White "B"]\n[Variant "nothing"]\n\n1. e4 *\n' >games.pgn
    picks 'A' --where plies=2
    picks 'A' --xfen 'e4=P,e5=p'
    picks '' --xfen 'e3=K'
    picks '' --xfen 'f6=n'
    picks '' --final --xfen 'e5=p'
    picks 'A B' --text 'e4'
    # a wrong total: the game goes on as the dice have it
    printf '[White "A"]\n[Variant "chess-attack"]\n\n1. e4 d5 2. exd5 <5+0=9w:1+1=5x> Qxd5 <4:2> *\n' >games.pgn
    picks 'A' --combat 'attacker.total=7' --final --xfen 'd5=q'
}

# ---- several conditions ------------------------------------------------------------------------

@test "all conditions have to hold, or any" {
    picks '' --tag White=Brandt --variant chess-attack
    picks 'Brandt Dorn' --any --tag White=Brandt --variant chess-attack
    picks 'Adams Dorn' --any --has mate --combat won
    picks '' --has mate --combat won
    picks 'Carlsen Adams Dorn' --any --comment spanish --has mate --xfen 'd5=q' --where plies=99
    picks 'Adams' --result 1/2-1/2 --player carlsen --where plies=4 --has mate --xfen 'h4=q' --text Qh4
    picks 'Carlsen Adams Brandt Dorn'
    picks '' -v
}

@test "the games that do not match" {
    picks 'Adams Brandt Dorn' -v --tag 'White=/Carlsen/'
    picks 'Carlsen Brandt Dorn' -v --has mate
    picks 'Carlsen Adams Brandt' --invert-match --any --combat won --where plies=99
}

# ---- output ------------------------------------------------------------------------------------

@test "games are copied byte by byte, and are a stream of games again" {
    printf '\357\273\277%% escape\r\n{before}\r\n[White "A"]\r\n\r\n1.e4\te5  $1 2. Nf3\r\n\r\n\r\n*' >a.pgn
    printf '[White "B"]\n\n1. e4 *' >b.pgn
    xpgn-grep a.pgn b.pgn >both
    printf '{before}\r\n[White "A"]\r\n\r\n1.e4\te5  $1 2. Nf3\r\n\r\n\r\n*\r\n\r\n[White "B"]\n\n1. e4 *\n\n' >expected
    cmp expected both
    xpgn-grep both >again
    cmp both again
    xpgn-grep games.pgn | xpgn-grep >again
    cmp <(xpgn-grep games.pgn) again
    [ "$(xpgn-grep -c <again)" -eq 4 ]
    for file in "$ROOT"/samples/*.xpgn "$ROOT"/samples/broken/[MX]-0[13].xpgn; do
        xpgn-grep "$file" >one
        [ "$(xpgn-grep -c one)" = "$(xpgn-grep -c "$file")" ] || { echo "$file"; return 1; }
        cmp <(xpgn-validate --format=json "$file" | grep -o '"code":"[^"]*"' | sort) \
            <(xpgn-validate --format=json one | grep -o '"code":"[^"]*"' | sort) || { echo "$file"; return 1; }
    done
}

@test "what is good and what is not, together are all" {
    xpgn-validate --good=good --bad=bad "$ROOT/samples/broken/CA-3.xpgn" >/dev/null || true
    [ -s good ]
    [ -s bad ]
    cmp <(cat good bad | sort) <(xpgn-grep "$ROOT/samples/broken/CA-3.xpgn" | sort)
}

@test "counts, with names for several files" {
    cp games.pgn two.pgn
    run_split xpgn-grep -c --player carlsen games.pgn
    expect 0 2 ''
    run_split xpgn-grep --count --player carlsen games.pgn /dev/null two.pgn
    expect 0 'games.pgn:2
/dev/null:0
two.pgn:2' ''
    run_split xpgn-grep -vc --player carlsen - <games.pgn
    expect 0 2 ''
    run_split xpgn-grep -c --player nobody games.pgn
    expect 1 0 ''
    # the same file twice is two files
    run_split xpgn-grep -c --player carlsen games.pgn games.pgn
    expect 0 'games.pgn:2
games.pgn:2' ''
}

@test "names of files" {
    sed '/Dice/,$d' games.pgn >plain.pgn
    run_split xpgn-grep -l --combat won games.pgn plain.pgn
    expect 0 games.pgn ''
    run_split xpgn-grep -L --combat won games.pgn plain.pgn
    expect 0 plain.pgn ''
    run_split xpgn-grep --files-without-match --player carlsen games.pgn plain.pgn
    expect 1 '' ''
    run_split xpgn-grep --files-with-matches --player carlsen games.pgn plain.pgn
    expect 0 'games.pgn
plain.pgn' ''
    run_split xpgn-grep -l --player carlsen <games.pgn
    expect 0 - ''
    run_split xpgn-grep -lL games.pgn
    [ "$status" -eq 2 ]
}

@test "a file that cannot be read is no file without a match" {
    run_split xpgn-grep -L --player nobody nothing.pgn games.pgn
    expect 2 games.pgn 'xpgn-grep: nothing.pgn: No such file or directory'
    run_split xpgn-grep -c --player carlsen nothing.pgn games.pgn
    [ "$status" -eq 2 ]
    [[ $out == *'games.pgn:2' ]]
}

@test "quiet, and at once" {
    run_split xpgn-grep -q --player carlsen games.pgn
    expect 0 '' ''
    run_split xpgn-grep --quiet --player nobody games.pgn
    expect 1 '' ''
    # what comes after the match is not read, so that it cannot fail
    run_split xpgn-grep -q --player carlsen games.pgn nothing.pgn
    expect 0 '' ''
    run_split xpgn-grep -q --player carlsen nothing.pgn games.pgn
    expect 0 '' 'xpgn-grep: nothing.pgn: No such file or directory'
    # of a feed that never ends, only so much is read
    mkfifo feed
    exec 7<>feed
    cat games.pgn >&7
    timeout 60 xpgn-grep -q --has mate <feed
}

@test "the first of them, and no more is read" {
    picks 'Carlsen' -m 1 --player carlsen
    picks 'Carlsen Adams' --head=2 --player carlsen
    picks 'Carlsen Adams' --head 3 --player carlsen
    picks 'Carlsen Adams Brandt' --head 3
    run_split xpgn-grep -c --head 3 games.pgn games.pgn
    expect 0 'games.pgn:3
games.pgn:0' ''
    run_split xpgn-grep --head 1 games.pgn nothing.pgn
    [ "$status" -eq 0 ]
    [ -z "$err" ]
    mkfifo feed
    exec 7<>feed
    cat games.pgn >&7
    timeout 60 xpgn-grep -m1 --player carlsen <feed >first
    grep -c '^.White' first
    [ "$(grep -c '^.White "Carlsen' first)" -eq 1 ]
    run_split xpgn-grep --head 0 games.pgn
    [ "$status" -eq 2 ]
}

# many N: a stream of N games, every seventh of Chess Attack
many() {
    awk -v n="$1" 'BEGIN {
        chess = "\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 1/2-1/2"
        for (i = 0; i < n; i++) {
            attack = "[Variant \"chess-attack\"]\n\n1. e4 d5 2. exd5 <" i % 6 + 1 ":" i % 5 + 1 "> *"
            printf "[White \"%d\"]\n[Black \"Somebody, A.\"]\n%s\n\n", i, i % 7 ? chess : attack
        }
    }'
}

@test "the output is the same for every number of threads" {
    many 4500 >one.pgn # batches of 2048 games
    many 2500 >two.pgn
    for args in '--tag White=/7/' '--has castling' '--combat won' '-v --xfen d5=P*' '-c --combat lost' \
        '-l --combat lost' '-L --combat lost' '--head 40 --combat won' '--head 1700 --tag White=/1/' ''; do
        # shellcheck disable=SC2086
        xpgn-grep -j 1 $args one.pgn two.pgn >first || [ $? -eq 1 ]
        for j in 2 5; do
            # shellcheck disable=SC2086
            xpgn-grep -j "$j" $args one.pgn two.pgn >second || [ $? -eq 1 ]
            cmp first second || { echo "-j $j $args"; return 1; }
        done
    done
    [ "$(xpgn-grep --head 1700 --tag White=/1/ one.pgn | xpgn-grep -c)" -eq 1700 ]
}

@test "compressed files, --game, --max-game" {
    gzip -k games.pgn
    picks 'Adams Brandt' --game 2-3
    run_split xpgn-grep -c --player carlsen games.pgn.gz
    expect 0 2 ''
    run_split xpgn-grep --game 9 games.pgn
    expect 2 '' 'xpgn-grep: no game 9: the input has 4'
    { printf '[White "Long"]\n\n1. e4 {'; head -c 20000 /dev/zero | tr '\0' x; printf '} *\n\n'; cat games.pgn; } >large.pgn
    run_split xpgn-grep -c --max-game=10K large.pgn
    expect 2 4 'xpgn-grep: large.pgn:1: game 1 left out: it is larger than --max-game'
}

@test "a hostile expression is given up, and reported" {
    printf '[White "A"]\n\n1. e4 {%s} *\n\n[White "B"]\n\n1. e4 {short} *\n' \
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab >games.pgn
    for v in '' -v; do
        run_split xpgn-grep $v --comment '/^(a+)+$/' games.pgn
        [ "$status" -eq 2 ]
        [ "$err" = 'xpgn-grep: games.pgn:1: game 1 left out: the expression takes too many steps on this game' ]
        [ "$(grep -c White "$out_file")" = "$([ -n "$v" ] && echo 1 || echo 0)" ]
    done
    # deep recursion neither
    run_split xpgn-grep --text '/^((?1)|.)*+x$/s' games.pgn
    [ "$status" -le 2 ]
    run_split xpgn-grep -c --text '/(*LIMIT_MATCH=4000000000)^(a+)+$/m' games.pgn
    [ "$status" -le 2 ]
}

@test "an expression that costs the square of a text is given up, whatever makes it so" {
    { printf '[White "A"]\n\n1. e4 {'; head -c 256000 /dev/zero | tr '\0' a
        printf '} *\n\n[White "B"]\n\n1. e4 {short} *\n'; } >long.pgn
    # repetitions, lookahead and lookbehind, back references; each took 10 seconds and more
    for e in '(?<=a)a*[bd]\d' '(?:a(?=a*+))*[bd]' '(?:a(?=a{60000}[bd]))*[cd]' '(a{30000})(?:a(?=\1[bd]))*[cd]' \
        '(?P<x>a+)(?:a(?=(?P=x)[bd]))*[cd]' '(?:a(?<!.{60000}[bd]))*[bd]' '(?=(a+))a*[bd]\1' '(?>a*)[bd]'; do
        run_split timeout 30 xpgn-grep -c "--text=/$e/" long.pgn
        expect 2 0 'xpgn-grep: long.pgn:1: game 1 left out: the expression takes too many steps on this game'
    done
    # many texts of a game share the limit
    { printf '1. e4'; comment=$(head -c 6000 /dev/zero | tr '\0' a)
        for _ in {1..40}; do printf ' {%s}' "$comment"; done; printf ' *\n'; } >many.pgn
    run_split timeout 30 xpgn-grep -c '--comment=/(?<=a)a*[bd]\d/' many.pgn
    expect 2 0 'xpgn-grep: many.pgn:1: game 1 left out: the expression takes too many steps on this game'
}

@test "a text that is merely long is searched to its end" {
    { printf '[White "A"]\n\n1. e4 {'; yes 'The knight on f3, {or} [%clk 0:01] it is, goes.' | tr -d '{}' | head -c 6000000
        printf ' The end.} *\n'; } >long.pgn
    for e in 'The end' '/[A-Z]\w+ end/' '/\w+\W+\w+ end\./' '/knight.*end/s' '/(on|it|or) .*\bend\b/s' \
        '/(?<!\d)\x{54}he{1} end/' '/(\w)he \w+d/' '/^1\. e4.*end/sm'; do
        run_split xpgn-grep -c "--text=$e" long.pgn
        expect 0 1 '' || { echo "$e"; return 1; }
    done
    # one that the fast matcher has no stack for
    { printf '1. e4 {'; yes abc | head -n 10000 | tr -d '\n'; printf 'd} *\n'; } >deep.pgn
    [ "$(xpgn-grep -c '--comment=/^(a|b|c)*d$/' deep.pgn)" = 1 ]
}

@test "bytes of every kind in games and expressions" {
    head -c 300 /dev/zero | tr '\0' '\377' >ff
    { printf '[White "'; cat ff; printf '"]\n\n1. e4 {'; cat ff; printf '\342\202} *\n'; } >games.pgn
    run_split xpgn-grep -c --player ÿ --comment 'ÿâ' --text '/ÿ{300}/' games.pgn
    expect 0 1 ''
    run_split xpgn-grep -c --player $'\377' games.pgn
    [ "$status" -eq 2 ]
}

# ---- what is wrong, and where ------------------------------------------------------------------

@test "a wrong condition is told with its place" {
    refuses --tag 'White~x' 'expected one of = != < <= > >= after the tag name' '     ^'
    refuses --tag '=x' 'the tag name is missing' '^'
    refuses --tag '' 'the tag name is missing' '^'
    refuses --tag 'White>/x/' 'an expression requires = or !=' '      ^~~'
    refuses --tag 'WhiteElo>=' 'the value to compare with is missing' '          ^'
    refuses --tag 'White=/(x/' 'missing closing parenthesis' '         ^'
    refuses --tag 'White=/x' 'the expression is not closed: / is missing' '        ^'
    refuses --tag 'White=/x/iq' 'unknown flag; the flags are i, m, s and x' '          ^'
    refuses --player '' 'the text to search for is empty' '^'
    refuses --comment '/[/' 'missing terminating ] for character class' '  ^'
    refuses --variant 'chess,ches' 'unknown variant; did you mean chess?' '      ^~~~'
    refuses --variant 'chess,go' \
        'unknown variant; the variants are assault-and-siege, chess-attack, chess-or-die-trying, chess-to-the-death, chess-without-check, chess, chess960, combat-chess-2, dice-chess-pair, dice-chess-three, dice-chess, five-dice, hit-points-chess, polyhedral-chess-war, reckless-chess, single-combat-chess' \
        '      ^~'
    refuses --variant '' 'a variant is missing' '^'
    refuses --result '1-0,2-0' 'not a result such as 1-0, 0-1, 1/2-1/2, * or 0-1-0-0' '    ^~~'
    refuses --xfen 'é4=N' "expected a square, found 'é'" '^'
    refuses --xfen 'e4=N,é5=N' "expected a square, found 'é'" '     ^'
    refuses --xfen 'e4=[N' 'unterminated set: missing ]' '   ^~'
    refuses --combat 'atacker=N' "unknown word 'atacker'; did you mean attacker?" '^~~~~~~'
    refuses --combat 'faces=6 attacker=X' "expected a piece (K Q R B N P, wounded N*), found 'X'" '                 ^'
    refuses --has '' 'empty query' '^'
    run_split xpgn-grep --final games.pgn
    [ "$status" -eq 2 ]
}

@test "what a terminal must not get is not printed" {
    run_split xpgn-grep --tag $'White~\033[2J' games.pgn
    [ "$status" -eq 2 ]
    [ "$(grep -c $'\033' "$err_file")" -eq 0 ]
    grep -q '␛\[2J' "$err_file"
}

@test "the version tells which PCRE2 it is" {
    run_split xpgn-grep --version
    [ "$status" -eq 0 ]
    [[ $out =~ $'\n'' '+PCRE2' '10\.[0-9]+', with'(out)?' JIT' ]]
}

@test "a full disk is noticed, a closed pipe ends quietly" {
    for args in '' -c '-l'; do
        status=0
        # shellcheck disable=SC2086
        xpgn-grep $args games.pgn >/dev/full 2>err || status=$?
        [ "$status" -eq 2 ]
        [ "$(cat err)" = 'xpgn-grep: write error: No space left on device' ]
    done
    many 9000 >one.pgn
    { xpgn-grep one.pgn 2>err || echo "$?" >>quiet; } | head -n 1 >/dev/null
    [ ! -s err ]
}

@test "every word of a query is in the manual" {
    sed -n 's/^[FL][A-Z]*(\([a-z_]*\), \(TURN\|ACTION\|COMBAT\|SIDE\|COMBATANT\), [^T].*/\1/p' \
        "$ROOT/lib/facts/facts.def" | tr _ - >words
    sed -n '/words_of_/,/;/p' "$ROOT/lib/facts/facts.c" | grep -o '"[a-z-]*"' | tr -d '"' |
        grep -vxE "unplayable|white|red|black|green" >>words
    [ "$(wc -l <words)" -gt 55 ]
    while read -r word; do
        grep -qE "^\.It Li (.* , )?$word( |\$)" "$ROOT/man/xpgn-query.7" || {
            echo "xpgn-query.7 does not have $word"
            return 1
        }
    done <words
}

@test "the fast path and the walk select the same games" {
    cat "$ROOT"/samples/*.xpgn "$ROOT"/tests/bench/data/*pgn "$ROOT"/tests/defects/*.pgn games.pgn >all
    printf '[FEN "7k/8/5KQ1/8/8/8/8/8 w - - 0 1"]\n\n1. Qf7 *\n\n[FEN "7k/8/5KQ1/8/8/8/8/8 w - - 0 1"]\n\n1. Qg7# 1-0\n\n' >>all
    printf '1. e4 {a {b} e5 *\n\n1. f3 e5 2. g4 Qh4# 0-1 3. e4\n\n[FEN "7k/6Q1/5K2/8/8/8/8/8 b - - 0 1"]\n\n1-0\n' >>all
    selected() {
        xpgn-grep "$@" all >fast 2>fast.err || true
        XPGN_FORCE=walk xpgn-grep "$@" all >walked 2>walked.err || true
        [ -s fast ] || { echo "nothing: $*"; return 1; }
        cmp fast walked && cmp fast.err walked.err
    }
    for has in mate stalemate end castling; do
        selected --has="$has"
        selected -v --has="$has"
        selected --any --has="$has" --xfen 'd5=N'
        selected --final --has="$has" --any --xfen 'h4=q'
    done
    for has in 'check and move>=40 and piece=N' 'check and capture and move>=35'; do
        selected -n --has="$has"
    done
    for pattern in e4=P d5=N h4=q f7=Q 'e4=P,e5=p' 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -' \
        'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -'; do
        selected --xfen "$pattern"
        selected --xfen "$pattern" --where 'plies>=4'
    done
}

@test "a name where a file should stand leads to --player, and copies nothing" {
    run_split xpgn-grep Adams games.pgn
    expect 2 '' "xpgn-grep: no file Adams, and no condition; to find a player: --player='Adams'
try 'xpgn-grep --help'"
    run_split xpgn-grep -c Adams games.pgn
    [ "$status" -eq 2 ]
    # with a condition, or a file of that name, it is a file as any other
    run_split xpgn-grep -c --player=carlsen Adams games.pgn
    [ "$status" -eq 2 ]
    [ "$err" = 'xpgn-grep: Adams: No such file or directory' ]
    cp games.pgn Adams
    run_split xpgn-grep Adams
    [ "$status" -eq 0 ]
    cmp <(xpgn-grep games.pgn) "$out_file"
}

@test "the examples of the manual do what the manual shows" {
    cp "$ROOT"/samples/*.xpgn .
    manual_examples "$ROOT/man/xpgn-grep.1"
}

@test "half a point to nothing is a result of its own" {
    printf '[White "A"]\n[Result "1/2-0"]\n\n1. e4 1/2-0\n\n[White "B"]\n[Result "1/2-1/2"]\n\n1. e4 ½\n' >half.pgn
    [ "$(xpgn-grep --result 1/2-0 half.pgn | head -n 1)" = '[White "A"]' ]
    [ "$(xpgn-grep --result 1/2-1/2 half.pgn | head -n 1)" = '[White "B"]' ]
    [ "$(xpgn-list --no-header --format=tsv --columns result half.pgn | tr '\n' ' ')" = '1/2-0 ½ ' ]
    [ "$(xpgn-stats --format=json half.pgn | jq -c .rulesets.chess.results)" = '{"1/2-0":1,"1/2-1/2":1}' ]
    run_split xpgn-validate half.pgn
    expect 0 '' ''
}

@test "a double forfeit is a result of its own" {
    printf '[White "A"]\n[Result "0-0"]\n\n0-0\n\n[White "B"]\n[Result "*"]\n\n1. e4 *\n' >forfeit.pgn
    [ "$(xpgn-grep --result 0-0 forfeit.pgn | head -n 1)" = '[White "A"]' ]
    [ "$(xpgn-grep --result '*' forfeit.pgn | head -n 1)" = '[White "B"]' ]
    [ "$(xpgn-stats --format=json forfeit.pgn | jq -c '.rulesets.chess | [.results, .endings]')" = \
        '[{"*":1,"0-0":1},{"double forfeit":1,"unfinished":1}]' ]
    [ "$(xpgn-fmt forfeit.pgn | sed -n '7,9p')" = '[Result "0-0"]

0-0' ]
}
