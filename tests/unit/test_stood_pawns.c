/* SPDX-License-Identifier: MIT */
/* What stood although illegal: which pawn is meant, and a turn that was passed with a roll. */
#include "walk_fixture.h"

#define STOOD " {[%illegal stood]} "
#define XFEN(position) "[XFEN \"" position "\"]\n\n"

/* One warning, that by this rule the action was illegal, and this position at the end. */
static void check_stood(const char *text, const char *rule, const char *final) {
    for (int verdict = 0; verdict < 2; verdict++) {
        size_t count;
        seen.options.detail = verdict != 0 ? XPGN_VERDICT : XPGN_STEPS;
        walk_text(text);
        const xpgn_finding *list = xpgn_walk_findings(seen.walk, &count);
        ck_assert_msg(count == 1 && strcmp(list[0].code, "M-13") == 0 &&
                          list[0].level == XPGN_WARNING && strstr(list[0].text, rule) != NULL,
                      "%s (%s): %s", seen.findings.data, count > 0 ? list[0].text : "", text);
        ck_assert_str_eq(seen.final, final);
    }
    seen.options.detail = XPGN_STEPS;
}

/* ---- the pawn that can go there, of several on its file -------------------------------------- */

/* White stands in check, so every one of these is illegal. */
START_TEST(of_doubled_pawns_the_one_steps_that_can) {
    check_stood(XFEN("4r1k1/8/8/8/3P4/8/3P4/4K3 w - - 0 1") "1. d5" STOOD "*", "C-2",
                "4r1k1/8/8/3P4/8/8/3P4/4K3 b - - 0 1");
    check_stood(XFEN("4r1k1/8/8/8/3P4/8/3P4/4K3 w - - 0 1") "1. d3" STOOD "*", "C-2",
                "4r1k1/8/8/8/3P4/3P4/8/4K3 b - - 0 1");
    check_stood(XFEN("4r1k1/3P4/8/8/8/8/3P4/4K3 w - - 0 1") "1. d4" STOOD "*", "C-2",
                "4r1k1/3P4/8/8/3P4/8/8/4K3 b - - 0 1");
    check_stood(XFEN("4k3/3p4/8/3p4/8/8/8/4R1K1 b - - 0 1") "1... d4" STOOD "*", "C-2",
                "4k3/3p4/8/8/3p4/8/8/4R1K1 w - - 0 2");
}
END_TEST

START_TEST(of_doubled_pawns_the_one_takes_that_can) {
    check_stood(XFEN("6k1/8/8/3p4/4P3/8/4P3/r3K3 w - - 0 1") "1. exd5" STOOD "*", "C-2",
                "6k1/8/8/3P4/8/8/4P3/r3K3 b - - 0 1");
    check_stood(XFEN("6k1/8/4P3/3p4/4P3/8/8/r3K3 w - - 0 1") "1. exd5" STOOD "*", "C-2",
                "6k1/8/4P3/3P4/8/8/8/r3K3 b - - 0 1");
    check_stood(XFEN("R3k3/4p3/8/4p3/3P4/8/8/6K1 b - - 0 1") "1... exd4" STOOD "*", "C-2",
                "R3k3/4p3/8/8/3p4/8/8/6K1 w - - 0 2");
    check_stood(XFEN("R3k3/8/8/4p3/3P4/4p3/8/6K1 b - - 0 1") "1... exd4" STOOD "*", "C-2",
                "R3k3/8/8/8/3p4/4p3/8/6K1 w - - 0 2");
}
END_TEST

START_TEST(a_single_pawn_goes_wherever_it_is_written) {
    check_stood("1. e4 e5 2. e5" STOOD "*", "C-1",
                "rnbqkbnr/pppp1ppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2");
    check_stood("1. e2e5" STOOD "*", "C-1",
                "rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
}
END_TEST

/* Neither can go there: nobody knows which. */
START_TEST(a_step_that_neither_of_two_can_make_is_an_error) {
    check_codes(XFEN("6k1/8/8/3p4/3P4/8/3P4/4K3 w - - 0 1") "1. d5" STOOD "*", "C-1:1");
    check_codes(XFEN("6k1/8/8/8/3P4/8/3P4/4K3 w - - 0 1") "1. d7" STOOD "*", "C-1:1");
    check_codes(XFEN("6k1/8/8/3p4/8/4P3/4P3/4K3 w - - 0 1") "1. exd5" STOOD "*", "C-1:1");
    check_codes(XFEN("6k1/8/3p4/3P4/8/3P4/8/4K3 w - - 0 1") "1. d6" STOOD "*", "C-1:1");
}
END_TEST

START_TEST(other_games_find_the_pawn_too) {
    check_stood(CA XFEN("3k4/8/8/3p4/4P3/8/4P3/4K3 w - - 0 1") "1. exd5 <6+0=8:1+3=5x>" STOOD "*",
                "CA-3", "3k4/8/8/3P4/8/8/4P3/4K3[p] b - - 0 1");
    check_stood(CA XFEN("4k3/8/8/3p4/4P3/8/3P4/4K3 w - - 0 1") "1. e6" STOOD "*", "CA-1",
                "4k3/8/4P3/3p4/8/8/3P4/4K3 b - - 0 1");
}
END_TEST

/* ---- a turn that was passed with its roll ---------------------------------------------------- */

START_TEST(who_passes_though_a_piece_could_go_has_passed) {
    check_stood(CC "\n1. <2> --" STOOD "1... <2> e7-e5 *", "CC-4",
                "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w - - 0 2");
    check_stood(CC "\n1. --" STOOD "1... <2> e7-e5 *", "CC-4",
                "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w - - 0 2");
    check_stood(CC "\n1. <2> e2-e4 1... <3> --" STOOD "2. <1> e4-e5 *", "CC-4",
                "rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR b - - 0 2");
}
END_TEST

START_TEST(a_pass_that_the_roll_asks_for_is_legal) {
    check_good(CC "\n1. <6> -- 1... <2> e7-e5 *");
    check_codes(CC "\n1. <6> --" STOOD "1... <2> e7-e5 *", "M-14:1");
    check_codes(CC "\n1. <2> -- 1... <2> e7-e5 *", "CC-4:1");
    check_codes(CC "\n1. -- 1... <2> e7-e5 *", "CC-4:1");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("stood pawns");
    TCase *tc = tcase_create("stood pawns");
    tcase_add_checked_fixture(tc, walk_set_up, walk_tear_down);
    tcase_add_test(tc, of_doubled_pawns_the_one_steps_that_can);
    tcase_add_test(tc, of_doubled_pawns_the_one_takes_that_can);
    tcase_add_test(tc, a_single_pawn_goes_wherever_it_is_written);
    tcase_add_test(tc, a_step_that_neither_of_two_can_make_is_an_error);
    tcase_add_test(tc, other_games_find_the_pawn_too);
    tcase_add_test(tc, who_passes_though_a_piece_could_go_has_passed);
    tcase_add_test(tc, a_pass_that_the_roll_asks_for_is_legal);
    suite_add_tcase(suite, tc);
    return run_suite(suite);
}
