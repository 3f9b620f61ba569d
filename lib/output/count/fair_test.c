/* SPDX-License-Identifier: MIT */
/* Tests of counts of dice.  What has no closed form is simulated, always from the same seed. */
#include "output/count/fair.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- chi-squared ----------------------------------------------------------------------------- */

/* Closed forms for one and two degrees of freedom, and a term for each two more. */
double fair_upper_tail(double chi, unsigned freedom) {
    double half = chi / 2;
    unsigned k = freedom % 2 != 0 ? 1 : 2;
    double tail = k == 1 ? erfc(sqrt(half)) : exp(-half);
    double term = k == 1 ? sqrt(half) * exp(-half) / tgamma(1.5) : half * exp(-half);
    for (; k < freedom; k += 2) {
        tail += term;
        term *= half / (k / 2.0 + 1);
    }
    return tail < 1 ? tail : 1;
}

/* A mixture of central tails; far out, the normal distribution with its mean and variance. */
double fair_power(double chi, unsigned freedom, double off) {
    enum { FAR = 1000 };
    if (off > FAR)
        return erfc((chi - freedom - off) / sqrt(4 * (freedom + 2 * off))) / 2;
    double weight = exp(-off / 2), left = 1, sum = 0;
    for (unsigned j = 0; left > 1e-12 && j < 2 * FAR; j++) {
        sum += weight * fair_upper_tail(chi, freedom + 2 * j);
        left -= weight;
        weight *= off / 2 / (j + 1);
    }
    return sum < 1 ? sum : 1;
}

double fair_critical(double p, unsigned freedom) {
    double low = 0, high = 10.0 * freedom + 1000;
    for (unsigned i = 0; i < 100; i++) {
        double middle = (low + high) / 2;
        if (fair_upper_tail(middle, freedom) > p)
            low = middle;
        else
            high = middle;
    }
    return low;
}

double fair_chi(const uint64_t *count, unsigned cells, uint64_t n) {
    double expected = (double)n / cells, chi = 0;
    for (unsigned i = 0; i < cells; i++) {
        double off = (double)count[i] - expected;
        chi += off * off / expected;
    }
    return chi;
}

/* ---- simulation ------------------------------------------------------------------------------ */

enum {
    SAMPLES = 10000,
    SAMPLES_LEAST = 200,
    THROWS = 200000000, /* limit for all samples together, if SAMPLES_LEAST allows it */
    MANY = 20,          /* dice per face from which the approximation for the largest of many
                           statistics is used */
    MIXED = 20000       /* if others have more dice than this, sizes with few are not simulated */
};

/* SplitMix64. */
static uint64_t next_random(uint64_t *state) {
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}
/* From 0, below `below`. */
static inline uint64_t random_below(uint64_t *state, uint64_t below) {
    return (next_random(state) >> 32) * below >> 32;
}

/* The chi-squared of n fair dice. */
static double simulated_chi(uint64_t *state, uint64_t n, unsigned faces) {
    uint64_t count[FAIR_DICE] = {0};
    for (uint64_t i = 0; i < n; i++)
        count[random_below(state, faces)]++;
    return fair_chi(count, faces, n);
}

static unsigned samples_of(uint64_t dice) {
    uint64_t samples = dice > 0 ? THROWS / dice : SAMPLES;
    return samples > SAMPLES         ? SAMPLES
           : samples > SAMPLES_LEAST ? (unsigned)samples
                                     : SAMPLES_LEAST;
}

/* Equal statistics differ by rounding only. */
static inline bool reaches(double chi, double other) {
    return chi >= other - 1e-9 * (1 + fabs(other));
}

double fair_cells_p(double chi, uint64_t n, unsigned cells) {
    uint64_t state = 1;
    unsigned reached = 0;
    if (n >= (uint64_t)TALLY_LEAST * cells || cells > FAIR_DICE)
        return fair_upper_tail(chi, cells - 1);
    for (unsigned sample = 0; sample < SAMPLES; sample++)
        reached += reaches(simulated_chi(&state, n, cells), chi);
    return (reached + 1.0) / (SAMPLES + 1.0);
}

/* ---- the largest of several ------------------------------------------------------------------ */

/* The throws of one owner. */
struct owner {
    size_t from, to; /* range of its throws */
    double chi;
    unsigned freedom;
    uint64_t dice;
    bool few; /* has to be simulated */
};

/* Transforms a chi-squared to a normal variable (Wilson and Hilferty), so that owners with
   different dice can be compared. */
