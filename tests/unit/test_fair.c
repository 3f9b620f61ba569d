/* SPDX-License-Identifier: MIT */
/* Tests of the fairness of dice: known values, and how often they alarm, on seeded streams. */
#include "output/count/fair.h"

#include "internal/counts.h"
#include "internal/text_out.h"
#include "suite.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xpgn/rulesets.h>
#include <xpgn/walk.h>

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

/* The mean of the bets as the definition has it, face by face. */
static double e_by_definition(const uint64_t *count, unsigned faces) {
    static const double times[] = {.6, .8, 1.25, 1.5, 2, 3};
    double sum = 0;
    unsigned bets = 0;
    for (unsigned face = 0; face < faces; face++)
        for (unsigned k = 0; k < 6; k++) {
            double q = times[k] / faces, e = 1;
            if (q >= 1)
                continue;
            for (unsigned f = 0; f < faces; f++)
                e *= pow((f == face ? q : (1 - q) / (faces - 1)) * faces, (double)count[f]);
            sum += e;
            bets++;
        }
    return sum / bets;
}

START_TEST(the_e_value_is_the_mean_of_its_bets) {
    uint64_t count[6] = {0}, pair[2] = {9, 4};
    state = 5;
    ck_assert_double_eq_tol(fair_log_e(count, 6), 0, 1e-12);
    for (unsigned n = 0; n < 300; n++) {
        count[throw(0.3)]++;
        ck_assert_double_eq_tol(fair_log_e(count, 6), log(e_by_definition(count, 6)), 1e-9);
    }
    ck_assert_double_eq_tol(fair_log_e(pair, 2), log(e_by_definition(pair, 2)), 1e-9);
}
END_TEST

/* Of tables of the noncentral distribution, and of the promise for 2,000 dice. */
START_TEST(the_power_is_that_of_the_noncentral_distribution) {
    ck_assert_double_eq_tol(fair_critical(0.05, 5), 11.0705, 1e-4);
    ck_assert_double_eq_tol(fair_power(3.841459, 1, 7.848861), 0.80, 1e-5);
    ck_assert_double_eq_tol(fair_power(5.991465, 2, 9.634687), 0.80, 1e-5);
    ck_assert_double_eq_tol(fair_power(fair_critical(0.05, 5), 5, 16), 0.89, 0.005);
    ck_assert_double_eq_tol(fair_power(fair_critical(0.05 / 3, 5), 5, 16), 0.79, 0.005);
    ck_assert_double_eq_tol(fair_power(11.07, 5, 0), 0.05, 1e-4);
    ck_assert_double_eq_tol(fair_power(fair_critical(0.05, 5), 5, 1001), 1, 1e-9);
}
END_TEST

/* Two dice of one, one of the other: a pair falls to the first in 1 of 6. */
START_TEST(the_largest_statistic_is_compared_with_simulated_ones) {
    const struct fair_throws few[] = {{2, 6, 3, 10}, {1, 6, 4, 5}};
    ck_assert_double_eq_tol(fair_largest_p(few, 1, 1), 1.0 / 6, 0.012);
    ck_assert_double_eq_tol(fair_largest_p(few, 2, 2), 1.0 / 6, 0.012);
    const struct fair_throws many[] = {{600, 6, 0, 15.086}, {600, 6, 1, 3}, {600, 6, 2, 3}};
    ck_assert_double_eq_tol(fair_largest_p(many, 3, 3), 1 - pow(0.99, 3), 1e-4);
    const struct fair_throws sizes[] = {{600, 6, 0, 8},
                                        {900, 4, 0, 9}}; /* of one owner: 17, 8 df */
    ck_assert_double_eq_tol(fair_largest_p(sizes, 2, 1), fair_upper_tail(17, 8), 1e-9);
}
END_TEST

