/* SPDX-License-Identifier: MIT */
/*
 * What was played in the main line of a game, as bytes: all of it, and nothing but it, so that two
 * games are the same if the bytes are.  xpgn-list(1) describes the form.
 */
#ifndef XPGN_GAME_TRAIL_H
#define XPGN_GAME_TRAIL_H

#include "base/sha256.h"
#include "play/played.h"
#include "rules/ruleset.h"

enum trail_byte {                       /* beside squares, and 255 for no square */
                  TRAIL_BECOMES = 0x90, /* + type: promotion, rescue, the prisoner that is freed */
                  TRAIL_TURN_ROLL = 0xA0,
                  TRAIL_KIND = 0xB0, /* + xpgn_action_kind, of other kinds than steps and attacks */
                  TRAIL_DROP = 0xC0,
                  TRAIL_CELL = 0xD0, /* + side */
                  TRAIL_DICE = 0xE0,
                  TRAIL_TURN = 0xF0 /* the end of a turn that may have several actions */
};

struct trail {
    bool started;        /* there is a start position */
    xpgn_position start; /* of the game */
    uint32_t actions;
    xpgn_buffer bytes; /* the actions */
    struct sha256 sha; /* open with trail_open */
    struct {           /* the beginning of the last game's bytes, which most games share */
        const xpgn_ruleset *rs;
        xpgn_position start;
        xpgn_buffer bytes;
    } head;
};

/* Once, before the first game. XPGN_NOT_FOUND: there is no libsodium for the digests. */
xpgn_status trail_open(struct trail *t);
void trail_begin(struct trail *t);
void trail_free(struct trail *t);
/* The start position; files 0: there is none. */
void trail_start(struct trail *t, const xpgn_position *p);
/* An action that was played. */
void trail_action(struct trail *t, const xpgn_facts *facts);
void trail_turn(struct trail *t);
/* These were played, in the form of struct fast_game. */
void trail_moves(struct trail *t, const played_code *moves, uint32_t count);
/* The digest of the start, or with the actions; false: no memory. */
bool trail_digest(struct trail *t, const xpgn_ruleset *rs, bool with_actions,
                  uint8_t digest[XPGN_DIGEST_SIZE]);

/* Appends the bytes of the latter digest; false: no memory. */
bool trail_write(struct trail *t, const xpgn_ruleset *rs, xpgn_buffer *b);

#endif
