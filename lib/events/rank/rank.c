/* SPDX-License-Identifier: MIT */
/* Standings: points, then tie-breaks in order. */
#include "events/rank/rank.h"

#include <stdlib.h>

/* ---- sums of one's own rounds (7) ------------------------------------------------------------ */

int64_t rank_points(const rank_table *t, uint32_t entry, unsigned which) {
    int64_t sum = 0;
    for (uint32_t i = 0; i < t->entry[entry].rounds; i++)
        sum += t->entry[entry].round[i].points[which];
    return sum;
}

/* True if it was won, drawn or lost on the board. */
static bool is_game(const rank_round *r) {
    return r->kind == RANK_PLAYED && r->opponent != RANK_NOBODY;
}

static bool counts(const rank_table *t, const rank_code *c, const rank_round *r) {
    bool won = r->points[c->of] == t->win[c->of];
    switch (c->what) {
    case RANK_WINS:
        return won;
    case RANK_WON:
        return won && is_game(r);
    case RANK_BLACK_PLAYED:
        return r->black && is_game(r);
    case RANK_BLACK_WON:
        return won && r->black && is_game(r);
    default: /* RANK_ELECTED */
        return r->kind == RANK_PLAYED || r->kind == RANK_PAIRED_BYE || won;
    }
}

static int64_t count_rounds(const rank_table *t, const rank_code *c, const rank_entry *e) {
    int64_t n = 0;
    for (uint32_t i = 0; i < e->rounds; i++)
        n += counts(t, c, &e->round[i]);
    return n;
}

/* 7.5: the sum of the scores after each round, without the first rounds cut. */
static int64_t progressive(const rank_code *c, const rank_entry *e) {
    int64_t sum = 0, all = 0;
    for (uint32_t i = 0; i < e->rounds; i++) {
        bool last = i + 1 == e->rounds || e->round[i + 1].round != e->round[i].round;
        sum += e->round[i].points[c->of];
        if (last && e->round[i].round > c->low)
            all += sum;
    }
    return all;
}

/* ---- sums over opponents --------------------------------------------------------------------- */

/* 9.2: points against opponents with at least half of the maximum, or another limit. */
static int64_t koya(const rank_table *t, const rank_code *c, const rank_entry *e) {
    int64_t sum = 0, rounds = t->rounds;
    if (t->round_robin && t->entries % 2 == 1) /* every entry has a round without an opponent */
        rounds -= t->rounds / t->entries;
    int64_t percent = c->percent > 0 ? c->percent : 50;
    int64_t limit = percent * t->win[c->of] * rounds / 100 + c->limit;
    for (uint32_t i = 0; i < e->rounds; i++) {
        const rank_round *r = &e->round[i];
        if (r->opponent != RANK_NOBODY && rank_points(t, r->opponent, c->of) >= limit)
            sum += r->points[c->of];
    }
    return sum;
}

/* Divides and rounds, halves up; 0 if `by` is 0. */
static int64_t divide(int64_t n, int64_t by) {
    return by > 0 ? (2 * n + by) / (2 * by) : 0;
}

/* 8.2: the average of the opponents' Buchholz, in hundredths. */
static void average_values(const rank_table *t, const rank_value *own, rank_value *value,
                           size_t stride) {
    for (uint32_t i = 0; i < t->entries; i++) {
        int64_t sum = 0, met = 0;
        for (uint32_t k = 0; k < t->entry[i].rounds; k++)
            if (is_game(&t->entry[i].round[k])) {
                sum += own[t->entry[i].round[k].opponent].n;
                met++;
            }
        value[i * stride] = (rank_value){met > 0, divide(sum * 100, met * RANK_POINT)};
    }
}

/* For teams: game points plus a part of the match-point Buchholz, or the reverse; in hundredths. */
static void strength(const rank_table *t, const rank_code *c, const rank_value *own,
                     rank_value *value, size_t stride) {
    int64_t all = (int64_t)t->win[c->of] * t->rounds,
            by = t->win[1 - c->of] > 0 ? t->win[1 - c->of] : 1;
    int64_t divisor = all / by > 0 ? all / by : 1;
    for (uint32_t i = 0; i < t->entries; i++)
        value[i * stride] = (rank_value){
            true, divide(rank_points(t, i, 1u - c->of) * divisor * 100 + own[i].n * 100,
                         divisor * RANK_POINT)};
}

static bool from_buchholz(const rank_table *t, const rank_code *c, rank_value *value,
                          size_t stride) {
    rank_value *own = calloc(t->entries + 1, sizeof *own);
    bool good = own != NULL && rank_buchholz(t, c, own, 1);
    if (good && c->what == RANK_AVERAGE_BH)
        average_values(t, own, value, stride);
    else if (good)
        strength(t, c, own, value, stride);
    free(own);
    return good;
}

/* 11, for teams: the sum of board numbers times points; smaller is better. */
static int64_t board_count(const rank_table *t, const rank_entry *e) {
    int64_t sum = 0;
    for (uint32_t i = 0; i < e->rounds; i++)
        for (uint32_t b = 0; e->round[i].board != NULL && b < t->boards; b++)
            sum += (int64_t)(b + 1) * e->round[i].board[b];
    return sum;
}

