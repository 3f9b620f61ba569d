/* SPDX-License-Identifier: MIT */
/* What a position is worth to a seat, at a glance, by what its ruleset says of pieces and goals. */
#ifndef XPGN_LAB_EVALUATE_H
#define XPGN_LAB_EVALUATE_H

#include "study/odds.h"
#include "study/play.h"

/* What is computed once for a ruleset. */
struct scale {
    const xpgn_ruleset *rs;
    double worth[256]; /* [piece], in half points: 0 of those whose loss decides */
    double army;       /* what the pieces of a side are worth at the start */
    double logit; /* a lead of this many half points makes the odds of winning e times as high */
    struct odds_memo *memo; /* the odds of combats; NULL: they are not remembered */
};

/* Keeps the memo. */
void scale_set(struct scale *scale, const xpgn_ruleset *rs);
/* The chances of a combat, valid until the next call; `own`: where there is no memo.  NULL: none.
 */
const xpgn_odds *scale_odds(const struct scale *scale, const xpgn_facts *facts, xpgn_odds *own);

/*
 * The score to be expected, from -1, lost, to 1, won: above that of others if `seat` is better off
 * than they are: its pieces, how many squares they reach (chess movement), how near its pieces are
 * to what the others must not lose, how far its pawns have come.  The fewer pieces are left, the
 * more a lead is worth, and the longer nothing has happened, the less, so that games end.  All
 * seats are worth the same on average: with four, whoever has as much as the others is worth -1/2.
 */
double evaluate(const struct scale *scale, const xpgn_play *play, unsigned seat);
/* Of a game that is over. */
double evaluate_end(const xpgn_play *play, unsigned seat);
/*
 * What an attack gains whoever acts on average, at a glance, as a score: `value` is what the
 * position is worth to that seat.  What may come back after a capture without dice is counted.
 */
double evaluate_attack(const struct scale *scale, const xpgn_play *play, const xpgn_action *a,
                       double value);
/* How much the score at a value changes with a half point. */
double evaluate_slope(const struct scale *scale, double value);

#endif
