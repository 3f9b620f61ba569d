/* SPDX-License-Identifier: MIT */
/* What the dice of a combat may make of it. */
#ifndef XPGN_PLAY_ODDS_H
#define XPGN_PLAY_ODDS_H

#include "play/combat.h"

/* What becomes of both sides of a combat; the numbers are indices into `odds.chance`. */
enum odds_outcome {
    ODDS_NEITHER, /* nobody is removed */
    ODDS_WON,     /* the defender is removed, the attacker is not */
    ODDS_LOST,    /* the attacker is removed, the defender is not */
    ODDS_BOTH,
    ODDS_OUTCOMES
};

struct odds {
    double chance[ODDS_OUTCOMES]; /* they add up to 1 */
    double tie;                   /* of equal totals; 0 where ties are rolled again */
    double wounded[2];            /* of the attacker, the defender being wounded and left alive */
};

static inline enum odds_outcome odds_outcome_of(const xpgn_facts *facts) {
    unsigned attacker = facts->side[0].fate == 'x', defender = facts->side[1].fate == 'x';
    return (enum odds_outcome)(attacker << 1 | defender);
}

/*
 * The chances before the dice fall.  Of the facts only what combat_prepare sets is looked at.
 * False if they are of no combat.
 */
bool odds_of(const xpgn_ruleset *rs, const xpgn_facts *facts, struct odds *out);

#endif
