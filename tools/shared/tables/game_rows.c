/* SPDX-License-Identifier: MIT */
#include "shared/tables/game_rows.h"
#include "internal/loop.h"
#include "internal/walk_modes.h"
#include "shared/tables/opening.h"

#include <string.h>
#include <xpgn/record.h>

/* ---- the columns ----------------------------------------------------------------------------- */

static const char *const own_columns[] = {
    [CLI_ROWS_ECO] = "ECO", [CLI_ROWS_OPENING] = "Opening", [CLI_ROWS_YEAR] = "year", NULL};
static const char *const own_and_player[] = {[CLI_ROWS_ECO] = "ECO",
                                             [CLI_ROWS_OPENING] = "Opening",
                                             [CLI_ROWS_YEAR] = "year",
                                             [CLI_ROWS_PLAYER] = "player",
                                             NULL};

int cli_rows_add(cli *c, cli_rows *r, const char *option, const char *text, unsigned how) {
    const cli_columns_of of = {.option = option,
                               .scopes = XPGN_GAME_SCOPES,
                               .sums = XPGN_ACTION_SCOPES,
                               .advice = "a row is a game; use count, sum, mean, min or max of it",
                               .own = (how & CLI_ROWS_PLAYERS) != 0 ? own_and_player : own_columns,
                               .ordered = (how & CLI_ROWS_ORDERED) != 0};
    cli_columns *k = &r->columns;
    int status = cli_columns_add(c, k, &of, text);
    for (size_t i = 0; i < k->count; i++) {
        bool own = k->list[i].kind == CLI_COLUMN_OWN;
        r->openings = r->openings || (own && k->list[i].index <= CLI_ROWS_OPENING);
        r->year = r->year || (own && k->list[i].index == CLI_ROWS_YEAR);
    }
    r->play = r->openings || k->scopes > 1u << XPGN_SCOPE_RECORD;
    r->digest = (k->scopes >> XPGN_SCOPE_LINE & 1) != 0;
    return status;
}

int cli_rows_by(cli *c, cli_rows *r, const cli_list *by, unsigned how) {
    int status = CLI_GO;
    for (size_t i = 0; i < by->count && status == CLI_GO; i++)
        status = cli_rows_add(c, r, "--by", by->item[i], how);
    return status;
}

void cli_rows_free(cli_rows *r) {
    cli_columns_free(&r->columns);
}

/* ---- one game -------------------------------------------------------------------------------- */

static bool visit_row_position(void *data, const xpgn_position *p) {
    cli_row_maker *m = data;
    return opening_visit(&m->opening, m->walk, p);
}

/* Names of openings need the positions; without them and without sums the verdict is enough. */
static void open_maker(cli_worker *w, const cli_rows *r, cli_row_maker *m) {
    if (xpgn_reader_new(&m->reader) != XPGN_OK)
        cli_no_memory(w->cli);
    const xpgn_walk_options how = {
        XPGN_WALK_OPTIONS,
        .detail = r->columns.sums ? XPGN_STEPS
                  : r->openings   ? XPGN_WHOLE
                                  : XPGN_VERDICT,
        .keep_line = r->digest, .visit = r->openings ? visit_row_position : NULL, .visit_data = m};
    if (r->play)
        m->walk = cli_open_walk(w, &how);
}

/* True if the walk found an error. */
static bool has_errors(const xpgn_walk *walk) {
    size_t count;
    const xpgn_finding *list = xpgn_walk_findings(walk, &count);
    while (count > 0 && list[count - 1].level != XPGN_ERROR)
        count--;
    return count > 0;
}

static void add_row_action(cli_row_maker *m, const cli_rows *r, const xpgn_step *step) {
    xpgn_fact_source is = {XPGN_SUBJECT, .game = m->row.is.game, .text = &m->text};
    xpgn_fact_source_step(&is, step);
    cli_sums_add(&r->columns, m->sum, &is, step);
}

static void take_row_step(cli_row_maker *m, const cli_rows *r, const xpgn_step *step) {
    if (step->kind == XPGN_STEP_START) /* positions visited before do not count */
        m->opening = NULL;
    if (r->openings && step->depth == 0 && step->position != NULL && !step->whole)
        (void)visit_row_position(m, step->position);
    if (r->columns.sums && step->kind == XPGN_STEP_ACTION && step->depth == 0)
        add_row_action(m, r, step);
    if (step->kind == XPGN_STEP_RESULT)
        xpgn_fact_source_step(&m->row.is, step);
}

