/* SPDX-License-Identifier: MIT */
/* Diagrams: a board, the pieces beside it and the lines below. */
#ifndef XPGN_DRAW_BOARD_DIAGRAM_H
#define XPGN_DRAW_BOARD_DIAGRAM_H

#include "output/draw/board_view.h"
#include "output/draw/canvas.h"

/* Pieces beside the board: a label and lines of pieces. */
enum { PANEL_LINES = 4, PANEL_COLS = 9 };
struct panel {
    const char *label; /* NULL: the panel is empty */
    unsigned lines;
    unsigned used[PANEL_LINES];
    uint16_t at[PANEL_LINES][PANEL_COLS];
};

/*
 * A diagram being drawn. Cells are counted from the upper left; the board, with its frame if it has
 * one, begins at (y, x).
 */
struct drawing {
    struct view v;
    bool grid;  /* the board has a frame */
    bool ascii; /* frame, arrows and captions are ASCII */
    bool heavy; /* marks are heavy frames instead of brackets */
    unsigned piece_width;
    unsigned points; /* columns behind it that hit points may take; 0: the game has none */
    unsigned lead;   /* columns in a cell before its piece */
    unsigned pitch;  /* columns per cell */
    unsigned x, y, width, height;
    struct panel panel[2][2]; /* [right][below] */
    struct canvas canvas;
};

/* Fills the panels with the pieces off the board. */
void panels_fill(struct drawing *d);
/* Width of the panels on one side; 0 if both are empty. */
unsigned panels_width(const struct drawing *d, unsigned right);
/* Draws the panels. */
void panels_put(struct drawing *d);
/* The code point of a piece in this drawing (without the seat letter of four-seat games). */
unsigned drawing_glyph(const struct drawing *d, xpgn_piece piece);

#endif
