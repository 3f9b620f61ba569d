/* SPDX-License-Identifier: MIT */
#include "base/seal.h"

#include "base/library.h"

#include <stdio.h>
#include <string.h>

/* What is hashed and signed begins with its purpose, so that nothing serves two. */
static const char link_mark[] = "XPGN link 2\n", roll_mark[] = "XPGN roll 2\n";
static const char *const sign_marks[] = {"XPGN announce 2\n", "XPGN answer 2\n", "XPGN end 2\n"};
enum { HEAD = 48 }; /* bytes of a mark and two numbers, at most */

_Static_assert(sizeof(xpgn_link) == SHA256_BYTES, "a link is a hash");
_Static_assert(sizeof(xpgn_link) == crypto_sign_ed25519_PUBLICKEYBYTES, "and has room for a key");

xpgn_status sealing_open(struct seal *s) {
    xpgn_status status = sha256_open(&s->sha);
    void *library = s->sha.library;
    if (status != XPGN_OK)
        return status;
    if (library_find(library, "crypto_hash_sha256_init", &s->begin) &&
        library_find(library, "crypto_hash_sha256_update", &s->update) &&
        library_find(library, "crypto_hash_sha256_final", &s->final) &&
        library_find(library, "crypto_sign_ed25519_verify_detached", &s->verify))
        return XPGN_OK;
    sha256_close(&s->sha);
    return XPGN_NOT_FOUND;
}

void sealing_close(struct seal *s) {
    sha256_close(&s->sha);
}

void seal_link_back(const struct seal *s, xpgn_link *link) {
    enum { MARK = sizeof link_mark - 1 };
    unsigned char text[MARK + SHA256_BYTES];
    memcpy(text, link_mark, MARK);
    memcpy(text + MARK, link->byte, SHA256_BYTES);
    sha256(&s->sha, link->byte, text, sizeof text);
}

/* ---- transcripts ----------------------------------------------------------------------------- */

void transcript_begin(const struct seal *s, struct transcript *t) {
    s->begin(&t->state);
}

void transcript_line(const struct seal *s, struct transcript *t, xpgn_slice line) {
    if (line.size > 0)
        s->update(&t->state, (const unsigned char *)line.data, line.size);
    s->update(&t->state, (const unsigned char *)"\n", 1);
}

void transcript_digest(const struct seal *s, const struct transcript *t, xpgn_link *digest) {
    struct transcript copy = *t;
    s->final(&copy.state, digest->byte);
}

/* ---- signatures ------------------------------------------------------------------------------ */

bool seal_is_signed(const struct seal *s, const xpgn_link *key, const struct seal_signed *what,
                    const seal_signature *by) {
    unsigned char text[HEAD + 2 * SHA256_BYTES];
    bool end = what->what == SEAL_END;
    int head = snprintf((char *)text, HEAD, end ? "%s" : "%s%u\n", sign_marks[what->what],
                        (unsigned)what->number);
    size_t n = (size_t)head;
    memcpy(text + n, what->digest.byte, SHA256_BYTES);
    n += SHA256_BYTES;
    memcpy(text + n, what->link.byte, SHA256_BYTES);
    n += end ? 0 : SHA256_BYTES;
    return s->verify(by->byte, text, n, key->byte) == 0;
}

/* ---- rolls ----------------------------------------------------------------------------------- */

void seal_roll_begin(struct seal_roll *roll, const xpgn_links *links, uint32_t number,
                     const xpgn_link *announced) {
    *roll = (struct seal_roll){
        .links = *links, .announced = *announced, .number = number, .at = SHA256_BYTES};
}

/* Hashes the next block of bytes. */
static void next_block(const struct seal *s, struct seal_roll *roll) {
    unsigned char text[HEAD + (1 + XPGN_PARTIES) * SHA256_BYTES];
    int head = snprintf((char *)text, HEAD, "%s%u\n%u\n", roll_mark, (unsigned)roll->number,
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

unsigned seal_roll_die(const struct seal *s, struct seal_roll *roll, unsigned faces) {
    for (;;) {
        if (roll->at == SHA256_BYTES)
            next_block(s, roll);
        unsigned byte = roll->byte[roll->at++];
        if (byte < faces * (256 / faces))
            return 1 + byte % faces;
    }
}
