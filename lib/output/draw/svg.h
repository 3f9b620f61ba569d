/* SPDX-License-Identifier: MIT */
/*
 * Pictures as SVG. All lengths are hundredths of a millimetre, so that files have no fractions and
 * are the same everywhere.
 */
#ifndef XPGN_DRAW_SVG_H
#define XPGN_DRAW_SVG_H

#include "core/base/arena.h"
#include "internal/writers.h"
#include "output/draw/theme.h"

/* A finished figure: its bytes in `body`, beginning with title and description. */
struct figure {
    size_t from, inside, to;
    size_t caption, caption_end; /* on a sheet: the range in `captions` */
    int width, height;
    int middle;  /* middle of its board, by which figures of a column or animation are aligned */
    bool breaks; /* the next one begins a row */
};

enum { MOST_DRAWINGS = 32 };

struct xpgn_svg {
    struct arena arena;
    struct theme theme;
    struct log log; /* what is wrong with the theme */
    xpgn_svg_options o;
    unsigned fonts; /* of the theme, for metrics_width */
    xpgn_buffer body;
    xpgn_buffer captions;
    struct figure *figure;
    size_t count, capacity;
    /* What the definitions must contain. */
    xpgn_drawing drawing[MOST_DRAWINGS];
    unsigned drawings;
    bool hatched;         /* marks */
    bool sided[SIDES];    /* patterns of sides */
    int middle;           /* middle of the next figure's board; 0: it has none */
    xpgn_buffer said;     /* title and description of the last figure for a page */
    size_t titled;        /* bytes of that title */
    xpgn_svg_shown shown; /* of the last figure: its board */
};

/* ---- figures ---- */

/*
 * A figure begins with its title and description; its upper left corner is (0, 0). Between, it is
 * drawn into svg->body.
 */
void figure_begin(xpgn_svg *svg, xpgn_slice title, xpgn_slice description);
void figure_end(xpgn_svg *svg, int width, int height);
/* The size of all text beside boards and in tables, whatever the size of the squares: 8 points. */
enum { TEXT_SIZE = 282 };
/* The width of a column of a sheet; 0 if it is not a sheet. */
int svg_column(const xpgn_svg *svg);

/* How far the figures reach to the left and to the right of the middles of their boards. */
struct extent {
    int left, right;
};
struct extent svg_extent(const xpgn_svg *svg);

/* Forgets the figures that have been written. */
void svg_forget(xpgn_svg *svg);
/* Writes a figure with its upper left corner at (x, y). */
void svg_put_figure(xpgn_buffer *b, const xpgn_svg *svg, size_t i, int64_t x, int64_t y);

/* Writes the background of a picture. */
void svg_put_paper(xpgn_buffer *b, const xpgn_svg *svg);

/* ---- animations (svg_steps.c) ---- */

/* The size of an animation: that of the largest step, with all boards in the same place. */
void steps_measure(const xpgn_svg *svg, int64_t *width, int64_t *height);
/* Writes the steps and their animation. */
void steps_put(xpgn_buffer *b, const xpgn_svg *svg, int margin);

/* ---- text ---- */

enum anchor { ANCHOR_START, ANCHOR_MIDDLE, ANCHOR_END };
enum weight { WEIGHT_PLAIN, WEIGHT_BOLD };

/* The alignment, size and style of text. */
struct font {
    int size;
    enum anchor anchor;
    enum weight weight;
};

/* A line of text with its base line at y. */
void svg_text(xpgn_svg *svg, int x, int y, const struct font *font, xpgn_slice text);
/* Width of a text in the widest of the theme's fonts. */
int svg_text_width(const xpgn_svg *svg, const struct font *font, xpgn_slice text);
/*
 * Takes from *rest the words that fit into a line of `width`; breaks longer words. An LF ends a
 * line. False if nothing is left.
 */
bool svg_take_line(const xpgn_svg *svg, xpgn_slice *rest, xpgn_slice *line, const struct font *font,
                   int width);
/* Lines of text, centred on x, from the base line y on; returns the base line after the last. */
int svg_lines(xpgn_svg *svg, int x, int y, const struct font *font, int width, xpgn_slice text);
/* The distance of base lines. */
static inline int svg_leading(const struct font *font) {
    return font->size * 13 / 10;
}

/* ---- pieces ---- */

/* A piece in a square of `size` with its upper left corner at (x, y); wounded pieces have a sign.
 */
struct piece_place {
    const xpgn_ruleset *rs;
    const xpgn_position *p;
    xpgn_piece piece;
    int x, y, size;
};
void svg_piece(xpgn_svg *svg, const struct piece_place *at);

#endif
