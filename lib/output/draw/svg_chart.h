/* SPDX-License-Identifier: MIT */
/* Common parts of charts: what was added to them, axes, titles and notes. */
#ifndef XPGN_DRAW_SVG_CHART_H
#define XPGN_DRAW_SVG_CHART_H

#include "output/draw/svg.h"

/* The size of text, that of notes and of the numbers of an axis, the usual width, and a gap. */
enum { TEXT = 260, SMALL = 220, WIDTH = 8600, SPACE = 150 };

static inline int larger(int a, int b) {
    return a > b ? a : b;
}
struct chart_ends {
    int x, y, to_x, to_y;
};
void chart_line(xpgn_svg *svg, const char *colour, int thick, const struct chart_ends *at);

/* The values that an axis has to show beside 0, and how its numbers are written. */
struct axis_range {
    double low, high;
    bool percent, sign, whole; /* whole: it has whole numbers only */
};
/* Adds a value; false if it cannot be drawn. */
bool scale_take(struct axis_range *s, double value);

/* A scale between two places, both of x or of y, with round numbers in equal steps. */
struct axis {
    struct axis_range scale;
    double step;
    long first, last; /* its numbers, in steps */
    int from, to;
};
/* Sets the axis between its two places. Its numbers are at least `apart` from each other or, if
   that is 0, have room beside each other. */
void axis_set(struct axis *a, const xpgn_svg *svg, const struct axis_range *s, int apart);
int axis_at(const struct axis *a, double value);
/* The width of the widest number. */
int axis_width(const struct axis *a, const xpgn_svg *svg);
/* Writes number i of the axis. */
void axis_number(const struct axis *a, long i, char text[32]);
/* For an axis of x: draw its lines from top to `low`, that of 0 in ink; its numbers below `low`. */
void axis_put_lines(xpgn_svg *svg, const struct axis *a, int top, int low);
void axis_put_numbers(xpgn_svg *svg, const struct axis *a, int low);

/* Sets *list to what was added to a chart, which owns it, and returns its number; 0 if there is
   nothing, or more than a chart can have. */
size_t chart_values(xpgn_chart *chart, xpgn_datum **list);
/* Begins the figure and writes its title; returns the place below. */
int chart_begin(xpgn_svg *svg, xpgn_chart *chart, int width);
/* Writes the note below that place, and ends the figure. */
void chart_end(xpgn_svg *svg, const xpgn_chart *chart, int width, int y);
/* Removes what was added. */
void chart_clear(xpgn_svg *svg, xpgn_chart *chart);

#endif
