/* SPDX-License-Identifier: MIT */
/* The referee, through the walk: one action and its roll against the rules. */
#include "internal/action_facts.h"
#include "walk_fixture.h"

/* ---- all or nothing -------------------------------------------------------------------------- */

/* The position at the last TURN step before the walk goes dead is the last true one. */
static void check_untouched(const char *text, const char *xfen) {
    xpgn_game game = {.text = {text, strlen(text)}, .file = "-", .number = 1, .line = 1};
    const xpgn_step *s;
    char last[400] = "";
    xpgn_walk_free(seen.walk);
    ck_assert_int_eq(xpgn_walk_new(&seen.walk, seen.rules, NULL), XPGN_OK);
    ck_assert_int_eq(xpgn_walk_begin(seen.walk, &game), XPGN_OK);
    while (xpgn_walk_next(seen.walk, &s) == XPGN_OK) {
        xpgn_buffer b = {0};
        if (s->position == NULL)
            continue;
        xpgn_position_write(&b, xpgn_walk_ruleset(seen.walk), s->position);
        snprintf(last, sizeof last, "%.*s", (int)b.size, b.data);
        xpgn_buffer_free(&b);
    }
    ck_assert_str_eq(last, xfen);
}

START_TEST(a_refused_action_changes_nothing) {
    check_untouched(CA "\n1. e4 d5 2. exd5 *",
                    "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    check_untouched(CA "\n1. e4 d5 2. exd5 <7:1> *",
                    "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    check_untouched(CC "\n1. <2> e2-e4 1... <3> e7-e5 *",
                    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b - - 0 1");
    check_untouched(CC "[XFEN \"r2k3r/8/8/8/3p4/2N1P3/8/R3K2R w - - 0 9\"]\n\n9. Nc3xd4 <6:1x> *",
                    "r2k3r/8/8/8/3p4/2N1P3/8/R3K2R w - - 0 9");
}
END_TEST

START_TEST(a_variation_after_a_refused_action_begins_where_the_line_stands) {
    check_codes("1. e4 e5 2. Ke3 (2. Nf3) *", "C-1:3");
}
END_TEST

/* ---- chess-attack ---------------------------------------------------------------------------- */

START_TEST(dice_are_enough_and_complete_records_say_the_truth) {
    check_good(CA "\n1. e4 d5 2. exd5 <5:2> *");
    check_good(CA "\n1. e4 d5 2. exd5 <5+0=7w:1+1=5x> *");
    ck_assert_str_eq(seen.steps.data, "e4 / d5 / exd5 / * ");
    check_good(CA "\n1. e4 d5 2. exd5 <5=7w:1x> *");
}
END_TEST

START_TEST(each_derived_field_is_charged_to_its_rule_at_its_place) {
    const char *text = CA "\n1. e4 d5 2. exd5 <5+0=7w:1+3=8x> *";
    check_codes(text, "CA-3:3 CA-3:3");
    ck_assert_uint_eq(finding(0)->place.offset, (size_t)(strstr(text, "3=8x") - text));
    check_place(text, 1, "8");
    ck_assert_ptr_nonnull(finding(0)->hint);
    ck_assert_ptr_nonnull(strstr(finding(0)->hint, "<5+0=7w:1+1=5x>"));
}
END_TEST

START_TEST(a_roll_that_says_anything_says_all_its_fates) {
    check_codes(CA "\n1. e4 d5 2. exd5 <5+0=7:1+1=5x> *", "CA-4:3");
    check_codes(CA "\n1. e4 d5 2. exd5 <5=7w:1> *", "CA-4:3");
}
END_TEST

START_TEST(after_a_wrong_derived_field_later_errors_are_still_found) {
    check_codes(CA "\n1. e4 d5 2. exd5 <5+1=7w:1+1=5x> Qxd5 <4+0=8:2+0=3x> 3. Ke5 *",
                "CA-3:3 CA-3:4 CA-1:5");
    ck_assert_str_eq(finding(1)->turn, "2... Qxd5");
}
END_TEST

START_TEST(one_slip_makes_one_error) {
    check_codes(CA "\n1. e4 d5 2. exd5 <5+0=7w:1+1=6x> *", "CA-3:3");
    check_codes(CA "\n1. e4 d5 2. exd5 Qxd5 <4:2> *", "R-01:3");
    check_codes(CA "\n1. e4 <3:2> d5 2. d4 *", "R-02:1");
    check_codes(CA "\n1. e4 d5 2. exd5 <0:2> Qxd5 <4:2> *", "R-03:3");
    check_codes(CA "\n1. e4 d5 2. exd5 <5,5:2> *", "CA-3:3");
}
END_TEST

START_TEST(a_wound_on_a_wounded_piece_is_charged_to_its_own_rule) {
    check_codes(CA "[XFEN \"4k3/8/8/3p*4/4P3/8/8/4K3 w - - 0 9\"]\n\n9. exd5 <1+0=3w:3+0=3w> *",
                "CA-5:1");
    check_good(CA "[XFEN \"4k3/8/8/3p*4/4P3/8/8/4K3 w - - 0 9\"]\n\n9. exd5 <1+0=3w:3+0=3x> *");
}
END_TEST

START_TEST(the_removed_king_ends_the_game_with_its_mark) {
    check_good(CA "[FEN \"4k3/4Q3/8/8/8/8/8/4K3 w - - 0 9\"]\n\n9. Qxe8# <6:1> 1-0");
    check_codes(CA "[FEN \"4k3/4Q3/8/8/8/8/8/4K3 w - - 0 9\"]\n\n9. Qxe8# <1:6> *", "M-07:1");
    check_codes(CA "[FEN \"4k3/4Q3/8/8/8/8/8/4K3 w - - 0 9\"]\n\n9. Qxe8 <6:1> 0-1", "CA-8:1");
    check_codes(CA "[FEN \"4k3/4Q3/8/8/8/8/8/4K3 w - - 0 9\"]\n\n9. Qxe8 <6:1> Kd8 1-0", "CA-8:2");
}
END_TEST

/* ---- five-dice ------------------------------------------------------------------------------- */

START_TEST(five_dice_take_as_many_dice_as_the_ratings_say) {
    check_good(FD "\n1. e4 d5 2. exd5 <5=5:3=3x> *");
    check_codes(FD "\n1. e4 d5 2. exd5 <5,4:3> *", "FD-2:3");
    check_codes(FD "[RuleOptions \"support\"]\n\n1. e4 d5 2. exd5 <5:3> *", "FD-7:3");
    check_codes(FD "\n1. e4 d5 2. exd5 <5+0=5:3=3x> *", "R-05:3");
    check_codes(FD "\n1. e4 d5 2. exd5 <5=4:3=3x> *", "FD-2:3");
}
END_TEST

START_TEST(a_promotion_on_an_attack_that_fails_is_a_warning) {
    const char *fen = FD "[FEN \"3rk3/4P3/8/8/8/8/8/4K3 w - - 0 9\"]\n\n";
    char text[300];
    snprintf(text, sizeof text, "%s9. exd8=Q <1:6,1,1> *", fen);
    check_codes(text, "M-09:1");
    snprintf(text, sizeof text, "%s9. exd8 <1:6,1,1> *", fen);
    check_good(text);
    snprintf(text, sizeof text, "%s9. exd8 <6:5,1,1> *", fen);
    check_codes(text, "FD-1:1");
}
END_TEST

/* ---- combat-chess-2 -------------------------------------------------------------------------- */

START_TEST(a_prisoner_goes_to_a_castle_of_the_winner) {
    const char *fen = CC "[XFEN \"r2k3r/8/8/8/3p4/2N1P3/8/R3K2R w - - 0 9\"]\n\n9. Nc3xd4 ";
    static const char *const rolls[][2] = {{"<6:1x@a1>", ""},       {"<6:1x@h1>", ""},
                                           {"<6:1x@a8>", "CC-8:1"}, {"<6:1x@e4>", "CC-8:1"},
                                           {"<6:1>", "CC-8:1"},     {"<1x@h8:6>", ""},
                                           {"<1x@a1:6>", "CC-8:1"}, {"<2:3>", "CC-6:1"},
                                           {"<2:3 6:1x@a1>", ""},   {"<6:1 6:1x@a1>", "CC-6:1"}};
    for (size_t i = 0; i < sizeof rolls / sizeof *rolls; i++) {
        char text[300];
        snprintf(text, sizeof text, "%s%s *", fen, rolls[i][0]);
        check_codes(text, rolls[i][1]);
    }
}
END_TEST

START_TEST(nobody_is_a_prisoner_of_a_tied_exchange) {
    const char *text = CC "[XFEN \"r2k3r/8/8/8/3p4/2N1P3/8/R3K2R w - - 0 9\"]\n\n"
                          "9. Nc3xd4 <1x@a8:2 6:1x@a1> *";
    xpgn_game game = {.text = {text, strlen(text)}, .file = "-", .number = 1, .line = 1};
    const xpgn_step *s;
    unsigned combats = 0;
    ck_assert_int_eq(xpgn_walk_new(&seen.walk, seen.rules, &seen.options), XPGN_OK);
    ck_assert_int_eq(xpgn_walk_begin(seen.walk, &game), XPGN_OK);
    while (xpgn_walk_next(seen.walk, &s) == XPGN_OK) {
        if (s->kind != XPGN_STEP_ACTION)
            continue;
        const xpgn_exchange *x = s->facts->roll.exchange;
        ck_assert_uint_eq(x[0].side[0].cell_file, XPGN_NO_SQUARE);
        ck_assert_uint_eq(x[0].side[0].cell_rank, XPGN_NO_SQUARE);
        ck_assert_uint_eq(x[1].side[1].cell_file, 0);
        combats++;
    }
    ck_assert_uint_eq(combats, 1);
}
END_TEST

START_TEST(a_turn_roll_stands_before_steps_and_nothing_else) {
    check_codes(CC "\n1. e2-e4 *", "CC-4:1");
    check_codes(CC "\n1. <3> e2-e4 *", "CC-4:1");
    check_codes(CC "\n1. <2> -- *", "CC-4:1");
    check_codes(CC "\n1. <7> e2-e4 *", "R-03:1");
}
END_TEST

START_TEST(a_teleport_needs_its_total) {
    check_good(CC "\n1. K@d4 <2+4=6> *");
    check_good(CC "\n1. K@- <1> *");
    check_codes(CC "\n1. K@d4 <1+4=5> *", "CC-9:1");
    check_codes(CC "\n1. K@d4 <2+3=6> *", "CC-9:1");
    check_codes(CC "\n1. K@d4 *", "R-01:1");
    check_codes(CC "[RuleOptions \"exact-teleport\"]\n\n1. K@d4 <3+4=7> *", "CC-9:1");
}
END_TEST

/* ---- assault-and-siege ----------------------------------------------------------------------- */

START_TEST(a_capture_needs_no_roll_but_its_sum) {
    const char *fen = AS "[FEN \"7k/6pp/8/8/3p4/3P4/2P5/K7 w - - 0 9\"]\n\n9. ";
    static const char *const acts[][2] = {
        {"d3xd4", "AS-4:1"}, {"c2-c3", ""}, {"d3-d4", "AS-2:1"}, {"Ka1-a3", "AS-2:1"}};
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++) {
        char text[300];
        snprintf(text, sizeof text, "%s%s *", fen, acts[i][0]);
        check_codes(text, acts[i][1]);
    }
    check_good(AS "[FEN \"7k/6pp/8/8/2Pp4/3P4/8/K7 w - - 0 9\"]\n\n9. d3xd4 <+1=2:=1x> *");
    check_good(AS "[FEN \"7k/6pp/8/8/2Pp4/3P4/8/K7 w - - 0 9\"]\n\n9. d3xd4 *");
    check_codes(AS "[FEN \"7k/6pp/8/8/2Pp4/3P4/8/K7 w - - 0 9\"]\n\n9. d3xd4 <+0=2:=1x> *",
                "AS-3:1");
}
END_TEST

