/* SPDX-License-Identifier: MIT */
/* What was to be expected of combats, and whether dice fell as dice do. */
#include <math.h>

#include "out/tally.h"

struct tally_expected tally_expected_of(struct tally_span ruleset, int attacker, int defender) {
    struct tally_span span = tally_kind_of(ruleset, TALLY_EXPECTED);
    struct tally_expected sum = {.told = false};
    for (size_t i = 0; i < span.count; i++) {
        const struct tally_entry *e = &span.entry[i];
        if ((attacker >= 0 && e->a != (uint32_t)attacker) ||
            (defender >= 0 && e->b != (unsigned)defender) || e->c >= EXPECTS)
            continue;
        sum.told = true;
        sum.billionths[e->c] += e->count;
    }
    return sum;
}

/*
 * The chance of a chi-squared at least so large, with `freedom` degrees of freedom: one or two are
 * known in closed form, and each two more add a term.
 */
static double upper_tail(double chi, unsigned freedom) {
    double half = chi / 2;
    unsigned k = freedom % 2 != 0 ? 1 : 2;
    double tail = k == 1 ? erfc(sqrt(half)) : exp(-half);
    double term = k == 1 ? sqrt(half) * exp(-half) / tgamma(1.5) : half * exp(-half);
    for (; k < freedom; k += 2) {
        tail += term;
        term *= half / (k / 2.0 + 1);
    }
    return tail;
}

struct tally_fairness tally_fairness_of(struct tally_span faces) {
    uint64_t rolled = tally_sum(faces);
    unsigned die = faces.count > 0 ? faces.entry[0].c : 0;
    struct tally_fairness out = {.told = false};
    if (die < 2 || rolled < (uint64_t)TALLY_LEAST * die)
        return out;
    double expected = (double)rolled / die, chi = 0;
    unsigned seen = 0;
    for (size_t i = 0; i < faces.count; i++, seen++) {
        double off = (double)faces.entry[i].count - expected;
        chi += off * off / expected;
    }
    chi += (die - seen) * expected; /* faces that never came */
    out.told = true;
    out.chi = (uint64_t)llround(chi * 100);
    out.chance = (uint64_t)llround(upper_tail(chi, die - 1) * 10000);
    return out;
}
