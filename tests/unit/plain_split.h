/* SPDX-License-Identifier: MIT */
/* The splitter of core/text/game_split.h as it is on a machine without SSE2 and AVX2. */
#ifndef XPGN_TESTS_PLAIN_SPLIT_H
#define XPGN_TESTS_PLAIN_SPLIT_H

#include <xpgn/base.h>

size_t plain_split_game(xpgn_slice text, unsigned how, size_t *begin);

#endif
