/* SPDX-License-Identifier: MIT */
/* chance.h - what is decided by seed. */
#ifndef CHANCE_H
#define CHANCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct chance {
    uint64_t state;
} chance;

static inline uint64_t chance_next(chance *c) { /* splitmix64 */
    uint64_t z = c->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* From 0 to below - 1. */
static inline uint32_t chance_below(chance *c, size_t below) {
    return (uint32_t)((chance_next(c) >> 32) * (uint32_t)below >> 32);
}

/* One time in `n`. */
static inline bool chance_one_in(chance *c, size_t n) {
    return chance_below(c, n) == 0;
}

#define CHANCE_OF(c, list) ((list)[chance_below(c, sizeof(list) / sizeof *(list))])

#endif
