/* SPDX-License-Identifier: MIT */
/* Set-ups that the players make (AS-1) or that are drawn (C-4). */
#ifndef XPGN_PLAY_SETUP_H
#define XPGN_PLAY_SETUP_H

#include "rules/ruleset.h"

/* Does the seat set up its pieces on this square, its king apart? */
static inline bool setup_has(const xpgn_ruleset *rs, const xpgn_position *p, unsigned seat,
                             xpgn_square sq) {
    const struct setup_zone *z = &rs->zone[seat];
    int df = (int)square_file(p, sq) - z->corner_file;
    int dr = (int)square_rank(p, sq) - z->corner_rank;
    df = df < 0 ? -df : df;
    dr = dr < 0 ? -dr : dr;
    return z->square ? df < z->reach && dr < z->reach : df + dr <= z->reach;
}

#endif
