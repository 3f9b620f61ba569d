/* SPDX-License-Identifier: MIT */
/*
 * Records as text.  Every record that is written is read and written again, and must come out the
 * same.
 */
#include "text_fixture.h"

#include <stdio.h>
#include <xpgn/rulesets.h>
#include <xpgn/walk.h>
#include <xpgn/write.h>

static xpgn_catalog *rules;
static xpgn_walk *walk;
static xpgn_buffer out, again;
static xpgn_writer_options options;

static void set_up(void) {
    ck_assert_int_eq(xpgn_catalog_new(&rules), XPGN_OK);
    ck_assert_int_eq(xpgn_walk_new(&walk, rules, NULL), XPGN_OK);
    options = (xpgn_writer_options){XPGN_WRITER_OPTIONS, .width = 0};
}

static void tear_down(void) {
    xpgn_buffer_free(&out);
    xpgn_buffer_free(&again);
    xpgn_walk_free(walk);
    xpgn_catalog_free(rules);
}

static xpgn_status write_game(xpgn_writer *writer, xpgn_slice text, xpgn_buffer *b) {
    xpgn_game game = {.text = text, .file = "-", .number = 1, .line = 1, .column = 1};
    const xpgn_step *step;
    ck_assert_int_eq(xpgn_walk_begin(walk, &game), XPGN_OK);
    xpgn_writer_begin(b, writer, walk);
    while (xpgn_walk_next(walk, &step) == XPGN_OK)
        xpgn_writer_step(writer, step);
    return xpgn_writer_end(writer);
}

/* The record as written; its second writing is compared with the first. */
static const char *written(const char *text) {
    xpgn_writer *writer;
    ck_assert_int_eq(xpgn_writer_new(&writer, &options), XPGN_OK);
    xpgn_buffer_clear(&out);
    xpgn_buffer_clear(&again);
    ck_assert_int_eq(write_game(writer, slice_of(text), &out), XPGN_OK);
    xpgn_slice first = {out.data, out.size - 1}; /* the empty line is not the game's */
    ck_assert_int_eq(write_game(writer, first, &again), XPGN_OK);
    xpgn_buffer_char(&out, '\0');
    xpgn_buffer_char(&again, '\0');
    ck_assert_str_eq(out.data, again.data);
    xpgn_writer_free(writer);
    return out.data;
}

static void expect_tags(const char *text, const char *tags) {
    const char *got = written(text), *end = strstr(got, "\n\n");
    ck_assert_ptr_nonnull(end);
    out.data[end + 1 - got] = '\0';
    ck_assert_str_eq(got, tags);
}

/* The movetext alone, without the line ends after it. */
static void expect_moves(const char *text, const char *moves) {
    char *got = strstr(written(text), "\n\n");
    ck_assert_ptr_nonnull(got);
    size_t size = strlen(got += 2);
    ck_assert_uint_ge(size, 2);
    ck_assert_str_eq(got + size - 2, "\n\n");
    got[size - 2] = '\0';
    ck_assert_str_eq(got, moves);
}

#define ROSTER                                                                                     \
    "[Event \"?\"]\n[Site \"?\"]\n[Date \"\?\?\?\?.\?\?.\?\?\"]\n[Round \"?\"]\n[White \"?\"]\n"   \
    "[Black \"?\"]\n"
#define ATTACK "[Variant \"chess-attack\"]\n"
#define DUEL "[FEN \"4k3/8/8/3n4/8/2N5/8/4K3 w - - 0 1\"]\n" ATTACK

/* ---- tags ---- */

START_TEST(a_game_without_tags_gets_the_seven) {
    ck_assert_str_eq(written("e4 *"), ROSTER "[Result \"*\"]\n\n1. e4 *\n\n");
}
END_TEST

