#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# xpgn-fmt --import: games as people write them. tests/oracles/notate.py writes them.

# shellcheck disable=SC2154 # out, err, status are set by run_split

load helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

# reads WRITTEN EXPECTED SAID: the moves of one game, and what is said of them
reads() {
    printf '[White "A"]\n[Result "*"]\n\n%s\n' "$1" >game.pgn
    run_split xpgn-fmt --import --width=0 game.pgn
    moves=$(sed '1,/^$/d' "$out_file" | tr -s '\n' ' ')
    [ "$status $moves" = "0 $2 " ] && [ "$err" = "${3:+game.pgn:1: game 1: $3}" ] || {
        printf '%s\n' "$status" "$moves" "$err"
        return 1
    }
}

# stays WRITTEN WHY: it is not read, and copied unchanged
stays() {
    printf '[White "A"]\n[Result "*"]\n\n%s\n' "$1" >game.pgn
    run_split xpgn-fmt --import game.pgn
    [ "$status" -eq 1 ]
    [ "${err%%$'\n'*}" = "game.pgn:1: game 1: not imported: $2" ] || {
        echo "$err"
        return 1
    }
    [ "$(cat game.pgn)" = "$(cat "$out_file")" ]
}

SPANISH='1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 *'

@test "piece letters of other languages, also where they are English letters" {
    reads '1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. La4 Sf6 5. O-O Le7 6. Te1 b5 7. Lb3 d6 *' "$SPANISH" \
        '8 words read as German (piece letters)'
    reads '1. e4 e5 2. Cf3 Cc6 3. Nb5 a6 4. Na4 Cf6 5. O-O Ne7 6. Te1 b5 7. Nb3 d6 *' "$SPANISH" \
        '8 words read as Romanian (piece letters)'
    reads '1. e4 e5 2. Hf3 Hc6 3. Fb5 a6 4. Fa4 Hf6 5. O-O Fe7 6. Be1 b5 7. Fb3 d6 *' "$SPANISH" \
        '8 words read as Hungarian (piece letters)'
    reads '1. e4 e5 2. Кf3 Кc6 3. Сb5 a6 4. Сa4 Кf6 5. 0-0 Се7 6. Лe1 b5 7. С:b3 d6 *' "$SPANISH" \
        '9 words read as Russian (piece letters, other signs, castling)'
}

@test "figurines, small letters, capital letters, ICCF numbers" {
    reads '1. e4 e5 2. ♘f3 ♞c6 3. ♗︎b5 a6 4. ♗a4 ♞f6 5. O-O ♝e7 6. ♖e1 b5 7. ♗b3 d6 *' "$SPANISH" \
        '8 words read as English (figurines)'
    reads '1. e4 e5 2. nf3 nc6 3. bb5 a6 4. ba4 nf6 5. O-O be7 6. re1 b5 7. bb3 d6 *' "$SPANISH" \
        '8 words read as English (small letters)'
    reads '1. E4 E5 2. NF3 NC6 3. BB5 A6 4. BA4 NF6 5. OO BE7 6. RE1 B5 7. BB3 D6 *' "$SPANISH" \
        '14 words read as English (other signs, castling)'
    reads '1. 5254 5755 2. 7163 2836 3. 6125 1716 4. 2514 7866 5. 5171 6857 6. 6151 2725 7. 1423 4746 *' "$SPANISH" \
        '14 words read as English (ICCF numbers)'
}

@test "descriptive notation, captures cut short, marks" {
    reads '1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 3. B-Kt5 P-QR3 4. BxKt QPxB 5. O-O P-B3 6. P-Q4 PxP 7. KtxP P-QB4 *' \
        '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O f6 6. d4 exd4 7. Nxd4 c5 *' \
        '13 words read as English (shortened forms)'
    reads '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. BxN dc 5. o-o f6 6. d4 ed 7. N:d4 c5 8. Nb3 QxQ (8... Qe7 9. Nxc) 9. RxQ Bg4 10. f3 Bd7 11. RxB ch KxR mate {sic} *' \
        '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O f6 6. d4 exd4 7. Nxd4 c5 8. Nb3 Qxd1 (8... Qe7 9. Nxc5) 9. Rxd1 Bg4 10. f3 Bd7 11. Rxd7 Kxd7 {sic} *' \
        '12 words read as English (other signs, castling, marks, shortened forms)'
    reads '1. e4 d5 2. exPd5 QxPd5 3. Nc3 Qe5+ 4. Be2 QxBe2 5. KxQe2 Bg4 *' \
        '1. e4 d5 2. exd5 Qxd5 3. Nc3 Qe5+ 4. Be2 Qxe2+ 5. Kxe2 Bg4+ *' \
        '5 words read as English (shortened forms)'
    reads '1. e2e4 e7-e5 2. g1f3 b8c6 3. F1-B5 a7a6 4. b5c6 d7c6 5. e1g1 *' \
        '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O *' '9 words read as English (other signs, shortened forms)'
}

@test "a figure that was misread makes no shorter form, and no half-move of two" {
    stays '1. e4 e5 2. h4 h5 3. Rh3 Nc6 4. Rhf *' "after 6 turns 'Rhf' means no legal action"
    stays '1. e4 e5 2. Nf3 Nc6 3. Bb5 a *' "after 5 turns 'a' means no legal action"
    reads '1. e4 e5 2. Nf3 Nc6 3. Bb5 ok *' '1. e4 e5 2. Nf3 Nc6 3. Bb5 {ok} *' '1 word read as English (remarks)'
    stays '1. d4 e5 2. Be3 xe3 *' "after 3 turns 'xe3' means no legal action"
}

@test "a letter that is a word elsewhere is a piece before a colon" {
    reads '1. d4 e5 2. Rf3 Ob4 3. c3 O:c3 *' '1. d4 e5 2. Nf3 Bb4+ 3. c3 Bxc3+ *' '3 words read as Estonian (piece letters, other signs)'
}

@test "a ditto behind the number of a row is no clock" {
    printf '[Variant "chess"]\n\n1\te4\te5\n2\tNf3\tNc6\n3\tBb5\ta6\n4\t"\tb5\n5\tBb3\td6 *\n' >game.pgn
    run_split xpgn-fmt --import game.pgn
    [ "$status" -eq 0 ]
    grep -qx $'4\t{\\[%missing\\]}\tb5' "$out_file"
}

@test "B6 is a pawn, or a bishop where other pawns have small letters" {
    reads '1. E4 B6 2. Nf3 Bb7 *' '1. e4 b6 2. Nf3 Bb7 *' '2 words read as English (other signs)'
    reads '1. e4 B6 2. Nf3 Bb7 *' '1. e4 b6 2. Nf3 Bb7 *' '1 word read as English (other signs)'
    stays '1. e4 g6 2. d4 B6 3. a3 a6 *' "after 3 turns 'B6' can mean several actions: Bh6 or b6"
}

@test "what is legal as it is written is read so, and nothing is said" {
    for file in "$ROOT"/samples/*.xpgn; do
        same_output <(xpgn-fmt "$file" 2>&1) <(xpgn-fmt --import "$file" 2>&1)
    done
}

@test "half-moves that are missing stay missing" {
    printf '[White "A"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 {[%%missing]} 3. Bb5 a6 *\n' >game.pgn
    same_output <(xpgn-fmt game.pgn 2>&1) <(xpgn-fmt --import game.pgn 2>&1)
    run_split xpgn-fmt --import game.pgn
    [ "$status" -eq 0 ]
}

@test "a slip is not mended, and what can be read in two ways is not decided" {
    stays '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Rd4 *' "after 6 turns 'Rd4' means no legal action"
    stays '1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Td4 *' "after 6 turns 'Td4' means no legal action"
    stays '1. d4 e6 2. e4 Nf6 3. Nd2 d5 4. N3 *' "after 6 turns 'N3' can mean several actions: Ngf3 or Nh3 or Nb3 or Ndf3"
    stays '1. d4 d5 2. Rd2 Rd7 *' 'it can be French or Finnish'
    writes chess '1. d4 d5 2. Rd2 e6 *' '1. d4 d5 2. {[%missing] Kd2/Nd2} e6 *' # one word is asked for, not the sheet
    stays '1. d4 d5 2. resigns *' "after 2 turns 'resigns' means no legal action"
}

@test "five games in every language and form, and in hands that mix them: the same games again" {
    for variant in chess chess-attack five-dice combat-chess-2 assault-and-siege; do
        xpgn-simulate --variant=$variant --games=3 --seed=28 --max-plies=50
    done >games.xpgn
    # status 1: another game, or one that is refused or told as ambiguous where it is not
    python3 "$ROOT/tests/oracles/notate.py" --back="$XPGN_BIN" --hands=10 games.xpgn >rows.tsv || {
        cat rows.tsv
        return 1
    }
    [ "$(wc -l <rows.tsv)" -ge 70 ]
    awk -F'\t' '$1 == "all" { exit $4 < .97 * $3 || $3 < 1000 }' rows.tsv
    # each form writes something else
    xpgn-fmt --no-comments --no-variations --minimal --width=0 games.xpgn >canonical.pgn
    for form in fr figurine small colon joined short square zeros table hand:3; do
        python3 "$ROOT/tests/oracles/notate.py" $form <canonical.pgn | not cmp -s - canonical.pgn
    done
}

@test "the language can be given, and a wrong option is refused" {
    printf '1. d4 d5 2. Rd2 *\n' >game.pgn
    run_split xpgn-fmt --import --language=fr game.pgn
    [ "$status" -eq 0 ]
    grep -qx '1. d4 d5 2. Kd2 \*' "$out_file"
    run_split xpgn-fmt --import --language=xx game.pgn
    expect 2 '' "xpgn-fmt: --language: 'xx' is not one of auto, $(sed -n 's/^\([a-z][a-z]\)\t.*/\1/p' "$ROOT/formats/languages.tsv" | paste -sd, | sed 's/,/, /g')
try 'xpgn-fmt --help'"
    run_split xpgn-fmt -q game.pgn
    expect 2 '' "xpgn-fmt: --quiet requires --import
try 'xpgn-fmt --help'"
}

