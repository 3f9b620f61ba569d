/* SPDX-License-Identifier: MIT */
/* Latin letters without accents, as written by programs and keyboards that lack them. */
#ifndef XPGN_BASE_LATIN_H
#define XPGN_BASE_LATIN_H

#include <stdint.h>
#include <xpgn/base.h>

/* The second letter if two are written, such as the e of Mueller; 0 if one suffices. */
char latin_second(uint32_t point);
/* Appends a character in ASCII: letters without accents, plain quotes and dashes, and ? for what
   has no such form. */
void latin_put(xpgn_buffer *b, uint32_t point);

#endif
