/* SPDX-License-Identifier: MIT */
/* The report on the fairness of dice. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/slice.h"
#include "count/fair.h"
#include "write/sheet.h"
#include "write/tally_write.h"

enum {
    FAIR_LEAST = 20, /* dice of a stream that are tested */
    SIX = 6,
    FIXED = 1 + ROLES /* streams of each number of faces that the combined E weighs */
};

/* ---- the counts of a stream ------------------------------------------------------------------ */

/* A count, by what it belongs to. */
struct fair_row {
    uint32_t name; /* rank */
    uint8_t rank;  /* of the stream */
    uint8_t faces, kind, x, y;
    uint64_t count;
};

enum fair_test { TEST_FACES, TEST_PAIRS, TEST_RUNS, TEST_GAPS }; /* one for each face from there */

struct fair_report {
    const struct tally_view *view;
    struct fair_row *row;
    size_t rows;
    struct fair_result *stream;
    size_t streams;
    double *p, *corrected; /* of all tests; -1: it could not be made */
    size_t tests, test_room, made;
    double combined; /* E */
    uint64_t games;
    bool failed;
};

struct fair_result {
    xpgn_slice kind, name; /* "all", "role", "player"; its name */
    unsigned faces;
    uint64_t dice, count[FAIR_DICE];
    uint8_t rank;
    bool tested;
    size_t first; /* index of its tests */
    double log_e;
};

/* Where the faces stand in a row. */
static bool read_row(const struct tally_entry *e, struct fair_row *row) {
    *row =
        (struct fair_row){.name = e->a, .kind = e->kind, .x = e->b, .y = e->c, .count = e->count};
    switch (e->kind) {
    case TALLY_FAIR_FACE:
        row->faces = e->c;
        row->y = 0;
        return true;
    case TALLY_FAIR_RUNS:
        row->faces = e->b;
        row->x = 0;
        return true;
    case TALLY_FAIR_PAIR:
    case TALLY_FAIR_GAP:
        row->faces = e->d;
        return true;
    default:
        return false;
    }
}

/* Six faces first, as most games have; then by number. */
static unsigned faces_rank(unsigned faces) {
    return faces == SIX ? 0 : faces < SIX ? faces : faces - 1;
}

/* All, the roles, the players. */
static unsigned stream_rank(xpgn_slice name) {
    for (unsigned role = 0; role < ROLES; role++)
        if (name.size > 5 && memcmp(name.data, "role ", 5) == 0 &&
            slice_is((xpgn_slice){name.data + 5, name.size - 5}, tally_role_name(role)))
            return 1 + role;
    return slice_is(name, "all") ? 0 : FIXED;
}

static int by_stream(const void *left, const void *right) {
    const struct fair_row *a = left, *b = right;
    const uint32_t pair[][2] = {{faces_rank(a->faces), faces_rank(b->faces)},
                                {a->rank, b->rank},
                                {a->name, b->name},
                                {a->kind, b->kind},
                                {a->x, b->x},
                                {a->y, b->y}};
    int order = 0;
    for (size_t i = 0; order == 0 && i < sizeof pair / sizeof *pair; i++)
        order = (pair[i][0] > pair[i][1]) - (pair[i][0] < pair[i][1]);
    return order;
}

/* All counts about fairness, those of a stream together. */
static bool collect(struct fair_report *r) {
    r->row = malloc((r->view->count + 1) * sizeof *r->row);
    for (size_t i = 0; r->row != NULL && i < r->view->count; i++) {
        struct fair_row *row = &r->row[r->rows];
        const struct tally_entry *e = &r->view->entry[i];
        r->games += e->kind == TALLY_FAIR_GAME ? e->count : 0;
        if (!read_row(e, row))
            continue;
        row->rank = (uint8_t)stream_rank(r->view->name[row->name]);
        r->rows++;
    }
    if (r->row != NULL)
        qsort(r->row, r->rows, sizeof *r->row, by_stream);
    return r->row != NULL;
}

/* ---- tests ----------------------------------------------------------------------------------- */

