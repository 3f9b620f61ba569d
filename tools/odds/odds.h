/* SPDX-License-Identifier: MIT */
/* Shared by the files of xpgn-odds: its options, a combat, tables. */
#ifndef ODDS_TOOL_H
#define ODDS_TOOL_H

#include <xpgn/write.h>

#include "internal/action_facts.h"
#include "internal/chance.h"
#include "shared/chance/odds_rows.h"
#include "shared/diagram/turn_option.h"
#include "shared/findings/fact_keys.h"
#include "shared/tables/columns.h"

typedef enum odds_format {
    ODDS_TEXT,
    ODDS_JSON,
    ODDS_CSV,
    ODDS_TSV,
    ODDS_MARKDOWN,
    ODDS_LATEX
} odds_format;

enum { MOST_PIECES = 32, MOST_RANGE = 1000, MOST_STOP = 255, MOST_COMBATS = 100000 };

/* Pieces as typed: N, P*, or several. */
typedef struct typed_pieces {
    xpgn_piece list[MOST_PIECES];
    size_t count;
} typed_pieces;

typedef struct number_range {
    int first, last;
} number_range;

/* The support of one side: a range of values, or the supporters that give it. */
typedef struct side_support {
    int first, last;
    typed_pieces by;
} side_support;

/* Charts being made (odds/odds_chart.h). */
typedef struct chart chart;

/* The keys of JSON objects. */
typedef struct odds_keys {
    cli_fact_keys ruleset, of_record, action, kind, side[2], hurt[2], throws, outcome, odds, on,
        fate, exchange, attempt;
} odds_keys;

typedef struct options {
    cli_common common;
    cli *cli;
    const char *variant, *rule_options, *attacker, *defender, *support, *stop_below, *xfen, *threat,
        *action, *at;
    const char *svg, *theme, *language;
    int kind; /* an index into odds_kinds */
    int format;
    bool matrix;
    /* derived from the options */
    typed_pieces attackers, defenders;
    side_support supports[2];
    number_range stops; /* of --stop-below; last 0: one exchange */
    cli_turn turn;
    xpgn_language words;               /* of --language, for charts */
    chart *chart;                      /* NULL: none */
    cli_columns columns, last_columns; /* those before the outcomes, and behind them */
    odds_keys keys;
} options;

/* A combat with its odds, or an attempt to teleport or escape. */
typedef struct combat {
    const xpgn_ruleset *rs;
    const xpgn_position *position; /* NULL: by types */
    const xpgn_game *game;         /* NULL: not of a record */
    const char *turn;              /* "12..."; NULL: none */
    xpgn_fact_source is;           /* from a record: the step */
    xpgn_facts facts;              /* before the dice */
    xpgn_odds odds;
    unsigned stop_below; /* of an attacker that goes on while it has as many hit points; 0: of one
                            exchange */
    unsigned exchange;   /* which one of the roll, from 1; 0: all of them */
    bool fell;           /* the dice have been thrown, with these fates: */
    xpgn_fate fate[2];   /* attacker, defender */
    bool is_attempt;     /* its odds are in `attempt`, not in `odds` */
    xpgn_attempt attempt;
} combat;

extern const char *const odds_kinds[];

/* ---- numbers (odds/odds_text.c) -------------------------------------------------------------- */

/* Appends ways/all in lowest terms, "5/6"; nothing for 0, for 1, or if it would be too long. */
void put_fraction(xpgn_buffer *b, uint64_t ways, uint64_t all);
/* Appends "N" or "P*", with the letters of a language (NULL: English). */
void put_letter(xpgn_buffer *b, xpgn_piece piece, const xpgn_language *words);

/* ---- tables of cells (odds/odds_grid.c) ------------------------------------------------------ */

/*
 * Appends a table in a format for people. Rows end with LF and cells are separated by tabs; the
 * first row has the names of the columns. `left` has a bit for each of the first 32 columns: those
 * set are aligned left. Cells that begin with '#' are bars, which only text shows.
 */
void grid_write(xpgn_buffer *b, xpgn_slice cells, unsigned left, odds_format format);
/* Appends a title or a sentence in that format. */
void grid_line(xpgn_buffer *b, const char *text, bool title, odds_format format);
/* Appends lines unchanged: as a code block in Markdown, verbatim in LaTeX. */
void grid_verbatim(xpgn_buffer *b, xpgn_slice lines, odds_format format);

/* ---- combats and attempts (odds/odds_text.c, odds_table.c, odds_attempts.c) ------------------ */

