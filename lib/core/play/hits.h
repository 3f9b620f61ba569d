/* SPDX-License-Identifier: MIT */
/* Hit points of pieces, and what a blow takes off. */
#ifndef XPGN_PLAY_HITS_H
#define XPGN_PLAY_HITS_H

#include "core/rules/ruleset.h"

/* The hit points of the piece on that square; 0 in a game without. */
static inline unsigned hits_of(const xpgn_ruleset *rs, const xpgn_position *p, unsigned sq) {
    return p->hits.left[sq] != 0 ? p->hits.left[sq] : rs->geometry.full[XPGN_TYPE_OF(p->at[sq])];
}
/* What a blow of this piece against one with that many hit points takes off that side (HP-2). */
static inline int blow_takes(const xpgn_ruleset *rs, xpgn_piece attacker, int defender_hits,
                             unsigned side) {
    return side == 1 ? rules_of(rs, attacker)->damage : rs->answers ? defender_hits : 0;
}

#endif
