/* SPDX-License-Identifier: MIT */
/* The report: a line for each measure, a column for each ruleset and for each difference. */
#include "internal/writers.h"
#include "simulate/simulate.h"

#include <math.h>
#include <string.h>
#include <xpgn/rulesets.h>

typedef sim_estimate estimator(const sim_counts *c, size_t ruleset, const sim_measure *m);

/* ---- cells ----------------------------------------------------------------------------------- */

/* The number of decimals that the width of the interval justifies. */
static int decimals_of(const sim_estimate *e, double unit) {
    double half = (e->high - e->low) / 2 * unit;
    return e->low > e->high || half >= 1 ? 1 : half >= 0.05 ? 2 : 3;
}

static void put_estimate(xpgn_buffer *b, const sim_measure *m, const sim_estimate *e, bool sign) {
    double unit = m->share ? 100 : 1;
    xpgn_buffer_printf(b, sign ? "%+.*f" : "%.*f", m->share ? 1 : decimals_of(e, unit),
                       e->value * unit);
}

/* " (50.1 to 54.5)", if it is known. */
static void put_interval(xpgn_buffer *b, const sim_measure *m, const sim_estimate *e, bool sign) {
    double unit = m->share ? 100 : 1;
    int digits = m->share ? 1 : decimals_of(e, unit);
    if (e->low <= e->high)
        xpgn_buffer_printf(b, sign ? " (%+.*f to %+.*f)" : " (%.*f to %.*f)", digits, e->low * unit,
                           digits, e->high * unit);
}

/* "52.3 % (50.1 to 54.5)"; a sign before a difference. */
static void put_estimate_cell(xpgn_buffer *b, const sim_measure *m, const sim_estimate *e,
                              bool sign) {
    if (!e->known) {
        xpgn_buffer_char(b, '-');
        return;
    }
    put_estimate(b, m, e, sign);
    xpgn_buffer_text(b, m->share ? " %" : "");
    put_interval(b, m, e, sign);
}

/* True if the interval of a difference excludes 0. */
static bool differs(const sim_estimate *e) {
    return e->known && e->low <= e->high && (e->low > 0 || e->high < 0);
}

static void put_title_name(xpgn_buffer *b, const sim_title *t) {
    xpgn_buffer_printf(b, "%s%s%s", t->variant, *t->options != '\0' ? " " : "", t->options);
}

/* "rescue" or "base", with or without options, if both are the same variant; else the full name. */
static void put_short_name(xpgn_buffer *b, const sim_report *r, size_t i, size_t other) {
    const sim_title *t = &r->title[i];
    if (strcmp(t->variant, r->title[other].variant) != 0)
        put_title_name(b, t);
    else
        xpgn_buffer_text(b, *t->options != '\0' ? t->options : "base");
}

/* "rescue minus base" */
static void put_difference(xpgn_buffer *b, const sim_report *r, size_t ruleset) {
    put_short_name(b, r, ruleset, 0);
    xpgn_buffer_text(b, " minus ");
    put_short_name(b, r, 0, ruleset);
}

static unsigned long long games_of(const sim_report *r) {
    int64_t games = 0;
    for (unsigned g = 0; g < SIM_GROUPS; g++)
        games += r->counts->sum[0][g][SUM_GAMES];
    return (unsigned long long)games;
}

/* True if the measure is known for any ruleset. */
static bool is_known_measure(const sim_report *r, const sim_measure *m) {
    for (size_t i = 0; i < r->rulesets; i++)
        if (sim_estimate_of(r->counts, i, m).known)
            return true;
    return false;
}

/* ---- tables ---------------------------------------------------------------------------------- */

enum { LABEL_WIDTH = 25 };

static size_t count_columns(const sim_report *r) {
    return r->sweep ? r->rulesets : 2 * r->rulesets - 1;
}

static void put_column_head(xpgn_buffer *b, const sim_report *r, size_t column) {
    if (r->sweep)
        xpgn_buffer_text(b, r->title[column].options);
    else if (column < r->rulesets)
        put_title_name(b, &r->title[column]);
    else
        put_difference(b, r, column - r->rulesets + 1);
}

/* Each ruleset has a column, followed by those of the differences from the first one. */
static bool is_difference(const sim_report *r, size_t column) {
    return column >= r->rulesets;
}

static sim_estimate estimate_in(const sim_report *r, size_t column, const sim_measure *m) {
    return is_difference(r, column) ? sim_difference(r->counts, column - r->rulesets + 1, m)
                                    : sim_estimate_of(r->counts, column, m);
}

