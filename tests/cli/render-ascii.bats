#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# xpgn-render-ascii: diagrams, compared byte for byte with tests/cli/golden/render-ascii-*.txt.

# shellcheck disable=SC2154 # out, err, status, out_file are set by run_split

load helper
load examples

setup() {
    golden=$ROOT/tests/cli/golden
    cd "$BATS_TEST_TMPDIR" || return
    cp "$golden/render-ascii.xpgn" games.xpgn
    # The first game alone.
    sed '/Event "Combat Chess"/,$d' games.xpgn >game.xpgn
    figure='r1bqkb1r/ppp2ppp/2n2n2/3p4/3P*4/2N2N2/PPP2PPP/R1BQKB1R w KQkq - 0 5'
}

# draws NAME ARG...: the output of xpgn-render-ascii is that of the golden file, and nothing else.
draws() {
    run_split xpgn-render-ascii "${@:2}"
    [ "$status" -eq 0 ]
    [ -z "$err" ]
    same_output "$golden/render-ascii-$1.txt" "$out_file"
}

# same_width FILE...: the lines of each diagram (blocks between empty lines) have the same number of
# characters, but for U+FE0E, which takes no column.
same_width() {
    perl -CSD -lne '
        s/\x{FE0E}//g;
        if ($_ eq "") {
            undef $width;
        } elsif (!/^```/ and length != ($width //= length)) {
            print "$ARGV: ", length, " characters, not $width: $_";
            $bad = 1;
            last;
        }
        undef $width if eof;
        END { exit $bad // 0 }' "$@"
}

# ---- what the author of a rulebook types ----

@test "a figure with marks and a caption" {
    draws figure --xfen 'r1bqkb1r/ppp2ppp/2n2n2/3p4/3P*4/2N2N2/PPP2PPP/R1BQKB1R w KQkq - 0 5' --mark d4,d5 --caption 'Figure 3'
}

@test "a plain diagram is the one of the rulebook" {
    run_split xpgn-render-ascii --xfen "$figure" --no-turn
    expect 0 '  +---+---+---+---+---+---+---+---+
8 | r |   | b | q | k | b |   | r |
  +---+---+---+---+---+---+---+---+
7 | p | p | p |   |   | p | p | p |
  +---+---+---+---+---+---+---+---+
6 |   |   | n |   |   | n |   |   |
  +---+---+---+---+---+---+---+---+
5 |   |   |   | p |   |   |   |   |
  +---+---+---+---+---+---+---+---+
4 |   |   |   | P*|   |   |   |   |
  +---+---+---+---+---+---+---+---+
3 |   |   | N |   |   | N |   |   |
  +---+---+---+---+---+---+---+---+
2 | P | P | P |   |   | P | P | P |
  +---+---+---+---+---+---+---+---+
1 | R |   | B | Q | K | B |   | R |
  +---+---+---+---+---+---+---+---+
    a   b   c   d   e   f   g   h' ''
}

@test "who attacks, who supports, the sum" {
    draws combat --at 12b --combats game.xpgn
}

@test "the combat of White's eighth turn" {
    printf '%s\n' '[Variant "chess-attack"]' '[SetUp "1"]' \
        '[FEN "4k3/8/8/3p4/4P3/2N5/8/4K3 w - - 0 8"]' '' '8. exd5 <5:1> *' >game.xpgn
    run_split xpgn-render-ascii --at 8w --combats game.xpgn
    [ "$status" -eq 0 ]
    [ -z "$err" ]
    [[ $out == *'3 |   |   |(N)|   |   |   |   |   |'* ]]
    [[ $out == *'  attack    pawn e4 2 + knight c3 1         3 + die 5 = 8'* ]]
    [[ $out == *'  margin +6 pawn d5 removed, pawn takes d5  CA-4'* ]]
    xpgn-render-ascii --no-trim --at 8w --combats game.xpgn >padded
    same_width padded
}

# on_terminal COLUMNS ARG...: what a terminal that is so wide gets
on_terminal() {
    TERM=xterm script -qec "stty cols $1; xpgn-render-ascii --color=never ${*:2}" /dev/null </dev/null | tr -d '\r'
}

@test "on a terminal, captions and sums are broken at its width" {
    needs_terminal
    long='a caption that is wider than the board of a diagram'
    for columns in 40 50 60; do
        on_terminal $columns --combats --at=12b "-c '$long'" game.xpgn >shown
        [ "$(wc -L <shown)" -le $columns ]
        # no word is lost
        cmp <(xpgn-render-ascii --combats --at=12b -c "$long" game.xpgn | tr -s ' \n' '\n') <(tr -s ' \n' '\n' <shown)
    done
    [ "$(on_terminal 40 --combats --at=12b game.xpgn | tail -n 11)" = '12... exd4  black pawn e5 attacks white
  pawn d4
  attack    pawn e5 2 + knight c6 1 +
            bishop b6 1
            4 + die 5 = 9
  defense   pawn d4 1 + knight f3 1 +
            bishop e3 1
            3 + die 2 = 5
  margin +4 pawn d4 removed, pawn takes
            d4
            CA-4' ]
    # where there is room, and in files for others, nothing is
    on_terminal 80 --combats --at=12b game.xpgn | cmp - <(xpgn-render-ascii --combats --at=12b game.xpgn)
    on_terminal 40 --combats --at=12b --format=markdown game.xpgn | cmp - <(xpgn-render-ascii --combats --at=12b --format=markdown game.xpgn)
}

@test "a game at a glance" {
    draws each --each --across 3 --style compact game.xpgn
}

@test "the table of a ruleset" {
    draws attributes --attributes --variant chess-attack
}

@test "the table of a ruleset has the lines of its style" {
    cat >lines <<'END'
┌────────────┬────────┬─────────┬─────────┬────────┐
│ piece      │ attack │ defense │ support │ points │
├────────────┼────────┼─────────┼─────────┼────────┤
└────────────┴────────┴─────────┴─────────┴────────┘
END
    for style in box unicode; do
        xpgn-render-ascii --attributes --variant chess-attack --style $style >table
        sed -n '2,4p;$p' table | cmp - lines
    done
    xpgn-render-ascii --attributes --variant chess-attack --style compact >table
    [ "$(sed -n 2p table)" = 'piece       attack defense support points' ]
    [ "$(sed -n 3p table)" = 'P  pawn          2       1       1      1' ]
    [ "$(wc -l <table)" -eq 14 ]
}

# ---- styles and options ----

@test "arrows and squares of comments have the signs of their colors" {
    echo '1. e4 {[%cal Gd2d4,Re4e5][%csl Gd4,Rh8,Ca1] x} *' >commented.pgn
    run_split xpgn-render-ascii --style=compact --no-turn commented.pgn
    expect 0 '8  r  n  b  q  k  b  n +r+
7  p  p  p  p  p  p  p  p
6  .  .  .  .  .  .  .  .
5  .  .  .  . >.< .  .  .
4  .  .  . !.!<P> .  .  .
3  .  .  .  |  .  .  .  .
2  P  P  P <P> .  P  P  P
1 (R) N  B  Q  K  B  N  R
   a  b  c  d  e  f  g  h
   d2->d4 (green), e4->e5
            (red)' ''
    xpgn-render-ascii --no-marks --style=compact --no-turn commented.pgn | not grep -q '[(!<+]\|green'
}

@test "every style with marks, arrows, removed pieces and a wounded one" {
    for style in plain box unicode compact; do
        draws "style-$style" --style "$style" --mark d4,a8 --arrow f3d4,c1g5,h1h4 --caption 'A figure' \
            --xfen 'r1bqkb1r/ppp2ppp/2n2n2/3p4/3P*4/2N2N2/PPP2PPP/R1BQKB1R[Pn] w KQkq - 0 5'
    done
}

@test "a board turned round, without coordinates, turn and removed pieces" {
    draws bare --flip --no-coordinates --no-turn --no-held --style compact \
        --xfen 'r1bqkb1r/ppp2ppp/2n2n2/3p4/3P*4/2N2N2/PPP2PPP/R1BQKB1R[Pn] w KQkq - 0 5'
}

@test "four players on the big board" {
    draws four --xfen 'rK10bK/7bP4/2rPrPrP7/1rR2rN2bPbPbR2/2rPrPrP2bBbPbPbP1/12/12/wRwPwN1wP2gBgB1gP1/3wPwP2gPgP3/3wPwP2gPgP3/12/wK6gP3gK r - - 0 1'
}

@test "prisoners beside their castles" {
    draws prisoners --xfen 'rb1k2br/2P2n2/5Q2/5p2/1p3n2/8/K6B/RB1p1NPR[a1:pp,h1:qppp,a8:NPPP,h8:PPP] w - - 7 24'
}

@test "lists of marks and arrows may be split" {
    run_split xpgn-render-ascii --xfen "$figure" -m d4 -m d5 --arrow 'e4d5, g1-f3'
    cp "$out_file" first
    grep -qF '[P*|' first
    grep -qF 'e4->d5, g1->f3' first
    run_split xpgn-render-ascii --xfen "$figure" --mark=d4,d5 --arrow=e4d5,g1f3
    same_output first "$out_file"
}

@test "plain is pure ASCII, whatever the caption says" {
    run_split xpgn-render-ascii --xfen "$figure" --caption 'Größe ♞' -m e4 --arrow a1h8
    [ "$status" -eq 0 ]
    [ -z "$(LC_ALL=C tr -d ' -~\n' <"$out_file")" ]
    [[ $out == *'Groesse ?'* ]]
    run_split xpgn-render-ascii --xfen "$figure" --caption 'Größe ♞' --style box
    [[ $out == *'Größe ♞'* ]]
}

@test "every line of a diagram has the same width, whatever is asked for" {
    for style in plain box unicode compact; do
        for option in '' --flip --no-coordinates --no-turn --no-held --combats --format=markdown \
            --across=2 --mark=a1,h8,e4 --arrow=a1h8,b1c3 '--caption=a caption that is wider than the board of a diagram'; do
            xpgn-render-ascii --no-trim --each --style "$style" ${option:+"$option"} games.xpgn >"$style-$option"
            [ -s "$style-$option" ]
        done
    done
    same_width ./{plain,box,unicode,compact}-*
}

@test "the black pawn in chess symbols is text, no emoji, and wide captions stay aligned" {
    run_split xpgn-render-ascii --no-trim --style unicode --no-turn --caption '漢字' --xfen 4k3/p7/8/8/8/8/P7/4K3
    [[ $out == *'7 │ ♟'$'\ufe0e'' │   │'* && $out == *'2 │ ♙ │   │'* ]]
    [ "$(grep -c $'\ufe0e' "$out_file")" -eq 1 ]
    # two characters of two columns each, in lines of 35
    [ "$(tail -n 1 "$out_file" | LC_ALL=C.UTF-8 wc -m)" -eq 34 ]
    run_split xpgn-render-ascii --style box --xfen 4k3/p7/8/8/8/8/P7/4K3
    not grep -q $'\ufe0e' "$out_file"
}

@test "fences of Markdown stand around each row" {
    run_split xpgn-render-ascii --format=markdown --across 2 --style compact --no-turn \
        --xfen 8/8/8/8/8/8/8/N7 --xfen 8/8/8/8/8/8/N7/8 --xfen 8/8/8/8/8/N7/8/8
    [ "$status" -eq 0 ]
    [ "$(grep -c '^```text$' "$out_file")" -eq 2 ]
    [ "$(grep -c '^```$' "$out_file")" -eq 2 ]
    [ "$(head -n 1 "$out_file")" = '```text' ]
    [ "$(tail -n 1 "$out_file")" = '```' ]
}

# ---- marks, destinations, a part of the board ----

@test "each mark has its own sign, up to the next blank without a comma" {
    run_split xpgn-render-ascii --style compact --no-turn --xfen "$figure" \
        --mark '!e4,d5 ?c3 ~f6, f3 a1' -m '=h8' -m '+g1#g7.e5'
    expect 0 '8  r  .  b  q  k  b  . =r=
7  p  p  p  .  .  p #p# p
6  .  .  n  .  . ~n~ .  .
5  .  .  . !p! o  .  .  .
4  .  .  .  P*!.! .  .  .
3  .  . ?N? .  . ~N~ .  .
2  P  P  P  .  .  P  P  P
1 [R] .  B  Q  K  B +.+ R
   a  b  c  d  e  f  g  h' ''
    run_split xpgn-render-ascii --style box --no-turn --xfen "$figure" --mark '!d4 ?c3 .d6 e2'
    [[ $out == *'4 │   │   │   │!P*│   │'* ]]
    [[ $out == *'3 │   │   │?N?│   │'* ]]
    [[ $out == *'6 │   │   │ n │ • │'* ]]
    [[ $out == *'┃   ┃'* ]]
}

@test "of several marks on a square the last is drawn, before any arrow" {
    run_split xpgn-render-ascii --style compact --xfen "$figure" -m '!d4' -m '?d4' --arrow d4d5
    [[ $out == *$'4  .  .  . ?P*?.  .  .  .\n'* ]]
    [[ $out == *$'5  .  .  . >p< .  .  .  .\n'* ]]
}

@test "the destinations of a piece: where it may go, and what it may attack" {
    run_split xpgn-render-ascii --style compact --no-turn --destinations b5,e5,e1 \
        --xfen 'r1bqkb1r/ppp2ppp/2n2n2/1B1pP3/3P*4/2N2N2/PPP2PPP/R1BQK2R w KQkq d6 0 5'
    expect 0 '8  r  .  b  q  k  b  .  r
7  p  p  p  .  .  p  p  p
6  o  . >n< o  o >n< .  .
5  . <B> . >p<<P> .  .  .
4  o  .  o  P* .  .  .  .
3  .  .  N  o  .  N  .  .
2  P  P  P  o  o  P  P  P
1  R  .  B  Q <K> o  o  R
   a  b  c  d  e  f  g  h' ''
}

@test "destinations keep to the rules, whose ever turn it is" {
    # Both are pinned, also the rook, which is not to move.
    run_split xpgn-render-ascii --style compact --no-turn --destinations e2,e4 --crop d2-f7 \
        --xfen '4k3/8/8/8/4r3/8/4Q3/4K3 w - - 0 1'
    expect 0 '7  .  o  .
6  .  o  .
5  .  o  .
4  . >r< .
3  .  o  .
2  . >Q< .
   d  e  f' ''
}

@test "destinations by a roll are the number that takes the piece there" {
    run_split xpgn-render-ascii --style compact --no-turn --no-held --destinations f6 \
        --xfen 'rb1k2br/2P2n2/5Q2/5p2/1p3n2/8/K6B/RB1p1NPR[a1:pp,h1:qppp,a8:NPPP,h8:PPP] w - - 7 24'
    expect 0 '8  r  b  .  k  .  .  b  r
7  .  .  P  .  1 >n< 1  .
6  5  4  3  2  1 <Q> 1  2
5  .  .  .  .  1 >p< 1  .
4  .  p  .  2  .  n  .  2
3  .  .  3  .  .  .  .  .
2  K  4  .  .  .  .  .  B
1  R  B  .  p  .  N  P  R
   a  b  c  d  e  f  g  h' ''
}

@test "destinations on the big board, for any seat" {
    run_split xpgn-render-ascii --style compact --no-turn --destinations c5,h5 --crop a3-i6 \
        --xfen 'rK10bK/7bP4/2rPrPrP7/1rR2rN2bPbPbR2/2rPrPrP2bBbPbPbP1/12/12/wRwPwN1wP2gBgB1gP1/3wPwP2gPgP3/3wPwP2gPgP3/12/wK6gP3gK r - - 0 1'
    expect 0 '6   .   .   o   .   .   .   .   o   .
5  wR  wP <wN>  o  wP   .   o <gB> gB
4   .   .   o  wP  wP   .   .  gP  gP
3   .   .   o  wP  wP   .   .  gP  gP
    a   b   c   d   e   f   g   h   i' ''
}

@test "where a new pawn may stand is no destination" {
    printf 'ruleset: house\nextends: assault-and-siege\ntitle: House\npieces:\n  bishop: {speed: 0}\n' >house.yaml
    run_split xpgn-render-ascii --rules house.yaml --variant house --style compact --no-turn \
        --destinations a1,b2,d2 --crop a1-h3 --xfen '7k/8/8/8/8/8/1B1N3R/K7 w - - 0 9'
    # The rook is where the king may escape to.
    expect 0 '3  .  .  .  o  .  .  .  .
2  o <B> o <N> o  o  . .R.
1 <K> o  .  o  .  .  .  .
   a  b  c  d  e  f  g  h' ''
}

@test "a square without a piece has no destinations" {
    run_split xpgn-render-ascii --style compact --destinations e5,d4,e6 --xfen "$figure"
    [ "$status" -eq 1 ]
    [[ $out == *'White to move'* ]]
    [ "$err" = 'xpgn-render-ascii: --destinations: no piece on e5, e6' ]
    run_split xpgn-render-ascii --destinations d5 game.xpgn
    [ "$status" -eq 1 ]
    [[ $out == *'1-0'* ]]
    [ "$err" = 'xpgn-render-ascii: game 1, Adams - Brandt: no piece on d5' ]
    # In some of the positions there is one.
    run_split xpgn-render-ascii --each --destinations e6 game.xpgn
    [ "$status" -eq 0 ]
    [ -z "$err" ]
    [ "$(grep -cF '<b>' "$out_file")" -eq 2 ]
}

@test "a part of the board, from any corner to the other, on either side" {
    run_split xpgn-render-ascii --crop c3-e4 --no-turn --mark d4,a8 --arrow a1h8 \
        --xfen "${figure/ w/[Pn] w}"
    expect 0 '  +---+---/---+
4 |   |[P*|   |
  +---/---+---+
3 | N |   |   |
  /---+---+---+
    c   d   e
     a1->h8' ''
    cp "$out_file" first
    run_split xpgn-render-ascii --crop e3c4 --no-turn --mark d4,a8 --arrow a1h8 --xfen "$figure"
    same_output first "$out_file"
    run_split xpgn-render-ascii --crop e4-c3 --flip --style compact --xfen "$figure"
    expect 0 '3 . . N
4 . P*.
  e d c
White to move' ''
    run_split xpgn-render-ascii --crop a1-h8 --xfen "${figure/ w/[Pn] w}"
    [[ $out == *removed* ]]
}

@test "a part of the board in every style, as wide in each line" {
    for style in plain box unicode compact; do
        for crop in a1-a1 a1-h8 h8-g7 c2-f7 a4-h4 d8-d1; do
            for option in '' --flip --no-coordinates --combats '--mark=.e4,!e5,d4' --destinations=d4 --arrow=a1h8,h1a8,e1e8,a4h4; do
                xpgn-render-ascii --no-trim --each --style "$style" --crop "$crop" ${option:+"$option"} game.xpgn \
                    >"$style-$crop$option"
                [ -s "$style-$crop$option" ]
            done
        done
    done
    same_width ./{plain,box,unicode,compact}-*
}

@test "captions take their turns, and have the number of the diagram" {
    run_split xpgn-render-ascii --each --crop a1-b1 --style compact --no-turn \
        -c 'Before the combat, 100%%' -c 'Figure %n of %m' game.xpgn
    [ "$status" -eq 0 ]
    [ "$(grep '^[BF]' "$out_file" | sed 's/ *$//')" = 'Before the combat, 100%
Figure 2 of %m
Figure 3 of %m
Figure 4 of %m' ]
}

@test "lines end with no blank unless they are to have one width, and are the same otherwise" {
    run_split xpgn-render-ascii --each --across 2 --style compact --no-trim games.xpgn
    same_width "$out_file"
    sed 's/ *$//' "$out_file" >first
    not cmp -s first "$out_file"
    run_split xpgn-render-ascii --each --across 2 --style compact games.xpgn
    [ "$status" -eq 0 ]
    [ "$(wc -l <first)" -gt 20 ]
    same_output first "$out_file"
}

@test "a caption cannot close the fence of Markdown" {
    run_split xpgn-render-ascii --format=markdown --style compact --crop a1-b1 --no-turn --xfen "$figure" -c 'a ```` b'
    expect 0 '`````text
1 R .
  a b
a ```` b
`````' ''
}

@test "an attribute table in Markdown" {
    run_split xpgn-render-ascii --attributes --format=markdown --variant assault-and-siege
    expect 0 '**Assault and Siege**

| piece     | attack | defense | speed |
|:----------|-------:|--------:|------:|
| P  pawn   |      1 |       1 |     1 |
| N  knight |      1 |       1 |     2 |
| B  bishop |      0 |       0 |     1 |
| R  rook   |      1 |       2 |     0 |
| Q  queen  |      1 |       1 |     1 |
| K  king   |      1 |       1 |     1 |' ''
    run_split xpgn-render-ascii --attributes --format=markdown --style box --across 3
    [ "$status" -eq 0 ]
    grep -qxF '| P\* wounded |      1 |       0 |       1 |      1 |' "$out_file"
    grep -qxF '| K  king     |      4 |       3 |       3 |      ∞ |' "$out_file"
    not grep -q '```' "$out_file"
}

@test "a title with signs of Markdown is shown as it is" {
    printf 'ruleset: house\nextends: chess-attack\ntitle: "A *new* [game] | <b>"\n' >house.yaml
    run_split xpgn-render-ascii --rules house.yaml --variant house --attributes --format=markdown
    [ "$(head -n 1 "$out_file")" = '**A \*new\* \[game\] \| \<b>**' ]
}

# ---- positions of a game ----

@test "the final position of each game, with the turn that led there" {
    draws final games.xpgn
}

@test "a turn is found by its number, by its place, and as the last of a number" {
    run_split xpgn-render-ascii --at 13w game.xpgn
    cp "$out_file" first
    [[ $out == *'After 13. Nxd4'* ]]
    run_split xpgn-render-ascii --ply 2 game.xpgn
    same_output first "$out_file"
    run_split xpgn-render-ascii --at 13 game.xpgn
    [[ $out == *'After 13... Be6'* ]]
    run_split xpgn-render-ascii --at 13... game.xpgn
    [[ $out == *'After 13... Be6'* ]]
}

@test "the start position, alone or before the others" {
    run_split xpgn-render-ascii --ply 0 game.xpgn
    cp "$out_file" first
    [[ $out != *After* && $out == *'Black to move'* ]]
    run_split xpgn-render-ascii --start game.xpgn
    [ "$(head -n "$(wc -l <first)" "$out_file")" = "$(cat first)" ]
    [[ $out == *'After 14. c3'*'1-0'* ]]
}

@test "a game that the rules ended says its result" {
    printf '1. f3 e5 2. g4 Qh4# 0-1\n' >mate.pgn
    for option in --each '--ply=4' ''; do
        run_split xpgn-render-ascii ${option:+"$option"} --style compact mate.pgn
        [ "$status" -eq 0 ]
        [ "$(tail -n 1 "$out_file" | tr -d ' ')" = 0-1 ]
    done
}

@test "each combat of a turn is a diagram of its own" {
    run_split xpgn-render-ascii --game 2 --at 1w --combats --style compact games.xpgn
    [ "$status" -eq 0 ]
    [ "$(grep -c challenges "$out_file")" -eq 2 ]
    run_split xpgn-render-ascii --game 2 --combats --style compact games.xpgn
    [ "$(grep -c challenges "$out_file")" -eq 1 ]
    [[ $out == *'1. Na7xb7  white dragon a7 challenges black pawn b7'* ]]
    [[ $out == *'1 + die 2 = 3, again 1 + die 6 = 7'* ]]
}

@test "what a game does not have is reported" {
    run_split xpgn-render-ascii --at 40w game.xpgn
    expect 1 '' 'xpgn-render-ascii: game 1, Adams - Brandt: no turn at 40w'
    run_split xpgn-render-ascii --ply 5 game.xpgn
    expect 1 '' 'xpgn-render-ascii: game 1, Adams - Brandt: no turn at ply 5'
    run_split xpgn-render-ascii --at 14w --combats game.xpgn
    expect 1 '' 'xpgn-render-ascii: game 1, Adams - Brandt: no combat at 14w'
}

@test "a game with an error has no final position, but those before it" {
    printf '1. e4 e5 2. Ke3 *\n' >bad.pgn
    run_split xpgn-render-ascii bad.pgn
    [ "$status" -eq 1 ]
    [ -z "$out" ]
    [[ $err == 'bad.pgn:1:13: error: '* ]]
    run_split xpgn-render-ascii --at 1b bad.pgn
    [ "$status" -eq 1 ]
    [[ $out == *'After 1... e5'* ]]
    [[ $err == 'bad.pgn:1:13: error: '* ]]
}

@test "the dice that say who may act stand before the actions of their turn" {
    run_split xpgn-render-ascii --style compact --game 1 --at 1w "$ROOT/samples/dice-chess-three.xpgn"
    [[ $(tr -s ' \n' ' ' <"$out_file") == *'After 1. <5,1,3> d3 Bg5 Qd2 Black to move'* ]]
    run_split xpgn-render-ascii --style compact --game 1 --at 7w "$ROOT/samples/dice-chess.xpgn"
    [[ $(tr -s ' \n' ' ' <"$out_file") == *'After 7. <4> fxe8=R# 1-0'* ]]
}

# ---- positions as text ----

@test "a board alone says nothing of whose turn it is" {
    run_split xpgn-render-ascii --style compact --xfen 8/8/3p4/8/3P4/8/8/8
    [ "$status" -eq 0 ]
    [[ $out != *'to move'* ]]
    [ "$(wc -l <"$out_file")" -eq 9 ]
    # and a check is none of its faults, whichever king is in check
    xpgn-render-ascii --variant=chess --style=compact --xfen=4k3/8/8/8/8/8/8/4RK2 --xfen=4k3/4r3/8/8/8/8/8/4K3 >both
    [ "$(grep -c "^8 " both)" -eq 2 ]
    run_split xpgn-render-ascii --variant=chess --xfen='4k3/8/8/8/8/8/8/4RK2 w - - 0 1'
    [ "$status" -eq 2 ]
    run_split xpgn-render-ascii --variant=chess --xfen=4k3/4R3/8/8/8/8/3r4/3K4
    [ "$status" -eq 2 ]
}

@test "the ruleset may be named, with its options" {
    run_split xpgn-render-ascii --style compact --variant 'Chess Attack' --options rescue \
        --xfen '4k3/8/8/8/8/8/8/4K3[P] b - - 0 1'
    [ "$status" -eq 0 ]
    [[ $out == *removed*'Black to move'* ]]
    run_split xpgn-render-ascii --variant chess --xfen "$figure"
    [ "$status" -eq 2 ]
    [ -z "$out" ]
    [[ $err == 'xpgn-render-ascii: --xfen, character '*'[P-'* ]]
}

@test "a house rule is drawn like any other" {
    printf 'ruleset: house\nextends: chess-attack\ntitle: House\npieces:\n  king: {attack: 5}\n' >house.yaml
    run_split xpgn-render-ascii --rules house.yaml --variant house --attributes --style compact
    [ "$status" -eq 0 ]
    [ "$(grep '^K  king' "$out_file")" = 'K  king          5       3       3    inf' ]
}

@test "a text that is no position is refused with the place" {
    run_split xpgn-render-ascii --xfen 'r1bqkb1r/ppp2ppp/2n2n2/3p4/3P*4/2N2N2/PPP2PPP/R1BQKB1 w KQkq - 0 5'
    expect 2 '' "xpgn-render-ascii: --xfen, character 47: rank 1 has 7 files, expected 8 [P-02]"
}

@test "a field in another form is said, and the position drawn" {
    local board='r1bqkb1r/ppp2ppp/2n2n2/3p4/3P*4/2N2N2/PPP2PPP/R1BQKB2'
    run_split xpgn-render-ascii --xfen "$board w KQkq - 0 5"
    [ "$status" -eq 0 ]
    [ "$out" = "$(xpgn-render-ascii --xfen "$board w Qkq - 0 5")" ]
    [ "$err" = "xpgn-render-ascii: --xfen, character 57: castling rights 'KQkq', expected 'Qkq' [P-06]" ]
    # by the game in which nothing is
    run_split xpgn-render-ascii --xfen 'bbrnkqnr/pppppppp/8/8/8/8/PPPPPPPP/BBRNKQNR w KQkq - 0 1'
    [ "$status" -eq 0 ] && [ -z "$err" ]
    run_split xpgn-odds --variant=chess-attack --xfen='4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 0'
    [ "$status" -eq 0 ] && [[ $out == *exd5* ]]
    [ "$err" = "xpgn-odds: --xfen, character 33: move number '0', expected '1' [P-08]" ]
}

@test "the position between the actions of a turn is drawn, with the dice that are left" {
    dice=$ROOT/samples/dice-chess-three.xpgn
    for place in '1w.1;After 1. <5,1,3> d3;White to move, dice left: 5,3' '1w.2;After 1. <5,1,3> d3 Bg5;White to move, dice left: 5' \
        '1w.3;After 1. <5,1,3> d3 Bg5 Qd2;Black to move' '2b.2;After 2... <2,3,6> Kd8 Nh6;Black to move, dice left: 3' '4b.1;After 4... <4,1,3> Bxc1#;0-1'; do
        IFS=';' read -r at after line <<<"$place"
        xpgn-render-ascii --at="$at" --game=1 "$dice" | sed 's/^ *//' | tail -n 2 >caption
        [ "$(cat caption)" = "$after"$'\n'"$line" ]
    done
    # it is the position of xpgn-replay
    for n in 1 2 3; do
        xpgn-render-ascii --at="1b.$n" --game=1 "$dice" | sed -n '/^8/,/a /p' | tr -d ' ' >drawn
        xpgn-replay --actions --at=1b --format=ascii --game=1 "$dice" | awk -v n="$n" '/^8/ {game++} game == n' | sed -n '/^8/,/a /p' | tr -d ' ' >played
        same_output drawn played
    done
    [ "$(xpgn-render-ascii --at=1b.2 --language=de --game=1 "$dice" | tail -n 1 | xargs)" = 'Schwarz am Zug, übrige Würfel: 2' ]
    # of several combats of a turn that of the action
    [ "$(xpgn-render-ascii --combats --at=1w --game=7 "$ROOT/samples/combat-chess-2.xpgn" | grep -c '^ *a  *b')" -eq 2 ]
    xpgn-render-ascii --combats --at=1w.3 --game=7 "$ROOT/samples/combat-chess-2.xpgn" >second
    xpgn-render-ascii --combats --game=7 "$ROOT/samples/combat-chess-2.xpgn" | same_output second -
    run_split xpgn-render-ascii --at=1w.4 --game=1 "$dice"
    expect 1 '' 'xpgn-render-ascii: game 1: no action at 1w.4'
    for at in 1.2 1w.0 1w.2x 1w.; do
        run_split xpgn-render-ascii --at="$at" "$dice"
        [ "$status" -eq 2 ]
    done
}

@test "wrong squares, turns, variants and combinations are refused" {
    run_split xpgn-render-ascii --xfen "$figure" --mark e9
    expect 2 '' "xpgn-render-ascii: --mark=e9: not a square of this board: 'e9'
try 'xpgn-render-ascii --help'"
    run_split xpgn-render-ascii --arrow e4d game.xpgn
    expect 2 '' "xpgn-render-ascii: --arrow=e4d: not a square of this board: 'd'
try 'xpgn-render-ascii --help'"
    run_split xpgn-render-ascii --xfen "$figure" --mark '!e4 ?!e5'
    expect 2 '' "xpgn-render-ascii: --mark=!e4 ?!e5: not a square of this board: '!e5'
try 'xpgn-render-ascii --help'"
    run_split xpgn-render-ascii --xfen "$figure" --destinations e4,i1
    expect 2 '' "xpgn-render-ascii: --destinations=e4,i1: not a square of this board: 'i1'
try 'xpgn-render-ascii --help'"
    for crop in c3 -c3 c3-g9 c3-g7x c3--g7 ''; do
        run_split xpgn-render-ascii --xfen "$figure" --crop="$crop"
        expect 2 '' "xpgn-render-ascii: --crop=$crop: not two squares of this board, such as c3-g7
try 'xpgn-render-ascii --help'"
    done
    run_split xpgn-render-ascii --at w8 game.xpgn
    expect 2 '' "xpgn-render-ascii: --at: 'w8' is not a turn such as 8w or 12b, or 8w.2
try 'xpgn-render-ascii --help'"
    run_split xpgn-render-ascii --variant ches --xfen "$figure"
    expect 2 '' "xpgn-render-ascii: unknown ruleset or option 'ches'; did you mean chess?
try 'xpgn-render-ascii --help'"
    run_split xpgn-render-ascii --each --ply 3 game.xpgn
    [ "$status" -eq 2 ]
    run_split xpgn-render-ascii --xfen "$figure" game.xpgn
    [ "$status" -eq 2 ]
    run_split xpgn-render-ascii --xfen=
    [ "$status" -eq 2 ]
    [[ $err == 'xpgn-render-ascii: --xfen requires a position'* ]]
}

@test "all tables, and a full disk" {
    run_split xpgn-render-ascii --no-trim --attributes
    [ "$status" -eq 0 ]
    same_width "$out_file"
    for title in 'Chess Attack' 'Combat Chess 2' 'Five Dice' 'Assault and Siege'; do
        grep -q "^$title " "$out_file"
    done
    status=0
    xpgn-render-ascii --xfen "$figure" >/dev/full 2>err || status=$?
    [ "$status" -eq 2 ]
    [ "$(cat err)" = 'xpgn-render-ascii: write error: No space left on device' ]
}

@test "the examples of the manual do what the manual shows" {
    manual_examples "$ROOT/man/xpgn-render-ascii.1"
}

# Without the sequences that set colours.
colorless() {
    sed $'s/\033\\[[0-9;]*m//g'
}

@test "colours change nothing but the colours of pieces and marked squares" {
    local style
    for style in plain box unicode compact; do
        for more in '' '--no-coordinates' '--across=2 --each' '--combats --game=3'; do
            # shellcheck disable=SC2086
            xpgn-render-ascii --style=$style $more --mark=e4,d5 --color=always "$ROOT/samples/club.xpgn" >colored
            grep -q $'\033' colored
            # shellcheck disable=SC2086
            xpgn-render-ascii --style=$style $more --mark=e4,d5 --color=never "$ROOT/samples/club.xpgn" |
                cmp - <(colorless <colored) || { echo "$style $more"; return 1; }
        done
    done
    run_split xpgn-render-ascii --style=compact --crop=a1-b1 --mark=b1 --color=always --no-turn --xfen='4k3/8/8/8/8/8/8/rN2K3 w - - 0 1'
    [ "$(head -n 1 "$out_file")" = $'1  \033[0;1;34mr\033[0m \033[0;7m[\033[0;1;7mN\033[0;7m]\033[0m' ]
    # of four seats each has its own, and a wounded piece is one with its star
    xpgn-render-ascii --variant=assault-and-siege --options=players=4 --color=always --crop=a12-d12 --style=compact --xfen='wKrKbKgK8/wPrPbPgP8/12/12/12/12/12/12/12/12/12/12 w - - 0 1' |
        grep -q $'\033\\[0;1mwK.*\033\\[0;1;31mrK.*\033\\[0;1;34mbK.*\033\\[0;1;32mgK'
    xpgn-render-ascii --format=markdown --color=always "$ROOT/samples/club.xpgn" | not grep $'\033'
}

@test "a rank of the compact style is no request of troff" {
    xpgn-render-ascii --style=compact --no-coordinates --no-turn --no-held --format=troff -c '.x \y' \
        --xfen='4k3/8/8/8/8/8/8/4K3 w - - 0 1' >board
    { echo .nf; cat board; } | nroff | sed '/^$/d; s/ *$//' >printed
    xpgn-render-ascii --style=compact --no-coordinates --no-turn --no-held -c '.x \y' \
        --xfen='4k3/8/8/8/8/8/8/4K3 w - - 0 1' | sed '/^$/d; s/ *$//' | cmp - printed
    [ "$(grep -c '^[. ]*[kK.]' printed)" -ge 8 ]
}

@test "in plain, letters with accents and signs of print are written in ASCII" {
    run_split xpgn-render-ascii --no-turn --no-coordinates --xfen=4k3/8/8/8/8/8/8/4K3 \
        --caption='Müller – Weiß, Håkon „Łódź“ ÉŽ Ÿ… 日'
    [[ $(tr -s ' \n' ' ' <<<"$out") == *'Mueller - Weiss, Haakon "Lodz" EZ Y... ?'* ]]
    [ -z "$(LC_ALL=C grep '[^ -~]' <<<"$out")" ]
    run_split xpgn-render-ascii --style=box --no-turn --xfen=4k3/8/8/8/8/8/8/4K3 --caption='Müller'
    [[ $out == *Müller* ]]
}
