#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# What may be typed at the prompt of xpgn-record: the words, marks, dice and endings of a score sheet.

load helper

setup() {
    cd "$BATS_TEST_TMPDIR"
}

# record VARIANT LINE...: types these lines, then quit; the movetext and the replies
record() {
    rm -f game.pgn
    printf '%s\n' "${@:2}" quit |
        xpgn-record --no-advice --date=2026.01.01 --white='Huber, A.' --black='Novák, P.' --variant="$1" game.pgn >replies || true
    moves=$(awk 'seen { print } /^$/ { seen = 1 }' game.pgn | tr '\n' ' ' | sed 's/ *$//')
}

# takes VARIANT 'MOVETEXT' LINE...: all lines are accepted, and the record has this movetext
takes() {
    record "$1" "${@:3}"
    [[ $moves == "$2" ]] && ! grep -q '^error' replies && return
    printf '%s: %s\n' "$1" "${*:3}" "expected $2" "found    $moves"
    cat replies
    return 1
}

# asks VARIANT 'ERROR' LINE...: the last line is refused with this error, and those before it are accepted
asks() {
    record "$1" "${@:3}"
    [[ $(grep -c '^error' replies) == 1 && $(tail -2 replies | head -1) == "error $2" ]] && return
    printf '%s: %s\n' "$1" "${*:3}" "expected error $2"
    cat replies
    return 1
}