# reads_dice MOVES EXPECTED: the same of a game of Chess Attack
reads_dice() {
    printf '[Variant "chess-attack"]\n\n%s\n' "$1" >dice.pgn
    run_split xpgn-fmt --import -q --width=0 dice.pgn
    moves=$(sed '1,/^$/d' "$out_file" | tr -s '\n' ' ')
    [ "$status $moves" = "0 $2 " ] || {
        printf '%s\n' "$status" "$moves" "$err"
        return 1
    }
}

# reads_lines MOVES EXPECTED|-: of Combat Chess from a position with a queen and a pawn; -: it stays
reads_lines() {
    printf '[Variant "combat-chess-2"]\n[SetUp "1"]\n[FEN "r3k2r/8/8/3p4/6Q1/8/4P3/R3K2R w - - 0 20"]\n[FirstRoll "3:2"]\n\n%s\n' \
        "$1" >lines.pgn
    run_split xpgn-fmt --import -q --width=0 lines.pgn
    if [ "$2" = - ]; then
        [ "$status" = 1 ] && [ "$(cat lines.pgn)" = "$(cat "$out_file")" ]
    else
        [ "$status $(tail -n 2 "$out_file" | head -n 1)" = "0 ${2% \*} *" ]
    fi || {
        printf '%s\n' "$status" "$out" "$err"
        return 1
    }
}

@test "rolls in every form, also beside other letters" {
    local expected='1. e4 d5 2. exd5 <5+0=7w:1+1=5x> Qxd5 <6+0=10:2+0=2x> *'
    for roll in '(5:1)' '[5-1]' '5-1' '5:1' '<5-1>' '<5 - 1>' '<05:01>' '( 5 : 1 )' '05:01' '[5+0=7w:1+1=5x]'; do
        reads_dice "1. e4 d5 2. exd5 $roll Qxd5 <6:2> *" "$expected"
        reads_dice "1. e4 d5 2. ed5 $roll Dxd5 (6-2) *" "$expected"
    done
    reads_dice '1. e4 d5 2. exd5 5-1 1-0' '1. e4 d5 2. exd5 <5+0=7w:1+1=5x> 1-0'
    sed 's/chess-attack/combat-chess-2/' <<<$'[Variant "chess-attack"]\n\n1. (3) e2 - e5 1... [2] Nd6 *' >dice.pgn
    run_split xpgn-fmt --import -q dice.pgn
    [ "$status" -eq 0 ]
    grep -qx '1. <3> e2-e5 1... <2> Nb8-d6 \*' "$out_file"
}

@test "a result in another form, or none" {
    for result in '1:0' '1 : 0' '1 - 0'; do
        printf '1. e4 e5 %s\n' "$result" >game.pgn
        run_split xpgn-fmt --import -q game.pgn
        [ "$status" -eq 0 ]
        grep -qx '1. e4 e5 1-0' "$out_file"
    done
    reads '1. e4 Sf6' '1. e4 Nf6 *' '2 words read as German (piece letters, result)'
    printf '[Result "1-0"]\n\n1. e4 e5 ; the end\n' >game.pgn
    run_split xpgn-fmt --import -q game.pgn
    [ "$status" -eq 0 ]
    grep -qx '1. e4 e5 {the end} 1-0' "$out_file"
    # mate in words and on the board is stronger than another result beside it, unless a tag has that
    for end in 'Qh4 matt 1-0' 'Qh4# 1-0\nCheckmate' 'Qh4 mate, 1/2'; do
        printf '[White "A"]\n\n1. f3 e5 2. g4 %b\n' "$end" >game.pgn
        [[ $(xpgn-fmt --import -q game.pgn) == *'[Result "0-1"]'*'1. f3 e5 2. g4 Qh4# 0-1' ]]
    done
    for game in '[Result "1-0"]\n\n1. f3 e5 2. g4 Qh4 mate 1-0' '1. f3 e5 2. g4 Qh4# 1-0'; do
        printf '%b\n' "$game" >game.pgn
        [[ $(xpgn-fmt --import game.pgn 2>&1) == *'as read, it has errors' ]]
    done
}

@test "a result in signs or letters is one in tag and movetext, and no half-move" {
    while read -r meant; do
        read -r result
        printf '[Result "%s"]\n\n1. e4 e5 %s\n' "$result" "$result" >game.pgn
        run_split xpgn-fmt --import -q game.pgn
        [ "$status $(sed -n '/Result\|^1/p' "$out_file" | tr '\n' ' ')" = "0 [Result \"$meant\"] 1. e4 e5 $meant " ] ||
            { echo "$result"; cat "$out_file"; return 1; }
    done <<'END'
1-0
+ - -
0-1
- - +
1-0
+:-
1-0
+ -
0-0
-:-
1-0
1-0F
0-1
0F-1
0-0
0:0
1/2-1/2
½:½
1/2-1/2
1/2 - 1/2
1/2-0
0.5-0
0-1/2
0 - ½
1/2-0
½:0
1/2-1/2
draw
END
    # signs of evaluation are a result only if the tag says that result
    reads '1. e4 e5 +-' '1. e4 e5 $18 *' '1 word read as English (result)'
    printf '[Result "1-0"]\n\n1. e4 e5 + -\n' >game.pgn
    [ "$(xpgn-fmt --import -q game.pgn | tail -n 2 | tr -d '\n')" = '1. e4 e5 1-0' ]
}

@test "alternatives of readers, with weights and without" {
    reads '1. e4 e5 2. Nf6|Nf3 Nc6 *' '1. e4 e5 2. Nf3 Nc6 *' '1 word read as English (alternatives)'
    reads '1. e4 e5 2. Nf6:0.8|Nf3:0.15 Nc6 *' '1. e4 e5 2. Nf3 Nc6 *' '1 word read as English (alternatives)'
    stays '1. e4 e5 2. Nf3 Nc6 3. Be2:0.7|Bd3:0.9 *' "after 4 turns 'Be2:0.7|Bd3:0.9' can mean several actions: Bd3 or Be2"
    # Bd3 would be a pawn in German, but one word is no evidence
    stays '1. e4 e5 2. Be2:0.7|Bd3:0.9 *' "after 2 turns 'Be2:0.7|Bd3:0.9' can mean several actions: Bd3 or Be2"
}

@test "the dice of a turn as letters of the pieces that they name, and as numbers in other forms" {
    import() {
        printf '[Variant "%s"]\n\n%s\n' "$1" "$2" >game.pgn
        xpgn-fmt --import -q game.pgn | tail -n 2 | head -n 1
    }
    three='1. <1,2,6> e4 Nf3 Ke2 1... <1,2,2> e5 Nf6 Ng4 *'
    for sheet in '1. <PNK> e4 Nf3 Ke2 1... <pnn> e5 Nf6 Ng4 *' '1. [PNK] e4 Nf3 Ke2 1... [p,n,n] e5 Nf6 Ng4 *' \
        '1. <p, n, k> e4 Nf3 Ke2 1... [P N N] e5 Nf6 Ng4 *' '1. [1,2,6] e4 Nf3 Ke2 1... <122> e5 Nf6 Ng4 *' \
        '1. (1 2 6) e4 Nf3 Ke2 (1 2 2) e5 Nf6 Ng4 *' '1. (1-2-6) e4 Nf3 Ke2 1... [1/2/2] e5 Nf6 Ng4 *' \
        '1. (PNK) e4 Nf3 Ke2 1... (p n n) e5 Nf6 Ng4 *' '1. (126) e4 Nf3 Ke2 <1 2 2> e5 Nf6 Ng4 *' \
        $'(1 2 6) e4 Nf3 Ke2\n(1 2 2) e5 Nf6 Ng4' '⚀⚁⚅ e4 Nf3 Ke2 (⚀⚁⚁) e5 Nf6 Ng4' \
        '1. ⚀ ⚁ ⚅ e4 Nf3 Ke2 1... 🎲⚀,⚁,⚁ e5 Nf6 Ng4' '1. <1,2,6> e4 Nf3 Ke2 <1,2,2> e5 Nf6 Ng4 *' \
        '<1,2,6> e4 Nf3 Ke2 <1,2,2> e5 Nf6 Ng4' '1. (1,2,6) e4 Nf3 Ke2 <1,2,2> e5 Nf6 Ng4'; do
        [ "$(import dice-chess-three "$sheet")" = "$three" ] || { echo "$sheet"; import dice-chess-three "$sheet"; return 1; }
    done
    [ "$(import dice-chess-pair '1. [KP] h4 (6-6) g6 2. (3 2) Nc3 *')" = '1. <6,1> h4 <6,6> g6 2. <3,2> Nc3 *' ]
    # two dice of a turn are no combat, and the only die of a combat is no half of one
    [ "$(import dice-chess-pair '1. ⚅⚀ h4 (⚅ ⚅) g6 *')" = '1. <6,1> h4 <6,6> g6 *' ]
    [ "$(import single-combat-chess '1. e4 d5 2. exd5 ⚄ Qxd5 (1) *')" = '1. e4 d5 2. exd5 <5:=5x> Qxd5 <1x:=2> *' ]
    [ "$(import dice-chess '1. [P] h4 <n> Na6 *')" = '1. <1> h4 <2> Na6 *' ]
    # <P> is a paragraph of HTML elsewhere, and <b> bold
    [ "$(import dice-chess '1. <P> h4 <N> Na6 *')" = '1. <1> h4 <2> Na6 *' ]
    [ "$(import dice-chess '1. <p> h4 <p> h5 *')" = '1. <1> h4 <1> h5 *' ]
    [ "$(import dice-chess-pair '1. <P,P> g3 <p,p> e5 2. <BR> Bg2 *')" = '1. <1,1> g3 <1,1> e5 2. <3,4> Bg2 *' ]
    [ "$(import chess '<p>1. <b>e4</b> e5<br>2. Nf3 *')" = '1. e4 e5 2. Nf3 *' ]
    [ "$(import chess '1. e4 e5<br>2. Nf3 *')" = '1. e4 e5 2. Nf3 *' ]
    # a remark of one letter is no die
    [ "$(import chess '1. e4 e5 2. Nf3 (N) Nc6 *' | grep -c N)" = 1 ]
    # dice begin a turn, whether its number is there or not
    two='1. <1,2,6> e4 Nf3 Ke2 1... <1,2,6> e5 Nf6 Ke7 2. <1,2,2> d4 Nc3 Nxe5 *'
    [ "$(import dice-chess-three '1. [PNK] e4 Nf3 Ke2 [PNK] e5 Nf6 Ke7 [PNN] d4 Nc3 Nxe5 *')" = "$two" ]
    [ "$(import dice-chess-three '1. [PNK] e4 Nf3 Ke2 [PNK] e5 Nf6 Ke7 2. [PNN] d4 Nc3 Nxe5 *')" = "$two" ]
    [ "$(import dice-chess-three $'[PNK] e4 Nf3 Ke2\n[pnk] e5 Nf6 Ke7\n[pnn] d4 Nc3 Nxe5 *')" = "$two" ]
    # where the record is checked, a number that is not there is told
    [[ $(printf '[Variant "dice-chess-three"]\n\n1. <1,2,6> e4 Nf3 Ke2 <1,2,2> e5 Nf6 Ng4 *\n' | xpgn-validate - | head -n 1) == *'[M-04]' ]]
    # a letter that names nothing, and a game whose dice name nothing
    [ "$(import dice-chess-three '1. [PNX] e4 Nf3 Ke2 *')" = '1. [PNX] e4 Nf3 Ke2 *' ]
    [ "$(import chess '1. <PNK> e4 *')" = '1. <PNK> e4 *' ]
}

