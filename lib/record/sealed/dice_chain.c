/* SPDX-License-Identifier: MIT */
/* Sealed dice: chains of links, transcripts, signatures, and the rolls derived from all of them. */
#include "core/base/dynamic_library.h"
#include "core/base/sha256.h"
#include "internal/sealed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct dice_chain {
    struct sha256 sha;
    __typeof__(crypto_sign_ed25519_seed_keypair) *pair;
    __typeof__(crypto_sign_ed25519_detached) *sign;
    __typeof__(crypto_sign_ed25519_verify_detached) *verify;
};

/* Everything hashed or signed begins with its purpose, so that nothing made for one purpose is
   valid for another. */
static const char last_mark[] = "XPGN last 2\n", link_mark[] = "XPGN link 2\n",
                  key_mark[] = "XPGN key 2\n", roll_mark[] = "XPGN roll 2\n";
static const char *const sign_marks[] = {"XPGN announce 2\n", "XPGN answer 2\n", "XPGN end 2\n"};

_Static_assert(sizeof(xpgn_link) == SHA256_BYTES, "a link is a hash");
_Static_assert(sizeof(xpgn_link) == crypto_sign_ed25519_PUBLICKEYBYTES, "and has room for a key");
_Static_assert(sizeof(xpgn_link) == crypto_sign_ed25519_SEEDBYTES, "and for its seed");
_Static_assert(sizeof(xpgn_signature) == crypto_sign_ed25519_BYTES, "a signature");
_Static_assert(sizeof(xpgn_transcript) >= sizeof(crypto_hash_sha256_state), "a hash in progress");

static bool find_functions(struct dice_chain *s) {
    void *library = s->sha.library;
    return library_find(library, "crypto_sign_ed25519_seed_keypair", &s->pair) &&
           library_find(library, "crypto_sign_ed25519_detached", &s->sign) &&
           library_find(library, "crypto_sign_ed25519_verify_detached", &s->verify);
}

xpgn_status dice_chain_new(struct dice_chain **out) {
    struct dice_chain *s = malloc(sizeof *s);
    if (s == NULL)
        return XPGN_NO_MEMORY;
    xpgn_status status = sha256_open(&s->sha);
    if (status == XPGN_OK && find_functions(s)) {
        *out = s;
        return XPGN_OK;
    }
    if (status == XPGN_OK)
        sha256_close(&s->sha);
    free(s);
    return status == XPGN_OK ? XPGN_NOT_FOUND : status;
}

void dice_chain_free(struct dice_chain *s) {
    if (s != NULL)
        sha256_close(&s->sha);
    free(s);
}

void xpgn_wipe(const struct dice_chain *s, void *bytes, size_t size) {
    if (size > 0)
        sha256_wipe(&s->sha, bytes, size);
}

/* ---- chains ---------------------------------------------------------------------------------- */

xpgn_status chain_link_random(const struct dice_chain *s, xpgn_link *out) {
    return sha256_random(&s->sha, out->byte, sizeof out->byte) ? XPGN_OK : XPGN_IO;
}

/* link = SHA-256(mark, link), `steps` times. The buffer is wiped, as its contents may be secret. */
static void hash_marked(const struct dice_chain *s, const char *mark, xpgn_link *link,
                        uint32_t steps) {
    unsigned char text[sizeof link_mark + SHA256_BYTES];
    size_t size = strlen(mark);
    for (size_t i = 0; i < size; i++)
        text[i] = (unsigned char)mark[i];
    for (; steps > 0; steps--) {
        memcpy(text + size, link->byte, SHA256_BYTES);
        sha256(&s->sha, link->byte, text, size + SHA256_BYTES);
    }
    sha256_wipe(&s->sha, text, sizeof text);
}

void chain_link_back(const struct dice_chain *s, xpgn_link *link, uint32_t steps) {
    hash_marked(s, link_mark, link, steps);
}

void xpgn_chain_last(const struct dice_chain *s, const xpgn_link *secret, xpgn_link *last) {
    *last = *secret;
    hash_marked(s, last_mark, last, 1);
}

/* Makes both keys; the caller wipes the private one. */
static void make_keys(const struct dice_chain *s, const xpgn_link *secret, xpgn_link *key,
                      unsigned char private[crypto_sign_ed25519_SECRETKEYBYTES]) {
    xpgn_link seed = *secret;
    hash_marked(s, key_mark, &seed, 1);
    s->pair(key->byte, private, seed.byte);
    xpgn_wipe(s, &seed, sizeof seed);
}

void xpgn_chain_key(const struct dice_chain *s, const xpgn_link *secret, xpgn_link *key) {
    unsigned char private[crypto_sign_ed25519_SECRETKEYBYTES];
    make_keys(s, secret, key, private);
    xpgn_wipe(s, private, sizeof private);
}

