/* SPDX-License-Identifier: MIT */
/* Replaces core/base/dynamic_library.c in programs that load nothing, as their libraries are linked
   in. Without LINKED_PACKERS the libraries that decompress are missing, and the stream refuses
   packed input. */
#include "core/base/dynamic_library.h"

#include <sodium.h>
#include <string.h>
#include <yaml.h>

#ifdef LINKED_PACKERS
#include <bzlib.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>
#endif

typedef void function(void);

#define SYMBOL(library, name)                                                                      \
    { library ".", #name, (function *)name }
static const struct {
    const char *library, *name;
    function *address;
} symbols[] = {
    SYMBOL("libyaml-0", yaml_get_version_string),
    SYMBOL("libyaml-0", yaml_parser_initialize),
    SYMBOL("libyaml-0", yaml_parser_set_encoding),
    SYMBOL("libyaml-0", yaml_parser_set_input_string),
    SYMBOL("libyaml-0", yaml_parser_parse),
    SYMBOL("libyaml-0", yaml_event_delete),
    SYMBOL("libyaml-0", yaml_parser_delete),
    SYMBOL("libsodium", sodium_init),
    SYMBOL("libsodium", sodium_memzero),
    SYMBOL("libsodium", randombytes_buf),
    SYMBOL("libsodium", crypto_hash_sha256),
    SYMBOL("libsodium", crypto_hash_sha256_init),
    SYMBOL("libsodium", crypto_hash_sha256_update),
    SYMBOL("libsodium", crypto_hash_sha256_final),
    SYMBOL("libsodium", crypto_sign_ed25519_seed_keypair),
    SYMBOL("libsodium", crypto_sign_ed25519_detached),
    SYMBOL("libsodium", crypto_sign_ed25519_verify_detached),
#ifdef LINKED_PACKERS
    SYMBOL("libz", zlibVersion),
    SYMBOL("libz", inflateInit2_),
    SYMBOL("libz", inflate),
    SYMBOL("libz", inflateReset),
    SYMBOL("libz", inflateEnd),
    SYMBOL("libbz2", BZ2_bzlibVersion),
    SYMBOL("libbz2", BZ2_bzDecompressInit),
    SYMBOL("libbz2", BZ2_bzDecompress),
    SYMBOL("libbz2", BZ2_bzDecompressEnd),
    SYMBOL("liblzma", lzma_version_string),
    SYMBOL("liblzma", lzma_stream_decoder),
    SYMBOL("liblzma", lzma_code),
    SYMBOL("liblzma", lzma_end),
    SYMBOL("liblzma", lzma_block_header_decode),
    SYMBOL("liblzma", lzma_block_compressed_size),
    SYMBOL("liblzma", lzma_raw_decoder_memusage),
    SYMBOL("liblzma", lzma_block_decoder),
    SYMBOL("liblzma", lzma_file_info_decoder),
    SYMBOL("liblzma", lzma_index_block_count),
    SYMBOL("liblzma", lzma_index_iter_init),
    SYMBOL("liblzma", lzma_index_iter_next),
    SYMBOL("liblzma", lzma_index_end),
    SYMBOL("libzstd", ZSTD_versionString),
    SYMBOL("libzstd", ZSTD_createDStream),
    SYMBOL("libzstd", ZSTD_decompressStream),
    SYMBOL("libzstd", ZSTD_isError),
    SYMBOL("libzstd", ZSTD_getErrorCode),
    SYMBOL("libzstd", ZSTD_freeDStream),
#endif
};

xpgn_status library_load(const char *const *names, void **out) {
    static char linked;
    *out = NULL;
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols && !*out; i++)
        if (strncmp(names[0], symbols[i].library, strlen(symbols[i].library)) == 0)
            *out = &linked;
    return *out ? XPGN_OK : XPGN_NOT_FOUND;
}

bool library_find(void *library, const char *symbol, void *found) {
    for (size_t i = 0; library && i < sizeof symbols / sizeof *symbols; i++) {
        if (strcmp(symbols[i].name, symbol) == 0) {
            memcpy(found, &symbols[i].address, sizeof symbols[i].address);
            return true;
        }
    }
    return false;
}

void library_close(void *library) {
    (void)library;
}
