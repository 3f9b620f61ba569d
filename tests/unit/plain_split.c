/* SPDX-License-Identifier: MIT */
#ifndef XPGN_PLAIN_C
#define XPGN_PLAIN_C
#endif
#define split_game plain_split_game
#include "plain_split.h"

#include "core/text/game_split.c" // NOLINT(bugprone-suspicious-include): once more, otherwise
