/* SPDX-License-Identifier: MIT */
/*
 * Draws that the Laws of Chess declare by themselves (C-3): 75 moves, the same position for the
 * fifth time, a dead position.  Games do go on after them; only --lint asks.
 */
#ifndef XPGN_PLAY_DRAW_H
#define XPGN_PLAY_DRAW_H

#include "base/arena.h"
#include "rules/ruleset.h"

/* What is remembered of a line of play; start with {0}. */
struct draw_watch {
    uint64_t *seen; /* a key of each position since the clock was last 0 */
    size_t count, capacity;
    const char *automatic; /* "75 moves without ...", once it has come to that; else NULL */
    bool dead;
    bool told_automatic, told_dead;
};

/* A position that was reached (the start position too); false: no memory. */
bool draw_note(struct draw_watch *d, struct arena *arena, const xpgn_ruleset *rs,
               const xpgn_position *p);

#endif
