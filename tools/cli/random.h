/* SPDX-License-Identifier: MIT */
/* Random numbers for games that programs play: in xpgn-simulate and in rollouts. */
#ifndef CLI_RANDOM_H
#define CLI_RANDOM_H

#include <stdint.h>

/* xoshiro256**, seeded by SplitMix64; xpgn-simulate(1) specifies both. */
typedef struct sim_random {
    uint64_t state[4];
} sim_random;

/* Each game has a separate stream for each use, so that a bot that draws more numbers than another
   does not change the dice. */
typedef enum sim_use { SIM_SET_UP, SIM_DICE, SIM_CHOICES, SIM_USES } sim_use;

void sim_seed(sim_random *r, uint64_t seed, uint64_t game, sim_use use);
/* Returns an unbiased number less than `below`, which is not 0. An xpgn_draw; `r` is a
   sim_random. */
uint32_t sim_below(void *r, uint32_t below);

#endif
