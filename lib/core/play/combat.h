/* SPDX-License-Identifier: MIT */
/*
 * Combat: who takes part with which values before the dice fall, and the result of the dice.
 * Functions of ruleset, position, action and dice; they know nothing about records.
 */
#ifndef XPGN_PLAY_COMBAT_H
#define XPGN_PLAY_COMBAT_H

#include "core/play/dice_weights.h"
#include "core/play/movement.h"
#include "core/play/play_action.h"
#include "internal/action_facts.h"

/* ---- before the dice ------------------------------------------------------------------------- */

/*
 * Sets facts->combat for facts->action, and if it is one, side[0..1] (piece, square, base, support,
 * count, dice; not total and fate), rule and fate_rule. combat_list_supporters sets the lists of
 * supporters.
 */
void combat_prepare(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_facts *facts);
/*
 * The same without a position: facts->action and piece and support of both sides are given; sets
 * base, dice, rule and fate_rule. An adjacency sum is the attacker's own value plus the support.
 */
void combat_prepare_pieces(const xpgn_ruleset *rs, xpgn_facts *facts);
/* Sets the rules that combat_prepare cites for a combat of these pieces. */
void combat_cite(const xpgn_ruleset *rs, xpgn_facts *facts);
/* After combat_prepare, on the same position: sets the lists of supporters of both sides, ordered
   by square. */
void combat_list_supporters(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_facts *facts);

/* True if a pawn is attacked en passant. */
static inline bool action_is_en_passant(const xpgn_action *a) {
    return a->kind == XPGN_ATTACK && a->target != a->to;
}
/* With chess movement, all other pieces of both sides that attack or guard the defender's square
   (CA-3), and the other pawns that could capture en passant (CA-7). Empty if support does not
   count. */
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
/* What the attacker's only die must show, while the defender rolls none and neither has a value
   (FD-3, FD-4); 0: totals decide. */
static inline unsigned combat_need(const xpgn_ruleset *rs, const xpgn_facts *facts) {
    return combat_needs(rs, facts->side[0].piece, facts->side[1].piece);
}
/* True if totals decide, which begin with the values of both pieces: neither a number that is
   needed does nor a blow (HP-2). */
static inline bool combat_has_values(const xpgn_ruleset *rs, const xpgn_facts *facts) {
    return combat_need(rs, facts) == 0 && !combat_is_blow(rs);
}
/* True if a value of that side is added to what it rolls; pieces with dice of their own may have
   none (PW-2). */
static inline bool combat_adds_value(const xpgn_ruleset *rs, const xpgn_facts *facts,
                                     unsigned side) {
    return combat_has_values(rs, facts) && (!combat_adds_dice(rs) || facts->side[side].base != 0);
}
/* What the piece of that side rolls, in a game whose pieces have dice of their own. */
static inline const struct dice_expr *combat_dice(const xpgn_ruleset *rs, const xpgn_facts *facts,
                                                  unsigned side) {
    return &rs->thrown[side][XPGN_TYPE_OF(facts->side[side].piece)];
}
/* The faces of a die of a side, of those that it rolls; 0 beyond them in games whose pieces have
   dice of their own. */
static inline unsigned combat_faces(const xpgn_ruleset *rs, const xpgn_facts *facts, unsigned side,
                                    unsigned die) {
    if (!combat_adds_dice(rs))
        return rs->die;
    return die < DICE_EXPR_DICE ? combat_dice(rs, facts, side)->faces[die] : 0;
}
/* True if support counts in a combat of these pieces (CA-3, FD-7, AS-3). */
static inline bool combat_takes_support(const xpgn_ruleset *rs, const xpgn_facts *facts) {
    if (combat_counts_highest(rs))
        return rs->support == SUPPORT_DICE && facts->action.kind == XPGN_ATTACK &&
               combat_need(rs, facts) == 0;
    return contest_is(rs, CONTEST_SUPPORT);
}
/* What a supporter gives to another piece; 0 or less if it does not support it (CA-3, CA-15,
   FD-7). */
