/* SPDX-License-Identifier: MIT */
/* Charts of odds. */
#include "odds/odds_chart.h"

#include <stdlib.h>
#include <string.h>

#include "internal/meant.h"
#include "internal/writers.h"
#include "shared/diagram/curve_chart.h"
#include "shared/diagram/svg_output.h"

/* A value with its texts, as offsets into `texts`. */
typedef struct item {
    double value;
    size_t label, label_size, text, text_size;
} item;

struct chart {
    cli *c;
    xpgn_svg *svg;
    const char *path;
    const xpgn_language *words;
    item *list;
    size_t count, room;
    xpgn_buffer texts;
    cli_curve curve;
    double sum; /* White's luck so far, in half points */
};

chart *chart_open(cli *c, const options *o) {
    const xpgn_svg_options how = {XPGN_SVG_OPTIONS};
    xpgn_svg *svg = cli_open_svg(c, o->theme, &how);
    chart *t = svg != NULL ? calloc(1, sizeof *t) : NULL;
    if (svg != NULL && t == NULL)
        cli_no_memory(c);
    if (t != NULL)
        *t = (chart){.c = c, .svg = svg, .path = o->svg, .words = &o->words};
    return t;
}

int chart_close(cli *c, chart *t, int status) {
    if (t == NULL)
        return status;
    if (status == CLI_TROUBLE) {
        xpgn_svg_free(t->svg);
    } else {
        int written = cli_write_svg(c, t->svg, t->path);
        status = written > status ? written : status;
    }
    xpgn_buffer_free(&t->texts);
    cli_curve_free(&t->curve);
    free(t->list);
    free(t);
    return status;
}

/* ---- values and their texts ------------------------------------------------------------------ */

static item *add_chart_item(chart *t, double value) {
    t->list = cli_grow(t->c, t->list, t->count, &t->room, sizeof *t->list);
    item *one = &t->list[t->count++];
    *one = (item){.value = value, .label = t->texts.size};
    return one;
}

static void end_label(chart *t, item *one) {
    one->label_size = t->texts.size - one->label;
    one->text = t->texts.size;
}

static void end_text(chart *t, item *one) {
    one->text_size = t->texts.size - one->text;
    if (t->texts.failed)
        cli_no_memory(t->c);
}

/* Appends a translated word and a NUL. */
static void put_text(chart *t, xpgn_buffer *b, const char *english) {
    xpgn_word_translate(b, english, t->words);
    xpgn_buffer_char(b, '\0');
    if (b->failed)
        cli_no_memory(t->c);
}

static void forget(chart *t) {
    t->count = 0;
    xpgn_buffer_clear(&t->texts);
}

static xpgn_slice label_of_item(const chart *t, size_t i) {
    return (xpgn_slice){t->texts.data + t->list[i].label, t->list[i].label_size};
}

static xpgn_slice item_text(const chart *t, size_t i) {
    return (xpgn_slice){t->texts.data + t->list[i].text, t->list[i].text_size};
}

/* ---- bars ------------------------------------------------------------------------------------ */

static void put_bars(chart *t, const char *title) {
    xpgn_bar *bar = calloc(t->count + 1, sizeof *bar);
    if (bar == NULL)
        cli_no_memory(t->c);
    for (size_t i = 0; i < t->count; i++)
        bar[i] = (xpgn_bar){label_of_item(t, i), item_text(t, i), t->list[i].value, 0};
    xpgn_svg_bars(t->svg, cli_slice(title), bar, t->count);
    free(bar);
    forget(t);
}

static void put_chart_action(const chart *t, xpgn_buffer *b, const combat *k) {
    if (k->turn != NULL)
        xpgn_buffer_printf(b, "%s ", k->turn);
    xpgn_action_translate(b, cli_slice(k->facts.text), t->words);
    xpgn_buffer_char(b, ' ');
}

/* "N x P 1:0" */
static void put_chart_pieces(const chart *t, xpgn_buffer *b, const combat *k) {
    const xpgn_combatant *side = k->facts.side;
    if (k->position != NULL)
        put_chart_action(t, b, k);
    put_letter(b, side[0].piece, t->words);
    xpgn_buffer_text(b, " \xc3\x97 ");
    put_letter(b, side[1].piece, t->words);
    if (side[0].support > 0 || side[1].support > 0)
        xpgn_buffer_printf(b, " %d:%d", side[0].support, side[1].support);
}

