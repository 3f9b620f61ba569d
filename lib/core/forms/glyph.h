/* SPDX-License-Identifier: MIT */
/* Evaluation signs (+-, =, ...) that books and programs print for NAGs. */
#ifndef XPGN_FORMS_GLYPH_H
#define XPGN_FORMS_GLYPH_H

#include <stddef.h>
#include <stdint.h>

/* Matches the longest sign at p, which is not `end`. Returns its size in bytes (0: none) and its
   NAG. */
size_t glyph_read(const char *p, const char *end, uint32_t *nag);

#endif
