#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# xpgn-compare: the sheets of one game, their differences, and the record that explains them.

# shellcheck disable=SC2154 # out, err, status are set by run_split

load helper
load examples

setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

# sheet FILE MOVES [VARIANT]
sheet() {
    printf '[White "A"]\n[Variant "%s"]\n\n%s\n' "${3:-chess}" "$2" >"$1"
}

# sound: nothing is wrong with the record of the last run but half-moves that are missing
sound() {
    cp "$out_file" record
    [ -s record ] || return
    run_split xpgn-validate --format=gcc record
    [ "$status" -eq 0 ] || return
    not grep -v '\[M-16\]$' "$out_file"
}

# merges EXPECTED [OPTION] FILE...: the moves of the merged record, on one line
merges() {
    run_split xpgn-compare --merge "${@:2}"
    said=$err
    moves=$(sed '1,/^$/d' "$out_file" | tr -s '\n' ' ')
    [[ $status == $([[ $1 == *missing* ]] && echo 3 || echo 1) ]]
    [ "$moves" = "$1 " ] || {
        echo "$moves"
        return 1
    }
    sound
}

@test "a wrong die of a turn is one slip, and the actions of the turn are those of both sheets" {
    cd "$BATS_TEST_TMPDIR"
    game='1. <1,4,2> e3 Nf3 Rg1 1... <5,3,6> -- 2. <1,1,1> e4 d4 c4 2... <1,1,1> a6 b6 c6 *'
    printf '[Variant "dice-chess-three"]\n\n%s\n' "$game" >a.xpgn
    for die in 2 3 4 5 6; do
        printf '[Variant "dice-chess-three"]\n\n%s\n' "${game/<1,1,1>/<1,1,$die>}" >b.xpgn
        run_split xpgn-compare a.xpgn b.xpgn
        expect 1 "2. <1,1,1> e4
  a.xpgn:3:42: <1,1,1> e4
  b.xpgn:3:42: <1,1,$die> e4 (dice misread; not allowed: 2. c4)" ''
        [ "$(xpgn-compare --merge b.xpgn a.xpgn | sed '1,/^$/d' | tr '\n' ' ' | sed 's/ *$//')" = "$game" ]
    done
}

@test "sheets without a difference give 0 and no output, whatever their notation" {
    sheet a.pgn '1. e4 e5 2. Nf3 {good} Nc6 *'
    sheet b.pgn '1. e2-e4 e7-e5 2. Ng1f3 $1 Nc6 (2... d6) *'
    run_split xpgn-compare a.pgn b.pgn
    expect 0 '' ''
    run_split xpgn-compare --merge a.pgn b.pgn
    [ "$status" -eq 0 ]
    [ "$(tail -n 2 "$out_file")" = '1. e4 e5 2. Nf3 {good} 2... Nc6 *' ]
    sheet a.xpgn '1. e4 d5 2. exd5 <5:1> *' chess-attack
    xpgn-fmt a.xpgn >b.xpgn
    grep -q '<5+0=7' b.xpgn
    run_split xpgn-compare a.xpgn b.xpgn
    expect 0 '' ''
}

@test "a misread action is named with both places, and how far the rules allow it" {
    sheet a.pgn '1. e4 e5 2. Nf3 Nc6 3. Nxe5 *'
    sheet b.pgn '1. e4 e5 2. Nh3 Nc6 3. Nxe5 *'
    run_split xpgn-compare a.pgn b.pgn
    expect 1 '2. Nf3
  a.pgn:4:13: Nf3
  b.pgn:4:13: Nh3 (misread; not allowed: 3. Nxe5)' ''
    run_split xpgn-compare b.pgn a.pgn
    expect 1 '2. Nf3
  b.pgn:4:13: Nh3 (misread; not allowed: 3. Nxe5)
  a.pgn:4:13: Nf3' ''
    run_split xpgn-compare -q a.pgn b.pgn
    expect 1 '' ''
    merges '1. e4 e5 2. Nf3 Nc6 3. Nxe5 *' a.pgn b.pgn
    [ -z "$said" ]
}

@test "dice that no die can show are a slip, and no second sheet for those of the other" {
    sheet a.xpgn '1. h4 b5 2. a4 e5 3. d4 Bb4 4. Bxe1# <6:x> 0-1' five-dice
    sheet b.xpgn '1. h4 b5 2. a4 e5 3. d4 Bc4 4. Bg5 Bxe1# <7:x> 0-1' five-dice
    run_split xpgn-compare a.xpgn b.xpgn
    [[ $out == *'4... Bxe1# <6:x>'*'b.xpgn:'*'Bxe1# <7:x> (dice misread;'* ]]
    run_split xpgn-compare --merge a.xpgn b.xpgn
    [[ $out == *'3. d4 Bb4 {one sheet from here} 4. Bg5 Bxe1# <6:x> 0-1'* ]]
    # what the sheet itself leaves open is no slip
    sed -i 's/<7:x>/<?:x>/' b.xpgn
    run_split xpgn-compare a.xpgn b.xpgn
    [[ $out != *misread*'4... '* && $out != *'(dice misread'* ]]
}

@test "dice of a fight belong to the word before them, also to one that cannot be read" {
    local rest='3... <1> g7-g6 4. f2xg3 <2=2:1=2 2=2x@h8:6=7>'
    local begin='1. <1> a2-a3 1... <6> Ng8-a2 Na2xb1 <6=7:6=7 2=3x@a1:6=7> 2. <4> h2-d6 d6xc7 <1=1:1=1 2=2:2=2 2=2x@h8:3=3> 2... <5> Nb8-g3'
    sheet a.xpgn "$begin 3. g2xg3 <5=5x@a8:5=6> $rest *" combat-chess-2
    sheet b.xpgn "$begin 3. g2x3 <5=5x@a8:5=6> $rest *" combat-chess-2
    # the dice that the next half-move begins with are its own
    run_split xpgn-compare a.xpgn b.xpgn
    [[ $out == $'3. g2xg3 <5=5x@a8:5=6>\n'*'g2x3 <5=5x@a8:5=6> (misread; not allowed: 3. g2x3)' ]]
    run_split xpgn-compare --merge a.xpgn b.xpgn
    [[ $out != *tie:* ]]
    # so do those of one side with their total
    sed -i 's/g2x3 <5=5x@a8:5=6>/g2x3 <5=5>/' b.xpgn
    run_split xpgn-compare a.xpgn b.xpgn
    [[ $out != *'g7-g6 <1>'* && $out == *'g2x3 <5=5> ('* ]]
}

@test "half-moves left out, doubled and exchanged are found on either side" {
    sheet a.pgn '1. e4 e5 2. Nf3 3. Bb5 a6 4. Ba4 Nf6 Nf6 5. O-O *'
    sheet b.pgn '1. e4 e5 2. Nf3 Nc6 3. a6 Bb5 4. Ba4 Nf6 5. O-O *'
    run_split xpgn-compare a.pgn b.pgn
    expect 1 '2... Nc6
  a.pgn:4:20: left out; not allowed: 2... Bb5
  b.pgn:4:17: Nc6
3. Bb5
  a.pgn:4:20: Bb5
  b.pgn:4:24: a6 (exchanged with the next; not allowed: 3. a6)
5. nothing
  a.pgn:4:38: Nf6 (one too many; not allowed: 5. Nf6)
  b.pgn:4:45: nothing' ''
    merges '1. e4 e5 2. Nf3 {one sheet from here} 2... Nc6 {both sheets from here} 3. Bb5 a6 4. Ba4 Nf6 5. O-O *' a.pgn b.pgn
}

@test "what one sheet alone remarks is kept, before the first half-move and at exchanged ones" {
    sheet a.pgn '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *'
    sheet b.pgn '{Played in the rain.} 1. e4 e5 2. Nc6 {quick} Nf3 {slow} 3. Bb5 a6 *'
    merges '{Played in the rain.} 1. e4 e5 2. Nf3 {slow} 2... Nc6 {quick} 3. Bb5 a6 *' a.pgn b.pgn
    merges '{Played in the rain.} 1. e4 e5 2. Nf3 {slow} 2... Nc6 {quick} 3. Bb5 a6 *' b.pgn a.pgn a.pgn
}

@test "numbers that are shifted are one difference" {
    sheet a.pgn '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *'
    sheet b.pgn '1. e4 e5 3. Nf3 Nc6 4. Bb5 a6 5. Ba4 Nf6 *'
    run_split xpgn-compare a.pgn b.pgn
    expect 1 '2. Nf3
  a.pgn:4:13: Nf3
  b.pgn:4:10: Nf3 (wrong number)' ''
    # without the other sheet a row may be missing
    run_split xpgn-compare --merge b.pgn b.pgn
    [[ $status == 3 && $out == *'1. e4 e5 2. {[%missing]} 2... {[%missing]} 3. Nf3'* ]]
    # not if it could hardly be played without it
    sheet c.pgn '1. e4 e5 3. Nf3 Nc6 4. Bb5 a6 5. Ba4 Nf6 6. O-O Be7 7. Re1 b5 8. Bb3 d6 9. c3 O-O *'
    run_split xpgn-compare c.pgn c.pgn
    expect 0 '' ''
}

