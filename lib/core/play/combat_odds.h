/* SPDX-License-Identifier: MIT */
/* The odds of combats. */
#ifndef XPGN_PLAY_COMBAT_ODDS_H
#define XPGN_PLAY_COMBAT_ODDS_H

#include <xpgn/play.h>

#include "core/play/combat.h"
#include "internal/action_facts.h"

/* The outcome of a combat from one side's point of view. */
enum odds_outcome {
    ODDS_NEITHER, /* neither is removed */
    ODDS_WON,     /* only the other side is removed */
    ODDS_LOST,    /* only this side is removed */
    ODDS_BOTH
};

static inline enum odds_outcome odds_outcome_of(const xpgn_facts *facts, unsigned side) {
    unsigned own = facts->side[side].fate == 'x', other = facts->side[side ^ 1].fate == 'x';
    return (enum odds_outcome)(own << 1 | other);
}

/* The chances that a combat removes only the defender, [0], or only the attacker, [1]; false if it
   is not a combat. */
bool odds_chances(const xpgn_ruleset *rs, const xpgn_facts *facts, double chance[2]);

/* A cache of odds. Rulesets must outlive it. NULL if memory runs out. */
struct odds_memo;
struct odds_memo *odds_memo_new(void);
void odds_memo_free(struct odds_memo *m);
struct odds_known {
    xpgn_odds odds;
    bool counted; /* set by the caller that counts combats, once it has cached its own data for this
                     one */
    uint32_t amount[6];
};
/* xpgn_combat_odds with the cache; valid until the next call. NULL where that returns false.
   `facts` must be of a combat. */
struct odds_known *odds_remembered(struct odds_memo *m, const xpgn_ruleset *rs,
                                   const xpgn_facts *facts);

/* Like llround, without libm, which every tool would have to load. */
static inline int64_t odds_rounded(double x) {
    int64_t whole = (int64_t)x;
    double rest = x - (double)whole;
    return whole + (rest >= 0.5) - (rest <= -0.5);
}

#endif
