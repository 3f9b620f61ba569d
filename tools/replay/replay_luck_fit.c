/* SPDX-License-Identifier: MIT */
/* How expected scores agree with results. */
#include "replay/replay_luck.h"

#include <math.h>

/* The logit of a fair share: a half with two seats, a quarter with four. */
static double logit_of_fair(unsigned seats) {
    return -log(seats - 1.0);
}

static double middle_of(unsigned class) {
    return (class + 0.5 - LUCK_CLASSES * 0.5) / LUCK_CLASS_OF_ONE;
}

unsigned luck_fit_class(double expected, unsigned seats) {
    double x = log(expected / (1 - expected)) - logit_of_fair(seats);
    double at = floor(x * LUCK_CLASS_OF_ONE) + LUCK_CLASSES * 0.5;
    return at < 0 ? 0 : at >= LUCK_CLASSES ? LUCK_CLASSES - 1 : (unsigned)at;
}

void luck_fit_add(luck_fit *fit, unsigned class, unsigned twelfths) {
    fit->count[class]++;
    fit->twelfths[class] += twelfths;
}

static double share_of(const luck_fit *fit, unsigned class, double factor) {
    return 1 / (1 + exp(-factor * middle_of(class) - logit_of_fair(fit->seats)));
}

/* The factor for all logits with the greatest likelihood of the results, by Newton's method. */
static double best_factor(const luck_fit *fit) {
    double factor = 1;
    for (unsigned round = 0; round < 50; round++) {
        double slope = 0, curve = 0;
        for (unsigned i = 0; i < LUCK_CLASSES; i++) {
            double n = (double)fit->count[i], x = middle_of(i), p = share_of(fit, i, factor);
            slope += x * ((double)fit->twelfths[i] / 12 - n * p);
            curve += n * x * x * p * (1 - p);
        }
        if (!(curve > 0))
            return 1;
        factor += fmax(-0.5, fmin(0.5, slope / curve));
    }
    return factor > 0.01 ? factor : 0.01;
}

double luck_fit_best(const luck_fit *fit) {
    return fit->logit / best_factor(fit);
}

double luck_fit_error(const luck_fit *fit) {
    double sum[LUCK_BINS] = {0}, came[LUCK_BINS] = {0}, all = 0, off = 0;
    for (unsigned i = 0; i < LUCK_CLASSES; i++) {
        double p = share_of(fit, i, 1), n = (double)fit->count[i];
        unsigned bin = (unsigned)fmin(LUCK_BINS - 1, p * LUCK_BINS);
        sum[bin] += n * p;
        came[bin] += (double)fit->twelfths[i] / 12;
        all += n;
    }
    for (unsigned i = 0; i < LUCK_BINS; i++)
        off += fabs(sum[i] - came[i]);
    return all > 0 ? off / all : NAN;
}
