/* SPDX-License-Identifier: MIT */
/* How wide text is in the usual fonts. */
#ifndef XPGN_DRAW_METRICS_H
#define XPGN_DRAW_METRICS_H

#include "xpgn.h"

/* Which of the known fonts a list of names has, a bit each. */
unsigned metrics_named(const char *fonts);
/* The width of a text in thousandths of its size, in the widest of these fonts; of none of them
   that of a wide font. */
int64_t metrics_width(unsigned fonts, bool bold, xpgn_slice text);

#endif
