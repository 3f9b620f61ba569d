/* SPDX-License-Identifier: MIT */
/* How sure a correction is.  What explains the record has the weight of the rates of its slips,
   over the chance that a wrong correction goes on as far; what no correction explains, SLIP_NONE.
 */
#include "study/repair.h"

#include <math.h>

/* Fitted to slips made at random: tests/slips.py --calibrate --per=30 --seed=fit. */
#define SLIP_RATE 0.03    /* of a slip of cost ONE_EDIT, at an action */
#define SLIP_NONE 0.002   /* of what is no such slip, in that unit */
#define SLIP_AGAIN 0.1    /* that another slip comes in the same line */
#define GOES_ON 0.8       /* that a wrong correction survives one more action */
#define LEAST_CHANCE 0.02 /* and how much any number of actions tells */

unsigned mistake_cost(enum mistake kind) {
    static const unsigned char cost[] = {
#define SLIP(kind, cost, chance, source) [MISTAKE_##kind] = (cost),
#include "study/slips.def"
#undef SLIP
    };
    return cost[kind];
}

static double chance_of(const struct edit *e) {
    static const unsigned short thousandths[] = {
#define SLIP(kind, cost, chance, source) [MISTAKE_##kind] = (chance),
#include "study/slips.def"
#undef SLIP
    };
    return fmax(LEAST_CHANCE, thousandths[e->kind] / 1000.0 * pow(GOES_ON, e->reach));
}

double repair_weight(const struct edit *e) {
    double slips = (double)e->cost / ONE_EDIT - 1;
    return pow(SLIP_RATE, slips) / chance_of(e) * (e->stands ? 1 : SLIP_AGAIN);
}

double repair_probability(const struct repair *r, const struct edit *e) {
    return repair_weight(e) / (SLIP_NONE / LEAST_CHANCE + r->standing + r->failing);
}
