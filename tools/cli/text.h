/* SPDX-License-Identifier: MIT */
/* Internal to cli_*.c: characters of text for a terminal. */
#ifndef CLI_TEXT_H
#define CLI_TEXT_H

#include "cli/cli.h"

/* The general cases of the functions below. */
size_t text_decode_any(const char *p, const char *end, uint32_t *c);
uint32_t text_visible_any(uint32_t c);
unsigned text_width_any(uint32_t c);

static inline bool text_is_ascii(uint32_t c) { /* and printable */
    return c - 0x20 < 0x5F;
}
/* Reads one character of UTF-8 into *c, or one byte as Windows-1252 if it is none; the bytes taken.
 */
static inline size_t text_decode(const char *p, const char *end, uint32_t *c) {
    *c = (unsigned char)*p;
    return *c < 0x80 ? 1 : text_decode_any(p, end, c);
}
/* What to show for a character: itself, or the picture of a control character. */
static inline uint32_t text_visible(uint32_t c) {
    return text_is_ascii(c) ? c : text_visible_any(c);
}
/* Columns of a character that is shown: 0, 1 or 2. */
static inline unsigned text_width(uint32_t c) {
    return text_is_ascii(c) ? 1 : text_width_any(c);
}
/* Appends it as UTF-8. */
void text_put(xpgn_buffer *b, uint32_t c);

#endif
