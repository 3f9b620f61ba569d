#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# xpgn-validate: games as people write them have one finding a form, and are checked as they are read.

# shellcheck disable=SC2154 # out, err, status are set by run_split

load helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

# game MOVES [VARIANT]
game() {
    printf '[White "A"]\n[Variant "%s"]\n\n%s\n' "${2:-chess}" "$1" >game.pgn
}

GERMAN='1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. La4 Sf6 5. O-O Le7 6. Te1 b5 7. Lb3 d6 *'

# codes MOVES [VARIANT]: code and place of each finding, one line
codes() {
    game "$@"
    xpgn-validate --format=json game.pgn >out.json || [ $? -eq 1 ]
    /usr/bin/python3 "$ROOT/tests/cli/schema.py" "$ROOT/formats/validate.schema.json" <out.json
    jq -r '"\(.code) \(.column) \(.fixes | length) \(.together)"' out.json | paste -sd ,
}

@test "a game in German letters has one finding, whose fixes together are what the import writes" {
    [ "$(codes "$GERMAN")" = 'M-18 13 8 true' ]
    [ "$(jq -r .text out.json)" = '8 half-moves are written with German piece letters (Sf3)' ]
    xpgn-fmt --import --quiet game.pgn >imported.pgn
    /usr/bin/python3 - <<'END'
import json
text = open("game.pgn", "rb").read()
for f in reversed(json.load(open("out.json"))["fixes"]):
    text = text[:f["file_offset"]] + f["text"].encode() + text[f["file_offset"] + f["length"]:]
open("fixed.pgn", "wb").write(text)
END
    xpgn-fmt fixed.pgn >fixed
    same_output imported.pgn fixed
    xpgn-validate -q fixed.pgn
}

@test "a game in any form has one finding: figurines, coordinates, small letters, ICCF numbers" {
    [ "$(codes '1. e4 e5 2. ♘f3 ♞c6 3. ♗b5 a6 *')" = 'M-18 13 3 true' ]
    [ "$(codes '1. 5254 5755 2. 7163 2836 3. 6125 1716 *')" = 'M-18 4 6 true' ]
    [ "$(codes '1. e4 e5 2. nf3 nc6 3. bb5 a6 4. ba4 nf6 *')" = 'M-18 13 5 true' ]
    [ "$(codes '1. e4 e5 2. Sf3 ♞c6 3. Lb5 a6 4. ♗a4 *')" = 'M-18 13 4 true' ]
    [ "$(jq -r .text out.json)" = '4 half-moves are written with German piece letters and with figurines (Sf3)' ]
    [ "$(codes '1. e4 e5 2. Nf6|Nf3 Nc6 3. Bb5|Be8 a6|a3 *')" = 'M-18 13 3 true' ]
}

@test "a word of digits where an action is due is an error, whatever follows" {
    for moves in '1. 5254 *' '1. 5254 5755 *' '1. e4 5755 *' '1. 9999 5755 *' '1. 5254 e5 *'; do
        game "$moves"
        run_split xpgn-validate game.pgn
        [ "$status" -eq 1 ]
        run_split xpgn-validate -q game.pgn
        [ "$status" -eq 1 ]
    done
    [[ "$(codes '1. e4 9999 2. Nf3 *')" != *M-18* ]]
}

@test "what is wrong in a game that is read so is found at its place" {
    [ "$(codes "${GERMAN/d6/d3}")" = 'M-18 13 8 true,C-1 70 2 false' ]
    [ "$(jq -r 'select(.code == "C-1") | .found' out.json)" = d3 ]
}

@test "a letter of another language does not turn the sheet into it" {
    [ "$(codes '1. e4 e5 2. Nf3 Nc6 3. Lb5 a6 4. Ba4 Nf6 *')" = 'M-18 24 1 true' ]
    [ "$(jq -r '.text, .fixes[0].text' out.json)" = \
        '1 half-move is written with letters of another language than the rest (Lb5)'$'\n''Bb5' ]
    # a bishop, and no pawn of German
    [ "$(xpgn-fmt --import -q game.pgn | tail -n 2 | head -n 1)" = '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *' ]
    [ "$(codes '1. d4 d5 2. Sc3 c6 3. Bf4 *')" = 'M-18 13 1 true' ]
    # of two meanings it is asked for
    [ "$(codes '1. d4 d5 2. e3 Nf6 3. Sd2 e6 4. Be2 c5 5. Nh3 Nc6 *')" = 'M-01 23 4 false' ]
}

