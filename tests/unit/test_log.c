/* SPDX-License-Identifier: MIT */
/* The log of findings, and the list of codes. */
#include "text_fixture.h"
#include "xpgn_codes.h"

#include <stdio.h>

static struct log log_of, *const findings = &log_of;

static void setup(void) {
    log_init(findings);
}

static void teardown(void) {
    log_free_parts(findings);
}

static xpgn_place at(uint32_t offset, uint32_t length) {
    return (xpgn_place){offset, length};
}

START_TEST(a_finding_keeps_code_level_place_and_text) {
    findings->turn = "3. Nxd5";
    findings->ply = 5;
    log_add(findings, D_TOKEN, at(7, 2), "\"%s\" is no token", "&&");
    size_t count;
    const xpgn_finding *f = log_list(findings, &count);
    ck_assert_uint_eq(count, 1);
    ck_assert_str_eq(f->code, "L-06");
    ck_assert_int_eq(f->level, XPGN_ERROR);
    ck_assert_uint_eq(f->place.offset, 7);
    ck_assert_uint_eq(f->place.length, 2);
    ck_assert_str_eq(f->text, "\"&&\" is no token");
    ck_assert_str_eq(f->turn, "3. Nxd5");
    ck_assert_uint_eq(f->ply, 5);
    ck_assert_uint_eq(f->fix_count, 0);
}
END_TEST

START_TEST(a_code_brings_its_cure_as_the_hint_and_a_rule_does_not) {
    log_add(findings, D_COMMENT_OPEN, at(0, 1), "x");
    log_rule(findings, "CA-3", at(0, 1), "x");
    ck_assert_str_eq(findings->list[0].hint, "add the missing }");
    ck_assert_ptr_null(findings->list[1].hint);
}
END_TEST

START_TEST(a_long_text_keeps_its_ends) {
    char word[2001] = "";
    memset(word, 'Q', 2000);
    memcpy(word + 239, "\xc3\xa4", 2); /* a character over the cut */
    log_add(findings, D_ACTION, at(0, 1), "%s is not how an action is written", word);
    const char *text = findings->list[0].text;
    ck_assert_uint_lt(strlen(text), 400);
    ck_assert_int_eq(strncmp(text, word, 239), 0);
    ck_assert_ptr_nonnull(strstr(text, "Q\xe2\x80\xa6Q"));
    ck_assert_ptr_nonnull(strstr(text, "QQ is not how an action is written"));
}
END_TEST

START_TEST(a_mute_log_counts_findings_but_writes_nothing) {
    findings->mute = true;
    log_add(findings, D_ACTION, at(3, 4), "unknown action '%s'", "Nh9");
    log_hint(findings, "write %s", "Nh8");
    log_fix(findings, at(3, 4), "%s", "Nh8");
    const xpgn_finding *f = &findings->list[0];
    ck_assert_uint_eq(findings->count, 1);
    ck_assert_uint_eq(findings->errors, 1);
    ck_assert(log_is(f, D_ACTION));
    ck_assert_uint_eq(f->place.offset, 3);
    ck_assert_str_eq(f->text, "");
    ck_assert_uint_eq(f->fix_count, 0);
}
END_TEST

START_TEST(fixes_go_to_the_newest_finding_and_are_bounded) {
    findings->limit = 2;
    log_fix(findings, at(0, 1), "too early");
    log_rule(findings, "CA-3", at(0, 1), "a");
    log_rule(findings, "CA-3", at(0, 1), "b");
    for (int i = 0; i < LOG_FIXES + 3; i++)
        log_fix(findings, at(3, 4), "<%d:%d>", i, 2);
    log_rule(findings, "CA-3", at(0, 1), "past the limit");
    log_fix(findings, at(0, 1), "for nobody");
    ck_assert_uint_eq(findings->list[0].fix_count, 0);
    ck_assert_uint_eq(findings->list[1].fix_count, LOG_FIXES);
    ck_assert_str_eq(findings->list[1].fix[1].text, "<1:2>");
    ck_assert_uint_eq(findings->list[1].fix[1].place.offset, 3);
    ck_assert_uint_eq(findings->list[1].fix[1].place.length, 4);
}
END_TEST

