/* SPDX-License-Identifier: MIT */
/*
 * The usual actions of orthogonal steps (AS), known without the referee: steps, captures, new
 * pawns, the king's escape route.  Such a game has captures by the adjacency sum, and what is
 * removed is gone (rules/judge.c).
 */
#ifndef XPGN_GAME_QUICK_ORTHO_H
#define XPGN_GAME_QUICK_ORTHO_H

#include "game/quick_roll.h"
#include "game/quick_turns.h"
#include "rules/movement_ortho.h"
#include "rules/support.h"

/* ---- the text -------------------------------------------------------------------------------- */

/* Two squares with a sign between them. */
struct way {
    xpgn_square from, to;
    int length; /* along a file or rank, if it is one or two; else 0, which is no usual way */
    char sign;
};

/* [ranks and files between two squares of any board]: their length as above. */
#define WAY(ranks, files) (((ranks) + XPGN_MAX_FILES) * 32 + (files) + XPGN_MAX_FILES)
static const uint8_t short_ways[WAY(XPGN_MAX_FILES, XPGN_MAX_FILES)] = {
    [WAY(0, 1)] = 1, [WAY(0, -1)] = 1, [WAY(1, 0)] = 1, [WAY(-1, 0)] = 1,
    [WAY(0, 2)] = 2, [WAY(0, -2)] = 2, [WAY(2, 0)] = 2, [WAY(-2, 0)] = 2};

/* Past e2-e4 on a small board. */
ALWAYS_INLINE const char *small_way(const char *p, struct way *w) {
    uint64_t sign = two_squares(p, &w->from, &w->to);
    w->sign = p[2];
    w->length = queen_line(w->from, w->to)->along; /* more than two is no usual way, either */
    return sign == SQUARES_SIGN(w->sign) ? p + SQUARES_SIZE : NULL;
}

/* The same on any board. */
ALWAYS_INLINE const char *any_way(const struct run *q, const char *p, struct way *w) {
    struct place a, b;
    if ((p = read_place(q, p, &a)) == NULL)
        return NULL;
    w->sign = *p;
    if ((p = read_place(q, p + 1, &b)) == NULL)
        return NULL;
    w->from = (xpgn_square)(a.rank * q->files + a.file);
    w->to = (xpgn_square)(b.rank * q->files + b.file);
    w->length = short_ways[WAY(b.rank - a.rank, b.file - a.file)];
    return p;
}

/* ---- steps and new pawns --------------------------------------------------------------------- */

/* e2-e4; p is behind the squares. */
ALWAYS_INLINE const char *ortho_go(struct run *q, const char *p, unsigned type, struct way w,
                                   bool small) {
    struct state *s = q->s;
    if (blanks[(unsigned char)*p] == 0 ||
        !ortho_step(q->rs, &s->position, type, w.from, w.to, w.length))
        return NULL;
    turn_step(TURN_SEVERAL_MOVES, &s->turn, type, w.to);
    position_move_on(&s->position, XPGN_PIECE(s->position.turn, type), w.from, w.to, small);
    q->unjudged = false;
    return p + 1;
}

/* e2@e3. */
static const char *ortho_reinforce(struct run *q, const char *p, struct way w) {
    struct state *s = q->s;
    if (blanks[(unsigned char)*p] == 0 ||
        !ortho_reinforces(q->rs, &s->position, w.from, w.to, w.length))
        return NULL;
    position_put(&s->position, w.to, XPGN_PIECE(s->position.turn, XPGN_PAWN));
    turn_restore(&s->turn, w.from);
    q->unjudged = false;
    return p + 1;
}

/* Is there more left of that seat than its king and what stands on sq? */
ALWAYS_INLINE bool has_others(const struct run *q, unsigned seat, xpgn_square sq, bool small) {
    const xpgn_position *p = &q->s->position;
    if (small)
        return (p->seat[seat] & ~p->type[XPGN_KING] & ~BIT(sq)) != 0;
    uint8_t n = 0, first = XPGN_PIECE(seat, XPGN_PAWN);
    for (unsigned i = 0; i < XPGN_MAX_SQUARES; i++) { /* of one length: it is done in vectors */
        uint8_t healthy = (uint8_t)(p->at[i] & ~XPGN_WOUNDED), type = (uint8_t)(healthy - first);
        n = (uint8_t)(n + (type < XPGN_KING - XPGN_PAWN));
    }
    xpgn_piece here = p->at[sq];
    return n > (here != 0 && XPGN_SEAT_OF(here) == seat && XPGN_TYPE_OF(here) != XPGN_KING);
}

/* K@d4: the king takes the place of an own rook.  p is behind the king's letter. */
static const char *ortho_escape(struct run *q, const char *p, bool small) {
    struct state *s = q->s;
    xpgn_position *pos = &s->position;
    struct place a;
    xpgn_square king = pos->king[pos->turn], to;
    p = read_place(q, p + 1, &a);
    if (p == NULL || blanks[(unsigned char)*p] == 0 || king == XPGN_NO_SQUARE)
        return NULL;
    to = (xpgn_square)(a.rank * q->files + a.file);
    if (!ortho_may_move(&s->turn, q->moves, king) || !ortho_route(q->rs, pos, to) ||
        q->unlike[XPGN_TYPE_OF(pos->at[to])] != 0 ||
        (q->rs->alone_loses && !has_others(q, pos->turn, to, small)))
        return NULL;
    position_lift(pos, to);
    position_move_on(pos, pos->at[king], king, to, small);
    turn_restore(&s->turn, to);
    q->unjudged = false;
    return p + 1;
}

/* ---- captures -------------------------------------------------------------------------------- */

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
    turn_fight(TURN_SEVERAL_MOVES, &q->s->turn, to, true);
    q->unjudged = false;
}

/* e2xe3=N with its roll: p is behind the squares. */
ALWAYS_INLINE const char *ortho_fight(struct run *q, const char *p, xpgn_square from,
                                      xpgn_square to, bool small) {
    const xpgn_ruleset *rs = q->rs;
    const xpgn_position *pos = &q->s->position;
    xpgn_piece piece = pos->at[from], taken = pos->at[to];
    unsigned type = XPGN_TYPE_OF(piece), made = type, seat = XPGN_SEAT_OF(taken);
    int count, sum, defense = rules_of(rs, taken)->defense[0];
    if (!is_enemy(pos, to) || XPGN_IS_WOUNDED(taken) || pos->king[seat] == XPGN_NO_SQUARE ||
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

/* An action at p, by a piece of that type. */
ALWAYS_INLINE const char *ortho_action(struct run *q, const char *p, unsigned type, bool small) {
    const xpgn_position *pos = &q->s->position;
    struct way w;
    p += type != XPGN_PAWN;
    const char *next = small ? small_way(p, &w) : any_way(q, p, &w);
    if (next == NULL)
        return type == XPGN_KING && *p == '@' ? ortho_escape(q, p, small) : NULL;
    if (pos->at[w.from] != XPGN_PIECE(pos->turn, type) ||
        !ortho_may_move(&q->s->turn, q->moves, w.from))
        return NULL;
    if (w.sign == '-')
        return ortho_go(q, next, type, w, small);
    if (w.sign == 'x')
        return ortho_fight(q, next, w.from, w.to, small);
    return w.sign == '@' ? ortho_reinforce(q, next, w) : NULL;
}

#endif
