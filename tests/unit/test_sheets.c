/* SPDX-License-Identifier: MIT */
/* Several sheets of one game: what differs, why, and the record that explains them. */
#include "suite.h"

#include <stdio.h>
#include <string.h>

#include "xpgn.h"

#define CA "[Variant \"chess-attack\"]\n"

static xpgn_catalog *rules;
static xpgn_sheets *sheets;
static xpgn_game games[XPGN_MAX_SHEETS + 1];

static void set_up(void) {
    ck_assert_int_eq(xpgn_catalog_new(&rules), XPGN_OK);
    ck_assert_int_eq(xpgn_sheets_new(&sheets, rules), XPGN_OK);
}

static void tear_down(void) {
    xpgn_sheets_free(sheets);
    xpgn_catalog_free(rules);
}

/* Compares the texts up to the first NULL. */
static xpgn_status compare(const char *const text[], size_t *count) {
    size_t n = 0;
    for (; n <= XPGN_MAX_SHEETS && text[n] != NULL; n++)
        games[n] =
            (xpgn_game){.text = {text[n], strlen(text[n])}, .file = "-", .number = 1, .line = 1};
    *count = n;
    return xpgn_sheets_compare(sheets, games, n);
}

/* "3:2. Nf3 'Nf3' tied Nh3: 0 'Nf3'@12+3, 1 'Nh3'@12+3 until 3. Nxe5", with the number of the slip
 */
static void describe(xpgn_buffer *b, const xpgn_difference *d, size_t count) {
    xpgn_buffer_printf(b, "%u:%s '%s'%s", d->ply, d->turn, d->text, d->guess ? " guess" : "");
    if (d->tied != NULL)
        xpgn_buffer_printf(b, " tied %s", d->tied);
    for (size_t i = 0; i < count; i++) {
        const xpgn_reading *r = &d->reading[i];
        xpgn_buffer_printf(b, "%s %d '%s'@%u+%u", i > 0 ? "," : ":", (int)r->slip, r->text,
                           r->place.offset, r->place.length);
        if (r->until != NULL)
            xpgn_buffer_printf(b, "%s until %s", r->allowed ? " allowed" : "", r->until);
        else if (!r->allowed)
            xpgn_buffer_text(b, " refused");
    }
    xpgn_buffer_char(b, '\n');
}

static void differ(const char *expected, const char *const text[]) {
    size_t n, count;
    xpgn_buffer b = {0};
    ck_assert_msg(compare(text, &n) == XPGN_OK, "%s", xpgn_sheets_error(sheets));
    const xpgn_difference *list = xpgn_sheets_differences(sheets, &count);
    for (size_t i = 0; i < count; i++)
        describe(&b, &list[i], n);
    xpgn_buffer_char(&b, '\0');
    ck_assert_str_eq(b.data, expected);
    xpgn_buffer_free(&b);
}

static void merge_is(const char *expected) {
    xpgn_buffer b = {0};
    xpgn_sheets_merge(sheets, &b);
    xpgn_buffer_char(&b, '\0');
    ck_assert_str_eq(b.data, expected);
    xpgn_buffer_free(&b);
}

#define SHEETS(...) ((const char *const[]){__VA_ARGS__, NULL})

START_TEST(what_a_slip_is_told_with_its_place) {
    differ("3:2. Nf3 'Nf3': 0 'Nf3'@12+3, 1 'Nh3'@12+3 until 3. Nxe5\n",
           SHEETS("1. e4 e5 2. Nf3 Nc6 3. Nxe5 *", "1. e4 e5 2. Nh3 Nc6 3. Nxe5 *"));
    differ("4:2... Nc6 'Nc6': 0 'Nc6'@16+3, 5 ''@16+0\n",
           SHEETS("1. e4 e5 2. Nf3 Nc6 *", "1. e4 e5 2. Nf3 *"));
    differ("2:1... e5 'e5': 0 'e5'@6+2, 7 'Nf3'@9+3 until 1... Nf3\n",
           SHEETS("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *", "1. e4 2. Nf3 e5 Nc6 3. Bb5 a6 *"));
    differ("3:2. Nf3 'Nf3': 0 'Nf3'@12+3, 4 'Nf3'@9+2\n",
           SHEETS("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *", "1. e4 e5 3. Nf3 Nc6 4. Bb5 a6 *"));
    differ("5:3. '': 6 'Nf3'@23+3 until 3. Nf3, 0 ''@23+0\n"
           "5:3. '': 6 'Nc6'@27+3 until 3. Nc6, 0 ''@23+0\n",
           SHEETS("1. e4 e5 2. Nf3 Nc6 2. Nf3 Nc6 3. Bb5 a6 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *"));
    differ("0:White 'A': 0 'A'@8+1, 9 'B'@8+1\n",
           SHEETS("[White \"A\"]\n[Event \"X\"]\n\n1. e4 *", "[White \"B\"]\n\n1. e4 *"));
}
END_TEST

