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
 * Size of a label in a square: the least that is legible, on squares above 9 mm as much of the
 * square as there. 0 if that is more than `most` hundredths of the square: the label is left out.
 */
enum { LABEL_SIZE = 170 };
static inline int board_label(const struct board *d, int most) {
    int size = d->square * LABEL_SIZE / 900;
    return size > LABEL_SIZE ? size : d->square * most / 100 >= LABEL_SIZE ? LABEL_SIZE : 0;
}

/* Draws the marks under the pieces, and those over them (svg_highlights.c). */
void marks_put_under(struct board *d);
void marks_put_over(struct board *d);
/* Appends title and description in words (svg_words.c). */
void words_put_title(xpgn_buffer *b, const struct view *v);
void words_put_description(xpgn_buffer *b, const struct view *v);

#endif
