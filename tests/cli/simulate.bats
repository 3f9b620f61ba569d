# SPDX-License-Identifier: MIT
# xpgn-simulate: games that validate, that follow from the seed, and the report about them.

load helper
load examples

# every_ruleset: "ID OPTIONS" of each ruleset with each of its options, alone and together
every_ruleset() {
    printf '%s\n' 'chess' 'chess960' 'chess-without-check' 'chess-attack' 'chess-attack rescue' 'chess-attack king-safety' \
        'chess-attack remote-royals' 'chess-attack rescue king-safety remote-royals' \
        'dice-chess' 'dice-chess-pair' 'dice-chess-three' 'dice-chess-three strict-castling' \
        'five-dice' 'five-dice shooting' 'five-dice support' 'five-dice suicide-run' \
        'five-dice shooting support suicide-run' 'single-combat-chess' 'single-combat-chess die=6' \
        'single-combat-chess die=10' 'polyhedral-chess-war' 'reckless-chess' 'hit-points-chess' \
        'chess-to-the-death' 'chess-or-die-trying' 'combat-chess-2' 'combat-chess-2 exact-teleport' \
        'assault-and-siege' 'assault-and-siege mode=default' 'assault-and-siege mode=fast' 'assault-and-siege mode=blitzkrieg' \
        'assault-and-siege mode=dice' 'assault-and-siege players=4' \
        'assault-and-siege players=4 mode=dice'
}

# games_of COUNT "ID OPTIONS" BOTS: their records
games_of() {
    local id=${2%% *} options=${2#* }
    [ "$options" != "$2" ] || options=
    xpgn-simulate -n "$1" --variant="$id" --options="$options" --bots="$3" --seed=7
}

# check_games COUNT: the file "games" has COUNT games, without a finding, in export form
check_games() {
    [ "$(grep -c '^\[Event ' "$BATS_TEST_TMPDIR/games")" -eq "$1" ]
    clean --lint "$BATS_TEST_TMPDIR/games"
    clean "$BATS_TEST_TMPDIR/games"
    XPGN_FORCE=walk clean "$BATS_TEST_TMPDIR/games"
    canonical "$BATS_TEST_TMPDIR/games"
}

@test "simulated games of every ruleset and option validate without a finding" {
    count=10
    if [ -n "${XPGN_LONG:-}" ]; then
        count=5000
    fi
    every_ruleset >"$BATS_TEST_TMPDIR/rulesets"
    while read -r ruleset; do
        for bots in random greedy,random; do
            games_of "$count" "$ruleset" $bots
        done >>"$BATS_TEST_TMPDIR/games"
        if [ -n "${XPGN_LONG:-}" ]; then
            check_games 10000
            rm "$BATS_TEST_TMPDIR/games"
        fi
    done <"$BATS_TEST_TMPDIR/rulesets"
    [ -n "${XPGN_LONG:-}" ] || check_games $((20 * $(wc -l <"$BATS_TEST_TMPDIR/rulesets")))
}

@test "the options tested are all there are" {
    for id in chess chess960 chess-without-check chess-attack dice-chess dice-chess-pair dice-chess-three five-dice single-combat-chess polyhedral-chess-war reckless-chess hit-points-chess chess-to-the-death chess-or-die-trying combat-chess-2 assault-and-siege; do
        awk -v id=$id '/^options:/ {on = 1; next} /^[^ #]/ {on = 0} on && /^  [^ ]/ {
            sub(/:.*/, ""); print id, $1 }' "formats/$id.yaml"
    done >"$BATS_TEST_TMPDIR/options"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/options")" -ge 12 ]
    while read -r id option; do
        every_ruleset | grep -q "^$id.* $option\( \|\$\)" || {
            echo "$id: $option is not tested"
            return 1
        }
    done <"$BATS_TEST_TMPDIR/options"
}

