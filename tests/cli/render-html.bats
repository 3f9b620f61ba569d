#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# xpgn-render-html: the page and its data. How the page works in a browser is tested by make check-web.
# shellcheck disable=SC2154 # run_split sets them

load helper
load examples

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    printf '%s\n' '[Event "A"]' '[White "Adams, R."]' '[Black "Brandt, L."]' '[Result "1-0"]' '' \
        '1. e4! {good} e5 (1... c5 {Sicilian} 2. Nf3 (2. Nc3 Nc6) d6) (1... e6) 2. Nf3 $14 $245 1-0' >tree.pgn
}

# data [N]: the data of game N (1) of the last page
data() {
    sed -n 's/^<script type="application\/json" class="game">\(.*\)<\/script>$/\1/p' "$out_file" | sed -n "${1:-1}p"
}

# common: what the games have in common
common() {
    sed -n '/id="common">/,/<\/script>/p' "$out_file" | sed 's/^<script.*id="common">//; s/<\/script>$//'
}

# entry [N]: what the list of games has of game N (1)
entry() {
    common | jq -c ".entries[${1:-1} - 1]"
}

# digest NAME: what a policy says of the contents of that element
digest() {
    awk -v name="$1" '
        index($0, "<" name ">") && !done { on = 1; sub(".*<" name ">", "") }
        on && index($0, "</" name ">") { sub("</" name ">.*", ""); printf "%s", $0; exit }
        on { print }' "$out_file" | /usr/bin/python3 -c '
import base64, hashlib, sys
print(base64.b64encode(hashlib.sha256(sys.stdin.buffer.read()).digest()).decode())'
}

@test "the examples of the manual work" {
    manual_examples "$ROOT/man/xpgn-render-html.1"
    grep -q '<title>Club evening</title>' "$BATS_TEST_TMPDIR/samples/club.html"
}

@test "a page is one file with a policy that has the hashes of its style and its script" {
    run_split xpgn-render-html tree.pgn
    [ "$status" -eq 0 ]
    [ -z "$err" ]
    policy=$(grep -o 'Content-Security-Policy" content="[^"]*"' "$out_file")
    [ "$policy" = "Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-$(digest style)'; script-src 'sha256-$(digest script)'; base-uri 'none'; form-action 'none'\"" ]
    # nothing points out of it
    cp "$out_file" page.html
    run_split grep -oiE '(src|href|action|data)="[^#"]|[^t]url\(|@import|https?://[^w]|fetch\(|XMLHttp|WebSocket|innerHTML|eval\(' page.html
    expect 1 '' ''
}

@test "without its games a page is smaller than 60 kB, its style and script than 48" {
    : >empty.pgn
    run_split xpgn-render-html empty.pgn
    [ "$(wc -c <"$out_file")" -lt 60000 ]
    [ "$(wc -c <"$out_file")" -gt 20000 ]
    tr '\n' ' ' <"$out_file" | grep -oE '<style>.*</style>|<script>.*</script>' >own
    [ "$(wc -l <own)" -eq 2 ]
    [ "$(wc -c <own)" -lt 48000 ]
}

@test "actions are a tree of nodes, with comments, marks and variations where they stand" {
    run_split xpgn-render-html tree.pgn
    [ "$(data | jq -c '[.items[] | if type == "array" then [.[0], .[3].c] elif type == "object" then [.c] else . end]')" = \
        '[["e4",["!",0,"good",1]],["e5",null],"(",["c5",["Sicilian",1]],["Nf3",null],"(",["Nc3",null],["Nc6",null],")",["d6",null],")","(",["e6",null],")",["Nf3",["⩲",0]]]' ]
    run_split xpgn-render-html --no-variations --no-comments tree.pgn
    [ "$(data | jq -c '[.items[] | [.[0], .[3].c]]')" = '[["e4",["!",0]],["e5",null],["Nf3",["⩲",0]]]' ]
}

