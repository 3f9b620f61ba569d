/* SPDX-License-Identifier: MIT */
/* Actions, lists of actions, and the facts of an action before its dice or without dice. */
#ifndef XPGN_PLAY_PLAY_ACTION_H
#define XPGN_PLAY_PLAY_ACTION_H

#include "core/rules/ruleset.h"
#include "internal/action_facts.h"

/* A list that keeps counting when it is full. */
struct action_list {
    xpgn_action *list;
    size_t capacity;
    size_t count;
};

static inline void action_list_add(struct action_list *l, const xpgn_action *a) {
    if (l->count < l->capacity)
        l->list[l->count] = *a;
    l->count++;
}
/* Sets an action of the piece on `from` (none for XPGN_PASS), with the other fields "none". It is
   set in place because seven bytes passed by value would be packed and unpacked again. */
static inline void action_set(xpgn_action *a, const xpgn_position *p, xpgn_action_kind kind,
                              xpgn_square from, xpgn_square to) {
    a->kind = (uint8_t)kind;
    a->piece = from == XPGN_NO_SQUARE ? 0 : p->at[from];
    a->from = from;
    a->to = to;
    a->target = a->drop = XPGN_NO_SQUARE;
    a->promotion = 0;
}
static inline xpgn_action action_of(const xpgn_position *p, xpgn_action_kind kind, unsigned from,
                                    unsigned to) {
    xpgn_action a;
    action_set(&a, p, kind, (xpgn_square)from, (xpgn_square)to);
    return a;
}
/* The same with the target that long notation implies: the piece on `to`. */
static inline void action_at(xpgn_action *a, const xpgn_position *p, xpgn_action_kind kind,
                             xpgn_square from, xpgn_square to) {
    action_set(a, p, kind, from, to);
    if (kind == XPGN_ATTACK || kind == XPGN_RELEASE)
        a->target = to;
}
/* The same, whatever the dice leave to choose. */
static inline bool action_same(const xpgn_action *a, const xpgn_action *b) {
    return a->kind == b->kind && a->from == b->from && a->to == b->to && a->target == b->target &&
           a->promotion == b->promotion;
}
static inline bool action_fights(const xpgn_action *a) {
    return a->kind == XPGN_ATTACK || a->kind == XPGN_SHOT || a->kind == XPGN_RUN;
}
/* True if a piece of the side to move is on sq. */
static inline bool is_own(const xpgn_position *p, xpgn_square sq) {
    return p->at[sq] != 0 && XPGN_SEAT_OF(p->at[sq]) == p->side_to_move;
}
/* True if a piece of any other seat is on sq. */
static inline bool is_enemy(const xpgn_position *p, xpgn_square sq) {
    return p->at[sq] != 0 && XPGN_SEAT_OF(p->at[sq]) != p->side_to_move;
}
/* True if its kind and squares exist, and there are pieces on the squares that need one. */
bool action_is_playable(const xpgn_position *p, const xpgn_action *a);

/* Clears all facts except the action; `turn_roll` are the dice before it. */
static inline void facts_begin(const xpgn_ruleset *rs, xpgn_turn_dice turn_roll,
                               xpgn_facts *facts) {
    facts->turn_roll = turn_roll;
    facts->spent = 0;
    facts->left = (xpgn_turn_dice){0};
    facts->margin = 0;
    facts->check = false;
    facts->captured = 0;
    facts->arrived = false;
    facts->text[0] = '\0';
    facts->outcome = (xpgn_outcome){0};
    facts->rule = rs->cite[CITE_MOVE];
    facts->fate_rule[0] = facts->fate_rule[1] = facts->rule;
}

/* Sets the facts of an action that is neither a combat nor an attempt. */
static inline void facts_settle_quiet(const xpgn_position *p, xpgn_facts *facts) {
    const xpgn_action *a = &facts->action;
    facts->roll.exchanges = 0;
    facts->arrived = a->to != XPGN_NO_SQUARE;
    facts->captured = a->kind == XPGN_ATTACK ? p->at[a->target] : 0;
}
/* Sets those of an action that is about to be played where attacks capture, but for its notation.
 */
static inline void facts_begin_plain(const xpgn_ruleset *rs, const xpgn_position *p,
                                     xpgn_facts *facts) {
    facts_begin(rs, (xpgn_turn_dice){0}, facts);
    facts->combat = false;
    facts_settle_quiet(p, facts);
}

#endif
