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
 * After the dice: totals, margin, fates, and the complete roll as exported in facts->roll.
 * `dice` has the dice only (faces within range, as many as combat_prepare asked for; for a duel
 * all exchanges but the last tied).  Prisoners' cells are left open (XPGN_NO_SQUARE).
 */
void combat_decide(const xpgn_ruleset *rs, const xpgn_action *a, const xpgn_roll *dice,
                   xpgn_facts *facts);

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
