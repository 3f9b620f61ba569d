/* SPDX-License-Identifier: MIT */
/*
 * Sketches of games: as much of each as is needed to decide whether two are near copies, and which
 * one is fuller. They are sorted by several keys, of which near copies share at least one, so that
 * each need only be compared with its neighbours.
 */
#ifndef GREP_GAME_SKETCH_H
#define GREP_GAME_SKETCH_H

#include <xpgn/base.h>

#include "shared/tables/sorter.h"

/* The data of a game; in the sorter names follow it, and the key has the actions. */
typedef struct grep_sketch {
    uint64_t nth, number, line; /* its number among those processed; number and line in the input */
    uint32_t file;              /* index */
    uint32_t turns, tags;       /* half-moves played; tags with a known value */
    uint32_t round;             /* the number before the first dot; 0: unknown */
    uint64_t time;              /* hash of the tag UTCTime; 0: unknown */
    int32_t first_day, last_day; /* the range of the date, as YYYYMMDD */
    uint32_t size;               /* of its text, in bytes */
    uint16_t white, black;       /* sizes of the names */
    bool result;                 /* it has one */
    bool archived;               /* it is in the archive of --not-in */
    xpgn_slice name[2];          /* as text */
    xpgn_slice actions;          /* as in xpgn_walk_line */
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

/* Puts a game into the sorter under each of its keys; an incomplete game, which is like no other,
   under none. */
void grep_sketch_put(cli_worker *w, grep_sketcher *s, const cli_sorter *sorter,
                     const xpgn_game *game, uint64_t nth, bool archived);
void grep_sketcher_close(cli_sorter *sorter, grep_sketcher *s);

/* Reads a sketch from an item of the sorter, into which its slices point. Sets *bucket to the
   item's; false if it was a different one. */
bool grep_sketch_get(grep_sketch *out, xpgn_slice key, xpgn_slice data, uint64_t *bucket);
grep_likeness grep_sketches_compare(const grep_sketch *a, const grep_sketch *b);
/* Compares which game is fuller: negative if it is `a`, 0 if neither. Sets *why to the reason, such
   as "has more tags". */
int grep_sketch_order(const grep_sketch *a, const grep_sketch *b, const char **why);

#endif
