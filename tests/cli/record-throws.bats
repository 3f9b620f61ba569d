#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# xpgn-record in games whose dice say who may act: the throw first, then only what it allows.

load helper
load chains

setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

# types VARIANT LINE...: types these lines; the answers, and the movetext
types() {
    rm -f game.xpgn
    answers=$(printf '%s\n' "${@:2}" | xpgn-record --date='????.??.??' --variant="$1" game.xpgn | tail -n +2)
    moves=$(sed '1,/^$/d;/^$/d' game.xpgn | tr '\n' ' ')
    moves=${moves% }
}

# answer LINE...: the last answers
answer() {
    diff -u --label expected --label actual <(printf '%s\n' "$@") <(tail -n $# <<<"$answers")
}

@test "three dice come first, then what they allow, and those that are left are shown" {
    types dice-chess-three e4 '5 1 3' actions e4 'd3' Qd2 Bg5 -- Qd2 2,5,1 'e5 Qxg5' e5 Qxg5 Nc6
    diff -u - <(printf '%s\n' "$answers") <<'END'
error DT-2 missing turn roll; write the turn roll before it: <?,?,?> e4
choose 5,1,3
ok b3 b4 d3 d4 e3 e4
open 1. <5,1,3> e4; dice left: 5,3
error DT-2 no die shows a pawn: expected bishop or queen; did you mean Bd3?
error DT-1 the pawn on d2 of the same side is in the way
error DT-1 no white bishop can reach g5; did you mean Bb5?
error DT-4 the turn cannot be passed: Qf3 is possible
error DT-1 the pawn on d2 of the same side is in the way
error DICE no die is due; expected an action
error LINE found a second action, expected one per line
error DT-2 no die shows a pawn: expected bishop or queen
error DT-1 the queen on d1 cannot reach g5; did you mean Qg4 or Qh5?
error DT-1 no white knight can reach c6
END
    types dice-chess-three '5 1 3' d3 Bg5 Qd2
    answer 'open 1. <5,1,3> d3; dice left: 5,3' 'open 1. Bg5; die left: 5' 'ok 1. Qd2'
    [ "$moves" = '1. <5,1,3> d3 Bg5 Qd2 *' ]
}

@test "a die says how far a piece may go, and an attack has dice of its own" {
    types reckless-chess e4 3 e4 '3 d5' actions 2 Nf3 exd5 '5 1:2' 41:2 '<8> Qxd5 3,2:4' 3 Nc3 1 3 'Nxd5 6 2:9'
    diff -u - <(printf '%s\n' "$answers" | grep -v '^dice') <<'END'
error RC-1 missing turn roll; write the turn roll before it: <?> e4
choose 3
ok 1. <3> e4
ok 1... <3> d5
ok
choose 2
error RC-1 the knight goes 2 squares, expected at most 1; did you mean f3?
error R-03 found a face that the die does not have, expected 1 to 4
ok 2. <2> exd5 <4,1=5:2=2x>
ok 2... <8> Qxd5 <3,2=5:4=4x>
choose 3
ok 3. <3> Nc3
ok 3... <1> --
choose 3
ok 4. <3> Nxd5 <6,2=8:9=9>
END
    [ "$moves" = '1. <3> e4 <3> d5 2. <2> exd5 <4,1=5:2=2x> <8> Qxd5 <3,2=5:4=4x> 3. <3> Nc3 <1> -- 4. <3> Nxd5 <6,2=8:9=9> *' ]
    # a pass that came with its die may be typed after it, once or twice
    types reckless-chess '3 e4' '3 d5' '2 exd5 <4,1=5:2=2x>' '<8> Qxd5 3,2:4' '3 Nc3' 1 -- -- '3 Nxd5 6 2:9' --
    answer 'ok 3... <1> --' 'ok 3... <1> --' 'ok 3... <1> --' 'ok 4. <3> Nxd5 <6,2=8:9=9>' \
        'error RC-1 missing turn roll; write the turn roll before it: <?> --'
    [ "$moves" = '1. <3> e4 <3> d5 2. <2> exd5 <4,1=5:2=2x> <8> Qxd5 <3,2=5:4=4x> 3. <3> Nc3 <1> -- 4. <3> Nxd5 <6,2=8:9=9> *' ]
    # the faces of the die of a turn, and those of a combat
    rm -f game.xpgn
    printf '%s\n' 3 e4 '3 d5' 2 exd5 | xpgn-record --format=json --variant=reckless-chess game.xpgn | jq -c '.due | select(.) | [.kind, .faces, .die_faces]' >due
    [ "$(sed -n '1p;$p' due)" = '["roll",12,[8]]
["dice",12,[4,4,4]]' ]
}

@test "dice of a turn are typed as they lie, or as the letters of the pieces" {
    for dice in '5 1 3' 513 5,1,3 5-1-3 '<5,1,3>' '<513>' QPB qpb Q,P,B 'q p b' '(QPB)' '[q,p,b]' '<QPB>' '1. qpb'; do
        types dice-chess-three "$dice" d3
        [[ $answers == *'open 1. <5,1,3> d3; dice left: 5,3' ]] || { echo "$dice: $answers"; return 1; }
    done
    for line in '<5,1,3> d3' '5 1 3 d3' '513 d3' '<QPB> d3' '[qpb] d3' '1. (q,p,b) d3 {quick}'; do
        types dice-chess-three "$line"
        [[ $answers == 'open 1. <5,1,3> d3; dice left: 5,3' ]] || { echo "$line: $answers"; return 1; }
    done
    for dice in '5 1' '5 1 3 2' '5 1 7' '5,1,0' '51 3'; do
        types dice-chess-three "$dice"
        [[ $answers == "error R-03 found $dice, expected 3 dice from 1 to 6" ]] || { echo "$dice: $answers"; return 1; }
    done
    types dice-chess-pair 12 Nc6 Nc3 21 Nc6
    answer 'choose 1,2' 'error DP-1 no white knight can reach c6; did you mean Nc3?' 'ok 1. <1,2> Nc3' 'choose 2,1' 'ok 1... <2,1> Nc6'
    types dice-chess-pair '⚄⚀' e4 '[2 2]' Nc6 '(5-1)' d4
    answer 'choose 5,1' 'ok 1. <5,1> e4' 'choose 2,2' 'ok 1... <2,2> Nc6' 'choose 5,1' 'ok 2. <5,1> d4'
    types dice-chess-pair qb pn
    answer 'ok 1. <5,3> --' 'choose 1,2'
    types dice-chess p e4 N Nf6
    [ "$moves" = '1. <1> e4 <2> Nf6 *' ]
    types dice-chess-three pq 'pqx' 'pqqq' # no dice: as many letters as dice
    [[ $answers != *choose* ]]
}

@test "a turn that nothing can be done in is passed with its dice, or they are thrown again" {
    types dice-chess-three 4,6,3 '5 3 4' 1,6,6
    answer 'ok 1. <4,6,3> --' 'ok 1... <5,3,4> --' 'choose 1,6,6'
    types dice-chess-pair 3,4 2,5 --
    answer 'ok 1. <3,4> --' 'choose 2,5' 'error DP-2 the turn cannot be passed: Na6 is possible'
    types dice-chess 4 '<4> --' 1 --
    diff -u - <(printf '%s\n' "$answers") <<'END'
error DC-2 nothing can act by this roll, so it was rolled again; write only the roll that counted
error DC-2 nothing can act by this roll, so it was rolled again; write only the roll that counted
choose 1
error DC-2 the turn cannot be passed: a3 is possible
END
    types dice-chess-three '1 4 2' e3 Nf3 # the rook's die is still to be spent
    answer 'open 1. <1,4,2> e3; dice left: 4,2' 'open 1. Nf3; die left: 4'
    types dice-chess-three '1 4 4' h4 Rh3 # nothing is left when a die cannot be spent
    answer 'open 1. <1,4,4> h4; dice left: 4,4' 'open 1. Rh3; die left: 4'
}

@test "a throw that was mistyped is corrected, before its actions and behind them" {
    types dice-chess-three '5 1 2' 'correct 5 1 3' d3 'correct 5 1 4' Bg5 'correct 5,1,3' 'correct Be3' 'correct 2 2 2' annul
    diff -u - <(printf '%s\n' "$answers") <<'END'
choose 5,1,2
choose 5,1,3
open 1. <5,1,3> d3; dice left: 5,3
open 1. <5,1,4> d3; dice left: 5,4
error DT-2 no die shows a bishop: expected rook or queen; legal here: Qd2
open 1. <5,1,3> d3; dice left: 5,3
error DT-1 no white bishop can reach e3; did you mean b3 or e3?
error DT-2 no die shows a pawn: expected knight
ok annulled
END
    [ "$moves" = '{[%annulled 5,1,3]} *' ]
    types dice-chess-three '5 1 3' d3 Bg5 'correct 5 1 4' 'correct Bf4' 'correct 3 5 1' 'correct <3,1,5> d4'
    answer 'error DT-2 no die shows a bishop: expected rook or queen; legal here: Qd2' 'open 1. Bf4; die left: 5' \
        'open 1. Bf4; die left: 5' 'error DT-2 unexpected turn roll; remove it'
    [ "$moves" = '1. <3,5,1> d3 Bf4 *' ]
    types dice-chess '2' 'correct 4' 'correct 1' 'correct 8' e4 'correct N'
    [ "$moves" = '1. <1> e4 *' ]
    types dice-chess-pair '3 5' 'correct 1 5' 'e4' 3,6 'correct 4 5' 'correct 1 2' Nc6 'correct <1,3> e5'
    diff -u - <(printf '%s\n' "$answers") <<'END'
ok 1. <3,5> --
choose 1,5
ok 1. <1,5> e4
ok 1... <3,6> --
ok 1... <4,5> --
choose 1,2
ok 1... <1,2> Nc6
ok 1... <1,3> e5
END
    [ "$moves" = '1. <1,5> e4 <1,3> e5 *' ]
    types dice-chess 1 e4 1 d5 1 exd5 2 Nf6 'correct <5> Qxd5' annul # dice behind a capture are the next throw
    [ "$moves" = '1. <1> e4 <1> d5 2. <1> exd5 {[%annulled 5]} *' ]
    run_split xpgn-record --roll --variant=dice-chess new.xpgn <<<$'roll\ncorrect 1'
    [[ $out == *'error DICE dice that this program rolled cannot be corrected' ]]
}

@test "annul keeps a throw, undo takes back an action of the turn" {
    types dice-chess-three '5 1 3' undo annul '513' d3 Bg5 undo Be3 undo annul
    diff -u - <(printf '%s\n' "$answers") <<'END'
choose 5,1,3
error UNDO the dice were thrown: 5,1,3; annul keeps them in the record
ok annulled
choose 5,1,3
open 1. <5,1,3> d3; dice left: 5,3
open 1. Bg5; die left: 5
ok taken back
open 1. Be3; die left: 5
ok taken back
ok annulled
END
    [ "$moves" = '{[%annulled 5,1,3] [%annulled 5,1,3]} *' ]
    clean game.xpgn
}

@test "programs learn how many dice are due, and which are left" {
    printf '%s\n' '5 1 3' d3 Bg5 Qd2 | xpgn-record --format=json --variant=dice-chess-three json.xpgn >states
    jq -c '[.due.kind, .due.dice, .dice_left, ([.actions[].action] | join(" "))]' states | diff -u - <(
        cat <<'END'
["roll",[3],[],""]
[null,null,[5,1,3],"b3 b4 d3 d4 e3 e4"]
[null,null,[5,3],"Bd2 Be3 Bf4 Bg5 Bh6"]
[null,null,[5],"Qc1 Qd2"]
["roll",[3],[],""]
END
    )
    /usr/bin/python3 "$ROOT/tests/cli/schema.py" "$ROOT/formats/record.schema.json" states
    xpgn-record --format=json --variant=chess-attack plain.xpgn <<<e4 >states
    [ "$(jq -c 'has("dice_left")' states | sort -u)" = false ]
}

@test "the prompt asks for the throw, and shows the dice that are left" {
    PYTHONPATH=$ROOT/tests/oracles /usr/bin/python3 - <<'END'
from record import Terminal
t = Terminal("--options=", "--event=E", "--site=S", "--round=1", "--date=2026.01.01", "--white=A", "--black=B",
             "--variant=dice-chess-three", "game.xpgn")
for prompt, line in (("1. White, 3 dice> ", "5 1 3"), ("the dice show 5,1,3: enter the action", ""),
                     ("1. White, dice 5,1,3> ", "d3"), ("recorded: 1. <5,1,3> d3; dice left: 5,3", ""),
                     ("1. White, dice 5,3> ", "Bg5"), ("1. White, die 5> ", "Qd2"), ("1... Black, 3 dice> ", "quit")):
    t.expect(prompt)
    t.type(line + "\n" if line else "")
END
}

@test "sealed throws fall the same for both sides, and again where the rules say so" {
    for variant in dice-chess dice-chess-three dice-chess-pair; do
        rm -f white.* black.*
        for side in white black; do xpgn-dice make $side.chain >/dev/null; done
        sealed_tags white.chain black.chain
        scribe() {
            xpgn-record --variant=$variant --sealed="$1.chain" "${tags[@]}" "$1.xpgn" <<<"$2" >"$1.said"
        }
        scribe white roll
        scribe black "$(sent white.said)"
        scribe white "$(sent black.said)"
        fallen=$(tail -n 1 white.said)
        [ "$fallen" = "$(tail -n 1 black.said)" ]
        case $variant:$fallen in
        dice-chess:'choose '[12] | dice-chess-three:*[1-6],[1-6],[1-6]* | dice-chess-pair:*[1-6],[1-6]*) ;;
        *) echo "$variant: $fallen" && return 1 ;;
        esac
        xpgn-dice check white.xpgn 2>&1 | grep -q 'the dice of 1 roll match the links'
    done
}

