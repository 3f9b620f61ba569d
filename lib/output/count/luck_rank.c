/* SPDX-License-Identifier: MIT */
/* Distributions of half points, and the rank of the actual sum in the distribution of all possible
   ones. */
#include "output/count/luck.h"

#include <math.h>
#include <stdlib.h>
#include <xpgn/play.h>

#include "core/base/slice.h"
#include "internal/text_out.h"

enum { MOST_PARTS = 1 << 20, PLAIN_WIDTH = 1 << 16, TABLED = 1 << 18 };
static const uint64_t widest = UINT64_C(1) << 22;

/* ---- a distribution -------------------------------------------------------------------------- */

void luck_dist_add(struct luck_dist *d, int32_t worth, uint64_t ways) {
    unsigned at = d->count;
    while (at > 0 && d->worth[at - 1] >= worth)
        at--;
    if (at == d->count || d->worth[at] != worth) {
        for (unsigned i = d->count++; i > at; i--) {
            d->worth[i] = d->worth[i - 1];
            d->ways[i] = d->ways[i - 1];
        }
        d->worth[at] = worth;
        d->ways[at] = 0;
    }
    d->ways[at] += ways;
}

void luck_dist_of(const xpgn_odds *odds, struct luck_dist *out) {
    *out = (struct luck_dist){.parts = 1, .all = odds->all};
    for (unsigned i = 0; i < XPGN_FATES * XPGN_FATES; i++)
        if (odds->ways[i / 3][i % 3] > 0)
            luck_dist_add(out, (int32_t)odds->worth[i / 3][i % 3], odds->ways[i / 3][i % 3]);
}

unsigned luck_dist_index(const struct luck_dist *d, int32_t worth) {
    unsigned i = 0;
    while (i + 1 < d->count && d->worth[i] != worth)
        i++;
    return i;
}

void luck_dist_write(xpgn_buffer *b, const struct luck_dist *d) {
    xpgn_buffer_printf(b, "%llu", (unsigned long long)d->all);
    if (d->parts > 1)
        xpgn_buffer_printf(b, "/%lu", (unsigned long)d->parts);
    for (unsigned i = 0; i < d->count; i++)
        xpgn_buffer_printf(b, "%c%ld=%llu", i == 0 ? ':' : ',', (long)d->worth[i],
                           (unsigned long long)d->ways[i]);
}

/* Takes digits from the text; false if there are none, or too many. */
static bool take_rank_number(xpgn_slice *text, uint64_t *out) {
    size_t n = 0;
    while (n < text->size && text->data[n] >= '0' && text->data[n] <= '9')
        n++;
    bool good = n > 0 && slice_number((xpgn_slice){text->data, n}, out);
    *text = (xpgn_slice){text->data + n, text->size - n};
    return good;
}

static bool take_char(xpgn_slice *text, char c) {
    if (text->size == 0 || *text->data != c)
        return false;
    *text = (xpgn_slice){text->data + 1, text->size - 1};
    return true;
}

/* Reads "-2=11". */
static bool take_outcome(xpgn_slice *text, struct luck_dist *d) {
    bool negative = take_char(text, '-');
    uint64_t worth, ways;
    if (d->count == LUCK_OUTCOMES || !take_rank_number(text, &worth) || worth > LUCK_MOST_WORTH ||
        !take_char(text, '=') || !take_rank_number(text, &ways) || ways == 0)
        return false;
    int32_t value = negative ? -(int32_t)worth : (int32_t)worth;
    if ((negative && worth == 0) || (d->count > 0 && d->worth[d->count - 1] >= value))
        return false;
    d->worth[d->count] = value;
    d->ways[d->count++] = ways;
    return true;
}

/* Reads "/1155"; without it there is one part. */
static bool take_parts(xpgn_slice *text, uint32_t *out) {
    uint64_t parts = 1;
    bool good = !take_char(text, '/') ||
                (take_rank_number(text, &parts) && parts > 1 && parts <= MOST_PARTS);
    *out = good ? (uint32_t)parts : 1;
    return good;
}

