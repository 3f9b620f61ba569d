/* SPDX-License-Identifier: MIT */
/*
 * Combat: what is at stake before the dice fall, and what the dice make of it.  Functions of
 * ruleset, position, action and dice; nothing here knows what a record says.
 */
#ifndef XPGN_PLAY_COMBAT_H
#define XPGN_PLAY_COMBAT_H

#include "play/action.h"
#include "play/dice.h"
#include "play/movement.h"

/* ---- before the dice ------------------------------------------------------------------------- */

/*
 * Of facts->action sets facts->combat, and for a combat side[0..1] (piece, square, base, support,
 * count, dice; no total, no fate), rule and fate_rule.  The lists of supporters are left to
 * combat_list_supporters.
 */
void combat_prepare(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_facts *facts);
/*
 * The same without a position: facts->action and piece and support of both sides are given, and
 * base, dice, rule and fate_rule are set.  An adjacency sum is the attacker's own value and the
 * support.
 */
void combat_prepare_pieces(const xpgn_ruleset *rs, xpgn_facts *facts);
/* The rule that decides the combat of the pieces in the facts, as combat_prepare cites it. */
void combat_cite(const xpgn_ruleset *rs, xpgn_facts *facts);
/* After combat_prepare, on the same position: the supporters of both sides, by square. */
void combat_list_supporters(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_facts *facts);

/* An attack by which a pawn is captured en passant. */
static inline bool action_is_en_passant(const xpgn_action *a) {
    return a->kind == XPGN_ATTACK && a->target != a->to;
}
/* CA-3: with chess movement, all other pieces of both sides that attack or guard the defender's
   square; CA-7: and the pawns that could capture en passant too.  None if no rule asks for them. */
static inline bits combat_supporters(const xpgn_ruleset *rs, const xpgn_position *p,
                                     const xpgn_action *a) {
    unsigned us = XPGN_SEAT_OF(a->piece);
    bool asked = rs->support == SUPPORT_VALUES || rs->support == SUPPORT_DICE;
    if (!asked || rs->movement != MOVEMENT_CHESS)
        return 0;
    bits all = attackers_to(p, a->target, position_occupied(p));
    if (action_is_en_passant(a))
        all |= pawn_attacks(us ^ 1, a->to) & p->type[XPGN_PAWN] & p->seat[us];
    return all & ~BIT(a->from);
}
/* FD-3, FD-4: one die in all, the attacker's. */
static inline bool combat_is_single(const xpgn_ruleset *rs, const xpgn_facts *facts) {
    unsigned single = (unsigned)rs->single_die >> XPGN_TYPE_OF(facts->side[0].piece) |
                      (unsigned)rs->single_die >> XPGN_TYPE_OF(facts->side[1].piece);
    return combat_is(rs, TRAIT_POOLS) && (single & 1) != 0;
}
/* Does support count in the combat of these pieces (CA-3, FD-7, AS-3)? */
static inline bool combat_takes_support(const xpgn_ruleset *rs, const xpgn_facts *facts) {
    if (combat_is(rs, TRAIT_POOLS))
        return rs->support == SUPPORT_DICE && facts->action.kind == XPGN_ATTACK &&
               !combat_is_single(rs, facts);
    return combat_support(rs->combat) != SUPPORT_NONE;
}
/* What a supporter gives to another piece; 0 or less: it is none (CA-3, CA-15, FD-7). */
static inline int supporter_gives(const xpgn_ruleset *rs, xpgn_piece supporter,
                                  xpgn_piece supported) {
    const struct piece_value *v = piece_value(rs, supporter);
    return (v->support_except >> XPGN_TYPE_OF(supported) & 1) != 0 ? 0 : v->gives;
}
/* FD-5: the attacker moves on, whatever its dice make of the pawn. */
static inline bool combat_passes(const xpgn_ruleset *rs, const xpgn_action *a) {
    return combat_is(rs, TRAIT_POOLS) && action_is_en_passant(a);
}

/* What counts of the dice of both sides of an exchange. */
struct combat_shown {
    int attacker, defender;
};
static inline struct combat_shown combat_shown(const xpgn_ruleset *rs, const xpgn_exchange *x) {
    return (struct combat_shown){dice_shown(rs, &x->side[0]), dice_shown(rs, &x->side[1])};
}
/* Does an exchange that shows this, a die on each side, come out equal and is rolled again? */
bool combat_is_tied(const xpgn_ruleset *rs, const xpgn_facts *facts, struct combat_shown shown);
/* As many dice as are due, with faces that the die has, and ties rolled again? */
bool combat_dice_fit(const xpgn_ruleset *rs, const xpgn_facts *facts, const xpgn_roll *roll);

/* ---- after the dice -------------------------------------------------------------------------- */

/*
 * Totals, margin and fates of facts->action, by what the last exchange shows: dice as many as
 * combat_prepare asked for and within the faces, or the result is meaningless.
 */
void combat_judge(const xpgn_ruleset *rs, struct combat_shown last, xpgn_facts *facts);
/* The same by a roll, facts->roll in full (the dice and the cells of the roll, with all that
   follows), and combat_settle. */
void combat_complete(const xpgn_ruleset *rs, const xpgn_roll *roll, xpgn_facts *facts);
/* What follows from the fates and the cells in facts->roll: facts->arrived, facts->captured, the
   prisoner's cell.  Once more where these are adopted from a record. */
void combat_settle(const xpgn_ruleset *rs, xpgn_facts *facts);
/* FD-1, CA-13: is what the pawn becomes named if it arrived on the last rank, and only then? */
enum arrival_fit { ARRIVAL_FITS, ARRIVAL_IDLE /* it did not arrive */, ARRIVAL_UNNAMED };
enum arrival_fit combat_arrival_fit(const xpgn_ruleset *rs, const xpgn_facts *facts);
/* CC-8: the cell of the prisoner, as facts->roll names it, is one of the winner's. */
bool combat_cell_fits(const xpgn_ruleset *rs, const xpgn_facts *facts);
/* Is everything chosen that the dice leave to choose, and nothing else: the cell, and what the pawn
   becomes? */
bool combat_is_complete(const xpgn_ruleset *rs, const xpgn_facts *facts);
/*
 * All of it at once: the combat facts->action by the dice and the cells in facts->roll;
 * `supporters` by combat_supporters, where the movement is that of chess.  False: the dice, the
 * cell or what the pawn becomes do not fit, or the piece does not take by its sum (AS-4), and the
 * facts are not complete.  No rule is cited.
 */
bool combat_take(const xpgn_ruleset *rs, const xpgn_position *p, bits supporters,
                 xpgn_facts *facts);
/* The side that is removed, of a combat in which one is (CC-6). */
static inline unsigned combat_loser(const xpgn_facts *facts) {
    return facts->side[0].fate != 'x';
}

#endif
