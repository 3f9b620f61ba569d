/* SPDX-License-Identifier: MIT */
#include "core/play/ending.h"

unsigned leaders_on_board(const xpgn_ruleset *rs, const xpgn_position *p, unsigned seat) {
    unsigned n = 0;
    for (unsigned types = rs->leaders; types != 0; types &= types - 1)
        n += position_count(p, seat, bits_first(types));
    return n;
}

/* AS-8: the queen replaces a captured king, on her own square. */
static __attribute__((noinline)) void succeed(xpgn_position *p, unsigned seat) {
    for (xpgn_square sq = 0; p->king[seat] == XPGN_NO_SQUARE && sq < position_squares(p); sq++) {
        if ((p->at[sq] & ~XPGN_WOUNDED) != XPGN_PIECE(seat, XPGN_QUEEN))
            continue;
        position_lift(p, sq);
        position_put(p, sq, XPGN_PIECE(seat, XPGN_KING));
    }
}

/* Removes a seat's pieces from the board, and its bit from `alive`. With two seats the game would
   be over, so there are no bitboards to maintain. */
static __attribute__((noinline)) void remove_seat(xpgn_position *p, unsigned seat) {
    for (unsigned sq = 0; sq < XPGN_MAX_SQUARES; sq++) { /* fixed length, so the loop is vectorized
                                                          */
        uint8_t stays = (uint8_t) - (p->at[sq] >> 4 != seat);
        p->at[sq] &= stays;
    }
    p->king[seat] = XPGN_NO_SQUARE;
    p->alive = (uint8_t)(p->alive & ~(1u << seat));
}

bool ending_fallen_share(const xpgn_position *p, const uint8_t score[XPGN_MAX_SEATS]) {
    for (unsigned seat = 0; seat < p->seats; seat++) {
        if (score[seat] > 0 && !(p->alive >> seat & 1))
            return true;
    }
    return false;
}

/* Ends the game if one seat is left, which wins, or none, and all share. */
static void share_win(const xpgn_position *p, unsigned alive, const char *rule,
                      xpgn_outcome *outcome) {
    if ((alive & (alive - 1)) != 0)
        return;
    outcome->over = true;
    outcome->rule = rule;
    unsigned sharing = alive == 0 ? (1u << p->seats) - 1 : alive;
    uint8_t share = (uint8_t)(alive == 0 ? 12 / p->seats : 12);
    for (unsigned seat = 0; seat < XPGN_MAX_SEATS; seat++)
        outcome->score[seat] = (sharing >> seat & 1) ? share : 0;
}

void ending_after_action(const xpgn_ruleset *rs, xpgn_position *p, unsigned seats,
                         xpgn_outcome *outcome) {
    unsigned alive = p->alive;
    const char *rule = NULL;
    for (seats &= alive; seats != 0; seats &= seats - 1) {
        unsigned seat = bits_first(seats);
        if (rs->succession)
            succeed(p, seat);
        const char *by = ruleset_lost(rs, p, seat);
        if (by == NULL)
            continue;
        rule = by;
        alive &= ~(1u << seat);
        if (p->seats > 2)
            remove_seat(p, seat);
    }
    share_win(p, alive, rule ? rule : rs->cite[CITE_SEATS], outcome);
}

static unsigned captured_points(const xpgn_ruleset *rs, const xpgn_position *p, unsigned seat) {
    unsigned sum = 0;
    for (unsigned t = XPGN_PAWN; t < XPGN_TYPES; t++) {
        if (rs->piece[t].points != INFINITE && rs->piece[t].points > 0)
            sum += (unsigned)rs->piece[t].points * p->held[seat ^ 1][t];
    }
    return sum;
}

/* Decides a game of two seats in which the side to move has no legal action. */
static void decide_no_action(const xpgn_ruleset *rs, const xpgn_position *p,
                             xpgn_outcome *outcome) {
    unsigned me = p->side_to_move, you = me ^ 1;
    unsigned mine = 6, yours = 6;
    bool lost = rs->no_action == DECIDE_LOSS ||
                (rs->no_action == DECIDE_CHECK && movement_in_check(rs, p, me));
    if (rs->no_action == DECIDE_POINTS) {
        mine = captured_points(rs, p, me);
        yours = captured_points(rs, p, you);
    }
    outcome->over = outcome->locked = true;
    outcome->rule = rs->cite[CITE_NO_ACTION];
    outcome->score[me] = (uint8_t)(lost || mine < yours ? 0 : mine > yours ? 12 : 6);
    outcome->score[you] = (uint8_t)(12 - outcome->score[me]);
}

/* SC-5: true if the side to move, which has no action, passes, as the other one has some. */
static bool may_pass(const xpgn_ruleset *rs, const struct state *s) {
    struct state next = {.position = s->position};
    if (rs->no_action != DECIDE_PASS)
        return false;
    next.position.ep_square = XPGN_NO_SQUARE;
    position_pass(&next.position);
    return movement_any(rs, &next);
}

void ending_before_turn(const xpgn_ruleset *rs, struct state *s, xpgn_outcome *outcome) {
    while (!outcome->over && !movement_any(rs, s)) {
        xpgn_position *p = &s->position;
        if (may_pass(rs, s))
            return;
        if (p->seats == 2) {
            decide_no_action(rs, p, outcome);
            return;
        }
        remove_seat(p, p->side_to_move);
        p->halfmove_clock = 0;
        share_win(p, p->alive, rs->cite[CITE_NO_ACTION], outcome);
        outcome->locked = outcome->over;
        position_pass(p);
    }
}

void ending_at_start(const xpgn_ruleset *rs, struct state *s, xpgn_outcome *outcome) {
    ending_after_action(rs, &s->position, s->position.alive, outcome);
    ending_before_turn(rs, s, outcome);
}
