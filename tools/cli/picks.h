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
/* The least number from this one on that is asked for; 0: none. The numbers given ascend. */
uint64_t cli_picks_listed(cli *c, cli_picks *p, uint64_t number);
static inline uint64_t cli_picks_next(cli *c, cli_picks *p, uint64_t number) {
    return p->count == 0 ? number : cli_picks_listed(c, p, number);
}

/* Where the order of the list has got to; initialize with {0}. */
typedef struct cli_order {
    size_t range;
    uint64_t next; /* number in it; 0: its first */
} cli_order;

/* The least number that the list may ask for next; 0: it is at its end. */
uint64_t cli_order_next(const cli_picks *p, cli_order *at);
/* That one was found, or another one of the same range instead; 0: none was. False: it is not of
   the range. */
bool cli_order_found(const cli_picks *p, cli_order *at, uint64_t number);

/* Games in another order than that of the input: each is put once, and got as often as it is asked
   for, in the order of the list. */
typedef struct cli_shelf {
    cli_spool spool;
    uint64_t *place; /* in the spool, of the games put, which ascend */
    uint64_t *number;
    size_t count, capacity;
    char *text; /* of the current game */
    size_t room;
} cli_shelf;

void cli_shelf_open(cli *c, cli_shelf *s);
void cli_shelf_put(cli *c, cli_shelf *s, const xpgn_game *game);
/* The next game of the list; false: there is none. Its text is valid until the next call. */
bool cli_shelf_get(cli *c, cli_shelf *s, const cli_picks *p, cli_order *at, xpgn_game *game);
void cli_shelf_close(cli_shelf *s);

#endif
