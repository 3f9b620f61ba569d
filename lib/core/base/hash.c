/* SPDX-License-Identifier: MIT */
/* A fast digest against mistakes, the same on every machine. */

#include "core/base/number.h"
#include "internal/loop.h"

static uint64_t mix_word(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * UINT64_C(0x9fb21c651e98df25);
    return hash ^ hash >> 32;
}

/* Less than eight bytes as a number, the first the lowest. Keys often end with four. */
static uint64_t word_of_bytes(const unsigned char *p, size_t size) {
    uint64_t word = 0;
    if (size == 4)
        return p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24;
    for (size_t i = 0; i < size; i++)
        word |= (uint64_t)p[i] << 8 * i;
    return word;
}

uint64_t hash_bytes(uint64_t before, const void *bytes, size_t size) {
    const unsigned char *p = bytes;
    uint64_t hash = mix_word(before ^ UINT64_C(0x243f6a8885a308d3), size);
    for (; size >= 8; p += 8, size -= 8)
        hash = mix_word(hash, number_load((const char *)p));
    if (size > 0)
        hash = mix_word(hash, word_of_bytes(p, size));
    return mix_word(hash, hash >> 29);
}
