/* SPDX-License-Identifier: MIT */
/* Lines, steps and distances on a board of any size. */
#ifndef XPGN_BOARD_LINES_H
#define XPGN_BOARD_LINES_H

#include "board/position.h"

#include <stdlib.h>

/* [files]: 2048 / files, rounded up.  A division by a number of files that only the ruleset knows
   would be most of the work on a line. */
extern const uint16_t files_inverse[XPGN_MAX_FILES + 1];

/* What lies between two squares of a small board that are on one queen line. */
struct queen_line {
    bits between;   /* if the lower one were a1, though the line ran over an edge */
    uint8_t length; /* squares from one to the other; 0: they are on no line, or the same */
    uint8_t along;  /* the same along a file or rank; 0: it is a diagonal, or none */
};
extern const struct queen_line queen_lines[240];

static inline const struct queen_line *queen_line(xpgn_square from, xpgn_square to) {
    int a = from + (from & 56),
        b = to + (to & 56); /* 16 squares a rank: no two ways are the same */
    return &queen_lines[b - a + 119];
}

static inline int rank_on(const xpgn_position *p, xpgn_square sq) {
    return sq * files_inverse[p->files] >> 11;
}
static inline int file_on(const xpgn_position *p, xpgn_square sq) {
    return sq - rank_on(p, sq) * p->files;
}

/* XPGN_NO_SQUARE off the board. */
static inline xpgn_square square_on(const xpgn_position *p, int file, int rank) {
    if (file < 0 || rank < 0 || file >= p->files || rank >= p->ranks)
        return XPGN_NO_SQUARE;
    return (xpgn_square)(rank * p->files + file);
}
/* The square that many files and ranks away. */
static inline xpgn_square square_beside(const xpgn_position *p, xpgn_square sq, int files,
                                        int ranks) {
    return square_on(p, file_on(p, sq) + files, rank_on(p, sq) + ranks);
}
int line_distance(const xpgn_position *p, xpgn_square a, xpgn_square b);
/* The same along a file or rank only. */
static inline int straight_distance(const xpgn_position *p, xpgn_square a, xpgn_square b) {
    int ranks = rank_on(p, b) - rank_on(p, a), files = b - a - ranks * p->files;
    return ((ranks != 0) & (files != 0)) != 0 ? 0 : abs(ranks) + abs(files);
}
/* On the same file or rank. */
bool line_is_orthogonal(const xpgn_position *p, xpgn_square a, xpgn_square b);
/* The first piece strictly between two squares of one queen line, seen from `a`; or none. */
xpgn_square line_blocker(const xpgn_position *p, xpgn_square a, xpgn_square b);
/* King steps between two squares. */
int square_distance(const xpgn_position *p, xpgn_square a, xpgn_square b);

/* The steps of one square: the four orthogonal ones first. */
extern const signed char step_file[8], step_rank[8];

#endif
