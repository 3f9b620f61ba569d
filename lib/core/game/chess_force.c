/* SPDX-License-Identifier: MIT */
/*
 * Chess movement without legality: what an action that broke the rules did on the board (xpgn(5),
 * `[%illegal stood]`). The result is always a position that the library can continue from: no
 * second king, no captured king in games with check, no pawn on a square where none can be.
 */
#include "core/game/chess_san.h"

/* The squares of pieces that the notation may mean, wherever they could go. */
static bits force_from(const struct notation *n) {
    bool steps = n->type == XPGN_PAWN && n->from_file < 0 && n->sign < SIGN_CAPTURE;
    return chess_from_mask(n) & (steps ? FILE_BITS((unsigned)n->to_file) : ~(bits)0);
}

static bits force_meant(const xpgn_position *p, const struct notation *n) {
    return p->type[n->type] & p->seat[p->side_to_move] & force_from(n);
}

uint64_t chess_sources(const struct notation *n, unsigned seat) {
    unsigned to = (unsigned)n->to_rank * BOARD + (unsigned)n->to_file;
    if (!chess_is_move(n) || (n->from_file >= 0 && n->from_rank >= 0))
        return ~(bits)0; /* castling, perhaps */
    bits behind = seat == 0 ? BIT(to) >> 8 | BIT(to) >> 16 : BIT(to) << 8 | BIT(to) << 16;
    bits reach =
        n->type == XPGN_PAWN ? pawn_attacks(seat ^ 1, to) | behind : chess_reach(n->type, to, 0);
    return reach & force_from(n);
}

/* Those of them that can move to the square, ignoring the safety of their king. */
static bits force_reaching(const xpgn_ruleset *rs, const xpgn_position *p, const struct notation *n,
                           unsigned to) {
    if (n->type != XPGN_PAWN)
        return chess_reach(n->type, to, position_occupied(p));
    return pawn_attacks(p->side_to_move ^ 1u, to) |
           (p->at[to] == 0 ? chess_pawns_to(rs, p, p->side_to_move, to) : 0);
}

/* The square of the enemy pawn that is captured en passant by a pawn's attack on an empty square;
   XPGN_NO_SQUARE if there is none. */
static unsigned force_passed(const xpgn_position *p, unsigned from, unsigned to) {
    unsigned us = p->side_to_move;
    if ((pawn_attacks(us ^ 1, to) & BIT(from)) == 0 || to / BOARD != passed_rank(us))
        return XPGN_NO_SQUARE;
    unsigned behind = chess_behind(us, to);
    bool enemy = (p->seat[us ^ 1] & p->type[XPGN_PAWN] & BIT(behind)) != 0;
    return enemy ? behind : XPGN_NO_SQUARE;
}

/* True if a promotion is recorded where one is required, and only there. */
static bool force_arrives(const xpgn_ruleset *rs, const xpgn_position *p, const struct notation *n,
                          unsigned to, bool attack) {
    bool officer = n->promotion >= XPGN_KNIGHT && n->promotion <= XPGN_QUEEN;
    if (n->type != XPGN_PAWN || !chess_is_last_rank(p->side_to_move, to))
        return n->promotion == 0 &&
               (n->type != XPGN_PAWN || !chess_is_last_rank(p->side_to_move ^ 1u, to));
    bool may_fail = attack && !attacks_capture(rs); /* FD-1 */
    return officer || (n->promotion == 0 && (rs->arrival != ARRIVAL_PROMOTE || may_fail));
}

static bool force_move(const xpgn_ruleset *rs, const xpgn_position *p, const struct notation *n,
                       xpgn_action *a) {
    unsigned to = (unsigned)n->to_rank * BOARD + (unsigned)n->to_file;
    bits meant = force_meant(p, n), reaching = meant & force_reaching(rs, p, n, to);
    bits from = reaching != 0 ? reaching : meant;
    bool enemy = (p->seat[p->side_to_move ^ 1] & BIT(to)) != 0;
    if (from == 0 || (from & (from - 1)) != 0 || (p->seat[p->side_to_move] & BIT(to)) != 0 ||
        (rs->safety == SAFETY_NOT_LEFT && !rs->kings_fall && to == p->king[p->side_to_move ^ 1]))
        return false;
    *a = action_of(p, XPGN_STEP, bits_first(from), to);
    if (enemy)
        a->target = (xpgn_square)to;
    else if (n->type == XPGN_PAWN)
        a->target = (xpgn_square)force_passed(p, a->from, to);
    a->promotion = n->promotion;
    bool attacks = a->target != XPGN_NO_SQUARE;
    a->kind = (uint8_t)chess_kind(n->sign, attacks);
    if (n->sign >= SIGN_SHOT && (!combat_counts_highest(rs) || !enemy))
        return false;
    return force_arrives(rs, p, n, to, attacks);
}

/* The outermost own rook on that side of the king. */
static unsigned outer_rook(const xpgn_position *p, unsigned king, unsigned side) {
    bits rooks = p->type[XPGN_ROOK] & p->seat[p->side_to_move] & RANK_BITS(king / BOARD);
    rooks &= side == KING_SIDE ? ~(BIT(king) | (BIT(king) - 1)) : BIT(king) - 1;
    if (rooks == 0)
        return XPGN_NO_SQUARE;
    return side == KING_SIDE ? 63u - (unsigned)__builtin_clzll(rooks) : bits_first(rooks);
}

/* Castles regardless of the squares crossed and of castling rights. */
static bool force_castling(const xpgn_ruleset *rs, const xpgn_position *p, unsigned side,
                           xpgn_action *a) {
    unsigned king = p->king[p->side_to_move];
    if (rs->geometry.castling == CASTLING_NONE || king == XPGN_NO_SQUARE ||
        king / BOARD != chess_last_rank(p->side_to_move ^ 1u))
        return false;
    unsigned rook = outer_rook(p, king, side);
    if (rook == XPGN_NO_SQUARE)
        return false;
    struct chess_path path = chess_castling_path(king, rook);
    bits others = position_occupied(p) & ~(BIT(king) | BIT(rook));
    if ((others & (BIT(path.king_to) | BIT(path.rook_to))) != 0)
        return false;
    *a = action_of(p, XPGN_CASTLING, king, path.king_to);
    a->drop = (xpgn_square)rook;
    return true;
}

bool chess_force(const xpgn_ruleset *rs, const struct state *s, const struct notation *n,
                 xpgn_action *action) {
    const xpgn_position *p = &s->position;
    if (n->kind == NOTATION_MOVE)
        return chess_is_move(n) && force_move(rs, p, n, action);
    int side = chess_castling_meant(rs, p, n);
    return side >= 0 && force_castling(rs, p, (unsigned)side, action);
}