START_TEST(a_piece_makes_one_move_a_turn) {
    const char *fen =
        AS "[RuleOptions \"mode=fast\"]\n[FEN \"7k/6pp/8/8/8/3P4/2P5/K7 w - - 0 9\"]\n\n9. ";
    static const char *const acts[][2] = {
        {"c2-c3 d3-d4", ""}, {"c2-c3 c3-c4", "AS-10:1"}, {"c2-c3 d3-d4 Ka1-a2", "AS-10:1"}};
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++) {
        char text[300];
        snprintf(text, sizeof text, "%s%s *", fen, acts[i][0]);
        check_codes(text, acts[i][1]);
    }
}
END_TEST

START_TEST(the_die_says_how_many_moves_there_are) {
    const char *fen =
        AS "[RuleOptions \"mode=dice\"]\n[FEN \"7k/6pp/8/8/8/3P4/2P5/K7 w - - 0 9\"]\n\n9. ";
    static const char *const acts[][2] = {{"<1> --", ""},
                                          {"<2> --", "AS-10:1"},
                                          {"<1> c2-c3", "AS-10:1"},
                                          {"<3> c2-c3", ""},
                                          {"<3> c2-c3 d3-d4", "AS-10:1"},
                                          {"<4> c2-c3 d3-d4", ""},
                                          {"c2-c3", "AS-10:1"},
                                          {"<6> c2-c3 <2> d3-d4", "AS-10:1"}};
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++) {
        char text[300];
        snprintf(text, sizeof text, "%s%s *", fen, acts[i][0]);
        check_codes(text, acts[i][1]);
    }
}
END_TEST

