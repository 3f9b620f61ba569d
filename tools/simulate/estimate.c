/* SPDX-License-Identifier: MIT */
/*
 * Estimates with 95 % intervals.  Shares of all games: Wilson's interval, and Newcombe's for the
 * difference of paired shares.  Everything else: the jackknife over the groups, of differences
 * too, so that what the games of a pair have in common cancels.
 */
#include "simulate/simulate.h"

#include <math.h>

/* ---- values ---------------------------------------------------------------------------------- */

static double over(int64_t a, int64_t b) {
    return b != 0 ? (double)a / (double)b : NAN;
}

/* What whoever moves first scores above a fair share. */
static double first_move_advantage(const int64_t *s, unsigned type) {
    (void)type;
    return over(s[SUM_SCORE] - s[SUM_FAIR], 12 * s[SUM_ENDED]);
}

static double decisive(const int64_t *s, unsigned type) {
    (void)type;
    return over(s[SUM_ENDED] - s[SUM_DRAWN], s[SUM_GAMES]);
}

static double drawn(const int64_t *s, unsigned type) {
    (void)type;
    return over(s[SUM_DRAWN], s[SUM_GAMES]);
}

static double timeouts(const int64_t *s, unsigned type) {
    (void)type;
    return over(s[SUM_GAMES] - s[SUM_ENDED], s[SUM_GAMES]);
}

static double length(const int64_t *s, unsigned type) {
    (void)type;
    return over(s[SUM_TURNS], s[SUM_ENDED]);
}

static double branching(const int64_t *s, unsigned type) {
    (void)type;
    return over(s[SUM_CHOICES], s[SUM_DECISIONS]);
}

static double lead_changes(const int64_t *s, unsigned type) {
    (void)type;
    return over(s[SUM_LEADS], s[SUM_ENDED]);
}

/* The square of the correlation between net luck and result. */
static double luck_explains(const int64_t *s, unsigned type) {
    double n = (double)s[SUM_ENDED], luck = (double)s[SUM_LUCK], score = (double)s[SUM_SCORE];
    double ll = n * (double)s[SUM_LUCK_LUCK] - luck * luck;
    double ss = n * (double)s[SUM_SCORE_SCORE] - score * score;
    double ls = n * (double)s[SUM_LUCK_SCORE] - luck * score;
    (void)type;
    return ll > 0 && ss > 0 ? ls * ls / (ll * ss) : NAN;
}

static double luckier_wins(const int64_t *s, unsigned type) {
    (void)type;
    return over(s[SUM_LUCKY], s[SUM_LUCKY] + s[SUM_UNLUCKY]);
}

static double survival(const int64_t *s, unsigned type) {
    return over(s[SUM_STANDS + type], s[SUM_STOOD + type]);
}

#define SURVIVAL(name, piece)                                                                      \
    { "survival_" name, "survival: ", survival, piece, true, false, -1 }

const sim_measure sim_measures[] = {
    {"first_move_advantage", "first-move advantage", first_move_advantage, 0, true, true, -1},
    {"decisive", "decisive games", decisive, 0, true, false, BOTH_DECIDED},
    {"drawn", "draws", drawn, 0, true, false, BOTH_DRAWN},
    {"timeouts", "timeouts", timeouts, 0, true, false, BOTH_CUT},
    {"length", "length in turns", length, 0, false, false, -1},
    {"branching", "choices at a decision", branching, 0, false, false, -1},
    {"lead_changes", "lead changes in points", lead_changes, 0, false, false, -1},
    {"luck_explains", "results explained by luck", luck_explains, 0, true, false, -1},
    {"luckier_wins", "wins of the luckier side", luckier_wins, 0, true, false, -1},
    SURVIVAL("pawn", XPGN_PAWN),
    SURVIVAL("knight", XPGN_KNIGHT),
    SURVIVAL("bishop", XPGN_BISHOP),
    SURVIVAL("rook", XPGN_ROOK),
    SURVIVAL("queen", XPGN_QUEEN),
    SURVIVAL("king", XPGN_KING),
    {NULL, NULL, NULL, 0, false, false, -1}};

/* ---- the jackknife --------------------------------------------------------------------------- */

enum { FEWEST_GROUPS = 8 };
static const double z = 1.959963984540054; /* 97.5 % of the normal distribution */

