/* SPDX-License-Identifier: MIT */
/* Growing buffers, JSON strings, and the UTF-8 below them. */
#include "core/base/utf8.h"
#include "text_fixture.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>

static xpgn_buffer buffer;

static void setup(void) {
    buffer = (xpgn_buffer){0};
}

static void teardown(void) {
    xpgn_buffer_free(&buffer);
}

static void expect(const char *text) {
    xpgn_slice all = {buffer.data, buffer.size};
    ck_assert_msg(slice_is(all, text), "\"%.*s\" is not \"%s\"", (int)all.size, all.data, text);
    ck_assert(!buffer.failed);
}

static void expect_json(const char *bytes, size_t size, const char *json) {
    xpgn_buffer_clear(&buffer);
    xpgn_buffer_json(&buffer, (xpgn_slice){bytes, size});
    expect(json);
}

START_TEST(every_writer_appends) {
    xpgn_buffer_put(&buffer, "ab\0c", 4);
    ck_assert_uint_eq(buffer.size, 4);
    xpgn_buffer_clear(&buffer);
    xpgn_buffer_text(&buffer, "1. ");
    xpgn_buffer_slice(&buffer, (xpgn_slice){"e4 e5", 2});
    xpgn_buffer_char(&buffer, ' ');
    xpgn_buffer_printf(&buffer, "<%d:%d>", 5, 2);
    expect("1. e4 <5:2>");
}
END_TEST

static void expect_cell(const char *text, xpgn_cell form, const char *cell) {
    xpgn_buffer_clear(&buffer);
    xpgn_buffer_cell(&buffer, slice_of(text), form);
    expect(cell);
}

START_TEST(cells_are_quoted_and_no_formulas) {
    static const xpgn_cell forms[] = {XPGN_CELL_TSV, XPGN_CELL_CSV, XPGN_CELL_CSV_RAW};
    for (int i = 0; i < 3; i++) {
        expect_cell("", forms[i], "");
        expect_cell("Adams", forms[i], "Adams");
        expect_cell("*", forms[i], "*");
        expect_cell("-", forms[i], "-");
        expect_cell("1-0", forms[i], "1-0");
    }
    expect_cell("a\tb\nc\rd", XPGN_CELL_TSV, "a b c d");
    expect_cell("a\tb", XPGN_CELL_CSV, "a\tb");
    expect_cell("a,b", XPGN_CELL_CSV, "\"a,b\"");
    expect_cell("a\nb", XPGN_CELL_CSV, "\"a\nb\"");
    expect_cell("\"", XPGN_CELL_CSV_RAW, "\"\"\"\"");
    for (const char *sign = "=+-@\t"; *sign != '\0'; sign++) {
        char text[] = {*sign, '1', '\0'}, safe[] = {'\'', *sign, '1', '\0'};
        expect_cell(text, XPGN_CELL_CSV, safe);
        expect_cell(text, XPGN_CELL_CSV_RAW, text);
    }
    expect_cell("=A(1,2)", XPGN_CELL_CSV, "\"'=A(1,2)\"");
    expect_cell("=A(1,2)", XPGN_CELL_TSV, "=A(1,2)");
    expect_cell("a|b\n2w*", XPGN_CELL_MARKDOWN, "a\\|b 2w\\*");
    expect_cell("<a> [b] `c` ~d~ \\ _e_ &amp;", XPGN_CELL_MARKDOWN,
                "\\<a> \\[b\\] \\`c\\` \\~d\\~ \\\\ \\_e\\_ \\&amp;");
}
END_TEST

static void expect_lines(xpgn_cell form, const char *lines) {
    struct row_writer row = {.b = &buffer, .form = form};
    xpgn_buffer_clear(&buffer);
    row_cell(&row, slice_of(""));
    row_next(&row);
    xpgn_buffer_printf(&buffer, "%d", -1);
    row_cell(&row, slice_of("-1"));
    row_end(&row);
    row_number(&row, UINT64_MAX);
    row_cell(&row, slice_of("a,b"));
    row_end(&row);
    expect(lines);
}

START_TEST(rows_have_separators_between_their_cells) {
    expect_lines(XPGN_CELL_TSV, "\t-1\t-1\n18446744073709551615\ta,b\n");
    expect_lines(XPGN_CELL_CSV, ",-1,'-1\r\n18446744073709551615,\"a,b\"\r\n");
    expect_lines(XPGN_CELL_CSV_RAW, ",-1,-1\r\n18446744073709551615,\"a,b\"\r\n");
    expect_lines(XPGN_CELL_MARKDOWN, "|  | -1 | -1 |\n| 18446744073709551615 | a,b |\n");
}
END_TEST

