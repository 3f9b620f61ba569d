#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# One slip is one finding: a cause is reported, and not its consequences.
# shellcheck disable=SC2154 # run_split sets them

load helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

# one CODE LINE:COLUMN TEXT GAME: the game has this finding, whose text has TEXT, and no other
one() {
    printf '%b\n' "$4" >game.xpgn
    run_split xpgn-validate --format=gcc game.xpgn
    if [ "$(wc -l <"$out_file")" -ne 1 ] || [[ $out != "game.xpgn:$2: "*"$3"*"[$1]" ]]; then
        printf '%b\n' "$4"
        echo "expected one finding $1 at $2, $3; found:"
        cat "$out_file"
        return 1
    fi
    XPGN_FORCE=walk run_split xpgn-validate --format=gcc game.xpgn
    [ "$(wc -l <"$out_file")" -eq 1 ]
}

# hints TEXT: the last game's hint
hints() {
    run_split xpgn-validate game.xpgn
    [[ $out == *"$1"* ]] || {
        echo "expected $1 in: $out"
        return 1
    }
}

attack='[Variant "chess-attack"]\n\n1. e4 d5 2. '
lines='[Variant "combat-chess-2"]\n'
siege='[Variant "assault-and-siege"]\n[RuleOptions "mode=fast"]\n[FEN "3p3k/4ppb1/5p1n/6pp/PP6/N1P5/1BPP4/K3P3 w - - 0 1"]\n\n'

@test "rolls without a Variant: the ruleset that fits all of them" {
    one R-02 1:18 'roll in a game without the tag Variant' '1. e4 d5 2. exd5 <5+0=7w:1+1=5x> *'
    hints 'game 1; add [Variant "chess-attack"]'
    one R-02 1:18 'without the tag Variant' '1. e4 d5 2. exd5 <5:1> Qxd5 <4:2> Nc3 *'
    one R-02 3:4 'without the tag Variant' '[Event "x"]\n\n1. <3> e2-e5 1... <2> Nb8-d6 *'
    hints 'add [Variant "combat-chess-2"]'
    one R-02 1:18 'without the tag Variant' '1. e4 d5 2. exd5 <4=4:2=2x> Qxd5 <6,2,3,4,1=6:5=5x> *'
    hints 'add [Variant "five-dice"]'
    one R-02 1:29 'without the tag Variant' '1. e4 d5 2. Bb5 Nc6 3. Bsc6 {[%roll 5:2,3]} *'
    hints 'add [Variant "five-dice"] [RuleOptions "shooting"]'
    one R-02 1:18 'without the tag Variant' '1. e4 d5 2. exd5 <5:2> *'
    hints 'game 1; add [Variant "chess-attack"], [Variant "chess-or-die-trying"], [Variant "five-dice"] or [Variant "polyhedral-chess-war"]'
}

@test "rolls without a Variant: the fix makes the record right" {
    printf '%s\n' '[Event "x"]' '' '1. e4 d5 2. exd5 <5+0=7w:1+1=5x> *' >game.xpgn
    run_split xpgn-validate --format=json game.xpgn
    fix=$(jq -r '.fixes[0].text' "$out_file")
    [ "$(jq .fixes[0].offset "$out_file")" -eq 0 ]
    { printf '%s\n' "$fix" && cat game.xpgn; } >mended.xpgn
    clean mended.xpgn
}

@test "rolls that fit no ruleset: the tag is named all the same" {
    one R-02 1:18 'without the tag Variant' '1. e4 d5 2. exd5 <7+9=3> *'
    hints 'add the tag of the game that was played'
}

