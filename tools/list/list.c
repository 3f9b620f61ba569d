/* SPDX-License-Identifier: MIT */
/* xpgn-list: one row for each game. */
#include "list/list.h"
#include "cli/opening.h"

#include <string.h>

enum { TEXT, TSV, CSV, JSON };

typedef struct options {
    cli_common common;
    cli_list columns_given; /* --columns */
    int format;
    bool index;
    /* made of them */
    cli_columns columns;
    bool play, digest, openings;
    cli_tags_seen seen;
} options;

#define AT(member) offsetof(options, member)

static const char standard[] = "game,White,Black,Date,result,ruleset,plies,errors,warnings";

static const cli_option table[] = {
    {.name = "columns",
     .argument = "NAME[,NAME...]",
     .help =
         "facts of a game, as below; count, sum, mean, min or max of those of its actions, such "
         "as count(combat); ECO, Opening; or tags such as White (tag:NAME for other names)",
     .kind = CLI_LIST,
     .facts = XPGN_GAME_SCOPES,
     .offset = AT(columns_given)},
    {.name = "format",
     .help = "output format: aligned text, a table, or one JSON object for each game",
     .kind = CLI_CHOICE,
     .offset = AT(format),
     .choices = "text|tsv|csv|json"},
    {.name = "index",
     .help = "print nothing, but write FILE.xpi for each FILE, by which --game finds games at once",
     .kind = CLI_FLAG,
     .offset = AT(index)},
    {.name = NULL}};

static const cli_tool tool = {.name = "xpgn-list",
                              .usage = "[option...] [file...]",
                              .about = "Prints one row for each game, with the columns asked for.",
                              .options = table,
                              .more_help = cli_put_facts,
                              .common = CLI_ALL | CLI_TABLE | CLI_FORCE};

/* ---- the columns ----------------------------------------------------------------------------- */

/* Texts from the table of openings, which the library does not have. */
enum { ECO, OPENING };
static const char *const own_columns[] = {[ECO] = "ECO", [OPENING] = "Opening", NULL};

static const cli_columns_of columns_of = {
    .option = "--columns",
    .scopes = XPGN_GAME_SCOPES,
    .sums = XPGN_ACTION_SCOPES,
    .advice = "a row is a game, so that only count, sum, mean, min or max of it can be a column",
    .own = own_columns};

static int read_columns(cli *c, options *o) {
    cli_columns *k = &o->columns;
    int status = CLI_GO;
    for (size_t i = 0; i < o->columns_given.count && status == CLI_GO; i++)
        status = cli_columns_add(c, k, &columns_of, o->columns_given.item[i]);
    if (o->columns_given.count == 0)
        status = cli_columns_add(c, k, &columns_of, standard);
    for (size_t i = 0; i < k->count; i++)
        o->openings = o->openings || k->list[i].kind == CLI_COLUMN_OWN;
    o->play = o->openings || k->scopes > 1u << XPGN_SCOPE_RECORD;
    o->digest = (k->scopes >> XPGN_SCOPE_LINE & 1) != 0;
    return status;
}

/* ---- one game -------------------------------------------------------------------------------- */

typedef struct state {
    xpgn_reader *reader;
    xpgn_slice value[CLI_COLUMNS]; /* of the tags */
    list_page page;
    xpgn_buffer text, cell;
    cli_row row;
    const char *own[2]; /* ECO, OPENING */
    cli_sum sum[CLI_COLUMNS];
    cli_tags_seen seen;
    xpgn_walk *walk;        /* gives the positions, for their names; else w->walk is used */
    const opening *opening; /* NULL: no position has a name */
    bool begun;
} state;

static void visit(void *data, const xpgn_position *p) {
    state *s = data;
    opening_visit(&s->opening, xpgn_walk_ruleset(s->walk), p);
}

static void begin_state(cli_worker *w, const options *o) {
    state *s = w->state;
    if (xpgn_reader_new(&s->reader) != XPGN_OK)
        cli_no_memory(w->cli);
    const xpgn_walk_options how = {XPGN_WALK_OPTIONS, .search = !o->columns.sums,
                                   .keep_line = o->digest, .visit = visit, .visit_data = s};
    s->walk = w->walk;
    if (o->openings)
        s->walk = cli_open_walk(w, &how);
    if (o->format == TEXT)
        list_page_begin(&s->page, &o->columns, !o->common.no_header, w->cli->sink[CLI_OUT].columns);
    s->begun = true;
}

/* Is there an error? */
static bool has_errors(const xpgn_walk *walk) {
    size_t count;
    const xpgn_finding *list = xpgn_walk_findings(walk, &count);
    while (count > 0 && list[count - 1].level != XPGN_ERROR)
        count--;
    return count > 0;
}

static void add_action(state *s, const options *o, const xpgn_step *step) {
    xpgn_subject is = {XPGN_SUBJECT, .game = s->row.is.game, .text = &s->text};
    xpgn_subject_step(&is, xpgn_walk_ruleset(s->walk), step);
    cli_sums_add(&o->columns, s->sum, &is, step);
}

static void take_step(cli_worker *w, const xpgn_step *step) {
    const options *o = w->options;
    state *s = w->state;
    if (step->kind == XPGN_STEP_START) /* what was visited before does not count */
        s->opening = NULL;
    if (s->walk != w->walk && step->depth == 0 && step->position != NULL && !step->fast)
        visit(s, step->position);
    if (o->columns.sums && step->kind == XPGN_STEP_ACTION && step->depth == 0)
        add_action(s, o, step);
    if (step->kind == XPGN_STEP_RESULT)
        xpgn_subject_step(&s->row.is, xpgn_walk_ruleset(s->walk), step);
}

