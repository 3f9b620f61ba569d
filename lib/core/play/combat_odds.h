/* SPDX-License-Identifier: MIT */
/* The odds of combats. */
#ifndef XPGN_PLAY_COMBAT_ODDS_H
#define XPGN_PLAY_COMBAT_ODDS_H

#include <xpgn/play.h>

#include "core/play/combat.h"
#include "core/play/odds_memo.h"
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

/* Called with what the dice of both sides may show, and how probable that is. */
typedef void odds_throw(void *data, struct combat_shown shown, struct dice_weight weight);
/* Calls `add` for everything that the dice of a prepared combat can show, ties that are rolled
   again, too; a side without dice shows 0. */
void odds_each_throw(const xpgn_ruleset *rs, const xpgn_facts *facts, odds_throw *add, void *data);
/* For too many throws to count: rounds the shares to ways out of a round number. */
void odds_round_ways(xpgn_odds *out);

/* xpgn_combat_odds with a cache; valid until the next call. NULL where that returns false. `facts`
   must be of a combat. */
static inline struct odds_known *odds_remembered(struct odds_memo *m, const xpgn_ruleset *rs,
                                                 const xpgn_facts *facts) {
    return odds_memo_find(m, rs, facts, xpgn_combat_odds);
}

/* Like llround, without libm, which every tool would have to load. */
static inline int64_t odds_rounded(double x) {
    int64_t whole = (int64_t)x;
    double rest = x - (double)whole;
    return whole + (rest >= 0.5) - (rest <= -0.5);
}

#endif
