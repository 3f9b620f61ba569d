/* SPDX-License-Identifier: MIT */
/* Luck: distributions of half points, and ranks against a convolution one combat at a time. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xpgn/play.h>

#include "core/base/slice.h"
#include "internal/text_out.h"
#include "output/count/luck.h"
#include "slow_chess.h"
#include "suite.h"

/* ---- distributions as text ------------------------------------------------------------------- */

START_TEST(a_distribution_is_read_as_written) {
    xpgn_odds odds = {.all = 36};
    struct luck_dist dist, again;
    xpgn_buffer b = {0};
    odds.ways[XPGN_FATE_UNHARMED][XPGN_FATE_REMOVED] = 20;
    odds.worth[XPGN_FATE_UNHARMED][XPGN_FATE_REMOVED] = 6;
    odds.ways[XPGN_FATE_REMOVED][XPGN_FATE_UNHARMED] = 10;
    odds.worth[XPGN_FATE_REMOVED][XPGN_FATE_UNHARMED] = -2;
    odds.ways[XPGN_FATE_WOUNDED][XPGN_FATE_REMOVED] = 6; /* worth the same as another */
    odds.worth[XPGN_FATE_WOUNDED][XPGN_FATE_REMOVED] = 6;
    memset(&again, 0, sizeof again);
    luck_dist_of(&odds, &dist);
    luck_dist_write(&b, &dist);
    xpgn_buffer_char(&b, '\0');
    ck_assert_str_eq(b.data, "36:-2=10,6=26");
    ck_assert(luck_dist_read(slice_of(b.data), &again));
    ck_assert_uint_eq(again.count, 2);
    ck_assert_int_eq(again.worth[0], -2);
    ck_assert_uint_eq(again.ways[1], 26);
    ck_assert_uint_eq(luck_dist_index(&again, 6), 1);
    xpgn_buffer_free(&b);
}
END_TEST

static const char *const broken[] = {"",
                                     "36",
                                     ":1=36",
                                     "36:",
                                     "36:1=35",
                                     "36:1=0,2=36",
                                     "36:1=37",
                                     "36:2=18,1=18",
                                     "36:1=18,1=18",
                                     "36:1=36 ",
                                     "36:+1=36",
                                     "36:-0=36",
                                     "36:1=18,,2=18",
                                     "0:1=0",
                                     "36:1=18,2=18,",
                                     "36:99999999=36",
                                     "99999999999999999999:1=36",
                                     "9223372036854775808:1=9223372036854775808",
                                     "18446744073709551615:1=18446744073709551615",
                                     "36/1:1=36",
                                     "36/0:1=36",
                                     "36/:1=36",
                                     "36/1048577:1=36",
                                     "36:1=18446744073709551615,2=37"};

START_TEST(parts_of_half_points_are_read_as_written) {
    struct luck_dist dist;
    xpgn_buffer b = {0};
    ck_assert(luck_dist_read(slice_of("240/1155:-990=66,0=12,1155=162"), &dist));
    ck_assert_uint_eq(dist.parts, 1155);
    ck_assert_uint_eq(dist.count, 3);
    luck_dist_write(&b, &dist);
    xpgn_buffer_char(&b, '\0');
    ck_assert_str_eq(b.data, "240/1155:-990=66,0=12,1155=162");
    xpgn_buffer_clear(&b);
    xpgn_buffer_text(&b, "257:0=1"); /* one outcome too many */
    for (int i = 1; i <= LUCK_OUTCOMES; i++)
        xpgn_buffer_printf(&b, ",%d=1", i);
    ck_assert(!luck_dist_read((xpgn_slice){b.data, b.size}, &dist));
    xpgn_buffer_free(&b);
}
END_TEST

START_TEST(what_is_no_distribution_is_refused) {
    struct luck_dist dist;
    ck_assert_msg(!luck_dist_read(slice_of(broken[_i]), &dist), "%s", broken[_i]);
}
END_TEST

/* ---- ranks ----------------------------------------------------------------------------------- */

static struct luck_class class_of(const char *text, bool defends, uint64_t combats) {
    struct luck_class c = {.defends = defends, .combats = combats};
    ck_assert(luck_dist_read(slice_of(text), &c.dist));
    return c;
}

enum { ZERO = 1 << 16, ROOM = 2 * ZERO };

/* Adds the combats of a class to the distribution of the sum, one after the other. */
static void convolve(double *sum, const struct luck_class *c) {
    double *after = malloc(ROOM * sizeof *after);
    for (uint64_t n = 0; n < c->combats; n++) {
        memset(after, 0, ROOM * sizeof *after);
        for (unsigned i = 0; i < c->dist.count; i++) {
            int worth = c->defends ? -c->dist.worth[i] : c->dist.worth[i];
            double chance = (double)c->dist.ways[i] / (double)c->dist.all;
            for (int at = 0; at < ROOM; at++)
                if (sum[at] > 0)
                    after[at + worth] += sum[at] * chance;
        }
        memcpy(sum, after, ROOM * sizeof *sum);
    }
    free(after);
}

