/* SPDX-License-Identifier: MIT */
/* Odds of a combat in words and numbers, for people: the same in every tool. */
#ifndef CLI_ODDS_H
#define CLI_ODDS_H

#include "cli/cli.h"

/* The nine outcomes, the best for the attacker first. */
enum { CLI_OUTCOMES = 9 };
typedef struct cli_outcome {
    xpgn_fate attacker, defender;
    const char *words;
} cli_outcome;
extern const cli_outcome cli_outcomes[CLI_OUTCOMES];

/* Appends a chance in percent, "41.67%"; never 0 or 100 for one that is not. */
void cli_put_percent(xpgn_buffer *b, double chance, unsigned digits);
/* Points of half points, so that what is nearly 0 is 0. */
double cli_points_of(double half_points);
/* Appends half points as points: "+0.5"; a mean with two digits. */
void cli_put_points(xpgn_buffer *b, double half_points, bool exact);
/* What the dice of a combat gave the attacker beyond its odds, in half points. */
static inline double cli_luck_of(const xpgn_odds *odds, const xpgn_facts *f) {
    return odds->worth[xpgn_fate_of(f->side[0].fate)][xpgn_fate_of(f->side[1].fate)] -
           odds->expected;
}

#endif
