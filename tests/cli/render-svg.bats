#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# xpgn-render-svg: what the pictures say, that they are valid SVG 1.1, and how they look, compared
# with tests/cli/golden/svg/*.png.

# shellcheck disable=SC2154 # out, err, status, out_file are set by run_split

load helper
load examples

DTD=/usr/share/xml/w3c-sgml-lib/schema/dtd/REC-SVG11-20110816/svg11.dtd

setup() {
    golden=$ROOT/tests/cli/golden
    cd "$BATS_TEST_TMPDIR" || return
    cp "$golden/render-ascii.xpgn" games.xpgn
    figure='r1bqkb1r/ppp2ppp/2n2n2/3p4/3P*4/2N2N2/PPP2PPP/R1BQKB1R[Pn] w KQkq - 0 5'
    four='rK10bK/7bP4/2rPrPrP7/1rR2rN2bPbPbR2/2rPrPrP2bBbPbPbP1/12/12/wRwPwN1wP2gBgB1gP1/3wPwP2gPgP3/3wPwP2gPgP3/12/wK6gP3gK r - - 0 1'
    prisoners='rb1k2br/2P2n2/5Q2/5p2/1p3n2/8/K6B/RB1p1NPR[a1:pp,h1:qppp,a8:NPPP,h8:PPP] w - - 7 24'
}

# valid FILE...: well-formed, valid against the DTD where there is one, without scripts
valid() {
    if [ -f "$DTD" ]; then
        xmllint --nonet --noout --dtdvalid "$DTD" "$@"
    else
        xmllint --nonet --noout "$@"
    fi
    ! grep -iE '<script|javascript:|on[a-z]+=|href="[^#]' "$@"
}

# looks NAME ARG...: the picture is valid and looks like golden/svg/NAME.png, 320 pixels wide
looks() {
    run_split xpgn-render-svg "${@:2}"
    [ "$status" -eq 0 ]
    [ -z "$err" ]
    cp "$out_file" "$1.svg"
    valid "$1.svg"
    picture "$1"
}

# picture NAME: NAME.svg looks like its reference; without its text, as fonts differ
picture() {
    command -v rsvg-convert >/dev/null || return 0
    sed 's|<text[^>]*>[^<]*</text>||g' "$1.svg" | rsvg-convert -w 320 -o "$1.png"
    if [ "${STORE_PICTURES-}" ]; then /usr/bin/python3 "$ROOT/tests/oracles/picture.py" --store "$1.png" "$golden/svg/$1.png"; fi
    /usr/bin/python3 "$ROOT/tests/oracles/picture.py" "$1.png" "$golden/svg/$1.png"
}

# count N TEXT FILE: N lines have it
count() {
    [ "$(grep -cF -- "$2" "$3")" -eq "$1" ] || {
        echo "$(grep -cF -- "$2" "$3") lines with $2, expected $1"
        return 1
    }
}

# ---- how it looks ----

@test "a combat with attacker, defender, supporters and sums" {
    looks combat --combats --at 12b "$ROOT/samples/diagrams/combat.xpgn"
    count 1 '<polygon' combat.svg
    count 4 'stroke-dasharray' combat.svg
    grep -qF '>12... exd4  black pawn e5 attacks white pawn d4<' combat.svg ||
        grep -qF '>12... exd4  black pawn e5 attacks white' combat.svg
    grep -qF '>4 + die 5 = 9</text>' combat.svg
    grep -qF '>CA-4</text>' combat.svg
}

@test "wounds, arrows and every kind of mark" {
    looks marks --xfen "$figure" --arrow f1b5,d8h4,g1e2 --caption 'Every mark' \
        --mark 'a3 !b3 ?d3 +e3 =g3 ~h3 #a5 .b4 ~d4'
    count 3 '<polygon' marks.svg
    grep -qF 'url(#xpgn-hatch)' marks.svg
}

@test "prisoners beside their castles, dragons, and the rolls that a king needs" {
    looks prisoners --xfen "$prisoners" --destinations a2
    count 1 '<g id="xpgn-dragon"' prisoners.svg
    count 1 '<g id="xpgn-castle"' prisoners.svg
    not grep -q 'id="xpgn-knight"\|id="xpgn-rook"' prisoners.svg
    count 4 '>prisoners</text>' prisoners.svg
}

@test "twelve files and four seats that differ without colour" {
    looks four --xfen "$four" --arrow b9c10 --inside --border thick
    count 1 'fill="url(#xpgn-red)"' <(grep -o 'fill="url(#xpgn-red)"' four.svg | sort -u)
    count 1 'width="10800" height="10800" class="board files-12 ranks-12"' four.svg
    count 1 '<pattern id="xpgn-red"' four.svg
    count 1 '<pattern id="xpgn-green"' four.svg
    not grep -q '<pattern id="xpgn-white"\|<pattern id="xpgn-black"' four.svg
}

@test "hit points that are left, at the lower right of who has lost some" {
    looks hits --variant chess-to-the-death --flip \
        --xfen 'rnbqkbnr(75)/pppppp1p(105)/8/8/8/3P4/PPP1PP2/RNBQ(2)K(115)BNq(8) w Qkq - 0 6'
    for points in 75 105 2 115 8; do grep -qF ">$points</text>" hits.svg; done
    [ "$(grep -c ' rx="93" ' hits.svg)" -eq 5 ]
}

@test "the attribute table of Chess Attack" {
    looks attributes --attributes --variant chess-attack
    count 12 '<use ' attributes.svg
}

@test "the examples of the manual do what the manual shows" {
    command -v rsvg-convert >/dev/null || skip 'no rsvg-convert'
    # Neither is needed for tests; the groff that shows manuals comes without -ms.
    mkdir standing-in
    pdflatex --version >/dev/null 2>&1 || ln -s /bin/true standing-in/pdflatex
    groff -ms -Tps </dev/null >/dev/null 2>&1 || ln -s /bin/true standing-in/groff
    PATH=$PWD/standing-in:$PATH
    manual_examples "$ROOT/man/xpgn-render-svg.1"
}

# ---- options ----

@test "corners have the attributes, and a border and coordinates may be left out" {
    looks corners --xfen "$figure" --corners --flip --no-turn --no-held --border none --theme high-contrast
    [ "$(grep -c '>∞</text>' corners.svg)" -eq 2 ]
    grep -qF '>corners: attack, defense; below support, points</text>' corners.svg
    xpgn-render-svg --xfen "$figure" --no-coordinates >bare.svg
    not grep -q '>a</text>\|>8</text>' bare.svg
    xpgn-render-svg --xfen "$figure" >all.svg
    count 1 '>a</text>' all.svg
    count 1 '>8</text>' all.svg
}

