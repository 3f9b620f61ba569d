/* SPDX-License-Identifier: MIT */
/*
 * How often the intervals of xpgn-simulate --report hold the truth.  Games of a pair of rulesets
 * are played once; each run draws n of them, with replacement, and its truth is what all of them
 * say.  With XPGN_LONG the games are 100,000, the runs 1,000, and a table is printed.
 */
#include "simulate/simulate.h"

#include "internal/chance.h"
#include "position_fixture.h"
#include "suite.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static uint64_t state = 1;

static uint64_t below(uint64_t n) {
    uint64_t z = state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return (z ^ z >> 31) % n;
}

/* ---- the games ------------------------------------------------------------------------------- */

typedef struct pool {
    size_t games;
    sim_result (*result)[2];
    sim_counts all; /* the truth */
} pool;

static void play_all(pool *p, const char *id, const char *options) {
    static const sim_plan plan = {.seed = 11,
                                  .max_plies = 200,
                                  .bot = {"greedy", "greedy", "greedy", "greedy"},
                                  .equal = true,
                                  .measure = true};
    xpgn_catalog *catalog;
    xpgn_slice text;
    ck_assert_int_eq(xpgn_catalog_new(&catalog), XPGN_OK);
    sim_table *table;
    ck_assert_int_eq(sim_table_new(&table, &plan, NULL), XPGN_OK);
    const sim_rules rules[2] = {
        {ruleset_in(catalog, id, ""), slice_of(id), slice_of("")},
        {ruleset_in(catalog, id, options), slice_of(id), slice_of(options)}};
    p->result = calloc(p->games, sizeof *p->result);
    ck_assert_ptr_nonnull(p->result);
    for (uint64_t game = 0; game < p->games; game++) {
        for (unsigned i = 0; i < 2; i++)
            HOLDS(sim_play(table, &rules[i], game + 1, &p->result[game][i], &text) == XPGN_OK,
                  "game %u", (unsigned)game);
        sim_count(&p->all, game, p->result[game], 2);
    }
    sim_table_free(table);
    xpgn_catalog_free(catalog);
}

/* ---- the runs -------------------------------------------------------------------------------- */

typedef struct tally {
    unsigned runs, held, flat, outside;
    double width;
} tally;

static bool holds(const sim_estimate *e, double truth) {
    return e->low <= truth + 1e-12 && e->high >= truth - 1e-12;
}

static void note(tally *t, const sim_estimate *e, const sim_measure *m, double truth, bool single) {
    if (!e->known || e->low > e->high)
        return;
    t->runs++;
    t->held += holds(e, truth);
    t->flat += e->high <= e->low;
    t->outside += m->share && !m->sign && single && (e->low < 0 || e->high > 1);
    t->outside += !m->share && single && e->low <= e->high && e->low < m->least;
    t->width += e->high - e->low;
}

enum { MOST_MEASURES = 32 };

static void run(const pool *p, unsigned n, tally (*t)[2]) {
    static sim_counts c;
    c = (sim_counts){0};
    for (uint64_t i = 0; i < n; i++)
        sim_count(&c, i, p->result[below(p->games)], 2);
    for (size_t k = 0; sim_measures[k].key != NULL; k++) {
        const sim_measure *m = &sim_measures[k];
        sim_estimate e = sim_estimate_of(&c, 0, m), d = sim_difference(&c, 1, m);
        note(&t[k][0], &e, m, sim_estimate_of(&p->all, 0, m).value, true);
        note(&t[k][1], &d, m, sim_difference(&p->all, 1, m).value, false);
    }
}

/* Every quantity, alone and as a difference: at least `least` of 100 runs hold it. Those that do
   not are reported, and counted. */
static unsigned check_all(const pool *p, const char *name, unsigned n, unsigned runs,
                          double least) {
    unsigned bad = 0;
    static tally t[MOST_MEASURES][2];
    memset(t, 0, sizeof t);
    for (unsigned i = 0; i < runs; i++)
        run(p, n, t);
    for (size_t k = 0; sim_measures[k].key != NULL; k++)
        for (unsigned side = 0; side < 2; side++) {
            const tally *u = &t[k][side];
            if (getenv("XPGN_LONG") != NULL && u->runs > 0)
                printf("%-22s %-22s %-10s n %4u: %5.1f %% of %u, mean width %.4f\n", name,
                       sim_measures[k].key, side ? "difference" : "", n, 100.0 * u->held / u->runs,
                       u->runs, u->width / u->runs);
            ck_assert_uint_eq(u->flat, 0);
            ck_assert_uint_eq(u->outside, 0);
            if (u->runs < runs / 2 || u->held >= least * u->runs)
                continue;
            printf("%s %s%s, n %u: too few, %u of %u\n", name, sim_measures[k].key,
                   side ? ", difference" : "", n, u->held, u->runs);
            bad++;
        }
    return bad;
}

static void check_pair(const char *id, const char *options) {
    bool all = getenv("XPGN_LONG") != NULL;
    pool *p = calloc(1, sizeof *p);
    ck_assert_ptr_nonnull(p);
    p->games = all ? 100000 : 1500;
    play_all(p, id, options);
    unsigned bad = 0;
    for (unsigned n = 64; n <= (all ? 1000 : 64); n += n == 64 ? 136 : 800)
        bad += check_all(p, id, n, all ? 1000 : 200, all ? 0.93 : 0.90);
    ck_assert_uint_eq(bad, 0);
    free(p->result);
    free(p);
}

START_TEST(intervals_hold_the_truth_where_a_rule_changes_much) {
    check_pair("five-dice", "support");
}
END_TEST

START_TEST(intervals_hold_the_truth_where_hardly_a_game_differs) {
    check_pair("chess-attack", "rescue");
}
END_TEST

START_TEST(the_bound_of_what_never_happened_is_exact) {
    ck_assert_double_eq_tol(sim_most(64), 0.0457, 0.0001);
    ck_assert_double_eq_tol(pow(1 - sim_most(64), 64), 0.05, 1e-9);
}
END_TEST

START_TEST(an_interval_of_a_share_is_agresti_and_coulls) {
    static const double bound[2] = {0, 1};
    double in[2];
    xpgn_interval(.9, .9 * .1 / 20, 20, xpgn_quantile(0), bound, in);
    ck_assert_double_eq_tol(in[0], 0.68676, 0.00001);
    ck_assert_double_eq_tol(in[1], 0.98434, 0.00001);
    xpgn_interval(0, 0, 1e6, xpgn_quantile(0), bound, in);
    ck_assert(in[0] == 0 && in[1] > 0 && in[1] < 1e-5);
    ck_assert_double_eq_tol(xpgn_quantile(0), 1.95996, 0.00001);
    ck_assert_double_eq_tol(xpgn_quantile(9), 2.2622, 0.0005);
    ck_assert_double_eq_tol(xpgn_quantile(63), 1.9983, 0.0001);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("estimate");
    TCase *cases = tcase_create("intervals");
    tcase_set_timeout(cases, 0);
    tcase_add_test(cases, intervals_hold_the_truth_where_a_rule_changes_much);
    tcase_add_test(cases, intervals_hold_the_truth_where_hardly_a_game_differs);
    tcase_add_test(cases, an_interval_of_a_share_is_agresti_and_coulls);
    tcase_add_test(cases, the_bound_of_what_never_happened_is_exact);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
