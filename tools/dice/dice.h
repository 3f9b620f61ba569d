/* SPDX-License-Identifier: MIT */
/* xpgn-dice: the commands of a party during a game, and the check of a record. */
#ifndef DICE_TOOL_H
#define DICE_TOOL_H

#include "frame/cli.h"
#include "frame/seal_commitments.h"
#include "shared/sealed/seal_party.h"

/* A game with sealed dice. */
typedef struct sealed_game {
    uint64_t number; /* in the input */
    xpgn_links commit;
    xpgn_buffer text; /* its transcript; empty if there is none */
} sealed_game;

/* The games so far, in the order of the input. */
typedef struct sealed_games {
    cli_seal_commitments
        known; /* the commitments, with the position of their game in the list, from 1 */
    sealed_game *list;
    size_t count, capacity, bytes;
    bool full; /* some were not kept */
} sealed_games;

typedef struct dice_options {
    cli_common common;
    uint64_t links, faces, dice;
    const char *keys;
    cli_list journals;
    bool digests;
    /* derived from them */
    struct dice_chain *sealer;
    const char *const *operand; /* operands after the command */
    size_t operands;
    xpgn_buffer links_text;
    xpgn_buffer published[2]; /* DiceCommit and DiceKey, as received */
    cli_journal *journal;     /* of journals.count */
    bool *used;               /* is the journal of some record? */
    sealed_games games;       /* used in the order of the games */
} dice_options;

/*
 * Looks for an earlier, different game with a commitment of this one; games differ if neither
 * transcript begins with the other. Returns its number and sets *party, or returns 0 if there is
 * none. Adds this game to the list, which may take over its text.
 */
uint64_t sealed_games_add(cli *c, sealed_games *games, sealed_game *game, unsigned *party);
void sealed_games_free(sealed_games *games);

/* The commands of a party with a record and its chain (dice_party.c). */
int dice_announce(cli *c, dice_options *o);
int dice_answer(cli *c, dice_options *o);
int dice_sign(cli *c, dice_options *o);
int dice_end(cli *c, dice_options *o);
int dice_transcript(cli *c, dice_options *o);
/* dice_check.c */
int dice_check(cli *c, dice_options *o);
/* Names what the game has that is in no transcript (dice_unsealed.c). */
void dice_put_unsealed(cli_worker *w, const xpgn_game *game, xpgn_buffer *b);

#endif
