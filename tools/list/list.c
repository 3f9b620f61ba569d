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
    list_column column[LIST_COLUMNS];
    size_t columns;
    xpgn_slice tag[LIST_COLUMNS]; /* names */
    size_t tags;
    bool play, digest, openings;
} options;

#define AT(member) offsetof(options, member)

static const char standard[] = "number,White,Black,Date,result,ruleset,plies,errors,warnings";

static const cli_option table[] = {
    {.name = "columns",
     .argument = "NAME[,NAME...]",
     .help =
         "number, file, line, offset, length, ruleset, plies, result, errors, warnings, digest, "
         "start, ECO, Opening, or tags such as White (tag:NAME for "
         "other names)",
     .kind = CLI_LIST,
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
                              .common = CLI_ALL | CLI_TABLE | CLI_FORCE};

/* ---- the columns ----------------------------------------------------------------------------- */

static const char *const built_in[LIST_BUILT_IN] = {
    [LIST_NUMBER] = "number",     [LIST_FILE] = "file",      [LIST_LINE] = "line",
    [LIST_OFFSET] = "offset",     [LIST_LENGTH] = "length",  [LIST_RULESET] = "ruleset",
    [LIST_PLIES] = "plies",       [LIST_RESULT] = "result",  [LIST_ERRORS] = "errors",
    [LIST_WARNINGS] = "warnings", [LIST_DIGEST] = "digest",  [LIST_START] = "start",
    [LIST_ECO] = "ECO",           [LIST_OPENING] = "Opening"};

static bool is_tag_name(const char *name) {
    size_t size = strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");
    return size > 0 && name[size] == '\0';
}

static void add_tag(options *o, list_column *k, const char *name) {
    xpgn_slice tag = {name, strlen(name)};
    k->what = LIST_TAG;
    while (k->tag < o->tags && strcmp(o->tag[k->tag].data, name) != 0)
        k->tag++;
    if (k->tag == o->tags)
        o->tag[o->tags++] = tag;
}

static int unknown_column(cli *c, const char *name) {
    cli_guess guess = cli_guess_begin(name, strlen(name));
    for (size_t i = 0; i < LIST_BUILT_IN; i++)
        cli_guess_try(&guess, built_in[i]);
    if (guess.best != NULL)
        return cli_usage(c, "unknown column %s; did you mean %s?", name, guess.best);
    return cli_usage(c, "unknown column %s; for a tag of this name: tag:%s", name, name);
}

/* Names of tags begin with a capital. */
static int add_column(cli *c, options *o, const char *name) {
    if (o->columns == LIST_COLUMNS)
        return cli_usage(c, "--columns takes at most %d columns", LIST_COLUMNS);
    for (size_t i = 0; i < o->columns; i++)
        if (strcmp(o->column[i].name, name) == 0)
            return cli_usage(c, "--columns has %s twice", name);
    list_column *k = &o->column[o->columns++];
    *k = (list_column){.name = name};
    const char *tag = strncmp(name, "tag:", 4) == 0 ? name + 4 : name;
    while (k->what < LIST_BUILT_IN && strcmp(built_in[k->what], name) != 0)
        k->what++;
    if (k->what == LIST_BUILT_IN && is_tag_name(tag) &&
        (tag != name || (*name >= 'A' && *name <= 'Z'))) {
        add_tag(o, k, tag);
        return CLI_GO;
    }
    if (k->what == LIST_BUILT_IN)
        return unknown_column(c, name);
    o->play = o->play || k->what >= LIST_RULESET;
    o->digest = o->digest || k->what == LIST_DIGEST || k->what == LIST_START;
    o->openings = o->openings || k->what == LIST_ECO || k->what == LIST_OPENING;
    return CLI_GO;
}

/* Adds the columns of a list, which is cut into names. */
static int add_columns(cli *c, options *o, char *list) {
    int status = CLI_GO;
    while (list != NULL && status == CLI_GO) {
        char *comma = strchr(list, ',');
        if (comma != NULL)
            *comma++ = '\0';
        status = add_column(c, o, list);
        list = comma;
    }
    return status;
}

/* ---- one game -------------------------------------------------------------------------------- */

typedef struct state {
    xpgn_reader *reader;
    xpgn_slice value[LIST_COLUMNS]; /* of the tags */
    list_page page;
    xpgn_buffer cell;
    uint64_t turns, errors, warnings;
    xpgn_slice result;
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
    const xpgn_walk_options how = {XPGN_WALK_OPTIONS, .search = true, .keep_line = o->digest,
                                   .visit = visit, .visit_data = s};
    s->walk = w->walk;
    if (o->openings)
        s->walk = cli_open_walk(w, &how);
    if (o->format == TEXT)
        list_page_begin(&s->page, o->column, o->columns, !o->common.no_header);
    s->begun = true;
}

static void count_findings(cli_worker *w) {
    state *s = w->state;
    size_t count;
    const xpgn_finding *list = xpgn_walk_findings(s->walk, &count);
    for (size_t i = 0; i < count; i++) {
        s->errors += list[i].level == XPGN_ERROR;
        s->warnings += list[i].level == XPGN_WARNING;
    }
    if (s->errors > 0)
        cli_worst(w, CLI_BAD);
}

/* A turn that could not be played does not count. */
static void play(cli_worker *w, const xpgn_game *game) {
    state *s = w->state;
    s->turns = s->errors = s->warnings = 0;
    const xpgn_step *step;
    s->opening = NULL;
    xpgn_status status = xpgn_walk_begin(s->walk, game);
    while (status == XPGN_OK && (status = xpgn_walk_next(s->walk, &step)) == XPGN_OK) {
        if (step->kind == XPGN_STEP_START) /* what was visited before does not count */
            s->opening = NULL;
        if (s->walk != w->walk && step->depth == 0 && step->position != NULL && !step->fast)
            visit(s, step->position);
        if (step->kind != XPGN_STEP_RESULT)
            continue;
        s->turns = step->ply - (step->position == NULL && step->ply > 0);
        s->result = step->text;
    }
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(w->cli);
    count_findings(w);
}

static void put_digest(xpgn_buffer *b, cli_worker *w, bool start) {
    static const char digits[] = "0123456789abcdef";
    uint8_t digest[XPGN_DIGEST_SIZE];
    const state *s = w->state;
    xpgn_status status =
        start ? xpgn_walk_start_digest(s->walk, digest) : xpgn_walk_digest(s->walk, digest);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(w->cli);
    if (status != XPGN_OK)
        return;
    char text[2 * XPGN_DIGEST_SIZE];
    for (size_t i = 0; i < XPGN_DIGEST_SIZE; i++) {
        text[2 * i] = digits[digest[i] >> 4];
        text[2 * i + 1] = digits[digest[i] & 15];
    }
    xpgn_buffer_put(b, text, sizeof text);
}

/* By hand: most cells are numbers, and printf would take longer than the moves of a game. */
static void put_number(xpgn_buffer *b, uint64_t n) {
    char text[20], *p = text + sizeof text;
    do
        *--p = (char)('0' + n % 10);
    while ((n /= 10) > 0);
    xpgn_buffer_put(b, p, (size_t)(text + sizeof text - p));
}

static uint64_t number_of(const state *s, const xpgn_game *game, list_what what) {
    switch (what) {
    case LIST_NUMBER:
        return game->number;
    case LIST_LINE:
        return game->line;
    case LIST_OFFSET:
        return game->offset;
    case LIST_LENGTH:
        return game->text.size;
    case LIST_PLIES:
        return s->turns;
    case LIST_ERRORS:
        return s->errors;
    default:
        return s->warnings;
    }
}

/* Appends the text of a cell; nothing if there is none. */
static void put_text(xpgn_buffer *b, cli_worker *w, const xpgn_game *game, const list_column *k) {
    const state *s = w->state;
    if (list_is_number(k->what))
        put_number(b, number_of(s, game, k->what));
    else if (k->what == LIST_TAG)
        cli_put_value(b, s->value[k->tag]);
    else if (k->what == LIST_FILE)
        cli_put_clean(b, (xpgn_slice){game->file, strlen(game->file)});
    else if (k->what == LIST_RULESET && xpgn_walk_ruleset(s->walk) != NULL)
        xpgn_buffer_text(b, xpgn_ruleset_id(xpgn_walk_ruleset(s->walk)));
    else if (k->what == LIST_RESULT)
        cli_put_clean(b, s->result);
    else if (k->what == LIST_ECO && s->opening != NULL)
        xpgn_buffer_text(b, s->opening->eco);
    else if (k->what == LIST_OPENING && s->opening != NULL)
        xpgn_buffer_text(b, s->opening->name);
    else if (k->what == LIST_DIGEST || k->what == LIST_START)
        put_digest(b, w, k->what == LIST_START);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static void put_page_row(cli_worker *w, const options *o, const xpgn_game *game) {
    state *s = w->state;
    for (size_t i = 0; i < o->columns; i++) {
        size_t before = s->page.cells.size;
        put_text(&s->page.cells, w, game, &o->column[i]);
        if (s->page.cells.size == before)
            xpgn_buffer_char(&s->page.cells, '-');
        xpgn_buffer_char(&s->page.cells, '\0');
    }
    list_page_row(&s->page, &w->to[CLI_OUT]);
}

static xpgn_row begin_row(xpgn_buffer *out, const options *o) {
    return (xpgn_row){.b = out, .form = cli_cell_form(&o->common, o->format == TSV)};
}

static void put_table_row(cli_worker *w, const options *o, const xpgn_game *game) {
    state *s = w->state;
    xpgn_row row = begin_row(&w->to[CLI_OUT], o);
    for (size_t i = 0; i < o->columns; i++) {
        if (list_is_number(o->column[i].what)) {
            xpgn_row_next(&row);
            put_number(row.b, number_of(s, game, o->column[i].what));
            continue;
        }
        put_text(&s->cell, w, game, &o->column[i]);
        xpgn_row_cell(&row, (xpgn_slice){s->cell.data, s->cell.size});
        row.b->failed |= s->cell.failed;
        xpgn_buffer_clear(&s->cell);
    }
    xpgn_row_end(&row);
}

static void put_json_cell(cli_worker *w, const xpgn_game *game, const list_column *k) {
    state *s = w->state;
    xpgn_buffer *out = &w->to[CLI_OUT];
    if (list_is_number(k->what)) {
        put_number(out, number_of(s, game, k->what));
    } else if (k->what == LIST_TAG) {
        cli_put_value_json(out, s->value[k->tag]);
    } else {
        put_text(&s->cell, w, game, k);
        if (s->cell.size == 0)
            xpgn_buffer_text(out, "null");
        else
            xpgn_buffer_json(out, (xpgn_slice){s->cell.data, s->cell.size});
        out->failed |= s->cell.failed;
        xpgn_buffer_clear(&s->cell);
    }
}

static void put_json_row(cli_worker *w, const options *o, const xpgn_game *game) {
    xpgn_buffer *out = &w->to[CLI_OUT];
    for (size_t i = 0; i < o->columns; i++) {
        xpgn_buffer_text(out, i > 0 ? ",\"" : "{\"");
        xpgn_buffer_text(out, o->column[i].name);
        xpgn_buffer_text(out, "\":");
        put_json_cell(w, game, &o->column[i]);
    }
    xpgn_buffer_text(out, "}\n");
}

static bool one_game(cli_worker *w, const xpgn_game *game) {
    const options *o = w->options;
    state *s = w->state;
    if (!s->begun)
        begin_state(w, o);
    if (o->tags > 0)
        cli_read_tags(s->reader, game, o->tag, o->tags, s->value);
    if (o->play)
        play(w, game);
    if (o->format == TEXT)
        put_page_row(w, o, game);
    else if (o->format == JSON)
        put_json_row(w, o, game);
    else
        put_table_row(w, o, game);
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
    xpgn_reader_free(s->reader);
    if (((const options *)c->options)->openings)
        xpgn_walk_free(s->walk);
}

static void put_heading(cli *c, const options *o) {
    xpgn_buffer out = {0};
    xpgn_row row = begin_row(&out, o);
    for (size_t i = 0; i < o->columns; i++)
        xpgn_row_cell(&row, (xpgn_slice){o->column[i].name, strlen(o->column[i].name)});
    xpgn_row_end(&row);
    cli_flush(c, CLI_OUT, &out);
    xpgn_buffer_free(&out);
}

static int list_games(cli *c, const options *o) {
    const xpgn_walk_options walk = {XPGN_WALK_OPTIONS, .verdict_only = true,
                                    .keep_line = o->digest};
    cli_work work = {.walk = o->play ? &walk : NULL,
                     .state_size = sizeof(state),
                     .game = one_game,
                     .finish = finish,
                     .serial = o->format == TEXT};
    if ((o->format == TSV || o->format == CSV) && !o->common.no_header)
        put_heading(c, o);
    return cli_run(c, &work);
}

static int start_index(cli *c, const options *o) {
    if (o->columns_given.count > 0 || o->format != TEXT || o->common.games.first > 0 ||
        o->common.bytes.given)
        return cli_usage(c, "--index cannot be combined with --columns, --format, --game or "
                            "--bytes");
    if (o->common.files.count == 0)
        return cli_usage(c, "--index requires a file");
    return list_write_indexes(c);
}

static int start(cli *c, options *o) {
    if (o->index)
        return start_index(c, o);
    xpgn_buffer names = {0};
    const cli_list *given = &o->columns_given;
    for (size_t i = 0; i < given->count; i++)
        xpgn_buffer_printf(&names, "%s%s", i > 0 ? "," : "", given->item[i]);
    if (given->count == 0)
        xpgn_buffer_text(&names, standard);
    xpgn_buffer_char(&names, '\0');
    if (names.failed)
        cli_no_memory(c);
    int status = add_columns(c, o, names.data);
    if (status == CLI_GO)
        status = list_games(c, o);
    xpgn_buffer_free(&names);
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
