#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# xpgn-validate: what it finds, how it says so, and what it does with the games.
# shellcheck disable=SC2154 # run_split sets them

load helper
load examples

# lacks PATTERN FILE: no line matches
lacks() {
    if grep -nE -- "$1" "$2"; then
        return 1
    fi
}

setup() {
    mkdir "$BATS_TEST_TMPDIR/here"
    cd "$BATS_TEST_TMPDIR/here" || return
    cp -r "$ROOT/samples/round3" .
}

# attack MOVETEXT: a game of chess-attack
attack() {
    printf '%s\n' '[Event "?"]' '[White "Adams, R."]' '[Black "Brandt, L."]' '[Result "*"]' \
        '[Variant "chess-attack"]' '' "$1" ''
}

@test "a good file says nothing" {
    clean round3/b1.xpgn round3/b2.xpgn
}

@test "a wrong total reads as the volunteer needs it" {
    run_split xpgn-validate round3/b[124].xpgn round3/b4.xpgn
    expect 1 'round3/b4.xpgn:11:34: error: attacker total 9, expected 8: knight c3 3 + pawn e4 1 + die 4 [CA-3]
   11 | 1. e4 d5 2. Nc3 Nf6 3. Nxd5 <4+1=9w:2+2=7x> *
      |                                  ^
   game 3, Adams - Brandt, 3. Nxd5; expected <4+1=8w:2+2=7x>
   either the die is 5 or the total is 8 (probability 0.60, 0.39)
round3/b4.xpgn:11:34: error: attacker total 9, expected 8: knight c3 3 + pawn e4 1 + die 4 [CA-3]
   11 | 1. e4 d5 2. Nc3 Nf6 3. Nxd5 <4+1=9w:2+2=7x> *
      |                                  ^
   game 4, Adams - Brandt, 3. Nxd5; expected <4+1=8w:2+2=7x>
   either the die is 5 or the total is 8 (probability 0.60, 0.39)' ''
}

@test "one line of each finding is the form that editors know" {
    run_split xpgn-validate --format=gcc round3/b4.xpgn
    expect 1 'round3/b4.xpgn:11:34: error: attacker total 9, expected 8: knight c3 3 + pawn e4 1 + die 4 [CA-3]' ''
}

@test "JSON Lines have all keys, in order" {
    run_split xpgn-validate --format=json round3/b4.xpgn
    [ "$status" -eq 1 ]
    [ "$(jq -c 'keys_unsorted' "$out_file")" = '["file","game","line","column","end_line","end_column","offset","file_offset","length","level","code","text","found","hint","together","fixes","turn","label","ply","white","black","red","green","variant"]' ]
    [ "$(jq -c '[.file, .game, .line, .column, .end_column, .level, .code]' "$out_file")" = '["round3/b4.xpgn",1,11,34,35,"error","CA-3"]' ]
    [ "$(jq -c '[.hint, .turn, .label, .ply, .white, .black, .variant]' "$out_file")" = '["expected <4+1=8w:2+2=7x>; either the die is 5 or the total is 8","3w","3. Nxd5",5,"Adams, R.","Brandt, L.","chess-attack"]' ]
    [ "$(head -c "$(jq .offset "$out_file")" round3/b4.xpgn | tail -c 2)" = '1=' ]
}

@test "JSON of names that need escapes is JSON" {
    printf '[White "Lee \\"the \\\\ rook\\""]\n[Black "M\xfcller"]\n\n1. e4 Ke7 *\n' >a.pgn
    run_split xpgn-validate --format=json a.pgn
    [ "$status" -eq 1 ]
    [ "$(jq -r 'select(.level == "error") | .white' "$out_file")" = 'Lee "the \ rook"' ]
    [ "$(jq -r 'select(.level == "error") | .black' "$out_file")" = 'Müller' ]
}

@test "standard input is named as such" {
    run_split xpgn-validate <round3/b4.xpgn
    [[ $out == '<stdin>:11:34: error:'* ]]
    run_split xpgn-validate --format=json <round3/b4.xpgn
    [ "$(jq -r .file "$out_file")" = - ]
}

