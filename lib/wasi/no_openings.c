/* SPDX-License-Identifier: MIT */
/* In the place of the names of openings, for a module whose caller asks for none. */
#include "cli/opening.h"

const opening openings[1];
const unsigned opening_bits = 1;
const uint16_t opening_from[3];
const uint32_t opening_turns;
const uint64_t opening_squares[OPENING_SQUARES / 64];
