# SPDX-License-Identifier: MIT
# Sealed dice where the attacker may go on after each exchange: each is a roll of its own.

load helper
load chains

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    PATH=$BIN:$PATH
    SAMPLE=$ROOT/samples/sealed-goes-on.xpgn
}

# chains [LINKS]: those of White and Black, and the tags of the sample
chains() {
    known white.chain 0 "${1:-8}"
    known black.chain 32 "${1:-8}"
    sealed_tags white.chain black.chain
    tags+=(--event=Vectors --date=2026.11.30 --site=? --round=1 "--white=Adams, R." "--black=Brandt, L.")
}

# scribe SIDE LINE...: what its scribe is told, the replies in SIDE.said
scribe() {
    printf '%s\n' "${@:2}" | xpgn-record --variant=chess-or-die-trying --sealed="$1.chain" "${tags[@]}" "$1.xpgn" >"$1.said"
}

# one_exchange: both scribes have 3. Qxe8 with its first exchange; newest SIDE: its newest message
one_exchange() {
    scribe white e4 f6 Qh5 a6 Qxe8
    scribe black e4 f6 Qh5 a6 "$(newest white)"
    scribe white "$(newest black)"
}
newest() { sent "$1.said" | tail -n 1; }

# The scribes are started anew for every line.
@test "an attacker goes on by a roll of its own for each exchange, which nobody knows before it is announced" {
    chains
    one_exchange
    grep -q '^ok 3\. Qxe8 <14=14-0:12=12-2>; 9:9 left, the attacker may go on$' black.said
    cmp white.xpgn black.xpgn
    scribe white actions
    grep -q '^ok roll a5 ' white.said
    scribe black actions # it is not his to say
    grep -q '^ok a5 ' black.said
    for roll in 2 3; do
        scribe white roll
        [[ $(newest white) == "announce $roll white "*' 3. Qxe8 goes on' ]]
        grep -qx "await $roll black" white.said
        scribe white Nf3
        grep -q '^error LINK 3\. Qxe8 goes on has been announced' white.said
        scribe black "$(newest white)"
        scribe white "$(newest black)"
        cmp white.xpgn black.xpgn
    done
    grep -q '<14=14-0:12=12-2 4=4-6:10=10-0 11=11-0:10=10-1> \*$' white.xpgn
    [[ $(xpgn-dice check white.xpgn) == *'the dice of 3 rolls match the links'* ]]
    scribe white annul Nc6 draw sign
    scribe black annul Nc6 draw sign "$(newest white)"
    scribe white "$(newest black)"
    cmp white.xpgn black.xpgn
    cmp white.xpgn "$SAMPLE"
    clean --strict "$SAMPLE"
    xpgn-fmt "$SAMPLE" | cmp - "$SAMPLE"
}

@test "an exchange that was annulled is the last, and what is thrown before it stays" {
    chains
    one_exchange
    scribe white roll
    scribe black "$(newest white)" undo annul roll undo annul
    cat >expected <<'END'
error UNDO dice were thrown for the last exchange of Qxe8; annul takes it back and keeps them in the record
ok annulled
error DICE no die is due; expected an action
error UNDO dice were thrown for Qxe8; annul takes it back and keeps them in the record
error LINK cannot undo: a later roll is sealed
END
    tail -n 5 black.said | diff expected -
    grep -q 'Qxe8 <14=14-0:12=12-2> {\[%annulled 3\. Qxe8 goes on 4:10\]}' black.xpgn
    scribe black Nc6
    [[ $(tail -n 1 black.said) == 'ok 3... Nc6' ]]
    [[ $(xpgn-dice check black.xpgn) == *'2 rolls match the links: 1 roll played, 1 annulled (3. Qxe8 goes on 4:10)'* ]]
}

@test "an attack that has stopped is followed by the next announcement, and an older record is the same game" {
    chains
    one_exchange
    cp white.xpgn old.xpgn
    scribe black g6 # White says that its queen stops
    scribe white g6 Qxg6
    scribe black "$(newest white)"
    grep -q '^ok 4\. Qxg6' black.said
    xpgn-dice check old.xpgn black.xpgn >out
    not grep T-22 out
    cp old.xpgn white.xpgn
    rm white.xpgn.journal
    known white.chain 0 8
    scribe white roll # it would go on after all
    grep -q '^error LINK .* it is an earlier copy of the chain$' white.said
}

