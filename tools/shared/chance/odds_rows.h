/* SPDX-License-Identifier: MIT */
/* The odds of a combat in words and numbers, for people, in all tools. */
#ifndef CLI_ODDS_ROWS_H
#define CLI_ODDS_ROWS_H

#include <xpgn/play.h>

#include "frame/cli.h"
#include "internal/action_facts.h"
#include "internal/chance.h"
#include "internal/rules.h"

/* The nine outcomes, the best for the attacker first. */
enum { CLI_OUTCOMES = 9 };
typedef struct cli_outcome {
    xpgn_fate attacker, defender;
    const char *words;
} cli_outcome;
extern const cli_outcome cli_outcomes[CLI_OUTCOMES];

/* Appends a chance in percent, "41.67%"; 0 and 100 only if exact. */
void cli_put_percent(xpgn_buffer *b, double chance, unsigned digits);
/* Converts half points to points; values near 0 become 0. */
double cli_points_of(double half_points);
/* Appends half points as points: "+0.5"; a mean with two digits. */
void cli_put_points(xpgn_buffer *b, double half_points, bool exact);

#endif
