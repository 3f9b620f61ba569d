/* SPDX-License-Identifier: MIT */
/*
 * What is legal with orthogonal steps (AS), for the referee and for the fast path.  The pieces
 * on `from` are the mover's own; `length` is how many squares lie from one square to the other
 * along a file or rank, 0 if they are on none.
 */
#ifndef XPGN_PLAY_ORTHO_H
#define XPGN_PLAY_ORTHO_H

#include "board/lines.h"
#include "play/action.h"
#include "play/movement.h"

/* AS-10: may it make a Move in this turn, which has so many? */
static inline bool ortho_may_move(const struct turn *t, unsigned moves, xpgn_square from) {
    return t->stage != STAGE_OVER && t->made < moves && !turn_has_moved(t, from);
}
/* AS-2: a step of a piece of that type? */
static inline bool ortho_step(const xpgn_ruleset *rs, const xpgn_position *p, unsigned type,
                              xpgn_square from, xpgn_square to, int length) {
    bool passes = (length == 1) | (p->at[(from + to) / 2] == 0); /* two squares are the most */
    return length >= 1 && length <= rs->piece[type].speed && p->at[to] == 0 && passes;
}
/* AS-2, AS-10: may it make that step now? */
static inline bool ortho_step_legal(const xpgn_ruleset *rs, const struct state *s,
                                    const xpgn_action *a) {
    const xpgn_position *p = &s->position;
    return a->promotion == 0 && ortho_may_move(&s->turn, turn_moves(rs, &s->turn), a->from) &&
           ortho_step(rs, p, XPGN_TYPE_OF(a->piece), a->from, a->to,
                      straight_distance(p, a->from, a->to));
}
/* AS-4: may the piece on `from` take the one on `target`? */
bool ortho_takes(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_square from,
                 xpgn_square target);
/* AS-7: may the king go to that square? */
static inline bool ortho_route(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_square to) {
    return is_own(p, to) && rules_of(rs, p->at[to])->route;
}

#endif
