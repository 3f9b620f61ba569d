/* SPDX-License-Identifier: MIT */
/* SHA-256 and random bytes from libsodium, which is loaded on demand, as few records need it. */
#ifndef XPGN_BASE_SHA256_H
#define XPGN_BASE_SHA256_H

#include <sodium.h>
#include <xpgn/base.h>

enum { SHA256_BYTES = crypto_hash_sha256_BYTES };

/* Immutable once open, so threads may share it. */
struct sha256 {
    void *library;
    __typeof__(crypto_hash_sha256) *compute;
    /* the same part by part */
    __typeof__(crypto_hash_sha256_init) *begin;
    __typeof__(crypto_hash_sha256_update) *update;
    __typeof__(crypto_hash_sha256_final) *final;
    __typeof__(sodium_init) *init;
    __typeof__(randombytes_buf) *random;
    __typeof__(sodium_memzero) *wipe;
};

/* XPGN_NOT_FOUND: libsodium is not installed. */
xpgn_status sha256_open(struct sha256 *sha);
void sha256_close(struct sha256 *sha);
/* `hash` may overlap `bytes`. */
void sha256(const struct sha256 *sha, unsigned char hash[SHA256_BYTES], const void *bytes,
            size_t size);
/* Overwrites secret bytes in a way that compilers do not optimize away. */
void sha256_wipe(const struct sha256 *sha, void *bytes, size_t size);
/* Fills `bytes` with unpredictable random bytes; false if the system has none. */
bool sha256_random(const struct sha256 *sha, void *bytes, size_t size);

#endif
