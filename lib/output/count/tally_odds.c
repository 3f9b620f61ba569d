/* SPDX-License-Identifier: MIT */
/* Expected outcomes of combats, and the fairness of dice. */
#include <math.h>

#include "output/count/fair.h"

struct tally_expected tally_expected_of(struct tally_span ruleset, int attacker, int defender) {
    struct tally_span span = tally_kind_of(ruleset, TALLY_EXPECTED);
    struct tally_expected sum = {.known = false};
    for (size_t i = 0; i < span.count; i++) {
        const struct tally_entry *e = &span.entry[i];
        if ((attacker >= 0 && e->a != (uint32_t)attacker) ||
            (defender >= 0 && e->b != (unsigned)defender) || e->c >= EXPECTS)
            continue;
        sum.known = true;
        sum.billionths[e->c] += e->count;
    }
    return sum;
}

struct tally_fairness tally_fairness_of(struct tally_span faces) {
    uint64_t rolled = tally_sum(faces);
    unsigned die = faces.count > 0 ? faces.entry[0].c : 0;
    struct tally_fairness out = {.known = false};
    for (size_t i = 0; i < faces.count; i++)
        if (faces.entry[i].c != die)
            return out;
    if (die < 2 || rolled < (uint64_t)TALLY_LEAST * die)
        return out;
    double expected = (double)rolled / die, chi = 0;
    unsigned seen = 0;
    for (size_t i = 0; i < faces.count; i++, seen++) {
        double off = (double)faces.entry[i].count - expected;
        chi += off * off / expected;
    }
    chi += (die - seen) * expected; /* faces that were never rolled */
    out.known = true;
    out.chi = (uint64_t)llround(chi * 100);
    out.chance = (uint64_t)llround(fair_upper_tail(chi, die - 1) * 10000);
    return out;
}
