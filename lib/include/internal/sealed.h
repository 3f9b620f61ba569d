/* SPDX-License-Identifier: MIT */
/* Sealed dice: links, signatures, messages, and what a walk has verified. */
#ifndef XPGN_INTERNAL_SEALED_H
#define XPGN_INTERNAL_SEALED_H

#include <xpgn/base.h>

/*
 * Dice that nobody can choose or predict, bound to the game in which they are thrown
 * (xpgn-sealed(7)). Each party has a chain of links: the last link, N, is the hash of a secret, and
 * each other link is the hash of the next. Before the game the parties publish link 0 of their
 * chains and their public keys, in the tags DiceCommit and DiceKey. For roll k each party reveals
 * its link k and signs the record so far with the announced action; the dice follow from these and
 * the links of all parties. A sealer, which does the computing, is an argument before the object
 * that is changed.
 */

/* The parties, in the order in which their links are written. */
typedef enum xpgn_party {
    XPGN_PARTY_WHITE,
    XPGN_PARTY_RED,
    XPGN_PARTY_BLACK,
    XPGN_PARTY_GREEN,
    XPGN_PARTY_ARBITER,
    XPGN_PARTIES
} xpgn_party;

enum {
    XPGN_CHAIN = 4096,     /* the usual number of the last link, N */
    XPGN_MAX_ROLLS = 65536 /* no chain is longer, and no more rolls of a game are checked */
};

/* A link of each party. */
typedef struct xpgn_links {
    uint8_t parties; /* bit per xpgn_party that has one */
    xpgn_link link[XPGN_PARTIES];
} xpgn_links;

/* An Ed25519 signature (RFC 8032). */
typedef struct xpgn_signature {
    uint8_t byte[64];
} xpgn_signature;

/* Signatures of some of the parties. */
typedef struct xpgn_signatures {
    uint8_t parties;
    xpgn_signature by[XPGN_PARTIES];
} xpgn_signatures;

/* Computes hashes and signatures; immutable, so threads may share it. */
struct dice_chain;
/* XPGN_NOT_FOUND: libsodium is not installed. XPGN_NO_MEMORY: memory ran out before that was
   known. */
xpgn_status dice_chain_new(struct dice_chain **out);
void dice_chain_free(struct dice_chain *sealer);

/* Makes the secret of a chain. XPGN_IO: the system has no random bytes. */
xpgn_status chain_link_random(const struct dice_chain *sealer, xpgn_link *out);
/* Sets *last to the last link of the chain with this secret. */
void xpgn_chain_last(const struct dice_chain *sealer, const xpgn_link *secret, xpgn_link *last);
/* Sets *key to the public key that belongs to this secret. */
void xpgn_chain_key(const struct dice_chain *sealer, const xpgn_link *secret, xpgn_link *key);
/* Replaces a link by the one `steps` before it in its chain. */
void chain_link_back(const struct dice_chain *sealer, xpgn_link *link, uint32_t steps);
bool chain_link_equal(const xpgn_link *a, const xpgn_link *b);
/* Overwrites secret bytes, such as links that are not yet due, in a way that compilers do not
   optimize away. */
void xpgn_wipe(const struct dice_chain *sealer, void *bytes, size_t size);
/* Reads 64 hexadecimal digits in lower case; false for anything else. */
bool chain_link_read(xpgn_slice text, xpgn_link *out);
void chain_link_write(xpgn_buffer *b, const xpgn_link *link);
/* Sets *digest to the SHA-256 (FIPS 180-4) of `bytes`. */
void xpgn_sha256(const struct dice_chain *sealer, xpgn_slice bytes, xpgn_link *digest);
/* Reads 86 characters of base64 (RFC 4648) without padding; false for anything else. */
bool xpgn_signature_read(xpgn_slice text, xpgn_signature *out);
void xpgn_signature_write(xpgn_buffer *b, const xpgn_signature *signature);

