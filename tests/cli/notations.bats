#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Games written for people: figurines, ICCF numbers, descriptive notation, letters of other languages.

# shellcheck disable=SC2154 # out, err, status are set by run_split

load helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

# moves ARG...: the movetext that xpgn-fmt writes on one line
moves() {
    xpgn-fmt --width=0 "$@" | grep -v '^\[' | grep . | tr '\n' ' '
}

# comes_back FILE ARG...: what xpgn-fmt writes with these options is read again as the same games
comes_back() {
    local file=$1
    shift
    xpgn-fmt "$file" >canonical.pgn
    xpgn-fmt "$@" "$file" >written.pgn
    xpgn-fmt --import --quiet written.pgn >back.pgn
    cmp canonical.pgn back.pgn
}

# a game of chess with all that is special in it
all_of_chess() {
    cat >game.pgn <<'END'
1. e4 Nf6 2. e5 d5 3. exd6 (3. Nf3 {x}) 3... Nc6 4. dxc7 Qd5 5. Nf3 Bg4 6. c8=Q+ Rxc8 7. Be2 e6 8. O-O Bd6 9. Nc3 Qd4 10. Nb5 Qb6 11. Nfd4 Bxh2+ 12. Kh1 Bb8 13. Nxc6 bxc6 14. Bxg4 cxb5 15. f4 Nxg4 16. f5 Nf2+ 17. Rxf2 Qxf2 18. fxe6 Qh4+ 19. Kg1 Qh2+ 20. Kf1 Qh1+ 21. Ke2 Qxg2+ *
END
}

# becomes WORD: it is read as a queen with a check, by an import, and without one unless blanks or letters are in it
becomes() {
    printf '[FEN "6k1/4P3/8/8/8/8/8/4K3 w - - 0 1"]\n[SetUp "1"]\n\n1. %s Kg7 2. Kd2 Kh7 *\n' "$1" >queen.pgn
    [[ $(xpgn-fmt --import -q queen.pgn) == *'1. e8=Q+ Kg7 2. Kd2 Kh7 *' ]] || { echo "$1"; return 1; }
}

@test "a mark may stand before what a pawn becomes, and brackets and blanks around it" {
    local word
    for word in 'e8+=Q' 'e7-e8+=Q' 'e8+Q' 'e8+(Q)' 'e8+/Q' 'e8=(Q)' 'e8(=Q)' 'e8†=Q'; do
        becomes "$word"
        [[ $(xpgn-validate queen.pgn) != *error* ]]
    done
    for word in 'e8+=D' 'e8 =Q' 'e8 = Q' 'e8= Q' 'e8ch=Q' 'e8=Q†'; do
        becomes "$word"
    done
    # signs of a judgement are none of these
    printf '1. e4 e5 2. Nf3+= Nc6 3. Bb5 = a6 *\n' >a.pgn
    [ "$(xpgn-fmt a.pgn | tail -n 2)" = '1. e4 e5 2. Nf3 $14 Nc6 3. Bb5 $10 a6 *' ]
}

@test "figurines" {
    all_of_chess
    [ "$(moves --notation=figurine game.pgn)" = '1. e4 ♘f6 2. e5 d5 3. exd6 (3. ♘f3 {x}) 3... ♘c6 4. dxc7 ♕d5 5. ♘f3 ♗g4 6. c8=♕+ ♖xc8 7. ♗e2 e6 8. O-O ♗d6 9. ♘c3 ♕d4 10. ♘b5 ♕b6 11. ♘fd4 ♗xh2+ 12. ♔h1 ♗b8 13. ♘xc6 bxc6 14. ♗xg4 cxb5 15. f4 ♘xg4 16. f5 ♘f2+ 17. ♖xf2 ♕xf2 18. fxe6 ♕h4+ 19. ♔g1 ♕h2+ 20. ♔f1 ♕h1+ 21. ♔e2 ♕xg2+ * ' ]
    [ "$(moves --notation=figurine --minimal game.pgn)" = "$(moves --notation=figurine game.pgn | tr -d +)" ]
}

@test "figurines of the games that are played with dice, prisoners too" {
    xpgn-fmt --notation=figurine "$ROOT/samples/combat-chess-2.xpgn" >written.pgn
    grep -qF '20. ♘b7@a8 <5=6> ♙@a7 20... <1> ♔e8-e7' written.pgn
    grep -qF '110:1. ♔@- <1+4=5>' < <(grep -n . written.pgn)
    for game in combat-chess-2 assault-and-siege five-dice club; do
        comes_back "$ROOT/samples/$game.xpgn" --notation=figurine
    done
}

