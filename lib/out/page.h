/* SPDX-License-Identifier: MIT */
/* Lines of text on a page: width, padding, wrapping.  Widths are counted in characters (code
   points); see base/utf8.h. */
#ifndef XPGN_OUT_PAGE_H
#define XPGN_OUT_PAGE_H

#include "xpgn.h"

/* Appends a code point below 0x10000. */
void page_put_char(xpgn_buffer *b, unsigned code);
void page_put_spaces(xpgn_buffer *b, size_t count);
/* The part of *rest before its first LF, which is taken off with it; false: nothing is left. */
bool page_next_line(xpgn_slice *rest, xpgn_slice *line);
/* The width of the widest line. */
size_t page_widest(xpgn_slice lines);
/* Appends the lines, each padded with spaces to `width`. */
void page_put_padded(xpgn_buffer *b, xpgn_slice lines, size_t width);
/*
 * Appends words as lines of at most `width` characters (a longer word stands alone), each centred
 * around column `middle`.  LF in the text ends a line; other control characters and bytes
 * that are not UTF-8 become `?`, with `ascii` all that is not ASCII.
 */
void page_put_centred(xpgn_buffer *b, xpgn_slice text, size_t middle, size_t width, bool ascii);

#endif
