/* SPDX-License-Identifier: MIT */
/* Ratings: the tables of B.02, and the tie-breaks by the ratings of opponents (10). */
#include "core/base/number.h"
#include "events/rank/rank.h"

#include <stdlib.h>

/* 8.1.2: the smallest difference for each hundredth from 51 on. */
static const int16_t least_for[] = {4,   11,  18,  26,  33,  40,  47,  54,  62,  69,  77,  84,  92,
                                    99,  107, 114, 122, 130, 138, 146, 154, 163, 171, 180, 189, 198,
                                    207, 216, 226, 236, 246, 257, 268, 279, 291, 303, 316, 329, 345,
                                    358, 375, 392, 412, 433, 457, 485, 518, 560, 620, 736};

uint32_t rank_expected(int32_t difference) {
    int32_t d = difference < 0 ? -difference : difference;
    uint32_t n = 0;
    while (n < sizeof least_for / sizeof *least_for && d >= least_for[n])
        n++;
    return difference < 0 ? 50 - n : 50 + n;
}

int32_t rank_difference(uint32_t percent) {
    static const int16_t above[] = {0,   7,   14,  21,  29,  36,  43,  50,  57,  65,  72,  80,  87,
                                    95,  102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
                                    202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336,
                                    351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800};
    return percent >= 50 ? above[percent - 50] : -above[50 - percent];
}

/* The rated opponents of an entry, and the points against them in twelfths of a game. */
typedef struct rated_field {
    uint32_t *rating;
    size_t count;
    int64_t share;
} rated_field;

/* Collects the opponents, without the cuts, in which unrated opponents count as the lowest. */
static void take_field(const rank_table *t, const rank_code *c, const rank_entry *e,
                       rated_field *f) {
    size_t met = 0, first = 0;
    f->count = 0;
    f->share = 0;
    for (uint32_t i = 0; i < e->rounds; i++) {
        const rank_round *r = &e->round[i];
        if (r->kind != RANK_PLAYED || r->opponent == RANK_NOBODY)
            continue;
        uint32_t rating = t->entry[r->opponent].rating;
        rating = rating > 0 ? rating : c->unrated;
        met++;
        if (rating == 0)
            continue;
        f->rating[f->count++] = rating;
        f->share += r->share;
    }
    if (f->count > 0)
        qsort(f->rating, f->count, sizeof *f->rating, number_order);
    size_t unrated = met - f->count;
    first = c->low > unrated ? c->low - unrated : 0;
    first = first < f->count ? first : f->count;
    size_t last = f->count - first > c->high ? f->count - c->high : first;
    for (size_t i = first; i < last; i++)
        f->rating[i - first] = f->rating[i];
    f->count = last - first;
}

/* Divides and rounds, halves away from 0. */
static int64_t divide(int64_t n, int64_t by) {
    return n >= 0 ? (2 * n + by) / (2 * by) : -((-2 * n + by) / (2 * by));
}

static int64_t average_rating(const rated_field *f) {
    int64_t sum = 0;
    for (size_t i = 0; i < f->count; i++)
        sum += f->rating[i];
    return divide(sum, (int64_t)f->count);
}

static int64_t performance(const rated_field *f) {
    int64_t percent = divide(f->share * 100, (int64_t)f->count * RANK_SHARE);
    return average_rating(f) + rank_difference((uint32_t)(percent < 100 ? percent : 100));
}

/* Would a player with that rating be expected to score at least as much? */
static bool scores(const rated_field *f, int64_t rating) {
    int64_t sum = 0;
    for (size_t i = 0; i < f->count; i++)
        sum += rank_expected((int32_t)(rating - f->rating[i]));
    return sum * RANK_SHARE >= f->share * 100;
}

/* 10.3: the lowest rating with which that score is expected. */
static int64_t perfect(const rated_field *f) {
    int64_t low = (int64_t)f->rating[0] - 800, high = (int64_t)f->rating[f->count - 1] + 800;
    if (f->share == 0)
        return low;
    while (low + 1 < high) {
        int64_t middle = low + (high - low) / 2;
        if (scores(f, middle))
            high = middle;
        else
            low = middle;
    }
    return high;
}

static rank_value rating_value(const rank_code *c, const rated_field *f) {
    if (f->count == 0)
        return (rank_value){false, 0};
    bool tpr = c->what == RANK_TPR || c->what == RANK_APRO;
    return (rank_value){true, c->what == RANK_ARO ? average_rating(f)
                              : tpr               ? performance(f)
                                                  : perfect(f)};
}

/* 10.4, 10.5: the average of the opponents' values. */
static void average_opponents(const rank_table *t, const rank_value *own, rank_value *value,
                              size_t stride) {
    for (uint32_t i = 0; i < t->entries; i++) {
        int64_t sum = 0, count = 0;
        for (uint32_t k = 0; k < t->entry[i].rounds; k++) {
            const rank_round *r = &t->entry[i].round[k];
            if (r->kind != RANK_PLAYED || r->opponent == RANK_NOBODY || !own[r->opponent].known)
                continue;
            sum += own[r->opponent].n;
            count++;
        }
        value[i * stride] = (rank_value){count > 0, count > 0 ? divide(sum, count) : 0};
    }
}

bool rank_performance(const rank_table *t, const rank_code *c, rank_value *value, size_t stride) {
    uint32_t most = 1;
    for (uint32_t i = 0; i < t->entries; i++)
        most = t->entry[i].rounds > most ? t->entry[i].rounds : most;
    rated_field f = {.rating = calloc(most, sizeof *f.rating)};
    rank_value *own = calloc(t->entries + 1, sizeof *own);
    bool good = f.rating != NULL && own != NULL;
    for (uint32_t i = 0; good && i < t->entries; i++) {
        take_field(t, c, &t->entry[i], &f);
        own[i] = rating_value(c, &f);
        value[i * stride] = own[i];
    }
    if (good && (c->what == RANK_APRO || c->what == RANK_APPO))
        average_opponents(t, own, value, stride);
    free(f.rating);
    free(own);
    return good;
}