@test "xpgn-dice announces and answers an exchange, and says its dice" {
    chains
    one_exchange
    run_split xpgn-dice announce white.xpgn white.chain '3. Qxe8 goes on'
    [[ $status$out$err == '0announce 2 white '*' 3. Qxe8 goes on'*'waiting for the answer of black to roll 2' ]]
    same=${out%$'\n'}
    run_split xpgn-dice announce white.xpgn white.chain roll
    [[ $out == *"$same" ]]
    # shellcheck disable=SC2086
    run_split xpgn-dice answer black.xpgn black.chain $same
    [[ $status$out == '0answer 2 black '*'3. Qxe8 goes on 4:10'* ]]
    run_split xpgn-dice announce black.xpgn black.chain '3. Qxe8 goes on'
    [[ $status$out == 0*'answer 2 black '*'3. Qxe8 goes on 4:10'* ]]
    run_split xpgn-dice announce "$ROOT/samples/sealed.xpgn" white.chain 'Qxe8 goes on'
    [ "$status" -ne 0 ]
}

@test "a chain that is used up between two exchanges ends the attack, not the game" {
    chains 2
    tags+=(--event=D)
    one_exchange
    scribe white roll
    scribe black "$(newest white)"
    scribe white "$(newest black)"
    grep -q 'the attacker may go on$' white.said
    scribe white roll Nc6
    grep -q '^error LINK .*: the chain is used up: all 2 links are shown' white.said
    [[ $(tail -n 1 white.said) == 'ok 3... Nc6' ]]
    xpgn-simulate --sealed --variant=chess-or-die-trying --bots=random -n 4 >games.xpgn
    clean --strict games.xpgn
}

@test "an attack that goes on when the game ends stands as announced" {
    chains
    one_exchange
    scribe white roll 'resign white'
    grep -q '{\[%announced 3\. Qxe8 goes on\]} 0-1$' white.xpgn
    run_split xpgn-validate --strict --format=gcc white.xpgn
    [ "$(wc -l <"$out_file")" -eq 1 ]
    [[ $out == *'have not signed the end'* ]]
    [[ $(xpgn-dice check white.xpgn 2>&1) == *'3. Qxe8 goes on was announced, but not answered by all'* ]]
    scribe white undo 2>err
    [ ! -s err ] || { cat err; return 1; } # the record has what the link was shown for
    scribe black "$(newest white)"
    scribe white "$(newest black)"
    grep -q '<14=14-0:12=12-2 4=4-6:10=10-0>' white.xpgn
}

# found CODES: what validate and check say of the file forged.xpgn
found() {
    run_split xpgn-validate --format=gcc forged.xpgn
    [ "$(grep -o '\[[A-Z]-[0-9]*\]$' "$out_file" | sort -u | tr -d '\n')" = "$1" ] || { cat "$out_file"; return 1; }
}

@test "an exchange that was changed, left out, added or taken for another is found" {
    sed 's/ 4=4-6:10=10-0>/ 5=5-5:10=10-0>/' "$SAMPLE" >forged.xpgn
    found '[R-11]'
    grep -q 'dice 5:10, expected 4:10: sealed roll 2' "$out_file"
    sed 's/ 4=4-6:10=10-0>/>/' "$SAMPLE" >forged.xpgn # the annulled exchange would be roll 2
    found '[R-14]'
    sed '3,$s/ {.%annulled 3.*}//' "$SAMPLE" >forged.xpgn
    found '[T-25]'
    sed 's/ {.%annulled 3\. Qxe8 goes on 11:10.}//; s/10=10-0>/10=10-0 11=11-0:10=10-1>/' "$SAMPLE" >forged.xpgn
    found '[T-30]' # the exchange that was annulled is played
    sed 's/goes on 11:10/goes on 11:9/' "$SAMPLE" >forged.xpgn
    found '[R-14]'
    sed 's/Qxe8 goes on 11:10/Qxe8 11:10/' "$SAMPLE" >forged.xpgn
    found '[R-14]'
    for other in 'Qxe8 goes on' 'Qxe8 goes on 11:10 3:3' 'roll goes on 11:10' 'Qxe8 11:10 3:3'; do
        sed "s/%annulled 3\. Qxe8 goes on 11:10/%annulled 3. $other/" "$SAMPLE" >forged.xpgn
        run_split xpgn-validate --format=gcc forged.xpgn
        grep -q 'R-1[05]' "$out_file" || { echo "$other"; return 1; }
    done
    sed 's/%annulled 3\.\.\. cxd4/& goes on/' "$ROOT/samples/broken/R-14.xpgn" >forged.xpgn
    run_split xpgn-validate --format=gcc forged.xpgn
    grep -q R-15 "$out_file" # no attacker goes on in this game
}

