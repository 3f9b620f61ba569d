/* SPDX-License-Identifier: MIT */
/* Where games begin and end, also in broken files, and at a price that stays linear. */
#include <stdio.h>
#include <time.h>

#include "core/text/game_split.h"
#include "text_fixture.h"

/* All games of a text, each followed by |. */
static void show_games(const char *text, size_t size, xpgn_buffer *out) {
    while (size > 0) {
        size_t begin, game = split_game((xpgn_slice){text, size}, true, &begin);
        if (game == 0) {
            ck_assert_uint_eq(begin, size);
            break;
        }
        ck_assert_uint_le(begin + game, size);
        xpgn_buffer_put(out, text + begin, game);
        xpgn_buffer_char(out, '|');
        text += begin + game;
        size -= begin + game;
    }
}

/* Part of the text says "more", or what all of it says. */
static void expect_same_for_parts(const char *text, size_t size) {
    size_t begin, game = split_game((xpgn_slice){text, size}, true, &begin);
    for (size_t n = 0; n <= size; n++) {
        char *copy = malloc(n + 1); /* so that reading past its end is seen */
        memcpy(copy, text, n);
        size_t b, part = split_game((xpgn_slice){copy, n}, false, &b);
        ck_assert_msg(part == 0 || (part == game && b == begin), "%zu bytes of %s", n, text);
        free(copy);
    }
}

static xpgn_buffer with_crlf(const char *text, size_t size) {
    xpgn_buffer b = {0};
    for (size_t i = 0; i < size; i++) {
        if (text[i] == '\n')
            xpgn_buffer_char(&b, '\r');
        xpgn_buffer_char(&b, text[i]);
    }
    return b;
}

static void expect_games(const char *text, size_t size, const char *games) {
    xpgn_buffer out = {0};
    show_games(text, size, &out);
    xpgn_buffer_char(&out, '\0');
    ck_assert_msg(strcmp(out.data, games) == 0, "games of\n%s\nare\n%s\nnot\n%s", text, out.data,
                  games);
    xpgn_buffer_free(&out);
    expect_same_for_parts(text, size);
}

/* Whatever the line ends are, the games are the same. */
static void expect_games_of_lines(const char *text, size_t size, const char *games) {
    expect_games(text, size, games);
    if (memchr(text, '\r', size) != NULL || memchr(text, '\n', size) == NULL)
        return;
    xpgn_buffer crlf = with_crlf(text, size), expected = with_crlf(games, strlen(games) + 1);
    expect_games(crlf.data, crlf.size, expected.data);
    xpgn_buffer_free(&crlf);
    xpgn_buffer_free(&expected);
}

#define GAMES(text, games) expect_games_of_lines(text, sizeof(text) - 1, games)

/* The games with an empty line behind each, for its |. */
static void expect_kept(const char *games) {
    char text[512];
    size_t size = strlen(games);
    ck_assert_uint_lt(size, sizeof text);
    for (size_t i = 0; i < size; i++)
        text[i] = games[i];
    for (size_t i = 0; i < size; i++)
        text[i] = text[i] == '|' ? '\n' : text[i];
    expect_games_of_lines(text, size, games);
}

START_TEST(a_game_is_its_tags_and_its_movetext) {
    GAMES("[Event \"a\"]\n[Site \"b\"]\n\n1. e4 e5 1-0\n\n[Event \"c\"]\n\n1. d4 *\n",
          "[Event \"a\"]\n[Site \"b\"]\n\n1. e4 e5 1-0\n|[Event \"c\"]\n\n1. d4 *\n|");
    GAMES("1. e4", "1. e4|");
}
END_TEST

START_TEST(no_game_is_in_white_space_and_escape_lines) {
    GAMES("", "");
    GAMES(" \n\t\r\n", "");
    GAMES("\xEF\xBB\xBF\n", "");
    GAMES("% nothing\n%\n", "");
    GAMES("% nothing", "");
}
END_TEST

