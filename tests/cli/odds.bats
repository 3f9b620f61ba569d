#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# xpgn-odds: numbers against a slow program and by hand, tables, positions, records, refusals.

load helper
load examples

setup() {
    attack='r1b2rk1/pp2qppp/1bn2n2/4p3/3P4/4BN2/PPP1QPPP/RN3RK1 b - - 0 12'
}

@test "every combat has the odds that a slow program counts" {
    run_split /usr/bin/python3 "$ROOT/tests/oracles/odds.py" "$BIN/xpgn-odds"
    [ "$status" -eq 0 ] || { echo "$out" | head; return 1; }
    [ "$out" = '4591 combats and 22 attempts compared' ]
}

@test "so have those by hit points, by dice of pieces and by a table, with attackers that go on" {
    run_split /usr/bin/python3 "$ROOT/tests/oracles/hits.py" "$BIN/xpgn-odds"
    [ "$status" -eq 0 ] || { echo "$out" | head; return 1; }
    [ "$out" = '672 combats compared' ]
}

@test "the examples in the manual print what it says" {
    manual_examples "$ROOT/man/xpgn-odds.1"
}

@test "the ten odds that the manual works out by hand are those of the program" {
    cd "$BATS_TEST_TMPDIR"
    awk '/^\.Sh/ { on = /TEN ODDS/ } !on { next }
        sub(/^\.Li /, "") { options = $0 }
        sub(/^\.Em /, "") { print options "|" $0 }' "$ROOT/man/xpgn-rules.7" >said
    [ "$(wc -l <said)" -eq 10 ]
    while IFS='|' read -r options _; do
        # shellcheck disable=SC2086
        xpgn-odds $options --format=json
    done <said | jq -r '
        def ways(a; d): [.outcomes[] | select((.fate.attacker == "removed") == a and (.fate.defender == "removed") == d) | .ways] | add // 0;
        "defender \(ways(false; true))/\(.throws), attacker \(ways(true; false))/\(.throws), " +
        "both \(ways(true; true))/\(.throws), neither \(ways(false; false))/\(.throws)"' >found
    same_output <(cut -d '|' -f 2 said) found
}

@test "the line of the rulebook's author works" {
    run_split xpgn-odds --variant chess-attack --attacker N --defender 'P*' --support 1:2 --format=markdown
    [ "$status" -eq 0 ]
    [[ $out == *'| defender removed, attacker wounded | 15 | 41.67% | -1 |'* ]]
    [[ $out == *'| only the defender removed | 5/6 | 83.33% |'* ]]
}

@test "a chance too small for a bar gives no cell more than the others" {
    printf '%s\n' 'ruleset: eight' 'title: Eight' 'extends: chess-attack' 'die: 8' 'combat:' '  kind: margin' '  outcomes:' \
        '    - {from: -4, defender: removed}' '    - {attacker: removed}' >"$BATS_TEST_TMPDIR/eight.yaml"
    for format in markdown latex; do
        run_split xpgn-odds --rules="$BATS_TEST_TMPDIR/eight.yaml" --variant=eight -a N -d P --format=$format
        [ "$status" -eq 0 ]
        [[ $out == *1.56* ]] # 1/64
        not grep -E '&  \\\\$|\|  \|$' "$out_file"
    done
}

@test "supporters may be given by what they are" {
    same() { diff <(xpgn-odds --variant "$1" --options "$2" -a "$3" -d "$4" -s "$5" --format=tsv) \
        <(xpgn-odds --variant "$1" --options "$2" -a "$3" -d "$4" -s "$6" --format=tsv); }
    same chess-attack '' P R 'NQ*:B' 4:1
    same chess-attack '' P R ':K' 0:3
    same chess-attack remote-royals K P 'Q,N' 1
    same five-dice support P R 'NQ:B' 2:1
    run same chess-attack '' P R 'NQ*:B' 5:1
    [ "$status" -ne 0 ]
}