@test "a game of dice chess as a server gives it out in JSON" {
    cat >game.json <<'END'
{ "gameId": "game-uuid", "players": { "black": { "kind": "Human", "name": null },
    "white": { "kind": "Bot", "name": "house \"greedy\" \u00e9", "rating": 1642.0 } },
  "rated": true, "timeControl": { "Fischer": { "initialSeconds": 300, "incrementSeconds": 3 } },
  "result": 0, "termination": "draw_agreement", "finishedAt": "2026-07-30T21:05:00Z",
  "initialDfen": "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
  "turns": [
    { "turnNumber": 1, "activeColor": "White", "dice": [6, 2, 4], "moves": ["e1g1"], "fenAfter": "..." },
    { "turnNumber": 2, "activeColor": "Black", "dice": [4, 6, 1], "moves": ["h7h6", "e8c8"], "fenAfter": "..." },
    { "turnNumber": 3, "activeColor": "White", "dice": [5, 5, 5], "moves": [], "fenAfter": "..." },
    { "turnNumber": 4, "activeColor": "Black", "dice": [1, 1, 4], "moves": ["d7d5", "d5d4", "d8d5"], "fenAfter": "..." }
  ], "fairness": { "commit": "abc" } }
END
    run_split xpgn-fmt --import game.json
    [ "$status" -eq 0 ]
    [ "$out" = '[Event "?"]
[Site "game-uuid"]
[Date "2026.07.30"]
[Round "?"]
[White "house \"greedy\" é"]
[Black "?"]
[Result "1/2-1/2"]
[FEN "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"]
[SetUp "1"]
[Termination "draw agreement"]
[TimeControl "300+3"]
[Variant "dice-chess-three"]
[XPGN "1"]

1. <6,2,4> O-O 1... <4,6,1> h6 O-O-O 2. <5,5,5> -- 2... <1,1,4> d5 d4 Rd5
1/2-1/2' ]
    [[ $err == *'decoded: 4 turns in JSON'* ]]
    # the number of dice tells the ruleset
    for dice in 1:dice-chess 1,3:dice-chess-pair 4,1,2:dice-chess-three; do
        printf '{"turns": [{"activeColor": "White", "dice": [%s], "moves": ["e2e4"]}]}\n' "${dice%:*}" >few.json
        xpgn-fmt --import few.json | grep -qx "\[Variant \"${dice#*:}\"\]"
    done
    # other JSON is no record, and neither is half of a game
    for text in '{"turns": 3, "dice": 1, "moves": 2}' '{"turns": [{"dice": [1,2,3,4], "moves": []}]}' "$(head -c 300 game.json)" \
        '{"turns": [{"dice": [1], "moves": ["e2e4"' '{"a": [{"turns": {"dice": {"moves": "\'; do
        printf '%s\n' "$text" >other.json
        run_split xpgn-fmt --import other.json
        [ "$status" -ne 0 ]
        [ -z "$out" ]
        [[ $err == *'other.json'* ]]
    done
}

@test "alternatives in rolls: of the whole, of a field, with weights and without" {
    reads_dice '1. e4 d5 2. exd5 <5:7>|<5:1> Nf6 *' '1. e4 d5 2. exd5 <5+0=7w:1+1=5x> Nf6 *'
    reads_dice '1. e4 d5 2. ed <7|5:1> Sf6 *' '1. e4 d5 2. exd5 <5+0=7w:1+1=5x> Nf6 *'
    reads_dice '1. e4 d5 2. exd5 <5:1|7> Nf6 *' '1. e4 d5 2. exd5 <5+0=7w:1+1=5x> Nf6 *'
    reads_dice '1. e4 d5 2. exd5 <7:0.8|5:0.15:1> Nf6 *' '1. e4 d5 2. exd5 <5+0=7w:1+1=5x> Nf6 *'
    reads_dice '1. e4 d5 2. exd5 <5:1>:0.2|<7:1>:0.8 Nf6 *' '1. e4 d5 2. exd5 <5+0=7w:1+1=5x> Nf6 *'
    reads_dice '1. e4 d5 2. exd5 <5+0=7w:1+1|3=5w|5x> Nf6 *' '1. e4 d5 2. exd5 <5+0=7w:1+1=5x> Nf6 *'
    while IFS=';' read -r roll why; do
        printf '[Variant "chess-attack"]\n\n1. e4 d5 2. exd5 %s Nf6 *\n' "$roll" >dice.pgn
        run_split xpgn-fmt --import -q dice.pgn
        [[ $status -eq 1 && $(cat dice.pgn) == "$(cat "$out_file")" && $err == *" '$roll' $why" ]] || {
            echo "$roll: $err"
            return 1
        }
    done <<'END'
<5:1>|<5:4>;can mean several rolls: <5:1> or <5:4>
<5:0.2|6:0.7:1>;can mean several rolls: <6:1> or <5:1>
<8|7:1>;is not a legal roll
END
    # a turn roll is settled by the action after it
    reads_lines '20. <1|2> Qg4-g6 20... <2> d5-d3 *' '20. <2> Qg4-g6 20... <2> d5-d3'
}

@test "half-moves left out by convention are missing, where the numbers say so" {
    reads '1. e4 2. Sf3 3. Lb5 4. 0-0 *' '1. e4 {[%missing]} 2. Nf3 {[%missing]} 3. Bb5 {[%missing]} 4. O-O *' \
        "6 words read as German (piece letters, castling, half-moves left out)
game.pgn:4:8: warning: missing half-move: what follows is not checked [M-16]
    4 | 1. e4 {[%missing]} 2. Nf3 {[%missing]} 3. Bb5 {[%missing]} 4. O-O *
      |        ^~~~~~~~~~
   game 1, A - ?, 1. e4; fill it in if it can be established"
    for game in '1... e5 2... Nc6 3... a6' '1. ... e5 2. ... Nc6 3. ... a6' '1. -- e5 2. … Nc6 3. — a6' '1. e4 -- 2. Nf3 ---' \
        '1. e4 e5 2. Nf3 3. Bb5 a6' '1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4. e3 d6 5. Bd3 6. Nf3 c5' \
        '1. e4 2. f4 3. Nc3 4. ? 5. Ke2'; do
        printf '%s\n' "$game *" >own.pgn
        run_split xpgn-fmt --import own.pgn
        [ "$status" = 0 ]
        [ "$(grep -o '%missing' "$out_file" | wc -l)" -ge 1 ]
        xpgn-fmt --import -q own.pgn 2>/dev/null >read.pgn
        xpgn-validate -q read.pgn
    done
    # numbers that fit no way say nothing, and what can be played needs none
    stays '1. e4 2. Nf3 1. Bb5 *' "after 1 turns 'Nf3' means no legal action"
    reads '1. e4 2. e5 3. Nf3 4. Nc6 *' '1. e4 e5 2. Nf3 Nc6 *' \
        '3 words read as English (signs between half-moves)'
    # also where one of them is a slip
    printf '1. d4 2. d5 3. c4 4. e6 5. Sc3 6. Sf7 7. cxd5 8. exd5 9. Lg5 10. Le7 1-0\n' >halves.pgn
    [ "$(xpgn-validate halves.pgn | grep -o '[0-9] signs between.*\|did you mean [A-Z][a-z][0-9]')" = \
        $'9 signs between half-moves in another form (Sc3) [M-18]\ndid you mean Nf6' ]
    run_split xpgn-compare --merge halves.pgn halves.pgn
    [[ $out == *'3. Nc3 Nf6 {[%was Nf7]} 4. cxd5 exd5 5. Bg5 Be7 1-0' ]]
    stays '1. e4 2. Sf3 *' 'it can be German or Czech'
}

@test "a half-move left out is put before the signs behind its number" {
    writes chess '1. e4 e5 2. Nf3 3. | Bb5 a6 *' '1. e4 e5 2. Nf3 {[%missing]} 3. Bb5 a6 *'
}

@test "the other games of a file say what an ambiguous one is" {
    printf '1. d4 d5 2. Rd2 *\n\n1. e4 e5 2. Cf3 Cc6 3. Fb5 *\n' >french.pgn
    printf '1. e4 e5 2. Rf3 Rc6 3. Lb5 *\n\n1. d4 d5 2. Rd2 *\n' >finnish.pgn
    cat french.pgn <(echo) finnish.pgn >both.pgn
    grep -qx '1. d4 d5 2. Kd2 \*' <(xpgn-fmt --import -q french.pgn)
    grep -qx '1. d4 d5 2. Nd2 \*' <(xpgn-fmt --import -q -j3 finnish.pgn)
    printf '1. d4 d5 2. Rd2 e6 *\n\n1. d4 d5 2. Rd2 c6 *\n' >alike.pgn # none of them says it of itself or the others
    [ "$(xpgn-fmt --import -q alike.pgn 2>/dev/null | grep -c missing)" -eq 2 ]
    run_split xpgn-fmt --import -q both.pgn
    [ "$status" = 0 ]
    [ "$(grep -cxF '1. d4 d5 2. {[%missing] Kd2/Nd2} *' <<<"$out")" -eq 2 ]
}

@test "castling written as the king's move has a hint" {
    stays '1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. Kg1 *' "after 6 turns 'Kg1' means no legal action; castling is written O-O"
    stays '1. e4 e5 2. Sf3 Sc6 3. Lc4 Lc5 4. Kg1 *' "after 6 turns 'Kg1' means no legal action; castling is written O-O"
}

@test "the board seen from the other side, and blanks inside actions" {
    reads '1. d5 d4 2. Nc6 Nf3 3. Bg4 *' '1. e4 e5 2. Nf3 Nc6 3. Bb5 *' '5 words read as English (board turned round)'
    # one or two half-moves fit so by chance
    stays '1. e5 e4 *' "after 0 turns 'e5' means no legal action"
    stays '1. Sf6 *' "after 0 turns 'Sf6' means no legal action"
    reads '1. e2 - e4, e5 2. N f3 Nc6 *' '1. e4 e5 2. Nf3 Nc6 *' '2 words read as English (other signs)'
}

@test "without White's first half-move a game is not the same one from the other side" {
    stays '1. a5 2. a4 g5 3. Na3 Ra6 4. Nf3 b5 5. e3 h6 6. h3 d6 *' "after 0 turns 'a5' means no legal action"
    printf '1. a5 2. a4 g5 3. Na3 Ra6 4. Nf3 b5 5. Nxb5 g4 6. Nd4 gxf3 7. Nxf3 *\n' >game.pgn
    xpgn-validate game.pgn | grep -q 'a half-move of White is missing before a5'
}

@test "a destination alone in long notation is read where one piece can go there" {
    reads_lines '20. <2> g6 20... <2> d3 21. <2> K e1 - c1 *' '20. <2> Qg4-g6 20... <2> d5-d3 21. <2> Ke1-c1 *'
    # the format means a pawn, who leaves out the queen means any
    reads_lines '20. <2> e4 *' '20. <2> e2-e4 *'
    reads_lines '20. <2> g6 20... <2> d3 21. <2> e4 *' -
    [ "${err%%$'\n'*}" = "lines.pgn:1: game 1: not imported: after 2 turns 'e4' can mean several actions: e2-e4 or Qg6-e4" ]
    reads_lines '20. <2> e4 20... <2> d3 21. <2> c1 *' -
    [[ $err == *"after 0 turns 'e4' can mean several actions: e2-e4 or Qg4-e4"* ]]
}

@test "a pass is no half-move left out, whatever else cannot be read" {
    reads_lines '20. <2> g6 20... <6> -- 21. <2> g8 *' '20. <2> Qg4-g6 20... <6> -- 21. <2> Qg6-g8 *'
    reads_lines '20. <2> g6 20... <6> -- 21. <2> e4 *' -
    # in any form, also in a sheet in other letters
    for sign in -- ‑‑ —— pass passe Z0; do
        printf '[Variant "combat-chess-2"]\n[FirstRoll "1:3"]\n\n1... <6> %s 2. <2> Sg1-e3 2... <6> -- *\n' "$sign" >pass.pgn
        [ "$(xpgn-fmt --import -q pass.pgn | tail -2)" = '1... <6> -- 2. <2> Ng1-e3 2... <6> -- *' ]
    done
    printf '[Variant "combat-chess-2"]\n[FirstRoll "1:3"]\n\n1... <6> -- 2. <5> Ng6 *\n' >lines.pgn
    run_split xpgn-fmt --import -q lines.pgn
    [[ $status -eq 1 && $(cat lines.pgn) == "$(cat "$out_file")" ]]
}

@test "rows in two columns say whose turn it is, where a turn may have several half-moves" {
    local moves='1... <6> -- 2. <2> c2-a4 2... <1> e7-e6 3. <2> a4-c6 c6xd7 <6=6:5=5x@h1> d7xd8 <6=6x@h8:6=9> 3... <1> Bc8-d7 4. <3> f2-f5'
    # columns of blanks with a long cell, with dots; tabs
    for file in blanks dots tabs; do
        printf '[Variant "combat-chess-2"]\n[FirstRoll "1:5"]\n\n' >"$file.pgn"
    done
    printf '%s\n' '  1                    <6> --' '  2  <2> c2-a4         <1> e7-e6' \
        '  3  <2> a4-c6 c6xd7 <6:5x@h1> d7xd8 <6x@h8:6><1> Bc8-d7' '  4  <3> f2-f5 *' >rows
    cat rows >>blanks.pgn
    sed 's/^ *\([0-9]\) /\1. /' rows >>dots.pgn
    printf '%s\t%s\t%s\n' 1 '' '<6> --' 2 '<2> c2-a4' '<1> e7-e6' \
        3 '<2> a4-c6 c6xd7 <6:5x@h1> d7xd8 <6x@h8:6>' '<1> Bc8-d7' 4 '<3> f2-f5 *' '' >>tabs.pgn
    for file in blanks dots tabs; do
        run_split xpgn-fmt --import --width=0 "$file.pgn"
        [[ $status == 0 && $(tail -2 "$out_file") == "$moves *" ]] || {
            cat "$out_file"
            return 1
        }
        run_split xpgn-compare --merge "$file.pgn" "$file.pgn"
        [[ -z $err && $(sed '1,/^$/d' "$out_file" | tr '\n' ' ') == "$moves * "* ]]
    done
}

@test "a cell that is too long does not hide the next one, and no cell begins with the dice of a half-move" {
    # columns DIE ROW... MOVES: the rows of combat chess, and what is played
    columns() {
        printf '[Variant "combat-chess-2"]\n[FirstRoll "%s"]\n\n' "$1" >columns.pgn
        printf '%s\n' "${@:2:$#-2}" >>columns.pgn
        local moves=${!#}
        for run in 'fmt --import --width=0' 'compare --merge columns.pgn'; do
            # shellcheck disable=SC2086
            run_split xpgn-$run columns.pgn
            [ "$(sed '1,/^$/d' "$out_file" | tr '\n' ' ' | sed 's/ *$//')" = "$moves" ] && continue
            printf '%s\n' "$run" "$out" "$err"
            return 1
        done
    }
    local moves='1... <1> e7-e6 2. <4> c2-c6 c6xd7 <6=6:4=4x@a1> 2... e6xd7 <2=2x@a1:3=3>'
    columns 1:6 '1.                          <1> e7-e6' '2.  <4> c2-c6 c6xd7 <6:4x@a1>e6xd7 <2x@a1:3>' \
        '3.  <5> Bc1-c6 *' "$moves 3. <5> Bc1-c6 *"
    # dice that happen to be in the column
    columns 1:6 '1.                      <1> e7-e6' '2.  <4> c2-c6 c6xd7 <6:4x@a1>e6xd7 <2x@a1:3>' \
        '3.  <5> Bc1-c6 Bc6xb7   <4:5x@h1> *' "$moves 3. <5> Bc1-c6 Bc6xb7 <4=6:5=5x@h1> *"
    # one row alone has room between its cells, and one cell joins the next
    moves='1. <6> -- 1... <5> Ng8-b3 Nb3xc2 <5=6:2=2x@a8> 2. <2> a2-a4 2... K@g8 <3+4=7> 3. <6> a4-g4 *'
    columns 6:4 '1.  <6> --              <5> Ng8-b3 Nb3xc2 <5:2x@a8>' '2.  <2> a2-a4K@g8 <3>' '3.  <6> a4-g4 *' "$moves"
    # blanks of no width take no column
    columns 6:4 $'1. \u200b <6>\u200b --  \u200b    <5> Ng8-b3 \u200bNb3xc2 <5:2x@a8>' \
        $'2. \u200b <2>\u200b a2-a4 \u200b K@g8 <3>' $'3. \u200b <6> \u200ba4-g4 *' "$moves"
}

@test "turns without a number of their own follow from the rules, where a turn may have several half-moves" {
    local moves='1. <6> -- 1... <2> h7-f5 2. <2> f2-f4 f4xf5 <3=3:2=2x@h1> 2... K@b4 <4+4=8> 3. <4> a2-a6 3... K@- <1+4=5> *'
    turns() {
        printf '[Variant "combat-chess-2"]\n[FirstRoll "6:4"]\n\n%s\n' "$1" >turns.pgn
        run_split xpgn-fmt --import --width=0 turns.pgn
        [ "$(tail -2 "$out_file")" = "$2" ]
    }
    # K@b4 may be White's, but then Black lacks a turn
    turns '1. <6> -- <2> h7-f5 2. <2> f2-f4 f4xf5 <3:2x@h1> K@b4 <4> 3. <4> a2-a6 K@- <1> *' "$moves"
    [[ $(xpgn-validate turns.pgn) == *'3 signs between half-moves are written in another form [M-18]'* ]]
    [[ $(xpgn-fix -q turns.pgn) == *'1. <6> -- 1... <2> h7-f5 2. <2> f2-f4 f4xf5 <3:2x@h1> 2... K@b4 <4> 3.'* ]]
    run_split xpgn-compare --merge turns.pgn turns.pgn
    [[ $(sed '1,/^$/d' "$out_file" | tr '\n' ' ') == "$moves "* ]]
    # not if the rest cannot be played then either
    turns '1. <6> -- <2> h7-f5 2. <2> f2-f5 a1-h8 *' '1. <6> -- <2> h7-f5 2. <2> f2-f5 a1-h8 *'
    [ "$status" -eq 1 ]
}

# sheet FILE ROW...: a sheet with these rows
sheet() {
    printf '[White "A"]\n\n' >"$1"
    printf '%s\n' "${@:2}" >>"$1"
}

# answers FILE MOVES: what --import, fix and compare with itself make of the sheet
answers() {
    local found
    for found in "$(xpgn-fmt --import -q --width=0 "$1" | sed '1,/^$/d')" "$(xpgn-fix "$1" | xpgn-fmt --width=0 | sed '1,/^$/d')" \
        "$(xpgn-compare --merge "$1" "$1" | sed '1,/^$/d' | tr '\n' ' ' | sed 's/  *$//')"; do
        [ "$found" = "$2" ] && continue
        printf '%s: %s\n' "$1" "expected $2" "found    $found"
        return 1
    done
}

@test "alternatives in brackets may have the next half-move directly behind them" {
    sheet joined.txt '1. e4 e5' '2. Nf3 Nc6' '3. Bb6 (sic, Bb5)a6' '4. Ba4 Nf6 *'
    answers joined.txt '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *'
}

@test "alternatives behind a missing half-move are missing, too, as nothing is checked there" {
    # a gap of the format, and those that the numbers show
    sheet gap.txt '1. e4 e5 2. Nf3 {[%missing]}' '3. Be5+ (sic, Bb5) a6' '4. Ba4 Nf6 *'
    sheet half.txt '1. e4' '2. Nf3' '3. Be5/Bb5' '4. Ba4' '5. O-O *'
    xpgn-fmt --import -q gap.txt 2>/dev/null | grep -qxF '3. {[%missing] Be5+ (sic, Bb5)} a6'
    xpgn-fmt --import -q half.txt 2>/dev/null | grep -qxF '{[%missing]} 3. {[%missing] Be5/Bb5}'
    # none of them is chosen in silence
    xpgn-compare --merge gap.txt gap.txt 2>/dev/null | grep -qF '3. {[%missing]} {Be5+ (sic, Bb5)} 3... a6'
}

@test "what the sheet itself leaves open does not hide that the numbers leave out a half-move" {
    local rest='5. O-O Be7 6. Re1 b5 7. Bb3 d6 *'
    local begin='1. e4 e5 2. Nf3 Nc6 3. Bb5/Bc4 a6'
    printf '%s 4. Bxc6/Ba4 %s\n' "$begin" "$rest" >open.pgn
    [[ $(xpgn-fmt --import -q open.pgn 2>/dev/null) == '1. e4 e5 2. Nf3 Nc6 3. {[%missing] Bb5/Bc4} a6 4. '*' {[%missing]} '"$rest" ]]
    [[ $(xpgn-fix -q open.pgn) == *'{[%missing]} '"$rest" ]]
    # nothing shows behind it whose half-move the one alone in its row is
    printf '%s 4. Bxc6 %s\n' "$begin" "$rest" >open.pgn
    [[ $(xpgn-fmt --import -q open.pgn 2>/dev/null) == *' a6 4. {[%missing] Bxc6} {[%missing]} '"$rest" ]]
    [[ $(xpgn-validate open.pgn) == *"'Bxc6' stands alone in its row"* ]]
}

@test "where a row has one half-move, the other is missing on its side only if that can be told" {
    # a5 can be Black's, behind any half-move of White
    local rest='5. Cc4 Cc6 6. d3 Ae7 7. Af4 Cf6 *'
    printf '1. Cf3 d5 2. Ce5 c5 3. a4 e6 4. a5 %s\n' "$rest" >row.txt
    [[ $(xpgn-validate row.txt) == *"'a5' stands alone in its row: White's half-move or Black's is missing"*'write {[%missing]} where it is (probability 0.50, 0.50)'* ]]
    [ "$(xpgn-fix -q --likely row.txt)" = "$(<row.txt)" ]
    [[ $(xpgn-fmt --import -q row.txt) == *'3. a4 e6 4. {[%missing] a5} {[%missing]} 5. Nc4 Nc6 '* ]]
    printf '2\n' | xpgn-fix --ask -o asked row.txt >/dev/null 2>&1
    [[ $(<asked/row.txt) == *'3. a4 e6 4. {[%missing]} a5 5. Nc4 Nc6'* ]]
    # Qxh7 is White's; behind the first gap nothing shows whose the second is
    printf '1. d3 d5 2. d4 c5 3. Dd3 a5 4. Dxh7 5. Cc3 Cc6 6. Cf3 7. Af4 Cf6 *\n' >row.txt
    [[ $(xpgn-fmt --import -q row.txt) == *'4. Qxh7 {[%missing]} 5. Nc3 Nc6 6. {[%missing] Cf3} {[%missing]} 7. Bf4'* ]]
    # the rows behind keep their sides where sheets are compared
    printf '1. Nf3 d5 2. Ne5 c5 3. a4 e6 4. a5 %s\n' "$rest" | sed 's/C/N/g; s/A/B/g' >row.txt
    xpgn-compare --merge row.txt row.txt 2>/dev/null | tr '\n' ' ' | grep -qF '4... {[%missing]} 5. Nc4 Nc6 6. d3 Be7 7. Bf4 Nf6 *'
    sed 's/4. a5/4. g3 a5/' row.txt >clean.txt
    xpgn-compare --merge row.txt clean.txt 2>/dev/null | tr '\n' ' ' | sed 's/{[^}]*} //g' | grep -qF '3. a4 e6 4. g3 4... a5 5. Nc4'
}

@test "rows in another order are put in the order of their numbers" {
    local ruy='1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 1-0'
    # exchanged; two columns side by side, with what belongs to a row
    sheet rows.txt '1. e4 e5' '2. Nf3 Nc6' '4. Ba4 Nf6' '3. Bb5 a6' '5. O-O Be7' '6. Re1 b5 1-0'
    sheet columns.txt '1. e4 e5     4. Ba4 Nf6' '2. Nf3 Nc6   5. O-O Be7' '3. Bb5 a6    6. Re1 b5' 1-0
    answers rows.txt "$ruy"
    answers columns.txt "$ruy"
    sheet german.txt '1. e4 e5' '2. Sf3 Sc6' '4. La4 {slow} Sf6' '3. Lb5 a6' '5. 0-0 Le7' '6. Te1 b5 1-0'
    answers german.txt '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 {slow} 4... Nf6 5. O-O Be7 6. Re1 b5 1-0'
    # legal as they stand, another game
    sheet legal.txt '1. e4 e5' '2. f4 exf4' '3. Nc3 Qh4+' '4. Ke2 d6' '6. Nd5 Na6' '5. Nf3 Bg4' '7. d4 O-O-O' '*'
    answers legal.txt '1. e4 e5 2. f4 exf4 3. Nc3 Qh4+ 4. Ke2 d6 5. Nf3 Bg4 6. Nd5 Na6 7. d4 O-O-O *'
    [[ $(xpgn-validate legal.txt) == *'error: the rows are not in the order of their numbers'* ]]
    # with a half-move left open, of which the rows behind are not checked
    sheet open.txt '1. d4 Nf6' '2. c4 b5/e5' '4. Nf3 b6' '3. Nc3 Bb4' '5. e3 Bb7 *'
    [[ $(xpgn-validate open.txt) == *'1 half-move left open is written in another form (b5/e5); the rows are not in'* ]]
    [[ $(xpgn-fix -q open.txt) == *$'2. c4 {[%missing] b5/e5}\n3. Nc3 Bb4\n4. Nf3 b6\n5. e3 Bb7 *' ]]
    # comments that reach to the end of their lines go with their rows
    sheet line.txt '1. e4 e5' '2. Nf3 Nc6' '4. Ba4 Nf6 ;the phone rang' '3. Bb5 a6 ;water' '5. O-O Be7' '6. Re1 b5 1-0'
    answers line.txt '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 {water} 4. Ba4 Nf6 {the phone rang} 5. O-O Be7 6. Re1 b5 1-0'
    sheet line.txt '1. e4 e5 ;water' '2. Nf3 ;tea' Nc6 '4. Ba4 Nf6' '3. Bb5 a6' '5. O-O Be7' '6. Re1 b5 1-0'
    answers line.txt '1. e4 e5 {water} 2. Nf3 {tea} 2... Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 1-0'
    # not one inside of a row that moves, as it would take the rest with it
    sheet line.txt '1. e4 e5' '2. Nf3 Nc6' '4. Ba4 ;tea' 'Nf6' '3. Bb5 a6' '5. O-O Be7' '6. Re1 b5 1-0'
    run_split xpgn-fmt --import line.txt
    [ "$status" -eq 1 ]
    # a number is there twice, and in one line numbers are only wrong
    sheet twice.txt '1. e4 e5' '2. Nf3 Nc6' '4. Bb5 a6' '3. Ba4 Nf6' '3. O-O Be7 *'
    answers twice.txt '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *'
    sheet line.txt '1. e4 e5 2. Nf3 Nc6 4. Bb5 a6 3. Ba4 Nf6 5. O-O Be7 *'
    answers line.txt '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *'
}

@test "Black's half-moves first in each row, if nothing else can be played" {
    sheet black.txt '1. Nf6 d4' '2. e6 c4' '3. d5 Nf3' '4. dxc4 g3' '5. a6 Bg2' '6. Nc6 O-O *'
    answers black.txt '1. d4 Nf6 2. c4 e6 3. Nf3 d5 4. g3 dxc4 5. Bg2 a6 6. O-O Nc6 *'
    [[ $(xpgn-validate black.txt) == *"error: each row has Black's half-move before White's"* ]]
    # one of them left open, and a check beside it
    sheet open.txt '1. c6 e4' '2. d5 d4' '3. dxe4 (illegible)' '4. Nf6 Nxe4' '5. exf6 Nxf6+' '6. Bd6 Bc4 *'
    [ "$(xpgn-fmt --import -q open.txt 2>/dev/null | sed '1,/^$/d' | tr '\n' ' ')" = \
        '1. e4 c6 2. d4 d5 3. {[%missing]} dxe4 4. Nxe4 Nf6 5. Nxf6+ exf6 6. Bc4 Bd6 *  ' ]
    [[ $(xpgn-fix -q open.txt) == *'5. Nxf6+ exf6'$'\n''6. Bc4 Bd6'* ]]
    # by a ?, and not as a board that is turned round, behind whose gap nothing would be checked
    sheet open.txt '1. Nf6 d4' '2. e6 c4' '3. b6 Nf3' '4. Ba6 g3' '5. Bb4+ b3' '6. Be7 Bd2' '7. d5 Nc3' '8. ? cxd5' '9. O-O Bg2 *'
    [ "$(xpgn-fmt --import -q open.txt 2>/dev/null | sed '1,/^$/d' | tr '\n' ' ')" = \
        '1. d4 Nf6 2. c4 e6 3. Nf3 b6 4. g3 Ba6 5. b3 Bb4+ 6. Bd2 Be7 7. Nc3 d5 8. cxd5 {[%missing]} 9. Bg2 O-O *  ' ]
    # with what is struck out
    sheet struck.txt '1. Nf6 d4' '2. e6 c4' '3. d5 ~~Ne2~~ Nf3' '4. dxc4 g3' '5. a6 Bg2' '6. Nc6 O-O *'
    answers struck.txt '1. d4 Nf6 2. c4 e6 {struck out: Ne2} 3. Nf3 d5 4. g3 dxc4 5. Bg2 a6 6. O-O Nc6 *'
    # a comment reaches to the end of its line
    sheet line.txt '1. Nf6 d4' '2. e6 ;a glass of water' c4 '3. d5 Nf3' '4. dxc4 g3' '5. a6 Bg2' '6. Nc6 O-O *'
    answers line.txt '1. d4 Nf6 2. c4 e6 {a glass of water} 3. Nf3 d5 4. g3 dxc4 5. Bg2 a6 6. O-O Nc6 *'
    sheet line.txt '1. Nf6 d4' '2. e6 c4 ;water' '3. d5 Nf3' '4. dxc4 g3' '5. a6 Bg2' '6. Nc6 O-O *'
    answers line.txt '1. d4 Nf6 2. c4 {water} 2... e6 3. Nf3 d5 4. g3 dxc4 5. Bg2 a6 6. O-O Nc6 *'
    # words, in brackets and without
    sheet words.txt '1. Nf6 d4' '2. e6 c4 (phone rang)' '3. d5 water Nf3' '4. dxc4 g3' '5. a6 Bg2' '6. Nc6 O-O *'
    answers words.txt '1. d4 Nf6 2. c4 {phone rang} 2... e6 3. Nf3 d5 {water} 4. g3 dxc4 5. Bg2 a6 6. O-O Nc6 *'
    # in one line
    sheet black.txt '1. e5 e4 2. Nc6 Nf3 3. Bc5 Bc4 4. Bxb4 b4 *'
    answers black.txt '1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. b4 Bxb4 *'
    # one row of them is a slip
    sheet one.txt '1. d4 Nf6' '2. e6 c4' '3. Nf3 d5 *'
    run_split xpgn-fmt --import one.txt
    [ "$status" -eq 1 ]
}

@test "Black first in each row, or the board seen from the other side: what cannot be is neither" {
    # both can be played to the end
    sheet both.txt '1. Nf6 c4' '2. e6 Nc3' '3. b6 Nf3' '4. Bb4 d4' '5. Bb7 Qd2' '6. Bxc3 a3' '7. d6 Qxc3 *'
    xpgn-fix -q both.txt | cmp - both.txt
    [[ $(xpgn-validate both.txt) == *'Black is first in each row, or the board is seen from the other side' ]]
    # only one with its check
    sheet check.txt '1. Nf6 c4' '2. e6 Nc3' '3. b6 Nf3' '4. Bb4 d4' '5. Bb7 e3' '6. Bxc3+ a3' '7. d6 bxc3 *'
    answers check.txt '1. c4 Nf6 2. Nc3 e6 3. Nf3 b6 4. d4 Bb4 5. e3 Bb7 6. a3 Bxc3+ 7. bxc3 d6 *'
    # both go on to the gap, but only one behind it
    sheet turned.txt '1. e5 Nc3' '2. f5 d3' '3. Nc6 ---' '4. Nf6 Bg5' '5. Bb4 a3' '6. Bxc3 Qxc3' '7. Qh5+ Nf3' '8. d6 O-O' '9. Rf8 Qb3 *'
    xpgn-fix -q turned.txt | cmp - turned.txt
    run_split xpgn-fmt --import turned.txt
    [ "$status" -eq 1 ]
    [[ $(xpgn-validate turned.txt) != *'each row has'* ]]
    sheet rows.txt '1. e5 e4' '2. Nc6 Nf3' '3. --- Bb5' '4. Nf6 Ba4' '5. Be7 O-O' '6. b5 Re1' '7. d6 Bb3' '8. O-O c3 *'
    [[ $(xpgn-fix -q rows.txt) == *'1. e4 e5'*$'\n''3. Bb5 {[%missing]}'$'\n'*'8. c3 O-O *' ]]
    # two gaps, one behind the other, leave it open
    sheet open.txt '1. e5 e4' '2. --- Nf3' '3. Nc6 --- *'
    xpgn-fix -q open.txt | cmp - open.txt
    run_split xpgn-fmt --import open.txt
    [[ $status -eq 1 && $err == *'it can be read with Black first in each row, or from the other side of the board' ]]
}

@test "rows that the numbers skip are missing, unless much can be played without them" {
    local gap='{[%missing]} {[%missing]}'
    sheet legal.txt '1. e4 e6' '2. d4 d5' '3. Nd2 c5' '5. Bb5+ Bd7' '6. Bxd7+ Nxd7' '7. Ngf3 Ngf6 0-1'
    sheet other.txt '1. e4 e6' '2. d4 d5' '3. Nd2 Nf6' '4. e5 Nfd7' '6. c3 Nc6' '7. Ndf3 cxd4' '8. cxd4 Bb4+ 0-1'
    for file in legal other; do
        xpgn-fmt --import -q $file.txt >read.pgn 2>/dev/null
        grep -qF "$gap" read.pgn
        xpgn-fmt --import -q read.pgn 2>/dev/null | cmp - read.pgn # they are there now
        [ "$(xpgn-validate --format=json read.pgn | jq -r .code)" = M-16 ]
        xpgn-fix $file.txt >fixed.pgn
        grep -qF "$gap" fixed.pgn
        [[ $(xpgn-validate $file.txt) == *'error: the numbers leave out 2 half-moves'* ]]
    done
    sheet long.txt '1. e4 e5' '3. Nf3 Nc6' '4. Bb5 a6' '5. Ba4 Nf6' '6. O-O Be7' '7. Re1 b5' '8. Bb3 d6' '9. c3 O-O *'
    ! xpgn-fmt --import -q long.txt | grep missing
    # the last number alone may be wrong
    sheet last.txt '1. e4 e5' '2. Nf3 Nc6' '4. Bb5 a6 *'
    ! xpgn-fmt --import -q last.txt | grep missing
}

@test "a move number with another sign, in a game that has to be played to be read" {
    reads '1. e4 d5 2, ed Qd8:d5 3, Nc3 *' '1. e4 d5 2. exd5 Qxd5 3. Nc3 *' '4 words read as English (other signs, shortened forms, signs between half-moves)'
}

@test "a promotion by figurine, in a game without other letters" {
    xpgn-fmt --game=17 "$ROOT/samples/chess-attack.xpgn" >canonical.pgn
    xpgn-fmt --notation=figurine canonical.pgn >figurine.pgn
    not cmp -s canonical.pgn figurine.pgn
    xpgn-fmt --import -q figurine.pgn | cmp canonical.pgn -
}

@test "a half-move left out is filled in before a sign that follows the number" {
    printf '1. e4\n2. | d4\n3. | Nf3 *\n' >a.pgn
    run_split xpgn-fmt --import -q a.pgn
    [ "$status" = 0 ]
    [ "$(grep -c '^{\[%missing\]}' "$out_file")" = 2 ]
}

@test "with --incomplete a game is written up to where it is understood, and nothing is lost" {
    printf '[White "A"]\n[Result "1-0"]\n\n1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Td4 {why?} Sf6 1-0\n' >game.pgn
    run_split xpgn-fmt --import --incomplete --width=0 game.pgn
    [ "$status" = 1 ]
    [[ $err == "game.pgn:1: game 1: not imported: after 6 turns 'Td4' means no legal action"$'\n'* ]]
    grep -qx '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 {not understood from here: Td4 (why?) Sf6 1-0} 1-0' "$out_file"
    xpgn-validate -q "$out_file"
    run_split xpgn-fmt --incomplete game.pgn
    [ "$status" = 2 ]
}

@test "of a game that is not imported the place, what may be meant, and the program that goes on from there are said" {
    # refused MOVES: what is said below the first line
    refused() {
        printf '[White "A"]\n\n%s\n' "$1" >game.pgn
        run_split xpgn-fmt --import -q game.pgn
        [ "$status" -eq 1 ]
        tail -n +2 <<<"$err"
    }
    [ "$(refused '1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. La5 Sf6 5. O-O Le7 6. Te1 b5 7. Lb3 d6 *')" = \
        'game.pgn:3:34: error: no white bishop can reach a5 [C-1]
    3 | 1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. La5 Sf6 5. O-O Le7 6. Te1 b5 7. Lb3 d6 *
      |                                  ^~~
   game 1, A - ?, 4. Ba5; did you mean Ba4 or Bxa6?
   xpgn-fix --ask asks for it, --likely corrects it if it is likely' ]
    # as here
    [[ $(xpgn-fix -q --likely --no-marks game.pgn) == *'4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 *' ]]
}

@test "an import is valid, or the game is as it was and the status is 1" {
    # words that can be read, beside a roll that is wrong, a variation that cannot be read, a wrong result
    printf '[Variant "chess-attack"]\n\n1. e4 d5 2. ed <5+2=9x:1+1=2> Sf6 *\n' >1.pgn
    printf '1. e4 e5 2. Sf3 (2. Lc4 Zz9) Sc6 3. Lb5 *\n' >2.pgn
    printf '[Result "1-0"]\n\n1. e4 e5 2. Sf3 Sc6 3. Lb5 0-1\n' >3.pgn
    for game in 1 2 3; do
        run_split xpgn-fmt --import -q $game.pgn
        [[ $status -eq 1 && $(cat $game.pgn) == "$(cat "$out_file")" ]]
        [[ $err == *"$game.pgn:1: game 1: not imported: as read, it has errors" ]]
        xpgn-fmt --import -q --incomplete $game.pgn 2>/dev/null | grep -q 'Nf'
    done
    for file in "$ROOT"/tests/defects/*.*gn "$ROOT"/samples/import/*; do
        [ -f "$file" ] || continue
        status=0
        xpgn-fmt --import -q "$file" >read.pgn 2>/dev/null || status=$?
        if [ $status -eq 0 ]; then
            xpgn-validate -q read.pgn || { echo "$file"; return 1; }
        fi
    done
}

# writes VARIANT WRITTEN EXPECTED: the moves of one game, whatever is said of them
writes() {
    printf '[White "A"]\n[Variant "%s"]\n\n%s\n' "$1" "$2" >game.pgn
    xpgn-fmt --import --width=0 game.pgn >read.pgn 2>said || true
    [ "$(sed '1,/^$/d' read.pgn | tr -s '\n' ' ')" = "$3 " ] || {
        cat read.pgn said
        return 1
    }
}

@test "words in brackets are remarks, and a half-move that is no variation there is struck out" {
    writes chess '1. e4 e5 (phone rang) 2. Nf3 (sic) Nc6 *' '1. e4 e5 {phone rang} 2. Nf3 Nc6 *'
    writes chess '1. e4 e5 (wrote Nf3 first) 2. Bc4 *' '1. e4 e5 {wrote Nf3 first} 2. Bc4 *'
    writes chess '1. e4 e5 2. Nf3 (Nf6) Nc6 3. Bb5 *' '1. e4 e5 2. Nf3 {struck out: Nf6} 2... Nc6 3. Bb5 *'
    writes chess '1. e4 e5 2. Sf3 (Sf6) Sc6 3. Lb5 *' '1. e4 e5 2. Nf3 {struck out: Sf6} 2... Nc6 3. Bb5 *'
    # legal there: a variation, as the format has it
    writes chess '1. e4 e5 2. Nf3 (Nc3) 2... Nc6 *' '1. e4 e5 2. Nf3 (2. Nc3) 2... Nc6 *'
    writes chess '1. e4 e5 2. Sf3 (Sc3) Sc6 *' '1. e4 e5 2. Nf3 (2. Nc3) 2... Nc6 *'
}

@test "a dash between the columns may look like one between squares, also in the last row" {
    sheet dash.txt '1. d4 - d5' '2. c4 - e6' '3. Nc3 - b6' '4. Qc2 - f5 *'
    answers dash.txt '1. d4 d5 2. c4 e6 3. Nc3 b6 4. Qc2 f5 *'
    sheet long.txt '1. d2 - d4 d7 - d5' '2. c2 - c4 e7 - e6' '3. Nb1 - c3 *'
    answers long.txt '1. d4 d5 2. c4 e6 3. Nc3 *'
}

@test "behind half-moves left open words keep their signs, and are no other language's" {
    sheet own.txt '1. d4' '2. c4' '3. Nd2' '4. g3' '5. Nf3' '6. Nxd4' '7. Nc2' '8. Bb4: *'
    for run in 'fmt --import' 'compare --merge own.txt' fix; do
        # shellcheck disable=SC2086
        [[ $(xpgn-$run own.txt 2>/dev/null) == *'3. Nd2'*'6. Nxd4'*'8. Bxb4 *'* ]]
    done
    # a start position with White to move has numbers as good
    sheet fen.txt '[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]' '[SetUp "1"]' '' \
        '1. e4 d5' '2. exd5 c5' '3. dxc6 Nf6' '4. cxb7 Bxb7' '6. Bb5+ Nbd7' '7. Nxe5 Bd6' '8. Nxd7 Nxd7 *'
    sed -i '2d' fen.txt
    [[ $(xpgn-fmt --import -q fen.txt 2>/dev/null) == *$'{[%missing]} {[%missing]} 6. Bb5+ Nbd7'* ]]
    sheet row.txt '1. e4 c5' '2. c3 e6' '3. d4 d5' '4. exd5 exd5' '6. Bb5+ Nc6' '7. dxc5 Bxc5' '8. 0-0 Ne7' '9. Nbd2 0-0 1-0'
    [[ $(xpgn-fix -q row.txt) == *'8. O-O Ne7'$'\n''9. Nbd2 O-O 1-0' ]]
}

@test "a check between dashes is struck out by every program" {
    sheet check.txt '1. e4 e5 2. Nf3 Nc6 3. --Qf4+-- Bb5 a6 *'
    answers check.txt '1. e4 e5 2. Nf3 Nc6 {struck out: Qf4+} 3. Bb5 a6 *'
}

@test "a half-move that stands twice is struck out once, if the rest is legal then" {
    writes chess '1. e4 e5 2. Nf3 Nf3 Nc6 3. Bb5 *' '1. e4 e5 2. Nf3 {struck out: Nf3} 2... Nc6 3. Bb5 *'
    writes chess '1. e4 e5 2. Nf3 Nc6 Nc6 3. Bb5 *' '1. e4 e5 2. Nf3 Nc6 {struck out: Nc6} 3. Bb5 *'
    # though the other side could have played the same in a short form
    writes chess '1. e4 c5 2. Nf3 Nc6 3. b4 b4 Nf6 4. bxc5 *' '1. e4 c5 2. Nf3 Nc6 3. b4 {struck out: b4} 3... Nf6 4. bxc5 *'
    writes chess '1. e4 d5 2. Nc3 Nf6 3. exd5 Nxd5 4. Nxd5 Qxd5 *' '1. e4 d5 2. Nc3 Nf6 3. exd5 Nxd5 4. Nxd5 Qxd5 *'
    stays '1. e4 e5 2. Nf3 Nf3 Nc6 3. Bb5 Rh5 *' "after 3 turns 'Nf3' means no legal action"
}

@test "two languages that mean the same half-moves are no reason to ask" {
    writes chess '1. d3 c6 2. e4 b6 3. be2 c5 *' '1. d3 c6 2. e4 b6 3. Be2 c5 *'
}

@test "a piece behind other words is one of them" {
    writes chess '1. e4 e5 2. Nf3 touched the rook d6 3. d4 *' '1. e4 e5 2. Nf3 {touched the rook} 2... d6 3. d4 *'
    writes chess '1. d4 d5 2. Queen d3 e6 *' '1. d4 d5 2. Qd3 e6 *'
}

@test "a word in another language than the rest is read if only one half-move fits it" {
    writes chess '1. e4 e5 2. Sf3 Nc6 3. Bb5 a6 *' '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *'
    writes chess '1. e4 e5 2. Nf3 Nc6 3. Lb5 a6 4. Tg1 *' '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Rg1 *'
    # of two languages that both go on, none
    stays '1. d4 d5 2. Nf3 Nf6 3. Bf4 Bf5 4. Dd2 Dd7 5. Wd2 *' "after 8 turns 'Wd2' means no legal action"
}

@test "dice are read with the faces of the game, and what cannot be read of them is missing" {
    writes five-dice '1. h4 g5 2. hxg5 <6:2> a6 3. Rxh7 <14:1> *' '1. h4 g5 2. hxg5 <6=6:2=2x> a6 3. Rxh7 <1,4=4:1=1x> *'
    writes chess-attack '1. e4 d5 2. exd5 <?:3> Nf6 3. a3 *' '1. e4 d5 2. {[%missing] exd5 <?:3>} Nf6 3. a3 *'
    writes chess-attack '1. e4 d5 2. Sf3 Sc6 3. exd5 (?:3) Sf6 *' '1. e4 d5 2. Nf3 Nc6 3. {[%missing] exd5 (?:3)} Nf6 *'
    writes chess '1. e4 e5 2. Nf3 illegible 3. Bb5 a6 1/2' '1. e4 e5 2. Nf3 {[%missing]} 3. Bb5 a6 1/2-1/2'
    writes chess-attack '1. e4 d5 2. Sf3 Sc6 3. exd5 (?:3) Sf6 *' '1. e4 d5 2. Nf3 Nc6 3. {[%missing] exd5 (?:3)} Nf6 *'
    # the finding asks for the dice
    run xpgn-validate game.pgn
    [[ $output == *M-18* && $output != *M-16* ]]
}

@test "forms of xpgn-notations(7), typed by hand" {
    while IFS='|' read -r written expected; do
        printf '%s *\n' "$written" >form.txt
        xpgn-fmt --import -q --width=0 form.txt >form.pgn || true
        [ "$(tail -n 2 form.pgn | head -n 1)" = "$expected *" ] || {
            echo "$written: $(tail -n 2 form.pgn)"
            return 1
        }
    done <<'END'
1. e4 e5 2. ♞f3 ♘c6|1. e4 e5 2. Nf3 Nc6
1. e4 e5 2. nf3 nc6 3. bb5 a6 4. bxc6 dxc6|1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6
1. E2-E4 E7-E5 2. NF3 NC6|1. e4 e5 2. Nf3 Nc6
1. e4 d5 2. e:d5 Q:d5|1. e4 d5 2. exd5 Qxd5
1. e4 d5 2. ed QxP 3. Nc3 Qa5|1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5
1. e4 d5 2. exd Qd5|1. e4 d5 2. exd5 Qxd5
1. e4 d5 2. exPd5 QxPd5|1. e4 d5 2. exd5 Qxd5
1. e4 d5 2. ed5: Qd5: 3. Nxc3 Qa5|1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5
1. e2e4 e7-e5 2. g1f3 b8-c6|1. e4 e5 2. Nf3 Nc6
1. 5254 5755 2. 7163|1. e4 e5 2. Nf3
1. P-K4 P-Q4 2. PxP QxP 3. N-QB3|1. e4 d5 2. exd5 Qxd5 3. Nc3
1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. 0-0|1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O
1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. 00|1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O
1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. 000 000|1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. O-O-O O-O-O
1. e4 e5 2. Bc4 Nc6 3. Bxf7 ch Kxf7|1. e4 e5 2. Bc4 Nc6 3. Bxf7+ Kxf7
1. e2 - e4 e7 - e5 2. N f3 N c6|1. e4 e5 2. Nf3 Nc6
1. d5 d4 2. Nc6 Nf3|1. e4 e5 2. Nf3 Nc6
1. Кf3 Кf6 2. g3 g6 3. Сg2 Сg7|1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7
1. פf3 פf6 2. g3 g6 3. רg2 רg7|1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7
END
}

@test "tags in another form are written in that of the format, where a half-move is missing too" {
    printf '[white "Huber"]\n[Black "Maier"\n[Variant = standard]\n\n1. e4 e5 2. --- Nc6 *\n' >gap.pgn
    xpgn-fmt --import -q gap.pgn >read.pgn 2>/dev/null
    [ "$(head -n 3 read.pgn)" = $'[White "Huber"]\n[Black "Maier"]\n[Variant "standard"]' ]
    grep -qx '1. e4 e5 2. {\[%missing\]} Nc6 \*' read.pgn
}

@test "tags with blanks inside their brackets have none where a half-move is left open" {
    printf '[ White "a \\" ] b"  ]\n[Black "c" ]\n\n1. e4 --- 2. Nf3 *\n' >gap.pgn
    xpgn-fmt --import -q gap.pgn >read.pgn 2>/dev/null
    [ "$(head -n 2 read.pgn)" = $'[White "a \\" ] b"]\n[Black "c"]' ]
}

@test "tags with blanks inside their brackets are spelt with a sheet by fix as by import" {
    printf '[ White "A" ]\n[Black "B"]\n\n1. e4 e5 2. Nf3 ... 3. Bb5 a6 *\n' >gap.pgn
    [[ $(xpgn-fmt --import -q gap.pgn 2>err) == '[White "A"]'* && $(xpgn-fix -q gap.pgn) == '[White "A"]'*'Nf3 {[%missing]} 3.'* ]]
    sed -i 's/\.\.\./Sc6/' gap.pgn
    [[ $(xpgn-fix -q gap.pgn) == '[White "A"]'*'Nc6 3.'* ]]
    # where nothing else is to be read they are valid
    sed -i 's/Sc6/Nc6/' gap.pgn
    xpgn-validate -q gap.pgn
    [[ $(xpgn-fix -q gap.pgn) == '[ White "A" ]'* ]]
}

@test "headings in the quoted part of a mail belong to the game" {
    printf 'Dear all,\n\n> White: Huber\n> Black: Maier\n>\n> 1. e4 e5 1-0\n\nYours\n' >mail.txt
    xpgn-fmt --import -q mail.txt >read.pgn 2>/dev/null
    grep -qx '\[White "Huber"\]' read.pgn
    grep -qx '\[Black "Maier"\]' read.pgn
    not grep -q -e Dear -e Yours read.pgn
    printf 'Dear all,\n\n> Partie 6, Brett 6\n> Huber - Maier\n>\n> 1. e4 e5 1-0\n\nYours\n' >mail.txt
    xpgn-fmt --import -q mail.txt >read.pgn 2>/dev/null
    grep -qx '\[White "Huber"\]' read.pgn
    grep -q '{Partie 6, Brett 6}' read.pgn
    # names or a date without the word for it belong to the game below, as do the lines around them
    printf 'Dear all,\n\n> Hello, here it is\n>\n> Chess Club Springfield\n> Huber - Maier\n>\n> 1. e4 e5 1-0\n\nYours\n' >mail.txt
    xpgn-fmt --import mail.txt >read.pgn 2>said
    [ "$(head -n 6 read.pgn | tail -n 2)" = $'[White "Huber"]\n[Black "Maier"]' ]
    grep -q '{Chess Club Springfield}' read.pgn
    [[ $(cat said) == *'6 quoted lines, 3 lines left out' ]]
    printf 'Hello,\n\n> 28.11.2026\n> 1. e4 e5 1-0\n> Regards,\n> A - B\n' >mail.txt
    [[ $(xpgn-fmt --import -q mail.txt) == *'[Date "2026.11.28"]'*' 1-0' ]]
}

@test "--format=json says of each game how its words were read, where reading ended and why, and the record" {
    cd "$BATS_TEST_TMPDIR"
    printf '[White "A"]\n\n1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. 0-0 1-0\n' >good.txt
    printf '1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Lxh8 Sf6 1-0\n' >bad.txt
    printf 'Nr;Weiss;Schwarz\n1;e4;e5\n2;Sf3;Sc6\n3;Lb5;a6\n' >table.csv
    run_split xpgn-fmt --import --format=json good.txt bad.txt table.csv
    [ "$status" -eq 1 ]
    /usr/bin/python3 "$ROOT/tests/cli/schema.py" "$ROOT/formats/import.schema.json" "$out_file"
    jq -c '[.file, .imported, .language, (.unread | if . then [.line, .column, .length, .text, .why] else null end)], [.words[] | [.line, .column, .text, .is, .forms[]]][0:2]' "$out_file" >got
    diff got - <<'EOF'
["good.txt",true,"German",null]
[[3,13,"Sf3","Nf3","piece letters"],[3,17,"Sc6","Nc6","piece letters"]]
["bad.txt",false,"German",[1,34,4,"Lxh8","after 6 turns 'Lxh8' means no legal action"]]
[[1,13,"Sf3","Nf3","piece letters"],[1,17,"Sc6","Nc6","piece letters"]]
["table.csv",true,"German",null]
[[3,null,"Sf3","Nf3","piece letters"],[3,null,"Sc6","Nc6","piece letters"]]
EOF
    [ "$(grep -c 'not imported' <<<"$err")" -eq 0 ]
    xpgn-fmt --import good.txt table.csv 2>/dev/null | cmp - <(jq -j 'select(.imported) | .record' "$out_file")
    run_split xpgn-fmt --format=json good.txt
    expect 2 '' $'xpgn-fmt: --format=json requires --import\ntry \'xpgn-fmt --help\''
    run_split xpgn-fmt --import --format=json --plies=2 good.txt
    [ "$status" -eq 2 ]
}

@test "a half-move left out before a number in another form is no lack of memory" {
    cd "$BATS_TEST_TMPDIR"
    printf '1) e4 e5\n2) d6\n3) Nf3 Nc6\n4) d4 exd4 1-0\n' >rows.txt
    run_split xpgn-fmt --import rows.txt
    [ "$status" -eq 1 ]
    [ "$(head -n 1 <<<"$err")" = "rows.txt:1: game 1: not imported: after 2 turns 'd6' means no legal action" ]
}

@test "blanks inside half-moves and captures with a sign of their own, as copying and scanning leave them" {
    cd "$BATS_TEST_TMPDIR"
    printf '1. e 4 c 6 2. d 4 d 5 3. N c 3 d x e 4 4. Nxe 4 Nf 6 1-0\n' >letters.txt
    printf '1. e4 c6 2. d4 d5 3. Sc3 d : e4 4. S : e4 Sf6 1-0\n' >signs.txt
    printf '1. e4 c6 2. d4 d5 3. Springer c3 dxe4 4. Springer xe4 Springer f6 1-0\n' >words.txt
    for sheet in letters signs words; do
        run_split xpgn-fmt --import $sheet.txt
        [ "$(tail -n 1 <<<"$out")" = '1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nf6 1-0' ]
        run_split xpgn-compare --merge $sheet.txt $sheet.txt
        [ "$(tail -n 1 <<<"$out")" = '1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nf6 1-0' ]
        xpgn-fix -q -o fixed $sheet.txt
        xpgn-fmt fixed/$sheet.txt | grep -qx '1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nf6 1-0'
    done
    printf '1 e4 d5\n2 ed Nf6\n3 c4 Nd\n4 dc\n' >rows.txt # the 4 is the number of a row
    run_split xpgn-fmt --import --incomplete rows.txt
    [ "$(grep -c 'Nd4' <<<"$out$err")" -eq 0 ]
}

@test "where no half-move is wrong but its dice are, import says what and where" {
    cd "$BATS_TEST_TMPDIR"
    printf '[Variant "chess-attack"]\n\n1. Sf3 e5 2. Sxe5 <5,2:1> d6 1-0\n' >dice.txt
    run_split xpgn-fmt --import dice.txt
    [ "$status" -eq 1 ]
    grep -q '^dice.txt:1: game 1: not imported: after 2 turns: attacker dice 2, expected 1$' <<<"$err"
    grep -q '^dice.txt:3:2[0-9]: error: ' <<<"$err"
}

@test "a line of NUL bytes is no rule of a table" {
    cd "$BATS_TEST_TMPDIR"
    printf '1. e4 e5\n+-----+\n2. Nf3 Nc6 1-0\n' >rule.txt
    xpgn-fmt --import -q rule.txt
    printf '1. e4 e5\n\0\0\0\0\0\n2. Nf3 Nc6 1-0\n' >rule.txt
    run_split xpgn-fmt --import rule.txt
    [[ $status -eq 1 && $err == *'rule.txt:2:1: error: control character 0x00 [L-01]'* ]]
}
