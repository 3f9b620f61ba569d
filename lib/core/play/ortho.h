/* SPDX-License-Identifier: MIT */
/*
 * Legality with orthogonal steps (AS), for the referee and the fast path. The pieces on `from` must
 * be of the side to move.
 */
#ifndef XPGN_PLAY_ORTHO_H
#define XPGN_PLAY_ORTHO_H

#include "core/board/board_lines.h"
#include "core/play/movement.h"
#include "core/play/play_action.h"

/* AS-10: true if the piece on that square may make a Move now. */
static inline bool ortho_may_move(const xpgn_ruleset *rs, const struct turn *t, xpgn_square from) {
    return turn_may_move(rs, t) && !turn_has_moved(t, from);
}
/* AS-2, AS-10: true if it may make that step now. The squares are `length` apart on a line; 0: they
   are not on a line. */
static inline bool ortho_steps(const xpgn_ruleset *rs, const struct state *s, xpgn_square from,
                               xpgn_square to, int length) {
    const xpgn_position *p = &s->position;
    _Static_assert(ORTHO_REACH == 2, "between two squares is one at most");
    bool passes = (length == 1) | (p->at[(from + to) / 2] == 0);
    return ortho_may_move(rs, &s->turn, from) && length >= 1 &&
           length <= rules_of(rs, p->at[from])->speed && p->at[to] == 0 && passes;
}
static inline bool ortho_step_legal(const xpgn_ruleset *rs, const struct state *s,
                                    const xpgn_action *a) {
    return a->promotion == 0 &&
           ortho_steps(rs, s, a->from, a->to, straight_distance(&s->position, a->from, a->to));
}
/* AS-4: true if the piece on `from` takes the enemy piece on `target`. */
bool ortho_takes(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_square from,
                 xpgn_square target);
/* True if that attack is legal, provided that the piece takes, which combat_take checks. */
bool ortho_may_take(const xpgn_ruleset *rs, const struct state *s, const xpgn_action *a);
/* AS-7: true if the king may go to that square. */
static inline bool ortho_route(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_square to) {
    return is_own(p, to) && rules_of(rs, p->at[to])->route;
}

#endif