@test "lists, ranges and a missing side give a row for each combat" {
    [ "$(xpgn-odds --variant chess-attack -a N,B* -d P -s 0-2:0-1 --format=csv --no-header | wc -l)" -eq 12 ]
    [ "$(xpgn-odds --variant chess-attack -a N --format=tsv --no-header | cut -f 8 | tr '\n' ,)" = \
        'pawn,knight,bishop,rook,queen,king,wounded pawn,wounded knight,wounded bishop,wounded rook,wounded queen,wounded king,' ]
    [ "$(xpgn-odds --variant combat-chess-2 -d K --format=json | jq -r .attacker.piece | tr '\n' ' ')" = 'P N B Q K ' ]
    run_split xpgn-odds --variant chess-attack -a P -d P,K -s 1
    expect 0 'Chess Attack: odds

  attacker  defender  support   wins  loses  both  neither  points
  P         P             1:0  72.2%  16.7%     -    11.1%   +0.47
  P         K             1:0  41.7%  41.7%     -    16.7%  +23.75' ''
}

@test "a king is worth what his own side began with" {
    sed 's/^ruleset: .*/ruleset: odds-given/; s/rnbqkbnr/rnb1kb1r/' formats/chess-attack.yaml >"$BATS_TEST_TMPDIR/given.yaml"
    # worth SIDE ATTACKER DEFENDER: what it gives White that this side is removed and the other one unharmed
    worth() {
        xpgn-odds --rules="$BATS_TEST_TMPDIR/given.yaml" --variant=odds-given -a "$2" -d "$3" --format=json |
            jq ".outcomes[] | select(.fate.$1 == \"removed\" and ([.fate[]] | index(\"unharmed\"))).worth"
    }
    [ "$(worth defender N K)" -eq 27 ]
    [ "$(worth attacker K N)" -eq -39 ]
}

@test "a matrix has every pair, for people twice" {
    run_split xpgn-odds --variant five-dice --options support --matrix -s 1:2
    [ "$status" -eq 0 ]
    [ "$(grep -c '^  [PNBRQK] ' <<<"$out")" -eq 12 ]
    grep -q '^  K  83.3  83.3  83.3  83.3  83.3  83.3$' <<<"$out" # without support
    [ "$(xpgn-odds --variant chess-attack --matrix --format=latex | grep -c '^[PNBRQK]\*\? & .* & .* \\\\$')" -eq 24 ]
    [ "$(xpgn-odds --variant chess-attack --matrix --format=markdown | grep -c '^| [PNBRQK]')" -eq 24 ]
    # no dice, no second table
    [ "$(xpgn-odds --variant assault-and-siege --matrix | grep -c removed)" -eq 1 ]
}

@test "the charts of a matrix have a row for each number of its first table" {
    cd "$BATS_TEST_TMPDIR"
    xpgn-odds --variant five-dice --matrix --svg=matrix.svg --format=markdown | sed -n '3,/^$/s/ *| */ /gp' | sed '2d; /^$/d' >table
    /usr/bin/python3 "$ROOT/tests/cli/chart.py" matrix.svg >drawn
    [ "$(jq -r '.[].title' drawn)" = "$(printf 'attacker %s\n' P N B R Q K)" ]
    [ "$(jq -c 'map([.rows[].label] | join("")) | unique' drawn)" = '["PNBRQK"]' ]
    [ "$(jq -c 'map(.numbers) | unique' drawn)" = '[[0,20,40,60,80,100]]' ]
    [ "$(jq -r '.[].rows[].cells[0]' drawn | sed 's/%//' | xargs printf '%.1f ')" = "$(sed '1d; s/^ . //' table | tr -s ' \n' ' ')" ]
}

