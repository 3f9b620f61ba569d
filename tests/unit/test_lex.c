/* SPDX-License-Identifier: MIT */
/* The lexer: every kind of token, the oddities of real files, every L- finding it makes. */
#include "core/forms/scan.h"
#include "core/text/result_text.h"
#include "core/text/span.h"
#include "text_fixture.h"

#include <stdio.h>

START_TEST(a_plain_game_is_tags_numbers_words_and_a_result) {
    LEXED("[Event \"x\"]\n[Site \"?\"]\n\n1. e4 e5 2. Nf3 1/2-1/2\n",
          "tag(Event=x) tag(Site=?) 1|1 e4 e5 2|1 Nf3 result(1/2-1/2)");
    LEXED("", "");
    LEXED(" \t\r\n\v\f", "");
    LEXED("*", "result(*)");
}
END_TEST

START_TEST(tag_pairs_may_be_spaced_oddly_and_share_a_line) {
    LEXED(" [ White    \"Me\"   ]  [  Black  \"Magnus\"   ] 1. e4",
          "tag(White=Me) tag(Black=Magnus) 1|1 e4");
    LEXED("[Event\"x\"][Site \"y\"]*", "tag(Event=x) tag(Site=y) result(*)");
    LEXED("[Event \"\"]", "tag(Event=)");
    LEXED("[x_1 \"a]b[c\"]", "tag(x_1=a]b[c)");
}
END_TEST

START_TEST(quotes_and_backslashes_in_values_are_escaped) {
    LEXED("[Black \"Arnold \\\"T\\\"\"]", "tag(Black=Arnold \\\"T\\\")");
    LEXED("[A \"5400/40+30\\\"\"]\n*", "tag(A=5400/40+30\\\") result(*)");
    LEXED("[A \"C:\\\\\"] *", "tag(A=C:\\\\) result(*)");
    LEXED("[A \"\\\"] still in it\"]", "tag(A=\\\"] still in it)");
}
END_TEST

START_TEST(a_value_whose_last_quote_is_escaped_ends_with_its_line) {
    LEXED("[Event \"Tournament \\\"]\n[Site \"?\"]", "tag(Event=Tournament \\) tag(Site=?)");
}
END_TEST

START_TEST(unescaped_quotes_belong_to_the_value) {
    FAULTY("[Site \"Club \"Victory\"\"]\n*", "tag(Site=Club \"Victory\") result(*)", "L-15@7+14");
    FAULTY("[W \"\"x\", y\"]", "tag(W=\"x\", y)", "L-15@4+6");
}
END_TEST

START_TEST(an_unclosed_quote_ends_with_its_line) {
    FAULTY("[Event \"NII - Lille]\n[Site \"L\"]\n*", "tag(Event=NII - Lille) tag(Site=L) result(*)",
           "L-10@7+12");
    FAULTY("[Event \"NII", "tag(Event=NII)", "L-10@7+4");
    FAULTY("[Event \"", "tag(Event=)", "L-10@7+1");
    FAULTY("[Event \"a\\", "tag(Event=a\\)", "L-10@7+3");
}
END_TEST

START_TEST(malformed_tag_pairs_are_told) {
    FAULTY("[Event \"x\"\n1. e4", "tag(Event=x) 1|1 e4", "L-11@0+10");
    FAULTY("[White Carlsen] 1. e4", "tag(White=Carlsen) 1|1 e4", "L-11@0+15");
    FAULTY("[Black\n\"A\"", "tag(Black=A)", "L-11@0+10");
    FAULTY("[Opening Ruy Lopez] 1. e4", "1|1 e4", "L-11@0+19");
    FAULTY("[pgn]\n1. e4", "1|1 e4", "L-11@0+5");
    FAULTY("[White", "", "L-11@0+6");
    FAULTY("[/pgn] e4", "e4", "L-06@0+6");
    FAULTY("[%clk 0:01:02] e4", "e4", "L-06@0+14");
    FAULTY("[ e4\ne5", "e5", "L-11@0+4");
    FAULTY("[ \"e4 e5", "e5", "L-06@0+1 L-06@2+3");
}
END_TEST