bool chain_link_equal(const xpgn_link *a, const xpgn_link *b) {
    return memcmp(a->byte, b->byte, sizeof a->byte) == 0;
}

void xpgn_sha256(const struct dice_chain *s, xpgn_slice bytes, xpgn_link *digest) {
    sha256(&s->sha, digest->byte, bytes.size > 0 ? bytes.data : "", bytes.size);
}

/* ---- transcripts ----------------------------------------------------------------------------- */

void xpgn_transcript_begin(const struct dice_chain *s, xpgn_transcript *t) {
    s->sha.begin((crypto_hash_sha256_state *)(void *)t);
}

void xpgn_transcript_line(const struct dice_chain *s, xpgn_transcript *t, xpgn_slice line) {
    crypto_hash_sha256_state *state = (crypto_hash_sha256_state *)(void *)t;
    if (line.size > 0)
        s->sha.update(state, (const unsigned char *)line.data, line.size);
    s->sha.update(state, (const unsigned char *)"\n", 1);
}

void xpgn_transcript_digest(const struct dice_chain *s, const xpgn_transcript *t,
                            xpgn_link *digest) {
    xpgn_transcript copy = *t;
    s->sha.final((crypto_hash_sha256_state *)(void *)&copy, digest->byte);
}

/* ---- signatures ------------------------------------------------------------------------------ */

enum { SIGNED_MOST = 32 + 2 * SHA256_BYTES }; /* largest number of bytes signed */

static bool is_what(const xpgn_signing *what) {
    return what->what <= XPGN_SIGN_END;
}

/* Writes the bytes to be signed and returns their number. */
static size_t put_signed_text(unsigned char text[SIGNED_MOST], const xpgn_signing *what) {
    int head =
        what->what == XPGN_SIGN_END
            ? snprintf((char *)text, 32, "%s", sign_marks[what->what])
            : snprintf((char *)text, 32, "%s%u\n", sign_marks[what->what], (unsigned)what->number);
    size_t n = (size_t)head;
    memcpy(text + n, what->digest.byte, SHA256_BYTES);
    n += SHA256_BYTES;
    if (what->what == XPGN_SIGN_END)
        return n;
    memcpy(text + n, what->link.byte, SHA256_BYTES);
    return n + SHA256_BYTES;
}

void xpgn_sign(const struct dice_chain *s, const xpgn_link *secret, const xpgn_signing *what,
               xpgn_signature *out) {
    unsigned char private[crypto_sign_ed25519_SECRETKEYBYTES], text[SIGNED_MOST];
    xpgn_link key;
    *out = (xpgn_signature){{0}};
    if (!is_what(what))
        return;
    make_keys(s, secret, &key, private);
    (void)s->sign(out->byte, NULL, text, put_signed_text(text, what), private);
    xpgn_wipe(s, private, sizeof private);
}

bool xpgn_is_signed(const struct dice_chain *s, const xpgn_link *key, const xpgn_signing *what,
                    const xpgn_signature *by) {
    unsigned char text[SIGNED_MOST];
    return is_what(what) && s->verify(by->byte, text, put_signed_text(text, what), key->byte) == 0;
}

/* ---- rolls ----------------------------------------------------------------------------------- */

void xpgn_sealed_begin(xpgn_sealed_roll *roll, const xpgn_links *links, uint32_t number,
                       const xpgn_link *announced) {
    *roll = (xpgn_sealed_roll){
        .links = *links, .announced = *announced, .number = number, .at = SHA256_BYTES};
}

/* Hashes the next block of bytes. */
static void next_block(const struct dice_chain *s, xpgn_sealed_roll *roll) {
    unsigned char text[64 + (1 + XPGN_PARTIES) * SHA256_BYTES];
    int head = snprintf((char *)text, 64, "%s%u\n%u\n", roll_mark, (unsigned)roll->number,
                        (unsigned)roll->block++);
    size_t n = (size_t)head;
    memcpy(text + n, roll->announced.byte, SHA256_BYTES);
    n += SHA256_BYTES;
    for (unsigned party = 0; party < XPGN_PARTIES; party++) {
        if ((roll->links.parties >> party & 1) == 0)
            continue;
        memcpy(text + n, roll->links.link[party].byte, SHA256_BYTES);
        n += SHA256_BYTES;
    }
    sha256(&s->sha, roll->byte, text, n);
    roll->at = 0;
}

unsigned xpgn_sealed_die(const struct dice_chain *s, xpgn_sealed_roll *roll, unsigned faces) {
    if (faces == 0 || faces > 256)
        return 0;
    for (;;) {
        if (roll->at == SHA256_BYTES)
            next_block(s, roll);
        unsigned byte = roll->byte[roll->at++];
        if (byte < faces * (256 / faces))
            return 1 + byte % faces;
    }
}
