/* SPDX-License-Identifier: MIT */
/* Evaluation signs (+-, =, ...) that books and programs print for NAGs. */
#ifndef XPGN_FORMS_GLYPH_H
#define XPGN_FORMS_GLYPH_H

#include <stddef.h>
#include <stdint.h>

/* Matches the longest sign at p, which is not `end`. Returns its size in bytes (0: none) and its
   NAG. */
size_t glyph_read(const char *p, const char *end, uint32_t *nag);
/* The size of the figures of an engine at p, +0.35, -1.2/18, [+0.3], #3 or M3, before a blank or
   the end; 0: there are none. */
size_t glyph_figures(const char *p, const char *end);
/* The size of the number of a note at p, ¹; 0: there is none. */
size_t glyph_note(const char *p, const char *end);

#endif
