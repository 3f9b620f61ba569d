/* SPDX-License-Identifier: MIT */
/* AVX2, SSE2 and plain C look at the same bytes and must see the same. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text/game_split.h"
#include "core/text/span.h"
#include "plain_span.h"
#include "plain_split.h"
#include "slow_chess.h"
#include "suite.h"

enum { LONGEST = 200, ROUNDS = 40000 };

/* Bytes that may matter, among others that do not, in a buffer of just that size. */
static char *random_text(struct dice *d, size_t size) {
    static const char matter[] = "\n\r(){}[]%;<>*-/:\"\\ trxi\x80\xff\x7f\x01+=#@_19aZ0-";
    char *text = malloc(size + 1);
    unsigned rare = 1U << dice_below(d, 8);
    for (size_t i = 0; i < size; i++)
        text[i] = dice_below(d, rare) == 0 ? matter[dice_below(d, sizeof matter - 1)]
                                           : (char)dice_below(d, 256);
    if (dice_below(d, 2) == 0) { /* long runs of nothing */
        for (size_t i = 0; i < size; i++)
            text[i] = dice_below(d, 40) != 0 ? 'x' : text[i];
    }
    return text;
}

START_TEST(far_spans_agree) {
    struct dice d = {4711};
    for (unsigned round = 0; round < ROUNDS; round++) {
        size_t size = dice_below(&d, LONGEST);
        char *text = random_text(&d, size);
        const char *p = text + (size > 0 ? dice_below(&d, (unsigned)size) : 0), *end = text + size;
        bool same = narrow_moves(p, end) == plain_moves(p, end) &&
                    narrow_comment(p, end) == plain_comment(p, end) &&
                    narrow_comment_line(p, end) == plain_comment_line(p, end) &&
                    span_value(p, end) == plain_value(p, end) &&
                    span_roll(p, end) == plain_roll(p, end) &&
                    span_line(p, end) == plain_line(p, end);
        same = same && span_moves(p, end) == plain_moves(p, end) &&
               span_comment(p, end) == plain_comment(p, end) &&
               span_comment_line(p, end) == plain_comment_line(p, end);
        if (!same)
            ck_abort_msg("round %u, %zu bytes from %zu", round, size, (size_t)(p - text));
        free(text);
    }
}
END_TEST

START_TEST(surveys_agree) {
    struct dice d = {815};
    for (unsigned round = 0; round < ROUNDS / 10; round++) {
        size_t size =
            dice_below(&d, round % 50 == 0 ? 20000 : 400); /* 20000: a byte can't count so far */
        char *text = random_text(&d, size);
        bool high;
        size_t lines = plain_survey(text, size, &high);
        struct span_survey narrow = narrow_survey(text, size), wide = span_survey(text, size);
        if (narrow.lines != lines || narrow.high != high || wide.lines != lines ||
            wide.high != high)
            ck_abort_msg("round %u, %zu bytes", round, size);
        free(text);
    }
    const char *ends = "a\n\r\nb\r\rc\n\nd\r"; /* LF, CRLF, CR, CR, LF, LF, CR */
    ck_assert_uint_eq(span_survey(ends, strlen(ends)).lines, 7);
    char lines[9000];
    memset(lines, '\n', sizeof lines);
    ck_assert_uint_eq(span_survey(lines, sizeof lines).lines, sizeof lines);
    ck_assert_uint_eq(narrow_survey(lines, sizeof lines).lines, sizeof lines);
}
END_TEST

