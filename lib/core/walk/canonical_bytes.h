/* SPDX-License-Identifier: MIT */
/*
 * The main line of a game as bytes, which are equal if and only if the games played are.
 * xpgn-list(1) describes the form.
 */
#ifndef XPGN_WALK_CANONICAL_BYTES_H
#define XPGN_WALK_CANONICAL_BYTES_H

#include <xpgn/base.h>

#include "core/base/sha256.h"
#include "core/play/played.h"
#include "core/rules/ruleset.h"

enum trail_byte {                       /* besides squares, and 255 for no square */
                  TRAIL_BECOMES = 0x90, /* + type: promotion, rescue, freed prisoner */
                  TRAIL_TURN_ROLL = 0xA0,
                  TRAIL_KIND = 0xB0, /* + xpgn_action_kind, for kinds other than steps and attacks
                                      */
                  TRAIL_DROP = 0xC0,
                  TRAIL_CELL = 0xD0, /* + side */
                  TRAIL_DICE = 0xE0,
                  TRAIL_TURN = 0xF0 /* the end of a turn that may have several actions */
};

struct canonical_bytes {
    bool started;        /* there is a start position */
    xpgn_position start; /* start position of the game */
    uint32_t actions;
    xpgn_buffer bytes; /* the actions */
    struct sha256 sha; /* open with trail_open */
    struct {           /* the beginning of the previous game's bytes, which most games share */
        const xpgn_ruleset *rs;
        xpgn_position start;
        xpgn_buffer bytes;
        crypto_hash_sha256_state hash; /* of them, to be continued */
    } head;
};

/* Call it once, before the first game. XPGN_NOT_FOUND: libsodium, needed for the digests, is not
   installed. */
xpgn_status trail_open(struct canonical_bytes *t);
void trail_begin(struct canonical_bytes *t);
void trail_free(struct canonical_bytes *t);
/* Begins a game at the start position; files 0: there is none. */
void trail_start(struct canonical_bytes *t, const xpgn_position *p);
/* Adds an action that was played. */
void trail_action(struct canonical_bytes *t, const xpgn_facts *facts);
void trail_turn(struct canonical_bytes *t);
/* Adds moves in the form of struct fast_game. */
void trail_moves(struct canonical_bytes *t, const played_code *moves, uint32_t count);
/* Computes the digest of the start, with or without the actions; false if memory runs out. */
bool trail_digest(struct canonical_bytes *t, const xpgn_ruleset *rs, bool with_actions,
                  uint8_t digest[XPGN_DIGEST_SIZE]);

/* Appends the bytes of the digest with actions; false if memory runs out. */
bool trail_write(struct canonical_bytes *t, const xpgn_ruleset *rs, xpgn_buffer *b);

#endif