@test "games of house rules validate too" {
    [ -n "${XPGN_LONG:-}" ] && count=100 || count=27
    for die in 2 10 12; do
        printf 'ruleset: die-%s\ntitle: A die of %s\nversion: 1\nextends: combat-chess-2\ndie: %s\n' \
            $die $die $die >"$BATS_TEST_TMPDIR/die-$die.yaml"
    done
    for rules in samples/rules/*.yaml "$BATS_TEST_TMPDIR"/die-*.yaml; do
        for bots in random greedy; do
            xpgn-simulate --rules="$rules" -n "$count" --bots=$bots >"$BATS_TEST_TMPDIR/games"
            clean --rules="$rules" --lint "$BATS_TEST_TMPDIR/games"
            XPGN_FORCE=walk clean --rules="$rules" "$BATS_TEST_TMPDIR/games"
        done
    done
}

@test "--sealed: a game is cut off at a combat that sixteen exchanges have not decided, and is right so far" {
    cd "$BATS_TEST_TMPDIR"
    sed "s/^ruleset:.*/ruleset: coin/; s/^title.*/title: Coins/; s/die: 6/die: 2/; s/bonus: [0-9]*/bonus: 0/
        s#position:.*#position: \"krrrrrrr/rrrrrrrr/rrrrrrrr/rrrrrrrr/RRRRRRRR/RRRRRRRR/RRRRRRRR/RRRRRRRK w - - 0 1\"#; s/, castling: standard//" \
        "$ROOT/samples/rules/chess-duel.yaml" >coin.yaml
    xpgn-simulate --sealed --rules=coin.yaml -n 4 --bots=random --seed=54 >games
    [[ $(tail -n 2 games) == *'13. Rba5 *' ]]
    clean --strict --rules=coin.yaml games
    xpgn-dice --rules=coin.yaml check games >checked
    [ "$(grep -c 'match the links$' checked)" -eq 4 ]
}