static double standing(double chi, unsigned freedom) {
    double spread = 2.0 / (9.0 * freedom);
    return (cbrt(chi / freedom) - 1 + spread) / sqrt(spread);
}
static double chi_at(double standing, unsigned freedom) {
    double spread = 2.0 / (9.0 * freedom), root = 1 - spread + standing * sqrt(spread);
    return root > 0 ? freedom * root * root * root : 0;
}

static struct owner owner_at(const struct fair_throws *throws, size_t count, size_t from) {
    struct owner o = {.from = from, .to = from};
    for (; o.to < count && throws[o.to].owner == throws[from].owner; o.to++) {
        o.chi += throws[o.to].chi;
        o.freedom += throws[o.to].faces - 1;
        o.dice += throws[o.to].dice;
    }
    return o;
}

static bool is_few(const struct fair_throws *throws, const struct owner *o, unsigned least) {
    bool few = false;
    for (size_t i = o->from; i < o->to; i++)
        few |= throws[i].dice < (uint64_t)least * throws[i].faces;
    return few && o->dice <= MIXED;
}

/* True if a simulated sample of fair dice, for owners with few, reaches the largest statistic
   anywhere. */
static bool sample_reaches(uint64_t *state, const struct fair_throws *throws, size_t count,
                           double largest, unsigned least) {
    bool reached = false;
    for (size_t at = 0; at < count;) {
        struct owner o = owner_at(throws, count, at);
        double chi = 0;
        at = o.to;
        if (!is_few(throws, &o, least))
            continue;
        for (size_t i = o.from; i < o.to; i++)
            chi += simulated_chi(state, throws[i].dice, throws[i].faces);
        reached |= reaches(standing(chi, o.freedom), largest);
    }
    return reached;
}

double fair_largest_p(const struct fair_throws *throws, size_t count, unsigned owners) {
    const unsigned least = owners == 1 ? TALLY_LEAST : MANY;
    double largest = -INFINITY, none = 0;
    uint64_t few = 0, state = 1;
    for (size_t at = 0; at < count;) {
        struct owner o = owner_at(throws, count, at);
        largest = fmax(largest, standing(o.chi, o.freedom));
        at = o.to;
    }
    for (size_t at = 0; at < count;) {
        struct owner o = owner_at(throws, count, at);
        at = o.to;
        if (is_few(throws, &o, least))
            few += o.dice;
        else
            none += log1p(-fair_upper_tail(chi_at(largest, o.freedom), o.freedom));
    }
    unsigned samples = samples_of(few), reached = 0;
    for (unsigned i = 0; few > 0 && i < samples; i++)
        reached += sample_reaches(&state, throws, count, largest, least);
    if (few > 0)
        none += log1p(-(reached + 1.0) / (samples + 1.0));
    return -expm1(none);
}

/* ---- pairs ----------------------------------------------------------------------------------- */

/* A table with the sums of its rows and columns, and room for shuffled pairs. */
struct pair_table {
    const struct fair_pairs *of;
    uint64_t sum[2][FAIR_DICE];
    unsigned freedom;
    uint64_t *count; /* a table of exchanged pairs */
    uint8_t *face[2];
};

/* The sum from which the chi-squared of independence follows: (chi-squared / pairs) + 1. */
static double table_chi(const struct pair_table *t, const uint64_t *count) {
    const unsigned faces = t->of->faces;
    double chi = 0;
    for (unsigned i = 0; i < faces; i++)
        for (unsigned j = 0; j < faces; j++)
            if (count[i * faces + j] > 0) {
                double n = (double)count[i * faces + j];
                chi += n * n / ((double)t->sum[0][i] * (double)t->sum[1][j]);
            }
    return chi;
}

static void set_sums(struct pair_table *t) {
    unsigned faces = t->of->faces, used[2] = {0, 0};
    memset(t->sum, 0, sizeof t->sum);
    for (unsigned i = 0; i < faces * faces; i++) {
        t->sum[0][i / faces] += t->of->count[i];
        t->sum[1][i % faces] += t->of->count[i];
    }
    for (unsigned i = 0; i < faces; i++) {
        used[0] += t->sum[0][i] > 0;
        used[1] += t->sum[1][i] > 0;
    }
    t->freedom = used[0] > 0 ? (used[0] - 1) * (used[1] - 1) : 0;
}

