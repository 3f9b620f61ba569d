/* SPDX-License-Identifier: MIT */
/* Random numbers: xoshiro256** 1.0 and SplitMix64, by David Blackman and Sebastiano Vigna. */
#include "shared/chance/random.h"

static uint64_t rotate(uint64_t x, unsigned by) {
    return x << by | x >> (64 - by);
}

static uint64_t split_mix(uint64_t *state) {
    return sim_mix(*state += SIM_STEP);
}

void sim_seed(sim_random *r, uint64_t seed, uint64_t game, sim_use use) {
    uint64_t state = seed;
    state = split_mix(&state) ^ (game * SIM_USES + (uint64_t)use);
    for (unsigned i = 0; i < 4; i++)
        r->state[i] = split_mix(&state);
}

static uint64_t next(sim_random *r) {
    uint64_t *s = r->state, result = rotate(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return result;
}

uint32_t sim_below(void *data, uint32_t below) {
    uint32_t skipped = (0u - below) % below, x; /* 2^32 mod below; they would be a bias */
    do
        x = (uint32_t)(next(data) >> 32);
    while (x < skipped);
    return x % below;
}
