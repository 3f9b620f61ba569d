#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes a page of a rulebook with six figures: page.svg, and page.pdf if rsvg-convert is there.
#   rulebook.sh [FOLDER]    where to write (default: here)
# Run it in any folder; it takes the records that lie beside it, and xpgn-render-svg from PATH.
set -eu
samples=$(cd "$(dirname "$0")/.." && pwd)
cd "${1:-.}"

draw() {
    xpgn-render-svg --square=7 "$@"
}

# The six figures.
draw --attributes --variant=chess-attack -o fig-1.svg
draw --xfen='r1bqkb1r/ppp2ppp/2n2n2/3p4/3P*4/2N2N2/PPP2PPP/R1BQKB1R w KQkq - 0 5' --no-turn \
    --mark='!d4 ?d5' -o fig-2.svg
draw --combat --at=12b -o fig-3.svg "$samples/diagrams/combat.xpgn"
draw --xfen='r1bq1rk1/ppp2ppp/2n2n2/3p4/1b1P4/2N1PN2/PP3PPP/R1BQKB1R[Pp] w KQ - 0 7' --no-turn \
    --destinations=f1,c3 --arrow=b4c3 -o fig-4.svg
draw --variant=combat-chess-2 --no-turn --destinations=a2 -o fig-5.svg \
    --xfen='rb1k2br/2P2n2/5Q2/5p2/1p3n2/8/K6B/RB1p1NPR[a1:pp,h1:qppp,a8:NPPP,h8:PPP] w - - 7 24'
draw --no-turn --square=5 --border=thick -o fig-6.svg \
    --xfen='rK10bK/7bP4/2rPrPrP7/1rR2rN2bPbPbR2/2rPrPrP2bBbPbPbP1/12/12/wRwPwN1wP2gBgB1gP1/3wPwP2gPgP3/3wPwP2gPgP3/12/wK6gP3gK r - - 0 1'

# figure N X Y TEXT...: a figure in a box of 84 by 74 mm, and its caption. Names of a figure get its
# number, as the page has all of them.
figure() {
    number=$1 x=$2 y=$3
    sed -e 1d -e "2s/ width=\"[^\"]*\" height=\"[^\"]*\"/ x=\"$x\" y=\"$y\" width=\"84\" height=\"74\"/" \
        -e "s/ id=\"/&f$number-/g; s/href=\"#/&f$number-/g; s/url(#/&f$number-/g" "fig-$number.svg"
    shift 3
    y=$((y + 77))
    for line; do
        printf '<text x="%d" y="%d">%s</text>\n' "$((x + 42))" "$y" "$line"
        y=$((y + 4))
    done
}

{
    cat <<'END'
<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.1" width="210mm" height="297mm" viewBox="0 0 210 297" font-family="Helvetica, Arial, 'DejaVu Sans', sans-serif" font-size="3.2" text-anchor="middle">
<title>Chess with dice: a page of a rulebook</title>
<rect width="210" height="297" fill="#ffffff"/>
<text x="105" y="17" font-size="6.5" font-weight="bold">Chess with dice</text>
<text x="105" y="24">A combat is decided by a die on each side, and by the pieces that attack the square as well.</text>
END
    figure 1 16 30 'Figure 1. What a piece is worth, healthy and wounded.'
    figure 2 110 30 'Figure 2. A wounded pawn (ring)' 'faces a healthy one (dashes).'
    figure 3 16 118 'Figure 3. Black attacks; two pieces' 'support each side.'
    figure 4 110 118 'Figure 4. Where bishop and knight may go;' 'Black threatens the knight (arrow).'
    figure 5 16 206 'Figure 5. Prisoners stand by their castle; the' 'king needs these rolls (a dot: a teleport).'
    figure 6 110 206 'Figure 6. Four armies: White is empty, Red' 'striped, Black filled, Green dotted.'
    echo '</svg>'
} >page.svg

if command -v rsvg-convert >/dev/null; then
    rsvg-convert -f pdf -o page.pdf page.svg
fi
