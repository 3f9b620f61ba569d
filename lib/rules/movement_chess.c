/* SPDX-License-Identifier: MIT */
/*
 * Chess movement: from a notation to the one action it says, and playing it.  A move is resolved by
 * looking back from its destination; only the candidates found there are judged for the own king.
 */
#include "rules/movement_chess.h"

/* ---- pawns ----------------------------------------------------------------------------------- */

bits chess_pawns_to(const xpgn_ruleset *rs, const xpgn_position *p, unsigned sq) {
    unsigned us = p->turn, rank = us == 0 ? sq / BOARD : 7 - sq / BOARD;
    bits pawns = p->type[XPGN_PAWN] & p->seat[us];
    if (rank == 0)
        return 0;
    unsigned behind = chess_behind(us, sq);
    if ((pawns & BIT(behind)) != 0)
        return BIT(behind);
    if (rank != 3 || !rs->double_step || p->at[behind] != 0)
        return 0;
    return pawns & BIT(chess_behind(us, behind));
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

int chess_castling_meant(const xpgn_ruleset *rs, const xpgn_position *p, const struct notation *n) {
    unsigned king = p->king[p->turn];
    unsigned to = (unsigned)n->to_rank * BOARD + (unsigned)n->to_file;
    if (n->promotion != 0 || n->sign > SIGN_DASH || king == XPGN_NO_SQUARE)
        return -1;
    bool whole = n->from_file >= 0 && n->from_rank >= 0; /* e1g1, as engines write it */
    if ((n->letter ? n->type != XPGN_KING : !whole) || (chess_from_mask(n) & BIT(king)) == 0)
        return -1;
    for (int side = 0; side < 2; side++) {
        xpgn_square rook = p->castle[p->turn][side];
        if (rook == XPGN_NO_SQUARE)
            continue;
        if (rs->geometry.castling == CASTLING_960 && to == rook && whole)
            return side;
        if (to == (king & ~7u) + (side == KING_SIDE ? 6u : 2u) &&
            (king_attacks(king) & BIT(to)) == 0 && to != king)
            return side;
    }
    return -1;
}

/* ---- resolving ------------------------------------------------------------------------------- */

static bool resolve_castling(const xpgn_ruleset *rs, const xpgn_position *p, unsigned side,
                             xpgn_action *action) {
    if (rs->geometry.castling == CASTLING_NONE || !chess_may_castle(rs, p, side))
        return false;
    *action = chess_castling(p, side);
    return true;
}

/*
 * The kind of action that the sign means at this destination.  Where a combat is a capture the sign
 * says nothing that the board does not say; elsewhere `x` and its absence are different actions.
 */
static bool kind_meant(const xpgn_ruleset *rs, enum notation_sign sign, bool enemy,
                       xpgn_action_kind *kind) {
    *kind = enemy ? XPGN_ATTACK : XPGN_STEP;
    switch (sign) {
    case SIGN_SHOT:
        *kind = XPGN_SHOT;
        return enemy && rs->shooting;
    case SIGN_RUN:
        *kind = XPGN_RUN;
        return enemy && rs->suicide_run;
    case SIGN_CAPTURE:
        return enemy || rs->combat == COMBAT_CAPTURE;
    default:
        return !enemy || rs->combat == COMBAT_CAPTURE;
    }
}

static bool kind_allowed(const xpgn_ruleset *rs, const xpgn_position *p, const xpgn_action *a) {
    if (a->kind == XPGN_SHOT)
        return chess_may_shoot(rs, a->piece);
    return a->kind != XPGN_RUN || chess_may_run(rs, a->piece, p->at[a->target]);
}

/* The only candidate whose action is allowed and safe. */
static bool choose(const xpgn_ruleset *rs, const xpgn_position *p, bits candidates,
                   xpgn_action *action) {
    xpgn_action a = *action;
    unsigned found = 0;
    for (; candidates != 0; candidates &= candidates - 1) {
        a.from = (xpgn_square)bits_first(candidates);
        a.piece = p->at[a.from];
        if (!chess_safe(rs, p, &a) || !kind_allowed(rs, p, &a))
            continue;
        *action = a;
        found++;
    }
    return found == 1;
}

static bool resolve_piece(const xpgn_ruleset *rs, const xpgn_position *p, const struct notation *n,
                          unsigned to, xpgn_action *action) {
    bool enemy = (p->seat[p->turn ^ 1] & BIT(to)) != 0;
    xpgn_action a = {0, 0, 0, (xpgn_square)to, XPGN_NO_SQUARE, 0, XPGN_NO_SQUARE};
    xpgn_action_kind kind;
    if (!kind_meant(rs, n->sign, enemy, &kind) || n->promotion != 0)
        return false;
    a.kind = (uint8_t)kind;
    if (enemy)
        a.target = (xpgn_square)to;
    bits from = chess_reach(n->type, to, position_occupied(p)) & p->type[n->type] &
                p->seat[p->turn] & chess_from_mask(n);
    if (!choose(rs, p, from, &a))
        return false;
    *action = a;
    return true;
}

/* Is the promotion (or its absence) right for a pawn that goes to that square? */
static bool promotion_fits(const xpgn_ruleset *rs, const xpgn_position *p, const xpgn_action *a) {
    unsigned types = 1;
    if (a->kind <= XPGN_ATTACK && chess_is_last_rank(p->turn, a->to))
        types = chess_arrivals(rs, p, a->kind == XPGN_ATTACK);
    return (types >> a->promotion & 1) != 0;
}

static bool resolve_pawn(const xpgn_ruleset *rs, const xpgn_position *p, const struct notation *n,
                         unsigned to, xpgn_action *action) {
    xpgn_action a = {XPGN_STEP,     0, 0, (xpgn_square)to, XPGN_NO_SQUARE, n->promotion,
                     XPGN_NO_SQUARE};
    xpgn_action_kind kind;
    unsigned target = XPGN_NO_SQUARE;
    bits mask = chess_from_mask(n), from = 0;
    /* Without a file a pawn steps, unless a sign says that it takes. */
    if (n->from_file != n->to_file && (n->from_file >= 0 || n->sign >= SIGN_CAPTURE))
        from = chess_pawns_onto(p, to, &target) & mask;
    if (from == 0) {
        target = XPGN_NO_SQUARE;
        if (p->at[to] == 0)
            from = chess_pawns_to(rs, p, to) & mask;
    }
    if (from == 0 || !kind_meant(rs, n->sign, target != XPGN_NO_SQUARE, &kind))
        return false;
    if (kind > XPGN_ATTACK && target != to)
        return false; /* not en passant (FD-6, FD-8) */
    a.kind = (uint8_t)kind;
    a.target = (xpgn_square)target;
    if (!promotion_fits(rs, p, &a) || !choose(rs, p, from, &a))
        return false;
    *action = a;
    return true;
}

bool chess_resolve(const xpgn_ruleset *rs, const struct state *s, const struct notation *n,
                   xpgn_action *action) {
    const xpgn_position *p = &s->position;
    if (n->kind == NOTATION_SHORT || n->kind == NOTATION_LONG)
        return resolve_castling(rs, p, n->kind == NOTATION_SHORT ? KING_SIDE : QUEEN_SIDE, action);
    if (n->kind != NOTATION_MOVE || (unsigned)(n->to_file | n->to_rank) >= BOARD)
        return false;
    unsigned to = (unsigned)n->to_rank * BOARD + (unsigned)n->to_file;
    if ((p->seat[p->turn] & BIT(to)) == 0) {
        if (n->type == XPGN_PAWN ? resolve_pawn(rs, p, n, to, action)
                                 : resolve_piece(rs, p, n, to, action))
            return true;
    }
    if (n->type != XPGN_KING && n->type != XPGN_PAWN)
        return false;
    int side = chess_castling_meant(rs, p, n);
    return side >= 0 && resolve_castling(rs, p, (unsigned)side, action);
}

/* ---- playing --------------------------------------------------------------------------------- */

static void lift(xpgn_position *p, unsigned sq) {
    xpgn_piece piece = p->at[sq];
    bits stay = ~BIT(sq);
    p->at[sq] = 0;
    p->type[XPGN_TYPE_OF(piece)] &= stay;
    p->seat[XPGN_SEAT_OF(piece)] &= stay;
    p->wounded &= stay;
    if (XPGN_TYPE_OF(piece) == XPGN_KING)
        p->king[XPGN_SEAT_OF(piece)] = XPGN_NO_SQUARE;
}

static void drop_right(xpgn_position *p, unsigned seat, unsigned sq) {
    if (p->castle[seat][KING_SIDE] == sq)
        p->castle[seat][KING_SIDE] = XPGN_NO_SQUARE;
    if (p->castle[seat][QUEEN_SIDE] == sq)
        p->castle[seat][QUEEN_SIDE] = XPGN_NO_SQUARE;
}

static void drop_rights(xpgn_position *p, unsigned seat) {
    p->castle[seat][KING_SIDE] = p->castle[seat][QUEEN_SIDE] = XPGN_NO_SQUARE;
}

static void take_target(xpgn_position *p, unsigned seat, unsigned target) {
    bool king = XPGN_TYPE_OF(p->at[target]) == XPGN_KING;
    lift(p, target);
    if (king)
        drop_rights(p, seat);
    else
        drop_right(p, seat, target);
    p->clock = 0;
}

static void play_castling(xpgn_position *p, const xpgn_action *a) {
    unsigned us = XPGN_SEAT_OF(a->piece);
    xpgn_piece rook = p->at[a->drop];
    bool east = a->drop > a->from;
    lift(p, a->from);
    lift(p, a->drop);
    position_put(p, a->to, a->piece);
    position_put(p, (xpgn_square)(east ? a->to - 1 : a->to + 1), rook);
    drop_rights(p, us);
}

/* A pawn that arrived becomes what was chosen; a rescued piece comes from those held (CA-13). */
static xpgn_piece arrived(const xpgn_ruleset *rs, xpgn_position *p, const xpgn_action *a) {
    unsigned seat = XPGN_SEAT_OF(a->piece);
    if (a->promotion == 0)
        return a->piece;
    if (rs->arrival == ARRIVAL_RESCUE && p->held[seat][a->promotion] > 0)
        p->held[seat][a->promotion]--;
    return XPGN_PIECE(seat, a->promotion);
}

static void play_pawn(const xpgn_ruleset *rs, xpgn_position *p, const xpgn_action *a) {
    unsigned us = XPGN_SEAT_OF(a->piece);
    lift(p, a->from);
    position_put(p, a->to, arrived(rs, p, a));
    p->clock = 0;
    if ((a->from ^ a->to) == 16) { /* two ranks: from the second to the fourth */
        unsigned passed = (a->from + a->to) / 2u;
        if ((pawn_attacks(us, passed) & p->type[XPGN_PAWN] & p->seat[us ^ 1]) != 0)
            p->ep = (xpgn_square)passed;
    }
}

static void play_piece(xpgn_position *p, const xpgn_action *a) {
    unsigned us = XPGN_SEAT_OF(a->piece);
    bits both = BIT(a->from) | BIT(a->to);
    p->at[a->from] = 0;
    p->at[a->to] = a->piece;
    p->type[XPGN_TYPE_OF(a->piece)] ^= both;
    p->seat[us] ^= both;
    if (XPGN_IS_WOUNDED(a->piece))
        p->wounded ^= both;
    if (XPGN_TYPE_OF(a->piece) == XPGN_KING) {
        p->king[us] = a->to;
        drop_rights(p, us);
    } else {
        drop_right(p, us, a->from);
    }
}

void chess_play(const xpgn_ruleset *rs, xpgn_position *p, const xpgn_action *a) {
    unsigned us = XPGN_SEAT_OF(a->piece);
    p->ep = XPGN_NO_SQUARE;
    p->clock += p->clock < INT32_MAX;
    if (a->kind == XPGN_CASTLING) {
        play_castling(p, a);
        return;
    }
    if (a->target != XPGN_NO_SQUARE)
        take_target(p, us ^ 1, a->target);
    if (a->kind == XPGN_RUN) {
        lift(p, a->from);
        drop_right(p, us, a->from);
    } else if (a->kind != XPGN_SHOT) {
        if (XPGN_TYPE_OF(a->piece) == XPGN_PAWN)
            play_pawn(rs, p, a);
        else
            play_piece(p, a);
    }
}
