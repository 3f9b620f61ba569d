/* SPDX-License-Identifier: MIT */
/* Who gives ATK to a target: the adjacency sum of orthogonal movement (AS-3). */
#ifndef XPGN_PLAY_SUPPORT_H
#define XPGN_PLAY_SUPPORT_H

#include "core/rules/ruleset.h"
#include "internal/action_facts.h"

/*
 * Lists the pieces of `seat` that contribute ATK of 1 or more against the piece on `target`, in
 * ascending order of squares, each with its ATK (with inspiration and charge). The capturing piece
 * is one of them. Returns how many there are, at most four.
 */
unsigned adjacent_support(const xpgn_ruleset *rs, const xpgn_position *p, unsigned seat,
                          xpgn_square target, xpgn_supporter list[XPGN_MAX_SUPPORT]);
/* The ATK for a capture by the piece on `from`. */
struct adjacent_sum {
    int own, all; /* of that piece; of all pieces of its side, with it */
    int others;   /* the number of other pieces that give 1 or more, which is the recorded count */
};
struct adjacent_sum adjacent_sum(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_square from,
                                 xpgn_square target);
/* The defense that the sum must exceed. */
static inline int adjacent_defense(const xpgn_ruleset *rs, xpgn_piece target) {
    return rules_of(rs, target)->defense[0];
}
/* AS-4: true if a piece that gives `own` of the sum takes: it gives something itself, and the sum
   exceeds the defense. */
static inline bool adjacent_suffices(int own, int all, int defense) {
    return own >= 1 && all > defense;
}

#endif
