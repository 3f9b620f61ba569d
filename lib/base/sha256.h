/* SPDX-License-Identifier: MIT */
/* SHA-256 and random bytes by libsodium, which is loaded on demand: hardly a record needs it. */
#ifndef XPGN_BASE_SHA256_H
#define XPGN_BASE_SHA256_H

#include "xpgn.h"

#include <sodium.h>

enum { SHA256_BYTES = crypto_hash_sha256_BYTES };

/* Constant once open, so that threads may share it. */
struct sha256 {
    void *library;
    __typeof__(crypto_hash_sha256) *compute;
    __typeof__(sodium_init) *init;
    __typeof__(randombytes_buf) *random;
    __typeof__(sodium_memzero) *wipe;
};

/* XPGN_NOT_FOUND: there is no libsodium; XPGN_NO_MEMORY. */
xpgn_status sha256_open(struct sha256 *sha);
void sha256_close(struct sha256 *sha);
/* `hash` may overlap `bytes`. */
void sha256(const struct sha256 *sha, unsigned char hash[SHA256_BYTES], const void *bytes,
            size_t size);
/* Overwrites what is secret, which no compiler leaves out. */
void sha256_wipe(const struct sha256 *sha, void *bytes, size_t size);
/* Random bytes that nobody can predict; false: the system has none. */
bool sha256_random(const struct sha256 *sha, void *bytes, size_t size);

#endif