@test "a die misread is told from the right one by totals, or by what follows; else the readings tie" {
    sheet a.xpgn '1. e4 d5 2. exd5 <5+0=7w:1+1=5x> Qxd5 <4:1> *' chess-attack
    sheet b.xpgn '1. e4 d5 2. exd5 <4+0=7w:1+1=5x> Qxd5 <4:2> *' chess-attack
    run_split xpgn-compare a.xpgn b.xpgn
    [ "$status" -eq 1 ]
    [[ $out == '2. exd5 <5+0=7'*$'\n  a.xpgn:4:13: exd5'*$'\n  b.xpgn:4:13: exd5 <4+0='*'(dice misread; not allowed: 2. exd5)'$'\n''2... Qxd5'* ]]
    [[ $out == *$'\n''2... Qxd5 <4+0=8:1+0=1x>; or Qxd5 <4+0=8:2+0=2x> (probability 0.66)'$'\n'* ]]
    merges '1. e4 d5 2. exd5 <5+0=7w:1+1=5x> Qxd5 <4+0=8:1+0=1x> {tie: or Qxd5 <4+0=8:2+0=2x>} *' a.xpgn b.xpgn
    [ "$said" = 'xpgn-compare: tie at 2... Qxd5: or Qxd5 <4+0=8:2+0=2x> (a.xpgn:4:34, b.xpgn:4:34)' ]
}

@test "a third sheet decides what ties between two" {
    sheet a.xpgn '1. e4 d5 2. exd5 <5:1> *' chess-attack
    sheet b.xpgn '1. e4 d5 2. exd5 <6:1> *' chess-attack
    run_split xpgn-compare --merge a.xpgn b.xpgn
    [[ $out == *'{tie: or exd5 '* ]]
    merges '1. e4 d5 2. exd5 <6+0=8:1+1=5x> *' a.xpgn b.xpgn b.xpgn
    run_split xpgn-compare a.xpgn b.xpgn b.xpgn
    [ "$(grep -c '^  [ab].xpgn:4:13: ' "$out_file")" -eq 3 ]
}

@test "what all sheets have slipped at is corrected if the rest decides it, and marked" {
    sheet a.pgn '1. e4 e5 2. Nh3 Nc6 3. Nxe5 *'
    sheet b.pgn '1. e4 e5 2. Nf4 Nc6 3. Nxe5 *'
    merges '1. e4 e5 2. Nf3 {[%was Nf4]} 2... Nc6 3. Nxe5 *' a.pgn b.pgn
    [ "$said" = 'xpgn-compare: corrected at 2. Nf3: was Nf4 (a.pgn:4:13, b.pgn:4:13)' ]
    run_split xpgn-compare a.pgn b.pgn
    expect 1 '2. Nf3; no sheet has this (probability 0.90)
  a.pgn:4:13: Nh3 (misread; not allowed: 3. Nxe5)
  b.pgn:4:13: Nf4 (misread; not allowed: 2. Nf4)' ''
    sheet a.pgn '1. e4 e5 2. Nf3 Nc6 3. Bxf7+ Kxf7 4. Ng5+ Ke8 *' # all without Bc4 and its answer
    cp a.pgn b.pgn
    run_split xpgn-compare a.pgn b.pgn
    [ "$status" -ne 0 ]
}

@test "what the rest does not decide is missing in the record, too" {
    sheet a.pgn '1. e4 e5 2. Nh3 Nc6 3. d3 *'
    sheet b.pgn '1. e4 e5 2. Qxh8 Nc6 3. d3 *'
    sed 's/Nh3/Rxa8/' a.pgn >c.pgn
    merges '1. e4 e5 2. {[%missing]} 2... Nc6 3. d3 *' b.pgn c.pgn
    [ "$said" = 'xpgn-compare: missing: 2. (b.pgn:4:13, c.pgn:4:13)' ]
    run_split xpgn-compare b.pgn c.pgn
    expect 3 '2. {[%missing]}; no sheet has this
  b.pgn:4:13: Qxh8 (misread; not allowed: 2. Qxh8)
  c.pgn:4:13: Rxa8 (misread; not allowed: 2. Rxa8)' ''
    merges '1. e4 e5 2. Nh3 Nc6 3. d3 *' a.pgn b.pgn
}

@test "dice that no sheet has are corrected if the totals decide them, and nothing is made up instead" {
    sheet a.xpgn '1. e4 d5 2. exd5 <3+0=7w:1+1=5x> Nf6 3. d6 *' chess-attack
    merges '1. e4 d5 2. exd5 <5+0=7w:1+1=5x> {[%was exd5 <3+0=7w:1+1=5x>]} 2... Nf6 3. d6 *' a.xpgn a.xpgn
    sheet a.xpgn '1. e4 d5 2. exd5 <1:3> Nf6 3. d6 Nc6 4. d7 Kxd7 <6:1> *' chess-attack # the pawn has fallen
    # only a 6 saves it, but what was played afterwards does not choose dice
    merges '1. e4 d5 2. {[%missing]} 2... Nf6 3. d6 Nc6 4. d7 Kxd7 <6:1> *' a.xpgn a.xpgn
    sed -i 's/<1:3>/<1:6>/' a.xpgn # no other die alone would save it either
    merges '1. e4 d5 2. exd5 <1+0=3x:6+1=10> Nf6 3. {[%missing]} 3... Nc6 4. d7 Kxd7 <6:1> *' a.xpgn a.xpgn
}

@test "another action that could have happened has every throw that the dice of the pieces allow" {
    # 50. axb5 is lost, and the rest legal, only if the die of 20 shows more than the one of 4 has
    printf 'ruleset: mixed\ntitle: Mixed\nversion: 1\nextends: chess-without-check\ncombat: {kind: contest, dice: {attacker: d4+20, defender: d4+d20},
  outcomes: [{from: 1, defender: removed}, {attacker: removed}]}\n' >mixed.yaml
    printf '[Variant "mixed"]\n[SetUp "1"]\n[FEN "4k3/8/8/1p6/P5p1/5pPp/4PPRP/6BK w - - 0 50"]\n\n50. axb5 b4 51. e3 *\n' >a.xpgn
    run_split xpgn-compare --rules=mixed.yaml --merge a.xpgn a.xpgn
    [[ $out == *'50. {[%missing]} 50... b4 51. e3 *'* ]]
}

@test "a record with sealed dice is not written with a half-move missing: it is said where" {
    sed 's/^4\. .*/{[%missing]} 4... e6 1\/2-1\/2/' "$ROOT/samples/sealed.xpgn" >a.xpgn
    cp a.xpgn b.xpgn
    for format in text json; do
        run_split xpgn-compare --merge --format="$format" a.xpgn b.xpgn
        expect 2 '' 'xpgn-compare: no record: missing half-move, but the dice are sealed: what follows cannot be checked [M-17]
xpgn-compare: missing: 4. (a.xpgn:18:2, b.xpgn:18:2)'
    done
    cp "$ROOT/samples/sealed.xpgn" b.xpgn # a sheet that has it
    run_split xpgn-compare --merge a.xpgn b.xpgn
    [[ $status == 1 && $out == *'4. dxc5'* && $out != *missing* && $err != *M-17* ]]
}

@test "a half-move of which all sheets say that it is missing stays missing, or is found" {
    sheet a.pgn '1. e4 e5 2. {[%missing]} Nc6 3. Bb5 a6 *'
    merges '1. e4 e5 2. {[%missing]} 2... Nc6 3. Bb5 a6 *' a.pgn a.pgn
    [ "$said" = 'xpgn-compare: missing: 2. (a.pgn:4:14, a.pgn:4:14)' ]
    run_split xpgn-compare a.pgn a.pgn
    expect 3 '2. {[%missing]}; no sheet has this
  a.pgn:4:14: [%missing]
  a.pgn:4:14: [%missing]' ''
    sheet a.pgn '1. e4 e5 2. {[%missing]} Nc6 3. Nxe5 Nxe5 *'
    merges '1. e4 e5 2. {[%missing]} 2... Nc6 3. Nxe5 Nxe5 *' a.pgn a.pgn
    merges '1. e4 e5 2. Nf3 {guess: one of 29} 2... Nc6 3. Nxe5 Nxe5 *' --guess a.pgn a.pgn
    [ "$said" = 'xpgn-compare: guess at 2. Nf3: one of 29 (a.pgn:4:14, a.pgn:4:14)' ]
    sheet a.pgn '1. f3 e5 2. Kf2 Qf6 3. Kg3 Qh4+ {[%missing]} *' # the only one
    merges '1. f3 e5 2. Kf2 Qf6 3. Kg3 Qh4+ 4. Kxh4 {guess: one of 1} *' --guess a.pgn a.pgn
    sheet a.pgn '1. e4 e5 {[%missing]} {[%missing]} *'
    merges '1. e4 e5 2. {[%missing]} 2... {[%missing]} *' a.pgn a.pgn
}

