/* SPDX-License-Identifier: MIT */
/* The report on the fairness of dice: streams, questions, power, E. */
#include "core/base/number.h"
#include "internal/counts.h"
#include "output/count/fair.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FAIR_LEAST = 20, /* dice of a stream that are tested */
    SIX = 6
};
static const double level = 0.05;

const char *xpgn_fair_question(unsigned index) {
    static const char *const name[FAIR_QUESTIONS] = {"faces", "players", "pairs"};
    return index < FAIR_QUESTIONS ? name[index] : NULL;
}

/* ---- the counts of a stream ------------------------------------------------------------------ */

/* A count with its stream. */
struct fair_row {
    uint32_t name; /* rank */
    uint8_t rank;  /* of the stream */
    uint8_t faces, kind, x, y;
    uint64_t count;
};
struct fair_rows {
    struct fair_row *row;
    size_t count;
};

/* Splits an entry into its stream and fields. */
static bool read_fair_row(const struct tally_entry *e, struct fair_row *row) {
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

/* Orders sizes of dice: six faces first, the usual size, then by number. */
static unsigned faces_rank(unsigned faces) {
    return faces == SIX ? 0 : faces < SIX ? faces : faces - 1;
}

/* Takes a word and the space after it from the beginning of a name. */
static xpgn_slice take_name_word(xpgn_slice *name) {
    const char *space = name->size > 0 ? memchr(name->data, ' ', name->size) : NULL;
    xpgn_slice word = {name->data, space != NULL ? (size_t)(space - name->data) : name->size};
    size_t past = word.size + (space != NULL);
    *name = (xpgn_slice){name->data + past, name->size - past};
    return word;
}

/* All, the roles in their order, the players, and those in each role. */
enum { RANK_ROLE = 1, RANK_PLAYER = RANK_ROLE + ROLES, RANK_BOTH };
static unsigned rank_of_name(xpgn_slice name) {
    xpgn_slice kind = take_name_word(&name);
    for (unsigned role = 0; role < ROLES && slice_is(kind, "role"); role++)
        if (slice_is(name, tally_role_name(role)))
            return RANK_ROLE + role;
    return slice_is(kind, "all") ? 0 : slice_is(kind, "both") ? RANK_BOTH : RANK_PLAYER;
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
static bool collect(struct fair_report *r, const struct tally_view *view, struct fair_rows *rows) {
    rows->row = malloc((view->count + 1) * sizeof *rows->row);
    for (size_t i = 0; rows->row != NULL && i < view->count; i++) {
        struct fair_row *row = &rows->row[rows->count];
        const struct tally_entry *e = &view->entry[i];
        r->games += e->kind == TALLY_FAIR_GAME ? e->count : 0;
        if (!read_fair_row(e, row))
            continue;
        row->rank = (uint8_t)rank_of_name(view->name[row->name]);
        rows->count++;
    }
    if (rows->row != NULL)
        qsort(rows->row, rows->count, sizeof *rows->row, by_stream);
    return rows->row != NULL;
}

static bool same_stream(const struct fair_row *a, const struct fair_row *b) {
    return a->name == b->name && a->faces == b->faces;
}

/* The rows of the stream that begins with row `from`. */
static struct fair_rows stream_at(const struct fair_rows *all, size_t from) {
    struct fair_rows rows = {all->row + from, 0};
    while (from + rows.count < all->count && same_stream(rows.row, &rows.row[rows.count]))
        rows.count++;
    return rows;
}

/* The rows of one kind among those of a stream. */
static struct fair_rows rows_of(const struct fair_rows *rows, enum tally_kind kind) {
    struct fair_rows out = {rows->row, 0};
    size_t from = 0;
    while (from < rows->count && rows->row[from].kind != (unsigned)kind)
        from++;
    out.row += from;
    while (from + out.count < rows->count && out.row[out.count].kind == (unsigned)kind)
        out.count++;
    return out;
}

/* ---- what is explored ------------------------------------------------------------------------ */

/* Two-sided, with the normal approximation. */
static double runs_p(const struct fair_rows *stream) {
    double value[FAIR_RUNS_KINDS] = {0};
    struct fair_rows rows = rows_of(stream, TALLY_FAIR_RUNS);
    for (size_t i = 0; i < rows.count; i++)
        value[rows.row[i].y] += (double)rows.row[i].count;
    double variance = value[FAIR_RUNS_VARIANCE] / FAIR_UNIT;
    double off = fabs(value[FAIR_RUNS] - value[FAIR_RUNS_EXPECTED] / FAIR_UNIT);
    return variance >= TALLY_LEAST / 2.0 ? erfc(off / sqrt(2 * variance)) : -1;
}

/* Tests how often a face fell depending on how long ago it last fell: a chi-squared over the
   classes with sufficient expected counts. The least p of a face, times the number of faces. */
static double gaps_p(const struct fair_rows *stream, unsigned faces) {
    struct fair_rows rows = rows_of(stream, TALLY_FAIR_GAP);
    double least = -1, tested = 0, p = 1.0 / faces;
    size_t i = 0;
    for (unsigned face = 1; face <= faces; face++) {
        uint64_t seen[FAIR_AGES][2] = {{0}};
        for (; i < rows.count && rows.row[i].x == face; i++)
            seen[rows.row[i].y / 2][rows.row[i].y % 2] += rows.row[i].count;
        double chi = 0;
        unsigned classes = 0;
        for (unsigned age = 0; age < FAIR_AGES; age++) {
            double n = (double)(seen[age][0] + seen[age][1]);
            double off = (double)seen[age][1] - n * p;
            if (n * p < TALLY_LEAST || n * (1 - p) < TALLY_LEAST)
                continue;
            chi += off * off / (n * p * (1 - p));
            classes++;
        }
        double value = classes > 0 ? fair_upper_tail(chi, classes) : -1;
        tested += classes > 0;
        least = value >= 0 && (least < 0 || value < least) ? value : least;
    }
    return least >= 0 ? fmin(1, least * tested) : -1;
}

static void explore(struct fair_report *r, struct fair_result *s, const struct fair_rows *rows) {
    for (unsigned test = 0; test < FAIR_TESTS; test++)
        s->p[test] = -1;
    if (!r->explore || s->dice < FAIR_LEAST)
        return;
    if (s->kind != FAIR_OF_ALL) /* a question covers it */
        s->p[FAIR_TEST_FACES] =
            fair_cells_p(fair_chi(s->count, s->faces, s->dice), s->dice, s->faces);
    s->p[FAIR_TEST_RUNS] = runs_p(rows);
    s->p[FAIR_TEST_GAPS] = gaps_p(rows, s->faces);
    for (unsigned test = 0; test < FAIR_TESTS; test++) {
        r->tests += s->p[test] >= 0;
        r->below += s->p[test] >= 0 && s->p[test] < level;
    }
}

/* ---- the streams ----------------------------------------------------------------------------- */

static void name_stream(struct fair_result *s, xpgn_slice name) {
    static const char *const kinds[] = {"all", "role", "player", "both"};
    xpgn_slice kind = take_name_word(&name);
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (slice_is(kind, kinds[i]))
            s->kind = (enum fair_stream_kind)i;
    if (s->kind == FAIR_OF_BOTH)
        s->role = take_name_word(&name);
    else if (s->kind == FAIR_OF_ROLE)
        s->role = name;
    s->name = name;
}

static void read_stream(struct fair_report *r, const struct tally_view *view,
                        const struct fair_rows *rows, uint64_t *count) {
    struct fair_result *s = &r->stream[r->streams++];
    *s = (struct fair_result){.faces = rows->row->faces, .id = rows->row->name, .count = count};
    name_stream(s, view->name[rows->row->name]);
    struct fair_rows faces = rows_of(rows, TALLY_FAIR_FACE);
    for (size_t i = 0; i < faces.count; i++) {
        s->count[faces.row[i].x - 1] += faces.row[i].count;
        s->dice += faces.row[i].count;
    }
    s->log_e = fair_log_e(s->count, s->faces);
    explore(r, s, rows);
}

static bool read_streams(struct fair_report *r, const struct tally_view *view,
                         const struct fair_rows *rows) {
    size_t streams = 0, counts = 0;
    for (size_t i = 0; i < rows->count; i++)
        if (i == 0 || !same_stream(&rows->row[i], &rows->row[i - 1])) {
            streams++;
            counts += rows->row[i].faces;
        }
    r->stream = calloc(streams + 1, sizeof *r->stream);
    r->counts = calloc(counts + 1, sizeof *r->counts);
    if (r->stream == NULL || r->counts == NULL)
        return false;
    uint64_t *next = r->counts;
    for (size_t i = 0; i < rows->count;) {
        struct fair_rows stream = stream_at(rows, i);
        read_stream(r, view, &stream, next);
        next += stream.row->faces;
        i += stream.count;
    }
    return true;
}

/* ---- the first two questions ----------------------------------------------------------------- */

static int by_owner(const void *left, const void *right) {
    const struct fair_throws *a = left, *b = right;
    return a->owner != b->owner ? (a->owner > b->owner) - (a->owner < b->owner)
                                : (a->faces > b->faces) - (a->faces < b->faces);
}

/* Lists the throws of all streams of a kind, grouped by owner; returns the number of owners. */
static unsigned throws_of(const struct fair_report *r, enum fair_stream_kind kind,
                          struct fair_throws *list, size_t *count) {
    unsigned owners = 0;
    *count = 0;
    for (size_t i = 0; i < r->streams; i++) {
        const struct fair_result *s = &r->stream[i];
        if (s->kind == kind && s->dice > 0)
            list[(*count)++] = (struct fair_throws){s->dice, s->faces, s->id,
                                                    fair_chi(s->count, s->faces, s->dice)};
    }
    qsort(list, *count, sizeof *list, by_owner);
    for (size_t i = 0; i < *count; i++)
        owners += i == 0 || list[i].owner != list[i - 1].owner;
    return owners;
}

static int by_dice(const void *left, const void *right) {
    const struct fair_throws *a = left, *b = right;
    return (a->dice > b->dice) - (a->dice < b->dice);
}

/* Sets the power for a statistic that loaded dice raise by `off`, as the largest of `owners`: with
   the correction, and without. */
static void set_power(struct fair_loaded *l, unsigned asked, double off, unsigned freedom,
                      unsigned owners) {
    double each = -expm1(log1p(-level / asked) / owners), alone = -expm1(log1p(-level) / owners);
    l->power = fair_power(fair_critical(each, freedom), freedom, off);
    l->alone = fair_power(fair_critical(alone, freedom), freedom, off);
}

static void power_of_faces(struct fair_report *r, unsigned faces) {
    struct fair_answer *a = &r->answer[FAIR_ASK_FACES];
    struct fair_loaded *l = a->loaded;
    const double s = faces, n = (double)a->dice;
    if (faces == SIX)
        (void)snprintf(l[0].what, sizeof l->what, "a 6 that falls one time in five");
    else
        (void)snprintf(l[0].what, sizeof l->what, "a %u that falls 1.2 times as often as it should",
                       faces);
    set_power(&l[0], r->asked, n * 0.04 / (s - 1), faces - 1, 1);
    (void)snprintf(l[1].what, sizeof l->what, "a %u that is read as a %u one time in three", faces,
                   faces - 1);
    set_power(&l[1], r->asked, n * 2 / (9 * s), faces - 1, 1);
}

static void ask_faces(struct fair_report *r, struct fair_throws *list) {
    struct fair_answer *a = &r->answer[FAIR_ASK_FACES];
    size_t count;
    (void)throws_of(r, FAIR_OF_ALL, list, &count);
    for (size_t i = 0; i < count; i++)
        a->dice += list[i].dice;
    for (size_t i = 0; i < count; i++)
        list[i].owner = 0; /* one for all sizes */
    a->p = a->dice >= FAIR_LEAST ? fair_largest_p(list, count, 1) : -1;
}

static void ask_players(struct fair_report *r, struct fair_throws *list) {
    struct fair_answer *a = &r->answer[FAIR_ASK_PLAYERS];
    size_t count;
    unsigned owners = throws_of(r, FAIR_OF_PLAYER, list, &count);
    for (size_t i = 0; i < count; i++)
        a->dice += list[i].dice;
    a->p = owners > 1 && a->dice >= FAIR_LEAST ? fair_largest_p(list, count, owners) : -1;
}

/* ---- the third ------------------------------------------------------------------------------- */

/* The pairs of all roles, a table for each size. */
static bool ask_pairs(struct fair_report *r, const struct fair_rows *rows) {
    struct fair_answer *a = &r->answer[FAIR_ASK_PAIRS];
    struct fair_pairs *pairs = calloc(FAIR_DICE + 1, sizeof *pairs);
    uint64_t *table[FAIR_DICE + 1] = {NULL};
    size_t sizes = 0;
    bool good = pairs != NULL;
    for (size_t i = 0; good && i < rows->count; i++) {
        const struct fair_row *row = &rows->row[i];
        size_t at = 0;
        if (row->kind != TALLY_FAIR_PAIR || row->rank < RANK_ROLE || row->rank >= RANK_PLAYER)
            continue;
        while (at < sizes && pairs[at].faces != row->faces)
            at++;
        if (at == sizes) {
            table[at] = calloc((size_t)row->faces * row->faces, sizeof **table);
            pairs[sizes++] = (struct fair_pairs){table[at], row->faces, 0};
            good = table[at] != NULL;
        }
        if (good)
            table[at][(row->x - 1u) * row->faces + row->y - 1u] += row->count;
        pairs[at].all += row->count;
        a->dice += row->count;
    }
    a->p = good && a->dice >= FAIR_LEAST / 2 ? fair_pairs_p(pairs, sizes) : -1;
    for (size_t i = 0; i < sizes; i++)
        free(table[i]);
    free(pairs);
    return good && a->p > -1.5;
}

/* ---- all of them ----------------------------------------------------------------------------- */

/* The result with the most common size of dice, which the example of loaded dice has. */
static const struct fair_result *most_dice(const struct fair_report *r) {
    const struct fair_result *most = NULL;
    for (size_t i = 0; i < r->streams; i++)
        if (r->stream[i].kind == FAIR_OF_ALL && (most == NULL || r->stream[i].dice > most->dice))
            most = &r->stream[i];
    return most;
}

/* Computes the power for the median player by number of dice. */
static void power_of_players(struct fair_report *r, struct fair_throws *list, unsigned faces) {
    struct fair_answer *a = &r->answer[FAIR_ASK_PLAYERS];
    size_t count, kept = 0;
    (void)throws_of(r, FAIR_OF_PLAYER, list, &count);
    for (size_t i = 0; i < count; i++)
        if (list[i].faces == faces)
            list[kept++] = list[i];
    if (kept == 0)
        return;
    qsort(list, kept, sizeof *list, by_dice);
    a->dice = list[(kept - 1) / 2].dice;
    (void)snprintf(a->loaded->what, sizeof a->loaded->what,
                   "one player's %u, twice as likely as others", faces);
    double off = (double)a->dice * (faces - 1.0) / ((faces + 1.0) * (faces + 1.0));
    set_power(a->loaded, r->asked, off, faces - 1, (unsigned)kept);
}

static void power_of_pairs(struct fair_report *r, unsigned faces) {
    struct fair_answer *a = &r->answer[FAIR_ASK_PAIRS];
    const double again = 0.5 / (faces - 1);
    if (faces == SIX)
        (void)snprintf(a->loaded->what, sizeof a->loaded->what,
                       "a face that falls again one time in four");
    else
        (void)snprintf(a->loaded->what, sizeof a->loaded->what,
                       "a face that falls again 1.5 times as often");
    set_power(a->loaded, r->asked, (double)a->dice * again * again * (faces - 1),
              (faces - 1) * (faces - 1), 1);
}

static void tell_power(struct fair_report *r, struct fair_throws *list) {
    const struct fair_result *most = most_dice(r);
    if (most == NULL || most->faces < 2)
        return;
    if (r->answer[FAIR_ASK_FACES].p >= 0) {
        r->answer[FAIR_ASK_FACES].dice = most->dice;
        power_of_faces(r, most->faces);
    }
    if (r->answer[FAIR_ASK_PLAYERS].p >= 0)
        power_of_players(r, list, most->faces);
    if (r->answer[FAIR_ASK_PAIRS].p >= 0)
        power_of_pairs(r, most->faces);
}

/* Holm's correction over the questions that could be answered. */
static bool correct_for_many(struct fair_report *r) {
    double p[FAIR_QUESTIONS];
    for (unsigned i = 0; i < FAIR_QUESTIONS; i++)
        if (r->answer[i].p >= 0)
            p[r->asked++] = r->answer[i].p;
    bool good = fair_holm(p, r->asked);
    for (unsigned i = 0, n = 0; i < FAIR_QUESTIONS; i++)
        r->answer[i].holm = r->answer[i].p >= 0 ? p[n++] : -1;
    return good;
}

static bool ask(struct fair_report *r, const xpgn_tally *t, const struct fair_rows *rows) {
    struct fair_throws *list = malloc((r->streams + 1) * sizeof *list);
    bool good = list != NULL;
    for (unsigned i = 0; i < FAIR_QUESTIONS; i++) {
        r->answer[i].asked = t->questions == 0 || (t->questions >> i & 1) != 0;
        r->answer[i].p = -1;
    }
    if (good && r->answer[FAIR_ASK_FACES].asked)
        ask_faces(r, list);
    if (good && r->answer[FAIR_ASK_PLAYERS].asked)
        ask_players(r, list);
    if (good && r->answer[FAIR_ASK_PAIRS].asked)
        good = ask_pairs(r, rows);
    good = good && correct_for_many(r);
    if (good)
        tell_power(r, list);
    free(list);
    return good;
}

/* ---- E --------------------------------------------------------------------------------------- */

static bool is_named_player(const xpgn_tally *t, xpgn_slice name) {
    bool named = t->player == NULL;
    for (size_t i = 0; i < t->players && !named; i++)
        named = slice_equal(t->player[i], name);
    return named;
}

/* Counts the players that are bet on: those named in advance, or else those found. */
static bool count_players(struct fair_report *r, const xpgn_tally *t) {
    uint32_t *id = malloc((r->streams + 1) * sizeof *id);
    size_t found[2] = {0, 0}, count = 0;
    for (size_t i = 0; id != NULL && i < r->streams; i++)
        if (r->stream[i].kind == FAIR_OF_PLAYER)
            id[count++] = r->stream[i].id * 2 + is_named_player(t, r->stream[i].name);
    if (id != NULL)
        qsort(id, count, sizeof *id, number_order);
    for (size_t i = 0; i < count; i++)
        found[id[i] % 2] += i == 0 || id[i] != id[i - 1];
    r->given = t->player != NULL;
    r->players = r->given ? t->players : found[1];
    r->strangers = found[0];
    free(id);
    return id != NULL;
}

static double log_sum(double a, double b) {
    double most = fmax(a, b);
    return most == -INFINITY ? most : most + log(exp(a - most) + exp(b - most));
}

/* Half of the stake is on all dice, half is spread evenly over the players; the stake of players
   without dice is kept. */
static void bet(struct fair_report *r, const xpgn_tally *t) {
    for (unsigned faces = 0; faces <= FAIR_DICE; faces++)
        r->log_e[faces] = NAN;
    for (size_t i = 0; i < r->streams; i++) {
        const struct fair_result *all = &r->stream[i];
        if (all->kind != FAIR_OF_ALL)
            continue;
        double e = all->log_e - log(2), each = log(0.5) - log(fmax(1, (double)r->players));
        size_t with = 0;
        for (size_t k = i; k < r->streams && r->stream[k].faces == all->faces; k++) {
            if (r->stream[k].kind != FAIR_OF_PLAYER || !is_named_player(t, r->stream[k].name))
                continue;
            e = log_sum(e, each + r->stream[k].log_e);
            with++;
        }
        double kept = r->players > 0 ? (double)(r->players - with) : 1;
        r->log_e[all->faces] = kept > 0 ? log_sum(e, each + log(kept)) : e;
    }
}

bool fair_report_open(struct fair_report *r, const xpgn_tally *t, const struct tally_view *view) {
    struct fair_rows rows = {NULL, 0};
    *r = (struct fair_report){.explore = t->explore};
    bool good = collect(r, view, &rows) && read_streams(r, view, &rows) && ask(r, t, &rows) &&
                count_players(r, t);
    if (good)
        bet(r, t);
    free(rows.row);
    return good;
}

void fair_report_close(struct fair_report *r) {
    free(r->stream);
    free(r->counts);
}
