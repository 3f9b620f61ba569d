/* SPDX-License-Identifier: MIT */
/* Dice that name pieces, written as the letters of these. */
#ifndef XPGN_RULES_ROLL_LETTERS_H
#define XPGN_RULES_ROLL_LETTERS_H

#include "core/base/roll_data.h"
#include "core/rules/ruleset.h"

/* Reads as many letters as a turn has dice, PNQ or p,n,q, each as the first face that names its
   piece. False, and *dice is undefined, for anything else, and where dice name no pieces. */
bool roll_letters_read(const xpgn_ruleset *rs, xpgn_slice text, xpgn_turn_dice *dice);

#endif