/* For several sums that can come: expectation, luck and rank as a convolution has them. */
static void compare(const struct luck_class *list, size_t count) {
    double *sum = calloc(ROOM, sizeof *sum);
    sum[ZERO] = 1;
    for (size_t i = 0; i < count; i++)
        convolve(sum, &list[i]);
    double above = 0, mean = 0;
    for (int at = 0; at < ROOM; at++)
        mean += sum[at] * (at - ZERO);
    unsigned compared = 0;
    for (int at = ROOM - 1; at >= 0; at--) {
        if (sum[at] > 1e-9 && (compared < 40 || at % 97 == 0)) {
            struct luck_class copy[8];
            struct luck luck = {.gave = at - ZERO};
            memcpy(copy, list, count * sizeof *list);
            ck_assert(luck_rank(copy, count, &luck));
            ck_assert(luck.known);
            ck_assert_double_eq_tol(luck.expected, mean, 1e-6);
            ck_assert_double_eq_tol(luck.net, at - ZERO - mean, 1e-6);
            ck_assert_double_eq_tol(luck.luckier, above, 1e-10);
            ck_assert_double_eq_tol(luck.as_lucky, sum[at], 1e-10);
            compared++;
        }
        above += sum[at];
    }
    ck_assert_uint_gt(compared, 1);
    free(sum);
}

/* Of parts of half points the luck is in half points, and the rank that of whole ones. */
START_TEST(ranks_do_not_depend_on_the_parts) {
    const char *whole[] = {"36:-2=10,0=5,1=11,2=10", "34:-2=33,78=1", "6:0=1,78=5"},
               *third[] = {"36/3:-6=10,0=5,3=11,6=10", "34/3:-6=33,234=1", "6/3:0=1,234=5"};
    for (unsigned combats = 1; combats <= 3000; combats = combats * 5 + 1) {
        struct luck_class a[3], b[3];
        for (unsigned i = 0; i < 3; i++) {
            a[i] = class_of(whole[i], i == 1, combats + i);
            b[i] = class_of(third[i], i == 1, combats + i);
        }
        struct luck one = {.gave = 60 * (int64_t)combats}, other = {.gave = 180 * (int64_t)combats};
        ck_assert(luck_rank(a, 3, &one) && luck_rank(b, 3, &other));
        ck_assert(one.known && other.known);
        ck_assert_double_eq_tol(one.expected, other.expected, 1e-6);
        ck_assert_double_eq_tol(one.net, other.net, 1e-6);
        ck_assert_double_eq_tol(one.variance, other.variance, 1e-3);
        ck_assert_double_eq_tol(one.luckier, other.luckier, 1e-6);
    }
}
END_TEST

/* Parts that make more sums than can be told apart are rounded: a rank is right to a thousandth. */
START_TEST(ranks_of_many_parts_are_nearly_those_of_whole_ones) {
    const struct luck_class exact[] = {class_of("8:-7000=1,-3000=2,900=4,9000=1", false, 40)};
    struct luck_class fine[2] = {class_of("8/1155:-7000=1,-3000=2,900=4,9000=1", false, 39),
                                 class_of("8/1155:-7001=1,-3001=2,899=4,8999=1", false, 1)};
    for (int64_t gave = -40000; gave <= 40000; gave += 40000) {
        struct luck_class copy[2];
        struct luck one = {.gave = gave}, other = {.gave = gave - 1};
        memcpy(copy, exact, sizeof exact);
        ck_assert(luck_rank(copy, 1, &one));
        memcpy(copy, fine, sizeof fine);
        ck_assert(luck_rank(copy, 2, &other));
        ck_assert(one.known && other.known);
        ck_assert_double_eq_tol(one.luckier, other.luckier, .001);
        ck_assert_double_eq_tol(one.expected / 1155, other.expected, .01);
    }
}
END_TEST

START_TEST(ranks_are_those_of_a_convolution) {
    const struct luck_class one[] = {class_of("36:-2=10,0=5,1=11,2=10", false, 1)};
    const struct luck_class few[] = {class_of("36:-2=10,0=5,1=11,2=10", false, 3),
                                     class_of("34:-2=33,78=1", true, 2),
                                     class_of("6:0=1,78=5", false, 1)};
    const struct luck_class even[] = {class_of("2:-6=1,6=1", false, 5),
                                      class_of("2:-6=1,6=1", true, 4)};
    const struct luck_class many[] = {class_of("36:-2=10,0=5,1=11,2=10", false, 200),
                                      class_of("32:-18=6,6=26", true, 100),
                                      class_of("6:0=1,78=5", false, 60)};
    compare(one, 1);
    compare(few, 3);
    compare(even, 2);
    compare(many, 3);
}
END_TEST

