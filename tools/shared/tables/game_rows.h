/* SPDX-License-Identifier: MIT */
/*
 * Rows of games: the values of a game in the columns that the user names (shared/tables/columns.h).
 * For tools that are linked with the table of openings.
 */
#ifndef CLI_GAME_ROWS_H
#define CLI_GAME_ROWS_H

#include "shared/tables/columns.h"
#include "shared/tables/tag_counts.h"

/* The columns, and what is needed to fill them. */
typedef struct cli_rows {
    cli_columns columns;
    bool play, digest, openings, year;
} cli_rows;

/* Texts that are not facts. */
typedef enum cli_rows_own {
    CLI_ROWS_ECO, /* from the table of openings */
    CLI_ROWS_OPENING,
    CLI_ROWS_YEAR, /* from the tag Date */
    CLI_ROWS_PLAYER,
    CLI_ROWS_OWN
} cli_rows_own;

enum {
    CLI_ROWS_ORDERED = 1, /* a - before a name reverses the order */
    CLI_ROWS_PLAYERS = 2  /* `player` is a column, whose values the tool sets */
};
/* Adds the columns of a list, as cli_columns_add does; `how`: CLI_ROWS_ORDERED | ... */
int cli_rows_add(cli *c, cli_rows *r, const char *option, const char *text, unsigned how);
/* The same for each text of --by. */
int cli_rows_by(cli *c, cli_rows *r, const cli_list *by, unsigned how);
void cli_rows_free(cli_rows *r);

/* The option --by=NAME,... */
#define CLI_BY(what, at)                                                                           \
    CLI_ROW("by", "NAME[,NAME...]", CLI_LIST, at, what, .dump = cli_dump_facts,                    \
            .facts = XPGN_GAME_SCOPES)

struct opening;

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
    const struct opening *opening; /* NULL: no position had a name */
    cli_row row;                   /* of the last game */
    bool errors;                   /* it has errors; set only if it was played */
} cli_row_maker;

/* Makes m->row for a game; it is valid until the next call. Exits if out of memory. */
void cli_row_make(cli_worker *w, const cli_rows *r, cli_row_maker *m, const xpgn_game *game);
/* The same of a game that `walk` has played to this last step, in any detail. Only if
   cli_rows_take. */
void cli_row_take(cli_worker *w, const cli_rows *r, cli_row_maker *m, const xpgn_game *game,
                  xpgn_walk *walk, const xpgn_step *last);
/* True if the columns need neither the steps of the game, nor its positions, nor its digest. */
static inline bool cli_rows_take(const cli_rows *r) {
    return !r->columns.sums && !r->openings && !r->digest;
}
/* Adds the tags seen to `seen` (NULL: not wanted), and frees. */
void cli_row_close(cli_row_maker *m, cli_tags_seen *seen);

#endif