START_TEST(games_without_tags_follow_each_other_on_one_line) {
    GAMES("1. e4 1-0 1. d4 0-1", "1. e4 1-0|1. d4 0-1|");
    GAMES("*1. e4 e5 1-0 1. e4 *", "*|1. e4 e5 1-0|1. e4 *|");
    GAMES("****", "*|*|*|*|");
    GAMES("[White \"Me\"] *[White \"Me\"]1. e4 e5 * ",
          "[White \"Me\"] *|[White \"Me\"]1. e4 e5 * |");
    GAMES("1. e4 * [FEN \"x\"] d4 *", "1. e4 *|[FEN \"x\"] d4 *|");
}
END_TEST

START_TEST(results_of_every_form_end_a_game) {
    GAMES("e4 1/2-1/2\ne4 1/2\ne4 0-1-0-0\ne4 1/2-0-1/2-0\ne4\n",
          "e4 1/2-1/2\n|e4 1/2\n|e4 0-1-0-0\n|e4 1/2-0-1/2-0\n|e4\n|");
    GAMES("e4 \xC2\xBD-\xC2\xBD\ne4 1\xE2\x80\x93"
          "0\ne4 1/2\xE2\x80\x93"
          "1/2\ne4\n",
          "e4 \xC2\xBD-\xC2\xBD\n|e4 1\xE2\x80\x93"
          "0\n|e4 1/2\xE2\x80\x93"
          "1/2\n|e4\n|");
    GAMES("e4 \xBD-\xBD\ne4 0\x96"
          "1\ne4\n",
          "e4 \xBD-\xBD\n|e4 0\x96"
          "1\n|e4\n|");
    GAMES("Qf2#1-0\ne4+*\ne4!*\n4.1-0", "Qf2#1-0\n|e4+*\n|e4!*\n|4.1-0|");
}
END_TEST

START_TEST(castling_and_moves_are_no_results) {
    GAMES("0-0 0-0-0 O-O e1-e2 N*xe5 -- $1-0 1-0-0 e4\n", "0-0 0-0-0 O-O e1-e2 N*xe5 -- $1-0 "
                                                          "1-0-0 e4\n|");
    GAMES("e4 <1-0> e5 \xE2\x8A\xBD d4", "e4 <1-0> e5 \xE2\x8A\xBD d4|");
}
END_TEST

START_TEST(results_in_tags_comments_and_variations_do_not_count) {
    GAMES("[Result \"1-0\"]\n\n1. e4 {1-0 *} (1. d4 *) e5 ;1-0\n% 1-0\n2. d4 *\n",
          "[Result \"1-0\"]\n\n1. e4 {1-0 *} (1. d4 *) e5 ;1-0\n% 1-0\n2. d4 *\n|");
    GAMES("e4 ) ) e5 * d4", "e4 ) ) e5 *|d4|");
}
END_TEST

START_TEST(what_is_left_of_the_last_line_stays_if_it_is_comment) {
    GAMES("e4 1-0 {Black\nresigns} ; so\n\ne5", "e4 1-0 {Black\nresigns} ; so\n|e5|");
    GAMES("e4 * { comment } 1. d4 *", "e4 * { comment }|1. d4 *|");
    GAMES("e4 1-0\r\n\r\ne5 0-1\r\re6", "e4 1-0\r\n|e5 0-1\r|e6|");
    GAMES("e4 * \n\n{ }  \n\nd4 *", "e4 * \n\n{ }  \n|d4 *|");
}
END_TEST

START_TEST(comments_behind_a_game_are_its_own) {
    GAMES("e4 1-0\n\n; the end\n{ really }\n", "e4 1-0\n\n; the end\n{ really }\n|");
    GAMES("e4 1-0\n\n; the end\n{ really }\ne5", "e4 1-0\n\n; the end\n{ really }\n|e5|");
    GAMES("e4 1-0\n\n{ a }\n% x\n; b\n\n% y\n[Event \"b\"]\n*",
          "e4 1-0\n\n{ a }\n% x\n; b\n|[Event \"b\"]\n*|");
    GAMES("e4 1-0\n% x\n", "e4 1-0\n% x\n|");
}
END_TEST

