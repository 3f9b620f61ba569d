#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# xpgn-record: entries and their answers, what is on disk, and who may write there.
# shellcheck disable=SC2154 # run_split sets them

load helper
load chains
load examples

setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

# session OPTION... <<END: a session on game.xpgn, of which the greeting is left out
session() {
    xpgn-record --date='????.??.??' "$@" game.xpgn | tail -n +2
}

# said TEXT: what a session gave
said() {
    diff -u --label expected --label actual - <(printf '%s\n' "$1")
}

movetext() {
    sed '1,/^$/d;/^$/d' game.xpgn
}

@test "the examples of the manual print what it says" {
    manual_examples "$ROOT/man/xpgn-record.1"
}

@test "a game of each ruleset survives kills at random points, byte for byte" {
    cd "$ROOT" || return
    /usr/bin/python3 tests/oracles/record.py kill "$([ -n "${XPGN_LONG:-}" ] && echo 200 || echo 2)"
}

@test "a game of each ruleset survives a full disk, byte for byte" {
    cd "$ROOT" || return
    /usr/bin/python3 tests/oracles/record.py full "$([ -n "${XPGN_LONG:-}" ] && echo 20 || echo 2)"
}

@test "scribes play with sealed dice over a channel that loses messages, and are killed" {
    cd "$ROOT" || return
    python3 tests/oracles/sealed_play.py --games=20 --plies=8
}

