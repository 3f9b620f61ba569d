/* SPDX-License-Identifier: MIT */
/* Attempts: a teleport (CC-9) or an escape (CC-10), decided by one die and a bonus. */
#ifndef XPGN_PLAY_ATTEMPT_H
#define XPGN_PLAY_ATTEMPT_H

#include "core/play/queen_line.h"
#include "internal/action_facts.h"

static inline bool action_is_attempt(const xpgn_action *a) {
    return a->kind == XPGN_TELEPORT || a->kind == XPGN_RELEASE;
}

/* True if dice decide the action, not counting turn rolls. */
static inline bool action_is_decided_by_dice(const xpgn_ruleset *rs, const xpgn_action *a) {
    return action_is_attempt(a) || (action_fights(a) && !attacks_capture(rs));
}

/* True if the action changes the board and needs no dice. */
static inline bool action_is_quiet(const xpgn_ruleset *rs, const xpgn_action *a) {
    bool free = !combat_rolls(rs);
    return a->kind == XPGN_STEP || a->kind == XPGN_CASTLING || a->kind == XPGN_REINFORCE ||
           a->kind == XPGN_ROUTE || (free && a->kind == XPGN_ATTACK);
}
/* True if the roll is one die of the attacker, within the faces of the die. */
static inline bool attempt_dice_fit(const xpgn_ruleset *rs, const xpgn_roll *roll) {
    const xpgn_roll_side *s = roll->exchange[0].side;
    return roll->exchanges == 1 && s[0].dice_count == 1 && s[1].dice_count == 0 &&
           s[0].dice[0] - 1u < rs->die;
}
/*
 * Sets facts->rule and the complete roll of the attempt facts->action: the die, the number of
 * leaders for a teleport, and the total. A die out of range still gives a total.
 */
void attempt_decide(const xpgn_ruleset *rs, const xpgn_position *p, unsigned die,
                    xpgn_facts *facts);
/* After attempt_decide: true if the total is sufficient. */
static inline bool attempt_succeeds(const xpgn_ruleset *rs, const xpgn_facts *facts) {
    int total = facts->roll.exchange[0].side[0].total;
    if (facts->action.kind == XPGN_RELEASE)
        return total >= rs->release_reach;
    return rs->teleport_exact ? total == rs->teleport_reach : total >= rs->teleport_reach;
}
/* After attempt_decide: true if the result that the action claims is what the die allows. */
bool attempt_fits(const xpgn_ruleset *rs, const xpgn_position *p, const xpgn_facts *facts);
/* True if a prisoner of that type from the castle on `castle` may be placed on that square. */
static inline bool release_fits(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_square castle,
                                unsigned type, xpgn_square to) {
    return to < 64 && p->held[cell_of(rs, castle)][type] != 0 && p->at[to] == 0 &&
           (king_attacks(castle) & BIT(to)) != 0;
}

#endif