@test "what may be a slip as well is never certain" {
    local text
    for text in '1. e4 e5 2. Nf3'$'\n''dx3 *' '1. e4 e5 2. Nf3 ff *' '1. e4 e5 2. Nf3 Nc6 3. dx3 *' '1. e4 e5 2. Nf3 5 *' \
        '1. e4 e5 2. Nf3 Nc6 3. Bb5 Q5 4. O-O a6 *' '1. a4 f5 2. b4 a5 3. f4 Na6 4. Sa3 Nxb4 5. Nc3 e5 *' \
        '1. e4 e5 2. Nxf3 Nc6 3. Ne5 Ne5 *' '1. e4 d5 2. Nc3 Nxef *' '1. e4 d5 2. Xxd5 *'; do
        game "$text"
        xpgn-fix -q game.pgn >fixed.pgn || [ $? -eq 1 ]
        cmp game.pgn fixed.pgn
    done
    # nor with its roll
    game '1. e4 d5 2. exd5'$'\n''dx3 <5:1> *' chess-attack
    xpgn-fix -q game.pgn | cmp - game.pgn
    # what the rest decides is likely
    game '1. e4 e5 2. Nf3 Nc6 3. Bb5 Q5 4. O-O a6 *'
    xpgn-fix -q --likely game.pgn | grep -q 'Qg5 {\[%was Q5\]}'
    game '1. a4 f5 2. b4 a5 3. f4 Na6 4. Sa3 Nxb4 5. Nc3 e5 *'
    xpgn-fix -q --likely game.pgn | grep -q 'Ba3 {\[%was Sa3\]}'
    # three are a habit, and so is an x left out before; ff beside a score says how it came about
    for text in '3. Bb5 Q5 4. Q2 Be7 5. Kf Nf6 */Qg5 4. Qe2 Be7 5. Kf1' \
        '3. d4 ed4 4. Nxg5 d6 5. Bd3 Qg5 */exd4 4. Nxg5 d6 5. Bd3 Qxg5' '3. Bb5 ff 1-0/Bb5 1-0'; do
        game "1. e4 e5 2. Nf3 Nc6 ${text%%/*}"
        [[ $(xpgn-fix -q game.pgn) == *"${text#*/}"* ]]
    done
}

@test "a slip in a game of the format stays what it is" {
    [[ "$(codes '1. e4 e5 2. Nf3 Nc6 3. Yb5 a6 4. Ba4 Nf6 *')" != *M-18* ]]
    [[ "$(codes '1. e4 e5 2. Nf3 Nc6 3. Bb6 a6 4. Ba4 Nf6 *')" != *M-18* ]]
    game '1. e4 e5 2. Nf3 Nc6 *'
    run_split xpgn-validate game.pgn
    expect 0 '' ''
    game '1. e4 e5 2. Nc3 Nc6 3. Nd5 d6 4. Nxc7 *' chess-attack # no x: another error
    run_split xpgn-validate game.pgn
    [[ $out != *M-18* ]]
}

