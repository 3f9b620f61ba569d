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

@test "the dice of a turn are a list if they are several" {
    dice() {
        xpgn-render-html --game 1 "$ROOT/samples/$1.xpgn" |
            sed -n 's/^<script type="application\/json" class="game">\(.*\)<\/script>$/\1/p' |
            jq -c '[.items[] | arrays | .[3].d // empty][:2]'
    }
    [ "$(dice dice-chess-three)" = '[[[5,1,3]],[[2,5,1]]]' ]
    [ "$(dice dice-chess)" = '[[1],[2]]' ]
    # and those that are left stand at each action
    [ "$(xpgn-render-html --game 1 "$ROOT/samples/dice-chess-three.xpgn" |
        sed -n 's/^<script type="application\/json" class="game">\(.*\)<\/script>$/\1/p' |
        jq -c '[.items[] | arrays | .[3].h][:4]')" = '[[5,3],[5],null,[2,5]]' ]
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

@test "--at chooses the node shown first; a game without that turn is reported" {
    run_split xpgn-render-html --at=1b tree.pgn
    [ "$(entry | jq .start)" -eq 2 ]
    run_split xpgn-render-html --at 2 tree.pgn
    [ "$(entry | jq .start)" -eq 9 ]
    run_split xpgn-render-html tree.pgn
    [ "$(entry | jq .start)" = null ]
    # the rest of the page is that of the whole game
    local club=$ROOT/samples/club.xpgn
    same_output <(xpgn-render-html --game=1 --at=6w "$club" | sed 's/,"start":11}/}/') <(xpgn-render-html --game=1 "$club")
    run_split xpgn-render-html --at=9w tree.pgn
    [ "$status" -eq 1 ]
    [ "$err" = 'xpgn-render-html: game 1, Adams - Brandt: no turn at 9w' ]
    [ "$(entry | jq .start)" = null ]
    run_split xpgn-render-html --at=x tree.pgn
    expect 2 '' "xpgn-render-html: --at: 'x' is not a turn such as 8w or 12b
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

# ---- documents with figures ----

# block LINE...: a document book.md with one block of these lines, the second line of which is the first of the block
block() {
    { echo '# Book'; printf '%s\n' "$@"; } >book.md
}

# wrong LINE MESSAGE: the last document is wrong in that line, and nothing is written
wrong() {
    run_split xpgn-render-html --figures book.md
    expect 1 '' "book.md:$1: error: $2
xpgn-render-html: book.md: 1 of 1 figures is wrong: 1; nothing is written"
}

start=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR

@test "--figures: a rulebook becomes a page with numbers, captions, alternative texts and references" {
    run_split xpgn-render-html --figures "$ROOT/samples/rulebook/rulebook.md"
    [ "$status" -eq 0 ]
    [ -z "$err" ]
    grep -q '^<title>How pieces fight</title>$' "$out_file"
    [ "$(grep -o 'id="fig-[a-z]*"' "$out_file" | tr '\n' ' ')" = 'id="fig-values" id="fig-wound" id="fig-fight" id="fig-ways" id="fig-prisoners" id="fig-armies" ' ]
    [ "$(grep -o '^<figcaption><strong>Figure.[0-9]\.' "$out_file" | grep -o '[0-9]' | tr -d '\n')" = 123456 ]
    grep -q '^<figcaption>.*</strong> Black attacks; .* is in <a href="#fig-values">Figure.1</a>\.</figcaption>$' "$out_file"
    # every reference leads to a figure, every picture says what is in it
    grep -o 'href="#fig-[^"]*' "$out_file" | sed 's/href="#/id="/; s/$/"/' | sort -u >wanted
    grep -o 'id="fig-[a-z]*"' "$out_file" | sort | comm -23 wanted - >missing
    [ -s wanted ]
    [ ! -s missing ]
    [ "$(grep -c 'role="img"' "$out_file")" -eq "$(grep -c '^<desc>..*</desc>$' "$out_file")" ]
    grep -q '^<desc>.*wounded knight: attack 2, defense 1,' "$out_file"
    # what the pictures share is there once, and nothing of a block is left
    [ "$(grep -c '<defs>' "$out_file")" -eq 1 ]
    not grep -q 'xpgn-render-svg\|```' "$out_file"
    # its style and its script are those of the policy
    policy=$(grep -o 'Content-Security-Policy" content="[^"]*"' "$out_file")
    [ "$policy" = "Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-$(digest style)'; script-src 'sha256-$(digest script)'; base-uri 'none'; form-action 'none'\"" ]
}

@test "--figures=markdown changes blocks and references only, and no figure has an empty line" {
    xpgn-render-html --figures=markdown "$ROOT/samples/rulebook/rulebook.md" >out.md
    sed '/^```xpgn/,/^```$/d; s/\[\](#\([a-z]*\))/[](#fig-\1)/g' "$ROOT/samples/rulebook/rulebook.md" >expected
    sed '/^<figure/,/^<\/figure>/d; s/\[Figure.[0-9]\]/[]/g' out.md | cmp - expected
    [ "$(grep -c '^<figure class="xpgn" id=' out.md)" -eq 6 ]
    [ "$(awk '/^<figure/ { on = 1 } on && /^ *$/ { n++ } /^<\/figure/ { on = 0 } END { print n + 0 }' out.md)" -eq 0 ]
    # what looks like a block or a reference within code is none
    printf '%s\n' '````' '```xpgn' 'x' '```' '[](#a)' '````' '`[](#b)`' >code.md
    xpgn-render-html --figures=markdown code.md | cmp - code.md
}

@test "--figures=latex: figures with labels, and the text escaped" {
    xpgn-render-html --figures=latex "$ROOT/samples/rulebook/rulebook.md" >out.tex
    [ "$(grep -c '^.begin{figure}' out.tex)" -eq 6 ]
    for what in figure document picture tabular center; do
        [ "$(grep -c "begin{$what}" out.tex)" -eq "$(grep -c "end{$what}" out.tex)" ]
    done
    grep -q '^.caption{Black attacks; two pieces support each side. What they give is in Figure~.ref{fig:values}.}$' out.tex
    grep -o 'ref{fig:[a-z]*' out.tex | sed 's/^/\\/; s/ref/label/; s/$/}/' | sort -u >wanted
    grep -xF -f wanted out.tex | sort -u | cmp - wanted
    # the alternative text, in UTF-16
    alt=$(sed -n 's/^.pdfliteral direct{.Figure<<.Alt<FEFF\([0-9A-F]*\)>>>BDC}%$/\1/p' out.tex | head -1)
    /usr/bin/python3 -c 'import sys; print(bytes.fromhex(sys.argv[1]).decode("utf-16-be"))' "$alt" | grep -q '^pawn: attack 2, .*points ∞\. wounded king: '
    # text that LaTeX would read otherwise
    printf '%s\n' '## a_b & {x} \input{y} $5 50%' '' '```' 'code \end{x}  --' '```' >sharp.md
    xpgn-render-html --figures=latex sharp.md >sharp.tex
    grep -qxF '\section{a\_b \& \{x\} \textbackslash{}input\{y\} \$5 50\%}' sharp.tex
    grep -qxF 'code~\textbackslash{}end\{x\}~~--~\\' sharp.tex
}

@test "--figures: an image in Markdown appears as it is typed, in HTML and in LaTeX" {
    printf '%s\n' '![a *b*](c_d_e.png) [![f](g.png)](h.md) ![i](j "k"), \![l](m.md); see![](#n)' '' '```xpgn --id=n' $start '```' >image.md
    xpgn-render-html --figures=html image.md >image.html
    grep -qxF '<p>![a *b*](c_d_e.png) [![f](g.png)](h.md) ![i](j &quot;k&quot;), !<a href="m.md">l</a>; see!<a href="#fig-n">Figure 1</a></p>' image.html
    xpgn-render-html --figures=latex image.md >image.tex
    grep -qF '![a *b*](c\_d\_e.png) [![f](g.png)](h.md) ![i](j "k"), !l\footnote' image.tex
}

@test "--figures=latex: pdflatex takes a rulebook without packages" {
    command -v pdflatex >/dev/null || skip 'no pdflatex'
    xpgn-render-html --figures=latex "$ROOT/samples/rulebook/rulebook.md" >out.tex
    TEXMFVAR=$PWD pdflatex -interaction=nonstopmode -halt-on-error out.tex >log
    [ -z "$(grep '^!' log)" ]
    [ "$(wc -c <out.pdf)" -gt 20000 ]
}

@test "--figures: HTML and LaTeX stay what they are, but for their blocks" {
    printf '%s\n' '<p>See <a href="#a"></a> and <a href="#top"></a>.</p>' '```xpgn --id=a --caption="1 < 2"' $start '```' '<p>' >book.html
    xpgn-render-html --figures book.html >out.html
    [ "$(sed '/^<figure/,/^<\/figure>/d' out.html)" = $'<p>See <a href="#fig-a">Figure\u00a01</a> and <a href="#top"></a>.</p>\n<p>' ]
    grep -q '^<figcaption><strong>Figure.1\.</strong> 1 &lt; 2</figcaption>$' out.html
    not grep -q 'DOCTYPE\|<script' out.html
    printf '%s\n' '\begin{verbatim}' '\begin{xpgn}' 'x' '\end{xpgn}' '\end{verbatim}' \
        '\begin{xpgn}[--id=a --caption="\emph{start}"]' $start '\end{xpgn}' 'See \ref{fig:a}.' >book.tex
    xpgn-render-html --figures book.tex >out.tex
    [ "$(sed '/^.begin{figure}/,/^.end{figure}/d' out.tex)" = "$(sed '/^.begin{xpgn}\[/,$d' book.tex; tail -1 book.tex)" ]
    grep -qxF '\caption{\emph{start}}' out.tex
    run_split xpgn-render-html --figures=html book.tex
    expect 2 '' "xpgn-render-html: a LaTeX document cannot become an HTML one
try 'xpgn-render-html --help'"
}

@test "--figures: what is wrong with a block is said with its line in the document, and nothing is written" {
    block '```xpgn' '[Variant "chess-attack"]' '' '1. e4 d5 2. exd5 <5+0=7w:1+1=4x> *' '```'
    run_split xpgn-render-html --figures book.md
    [ "$status" -eq 1 ]
    [ -z "$out" ]
    [[ $err == 'book.md:5:30: error: defender total 4, expected 5: '*'book.md: 1 of 1 figures is wrong: 1; nothing is written' ]]
    block '```xpgn' '1. e4 e5 2. Ke3 *' '```'
    run_split xpgn-render-html --figures book.md
    [[ $err == 'book.md:3:13: error: '* ]]
    block '```xpgn' '4k3/8/8/8/8/8/8/4K3 w KQ - 0 1' '```'
    wrong 2 "--xfen, character 23: castling rights 'KQ', expected '-' [P-06]"
    # by the rules of chess, and not by those of another game in which it is legal
    block '```xpgn' '4k3/8/8/8/8/8/8/4RK2 w - - 0 1' '```'
    wrong 2 '--xfen, character 1: the side not to move is in check [P-10]'
    block '```xpgn --variant=chess-attack' '4k3/8/8/8/8/8/8/4RK2 w - - 0 1' '```' '```xpgn --destinations=d5' '8/8/8/3B4/8/8/8/8' '```'
    xpgn-render-html --figures book.md | grep -c '^<title>Chess Attack' | grep -qx 2
    block '```xpgn --id=a --says="white pawn e5"' $start '```'
    run_split xpgn-render-html --figures book.md
    expect 1 '' "book.md:2: error: the figure does not say 'white pawn e5'
xpgn-render-html: book.md: 1 of 1 figures is wrong: 1 (a); nothing is written"
    block '```xpgn --colour' $start '```'
    wrong 2 'unknown option --colour'
    block '```xpgn --combats' '1. e4 *' '```'
    wrong 2 'game 1: no combat'
    block '```xpgn' '```'
    wrong 2 'the block draws nothing'
    block '```xpgn --attributes' $start '```'
    wrong 2 'the block has more text than its command line needs'
    # the second of two figures, a reference, a block without an end
    printf '%s\n' '```xpgn --id=a' $start '```' '```xpgn --id=a' $start '```' >book.md
    run_split xpgn-render-html --figures book.md
    [[ $err == "book.md:4: error: --id: 'a' is the name of the figure in line 1, too"*' 1 of 2 figures is wrong: 2 (a); '* ]]
    block '' 'See' '[](#none).'
    run_split xpgn-render-html --figures book.md
    expect 1 '' 'book.md:3: error: [](#none): there is no figure of that name'
    block '' '```xpgn' $start
    run_split xpgn-render-html --figures book.md
    expect 1 '' 'book.md:3: error: the block that begins here has no end'
}

@test "--figures: a house rule shows which figures are no longer true" {
    run_split xpgn-render-html --figures --rules="$ROOT/samples/rulebook/house.yaml" "$ROOT/samples/rulebook/rulebook.md"
    [ "$status" -eq 1 ]
    [ -z "$out" ]
    [[ $err == *"rulebook.md:12: error: the figure does not say 'knight: attack 3, "*"; it says 'knight: attack 4, "*'rulebook.md:38:17: error: attacker total 9, expected 10: '*': 2 of 6 figures are wrong: 1 (values), 3 (fight); nothing is written' ]]
}

@test "--figures: a house rule that changes a figure without making it wrong is a warning" {
    block '```xpgn --id=t --attributes --variant=chess-attack' '```' '```xpgn' "$start" '```'
    run_split xpgn-render-html --figures --rules="$ROOT/samples/rulebook/house.yaml" book.md
    [ "$status" -eq 0 ]
    [ -n "$out" ]
    [ "$err" = "book.md:2: warning: the rules change figure 1 (t): it says 'knight: attack 4, defense 2, support 2, points 3', without them 'knight: attack 3, defense 2, support 1, points 3'" ]
    # what the built-in rules would refuse is not compared, and nothing is said of it
    printf 'ruleset: my-game\nextends: chess-attack\n' >my.yaml
    block '```xpgn' '[Variant "my-game"]' '' '1. e4 *' '```'
    run_split xpgn-render-html --figures --rules=my.yaml book.md
    [ "$status" -eq 0 ]
    [ -z "$err" ]
}

@test "--figures: a block runs nothing, writes no file and reads none elsewhere" {
    mkfifo fifo
    printf '1. e4 *\n' >game.pgn
    mkdir book
    cp game.pgn book
    ln -s ../fifo book/fifo
    # blocks WORDS...: a document with a block for each of these command lines; every one of them is wrong in its line
    blocks() {
        local words line=1
        for words in "$@"; do printf '%s\n' '```xpgn' "xpgn-render-svg $words" '```'; done >book/book.md
        run_split timeout 10 xpgn-render-html --figures book/book.md </dev/null
        [ "$status" -eq 1 ]
        [ -z "$out" ]
        for words in "$@"; do
            [[ $'\n'$err == *$'\n'"book/book.md:$line: error: "* ]] || { echo "nothing said of $words"; return 1; }
            line=$((line + 3))
        done
        [[ $err == *": $# of $# figures are wrong: "* ]]
    }
    blocks '$(touch bad)' '`touch bad`' '; touch bad' '| touch bad' '> bad' '& touch bad' '"$HOME"'
    [ "$(grep -c ': a block has no shell: quote the ' "$err_file")" -eq 7 ]
    blocks '-o bad' --output=bad --format=png --theme=x --help -V --version --dump-options '-r .' --games-from=- --bytes=1: \
        /etc/passwd ../game.pgn book/../../game.pgn - fifo --rules=/etc/passwd --rules=../x.yaml --rules=fifo
    not grep -q root "$err_file"
    [ ! -e bad ]
    printf '%s\n' '```xpgn' 'xpgn-render-svg none.pgn' '```' >book/book.md
    run_split xpgn-render-html --figures book/book.md
    [ "$status" -eq 2 ]
    [[ $err == 'book/book.md:1: error: book/none.pgn: No such file or directory'* ]]
    run_split xpgn-render-html --figures --rules=none.yaml book/book.md
    expect 2 '' 'xpgn-render-html: none.yaml: No such file or directory'
    # a record beside the document is read, and its errors have places in it
    printf '%s\n' '```xpgn' '$ xpgn-render-svg \' "    --at=1w 'game.pgn'" '```' >book/book.md
    xpgn-render-html --figures book/book.md | grep -q '<desc>.*pawn e4'
    printf '1. e5 *\n' >book/game.pgn
    run_split xpgn-render-html --figures book/book.md
    [[ $err == 'book/game.pgn:1:4: error: '*'1 of 1 figures is wrong: 1; '* ]]
    # also with the line ends of Windows
    printf '%s\r\n' '```xpgn' 'xpgn-render-svg --caption="a\' 'b" \' "--xfen=$start" '```' >book.md
    xpgn-render-html --figures book.md | grep -q '</strong> ab</figcaption>'
    # another program is no command line, but a record without a move
    block '```xpgn' 'touch bad' '```'
    run_split xpgn-render-html --figures book.md
    [ "$status" -eq 1 ]
}

@test "--figures: --square is the scale of all figures that have none of their own" {
    block '```xpgn' $start '```' '```xpgn --square=5' $start '```'
    # eight squares, and what is around them
    xpgn-render-html --figures --square=8 book.md >out.html
    grep -o 'role="img" width="[0-9]*' out.html | grep -o '[0-9]*$' >widths
    { read -r first && read -r second; } <widths
    [ "$first" -ge 64 ] && [ "$first" -lt 72 ]
    [ "$second" -ge 40 ] && [ "$second" -lt 48 ]
    run_split xpgn-render-html --figures --square=2 book.md
    [ "$status" -eq 2 ]
    [[ $err == "xpgn-render-html: --square: '2' is not a length "* ]]
    run_split xpgn-render-html --square=8 tree.pgn
    expect 2 '' "xpgn-render-html: --square requires --figures
try 'xpgn-render-html --help'"
}

@test "--figures: parts of boards are cut each at its own edge" {
    for i in 1 2; do printf '```xpgn --arrow=a1h8 --crop=c3-f6\n%s\n```\n' $start; done >book.md
    xpgn-render-html --figures book.md >out.html
    [ "$(grep -o '<clipPath id="[^"]*"' out.html | sort -u | wc -l)" -eq 2 ]
    grep -o 'clipPath id="[^"]*' out.html | sed 's/.*"//' | sort >ids
    grep -o 'url(#f[^)]*' out.html | sed 's/.*#//' | sort -u | cmp - ids
}

@test "--figures: no document makes more than can be held" {
    local i
    for ((i = 0; i < 1001; i++)); do printf '```xpgn\n4k3/8/8/8/8/8/8/4K3\n```\n'; done >book.md
    run_split xpgn-render-html --figures book.md
    expect 1 '' 'book.md:3001: error: the figures before this one are too many or too large'
    { printf '```xpgn --each\n'; for ((i = 0; i < 51; i++)); do printf 'Nf3 Nf6 Ng1 Ng8\n'; done; printf '*\n```\n'; } >book.md
    wrong 1 'more than 200 diagrams in one figure'
    block '```xpgn' "xpgn-render-svg$(printf ' -%.0s' {1..300})" '```'
    wrong 2 'more than 256 words'
    printf '# Book\n```xpgn\n\037\213\010\n```\n' >book.md
    wrong 2 'the block is no text'
    head -c 4194304 /dev/zero | tr '\0' x >book.md
    run_split xpgn-render-html --figures book.md
    [ "$status" -eq 2 ]
    printf 'a\0b\n' >book.md
    run_split xpgn-render-html --figures book.md
    expect 2 '' 'xpgn-render-html: book.md: this is no text'
}

@test "--figures: what Markdown becomes, and what stays text" {
    printf '%s\n' '# A & B' '' 'One *two* **three _four_** `f(a*b*c)` 5 * 6 * 7' 'next\' 'line \*x\* [text](https://x.org/?a=1&b) [no](javascript:x) <b>' '' \
        '- a' '  - b' '- c' '' '1. x' '' '> quoted' '' '---' '' '| h | i |' '|---|---|' '| 1 | **2** | 3 |' '' '<!-- gone -->' '```c' '*a*  <b>' '```' '[](#' >book.md
    run_split xpgn-render-html --figures book.md
    [ "$(sed '1,/^<main>/d; /^<\/main>/,$d' "$out_file")" = '<h1>A &amp; B</h1>
<p>One <em>two</em> <strong>three <em>four</em></strong> <code>f(a*b*c)</code> 5 * 6 * 7
next<br>
line *x* <a href="https://x.org/?a=1&amp;b">text</a> [no](javascript:x) &lt;b&gt;</p>
<ul>
<li>a
<ul>
<li>b
</li>
</ul>
</li>
<li>c
</li>
</ul>
<ol>
<li>x
</li>
</ol>
<blockquote>
<p>quoted</p>
</blockquote>
<hr>
<table>
<tr><th>h</th><th>i</th></tr>
<tr><td>1</td><td><strong>2</strong></td></tr>
</table>
<pre>*a*  &lt;b&gt;
</pre>
<p>[](#</p>' ]
    not grep -q '<script' "$out_file"
    run_split xpgn-render-html --figures --title='C <D>' --language=de - <book.md
    grep -q '<title>C &lt;D&gt;</title>' "$out_file"
    grep -q '<html lang="de">' "$out_file"
}

@test "--figures: with --steps a figure has its steps, and every throw of its dice" {
    run_split xpgn-render-html --figures "$ROOT/samples/rulebook/rulebook.md"
    grep -q '^<xpgn-figure data-shown="1">$' "$out_file"
    [ "$(grep -c '^<template' "$out_file")" -eq 2 ]
    sed -n "s/^<template data-throws='\([^']*\)'.*/\1/p" "$out_file" >throws
    # 36 throws; as many of each outcome as xpgn-odds counts
    jq -e '(.throws | length) == 36 and .faces == 6 and .count == [1, 1] and (.says | length) == (.shows | length)' throws
    [ "$(jq -r '.says[.throws[4 * 6 + 1]]' throws)" = 'margin +4: pawn d4 removed, pawn takes d4 (CA-4)' ]
    xpgn-odds --at=12b --format=json "$ROOT/samples/diagrams/combat.xpgn" | jq '[.outcomes[].ways] | sort' >ways
    jq '. as $t | [.throws[] | $t.says[.] | sub("^[^:]*: "; "")] | group_by(.) | map(length) | sort' throws | cmp - ways
    # every result shows a picture that is there
    pictures=$(awk '/^<template data-throws/ { on = 1 } on { n += gsub(/<svg /, "") } /<\/template>/ { on = 0 } END { print n }' "$out_file")
    jq -e --argjson n "$pictures" '(.shows | max) == $n - 1 and (.shows | min) > 0' throws
    # where equal dice are rolled again, they say so
    cp "$ROOT/samples/combat-chess-2.xpgn" .
    block '```xpgn --steps' 'xpgn-render-svg --game=3 combat-chess-2.xpgn' '```'
    xpgn-render-html --figures book.md | sed -n "s/^<template data-throws='\([^']*\)'.*/\1/p" >throws
    [ "$(jq -c '. as $t | [.throws[] | $t.says[.]] | map(select(. == "equal: roll again")) | length' throws)" = 3 ]
    xpgn-odds --game=3 --format=json combat-chess-2.xpgn | head -1 | jq -e '.again == 3 and .throws == 33'
    # LaTeX has the picture only; without --steps there is no script
    not grep -q 'template' <(xpgn-render-html --figures=latex "$ROOT/samples/rulebook/rulebook.md")
    block '```xpgn' $start '```'
    not grep -q '<script\|<template' <(xpgn-render-html --figures book.md)
    # a game in steps, the last of which is shown
    block '```xpgn --steps' '1. e4 e5 *' '```'
    xpgn-render-html --figures book.md >out.html
    grep -q '^<xpgn-figure data-shown="2">$' out.html
    [ "$(grep -c '^<template><svg' out.html)" -eq 2 ]
}

@test "the script of figures is at most 25 kB, and a page has the same one" {
    xpgn-render-html --element=figures >figures.js
    [ "$(wc -c <figures.js)" -le 25000 ]
    run_split xpgn-render-html --figures "$ROOT/samples/rulebook/rulebook.md"
    sed -n '/^<script>/,/^<\/script>/p' "$out_file" | sed 's/^<script>//; /^<\/script>/d' | cmp - figures.js
    run_split xpgn-render-html --element=figures tree.pgn
    [ "$status" -eq 2 ]
    run_split xpgn-render-html --figures --flip tree.pgn
    expect 2 '' "xpgn-render-html: --figures takes only --title, --square, --language and --rules
try 'xpgn-render-html --help'"
}