/* The first place of every sign, in texts of every size around one and two blocks. */
START_TEST(a_text_is_bare_if_it_has_none_of_the_signs) {
    static const char *const signs[] = {"&", "\\", "**", "\xC2", "\xFF"};
    char text[140];
    for (size_t size = 33; size < sizeof text; size++) {
        memset(text, '*' + 1, sizeof text);
        ck_assert(span_is_bare(text, text + size) == (bool)cpu_has_avx2());
        for (size_t sign = 0; sign < sizeof signs / sizeof *signs; sign++)
            for (size_t at = 0, n = strlen(signs[sign]); at + n <= size; at++) {
                memset(text, at % 2 == 0 ? '<' : 'a', sizeof text);
                text[size] = '*'; /* what is behind does not count */
                memcpy(text + at, signs[sign], n);
                ck_assert(!span_is_bare(text, text + size));
            }
        memset(text, 'a', sizeof text);
        text[size - 1] = text[size] = '*';
        ck_assert(span_is_bare(text, text + size) == (bool)cpu_has_avx2());
    }
    ck_assert(span_is_bare(text, text) && !span_is_bare(text, text + 32)); /* it is not known */
}
END_TEST

START_TEST(short_spans_agree) {
    struct dice d = {99};
    for (unsigned round = 0; round < ROUNDS; round++) {
        char *text = random_text(&d, 32);
        for (unsigned i = 0; i < 16; i++) {
            if (span_word(text + i) != plain_word(text + i) ||
                span_name(text + i) != plain_name(text + i) ||
                span_to_blank(text + i) != plain_to_blank(text + i))
                ck_abort_msg("round %u at %u", round, i);
        }
        free(text);
    }
}
END_TEST

/* Dice and commas, now and then with a slip: the highest by hand, or 0. */
/* Bytes as dice of one digit are written, and how many of them there are. */
static unsigned slow_dice(const char *p, uint8_t *dice) {
    unsigned n = 0;
    for (; n < 16 && (n % 2 == 0 ? p[n] >= '0' && p[n] <= '9' : p[n] == ','); n++) {
        if (n % 2 == 0)
            dice[n / 2] = (uint8_t)(p[n] - '0');
    }
    return n;
}

static void expect_dice(const char *text, unsigned size, const uint8_t *dice) {
    uint8_t fast[8], plain[8];
    ck_assert_uint_le(size, 16);
    ck_assert_uint_eq(span_dice(text, fast), size);
    ck_assert_uint_eq(plain_dice(text, plain), size);
    ck_assert_mem_eq(fast, dice, (size + 1) / 2);
    ck_assert_mem_eq(plain, dice, (size + 1) / 2);
}

START_TEST(dice_agree) {
    struct dice d = {2718};
    unsigned ended[17] = {0};
    for (unsigned round = 0; round < ROUNDS; round++) {
        uint8_t dice[8];
        char text[17] = "";
        for (unsigned i = 0; i < 16; i++)
            text[i] = (char)(i % 2 == 0 ? '0' + (int)dice_below(&d, 10) : ',');
        for (unsigned i = 0; i < 2; i++)
            text[dice_below(&d, 16)] =
                dice_below(&d, 2) ? "0:,+=<>9/"[dice_below(&d, 9)] : (char)dice_below(&d, 256);
        unsigned size = slow_dice(text, dice);
        ended[size]++;
        expect_dice(text, size, dice);
    }
    for (unsigned i = 0; i < 17; i++)
        ck_assert_uint_gt(ended[i], 0);
}
END_TEST

/* Each byte alone, where the width of a look begins and ends. */
START_TEST(every_byte_is_seen_at_every_place) {
    for (unsigned c = 0; c < 256; c++) {
        for (unsigned at = 0; at < 70; at++) {
            char text[80];
            memset(text, 'x', sizeof text);
            text[at] = (char)c;
            const char *end = text + sizeof text;
            ck_assert_ptr_eq(span_moves(text, end), plain_moves(text, end));
            ck_assert_ptr_eq(narrow_moves(text, end), plain_moves(text, end));
            ck_assert_ptr_eq(span_comment_line(text, end), plain_comment_line(text, end));
            ck_assert_ptr_eq(span_roll(text, end), plain_roll(text, end));
            ck_assert_ptr_eq(span_line(text, end), plain_line(text, end));
        }
    }
}
END_TEST

