/* SPDX-License-Identifier: MIT */
/* Lines, steps and distances on a board of any size. */
#ifndef XPGN_BOARD_BOARD_LINES_H
#define XPGN_BOARD_BOARD_LINES_H

#include "core/board/position.h"

#include <stdlib.h>

/* [files]: 2048 / files, rounded up. A division by a variable number of files would be most of the
   work on a line. */
extern const uint16_t files_inverse[XPGN_MAX_FILES + 1];

/* The line between two squares of a small board that are on a common queen line. */
struct queen_line {
    bits between;   /* the squares between, as if the lower one were a1, even if that line leaves
                       the board */
    uint8_t length; /* steps from one to the other; 0: they are the same or on no common line */
    uint8_t along;  /* `length` if the line is a file or rank, else 0 */
};
extern const struct queen_line queen_lines[240];

static inline const struct queen_line *queen_line(xpgn_square from, xpgn_square to) {
    int a = from + (from & 56),
        b = to + (to & 56); /* 16 squares per rank, so that all differences are distinct */
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
/* The square `files` and `ranks` away; XPGN_NO_SQUARE off the board. */
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
/* True if they are on the same file or rank. */
bool line_is_orthogonal(const xpgn_position *p, xpgn_square a, xpgn_square b);
/* The square of the first piece strictly between two squares of a queen line, seen from `a`;
   XPGN_NO_SQUARE if there is none. */
xpgn_square line_blocker(const xpgn_position *p, xpgn_square a, xpgn_square b);
/* The number of king steps between two squares. */
int square_distance(const xpgn_position *p, xpgn_square a, xpgn_square b);

/* The eight steps to neighbouring squares, the four orthogonal ones first. */
extern const signed char step_file[8], step_rank[8];

#endif
