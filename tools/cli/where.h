/* SPDX-License-Identifier: MIT */
/* --where: conditions on games in the language of queries (xpgn-grep(1)), the same for all tools.
 */
#ifndef CLI_WHERE_H
#define CLI_WHERE_H

#include "cli/tags.h"

/* The option; `at`: the offset of a const char *. */
#define CLI_WHERE(at)                                                                              \
    {                                                                                              \
        .name = "where", .argument = "QUERY",                                                      \
        .help = "only games for which it holds, or for an action of them: 'WhiteElo > BlackElo + " \
                "200 and (promotion or plies>80)'",                                                \
        .kind = CLI_TEXT, .offset = (at)                                                           \
    }

/* A value that is near the one in the query, while that has held for no game; initialize with {0}.
 */
typedef struct cli_where_near {
    bool held;
    uint64_t game; /* 0: there is none */
    size_t tag;
    xpgn_buffer value;
} cli_where_near;

/* A query; constant but for `seen` and `near` once made. */
typedef struct cli_where {
    xpgn_query *query; /* NULL: there is no condition */
    const char *text;
    const xpgn_slice *tag;
    size_t tags;
    uint32_t scopes;
    bool positions, line; /* it asks of them, too */
    bool variations;      /* also actions of variations */
    cli_tags_seen seen;
    cli_where_near near;
} cli_where;

/* What a thread needs for it; initialize with {0}. */
typedef struct cli_where_state {
    xpgn_reader *reader;
    xpgn_walk *end, *steps;
    xpgn_slice *played; /* the actions of the main line, in: */
    size_t capacity;
    xpgn_buffer words;
    xpgn_slice *value; /* of the tags */
    xpgn_buffer text;
    xpgn_subject is;
    cli_tags_seen seen;
    cli_where_near near;
} cli_where_state;

/* Reads a query, NULL: none. Returns CLI_GO, or CLI_TROUBLE after a message with the place of the
   fault. */
int cli_where_open(cli *c, cli_where *k, const char *option, const char *text);
/* Does it hold for the game? */
bool cli_where_holds(cli_worker *w, cli_where_state *s, const cli_where *k, const xpgn_game *game);
/* Reads the values of its tags, for xpgn_query_holds; NULL: it has none. */
const xpgn_slice *cli_where_tags(cli_worker *w, cli_where_state *s, const cli_where *k,
                                 const xpgn_game *game);
/* Adds what a thread has seen, and frees its state. */
void cli_where_finish(cli_where *k, cli_where_state *s);
/* Tells of each tag that no game has, and of a value that is near where it held for none, if all
   games were looked at, and frees. */
void cli_where_close(cli *c, cli_where *k, bool tell);

/* Reports a fault in the value of an option: the text, with marks below the place. */
void cli_fault(cli *c, const char *option, const char *text, const xpgn_fault *fault);
/* Says what is wrong with the position of --xfen. Returns CLI_TROUBLE. */
int cli_refuse_xfen(cli *c, const xpgn_fault *fault);

#endif