@test "a line is read in the language of the lines before it" {
    local opening='1. e4 e5 2. Bc4 Bc5 3. Nf3 Nc6 4. O-O Qe7 5. Re1 Nf6 *' game
    for game in chess:'e4 e5 Lc4 Lc5 Sf3 Sc6 0-0 De7 Te1 Sf6' \
        chess:'e4 e5 Ac4 Ac5 Cf3 Cc6 OO De7 Te1 Cf6' \
        chess:'e4 e5 Sc4 Sc5 Jf3 Jc6 O-O De7 Ve1 Jf6' \
        chess:'e4 e5 Fc4 Fc5 Hf3 Hc6 o-o Ve7 Be1 Hf6' \
        chess:'e4 e5 Сc4 Сc5 Кf3 Кc6 0–0 Фe7 Лe1 Кf6' \
        chess:'e4 e5 bc4 bc5 nf3 nc6 0-0 qe7 re1 nf6' \
        chess:'P-K4 P-K4 B-B4 B-B4 Kt-KB3 Kt-QB3 O-O Q-K2 R-K1 Kt-B3' \
        chess-attack:'e4 e5 Lc4 Lc5 Sf3 Sc6 0-0 De7 Te1 Sf6' \
        five-dice:'e4 e5 Ac4 Ac5 Cf3 Cc6 0-0 De7 Te1 Cf6'; do
        # shellcheck disable=SC2086
        takes "${game%%:*}" "$opening" ${game#*:}
    done
    # a bishop in Polish, which Hungarian might take for a pawn
    takes chess '1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Qe7 *' e4 e5 Sf3 Sc6 Gc4 Gc5 00 He7
    takes chess '1. e4 e5 2. Bc4 Bc5 3. Nf3 *' e4 e5 Gc4 Gc5 Sf3 # nobody begins with the letter of a pawn
}

@test "a word that nobody can read takes no remark out of the record" {
    asks chess "M-01 unknown action 'Zz9'; write a legal action" e4 'comment a clear day' e5 'draw?' Nf3 Zz9
    [[ $moves == '1. e4 {a clear day} 1... e5 {(=)} 2. Nf3 *' ]]
}

@test "a first letter is that of most languages that have it, and lines are read again when it was not" {
    takes chess '1. d4 d5 2. e3 e6 3. Nd2 Nf6 4. Ngf3 *' d4 d5 e3 e6 Sd2 Sf6 Sgf3
    [[ $(tail -n 4 replies | head -1) == 'ok 3. Nd2 (Sd2; if it was Bd2: correct Bd2)' ]]
    takes chess '1. d4 d5 2. e3 e6 3. Bd2 *' d4 d5 e3 e6 Sd2 'correct Bd2'
    takes chess '1. d4 d5 2. e3 e6 3. Bd2 Nf6 4. Nf3 *' d4 d5 e3 e6 Sd2 Jf6 Jf3
    grep -qx 'ok 3... Nf6 (all half-moves are read in Czech now)' replies
    # so far it was another game, which was legal
    takes five-dice '1. a4 d5 2. h4 c5 3. Rh3 Qd6 *' a4 d5 h4 c5 Bh3 Vd6
    # what cannot be read in the hand of the lines so far; with dice
    takes chess-attack '1. e4 d5 2. Be2 a6 3. Bf1 *' e4 d5 Se2 a6 Sf1
    takes chess-attack '1. e4 d5 2. Be2 a6 3. exd5 <5+0=7w:3+1=7w> a5 4. Bf1 *' e4 d5 Se2 a6 exd5 5:3 a5 Sf1
    # not what is only a slip
    asks chess 'M-01 unknown action '"'Sf7'"'; did you mean Bf4 or Nf3?' d4 d5 Sc3 Sc6 Sf7
}

@test "the letter of another alphabet is none of ours that looks like it" {
    takes chess '1. e4 e5 2. Ne2 *' e4 e5 Кe2
    takes chess '1. e4 e5 2. Nf3 Nf6 3. Nc3 d6 4. d4 Nfd7 *' e4 e5 Кf3 Кf6 Кc3 d6 d4 Кfd7
}

@test "squares alone do not teach small letters: a file is no bishop" {
    takes chess '1. e4 e5 2. Bc4 Bc5 3. Bb3 d6 4. d3 Bb6 5. Nd2 Nd7 6. Ngf3 Ngf6 7. O-O O-O *' \
        e2e4 e7e5 f1c4 f8c5 c4b3 d7d6 d2d3 c5b6 b1d2 b8d7 g1f3 g8f6 e1g1 e8g8
    # where the letters are small, it may be either
    asks chess "CHOICE 'b8d7' may be Nd7 or Bd7; enter the one that was played" \
        e4 e5 bc4 bc5 nf3 d6 d3 b8d7
}

@test "a line with nothing in it says where the game is" {
    takes chess-attack '1. e4 d5 {opened the window} 2. exd5 <5+0=7w:3+1=7w> *' e4 ' ' 'd5 ;opened the window' '' 'exd5 5:3'
    [[ $(sed -n 3p replies) == 'ok 1 1...' ]]
    grep -qF '{opened the window}' game.pgn
}

@test "a word that is two actions in languages that are still possible is asked for" {
    asks chess "CHOICE 'Rd2' may be Kd2 or Nd2; enter the one that was played" d4 d5 Rd2
    asks chess "CHOICE 'Hf6' may be Qf6 or Nf6; enter the one that was played" e4 e6 d4 Hf6
    # one German letter is not enough to make a pawn of a bishop
    takes chess '1. d4 d5 2. Nc3 c6 3. Bf4 *' d4 d5 Sc3 c6 Bf4
    takes chess '1. d4 d5 2. Nc3 c6 3. Bf4 *' d4 d5 Sc3 c6 Bc1f4
    # among English letters a foreign one is what it is in most languages that have it, as it is without any
    takes chess '1. d4 d5 2. e3 Nf6 3. Nd2 *' d4 d5 e3 Nf6 Sd2
    asks chess "CHOICE 'Hd2' may be Qd2 or Nd2; enter the one that was played" d4 d5 e3 Nf6 Hd2
    takes chess '1. d4 d5 2. Nc3 Nf6 3. f4 *' d4 d5 Sc3 Sf6 Bf4
    # with small letters a bishop takes, or the pawn of that file
    asks chess "CHOICE 'bxc5' may be b6xc5 or Bxc5; enter the one that was played" d4 e6 c4 b6 e4 bb7 bd3 f5 exf5 bb4+ kf1 nf6 c5 bxc5
    takes chess '1. d4 e6 2. c4 b6 3. e4 Bb7 4. Bd3 f5 5. exf5 Bb4+ 6. Kf1 Nf6 7. c5 bxc5 *' d4 e6 c4 b6 e4 bb7 bd3 f5 exf5 bb4+ kf1 nf6 c5 b6xc5
    # after a French king, a king
    takes chess '1. d4 d5 2. Nc3 Nc6 3. Kd2 *' d4 d5 Cc3 Cc6 Rd2
}

# The line, then what the record has of it, after 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6.
@test "marks, clocks and remarks behind an action are told apart" {
    local line
    while IFS='|' read -r line expected; do
        takes chess "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. $expected *" e4 e5 Nf3 Nc6 Bb5 a6 "$line"
    done <<'END'
Bxc6 e.p.|Bxc6
Bc6:|Bxc6
B×c6|Bxc6
Bxc6!|Bxc6 $1
Bxc6 !?|Bxc6 $5
Bxc6 ±|Bxc6 $16
Bxc6 (=)|Bxc6 {(=)}
Bxc6=|Bxc6 {(=)}
Bxc6 (sic)|Bxc6
Bxc6.|Bxc6
→ Bxc6|Bxc6
4. Bxc6|Bxc6
Bxc6 1:29:30|Bxc6 {[%clk 1:29:30]}
Bxc6 (1:29:30)|Bxc6 {[%clk 1:29:30]}
Bxc6 (1:22)|Bxc6 {[%clk 1:22:00]}
Bxc6 1:22|Bxc6 {[%clk 1:22:00]}
Bxc6 12:30|Bxc6 {12:30}
Bxc6 (17/12)|Bxc6 {17/12}
Bxc6 (phone rang)|Bxc6 {phone rang}
Bxc6 touched the rook|Bxc6 {touched the rook}
Bxc6 {arbiter called}|Bxc6 {arbiter called}
Bxc6 ;water|Bxc6 {water}
Bxc6 ! (12') phone|Bxc6 $1 {[%clk 0:12:00] phone}
B takes c6|Bxc6
Bishop takes c6|Bxc6
Läufer schlägt c6|Bxc6
Bb5 takes c6|Bxc6
Bishop a4|Ba4
Läufer nach a4|Ba4
castles|O-O
kurze Rochade|O-O
LxS|Bxc6
END
    for line in 'Qh5+' 'Qh5 +' 'Qh5ch' 'Qh5 ch.' 'Qh5 check' 'Dh5 Schach' 'Dh5 échec' 'Qh5 dis ch' 'Qh5†'; do
        takes chess '1. e4 f6 2. d4 g5 3. Qh5# 1-0' e4 f6 d4 g5 "$line"
    done
}

@test "what was struck out is noted, and of two actions the only legal one is taken" {
    local line
    while IFS='|' read -r line expected; do
        takes chess "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. $expected *" e4 e5 Nf3 Nc6 Bb5 a6 "$line"
    done <<'END'
~~Bc4~~ Ba4|Ba4 {struck out: Bc4}
<del>Bc4</del> Ba4|Ba4 {struck out: Bc4}
<s>Bc4</s> Ba4|Ba4 {struck out: Bc4}
--Bc4-- Ba4|Ba4 {struck out: Bc4}
(Bc4) Ba4|Ba4 {struck out: Bc4}
xxxx Ba4|Ba4
Ba5 or Ba4|Ba4
Ba4/Ba5|Ba4
END
    while IFS='|' read -r line expected; do
        asks chess "$expected" e4 e5 Nf3 Nc6 Bb5 a6 "$line"
    done <<'END'
Ba4/Bc4|CHOICE found Ba4 or Bc4; enter the one that was played
Ba4 or Bc4|CHOICE found Ba4 or Bc4; enter the one that was played
La4 oder Lc4|CHOICE found La4 or Lc4; enter the one that was played
Bc4 (sic, Ba4)|CHOICE found Bc4 or Ba4; enter the one that was played
Ba4 Bc4|LINE found a second action, expected one per line
Ba4 Ba4|LINE found a second action, expected one per line
Ba4 then Bc4|LINE found 'Bc4' in a remark; write remarks in braces: { }
Ba4 resigns|LINE found the end of the game after an action; enter it on a line of its own
END
}

@test "castling is one of two actions like any other" {
    for both in 'O-O/Re8' 'Re8|O-O' 'O-O or Re8'; do
        takes chess '1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O *' e4 e5 Nf3 Nf6 Bc4 Bc5 "$both"
    done
    asks chess 'CHOICE found O-O or Qe2; enter the one that was played' e4 e5 Nf3 Nf6 Bc4 Bc5 'O-O/Qe2'
}

@test "a sign for what nobody can read is no action, and no gap until the person says so" {
    local sign
    for sign in '?' '??' '…' '...' '---' XX xxx illegible '(illegible)' unleserlich ____ '[?]' '( )'; do
        asks chess "LINE found '$sign', where no action can be read; if nobody knows it: missing" e4 "$sign"
    done
    asks chess "LINE found '\"'; enter the action that it repeats" e4 '"'
    takes chess '1. e4 {[%missing]} 2. Nf3 *' e4 missing Nf3
    takes chess-attack '1. e4 d5 *' e4 d5
    asks chess-attack "LINE found '<?:1>', where a die cannot be read; enter the dice that were thrown" e4 d5 'exd5 <?:1>'
}

@test "dice may be written in any form" {
    local roll
    for roll in '<5:1>' 5:1 5-1 '5 : 1' '(5:1)' '(5-1)' '[5:1]' '<5-1>' '5 v 1' '(5 vs 1)' '⚄:⚀' '⚄ ⚀' '(IIIII:I)' 'IIIII:I' \
        '(5 1)' '5 1' 51 '(5 > 1)' '<5 : 1>' '{5:1}' 'A5 D1' '<5+0=7w:1+1=5x>'; do
        takes chess-attack '1. e4 d5 2. exd5 <5+0=7w:1+1=5x> *' e4 d5 "exd5 $roll"
        takes chess-attack '1. e4 d5 2. exd5 <5+0=7w:1+1=5x> {phone} *' e4 d5 "ed $roll (phone)"
        takes chess-attack '1. e4 d5 2. exd5 <5+0=7w:1+1=5x> *' e4 d5 exd5 "$roll"
    done
    for roll in '<1,3,5:3>' 1,3,5-3 '(1,3,5 : 3)' '1,3,5 v 3' '<135:3>' '<1 3 5 : 3>' '135 3' '⚀,⚂,⚄:⚂' '{1,3,5:3}' '1 3 5 3' 1353; do
        takes five-dice '1. e4 a6 2. Bxa6 <1,3,5=5:3=3x> *' e4 a6 "Lxa6 $roll"
    done
}

@test "a game ends in any words" {
    local line
    while IFS='|' read -r line expected; do
        takes chess "1. e4 e5 $expected" e4 e5 "$line"
    done <<'END'
1:0|1-0
1 - 0|1-0
½-½|1/2-1/2
½|1/2-1/2
Remis|1/2-1/2
draw agreed|1/2-1/2
tablas|1/2-1/2
Black resigned|1-0
Weiß gibt auf|0-1
les noirs abandonnent|1-0
White wins|1-0
Huber resigns|0-1
Novák lost on time|1-0
Result: 0-1|0-1
result 0:1|0-1
1-0 time|1-0
END
    [[ $(grep -c '^end' replies) == 1 ]]
    record chess e4 e5 'Black lost on time'
    grep -qx '\[Termination "time forfeit"\]' game.pgn
    asks chess "CHOICE found 'resigns'; say who: resign white or resign black" e4 e5 resigns
    asks chess "CHOICE found 'aufgegeben'; say who: resign black or resign white" e4 aufgegeben
    asks chess "CHOICE found 'mate'; enter the result: 1-0, 0-1, draw, or nothing if the game goes on" e4 e5 mate
}

@test "what is corrected, filled in or asked about may be written likewise" {
    takes chess '1. e4 e5 2. Nf3 *' e4 e5 Bc4 'correct Sf3'
    takes chess '1. e4 e5 2. Nf3 Nc6 *' e4 e5 missing Nc6 'fill Springer f3'
    # behind a half-move that is missing a word is written in English letters, if the hand is known
    takes chess '1. e4 e5 2. Nf3 {[%missing]} 3. Bb5 *' e4 e5 Sf3 missing Lb5
}

@test "from one square to another is no piece with a small letter" {
    printf '%s\n' d2d4 g8f6 g1f3 e7e6 c1d2 quit | xpgn-record --variant=chess typed.pgn >said
    not grep error said
    grep -qx '1. d4 Nf6 2. Nf3 e6 3. Bd2 \*' typed.pgn
}