START_TEST(the_seven_stand_in_order_and_the_rest_by_name) {
    expect_tags("[Zeta \"1\"][a \"2\"][White \"W\"][Round \"3\"][ECO \"4\"][EC \"5\"]"
                "[Black \"B\"][Date \"2026.05.01\"][Site \"S\"][Result \"1-0\"][Event \"E\"] 1-0",
                "[Event \"E\"]\n[Site \"S\"]\n[Date \"2026.05.01\"]\n[Round \"3\"]\n"
                "[White \"W\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[EC \"5\"]\n[ECO \"4\"]\n"
                "[Zeta \"1\"]\n[a \"2\"]\n");
}
END_TEST

START_TEST(a_missing_result_tag_is_what_the_movetext_says) {
    expect_tags("1. e4 e5 1/2-1/2", ROSTER "[Result \"1/2-1/2\"]\n");
    expect_tags("[Result \"?\"] 1. e4 0-1", ROSTER "[Result \"0-1\"]\n");
    expect_tags("[Zeta \"z\"] 1. e4 0-1", ROSTER "[Result \"0-1\"]\n[Zeta \"z\"]\n");
}
END_TEST

START_TEST(results_take_their_plain_form) {
    ck_assert_str_eq(written("[Result \"1\xe2\x80\x93"
                             "0\"] 1\xe2\x80\x93"
                             "0"),
                     ROSTER "[Result \"1-0\"]\n\n1-0\n\n");
}
END_TEST

START_TEST(what_is_no_result_stays_in_its_tag) {
    expect_tags("[Result \"later\"] 1-0", ROSTER "[Result \"later\"]\n");
}
END_TEST

START_TEST(values_keep_their_escapes_and_inner_quotes_get_theirs) {
    expect_tags("[Event \"a \\\"b\\\" \\\\\"] *",
                "[Event \"a \\\"b\\\" \\\\\"]\n[Site \"?\"]\n[Date \"\?\?\?\?.\?\?.\?\?\"]\n"
                "[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n");
    ck_assert_ptr_nonnull(
        strstr(written("[Event \"The \"Big\" one\"]\n\n*"), "[Event \"The \\\"Big\\\" one\"]"));
}
END_TEST

START_TEST(latin1_becomes_utf8) {
    ck_assert_ptr_nonnull(strstr(written("[White \"J\xf6rg\"] 1. e4 {sch\xf6n} *"), "J\xc3\xb6rg"));
    ck_assert_ptr_nonnull(strstr(out.data, "{sch\xc3\xb6n}"));
    ck_assert_ptr_nonnull(strstr(written("[White \"J\xc3\xb6rg\"] *"), "J\xc3\xb6rg"));
}
END_TEST

START_TEST(a_tag_given_twice_stays_so) {
    expect_tags("[ECO \"A\"][Result \"*\"][ECO \"B\"][Result \"1-0\"] *",
                ROSTER "[Result \"*\"]\n[Result \"1-0\"]\n[ECO \"A\"]\n[ECO \"B\"]\n");
}
END_TEST

START_TEST(the_format_is_named_unless_the_game_is_plain_chess) {
    expect_tags("[XPGN \"1\"] *", ROSTER "[Result \"*\"]\n");
    expect_tags(ATTACK "*", ROSTER "[Result \"*\"]\n" ATTACK "[XPGN \"1\"]\n");
    expect_tags("[Variant \"Chess_Attack\"] *",
                ROSTER "[Result \"*\"]\n[Variant \"Chess_Attack\"]\n[XPGN \"1\"]\n");
}
END_TEST

START_TEST(a_position_keeps_its_text_and_gets_its_setup) {
    expect_tags("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w -  - 0 1\"] *", ROSTER
                "[Result \"*\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w -  - 0 1\"]\n[SetUp \"1\"]\n");
    expect_tags("[SetUp \"0\"] *", ROSTER "[Result \"*\"]\n[SetUp \"0\"]\n");
}
END_TEST

START_TEST(a_position_stands_in_the_tag_that_can_say_it) {
    expect_tags("[XFEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"] *",
                ROSTER "[Result \"*\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n"
                       "[SetUp \"1\"]\n");
    expect_tags("[FEN \"4k3/8/8/8/8/8/4P*3/4K3[q] w - - 0 1\"]" ATTACK "*",
                ROSTER "[Result \"*\"]\n[SetUp \"1\"]\n" ATTACK
                       "[XFEN \"4k3/8/8/8/8/8/4P*3/4K3[q] w - - 0 1\"]\n[XPGN \"1\"]\n");
    expect_tags("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]"
                "[XFEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"] *",
                ROSTER "[Result \"*\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n"
                       "[SetUp \"1\"]\n");
}
END_TEST

