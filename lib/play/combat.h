/* SPDX-License-Identifier: MIT */
/*
 * Combat: what is at stake before the dice fall, and what the dice make of it.  Pure functions of
 * ruleset, position, action and dice; nothing is compared with a record here.
 */
#ifndef XPGN_PLAY_COMBAT_H
#define XPGN_PLAY_COMBAT_H

#include "play/movement.h"

/*
 * Before the dice: who fights, with what value, who supports, how many dice each side has to roll.
 * Sets facts->combat, side[0..1] (base, support, count, dice; total -1, no fate), rule, fate_rule.
 * For an action that is no combat only facts->combat = false is set.
 */
void combat_prepare(const xpgn_ruleset *rs, const xpgn_position *p, const xpgn_action *a,
                    xpgn_facts *facts);

/*
 * After the dice: totals, margin and fates of facts->action, by the last exchange.  Of `dice` only
 * the dice are looked at: they should be as many as combat_prepare asked for, with faces within
 * range (of others nothing sensible comes out), and for a duel all exchanges but the last tied.
 */
void combat_judge(const xpgn_ruleset *rs, const xpgn_roll *dice, xpgn_facts *facts);
/*
 * After combat_judge: the complete roll as exported, in facts->roll.  Prisoners' cells are left
 * open (XPGN_NO_SQUARE).
 */
void combat_complete(const xpgn_ruleset *rs, const xpgn_roll *dice, xpgn_facts *facts);

/* What the piece of a supporter gives to another; 0 or less: it is no supporter (CA-3, FD-7). */
static inline int combat_gives(const xpgn_ruleset *rs, xpgn_piece supporter, xpgn_piece supported) {
    const struct piece_value *v = piece_value(rs, supporter);
    return (v->support_except >> XPGN_TYPE_OF(supported) & 1) != 0 ? 0 : v->gives;
}
/* The row of the ruleset's table that a margin falls in (CA-4). */
static inline const struct margin_row *combat_margin_row(const xpgn_ruleset *rs, int margin) {
    unsigned near = (unsigned)(margin + MARGIN_NEAR);
    return near < 2 * MARGIN_NEAR ? &rs->margin[rs->margin_near[near]]
                                  : ruleset_margin_row(rs, margin);
}
/* What a fate of the table is for that piece: a wound on a wounded one removes it (CA-5). */
static inline char combat_fate_of(char fate, xpgn_piece piece) {
    bool fatal = (fate == 'w') & XPGN_IS_WOUNDED(piece);
    return (char)(fate ^ (fatal * ('w' ^ 'x')));
}
/* True if this combat is one die in all, the attacker's (FD-3, FD-4). */
static inline bool combat_is_single(const xpgn_ruleset *rs, const xpgn_facts *facts) {
    return rs->combat == COMBAT_POOLS &&
           ((rs->single_die >> XPGN_TYPE_OF(facts->side[0].piece) & 1) ||
            (rs->single_die >> XPGN_TYPE_OF(facts->side[1].piece) & 1));
}
/* The count of supporters that the exported roll has on that side; -1: it has none. */
static inline int16_t combat_count(const xpgn_ruleset *rs, const xpgn_facts *facts, int side) {
    bool counted = rs->combat == COMBAT_MARGIN || (rs->combat == COMBAT_OVERWHELM && side == 0) ||
                   (rs->combat == COMBAT_POOLS && rs->support == SUPPORT_DICE &&
                    facts->action.kind == XPGN_ATTACK && !combat_is_single(rs, facts));
    return counted ? facts->side[side].count : -1;
}
/* True if an exchange with equal totals is rolled again (CC-6). */
static inline bool combat_ties_reroll(const xpgn_ruleset *rs) {
    return rs->combat == COMBAT_DUEL;
}
/* True if after this combat the attacker stands on its destination square. */
bool combat_arrives(const xpgn_ruleset *rs, const xpgn_action *a, const xpgn_facts *facts);
/* Is it an en passant attack? */
static inline bool action_is_en_passant(const xpgn_action *a) {
    return a->kind == XPGN_ATTACK && a->target != a->to;
}

#endif
