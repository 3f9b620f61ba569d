#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# xpgn-replay --luck: what dice gave and decisions lost.
# shellcheck disable=SC2154 # run_split sets them

load helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

# One combat of Chess Attack with each of the rolls: games that differ in its outcome.
every_outcome() {
    for a in 1 2 3 4 5 6; do
        for d in 1 2 3 4 5 6; do
            printf '[Variant "chess-attack"]\n\n1. e4 d5 2. exd5 <%s:%s> *\n\n' "$a" "$d"
        done
    done | xpgn-fmt >all.xpgn
}

@test "the luck of a combat is 0 on average over all its rolls, and sums to nothing" {
    every_outcome
    xpgn-replay --luck --equity=careful --rows=actions --format=json all.xpgn >rows
    jq -se 'map(select(.action | tostring | startswith("exd5"))) | length == 36 and
        (map(.luck) | add | fabs) < 1e-4 and (map(.luck) | max) > 0.01 and
        all(.[]; (.expected + .luck - .came | fabs) < 1e-5)' rows
    # an action without dice has no luck
    jq -se 'map(select(.chance == null)) | length == 72 and all(.[]; .luck == 0)' rows
    xpgn-replay --luck --equity=careful --format=json all.xpgn |
        jq -se 'group_by(.game) | length == 36 and all(.[]; (map(.luck) | add | fabs) < 1e-5)'
}

@test "a combat is counted once, whatever follows it" {
    printf '[Variant "chess-attack"]\n\n1. e4 d5 2. exd5 <5:3> Nf6 3. Nc3 *\n' | xpgn-fmt >fast.xpgn
    sed 's/3\. Nc3/3 Ng1-f3/' fast.xpgn >walked.xpgn
    cmp <(xpgn-replay --luck fast.xpgn) <(xpgn-replay --luck walked.xpgn)
    xpgn-replay --luck walked.xpgn | grep -q '^  white: 1 combat, '
}

