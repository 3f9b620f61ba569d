#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# What every tool makes of the games whose dice say who may act, or whose combats go by a table, dice
# of each piece or hit points: one loop over the rulesets, with the game of each that xpgn(5) gives.

# shellcheck disable=SC2154 # out, err, status are set by run_split

load helper

# Each ruleset, and which game of its sample is the one to try.
GAMES='dice-chess-three:1 dice-chess:1 dice-chess-pair:1 single-combat-chess:1 polyhedral-chess-war:1
    reckless-chess:2 hit-points-chess:2 chess-to-the-death:2 chess-or-die-trying:3'

setup_file() {
    cd "$BATS_FILE_TMPDIR" || return
    for game in $GAMES; do
        xpgn-fmt --game="${game#*:}" "$ROOT/samples/${game%:*}.xpgn" >"${game%:*}.xpgn"
    done
}

setup() {
    cd "$BATS_FILE_TMPDIR" || return
}

# same_as_stored FILE: what the last run printed is in that file of tests/cli/golden (XPGN_STORE=1: it gets there)
same_as_stored() {
    [ -z "${XPGN_STORE-}" ] || cp "$out_file" "$ROOT/tests/cli/golden/$1"
    diff "$ROOT/tests/cli/golden/$1" "$out_file"
}

@test "each field of a roll that is wrong is told with its rule, and with the roll as it was" {
    files=()
    for game in $GAMES; do files+=("${game%:*}.xpgn"); done
    run_split python3 "$ROOT/tests/cli/each_field.py" "${files[@]}"
    same_as_stored each-field.txt
    # what is no legal roll is told, and what follows from the rest of a roll is written as it was
    awk '$3 != $4 + $5 { print "not told: " $0; bad = 1 } $2 ~ /total|lost/ && $3 != $6 { print "not put back: " $0; bad = 1 } END { exit bad }' "$out_file"
}

# compared EDIT...: what xpgn-compare says of the game and of one changed by each edit (GAME:s/...//)
# on the second sheet, then how the record differs from the game
compared() {
    local edit game
    for edit; do
        game=${edit%%:*}
        printf '= %s\n' "$edit"
        sed -E "/^\[/!${edit#*:}" "$game.xpgn" >b
        xpgn-compare "$game.xpgn" b | sed 's/^  [^ ]*: /  /'
        xpgn-compare --merge b "$game.xpgn" 2>/dev/null | diff "$game.xpgn" - | sed -n 's/^> //p'
    done
}

@test "sheets with a slip in an action, in a die, in what follows from it, and without dice are told apart" {
    run_split compared 'dice-chess-three:s/Nh6/Nh7/' 'dice-chess-three:s/<6,2,4>/<6,2,5>/' 'dice-chess-three:s/<6,2,4> //' \
        'dice-chess:s/hxg6/hxg7/' 'dice-chess:s/<1> hx/<2> hx/' 'dice-chess:s/<1> hx/hx/' \
        'dice-chess-pair:s/Ke7/Ke8/' 'dice-chess-pair:s/<6,5>/<1,5>/' 'dice-chess-pair:s/<6,5> //' \
        'single-combat-chess:s/Bxh3/Bxh4/' 'single-combat-chess:s/<6x/<1x/' 'single-combat-chess:s/<6x:=8>//' 'single-combat-chess:s/=8/=7/' \
        'polyhedral-chess-war:s/Be2/Be3/' 'polyhedral-chess-war:s/<14=/<15=/' 'polyhedral-chess-war:s/<5=6x:7=7> //' \
        'reckless-chess:s/Qxd5/Qxd6/' 'reckless-chess:s/<3,2/<4,2/' 'reckless-chess:s/<3,2=5:4=4x>//' 'reckless-chess:s/<1> --/<2> --/' \
        'hit-points-chess:s/Nxb4/Nxb5/' 'hit-points-chess:s/-9x/-8x/' 'hit-points-chess:s/<-2x:-1>//' \
        'chess-to-the-death:s/ h3/ h2/' 'chess-to-the-death:s/Rxh7 <:-15>/Rxh7 <:-51>/' \
        'chess-or-die-trying:s/Qh5/Qh6/' 'chess-or-die-trying:s/<4=/<5=/' 'chess-or-die-trying:s/-15x/-5x/' 'chess-or-die-trying:s/<4=.*>//' \
        'chess-or-die-trying:s/ 19=.*>/>/'
    same_as_stored sheets-of-dice.txt
}

