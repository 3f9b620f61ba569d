/* SPDX-License-Identifier: MIT */
#include "count/fair.h"

#include <math.h>
#include <stdlib.h>

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

double fair_chi(const uint64_t *count, unsigned cells, uint64_t n) {
    double expected = (double)n / cells, chi = 0;
    for (unsigned i = 0; i < cells; i++) {
        double off = (double)count[i] - expected;
        chi += off * off / expected;
    }
    return chi;
}

/* ---- simulation ------------------------------------------------------------------------------ */

enum { SAMPLES = 10000, SIMULATED = 1024 }; /* up to SIMULATED cells */

/* SplitMix64. */
static uint64_t next_random(uint64_t *state) {
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static double simulated_p(double chi, uint64_t n, unsigned cells) {
    uint64_t state = 1, count[SIMULATED];
    unsigned reached = 0;
    for (unsigned sample = 0; sample < SAMPLES; sample++) {
        for (unsigned i = 0; i < cells; i++)
            count[i] = 0;
        for (uint64_t i = 0; i < n; i++)
            count[(next_random(&state) >> 32) * cells >> 32]++;
        reached += fair_chi(count, cells, n) >= chi * (1 - 1e-12);
    }
    return (reached + 1.0) / (SAMPLES + 1.0);
}

double fair_cells_p(double chi, uint64_t n, unsigned cells) {
    if (n < (uint64_t)TALLY_LEAST * cells && cells <= SIMULATED)
        return simulated_p(chi, n, cells);
    return fair_upper_tail(chi, cells - 1);
}

/* ---- e-values -------------------------------------------------------------------------------- */

double fair_log_e(const uint64_t *count, unsigned faces) {
    uint64_t n = 0;
    double sum = lgamma(faces);
    for (unsigned i = 0; i < faces; i++) {
        n += count[i];
        sum += lgamma((double)count[i] + 1);
    }
    return sum + (double)n * log(faces) - lgamma((double)n + faces);
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
