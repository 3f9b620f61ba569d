/* SPDX-License-Identifier: MIT */
/* Lines of text: width, padding, wrapping. Widths are in characters (code points), see
   core/base/utf8.h. */
#ifndef XPGN_WRITE_PAGE_LINES_H
#define XPGN_WRITE_PAGE_LINES_H

#include <xpgn/base.h>

/* Appends a code point below 0x10000. */
void page_put_char(xpgn_buffer *b, unsigned code);
void page_put_spaces(xpgn_buffer *b, size_t count);
/* Moves the first line of *rest, without its LF, to *line; false if *rest is empty. */
bool page_next_line(xpgn_slice *rest, xpgn_slice *line);
/* Width of a line on a terminal, in columns; escape sequences for colours take none. */
size_t page_width(xpgn_slice line);
/* Width of the widest line. */
size_t page_widest(xpgn_slice lines);
/* Appends the lines, each padded with spaces to `width`. */
void page_put_padded(xpgn_buffer *b, xpgn_slice lines, size_t width);
/*
 * Appends words as lines of at most `width` characters (a longer word gets a line of its own), each
 * centred on column `middle`. An LF ends a line. Other control characters and bytes that are not
 * UTF-8 become `?`; with `ascii` so does everything that is not ASCII.
 */
void page_put_centred(xpgn_buffer *b, xpgn_slice text, size_t middle, size_t width, bool ascii);
/* Appends words, of which the first line begins after `used` characters. Lines that would be longer
   than `width` are broken (0: none is); those that follow begin with `indent` spaces. */
void page_put_hanging(xpgn_buffer *b, xpgn_slice text, size_t used, size_t indent, size_t width);

#endif
