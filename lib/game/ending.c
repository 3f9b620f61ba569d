/* SPDX-License-Identifier: MIT */
#include "game/ending.h"

static const char *lost_rule(const xpgn_ruleset *rs) {
    return rs->cite[CITE_KING_LOST];
}

struct army {
    unsigned count[XPGN_TYPES];
    unsigned pieces, leaders;
    xpgn_square queen;
};

static void count_small(const xpgn_position *p, unsigned seat, struct army *a) {
    for (unsigned t = XPGN_PAWN; t < XPGN_TYPES; t++) {
        a->count[t] = bits_count(p->type[t] & p->seat[seat]);
        a->pieces += a->count[t];
    }
    bits queens = p->type[XPGN_QUEEN] & p->seat[seat];
    a->queen = queens ? (xpgn_square)bits_first(queens) : XPGN_NO_SQUARE;
}

static void count_large(const xpgn_position *p, unsigned seat, struct army *a) {
    for (unsigned sq = 0; sq < position_squares(p); sq++) {
        xpgn_piece piece = p->at[sq];
        if (piece == 0 || XPGN_SEAT_OF(piece) != seat)
            continue;
        a->count[XPGN_TYPE_OF(piece)]++;
        a->pieces++;
        if (XPGN_TYPE_OF(piece) == XPGN_QUEEN)
            a->queen = (xpgn_square)sq;
    }
}

static struct army count_army(const xpgn_ruleset *rs, const xpgn_position *p, unsigned seat) {
    struct army a = {.queen = XPGN_NO_SQUARE};
    if (position_is_small(p))
        count_small(p, seat, &a);
    else
        count_large(p, seat, &a);
    for (unsigned t = XPGN_PAWN; t < XPGN_TYPES; t++) {
        if (rs->piece[t].leader)
            a.leaders += a.count[t];
    }
    return a;
}

/* The rule by which this seat has fallen, or NULL. */
static const char *fallen_by(const xpgn_ruleset *rs, const xpgn_position *p, unsigned seat) {
    struct army a = count_army(rs, p, seat);
    for (unsigned t = XPGN_PAWN; t < XPGN_TYPES; t++) {
        if ((rs->fatal >> t & 1) && a.count[t] == 0)
            return lost_rule(rs);
    }
    if (rs->leaders_lost && a.leaders == 0)
        return lost_rule(rs);
    if (rs->alone_loses && a.pieces == a.count[XPGN_KING])
        return rs->cite[CITE_ALONE];
    return NULL;
}

/* AS-8: a captured king is replaced by the queen where she stands. */
static void succeed(const xpgn_ruleset *rs, xpgn_position *p) {
    for (unsigned seat = 0; seat < p->seats; seat++) {
        if (!(p->alive >> seat & 1) || p->king[seat] != XPGN_NO_SQUARE)
            continue;
        struct army a = count_army(rs, p, seat);
        if (a.queen == XPGN_NO_SQUARE)
            continue;
        position_take(p, a.queen);
        position_put(p, a.queen, XPGN_PIECE(seat, XPGN_KING));
    }
}

void ending_remove_seat(xpgn_position *p, unsigned seat) {
    for (unsigned sq = 0; sq < position_squares(p); sq++) {
        if (p->at[sq] != 0 && XPGN_SEAT_OF(p->at[sq]) == seat)
            position_take(p, (xpgn_square)sq);
    }
    p->alive = (uint8_t)(p->alive & ~(1u << seat));
}

/* The game is over when one seat is left (it wins) or none (they share). */
static void settle(const xpgn_position *p, unsigned alive, const char *rule,
                   xpgn_outcome *outcome) {
    unsigned left = bits_count(alive);
    if (left > 1)
        return;
    outcome->over = true;
    outcome->rule = rule;
    unsigned sharing = left == 0 ? (1u << p->seats) - 1 : alive;
    for (unsigned seat = 0; seat < XPGN_MAX_SEATS; seat++)
        outcome->score[seat] = (uint8_t)((sharing >> seat & 1) ? 12 / bits_count(sharing) : 0);
}

void ending_after_action(const xpgn_ruleset *rs, xpgn_position *p, xpgn_outcome *outcome) {
    if (rs->succession)
        succeed(rs, p);
    unsigned alive = p->alive;
    const char *rule = NULL;
    for (unsigned seat = 0; seat < p->seats; seat++) {
        if (!(p->alive >> seat & 1))
            continue;
        const char *by = fallen_by(rs, p, seat);
        if (by == NULL)
            continue;
        rule = by;
        alive &= ~(1u << seat);
        if (p->seats > 2)
            ending_remove_seat(p, seat);
    }
    settle(p, alive, rule ? rule : rs->cite[CITE_SEATS], outcome);
}

static unsigned captured_points(const xpgn_ruleset *rs, const xpgn_position *p, unsigned seat) {
    unsigned sum = 0;
    for (unsigned t = XPGN_PAWN; t < XPGN_TYPES; t++) {
        if (rs->piece[t].points != INFINITE && rs->piece[t].points > 0)
            sum += (unsigned)rs->piece[t].points * p->held[seat ^ 1][t];
    }
    return sum;
}

/* Two seats: the side to move has no legal action. */
static void decide_no_action(const xpgn_ruleset *rs, const xpgn_position *p,
                             xpgn_outcome *outcome) {
    unsigned me = p->turn, you = me ^ 1;
    unsigned mine = 6, yours = 6;
    bool lost = rs->no_action == DECIDE_LOSS ||
                (rs->no_action == DECIDE_CHECK && movement_in_check(rs, p, me));
    if (rs->no_action == DECIDE_POINTS) {
        mine = captured_points(rs, p, me);
        yours = captured_points(rs, p, you);
    }
    outcome->over = true;
    outcome->rule = rs->cite[CITE_NO_ACTION];
    outcome->score[me] = (uint8_t)(lost || mine < yours ? 0 : mine > yours ? 12 : 6);
    outcome->score[you] = (uint8_t)(12 - outcome->score[me]);
}

void ending_before_turn(const xpgn_ruleset *rs, struct state *s, xpgn_outcome *outcome) {
    while (!outcome->over && !movement_any(rs, s)) {
        xpgn_position *p = &s->position;
        if (p->seats == 2) {
            decide_no_action(rs, p, outcome);
            return;
        }
        ending_remove_seat(p, p->turn);
        p->clock = 0;
        settle(p, p->alive, rs->cite[CITE_NO_ACTION], outcome);
        position_pass(p);
    }
}