@test "a throw that no sheet has leaves the half-move open, unless a single die can only show its piece" {
    none() { # GAME, THROW [SLIP]: neither sheet has it, or both have the same slip
        sed "/^\[/!s/$2/${3-}/" "$1.xpgn" >b
        xpgn-compare --merge b b | sed '1,/^$/d' | tr '\n' ' '
        echo
    }
    run_split none dice-chess-three '<6,2,4> '
    [[ $out == *'2... <2,3,6> Kd8 Nh6 Bc5 3. {[%missing]} Nd5 3... <2,1,3> Bxe3 g5 Ng8 4. <4,5,2>'* ]]
    run_split none dice-chess-pair '<6,5> '
    [[ $out == *' <4,6> Ke7 4. {[%missing]} 4... <5,4> Qe8 5. <5,3> Qe1 '* ]]
    # the same wrong die on both: three pieces acted, so that only one die can be the slip; of two dice either can
    run_split none dice-chess-three '<6,2,4> ' '<1,2,4> '
    [[ $out == *' 3. <6,2,4> O-O-O {[%was <1,2,4> O-O-O]} Nd5 3... <2,1,3> Bxe3 '* ]]
    run_split none dice-chess-pair '<6,5> ' '<1,5> '
    [[ $out == *' <4,6> Ke7 4. {[%missing]} 4... <5,4> Qe8 5. <5,3> Qe1 '* ]]
    run_split none reckless-chess '<8> '
    [[ $out == *'exd5 <4,1=5:2=2x> {[%missing]} 3. <3> Nc3'* ]]
    for die in '<1> \(hx\)' '<2> \(Nb3\)'; do
        sed "/^\[/!s/$die/\1/" dice-chess.xpgn >b
        xpgn-compare --merge b b 2>/dev/null | sed '1,/^$/d' | tr '\n' ' ' | sed 's/ {[^}]*}\( [0-9]*\.\.\.\)\?//' >got
        diff got <(sed '1,/^$/d' dice-chess.xpgn | tr '\n' ' ')
    done
}

@test "what a page says of an action is in the language of the page" {
    xpgn-render-html --language=de "$ROOT"/samples/*.xpgn | sed -n 's/^<script type="application\/json" class="game">\(.*\)<\/script>$/\1/p' |
        jq -r '.items[] | arrays | .[3].r // empty | .[] | join(" ")' >rows
    [ "$(wc -l <rows)" -gt 300 ]
    not grep -wE 'attacks?|defense|result|points|margin|dice|die|again|needed|rolls?|turn|act|removed|pawn|rook|queen|king|happens|neither|white|black' rows
    grep -qxF 'Punkte Dame h5 9 - 3 = 6, König e8 11 - 15 = 0 CD-2' rows
    grep -qxF 'Ergebnis keine Figur entfernt TD-2' rows
    grep -qxF 'd3  Weiß würfelt 5,1,3 für den Zug' rows
    # the colours are plural in French, Spanish and Polish
    [[ $(xpgn-render-html --language=fr dice-chess.xpgn) == *'["Ca6  Noirs lancent 2 pour le tour"]'* ]]
}

@test "the sum of a combat below a picture has the points of both sides, and the throw before its action" {
    for picture in ascii svg; do
        [[ $(xpgn-render-$picture --combats --at=4w hit-points-chess.xpgn) == *'pawn c3 1 - 2 = 0, knight b4 2 - 1 = 1'* ]]
        [[ $(xpgn-render-$picture --combats --at=3w chess-to-the-death.xpgn) == *'neither is removed'*'pawn h4 120 - 15 = 105'* ]]
        [[ $(xpgn-render-$picture --combats --at=2b reckless-chess.xpgn) == *[2.]' '?(&lt;|<)8?(&gt;|>)' Qxd5'* ]]
    done
    [ "$(xpgn-render-svg --combats --sum=markdown --at=5w chess-or-die-trying.xpgn | tail -n 1)" = \
        '| points | queen h5 9 - 3 = 6, king e8 11 - 15 = 0 | CD-2 |' ]
}

# typed GAME: what is typed to record it: each throw before an action, each action with the dice after it
typed() {
    xpgn-fmt --minimal "$1.xpgn" | sed '1,/^$/d' | tr '\n' ' ' |
        sed -E 's/[0-9]+\.(\.\.)? *//g; s/ (1-0|0-1|\*) *$//; s/<([^>:]*)> ([A-Za-z-])/\1\n\2/g; s/ (<[^ >]*( [^>]*)?>)/~\1/g; s/ +/\n/g' |
        tr '~<>' ' '
}

