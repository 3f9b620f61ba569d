/* SPDX-License-Identifier: MIT */
/* The commitments of sealed dice of all games so far, to find chains that are used twice. */
#ifndef CLI_SEAL_COMMITMENTS_H
#define CLI_SEAL_COMMITMENTS_H

#include "frame/cli.h"
#include "internal/loop.h"

/* At most this many are kept, in 40 MB; later ones are only compared with these. */
enum { CLI_COMMITS_MOST = 1 << 20 };
/* The first bytes identify a commitment, as it is a hash. */
enum { CLI_COMMIT_KEY = 16 };

typedef struct cli_seal_commitments {
    struct cli_commit *list;
    size_t count, capacity;
    struct hash_index index;
    bool full; /* some could not be kept */
} cli_seal_commitments;

/* Returns the game that has this commitment; if there is none, enters it for `game` and returns
   0. */
uint64_t cli_seal_commitments_find(cli *c, cli_seal_commitments *known, const uint8_t *key,
                                   uint64_t game);
/* The same without entering it. */
uint64_t cli_seal_commitments_look(const cli_seal_commitments *known, const uint8_t *key);
void cli_seal_commitments_free(cli_seal_commitments *known);

/* Reads the commitments of games that are not processed. */
typedef struct cli_seal_commitments_reader {
    cli *cli;
    xpgn_walk *walk;
    uint64_t game; /* number of the current one */
    void (*found)(void *data, const uint8_t *key, uint64_t game);
    void *data;
} cli_seal_commitments_reader;

/* A quick test whether a game may have sealed dice. */
bool cli_may_be_sealed(const xpgn_game *game);
/* Passes the commitments of such a game to `found`. */
void cli_seal_commitments_read(cli_seal_commitments_reader *r, xpgn_catalog *catalog,
                               const xpgn_game *game);
void cli_seal_commitments_close(cli_seal_commitments_reader *r);

/* What the loop over games does with commitments, for cli_work.sealed: a tool that does not compare
   them does not contain it. */
typedef struct cli_seal_commitments_of {
    uint64_t (*find)(cli *c, cli_seal_commitments *known, const uint8_t *key, uint64_t game);
    bool (*may_be_sealed)(const xpgn_game *game);
    void (*read)(cli_seal_commitments_reader *r, xpgn_catalog *catalog, const xpgn_game *game);
    void (*close)(cli_seal_commitments_reader *r);
    /* Enters the commitments of the games before this place by the indexes of their files; false
       after a message. */
    bool (*by_index)(cli *c, const xpgn_game *place, cli_seal_commitments *known);
} cli_seal_commitments_of;
extern const cli_seal_commitments_of cli_seal_commitments_all;

#endif