START_TEST(the_level_is_that_of_the_row_unless_another_is_given) {
    findings->lint = true;
    log_add(findings, D_NAG_STRAY, at(0, 1), "x");
    log_add(findings, D_CHECK_MISSING, at(0, 1), "x");
    log_add_level(findings, D_TOKEN, XPGN_WARNING, at(0, 1), "x");
    log_rule(findings, "CA-3", at(0, 1), "x");
    ck_assert_int_eq(findings->list[0].level, XPGN_WARNING);
    ck_assert_int_eq(findings->list[1].level, XPGN_LINT);
    ck_assert_int_eq(findings->list[2].level, XPGN_WARNING);
    ck_assert_int_eq(findings->list[3].level, XPGN_ERROR);
    ck_assert_str_eq(findings->list[3].code, "CA-3");
    ck_assert_uint_eq(findings->errors, 1);
}
END_TEST

START_TEST(lint_is_dropped_unless_asked_for) {
    log_add(findings, D_CHECK_MISSING, at(0, 1), "x");
    ck_assert_uint_eq(findings->count, 0);
    log_hint(findings, "for nobody");
    findings->lint = true;
    log_add(findings, D_CHECK_MISSING, at(0, 1), "x");
    ck_assert_uint_eq(findings->count, 1);
}
END_TEST

START_TEST(errors_past_the_limit_are_counted_but_not_kept) {
    findings->limit = 2;
    for (int i = 0; i < 5; i++)
        log_add(findings, D_TOKEN, at(0, 1), "%d", i);
    ck_assert_uint_eq(findings->count, 2);
    ck_assert_uint_eq(findings->dropped, 3);
    ck_assert_uint_eq(findings->errors, 5);
    ck_assert_str_eq(findings->list[1].text, "1");
}
END_TEST

START_TEST(warnings_take_no_room_from_errors) {
    findings->limit = 2;
    for (int i = 0; i < 3; i++)
        log_add(findings, D_NUMBER, at(0, 1), "warning");
    for (int i = 0; i < 3; i++)
        log_add(findings, D_TOKEN, at(0, 1), "error");
    log_add(findings, D_NUMBER, at(0, 1), "warning");
    ck_assert_uint_eq(findings->count, 4);
    ck_assert_uint_eq(findings->dropped, 3);
    ck_assert_int_eq(findings->list[1].level, XPGN_WARNING);
    ck_assert_int_eq(findings->list[3].level, XPGN_ERROR);
}
END_TEST

START_TEST(a_hint_goes_to_the_newest_finding_and_to_no_other) {
    findings->limit = 2;
    log_hint(findings, "too early");
    log_rule(findings, "CA-3", at(0, 1), "a");
    log_rule(findings, "CA-3", at(0, 1), "b");
    log_hint(findings, "expected <%d:%d>", 5, 2);
    log_add(findings, D_TOKEN, at(0, 1), "past the limit");
    log_hint(findings, "for nobody");
    ck_assert_ptr_null(findings->list[0].hint);
    ck_assert_str_eq(findings->list[1].hint, "expected <5:2>");
}
END_TEST

START_TEST(the_turn_is_copied) {
    char turn[] = "1. e4";
    findings->turn = turn;
    log_add(findings, D_TOKEN, at(0, 1), "a");
    turn[3] = 'd';
    log_add(findings, D_TOKEN, at(0, 1), "b");
    findings->turn = NULL;
    log_add(findings, D_TOKEN, at(0, 1), "c");
    ck_assert_str_eq(findings->list[0].turn, "1. e4");
    ck_assert_str_eq(findings->list[1].turn, "1. d4");
    ck_assert_str_eq(findings->list[2].turn, "");
}
END_TEST

START_TEST(truncating_takes_findings_and_errors_back) {
    log_rule(findings, "CA-3", at(0, 1), "stays");
    log_add(findings, D_TOKEN, at(1, 1), "goes");
    log_add(findings, D_NAG_STRAY, at(2, 1), "goes");
    log_truncate(findings, 1);
    ck_assert_uint_eq(findings->count, 1);
    ck_assert_uint_eq(findings->errors, 1);
    log_hint(findings, "for one that is gone");
    ck_assert_ptr_null(findings->list[0].hint);
}
END_TEST

START_TEST(clearing_forgets_findings_and_keeps_settings) {
    findings->limit = 3;
    findings->lint = true;
    for (int i = 0; i < 9; i++)
        log_add(findings, D_TOKEN, at(0, 1), "x");
    log_clear(findings);
    ck_assert_uint_eq(findings->count + findings->errors + findings->dropped, 0);
    ck_assert_uint_eq(findings->limit, 3);
    ck_assert(findings->lint);
}
END_TEST