@test "of an attack that has gone on, the last exchange alone is annulled, and the attacker may go on again" {
    types chess-or-die-trying e4 f6 Qh5 a6 'Qxe8 14:12' 'comment wild' 4:10 undo annul 11:10 annul annul annul undo
    diff -u - <(printf '%s\n' "$answers" | tail -n 10) <<'END'
ok 3. Qxe8 <14=14-0:12=12-2>; 9:9 left, the attacker may go on
ok noted
ok 3. Qxe8 <14=14-0:12=12-2 4=4-6:10=10-0>; 3:9 left, the attacker may go on
error UNDO dice were thrown for the last exchange of Qxe8; annul takes it back and keeps them in the record
ok annulled
ok 3. Qxe8 <14=14-0:12=12-2 11=11-0:10=10-1>; 9:8 left, the attacker may go on
ok annulled
ok annulled
error UNDO no dice were thrown for a6; undo takes it back
ok taken back
END
    types chess-or-die-trying e4 f6 Qh5 a6 'Qxe8 14:12' 'comment wild' 4:10 annul '20:5' annul
    [[ $moves == *'Qxe8 <14=14-0:12=12-2> {[%annulled 3. Qxe8 goes on 4:10] [%annulled 3. Qxe8 goes on 20:5] wild} *' ]] || { echo "$moves"; return 1; }
    [ "$(grep -c Result.*1-0 game.xpgn)" -eq 0 ] # which the last exchange had decided
}

@test "a copy from before the last exchange was annulled is an earlier state of the record" {
    types chess-or-die-trying e4 f6 Qh5 a6 'Qxe8 14:12' 4:10 11:11
    cp game.xpgn copy.xpgn
    printf '%s\n' annul Nc6 | xpgn-record game.xpgn >/dev/null
    run_split xpgn-record --copy=copy.xpgn game.xpgn <<<d3
    [ "$status$err" = 0 ]
    cmp game.xpgn copy.xpgn
    sed -i 's/Qh5 a6/Qh5 b6/' copy.xpgn
    run_split xpgn-record --copy=copy.xpgn game.xpgn </dev/null
    [[ $err == *'it is not an earlier state of this record'* ]]
}
