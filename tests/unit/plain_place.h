/* SPDX-License-Identifier: MIT */
/* The placement as it is read on a machine without AVX2. */
#ifndef XPGN_TESTS_PLAIN_PLACE_H
#define XPGN_TESTS_PLAIN_PLACE_H

#include "core/board/xfen.h"

const char *plain_xfen_place(xpgn_slice text, const struct geometry *g, xpgn_position *out);

#endif