/* Also where only a part of the values is told apart. */
START_TEST(a_million_combats_are_normal) {
    struct luck_class list[] = {class_of("2:-2=1,2=1", false, 1000000)};
    struct luck luck = {.gave = 2 * 2000}; /* two deviations of 2 * 1000 */
    ck_assert(luck_rank(list, 1, &luck));
    ck_assert(luck.known);
    ck_assert_double_eq_tol(luck.luckier, erfc((4002 / 2000.) / sqrt(2)) / 2, 1e-6);
    ck_assert_double_eq_tol(luck.as_lucky, 4 * exp(-2) / (2000 * sqrt(2 * acos(-1))), 1e-8);
    luck = (struct luck){.gave = 2000000}; /* all of them */
    ck_assert(luck_rank(list, 1, &luck));
    ck_assert(luck.luckier == 0);
    ck_assert_double_gt(luck.as_lucky, 0);
    luck = (struct luck){.gave = -1000000};
    ck_assert(luck_rank(list, 1, &luck));
    ck_assert_double_gt(luck.luckier, .999);
    ck_assert_double_lt(luck.luckier, 1);
}
END_TEST

START_TEST(where_dice_decide_nothing_there_is_no_luck) {
    struct luck_class list[] = {class_of("6:3=6", false, 5), class_of("36:-2=36", true, 2)};
    struct luck luck = {.gave = 19};
    ck_assert(luck_rank(list, 2, &luck));
    ck_assert(luck.known && luck.net == 0 && luck.luckier == 0 && luck.as_lucky == 1);
}
END_TEST

START_TEST(what_cannot_have_come_is_not_ranked) {
    struct luck_class list[] = {class_of("2:-2=1,2=1", false, 3),
                                class_of("2:-9999999=1,9999999=1", false, UINT64_MAX)};
    struct luck luck = {.gave = 7};
    ck_assert(luck_rank(list, 1, &luck));
    ck_assert(!luck.known);
    ck_assert(luck_rank(list, 0, &luck));
    ck_assert(!luck.known);
    ck_assert(luck_rank(list, 2, &luck)); /* too many for any number */
    ck_assert(!luck.known);
}
END_TEST

/* ---- the least likely ------------------------------------------------------------------------ */

static void add_roll(struct least_list *list, uint64_t ways, const char *place) {
    const xpgn_slice text[LEAST_FIELDS] = {slice_of(place), slice_of("chess-attack"),
                                           slice_of("A - B"), slice_of("1. x"), slice_of("y")};
    ck_assert(least_add(list, ways, 1000, text));
}

START_TEST(the_least_likely_do_not_depend_on_the_order) {
    struct dice d = {7};
    struct least_list all = {.count = 0}, part[2] = {{.count = 0}, {.count = 0}};
    for (unsigned i = 0; i < 100; i++) {
        char place[24];
        unsigned ways = 1 + dice_below(&d, 40);
        snprintf(place, sizeof place, "f:%u", dice_below(&d, 1000));
        add_roll(&all, ways, place);
        add_roll(&part[i % 2], ways, place);
    }
    ck_assert(least_merge(&part[1], &part[0]));
    ck_assert_uint_eq(part[1].count, LEAST_KEPT);
    for (unsigned i = 0; i < LEAST_KEPT; i++) {
        ck_assert_uint_eq(part[1].roll[i].ways, all.roll[i].ways);
        ck_assert_str_eq(part[1].roll[i].text[LEAST_PLACE], all.roll[i].text[LEAST_PLACE]);
        ck_assert(i == 0 || all.roll[i].chance >= all.roll[i - 1].chance);
    }
    ck_assert(least_wants(&all, all.roll[LEAST_KEPT - 1].ways, 1000));
    ck_assert(!least_wants(&all, 41, 1000));
    least_clear(&all);
    least_clear(&part[0]);
    least_clear(&part[1]);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("luck");
    TCase *tcase = tcase_create("luck");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, a_distribution_is_read_as_written);
    tcase_add_test(tcase, parts_of_half_points_are_read_as_written);
    tcase_add_loop_test(tcase, what_is_no_distribution_is_refused, 0,
                        sizeof broken / sizeof *broken);
    tcase_add_test(tcase, ranks_do_not_depend_on_the_parts);
    tcase_add_test(tcase, ranks_of_many_parts_are_nearly_those_of_whole_ones);
    tcase_add_test(tcase, ranks_are_those_of_a_convolution);
    tcase_add_test(tcase, a_million_combats_are_normal);
    tcase_add_test(tcase, where_dice_decide_nothing_there_is_no_luck);
    tcase_add_test(tcase, what_cannot_have_come_is_not_ranked);
    tcase_add_test(tcase, the_least_likely_do_not_depend_on_the_order);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
