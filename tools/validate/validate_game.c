/* SPDX-License-Identifier: MIT */
/* The check of one game: its findings, its reports, and where it is copied to. */
#include "validate/validate.h"

#include <string.h>
#include <xpgn_codes.h>

#include "internal/rules.h"

/* Writes a report, unless it is empty; the title of the game precedes the first. */
static void put_block(cli_worker *w, const xpgn_game *game, const xpgn_buffer *block,
                      bool *titled) {
    xpgn_buffer *out = &w->to[((const validate_options *)w->options)->report_sink];
    if (block->failed)
        cli_no_memory(w->cli);
    if (block->size == 0)
        return;
    if (!*titled) {
        cli_put_title(out, game, w->walk);
        xpgn_buffer_text(out, "\n\n");
        *titled = true;
    }
    xpgn_buffer_put(out, block->data, block->size);
    xpgn_buffer_char(out, '\n');
}

/* Writes the report of an action. */
static void put_action_report(cli_worker *w, const xpgn_game *game, const xpgn_step *step,
                              bool *titled) {
    xpgn_buffer number = {0}, block = {0};
    xpgn_turn_write(&number, step->before->seats, step->number, step->seat);
    if (step->depth > 0)
        xpgn_buffer_text(&number, " (variation)");
    xpgn_buffer_char(&number, '\0');
    if (number.failed)
        cli_no_memory(w->cli);
    xpgn_report_write(&block, xpgn_walk_ruleset(w->walk), step->before, step->facts, number.data,
                      XPGN_REPORT_LINES);
    put_block(w, game, &block, titled);
    xpgn_buffer_free(&number);
    xpgn_buffer_free(&block);
}

static void explain_end(cli_worker *w, const xpgn_game *game, const xpgn_step *step, bool *titled) {
    xpgn_buffer block = {0};
    xpgn_outcome outcome = xpgn_walk_outcome(w->walk);
    if (step->position == NULL)
        return;
    xpgn_outcome_write(&block, xpgn_walk_ruleset(w->walk), step->position, &outcome,
                       XPGN_REPORT_LINES);
    put_block(w, game, &block, titled);
    xpgn_buffer_free(&block);
}

static void count_findings(cli_worker *w, bool strict, validate_totals *t) {
    size_t count;
    const xpgn_finding *list = xpgn_walk_findings(w->walk, &count);
    for (size_t i = 0; i < count; i++) {
        bool warning = list[i].level == XPGN_WARNING && !strict;
        t->warnings += warning;
        t->errors += !warning && list[i].level != XPGN_LINT;
        t->stood += strcmp(list[i].code, XPGN_CODE_STOOD) == 0;
    }
}

cli_report validate_report(const cli *c, const validate_options *o) {
    return (cli_report){.style = (cli_style)o->format,
                        .json = cli_report_json,
                        .sarif = cli_report_sarif,
                        .color = c->sink[o->report_sink].color,
                        .columns = c->sink[o->report_sink].columns,
                        .strict = o->strict,
                        .lint = o->lint,
                        .keys = o->keys,
                        .codes = &o->codes,
                        .language = o->language != NULL ? &o->words : NULL};
}

static void count_result(validate_totals *t, const xpgn_step *step) {
    t->turns += step->ply;
    t->fast += step->whole;
}

uint64_t validate_committed(void *data, const xpgn_link *commitment) {
    cli_worker *w = data;
    const validate_totals *t = w->state;
    cli_in_order(w);
    validate_options *o = w->cli->options;
    return cli_seal_commitments_find(w->cli, &o->commits, commitment->byte, t->now);
}

bool validate_finds_fixes(const validate_options *o) {
    bool status_only = o->quiet && o->verbose == 0 && o->partial == NULL;
    return !o->no_fixes && !status_only;
}

/* Lets the walk report games in other notations as such, and check them as they are understood. */
static void read_foreign(cli_worker *w, validate_totals *t) {
    if (xpgn_import_new(&t->import, w->catalog, NULL) != XPGN_OK)
        cli_no_memory(w->cli);
    xpgn_walk_import(w->walk, t->import);
}

/* Notes which of the tags of --require the game has. */
static void note_required(cli_worker *w, const validate_options *o, validate_totals *t) {
    size_t count;
    const xpgn_tag *tag = xpgn_walk_tags(w->walk, &count);
    cli_words_game(&t->seen);
    for (size_t i = 0; i < count; i++)
        cli_words_note(&t->seen, &o->required, tag[i].name);
}

/* Reports what was found in a game, and returns the worst level; -1: nothing, as usual. */
static int report_game(cli_worker *w, const validate_options *o, const xpgn_game *game) {
    size_t count;
    (void)xpgn_walk_findings(w->walk, &count);
    if (count == 0)
        return -1;
    cli_report how = o->quiet ? (cli_report){.strict = o->strict} : validate_report(w->cli, o);
    return cli_report_findings(o->quiet ? NULL : &w->to[o->report_sink], &how, game, w->walk,
                               o->lint ? XPGN_LINT : XPGN_WARNING);
}

bool validate_game(cli_worker *w, const xpgn_game *game) {
    const validate_options *o = w->options;
    validate_totals *t = w->state;
    bool titled = false;
    t->now = game->number;
    if (t->import == NULL && validate_finds_fixes(o))
        read_foreign(w, t);
    cli_walk_begin(w, game);
    for (const xpgn_step *step; (step = cli_walk_next(w)) != NULL;) {
        if (step->kind == XPGN_STEP_RESULT)
            count_result(t, step);
        if (o->explain && step->kind == XPGN_STEP_ACTION)
            put_action_report(w, game, step, &titled);
        else if (o->explain && step->kind == XPGN_STEP_RESULT)
            explain_end(w, game, step, &titled);
    }
    int worst = report_game(w, o, game);
    bool bad = worst == XPGN_ERROR;
    int copy = bad ? o->bad_sink : o->good_sink;
    if (copy >= 0)
        cli_copy_game(&w->to[copy], game);
    if (bad)
        cli_worst(w, CLI_BAD);
    if (o->required.count > 0)
        note_required(w, o, t);
    t->games++;
    t->bad += bad;
    t->bytes += game->text.size;
    if (worst >= 0)
        count_findings(w, o->strict, t);
    return true;
}

void validate_add(cli *c, void *state) {
    validate_totals *sum = &((validate_options *)c->options)->sum;
    validate_totals *t = state;
    xpgn_import_free(t->import);
    cli_tags_merge(&sum->seen, &t->seen);
    sum->games += t->games;
    sum->bad += t->bad;
    sum->errors += t->errors;
    sum->warnings += t->warnings;
    sum->stood += t->stood;
    sum->turns += t->turns;
    sum->bytes += t->bytes;
    sum->fast += t->fast;
}