@test "where dice say who may act and there are no combats, the turn rolls are counted, and their luck is not said to be 0" {
    run_split xpgn-replay --luck --game=1,2 "$ROOT/samples/dice-chess-three.xpgn"
    [ "$(grep -c combat "$out_file")" -eq 0 ]
    [ "$(sed -n 2,3p "$out_file")" = '  white: 4 turn rolls, whose luck is not measured
  black: 4 turn rolls, whose luck is not measured' ]
    [ "$(sed -n '/^all/,$p' "$out_file" | sed -n 2p)" = '  white: 5 turn rolls, whose luck is not measured' ]
    # beside other games combats are told, too
    run_split xpgn-replay --luck "$ROOT/samples/dice-chess-three.xpgn" "$ROOT/samples/chess-attack.xpgn"
    grep -qE '^  white: 9 turn rolls, whose luck is not measured; [1-9][0-9]* combats?, luck .* points$' "$out_file"
    xpgn-replay --luck --equity=careful --game=1 "$ROOT/samples/dice-chess-three.xpgn" >scores
    grep -q '^  white: 4 turn rolls, whose luck is not measured; lost ' scores
    not grep -q adjusted scores
    for how in --equity=careful ''; do
        xpgn-replay --luck $how --game=1 --format=json "$ROOT/samples/dice-chess-three.xpgn" >rows
        [ "$(jq -c '[.luck, .adjusted, .low]' rows | sort -u)" = '[null,null,null]' ]
        xpgn-replay --luck $how --game=1 --format=tsv --no-header "$ROOT/samples/dice-chess-three.xpgn" >rows
        [ "$(cut -f 5,9-11 rows | sort -u)" = $'\t\t\t' ]
    done
    xpgn-replay --luck --equity=careful "$ROOT/samples/reckless-chess.xpgn" >scores
    grep -q 'adjusted for the measured luck' scores
    not grep -q 'adjusted for luck' scores
}

@test "turn rolls, teleports and escapes have luck in scores, which is none in material" {
    xpgn-replay --luck --equity=careful --rows=actions --format=json "$ROOT/samples/combat-chess-2.xpgn" >rows
    [ "$(jq -r 'select(.chance) | .chance' rows | sort -u | xargs)" = 'combat escape teleport turn' ]
    [ "$(jq -r 'select(.luck != 0) | .chance' rows | sort -u | xargs)" = 'combat escape turn' ]
    xpgn-replay --luck --rows=actions --format=json "$ROOT/samples/combat-chess-2.xpgn" >material
    [ "$(jq -r .chance material | sort -u)" = combat ]
    # luck in material is that of xpgn-stats
    xpgn-replay --luck --game=3 "$ROOT/samples/club.xpgn" | grep -q 'white: 11 combats, luck -23.23 points'
    xpgn-stats --luck --game=3 "$ROOT/samples/club.xpgn" | grep -q '^  white  *11 .* -23.23 '
}

@test "a blunder loses, and the best is named" {
    printf '[Event "?"]\n\n1. f3 e5 2. g4 Nc6 *\n\n[Event "?"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n' >fool.pgn
    xpgn-replay --luck --equity=careful --rows=actions --format=json fool.pgn >rows
    jq -se 'map(select(.ply == 4)) | .[0].lost > 0.3 and .[0].best == "Qh4" and
        .[1].lost == 0 and .[1].came == 1 and all(.[]; .lost >= 0)' rows
    xpgn-replay --luck --equity=strong:300 --rows=actions --format=json fool.pgn |
        jq -se 'map(select(.ply == 4))[0].best == "Qh4"'
    run_split xpgn-replay --luck --equity=careful --game=2 fool.pgn
    [ "$status" -eq 0 ]
    [[ $out == *'black: 0 rolls, luck 0.000; lost 0.0'*' in 2 decisions'*'result 1.000, adjusted for luck 1.000'* ]]
    # the interval lies around the adjusted result
    xpgn-replay --luck --equity=careful --format=json --game=3 "$ROOT/samples/club.xpgn" |
        jq -se 'length == 2 and all(.[]; .low < .adjusted and (.low + .high - 2 * .adjusted | fabs) < 1e-5)'
}

@test "what is lost after the dice and by ending a turn is told" {
    xpgn-replay --luck --equity=careful --rows=actions --format=json "$ROOT/samples/combat-chess-2.xpgn" >rows
    [ "$(jq -r .kind rows | sort -u | xargs)" = 'action end roll' ]
    jq -se 'map(select(.kind == "end" and .lost > 0)) | length > 0 and all(.[]; .best != "end")' rows
}

@test "all samples can be judged, the same for every -j; with four seats each has its luck" {
    xpgn-simulate --variant=assault-and-siege --options='players=4 mode=dice' --max-plies=12 >four.xpgn
    files=(four.xpgn "$ROOT"/samples/{assault-and-siege,chess-attack,five-dice}.xpgn)
    xpgn-replay --luck --equity=careful -j1 "${files[@]}" >one
    xpgn-replay --luck --equity=careful -j4 "${files[@]}" | cmp - one
    grep -q '  red: [1-9]' one
    grep -q '^all [0-9]* games:$' one
}

@test "rollouts follow from their seed" {
    printf '%s\n' '[Variant "chess-attack"]' '[SetUp "1"]' '[FEN "4k3/8/8/8/8/8/3PR3/4K3 w - - 0 1"]' \
        '' '1. Kf1 Kf7 *' >end.xpgn
    rolled() { xpgn-replay --luck --equity=careful --rollouts=3 --seed="$1" --rows=actions --format=json end.xpgn; }
    rolled 1 >a
    rolled 1 | cmp - a
    ! rolled 2 | cmp -s - a || return 1
    # White is a rook and a pawn up; Black is told what Black may expect
    jq -se 'length == 2 and .[0].expected > 0.5 and all(.[]; .expected >= 0 and .expected <= 1)' a
}

@test "--fit says how scores agree with results, and what would fit better" {
    xpgn-simulate --variant=five-dice -n 20 --seed=3 >games.xpgn
    run_split xpgn-replay --luck --equity=careful --fit games.xpgn
    [ "$status" -eq 0 ]
    [[ $out == *'five-dice: '*' games with a result, '*' positions'*'fits best'*'are off by 0.'* ]]
    # from too low and too high a logit it comes nearer to the same one
    best() { xpgn-replay --luck --equity=careful --fit --logit="$1" games.xpgn | sed -n 's/.*; \(.*\) fits best/\1/p'; }
    low=$(best 4)
    high=$(best 60)
    jq -ne "$low > 6 and $high < 45"
}

@test "a ruleset of the user's own has a general scale, and is told so" {
    run_split xpgn-replay --luck --equity=careful --rules="$ROOT/samples/rules/club-tiles.yaml" - \
        < <(printf '[Variant "club-tiles"]\n\n1. e4 *\n')
    [ "$status" -eq 0 ]
    [[ $out == *'; club-tiles has not been fitted, so their scale is a general one.' ]]
}

@test "a record that breaks off is judged as far as it can be played" {
    printf '[Variant "chess-attack"]\n\n1. e4 e5 2. Ke4 Nc6 *\n' >bad.xpgn
    run_split xpgn-replay --luck --equity=careful --format=tsv bad.xpgn
    [ "$status" -eq 1 ]
    [ "$(sed -n 2p <<<"$out" | cut -f 6,8,9)" = '1		' ]
}

@test "a castle for a prisoner and a pawn that is not replaced are decisions, too" {
    # Black's knight stands beside a1, and may free there what is held
    castle() { printf '%s\n' '[Variant "combat-chess-2"]' '[SetUp "1"]' \
        '[FEN "r6r/7k/8/3q4/4Q3/8/1n6/R6R w - - 0 20"]' '' "20. Qe4xd5 <4=7:1=4x@$1> *"; }
    lost() { xpgn-replay --luck --equity="$1" --rows=actions --format=json | jq -s '.[0].lost'; }
    near=$(castle a1 | lost strong:100000) far=$(castle h1 | lost strong:100000)
    jq -ne "$near > $far + 0.01 and $far >= 0"
    # CA-13: e8 as a pawn, with a knight and no other to be had
    arrives() { printf '%s\n' '[Variant "chess-attack"]' '[RuleOptions "rescue"]' '[SetUp "1"]' \
        '[XFEN "8/4P1k1/8/8/8/8/8/4K3[N] w - - 0 55"]' '' "55. $1 *"; }
    jq -ne "$(arrives e8 | lost careful) > $(arrives e8=N | lost careful) + 0.01"
}

@test "--svg draws the luck of a game, in points and in scores" {
    xpgn-replay --luck --game=3 --svg=luck.svg "$ROOT/samples/club.xpgn" >text
    xpgn-replay --luck --game=3 "$ROOT/samples/club.xpgn" | cmp - text
    xmllint --noout luck.svg
    # the same steps as the chart of xpgn-odds
    steps() { grep -o 'd="M[^"]*"' "$1"; }
    xpgn-odds --game=3 --svg=odds.svg "$ROOT/samples/club.xpgn" >/dev/null
    cmp <(steps luck.svg) <(steps odds.svg)
    xpgn-replay --luck --equity=careful --game=3 --svg=- --theme=screen "$ROOT/samples/club.xpgn" >score.svg
    grep -q "score above zero: White's luck" score.svg
    # in scores there is a step for each turn roll besides
    [ "$(steps score.svg | grep -o '[LHV ]' | wc -l)" -gt "$(steps luck.svg | grep -o '[LHV ]' | wc -l)" ]
    run_split xpgn-replay --svg=x.svg "$ROOT/samples/club.xpgn"
    [ "$status" -eq 2 ]
}

@test "a line of luck has its value after each roll, and the band that the odds give" {
    xpgn-odds --game=2 --format=json --svg=odds.svg "$ROOT/samples/club.xpgn" >odds.json
    /usr/bin/python3 "$ROOT/tests/cli/chart.py" odds.svg >drawn
    jq -es --argjson drawn "$(cat drawn)" '
        map(.fate as $fate | [(if .turn | endswith("b") then -1 else 1 end) * (.outcomes[] | select(.fate == $fate).outcome_luck),
            ([.outcomes[] | .probability * .outcome_luck * .outcome_luck] | add)])
        | [foreach .[] as [$luck, $variance] ([0, 0]; [.[0] + $luck, .[1] + $variance]; [.[0], 1.96 * (.[1] | sqrt)])] as $known
        | $drawn[0] | .resolution as $off | ($known | length) > 10
        and ([.line, .above, .below] | map(length) | unique == [$known | length])
        and ([$known, .line, .above, .below] | transpose | all(. as [[$luck, $half], $value, $high, $low]
            | [$value[1] - $luck, $high[1] - $half, $low[1] + $half] | all(fabs <= $off)))' odds.json
    # a roll comes amid its turn
    [ "$(jq -r 'if .turn | endswith("w") then 0.25 else 0.75 end + (.turn | gsub("[^0-9]"; "") | tonumber) - 1' odds.json | paste -sd,)" = \
        "$(jq -r '[.[0].line[][0] | tostring] | join(",")' drawn)" ]
    # the sum of the game has the same interval
    xpgn-stats --luck --game=2 --svg=stats.svg "$ROOT/samples/club.xpgn" >text
    /usr/bin/python3 "$ROOT/tests/cli/chart.py" stats.svg >sums
    [ "$(jq -r '.[0].rows[] | "\(.head) \(.label)"' sums)" = $'five-dice white\nfive-dice black\nfive-dice, players Chen, M.\nfive-dice, players Dorn, P.' ]
    jq -e --argjson line "$(cat drawn)" '.[0].resolution as $off | .[0].rows[0] | (.value - $line[0].line[-1][1] | fabs) < 3 * $off and (.high - $line[0].above[-1][1] | fabs) < 3 * $off and .low + .high < $off' sums
    # all games have one axis
    xpgn-odds --svg=odds.svg "$ROOT/samples/club.xpgn" >/dev/null
    [ "$(/usr/bin/python3 "$ROOT/tests/cli/chart.py" odds.svg | jq -c 'map(.numbers) | length, (unique | length)')" = $'3\n1' ]
    xpgn-stats --luck --svg=stats.svg "$ROOT/samples/club.xpgn" >text
    [ "$(/usr/bin/python3 "$ROOT/tests/cli/chart.py" stats.svg | jq '[.[0].rows[].head] | length, (unique | length)')" = $'12\n6' ]
}

@test "--equity is careful or strong:N, and goes with --luck" {
    for bot in greedy random strong strong:0 nobody; do
        run_split xpgn-replay --luck --equity=$bot "$ROOT/samples/club.xpgn"
        [ "$status" -eq 2 ]
        [[ $err == "xpgn-replay: --equity: '$bot' is neither careful nor strong:N"* ]]
    done
    run_split xpgn-replay --equity=careful "$ROOT/samples/club.xpgn"
    [ "$status" -eq 2 ]
    run_split xpgn-replay --luck --rollouts=3 "$ROOT/samples/club.xpgn"
    [ "$status" -eq 2 ]
    run_split xpgn-replay --luck --equity=careful --logit=0 "$ROOT/samples/club.xpgn"
    [ "$status" -eq 2 ]
    run_split xpgn-replay --luck --each "$ROOT/samples/club.xpgn"
    [ "$status" -eq 2 ]
}

@test "where the attacker goes on, each exchange is a roll of its own among the least likely" {
    printf '%s\n' '[Variant "chess-or-die-trying"]' '' '1. Nc3 Na6 2. Nd5 f6 3. Nxc7 <2=2-2:4=4-0 3=3-3x:6=6-0> *' >on.xpgn
    # with 3 points left the knight falls by 45 throws of 240; before the first exchange, with 5, it was 28
    # which both survived with 50: ties, and those by which it lost 1 to 4
    xpgn-stats --luck on.xpgn | sed -n '/^least/,$p' >least
    grep -qE '3\. Nxc7 +attacker removed, defender unharmed +18\.75%$' least
    grep -qE '3\. Nxc7 +attacker unharmed, defender unharmed +20\.83%$' least
}
