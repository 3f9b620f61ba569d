/* SPDX-License-Identifier: MIT */
/* xpgn-list: one row for each game. */
#include "list/list.h"
#include "shared/tables/game_filter.h"

#include <string.h>

enum { TEXT, JSON, CSV, TSV, MARKDOWN };

typedef struct options {
    cli_common common;
    cli_list columns_given;  /* --columns */
    const char *where_given; /* --where */
    int format;
    bool index;
    /* derived from the options */
    cli_rows rows;
    cli_where where;
    cli_tags_seen seen;
} options;

#define AT(member) offsetof(options, member)

static const char standard[] = "game,White,Black,Date,result,ruleset,plies,errors,warnings";

static const cli_option table[] = {
    CLI_ROW(
        "columns", "NAME[,NAME...]", CLI_LIST, AT(columns_given),
        "facts of a game, as below; count, sum, mean, min or max of facts of its actions, such as "
        "count(combat); ECO, Opening, year; or tags such as White (tag:NAME for other names)",
        .facts = XPGN_GAME_SCOPES, .dump = cli_dump_facts),
    CLI_WHERE(AT(where_given)),
    CLI_ONE_OF("format", "text|" CLI_TABLES, AT(format),
               "output format: aligned text, a table, or one JSON object for each game"),
    CLI_SWITCH("index", AT(index),
               "print nothing; write an index FILE.xpi for each FILE, so that --game finds "
               "games at once"),
    {.name = NULL}};

static const cli_tool tool = {.name = "xpgn-list",
                              .usage = "[option...] [file...]",
                              .about = "Prints a row for each game, with the columns you choose.",
                              .options = table,
                              .more_help = cli_put_facts,
                              .common = CLI_ALL | CLI_TABLE | CLI_FORCE};

/* ---- the columns ----------------------------------------------------------------------------- */

static int read_list_columns(cli *c, options *o) {
    int status = CLI_GO;
    for (size_t i = 0; i < o->columns_given.count && status == CLI_GO; i++)
        status = cli_rows_add(c, &o->rows, "--columns", o->columns_given.item[i], 0);
    if (o->columns_given.count == 0)
        status = cli_rows_add(c, &o->rows, "--columns", standard, 0);
    return status;
}

static xpgn_cell cell_form(const options *o) {
    return cli_table_form(o->format == TSV, o->format == MARKDOWN);
}

/* The state of one thread. */
typedef struct list_state {
    cli_row_maker maker;
    list_page page;
    cli_where_state where;
    bool begun;
} list_state;

static void begin_state(cli_worker *w, const options *o) {
    list_state *s = w->state;
    if (o->format == TEXT)
        list_page_begin(&s->page, &o->rows.columns, !o->common.no_header,
                        w->cli->sink[CLI_OUT].columns);
    s->begun = true;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static bool list_game(cli_worker *w, const xpgn_game *game) {
    const options *o = w->options;
    list_state *s = w->state;
    if (!s->begun)
        begin_state(w, o);
    if (!cli_where_holds(w, &s->where, &o->where, game))
        return true;
    cli_row_make(w, &o->rows, &s->maker, game);
    if (o->rows.play && s->maker.errors)
        cli_worst(w, CLI_BAD);
    if (o->format == TEXT)
        list_page_row(&s->page, &s->maker.row, &w->to[CLI_OUT]);
    else if (o->format == JSON)
        cli_put_columns_json(&w->to[CLI_OUT], &o->rows.columns, &s->maker.row);
    else
        cli_put_columns(&w->to[CLI_OUT], &o->rows.columns, &s->maker.row, cell_form(o));
    return true;
}

/* ---- the program ----------------------------------------------------------------------------- */

static void finish_page(cli *c, void *data) {
    list_state *s = data;
    xpgn_buffer out = {0};
    if (s->begun && ((const options *)c->options)->format == TEXT)
        list_page_end(&s->page, &out);
    cli_flush(c, CLI_OUT, &out);
    xpgn_buffer_free(&out);
    cli_where_finish(&((options *)c->options)->where, &s->where);
    cli_row_close(&s->maker, &((options *)c->options)->seen);
}

static void put_list_heading(cli *c, const options *o) {
    xpgn_buffer out = {0};
    cli_put_columns_head(&out, &o->rows.columns, cell_form(o));
    cli_flush(c, CLI_OUT, &out);
    xpgn_buffer_free(&out);
}

static int list_games(cli *c, options *o) {
    cli_work work = {.state_size = sizeof(list_state),
                     .game = list_game,
                     .finish = finish_page,
                     .serial = o->format == TEXT};
    if (o->format != TEXT && o->format != JSON && cli_has_head(&o->common, cell_form(o)))
        put_list_heading(c, o);
    int status = cli_run(c, &work);
    if (o->columns_given.count > 0)
        cli_tags_tell(c, (cli_tags){o->rows.columns.tag, o->rows.columns.tags}, &o->seen);
    xpgn_buffer_free(&o->seen.names);
    return status;
}

static int start_index(cli *c, const options *o) {
    if (o->columns_given.count > 0 || o->where_given != NULL || o->format != TEXT ||
        o->common.games.first > 0 || o->common.games_from != NULL || o->common.bytes.given)
        return cli_usage(c, "--index cannot be combined with --columns, --where, --format, "
                            "--game or --bytes");
    if (o->common.files.count == 0)
        return cli_usage(c, "--index requires a file");
    return list_write_indexes(c);
}

static int run_list(cli *c, options *o) {
    if (o->index)
        return start_index(c, o);
    int status = read_list_columns(c, o);
    if (status == CLI_GO)
        status = cli_where_open(c, &o->where, "--where", o->where_given);
    if (status == CLI_GO)
        status = list_games(c, o);
    cli_where_close(c, &o->where, true);
    cli_rows_free(&o->rows);
    return status;
}

int main(int argc, char **argv) {
    options o = {.format = TEXT};
    cli c;
    int status = cli_begin(&c, &tool, argc, argv, &o);
    if (status == CLI_GO)
        status = run_list(&c, &o);
    return cli_end(&c, status);
}