START_TEST(a_game_without_result_ends_at_the_next_tag_line) {
    GAMES("[Event \"a\"]\n\n1. e4 e5\n\n[White \"b\"]\n\n1. d4\n",
          "[Event \"a\"]\n\n1. e4 e5\n|[White \"b\"]\n\n1. d4\n|");
    GAMES("1. e4\n  [ x \"b\" ] 1. d4", "1. e4\n|[ x \"b\" ] 1. d4|");
    GAMES("1. e4 (1. d4\n[Event \"b\"] *", "1. e4 (1. d4\n|[Event \"b\"] *|");
    GAMES("1. e4\n[Event b]\n*", "1. e4\n|[Event b]\n*|");
}
END_TEST

START_TEST(brackets_that_begin_no_tag_pair_begin_no_game) {
    GAMES("1. e4\n[see below]\n[pgn]\n[/pgn]\n[%clk 1]\n[\"x\"]\ne5 [White \"x\"] *",
          "1. e4\n[see below]\n[pgn]\n[/pgn]\n[%clk 1]\n[\"x\"]\ne5 [White \"x\"] *|");
}
END_TEST

START_TEST(files_may_hold_tags_only) {
    GAMES("[Event \"a\"]\n[Site \"b\"]\n\n[Event \"c\"]\n\n\n[Event \"d\"]",
          "[Event \"a\"]\n[Site \"b\"]\n|[Event \"c\"]\n|[Event \"d\"]|");
    GAMES("[White \"a\"]\n\n[Black \"b\"]\n[Event \"c\"]\n*",
          "[White \"a\"]\n\n[Black \"b\"]\n[Event \"c\"]\n*|");
    GAMES("[Event \"a\"]\n% x\n[Event \"b\"]", "[Event \"a\"]\n% x\n[Event \"b\"]|");
}
END_TEST

START_TEST(comments_before_the_first_tags_belong_to_their_game) {
    GAMES("{ first }\n; game\n\n[Event \"b\"]\n\ne5 *\n",
          "{ first }\n; game\n\n[Event \"b\"]\n\ne5 *\n|");
}
END_TEST

START_TEST(a_comment_behind_the_tags_is_movetext_if_a_blank_line_ends_it) {
    GAMES("[Event \"a\"]\n\n{ no moves }\n\n[White \"b\"]\n*",
          "[Event \"a\"]\n\n{ no moves }\n|[White \"b\"]\n*|");
    GAMES("[Event \"a\"]\n{ x }\n[White \"b\"]\n; y\n[Black \"c\"] *",
          "[Event \"a\"]\n{ x }\n[White \"b\"]\n; y\n[Black \"c\"] *|");
}
END_TEST

START_TEST(a_closed_comment_may_hold_blank_lines_and_tags) {
    GAMES("e4 {a\n\n[Event \"b\"]\n\n1. d4 *} e5 *\n",
          "e4 {a\n\n[Event \"b\"]\n\n1. d4 *} e5 *\n|");
    GAMES("e4 {a\n[Event \"b\"] {} e5\n", "e4 {a\n[Event \"b\"] {} e5\n|");
    GAMES("e4 {a\n\nb [c \"d\"] {} e5\n", "e4 {a\n\nb [c \"d\"] {} e5\n|");
}
END_TEST

START_TEST(an_unclosed_comment_ends_at_the_next_games_tags) {
    GAMES("e4 {a\n\n[Event \"b\"]\n\n1. d4 {c} *", "e4 {a\n|[Event \"b\"]\n\n1. d4 {c} *|");
    GAMES("e4 {a\n\n[Event \"b\"]\n\n1. d4 *", "e4 {a\n|[Event \"b\"]\n\n1. d4 *|");
    GAMES("e4 {a\r\n \t\r\n  [Event \"b\"]\r\n{c} *", "e4 {a\r\n|[Event \"b\"]\r\n{c} *|");
    GAMES("e4 * {a\n\n[Event \"b\"] *", "e4 * {a\n|[Event \"b\"] *|");
    GAMES("e4 {a\n\nb", "e4 {a\n\nb|");
    GAMES("e4\n{a", "e4\n{a|");
}
END_TEST