@test "clocks, evaluations and marks of comments are data of their own, and the rest is prose" {
    cat >commented.pgn <<'END'
{Before [%csl Gd4] it} {[%cal Rb1b8]} 1. e4 {[%cal Gd2d4,Mz9a1,Gd2][%csl Mi1,Md4] [%clk 1:29:30] [%eval 0.17,20] Best
by test [%emt 0:00:30].} e5 {[%clk 1:28:10] [%depth 9] [%tqu 1]} (1... c5 {+0.31/15 0.42s} {[%csl Ya1]}) 2. Nf3! {[%clk 1:29:00]}
{ d=31, mt=115123, wv=0.13,  } Nc6 {[%clk <b>]} {[#] {here} 3. {[%csl Bb5]} Bb5 {[%was Bc4]} *
END
    xpgn-render-html commented.pgn >page.html
    run_split xpgn-render-html commented.pgn
    data | jq -c '.items[] | if type == "array" then [.[0], .[3].c, .[3].o, .[3].p] elif type == "object" then [.c, .o, .p] else . end' >said
    diff said - <<'END'
[["Before it",1],null,[["green",27],["red",1,57]]]
["e4",["Best\nby test.",1],["1:29:30","0:00:30","","0.17/20"],[["green",11,27],["",27]]]
["e5",null,["1:28:10","","","","9"],null]
"("
["c5",null,["","0.42s","","+0.31/15"],[["yellow",0]]]
")"
["Nf3",["!",0],["1:29:00","1:55","","0.13/31"],null]
["Nc6",["[#] {here",1],["<b>"],null]
[null,null,[["blue",33]]]
["Bb5",["[%was Bc4]",1],null,null]
END
    run_split xpgn-render-html --no-marks commented.pgn
    [ "$(data | jq -c '[.. | .p? // empty]')" = '[]' ]
    [ "$(data | jq -c '[.. | .o? // empty] | length')" = 5 ]
    run_split xpgn-render-html --no-comments commented.pgn
    [ "$(data | jq -c '[.. | (.o?, .p?) // empty]')" = '[]' ]
    [ "$(data | jq -c '.items[3]')" = '"("' ] || [ "$(data | jq -c '.items[2]')" = '"("' ]
}

@test "the changes of the data add up to the positions of xpgn-replay" {
    xpgn-render-html --no-variations "$ROOT"/samples/*.xpgn >page.html
    # after each action the board and what is off it; after each turn all of the XFEN
    /usr/bin/python3 "$ROOT/tests/oracles/page.py" page.html | sed 's/ [wrbg] .*//' >page
    xpgn-replay --actions --format=tsv --no-header "$ROOT"/samples/*.xpgn | cut -f 1,4,23 | sed 's/ [wrbg] .*//' >replay
    [ "$(wc -l <page)" -gt 300 ]
    same_output replay page
    /usr/bin/python3 "$ROOT/tests/oracles/page.py" page.html --turns | cut -f 1,3 >page
    xpgn-replay --each --format=tsv --no-header "$ROOT"/samples/*.xpgn | cut -f 1,23 >replay
    [ "$(wc -l <page)" -gt 300 ]
    same_output replay page
}

@test "what is foreseen is left out: a page of 100 games has less than 6 times their bytes" {
    xpgn-simulate -n 100 --seed=3 --variant=chess-attack >games.pgn
    : >empty.pgn
    xpgn-render-html games.pgn >page.html
    xpgn-render-html empty.pgn >shell.html
    records=$(wc -c <games.pgn)
    [ $(($(wc -c <page.html) - $(wc -c <shell.html))) -lt $((6 * records)) ]
    # games of one kind share what they have in common
    [ "$(sed -n '/id="common">/,/<\/script>/p' page.html | sed 's/^<script.*id="common">//; s/<\/script>$//' | jq '.frames | length')" = 1 ]
}

@test "values, totals, dice, fates, helpers, odds and luck of a combat" {
    run_split xpgn-render-html --game=1 "$ROOT/samples/club.xpgn"
    [ "$(data | jq -c '.items[9]')" = \
        '["exd4",36,27,{"q":[2,1,9,7,5,1,"wxa","CA-4",[34,1,42,1],[3,3,18,1,21,1],[167,722,0]],"u":[-97],"x":"[P]"}]' ]
    # whose report is not that of two values with a die each is sent with it
    run_split xpgn-render-html --game=3 "$ROOT/samples/five-dice.xpgn"
    [ "$(data | jq -r '.items[2][3].r[] | join(" ")')" = "$(xpgn-validate --explain --game=3 "$ROOT/samples/five-dice.xpgn" |
        sed -n '3,6{s/^2\. //;s/^  //;/^exd5/!s/  */ /g;p}')" ]
}

@test "the luck at the end is that of xpgn-stats" {
    for n in 1 2 3; do
        run_split xpgn-render-html --game=$n "$ROOT/samples/club.xpgn"
        data | jq -c '[.items[] | arrays | .[3].u | select(.)[0]] | last | [., -.] | map(. / 100)' >page
        xpgn-stats --luck --format=json --game=$n "$ROOT/samples/club.xpgn" |
            jq -c '[.rulesets[].luck.sides[].luck * 100 | round / 100]' >stats
        [ -s stats ]
        same_output stats page
    done
}

@test "--equity: the curve has turn rolls, teleports and escapes, as xpgn-replay --luck has them" {
    for n in 2 3; do
        run_split xpgn-render-html --equity=careful --game=$n "$ROOT/samples/club.xpgn"
        [[ $out == *'<figcaption><span>Luck of the dice</span>, in points of the score as careful expects them: <'* ]]
        data | jq '[.items[] | arrays | .[3].u | select(.)[0]] | length, last' >page
        xpgn-replay --luck --equity=careful --rows=actions --format=json --game=$n "$ROOT/samples/club.xpgn" |
            jq -s 'map(select(.chance) | if .seat == "white" then .luck else -.luck end) |
                length, (add * 100 | round)' >replay
        # a turn roll and the move it allows are one action
        [ "$(head -n 1 page)" -le "$(head -n 1 replay)" ]
        [ "$(head -n 1 page)" -gt 5 ]
        same_output <(sed -n 2p replay) <(sed -n 2p page)
    done
    run_split xpgn-render-html --equity=greedy "$ROOT/samples/club.xpgn"
    [ "$status" -eq 2 ]
}

@test "what the page cannot say by itself of an action is sent in words" {
    said() {
        grep -qxF "$1" words || { echo "not said: $1"; return 1; }
    }
    xpgn-render-html "$ROOT"/samples/*.xpgn >page.html
    sed -n 's/^<script type="application\/json" class="game">\(.*\)<\/script>$/\1/p' page.html |
        jq -r '.items[] | arrays | .[3] | select(.w or .y) | (.w // []) + (.y // [["."]]) | flatten | map(tostring) | join(" ")' >words
    said 'takes %p in passing, and goes to %q 35 43 .'
    said 'and becomes a %t 5 . Check.'
    said 'castles, to %q 6 .'
    said 'takes %p 53 . Checkmate. %w wins. 0'
    said '. A draw.'
    said 'puts a pawn on %q 17 .'
    said 'takes the place of its rook on %q 24 .'
    said 'passes .'
    said 'tries to teleport, and stays .'
    said 'tries to free a prisoner from %q: nobody is freed 56 .'
}

@test "a finding leads to the action it is about" {
    run_split xpgn-render-html "$ROOT/samples/sheets/board4.xpgn"
    [ "$status" -eq 1 ]
    [ "$(data | jq -c '[.findings, .file]')" = \
        '[[[1,7,9,19,"CA-3","4. cxd5","defender supporters 2, expected 3 (pawn e6, knight f6, queen d8)","expected <6+1=9w:1+3=7x>","","<6+1=9w:1+2=7x>"]],"board4.xpgn"]' ]
    [ "$(data | jq -r '[.items[] | arrays][7 - 1][0]')" = cxd5 ]
    [ "$(entry | jq -c '[.errors, .warnings]')" = '[1,null]' ]
    # the record as it is corrected
    cp "$ROOT/samples/sheets/board4.xpgn" fixed.xpgn
    xpgn-fix -q fixed.xpgn >made || [ $? -eq 1 ]
    data | jq -j .corrected >corrected
    same_output made corrected
    # an action played as corrected is a node too, also at the end of a variation
    printf '%s\n' '1. e4 e5 (1... c5 2. Ke3 *) 2. Ke3 d5 3. Nf3 *' >bad.pgn
    run_split xpgn-render-html bad.pgn
    [ "$status" -eq 1 ]
    [ "$(data | jq -c '[.items[] | arrays | [.[0], .[3].b, .[3].e]]')" = \
        '[["e4",null,null],["e5",null,null],["c5",null,null],["Ke3",[4,0,12,6],"the king on e1 cannot reach e3"],["Ke3",[4,0,12,6],"the king on e1 cannot reach e3"],["d5",null,null],["Nf3",null,null]]' ]
    [ "$(data | jq -c '[[.findings[] | [.[1], .[9]]], .broken]')" = '[[[4,"Ke3"],[5,"Ke3"]],null]' ]
    # and where play ends
    printf '%s\n' '1. e4 e5 2. Ke3 d5 3. Ke5 *' >bad.pgn
    run_split xpgn-render-html bad.pgn
    [ "$(data | jq -c '[.findings[0][1], .broken]')" = '[2,1]' ]
}

@test "standings, crosstable and pairings are those of xpgn-event" {
    {
        n=0
        for pair in 'Adams|Dorn|1' 'Brandt|Chen|1' 'Dorn|Chen|2' 'Adams|Brandt|2' 'Brandt|Dorn|3' 'Chen|Adams|3'; do
            n=$((n + 1))
            IFS='|' read -r white black round <<<"$pair"
            xpgn-simulate -n 1 --seed=$n --variant=chess-attack |
                xpgn-fmt --set-tag=Event=Cup --set-tag="White=$white" --set-tag="Black=$black" --set-tag="Round=$round"
            echo
        done
    } >cup.xpgn
    run_split xpgn-render-html cup.xpgn
    common | jq -r '.events[] | .crosstable.rows[], .pairings.rows[] | join(" ")' >page
    [ "$(common | jq -c '.events[] | .crosstable.head, .pairings.head')" = '["no","name","place","points","1","2","3"]
["round","white","black","result"]' ]
    # here the rounds follow the points, and empty columns are left out
    xpgn-event -q --show=crosstable --table=csv cup.xpgn | tr -d '\r' | sed 1d |
        awk -F, '{ print $1, $3, $2, $4, $8, $9, $10 }' >event
    xpgn-event -q --show=pairings --table=csv cup.xpgn | tr -d '\r' | sed 1d | awk -F, '{ print $1, $3, $4, $5 }' >>event
    [ "$(wc -l <event)" -eq 10 ]
    same_output event page
    # an evening with a game for everybody has none
    run_split xpgn-render-html "$ROOT/samples/club.xpgn"
    [ "$(common | jq -c .events)" = '[]' ]
}

@test "--element: elements for pages of others, and their script" {
    run_split xpgn-render-html --element=script
    [ "$status" -eq 0 ]
    [ "$(wc -c <"$out_file")" -lt 60000 ]
    grep -q "customElements.define('xpgn-game'" "$out_file"
    run_split xpgn-render-html --element --game=2-3 "$ROOT/samples/club.xpgn"
    [ "$status" -eq 0 ]
    [ "$(grep -c '^<xpgn-game>$' "$out_file")" -eq 2 ]
    [ "$(grep -c '^</xpgn-game>$' "$out_file")" -eq 2 ]
    # each has what it needs
    [ "$(sed -n 's/^<script type="application\/json" class="common">\(.*\)<\/script>$/\1/p' "$out_file" |
        jq -c '[(.frames | length), .entries[].n]')" = $'[1,2]\n[1,3]' ]
    [ "$(data 2 | jq .frame)" = 0 ]
    run_split xpgn-render-html --element=script tree.pgn
    expect 2 '' "xpgn-render-html: --element=script is the same for all games, and takes no file
try 'xpgn-render-html --help'"
    run_split xpgn-render-html --element --protocol tree.pgn
    expect 2 '' "xpgn-render-html: --protocol and --element cannot be combined
try 'xpgn-render-html --help'"
}

@test "hostile text ends no element, and is as it was" {
    hostile='</script><script>alert(1)</script><!--<img src=x onerror=alert(2)>&lt;'
    printf '%s\n' "[Event \"$hostile\"]" "[White \"$hostile\"]" '' "1. e4 {$hostile} *" >hostile.pgn
    run_split xpgn-render-html --title "$hostile" hostile.pgn
    [ "$(grep -o '<script[^>]*>' "$out_file" | sort -u | tr '\n' ' ')" = \
        '<script type="application/json" class="game"> <script type="application/json" id="common"> <script> ' ]
    [ "$(grep -o '</script>' "$out_file" | wc -l)" -eq 3 ]
    [ "$(grep -c '<img\|<!--' "$out_file")" -eq 0 ]
    [ "$(data | jq -r '.tags[1], .items[0][3].c[0]')" = "$hostile
$hostile" ]
    [ "$(data | jq -r .record)" = "$(cat hostile.pgn)" ]
    grep -qF "<title>&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;!--&lt;img src=x onerror=alert(2)&gt;&amp;lt;</title>" "$out_file"
}

@test "--start-at chooses the node shown first; a game without that turn is reported" {
    run_split xpgn-render-html --start-at=1b tree.pgn
    [ "$(entry | jq .start)" -eq 2 ]
    run_split xpgn-render-html --start-at 2 tree.pgn
    [ "$(entry | jq .start)" -eq 9 ]
    run_split xpgn-render-html tree.pgn
    [ "$(entry | jq .start)" = null ]
    run_split xpgn-render-html --start-at=9w tree.pgn
    [ "$status" -eq 1 ]
    [ "$err" = 'xpgn-render-html: game 1, Adams - Brandt: no turn at 9w' ]
    [ "$(entry | jq .start)" = null ]
    run_split xpgn-render-html --start-at=x tree.pgn
    expect 2 '' "xpgn-render-html: --start-at: 'x' is not a turn such as 8w or 12b
try 'xpgn-render-html --help'"
}

@test "--flip, --title, --no-record and the name of the file" {
    run_split xpgn-render-html --flip --no-record --title 'A & B' tree.pgn
    grep -q '<html lang="en" data-flip="true">' "$out_file"
    grep -q '<title>A &amp; B</title>' "$out_file"
    data | jq -e 'has("record") | not'
    run_split xpgn-render-html ./tree.pgn
    grep -q '<html lang="en" data-flip="false">' "$out_file"
    grep -q '<title>tree.pgn</title>' "$out_file"
    data | jq -e '.record | length > 100'
    run_split xpgn-render-html <tree.pgn
    grep -q '<title>Games</title>' "$out_file"
}

@test "many threads write the same page as one, and a broken game does not stop it" {
    { cat tree.pgn "$ROOT/samples/sheets/board4.xpgn" "$ROOT/samples/club.xpgn"; echo; } >once.pgn
    copies 300 once.pgn >many.pgn
    xpgn-render-html -j1 many.pgn >one 2>one.err || [ $? -eq 1 ]
    xpgn-render-html -j4 many.pgn >four 2>four.err || [ $? -eq 1 ]
    cmp one four
    cmp one.err four.err
    [ "$(grep -c 'class="game"' one)" -eq 2100 ]
    cp one out; out_file=out
    [ "$(common | jq '[.entries[].n] == [range(1; 2101)]')" = true ]
}

@test "a game of an unknown variant is on the page with its record" {
    printf '%s\n' '[Variant "no such game"]' '' '1. e4 *' >unknown.pgn
    run_split xpgn-render-html unknown.pgn
    [ "$status" -eq 1 ]
    [ -n "$out" ]
    data | jq -e '(has("frame") | not) and (.record | contains("e4")) and (.findings | length == 1) and .broken == 1'
}

@test "the data of broken and damaged records is JSON" {
    xpgn-render-html "$ROOT"/samples/broken/*.xpgn "$ROOT"/tests/defects/*gn >page.html 2>/dev/null || [ $? -le 2 ] # some are UTF-16
    sed -n 's/^<script type="application\/json" class="game">\(.*\)<\/script>$/\1/p' page.html >json
    [ "$(wc -l <json)" -eq "$(grep -c '<script type=.*class=' page.html)" ]
    out_file=page.html
    [ "$(common | jq '.entries | length')" -eq "$(wc -l <json)" ]
    [ "$(wc -l <json)" -gt 300 ]
    # every finding leads to a node
    jq -c 'select(.items) | (([.items[] | arrays] | length) as $n | all((.findings // [])[][1]; . <= $n))' json | sort | uniq -c >sound
    [[ $(cat sound) =~ ^\ *[0-9]+\ true$ ]]
}

@test "--language: letters of actions, and the words of the page" {
    printf '1. e4 e5 2. Nf3 *\n' >"$BATS_TEST_TMPDIR/game.pgn"
    run_split xpgn-render-html --language=fr "$BATS_TEST_TMPDIR/game.pgn"
    [ "$status" = 0 ]
    grep -q '^<html lang="fr"' "$out_file"
    grep -q '"words":{.*"knight":"cavalier",.*"White to move":"Trait aux Blancs"' "$out_file"
    grep -q '\["Cf3",6,21\]' "$out_file"
    grep -q '2. Nf3' "$out_file" # the record stays XPGN
    run_split xpgn-render-html --language=xx "$BATS_TEST_TMPDIR/game.pgn"
    [ "$status" = 2 ]
}
