/* SPDX-License-Identifier: MIT */
/* Text of pictures as outlines, by Pango and cairo, which are loaded on demand. */
#ifndef RENDER_SVG_TEXT_OUTLINES_H
#define RENDER_SVG_TEXT_OUTLINES_H

#include "frame/cli.h"

/* Appends the picture `svg` with a path instead of each text, in the fonts that this machine has;
   false after a message. */
bool outline_texts(xpgn_buffer *b, cli *c, xpgn_slice svg);

#endif
