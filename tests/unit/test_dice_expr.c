/* SPDX-License-Identifier: MIT */
/* Dice as people write them: their form. */
#include "suite.h"

#include "core/base/dice_expr.h"

static const struct {
    const char *text, *written;
    unsigned count, pips;
    int adds;
} read[] = {
    {"d6", "d6", 1, 6, 0},
    {"1d6", "d6", 1, 6, 0},
    {"d", "d8", 1, 8, 0},
    {"3d", "3d8", 3, 24, 0},
    {"2d6+1", "2d6+1", 2, 12, 1},
    {"1+2d6+1", "2d6+2", 2, 12, 2},
    {"d12+d4", "d12+d4", 2, 16, 0},
    {"d4+d4+d12+d4", "2d4+d12+d4", 4, 24, 0},
    {"d8-1", "d8-1", 1, 8, -1},
    {"0", "0", 0, 0, 0},
    {"99", "99", 0, 0, 99},
    {"16d2", "16d2", 16, 32, 0},
    {"2d100", "2d100", 2, 200, 0},
    {"d2+d3+d4+d5+d6+d7+d8+d9+d10+d11+d12+d13+d14+d15+d16+d17-16",
     "d2+d3+d4+d5+d6+d7+d8+d9+d10+d11+d12+d13+d14+d15+d16+d17-16", 16, 152, -16},
};

START_TEST(an_expression_has_dice_and_numbers) {
    struct dice_expr e, again;
    char text[DICE_EXPR_TEXT];
    ck_assert_ptr_null(dice_expr_read(read[_i].text, 8, &e));
    ck_assert_uint_eq(e.count, read[_i].count);
    ck_assert_uint_eq(dice_expr_pips(&e), read[_i].pips);
    ck_assert_int_eq(e.adds, read[_i].adds);
    dice_expr_write(&e, text);
    ck_assert_str_eq(text, read[_i].written);
    ck_assert_ptr_null(dice_expr_read(text, 8, &again));
    ck_assert_mem_eq(&e, &again, sizeof e);
}
END_TEST

static const char *const wrong[] = {"",     "x",     "6d",    "d1",         "d101", "0d6",
                                    "17d6", "d6+",   "d6 ",   "+d6",        "d-6",  "2d06",
                                    "02d6", "d6d6",  "d6-d4", "100",        "3d99", "d6+-1",
                                    "D6",   "d1000", "99+1",  "99d6-99-99", "-1",   "1-3"};

START_TEST(other_text_is_none) {
    struct dice_expr e;
    ck_assert_msg(dice_expr_read(wrong[_i], 0, &e) != NULL, "%s", wrong[_i]);
}
END_TEST

START_TEST(dice_are_even_if_their_faces_are) {
    struct dice_expr e;
    ck_assert_ptr_null(dice_expr_read("3d8", 0, &e));
    ck_assert(dice_expr_is_even(&e));
    ck_assert_uint_eq(dice_expr_pips(&e), 24);
    e.faces[2] = 6;
    ck_assert(!dice_expr_is_even(&e));
    ck_assert_ptr_null(dice_expr_read("0", 0, &e));
    ck_assert(dice_expr_is_even(&e));
    ck_assert_uint_eq(dice_expr_pips(&e), 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("dice_expr");
    TCase *tc = tcase_create("dice_expr");
    suite_add_tcase(suite, tc);
    tcase_add_loop_test(tc, an_expression_has_dice_and_numbers, 0, sizeof read / sizeof *read);
    tcase_add_loop_test(tc, other_text_is_none, 0, sizeof wrong / sizeof *wrong);
    tcase_add_test(tc, dice_are_even_if_their_faces_are);
    return run_suite(suite);
}
