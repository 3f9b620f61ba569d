#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# xpgn-grep: duplicates, lines, material, repetitions, folders.

# shellcheck disable=SC2154 # out, err, status, out_file are set by run_split

load helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

# numbers ARG...: White's names in the games that xpgn-grep selects
numbers() {
    xpgn-grep "$@" | sed -n 's/\[White "\(.*\)"\]/\1/p' | tr '\n' ' '
}

some_games() {
    cat >games.pgn <<'END'
[White "1"]
1. e4 c5 2. Nf3 Nc6 *

[White "2"]
1. e4 {again} c5 (1... e5) 2. Ng1f3 Nc6!? 1-0

[White "3"]
1. e4 c5 2. Nf3 Nc6 3. d4 *

[White "4"]
*

[White "5"]
*

[White "6"]
1. e4 Ke7 *

[White "7"]
1. e4 Ke7 *

[White "8"]
[Variant "chess-attack"]
1. e4 d5 2. exd5 <5:1> *

[White "9"]
[Variant "Chess Attack"]
1. e4 d5 2. exd5 {[%roll 5+0=7w:1+1=5x]} 0-1

[White "10"]
[Variant "chess-attack"]
1. e4 d5 2. exd5 <5:2> *

[White "11"]
[FEN "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"]
1. O-O Kd7 2. Rf7+ *
END
}

@test "duplicates are the second and later copies of what was played" {
    some_games
    [ "$(numbers --duplicates games.pgn)" = '2 9 ' ]
    [ "$(numbers --unique games.pgn)" = '1 3 4 5 6 7 8 10 11 ' ]
    [ "$(numbers --duplicates games.pgn games.pgn)" = '2 9 1 2 3 8 9 10 11 ' ]
    # conditions come first
    [ "$(numbers --duplicates --result '1-0' games.pgn)" = '' ]
    [ "$(numbers --unique -v --tag White=1 games.pgn)" = '2 3 4 5 6 7 8 10 11 ' ]
    [ "$(xpgn-grep -c --duplicates games.pgn)" = 2 ]
    run_split xpgn-grep --duplicates --unique games.pgn
    [ "$status" -eq 2 ]
    [[ $err = *'--duplicates and --unique cannot be combined'* ]]
}

@test "duplicates do not depend on threads, and all games are kept or told apart" {
    for n in 1 2 3; do
        awk -v n=$n 'BEGIN { for (i = 0; i < 3000; i++)
            printf "[White \"%d\"]\n\n1. %s %s 2. %s %s *\n\n", i, substr("a3b3c3d3e3f3g3h3", i % 8 * 2 + 1, 2),
                substr("a6b6c6d6e6f6g6h6", int(i / 8) % 8 * 2 + 1, 2), substr("a4b4c4d4e4f4g4h4", int(i / 64) % 8 * 2 + 1, 2),
                substr("a5b5c5d5e5f5g5h5", int(i / 512) % 8 * 2 + 1, 2) }'
    done >many.pgn
    [ "$(xpgn-grep -j4 -c --unique many.pgn)" = 3000 ]
    [ "$(xpgn-grep -j4 -c --duplicates many.pgn)" = 6000 ]
    { xpgn-grep -j4 --unique many.pgn; xpgn-grep -j1 --duplicates many.pgn; } | cmp - many.pgn
}

@test "the duplicates are those that a slow program finds" {
    xpgn-grep --variant=chess "$ROOT"/tests/bench/data/plain.pgn | xpgn-validate -q --good=- >a.pgn
    { cat a.pgn; xpgn-grep --where='plies<=70' a.pgn | xpgn-fmt --no-comments; } >b.pgn
    /usr/bin/python3 "$ROOT/tests/oracles/slow_chess.py" duplicates b.pgn >expected
    xpgn-grep --duplicates -n b.pgn | sed 's/.*: game \([0-9]*\),.*/\1/' >actual
    [ "$(wc -l <actual)" -gt 20 ]
    same_output expected actual
}

@test "a line is the first actions, with * for one and ... for any number" {
    some_games
    for force in '' walk; do
        export XPGN_FORCE=$force
        [ "$(numbers --line 'e4 c5' games.pgn)" = '1 2 3 ' ]
        [ "$(numbers --line '1. e4 c5 2. Nf3!' games.pgn)" = '1 2 3 ' ]
        [ "$(numbers --line '* * Nf3 * d4' games.pgn)" = '3 ' ]
        [ "$(numbers --line '... d4' games.pgn)" = '3 ' ]
        [ "$(numbers --line 'e4 ... Nc6' games.pgn)" = '1 2 3 ' ]
        [ "$(numbers --line 'e4 d5 exd5' games.pgn)" = '8 9 10 ' ]
        [ "$(numbers --line '0-0 ... Rf7' games.pgn)" = '11 ' ]
        [ "$(numbers --line '...' games.pgn | wc -w)" -eq 11 ]
        [ "$(numbers --line 'Nf3' games.pgn)" = '' ]
        [ "$(numbers --any --line 'Nf3' --line 'e4 c5 * * d4' games.pgn)" = '3 ' ]
        [ "$(numbers --line 'e4 ... Nc6' --xfen d4=P games.pgn)" = '3 ' ]
        [ "$(numbers --line 'e4 c5' --where='plies>=5' games.pgn)" = '3 ' ]
    done
    run_split xpgn-grep --line '' games.pgn
    [ "$status" -eq 2 ]
    [[ $err = *'--line: expected an action, * or ...'* ]]
}

