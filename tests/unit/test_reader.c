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

/* Values of tags, as they are found token by token. */
static void find_by_tokens(xpgn_reader *reader, xpgn_slice text, const xpgn_slice *name,
                           size_t count, xpgn_slice *value) {
    xpgn_token t;
    xpgn_reader_begin(reader, text);
    while (xpgn_reader_next(reader, &t) &&
           (t.kind == XPGN_TOKEN_TAG || t.kind == XPGN_TOKEN_COMMENT))
        for (size_t i = 0; t.kind == XPGN_TOKEN_TAG && i < count; i++)
            if (value[i].data == NULL && slice_equal(t.name, name[i]))
                value[i] = t.text;
}

static void check_tags(const char *text) {
    enum { NAMES = 5 };
    const xpgn_slice name[NAMES] = {slice_of("White"), slice_of("Result"), slice_of("Note"),
                                    slice_of("FEN"), slice_of("ATagWithALongName")};
    xpgn_reader *reader[2];
    for (size_t first = 0; first < NAMES; first++) { /* the fewer, the earlier it may stop */
        xpgn_slice value[NAMES], same[NAMES] = {{NULL, 0}};
        ck_assert_int_eq(xpgn_reader_new(&reader[0]), XPGN_OK);
        ck_assert_int_eq(xpgn_reader_new(&reader[1]), XPGN_OK);
        xpgn_reader_tags(reader[0], slice_of(text), name + first, NAMES - first, value);
        find_by_tokens(reader[1], slice_of(text), name + first, NAMES - first, same);
        for (size_t i = 0; i < NAMES - first; i++)
            ck_assert_msg(
                (value[i].data == NULL) == (same[i].data == NULL) && slice_equal(value[i], same[i]),
                "%.*s of %s: %.*s, not %.*s", (int)name[first + i].size, name[first + i].data, text,
                (int)value[i].size, value[i].data, (int)same[i].size, same[i].data);
        xpgn_reader_free(reader[0]);
        xpgn_reader_free(reader[1]);
    }
}

START_TEST(tags_asked_for_are_those_that_come_as_tokens) {
    static const char *const heads[] = {
        "[White \"A\"]\n[Result \"1-0\"]\n[Note \"x\"]\n[FEN \"y\"]\n[ATagWithALongName \"z\"]\n",
        "[Event \"E\"]\r\n[White \"A\"]\r\n[White \"B\"]\r\n[Note \"\"]\r\n",
        "[white \"A\"]\n[note \"x\"]\n[Fen \"y\"]\n",
        "[White \"A\"]\n[Result \"1:0\"]\n[Result \"0-1\"]\n",
        "[White \"A\\\"b\"]\n[Note \"x\"]\n",
        "[White \"A\"] [Note \"x\"]\n[FEN \"y\"]\n",
        "[Event \"E\"]\n{a word} [White \"A\"]\n",
        "[Event \"E\"]\n\n[White \"A\"]\n",
        "[Event \"E\"]\n% escaped\n[White \"A\"]\n",
        "[Event \"E\"]\nWhite \"Huber\"]\n[Note \"x\"]\n",
        "[Event \"E\"]\nplayed at night\n[White \"A\"]\n",
        "[Event \"E\"]\n[White \"A\n",
        "[White: \"A\"]\n[Note x]\n",
        "",
    };
    static const char *const rests[] = {
        "\n1. e4 [Note \"late\"] 1-0\n", "1. e4 *", "\n1-0\n", "e4\n", "\n\n", "",
        "{c} [Note \"n\"]\n\n1. e4 *\n"};
    char text[256];
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        for (size_t k = 0; k < sizeof rests / sizeof *rests; k++) {
            (void)snprintf(text, sizeof text, "%s%s", heads[i], rests[k]);
            check_tags(text);
        }
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
    tcase_add_test(tcase, tags_asked_for_are_those_that_come_as_tokens);
    tcase_add_test(tcase, results_are_read_for_two_seats_and_for_four);
    tcase_add_test(tcase, scores_are_written_as_they_are_read);
    Suite *suite = suite_create("reader");
    suite_add_tcase(suite, tcase);
    xpgn_reader_free(NULL);
    return run_suite(suite);
}