START_TEST(tag_pairs_in_other_forms_are_read) {
    FAULTY("[white \"A\"]", "tag(White=A)", "T-17@1+5");
    FAULTY("[white 'A']", "tag(White=A)", "L-11@0+11");
    FAULTY("[White 'O'Neill']", "tag(White=O'Neill)", "L-11@0+17");
    FAULTY("[Event 'Cup [B]']", "tag(Event=Cup [B])", "L-11@0+17");
    FAULTY("[White \xE2\x80\x9C"
           "A\xE2\x80\x9D]",
           "tag(White=A)", "L-11@0+15");
    FAULTY("[White=\"A\"]", "tag(White=A)", "L-11@0+11");
    FAULTY("[White = \"A\"]", "tag(White=A)", "L-11@0+13");
    FAULTY("[White: A, B]", "tag(White=A, B)", "L-11@0+13");
    FAULTY("[White=A]", "tag(White=A)", "L-11@0+9");
    FAULTY("[White \"A]\n1. e4", "tag(White=A) 1|1 e4", "L-10@7+2");
    FAULTY("White \"A\"]\n1. e4", "tag(White=A) 1|1 e4", "L-11@0+10");
    FAULTY("White \"A\"\n1. e4", "tag(White=A) 1|1 e4", "L-11@0+9");
    FAULTY("[Result \"1:0\"]", "tag(Result=1-0)", "T-05@9+3");
    FAULTY("[Result \" 1-0 \"]", "tag(Result=1-0)", "T-05@9+5");
    FAULTY("[Result \"- : +\"]", "tag(Result=0-1)", "T-05@9+5");
    FAULTY("[Result '0,5 : 0,5']", "tag(Result=1/2-1/2)", "L-11@0+20 T-05@9+9");
    FAULTY("[White \"A\nb\"]\n1. e4", "tag(White=A\nb) 1|1 e4", "L-11@0+13");
    FAULTY("[White \"A\n[Black \"B\"]", "tag(White=A) tag(Black=B)", "L-10@7+2");
}
END_TEST

START_TEST(move_numbers_take_dots_in_every_form) {
    LEXED("12. Nf3 12... Nf6 12 e4", "12|1 Nf3 12|3 Nf6 12|0 e4");
    LEXED("1.e4 1...e5 2.. d4", "1|1 e4 1|3 e5 2|2 d4");
    LEXED("2 . d5 2   .... Nc6 1. ... e4 7. .. f5", "2|1 d5 2|4 Nc6 1|4 e4 7|3 f5");
    LEXED("1. . .", "1|3");
    LEXED("1\xE2\x80\xA6 e5 1 \xE2\x80\xA6 e5", "1|3 e5 1|3 e5");
    LEXED("1.\n\n... e5", "1|4 e5");
    LEXED("3.", "3|1");
    LEXED("3", "3|0");
}
END_TEST

START_TEST(large_numbers_and_many_dots_are_saturated) {
    LEXED("4294967295. e4", "4294967295|1 e4");
    LEXED("4294967296. e4", "4294967295|1 e4");
    LEXED("99999999999999999999999. e4", "4294967295|1 e4");
    char text[2000];
    memset(text, '.', sizeof text);
    text[0] = '1';
    expect_lexed(text, sizeof text, "1|255", "");
}
END_TEST

START_TEST(dots_without_a_number_say_nothing) {
    LEXED("... e5 . \xE2\x80\xA6 Nc6", "e5 Nc6");
}
END_TEST

START_TEST(words_take_what_actions_are_written_with) {
    LEXED("e8=Q+ Bxxd7 Nbsd7 Nb2@a1 K@- K@d4 P@b1 Bc1-f4 exd5# ",
          "e8=Q+ Bxxd7 Nbsd7 Nb2@a1 K@- K@d4 P@b1 Bc1-f4 exd5#");
    LEXED("O-O O-O-O+ -- Z0 null Nc3xc5=Q e8/Q a11-b12",
          "O-O O-O-O+ -- Z0 null Nc3xc5=Q e8/Q a11-b12");
    LEXED("Rh7++ Nf3 N*xe5 aaa", "Rh7++ Nf3 N*xe5 aaa");
    LEXED("e4", "e4");
    LEXED("RR", "$145");
}
END_TEST