START_TEST(many_findings_keep_their_order) {
    for (uint32_t i = 0; i < 1000; i++)
        log_add(findings, D_TOKEN, at(i, 1), "finding %u", i);
    ck_assert_uint_eq(findings->count, 1000);
    for (uint32_t i = 0; i < 1000; i++)
        ck_assert_uint_eq(findings->list[i].place.offset, i);
    ck_assert_str_eq(findings->list[999].text, "finding 999");
}
END_TEST

START_TEST(codes_are_unique_numbered_in_order_and_explained) {
    for (size_t i = 0; xpgn_code_at(i); i++) {
        const xpgn_code *c = xpgn_code_at(i), *next = xpgn_code_at(i + 1);
        ck_assert(c->title[0] != '\0' && c->cure[0] != '\0');
        ck_assert_uint_eq(strlen(c->code), 4);
        for (size_t k = 0; k < i; k++)
            ck_assert_str_ne(c->code, xpgn_code_at(k)->code);
        if (next && next->code[0] == c->code[0])
            ck_assert_int_gt(atoi(next->code + 2), atoi(c->code + 2)); /* gaps: never released */
        ck_assert_ptr_eq(xpgn_code_find(c->code), c);
    }
    ck_assert_ptr_null(xpgn_code_at(D_COUNT));
    ck_assert_ptr_null(xpgn_code_at(SIZE_MAX));
    ck_assert_str_eq(xpgn_code_find("e-03")->code, XPGN_CODE_EVENT_MISSING);
    ck_assert_ptr_null(xpgn_code_find("E-3"));
    ck_assert_ptr_null(xpgn_code_find(""));
}
END_TEST

START_TEST(a_finding_is_about_what_its_letter_says) {
    static const struct {
        const char *code;
        enum about about;
    } known[] = {{XPGN_CODE_CONTROL, ABOUT_TEXT},
                 {XPGN_CODE_VARIANT, ABOUT_TAG},
                 {XPGN_CODE_ACTION, ABOUT_ACTION},
                 {XPGN_CODE_FACE, ABOUT_ROLL},
                 {XPGN_CODE_FEN_BOARD, ABOUT_POSITION},
                 {XPGN_CODE_NO_RESULT, ABOUT_RESULT},
                 {XPGN_CODE_EVENT_BUSY, ABOUT_EVENT},
                 {XPGN_CODE_YAML_KEY, ABOUT_FILE},
                 {"CA-3", ABOUT_RULE},
                 {"T5-1", ABOUT_RULE}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        ck_assert_int_eq(log_about(&(xpgn_finding){.code = known[i].code}), known[i].about);
}
END_TEST

START_TEST(the_version_is_three_numbers) {
    unsigned a, b, c;
    ck_assert_int_eq(sscanf(xpgn_version(), "%u.%u.%u", &a, &b, &c), 3);
}
END_TEST

int main(void) {
    TCase *tcase = tcase_create("log");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, a_finding_keeps_code_level_place_and_text);
    tcase_add_test(tcase, the_level_is_that_of_the_row_unless_another_is_given);
    tcase_add_test(tcase, lint_is_dropped_unless_asked_for);
    tcase_add_test(tcase, errors_past_the_limit_are_counted_but_not_kept);
    tcase_add_test(tcase, warnings_take_no_room_from_errors);
    tcase_add_test(tcase, a_code_brings_its_cure_as_the_hint_and_a_rule_does_not);
    tcase_add_test(tcase, a_long_text_keeps_its_ends);
    tcase_add_test(tcase, a_mute_log_counts_findings_but_writes_nothing);
    tcase_add_test(tcase, fixes_go_to_the_newest_finding_and_are_bounded);
    tcase_add_test(tcase, a_hint_goes_to_the_newest_finding_and_to_no_other);
    tcase_add_test(tcase, the_turn_is_copied);
    tcase_add_test(tcase, truncating_takes_findings_and_errors_back);
    tcase_add_test(tcase, clearing_forgets_findings_and_keeps_settings);
    tcase_add_test(tcase, many_findings_keep_their_order);
    tcase_add_test(tcase, codes_are_unique_numbered_in_order_and_explained);
    tcase_add_test(tcase, a_finding_is_about_what_its_letter_says);
    tcase_add_test(tcase, the_version_is_three_numbers);
    RUN_MAIN("log", tcase);
}
