/* SPDX-License-Identifier: MIT */
/* What an action makes of the board, of the turn and of the game. */
#ifndef XPGN_PLAY_APPLY_H
#define XPGN_PLAY_APPLY_H

#include "play/combat.h"

/*
 * Plays facts->action, which is legal or stood although illegal.  Of the facts it reads the action
 * and what it captures or, of a combat, what combat_settle has left: fates, cells, whether the
 * attacker arrives.  Sets facts->outcome if the action ends the game.  A turn of one action does
 * not pass (apply_pass, apply_end_of_turn).
 */
void apply_action(const xpgn_ruleset *rs, struct state *s, xpgn_facts *facts);

/*
 * A turn of one action passes.  `check`: sets facts->check if the next side is in check where that
 * is a rule; `judge`: sets facts->outcome if the next side cannot move.
 */
void apply_pass(const xpgn_ruleset *rs, struct state *s, bool check, bool judge, xpgn_facts *facts);

/* apply_action for a step in a turn of several actions, which ends no game. */
ALWAYS_INLINE void apply_step(const xpgn_ruleset *rs, struct state *s, const xpgn_action *a) {
    if (s->position.at[a->to] != 0) /* only if it stood */
        (void)position_lift(&s->position, a->to);
    position_move(&s->position, a->from, a->to);
    turn_step(rs->turn, &s->turn, XPGN_TYPE_OF(a->piece), a->to);
}

/* A turn of several actions passes; the next side is not judged. */
static inline void apply_end_of_turn(struct state *s) {
    s->position.halfmove_clock =
        (s->position.halfmove_clock + 1) & ((uint32_t)s->turn.quiet_broken - 1);
    s->position.ep_square = XPGN_NO_SQUARE;
    s->turn = (struct turn){0};
    position_pass(&s->position);
}

#endif