/* What a game can end at, and much that only looks so; and among what that stands. */
static const char *const part[] = {"\n",
                                   "\n\n",
                                   "\r\n",
                                   "{",
                                   "}",
                                   "(",
                                   ")",
                                   "1-0 ",
                                   "1/2-1/2",
                                   "*",
                                   "O-O-O ",
                                   "0-0 ",
                                   "; x\n",
                                   "\n%x 1-0 {\n",
                                   "<5:1>",
                                   "<",
                                   ">",
                                   "<4+2=6:1=1x> ",
                                   "<3:3\n5:2> ",
                                   "<3:3 5:2> ",
                                   "<1-0>",
                                   "<*>",
                                   "<1 * 2>",
                                   "<5(>",
                                   "<5;>",
                                   "\xC2\xBD",
                                   "\xE2\x80\x93",
                                   "\n[Event \"x\"]\n",
                                   "\n\n[White \"y\"]\n",
                                   "{[%clk 0:01]}",
                                   "{\n1. e4\n}",
                                   "{\n\n[x}",
                                   "\r",
                                   "\t",
                                   "0",
                                   "1",
                                   "-",
                                   "/",
                                   "\xFF",
                                   "e4\n",
                                   "\n ",
                                   "=1-0",
                                   "b1-c1 ",
                                   "\n<5> ",
                                   "\n-- ",
                                   "\n(",
                                   "\n\x7f",
                                   "1-b",
                                   "\r[Event \"x\"]\n",
                                   "{\r\r[White \"z\"]\r{ ",
                                   "{ x { 1-0 ",
                                   "<4+2 1-0 =6> "};
static const char *const usual[] = {"Nf3 e5 ", "Nb1-c1 <4:5=2x> ", "Nf3 {x} e5 ",
                                    "a1-b1 <4:2> {<} "};

/* Movetext of such parts. Returns its size. */
static size_t random_game(struct dice *d, char *text, size_t most) {
    unsigned rare = 1U << dice_below(d, 6), kind = dice_below(d, 4);
    size_t size = 0;
    for (;;) {
        const char *word = usual[kind];
        if (dice_below(d, rare) == 0)
            word = part[dice_below(d, sizeof part / sizeof part[0])];
        size_t n = strlen(word);
        if (size + n > most)
            return size;
        memcpy(text + size, word, n);
        size += n;
    }
}

/* With and without AVX2: the same games.  Who looks less far ahead may know an end earlier. */
START_TEST(splitters_agree) {
    enum { MOST = 700, MORE = 200 };
    struct dice d = {2718};
    for (unsigned round = 0; round < ROUNDS; round++) {
        char *text = malloc(MOST + MORE);
        size_t size = random_game(&d, text, dice_below(&d, MOST)), a, b;
        size_t wide = split_game((xpgn_slice){text, size}, true, &a);
        size_t plain = plain_split_game((xpgn_slice){text, size}, true, &b);
        if (wide != plain || a != b)
            ck_abort_msg("round %u: %zu and %zu of %.*s", round, wide, plain, (int)size, text);
        wide = split_game((xpgn_slice){text, size}, false, &a);
        plain = plain_split_game((xpgn_slice){text, size}, false, &b);
        if (plain == 0 && wide > 0) {
            memset(text + size, 'x', MORE);
            plain = plain_split_game((xpgn_slice){text, size + MORE}, false, &b);
        }
        if (wide != plain || a != b)
            ck_abort_msg("round %u: %zu, %zu of a part %.*s", round, wide, plain, (int)size, text);
        free(text);
    }
}
END_TEST