/* Of four pairs in two rows the exact p is 2 of 6. */
START_TEST(pairs_are_tested_for_independence) {
    const uint64_t few[4] = {2, 0, 0, 2}, many[4] = {60, 40, 40, 60}, one[4] = {4, 0, 0, 0};
    ck_assert_double_eq_tol(fair_pairs_p(&(struct fair_pairs){few, 2, 4}, 1), 1.0 / 3, 0.015);
    ck_assert_double_eq_tol(fair_pairs_p(&(struct fair_pairs){many, 2, 200}, 1),
                            fair_upper_tail(8, 1), 1e-9);
    ck_assert(fair_pairs_p(&(struct fair_pairs){one, 2, 4}, 1) == -1);
    const struct fair_pairs both[] = {{many, 2, 200}, {many, 2, 200}};
    ck_assert_double_eq_tol(fair_pairs_p(both, 2), fair_upper_tail(16, 2), 1e-9);
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

enum { PLAYERS = 10 };

/* The first of `rolls` rolls, by turns of the players, after which E is 20; 0: none. Half is bet on
   all dice, half on the players; the first of `loaded` of them have the loaded die. */
static unsigned first_alarm(double six, unsigned loaded, unsigned rolls) {
    uint64_t all[6] = {0}, own[PLAYERS][6] = {{0}};
    double e[PLAYERS], sum = PLAYERS;
    for (unsigned i = 0; i < PLAYERS; i++)
        e[i] = 1;
    for (unsigned n = 0; n < rolls; n++) {
        unsigned who = n % PLAYERS, face = throw(who < loaded ? six : 1.0 / 6);
        all[face]++;
        own[who][face]++;
        sum -= e[who];
        e[who] = exp(fair_log_e(own[who], 6));
        sum += e[who];
        if ((exp(fair_log_e(all, 6)) + sum / PLAYERS) / 2 >= 20)
            return n + 1;
    }
    return 0;
}

static unsigned alarms(uint64_t seed, double six, unsigned loaded, unsigned rolls) {
    unsigned found = 0;
    state = seed;
    for (unsigned i = 0; i < 200; i++)
        found += first_alarm(six, loaded, rolls) != 0;
    return found;
}

/* The figures are those of these seeds; the bounds, of the promise. */
START_TEST(e_alarms_on_few_fair_streams_though_looked_at_after_every_roll) {
    unsigned found = alarms(1, 1.0 / 6, PLAYERS, 2000);
    ck_assert_uint_le(found, 200 * 5 / 100);
    ck_assert_uint_eq(found, 3);
}
END_TEST

START_TEST(e_finds_a_six_of_all_that_falls_one_time_in_five) {
    unsigned found = alarms(2, 0.20, PLAYERS, 2000);
    ck_assert_uint_ge(found, 200 * 55 / 100); /* two thirds, and chance */
    ck_assert_uint_eq(found, 121);
}
END_TEST

START_TEST(e_finds_a_six_of_one_player_that_falls_twice_as_often) {
    unsigned found = alarms(8, 2.0 / 7, 1, 3200);
    ck_assert_uint_ge(found, 200 * 80 / 100);
    ck_assert_uint_eq(found, 171);
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

/* How often a six is read as a five. */
static double misread;

static unsigned read_die(double six) {
    unsigned face = throw(six) + 1;
    return face == 6 && misread > 0 && (double)next_random() / 4294967296.0 < misread ? 5 : face;
}

/* A game of players `a` and `a` + 1, whose dice are annulled rolls, which need no position. */
static void put_game(xpgn_buffer *b, const double six[2], unsigned a, unsigned rolls) {
    xpgn_buffer_clear(b);
    xpgn_buffer_printf(b, "[White \"P%u\"]\n[Black \"P%u\"]\n[Variant \"chess-attack\"]\n\n{", a,
                       a + 1);
    for (unsigned i = 0; i < rolls; i++) {
        unsigned attack = read_die(six[0]), defense = read_die(six[1]);
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
        xpgn_tally_step(tally, walk, step);
    ck_assert_int_eq(xpgn_tally_end(tally, true), XPGN_OK);
}

/* What is loaded in a file: every die, or that of the first player. */
struct file {
    double all, first;
    unsigned games, rolls; /* a game of two players each */
};

/* The p value of each question in a report on such a file, and the corrected one; 2: it was not
   answered. */
struct answers {
    double p[3], holm[3];
};

static void ask(xpgn_walk *walk, const struct file *f, unsigned questions, struct answers *out) {
    static const char *const names[] = {"faces\t", "players\t", "pairs\t"};
    xpgn_tally *tally;
    xpgn_buffer b = {0};
    ck_assert_int_eq(xpgn_tally_new(&tally, NULL), XPGN_OK);
    ck_assert_int_eq(xpgn_tally_want(tally, XPGN_TALLY_FAIRNESS), XPGN_OK);
    ck_assert_int_eq(xpgn_tally_ask(tally, questions, false), XPGN_OK);
    for (unsigned i = 0; i < f->games; i++) {
        put_game(&b, (const double[]){i == 0 ? f->first : f->all, f->all}, 2 * i, f->rolls);
        add_game(tally, walk, (xpgn_slice){b.data, b.size});
    }
    xpgn_buffer_clear(&b);
    xpgn_tally_write(&b, tally, XPGN_TALLY_TSV | XPGN_TALLY_NO_HEADER | XPGN_TALLY_FAIRNESS);
    xpgn_buffer_char(&b, '\0');
    ck_assert(!b.failed);
    for (unsigned i = 0; i < 3; i++) {
        const char *row = strstr(b.data, names[i]);
        char *end = NULL;
        out->p[i] = out->holm[i] = 2;
        if (row == NULL)
            continue;
        double raw = strtod(row + strlen(names[i]), &end);
        out->p[i] = end > row + strlen(names[i]) ? raw : 2;
        out->holm[i] = raw >= 0 ? strtod(end, NULL) : 2;
    }
    xpgn_buffer_free(&b);
    xpgn_tally_free(tally);
}

/*
 * In how many of the files each question is answered with yes, and any of them; and in how many it
 * would have been among the 105 tests of ten players that the first version made and corrected for,
 * ten of which were the question about players.
 */
struct found {
    unsigned by[3], any, before[3];
};

static void count_answers(struct found *found, const struct answers *a) {
    static const double tests[3] = {105, 10.5, 105};
    for (unsigned i = 0; i < 3; i++) {
        found->by[i] += a->holm[i] < 0.05;
        found->before[i] += a->p[i] * tests[i] < 0.05;
    }
    found->any += fmin(fmin(a->holm[0], a->holm[1]), a->holm[2]) < 0.05;
}

static struct found look_at(uint64_t seed, const struct file *f, unsigned questions,
                            unsigned files) {
    xpgn_catalog *catalog;
    xpgn_walk *walk;
    struct found found = {.any = 0};
    state = seed;
    ck_assert_int_eq(xpgn_catalog_new(&catalog), XPGN_OK);
    ck_assert_int_eq(xpgn_walk_new(&walk, catalog, NULL), XPGN_OK);
    for (unsigned n = 0; n < files; n++) {
        struct answers a;
        ask(walk, f, questions, &a);
        count_answers(&found, &a);
    }
    xpgn_walk_free(walk);
    xpgn_catalog_free(catalog);
    return found;
}

static struct found look(uint64_t seed, const struct file *f, unsigned questions) {
    return look_at(seed, f, questions, 200);
}

static const double fair = 1.0 / 6;

START_TEST(a_whole_report_on_fair_dice_alarms_in_one_of_twenty) {
    struct found f = look(6, &(struct file){fair, fair, 5, 32}, 0);
    ck_assert_uint_le(f.any, 200 * 9 / 100); /* five, and chance: 93 of 2,000 */
    ck_assert_uint_eq(f.any, 16);
}
END_TEST

/* Enough files to know the rate, with XPGN_LONG. */
START_TEST(of_two_thousand_fair_files_one_in_twenty_alarms) {
    const bool slow = getenv("XPGN_LONG") != NULL;
    const unsigned files = slow ? 2000 : 100;
    struct found f = look_at(7, &(struct file){fair, fair, 5, 32}, 0, files);
    printf("%u of %u fair files have an answer below .05\n", f.any, files);
    /* five in a hundred, and two standard deviations */
    ck_assert_double_le(f.any, files * (0.05 + 2 * sqrt(0.05 * 0.95 / files)));
    ck_assert_double_ge(f.any, slow ? files * 0.03 : 0);
}
END_TEST

/* Loaded dice, found in 200 files: before, by its question, if only that is asked. */
START_TEST(loaded_dice_are_found_as_the_table_says) {
    static const struct {
        const char *what;
        struct file file;
        double misread;
        unsigned question, least; /* found by it in 200 */
    } row[] = {{"one of ten players, a six twice as likely, 160 dice",
                {1.0 / 6, 2.0 / 7, 5, 160},
                0,
                1,
                70},
               {"a six that falls one time in five, 2,000 dice", {0.2, 0.2, 5, 200}, 0, 0, 135},
               {"a six read as a five one time in three, 600 dice",
                {1.0 / 6, 1.0 / 6, 5, 60},
                1.0 / 3,
                0,
                150}};
    printf("%-52s before  now  alone\n", "found in 200");
    for (unsigned i = 0; i < 3; i++) {
        misread = row[i].misread;
        unsigned q = row[i].question;
        struct found all = look(20 + i, &row[i].file, 0), one = look(20 + i, &row[i].file, 1u << q);
        printf("%-52s %6u %4u %6u\n", row[i].what, all.before[q], all.by[q], one.by[q]);
        ck_assert_uint_ge(all.by[q], row[i].least);
        ck_assert_uint_ge(all.by[q], all.before[q] + 10);
        ck_assert_uint_ge(one.by[q], all.by[q]);
    }
    misread = 0;
}
END_TEST

/* Said in the report for 2,000 dice: 79 in 100, and 89 if only this is asked. */
START_TEST(a_report_finds_a_mild_bias_as_often_as_it_says) {
    const struct file mild = {0.20, 0.20, 5, 200};
    struct found three = look(9, &mild, 0), one = look(9, &mild, XPGN_FAIR_FACES);
    ck_assert_uint_eq(three.by[0], 156);
    ck_assert_uint_eq(one.by[0], 177);
    ck_assert_int_le(abs((int)three.by[0] - 158), 15);
    ck_assert_int_le(abs((int)one.by[0] - 178), 12);
    ck_assert(one.by[1] == 0 && one.by[2] == 0);
}
END_TEST

/* One of ten players with a six twice as likely as each other face, in 160 dice each. */
START_TEST(a_report_finds_a_loaded_player) {
    struct found f = look(10, &(struct file){fair, 2.0 / 7, 5, 160}, 0);
    ck_assert_uint_eq(f.by[1], 90);
    double said = fair_power(fair_critical(-expm1(log1p(-0.05 / 3) / 10), 5), 5, 160 * 5.0 / 49);
    ck_assert_double_eq_tol(f.by[1] / 200.0, said, 0.1);
}
END_TEST

/* A question that was not asked costs nothing; one that there is not is refused. */
START_TEST(questions_are_chosen) {
    xpgn_tally *tally;
    ck_assert_int_eq(xpgn_tally_new(&tally, NULL), XPGN_OK);
    ck_assert_int_eq(xpgn_tally_ask(tally, 8, false), XPGN_INVALID);
    ck_assert_int_eq(xpgn_tally_ask(tally, XPGN_FAIR_PAIRS, true), XPGN_OK);
    xpgn_tally_free(tally);
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
    ck_assert_ptr_null(strstr(b.data, "\tpair\t"));
    ck_assert_ptr_nonnull(strstr(b.data, "\tface\trole defense\t6\t6\t0\t3\n"));
    ck_assert_ptr_nonnull(strstr(b.data, "\truns\tall\t6\t0\t0\t6\n"));
    ck_assert_ptr_nonnull(strstr(b.data, "\tgap\trole attack\t1\t1\t6\t3\n"));
    xpgn_buffer_free(&b);
    xpgn_tally_free(tally);
    xpgn_walk_free(walk);
    xpgn_catalog_free(catalog);
}
END_TEST

/* ---- what is explored ---- */

/* The dice of a game that put_game has written. */
static unsigned dice_of(const char *text, unsigned *die) {
    unsigned n = 0;
    for (const char *p = text; (p = strstr(p, "annulled ")) != NULL; n += 2)
        ck_assert_int_eq(sscanf(p += 9, "%u:%u", &die[n], &die[n + 1]), 2);
    return n;
}

/* A run ends where a die is above 3 and the one before it is not, or the reverse. */
static double slow_runs_p(const unsigned *die, unsigned count) {
    double runs = 1, above = 0, n = count;
    for (unsigned i = 0; i < count; i++) {
        runs += i > 0 && (die[i] > 3) != (die[i - 1] > 3);
        above += die[i] > 3;
    }
    double both = 2 * above * (n - above), mean = 1 + both / n;
    return erfc(fabs(runs - mean) / sqrt(2 * both * (both - n) / (n * n * (n - 1))));
}

/* Of one face: rolls by how probable it is that a face falls again within so many, in sixths. */
static double slow_gap_p(const unsigned *die, unsigned count, unsigned face, unsigned *degrees) {
    double rolls[6] = {0}, hits[6] = {0}, chi = 0;
    for (unsigned i = 0, age = 0; i < count; i++) {
        int class = (int)(6 * (1 - pow(5.0 / 6, age)) + 1e-9);
        rolls[class]++;
        hits[class] += die[i] == face;
        age = die[i] == face ? 0 : age + 1;
    }
    *degrees = 0;
    for (int i = 0; i < 6; i++)
        if (rolls[i] / 6 >= 5) {
            chi += pow(hits[i] - rolls[i] / 6, 2) / (rolls[i] * 5 / 36);
            ++*degrees;
        }
    return *degrees > 0 ? fair_upper_tail(chi, *degrees) : 1;
}

/* Of the least of six, of which those count that could be tested. */
static double slow_gaps_p(const unsigned *die, unsigned count) {
    double least = 1;
    unsigned tested = 0, degrees;
    for (unsigned face = 1; face <= 6; face++) {
        least = fmin(least, slow_gap_p(die, count, face, &degrees));
        tested += degrees > 0;
    }
    return fmin(1, least * tested);
}

static void check_explored(xpgn_walk *walk, unsigned rolls) {
    static unsigned die[4096];
    xpgn_tally *tally;
    xpgn_buffer b = {0};
    unsigned dice = 0;
    double runs = 0, gaps = 0;
    put_game(&b, (const double[]){fair, fair}, 0, rolls);
    xpgn_slice text = {b.data, b.size - 1};
    b.data[b.size - 1] = '\0';
    unsigned count = dice_of(b.data, die);
    ck_assert_int_eq(xpgn_tally_new(&tally, NULL), XPGN_OK);
    ck_assert_int_eq(xpgn_tally_want(tally, XPGN_TALLY_FAIRNESS), XPGN_OK);
    ck_assert_int_eq(xpgn_tally_ask(tally, 0, true), XPGN_OK);
    add_game(tally, walk, text);
    xpgn_buffer_clear(&b);
    xpgn_tally_write(&b, tally, XPGN_TALLY_TSV | XPGN_TALLY_NO_HEADER | XPGN_TALLY_FAIRNESS);
    xpgn_buffer_char(&b, '\0');
    const char *row = strstr(b.data, "all\t");
    ck_assert_msg(row != NULL &&
                      sscanf(row, "all\t\t\t6\t%u\t\t%lf\t%lf", &dice, &runs, &gaps) == 3,
                  "%s", b.data);
    ck_assert_uint_eq(dice, count);
    ck_assert_double_eq_tol(runs, slow_runs_p(die, count), 1e-3); /* kept with four decimals */
    ck_assert_double_eq_tol(gaps, slow_gaps_p(die, count), 2e-6);
    xpgn_buffer_free(&b);
    xpgn_tally_free(tally);
}

START_TEST(runs_and_gaps_are_those_of_a_slow_count) {
    xpgn_catalog *catalog;
    xpgn_walk *walk;
    ck_assert_int_eq(xpgn_catalog_new(&catalog), XPGN_OK);
    ck_assert_int_eq(xpgn_walk_new(&walk, catalog, NULL), XPGN_OK);
    state = 11;
    for (unsigned rolls = 80; rolls <= 2000; rolls += 320)
        check_explored(walk, rolls);
    xpgn_walk_free(walk);
    xpgn_catalog_free(catalog);
}
END_TEST

int main(void) {
    TCase *tcase = tcase_create("fair");
    tcase_set_timeout(tcase, getenv("XPGN_LONG") != NULL ? 1800 : 60);
    tcase_add_test(tcase, the_tail_of_chi_squared_is_that_of_tables);
    tcase_add_test(tcase, few_dice_are_compared_with_simulated_ones);
    tcase_add_test(tcase, the_e_value_is_the_mean_of_its_bets);
    tcase_add_test(tcase, the_power_is_that_of_the_noncentral_distribution);
    tcase_add_test(tcase, the_largest_statistic_is_compared_with_simulated_ones);
    tcase_add_test(tcase, pairs_are_tested_for_independence);
    tcase_add_test(tcase, questions_are_chosen);
    tcase_add_test(tcase, the_correction_is_holms);
    tcase_add_test(tcase, e_alarms_on_few_fair_streams_though_looked_at_after_every_roll);
    tcase_add_test(tcase, e_finds_a_six_of_all_that_falls_one_time_in_five);
    tcase_add_test(tcase, e_finds_a_six_of_one_player_that_falls_twice_as_often);
    tcase_add_test(tcase, chi_squared_finds_a_mild_bias);
    tcase_add_test(tcase, after_holms_correction_one_family_in_twenty_alarms);
    tcase_add_test(tcase, a_whole_report_on_fair_dice_alarms_in_one_of_twenty);
    tcase_add_test(tcase, of_two_thousand_fair_files_one_in_twenty_alarms);
    tcase_add_test(tcase, loaded_dice_are_found_as_the_table_says);
    tcase_add_test(tcase, a_report_finds_a_mild_bias_as_often_as_it_says);
    tcase_add_test(tcase, a_report_finds_a_loaded_player);
    tcase_add_test(tcase, order_is_looked_at_within_games_only);
    tcase_add_test(tcase, runs_and_gaps_are_those_of_a_slow_count);
    Suite *suite = suite_create("fair");
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
