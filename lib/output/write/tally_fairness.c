/* SPDX-License-Identifier: MIT */
/* The report on the fairness of dice, as text, table and JSON. */
#include <math.h>
#include <stdio.h>

#include "core/base/slice.h"
#include "internal/counts.h"
#include "output/count/fair.h"
#include "output/write/aligned_table.h"
#include "output/write/tally_write.h"

static const char *const kind_name[] = {"all", "role", "player", "both"};

/* ---- text ------------------------------------------------------------------------------------ */

static void put_e(xpgn_buffer *b, double log_e) {
    double e = exp(fmin(log_e, 690));
    xpgn_buffer_printf(b, e >= 1e6 || e < 0.001 ? "%.1e" : e >= 100 ? "%.0f" : "%.3f", e);
}

static void put_p(xpgn_buffer *b, double p) {
    xpgn_buffer_char(b, '\t');
    if (p >= 0)
        xpgn_buffer_printf(b, "%.4f", p);
}

static void put_stream_name(xpgn_buffer *b, const struct fair_result *s) {
    if (s->kind == FAIR_OF_ALL)
        xpgn_buffer_text(b, "all");
    xpgn_buffer_slice(b, s->name);
    if (s->kind != FAIR_OF_BOTH)
        return;
    xpgn_buffer_text(b, ", ");
    xpgn_buffer_slice(b, s->role);
}

static void put_stream(xpgn_buffer *b, const struct fair_report *r, const struct fair_result *s) {
    put_stream_name(b, s);
    for (unsigned f = 0; f < s->faces && s->faces <= 12; f++)
        xpgn_buffer_printf(b, "\t%llu", (unsigned long long)s->count[f]);
    xpgn_buffer_printf(b, "\t%llu", (unsigned long long)s->dice);
    for (unsigned test = 0; test < FAIR_TESTS && r->explore; test++)
        put_p(b, s->p[test]);
    xpgn_buffer_char(b, '\n');
}

/* Is the result shown? Roles, and players in roles, are shown only to explore. */
static bool is_shown_result(const struct fair_report *r, const struct fair_result *s) {
    return r->explore || s->kind == FAIR_OF_ALL || s->kind == FAIR_OF_PLAYER;
}

/* Writes the streams of dice with the same number of faces as `first`; returns their number. */
static size_t put_faces(xpgn_buffer *b, const struct fair_report *r, size_t first) {
    unsigned faces = r->stream[first].faces;
    char head[32];
    xpgn_buffer cells = {0};
    size_t n = first;
    for (unsigned f = 1; f <= faces && faces <= 12; f++)
        xpgn_buffer_printf(&cells, "\t%u", f);
    xpgn_buffer_printf(&cells, "\tdice%s\n", r->explore ? "\tp: faces\truns\tgaps" : "");
    for (; n < r->streams && r->stream[n].faces == faces; n++)
        if (is_shown_result(r, &r->stream[n]))
            put_stream(&cells, r, &r->stream[n]);
    (void)snprintf(head, sizeof head, "dice with %u faces", faces);
    sheet_section(b, head, &cells, 1);
    return n - first;
}

static void put_questions(xpgn_buffer *b, const struct fair_report *r) {
    static const char *const text[FAIR_QUESTIONS] = {
        "Do all dice together show the faces equally often?",
        "Do the dice of one player differ from fair ones?",
        "Do dice that follow each other depend on each other?"};
    xpgn_buffer cells = {0};
    xpgn_buffer_text(&cells, "question\tp\tcorrected\n");
    for (unsigned i = 0; i < FAIR_QUESTIONS; i++) {
        const struct fair_answer *a = &r->answer[i];
        if (!a->asked)
            continue;
        xpgn_buffer_text(&cells, text[i]);
        if (a->p >= 0)
            xpgn_buffer_printf(&cells, "\t%.4f\t%.4f\n", a->p, a->holm);
        else
            xpgn_buffer_text(&cells, "\ttoo few\t\n");
    }
    sheet_section(b, NULL, &cells, 1);
    xpgn_buffer_text(
        b, "\nThe answer is yes if the corrected p is below 0.05. With fair dice "
           "that\nhappens in at most 1 report in 20, provided the questions were "
           "chosen\nbefore looking at the dice. Looking repeatedly invalidates the p values.\n");
}

/* Returns a share in percent, rounded, but less than 100 unless it is certain. */
static int in_hundred(double share) {
    return share > 0.995 && share < 1 - 1e-9 ? 99 : (int)(100 * share + 0.5);
}

