/* SPDX-License-Identifier: MIT */
/*
 * SAN: finds the one action that a notation means, and the shortest notation for an action. A move
 * is resolved by looking back from its destination; only candidates found that way are tested for
 * the safety of their king.
 */
#include "core/game/chess_san.h"

#include <stdio.h>

int chess_castling_onto(const xpgn_position *p, unsigned to) {
    unsigned king = p->king[p->side_to_move];
    for (int side = 0; king != XPGN_NO_SQUARE && side < 2; side++) {
        xpgn_square rook = p->castle[p->side_to_move][side];
        if (rook != XPGN_NO_SQUARE && to == chess_castling_path(king, rook).king_to && to != king &&
            (king_attacks(king) & BIT(to)) == 0)
            return side;
    }
    return -1;
}

int chess_castling_meant(const xpgn_ruleset *rs, const xpgn_position *p, const struct notation *n) {
    unsigned king = p->king[p->side_to_move];
    unsigned to = (unsigned)n->to_rank * BOARD + (unsigned)n->to_file;
    if (n->kind == NOTATION_SHORT || n->kind == NOTATION_LONG)
        return n->kind == NOTATION_SHORT ? KING_SIDE : QUEEN_SIDE;
    bool whole = n->from_file >= 0 && n->from_rank >= 0; /* if not whole, it is a step */
    if (!chess_is_move(n) || !whole || n->promotion != 0 || n->sign > SIGN_DASH ||
        king == XPGN_NO_SQUARE || (n->letter && n->type != XPGN_KING) ||
        (chess_from_mask(n) & BIT(king)) == 0)
        return -1;
    for (int side = 0; rs->geometry.castling == CASTLING_960 && side < 2; side++)
        if (to == p->castle[p->side_to_move][side])
            return side;
    return chess_castling_onto(p, to);
}

/* ---- resolving ------------------------------------------------------------------------------- */

/*
 * The kind of action that the sign means at this destination. In games with plain captures the sign
 * adds nothing to the board; in others `x` and its absence are different actions.
 */
ALWAYS_INLINE bool kind_meant(const xpgn_ruleset *rs, enum notation_sign sign, bool enemy,
                              xpgn_action_kind *kind) {
    *kind = chess_kind(sign, enemy);
    if (sign < SIGN_SHOT)
        return attacks_capture(rs) || enemy == (sign == SIGN_CAPTURE);
    return enemy && (sign == SIGN_SHOT ? rs->shooting : rs->suicide_run);
}

/* Sets the action if exactly one of the candidates may play it. */
static bool sole_candidate(const xpgn_ruleset *rs, const xpgn_position *p, struct chess_intent in,
                           unsigned target, bits candidates, xpgn_action *action) {
    enum safety_kind safety = chess_king_falls(rs, p, in.to) ? SAFETY_NONE : rs->safety;
    bits only = candidates != 0 && !rs->outcome_safe ? chess_only(rs, safety, p, in, candidates)
                                                     : chess_allowed(rs, p, in, candidates);
    if (only == 0 || (only & (only - 1)) != 0)
        return false;
    *action = action_of(p, in.kind, bits_first(only), in.to);
    action->target = (xpgn_square)target;
    return true;
}

static bool resolve_piece(const xpgn_ruleset *rs, const xpgn_position *p, const struct notation *n,
                          unsigned to, xpgn_action *action) {
    bool enemy = (p->seat[p->side_to_move ^ 1] >> to & 1) != 0;
    struct chess_intent in = {XPGN_STEP, p->side_to_move, n->type, to, 0};
    if (!kind_meant(rs, n->sign, enemy, &in.kind) || n->promotion != 0)
        return false;
    bits from = chess_reach(n->type, to, position_occupied(p)) & p->type[n->type] &
                p->seat[p->side_to_move] & chess_from_mask(n);
    return sole_candidate(rs, p, in, enemy ? to : XPGN_NO_SQUARE, from, action);
}

