/* SPDX-License-Identifier: MIT */
/* Aligned columns of text. */
#ifndef XPGN_WRITE_ALIGNED_TABLE_H
#define XPGN_WRITE_ALIGNED_TABLE_H

#include <xpgn/base.h>

/*
 * Appends rows of cells (rows end with LF, cells are separated by tabs) as aligned columns with two
 * spaces before each. The first `left` columns and cells that begin with `#` (bars) are
 * left-aligned, all others right-aligned.
 */
void sheet_write(xpgn_buffer *b, xpgn_slice cells, unsigned left);

/* Appends an empty line, a heading if it is not NULL, and the cells so; frees them. */
void sheet_section(xpgn_buffer *b, const char *head, xpgn_buffer *cells, unsigned left);

/* Appends a bar of `#` for n of `all`; `width` characters are 100 %. */
void sheet_bar(xpgn_buffer *cells, uint64_t n, uint64_t all, unsigned width);
/* Appends a percentage such as "45.0%". */
void sheet_percent(xpgn_buffer *cells, uint64_t n, uint64_t all);

#endif
