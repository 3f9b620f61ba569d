#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# xpgn-render-html: the page and its data. How the page works in a browser is tested by make check-web.
# shellcheck disable=SC2154 # run_split sets them

load helper
load examples

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    printf '%s\n' '[Event "A"]' '[White "Adams, R."]' '[Black "Brandt, L."]' '[Result "1-0"]' '' \
        '1. e4! {good} e5 (1... c5 {Sicilian} 2. Nf3 (2. Nc3 Nc6) d6) (1... e6) 2. Nf3 $14 1-0' >tree.pgn
}

# data [N]: the data of game N (1) of the last page
data() {
    sed -n 's/^<script type="application\/json" class="game">\(.*\)<\/script>$/\1/p' "$out_file" | sed -n "${1:-1}p"
}

# entry [N]: the same of the list of games
entry() {
    sed -n 's/^<script type="application\/json" class="entry">\(.*\)<\/script>$/\1/p' "$out_file" | sed -n "${1:-1}p"
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
    [ "$status" -eq 0 ] && [ -z "$err" ]
    policy=$(grep -o 'Content-Security-Policy" content="[^"]*"' "$out_file")
    [ "$policy" = "Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-$(digest style)'; script-src 'sha256-$(digest script)'; base-uri 'none'; form-action 'none'\"" ]
    # nothing points out of it
    cp "$out_file" page.html
    run_split grep -oiE '(src|href|action|data)="[^#"]|url\(|@import|https?://[^w]|fetch\(|XMLHttp|WebSocket|innerHTML|eval\(' page.html
    expect 1 '' ''
}

@test "without its games a page is smaller than 60 kB" {
    : >empty.pgn
    run_split xpgn-render-html empty.pgn
    [ "$(wc -c <"$out_file")" -lt 60000 ]
    [ "$(wc -c <"$out_file")" -gt 20000 ]
}

@test "actions are a tree of nodes, with comments, marks and variations where they stand" {
    run_split xpgn-render-html tree.pgn
    [ "$(data | jq -c '[.items[] | if type == "object" then [.l, .s, .a, .u, .c] else . end]')" = \
        '[0,["1.",1,"e4",null,["!",0,"good",1]],["1...",1,"e5",null,null],"(",["1...",1,"c5",1,["Sicilian",1]],["2.",1,"Nf3",null,null],"(",["2.",1,"Nc3",3,null],["2...",null,"Nc6",null,null],")",["2...",1,"d6",4,null],")","(",["1...",1,"e6",1,null],")",["2.",1,"Nf3",2,["$14",0]]]' ]
    run_split xpgn-render-html --no-variations --no-comments tree.pgn
    [ "$(data | jq -c '[.items[] | if type == "object" then [.a, .u, .c] else . end]')" = \
        '[0,["e4",null,["!",0]],["e5",null,null],["Nf3",null,["$14",0]]]' ]
}

@test "the changes of the data add up to the positions of xpgn-replay" {
    xpgn-render-html --no-variations "$ROOT"/samples/*.xpgn >page.html
    /usr/bin/python3 "$ROOT/tests/page.py" page.html >page
    # with a dot for each empty square
    xpgn-replay --actions --format=tsv --no-header "$ROOT"/samples/*.xpgn | cut -f 1,4,23 |
        sed 's/ .*//; s/\[.*//' | awk -F '\t' '{
            line = ""
            while (match($3, /[0-9]+/)) {
                line = line substr($3, 1, RSTART - 1) sprintf("%*s", substr($3, RSTART, RLENGTH), "")
                $3 = substr($3, RSTART + RLENGTH)
            }
            gsub(/ /, ".", line)
            print $1 "\t" $2 "\t" line $3
        }' >replay
    [ "$(wc -l <page)" -gt 300 ]
    same_output replay page
}

