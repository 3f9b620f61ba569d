/* SPDX-License-Identifier: MIT */
/* Hints: what is expected in place of what the newest finding is about. Slow; made for findings
   only. */
#ifndef XPGN_GAME_HINT_H
#define XPGN_GAME_HINT_H

#include "game/check.h"

/* After a refusal: the actions that fit, if several do, else the legal ones that look most like
   what was written; where the turn allows no more, how the next one begins. */
/* `why` is NULL where the action cannot be read at all. */
void hint_action(const struct check *c, const struct refusal *why);
/* A roll as it is written, for the text of a finding. */
const char *roll_written(const xpgn_roll *roll, struct log *log);
/* The complete roll, in the form in which it was written; for all findings from `mark` on, which
   are about it. */
void hint_roll(const struct check *c, size_t mark);
/*
 * A roll after the action that could not be read, if that is the newest finding: what it should be
 * by the dice that can be read in it, or else how many dice to write.
 */
void hint_unreadable_roll(const struct check *c);
/* Too many or too few dice: how many each side rolls, or the roll of a combat without dice. */
void hint_dice_count(const struct check *c);
/* The turn roll that the action lacks. */
void hint_turn_roll(const struct recorded *recorded, struct log *log);
/* How many dice this combat takes of each side. */
void hint_dice(const struct check *c);
/* The cells of a seat, for a prisoner whose `x@a1` stands (or begins) at `place`. */
void hint_cells(const struct check *c, unsigned seat, xpgn_place place);
/* "expected K@-" and the like, with the fix: one text for one place. */
void hint_right(struct log *log, xpgn_place place, const char *right);
/* The action with another + or # (0: without). */
void hint_mark(xpgn_slice action, xpgn_place place, char mark, struct log *log);
/* The action with the x that it lacks, or without the one that is too much. */
void hint_capture_sign(const struct recorded *recorded, struct log *log);
/* The action stands after the end of the game by that rule: reports it. */
void refuse_after_end(const struct recorded *recorded, const char *rule, struct log *log);
/* What stands at `place` is to be removed. */
void hint_remove(struct log *log, xpgn_place place);

#endif
