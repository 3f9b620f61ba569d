/* SPDX-License-Identifier: MIT */
/* Internal to cli_*.c: characters of text for a terminal. */
#ifndef CLI_TEXT_H
#define CLI_TEXT_H

#include "cli.h"

/* Decodes one UTF-8 character, or one byte as Latin-1 if it is malformed; returns its size. */
size_t text_decode(const char *p, const char *end, uint32_t *c);
/* The character to show: itself, or a picture of a control character. */
uint32_t text_visible(uint32_t c);
/* Number of columns of a visible character: 0, 1 or 2. */
unsigned text_width(uint32_t c);
/* Appends a character as UTF-8. */
void text_put(xpgn_buffer *b, uint32_t c);

#endif