static inline int supporter_gives(const xpgn_ruleset *rs, xpgn_piece supporter,
                                  xpgn_piece supported) {
    const struct piece_value *v = piece_value(rs, supporter);
    return (v->support_except >> XPGN_TYPE_OF(supported) & 1) != 0 ? 0 : v->gives;
}
/* True if the attacker moves on whatever the fate of the pawn (FD-5). */
static inline bool combat_passes(const xpgn_ruleset *rs, const xpgn_action *a) {
    return combat_counts_highest(rs) && action_is_en_passant(a);
}

/* The value that counts of each side's dice in an exchange. */
struct combat_shown {
    int attacker, defender;
};
static inline struct combat_shown combat_shown(const xpgn_ruleset *rs, const xpgn_exchange *x) {
    return (struct combat_shown){dice_shown(rs, &x->side[0]), dice_shown(rs, &x->side[1])};
}
/* The total of a side whose dice show this. */
static inline int16_t combat_total(const xpgn_ruleset *rs, const xpgn_combatant *c, int shown) {
    if (combat_counts_highest(rs)) /* FD-8: a rating may stand for them */
        return (int16_t)(c->dice > 0 ? shown : c->base);
    return (int16_t)(c->base + c->support + shown);
}
/* True if an exchange with one die on each side that shows this is a tie and is rolled again. */
bool combat_is_tied(const xpgn_ruleset *rs, const xpgn_facts *facts, struct combat_shown shown);
/* True if the roll has as many dice as are due, within the faces of each die, with ties rolled
   again. */
bool combat_dice_fit(const xpgn_ruleset *rs, const xpgn_facts *facts, const xpgn_roll *roll);

/* ---- after the dice -------------------------------------------------------------------------- */

/*
 * Sets totals, margin and fates of facts->action from what the last exchange shows; by hit points,
 * and what is lost, as if it were the only one. The dice must fit (combat_dice_fit), or the result
 * is meaningless.
 */
void combat_judge(const xpgn_ruleset *rs, struct combat_shown last, xpgn_facts *facts);
/* The same from a roll: also sets facts->roll completely, from the dice and the cells of `roll`,
   and calls combat_settle. */
void combat_complete(const xpgn_ruleset *rs, const xpgn_roll *roll, xpgn_facts *facts);
/* Sets facts->arrived, facts->captured and the prisoner's cell from the fates and the cells in
   facts->roll. Call it again if these are taken over from a record. */
void combat_settle(const xpgn_ruleset *rs, xpgn_facts *facts);
/* FD-1, CA-13: whether a promotion is given if and only if a pawn arrived on the last rank. */
enum arrival_fit { ARRIVAL_FITS, ARRIVAL_IDLE /* it did not arrive */, ARRIVAL_UNNAMED };
enum arrival_fit combat_arrival_fit(const xpgn_ruleset *rs, const xpgn_facts *facts);
/* CC-8: true if the prisoner's cell in facts->roll is one of the winner's. */
bool combat_cell_fits(const xpgn_ruleset *rs, const xpgn_facts *facts);
/* True if the choices that the dice leave (cell, promotion) are made, and no others. */
bool combat_is_complete(const xpgn_ruleset *rs, const xpgn_facts *facts);
/*
 * Prepares and completes the combat facts->action in one go, with the dice and the cells in
 * facts->roll; `supporters` is from combat_supporters, for chess movement. False if the dice, the
 * cell or the promotion do not fit, or the sum does not suffice (AS-4); the facts are then
 * incomplete. Cites no rule.
 */
bool combat_take(const xpgn_ruleset *rs, const xpgn_position *p, bits supporters,
                 xpgn_facts *facts);
/* The side that is removed, in a combat that removes exactly one (CC-6). */
static inline unsigned combat_loser(const xpgn_facts *facts) {
    return facts->side[0].fate != 'x';
}

#endif
