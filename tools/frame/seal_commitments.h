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

typedef struct cli_commits {
    struct cli_commit *list;
    size_t count, capacity;
    xpgn_index index;
    bool full; /* some could not be kept */
} cli_commits;

/* Returns the game that has this commitment; if there is none, enters it for `game` and returns
   0. */
uint64_t cli_commits_find(cli *c, cli_commits *known, const uint8_t *key, uint64_t game);
/* The same without entering it. */
uint64_t cli_commits_look(const cli_commits *known, const uint8_t *key);
void cli_commits_free(cli_commits *known);

/* Reads the commitments of games that are not processed. */
typedef struct cli_commits_reader {
    cli *cli;
    xpgn_walk *walk;
    uint64_t game; /* number of the current one */
    void (*found)(void *data, const uint8_t *key, uint64_t game);
    void *data;
} cli_commits_reader;

/* A quick test whether a game may have sealed dice. */
bool cli_may_be_sealed(const xpgn_game *game);
/* Passes the commitments of such a game to `found`. */
void cli_commits_read(cli_commits_reader *r, xpgn_catalog *catalog, const xpgn_game *game);
void cli_commits_close(cli_commits_reader *r);

/* What the loop over games does with commitments, for cli_work.sealed: a tool that does not compare
   them does not contain it. */
typedef struct cli_commits_of {
    uint64_t (*find)(cli *c, cli_commits *known, const uint8_t *key, uint64_t game);
    bool (*may_be_sealed)(const xpgn_game *game);
    void (*read)(cli_commits_reader *r, xpgn_catalog *catalog, const xpgn_game *game);
    void (*close)(cli_commits_reader *r);
    /* Enters the commitments of the games before this place by the indexes of their files; false
       after a message. */
    bool (*by_index)(cli *c, const xpgn_game *place, cli_commits *known);
} cli_commits_of;
extern const cli_commits_of cli_commits_all;

#endif