static void put_chance_bar(chart *t, item *one, double chance) {
    end_label(t, one);
    cli_put_percent(&t->texts, chance, 2);
    end_text(t, one);
}

static void add_named(chart *t, const char *name, double chance) {
    if (chance <= 0)
        return;
    item *one = add_chart_item(t, chance);
    xpgn_word_translate(&t->texts, name, t->words);
    put_chance_bar(t, one, chance);
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
        xpgn_word_translate(&title, attempt_name(k), t->words);
    } else {
        add_outcomes(t, &k->odds);
        put_chart_pieces(t, &title, k);
    }
    xpgn_buffer_char(&title, '\0');
    if (title.failed)
        cli_no_memory(t->c);
    put_bars(t, title.data);
    xpgn_buffer_free(&title);
}

void chart_row(chart *t, const combat *k) {
    if (t == NULL || k->is_attempt)
        return;
    double chance = xpgn_odds_chance(&k->odds, false, true);
    item *one = add_chart_item(t, chance);
    put_chart_pieces(t, &t->texts, k);
    put_chance_bar(t, one, chance);
}

void chart_end_rows(chart *t, const char *title) {
    if (t != NULL && t->count > 0)
        put_bars(t, title);
}

/* ---- the matrix ------------------------------------------------------------------------------ */

void chart_cell(chart *t, double share) {
    if (t != NULL)
        (void)add_chart_item(t, share);
}

/* The letters of the pieces, as slices into `b`; the caller frees both. */
static xpgn_slice *names_of(chart *t, const typed_pieces *p, xpgn_buffer *b) {
    xpgn_slice *name = calloc(p->count + 1, sizeof *name);
    for (size_t i = 0; i < p->count; i++) {
        put_letter(b, p->list[i], t->words);
        xpgn_buffer_char(b, '\0');
    }
    if (name == NULL || b->failed)
        cli_no_memory(t->c);
    const char *at = b->data;
    for (size_t i = 0; i < p->count; i++, at += strlen(at) + 1)
        name[i] = cli_slice(at);
    return name;
}

void chart_end_matrix(chart *t, const typed_pieces *attackers, const typed_pieces *defenders,
                      const char *title) {
    xpgn_buffer rows = {0}, columns = {0};
    if (t == NULL)
        return;
    double *share = calloc(t->count + 1, sizeof *share);
    if (share == NULL)
        cli_no_memory(t->c);
    for (size_t i = 0; i < t->count; i++)
        share[i] = t->list[i].value;
    xpgn_slice *row = names_of(t, attackers, &rows), *column = names_of(t, defenders, &columns);
    size_t attacker = t->texts.size;
    put_text(t, &t->texts, "attacker");
    size_t defender = t->texts.size;
    put_text(t, &t->texts, "defender");
    xpgn_svg_heat(t->svg, &(xpgn_heat){cli_slice(title), cli_slice(t->texts.data + attacker),
                                       cli_slice(t->texts.data + defender), row, column,
                                       attackers->count, defenders->count, share, NULL, NULL});
    xpgn_buffer_free(&rows);
    xpgn_buffer_free(&columns);
    free(row);
    free(column);
    free(share);
    forget(t);
}

/* ---- the curve ------------------------------------------------------------------------------- */

/* Adds White's luck, in points: what the dice gave beyond the expectation. */
void chart_step(chart *t, const combat *k) {
    if (t == NULL || k->is_attempt || k->odds.all <= 1 || k->position->seats != 2)
        return;
    double luck = xpgn_odds_luck(&k->odds, k->fate[0], k->fate[1]);
    t->sum += XPGN_SEAT_OF(k->facts.side[0].piece) == 0 ? luck : -luck;
    xpgn_buffer label = {0};
    put_chart_action(t, &label, k);
    if (label.failed)
        cli_no_memory(t->c);
    cli_curve_add(&t->curve, cli_points_of(t->sum), (xpgn_slice){label.data, label.size - 1});
    xpgn_buffer_free(&label);
}

void chart_end_game(chart *t, const char *title) {
    if (t == NULL)
        return;
    xpgn_buffer above = {0}, below = {0};
    put_text(t, &above, "points above zero: White's luck");
    put_text(t, &below, "points below zero: Black's luck");
    cli_curve_draw(t->c, &t->curve, t->svg, (const char *const[]){title, above.data, below.data});
    xpgn_buffer_free(&above);
    xpgn_buffer_free(&below);
    t->sum = 0;
}