@test "material is counted in the positions of the main line" {
    cat >games.pgn <<'END'
[White "1"]
1. e4 d5 2. exd5 Qxd5 3. Nc3 Qxd2+ 4. Qxd2 *

[White "2"]
1. e4 d5 (1... e5) 2. exd5 *

[White "3"]
[Variant "assault-and-siege"]
[RuleOptions "players=4"]
*
END
    for force in '' walk; do
        export XPGN_FORCE=$force
        [ "$(numbers --material 'Q=1 q=0' games.pgn)" = '1 ' ]
        [ "$(numbers --material 'P=6 p=7' games.pgn)" = '1 ' ]
        [ "$(numbers --material 'p=7' games.pgn)" = '1 2 ' ]
        [ "$(numbers --material 'P=8 p=7' --final games.pgn)" = '2 ' ]
        [ "$(numbers --material 'P<7' games.pgn)" = '1 ' ]
        [ "$(numbers --material 'R+r>=2,Q+q!=2' games.pgn)" = '1 ' ]
        [ "$(numbers --material 'R+r+Q+q<=4' games.pgn)" = '' ]
    done
    board=$(grep -l players=4 "$ROOT"/samples/*.xpgn | head -n 1)
    [ "$(xpgn-grep -c --material 'wK=1 rK=1 bK=1 gK=1' "$board")" -ge 1 ]
    [ "$(xpgn-grep -c --material 'wK=2' "$board")" -eq 0 ]
    for wrong in 'X=1' 'Q' 'Q=' 'Q=1q' 'Q=x' '' '+Q=1' 'Q=12345'; do
        run_split xpgn-grep --material "$wrong" games.pgn
        [ "$status" -eq 2 ]
        [[ $err = *'--material: '* ]]
    done
}

@test "a repetition is the third time that a position occurs, as the Laws have it" {
    local twice='1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1'
    { printf '[White "1"]\n%s Ng8 *\n\n[White "2"]\n%s *\n\n' "$twice" "$twice"
      cat "$BATS_TEST_DIRNAME/data/same.pgn"
      printf '\n[White "6"]\n[Variant "five-dice"]\n%s Ng8 *\n' "$twice"; } >games.pgn
    # two rooks that come back together after 56 turns, and the king and a knight of one side on each
    # other's squares
    for turns in 111 112; do
        awk -v turns="$turns" 'BEGIN {
            printf "\n[White \"%d turns\"]\n[SetUp \"1\"]\n[FEN \"r7/8/7k/8/8/7K/8/R7 w - - 0 1\"]\n\n", turns
            for (i = 1; i <= turns; i++)
                printf "%d. R%s1 R%s8\n", i, substr("abcdefg", i % 7 + 1, 1), substr("abcdefgh", i % 8 + 1, 1)
            print "*" }' >>games.pgn
    done
    printf '\n[White "three squares"]\n[SetUp "1"]\n[FEN "7k/8/8/8/8/8/8/K7 w - - 0 1"]\n
1. Kb1 Kg8 2. Ka2 Kg7 3. Ka1 Kh8 4. Kb1 Kg8 5. Ka2 Kg7 6. Ka1 Kh8 *\n' >>games.pgn
    printf '\n[White "other pieces"]\n[SetUp "1"]\n[FEN "7k/8/8/8/8/8/8/KN6 w - - 0 1"]\n
1. Nc3 Kg8 2. Kb1 Kh8 3. Ne4 Kg8 4. Nc5 Kh8 5. Nb3 Kg8 6. Na1 Kh8 7. Nb3 Kg8 8. Na1 Kh8 *\n' >>games.pgn
    for force in '' walk; do
        XPGN_FORCE=$force numbers --has repetition games.pgn >found
        [ "$(cat found)" = '1 Pinned 6 112 turns three squares ' ]
    done
}

@test "-r reads the games in folders, in byte order of their paths" {
    mkdir -p top/B top/a/.hidden other
    for f in top/B/1.pgn top/a/2.xpgn top/z.PGN top/notes.txt top/a/.hidden/3.pgn other/4.pgn; do
        printf '[White "%s"]\n\n1. e4 *\n' "$f" >"$f"
    done
    printf '[White "gz"]\n\n1. e4 *\n' | gzip >top/a.pgn.gz
    ln -s ../other top/link
    ln -s ../../other/4.pgn top/B/link.pgn
    [ "$(numbers -r top)" = 'top/B/1.pgn gz top/a/.hidden/3.pgn top/a/2.xpgn ' ]
    [ "$(numbers -r other top/notes.txt top/B)" = 'other/4.pgn top/notes.txt top/B/1.pgn ' ]
    (cd other && [ "$(xpgn-grep -rc)" = '1' ])
    run_split xpgn-grep -rl --tag White=gz top
    expect 0 'top/a.pgn.gz' ''
    mkdir empty
    run_split xpgn-grep -r empty
    expect 2 '' 'xpgn-grep: empty: contains no .pgn or .xpgn files'
    chmod 000 empty
    ((UID == 0)) || { run_split xpgn-list -r --columns=game empty other; expect 2 $'game\n   1' 'xpgn-list: empty: Permission denied'; }
    chmod 755 empty
    mkdir -p deep/{1/2/3/4/5/6/7/8/9/10,other}
    run_split bash -c 'ulimit -n 12; exec xpgn-list -r -j1 --columns=game other deep'
    [ "$status" -eq 2 ]
    [[ $err == 'xpgn-list: deep/1/'*': Too many open files' ]]
    run_split xpgn-grep -rc other none
    expect 2 $'other/4.pgn:1\nnone:0' 'xpgn-grep: none: No such file or directory'
}

@test "-n prints a line for each game" {
    printf '[White "Adams, \\"R.\\""]\n[Black "Brandt"]\n\n1. e4 *\n\n1. d4 *\n' >a.pgn
    run_split xpgn-grep -n a.pgn
    expect 0 'a.pgn:1: game 1, Adams, "R." - Brandt
a.pgn:6: game 2, ? - ?' ''
    run_split xpgn-grep -n --head=1 --line d4 - <a.pgn
    expect 0 '-:6: game 2, ? - ?' ''
}

@test "a sample has as many games as asked for, in order, the same for any number of threads" {
    cd "$BATS_TEST_TMPDIR"
    for i in {1..2000}; do
        printf '[Event "%d"]\n[White "A"]\n{%0400d}\n\n1. e4 e5 *\n\n' "$i" "$i"
    done >games.pgn
    xpgn-grep -j1 --sample=100 games.pgn >one
    [ "$(grep -c Event one)" -eq 100 ]
    sed -n 's/^\[Event "\(.*\)"\]/\1/p' one >numbers
    sort -nuc numbers
    for threads in 2 7; do
        xpgn-grep "-j$threads" --sample=100 --seed=1 - <games.pgn >more
        same_output one more
    done
    # the games are those of the archive, and only those that match
    xpgn-grep --games-from=numbers games.pgn >picked
    same_output picked one
    xpgn-grep --sample=100 --tag='Event<=150' games.pgn | grep -c Event | grep -qx 100
    xpgn-grep --sample=100 --tag='Event<=15' games.pgn | grep -c Event | grep -qx 15
    [ "$(xpgn-grep -n --sample=3 games.pgn | wc -l)" -eq 3 ]
    # another seed draws others; over many, each game as often: 200 samples of a tenth of 20 games
    xpgn-grep --sample=100 --seed=2 games.pgn >two
    not cmp -s one two
    for seed in {1..200}; do
        xpgn-grep -n --sample=2 "--seed=$seed" --game=1-20 games.pgn
    done | sort | uniq -c >times
    [ "$(wc -l <times)" -eq 20 ]
    awk '$1 < 7 || $1 > 36 { exit 1 }' times
}

@test "a sample is of games that are printed" {
    for option in --count --quiet --head=3 --files-with-matches --files-without-match; do
        run_split xpgn-grep --sample=3 "$option" samples/club.xpgn
        expect 2 '' "xpgn-grep: --sample cannot be combined with --count, --files-with-matches, --files-without-match, --head or --quiet
try 'xpgn-grep --help'"
    done
}

@test "material of one side is compared with that of the other" {
    cd "$BATS_TEST_TMPDIR"
    printf '[Event "%s"]\n\n%s *\n\n' level '1. e4 e5' pawn '1. e4 d5 2. exd5' \
        back '1. e4 d5 2. exd5 Qxd5' knight '1. Nf3 e5 2. Nxe5 d6 3. Nxf7 Kxf7' >games.pgn
    # events TERMS: of the games in whose last position they hold
    events() {
        xpgn-grep --final --material="$1" games.pgn | sed -n 's/^.Event "\(.*\)".$/\1/p' | paste -sd ' '
    }
    [ "$(events 'P>p')" = 'pawn knight' ]
    [ "$(events 'P=p')" = 'level back' ]
    [ "$(events 'p!=P')" = 'pawn knight' ]
    [ "$(events 'P>=p+1')" = 'pawn knight' ]
    [ "$(events 'P=p+2')" = knight ]
    [ "$(events 'P=2+p')" = knight ]
    [ "$(events 'B+N<b+n P>p')" = knight ]
    [ "$(events 'Q=q B=2')" = 'level pawn back knight' ]
    for wrong in 'P>' 'P>p+' 'P>1+2' 'P>x' 'P>p-1'; do
        run_split xpgn-grep --material="$wrong" games.pgn
        [ "$status" -eq 2 ]
        [[ $err == *'expected a number or a piece'* ]]
    done
}
