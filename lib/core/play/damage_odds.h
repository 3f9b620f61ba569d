/* SPDX-License-Identifier: MIT */
/* The odds of combats by hit points: what throws take. */
#ifndef XPGN_PLAY_DAMAGE_ODDS_H
#define XPGN_PLAY_DAMAGE_ODDS_H

#include <xpgn/play.h>

#include "internal/action_facts.h"

/* What a judged combat brings the attacker's side by the hit points that it takes, in half points:
   a piece that loses a part of its hit points loses that part of its worth. */
double damage_swing(const xpgn_ruleset *rs, const xpgn_combatant side[2]);

/* The worth and the losses of each outcome, and their mean and variance, being summed up; begins
   with `out`, all else 0. */
struct damage_sum {
    xpgn_odds *out;
    double square; /* the mean square of what the throws bring */
};
/* Adds a judged combat with its chance. */
void damage_sum_add(struct damage_sum *s, const xpgn_ruleset *rs, const xpgn_combatant side[2],
                    double chance);
/* Makes the sums means; out->chance is complete. */
void damage_sum_end(struct damage_sum *s);

#endif
