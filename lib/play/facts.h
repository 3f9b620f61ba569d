/* SPDX-License-Identifier: MIT */
/* The facts of an action before its dice, and of one that has none. */
#ifndef XPGN_PLAY_FACTS_H
#define XPGN_PLAY_FACTS_H

#include "rules/ruleset.h"

/* Nothing is known yet but the action, which is kept; `turn_roll`: the die before it, 0: none. */
static inline void facts_begin(const xpgn_ruleset *rs, unsigned turn_roll, xpgn_facts *facts) {
    facts->turn_roll = (uint8_t)turn_roll;
    facts->margin = 0;
    facts->check = false;
    facts->captured = 0;
    facts->arrived = false;
    facts->text[0] = '\0';
    facts->outcome = (xpgn_outcome){0};
    facts->rule = rs->cite[CITE_MOVE];
    facts->fate_rule[0] = facts->fate_rule[1] = facts->rule;
}

/* What an action does that is neither fought nor attempted. */
static inline void facts_settle_quiet(const xpgn_position *p, xpgn_facts *facts) {
    const xpgn_action *a = &facts->action;
    facts->roll.exchanges = 0;
    facts->arrived = a->to != XPGN_NO_SQUARE;
    facts->captured = a->kind == XPGN_ATTACK ? p->at[a->target] : 0;
}

#endif