static bool spread_out(struct pair_table *t) {
    unsigned faces = t->of->faces;
    size_t n = 0, room = (size_t)t->of->all + 1;
    t->count = malloc((size_t)faces * faces * sizeof *t->count);
    for (unsigned i = 0; i < 2; i++)
        t->face[i] = malloc(room);
    if (t->count == NULL || t->face[0] == NULL || t->face[1] == NULL)
        return false;
    for (unsigned i = 0; i < faces * faces; i++)
        for (uint64_t k = 0; k < t->of->count[i]; k++, n++) {
            t->face[0][n] = (uint8_t)(i / faces);
            t->face[1][n] = (uint8_t)(i % faces);
        }
    return true;
}

/* The same for the pairs with their second faces shuffled. */
static double shuffled_chi(struct pair_table *t, uint64_t *state) {
    unsigned faces = t->of->faces;
    memset(t->count, 0, (size_t)faces * faces * sizeof *t->count);
    for (uint64_t i = t->of->all; i-- > 0;) {
        uint64_t j = random_below(state, i + 1);
        uint8_t face = t->face[1][j];
        t->face[1][j] = t->face[1][i];
        t->face[1][i] = face;
        t->count[t->face[0][i] * faces + face]++;
    }
    return table_chi(t, t->count) * (double)t->of->all;
}

static double shuffled_p(struct pair_table *t, size_t sizes, double chi, uint64_t all) {
    uint64_t state = 1;
    unsigned samples = samples_of(all), reached = 0;
    for (unsigned sample = 0; sample < samples; sample++) {
        double sum = 0;
        for (size_t i = 0; i < sizes; i++)
            sum += shuffled_chi(&t[i], &state);
        reached += reaches(sum, chi);
    }
    return (reached + 1.0) / (samples + 1.0);
}

double fair_pairs_p(const struct fair_pairs *pairs, size_t sizes) {
    struct pair_table *t = calloc(sizes + 1, sizeof *t);
    bool few = false, good = t != NULL;
    unsigned freedom = 0;
    uint64_t all = 0;
    double chi = 0, p = -1;
    for (size_t i = 0; good && i < sizes; i++) {
        t[i].of = &pairs[i];
        set_sums(&t[i]);
        freedom += t[i].freedom;
        all += pairs[i].all;
        few |= pairs[i].all < (uint64_t)TALLY_LEAST * pairs[i].faces * pairs[i].faces;
        chi += table_chi(&t[i], pairs[i].count) * (double)pairs[i].all;
    }
    few &= all <= MIXED;
    for (size_t i = 0; good && few && i < sizes; i++)
        good = spread_out(&t[i]);
    if (good && freedom > 0)
        p = few ? shuffled_p(t, sizes, chi, all) : fair_upper_tail(chi - (double)all, freedom);
    for (size_t i = 0; t != NULL && i < sizes; i++) {
        free(t[i].count);
        free(t[i].face[0]);
        free(t[i].face[1]);
    }
    free(t);
    return good ? p : -2;
}

/* ---- e-values -------------------------------------------------------------------------------- */

double fair_log_e(const uint64_t *count, unsigned faces) {
    static const double times[] = {.6, .8, 1.25, 1.5, 2, 3};
    enum { BETS = sizeof times / sizeof *times };
    double log_of[FAIR_DICE * BETS], most = -INFINITY, sum = 0, s = faces;
    uint64_t n = 0;
    unsigned bets = 0;
    for (unsigned i = 0; i < faces; i++)
        n += count[i];
    for (unsigned i = 0; i < faces; i++)
        for (unsigned k = 0; k < BETS && times[k] < s; k++) {
            double q = times[k] / s, c = (double)count[i], others = (double)n - c;
            double value = c * log(times[k]) + others * log((1 - q) / (s - 1) * s);
            log_of[bets++] = value;
            most = fmax(most, value);
        }
    for (unsigned i = 0; i < bets; i++)
        sum += exp(log_of[i] - most);
    return bets > 0 ? most + log(sum / bets) : 0;
}

/* ---- many tests ------------------------------------------------------------------------------ */

static int by_value(const void *left, const void *right) {
    const double *const *a = left, *const *b = right;
    return (**a > **b) - (**a < **b);
}

bool fair_holm(double *p, size_t count) {
    double **sorted = malloc((count + 1) * sizeof *sorted), least = 0;
    if (sorted == NULL)
        return false;
    for (size_t i = 0; i < count; i++)
        sorted[i] = &p[i];
    qsort(sorted, count, sizeof *sorted, by_value);
    for (size_t i = 0; i < count; i++) {
        double corrected = *sorted[i] * (double)(count - i);
        least = corrected > least ? corrected : least;
        *sorted[i] = least < 1 ? least : 1;
    }
    free(sorted);
    return true;
}
