# SPDX-License-Identifier: MIT
# House rules: a table with its own rules needs a new file, not new code.

load helper

rules=samples/rules

@test "every sample ruleset is without a fault" {
    for f in "$rules"/*.yaml; do
        clean_rules "$f"
    done
}

@test "the order of keys in a ruleset makes no difference" {
    for f in formats/*.yaml; do
        id=$(basename "$f" .yaml)
        awk '/^[a-z]/ { n++ } n { block[n] = block[n] $0 "\n" } END { while (n) printf "%s", block[n--] }' \
            "$f" >"$BATS_TEST_TMPDIR/$id.yaml"
        [ "$(wc -l <"$BATS_TEST_TMPDIR/$id.yaml")" -gt 5 ]
        clean_rules "$BATS_TEST_TMPDIR/$id.yaml"
        game=samples/${id/chess960/chess}.xpgn
        xpgn-fmt --digest "$game" >"$BATS_TEST_TMPDIR/expected"
        [ "$id" = chess-without-check ] || grep -q RulesDigest "$BATS_TEST_TMPDIR/expected"
        xpgn-fmt --digest --rules="$BATS_TEST_TMPDIR/$id.yaml" "$game" >"$BATS_TEST_TMPDIR/reversed"
        # of games without dice only one's own rules are named
        grep -q RulesDigest "$BATS_TEST_TMPDIR/reversed"
        [[ ! $id =~ ^chess(-without-check)?$ ]] || sed -i '/^\[RulesDigest/d' "$BATS_TEST_TMPDIR"/{expected,reversed}
        same_output "$BATS_TEST_TMPDIR/expected" "$BATS_TEST_TMPDIR/reversed"
    done
}

@test "up to ten options are tried in every combination" {
    {
        printf 'ruleset: ten\ntitle: Ten options\nversion: 1\nextends: combat-chess-2\noptions:\n'
        for piece in bishop queen king; do echo "  no-$piece: {pieces: {$piece: {leader: false}}}"; done
        for n in 1 2 3 4 5 6; do echo "  option-$n: {}"; done # with one of the game itself
    } >"$BATS_TEST_TMPDIR/ten.yaml"
    run_split xpgn-validate --check-rules "$BATS_TEST_TMPDIR/ten.yaml"
    [ "$status" -eq 2 ]
    [[ $out == *"no piece is a 'leader' [Y-07]"*'happens with the options no-bishop no-queen no-king' ]]
}

@test "a record of house rules is checked, and is in canonical form, with --rules" {
    for f in "$rules"/*.yaml; do
        clean --rules "$f" "${f%.yaml}.xpgn"
        canonical --rules "$f" "${f%.yaml}.xpgn"
    done
}

@test "without its file the variant is unknown" {
    run_split xpgn-validate "$rules/club-tiles.xpgn"
    [ "$status" -eq 1 ]
    [[ "$out" == *"unknown variant 'club-tiles' [T-02]"* ]]
}

@test "XPGN_PATH names folders of rulesets" {
    XPGN_PATH=/nonexistent:$rules clean "$rules/club-tiles.xpgn"
}

@test "another tile set gives another total" {
    sed 's/3+0=7/3+0=6/' "$rules/club-tiles.xpgn" >"$BATS_TEST_TMPDIR/wrong.xpgn"
    run_split xpgn-validate --rules "$rules/club-tiles.yaml" "$BATS_TEST_TMPDIR/wrong.xpgn"
    [ "$status" -eq 1 ]
    [[ "$out" == *'attacker total 6, expected 7: knight f3 4 + die 3 [CA-3]'* ]]
}

# fates ATTACK DEFENSE OUTCOMES DICE...: what becomes of 1. e4 d5 2. exd5 with pawns of these values
fates() {
    cd "$BATS_TEST_TMPDIR"
    printf '%s\n' 'ruleset: far' 'title: Far' 'version: 1' 'extends: chess-attack' \
        "pieces: {pawn: {attack: $1, defense: $2, wounded: {attack: $1, defense: $2}}}" \
        "combat: {kind: margin, outcomes: [$3]}" >far.yaml
    printf '[Variant "far"]\n\n1. e4 d5 2. exd5 <%s> *\n\n' "${@:4}" >far.xpgn
    xpgn-fmt --rules=far.yaml far.xpgn | sed -n 's/.*<[^=]*=\([^:]*\):[^=]*=\(.*\)>.*/\1:\2/p' | tr '\n' ' '
}

