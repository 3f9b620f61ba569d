/* SPDX-License-Identifier: MIT */
/* The view of a tally: its counts, sorted, and sums over parts of them. */
#include <stdlib.h>
#include <string.h>

#include "base/slice.h"
#include "count/tally.h"

/* ---- making a view ---- */

struct named {
    xpgn_slice text;
    uint32_t id;
};

static int compare_names(const void *left, const void *right) {
    const struct named *a = left, *b = right;
    size_t n = a->text.size < b->text.size ? a->text.size : b->text.size;
    int order = memcmp(a->text.data, b->text.data, n);
    return order != 0 ? order : (a->text.size > b->text.size) - (a->text.size < b->text.size);
}

static bool rank_names(struct tally_view *view, const xpgn_tally *t, uint32_t *rank) {
    struct named *list = malloc((t->names + 1) * sizeof *list);
    if (list == NULL)
        return false;
    for (size_t i = 0; i < t->names; i++)
        list[i] = (struct named){t->name[i], (uint32_t)i};
    qsort(list, t->names, sizeof *list, compare_names);
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

static void add_entry(struct tally_view *view, const xpgn_tally *t, const struct tally_row *row,
                      const uint32_t *rank) {
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
            add_entry(view, t, &t->row[i], rank);
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

static bool take(struct tally_span *rest, struct tally_span *out, bool by_ruleset) {
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
    return take(rest, out, false);
}
bool tally_take_ruleset(struct tally_span *rest, struct tally_span *out) {
    return take(rest, out, true);
}

struct tally_span tally_kind_of(struct tally_span span, enum tally_kind kind) {
    size_t from = 0, to;
    while (from < span.count && span.entry[from].kind < (unsigned)kind)
        from++;
    for (to = from; to < span.count && span.entry[to].kind == (unsigned)kind;)
        to++;
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

/* Length of the game with this index (from 0) in order of length. */
static uint64_t length_at(struct tally_span turns, uint64_t index) {
    size_t i = 0;
    while (i < turns.count && index >= turns.entry[i].count)
        index -= turns.entry[i++].count;
    return i < turns.count ? turns.entry[i].a : 0;
}

struct tally_turns tally_turns_of(struct tally_span ruleset) {
    struct tally_span span = tally_kind_of(ruleset, TALLY_TURNS);
    struct tally_turns t = {.games = tally_sum(span)};
    if (t.games == 0)
        return t;
    for (size_t i = 0; i < span.count; i++)
        t.total += span.entry[i].a * span.entry[i].count;
    t.min = span.entry[0].a;
    t.max = span.entry[span.count - 1].a;
    t.median = 50 * (length_at(span, (t.games - 1) / 2) + length_at(span, t.games / 2));
    t.mean = tally_divide(100 * t.total, t.games);
    return t;
}

void tally_add_combat(struct tally_combats *sum, const struct tally_entry *e) {
    unsigned attacker = e->c >> 2, defender = e->c & 3;
    bool out[2] = {attacker == XPGN_FATE_REMOVED, defender == XPGN_FATE_REMOVED};
    sum->fought += e->count;
    sum->won += out[1] && !out[0] ? e->count : 0;
    sum->lost += out[0] && !out[1] ? e->count : 0;
    sum->both_removed += out[0] && out[1] ? e->count : 0;
    sum->tied += e->d ? e->count : 0;
    sum->wounded[0] += attacker == XPGN_FATE_WOUNDED ? e->count : 0;
    sum->wounded[1] += defender == XPGN_FATE_WOUNDED ? e->count : 0;
}

/* The seat that a result gives the whole point: "0-1-0-0" is seat 1. With two seats Black is 2, as
   with four, so that columns are the same. -1: none. */
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
    return role < ROLES ? names[role] : "";
}

enum { MOST_BINS = 12 };

uint64_t tally_bin_width(uint64_t range) {
    static const unsigned steps[] = {1, 2, 5};
    for (uint64_t scale = 1;; scale *= 10)
        for (unsigned i = 0; i < 3; i++)
            if (range / (scale * steps[i]) < MOST_BINS)
                return scale * steps[i];
}

uint64_t tally_sum_of_bin(struct tally_span span, uint64_t from, uint64_t to) {
    uint64_t sum = 0;
    for (size_t i = 0; i < span.count; i++)
        sum += span.entry[i].a >= from && span.entry[i].a < to ? span.entry[i].count : 0;
    return sum;
}

xpgn_slice tally_type_name(const struct tally_view *view, struct tally_span ruleset,
                           unsigned type) {
    struct tally_span names = tally_kind_of(ruleset, TALLY_NAMED);
    for (size_t i = 0; i < names.count; i++)
        if (names.entry[i].b == type)
            return view->name[names.entry[i].a];
    return slice_of(xpgn_piece_name(NULL, type));
}
