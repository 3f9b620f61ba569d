#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# xpgn-render-html --protocol: the document without a script. How it looks and prints is tested by make check-web.
# shellcheck disable=SC2154 # run_split sets them

load helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

# not COMMAND...: fails if it does not
not() {
    if "$@"; then return 1; fi
}

# text: what the last document says, a line for each element that ends one
text() {
    sed -e 's/<svg .*<\/svg>//' -e 's/<[^>]*>/ /g' -e 's/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g; s/&quot;/"/g' "$out_file" |
        tr -s ' '
}

@test "all dice of a turn are on the sheet, and each in its box where its turn is told" {
    xpgn-render-html --protocol --game 1 "$ROOT/samples/dice-chess-three.xpgn" >page.html
    grep -q '<th scope="row">1.</th><td><span class="roll">&lt;5,1,3&gt;</span> d3<br>Bg5<br>Qd2</td>' page.html
    xpgn-render-html --protocol --at=1w --game 1 "$ROOT/samples/dice-chess-three.xpgn" >page.html
    grep -q '<dd>turn <span class="die">5</span> <span class="die">1</span> <span class="die">3</span></dd>' page.html
}

@test "a protocol has no script, and a policy that lets none run" {
    run_split xpgn-render-html --protocol "$ROOT/samples/club.xpgn"
    [ "$status" -eq 0 ]
    [ -z "$err" ]
    grep -q "content=\"default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\"" "$out_file"
    not grep -qiE '<script|javascript:| on[a-z]+=|https?://[^w]|src=' "$out_file"
    # no id is there twice, and what is referred to is there
    [ -z "$(grep -o ' id="[^"]*"' "$out_file" | sort | uniq -d)" ]
    grep -oE '(href="|url\()#[^")]*' "$out_file" | sed 's/.*#//' | sort -u >wanted
    grep -oE ' id="[^"]*' "$out_file" | sed 's/ id="//' | sort -u >there
    [ "$(wc -l <wanted)" -gt 40 ]
    [ -z "$(comm -23 wanted there)" ]
}

@test "every sum is that of validate --explain, and every chance that of odds" {
    for file in chess-attack five-dice combat-chess-2; do
        run_split xpgn-render-html --protocol=brief "$ROOT/samples/$file.xpgn"
        [ "$status" -eq 0 ]
        text | sed -nE 's/^ *(<p> )?(attack|defense|margin [-+0-9]*|result): /\2: /p' | tr -d ' ,:' >said
        xpgn-validate --explain "$ROOT/samples/$file.xpgn" |
            grep -E '^  (attack|defense|margin|result) ' | tr -d ' ,:' | grep -v 'CC-9$\|CC-10$\|CC-4$' >wanted
        grep -v 'CC-9$\|CC-10$\|CC-4$' said >told
        [ "$(wc -l <wanted)" -gt 10 ]
        diff wanted told
    done
    run_split xpgn-render-html --protocol "$ROOT/samples/chess-attack.xpgn"
    grep 'class="came"' "$out_file" | grep -oE '[0-9]+</td><td>[<>]?[0-9.]+' | sed 's/<.*>/ /' >told
    # throws and chance of every outcome that can be
    xpgn-odds --format=json "$ROOT/samples/chess-attack.xpgn" | jq -r '.outcomes[] | select(.ways > 0) |
        "\(.ways) \(.probability * 1000 | round / 10)"' | sed 's/ \([0-9]*\)$/ \1.0/' | sort >wanted
    sort told >sorted
    [ "$(wc -l <wanted)" -gt 60 ]
    diff wanted sorted
}

@test "--at has what was decided at that turn, alone, and the luck so far" {
    run_split xpgn-render-html --protocol --at=7b --game=1 "$ROOT/samples/club.xpgn"
    [ "$status" -eq 0 ]
    [ "$(grep -c 'class="moment"' "$out_file")" -eq 1 ]
    not grep -q 'class="sheet"' "$out_file"
    grep -q 'id="game=1&amp;at=7b"' "$out_file"
    text | grep -q 'Black −1.75 points; so far White +0.43, Black −0.43'
    # each action of a turn has an address of its own, the last that of the turn; a turn without dice is shown as well
    run_split xpgn-render-html --protocol --at=5w --game=3 "$ROOT/samples/club.xpgn"
    [ "$(grep -o 'id="game=3&amp;at=[^"]*' "$out_file" | sed 's/.*=//' | tr '\n' ' ')" = '5w.1 5w.2 5w ' ]
    run_split xpgn-render-html --protocol --at=1w --game=1 "$ROOT/samples/club.xpgn"
    text | grep -q 'White pawn e2 to e4\.'
    run_split xpgn-render-html --protocol --at=60b --game=1 "$ROOT/samples/club.xpgn"
    [ "$status" -eq 1 ]
    [ "$err" = 'xpgn-render-html: game 1, Adams - Brandt: no turn at 60b' ]
}

@test "findings stand below the row of their move, and in the section of their combat" {
    run_split xpgn-render-html --protocol "$ROOT/samples/sheets/board4.xpgn"
    [ "$status" -eq 1 ]
    [ "$(grep -c 'Error</strong> at .*board4.xpgn:9:19, 4. cxd5: defender supporters 2, expected 3' "$out_file")" -eq 2 ]
    awk '/<th scope="row">4\.</ { row = NR } /<tr class="finding">/ { finding = NR } /<th scope="row">5\.</ { after = NR }
        END { exit !(row < finding && finding < after) }' "$out_file"
    awk '/at=4w">$/ { section = NR } /<p class="finding">/ { finding = NR } /at=4b">$/ { after = NR }
        END { exit !(section < finding && finding < after) }' "$out_file"
}

@test "comments, marks and variations stand where they are" {
    printf '%s\n' '1. e4! {good' 'move} e5 (1... c5 {Sicilian} 2. Nf3 (2. Nc3) d6) 2. Nf3 $14 *' >tree.pgn
    run_split xpgn-render-html --protocol tree.pgn
    [ "$(text | sed -n '/^ *No\. /,/^ *The record/p' | sed 's/^ *//; s/ *$//' | grep . | head -6 | tr '\n' '|')" = \
        'No. White Black|1. e4!|good move|1. e5|(1... c5 Sicilian 2. Nf3 (2. Nc3) 2... d6)|2. Nf3⩲|' ] || {
        text | sed -n '/^ *No\. /,/^ *The record/p'
        false
    }
    run_split xpgn-render-html --protocol --no-variations --no-comments --no-record tree.pgn
    text >said
    not grep -q 'Sicilian\|good\|c5\|The record' said
}

@test "clocks and evaluations stand beside their moves, with their names" {
    printf '{Before} 1. e4 {[%%clk 1:29:30] [%%eval 0.17,20]} e5 {[%%csl Ga1]} (1... c5 {[%%emt <1>] ok}) *\n' >clocks.pgn
    run_split xpgn-render-html --protocol=brief --no-record clocks.pgn
    sed -n '/<tbody>/,/<\/tbody>/p' "$out_file" >rows
    diff rows - <<'END'
<tbody>
<tr class="remark"><td></td><td colspan="2"> Before</td></tr>
<tr><th scope="row">1.</th><td>e4 <span class="figures"><abbr title="clock">1:29:30</abbr> <abbr title="evaluation">0.17/20</abbr></span></td><td>e5</td></tr>
<tr class="line"><td></td><td colspan="2">(1... c5 <span class="figures"><abbr title="time used">&lt;1&gt;</abbr></span> ok)</td></tr>
</tbody></table>
END
    xpgn-render-html --protocol=brief --no-comments --no-record clocks.pgn | not grep -q 'class="figures"'
}

@test "names cannot leave their places: not the text, not the head of the page" {
    printf '%s\n' '[White "</style></svg><script>x</script>\"}} body{"]' '[Black "A & B \\"]' '' '1. e4 e5 *' >hostile.pgn
    run_split xpgn-render-html --protocol hostile.pgn
    not grep -q '<script' "$out_file"
    grep -q '<bdi>&lt;/style&gt;&lt;/svg&gt;&lt;script&gt;' "$out_file"
    grep -q 'content:"Game 1: .\{1,4\}\\00003c/style\\00003e' "$out_file"
    grep -o '@page g1{.*' "$out_file" >rule
    not grep -q '"}} body' rule
}

@test "--protocol=brief has no figures, and is smaller" {
    run_split xpgn-render-html --protocol=brief "$ROOT/samples/club.xpgn"
    not grep -q '<figure\|<use\|class="record"' "$out_file"
    [ "$(grep -c 'class="moment"' "$out_file")" -eq 36 ]
    [ "$(wc -c <"$out_file")" -lt 30000 ]
}

# within FILE: what the page of FILE has for browsers without scripts
within() {
    xpgn-render-html "$1" | sed -n '/^<noscript>/,/^.*<\/noscript>/p'
}

@test "a page without its script is the brief protocol, of the first games that fit into 48,000 bytes" {
    within "$ROOT/samples/club.xpgn" | sed -e '/^<noscript>$/d' -e '/^<p>The script/d' -e '/^<\/noscript>/d' >page
    xpgn-render-html --protocol=brief "$ROOT/samples/club.xpgn" | sed -n '/^<main>$/,/^<\/main>$/p' |
        sed -e '/^<\/*main>$/d' -e '/^<svg class="head"/d' -e 's/ style="page:g[0-9]*"//' -e '/^$/d' >protocol
    [ "$(grep -c '<article>' page)" -eq 5 ]
    same_output protocol page
    xpgn-simulate -n 50 --seed=3 --variant=chess-attack >many.xpgn
    within many.xpgn >page
    [ "$(wc -c <page)" -lt 48500 ]
    [ "$(wc -c <page)" -gt 40000 ]
    [ "$(grep -c '<article>' page)" -eq "$(grep -c '</article>' page)" ]
    grep -qF "<p>There are $((50 - $(grep -c '<article>' page))) more games. <kbd>xpgn-render-html --protocol=brief</kbd> writes all of them like this.</p>" page
    # the addresses are those of the page, which counts its own games
    xpgn-render-html --game=2-3 many.xpgn | grep -o '^<h2 id="game=[0-9]*' | sed 's/.*=//' | tr '\n' ' ' >page
    [ "$(cat page)" = '1 2 ' ]
    # which they are depends on no thread
    xpgn-render-html -j1 many.xpgn >one
    xpgn-render-html -j8 many.xpgn >eight
    cmp one eight
    # the policy of the page forbids styles, and text ends no element
    printf '%s\n' '[White "</noscript><img>"]' '' '1. e4 *' >hostile.pgn
    within hostile.pgn >page
    [ "$(grep -c '</noscript>' page)" -eq 1 ]
    not grep -q '<[^>]* style=\|<style\|<img' page
}

@test "the protocol is the same for every number of threads" {
    xpgn-simulate -n 20 --seed=1 --variant=five-dice >many.xpgn
    xpgn-render-html --protocol -j1 many.xpgn >one
    xpgn-render-html --protocol -j8 many.xpgn >eight
    cmp one eight
}

@test "options that do not belong together are refused" {
    run_split xpgn-render-html --protocol --at=x "$ROOT/samples/club.xpgn"
    [ "$status" -eq 2 ]
    [[ $err == *"--at: 'x' is not a turn such as 8w or 12b"* ]]
}