START_TEST(headings_are_marked_where_the_form_has_it) {
    struct row_writer row = {.b = &buffer, .form = XPGN_CELL_MARKDOWN, .right = 2};
    xpgn_buffer_clear(&buffer);
    for (int i = 0; i < 2; i++) {
        row_cell(&row, slice_of("a"));
        row_cell(&row, slice_of("b"));
        row_end_head(&row);
        row.form = XPGN_CELL_TSV;
    }
    expect("| a | b |\n|---|--:|\na\tb\n");
}
END_TEST

/* What snprintf makes of it, whichever of the two does the conversion. */
#define EXPECT_PRINTF(...)                                                                         \
    do {                                                                                           \
        char as_ever[256];                                                                         \
        snprintf(as_ever, sizeof as_ever, __VA_ARGS__);                                            \
        xpgn_buffer_clear(&buffer);                                                                \
        xpgn_buffer_printf(&buffer, __VA_ARGS__);                                                  \
        expect(as_ever);                                                                           \
    } while (0)

START_TEST(printf_is_that_of_c) {
    EXPECT_PRINTF("%s%s%c%s", "N", "b1", '-', "c3");
    EXPECT_PRINTF("%d %d %d %d", 0, -1, INT_MAX, INT_MIN);
    EXPECT_PRINTF("%u %lu %llu %zu", UINT_MAX, ULONG_MAX, ULLONG_MAX, SIZE_MAX);
    EXPECT_PRINTF("%.*s|%.*s|%.*s|%.*s", 2, "e2e4", 0, "e2", 9, "e2", -1, "e2-e4");
    EXPECT_PRINTF("%5llu|%*s|%3c|%2s|%4d|%*d", 7ull, 3, "", 'x', "long", -12, -5, 3);
    EXPECT_PRINTF("100%%, %-6s|%+d|%x|%03d|%.3s|%ld|%5.1f", "left", 3, 255u, 7, "first", -2L, 2.55);
    EXPECT_PRINTF("%s%-3d%s", "one that is done, ", 4, ", and one that is not");
    EXPECT_PRINTF("nothing");
}
END_TEST

START_TEST(printf_takes_texts_of_any_length) {
    for (int n = 0; n < 300; n++) {
        xpgn_buffer_clear(&buffer);
        xpgn_buffer_printf(&buffer, "%*s|", n, "");
        ck_assert_uint_eq(buffer.size, (size_t)n + 1);
        ck_assert_int_eq(buffer.data[n], '|');
    }
}
END_TEST

START_TEST(what_was_written_survives_growing) {
    for (unsigned i = 0; i < 100000; i++)
        xpgn_buffer_char(&buffer, (char)('a' + i % 26));
    for (unsigned i = 0; i < 100000; i++)
        ck_assert_int_eq(buffer.data[i], (char)('a' + i % 26));
}
END_TEST

START_TEST(clearing_keeps_the_memory) {
    xpgn_buffer_printf(&buffer, "%1000d", 1);
    char *data = buffer.data;
    xpgn_buffer_clear(&buffer);
    xpgn_buffer_text(&buffer, "x");
    ck_assert_ptr_eq(buffer.data, data);
    expect("x");
}
END_TEST

START_TEST(a_failed_allocation_keeps_what_was_there_and_stops_the_rest) {
    xpgn_buffer_text(&buffer, "kept");
    xpgn_buffer_put(&buffer, "", SIZE_MAX / 2 + 2);
    ck_assert(buffer.failed);
    xpgn_buffer_text(&buffer, "lost");
    xpgn_buffer_char(&buffer, 'l');
    xpgn_buffer_printf(&buffer, "lost");
    ck_assert(buffer.size == 4 && memcmp(buffer.data, "kept", 4) == 0);
    xpgn_buffer_clear(&buffer);
    ck_assert(!buffer.failed);
}
END_TEST

START_TEST(nothing_can_be_freed) {
    xpgn_buffer_free(NULL);
    xpgn_buffer_put(&buffer, NULL, 0);
    ck_assert_ptr_null(buffer.data);
}
END_TEST

START_TEST(json_escapes_what_json_forbids) {
    expect_json("", 0, "\"\"");
    expect_json("a\"b\\c", 5, "\"a\\\"b\\\\c\"");
    expect_json("\t\n\r", 3, "\"\\t\\n\\r\"");
    expect_json("\0\x01\x1F\x7F", 4, "\"\\u0000\\u0001\\u001f\\u007f\"");
}
END_TEST

