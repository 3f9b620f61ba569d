# SPDX-License-Identifier: MIT
# The fast path is taken where it should be, and XPGN_FORCE keeps the library from it and from what
# only some machines have. (make check-modes runs the other tests in these modes.)
# shellcheck disable=SC2154 # run_split sets them

load helper

setup() {
    unset XPGN_FORCE
}

# fast FILE...: "N of M" as the summary has it
fast() {
    xpgn-validate -vv "$@" 2>&1 | sed -n 's/^xpgn-validate: fast path: \(.*\) games$/\1/p'
}

@test "games with nothing to find take the fast path, all of them" {
    for file in tests/bench/data/*.*pgn samples/chess.xpgn samples/chess-attack.xpgn samples/f*.xpgn \
        samples/combat*.xpgn samples/a*.xpgn samples/club.xpgn; do
        games=$(grep -c '^\[Event ' "$file")
        [ "$games" -gt 4 ]
        [ "$(fast "$file")" = "$games of $games" ] || {
            echo "$file: $(fast "$file")"
            return 1
        }
    done
}

@test "so do games with CRLF, which have the same findings at the same places" {
    for file in tests/bench/data/*.*pgn; do
        sed 's/$/\r/' "$file" >"$BATS_TEST_TMPDIR/crlf"
        [ "$(fast "$BATS_TEST_TMPDIR/crlf")" = "$(fast "$file")" ]
    done
    findings() { xpgn-validate --format=json - | jq -r '[.code, .line, .column, .message] | @tsv'; }
    broken=$(cat tests/bench/data/*.*pgn samples/broken/[A-FMR]*.xpgn)
    lf=$(findings <<<"$broken")
    [ "$(wc -l <<<"$lf")" -gt 60 ]
    diff <(echo "$lf") <(sed 's/$/\r/' <<<"$broken" | findings)
}

@test "so do games with variations, with castling and combats in them" {
    cd "$BATS_TEST_TMPDIR"
    printf '%s\n' '[Result "*"]' '' '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 (3... Nf6 4. O-O (4. d3 d6) 4... Nxe4) 4. Ba4 *' >a.pgn
    [ "$(fast a.pgn)" = '1 of 1' ]
    printf '%s\n' '[Result "*"]' '[Variant "chess-attack"]' '' \
        '1. e4 d5 2. exd5 <5+0=7w:1+1=5x> (2. Nc3 dxe4 <6+0=8:1+1=3x>) 2... Nf6 *' >a.xpgn
    [ "$(fast a.xpgn)" = '1 of 1' ]
}

@test "so does a game with turns of five digits" {
    {
        printf '[%s]\n' 'FEN "3p3k/4ppb1/5p1n/6pp/PP6/N1P5/1BPP4/K3P3 w - - 0 1"' 'Result "*"' \
            'RuleOptions "mode=fast"' 'SetUp "1"' 'Variant "assault-and-siege"'
        awk 'BEGIN {
            print ""
            for (n = 1; n < 10010; n += 2) {
                print n ". Na3-b3 " n "... Nh6-h7"
                print n + 1 ". Nb3-a3 " n + 1 "... Nh7-h6"
            }
            print "*"
        }'
    } >"$BATS_TEST_TMPDIR/long.xpgn"
    [ "$(fast "$BATS_TEST_TMPDIR/long.xpgn")" = '1 of 1' ]
    sed 's/10008\.\.\./10007.../' "$BATS_TEST_TMPDIR/long.xpgn" >"$BATS_TEST_TMPDIR/wrong.xpgn"
    [ "$(fast "$BATS_TEST_TMPDIR/wrong.xpgn")" = '0 of 1' ]
}

@test "of games with everything that the rules have nearly all take it" {
    read -r count _ games <<<"$(fast tests/vectors/tamper.xpgn)"
    [ "$games" -eq 140 ]
    [ "$count" -ge 133 ]
}

@test "a game with a finding, or with one to look for, does not" {
    [ "$(fast samples/broken/CA-3.xpgn)" = '1 of 2' ]
    [ "$(fast --lint samples/chess-attack.xpgn)" = "0 of $(grep -c '^\[Event ' samples/chess-attack.xpgn)" ]
    [ "$(fast --explain samples/club.xpgn)" = '0 of 5' ]
}

@test "--lint takes it in chess" {
    games=$(grep -c '^\[Event ' samples/chess.xpgn)
    [ "$(fast --lint samples/chess.xpgn)" = "$games of $games" ]
}

@test "XPGN_FORCE=walk forces the walk" {
    export XPGN_FORCE=walk
    [ "$(fast tests/bench/data/plain.pgn tests/bench/data/chess-attack.xpgn)" = '0 of 251' ]
    XPGN_FORCE=plain,narrow
    [ "$(fast tests/bench/data/plain.pgn tests/bench/data/chess-attack.xpgn)" = '251 of 251' ]
}

# forced: what --version says of it
forced() {
    xpgn-validate --version | sed -n 's/^forced *//p'
}

@test "--version says what is forced, and what is used then" {
    [ "$(forced)" = '' ]
    options=$(xpgn-validate --version | grep '^options')
    export XPGN_FORCE=walk
    [ "$(forced)" = walk ]
    XPGN_FORCE=plain,narrow
    [ "$(forced)" = 'plain narrow' ]
    [ "$(xpgn-validate --version | grep '^options')" = "$(sed 's/, AVX2//; s/, PEXT//' <<<"$options")" ]
    XPGN_FORCE=plain
    [ "$(xpgn-validate --version | grep '^options')" = "${options/, PEXT/}" ]
    XPGN_FORCE=narrow,walks,
    [ "$(forced)" = narrow ]
    [ "$(xpgn-validate --version | grep '^options')" = "${options/, AVX2/}" ]
}
