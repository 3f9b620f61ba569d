/* SPDX-License-Identifier: MIT */
/* xpgn-sort: games in another order. */
#include "shared/tables/game_filter.h"
#include "shared/tables/game_order.h"
#include "shared/tables/sorter.h"

typedef struct options {
    cli_common common;
    cli_list by;
    const char *where_given; /* --where */
    const char *output;
    uint64_t memory;
    /* derived from the options */
    cli_rows rows;
    cli_where where;
    cli_sorter sorter;
    cli_tags_seen seen;
} options;

#define AT(member) offsetof(options, member)

static const cli_option table[] = {
    CLI_BY("sort by facts of a game, as below; sums over its actions, such as count(combat); ECO, "
           "Opening, year; or tags such as Date; -NAME: in descending order",
           AT(by)),
    CLI_WHERE(AT(where_given)),
    CLI_ROW("output", "FILE", CLI_WRITES, AT(output),
            "write to FILE instead of standard output, when all games are sorted", .letter = 'o',
            .writes = CLI_GAMES_FILE),
    CLI_SORTER_MEMORY_OPTION(AT(memory)),
    {.name = NULL}};

static const cli_tool tool = {.name = "xpgn-sort",
                              .usage = "--by=NAME[,NAME...] [option...] [file...]",
                              .about = "Sorts games by tags and facts, and copies them unchanged.",
                              .options = table,
                              .more_help = cli_put_facts,
                              .common = CLI_ALL | CLI_FORCE | CLI_RECORDS};

/* The state of one thread. */
typedef struct sort_state {
    cli_row_maker maker;
    cli_where_state where;
    cli_sorter_part part;
    xpgn_buffer key, text;
} sort_state;

static bool sort_game(cli_worker *w, const xpgn_game *game) {
    const options *o = w->options;
    sort_state *s = w->state;
    if (!cli_sorter_takes(w, game) || !cli_where_holds(w, &s->where, &o->where, game))
        return true;
    cli_row_make(w, &o->rows, &s->maker, game);
    xpgn_buffer_clear(&s->key);
    xpgn_buffer_clear(&s->text);
    cli_order_put(&s->key, &o->rows, &s->maker.row);
    cli_sorter_number(&s->key, w->nth);
    cli_copy_game(&s->text, game);
    if (s->key.failed || s->text.failed)
        cli_no_memory(w->cli);
    cli_sorter_put(&o->sorter, &s->part, (xpgn_slice){s->key.data, s->key.size},
                   (xpgn_slice){s->text.data, s->text.size});
    return true;
}

static void finish_part(cli *c, void *data) {
    options *o = c->options;
    sort_state *s = data;
    cli_sorter_add(&o->sorter, &s->part);
    cli_where_finish(&o->where, &s->where);
    cli_row_close(&s->maker, &o->seen);
    xpgn_buffer_free(&s->key);
    xpgn_buffer_free(&s->text);
}

static int write_games(cli *c, options *o) {
    int sink = o->output != NULL ? cli_open_result(c, o->output, CLI_GAMES_FILE) : CLI_OUT;
    xpgn_slice key, text;
    xpgn_buffer out = {0};
    while (sink >= 0 && cli_sorter_next(&o->sorter, &key, &text)) {
        xpgn_buffer_slice(&out, text);
        if (out.size > 1 << 16 || out.failed)
            cli_flush(c, sink, &out);
    }
    if (sink >= 0)
        cli_flush(c, sink, &out);
    xpgn_buffer_free(&out);
    return sink >= 0 ? CLI_GOOD : CLI_TROUBLE;
}

static int sort(cli *c, options *o) {
    const cli_work work = {
        .state_size = sizeof(sort_state), .game = sort_game, .finish = finish_part};
    cli_sorter_open(c, &o->sorter, o->memory);
    int status = cli_sorter_run(c, &o->sorter, &work);
    if (status == CLI_GOOD)
        status = write_games(c, o);
    cli_tags_tell(c, (cli_tags){o->rows.columns.tag, o->rows.columns.tags}, &o->seen);
    cli_sorter_close(&o->sorter);
    return status;
}

static int run_sort(cli *c, options *o) {
    if (o->by.count == 0)
        return cli_usage(c, "--by is required: --by=Date,Round");
    int status = cli_rows_by(c, &o->rows, &o->by, CLI_ROWS_ORDERED);
    if (status == CLI_GO)
        status = cli_where_open(c, &o->where, "--where", o->where_given);
    if (status == CLI_GO)
        status = sort(c, o);
    cli_where_close(c, &o->where, status != CLI_TROUBLE);
    cli_rows_free(&o->rows);
    return status;
}

int main(int argc, char **argv) {
    options o = {.memory = 0};
    cli c;
    int status = cli_begin(&c, &tool, argc, argv, &o);
    if (status == CLI_GO)
        status = run_sort(&c, &o);
    return cli_end(&c, status);
}
