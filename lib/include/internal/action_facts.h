/* SPDX-License-Identifier: MIT */
/* The facts of an action, which xpgn/facts.h keeps opaque. */
#ifndef XPGN_INTERNAL_ACTION_FACTS_H
#define XPGN_INTERNAL_ACTION_FACTS_H

#include <xpgn/base.h>

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
    char fate;        /* the sign of an xpgn_fate: 0, 'w', 'x' */
    xpgn_square cell; /* the castle that holds it as a prisoner, else XPGN_NO_SQUARE */
    xpgn_supporter supporter[XPGN_MAX_SUPPORT]; /* the first `count` are set, ordered by square */
} xpgn_combatant;

/* Everything known about one action. */
typedef struct xpgn_facts {
    xpgn_action action;
    char text[24];     /* canonical notation, with + or # */
    uint8_t turn_roll; /* the die rolled before the action; 0: none */
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

#endif
