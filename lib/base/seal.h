/* SPDX-License-Identifier: MIT */
/*
 * The second scheme of sealed dice (xpgn-dice(1)): chains of links with a key each, the transcript
 * of a game, signatures of it, and the dice that all of them decide.
 */
#ifndef XPGN_BASE_SEAL_H
#define XPGN_BASE_SEAL_H

#include "base/sha256.h"

typedef struct seal_signature {
    unsigned char byte[crypto_sign_ed25519_BYTES];
} seal_signature;

/* A signature of some parties. */
struct seal_signatures {
    unsigned parties; /* bit per xpgn_party */
    seal_signature by[XPGN_PARTIES];
};

/* What has been recorded, line by line, as the state of its hash: it may be copied. */
struct transcript {
    crypto_hash_sha256_state state;
};

/* Constant once open, so that threads may share it. */
struct seal {
    struct sha256 sha;
    __typeof__(crypto_hash_sha256_init) *begin;
    __typeof__(crypto_hash_sha256_update) *update;
    __typeof__(crypto_hash_sha256_final) *final;
    __typeof__(crypto_sign_ed25519_verify_detached) *verify;
};

/* XPGN_NOT_FOUND: there is no libsodium; XPGN_NO_MEMORY. */
xpgn_status sealing_open(struct seal *s);
void sealing_close(struct seal *s);

/* Replaces a link by the one before it. */
void seal_link_back(const struct seal *s, xpgn_link *link);

void transcript_begin(const struct seal *s, struct transcript *t);
/* Adds a line, given without its end. */
void transcript_line(const struct seal *s, struct transcript *t, xpgn_slice line);
/* The digest of all lines so far, to which more may be added. */
void transcript_digest(const struct seal *s, const struct transcript *t, xpgn_link *digest);

enum seal_what { SEAL_ANNOUNCE, SEAL_ANSWER, SEAL_END };

/* What is signed. */
struct seal_signed {
    enum seal_what what;
    uint32_t number;  /* of the roll, from 1; not at the end */
    xpgn_link digest; /* of the transcript with the line that announces the roll, or the result */
    xpgn_link link;   /* that is revealed with it; not at the end */
};
/* Is it signed with this public key? As libsodium checks it: no point of small order, S below L,
   canonical. */
bool seal_is_signed(const struct seal *s, const xpgn_link *key, const struct seal_signed *what,
                    const seal_signature *by);

/* The dice of one roll, one after the other. */
struct seal_roll {
    xpgn_links links;
    xpgn_link announced;
    uint32_t number, block;
    unsigned char byte[SHA256_BYTES];
    unsigned at;
};
/* Starts roll `number` (from 1), whose links these are; `announced` is the digest of the transcript
   with the line that announces it. */
void seal_roll_begin(struct seal_roll *roll, const xpgn_links *links, uint32_t number,
                     const xpgn_link *announced);
/* The next die, from 1 to `faces`, which is from 1 to 256. */
unsigned seal_roll_die(const struct seal *s, struct seal_roll *roll, unsigned faces);

#endif
