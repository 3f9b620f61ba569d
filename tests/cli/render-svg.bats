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

# looks NAME ARG...: the picture is valid and looks like golden/svg/NAME.png, 240 pixels wide
looks() {
    run_split xpgn-render-svg "${@:2}"
    [ "$status" -eq 0 ]
    [ -z "$err" ]
    cp "$out_file" "$1.svg"
    valid "$1.svg"
    picture "$1"
}

# picture NAME: NAME.svg looks like its reference
picture() {
    command -v rsvg-convert >/dev/null || return 0
    rsvg-convert -w 240 -o "$1.png" "$1.svg"
    if [ "${STORE_PICTURES-}" ]; then python3 "$ROOT/tests/picture.py" --store "$1.png" "$golden/svg/$1.png"; fi
    python3 "$ROOT/tests/picture.py" "$1.png" "$golden/svg/$1.png"
}

# count N TEXT FILE: so many lines have it
count() {
    [ "$(grep -cF -- "$2" "$3")" -eq "$1" ] || {
        echo "$(grep -cF -- "$2" "$3") lines with $2, expected $1"
        return 1
    }
}

# ---- how it looks ----

@test "a combat with attacker, defender, supporters and sums" {
    looks combat --combat --at 12b "$ROOT/samples/diagrams/combat.xpgn"
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
    grep -qF 'url(#hatch)' marks.svg
}

@test "prisoners beside their castles, dragons, and the rolls that a king needs" {
    looks prisoners --xfen "$prisoners" --destinations a2
    count 1 '<g id="dragon"' prisoners.svg
    count 1 '<g id="castle"' prisoners.svg
    ! grep -q 'id="knight"\|id="rook"' prisoners.svg
    count 4 '>prisoners</text>' prisoners.svg
}

@test "twelve files and four seats that differ without colour" {
    looks four --xfen "$four" --arrow b9c10 --inside --border thick
    count 1 'fill="url(#red)"' <(grep -o 'fill="url(#red)"' four.svg | sort -u)
    count 1 '<pattern id="red"' four.svg
    count 1 '<pattern id="green"' four.svg
    ! grep -q '<pattern id="white"\|<pattern id="black"' four.svg
}

@test "the attribute table of Chess Attack" {
    looks attributes --attributes --variant chess-attack
    count 12 '<use ' attributes.svg
}

@test "the examples of the manual do what the manual shows" {
    command -v rsvg-convert >/dev/null || skip 'no rsvg-convert'
    manual_examples "$ROOT/man/xpgn-render-svg.1"
}
