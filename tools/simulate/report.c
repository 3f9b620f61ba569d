/* SPDX-License-Identifier: MIT */
/* The report: a line for each measure, a column for each ruleset and for each difference. */
#include "simulate/simulate.h"

#include <math.h>
#include <string.h>

typedef sim_estimate estimator(const sim_counts *c, size_t ruleset, const sim_measure *m);

/* ---- cells ----------------------------------------------------------------------------------- */

/* How many decimals show what the interval lets one see. */
static int decimals_of(const sim_estimate *e, double unit) {
    double half = (e->high - e->low) / 2 * unit;
    return e->low > e->high || half >= 1 ? 1 : half >= 0.05 ? 2 : 3;
}

/* "52.3 % (50.1 to 54.5)"; a sign before a difference. */
static void put_cell(xpgn_buffer *b, const sim_measure *m, const sim_estimate *e, bool sign) {
    double unit = m->share ? 100 : 1;
    const char *per_cent = m->share ? " %" : "";
    if (!e->known) {
        xpgn_buffer_char(b, '-');
        return;
    }
    int digits = m->share ? 1 : decimals_of(e, unit);
    xpgn_buffer_printf(b, sign ? "%+.*f%s" : "%.*f%s", digits, e->value * unit, per_cent);
    if (e->low <= e->high)
        xpgn_buffer_printf(b, sign ? " (%+.*f to %+.*f)" : " (%.*f to %.*f)", digits, e->low * unit,
                           digits, e->high * unit);
}

/* Does the interval of a difference leave 0 out? */
static bool differs(const sim_estimate *e) {
    return e->known && e->low <= e->high && (e->low > 0 || e->high < 0);
}

static void put_name(xpgn_buffer *b, const sim_title *t) {
    xpgn_buffer_printf(b, "%s%s%s", t->variant, *t->options != '\0' ? " " : "", t->options);
}

/* Does any ruleset have something to say here? */
static bool is_known(const sim_report *r, const sim_measure *m) {
    for (size_t i = 0; i < r->rulesets; i++)
        if (sim_estimate_of(r->counts, i, m).known)
            return true;
    return false;
}

/* ---- tables ---------------------------------------------------------------------------------- */

enum { LABEL_WIDTH = 25 };

static size_t columns_of(const sim_report *r) {
    return 2 * r->rulesets - 1;
}

static void put_head(xpgn_buffer *b, const sim_report *r, size_t column) {
    if (column < r->rulesets) {
        put_name(b, &r->title[column]);
        return;
    }
    xpgn_buffer_text(b, r->rulesets == 2 ? "difference" : "minus ");
    if (r->rulesets > 2)
        put_name(b, &r->title[column - r->rulesets + 1]);
}

static void put_value(xpgn_buffer *b, const sim_report *r, size_t column, const sim_measure *m) {
    bool difference = column >= r->rulesets;
    sim_estimate e = difference ? sim_difference(r->counts, column - r->rulesets + 1, m)
                                : sim_estimate_of(r->counts, column, m);
    put_cell(b, m, &e, difference || m->sign);
    if (difference && differs(&e))
        xpgn_buffer_text(b, " *");
}

/* Ends a cell of a text table: pads it to the width of its column. */
static void pad(xpgn_buffer *b, size_t start, size_t width) {
    xpgn_buffer_text(b, "  ");
    while (!b->failed && b->size < start + width + 2)
        xpgn_buffer_char(b, ' ');
}

static void end_line(xpgn_buffer *b) {
    while (b->size > 0 && b->data[b->size - 1] == ' ')
        b->size--;
    xpgn_buffer_char(b, '\n');
}

/* The width of a column: that of its longest cell. */
static size_t width_of(const sim_report *r, size_t column) {
    xpgn_buffer b = {0};
    put_head(&b, r, column);
    size_t most = b.size;
    for (const sim_measure *m = sim_measures; m->key != NULL; m++) {
        xpgn_buffer_clear(&b);
        put_value(&b, r, column, m);
        most = b.size > most ? b.size : most;
    }
    xpgn_buffer_free(&b);
    return most;
}

/* "survival: knights"; "knights/dragons" if the rulesets call them otherwise. */
static void put_label(xpgn_buffer *b, const sim_report *r, const sim_measure *m) {
    xpgn_buffer_text(b, m->label);
    for (size_t i = 0; m->type != XPGN_NO_TYPE && i < r->rulesets; i++) {
        const char *name = xpgn_piece_name(r->title[i].rs, m->type);
        size_t before = 0;
        while (before < i && strcmp(xpgn_piece_name(r->title[before].rs, m->type), name) != 0)
            before++;
        if (before == i)
            xpgn_buffer_printf(b, "%s%ss", i > 0 ? "/" : "", name);
    }
}

static void put_text_line(xpgn_buffer *b, const sim_report *r, const sim_measure *m,
                          const size_t *width) {
    size_t start = b->size;
    if (m != NULL)
        put_label(b, r, m);
    pad(b, start, LABEL_WIDTH);
    for (size_t i = 0; i < columns_of(r); i++) {
        start = b->size;
        if (m != NULL)
            put_value(b, r, i, m);
        else
            put_head(b, r, i);
        pad(b, start, width[i]);
    }
    end_line(b);
}

