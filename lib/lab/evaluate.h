/* SPDX-License-Identifier: MIT */
/* What a position is worth to a seat, at a glance, by what its ruleset says of pieces and goals. */
#ifndef XPGN_LAB_EVALUATE_H
#define XPGN_LAB_EVALUATE_H

#include "study/play.h"

/* What is computed once for a ruleset. */
struct scale {
    const xpgn_ruleset *rs;
    double worth[256]; /* [piece], in half points: 0 of those whose loss decides */
    double army;       /* what the pieces of a side are worth at the start */
    /* 0: values are in half points. Else they are scores, from -1, lost, to 1, won: this many half
       points more make the odds of winning e times as high. */
    double logit;
};

void scale_set(struct scale *scale, const xpgn_ruleset *rs);

/*
 * In half points, or as a score if scale->logit is set, above 0 if `seat` is better off than the
 * others: its pieces, how many squares they reach (chess movement), how near its pieces are to what
 * the others must not lose and theirs to its own, how far its pawns have come.  A game that is over
 * is worth evaluate_end.  As a score, all seats are worth the same on average: with four, whoever
 * has as much as the others is worth -1/2.
 */
double evaluate(const struct scale *scale, const xpgn_play *play, unsigned seat);
/* Between -evaluate_most, lost, and evaluate_most, won. */
double evaluate_end(const struct scale *scale, const xpgn_play *play, unsigned seat);
double evaluate_most(const struct scale *scale);

#endif