START_TEST(json_keeps_utf8_and_reads_other_bytes_as_windows_1252) {
    expect_json("\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80", 9,
                "\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\"");
    expect_json("caf\xE9", 4, "\"caf\xC3\xA9\"");
    expect_json("\xE9\"", 2, "\"\xC3\xA9\\\"\"");
    expect_json("\xFF", 1, "\"\xC3\xBF\"");
    expect_json("\x80z", 2, "\"\xE2\x82\xACz\"");
    expect_json("\x81\x9F", 2, "\"\xC2\x81\xC5\xB8\"");
}
END_TEST

START_TEST(json_has_a_comma_where_one_is_due) {
    json_open(&buffer, NULL, "{");
    json_text(&buffer, "text", "a\"b");
    json_text(&buffer, "none", NULL);
    json_slice(&buffer, "empty", (xpgn_slice){NULL, 0});
    json_number(&buffer, "least", INT64_MIN);
    json_open(&buffer, "list", "[[");
    for (int i = -1; i < 2; i++)
        json_number(&buffer, NULL, i);
    xpgn_buffer_text(&buffer, "]");
    json_flag(&buffer, NULL, true);
    json_real(&buffer, NULL, 2, 0.125);
    json_real(&buffer, NULL, 2, HUGE_VAL);
    json_open(&buffer, NULL, "{");
    xpgn_buffer_text(&buffer, "}]");
    json_slice(&buffer, NULL, (xpgn_slice){"key:", 4});
    xpgn_buffer_char(&buffer, ':');
    json_printf(&buffer, NULL, "%u", 7);
    json_key(&buffer, "last");
    json_flag(&buffer, NULL, false);
    xpgn_buffer_text(&buffer, "}\n");
    json_open(&buffer, NULL, "[");
    expect("{\"text\":\"a\\\"b\",\"none\":null,\"empty\":\"\",\"least\":-9223372036854775808,"
           "\"list\":[[-1,0,1],true,0.12,null,{}],\"key:\":7,\"last\":false}\n[");
}
END_TEST