START_TEST(castling_with_zeros_is_a_word_and_no_result) {
    LEXED("0-0 0-0-0 0-0+ 0-0-0# 5...0-0", "0-0 0-0-0 0-0+ 0-0-0# 5|3 0-0");
    LEXED("0-1", "result(0-1)");
    LEXED("0\xE2\x80\x93"
          "0",
          "0\xE2\x80\x93"
          "0");
}
END_TEST

START_TEST(words_take_typographic_dashes) {
    LEXED("O\xE2\x80\x91O e2\xE2\x80\x93"
          "e4 \xE2\x80\x93\xE2\x80\x93",
          "O\xE2\x80\x91O e2\xE2\x80\x93"
          "e4 \xE2\x80\x93\xE2\x80\x93");
}
END_TEST

START_TEST(en_passant_is_part_of_its_word) {
    LEXED("exd6e.p. exd6 e.p. exd6\ne.p.+ exd6ep e5 e4.",
          "exd6e.p. exd6 e.p. exd6\ne.p.+ exd6ep e5 e4");
}
END_TEST

START_TEST(suffixes_become_nags) {
    LEXED("e4! e5? d4!! d5?? c4!? c5?!", "e4 $1 e5 $2 d4 $3 d5 $4 c4 $5 c5 $6");
    LEXED("e4 ! e5 !? exf7+!! f8=N+?", "e4 $1 e5 $5 exf7+ $3 f8=N+ $2");
    LEXED("$1$2$5 $255", "$1 $2 $5 $255");
    LEXED("e4 $0 e5", "e4 e5");
}
END_TEST

START_TEST(malformed_nags_are_told) {
    FAULTY("e4!!! e5", "e4 $3 e5", "L-12@2+3");
    FAULTY("e4 ?!?", "e4 $6", "L-12@3+3");
    FAULTY("e4 $ e5", "e4 e5", "L-12@3+1");
    FAULTY("e4 $256 $99999999999999", "e4", "L-12@3+4 L-12@8+15");
}
END_TEST

START_TEST(signs_of_books_and_programs_become_nags) {
    LEXED("e4 += e5 +- d4 -+ d5 = c4 +/- c5 -/+ b4 =+",
          "e4 $14 e5 $18 d4 $19 d5 $10 c4 $16 c5 $17 b4 $15");
    LEXED("e4 \xE2\xA9\xB2 e5 \xE2\x88\x9E d4 \xC2\xB1 d5 \xE2\x96\xA1 N D \xE2\x80\xBC",
          "e4 $14 e5 $13 d4 $16 d5 $7 $146 $220 $3");
    LEXED("Nf3+- Nf3++- e4= e4+= d4\xC2\xB1", "Nf3 $18 Nf3+ $18 e4 $10 e4 $14 d4 $16");
    LEXED("Bxd3?? \xE2\xA9\xB1", "Bxd3 $4 $15");
}
END_TEST

START_TEST(a_draw_offer_is_a_comment) {
    LEXED("1. e4 d4 (=) {Why?} 3. e5 (= ) ", "1|1 e4 d4 comment((=)) comment(Why?) 3|1 e5 ( $10 )");
}
END_TEST

START_TEST(results_of_two_and_four_seats_are_told_from_other_tokens) {
    LEXED("1-0 0-1 1/2-1/2 * 1/2", "result(1-0) result(0-1) result(1/2-1/2) result(*) result(1/2)");
    LEXED("0-1-0-0 1/2-0-1/2-0 1/3-1/3-1/3-0", "result(0-1-0-0) result(1/2-0-1/2-0) "
                                               "result(1/3-1/3-1/3-0)");
    LEXED("\xC2\xBD-\xC2\xBD 1\xE2\x80\x93"
          "0 1/2\xE2\x80\x93"
          "1/2 1\xE2\x88\x92"
          "0",
          "result(\xC2\xBD-\xC2\xBD) result(1\xE2\x80\x93"
          "0) result(1/2\xE2\x80\x93"
          "1/2) "
          "result(1\xE2\x88\x92"
          "0)");
    LEXED("\xBD-\xBD 1\x96"
          "0",
          "result(\xBD-\xBD) result(1\x96"
          "0)");
    LEXED("1. e4 1-0", "1|1 e4 result(1-0)");
    LEXED("1-1 0-0-0-0", "result(1-1) result(0-0-0-0)");
}
END_TEST

