/* SPDX-License-Identifier: MIT */
/*
 * The automatic draws of the Laws of Chess (C-3): 75 moves, the fifth occurrence of a position, a
 * dead position. Games on record do go on after them, so the walk reports them only with lint.
 */
#ifndef XPGN_PLAY_CHESS_DRAWS_H
#define XPGN_PLAY_CHESS_DRAWS_H

#include "core/base/arena.h"
#include "core/board/bitboard.h"
#include "core/rules/ruleset.h"
#include "internal/draws.h"

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
/* True if neither side can mate, however badly the other plays. */
static inline bool draw_is_dead(const xpgn_position *p) {
    const bits light = 0x55AA55AA55AA55AAu;
    bits bishops = p->type[XPGN_BISHOP], knights = p->type[XPGN_KNIGHT];
    if ((p->type[XPGN_PAWN] | p->type[XPGN_ROOK] | p->type[XPGN_QUEEN]) != 0)
        return false;
    if (bits_count(bishops | knights) <= 1)
        return true;
    return knights == 0 && ((bishops & light) == 0 || (bishops & ~light) == 0);
}

/*
 * For a reader that only has to know that there is no draw: positions of a line, compared by the
 * squares of each side only, so that some may seem the same that are not.
 */
struct draw_signs {
    uint64_t seen[XPGN_DRAW_CLOCK]; /* by clock */
};
/* Begins a line at its first position. False if draw_note would find no draw there. */
bool draw_may_begin(struct draw_signs *d, const xpgn_position *p);
/* True if the last position, at this clock, seems to have come up XPGN_DRAW_TIMES times, where the
   one at clock 0, which is not noted, is taken to be the same. */
bool draw_repeats(const struct draw_signs *d, uint32_t clock);
/* The same for a later position, after a move that does not reset the clock. After one that does
   there is a draw only if draw_is_dead, and not while a pawn is left. */
static inline bool draw_may_be(struct draw_signs *d, const xpgn_position *p) {
    const uint32_t clock = p->halfmove_clock;
    if (clock >= XPGN_DRAW_CLOCK)
        return true;
    d->seen[clock] = p->seat[0] * 0x9E3779B97F4A7C15u ^ p->seat[1];
    return clock >= 4 * (XPGN_DRAW_TIMES - 1) && draw_repeats(d, clock);
}
/* Notes a position that was reached, including the start position. False if memory runs out. */
bool draw_note(struct draw_watch *d, struct arena *arena, const xpgn_ruleset *rs,
               const xpgn_position *p);

#endif
