/* SPDX-License-Identifier: MIT */
/* Aligned columns of text. */
#ifndef XPGN_OUT_SHEET_H
#define XPGN_OUT_SHEET_H

#include "xpgn.h"

/*
 * Appends rows of cells (rows end with LF, cells are separated by tabs) as aligned columns, two
 * spaces between them and before the first: the first `left` columns and cells that begin with `#`
 * (bars) stand on the left, all others on the right.
 */
void sheet_write(xpgn_buffer *b, xpgn_slice cells, unsigned left);

/* Appends a bar of `#` for n of `all`, `width` characters if that is everything. */
void sheet_bar(xpgn_buffer *cells, uint64_t n, uint64_t all, unsigned width);
/* "45.0%" */
void sheet_percent(xpgn_buffer *cells, uint64_t n, uint64_t all);

#endif