START_TEST(results_may_be_glued_to_their_neighbours) {
    LEXED("Qf2#1-0", "Qf2# result(1-0)");
    LEXED("e4*{c}1-0[A \"b\"]", "e4 result(*) comment(c) result(1-0) tag(A=b)");
    FAULTY("****", "", "L-06@0+4");
    LEXED("*1. e4", "result(*) 1|1 e4");
    LEXED("34.1-0", "34|1 result(1-0)");
    FAULTY("1-00 12-34", "", "L-06@0+4 L-06@5+5");
}
END_TEST

START_TEST(comments_do_not_nest) {
    LEXED("{a {b} c4 {} {x\n\ny}", "comment(a {b) c4 comment() comment(x\n\ny)");
    LEXED("e4{good}e5", "e4 comment(good) e5");
    FAULTY("{a} }", "comment(a)", "L-05@4+1");
    FAULTY("e4 {a e5", "e4 comment(a e5)", "L-02@3+1");
    FAULTY("{", "comment()", "L-02@0+1");
    /* comments within a comment, whose braces pair, are one fault */
    FAULTY("{a {b} c} d4", "comment(a {b) d4", "L-05@8+1");
    FAULTY("{a {b {c} d} e {f} g} d4", "comment(a {b {c) d4", "L-05@20+1");
    FAULTY("{a {b} c} {a {b} c} d4", "comment(a {b) comment(a {b) d4", "L-05@8+1 L-05@18+1");
    LEXED("{a {b} c4 {d} e4", "comment(a {b) c4 comment(d) e4");
}
END_TEST

START_TEST(line_comments_end_with_any_line_end) {
    LEXED("e4; a {b\ne5 ;c\r\nd4;d\rd5;e", "e4 line( a {b) e5 line(c) d4 line(d) d5 line(e)");
    LEXED(";", "line()");
}
END_TEST

START_TEST(escape_lines_begin_in_column_one) {
    LEXED("% e5 {\ne4\n%x\r%y\r\n% z", "e4");
    FAULTY("e4 %x\n", "e4", "L-06@3+2");
    LEXED("{\n%}\n", "comment(\n%)");
}
END_TEST

START_TEST(variations_are_parentheses) {
    LEXED("(1. e4 (e5))", "( 1|1 e4 ( e5 ) )");
}
END_TEST

START_TEST(text_in_angle_brackets_is_a_roll) {
    LEXED("exd5 <5+2=9:2+2=5x> <4> e4<1:>d5", "exd5 roll(5+2=9:2+2=5x) roll(4) e4 roll(1:) d5");
    LEXED("<3=4:4=4 5=6:2=2x@a1> <3:4\n5:2 > < 4>",
          "roll(3=4:4=4 5=6:2=2x@a1) roll(3:4\n5:2 ) roll( 4)");
    LEXED("<:> <w8y;:>", "roll(:) roll(w8y;:)");
    FAULTY("e4 <> e5", "e4 e5", "L-06@3+2"); /* in a game without dice */
}
END_TEST

START_TEST(an_unclosed_roll_ends_with_its_word) {
    FAULTY("exd5 <5:2 Qxd5 <4:2>", "exd5 roll(5:2) Qxd5 roll(4:2)", "R-04@5+4");
    FAULTY("exd5 <5:2", "exd5 roll(5:2)", "R-04@5+4");
    FAULTY("exd5 <5:2{x} Q", "exd5 roll(5:2) comment(x) Q", "R-04@5+4");
    FAULTY("<", "roll()", "R-04@0+1");
    FAULTY("<<4>", "", "L-06@0+4");
}
END_TEST

