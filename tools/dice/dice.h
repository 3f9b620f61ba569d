/* SPDX-License-Identifier: MIT */
/* xpgn-dice check: chains that serve two games. */
#ifndef DICE_H
#define DICE_H

#include "cli/cli.h"
#include "cli/commits.h"

/* A game with sealed dice. */
typedef struct sealed_game {
    uint64_t number; /* in the input */
    xpgn_links commit;
    xpgn_buffer line; /* what was played (xpgn_walk_line); empty: nothing, or it has errors */
} sealed_game;

/* Those so far, in their order. */
typedef struct sealed_games {
    cli_commits known; /* the commitments, and where in the list their game is, from 1 on */
    sealed_game *list;
    size_t count, capacity, bytes;
    bool full; /* some were not kept */
} sealed_games;

/*
 * Looks for an earlier game that has a commitment of this one, and is another game: with other
 * commitments beside it, or neither of both began as the other did. Returns its number and sets
 * *party; 0: there is none. From now on this one is among them; its line may be taken.
 */
uint64_t sealed_games_add(cli *c, sealed_games *games, sealed_game *game, unsigned *party);
void sealed_games_free(sealed_games *games);

#endif