@test "--sealed: the dice of every ruleset are sealed, the games signed, and check finds them right" {
    cd "$BATS_TEST_TMPDIR"
    [ -n "${XPGN_LONG:-}" ] && count=100 || count=2
    for die in 2 20; do
        printf 'ruleset: die-%s\ntitle: A die of %s\nversion: 1\nextends: combat-chess-2\ndie: %s\n' $die $die $die >die-$die.yaml
        mine+=(--rules=die-$die.yaml)
        xpgn-simulate --sealed --rules=die-$die.yaml -n $count --bots=random >>games
    done
    while read -r ruleset; do
        options=${ruleset#* }
        [ "$options" != "$ruleset" ] || options=
        xpgn-simulate --sealed -n $count --variant="${ruleset%% *}" --options="$options" --bots=greedy,random --seed=7
    done < <(every_ruleset) >>games
    games=$((count * (2 + $(every_ruleset | wc -l))))
    clean --strict "${mine[@]}" games
    run_split xpgn-dice "${mine[@]}" check games
    [ "$status" -eq 0 ]
    [ "$(grep -c 'match the links$' "$out_file")" -eq $games ]
    [ "$(grep -c 'ratified by the end, signed by white, \(red, \)\?black' "$out_file")" -eq $games ]
    [ "$(grep -o 'dice of [0-9]*' "$out_file" | awk '{n += $3} END {print n}')" -gt 40 ]
    # the same for every number of threads; whatever is changed is found
    xpgn-simulate --sealed -n 40 --variant=combat-chess-2 -j1 >one
    xpgn-simulate --sealed -n 40 --variant=combat-chess-2 -j8 | cmp - one
    sed 's/^\[White "greedy"/[White "Greedy"/' one >other
    [ "$(xpgn-validate --format=gcc other | grep -c 'T-28\|R-11')" -eq 40 ]
    run_split xpgn-simulate --sealed --report --variant=five-dice
    [[ $status$err == 2*'--report and --sealed cannot be combined'* ]]
}

@test "the same seed gives the same bytes for every -j" {
    for ruleset in chess-attack combat-chess-2; do
        for jobs in 1 2 8; do
            xpgn-simulate -n 100 --variant=$ruleset -j $jobs >"$BATS_TEST_TMPDIR/games$jobs"
            xpgn-simulate -n 100 --variant=$ruleset --report --against=five-dice -j $jobs \
                >"$BATS_TEST_TMPDIR/report$jobs"
        done
        [ "$(grep -c '^\[Variant ' "$BATS_TEST_TMPDIR/games1")" -eq 100 ]
        [ -s "$BATS_TEST_TMPDIR/report1" ]
        for jobs in 2 8; do
            cmp "$BATS_TEST_TMPDIR/games1" "$BATS_TEST_TMPDIR/games$jobs"
            same_output "$BATS_TEST_TMPDIR/report1" "$BATS_TEST_TMPDIR/report$jobs"
        done
    done
}

@test "a game does not depend on how many are played, other seeds are other games" {
    cd "$BATS_TEST_TMPDIR"
    xpgn-simulate -n 60 --variant=five-dice >all
    xpgn-simulate -n 60 --variant=five-dice --game=37 >one
    xpgn-grep --tag 'Round=37' all >expected
    same_output expected one
    xpgn-simulate -n 60 --variant=five-dice --seed=2 >other
    [ "$(xpgn-replay all other | sort -u | wc -l)" -eq 120 ]
}

@test "the dice are those of the generator in the manual" {
    xpgn-simulate -n 200 --variant=combat-chess-2 --max-plies=1 --seed=18446744073709551615 |
        sed -n 's/^\[FirstRoll "\(.*\)"\]$/\1/p' >"$BATS_TEST_TMPDIR/dice"
    /usr/bin/python3 - >"$BATS_TEST_TMPDIR/expected" <<'EOF'
M = 2**64 - 1

def split_mix(x):
    while True:
        x = x + 0x9E3779B97F4A7C15 & M
        z = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & M
        z = (z ^ z >> 27) * 0x94D049BB133111EB & M
        yield z ^ z >> 31

def rotate(x, n):
    return (x << n | x >> 64 - n) & M

def dice(seed, game):
    words = split_mix(next(split_mix(seed)) ^ (3 * game + 1))
    s = [next(words) for _ in range(4)]
    while True:
        out, t = rotate(s[1] * 5 & M, 7) * 9 & M, s[1] << 17 & M
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotate(s[3], 45)
        if out >> 32 >= 2**32 % 6:
            yield 1 + (out >> 32) % 6

for game in range(1, 201):
    d, text, same = dice(2**64 - 1, game), [], True
    while same:
        a, b = next(d), next(d)
        text.append("%d:%d" % (a, b))
        same = a == b
    print(" ".join(text))
EOF
    same_output "$BATS_TEST_TMPDIR/expected" "$BATS_TEST_TMPDIR/dice"
}

@test "a game ends by the rules or after --max-plies" {
    xpgn-simulate -n 50 --variant=chess-attack --max-plies=20 >"$BATS_TEST_TMPDIR/games"
    xpgn-replay --actions --format=json "$BATS_TEST_TMPDIR/games" |
        jq -s -e 'map(.ply) | max == 20' >/dev/null
    xpgn-simulate -n 50 --variant=chess --bots=random >"$BATS_TEST_TMPDIR/games"
    grep -q '^\[Result "1/2-1/2"\]' "$BATS_TEST_TMPDIR/games"
}

@test "each seat has its bot" {
    run_split xpgn-simulate --variant=chess --bots=random,greedy --max-plies=1
    [[ $out == *'[White "random"]'*'[Black "greedy"]'* ]]
    run_split xpgn-simulate --variant=assault-and-siege --options=players=4 --bots=greedy,random \
        --max-plies=1
    for tag in 'White "greedy"' 'Red "random"' 'Black "greedy"' 'Green "random"'; do
        grep -qxF "[$tag]" "$out_file"
    done
}

@test "greedy beats random" {
    for ruleset in chess-attack five-dice combat-chess-2 assault-and-siege; do
        xpgn-simulate -n 100 --variant=$ruleset --bots=greedy,random |
            xpgn-stats --format=json | jq -es --arg id $ruleset \
            '.[0].rulesets[$id].results | .["1-0"] > .["0-1"] + 2' >/dev/null || {
            echo "$ruleset: it does not"
            return 1
        }
    done
}

@test "in pairs two bots exchange seats and the dice are the same" {
    cd "$BATS_TEST_TMPDIR"
    [ "$(xpgn-simulate --variant=chess --seed=5 --bots=random,greedy --pairs --max-plies=2 | grep -c '^\[Event ')" -eq 2 ]
    xpgn-simulate -n 6 --variant=combat-chess-2 --seed=5 --bots=random,greedy --pairs >pairs
    [ "$(xpgn-list --columns=White,Black --format=csv --no-header pairs | tr -d '\r')" = \
        "$(printf 'random,greedy\ngreedy,random\n%.0s' 1 2 3)" ]
    sed -n 's/^\[FirstRoll/&/p' pairs | uniq -c | awk '$1 != 2' >alone
    [ ! -s alone ]
    [ "$(grep -c '^\[FirstRoll' pairs)" -eq 6 ]
    xpgn-simulate -n 3 --variant=combat-chess-2 --seed=5 --bots=random,greedy >single
    xpgn-grep --tag 'White=random' pairs | sed '/^\[Round/d' >first
    sed '/^\[Round/d' single | same_output first /dev/stdin
    xpgn-simulate -n 2 --variant=assault-and-siege --options=players=4 --bots=greedy,random --pairs --max-plies=1 >four
    [ "$(xpgn-list --columns=White,Red,Black,Green --format=csv --no-header four | tr -d '\r')" = \
        "$(printf '%s\n' greedy,random,greedy,random random,greedy,random,greedy)" ]
}

@test "a report of pairs has the score of the first bot that its records have" {
    cd "$BATS_TEST_TMPDIR"
    for variant in five-dice chess combat-chess-2; do
        pairs=(--pairs -n 60 --variant=$variant --bots=greedy,random --max-plies=60)
        xpgn-simulate "${pairs[@]}" >games
        xpgn-list --columns=White,Result --format=csv --no-header games | tr -d '\r"' |
            awk -F, '{ white = $2 == "1-0" ? 1 : $2 == "0-1" ? 0 : .5
                sum += $1 == "greedy" ? white : 1 - white } END { printf "%.6f\n", sum / NR }' >expected
        xpgn-simulate "${pairs[@]}" --report --format=json >report
        jq -e '.pairs and .rulesets[0].measures.first_move_advantage == null' report >/dev/null
        printf '%.6f\n' "$(jq '.rulesets[0].measures.score.value' report)" | same_output expected /dev/stdin
        xpgn-simulate "${pairs[@]}" --report >text
        grep -q '^60 games in pairs, played by greedy,random, ' text
        grep -q '^score of greedy  ' text
        grep -q 'count as half a point each' text
    done
    run_split grep advantage text
    [ "$status" -eq 1 ]
    xpgn-simulate --report --format=json -n 8 --variant=chess --bots=greedy,greedy |
        jq -e '.rulesets[0].measures | .score == null and .first_move_advantage != null' >/dev/null
    for words in '--bots=greedy' '--bots=greedy,greedy' '--bots=greedy,random,greedy'; do
        # shellcheck disable=SC2086 # several words
        run_split xpgn-simulate --variant=chess --pairs $words
        [ "$status" -eq 2 ]
        [[ $err == 'xpgn-simulate: --pairs requires two bots that differ'* ]]
    done
    run_split xpgn-simulate --variant=chess --pairs --bots=greedy,random -n 3
    [ "$status" -eq 2 ]
    [[ $err == 'xpgn-simulate: --pairs requires an even number of games'* ]]
}