START_TEST(only_well_formed_utf8_is_utf8) {
    static const struct {
        const char *bytes;
        size_t length;
    } cases[] = {
        {"a", 1},
        {"\x7F", 1},
        {"\xC2\x80", 2},
        {"\xDF\xBF", 2},
        {"\xE0\xA0\x80", 3},
        {"\xED\x9F\xBF", 3},
        {"\xEF\xBF\xBF", 3},
        {"\xF0\x90\x80\x80", 4},
        {"\xF4\x8F\xBF\xBF", 4},
        {"\x80", 0},     /* a tail without its head */
        {"\xC0\x80", 0}, /* overlong */
        {"\xC1\xBF", 0},
        {"\xE0\x9F\xBF", 0},
        {"\xF0\x8F\xBF\xBF", 0},
        {"\xED\xA0\x80", 0},     /* a surrogate */
        {"\xF4\x90\x80\x80", 0}, /* past U+10FFFF */
        {"\xF5\x80\x80\x80", 0},
        {"\xC2", 0}, /* cut short */
        {"\xE2\x82", 0},
        {"\xF0\x9F\x98", 0},
        {"\xE2\x82\x41", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        xpgn_slice s = slice_of(cases[i].bytes);
        ck_assert_msg(utf8_length(s) == cases[i].length, "case %zu", i);
        ck_assert_msg(utf8_is_valid(s) == (cases[i].length == s.size), "case %zu", i);
    }
    ck_assert_uint_eq(utf8_length((xpgn_slice){"", 0}), 0);
}
END_TEST

START_TEST(a_bad_byte_is_found_wherever_it_stands) {
    char text[200];
    for (size_t at = 0; at < sizeof text; at++) {
        memset(text, 'a', sizeof text);
        ck_assert(utf8_is_valid((xpgn_slice){text, sizeof text}));
        text[at] = (char)0xE9;
        ck_assert(!utf8_is_valid((xpgn_slice){text, sizeof text}));
    }
}
END_TEST

START_TEST(characters_are_counted_not_bytes) {
    ck_assert_uint_eq(utf8_count(slice_of("")), 0);
    ck_assert_uint_eq(utf8_count(slice_of("a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80z")), 5);
    ck_assert_uint_eq(utf8_count(slice_of("caf\xE9s")), 5);
}
END_TEST

START_TEST(quoted_text_is_short_and_printable) {
    char show[UTF8_SHOW_SIZE];
    ck_assert_str_eq(utf8_show(slice_of("Nf3"), show), "Nf3");
    ck_assert_str_eq(utf8_show((xpgn_slice){"a\0\x1B[", 4}, show), "a??[");
    ck_assert_str_eq(utf8_show(slice_of("caf\xE9"), show), "caf\xC3\xA9");
    ck_assert_str_eq(utf8_show(slice_of("abcdefghijklmnopqrstuvwx"), show),
                     "abcdefghijklmnopqrstuvwx");
    ck_assert_str_eq(utf8_show(slice_of("abcdefghijklmnopqrstuvwxy"), show),
                     "abcdefghijklmnopqrstuvwx...");
    const char *smileys = "\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xF0\x9F\x98\x80"
                          "\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xF0\x9F\x98\x80"
                          "\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xF0\x9F\x98\x80";
    ck_assert(utf8_is_valid(slice_of(utf8_show(slice_of(smileys), show))));
}
END_TEST

/* Bytes of all kinds at each place of a text longer than what is looked at together. */
START_TEST(the_width_of_a_text_is_that_of_its_characters) {
    static const char *const odd[] = {"\x01",
                                      "\x1F",
                                      " ",
                                      "~",
                                      "\x7F",
                                      "\x80",
                                      "\xC3\xA4",
                                      "\xE4\xB8\x80",
                                      "\xCC\x81",
                                      "\xFF",
                                      "\xF0\x9F\x98\x80"};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
        for (unsigned around = 0; around < 20 * 10; around++) {
            unsigned width;
            size_t sum = 0;
            xpgn_buffer_clear(&buffer);
            xpgn_buffer_printf(&buffer, "%.*s%s%.*s", (int)(around / 10), "abcdefghijklmnopqrst",
                               odd[i], (int)(around % 10), "uvwxyz{|}");
            for (size_t at = 0; at < buffer.size; sum += width)
                at += xpgn_text_next((xpgn_slice){buffer.data + at, buffer.size - at}, &width);
            ck_assert_uint_eq(xpgn_text_width((xpgn_slice){buffer.data, buffer.size}), sum);
            xpgn_buffer clean = {0};
            ck_assert_uint_eq(xpgn_buffer_clean(&clean, (xpgn_slice){buffer.data, buffer.size}),
                              sum);
            ck_assert_uint_eq(xpgn_text_width((xpgn_slice){clean.data, clean.size}), sum);
            ck_assert(memchr(clean.data, 0x01, clean.size) == NULL &&
                      memchr(clean.data, 0x1F, clean.size) == NULL &&
                      memchr(clean.data, 0x7F, clean.size) == NULL &&
                      utf8_is_valid((xpgn_slice){clean.data, clean.size}));
            xpgn_buffer_free(&clean);
        }
    ck_assert_uint_eq(xpgn_text_width((xpgn_slice){NULL, 0}), 0);
}
END_TEST

int main(void) {
    TCase *tcase = tcase_create("buffer");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, every_writer_appends);
    tcase_add_test(tcase, cells_are_quoted_and_no_formulas);
    tcase_add_test(tcase, rows_have_separators_between_their_cells);
    tcase_add_test(tcase, headings_are_marked_where_the_form_has_it);
    tcase_add_test(tcase, printf_is_that_of_c);
    tcase_add_test(tcase, printf_takes_texts_of_any_length);
    tcase_add_test(tcase, what_was_written_survives_growing);
    tcase_add_test(tcase, clearing_keeps_the_memory);
    tcase_add_test(tcase, a_failed_allocation_keeps_what_was_there_and_stops_the_rest);
    tcase_add_test(tcase, nothing_can_be_freed);
    tcase_add_test(tcase, json_escapes_what_json_forbids);
    tcase_add_test(tcase, json_keeps_utf8_and_reads_other_bytes_as_windows_1252);
    tcase_add_test(tcase, json_has_a_comma_where_one_is_due);
    tcase_add_test(tcase, only_well_formed_utf8_is_utf8);
    tcase_add_test(tcase, a_bad_byte_is_found_wherever_it_stands);
    tcase_add_test(tcase, characters_are_counted_not_bytes);
    tcase_add_test(tcase, quoted_text_is_short_and_printable);
    tcase_add_test(tcase, the_width_of_a_text_is_that_of_its_characters);
    RUN_MAIN("buffer", tcase);
}
