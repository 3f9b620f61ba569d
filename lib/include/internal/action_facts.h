/* SPDX-License-Identifier: MIT */
/* The facts of an action, which xpgn/facts.h keeps opaque. */
#ifndef XPGN_INTERNAL_ACTION_FACTS_H
#define XPGN_INTERNAL_ACTION_FACTS_H

#include <xpgn/base.h>

/* ---- rolls of a turn ------------------------------------------------------------------------- */

enum { XPGN_TURN_DICE = 3 };

/* The dice rolled before an action or a turn, in the order rolled. */
typedef struct xpgn_turn_dice {
    uint8_t count; /* 0: none; above XPGN_TURN_DICE only in a record that is wrong */
    uint8_t die[XPGN_TURN_DICE];
} xpgn_turn_dice;

/* A turn roll as one side of a roll. */
void xpgn_turn_dice_side(const xpgn_turn_dice *dice, xpgn_roll_side *side);
/* "4", "5,1,3" or "", for use in one expression: xpgn_turn_dice_text(dice).text. */
struct xpgn_turn_dice_text {
    char text[4 * XPGN_TURN_DICE];
};
struct xpgn_turn_dice_text xpgn_turn_dice_text(const xpgn_turn_dice *dice);

/* ---- the facts of an action ------------------------------------------------------------------ */

enum { XPGN_MAX_SUPPORT = 32 };

typedef struct xpgn_supporter {
    xpgn_piece piece;
    xpgn_square square;
    int16_t gives;
} xpgn_supporter;

/* One side of a combat: values computed from the position, and the result of the dice. */
typedef struct xpgn_combatant {
    xpgn_piece piece; /* before the combat */
    xpgn_square square;
    int16_t base;     /* its own attack or defense value, rating or bonus, depending on the game */
    int16_t support;  /* the sum of its supporters */
    uint8_t count;    /* number of supporters that give more than 0, as a roll records it */
    uint8_t dice;     /* dice to roll in each exchange; 0: none */
    int16_t total;    /* of the last exchange; -1 if the combat has no totals */
    int16_t hits;     /* hit points that it has before the combat; 0: the game has none */
    int16_t lost;     /* those taken off in all exchanges, perhaps more than it had; -1: the combat
                         cannot take off any */
    char fate;        /* the sign of an xpgn_fate: 0, 'w', 'x' */
    xpgn_square cell; /* the castle that holds it as a prisoner, else XPGN_NO_SQUARE */
    xpgn_supporter supporter[XPGN_MAX_SUPPORT]; /* the first `count` are set, ordered by square */
} xpgn_combatant;
/* The hit points that a side which is not removed has left, at least 1. */
static inline unsigned xpgn_hits_left(const xpgn_combatant *c) {
    const int left = c->hits - (c->lost > 0 ? c->lost : 0);
    return left > 0 ? (unsigned)left : 1;
}

/* Everything known about one action. */
typedef struct xpgn_facts {
    xpgn_action action;
    char text[24];            /* canonical notation, with + or # */
    xpgn_turn_dice turn_roll; /* before the action */
    uint8_t spent;            /* dice of the turn that it spends, where these say who may act */
    xpgn_turn_dice left;      /* those that are left after it, in a turn of several actions */
    bool combat;
    xpgn_combatant side[2]; /* attacker, defender; set if `combat` */
    int16_t margin;         /* attack total minus defense total, if the combat has totals */
    xpgn_roll roll; /* the complete roll of the combat, teleport or release; exchanges 0: none */
    xpgn_piece captured;      /* the enemy piece that left the board, as it was before; 0: none */
    bool arrived;             /* the acting piece is on `to` now */
    bool stood;               /* it was illegal, but was allowed to stand: [%illegal stood] */
    bool check;               /* the side to move next is in check (in games with check) */
    const char *rule;         /* the rule that decided the combat or governs the action */
    const char *fate_rule[2]; /* [side]: the rule for its fate */
    xpgn_outcome outcome;     /* set if this action ended the game */
} xpgn_facts;
/* Sets the hit points of both sides to those after an exchange of a roll that both survived. */
static inline void xpgn_facts_pass(xpgn_facts *facts, const xpgn_exchange *x) {
    for (unsigned i = 0; i < 2; i++) {
        facts->side[i].lost = x->side[i].lost;
        facts->side[i].hits = (int16_t)xpgn_hits_left(&facts->side[i]);
    }
}

#endif