/* The same of Student's, by Cornish and Fisher's expansion. */
static double student(double n) {
    double z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
    return z + (z3 + z) / (4 * n) + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n) +
           (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * n * n * n);
}

/* All groups but one; SIM_GROUPS: all. */
static void add_groups(const sim_counts *c, size_t ruleset, unsigned but, int64_t sum[SUMS]) {
    for (unsigned k = 0; k < SUMS; k++) {
        sum[k] = 0;
        for (unsigned g = 0; g < SIM_GROUPS; g++)
            sum[k] += g == but ? 0 : c->sum[ruleset][g][k];
    }
}

/* The value of ruleset a, or its difference to b, without a group. */
static double value_without(const sim_counts *c, size_t a, size_t b, unsigned but,
                            const sim_measure *m) {
    int64_t sum[SUMS];
    add_groups(c, a, but, sum);
    double value = m->value(sum, m->type);
    if (a == b)
        return value;
    add_groups(c, b, but, sum);
    return value - m->value(sum, m->type);
}

static sim_estimate jackknife(const sim_counts *c, size_t a, size_t b, const sim_measure *m) {
    sim_estimate e = {.value = value_without(c, a, b, SIM_GROUPS, m), .low = 1, .high = 0};
    double sum = 0, squares = 0, groups = 0;
    e.known = !isnan(e.value);
    for (unsigned g = 0; g < SIM_GROUPS && e.known; g++) {
        if (c->sum[a][g][SUM_GAMES] == 0)
            continue;
        double d = value_without(c, a, b, g, m) - e.value; /* small numbers keep their digits */
        sum += d;
        squares += d * d;
        groups++;
    }
    double spread = squares - sum * sum / groups;
    if (!e.known || groups < FEWEST_GROUPS || isnan(spread))
        return e;
    double half = student(groups - 1) * sqrt(fmax(0, spread) * (groups - 1) / groups);
    e.low = e.value - half;
    e.high = e.value + half;
    return e;
}

/* ---- shares of all games --------------------------------------------------------------------- */

static sim_estimate wilson(double share, double n) {
    double middle = (share + z * z / (2 * n)) / (1 + z * z / n);
    double half = z / (1 + z * z / n) * sqrt(share * (1 - share) / n + z * z / (4 * n * n));
    return (sim_estimate){true, share, fmax(0, middle - half), fmin(1, middle + half)};
}

/* The share of each ruleset and of both together, of n games. */
static sim_estimate newcombe(double a, double b, double both, double n) {
    sim_estimate p = wilson(a, n), q = wilson(b, n);
    double scale = sqrt(a * (1 - a) * b * (1 - b)), phi = scale > 0 ? (both - a * b) / scale : 0;
    double pl = a - p.low, ph = p.high - a, ql = b - q.low, qh = q.high - b;
    double low = pl * pl - 2 * phi * pl * qh + qh * qh,
           high = ph * ph - 2 * phi * ph * ql + ql * ql;
    return (sim_estimate){true, a - b, a - b - sqrt(fmax(0, low)), a - b + sqrt(fmax(0, high))};
}

/* ---- either ---------------------------------------------------------------------------------- */

sim_estimate sim_estimate_of(const sim_counts *c, size_t ruleset, const sim_measure *m) {
    int64_t sum[SUMS];
    if (m->both >= 0) {
        add_groups(c, ruleset, SIM_GROUPS, sum);
        return wilson(m->value(sum, m->type), (double)sum[SUM_GAMES]);
    }
    sim_estimate e = jackknife(c, ruleset, ruleset, m);
    if (m->share && !m->sign && e.low <= e.high) {
        e.low = fmax(0, e.low);
        e.high = fmin(1, e.high);
    }
    return e;
}

sim_estimate sim_difference(const sim_counts *c, size_t ruleset, const sim_measure *m) {
    int64_t a[SUMS], b[SUMS];
    if (m->both < 0)
        return jackknife(c, 0, ruleset, m);
    add_groups(c, 0, SIM_GROUPS, a);
    add_groups(c, ruleset, SIM_GROUPS, b);
    double n = (double)a[SUM_GAMES];
    return newcombe(m->value(a, m->type), m->value(b, m->type),
                    (double)c->both[ruleset][m->both] / n, n);
}
