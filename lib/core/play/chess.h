/* SPDX-License-Identifier: MIT */
/* Shared by the files of chess movement: which pieces can reach a square and may go there. */
#ifndef XPGN_PLAY_CHESS_H
#define XPGN_PLAY_CHESS_H

#include "core/base/slice.h"
#include "core/play/hits.h"
#include "core/play/movement.h"
#include "core/play/play_action.h"

#include <string.h>

enum { BOARD = 8, KING_SIDE = 0, QUEEN_SIDE = 1 };

/* The squares of a castling. */
struct chess_path {
    xpgn_square king_to, rook_to;
    bits between; /* squares that must be empty: all that king and rook cross or reach */
};

static inline unsigned chess_last_rank(unsigned seat) {
    return seat == 0 ? 7 : 0;
}
static inline bool chess_is_last_rank(unsigned seat, unsigned sq) {
    return sq / BOARD == chess_last_rank(seat);
}
/* The square one step behind sq, for a pawn of `seat`; it must be on the board. */
static inline unsigned chess_behind(unsigned seat, unsigned sq) {
    return sq - 8 + 16 * seat;
}
/* The square one step ahead; from the last rank it is not a valid square. */
static inline unsigned chess_ahead(unsigned seat, unsigned sq) {
    return sq + 8 - 16 * seat;
}

/* ---- king's safety --------------------------------------------------------------------------- */

/* An action whose moving piece is not yet determined. */
struct chess_intent {
    xpgn_action_kind kind;
    unsigned us, type, to;
    bits passed; /* en passant: the square of the captured pawn; else empty */
};

/* The enemy pieces that would attack the square `king` after the intent is played from `from`. */
ALWAYS_INLINE bits chess_danger(const xpgn_position *p, struct chess_intent in, unsigned from,
                                unsigned king) {
    bits occupied = position_occupied(p) & ~in.passed, gone = in.passed | BIT(in.to);
    if (in.kind < XPGN_SHOT)
        occupied = (occupied & ~BIT(from)) | BIT(in.to);
    else
        occupied &= in.kind == XPGN_SHOT ? ~gone : ~(gone | BIT(from));
    return attackers_of(p, king, in.us ^ 1u, occupied) & ~gone;
}

/* The square of the king whose safety matters, or XPGN_NO_SQUARE: under C-2 any action may expose
   the king, under CA-14 only the king's own move. */
ALWAYS_INLINE unsigned chess_king_judged(enum safety_kind safety, const xpgn_position *p,
                                         struct chess_intent in) {
    bool steps = in.type == XPGN_KING && in.kind != XPGN_SHOT;
    if (safety == SAFETY_NOT_LEFT)
        return steps ? in.to : p->king[in.us];
    return safety == SAFETY_NO_STEP && steps ? in.to : XPGN_NO_SQUARE;
}

/* True if the king is not attacked after its own action. Not inlined: next to a search for
   candidates on the same square it would cost registers on the path of every move. */
static __attribute__((noinline, unused)) bool
chess_king_safe(const xpgn_position *p, struct chess_intent in, unsigned from) {
    return chess_danger(p, in, from, in.kind == XPGN_SHOT ? from : in.to) == 0;
}
/* True if the rule of king's safety allows the intent, which must not be a castling. Pass a
   constant for `safety` where it is known. */
ALWAYS_INLINE bool chess_safe(enum safety_kind safety, const xpgn_position *p,
                              struct chess_intent in, unsigned from) {
    unsigned king = p->king[in.us];
    if (in.type == XPGN_KING)
        return safety == SAFETY_NONE || safety == SAFETY_CASTLING_ONLY ||
               (safety == SAFETY_NO_STEP && in.kind == XPGN_SHOT) || chess_king_safe(p, in, from);
    return safety != SAFETY_NOT_LEFT || king == XPGN_NO_SQUARE ||
           chess_danger(p, in, from, king) == 0;
}
/* True if an action onto that square captures a king, which no rule of safety restrains (DP-3).
   Asked after chess_safe, as it is seldom needed then. */
ALWAYS_INLINE bool chess_king_falls(const xpgn_ruleset *rs, const xpgn_position *p, unsigned to) {
    return rs->kings_fall && to == p->king[p->side_to_move ^ 1];
}
/* The pieces of the other seat whose blow removes a king of `seat` with that many hit points; all,
   where there are no blows (HP-3). */
