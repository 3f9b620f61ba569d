/* SPDX-License-Identifier: MIT */
/* A board as SVG, while it is drawn. */
#ifndef XPGN_DRAW_SVG_BOARD_H
#define XPGN_DRAW_SVG_BOARD_H

#include "draw/svg.h"
#include "draw/view.h"

struct board {
    xpgn_svg *svg;
    struct view v;
    int square;        /* the side of a square */
    int x, y;          /* the upper left corner of the board */
    int gutter;        /* of the coordinates, left of and below the board */
    int width, height; /* of the figure */
    bool values;       /* a combat has values to show */
    struct font text;  /* lines below the board */
    int text_width;    /* of these lines */
    bool clipped;      /* only a part of the board is drawn */
};

/* The middle of a square, which may lie outside. */
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
 * The size of a label in or beside a square: `usual` hundredths of it. On small squares it grows to
 * the least that can be read, up to `most` hundredths; 0: it would be too small, and is left out.
 */
enum { LEAST_LABEL = 170 };
static inline int board_label(const struct board *d, int usual, int most) {
    int size = d->square * usual / 100;
    if (size < LEAST_LABEL)
        size = d->square * most / 100 >= LEAST_LABEL ? LEAST_LABEL : 0;
    return size;
}

/* What lies under the pieces, and what is drawn over them (svg_marks.c). */
void marks_put_under(struct board *d);
void marks_put_over(struct board *d);
/* Title and description in words (svg_words.c). */
void words_put_title(xpgn_buffer *b, const struct view *v);
void words_put_description(xpgn_buffer *b, const struct view *v);

#endif
