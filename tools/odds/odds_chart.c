/* SPDX-License-Identifier: MIT */
/* Charts of odds. */
#include "odds/odds_chart.h"

#include <math.h>
#include <stdlib.h>
#include <xpgn/rulesets.h>

#include "internal/meant.h"
#include "internal/writers.h"
#include "shared/diagram/luck_line.h"
#include "shared/diagram/svg_output.h"

struct chart {
    cli *c;
    xpgn_svg *svg;
    const options *o;
    xpgn_chart rows;
    xpgn_buffer label, text; /* of the next row */
    cli_luck_lines luck;
};

chart *chart_open(cli *c, const options *o) {
    const xpgn_svg_options how = {XPGN_SVG_OPTIONS, .columns = o->matrix ? 2 : 1};
    xpgn_svg *svg = cli_open_svg(c, o->theme, &how);
    chart *t = svg != NULL ? calloc(1, sizeof *t) : NULL;
    if (svg != NULL && t == NULL)
        cli_no_memory(c);
    if (t != NULL)
        *t = (chart){.c = c, .svg = svg, .o = o, .rows = {.percent = true, .high = 1}};
    return t;
}

int chart_close(cli *c, chart *t, int status) {
    if (t == NULL)
        return status;
    if (status == CLI_TROUBLE) {
        xpgn_svg_free(t->svg);
    } else {
        cli_luck_draw(c, &t->luck, t->svg, false, &t->o->words);
        int written = cli_write_svg(c, t->svg, t->o->svg);
        status = written > status ? written : status;
    }
    xpgn_buffer_free(&t->label);
    xpgn_buffer_free(&t->text);
    xpgn_chart_free(&t->rows);
    cli_luck_free(&t->luck);
    free(t);
    return status;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static void put_word(const chart *t, xpgn_buffer *b, const char *english) {
    xpgn_word_translate(b, english, &t->o->words);
}

static void put_chart_action(const chart *t, xpgn_buffer *b, const combat *k) {
    if (k->turn != NULL)
        xpgn_buffer_printf(b, "%s ", k->turn);
    xpgn_action_translate(b, cli_slice(k->facts.text), &t->o->words);
    xpgn_buffer_char(b, ' ');
}

/* "N x P 1:0" */
static void put_chart_pieces(const chart *t, xpgn_buffer *b, const combat *k) {
    const xpgn_combatant *side = k->facts.side;
    if (k->position != NULL)
        put_chart_action(t, b, k);
    put_letter(b, side[0].piece, &t->o->words);
    xpgn_buffer_text(b, " \xc3\x97 ");
    put_letter(b, side[1].piece, &t->o->words);
    if (side[0].support > 0 || side[1].support > 0)
        xpgn_buffer_printf(b, " %d:%d", side[0].support, side[1].support);
    if (k->stop_below > 0) {
        xpgn_buffer_text(b, ", ");
        put_stop(b, k->stop_below, &t->o->words);
    }
}

/* Adds a row with the label that was written. */
static void add_chance(chart *t, double chance) {
    cli_put_percent(&t->text, chance, 2);
    if (t->label.failed || t->text.failed)
        cli_no_memory(t->c);
    xpgn_chart_add(&t->rows, &(xpgn_datum){XPGN_DATUM, .value = chance,
                                           .label = {t->label.data, t->label.size},
                                           .text = {t->text.data, t->text.size}});
    xpgn_buffer_clear(&t->label);
    xpgn_buffer_clear(&t->text);
}

static void add_named(chart *t, const char *name, double chance) {
    if (chance <= 0)
        return;
    put_word(t, &t->label, name);
    add_chance(t, chance);
}

static void add_outcomes(chart *t, const xpgn_odds *odds) {
    for (unsigned i = 0; i < CLI_OUTCOMES; i++)
        add_named(t, cli_outcomes[i].words,
                  odds->chance[cli_outcomes[i].attacker][cli_outcomes[i].defender]);
}

static void add_ends(chart *t, const xpgn_attempt *a) {
    double chance = (double)a->succeeding / a->faces;
    add_named(t, "success", chance);
    add_named(t, "failure", 1 - chance);
}

void chart_detail(chart *t, const combat *k) {
    xpgn_buffer title = {0};
    if (t == NULL)
        return;
    xpgn_buffer_printf(&title, "%s: ", xpgn_ruleset_title(k->rs));
    if (k->is_attempt) {
        add_ends(t, &k->attempt);
        put_chart_action(t, &title, k);
        put_word(t, &title, attempt_name(k));
    } else {
        add_outcomes(t, &k->odds);
        put_chart_pieces(t, &title, k);
    }
    xpgn_buffer_char(&title, '\0');
    if (title.failed)
        cli_no_memory(t->c);
    chart_end_rows(t, title.data, "");
    xpgn_buffer_free(&title);
}

void chart_row(chart *t, const combat *k) {
    if (t == NULL || k->is_attempt)
        return;
    if (t->o->matrix)
        put_letter(&t->label, k->facts.side[1].piece, &t->o->words);
    else
        put_chart_pieces(t, &t->label, k);
    add_chance(t, xpgn_odds_chance(&k->odds, false, true));
}

void chart_end_rows(chart *t, const char *title, const char *note) {
    if (t == NULL)
        return;
    t->rows.title = cli_slice(title);
    t->rows.note = cli_slice(note);
    xpgn_svg_rows(t->svg, &t->rows);
}

void chart_end_attacker(chart *t, xpgn_piece attacker, const char *note) {
    xpgn_buffer title = {0};
    put_word(t, &title, "attacker");
    xpgn_buffer_char(&title, ' ');
    put_letter(&title, attacker, &t->o->words);
    xpgn_buffer_char(&title, '\0');
    if (title.failed)
        cli_no_memory(t->c);
    chart_end_rows(t, title.data, note);
    xpgn_buffer_free(&title);
}

/* ---- the line -------------------------------------------------------------------------------- */

void chart_turn(chart *t, const xpgn_step *step) {
    if (t != NULL)
        xpgn_chart_turn(&t->luck.now, step);
}

/* Adds White's luck, in points: what the dice gave beyond the expectation. */
void chart_step(chart *t, const combat *k) {
    if (t == NULL || k->is_attempt || k->odds.all <= 1 || k->position->seats != 2)
        return;
    double variance, luck = xpgn_combat_luck(k->rs, &k->odds, k->is.facts, &variance) / 2;
    xpgn_buffer label = {0};
    put_chart_action(t, &label, k);
    if (label.failed)
        cli_no_memory(t->c);
    cli_luck_add(&t->luck, XPGN_SEAT_OF(k->facts.side[0].piece) == 0 ? luck : -luck, variance / 4,
                 (xpgn_slice){label.data, label.size - 1});
    xpgn_buffer_free(&label);
}

void chart_end_game(chart *t, const char *title) {
    if (t != NULL)
        cli_luck_end(t->c, &t->luck, title);
}
