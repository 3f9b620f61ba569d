/* SPDX-License-Identifier: MIT */
/* Widths of text in common fonts. */
#ifndef XPGN_DRAW_TEXT_METRICS_H
#define XPGN_DRAW_TEXT_METRICS_H

#include <xpgn/base.h>

/* The known fonts in a list of names, a bit each. */
unsigned metrics_named(const char *fonts);
/* The width of a text in thousandths of its size, in the widest of these fonts, or in a wide font
   if there are none. */
int64_t metrics_width(unsigned fonts, bool bold, xpgn_slice text);

#endif
