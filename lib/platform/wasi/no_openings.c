/* SPDX-License-Identifier: MIT */
/* Replaces the table of opening names in a module whose caller needs none. */
#include "shared/tables/opening.h"

const opening openings[1];
const unsigned opening_bits = 1;
const uint16_t opening_from[3];
const uint32_t opening_turns;
const uint64_t opening_squares[OPENING_SQUARES / 64];
