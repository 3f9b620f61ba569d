/* SPDX-License-Identifier: MIT */
/* The highest of several dice. */
#ifndef XPGN_BASE_FACES_H
#define XPGN_BASE_FACES_H

#include "core/base/cpu.h"
#include "core/base/slice.h"

#ifdef CPU_SSE2
#include <emmintrin.h>
#endif

enum { FACES_FEW = 8 };

/* Of `count` faces, numbered from 0, the highest: dice[i] - 1, so 255 if a die shows 0. */
static inline unsigned faces_highest(const uint8_t *dice, unsigned count) {
    uint8_t best = 0;
    for (unsigned i = 0; i < count; i++) {
        uint8_t face = (uint8_t)(dice[i] - 1);
        best = face > best ? face : best;
    }
    return best;
}

/* The same of one to eight, all at once: eight bytes can be read. */
ALWAYS_INLINE unsigned faces_highest_of_few(const uint8_t dice[FACES_FEW], unsigned count) {
#ifdef CPU_SSE2
    __m128i v = _mm_loadl_epi64((const __m128i *)(const void *)dice);
    v = _mm_add_epi8(v, _mm_set1_epi8(-1));
    v = _mm_and_si128(v, _mm_cvtsi64_si128((long long)(~(uint64_t)0 >> (64 - 8 * count))));
    v = _mm_max_epu8(v, _mm_srli_epi64(v, 32));
    v = _mm_max_epu8(v, _mm_srli_epi64(v, 16));
    v = _mm_max_epu8(v, _mm_srli_epi64(v, 8));
    return (unsigned)_mm_cvtsi128_si32(v) & UINT8_MAX;
#else
    return faces_highest(dice, count);
#endif
}

#endif