/* ---- one tie-break --------------------------------------------------------------------------- */

static rank_value alone(const rank_table *t, const rank_code *c, uint32_t i) {
    const rank_entry *e = &t->entry[i];
    switch (c->what) {
    case RANK_POINTS:
        return (rank_value){true, rank_points(t, i, c->of)};
    case RANK_PROGRESSIVE:
        return (rank_value){true, progressive(c, e)};
    case RANK_KOYA:
        return (rank_value){true, koya(t, c, e)};
    case RANK_RATING:
        return (rank_value){e->rating > 0, e->rating};
    case RANK_NUMBER:
        return (rank_value){e->number > 0, e->number};
    case RANK_BOARD_COUNT:
        return (rank_value){true, board_count(t, e)};
    default:
        return (rank_value){true, count_rounds(t, c, e)};
    }
}

static bool compute(const rank_table *t, const rank_code *c, const uint32_t *place,
                    rank_value *value, size_t stride) {
    switch (c->what) {
    case RANK_ENCOUNTER:
    case RANK_TOP_BOARDS:
    case RANK_BOTTOM_BOARD:
        return rank_encounter(t, c, place, value, stride);
    case RANK_BUCHHOLZ:
        return rank_buchholz(t, c, value, stride);
    case RANK_AVERAGE_BH:
    case RANK_STRENGTH:
        return from_buchholz(t, c, value, stride);
    case RANK_ARO:
    case RANK_TPR:
    case RANK_PTP:
    case RANK_APRO:
    case RANK_APPO:
        return rank_performance(t, c, value, stride);
    default:
        for (uint32_t i = 0; i < t->entries; i++)
            value[i * stride] = alone(t, c, i);
        return true;
    }
}

/* ---- order ----------------------------------------------------------------------------------- */

typedef struct rank_row {
    uint32_t entry, place, listed, number;
    rank_value value;
} rank_row;

/* True if smaller values of the tie-break are better: places and numbers. */
static bool is_least(const rank_code *c) {
    return c->what == RANK_ENCOUNTER || c->what == RANK_TOP_BOARDS ||
           c->what == RANK_BOTTOM_BOARD || c->what == RANK_NUMBER || c->what == RANK_BOARD_COUNT;
}

static int compare_values(const rank_row *a, const rank_row *b) {
    if (a->place != b->place)
        return a->place < b->place ? -1 : 1;
    if (a->value.known != b->value.known)
        return a->value.known ? -1 : 1;
    return (a->value.n < b->value.n) - (a->value.n > b->value.n);
}

/* Ties are left in the listed order. */
static int compare_standings(const void *a, const void *b) {
    const rank_row *x = a, *y = b;
    int d = compare_values(x, y);
    if (d != 0)
        return d;
    if (x->listed != y->listed)
        return x->listed < y->listed ? -1 : 1;
    if (x->number != y->number)
        return x->number < y->number ? -1 : 1;
    return (x->entry > y->entry) - (x->entry < y->entry);
}

/* Refines places by a further value of each entry. */
static void refine(const rank_table *t, const rank_code *c, const rank_value *value, size_t stride,
                   rank_row *list, uint32_t *place) {
    for (uint32_t i = 0; i < t->entries; i++) {
        rank_row *r = &list[i];
        r->place = place[r->entry];
        r->value = value[r->entry * stride];
        if (is_least(c))
            r->value.n = -r->value.n;
    }
    qsort(list, t->entries, sizeof *list, compare_standings);
    for (uint32_t i = 0; i < t->entries; i++)
        place[list[i].entry] =
            i > 0 && compare_values(&list[i - 1], &list[i]) == 0 ? place[list[i - 1].entry] : i + 1;
}

bool rank_standings(const rank_table *t, const rank_code *code, size_t codes, rank_result *out) {
    static const rank_code points = {.name = "PTS", .what = RANK_POINTS};
    rank_row *list = calloc(t->entries + 1, sizeof *list);
    rank_value *own = calloc(t->entries + 1, sizeof *own);
    bool good = list != NULL && own != NULL;
    for (uint32_t i = 0; good && i < t->entries; i++) {
        const rank_entry *e = &t->entry[i];
        list[i] = (rank_row){.entry = i, .listed = e->listed, .number = e->number};
        own[i] = alone(t, &points, i);
        out->place[i] = 1;
    }
    if (good && t->entries > 0 && (codes == 0 || code[0].what != RANK_POINTS))
        refine(t, &points, own, 1, list, out->place);
    for (size_t k = 0; good && t->entries > 0 && k < codes; k++) {
        good = compute(t, &code[k], out->place, out->value + k, codes);
        if (good)
            refine(t, &code[k], out->value + k, codes, list, out->place);
    }
    for (uint32_t i = 0; good && i < t->entries; i++)
        out->order[i] = list[i].entry;
    free(list);
    free(own);
    return good;
}