/* Appends a combat in detail, for people. */
void write_detail(xpgn_buffer *b, const combat *k, odds_format format);
/* Tables of combats: of types of pieces; in a position, with the actions; in a record, with turns,
   actions and what the dice gave. */
typedef enum row_form { ROW_TYPES, ROW_POSITION, ROW_RECORD } row_form;
/* How they are laid out: by hit points where there are such, with a column more for several stops.
 */
typedef struct row_look {
    row_form form;
    bool hits, stops;
} row_look;
/* The columns aligned left, for grid_write. */
unsigned row_left(const row_look *look);
/* Append the row of column names, and the row of a combat. */
void put_row_head(xpgn_buffer *cells, const row_look *look);
void put_row(xpgn_buffer *cells, const combat *k, const row_look *look);

/* ---- attackers that go on (odds/odds_going_on.c) --------------------------------------------- */

/* Counts the odds of the combat, by its stop. XPGN_INVALID: it has none. */
xpgn_status count_odds(combat *k);
/* Reads --stop-below, N or N-M; false if it is neither. */
bool read_stops(options *o);
/* CLI_GO, or CLI_TROUBLE after a message: the attacker may not go on. */
int check_stops(cli *c, const options *o, const xpgn_ruleset *rs);
/* Appends "until one falls" or "stop below 5". */
void put_stop(xpgn_buffer *b, unsigned stop_below, const xpgn_language *words);
/* Appends a row for each stop that an attacker may choose, as cells; nothing where it may not go
   on. */
void put_stops(xpgn_buffer *cells, const combat *k);
/* Appends the chances, the points and the points lost, a cell each, as they stand in rows. */
void put_chances(xpgn_buffer *cells, const combat *k, bool hits);
/* The same for teleports and escapes. */
enum { ATTEMPT_LEFT = 3 | 1 << 6 };
const char *attempt_name(const combat *k);
void put_attempt_head(xpgn_buffer *cells, row_form form);
void put_attempt(xpgn_buffer *cells, const combat *k, row_form form);

/* ---- what lists share (odds/odds_listing.c) -------------------------------------------------- */

/* Cells for people: those of combats, and those of teleports and escapes. */
typedef struct row_tables {
    row_look look;
    xpgn_buffer combats, attempts;
} row_tables;

/* Adds a row; appends both tables, an empty line between them; frees them. */
void add_combat_row(row_tables *t, const combat *k);
void write_tables(xpgn_buffer *b, const options *o, const row_tables *t);
void free_tables(row_tables *t);
/* Appends a combat in detail, or an attempt as a table of one row. */
void show_detail(xpgn_buffer *b, const combat *k, row_form form, odds_format format);
/* Appends "Chess Attack (rescue), shot: odds", what the odds are of, and NUL. */
void put_combat_words(xpgn_buffer *text, const options *o, const xpgn_ruleset *rs, const char *what,
                      const xpgn_language *words);
/* Counts the odds of a combat; false if it has none. */
bool has_odds(const options *o, combat *k);
/* True for the formats for people. */
bool is_listing(const options *o);
/* Appends the line of column names where the format has one. */
void begin_table(xpgn_buffer *b, const options *o);
/* Writes the buffer to standard output and empties it, unless a chart goes there. */
void flush_table(cli *c, const options *o, xpgn_buffer *b);

/* ---- what the odds are of: types of pieces, a position, records ------------------------------ */

/* Read --attacker or --defender, N,B* with or without commas, and --support; false if they cannot
   be read. */
bool read_piece_list(const char *text, unsigned seat, typed_pieces *out);
bool read_supports(options *o);
/* Print the odds and return an exit status (odds/odds_types.c, odds_position.c, odds_threat.c: what
   each throw allows in a position, odds_record.c). */
int list_types(cli *c, options *o, const xpgn_ruleset *rs);
int show_position(cli *c, const options *o, const xpgn_ruleset *rs);
int show_threat(cli *c, const options *o, const xpgn_ruleset *rs, const xpgn_position *p);
int read_records(cli *c, const options *o);

/* ---- for programs (odds/odds_table.c) -------------------------------------------------------- */

/* Looks up the names of columns and keys; CLI_GO, or CLI_TROUBLE after a message. */
int find_names(cli *c, options *o);
/* Append the line of column names, and a combat as a line of CSV, TSV or JSON. */
void write_head(xpgn_buffer *b, const options *o);
void write_line(xpgn_buffer *b, const options *o, const combat *k);

#endif
