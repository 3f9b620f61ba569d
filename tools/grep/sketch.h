/* SPDX-License-Identifier: MIT */
/*
 * Sketches of games: as much of each as it takes to tell whether two are near copies, and which one
 * is fuller. They are sorted by several keys, of which near copies share at least one, so that each
 * need only be compared with those around it.
 */
#ifndef GREP_SKETCH_H
#define GREP_SKETCH_H

#include "cli/sorter.h"

/* What is known of a game; names and actions follow it. */
typedef struct grep_sketch {
    uint64_t nth, number, line;  /* its place in the run; its number and line in the input */
    uint32_t file;               /* index */
    uint32_t turns, tags;        /* played; with a known value */
    uint32_t round;              /* before the first dot; 0: unknown */
    uint64_t time;               /* of the tag UTCTime, a hash; 0: unknown */
    int32_t first_day, last_day; /* that the date may mean, YYYYMMDD */
    uint32_t size;               /* of its text */
    uint16_t white, black;       /* sizes of the names */
    bool result;                 /* it has one */
    bool archived;               /* it is of the archive of --not-in */
    xpgn_slice name[2];          /* as text */
    xpgn_slice actions;          /* as xpgn_walk_line has them */
} grep_sketch;

/* How two games are alike. */
typedef enum grep_likeness {
    GREP_UNLIKE,
    GREP_SAME_ACTIONS,
    GREP_BEGINNING, /* one is the beginning of the other */
    GREP_OTHER_END, /* the last half-moves differ */
    GREP_FEW        /* some half-moves differ */
} grep_likeness;

/* The maker of sketches of one thread; initialize with {0}. */
typedef struct grep_sketcher {
    xpgn_walk *walk;
    xpgn_reader *reader;
    xpgn_buffer line, name[2], word[2], key, data;
    cli_sorter_part part;
    uint64_t last; /* nth of the last game */
} grep_sketcher;

/* Puts a game under all of its keys; one that is not whole, which is like no other, under none. */
void grep_sketch_put(cli_worker *w, grep_sketcher *s, const cli_sorter *sorter,
                     const xpgn_game *game, uint64_t nth, bool archived);
void grep_sketcher_close(cli_sorter *sorter, grep_sketcher *s);

/* Takes what was put apart again; false: another bucket than that of `before` (of 8 bytes) begins,
   which is set. */
bool grep_sketch_get(grep_sketch *out, xpgn_slice key, xpgn_slice data, uint64_t *bucket);
grep_likeness grep_sketches_compare(const grep_sketch *a, const grep_sketch *b);
/* Negative: `a` is fuller; 0: neither. *why: in words, "has more tags". */
int grep_sketch_order(const grep_sketch *a, const grep_sketch *b, const char **why);

#endif
