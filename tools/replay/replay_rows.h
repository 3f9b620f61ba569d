/* SPDX-License-Identifier: MIT */
/* What xpgn-replay prints of a game: its options, and the rows of a table or of JSON, diagrams and
 * claims. */
#ifndef REPLAY_ROWS_H
#define REPLAY_ROWS_H

#include "replay/replay.h"
#include "replay/replay_luck.h"
#include "shared/diagram/turn_option.h"
#include "shared/tables/tag_counts.h"

enum {
    REPLAY_XFEN,
    REPLAY_ASCII,
    REPLAY_JSON,
    REPLAY_CSV,
    REPLAY_TSV,
    REPLAY_MARKDOWN
}; /* after JSON: tables */
/* The objects of a row of JSON. */
enum {
    OF_RECORD,
    OF_TURN,
    OF_QUIET,
    OF_ACTION,
    OF_COMBAT,
    OF_ATTACKER,
    OF_DEFENDER,
    OF_BOTH,
    OF_POSITION,
    OBJECTS
};
enum { ROWS_OF_GAMES, ROWS_OF_TURNS, ROWS_OF_ACTIONS, ROWS_OF_COMBATS, ROWS_OF_EXCHANGES };

typedef struct replay_options {
    cli_common common;
    bool each, actions, start, animate, skip_bad, claims, luck;
    const char *at, *tags, *language, *svg, *theme;
    cli_list columns_given; /* --columns */
    uint64_t ply;
    int format; /* negative: not given, which means a table with --columns or --rows=exchanges, else
                   XFEN */
    int rows;
    /* derived from the options */
    xpgn_language words; /* of captions */
    bool wants_ply, color;
    cli_turn turn;       /* --at; without a seat: the last of that number */
    cli_columns columns; /* of tables, and of JSON with --columns */
    cli_columns tag;     /* --tags, as one object in JSON */
    cli_tags_seen seen;  /* tags of --columns and --tags */
    cli_fact_keys keys[OBJECTS];
    luck_how how; /* --luck */
    cli_luck_lines line;
    luck_total total;
    uint64_t missing; /* games without the turn selected */
    uint64_t first_missing;
} replay_options;

/* True if one position is selected. */
static inline bool replay_is_placed(const replay_options *o) {
    return o->at != NULL || o->wants_ply;
}

/* True if the picture of --luck is all that is printed. */
bool replay_is_picture_only(const replay_options *o);

/* The form of the cells of tables. */
static inline xpgn_cell replay_cell_form(const replay_options *o) {
    return cli_table_form(o->format == REPLAY_TSV, o->format == REPLAY_MARKDOWN);
}

/* ---- a row: one position, and what led to it ------------------------------------------------- */

typedef struct replay_row {
    cli_row of; /* without facts: final or start position; without a position: unplayable */
    const xpgn_walk *walk;
    const replay_options *how;
} replay_row;

/* What one thread needs to write cells, and the end of a game if facts of it are needed earlier. */
typedef struct replay_cells {
    xpgn_buffer text, cell;
    xpgn_slice value[CLI_COLUMNS]; /* of tags */
    xpgn_walk *whole;              /* NULL: not needed */
    xpgn_fact_source end;          /* its last step */
    cli_tags_seen seen;            /* tags of --columns and --tags */
    cli_kept_cells kept;           /* of tables, and of JSON */
    xpgn_members_memo quiet;       /* of JSON */
    xpgn_buffer head;              /* how each object of JSON begins; empty: not made yet */
} replay_cells;

/* An empty row, for cells of tags. */
cli_row replay_row_of_cells(replay_cells *s);
/* Looks up the tags of these columns in the game. */
void replay_take_tags(replay_cells *s, const xpgn_walk *walk, const cli_columns *k);
/* The tags that are asked for: those of --columns, or of --tags, which JSON has as an object. */
const cli_columns *replay_tags_asked(const replay_options *o);
/* Read --columns, or the columns there are without it, and --tags. Return CLI_GO, or another status
   after a message. */
int replay_read_columns(cli *c, replay_options *o);
int replay_read_tags(cli *c, replay_options *o);
/* Appends a row in the format that was chosen. */
void replay_put_row(xpgn_buffer *b, replay_cells *s, const replay_row *r);

/* ---- JSON (replay/replay_json.c) ------------------------------------------------------------- */

/* Looks up the members of rows, once. */
void replay_find_keys(cli *c, replay_options *o);
void replay_put_json(xpgn_buffer *b, replay_cells *s, const replay_row *r);
/* Appends the object of --tags, and ends the line. */
void replay_put_json_tags(xpgn_buffer *b, replay_cells *s, const replay_row *r);

/* ---- diagrams (replay/replay_diagram.c) ------------------------------------------------------ */

void replay_put_diagram(xpgn_buffer *b, const replay_row *r);

/* ---- claims (replay/replay_claims_write.c) --------------------------------------------------- */

/* Writes the claims of a game, as far as it can be played. */
void replay_claims_list(cli_worker *w, const xpgn_game *game, replay_claims *k, replay_cells *s);
void replay_claims_head(xpgn_buffer *b, const replay_options *o);

/* ---- games (replay/replay_game.c) ------------------------------------------------------------ */

/* Prints all games. Returns the status of cli_run. */
int replay_run(cli *c, replay_options *o);

#endif
