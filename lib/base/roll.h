/* SPDX-License-Identifier: MIT */
/* One side of a roll, as a value. */
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

#endif
