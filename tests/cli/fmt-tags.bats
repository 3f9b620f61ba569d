#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# xpgn-fmt: changes of tags, and the names of openings.

# shellcheck disable=SC2154 # out, err, status, out_file are set by run_split

load helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    cat >game.pgn <<'END'
[Event "Open"] [Site "a"]
[White "Adams"]
[Result "0-1"]
[Site "b"]
[ECO "X"]
[Variation "y"]
[PlyCount "7"]
[Annotator "z"]

1. d4 Nf6 2. c4 e6 1/2-1/2
END
}

# tags ARG...: the tags that xpgn-fmt writes, without the unknown ones
tags() {
    xpgn-fmt "$@" | grep '^\[' | grep -v '"?*\.*?*\.*?*"' | tr '\n' ' '
}

@test "tags are set in place of all of their name" {
    [ "$(tags --fix-result --set-tag=Site=c --set-tag 'Round=4 "x" \ y' game.pgn)" = \
        '[Event "Open"] [Site "c"] [Round "4 \"x\" \\ y"] [White "Adams"] [Result "1/2-1/2"] [Annotator "z"] [ECO "X"] [PlyCount "7"] [Variation "y"] ' ]
    [ "$(tags --fix-result --set-tag=White= --remove-tag=Event --remove-tag ECO --set-tag='PlyCount={plies}' game.pgn)" = \
        '[Site "a"] [Site "b"] [Result "1/2-1/2"] [Annotator "z"] [PlyCount "4"] [Variation "y"] ' ]
    printf '1. e4 *\n' | xpgn-fmt --set-tag=White=A | grep -qx '\[White "A"\]'
}

@test "the value of a tag is text: no brackets, quotes or control characters of it make another tag" {
    [ "$(tags --fix-result --set-tag='Event=b [White c' game.pgn)" = \
        '[Event "b [White c"] [Site "a"] [Site "b"] [White "Adams"] [Result "1/2-1/2"] [Annotator "z"] [ECO "X"] [PlyCount "7"] [Variation "y"] ' ]
    printf '1. e4 *\n' | xpgn-fmt --set-tag=White=$'a\x7fb\nc' | grep -qx '\[White "a b c"\]'
    # the last one counts
    [ "$(tags --fix-result --set-tag=Event=b --set-tag=Event=c game.pgn | tr ']' '\n' | head -1)" = '[Event "c"' ]
}

@test "the roster is the seven, and what the game needs" {
    [ "$(tags --fix-result --roster game.pgn)" = '[Event "Open"] [Site "a"] [Site "b"] [White "Adams"] [Result "1/2-1/2"] ' ]
    xpgn-fmt --roster "$ROOT/samples/club.xpgn" >out.xpgn
    [ "$(grep -c 'Variant "' out.xpgn)" -eq "$(xpgn-fmt "$ROOT/samples/club.xpgn" | grep -c 'Variant "')" ]
    xpgn-list --format=tsv --columns=digest out.xpgn >out
    same_output <(xpgn-list --format=tsv --columns=digest "$ROOT/samples/club.xpgn") out
}

@test "the result is that at the end of the moves" {
    run_split xpgn-fmt game.pgn
    [ "$status" -eq 1 ]
    run_split xpgn-fmt --fix-result game.pgn
    [ "$status" -eq 0 ]
    [[ $out = *'[Result "1/2-1/2"]'*'1/2-1/2' ]]
    # without one the tag stays, and the game is copied with its error
    printf '[Result "1-0"]\n\n1. e4\n' >none.pgn
    run_split xpgn-fmt --fix-result none.pgn
    [ "$status" -eq 1 ]
    [ "$out" = "$(cat none.pgn)" ]
    # a * does not replace a result
    printf '[Result "0-1"]\n\n1. e4 e5 *\n' >open.pgn
    [[ $(xpgn-fmt --fix-result open.pgn 2>err) = *'[Result "0-1"]'* ]]
    printf '[Result "?"]\n\n1. e4 e5 *\n' >open.pgn
    [[ $(xpgn-fmt --fix-result open.pgn) = *'[Result "*"]'* ]]
}

@test "games with errors are copied as they were, and places are right" {
    printf '\n1. e4 Ke7 *\n\n[White "A"]\n[ECO "x"]\n1. e4 Ke7 *\n' >bad.pgn
    run_split xpgn-fmt --eco --set-tag=Event=E --set-tag='PlyCount={plies}' bad.pgn
    [ "$status" -eq 1 ]
    [ "$out" = $'1. e4 Ke7 *\n\n[White "A"]\n[ECO "x"]\n1. e4 Ke7 *' ]
    [ "$(grep -o '^bad.pgn:[0-9:]*' "$err_file" | tr '\n' ' ')" = 'bad.pgn:2:7: bad.pgn:6:7: ' ]
}