# score_of ID BOT OTHER: what BOT scores in 20 pairs of games
score_of() {
    xpgn-simulate --report --format=json --pairs -n 40 --variant="$1" --bots="$2,$3" --max-plies=200 |
        jq '.rulesets[0].measures.score.value'
}

# at_least SCORE LEAST
at_least() {
    echo "score $1" >&2
    awk -v score="$1" -v least="$2" 'BEGIN { exit !(score >= least) }'
}

@test "careful beats greedy in each game" {
    at_least "$(score_of chess-attack careful greedy)" .75
    at_least "$(score_of five-dice careful greedy)" .75
    at_least "$(score_of assault-and-siege careful greedy)" .75
    at_least "$(score_of chess careful greedy)" .75
    at_least "$(score_of combat-chess-2 careful greedy)" .5
}

@test "games of players that look ahead validate, the same for every -j" {
    cd "$BATS_TEST_TMPDIR"
    every_ruleset | while read -r ruleset; do
        games_of 1 "$ruleset" careful
    done >games
    check_games "$(every_ruleset | wc -l)"
    for jobs in 1 2; do
        xpgn-simulate -n 4 --variant=five-dice --bots=strong:300,careful --max-plies=10 -j $jobs >"games$jobs"
        [ "$(grep -c '^\[White "strong:300"\]' "games$jobs")" -eq 4 ]
    done
    cmp games1 games2
    xpgn-simulate -n 4 --variant=five-dice --bots=strong:3000,careful --max-plies=10 >more
    ! cmp -s games1 more
}

@test "strong begins a turn with a look at the reply, where careful takes what is near" {
    cd "$BATS_TEST_TMPDIR"
    printf '%s\n' 'ruleset: near' 'title: A king next to a king and a pawn' 'extends: combat-chess-2' \
        'setup: {position: "r6r/8/8/3Pk3/2b1KB2/5p2/8/R6R w - - 0 1"}' >near.yaml
    for bot in careful strong:10000; do
        xpgn-simulate --rules near.yaml --bots=$bot -n 8 --max-plies=1 |
            grep -oE '^1\. [A-Z][a-h][1-8]x[a-h][1-8]' | sort -u >"$bot"
    done
    [ "$(cat careful)" = '1. Ke4xf3' ]
    [ "$(cat strong:10000)" = '1. Ke4xe5' ]
}

