/* SPDX-License-Identifier: MIT */
/* game_selection.h - the games selected by --game and --games-from. */
#ifndef CLI_GAME_SELECTION_H
#define CLI_GAME_SELECTION_H

#include "frame/spool.h"

/* Adds the comma-separated ranges of --game; false if it is malformed. */
bool cli_picks_read(cli *c, cli_picks *p, const char *text);
/* Adds the ranges of a file. Returns CLI_GO, or CLI_TROUBLE after a message. */
int cli_picks_load(cli *c, cli_picks *p, const char *path);
void cli_picks_free(cli_picks *p);
/* The least selected number from this one on; 0 if there is none. Pass ascending numbers. */
uint64_t cli_picks_listed(cli *c, cli_picks *p, uint64_t number);
static inline uint64_t cli_picks_next(cli *c, cli_picks *p, uint64_t number) {
    return p->count == 0 ? number : cli_picks_listed(c, p, number);
}

/* The current place in the order of the list; initialize with {0}. */
typedef struct cli_order {
    size_t range;
    uint64_t next; /* the next number in it; 0: its first */
} cli_order;

/* The least number that may come next in the list; 0 at its end. */
uint64_t cli_order_next(const cli_picks *p, cli_order *at);
/* Reports that a number of the current range was found, or with 0 that none was. False if the
   number is not in the range. */
bool cli_order_found(const cli_picks *p, cli_order *at, uint64_t number);

/* Stores games for output in the order of the list: each is put once, and retrieved as often as it
   is listed. */
typedef struct cli_shelf {
    cli_spool spool;
    uint64_t *place; /* offsets in the spool of the games, in ascending order */
    uint64_t *number;
    size_t count, capacity;
    char *text; /* of the current game */
    size_t room;
} cli_shelf;

void cli_shelf_open(cli *c, cli_shelf *s);
void cli_shelf_put(cli *c, cli_shelf *s, const xpgn_game *game);
/* The next game of the list; false if there is none. Its text is valid until the next call. */
bool cli_shelf_get(cli *c, cli_shelf *s, const cli_picks *p, cli_order *at, xpgn_game *game);
void cli_shelf_close(cli_shelf *s);

#endif
