/* SPDX-License-Identifier: MIT */
/* What chance makes of an action: the ways it may come out. */
#ifndef XPGN_LAB_BRANCH_H
#define XPGN_LAB_BRANCH_H

#include "lab/evaluate.h"

struct branch {
    double chance;
    uint8_t came;   /* branch_came of it */
    xpgn_play play; /* afterwards */
};

enum { MOST_BRANCHES = XPGN_FATES * XPGN_FATES };

/*
 * The ways that a legal action can come out, by the exact chances of its dice; their chances add up
 * to 1.  What the dice leave to choose, a promotion, a prisoner, a square, is chosen for what it is
 * worth at a glance.  Returns how many there are, 0 if the action cannot be played.
 */
unsigned branch_action(const struct scale *scale, const xpgn_play *play, const xpgn_action *a,
                       struct branch *list);

/* Which of the ways it was: a combat by its fates, an attempt by its success. */
unsigned branch_came(const xpgn_ruleset *rs, const xpgn_facts *facts);

/* What a judged action is worth to the seat that acts, at a glance, with a choice that the dice
   leave and that facts->action has; facts->outcome is changed. */
double branch_choice_value(const struct scale *scale, const xpgn_play *play, xpgn_facts *facts);

#endif
