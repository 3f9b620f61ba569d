#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# xpgn-record: what the model test has found: entries that lost dice, or went to the wrong place.

load helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

# session OPTION... <<<ENTRIES: the answers of a session on game.xpgn, joined, without the greeting
session() {
    xpgn-record --date='????.??.??' --no-advice "$@" game.xpgn | tail -n +2 | paste -sd '|'
}

movetext() {
    sed '1,/^$/d;/^$/d' game.xpgn
}

@test "dice that were annulled stay in the record when the action before them is taken back" {
    got=$(session --variant=chess-attack <<<$'e4\nd5\nexd5 5:1\nannul\nundo')
    [ "$got" = 'ok 1. e4|ok 1... d5|ok 2. exd5 <5+0=7w:1+1=5x>|ok annulled|ok taken back' ] || { echo "$got"; return 1; }
    [ "$(movetext)" = '1. e4 {[%annulled 5:1]} *' ]
    got=$(session --variant=chess-attack <<<$'d5\nexd5 5:1\nQxd5 6:1\nannul\nannul\nundo\nundo')
    [ "$(movetext)" = '{[%annulled 5:1] [%annulled 5:1] [%annulled 6:1]} *' ] || { movetext; return 1; }
}

@test "where a combat has no dice there are none to leave in the record" {
    xfen='7k/8/8/2Pp4/3P4/8/8/K7 w - - 3 20'
    got=$(session --variant=assault-and-siege --xfen="$xfen" <<<$'d4xd5\nannul\nundo')
    [ "$got" = 'end 1-0 AS-8 20. d4xd5# <+1=2:=1x>|error UNDO no dice were thrown for d4xd5#; undo takes it back|ok taken back' ] ||
        { echo "$got"; return 1; }
    [ "$(movetext)" = '*' ]
}

@test "after a half-move that is missing no die is rolled, and no turn is ended" {
    got=$(session --variant=combat-chess-2 --roll <<<$'missing\nroll\nend\n4')
    [ "$got" = "ok missing: what follows is not checked until you fill it in|error DICE after a missing half-move \
this program does not roll: enter the turn with its dice|error TURN the turn cannot end here|ok 1... <4> (not checked: a half-move \
is missing)" ] || { echo "$got"; return 1; }
    [ "$(movetext)" = '{[%missing]} 1... <4> *' ]
}

@test "after a half-move that is missing a line has an action or dice, and whose turn it is is known" {
    got=$(session --variant=chess-attack <<<$'missing\n<>\n2. {what?}\nresign')
    [ "$got" = 'ok missing: what follows is not checked until you fill it in|error LINE expected an action or dice|error LINE expected an action or dice|end 1-0' ] ||
        { echo "$got"; return 1; }
    got=$(session --variant=chess-attack <<<$'undo\nd5\nresign')
    [ "$got" = 'ok taken back|ok 1... d5 (not checked: a half-move is missing)|end 0-1' ] || { echo "$got"; return 1; }
}

@test "after a half-move that is missing lines break where the writer breaks them" {
    moves=$(for i in 4 5 6 7 8 9 10 11 12 13 14; do
        printf '%d. Nf%d {[%%clk 0:0%d:00] a remark of some length, [%%eval 0 1 2]} ' $i $((i % 3 + 3)) $((i % 10))
    done)
    printf '\n1. e4 e5 2. {[%%missing]} %s (1. d4 {; 50 %% of all}) 14... Kf8 $4 *\n' "$moves" >game.xpgn
    session <<<'15. Nf3' >/dev/null
    sed '1,/^$/d' game.xpgn | sed '/^$/d' >moves
    [ "$(wc -l <moves)" -ge 10 ] || { cat moves; return 1; }
    [ "$(awk 'length($0) > 79' moves)" = '' ]
    # the number stands with its action, and no command is broken; nothing is lost
    run_split grep -nE '(^| )[0-9]+\.+$|^[^][]*\]|\[%[^]]*$|^%' moves
    [ -z "$out" ] || { echo "$out"; return 1; }
    [ "$(tail -n 3 moves | paste -sd ' ' | grep -o '(1. d4 {; 50 % of all}) 14... Kf8 $4.*')" = \
        '(1. d4 {; 50 % of all}) 14... Kf8 $4 9. Nf3 *' ] || { cat moves; return 1; }
}

@test "a half-move that is missing goes with the comment that it stands in" {
    printf '[Variant "chess-attack"]\n\n1. e4 {good; [%%missing]}\n2. Nf3 *\n' >game.xpgn
    session <<<undo
    [ "$(movetext | paste -sd ' ')" = '1. e4 {good; [%missing]} *' ] || { movetext; return 1; }
    session <<<undo
    [ "$(movetext)" = '1. e4 *' ] || { movetext; return 1; }
}

@test "dice that have fallen are taken up by a scribe who expects clock times" {
    session --variant=combat-chess-2 --clock <<<$'4\ne2-e6 0:01:00\ne6xd7 5:3 0:02:00' >/dev/null
    [ "$(xpgn-record --clock game.xpgn <<<@a1 | paste -sd '|')" = \
        'ok 1 1. e6xd7 5:3|open 1. e6xd7 <5=5:3=3x@a1>' ]
}

@test "a game that both have lost is taken up" {
    session <<<$'e4\ne5\nresult 0-0' >/dev/null
    [ "$(movetext)" = '1. e4 e5 0-0' ]
    [ "$(session <<<$'show\nundo\nNf3')" = \
        'ok rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2|ok taken back|ok 2. Nf3' ]
    [ "$(movetext)" = '1. e4 e5 2. Nf3 *' ]
}

@test "a comment that no braces can hold is refused as such, and the record stays" {
    printf '%s\n' '1. e4 ; a } b' '1... e5 ; {c' '*' >game.xpgn
    cp game.xpgn before.xpgn
    run_split xpgn-record game.xpgn <<<Nf3
    expect 1 '' 'xpgn-record: game.xpgn: a comment after ; contains }: remove this sign [LINE]'
    cmp game.xpgn before.xpgn
    sed -i 's/ }//' game.xpgn
    [ "$(session <<<Nf3)" = 'ok 2. Nf3' ]
    [ "$(movetext)" = '1. e4 {a b} 1... e5 {{c} 2. Nf3 *' ]
}