@test "sheets are read in the forms that people write, and these differ from nothing" {
    sheet a.pgn '1. e4 d5 2. ed QxP 3. Nc3 Qa5 4. P-Q4 *'
    run_split xpgn-compare a.pgn a.pgn
    expect 0 '' ''
    sheet b.pgn '1. e2e4 d7-d5 2. exd QxPd5 3. Kt-B3 Qa5 4. d4 *'
    run_split xpgn-compare --merge a.pgn b.pgn
    [ "$status" -eq 0 ]
    [ "$(tail -n 2 "$out_file")" = '1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. d4 *' ]
    sheet a.xpgn '1. e4 d5 2. ed <5:1> QxP <4:2> *' chess-attack
    sheet b.xpgn '1. e4 d5 2. exd5 <5:1> Qd5 <4:3> *' chess-attack
    run_split xpgn-compare a.xpgn b.xpgn
    [[ $status == 1 && $(wc -l <"$out_file") == 3 ]]
    [[ $out == '2... Qxd5 '*'; or Qxd5 '*'a.xpgn:4:22: QxP <4:2>'*'b.xpgn:4:24: Qd5 <4:3> (dice misread; allowed too)' ]]
    sheet a.pgn '1. Nf3 d5 2. d4 c6 3. Nd2 Nf6 4. N2b3 *' # one of two knights, which the rest decides
    sheet b.pgn '1. Nf3 d5 2. d4 c6 3. Nbd2 Nf6 4. Nb3 *'
    run_split xpgn-compare a.pgn b.pgn
    expect 0 '' ''
    sheet a.pgn '1. Nf3 d5 2. d4 c6 3. Nd2 Nf6 *'
    merges '1. Nf3 d5 2. d4 c6 3. Nbd2 {tie: or Nfd2} 3... Nf6 *' a.pgn a.pgn
}

@test "what all sheets have is doubted where they cannot be played on" {
    sheet a.pgn '1. d4 g6 2. c4 Bg7 3. Nc3 a5 4. Nf3 cxd4 5. Nxd4 Nc6 6. e3 Nf6 7. Be2 O-O 8. O-O a6 *'
    merges '1. d4 g6 2. c4 Bg7 3. Nc3 c5 {[%was a5]} 4. Nf3 cxd4 5. Nxd4 Nc6 6. e3 Nf6 7. Be2 O-O 8. O-O a6 *' a.pgn a.pgn
}

@test "of sheets that cannot be explained to the end, the part that can is given, with its end" {
    start='1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7'
    moves=$start' 11. Kh1 Kh8 12. Kg1 Kg8 13. Kh1 Kh8 14. Kg1 Kg8 15. Kh1 Kh8 16. Kg1 Kg8 17. Kh1 Kh8 18. Kg1 Kg8'
    moves="$moves$(printf ' Kh1 Kh8 Kg1 Kg8%.0s' {1..7})"
    one='Ra1 Rb2 Rc3 Rd4 Re5 Rf6 Ra1 Rb2 Rc3 Rd4 Re5 Rf6 Ra1 Rb2 Rc3 Rd4 Re5 Rf6 Ra1 Rb2 Rc3 Rd4 Re5 Rf6'
    one+=" ${one:0:47}"
    other='Rh8 Rg7 Rf6 Re5 Rd4 Rc3 Rh8 Rg7 Rf6 Re5 Rd4 Rc3 Rh8 Rg7 Rf6 Re5 Rd4 Rc3 Rh8 Rg7 Rf6 Re5 Rd4 Rc3'
    other+=" ${other:0:47}"
    sheet a.pgn "$moves $one *"
    sheet b.pgn "$moves $other *"
    run_split xpgn-compare --merge a.pgn b.pgn
    [ "$status" -eq 3 ]
    [[ $(tr '\n' ' ' <"$out_file") == *'Kg1 Kg8 33. {[%missing]} {not explained from here on} * '* ]]
    at=$(awk 'NR == 4 { print index($0, "Ra1") }' a.pgn)
    [ "$err" = "xpgn-compare: missing: 33. (a.pgn:4:$at, b.pgn:4:$at)" ]
    sound
    run_split xpgn-compare a.pgn b.pgn
    expect 3 "33. {[%missing]}; not explained from here on
  a.pgn:4:$at: Ra1 (misread; not checked)
  b.pgn:4:$at: Rh8 (misread; not checked)" ''
    run_split xpgn-compare --format=json a.pgn b.pgn
    [ "$(jq -c '[.ply, .stop, .missing, .readings[0].text]' "$out_file")" = '[65,true,true,"Ra1"]' ]
    /usr/bin/python3 "$ROOT/tests/cli/schema.py" "$ROOT/formats/compare.schema.json" <"$out_file"
    sheet a.pgn "$start $one *" # most of what they have is not alike
    sheet b.pgn "$start $other *"
    run_split xpgn-compare a.pgn b.pgn
    expect 2 '' 'xpgn-compare: no legal record explains the sheets with at most 64 slips'
}

@test "two guesses that only hold each other up stay open" {
    sheet a.pgn '1. e4 e5 2. {[%missing]} {[%missing]} 3. Nxe5 *'
    merges '1. e4 e5 2. {[%missing]} 2... {[%missing]} 3. Nxe5 *' a.pgn a.pgn
}