@test "ICCF numbers" {
    all_of_chess
    [ "$(moves --notation=iccf game.pgn)" = '1. 5254 7866 2. 5455 4745 3. 5546 (3. 7163 {x}) 3... 2836 4. 4637 4845 5. 7163 3874 6. 37381 1838 7. 6152 5756 8. 5171 6846 9. 2133 4544 10. 3325 4426 11. 6344 4682 12. 7181 8228 13. 4436 2736 14. 5274 3625 15. 6264 6674 16. 6465 7462 17. 6162 2662 18. 6556 6284 19. 8171 8482 20. 7161 8281 21. 6152 8172 * ' ]
    cat >960.pgn <<'END'
[Variant "chess960"]
[FEN "1r2k1r1/p5p1/8/8/8/8/P5P1/1R2K1R1 w KQkq - 0 1"]

1. O-O O-O-O *

[FEN "8/P7/8/8/8/8/6k1/K7 w - - 0 1"]

1. a8=N Kf2 *
END
    [ "$(moves --notation=iccf 960.pgn)" = '1. 5171 5828 * 1. 17184 7262 * ' ]
    # what has no number is written as ever
    [[ $(moves --notation=iccf --game=9 "$ROOT/samples/five-dice.xpgn") = *' 3. Bxxb7 <'* ]]
    xpgn-fmt --notation=iccf "$ROOT/samples/combat-chess-2.xpgn" | cmp - <(xpgn-fmt "$ROOT/samples/combat-chess-2.xpgn")
}

@test "descriptive notation: the shortest name that no other action has" {
    all_of_chess
    [ "$(moves --notation=descriptive game.pgn)" = '1. P-K4 N-KB3 2. P-K5 P-Q4 3. PxP e.p. (3. N-KB3 {x}) 3... N-B3 4. PxBP Q-Q4 5. N-KB3 B-N5 6. P-B8(Q) ch RxQ 7. B-K2 P-K3 8. O-O B-Q3 9. N-B3 Q-Q5 10. N-QN5 Q-N3 11. N/B-Q4 BxP ch 12. K-R1 B-N1 13. NxN PxN 14. BxB PxN 15. P-KB4 NxB 16. P-B5 N-B7 ch 17. RxN QxR 18. PxP Q-R5 ch 19. K-N1 Q-R7 ch 20. K-B1 Q-R8 ch 21. K-K2 QxP ch * ' ]
    [ "$(moves --notation=descriptive --minimal game.pgn)" = "$(moves --notation=descriptive game.pgn | sed 's/ ch//g; s/ e\.p\.//')" ]
    printf '[FEN "6k1/4P3/6K1/8/8/8/8/8 w - - 0 1"]\n\n1. e8=Q# 1-0\n' >mate.pgn
    [ "$(moves --notation=descriptive mate.pgn)" = '1. P-K8(Q) mate 1-0 ' ]
}

@test "each is read back as the same games" {
    all_of_chess
    for notation in figurine iccf descriptive long uci; do
        comes_back game.pgn --notation=$notation
        [ "$notation" = long ] || [ "$notation" = uci ] || ! cmp -s written.pgn canonical.pgn
        comes_back "$ROOT/samples/chess.xpgn" --notation=$notation
        comes_back "$ROOT/samples/five-dice.xpgn" --notation=$notation
        comes_back "$ROOT/samples/chess-attack.xpgn" --notation=$notation
    done
}

@test "descriptive notation is read with brackets as with slashes" {
    printf '[FEN "1r5k/P5p1/8/8/8/8/8/R4R1K w - - 0 1"]\n\n1. R(B)-Q1 P-N4 2. PxR(Q) ch *\n' >game.pgn
    [ "$(moves --import -q game.pgn)" = '1. Rfd1 g5 2. axb8=Q+ * ' ]
    printf '[FEN "7k/8/8/1r3r2/3N4/8/8/K7 w - - 0 1"]\n\n1. NxR(KB5) K-N1 2. K-R2 *\n' >game.pgn
    [ "$(moves --import -q game.pgn)" = '1. Nxf5 Kg8 2. Ka2 * ' ]
    xpgn-fmt --import -q game.pgn >back.pgn
    [ "$(moves --notation=descriptive back.pgn)" = '1. NxR/B5 K-N1 2. K-R2 * ' ]
}

@test "a piece of one wing: bishops by their squares, rooks and knights by where they stand" {
    printf '[FEN "r6r/8/2kp4/4b3/4b3/8/4K3/R6R b - - 0 1"]\n\n%s\n' '1... QR-Q1 2. KR-KB1 KBxR *' >game.pgn
    run_split xpgn-fmt --import -q game.pgn
    [ "$status" -eq 0 ]
    grep -q '^1... Rad8 2. Rhf1 Bxa1 \*$' "$out_file"
    printf '1. P-K4 P-K4 2. KKt-B3 QKt-B3 3. QKt-B3 KKt-B3 4. B-K2 P-Q3 5. KKt-KKt5 QKt-QKt5 *\n' >game.pgn
    [ "$(moves --import -q game.pgn)" = '1. e4 e5 2. Nf3 Nc6 3. Nc3 Nf6 4. Be2 d6 5. Ng5 Nb4 * ' ]
    printf '[FEN "4k3/8/8/8/8/8/8/R2RK3 w - - 0 1"]\n\n1. QR-B1 *\n' >game.pgn
    run_split xpgn-fmt --import -q game.pgn
    [ "$status" -eq 1 ]
}

