/* SPDX-License-Identifier: MIT */
/* State of a board being drawn as SVG; lengths in SVG units. */
#ifndef XPGN_DRAW_SVG_BOARD_H
#define XPGN_DRAW_SVG_BOARD_H

#include "output/draw/board_view.h"
#include "output/draw/svg.h"

struct board {
    xpgn_svg *svg;
    struct view v;
    int square;        /* the side of a square */
    int x, y;          /* the upper left corner of the board */
    int gutter;        /* room for the coordinates, left of and below the board */
    int width, height; /* of the figure */
    bool values;       /* show the values of a combat */
    struct font text;  /* lines below the board */
    int text_width;    /* width of these lines */
    bool clipped;      /* only a part of the board is drawn */
};

/* The middle of a square, which may lie outside the part drawn. */
static inline int board_x(const struct board *d, xpgn_square sq) {
    return d->x + view_file(&d->v, sq) * d->square + d->square / 2;
}
static inline int board_y(const struct board *d, xpgn_square sq) {
    return d->y + view_rank(&d->v, sq) * d->square + d->square / 2;
}
static inline bool board_shows(const struct board *d, xpgn_square sq) {
    return view_on_board(&d->v, sq) && view_has(&d->v, view_file(&d->v, sq), view_rank(&d->v, sq));
}

/*
 * Size of a label in or beside a square: `usual` hundredths of the square's side. On small squares
 * it grows to the least legible size, up to `most` hundredths; 0 if even that is too small and the
 * label is left out.
 */
enum { LEAST_LABEL = 170 };
static inline int board_label(const struct board *d, int usual, int most) {
    int size = d->square * usual / 100;
    if (size < LEAST_LABEL)
        size = d->square * most / 100 >= LEAST_LABEL ? LEAST_LABEL : 0;
    return size;
}

/* Draws the marks under the pieces, and those over them (svg_highlights.c). */
void marks_put_under(struct board *d);
void marks_put_over(struct board *d);
/* Appends title and description in words (svg_words.c). */
void words_put_title(xpgn_buffer *b, const struct view *v);
void words_put_description(xpgn_buffer *b, const struct view *v);

#endif
