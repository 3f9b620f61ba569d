/* SPDX-License-Identifier: MIT */
/* Diagrams: a board, what lies beside it and what is said below it. */
#ifndef XPGN_OUT_DIAGRAM_H
#define XPGN_OUT_DIAGRAM_H

#include "out/canvas.h"
#include "rules/ruleset.h"

/* What is drawn around a piece; a later one stands where two fall on one square. */
enum bracket { BRACKET_NONE, BRACKET_SUPPORT, BRACKET_FROM, BRACKET_TO, BRACKET_MARK };

/* Pieces beside the board: a label and lines of pieces. */
enum { PANEL_LINES = 4, PANEL_COLS = 9 };
struct panel {
    const char *label; /* NULL: nothing lies there */
    unsigned lines;
    unsigned used[PANEL_LINES];
    uint16_t at[PANEL_LINES][PANEL_COLS];
};

/*
 * One diagram being drawn.  Cells are counted from the upper left; the board's area begins at
 * (y, x), with its frame where the style has one.
 */
struct drawing {
    const xpgn_ruleset *rs;
    const xpgn_position *p;
    const xpgn_diagram_options *o;
    bool grid;  /* there is a frame */
    bool ascii; /* frame, lines and captions are ASCII */
    bool heavy; /* marks are heavy frames, not brackets */
    unsigned piece_width;
    unsigned lead;  /* columns of a cell before its piece */
    unsigned pitch; /* columns from cell to cell */
    unsigned x, y, width, height;
    uint8_t sign[XPGN_MAX_SQUARES]; /* enum bracket */
    struct panel panel[2][2];       /* [right][below] */
    struct canvas canvas;
};

/* Fills the panels from what the position holds off the board. */
void panels_fill(struct drawing *d);
/* The width of the panels of one side, 0 if nothing lies there. */
unsigned panels_width(const struct drawing *d, unsigned right);
void panels_put(struct drawing *d);
/* The code point of a piece as this drawing shows it (with four seats without the seat's letter).
 */
unsigned drawing_glyph(const struct drawing *d, xpgn_piece piece);

#endif