static void put_power(xpgn_buffer *b, const struct fair_report *r) {
    xpgn_buffer cells = {0};
    if (r->asked == 0)
        return;
    xpgn_buffer_printf(&cells, "loaded dice, found in 100 reports\tamong\tfound%s\n",
                       r->asked > 1 ? "\tif only asked" : "");
    for (unsigned i = 0; i < FAIR_QUESTIONS; i++) {
        const struct fair_answer *a = &r->answer[i];
        for (unsigned k = 0; k < FAIR_LOADED && a->loaded[k].what[0] != '\0'; k++) {
            xpgn_buffer_printf(&cells, "%s\t%llu %s\t%d", a->loaded[k].what,
                               (unsigned long long)a->dice, i == FAIR_ASK_PAIRS ? "pairs" : "dice",
                               in_hundred(a->loaded[k].power));
            if (r->asked > 1)
                xpgn_buffer_printf(&cells, "\t%d", in_hundred(a->loaded[k].alone));
            xpgn_buffer_char(&cells, '\n');
        }
    }
    sheet_section(b, NULL, &cells, 1);
}

static void put_bets(xpgn_buffer *b, const struct fair_report *r) {
    xpgn_buffer_char(b, '\n');
    for (unsigned faces = 0; faces <= FAIR_DICE; faces++) {
        if (isnan(r->log_e[faces]))
            continue;
        xpgn_buffer_text(b, "E ");
        put_e(b, r->log_e[faces]);
        xpgn_buffer_printf(b, " (dice with %u faces)\n", faces);
    }
    xpgn_buffer_printf(b,
                       "E is a bet against fair dice, half on all of them, half on %zu player%s.\n"
                       "With fair dice it reaches 20 in at most 1 of 20 cases, however often you\n"
                       "look; it detects a mild bias late.\n",
                       r->players, r->players == 1 ? "" : "s");
    if (!r->given)
        xpgn_buffer_text(
            b, "The players are those in the games, so this holds for one look only; name\n"
               "them beforehand with --players.\n");
    if (r->strangers > 0)
        xpgn_buffer_printf(b, "%zu player%s with dice %s not among those named.\n", r->strangers,
                           r->strangers == 1 ? "" : "s", r->strangers == 1 ? "is" : "are");
}

static void put_explored(xpgn_buffer *b, const struct fair_report *r) {
    if (r->explore)
        xpgn_buffer_printf(b,
                           "\nThe p values of streams are for exploration, without a verdict: of "
                           "%zu, %zu %s below 0.05, and\n%.1f would be with fair dice.\n",
                           r->tests, r->below, r->below == 1 ? "is" : "are",
                           0.05 * (double)r->tests);
}

static void put_fairness_text(xpgn_buffer *b, const struct fair_report *r) {
    xpgn_buffer_text(b, "fairness of the dice in ");
    tally_put_games(b, r->games);
    xpgn_buffer_char(b, '\n');
    put_questions(b, r);
    put_power(b, r);
    put_bets(b, r);
    for (size_t n = 0; n < r->streams;)
        n += put_faces(b, r, n);
    put_explored(b, r);
}

/* ---- tables ---------------------------------------------------------------------------------- */

static void put_number_cell(struct row_writer *row, const char *form, double value, bool known) {
    row_next(row);
    if (known)
        xpgn_buffer_printf(row->b, form, value);
}

static void put_question_row(struct row_writer *row, unsigned question,
                             const struct fair_answer *a) {
    bool known = a->p >= 0;
    row_cell(row, slice_of(xpgn_fair_question(question)));
    put_number_cell(row, "%.6f", a->p, known);
    put_number_cell(row, "%.6f", a->holm, known);
    row_number(row, a->dice);
    put_number_cell(row, "%.4f", a->loaded->power, a->loaded->what[0] != '\0');
    put_number_cell(row, "%.4f", a->loaded->alone, a->loaded->what[0] != '\0');
    row_end(row);
}

static void put_result_cells(struct row_writer *row, const struct fair_result *s) {
    row_cell(row, slice_of(kind_name[s->kind]));
    row_cell(row, s->kind == FAIR_OF_ROLE ? (xpgn_slice){"", 0} : s->name);
    row_cell(row, s->role);
    row_number(row, s->faces);
    row_number(row, s->dice);
    for (unsigned test = 0; test < FAIR_TESTS; test++)
        put_number_cell(row, "%.6f", s->p[test], s->p[test] >= 0);
    put_number_cell(row, "%.6g", exp(fmin(s->log_e, 690)), true);
    row_end(row);
}

static void put_fairness_head(struct row_writer *row, const char *const *columns, size_t count) {
    for (size_t i = 0; i < count; i++)
        row_cell(row, slice_of(columns[i]));
    row_end_head(row);
}

