/* SPDX-License-Identifier: MIT */
/* picks.h - the games that --game and --games-from ask for. */
#ifndef PICKS_H
#define PICKS_H

#include "cli/spool.h"

/* Adds the ranges of --game, with commas between; false: it is no such list. */
bool cli_picks_read(cli *c, cli_picks *p, const char *text);
/* Adds those of a file: CLI_GO, or CLI_TROUBLE after a message. */
int cli_picks_load(cli *c, cli_picks *p, const char *path);
void cli_picks_free(cli_picks *p);
/* Is a game asked for? The numbers asked about ascend. */
bool cli_picks_has(cli_picks *p, uint64_t number);

/* Games in another order than that of the input: each is put once, and got as often as it is asked
   for, in the order of the list. */
typedef struct cli_shelf {
    cli_spool spool;
    uint64_t *place; /* in the spool, of the games put, which ascend */
    uint64_t *number;
    size_t count, capacity;
    size_t range; /* where the list has got to */
    uint64_t next;
    char *text; /* of the current game */
    size_t room;
} cli_shelf;

void cli_shelf_open(cli *c, cli_shelf *s);
void cli_shelf_put(cli *c, cli_shelf *s, const xpgn_game *game);
/* The next game of the list; false: there is none. Its text is valid until the next call. */
bool cli_shelf_get(cli *c, cli_shelf *s, const cli_picks *p, xpgn_game *game);
void cli_shelf_close(cli_shelf *s);

#endif
