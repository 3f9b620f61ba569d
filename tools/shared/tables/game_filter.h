/* SPDX-License-Identifier: MIT */
/* --where: conditions on games in the query language (xpgn-query(7)), the same for all tools. */
#ifndef CLI_GAME_FILTER_H
#define CLI_GAME_FILTER_H

#include <xpgn/facts.h>

#include "internal/action_facts.h"
#include "shared/tables/tag_counts.h"

/* The option; `at`: the offset of a const char *. */
#define CLI_WHERE(at)                                                                              \
    CLI_ROW("where", "QUERY", CLI_TEXT, at,                                                        \
            "only games that meet this condition, or have an action that does: 'WhiteElo > "       \
            "BlackElo + 200 and (promotion or plies>80)'")

/* A tag value similar to one in the query, to suggest if the query holds for no game; initialize
   with {0}. */
typedef struct cli_where_near {
    bool held;
    uint64_t game; /* the game with this value; 0: none */
    size_t tag;
    xpgn_buffer value;
} cli_where_near;

/* A query; constant once opened, except for `seen` and `near`. */
typedef struct cli_where {
    xpgn_query *query; /* NULL: no condition */
    const char *text;
    const xpgn_slice *tag;
    size_t tags;
    uint32_t scopes;
    bool positions, line; /* it asks for positions; for the main line */
    bool variations;      /* also test actions of variations */
    cli_tags_seen seen;
    cli_where_near near;
} cli_where;

/* The state of one thread; initialize with {0}. */
typedef struct cli_where_state {
    xpgn_reader *reader;
    xpgn_walk *end, *steps;
    xpgn_slice *played; /* the actions of the main line, pointing into `words` */
    size_t capacity;
    xpgn_buffer words;
    xpgn_slice *value; /* of the tags */
    xpgn_buffer text;
    xpgn_fact_source is;
    cli_tags_seen seen;
    cli_where_near near;
} cli_where_state;

/* Reads a query; NULL: none. Returns CLI_GO, or CLI_TROUBLE after a message that shows where the
   fault is. */
int cli_where_open(cli *c, cli_where *k, const char *option, const char *text);
/* True if the query holds for the game. */
bool cli_where_holds(cli_worker *w, cli_where_state *s, const cli_where *k, const xpgn_game *game);
/* Reads the values of the query's tags in a game, for xpgn_query_holds; NULL if it has no tags. */
const xpgn_slice *cli_where_tags(cli_worker *w, cli_where_state *s, const cli_where *k,
                                 const xpgn_game *game);
/* Adds what a thread has seen, and frees its state. */
void cli_where_finish(cli_where *k, cli_where_state *s);
/* Frees the query. With `tell`, if all games were read, first reports each tag that no game has
   and, if the query held for none, a similar value. */
void cli_where_close(cli *c, cli_where *k, bool tell);

/* Reports a fault in the value of an option: the text, with marks below the place. */
void cli_fault(cli *c, const char *option, const char *text, const xpgn_fault *fault);

#endif
