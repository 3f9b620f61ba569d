/* SPDX-License-Identifier: MIT */
/* Random numbers for games that programs play: in xpgn-simulate and in rollouts. */
#ifndef CLI_RANDOM_H
#define CLI_RANDOM_H

#include <stdint.h>

/* xoshiro256**, seeded by SplitMix64; xpgn-simulate(1) specifies both. */
typedef struct sim_random {
    uint64_t state[4];
} sim_random;

/* SplitMix64 (Steele, Lea, Flood 2014) counts in this step, and makes numbers by this function, a
   bijection with pseudo-random values. */
#define SIM_STEP UINT64_C(0x9E3779B97F4A7C15)
static inline uint64_t sim_mix(uint64_t n) {
    n = (n ^ n >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    n = (n ^ n >> 27) * UINT64_C(0x94D049BB133111EB);
    return n ^ n >> 31;
}

/* Each game has a separate stream for each use, so that a bot that draws more numbers than another
   does not change the dice. */
typedef enum sim_use { SIM_SET_UP, SIM_DICE, SIM_CHOICES, SIM_USES } sim_use;

void sim_seed(sim_random *r, uint64_t seed, uint64_t game, sim_use use);
/* Returns an unbiased number less than `below`, which is not 0. An xpgn_draw; `r` is a
   sim_random. */
uint32_t sim_below(void *r, uint32_t below);

#endif