/* ---- chess ----------------------------------------------------------------------------------- */

START_TEST(signs_that_are_not_true_are_warnings) {
    check_codes("1. e4+ e5 *", "M-07:1");
    check_codes("1. e4 f5 2. Qh5# *", "M-07:3");
    check_codes("1. e4 d5 2. ed5 Qd5 *", "M-06:3 M-06:4");
    check_codes("1. xe4 *", "M-06:1");
    seen.options.lint = true;
    check_codes("1. e4 f5 2. Qh5 *", "T-19:0 M-08:3");
    check_codes("1. Ng1f3+ *", "T-19:0 M-10:1 M-07:1");
    ck_assert_str_eq(finding(1)->hint, "expected Nf3");
    ck_assert_str_eq(finding(1)->fix[0].text, "Nf3");
    check_place("1. Ng1f3+ *", 1, "Ng1f3");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("referee");
    TCase *tc = tcase_create("referee");
    tcase_add_checked_fixture(tc, walk_set_up, walk_tear_down);
    tcase_add_test(tc, a_refused_action_changes_nothing);
    tcase_add_test(tc, a_variation_after_a_refused_action_begins_where_the_line_stands);
    tcase_add_test(tc, dice_are_enough_and_complete_records_say_the_truth);
    tcase_add_test(tc, each_derived_field_is_charged_to_its_rule_at_its_place);
    tcase_add_test(tc, a_roll_that_says_anything_says_all_its_fates);
    tcase_add_test(tc, after_a_wrong_derived_field_later_errors_are_still_found);
    tcase_add_test(tc, one_slip_makes_one_error);
    tcase_add_test(tc, a_wound_on_a_wounded_piece_is_charged_to_its_own_rule);
    tcase_add_test(tc, the_removed_king_ends_the_game_with_its_mark);
    tcase_add_test(tc, five_dice_take_as_many_dice_as_the_ratings_say);
    tcase_add_test(tc, a_promotion_on_an_attack_that_fails_is_a_warning);
    tcase_add_test(tc, a_prisoner_goes_to_a_castle_of_the_winner);
    tcase_add_test(tc, nobody_is_a_prisoner_of_a_tied_exchange);
    tcase_add_test(tc, a_turn_roll_stands_before_steps_and_nothing_else);
    tcase_add_test(tc, a_teleport_needs_its_total);
    tcase_add_test(tc, a_capture_needs_no_roll_but_its_sum);
    tcase_add_test(tc, a_piece_makes_one_move_a_turn);
    tcase_add_test(tc, the_die_says_how_many_moves_there_are);
    tcase_add_test(tc, signs_that_are_not_true_are_warnings);
    suite_add_tcase(suite, tc);
    return run_suite(suite);
}