/* Adds a test; -1: it could not be made, and does not count. */
static void add_test(struct fair_report *r, double p) {
    if (r->tests == r->test_room) {
        size_t room = r->test_room > 0 ? 2 * r->test_room : 64;
        double *bigger = realloc(r->p, room * sizeof *bigger);
        r->failed |= bigger == NULL;
        if (bigger == NULL)
            return;
        r->p = bigger;
        r->test_room = room;
    }
    r->p[r->tests++] = p;
}

/* The rows of one kind among those of a stream. */
static size_t rows_of(const struct fair_row *row, size_t count, enum tally_kind kind,
                      size_t *from) {
    size_t n = 0;
    *from = 0;
    while (*from < count && row[*from].kind != (unsigned)kind)
        ++*from;
    while (*from + n < count && row[*from + n].kind == (unsigned)kind)
        n++;
    return n;
}

static void test_pairs(struct fair_report *r, const struct fair_row *row, size_t count,
                       unsigned faces) {
    unsigned cells = faces * faces;
    uint64_t *cell = calloc(cells, sizeof *cell), n = 0;
    size_t from, rows = rows_of(row, count, TALLY_FAIR_PAIR, &from);
    r->failed |= cell == NULL;
    for (size_t i = from; cell != NULL && i < from + rows; i++) {
        cell[(row[i].x - 1u) * faces + row[i].y - 1u] += row[i].count;
        n += row[i].count;
    }
    if (n > 0)
        add_test(r, fair_cells_p(fair_chi(cell, cells, n), n, cells));
    else
        add_test(r, -1);
    free(cell);
}

/* Both ways; the normal approximation. */
static void test_runs(struct fair_report *r, const struct fair_row *row, size_t count) {
    double value[FAIR_RUNS_KINDS] = {0};
    size_t from, rows = rows_of(row, count, TALLY_FAIR_RUNS, &from);
    for (size_t i = from; i < from + rows; i++)
        value[row[i].y] += (double)row[i].count;
    double variance = value[FAIR_RUNS_VARIANCE] / FAIR_UNIT;
    double off = fabs(value[FAIR_RUNS] - value[FAIR_RUNS_EXPECTED] / FAIR_UNIT);
    add_test(r, variance >= TALLY_LEAST / 2.0 ? erfc(off / sqrt(2 * variance)) : -1);
}

/* How often a face fell, by how long ago it fell last: a chi-squared of the classes that have
   enough expected of both. */
static void test_gaps(struct fair_report *r, const struct fair_row *row, size_t count,
                      unsigned faces) {
    size_t from, rows = rows_of(row, count, TALLY_FAIR_GAP, &from), i = from;
    for (unsigned face = 1; face <= faces; face++) {
        uint64_t seen[FAIR_AGES][2] = {{0}};
        for (; i < from + rows && row[i].x == face; i++)
            seen[row[i].y / 2][row[i].y % 2] += row[i].count;
        double chi = 0, p = 1.0 / faces;
        unsigned classes = 0;
        for (unsigned age = 0; age < FAIR_AGES; age++) {
            double n = (double)(seen[age][0] + seen[age][1]);
            double off = (double)seen[age][1] - n * p;
            if (n * p < TALLY_LEAST || n * (1 - p) < TALLY_LEAST)
                continue;
            chi += off * off / (n * p * (1 - p));
            classes++;
        }
        add_test(r, classes > 0 ? fair_upper_tail(chi, classes) : -1);
    }
}

static void test_stream(struct fair_report *r, const struct fair_row *row, size_t count) {
    struct fair_result *s = &r->stream[r->streams++];
    xpgn_slice name = r->view->name[row->name];
    const char *space = memchr(name.data, ' ', name.size);
    size_t size = space != NULL ? (size_t)(space - name.data) : name.size;
    *s = (struct fair_result){.kind = {name.data, size}, .faces = row->faces, .first = r->tests};
    s->name = (xpgn_slice){name.data + size + (space != NULL), name.size - size - (space != NULL)};
    s->rank = row->rank;
    size_t from, rows = rows_of(row, count, TALLY_FAIR_FACE, &from);
    for (size_t i = from; i < from + rows; i++) {
        s->count[row[i].x - 1] += row[i].count;
        s->dice += row[i].count;
    }
    s->log_e = fair_log_e(s->count, s->faces);
    s->tested = s->dice >= FAIR_LEAST;
    if (!s->tested)
        return;
    add_test(r, fair_cells_p(fair_chi(s->count, s->faces, s->dice), s->dice, s->faces));
    test_pairs(r, row, count, s->faces);
    test_runs(r, row, count);
    test_gaps(r, row, count, s->faces);
}