/* ---- lines ---- */

START_TEST(lines_are_as_full_as_they_go) {
    expect_moves("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 "
                 "O-O 9. h3 Nb8 10. d4 Nbd7 *",
                 "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3\n"
                 "O-O 9. h3 Nb8 10. d4 Nbd7 *");
}
END_TEST

/* A line that ends with the word of n letters. */
static void expect_fit(unsigned letters, char before) {
    char text[160];
    (void)snprintf(text, sizeof text, "1. e4 {%.*s %.*s} *", 40,
                   "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", (int)letters,
                   "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb");
    const char *got = strstr(written(text), "bbb");
    ck_assert_ptr_nonnull(got);
    ck_assert_int_eq(got[-1], before);
}

START_TEST(seventy_nine_columns_fit_and_eighty_do_not) {
    expect_fit(30, ' '); /* 5 + 1 + 41 + 1 + 31 */
    expect_fit(31, '\n');
}
END_TEST

START_TEST(columns_are_characters) {
    options.width = 12;
    expect_moves("1. e4 {\xc3\xa4\xc3\xb6\xc3\xbc \xe4\xb8\xad\xe4\xb8\xad} *",
                 "1. e4 {\xc3\xa4\xc3\xb6\xc3\xbc\n\xe4\xb8\xad\xe4\xb8\xad} *");
    options.width = 13;
    expect_moves("1. e4 {\xc3\xa4\xc3\xb6\xc3\xbc \xe4\xb8\xad\xe4\xb8\xad} *",
                 "1. e4 {\xc3\xa4\xc3\xb6\xc3\xbc\n\xe4\xb8\xad\xe4\xb8\xad} *");
    options.width = 14;
    expect_moves("1. e4 {\xc3\xa4\xc3\xb6\xc3\xbc \xe4\xb8\xad\xe4\xb8\xad} *",
                 "1. e4 {\xc3\xa4\xc3\xb6\xc3\xbc \xe4\xb8\xad\xe4\xb8\xad}\n*");
}
END_TEST

START_TEST(number_action_roll_and_commands_are_not_parted) {
    options.width = 10;
    expect_moves(DUEL "1. Nxd5 <2:3> {[%clk 1] a b} Kd7 2. Kd2 *",
                 "1. Nxd5 <2+0=5w:3+0=5w> {[%clk 1]\na b}\n1... Kd7\n2. Kd2 *");
}
END_TEST

START_TEST(one_line_where_there_is_no_limit) {
    options.width = UINT32_MAX;
    char *end = strstr(written("1. e4 {a a a a a a a a a a a a a a a a a a a a a a a a a a a a a "
                               "a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a} *"),
                       "} *\n\n");
    ck_assert_ptr_nonnull(end);
    *end = '\0';
    const char *moves = strstr(out.data, "1. e4");
    ck_assert_ptr_nonnull(moves);
    ck_assert_ptr_null(strchr(moves, '\n'));
}
END_TEST

START_TEST(no_line_begins_with_a_percent_sign) {
    options.width = 5;
    expect_moves("1. e4 {50 % %x} *", "1. e4\n{50 % %x}\n*");
}
END_TEST

/* ---- numbers ---- */

START_TEST(numbers_are_the_true_ones) {
    expect_moves("e4 e5 7. Nf3 *", "1. e4 e5 2. Nf3 *");
    expect_moves("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"] Kd7 e3 *", "7... Kd7 8. e3 *");
}
END_TEST

