/* SPDX-License-Identifier: MIT */
/* The luck of the dice in a game, in points of material or in the score that a player expects. */
#ifndef CLI_LUCK_JUDGE_H
#define CLI_LUCK_JUDGE_H

#include "frame/cli.h"
#include "internal/chance.h"

/* Returns NULL after a message if `player`, the value of --equity, is neither careful nor
   strong:N. */
xpgn_equity *cli_open_equity(cli *c, const char *player, const xpgn_equity_options *how);
/* Judges up to two rolls and decisions of a step of a walk: by a player or, with `e` NULL, the dice
   of combats in points. Pass all steps, from the first on. */
unsigned cli_luck_judge(xpgn_equity *e, const xpgn_ruleset *rs, const xpgn_step *step,
                        xpgn_judged out[2]);
/* Adds each seat's luck in a step; false if it had no dice. */
bool cli_add_luck(xpgn_equity *e, const xpgn_ruleset *rs, const xpgn_step *step,
                  double luck[XPGN_MAX_SEATS]);

#endif
