/* SPDX-License-Identifier: MIT */
/* A small rectangle of characters to draw on, and the frames of a board drawn on it. */
#ifndef XPGN_OUT_CANVAS_H
#define XPGN_OUT_CANVAS_H

#include "xpgn.h"

/* The largest board: 12x12 with a two-letter piece a square, labels and a panel on both sides. */
enum { CANVAS_ROWS = 2 * XPGN_MAX_FILES + 2, CANVAS_COLS = 5 * XPGN_MAX_FILES + 36 };

struct canvas {
    unsigned rows, cols;
    uint16_t at[CANVAS_ROWS][CANVAS_COLS]; /* code points */
};

void canvas_clear(struct canvas *c, unsigned rows, unsigned cols);
/* What lies outside is not drawn. */
void canvas_put(struct canvas *c, unsigned row, unsigned col, unsigned code);
void canvas_put_text(struct canvas *c, unsigned row, unsigned col, const char *ascii);
/* Appends the canvas as lines. */
void canvas_write(xpgn_buffer *b, const struct canvas *c);

/*
 * A frame: `files` x `ranks` cells, `width` characters inside each, one line high; the upper left
 * corner at (row, col).  heavy(data, file, rank), counted from the upper left, says which cells
 * have a heavy frame; ascii frames have none.
 */
struct frame {
    unsigned row, col, files, ranks, width;
    bool ascii;
    bool (*heavy)(const void *data, unsigned file, unsigned rank);
    const void *data;
};
void canvas_put_frame(struct canvas *c, const struct frame *f);

#endif