bits chess_killers(const xpgn_ruleset *rs, const xpgn_position *p, unsigned seat, unsigned hits);
/* The same for its king as it is, which must be on the board. */
static inline bits chess_king_killers(const xpgn_ruleset *rs, const xpgn_position *p,
                                      unsigned seat) {
    return combat_is_blow(rs) ? chess_killers(rs, p, seat, hits_of(rs, p, p->king[seat]))
                              : ~(bits)0;
}
/* What certainly becomes of the kings by an intent, played from `from` (HP-3). */
struct chess_outcome {
    xpgn_square removed; /* the square of a king that the blow removes, or XPGN_NO_SQUARE */
    xpgn_square king;    /* where the own king is afterwards, or XPGN_NO_SQUARE; */
    bits danger;         /* the pieces whose blow then removes it */
};
struct chess_outcome chess_outcome_of(const xpgn_ruleset *rs, const xpgn_position *p,
                                      struct chess_intent in, unsigned from);
/* True if an attack from there certainly removes the piece on `target`, and is survived. */
bool chess_blow_wins(const xpgn_ruleset *rs, const xpgn_position *p, unsigned from,
                     unsigned target);
static inline bool chess_outcome_safe(const xpgn_ruleset *rs, const xpgn_position *p,
                                      struct chess_intent in, unsigned from) {
    const struct chess_outcome o = chess_outcome_of(rs, p, in, from);
    return o.removed == XPGN_NO_SQUARE && o.danger == 0;
}
/* The intent of an action, whichever piece plays it. */
ALWAYS_INLINE struct chess_intent chess_intent_of(const xpgn_action *a) {
    bool passes = a->target != XPGN_NO_SQUARE && a->target != a->to;
    return (struct chess_intent){(xpgn_action_kind)a->kind, XPGN_SEAT_OF(a->piece),
                                 XPGN_TYPE_OF(a->piece), a->to, passes ? BIT(a->target) : 0};
}
/* True if the rule of king's safety allows the intent. */
ALWAYS_INLINE bool chess_intent_safe(const xpgn_ruleset *rs, const xpgn_position *p,
                                     struct chess_intent in, unsigned from) {
    return rs->outcome_safe ? chess_outcome_safe(rs, p, in, from)
                            : chess_safe(rs->safety, p, in, from) || chess_king_falls(rs, p, in.to);
}
static inline bool chess_action_safe(const xpgn_ruleset *rs, const xpgn_position *p,
                                     const xpgn_action *a) {
    return chess_intent_safe(rs, p, chess_intent_of(a), a->from);
}

/* The pieces that attack the king of `seat`, which must be on the board. */
ALWAYS_INLINE bits chess_attackers(const xpgn_position *p, unsigned seat) {
    return attackers_of(p, p->king[seat], seat ^ 1u, position_occupied(p));
}
/* True if there are any; not where only some of them count (chess_king_killers). */
ALWAYS_INLINE bool chess_in_check(const xpgn_position *p, unsigned seat) {
    return chess_attackers(p, seat) != 0;
}

/* ---- candidates ------------------------------------------------------------------------------ */

/* The squares from which a piece of that type, not a pawn, could go to sq. Branch-free, as the type
   that moves is unpredictable. */
static inline bits chess_reach(unsigned type, unsigned sq, bits occupied) {
    return (rook_attacks(sq, occupied) & bits_tables.straight[type]) |
           (bishop_attacks(sq, occupied) & bits_tables.diagonal[type]) |
           bits_tables.steps[type][sq];
}
/* The pawns of `us` that could step to the empty square sq: the one behind it, or one making the
   double step (C-1, CA-10). */
ALWAYS_INLINE bits chess_pawns_to(const xpgn_ruleset *rs, const xpgn_position *p, unsigned us,
                                  unsigned sq) {
    bits pawns = p->type[XPGN_PAWN] & p->seat[us];
    bits one = us == 0 ? BIT(sq) >> 8 : BIT(sq) << 8, passed = one & ~position_occupied(p);
    bits two = us == 0 ? passed >> 8 & RANK_BITS(1) : passed << 8 & RANK_BITS(6);
    return pawns & (one | (two & -(bits)rs->double_step));
}
/* True if several pawns may have made a double step in the turn before, and one over this square
   (DT-5), on which nothing stands now. */
