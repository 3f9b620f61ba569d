/* SPDX-License-Identifier: MIT */
/* Hit points in positions that are played: which pieces they go with, and when positions differ. */
#include <string.h>
#include <xpgn/play.h>
#include <xpgn/rulesets.h>

#include "core/base/slice.h"
#include "internal/text_out.h"
#include "position_fixture.h"
#include "suite.h"

/* Plays actions, one after the other, from a position of Hit Points Chess; the XFEN reached. */
static void check_played(const char *xfen, const char *const *actions, const char *reached) {
    xpgn_catalog *rules;
    xpgn_play *play;
    xpgn_buffer b = {0};
    ck_assert_int_eq(xpgn_catalog_new(&rules), XPGN_OK);
    const xpgn_ruleset *rs = ruleset_in(rules, "hit-points-chess", "");
    const xpgn_position p = position_of(rs, xfen);
    ck_assert_int_eq(xpgn_play_new(&play, rs, &p), XPGN_OK);
    for (; *actions != NULL; actions++) {
        const xpgn_roll roll = {.exchanges = 0};
        xpgn_action a;
        ck_assert_int_eq(xpgn_play_read(play, slice_of(*actions), &a), XPGN_OK);
        ck_assert_int_eq(xpgn_play_act(play, &a, &roll, NULL), XPGN_OK);
    }
    xpgn_position_write(&b, rs, xpgn_play_position(play));
    xpgn_buffer_char(&b, '\0');
    ck_assert_str_eq(b.data, reached);
    xpgn_buffer_free(&b);
    xpgn_play_free(play);
    xpgn_catalog_free(rules);
}

START_TEST(points_go_with_the_piece) {
    check_played("r(1)3k3/8/8/8/8/8/8/4K(2)2R(4) w Kq - 0 9",
                 (const char *[]){"O-O", "O-O-O", NULL},
                 "2kr(1)4/8/8/8/8/8/8/5R(4)K(2)1 w - - 2 10");
    check_played("4k3/8/8/8/8/8/8/N(1)3K3 w - - 0 9", (const char *[]){"Nb3", "Kd7", "Nc5", NULL},
                 "8/3k4/8/2N(1)5/8/8/8/4K3 b - - 3 10");
}
END_TEST

START_TEST(points_are_gone_with_the_piece) {
    check_played("4k3/8/8/3n(1)4/8/2N(2)5/8/4K3 w - - 0 9", (const char *[]){"Nxd5", "Kd7", NULL},
                 "8/3k4/8/3N(1)4/8/8/8/4K3 w - - 1 10");
    check_played("4k3/8/8/3n4/8/2N5/8/4K3 w - - 0 9", (const char *[]){"Nxd5", NULL},
                 "4k3/8/8/8/8/8/8/4K3 b - - 0 9");
}
END_TEST

START_TEST(a_position_with_other_points_is_another) {
    xpgn_catalog *rules;
    ck_assert_int_eq(xpgn_catalog_new(&rules), XPGN_OK);
    const xpgn_ruleset *rs = ruleset_in(rules, "hit-points-chess", "");
    const xpgn_position p = position_of(rs, "4k3/8/8/8/8/8/8/N(1)3K3 w - - 0 9"),
                        same = position_of(rs, "4k3/8/8/8/8/8/8/N(1)3K3 w - - 4 12"),
                        other = position_of(rs, "4k3/8/8/8/8/8/8/N(2)3K3 w - - 0 9"),
                        whole = position_of(rs, "4k3/8/8/8/8/8/8/N3K3 w - - 0 9");
    ck_assert_uint_eq(xpgn_position_key(rs, &p), xpgn_position_key(rs, &same));
    ck_assert_uint_ne(xpgn_position_key(rs, &p), xpgn_position_key(rs, &other));
    ck_assert_uint_ne(xpgn_position_key(rs, &p), xpgn_position_key(rs, &whole));
    xpgn_catalog_free(rules);
}
END_TEST

START_TEST(a_seventh_field_of_other_programs_is_left_out) {
    xpgn_catalog *rules;
    xpgn_position p;
    ck_assert_int_eq(xpgn_catalog_new(&rules), XPGN_OK);
    const xpgn_ruleset *rs = ruleset_in(rules, "hit-points-chess", "");
    ck_assert_int_eq(
        xpgn_position_read(rs, slice_of("4k3/8/8/8/8/8/8/N(1)3K3 w - - 0 9 -"), &p, NULL), XPGN_OK);
    ck_assert_uint_eq(p.hits.left[0], 1);
    xpgn_catalog_free(rules);
}
END_TEST

int main(void) {
    TCase *tcase = tcase_create("hits");
    tcase_add_test(tcase, points_go_with_the_piece);
    tcase_add_test(tcase, points_are_gone_with_the_piece);
    tcase_add_test(tcase, a_position_with_other_points_is_another);
    tcase_add_test(tcase, a_seventh_field_of_other_programs_is_left_out);
    Suite *suite = suite_create("hits");
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
