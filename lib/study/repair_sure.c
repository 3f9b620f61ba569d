/* SPDX-License-Identifier: MIT */
/* How sure a correction is.  What explains the record has the weight of the rates of its slips,
   over the chance that a wrong correction goes on as far; what no correction explains, SLIP_NONE.
 */
#include "study/confusion.h"
#include "study/repair.h"

#include <math.h>

/* Fitted to slips made at random: tests/slips.py --calibrate --seed=fit. */
#define SLIP_MORE 0.03     /* rate of what adds ONE_EDIT to the cost */
#define SLIP_NONE 0.000002 /* of what is no such slip, or several of them */
#define SLIP_AGAIN 0.1     /* that another slip comes in the same line */
#define GOES_ON 0.7        /* that a wrong correction survives one more action */
#define LEAST_CHANCE 0.02  /* and how much any number of actions tells */
#define SUMS_WRONG 1.5     /* who has one sum wrong has others wrong: no more edits than that */

static const struct slip {
    unsigned char cost;
    unsigned short rate, chance;
} slips[] = {
#define SLIP(kind, cost, rate, chance, source) [MISTAKE_##kind] = {cost, rate, chance},
#include "study/slips.def"
#undef SLIP
};

unsigned mistake_cost(enum mistake kind) {
    return slips[kind].cost;
}

static double chance_of(const struct edit *e) {
    return fmax(LEAST_CHANCE, slips[e->kind].chance / 1000.0 * pow(GOES_ON, e->reach));
}

/* How often the text at fault comes of that of the edit, if nothing else is wrong. */
static double rate_of(const struct repair *r, const struct edit *e) {
    const xpgn_slice right = {e->text, strlen(e->text)},
                     written = {r->game->text.data + e->place.offset, e->place.length};
    size_t at;
    if (confusion_is_one(right, written, &at))
        return confusion_rate(NULL, right.data[at], written.data[at]);
    return slips[e->kind].rate / 1e6;
}

double repair_weight(const struct repair *r, const struct edit *e) {
    double own = fmin(slips[e->kind].cost, ONE_EDIT), more = fmax(e->cost - own, 0) / ONE_EDIT;
    if (e->kind == MISTAKE_DERIVED)
        more = fmin(more, SUMS_WRONG);
    return rate_of(r, e) * pow(SLIP_MORE, more) / chance_of(e) * (e->stands ? 1 : SLIP_AGAIN);
}

double repair_probability(const struct repair *r, const struct edit *e) {
    return repair_weight(r, e) / (SLIP_NONE / LEAST_CHANCE + r->standing + r->failing);
}
