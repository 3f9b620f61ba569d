/* SPDX-License-Identifier: MIT */
/* Static evaluation of a position for a seat, from the ruleset's values and goals. */
#ifndef XPGN_LAB_EVALUATE_H
#define XPGN_LAB_EVALUATE_H

#include "core/play/combat_odds.h"
#include "facts/play_game.h"

/* Constants computed once for a ruleset. */
struct scale {
    const xpgn_ruleset *rs;
    double worth[256]; /* [piece], in half points; 0 for pieces whose loss decides the game */
    double army;       /* the worth of a side's pieces at the start */
    double logit;      /* a lead of this many half points multiplies the odds of winning by e */
    struct odds_memo *memo; /* a cache of odds; NULL: none */
};

/* Keeps the memo. */
void scale_set(struct scale *scale, const xpgn_ruleset *rs);
/* The odds of a combat, valid until the next call; `own` is used if there is no memo. NULL if there
   is no combat. */
const xpgn_odds *scale_odds(const struct scale *scale, const xpgn_facts *facts, xpgn_odds *own);

/*
 * The expected score from -1 (lost) to 1 (won). It rises with the pieces of `seat`, the squares
 * that they reach (chess movement), their nearness to decisive pieces of others, and the advance of
 * its pawns. A lead is worth more the fewer pieces are left, and less the longer nothing has
 * happened, so that games end. With four seats an even position is worth -1/2 to each.
 */
double evaluate(const struct scale *scale, const xpgn_play *play, unsigned seat);
/* The score of a game that is over. */
double evaluate_end(const xpgn_play *play, unsigned seat);
/*
 * The mean gain, as a score, of an attack for the acting seat, by static evaluation; `value` is the
 * value of the position to that seat. Recaptures after a capture without dice are counted.
 */
double evaluate_attack(const struct scale *scale, const xpgn_play *play, const xpgn_action *a,
                       double value);
/* The change of the score per half point at a value. */
double evaluate_slope(const struct scale *scale, double value);

#endif
