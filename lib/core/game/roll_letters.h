/* SPDX-License-Identifier: MIT */
/* Dice that name pieces, written as the letters of these. */
#ifndef XPGN_GAME_ROLL_LETTERS_H
#define XPGN_GAME_ROLL_LETTERS_H

#include "core/base/roll_data.h"
#include "core/rules/ruleset.h"

/* Reads letters in either case, PNQ or p, n, q, each as the first face that names its piece, at
   most as many as a turn can have dice. Returns where they end; p if there are none, or dice name
   no pieces. */
const char *roll_letters_read(const xpgn_ruleset *rs, const char *p, const char *end,
                              xpgn_turn_dice *dice);

#endif
