/* SPDX-License-Identifier: MIT */
/* Tests of the fairness of dice: known values, and how often they alarm, on seeded streams. */
#include "count/fair.h"

#include "suite.h"
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state;

/* SplitMix64, below 2^32. */
static uint64_t next_random(void) {
    uint64_t z = state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return (z ^ z >> 31) >> 32;
}

/* A die on which 6 has this chance, and the others share the rest. */
static unsigned throw(double six) {
    double x = (double)next_random() / 4294967296.0;
    return x < six ? 5 : (unsigned)((x - six) / (1 - six) * 5);
}

/* ---- known values ---- */

START_TEST(the_tail_of_chi_squared_is_that_of_tables) {
    static const struct {
        double chi, p;
        unsigned freedom;
    } row[] = {{3.841, 0.05, 1},   {5.991, 0.05, 2},   {11.070, 0.05, 5},
               {20.515, 0.001, 5}, {49.802, 0.05, 35}, {123.225, 0.05, 99}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        ck_assert_double_eq_tol(fair_upper_tail(row[i].chi, row[i].freedom), row[i].p, 2e-5);
    ck_assert(fair_upper_tail(0, 5) == 1);
}
END_TEST

/* Of 6 dice with all faces different nothing deviates less; of two equal dice the exact p is 1/6.
 */
START_TEST(few_dice_are_compared_with_simulated_ones) {
    uint64_t even[6] = {1, 1, 1, 1, 1, 1}, twice[6] = {2, 0, 0, 0, 0, 0};
    ck_assert(fair_cells_p(fair_chi(even, 6, 6), 6, 6) == 1);
    double p = fair_cells_p(fair_chi(twice, 6, 2), 2, 6);
    ck_assert_double_eq_tol(p, 1.0 / 6, 0.012);
    ck_assert(p == fair_cells_p(fair_chi(twice, 6, 2), 2, 6)); /* from a fixed seed */
}
END_TEST

/* The product of the bets, roll by roll, is what follows from the counts. */
START_TEST(the_e_value_follows_from_the_counts) {
    uint64_t count[6] = {0};
    double e = 1;
    state = 5;
    ck_assert_double_eq_tol(fair_log_e(count, 6), 0, 1e-12);
    for (unsigned n = 0; n < 300; n++) {
        unsigned face = throw(0.3);
        e *= 6 * ((double)count[face] + 1) / (n + 6.0);
        count[face]++;
        ck_assert_double_eq_tol(fair_log_e(count, 6), log(e), 1e-9);
    }
}
END_TEST

START_TEST(the_correction_is_holms) {
    double p[] = {0.04, 0.01, 0.03, 0.005};
    const double expected[] = {0.06, 0.03, 0.06, 0.02};
    ck_assert(fair_holm(p, 4));
    for (int i = 0; i < 4; i++)
        ck_assert_double_eq_tol(p[i], expected[i], 1e-12);
    double large[] = {0.9, 0.8};
    ck_assert(fair_holm(large, 2) && fair_holm(large, 0));
    ck_assert(large[0] == 1 && large[1] == 1);
}
END_TEST

/* ---- how often they alarm ---- */

/* The first of `rolls` rolls after which E is 20; 0: none. */
static unsigned first_alarm(double six, unsigned rolls) {
    uint64_t count[6] = {0};
    double e = 1;
    for (unsigned n = 0; n < rolls; n++) {
        unsigned face = throw(six);
        e *= 6 * ((double)count[face]++ + 1) / (n + 6.0);
        if (e >= 20)
            return n + 1;
    }
    return 0;
}

static unsigned alarms(uint64_t seed, double six, unsigned streams, unsigned rolls) {
    unsigned found = 0;
    state = seed;
    for (unsigned i = 0; i < streams; i++)
        found += first_alarm(six, rolls) != 0;
    return found;
}

/* The figures are those of these seeds; the bounds, of the promise. */
START_TEST(e_alarms_on_few_fair_streams_though_looked_at_after_every_roll) {
    unsigned found = alarms(1, 1.0 / 6, 400, 2000);
    ck_assert_uint_le(found, 400 * 5 / 100);
    ck_assert_uint_eq(found, 14);
}
END_TEST

START_TEST(e_finds_a_six_that_falls_twice_as_often) {
    unsigned found = alarms(2, 2.0 / 7, 100, 500);
    ck_assert_uint_ge(found, 90);
    ck_assert_uint_eq(found, 96);
}
END_TEST

static double faces_p(double six, unsigned rolls) {
    uint64_t count[6] = {0};
    for (unsigned n = 0; n < rolls; n++)
        count[throw(six)]++;
    return fair_cells_p(fair_chi(count, 6, rolls), rolls, 6);
}

START_TEST(chi_squared_finds_a_mild_bias) {
    unsigned found = 0;
    state = 3;
    for (unsigned i = 0; i < 100; i++)
        found += faces_p(0.20, 2000) < 0.05;
    ck_assert_uint_ge(found, 80);
    ck_assert_uint_eq(found, 91);
}
END_TEST

/* 2,000 families of 9 tests each, of fair dice. */
START_TEST(after_holms_correction_one_family_in_twenty_alarms) {
    unsigned reports = 0;
    state = 4;
    for (unsigned i = 0; i < 2000; i++) {
        double p[9], least = 1;
        for (unsigned test = 0; test < 9; test++)
            p[test] = faces_p(1.0 / 6, 120);
        ck_assert(fair_holm(p, 9));
        for (unsigned test = 0; test < 9; test++)
            least = p[test] < least ? p[test] : least;
        reports += least < 0.05;
    }
    ck_assert_uint_le(reports, 2000 * 6 / 100); /* five, and chance */
    ck_assert_uint_eq(reports, 90);
}
END_TEST

/* ---- whole reports ---- */

/* A game whose dice are annulled rolls, which need no position. */
static void put_game(xpgn_buffer *b, double six, unsigned rolls) {
    xpgn_buffer_clear(b);
    xpgn_buffer_text(b, "[White \"A\"]\n[Black \"B\"]\n[Variant \"chess-attack\"]\n\n{");
    for (unsigned i = 0; i < rolls; i++) {
        unsigned attack = throw(six) + 1, defense = throw(six) + 1;
        xpgn_buffer_printf(b, "[%%annulled %u:%u] ", attack, defense);
    }
    xpgn_buffer_text(b, "} *\n");
}

/* Adds a game to a tally. */
static void add_game(xpgn_tally *tally, xpgn_walk *walk, xpgn_slice text) {
    xpgn_game game = {.text = text, .file = "-", .number = 1, .line = 1};
    const xpgn_step *step;
    ck_assert_int_eq(xpgn_walk_begin(walk, &game), XPGN_OK);
    while (xpgn_walk_next(walk, &step) == XPGN_OK)
        xpgn_tally_add(tally, walk, step);
    ck_assert_int_eq(xpgn_tally_end(tally, true), XPGN_OK);
}

/* The least p value after the correction in a report on `games` games; 2: there is none. */
static double least_of_report(xpgn_walk *walk, double six, unsigned games, unsigned rolls) {
    xpgn_tally *tally;
    xpgn_buffer b = {0};
    double least = 2;
    ck_assert_int_eq(xpgn_tally_new(&tally, NULL), XPGN_OK);
    ck_assert_int_eq(xpgn_tally_want(tally, XPGN_TALLY_FAIRNESS), XPGN_OK);
    for (unsigned i = 0; i < games; i++) {
        put_game(&b, six, rolls);
        add_game(tally, walk, (xpgn_slice){b.data, b.size});
    }
    xpgn_buffer_clear(&b);
    xpgn_tally_write(&b, tally, XPGN_TALLY_TSV | XPGN_TALLY_NO_HEADER | XPGN_TALLY_FAIRNESS);
    xpgn_buffer_char(&b, '\0');
    ck_assert(!b.failed);
    unsigned field = 0;
    for (const char *p = b.data; *p != '\0'; p++) { /* the fields 5, 7, 9, 11 of each line */
        field = *p == '\n' ? 0 : field + (*p == '\t');
        if (*p == '\t' && field >= 5 && field % 2 == 1 && field <= 11 && p[1] != '\t')
            least = fmin(least, strtod(p + 1, NULL));
    }
    xpgn_buffer_free(&b);
    xpgn_tally_free(tally);
    return least;
}

/* Reports with a corrected p value below 0.05. */
static unsigned alarming_reports(double six, unsigned reports, unsigned games, unsigned rolls) {
    xpgn_catalog *catalog;
    xpgn_walk *walk;
    unsigned found = 0;
    ck_assert_int_eq(xpgn_catalog_new(&catalog), XPGN_OK);
    ck_assert_int_eq(xpgn_walk_new(&walk, catalog, NULL), XPGN_OK);
    for (unsigned i = 0; i < reports; i++)
        found += least_of_report(walk, six, games, rolls) < 0.05;
    xpgn_walk_free(walk);
    xpgn_catalog_free(catalog);
    return found;
}

START_TEST(a_whole_report_on_fair_dice_alarms_in_one_of_twenty) {
    state = 6;
    unsigned found = alarming_reports(1.0 / 6, 200, 8, 60);
    ck_assert_uint_le(found, 200 * 6 / 100);
    ck_assert_uint_eq(found, 4);
}
END_TEST

START_TEST(a_whole_report_finds_a_loaded_die) {
    state = 7;
    ck_assert_uint_eq(alarming_reports(2.0 / 7, 20, 8, 60), 20);
}
END_TEST

/* Games of two dice, which are always 1:6: within a game there is one pair, and nothing is said of
   the die before. */
START_TEST(order_is_looked_at_within_games_only) {
    xpgn_catalog *catalog;
    xpgn_walk *walk;
    xpgn_tally *tally;
    xpgn_buffer b = {0};
    const char *game = "[Variant \"chess-attack\"]\n\n{[%annulled 1:6]} *\n";
    ck_assert_int_eq(xpgn_catalog_new(&catalog), XPGN_OK);
    ck_assert_int_eq(xpgn_walk_new(&walk, catalog, NULL), XPGN_OK);
    ck_assert_int_eq(xpgn_tally_new(&tally, NULL), XPGN_OK);
    ck_assert_int_eq(xpgn_tally_want(tally, XPGN_TALLY_FAIRNESS), XPGN_OK);
    for (int i = 0; i < 3; i++)
        add_game(tally, walk, (xpgn_slice){game, strlen(game)});
    xpgn_tally_write(&b, tally, XPGN_TALLY_PARTIAL);
    xpgn_buffer_char(&b, '\0');
    ck_assert_ptr_nonnull(strstr(b.data, "\tpair\tall\t1\t6\t6\t3\n"));
    ck_assert_ptr_null(strstr(b.data, "\tpair\trole attack"));
    ck_assert_ptr_null(strstr(b.data, "\tpair\tall\t6"));
    ck_assert_ptr_nonnull(strstr(b.data, "\tface\trole defense\t6\t6\t0\t3\n"));
    ck_assert_ptr_nonnull(strstr(b.data, "\truns\tall\t6\t0\t0\t6\n"));
    ck_assert_ptr_nonnull(strstr(b.data, "\tgap\trole attack\t1\t1\t6\t3\n"));
    xpgn_buffer_free(&b);
    xpgn_tally_free(tally);
    xpgn_walk_free(walk);
    xpgn_catalog_free(catalog);
}
END_TEST

int main(void) {
    TCase *tcase = tcase_create("fair");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, the_tail_of_chi_squared_is_that_of_tables);
    tcase_add_test(tcase, few_dice_are_compared_with_simulated_ones);
    tcase_add_test(tcase, the_e_value_follows_from_the_counts);
    tcase_add_test(tcase, the_correction_is_holms);
    tcase_add_test(tcase, e_alarms_on_few_fair_streams_though_looked_at_after_every_roll);
    tcase_add_test(tcase, e_finds_a_six_that_falls_twice_as_often);
    tcase_add_test(tcase, chi_squared_finds_a_mild_bias);
    tcase_add_test(tcase, after_holms_correction_one_family_in_twenty_alarms);
    tcase_add_test(tcase, a_whole_report_on_fair_dice_alarms_in_one_of_twenty);
    tcase_add_test(tcase, a_whole_report_finds_a_loaded_die);
    tcase_add_test(tcase, order_is_looked_at_within_games_only);
    Suite *suite = suite_create("fair");
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
