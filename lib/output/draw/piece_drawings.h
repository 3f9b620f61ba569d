/* SPDX-License-Identifier: MIT */
/* The drawings of the pieces: the files of formats/pieces/. */
#ifndef XPGN_DRAW_PIECE_DRAWINGS_H
#define XPGN_DRAW_PIECE_DRAWINGS_H

#include <xpgn/base.h>

#include "core/base/embedded.h"

/* In the order of the file names (bytewise). */
extern const struct embedded piece_drawings[];
extern const size_t piece_drawings_count;
/* The element with its shapes. */
xpgn_slice drawing_shapes(const struct embedded *file);

#endif