START_TEST(black_is_numbered_after_comments_and_variations_not_after_nags) {
    expect_moves("1. e4! e5 2. d4 {a} exd4 3. c3 (3. Qxd4) dxc3 *",
                 "1. e4 $1 e5 2. d4 {a} 2... exd4 3. c3 (3. Qxd4) 3... dxc3 *");
    expect_moves("1. e4 (1. d4 d5) e5 (1... c5 2. Nf3) 2. Nf3 *",
                 "1. e4 (1. d4 d5) 1... e5 (1... c5 2. Nf3) 2. Nf3 *");
}
END_TEST

START_TEST(a_turn_of_several_actions_has_its_number_once) {
    options.comment_form = true;
    expect_moves("[Variant \"assault-and-siege\"][RuleOptions \"mode=fast\"]"
                 "[FEN \"7k/6pp/8/8/8/p7/PP6/K7 w - - 0 1\"] 1. b3 {c} axa3 1... g6 h6 *",
                 "1. b2-b3 {c} a2xa3 {[%roll +1=2:=1x]} 1... g7-g6 h7-h6 *");
}
END_TEST

/* ---- rolls ---- */

START_TEST(rolls_are_completed_in_either_form) {
    expect_moves(DUEL "1. Nxd5 {[%roll 2:3]} *", "1. Nxd5 <2+0=5w:3+0=5w> *");
    options.comment_form = true;
    expect_moves(DUEL "1. Nxd5 <2:3> $2 Kd7 *", "1. Nxd5 $2 {[%roll 2+0=5w:3+0=5w]} 1... Kd7 *");
    options.minimal = true;
    expect_moves(DUEL "1. Nxd5 <2:3> ; a\n *", "1. Nxd5 {[%roll 2:3] a} *");
    options.comment_form = false;
    expect_moves(DUEL "1. Nxd5 <2+0=5w:3+0=5w> *", "1. Nxd5 <2:3> *");
}
END_TEST

#define CASTLES "[Variant \"combat-chess-2\"][FEN \"r3k2r/8/8/3p4/8/8/3B4/R3K2R w - - 0 5\"]"

START_TEST(turn_rolls_stand_before_the_action_or_in_its_comment) {
    expect_moves(CASTLES "5. Bd4 {[%turn 2] x} Bxd5 {[%roll 3:4x@a1]} *",
                 "5. <2> Bd2-d4 {x} Bd4xd5 <3=5:4=4x@a1> *");
    options.comment_form = true;
    expect_moves(CASTLES "5. <2> Bd4 {x} Bxd5 <3:4x@a1> *",
                 "5. Bd2-d4 {[%turn 2] x} Bd4xd5 {[%roll 3=5:4=4x@a1]} *");
    options.minimal = true;
    expect_moves(CASTLES "5. <2> Bd4 {x} Bxd5 <3:4x@a1> *",
                 "5. Bd2-d4 {[%turn 2] x} Bd4xd5 {[%roll 3:4x@a1]} *");
}
END_TEST

#define CELL                                                                                       \
    "[Variant \"combat-chess-2\"]"                                                                 \
    "[XFEN \"r3k2r/1B6/8/8/8/8/8/R3K2R[a8:P] w - - 0 9\"]"

START_TEST(a_freed_prisoner_follows_the_roll) {
    expect_moves(CELL "9. Bb7@a8 <4> $1 {x} P@a7 *", "9. Bb7@a8 <4=6> P@a7 $1 {x} *");
    options.comment_form = true;
    expect_moves(CELL "9. Bb7@a8 <4> $1 {x} P@a7 {y} *", "9. Bb7@a8 $1 {[%roll 4=6] x y} P@a7 *");
}
END_TEST

START_TEST(nothing_rolled_is_nothing_written_in_the_minimal_form) {
    options.minimal = true;
    expect_moves("[Variant \"assault-and-siege\"][RuleOptions \"mode=fast\"]"
                 "[FEN \"7k/6pp/8/8/8/p7/PP6/K7 w - - 0 1\"] 1. b3 a2xa3 <+1=2:=1x> *",
                 "1. b2-b3 a2xa3 *");
    expect_moves("1. f3 e5 2. g4 Qh4# 0-1", "1. f3 e5 2. g4 Qh4 0-1");
}
END_TEST

/* ---- comments ---- */

