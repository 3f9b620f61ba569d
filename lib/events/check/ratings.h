/* SPDX-License-Identifier: MIT */
/* Rating changes of an event (FIDE's B.02). */
#ifndef XPGN_CHECK_RATINGS_H
#define XPGN_CHECK_RATINGS_H

#include "events/list/event_data.h"

/* The rating of a player by games on the board against rated opponents. */
typedef struct event_rating {
    uint32_t games, share; /* share: points in twelfths */
    uint32_t expected;     /* hundredths; only of a rated player */
    uint32_t average;      /* rating of the opponents */
    int32_t performance;
    uint32_t k;
    int32_t change; /* hundredths */
} event_rating;

/* K of a player (8.3.3). */
uint32_t event_k(const event *e, uint32_t player, uint32_t games);
void event_rate(const event *e, uint32_t player, event_rating *r);

#endif
