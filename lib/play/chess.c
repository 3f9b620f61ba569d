/* SPDX-License-Identifier: MIT */
/*
 * Chess movement: from a notation to the one action it says, and playing it.  A move is resolved by
 * looking back from its destination; only the candidates found there are judged for the own king.
 */
#include "play/chess.h"

/* ---- pawns ----------------------------------------------------------------------------------- */

bits chess_pawns_to(const xpgn_ruleset *rs, const xpgn_position *p, unsigned sq) {
    unsigned us = p->turn;
    bits pawns = p->type[XPGN_PAWN] & p->seat[us];
    bits to = BIT(sq), one = us == 0 ? to >> 8 : to << 8;
    bits passed = one & ~position_occupied(p);
    bits two = us == 0 ? passed >> 8 & RANK_BITS(1) : passed << 8 & RANK_BITS(6);
    return pawns & (one | (rs->double_step ? two : 0));
}

bits chess_pawns_onto(const xpgn_position *p, unsigned sq, unsigned *target) {
    unsigned us = p->turn;
    if ((p->seat[us ^ 1] & BIT(sq)) != 0)
        *target = sq;
    else if (sq == p->ep)
        *target = chess_behind(us, sq);
    else
        return 0;
    return pawn_attacks(us ^ 1, sq) & p->type[XPGN_PAWN] & p->seat[us];
}

unsigned chess_arrivals(const xpgn_ruleset *rs, const xpgn_position *p, bool attack) {
    unsigned types = 0;
    if (rs->arrival == ARRIVAL_PROMOTE) {
        /* An attack that fails promotes nobody, and is written without (FD-1). */
        bool open = attack && rs->combat != COMBAT_CAPTURE;
        return rs->piece[XPGN_PAWN].promotes_to | (open ? 1u : 0);
    }
    if (rs->arrival != ARRIVAL_RESCUE)
        return 1;
    for (unsigned type = XPGN_PAWN; type < XPGN_TYPES; type++)
        types |= p->held[p->turn][type] > 0 ? 1u << type : 0;
    return types | 1;
}

/* ---- attacks that are not moves -------------------------------------------------------------- */

bool chess_may_shoot(const xpgn_ruleset *rs, xpgn_piece piece) {
    const struct piece_rules *r = rules_of(rs, piece);
    return rs->shooting && r->shoots && r->attack[XPGN_IS_WOUNDED(piece)] / 2 >= 1;
}

bool chess_may_run(const xpgn_ruleset *rs, xpgn_piece piece, xpgn_piece target) {
    return rs->suicide_run && rules_of(rs, piece)->runs && XPGN_TYPE_OF(piece) != XPGN_KING &&
           XPGN_TYPE_OF(target) != XPGN_KING;
}

/* ---- castling -------------------------------------------------------------------------------- */

/* The squares from a to b on one rank, both included. */
static bits walk(unsigned a, unsigned b) {
    unsigned low = a < b ? a : b, high = a < b ? b : a;
    return (BIT(high) | (BIT(high) - 1)) & ~(BIT(low) - 1);
}

struct chess_path chess_castling_path(const xpgn_position *p, unsigned side) {
    unsigned king = p->king[p->turn], rook = p->castle[p->turn][side], rank = king & ~7u;
    struct chess_path path;
    path.king_to = (xpgn_square)(rank + (side == KING_SIDE ? 6 : 2));
    path.rook_to = (xpgn_square)(rank + (side == KING_SIDE ? 5 : 3));
    path.walked = walk(king, path.king_to);
    path.between = (path.walked | walk(rook, path.rook_to)) & ~(BIT(king) | BIT(rook));
    return path;
}

bool chess_castling_danger(const xpgn_position *p, unsigned side, unsigned *at, bits *by) {
    struct chess_path path = chess_castling_path(p, side);
    unsigned us = p->turn, king = p->king[us], rook = p->castle[us][side];
    bits lifted = position_occupied(p) & ~BIT(king);
    bool east = path.king_to >= king;
    for (bits rest = path.walked; rest != 0; rest &= ~BIT(*at)) {
        *at = east ? bits_first(rest) : 63u - (unsigned)__builtin_clzll(rest);
        *by = attackers_of(p, *at, us ^ 1, lifted);
        if (*by != 0)
            return true;
    }
    /* The rook may have covered the king from its own rank (Chess960). */
    *at = path.king_to;
    *by = attackers_of(p, *at, us ^ 1, (lifted & ~BIT(rook)) | BIT(path.rook_to));
    return *by != 0;
}

bool chess_may_castle(const xpgn_ruleset *rs, const xpgn_position *p, unsigned side) {
    unsigned at;
    bits by;
    if (p->castle[p->turn][side] == XPGN_NO_SQUARE || p->king[p->turn] == XPGN_NO_SQUARE)
        return false;
    if ((chess_castling_path(p, side).between & position_occupied(p)) != 0)
        return false;
    return rs->safety == SAFETY_NONE || !chess_castling_danger(p, side, &at, &by);
}

