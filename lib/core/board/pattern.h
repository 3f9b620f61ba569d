/* SPDX-License-Identifier: MIT */
/*
 * Patterns of positions: XFEN with wildcards.
 *
 *     PLACEMENT [TURN [CASTLING [EN-PASSANT [CLOCK [NUMBER]]]]]
 *
 * The placement is that of XFEN with wildcards, or a list of squares: d5=N,g8=k,e4=[Pp]*. The
 * contents of one square:
 *
 *     N n    a piece as in XFEN; with four seats wN, rN, bN, gN
 *     A a    any piece of White, of Black; with four seats w? r? b? g?
 *     ?      any piece               .      any piece or none
 *     _      none                    [NB*]  one of these; [^NB] none of these
 *
 * A `*` after a piece, A, a, ? or a set means a wounded one; without it a letter means a healthy
 * piece and a wildcard either. In the same way (2) means one with 2 hit points left, and (?)
 * one that has lost some; without it a letter means a piece that has all of them, and a wildcard or
 * a set either. An empty rank matches anything. Pieces off the board, in brackets
 * after the placement, are minimum numbers. In the other fields ? and . match anything; clock and
 * number may be ranges (10..20) or comparisons (>=10).
 */
#ifndef XPGN_BOARD_PATTERN_H
#define XPGN_BOARD_PATTERN_H

#include "core/board/position.h"
#include "internal/queries.h"

enum { PATTERN_CELLS = 4, PATTERN_RIGHTS = 4 };

enum pattern_hits { PATTERN_HITS_ANY = -1, PATTERN_HITS_LOST = -2 };

/* Allowed contents of a square: a bit per piece code, bit 0 for empty. */
struct pattern_square {
    uint64_t allowed;
    uint8_t file, rank;
    int16_t hits; /* those left, 0: all; or one of pattern_hits */
};

struct pattern_cell {
    uint8_t file, rank; /* of the castle */
    uint8_t held[2][8]; /* [seat of the piece][type]: minimum */
};

/* A castling right: a side, or the file of the rook. */
struct pattern_right {
    uint8_t seat;
    int8_t side; /* 0 king's side, 1 queen's side, -1: by `file` */
    uint8_t file;
};

struct pattern_range {
    uint32_t least, most;
};

struct xpgn_pattern {
    uint8_t files, ranks; /* 0: any board that has these squares */
    uint8_t seats;        /* 0: any */
    bool held_none;       /* [] was given: no pieces off the board */
    bool wants_castling, wants_ep;
    uint8_t turns; /* bit per seat; 0: any */
    uint8_t rights, cells;
    uint8_t ep_file, ep_rank; /* XPGN_NO_SQUARE: none */
    uint8_t held[2][8];       /* [seat][type]: minimum off the board */
    struct pattern_cell cell[PATTERN_CELLS];
    struct pattern_right right[PATTERN_RIGHTS];
    struct pattern_range clock, number;
    size_t count;
    struct pattern_square square[XPGN_MAX_SQUARES];
};

/* True if the position, of a game of that geometry, matches. */
bool pattern_matches(const struct xpgn_pattern *t, const struct geometry *g,
                     const xpgn_position *p);

#endif