static void put_measure_value(xpgn_buffer *b, const sim_report *r, size_t column,
                              const sim_measure *m) {
    bool difference = is_difference(r, column);
    sim_estimate e = estimate_in(r, column, m);
    put_estimate_cell(b, m, &e, difference || m->sign);
    if (difference && differs(&e))
        xpgn_buffer_text(b, " *");
}

/* Ends a cell of a text table: pads it to the width of its column. */
static void pad(xpgn_buffer *b, size_t start, size_t width) {
    xpgn_buffer_text(b, "  ");
    while (!b->failed && b->size < start + width + 2)
        xpgn_buffer_char(b, ' ');
}

/* The width of a column: that of its longest cell. */
static size_t column_width(const sim_report *r, size_t column) {
    xpgn_buffer b = {0};
    put_column_head(&b, r, column);
    size_t most = b.size;
    for (const sim_measure *m = sim_measures; m->key != NULL; m++) {
        xpgn_buffer_clear(&b);
        put_measure_value(&b, r, column, m);
        most = b.size > most ? b.size : most;
    }
    xpgn_buffer_free(&b);
    return most;
}

/* "knights"; "knights/dragons" if the rulesets have different names for them. */
static void put_piece_odds(xpgn_buffer *b, const sim_report *r, const sim_measure *m) {
    for (size_t i = 0; m->type != XPGN_NO_TYPE && i < r->rulesets; i++) {
        const char *name = xpgn_piece_name(r->title[i].rs, m->type);
        size_t before = 0;
        while (before < i && strcmp(xpgn_piece_name(r->title[before].rs, m->type), name) != 0)
            before++;
        if (before == i)
            xpgn_buffer_printf(b, "%s%ss", i > 0 ? "/" : "", name);
    }
}

/* "survival: knights" */
static void put_measure_label(xpgn_buffer *b, const sim_report *r, const sim_measure *m) {
    xpgn_buffer_text(b, m->label);
    xpgn_buffer_text(b, m->first_bot ? r->plan->bot[0] : "");
    put_piece_odds(b, r, m);
}

static void put_text_line(xpgn_buffer *b, const sim_report *r, const sim_measure *m,
                          const size_t *width) {
    size_t start = b->size;
    if (m != NULL)
        put_measure_label(b, r, m);
    pad(b, start, LABEL_WIDTH);
    for (size_t i = 0; i < count_columns(r); i++) {
        start = b->size;
        if (m != NULL)
            put_measure_value(b, r, i, m);
        else
            put_column_head(b, r, i);
        pad(b, start, width[i]);
    }
    cli_end_line(b);
}

static void put_plan(xpgn_buffer *b, const sim_report *r) {
    if (r->sweep)
        xpgn_buffer_printf(b, "%s: ", r->title[0].variant);
    unsigned long long games = games_of(r), turns = (unsigned long long)r->plan->max_plies;
    xpgn_buffer_printf(b, "%llu game%s%s%s, played by %s, seed %llu, at most %llu turn%s.", games,
                       games == 1 ? "" : "s", r->rulesets > 1 ? " with each ruleset" : "",
                       r->plan->pairs ? " in pairs" : "", r->bots,
                       (unsigned long long)r->plan->seed, turns, turns == 1 ? "" : "s");
}

static void put_notes(xpgn_buffer *b, const sim_report *r) {
    xpgn_buffer_text(b, "In parentheses: 95 % confidence intervals.");
    if (r->plan->equal)
        xpgn_buffer_text(b,
                         "\nThe advantage is how far above a fair share the first to move scores.");
    xpgn_buffer_text(b, "\nGames cut off after the last turn are unfinished: they count ");
    xpgn_buffer_text(b, r->plan->versus ? "as half a point each, and in the choices.\n"
                                        : "only in the choices.\n");
    if (count_columns(r) > r->rulesets)
        xpgn_buffer_text(b, "A difference compares games with the same seed. *: its interval "
                            "does not include 0.\n");
}

/* ---- in words -------------------------------------------------------------------------------- */

/* "2.0 % of games are drawn" */
static void put_statement(xpgn_buffer *b, const sim_report *r, const sim_measure *m,
                          const sim_estimate *e) {
    size_t start = b->size;
    for (const char *c = m->words; *c != '\0'; c++) {
        if (*c == '%') {
            put_estimate(b, m, e, m->sign);
            xpgn_buffer_text(b, m->share ? " %" : "");
        } else if (*c == '#') {
            put_piece_odds(b, r, m);
        } else if (*c == '@') {
            xpgn_buffer_text(b, r->plan->bot[0]);
        } else {
            xpgn_buffer_char(b, *c);
        }
    }
    if (b->size > start && b->data[start] >= 'a' && b->data[start] <= 'z')
        b->data[start] = (char)(b->data[start] - 'a' + 'A');
}

