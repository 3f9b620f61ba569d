/* SPDX-License-Identifier: MIT */
/* The view of a tally: its counts, sorted, and sums over parts of them. */
#include <stdlib.h>
#include <string.h>
#include <xpgn/rulesets.h>

#include "core/base/slice.h"
#include "output/count/tally.h"

/* ---- making a view ---- */

struct named {
    xpgn_slice text;
    uint32_t id;
};

static int order_names(const void *left, const void *right) {
    const struct named *a = left, *b = right;
    return slice_order(a->text, b->text);
}

static bool rank_names(struct tally_view *view, const xpgn_tally *t, uint32_t *rank) {
    struct named *list = malloc((t->names + 1) * sizeof *list);
    if (list == NULL)
        return false;
    for (size_t i = 0; i < t->names; i++)
        list[i] = (struct named){t->name[i], (uint32_t)i};
    qsort(list, t->names, sizeof *list, order_names);
    for (size_t i = 0; i < t->names; i++) {
        view->name[i] = list[i].text;
        rank[list[i].id] = (uint32_t)i;
    }
    free(list);
    return true;
}

static int compare_numbers(uint32_t a, uint32_t b) {
    return (a > b) - (a < b);
}

static int compare_entries(const void *left, const void *right) {
    const struct tally_entry *a = left, *b = right;
    const uint32_t pair[][2] = {{a->value, b->value}, {a->ruleset, b->ruleset},
                                {a->kind, b->kind},   {a->a, b->a},
                                {a->b, b->b},         {a->c, b->c},
                                {a->d, b->d}};
    int order = 0;
    for (size_t i = 0; order == 0 && i < sizeof pair / sizeof *pair; i++)
        order = compare_numbers(pair[i][0], pair[i][1]);
    return order;
}

static void add_view_entry(struct tally_view *view, const xpgn_tally *t,
                           const struct tally_row *row, const uint32_t *rank) {
    const struct tally_key *k = &row->key;
    if (row->count == 0) /* pending counts of a game that was left out */
        return;
    view->entry[view->count++] =
        (struct tally_entry){.value = rank[t->group[k->group].value],
                             .ruleset = rank[t->group[k->group].ruleset],
                             .a = tally_is_named(k->kind) ? rank[k->a] : k->a,
                             .kind = k->kind,
                             .b = k->b,
                             .c = k->c,
                             .d = k->d,
                             .count = row->count};
}

bool tally_view_open(struct tally_view *view, const xpgn_tally *t) {
    uint32_t *rank = malloc((t->names + 1) * sizeof *rank);
    *view = (struct tally_view){.entry = malloc((t->rows + 1) * sizeof *view->entry),
                                .name = malloc((t->names + 1) * sizeof *view->name)};
    bool good =
        rank != NULL && view->entry != NULL && view->name != NULL && rank_names(view, t, rank);
    if (good) {
        for (size_t i = 0; i < t->rows; i++)
            add_view_entry(view, t, &t->row[i], rank);
        qsort(view->entry, view->count, sizeof *view->entry, compare_entries);
    } else {
        tally_view_close(view);
    }
    free(rank);
    return good;
}

void tally_view_close(struct tally_view *view) {
    free(view->entry);
    free(view->name);
    *view = (struct tally_view){.count = 0};
}

/* ---- spans ---- */

static bool next_span(struct tally_span *rest, struct tally_span *out, bool by_ruleset) {
    size_t n = 0;
    const struct tally_entry *first = rest->entry;
    while (n < rest->count && rest->entry[n].value == first->value &&
           (!by_ruleset || rest->entry[n].ruleset == first->ruleset))
        n++;
    *out = (struct tally_span){first, n};
    *rest = (struct tally_span){first + n, rest->count - n};
    return n > 0;
}

bool tally_take_value(struct tally_span *rest, struct tally_span *out) {
    return next_span(rest, out, false);
}
bool tally_take_ruleset(struct tally_span *rest, struct tally_span *out) {
    return next_span(rest, out, true);
}

