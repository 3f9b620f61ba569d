/* SPDX-License-Identifier: MIT */
/*
 * Combat: what is at stake before the dice fall, and what the dice make of it.  Pure functions of
 * ruleset, position, action and dice; nothing is compared with a record here.
 */
#ifndef XPGN_RULES_COMBAT_H
#define XPGN_RULES_COMBAT_H

#include "rules/movement.h"

/*
 * Before the dice: who fights, with what value, who supports, how many dice each side has to roll.
 * Sets facts->combat, side[0..1] (base, support, count, dice; total -1, no fate), rule, fate_rule.
 * For an action that is no combat only facts->combat = false is set.
 */
void combat_prepare(const xpgn_ruleset *rs, const xpgn_position *p, const xpgn_action *a,
                    xpgn_facts *facts);

/*
 * After the dice: totals, margin and fates of facts->action.  Of `dice` only the dice are looked at
 * (faces within range, as many as combat_prepare asked for; for a duel all exchanges but the last
 * tied).
 */
void combat_judge(const xpgn_ruleset *rs, const xpgn_roll *dice, xpgn_facts *facts);
/*
 * After combat_judge: the complete roll as exported, in facts->roll.  Prisoners' cells are left
 * open (XPGN_NO_SQUARE).
 */
void combat_complete(const xpgn_ruleset *rs, const xpgn_roll *dice, xpgn_facts *facts);
/* The count of supporters that the exported roll has on that side; -1: it has none. */
int16_t combat_count(const xpgn_ruleset *rs, const xpgn_facts *facts, int side);

/* True if this combat is one die in all, the attacker's (FD-3, FD-4). */
bool combat_is_single(const xpgn_ruleset *rs, const xpgn_facts *facts);
/* True if an exchange with these totals is rolled again (CC-6). */
bool combat_ties_reroll(const xpgn_ruleset *rs);
/* True if after this combat the attacker stands on its destination square. */
bool combat_arrives(const xpgn_ruleset *rs, const xpgn_action *a, const xpgn_facts *facts);
/* Is it an en passant attack? */
static inline bool action_is_en_passant(const xpgn_action *a) {
    return a->kind == XPGN_ATTACK && a->target != a->to;
}

#endif