/* " with rescue, 2.5 % without", or " in chess-attack, 2.5 % in five-dice" */
static void put_both_names(xpgn_buffer *b, const sim_report *r, size_t ruleset,
                           const sim_estimate *base, const sim_measure *m) {
    const sim_title *t = &r->title[ruleset], *own = &r->title[0];
    bool options = strcmp(t->variant, own->variant) == 0 && (*t->options != '\0');
    xpgn_buffer_text(b, options ? " with " : " in ");
    put_short_name(b, r, ruleset, 0);
    xpgn_buffer_text(b, ", ");
    put_estimate(b, m, base, m->sign);
    xpgn_buffer_text(b, m->share ? " %" : "");
    if (options && *own->options == '\0') {
        xpgn_buffer_text(b, " without");
        return;
    }
    xpgn_buffer_text(b, options ? " with " : " in ");
    put_short_name(b, r, 0, ruleset);
}

static void put_sentence(xpgn_buffer *b, const sim_report *r, size_t ruleset, const sim_measure *m,
                         const sim_estimate *e) {
    sim_estimate own = sim_estimate_of(r->counts, 0, m),
                 other = sim_estimate_of(r->counts, ruleset, m);
    put_statement(b, r, m, &other);
    put_both_names(b, r, ruleset, &own, m);
    xpgn_buffer_text(b, "; the difference is ");
    put_estimate(b, m, e, true);
    put_interval(b, m, e, true);
    xpgn_buffer_text(b, ".\n");
}

/* For a share in which no game differs. */
static void put_alike(xpgn_buffer *b, const sim_report *r, const sim_measure *m) {
    unsigned long long games = games_of(r);
    xpgn_buffer_printf(b,
                       "None of %llu games differs in \"%s\": at most %.1f %% of all games do.\n",
                       games, m->label, 100 * sim_most((double)games));
}

static void put_words_of(xpgn_buffer *b, const sim_report *r, size_t ruleset) {
    for (const sim_measure *m = sim_measures; m->key != NULL; m++) {
        sim_estimate e = sim_difference(r->counts, ruleset, m);
        if (!e.known)
            continue;
        if (m->both >= 0 && sim_discordant(r->counts, ruleset, m) == 0)
            put_alike(b, r, m);
        else if (m->headline || differs(&e))
            put_sentence(b, r, ruleset, m, &e);
    }
}

/* The differences in words: the headlines, and all whose intervals exclude 0. */
static void put_result_words(xpgn_buffer *b, const sim_report *r) {
    for (size_t i = 1; i < r->rulesets && !r->sweep; i++) {
        xpgn_buffer_char(b, '\n');
        put_words_of(b, r, i);
    }
}

static void put_report_text(xpgn_buffer *b, const sim_report *r) {
    size_t width[2 * SIM_RULESETS] = {0};
    for (size_t i = 0; i < count_columns(r); i++)
        width[i] = column_width(r, i);
    put_plan(b, r);
    xpgn_buffer_text(b, "\n\n");
    put_text_line(b, r, NULL, width);
    for (const sim_measure *m = sim_measures; m->key != NULL; m++)
        if (is_known_measure(r, m))
            put_text_line(b, r, m, width);
    put_result_words(b, r);
    xpgn_buffer_char(b, '\n');
    put_notes(b, r);
}

static void end_markdown_cell(struct row_writer *row, xpgn_buffer *cell) {
    row_cell(row, (xpgn_slice){cell->data, cell->size});
    row->b->failed |= cell->failed;
    xpgn_buffer_clear(cell);
}

/* Appends the line of a measure, or, with NULL, the headings. */
static void put_markdown_line(struct row_writer *row, const sim_report *r, const sim_measure *m,
                              xpgn_buffer *cell) {
    if (m != NULL)
        put_measure_label(cell, r, m);
    end_markdown_cell(row, cell);
    for (size_t i = 0; i < count_columns(r); i++) {
        if (m != NULL)
            put_measure_value(cell, r, i, m);
        else
            put_column_head(cell, r, i);
        end_markdown_cell(row, cell);
    }
    if (m != NULL)
        row_end(row);
    else
        row_end_head(row);
}

