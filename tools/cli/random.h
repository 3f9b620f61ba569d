/* SPDX-License-Identifier: MIT */
/* Random numbers of games that programs play: of xpgn-simulate, and of rollouts. */
#ifndef CLI_RANDOM_H
#define CLI_RANDOM_H

#include <stdint.h>

/* xoshiro256**, seeded by SplitMix64: xpgn-simulate(1) has it in full. */
typedef struct sim_random {
    uint64_t state[4];
} sim_random;

/* Each game has a stream of its own for each of these, so that a bot that draws more lots than
   another does not change the dice. */
typedef enum sim_use { SIM_SET_UP, SIM_DICE, SIM_CHOICES, SIM_USES } sim_use;

void sim_seed(sim_random *r, uint64_t seed, uint64_t game, sim_use use);
/* An unbiased number below `below`, which is not 0; an xpgn_draw. */
uint32_t sim_below(void *r, uint32_t below);

#endif
