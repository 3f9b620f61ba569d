/* SPDX-License-Identifier: MIT */
/* Common parts of charts. */
#ifndef XPGN_DRAW_SVG_CHART_H
#define XPGN_DRAW_SVG_CHART_H

#include "output/draw/svg.h"

/* The size of text, where a chart begins below its title, and a gap. */
enum { TEXT = 260, TITLE = 560, SPACE = 150 };

/* The ends of a line, or two corners, upper left and lower right. */
struct chart_ends {
    int x, y, to_x, to_y;
};
static inline int larger(int a, int b) {
    return a > b ? a : b;
}
void chart_line(xpgn_svg *svg, const char *colour, int thick, const struct chart_ends *at);
void chart_rect(xpgn_svg *svg, const struct chart_ends *at, const char *fill);
void chart_title(xpgn_svg *svg, xpgn_slice title);
/* Ends the figure, which is as wide as its title at least. */
void chart_end(xpgn_svg *svg, int width, xpgn_slice title, int height);

#endif