@test "rolls without a Variant: five options are tried of a ruleset, and four rulesets named" {
    local name number
    mkdir rules
    {
        printf '%s\n' 'ruleset: six' 'title: Six' 'version: 1' 'extends: chess-attack' 'options:' # which has three
        for number in 1 2 3; do echo "  o$number: {pieces: {pawn: {attack: 2$number}}}"; done
    } >rules/six.yaml
    for name in a b c d; do printf '%s\n' "ruleset: $name" 'title: T' 'version: 1' 'extends: chess-attack' >rules/$name.yaml; done
    export XPGN_PATH=$PWD/rules
    one R-02 1:18 'without the tag Variant' '1. e4 d5 2. exd5 <5+0=27:1+1=5x> *'
    hints 'game 1; add [Variant "six"] [RuleOptions "o2"]'
    one R-02 1:18 'without the tag Variant' '1. e4 d5 2. exd5 <5+0=28:1+1=5x> *'
    hints 'fits no known game'
    one R-02 1:18 'without the tag Variant' '1. e4 d5 2. exd5 <5+0=7w:1+1=5x> *'
    hints 'add [Variant "chess-attack"], [Variant "a"], [Variant "b"] or [Variant "c"]'
}

@test "a Variant, or an error without any roll, is not explained so" {
    one R-02 3:18 'there is no combat' '[Variant "chess"]\n\n1. e4 d5 2. exd5 <5:1> *'
    one C-1 1:7 'king' '1. e4 Ke4 *'
}

@test "RuleOptions without a Variant" {
    one T-03 1:15 'without the tag Variant' '[RuleOptions "rescue"]\n\n1. e4 d5 2. exd5 <5:1> *'
    hints 'add [Variant "chess-attack"]'
    one T-03 1:15 'without the tag Variant' '[RuleOptions "mode=fast"]\n\n1. e4 *'
    hints 'add [Variant "assault-and-siege"]'
}

# nameless FILE...: these games without the tag Variant
nameless() {
    sed '/^\[Variant /d' "$@" >game.xpgn
}

@test "nothing that only follows from a missing Variant is reported" {
    # the result of four seats, numbers that Black begins with, sealed dice, a position of another game
    one T-03 1:15 'without the tag Variant' '[RuleOptions "players=4"]\n[SetUp "1"]\n[XFEN "11rK/12/12/12/12/12/12/12/12/12/12/wK9gK w - - 0 1"]\n\n1. Ka1-a2 0-1-0-0'
    one R-02 4:6 'without the tag Variant' '[Result "1-0"]\n[FirstRoll "2:5"]\n\n1... <2> d7-d5 2. <2> d2-d4 1-0'
    hints 'add [Variant "combat-chess-2"]'
    nameless "$ROOT/samples/sealed.xpgn"
    run_split xpgn-validate --format=gcc game.xpgn
    [ "$(wc -l <"$out_file")" -eq "$(grep -c '^\[Event ' game.xpgn)" ]
    for game in chess-attack five-dice combat-chess-2 assault-and-siege; do
        nameless "$ROOT/tests/bench/data/$game.xpgn"
        run_split xpgn-validate --format=json game.xpgn
        jq .game "$out_file" | uniq -d >twice
        [ ! -s twice ]
        [ "$(grep -c 'without the tag Variant' "$out_file")" -ge 39 ]
        grep 'without the tag Variant' "$out_file" | head -n 1 | grep -q "add .*$game"
    done
}

@test "a missing Variant is the cause, also where the record has a slip besides" {
    one R-02 1:22 'without the tag Variant' '1. e4 Ke4 2. d4 exd4 <5:2> Qxd4 <4:1> *'
    # one alone may be anything
    one C-1 1:7 'king' '1. e4 Ke4 2. d4 exd4 <5:2> *'
    # what is no roll says nothing of the game
    one C-1 1:7 'king' '1. e4 Ke4 2. d4 exd4 <5; 2> Qxd4 <4; 1> *'
}

@test "a start position that chess does not know, without a Variant" {
    one P-10 2:7 'without the tag Variant' '[SetUp "1"]\n[FEN "3p3k/4ppb1/5p1n/6pp/PP6/N1P5/1BPP4/K3P3 w - - 0 1"]\n\n1. d2-d3 1... e7-e6 *'
    hints 'add [Variant "assault-and-siege"]'
    one P-10 2:8 'without the tag Variant' '[SetUp "1"]\n[XFEN "4k3/8/8/3p*4/8/4N*3/8/4K3[Pq] w - - 0 20"]\n\n20. Ke2 Kd7 *'
    hints 'add [Variant "chess-attack"]'
    # which may be a slip in one of chess
    one P-10 2:7 'illegal pawn on h8' '[SetUp "1"]\n[FEN "4k2P/8/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. Kd1 *'
    one P-10 2:7 'not to move is in check' '[SetUp "1"]\n[FEN "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. Kd1 *'
}

