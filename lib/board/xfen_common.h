/* SPDX-License-Identifier: MIT */
/* What reading and writing of positions share. */
#ifndef XPGN_BOARD_XFEN_COMMON_H
#define XPGN_BOARD_XFEN_COMMON_H

#include "base/cpu.h"
#include "board/xfen.h"

#include <string.h>

/* The letters of the side to move, by seat. */
static const char two_seats[] = "wb";
static const char four_seats[] = "wrbg";
/* The canonical order of pieces off the board. */
static const uint8_t held_order[] = {XPGN_KING,   XPGN_QUEEN,  XPGN_ROOK,
                                     XPGN_BISHOP, XPGN_KNIGHT, XPGN_PAWN};

static inline bool cell_in_use(const xpgn_position *p, unsigned cell) {
    static const uint8_t none[sizeof p->held[0]];
    return memcmp(p->held[cell], none, sizeof none) != 0;
}

/* The outermost own rook on that side (0 king's, 1 queen's) of the king, on the king's rank;
   XPGN_NO_SQUARE if none: the rook that K or Q names in X-FEN. */
static inline xpgn_square outermost_rook(const xpgn_position *p, unsigned seat, unsigned side) {
    unsigned king = p->king[seat], rank = king & ~7u;
    for (unsigned i = 0; i < 8; i++) {
        unsigned sq = side == 0 ? rank + 7 - i : rank + i;
        if (sq == king)
            break;
        if (XPGN_TYPE_OF(p->at[sq]) == XPGN_ROOK && XPGN_SEAT_OF(p->at[sq]) == seat)
            return (xpgn_square)sq;
    }
    return XPGN_NO_SQUARE;
}

/* The types on a small board, as in geometry.letters. */
static inline unsigned xfen_types(const xpgn_position *p) {
    unsigned types = 0;
    for (unsigned type = XPGN_PAWN; type < XPGN_TYPES; type++)
        types |= (unsigned)(p->type[type] != 0) << type;
    return types;
}

/*
 * Puts the placement that `text` begins with onto the empty board *out, which has that geometry;
 * returns where it ends.  NULL: it is not written as usual, or wrong, and *out is of no use.
 * What pieces off the board follow it is not looked at; of more than two seats those without a
 * piece are out.
 */
const char *xfen_place(xpgn_slice text, const struct geometry *g, xpgn_position *out);
#ifdef CPU_X86_64
/* The same for a small board, where the machine has AVX2; of two kings of a side it knows nothing.
 */
const char *xfen_place_wide(xpgn_slice text, const struct geometry *g, xpgn_position *out);
#endif

#endif