#ifdef CPU_X86_64
/* Lines of tag pairs of which many are not quite so. */
static size_t random_tags(struct dice *d, char *text, size_t most) {
    static const char *const odd_tag[] = {
        "[",    "Event ", "\"x\"]\n",        "\"]\n",   "\"]\r\n", "A",
        "\"",   "\\",     "abcdefgh ",       "\x80",    "\n",      "]",
        "_9Z ", " ",      "abcdefghijklmno", "[A \"\"]"};
    static const char *const tag_line[] = {
        "[Event \"x\"]\n",
        "[A \"\"]\n",
        "[abcdefghijklmnop \"1\"]\n",
        "[abcdefghijklmnopq \"1\"]\n",
        "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n",
        "[A \"crlf\"]\r\n",
        "[Z_9 \"@[`{\"]\n"};
    unsigned rare = 1U << dice_below(d, 5);
    for (size_t size = 0;;) {
        char line[100];
        snprintf(line, sizeof line, "[V \"%.*s\"]\n", (int)dice_below(d, 70),
                 "1234567890123456789012345678901234567890123456789012345678901234567890");
        const char *word = dice_below(d, 4) == 0 ? line
                           : dice_below(d, rare) != 0
                               ? tag_line[dice_below(d, sizeof tag_line / sizeof *tag_line)]
                               : odd_tag[dice_below(d, sizeof odd_tag / sizeof *odd_tag)];
        size_t n = strlen(word);
        if (size + n > most)
            return size;
        memcpy(text + size, word, n);
        size += n;
    }
}

/* Bytes of the LF or CRLF at p. */
static unsigned line_end(const char *p) {
    return *p == '\n' ? 1 : *p == '\r' && p[1] == '\n' ? 2 : 0;
}

/* What is read of them by 32 bytes is what one tag pair after the other says; and it is read as far
   as there are 32 bytes. */
START_TEST(tag_pairs_agree) {
    enum { MOST = 400, ROOM = 8, LOOK = 33 };
    struct dice d = {1618};
    size_t all = 0;
    if (!cpu_has_avx2())
        return;
    for (unsigned round = 0; round < ROUNDS; round++) {
        char *text = malloc(MOST);
        size_t size = random_tags(&d, text, dice_below(&d, MOST)), count = 0;
        text = realloc(text, size + 1); /* so that nothing is read past its end unseen */
        text[size] = '\0';
        const char *p = text, *end = text + size, *next;
        struct span_tag tag[ROOM], one;
        const char *at = wide_tags(p, end, tag, ROOM, &count);
        for (size_t i = 0; i < count; i++) {
            next = span_tag(p, end, &one);
            ck_assert_msg(next != NULL && line_end(next) > 0, "round %u: %zu", round, i);
            ck_assert_ptr_eq(tag[i].name, one.name);
            ck_assert_uint_eq(tag[i].name_size, one.name_size);
            ck_assert_uint_eq(tag[i].value_size, one.value_size);
            p = next + line_end(next);
        }
        ck_assert_ptr_eq(p, at);
        next = *p == '[' ? span_tag(p, end, &one) : NULL;
        if (count < ROOM && next != NULL && line_end(next) > 0 && end - next > LOOK)
            ck_abort_msg("round %u: one more after %zu: %s", round, count, p);
        at = wide_past_tags(text, end);
        ck_assert(count == ROOM ? at >= p : at == p);
        all += count;
        free(text);
    }
    ck_assert_uint_ge(all, ROUNDS);
}
END_TEST
#endif

int main(void) {
    Suite *suite = suite_create("span");
    TCase *tc = tcase_create("span");
    tcase_add_test(tc, far_spans_agree);
    tcase_add_test(tc, surveys_agree);
    tcase_add_test(tc, a_text_is_bare_if_it_has_none_of_the_signs);
    tcase_add_test(tc, short_spans_agree);
    tcase_add_test(tc, dice_agree);
    tcase_add_test(tc, splitters_agree);
#ifdef CPU_X86_64
    tcase_add_test(tc, tag_pairs_agree);
#endif
    tcase_add_test(tc, every_byte_is_seen_at_every_place);
    suite_add_tcase(suite, tc);
    return run_suite(suite);
}
