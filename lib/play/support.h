/* SPDX-License-Identifier: MIT */
/* Who gives ATK to a target: the adjacency sum of orthogonal movement (AS-3). */
#ifndef XPGN_PLAY_SUPPORT_H
#define XPGN_PLAY_SUPPORT_H

#include "rules/ruleset.h"

/*
 * The pieces of `seat` that give ATK 1 or more to the piece on `target`, by square ascending, each
 * with what it gives (inspiration and charge in it).  The taker is among them.  Returns how
 * many; no more than eight squares are near enough.
 */
unsigned adjacent_support(const xpgn_ruleset *rs, const xpgn_position *p, unsigned seat,
                          xpgn_square target, xpgn_supporter list[XPGN_MAX_SUPPORT]);
/* What is given to a capture by the piece on `from`. */
struct adjacent_sum {
    int own, all; /* by that piece; by all pieces of its side, it included */
    int others;   /* how many others give 1 or more: the recorded count */
};
struct adjacent_sum adjacent_sum(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_square from,
                                 xpgn_square target);
/* What the sum has to exceed. */
static inline int adjacent_defense(const xpgn_ruleset *rs, xpgn_piece target) {
    return rules_of(rs, target)->defense[0];
}
/* AS-4: does a piece take that gives `own` of the sum? It gives something itself, and all
   together give more than the defense. */
static inline bool adjacent_suffices(int own, int all, int defense) {
    return own >= 1 && all > defense;
}

#endif
