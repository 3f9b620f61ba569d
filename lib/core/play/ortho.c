/* SPDX-License-Identifier: MIT */
/* Orthogonal steps by speed (AS): steps, captures by sum, reinforcement, escape route. */
#include "core/play/ortho.h"
#include "core/play/support.h"

/* ---- how many Moves -------------------------------------------------------------------------- */

/* A pass is legal after a fumble, a die that allows no Move. */
static bool pass_is_legal(const xpgn_ruleset *rs, const struct state *s) {
    return s->turn.stage == STAGE_START && turn_moves(rs, &s->turn) == 0;
}

/* ---- what is legal --------------------------------------------------------------------------- */

/* AS-1, AS-5, AS-6: true if one more piece of that type is within the limits of the mover's
   army. */
static bool has_room(const xpgn_ruleset *rs, const xpgn_position *p, unsigned type) {
    unsigned most = rs->piece[type].most;
    return most == 0 || position_count(p, p->side_to_move, type) < most;
}

bool ortho_takes(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_square from,
                 xpgn_square target) {
    if (!is_enemy(p, target))
        return false;
    struct adjacent_sum sum = adjacent_sum(rs, p, from, target);
    return adjacent_suffices(sum.own, sum.all, adjacent_defense(rs, p->at[target]));
}

/* AS-5: true if a capturing piece may become one of that type (0: stay as it is). */
static bool promotes(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_piece piece,
                     unsigned type) {
    return type == 0 ||
           (rs->arrival == ARRIVAL_ON_CAPTURE &&
            (rules_of(rs, piece)->promotes_to >> type & 1) != 0 && has_room(rs, p, type));
}

bool ortho_may_take(const xpgn_ruleset *rs, const struct state *s, const xpgn_action *a) {
    const xpgn_position *p = &s->position;
    return ortho_may_move(rs, &s->turn, a->from) && is_enemy(p, a->to) &&
           promotes(rs, p, a->piece, a->promotion);
}

/* AS-6: true if the piece may place a new pawn on `to`. */
static bool reinforces(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_square from,
                       xpgn_square to, int length) {
    return rules_of(rs, p->at[from])->reinforces && p->at[to] == 0 && length == 1 &&
           has_room(rs, p, XPGN_PAWN);
}

bool ortho_legal(const xpgn_ruleset *rs, const struct state *s, const xpgn_action *a) {
    const xpgn_position *p = &s->position;
    if (a->kind == XPGN_PASS)
        return pass_is_legal(rs, s);
    if (a->kind == XPGN_STEP)
        return ortho_step_legal(rs, s, a);
    if (a->kind == XPGN_ATTACK)
        return ortho_may_take(rs, s, a) && ortho_takes(rs, p, a->from, a->to);
    if (!ortho_may_move(rs, &s->turn, a->from))
        return false;
    switch (a->kind) {
    case XPGN_REINFORCE:
        return reinforces(rs, p, a->from, a->to, straight_distance(p, a->from, a->to));
    default:
        return XPGN_TYPE_OF(a->piece) == XPGN_KING && ortho_route(rs, p, a->to);
    }
}

/* ---- all of them ----------------------------------------------------------------------------- */

static void add_captures(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_square from,
                         xpgn_square to, struct action_list *l) {
    if (!ortho_takes(rs, p, from, to))
        return;
    xpgn_action a = action_of(p, XPGN_ATTACK, from, to);
    a.target = to;
    for (unsigned type = 0; type < XPGN_TYPES; type++) {
        a.promotion = (uint8_t)type;
        if (promotes(rs, p, a.piece, type))
            action_list_add(l, &a);
    }
}

/* Adds what the piece on `from` may do to a square `length` away on a line. */
static void add_square(const xpgn_ruleset *rs, const struct state *s, xpgn_square from,
                       xpgn_square to, int length, struct action_list *l) {
    const xpgn_position *p = &s->position;
    xpgn_action step = action_of(p, XPGN_STEP, from, to);
    xpgn_action pawn = action_of(p, XPGN_REINFORCE, from, to);
    if (ortho_steps(rs, s, from, to, length))
        action_list_add(l, &step);
    if (reinforces(rs, p, from, to, length))
        action_list_add(l, &pawn);
    add_captures(rs, p, from, to, l);
}

