/* SPDX-License-Identifier: MIT */
/* SHA-256 of short texts, one after the other: with the instructions for it where the machine has
   them, so that the digest of a game costs less than its moves. */
#ifndef XPGN_BASE_SHA2_H
#define XPGN_BASE_SHA2_H

#include <stddef.h>
#include <stdint.h>

enum { SHA2_BYTES = 32, SHA2_BLOCK = 64 };

/* A plain value: copy it to go on from the same beginning twice. */
struct sha2 {
    uint32_t state[8];
    uint64_t size; /* bytes so far */
    uint8_t block[SHA2_BLOCK];
};

void sha2_begin(struct sha2 *s);
void sha2_put(struct sha2 *s, const void *bytes, size_t size);
void sha2_end(struct sha2 *s, uint8_t hash[SHA2_BYTES]);

#endif
