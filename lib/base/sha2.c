/* SPDX-License-Identifier: MIT */
#include "base/sha2.h"

#include "base/cpu.h"

#include <string.h>

#ifdef CPU_X86_64
#include <immintrin.h>
#endif

static const uint32_t round_constant[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t turn(uint32_t x, unsigned bits) {
    return x >> bits | x << (32 - bits);
}

static uint32_t big_endian(const uint8_t *p) {
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static void expand(uint32_t w[64], const uint8_t *block) {
    for (int i = 0; i < 16; i++)
        w[i] = big_endian(block + i * 4);
    for (int i = 16; i < 64; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ a >> 3) + w[i - 7] +
               (turn(b, 17) ^ turn(b, 19) ^ b >> 10);
    }
}

static void plain_block(uint32_t state[8], const uint8_t *block) {
    uint32_t w[64], v[8];
    expand(w, block);
    memcpy(v, state, sizeof v);
    for (int i = 0; i < 64; i++) {
        uint32_t e = v[4], a = v[0];
        uint32_t one = v[7] + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) +
                       ((e & v[5]) ^ (~e & v[6])) + round_constant[i] + w[i];
        uint32_t two =
            (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += one;
        v[0] = one + two;
    }
    for (int i = 0; i < 8; i++)
        state[i] += v[i];
}

#ifdef CPU_X86_64

/* The instructions keep the state as two vectors, from the highest lane: a b e f, and c d g h. */
__attribute__((target("sha,sse4.1"))) static void wide_block(uint32_t state[8],
                                                             const uint8_t *block) {
    const __m128i order = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    __m128i low = _mm_loadu_si128((const void *)state);
    __m128i high = _mm_loadu_si128((const void *)(state + 4));
    low = _mm_shuffle_epi32(low, 0xB1);
    high = _mm_shuffle_epi32(high, 0x1B);
    __m128i abef = _mm_alignr_epi8(low, high, 8), cdgh = _mm_blend_epi16(high, low, 0xF0);
    const __m128i abef_before = abef, cdgh_before = cdgh;
    __m128i w[4];
    for (int i = 0; i < 4; i++)
        w[i] = _mm_shuffle_epi8(_mm_loadu_si128((const void *)(block + i * 16)), order);
    for (int i = 0; i < 16; i++) {
        __m128i now = w[i & 3];
        __m128i sum = _mm_add_epi32(now, _mm_loadu_si128((const void *)(round_constant + i * 4)));
        cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
        abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0E));
        __m128i next = w[(i + 1) & 3], last = w[(i + 3) & 3];
        __m128i part = _mm_add_epi32(_mm_sha256msg1_epu32(now, next),
                                     _mm_alignr_epi8(last, w[(i + 2) & 3], 4));
        w[i & 3] = _mm_sha256msg2_epu32(part, last);
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
    low = _mm_shuffle_epi32(abef, 0x1B);
    high = _mm_shuffle_epi32(cdgh, 0xB1);
    _mm_storeu_si128((void *)state, _mm_blend_epi16(low, high, 0xF0));
    _mm_storeu_si128((void *)(state + 4), _mm_alignr_epi8(high, low, 8));
}

#endif

static void add_block(uint32_t state[8], const uint8_t *block) {
#ifdef CPU_X86_64
    if (cpu_has_sha()) {
        wide_block(state, block);
        return;
    }
#endif
    plain_block(state, block);
}

void sha2_begin(struct sha2 *s) {
    static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    memcpy(s->state, start, sizeof start);
    s->size = 0;
}

void sha2_put(struct sha2 *s, const void *bytes, size_t size) {
    const uint8_t *p = bytes;
    size_t used = s->size % SHA2_BLOCK;
    s->size += size;
    while (used + size >= SHA2_BLOCK) {
        size_t part = SHA2_BLOCK - used;
        memcpy(s->block + used, p, part);
        add_block(s->state, s->block);
        p += part;
        size -= part;
        used = 0;
    }
    if (size > 0)
        memcpy(s->block + used, p, size);
}

void sha2_end(struct sha2 *s, uint8_t hash[SHA2_BYTES]) {
    uint64_t bits = s->size * 8;
    uint8_t end[SHA2_BLOCK + 8] = {0x80}; /* a bit, zeros, the number of bits */
    size_t used = s->size % SHA2_BLOCK;
    size_t room = SHA2_BLOCK - 8, zeros = (used < room ? room : room + SHA2_BLOCK) - used;
    for (int i = 0; i < 8; i++)
        end[zeros + (size_t)i] = (uint8_t)(bits >> (56 - 8 * i));
    sha2_put(s, end, zeros + 8);
    for (int i = 0; i < SHA2_BYTES; i++)
        hash[i] = (uint8_t)(s->state[i / 4] >> (24 - 8 * (i % 4)));
}
