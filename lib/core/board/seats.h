/* SPDX-License-Identifier: MIT */
/* The names of seats. */
#ifndef XPGN_BOARD_SEATS_H
#define XPGN_BOARD_SEATS_H

#include <xpgn/base.h>

/* [party]: "white" to "green", then NULL. */
extern const char *const seat_names[XPGN_MAX_SEATS + 1];
/* "white" to "green" of two or four seats; "nobody" if there is no such seat. */
const char *seat_name(unsigned seats, unsigned seat);

#endif