static void put_markdown(xpgn_buffer *b, const sim_report *r) {
    struct row_writer row = {.b = b, .form = XPGN_CELL_MARKDOWN, .right = ~1ull};
    xpgn_buffer cell = {0};
    put_plan(b, r);
    xpgn_buffer_text(b, "\n\n");
    put_markdown_line(&row, r, NULL, &cell);
    for (const sim_measure *m = sim_measures; m->key != NULL; m++)
        if (is_known_measure(r, m))
            put_markdown_line(&row, r, m, &cell);
    xpgn_buffer_free(&cell);
    put_result_words(b, r);
    xpgn_buffer_char(b, '\n');
    put_notes(b, r);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void put_json_estimate(xpgn_buffer *b, const sim_report *r, const sim_measure *m,
                              const sim_estimate *e) {
    bool bounded = e->low <= e->high;
    xpgn_buffer label = {0};
    if (!e->known) {
        json_text(b, m->key, NULL);
        return;
    }
    put_measure_label(&label, r, m);
    json_open(b, m->key, "{");
    json_move(b, "label", &label);
    json_flag(b, "share", m->share);
    json_real(b, "value", 6, e->value);
    json_real(b, "low", 6, bounded ? e->low : NAN);
    json_real(b, "high", 6, bounded ? e->high : NAN);
    xpgn_buffer_char(b, '}');
}

static void put_json_ruleset(xpgn_buffer *b, const sim_report *r, size_t ruleset,
                             estimator *estimate) {
    json_open(b, NULL, "{");
    json_text(b, "variant", r->title[ruleset].variant);
    json_text(b, "options", r->title[ruleset].options);
    if (estimate == sim_difference) {
        xpgn_buffer name = {0};
        put_difference(&name, r, ruleset);
        json_move(b, "name", &name);
    }
    json_open(b, "measures", "{");
    for (const sim_measure *m = sim_measures; m->key != NULL; m++) {
        sim_estimate e = estimate(r->counts, ruleset, m);
        put_json_estimate(b, r, m, &e);
    }
    xpgn_buffer_text(b, "}}");
}

static void put_report_json(xpgn_buffer *b, const sim_report *r) {
    json_open(b, NULL, "{");
    json_printf(b, "games", "%llu", games_of(r));
    json_printf(b, "seed", "%llu", (unsigned long long)r->plan->seed);
    json_printf(b, "max_plies", "%llu", (unsigned long long)r->plan->max_plies);
    json_text(b, "bots", r->bots);
    json_flag(b, "pairs", r->plan->pairs);
    json_open(b, "rulesets", "[");
    for (size_t i = 0; i < r->rulesets; i++)
        put_json_ruleset(b, r, i, sim_estimate_of);
    xpgn_buffer_char(b, ']');
    json_open(b, "differences", "[");
    for (size_t i = 1; i < r->rulesets; i++)
        put_json_ruleset(b, r, i, sim_difference);
    xpgn_buffer_text(b, "]}\n");
}

/* ---- tables ---------------------------------------------------------------------------------- */

static void put_cell_number(struct row_writer *row, bool known, double value) {
    row_next(row);
    if (known)
        xpgn_buffer_printf(row->b, "%.6f", value);
}

/* A number that is not known is an empty cell. */
static void put_table_line(struct row_writer *row, const sim_report *r, size_t column,
                           const sim_measure *m) {
    sim_estimate e = estimate_in(r, column, m);
    xpgn_buffer name = {0};
    put_column_head(&name, r, column);
    row_cell(row, cli_slice(m->key));
    row_cell(row, cli_slice(is_difference(r, column) ? "difference" : "ruleset"));
    row_cell(row, (xpgn_slice){name.data, name.size});
    put_cell_number(row, e.known, e.value);
    put_cell_number(row, e.known && e.low <= e.high, e.low);
    put_cell_number(row, e.known && e.low <= e.high, e.high);
    row_end(row);
    xpgn_buffer_free(&name);
}

static void put_table(xpgn_buffer *b, const sim_report *r, xpgn_cell form) {
    static const char *const columns[] = {"measure", "kind", "of", "value", "low", "high"};
    struct row_writer row = {.b = b, .form = form};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        row_cell(&row, cli_slice(columns[i]));
    row_end(&row);
    for (const sim_measure *m = sim_measures; m->key != NULL; m++)
        for (size_t i = 0; i < count_columns(r); i++)
            put_table_line(&row, r, i, m);
}

/* ---- pictures -------------------------------------------------------------------------------- */

/* A chart being made, of some columns: the rulesets, or the differences. */
typedef struct report_chart {
    xpgn_svg *svg;
    const sim_report *r;
    size_t from, to;
    xpgn_chart chart;
    xpgn_buffer title, label, text; /* label, text: of the next row */
} report_chart;

/* Adds a row with the label and the text that were written. */
static void add_report_row(report_chart *t, xpgn_datum row) {
    row.label = (xpgn_slice){t->label.data, t->label.size};
    row.text = (xpgn_slice){t->text.data, t->text.size};
    t->chart.data.failed |= t->label.failed || t->text.failed;
    xpgn_chart_add(&t->chart, &row);
    xpgn_buffer_clear(&t->label);
    xpgn_buffer_clear(&t->text);
}

/* Makes columns of "52.3 % (50.1 to 54.5) *". */
static void split_columns(xpgn_buffer *text) {
    for (size_t i = 1; i < text->size; i++)
        if (text->data[i] == '(' || text->data[i] == '*')
            text->data[i - 1] = '\t';
}

/* Adds a row for each column that has the measure. `named`: they are below the name of the measure
   or, with one column, have it instead of that of the column. */
static void add_measure(report_chart *t, const sim_measure *m, bool named) {
    bool one = t->to == t->from + 1;
    for (size_t i = t->from; i < t->to; i++) {
        sim_estimate e = estimate_in(t->r, i, m);
        if (!e.known)
            continue;
        if (named)
            put_measure_label(&t->label, t->r, m);
        if (named && !one)
            add_report_row(t, (xpgn_datum){XPGN_DATUM, .value = NAN});
        if (!named || !one)
            put_column_head(&t->label, t->r, i);
        named = named && one;
        put_measure_value(&t->text, t->r, i, m);
        split_columns(&t->text);
        add_report_row(
            t, (xpgn_datum){.value = e.value, .low = e.low, .high = e.high, .expected = NAN});
    }
}

/* Draws a measure that is no share or, with NULL, all shares. */
static void draw_columns(report_chart *t, const sim_measure *only, const char *all) {
    bool differs = is_difference(t->r, t->from);
    xpgn_buffer_clear(&t->title);
    if (only != NULL)
        put_measure_label(&t->title, t->r, only);
    else if (t->to == t->from + 1)
        put_column_head(&t->title, t->r, t->from);
    else
        xpgn_buffer_text(&t->title, all);
    for (const sim_measure *m = sim_measures; m->key != NULL; m++)
        if (only != NULL ? m == only : m->share)
            add_measure(t, m, only == NULL);
    t->chart.percent = only == NULL;
    t->chart.high = only == NULL && !differs;
    t->chart.sign = differs;
    t->chart.note = cli_slice(differs && only == NULL ? "percentage points, with 95 % intervals"
                              : only == NULL          ? "percent, with 95 % intervals"
                                                      : "with 95 % intervals");
    t->chart.title = (xpgn_slice){t->title.data, t->title.size};
    t->chart.data.failed |= t->title.failed;
    xpgn_svg_rows(t->svg, &t->chart);
}

/* Draws the charts of a unit: the values and, beside them, the differences. */
static void draw_unit(report_chart *t, const sim_measure *only) {
    t->from = 0;
    t->to = t->r->rulesets;
    draw_columns(t, only, "shares");
    t->from = t->to;
    t->to = count_columns(t->r);
    if (t->to > t->from)
        draw_columns(t, only, "differences");
    xpgn_svg_end_row(t->svg);
}

bool sim_report_draw(xpgn_svg *svg, const sim_report *r) {
    report_chart t = {.svg = svg, .r = r};
    draw_unit(&t, NULL);
    for (const sim_measure *m = sim_measures; m->key != NULL; m++)
        if (!m->share && is_known_measure(r, m))
            draw_unit(&t, m);
    bool whole = !t.label.failed && !t.text.failed && !t.title.failed && !t.chart.data.failed;
    xpgn_buffer_free(&t.title);
    xpgn_buffer_free(&t.label);
    xpgn_buffer_free(&t.text);
    xpgn_chart_free(&t.chart);
    return whole;
}

void sim_report_write(xpgn_buffer *b, const sim_report *report, sim_format format) {
    if (format == SIM_JSON)
        put_report_json(b, report);
    else if (format == SIM_CSV || format == SIM_TSV)
        put_table(b, report, cli_cell_form(format == SIM_TSV));
    else if (format == SIM_MARKDOWN)
        put_markdown(b, report);
    else
        put_report_text(b, report);
}
