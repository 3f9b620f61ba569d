/* SPDX-License-Identifier: MIT */
/* The signs that books and programs print for NAGs. */
#ifndef XPGN_TEXT_GLYPH_H
#define XPGN_TEXT_GLYPH_H

#include <stddef.h>
#include <stdint.h>

/* The longest sign at p: its bytes (0: none) and the number of its NAG. */
size_t glyph_read(const char *p, const char *end, uint32_t *nag);

#endif
