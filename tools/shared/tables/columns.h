/* SPDX-License-Identifier: MIT */
/*
 * Columns as the user names them: facts (xpgn-facts(7)), aggregates of facts over a game or group,
 * and tags. Resolved here for all tools.
 */
#ifndef CLI_COLUMNS_H
#define CLI_COLUMNS_H

#include <xpgn/facts.h>

#include "frame/cli.h"
#include "internal/action_facts.h"
#include "internal/queries.h"

enum { CLI_COLUMNS = 96, CLI_RUNS = 8 };

typedef enum cli_column_kind {
    CLI_COLUMN_FACT,
    CLI_COLUMN_TAG,
    CLI_COLUMN_OWN, /* a text of the tool */
    CLI_COLUMN_COUNT,
    CLI_COLUMN_SUM, /* this and the following apply only to numbers */
    CLI_COLUMN_MEAN,
    CLI_COLUMN_MIN,
    CLI_COLUMN_MAX
} cli_column_kind;

typedef struct cli_column {
    char name[64]; /* the heading, as typed */
    cli_column_kind kind;
    xpgn_fact_ref ask;   /* the fact, also the one that is summed */
    xpgn_query *query;   /* COUNT: counts the actions that match */
    size_t index;        /* TAG, OWN: which one */
    xpgn_fact_type type; /* of the fact */
    bool rows;           /* COUNT: counts rows */
    bool foreign;        /* a text with arbitrary contents */
    bool number;         /* a number: aligned right */
    bool descending;     /* - before the name */
    xpgn_buffer key;     /* the name as JSON, and a colon */
} cli_column;

typedef struct cli_columns {
    cli_column list[CLI_COLUMNS];
    size_t count;
    xpgn_asked ask[CLI_COLUMNS];  /* of those that are facts, as in `list` */
    xpgn_asked_run run[CLI_RUNS]; /* those that stand side by side */
    size_t runs;
    bool is_facts;              /* all are in the first run, and none is about findings */
    size_t facts[CLI_COLUMNS];  /* of a column with which one begins: how many it has; else 0 */
    size_t run_at[CLI_COLUMNS]; /* and which it is */
    size_t kept[CLI_COLUMNS];   /* how many from here on are tags */
    xpgn_member member[CLI_COLUMNS]; /* the same with their names, for JSON */
    size_t members[CLI_COLUMNS];     /* how many from here on are facts with one */
    xpgn_slice tag[CLI_COLUMNS];     /* names, in the columns */
    size_t tags;
    uint32_t scopes; /* of the facts: a bit for each xpgn_scope */
    bool sums;
    bool remarks; /* some facts are from comments beside the action */
} cli_columns;

/* What a tool allows as columns. */
typedef struct cli_columns_of {
    const char *option;     /* "--columns" */
    uint32_t scopes;        /* of plain facts */
    uint32_t sums;          /* of facts that may be summed; 0: none */
    const char *advice;     /* advice for a fact of another scope; NULL: none */
    const char *const *own; /* names of the tool's own texts, ending with NULL; NULL: none */
    bool rows;              /* `count` alone counts rows */
    bool ordered;           /* for sorting: a - before a name reverses the order */
} cli_columns_of;

/* Adds the columns of a comma-separated list. Returns CLI_GO, or CLI_TROUBLE after a message. */
int cli_columns_add(cli *c, cli_columns *k, const cli_columns_of *of, const char *text);
/* Adds a column for a tag with any name. */
int cli_columns_add_tag(cli *c, cli_columns *k, const cli_columns_of *of, xpgn_slice name);
void cli_columns_free(cli_columns *k);
/* Appends the list of facts for --help. */
void cli_put_facts(xpgn_buffer *b);
/* Appends the facts of some scopes under a title. */
void cli_put_facts_of(xpgn_buffer *b, const char *title, uint32_t scopes);

/* The aggregate of one column. */
typedef struct cli_sum {
    uint64_t count;
    int64_t sum, min, max;
} cli_sum;
/* Adds a subject, with its step for queries (NULL: none), to the sums of all columns. */
void cli_sums_add(const cli_columns *k, cli_sum *sum, const xpgn_fact_source *s,
                  const xpgn_step *step);
void cli_sum_merge(cli_sum *to, const cli_sum *from);

/* The cells that are the same in all rows of a game, as they stand in the first; set `made` to
   false before each game. */
typedef struct cli_kept_cells {
    bool made;
    bool objects; /* of JSON: they are written as xpgn_fact_object does */
    xpgn_buffer text;
    size_t end[CLI_COLUMNS]; /* in `text`, by column */
    xpgn_run_memo memo[CLI_RUNS];
    xpgn_members_memo members[CLI_RUNS]; /* of JSON */
} cli_kept_cells;
void cli_kept_free(cli_kept_cells *kept);

/* The sources for the cells of a row. */
typedef struct cli_row {
    xpgn_fact_source is;
    const xpgn_slice *tag;  /* values as recorded; data NULL: missing */
    const char *const *own; /* NULL: none */
    const cli_sum *sum;     /* by column */
    xpgn_buffer *cell;      /* scratch space for texts */
    cli_kept_cells *kept;   /* NULL: none are */
} cli_row;

/* Append a cell: as text that is safe for a terminal, whose width is returned, as a cell of a
   table, as JSON. */
size_t cli_put_column(xpgn_buffer *b, const cli_columns *k, const cli_column *column,
                      const cli_row *row);
void cli_put_column_cell(struct row_writer *line, const cli_columns *k, const cli_column *column,
                         const cli_row *row);
void cli_put_column_json(xpgn_buffer *b, const cli_columns *k, const cli_column *column,
                         const cli_row *row);
/* Append a line of a table with all columns, the line with their names, or a JSON object. */
void cli_put_columns(xpgn_buffer *b, const cli_columns *k, const cli_row *row, xpgn_cell form);
void cli_put_columns_head(xpgn_buffer *b, const cli_columns *k, xpgn_cell form);
void cli_put_columns_json(xpgn_buffer *b, const cli_columns *k, const cli_row *row);

#endif