@test "FirstRoll missing, exchanged, undecided" {
    one CC-2 3:1 'black begins, but the tag FirstRoll is missing' "$lines"'\n1... <2> d7-d5 2. <2> d2-d4 *'
    hints '[FirstRoll "2:5"]'
    one M-05 2:13 'lets black begin, but white moves first' "$lines"'[FirstRoll "2:5"]\n\n1. <2> e2-e4 1... <2> d7-d5 *'
    one CC-2 2:13 'does not decide' "$lines"'[FirstRoll "4:4"]\n\n1... <2> d7-d5 2. <2> d2-d4 *'
    # a number alone may be wrong
    one M-05 4:1 'expected 1...' "$lines"'[FirstRoll "2:5"]\n\n1. <2> d7-d5 2. <2> d2-d4 *'
}

@test "FirstRoll contradicted by who moves first is one finding about it, however the game goes on" {
    sed -E '/^\[FirstRoll/s/([1-6]):([1-6])/\2:\1/g' "$ROOT/tests/bench/data/combat-chess-2.xpgn" >first.xpgn
    games=$(awk -v RS= '/FirstRoll/ && !/FEN/ { n++ } END { print n }' first.xpgn)
    [ "$games" -gt 20 ]
    run_split xpgn-validate --format=gcc first.xpgn
    [ "$(wc -l <"$out_file")" -eq "$games" ]
    [ "$(grep -cE ':13: error: FirstRoll .* lets (white|black) begin, but (white|black) moves first \[M-05\]$' "$out_file")" -eq "$games" ]
}

