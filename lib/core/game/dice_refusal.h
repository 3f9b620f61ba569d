/* SPDX-License-Identifier: MIT */
/* Findings about actions that the dice of a turn do not allow (core/play/actors.h). */
#ifndef XPGN_GAME_DICE_REFUSAL_H
#define XPGN_GAME_DICE_REFUSAL_H

#include "core/game/action_check.h"
#include "core/play/actors.h"

/* Reports why the dice do not allow c->facts->action, which is legal otherwise. */
void refuse_by_dice(const struct check *c);
/* Reports that a turn ends while dice can be spent, with a sequence that spends the most, from its
   first action on. */
void refuse_dice_left(const xpgn_ruleset *rs, const struct state *s, const struct turn_end *end,
                      struct log *log);

#endif
