/* SPDX-License-Identifier: MIT */
/* The reader: every token of a game, of any game, and no opinion about it. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xpgn/record.h>

#include "core/base/slice.h"
#include "internal/rules.h"
#include "internal/text_out.h"
#include "suite.h"

/* "tag White=Adams|number 1.|word e4|" */
static void check_tokens(const char *text, const char *tokens) {
    static const char *const names[] = {"tag",  "number", "word",  "nag",   "comment",
                                        "roll", "open",   "close", "result"};
    xpgn_reader *reader;
    xpgn_token t;
    xpgn_buffer seen = {0};
    ck_assert_int_eq(xpgn_reader_new(&reader), XPGN_OK);
    for (int round = 0; round < 2; round++) { /* it can begin again */
        xpgn_buffer_clear(&seen);
        xpgn_reader_begin(reader, slice_of(text));
        while (xpgn_reader_next(reader, &t)) {
            xpgn_buffer_printf(&seen, "%s %.*s%s%.*s|", names[t.kind], (int)t.name.size,
                               t.name.size > 0 ? t.name.data : "", t.name.size > 0 ? "=" : "",
                               (int)t.text.size, t.text.data);
            ck_assert_uint_le(t.place.offset + t.place.length, strlen(text));
        }
        ck_assert(!xpgn_reader_next(reader, &t));
        xpgn_buffer_char(&seen, '\0');
        ck_assert_str_eq(seen.data, tokens);
    }
    xpgn_buffer_free(&seen);
    xpgn_reader_free(reader);
}

START_TEST(every_kind_of_token_comes) {
    check_tokens("[White \"A\\\"b\"]\n\n1. e4 $1 {one\ntwo} (1. d4 ; line\n) exd5 <5:1> 1-0\n",
                 "tag White=A\\\"b|number 1.|word e4|nag $1|comment one\ntwo|open (|number 1.|"
                 "word d4|comment  line|close )|word exd5|roll 5:1|result 1-0|");
}
END_TEST

START_TEST(what_is_no_token_is_skipped) {
    check_tokens("", "");
    check_tokens("[White A]\n~~ 1. e4 } \x01 {open", "tag White=A|number 1.|word e4|comment open|");
}
END_TEST

START_TEST(results_are_read_for_two_seats_and_for_four) {
    uint8_t score[XPGN_MAX_SEATS];
    ck_assert(xpgn_result_read(slice_of("0-1"), 2, score));
    ck_assert(score[0] == 0 && score[1] == 12);
    ck_assert(xpgn_result_read(slice_of("1/2-0-1/2-0"), 4, score));
    ck_assert(score[0] == 6 && score[1] == 0 && score[2] == 6 && score[3] == 0);
    ck_assert(xpgn_result_read(slice_of("*"), 2, score));
    ck_assert(score[0] == 0 && score[1] == 0);
    ck_assert(!xpgn_result_read(slice_of("0-1"), 4, score));
    ck_assert(!xpgn_result_read(slice_of("1-1"), 2, score));
    ck_assert(!xpgn_result_read(slice_of(""), 2, score));
}
END_TEST

START_TEST(scores_are_written_as_they_are_read) {
    static const char *const result[] = {"1-0", "1/2-1/2", "0-0-0-1", "1/3-0-1/3-1/3",
                                         "1/4-1/4-1/4-1/4"};
    uint8_t score[XPGN_MAX_SEATS];
    xpgn_buffer b = {0};
    for (size_t i = 0; i < sizeof result / sizeof *result; i++) {
        unsigned seats = i < 2 ? 2 : 4;
        ck_assert(xpgn_result_read(slice_of(result[i]), seats, score));
        xpgn_buffer_clear(&b);
        xpgn_score_write(&b, seats, score);
        ck_assert(slice_equal((xpgn_slice){b.data, b.size}, slice_of(result[i])));
    }
    xpgn_buffer_clear(&b);
    xpgn_score_write(&b, 2, (const uint8_t[XPGN_MAX_SEATS]){5, 7});
    xpgn_score_write(&b, 2, (const uint8_t[XPGN_MAX_SEATS]){0, 0});
    xpgn_score_write(&b, 400, (const uint8_t[XPGN_MAX_SEATS]){200, 3, 3, 6});
    ck_assert(slice_equal((xpgn_slice){b.data, b.size}, slice_of("5/12-7/120-00-1/4-1/4-1/2")));
    xpgn_buffer_free(&b);
}
END_TEST

int main(void) {
    TCase *tcase = tcase_create("reader");
    tcase_add_test(tcase, every_kind_of_token_comes);
    tcase_add_test(tcase, what_is_no_token_is_skipped);
    tcase_add_test(tcase, results_are_read_for_two_seats_and_for_four);
    tcase_add_test(tcase, scores_are_written_as_they_are_read);
    Suite *suite = suite_create("reader");
    suite_add_tcase(suite, tcase);
    xpgn_reader_free(NULL);
    return run_suite(suite);
}