static inline bool chess_is_passed(const xpgn_position *p, unsigned us, unsigned sq) {
    return p->ep_files != 0 && sq / BOARD == passed_rank(us) &&
           (p->ep_files >> sq % BOARD & 1) != 0 && p->at[sq] == 0;
}
/* The pawns of `us` that could attack sq; *target is the square of the piece attacked, which
   differs en passant. Empty if there is nothing to attack. */
ALWAYS_INLINE bits chess_pawns_onto(const xpgn_position *p, unsigned us, unsigned sq,
                                    unsigned *target) {
    if ((p->seat[us ^ 1] & BIT(sq)) != 0)
        *target = sq;
    else if (sq == p->ep_square || chess_is_passed(p, us, sq))
        *target = chess_behind(us, sq);
    else
        return 0;
    return pawn_attacks(us ^ 1, sq) & p->type[XPGN_PAWN] & p->seat[us];
}
/* True if this piece of the seat to move may shoot (FD-6). */
bool chess_may_shoot(const xpgn_ruleset *rs, xpgn_piece piece);
bool chess_may_run(const xpgn_ruleset *rs, xpgn_piece piece, xpgn_piece target);
/* The types that a pawn of the seat to move may become on arrival: bit per type, bit 0 if it may
   also remain a pawn. `attack`: it arrives by an attack, which may fail. */
unsigned chess_arrivals(const xpgn_ruleset *rs, const xpgn_position *p, bool attack);
/* True if the piece on `from` may fight the way the intent says (FD-6, FD-8). */
static inline bool chess_may_fight(const xpgn_ruleset *rs, const xpgn_position *p,
                                   struct chess_intent in, unsigned from) {
    if (in.kind == XPGN_SHOT)
        return chess_may_shoot(rs, p->at[from]);
    return in.kind != XPGN_RUN || chess_may_run(rs, p->at[from], p->at[in.to]);
}

/* chess_allowed for candidates of which there are some. */
static __attribute__((noinline, unused)) bits chess_sift(const xpgn_ruleset *rs,
                                                         const xpgn_position *p,
                                                         struct chess_intent in, bits candidates) {
    bits allowed = 0;
    for (; candidates != 0; candidates &= candidates - 1) {
        unsigned from = bits_first(candidates);
        if (chess_may_fight(rs, p, in, from) && chess_intent_safe(rs, p, in, from))
            allowed |= BIT(from);
    }
    return allowed;
}
/* The candidates that are allowed to play the intent; mostly there are none. */
ALWAYS_INLINE bits chess_allowed(const xpgn_ruleset *rs, const xpgn_position *p,
                                 struct chess_intent in, bits candidates) {
    return candidates != 0 ? chess_sift(rs, p, in, candidates) : 0;
}

/*
 * The candidate that plays the intent, if exactly one may; else an empty set. Usually there is one
 * candidate, with a plain step or attack, and only the king's safety is checked.
 */
ALWAYS_INLINE bits chess_only(const xpgn_ruleset *rs, enum safety_kind safety,
                              const xpgn_position *p, struct chess_intent in, bits candidates) {
    if (candidates == 0)
        return 0;
    if ((candidates & (candidates - 1)) == 0 && in.kind < XPGN_CASTLING)
        return chess_safe(safety, p, in, bits_first(candidates)) ? candidates : 0;
    candidates = chess_sift(rs, p, in, candidates);
    return (candidates & (candidates - 1)) == 0 ? candidates : 0;
}

/* ---- castling -------------------------------------------------------------------------------- */

/* The squares from a to b on one rank, inclusive. */
static inline bits chess_squares_to(unsigned a, unsigned b) {
    unsigned low = a < b ? a : b, high = a < b ? b : a;
    return (BIT(high) | (BIT(high) - 1)) & ~(BIT(low) - 1);
}
/* The squares of a castling of this king with this rook. */
static inline struct chess_path chess_castling_path(unsigned king, unsigned rook) {
    unsigned rank = king & ~7u;
    bool east = rook > king;
    struct chess_path path;
    path.king_to = (xpgn_square)(rank + (east ? 6 : 2));
    path.rook_to = (xpgn_square)(rank + (east ? 5 : 3));
    path.between = (chess_squares_to(king, path.king_to) | chess_squares_to(rook, path.rook_to)) &
                   ~(BIT(king) | BIT(rook));
    return path;
}
/* Finds the first square on the king's path that one of these pieces attacks, and the attackers.
   False if there is none (C-1, CA-14). */
