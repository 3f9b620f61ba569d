/* SPDX-License-Identifier: MIT */
/* The attack tables. Every entry is a constant expression over its index. */
#include "core/board/bitboard.h"

/* A table of 64 entries F(a, index). */
#define ROW8(F, a, i)                                                                              \
    F(a, (i)), F(a, (i) + 1), F(a, (i) + 2), F(a, (i) + 3), F(a, (i) + 4), F(a, (i) + 5),          \
        F(a, (i) + 6), F(a, (i) + 7)
#define ROW64(F, a)                                                                                \
    {                                                                                              \
        ROW8(F, a, 0), ROW8(F, a, 8), ROW8(F, a, 16), ROW8(F, a, 24), ROW8(F, a, 32),              \
            ROW8(F, a, 40), ROW8(F, a, 48), ROW8(F, a, 56)                                         \
    }
#define ROWS8(F)                                                                                   \
    {                                                                                              \
        ROW64(F, 0), ROW64(F, 1), ROW64(F, 2), ROW64(F, 3), ROW64(F, 4), ROW64(F, 5), ROW64(F, 6), \
            ROW64(F, 7)                                                                            \
    }

/* The square df files and dr ranks away from sq, if it is on the board. */
#define ON_BOARD(sq, df, dr)                                                                       \
    ((sq) % 8 + (df) >= 0 && (sq) % 8 + (df) < 8 && (sq) / 8 + (dr) >= 0 && (sq) / 8 + (dr) < 8)
#define AWAY(sq, df, dr) (ON_BOARD(sq, df, dr) ? BIT((sq) + (df) + 8 * (dr)) : (bits)0)

#define KNIGHT(a, sq)                                                                              \
    (AWAY(sq, 1, 2) | AWAY(sq, 2, 1) | AWAY(sq, 2, -1) | AWAY(sq, 1, -2) | AWAY(sq, -1, -2) |      \
     AWAY(sq, -2, -1) | AWAY(sq, -2, 1) | AWAY(sq, -1, 2))
#define KING(a, sq)                                                                                \
    (AWAY(sq, 0, 1) | AWAY(sq, 1, 1) | AWAY(sq, 1, 0) | AWAY(sq, 1, -1) | AWAY(sq, 0, -1) |        \
     AWAY(sq, -1, -1) | AWAY(sq, -1, 0) | AWAY(sq, -1, 1))
#define PAWN(forward, sq) (AWAY(sq, -1, forward) | AWAY(sq, 1, forward))

const struct bits_tables bits_tables = {
    .steps = {[XPGN_KNIGHT] = ROW64(KNIGHT, 0), [XPGN_KING] = ROW64(KING, 0)},
    .straight = {[XPGN_ROOK] = ~(bits)0, [XPGN_QUEEN] = ~(bits)0},
    .diagonal = {[XPGN_BISHOP] = ~(bits)0, [XPGN_QUEEN] = ~(bits)0},
    .pawn = {ROW64(PAWN, 1), ROW64(PAWN, -1)},
};

/* The squares n steps up and down one diagonal. */
#define BOTH(sq, n, side) (AWAY(sq, (n) * (side), n) | AWAY(sq, -(n) * (side), -(n)))
#define DIAGONAL(side, sq)                                                                         \
    (BOTH(sq, 1, side) | BOTH(sq, 2, side) | BOTH(sq, 3, side) | BOTH(sq, 4, side) |               \
     BOTH(sq, 5, side) | BOTH(sq, 6, side) | BOTH(sq, 7, side))

const bits bits_diagonal[64] = ROW64(DIAGONAL, 1);
const bits bits_antidiagonal[64] = ROW64(DIAGONAL, -1);

/*
 * Attacks on a line of eight squares from index `at`, with the six inner squares occupied as in
 * `inner`. The outermost squares end every line, so they count as occupied. Upward attacks reach
 * the lowest blocker above, downward attacks the highest blocker below.
 */
#define BLOCKERS(inner) ((unsigned)(inner) << 1 | 0x81u)
#define ABOVE(at) (0xffu & ~((2u << (at)) - 1))
#define BELOW(at) ((1u << (at)) - 1)
#define LOWEST(set) ((set) & (0u - (set)))
#define UP(at, set) (ABOVE(at) & (LOWEST(set) | (LOWEST(set) - 1)))
#define SMEAR1(set) ((set) | (set) >> 1)
#define SMEAR2(set) (SMEAR1(set) | SMEAR1(set) >> 2)
#define SMEAR(set) (SMEAR2(set) | SMEAR2(set) >> 4)
#define DOWN(at, set) (BELOW(at) & ~(SMEAR(set) >> 1))
#define LINE(at, inner)                                                                            \
    ((UP(at, BLOCKERS(inner) & ABOVE(at)) | DOWN(at, BLOCKERS(inner) & BELOW(at))) & 0xffu)

#define RANK_ATTACKS(at, inner) ((bits)LINE(at, inner) * FILE_BITS(0))
const bits bits_rank_attacks[8][64] = ROWS8(RANK_ATTACKS);

/* Moves bit i (0 to 6) of a line to bit 8 * i: the factor has bits 7 * j, of which j = i puts the
   bit there, and the mask removes all other products; bit 7 is moved by itself. */
#define FILE_ATTACKS(at, inner)                                                                    \
    (((bits)(LINE(at, inner) & 0x7fu) * 0x0002040810204081 & FILE_BITS(0)) |                       \
     (bits)(LINE(at, inner) >> 7) << 56)
const bits bits_file_attacks[8][64] = ROWS8(FILE_ATTACKS);

const bits bits_file_filter[XPGN_MAX_FILES + 1] = {~(bits)0,     FILE_BITS(0), FILE_BITS(1),
                                                   FILE_BITS(2), FILE_BITS(3), FILE_BITS(4),
                                                   FILE_BITS(5), FILE_BITS(6), FILE_BITS(7)};
const bits bits_rank_filter[XPGN_MAX_FILES + 1] = {~(bits)0,     RANK_BITS(0), RANK_BITS(1),
                                                   RANK_BITS(2), RANK_BITS(3), RANK_BITS(4),
                                                   RANK_BITS(5), RANK_BITS(6), RANK_BITS(7)};

bits piece_attacks(unsigned type, unsigned seat, unsigned sq, bits occupied) {
    switch (type) {
    case XPGN_PAWN:
        return pawn_attacks(seat, sq);
    case XPGN_KNIGHT:
        return knight_attacks(sq);
    case XPGN_BISHOP:
        return bishop_attacks(sq, occupied);
    case XPGN_ROOK:
        return rook_attacks(sq, occupied);
    case XPGN_QUEEN:
        return rook_attacks(sq, occupied) | bishop_attacks(sq, occupied);
    case XPGN_KING:
        return king_attacks(sq);
    default:
        return 0;
    }
}

bits bits_between(unsigned a, unsigned b) {
    bits ends = BIT(a) | BIT(b);
    if ((rook_attacks(a, 0) & BIT(b)) != 0)
        return rook_attacks(a, ends) & rook_attacks(b, ends);
    if ((bishop_attacks(a, 0) & BIT(b)) != 0)
        return bishop_attacks(a, ends) & bishop_attacks(b, ends);
    return 0;
}
