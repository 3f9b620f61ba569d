/* SPDX-License-Identifier: MIT */
/* Forms that other programs and older records have, and what is said of them. */
#include "walk_fixture.h"

#define FD "[Variant \"five-dice\"]\n"
#define CA "[Variant \"chess-attack\"]\n"
#define CC "[Variant \"combat-chess-2\"]\n"
#define DUEL "[XFEN \"4k3/8/8/8/8/8/1p6/K7 w - - 0 1\"]\n\n"
#define EN_PASSANT "[FEN \"1r2k3/2P5/8/3pP3/8/8/8/4K3 w - d6 0 1\"]\n\n"

static void check_lint(const char *text, const char *codes) {
    char all[100];
    snprintf(all, sizeof all, "T-19:0%s%s", *codes != '\0' ? " " : "", codes); /* of tags */
    seen.options.lint = true;
    check_codes(text, all);
    seen.options.lint = false;
}

START_TEST(a_tag_pair_may_be_spread_over_lines) {
    check_good("[Event\n\"A\"\r\n]\n[\nResult\n\n\"1-0\" ]\n\n1. e4 1-0");
    check_codes("[Event\n\"A\"]\n[Result \"1-0\"\n]\n\n1. e4 0-1", "X-02:1");
    check_codes("[Event \"A\nB\"]\n\n*", "L-11:0"); /* its value, with a warning */
    check_codes("[Event \"A\"\n[Site \"B\"]\n\n*", "L-11:0");
    check_codes("1. e4 [\ne5 Ke5 *", "L-06:1 C-1:3");
}
END_TEST

START_TEST(a_tag_name_in_other_letters_is_a_warning) {
    check_codes("[RESULT \"1-0\"]\n\n1. e4 1-0", "T-17:0");
    check_codes("[fen \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *", "T-17:0 P-04:0 P-04:0");
    check_codes("[Setup \"1\"]\n[Fen \"x\"]\n\n*", "T-17:0 P-01:0"); /* one finding of both */
    check_good("[Fend \"x\"]\n[ev \"1\"]\n[elo \"9999\"]\n\n*");
}
END_TEST

START_TEST(a_null_move_passes_the_turn_of_a_variation) {
    check_good("1. e4 e5 (1... -- 2. d4 Z0 3. d5) (1... @@@@ 2. Nf3 (2. null d5)) *");
    check_good("1. e4 e5 2. Nf3 (2. -- {[%xfen rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR "
               "b KQkq - 1 2]}) *");
    check_good(CA "\n1. e4 e5 (1... -- 2. d4) *");
    check_lint("1. e4 e5 (1... -- 2. d4 Z0) *", "M-15:2 M-15:4");
    check_codes("1. e4 -- *", "C-1:2");
    check_codes("[Variant \"combat-chess-2\"]\n\n1. <1> e2-e3 (1. --) *", "CC-4:1");
    check_codes("1. e4 f5 2. Qh5+ g6 (2... -- 3. Qxe8) *", "C-2:5");
}
END_TEST

START_TEST(a_missing_half_move_ends_the_checks_of_its_line) {
    check_codes("1. e4 {[%missing]} 2. Nf3 Qx9 (2... zz) 3. <5:2> d4 1-0", "M-16:1");
    check_codes("1. e4 e5 (1... c5 {[%missing]} 2... Kd7) 2. Ke3 *", "M-16:2 C-1:3");
    check_codes("{[%missing]} 1... e5 *", "M-16:0");
    check_codes("1. e4 {[%missing]} (1. d9) *", "M-16:1 C-1:1"); /* what it replaces is known */
    check_codes("[PlyCount \"9\"]\n\n1. e4 {[%clk 1] [%missing]} *", "M-16:1");
    check_codes("[Variant \"assault-and-siege\"]\n[RuleOptions \"mode=fast\"]\n"
                "[FEN \"7k/6pp/8/8/8/p7/PP6/K7 w - - 0 2\"]\n\n2. b3 {[%missing]} 2... Q@ *",
                "M-16:1");
    check_good("1. e4 {[%mission] [%mdl 64]} *");
}
END_TEST

START_TEST(nobody_wins_a_double_forfeit) {
    check_good("[Result \"0-0\"]\n\n1. e4 0-0 {neither came back} ; so");
    check_good("[Result \"0-0\"]\n\n0\xE2\x80\x93"
               "0");
    check_good("[Result \"0-0\"]\n\n1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. 0-0 0-0 0-0");
    check_codes("[Result \"*\"]\n\n1. e4 0-0", "C-1:2 X-01:2");
    check_codes("[Result \"0-0\"]\n\n1. e4 1-0", "X-02:1");
    check_codes("[Result \"0-0\"]\n\n1. e4 *", "X-02:1");
    check_codes("[Result \"0-0\"]\n\n1. f3 e5 2. g4 Qh4# 0-0", "C-3:4");
}
END_TEST