@test "sealed dice: what is no message, no chain, or too late is refused" {
    for side in white black other; do xpgn-dice make $side.chain >/dev/null; done
    run_split xpgn-record --sealed=white.chain game.xpgn
    expect 2 '' 'xpgn-record: game.xpgn: found no sealed dice, expected the tags DiceCommit, DiceKey and RulesDigest'
    sealed_tags white.chain black.chain
    run_split xpgn-record --sealed=other.chain "${tags[@]}" game.xpgn
    expect 2 '' 'xpgn-record: other.chain: this chain is not in DiceCommit and DiceKey'
    run_split xpgn-record --sealed=white.chain --roll game.xpgn
    expect 2 '' "xpgn-record: --roll and --sealed cannot be combined
try 'xpgn-record --help'"
    got=$(session --variant=chess-attack --no-advice --sealed=- "${tags[@]}" <<<"e4
d5
exd5 5:1
exd5
answer 1 black
announce x
missing
sign
undo
messages")
    [[ $got == *'not signed'* ]] && return 1
    said "$(sed 's/game [0-9a-f]\{64\}/game HEX/' <<<"$got")" <<END
ok 1. e4
ok 1... d5
error DICE found dice, expected none: this program rolls them
error LINK white announces roll 1, 2. exd5: waiting for the message
error MESSAGE this is not a message: it has no link of 64 lower-case hexadecimal digits
error MESSAGE this is not a message: it has no roll number
error LINK with sealed dice every roll is known: nothing can be missing
error LINK the game is not over: enter its result first
ok taken back
ok game HEX, 0 rolls
END
}

@test "a session on a terminal has a prompt, completion, history and the board" {
    needs_terminal
    cd "$ROOT" || return
    /usr/bin/python3 tests/oracles/record.py terminal
}

@test "on terminals of each size boards, reports, prompts and keys are shown as before" {
    needs_terminal
    mkdir terminals
    python3 "$ROOT/tests/tools/screens.py" "$BIN" terminals >screens
    diff "$ROOT/tests/cli/golden/screens.txt" screens
}

@test "the board on a terminal has its pieces in the colours of their seats, unless none are wanted" {
    needs_terminal
    cd "$BATS_TEST_TMPDIR"
    black=$'\e[0;1;34mr\e[0m'
    for color in auto never; do
        rm -f game.xpgn
        { printf '\n\n\n\n\n\n\n'; sleep 0.2; printf 'e4\nquit\n'; sleep 0.2; } | TERM=xterm script -qec \
            "stty rows 40; xpgn-record --color=$color --variant=chess-attack game.xpgn" /dev/null >seen || true
        grep -q '1\. e4' game.xpgn
        found=$(grep -cF "$black" seen) || true
        [ "$color$((found > 0))" = auto1 ] || [ "$color$((found > 0))" = never0 ]
    done
}

@test "dice come with the action or after it, in brackets or without" {
    got=$(session --variant=chess-attack --no-advice <<'END'
1. e4
1... d5
exd5
5:1
Qxd5 <4:2>
Nc3
Qd4
END
    )
    said "$got" <<'END'
ok 1. e4
ok 1... d5
dice 1:1
ok 2. exd5 <5+0=7w:1+1=5x>
ok 2... Qxd5 <4+0=8:2+0=2x>
ok 3. Nc3
ok 3... Qd4
END
    clean game.xpgn
    canonical game.xpgn
}

@test "what is wrong is refused with the code of validate, and nothing changes" {
    got=$(session --variant=chess-attack --no-advice <<'END'
e5

hlep
Ke2
Nf3 3
e4
d5
3. exd5
exd5 5:7
exd5 5:2,3
exd5 5:2 4:4
exd5 <5+3=9:1>
exd5 <5
e4 e5
5:2
exd5
5;1
(e4)
Ke5
5:1
END
    )
    said "$got" <<'END'
error CA-1 no white pawn can step to e5; did you mean e4 or e3?
ok 0 1.
error LINE found 'hlep'; did you mean help?
error CA-1 the pawn on e2 of the same side is in the way
error R-02 found dice, expected none: there is no combat
ok 1. e4
ok 1... d5
error NUMBER found 3., expected 2.
error R-03 found a face that the die does not have, expected 1 to 6
error CA-4 found 1:2 dice, expected 1:1
error CA-4 found too many dice
error CA-3 attacker supporters 3, expected 0; expected <5+0=7w:1+1=5x>
error LINE found < without >
error LINE found a second action, expected one per line
error DICE no die is due; expected an action
dice 1:1
error LINE found a character that occurs in no action or dice
error LINE found a character that occurs in no action or dice
error CA-1 the king on e1 cannot reach e5; did you mean Ke2 or e5?
ok 2. exd5 <5+0=7w:1+1=5x>
END
}

@test "a turn of several actions: turn rolls, choices, and who ends it" {
    got=$(session --variant=combat-chess-2 --no-advice <<'END'
first 4:4 2:5
4
e7-e3
e3xd2 5:3
@a8
4
d2-d1
undo
annul
d2xd1 <6:2x@h8>
end
undo
end
<4> Bc1-g5
K@
1
END
    )
    said "$got" <<'END'
ok 4:4 2:5 1...
choose 4
open 1... <4> e7-e3
choose 5:3 @a8 @h8
open 1... e3xd2 <5=5:3=3x@a8>
choose 4
error CC-4 a step needs an empty square: the white queen on d1 stands there; did you mean d2-d6?
error UNDO the die was thrown: 4; annul keeps it in the record
ok annulled
open 1... d2xd1 <6=6:2=5x@h8>
ok the turn has ended
ok taken back
ok the turn has ended
ok 2. <4> Bc1-g5
dice 1
ok 2... K@- <1+4=5>
END
    [ "$(movetext)" = '1... <4> e7-e3 e3xd2 <5=5:3=3x@a8> {[%annulled 4]} d2xd1 <6=6:2=5x@h8>
2. <4> Bc1-g5 2... K@- <1+4=5> *' ]
    clean game.xpgn
}

@test "what has fallen and is not complete is on disk, and taken up" {
    session --variant=combat-chess-2 --white=W. --black=B. <<<$'4\ne2-e6\ne6xd7 5:3' >/dev/null
    [ "$(grep -c '^.\(White "W\|Black "B\)\."' game.xpgn)" -eq 2 ]
    [ "$(movetext)" = '1. <4> e2-e6 {[%annulled 5:3] [%pending e6xd7 5:3]} *' ]
    clean game.xpgn
    got=$(xpgn-record game.xpgn <<<$'end\nundo\nresign black\n@b1\n@h1')
    said "$got" <<'END'
ok 1 1. e6xd7 5:3
error TURN the turn cannot end here
error UNDO the die was thrown: e6xd7 5:3; annul keeps it in the record
end 1-0
error OVER the game is over: 1-0; use undo to go back
error OVER the game is over: 1-0; use undo to go back
END
    [ "$(movetext)" = '1. <4> e2-e6 {[%annulled 5:3]} 1-0' ]
}

@test "what is written with a choice is recorded with it" {
    got=$(session --variant=combat-chess-2 <<<$'first 3:1\nK@\n4\nK@a3! 1:02:03 {bold}\nK@ $2\n4\nK@h6 {too}')
    [ "$(grep -c '^ok\|^open' <<<"$got")" -ge 3 ]
    [ "$(movetext)" = '1. K@a3 <4+4=8> $1 {[%clk 1:02:03] bold} 1... K@h6 <4+4=8> $2 {too} *' ] || { echo "$got"; movetext; return 1; }
}

@test "undo goes back to dice that have fallen, annul beyond" {
    got=$(session --variant=chess-attack --no-advice <<'END'
undo
e4
undo
e4
d5
exd5
undo
exd5 5:1
undo
annul
annul
Nc3
resign
undo
undo
exd5 6:1
END
    )
    said "$got" <<'END'
error UNDO nothing to undo
ok 1. e4
ok taken back
ok 1. e4
ok 1... d5
dice 1:1
ok forgotten
ok 2. exd5 <5+0=7w:1+1=5x>
error UNDO dice were thrown for exd5; annul takes it back and keeps them in the record
ok annulled
error UNDO no dice were thrown for d5; undo takes it back
ok 2. Nc3
end 1-0
ok taken back
ok taken back
ok 2. exd5 <6+0=8:1+1=5x>
END
    [ "$(movetext)" = '1. e4 d5 {[%annulled 5:1]} 2. exd5 <6+0=8:1+1=5x> *' ]
}

@test "dice that were typed wrong are corrected, but not those that were rolled here" {
    got=$(session --variant=chess-attack --no-advice <<<$'e4\nd5\ncorrect 3:3\nexd5 6:1\ncorrect 5:8\ncorrect 5:1')
    [ "$(tail -n 3 <<<"$got")" = 'ok 2. exd5 <6+0=8:1+1=5x>
error R-03 found a face that the die does not have, expected 1 to 6
ok 2. exd5 <5+0=7w:1+1=5x>' ] || { echo "$got"; return 1; }
    [ "$(movetext)" = '1. e4 d5 2. exd5 <5+0=7w:1+1=5x> *' ]
    run_split xpgn-record --roll game.xpgn <<<'correct 1:1'
    expect 0 'ok 3 2...
error DICE dice that this program rolled cannot be corrected' ''
}

@test "an action that was typed wrong is corrected: its dice stay, and the moves after it" {
    got=$(session --variant=chess-attack --no-advice <<'END'
correct e4
e4 0:59:50
correct d4
correct e4
d5
exd5 5:1 0:58:00 {a gambit}
draw?
correct
correct exd6
correct Nf3
correct exd5
correct exd5 6-1
correct Bxd5 6:1
correct exd5 {no}
correct 1-0
exd5
correct exd5 5:1
resign
correct exd5 3:1
undo
END
    )
    said "$got" <<'END'
error DICE there is no action to correct
ok 1. e4
ok 1. d4
ok 1. e4
ok 1... d5
ok 2. exd5 <5+0=7w:1+1=5x>
ok white offers a draw; draw accepts it
error LINE expected an action, dice or both: correct exd5 5:2
error CA-10 a pawn cannot take on d6: the square is empty, and en passant is not possible; did you mean exd5?
ok 2. Nf3
error DICE expected 1:1 dice after this action: correct exd5 5:2
ok 2. exd5 <6+0=8:1+1=5x>
error CA-1 no white bishop can reach d5; did you mean exd5?
error LINE expected an action and its dice; the moves after it stay
error LINE expected an action and its dice; the moves after it stay
error CA-1 no black pawn on the e-file can take on d5; did you mean e5?
ok 2. exd5 <5+0=7w:1+1=5x>
end 1-0
end 1-0
ok taken back
END
    [ "$(movetext)" = '1. e4 {[%clk 0:59:50]} 1... d5 2. exd5 <3+0=5w:1+1=5w> {[%clk 0:58:00] a gambit
(=)} *' ]
    clean game.xpgn
    # dice that still fit are kept; not one of them is annulled
    rm game.xpgn
    got=$(session --variant=five-dice --no-advice <<<$'e4\nd5\nNc3\nNf6\nexd5 5:2 {which?}\ncorrect Nxd5\ncorrect Nxd5 5,2,1:2\ncorrect exd5 5:2')
    [ "$(tail -n 4 <<<"$got" | paste -sd '|')" = 'ok 3. exd5 <5=5:2=2x>|error DICE expected 3:1 dice after this action: correct exd5 5:2|ok 3. Nxd5 <5,2,1=5:2=2x>|ok 3. exd5 <5=5:2=2x>' ] || { echo "$got"; return 1; }
    [ "$(movetext)" = '1. e4 d5 2. Nc3 Nf6 3. exd5 <5=5:2=2x> {which?} *' ]
    rm game.xpgn
    got=$(session --variant=chess-attack --no-advice <<<$'e4\nd5\nNc3\nNf6\nexd5 5:2 {which?}\ncorrect Nxd5')
    [ "$(tail -n 1 <<<"$got")" = 'ok 3. Nxd5 <5+1=9w:2+2=7x>' ]
    [ "$(movetext)" = '1. e4 d5 2. Nc3 Nf6 3. Nxd5 <5+1=9w:2+2=7x> {which?} *' ]
    # in a turn of several actions, with the die of the turn, a prisoner's castle, the end of the turn
    rm game.xpgn
    got=$(session --variant=combat-chess-2 --no-advice <<'END'
<4> e2-e6
correct <3> e2-e5
correct <4> e2-e6
correct d2-d6
correct e2-e6
e6xd7 5:3 @a1
correct e6xf7
correct 5:4x@h1
correct e6xd7
end
correct e6xf7
undo
correct 1:6x@a8
correct 1x@a8:6
END
    )
    said "$got" <<'END'
open 1. <4> e2-e6
ok 1. <3> e2-e5
open 1. <4> e2-e6
open 1. <4> d2-d6
open 1. <4> e2-e6
open 1. e6xd7 <5=5:3=3x@a1>
open 1. e6xf7 <5=5:3=3x@a1>
open 1. e6xf7 <5=5:4=4x@h1>
open 1. e6xd7 <5=5:4=4x@h1>
ok the turn has ended
ok 1. e6xf7 <5=5:4=4x@h1>
ok taken back
error CC-6 fates exchanged: attacker unharmed, defender removed, expected removed and unharmed; expected <1=1x@a8:6=6>
ok 1. e6xf7 <1=1x@a8:6=6>
END
    clean game.xpgn
}

@test "dice are rolled here with --roll, and cannot be entered then" {
    for variant in chess-attack five-dice; do
        rm -f game.xpgn
        got=$(session --variant=$variant --roll <<<$'e4\nd5\nexd5 5:1\nexd5')
        [ "$(sed -n 3p <<<"$got")" = 'error DICE found dice, expected none: this program rolls them' ]
        [[ $(sed -n 4p <<<"$got") == 'ok 2. exd5 <'[1-6]* ]] || { echo "$got"; return 1; }
        clean game.xpgn
    done
    rm game.xpgn
    session --variant=combat-chess-2 --roll <<<$'first\nroll\nroll' >out
    [[ $(sed -n 1p out) == 'ok '*' 1.'* ]]
    # no piece can go 6 squares: over-planning
    [[ $(sed -n 2p out) == 'choose '[1-5] && $(sed -n 3p out) == 'error DICE the die was thrown: '[1-5] ]] ||
        [[ $(sed -n 2p out) == 'ok 1.'*' <6> --' ]] || { cat out; return 1; }
    clean game.xpgn
    run_split xpgn-record --roll chess.xpgn <<<first
    expect 0 'ok 0 1.
error DICE this game has no dice' ''
    # all faces fall
    for _ in {1..40}; do
        rm -f other.xpgn
        xpgn-record --variant=combat-chess-2 --roll other.xpgn <<<first
    done | grep -o '[1-6]:[1-6]' | tr : '\n' | sort | uniq -c >faces
    [ "$(wc -l <faces)" -eq 6 ]
    # who begins is rolled once
    run_split xpgn-record --roll other.xpgn <<<first
    [[ $out == *'error DICE the roll for first move has been made' ]]
}

@test "a half-move that nobody wrote down is filled in later" {
    got=$(session --variant=chess-attack --no-advice <<'END'
e4
missing
exd5 5:1
Qxd5 4:2
undo
Qxd5 4:2
comment unsure
fill e5
fill d5
fill d5
END
    )
    said "$got" <<'END'
ok 1. e4
ok missing: what follows is not checked until you fill it in
ok 2. exd5 <5:1> (not checked: a half-move is missing)
ok 2... Qxd5 <4:2> (not checked: a half-move is missing)
ok taken back
ok 2... Qxd5 <4:2> (not checked: a half-move is missing)
ok noted
error CA-10 a pawn cannot take on d5: the square is empty, and en passant is not possible
ok filled; 2 more half-moves are checked
error FILL no half-move is missing
END
    [ "$(movetext)" = '1. e4 d5 2. exd5 <5+0=7w:1+1=5x> Qxd5 <4+0=8:2+0=2x> {unsure} *' ]
}

@test "after a missing half-move a number is no action, and a game without dice takes none" {
    got=$(session <<'END'
e4
missing
0
Nf3
1
END
    )
    said "$got" <<'END'
ok 1. e4
ok missing: what follows is not checked until you fill it in
error M-01 found '0', expected an action
ok 2. Nf3 (not checked: a half-move is missing)
error DICE found 1, expected an action: this game has no dice
END
    [ "$(movetext)" = $'1. e4\n{[%missing]} 2. Nf3 *' ]
}

@test "a record with a half-move missing is one that validate warns of, and is taken up" {
    session <<<$'e4\nmissing\nNf3\nmissing\nBb5' >/dev/null
    run_split xpgn-validate --format=gcc game.xpgn
    [ "$status" -eq 0 ]
    [[ $out == *'[M-16]' ]]
    [ "$(xpgn-record game.xpgn <<<'fill e5' | paste -sd '|')" = 'ok 1 3...|ok filled; 1 more half-moves are checked' ]
    [ "$(movetext)" = '1. e4 e5 2. Nf3
{[%missing]} 3. Bb5 *' ]
    [ "$(xpgn-record game.xpgn <<<'fill Nc6' | paste -sd '|')" = 'ok 3 3...|ok filled; 1 more half-moves are checked' ]
    [ "$(movetext)" = '1. e4 e5 2. Nf3 Nc6 3. Bb5 *' ]
}

@test "a line that was refused is entered as it may have been meant" {
    got=$(session <<<$'fix\ne4\ne5\nNf6\nfix\nfix 2\nfix x\nfix 1\nfix')
    [ "$(grep -v '^ok 1' <<<"$got" | paste -sd '|')" = "error FIX no line has been refused|error C-1 no white knight can reach f6; did you mean Nf3?|error FIX found 2, expected the number of a fix|error FIX found 'x', expected the number of a fix|ok 2. Nf3|error FIX no line has been refused" ]
    grep -qx 'ok 1 Nf3' <<<"$got"
    [ "$(movetext)" = '1. e4 e5 2. Nf3 *' ]
    # dice typed with it stay
    rm game.xpgn
    got=$(rm game.xpgn; session <<<$'e4\n1-0-0-0\nfix 1')
    [ "$(tail -n 1 <<<"$got")" = 'error FIX no likely meaning was found' ]
    rm game.xpgn
    got=$(session --variant=chess-attack <<<$'e4\nd5\nexb5 5:1\nfix 1')
    [ "$(tail -n 1 <<<"$got")" = 'ok 2. exd5 <5+0=7w:1+1=5x>' ]
}

@test "an illegal action that stood is recorded as one" {
    got=$(session <<<$'e4\ne5\nNf4\nstood\nstood Ng1f4\nexf4')
    [ "$(tail -n 3 <<<"$got" | paste -sd '|')" = 'error C-1 no white knight can reach f4; it cannot be played, even as an illegal action; if the piece is unclear, write the square it came from|ok 2. Ng1f4|ok 2... exf4' ] || { echo "$got"; return 1; }
    [ "$(movetext)" = '1. e4 e5 2. Ng1f4 {[%illegal stood]} 2... exf4 *' ]
}

@test "a turn that was passed although the dice allowed an action stood" {
    while read -r ruleset dice; do
        printf '[Variant "%s"]\n\n1. %s -- {[%%illegal stood]} *\n' "$ruleset" "$dice" >passed.xpgn
        run_split xpgn-validate --format=json passed.xpgn
        [ "$status" -eq 0 ]
        [[ $(jq -r '.code + " " + .text' "$out_file") == 'M-13 illegal by '*', but it stood: the turn cannot be passed: '*' is possible' ]]
    done <<<$'dice-chess <2>\ndice-chess-pair <2,4>\ndice-chess-three <2,4,2>'
}

@test "comments, offers, assessments, clocks and tags are recorded" {
    session --clock <<<$'e4\ne4 1:29:50\ne5!? 1:30:00 {a gambit?}\ncomment now what\ndraw?\ndraw\ntag White Adams, "R."' >out
    said "$(cat out)" <<'END'
error CLOCK found no clock time, expected it after the action: e4 1:29:30
ok 1. e4
ok 1... e5
ok noted
ok black offers a draw; draw accepts it
end 1/2-1/2
ok noted
END
    [ "$(movetext)" = '1. e4 {[%clk 1:29:50]} 1... e5 $5 {[%clk 1:30:00] a gambit? now what (=)}
1/2-1/2' ]
    grep -qxF '[White "Adams, \"R.\""]' game.xpgn
    run_split xpgn-record game.xpgn <<<$'comment }\ncomment [%missing]\ne4 {[%missing]}\ntag Result 1-0\ntag a-b c'
    expect 0 'ok 2 1/2-1/2
error LINE found } or [% in a comment, expected prose
error LINE found } or [% in a comment, expected prose
error OVER the game is over: 1/2-1/2; use undo to go back
error LINE the result follows from the game; see resign, draw and result
error LINE expected a name and a value: tag White Adams, R.' ''
}

@test "results: by the rules, by resignation, otherwise; of four players too" {
    [ "$(session <<<$'f3\ne5\ng4\nQh4\nKe2' | tail -n 2 | paste -sd '|')" = \
        'end 0-1 C-3 2... Qh4#|error OVER the game is over: 0-1; use undo to go back' ]
    grep -qx '\[Result "0-1"\]' game.xpgn
    clean game.xpgn
    rm game.xpgn
    [ "$(session <<<$'resign red\nresult 2-0\nresult 0-0\nundo\nresign white' | paste -sd '|')" = \
        "error LINE found 'red', expected white or black|error LINE found '2-0', expected a result such as 1-0|end 0-0|ok taken back|end 0-1" ]
    rm game.xpgn
    xfen=$(sed -n '/players=4/,/^$/s/^\[X*FEN "\(.*\)"\]/\1/p;/players=4/,/^$/s/^\[FEN "\(.*\)"\]/\1/p' "$ROOT/tests/vectors/tamper.xpgn" | head -n 1)
    [ "$(session --variant=assault-and-siege --options=players=4 --xfen="$xfen" --red=R. --green=G. \
        <<<$'resign\ndraw' | paste -sd '|')" = \
        'error LINE white cannot resign while 3 others play on: the rules do not cover a player who leaves; to end the game for all: result 0-1-0-0|end 1/4-1/4-1/4-1/4' ]
    grep -qx '\[Green "G."\]' game.xpgn
    clean game.xpgn
}

@test "a result typed as an entry is one, before and after a half-move that is missing" {
    got=$(session <<<$'e4\n1-0\nundo\n*\n7. 0-1 {flag}\n*\nundo\n½-½\nundo\n1-0 5:2\n0-1-0-0\nstood 1-0\nresult *')
    said "$got" <<'END'
ok 1. e4
end 1-0
ok taken back
ok * the game is not over; quit leaves it
end 0-1
error OVER the game is over: 0-1; use undo to go back
ok taken back
end 1/2-1/2
ok taken back
error LINE found text after the result, expected a comment: 1-0
error LINE found '0-1-0-0', expected a result such as 1-0
error LINE found a result, expected an action: stood Ng1f4
ok * the game is not over; quit leaves it
END
    [ "$(movetext)" = '1. e4 {flag} *' ]
    got=$(xpgn-record game.xpgn <<<$'missing\nfill 1-0\nfill e5 1-0\nfill e5 {[%missing]}\nNf3\n*\n1/2-1/2\nundo\n2... 0-1')
    said "$got" <<'END'
ok 1 1...
ok missing: what follows is not checked until you fill it in
error FILL expected the half-move: fill exd5 <5:2>
error LINE found a second action, expected one per line
error LINE missing and annul must be separate entries
ok 2. Nf3 (not checked: a half-move is missing)
ok * the game is not over; quit leaves it
end 1/2-1/2
ok taken back
end 0-1
END
    [ "$(movetext)" = '1. e4 {flag}
{[%missing]} 2. Nf3 0-1' ]
    # and it is taken up again
    run_split xpgn-record game.xpgn <<<$'undo\n1-0'
    expect 0 'ok 1 0-1
ok taken back
end 1-0' ''
    # castling, which the rules know, is castling
    rm game.xpgn
    [ "$(session <<<$'Nf3\nNf6\ng3\ng6\nBg2\nBg7\n0-0' | tail -n 1)" = 'ok 4. O-O' ]
}

@test "of four players the last one left wins when the other resigns" {
    xfen='10bPbK/12/12/12/12/12/12/12/12/12/12/wKwP10 w - - 0 20'
    options=(--variant=assault-and-siege --options=players=4 --xfen="$xfen")
    [ "$(session "${options[@]}" <<<$'resign red\nresign black\nundo\nresign\nundo\n1/2-0-1/2-0\nundo\n1-0\nmissing\nresign\n0-0-1-0' | paste -sd '|')" = \
        "error LINE red has been defeated|end 1-0-0-0|ok taken back|end 0-0-1-0|ok taken back|end 1/2-0-1/2-0|ok taken back|error LINE found '1-0', expected a result such as 0-1-0-0|ok missing: what follows is not checked until you fill it in|error LINE after a missing half-move it is not known who is left; enter who won: result 0-1-0-0|end 0-0-1-0" ]
    run_split xpgn-validate game.xpgn
    [ "$status" -eq 0 ]
}

@test "a line beyond 64 KiB is refused with its length, in the same memory" {
    word=$(printf '%65528s' '' | tr ' ' x)
    { printf 'comment %s\n' "$word" "x$word"; head -c 30000000 /dev/zero | tr '\0' 'e'; printf '\ne4\n'; } >lines
    # memory does not grow with it; a sanitizer needs much more
    xpgn-record --version | grep -q sanitize || ulimit -v 60000
    xpgn-record --date='????.??.??' game.xpgn <lines >answers
    said "$(tail -n +2 answers)" <<'END'
ok noted
error LINE found a line of 65537 bytes, expected at most 65536
error LINE found a line of 30000000 bytes, expected at most 65536
ok 1. e4
END
}

@test "text after a word that takes nothing is refused, not lost" {
    said "$(session <<<$'e4\nundo 2\nend {a novelty}\nmissing Nf6\nshow me\nundo')" <<'END'
ok 1. e4
error LINE found '2', expected nothing after undo
error LINE found '{a novelty}', expected nothing after end
error LINE found 'Nf6', expected nothing after missing
error LINE found 'me', expected nothing after show
ok taken back
END
}

@test "dice are taken as people type them where it is clear how many are due" {
    for dice in 52 '5 2' 5-2 5,2 '5, 2' '<5 2>' 5:2; do
        rm -f game.xpgn
        [ "$(session --variant=chess-attack --no-advice <<<$'e4\nd5\nexd5 '"$dice" | tail -n 1)" = 'ok 2. exd5 <5+0=7w:2+1=6x>' ] ||
            { echo "$dice"; return 1; }
        rm -f game.xpgn
        [ "$(session --variant=chess-attack --no-advice <<<$'e4\nd5\nexd5\n'"$dice"$'\ncorrect 61' | tail -n 1)" = \
            'ok 2. exd5 <6+0=8:1+1=5x>' ] || { echo "$dice"; return 1; }
    done
    for dice in '631 44' '6,3,1 4,4' 63144 '6 3 1 4 4' '6 3 1:4 4' 631-44 631:44; do
        rm -f game.xpgn
        [ "$(session --variant=five-dice --no-advice <<<$'e4\nd5\nNf3\nNc6\nNe5\nNxe5 '"$dice" | tail -n 1)" = \
            'ok 3... Nxe5 <6,3,1=6:4,4=4x>' ] || { echo "$dice"; return 1; }
    done
    # what could be read in two ways, or in none, is not guessed
    for dice in '63 144' '63 1 44' 6314 631444 '6-3 1-4-4' 63014; do
        rm -f game.xpgn
        [[ $(session --variant=five-dice --no-advice <<<$'e4\nd5\nNf3\nNc6\nNe5\nNxe5 '"$dice" | tail -n 1) == 'error '* ]] ||
            { echo "$dice"; return 1; }
    done
    # dice with different faces: a queen's has 20, a pawn's 6
    rm -f game.xpgn
    session --variant=polyhedral-chess-war --no-advice <<<$'e4\nd5\nexd5\n32\nQxd5\n21:6\n17:7\n17 6' >war
    [ "$(sed -n '4,$p' war | grep -v '^dice')" = 'ok 2. exd5 <3=4:2=2x>
error R-03 found a face that the die does not have, expected 1 to 20
error R-03 found a face that the die does not have, expected 1 to 6
ok 2... Qxd5 <17=18:6=6x>' ] || { cat war; return 1; }
    rm -f game.xpgn
    session --variant=polyhedral-chess-war --format=json <<<$'e4\nd5\nexd5 3:2\nQxd5' >war
    [ "$(tail -n 1 war | jq -c '[.due.faces, .due.die_faces]')" = '[20,[20,6]]' ]
    # a die of ten faces or more is two digits, perhaps
    sed 's/^ruleset: .*/ruleset: chess-attack-12/; s/^die: .*/die: 12/' "$ROOT/formats/chess-attack.yaml" >twelve.yaml
    grep -q '^die: 12' twelve.yaml
    for dice in '12 3' 12-3 12,3; do
        rm -f game.xpgn
        [[ $(session --rules=twelve.yaml --variant=chess-attack-12 --no-advice <<<$'e4\nd5\nexd5 '"$dice" | tail -n 1) == 'ok 2. exd5 <12+0='*':3+1='* ]]
    done
    rm game.xpgn
    [[ $(session --rules=twelve.yaml --variant=chess-attack-12 --no-advice <<<$'e4\nd5\nexd5 52' | tail -n 1) == 'error '* ]]
    # the rolls for who begins; after a missing half-move it is not known how many are due, at it it is
    rm game.xpgn
    [ "$(session --variant=combat-chess-2 <<<$'first 33 52\nfirst 3 3 5 2\nfirst 335 2\nfirst 3-3 5-2' | cut -c -16 | paste -sd '|')" = \
        'ok 3:3 5:2 1.|ok 3:3 5:2 1.|error CC-2 First|ok 3:3 5:2 1.' ]
    rm game.xpgn
    got=$(session --variant=chess-attack <<<$'e4\nd5\nmissing\nQxd5 5 2\nQxd5 52\nQxd5 5:2\nfill exd5 61')
    [ "$(cut -c -10 <<<"$got" | paste -sd '|')" = 'ok 1. e4|ok 1... d5|ok missing|error R-04|error R-03|ok 2... Qx|ok filled;' ]
    clean game.xpgn
}

@test "a prisoner who has to be freed may be entered, and the sum of a capture without dice" {
    xfen='rn2k2r/1N6/8/8/8/8/8/R3K2R[a8:P] w - - 0 10'
    got=$(session --variant=combat-chess-2 --xfen="$xfen" <<<$'Nb7@a8 6 P@b8\nNb7@a8 2 P@a7\nNb7@a8\n6\nP@a7\nP@c8')
    said "$got" <<'END'
error CHOICE found 'P@b8', but the dice allow only P@a7
error CHOICE found 'P@a7', but nobody is freed
dice 1
ok 10. Nb7@a8 <6=7> P@a7
ok 10. Nb7@a8 <6=7> P@a7
error CC-10 black has no pawn on the board; did you mean K@c8?
END
    [ "$(movetext)" = '10. Nb7@a8 <6=7> P@a7 *' ]
    clean game.xpgn
    rm game.xpgn
    xfen='7k/8/8/2Pp4/3P4/8/8/K7 w - - 3 20'
    for sum in '<+1=2:=1x>' '+1=2:=1x'; do
        rm -f game.xpgn
        got=$(session --variant=assault-and-siege --xfen="$xfen" <<<$'d4xd5 <+1=3:=1x>\nd4xd5 5:2\nd4xd5 '"$sum")
        said "$got" <<'END'
error AS-3 attacker total 3, expected 2: pawn d4 1 + pawn c5 1; expected <+1=2:=1x>
error R-02 found dice, expected none: there is no combat
end 1-0 AS-8 20. d4xd5# <+1=2:=1x>
END
    done
    clean game.xpgn
}

@test "tags come from options and from pairings" {
    printf 'Board;Round;White;Black;Elo\r\n1;3;"Müller, ""J.""";Brandt;1\r\n2;3;Chen;Dorn;2\r\n1;4;Evers;Fabre;3\r\n' >pairs.csv
    xpgn-record --pairings=pairs.csv --board=1 --round=3 --event=Open --site=Hall --set-tag='Annotator=me' --set-tag=WhiteElo=2000 \
        game.xpgn </dev/null
    said "$(grep '^\[' game.xpgn | grep -v Date)" <<'END'
[Event "Open"]
[Site "Hall"]
[Round "3"]
[White "Müller, \"J.\""]
[Black "Brandt"]
[Result "*"]
[Annotator "me"]
[WhiteElo "2000"]
END
    run_split xpgn-record --pairings=pairs.csv --board=1 other.xpgn
    expect 2 '' 'xpgn-record: pairs.csv: found 2 pairings of board 1; give --round, expected one'
    run_split xpgn-record --pairings=pairs.csv --board=7 --round=3 other.xpgn
    expect 2 '' 'xpgn-record: pairs.csv: found 0 pairings of board 7 in round 3, expected one'
    run_split xpgn-record --pairings=none.csv --board=7 other.xpgn
    expect 2 '' 'xpgn-record: none.csv: No such file or directory'
    run_split xpgn-record --pairings=pairs.csv other.xpgn
    expect 2 '' "xpgn-record: --pairings requires --board=N
try 'xpgn-record --help'"
    printf 'round,board,white\n' >pairs.csv
    run_split xpgn-record --pairings=pairs.csv --board=7 other.xpgn
    expect 2 '' 'xpgn-record: pairs.csv: found no column Black in its first line, expected round, board, white, black'
    [ ! -e other.xpgn ]
}

@test "what cannot be begun leaves no file" {
    run_split xpgn-record --variant=chess-atack other.xpgn
    [ "$status" -eq 2 ]
    [[ $err == *chess-attack* ]]
    run_split xpgn-record --variant=assault-and-siege other.xpgn
    [ "$status" -eq 2 ]
    run_split xpgn-record --set-tag=Result=1-0 other.xpgn
    [ "$status" -eq 2 ]
    run_split xpgn-record
    expect 2 '' "xpgn-record: expected one file, the record
try 'xpgn-record --help'"
    run_split xpgn-record none/other.xpgn
    expect 2 '' 'xpgn-record: none/other.xpgn: No such file or directory'
    [ -z "$(ls)" ] || [ "$(ls)" = $'err\nout' ]
}

@test "a record with errors, and a file with two games, are left as they are" {
    printf '%s\n' '[Event "A"]' '' '1. e4 Ke7 *' >game.xpgn
    cp game.xpgn before
    run_split xpgn-record game.xpgn <<<e5
    [ "$status" -eq 1 ]
    [[ $err == *'[C-1]'*'fix the errors in this record first (xpgn-fix)' ]]
    cmp before game.xpgn
    cat before before >game.xpgn
    run_split xpgn-record game.xpgn <<<e5
    expect 2 '' 'xpgn-record: game.xpgn: expected one game'
    [ "$(wc -l <game.xpgn)" -eq 6 ]
}

@test "a second scribe is refused while the first is at work" {
    mkfifo lines
    xpgn-record game.xpgn <lines >answers 3>&- &
    scribe=$!
    exec 7>lines
    echo e4 >&7
    for _ in {1..100}; do grep -q e4 answers && break; sleep 0.05; done
    run_split xpgn-record game.xpgn <<<e5
    expect 2 '' 'xpgn-record: game.xpgn: another scribe is writing to it'
    # by another name of the file too
    ln -s game.xpgn link.xpgn
    run_split xpgn-record link.xpgn <<<e5
    [ "$status" -eq 2 ]
    exec 7>&-
    wait "$scribe"
    run_split xpgn-record link.xpgn <<<e5
    expect 0 'ok 1 1...
ok 1... e5' ''
    [ "$(movetext)" = '1. e4 e5 *' ]
    [ -L link.xpgn ]
}

@test "comments to the end of a line and after the result are kept when a record goes on" {
    printf '[Event "a"]\n\n1. e4 ; the arbiter; at {noon\n {a;b} e5 *\n; a note\n{of two}' >game.xpgn
    said 'ok 2. Nf3' < <(echo Nf3 | session)
    diff <(movetext) - <<<'1. e4 {the arbiter; at {noon a;b} 1... e5 {a note of two} 2. Nf3 *'
    printf '[Event "a"]\n\n1. e4 {[%%missing]} 2. Nf3 *; a note' >game.xpgn
    echo Nc6 | session
    grep -qF '2. Nf3 {a note} 2... Nc6 *' game.xpgn
}

@test "a copy for spectators follows the record; if it cannot be written, the game goes on" {
    session --copy=live.xpgn <<<$'e4\ne5' >/dev/null
    cmp game.xpgn live.xpgn
    mkdir folder
    rm -f live.xpgn
    run_split xpgn-record --copy=folder game.xpgn <<<$'Nf3\nNc6'
    expect 0 'ok 2 2.
ok 2. Nf3 (no copy: Is a directory)
ok 2... Nc6 (no copy: Is a directory)' ''
    [ "$(movetext)" = '1. e4 e5 2. Nf3 Nc6 *' ]
    [ "$(ls)" = $'err\nfolder\ngame.xpgn\nout' ]
}

@test "the record keeps its permissions, and no unfinished line is taken" {
    session <<<e4 >/dev/null
    chmod 640 game.xpgn
    printf 'e5\nNf3' | xpgn-record game.xpgn >/dev/null
    [ "$(stat -c %a game.xpgn)" = 640 ]
    [ "$(movetext)" = '1. e4 e5 *' ]
}

@test "advice: odds of a combat, what is legal, help" {
    got=$(session --variant=chess-attack <<<$'e4\nd5\nodds exd5\nodds Nf3\nexd5\nodds\n5:1\nactions\nshow\nhelp\nquit\ne4')
    said "$(sed -n '3,6p;11,$p' <<<"$got")" <<'END'
ok attack pawn e4 2, defense pawn d5 1 + queen d8 3; wins 16.7%, loses 72.2%, neither falls 11.1%
error ODDS this action is not a combat
dice 1:1 attack pawn e4 2, defense pawn d5 1 + queen d8 3; wins 16.7%, loses 72.2%, neither falls 11.1%
ok attack pawn e4 2, defense pawn d5 1 + queen d8 3; wins 16.7%, loses 72.2%, neither falls 11.1%
bye
END
    [[ $(sed -n 8p <<<"$got") == 'ok Qxd5 Qd6 '* ]] || sed -n 8p <<<"$got"
    [ "$(sed -n 9p <<<"$got")" = 'ok rnbqkbnr/ppp1pppp/8/3P*4/8/8/PPPP1PPP/RNBQKBNR[p] b KQkq - 0 2' ]
    [[ $(sed -n 10p <<<"$got") == 'ok ACTION [DICE], actions [squares], announce MESSAGE, answer MESSAGE, annul, '* ]]
}

@test "a full disk and a closed pipe are noticed" {
    [ -e /dev/full ] || skip 'no /dev/full'
    status=0
    xpgn-record game.xpgn <<<e4 >/dev/full 2>err || status=$?
    [ "$status" -eq 2 ]
    [ "$(cat err)" = 'xpgn-record: write error: No space left on device' ]
    set +e
    for _ in {1..2000}; do echo show; done | xpgn-record game.xpgn 2>err | head -n 1 >first
    status=${PIPESTATUS[1]}
    set -e
    [ "$status" -eq 141 ]
    [ -s first ]
    [ ! -s err ]
}

@test "who begins is asked for where the rules roll for it; first and roll are among the actions" {
    cd "$BATS_TEST_TMPDIR"
    run_split xpgn-record --variant=combat-chess-2 game.xpgn <<<$'actions\nfirst 2:5\nactions'
    [ "${out%%$'\n'*}" = 'ok 0 1. first' ]
    [[ $out == *$'\nok first '* ]]
    [[ $(tail -n 1 "$out_file") != *first* ]]
    run_split xpgn-record --variant=combat-chess-2 --roll rolled.xpgn <<<$'first\nactions\nroll\nactions'
    [[ $(sed -n 3p "$out_file") == 'ok roll '* ]]
    run_split xpgn-record --variant=chess-attack other.xpgn <<<actions
    [ "${out%%$'\n'*}" = 'ok 0 1.' ]
    [[ $out != *roll* && $out != *first* ]]
}

@test "actions squares says where each action begins and ends" {
    cd "$BATS_TEST_TMPDIR"
    run_split xpgn-record --variant=combat-chess-2 game.xpgn <<<$'first 5:2\nactions squares'
    [[ $(tail -n 1 "$out_file") == 'ok K@a3:e1-a3 K@b3:e1-b3 '*' K@-:e1-' ]]
    run_split xpgn-record --xfen='8/P7/8/k7/8/8/7P/4K2R w K - 0 1' other.xpgn <<<$'actions squares\nactions'
    words=$(sed -n 2p "$out_file" | tr ' ' '\n')
    grep -qx 'O-O:e1-g1' <<<"$words"
    grep -qx 'a8=Q:a7-a8' <<<"$words"
    grep -qx 'h4:h2-h4' <<<"$words"
    [ "$(sed -n 2p "$out_file" | sed 's/:[^ ]*//g')" = "$(sed -n 3p "$out_file")" ]
}

@test "every answer says that the copy could not be written, until it can" {
    cd "$BATS_TEST_TMPDIR"
    mkdir folder
    run_split xpgn-record --copy=none/copy.xpgn game.xpgn <<<$'e4\nshow\ne5'
    [ "$(grep -c ' (no copy: No such file or directory)$' "$out_file")" -eq 4 ]
    mkfifo to
    xpgn-record --copy=folder/copy.xpgn game.xpgn <to >from 2>err 3>&- &
    exec 8>to
    rmdir folder
    echo Nf3 >&8
    for _ in {1..200}; do [ "$(wc -l <from)" -ge 2 ] && break; sleep 0.05; done
    mkdir folder
    echo Nc6 >&8
    exec 8>&-
    wait
    [ "$(sed -n 2p from)" = 'ok 2. Nf3 (no copy: No such file or directory)' ]
    [ "$(sed -n 3p from)" = 'ok 2... Nc6' ]
    cmp folder/copy.xpgn game.xpgn
}

# types FILE VARIANT LINE...: what is recorded
types() {
    rm -f "$1"
    printf '%s\n' "${@:3}" | xpgn-record --variant="$2" "$1" >answers
    grep '^1\.' "$1"
}

@test "rolls and actions as people write them, at the prompt of every game" {
    for roll in '(5:1)' '[5-1]' '(5-1)' '5 : 1' '5 - 1' '( 5 : 1 )' '<05:01>' 5–1 '(5–1)'; do
        [ "$(types a.xpgn chess-attack e4 d5 "exd5 $roll")" = '1. e4 d5 2. exd5 <5+0=7w:1+1=5x> *' ]
        [ "$(types a.xpgn chess-attack e4 d5 exd5 "$roll")" = '1. e4 d5 2. exd5 <5+0=7w:1+1=5x> *' ]
    done
    [ "$(types a.xpgn five-dice e4 d5 'exd5 (4:2)' 'Sf6')" = '1. e4 d5 2. exd5 <4=4:2=2x> Nf6 *' ]
    for roll in '(3)' '[3]' 3; do
        [ "$(types a.xpgn combat-chess-2 "$roll e2 - e5" '[2] S b8 - d6')" = '1. <3> e2-e5 1... <2> Nb8-d6 *' ]
    done
    [ "$(types a.xpgn chess 'e2 - e4' e7-e5 'S f3')" = '1. e4 e5 2. Nf3 *' ]
    rm a.xpgn
    printf '%s\n' 'Ld1@e1' h5-g5 'S a5 - c5' |
        xpgn-record --variant=assault-and-siege --xfen='5r1k/6pp/P5rp/N4p1p/1P5p/8/1PP1P3/K2B1P2 w - - 0 1' a.xpgn
    grep -qx '1. Bd1@e1 1... h5-g5 2. Na5-c5 \*' a.xpgn
    # what is no roll stays refused
    [ "$(types a.xpgn chess-attack e4 d5 'exd5 (5:1' 'exd5 (e4)' 'exd5 (5:1) (2)')" = '1. e4 d5 *' ]
}

@test "JSON says what the protocol says, and what is due, who rolls, and what may fall" {
    local game
    # the same session in both forms, of games with all kinds of dice
    printf 'first 6:1\n<4> e2-e6\ne6xd7\n3:3\n\n1:1\n5:2\na1\nx\nundo\n' >lines
    xpgn-record --date='????.??.??' --variant=combat-chess-2 a.xpgn <lines >text
    xpgn-record --date='????.??.??' --variant=combat-chess-2 --format=json b.xpgn <lines >json
    cmp a.xpgn b.xpgn
    diff text <(jq -r '[.reply, .code, .text] | map(select(. != null and . != "")) | join(" ")' json)
    jq -c 'select(.due) | [.due.kind, .due.dice, .due.who, .due.again, .due.rolled]' json | uniq >got
    diff got - <<'EOF'
["first",[],["White","Black"],false,null]
["dice",[1,1],["White","Black"],false,null]
["dice",[1,1],["White","Black"],true,"e6xd7 3:3"]
["dice",[1,1],["White","Black"],true,"e6xd7 3:3 1:1"]
["cell",[],["White"],false,"e6xd7 3:3 1:1 5:2"]
EOF
    # the castles to choose from
    jq -r 'select(.due.kind == "cell").actions[] | [.action, .from, .to, .words] | join("|")' json | uniq >got
    diff got - <<'EOF'
@a1||a1|castle a1
@h1||h1|castle h1
EOF
    jq -r 'select(.last.action == "e6xd7") | [.last.turn, .last.from, .last.to, .sum[4][1]] | @tsv' json | uniq >got
    diff got - <<<$'1.\te6\td7\t2 times, rolled again'
    printf 'e4\nd5\n' | xpgn-record --variant=chess-attack --format=json c.xpgn >attack
    jq -c 'select(.turn == "2.") | .actions[] | select(.action == "exd5" or .action == "e5") | [.words, .from, .to, .falls]' attack >got
    diff got - <<'EOF'
["pawn moves to e5","e4","e5",null]
["pawn attacks pawn d5","e4","d5",{"attacker":0.722222,"defender":0.166667,"both":0,"none":0.111111}]
EOF
    printf 'e4\nd5\nexd5\n' | xpgn-record --variant=chess-attack --format=json --language=de c2.xpgn >german
    jq -r 'select(.due) | .due.sum | map(join("|")) | join("/")' german >got
    diff got - <<<'exd5  Bauer e4 (Weiß) gegen Bauer d5 (Schwarz)/Angriff|Bauer e4 2|2 + Würfel/Verteidigung|Bauer d5 1 + Dame d8 3|4 + Würfel'
    jq -r 'select(.turn == "2.") | .actions[] | select(.action == "e5").words' german >got
    diff got - <<<'Bauer zieht nach e5'
    # every kind of report, in English as xpgn-validate has it, and in a language without English words
    for language in en de; do
        xpgn-record --date='????.??.??' --variant=combat-chess-2 --format=json --language=$language "l-$language.xpgn" <lines |
            jq -r 'select(.due == null and .sum != []) | .sum | map(join("|")) | .[]' | awk '!seen[$0]++' >"sums-$language"
    done
    diff sums-de - <<'EOF'
e2-e6  Weiß würfelt 4 zum Ziehen
Ergebnis|Bauer e2 geht nach e6|CC-4
e6xd7  Bauer e6 (Weiß) gegen Bauer d7 (Schwarz)
Angriff|Bauer e6 0|0 + Würfel 3 = 3, erneut 0 + Würfel 1 = 1, erneut 0 + Würfel 5 = 5
Verteidigung|Bauer d7 0|0 + Würfel 3 = 3, erneut 0 + Würfel 1 = 1, erneut 0 + Würfel 2 = 2
Differenz +3|Bauer d7 gefangen in a1, Bauer schlägt d7|CC-6
gleich|2 mal, neu gewürfelt|CC-6
EOF
    [ "$(wc -l <sums-en)" -eq "$(wc -l <sums-de)" ]
    xpgn-fmt --game=10 "$ROOT/samples/combat-chess-2.xpgn" >teleport.xpgn
    echo quit | xpgn-record --format=json --language=de teleport.xpgn | jq -r '.sum | map(join("|")) | join("/")' | head -n 1 >got
    diff got - <<<'K@e4  König e8 (Schwarz) versucht zu teleportieren/Wurf|Anführer 4 + Würfel 2 = 6|/Ergebnis|König geht nach e4|CC-9'
    # why an entry is refused: no sentence is left in English, in no game
    refusals() {
        local variant=$1 start=$2
        shift 2
        rm -f w.xpgn
        printf '%s\n' "$@" | xpgn-record --variant="$variant" --xfen="$start" --format=json --language="$language" w.xpgn | jq -r 'select(.reply == "error").text'
    }
    for language in en de fr es it nl pl; do
        {
            refusals chess 'r3k2r/8/8/3p4/4P3/8/4r3/R3K2R w KQkq - 0 1' Ke3 O-O e6 exf5 Nf3 Rd4 Ra9 e5+ Qd1 Rh9 e8=Q Bg1h2 -- P@e4
            refusals chess '4k3/8/8/8/4q3/8/4N3/4K3 w - - 0 1' Nc3 Kd3 O-O Ne9
            refusals chess-attack 'r3k2r/8/8/3p4/4P3/8/8/R3K2R w KQkq - 0 1' ed5 Rxa7 e4 'e5 1:1' Rb2
            refusals five-dice 'r3k2r/8/8/3p4/4P3/8/8/R3K2R w KQkq - 0 1' 'exd5' 'exd5 9:1' Rxb7
            refusals combat-chess-2 'r1bqkbnr/ppp2ppp/8/8/3Pp3/8/PPP2PPP/RNBQKBNR w - - 0 1' d4-d6 '4 d4-d5' K@d4 d4xe4
            refusals assault-and-siege '3p3k/4ppb1/5p1n/6pp/PP6/N1P5/1BPP4/K3P3 w - - 0 1' d2-d5 d2xd3 a4-b4 Kb1 --
        } >"refused-$language"
    done
    [ "$(wc -l <refused-en)" -gt 25 ]
    for language in de fr es it nl pl; do
        paste -d '\n' refused-en "refused-$language" | awk 'NR % 2 { english = $0; next } $0 == english { print; same = 1 } END { exit same }'
    done
    for wrong in --language=de '--format=json --language=xx'; do
        # shellcheck disable=SC2086 # words
        run_split xpgn-record $wrong w.xpgn
        [ "$status" -eq 2 ]
    done
    printf 'f3\ne5\ng4\nQh4\n' | xpgn-record --format=json d.xpgn >mate
    [ "$(jq -c '[.reply, .result, .turn, (.actions | length)]' mate | tail -n 1)" = '["end","0-1",null,0]' ]
    # no report before the first entry, nor behind a missing half-move
    printf 'e4\nmissing\nNf3\n' | xpgn-record --format=json e.xpgn >gap
    [ "$(jq -c 'select(.half_moves == 0 or .missing) | [.text, .seat, .sum]' gap | paste -sd ' ')" = \
        '["0 1.","White",[]] ["missing: what follows is not checked until you fill it in",null,[]] ["2. Nf3 (not checked: a half-move is missing)",null,[]]' ]
    /usr/bin/python3 "$ROOT/tests/cli/schema.py" "$ROOT/formats/record.schema.json" json attack mate german gap
}

@test "where the attacker may go on, its exchanges are entered one by one" {
    session --variant=chess-or-die-trying --no-advice <<'END' >answers
Nc3
Na6
Nd5
f6
2:4
Nxc7
2:4
21:1
3:4 {hm}
3 4
END
    said 'ok 1. Nc3
ok 1... Na6
ok 2. Nd5
ok 2... f6
error DICE no die is due; expected an action
dice 1:1
ok 3. Nxc7 <2=2-2:4=4-0>; 3:1 left, the attacker may go on
error R-03 found a face that the die does not have, expected 1 to 20
error LINE expected the dice of the next exchange alone
ok 3. Nxc7 <2=2-2:4=4-0 3=3-1:4=4-0>; 2:1 left, the attacker may go on' <answers
    # the record is the whole state: another session goes on, and its attack ends with a piece
    session --variant=chess-or-die-trying --format=json <<'END' >answers
1:1
5:9
1:1
END
    said '["ok",{"dice":[1,1],"die_faces":[20,12],"left":[2,1]}]
["ok",null]
["error",null]' < <(jq -c '[.reply, .goes_on]' answers)
    /usr/bin/python3 "$ROOT/tests/cli/schema.py" "$ROOT/formats/record.schema.json" answers
    movetext | paste -sd ' ' | grep -F '3. Nxc7 <2=2-2:4=4-0 3=3-1:4=4-0 1=1-0:1=1-0 5=5-4x:9=9-0> *'
    # the odds of going on, by the points that are left; not where it has stopped
    rm game.xpgn
    printf '%s\n' Nc3 Na6 Nd5 f6 'Nxc7 2:4' odds Rb8 odds | session --variant=chess-or-die-trying | tail -n 3 >answers
    said 'ok attack knight d5, defense pawn c7; wins 67.5%, loses 18.8%, neither falls 13.8% (until one falls: wins 77.8%, loses 22.2%)
ok 3... Rb8
error ODDS found '"''"', expected an action that is legal now' <answers
    # an action means that it has stopped; what the program rolls goes on with roll
    rm game.xpgn
    printf '%s\n' Nc3 Na6 Nd5 f6 'Nxc7 4:4' Rb8 4:4 | session --variant=chess-or-die-trying >answers
    [ "$(tail -n 3 answers)" = 'ok 3. Nxc7 <4=4-0:4=4-0>; 5:1 left, the attacker may go on
ok 3... Rb8
error DICE no die is due; expected an action' ]
    rm game.xpgn
    printf '%s\n' Nc3 Na6 Nd5 f6 Nxc7 >entries
    for _ in {1..15}; do printf '%s\n' actions roll; done >>entries
    session --roll --variant=chess-or-die-trying <entries >answers
    [ "$(grep -c '^ok roll ' answers)" -eq "$(grep -c 'may go on$' answers)" ] # what actions lists is taken
    not grep 'may go on$' <<<"$(grep '^ok 3\. ' answers | tail -n 1)"
}

@test "all exchanges of an attacker may be entered at once" {
    session --variant=chess-or-die-trying --no-advice <<'END' >answers
Nc3
Na6
Nd5
f6
Nxc7 2:4 3:6 1:1
Nxc7 2:4 3:6
Rb8
END
    said 'ok 1. Nc3
ok 1... Na6
ok 2. Nd5
ok 2... f6
error CD-2 found too many dice
ok 3. Nxc7 <2=2-2:4=4-0 3=3-3x:6=6-0>
ok 3... Rb8' <answers
    [ "$(movetext)" = '1. Nc3 Na6 2. Nd5 f6 3. Nxc7 <2=2-2:4=4-0 3=3-3x:6=6-0> Rb8 *' ]
    # a certain blow has no dice, and is taken back with its points
    rm game.xpgn
    session --variant=chess-to-the-death <<'END' >answers
d3
g5
Bxg5
undo
Bxg5
END
    said 'ok 1. d3
ok 1... g5
ok 2. Bxg5 <:-32>
ok taken back
ok 2. Bxg5 <:-32>' <answers
}