# Where commands are stripped, tags are changed in the text before it is read; else as they are written.
@test "tags are the same whether they are changed in the text or as they are written" {
    local options
    cat >odd.pgn <<'PGN'
[Event "two forms"]
[white "A"]
[Result "1-0"]
[PlyCount "7"]

1. e4 e5 2. Nf3 1-0

[Event "none at the end"]
[Result "?"]
[ECO "A00"]

1. e4 c5 2. Nf3 { Sicilian } d6 *

{ no tags } 1. d4 d5 2. c4 1/2-1/2

text without tags
1. d4 Nf6 1/2-1/2

[Event "a result that differs"]
[Result "0-1"]

1. c4 1-0

[Event "impossible values"]
[Date "soon"] [WhiteElo "much"]

1. e4 (1. d4 d5) e5 $1 *

[Event "from a position"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
[Opening "none"]

1. e4 Kd7 *

[Event "words before a tag that may go"]
played at night
[White "A"]

1. e4 *

[Event "no moves"]

0-1 % behind a result
1. d4 *
PGN
    sed '/^.DiceSign/d; /^.DiceOpen/d; /^.DiceLast/d; s,1/2-1/2,*,' "$ROOT/samples/sealed.xpgn" >>odd.pgn
    while IFS= read -r options; do
        # shellcheck disable=SC2086 # several words
        xpgn-fmt $options odd.pgn "$ROOT"/samples/*.xpgn >late 2>late.said || true
        # shellcheck disable=SC2086
        xpgn-fmt $options --strip=nothing odd.pgn "$ROOT"/samples/*.xpgn >text 2>text.said || true
        sed -i '/: no game has the command nothing$/d' text.said
        same_output text late
        same_output text.said late.said
        # shellcheck disable=SC2086
        XPGN_FORCE=walk xpgn-fmt $options odd.pgn "$ROOT"/samples/*.xpgn >late 2>late.said || true
        same_output text late
        same_output text.said late.said
    done <<'OPTIONS'
--eco
--set-tag=PlyCount={plies}
--fix-result --eco
--roster
--roster --eco --set-tag=PlyCount={plies} --minimal
--set-tag=white=B --set-tag=Note=a"b\c
--set-tag=Result=0-1
--remove-tag=Result --remove-tag=Event
--remove-tag=FEN
--remove-tag=White
--remove-tag=White --set-tag=Annotator={White}-{plies}
--set-tag=Variant=chess --no-comments --width=40
--rename-player=A=C --comment-form
OPTIONS
    grep -q '^\[PlyCount "3"\]$' <(xpgn-fmt --set-tag='PlyCount={plies}' odd.pgn 2>/dev/null)
    grep -q '^\[Opening "Sicilian Defense: Modern Variations"\]$' <(xpgn-fmt --eco odd.pgn 2>/dev/null)
}

@test "what is written is canonical, and --write changes the file" {
    xpgn-fmt --fix-result --eco --set-tag='PlyCount={plies}' --roster game.pgn >out.pgn
    canonical out.pgn
    cp game.pgn copy.pgn
    xpgn-fmt --write --fix-result --eco --set-tag='PlyCount={plies}' --roster copy.pgn
    same_output out.pgn copy.pgn
    run_split xpgn-fmt --check --fix-result --eco --set-tag='PlyCount={plies}' --roster copy.pgn
    expect 0 '' ''
    run_split xpgn-fmt --check --remove-tag=ECO copy.pgn
    expect 1 copy.pgn ''
}

@test "openings are found by position" {
    cat >games.pgn <<'END'
1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 *

1. c4 e6 2. Nc3 Bb4 3. d4 {transposed} Nf6 4. h4 h5 *

1. c4 e6 2. Nc3 Bb4 (2... d5) 3. d4 Nf6 (3... d5) *

[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]
1. Kd2 *

[Variant "chess-attack"]
1. e4 *
END
    for force in '' walk; do
        export XPGN_FORCE=$force
        run_split xpgn-list --format=tsv --no-header --columns=ECO,Opening games.pgn
        expect 0 $'E20\tNimzo-Indian Defense\nE20\tNimzo-Indian Defense\nE20\tNimzo-Indian Defense\n\t\n\t' ''
        xpgn-fmt --eco games.pgn >out
        [ "$(grep -c 'ECO "E20"' out)" -eq 3 ]
        [ "$(grep -c 'Opening "Nimzo-Indian Defense"' out)" -eq 3 ]
        [ "$(grep -c 'ECO' out)" -eq 3 ]
    done
}

@test "every line of the table has its name" {
    awk -F'\t' '!/^#/ {
        n = split($3, moves, " ")
        for (i = 1; i <= n; i++)
            line[$2 + i] = moves[i]
        text = ""
        for (i = 1; i <= $2 + n; i++)
            text = text " " line[i]
        print text " *\n"
        print $1 "\t" $4 >"expected"
    }' "$ROOT/formats/openings.tsv" >lines.pgn
    xpgn-list --format=tsv --no-header --columns=ECO,Opening lines.pgn >actual || [ $? -eq 1 ] # two end in mate
    [ "$(wc -l <actual)" -eq 3807 ]
    same_output expected actual
}

@test "a tag that no game has is said, with the one that may be meant" {
    printf '[White "A"]\n[Annotator "B"]\n\n1. e4 *\n' >a.pgn
    cp a.pgn b.pgn
    run_split xpgn-fmt --set-tag='Event={Whit}' --remove-tag=Anotator --remove-tag=White a.pgn
    [ "$status" -eq 0 ]
    [ "$err" = 'xpgn-fmt: no game has the tag Whit; did you mean White?
xpgn-fmt: no game has the tag Anotator; did you mean Annotator?' ]
    run_split xpgn-fmt -w --remove-tag=Anotator a.pgn b.pgn
    [ "$err" = 'xpgn-fmt: no game has the tag Anotator; did you mean Annotator?' ]
}

@test "wrong requests are refused" {
    for option in --set-tag=White '--set-tag=a b=c' '--set-tag==x' '--remove-tag=a=b' --remove-tag=; do
        run_split xpgn-fmt "$option" game.pgn
        [ "$status" -eq 2 ]
        [ -z "$out" ]
        [[ $err = *"${option%%=*}: "*' is not '* ]]
    done
}

# moves ARG...: the movetext that xpgn-fmt writes on one line
moves() {
    xpgn-fmt --width=0 "$@" | grep -v '^\[' | grep . | tr '\n' ' '
}

@test "moves are written in other notations for other programs" {
    cat >games.pgn <<'END'
1. e4 d5 2. exd5 (2. Nf3 {x} dxe4) 2... Nf6 3. Bb5+ c6 4. dxc6 Nbd7 5. cxb7 Qa5 6. bxa8=Q *

[FEN "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq e3 0 1"]
1... dxe3 2. O-O O-O-O *

[Variant "chess960"]
[FEN "1r2k1r1/p5p1/8/8/8/8/P5P1/1R2K1R1 w KQkq - 0 1"]
1. O-O O-O-O *
END
    [ "$(moves --notation=uci games.pgn)" = '1. e2e4 d7d5 2. e4d5 (2. g1f3 {x} 2... d5e4) 2... g8f6 3. f1b5 c7c6 4. d5c6 b8d7 5. c6b7 d8a5 6. b7a8q * 1... d4e3 2. e1g1 e8c8 * 1. e1g1 e8b8 * ' ]
    [ "$(moves --notation=long games.pgn)" = '1. e2-e4 d7-d5 2. e4xd5 (2. Ng1-f3 {x} 2... d5xe4) 2... Ng8-f6 3. Bf1-b5+ c7-c6 4. d5xc6 Nb8-d7 5. c6xb7 Qd8-a5 6. b7xa8=Q * 1... d4xe3 2. O-O O-O-O * 1. O-O O-O-O * ' ]
    [ "$(moves --notation=long --minimal games.pgn)" = "$(moves --notation=long games.pgn | tr -d +)" ]
    # games that do not move as in chess are written as ever
    variant=$ROOT/samples/combat-chess-2.xpgn
    xpgn-fmt --notation=uci "$variant" | cmp - <(xpgn-fmt "$variant")
    # what is read again is the same game
    xpgn-fmt --notation=long "$ROOT/tests/bench/data/plain.pgn" | xpgn-fmt | cmp - <(xpgn-fmt "$ROOT/tests/bench/data/plain.pgn")
    for option in --write --check --diff; do
        run_split xpgn-fmt --notation=uci $option games.pgn
        [ "$status" -eq 2 ]
        [[ $err = *'--notation cannot be combined with --check, --diff or --write'* ]]
    done
}
