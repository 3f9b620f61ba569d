/* SPDX-License-Identifier: MIT */
/* Groups of games that are near copies of each other. */
#ifndef GREP_SIMILAR_H
#define GREP_SIMILAR_H

#include "grep/sketch.h"

/* A game that has a near copy. */
typedef struct grep_copy {
    grep_sketch is;          /* without names and actions */
    uint32_t first, fullest; /* of all that are alike, by pairs: indexes */
    uint64_t group;          /* nth of the first of them */
    uint64_t other;          /* nth of the first one that is like it; and how: */
    grep_likeness like;
    bool other_names; /* that are not written as here */
} grep_copy;

typedef struct grep_copies {
    grep_copy *list; /* by nth */
    size_t count, capacity;
} grep_copies;

/* Finds the copies among all sketches. Those of the archive are the first, and the fullest. */
void grep_copies_find(cli *c, grep_copies *out, cli_sorter *sketches);
/* NULL: it has no copy. */
const grep_copy *grep_copies_get(const grep_copies *s, uint64_t nth);
/* Appends what a game is like, which of all is the fullest, and why. */
void grep_copies_put(xpgn_buffer *b, const grep_copies *s, const grep_copy *one);
void grep_copies_free(grep_copies *s);

#endif