START_TEST(two_of_three_sheets_decide) {
    differ("3:2. exd5 'exd5 <5+0=7w:1+1=5x>': 0 'exd5 <5:1>'@37+10, 2 'exd5 <5:2>'@37+10, "
           "0 'exd5 <5:1>'@37+10\n",
           SHEETS(CA "1. e4 d5 2. exd5 <5:1> *", CA "1. e4 d5 2. exd5 <5:2> *",
                  CA "1. e4 d5 2. exd5 <5:1> *"));
    differ("4:result '1-0': 0 '1-0'@20+3, 8 '0-1'@20+3, 0 '1-0'@20+3\n",
           SHEETS("1. e4 e5 2. Nf3 Nc6 1-0", "1. e4 e5 2. Nf3 Nc6 0-1", "1. e4 e5 2. Nf3 Nc6 1-0"));
}
END_TEST

START_TEST(a_tie_and_a_guess_are_marked) {
    differ("3:2. Nf3 'Nf3' tied Nh3: 0 'Nf3'@12+3, 1 'Nh3'@12+3\n",
           SHEETS("1. e4 e5 2. Nf3 Nc6 *", "1. e4 e5 2. Nh3 Nc6 *"));
    merge_is("[Result \"*\"]\n\n1. e4\n1... e5\n2. Nf3\n{tie: or Nh3}\n2... Nc6\n*\n\n");
    differ("3:2. Nf3 'Nf3' guess: 1 'Kf3'@12+3 until 2. Kf3, 1 'Nf7'@12+3 until 2. Nf7\n",
           SHEETS("1. e4 e5 2. Kf3 Nc6 3. Bb5 a6 *", "1. e4 e5 2. Nf7 Nc6 3. Bb5 a6 *"));
    merge_is("[Result \"*\"]\n\n1. e4\n1... e5\n2. Nf3\n{guess: no sheet has this}\n2... Nc6\n3. "
             "Bb5\n3... a6\n*\n\n");
}
END_TEST

START_TEST(a_result_that_the_rules_refuse_is_not_allowed) {
    differ("4:result '0-1': 0 '0-1'@20+3, 8 '1-0'@20+3 refused\n",
           SHEETS("1. f3 e5 2. g4 Qh4# 0-1", "1. f3 e5 2. g4 Qh4# 1-0"));
}
END_TEST

START_TEST(sheets_that_agree_have_no_difference) {
    differ("", SHEETS("1. e4 e5 {good} *", "1. e2-e4 e7-e5 $1 *"));
    merge_is("[Result \"*\"]\n\n1. e4\n1... e5\n{good} *\n\n");
}
END_TEST

static void fails(const char *error, const char *const text[]) {
    size_t n, count = 99;
    xpgn_buffer b = {0};
    ck_assert_int_eq(compare(text, &n), XPGN_INVALID);
    ck_assert_str_eq(xpgn_sheets_error(sheets), error);
    (void)xpgn_sheets_differences(sheets, &count);
    ck_assert_uint_eq(count, 0);
    xpgn_sheets_merge(sheets, &b);
    ck_assert_uint_eq(b.size, 0);
    xpgn_buffer_free(&b);
}

/* Nothing of the comparison before is left, whatever the next one comes to. */
START_TEST(what_cannot_be_compared_is_said_and_leaves_nothing) {
    static const char *const clash[] = {"1. e4 e5 2. Nf3 Nc6 *", "1. e4 e5 2. Nh3 Nc6 *", NULL};
    const char *expected = "3:2. Nf3 'Nf3' tied Nh3: 0 'Nf3'@12+3, 1 'Nh3'@12+3\n";
    char one[400] = "", other[400] = "";
    for (size_t i = 0; i < 17; i++) {
        strcat(one, "Nf3 Nf6 Ng1 Ng8 ");
        strcat(other, "Nc3 Nc6 Nb1 Nb8 ");
    }
    differ(expected, clash);
    fails("1 sheet, expected 2 to 8", SHEETS("1. e4 *"));
    differ(expected, clash);
    fails("9 sheets, expected 2 to 8", SHEETS("*", "*", "*", "*", "*", "*", "*", "*", "*"));
    differ(expected, clash);
    fails("-: another game than that of the first sheet: Five Dice",
          SHEETS(CA "1. e4 *", "[Variant \"five-dice\"]\n1. e4 *"));
    differ(expected, clash);
    fails("no legal record explains the sheets with at most 64 slips", SHEETS(one, other));
    differ(expected, clash);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("sheets");
    TCase *tcase = tcase_create("sheets");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_set_timeout(tcase, 60); /* one second of searching in vain, and machines are busy */
    tcase_add_test(tcase, what_a_slip_is_told_with_its_place);
    tcase_add_test(tcase, two_of_three_sheets_decide);
    tcase_add_test(tcase, a_tie_and_a_guess_are_marked);
    tcase_add_test(tcase, a_result_that_the_rules_refuse_is_not_allowed);
    tcase_add_test(tcase, sheets_that_agree_have_no_difference);
    tcase_add_test(tcase, what_cannot_be_compared_is_said_and_leaves_nothing);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
