/* SPDX-License-Identifier: MIT */
/* The effect of an action on the board, the turn and the game. */
#ifndef XPGN_PLAY_APPLY_H
#define XPGN_PLAY_APPLY_H

#include "core/play/combat.h"

/*
 * Plays facts->action, which is legal, or illegal but stood. It reads the action, the captured
 * piece and, for a combat, the results of combat_settle: fates, cells, whether the attacker
 * arrives. Sets facts->outcome if the action ends the game, and facts->spent and facts->left. It
 * does not pass the turn (see apply_pass and apply_end_of_turn).
 */
void apply_action(const xpgn_ruleset *rs, struct state *s, xpgn_facts *facts);

/*
 * Passes a turn of one action. With `check` it sets facts->check if the next side is in check, in
 * games with check; with `judge` it sets facts->outcome if the next side cannot move.
 */
void apply_pass(const xpgn_ruleset *rs, struct state *s, bool check, bool judge, xpgn_facts *facts);

/* apply_action for a step in a turn of several actions, which cannot end the game. */
ALWAYS_INLINE void apply_step(const xpgn_ruleset *rs, struct state *s, const xpgn_action *a) {
    if (s->position.at[a->to] != 0) /* only if it was illegal but stood */
        (void)position_lift(&s->position, a->to);
    position_move(&s->position, a->from, a->to);
    turn_step(rs->turn, &s->turn, XPGN_TYPE_OF(a->piece), a->to);
}

/* Passes a turn of several actions; does not judge whether the next side can move. */
static inline void apply_end_of_turn(struct state *s) {
    s->position.halfmove_clock =
        (s->position.halfmove_clock + 1) & ((uint32_t)s->turn.quiet_broken - 1);
    s->position.ep_square = XPGN_NO_SQUARE;
    s->position.ep_files = s->turn.passed;
    s->turn = (struct turn){0};
    position_pass(&s->position);
}

#endif
