/* SPDX-License-Identifier: MIT */
/*
 * The automatic draws of the Laws of Chess (C-3): 75 moves, the fifth occurrence of a position, a
 * dead position. Games on record do go on after them, so the walk reports them only with lint.
 */
#ifndef XPGN_PLAY_CHESS_DRAWS_H
#define XPGN_PLAY_CHESS_DRAWS_H

#include "core/base/arena.h"
#include "core/rules/ruleset.h"

/* The state for one line of play; initialize with {0}. */
struct draw_watch {
    uint64_t *seen; /* the keys of the positions since the clock was last 0 */
    size_t count, capacity;
    unsigned most;         /* how often a position has occurred */
    const char *automatic; /* "75 moves without ..." once it applies; else NULL */
    bool dead;
    bool told_automatic, told_dead;
};

/* How often a position has occurred since the clock was last 0. */
unsigned draw_times(const struct draw_watch *d, const xpgn_ruleset *rs, const xpgn_position *p);
/* Notes a position that was reached, including the start position. False if memory runs out. */
bool draw_note(struct draw_watch *d, struct arena *arena, const xpgn_ruleset *rs,
               const xpgn_position *p);

#endif
