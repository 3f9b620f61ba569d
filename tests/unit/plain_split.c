/* SPDX-License-Identifier: MIT */
#define XPGN_PLAIN_C
#define split_game plain_split_game
#include "plain_split.h"

#include "text/split.c" // NOLINT(bugprone-suspicious-include): once more, otherwise