# renumbered BY FILE...: the games, in each of which the numbers from the sixth on are so much higher
renumbered() {
    awk -v by="$1" '
        /^\[/ || NF == 0 { seen = 0; print; next }
        {
            line = ""
            while (match($0, /(^|[ \t])[0-9]+\./)) {
                at = RSTART + ($0 ~ "^[ \t]*" && substr($0, RSTART, 1) ~ /[ \t]/)
                number = substr($0, at) + 0
                line = line substr($0, 1, at - 1) (++seen > 5 ? number + by : number)
                $0 = substr($0, at + length(number))
            }
            print line $0
        }' "${@:2}"
}

@test "a wrong number that all later ones continue is one finding" {
    one M-05 3:29 'expected 2.: numbers are one too high from here' "$lines"'\n1. <2> e2-e4 1... <2> d7-d5 3. <2> d2-d4 3... <2> a7-a5 4. <1> h2-h3 *'
    hints 'correct this number and those after it'
    run_split xpgn-validate --format=json game.xpgn
    [ "$(jq '.fixes | length' "$out_file")" -eq 0 ]
    # a slip, and one that nothing follows
    one M-05 3:29 'expected 2.' "$lines"'\n1. <2> e2-e4 1... <2> d7-d5 3. <2> d2-d4 2... <2> a7-a5 3. <1> h2-h3 *'
    hints 'write 2.'
    one M-05 3:29 'expected 2.' "$lines"'\n1. <2> e2-e4 1... <2> d7-d5 3. <2> d2-d4 *'
    hints 'write 2.'
    one M-03 1:10 'expected 2.: numbers are 10 too high from here' '1. e4 e5 12. Nf3 Nc6 13. Bc4 13... Bc5 *'
    one M-03 1:10 'expected 2.: numbers are one too low from here' '1. e4 e5 1. Nf3 Nc6 2. Bc4 2... Bc5 *'
    # Black begins, and the numbers as if White had
    one M-05 5:1 'expected 20...: numbers are one half-move too low from here' '[Variant "assault-and-siege"]\n[SetUp "1"]\n[FEN "7k/5n2/4p3/8/8/3N4/4P3/K7 b - - 3 20"]\n\n20. Nf7-f6 20... e2-d2 21. e6-e5 21... d2-c2 *'
    # a piece of a game has the numbers of the whole
    one M-05 5:1 'expected 1.: numbers are 19 too high from here' '[Variant "assault-and-siege"]\n[SetUp "1"]\n[FEN "7k/5n2/4p3/8/8/3N4/4P3/K7 w - - 3 1"]\n\n20. e2-d2 20... Nf7-f6 21. d2-c2 21... e6-e5 *'
    # and what is wrong after it is found
    printf '%b\n' "$lines"'\n1. <2> e2-e4 1... <2> d7-d5 3. <2> d2-d4 3... <2> a7-a5 4. <1> h2-h5 *' >game.xpgn
    run_split xpgn-validate --format=gcc game.xpgn
    [ "$(wc -l <"$out_file")" -eq 2 ]
    [[ $out == *$'\ngame.xpgn:3:60: error: '*'[CC-4]' ]]
}

@test "a wrong number that all later ones continue is one finding in every game, in each mode" {
    games=0
    for file in "$ROOT"/tests/bench/data/{combat-chess-2,assault-and-siege,five-dice}.xpgn "$ROOT/tests/vectors/tamper.xpgn"; do
        renumbered 3 "$file" >many.xpgn
        run_split xpgn-validate --format=gcc many.xpgn
        grep -c '\[M-0[35]\]$' "$out_file" | grep -qx "$(wc -l <"$out_file")"
        [ "$(wc -l <"$out_file")" -gt 5 ]
        grep -q ': numbers are 3 too high from here \[M-0[35]\]$' "$out_file"
        cut -d: -f 2 "$out_file" | sort -n | uniq -c | awk '$1 > 1 { exit 1 }'
        mv "$out_file" fast
        for mode in walk walk,narrow; do
            XPGN_FORCE=$mode run_split xpgn-validate --format=gcc many.xpgn
            same_output fast "$out_file"
        done
        run_split xpgn-validate --no-fixes --format=gcc many.xpgn
        same_output fast "$out_file"
        run_split xpgn-validate --format=json many.xpgn
        jq -r .game "$out_file" | sort | uniq -d >twice
        [ ! -s twice ]
        games=$((games + $(wc -l <fast)))
    done
    [ "$games" -gt 80 ]
}

@test "two fields of a roll exchanged are one finding" {
    one CA-3 3:21 'attacker supporters and total exchanged: 7 and 0, expected 0 and 7' "$attack"'exd5 <5+7=0w:1+1=5x> Nf6 *'
    hints 'expected <5+0=7w:1+1=5x>'
    one CA-3 3:21 'supporters exchanged: attacker 1, defender 0, expected 0 and 1' "$attack"'exd5 <5+1=7w:1+0=5x> Nf6 *'
    one CA-3 3:23 'totals exchanged: attacker 5, defender 7, expected 7 and 5' "$attack"'exd5 <5+0=5w:1+1=7x> Nf6 *'
    one CA-4 3:24 'fates exchanged: attacker removed, defender wounded, expected wounded and removed' "$attack"'exd5 <5+0=7x:1+1=5w> Nf6 *'
    one FD-2 3:22 'fates exchanged: attacker removed, defender unharmed, expected unharmed and removed' '[Variant "five-dice"]\n\n1. e4 d5 2. exd5 <4=4x:2=2> Nf6 *'
    cells="$lines"'[SetUp "1"]\n[FEN "r3k2r/8/8/3p4/4Q3/8/8/R3K2R w - - 0 20"]\n\n20. '
    # with a fate goes the castle of the prisoner
    one CC-6 5:16 'fates exchanged: attacker removed, defender unharmed' "$cells"'Qe4xd5 <5=8x@a1:2=2> 20... <1> Ke8-e7 *'
    hints 'expected <5=8:2=2x@a1>'
    one CC-9 5:13 'leaders and total exchanged: 7 and 2, expected 2 and 7' "$cells"'K@d4 <5+7=2> 20... <1> Ke8-e7 *'
    # three that are wrong, or two that are not each other's, are what they are
    printf '%b\n' "$attack"'exd5 <5+0=5:1+1=7x> Nf6 *' >game.xpgn
    run_split xpgn-validate --no-fixes --format=gcc game.xpgn
    [ "$(wc -l <"$out_file")" -eq 3 ]
}

@test "castling with a zero and a letter, a colon for x" {
    one M-18 1:35 'as castling in another form (0-O)' '1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-O d6 5. d3 *'
    hints 'writes it as O-O'
    one M-18 1:35 'as castling in another form (O-0)' '1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-0 d6 5. d3 *'
    one M-18 1:24 'with other signs (Q:f7)' '1. e4 e5 2. Qh5 Nc6 3. Q:f7 *'
    hints 'writes it as Qxf7'
    one M-18 3:13 'with other signs (e:d5)' "$attack"'e:d5 <5:1> *'
}

@test "a king written as stepping to where it would castle does not castle" {
    one C-1 1:35 'cannot step to g1; castling is written O-O' '1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. Kg1 Nf6 5. Re1 Rg8 6. Nc3 Rh8 *'
    hints 'did you mean O-O?'
    # nothing tells castling from a step
    one C-1 1:35 'castling is written O-O' '1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. Kg1 Nf6 5. Nc3 d6 *'
    hints 'did you mean O-O, Kf1, '
    run_split xpgn-validate --no-fixes --format=json game.xpgn
    [ "$(jq -c '[.fixes[].text]' "$out_file")" = '["O-O","Kf1"]' ]
    one CA-1 3:48 'cannot step to c8; castling is written O-O-O' '[Variant "chess-attack"]\n\n1. e4 d5 2. d4 Bf5 3. c3 Nc6 4. Bb5 Qd6 5. Nf3 Kc8 6. O-O *'
    hints 'did you mean O-O-O, Kd8'
    # both squares, or in chess960 the king onto its rook, leave no doubt
    for castling in O-O 0-0 Ke1-g1 Ke1g1 e1g1 e1-g1; do
        printf '1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. %s Nf6 *\n' "$castling" >game.xpgn
        clean game.xpgn
        [ "$(xpgn-fmt game.xpgn | tail -n 2)" = '1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 *' ]
    done
    for castling in Ke1h1 e1h1 Ke1-g1; do
        printf '[Variant "chess960"]\n[SetUp "1"]\n[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. %s Nf6 *\n' "$castling" >game.xpgn
        clean game.xpgn
    done
}

@test "a roll before its action" {
    one R-02 3:13 'before an action' "$attack"'<5:1> exd5 Qxd5 <4:2> *'
    one R-02 3:13 'before an action' "$attack"'<5:1> d4 dxe4 <4:2> *'
    one R-02 5:5 'before an action' "$lines"'[SetUp "1"]\n[FEN "r3k2r/8/8/3p4/4Q3/8/8/R3K2R w - - 0 20"]\n\n20. <4:1x@a1> Qe4xd5 *'
    # it counts all the same
    for roll in 'exd5 <5:1>' '<5:1> exd5'; do
        printf '%b\n' "$attack$roll a6 *" >game.xpgn
        run_split xpgn-replay game.xpgn
        [ "$out" = 'rnbqkbnr/1pp1pppp/p7/3P*4/8/8/PPPP1PPP/RNBQKBNR[p] w KQkq - 0 3' ]
    done
}

@test "a wrong terminator is one finding, whatever the tag says" {
    mate='1. f3 e5 2. g4 Qh4#'
    one C-3 3:21 'expected 0-1' '[Result "0-1"]\n\n'"$mate 1-0"
    one C-3 3:21 'expected 0-1' '[Result "1/2-1/2"]\n\n'"$mate 1-0"
    one X-02 1:10 'ends with 0-1' '[Result "1-0"]\n\n'"$mate 0-1"
}

@test "a result in words" {
    one M-18 3:17 'the result is written in another form (White wins)' '[Result "1-0"]\n\n1. e4 e5 2. Nf3 White wins'
    hints 'writes it as 1-0'
    one M-18 3:17 'the result is written in another form (black resigned.)' '[Result "1-0"]\n\n1. e4 e5 2. Nf3 black resigned.'
    one M-18 3:17 'the result is written in another form (Draw agreed)' '[Result "*"]\n\n1. e4 e5 2. Nf3 Draw agreed'
    hints 'writes it as 1/2-1/2'
    one M-18 3:17 'the result is written in another form (White wins 1-0)' '[Result "1-0"]\n\n1. e4 e5 2. Nf3 White wins 1-0'
    one M-01 3:17 "'White'" '[Result "1-0"]\n\n1. e4 e5 2. Nf3 White Nc6 1-0'
}

@test "a Move too many" {
    one AS-10 5:16 'allows 2 Moves' "$siege"'1. d2-d3 c3-c4 b4-b5 1... e7-e6 f6-f5 *'
    one AS-10 5:16 'allows 2 Moves' "$siege"'1. d2-d3 c3-c4 b4-b5 a4-a5 1... e7-e6 f6-f5 *'
}

@test "what cannot be read and may stand for an action: what only follows from it is not reported" {
    # its roll, the action of the other side, the number of the next turn, a missing action
    one L-06 3:13 "unknown token '&'" "$attack"'& <5+0=7w:1+1=5x> Nf6 3. e5 *'
    one L-06 3:13 "unknown token '&'" "$attack"'& {[%roll 5+0=7w:1+1=5x]} Nf6 3. e5 *'
    one L-06 1:13 "unknown token '&'" '1. e4 e5 2. & Nc6 3. Bb5 a6 *'
    one L-06 1:10 "unknown token '&'" '1. e4 e5 & 2... Nc6 3. Bb5 a6 *'
    one L-06 3:17 "unknown token '&'" '[Variant "chess-attack"]\n\n1. e4 e5 2. Nf3 & <5+0=7w:1+1=5x> 3. d4 *'
    one L-11 3:13 'expected a value in quotes' "$attack"'[exd5] <5+0=7w:1+1=5x> Nf6 3. e5 *'
    one L-06 5:15 "unknown token '&'" "$siege"'1. d2-d3 1... & 2. c3-c4 *'
    one L-06 3:8 "unknown token '&'" "$lines"'\n1. <2> & 1... <2> d7-d5 *'
    one L-06 3:4 "unknown token '&'" "$lines"'\n1. & <3=4:1=1x@a1> 1... <2> d7-d5 *'
    # bytes that hang at an action that cannot be read
    one M-18 3:13 'written with other signs (e×d5)' "$attack"'e×d5 <5+0=7w:1+1=5x> Nf6 *'
    one FD-1 3:13 'no white pawn' '[Variant "five-dice"]\n\n1. e4 d5 2. e3_ Nf6 *'
    # the action that may have been meant, and what is wrong after it
    one L-06 1:13 "unknown token '&'" '1. e4 e5 2. & Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. Nxe5 Qd4 *'
    hints 'the missing half-move is Nf3'
    run_split xpgn-validate --format=json game.xpgn
    [ "$(jq -c '[.fixes[0] | .offset, .length, .text]' "$out_file")" = '[12,1,"Nf3"]' ]
    printf '1. e4 e5 2. & Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. Nxe5 Qd4 6. Nf3 Qxe4+ 7. Qe2 Qxe2+ 8. Kxe2 Bg4 9. d3 O-O-O 10. Ke5 *\n' >game.xpgn
    run_split xpgn-validate --format=gcc game.xpgn
    [ "$(cut -d: -f 3 "$out_file" | tr '\n' ' ')" = '13 108 ' ]
    # just something that does not belong there
    one L-06 1:13 "unknown token '&'" '1. e4 e5 2. & Nf3 Nc6 *'
    printf '1. e4 e5 2. & Nf3 Ke5 *\n' >game.xpgn
    run_split xpgn-validate --format=gcc game.xpgn
    [ "$(wc -l <"$out_file")" -eq 2 ]
    printf '1. e4 e5, 2. Ke5 *\n' >game.xpgn
    run_split xpgn-validate --format=gcc game.xpgn
    [ "$(wc -l <"$out_file")" -eq 2 ]
}

@test "a game with rolls and without a variant is told, also after what cannot be read" {
    one R-02 2:6 'roll in a game without the tag Variant' '1.;e4\nc5 2.<5:2> Qxd5 <4:2> *'
    run_split xpgn-fmt --import --from=pgn - <<<'1.,e4 c5 2.<5:2> Qxd5 <4:2> *'
    [[ $status -eq 1 && $out == '1.,e4 c5 2.<5:2> Qxd5 <4:2> *'* ]] || { echo "$out"; return 1; }
}

@test "a roll that cannot be read is quoted as a whole" {
    one R-04 3:25 "found '! 1+1=5x'" "$attack"'exd5 <5+0=7w! 1+1=5x> *'
    one R-04 3:18 '1 roll is written in another form (<5 - 2>)' "$attack"'exd5 <5 - 2> *'
    one R-04 3:19 "found 'five to two, and no more: 7'" "$attack"'exd5 <five to two, and no more: 7> *'
    one R-04 3:25 "found 'w:1+1=5 x'" "$attack"'exd5 <5+0=7 w:1+1=5 x> *'
}

@test "a # on a freed prisoner" {
    one M-07 4:18 'the game does not end here' "$lines"'[XFEN "r3k2r/1N6/8/8/8/8/8/R3K2R[a8:BP] w - - 0 20"]\n\n20. Nb7@a8 <5=6> P@a7# 20... <1> Ke8-e7 *'
    hints 'expected P@a7'
}

@test "an action after the end has the label of its own turn" {
    end='[Variant "assault-and-siege"]\n[FEN "7k/8/8/3Pp3/4P3/8/8/K7 w - - 0 20"]\n\n20. e4xe5 '
    one AS-8 4:11 'Ka1-a2 after the end' "$end"'Ka1-a2 1-0'
    hints 'game 1, 20. Ka1-a2;'
    one AS-8 4:17 'Kh8-h7 after the end' "$end"'20... Kh8-h7 1-0'
    hints 'game 1, 20... Kh8-h7;'
    one C-3 1:24 'after the end' '1. f3 e5 2. g4 Qh4# 3. a3 0-1'
    hints 'game 1, 3. a3;'
}

@test "edits that are refused by playing the actions again are those that fail when they are walked" {
    for rules in "$ROOT"/formats/*.yaml; do # another roll, another word, two actions in the other order, other rules
        rules=${rules##*/}
        xpgn-simulate --variant="${rules%.yaml}" -n12 --seed=7 --max-plies=50 >games.xpgn
        /usr/bin/python3 "$ROOT/tests/cli/refused_edits.py" games.xpgn 60 "$rules" >>wrong.xpgn
    done
    for file in "$ROOT"/samples/chess.xpgn "$ROOT"/tests/bench/data/{chess-attack,five-dice,combat-chess-2,assault-and-siege}.xpgn; do
        /usr/bin/python3 "$ROOT/tests/cli/refused_edits.py" "$file" 100 again >>wrong.xpgn
    done
    run_split xpgn-validate --format=json wrong.xpgn
    [ "$(grep -c '"probability":0' "$out_file")" -gt 400 ]
    mv "$out_file" unplayed
    XPGN_FORCE=walk run_split xpgn-validate --format=json wrong.xpgn
    same_output unplayed "$out_file"
}

@test "start positions that are refused unplayed are those that fail when they are played" {
    for file in "$ROOT"/tests/bench/data/{chess-attack,five-dice,combat-chess-2,assault-and-siege}.xpgn; do
        awk -f "$ROOT/tests/bench/error.awk" "$file" >wrong.xpgn
        run_split xpgn-validate --format=json wrong.xpgn
        [ "$(wc -l <"$out_file")" -gt 20 ]
        mv "$out_file" unplayed
        XPGN_FORCE=walk run_split xpgn-validate --format=json wrong.xpgn
        same_output unplayed "$out_file"
    done
    # a piece of the start position that is another one, or on another square, is still found
    for slip in s/n/b/ s/P1/1P/ s/1p/p1/; do
        sed "/FEN \"/$slip" "$ROOT/tests/bench/data/chess-attack.xpgn" >wrong.xpgn
        run_split xpgn-validate --format=json wrong.xpgn
        grep -q '"hint":"in the start position: ' "$out_file"
        mv "$out_file" unplayed
        XPGN_FORCE=walk run_split xpgn-validate --format=json wrong.xpgn
        same_output unplayed "$out_file"
    done
}
