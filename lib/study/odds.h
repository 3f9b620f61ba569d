/* SPDX-License-Identifier: MIT */
/* What the dice of a combat may make of it. */
#ifndef XPGN_STUDY_ODDS_H
#define XPGN_STUDY_ODDS_H

#include "play/combat.h"

/* What becomes of both sides of a combat, as one side sees it. */
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

/* The chances that a combat removes only the defender, [0], or only the attacker, [1]; false: it is
   no combat. */
bool odds_chances(const xpgn_ruleset *rs, const xpgn_facts *facts, double chance[2]);

/* Combats whose odds are known: of rulesets that outlive it.  NULL: out of memory. */
struct odds_memo;
struct odds_memo *odds_memo_new(void);
void odds_memo_free(struct odds_memo *m);
struct odds_known {
    xpgn_odds odds;
    bool counted; /* whoever counts combats has noted what this one adds, in its own order */
    uint32_t amount[6];
};
/* xpgn_combat_odds, valid until the next call; NULL: it is false.  `facts` are of a combat. */
struct odds_known *odds_remembered(struct odds_memo *m, const xpgn_ruleset *rs,
                                   const xpgn_facts *facts);

/* As llround has it, without its library, which would be one more for every tool to load. */
static inline int64_t odds_rounded(double x) {
    int64_t whole = (int64_t)x;
    double rest = x - (double)whole;
    return whole + (rest >= 0.5) - (rest <= -0.5);
}

#endif
