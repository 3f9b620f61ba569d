/* SPDX-License-Identifier: MIT */
/* Shared by the reader and the writer of XFEN. */
#ifndef XPGN_BOARD_XFEN_COMMON_H
#define XPGN_BOARD_XFEN_COMMON_H

#include "core/base/cpu.h"
#include "core/board/xfen.h"

#include <string.h>

/* Letters of the side to move, by seat. */
static const char two_seats[] = "wb";
static const char four_seats[] = "wrbg";
/* Canonical order of pieces off the board. */
static const uint8_t held_order[] = {XPGN_KING,   XPGN_QUEEN,  XPGN_ROOK,
                                     XPGN_BISHOP, XPGN_KNIGHT, XPGN_PAWN};

static inline bool cell_in_use(const xpgn_position *p, unsigned cell) {
    static const uint8_t none[sizeof p->held[0]];
    return memcmp(p->held[cell], none, sizeof none) != 0;
}

/* The outermost rook of a seat on one side of its king (0 king's, 1 queen's) and on its rank, which
   K or Q means in X-FEN; XPGN_NO_SQUARE if there is none. */
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

/* Piece types on a small board, as in geometry.letters. */
static inline unsigned xfen_types(const xpgn_position *p) {
    unsigned types = 0;
    for (unsigned type = XPGN_PAWN; type < XPGN_TYPES; type++)
        types |= (unsigned)(p->type[type] != 0) << type;
    return types;
}

/*
 * Fast path: reads the placement at the start of `text` onto the empty board *out of that geometry
 * and returns its end. NULL if it is not in canonical form; *out is then undefined. Does not read
 * the pieces off the board that may follow; with more than two seats, those without a piece are out
 * of the game.
 */
const char *xfen_place(xpgn_slice text, const struct geometry *g, xpgn_position *out);
#ifdef CPU_X86_64
/* The same for a small board, with AVX2. Returns NULL also if a side has two kings. */
const char *xfen_place_wide(xpgn_slice text, const struct geometry *g, xpgn_position *out);
/* Writes the placement of a small board without wounded pieces, with AVX2 and PEXT, a / after each
   rank; up to XFEN_PLACE_ROOM bytes are changed. */
char *xfen_write_wide(char *c, const xpgn_position *p);
enum { XFEN_PLACE_ROOM = 80 };
#endif

#endif