static void add_piece(const xpgn_ruleset *rs, const struct state *s, xpgn_square from,
                      struct action_list *l) {
    const xpgn_position *p = &s->position;
    if (!is_own(p, from) || turn_has_moved(&s->turn, from))
        return;
    for (int i = 0; i < 4 * ORTHO_REACH; i++) {
        int side = i / ORTHO_REACH, length = i % ORTHO_REACH + 1;
        xpgn_square to = square_beside(p, from, step_file[side] * length, step_rank[side] * length);
        if (to != XPGN_NO_SQUARE)
            add_square(rs, s, from, to, length, l);
    }
    bool king = XPGN_TYPE_OF(p->at[from]) == XPGN_KING;
    for (xpgn_square sq = 0; king && sq < position_squares(p); sq++) {
        xpgn_action route = action_of(p, XPGN_ROUTE, from, sq);
        if (ortho_route(rs, p, sq))
            action_list_add(l, &route);
    }
}

size_t ortho_actions(const xpgn_ruleset *rs, const struct state *s, xpgn_action *list,
                     size_t capacity) {
    const xpgn_position *p = &s->position;
    struct action_list l = {list, capacity, 0};
    xpgn_action pass = action_of(p, XPGN_PASS, XPGN_NO_SQUARE, XPGN_NO_SQUARE);
    if (pass_is_legal(rs, s))
        action_list_add(&l, &pass);
    if (!turn_may_move(rs, &s->turn))
        return l.count;
    for (unsigned sq = 0; sq < position_squares(p); sq++)
        add_piece(rs, s, (xpgn_square)sq, &l);
    return l.count;
}

/* True if the piece has a step: every step begins with one square. */
static bool has_step(const xpgn_ruleset *rs, const struct state *s, xpgn_square from) {
    for (int i = 0; i < 4 && is_own(&s->position, from); i++) {
        xpgn_square to = square_beside(&s->position, from, step_file[i], step_rank[i]);
        if (to != XPGN_NO_SQUARE && ortho_steps(rs, s, from, to, 1))
            return true;
    }
    return false;
}

/* True if some piece has a step. Searches from the king outward, since the other pieces are usually
   near it. */
static bool any_step(const xpgn_ruleset *rs, const struct state *s) {
    const xpgn_position *p = &s->position;
    int squares = (int)position_squares(p), king = p->king[p->side_to_move];
    if (king == XPGN_NO_SQUARE)
        king = 0;
    for (int d = 0; d < squares; d++) {
        if ((king >= d && has_step(rs, s, (xpgn_square)(king - d))) ||
            (king + d < squares && has_step(rs, s, (xpgn_square)(king + d))))
            return true;
    }
    return false;
}

bool ortho_any(const xpgn_ruleset *rs, const struct state *s) {
    const xpgn_position *p = &s->position;
    struct action_list l = {NULL, 0, 0};
    if (!turn_may_move(rs, &s->turn))
        return pass_is_legal(rs, s);
    if (any_step(rs, s))
        return true;
    for (unsigned sq = 0; sq < position_squares(p) && l.count == 0; sq++)
        add_piece(rs, s, (xpgn_square)sq, &l);
    return l.count != 0;
}

/* ---- playing --------------------------------------------------------------------------------- */

void ortho_play(const xpgn_ruleset *rs, xpgn_position *p, const xpgn_action *a) {
    if (a->kind == XPGN_PASS)
        return;
    if (a->kind == XPGN_REINFORCE) {
        position_put(p, a->to, XPGN_PIECE(XPGN_SEAT_OF(a->piece), XPGN_PAWN));
        return;
    }
    position_lift(p, a->from);
    position_lift(p, a->to); /* an enemy piece, or the rook of the escape route */
    position_put(p, a->to, piece_on_arrival(rs, p, a, a->piece));
}
