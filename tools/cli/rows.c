/* SPDX-License-Identifier: MIT */
#include "cli/rows.h"

#include <string.h>

/* ---- the columns ----------------------------------------------------------------------------- */

/* Texts from the table of openings, which the library does not have. */
enum { ECO, OPENING };
static const char *const own_columns[] = {[ECO] = "ECO", [OPENING] = "Opening", NULL};

int cli_rows_add(cli *c, cli_rows *r, const char *option, const char *text, bool ordered) {
    const cli_columns_of of = {
        .option = option,
        .scopes = XPGN_GAME_SCOPES,
        .sums = XPGN_ACTION_SCOPES,
        .advice =
            "a row is a game, so that only count, sum, mean, min or max of it can be a column",
        .own = own_columns,
        .ordered = ordered};
    cli_columns *k = &r->columns;
    int status = cli_columns_add(c, k, &of, text);
    for (size_t i = 0; i < k->count; i++)
        r->openings = r->openings || k->list[i].kind == CLI_COLUMN_OWN;
    r->play = r->openings || k->scopes > 1u << XPGN_SCOPE_RECORD;
    r->digest = (k->scopes >> XPGN_SCOPE_LINE & 1) != 0;
    return status;
}

void cli_rows_free(cli_rows *r) {
    cli_columns_free(&r->columns);
}

/* ---- one game -------------------------------------------------------------------------------- */

static void visit(void *data, const xpgn_position *p) {
    cli_row_maker *m = data;
    opening_visit(&m->opening, xpgn_walk_ruleset(m->walk), p);
}

/* The names of openings need the positions; else the verdict is enough, if nothing is summed. */
static void open_maker(cli_worker *w, const cli_rows *r, cli_row_maker *m) {
    if (xpgn_reader_new(&m->reader) != XPGN_OK)
        cli_no_memory(w->cli);
    const xpgn_walk_options how = {XPGN_WALK_OPTIONS,
                                   .search = r->openings && !r->columns.sums,
                                   .verdict_only = !r->openings && !r->columns.sums,
                                   .keep_line = r->digest,
                                   .visit = r->openings ? visit : NULL,
                                   .visit_data = m};
    if (r->play)
        m->walk = cli_open_walk(w, &how);
}

/* Is there an error? */
static bool has_errors(const xpgn_walk *walk) {
    size_t count;
    const xpgn_finding *list = xpgn_walk_findings(walk, &count);
    while (count > 0 && list[count - 1].level != XPGN_ERROR)
        count--;
    return count > 0;
}

static void add_action(cli_row_maker *m, const cli_rows *r, const xpgn_step *step) {
    xpgn_subject is = {XPGN_SUBJECT, .game = m->row.is.game, .text = &m->text};
    xpgn_subject_step(&is, xpgn_walk_ruleset(m->walk), step);
    cli_sums_add(&r->columns, m->sum, &is, step);
}

static void take_step(cli_row_maker *m, const cli_rows *r, const xpgn_step *step) {
    if (step->kind == XPGN_STEP_START) /* what was visited before does not count */
        m->opening = NULL;
    if (r->openings && step->depth == 0 && step->position != NULL && !step->fast)
        visit(m, step->position);
    if (r->columns.sums && step->kind == XPGN_STEP_ACTION && step->depth == 0)
        add_action(m, r, step);
    if (step->kind == XPGN_STEP_RESULT)
        xpgn_subject_step(&m->row.is, xpgn_walk_ruleset(m->walk), step);
}

static void play(cli_worker *w, const cli_rows *r, cli_row_maker *m, const xpgn_game *game) {
    const xpgn_step *step;
    m->opening = NULL;
    xpgn_status status = xpgn_walk_begin(m->walk, game);
    while (status == XPGN_OK && (status = xpgn_walk_next(m->walk, &step)) == XPGN_OK)
        take_step(m, r, step);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(w->cli);
    m->row.is.ended = m->walk;
    m->row.is.rs = xpgn_walk_ruleset(m->walk);
    m->errors = has_errors(m->walk);
}

void cli_row_make(cli_worker *w, const cli_rows *r, cli_row_maker *m, const xpgn_game *game) {
    const cli_columns *k = &r->columns;
    if (m->reader == NULL)
        open_maker(w, r, m);
    memset(m->sum, 0, k->count * sizeof *m->sum);
    m->row = (cli_row){.is = {XPGN_SUBJECT, .game = game, .text = &m->text},
                       .tag = m->value,
                       .own = m->own,
                       .sum = m->sum,
                       .cell = &m->cell};
    if (k->tags > 0) {
        xpgn_reader_tags(m->reader, game->text, k->tag, k->tags, m->value);
        cli_tags_note(&m->seen, (cli_tags){k->tag, k->tags}, m->value, m->reader, game);
    }
    if (r->play)
        play(w, r, m, game);
    m->own[ECO] = m->opening != NULL ? m->opening->eco : NULL;
    m->own[OPENING] = m->opening != NULL ? m->opening->name : NULL;
}

void cli_row_close(cli_row_maker *m, cli_tags_seen *seen) {
    if (seen != NULL)
        cli_tags_merge(seen, &m->seen);
    xpgn_buffer_free(&m->seen.names);
    xpgn_buffer_free(&m->cell);
    xpgn_buffer_free(&m->text);
    xpgn_reader_free(m->reader);
    xpgn_walk_free(m->walk);
}