static inline bool chess_castling_danger(const xpgn_position *p, unsigned side, bits enemies,
                                         unsigned *at, bits *by) {
    unsigned us = p->side_to_move, king = p->king[us], rook = p->castle[us][side];
    struct chess_path path = chess_castling_path(king, rook);
    bits lifted = position_occupied(p) & ~BIT(king);
    int step = path.king_to >= king ? 1 : -1;
    for (unsigned sq = king;; sq = (unsigned)((int)sq + step)) {
        *at = sq;
        *by = attackers_of(p, sq, us ^ 1, lifted) & enemies;
        if (*by != 0 || sq == path.king_to)
            break;
    }
    if (*by != 0 || rook % BOARD == 0 || rook % BOARD == BOARD - 1)
        return *by != 0;
    /* In Chess960 the castling rook may have shielded the king from an attack along the rank. */
    *by = attackers_of(p, *at, us ^ 1, (lifted & ~BIT(rook)) | BIT(path.rook_to)) & enemies;
    return *by != 0;
}
/* True if king and rook are there, with nothing between them and where they go. */
static inline bool chess_castling_is_open(const xpgn_position *p, unsigned side) {
    unsigned king = p->king[p->side_to_move], rook = p->castle[p->side_to_move][side];
    return rook != XPGN_NO_SQUARE && king != XPGN_NO_SQUARE &&
           (chess_castling_path(king, rook).between & position_occupied(p)) == 0;
}
/* True if the side to move may castle. `enemies`: as above; without blows all pieces. */
static inline bool chess_may_castle_past(enum safety_kind safety, const xpgn_position *p,
                                         unsigned side, bits enemies) {
    unsigned at;
    bits by;
    return chess_castling_is_open(p, side) &&
           (safety == SAFETY_NONE || !chess_castling_danger(p, side, enemies, &at, &by));
}
static inline bool chess_may_castle(const xpgn_ruleset *rs, const xpgn_position *p, unsigned side) {
    bits enemies = ~(bits)0;
    if (combat_is_blow(rs) && p->king[p->side_to_move] != XPGN_NO_SQUARE)
        enemies = chess_king_killers(rs, p, p->side_to_move);
    return chess_may_castle_past(rs->safety, p, side, enemies);
}
static inline xpgn_action chess_castling(const xpgn_position *p, unsigned side) {
    unsigned king = p->king[p->side_to_move], rook = p->castle[p->side_to_move][side];
    xpgn_action a = action_of(p, XPGN_CASTLING, king, chess_castling_path(king, rook).king_to);
    a.drop = (xpgn_square)rook;
    return a;
}

static inline bool chess_has_rights(const xpgn_position *p) {
    uint32_t rights;
    memcpy(&rights, p->castle, sizeof rights);
    return rights != UINT32_MAX; /* XPGN_NO_SQUARE is all ones */
}
/* The squares of kings and rooks with a castling right. */
static inline bits chess_rights(const xpgn_position *p) {
    bits rights = 0;
    for (unsigned seat = 0; seat < 2; seat++) {
        for (unsigned side = 0; side < 2; side++) {
            xpgn_square rook = p->castle[seat][side]; /* unpredictable: branch-free */
            rights |= (BIT(rook) | BIT(p->king[seat])) & -(bits)(rook != XPGN_NO_SQUARE);
        }
    }
    return rights;
}
/* Ends the castling rights of kings and rooks that leave the squares `left` or are removed there.
   Call it while they are still on these squares (CA-9, FD-9). */
static inline void chess_drop_rights(xpgn_position *p, bits left) {
    for (unsigned seat = 0; seat < 2; seat++) {
        for (unsigned side = 0; side < 2; side++) {
            xpgn_square *rook = &p->castle[seat][side];
            bool gone = (left & (BIT(*rook) | BIT(p->king[seat]))) != 0;
            *rook = (xpgn_square)(*rook | (0u - gone)); /* XPGN_NO_SQUARE is all ones */
        }
    }
}

/* Bit per file with a pawn of that seat on the rank where double steps end. */
static inline uint8_t chess_double_steps(const xpgn_position *p, unsigned seat) {
    return (uint8_t)((p->type[XPGN_PAWN] & p->seat[seat]) >> (seat == 0 ? 24 : 32));
}