START_TEST(what_is_no_token_is_one_finding_a_run) {
    FAULTY("e4 &&/x e5", "e4 e5", "L-06@3+4");
    FAULTY("e4!+ e5", "e4 $1 e5", "L-06@3+1");
    FAULTY("\xD0\x9A"
           "f3 e5",
           "e5", "L-06@0+4");
    FAULTY("\"a{b}", "comment(b)", "L-06@0+2");
    FAULTY("e4 &amp; e5 &#160;d4 &; c5\n", "e4 e5 d4 line( c5)", "L-06@3+5 L-06@12+6 L-06@21+1");
    FAULTY("------ e4 --", "e4 --", "L-06@0+6");
    FAULTY("=== e4 = +++", "e4 $10", "L-06@0+3 L-06@9+3");
    FAULTY("e4 1:0 {x}", "e4 result(1-0) comment(x)", "M-18@3+3");
    FAULTY("e4 1/2 1/2", "e4 result(1/2-1/2)", "M-18@3+7");
    FAULTY("Qg20-1", "Qg2 result(0-1)", "M-18@0+6");
    FAULTY("e81/2-1/2\n;x", "e8 result(1/2-1/2) line(x)", "M-18@0+9");
    FAULTY("e4 1:0 0 - 1 1 -- x\n", "e4 1|0 -- x", "L-06@3+3 L-06@7+5");
    FAULTY("x] <br />1. e4", "x 1|1 e4", "L-06@1+1 L-06@3+6");
    FAULTY("- + e5", "e5", "L-06@0+1 L-06@2+1");
}
END_TEST

START_TEST(control_characters_are_one_finding_a_run) {
    FAULTY("e4 \0\0\x01 e5\x7F", "e4 e5", "L-01@3+3 L-01@9+1");
    FAULTY("e4&\x02", "e4", "L-06@2+1 L-01@3+1");
    FAULTY("{a\x03z\x01 \x02} ;\x1b\n{\t\n\v\f\r}",
           "comment(a\x03z\x01 \x02) line(\x1b) comment(\t\n\v\f\r)", "L-01@2+1 L-01@10+1");
    FAULTY("{0123456789abcdef0123456789abcdef\x7f}",
           "comment(0123456789abcdef0123456789abcdef\x7f)", "L-01@33+1");
}
END_TEST

START_TEST(invisible_characters_are_white_space) {
    LEXED("\xEF\xBB\xBF"
          "1. e4 \xEF\xBB\xBF e5\xE2\x80\x8B \xC2\xA0 d4",
          "1|1 e4 e5 d4");
    LEXED("e4\xC2\xA0"
          "e5 \xA0 d4\xE2\x80\xAF"
          "d5\xE3\x80\x80",
          "e4 e5 d4 d5");
}
END_TEST

START_TEST(places_cover_the_whole_token) {
    struct log log;
    struct lex lx;
    struct token t;
    log_init(&log);
    lex_begin(&lx, slice_of(" [A \"bc\"] {d} 1 ... <4>"), &log);
    static const xpgn_place places[] = {{1, 8}, {10, 3}, {14, 5}, {20, 3}, {23, 0}};
    for (size_t i = 0; i < 5; i++) {
        lex_next(&lx, &t);
        ck_assert_uint_eq(t.place.offset, places[i].offset);
        ck_assert_uint_eq(t.place.length, places[i].length);
        if (i == 0)
            ck_assert(t.value_place.offset == 5 && t.value_place.length == 2);
    }
    ck_assert_int_eq(t.kind, TOKEN_END);
    lex_next(&lx, &t);
    ck_assert_int_eq(t.kind, TOKEN_END);
    log_free_parts(&log);
}
END_TEST

static void expect_score(const char *text, unsigned seats, int a, int b, int c, int d) {
    uint8_t score[XPGN_MAX_SEATS] = {99, 99, 99, 99};
    ck_assert_msg(result_read(slice_of(text), seats, score), "%s", text);
    ck_assert_msg(score[0] == a && score[1] == b && score[2] == c && score[3] == d, "%s", text);
}

START_TEST(results_are_scores_in_twelfths) {
    expect_score("1-0", 2, 12, 0, 0, 0);
    expect_score("0-1", 2, 0, 12, 0, 0);
    expect_score("1/2-1/2", 2, 6, 6, 0, 0);
    expect_score("1/2", 2, 6, 6, 0, 0);
    expect_score("\xC2\xBD\xE2\x80\x93\xC2\xBD", 2, 6, 6, 0, 0);
    expect_score("*", 2, 0, 0, 0, 0);
    expect_score("1/2-0", 2, 6, 0, 0, 0);
    expect_score("0-\xC2\xBD", 2, 0, 6, 0, 0);
    expect_score("0-1-0-0", 4, 0, 12, 0, 0);
    expect_score("1/2-0-1/4-1/4", 4, 6, 0, 3, 3);
    expect_score("1/3-1/3-1/3-0", 4, 4, 4, 4, 0);
}
END_TEST

