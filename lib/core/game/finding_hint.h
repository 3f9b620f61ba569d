/* SPDX-License-Identifier: MIT */
/* Hints: what is expected instead of the text that the newest finding is about. Slow; used for
   findings only. */
#ifndef XPGN_GAME_FINDING_HINT_H
#define XPGN_GAME_FINDING_HINT_H

#include "core/game/action_check.h"

/* After a refusal: lists the actions that fit, if there are several, else the legal ones that look
   most like the text; if the turn allows no more actions, how the next turn begins. */
/* `why` is NULL if the action cannot be read at all. */
void hint_action(const struct check *c, const struct refusal *why);
/* A roll in export form, for the text of a finding. */
const char *roll_written(const xpgn_roll *roll, struct log *log);
/* Hints at the complete roll, in the form in which it was written, for all findings from `mark` on,
   which are about the roll. */
void hint_roll(const struct check *c, size_t mark);
/*
 * If the newest finding is an unreadable roll after the action: hints at what it should be, from
 * the dice that can be read, or at how many dice to write.
 */
void hint_unreadable_roll(const struct check *c);
/* For too many or too few dice: hints at how many each side rolls, or at the roll of a combat
   without dice. */
void hint_dice_count(const struct check *c);
/* Hints at the roll that these dice make. */
void hint_computed(const struct check *c, const xpgn_roll *dice);
/* Hints at a missing turn roll. */
void hint_turn_roll(const struct check *c);
/* Shows the form of a turn roll. */
void hint_turn_dice(const xpgn_ruleset *rs, struct log *log);
/* Hints at how many dice each side of this combat rolls. */
void hint_dice(const struct check *c);
/* Hints at the cells of a seat, for a prisoner whose `x@a1` is (or begins) at `place`. */
void hint_cells(const struct check *c, unsigned seat, xpgn_place place);
/* Hints "expected K@-" and the like, with that text as the fix. */
void hint_right(struct log *log, xpgn_place place, const char *right);
/* Suggests the action with another mark, + or # (0: none). */
void hint_mark(xpgn_slice action, xpgn_place place, char mark, struct log *log);
/* Suggests the action with its missing x, or without a superfluous one. */
void hint_capture_sign(const struct recorded *recorded, struct log *log);
/* Reports an action after the end of the game by that rule. */
void refuse_after_end(const struct recorded *recorded, const char *rule, struct log *log);
/* Suggests removing the text at `place`. */
void hint_remove(struct log *log, xpgn_place place);

#endif
