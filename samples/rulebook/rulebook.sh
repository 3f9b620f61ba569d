#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes a page of a rulebook with six figures: page.svg, and page.pdf if rsvg-convert is there.
#   rulebook.sh [FOLDER]    where to write (default: here)
# Run it in any folder; it takes the record that lies beside it, and xpgn-render-svg from PATH.
set -eu
samples=$(cd "$(dirname "$0")/.." && pwd)
cd "${1:-.}"

xpgn-render-svg --sheet --square=5.5 -o page.svg \
    --figure --attributes --variant=chess-attack --caption='What a piece is worth, healthy and wounded.' \
    --figure --xfen='r1bqkb1r/ppp2ppp/2n2n2/3p4/3P*4/2N2N2/PPP2PPP/R1BQKB1R w KQkq - 0 5' --no-turn \
        --mark='!d4 ?d5' --caption='A wounded pawn (ring) faces a healthy one (dashes).' \
    --figure --combats --at=12b "$samples/diagrams/combat.xpgn" \
        --caption='Black attacks; two pieces support each side. What they give is in Figure 1.' \
    --figure --xfen='r1bq1rk1/ppp2ppp/2n2n2/3p4/1b1P4/2N1PN2/PP3PPP/R1BQKB1R[Pp] w KQ - 0 7' --no-turn \
        --destinations=f1,c3 --arrow=b4c3 --caption='Where bishop and knight may go; Black threatens the knight (arrow).' \
    --figure --variant=combat-chess-2 --no-turn --destinations=a2 \
        --xfen='rb1k2br/2P2n2/5Q2/5p2/1p3n2/8/K6B/RB1p1NPR[a1:pp,h1:qppp,a8:NPPP,h8:PPP] w - - 7 24' \
        --caption='Prisoners stand by their castle; the king needs these rolls (a dot: a teleport).' \
    --figure --no-turn --caption='Four armies: White is empty, Red striped, Black filled, Green dotted.' \
        --xfen='rK10bK/7bP4/2rPrPrP7/1rR2rN2bPbPbR2/2rPrPrP2bBbPbPbP1/12/12/wRwPwN1wP2gBgB1gP1/3wPwP2gPgP3/3wPwP2gPgP3/12/wK6gP3gK r - - 0 1'

if command -v rsvg-convert >/dev/null; then
    rsvg-convert -f pdf -o page.pdf page.svg
fi