@test "a session records the game that is typed, whatever else is typed between its lines" {
    for game in $GAMES; do
        game=${game%:*}
        rm -f new.xpgn
        { typed "$game"; echo; } | sed '$!s/$/\nKz9\n9 9 9 9/' | xpgn-record --variant="$game" new.xpgn >said
        diff <(sed '1,/^$/d' "$game.xpgn") <(sed '1,/^$/d' new.xpgn)
        [ "$(grep -c '^error M-01 ' said)" -ge 8 ]
        not grep -q '^error OVER' said
    done
}

@test "a game with dice or points is a few lines on chess without check, and a slip in them is told at its place" {
    author() { # LINES, what is said of them
        printf 'ruleset: mine\ntitle: Mine\nversion: 1\nextends: chess-without-check\n%b\n' "$1" >mine.yaml
        run_split xpgn-simulate --rules=mine.yaml --variant=mine -n 1
        [[ $out$err == *"$2"* ]] || { echo "$1: $out$err"; return 1; }
    }
    fights='combat: {kind: contest, dice: d6, outcomes: [{from: 1, defender: removed}, {}]}'
    points='pieces: {pawn: {hits: 1}, knight: {hits: 2}, bishop: {hits: 2}, rook: {hits: 3}, queen: {hits: 4}, king: {hits: 5}}'
    types='die: 6\nturn: {roll: {dice: d6, means: types, faces: [pawn, knight, bishop, rook, queen, king]}}'
    for lines in "$fights" "${fights/\{\}/\{attacker: removed\}}" "$types" \
        "combat: {kind: contest, dice: d6, outcomes: [{from: 0, defender: damage}, {attacker: damage}]}\n$points"; do
        author "$lines" '[Variant "mine"]'
        [ "$status" -eq 0 ]
        xpgn-validate --rules=mine.yaml - <<<"$out"
    done
    author "${fights/dice/dise}" "mine.yaml:5:25: error: unknown key 'dise' [Y-02]"
    author "${fights/removed/removd}" "mine.yaml:5:66: error: 'defender' is 'removd', an unknown word [Y-05]"
    author "${fights/d6/17d6}" "mine.yaml:5:31: error: 'dice' is '17d6'"
    author "${points/5/256}" "mine.yaml:5:113: error: 'hits' is 256, expected 1 to 255 [Y-05]"
    author "$points" "mine.yaml:5:17: error: 'pieces.*.hits' has no meaning where 'combat.kind' is 'capture' [Y-07]"
    author "${types/d6/4d6}" "mine.yaml:6:21: error: 'dice' is '4d6', expected 1 to 3 dice [Y-05]"
    author "${types/types/type}" $'error: \'means\' is \'type\', an unknown word [Y-05]'
    author "${types/, king/}" "'faces' lists 5 pieces, expected 6: one for each face of the die [Y-07]"
    author "${types/king/pawn}" 'no face shows the king: a side may have nothing else left [Y-07]'
}

@test "an arbiter is asked which roll it was, by the whole roll, and the answer makes the game what it was" {
    while IFS='|' read -r game right slip question; do
        sed "/^\\[/!s/$right/$slip/" "$game.xpgn" >wrong.xpgn
        rm -f q.csv
        xpgn-fix --questions=q.csv wrong.xpgn >/dev/null 2>said || true
        grep -qF ": $question settles" said || { cat said; return 1; }
        answer="<${right#*<}"
        tr -d '\r' <q.csv | sed "2s|\$|\"${answer%>*}>\"|" >answers
        xpgn-fix --answers=answers --no-marks wrong.xpgn 2>/dev/null | sed '/^\[Corrected/d' | diff - "$game.xpgn"
    done <<'END'
dice-chess-three|<6,2,4>|<6,2,5>|was it <6,2,4> for '<6,2,5>'?
dice-chess|<1> hx|<2> hx|was it <1> for '<2>'?
dice-chess-pair|<6,5>|<1,5>|was it <1,1>, <1,6>, <5,5> or <6,5> for '<1,5>'?
single-combat-chess|<5:=2x>|<5:=3x>|was it <5:=2x> for '<5:=3x>'?
polyhedral-chess-war|<14=15:2=2x>|<15=15:2=2x>|was Black's die 14 or 15?
reckless-chess|<3,2=5:4=4x>|<4,2=5:4=4x>|was it <3,2=5:4=4x>, <4,1=5:4=4x> or <4,2=6:4=4x> for '<4,2=5:4=4x>'?
hit-points-chess|<-1:-9x>|<-1:-8x>|was it <-1:-9x> for '<-1:-8x>'?
chess-to-the-death|Rxh7 <:-15>|Rxh7 <:-51>|was it <:-15> for '<:-51>'?
chess-or-die-trying|<4=4-3:7=7-0 19=19-0:4=4-15x>|<5=4-3:7=7-0 19=19-0:4=4-15x>|was White's die 4 or 5?
END
}

