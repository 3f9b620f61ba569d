#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# xpgn-replay --claims: repetitions and move counts for an arbiter.

# shellcheck disable=SC2154 # out, err, status are set by run_split

load helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

# plies: what --claims --format=json says, in the form of slow_chess.py
plies() {
    jq -r '[.game, .claim, .count, ([.turns[] | if . == "start" then 0
        else capture("^(?<n>[0-9]+)(?<dots>[.]+)") | (.n | tonumber) * 2 - (if .dots == "." then 1 else 0 end) end]
        | map(tostring) | join(","))] | @tsv' | sort
}

# repeat N TEXT: the text N times
repeat() {
    for ((i = 0; i < $1; i++)); do printf '%s ' "$2"; done
}

# shuffles: games of pieces that go and come back, after moves that make the first time another one
shuffles() {
    for n in 1 2 3 5 20 26 40; do
        for before in '' 'e4 e5' 'e4 a6 e5 d5' 'e4 a6 e5 f5 Nf3 Nc6'; do
            for cycle in 'Nf3 Nf6 Ng1 Ng8' 'Nc3 Nc6 Nb1 Nb8' 'Nf3 Nf6 Rg1 Rg8 Rh1 Rh8 Ng1 Ng8' 'Nh3 Nh6 Nf4 Nf5 Nh3 Nh6 Ng1 Ng8'; do
                echo "$before $(repeat "$n" "$cycle") *"
                echo
            done
        done
    done | { xpgn-validate -q --good=- || true; } # some cycles cannot follow
}

@test "every repetition and move count is found, as a slow program finds them" {
    shuffles >games.pgn
    [ "$(xpgn-grep -c games.pgn)" -eq 84 ]
    /usr/bin/python3 "$ROOT/tests/oracles/slow_chess.py" claims games.pgn | sort >expected
    [ "$(cut -f 2 expected | sort | uniq -c | awk '{ print ($1 > 10) }' | tr -d '\n')" = 11 ]
    xpgn-replay --claims --format=json games.pgn >claims
    plies <claims >actual
    same_output expected actual
    # the same games are those of grep
    xpgn-grep -n --has=repetition games.pgn | sed 's/.*: game \([0-9]*\),.*/\1/' >found
    same_output <(jq 'select(.claim == "repetition") | .game' claims | uniq) found
}

@test "positions are the same as the Laws have it" {
    cp "$BATS_TEST_DIRNAME/data/same.pgn" games.pgn
    run_split xpgn-replay --claims games.pgn
    expect 0 'games.pgn:11: game 3, Pinned - Brandt: repetition, 3 times: 1.d4, 3.Kf1, 5.Kf1' ''
    run_split xpgn-replay --claims --format=csv --tags=White,Round games.pgn
    expect 0 $'game,claim,count,turns,xfen,file,White,Round\r
3,repetition,3,"1.d4, 3.Kf1, 5.Kf1",4k3/8/8/8/3Pp3/8/8/4RK2 b - - 8 5,games.pgn,Pinned,\r' ''
    run_split xpgn-replay --claims --format=json --tags=White games.pgn
    expect 0 '{"game":3,"claim":"repetition","count":3,"turns":["1.d4","3.Kf1","5.Kf1"],"xfen":"4k3/8/8/8/3Pp3/8/8/4RK2 b - - 8 5","file":"games.pgn","tags":{"White":"Pinned"}}' ''
}

@test "50 and 75 moves are reported where they are reached" {
    { printf '[FEN "4k3/8/8/8/8/8/8/4K2R w - - 96 60"]\n\n'
      printf '1. Rh2 Kd8 2. Rh3 Ke8 3. Rh4 Kd8 4. Rh5 *\n'; } >games.pgn
    run_split xpgn-replay --claims --format=tsv --no-header games.pgn
    [ "$out" = $'1\tmoves\t50\t61...Ke8\t\tgames.pgn' ]
}

@test "rules that extend chess keep its claims, and its openings" {
    printf 'ruleset: house\ntitle: House chess\nversion: 1\nextends: chess\npieces: {queen: {points: 10}}\n' >house.yaml
    { printf '[FEN "4k3/8/8/8/8/8/8/4K2R w - - 96 60"]\n\n'
      printf '1. Rh2 Kd8 2. Rh1 Ke8 3. Rh2 Kd8 4. Rh1 Ke8 *\n\n'
      printf '[White "x"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n'; } >games.pgn
    sed 's/^\[/[Variant "house"]\n[/' games.pgn >house.xpgn
    xpgn-replay --claims --format=tsv --no-header games.pgn | sed 's/games.pgn/house.xpgn/' >expected
    [ "$(cut -f 2,3 expected | tr '\t\n' '  ')" = 'repetition 3 moves 50 ' ]
    run_split xpgn-replay --claims --format=tsv --no-header --rules=house.yaml house.xpgn
    same_output expected "$out_file"
    run_split xpgn-list --format=tsv --no-header --columns=ECO,Opening --rules=house.yaml house.xpgn
    [ "$(tail -n 1 "$out_file")" = $'C60\tRuy Lopez' ]
    xpgn-fmt --eco --rules=house.yaml house.xpgn | grep -qx '\[ECO "C60"\]'
    # where there are combats, or where no mate ends the game, there are none
    printf 'ruleset: wild\ntitle: Wild\nversion: 1\nextends: chess\nsafety: {kind: none}\nending: {no-action: draw, lost-with: [king]}\n' >wild.yaml
    sed 's/"house"/"wild"/' house.xpgn >wild.xpgn
    run_split xpgn-replay --claims --format=tsv --no-header --rules=wild.yaml wild.xpgn
    [ "$(cut -f 2,3 "$out_file")" = $'repeated\t3' ]
}

@test "games without claims say repeated, and four seats their turns" {
    printf '[Variant "five-dice"]\n\n%s *\n' "$(repeat 2 'Nf3 Nf6 Ng1 Ng8')" >games.pgn
    run_split xpgn-replay --claims games.pgn
    expect 0 'games.pgn:1: game 1: repeated, 3 times: start, 2...Ng8, 4...Ng8' ''
}

@test "a game is looked at as far as it can be played" {
    printf '%s Ke7 Nf3 *\n' "$(repeat 2 'Nf3 Nf6 Ng1 Ng8')" >games.pgn
    run_split xpgn-replay --claims games.pgn
    [ "$status" -eq 1 ]
    [ "$out" = 'games.pgn:1: game 1: repetition, 3 times: start, 2...Ng8, 4...Ng8' ]
    [[ $err = *'[C-1]'* ]]
}

@test "each claim has the tags of its game" {
    cd "$BATS_TEST_TMPDIR"
    for white in Adams Brandt; do
        printf '[White "%s"]\n[Result "*"]\n\n' "$white"
        printf '1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *\n\n'
    done >two.pgn
    same_output <(xpgn-replay --claims --format=json --tags=White two.pgn | jq -r '[.game, .tags.White] | @tsv') \
        <(printf '%d\t%s\n' 1 Adams 2 Brandt)
}

@test "--claims is refused with what selects positions" {
    for option in --each --actions --start --at=3 --ply=3 --format=ascii; do
        run_split xpgn-replay --claims $option /dev/null
        [ "$status" -eq 2 ]
        [[ $err = *'--claims can only be combined with --format=json, tsv, csv or markdown'* ]]
    done
}