static bool same_stream(const struct fair_row *a, const struct fair_row *b) {
    return a->name == b->name && a->faces == b->faces;
}

static bool test_streams(struct fair_report *r) {
    size_t streams = 0;
    for (size_t i = 0; i < r->rows; i++)
        streams += i == 0 || !same_stream(&r->row[i], &r->row[i - 1]);
    r->stream = malloc((streams + 1) * sizeof *r->stream);
    for (size_t i = 0, n; r->stream != NULL && i < r->rows; i += n) {
        for (n = 1; i + n < r->rows && same_stream(&r->row[i], &r->row[i + n]);)
            n++;
        test_stream(r, &r->row[i], n);
    }
    return r->stream != NULL && !r->failed;
}

/* Holm's correction over the tests that were made. */
static bool correct(struct fair_report *r) {
    double *made = malloc((r->tests + 1) * sizeof *made);
    r->corrected = malloc((r->tests + 1) * sizeof *r->corrected);
    if (made != NULL && r->corrected != NULL) {
        for (size_t i = 0; i < r->tests; i++)
            if (r->p[i] >= 0)
                made[r->made++] = r->p[i];
        r->failed |= !fair_holm(made, r->made);
        for (size_t i = 0, n = 0; i < r->tests; i++)
            r->corrected[i] = r->p[i] >= 0 ? made[n++] : -1;
    }
    r->failed |= made == NULL || r->corrected == NULL;
    free(made);
    return !r->failed;
}

/* The i-th of the fixed streams weighs 1 / (i (i + 1)): all and the roles of six faces, then those
   of the other numbers. Streams without dice, and all that there could be, count as 1. */
static void combine(struct fair_report *r) {
    r->combined = 1;
    for (size_t n = 0; n < r->streams; n++) {
        const struct fair_result *s = &r->stream[n];
        double i = FIXED * faces_rank(s->faces) + s->rank + 1.0;
        if (s->rank < FIXED)
            r->combined += (exp(s->log_e) - 1) / (i * (i + 1));
    }
}

static bool report_open(struct fair_report *r, const struct tally_view *view) {
    *r = (struct fair_report){.view = view};
    if (!collect(r) || !test_streams(r) || !correct(r))
        return false;
    combine(r);
    return true;
}

static void report_close(struct fair_report *r) {
    free(r->row);
    free(r->stream);
    free(r->p);
    free(r->corrected);
}

/* The least corrected p value of the gaps of a stream; -1: none was tested. */
static double least_gap(const struct fair_result *s, const double *p) {
    double least = -1;
    for (unsigned f = 0; f < s->faces; f++) {
        double value = p[s->first + TEST_GAPS + f];
        if (value >= 0 && (least < 0 || value < least))
            least = value;
    }
    return least;
}

/* The p value of a test of a stream, as it is or corrected; -1: it was not made. */
static double p_of(const struct fair_result *s, const double *p, enum fair_test test) {
    if (!s->tested)
        return -1;
    return test == TEST_GAPS ? least_gap(s, p) : p[s->first + test];
}

/* ---- text ------------------------------------------------------------------------------------ */

static void put_e(xpgn_buffer *b, double e) {
    xpgn_buffer_printf(b, e >= 1e6 || e < 0.001 ? "%.1e" : e >= 100 ? "%.0f" : "%.3f", e);
}

static void put_p(xpgn_buffer *b, double p) {
    xpgn_buffer_char(b, '\t');
    if (p >= 0)
        xpgn_buffer_printf(b, "%.4f", p);
}