START_TEST(what_is_not_shared_so_is_no_result) {
    static const char *const bad[] = {"",        "1-1",     "0-0-0", "1-0-0",       "1-0-0-0-0",
                                      "1-0-0-1", "1/2-1",   "1-0 ",  "1/2-1/2-1/2", "Draw",
                                      "1/3",     "1/2-1/4", "1-0-*", "0.5-0.5",     "1/3-1/4"};
    uint8_t score[XPGN_MAX_SEATS];
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        ck_assert_msg(!result_is(slice_of(bad[i])), "%s", bad[i]);
    ck_assert(!result_read(slice_of("1-0"), 4, score));
    ck_assert(!result_read(slice_of("1-0-0-0"), 2, score));
    ck_assert(result_is(slice_of("*")) && result_is(slice_of("0-0-1-0")));
    ck_assert(result_is(slice_of("0-0")) && !result_read(slice_of("0-0"), 2, score));
}
END_TEST

START_TEST(scores_are_written_as_results) {
    static const struct {
        uint8_t score[4];
        unsigned seats;
        const char *text;
    } cases[] = {{{12, 0}, 2, "1-0"},
                 {{6, 6}, 2, "1/2-1/2"},
                 {{0}, 2, "*"},
                 {{0}, 4, "*"},
                 {{0, 12, 0, 0}, 4, "0-1-0-0"},
                 {{3, 3, 3, 3}, 4, "1/4-1/4-1/4-1/4"},
                 {{4, 0, 4, 4}, 4, "1/3-0-1/3-1/3"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[24];
        result_write(cases[i].score, cases[i].seats, text);
        ck_assert_str_eq(text, cases[i].text);
    }
}
END_TEST

/* The table of classes was made by machine; here is what it was made from. */
START_TEST(every_byte_is_in_its_classes) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    static const struct {
        unsigned class;
        const char *bytes;
        bool letters, digits, high;
    } classes[] = {{BYTE_SPACE, " \t\n\v\f\r", false, false, false},
                   {BYTE_LINE, "\n\r", false, false, false},
                   {BYTE_DIGIT, "", false, true, false},
                   {BYTE_LETTER, "", true, false, false},
                   {BYTE_WORD, "-=@/", true, true, false},
                   {BYTE_VALUE, "\"\\\n\r", false, false, false},
                   {BYTE_MOVES, "\n\r{;()<*-/", false, false, true},
                   {BYTE_BREAK, " \t\n\v\f\r{}();[<>$", false, false, false},
                   {BYTE_NAME, "_+#=:-", true, true, false},
                   {BYTE_ROLL, "+=:,wx@abcdefghijkl", false, true, false},
                   {BYTE_BOUNDARY, " \t\n\v\f\r.()}]>!?+#*", false, false, true},
                   {BYTE_COMMAND, "!#$%&'()*+,-./:;<=>?@\\^_`{|~", true, true, false}};
    for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++) {
        for (int c = 1; c < 256; c++) {
            bool in = strchr(classes[i].bytes, c) || (classes[i].letters && strchr(letters, c)) ||
                      (classes[i].digits && c >= '0' && c <= '9') || (classes[i].high && c >= 128);
            ck_assert_msg(byte_is((char)c, classes[i].class) == in, "class %u, byte %d",
                          classes[i].class, c);
        }
        ck_assert(!byte_is('\0', classes[i].class));
    }
}
END_TEST

START_TEST(the_fast_scan_stops_where_the_table_says) {
    char text[64];
    for (int c = 0; c < 256; c++) {
        for (size_t at = 0; at < sizeof text; at++) {
            memset(text, 'a', sizeof text);
            text[at] = (char)c;
            size_t stop = (size_t)(span_moves(text, text + sizeof text) - text);
            bool stops = byte_is((char)c, BYTE_MOVES) && (c != '-' || at == 0);
            ck_assert_msg(stop == (stops ? at : sizeof text), "byte %d at %zu: %zu", c, at, stop);
        }
    }
}
END_TEST

