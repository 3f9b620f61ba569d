/* SPDX-License-Identifier: MIT */
/* xpgn_decoder: files as people paste and save them. */
#include "core/base/slice.h"
#include "suite.h"
#include <check.h>
#include <stdio.h>
#include <string.h>
#include <xpgn/sheets.h>

/* What a file becomes if it is given in pieces of a size. */
static void decode(xpgn_decoder *d, xpgn_slice text, size_t piece, xpgn_buffer *out) {
    xpgn_buffer_clear(out);
    for (size_t at = 0; at < text.size; at += piece) {
        size_t size = text.size - at < piece ? text.size - at : piece;
        xpgn_decoder_put(out, d, (xpgn_slice){text.data + at, size}, false);
    }
    xpgn_decoder_put(out, d, (xpgn_slice){"", 0}, true);
    ck_assert(!out->failed);
}

static const struct {
    const char *text, *becomes;
    xpgn_decoded what;
    unsigned count;
} files[] = {
    {"[White \"Caf\xC3\xA9\"]\r\n\r\n1. e4 {a } e5 *\r\n", NULL, 0, 0},
    {"[White \"A\"]\n\n1. e4 {a\n> b\n} e5 ; > {\n2. d4 *\n", NULL, 0, 0},
    {"\xEF\xBB\xBF"
     "1. e4 *",
     NULL, 0, 0},
    {"[White \"R&D\"]\n% &amp;\n1. e4 & e5 &x; &#0; *\n", NULL, 0, 0},
    {"1. e4 d5 2. exd5 &lt;5:1&gt; &#189;-&#xBD;\n", "1. e4 d5 2. exd5 <5:1> \xC2\xBD-\xC2\xBD\n",
     XPGN_DECODED_ENTITIES, 4},
    {"1. e4 {a &lt; &#125; &amp;lt;} ; &#10; &eacute;\n*",
     "1. e4 {a < &#125; &lt;} ; &#10; \xC3\xA9\n*", XPGN_DECODED_ENTITIES, 3},
    {"&#123;a&#125; 1. e4 &#123;b} *", "{a} 1. e4 {b} *", XPGN_DECODED_ENTITIES, 3},
    {"[White &quot;A \\&quot;B\\&quot; \"C\"&quot;]\n", "[White \"A \\\"B\\\" \\\"C\\\"\"]\n",
     XPGN_DECODED_QUOTES, 1},
    {"[White \xE2\x80\x9E\x41\xE2\x80\x9C] [Black \xC2\xBB"
     "B\xC2\xAB]\n",
     "[White \"A\"] [Black \"B\"]\n", XPGN_DECODED_QUOTES, 2},
    {"[Event \"The \xE2\x80\x9C"
     "Big\xE2\x80\x9D Open\"]\n",
     NULL, XPGN_DECODED_QUOTES, 0},
    {"[White=&quot;A&quot;] [Black: &#39;B&#39;]\n", "[White \"A\"] [Black \"B\"]\n",
     XPGN_DECODED_QUOTES, 2},
    {"\xEF\xBC\xBBWhite\xEF\xBC\x9D\xEF\xBC\x82\x41\xEF\xBC\xA2\xEF\xBC\x82\xEF\xBC\xBD\n",
     "[White \"A\xEF\xBC\xA2\"]\n", XPGN_DECODED_QUOTES, 1},
    {"[White \x93"
     "A\x94]\n",
     "[White \"A\"]\n", XPGN_DECODED_QUOTES, 1},
    {"[Result \"\xEF\xBC\x91-\xEF\xBC\x90\"]\n\n\xEF\xBD\x85\xEF\xBC\x94 {\xEF\xBC\x94}\n",
     "[Result \"1-0\"]\n\ne4 {\xEF\xBC\x94}\n", XPGN_DECODED_WIDE, 4},
    {"1. N\xE2\x80\x8B"
     "f3 d5\xE2\x80\x8B"
     "2. \xEF\xBB\xBF"
     "d4\n",
     "1. Nf3 d5 2. d4\n", XPGN_DECODED_ZERO_WIDTH, 3},
    {"> > [White \"A\"]\n>>\n> > 1. e4 {a\n>> b} *\n", "[White \"A\"]\n\n1. e4 {a\nb} *\n",
     XPGN_DECODED_MAIL, 4},
    {"Hi,\n\nBob wrote:\n> Hello!\n> 1. e4 e5 *\n> Bye\n--\nme\n", "\n\n\n\n1. e4 e5 *\n\n\n\n",
     XPGN_DECODED_LEFT_OUT, 6},
    {"> 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1\nb5 7. Bb3 *\nno\n",
     "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1\nb5 7. Bb3 *\n\n",
     XPGN_DECODED_LEFT_OUT, 1},
    {"Look:\n```pgn\n1. e4 ~~~\n```\nand\n~~~~\n1. d4 *\n~~~\n~~~~\n!",
     "\n\n1. e4 ~~~\n\n\n\n1. d4 *\n~~~\n\n", XPGN_DECODED_FENCES, 2},
    {"1. e4 *\n```\nnot this\n```\n", NULL, 0, 0},
    {"<p>[White \"A\"]<br>\n\n1. <b>N</b>f3 {<b>} <5:1> <x> *\n",
     "[White \"A\"] \n\n1. Nf3 {<b>} <5:1> <x> *\n", XPGN_DECODED_MARKUP, 4},
    /* tables */
    {"1,e4,e5\n2,Nf3,\"Nc6\"\n", "1. e4 1... e5\n2. Nf3 2... Nc6 *\n", XPGN_DECODED_ROWS, 2},
    {"sep=;\r\nEvent;A \"B\"\r\nWei\xC3\x9F;Adams\r\n;\r\nZug;Wei\xC3\x9F;Schwarz\r\n1.;Sf3;d5\r\n",
     "\n[Event \"A \\\"B\\\"\"]\n[White \"Adams\"]\n\n\n1. Sf3 1... d5 *\n", XPGN_DECODED_ROWS, 1},
    {"e4\te5\nNf3\tNc6\n\n1\td4\td5\n2\t1-0\n", " e4 e5\n Nf3 Nc6 *\n\n1. d4 1... d5 1-0\n",
     XPGN_DECODED_ROWS, 4},
    {"1;e4;\n2;;\n3;Nf3;\n4;;\n", "1. e4 {[%missing]}\n2. {[%missing]} {[%missing]}\n3. Nf3 *\n",
     XPGN_DECODED_ROWS, 4},
    {"1;;e5;0:45\n2;;Nc6;0:50\n",
     "1. {[%missing]} 1... e5 {0:45}\n2. {[%missing]} 2... Nc6 {0:50} *\n", XPGN_DECODED_ROWS, 2},
    {"Nr;W;B;;Nr;W;B\n1;e4;e5;;3;Bb5;a6\n2;Nf3;Nc6;;4;Ba4;\n",
     "[Event \"?\"] {Nr; W; B; Nr; W; B}\n1. e4 1... e5\n2. Nf3 2... Nc6\n3. Bb5 3... a6\n4. Ba4 "
     "*\n",
     XPGN_DECODED_ROWS, 2},
    {"1,e4,,d5,\n2,exd5,5:1,Qxd5,04:02\n", "1. e4 1... d5\n2. exd5 (5:1) 2... Qxd5 (04:02) *\n",
     XPGN_DECODED_ROWS, 2},
    {"1,e4,,,d5,,\n2,exd5,5,1,Qxd5,4,2\n", "1. e4 1... d5\n2. exd5 (5:1) 2... Qxd5 (4:2) *\n",
     XPGN_DECODED_ROWS, 2},
    {"1,e4,d5,,\n2,exd5,Qxd5,5:1,4:2\n", "1. e4 1... d5\n2. exd5 (5:1) 2... Qxd5 (4:2) *\n",
     XPGN_DECODED_ROWS, 2},
    {"1,<3> e2-e5,<2> Nb8-d6\n2,<2> e5-g3,\n", "1. <3> e2-e5 1... <2> Nb8-d6\n2. <2> e5-g3 *\n",
     XPGN_DECODED_ROWS, 2},
    {"| No | White | Black |\n|---:|---|:-:|\n| 1 | e4 | e5 |\n| 2 | Nf3 | Nc6 |\n",
     "\n\n1. e4 1... e5\n2. Nf3 2... Nc6 *\n", XPGN_DECODED_ROWS, 2},
    {"1;d4;d5;a {b}\n2;c4;;1/2-1/2\nsigned;A;;\n",
     "1. d4 1... d5 {a (b)}\n2. c4 {signed; A} 1/2-1/2\n", XPGN_DECODED_ROWS, 2},
    {"FEN;8/8/8/8/8/3k4/2p5/2K5 b - - 4 60\n60;;Kc3\n61;Kd1;c1=Q\n",
     "[FEN \"8/8/8/8/8/3k4/2p5/2K5 b - - 4 60\"]\n60... Kc3\n61. Kd1 61... c1=Q *\n",
     XPGN_DECODED_ROWS, 2},
    {"FirstRoll;3:3 2:5\nVariant;combat-chess-2\n1;;<2> e7-e5\n2;<3> d2-d5;\n",
     "[FirstRoll \"3:3 2:5\"]\n[Variant \"combat-chess-2\"]\n1... <2> e7-e5\n2. <3> d2-d5 *\n",
     XPGN_DECODED_ROWS, 2},
    {"FirstRoll;3:3 5:2\nVariant;combat-chess-2\n1;;<2> e7-e5\n2;<3> d2-d5;\n",
     "[FirstRoll \"3:3 5:2\"]\n[Variant \"combat-chess-2\"]\n"
     "1. {[%missing]} 1... <2> e7-e5\n2. <3> d2-d5 *\n",
     XPGN_DECODED_ROWS, 2},
    {"1. e4 e5; best\n2. Nf3, Nc6 *\n", NULL, 0, 0},
    /* dice that look like a result */
    {"1. exd5 1-1 Qxd5 [1-1 5-2] 1\xE2\x80\x93"
     "1 {1-1} 6,1-1,2 1-1-0-0 11-1\n1-1\n",
     "1. exd5 1:1 Qxd5 [1:1 5-2] 1:1 {1-1} 6,1:1,2 1-1-0-0 11-1\n1:1\n", 0, 0},
    {"[Round \"1-1\"]\n", NULL, 0, 0},
    {"1,2\n[White \"A, B\"]\n", NULL, 0, 0},
};