@test "an attacker that announced to go on, and stopped, is shown by the journal of the other" {
    chains
    one_exchange
    scribe white roll
    scribe black "$(newest white)"
    run_split xpgn-dice --journal=black.xpgn.journal check white.xpgn
    [ "$status" -eq 1 ]
    [[ $out == *'black.xpgn.journal: white announced roll 2, 3. Qxe8 goes on, which is not in the record'* ]]
}

@test "the rolls of the example in xpgn-sealed(7) are those that another program computes" {
    python3 "$ROOT/tests/oracles/sealed.py" rolls "$BIN" 20:12 "$SAMPLE" | tee rolls
    [ "$(wc -l <rolls)" -eq 3 ]
    while read -r line; do
        grep -qxF "$line" "$ROOT/man/xpgn-sealed.7" || { echo "not in the page: $line"; return 1; }
    done <rolls
    xpgn-dice transcript "$SAMPLE" | grep '^3\.\|annulled 3\.' >lines
    [ "$(wc -l <lines)" -eq 4 ]
    while read -r line; do
        grep -qxF "$line" "$ROOT/man/xpgn-sealed.7" || { echo "not in the page: $line"; return 1; }
    done <lines
}

@test "a program that shares no code finds the dice of attacks that go on" {
    xpgn-simulate --sealed --variant=chess-or-die-trying --seed=7 -n 2 >games.xpgn
    grep -c '<[^>]* [^>]*>' games.xpgn
    for file in games.xpgn "$SAMPLE"; do
        python3 "$ROOT/tests/oracles/sealed.py" check "$BIN" 20:12 "$file"
    done
}

@test "the line of an attack that may go on has no sign of check, which depends on how it ends" {
    printf '%s\n' 'ruleset: mine' 'extends: chess-or-die-trying' 'safety: {kind: not-left-attacked}' \
        'ending: {no-action: mate-or-stalemate}' >mine.yaml
    known white.chain 0 8
    known black.chain 32 8
    printf '[Variant "mine"]\n[FEN "4k3/p7/8/8/1b6/8/8/R3R1K1 b - - 0 1"]\n\n1... Bxe1 <4:7> 2. Rxa7 <5:6 5:6> *\n' |
        xpgn-fmt --rules=mine.yaml --digest >digest.xpgn
    xpgn-dice tags white:white.chain black:black.chain | cat - digest.xpgn >check.xpgn
    grep -q '2\. Rxa7+ <5=5-1:6=6-0 5=5-1:6=6-0>' check.xpgn
    xpgn-dice --rules=mine.yaml transcript check.xpgn | sed '1,/^round/d' | diff - <(
        cat <<'END'
1... Bxe1 <4=4-3:7=7-0>
2. Rxa7 <5=5-1:6=6-0>
2. Rxa7 <5=5-1:6=6-0 5=5-1:6=6-0>
result *
END
    )
}

@test "where a turn begins with a roll, roll is that of the other side, and of the attacker that it goes on" {
    printf '%s\n' 'ruleset: mine' 'extends: chess-or-die-trying' 'die: 6' \
        'turn: {kind: one-action, roll: {dice: d6, means: types, faces: [pawn, knight, bishop, rook, queen, king]}}' >mine.yaml
    known white.chain 0 90
    known black.chain 32 90
    sealed_tags white.chain black.chain
    tags+=(--event=13 --date=2026.11.30 '--set-tag=FEN=4k3/8/8/8/8/8/q7/Q3K3 w - - 0 1' --rules=mine.yaml --variant=mine)
    for line in roll Qxa2; do
        scribe white "$line"
        scribe black "$(newest white)"
        scribe white "$(newest black)"
    done
    grep -q '^ok 1\. <5> Qxa2 <9=9-0:9=9-0>; 9:9 left, the attacker may go on$' white.said
    mkdir on
    cp -p ./*.chain ./*.xpgn* on
    (
        cd on
        cp ../mine.yaml .
        scribe white roll
        [[ $(newest white) == 'announce 3 white '*' 1. Qxa2 goes on' ]]
        scribe black "$(newest white)"
        [[ $(tail -n 1 black.said) == *'1. <5> Qxa2 <9=9-0:9=9-0 '* ]]
    )
    scribe black roll
    [[ $(newest black) == 'announce 3 black '*' 1... roll' ]]
    scribe white "$(newest black)"
    scribe black "$(newest white)"
    cmp white.xpgn black.xpgn
    grep -q 'Qxa2 <9=9-0:9=9-0> <[1-6]>' white.xpgn
}