static bool resolve_pawn(const xpgn_ruleset *rs, const xpgn_position *p, const struct notation *n,
                         unsigned to, xpgn_action *action) {
    struct chess_intent in = {XPGN_STEP, p->side_to_move, XPGN_PAWN, to, 0};
    bits mask = chess_from_mask(n), from = 0;
    unsigned target = XPGN_NO_SQUARE;
    /* Without a file a pawn steps, unless a sign says that it captures. */
    if (n->from_file != n->to_file && (n->from_file >= 0 || n->sign >= SIGN_CAPTURE))
        from = chess_pawns_onto(p, p->side_to_move, to, &target) & mask;
    if (from == 0) {
        target = XPGN_NO_SQUARE;
        from = chess_pawns_to(rs, p, p->side_to_move, to) & mask;
        if (p->at[to] != 0)
            return false;
    }
    if (!kind_meant(rs, n->sign, target != XPGN_NO_SQUARE, &in.kind))
        return false;
    if (target != XPGN_NO_SQUARE && target != to) {
        in.passed = BIT(target);
        if (in.kind > XPGN_ATTACK)
            return false; /* not en passant (FD-6, FD-8) */
    }
    if (!chess_promotes(rs, p, in.kind, to, n->promotion) ||
        !sole_candidate(rs, p, in, target, from, action))
        return false;
    action->promotion = n->promotion;
    return true;
}

bool chess_resolve(const xpgn_ruleset *rs, const struct state *s, const struct notation *n,
                   xpgn_action *action) {
    const xpgn_position *p = &s->position;
    unsigned to = (unsigned)n->to_rank * BOARD + (unsigned)n->to_file;
    if (chess_is_move(n) && (p->seat[p->side_to_move] & BIT(to)) == 0 &&
        (n->type == XPGN_PAWN ? resolve_pawn(rs, p, n, to, action)
                              : resolve_piece(rs, p, n, to, action)))
        return true;
    int side = chess_castling_meant(rs, p, n);
    if (side < 0 || rs->geometry.castling == CASTLING_NONE ||
        !chess_may_castle(rs, p, (unsigned)side))
        return false;
    *action = chess_castling(p, (unsigned)side);
    return true;
}

/* ---- names ----------------------------------------------------------------------------------- */

/* Other pieces that could legally play the same. */
static bits rivals(const xpgn_ruleset *rs, const xpgn_position *p, const xpgn_action *a) {
    unsigned type = XPGN_TYPE_OF(a->piece), seat = XPGN_SEAT_OF(a->piece);
    bits others = p->type[type] & p->seat[seat] & ~BIT(a->from);
    if (others != 0)
        others &= chess_reach(type, a->to, position_occupied(p));
    return others != 0 ? chess_allowed(rs, p, chess_intent_of(a), others) : 0;
}

static const char *sign_of(const xpgn_action *a) {
    static const char *const signs[] = {[XPGN_ATTACK] = "x", [XPGN_SHOT] = "s", [XPGN_RUN] = "xx"};
    return a->kind <= XPGN_RUN && signs[a->kind] != NULL ? signs[a->kind] : "";
}

void chess_name(const xpgn_ruleset *rs, const xpgn_position *p, const xpgn_action *a, bool full,
                char text[24]) {
    unsigned type = XPGN_TYPE_OF(a->piece);
    struct san san = {type, a->from, a->to, sign_of(a), a->promotion};
    if (a->kind == XPGN_PASS) {
        (void)snprintf(text, 24, "--");
    } else if (a->kind == XPGN_CASTLING) {
        (void)snprintf(text, 24, "%s", a->drop > a->from ? "O-O" : "O-O-O");
    } else {
        bits others = full ? ~(bits)0 : type == XPGN_PAWN ? 0 : rivals(rs, p, a);
        *san_write(text, &san, others) = '\0';
    }
}