@test "figures in the corners of a marked square have a halo, and no others" {
    xpgn-render-svg --xfen "$figure" --variant chess-attack --corners --mark '!d5' >marked.svg
    valid marked.svg
    # the pawn on d5: attack 2, defense, support and points 1, each twice: as the halo and above it
    [ "$(grep -A1 '^<g fill="#[f]*" stroke="#[f]*"' marked.svg | grep -o '>[0-9]</text>' | tr -dc 0-9)" = 2111 ]
    count 4 'stroke-linejoin="round">' <(grep '^<g' marked.svg)
    xpgn-render-svg --xfen "$figure" --variant chess-attack --corners >bare.svg
    count 0 'stroke-linejoin="round">' <(grep '^<g' bare.svg)
}

@test "the arrow of a blow runs under the points that are left, and has no values beside it" {
    cat >blow.xpgn <<'END'
[Variant "chess-to-the-death"]
[XFEN "k7/8/8/8/8/3b(10)4/4K3/8 b - - 0 30"]

30... Bxe2 <:-32> *
END
    xpgn-render-svg --combats --at=30b blow.xpgn >blow.svg
    # nor one by dice of pieces that add nothing
    printf '%s\n' '[Variant "chess-or-die-trying"]' '' '1. e4 d5 2. exd5 <4=4-3x:7=7-0> *' | xpgn-render-svg --combats --at=2w - >dice.svg
    grep -qF '>die 4</text>' dice.svg
    not grep -qF '>0</text>' dice.svg
    valid blow.svg
    count 0 '>0</text>' blow.svg
    [ "$(grep -oE '^<polygon|>10</text>' blow.svg | tr '\n' ' ')" = '<polygon >10</text> ' ]
}

@test "a part of the board has its own coordinates, and arrows end at its edge" {
    run_split xpgn-render-svg --xfen "$figure" --crop c3-e5 --arrow f1b5 --mark h8,d4
    cp "$out_file" part.svg
    valid part.svg
    count 1 '<clipPath id="board900-0-2700-2700">' part.svg
    count 1 'clip-path="url(#board900-0-2700-2700)"' part.svg
    not grep -q '>b</text>\|>removed</text>' part.svg
    grep -qF '>c</text>' part.svg
    grep -q '^<rect x="[0-9]*" y="0" width="2700" height="2700" class="board files-3 ranks-3"' part.svg
    # d4 is marked, h8 is not on the picture
    count 1 'fill="none" stroke="#000000" stroke-width="54"' part.svg
}

@test "fragments are lines for a page: no ids, no colours of their own, and where the board is" {
    start=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR
    fragment=(xpgn-render-svg --format=fragment --no-turn)
    "${fragment[@]}" --symbols -x $start -x "$start b - - 0 1" --tint e2,e4 --tint '' --ring d7 --ring a1,b1 >lines
    "${fragment[@]}" --crop c3-g7 --arrow a1h8 --flip -x "$figure" --mark '!c4' >>lines
    "${fragment[@]}" --attributes --variant chess-attack >>lines
    "${fragment[@]}" --combats --each games.xpgn >>lines
    /usr/bin/python3 "$ROOT/tests/cli/schema.py" "$ROOT/formats/fragment.schema.json" lines
    jq -r '.symbols, .svg | values' lines >page
    [ "$(grep -c '<?xml' page)" -eq 0 ]
    # each id once, and all that is used is there
    [ "$(grep -o ' id="[^"]*"' page | sort | uniq -d)" = "" ]
    comm -13 <(grep -o ' id="[^"]*' page | sed 's/.*"//' | sort) \
        <(grep -oE '(href="#|url\(#)[^")]*' page | sed 's/.*#//' | sort -u) | cmp /dev/null -
    # colours are properties, with the theme's as default
    jq -r '.svg | values' lines >svg
    { echo '<x>'; cat svg; echo '</x>'; } | xmllint --nonet --noout -
    ! grep -oE '(fill|stroke|color)="#[^"]*"' svg
    grep -qF 'fill="var(--diagram-light,#ffffff)"' svg
    grep -qF 'fill="var(--diagram-black-fill,#000000)"' svg
    ! grep -qE '<(title|desc)|font-family|width="[0-9.]*mm' svg
    # the first has the tint, the ring of each is its own; the board is where they say
    jq -r 'select(.xfen) | (.board[0] - 100) as $left | [(.svg | [scan("class=.tint. x=.(\\d+). y=.(\\d+)")] | map("\((.[0] | tonumber) - $left),\(.[1])") | join(" ")), .description[-20:], (.board | join(" ")), .files, .ranks] | join("|")' lines |
        head -n 3 >shown
    sed -n 1p shown | grep -qF '3600,5400 3600,3600|' # e2 and e4: 4 files from the left, 6 and 4 ranks from above
    sed -n 2p shown | grep -q '^|.* b1 !'
    sed -n 1p shown | grep -qE '\|[3-6][0-9][0-9] 100 900\|8\|8$'
    sed -n 3p shown | grep -qF '|5|5'
    # what the picture says is beside it, as it is in a picture
    "${fragment[@]}" -x "$figure" --caption 'A & "B" <c>' | jq -r '.title, .description' >said
    xpgn-render-svg --no-turn -x "$figure" --caption 'A & "B" <c>' | sed -n 's/<title>\(.*\)<.title>/\1/p; s/<desc>\(.*\)<.desc>/\1/p' |
        sed 's/&lt;/</; s/&gt;/>/; s/&amp;/\&/' | cmp said -
    [ "$("${fragment[@]}" --symbols </dev/null | wc -l)" -eq 1 ]
    for more in '--symbols --format=svg' --across=2 --sheet --animate=2 '-o %n.json' '--tint z9' '--ring e2,q1'; do
        # shellcheck disable=SC2086 # words
        run_split "${fragment[@]}" -x $start $more
        [ "$status" -eq 2 ]
        [ -z "$out" ]
        [ -n "$err" ]
    done
}

@test "squares have the size that was asked for" {
    xpgn-render-svg --square 10 --no-coordinates --no-turn --no-held --xfen 8/8/8/8/8/8/8/K6k --border none >ten.svg
    grep -q ' width="82.00mm" height="82.00mm" viewBox="0 0 8200 8200"' ten.svg
    xpgn-render-svg --square 7.25 --no-coordinates --no-turn --no-held --xfen 8/8/8/8/8/8/8/K6k >small.svg
    grep -q ' width="60.00mm" height="60.00mm"' small.svg
    for size in 2.9 51 x 7,5 '' 10mm; do
        run_split xpgn-render-svg --square "$size" --xfen 8/8/8/8/8/8/8/K6k
        [ "$status" -eq 2 ]
        [ -z "$out" ]
        [[ $err == *"--square: '$size' is not a length from 3 to 50 millimetres"* ]]
    done
}

@test "one file, or one each" {
    run_split xpgn-render-svg --each --start --across 3 -o all.svg --game 1 games.xpgn
    expect 0 '' ''
    valid all.svg
    turns=$(grep -c '^<title>' all.svg)
    [ "$turns" -gt 3 ]
    grep -qF "<title>$((turns - 1)) figures</title>" all.svg
    run_split xpgn-render-svg --each --start --output 'a %%-%n.svg' --game 1 --caption 'Figure %n' games.xpgn
    expect 0 '' ''
    [ "$(find . -name 'a %-*.svg' | wc -l)" -eq $((turns - 1)) ]
    grep -qF '<title>After ' 'a %-2.svg'
    grep -qF '>Figure 2</text>' 'a %-2.svg'
    valid 'a %-1.svg' 'a %-2.svg'
    run_split xpgn-render-svg -o 'missing/folder/%n.svg' --xfen "$figure"
    expect 2 '' 'xpgn-render-svg: missing/folder: No such file or directory'
}

@test "what was not found is reported as in render-ascii, and no file is left" {
    run_split xpgn-render-svg --at 40w -o none.svg --game 1 games.xpgn
    [ "$status" -eq 1 ]
    [[ $err == 'xpgn-render-svg: game 1'*': no turn at 40w' ]]
    [ ! -e none.svg ]
    run_split xpgn-render-svg --mark e9 --xfen 8/8/8/8/8/8/8/K6k
    [ "$status" -eq 2 ]
    [[ $err == *"--mark=e9: not a square of this board: 'e9'"* ]]
    run_split xpgn-render-svg --attributes --variant chess-attack --options rescue
    [ "$status" -eq 0 ]
    run_split xpgn-render-svg --attributes --variant chess-attack --options none
    [ "$status" -eq 2 ]
    run_split xpgn-render-svg --ply 999 --game 1 games.xpgn
    [ "$status" -eq 1 ]
    run_split xpgn-render-svg --xfen "$figure" --destinations e4
    [ "$status" -eq 1 ]
    [[ $err == *'--destinations: no piece on e4' ]]
}

# marked ARG...: what each description says of marks and arrows
marked() {
    xpgn-render-svg --no-turn "$@" | grep '^<desc>' | grep -oE '(Marked|Markiert|Arrows|Pfeile): .*[^ <]' | sed 's| *</desc.*||'
}

@test "the arrows and squares of comments are drawn, each color in a form of its own" {
    cat >commented.pgn <<'END'
{[%csl Gd4,Re4,Yf4,Bd5,Ce5,Of5,Mg5][%cal Ga1a8,Rb1b8,Yc1c8,Bd1d8,Ce1e8,Of1f8,Mg1g8]} 1. e4 {[%cal Gd2d4]
and [%cal Re4e5] [%csl Gd4] x} (1. d4 {[%cal Gd4d5]}) 1... e5 {a} {[%csl Ra1]} 2. {[%cslRe4] [%calYe4e8,Gd1d3]} Nf3 {[#]} *
END
    for theme in print screen; do
        looks "colors-$theme" --ply 0 --no-turn --no-coordinates --theme $theme commented.pgn
    done
    grep -q 'stroke="#00626b" .*stroke-dasharray="108 45 36 45"' colors-screen.svg
    marked --each --start commented.pgn >said
    diff said - <<'END'
Marked: d4 (green), e4 (red), f4 (yellow), d5 (blue), e5 (cyan), f5 (orange), g5. Arrows: a1 to a8 (green), b1 to b8 (red), c1 to c8 (yellow), d1 to d8 (blue), e1 to e8 (cyan), f1 to f8 (orange), g1 to g8.
Marked: d4 (green). Arrows: d2 to d4 (green), e4 to e5 (red).
Marked: a1 (red), e4 (red). Arrows: e4 to e8 (yellow), d1 to d3 (green).
END
    for at in --at=1w --at=1b --at=1; do marked $at commented.pgn; done >said
    [ "$(grep -c 'd2 to d4' said)$(grep -c 'e4 to e8' said)" = 12 ]
    # those of the options come on top, and all of them may be left out
    [ "$(marked --at 1w --mark ?d4 --arrow a1a2 commented.pgn)" = 'Marked: d4 ?. Arrows: d2 to d4 (green), e4 to e5 (red), a1 to a2.' ]
    [ -z "$(marked --at 1w --no-marks commented.pgn)" ]
    [ "$(marked --at 1w --language=de commented.pgn)" = 'Markiert: d4 (grün). Pfeile: d2 nach d4 (grün), e4 nach e5 (rot).' ]
}

@test "marks off the board, and what is no mark, are ignored; large boards have theirs" {
    cat >odd.pgn <<'END'
1. e4 {[%csl Gi4,R,,Ge9,Gd4x,d5, Ra0 ,4,Gd4d5][%cal Gd2,Gd2d2,Gd2z4,Gd2d44,G,d2d4,Gd2 d4,Gd2-d4][%csl][%cal ][%call Ga1a2] [%csl Ge3} *
END
    [ -z "$(marked odd.pgn)" ]
    printf '[Variant "assault-and-siege"]\n[RuleOptions "players=4"]\n[SetUp "1"]\n[XFEN "%s"]\n\n%s *\n' "$four" \
        '{[%cal Gk10l12,Gk13a1,Gm1a1] [%csl Ra12]}' >large.pgn
    [ "$(marked --ply 0 large.pgn)" = 'Marked: a12 (red). Arrows: k10 to l12 (green).' ]
    { printf '1. e4 {[%%cal '; yes Gd2d4, | head -n 300 | tr -d '\n'; printf ']} *\n'; } >many.pgn
    [ "$(marked many.pgn | grep -o d2 | wc -l)" -eq 128 ]
}

@test "a theme is a file, whose faults have their lines" {
    printf 'theme: mine\ndark: "#123456"\npieces: {red: {pattern: diagonal}}\n' >mine.yaml
    xpgn-render-svg --theme mine.yaml --xfen "$four" >mine.svg
    valid mine.svg
    grep -qF '<path fill="#123456"' mine.svg
    grep -qF '<pattern id="xpgn-red" width="16" height="16" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">' mine.svg
    grep -qF 'fill="#737373"' mine.svg # Green's, of the theme print
    for line in 'dark: red' 'font: "A<b>"' 'dark: "#12"' "dark: '#12345g'" 'low: red' \
        'dusk: "#123456"' 'pieces: 1' 'dark: [1]' 'pieces: {blue: {}}' 'pieces: {red: {pattern: wavy}}' \
        'pieces: {red: 5}' 'pieces: {red: {shape: x}}' '- 1' ': :'; do
        printf '# one\n%s\n' "$line" >wrong.yaml
        run_split xpgn-render-svg --theme wrong.yaml --xfen "$four"
        [ "$status" -eq 2 ]
        [ -z "$out" ]
        [[ $err == wrong.yaml:[12]:*'error: '* ]]
    done
    run_split xpgn-render-svg --theme no.yaml --xfen "$four"
    expect 2 '' 'xpgn-render-svg: no.yaml: No such file or directory'
    run_split xpgn-render-svg --theme prnt --xfen "$four"
    expect 2 '' "xpgn-render-svg: unknown theme prnt; did you mean print?
try 'xpgn-render-svg --help'"
    run_split xpgn-render-svg --theme colours --xfen "$four"
    expect 2 '' "xpgn-render-svg: unknown theme colours: found no such file, and the themes are dark, high-contrast, print, screen
try 'xpgn-render-svg --help'"
    run_split xpgn-render-svg --theme . --xfen "$four"
    [ "$status" -eq 2 ]
    head -c 300000 /dev/zero >large.yaml
    run_split xpgn-render-svg --theme large.yaml --xfen "$four"
    [ "$status" -eq 2 ]
}

@test "pieces are 84 to 90 % of a square high, broad, on one line, and leave the upper corners free" {
    command -v rsvg-convert >/dev/null || skip 'no rsvg-convert'
    {
        echo '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 800 100">'
        sed -n '/^<g id/,/^<.g>/p' "$ROOT/formats/pieces.svg"
        for i in 0 1 2 3 4 5 6 7; do echo "<path fill='#fff' d='M${i}00 0h100v100h-100z'/>"; done
        i=0
        for piece in pawn knight bishop rook queen king castle dragon; do
            echo "<use xlink:href='#$piece' x='$((i++))00' fill='#000' stroke='#000' color='#000'/>"
        done
        echo '</svg>'
    } | sed 's|<g id=|<defs>&|; s|^</g>|&</defs>|' | rsvg-convert -w 800 -o pieces.png
    /usr/bin/python3 "$ROOT/tests/oracles/picture.py" --boxes pieces.png >boxes
    [ "$(wc -l <boxes)" -eq 8 ]
    # pawn, knight, bishop, rook, queen, king, castle, dragon
    paste <(printf '%s\n' 55 73 77 64 86 78 80 80) boxes >least
    not awk '$2 < $1 || $3 < 84 || $3 > 90 || $4 != 5 || $5 > 12 { print; bad = 1 } END { exit !bad }' least
}

@test "an author draws a piece of a house rule" {
    printf 'ruleset: house\ntitle: House\nversion: 1\nextends: chess-attack\npieces:\n  knight:\n    name: wizard\n' >house.yaml
    printf '<svg>\n<g id="wizard" stroke-width="4">\n<path d="M50 5L90 93H10Z"/>\n</g>\n</svg>\n' >own.svg
    for pieces in '' --pieces=own.svg; do
        run_split xpgn-render-svg --rules=house.yaml --variant=house --xfen=4k3/8/8/8/8/8/8/N3K3 $pieces
        [ "$status" -eq 0 ]
        if [ "$pieces" ]; then
            [[ $out == *'<g id="xpgn-wizard"'*'M50 5L90 93H10Z'* ]]
            [[ $out == *'xlink:href="#xpgn-wizard"'* && $out != *'#xpgn-knight'* ]]
        else
            [[ $out == *'xlink:href="#xpgn-knight"'* ]]
        fi
    done
    run_split xpgn-render-svg --rules=house.yaml --variant=house --xfen=4k3/8/8/8/8/8/8/N3K3 --pieces=own.svg --format=latex
    [[ $out == *'50 5 m 90 93 l'* ]]
    echo '<svg><g id="king"><script>1</script></g></svg>' >own.svg
    run_split xpgn-render-svg --xfen=4k3/8/8/8/8/8/8/4K3 --pieces=own.svg
    [[ $status -eq 2 && $err == *'--pieces=own.svg: expected groups as in formats/pieces.svg, <g id="...">, of path, circle, rect and polygon only'* ]]
}

@test "the built-in themes are valid, and are not the same" {
    for theme in print screen dark high-contrast; do
        xpgn-render-svg --theme $theme --xfen "$four" --arrow b9c10 >$theme.svg
        valid $theme.svg
        xpgn-render-svg --theme "$ROOT/formats/themes/$theme.yaml" --xfen "$four" --arrow b9c10 | cmp - $theme.svg
    done
    not cmp -s print.svg screen.svg
    not cmp -s print.svg high-contrast.svg
}

@test "dark is what pages are where the system of the reader is dark; on its squares ink is dark" {
    sed -n '/prefers-color-scheme: dark/,/^}/s/^ *--\(paper\|ink\|light\|dark\): \(.*\);/\1: "\2"/p' "$ROOT/formats/page/player.css" >page
    [ "$(wc -l <page)" -eq 4 ]
    [ "$(grep -cxFf page "$ROOT/formats/themes/dark.yaml")" -eq 4 ]
    run_split xpgn-render-svg --theme=dark --corners --variant=chess-attack --xfen=4k3/8/8/8/8/8/8/4K3
    [[ $out == *' fill="#ece8e1" text-anchor'*$'<g fill="#1c1b1a">\n<rect '*'class="board '*'>3</text>'*$'</text>\n</g>\n<text '*'>corners: '* ]]
}

@test "hostile captions and tags stay text" {
    run_split xpgn-render-svg --xfen "$figure" \
        --caption $'<script>alert(1)</script> & "x" \x01\xff\xef\xbf\xbe ]]>'
    [ "$status" -eq 0 ]
    cp "$out_file" hostile.svg
    valid hostile.svg
    grep -qF '&lt;script&gt;alert(1)&lt;/script&gt; &amp;' hostile.svg
}

@test "hostile names stay text in charts and animations" {
    sed 's/^\[White ".*/[White "<script>x<\/script> ]]> \&amp; \\"y\\""]/' "$ROOT/samples/club.xpgn" >names.xpgn
    for options in '--by=White' '--by=White --luck'; do
        # shellcheck disable=SC2086 # a list
        xpgn-stats $options --svg hostile.svg -f names.xpgn >/dev/null
        valid hostile.svg
        grep -qF '&lt;script&gt;x&lt;/script&gt; ]]&gt; &amp;amp; "y"' hostile.svg
    done
    xpgn-render-svg --animate=1 --combats --game=1 -f -o hostile.svg --caption='</style><script>y</script>' names.xpgn
    valid hostile.svg
    grep -qF '&lt;/style&gt;&lt;script&gt;y' hostile.svg
}

@test "a full disk is reported" {
    [ -e /dev/full ] || skip 'no /dev/full'
    for where in '-' /dev/full; do
        run bash -c "xpgn-render-svg --each --output '$where' games.xpgn 2>&1 >/dev/full"
        [ "$status" -eq 2 ]
        [[ $output == *'No space left on device' ]]
    done
}

# ---- charts ----

@test "xpgn-stats draws charts, besides the report or instead of it" {
    cp "$ROOT/samples/club.xpgn" .
    xpgn-stats club.xpgn >report
    run_split xpgn-stats --svg stats.svg --game 1 club.xpgn
    [ "$status" -eq 0 ]
    [[ $out == '1 game'* ]]
    valid stats.svg
    picture stats
    grep -qF '<title>chess-attack: combats won by the attacker</title>' stats.svg
    grep -qF '1: 4 36.4 (15.0 to 64.8); ' stats.svg
    xpgn-stats --svg - --theme screen --by White club.xpgn >by.svg
    valid by.svg
    grep -qF '>White Adams, R., chess-attack: games</text>' by.svg
    xpgn-stats --luck --svg - club.xpgn >luck.svg
    valid luck.svg
    grep -qE 'white: \+37.29 \(-[0-9.]+ to \+[0-9.]+\) 11 combats; ' luck.svg
    xpgn-stats --partial club.xpgn >club.part
    xpgn-stats --svg one.svg club.xpgn >one.txt
    xpgn-stats --combine --svg two.svg club.part | cmp - one.txt
    cmp one.svg two.svg
    cmp one.txt report
}

@test "pieces in charts have the names that they have in their game" {
    xpgn-stats --game=3 --svg charts.svg "$ROOT/samples/club.xpgn" >/dev/null
    grep -q '>bishop × dragon</text>' charts.svg
    grep -q '>dragon × king</text>' charts.svg
    not grep -q '>[^<]*\(knight\|rook\)[^<]*</text>' charts.svg
}

@test "xpgn-odds draws outcomes, combats, the matrix, and the luck of a game" {
    cp "$ROOT/samples/club.xpgn" .
    xpgn-odds --game 1-2 --svg curve.svg club.xpgn >table
    xpgn-odds --game 1-2 club.xpgn | cmp - table
    valid curve.svg
    picture curve
    grep -qF '>17. Qxh8#</text>' curve.svg
    # 11 combats: the sum of the luck is that of xpgn-stats
    grep -o '17. Qxh8#: [+0-9.]*' curve.svg | grep -qx '17. Qxh8#: +37.29'
    xpgn-odds --variant chess-attack --matrix --svg - >matrix.svg
    valid matrix.svg
    picture matrix
    count 144 '<circle ' matrix.svg
    xpgn-odds --variant chess-attack -a N -d P -s 1:1 --svg - --theme screen >bars.svg
    valid bars.svg
    grep -qF '>41.67%</text>' bars.svg
    xpgn-odds --variant chess-attack --xfen "$figure" --svg - >position.svg
    grep -qF '>Nxd5 N × P 0:4</text>' position.svg
    xpgn-odds --at 17w --game 1 --svg - club.xpgn >at.svg
    grep -qF '>defender removed</text>' at.svg
}

@test "the charts of each ruleset begin a row" {
    xpgn-stats --svg charts.svg "$ROOT/samples/chess-attack.xpgn" "$ROOT/samples/five-dice.xpgn" >/dev/null
    valid charts.svg
    # three figures of chess-attack in two columns, then the games of five-dice at the left
    [ "$(grep -c '^<title>chess-attack: ' charts.svg)" -eq 3 ]
    grep -B2 '^<title>five-dice: games' charts.svg | grep -o 'translate([0-9]*' >left
    grep -B2 '^<title>chess-attack: games' charts.svg | grep -o 'translate([0-9]*' | cmp - left
}

@test "the luck of a player on all sides is not drawn" {
    xpgn-simulate --variant chess-attack -n 3 >bots.xpgn
    xpgn-stats --luck --svg bots.svg bots.xpgn >/dev/null
    count 1 '>chess-attack</text>' bots.svg
    count 0 'players' bots.svg
    sed 's/White "greedy"/White "Adams"/' bots.xpgn >two.xpgn
    xpgn-stats --luck --svg two.svg two.xpgn >/dev/null
    count 1 '>chess-attack, players</text>' two.svg
}

@test "without anything to draw there is no picture" {
    printf '[Variant "chess"]\n\n1. e4 *\n' >plain.pgn
    run_split xpgn-odds --svg luck.svg plain.pgn
    expect 1 '' 'xpgn-odds: --svg: there is nothing to draw'
    [ ! -e luck.svg ]
    run_split xpgn-stats --svg a.svg --partial plain.pgn
    [ "$status" -eq 2 ]
    [[ $err == *'--svg cannot be combined with --partial'* ]]
    run_split xpgn-odds --svg a.svg --theme no.yaml plain.pgn
    [ "$status" -eq 2 ]
    [ ! -e a.svg ]
}

# ---- the sample ----

@test "a page of a rulebook from one script" {
    command -v rsvg-convert >/dev/null || skip 'no rsvg-convert'
    "$ROOT/samples/rulebook/rulebook.sh" .
    valid page.svg
    [ "$(grep -c "<desc>" page.svg)" -eq 6 ]
    for i in 1 2 3 4 5 6; do grep -q ">Figure.$i\. " page.svg; done
    picture page
    head -c 5 page.pdf | grep -q '%PDF-'
    [ "$(wc -c <page.pdf)" -gt 20000 ]
    # one size for texts, one for labels in squares, in the picture and on paper
    [ "$(values text font-size)" = $'170\n282' ]
    if command -v pdftotext >/dev/null; then [ "$(heights page.pdf | wc -l)" -eq 2 ]; fi
}

# ---- sheets ----

# number ELEMENT ATTRIBUTE: the values of that attribute, sorted, each once
values() {
    grep -oE "<$1 [^>]*" page.svg | grep -oE " $2=\"[^\"]*" | sed 's/.*"//' | sort -un
}

# heights FILE: how high the lines of words are on paper, in tenths of a point, each once
heights() {
    pdftotext -bbox "$1" - | sed -n 's/.*yMin="\([0-9.]*\)".*yMax="\([0-9.]*\)".*/\1 \2/p' |
        awk '{ printf "%.1f\n", $2 - $1 }' | sort -un
}

# boards FILE WIDTH: where boards of that width stand: where their figures do, and the squares in them
boards() {
    sed -n 's/^<g transform="translate(\([0-9]*\) .*/\1/p' "$1" >figures
    sed -n "s/^<rect x=\"\([0-9]*\)\" y=\"0\" width=\"$2\" .*fill=\"#ffffff\"\/>/\1/p" "$1" | paste figures - | awk '{ print $1 + $2 }' | sort -u
}

@test "a sheet has boards of one scale, texts of few sizes, and captions next to their boards" {
    run_split xpgn-render-svg --sheet --across=2 --each --no-turn --caption='one' --caption='two words that are wrapped, as there are very many of them in this caption' \
        --game=1 -o page.svg "$ROOT/samples/club.xpgn"
    expect 0 '' ''
    valid page.svg
    # the boards fit the paper with the pieces beside them, in a line below each other
    [ "$(grep -oE 'M[0-9]+ [0-9]+h[0-9]+' page.svg | sed 's/.*h//' | sort -u)" = 646 ]
    grep -q '^<svg .* width="180.00mm"' page.svg
    [ "$(boards page.svg 5168 | wc -l)" -eq 2 ]
    [ "$(values text font-size | wc -l)" -le 3 ]
    # a caption is next to its board, and nearer to it than to the next row, however high its neighbour is
    xpgn-render-svg --sheet --square=5 --no-turn --figure --xfen=4k3/8/8/8/8/8/8/4K3 --caption=low \
        --figure --xfen="$four" --caption=high \
        --figure --xfen=4k3/8/8/8/8/8/8/4K3 --caption=next >page.svg
    caption=$(grep -oE 'y="[0-9]+"[^>]*>Figure.1\.' page.svg | grep -oE '[0-9]+' | head -n 1)
    [ $((caption - 4000 - 423)) -lt 700 ]
    [ "$(grep -oE 'y="[0-9]+"[^>]*>Figure.2\.' page.svg | grep -oE '[0-9]+' | head -n 1)" -gt "$((caption + 1500))" ]
    run_split xpgn-render-svg --sheet=letter --language=de --xfen=4k3/8/8/8/8/8/8/4K3
    [[ $out == *'width="185.90mm"'* ]]
    [[ $out == *'>Abbildung'*'1</text>'* ]]
}

@test "each --figure of a sheet has options and files of its own, and those before the first" {
    run_split xpgn-render-svg --sheet --square=7 --figure --flip --xfen=4k3/8/8/8/8/8/8/4K3 --caption=A \
        --figure --attributes --variant=chess-attack --caption=B --figure --combats --at=5b --game=1 "$ROOT/samples/club.xpgn"
    [ "$status" -eq 0 ]
    [ -z "$err" ]
    printf '%s' "$out" >page.svg
    [ "$(grep -c '<desc>' page.svg)" -eq 3 ]
    [ "$(grep -oE 'M[0-9]+ [0-9]+h[0-9]+' page.svg | sed 's/.*h//' | sort -u)" = 700 ]
    run_split xpgn-render-svg --figure --xfen=4k3/8/8/8/8/8/8/4K3
    [ "$status" -eq 2 ]
    [[ $err == *'--figure requires --sheet'* ]]
    run_split xpgn-render-svg --sheet -o 'f%n.svg' --figure --xfen=4k3/8/8/8/8/8/8/4K3
    [ "$status" -eq 2 ]
    [[ $err == *'--figure cannot be combined with a name with %n'* ]]
    run_split xpgn-render-svg --sheet --figure --colour
    [ "$status" -eq 2 ]
    [[ $err == *'unknown option --colour'* ]]
    [ -z "$out" ]
}

@test "a word that is longer than a line is broken, a minus is a minus, and a helper beyond the part shown is named" {
    word=$(printf 'x%.0s' $(seq 300))
    run_split xpgn-render-svg --no-turn --xfen=4k3/8/8/8/8/8/8/4K3 --caption="$word margin -2 of 1-0"
    [ "$(grep -c '>x*</text>' <<<"$out")" -ge 6 ]
    grep -q 'margin −2 of 1-0</text>' <<<"$out"
    run_split xpgn-render-svg --combats --at=5b --game=1 --crop=d3-e6 "$ROOT/samples/club.xpgn"
    grep -q '>not shown: bishop c5, knight c6, queen d1, pawn c3,</text>' <<<"$out"
    run_split xpgn-render-ascii --combats --at=5b --game=1 --crop=c1-f6 "$ROOT/samples/club.xpgn"
    [[ $out != *'not shown'* ]]
    run_split xpgn-render-ascii --combats --at=5b --game=1 --crop=d3-f6 "$ROOT/samples/club.xpgn"
    grep -q '^  not shown: bishop c5, knight c6, queen d1, pawn c3 *$' <<<"$out"
}

@test "with --font=inherit a picture in a page has its font and color, but on the squares the ink of the theme" {
    run_split xpgn-render-svg --font=inherit --inside --combats --at=12b "$ROOT/samples/diagrams/combat.xpgn"
    [[ $out == '<svg '*' font-family="inherit" fill="currentColor" '* ]]
    # paper there is none
    [[ $out != *'<rect width="'* ]]
    [[ $out == *$'<g fill="#000000">\n<rect '*'class="board '*'>+1</text>'*$'</g>\n'*'attacks white pawn'* ]]
    # what is removed lies on a square of its own: the page may be dark
    run_split xpgn-render-svg --font=inherit --xfen="$figure"
    [[ $out == *$'>removed</text>\n<rect '*' width="540" height="540" fill="#ffffff"/>'* ]]
    run_split xpgn-render-svg --font="Gentium, 'TeX Gyre Pagella', serif" --xfen=4k3/8/8/8/8/8/8/4K3
    [[ $out == *" font-family=\"Gentium, 'TeX Gyre Pagella', serif\" fill=\"#000000\""* ]]
    run_split xpgn-render-svg --font=inherit --format=latex --xfen=4k3/8/8/8/8/8/8/4K3
    [[ $out != *sffamily* && $out != *currentColor* && $out == *'0.00 0.00 0.00 RG'* ]]
    run_split xpgn-render-svg --font='"><script>' --xfen=4k3/8/8/8/8/8/8/4K3
    [[ $status -eq 2 && $err == *"--font: '\"><script>' is not a list of names of fonts"* ]]
    run_split xpgn-render-svg --font=inherit --format=png --xfen=4k3/8/8/8/8/8/8/4K3
    [[ $status -eq 2 && $err == *'--font=inherit requires SVG with its text, or LaTeX'* ]]
}

@test "the sum of a combat is omitted, or is the text of a document" {
    run_split xpgn-render-svg --combats --no-sum "$ROOT/samples/diagrams/combat.xpgn"
    [[ $out == *'>+1</text>'* ]]
    not grep -q '^<text.*attacks' <<<"$out"
    run_split xpgn-render-svg --combats --at=12b --sum "$ROOT/samples/diagrams/combat.xpgn"
    expect 0 '<table class="sum">
<caption>12... exd4  black pawn e5 attacks white pawn d4</caption>
<tr><th scope="row">attack</th><td>pawn e5 2 + knight c6 1 + bishop b6 1</td><td>4 + die 5 = 9</td></tr>
<tr><th scope="row">defense</th><td>pawn d4 1 + knight f3 1 + bishop e3 1</td><td>3 + die 2 = 5</td></tr>
<tr><th scope="row">margin +4</th><td>pawn d4 removed, pawn takes d4</td><td>CA-4</td></tr>
</table>' ''
    run_split xpgn-render-svg --combats --at=12b --sum=markdown "$ROOT/samples/diagrams/combat.xpgn"
    expect 0 '|  | 12... exd4  black pawn e5 attacks white pawn d4 |  |
|---|---|--:|
| attack | pawn e5 2 + knight c6 1 + bishop b6 1 | 4 + die 5 = 9 |
| defense | pawn d4 1 + knight f3 1 + bishop e3 1 | 3 + die 2 = 5 |
| margin +4 | pawn d4 removed, pawn takes d4 | CA-4 |' ''
    run_split xpgn-render-svg --combats --each --sum=latex -o 'sum-%n.tex' "$ROOT/samples/diagrams/combat.xpgn"
    expect 0 '' ''
    grep -q '^margin +4 & \\raggedright pawn d4 removed, pawn takes d4 & CA-4\\\\$' sum-*.tex
    [ "$(cat sum-*.tex | grep -c '^.begin{tabular}')" -eq "$(ls sum-*.tex | wc -l)" ]
    # a sign is a minus
    run_split xpgn-render-svg --combats --each --sum "$ROOT/samples/chess-attack.xpgn"
    [[ $out == *'<th scope="row">margin −'* ]]
    run_split xpgn-render-svg --sum "$ROOT/samples/diagrams/combat.xpgn"
    [[ $status -eq 2 && $err == *'--sum requires --combats'* ]]
}

@test "the label of a sum ends half a letter before it, whatever the font; labels of combats fit the free corner" {
    xpgn-render-svg --combats --at=12b "$ROOT/samples/diagrams/combat.xpgn" >combat.svg
    label=$(sed -n 's/^<text x="\([0-9]*\)" .* text-anchor="end">margin +4<.*/\1/p' combat.svg)
    [ "$(sed -n 's/^<text x="\([0-9]*\)" [^>]*>pawn[^a-z]*d4[^a-z]*removed.*/\1/p' combat.svg)" -eq $((label + 141)) ]
    # 24 % of a square of 9 mm are 216; a wider label ends there, and begins on the gap between the squares
    grep -B 1 '>+1</text>' combat.svg | sed -n 's/^<rect x="\([0-9]*\)" .* width="\([0-9]*\)" height="\([0-9]*\)" rx.*/\1 \2 \3/p' >labels
    x=$(sed -n 's/^<rect x="\([0-9]*\)" y="0".*class="board .*/\1/p' combat.svg)
    [ "$(wc -l <labels)" -eq 4 ]
    not awk -v x="$x" '($1 + $2 - 216 - x) % 900 || $2 < 217 || $2 > 216 + 90 || $3 > 216 { bad = 1 } END { exit !bad }' labels
}

@test "text as outlines looks as text does, and needs no font" {
    command -v rsvg-convert >/dev/null || skip 'no rsvg-convert'
    for outline in '' --outline; do
        xpgn-render-svg $outline --square=5 --combats --at=12b "$ROOT/samples/diagrams/combat.xpgn" >"text$outline.svg"
        rsvg-convert -w 240 -o "text$outline.png" "text$outline.svg"
    done
    valid text--outline.svg
    not grep -q '<text' text--outline.svg
    grep -q '<desc>Chess Attack' text--outline.svg
    /usr/bin/python3 "$ROOT/tests/oracles/picture.py" text.png text--outline.png
    # which is no wonder if neither has any
    sed '/<text/d' text.svg | rsvg-convert -w 240 -o none.png
    not /usr/bin/python3 "$ROOT/tests/oracles/picture.py" none.png text--outline.png
    run_split xpgn-render-svg --outline --format=latex --xfen=4k3/8/8/8/8/8/8/4K3
    [[ $status -eq 2 && $err == *'--outline requires --format=svg'* ]]
}

@test "labels that are too small to be read are left out" {
    run_split xpgn-render-svg --square=7 --inside --xfen=4k3/8/8/8/8/8/8/4K3
    grep -q 'font-size="170"[^>]*>e<' <<<"$out"
    run_split xpgn-render-svg --square=6 --inside --xfen=4k3/8/8/8/8/8/8/4K3
    [[ $out != *'>e<'* ]]
}

@test "a letter inside the board is read over the piece there" {
    run_split xpgn-render-svg --inside --theme=screen --xfen=4k3/8/8/8/8/8/8/4K3
    [ "$(grep -c '>e<' <<<"$out")" -eq 2 ] # its outline, too
    [ "$(grep -c '>d<' <<<"$out")" -eq 1 ]
    [ "$(grep -n '>e<' <<<"$out" | head -n 1 | cut -d : -f 1)" -gt "$(grep -n '<use' <<<"$out" | tail -n 1 | cut -d : -f 1)" ]
}

@test "a picture that other programs cannot hold is refused" {
    run_split xpgn-render-svg --square=50 --each "$ROOT/samples/chess-attack.xpgn"
    [ "$status" -eq 2 ]
    [ -z "$out" ]
    [[ $err == *' pixels high, more than 32767; use --across, or a name with %n for one file per diagram'* ]]
    run_split xpgn-render-svg --square=50 --across=40 --each --game=1 "$ROOT/samples/club.xpgn"
    [[ $err == *' pixels wide, more than 32767'* ]]
}

# ---- animations ----

@test "an animated combat is the board before, the dice, and what came of them; the dice stand where nothing moves" {
    run_split xpgn-render-svg --animate=1.5 --square=5 --combats --at=12b "$ROOT/samples/diagrams/combat.xpgn"
    [ "$status" -eq 0 ]
    [ -z "$err" ]
    cp "$out_file" steps.svg
    valid steps.svg
    count 1 '<title>3 steps</title>' steps.svg
    # each begins its round of four steps a step later
    [ "$(grep -o 'animation-delay:-[0-9.]*s' steps.svg | tr '\n' ' ')" = 'animation-delay:-0.00s animation-delay:-4.50s animation-delay:-3.00s ' ]
    grep -qF 'animation:step-3-150 6.00s step-end infinite' steps.svg
    # the second is not hidden; the first has no total, the third no sum
    awk '/^<g class/ { step++; hidden[step] = / visibility="hidden"/ } /4 \+ die/ { sum[step] = $0 } />After 12... exd4</ { after[step] = 1 }
        END { exit !(step == 3 && hidden[1] && !hidden[2] && hidden[3] && sum[1] ~ />4 \+ die</ && sum[2] ~ />4 \+ die 5 = 9</ && sum[3] == "" && after[3]) }' steps.svg
    # the board does not move, though pieces come to stand beside it
    [ "$(boards steps.svg 4000 | wc -l)" -eq 1 ]
    # without animations it is the figure with the dice
    command -v rsvg-convert >/dev/null || return 0
    xpgn-render-svg --square=5 --combats --at=12b "$ROOT/samples/diagrams/combat.xpgn" >still.svg
    rsvg-convert -d 96 -p 96 still.svg -o still.png
    rsvg-convert -d 96 -p 96 steps.svg -o steps.png
    size=$(od -An -tu1 -j16 -N8 still.png)
    sed "s/width=\"[0-9.]*mm\" height=\"[0-9.]*mm\" viewBox=\"0 0 [0-9]* [0-9]*\"/$(grep -oE 'width="[0-9.]*mm" height="[0-9.]*mm" viewBox="[0-9 ]*"' still.svg)/" steps.svg | rsvg-convert -d 96 -p 96 -o same.png
    [ "$(od -An -tu1 -j16 -N8 same.png)" = "$size" ]
    /usr/bin/python3 "$ROOT/tests/oracles/picture.py" same.png still.png
}

@test "an animated game has its start, its combats in steps and its end, with the board in one place" {
    xpgn-render-svg --animate=1 --square=5 --game=1 "$ROOT/samples/club.xpgn" >game.svg
    valid game.svg
    turns=$(xpgn-replay --game=1 --each "$ROOT/samples/club.xpgn" | wc -l)
    combats=$(xpgn-replay --game=1 --rows=combats --no-header "$ROOT/samples/club.xpgn" | wc -l)
    [ "$combats" -eq 11 ]
    [ "$(grep -c '^<g class="step-' game.svg)" -eq $((turns + 1 + 2 * combats)) ]
    [ "$(boards game.svg 4000 | wc -l)" -eq 1 ]
    # the end stands where nothing moves
    [ "$(grep '^<g class="step-' game.svg | grep -vc 'visibility="hidden"')" -eq 1 ]
    grep '^<g class="step-' game.svg | tail -n 1 | grep -q ' last-.*">$'
    # nothing names a picture of a person's own making
    sed '0,/White "[^"]*"/s//White "<script>x<\/script>"/' "$ROOT/samples/club.xpgn" | xpgn-render-svg --animate=1 --game=1 \
        --caption='</style><script>y</script> %n' >hostile.svg
    valid hostile.svg
}

@test "what cannot move is refused" {
    for no in --sheet --across=2 --format=png --format=latex --attributes --output=a%n.svg; do
        run_split xpgn-render-svg --animate=1 "$no" "$ROOT/samples/club.xpgn"
        [ "$status" -eq 2 ]
        [ -z "$out" ]
        [[ $err == *'--animate cannot be combined with --sheet, --across, --attributes, another --format or a name with %n'* ]]
    done
    for no in 0 0.05 61 x '' 1s; do
        run_split xpgn-render-svg --animate="$no" "$ROOT/samples/club.xpgn"
        [ "$status" -eq 2 ]
        [ -z "$out" ]
        [[ $err == *"--animate: '$no' is not a number of seconds from 0.1 to 60, such as 2"* ]]
    done
}

# ---- LaTeX ----

# pictures: fig-1.tex ..., of every kind
pictures() {
    xpgn-render-svg --format=latex --combats --at=12b "$ROOT/samples/diagrams/combat.xpgn" >fig-1.tex
    xpgn-render-svg --format=latex --attributes --variant=chess-attack >fig-2.tex
    xpgn-render-svg --format=latex --no-turn --mark='!d4 ?d5 ~e5 +a1 =b1 #c1 .e4' --arrow=a1h8 --corners \
        --xfen='4k3/8/8/3P*4/8/8/8/4K3' --variant=chess-attack --caption='50% of $1 & #2_{x} \input{y} ~^ é' >fig-3.tex
    xpgn-render-svg --format=latex --no-turn --crop=c3-g7 --arrow=a1h8 \
        --xfen='rK10bK/7bP4/2rPrPrP7/12/12/12/12/4wP2gB4/12/12/12/wK10gK w - - 0 1' >fig-4.tex
}

@test "pictures for LaTeX are balanced, and text in them is text" {
    pictures
    for file in fig-?.tex; do
        [ "$(grep -oE '(^| |\{)q ' "$file" | wc -l)" -eq "$(grep -oE '(^| )Q(\}|$)' "$file" | wc -l)" ]
        # braces that are no escapes
        [ "$(sed 's/\\[{}]//g' "$file" | tr -cd '{' | wc -c)" -eq "$(sed 's/\\[{}]//g' "$file" | tr -cd '}' | wc -c)" ]
    done
    grep -qF '50\% of \$1 \& \#2\_\{x\} \textbackslash{}input\{y\} \textasciitilde{}\textasciicircum{} é' fig-3.tex
    # of a part of the board arrows end at its edge, and nothing black lies on it
    [ "$(grep -B 1 '^423 0 4500 4500 re W n$' fig-4.tex)" = $'q 1 0 0 1 0 0 cm\n423 0 4500 4500 re W n' ]
    not grep -q '^q 0.00 0.00 0.00 rg [^R]* f Q$' fig-4.tex
    # as many texts as the picture has
    xpgn-render-svg --combats --at=12b "$ROOT/samples/diagrams/combat.xpgn" >fig-1.svg
    [ "$(grep -c '<text' fig-1.svg)" -eq "$(grep -c 'makebox' fig-1.tex)" ]
    xpgn-render-svg --format=latex -o 'p%n.tex' --xfen=4k3/8/8/8/8/8/8/4K3
    [ -s p1.tex ]
}

@test "pdflatex takes these pictures without a package, in each language and with any letters" {
    command -v pdflatex >/dev/null || skip 'no pdflatex'
    pictures
    letters=$(/usr/bin/python3 -c 'print("".join(map(chr, [*range(0xa1, 0x180), *range(0x2010, 0x2031), 0x3a9, 0x674e, 0x265e, 0x1f600])))')
    figure=5
    for language in en de fr es it nl pl; do
        xpgn-render-svg --format=latex --language=$language --combats --at=7b --game=1 -c "$letters" "$ROOT/samples/club.xpgn" >fig-$figure.tex
        figure=$((figure + 1))
    done
    xpgn-render-svg --combats --each --sum=latex --language=pl "$ROOT/samples/club.xpgn" >fig-12.tex
    { echo '\documentclass{article}\begin{document}'; printf '\\input{fig-%d}\n\n' 1 2 3 4 5 6 7 8 9 10 11 12; echo '\end{document}'; } >doc.tex
    TEXMFVAR=$PWD pdflatex -interaction=nonstopmode -halt-on-error doc.tex >log
    [ -z "$(grep '^!' log)" ]
    [ "$(wc -c <doc.pdf)" -gt 20000 ]
}

# ---- PNG ----

@test "PNG has the size of the picture at its resolution, and a card 1200 by 630 pixels" {
    ldconfig -p | grep -q 'librsvg-2\.so\.2' || skip 'no librsvg'
    run_split xpgn-render-svg --format=png --dpi=254 --no-turn --no-coordinates -o p.png --xfen=4k3/8/8/8/8/8/8/4K3
    expect 0 '' ''
    # the board of 72 mm and a margin of 1 mm around it, ten pixels to the millimetre
    [ "$(od -An -tu1 -j16 -N8 p.png | tr -s ' ')" = ' 0 0 2 228 0 0 2 228' ]
    xpgn-render-svg --format=card --combats --at=5b --game=1 "$ROOT/samples/club.xpgn" >card.png
    [ "$(od -An -tu1 -j16 -N8 card.png | tr -s ' ')" = ' 0 0 4 176 0 0 2 118' ]
    [ "$(wc -c <card.png)" -gt 5000 ]
}

@test "without librsvg PNG is refused in clear words, and nothing is written" {
    # a library of this name that is none
    mkdir -p none
    : >none/librsvg-2.so.2
    LD_LIBRARY_PATH=none run_split xpgn-render-svg --format=png -o p.png --xfen=4k3/8/8/8/8/8/8/4K3
    [ "$status" -eq 2 ]
    [ ! -e p.png ]
    [ "$err" = 'xpgn-render-svg: --format=png requires librsvg 2.46, which was not found (librsvg2-2 in Debian); SVG needs no library' ]
}
