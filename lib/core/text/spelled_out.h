/* SPDX-License-Identifier: MIT */
/* Results in words, as people write them: "White wins", "Draw agreed". */
#ifndef XPGN_TEXT_SPELLED_OUT_H
#define XPGN_TEXT_SPELLED_OUT_H

#include <xpgn/base.h>

/* The number of bytes at the start of this text that say how the game ended, 0 if none do; *result
   is the result that they mean. */
size_t worded_result(xpgn_slice text, const char **result);

#endif