bool luck_dist_read(xpgn_slice text, struct luck_dist *out) {
    uint64_t sum = 0;
    *out = (struct luck_dist){.count = 0};
    if (!take_rank_number(&text, &out->all) || out->all > INT64_MAX ||
        !take_parts(&text, &out->parts) || !take_char(&text, ':'))
        return false;
    do {
        if (!take_outcome(&text, out) || out->ways[out->count - 1] > out->all - sum)
            return false;
        sum += out->ways[out->count - 1];
    } while (take_char(&text, ','));
    return text.size == 0 && sum == out->all;
}

/* ---- sums over combats ----------------------------------------------------------------------- */

struct complex_number {
    double re, im;
};

/* A class from one side's point of view: the chances of its worths above the least. */
struct luck_part {
    uint64_t combats;
    unsigned count;
    uint32_t above[LUCK_OUTCOMES]; /* the least worth */
    double chance[LUCK_OUTCOMES];
    double mean, variance; /* of one combat; the mean above the least */
};

/* The sum over all combats, above its least value, in half points. */
struct sum {
    struct luck_part *part;
    size_t parts;
    const struct complex_number *units; /* unit() at each of `width`; NULL: too many */
    int64_t least;
    uint64_t range; /* values it can have: least to least + range - 1 */
    double mean, variance;
};

static int32_t least_of(const struct luck_class *c) {
    return c->defends ? -c->dist.worth[c->dist.count - 1] : c->dist.worth[0];
}

static void make_part(const struct luck_class *c, struct luck_part *p) {
    *p = (struct luck_part){.combats = c->combats, .count = c->dist.count};
    double square = 0;
    for (unsigned i = 0; i < p->count; i++) {
        int32_t worth = c->defends ? -c->dist.worth[i] : c->dist.worth[i];
        p->above[i] = (uint32_t)(worth - least_of(c));
        p->chance[i] = (double)c->dist.ways[i] / (double)c->dist.all;
        p->mean += p->above[i] * p->chance[i];
        square += (double)p->above[i] * p->above[i] * p->chance[i];
    }
    p->variance = square - p->mean * p->mean;
}

static int by_spread(const void *left, const void *right) {
    const struct luck_part *a = left, *b = right;
    double x = a->variance * (double)a->combats, y = b->variance * (double)b->combats;
    return (x < y) - (x > y);
}

/* False if the sum does not fit a number. */
static bool add_class(struct sum *s, const struct luck_class *c) {
    struct luck_part *p = &s->part[s->parts++];
    int64_t least, span, combats = (int64_t)c->combats;
    make_part(c, p);
    int32_t reach = c->dist.worth[c->dist.count - 1] - c->dist.worth[0];
    if (combats < 0 || __builtin_mul_overflow(combats, least_of(c), &least) ||
        __builtin_mul_overflow(combats, reach, &span) ||
        __builtin_add_overflow(s->least, least, &s->least) || span > INT64_MAX / 4 ||
        s->range > (uint64_t)INT64_MAX / 4)
        return false;
    s->range += (uint64_t)span;
    s->mean += p->mean * (double)c->combats;
    s->variance += p->variance * (double)c->combats;
    return true;
}

/* ---- the rank -------------------------------------------------------------------------------- */