@test "players without a number, or with none that fits, are refused" {
    for bot in strong strong: strong:0 strong:x strong:1000000001 careful:5; do
        run_split xpgn-simulate --variant=chess --bots=$bot
        [ "$status" -eq 2 ]
        [[ $err == "xpgn-simulate: unknown bot '$bot', expected random, greedy, careful or strong:N"* ]]
    done
}

@test "the report says what its records say" {
    cd "$BATS_TEST_TMPDIR"
    [ -n "${XPGN_LONG:-}" ] && count=240 || count=40
    for ruleset in chess chess-attack five-dice combat-chess-2 assault-and-siege; do
        xpgn-simulate --report --format=json -n "$count" --variant=five-dice --against=$ruleset \
            --max-plies=120 >report
        xpgn-simulate -n "$count" --variant=$ruleset --max-plies=120 >games
        xpgn-replay --actions --start --format=json games >replay
        /usr/bin/python3 "$ROOT/tests/cli/simulate.py" report 1 games replay || {
            echo "$ruleset"
            return 1
        }
    done
}

@test "choices are counted" {
    choices() {
        xpgn-simulate --report --format=json -n 20 --max-plies=1 --variant="$1" |
            jq '.rulesets[0].measures.branching.value'
    }
    [ "$(choices chess)" = 20 ]
    [ "$(choices five-dice)" = 20 ]
    [ "$(xpgn-simulate --report --format=json -n 20 --max-plies=1 --variant=chess |
        jq -c '.rulesets[0].measures | [.length, .luck_explains, .timeouts.value]')" = '[null,null,1]' ]
}

@test "a ruleset does not differ from itself" {
    run_split xpgn-simulate --report -n 100 --variant=chess-attack --against=chess-attack --format=json
    [ "$status" -eq 0 ]
    [ -s "$out_file" ]
    jq -e '[.differences[].measures[] | values | .value == 0 and .low <= 0 and .high >= 0] | all' <"$out_file" >/dev/null
    jq -e '.rulesets[0].measures == .rulesets[1].measures' <"$out_file" >/dev/null
}

@test "a difference that is there is found" {
    cat >"$BATS_TEST_TMPDIR/weak.yaml" <<'EOF'
ruleset: weak-attack
title: Chess Attack with weak attacks
version: 1
extends: chess-attack
pieces:
  pawn: {attack: 0, defense: 3, support: 1, points: 1}
EOF
    run_split xpgn-simulate --report --format=json -n 300 --rules="$BATS_TEST_TMPDIR/weak.yaml" \
        --against=chess-attack
    [ "$status" -eq 0 ]
    [ -s "$out_file" ]
    jq -e '.rulesets[0].variant == "weak-attack" and .differences[0].measures.survival_pawn.high < 0' \
        <"$out_file" >/dev/null
}

# Of 60 reports, the intervals of three measures against the means of 2,000 other games: 171 of 180
# are expected to hold them.
@test "intervals hold what they should as often as they say" {
    cd "$BATS_TEST_TMPDIR"
    values='.rulesets[0].measures | [.first_move_advantage, .length, .survival_rook]'
    xpgn-simulate --report --format=json -n 2000 --seed=1000 --variant=five-dice |
        jq "$values | map(.value)" >truth
    for seed in {1..60}; do
        xpgn-simulate --report --format=json -n 64 --seed="$seed" --variant=five-dice -j1
    done | jq --slurpfile truth truth "$values | to_entries[] |
        .value.low <= \$truth[0][.key] and .value.high >= \$truth[0][.key]" >held
    count=$(grep -c true held)
    echo "$count of $(wc -l <held)"
    [ "$(wc -l <held)" -eq 180 ]
    [ "$count" -ge 160 ]
    [ "$count" -le 179 ]
}

@test "Markdown has the same cells as text" {
    cd "$BATS_TEST_TMPDIR"
    xpgn-simulate --report -n 40 --variant=five-dice --against=chess-attack >text
    xpgn-simulate --report -n 40 --variant=five-dice --against=chess-attack --format=markdown >markdown
    sed -n '4,/^$/p' text | sed 's/   */|/g' >a
    sed -n '5,/^$/p' markdown | sed 's/^| //; s/ |$//; s/ | /|/g; s/\\//' >b
    [ "$(wc -l <a)" -gt 10 ]
    same_output a b
}