@test "words, report, dice, squares and luck of a combat" {
    run_split xpgn-render-html --game=1 "$ROOT/samples/club.xpgn"
    [ "$(data | jq -c '.items[10] | [.l, .a, .d, .q, .k, .h, .m]')" = \
        '["5...","exd4",[["turn"],["attack",5],["defense",1]],[36,27,[34,42],[3,18,21]],[-0.97,0.97],[["",1]],0]' ]
    [ "$(data | jq -r '.items[10].w')" = \
        'Black pawn e5 attacks white pawn d4, 9 to 7: white pawn d4 is removed, black pawn e5 is wounded, and the attacker goes to d4.' ]
    # the report in cells
    [ "$(data | jq -r '.items[10].x[] | join(" ")')" = "$(xpgn-validate --explain --game=1 "$ROOT/samples/club.xpgn" |
        sed -n '3,6{s/^5\.\.\. //;s/^  //;/^exd4/!s/  */ /g;p}')" ]
    [ "$(data | jq -c '[.items[10].x[] | length]')" = '[1,3,3,3]' ]
}

@test "the luck at the end is that of xpgn-stats" {
    for n in 1 2 3; do
        run_split xpgn-render-html --game=$n "$ROOT/samples/club.xpgn"
        data | jq -c '[.items[] | objects | .k | select(.)] | last' >page
        xpgn-stats --luck --format=json --game=$n "$ROOT/samples/club.xpgn" |
            jq -c '[.rulesets[].luck.sides[].luck * 100 | round / 100]' >stats
        [ -s stats ]
        same_output stats page
    done
}

