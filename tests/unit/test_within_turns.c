/* SPDX-License-Identifier: MIT */
/* Variations that begin inside a turn of several actions, and checkpoints before the first. */
#include "internal/action_facts.h"
#include "walk_fixture.h"

#define LONG AS "[RuleOptions \"mode=blitzkrieg\"]\n"
#define ARMIES "6bk/6nn/5p2/8/8/2P5/1N6/KB6"
#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
#define CHECKPOINT(fen) "{[%xfen " fen "]} "

/* Every step but the first in a few letters: "1/0 c3-c4" is an action of turn 1 at depth 0. */
static void note(xpgn_buffer *b, const xpgn_step *s) {
    static const char *const word[] = {"", "", "turn", "comment", "(", ")", "*"};
    const char *text = s->kind == XPGN_STEP_ACTION ? s->facts->text : word[s->kind];
    if (s->kind != XPGN_STEP_START)
        xpgn_buffer_printf(b, "%u/%u %s; ", s->ply, s->depth, text);
}

/* A good record, and its steps. */
static void check_walk(const char *text, const char *steps) {
    xpgn_game game = {.text = {text, strlen(text)}, .file = "-", .number = 1, .line = 1};
    const xpgn_step *s;
    xpgn_buffer b = {0};
    check_good(text);
    ck_assert_int_eq(xpgn_walk_begin(seen.walk, &game), XPGN_OK);
    while (xpgn_walk_next(seen.walk, &s) == XPGN_OK)
        note(&b, s);
    xpgn_buffer_char(&b, '\0');
    ck_assert_str_eq(b.data, steps);
    xpgn_buffer_free(&b);
}

/* ---- variations ------------------------------------------------------------------------------ */

#define ARMY_GAME LONG "[FEN \"" ARMIES " w - - 0 9\"]\n\n"

/* Without a number it replaces the last action only, for the turn has begun. */
START_TEST(a_variation_goes_on_within_its_turn) {
    check_walk(ARMY_GAME "9. c3-c4 Nb2-b3 (Nb2-c2 Bb1@b2) Ka1-a2 9... f6-f5 *",
               "1/0 c3-c4; 1/0 Nb2-b3; 1/1 (; 1/1 Nb2-c2; 1/1 Bb1@b2; 1/1 turn; 1/1 ); "
               "1/0 Ka1-a2; 1/0 turn; 2/0 f6-f5; 2/0 turn; 2/0 *; ");
    check_walk(ARMY_GAME "9. c3-c4 Nb2-b3 (Nb2-c2 (Nb2-d2 Ka1-a2) Ka1-a2) Ka1-a2 *",
               "1/0 c3-c4; 1/0 Nb2-b3; 1/1 (; 1/1 Nb2-c2; 1/2 (; 1/2 Nb2-d2; 1/2 Ka1-a2; "
               "1/2 turn; 1/2 ); 1/1 Ka1-a2; 1/1 turn; 1/1 ); 1/0 Ka1-a2; 1/0 turn; 1/0 *; ");
}
END_TEST

START_TEST(a_variation_within_a_turn_may_go_on_for_turns) {
    check_walk(ARMY_GAME "9. c3-c4 Nb2-b3 (Nb2-c2 9... f6-f5 Bg8-f8 (Bg8@f8 Nh7-h6) 10. c4-c5) *",
               "1/0 c3-c4; 1/0 Nb2-b3; 1/1 (; 1/1 Nb2-c2; 1/1 turn; 2/1 f6-f5; 2/1 Bg8-f8; 2/2 (; "
               "2/2 Bg8@f8; 2/2 Nh7-h6; 2/2 turn; 2/2 ); 2/1 turn; 3/1 c4-c5; 3/1 turn; 1/1 ); "
               "1/0 turn; 1/0 *; ");
}
END_TEST

START_TEST(with_a_number_a_variation_replaces_the_turn) {
    check_walk(ARMY_GAME "9. c3-c4 (9. Nb2-b3 c3-c4) Nb2-b3 (9. Ka1-a2) *",
               "1/0 c3-c4; 0/1 (; 1/1 Nb2-b3; 1/1 c3-c4; 1/1 turn; 1/1 ); 1/0 Nb2-b3; 1/1 (; "
               "1/1 Ka1-a2; 1/1 turn; 1/1 ); 1/0 turn; 1/0 *; ");
    check_codes(ARMY_GAME "9. c3-c4 (Nb2-b3 c3-c4) Nb2-b3 *", "M-04:1");
}
END_TEST

/* Two of three Moves are made, one by the pawn: two are left for the variation. */
START_TEST(moves_before_a_variation_count_for_it) {
    check_codes(ARMY_GAME "9. c3-c4 Nb2-b3 (Nb2-c2 Bb1@b2 Ka1-a2) Ka1-a2 *", "AS-10:1");
    check_codes(ARMY_GAME "9. c3-c4 Nb2-b3 (Nb2-c2 c4-c5) Ka1-a2 *", "AS-10:1");
    check_good(ARMY_GAME "9. c3-c4 Nb2-b3 (9. Nb2-c2 Bb1@b2 Ka1-a2) Ka1-a2 *");
}
END_TEST