/* The number of entries of a span, whose kinds ascend, with kinds below this one. */
static size_t before_kind(struct tally_span span, unsigned kind) {
    size_t from = 0, to = span.count;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (span.entry[middle].kind < kind)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

struct tally_span tally_kind_of(struct tally_span span, enum tally_kind kind) {
    size_t from = before_kind(span, (unsigned)kind), to = before_kind(span, (unsigned)kind + 1);
    return (struct tally_span){span.entry + from, to - from};
}

struct tally_span tally_part(struct tally_span span, uint32_t a) {
    size_t from = 0, to;
    while (from < span.count && span.entry[from].a < a)
        from++;
    for (to = from; to < span.count && span.entry[to].a == a;)
        to++;
    return (struct tally_span){span.entry + from, to - from};
}

uint64_t tally_sum(struct tally_span span) {
    uint64_t sum = 0;
    for (size_t i = 0; i < span.count; i++)
        sum += span.entry[i].count;
    return sum;
}

/* ---- sums ---- */

uint64_t tally_divide(uint64_t n, uint64_t by) {
    return by > 0 ? (n + by / 2) / by : 0;
}

static int64_t entry_number(const struct tally_entry *e) {
    return (int64_t)e->a - tally_offset(e->kind);
}

/* The number at this index (from 0) in ascending order. */
static int64_t number_at(struct tally_span span, uint64_t index) {
    size_t i = 0;
    while (i < span.count && index >= span.entry[i].count)
        index -= span.entry[i++].count;
    return i < span.count ? entry_number(&span.entry[i]) : 0;
}

struct tally_numbers tally_numbers_of(struct tally_span ruleset, enum tally_kind kind) {
    struct tally_span span = tally_kind_of(ruleset, kind);
    struct tally_numbers t = {.count = tally_sum(span)};
    if (t.count == 0)
        return t;
    for (size_t i = 0; i < span.count; i++)
        t.total += entry_number(&span.entry[i]) * (int64_t)span.entry[i].count;
    t.min = entry_number(&span.entry[0]);
    t.max = entry_number(&span.entry[span.count - 1]);
    t.median = 50 * (number_at(span, (t.count - 1) / 2) + number_at(span, t.count / 2));
    uint64_t mean = tally_divide(100 * (uint64_t)(t.total < 0 ? -t.total : t.total), t.count);
    t.mean = t.total < 0 ? -(int64_t)mean : (int64_t)mean;
    return t;
}

static void add_combat(struct tally_combats *sum, const struct tally_entry *e) {
    unsigned attacker = e->c >> 2, defender = e->c & 3;
    const bool out[2] = {attacker == XPGN_FATE_REMOVED, defender == XPGN_FATE_REMOVED};
    const bool came[EXPECTS] = {[EXPECT_WON] = out[1] && !out[0],
                                [EXPECT_LOST] = out[0] && !out[1],
                                [EXPECT_TIED] = e->d != 0,
                                [EXPECT_BOTH] = out[0] && out[1],
                                [EXPECT_WOUNDED] = attacker == XPGN_FATE_WOUNDED,
                                [EXPECT_WOUNDED + 1] = defender == XPGN_FATE_WOUNDED};
    sum->fought += e->count;
    for (unsigned i = 0; i < EXPECTS; i++)
        sum->of[i] += came[i] ? e->count : 0;
}

struct tally_combats tally_combats_of(struct tally_span combats) {
    struct tally_combats sum = {.fought = 0};
    for (size_t i = 0; i < combats.count; i++)
        add_combat(&sum, &combats.entry[i]);
    return sum;
}

const char *tally_outcome_name(unsigned outcome) {
    static const char *const names[EXPECTS] = {
        "won", "lost", "tied", "both_removed", "attacker_wounded", "defender_wounded"};
    return names[outcome];
}

/* The seat that wins by a result: "0-1-0-0" is seat 1; -1 if none. With two seats Black is 2, as
   with four, so that columns are the same. */
static int winner_of(xpgn_slice result) {
    int fields = 1, winner = -1;
    for (size_t i = 0; i < result.size; i++) {
        if (result.data[i] == '-')
            fields++;
        else if (result.data[i] == '/')
            return -1;
        else if (result.data[i] == '1')
            winner = fields - 1;
    }
    return fields == 2 && winner == 1 ? 2 : winner;
}

struct tally_score tally_score_of(const struct tally_view *view, struct tally_span ruleset) {
    struct tally_score score = {.drawn = 0};
    struct tally_span results = tally_kind_of(ruleset, TALLY_RESULT);
    for (size_t i = 0; i < results.count; i++) {
        xpgn_slice result = view->name[results.entry[i].a];
        uint64_t n = results.entry[i].count;
        int winner = winner_of(result);
        if (slice_is(result, "*"))
            score.unfinished += n;
        else if (winner < 0 || winner > 3)
            score.drawn += n;
        else
            score.won[winner] += n;
    }
    return score;
}

const char *tally_role_name(unsigned role) {
    static const char *const names[ROLES] = {"attack", "defense", "turn", "teleport", "escape"};
    return names[role];
}

/* ---- looks: names, histograms, tables ---- */

enum { MOST_BINS = 12 };

static int64_t bin_width(uint64_t range) {
    static const unsigned steps[] = {1, 2, 5};
    for (uint64_t scale = 1;; scale *= 10)
        for (unsigned i = 0; i < 3; i++)
            if (range / (scale * steps[i]) < MOST_BINS)
                return (int64_t)(scale * steps[i]);
}

struct tally_bin tally_bins(struct tally_span ruleset, enum tally_kind kind) {
    const struct tally_numbers t = tally_numbers_of(ruleset, kind);
    struct tally_bin bin = {.span = tally_kind_of(ruleset, kind), .kind = kind, .max = t.max};
    bin.width = bin_width((uint64_t)(t.max - t.min));
    bin.to = t.min / bin.width * bin.width - 1;
    while (bin.to >= t.min) /* division rounds towards 0 */
        bin.to -= bin.width;
    return bin;
}

bool tally_next_bin(struct tally_bin *bin) {
    bin->from = bin->to + 1;
    bin->to += bin->width;
    bin->count = 0;
    for (size_t i = 0; i < bin->span.count; i++) {
        int64_t number = entry_number(&bin->span.entry[i]);
        bin->count += number >= bin->from && number <= bin->to ? bin->span.entry[i].count : 0;
    }
    return bin->span.count > 0 && bin->from <= bin->max;
}

static xpgn_fact_type type_of(enum tally_kind kind, unsigned place) {
    const xpgn_fact *f = tally_fact_of(kind, place);
    return f != NULL ? (xpgn_fact_type)f->type : XPGN_VALUE_NUMBER;
}

void tally_put_number(xpgn_buffer *b, enum tally_kind kind, int64_t number) {
    bool decimal = type_of(kind, 0) == XPGN_VALUE_MILLIONTHS;
    xpgn_fact_number(b, decimal ? XPGN_VALUE_MILLIONTHS : XPGN_VALUE_NUMBER, number);
}

void tally_put_hundredths(xpgn_buffer *b, enum tally_kind kind, int64_t hundredths) {
    bool decimal = type_of(kind, 0) == XPGN_VALUE_MILLIONTHS;
    xpgn_fact_number(b, XPGN_VALUE_MILLIONTHS, decimal ? hundredths / 100 : hundredths * 10000);
}

void tally_put_bin(xpgn_buffer *b, const struct tally_bin *bin) {
    bool plain = type_of(bin->kind, 0) == XPGN_VALUE_NUMBER;
    tally_put_number(b, bin->kind, bin->from);
    if (bin->width == 1)
        return;
    xpgn_buffer_text(b, plain && bin->from >= 0 ? "-" : " to ");
    tally_put_number(b, bin->kind, bin->to + (plain ? 0 : 1));
}

void tally_put_field(xpgn_buffer *b, const struct tally_view *view, struct tally_span ruleset,
                     const struct tally_entry *e, unsigned place) {
    const uint32_t value[] = {e->a, e->b, e->c, e->d};
    const xpgn_fact *f = tally_fact_of(e->kind, place);
    if (place == 0 && tally_is_named(e->kind))
        xpgn_buffer_slice(b, view->name[e->a]);
    else if (f != NULL && f->words != NULL)
        xpgn_buffer_text(b, f->words[value[place]]);
    else if (f != NULL && f->type == XPGN_VALUE_PIECE)
        xpgn_buffer_slice(b, tally_type_name(view, ruleset, value[place]));
    else if (f != NULL && f->type == XPGN_VALUE_FLAG)
        xpgn_buffer_text(b, value[place] != 0 ? "yes" : "no");
    else
        tally_put_number(b, e->kind, place == 0 ? entry_number(e) : (int64_t)value[place]);
}

/* True for kinds that writers put in fixed places. */
static bool has_place(unsigned kind) {
    return kind == TALLY_RESULT || kind == TALLY_TURNS || kind == TALLY_ENDING ||
           kind == TALLY_FIRST;
}

bool tally_next_look(struct tally_span ruleset, unsigned *kind) {
    while (++*kind < TALLY_KINDS)
        if (tally_stats[*kind].look != LOOK_OWN && !has_place(*kind) &&
            tally_kind_of(ruleset, *kind).count > 0)
            return true;
    return false;
}

xpgn_slice tally_type_name(const struct tally_view *view, struct tally_span ruleset,
                           unsigned type) {
    struct tally_span names = tally_kind_of(ruleset, TALLY_NAMED);
    for (size_t i = 0; i < names.count; i++)
        if (names.entry[i].b == type)
            return view->name[names.entry[i].a];
    return slice_of(xpgn_piece_name(NULL, type));
}
