/* SPDX-License-Identifier: MIT */
/*
 * Who may act, where the dice of a turn say so (turn.roll): by a die that shows its type, one
 * action by any of the dice, or an action for each of them, as many as can be spent; or by dice
 * that say how far a piece may go.
 */
#ifndef XPGN_PLAY_ACTORS_H
#define XPGN_PLAY_ACTORS_H

#include "core/play/movement.h"

/* How many actions chess movement lists at most: 63 pieces with 27 squares each. */
enum { ACTORS_LIST = 2048 };

/* What dice let a side do. */
struct allowance {
    unsigned types;   /* bit per type that may act */
    unsigned squares; /* that an action may go at most */
};

/* True if the dice have been rolled, so that they limit who may act. */
static inline bool actors_are_limited(const xpgn_ruleset *rs, const struct turn *t) {
    return turn_rolls_actors(rs) && (t->dice.count > 0 || t->stage != STAGE_START);
}
/* True if dice say who may act, and a turn may spend fewer than were rolled, or none. */
static inline bool actors_may_spend_less(const xpgn_ruleset *rs) {
    return turn_rolls_actors(rs) && !rs->roll.again;
}
/* What a roll allows. */
struct allowance actors_by(const xpgn_ruleset *rs, const xpgn_turn_dice *dice);
/* What the dice that are left allow; before the roll, what some roll does. */
struct allowance actors_allowance(const xpgn_ruleset *rs, const struct turn *t);
/* How far an action goes: the larger of the numbers of files and ranks that it crosses; castling
   two squares. */
unsigned actors_squares(const xpgn_action *a);
/* How many of the dice that are left an action spends; 0: they do not allow it. */
unsigned actors_cost(const xpgn_ruleset *rs, const struct turn *t, const xpgn_action *a);
/* Takes away the dice that an action spends. */
void actors_spend(const xpgn_ruleset *rs, struct turn *t, const xpgn_action *a);
/* The most dice that the rest of the turn can spend (DT-4). Where a turn has one action: 1 if any
   is allowed. */
unsigned actors_most(const xpgn_ruleset *rs, const struct state *s);
/* The most that a sequence can spend that begins with this action, which the dice allow. */
unsigned actors_most_after(const xpgn_ruleset *rs, const struct state *s, const xpgn_action *a);
/* True if a legal action may be played with the dice that are left. A king may always be captured,
   however few dice that spends. */
bool actors_allow(const xpgn_ruleset *rs, const struct state *s, const xpgn_action *a);
/* True if nothing can act with the dice that were rolled. */
bool actors_are_stuck(const xpgn_ruleset *rs, const struct state *s);
/* True if the turn has to be passed. */
static inline bool actors_pass(const xpgn_ruleset *rs, const struct state *s) {
    return !rs->roll.again && actors_are_stuck(rs, s);
}
/* movement_actions, with the dice that are left; before the roll what any throw allows. */
size_t actors_actions(const xpgn_ruleset *rs, const struct state *s, xpgn_action *list,
                      size_t capacity);
/* True if some throw allows an action. */
bool actors_any(const xpgn_ruleset *rs, const struct state *s);
/* Plays an action in a turn of several, for a search: board and dice only. */
void actors_step(const xpgn_ruleset *rs, struct state *s, const xpgn_action *a);
/* True if the other king can be captured in the rest of the turn, by actions that the dice allow.
 */
bool actors_reach_king(const xpgn_ruleset *rs, const struct state *s);
/* Sets list[0..XPGN_TURN_DICE - 1] to a sequence that spends the most dice from here on; returns
 * its length. */
unsigned actors_sequence(const xpgn_ruleset *rs, const struct state *s, xpgn_action *list);

#endif
