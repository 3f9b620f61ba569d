/* SPDX-License-Identifier: MIT */
/* Sets of squares of an 8x8 board (bit = rank * 8 + file), and what attacks what on it. */
#ifndef XPGN_BOARD_BITBOARD_H
#define XPGN_BOARD_BITBOARD_H

#include "xpgn.h"

typedef uint64_t bits;

#define BIT(sq) ((bits)1 << ((sq)&63)) /* sq < 64; the mask costs nothing */
#define FILE_BITS(file) ((bits)0x0101010101010101 << (file))
#define RANK_BITS(rank) ((bits)0xff << 8 * (rank))

static inline unsigned bits_first(bits b) { /* b != 0 */
    return (unsigned)__builtin_ctzll(b);
}
static inline unsigned bits_count(bits b) {
    return (unsigned)__builtin_popcountll(b);
}

/*
 * Constant tables: the compiler makes them, so nothing is built at start-up and nothing is mutable.
 * Sliders are looked up line by line ("kindergarten" bit boards): a multiplication gathers the six
 * inner squares of a line into an index.  All tables together fit into the first level cache, which
 * larger tables with fewer steps do not.
 */
/* [type]: what a piece reaches in one step, for knights and kings; pieces of all other types reach
   nothing that way. */
extern const bits bits_steps[XPGN_TYPES][64];
/* [type]: all squares for those that go along ranks and files, along diagonals; else none. */
extern const bits bits_goes_straight[XPGN_TYPES];
extern const bits bits_goes_oblique[XPGN_TYPES];
/* [file + 1], [rank + 1] up to the largest board: the squares with it; all squares for -1. */
extern const bits bits_said_file[XPGN_MAX_FILES + 1];
extern const bits bits_said_rank[XPGN_MAX_FILES + 1];
extern const bits bits_pawn[2][64];
/* The two diagonals through a square, without the square. */
extern const bits bits_rising[64];
extern const bits bits_falling[64];
/* [place on the line][inner squares occupied]: the attacks along a rank, on every rank at once;
   along the a-file. */
extern const bits bits_along[8][64];
extern const bits bits_upright[8][64];

static inline bits knight_attacks(unsigned sq) {
    return bits_steps[XPGN_KNIGHT][sq];
}
static inline bits king_attacks(unsigned sq) {
    return bits_steps[XPGN_KING][sq];
}
/* Squares that a pawn of that seat on sq attacks. */
static inline bits pawn_attacks(unsigned seat, unsigned sq) {
    return bits_pawn[seat][sq];
}
#ifdef XPGN_PEXT /* by files that are compiled for machines with BMI2 */
#include "board/pext.h"

static inline bits bishop_attacks(unsigned sq, bits occupied) {
    return pext_bishop(sq, occupied);
}
static inline bits rook_attacks(unsigned sq, bits occupied) {
    return pext_rook(sq, occupied);
}
#else
static inline bits bishop_attacks(unsigned sq, bits occupied) {
    const bits *along = bits_along[sq & 7];
    bits rising = bits_rising[sq], falling = bits_falling[sq];
    return (rising & along[(occupied & rising) * FILE_BITS(1) >> 58]) |
           (falling & along[(occupied & falling) * FILE_BITS(1) >> 58]);
}
static inline bits rook_attacks(unsigned sq, bits occupied) {
    unsigned file = sq & 7, rank = sq >> 3;
    bits column = (occupied >> file) & FILE_BITS(0);
    return (bits_along[file][occupied >> (rank * 8 + 1) & 63] & RANK_BITS(rank)) |
           bits_upright[rank][column * 0x0004081020408000 >> 58] << file;
}
#endif

/* Pieces of `seat` that attack sq with these squares occupied, by chess movement (guards count:
   whatever stands on sq). `type`, `seat` as in xpgn_position. */
static inline __attribute__((always_inline)) bits attackers_of(const xpgn_position *p, unsigned sq,
                                                               unsigned seat, bits occupied) {
    bits straight = p->type[XPGN_ROOK] | p->type[XPGN_QUEEN];
    bits oblique = p->type[XPGN_BISHOP] | p->type[XPGN_QUEEN];
    return p->seat[seat] &
           ((rook_attacks(sq, occupied) & straight) | (bishop_attacks(sq, occupied) & oblique) |
            (knight_attacks(sq) & p->type[XPGN_KNIGHT]) |
            (pawn_attacks(seat ^ 1, sq) & p->type[XPGN_PAWN]) |
            (king_attacks(sq) & p->type[XPGN_KING]));
}
/* The same of both seats. */
static inline __attribute__((always_inline)) bits attackers_to(const xpgn_position *p, unsigned sq,
                                                               bits occupied) {
    return attackers_of(p, sq, 0, occupied) | attackers_of(p, sq, 1, occupied);
}
/* Squares that a piece of that type and seat on sq attacks. */
bits piece_attacks(unsigned type, unsigned seat, unsigned sq, bits occupied);
/* Squares strictly between two squares of one queen line; none otherwise. */
bits bits_between(unsigned a, unsigned b);

#endif
