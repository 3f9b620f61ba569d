/* SPDX-License-Identifier: MIT */
#define XPGN_PLAIN_C
#define xfen_place plain_xfen_place
#include "plain_place.h"

#include "board/xfen_place.c" // NOLINT(bugprone-suspicious-include): once more, otherwise