@test "half-moves, rolls and what is around them have one finding; rolls alone have theirs" {
    [ "$(codes '1. e4 d5 2. ed5 (5:1) Dxd5 <6-2> 3. Sc3 Sf6 4. Sf3 Sc6 *' chess-attack)" = \
        'M-18 13 8 true' ]
    [ "$(jq -r '.text, .hint' out.json)" = \
        '6 half-moves are written with German piece letters and in short, long or descriptive forms, and 2 rolls in another form (ed5)
xpgn-fmt --import writes them in the notation of the format' ]
    [ "$(codes '1. e4 d5 2. exd5 (5:1) Dxd5 <6-2> 3. Sc3 (slow) Sf6 4. Sf3 Sc6 1:0' chess-attack)" = \
        'M-18 24 9 true' ]
    [ "$(jq -r .text out.json)" = \
        '5 half-moves are written with German piece letters, and the result, 2 rolls and 1 remark in another form (Dxd5)' ]
    [ "$(codes '1. e4 d5 2. -- d4 3. c3 dxc3 5-1 4. Nxc3 Nf6 *' chess-attack)" = 'M-16 13 0 false,M-18 13 2 true' ]
    [ "$(jq -r 'select(.code == "M-18") | .text' out.json)" = '1 roll and 1 half-move left open are written in another form (--)' ]
    [ "$(codes '1. e4 d5 2. exd5 5-1 Qxd5 <6:2> *' chess-attack)" = 'R-04 18 1 true' ]
    [ "$(codes '1. e4 e5 2. Nf3 Nc6 1:0')" = 'M-18 21 1 false' ]
    [ "$(jq -r '.text, .hint' out.json)" = $'the result is written in another form (1:0)\nxpgn-fmt --import writes it as 1-0' ]
    # also in words, behind a slip
    [ "$(codes '1. e4 e5 2. Nf3 Nc6 3. Bb6 a6 4. d3 remis')" = 'C-1 24 1 false,X-01 37 1 false' ]
    [ "$(jq -r .hint out.json | tail -n 1)" = 'xpgn-fmt --import writes it as 1/2-1/2' ]
    [ "$(codes '1. d5 d4 2. Nc6 Nf3 3. Bg4 *')" = 'M-18 4 5 true' ]
}

@test "heading, remarks and result are one finding, which says what they are" {
    printf 'White: Huber\nBlack: Maier\n\n1. e4 e5 (17/12) 2. Nf3 ~~Nf6~~ Nc6 draw\n' >game.pgn
    xpgn-validate --format=json game.pgn >out.json || [ $? -eq 1 ]
    [ "$(jq -r '"\(.code) \(.line):\(.column) \(.together) \(.text)"' out.json)" = \
        'M-18 1:1 true the heading, the result, 1 half-move struck out and 1 remark are written in another form (White: Huber)' ]
    [ "$(xpgn-fix -q game.pgn | xpgn-fmt)" = "$(xpgn-fmt --import game.pgn 2>/dev/null | xpgn-fmt)" ]
    game '1. e4 e5 2. --- Nc6 *'
    xpgn-validate --format=json game.pgn >out.json || [ $? -eq 1 ]
    [ "$(jq -r 'select(.level == "error") | .text' out.json)" = '1 half-move left open is written in another form (---)' ]
}

@test "a word of several actions is the one with which the game goes on: import writes it, fix with --likely" {
    local moves='1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. b4 BxP 5. c3 Ba5 6. d4 exd4 *'
    game "$moves"
    xpgn-validate --format=json game.pgn >out.json || [ $? -eq 1 ]
    [ "$(jq -r '.text, .fixes[].level' out.json)" = "'BxP' can mean several actions; the game goes on with Bxb4
likely" ]
    [ "$(xpgn-fmt --import -q game.pgn | tail -2)" = "${moves/BxP/Bxb4}" ]
    run_split xpgn-fix -q --questions=q.csv game.pgn
    [[ $status == 1 && $out == *BxP* && $(<q.csv) == *"4... BxP,was it Bxb4 for 'BxP'?,Bxb4,"* ]]
    [[ $(xpgn-fix -q --likely game.pgn) == *'4. b4 Bxb4 {[%was BxP]} 5. c3'* ]]
    # both go on: it is asked between them
    game "${moves/5. c3*/*}"
    xpgn-validate --format=json game.pgn >out.json || [ $? -eq 1 ]
    [[ $(jq -r .code out.json) != *M-18* ]]
    # a square of departure left out is a slip
    game '1. d4 d5 2. Nf3 Nf6 3. Nd2 e6 4. Nf3 *'
    [[ $(xpgn-validate game.pgn) == *M-02* ]]
}

@test "a question mark where an action is due is none, where turns have several" {
    local head='[Variant "assault-and-siege"]\n[RuleOptions "mode=dice"]\n[SetUp "1"]\n'
    head+='[FEN "7k/3rr3/P3p1p1/1P3pp1/1PP3p1/3N3p/2PP4/K4B2 w - - 0 1"]\n\n'
    # behind it nothing contradicts the start position
    printf "${head}1. <5> ? Ka1-b1 1... <6> g6-f6 2. <3> b2-b3 *\n" >game.pgn
    xpgn-validate --format=json game.pgn >out.json || [ $? -eq 1 ]
    [ "$(jq -r .text out.json)" = 'missing half-move: what follows is not checked
1 half-move left open is written in another form (?)' ]
    # behind an action it is a mark
    printf "${head}1. <5> Nd3-f3 ? a6-a7 1... <6> g6-f6 *\n" >game.pgn
    [ -z "$(xpgn-validate game.pgn)" ]
}

@test "of two half-moves for one the first was written anew, if the numbers behind agree" {
    for words in 'Bb5 Bc4' 'Lb5 Lc4'; do
        game "1. e4 e5 2. Nf3 Nc6 3. $words Nf6 4. Bxf7+ Kxf7 5. O-O *"
        [[ $words == L* ]] && sed -i 's/N/S/g; s/Bx/Lx/' game.pgn
        xpgn-validate --format=json game.pgn >out.json || [ $? -eq 1 ]
        jq -r .text out.json | grep -qx "'${words% *}' was written anew: it is one half-move too many"
        run_split xpgn-fix -q --questions=new.csv game.pgn
        [[ $status == 1 && $(<new.csv) == *"3. ${words% *},was '${words% *}' not played?,nothing,"* ]]
        rm new.csv
        for run in 'fmt --import --quiet' 'fix -q --likely' "compare --merge game.pgn"; do
            # shellcheck disable=SC2086
            [[ $(xpgn-$run game.pgn | tr '\n' ' ') =~ "{struck out: ${words% *}}"\ (3. )?(Bc4|Lc4)\ .*Nf6 ]] || {
                xpgn-$run game.pgn
                return 1
            }
        done
    done
}

@test "of a sheet with the half-moves of one player the others are left open, and nothing is asked of its words" {
    printf '[White "A"]\n\n1. d4\n2. c4\n3. Sc3\n4. Lf4 Remis\n' >game.pgn
    xpgn-validate --format=json game.pgn >out.json || [ $? -eq 1 ]
    [ "$(jq -r 'select(.code == "M-18") | .text' out.json)" = \
        '2 half-moves are written with German piece letters, and the result and 3 half-moves left open in another form (Sc3)' ]
    sed -i 's/S/N/; s/Lf4/e4/; s/ Remis/ */' game.pgn
    xpgn-validate --format=json game.pgn >out.json || [ $? -eq 1 ]
    [ "$(jq -r '"\(.code) \(.text)"' out.json)" = 'M-16 missing half-move: what follows is not checked
M-18 the numbers leave out 3 half-moves' ]
    xpgn-fix -q --questions=q.csv game.pgn >fixed.pgn || [ $? -eq 1 ]
    [[ $(wc -l <q.csv) == 1 && $(grep -c 'missing' fixed.pgn) == 3 ]]
    sed -i 's/ \*/ Remis/' game.pgn
    run_split xpgn-compare --merge game.pgn game.pgn
    [[ $err != *'not read'* && $out == *'4. e4 1/2-1/2' ]]
    # a row that has its number is left open
    printf '1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. b4 Bxb4 5. c3 Ba5 6. 7. O-O d3 8. Qb3 Qf6 9. e5 Qg6 10. Re1 Nge7 *\n' >game.pgn
    [[ $(xpgn-validate game.pgn) == *'the numbers leave out 2 half-moves [M-18]'* ]]
    [[ $(xpgn-fix -q game.pgn) == *'5. c3 Ba5 6. {[%missing]} {[%missing]} 7. O-O d3'* ]]
    # one left out is searched for
    printf '1. e4 e5 2. Nf3 3. Bb5 a6 4. Ba4 Nf6 5. O-O *\n' >game.pgn
    [[ $(xpgn-validate game.pgn) == *'a half-move of Black is missing before Bb5'* ]]
}

@test "a word in a known form is its half-move, were it the only one" {
    for form in '3. Bb5 a6 4. 0-0 Nf6 5. Re1 Be7 6. Bc6 dc6' '3. d4 ed' '3. Bb5 a6 4. BxN' '3. N1-c3 Nf6'; do
        game "1. e4 e5 2. Nf3 Nc6 $form *"
        xpgn-fix -q game.pgn >fixed.pgn
        xpgn-fmt --import -q game.pgn >imported.pgn
        xpgn-fmt fixed.pgn | cmp - imported.pgn
    done
    # an x without a capture is a slip, and so is a half-move for which a letter would have to mean another piece
    [ "$(codes '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc4 Nf6 *' | cut -d' ' -f1)" != M-18 ]
    [[ "$(codes '1. e4 e5 2. Nf3 Nc6 3. Rd2 a6 *')" != *M-18* ]]
}

@test "a blank on the sheet is read as one, though the game as written goes on behind it" {
    game '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. --- Nf6 5. O-O Nxe4 *'
    [ "$(xpgn-fix -q game.pgn | tail -n 1)" = '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. {[%missing]} Nf6 5. O-O Nxe4 *' ]
    game '1. e4 e5 2. Nf3 Nc6 3. Bb5 (illegible) 4. Ba4 Nf6 *'
    [ "$(xpgn-fix -q game.pgn | tail -n 1)" = '1. e4 e5 2. Nf3 Nc6 3. Bb5 {[%missing]} 4. Ba4 Nf6 *' ]
    game '1. e4 e5 2. Nf3 Nc6 3. --- a6 5. O-O Nf6 *' # more than one is missing
    xpgn-fix -q game.pgn | cmp - game.pgn
    game '1. e4 {xxx} Ke7 *' # a comment
    run_split xpgn-validate game.pgn
    [[ $out != *M-18* ]]
    game '1. e4 e5 2. Nf3 3. Bb5 a6 *' # nothing stands there: that is asked
    run_split xpgn-validate game.pgn
    [[ $out != *M-18* ]]
}

@test "the moves of one piece show no hand: the start position may be wrong" {
    {
        printf '[White "A"]\n[Variant "assault-and-siege"]\n[FEN "3p2bk/8/5pr1/P5pp/PR5p/2NP3p/B2PP3/K7 w - - 0 1"]\n\n'
        printf '1. Ba2@a3 1... Bg8@f8 2. Ba2@b2 2... Bg8@g7 3. a3-b3 3... f8-f7 4. a5-b5 4... h3-g3 '
        printf '5. d3-d4 5... d8-d7 6. e2-e3 6... g5-f5 7. d2-d3 7... h4-g4 8. c3-c4 8... g3-f3 '
        printf '9. c4-c5 9... d7-d6 10. c5-d5 10... h5-g5 *\n'
    } >game.pgn
    run_split xpgn-validate game.pgn
    [ "$status" -eq 1 ]
    [[ $out != *M-18* ]]
    printf '1. e2e4 e7e5 2. g1f3 b8c6 3. f1b5 a7a6 *\n' >game.pgn # of all pieces, they do
    run_split xpgn-validate game.pgn
    [[ $out == *'3 half-moves are written in short, long'*'[M-18]'* ]]
}

@test "a half-move without its letter is asked for where others have theirs, in any language" {
    local fen='[FEN "3p3k/4ppb1/5p1n/6pp/PP6/N1P5/1BPP4/K3P3 w - - 0 1"]'
    printf '[Variant "assault-and-siege"]\n%s\n[SetUp "1"]\n\n1. d2-d3 1... e7-e6 2. Na3-b3 2... Nh6-g6 ' "$fen" >siege.pgn
    echo '3. Bb2-a2 3... g5-f5 4. b3-a3 4... Bg7-g8 *' >>siege.pgn
    for letters in NB SL; do # N and B, then German
        sed "5s/N/${letters:0:1}/g; 5s/B/${letters:1:1}/g" siege.pgn >game.pgn
        xpgn-fix -q --likely game.pgn | cmp - game.pgn
        [[ $(xpgn-validate game.pgn) == *Nb3-a3*'(probability 0.9'* ]]
    done
}

@test "a mark that the board contradicts stays in what is fixed" {
    game '1. e4 e5 2. Sf3 Sc6 3. Lb5+ a6 4. La4 Sf6 *'
    xpgn-validate --format=json game.pgn >out.json || [ $? -eq 1 ]
    [ "$(jq -r 'select(.code == "M-18").fixes[2].text' out.json)" = 'Bb5+' ]
    [ "$(jq -r 'select(.code == "M-07") | .column, .text' out.json)" = $'24\nunexpected +: the king is not in check' ]
    # nor does one get lost behind an error
    game '1. e4 e5 2. Sf3 d8 3. Lc4 Le7 4. Lxf7+ *'
    [ "$(xpgn-validate --format=json game.pgn | jq -r 'select(.code == "M-18").fixes[3].text')" = 'Bxf7+' ]
    # nor is one added because of a roll that is in doubt itself
    game '1. e4 f5 2. Dh5 Sc6 3. Dxe8 <6+0=7x:3+0=9w> Sf6 4. Sc3 d6 *' chess-attack
    [ "$(xpgn-validate --format=json game.pgn | jq -r 'select(.code == "M-18").fixes[2].text')" = Qxe8 ]
    # one that is written is not missing
    for moves in '2. Lc4 Sc6 3. Lxf7+ Kxf7' '2. Bc4 Nc6 3. BxP+ KxB' '2. Lc4 Sc6 3. Lxf7ch Kxf7'; do
        game "1. e4 e5 $moves *"
        [ "$(xpgn-validate --lint --format=json game.pgn | jq -r 'select(.code != "T-19") | .code')" = M-18 ]
    done
}

@test "an ending in words beside other errors is a result in another form, none is missing" {
    for words in 'White resigns' Remis 'e5 Franz Huber gibt auf'; do
        game '1. e4 d5 2. exd5 <?:1> Nf6 3. d4 e6'$'\n\n'"$words" chess-attack
        sed -i 's/"A"/"Huber, Franz"/' game.pgn
        xpgn-validate --format=json game.pgn >out.json || [ $? -eq 1 ]
        [ "$(jq -r .code out.json | tr '\n' ' ')" = 'R-04 M-18 ' ]
        [[ $words != *Huber* || $(jq -rs '.[1] | .text, .fixes[0].text' out.json) == *'(Franz Huber gibt auf)'*0-1 ]]
    done
    # a loser is not said, it is in a comment, or it is no ending
    for words in resigns '; White resigns' '{White resigns}' 'White wins a pawn'; do
        game '1. e4 d5 2. exd5 <?:1> Nf6 3. d4 e6'$'\n\n'"$words" chess-attack
        [[ $(xpgn-validate --format=json game.pgn | jq -r .code | tr '\n' ' ') == *'X-01 ' ]]
    done
}

@test "a game that can be in two languages is ambiguous, and that is the finding" {
    [ "$(codes '1. d4 d5 2. Dd3 Dd6 3. De3 De6 4. Rd2 *')" = 'M-18 35 2 false' ]
    [ "$(jq -r '.text, .hint' out.json)" = '5 half-moves are written with French or Finnish piece letters (Rd2)
Rd2 is Kd2 or Nd2' ]
    [ "$(codes '1. d4 d5 2. Dd3 Dd6 3. De3 De6 4. Rd2 Rd7 *')" = 'M-18 35 0 false' ] # several: asked for the sheet
    [ "$(jq -r .hint out.json)" = 'Rd2 is Kd2 or Nd2; xpgn-fmt --import --language=CODE writes it' ]
    run_split xpgn-fix game.pgn
    [ "$err" = 'xpgn-fix: game.pgn:1: game 1: left unchanged, with its errors; it can be French or Finnish' ]
    printf '\n[White "B"]\n\n1. e4 e5 2. Ke3 *\n' >>game.pgn # of another game nothing is said
    run_split xpgn-fix game.pgn
    [[ $err == *'Finnish'*$'\n''xpgn-fix: game.pgn:6: game 2: left unchanged, with its errors' ]]
    # a word alone is asked for
    [ "$(codes '1. e4 e5 2. Le2 d6 *')" = 'M-18 13 2 false' ]
    run_split xpgn-fix -q --questions=tied.csv game.pgn
    [ "$status" -eq 1 ]
    [ "$(sed 1d tied.csv | tr -d '\r')" = "game.pgn,1,,2. Le2,was it Be2 or Qe2 for 'Le2'?,Be2 | Qe2,2," ]
    sed -i 's/,\r$/,Qe2\r/' tied.csv
    [[ $(xpgn-fix -q --answers=tied.csv game.pgn) == *'2. Qe2 {[%was Le2]} '* ]]
}

@test "SARIF has one fix with all its parts" {
    game "$GERMAN"
    run_split xpgn-validate --format=sarif game.pgn
    [ "$status" -eq 1 ]
    [ "$(jq -c '[.runs[0].results[] | [.ruleId, (.fixes | length), (.fixes[0].artifactChanges[0].replacements | length)]]' "$out_file")" = \
        '[["M-18",1,8]]' ]
}

@test "with -q and --no-fixes the verdict is the same" {
    game "$GERMAN"
    for option in -q --no-fixes; do
        run_split xpgn-validate $option game.pgn
        [ "$status" -eq 1 ]
    done
    [[ $out == *M-01* ]] # where no fix is wanted nothing is read as German
}

@test "xpgn-record takes at its prompt what people write, if it can mean one action" {
    printf '%s\n' e4 e5 Sf3 Кc6 Lb5 P-QR3 LxS dc 0-0 f7f6 d4 ed nd4 quit | xpgn-record --variant=chess typed.pgn >said
    not grep error said
    grep -qx '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O f6 6. d4 exd4 7. Nxd4 \*' typed.pgn
    printf '%s\n' d4 d5 Rd2 Sb8 quit | xpgn-record --variant=chess open.pgn >said || true
    # the king in French, a knight in Finnish
    grep -qx "error CHOICE 'Rd2' may be Kd2 or Nd2; enter the one that was played" said
    [ "$(grep -c '^error' said)" = 2 ]
    grep -qx '1. d4 d5 \*' open.pgn
}

@test "a roll in another form has one finding, with the roll as its fix" {
    for roll in '(5:1)' '[5:1]' 5:1 5-1 '[5-1]' '(5-1)' '<5-1>' '<5 - 1>' '( 5 : 1 )' 5–1 '[5 – 1]'; do
        game "1. e4 d5 2. exd5 $roll Qxd5 <6:2> *" chess-attack
        xpgn-validate --format=json game.pgn >out.json || [ $? -eq 1 ]
        [ "$(jq -r '"\(.code) \(.fixes[0].text) \(.fixes | length)"' out.json | grep -v '^D-\|^H-')" = 'R-04 <5:1> 1' ]
        [ "$(jq -r 'select(.code == "R-04") | .found' out.json)" = "$roll" ]
    done
    # there is none in chess
    [[ "$(codes '1. e4 5-1 *')" = L-06* ]]
}

@test "zeros without a dash are castling, never a number that counts for nothing" {
    [ "$(codes '1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 00 00 *')" = 'M-18 35 2 true' ]
    [ "$(jq -r '[.fixes[].text] | join(" ")' out.json)" = 'O-O O-O' ]
    [ "$(codes '1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 00 *')" = 'M-18 35 1 true' ]
}

@test "a half-move struck out, and one in another language than the rest, are named as such" {
    [ "$(codes '1. e4 e5 2. Nf3 (Nf6) Nc6 3. Bb5 *')" = 'M-18 17 1 true' ]
    [ "$(jq -r .text out.json)" = '1 half-move struck out is written in another form ((Nf6))' ]
    [ "$(codes '1. e4 e5 2. Nf3 Sc6 3. Bb5 *')" = 'M-18 17 1 true' ]
    [ "$(jq -r .text out.json)" = '1 half-move is written with letters of another language than the rest (Sc6)' ]
    [ "$(codes '1. d3 d6 2. Сg5 Сg4 *')" = 'M-18 13 2 true' ]
    [ "$(jq -r '.text + .fixes[0].text' out.json)" = '2 half-moves are written with Russian piece letters (Сg5)Bg5' ]
}

@test "of two half-moves in one place it is told which one can be played, with its turn" {
    for both in Be6+/Bb4+ 'Be6+ or Bb4+' 'Be6 (sic, Bb4+)'; do
        game "1. d4 e6 2. c4 $both 3. Nc3 d6 *"
        xpgn-validate --format=json game.pgn >out.json || [ $? -eq 1 ]
        [ "$(jq -r '"\(.code) \(.ply) \(.label): \(.hint)"' out.json)" = "M-18 4 2... $both: only Bb4+ can be played" ]
        xpgn-fmt --import --width=0 game.pgn 2>/dev/null | grep -qx '1. d4 e6 2. c4 Bb4+ 3. Nc3 d6 \*'
    done
}

@test "a sign for what cannot be read that the format lacks is asked for once" {
    for sign in --- '(illegible)' '----'; do
        game "1. e4 e5 2. $sign Nc6 3. Bb5 a6 *"
        xpgn-validate --format=json game.pgn >out.json || [ $? -eq 1 ]
        [ "$(jq -r .code out.json | sort | paste -sd ' ')" = 'M-16 M-18' ]
        [ "$(jq -r 'select(.code == "M-18") | .text' out.json)" = "1 half-move left open is written in another form ($sign)" ]
    done
}

# habit TEXT [OPTION]: what is found in a game, but for the tags, in one line
habit() {
    printf '[White "a"]\n%b\n' "$1" >habit.pgn
    run_split xpgn-validate --format=gcc ${2:-} habit.pgn
    out=$(grep -v T-19 "$out_file" || true)
}

@test "what repeats in a game is one finding, with the number and the first places" {
    habit '\n1. e4 & e5 2. Nf3 & Nc6 3. Bb5 & a6 4. Ba4 & Nf6 5. d3 & d6 *'
    [ "$out" = "habit.pgn:3:7: error: unknown token '&', and 4 more like it, at 3:19, 3:32, 3:44 ... [L-06]" ]
    habit '\n1. e4 & e5 2. Nf3 & Nc6 *' # two are told apart, and so are different ones
    [ "$(wc -l <<<"$out")" -eq 2 ]
    habit '\n1. e4 & e5 2. Nf3 ^ Nc6 3. Bb5 \x60 a6 *'
    [ "$(wc -l <<<"$out")" -eq 3 ]
    habit '\n1. e4 d5 2. ed5 Qd5 *' # captures without x are one in two of them, as a game may have no more
    [ "$out" = 'habit.pgn:3:13: warning: missing x: this is a capture, and 1 more like it, at 3:17 [M-06]' ]
    habit '\n1. e4 $300 e5 2. Nf3 $999 Nc6\n3. Bb5 $256 a6 *'
    [ "$out" = "habit.pgn:3:7: error: invalid NAG '\$300', expected \$0 to \$255, and 2 more like it, at 3:22 and 4:8 [L-12]" ]
    habit '\n1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 *' --lint
    [ "$out" = 'habit.pgn:3:4: lint: e2-e4 is not in export form, and 3 more like it, at 3:10, 3:19 and 3:26 [M-10]' ]
    habit '[Variant "chess-attack"]\n\n1. e4 d5 2. exd5 (5:1) Qxd5 (6:2) 3. Nc3 Qa5 4. b4 Qxb4 (4:3) 5. Kd8 *'
    [ "$(head -n 1 <<<"$out")" = "habit.pgn:4:18: error: expected a roll between < and >, found '(5:1)', and 2 more like it, at 4:29 and 4:57 [R-04]" ]
    [ "$(wc -l <<<"$out")" -eq 2 ]
    # the fixes of all belong together, so that they are made
    [ "$(xpgn-validate --format=json habit.pgn | head -n 1 | jq -c '[.together, [.fixes[].text]]')" = '[true,["<5:1>","<6:2>","<4:3>"]]' ]
    [[ $(xpgn-fix -q --incomplete --no-marks habit.pgn) == *'exd5 <5:1> Qxd5 <6:2> 3. Nc3 Qa5 4. b4 Qxb4 <4:3>'* ]]
}

@test "empty brackets stand for nothing where there are no dice" {
    printf '1. e4 e5 2. Nf3 (2. d4 <> exd4) 2... Nc6 3. Bb5 (3. Bc4 <>) a6 *\n' >old.pgn
    run_split xpgn-validate --format=gcc old.pgn
    expect 0 'old.pgn:1:24: warning: <> stands for nothing in a game without dice [L-06]
old.pgn:1:57: warning: <> stands for nothing in a game without dice [L-06]' ''
    [ "$(xpgn-fmt old.pgn | tail -n 2)" = '1. e4 e5 2. Nf3 (2. d4 exd4) 2... Nc6 3. Bb5 (3. Bc4) 3... a6 *' ]
    printf '[Variant "chess-attack"]\n\n1. e4 d5 2. exd5 <> *\n' >dice.pgn
    [[ $(xpgn-validate --format=gcc dice.pgn) == *'[R-04]' ]]
}

@test "signs in Windows-1252 are those that they are in UTF-8" {
    printf '[White "M\374ller"]\n\n1. e4 e5 2. Nf3\261 Nc6 *\n' >old.pgn
    run_split xpgn-validate --format=gcc old.pgn
    expect 0 'old.pgn:1:10: warning: invalid UTF-8, read as Windows-1252 [L-07]' ''
    [ "$(xpgn-fmt old.pgn | tail -n 2)" = '1. e4 e5 2. Nf3 $16 Nc6 *' ]
    printf '1. e4 d5 2. Bb5\206 c6 3. Nf3 cxb5 *\n' >old.pgn
    [[ $(xpgn-fmt --import -q old.pgn) == *'1. e4 d5 2. Bb5+ c6 3. Nf3 cxb5 *' ]]
    # a letter that was cut in the middle is no half-move
    printf '1. e4 d5 2. Bb5\342\200 c6 3. Nf3 cxb5 *\n' >old.pgn
    run_split xpgn-validate --format=gcc old.pgn
    expect 0 'old.pgn:1:16: warning: invalid UTF-8, read as Windows-1252 [L-07]' ''
}

@test "a promotion that the dice contradict is reported at the dice, in whatever letters it is" {
    local head='[FEN "4k2r/P4P2/3r1B2/p3P1P1/3P1p1p/8/1P5p/R3K2R b KQ - 17 35"]\n[SetUp "1"]\n[Variant "five-dice"]\n\n'
    printf "$head"'35... Rd8 36. O-O Rd7 37. a8=N hxg1=R# <1:x> 0-1\n' >english.pgn
    printf "$head"'35... Td8 36. O-O Td7 37. a8=S hxg1=T# <1:x> 0-1\n' >german.pgn
    # the figures of the die that would let it arrive, and none that gives up the rook
    xpgn-validate --format=json english.pgn | jq -c 'select(.code == "FD-4") | .hint, .fixes' >english || true
    xpgn-validate --format=json german.pgn | jq -c 'select(.code == "FD-4") | .hint, .fixes' >german || true
    same_output english german
    [[ $(<german) == *'the die is 2, 3, 4, 5 or another'* ]]
    [ "$(xpgn-fix -q --incomplete german.pgn | tail -n 1)" = '35... Rd8 36. O-O Rd7 37. a8=N hxg1=R# <1:x> 0-1' ]
}
