/* SPDX-License-Identifier: MIT */
/* Pictures as PNG, by librsvg, which is loaded on demand. */
#ifndef RENDER_SVG_PNG_WRITER_H
#define RENDER_SVG_PNG_WRITER_H

#include "frame/cli.h"

/* The size of a picture in pixels, and the margin around what is drawn. */
typedef struct png_size {
    int width, height, margin;
} png_size;

/* Appends the picture `svg` as PNG, as large as fits, centered on white; false after a message. */
bool png_write(xpgn_buffer *b, cli *c, xpgn_slice svg, png_size size);
/* librsvg; NULL if there is none. */
void *png_library(void);
/* Stores a function of librsvg, or of a library that it needs; false if it has none of this name.
 */
bool png_symbol(void *library, const char *name, void *function);

#endif
