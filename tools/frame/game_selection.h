/* SPDX-License-Identifier: MIT */
/* game_selection.h - the games selected by --game and --games-from. */
#ifndef CLI_GAME_SELECTION_H
#define CLI_GAME_SELECTION_H

#include "frame/spool.h"

/* Adds the comma-separated ranges of --game; false if it is malformed. */
bool cli_game_selection_read(cli *c, cli_game_selection *p, const char *text);
/* Adds the ranges of a file. Returns CLI_GO, or CLI_TROUBLE after a message. */
int cli_game_selection_load(cli *c, cli_game_selection *p, const char *path);
void cli_game_selection_free(cli_game_selection *p);
/* The least selected number from this one on; 0 if there is none. Pass ascending numbers. */
uint64_t cli_game_selection_listed(cli *c, cli_game_selection *p, uint64_t number);
static inline uint64_t cli_game_selection_next(cli *c, cli_game_selection *p, uint64_t number) {
    return p->count == 0 ? number : cli_game_selection_listed(c, p, number);
}

/* The current place in the order of the list; initialize with {0}. */
typedef struct cli_order {
    size_t range;
    uint64_t next; /* the next number in it; 0: its first */
} cli_order;

/* The least number that may come next in the list; 0 at its end. */
uint64_t cli_order_next(const cli_game_selection *p, cli_order *at);
/* Reports that a number of the current range was found, or with 0 that none was. False if the
   number is not in the range. */
bool cli_order_found(const cli_game_selection *p, cli_order *at, uint64_t number);

/* Stores games for output in the order of the list: each is put once, and retrieved as often as it
   is listed. */
typedef struct cli_kept_games {
    cli_spool spool;
    uint64_t *place; /* offsets in the spool of the games, in ascending order */
    uint64_t *number;
    size_t count, capacity;
    char *text; /* of the current game */
    size_t room;
} cli_kept_games;

void cli_kept_games_open(cli *c, cli_kept_games *s);
void cli_kept_games_put(cli *c, cli_kept_games *s, const xpgn_game *game);
/* The next game of the list; false if there is none. Its text is valid until the next call. */
bool cli_kept_games_get(cli *c, cli_kept_games *s, const cli_game_selection *p, cli_order *at,
                        xpgn_game *game);
void cli_kept_games_close(cli_kept_games *s);

#endif
