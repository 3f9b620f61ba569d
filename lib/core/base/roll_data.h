/* SPDX-License-Identifier: MIT */
/* Sides of rolls as values, and the names of fates. */
#ifndef XPGN_BASE_ROLL_DATA_H
#define XPGN_BASE_ROLL_DATA_H

#include <string.h>
#include <xpgn/base.h>

#include "internal/action_facts.h"

/* Reduces a side to its dice and cell. */
static inline void roll_side_strip(xpgn_roll_side *side) {
    side->count = side->total = side->lost = -1;
    side->fate = 0;
}

/* Clears dice, numbers, fate and cell, but not the places. */
static inline void roll_side_clear(xpgn_roll_side *side) {
    side->dice_count = 0;
    roll_side_strip(side);
    side->cell_file = side->cell_rank = XPGN_NO_SQUARE;
}

/* Clears a side with all places. */
void roll_side_empty(xpgn_roll_side *side);

/* What a roll is reduced to: the dice; with the cells chosen by winners; and with the fates that
   say whose cells they are. */
enum roll_part { ROLL_DICE, ROLL_CELLS, ROLL_PRISONERS };
void roll_reduce(const xpgn_roll *roll, enum roll_part part, xpgn_roll *out);

/* True if it has one side. */
static inline bool roll_is_one_sided(const xpgn_roll *roll) {
    return roll->exchanges == 1 && !roll->two_sides;
}

/* True if it is one die of one side. */
static inline bool roll_is_one_die(const xpgn_roll *roll) {
    return roll_is_one_sided(roll) && roll->exchange[0].side[0].dice_count == 1;
}

/* True if it is dice of one side and nothing else, the form of turn rolls. */
static inline bool roll_is_bare(const xpgn_roll *roll) {
    const xpgn_roll_side *s = &roll->exchange[0].side[0];
    return roll_is_one_sided(roll) && s->dice_count > 0 && s->count < 0 && s->total < 0 &&
           s->lost < 0 && s->fate == 0;
}
/* One die as a turn roll. */
static inline xpgn_turn_dice turn_dice_of(unsigned die) {
    return (xpgn_turn_dice){1, {(uint8_t)die}};
}
static inline bool turn_dice_same(const xpgn_turn_dice *a, const xpgn_turn_dice *b) {
    return a->count == b->count && memcmp(a->die, b->die, sizeof a->die) == 0;
}
/* The dice of one side as a turn roll; those for which it has no room are only counted. */
xpgn_turn_dice turn_dice_from(const xpgn_roll_side *side);
/* True if the roll has dice. */
static inline bool roll_has_dice(const xpgn_roll *roll) {
    for (unsigned n = 0; n < 2u * roll->exchanges; n++)
        if (roll->exchange[n / 2].side[n % 2].dice_count > 0)
            return true;
    return false;
}

/* Leaves one of its exchanges. */
static inline void roll_keep(xpgn_roll *roll, unsigned exchange) {
    roll->exchange[0] = roll->exchange[exchange];
    roll->exchanges = 1;
}

/* True if its counts of exchanges and dice fit their arrays. */
static inline bool roll_has_room(const xpgn_roll *roll) {
    bool room = roll->exchanges <= XPGN_MAX_EXCHANGES;
    for (unsigned n = 0; room && n < 2u * roll->exchanges; n++)
        room = roll->exchange[n / 2].side[n % 2].dice_count <= XPGN_MAX_DICE;
    return room;
}

/* By xpgn_fate: "unharmed", "wounded", "removed", NULL; and the signs in a roll, 0 for unharmed. */
extern const char *const fate_words[XPGN_FATES + 1];
extern const char fate_signs[XPGN_FATES];

#endif