START_TEST(files_are_decoded_however_their_bytes_arrive) {
    xpgn_slice text = {files[_i].text, strlen(files[_i].text)};
    const char *becomes = files[_i].becomes != NULL ? files[_i].becomes : files[_i].text;
    xpgn_decoder *d;
    xpgn_buffer out = {0};
    ck_assert_int_eq(xpgn_decoder_new(&d), XPGN_OK);
    for (size_t piece = 1; piece <= text.size; piece++) {
        decode(d, text, piece, &out);
        ck_assert_msg(out.size == strlen(becomes) && memcmp(out.data, becomes, out.size) == 0,
                      "in pieces of %zu: <%.*s>", piece, (int)out.size, out.data);
        ck_assert_uint_eq(xpgn_decoder_counts(d)[files[_i].what], files[_i].count);
    }
    xpgn_buffer_free(&out);
    xpgn_decoder_free(d);
}
END_TEST

START_TEST(what_a_file_is_can_be_said) {
    xpgn_decoder *d;
    xpgn_buffer out = {0};
    ck_assert_int_eq(xpgn_decoder_new(&d), XPGN_OK);
    for (size_t piece = 1; piece <= 12; piece++) {
        xpgn_decoder_from(d, XPGN_FROM_TABLE);
        decode(d, slice_of("moves\n\ne4;e5\n"), piece, &out);
        ck_assert(
            slice_is((xpgn_slice){out.data, out.size}, "[Event \"?\"] {moves}\n\n e4 e5 *\n"));
        xpgn_decoder_from(d, XPGN_FROM_PGN);
        decode(d, slice_of("1,e4,e5\n"), piece, &out);
        ck_assert(slice_is((xpgn_slice){out.data, out.size}, "1,e4,e5\n"));
    }
    xpgn_buffer_free(&out);
    xpgn_decoder_free(d);
}
END_TEST