static void put_stream(xpgn_buffer *b, const struct fair_report *r, const struct fair_result *s) {
    xpgn_buffer_slice(b, s->name.size > 0 ? s->name : s->kind);
    for (unsigned f = 0; f < s->faces && s->faces <= 12; f++)
        xpgn_buffer_printf(b, "\t%llu", (unsigned long long)s->count[f]);
    xpgn_buffer_printf(b, "\t%llu", (unsigned long long)s->dice);
    for (unsigned test = TEST_FACES; test <= TEST_GAPS; test++)
        put_p(b, p_of(s, r->p, (enum fair_test)test));
    xpgn_buffer_char(b, '\t');
    put_e(b, exp(s->log_e));
    xpgn_buffer_char(b, '\n');
}

/* The streams of one number of faces, from the first on; returns how many. */
static size_t put_faces(xpgn_buffer *b, const struct fair_report *r, size_t first) {
    unsigned faces = r->stream[first].faces;
    xpgn_buffer cells = {0};
    size_t n = first;
    for (unsigned f = 1; f <= faces && faces <= 12; f++)
        xpgn_buffer_printf(&cells, "\t%u", f);
    xpgn_buffer_text(&cells, "\tdice\tfaces\tpairs\truns\tgaps\tE\n");
    for (; n < r->streams && r->stream[n].faces == faces; n++)
        put_stream(&cells, r, &r->stream[n]);
    xpgn_buffer_printf(b, "\ndice with %u faces, p of each test, E\n", faces);
    sheet_write(b, (xpgn_slice){cells.data, cells.size}, 1);
    b->failed |= cells.failed;
    xpgn_buffer_free(&cells);
    return n - first;
}

/* The test with the least p value after the correction. */
static void put_least(xpgn_buffer *b, const struct fair_report *r) {
    static const char *const names[] = {"faces", "pairs", "runs", "gaps"};
    const struct fair_result *best = NULL;
    unsigned test = 0;
    double least = 2;
    for (size_t n = 0; n < r->streams; n++) {
        for (unsigned t = TEST_FACES; t <= TEST_GAPS; t++) {
            double p = p_of(&r->stream[n], r->p, (enum fair_test)t);
            if (p < 0 || p >= least)
                continue;
            least = p;
            best = &r->stream[n];
            test = t;
        }
    }
    if (best == NULL)
        return;
    xpgn_buffer_printf(b, "Least p of %zu tests: %.4f (%s of ", r->made, least, names[test]);
    xpgn_buffer_slice(b, best->name.size > 0 ? best->name : best->kind);
    xpgn_buffer_printf(b, "), after Holm's correction %.4f.\n",
                       p_of(best, r->corrected, (enum fair_test)test));
}

static void put_text(xpgn_buffer *b, const struct fair_report *r) {
    xpgn_buffer_printf(b, "fairness of the dice in %llu game%s\n", (unsigned long long)r->games,
                       r->games == 1 ? "" : "s");
    for (size_t n = 0; n < r->streams;)
        n += put_faces(b, r, n);
    xpgn_buffer_char(b, '\n');
    put_least(b, r);
    xpgn_buffer_text(b,
                     "p values are for games that were chosen beforehand: with fair dice, at most "
                     "1 report in 20\nhas a corrected p below 0.05; looked at again and again, "
                     "they promise nothing.\n");
    xpgn_buffer_text(b, "\nCombined E: ");
    put_e(b, r->combined);
    xpgn_buffer_text(b, ".\nE is for dice that are watched: with fair dice the combined E ever "
                        "reaches 20 in at most 1 of 20\ncases, however often it is looked at; a "
                        "mild bias it finds late or never.\n");
}

/* ---- tables ---------------------------------------------------------------------------------- */

static void put_cells(xpgn_row *row, const struct fair_report *r, const struct fair_result *s) {
    xpgn_row_cell(row, s->kind);
    xpgn_row_cell(row, s->name);
    xpgn_row_next(row);
    xpgn_buffer_printf(row->b, "%u", s->faces);
    xpgn_row_next(row);
    xpgn_buffer_printf(row->b, "%llu", (unsigned long long)s->dice);
    for (unsigned i = 0; i < 2 * (TEST_GAPS + 1); i++) {
        double p = p_of(s, i % 2 == 0 ? r->p : r->corrected, (enum fair_test)(i / 2));
        xpgn_row_next(row);
        if (p >= 0)
            xpgn_buffer_printf(row->b, "%.6f", p);
    }
    xpgn_row_next(row);
    xpgn_buffer_printf(row->b, "%.6g", exp(s->log_e));
    xpgn_row_end(row);
}

