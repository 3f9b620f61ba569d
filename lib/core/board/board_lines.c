/* SPDX-License-Identifier: MIT */
#include "core/board/board_lines.h"

const signed char step_file[8] = {0, -1, 1, 0, -1, 1, -1, 1};
const signed char step_rank[8] = {-1, 0, 0, 1, -1, -1, 1, 1};

/* 2048 is enough for all squares below XPGN_MAX_SQUARES; the unit tests divide each. */
#define INVERSE(files) ((2048 + (files)-1) / (files))
const uint16_t files_inverse[XPGN_MAX_FILES + 1] = {
    0,          INVERSE(1), INVERSE(2), INVERSE(3),  INVERSE(4),  INVERSE(5), INVERSE(6),
    INVERSE(7), INVERSE(8), INVERSE(9), INVERSE(10), INVERSE(11), INVERSE(12)};

/* The entries for both directions of a line: the step in files, ranks and squares, and the set of
   squares that many steps apart. */
#define LINE(files, ranks, length, step, squares)                                                  \
    [119 + (ranks) * (length)*16 +                                                                 \
        (files) * (length)] = {(squares) & (((bits)1 << (step) * (length)) - 1), length,           \
                               (files) == 0 || (ranks) == 0 ? (length) : 0}
#define TO_AND_FRO(files, ranks, length, step, squares)                                            \
    LINE(files, ranks, length, step, squares), LINE(-(files), -(ranks), length, step, squares)
#define LINES(length)                                                                              \
    TO_AND_FRO(1, 0, length, 1, 0x00000000000000fe),                                               \
        TO_AND_FRO(-1, 1, length, 7, 0x0002040810204080),                                          \
        TO_AND_FRO(0, 1, length, 8, 0x0101010101010100),                                           \
        TO_AND_FRO(1, 1, length, 9, 0x8040201008040200)

const struct queen_line queen_lines[240] = {LINES(1), LINES(2), LINES(3), LINES(4),
                                            LINES(5), LINES(6), LINES(7)};

static int files_between(const xpgn_position *p, xpgn_square a, xpgn_square b) {
    return file_on(p, b) - file_on(p, a);
}

static int ranks_between(const xpgn_position *p, xpgn_square a, xpgn_square b) {
    return rank_on(p, b) - rank_on(p, a);
}

int square_distance(const xpgn_position *p, xpgn_square a, xpgn_square b) {
    int files = abs(files_between(p, a, b)), ranks = abs(ranks_between(p, a, b));
    return files > ranks ? files : ranks;
}

/* The number of squares from one to the other along a queen line; 0 if they are the same or on no
   common line. *step is the difference between neighbouring squares of the line. */
static int line_between(const xpgn_position *p, xpgn_square a, xpgn_square b, int *step) {
    int files = files_between(p, a, b), ranks = ranks_between(p, a, b);
    *step = ((ranks > 0) - (ranks < 0)) * p->files + (files > 0) - (files < 0);
    if (files != 0 && ranks != 0 && abs(files) != abs(ranks))
        return 0;
    return abs(files != 0 ? files : ranks);
}

int line_distance(const xpgn_position *p, xpgn_square a, xpgn_square b) {
    int step;
    return line_between(p, a, b, &step);
}

bool line_is_orthogonal(const xpgn_position *p, xpgn_square a, xpgn_square b) {
    return files_between(p, a, b) == 0 || ranks_between(p, a, b) == 0;
}

xpgn_square line_blocker(const xpgn_position *p, xpgn_square a, xpgn_square b) {
    int step;
    if (line_between(p, a, b, &step) == 0)
        return XPGN_NO_SQUARE;
    for (int sq = a + step; sq != b; sq += step) {
        if (p->at[sq] != 0)
            return (xpgn_square)sq;
    }
    return XPGN_NO_SQUARE;
}