START_TEST(an_unclosed_tag_value_ends_with_its_line) {
    GAMES("[Event \"a]\n[Site \"b\"]\n\n1. e4 *\n[Event \"c\"] *",
          "[Event \"a]\n[Site \"b\"]\n\n1. e4 *\n|[Event \"c\"] *|");
}
END_TEST

START_TEST(a_tag_line_without_its_bracket_is_one) {
    expect_kept("Event \"a\"]\n[Site \"b\"]\n\n1. e4 *\n|Event \"c\"]\n[Site \"d\"]\n\n1. d4 *\n|");
    expect_kept("[Event \"a\"]\n(Site \"b\")\n[[White \"c\"]\n[Black \"d\"]].\n\n1. e4 *\n|");
    expect_kept("[Event \"a\"]\n\n1. e4 *\n|{Event \"b\"]\n[Site \"c\"]\n\n1. d4 *\n|");
    expect_kept("[Event \"a\"]\n{Site \"b\"}\n[White \"c\"]\n\n1. e4 *\n|");
    GAMES("[Event \"a\"]\n\n1. e4 e5\nEvent \"b\"]\n[Site \"c\"]\n\n1. d4 *",
          "[Event \"a\"]\n\n1. e4 e5\n|Event \"b\"]\n[Site \"c\"]\n\n1. d4 *|");
}
END_TEST

START_TEST(a_value_may_go_over_lines) {
    expect_kept("[Event \"a very\nlong name\"]\n[Site \"b\"]\n\n1. e4 *\n|");
    expect_kept("[Event \"a\n\nb\"]\n[Site \"b\"]\n\n1. e4 *\n|");
    expect_kept("[Event \"a\"\n]\n[Site \"b\n\"]\n[Round \"1\n2\n3\n4\"]\n\n1. e4 *\n|");
    expect_kept("[Event \"a\"]\n[White \"b\n1. e4 {x\"]} *\n|[Event \"c\"]\n|");
}
END_TEST

START_TEST(words_and_signs_are_no_game) {
    expect_kept("[Event \"a\"]\n\n1. e4 1/2-1/2`\n|");
    expect_kept("1. e4 * }\n\n=====\n|[Event \"a\"]\n\n1. d4 1-0 )\n|[Event \"b\"]\n\n*\n|");
    expect_kept("Games of our club, round 1\n\n[Event \"a\"]\n\n1. e4 *\n|");
    expect_kept("[Event \"a\"]\nxRound \"1.1\"]\n[Site \"b\"]\n\n1. e4 *\n|");
    expect_kept("1. e4 e5\n|[Event \"a\"]\n1. d4 d5\n|[Event \"b\"]\n1. c4\n|");
    expect_kept("1 Sf3 d5\n|[Event \"a\"]\n1. d4 d5\n|");
}
END_TEST

START_TEST(a_result_above_the_moves_ends_no_game) {
    expect_kept("White: Huber\nResult: 1-0\nRound: 3\n\n1. e4 e5 1-0\n|Koch - Roth 0-1\n1 d4 *\n|");
    expect_kept("Huber 1/2-1/2 Maier\n\nBoard 2\nNf3 d5 1/2-1/2\n|");
    expect_kept("\xD0\xBD: 1-0\n1. e4 *\n|"); /* whose last byte is a half sign in Latin-1 */
    /* a list of results, moves of another language, no moves below */
    expect_kept("Huber - Maier 1-0\n|Koch - Roth 0-1\n1. e4 *\n|");
    expect_kept("Sf3 Sf6 1-0\n|1. e4 *\n|");
    expect_kept("Huber - Maier 1-0\n|[Event \"a\"]\n1. e4 *\n|");
}
END_TEST

