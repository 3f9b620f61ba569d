/* SPDX-License-Identifier: MIT */
/* What the files of chess movement share: who can reach a square, and is it allowed. */
#ifndef XPGN_RULES_MOVEMENT_CHESS_H
#define XPGN_RULES_MOVEMENT_CHESS_H

#include "base/slice.h"
#include "rules/movement.h"

enum { BOARD = 8, KING_SIDE = 0, QUEEN_SIDE = 1 };

/* Where a castling goes and what it passes. */
struct chess_path {
    xpgn_square king_to, rook_to;
    bits between; /* squares that must be empty: all that king and rook pass or reach */
    bits walked;  /* squares of the king, from where it stands to where it goes */
};

static inline unsigned chess_last_rank(unsigned seat) {
    return seat == 0 ? 7 : 0;
}
static inline bool chess_is_last_rank(unsigned seat, unsigned sq) {
    return sq / BOARD == chess_last_rank(seat);
}
/* One step of a pawn backwards from sq; the caller knows that it stays on the board. */
static inline unsigned chess_behind(unsigned seat, unsigned sq) {
    return sq - 8 + 16 * seat;
}
static inline unsigned chess_second_rank(unsigned seat) {
    return seat == 0 ? 1 : 6;
}

static inline xpgn_action chess_action(xpgn_action_kind kind, const xpgn_position *p, unsigned from,
                                       unsigned to) {
    xpgn_action a = {(uint8_t)kind,  p->at[from], (xpgn_square)from, (xpgn_square)to,
                     XPGN_NO_SQUARE, 0,           XPGN_NO_SQUARE};
    return a;
}

/*
 * Pieces of the other side that would attack the square `king` once the action is played: `from` is
 * left (unless it is a shot), `to` is reached (by a step or an attack), `target` is gone.
 */
ALWAYS_INLINE bits chess_danger(const xpgn_position *p, xpgn_action_kind kind, unsigned from,
                                unsigned to, unsigned target, unsigned king) {
    bits gone = target == XPGN_NO_SQUARE ? 0 : BIT(target);
    bits occupied = position_occupied(p) & ~gone;
    if (kind != XPGN_SHOT)
        occupied &= ~BIT(from);
    if (kind < XPGN_SHOT)
        occupied |= BIT(to);
    return attackers_of(p, king, p->turn ^ 1u, occupied) & ~gone;
}

/* The king's square that safety looks at after an action of that type, or XPGN_NO_SQUARE if it
   looks at none: any action may expose a king that must not be left attacked (C-2), only its own
   step one that must not go into attack (CA-14). */
ALWAYS_INLINE unsigned chess_king_judged(const xpgn_ruleset *rs, const xpgn_position *p,
                                         unsigned type, unsigned to) {
    if (rs->safety == SAFETY_NOT_LEFT)
        return type == XPGN_KING ? to : p->king[p->turn];
    return rs->safety == SAFETY_NO_STEP && type == XPGN_KING ? to : XPGN_NO_SQUARE;
}

/* Is an action of the seat to move allowed as far as its own king goes? Not for castling. */
ALWAYS_INLINE bool chess_safe(const xpgn_ruleset *rs, const xpgn_position *p, unsigned type,
                              xpgn_action_kind kind, unsigned from, unsigned to, unsigned target) {
    unsigned king = chess_king_judged(rs, p, type, to);
    return king == XPGN_NO_SQUARE || chess_danger(p, kind, from, to, target, king) == 0;
}
static inline bool chess_action_safe(const xpgn_ruleset *rs, const xpgn_position *p,
                                     const xpgn_action *a) {
    return chess_safe(rs, p, XPGN_TYPE_OF(a->piece), (xpgn_action_kind)a->kind, a->from, a->to,
                      a->target);
}

/* Squares from which a piece of that type could go to sq (never pawns): without a branch, for
   nobody can foresee which piece moves next. */
static inline bits chess_reach(unsigned type, unsigned sq, bits occupied) {
    return (rook_attacks(sq, occupied) & bits_moves_straight[type]) |
           (bishop_attacks(sq, occupied) & bits_moves_diagonal[type]) | bits_steps[type][sq];
}

/* Own pawns that could step to an empty square sq: the one behind, or the one that makes a double
   step. */
bits chess_pawns_to(const xpgn_ruleset *rs, const xpgn_position *p, unsigned sq);
/* Own pawns that could attack sq, and the square of the pawn they would attack there; none if
   nothing is to be attacked there. */
bits chess_pawns_onto(const xpgn_position *p, unsigned sq, unsigned *target);
/* May this piece of the seat to move shoot (FD-6) or make a suicide run (FD-8) at that square? */
bool chess_may_shoot(const xpgn_ruleset *rs, xpgn_piece piece);
bool chess_may_run(const xpgn_ruleset *rs, xpgn_piece piece, xpgn_piece target);
/* Types that a pawn of the seat to move may become on arrival: bit per type, bit 0 if it may
   also stay what it is.  `attack`: by an attack, which may fail in the end. */
unsigned chess_arrivals(const xpgn_ruleset *rs, const xpgn_position *p, bool attack);

/* The way of a castling; the right to it is there. */
struct chess_path chess_castling_path(const xpgn_position *p, unsigned side);
bool chess_may_castle(const xpgn_ruleset *rs, const xpgn_position *p, unsigned side);
xpgn_action chess_castling(const xpgn_position *p, unsigned side);
/* The side that the long form of a castling (Kg1, e1g1, with CASTLING_960 also e1h1) names, -1 if
   it is no such form. */
int chess_castling_meant(const xpgn_ruleset *rs, const xpgn_position *p, const struct notation *n);
/* The first square of the king's way that is attacked, and by whom. False: none. */
bool chess_castling_danger(const xpgn_position *p, unsigned side, unsigned *at, bits *by);

/* The least of file and rank that tells a piece on `from` from others that could do the same. */
static inline char *chess_write_origin(char *c, bits others, unsigned from) {
    bool file_alone = (others & FILE_BITS(from % BOARD)) == 0;
    bool rank_alone = (others & RANK_BITS(from / BOARD)) == 0;
    if (others == 0)
        return c;
    if (file_alone || !rank_alone)
        *c++ = (char)('a' + from % BOARD);
    if (!file_alone)
        *c++ = (char)('1' + from / BOARD);
    return c;
}

/* The squares that the written part of a from-square allows. */
static inline bits chess_from_mask(const struct notation *n) {
    return bits_file_filter[n->from_file + 1] & bits_rank_filter[n->from_rank + 1];
}

#endif