static void put_table(xpgn_buffer *b, const struct fair_report *r, xpgn_cell form, bool head) {
    static const char *const columns[] = {
        "stream",     "name",   "faces",     "dice",   "faces_p",   "faces_holm", "pairs_p",
        "pairs_holm", "runs_p", "runs_holm", "gaps_p", "gaps_holm", "e"};
    xpgn_row row = {.b = b, .form = form};
    for (size_t i = 0; head && i < sizeof columns / sizeof *columns; i++)
        xpgn_row_cell(&row, slice_of(columns[i]));
    if (head)
        xpgn_row_end(&row);
    for (size_t n = 0; n < r->streams; n++)
        put_cells(&row, r, &r->stream[n]);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

/* Writes {"p":0.5,"holm":1}; nulls if the test could not be made. */
static void put_test(xpgn_buffer *b, const char *key, const struct fair_report *r,
                     const struct fair_result *s, size_t test) {
    bool known = s->tested && r->p[s->first + test] >= 0;
    xpgn_json_open(b, key, "{");
    xpgn_json_real(b, "p", 6, known ? r->p[s->first + test] : NAN);
    xpgn_json_real(b, "holm", 6, known ? r->corrected[s->first + test] : NAN);
    xpgn_buffer_char(b, '}');
}

static void put_json_stream(xpgn_buffer *b, const struct fair_report *r,
                            const struct fair_result *s) {
    xpgn_json_open(b, NULL, "{");
    xpgn_json_slice(b, "stream", s->kind);
    xpgn_json_slice(b, "name", s->name);
    xpgn_json_number(b, "faces", s->faces);
    xpgn_json_number(b, "dice", (int64_t)s->dice);
    xpgn_json_open(b, "counts", "[");
    for (unsigned f = 0; f < s->faces; f++)
        xpgn_json_number(b, NULL, (int64_t)s->count[f]);
    xpgn_buffer_char(b, ']');
    static const char *const keys[] = {"chi_squared", "pairs", "runs"};
    for (unsigned test = TEST_FACES; test < TEST_GAPS; test++)
        put_test(b, keys[test], r, s, test);
    xpgn_json_open(b, "gaps", "[");
    for (unsigned f = 0; f < s->faces; f++)
        put_test(b, NULL, r, s, TEST_GAPS + f);
    xpgn_buffer_char(b, ']');
    xpgn_json_printf(b, "e", "%.6g}", fmin(exp(s->log_e), 1e300));
}

static void put_json(xpgn_buffer *b, const struct fair_report *r) {
    xpgn_json_open(b, "fairness", "{");
    xpgn_json_number(b, "games", (int64_t)r->games);
    xpgn_json_number(b, "tests", (int64_t)r->made);
    xpgn_json_printf(b, "combined_e", "%.6g", fmin(r->combined, 1e300));
    xpgn_json_open(b, "streams", "[");
    for (size_t n = 0; n < r->streams; n++)
        put_json_stream(b, r, &r->stream[n]);
    xpgn_buffer_text(b, "]}");
}

/* ---- the whole ------------------------------------------------------------------------------- */

void tally_write_fairness(xpgn_buffer *b, const struct tally_view *view, unsigned format) {
    struct fair_report r;
    bool head = (format & XPGN_TALLY_NO_HEADER) == 0;
    unsigned form = format & (XPGN_TALLY_NO_HEADER - 1u);
    bool good = report_open(&r, view);
    if (good && form == XPGN_TALLY_TEXT)
        put_text(b, &r);
    else if (good)
        put_table(b, &r, tally_cell_form(format), head);
    b->failed |= !good;
    report_close(&r);
}

void tally_write_fairness_json(xpgn_buffer *b, const struct tally_view *view) {
    struct fair_report r;
    bool good = report_open(&r, view);
    if (good && r.games > 0)
        put_json(b, &r);
    b->failed |= !good;
    report_close(&r);
}
