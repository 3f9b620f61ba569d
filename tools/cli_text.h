/* SPDX-License-Identifier: MIT */
/* Between the files of the shared part: characters of text that goes to a terminal. */
#ifndef CLI_TEXT_H
#define CLI_TEXT_H

#include "cli.h"

/* Reads one character of UTF-8 into *c, or one byte as Latin-1 if it is none; the bytes taken. */
size_t text_decode(const char *p, const char *end, uint32_t *c);
/* What to show for a character: itself, or the picture of a control character. */
uint32_t text_visible(uint32_t c);
/* Columns of a character that is shown: 0, 1 or 2. */
unsigned text_width(uint32_t c);
/* Appends it as UTF-8. */
void text_put(xpgn_buffer *b, uint32_t c);

#endif
