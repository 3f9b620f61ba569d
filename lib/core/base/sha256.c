/* SPDX-License-Identifier: MIT */
#include "core/base/sha256.h"

#include "core/base/dynamic_library.h"

#include <string.h>

xpgn_status sha256_open(struct sha256 *sha) {
    static const char *const names[] = {"libsodium.so.23", "libsodium.so.26", NULL};
    xpgn_status status = library_load(names, &sha->library);
    if (status != XPGN_OK)
        return status;
    if (library_find(sha->library, "crypto_hash_sha256", &sha->compute) &&
        library_find(sha->library, "crypto_hash_sha256_init", &sha->begin) &&
        library_find(sha->library, "crypto_hash_sha256_update", &sha->update) &&
        library_find(sha->library, "crypto_hash_sha256_final", &sha->final) &&
        library_find(sha->library, "sodium_init", &sha->init) &&
        library_find(sha->library, "randombytes_buf", &sha->random) &&
        library_find(sha->library, "sodium_memzero", &sha->wipe))
        return XPGN_OK;
    sha256_close(sha);
    return XPGN_NOT_FOUND;
}

void sha256_close(struct sha256 *sha) {
    library_close(sha->library);
    sha->library = NULL;
}

void sha256(const struct sha256 *sha, unsigned char hash[SHA256_BYTES], const void *bytes,
            size_t size) {
    unsigned char result[SHA256_BYTES];
    sha->compute(result, bytes, size);
    memcpy(hash, result, sizeof result);
}

void sha256_wipe(const struct sha256 *sha, void *bytes, size_t size) {
    sha->wipe(bytes, size);
}

bool sha256_random(const struct sha256 *sha, void *bytes, size_t size) {
    if (sha->init() < 0)
        return false;
    sha->random(bytes, size);
    return true;
}