xpgn_action chess_castling(const xpgn_position *p, unsigned side) {
    unsigned king = p->king[p->turn];
    unsigned to = (king & ~7u) + (side == KING_SIDE ? 6 : 2);
    xpgn_action a = chess_action(XPGN_CASTLING, p, king, to);
    a.drop = p->castle[p->turn][side];
    return a;
}

/* ---- playing --------------------------------------------------------------------------------- */

/* Nothing stands there any more. No branch on whether anything stood there. */
static inline void leave_square(xpgn_position *p, unsigned sq) {
    xpgn_piece piece = p->at[sq];
    bits stay = ~BIT(sq);
    p->at[sq] = 0;
    p->type[XPGN_TYPE_OF(piece)] &= stay;
    p->seat[XPGN_SEAT_OF(piece)] &= stay;
    if (p->wounded != 0)
        p->wounded &= stay;
}

static inline void enter_square(xpgn_position *p, unsigned sq, xpgn_piece piece) {
    p->at[sq] = piece;
    p->type[XPGN_TYPE_OF(piece)] |= BIT(sq);
    p->seat[XPGN_SEAT_OF(piece)] |= BIT(sq);
    if (XPGN_IS_WOUNDED(piece))
        p->wounded |= BIT(sq);
}

static inline void drop_right(xpgn_position *p, unsigned seat, unsigned sq) {
    if (p->castle[seat][KING_SIDE] == sq)
        p->castle[seat][KING_SIDE] = XPGN_NO_SQUARE;
    if (p->castle[seat][QUEEN_SIDE] == sq)
        p->castle[seat][QUEEN_SIDE] = XPGN_NO_SQUARE;
}

static void drop_rights(xpgn_position *p, unsigned seat) {
    p->castle[seat][KING_SIDE] = p->castle[seat][QUEEN_SIDE] = XPGN_NO_SQUARE;
}

/* The piece on the target is gone, a king with its rights. */
static inline void take_target(xpgn_position *p, unsigned seat, unsigned target) {
    if (target == p->king[seat]) {
        p->king[seat] = XPGN_NO_SQUARE;
        drop_rights(p, seat);
    }
    leave_square(p, target);
    drop_right(p, seat, target);
}

static void play_castling(xpgn_position *p, const xpgn_action *a) {
    unsigned us = XPGN_SEAT_OF(a->piece);
    xpgn_piece rook = p->at[a->drop];
    bool east = a->drop > a->from;
    leave_square(p, a->from);
    leave_square(p, a->drop);
    enter_square(p, a->to, a->piece);
    enter_square(p, east ? a->to - 1u : a->to + 1u, rook);
    p->king[us] = a->to;
    drop_rights(p, us);
}

/* A pawn that arrived becomes what was chosen; a rescued piece comes from those held (CA-13). */
static xpgn_piece arrived(const xpgn_ruleset *rs, xpgn_position *p, const xpgn_action *a) {
    unsigned seat = XPGN_SEAT_OF(a->piece);
    if (rs->arrival == ARRIVAL_RESCUE && p->held[seat][a->promotion] > 0)
        p->held[seat][a->promotion]--;
    return XPGN_PIECE(seat, a->promotion);
}

/* The en passant square after a double step, if a pawn stands where it could take there. */
static inline void open_en_passant(xpgn_position *p, unsigned us, const xpgn_action *a) {
    unsigned passed = (a->from + a->to) / 2u;
    if ((pawn_attacks(us, passed) & p->type[XPGN_PAWN] & p->seat[us ^ 1]) != 0)
        p->ep = (xpgn_square)passed;
}

static inline void play_move(const xpgn_ruleset *rs, xpgn_position *p, const xpgn_action *a) {
    unsigned us = XPGN_SEAT_OF(a->piece), type = XPGN_TYPE_OF(a->piece);
    leave_square(p, a->from);
    enter_square(p, a->to, a->promotion == 0 ? a->piece : arrived(rs, p, a));
    drop_right(p, us, a->from);
    if (type == XPGN_KING) {
        p->king[us] = a->to;
        drop_rights(p, us);
    } else if (type == XPGN_PAWN && (a->from ^ a->to) == 16) {
        open_en_passant(p, us, a); /* two ranks: from the second to the fourth */
    }
}

void chess_play(const xpgn_ruleset *rs, xpgn_position *p, const xpgn_action *a) {
    unsigned us = XPGN_SEAT_OF(a->piece);
    bool quiet = a->target == XPGN_NO_SQUARE && XPGN_TYPE_OF(a->piece) != XPGN_PAWN;
    p->ep = XPGN_NO_SQUARE;
    p->clock = quiet ? p->clock + (p->clock < INT32_MAX) : 0;
    if (a->target != XPGN_NO_SQUARE)
        take_target(p, us ^ 1, a->target);
    if (a->kind < XPGN_CASTLING) {
        play_move(rs, p, a);
    } else if (a->kind == XPGN_CASTLING) {
        play_castling(p, a);
    } else if (a->kind == XPGN_RUN) {
        leave_square(p, a->from);
        drop_right(p, us, a->from);
    }
}
