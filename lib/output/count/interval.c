/* SPDX-License-Identifier: MIT */
/*
 * Intervals of 95 % that always have a width and never exceed the bounds. z^2 games are added, half
 * of them at each bound: for a share this is Agresti and Coull's interval, which is valid for every
 * share.
 */

#include "internal/chance.h"

#include <math.h>

static const double z = 1.959963984540054; /* 97.5 % of the normal distribution */

double xpgn_quantile(double degrees) {
    const double n = degrees, z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
    if (!(n > 0) || isinf(n))
        return z;
    return z + (z3 + z) / (4 * n) + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n) +
           (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * n * n * n); /* Cornish and Fisher */
}

void xpgn_interval(double value, double variance, double n, double quantile, const double bound[2],
                   double interval[2]) {
    double all = n + z * z, middle = (n * value + z * z * (bound[0] + bound[1]) / 2) / all;
    double low = bound[0] - middle, high = bound[1] - middle, off = value - middle;
    double squares = n * n * variance + n * off * off + z * z / 2 * (low * low + high * high);
    double half = quantile * sqrt(squares) / all;
    interval[0] = fmax(bound[0], middle - half);
    interval[1] = fmin(bound[1], middle + half);
}