@test "after a missing half-move the sheets are only compared with each other" {
    moves='1. e4 e5 2. {[%missing]} {[%missing]} 3. {[%missing]} {[%missing]} 4. {[%missing]} {[%missing]} 5.'
    sheet a.pgn "$moves Rxh5 Kh8 6. e2-e4 Kg8 1-0"
    sheet b.pgn "$moves Rxh5 Kg8 6. e4 Kg8 1-0"
    run_split xpgn-compare a.pgn b.pgn
    [ "$status" -eq 3 ]
    [ "$(tail -n 3 "$out_file")" = '5... Kh8; or Kg8 (probability 0.66)
  a.pgn:4:105: Kh8
  b.pgn:4:105: Kg8 (misread; not checked)' ]
    merges '1. e4 e5 2. {[%missing]} 2... {[%missing]} 3. {[%missing]} 3... {[%missing]} 4. {[%missing]} 4... {[%missing]} 5. Rxh5 Kh8 {tie: or Kg8} 6. e2-e4 Kg8 1-0' a.pgn b.pgn
    xpgn-compare --merge a.pgn b.pgn >one 2>/dev/null || [ $? -eq 3 ]
    [ "$(wc -L <one)" -lt 80 ]
    xpgn-compare --merge one one >two 2>/dev/null || [ $? -eq 3 ]
    same_output one two
}

@test "a last half-move that nobody wrote down is a difference, and stays" {
    sheet a.pgn '1. e4 e5 {[%missing]} *'
    sheet b.pgn '1. e4 e5 *'
    run_split xpgn-compare a.pgn b.pgn
    expect 3 '2. {[%missing]}; no sheet has this
  a.pgn:4:11: [%missing]
  b.pgn:4:10: left out; allowed too' ''
    merges '1. e4 e5 2. {[%missing]} *' a.pgn b.pgn
    merges '1. e4 e5 2. {[%missing]} *' b.pgn a.pgn
    merges '1. e4 e5 2. {[%missing]} *' a.pgn a.pgn
    sheet b.pgn '1. e4 e5 2. Nf3 *'
    merges '1. e4 e5 {one sheet from here} 2. Nf3 *' a.pgn b.pgn
    sheet a.pgn '{[%missing]} *'
    sheet b.pgn '*'
    merges '1. {[%missing]} *' a.pgn b.pgn
    sheet a.pgn '1. f3 e5 2. g4 Qh4# {[%missing]} 0-1' # nothing can follow
    run_split xpgn-compare --merge a.pgn a.pgn
    [[ $out != *missing* ]]
}

@test "a stretch that only one sheet has is marked where it begins and ends" {
    sheet a.pgn '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *'
    sheet b.pgn '1. e4 e5 2. Nf3 *' # has ended
    merges '1. e4 e5 2. Nf3 {one sheet from here} 2... Nc6 3. Bb5 a6 4. Ba4 Nf6 *' a.pgn b.pgn
    sheet b.pgn '1. e4 e5 2. Nf3 {[%missing]} 3. {[%missing]} a6 4. Ba4 Nf6 *' # is illegible
    merges '1. e4 e5 2. Nf3 {one sheet from here} 2... Nc6 3. Bb5 {both sheets from here} 3... a6 4. Ba4 Nf6 *' a.pgn b.pgn
    sheet b.pgn '1. e4 e5 2. Nf3 Nc6 3. Bqq a6 4. Ba4 Nf6 *'
    merges '1. e4 e5 2. Nf3 Nc6 {one sheet from here} 3. Bb5 {both sheets from here} 3... a6 4. Ba4 Nf6 *' a.pgn b.pgn
    sheet b.pgn '1. e4 e5 2. Nf3 Nc6 4. Ba4 Nf6 *' # has left it out
    merges '1. e4 e5 2. Nf3 Nc6 {one sheet from here} 3. Bb5 a6 {both sheets from here} 4. Ba4 Nf6 *' a.pgn b.pgn
    sheet b.pgn '1. e4 e5 2. Nf3 Nc6 3. Bb6 a6 4. Ba4 Nf6 *' # another word, that the rules refuse
    merges '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *' a.pgn b.pgn
    sheet b.pgn '*'
    merges '{one sheet from here} 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *' a.pgn b.pgn
    sheet b.pgn '1. e4 e5 2. Nh3 Nc6 *' # at the same place as a tie
    sheet a.pgn '1. e4 e5 2. Nf3 *'
    merges '1. e4 e5 2. Nh3 {tie: or Nf3; one sheet from here} 2... Nc6 *' a.pgn b.pgn
}

@test "of three sheets two are several, and one without a move changes nothing" {
    sheet a.pgn '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *'
    sheet b.pgn '1. e4 e5 4. Ba4 Nf6 *'
    sheet c.pgn '1. e4 e5 2. Nf3 Nc6 4. Ba4 *'
    sheet d.pgn '*'
    merges '1. e4 e5 2. Nf3 Nc6 {one sheet from here} 3. Bb5 a6 {several sheets from here} 4. Ba4 Nf6 *' a.pgn b.pgn c.pgn
    merges '1. e4 e5 2. Nf3 Nc6 {one sheet from here} 3. Bb5 a6 {several sheets from here} 4. Ba4 Nf6 *' d.pgn a.pgn b.pgn c.pgn
    run_split xpgn-compare d.pgn d.pgn d.pgn
    expect 0 '' ''
    sheet e.pgn '1. e4 e5 {[%missing]} *'
    merges '{one sheet from here} 1. e4 e5 2. {[%missing]} *' d.pgn e.pgn d.pgn
}

@test "dice of one sheet at the action of another are marked" {
    sheet b.xpgn '1. e4 d5 2. exd6 <5:1> Nf6 3. d6 Nc6 *' chess-attack
    sheet a.xpgn '1. e4 d5 2. exd5 Nf6 3. d6 Nc6 *' chess-attack
    merges '1. e4 d5 2. exd5 <5+0=7w:1+1=5x> {dice of another sheet} 2... Nf6 3. d6 Nc6 *' a.xpgn b.xpgn
    [ "$said" = 'xpgn-compare: mixed at 2. exd5: dice of another sheet (a.xpgn:4:13, b.xpgn:4:13)' ]
    run_split xpgn-compare --format=json a.xpgn b.xpgn
    [ "$(jq -c '[.mixed, .witnesses]' "$out_file")" = '[true,[]]' ]
}

@test "what is said of a half-move that is missing stays with it" {
    sheet a.pgn '{first} 1. e4 e5 {best} {[%missing] a knight?} Nc6 3. {no name} Bb5 {[%missing]} {so it ends} *'
    sheet b.pgn '1. e4 e5 {[%missing]} 2... Nc6 3. Bb5 *'
    merges '{first} 1. e4 e5 {best} 2. {[%missing]} {a knight?} 2... Nc6 {no name} 3. Bb5 {[%missing]} {so it ends} *' a.pgn b.pgn
    xpgn-compare --merge a.pgn b.pgn >one 2>/dev/null || [ $? -eq 3 ]
    xpgn-compare --merge one one >two 2>/dev/null || [ $? -eq 3 ]
    same_output one two
}

@test "JSON names the witnesses of each half-move" {
    sheet a.pgn '1. e4 e5 2. Nf3 Nc6 3. Nh3 a6 4. Nxe5 *'
    sheet b.pgn '1. e2-e4 2. Nf3 {[%missing]} 3. Bb5 a6 4. Nxe5 *'
    sheet c.pgn '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *'
    run_split xpgn-compare --merge --format=json a.pgn b.pgn c.pgn
    [ "$status" -eq 1 ]
    [ "$(jq -r '"\(.ply) \(.record) \(.witnesses | join(""))"' "$out_file" | tr '\n' ,)" = \
        '1 e4 123,2 e5 13,3 Nf3 123,4 Nc6 13,5 Bb5 23,6 a6 123,7 Nxe5 12,' ]
    /usr/bin/python3 "$ROOT/tests/cli/schema.py" "$ROOT/formats/compare.schema.json" <"$out_file"
    run_split xpgn-compare --format=json a.pgn b.pgn c.pgn
    [ "$(jq -r '"\(.label) \(.witnesses | join(""))"' "$out_file" | tr '\n' ,)" = \
        '1... e5 13,2... Nc6 13,3. Bb5 23,4. Nxe5 12,' ]
    sheet a.xpgn '1. e4 d5 2. exd5 <5+0=7w:1+1=5x> 0-1' chess-attack
    sheet b.xpgn '1. e4 d5 2. exd5 <4+0=7w:1+1=5x> 1-0' chess-attack
    sheet c.xpgn '1. e4 d5 3. exd5 <5+0=8w:1+1=5x> 1-0' chess-attack
    run_split xpgn-compare --format=json a.xpgn b.xpgn c.xpgn # a die, a total and a number; the result
    [ "$(jq -c .witnesses "$out_file" | tr '\n' ' ')" = '[1,3] [2,3] ' ]
    sheet a.pgn '1. e4 e5 2. Nh3 Nc6 3. Nxe5 {[%missing]} *'
    sheet b.pgn '1. e4 e5 2. Nf4 Nc6 3. Nxe5 *'
    run_split xpgn-compare --format=json a.pgn b.pgn
    [ "$(jq -c '[.label, .record, .was, .guess, .choices, .missing, .witnesses]' "$out_file")" = \
        '["2. Nf3","Nf3","Nf4",false,0,false,[]]
["3...","{[%missing]}",null,false,0,true,[]]' ]
    /usr/bin/python3 "$ROOT/tests/cli/schema.py" "$ROOT/formats/compare.schema.json" <"$out_file"
}

@test "a short game is no misread copy of a long one" {
    sheet a.pgn '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. Nxe5 Qd4 6. Nf3 Qxe4+ 7. Kf1 Bg4 8. Nc3 Bxf3 9. Nxe4 Bxd1 *'
    sheet b.pgn '1. d4 g6 2. c4 Nf6 3. Nc3 Bg7 4. Nf3 d6 5. Bg5 O-O 6. e3 c5 7. d5 Qa5 8. Qc2 Na6 9. a3 Nb4 10. Qc1 Na6 11. Bd3 e5
12. dxe6 Bxe6 13. O-O Rfe8 *'
    run_split xpgn-compare a.pgn b.pgn
    expect 2 '' 'xpgn-compare: no legal record explains the sheets with at most 64 slips'
}

@test "each half-move of the record has a probability, which the text says where it is not sure" {
    sheet a.pgn '1. e4 e5 2. Nf3 Nc6 3. Nh3 a6 4. Nxe5 d6 5. Nf3 *'
    sheet b.pgn '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Nxe5 d6 5. Nc4 *'
    run_split xpgn-compare --merge --format=json a.pgn b.pgn
    # several, none refuted; refuted; a tie
    jq -se 'map(.probability) | .[0] > 0.99 and .[4] < .[0] and .[4] > 0.9 and .[8] < 0.75 and .[8] > 0.5' "$out_file"
    run_split xpgn-compare a.pgn b.pgn
    grep -qx '3\. Bb5' "$out_file"
    grep -q '^5\. Nf3; or Nc4 (probability 0\.[67]' "$out_file"
    # what is missing, and tags, have none
    sheet a.pgn '1. e4 e5 2. Nh3 Nc6 3. Nxe5 {[%missing]} *'
    sheet b.pgn '1. e4 e5 2. Nf4 Nc6 3. Nxe5 *'
    run_split xpgn-compare --format=json a.pgn b.pgn
    [ "$(jq -c '[.label, .probability != null]' "$out_file" | tr '\n' ' ')" = '["2. Nf3",true] ["3...",false] ' ]
}

# Two sheets of one game, as they were read from handwriting: game 13 of Handwritten Chess Scoresheets (Eicher and
# others, 2021, CC BY 3.0), labels by way of benjaminkost/chess-scoresheet-digitization-training (MIT). Changed here:
# put together, blanks inside a half-move removed, [%missing] where a label is missing.
real_sheets() {
    sheet a.pgn "1. e4 d6 2. Bb5+ Bd7 3. Bc4 Nf6 4. Nc3 g6 5. d4 c5 6. Be3 Qb6 7. Rb1 Qb4 8. Qd3 Nc6 9. Nf3 Nxe4 10. Bb5 Nxc3
11. Rc1 Nxb5+ 12. Bd2 Qxb2 13. Rd1 cxd4 14. Ng5 Nc3 15. O-O Nxd1 16. Rxd1 Bf5 17. Qf3 Qxc2 18. Qe2 Qxa2 19.
Rc1 Bh6 20. Nf3 Bxd2 21. Rd1 d3 22. Qf1 Bh6 23. Nh4 Bd7 24. Rxa3 Ne5 25. Rc3 g5 26. Rc7 Qb3 27. Nf3 Nxf3+ 28.
Kh1 Nd2 29. Qe2 Qb1+ 30. Rc1 Qxc1+ 31. Qf1 Qxf1# *"
    sheet b.pgn "1. e4 d6 2. Bb5+ Bd7 3. Bc4 Nf6 4. Nc3 g6 5. d4 c5 6. Be3 Qb6 7. Rb1 Qb4 8. Qd3 Nc6 9. Nf3 Nxe4 10. Bb4 Nxc3
11. Rc1 {[%missing]} 12. {[%missing]} {[%missing]} 13. {[%missing]} {[%missing]} 14. {[%missing]} {[%missing]}
15. {[%missing]} {[%missing]} 16. {[%missing]} {[%missing]} 17. {[%missing]} Qxc3 18. Qe2 Qxa2 19. Rc1 Bh6 20.
Nf3 Bxd2 21. Rd1 d3 22. Qf1 Bh6 23. Nh4 Bd7 24. Rxa3 Ne5 25. Rc3 a5 26. Rc7 Qb3 27. Nf3 Nxf3+ 28. Kh1 Nb1+ 29.
Qe2 Qb1+ 30. Rc1 Qxc1+ 31. Qf1 Qxf1# *"
}

@test "of real sheets nothing gets into the record without a witness or a mark, and nothing is lost" {
    real_sheets
    merges "$(tr -s '\n' ' ' <<<'1. e4 d6 2. Bb5+ Bd7 3. Bc4 Nf6 4. Nc3 g6 5. d4 c5 6. Be3 Qb6 7. Rb1 Qb4 8. Qd3 Nc6 9. Nf3 Nxe4
10. Bb5 Nxc3 11. Rc1 {one sheet from here} 11... Nxb5+ 12. Bd2 Qxb2 13. Rd1 cxd4 14. Ng5 Nc3 15. O-O Nxd1 16. Rxd1
Bf5 17. Qf3 Qxc2 {both sheets from here} 18. Qe2 Qxa2 19. Rc1 Bh6 20. Nf3 Bxd2 21. Rd1 d3 22. Qf1 Bh6 23. Nh4 Bd7
24. Rxd3 {[%was Rxa3]} 24... Ne5 25. Rc3 g5 {tie: or a5} 26. Rc7 Qb3 27. Nf3 Nxf3+ 28. Kh1 Nd2 29. Qe2
Qb1+ 30. Rc1 Qxc1+ 31. Qf1 Qxf1# 0-1' | sed 's/ $//')" a.pgn b.pgn
    xpgn-compare --merge --format=json a.pgn b.pgn >out.json 2>/dev/null || [ $? -eq 1 ]
    [ "$(jq -s length out.json)" -eq 62 ]
    [ "$(jq -r 'select(.witnesses == [] and (.was or .guess or .missing | not)) | .label' out.json)" = '' ]
}

# either_order FILE FILE [FILE]: the record and the differences are the same, whichever sheet is named first
either_order() {
    local other=("$2" "$1" "${@:3}")
    xpgn-compare --merge "$@" >one || [ $? -ne 2 ]
    xpgn-compare --merge "${other[@]}" >other || [ $? -ne 2 ]
    cmp one other
    xpgn-compare --format=json "$@" | jq -S '.readings |= sort_by(.file) | del(.witnesses)' >one || true
    xpgn-compare --format=json "${other[@]}" | jq -S '.readings |= sort_by(.file) | del(.witnesses)' >other || true
    cmp one other
}

@test "the order in which sheets are named changes nothing" {
    real_sheets
    either_order a.pgn b.pgn
    either_order "$ROOT"/samples/compare/{white,black}.xpgn
    sheet c.pgn '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *'
    local n=0 slip
    for slip in 's/Nf3/Nh3/' 's/Ba4/Be4/' 's/ a6//' 's/Nc6 3. Bb5/3. Bb5 Nc6/' 's/4\. //' 's/O-O/O-O-O/' 's/Nf6/{[%missing]}/' \
        's/\*/1-0/' 's/"A"/"B"/' 's/e5/e5 {good}/' 's/Be7/Bc5/' 's/Bb5 a6 4. Ba4 Nf6/Bqq qq 4. qqq qqq/'; do
        sed "$slip" c.pgn >d$n.pgn
        either_order c.pgn d$n.pgn
        [ $n -eq 0 ] || either_order d$((n - 1)).pgn d$n.pgn c.pgn
        n=$((n + 1))
    done
}

@test "turns of several actions keep their numbers and turn rolls" {
    xpgn-fmt --minimal --game=3 "$ROOT/samples/club.xpgn" >true.xpgn
    xpgn-fmt --game=3 "$ROOT/samples/club.xpgn" >full.xpgn
    for form in true full; do
        grep -q 'N' $form.xpgn
        sed 's/\([0-9]\)\. <\([1-6]\)> /\1. <7> /' $form.xpgn >a.xpgn
        not cmp -s a.xpgn $form.xpgn
        run_split xpgn-compare --merge a.xpgn $form.xpgn
        [ "$status" -eq 1 ]
        same_output full.xpgn "$out_file"
    done
}

@test "the first action of a turn left out passes its number on" {
    xpgn-fmt --game=4 "$ROOT/samples/club.xpgn" >b.xpgn
    sed 's/2\. c4-c5 d2-d3/2. d2-d3/' b.xpgn >a.xpgn
    not cmp -s a.xpgn b.xpgn
    run_split xpgn-compare a.xpgn b.xpgn
    [ "$status" -eq 1 ]
    [[ $out == $'2. c4-c5\n  a.xpgn:'*': left out'* ]]
    [ "$(wc -l <"$out_file")" -eq 3 ]
}

@test "a step that both sheets have left out is found, with its turn roll" {
    xpgn-fmt --minimal --game=3 "$ROOT/samples/club.xpgn" >true.xpgn
    sed 's/2\.\.\. <3> Nb8-e5 //' true.xpgn >a.xpgn
    not cmp -s a.xpgn true.xpgn
    run_split xpgn-compare --merge a.xpgn a.xpgn
    [[ $status == 3 && $out == *'{[%missing]}'* && $out != *'<3> Nb8-e5'* ]]
    run_split xpgn-compare --merge --guess a.xpgn a.xpgn
    [[ $out == *'2... <3> Nb8-e5 {guess: one of '*'} 3. <2> '* || $out == *'{[%missing]}'* ]]
    [[ $err == 'xpgn-compare: '* ]]
    sound
}

@test "a sheet that ends early is one slip, and one without the tag Variant is taken for the same game" {
    sheet a.xpgn '1. e4 d5 2. exd5 <5:1> Qxd5 <5:1> 3. Nc3 Qa5 1-0' chess-attack
    printf '1. e4 d5 2. exd5 <5:1> 1-0\n' >b.xpgn
    run_split xpgn-compare a.xpgn b.xpgn
    [ "$status" -eq 1 ]
    [ "$(grep -c '^[0-9]' "$out_file")" -eq 1 ]
    [[ $out == '2... Qxd5 '* ]]
}

@test "tags and results that differ are reported; the record takes what is known" {
    printf '[White "Adams"]\n[Black "?"]\n[Round "3"]\n\n1. e4 e5 1-0\n' >a.pgn
    printf '[White "Adam"]\n[Black "Brandt"]\n\n1. e4 e5 0-1\n' >b.pgn
    run_split xpgn-compare a.pgn b.pgn
    expect 1 'White: Adams
  a.pgn:1:9: Adams
  b.pgn:1:9: Adam (another value)
result: 1-0; or 0-1
  a.pgn:5:10: 1-0
  b.pgn:4:10: 0-1 (another result)' ''
    run_split xpgn-compare --merge a.pgn b.pgn
    [[ $out == *'[White "Adams"]'*'[Black "Brandt"]'* && $out == *'{tie: or 0-1} 1-0' && $out == *'[Result "1-0"]'* ]]
    sound
}

@test "a half-move that nobody wrote down costs nothing" {
    sheet a.pgn '1. e4 {[%missing]} 2. Nf3 Nc6 *'
    sheet b.pgn '1. e4 e5 2. Nf3 Nc6 *'
    merges '1. e4 {one sheet from here} 1... e5 {both sheets from here} 2. Nf3 Nc6 *' a.pgn b.pgn
    run_split xpgn-compare a.pgn b.pgn
    expect 1 '1... e5
  a.pgn:4:8: [%missing]
  b.pgn:4:7: e5' ''
}

@test "the sheets may be the games of one stream, packed or not" {
    printf '[White "A"]\n\n1. e4 e5 *\n\n[White "A"]\n\n1. e4 e6 *\n\n[White "A"]\n\n1. e4 e6 *\n' >all.pgn
    merges '1. e4 e6 *' all.pgn
    gzip -c all.pgn | xpgn-compare >packed || [ $? -eq 1 ]
    grep -q '^  -:3:7: e5 (misread; allowed too)$' packed
    grep -q '^  -:7:7: e6$' packed
}

@test "what is not one game is trouble" {
    sheet a.pgn '1. e4 *'
    sheet b.xpgn '1. e4 *' five-dice
    run_split xpgn-compare a.pgn b.xpgn
    expect 2 '' 'xpgn-compare: b.xpgn: variant differs from the first sheet: Five Dice'
    sheet c.xpgn '1. e4 *' 'five-dice"][RuleOptions "shooting'
    run_split xpgn-compare b.xpgn c.xpgn
    expect 2 '' 'xpgn-compare: c.xpgn: rule options differ from the first sheet: shooting'
    printf '[SetUp "1"]\n[FEN "7k/8/8/8/8/8/8/R6K w - - 0 1"]\n\n1. Ra2 *\n' >c.pgn
    printf '[SetUp "1"]\n[FEN "7k/8/8/8/8/8/8/R5K1 w - - 0 1"]\n\n1. Ra2 *\n' >d.pgn
    run_split xpgn-compare c.pgn d.pgn
    expect 2 '' 'xpgn-compare: d.pgn: start position differs from the first sheet'
    printf '[GameType "20"]\n\n1. 32-28 19-23 2. 28x19 14x23 2-0\n' >c.pgn
    run_split xpgn-compare c.pgn d.pgn
    expect 2 '' 'xpgn-compare: c.pgn: a game of draughts, not of chess'
    printf '[GameType "20"]\n\n1. e4 e5 *\n' >c.pgn # which it is not
    printf '1. e4 e5 *\n' >d.pgn
    run_split xpgn-compare c.pgn d.pgn
    expect 0 '' ''
    run_split xpgn-compare a.pgn
    [ "$status" -eq 2 ]
    [[ $err == 'xpgn-compare: 1 game, expected 2 to 8 sheets of one game'* ]]
    run_split xpgn-compare /dev/null
    [[ $err == 'xpgn-compare: 0 games, expected 2 to 8 sheets of one game'* ]]
    run_split xpgn-compare a.pgn a.pgn a.pgn a.pgn a.pgn a.pgn a.pgn a.pgn a.pgn
    [ "$status" -eq 2 ]
    cat a.pgn a.pgn >two.pgn
    run_split xpgn-compare a.pgn two.pgn
    [ "$status" -eq 2 ]
    [[ $err == 'xpgn-compare: two.pgn: more than one game, expected one in each file'* ]]
    run_split xpgn-compare a.pgn none.pgn
    [ "$status" -eq 2 ]
    run_split xpgn-compare --merge --quiet a.pgn a.pgn
    [ "$status" -eq 2 ]
}

@test "sheets of different games are given up, or all different" {
    xpgn-fmt --game=1 "$ROOT/samples/club.xpgn" >a.xpgn
    { sed '/^$/q' a.xpgn; for i in 1 2 3 4 5 6 7 8 9; do
        printf '%s\n' 'Nh3 Nh6 Ng1 Ng8 Na3 Na6 Nb1 Nb8'; done; echo '*'; } >b.xpgn
    run_split xpgn-compare a.xpgn b.xpgn
    expect 2 '' 'xpgn-compare: no legal record explains the sheets with at most 64 slips'
    # two legal games with few half-moves in common are not mixed into a third, in either order
    sheet king.pgn '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 *'
    sheet queen.pgn '1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 6. Nf3 Nbd7 *'
    for pair in 'king.pgn queen.pgn' 'queen.pgn king.pgn'; do
        # shellcheck disable=SC2086 # two names
        run_split xpgn-compare --merge $pair
        expect 2 '' 'xpgn-compare: the sheets seem to be of different games'
    done
    # a slip in three of twelve is one game
    sheet slips.pgn '1. e4 e6 2. Nf3 Nc6 3. Bb5 a5 4. Ba4 Nf6 5. O-O Bd6 6. Re1 b6 *'
    run_split xpgn-compare king.pgn slips.pgn
    [ "$status" -eq 1 ]
}

@test "effort is bounded: long sheets that never agree" {
    awk 'BEGIN { print "[Variant \"chess-attack\"]\n"; for (i = 0; i < 2400; i++) print "Nf3 Nf6 Ng1 Ng8"; print "*" }' >a.xpgn
    sed '3,22s/Nf3/Nh3/' a.xpgn >b.xpgn
    run_split timeout 60 xpgn-compare a.xpgn b.xpgn
    [ "$status" -eq 1 ]
    [ "$(grep -c 'misread; allowed too' "$out_file")" -eq 20 ]
    { cat a.xpgn; sed 1,2d a.xpgn; } | sed 's/^\*$//' >long.xpgn
    run_split timeout 60 xpgn-compare long.xpgn a.xpgn
    [ "$status" -eq 2 ]
    [[ $err == *': too many actions' ]]
}

@test "JSON says the same as text, and is as its schema says" {
    cp "$ROOT"/samples/compare/*.xpgn .
    xpgn-compare --format=json white.xpgn black.xpgn >out.json || [ $? -eq 1 ]
    [ "$(jq -r .label out.json | tr '\n' ,)" = '6. cxd4,10. N2f3,11... Re8,' ]
    [ "$(jq -c 'select(.ply == 19) | [.guess, .tie, .readings[1].slip, .readings[1].allowed, .readings[1].until]' out.json)" = \
        '[false,null,"action",false,"10. N2f5"]' ]
    jq -r '.readings[] | select(.length > 0) | "\(.file) \(.file_offset) \(.length) \(.text)"' out.json |
        while read -r file offset length text; do
            [ "$(tail -c +"$((offset + 1))" "$file" | head -c "$length")" = "$text" ]
        done
    /usr/bin/python3 "$ROOT/tests/cli/schema.py" "$ROOT/formats/compare.schema.json" <out.json
}

@test "what a player does on his whole sheet is no slip" {
    moves='1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Bg5 e6 *'
    sheet a.pgn "$moves"
    sheet german.pgn '1. e4 c5 2. Sf3 d6 3. d4 cxd4 4. Sxd4 Sf6 5. Sc3 a6 6. Lg5 e6 *'
    sheet figurines.pgn '1. e4 c5 2. ♘f3 d6 3. d4 cxd4 4. ♘xd4 ♞f6 5. ♘c3 a6 6. ♗g5 e6 *'
    sheet ranks.pgn '1. e4 c4 2. Nf3 d3 3. d4 cxd5 4. Nxd4 Nf3 5. Nc3 a3 6. Bg5 e3 *'
    sheet turned.pgn '1. d5 f4 2. Nc6 e3 3. e5 fxe5 4. Nxe5 Nc3 5. Nf6 h3 6. Bb4 d3 *'
    sheet white.pgn '1. e4 2. Nf3 3. d4 4. Nxd4 5. Nc3 6. Bg5 *'
    sheet black.pgn '1. c5 2. d6 3. cxd4 4. Nf6 5. a6 6. e6 *'
    sheet late.pgn '4. Nxd4 Nf6 5. Nc3 a6 6. Bg5 e6 *'
    for other in german figurines ranks turned white black late; do
        run_split xpgn-compare "$other.pgn" a.pgn
        expect 0 '' ''
    done
    run_split xpgn-compare german.pgn german.pgn
    expect 0 '' ''
    run_split xpgn-compare --merge turned.pgn turned.pgn
    [ "$(tail -n 2 "$out_file")" = "$moves" ]
    run_split xpgn-compare --merge white.pgn black.pgn
    [ "$status" -eq 0 ]
    [ "$(sed '1,/^$/d' "$out_file" | tr -s '\n' ' ')" = "{one sheet from here} $moves " ]
    # with a slip, which is one
    sed -i 's/5. Sc3/5. Sd3/' german.pgn
    run_split xpgn-compare german.pgn a.pgn
    [ "$status" -eq 1 ]
    [ "$(grep -c misread "$out_file")" -eq 1 ]
}

@test "pairs of sheets with a habit and a slip give the true record, or are marked" {
    XPGN_BIN=$BIN run_split /usr/bin/python3 "$ROOT/tests/oracles/sheets.py" --habits --pairs="$([ -n "${XPGN_LONG:-}" ] && echo 24 || echo 3)" "$ROOT/samples/chess.xpgn"
    echo "$out"
    [ "$status" -eq 0 ]
    [ "$(wc -l <"$out_file")" -eq 6 ]
}

@test "slips as people make them give the true record, or are marked" {
    games=("$ROOT"/samples/{chess,chess-attack,five-dice,combat-chess-2,assault-and-siege}.xpgn "$ROOT/tests/vectors/tamper.xpgn")
    XPGN_BIN=$BIN run_split /usr/bin/python3 "$ROOT/tests/oracles/sheets.py" --people --slips=4 --pairs=20 --seed=200 "${games[@]}"
    echo "$out"
    [ "$(tail -n 1 "$out_file" | cut -f 2,8,9)" = $'20\t0\t0' ]
    [ -n "${XPGN_LONG:-}" ] || return 0
    for slips in 1 2 4; do
        XPGN_BIN=$BIN /usr/bin/python3 "$ROOT/tests/oracles/sheets.py" --people --slips="$slips" --pairs=300 --seed=200 "${games[@]}" >table
        tail -n 1 table | awk -F '\t' -v slips="$slips" '{ exit !($2 == 300 && $8 <= (slips > 2 ? 3 : 0)) }'
    done
    XPGN_BIN=$BIN /usr/bin/python3 "$ROOT/tests/oracles/sheets.py" --people --slips=4 --sheets=3 --pairs=300 --seed=200 "${games[@]}" >table
    tail -n 1 table | awk -F '\t' '{ exit !($2 == 300 && $8 <= 3) }'
}

@test "two moves of a player that one sheet has exchanged, and the other lacks in part, tie" {
    sheet a.pgn '1. e4 Nc6 2. Nf3 e5 3. Bb5 a6 4. Bxc6 dxc6 *'
    sheet b.pgn '2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 *'
    merges '{one sheet from here} 1. e4 e5 {tie: or Nc6; both sheets from here} 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 *' a.pgn b.pgn
}

@test "two moves of a player in each other's place are one slip, or tie" {
    sheet a.pgn '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 *'
    sheet b.pgn '1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. Ba4 a6 5. O-O b5 6. Re1 Be7 7. Bb3 d6 *'
    merges '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 {tie: or Nf6} 4. Ba4 Nf6 5. O-O Be7 {tie: or b5} 6. Re1 b5 7. Bb3 d6 *' a.pgn b.pgn
    # also twice, on a sheet that is not legal: the other one needs two slips, no more
    sheet a.pgn '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d7 *'
    merges '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 {tie: or Nf6} 4. Ba4 Nf6 5. O-O Be7 {tie: or b5} 6. Re1 b5 7. Bb3 d6 *' a.pgn b.pgn
    # also if one of them is misread besides
    start='1. d4 Nf6 2. c4 e6 3. Nf3 d5 4. Bg5 Be7 5. Nc3 O-O 6. e3 Ne4 7. Bxe7 Qxe7 8. cxd5 Nxc3'
    sheet a.pgn "$start 9. bxc3 exd5 10. Qb3 Rd8 11. Be2 Nc6 *"
    sheet b.pgn "$start 9. bxc3 Rd8 10. Qb3 bxd5 11. Be2 Nc6 *"
    merges "$start 9. bxc3 Rd8 {tie: or exd5} 10. Qb3 exd5 11. Be2 Nc6 *" a.pgn b.pgn
    sheet a.pgn '1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# *'
    sheet b.pgn '1. e4 e5 2. Qh5 Nc6 3. Bd4 Nf6 4. Qxf7# *'
    run_split xpgn-compare --merge a.pgn b.pgn
    [ "$status" -ne 2 ]
}

@test "a legal sheet is the record, and what no record explains with it is not read" {
    sheet a.pgn '1. c4 Na6 2. Qa4 Nb4 3. Qxb4 a5 4. Qxa5 Rxa5 5. Nf3 Rxa2 6. Rxa2 b5 7. cxb5 Nf6 8. b4 Ng4 *'
    sheet b.pgn '1. h4 a8 2. Na3 Ka6 3. Nh3 Nc6 4. Nd5 Nb4 5. Nxc7+ Qxd7 6. f5 Qxf4 7. Nxf7 Nxa2 8. Rxa2 h5 *'
    run_split xpgn-compare --merge a.pgn b.pgn
    [[ ${out//$'\n'/ } == *'1. c4 Na6 2. Qa4 Nb4 3. Qxb4 a5 4. Qxa5 Rxa5 5. Nf3 Rxa2 6. Rxa2 b5 7. cxb5 Nf6 8. b4 Ng4 *'* ]]
    [[ $err == *'b.pgn:'*': not read: 1. h4 a8 2. Na3 '*' 8. Rxa2 h5' ]]
}

@test "a legal sheet has no weight if the board contradicts a sign of it" {
    # of b with 19... Kh8 20. Be6+ Nd7, which is no check, the order of 24 and 25 is no better than that of a
    start='1. c4 e5 2. Nc3 Nf6 3. g3 Nc6 4. Bg2 Bb4 5. Qc2'
    middle='7. O-O e4 8. Ng5 Bxc3 9. dxc3 Qe7 10. Nh3 d6 11. Nf4 b6 12. Nd5 Nxd5 13. cxd5 Nb8 14. c4 Bf5 15. b3 Bg6 16. Bb2 e3 17. Qc3 exf2+ 18. Rxf2 f6 19. Bh3'
    rest='21. Bxd7 Qxd7 22. Rxf6 Rxe2 23. Re6 Re8'
    sheet a.pgn "$start Re8 6. Rg3 O-O $middle Nd7 20. Be6+ Kh8 $rest 24. Rf1 Kg8 25. Rxe2 Rxe2 26. Re1 *"
    sheet b.pgn "$start O-O 6. Nf3 Re8 $middle Kh8 20. Be6+ Nd7 $rest 24. Rxe2 Kg8 25. Rf1 Rxe2 26. Re1 *"
    merges "$start O-O 6. Nf3 Re8 $middle Nd7 20. Be6+ Kh8 $rest 24. Rf1 {tie: or Rxe2} 24... Kg8 25. Rxe2 Rxe2 26. Re1 *" a.pgn b.pgn
}

@test "what two sheets have, and the rules allow on either, is a tie" {
    sheet a.pgn '1. e4 e5 2. Nf3 Nc6 3. h3 h6 *'
    sheet b.pgn '1. e4 e5 2. Nf3 Nc6 3. h4 h6 *'
    merges '1. e4 e5 2. Nf3 Nc6 3. h4 {tie: or h3} 3... h6 *' a.pgn b.pgn
}

@test "signs of check and capture decide between readings that the rules allow" {
    # with c3 there is no check on h4
    sheet a.pgn '1. e4 e5 2. f3 Be7 3. a3 Bh4+ 4. Ke2 *'
    sheet b.pgn '1. e4 e5 2. c3 Be7 3. a3 Bh4+ 4. Ke2 *'
    merges '1. e4 e5 2. f3 Be7 3. a3 Bh4+ 4. Ke2 *' a.pgn b.pgn
    run_split xpgn-compare a.pgn b.pgn
    [[ $out == *'c3 (misread; not allowed: 3... Bh4'* ]]
    # a sign that is left out decides nothing
    sed -i 's/+//' a.pgn b.pgn
    merges '1. e4 e5 2. f3 {tie: or c3} 2... Be7 3. a3 Bh4+ 4. Ke2 *' a.pgn b.pgn
    # Ne7 could be played on to the end, but then nothing stands on c6 to be captured
    sheet a.pgn '1. e4 e5 2. Nf3 Ne6 3. Bb5 a6 4. Bxc6 dxc6 5. h3 *'
    merges '1. e4 e5 2. Nf3 Nc6 {[%was Ne6]} 3. Bb5 a6 4. Bxc6 dxc6 5. h3 *' a.pgn a.pgn
    # and a sheet that has one too many is still a sheet that has the half-move
    sheet a.pgn '1. e4+ e5 2. Nxf3 Nc6 *'
    run_split xpgn-compare a.pgn a.pgn
    expect 0 '' ''
}

@test "a correction has to be near to what each sheet has, not only to one of them" {
    sheet a.pgn '1. e4 e5 2. Nf3 Nc6 3. Bb4 h6 4. h3 *' # b4 is as near to this, but not to Nb5
    sheet b.pgn '1. e4 e5 2. Nf3 Nc6 3. Nb5 h6 4. h3 *'
    merges '1. e4 e5 2. Nf3 Nc6 3. Bb5 {[%was Bb4]} 3... h6 4. h3 *' a.pgn b.pgn
    merges '1. e4 e5 2. Nf3 Nc6 3. {[%missing]} 3... h6 4. h3 *' a.pgn a.pgn
}

@test "dice and results in other forms are read behind a slip in the first half-move" {
    printf '[Variant "chess-attack"]\n\n1. e9 d5 2. exd5 (5:1) Nf6 1:0\n' >a
    merges '1. e4 {[%was e9]} 1... d5 2. exd5 <5+0=7w:1+1=5x> Nf6 1-0' a a
}

@test "a half-move that two languages read differently is left open, or is that of another sheet" {
    printf '[Variant "five-dice"]\n\n1. e4 d5 2. Re2 Dd6 3. h4 a6 4. a3 b5 5. b3 *\n' >tied.pgn
    run_split xpgn-compare --merge tied.pgn tied.pgn
    [[ $out == *'1. e4 d5 2. {[%missing]} {Ke2/Ne2} 2... Qd6 3. h4 a6 4. a3 b5 5. b3 *' ]]
    [ "$err" = 'xpgn-compare: missing: 2. (tied.pgn:3:13, tied.pgn:3:13)' ]
    sed 's/Re2/Ne2/; s/Dd6/Qd6/' tied.pgn >clean.pgn
    run_split xpgn-compare --merge tied.pgn clean.pgn
    [[ $out == *'{one sheet from here} 2. Ne2 {Ke2/Ne2 both sheets from here} 2... Qd6'*'5. b3 *' && -z $err ]]
    mkdir some
    cp tied.pgn some/1.txt
    printf 'round,board,white,black\n1,1,A,B\n' >l.csv
    run_split xpgn-compare --batch --list=l.csv some
    [[ $err == 'xpgn-compare: some/1.txt:1: it can be French or Finnish'*'1: not legal from 2. Re2 (half-move)'* ]]
}

@test "one letter that several languages read differently is asked for in an English sheet" {
    # a knight to Germans, a bishop to Czechs; a bishop to Germans, a queen to Estonians
    for word in Sd2=Nd2/Bd2 Ld2=Bd2/Qd2; do
        printf '1. e4 e6 2. d4 d5 3. %s c5 4. exd5 Qxd5 5. h3 Nc6 *\n' "${word%=*}" >one.pgn
        merges "1. e4 e6 2. d4 d5 3. {[%missing]} {${word#*=}} 3... c5 4. exd5 Qxd5 5. h3 Nc6 *" one.pgn one.pgn
    done
    # of which only one can be played
    printf '1. e4 e6 2. d4 d5 3. Sc3 Nf6 4. a3 Be7 *\n' >one.pgn
    [[ $(xpgn-compare --merge one.pgn one.pgn) == *'3. Nc3 Nf6 4. a3 Be7 *' ]]
}

@test "dice that cannot be read leave the half-move open, with its text, and nothing else" {
    sheet a '1. f4 f5 2. b4 Na6 3. h3 h5 4. d3 b6 5. c4 Nxb4 <?:4> 6. Qb3 Nxa2 <4:4> 7. c5 *' chess-attack
    merges '1. f4 f5 2. b4 Na6 3. h3 h5 4. d3 b6 5. c4 {[%missing]} {Nxb4 <?:4>} 6. Qb3 Nxa2 <4:4> 7. c5 *' a a
    printf '[Variant "chess-attack"]\n\n1. e4 d5 2. exd5 <5:1> Qxd5 <6:2> 3. Nc3 Qa5 4. b4 Qxb4/Qxa2 <4:3> 5. d4 *\n' >open.pgn
    [[ $(xpgn-compare --merge open.pgn open.pgn 2>/dev/null | tr '\n' ' ') == *'{[%missing]} {Qxb4/Qxa2 <4:3>} 5. d4 *'* ]]
    sheet c '1. e4 d5 2. exd5 <7:1> Nf6 3. d4 e6 4. c4 *' chess-attack # no die has a 7
    merges '1. e4 d5 2. {[%missing]} {exd5 <7:1>} 2... Nf6 3. d4 e6 4. c4 *' c c
    sheet b '1. f4 f5 2. b4 Na6 3. h3 h5 4. d3 b6 5. c4 Nxb4 <3:4> 6. Qb3 Nxa2 <4:4> 7. c5 *' chess-attack
    run_split xpgn-compare --merge b a
    [[ $(tr '\n' ' ' <"$out_file") == *'5. c4 '*' 5... Nxb4 <3+0=6w:4+0=5x> '* ]]
}

@test "an ending that does not say whose it is, and decides nothing, is told" {
    for words in resigns 'gibt auf' mate; do
        sheet a "1. e4 e5 2. Nf3 $words"
        run_split xpgn-compare --merge a a
        [[ $err == "xpgn-compare: a:4:17: not read: $words; no result is known from this sheet" ]]
    done
    sheet b '1. e4 e5 2. Nf3 1-0' # another sheet gives the result
    sheet a '1. e4 e5 2. Nf3 resigns'
    run_split xpgn-compare --merge a b
    [ -z "$err" ]
}

@test "of a half-move written twice one is left out, also if the second can be read as another" {
    sheet a '1. e4 c5 2. Nf3 Nc6 3. Nc3 d6 4. Bb5 e5 5. O-O Ne7 6. a3 g6 7. b4 b4 Bg7 8. bxc5 dxc5 1-0'
    merges '1. e4 c5 2. Nf3 Nc6 3. Nc3 d6 4. Bb5 e5 5. O-O Ne7 6. a3 g6 7. b4 Bg7 8. bxc5 dxc5 1-0' a a
}

@test "a zero that is no number of a half-move is told where it cannot be read" {
    sheet a '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. 00 d6 5. d3 *'
    run_split xpgn-compare --merge a a
    grep -qx 'xpgn-compare: a:4:34: not read: 00' <<<"$err" || [[ $(cat "$out_file") == *'4. O-O d6'* ]]
}

@test "what a sheet has and the record has not is marked, unless it is a copy" {
    sheet a.pgn '1. e4 e5 2. Nf3 Nc6 3. h3 h6 4. a3 a6 5. d3 d6 *'
    sheet b.pgn '1. e4 e5 2. Nf3 Nc6 3. h3 Qh4 h6 4. a3 a6 5. d3 d6 *'
    merges '1. e4 e5 2. Nf3 Nc6 3. h3 {passed over: Qh4} 3... h6 4. a3 a6 5. d3 d6 *' a.pgn b.pgn
    sheet b.pgn '1. e4 e5 2. Nf3 Nc6 2. Nf3 Nc6 3. h3 h6 4. a3 a6 5. d3 d6 *'
    merges '1. e4 e5 2. Nf3 Nc6 3. h3 h6 4. a3 a6 5. d3 d6 *' a.pgn b.pgn
}

@test "two half-moves that one sheet alone has the other way round are put in order" {
    sheet a.pgn '1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. Ng5 d5 5. exd5 Nxd5 6. Qf3+ Kxf7 7. Nxf7 Ke6 *'
    sheet b.pgn '1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. Ng5 d5 5. exd5 Nxd5 *'
    merges '1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. Ng5 d5 5. exd5 Nxd5 {one sheet from here} 6. Nxf7 Kxf7 7. Qf3+ Ke6 *' a.pgn b.pgn
}

@test "sheets without a result do not speak against mate" {
    sheet a.pgn '1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7+ *'
    sheet b.pgn '1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# *'
    merges '1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0' a.pgn b.pgn
    # nor for what goes on
    sheet b.pgn '1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxe5+ *'
    sed -i 's/Qxf7+/Qxf7#/' a.pgn
    merges '1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# {tie: or Qxe5+} 1-0' a.pgn b.pgn
}

@test "a sign of mate decides what was played before it" {
    # with Bb5 the king could take on f7
    sheet a.pgn '1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0'
    sheet b.pgn '1. e4 e5 2. Bb5 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0'
    merges '1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0' a.pgn b.pgn
    sed -i 's/#/+/' a.pgn b.pgn
    merges '1. e4 e5 2. Bc4 {tie: or Bb5} 2... Nc6 3. Qh5 Nf6 4. Qxf7# 1-0' a.pgn b.pgn
}

# The writer of b.pgn makes a d of his b: at Bb2, Nb5 and Bb5 only b can be played.
habit() {
    sheet a.pgn "1. e4 e5 2. b3 a6 3. Bb2 a5 4. Nc3 h6 5. Nb5 h5 6. Nd4 g6 7. Ndf3 g5 8. Bb5 g4 9. Bc4 Nc6 10. h3 $1 *"
    sheet b.pgn "1. e4 e5 2. b3 a6 3. Bd2 a5 4. Nc3 h6 5. Nd5 h5 6. Nd4 g6 7. Ndf3 g5 8. Bd5 g4 9. Bc4 Nc6 10. h3 $2 *"
}

# likely FILE...: the last half-move of the record and its probability, with --learn
likely() {
    xpgn-compare --learn --merge --format=json "$@" 2>err | tail -n 1 | jq -r '"\(.record) \(.tie) \(.probability)"'
}

@test "--learn makes the slip of a writer likelier who has it as a habit" {
    habit Nb4 Nd4
    xpgn-compare --merge --format=json a.pgn b.pgn 2>err | tail -n 1 | jq -e '.tie == "Nb4" and .probability == 0.657'
    for order in 'a.pgn b.pgn' 'b.pgn a.pgn'; do
        # shellcheck disable=SC2086
        [[ $(likely $order) =~ ^Nb4\ Nd4\ 0\.9[5-9] ]]
    done
    habit d6 f6 # letters of which nothing was learned
    [[ $(likely a.pgn b.pgn) =~ ^[df]6\ [df]6\ 0\.[4-7] ]]
}

@test "--learn with --batch: what one board shows counts at another" {
    mkdir sheets
    habit Nb4 Nb4
    for sheet in a b; do
        sed 's/^\[White.*/[Round "1"]\n[Board "1"]\n[White "Adams"]\n[Black "Brandt"]/' $sheet.pgn >sheets/1-1$sheet.pgn
    done
    sheet a.pgn '1. e4 e5 2. Nc3 Nc6 3. h3 Nb4 *'
    sheet b.pgn '1. e4 e5 2. Nc3 Nc6 3. h3 Nd4 *'
    for sheet in a b; do
        sed 's/^\[White.*/[Round "1"]\n[Board "2"]\n[White "Clark"]\n[Black "Duval"]/' $sheet.pgn >sheets/1-2$sheet.pgn
    done
    printf '%s\n' 'round,board,white,black' '1,1,Adams,Brandt' '1,2,Clark,Duval' >list.csv
    for form in '' --learn; do
        run_split xpgn-compare --batch $form --list=list.csv sheets
        [ "$status" -eq 1 ]
        [[ $err == *'2 sheets'* || $err == *'4 sheets, 2 boards'* ]]
        cp "$out_file" "all$form"
    done
    grep -q '3. h3 Nb4 {tie: or Nd4}' all--learn
}

@test "the merged record is the true one, or says where it may not be" {
    XPGN_BIN=$BIN run_split /usr/bin/python3 "$ROOT/tests/oracles/sheets.py" --pairs=20 --seed=3 "$ROOT"/samples/{chess,chess-attack,five-dice,combat-chess-2,assault-and-siege}.xpgn "$ROOT/tests/vectors/tamper.xpgn"
    echo "$out"
    [ "$status" -eq 0 ]
    [ "$(tail -n 1 "$out_file" | cut -f 1-2)" = 'all	20' ]
    if [ -n "${XPGN_LONG:-}" ]; then
        XPGN_BIN=$BIN /usr/bin/python3 "$ROOT/tests/oracles/sheets.py" "$ROOT"/samples/{chess,chess-attack,five-dice,combat-chess-2,assault-and-siege}.xpgn "$ROOT/tests/vectors/tamper.xpgn"
    fi
}

@test "what --merge prints is in export form, and merging it again changes nothing" {
    cp "$ROOT"/samples/compare/*.xpgn .
    xpgn-compare --merge white.xpgn black.xpgn >one 2>/dev/null || [ $? -eq 1 ]
    grep -qF '10. N2f3' one
    xpgn-fmt --check one
    xpgn-compare --merge one one >two
    same_output one two
}

@test "the examples of the manual are what the program prints" {
    manual_examples "$ROOT/man/xpgn-compare.1"
}

@test "a full disk is noticed" {
    [ -c /dev/full ] || skip 'no /dev/full'
    for option in --merge --format=json --format=text; do
        status=0
        xpgn-compare $option "$ROOT"/samples/compare/*.xpgn >/dev/full 2>err || status=$?
        [ "$status" -eq 2 ]
        grep -q 'No space left' err
    done
}

@test "a half-move that stands twice is weighed as a slip, in the letters of its sheet" {
    printf '1. e4 e5 2. Sf3 Sf3 Sc6 3. Lb5 a6 *\n' >1.txt
    printf '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n' >2.txt
    run_split xpgn-compare 1.txt 2.txt
    [[ $out == *Sf3* ]]
    run_split xpgn-compare --merge 1.txt 2.txt
    grep -qx '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 \*' "$out_file"
}
