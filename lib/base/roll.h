/* SPDX-License-Identifier: MIT */
/* One side of a roll, as a value; what fates are called. */
#ifndef XPGN_BASE_ROLL_H
#define XPGN_BASE_ROLL_H

#include "xpgn.h"

/* No dice, no number, no fate; the places are left as they are. */
static inline void roll_side_clear(xpgn_roll_side *side) {
    side->dice_count = 0;
    side->count = side->total = -1;
    side->fate = 0;
    side->cell_file = side->cell_rank = XPGN_NO_SQUARE;
}

/* By xpgn_fate: "unharmed", "wounded", "removed", NULL; and the sign in a roll, 0 of unharmed. */
extern const char *const fate_words[XPGN_FATES + 1];
extern const char fate_signs[XPGN_FATES];

#endif