START_TEST(a_variation_behind_a_won_challenge_goes_on) {
    check_walk(CC "[XFEN \"r2k3r/8/8/8/3p4/2N1P3/8/R3K2R w - - 0 9\"]\n\n"
                  "9. Nc3xd4 <6=7:1=1x@a1> <1> Ke1-e2 (<1> Ke1-f1) (K@- <1+1=2>) 9... <1> Kd8-e8 *",
               "1/0 Nc3xd4; 1/0 Ke1-e2; 1/1 (; 1/1 Ke1-f1; 1/1 turn; 1/1 ); 1/1 (; 1/1 K@-; "
               "1/1 turn; 1/1 ); 1/0 turn; 2/0 Kd8-e8; 2/0 turn; 2/0 *; ");
}
END_TEST

/* ---- checkpoints before the first action ----------------------------------------------------- */

START_TEST(a_checkpoint_before_the_first_action_is_of_the_start) {
    check_good(CHECKPOINT(START " w KQkq - 0 1") "1. e4 *");
    check_good(CHECKPOINT(START " w KQkq - 0 1") "*");
    check_good(CA "\n" CHECKPOINT(START " w KQkq - 0 1") "1. e4 *");
    check_good(CC "\n" CHECKPOINT(START " w - - 0 1") "1. <2> e2-e4 *");
    check_good(ARMY_GAME CHECKPOINT(ARMIES " w - - 0 9") "9. c3-c4 *");
    check_good("{a} " CHECKPOINT(START " w KQkq - 0 1") "{b} 1. e4 *");
}
END_TEST

START_TEST(a_wrong_checkpoint_before_the_first_action_is_an_error) {
    static const char wrong[] = CHECKPOINT(START " b KQkq - 0 1") "1. e4 *";
    check_codes(wrong, "P-12:0");
    check_place(wrong, 0, "[%xfen " START " b KQkq - 0 1]");
    check_codes(CHECKPOINT(START " w KQkq - 0 2") "1. e4 *", "P-12:0");
    check_codes(CHECKPOINT(START " w KQk - 0 1") "1. e4 *", "P-12:0");
    check_codes(CHECKPOINT("rnbqkbnr") "1. e4 *", "P-01:0");
    check_codes(CC "\n" CHECKPOINT(START " b - - 0 1") "1. <2> e2-e4 *", "P-12:0");
    check_codes(ARMY_GAME CHECKPOINT(ARMIES " b - - 0 9") "9. c3-c4 *", "P-12:0");
}
END_TEST

/* Each comment before the first action has its own. */
START_TEST(each_of_several_early_checkpoints_is_checked) {
    check_good(CHECKPOINT(START " w KQkq - 0 1") CHECKPOINT(START " w KQkq - 0 1") "1. e4 *");
    check_codes(CHECKPOINT(START " b KQkq - 0 1") CHECKPOINT(START " w KQkq - 0 1") "1. e4 *",
                "P-12:0");
    check_codes(CHECKPOINT(START " w KQkq - 0 1") CHECKPOINT(START " b KQkq - 0 1") "1. e4 *",
                "P-12:0");
}
END_TEST

/* Without a start position there is nothing to compare it with. */
START_TEST(an_early_checkpoint_of_a_game_that_cannot_be_played_is_skipped) {
    check_codes("[Variant \"draughts\"]\n\n" CHECKPOINT(START " b KQkq - 0 1") "1. e4 *", "T-02:0");
    check_codes("[FEN \"rnbqkbnr\"]\n\n" CHECKPOINT(START " b KQkq - 0 1") "1. e4 *", "P-01:0");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("within turns");
    TCase *tc = tcase_create("within turns");
    tcase_add_checked_fixture(tc, walk_set_up, walk_tear_down);
    tcase_add_test(tc, a_variation_goes_on_within_its_turn);
    tcase_add_test(tc, a_variation_within_a_turn_may_go_on_for_turns);
    tcase_add_test(tc, with_a_number_a_variation_replaces_the_turn);
    tcase_add_test(tc, moves_before_a_variation_count_for_it);
    tcase_add_test(tc, a_variation_behind_a_won_challenge_goes_on);
    tcase_add_test(tc, a_checkpoint_before_the_first_action_is_of_the_start);
    tcase_add_test(tc, a_wrong_checkpoint_before_the_first_action_is_an_error);
    tcase_add_test(tc, each_of_several_early_checkpoints_is_checked);
    tcase_add_test(tc, an_early_checkpoint_of_a_game_that_cannot_be_played_is_skipped);
    suite_add_tcase(suite, tc);
    return run_suite(suite);
}