@test "CSV, TSV and JSON have the same numbers" {
    for format in csv tsv json; do
        xpgn-odds --variant chess-attack --matrix -s 0-1:2 --format=$format >"$BATS_TEST_TMPDIR/$format"
    done
    diff <(tr '\t' ',' <"$BATS_TEST_TMPDIR/tsv") <(tr -d '\r' <"$BATS_TEST_TMPDIR/csv")
    diff <(tail -n +2 "$BATS_TEST_TMPDIR/tsv" | cut -f 9,12,10,15,18,23 | tr '\t' ' ' | awk '{$5 += 0; $6 += 0} 1') \
        <(jq -r '[.attacker.value, .attacker.support, .defender.value, .throws, .won, .expected] | map(tostring) | join(" ")' \
            "$BATS_TEST_TMPDIR/json" | awk '{$5 += 0; $6 += 0} 1')
    xpgn-odds --format=json "$ROOT"/samples/*.xpgn 2>/dev/null >"$BATS_TEST_TMPDIR/games"
    /usr/bin/python3 "$ROOT/tests/cli/schema.py" "$ROOT/formats/odds.schema.json" "$BATS_TEST_TMPDIR"/{json,games}
}

@test "--no-header is as in every table, and no cell is guarded" {
    [ "$(xpgn-odds --variant combat-chess-2 --matrix --format=csv | wc -l)" -eq 26 ]
    [ "$(xpgn-odds --no-header --variant combat-chess-2 --matrix --format=csv | wc -l)" -eq 25 ]
    # no cell of it looks like a formula, also not the numbers below 0
    [ "$(xpgn-odds --variant combat-chess-2 --matrix --format=csv | grep -c "'")" -eq 0 ]
}

@test "throws that are too many to count are rounded, and it is said" {
    run_split xpgn-odds --variant five-dice --options support -a Q -d Q -s 12:12
    [ "$status" -eq 0 ]
    [[ $out == *'more throws than can be counted'* ]]
    [[ $out != *throws\ \ * ]]
    [ "$(xpgn-odds --variant five-dice --options support -a Q -d Q -s 12:12 --format=json |
        jq -c '[.exact, ([.outcomes[].ways] | add | . > 0.9999e18 and . < 1.0001e18)]')" = '[false,true]' ]
}

@test "a position gives its combats, or the one of an action" {
    run_split xpgn-odds --variant chess-attack -x "$attack" --action exd4
    [ "$status" -eq 0 ]
    grep -qx 'exd4  black pawn e5 attacks white pawn d4' <<<"$out"
    grep -qx '  attack    pawn e5 2 + knight c6 1 + bishop b6 1      4 + die' <<<"$out"
    [ "$(xpgn-odds --variant chess-attack -x "$attack" --format=tsv --no-header | cut -f 3 | tr '\n' ' ')" = 'exd4 Bxd4 Nxd4 ' ]
    # each promotion of an attack is one combat
    [ "$(xpgn-odds --variant five-dice -x '3q3k/4P3/8/8/8/8/8/4K3 w - - 0 1' --format=tsv --no-header | wc -l)" -eq 1 ]
}

@test "what is no combat is reported" {
    run_split xpgn-odds --variant chess-attack -x "$attack" --action exe4
    [ "$status" -eq 2 ]
    [[ $err == 'xpgn-odds: --action: '*' on e4 to attack [CA-2]' ]]
    run_split xpgn-odds --variant chess-attack -x "$attack" --action h6
    expect 1 '' 'xpgn-odds: --action: h6 takes no dice'
    run_split xpgn-odds --variant chess -x '4k3/8/8/8/8/8/8/4K3 w - - 0 1'
    expect 1 '' 'xpgn-odds: no combat is possible in this position'
    run_split xpgn-odds --variant chess -x '4k3/8/8/8/8/8/8 w - - 0 1'
    [ "$status" -eq 2 ]
    [[ $err == *'--xfen, character '* ]]
    run_split xpgn-odds --variant five-dice -a P -d P -k shot
    expect 2 '' 'xpgn-odds: a pawn cannot shoot [FD-6]'
    run_split xpgn-odds --variant chess --matrix
    expect 2 '' 'xpgn-odds: Chess has no combat'
}

@test "records: a table a game, a turn in detail with what the dice gave" {
    run_split xpgn-odds --game=1 --at 5b "$ROOT/samples/club.xpgn"
    [ "$status" -eq 0 ]
    [[ $out == *'The dice gave: defender removed, attacker wounded, a chance of 13.89%' ]]
    [ "$(xpgn-odds --format=tsv --no-header "$ROOT/samples/club.xpgn" | wc -l)" = \
        "$(xpgn-stats --format=json "$ROOT/samples/club.xpgn" | jq '[.rulesets[].combats[].fought] | add')" ]
    run_split xpgn-odds --game=1 --at 1 "$ROOT/samples/club.xpgn"
    expect 1 '' 'xpgn-odds: game 1, Adams - Brandt: no combat at 1'
    run_split xpgn-odds --at 99w "$ROOT/samples/sheets/board4.xpgn"
    [ "$status" -eq 1 ]
    [[ $err == *'[CA-3]'* ]]
}

@test "teleports and escapes: a position, a record, a turn, a picture" {
    at=(--variant combat-chess-2 -x 'r3k2r/1N6/8/8/8/8/8/R3K2R[a8:BP] w - - 0 20')
    run_split xpgn-odds "${at[@]}"
    expect 0 '  action  attempt   added  needed  faces  chance
  Nb7@a8  escape        1      6+    2/6   33.3%
  K@-     teleport      1      6+    2/6   33.3%' ''
    run_split xpgn-odds "${at[@]}" --options exact-teleport --action K@e3 --format=markdown
    [[ $out == *'| K@- | teleport | 1 | 6 | 1/6 | 16.7% |' ]]
    run_split xpgn-odds --game=9 "$ROOT/samples/combat-chess-2.xpgn"
    [[ $out == *'  1. K@-    teleport      4      6+    5/6   83.3%  failure
  1... K@-  teleport      4      6+    5/6   83.3%  success'* ]]
    run_split xpgn-odds --game=11 --at=21w "$ROOT/samples/combat-chess-2.xpgn"
    [[ $out == *'  21. Nb7@a8  escape       1      6+    2/6   33.3%  failure' ]]
    [[ $(xpgn-odds "${at[@]}" --action Nb7@a8 --svg=-) == *'<desc>success: 33.33%; failure: 66.67%</desc>'* ]]
    [[ $(xpgn-odds --variant=chess-attack -x '7k/8/8/3p4/4P3/8/8/7K w - - 0 1' --action exd5 --svg=-) == \
        *'<desc>defender removed: 27.78%; defender removed, attacker wounded: 30.56%; '* ]]
    # a die that was not rolled, in a table as in JSON
    [ "$(xpgn-odds "${at[@]}" --format=json | jq -c '[.kind, .success, .succeeded]' | tr '\n' ' ')" = \
        '["release",0.333333333,null] ["teleport",0.333333333,null] ' ]
}

@test "of all throws, those with which the king can be captured, and how many dice they spend" {
    cd "$BATS_TEST_TMPDIR"
    at='rnbqkbnr/pppp1ppp/8/4p2Q/8/4P3/PPPP1PPP/RNB1KBNR w KQkq - 0 2'
    xpgn-odds --variant dice-chess-three --threat "$at" >three
    [ "$(head -n 8 three)" = 'Dice Chess with three dice: what the dice allow White

  of 216 throws     throws  chance
  capture the king      17   7.87%
  nothing can act        1   0.46%
  1 die is spent         9   4.17%
  2 dice are spent      27  12.50%
  3 dice are spent     179  82.87%' ]
    [ "$(grep captured three)" = '  1,5,5       3      3       28  captured
  2,5,5       3      3       18  captured
  3,3,3       1      3        5  captured
  3,5,5       3      3       18  captured
  4,5,5       3      2       13  captured
  5,5,5       1      3       13  captured
  5,5,6       3      3       15  captured' ]
    # the same for programs; all throws are there once, and whole
    xpgn-odds --variant dice-chess-three --threat "$at" --format=json >three.json
    jq -se 'length == 56 and ([.[].ways] | add) == 216 and ([.[] | select(.king) | .ways] | add) == 17' three.json
    [ "$(xpgn-odds --variant dice-chess-three --threat "$at" --format=tsv | awk -F'\t' '$7 == "king" { n += $3 } END { print n }')" = 17 ]
    xpgn-odds --variant dice-chess --threat "$at" --format=json >one.json
    /usr/bin/python3 "$ROOT/tests/cli/schema.py" "$ROOT/formats/odds.schema.json" three.json one.json
    # what is rolled again does not count: a rook cannot move
    run_split xpgn-odds --variant dice-chess --threat '7k/8/8/8/8/5n2/8/R5K1 w - - 0 1'
    expect 0 'Dice Chess: what the dice allow White

  of 2 throws       throws  chance
  capture the king       0      0%

  dice  throws  spent  actions  king
  1          1  again
  2          1  again
  3          1  again
  4          1      1       12
  5          1  again
  6          1      1        5' ''
    [ "$(xpgn-odds --variant dice-chess --threat '7k/8/8/8/8/5n2/8/R5K1 w - - 0 1' --format=json | jq -c '[.turn_roll, .ways, .again]' | sed -n 4,5p | tr '\n' ' ')" = '[4,1,0] [5,1,1] ' ]
    # with check a side may have to pass, but a king in reach can always be captured (DP-3)
    [ "$(xpgn-odds --variant dice-chess-pair --threat '4k3/8/8/8/8/8/8/4R1K1 w - - 0 1' | sed -n 4,5p)" = '  capture the king      16  44.44%
  nothing can act       12  33.33%' ]
    # how far a die lets pieces go: on a 1 nowhere, on a 2 one square
    [ "$(xpgn-odds --variant reckless-chess --threat 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1' --format=json |
        jq -c '[.turn_roll, .spent, .actions, .king]' | sed -n '1,3p;$p' | tr '\n' ' ')" = '[1,0,0,false] [2,1,8,false] [3,1,20,false] [8,1,20,false] ' ]
    # beside combats a king is attacked, or, with check, not even that
    printf 'ruleset: dice-war\ntitle: Dice War\nversion: 1\nextends: dice-chess\ncombat: {kind: contest, dice: d, outcomes: [{from: 1, defender: removed}, {}]}\nturn: {roll: {arrival: pawn}}\n' >war.yaml
    [ "$(xpgn-odds --rules war.yaml --variant dice-war --threat '4k3/8/8/8/8/8/8/4R1K1 w - - 0 1' | grep king)" = '  attack the king       1  50.00%
  dice  throws  spent  actions  king' ]
    [ "$(xpgn-odds --rules war.yaml --variant dice-war --threat '4k3/8/8/8/8/8/8/4R1K1 w - - 0 1' | grep -c attacked)" = 1 ]
    sed -i 's/: dice-chess$/: dice-chess-pair/; /^turn/d' war.yaml
    [ "$(xpgn-odds --rules war.yaml --variant dice-war --threat '4k3/8/8/8/8/8/8/4R1K1 w - - 0 1' | grep -c 'attack\|capture')" = 0 ]
    run_split xpgn-odds --rules war.yaml --variant dice-war --attacker=R --defender=K
    [[ $status -eq 2 && $err == *'a king cannot be attacked [DP-3]'* ]]
    run_split xpgn-odds --variant chess --threat "$at"
    expect 2 '' "xpgn-odds: --threat: the dice of chess do not say who may act
try 'xpgn-odds --help'"
    run_split xpgn-odds --variant dice-chess --threat x
    [[ $status -eq 2 && $err == 'xpgn-odds: --threat, character 1: '* ]]
}

@test "the same for any number of threads" {
    copies 200 "$ROOT/samples/club.xpgn" >"$BATS_TEST_TMPDIR/many.xpgn"
    xpgn-odds -j1 --format=csv "$BATS_TEST_TMPDIR/many.xpgn" >"$BATS_TEST_TMPDIR/one"
    xpgn-odds -j4 --format=csv "$BATS_TEST_TMPDIR/many.xpgn" >"$BATS_TEST_TMPDIR/four"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/one")" -gt 5000 ]
    cmp "$BATS_TEST_TMPDIR/one" "$BATS_TEST_TMPDIR/four"
}

@test "a command line that does not fit is refused" {
    refused() {
        local said=$1
        shift
        run_split xpgn-odds "$@"
        [ "$status" -eq 2 ] && [ -z "$out" ] && [[ $err == *"$said"* ]] || { echo "$*: $err"; return 1; }
    }
    refused 'a combat of pieces requires --variant' -a N
    refused '--xfen requires --variant' -x "$attack"
    refused "--attacker: 'X' is not a list of pieces" --variant chess-attack -a X
    refused "--defender: '' is not a list of pieces" --variant chess-attack -d ''
    refused "--support: '2:1:0'" --variant chess-attack -a N -s 2:1:0
    refused "--support: '4-2'" --variant chess-attack -a N -s 4-2
    refused "--support: '99999999999999999999'" --variant chess-attack -a N -s 99999999999999999999
    refused 'require --attacker' -s 1 "$ROOT/samples/club.xpgn"
    refused '--action requires --xfen' --action Nc3
    refused '--threat requires --variant' --threat "$attack"
    refused '--svg cannot be combined with --threat' --variant dice-chess --threat "$attack" --svg -
    refused 'only one of pieces, --xfen, --threat and records' --variant chess-attack -a N "$ROOT/samples/club.xpgn"
    refused "--at: '0w' is not a turn" --at 0w "$ROOT/samples/club.xpgn"
    refused "unknown ruleset or option 'ches'" --variant ches --matrix
    refused "unknown ruleset or option 'supprt'" --variant five-dice --options supprt --matrix
    refused '--matrix with ranges' --variant chess-attack --matrix -s 0-2
}

@test "a full disk is noticed" {
    run_split sh -c 'xpgn-odds --variant chess-attack --matrix >/dev/full'
    [ "$status" -eq 2 ]
    [[ $err == *'No space left on device'* ]]
}

@test "with hit points the odds say how many both lose, and points are by their part" {
    cd "$BATS_TEST_TMPDIR"
    xpgn-odds --variant=chess-or-die-trying -a Q -d N >pair
    grep -qE '^  neither removed +120 +50.00% +-1.30 ' pair
    grep -qE '^  expected hit points lost by the attacker +1.1[78] of 9$' pair
    grep -qE '^  expected hit points lost by the defender +2.88 of 5$' pair
    # those of a position that are left
    xpgn-odds --variant=chess-or-die-trying --xfen='4k3/8/8/3n(1)4/8/8/8/3QK3 w - - 0 9' --action=Qxd5 >left
    grep -qE '^  expected hit points lost by the defender +[0-9.]+ of 1$' left
    # a certain blow
    xpgn-odds --variant=chess-to-the-death -a R -d P | grep -qE '^  expected points of the attacker +\+0.13$'
    # and luck from exchange to exchange, as the attacker went on
    xpgn-replay --actions --columns=luck --no-header --format=tsv --game=1 "$ROOT/samples/chess-or-die-trying.xpgn" >luck
    grep -q '\.' luck
}

@test "an attacker that goes on: a table of its ways, one of them, a range, a refusal" {
    cd "$BATS_TEST_TMPDIR"
    # by hand: a pawn with one hit point attacks a pawn with one; d20 against d12 is higher in 162 throws of 240, lower in 66;
    # who goes on until one falls wins 162 of 228
    xpgn-odds --variant=chess-or-die-trying -a P -d P >pair
    grep -qxE '  one +67\.5%  27\.5%     -     5\.0%   \+0\.40  0\.28:0\.67' pair
    grep -qxE '  until one falls  71\.1%  28\.9%     -    <0\.1%   \+0\.42  0\.29:0\.71' pair
    not grep -q 'stop below' pair
    [ "$(xpgn-odds --variant=chess-or-die-trying -a Q -d B | grep -c 'stop below')" -eq 8 ]
    xpgn-odds --variant=chess-or-die-trying -a P -d P --stop-below=1 | grep -qxF '  at most 16 exchanges, until one falls'
    xpgn-odds --variant=chess-or-die-trying -a N -d B,K --stop-below=1-3 >range
    [ "$(grep -cE '^  N +[BK] +5:(7|11) +[123] ' range)" -eq 6 ]
    run_split xpgn-odds --variant=chess-or-die-trying --matrix --stop-below=2
    [[ $out == 'Chess or Die Trying, stop below 2: only the defender is removed, percent'* ]]
    # as text, TSV and JSON
    xpgn-odds --variant=chess-or-die-trying -a N -d B --stop-below=1-5 --format=tsv --no-header | cut -f 18,19,62-64 >tsv
    xpgn-odds --variant=chess-or-die-trying -a N -d B --stop-below=1-5 --format=json |
        jq -r '[.won, .lost, .stop_below, .attacker.loss, .defender.loss] | @tsv' >json
    diff <(awk '{ print $1 + 0, $2 + 0, $3, $4 + 0, $5 + 0 }' tsv) <(awk '{ print $1 + 0, $2 + 0, $3, $4 + 0, $5 + 0 }' json)
    [ "$(wc -l <tsv)" -eq 5 ]
    xpgn-odds --variant=chess-or-die-trying -a N -d B --stop-below=1-5 --format=json |
        /usr/bin/python3 "$ROOT/tests/cli/schema.py" "$ROOT/formats/odds.schema.json"
    # a position, with what is left
    xpgn-odds --variant=chess-or-die-trying --xfen='4k3/8/8/3n(1)4/8/8/8/3QK3 w - - 0 9' --stop-below=1 >left
    grep -qE '^  Qxd5 +Q +N +9:1 ' left
    # in charts
    xpgn-odds --variant=chess-or-die-trying -a N -d B --stop-below=1-2 --svg=- --language=de >chart.svg
    /usr/bin/python3 "$ROOT/tests/cli/chart.py" chart.svg |
        jq -e '[.[].rows[].label] == ["S × L, bis einer fällt", "S × L, Halt unter 2"]'
    run_split xpgn-odds --variant=hit-points-chess -a N -d P --stop-below=1
    expect 2 '' 'xpgn-odds: --stop-below: an attacker of Hit Points Chess does not go on'
    for wrong in 0 256 3-2 x 1- -1; do
        run_split xpgn-odds --variant=chess-or-die-trying -a N -d P --stop-below=$wrong
        [ "$status" -eq 2 ]
        [[ $err == *'is not a number from 1 to 255, or a range'* ]]
    done
}

@test "in a record each exchange of an attacker that goes on has its odds" {
    cd "$BATS_TEST_TMPDIR"
    xpgn-odds --game=3 "$ROOT/samples/chess-or-die-trying.xpgn" >rows
    grep -qxE '  5\. Qxe8#  Q         K         9:11  18\.8%   2\.5%     -    78\.8%  \+15\.46  1\.18:4\.69   78\.8%  neither removed' rows
    grep -qxE '  5\. Qxe8#  Q         K         6:11  18\.8%   8\.8%     -    72\.5%  \+15\.59  1\.05:4\.69   18\.8%  defender removed' rows
    xpgn-odds --game=3 --format=json "$ROOT/samples/chess-or-die-trying.xpgn" | jq -r '[.exchange, .attacker.hits, .fate.defender] | @tsv' >json
    printf '1\t9\tunharmed\n2\t6\tremoved\n' | diff - json
}