START_TEST(utf16_of_both_orders_with_a_mark_or_without_is_decoded) {
    static const unsigned units[] = {'e', '4', 0xE9, 0x2658, 0xD83D, 0xDE00, 0xDE00, 0xD83D, '\n'};
    const char *becomes = "e4\xC3\xA9\xE2\x99\x98\xF0\x9F\x98\x80\xEF\xBF\xBD\xEF\xBF\xBD\n";
    xpgn_decoder *d;
    xpgn_buffer out = {0};
    ck_assert_int_eq(xpgn_decoder_new(&d), XPGN_OK);
    for (unsigned how = 0; how < 4; how++) {
        char text[32];
        size_t size = 0;
        for (size_t i = how % 2; i <= sizeof units / sizeof *units; i++, size += 2) {
            unsigned unit = i == 0 ? 0xFEFF : units[i - 1];
            text[size + how / 2] = (char)(unit & 0xFF);
            text[size + 1 - how / 2] = (char)(unit >> 8);
        }
        for (size_t piece = 1; piece <= size; piece++) {
            decode(d, (xpgn_slice){text, size}, piece, &out);
            ck_assert_msg(out.size == strlen(becomes) && memcmp(out.data, becomes, out.size) == 0,
                          "%u: <%.*s>", how, (int)out.size, out.data);
            ck_assert_uint_eq(xpgn_decoder_counts(d)[XPGN_DECODED_UTF16], 1);
        }
    }
    xpgn_buffer_free(&out);
    xpgn_decoder_free(d);
}
END_TEST

/* Longer than what is held of a line, and than what shows what a file is. */
START_TEST(a_line_of_any_length_goes_through) {
    enum { WORDS = 400000 };
    xpgn_decoder *d;
    xpgn_buffer text = {0}, out = {0};
    xpgn_buffer_text(&text, "e4 ");
    for (unsigned i = 0; i < WORDS; i++)
        xpgn_buffer_text(&text, i % 1000 == 0 ? "&amp; " : "Nf3 ");
    ck_assert_int_eq(xpgn_decoder_new(&d), XPGN_OK);
    decode(d, (xpgn_slice){text.data, text.size}, 100003, &out);
    ck_assert_uint_eq(xpgn_decoder_counts(d)[XPGN_DECODED_ENTITIES], WORDS / 1000);
    ck_assert_uint_eq(out.size, text.size - WORDS / 1000 * 4);
    xpgn_buffer_free(&text);
    xpgn_buffer_free(&out);
    xpgn_decoder_free(d);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("decode");
    tcase_add_loop_test(tests, files_are_decoded_however_their_bytes_arrive, 0,
                        sizeof files / sizeof *files);
    tcase_add_test(tests, what_a_file_is_can_be_said);
    tcase_add_test(tests, utf16_of_both_orders_with_a_mark_or_without_is_decoded);
    tcase_add_test(tests, a_line_of_any_length_goes_through);
    Suite *suite = suite_create("decode");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