/* ---- making a move --------------------------------------------------------------------------- */

/* A move that is known to be legal. Passed by value, so that its fields stay in registers. */
struct chess_move {
    unsigned us, type, from, to;
    unsigned target;  /* the square of the captured piece; `to` if there is none */
    unsigned made;    /* the type on `to` afterwards */
    xpgn_piece piece; /* the piece on `to` afterwards */
};

/* Removes the other side's piece from sq. If there is none, only type[0] changes, which is never
   read. */
ALWAYS_INLINE void chess_capture(xpgn_position *p, unsigned us, unsigned sq) {
    p->type[XPGN_TYPE_OF(p->at[sq])] ^= BIT(sq);
    p->seat[us ^ 1] &= ~BIT(sq);
    p->at[sq] = 0;
}
/* Moves a piece to an empty square. */
ALWAYS_INLINE void chess_move_piece(xpgn_position *p, struct chess_move m, bool wounds) {
    bits both = BIT(m.from) | BIT(m.to);
    p->seat[m.us] ^= both;
    if (m.type == m.made) {
        p->type[m.type] ^= both;
    } else {
        p->type[m.type] ^= BIT(m.from);
        p->type[m.made] ^= BIT(m.to);
    }
    if (wounds)
        p->wounded = (p->wounded & ~both) | (XPGN_IS_WOUNDED(m.piece) ? BIT(m.to) : 0);
    if (m.type == XPGN_KING)
        p->king[m.us] = (xpgn_square)m.to;
    p->at[m.from] = 0;
    p->at[m.to] = m.piece;
}
/* The square passed over by a double step, if an enemy pawn is placed to capture en passant; else
   XPGN_NO_SQUARE. */
ALWAYS_INLINE xpgn_square chess_passed(const xpgn_position *p, unsigned us, unsigned from,
                                       unsigned to) {
    bits beside = (BIT(to) << 1 & ~FILE_BITS(0)) | (BIT(to) >> 1 & ~FILE_BITS(7));
    bool open = ((from ^ to) == 16) & ((beside & p->type[XPGN_PAWN] & p->seat[us ^ 1]) != 0);
    return (xpgn_square)(chess_behind(us, to) | (open - 1u)); /* XPGN_NO_SQUARE is all ones */
}
/* Advances the halfmove clock; `reset`: after a pawn move, a capture or a combat. */
ALWAYS_INLINE void position_tick(xpgn_position *p, bool reset) {
    p->halfmove_clock = (p->halfmove_clock + 1) & ((uint32_t)reset - 1);
}

/* Makes a step or a capture. The caller handles castling rights first (chess_drop_rights). */
ALWAYS_INLINE void chess_make(xpgn_position *p, struct chess_move m, bool captures, bool wounds) {
    p->ep_square = m.type == XPGN_PAWN && !captures ? chess_passed(p, m.us, m.from, m.to)
                                                    : (xpgn_square)XPGN_NO_SQUARE;
    if (captures)
        chess_capture(p, m.us, m.target);
    if (captures && wounds)
        p->wounded &= ~BIT(m.target);
    chess_move_piece(p, m, wounds);
}

/* Castles; each piece may end on the other's square (Chess960). */
static inline void chess_castle(xpgn_position *p, unsigned king, unsigned rook) {
    struct chess_path path = chess_castling_path(king, rook);
    xpgn_piece k = p->at[king], r = p->at[rook];
    unsigned us = XPGN_SEAT_OF(k);
    bits kings = BIT(king) ^ BIT(path.king_to), rooks = BIT(rook) ^ BIT(path.rook_to);
    p->type[XPGN_KING] ^= kings;
    p->type[XPGN_ROOK] ^= rooks;
    p->seat[us] ^= kings ^ rooks;
    if (p->wounded != 0)
        p->wounded ^= (XPGN_IS_WOUNDED(k) ? kings : 0) ^ (XPGN_IS_WOUNDED(r) ? rooks : 0);
    p->at[king] = p->at[rook] = 0;
    p->at[path.king_to] = k;
    p->at[path.rook_to] = r;
    p->king[us] = path.king_to;
    p->castle[us][KING_SIDE] = p->castle[us][QUEEN_SIDE] = XPGN_NO_SQUARE;
    p->ep_square = XPGN_NO_SQUARE;
}

#endif