/* "white", "red", "black", "green" or "arbiter"; NULL if there is no such party. Static. */
const char *xpgn_party_name(unsigned party);
/* The party with that name; XPGN_PARTIES if there is none. */
unsigned xpgn_party_find(xpgn_slice name);
/* The party of a seat in a game with 2 or 4 seats; both arguments must be valid. */
unsigned xpgn_party_of(unsigned seats, unsigned seat);
/*
 * Reads the value of DiceCommit or DiceKey, "white:HEX black:HEX", for a game with 2 or 4 seats.
 * XPGN_INVALID: it is malformed, a seat has no link, two links are equal, or a party has no seat in
 * the game; *fault says which.
 */
xpgn_status xpgn_links_read(xpgn_slice text, unsigned seats, xpgn_links *out, xpgn_fault *fault);
void xpgn_links_write(xpgn_buffer *b, const xpgn_links *links);
/* Reads the value of DiceLast or DiceSign, "white:SIG black:SIG". `parties` has a bit for each
   party that may sign; each may appear at most once, in order. */
xpgn_status xpgn_signatures_read(xpgn_slice text, unsigned parties, xpgn_signatures *out,
                                 xpgn_fault *fault);
void xpgn_signatures_write(xpgn_buffer *b, const xpgn_signatures *signatures);

/* The messages that the parties of a game exchange, one line each (xpgn-dice(1)). */
typedef enum xpgn_message_kind {
    XPGN_MESSAGE_ANNOUNCE, /* an action, with this party's link and signature for its dice */
    XPGN_MESSAGE_ANSWER,   /* another party's link and signature for that roll */
    XPGN_MESSAGE_SIGN,     /* a signature of the end of the game */
    XPGN_MESSAGE_END       /* the last link of the chain */
} xpgn_message_kind;

typedef struct xpgn_message {
    xpgn_message_kind kind;
    uint32_t number; /* of the roll; not used by SIGN and END */
    unsigned party;
    xpgn_link link;      /* not used by SIGN */
    xpgn_signature sign; /* not used by END */
    xpgn_slice text;     /* the announced action, "12... exd5", or the result that is signed */
} xpgn_message;

/* Reads a message; its slices point into `line`. XPGN_INVALID: fault->text says what is wrong. */
xpgn_status xpgn_message_read(xpgn_slice line, xpgn_message *out, xpgn_fault *fault);
/* Appends a message without a line end; nothing if its kind or party is out of range. */
void xpgn_message_write(xpgn_buffer *b, const xpgn_message *message);

/*
 * The transcript of a game (xpgn-sealed(7)), kept as the state of the hash over its lines. A walk
 * makes it (xpgn_walk_sealed). It may be copied; treat the member as private.
 */
typedef struct xpgn_transcript {
    uint64_t state[16];
} xpgn_transcript;
void xpgn_transcript_begin(const struct dice_chain *sealer, xpgn_transcript *t);
/* Adds a line, which is passed without its line end. */
void xpgn_transcript_line(const struct dice_chain *sealer, xpgn_transcript *t, xpgn_slice line);
/* Sets *digest to the digest of all lines so far; more may be added afterwards. */
void xpgn_transcript_digest(const struct dice_chain *sealer, const xpgn_transcript *t,
                            xpgn_link *digest);

typedef enum xpgn_sign_what { XPGN_SIGN_ANNOUNCE, XPGN_SIGN_ANSWER, XPGN_SIGN_END } xpgn_sign_what;

/* What is signed. */
typedef struct xpgn_signing {
    xpgn_sign_what what;
    uint32_t number;  /* of the roll, from 1; not used by XPGN_SIGN_END */
    xpgn_link digest; /* of the transcript up to and with the line that announces the roll, or the
                         result */
    xpgn_link link;   /* the link revealed with it; not used by XPGN_SIGN_END */
} xpgn_signing;
/* Signs with the private key derived from the secret. If `what->what` is out of range, *out is not
   a valid signature. */