START_TEST(one_comment_in_a_place_commands_first) {
    expect_moves("1. e4 {a [%clk 1]b} $1 {[%eval 0.3] c} ! ; d\n*",
                 "1. e4 $1 $1 {[%clk 1] [%eval 0.3] a b c d} *");
    expect_moves("{a} 1. {b} e4 {c} 1... {d} e5 *", "{a b} 1. e4 {c d} 1... e5 *");
}
END_TEST

START_TEST(comments_are_wrapped_anew) {
    expect_moves("1. e4 {  a\n\tb\r\nc  } *", "1. e4 {a b c} *");
    expect_moves("1. e4 {} ( {} ) { } e5 *", "1. e4 e5 *");
}
END_TEST

START_TEST(commands_lose_the_spaces_that_say_nothing) {
    expect_moves("1. e4 {[%cal Ga1a2 , Rb1b2,\nGc1c2] [%clk\n 1] [%csl]} *",
                 "1. e4 {[%cal Ga1a2,Rb1b2,Gc1c2] [%clk 1] [%csl]} *");
    expect_moves("1. e4 {[%tqu \"a , b\", 1,  2  3]} *", "1. e4 {[%tqu \"a , b\",1,2 3]} *");
    expect_moves("1. e4 {[%x [y] z] [%not closed} *", "1. e4 {[%x [y] z] [%not closed} *");
}
END_TEST

START_TEST(a_command_taken_out_may_close_another) {
    expect_moves("1. e4 {p [%a b [%c d] e] q} *", "1. e4 {[%c d] [%a b e] p q} *");
}
END_TEST

START_TEST(commands_within_commands_are_taken_out_from_the_inside) {
    expect_moves("1. e4 {[%a [%b [%c 1] 2] 3] [%d]} *", "1. e4 {[%c 1] [%b 2] [%a 3] [%d]} *");
    expect_moves("1. e4 {[%a [x [%b]] y] z] p} *", "1. e4 {[%b] [%a [x ] y] z] p} *");
    expect_moves("1. e4 {[%a [%b] q} *", "1. e4 {[%b] [%a q} *");
    expect_moves("1. e4 {[%a [% ] [%b]] q} *", "1. e4 {[%b] [%a [% ] ] q} *");
    expect_moves("1. e4 ; [%a [%b }] 1] [%c]\n*", "1. e4 {[%c]} ; [%a [%b }] 1]\n*");
}
END_TEST

/* What the reader did not read as a roll is not written so that it would be one. */
START_TEST(what_had_a_command_inside_becomes_no_roll) {
    expect_moves("1. e4 {[%roll [%a 1] 5:2] b} *", "1. e4 {[%a 1] [roll 5:2] b} *");
    expect_moves("1. e4 {[%xfen [%turn [%a]] 8/8]} *", "1. e4 {[%a] [xfen [turn ] 8/8]} *");
    expect_moves("1. e4 {[%roll} {5:2] [%clk} {1]} *", "1. e4 {[%clk 1] [roll 5:2]} *");
    expect_moves("1. e4 {[%missing} {] [%annulled} {5:2] [%clk} {1]} *",
                 "1. e4 {[%clk 1] [missing ] [annulled 5:2]} *");
    expect_moves(DUEL "1. Nxd5 {[%a [%roll 2:3] 1]} *", "1. Nxd5 <2+0=5w:3+0=5w> {[%a 1]} *");
}
END_TEST

