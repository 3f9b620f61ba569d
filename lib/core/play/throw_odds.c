/* SPDX-License-Identifier: MIT */
/* What each throw of dice that say who may act lets a side do. */
#include "core/play/actors.h"
#include "internal/chance.h"

/* The dice in the other orders fall as often: 3! / (2! 1!) for 5,5,1. */
static uint32_t orders_of(const xpgn_turn_dice *dice) {
    uint32_t ways = 1;
    for (unsigned i = 1, equal = 1; i < dice->count; i++) {
        equal = dice->die[i] == dice->die[i - 1] ? equal + 1 : 1;
        ways = ways * (i + 1) / equal;
    }
    return ways;
}

/* Goes on to the next dice in ascending order; false after the last. */
static bool next_dice(xpgn_turn_dice *dice, unsigned faces) {
    unsigned at = dice->count;
    while (at > 0 && dice->die[at - 1] == faces)
        at--;
    if (at == 0)
        return false;
    uint8_t face = (uint8_t)(dice->die[at - 1] + 1);
    for (unsigned i = at - 1; i < dice->count; i++)
        dice->die[i] = face;
    return true;
}

static xpgn_throw throw_of(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_turn_dice dice,
                           bool whole) {
    struct state s = {.position = *p, .turn = {.dice = dice}};
    xpgn_throw t = {.dice = dice, .ways = orders_of(&dice)};
    t.most = (uint8_t)actors_most(rs, &s);
    t.again = t.most == 0 && rs->roll.again;
    if (whole && t.most > 0) {
        t.actions = (uint32_t)actors_actions(rs, &s, NULL, 0);
        t.king = actors_reach_king(rs, &s);
    }
    return t;
}

size_t xpgn_throws(const xpgn_ruleset *rs, const xpgn_position *p, bool whole, xpgn_throw *list,
                   size_t capacity) {
    xpgn_turn_dice dice = {.count = rs->roll.dice};
    size_t count = 0;
    if (!turn_rolls_actors(rs) || !position_fits(p, &rs->geometry))
        return 0;
    for (unsigned i = 0; i < dice.count; i++)
        dice.die[i] = 1;
    do {
        if (count < capacity)
            list[count] = throw_of(rs, p, dice, whole);
        count++;
    } while (next_dice(&dice, rs->die));
    return count;
}
