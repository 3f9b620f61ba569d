/* SPDX-License-Identifier: MIT */
/*
 * The chances of a combat, by going through all that the dice can show.  Only the highest die of a
 * side decides, and a side with one die has no other, so a side is gone through by its highest
 * face.  What each throw comes to is asked of combat_judge: there is no second set of rules here.
 */
#include "play/odds.h"

/* The chance that the highest of `dice` dice with `faces` faces is `face`; no dice show nothing. */
static double highest_is(unsigned face, unsigned dice, unsigned faces) {
    double up_to = 1, below = 1;
    for (unsigned i = 0; i < dice; i++) {
        up_to *= (double)face / faces;
        below *= (double)(face - 1) / faces;
    }
    return dice == 0 ? 1 : up_to - below;
}

/* The dice of one side, all alike: of a throw with that highest face the one that says it best. */
static void set_dice(xpgn_roll_side *side, unsigned face, unsigned dice) {
    side->dice_count = (uint8_t)dice;
    for (unsigned i = 0; i < dice; i++)
        side->dice[i] = (uint8_t)face;
}

static void clear_fates(xpgn_facts *facts) {
    for (unsigned i = 0; i < 2; i++) {
        facts->side[i].total = -1;
        facts->side[i].fate = 0;
    }
}

static void add(struct odds *out, const xpgn_facts *facts, double chance) {
    out->chance[odds_outcome_of(facts)] += chance;
    if (facts->side[0].total >= 0 && facts->side[0].total == facts->side[1].total)
        out->tie += chance;
    for (unsigned i = 0; i < 2; i++)
        if (facts->side[i].fate == 'w')
            out->wounded[i] += chance;
}

/* What is rolled again leaves the other throws with more of the whole. */
static void scale(struct odds *out, double whole) {
    for (unsigned i = 0; i < ODDS_OUTCOMES; i++)
        out->chance[i] /= whole;
    out->tie /= whole;
    for (unsigned i = 0; i < 2; i++)
        out->wounded[i] /= whole;
}

static unsigned dice_of(const xpgn_combatant *c) {
    return c->dice < XPGN_MAX_DICE ? c->dice : XPGN_MAX_DICE;
}

bool odds_of(const xpgn_ruleset *rs, const xpgn_facts *facts, struct odds *out) {
    if (!facts->combat)
        return false;
    xpgn_facts f = *facts;
    xpgn_roll roll = {.exchanges = 1};
    unsigned dice[2] = {dice_of(&f.side[0]), dice_of(&f.side[1])}, most[2];
    for (unsigned i = 0; i < 2; i++)
        most[i] = dice[i] > 0 && rs->die > 0 ? rs->die : 1;
    double whole = 0;
    *out = (struct odds){.tie = 0};
    for (unsigned a = 1; a <= most[0]; a++)
        for (unsigned d = 1; d <= most[1]; d++) {
            bool tied = f.side[0].base + (int)a == f.side[1].base + (int)d;
            if (combat_ties_reroll(rs) && tied)
                continue;
            set_dice(&roll.exchange[0].side[0], a, dice[0]);
            set_dice(&roll.exchange[0].side[1], d, dice[1]);
            clear_fates(&f);
            combat_judge(rs, &roll, &f);
            double chance = highest_is(a, dice[0], most[0]) * highest_is(d, dice[1], most[1]);
            whole += chance;
            add(out, &f, chance);
        }
    if (whole > 0)
        scale(out, whole);
    return whole > 0;
}

bool xpgn_combat_chances(const xpgn_ruleset *rs, const xpgn_facts *facts, double chance[2]) {
    struct odds odds;
    if (!odds_of(rs, facts, &odds))
        return false;
    chance[0] = odds.chance[ODDS_WON];
    chance[1] = odds.chance[ODDS_LOST];
    return true;
}
