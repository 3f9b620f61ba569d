/* SPDX-License-Identifier: MIT */
/* A rectangle of characters to draw on, and board frames. */
#ifndef XPGN_DRAW_CANVAS_H
#define XPGN_DRAW_CANVAS_H

#include <xpgn/base.h>

/* The largest drawing: 12x12 with two characters per piece and three of hit points, labels and a
   panel on both sides. */
enum { CANVAS_ROWS = 2 * XPGN_MAX_FILES + 2, CANVAS_COLS = 8 * XPGN_MAX_FILES + 36 };

/* The ink of a character on a terminal: none, or a seat counted from 1; plus whether it is
   marked. */
enum { INK_NONE, INK_MARKED = 8 };

struct canvas {
    unsigned rows, cols;
    uint16_t at[CANVAS_ROWS][CANVAS_COLS]; /* code points */
    uint8_t ink[CANVAS_ROWS][CANVAS_COLS];
};

/* Fills the canvas with spaces. */
void canvas_clear(struct canvas *c, unsigned rows, unsigned cols);
/* Characters outside the canvas are not drawn. */
void canvas_put(struct canvas *c, unsigned row, unsigned col, unsigned code);
/* Adds ink to a character. */
void canvas_ink(struct canvas *c, unsigned row, unsigned col, unsigned ink);
/* UTF-8, of code points below 0x10000. */
void canvas_put_text(struct canvas *c, unsigned row, unsigned col, const char *text);
/* Appends the canvas as lines, with its ink if that is wanted. */
void canvas_write(xpgn_buffer *b, const struct canvas *c, bool inked);

/*
 * A frame of `files` x `ranks` cells, each `width` characters wide and one line high inside;
 * the upper left corner is at (row, col). heavy(data, file, rank), counted from the upper left,
 * selects cells with a heavy frame; ASCII frames have none.
 */
struct canvas_frame {
    unsigned row, col, files, ranks, width;
    bool ascii;
    bool (*heavy)(const void *data, unsigned file, unsigned rank);
    const void *data;
};
void canvas_put_frame(struct canvas *c, const struct canvas_frame *f);

#endif