static void play(cli_worker *w, const xpgn_game *game) {
    state *s = w->state;
    const xpgn_step *step;
    s->opening = NULL;
    xpgn_status status = xpgn_walk_begin(s->walk, game);
    while (status == XPGN_OK && (status = xpgn_walk_next(s->walk, &step)) == XPGN_OK)
        take_step(w, step);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(w->cli);
    s->row.is.ended = s->walk;
    s->row.is.rs = xpgn_walk_ruleset(s->walk);
    if (has_errors(s->walk))
        cli_worst(w, CLI_BAD);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static void put_page_row(cli_worker *w, const options *o) {
    state *s = w->state;
    for (size_t i = 0; i < o->columns.count; i++) {
        size_t before = s->page.cells.size;
        cli_put_column(&s->page.cells, &o->columns, &o->columns.list[i], &s->row);
        if (s->page.cells.size == before)
            xpgn_buffer_char(&s->page.cells, '-');
        xpgn_buffer_char(&s->page.cells, '\0');
    }
    list_page_row(&s->page, &w->to[CLI_OUT]);
}

static void begin_game(state *s, const options *o, const xpgn_game *game) {
    memset(s->sum, 0, o->columns.count * sizeof *s->sum);
    s->row = (cli_row){.is = {XPGN_SUBJECT, .game = game, .text = &s->text},
                       .tag = s->value,
                       .own = s->own,
                       .sum = s->sum,
                       .cell = &s->cell};
}

static bool one_game(cli_worker *w, const xpgn_game *game) {
    const options *o = w->options;
    state *s = w->state;
    if (!s->begun)
        begin_state(w, o);
    begin_game(s, o, game);
    if (o->columns.tags > 0) {
        xpgn_reader_tags(s->reader, game->text, o->columns.tag, o->columns.tags, s->value);
        if (o->columns_given.count > 0)
            cli_tags_note(&s->seen, (cli_tags){o->columns.tag, o->columns.tags}, s->value,
                          s->reader, game);
    }
    if (o->play)
        play(w, game);
    s->own[ECO] = s->opening != NULL ? s->opening->eco : NULL;
    s->own[OPENING] = s->opening != NULL ? s->opening->name : NULL;
    if (o->format == TEXT)
        put_page_row(w, o);
    else if (o->format == JSON)
        cli_put_columns_json(&w->to[CLI_OUT], &o->columns, &s->row);
    else
        cli_put_columns(&w->to[CLI_OUT], &o->columns, &s->row,
                        cli_cell_form(&o->common, o->format == TSV));
    return true;
}

/* ---- the program ----------------------------------------------------------------------------- */

static void finish(cli *c, void *data) {
    state *s = data;
    xpgn_buffer out = {0};
    if (s->begun && ((const options *)c->options)->format == TEXT)
        list_page_end(&s->page, &out);
    cli_flush(c, CLI_OUT, &out);
    xpgn_buffer_free(&out);
    xpgn_buffer_free(&s->cell);
    xpgn_buffer_free(&s->text);
    xpgn_reader_free(s->reader);
    cli_tags_merge(&((options *)c->options)->seen, &s->seen);
    if (((const options *)c->options)->openings)
        xpgn_walk_free(s->walk);
}

static void put_heading(cli *c, const options *o) {
    xpgn_buffer out = {0};
    cli_put_columns_head(&out, &o->columns, cli_cell_form(&o->common, o->format == TSV));
    cli_flush(c, CLI_OUT, &out);
    xpgn_buffer_free(&out);
}

static int list_games(cli *c, options *o) {
    const xpgn_walk_options walk = {XPGN_WALK_OPTIONS, .verdict_only = !o->columns.sums,
                                    .keep_line = o->digest};
    cli_work work = {.walk = o->play ? &walk : NULL,
                     .state_size = sizeof(state),
                     .game = one_game,
                     .finish = finish,
                     .serial = o->format == TEXT};
    if ((o->format == TSV || o->format == CSV) && !o->common.no_header)
        put_heading(c, o);
    int status = cli_run(c, &work);
    cli_tags_tell(c, (cli_tags){o->columns.tag, o->columns.tags}, &o->seen);
    return status;
}

static int start_index(cli *c, const options *o) {
    if (o->columns_given.count > 0 || o->format != TEXT || o->common.games.first > 0 ||
        o->common.games_from != NULL || o->common.bytes.given)
        return cli_usage(c, "--index cannot be combined with --columns, --format, --game or "
                            "--bytes");
    if (o->common.files.count == 0)
        return cli_usage(c, "--index requires a file");
    return list_write_indexes(c);
}

static int start(cli *c, options *o) {
    if (o->index)
        return start_index(c, o);
    int status = read_columns(c, o);
    if (status == CLI_GO)
        status = list_games(c, o);
    cli_columns_free(&o->columns);
    return status;
}

int main(int argc, char **argv) {
    options o = {.format = TEXT};
    cli c;
    int status = cli_begin(&c, &tool, argc, argv, &o);
    if (status == CLI_GO)
        status = start(&c, &o);
    return cli_end(&c, status);
}
