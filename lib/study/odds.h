/* SPDX-License-Identifier: MIT */
/* What the dice of a combat may make of it. */
#ifndef XPGN_STUDY_ODDS_H
#define XPGN_STUDY_ODDS_H

#include "play/combat.h"

/* What becomes of both sides of a combat. */
enum odds_outcome {
    ODDS_NEITHER, /* nobody is removed */
    ODDS_WON,     /* the defender is removed, the attacker is not */
    ODDS_LOST,    /* the attacker is removed, the defender is not */
    ODDS_BOTH
};

static inline enum odds_outcome odds_outcome_of(const xpgn_facts *facts) {
    unsigned attacker = facts->side[0].fate == 'x', defender = facts->side[1].fate == 'x';
    return (enum odds_outcome)(attacker << 1 | defender);
}

/* As llround has it, without its library, which would be one more for every tool to load. */
static inline int64_t odds_rounded(double x) {
    int64_t whole = (int64_t)x;
    double rest = x - (double)whole;
    return whole + (rest >= 0.5) - (rest <= -0.5);
}

#endif