/* Comments of random pieces of commands; those in which the reader finds faults are skipped. */
START_TEST(tangled_comments_are_stable_once_written) {
    static const char *const piece[] = {"[%a", "[%roll", "[%turn", "[%", "[",    "]",
                                        "]",   "] ",     " ",      "x",  " 5:2", "\n",
                                        ",",   "\"",     "[%xfen", "%",  "} ; ", "\n{"};
    uint32_t seed = 12345 + (uint32_t)_i, done = 0;
    for (int round = 0; round < 1500; round++) {
        char text[400] = "1. e4 {";
        size_t size = strlen(text), count = 3 + (seed >> 8) % 24;
        bool braces = true, line = false;
        for (size_t i = 0; i < count; i++) {
            seed = seed * 1664525 + 1013904223;
            const char *s = piece[(seed >> 16) % (sizeof piece / sizeof *piece)];
            bool ends = strcmp(s, "} ; ") == 0, begins = strcmp(s, "\n{") == 0;
            if ((ends && !braces) || (begins && !line))
                continue;
            braces = ends ? false : begins ? true : braces;
            line = ends ? true : begins ? false : line;
            if (line && strcmp(s, "\n") == 0)
                continue;
            size += (size_t)snprintf(text + size, sizeof text - size, "%s", s);
        }
        snprintf(text + size, sizeof text - size, "%s", braces ? "} e5 *" : "}\ne5 *");
        xpgn_writer *writer;
        ck_assert_int_eq(xpgn_writer_new(&writer, &options), XPGN_OK);
        xpgn_buffer_clear(&out);
        xpgn_status status = write_game(writer, slice_of(text), &out);
        xpgn_writer_free(writer);
        if (status != XPGN_OK)
            continue;
        (void)written(text);
        done++;
    }
    ck_assert_uint_gt(done, 300);
}
END_TEST

START_TEST(checkpoints_say_the_canonical_position) {
    expect_moves("1. e4 {[%xfen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR\nb KQkq e3 0 1]} *",
                 "1. e4 {[%xfen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1]} *");
}
END_TEST

START_TEST(a_brace_keeps_a_line_comment_what_it_is) {
    expect_moves("1. e4 ; a } b [%clk 1]\n {c} e5 *", "1. e4 {[%clk 1]} ; a } b\n{c} 1... e5 *");
    expect_moves("1. e4 {a} {b} ; [%a] } c\n ; d\n {e [%b]} ; } f\n$3 ; g }\n e5 *",
                 "1. e4 $3 {[%a] [%b] a b} ; } c\n{d e} ; } f\n; g }\n1... e5 *");
    expect_moves("1. e4 (1. d4 ; }\n) e5 *", "1. e4 (1. d4 ; }\n) 1... e5 *");
    expect_moves(DUEL "1. Nxd5 ; [%roll 2:3] }\n*", "1. Nxd5 <2+0=5w:3+0=5w> ; }\n*");
}
END_TEST

START_TEST(nags_without_an_action_stay_where_they_are) {
    expect_moves("$10 1. e4 (1. d4) $1 e5 *", "$10 1. e4 (1. d4) $1 1... e5 *");
}
END_TEST

/* ---- variations ---- */

START_TEST(parentheses_belong_to_what_they_enclose) {
    expect_moves("1. e4 ( {x} 1. d4 d5 ( 1... Nf6 ) 2. c4 {y} ) 1... e5 *",
                 "1. e4 ({x} 1. d4 d5 (1... Nf6) 2. c4 {y}) 1... e5 *");
}
END_TEST

START_TEST(empty_variations_are_left_out) {
    expect_moves("1. e4 {a} () {b} ( {} ) e5 *", "1. e4 {a b} 1... e5 *");
}
END_TEST

START_TEST(variations_comments_and_nags_can_be_left_out) {
    static const char record[] = "1. e4 $1 {a} (1. d4 {b} (1. c4) 1... d5) {c} 1... e5 {d} *";
    options.no_variations = true;
    expect_moves(record, "1. e4 $1 {a c} 1... e5 {d} *");
    options.no_comments = true;
    expect_moves(record, "1. e4 $1 e5 *");
    options.no_nags = true;
    expect_moves(record, "1. e4 e5 *");
    options.no_variations = false;
    expect_moves(record, "1. e4 (1. d4 (1. c4) 1... d5) 1... e5 *");
    options.comment_form = true;
    expect_moves(DUEL "1. Nxd5 <2:3> {a [%clk 1]} *", "1. Nxd5 {[%roll 2+0=5w:3+0=5w]} *");
}
END_TEST

/* ---- games with errors ---- */