/* Five games, the third of which may be damaged. */
static size_t five_games(char *text, const char *third, size_t size) {
    static const char form[] = "[Event \"Open\"]\n[Site \"?\"]\n[Date \"2026.05.01\"]\n"
                               "[Round \"1.%u\"]\n[White \"Ames, R\"]\n[Result \"1-0\"]\n";
    size_t n = 0;
    for (unsigned i = 1; i <= 5; i++) {
        if (i == 3)
            memcpy(text + n, third, size);
        n += i == 3 ? size : (size_t)sprintf(text + n, form, i);
        n += (size_t)sprintf(text + n, "\n1. e4 {a [b] } (1. d4 d5)\ne5 2. Nf3 1-0\n\n");
    }
    return n;
}

/* Where the fourth game begins, if it and the fifth have these numbers; else 0. */
static size_t fourth_game(const char *text, size_t size) {
    size_t at = 0, fourth = 0, count = 0, begin, game;
    while ((game = split_game((xpgn_slice){text + at, size - at}, true, &begin)) > 0) {
        count++;
        fourth = count == 4 ? size - at - begin : fourth;
        at += begin + game;
    }
    return count == 5 ? fourth : 0;
}

START_TEST(no_slip_in_a_tag_line_changes_the_numbers_of_later_games) {
    static const char tags[] = "[Event \"Open\"]\n[Site \"?\"]\n[Date \"2026.05.01\"]\n"
                               "[Round \"1.3\"]\n[White \"Ames, R\"]\n[Result \"1-0\"]\n";
    static const char other[] = "[]{}()<>\"'`;%*-/\\.,:=1aB \n\r\t\xe4\xef";
    char text[2048], third[256];
    size_t n = sizeof tags - 1, whole = five_games(text, tags, n);
    size_t fourth = fourth_game(text, whole);
    for (size_t at = 0; at < n; at++)
        for (size_t c = 0; c < sizeof other; c++)
            for (size_t kept = 0; kept < 2; kept++) { /* instead of a byte, and before it */
                size_t more = c < sizeof other - 1;   /* the last: it is left out */
                memcpy(third, tags, at);
                third[at] = other[c];
                memcpy(third + at + more, tags + at + 1 - kept, n - at - 1 + kept);
                size_t size = n + more - 1 + kept;
                ck_assert_msg(fourth_game(text, five_games(text, third, size)) == fourth,
                              "numbers change with\n%.*s", (int)size, third);
            }
}
END_TEST

START_TEST(a_byte_order_mark_between_files_is_white_space) {
    GAMES("\xEF\xBB\xBF[Event \"a\"]\ne4\n\xEF\xBB\xBF[Event \"b\"]\nd4\n",
          "[Event \"a\"]\ne4\n|[Event \"b\"]\nd4\n|");
}
END_TEST

START_TEST(every_kind_of_line_end_begins_lines) {
    GAMES("e4\r[Event \"b\"]\re5\r\n[Event \"c\"]\r\n*",
          "e4\r|[Event \"b\"]\re5\r\n|[Event \"c\"]\r\n*|");
    GAMES("e4 ; x\r[Event \"b\"]", "e4 ; x\r|[Event \"b\"]|");
}
END_TEST

START_TEST(rolls_hide_their_contents) {
    GAMES("e4 <3:3\n5:2> d5 <w;{> 1-0 x", "e4 <3:3\n5:2> d5 <w;{> 1-0 x|");
    GAMES("e4 <3:3 5:2> 1-0 x", "e4 <3:3 5:2> 1-0 x|");
}
END_TEST

