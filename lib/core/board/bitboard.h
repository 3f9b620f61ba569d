/* SPDX-License-Identifier: MIT */
/* Bitboards: sets of squares of an 8x8 board (bit = rank * 8 + file), and attacks on it. */
#ifndef XPGN_BOARD_BITBOARD_H
#define XPGN_BOARD_BITBOARD_H

#include <xpgn/base.h>

typedef uint64_t bits;

#define BIT(sq) ((bits)1 << ((sq)&63)) /* sq < 64; compilers drop the mask */
#define FILE_BITS(file) ((bits)0x0101010101010101 << (file))
#define RANK_BITS(rank) ((bits)0xff << 8 * (rank))
/* A square of an 8x8 board; beyond 63 off the board. For boards of any size see square_on
   (board_lines.h). */
#define SQUARE_AT(file, rank) ((unsigned)(rank)*8 + (unsigned)(file))

static inline unsigned bits_first(bits b) { /* b != 0 */
    return (unsigned)__builtin_ctzll(b);
}
/* In sums of 2, 4 and 8 bits: without an instruction for it the compiler would call a function. */
static inline unsigned bits_count(bits b) {
    b -= b >> 1 & 0x5555555555555555;
    b = (b & 0x3333333333333333) + (b >> 2 & 0x3333333333333333);
    return (unsigned)(((b + (b >> 4)) & 0x0f0f0f0f0f0f0f0f) * FILE_BITS(0) >> 56);
}

/*
 * Attack tables, all computed by the compiler: nothing to initialize, nothing mutable.
 * Sliding attacks are looked up line by line ("kindergarten bitboards"): a multiplication gathers
 * the six inner squares of a line into an index. All tables together fit into the first-level
 * cache, unlike magic bitboards, which take fewer steps.
 */
/* In one structure, so that position-independent code needs one address for all. */
extern const struct bits_tables {
    bits steps[XPGN_TYPES][64]; /* attacks of knights and kings; empty for all other types */
    bits straight[XPGN_TYPES];  /* all squares if pieces of that type slide along ranks and files,
                                   else none */
    bits diagonal[XPGN_TYPES];  /* the same for diagonals */
    bits pawn[2][64];           /* [seat]: attacks of pawns */
} bits_tables;
/* [file + 1], [rank + 1] up to the largest board: the squares of that file or rank; all squares for
   -1 (not given). */
extern const bits bits_file_filter[XPGN_MAX_FILES + 1];
extern const bits bits_rank_filter[XPGN_MAX_FILES + 1];
/* The diagonal (a1-h8 direction) and antidiagonal through a square, without the square itself. */
extern const bits bits_diagonal[64];
extern const bits bits_antidiagonal[64];
/* [index on the line][occupied inner squares]: attacks along a rank, repeated on every rank;
   attacks along the a-file. */
extern const bits bits_rank_attacks[8][64];
extern const bits bits_file_attacks[8][64];

static inline bits knight_attacks(unsigned sq) {
    return bits_tables.steps[XPGN_KNIGHT][sq];
}
static inline bits king_attacks(unsigned sq) {
    return bits_tables.steps[XPGN_KING][sq];
}
/* Squares attacked by a pawn of that seat on sq. */
static inline bits pawn_attacks(unsigned seat, unsigned sq) {
    return bits_tables.pawn[seat][sq];
}
#ifdef XPGN_PEXT /* in files that are compiled for machines with BMI2 */
#include "core/board/pext.h"

static inline bits bishop_attacks(unsigned sq, bits occupied) {
    return pext_bishop(sq, occupied);
}
static inline bits rook_attacks(unsigned sq, bits occupied) {
    return pext_rook(sq, occupied);
}
#else
/* A diagonal has one square a file: the factor adds all ranks, shifted by a file, into the last
   rank, whose upper six bits are then the inner squares. */
static inline bits bishop_attacks(unsigned sq, bits occupied) {
    const bits *attacks = bits_rank_attacks[sq & 7];
    bits diagonal = bits_diagonal[sq], antidiagonal = bits_antidiagonal[sq];
    return (diagonal & attacks[(occupied & diagonal) * FILE_BITS(1) >> 58]) |
           (antidiagonal & attacks[(occupied & antidiagonal) * FILE_BITS(1) >> 58]);
}
/* The factor has bits 15, 22, ... 50: it moves bit 8 * i of the file, i from 1 to 6, to bit 57 + i.
 */
static inline bits rook_attacks(unsigned sq, bits occupied) {
    unsigned file = sq & 7, rank = sq >> 3;
    bits column = (occupied >> file) & FILE_BITS(0);
    /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): a square is below 64 */
    return (bits_rank_attacks[file][occupied >> (rank * 8 + 1) & 63] & RANK_BITS(rank)) |
           bits_file_attacks[rank][column * 0x0004081020408000 >> 58] << file;
}
#endif

/* Pieces of `seat` that attack sq by chess movement if just the squares `occupied` are occupied.
   The contents of sq do not matter. */
static inline __attribute__((always_inline)) bits attackers_of(const xpgn_position *p, unsigned sq,
                                                               unsigned seat, bits occupied) {
    bits straight = p->type[XPGN_ROOK] | p->type[XPGN_QUEEN];
    bits diagonal = p->type[XPGN_BISHOP] | p->type[XPGN_QUEEN];
    return p->seat[seat] &
           ((rook_attacks(sq, occupied) & straight) | (bishop_attacks(sq, occupied) & diagonal) |
            (knight_attacks(sq) & p->type[XPGN_KNIGHT]) |
            (pawn_attacks(seat ^ 1, sq) & p->type[XPGN_PAWN]) |
            (king_attacks(sq) & p->type[XPGN_KING]));
}
/* The same for both seats. */
static inline __attribute__((always_inline)) bits attackers_to(const xpgn_position *p, unsigned sq,
                                                               bits occupied) {
    return attackers_of(p, sq, 0, occupied) | attackers_of(p, sq, 1, occupied);
}
/* Squares attacked by a piece of that type and seat on sq. */
bits piece_attacks(unsigned type, unsigned seat, unsigned sq, bits occupied);
/* Squares strictly between two squares on a common rank, file or diagonal; else none. */
bits bits_between(unsigned a, unsigned b);

#endif
