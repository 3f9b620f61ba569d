/* SPDX-License-Identifier: MIT */
/* Shared by the files of xpgn-odds: its options, a combat, tables. */
#ifndef ODDS_H
#define ODDS_H

#include "cli/columns.h"
#include "cli/keys.h"
#include "cli/odds.h"

typedef enum odds_format {
    ODDS_TEXT,
    ODDS_CSV,
    ODDS_TSV,
    ODDS_JSON,
    ODDS_MARKDOWN,
    ODDS_LATEX
} odds_format;

enum { MOST_PIECES = 32, MOST_RANGE = 1000 };

/* Pieces as typed: N, P*, or several. */
typedef struct pieces {
    xpgn_piece list[MOST_PIECES];
    size_t count;
} pieces;

/* The support of one side: numbers, or what these pieces give. */
typedef struct support {
    int first, last;
    pieces by;
} support;

/* Charts being made (odds/chart.h). */
typedef struct chart chart;

/* What JSON is made of. */
typedef struct odds_keys {
    cli_keys ruleset, of_record, action, kind, side[2], throws, outcome, odds, fate, attempt;
} odds_keys;

typedef struct options {
    cli_common common;
    const char *variant, *rule_options, *attacker, *defender, *support, *xfen, *action, *at;
    const char *svg, *theme, *language;
    uint64_t max_rows;
    int kind; /* the index in --kind */
    int format;
    bool matrix;
    /* made of them */
    pieces attackers, defenders;
    support supports[2];
    cli_turn turn;
    xpgn_language words; /* of charts */
    chart *chart;        /* NULL: none */
    cli_columns columns, attempt_columns;
    odds_keys keys;
} options;

/* A combat and its odds; or a teleport or an escape. */
typedef struct combat {
    const xpgn_ruleset *rs;
    const xpgn_position *position; /* NULL: by types */
    const xpgn_game *game;         /* NULL: not of a record */
    const char *turn;              /* "12..."; NULL: none */
    xpgn_subject is;               /* of a record: its turn */
    xpgn_facts facts;              /* before the dice */
    xpgn_odds odds;
    bool fell; /* the dice have fallen, and the fates are: */
    xpgn_fate fate[2];
    bool is_attempt; /* its odds, instead: */
    xpgn_attempt attempt;
} combat;

extern const char *const odds_kinds[];

/* ---- numbers (odds/text.c) ------------------------------------------------------------------- */

/* Appends "5/6" for ways of all, if that is short enough to be of help. */
void put_fraction(xpgn_buffer *b, uint64_t ways, uint64_t all);
/* Appends "N" or "P*", in the letters of a language (NULL: English). */
void put_letter(xpgn_buffer *b, xpgn_piece piece, const xpgn_language *words);

/* ---- tables of cells (odds/grid.c) ----------------------------------------------------------- */

/*
 * Appends rows of cells (rows end with LF, cells are separated by tabs), the first row the names of
 * the columns, in a format for people. The first `left` columns are aligned to the left; bars,
 * cells that begin with '#', are for text only.
 */
void grid_write(xpgn_buffer *b, xpgn_slice cells, unsigned left, odds_format format);
/* Appends a title or a sentence as that format has it. */
void grid_line(xpgn_buffer *b, const char *text, bool title, odds_format format);
/* Appends lines as they are: a code block, or verbatim. */
void grid_verbatim(xpgn_buffer *b, xpgn_slice lines, odds_format format);

/* ---- combats (odds/text.c, odds/rows.c) ------------------------------------------------------ */

/* A combat in detail, for people. */
void write_detail(xpgn_buffer *b, const combat *k, odds_format format);
/* Tables of combats: of types; in a position, with actions; in a record, with turns and what the
   dice gave. And the columns that are aligned to the left. */
typedef enum row_form { ROW_TYPES, ROW_POSITION, ROW_RECORD } row_form;
enum { ROW_LEFT = 3, ACTION_LEFT = 7 | 1 << 10 };
/* A row of a table, and the row of its column names. */
void put_row_head(xpgn_buffer *cells, row_form form);
void put_row(xpgn_buffer *cells, const combat *k, row_form form);
/* The same of teleports and escapes, also in detail. */
enum { ATTEMPT_LEFT = 3 | 1 << 6 };
const char *attempt_name(const combat *k);
void put_attempt_head(xpgn_buffer *cells, row_form form);
void put_attempt(xpgn_buffer *cells, const combat *k, row_form form);
/* Looks up the names of columns and keys; CLI_GO, or CLI_TROUBLE after a message. */
int find_names(cli *c, options *o);
/* A line of CSV, TSV or JSON; the names of the columns. */
void write_head(xpgn_buffer *b, const options *o);
void write_line(xpgn_buffer *b, const options *o, const combat *k);

#endif