/* Takes over what the walk knows at its end. */
static void end_row(cli_worker *w, cli_row_maker *m, xpgn_walk *walk) {
    m->row.is.ended = walk;
    m->row.is.rs = xpgn_walk_ruleset(walk);
    m->errors = has_errors(walk);
    cli_note_unread(w, walk);
}

static void play_for_row(cli_worker *w, const cli_rows *r, cli_row_maker *m,
                         const xpgn_game *game) {
    const xpgn_step *step;
    m->opening = NULL;
    xpgn_status status = xpgn_walk_begin(m->walk, game);
    while (status == XPGN_OK && (status = xpgn_walk_next(m->walk, &step)) == XPGN_OK)
        take_row_step(m, r, step);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(w->cli);
    end_row(w, m, m->walk);
}

/* Returns the year of the tag Date; NULL if it is unknown. */
static const char *year_of(cli_row_maker *m, const xpgn_game *game) {
    static const xpgn_slice name = {"Date", 4};
    xpgn_slice date;
    xpgn_span span;
    xpgn_reader_tags(m->reader, game->text, &name, 1, &date);
    if (date.data == NULL || !xpgn_value_date(date, &span))
        return NULL;
    (void)snprintf(m->year, sizeof m->year, "%04d", (int)(span.low / 10000));
    return m->year;
}

/* Begins m->row with what needs no walk. */
static void begin_row(cli_worker *w, const cli_rows *r, cli_row_maker *m, const xpgn_game *game) {
    if (m->reader == NULL)
        open_maker(w, r, m);
    if (r->columns.sums)
        memset(m->sum, 0, r->columns.count * sizeof *m->sum);
    m->row = (cli_row){.is = {XPGN_SUBJECT, .game = game, .text = &m->text},
                       .tag = m->value,
                       .own = m->own,
                       .sum = m->sum,
                       .cell = &m->cell};
}

/* Adds the tags, and texts that are no facts. */
static void add_tags(cli_worker *w, const cli_rows *r, cli_row_maker *m, const xpgn_game *game,
                     const xpgn_walk *walk) {
    const cli_columns *k = &r->columns;
    if (k->tags > 0) {
        if (walk == NULL || !xpgn_walk_plain_tags(walk, k->tag, k->tags, m->value))
            xpgn_reader_tags(m->reader, game->text, k->tag, k->tags, m->value);
        cli_tags_note(w, &m->seen, (cli_tags){k->tag, k->tags}, m->value, game);
    }
    m->own[CLI_ROWS_ECO] = m->opening != NULL ? m->opening->eco : NULL;
    m->own[CLI_ROWS_OPENING] = m->opening != NULL ? m->opening->name : NULL;
    m->own[CLI_ROWS_YEAR] = r->year ? year_of(m, game) : NULL;
}

void cli_row_make(cli_worker *w, const cli_rows *r, cli_row_maker *m, const xpgn_game *game) {
    begin_row(w, r, m, game);
    if (r->play)
        play_for_row(w, r, m, game);
    add_tags(w, r, m, game, r->play ? m->walk : NULL);
}

void cli_row_take(cli_worker *w, const cli_rows *r, cli_row_maker *m, const xpgn_game *game,
                  xpgn_walk *walk, const xpgn_step *last) {
    begin_row(w, r, m, game);
    if (r->play) {
        xpgn_fact_source_step(&m->row.is, last);
        end_row(w, m, walk);
    }
    add_tags(w, r, m, game, NULL);
}

void cli_row_close(cli_row_maker *m, cli_tags_seen *seen) {
    if (seen != NULL) {
        for (size_t i = 0; own_columns[i] != NULL && m->seen.names.size > 0; i++)
            xpgn_buffer_put(&m->seen.names, own_columns[i], strlen(own_columns[i]) + 1);
        cli_tags_merge(seen, &m->seen);
    }
    xpgn_buffer_free(&m->seen.names);
    xpgn_buffer_free(&m->cell);
    xpgn_buffer_free(&m->text);
    xpgn_reader_free(m->reader);
    xpgn_walk_free(m->walk);
}
