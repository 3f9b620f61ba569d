/* SPDX-License-Identifier: MIT */
/* The drawings of the pieces: the groups of formats/pieces.svg, or of a file like it. */
#ifndef XPGN_DRAW_PIECE_DRAWINGS_H
#define XPGN_DRAW_PIECE_DRAWINGS_H

#include "core/base/embedded.h"
#include "internal/writers.h"

/* The one file. */
extern const struct embedded piece_files[];
extern const size_t piece_files_count;
/* A drawing is in a picture as the group <g id="xpgn-king" ...>: in a page, "king" may be a
 * heading. */
#define DRAWING_ID "xpgn-"
/* Appends such a group. */
void drawing_put(xpgn_buffer *b, xpgn_slice shapes);
/* Appends all of the file. */
void drawings_put(xpgn_buffer *b);
/* The group of that name in a file, or if it has none, among the built-in ones. */
bool drawing_find(xpgn_slice own, const char *name, xpgn_drawing *out);
/* As xpgn_piece_drawing, with the drawings of a file before the built-in ones. */
bool drawing_of(xpgn_slice own, const xpgn_ruleset *rs, unsigned type, xpgn_drawing *out);

#endif
