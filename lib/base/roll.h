/* SPDX-License-Identifier: MIT */
/* One side of a roll, as a value; what fates are called. */
#ifndef XPGN_BASE_ROLL_H
#define XPGN_BASE_ROLL_H

#include "xpgn.h"

/* Only the dice and the cell of a side stay, without what follows from them. */
static inline void roll_side_strip(xpgn_roll_side *side) {
    side->count = side->total = -1;
    side->fate = 0;
}

/* No dice, no number, no fate, no cell; the places are left as they are. */
static inline void roll_side_clear(xpgn_roll_side *side) {
    side->dice_count = 0;
    roll_side_strip(side);
    side->cell_file = side->cell_rank = XPGN_NO_SQUARE;
}

/* The same, and all places 0: a side that is to be filled. */
void roll_side_empty(xpgn_roll_side *side);

/* What stays of a roll without what follows from its dice: these alone; and the cells that winners
   have chosen; and the fates that say whose these are. */
enum roll_part { ROLL_DICE, ROLL_CELLS, ROLL_PRISONERS };
void roll_reduce(const xpgn_roll *roll, enum roll_part part, xpgn_roll *out);

/* Is it of one side? */
static inline bool roll_is_one_sided(const xpgn_roll *roll) {
    return roll->exchanges == 1 && !roll->two_sides;
}

/* Is it one die, of one side? */
static inline bool roll_is_one_die(const xpgn_roll *roll) {
    return roll_is_one_sided(roll) && roll->exchange[0].side[0].dice_count == 1;
}

/* Has it any dice? */
static inline bool roll_has_dice(const xpgn_roll *roll) {
    for (unsigned n = 0; n < 2u * roll->exchanges; n++)
        if (roll->exchange[n / 2].side[n % 2].dice_count > 0)
            return true;
    return false;
}

/* Is there room for as many exchanges and dice as it says it has? */
static inline bool roll_has_room(const xpgn_roll *roll) {
    bool room = roll->exchanges <= XPGN_MAX_EXCHANGES;
    for (unsigned n = 0; room && n < 2u * roll->exchanges; n++)
        room = roll->exchange[n / 2].side[n % 2].dice_count <= XPGN_MAX_DICE;
    return room;
}

/* By xpgn_fate: "unharmed", "wounded", "removed", NULL; and the sign in a roll, 0 of unharmed. */
extern const char *const fate_words[XPGN_FATES + 1];
extern const char fate_signs[XPGN_FATES];

#endif
