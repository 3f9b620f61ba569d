/* SPDX-License-Identifier: MIT */
/* Groups of games that are near copies of each other. */
#ifndef GREP_SIMILAR_GAMES_H
#define GREP_SIMILAR_GAMES_H

#include "grep/game_sketch.h"

/* A game that has a near copy. */
typedef struct grep_copy {
    grep_sketch is;          /* without names and actions */
    uint32_t first, fullest; /* indexes of the first and the fullest game of its group */
    uint64_t group;          /* nth of the first game of the group */
    uint64_t other;          /* nth of the first game that it is like, `like` being how */
    grep_likeness like;
    bool other_names; /* that game has the names written differently */
} grep_copy;

typedef struct grep_copies {
    grep_copy *list; /* by nth */
    size_t count, capacity;
} grep_copies;

/* Finds the copies among all sketches. A game of the archive is the first of its group, and counts
   as the fullest. */
void grep_copies_find(cli *c, grep_copies *out, cli_sorter *sketches);
/* Returns NULL if the game has no copy. */
const grep_copy *grep_copies_get(const grep_copies *s, uint64_t nth);
/* Appends which game this one is like, which of the group is the fullest, and why. */
void grep_copies_put(xpgn_buffer *b, const grep_copies *s, const grep_copy *one);
void grep_copies_free(grep_copies *s);

#endif
