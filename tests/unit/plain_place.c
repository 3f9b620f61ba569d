/* SPDX-License-Identifier: MIT */
#ifndef XPGN_PLAIN_C
#define XPGN_PLAIN_C
#endif
#define xfen_place plain_xfen_place
#include "plain_place.h"

#include "core/board/xfen_place.c" // NOLINT(bugprone-suspicious-include): once more, otherwise