@test "margins are those of the table, however large" {
    [ "$(fates 34 1 '{from: 34, defender: removed}, {from: 33, attacker: wounded},
        {from: 32, defender: wounded}, {from: 31, attacker: wounded, defender: wounded},
        {attacker: removed}' 6:1 5:1 4:1 3:1 2:1 1:1)" = '40:5x 39:5x 38w:5 37:5w 36w:5w 35x:5 ' ]
    [ "$(fates 1 30 '{from: -30, defender: removed}, {from: -31, attacker: wounded},
        {from: -32, defender: wounded}, {from: -33, attacker: wounded, defender: wounded},
        {attacker: removed}' 4:1 3:1 2:1 1:1 1:2 1:3)" = '5:34x 4:34x 3w:34 2:34w 2w:35w 2x:36 ' ]
}

@test "a duel with chess movement: a tie that is not rolled again is found" {
    sed 's/ 4=7:1=5x>/>/' "$rules/chess-duel.xpgn" >"$BATS_TEST_TMPDIR/tie.xpgn"
    run_split xpgn-validate --rules "$rules/chess-duel.yaml" "$BATS_TEST_TMPDIR/tie.xpgn"
    [ "$status" -eq 1 ]
    [[ "$out" == *'[CD-2]'* ]]
}

@test "a ruleset of XPGN_PATH may extend one that is named after it" {
    mkdir "$BATS_TEST_TMPDIR/path [own]"
    cp "$rules/club-tiles.yaml" "$BATS_TEST_TMPDIR/path [own]/"
    printf '%s\n' 'ruleset: a-child' 'title: A child' 'version: 1' 'extends: club-tiles' \
        >"$BATS_TEST_TMPDIR/path [own]/a-child.yaml"
    sed 's/"club-tiles"/"a-child"/' "$rules/club-tiles.xpgn" >"$BATS_TEST_TMPDIR/child.xpgn"
    XPGN_PATH="$BATS_TEST_TMPDIR/path [own]" clean "$BATS_TEST_TMPDIR/child.xpgn"
}

@test "a faulty ruleset in XPGN_PATH is reported, with exit status 2" {
    mkdir "$BATS_TEST_TMPDIR/path"
    echo 'ruleset: 7' >"$BATS_TEST_TMPDIR/path/bad.yaml"
    XPGN_PATH=$BATS_TEST_TMPDIR/path run_split xpgn-validate samples/chess.xpgn
    [ "$status" -eq 2 ]
    [[ "$err" == *bad.yaml:*'[Y-0'* ]]
}

# variant NAME: a file of rules that extends chess by what standard input says
variant() {
    { printf '%s\n' "ruleset: $1" "title: $1" 'version: 1' 'extends: chess' && cat; } \
        >"$BATS_TEST_TMPDIR/$1.yaml"
}

@test "without en passant no position names its square, nor can it be captured on" {
    variant no-passing <<<'movement: {en-passant: false}'
    printf '%s\n' '[Variant "no-passing"]' '' '1. e4 c5 2. e5 d5 3. exd6 *' >"$BATS_TEST_TMPDIR/g.pgn"
    run_split xpgn-replay --rules "$BATS_TEST_TMPDIR/no-passing.yaml" --at=2b "$BATS_TEST_TMPDIR/g.pgn"
    [ "$out" = 'rnbqkbnr/pp2pppp/8/2ppP3/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3' ]
    run_split xpgn-validate --format=gcc --rules "$BATS_TEST_TMPDIR/no-passing.yaml" "$BATS_TEST_TMPDIR/g.pgn"
    finds 1 "$BATS_TEST_TMPDIR/g.pgn:3:22: error: " '[C-1]'
    sed 's/no-passing/chess/' "$BATS_TEST_TMPDIR/g.pgn" >"$BATS_TEST_TMPDIR/chess.pgn"
    clean "$BATS_TEST_TMPDIR/chess.pgn"
}

@test "a game of captures can end by the loss of a king" {
    variant king-hunt <<<'safety: {kind: none}
ending: {lost-with: [king], no-action: draw}
rules: {KH-1: Who loses the king loses}
cite: {king-lost: KH-1}'
    printf '%s\n' '[Variant "king-hunt"]' '' '1. f3 e5 2. g4 Qh4 3. a3 Qxe1# 0-1' >"$BATS_TEST_TMPDIR/g.pgn"
    clean --rules "$BATS_TEST_TMPDIR/king-hunt.yaml" "$BATS_TEST_TMPDIR/g.pgn"
    sed 's/0-1/4. a4 0-1/' "$BATS_TEST_TMPDIR/g.pgn" >"$BATS_TEST_TMPDIR/on.pgn"
    run_split xpgn-validate --format=gcc --rules "$BATS_TEST_TMPDIR/king-hunt.yaml" "$BATS_TEST_TMPDIR/on.pgn"
    finds 1 "$BATS_TEST_TMPDIR/on.pgn:3:" 'a4 after the end of the game [KH-1]'
}

@test "a # ends a game by a king, whatever id the rules give to a lock" {
    variant one-rule <<<'safety: {kind: none}
ending: {lost-with: [king], no-action: draw}
rules: {OR-1: How a game ends}
cite: {king-lost: OR-1, no-action: OR-1}'
    printf '%s\n' '[Variant "one-rule"]' '' '1. f3 e5 2. g4 Qh4 3. a3 Qxe1# 0-1' >"$BATS_TEST_TMPDIR/g.pgn"
    clean --rules "$BATS_TEST_TMPDIR/one-rule.yaml" "$BATS_TEST_TMPDIR/g.pgn"
    run_split xpgn-grep -c --rules "$BATS_TEST_TMPDIR/one-rule.yaml" --has=stalemate "$BATS_TEST_TMPDIR/g.pgn"
    expect 1 0 ''
}

# check NAME STATUS LINE...: --check-rules says just this of the file
check() {
    run_split xpgn-validate --check-rules --format=gcc "$BATS_TEST_TMPDIR/$1.yaml"
    expect "$2" "$(shift 2 && printf '%s\n' "$@")" ''
}

@test "an inherited option is dropped with null, and with it what it changed" {
    file=$BATS_TEST_TMPDIR/no-rescue.yaml
    printf '%s\n' 'ruleset: no-rescue' 'extends: chess-attack' 'options: {rescue: null, king-safety: ~}' >"$file"
    clean_rules "$file"
    printf '%s\n' '[Variant "no-rescue"]' '[RuleOptions "remote-royals"]' '' '1. e4 *' >"$BATS_TEST_TMPDIR/g.xpgn"
    clean --rules "$file" "$BATS_TEST_TMPDIR/g.xpgn"
    sed -i 's/remote-royals/rescue/' "$BATS_TEST_TMPDIR/g.xpgn"
    run_split xpgn-validate --rules "$file" "$BATS_TEST_TMPDIR/g.xpgn"
    [[ "$out" == *"unknown rule option 'rescue' [T-03]"*'expected one of remote-royals'* ]]
}

@test "null drops any entry that is inherited, and nothing else" {
    file=$BATS_TEST_TMPDIR/a.yaml
    printf '%s\n' 'ruleset: a' 'extends: combat-chess-2' 'transform: null' >"$file"
    clean_rules "$file"
    printf '%s\n' 'ruleset: a' 'extends: chess' 'turn: null' >"$file"
    check a 2 "$file:1:10: error: missing key 'turn.kind' [Y-06]"
    printf '%s\n' 'ruleset: a' 'extends: chess' 'options: {none-such: null}' >"$file"
    check a 2 "$file:3:22: error: 'none-such' is a single value, expected a mapping [Y-04]"
    printf '%s\n' 'ruleset: a' 'extends: chess-attack' 'options: {rescue: "null"}' >"$file"
    check a 2 "$file:3:19: error: 'rescue' is a single value, expected a mapping [Y-04]"
}

@test "a list in an option that loses entries is reported, one that gains some is not" {
    file=$BATS_TEST_TMPDIR/a.yaml
    printf '%s\n' 'ruleset: a' 'extends: chess-attack' 'support: {kind: values, except: [[pawn, pawn], [queen, king]]}' \
        'options: {free: {support: {except: [[pawn, pawn]]}}}' >"$file"
    check a 0 "$file:4:36: warning: 'except' replaces a list that also has [queen, king] [Y-11]"
    sed -i 's/\[\[pawn, pawn\]\]}}}/[[queen, king], [rook, rook], [pawn, pawn]]}}}/' "$file"
    clean_rules "$file"
}

@test "no piece becomes a king" {
    file=$BATS_TEST_TMPDIR/a.yaml
    printf '%s\n' 'ruleset: a' 'extends: combat-chess-2' 'transform: {piece: pawn, removes: king, becomes: king}' >"$file"
    check a 2 "$file:3:50: error: a piece cannot become a king [Y-07]"
}

@test "a value in a list is named by what was found" {
    file=$BATS_TEST_TMPDIR/a.yaml
    printf '%s\n' 'ruleset: a' 'extends: chess-attack' 'support: {kind: values, except: [[queen, kingg]]}' >"$file"
    check a 2 "$file:3:42: error: found 'kingg', an unknown word [Y-05]"
    printf '%s\n' 'ruleset: a' 'extends: assault-and-siege' 'turn: {moves: [0, 1, 1, two, 2, 3]}' >"$file"
    check a 2 "$file:3:25: error: found 'two', expected a whole number [Y-04]"
}

@test "who begins is rolled with the dice of the ruleset" {
    printf 'ruleset: ten\ntitle: A die of ten\nversion: 1\nextends: combat-chess-2\ndie: 10\n' \
        >"$BATS_TEST_TMPDIR/ten.yaml"
    for first in 10:3 9:10 '10:10 3:3 1:2' 1:2; do
        seat=1...
        [ "$first" != 10:3 ] || seat=1.
        printf '[Variant "ten"]\n[FirstRoll "%s"]\n\n%s K@- <1> *\n' "$first" $seat >"$BATS_TEST_TMPDIR/game"
        clean --rules="$BATS_TEST_TMPDIR/ten.yaml" "$BATS_TEST_TMPDIR/game"
    done
    for first in 11:3 0:1 10:03 010:3 10: :10 10 10:3x '10:3 1:2' 99999999999:1 4294967297:2; do
        printf '[Variant "ten"]\n[FirstRoll "%s"]\n\n1. K@- <1> *\n' "$first" >"$BATS_TEST_TMPDIR/game"
        run_split xpgn-validate --format=gcc --rules="$BATS_TEST_TMPDIR/ten.yaml" "$BATS_TEST_TMPDIR/game"
        finds 1 "$BATS_TEST_TMPDIR/game:2:13: error: FirstRoll \"$first\" does not decide who begins" '[CC-2]'
    done
}

@test "records by house rules name them by their digest, unless that is not wanted" {
    cd "$BATS_TEST_TMPDIR"
    house=$ROOT/samples/rules/club-tiles.yaml
    digest=$(grep RulesDigest "$ROOT/samples/rules/club-tiles.xpgn")
    grep -v RulesDigest "$ROOT/samples/rules/club-tiles.xpgn" >plain.xpgn
    xpgn-fmt --rules="$house" plain.xpgn | cmp - "$ROOT/samples/rules/club-tiles.xpgn"
    xpgn-fmt --rules="$house" --no-digest plain.xpgn | cmp - plain.xpgn
    # what is there already is kept
    xpgn-fmt --rules="$house" --no-digest "$ROOT/samples/rules/club-tiles.xpgn" | cmp - "$ROOT/samples/rules/club-tiles.xpgn"
    run_split xpgn-fmt --digest --no-digest plain.xpgn
    [[ $status -eq 2 && $err == *'--digest and --no-digest cannot be combined'* ]]

    [ "$(xpgn-simulate --rules="$house" -n 2 | grep -cxF "$digest")" -eq 2 ]
    [ "$(xpgn-simulate --rules="$house" --variant=chess-attack -n 1 | grep -c RulesDigest)" -eq 0 ]

    printf '%s\n' e4 e5 | xpgn-record --rules="$house" --variant=club-tiles game.xpgn
    grep -qxF "$digest" game.xpgn
    grep -qx '1. e4 e5 \*' game.xpgn
    printf '%s\n' Nf3 | xpgn-record --rules="$house" game.xpgn
    [ "$(grep -cxF "$digest" game.xpgn)" -eq 1 ]
    grep -qx '1. e4 e5 2. Nf3 \*' game.xpgn
    # other rules of the same name are told
    sed 's/knight: {attack: 4/knight: {attack: 5/' "$house" >house.yaml
    not cmp -s "$house" house.yaml
    run_split xpgn-validate --rules=house.yaml game.xpgn
    [[ $status -eq 1 && $out == *'RulesDigest does not match the loaded rules of club-tiles [T-07]'* ]]
}

@test "without libsodium records by house rules are written without their digest" {
    if xpgn-list --version | grep -q sanitize; then skip 'built with a sanitizer'; fi
    cd "$BATS_TEST_TMPDIR"
    ${CC:-cc} -shared -fPIC -o unloadable.so "$ROOT/tests/cli/data/unloadable.c" -ldl
    export HIDE=libsodium
    grep -v RulesDigest "$ROOT/samples/rules/club-tiles.xpgn" >plain.xpgn
    LD_PRELOAD=$PWD/unloadable.so xpgn-fmt --rules="$ROOT/samples/rules/club-tiles.yaml" plain.xpgn >out
    cmp out plain.xpgn
}

@test "libyaml is loaded only where a ruleset is read, and missed only there" {
    if xpgn-list --version | grep -q sanitize; then skip 'built with a sanitizer'; fi
    cd "$BATS_TEST_TMPDIR"
    ${CC:-cc} -shared -fPIC -o unloadable.so "$ROOT/tests/cli/data/unloadable.c" -ldl
    export HIDE=libyaml
    LD_PRELOAD=$PWD/unloadable.so xpgn-validate "$ROOT/samples/club.xpgn"
    LD_PRELOAD=$PWD/unloadable.so run_split xpgn-validate --check-rules "$ROOT/samples/rules/club-tiles.yaml"
    [ "$status" -eq 2 ]
    [[ $out == *'it requires libyaml, which was not found [Y-01]'*'install libyaml'* ]]
    LD_PRELOAD=$PWD/unloadable.so xpgn-validate --version | grep -F 'libyaml missing,'
}

# rules NAME KEY...: the file NAME.yaml with these lines
rules() {
    printf '%s\n' "ruleset: $1" 'title: Rules of a test' "${@:2}" >"$BATS_TEST_TMPDIR/$1.yaml"
}

# plays NAME XFEN MOVES COLUMN: the last value of a column of xpgn-replay, of a game by NAME.yaml without a fault
plays() {
    printf '%s\n' "[Variant \"$1\"]" "[SetUp \"1\"]" "[XFEN \"$2\"]" '' "$3" >"$BATS_TEST_TMPDIR/game.xpgn"
    clean --rules="$BATS_TEST_TMPDIR/$1.yaml" --no-fixes "$BATS_TEST_TMPDIR/game.xpgn" || return
    xpgn-replay --rules="$BATS_TEST_TMPDIR/$1.yaml" --actions --no-header --format=tsv --columns="$4" \
        "$BATS_TEST_TMPDIR/game.xpgn" | tail -n 1
}

@test "mechanisms keep their meaning where no game of ours combines them" {
    rules kept 'extends: chess' 'removed: {kind: kept}' 'arrival: {kind: rescue}'
    [ "$(plays kept '4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1' '1. exd5 Ke7 *' xfen)" = '8/4k3/8/3P4/8/8/8/4K3[p] w - - 1 2' ]
    # rooks that may go anywhere, and cells that are no rooks' squares
    rules rooks 'extends: combat-chess-2' 'pieces: {rook: {immobile: false, bonus: 2}}'
    [ "$(plays rooks 'rnbqkbnr/1ppppppp/8/p7/8/8/PPPPPPPP/1NBQKBNR w - - 0 2' '2. <1> h2-h3 *' action)" = h2-h3 ]
    rules kings 'extends: assault-and-siege' 'pieces: {king: {reinforces: true}}'
    [ "$(plays kings '7k/6pp/8/8/8/8/1P6/K7 w - - 0 5' '5. Ka1@b1 *' action)" = Ka1@b1 ]
    # a side whose last leader became something else has lost
    rules leads 'extends: combat-chess-2' 'transform: {piece: pawn, removes: pawn, becomes: knight}' \
        'pieces: {pawn: {leader: true}, bishop: {leader: false}, queen: {leader: false}, king: {leader: false}}'
    [ "$(plays leads 'r3k2r/p7/8/8/3p4/2P5/8/R3K2R w - - 0 5' '5. c3xd4 <6=6:1=1x@a1> 0-1' outcome)" = 0-1 ]
    # a rook that became something else castles no more
    rules other 'extends: chess' 'die: 6' 'safety: {kind: none}' 'combat: {kind: duel}' \
        'ending: {lost-with: [king], no-action: draw}' 'transform: {piece: rook, removes: knight, becomes: bishop}' \
        'pieces: {pawn: {bonus: 0}, knight: {bonus: 0}, bishop: {bonus: 0}, rook: {bonus: 0}, queen: {bonus: 0}, king: {bonus: 0}}'
    [ "$(plays other '4k2r/5N2/8/8/8/8/8/4K3 w k - 0 5' '5. Nxh8 <1=1x:6=6> *' xfen)" = '4k2b/8/8/8/8/8/8/4K3 b - - 0 5' ]
    # a new queen succeeds a king that was lost before there was one
    rules late 'extends: assault-and-siege' 'ending: {lost-with: [], alone-loses: false}' \
        'pieces: {pawn: {attack: 2, promotes-to: [queen]}, king: {least: 0}}'
    [ "$(plays late '7k/8/8/1p6/1P6/8/8/8 w - - 0 5' '5. b4xb5=Q <+0=2:=1x> *' xfen)" = '7k/8/8/1K6/8/8/8/8 w - - 0 5' ]
    # the end of a game that is judged as the next turn begins is in the facts of the last action
    rules siege 'extends: assault-and-siege'
    [ "$(plays siege '5Ppk/6PP/8/8/8/8/PP6/K7 w - - 0 5' '5. a2-a3 1-0' end,outcome,stalemate)" = $'end\t1-0\tstalemate' ]
}

@test "a roll-off decides who begins from armies that are placed" {
    rules placed 'extends: assault-and-siege' 'options: null' 'turn: {first: roll-off}'
    xpgn-simulate --rules="$BATS_TEST_TMPDIR/placed.yaml" --games=6 --max-plies=4 >"$BATS_TEST_TMPDIR/games.xpgn"
    grep -q '^\[XFEN.* b - - 0 1"\]\|^\[FEN.* b - - 0 1"\]' "$BATS_TEST_TMPDIR/games.xpgn"
    clean --rules="$BATS_TEST_TMPDIR/placed.yaml" "$BATS_TEST_TMPDIR/games.xpgn"
    # the position and the dice still agree
    sed 's/ b - - 0 1"/ w - - 0 1"/' "$BATS_TEST_TMPDIR/games.xpgn" >"$BATS_TEST_TMPDIR/other.xpgn"
    run_split xpgn-validate --rules="$BATS_TEST_TMPDIR/placed.yaml" "$BATS_TEST_TMPDIR/other.xpgn"
    [[ $status -eq 1 && $out == *'FirstRoll lets black begin, but in the position white is to move'* ]]
}

@test "whatever rules the loader accepts, all programs agree about their games" {
    mkdir "$BATS_TEST_TMPDIR/drawn"
    XPGN_KEEP=$BATS_TEST_TMPDIR/drawn XPGN_RULESETS=$([ -n "${XPGN_LONG:-}" ] && echo 1000 || echo 30) \
        "$BIN/../tests/random_rules" >/dev/null
    XPGN_BIN=$BIN run_split /usr/bin/python3 "$ROOT/tests/oracles/rulesets.py" "$BATS_TEST_TMPDIR/drawn"
    [[ $status -eq 0 && $out == *' 0 faults' ]]
}

@test "a key without effect is refused, with the reason" {
    file=$BATS_TEST_TMPDIR/a.yaml
    while IFS='|' read -r parent keys place why; do
        rules a "extends: $parent" "$keys"
        run_split xpgn-validate --check-rules --format=gcc "$file"
        finds 2 "$file:4:$place: error: $why" '[Y-07]'
    done <<'END'
chess|pieces: {knight: {immobile: true}}|19|'pieces.*.immobile' has no meaning where 'movement.kind' is 'chess'
chess|pieces: {knight: {promotes-to: [queen]}}|19|'pieces.*.promotes-to' has no meaning here: only pawns are promoted on the last rank
chess|die: 6|6|'die' has no meaning here: nothing is rolled
assault-and-siege|setup: {army: {pawn: 0, knight: 0, bishop: 0, rook: 0, queen: 0, choose: 0, from: []}}|9|every king is alone: nobody is left to win
five-dice|pieces: {king: {attack: 1, defense: 1, runs: true}}|40|'pieces.*.runs' has no meaning here: a king cannot be given away
END
}

@test "all mistakes of a ruleset are told, and a parent that is misspelt is one" {
    rules a 'extnds: chess' 'pieces: {knight: {points: 4}}'
    run_split xpgn-validate --check-rules --format=gcc "$BATS_TEST_TMPDIR/a.yaml"
    [ "$(wc -l <"$out_file")" -eq 1 ]
    [[ $out == *"unknown key 'extnds' [Y-02]" ]]
    rules a 'extends: chess' 'die: abc' 'safety: {kind: no}' 'arrival: {kind: rescue}' 'pieces: {knigt: {points: 4}}'
    run_split xpgn-validate --check-rules --format=gcc "$BATS_TEST_TMPDIR/a.yaml"
    [ "$(grep -c error <<<"$out")" -eq 4 ]
    [[ $out == *"'arrival.kind' cannot be 'rescue' where 'removed.kind' is 'gone': only a kept piece can be rescued [Y-07]"* ]]
}

@test "what is wrong with a ruleset, and what to do, is said in each language that has words" {
    for f in samples/broken/Y-*.yaml; do
        said() { xpgn-validate --check-rules --lint --format=json --language="$1" "$f" | jq -r '.text, .hint // empty'; }
        said en >"$BATS_TEST_TMPDIR/en" || true
        [ -s "$BATS_TEST_TMPDIR/en" ]
        for code in de fr es it nl pl; do
            said $code >"$BATS_TEST_TMPDIR/own" || true
            paste -d '\n' "$BATS_TEST_TMPDIR"/{en,own} |
                awk 'NR % 2 { english = $0; next } $0 == english { print; same = 1 } END { exit same }'
        done
    done
    # keys and words of a ruleset stay as they are
    rules a 'extends: chess' 'pieces: {knight: {attack: four}}' 'arrival: {kind: rescue}'
    xpgn-validate --check-rules --format=json --language=de "$BATS_TEST_TMPDIR/a.yaml" | jq -r .text >"$BATS_TEST_TMPDIR/own" || true
    same_text findings '„attack“ ist „four“, erwartet eine ganze Zahl
„pieces.*.attack“ bedeutet nichts, wo „combat.kind“ ist „capture“
„arrival.kind“ kann nicht „rescue“ sein, wo „removed.kind“ ist „gone“: nur eine aufbewahrte Figur ist zu retten' "$(cat "$BATS_TEST_TMPDIR/own")"
    # why mechanisms exclude each other
    xpgn-validate --check-rules --mechanisms | sed -n 's/.*refused: //p' | sort -u |
        grep -vE 'exclude each other$|no meaning there$' >"$BATS_TEST_TMPDIR/reasons"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/reasons")" -gt 20 ]
    cut -f 1 "$ROOT/formats/words.tsv" >"$BATS_TEST_TMPDIR/known"
    run grep -vxFf "$BATS_TEST_TMPDIR/known" "$BATS_TEST_TMPDIR/reasons"
    [ "$output" = '' ]
    run_split xpgn-validate --check-rules --language=de "$BATS_TEST_TMPDIR/a.yaml"
    expect 2 '' "xpgn-validate: --language requires --format=json
try 'xpgn-validate --help'"
}

@test "what is legal but hardly meant is told with --lint" {
    rules a 'extends: chess-attack' 'pieces: {knight: {wounded: {attack: 5, defense: 1, support: 1}}}'
    run_split xpgn-validate --check-rules "$BATS_TEST_TMPDIR/a.yaml"
    expect 0 '' ''
    run_split xpgn-validate --check-rules --lint --format=gcc "$BATS_TEST_TMPDIR/a.yaml"
    [[ $status -eq 0 && $out == *':4:10: lint: the piece is stronger wounded than healthy [Y-12]' ]]
    rules a 'extends: chess-attack' 'ending: {lost-with: [king, queen]}' \
        'setup: {position: "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}'
    run_split xpgn-validate --check-rules --lint --format=gcc "$BATS_TEST_TMPDIR/a.yaml"
    [[ $out == *'a side has lost before the first action [Y-12]' ]]
}

@test "every pair of mechanisms works, or is refused with a reason, as the loader does" {
    run_split xpgn-validate --check-rules --mechanisms
    [ "$status" -eq 0 ]
    cut -f 3 "$out_file" | grep -vE '^(works|refused: .+)$' && return 1
    [ "$(grep -c 'works$' "$out_file")" -gt 400 ]
    grep -qxF "support.kind dice"$'\t'"combat.kind margin"$'\t'"refused: its totals take values" "$out_file"
    grep -qxF "setup.kind free"$'\t'"movement.castling standard"$'\t'"refused: they need mechanisms that exclude each other" "$out_file"
    rules a 'extends: chess-attack' 'support: {kind: dice}'
    run_split xpgn-validate --check-rules --format=gcc "$BATS_TEST_TMPDIR/a.yaml"
    [[ $out == *"'support.kind' cannot be 'dice' where 'combat.kind' is 'margin': its totals take values [Y-07]"* ]]
    run_split xpgn-validate --mechanisms samples/chess.xpgn
    [[ $status -eq 2 && $err == *'--mechanisms requires --check-rules'* ]]
}
