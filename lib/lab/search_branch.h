/* SPDX-License-Identifier: MIT */
/* The possible results of an action with dice. */
#ifndef XPGN_LAB_SEARCH_BRANCH_H
#define XPGN_LAB_SEARCH_BRANCH_H

#include "lab/evaluate.h"

struct branch {
    double chance;
    uint8_t came;   /* its branch_came */
    xpgn_play play; /* afterwards */
};

enum { MOST_BRANCHES = XPGN_FATES * XPGN_FATES };

/*
 * Lists the possible results of a legal action with their exact chances, which add up to 1. Choices
 * after the dice (promotion, prisoner, square) are made by the static evaluation. Returns how many
 * there are, 0 if the action cannot be played.
 */
unsigned branch_action(const struct scale *scale, const xpgn_play *play, const xpgn_action *a,
                       struct branch *list);

/* Identifies the actual result: the fates of a combat, the success of an attempt. */
unsigned branch_came(const xpgn_ruleset *rs, const xpgn_facts *facts);

/* The static value, for the acting seat, of a judged action with the choice in facts->action.
   Changes facts->outcome. */
double branch_choice_value(const struct scale *scale, const xpgn_play *play, xpgn_facts *facts);

#endif