/* Writes a table of the questions, or, to explore, of the streams. */
static void put_fairness_table(xpgn_buffer *b, const struct fair_report *r, xpgn_cell form,
                               bool head) {
    static const char *const asked[] = {"question", "p", "holm", "dice", "power", "power_alone"};
    static const char *const streams[] = {"stream",  "name",   "role",   "faces", "dice",
                                          "faces_p", "runs_p", "gaps_p", "e"};
    struct row_writer row = {.b = b, .form = form, .right = r->explore ? ~7ull : ~1ull};
    if (head)
        put_fairness_head(&row, r->explore ? streams : asked,
                          r->explore ? sizeof streams / sizeof *streams
                                     : sizeof asked / sizeof *asked);
    for (size_t n = 0; r->explore && n < r->streams; n++)
        put_result_cells(&row, &r->stream[n]);
    for (unsigned i = 0; !r->explore && i < FAIR_QUESTIONS; i++)
        if (r->answer[i].asked)
            put_question_row(&row, i, &r->answer[i]);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void put_json_answer(xpgn_buffer *b, unsigned question, const struct fair_answer *a) {
    bool known = a->p >= 0;
    json_open(b, NULL, "{");
    json_text(b, "question", xpgn_fair_question(question));
    json_real(b, "p", 6, known ? a->p : NAN);
    json_real(b, "holm", 6, known ? a->holm : NAN);
    json_number(b, "dice", (int64_t)a->dice);
    json_open(b, "loaded", "[");
    for (unsigned k = 0; k < FAIR_LOADED && a->loaded[k].what[0] != '\0'; k++) {
        json_open(b, NULL, "{");
        json_text(b, "what", a->loaded[k].what);
        json_real(b, "power", 4, a->loaded[k].power);
        json_real(b, "power_alone", 4, a->loaded[k].alone);
        xpgn_buffer_char(b, '}');
    }
    xpgn_buffer_text(b, "]}");
}

static void put_json_e(xpgn_buffer *b, double log_e) {
    json_printf(b, "e", "%.6g", exp(fmin(log_e, 690)));
}

static void put_json_stream(xpgn_buffer *b, const struct fair_report *r,
                            const struct fair_result *s) {
    static const char *const keys[FAIR_TESTS] = {"faces_p", "runs_p", "gaps_p"};
    json_open(b, NULL, "{");
    json_text(b, "stream", kind_name[s->kind]);
    json_slice(b, "name", s->kind == FAIR_OF_ROLE ? (xpgn_slice){"", 0} : s->name);
    json_slice(b, "role", s->role);
    json_number(b, "faces", s->faces);
    json_number(b, "dice", (int64_t)s->dice);
    json_open(b, "counts", "[");
    for (unsigned f = 0; f < s->faces; f++)
        json_number(b, NULL, (int64_t)s->count[f]);
    xpgn_buffer_char(b, ']');
    for (unsigned test = 0; test < FAIR_TESTS && r->explore; test++)
        json_real(b, keys[test], 6, s->p[test] >= 0 ? s->p[test] : NAN);
    put_json_e(b, s->log_e);
    xpgn_buffer_char(b, '}');
}

static void put_json(xpgn_buffer *b, const struct fair_report *r) {
    json_open(b, "fairness", "{");
    json_number(b, "games", (int64_t)r->games);
    json_open(b, "questions", "[");
    for (unsigned i = 0; i < FAIR_QUESTIONS; i++)
        if (r->answer[i].asked)
            put_json_answer(b, i, &r->answer[i]);
    xpgn_buffer_char(b, ']');
    json_open(b, "e", "[");
    for (unsigned faces = 0; faces <= FAIR_DICE; faces++) {
        if (isnan(r->log_e[faces]))
            continue;
        json_open(b, NULL, "{");
        json_number(b, "faces", faces);
        put_json_e(b, r->log_e[faces]);
        xpgn_buffer_char(b, '}');
    }
    xpgn_buffer_char(b, ']');
    json_number(b, "players", (int64_t)r->players);
    json_flag(b, "players_named", r->given);
    if (r->explore) {
        json_number(b, "explored", (int64_t)r->tests);
        json_number(b, "below", (int64_t)r->below);
    }
    json_open(b, "streams", "[");
    for (size_t n = 0; n < r->streams; n++)
        if (is_shown_result(r, &r->stream[n]))
            put_json_stream(b, r, &r->stream[n]);
    xpgn_buffer_text(b, "]}");
}

/* ---- the whole report ------------------------------------------------------------------------ */

void tally_write_fairness(xpgn_buffer *b, const xpgn_tally *t, const struct tally_view *view,
                          unsigned format) {
    struct fair_report r;
    bool head = tally_has_head(format);
    unsigned form = format & (XPGN_TALLY_NO_HEADER - 1u);
    bool good = fair_report_open(&r, t, view);
    if (good && form == XPGN_TALLY_TEXT)
        put_fairness_text(b, &r);
    else if (good)
        put_fairness_table(b, &r, tally_cell_form(format), head);
    b->failed |= !good;
    fair_report_close(&r);
}

void tally_write_fairness_json(xpgn_buffer *b, const xpgn_tally *t, const struct tally_view *view) {
    struct fair_report r;
    bool good = fair_report_open(&r, t, view);
    if (good && r.games > 0)
        put_json(b, &r);
    b->failed |= !good;
    fair_report_close(&r);
}