@test "the mark stands right under tabs, wide and combining characters" {
    printf '[White "A"]\n\n1.\te4 {日本 e\xcc\x81 \x1b[31m} Ke7 *\n' >a.pgn
    run_split xpgn-validate a.pgn
    [ "$(sed -n '/Ke7 \*/,/\^/p' "$out_file" | tail -n 2)" = "    3 | 1.      e4 {日本 e"$'\xcc\x81'" ␛[31m} Ke7 *
      |                           ^~~" ]
}

@test "a long line is cut around the place" {
    attack "1. e4 {$(printf 'x%.0s' {1..200})} Ke7 {$(printf 'y%.0s' {1..200})} *" >a.xpgn
    run_split xpgn-validate a.xpgn
    [ "$(sed -n 2,3p "$out_file")" = "    7 | …xxxxxxxxxxxxxxxxxxxxxxxxxxxxx} Ke7 {yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy…
      |                                 ^~~" ]
    attack "Ke7 {$(printf 'y%.0s' {1..100000})} *" >a.xpgn
    run_split xpgn-validate a.xpgn
    [ "$(sed -n 2,3p "$out_file" | cut -c 1-20)" = '    7 | Ke7 {yyyyyyy
      | ^~~' ]
    [ "$(wc -c <"$out_file")" -lt 1000 ]
    attack "1. e4 {$(printf 'x%.0s' {1..100000})} Ke7 *" >a.xpgn
    run_split xpgn-validate a.xpgn
    [ "$(sed -n 2p "$out_file" | tail -c 8)" = '} Ke7 *' ]
    [ "$(wc -c <"$out_file")" -lt 1000 ]
}

@test "a long line is cut between two characters, on either side" {
    local few many
    few=$(printf '\xcc\x81%.0s' {1..62})
    many=$(printf '\xcc\x81%.0s' {1..380})
    # 384 bytes before the place is the second byte of the first letter, 768 after it the second of an accent
    printf '1. e4 {日%s日%s日%sxx} Ke7 {xe%s} *\n' "$few" "$few" "$few" "$many$few" >a.pgn
    run_split xpgn-validate a.pgn
    [ "$(sed -n 2,3p "$out_file")" = "    1 | … ${few}日${few}xx} Ke7 {xe$many…
      |         ^~~" ]
}

@test "names that are not known are left out" {
    printf '[White "?"]\n\n1. e4 Ke7 *\n' >a.pgn
    run_split xpgn-validate a.pgn
    grep -q '^   game 1, 1[.][.][.] Ke7' "$out_file"
    printf '[White "Adams, R."]\n\n1. e4 Ke7 *\n' >a.pgn
    run_split xpgn-validate a.pgn
    grep -q '^   game 1, Adams - ?, 1[.][.][.] Ke7' "$out_file"
}

@test "an action that cannot be played is one error of its line" {
    attack '1. e4 Ke7 2. Qxh8 Bxh1 3. foo *' >a.xpgn
    run_split xpgn-validate --format=gcc a.xpgn
    [ "$status" -eq 1 ]
    [ "$(wc -l <"$out_file")" -eq 1 ]
}

@test "after a wrong total every later error is still found" {
    attack '1. e4 d5 2. exd5 <5+0=9w:1+1=5x> Qxd5 <4+0=8:2+0=7x> 3. Ke4 *' >a.xpgn
    run_split xpgn-validate --format=gcc a.xpgn
    [ "$status" -eq 1 ]
    [ "$(grep -o '\[CA-[0-9]*\]' "$out_file" | tr '\n' ' ')" = '[CA-3] [CA-3] [CA-1] ' ]
}

@test "--max-errors limits the findings of a game" {
    attack '1. e4 d5 2. exd5 <5+0=9w:1+1=5x> Qxd5 <4+0=8:2+0=7x> 3. Ke4 *' >a.xpgn
    run_split xpgn-validate --format=gcc --max-errors=1 a.xpgn a.xpgn
    [ "$status" -eq 1 ]
    [ "$(wc -l <"$out_file")" -eq 2 ]
}

@test "a finding that is not kept leaves those before it as they are" {
    printf '[Event "a"]\n[Event "b"]\n\n1. e4 e5 3. Nf3 *\n' >a.xpgn
    run_split xpgn-validate --max-errors=1 a.xpgn
    expect 0 'a.xpgn:2:1: warning: duplicate tag Event [T-01]
    2 | [Event "b"]
      | ^~~~~~~~~~~
   game 1; remove one of them' ''
}

@test "no number of warnings hides an error" {
    awk 'BEGIN { for (i = 0; i < 120; i++) print "Nf3+ Nf6 Ng1 Ng8"; print "Ke2 *" }' >a.pgn
    run_split xpgn-validate --format=gcc a.pgn
    [ "$status" -eq 1 ]
    [ "$(wc -l <"$out_file")" -eq 101 ]
    tail -n 1 "$out_file" | grep -q 'error: '
}

@test "a warning alone leaves a game good, --strict makes it an error" {
    printf '[Event "?"]\n\n1. e4 e5 5. Nf3 *\n' >a.pgn
    run_split xpgn-validate --format=gcc a.pgn
    [ "$status" -eq 0 ]
    [[ $out == a.pgn:3:10:\ warning:*'[M-03]' ]]
    run_split xpgn-validate --format=gcc --strict a.pgn
    [ "$status" -eq 1 ]
    [[ $out == a.pgn:3:10:\ error:*'[M-03]' ]]
}

@test "lint is reported only with --lint" {
    printf '[Event "?"]\n\n1. e4 f5 2. Qh5 g6 *\n' >a.pgn
    run_split xpgn-validate --format=gcc a.pgn
    expect 0 '' ''
    run_split xpgn-validate --format=gcc --lint a.pgn
    [ "$status" -eq 0 ]
    [[ $out == *$'\n'a.pgn:3:13:\ lint:*'[M-08]' ]]
}

@test "variations are checked, and not with --no-variations" {
    printf '[Event "?"]\n\n1. e4 (1. e5) e5 *\n' >a.pgn
    run_split xpgn-validate --format=gcc a.pgn
    [ "$status" -eq 1 ]
    [[ $out == a.pgn:3:11:* ]]
    run_split xpgn-validate --no-variations a.pgn
    expect 0 '' ''
}

@test "Latin-1 is one warning a file" {
    printf '[White "M\xfcller"]\n\n1. e4 *\n\n[White "M\xfcller"]\n\n1. e4 *\n' >a.pgn
    run_split xpgn-validate --format=gcc a.pgn a.pgn
    [ "$status" -eq 0 ]
    [ "$(grep -c 'L-07' "$out_file")" -eq 2 ]
}

@test "-v sums up on standard error" {
    run_split xpgn-validate -v --format=gcc round3/*.xpgn
    [ "$status" -eq 1 ]
    [ "$(wc -l <"$out_file")" -eq 2 ]
    [[ $err =~ ^'xpgn-validate: 4 games: 2 good, 2 bad; 2 errors, 0 warnings; '[0-9]+' turns; '[0-9.]+' s, '[0-9.]+' MB/s'$ ]]
}

@test "--good and --bad part the games byte for byte" {
    { cat round3/b1.xpgn; echo; cat round3/b4.xpgn; echo; cat round3/b2.xpgn; echo
        cat round3/b3.xpgn; echo; } >all.xpgn
    run_split xpgn-validate --good ok.xpgn --bad back.xpgn all.xpgn
    [ "$status" -eq 1 ]
    { cat round3/b1.xpgn; echo; cat round3/b2.xpgn; echo; } | cmp - ok.xpgn
    { cat round3/b4.xpgn; echo; cat round3/b3.xpgn; echo; } | cmp - back.xpgn
}

@test "games keep their bytes, whatever their line ends and comments" {
    printf '[Event "M\xfcller"]\r\n\r\n1.e4   {a\tb}\r\n e5 1-0\r\n\r\n' >a.pgn
    run_split xpgn-validate --good ok.pgn a.pgn
    cmp a.pgn ok.pgn
    printf '\n\n[Event "no end"]\n1.e4 e5 *' >a.pgn
    run_split xpgn-validate -f --good ok.pgn a.pgn
    printf '[Event "no end"]\n1.e4 e5 *\n\n' | cmp - ok.pgn
}

@test "--good - is a filter: games on standard output, findings on standard error" {
    run_split xpgn-validate --format=gcc --good - round3/b4.xpgn round3/b1.xpgn
    [ "$status" -eq 1 ]
    { cat round3/b1.xpgn; echo; } | cmp - "$out_file"
    [[ $err == round3/b4.xpgn:11:34:* ]]
    run_split xpgn-validate --good - round3/b1.xpgn
    xpgn-validate --good - <"$out_file" >again
    cmp again "$out_file"
}

@test "output files keep their mode, and links stay links" {
    touch kept.xpgn
    chmod 640 kept.xpgn
    ln -s kept.xpgn link.xpgn
    (
        umask 022
        xpgn-validate --good link.xpgn --bad new.xpgn round3/b1.xpgn
    )
    [ -L link.xpgn ]
    { cat round3/b1.xpgn; echo; } | cmp - kept.xpgn
    [ "$(stat -c %a kept.xpgn new.xpgn | tr '\n' ' ')" = '640 644 ' ]
}

@test "an output file that cannot be made is reported, and none is touched" {
    echo old >ok.xpgn
    run_split xpgn-validate --force --good ok.xpgn --bad no/such/folder.xpgn round3/b1.xpgn
    expect 2 '' 'xpgn-validate: no/such/folder.xpgn: No such file or directory'
    [ "$(cat ok.xpgn)" = old ]
    [ "$(ls)" = 'ok.xpgn
round3' ]
}

@test "a full disk leaves the old file" {
    run_split xpgn-validate --good /dev/full round3/b1.xpgn
    expect 2 '' 'xpgn-validate: /dev/full: write error: No space left on device'
}

@test "a closed pipe leaves the old file and nothing else" {
    echo old >ok.xpgn
    game=$(cat round3/b4.xpgn)
    for _ in {1..3000}; do printf "%s\n\n" "$game"; done >many.xpgn
    set +e
    xpgn-validate -f --good ok.xpgn many.xpgn 2>err | head -n 1 >first
    set -e
    [ -s first ]
    [ ! -s err ]
    [ "$(cat ok.xpgn)" = old ]
    [ "$(echo ok.xpgn*)" = ok.xpgn ]
}

@test "a run that is ended leaves the old file and nothing else" {
    echo old >ok.xpgn
    mkfifo slow
    xpgn-validate -f --good ok.xpgn slow 3>&- &
    tool=$!
    exec 7<>slow # does not wait for the tool
    for _ in {1..100}; do
        [ "$(echo ok.xpgn.*)" = 'ok.xpgn.*' ] && kill -0 "$tool" || break
        sleep 0.05
    done
    [ "$(echo ok.xpgn.*)" != 'ok.xpgn.*' ]
    kill -TERM "$tool"
    status=0
    wait "$tool" || status=$?
    exec 7>&-
    [ "$status" -eq 143 ]
    [ "$(cat ok.xpgn)" = old ]
    [ "$(echo ok.xpgn.*)" = 'ok.xpgn.*' ]
}

@test "one file for good and bad games is refused" {
    run_split xpgn-validate --good x --bad x round3/b1.xpgn
    expect 2 '' "xpgn-validate: --good and --bad name the same file
try 'xpgn-validate --help'"
}

@test "--explain prints a report of the combat" {
    printf '%s\n' '[Variant "chess-attack"]' '[SetUp "1"]' \
        '[FEN "r1b2rk1/pp2qppp/1bn2n2/4p3/3P4/4BN2/PPP1QPPP/RN3RK1 b - - 0 12"]' '' \
        '12... exd4 <5:2> *' >a.xpgn
    run_split xpgn-validate --explain a.xpgn
    expect 0 'game 1

12... exd4  black pawn e5 attacks white pawn d4
  attack    pawn e5 2 + knight c6 1 + bishop b6 1      4 + die 5 = 9
  defense   pawn d4 1 + knight f3 1 + bishop e3 1      3 + die 2 = 5
  margin +4 pawn d4 removed, pawn takes d4             CA-4' ''
}

@test "--explain says nothing of captures in chess" {
    printf '[Event "?"]\n\n1. e4 d5 2. exd5 Qxd5 *\n' >a.pgn
    run_split xpgn-validate --explain a.pgn
    expect 0 '' ''
    attack '1. e4 d5 2. exd5 <5:1> *' >b.pgn
    run_split xpgn-validate --explain a.pgn b.pgn
    [ "$status" -eq 0 ]
    [ "$(head -n 1 "$out_file")" = 'game 2, Adams - Brandt' ]
}

@test "--explain describes turn rolls, escapes and teleports" {
    run_split xpgn-validate --explain --game 11 "$ROOT/samples/combat-chess-2.xpgn"
    expect 0 'game 11

20. Nb7@a8  white dragon b7 tries to free a prisoner from a8
  roll      dragon 1 + die 5 = 6
  result    pawn is freed, and put on a7  CC-10

20... Ke8-e7  black rolls 1 to move
  result    king e8 goes to e7  CC-4

21. Nb7@a8  white dragon b7 tries to free a prisoner from a8
  roll      dragon 1 + die 2 = 3
  result    nobody is freed  CC-10' ''
    run_split xpgn-validate --explain --game 10 "$ROOT/samples/combat-chess-2.xpgn"
    expect 0 'game 10

1. K@-  white king e1 tries to teleport
  roll      leaders 4 + die 3 = 7
  result    king stays on e1  CC-9

1... K@e4  black king e8 tries to teleport
  roll      leaders 4 + die 2 = 6
  result    king goes to e4  CC-9' ''
    run_split xpgn-validate --explain --game 12 "$ROOT/samples/assault-and-siege.xpgn"
    [ "$status" -eq 0 ]
    [ "$(sed -n 3,7p "$out_file")" = '1. --  white rolls 1 for the turn
  result    no Move  AS-10

1... e7-e6  black rolls 4 for the turn
  result    2 Moves  AS-10' ]
    run_split xpgn-validate --explain --game 4 "$ROOT/samples/combat-chess-2.xpgn"
    [[ $(sed -n 3,4p "$out_file") == '1. --  white rolls 6 to move
  result    no piece can go so far  CC-4' ]]
}

@test "a roll that says who may act begins the next turn once the dice are spent: its number is missing" {
    printf '[Variant "dice-chess-three"]\n\n1. <1,2,6> e4 Nf3 Ke2 <5,3,6> Ke7 *\n' >a.xpgn
    run_split xpgn-validate a.xpgn
    [[ $status -eq 1 && $out == *'missing move number [M-04]'*'write 1... before the roll'* ]]
    printf '[Variant "dice-chess-three"]\n\n1. <1,2,6> e4 Nf3 Ke2 <1,2,6> e5 Nf6 Ke7 <3,3,3> -- *\n' >a.xpgn
    run_split xpgn-fix a.xpgn
    grep -qx '1. <1,2,6> e4 Nf3 Ke2 1... <1,2,6> e5 Nf6 Ke7 2. <3,3,3> -- \*' "$out_file"
    xpgn-replay --rows=turns --format=tsv --no-header --columns=turn,xfen a.xpgn >turns 2>/dev/null || true
    [ "$(sed -n 1p turns)" = "1w	rnbqkbnr/pppppppp/8/8/4P3/5N2/PPPPKPPP/RNBQ1B1R b kq e3 0 1" ]
    # a die is left that can be spent
    printf '[Variant "dice-chess-three"]\n\n1. <1,2,6> e4 Nf3 <1,2,6> e5 Nf6 Ke7 *\n' >a.xpgn
    run_split xpgn-validate a.xpgn
    [[ $status -eq 1 && $out == *':19: error: unexpected turn roll [DT-2]'* ]]
}

@test "--explain says whom the dice of a turn let act" {
    run_split xpgn-validate --explain --game 1 "$ROOT/samples/dice-chess-three.xpgn"
    [ "$(sed -n 3,4p "$out_file")" = '1. d3  white rolls 5,1,3 for the turn
  result    may act: pawn, bishop, queen  DT-2' ]
    run_split xpgn-validate --explain --game 1 "$ROOT/samples/dice-chess-pair.xpgn"
    [ "$(sed -n '6,7p;/^6. /,/^$/p' "$out_file")" = '1... g6  black rolls 6,6 for the turn
  result    may act: any piece  DP-1
6. --  white rolls 4,3 for the turn
  result    no such piece can act  DP-2' ]
    run_split xpgn-validate --explain --game 1 "$ROOT/samples/dice-chess.xpgn"
    [ "$(sed -n 4p "$out_file")" = '  result    may act: pawn  DC-2' ]
    # or how far
    printf 'ruleset: near\ntitle: Near\nversion: 1\nextends: chess-without-check\ndie: 4\nturn: {roll: {means: at-most, dice: d-1}}\n' >near.yaml
    printf '[Variant "near"]\n\n1. <3> e4 <1> -- 2. <2> e5 *\n' >near.xpgn
    [ "$(xpgn-validate --explain --rules near.yaml near.xpgn | sed '/^$/d' | sed -n 2,5p)" = '1. e4  white rolls 3 for the turn
  result    squares at most: 2  NC-1
1... --  black rolls 1 for the turn
  result    nothing is that near  NC-1' ]
    # a farther one is another die or another action
    printf '[Variant "near"]\n\n1. <2> e4 *\n' >near.xpgn
    run_split xpgn-validate --rules near.yaml near.xpgn
    [[ $status -eq 1 && $out == *'the pawn goes 2 squares, expected at most 1 [NC-1]'*'either the turn roll is 3, 4 or the action is e3'* ]]
}

@test "--explain describes ties, promotions and the end" {
    run_split xpgn-validate --explain --game 6 "$ROOT/samples/combat-chess-2.xpgn"
    grep -qx '  tied      2 times, rolled again  CC-6' "$out_file"
    run_split xpgn-validate --explain --game 12 "$ROOT/samples/combat-chess-2.xpgn"
    grep -qx '  promotion pawn e8 becomes a bishop  CC-11' "$out_file"
    run_split xpgn-validate --explain --game 13 "$ROOT/samples/combat-chess-2.xpgn"
    [ "$(sed -n '7,$p' "$out_file" | sed '/^$/d')" = '1-0  white wins
  end       A side without a leader on the board loses  CC-12' ]
    run_split xpgn-validate --explain --game 16 "$ROOT/samples/chess-attack.xpgn"
    expect 0 'game 16

55. e8=N  white pawn e7 goes to e8
  promotion pawn e8 is replaced by a rescued knight  CA-13' ''
    run_split xpgn-validate --explain --game 6 "$ROOT/samples/assault-and-siege.xpgn"
    grep -qx '  promotion pawn e5 becomes a knight  AS-5' "$out_file"
    run_split xpgn-validate --explain --game 10 "$ROOT/samples/chess-attack.xpgn"
    grep -qx '1/2-1/2  a draw' "$out_file"
    printf '1. f3 e5 2. g4 Qh4# 0-1\n' >mate.pgn
    run_split xpgn-validate --explain mate.pgn
    [ "$(sed -n 3p "$out_file")" = '0-1  black wins' ]
}

@test "--explain shows a combat whose record is wrong as it should be" {
    run_split xpgn-validate --explain round3/b4.xpgn
    [ "$status" -eq 1 ]
    [[ $(grep '  attack ' "$out_file") == '  attack    knight c3 3 + pawn e4 1 '*' 4 + die 4 = 8' ]]
    grep -q '^round3/b4.xpgn:11:34: error: ' "$out_file"
}

@test "--explain goes with text only" {
    run_split xpgn-validate --explain --format=json round3/b1.xpgn
    expect 2 '' "xpgn-validate: --explain requires --format=text
try 'xpgn-validate --help'"
}

@test "--list-codes has format codes and rules, each once" {
    run_split xpgn-validate --list-codes
    [ "$status" -eq 0 ]
    [ -z "$err" ]
    grep -q '^L-02  error    unterminated comment  *add the missing }$' "$out_file"
    for rule in C-1 C-4 CA-3 FD-8 CC-10 AS-12; do
        grep -q "^$rule  *error  *[A-Z]" "$out_file"
    done
    [ -z "$(awk '{print $1}' "$out_file" | sort | uniq -d)" ]
    lacks ' $' "$out_file"
}

@test "--list-variants has every ruleset with its options" {
    run_split xpgn-validate --list-variants
    [ "$status" -eq 0 ]
    [ "$(awk '{print $1}' "$out_file" | sort | tr '\n' ' ')" = 'assault-and-siege chess chess-attack chess-or-die-trying chess-to-the-death chess-without-check chess960 combat-chess-2 dice-chess dice-chess-pair dice-chess-three five-dice hit-points-chess polyhedral-chess-war reckless-chess single-combat-chess ' ]
    grep -q '^chess-attack  *Chess Attack  *rescue king-safety remote-royals$' "$out_file"
}

@test "--rules adds a house rule, and --list-variants shows it" {
    printf 'ruleset: house\ntitle: House\nextends: chess-attack\npieces:\n  pawn: {attack: 6}\n' >house.yaml
    run_split xpgn-validate --check-rules house.yaml
    expect 0 '' ''
    run_split xpgn-validate --list-variants --rules house.yaml
    grep -q '^house  *House' "$out_file"
    attack '1. e4 d5 2. exd5 <1+0=7w:2+1=6x> *' | sed 's/chess-attack/house/' >a.xpgn
    run_split xpgn-validate --rules house.yaml a.xpgn
    expect 0 '' ''
    run_split xpgn-validate --format=gcc a.xpgn
    [ "$status" -eq 1 ]
    [[ $out == *'[T-02]' ]]
}

@test "--check-rules shows what is wrong with a ruleset" {
    printf 'ruleset: house\nextends: chess-attack\npieces:\n  pawn: {attack: many}\n' >house.yaml
    run_split xpgn-validate --check-rules house.yaml nothing.yaml
    [ "$status" -eq 2 ]
    [[ $out == 'house.yaml:4:18: error: '* ]]
    [ "$err" = 'xpgn-validate: nothing.yaml: No such file or directory' ]
    run_split xpgn-validate --check-rules
    expect 2 '' "xpgn-validate: --check-rules requires a ruleset file
try 'xpgn-validate --help'"
}

@test "one bad game among many never stops the run" {
    { cat round3/b1.xpgn; printf '\n[Event "junk"]\n\n1. \x01\x02 ]]] ((( {{{ <<< *\n\n'
        cat round3/b4.xpgn; } >all.xpgn
    run_split xpgn-validate --format=json all.xpgn
    [ "$status" -eq 1 ]
    [ "$(jq -c 'select(.code == "CA-3") | .white' "$out_file")" = '"Adams, R."' ]
}

@test "the stories of the tournament director work as written" {
    run_split xpgn-validate round3/*.xpgn
    [ "$status" -eq 1 ]
    run_split xpgn-validate --good ok.xpgn --bad back.xpgn round3/*.xpgn
    [ "$status" -eq 1 ]
    run_split xpgn-validate --explain --game 2 ok.xpgn
    [ "$status" -eq 0 ]
    [[ $out == 'game 2, Evans - Fischer'* ]]
}

@test "the stories of the one who pipes work as written" {
    zstd -q -c <round3/b1.xpgn >archive.pgn.zst
    run_split bash -c 'xpgn-validate archive.pgn.zst && echo clean'
    expect 0 clean ''
    mkdir z
    gzip -c <round3/b4.xpgn >z/b.pgn.gz
    run_split bash -c "find z -name '*.pgn.gz' -print0 | xargs -0 xpgn-validate --format=json |
        jq -r 'select(.level == \"error\") | .code' | sort | uniq -c"
    expect 0 '      1 CA-3' ''
}

@test "--quiet prints no findings, and everything else is as it was" {
    printf '1. e4 Ke7 *\n' >bad.pgn
    printf '1. e4 e5 *\n' >good.pgn
    for format in text gcc json; do
        run_split xpgn-validate -q --format=$format good.pgn bad.pgn
        expect 1 '' ''
    done
    run_split xpgn-validate --quiet good.pgn
    expect 0 '' ''
    run_split xpgn-validate --quiet --strict --good=kept.pgn good.pgn bad.pgn
    [ "$status" -eq 1 ]
    cmp <(cat good.pgn; echo) kept.pgn
    run_split xpgn-validate -qv good.pgn bad.pgn
    [[ $err == 'xpgn-validate: 2 games: 1 good, 1 bad; 1 error,'* ]]
    for option in --explain --format=sarif --check-rules; do
        run_split xpgn-validate -q $option good.pgn
        [ "$status" -eq 2 ]
        [[ $err == 'xpgn-validate: --quiet cannot be combined with '* ]]
    done
}

@test "--quiet counts what is found without it" {
    local files=("$ROOT"/tests/defects/[!u]*.*pgn "$ROOT"/samples/*.*pgn "$ROOT"/samples/broken/*.xpgn)
    [ "${#files[@]}" -gt 200 ]
    awk -v times=2 -f "$ROOT/tests/tools/below.awk" -f "$ROOT/tests/tools/damage.awk" "$ROOT"/tests/bench/data/*.*pgn >"$BATS_TEST_TMPDIR/damaged.xpgn"
    files+=("$BATS_TEST_TMPDIR/damaged.xpgn")
    for options in '' --no-fixes --max-errors=1 '--max-errors=3 --lint' --strict; do
        # shellcheck disable=SC2086 # several options
        {
            rm -f "$BATS_TEST_TMPDIR"/{loud,quiet,good,bad}{,.q}
            run_split xpgn-validate -v $options --partial="$BATS_TEST_TMPDIR/loud" "${files[@]}"
            counts=$(tail -n 1 <<<"$err") verdict=$status
            [[ $counts == *' bad; '*' errors, '*' turns; '* ]]
            run_split xpgn-validate -qv $options --partial="$BATS_TEST_TMPDIR/quiet" "${files[@]}"
            [ "$status" -eq "$verdict" ]
            [[ $(tail -n 1 <<<"$err") == "${counts%; *}; "* ]]
            cmp "$BATS_TEST_TMPDIR/loud" "$BATS_TEST_TMPDIR/quiet"
            xpgn-validate $options --good="$BATS_TEST_TMPDIR/good" --bad="$BATS_TEST_TMPDIR/bad" "${files[@]}" >/dev/null 2>&1 || :
            run_split xpgn-validate -q $options --good="$BATS_TEST_TMPDIR/good.q" --bad="$BATS_TEST_TMPDIR/bad.q" "${files[@]}"
            [ "$status" -eq "$verdict" ]
            [ -z "$out" ]
            cmp "$BATS_TEST_TMPDIR/good" "$BATS_TEST_TMPDIR/good.q"
            cmp "$BATS_TEST_TMPDIR/bad" "$BATS_TEST_TMPDIR/bad.q"
        }
    done
}

@test "--require makes tags that are missing or unknown errors" {
    printf '%s\n' '[White "Adams, R."]' '[Black "?"]' '[Date "????.??.??"]' '[Round "-"]' '' '1. e4 e5 *' >a.pgn
    run_split xpgn-validate --require White,Black,Date,Round,Site --format=gcc a.pgn
    expect 1 'a.pgn:2:9: error: Black "?", expected a known value [T-18]
a.pgn:3:8: error: Date "????.??.??", expected a known value [T-18]
a.pgn:1:1: error: missing tag Site [T-18]' ''
    run_split xpgn-validate --require=White,Round a.pgn
    expect 0 '' ''
    printf '1. e4 Ke7 *\n' >bad.pgn # and the moves are checked all the same
    run_split xpgn-validate --require=White --format=gcc a.pgn bad.pgn
    [ "$(cut -d: -f 1,2,3 "$out_file" | tr '\n' ' ')" = 'bad.pgn:1:1 bad.pgn:1:7 ' ]
}

@test "a file without a game is told, once each; with --require it fails" {
    : >empty.pgn
    printf '\n%% an escape line\n' >blank.pgn
    printf '1. e4 e5 *\n' >game.pgn
    told=$'xpgn-validate: empty.pgn: no game\nxpgn-validate: blank.pgn: no game'
    for format in text gcc json; do
        run_split xpgn-validate --format=$format empty.pgn game.pgn blank.pgn
        expect 0 '' "$told"
    done
    run_split xpgn-validate --format=sarif empty.pgn blank.pgn
    [ "$err" = "$told" ]
    [ "$(jq -c '.runs[0] | [.results, .invocations[0].executionSuccessful]' "$out_file")" = '[[],true]' ]
    run_split xpgn-validate <empty.pgn
    expect 0 '' 'xpgn-validate: <stdin>: no game'
    run_split xpgn-validate -q empty.pgn
    expect 0 '' ''
    run_split xpgn-validate --require=White empty.pgn
    expect 1 '' 'xpgn-validate: empty.pgn: no game'
    run_split xpgn-validate -q --require=White empty.pgn
    expect 1 '' ''
    # one that cannot be read has its own message, and a piece of an archive may have none
    run_split xpgn-validate none.pgn empty.pgn
    expect 2 '' $'xpgn-validate: none.pgn: No such file or directory\nxpgn-validate: empty.pgn: no game'
    run_split xpgn-validate --bytes=1:5 --require=White game.pgn
    expect 0 '' ''
}

@test "the end of a game is checked also after one that breaks off" {
    printf '[Event "?"]\n\n1. e4 Ke3 *\n\n[Event "?"]\n[CurrentPosition "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. e4 e5 *\n' >a.pgn
    run_split xpgn-validate --format=gcc a.pgn
    [[ $out == *'[T-33]' ]]
    run_split xpgn-validate --format=gcc --lint a.pgn
    [[ $out == *'[T-33]'* ]]
}

@test "lint finds on the fast path what the walk finds" {
    tags() { printf '\n[Event "?"]\n[Site "?"]\n[Date "?"]\n[Round "?"]\n[White "?"]\n[Black "?"]\n[Result "%s"]\n' "$1"; }
    knights='Nf3 Nf6 Ng1 Ng8'
    {
        head -n 1200 "$ROOT/tests/bench/data/plain.pgn"
        sed -n '1200,2400p' "$ROOT/tests/bench/data/plain.pgn" | sed -E 's/([a-h][1-8])\+( [^ ]*5)/\1\2/; s/ N([a-h][1-8]) (.*3)/ Ng\1 \2/'
        tags '*' && printf '\n1. f3 e5 2. g4 Qh4+ *\n'
        tags '0-1' && printf '\n1. f3 e5 2. g4 Qh4+ 0-1!\n'
        tags '*' && printf '\n1. e4 e5 2. Ng1f3 Nc6 (2... Nb8c6) 3. Bb5 (3. Bc4 Bc5 4. Bxf7) Nd4 4. Bxd7 Ke7 *\n'
        tags '*' && printf '\n1. %s 3. %s 5. %s 7. %s 9. e4 *\n' "$knights" "$knights" "$knights" "$knights"
        tags '*' && printf '\n1. %s 3. %s 5. %s 7. %s *\n' "$knights" "$knights" "$knights" "$knights"
        tags '*' && printf '[SetUp "1"]\n[FEN "7k/7n/8/8/8/8/1p6/K7 w - - 147 90"]\n\n90. Kxb2 Kg7 91. Kc2 *\n'
        tags '*' && printf '\n1. e4 e5 2. %s 4. %s 6. %s 8. %s 10. d4 *\n' "$knights" "$knights" "$knights" "$knights"
        tags '*' && printf '[SetUp "1"]\n[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]\n\n1. a8=N Kg7 *\n'
        tags '*' && printf '[SetUp "1"]\n[FEN "1n6/P6k/8/8/8/8/8/K7 w - - 0 1"]\n\n1. axb8=B Kg7 *\n'
        tags '*' && printf '[SetUp "1"]\n[FEN "7k/8/8/8/8/8/PP6/KR4R1 w - - 147 90"]\n\n90. Rbf1 Kh7 91. Rf7+ Kh8 92. Rh7+ Kxh7 *\n'
    } >lint.pgn
    for options in -q '--no-variations --format=json' ''; do
        # shellcheck disable=SC2086
        xpgn-validate --lint $options lint.pgn >fast.txt 2>fast.err || true
        # shellcheck disable=SC2086
        XPGN_FORCE=walk xpgn-validate --lint $options lint.pgn >walk.txt 2>walk.err || true
        cmp fast.txt walk.txt
        cmp fast.err walk.err
    done
    for code in 'M-08' 'M-10' 'M-11' 'M-12'; do
        grep -q "\[$code\]" fast.txt
    done
    [ "$(grep -c '\[M-11\]' fast.txt)" = 3 ]
    [ "$(grep -c '\[M-12\]' fast.txt)" = 3 ]
}

@test "--lint says which of the seven tags are missing, once" {
    printf '%s\n' '[White "Adams, R."]' '[Black "?"]' '[Result "*"]' '' '1. e4 e5 *' >a.pgn
    run_split xpgn-validate --lint --format=gcc a.pgn
    expect 0 'a.pgn:1:1: lint: missing tags: Event, Site, Date, Round [T-19]' ''
    xpgn-fmt a.pgn >b.pgn
    run_split xpgn-validate --lint b.pgn
    expect 0 '' ''
}

@test "the examples of the manual print what it says" {
    manual_examples "$ROOT/man/xpgn-validate.1"
}

@test "--explain says of a combat that it was illegal and stood" {
    printf '[Variant "chess-attack"]\n\n1. e4 d5 2. exd5 <5+0=7x:1+1=5w> {[%%illegal stood]} *\n' \
        >"$BATS_TEST_TMPDIR/stood.xpgn"
    run_split xpgn-validate --explain "$BATS_TEST_TMPDIR/stood.xpgn"
    [ "$status" -eq 0 ]
    [[ $out == *$'\n  margin +2 pawn d5 wounded, pawn e4 removed  CA-4, illegal, but it stood\n'* ]]
}

@test "the summary counts illegal actions that stood; --strict takes them for errors" {
    printf '1. e4 e5 2. Ng1f4 {[%%illegal stood]} exf4 *\n' >"$BATS_TEST_TMPDIR/stood.xpgn"
    run_split xpgn-validate -v "$BATS_TEST_TMPDIR/stood.xpgn"
    [ "$status" -eq 0 ]
    [[ $err == *': 1 game: 1 good, 0 bad; 0 errors, 1 warning; 1 illegal action stood; 4 turns; '* ]]
    run_split xpgn-validate -v --strict "$BATS_TEST_TMPDIR/stood.xpgn"
    [ "$status" -eq 1 ]
    [[ $err == *'; 1 error, 0 warnings; 1 illegal action stood; '* ]]
}

@test "summaries of parts add up to that of the whole" {
    cd "$BATS_TEST_TMPDIR"
    find "$ROOT/samples" -name '*.xpgn' | sort | xargs cat >all.xpgn
    for options in '' '--strict --no-fixes' '-q --max-errors=2 --require=Event'; do
        # shellcheck disable=SC2086 # several options
        for tile in 0:9K 9K:9500 9500:30K 30K:; do
            xpgn-validate $options --bytes=$tile --partial="part.$tile" all.xpgn >/dev/null || [ $? -eq 1 ]
        done
        # shellcheck disable=SC2086
        xpgn-validate -v $options --partial=whole all.xpgn >/dev/null 2>said || [ $? -eq 1 ]
        # shellcheck disable=SC2086
        {
            xpgn-validate --combine $options --partial=two part.30K: part.0:9K || [ $? -eq 1 ]
            xpgn-validate --combine $options --partial=- part.9500:30K two part.9K:9500 >sum || [ $? -eq 1 ]
            run_split xpgn-validate --combine $options whole
        }
        cmp <(counts_in whole) <(counts_in sum)
        [ "$(grep -c '^piece' sum)" -eq 4 ]
        [ "$status" -eq 1 ]
        [[ $(cat said) = "xpgn-validate: $out; "* ]]
    done
    # findings give way to counts
    run_split xpgn-validate --partial=- all.xpgn
    [ "$(sed -n '3s/\t.*//p' "$out_file")" = games ]
    grep -q 'error:' "$err_file"
}

@test "a piece is added to a summary once, and a set must have all its pieces" {
    cd "$BATS_TEST_TMPDIR"
    cp "$ROOT/samples/club.xpgn" .
    xpgn-validate --partial=one --bytes=:1K club.xpgn
    xpgn-validate --partial=two --bytes=1K: club.xpgn
    xpgn-validate --partial=whole club.xpgn
    xpgn-validate --combine --partial=sum one two
    summary=$(xpgn-validate --combine --of=1 whole)
    run_split xpgn-validate --combine --of=2 sum
    expect 0 "$summary" ''
    run_split xpgn-validate --combine one two one
    expect 2 '' 'xpgn-validate: one: club.xpgn --bytes=0:1024 was already added by one'
    run_split xpgn-validate --combine --partial=more two sum
    expect 2 '' 'xpgn-validate: sum: club.xpgn --bytes=1024: was already added by two'
    [[ $(tail -n 1 more) = $'incomplete\t8\t'* ]]
    run_split xpgn-validate --combine --of=2 one
    expect 2 '' 'xpgn-validate: the files are of 1 piece, expected 2: nothing is written'
    run_split xpgn-validate --of=2 club.xpgn
    expect 2 '' "xpgn-validate: --of requires --combine
try 'xpgn-validate --help'"
}

@test "a partial summary that was cut short, or counts otherwise, is refused" {
    cd "$BATS_TEST_TMPDIR"
    xpgn-validate --partial=good "$ROOT/samples/club.xpgn"
    xpgn-validate --strict --partial=strict "$ROOT/samples/club.xpgn"
    head -n 5 good >cut
    sed 's/^turns.*/turns\t-1/' good >wrong
    sed 's/^turns.*/turns\t9999999999999999/' good >huge
    sed '/^bad/d' good >less
    { cat good; echo more; } >more
    sed 's/^turns\t./turns\t8/' good >changed
    xpgn-stats --partial "$ROOT/samples/club.xpgn" >stats
    version=$(xpgn-validate --version | sed -n '1s/.* //p')
    run_split xpgn-validate --combine good cut strict wrong huge less more changed stats
    expect 2 '' "xpgn-validate: cut: the partial result is truncated
xpgn-validate: strict: was counted by '$version strict', expected '$version'
xpgn-validate: wrong:8: not a count of a partial result
xpgn-validate: huge:8: not a count of a partial result
xpgn-validate: less:4: not a count of a partial result
xpgn-validate: more:12: text after the end of the partial result
xpgn-validate: changed:11: wrong checksum: the partial result was changed or damaged
xpgn-validate: stats: not a partial result of xpgn-validate --partial"
    printf 'ruleset: mine\nextends: chess-attack\n' >mine.yaml
    run_split xpgn-validate --combine --rules=mine.yaml good
    [ "$status" -eq 2 ]
    [[ $err = *"was counted by '$version', expected '$version rules="* ]]
    # what could not be read is marked, also if an earlier result is replaced
    gzip -c "$ROOT/samples/club.xpgn" | head -c 900 >cut.gz
    for input in nothing.pgn cut.gz '--game=99'; do
        cp good bad
        run_split xpgn-validate --partial=bad "$ROOT/samples/club.xpgn" "$input"
        [ "$status" -eq 2 ]
        [[ $(tail -n 1 bad) = $'incomplete\t8\t'* ]]
        run_split xpgn-validate --combine good bad
        expect 2 '' 'xpgn-validate: bad: the partial result is incomplete: not all could be read'
        # nor does it become complete by merging
        run_split xpgn-validate --combine --partial=- good bad
        [ "$status" -eq 2 ]
        [ "$(sed '$d' "$out_file")" = "$(sed '$d' good)" ]
        [[ $(tail -n 1 "$out_file") = $'incomplete\t8\t'* ]]
    done
    # a file of games is not lost where xpgn-stats has no FILE
    cp "$ROOT/samples/club.xpgn" games.xpgn
    gzip -k games.xpgn
    for file in games.xpgn games.xpgn.gz; do
        run_split xpgn-validate --partial $file
        expect 2 '' "xpgn-validate: $file: not written: it is not a partial result of this program; --force replaces it"
    done
    cmp games.xpgn "$ROOT/samples/club.xpgn"
    # killed, it leaves nothing, or what was there
    mkfifo games.fifo
    xpgn-validate --partial=killed games.fifo &
    job=$!
    exec 8>games.fifo
    cat "$ROOT/samples/club.xpgn" >&8
    kill -9 "$job"
    wait "$job" || [ $? -eq 137 ]
    exec 8>&-
    [ ! -e killed ]
    run_split xpgn-validate --combine
    [ "$status" -eq 2 ]
}

# denied TAG MOVETEXT: why the game contradicts the tag; the same on the fast path and on the other
denied() {
    printf '[White "Ames"]\n[Black "Boyd"]\n%s\n\n%s\n' "$1" "$2" >"$BATS_TEST_TMPDIR/end.pgn"
    xpgn-validate "$BATS_TEST_TMPDIR/end.pgn" >"$BATS_TEST_TMPDIR/fast" 2>&1 || true
    XPGN_FORCE=walk xpgn-validate "$BATS_TEST_TMPDIR/end.pgn" >"$BATS_TEST_TMPDIR/walked" 2>&1 || true
    cmp "$BATS_TEST_TMPDIR/fast" "$BATS_TEST_TMPDIR/walked"
    sed -n 's/.*, but \(.*\) \[T-32\]/\1/p' "$BATS_TEST_TMPDIR/fast"
}

@test "what the tags say of the end is compared with the board and the result" {
    shuffle='1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6'
    [ "$(denied '[Termination "Time forfeit"]' '1. f3 e5 2. g4 Qh4# 0-1')" = 'the last position is checkmate' ]
    [ "$(denied '[Termination "checkmate"]' '1. f3 e5 2. g4 Qg5 0-1')" = 'the last position is no checkmate' ]
    [ "$(denied '[Termination "3-fold repetition"]' '1. e4 e5 1/2-1/2')" = 'no position occurs three times' ]
    [ "$(denied '[Termination "3-fold repetition"]' "$shuffle 1/2-1/2")" = 'no position occurs three times' ]
    # the third is there, or can be claimed with the next move
    [ -z "$(denied '[Termination "3-fold repetition"]' "$shuffle 4. Ng1 Ng8 1/2-1/2")" ]
    [ -z "$(denied '[Termination "3-fold repetition"]' "$shuffle 4. Ng1 1/2-1/2")" ]
    [ "$(denied '[Termination "insufficient material"]' '1. e4 e5 1/2-1/2')" = 'there is material to mate' ]
    # out of time against a side that cannot mate; the goal of an exercise
    [ -z "$(denied '[Termination "Game drawn by insufficient material"]
[SetUp "1"]
[FEN "8/8/8/8/2K5/1PQ5/P5k1/8 w - - 0 1"]' '1. Kc5 Kf2 1/2-1/2')" ]
    for goal in 'mate in 12' '+200cp in 3' 'promotion with +100cp' 'equalize in 2'; do
        [ -z "$(denied "[Termination \"$goal\"]" '1. e4 e5 1-0')" ]
        [ "$(xpgn-list --no-header --format=tsv --columns=ending "$BATS_TEST_TMPDIR/end.pgn")" = won ]
    done
    [ "$(denied '[Termination "50-move rule"]' '1. Nf3 Nf6 1/2-1/2')" = 'a pawn move or a capture was less than fifty moves ago' ]
    # the result
    [ "$(denied '[Termination "White won on time"]' '1. e4 e5 0-1')" = 'the result is 0-1' ]
    [ "$(denied '[Termination "Boyd won by resignation"]' '1. e4 e5 1-0')" = 'the result is 1-0' ]
    [ "$(denied '[Termination "Game drawn by agreement"]' '1. e4 e5 1-0')" = 'the result is 1-0' ]
    [ "$(denied '[Termination "unterminated"]' '1. e4 e5 1-0')" = 'the result is 1-0' ]
    [ "$(denied '[TerminationDetails "White resigns"]' '1. e4 e5 1/2-1/2')" = 'the result is 1/2-1/2' ]
    [ -z "$(denied '[Termination "Black loses on time"]' '1. e4 e5 1/2-1/2')" ]
    [ -z "$(denied '[Termination "Time forfeit"]' '1. e4 e5 0-1')" ]
    [ -z "$(denied '[Termination "adjudication"]' '1. f3 e5 2. g4 Qh4# 0-1')" ]
    [ -z "$(denied '[Termination "Normal"]' '1. f3 e5 2. g4 Qh4# 0-1')" ]
}

@test "CurrentPosition is that at the end, whatever its counters" {
    position='rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR'
    for rest in 'w KQkq - 0 2' 'w KQkq d6 0 2' 'w KQkq - 5 9'; do
        printf '[CurrentPosition "%s %s"]\n\n1. d4 d5 *\n' "$position" "$rest" >"$BATS_TEST_TMPDIR/now.pgn"
        run_split xpgn-validate "$BATS_TEST_TMPDIR/now.pgn"
        expect 0 '' ''
    done
    for wrong in "$position b KQkq - 0 2" "$position w Kkq - 0 2" 'none'; do
        printf '[CurrentPosition "%s"]\n\n1. d4 d5 *\n' "$wrong" >"$BATS_TEST_TMPDIR/now.pgn"
        run_split xpgn-validate "$BATS_TEST_TMPDIR/now.pgn"
        [[ $err$out == *"CurrentPosition is not that at the end, $position w KQkq - 0 2 [T-33]"* ]]
    done
}

@test "findings about sealed dice and positions are in six languages" {
    local language files said=$BATS_TEST_TMPDIR/said english=$BATS_TEST_TMPDIR/english
    cd "$ROOT/samples/broken"
    # what is left in English: lists of digits, pieces off the board, games of other programs, a digest
    files=(T-2[1-9].xpgn T-3[01].xpgn R-1[14].xpgn M-17.xpgn P-0[1-8].xpgn P-1[0-3].xpgn T-06.xpgn T-1[123].xpgn R-0[36].xpgn L-01.xpgn)
    xpgn-validate --format=json "${files[@]}" | jq -r .text >"$english" || true
    for language in de fr es it nl pl; do
        xpgn-validate --format=json --language="$language" "${files[@]}" >"$said" || true
        [ "$(jq -r .file "$said" | sort -u | wc -l)" -eq "${#files[@]}" ]
        [ "$(jq -r .text "$said" | grep -cxFf "$english")" -eq 0 ] || { echo "$language"; jq -r .text "$said" | grep -xFf "$english"; return 1; }
    done
    xpgn-validate --format=json --language=de T-24.xpgn | grep -qF '"das Glied von Weiß führt nicht zur Festlegung von Weiß"'
}

@test "a combat by hit points is explained by what each side had, lost and has left" {
    run_split xpgn-validate --explain --game=1 "$ROOT/samples/hit-points-chess.xpgn"
    [ "$(sed -n 3,12p "$out_file")" = '2. Qxh5  white queen d1 attacks black pawn h5
  attack    queen d1
  defense   pawn h5
  result    pawn h5 removed, queen takes h5        HP-2
  points    queen d1 9 - 1 = 8, pawn h5 1 - 9 = 0  HP-2

2... Rxh5  black rook h8 attacks white queen h5
  attack    rook h8
  defense   queen h5
  result    rook h8 removed                        HP-2' ]
    # an attacker that goes on: no exchange was tied, and all are in one sum
    run_split xpgn-validate --explain --game=3 "$ROOT/samples/chess-or-die-trying.xpgn"
    [ "$(sed -n 4,7p "$out_file")" = '  attack     queen h5                                 die 4, again die 19
  defense    king e8                                  die 7, again die 4
  margin +15 king e8 removed, queen takes e8          CD-2
  points     queen h5 9 - 3 = 6, king e8 11 - 15 = 0  CD-2' ]
}

@test "a piece without a value has none in sums and messages, only its dice" {
    local war='[Variant "polyhedral-chess-war"]' reckless='[Variant "reckless-chess"]' die='[Variant "chess-or-die-trying"]'
    # in one combat of two pieces, one may have a value
    run_split xpgn-validate --explain - <<<"$war"$'\n\n1. e4 e5 2. Qh5 g6 3. Qxg6 <20=21:1=1x> *'
    [ "$(sed -n 4,5p "$out_file")" = '  attack     queen h5 1                       1 + die 20 = 21
  defense    pawn g6                          die 1' ]
    run_split xpgn-validate --explain "$ROOT/samples/reckless-chess.xpgn"
    [ "$(grep -m 2 -A1 '  attack ' "$out_file")" = '  attack    pawn e4                         dice 4,1 = 5
  defense   pawn d5                         die 2
--
  attack    queen d8                         dice 3,2 = 5
  defense   pawn d5                          die 4' ]
    says() { # movetext, message
        run_split xpgn-validate - <<<"$1"
        grep -qF "error: $2" "$out_file" || { cat "$out_file"; return 1; }
    }
    says "$war"$'\n\n1. e4 e5 2. Qh5 g6 3. Qxg6 <20=20:1=1x> *' 'attacker total 20, expected 21: queen h5 1 + die 20 [PW-2]'
    says "$war"$'\n\n1. e4 e5 2. Qh5 g6 3. Qxg6 <20=21:1=2x> *' 'defender total 2, expected 1: pawn g6, die 1 [PW-2]'
    says "$reckless"$'\n\n1. <3> e4 <3> d5 2. <2> exd5 <1,2=5:3=3> *' 'attacker total 5, expected 3: pawn e4, dice 1, 2 [RC-2]'
    says "$die"$'\n\n1. e4 d5 2. exd5 <14=15-0:3=3-11x> *' 'attacker total 15, expected 14: pawn e4, die 14 [CD-2]'
    says "$die"$'\n\n1. Nc3 Na6 2. Nd5 f6 3. Nxc7 <2=3-2:4=4-0 3=3-1:4=4-0> *' 'attacker total 3, expected 2: die 2 [CD-2]'
}