static struct complex_number times(struct complex_number a, struct complex_number b) {
    return (struct complex_number){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

/* The point of the unit circle at `parts` of its `width` parts, a power of two. */
static struct complex_number unit(uint64_t parts, uint64_t width) {
    double angle = 2 * acos(-1) * (double)(parts & (width - 1)) / (double)width;
    return (struct complex_number){cos(angle), sin(angle)};
}

/* The characteristic function of the combats of a part at a frequency. */
static struct complex_number of_part(const struct sum *s, const struct luck_part *p, uint64_t k,
                                     uint64_t width) {
    struct complex_number one = {0, 0};
    for (unsigned i = 0; i < p->count; i++) {
        const uint64_t parts = k * p->above[i];
        struct complex_number u =
            s->units != NULL ? s->units[parts & (width - 1)] : unit(parts, width);
        one.re += p->chance[i] * u.re;
        one.im += p->chance[i] * u.im;
    }
    if (p->combats == 1)
        return one;
    double size = hypot(one.re, one.im);
    double n = (double)p->combats, all = exp(n * log(size)), angle = n * atan2(one.im, one.re);
    return (struct complex_number){all * cos(angle), all * sin(angle)};
}

static struct complex_number of_sum(const struct sum *s, uint64_t k, uint64_t width) {
    static const double nothing = 1e-20;
    struct complex_number all = {1, 0};
    for (size_t i = 0; i < s->parts && hypot(all.re, all.im) > nothing; i++)
        all = times(all, of_part(s, &s->part[i], k, width));
    return all;
}

/* The number of successive values to distinguish: all, or enough around the mean for the rest to be
   negligible. A power of two. */
static uint64_t interval_width(const struct sum *s) {
    double near = 64 * sqrt(s->variance);
    uint64_t wanted = s->range, width = 2;
    if (wanted > PLAIN_WIDTH && near < (double)wanted)
        wanted = near > PLAIN_WIDTH ? (uint64_t)near : PLAIN_WIDTH;
    while (width < wanted && width < widest)
        width *= 2;
    return width;
}

/* The sum of z^-x at a frequency over x from `from` to `end` - 1. */
static struct complex_number geometric(uint64_t k, uint64_t from, uint64_t end, uint64_t width) {
    if (k == 0)
        return (struct complex_number){(double)(end - from), 0};
    struct complex_number a = unit(k * (width - (from & (width - 1))), width);
    struct complex_number b = unit(k * (width - (end & (width - 1))), width);
    struct complex_number z = unit(k * (width - 1), width);
    struct complex_number top = {a.re - b.re, a.im - b.im}, below = {1 - z.re, z.im};
    double size = (1 - z.re) * (1 - z.re) + z.im * z.im; /* over 1 - z */
    struct complex_number out = times(top, below);
    return (struct complex_number){out.re / size, out.im / size};
}

/* Keeps a share away from 0 and 1 unless it is exact: rounding errors are below `least`. */
static double within(double share) {
    static const double least = 1e-12;
    return share < least ? least : share > 1 - least ? 1 - least : share;
}

/* ---- parts of half points -------------------------------------------------------------------- */

/* Divides the worths of a part, which are rounded, and sums it up anew. */
static void divide_part(struct sum *s, struct luck_part *p, double by) {
    uint32_t most = 0;
    double square = 0;
    p->mean = 0;
    for (unsigned i = 0; i < p->count; i++) {
        p->above[i] = (uint32_t)lround(p->above[i] / by);
        most = p->above[i] > most ? p->above[i] : most;
        p->mean += p->above[i] * p->chance[i];
        square += (double)p->above[i] * p->above[i] * p->chance[i];
    }
    p->variance = square - p->mean * p->mean;
    s->range += (uint64_t)most * p->combats;
    s->mean += p->mean * (double)p->combats;
    s->variance += p->variance * (double)p->combats;
}

/* Divides all worths; returns where the actual sum is then. */
static uint64_t divide(struct sum *s, uint64_t at, double by) {
    const double off = ((double)at - s->mean) / by;
    s->range = 1;
    s->mean = s->variance = 0;
    for (size_t i = 0; i < s->parts; i++)
        divide_part(s, &s->part[i], by);
    const double there = round(off + s->mean), last = (double)(s->range - 1);
    return (uint64_t)(there < 0 ? 0 : there > last ? last : there);
}

/* What the worths have in common, at least 1. */
static uint64_t divisor_of(const struct sum *s) {
    uint64_t by = 0;
    for (size_t i = 0; i < s->parts; i++)
        for (unsigned k = 0; k < s->part[i].count; k++)
            by = xpgn_common_divisor(s->part[i].above[k], by);
    return by > 0 ? by : 1;
}

/* By how much worths are to be divided so that the sum has no more values than can be told apart in
   some milliseconds; the more combats, the less that changes. At least 1. */
static double coarseness(const struct sum *s) {
    enum { WORK = 1 << 18, MOST_COUNTED = 32 };
    const size_t counted = s->parts < MOST_COUNTED ? s->parts : MOST_COUNTED;
    const double most = (double)WORK / (double)(counted > 0 ? counted : 1);
    return fmax(1, fmin((double)s->range, 64 * sqrt(s->variance)) / most);
}

/* ---- the rank of a sum ----------------------------------------------------------------------- */

/* The points of the unit circle, for widths of which they are not too many. */
static struct complex_number *table_units(uint64_t width) {
    struct complex_number *table = width <= TABLED ? malloc(width * sizeof *table) : NULL;
    for (uint64_t i = 0; table != NULL && i < width; i++)
        table[i] = unit(i, width);
    return table;
}

/* Ranks the actual sum, which is `at` above the least. */
static void rank(struct sum *s, uint64_t at, struct luck *luck) {
    uint64_t width = interval_width(s), from = 0, end = s->range;
    if (s->range > width) {
        from = s->mean > (double)width / 2 ? (uint64_t)(s->mean - (double)width / 2) : 0;
        end = from + width;
    }
    luck->luckier = at + 1 == s->range ? 0 : within(at < from);
    luck->as_lucky = s->range == 1 ? 1 : within(0);
    if (at < from || at >= end || s->range == 1)
        return;
    double above = 0, equal = 0;
    struct complex_number *table = table_units(width);
    s->units = table;
    for (uint64_t k = 0; k <= width / 2; k++) {
        struct complex_number f = of_sum(s, k, width);
        double twice = k == 0 || k == width / 2 ? 1 : 2; /* the other half is its mirror image */
        above += twice * times(f, geometric(k, at + 1, end, width)).re;
        equal += twice * times(f, geometric(k, at, at + 1, width)).re;
    }
    free(table);
    if (at + 1 < s->range)
        luck->luckier = within(above / (double)width);
    luck->as_lucky = within(equal / (double)width);
}

/* Sets the luck of a sum whose worths are in parts of half points. */
static void rank_sum(struct sum *s, uint32_t parts, struct luck *luck) {
    uint64_t at = (uint64_t)(luck->gave - s->least);
    luck->parts = parts;
    luck->expected = ((double)s->least + s->mean) / parts;
    luck->net = luck_gave(luck) - luck->expected;
    luck->variance = fmax(0, s->variance) / parts / parts;
    const bool most = at + 1 == s->range;
    double by = 1;
    if (parts > 1) {
        at = divide(s, at, (double)divisor_of(s));
        by = coarseness(s);
        at = divide(s, at, by);
    }
    qsort(s->part, s->parts, sizeof *s->part, by_spread);
    rank(s, at, luck);
    /* of what was rounded to the same, half is more than the actual sum */
    luck->luckier = most ? 0 : luck->luckier + luck->as_lucky * (1 - 1 / by) / 2;
    luck->as_lucky /= by;
}

bool luck_rank(struct luck_class *list, size_t count, struct luck *luck) {
    struct sum s = {.part = malloc((count + 1) * sizeof *s.part), .range = 1};
    bool room = s.part != NULL, fits = room && count > 0;
    for (size_t i = 0; fits && i < count; i++)
        fits = add_class(&s, &list[i]);
    luck->known = fits && luck->gave >= s.least && (uint64_t)(luck->gave - s.least) < s.range;
    if (luck->known)
        rank_sum(&s, list[0].dist.parts, luck);
    free(s.part);
    return room;
}