START_TEST(of_a_game_with_errors_nothing_is_written) {
    xpgn_writer *writer;
    ck_assert_int_eq(xpgn_writer_new(&writer, NULL), XPGN_OK);
    xpgn_buffer_text(&out, "before ");
    ck_assert_int_eq(write_game(writer, slice_of("1. e4 {a} Ke7 *"), &out), XPGN_INVALID);
    ck_assert_int_eq(write_game(writer, slice_of(DUEL "1. Nxd5 <2+1:3> *"), &out), XPGN_INVALID);
    ck_assert_uint_eq(out.size, strlen("before "));
    ck_assert_int_eq(write_game(writer, slice_of("1. e4 *"), &out), XPGN_OK);
    xpgn_buffer_char(&out, '\0');
    ck_assert_str_eq(out.data, "before " ROSTER "[Result \"*\"]\n\n1. e4 *\n\n");
    xpgn_writer_free(writer);
    xpgn_writer_free(NULL);
}
END_TEST

int main(void) {
    TCase *tcase = tcase_create("pgn");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, a_game_without_tags_gets_the_seven);
    tcase_add_test(tcase, the_seven_stand_in_order_and_the_rest_by_name);
    tcase_add_test(tcase, a_missing_result_tag_is_what_the_movetext_says);
    tcase_add_test(tcase, results_take_their_plain_form);
    tcase_add_test(tcase, what_is_no_result_stays_in_its_tag);
    tcase_add_test(tcase, values_keep_their_escapes_and_inner_quotes_get_theirs);
    tcase_add_test(tcase, latin1_becomes_utf8);
    tcase_add_test(tcase, a_tag_given_twice_stays_so);
    tcase_add_test(tcase, the_format_is_named_unless_the_game_is_plain_chess);
    tcase_add_test(tcase, a_position_keeps_its_text_and_gets_its_setup);
    tcase_add_test(tcase, a_position_stands_in_the_tag_that_can_say_it);
    tcase_add_test(tcase, lines_are_as_full_as_they_go);
    tcase_add_test(tcase, seventy_nine_columns_fit_and_eighty_do_not);
    tcase_add_test(tcase, columns_are_characters);
    tcase_add_test(tcase, number_action_roll_and_commands_are_not_parted);
    tcase_add_test(tcase, one_line_where_there_is_no_limit);
    tcase_add_test(tcase, no_line_begins_with_a_percent_sign);
    tcase_add_test(tcase, numbers_are_the_true_ones);
    tcase_add_test(tcase, black_is_numbered_after_comments_and_variations_not_after_nags);
    tcase_add_test(tcase, a_turn_of_several_actions_has_its_number_once);
    tcase_add_test(tcase, rolls_are_completed_in_either_form);
    tcase_add_test(tcase, turn_rolls_stand_before_the_action_or_in_its_comment);
    tcase_add_test(tcase, a_freed_prisoner_follows_the_roll);
    tcase_add_test(tcase, nothing_rolled_is_nothing_written_in_the_minimal_form);
    tcase_add_test(tcase, one_comment_in_a_place_commands_first);
    tcase_add_test(tcase, comments_are_wrapped_anew);
    tcase_add_test(tcase, commands_lose_the_spaces_that_say_nothing);
    tcase_add_test(tcase, a_command_taken_out_may_close_another);
    tcase_add_test(tcase, commands_within_commands_are_taken_out_from_the_inside);
    tcase_add_test(tcase, what_had_a_command_inside_becomes_no_roll);
    tcase_add_loop_test(tcase, tangled_comments_are_stable_once_written, 0, 4);
    tcase_add_test(tcase, checkpoints_say_the_canonical_position);
    tcase_add_test(tcase, a_brace_keeps_a_line_comment_what_it_is);
    tcase_add_test(tcase, nags_without_an_action_stay_where_they_are);
    tcase_add_test(tcase, parentheses_belong_to_what_they_enclose);
    tcase_add_test(tcase, empty_variations_are_left_out);
    tcase_add_test(tcase, variations_comments_and_nags_can_be_left_out);
    tcase_add_test(tcase, of_a_game_with_errors_nothing_is_written);
    RUN_MAIN("pgn", tcase);
}
