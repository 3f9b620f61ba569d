/* SPDX-License-Identifier: MIT */
/* Shared by the files of xpgn-replay. */
#ifndef REPLAY_TOOL_H
#define REPLAY_TOOL_H

#include "shared/findings/fact_keys.h"
#include "shared/tables/columns.h"
#include "shared/tables/count_table.h"

/* True if there is a terminal; else false after a message. */
bool replay_can_animate(cli *c);
typedef struct replay_show {
    bool (*begins)(const void *options, const xpgn_step *step);
    const char *player; /* whose expected scores luck is measured in; NULL: in material */
} replay_show;

/*
 * Plays a game on the terminal, action by action, controlled by keys. Starts at the first action
 * for which `begins` is true, or at the start position. Returns false if the user quits. The walk
 * is then at the end of the game and its findings are complete.
 */
bool replay_animate(cli_worker *w, const xpgn_game *game, const replay_show *how);

/* ---- claims (replay/replay_claims.c) --------------------------------------------------------- */

/* The position after a turn of the main line, or the start position. */
typedef struct claims_turn {
    uint64_t key;   /* of the position */
    size_t index;   /* turns before it */
    size_t name;    /* the offset of "12...Ng8" in the text of the claims */
    size_t xfen;    /* the offset of its XFEN there, if it is the third occurrence */
    uint32_t clock; /* half-moves without a capture or pawn move */
} claims_turn;

/* The turns of a game; initialize with {0}. */
typedef struct replay_claims {
    claims_turn *turn;
    size_t turns, room;
    xpgn_buffer text, actions;
    cli_counts counts;
    bool failed; /* out of memory */
} replay_claims;

/* A repeated position, or a number of moves without a capture or pawn move that was reached. */
typedef struct replay_claim {
    const char *what;        /* "repetition", "moves", "repeated" */
    uint64_t count;          /* of occurrences, or of moves */
    const claims_turn *turn; /* its turns in order */
    size_t turns;
    claims_turn kept; /* what `turn` points to for "moves" */
} replay_claim;

/* Begins a game. */
void replay_claims_begin(cli *c, replay_claims *k);
/* Pass it every step of a game. */
void replay_claims_step(replay_claims *k, const xpgn_walk *walk, const xpgn_step *step);
/* Calls `put` for each claim: repetitions in the order of their first turns, then move counts. Sets
   k->failed if out of memory. */
void replay_claims_put(replay_claims *k, const xpgn_ruleset *rs,
                       void (*put)(void *data, const replay_claims *k, const replay_claim *claim),
                       void *data);
void replay_claims_free(replay_claims *k);

#endif