void xpgn_sign(const struct dice_chain *sealer, const xpgn_link *secret, const xpgn_signing *what,
               xpgn_signature *out);
/* True if `by` is a valid signature of *what under this public key. */
bool xpgn_is_signed(const struct dice_chain *sealer, const xpgn_link *key, const xpgn_signing *what,
                    const xpgn_signature *by);

/* The part of an action's notation that is announced before its dice fall: without promotion, check
   or mate sign; for a teleport, K@. It points into `action`. */
xpgn_slice xpgn_announced(xpgn_slice action);
/* Appends what is announced for a roll of an action of a seat, "12... exd5", or, of an attacker
   that goes `on` with one more exchange, "12... Qxe8 goes on". */
void xpgn_announcement_write(xpgn_buffer *b, unsigned seats, uint32_t number, unsigned seat,
                             xpgn_slice action, bool on);
/* True if this is announced for such an exchange. */
bool xpgn_announces_on(xpgn_slice what);
/* Appends the transcript line for an action that was played, "12... exd5 <5+0=7w:1+1=5x>", without
   its turn roll, and, where its attacker may still go on, in the form announced. `p` is any
   position of the game. */
void xpgn_transcript_action(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                            uint32_t number, unsigned seat, const xpgn_facts *facts);

/* Generates the dice of one roll; treat the members as private. */
typedef struct xpgn_sealed_roll {
    xpgn_links links;
    xpgn_link announced;
    uint32_t number, block;
    uint8_t byte[32];
    uint8_t at;
} xpgn_sealed_roll;
/* Starts roll `number` (from 1) with the links of all parties; `announced` is the digest of the
   transcript up to and with the line that announces it. */
void xpgn_sealed_begin(xpgn_sealed_roll *roll, const xpgn_links *links, uint32_t number,
                       const xpgn_link *announced);
/* The next die, from 1 to `faces`; 0 if `faces` is not from 1 to 256. */
unsigned xpgn_sealed_die(const struct dice_chain *sealer, xpgn_sealed_roll *roll, unsigned faces);
/* What a record says about its sealed dice, and how much of it was verified. */
typedef struct xpgn_sealed_game {
    xpgn_links commit, keys;
    xpgn_links open;            /* the links of the last roll; no parties: there is no tag
                                   DiceOpen */
    xpgn_link game;             /* the digest of the header of the transcript, which identifies the
                                   game */
    xpgn_transcript transcript; /* the transcript without the result */
    xpgn_slice text;            /* its lines */
    xpgn_slice announced;       /* announced at the end and not yet answered; size 0: nothing */
    uint32_t rolls;             /* rolls in the record, with annulled ones */
    uint32_t fitting;  /* how many of them, from the first on, have the dice that the links give */
    uint8_t last, end; /* bit per party with a valid signature of the last roll, of the end */
} xpgn_sealed_game;
/* Call it after the last step; slices stay valid as long as the findings. XPGN_NOT_FOUND: the game
   has no sealed dice, or no transcript can be made of the record. */
xpgn_status xpgn_walk_sealed(const xpgn_walk *walk, xpgn_sealed_game *out);
/* A roll of the main line of a game with sealed dice. */
typedef struct xpgn_sealed_entry {
    xpgn_slice announced;   /* what it was thrown for: "12... exd5", "12. roll", "first" */
    xpgn_slice dice;        /* "5:1": the dice only, without totals or fates */
    xpgn_transcript before; /* the transcript before the announcement */
    xpgn_link digest;       /* of the transcript with the announcement */
    xpgn_links links;       /* the links of this roll; no parties: they are not known */
    uint8_t party;          /* the party that announced it */
    bool annulled;
} xpgn_sealed_entry;
/* Roll `number`, from 1; call it after the last step. False if there is none, or where
   xpgn_walk_sealed returns XPGN_NOT_FOUND. */
bool xpgn_walk_sealed_roll(const xpgn_walk *walk, uint32_t number, xpgn_sealed_entry *out);

#endif