/* Splits `count` copies of `piece`, a few megabytes, as a stream does: a block, then doubled. */
static void expect_linear(const char *piece, size_t count) {
    size_t size = strlen(piece), total = size * count, at = 0, block = 1 << 16;
    char *text = malloc(total);
    for (size_t i = 0; i < count; i++)
        memcpy(text + i * size, piece, size);
    clock_t begun = clock();
    for (size_t games = 1; at < total; games++) {
        bool last = total - at <= block;
        size_t begin;
        size_t game = split_game((xpgn_slice){text + at, last ? total - at : block}, last, &begin);
        at += begin + game;
        if (game == 0 && last)
            break;
        block = game == 0 ? block * 2 : 1 << 16;
        if (games % 1000 == 0) /* the clock takes longer than a game of some bytes */
            HOLDS(clock() - begun < 20 * CLOCKS_PER_SEC, "too slow: %s", piece);
    }
    HOLDS(clock() - begun < 20 * CLOCKS_PER_SEC, "too slow: %s", piece);
    free(text);
}

START_TEST(hostile_text_takes_linear_time) {
    static const char *const pieces[] = {"{",
                                         "{\n\n[A \"b\"]\n",
                                         "\n\n[A \"b\"]\n",
                                         "[A \"[",
                                         "[A \"b\"",
                                         "<",
                                         "< 1",
                                         "<5:5 ",
                                         "1-0 {",
                                         "* {} ",
                                         "*\n;\n",
                                         "{[",
                                         "[%",
                                         "(",
                                         "1-0 {}\n{}\n",
                                         "{\n\n[A \"",
                                         " \n",
                                         "%\n",
                                         "\xE2\x80",
                                         "[A \"\\",
                                         "<1\n",
                                         "1/2-",
                                         "[",
                                         "[A\n",
                                         "{\n\n[A \"b\"]}"};
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++)
        expect_linear(pieces[i], 2000000 / strlen(pieces[i]));
}
END_TEST

int main(void) {
    TCase *tcase = tcase_create("split");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, a_game_is_its_tags_and_its_movetext);
    tcase_add_test(tcase, no_game_is_in_white_space_and_escape_lines);
    tcase_add_test(tcase, games_without_tags_follow_each_other_on_one_line);
    tcase_add_test(tcase, results_of_every_form_end_a_game);
    tcase_add_test(tcase, castling_and_moves_are_no_results);
    tcase_add_test(tcase, results_in_tags_comments_and_variations_do_not_count);
    tcase_add_test(tcase, a_result_above_the_moves_ends_no_game);
    tcase_add_test(tcase, what_is_left_of_the_last_line_stays_if_it_is_comment);
    tcase_add_test(tcase, comments_behind_a_game_are_its_own);
    tcase_add_test(tcase, a_game_without_result_ends_at_the_next_tag_line);
    tcase_add_test(tcase, brackets_that_begin_no_tag_pair_begin_no_game);
    tcase_add_test(tcase, files_may_hold_tags_only);
    tcase_add_test(tcase, comments_before_the_first_tags_belong_to_their_game);
    tcase_add_test(tcase, a_comment_behind_the_tags_is_movetext_if_a_blank_line_ends_it);
    tcase_add_test(tcase, a_closed_comment_may_hold_blank_lines_and_tags);
    tcase_add_test(tcase, an_unclosed_comment_ends_at_the_next_games_tags);
    tcase_add_test(tcase, an_unclosed_tag_value_ends_with_its_line);
    tcase_add_test(tcase, a_tag_line_without_its_bracket_is_one);
    tcase_add_test(tcase, a_value_may_go_over_lines);
    tcase_add_test(tcase, words_and_signs_are_no_game);
    tcase_add_test(tcase, no_slip_in_a_tag_line_changes_the_numbers_of_later_games);
    tcase_add_test(tcase, a_byte_order_mark_between_files_is_white_space);
    tcase_add_test(tcase, every_kind_of_line_end_begins_lines);
    tcase_add_test(tcase, rolls_hide_their_contents);
    tcase_add_test(tcase, hostile_text_takes_linear_time);
    RUN_MAIN("split", tcase);
}