@test "the letters of every language, in SAN and long notation, and read back" {
    all_of_chess
    [ "$(moves --language=de game.pgn)" = '1. e4 Sf6 2. e5 d5 3. exd6 (3. Sf3 {x}) 3... Sc6 4. dxc7 Dd5 5. Sf3 Lg4 6. c8=D+ Txc8 7. Le2 e6 8. O-O Ld6 9. Sc3 Dd4 10. Sb5 Db6 11. Sfd4 Lxh2+ 12. Kh1 Lb8 13. Sxc6 bxc6 14. Lxg4 cxb5 15. f4 Sxg4 16. f5 Sf2+ 17. Txf2 Dxf2 18. fxe6 Dh4+ 19. Kg1 Dh2+ 20. Kf1 Dh1+ 21. Ke2 Dxg2+ * ' ]
    [[ $(moves --language=ru --notation=long game.pgn) = '1. e2-e4 Кg8-f6 2. '*' 6. c7-c8=Ф+ Лa8xc8 7. Сf1-e2 '* ]]
    mapfile -t languages < <(sed -n 's/^\([a-z][a-z]\)\t.*/\1/p' "$ROOT/formats/languages.tsv")
    [ "${#languages[@]}" -ge 23 ]
    for language in "${languages[@]}"; do
        comes_back game.pgn --language="$language"
        [ "$language" = en ] || ! cmp -s written.pgn canonical.pgn
        # what notate.py makes of it by the same table
        [ "$language" = en ] || python3 "$ROOT/tests/oracles/notate.py" "$language" <canonical.pgn | cmp - written.pgn
        for game in "$ROOT/samples/combat-chess-2.xpgn" "$ROOT/samples/assault-and-siege.xpgn"; do
            xpgn-fmt --language="$language" "$game" >written.pgn
            xpgn-fmt --import -q --language="$language" written.pgn | cmp - "$game"
        done
    done
}

@test "the letters written and those read have one option, and what is no XPGN is not checked" {
    printf '[Event "a"]\n\n1. Sf3 d5 2. Sc3 *\n' >game.pgn
    [ "$(moves --import -q --language=de game.pgn)" = '1. Nf3 d5 2. Nc3 * ' ]
    [ "$(xpgn-fmt --import -q game.pgn | moves --language=fr)" = '1. Cf3 d5 2. Cc3 * ' ]
    run_split xpgn-fmt --language=xx game.pgn
    expect 2 '' "xpgn-fmt: --language: 'xx' is not one of en, de, fr, es, it, nl, pl, ru, pt, cs, hu, sv, da, no, fi, ro, et, is, uk, el, he, tr, bg
try 'xpgn-fmt --help'"
    run_split xpgn-fmt --language=auto game.pgn
    [ "$status" -eq 2 ]
    for notation in uci figurine iccf descriptive; do
        run_split xpgn-fmt --language=de --notation=$notation game.pgn
        expect 2 '' "xpgn-fmt: --language requires --notation=san or long, or --import
try 'xpgn-fmt --help'"
    done
    for option in --write --check --diff; do
        run_split xpgn-fmt --language=de $option game.pgn
        [ "$status" -eq 2 ]
        [[ $err = *'--language cannot be combined with --check, --diff or --write, except with --import'* ]]
    done
}

@test "a game of two squares a half-move is in another notation, however short it is" {
    local moves
    for moves in 'g1f3 g8f6 *' 'g1f3 *' '1. g1-f3 g8-f6 *' '1. d2d4 g8f6 *'; do
        printf '[White "a"]\n\n%s\n' "$moves" >short.pgn
        run_split xpgn-validate --format=gcc short.pgn
        [[ $out == *'in short, long or descriptive forms ('*') [M-18]' && $status -eq 1 ]] || { echo "$moves: $out"; return 1; }
    done
    # each program plays it
    printf '1. f2f3 e7e5 2. g2-g4 d8h4 0-1\n\n1. h2h4 g7g5 2. h4g5 g8f6 3. g5f6 h8g8 4. f6e7 a7a6 5. e7d8q *\n' >short.pgn
    [ "$(xpgn-list --no-header --format=tsv --columns=plies,ending short.pgn)" = $'4\tcheckmate\n9\tunfinished' ]
    [ "$(xpgn-grep -c --has=mate short.pgn) $(xpgn-grep -c --has=promotion short.pgn)" = '1 1' ]
    # beside others it is a slip
    printf '[White "a"]\n\n1. e4 e5 2. g1f3 Nc6 3. Bb5 *\n' >slip.pgn
    [[ $(xpgn-validate --format=gcc slip.pgn) == *'[C-1]' ]]
}