static unsigned long long games_of(const sim_report *r) {
    int64_t games = 0;
    for (unsigned g = 0; g < SIM_GROUPS; g++)
        games += r->counts->sum[0][g][SUM_GAMES];
    return (unsigned long long)games;
}

static void put_plan(xpgn_buffer *b, const sim_report *r) {
    xpgn_buffer_printf(b, "%llu games%s, bots %s, seed %llu, at most %llu turns.", games_of(r),
                       r->rulesets > 1 ? " of each ruleset" : "", r->bots,
                       (unsigned long long)r->plan->seed, (unsigned long long)r->plan->max_plies);
}

static void put_notes(xpgn_buffer *b, const sim_report *r) {
    xpgn_buffer_text(
        b, "In parentheses: 95 % intervals. The advantage is what the first to move scores above a "
           "fair share.\nGames cut off after the last turn are timeouts, and count "
           "for the choices only.\n");
    if (r->rulesets > 1)
        xpgn_buffer_text(b, "Differences are taken game by game, with the same seeds. *: the "
                            "interval leaves out 0.\n");
}

static void put_text(xpgn_buffer *b, const sim_report *r) {
    size_t width[2 * SIM_RULESETS] = {0};
    for (size_t i = 0; i < columns_of(r); i++)
        width[i] = width_of(r, i);
    put_plan(b, r);
    xpgn_buffer_text(b, "\n\n");
    put_text_line(b, r, NULL, width);
    for (const sim_measure *m = sim_measures; m->key != NULL; m++)
        if (is_known(r, m))
            put_text_line(b, r, m, width);
    xpgn_buffer_char(b, '\n');
    put_notes(b, r);
}

static void put_markdown(xpgn_buffer *b, const sim_report *r) {
    size_t columns = columns_of(r);
    put_plan(b, r);
    xpgn_buffer_text(b, "\n\n|");
    for (size_t i = 0; i < columns; i++) {
        xpgn_buffer_text(b, " | ");
        put_head(b, r, i);
    }
    xpgn_buffer_text(b, " |\n|---|");
    for (size_t i = 0; i < columns; i++)
        xpgn_buffer_text(b, "---:|");
    xpgn_buffer_char(b, '\n');
    for (const sim_measure *m = sim_measures; m->key != NULL; m++) {
        if (!is_known(r, m))
            continue;
        xpgn_buffer_text(b, "| ");
        put_label(b, r, m);
        for (size_t i = 0; i < columns; i++) {
            xpgn_buffer_text(b, " | ");
            put_value(b, r, i, m);
        }
        xpgn_buffer_text(b, " |\n");
    }
    xpgn_buffer_char(b, '\n');
    put_notes(b, r);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void put_json_estimate(xpgn_buffer *b, const char *key, const sim_estimate *e) {
    bool bounded = e->low <= e->high;
    if (!e->known) {
        xpgn_json_text(b, key, NULL);
        return;
    }
    xpgn_json_open(b, key, "{");
    xpgn_json_real(b, "value", 6, e->value);
    xpgn_json_real(b, "low", 6, bounded ? e->low : NAN);
    xpgn_json_real(b, "high", 6, bounded ? e->high : NAN);
    xpgn_buffer_char(b, '}');
}

static void put_json_ruleset(xpgn_buffer *b, const sim_report *r, size_t ruleset,
                             estimator *estimate) {
    xpgn_json_open(b, NULL, "{");
    xpgn_json_text(b, "variant", r->title[ruleset].variant);
    xpgn_json_text(b, "options", r->title[ruleset].options);
    xpgn_json_open(b, "measures", "{");
    for (const sim_measure *m = sim_measures; m->key != NULL; m++) {
        sim_estimate e = estimate(r->counts, ruleset, m);
        put_json_estimate(b, m->key, &e);
    }
    xpgn_buffer_text(b, "}}");
}

static void put_json(xpgn_buffer *b, const sim_report *r) {
    xpgn_json_open(b, NULL, "{");
    xpgn_json_printf(b, "games", "%llu", games_of(r));
    xpgn_json_printf(b, "seed", "%llu", (unsigned long long)r->plan->seed);
    xpgn_json_printf(b, "max_plies", "%llu", (unsigned long long)r->plan->max_plies);
    xpgn_json_text(b, "bots", r->bots);
    xpgn_json_open(b, "rulesets", "[");
    for (size_t i = 0; i < r->rulesets; i++)
        put_json_ruleset(b, r, i, sim_estimate_of);
    xpgn_buffer_char(b, ']');
    xpgn_json_open(b, "differences", "[");
    for (size_t i = 1; i < r->rulesets; i++)
        put_json_ruleset(b, r, i, sim_difference);
    xpgn_buffer_text(b, "]}\n");
}

void sim_report_write(xpgn_buffer *b, const sim_report *report, sim_format format) {
    if (format == SIM_JSON)
        put_json(b, report);
    else if (format == SIM_MARKDOWN)
        put_markdown(b, report);
    else
        put_text(b, report);
}
