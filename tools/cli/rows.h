/* SPDX-License-Identifier: MIT */
/*
 * Rows of games: what columns that the user names (cli/columns.h) are of a game. Of tools that are
 * linked with the table of openings.
 */
#ifndef CLI_ROWS_H
#define CLI_ROWS_H

#include "cli/columns.h"
#include "cli/opening.h"
#include "cli/tags.h"

/* The columns, and what it takes to know them. */
typedef struct cli_rows {
    cli_columns columns;
    bool play, digest, openings, year;
} cli_rows;

/* Texts that no fact has. */
typedef enum cli_rows_own {
    CLI_ROWS_ECO, /* of the table of openings */
    CLI_ROWS_OPENING,
    CLI_ROWS_YEAR, /* of the tag Date */
    CLI_ROWS_PLAYER,
    CLI_ROWS_OWN
} cli_rows_own;

enum {
    CLI_ROWS_ORDERED = 1, /* a - before a name turns the order round */
    CLI_ROWS_PLAYERS = 2  /* `player` is a column, whose values the tool sets, in turn */
};
/* Adds the columns of a text, as cli_columns_add does. */
int cli_rows_add(cli *c, cli_rows *r, const char *option, const char *text, unsigned how);
/* The same for each text of --by. */
int cli_rows_by(cli *c, cli_rows *r, const cli_list *by, unsigned how);
void cli_rows_free(cli_rows *r);

/* --by=NAME,...: for the table of options. */
#define CLI_BY(what, member)                                                                       \
    {                                                                                              \
        .name = "by", .argument = "NAME[,NAME...]", .help = (what), .kind = CLI_LIST,              \
        .facts = XPGN_GAME_SCOPES, .offset = (member)                                              \
    }

/* What one thread needs to make rows; initialize with {0}. */
typedef struct cli_row_maker {
    xpgn_reader *reader;
    xpgn_slice value[CLI_COLUMNS]; /* of the tags */
    xpgn_buffer text, cell;
    const char *own[CLI_ROWS_OWN];
    char year[8];
    cli_sum sum[CLI_COLUMNS];
    cli_tags_seen seen;
    xpgn_walk *walk;
    const opening *opening; /* NULL: no position has a name */
    cli_row row;            /* of the last game */
    bool errors;            /* it has some; known if it was played */
} cli_row_maker;

/* Makes the row of a game, which lasts until the next. Exits if out of memory. */
void cli_row_make(cli_worker *w, const cli_rows *r, cli_row_maker *m, const xpgn_game *game);
/* Adds what was seen of the tags to `seen` (NULL: not asked for), and frees. */
void cli_row_close(cli_row_maker *m, cli_tags_seen *seen);

#endif