START_TEST(promotions_and_en_passant_are_read_as_books_have_them) {
    check_good(EN_PASSANT "1. cxb8(Q)+ *");
    check_good(EN_PASSANT "1. c8(n) *");
    check_good(EN_PASSANT "1. exd6 ep Rb7 *");
    check_good(EN_PASSANT "1. exd6(e.p.)! Rb7 *");
    check_good(EN_PASSANT "1. exd6 (ep) Rb7 *");
    check_codes("1. e4 (N) *", "L-13:0"); /* a variation */
    check_lint(EN_PASSANT "1. cxb8(Q) *", "M-10:1 M-08:1");
    check_codes(EN_PASSANT "1. exd6 (e.p.? no) *", "M-01:1");
}
END_TEST

START_TEST(a_colon_says_a_fate) {
    check_good(FD DUEL "1. Kxb2 <2> *");
    check_good(FD DUEL "1. Kxb2 <2:x> *");
    check_codes(FD DUEL "1. Kxb2 <2:> *", "FD-3:1");
    check_codes(CA "\n1. e4 d5 2. exd5 <5:> *", "CA-3:3");
}
END_TEST

START_TEST(where_nobody_is_taken_prisoner_no_castle_is_named) {
    check_codes(CA "\n1. e4 d5 2. exd5 <5w:1x@a1> *", "R-05:3");
    check_codes(FD DUEL "1. Kxb2 <2:x@a1> *", "R-05:1");
}
END_TEST

START_TEST(a_roll_in_other_form_is_lint) {
    check_lint(CA "\n1. e4 d5 2. exd5 <5:1> *", "");
    check_lint(CA "\n1. e4 d5 2. exd5 <05:1> *", "M-10:3");
    check_lint(CA "\n1. e4 d5 2. exd5 < 5:1> *", "M-10:3");
    check_good(CA "\n1. e4 d5 2. exd5 <05:1> *");
}
END_TEST

START_TEST(so_is_a_turn_roll) {
    check_lint(CC "\n1. <2> Ng1-g3 *", "");
    check_lint(CC "\n1. <02> Ng1-g3 *", "M-10:1");
    check_lint(CC "\n1. Ng1-g3 {[%turn 2]} *", "");
    check_lint(CC "\n1. Ng1-g3 {[%turn 02]} *", "M-10:1");
    check_good(CC "\n1. <02> Ng1-g3 *");
}
END_TEST

START_TEST(more_pieces_than_a_game_can_have_are_a_warning) {
    check_codes("[FEN \"rnbqkbnr/pppppppp/8/8/8/P7/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n\n*",
                "P-04:0");
    check_codes("[FEN \"4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1\"]\n\n*", "P-04:0");
    check_codes("[FEN \"4k3/8/8/8/8/8/PPPPPPP1/QQBBBK2 w - - 0 1\"]\n\n*", "P-04:0");
    ck_assert_int_eq(finding(0)->level, XPGN_WARNING);
    check_good("[FEN \"4k3/8/8/8/8/8/PPPPPPP1/QQBBK3 w - - 0 1\"]\n\n*");
    check_good(CA "[FEN \"4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1\"]\n\n*"); /* no promotion there */
}
END_TEST

START_TEST(the_piece_on_the_from_square_is_named) {
    check_codes("1. e4 e5 2. g1f3 *", "C-1:3");
    ck_assert_str_eq(finding(0)->text, "a knight stands on g1, not a pawn");
    /* where all half-moves are squares, the piece on the first is meant */
    check_codes("1. e2e4 d7d5 2. g1f3 d5e4 3. f1b5 c7c6 4. e1g1 c6b5 *", "M-18:3");
    check_codes("1. h2h4 g7g5 2. h4g5 g8f6 3. g5f6 h8g8 4. f6e7 a7a6 5. e7d8q (5. e7f8n) *",
                "M-06:3 M-18:4");
    check_codes("1. Bg1f3 *", "C-1:1");
    ck_assert_str_eq(finding(0)->text, "a knight stands on g1, not a bishop");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("format");
    TCase *tc = tcase_create("format");
    tcase_add_checked_fixture(tc, walk_set_up, walk_tear_down);
    tcase_add_test(tc, a_tag_pair_may_be_spread_over_lines);
    tcase_add_test(tc, a_tag_name_in_other_letters_is_a_warning);
    tcase_add_test(tc, a_null_move_passes_the_turn_of_a_variation);
    tcase_add_test(tc, a_missing_half_move_ends_the_checks_of_its_line);
    tcase_add_test(tc, nobody_wins_a_double_forfeit);
    tcase_add_test(tc, promotions_and_en_passant_are_read_as_books_have_them);
    tcase_add_test(tc, a_colon_says_a_fate);
    tcase_add_test(tc, where_nobody_is_taken_prisoner_no_castle_is_named);
    tcase_add_test(tc, a_roll_in_other_form_is_lint);
    tcase_add_test(tc, so_is_a_turn_roll);
    tcase_add_test(tc, more_pieces_than_a_game_can_have_are_a_warning);
    tcase_add_test(tc, the_piece_on_the_from_square_is_named);
    suite_add_tcase(suite, tc);
    return run_suite(suite);
}
