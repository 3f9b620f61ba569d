/* SPDX-License-Identifier: MIT */
/* Combats by hit points: what an exchange takes off, and who is left. */
#ifndef XPGN_PLAY_DAMAGE_H
#define XPGN_PLAY_DAMAGE_H

#include "core/play/combat.h"
#include "core/play/hits.h"

/* Sets the hit points of both sides, where they are 0 those of unharmed pieces, and that nothing
   is lost yet. */
void damage_begin(const xpgn_ruleset *rs, xpgn_facts *facts);
/* Sets totals, margin, points lost and fates as they are after one exchange that shows this. */
void damage_judge(const xpgn_ruleset *rs, struct combat_shown shown, xpgn_facts *facts);
/* The same after all exchanges of facts->roll, which has the dice, and completes the roll. */
void damage_complete(const xpgn_ruleset *rs, xpgn_facts *facts);
/* The number of exchanges that both pieces survive, up to the first that one does not. */
unsigned damage_survived(const xpgn_ruleset *rs, const xpgn_facts *facts, const xpgn_roll *roll);
/* True if the attacker of a combat may go on after the exchanges of *roll, or stop (CD-3). */
bool damage_goes_on(const xpgn_ruleset *rs, const xpgn_facts *facts, const xpgn_roll *roll);

#endif