/* A token less at the end for every byte less: nothing past the end of the text is looked at. */
START_TEST(a_text_cut_anywhere_is_lexed_to_its_end) {
    static const char text[] = "[A \"b\\\"c\"] 12... Nf3+- $14 {c} (e4 e.p.) <3=4:4 5:2x@a1> "
                               "\xC2\xBD-\xC2\xBD 1/2-1/2 \xE2\xA9\xB2 0-0-0 ;x\n% y";
    for (size_t size = 0; size < sizeof text; size++) {
        char *copy = malloc(size + 1);
        memcpy(copy, text, size);
        struct log log;
        struct lex lx;
        struct token t;
        log_init(&log);
        lex_begin(&lx, (xpgn_slice){copy, size}, &log);
        do
            lex_next(&lx, &t);
        while (t.kind != TOKEN_END);
        ck_assert_uint_eq(t.place.offset, size);
        log_free_parts(&log);
        free(copy);
    }
}
END_TEST

int main(void) {
    TCase *tcase = tcase_create("lex");
    tcase_add_test(tcase, a_plain_game_is_tags_numbers_words_and_a_result);
    tcase_add_test(tcase, tag_pairs_may_be_spaced_oddly_and_share_a_line);
    tcase_add_test(tcase, quotes_and_backslashes_in_values_are_escaped);
    tcase_add_test(tcase, a_value_whose_last_quote_is_escaped_ends_with_its_line);
    tcase_add_test(tcase, unescaped_quotes_belong_to_the_value);
    tcase_add_test(tcase, an_unclosed_quote_ends_with_its_line);
    tcase_add_test(tcase, malformed_tag_pairs_are_told);
    tcase_add_test(tcase, tag_pairs_in_other_forms_are_read);
    tcase_add_test(tcase, move_numbers_take_dots_in_every_form);
    tcase_add_test(tcase, large_numbers_and_many_dots_are_saturated);
    tcase_add_test(tcase, dots_without_a_number_say_nothing);
    tcase_add_test(tcase, words_take_what_actions_are_written_with);
    tcase_add_test(tcase, castling_with_zeros_is_a_word_and_no_result);
    tcase_add_test(tcase, words_take_typographic_dashes);
    tcase_add_test(tcase, en_passant_is_part_of_its_word);
    tcase_add_test(tcase, suffixes_become_nags);
    tcase_add_test(tcase, malformed_nags_are_told);
    tcase_add_test(tcase, signs_of_books_and_programs_become_nags);
    tcase_add_test(tcase, a_draw_offer_is_a_comment);
    tcase_add_test(tcase, results_of_two_and_four_seats_are_told_from_other_tokens);
    tcase_add_test(tcase, results_may_be_glued_to_their_neighbours);
    tcase_add_test(tcase, comments_do_not_nest);
    tcase_add_test(tcase, line_comments_end_with_any_line_end);
    tcase_add_test(tcase, escape_lines_begin_in_column_one);
    tcase_add_test(tcase, variations_are_parentheses);
    tcase_add_test(tcase, text_in_angle_brackets_is_a_roll);
    tcase_add_test(tcase, an_unclosed_roll_ends_with_its_word);
    tcase_add_test(tcase, what_is_no_token_is_one_finding_a_run);
    tcase_add_test(tcase, control_characters_are_one_finding_a_run);
    tcase_add_test(tcase, invisible_characters_are_white_space);
    tcase_add_test(tcase, places_cover_the_whole_token);
    tcase_add_test(tcase, results_are_scores_in_twelfths);
    tcase_add_test(tcase, what_is_not_shared_so_is_no_result);
    tcase_add_test(tcase, scores_are_written_as_results);
    tcase_add_test(tcase, every_byte_is_in_its_classes);
    tcase_add_test(tcase, the_fast_scan_stops_where_the_table_says);
    tcase_add_test(tcase, a_text_cut_anywhere_is_lexed_to_its_end);
    RUN_MAIN("lex", tcase);
}
