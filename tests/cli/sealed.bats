# SPDX-License-Identifier: MIT
# Sealed dice of the second scheme, which bind the game: records with the tag DiceKey.

load helper

VECTORS=tests/vectors/sealed

@test "records that another program has sealed check without a word" {
    clean --strict "$VECTORS"/*.xpgn
    "$BIN/xpgn-dice" check "$VECTORS/combat-chess-2-0.xpgn" | grep -q 'the dice of 37 rolls match the links'
}

@test "a program that shares no code finds the same chains, keys, transcripts, dice and signatures" {
    run python3 tests/oracles/sealed.py vectors "$VECTORS"/*.json
    [ "$status" -eq 0 ]
    [ -z "$output" ]
    sed 's/"dice": "1:/"dice": "2:/' "$VECTORS/combat-chess-2-0.json" >"$BATS_TEST_TMPDIR/wrong.json"
    run python3 tests/oracles/sealed.py vectors "$BATS_TEST_TMPDIR/wrong.json"
    [ "$status" -ne 0 ]
}

@test "a program that shares no code finds the dice of rolls of 2 to 20 faces, and the signatures" {
    cd "$BATS_TEST_TMPDIR" || return
    [ -n "${XPGN_LONG:-}" ] && games=60 || games=1
    for faces in 2 3 5 7 10 13 20; do # 10,000 rolls of each, at length
        printf 'ruleset: mine\nextends: combat-chess-2\ndie: %s\n' $faces >mine.yaml
        xpgn-simulate --sealed --rules=mine.yaml --bots=random -n $games >games.xpgn
        python3 "$ROOT/tests/oracles/sealed.py" check "$BIN" $faces games.xpgn --rules=mine.yaml | tee -a rolls
    done
    for more in "$ROOT"/samples/sealed{,-first}.xpgn; do
        python3 "$ROOT/tests/oracles/sealed.py" check "$BIN" 6 "$more" | tee -a rolls
    done
    [ "$(awk '{n += $3} END {print n}' rolls)" -gt $((300 * games)) ]
    sed 's/1\. roll 5/1. roll 4/; s/<5> /<4> /' games.xpgn >other.xpgn
    not python3 "$ROOT/tests/oracles/sealed.py" check "$BIN" 20 other.xpgn --rules=mine.yaml 2>/dev/null
}

# The table by kind, of all records: XPGN_LONG=1. Retraction, replay and restart are in dice.bats.
@test "forgeries that the rules allow are found by the seals, each kind by its code" {
    games=("$VECTORS"/combat-chess-2-0.xpgn "$VECTORS"/chess-attack-0.xpgn)
    [ -z "${XPGN_LONG:-}" ] || games=("$VECTORS"/*-0.xpgn)
    python3 tests/oracles/sealed.py forge "$BIN" "${games[@]}" | tee "$BATS_TEST_TMPDIR/forged"
    grep -q '^[2-9][0-9][0-9] legal forgeries of [23][0-9] kinds found, 0 missed' "$BATS_TEST_TMPDIR/forged"
    while read -r code kind; do
        grep -q "  $kind  .* $code\( \|$\)" "$BATS_TEST_TMPDIR/forged" || { echo "$kind: $code"; return 1; }
    done <<'END'
T-28 header
T-28 players exchanged
T-07 house rules
T-28 small order
T-29 malleable signature
T-30 another result, signed by one party
T-20 base64 bits
T-21 links equal
T-24 link of the roll before
T-24 links exchanged
T-25 the last roll taken back
T-25 annulled roll added
T-31 own signature of the end left out
R-11 die changed, and the game ends there
M-17 half-move missing
M-20 legal action marked as illegal
END
}

@test "of four seats those that have fallen need not sign, and nothing else can be changed" {
    cd "$BATS_TEST_TMPDIR" || return
    xpgn-simulate --sealed --variant=assault-and-siege --options='players=4 mode=dice' --seed=3 >four.xpgn
    grep -q '^\[Result "0-0-0-1"\]$' four.xpgn # white, red and black have fallen
    python3 "$ROOT/tests/oracles/sealed.py" fallen "$BIN" four.xpgn >found
    [ "$(grep -c "^\(white\|red\|black\) *\[\]$" found)" -eq 3 ] || { cat found; return 1; }
    [ "$(grep -c "^green warning \['T-31'\]$" found)" -eq 1 ]
    [ "$(grep -c '^die error' found)" -gt 20 ]
    [ "$(grep -c '^die' found)" -eq "$(grep -c '^die error' found)" ]
}

@test "a game whose dice are sealed says as much in every mode, and with all its steps" {
    "$BIN/xpgn-replay" "$VECTORS/combat-chess-2-0.xpgn" >/dev/null
    XPGN_FORCE=walk clean --strict "$VECTORS/combat-chess-2-0.xpgn"
    "$BIN/xpgn-fmt" "$VECTORS/combat-chess-2-0.xpgn" >"$BATS_TEST_TMPDIR/again.xpgn"
    clean --strict "$BATS_TEST_TMPDIR/again.xpgn"
}

@test "where one roll does not fit, later ones are not spoken of" {
    sed 's/<3,3,5,6,6+0=6/<3,3,4,6,6+0=6/' "$VECTORS/five-dice-support-0.xpgn" >"$BATS_TEST_TMPDIR/die.xpgn"
    run "$BIN/xpgn-validate" "$BATS_TEST_TMPDIR/die.xpgn"
    [ "$status" -eq 1 ]
    [ "$(grep -c 'error:' <<<"$output")" -eq 1 ]
    grep -q 'expected 3,3,5,6,6:1,4: sealed roll 3, .*R-11' <<<"$output"
}

@test "what was announced and not answered stands at the end, once, and nothing is played after it" {
    sed 's/ 0-1$/ {[%announced 7. Nxe1] [%announced 7. Nxe1]} 0-1/' "$VECTORS/five-dice-support-0.xpgn" >"$BATS_TEST_TMPDIR/two.xpgn"
    run "$BIN/xpgn-validate" "$BATS_TEST_TMPDIR/two.xpgn"
    [ "$status" -eq 1 ]
    grep -q 'R-15' <<<"$output"
    sed 's/^Nxc2/{[%announced 5... Nxc2]} Nxc2/' "$VECTORS/five-dice-support-0.xpgn" >"$BATS_TEST_TMPDIR/on.xpgn"
    run "$BIN/xpgn-validate" "$BATS_TEST_TMPDIR/on.xpgn"
    [ "$status" -eq 1 ]
    grep -q 'an action follows .*R-15' <<<"$output"
    sed 's/ 0-1$/ {[%announced 7. Nxe1]} 0-1/; /^\[DiceSign/d' "$VECTORS/five-dice-support-0.xpgn" >"$BATS_TEST_TMPDIR/end.xpgn"
    run "$BIN/xpgn-dice" check "$BATS_TEST_TMPDIR/end.xpgn"
    grep -qx '  up to 6... Nxe1 (roll 4): ratified by roll 4, signed by white, black' <<<"$output"
    grep -qx '  what came after it and the result: ratified by nobody: rolls, actions and the result may have been changed there' <<<"$output"
    grep -qx '  7. Nxe1 was announced, but not answered by all' <<<"$output"
}

@test "the digests of the rulesets are those that games have been sealed by" {
    digests=tests/vectors/sealed-rules.xpgn
    # one game of Chess960 begins as chess does, and cannot say so any more: it is signed
    run_split xpgn-validate --format=gcc "$digests"
    [ "$(wc -l <"$out_file")" -eq 1 ]
    [ "$status" -eq 0 ]
    [[ $out == *' warning: '*' [T-34]' ]]
    [ "$(grep -c '^\[RulesDigest "sha256:' "$digests")" -eq 21 ]
}
