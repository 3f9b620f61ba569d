/* SPDX-License-Identifier: MIT */
/*
 * The usual actions of orthogonal steps (AS), known without the referee: steps and captures.  Such
 * a game has captures by the adjacency sum, and what is removed is gone (rules/judge.c).
 */
#ifndef XPGN_GAME_QUICK_ORTHO_H
#define XPGN_GAME_QUICK_ORTHO_H

#include "game/quick_roll.h"
#include "game/quick_turns.h"
#include "rules/longform.h"
#include "rules/support.h"

/* ---- steps ----------------------------------------------------------------------------------- */

/* e2-e4, of which the squares are read; p is behind them.  `length`: squares along a file or rank;
   0: it is neither. */
ALWAYS_INLINE const char *ortho_go(struct run *q, const char *p, xpgn_square from, xpgn_square to,
                                   int length, bool small) {
    struct state *s = q->s;
    if (!is_space(*p) || !ortho_step(q->rs, s, from, to, length))
        return NULL;
    turn_step(q->rs, &s->turn, s->position.at[from], to);
    position_shift_on(&s->position, from, to, small);
    q->unjudged = false;
    return p + 1;
}

/* ---- captures -------------------------------------------------------------------------------- */

/* Is there more left of that seat than its king and what stands on sq? */
ALWAYS_INLINE bool has_others(struct run *q, unsigned seat, xpgn_square sq, bool small) {
    const xpgn_position *p = &q->s->position;
    if (small)
        return (p->seat[seat] & ~p->type[XPGN_KING] & ~BIT(sq)) != 0;
    for (unsigned i = 0, at = q->seen[seat], n = position_squares(p); i < n; i++) {
        xpgn_piece piece = p->at[at];
        if (piece != 0 && XPGN_SEAT_OF(piece) == seat && at != sq &&
            XPGN_TYPE_OF(piece) != XPGN_KING) {
            q->seen[seat] = (uint8_t)at; /* where one will stand the next time too, most likely */
            return true;
        }
        at = at + 1 < n ? at + 1 : 0;
    }
    return false;
}

/* Past the roll <+1=3:=2x> of a capture: supporters, what all give, and the defense. */
ALWAYS_INLINE const char *read_sums(const char *p, int count, int sum, int defense) {
    unsigned wrong = 0;
    p = quick_sign(quick_sign(p, '<', &wrong), '+', &wrong);
    p = quick_sign(quick_number(p, count, &wrong), '=', &wrong);
    p = quick_sign(quick_number(p, sum, &wrong), ':', &wrong);
    p = quick_number(quick_sign(p, '=', &wrong), defense, &wrong);
    p = quick_sign(quick_sign(p, 'x', &wrong), '>', &wrong);
    return wrong == 0 ? p : NULL;
}

/* The attacker moves in, as a piece of type `made`. */
ALWAYS_INLINE void move_in(struct run *q, xpgn_square from, xpgn_square to, unsigned made,
                           bool small) {
    xpgn_position *p = &q->s->position;
    xpgn_piece taken = p->at[to], piece = p->at[from];
    if (small) {
        p->type[XPGN_TYPE_OF(taken)] &= ~BIT(to);
        p->seat[XPGN_SEAT_OF(taken)] &= ~BIT(to);
        p->seat[p->turn] ^= BIT(from) | BIT(to);
        p->type[XPGN_TYPE_OF(piece)] ^= BIT(from);
        p->type[made] ^= BIT(to);
    }
    p->at[from] = 0;
    p->at[to] = XPGN_PIECE(p->turn, made);
    if (made == XPGN_KING)
        p->king[p->turn] = to;
    p->ep = XPGN_NO_SQUARE;
    p->clock = 0;
    turn_fight(q->rs, &q->s->turn, to, true);
    q->unjudged = false;
}

/* e2xe3=N with its roll: p is behind the squares. */
ALWAYS_INLINE const char *ortho_fight(struct run *q, const char *p, xpgn_square from,
                                      xpgn_square to, bool small) {
    const xpgn_ruleset *rs = q->rs;
    const xpgn_position *pos = &q->s->position;
    const struct turn *t = &q->s->turn;
    xpgn_piece piece = pos->at[from], taken = pos->at[to];
    unsigned type = XPGN_TYPE_OF(piece), made = type, seat = XPGN_SEAT_OF(taken);
    int count, sum, defense = rules_of(rs, taken)->defense[0];
    if (!turn_may_move(rs, t) || turn_has_moved(t, from) || !is_enemy(pos, to) ||
        XPGN_IS_WOUNDED(taken) || pos->king[seat] == XPGN_NO_SQUARE ||
        q->unlike[XPGN_TYPE_OF(taken)] != 0 || !adjacent_takes(rs, pos, from, to, &count, &sum))
        return NULL;
    if (*p == '=') {
        made = type_of_letter(p[1]);
        if (made <= XPGN_PAWN || !ortho_promotes(rs, pos, piece, made))
            return NULL;
        p += 2;
    }
    p = read_sums(past_blank(p), count, sum, defense);
    if (p == NULL || (rs->alone_loses && !has_others(q, seat, to, small)))
        return NULL;
    move_in(q, from, to, made, small);
    return past_blank(p);
}

/* ---- all of them ----------------------------------------------------------------------------- */

/* Squares of any board with their sign at p: as two_squares. */
ALWAYS_INLINE const char *large_squares(const struct run *q, const char *p, xpgn_square *from,
                                        xpgn_square *to, char *sign) {
    p = read_square(q->files, q->ranks, p, from);
    if (p == NULL)
        return NULL;
    *sign = *p;
    return read_square(q->files, q->ranks, p + 1, to);
}

/* An action at p, by a piece of that type. */
ALWAYS_INLINE const char *ortho_action(struct run *q, const char *p, unsigned type, bool small) {
    const xpgn_position *pos = &q->s->position;
    xpgn_square from, to;
    p += type != XPGN_PAWN;
    if (q->rolled && q->s->turn.roll == 0)
        return NULL;
    if (small) {
        uint64_t sign = two_squares(p, &from, &to);
        if (pos->at[from] != XPGN_PIECE(pos->turn, type))
            return NULL;
        if (sign == SQUARES_SIGN('-')) {
            unsigned way = from ^ to;
            bool straight = (way & 7) == 0 || (way & 56) == 0;
            return ortho_go(q, p + SQUARES_SIZE, from, to,
                            straight ? queen_line(from, to)->length : 0, true);
        }
        return sign == SQUARES_SIGN('x') ? ortho_fight(q, p + SQUARES_SIZE, from, to, true) : NULL;
    }
    char sign;
    p = large_squares(q, p, &from, &to, &sign);
    if (p == NULL || pos->at[from] != XPGN_PIECE(pos->turn, type))
        return NULL;
    if (sign == '-')
        return ortho_go(q, p, from, to, straight_distance(pos, from, to), false);
    return sign == 'x' ? ortho_fight(q, p, from, to, false) : NULL;
}

#endif