# told GAME: its facts, action by action, the odds and the luck of its combats, and what a pass is told that is not due
told() {
    printf '= %s\n' "$1"
    xpgn-replay --actions --no-header --format=tsv "$1.xpgn" \
        --columns=action,turn_roll,spent,passed,dice_left,dice,roll,attacker_total,defender_total,attacker_hits,defender_hits,attacker_lost,defender_lost |
        awk -F '\t' '{ gsub(/\t/, "|"); sub(/\|+$/, ""); print }'
    xpgn-odds "$1.xpgn" | sed -n '4,$s/  */ /gp'
    xpgn-replay --luck "$1.xpgn" | sed 1d
    sed -n '/^\[Variant/,/^$/p' "$1.xpgn" | sed "\$a$2" | xpgn-validate - | sed -n '1s/^[^ ]* //p'
}

@test "the facts, odds and luck of each example are those of its rules" {
    {
        told dice-chess-three '1. <1,1,2> --'
        told dice-chess '1. <1> --'
        told dice-chess-pair '1. <1,4> --'
        told single-combat-chess '1. --'
        told polyhedral-chess-war '1. --'
        told reckless-chess '1. <3> --'
        told hit-points-chess '1. --'
        told chess-to-the-death '1. --'
        told chess-or-die-trying '1. --'
    } >all-told
    out_file=all-told
    same_as_stored facts-of-dice.txt
}

@test "an evening of these games is found, selected and ranked as one of any other" {
    echo round,board,white,black,result,date >list.csv
    board=0
    for game in $GAMES; do
        game=${game%:*} board=$((board + 1))
        xpgn-fmt --set-tag=Event=Evening --set-tag=Round=1 --set-tag="White=W$board" --set-tag="Black=B$board" "$game.xpgn" >"board$board.xpgn"
        echo "1,$board,W$board,B$board,$(sed -n 's/^\[Result "\(.*\)"\]/\1/p' "$game.xpgn")," >>list.csv
    done
    run_split xpgn-event --list=list.csv board*.xpgn
    [ "$status$out$err" = 0 ]
    [ "$(xpgn-event --list=list.csv --show=standings --table=csv --no-header board*.xpgn | tr -d '\r' | awk -F , '$4 == 1 { print $3 }' | sort | paste -sd ' ')" = 'B1 B3 B5 W2 W4 W9' ]
    sed -i 's/1-0/x-0/; s/0-1/1-0/; s/x-0/0-1/' list.csv
    [ "$(xpgn-event --list=list.csv board*.xpgn | grep -c '\[E-11\]$')" -eq 6 ]
    found() { xpgn-grep --where="$1" board*.xpgn | sed -n 's/^\[White "W\(.\)"\]/\1/p' | paste -sd ' '; }
    [ "$(found 'turn_roll=6')|$(found spent=2)|$(found passed)|$(found turn_roll=8)" = '1 3|1|3 6|6' ]
    [ "$(found 'defender_lost>=15')|$(found 'attacker_hits=90')|$(found 'attacker_lost=2')|$(found defender_total=8)" = '8 9|8|7|4' ]
    mkdir -p parts && xpgn-split --by=Variant -o parts board*.xpgn
    files=(parts/*)
    [ "${#files[@]}" -eq 9 ]
    [ "$(xpgn-sort --by=-plies board*.xpgn | sed -n 's/^\[Variant "\(.*\)"\]/\1/p' | head -n 2 | paste -sd ' ')" = 'dice-chess dice-chess-pair' ]
}

@test "of four dice where three are thrown one too many is left out, whichever the actions do not need" {
    local dice
    for dice in 2,5,1,4 4,2,5,1 2,2,5,1 2,5,1,2 2,5,5,1; do
        sed "0,/1\.\.\. <2,5,1>/s//1... <$dice>/" "$ROOT/samples/dice-chess-three.xpgn" | sed -n 1,14p >four.xpgn
        run_split xpgn-validate --format=json four.xpgn
        [ "$(jq -r '[.code, (.fixes | length), .fixes[0].probability > 0.95, (.fixes[0].text | explode | sort | implode)] | join(" ")' "$out_file")" = \
            'DT-2 1 true ,,125<>' ]
    done
}