@test "an action of every kind is said in words" {
    said() {
        grep -qxF "$1" words || { echo "not said: $1"; return 1; }
    }
    xpgn-render-html "$ROOT"/samples/*.xpgn >page.html
    sed -n 's/^<script type="application\/json" class="game">\(.*\)<\/script>$/\1/p' page.html |
        jq -r '.items[] | objects | .w | select(.)' >words
    said 'White pawn e2 to e4.'
    said 'White pawn e5 takes black pawn d5 in passing, and goes to d6.'
    said 'White pawn c7 to c8 and becomes a queen. Check.'
    said 'White king e1 castles, to g1.'
    said 'White queen h5 takes black pawn f7. Checkmate. White wins.'
    said 'Black king d3 to c3. A draw.'
    said 'White bishop b2 puts a pawn on b3.'
    said 'White king a1 takes the place of its rook on a4.'
    said 'White rolls 1. White passes.'
    said 'White pawn e5 attacks red king e6, 2 to 1: red king e6 is removed, and the attacker goes to e6.'
    said 'Black king e8 tries to teleport, and goes to b6.'
    said 'White king e1 tries to teleport, and stays.'
    said 'White pawn e6 attacks black pawn d7, 6 to 2: black pawn d7 is taken to a1, and the attacker goes to d7.'
    said 'White dragon b7 tries to free a prisoner from a8: nobody is freed.'
}

@test "a finding leads to the action it is about" {
    run_split xpgn-render-html "$ROOT/samples/sheets/board4.xpgn"
    [ "$status" -eq 1 ]
    [ "$(data | jq -c '.findings')" = \
        '[[1,7,9,19,"CA-3","4. cxd5","defender supporters 2, expected 3 (pawn e6, knight f6, queen d8)","expected <6+1=9w:1+3=7x>",""]]' ]
    [ "$(data | jq -r '[.items[] | objects | select(.a)][7 - 1].a')" = cxd5 ]
    [ "$(entry | jq -c '[.errors, .warnings]')" = '[1,0]' ]
    # an action played as corrected is a node too, also at the end of a variation
    printf '%s\n' '1. e4 e5 (1... c5 2. Ke3 *) 2. Ke3 d5 3. Nf3 *' >bad.pgn
    run_split xpgn-render-html bad.pgn
    [ "$status" -eq 1 ]
    [ "$(data | jq -c '[.items[] | objects | select(.a) | [.a, .u, .b]]')" = \
        '[["e4",null,[12,0,28,1]],["e5",null,[36,17,52,0]],["c5",1,[34,17,50,0]],["Ke3",null,[4,0,12,6]],["Ke3",2,[4,0,12,6]],["d5",null,[35,17,51,0]],["Nf3",null,[6,0,21,2]]]' ]
    [ "$(data | jq -c '[.findings[][1], .broken]')" = '[4,5,null]' ]
    [ "$(data | jq -r '.items[7].w')" = 'Error: the king on e1 cannot reach e3. Play goes on as corrected.' ]
    # and where play ends
    printf '%s\n' '1. e4 e5 2. Ke3 d5 3. Ke5 *' >bad.pgn
    run_split xpgn-render-html bad.pgn
    [ "$(data | jq -c '[.findings[0][1], .broken]')" = '[2,1]' ]
}

@test "hostile text ends no element, and is as it was" {
    hostile='</script><script>alert(1)</script><!--<img src=x onerror=alert(2)>&lt;'
    printf '%s\n' "[Event \"$hostile\"]" "[White \"$hostile\"]" '' "1. e4 {$hostile} *" >hostile.pgn
    run_split xpgn-render-html --title "$hostile" hostile.pgn
    [ "$(grep -o '<script[^>]*>' "$out_file" | sort -u | tr '\n' ' ')" = \
        '<script type="application/json" class="entry"> <script type="application/json" class="game"> <script> ' ]
    [ "$(grep -o '</script>' "$out_file" | wc -l)" -eq 3 ]
    [ "$(grep -c '<img\|<!--' "$out_file")" -eq 0 ]
    [ "$(data | jq -r '.tags[0][1], .items[1].c[0]')" = "$hostile
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
    [ "$(entry | jq .start)" -eq 0 ]
    run_split xpgn-render-html --start-at=9w tree.pgn
    [ "$status" -eq 1 ]
    [ "$err" = 'xpgn-render-html: game 1, Adams - Brandt: no turn at 9w' ]
    [ "$(entry | jq .start)" -eq 0 ]
    run_split xpgn-render-html --start-at=x tree.pgn
    expect 2 '' "xpgn-render-html: --start-at: 'x' is not a turn such as 8w or 12b
try 'xpgn-render-html --help'"
}

@test "--flip, --title, --no-record and the name of the file" {
    run_split xpgn-render-html --flip --no-record -t 'A & B' tree.pgn
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
    [ "$(grep -c 'class="entry"' one)" -eq 2100 ]
}

@test "a game of an unknown variant is on the page with its record" {
    printf '%s\n' '[Variant "no such game"]' '' '1. e4 *' >unknown.pgn
    run_split xpgn-render-html unknown.pgn
    [ "$status" -eq 1 ]
    [ -n "$out" ]
    data | jq -e '(has("files") | not) and (.record | contains("e4")) and (.findings | length == 1) and .broken == 1'
}

@test "the data of broken and damaged records is JSON" {
    xpgn-render-html "$ROOT"/samples/broken/*.xpgn "$ROOT"/tests/defects/*gn >page.html 2>/dev/null || [ $? -le 2 ] # some are UTF-16
    sed -n 's/^<script type="application\/json" class="[a-z]*">\(.*\)<\/script>$/\1/p' page.html >json
    [ "$(wc -l <json)" -eq "$(grep -c '<script type=' page.html)" ]
    [ "$(wc -l <json)" -gt 300 ]
    # every node but the first has one before it, and every finding leads to a node
    jq -c 'select(.items) | (([.items[] | objects | select(.a)] | length) as $n |
        all(.items[] | objects | .u // 0; . <= $n) and all(.findings[][1]; . <= $n))' json | sort | uniq -c >sound
    [[ $(cat sound) =~ ^\ *[0-9]+\ true$ ]]
}

@test "--language: letters of actions, names of pieces and who is to move" {
    printf '1. e4 e5 2. Nf3 *\n' >"$BATS_TEST_TMPDIR/game.pgn"
    run_split xpgn-render-html --language=fr "$BATS_TEST_TMPDIR/game.pgn"
    [ "$status" = 0 ]
    grep -q '"turns":\["Trait aux Blancs","Trait aux Noirs"\]' "$out_file"
    grep -q '"a":"Cf3"' "$out_file"
    grep -q '"cavalier"' "$out_file"
    grep -q '2. Nf3' "$out_file" # the record stays XPGN
    run_split xpgn-render-html --language=xx "$BATS_TEST_TMPDIR/game.pgn"
    [ "$status" = 2 ]
}