@test "a difference is named by its direction, in each form" {
    cd "$BATS_TEST_TMPDIR"
    report() {
        xpgn-simulate --report -n 500 --variant=chess-attack --against=chess-attack:rescue "$@"
    }
    report --svg=svg >text
    report --format=markdown >markdown
    report --format=json >json
    report --format=csv | tr -d '\r' >csv
    report --format=tsv | tr '\t' , | cmp - csv
    grep -q 'rescue minus base$' text
    # a picture has each difference, as the title of shares or the label of another measure
    /usr/bin/python3 "$ROOT/tests/cli/chart.py" svg >drawn
    [ "$(jq '[(.[] | select(.title == "rescue minus base").rows[]), (.[].rows[] | select(.label == "rescue minus base"))] | length' drawn)" -eq \
        "$(grep -c '^[a-z_]*,difference,.*[0-9]' csv)" ]
    grep -q '| rescue minus base |$' markdown
    [ "$(jq -r '.differences[].name' json)" = 'rescue minus base' ]
    [ "$(jq -r '.rulesets[].name' json)" = "$(printf 'null\nnull')" ]
    for measure in length drawn; do
        jq -e ".differences[0].measures.$measure.value - .rulesets[1].measures.$measure.value +
            .rulesets[0].measures.$measure.value | fabs < 1e-5" json >/dev/null
        [ "$(grep -c "^$measure,ruleset," csv)" -eq 2 ]
        jq -r ".differences[0].measures.$measure | \"$measure,difference,rescue minus base,\" +
            ([.value, .low, .high] | map(tostring) | join(\",\"))" json >expected
        grep "^$measure,difference," csv | sed 's/\(\.[0-9]*[1-9]\)0*\([,]\|$\)/\1\2/g; s/\.0*\([,]\|$\)/\1/g' >found
        same_output expected found
    done
    grep -qE '^[0-9.]+ % of games are drawn with rescue, [0-9.]+ % without; the difference is [-+][0-9.]+ \([-+][0-9.]+ to [-+][0-9.]+\)\.$' text
    xpgn-simulate --report -n 8 --variant=chess-attack --against=five-dice | grep -q ' five-dice minus chess-attack$'
}

@test "a report of games that are alike says how many may differ" {
    xpgn-simulate --report -n 64 --variant=chess-attack --against=chess-attack |
        grep -qxF 'None of 64 games differs in "draws": at most 4.6 % of all games do.'
}

@test "a report calls pieces what the rules call them" {
    cd "$BATS_TEST_TMPDIR"
    xpgn-simulate --variant=combat-chess-2 -n 8 --report >one
    xpgn-simulate --variant=combat-chess-2 -n 8 --report --format=markdown --against=chess-attack >two
    [ "$(sed -n 's/^survival: \([a-z]*\) .*/\1/p' one | tr '\n' ' ')" = 'pawns dragons bishops castles queens kings ' ]
    [ "$(sed -n 's/^| survival: \([a-z/]*\) .*/\1/p' two | tr '\n' ' ')" = \
        'pawns dragons/knights bishops castles/rooks queens kings ' ]
}

@test "what cannot be simulated is refused" {
    run_split xpgn-simulate
    [ "$status" -eq 2 ]
    [[ $err == 'xpgn-simulate: --variant is required'* ]]
    for words in '--variant=nonsense' '--variant=chess --options=nonsense' \
        '--variant=chess --report --against=chess:nonsense'; do
        # shellcheck disable=SC2086 # several words
        run_split xpgn-simulate $words
        [ "$status" -eq 2 ]
        [[ $err == "xpgn-simulate: unknown ruleset or option 'nonsense'"* ]]
    done
    run_split xpgn-simulate --variant=chess --bots=clever
    [ "$status" -eq 2 ]
    [[ $err == "xpgn-simulate: unknown bot 'clever', expected random, greedy, careful or strong:N"* ]]
    run_split xpgn-simulate --variant=chess --bots=random,
    [ "$status" -eq 2 ]
    run_split xpgn-simulate --variant=chess --against=five-dice
    [ "$status" -eq 2 ]
    run_split xpgn-simulate --variant=chess file
    [ "$status" -eq 2 ]
    run_split xpgn-simulate --variant=chess -n 5 --game=6
    [ "$status" -eq 2 ]
    [ "$err" = 'xpgn-simulate: no game 6: there are 5' ]
}

@test "a full disk is noticed, a closed pipe ends it quietly" {
    [ -w /dev/full ] || skip 'no /dev/full'
    status=0
    xpgn-simulate -n 50 --variant=chess-attack >/dev/full 2>"$BATS_TEST_TMPDIR/err" || status=$?
    [ "$status" -eq 2 ]
    grep -q 'No space left' "$BATS_TEST_TMPDIR/err"
    xpgn-simulate -n 100000 --variant=chess-attack 2>"$BATS_TEST_TMPDIR/err" | head -n 1
    [ ! -s "$BATS_TEST_TMPDIR/err" ]
}

@test "the examples of the manual are true" {
    manual_examples "$ROOT/man/xpgn-simulate.1"
}

@test "--game takes a list, in its order" {
    xpgn-simulate --variant=chess --games=5 --game=2 >"$BATS_TEST_TMPDIR/2"
    xpgn-simulate --variant=chess --games=5 --game=4-5 >"$BATS_TEST_TMPDIR/45"
    cat "$BATS_TEST_TMPDIR/45" "$BATS_TEST_TMPDIR/2" >"$BATS_TEST_TMPDIR/expected"
    xpgn-simulate --variant=chess --games=5 --game=4-5,2 >"$BATS_TEST_TMPDIR/listed"
    same_output "$BATS_TEST_TMPDIR/expected" "$BATS_TEST_TMPDIR/listed"
    run_split xpgn-simulate --variant=chess --games=5 --game=1,6
    expect 2 '' 'xpgn-simulate: no game 6: there are 5'
}

@test "--sweep compares the values of a number of the ruleset, as rulesets of their own would" {
    cd "$BATS_TEST_TMPDIR"
    printf '%s\n' 'ruleset: three' 'extends: combat-chess-2' 'pieces: {knight: {bonus: 3}}' >three.yaml
    sweep=(--report -n 30 --seed=3 --options=exact-teleport)
    xpgn-simulate "${sweep[@]}" --variant=combat-chess-2 --sweep=bonus.dragon=2..3 --format=json >swept
    xpgn-simulate "${sweep[@]}" --rules=three.yaml --format=json >alone
    jq -e --slurpfile alone alone '.rulesets[1].measures == $alone[0].rulesets[0].measures and
        .rulesets[0].measures != .rulesets[1].measures and
        [.rulesets[].options] == ["exact-teleport bonus-dragon=2", "exact-teleport bonus-dragon=3"]' swept >/dev/null
    xpgn-simulate "${sweep[@]}" --variant=combat-chess-2 --sweep=pieces.knight.bonus=2..3 --format=csv >csv
    grep -q '^length,ruleset,exact-teleport pieces-knight-bonus=3,[0-9]' csv
    xpgn-simulate "${sweep[@]}" --variant=combat-chess-2 --sweep=die=4..11 -j1 >one
    xpgn-simulate "${sweep[@]}" --variant=combat-chess-2 --sweep=die=4..11 -j2 | same_output one /dev/stdin
    sed -n 3p one | grep -q 'die=4  .*die=11$'
}

@test "a number that cannot be swept is refused" {
    # refuses WORDS MESSAGE
    refuses() {
        # shellcheck disable=SC2086 # several words
        run_split xpgn-simulate --variant=chess-attack $1
        [ "$status" -eq 2 ]
        [[ $err == "xpgn-simulate: $2"* ]] || { echo "$1: $err"; return 1; }
    }
    for words in die die= =1..2 die=1 die=3..2 die=2..x die=2..3x die=2..99999 a..b=1..2 Die=2..3; do
        refuses "--report --sweep=$words" '--sweep: expected NUMBER=FROM..TO'
    done
    refuses '--report --sweep=die=2..10' '--sweep: more than 8 values'
    refuses '--report --sweep=attack.knigt=2..3' "--sweep: unknown piece 'knigt'; did you mean knight?"
    refuses '--report --sweep=atack.knight=2..3' "--sweep: unknown key 'atack'; did you mean attack?"
    refuses '--report --sweep=dye=2..3' "--sweep: unknown key 'dye'; did you mean die?"
    refuses '--report --sweep=die=1..3' "--sweep: 'die' is 1, expected 2 to 20"
    refuses '--sweep=die=2..3' '--sweep requires --report'
    refuses '--svg=x' '--svg requires --report'
    refuses '--report --sweep=die=2..3 --against=chess' '--sweep and --against cannot be combined'
}

@test "the figures of samples/lab are those of their script, with the numbers of its table" {
    cd "$BATS_TEST_TMPDIR"
    "$ROOT/samples/lab/figures.sh" greedy
    same_output "$ROOT/samples/lab/greedy.svg" greedy.svg
    # | draws | base | rescue | rescue minus base |
    numbers=$(sed -n '/^| length in turns | [0-9]/,/^$/p' "$ROOT/samples/lab/README.md" | tr '|' '\n' | grep -o '[-+0-9].*)')
    [ "$(wc -l <<<"$numbers")" -eq 9 ]
    while read -r number; do
        grep -qF ": $number; " greedy.svg || { echo "not in greedy.svg: $number"; return 1; }
    done <<<"$numbers"
    # the pictures that take minutes have the numbers of their lines
    for line in 'careful, greedy; seed 1:careful' 'strong:1000, greedy; seed 1:bot'; do
        numbers=$(grep -F "| ${line%:*} |" "$ROOT/samples/lab/README.md" | tr '|' '\n' | grep -o '[-+][0-9].*)')
        [ "$(wc -l <<<"$numbers")" -eq 5 ]
        while read -r number; do
            grep -qE ": ${number//[+()]/.}( \*)?; " "$ROOT/samples/lab/${line##*:}.svg" || { echo "$line: $number"; return 1; }
        done <<<"$numbers"
    done
    run_split "$ROOT/samples/lab/figures.sh" nobody
    [ "$status" -eq 2 ]
}

@test "--svg draws each measure of a report, with its numbers" {
    cd "$BATS_TEST_TMPDIR"
    sweep=(--report --variant=five-dice -n 20 --sweep=attack.knight=1..3)
    xpgn-simulate "${sweep[@]}" --svg=picture.svg >report
    xpgn-simulate "${sweep[@]}" --svg=- >only.svg
    same_output picture.svg only.svg
    xpgn-simulate "${sweep[@]}" --svg=- --theme=high-contrast >theme.svg
    [ "$(sed 's/#[0-9a-f]*//g' theme.svg | wc -l)" -eq "$(wc -l <only.svg)" ]
    run_split cmp -s theme.svg only.svg
    [ "$status" -eq 1 ]
    xmllint --noout picture.svg
    while read -r label; do
        grep -qF "$label" picture.svg || { echo "no $label"; return 1; }
    done < <(sed -n '4,/^$/s/   *.*//p' report)
}

@test "charts of a report have each value and its interval, percents on one axis, and differences on another" {
    cd "$BATS_TEST_TMPDIR"
    xpgn-simulate --report --variant=chess-attack --against=chess-attack:rescue -n 100 --format=json --svg=picture.svg >known
    /usr/bin/python3 "$ROOT/tests/cli/chart.py" picture.svg >drawn
    # shares are drawn in percent
    jq -e --argjson drawn "$(cat drawn)" '
        [[.rulesets, .differences][][].measures | to_entries[] | select(.value)
            | (if .key | IN("length", "branching", "lead_changes", "games_worth") then 1 else 100 end) as $unit
            | [.value | .value, .low, .high | if . then . * $unit else . end]] as $known
        | [$drawn[] | .resolution as $off | .rows[] | . + {off: $off}] as $rows
        | ($known | length) == ($rows | length) and ($known | length) > 40
        and ($known | all(. as [$v, $l, $h] | any($rows[]; (.value - $v | fabs) <= .off
            and (if $l then (.low - $l | fabs) <= .off and (.high - $h | fabs) <= .off else .low == null end))))' known
    # the shares of all measures are on one axis, and so are their differences
    [ "$(jq -c '[.[] | select(.title == "shares" or .title == "rescue minus base") | .rows | length > 10]' drawn)" = '[true,true]' ]
    jq -e 'map(select(.title == "length in turns").resolution) | .[0] > 10 * .[1]' drawn >/dev/null
}

@test "a player that looks ahead counts with the hit points that are left" {
    for variant in chess-to-the-death chess-or-die-trying; do
        xpgn-simulate --variant=$variant --bots=careful,greedy -n 8 --seed=3 --max-plies=300 >"$BATS_TEST_TMPDIR/games"
        [ "$(grep -c '^\[Result "1-0"' "$BATS_TEST_TMPDIR/games")" -ge 7 ]
    done
}
