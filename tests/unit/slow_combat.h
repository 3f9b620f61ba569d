/* SPDX-License-Identifier: MIT */
/*
 * Combat again, slowly and obviously, from the rules as they are told: every square is asked
 * whether its piece helps, numbers stand in plain tables.  The fast mechanism is compared with it.
 */
#ifndef XPGN_TESTS_SLOW_COMBAT_H
#define XPGN_TESTS_SLOW_COMBAT_H

#include "core/play/combat.h"

struct slow_side {
    int base, support, count; /* count: supporters that give more than 0 */
    int dice;                 /* how many this side rolls */
    int total;                /* -1: the combat has none */
    char fate;
    unsigned helper[64]; /* the squares of the supporters, ascending */
    int gives[64];
};

struct slow_combat {
    struct slow_side side[2];
    bool arrives;
};

/* Before the dice. */
void slow_attack_prepare(const xpgn_position *p, const xpgn_action *a, bool remote_royals,
                         struct slow_combat *c);
void slow_dice_prepare(const xpgn_position *p, const xpgn_action *a, bool support,
                       struct slow_combat *c);
void slow_duel_prepare(const xpgn_position *p, const xpgn_action *a, struct slow_combat *c);
void slow_siege_prepare(const xpgn_position *p, const xpgn_action *a, struct slow_combat *c);
/* After them; the exchange that decided. */
void slow_attack_decide(const xpgn_position *p, const xpgn_action *a, const xpgn_exchange *dice,
                        struct slow_combat *c);
void slow_dice_decide(const xpgn_position *p, const xpgn_action *a, const xpgn_exchange *dice,
                      struct slow_combat *c);
void slow_duel_decide(const xpgn_exchange *dice, struct slow_combat *c);
void slow_siege_decide(struct slow_combat *c);

/* Polyhedral Chess War, with one die a side. */
int slow_war_faces(unsigned type);
void slow_war_decide(const xpgn_exchange *dice, struct slow_combat *c);

/* Single-Combat Chess, with a die of 6, 8 or 10 faces: the number that a type of piece needs. */
int slow_single_need(unsigned faces, unsigned attacker, unsigned defender);
void slow_single_decide(const xpgn_exchange *dice, int need, struct slow_combat *c);

/* Reckless Chess: two dice of the attacker, one of the defender; the faces of a piece's own die. */
int slow_reckless_faces(unsigned type);
void slow_reckless_decide(unsigned attacker, const xpgn_exchange *dice, struct slow_combat *c);

#endif
