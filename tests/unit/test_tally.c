/* SPDX-License-Identifier: MIT */
/* Tallies: what is counted, what is not, and that merging loses nothing. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xpgn/rulesets.h>
#include <xpgn/walk.h>

#include "core/base/slice.h"
#include "internal/counts.h"
#include "internal/text_out.h"
#include "output/count/tally.h"
#include "output/write/aligned_table.h"
#include "partial_fixture.h"
#include "suite.h"
#include "temp_path.h"

static xpgn_catalog *rules;
static xpgn_walk *walk;
static xpgn_buffer out;

static void set_up(void) {
    xpgn_walk_options options = {XPGN_WALK_OPTIONS, .skip_variations = true};
    ck_assert_int_eq(xpgn_catalog_new(&rules), XPGN_OK);
    ck_assert_int_eq(xpgn_walk_new(&walk, rules, &options), XPGN_OK);
    out = (xpgn_buffer){0};
}

static void tear_down(void) {
    xpgn_buffer_free(&out);
    xpgn_walk_free(walk);
    xpgn_catalog_free(rules);
}

static xpgn_tally *new_tally(const char *by) {
    xpgn_tally *t = NULL;
    ck_assert_int_eq(xpgn_tally_new(&t, by), XPGN_OK);
    return t;
}

/* Walks one game into a tally; good unless an error is found. */
static void feed(xpgn_tally *t, const char *text) {
    xpgn_game game = {.text = slice_of(text), .file = "-", .number = 1, .line = 1, .column = 1};
    const xpgn_step *step;
    size_t count;
    bool good = true;
    ck_assert_int_eq(xpgn_walk_begin(walk, &game), XPGN_OK);
    while (xpgn_walk_next(walk, &step) == XPGN_OK)
        xpgn_tally_step(t, walk, step);
    const xpgn_finding *list = xpgn_walk_findings(walk, &count);
    for (size_t i = 0; i < count; i++)
        good = good && list[i].level != XPGN_ERROR;
    ck_assert_int_eq(xpgn_tally_end(t, good), XPGN_OK);
}

static const char *write(const xpgn_tally *t, xpgn_tally_format format) {
    xpgn_buffer_clear(&out);
    xpgn_tally_write(&out, t, format);
    xpgn_buffer_char(&out, '\0');
    ck_assert(!out.failed);
    return out.data;
}

#define ATTACK "[White \"Adams\"]\n[Variant \"chess-attack\"]\n\n"

static const char *const games[] = {
    ATTACK "1. e4 d5 2. exd5 <5:1> Qxd5 <4:2> 1-0\n",
    ATTACK "1. e4 d5 2. exd5 <1:6> Qd6 0-1\n",
    "[White \"Brandt, \\\"B\\\"\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n",
    "[White \"Brandt, \\\"B\\\"\"]\n[Result \"1/2-1/2\"]\n\n1. e4 (1. d4 d5) e5 1/2-1/2\n",
    "[White \"Adams\"]\n[Variant \"combat-chess-2\"]\n\n1. <5> Ng1-b6 Nb6xa7 <5:3x@a1> *\n",
    "1. e4 e5 2. Ke3 *\n",
    ATTACK "1. e4 d5 2. exd5 <5+3:1> *\n",
};
enum { GAMES = sizeof games / sizeof *games };

/* ---- what is counted ---- */

START_TEST(an_empty_tally_has_no_games) {
    xpgn_tally *t = new_tally(NULL);
    uint64_t left_out = 7;
    ck_assert_uint_eq(xpgn_tally_games(t, &left_out), 0);
    ck_assert_uint_eq(left_out, 0);
    ck_assert_str_eq(write(t, XPGN_TALLY_TEXT), "0 games\n");
    ck_assert_str_eq(write(t, XPGN_TALLY_JSON), "{\"games\":0,\"left_out\":0,\"rulesets\":{}}\n");
    xpgn_tally_free(t);
    xpgn_tally_free(NULL);
}
END_TEST

/* Both are longer than `check` can show. */
static void check_json(const xpgn_tally *t, const char *expected) {
    const char *json = write(t, XPGN_TALLY_JSON);
    size_t same = 0;
    while (json[same] != '\0' && json[same] == expected[same])
        same++;
    ck_assert_msg(strcmp(json, expected) == 0, "%.300s, not %.300s", json + same, expected + same);
}

START_TEST(a_game_adds_its_result_length_ending_dice_combats_and_support) {
    xpgn_tally *t = new_tally(NULL);
    feed(t, games[0]);
    check_json(
        t,
        "{\"games\":1,\"left_out\":0,\"rulesets\":{\"chess-attack\":{\"games\":1,"
        "\"results\":{\"1-0\":1},"
        "\"turns\":{\"total\":4,\"min\":4,\"median\":4.00,\"mean\":4.00,\"max\":4,"
        "\"histogram\":{\"4\":1}},"
        "\"endings\":{\"won\":1},\"first_actions\":{\"e4\":1},"
        "\"dice\":{\"attack\":{\"rolled\":2,\"mean\":4.50,\"chi_squared\":null,\"p\":null,"
        "\"faces\":{\"4\":1,\"5\":1}},"
        "\"defense\":{\"rolled\":2,\"mean\":1.50,\"chi_squared\":null,\"p\":null,\"faces\":{\"1\":"
        "1,\"2\":1}}},"
        "\"combats\":[{\"attacker\":\"pawn\",\"defender\":\"pawn\",\"fought\":1,\"won\":1,"
        "\"lost\":0,\"tied\":0,\"both_removed\":0,\"attacker_wounded\":1,"
        "\"defender_wounded\":0,\"expected\":{\"won\":0.166667,\"lost\":0.722222,"
        "\"tied\":0.111111,\"both_removed\":0.000000,\"attacker_wounded\":0.250000,"
        "\"defender_wounded\":0.416667}},"
        "{\"attacker\":\"queen\",\"defender\":\"pawn\",\"fought\":1,\"won\":1,\"lost\":0,"
        "\"tied\":0,\"both_removed\":0,\"attacker_wounded\":0,\"defender_wounded\":0,"
        "\"expected\":{\"won\":0.972222,\"lost\":0.000000,\"tied\":0.055556,"
        "\"both_removed\":0.027778,\"attacker_wounded\":0.250000,"
        "\"defender_wounded\":0.000000}}],"
        "\"support\":{\"attack\":[{\"supporters\":0,\"fought\":2,\"won\":2,\"lost\":0}],"
        "\"defense\":[{\"supporters\":0,\"fought\":1,\"won\":0,\"lost\":1},"
        "{\"supporters\":1,\"fought\":1,\"won\":0,\"lost\":1}]},\"stood\":0}}}\n");
    xpgn_tally_free(t);
}
END_TEST

START_TEST(a_rule_a_result_and_no_result_are_endings) {
    xpgn_tally *t = new_tally(NULL);
    feed(t, games[2]);
    feed(t, games[3]);
    feed(t, games[4]);
    const char *json = write(t, XPGN_TALLY_JSON);
    ck_assert_ptr_nonnull(strstr(json, "\"endings\":{\"checkmate (C-3)\":1,\"drawn\":1}"));
    ck_assert_ptr_nonnull(strstr(json, "\"endings\":{\"unfinished\":1}"));
    ck_assert_ptr_nonnull(strstr(json, "\"turn\":{\"rolled\":1,\"mean\":5.00"));
    xpgn_tally_free(t);
}
END_TEST

START_TEST(variations_are_not_counted) {
    xpgn_tally *t = new_tally(NULL);
    feed(t, games[3]);
    const char *json = write(t, XPGN_TALLY_JSON);
    ck_assert_ptr_nonnull(strstr(json, "\"first_actions\":{\"e4\":1}"));
    ck_assert_ptr_nonnull(strstr(json, "\"max\":2"));
    xpgn_tally_free(t);
}
END_TEST

START_TEST(a_game_with_an_error_is_left_out_with_all_that_it_played) {
    xpgn_tally *all = new_tally(NULL), *good = new_tally(NULL);
    for (unsigned i = 0; i < GAMES; i++) {
        feed(all, games[i]);
        if (i < 5)
            feed(good, games[i]);
    }
    uint64_t left_out;
    ck_assert_uint_eq(xpgn_tally_games(all, &left_out), 5);
    ck_assert_uint_eq(left_out, 2);
    char *first = strdup(strstr(write(all, XPGN_TALLY_JSON), "\"rulesets\""));
    ck_assert_str_eq(first, strstr(write(good, XPGN_TALLY_JSON), "\"rulesets\""));
    free(first);
    ck_assert_int_eq(strncmp(write(all, XPGN_TALLY_TEXT), "5 games, 2 with errors left out\n", 32),
                     0);
    xpgn_tally_free(all);
    xpgn_tally_free(good);
}
END_TEST

START_TEST(the_first_action_counts_only_from_the_usual_start) {
    xpgn_tally *t = new_tally(NULL);
    feed(t, "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n");
    ck_assert_ptr_nonnull(strstr(write(t, XPGN_TALLY_JSON), "\"first_actions\":{}"));
    xpgn_tally_free(t);
}
END_TEST

/* A game as the fast way sees it: the result step only. */
static void feed_verdict(xpgn_tally *t, const char *text) {
    xpgn_game game = {.text = slice_of(text), .file = "-", .number = 1, .line = 1, .column = 1};
    xpgn_walk_options options = {XPGN_WALK_OPTIONS, .skip_variations = true,
                                 .detail = XPGN_VERDICT};
    xpgn_walk *verdict = NULL;
    const xpgn_step *step;
    ck_assert_int_eq(xpgn_walk_new(&verdict, rules, &options), XPGN_OK);
    ck_assert_int_eq(xpgn_walk_begin(verdict, &game), XPGN_OK);
    while (xpgn_walk_next(verdict, &step) == XPGN_OK)
        xpgn_tally_step(t, verdict, step);
    ck_assert_int_eq(xpgn_tally_end(t, true), XPGN_OK);
    xpgn_walk_free(verdict);
}

START_TEST(the_result_step_alone_says_all_of_a_game_without_dice) {
    static const char *const chess[] = {
        "1. f3 e5 2. g4 Qh4# 0-1\n",
        "[White \"A \\\\ \\\"B\\\"\"]\n\n1. e2-e4 {[%clk 1]} e5 1/2-1/2\n",
        "{first} 1. Ng1f3 Nf6 2. Ng1 Ng8 *\n",
        "[FEN \"7k/8/8/6Q1/8/8/8/K7 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. Qg6 1/2-1/2\n",
        "[Event \"no moves\"]\n\n1-0\n",
        "[Variant \"Chess960\"]\n\n1. Nf3 Nf6 *\n",
    };
    xpgn_tally *steps = new_tally("White"), *verdict = new_tally("White");
    for (unsigned i = 0; i < sizeof chess / sizeof *chess; i++) {
        feed(steps, chess[i]);
        feed_verdict(verdict, chess[i]);
    }
    char *first = strdup(write(steps, XPGN_TALLY_JSON));
    ck_assert_str_eq(first, write(verdict, XPGN_TALLY_JSON));
    ck_assert_ptr_nonnull(strstr(first, "\"value\":\"A \\\\ \\\"B\\\"\",\"games\":1"));
    ck_assert_ptr_nonnull(strstr(first, "\"first_actions\":{\"Nf3\":1,\"f3\":1}"));
    free(first);
    xpgn_tally_free(steps);
    xpgn_tally_free(verdict);
}
END_TEST

/* ---- groups and tables ---- */

#define HEAD                                                                                       \
    "ruleset,games,left_out,white_won,red_won,black_won,green_won,drawn,unfinished,turns_min,"     \
    "turns_median,turns_mean,turns_max,combats,won,lost,tied,both_removed,attackers_wounded,"      \
    "defenders_wounded,stood,won_expected,lost_expected\r\n"

START_TEST(a_table_has_a_row_for_each_value_and_ruleset) {
    xpgn_tally *t = new_tally("White");
    for (unsigned i = 0; i < GAMES; i++)
        feed(t, games[i]);
    ck_assert_str_eq(
        write(t, XPGN_TALLY_CSV),
        "White," HEAD "?,chess,0,1,0,0,0,0,0,0,0,0.00,0.00,0,0,0,0,0,0,0,0,0,,\r\n"
        "Adams,chess-attack,2,1,1,0,1,0,0,0,4,4.00,4.00,4,3,2,1,0,0,1,0,0,1.31,1.44\r\n"
        "Adams,combat-chess-2,1,0,0,0,0,0,0,1,1,1.00,1.00,1,1,1,0,0,0,0,0,0,0.68,0.32\r\n"
        "\"Brandt, \"\"B\"\"\",chess,2,0,0,0,1,0,1,0,2,3.00,3.00,4,0,0,0,0,0,0,"
        "0,0,,\r\n");
    ck_assert_ptr_nonnull(strstr(write(t, XPGN_TALLY_TSV), "\nBrandt, \"B\"\tchess\t2\t0\t"));
    xpgn_tally_free(t);
}
END_TEST

START_TEST(groups_in_json_are_a_list_of_values) {
    xpgn_tally *t = new_tally("White");
    feed(t, games[2]);
    feed(t, games[5]);
    const char *json = write(t, XPGN_TALLY_JSON);
    const char *begin = "{\"games\":1,\"left_out\":1,\"by\":\"White\",\"groups\":["
                        "{\"value\":\"?\",\"games\":0,\"left_out\":1,\"rulesets\":{}},"
                        "{\"value\":\"Brandt, \\\"B\\\"\",\"games\":1,\"left_out\":0,"
                        "\"rulesets\":{\"chess\":{\"games\":1,";
    ck_assert_int_eq(strncmp(json, begin, strlen(begin)), 0);
    xpgn_tally_free(t);
}
END_TEST

START_TEST(a_latin_1_value_is_the_same_as_its_utf_8) {
    xpgn_tally *t = new_tally("White");
    feed(t, "[White \"J\xe4nsch\"]\n\n1. e4 *\n");
    feed(t, "[White \"J\xc3\xa4nsch\"]\n\n1. e4 *\n");
    ck_assert_ptr_nonnull(
        strstr(write(t, XPGN_TALLY_JSON), "\"value\":\"J\xc3\xa4nsch\",\"games\":2,"));
    xpgn_tally_free(t);
}
END_TEST

/* ---- chances ---- */

static struct tally_fairness fairness(unsigned die, const unsigned *seen) {
    struct tally_entry entry[12];
    size_t count = 0;
    for (unsigned face = 1; face <= die; face++)
        if (seen[face - 1] > 0)
            entry[count++] = (struct tally_entry){
                .kind = TALLY_DIE, .b = (uint8_t)face, .c = (uint8_t)die, .count = seen[face - 1]};
    return tally_fairness_of((struct tally_span){entry, count});
}

/* The values are those of the tables that every book of statistics has. */
START_TEST(dice_are_tested_against_fair_ones) {
    struct tally_fairness f = fairness(6, (const unsigned[]){5, 8, 9, 8, 10, 20});
    ck_assert(f.known);
    ck_assert_uint_eq(f.chi, 1340);
    ck_assert_uint_eq(f.chance, 199);
    f = fairness(6, (const unsigned[]){10, 10, 10, 10, 10, 10});
    ck_assert_uint_eq(f.chi, 0);
    ck_assert_uint_eq(f.chance, 10000);
    f = fairness(6, (const unsigned[]){0, 12, 12, 12, 12, 12}); /* a face that never comes */
    ck_assert_uint_eq(f.chi, 1200);
    ck_assert_uint_eq(f.chance, 348);
    f = fairness(2, (const unsigned[]){60, 40}); /* one degree of freedom */
    ck_assert_uint_eq(f.chi, 400);
    ck_assert_uint_eq(f.chance, 455);
    f = fairness(3, (const unsigned[]){10, 20, 30}); /* two */
    ck_assert_uint_eq(f.chi, 1000);
    ck_assert_uint_eq(f.chance, 67);
    f = fairness(5, (const unsigned[]){10, 10, 10, 10, 20}); /* four */
    ck_assert_uint_eq(f.chi, 667);
    ck_assert_uint_eq(f.chance, 1546);
    f = fairness(12, (const unsigned[]){30, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 10});
    ck_assert_uint_eq(f.chi, 1000);
    ck_assert_uint_eq(f.chance, 5304);
}
END_TEST

START_TEST(too_few_dice_are_not_tested) {
    ck_assert(!fairness(6, (const unsigned[]){29, 0, 0, 0, 0, 0}).known);
    ck_assert(fairness(6, (const unsigned[]){30, 0, 0, 0, 0, 0}).known);
    ck_assert_uint_eq(fairness(6, (const unsigned[]){30, 0, 0, 0, 0, 0}).chance, 0);
    ck_assert(!tally_fairness_of((struct tally_span){NULL, 0}).known);
}
END_TEST

START_TEST(dice_of_several_sizes_are_not_tested_as_one) {
    const struct tally_entry dice[] = {{.b = 1, .c = 6, .count = 100},
                                       {.b = 1, .c = 10, .count = 100}};
    ck_assert(tally_fairness_of((struct tally_span){dice, 1}).known);
    ck_assert(tally_fairness_of((struct tally_span){dice + 1, 1}).known);
    ck_assert(!tally_fairness_of((struct tally_span){dice, 2}).known);
}
END_TEST

START_TEST(what_was_expected_of_a_game_that_is_left_out_is_left_out) {
    xpgn_tally *t = new_tally(NULL);
    feed(t, games[6]);
    feed(t, games[2]);
    ck_assert_ptr_null(strstr(write(t, XPGN_TALLY_JSON), "expected"));
    feed(t, games[0]);
    ck_assert_ptr_nonnull(strstr(write(t, XPGN_TALLY_JSON), "\"expected\":{\"won\":0.166667"));
    feed(t, games[0]);
    ck_assert_ptr_nonnull(strstr(write(t, XPGN_TALLY_JSON), "\"expected\":{\"won\":0.333333"));
    xpgn_tally_free(t);
}
END_TEST

/* ---- merging ---- */

static void check_same(const xpgn_tally *a, const xpgn_tally *b) {
    for (unsigned format = XPGN_TALLY_TEXT; format <= XPGN_TALLY_TSV; format++) {
        char *first = strdup(write(a, (xpgn_tally_format)format));
        ck_assert_str_eq(first, write(b, (xpgn_tally_format)format));
        free(first);
    }
}

START_TEST(parts_merged_in_any_order_are_the_whole) {
    static const unsigned orders[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                         {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    const char *by = _i == 0 ? NULL : "White";
    xpgn_tally *whole = new_tally(by), *part[3];
    for (unsigned i = 0; i < 3; i++)
        part[i] = new_tally(by);
    for (unsigned i = 0; i < GAMES; i++) {
        feed(whole, games[i]);
        feed(part[(i * 5 + 2) % 3], games[i]);
    }
    for (unsigned i = 0; i < 6; i++) {
        xpgn_tally *sum = new_tally(by);
        for (unsigned k = 0; k < 3; k++)
            ck_assert_int_eq(xpgn_tally_merge(sum, part[orders[i][k]], NULL), XPGN_OK);
        check_same(whole, sum);
        xpgn_tally_free(sum);
    }
    for (unsigned i = 0; i < 3; i++)
        xpgn_tally_free(part[i]);
    xpgn_tally_free(whole);
}
END_TEST

START_TEST(many_values_are_kept_apart) {
    xpgn_tally *t = new_tally("White"), *sum = new_tally("White");
    char text[64];
    for (unsigned i = 0; i < 3000; i++) {
        snprintf(text, sizeof text, "[White \"%u\"]\n\n1. e4 *\n", i % 1500);
        feed(t, text);
    }
    ck_assert_int_eq(xpgn_tally_merge(sum, t, NULL), XPGN_OK);
    ck_assert_int_eq(xpgn_tally_merge(sum, t, NULL), XPGN_OK);
    const char *table = write(sum, XPGN_TALLY_TSV);
    unsigned lines = 0;
    for (const char *s = table; *s != '\0'; s++)
        lines += *s == '\n';
    ck_assert_uint_eq(lines, 1501);
    ck_assert_ptr_nonnull(strstr(table, "\n1499\tchess\t4\t0\t"));
    xpgn_tally_free(t);
    xpgn_tally_free(sum);
}
END_TEST

/* ---- partial results ---- */

/* What reading this file gives; *t is freed by the caller. */
static xpgn_status read_back(const char *text, size_t size, xpgn_tally **t, xpgn_fault *fault) {
    char name[TEMP_PATH];
    temp_path(name, "tally");
    int fd = mkstemp(name);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(text, 1, size, file), size);
    ck_assert_int_eq(fclose(file), 0);
    *t = NULL;
    xpgn_status status = xpgn_tally_read(t, name, fault);
    remove(name);
    return status;
}

START_TEST(a_partial_result_is_read_as_it_was_written) {
    const char *by = _i == 0 ? NULL : "White";
    xpgn_tally *whole = new_tally(by), *sum = new_tally(by), *again;
    xpgn_fault fault;
    char wanted[8192];
    for (unsigned i = 0; i < GAMES; i++) {
        xpgn_tally *part = new_tally(by);
        feed(whole, games[i]);
        feed(part, games[i]);
        ck_assert_int_eq(xpgn_tally_set_how(part, "1.0 rules=7"), XPGN_OK);
        const char *text = write(part, XPGN_TALLY_PARTIAL);
        ck_assert_int_eq(read_back(text, strlen(text), &again, &fault), XPGN_OK);
        ck_assert_pstr_eq(xpgn_tally_by(again), by);
        ck_assert_pstr_eq(xpgn_tally_how(again), "1.0 rules=7");
        ck_assert_int_eq(xpgn_tally_merge(sum, again, &fault), XPGN_OK);
        xpgn_tally_free(again);
        xpgn_tally_free(part);
    }
    ck_assert_pstr_eq(xpgn_tally_how(sum), "1.0 rules=7");
    ck_assert_ptr_null(xpgn_tally_how(whole));
    ck_assert_int_eq(xpgn_tally_set_how(whole, "1.0 rules=7"), XPGN_OK);
    for (int format = XPGN_TALLY_TEXT; format <= XPGN_TALLY_PARTIAL; format++) {
        snprintf(wanted, sizeof wanted, "%s", write(whole, (xpgn_tally_format)format));
        ck_assert_str_eq(write(sum, (xpgn_tally_format)format), wanted);
    }
    xpgn_tally_free(whole);
    xpgn_tally_free(sum);
}
END_TEST

START_TEST(a_piece_is_added_once) {
    static const xpgn_part parts[] = {{.name = "a.pgn", .digest = 1},
                                      {.name = "a.pgn", .digest = 2},
                                      {.name = "b.pgn", .digest = 1}};
    xpgn_tally *one[3], *sum = new_tally(NULL), *again;
    xpgn_fault fault;
    size_t count;
    for (unsigned i = 0; i < 3; i++) {
        one[i] = new_tally(NULL);
        feed(one[i], games[0]);
        ck_assert_int_eq(archive_pieces_add(xpgn_tally_parts(one[i]), &parts[i]), XPGN_OK);
        ck_assert_int_eq(archive_pieces_add(xpgn_tally_parts(one[i]), &parts[i]), XPGN_INVALID);
        ck_assert_int_eq(xpgn_tally_merge(sum, one[i], &fault), XPGN_OK);
        ck_assert_int_eq(xpgn_tally_merge(sum, one[i], &fault), XPGN_INVALID);
        ck_assert_uint_eq(xpgn_tally_games(sum, NULL), i + 1);
    }
    ck_assert_str_eq(fault.text, "b.pgn was already counted");
    const char *text = write(sum, XPGN_TALLY_PARTIAL);
    ck_assert_ptr_nonnull(strstr(text, "\npiece\t0000000000000001\ta.pgn\n"
                                       "piece\t0000000000000002\ta.pgn\n"
                                       "piece\t0000000000000001\tb.pgn\n"));
    ck_assert_int_eq(read_back(text, strlen(text), &again, &fault), XPGN_OK);
    const xpgn_part *list = archive_pieces_list(xpgn_tally_parts(again), &count);
    ck_assert_uint_eq(count, 3);
    ck_assert_ptr_nonnull(strstr(list[0].from, "xpgn-tally-"));
    ck_assert_int_eq(xpgn_tally_merge(again, one[1], &fault), XPGN_INVALID);
    ck_assert_ptr_nonnull(strstr(fault.text, "a.pgn was already added by "));
    for (unsigned i = 0; i < 3; i++)
        xpgn_tally_free(one[i]);
    xpgn_tally_free(sum);
    xpgn_tally_free(again);
}
END_TEST

START_TEST(many_pieces_are_told_apart) {
    struct archive_pieces *parts;
    char name[16];
    size_t count;
    ck_assert_int_eq(archive_pieces_new(&parts), XPGN_OK);
    for (unsigned round = 0; round < 2; round++)
        for (unsigned i = 0; i < 5000; i++) {
            snprintf(name, sizeof name, "%u", i / 2);
            xpgn_part part = {.name = name, .digest = i % 2 + 64 * (i % 7)};
            ck_assert_int_eq(archive_pieces_add(parts, &part), round == 0 ? XPGN_OK : XPGN_INVALID);
        }
    ck_assert_ptr_nonnull(archive_pieces_list(parts, &count));
    ck_assert_uint_eq(count, 5000);
    archive_pieces_free(parts);
}
END_TEST

/* A count near the limit is read; a sum beyond it is refused, and nothing is added. */
START_TEST(a_count_that_would_be_too_large_is_refused_whole) {
    static const char head[] =
        "xpgn-stats\t2\n\tca\texpected\t1\t1\t0\t0\t999999999999999999\nend\t1\n";
    char text[SEALED_ROOM];
    xpgn_tally *sum = new_tally(NULL), *one;
    xpgn_fault fault;
    unsigned added = 0;
    ck_assert_int_eq(read_back(text, sealed(head, strlen(head), text), &one, &fault), XPGN_OK);
    while (added < 30 && xpgn_tally_merge(sum, one, &fault) == XPGN_OK)
        added++;
    ck_assert_uint_eq(added, 18); /* 2^64 */
    ck_assert_str_eq(fault.text, "number too large");
    ck_assert_ptr_nonnull(strstr(write(sum, XPGN_TALLY_PARTIAL), "\t17999999999999999982\n"));
    xpgn_tally_free(one);
    xpgn_tally_free(sum);
}
END_TEST

START_TEST(every_kind_of_count_has_a_row_of_its_own) {
    for (unsigned kind = 0; kind < TALLY_KINDS; kind++) {
        ck_assert_ptr_nonnull(tally_stats[kind].name);
        ck_assert(tally_stats[kind].fits != NULL);
        for (unsigned other = 0; other < kind; other++)
            ck_assert_str_ne(tally_stats[kind].name, tally_stats[other].name);
        for (unsigned place = 0; place < 4; place++) {
            struct tally_range range = tally_range_of((enum tally_kind)kind, place);
            ck_assert(range.named ? place == 0 : range.least <= range.most);
            ck_assert(place == 0 || (range.least >= 0 && range.most <= UINT8_MAX));
        }
    }
}
END_TEST

START_TEST(what_is_no_partial_result_is_refused) {
    static const char *const texts[][2] = {
        {"", "not a partial result of xpgn-stats --partial"},
        {"1. e4 e5 *\n", "not a partial result of xpgn-stats --partial"},
        {"xpgn-stats\t3\nend\t0\n", "a partial result of another version of xpgn-stats"},
        {"xpgn-stats\t1\nend\t0\n", "a partial result of an earlier xpgn-stats: count again"},
        {"xpgn-stats\t2\n", "the partial result is truncated"},
        {"xpgn-stats\t2\tby\n", "not a partial result of xpgn-stats --partial"},
        {"xpgn-stats\t2\tby\tWh\x1aite\n", "not a partial result of xpgn-stats --partial"},
        {"xpgn-stats\t2\tcounted_by\t0.1\r\n", "not a partial result of xpgn-stats --partial"},
        {"xpgn-stats\t2\tcounted_by\tx\tby\ty\nend\t0\n",
         "not a partial result of xpgn-stats --partial"},
        {"xpgn-stats\t2\nincomplete\t0\n",
         "the partial result is incomplete: not all could be read"},
        {"xpgn-stats\t2\nend\t1\n", "2: expected 1 counts, found 0"},
        {"xpgn-stats\t2\nend\t0\n\n", "3: text after the end of the partial result"},
        {"xpgn-stats\t2\n\tchess\tturns\t4\t0\t0\t0\n", "2: not a count of a partial result"},
        {"xpgn-stats\t2\n\tchess\tturn\t4\t0\t0\t0\t1\n", "2: not a count of a partial result"},
        {"xpgn-stats\t2\n\tchess\tresult\t2-0\t0\t0\t0\t1\n", "2: not a count of a partial result"},
        {"xpgn-stats\t2\n\tchess\tdie\t0\t7\t6\t0\t1\n", "2: not a count of a partial result"},
        {"xpgn-stats\t2\n\tchess\tdie\t5\t1\t6\t0\t1\n", "2: not a count of a partial result"},
        {"xpgn-stats\t2\n\tchess\tcombat\t1\t1\t3\t0\t1\n", "2: not a count of a partial result"},
        {"xpgn-stats\t2\n\tchess\tturns\t4\t0\t0\t0\t0\n", "2: not a count of a partial result"},
        {"xpgn-stats\t2\n\tchess\tturns\t-4\t0\t0\t0\t1\n", "2: not a count of a partial result"},
        {"xpgn-stats\t2\n\tca\tluck\t36:1=35\t1\t0\t0\t1\n", "2: not a count of a partial result"},
        {"xpgn-stats\t2\n\tca\tluck\t36:1=36\t0\t0\t0\t1\n", "2: not a count of a partial result"},
        {"xpgn-stats\t2\n\tca\tluck\t36:1=36\t1\t1\t0\t1\n", "2: not a count of a partial result"},
        {"xpgn-stats\t2\n\tca\tluck_of\t36:1=36\t1\t0\t0\t1\n",
         "2: not a count of a partial result"},
        {"xpgn-stats\t2\n\tca\tluck_of\t36:1=36 \t1\t0\t0\t1\n",
         "2: not a count of a partial result"},
        {"xpgn-stats\t2\n\tca\tseat_die\t2\t1\t6\t0\t1\n", "2: not a count of a partial result"},
        {"xpgn-stats\t2\n\tca\tplayer_die\t\t1\t6\t0\t1\n", "2: not a count of a partial result"},
        {"xpgn-stats\t2\nf:1\tca\tleast\tA - B\t1. x\ty\t2\t1\n",
         "2: not a count of a partial result"},
        {"xpgn-stats\t2\nf:1\tca\tleast\tA - B\t1. x\ty\t0\t1\n",
         "2: not a count of a partial result"},
        {"xpgn-stats\t2\npiece\t0123456789abcde\tx\nend\t0\n",
         "2: not a piece of a partial result"},
        {"xpgn-stats\t2\npiece\t0123456789ABCDEF\tx\nend\t0\n",
         "2: not a piece of a partial result"},
        {"xpgn-stats\t2\npiece\t0123456789abcdef\t\nend\t0\n",
         "2: not a piece of a partial result"},
        {"xpgn-stats\t2\npiece\t0123456789abcdef\tx\npiece\t0123456789abcdef\tx\nend\t0\n",
         "3: the same piece twice"},
        {"xpgn-stats\t2\n\tchess\tturns\t4\t0\t0\t0\t1\npiece\t0123456789abcdef\tx\nend\t1\n",
         "3: not a count of a partial result"},
        {"xpgn-stats\t2\n\tche\x1bss\tturns\t4\t0\t0\t0\t1\n",
         "2: not a count of a partial result"},
    };
    xpgn_tally *t;
    xpgn_fault fault;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char text[SEALED_ROOM], why[sizeof fault.text + 24];
        size_t size = sealed(texts[i][0], strlen(texts[i][0]), text);
        ck_assert_int_eq(read_back(text, size, &t, &fault), XPGN_INVALID);
        snprintf(why, sizeof why, "%" PRIu64 ": %s", fault.line, fault.text);
        ck_assert_str_eq(fault.line > 0 ? why : fault.text, texts[i][1]);
        ck_assert_ptr_null(t);
    }
    ck_assert_int_eq(xpgn_tally_read(&t, "/nonexistent/file", &fault), XPGN_IO);
    ck_assert_str_eq(fault.text, "No such file or directory");
}
END_TEST

/* Damage with the right checksum is damage of the program that wrote it. */
START_TEST(a_damaged_partial_result_is_refused_or_if_sealed_read_and_written) {
    static const char bytes[] = {'0', '9', '\t', '\n', '\0', '-', '\xe9'};
    xpgn_tally *t = new_tally("White"), *again;
    xpgn_fault fault;
    feed(t, games[0]);
    feed(t, games[4]);
    const char *text = write(t, XPGN_TALLY_PARTIAL);
    size_t size = strlen(text), read = 0;
    static char copy[SEALED_ROOM], anew[SEALED_ROOM];
    ck_assert_uint_lt(size, sizeof copy);
    memcpy(copy, text, size);
    for (size_t i = 0; i < size; i++) {
        char was = copy[i];
        copy[i] = bytes[i % sizeof bytes];
        ck_assert(copy[i] == was || read_back(copy, size, &again, &fault) == XPGN_INVALID);
        xpgn_status status = read_back(anew, sealed(copy, size, anew), &again, &fault);
        ck_assert(status == XPGN_OK || status == XPGN_INVALID);
        for (int format = XPGN_TALLY_TEXT; again != NULL && format <= XPGN_TALLY_PARTIAL; format++)
            (void)write(again, (xpgn_tally_format)format);
        read += again != NULL;
        xpgn_tally_free(again);
        copy[i] = was;
        ck_assert(i == size - 1 || read_back(copy, i, &again, &fault) == XPGN_INVALID);
    }
    ck_assert_uint_gt(read, 0);
    xpgn_tally_free(t);
}
END_TEST

/* ---- sheets ---- */

START_TEST(a_sheet_has_names_on_the_left_numbers_on_the_right_and_bars_at_the_end) {
    xpgn_buffer cells = {0};
    xpgn_buffer_text(&cells, "\xc3\xb6\t1\t");
    sheet_bar(&cells, 1, 4, 8);
    xpgn_buffer_text(&cells, "\nname\t100\t");
    sheet_percent(&cells, 2, 3);
    xpgn_buffer_text(&cells, "\n\t5\n");
    sheet_write(&out, (xpgn_slice){cells.data, cells.size}, 1);
    xpgn_buffer_char(&out, '\0');
    ck_assert_str_eq(out.data, "  \xc3\xb6       1  ##\n  name  100  66.7%\n          5\n");
    xpgn_buffer_free(&cells);
}
END_TEST

int main(void) {
    TCase *tcase = tcase_create("tally");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, an_empty_tally_has_no_games);
    tcase_add_test(tcase, a_game_adds_its_result_length_ending_dice_combats_and_support);
    tcase_add_test(tcase, a_rule_a_result_and_no_result_are_endings);
    tcase_add_test(tcase, variations_are_not_counted);
    tcase_add_test(tcase, a_game_with_an_error_is_left_out_with_all_that_it_played);
    tcase_add_test(tcase, the_first_action_counts_only_from_the_usual_start);
    tcase_add_test(tcase, the_result_step_alone_says_all_of_a_game_without_dice);
    tcase_add_test(tcase, a_table_has_a_row_for_each_value_and_ruleset);
    tcase_add_test(tcase, groups_in_json_are_a_list_of_values);
    tcase_add_test(tcase, a_latin_1_value_is_the_same_as_its_utf_8);
    tcase_add_loop_test(tcase, parts_merged_in_any_order_are_the_whole, 0, 2);
    tcase_add_test(tcase, many_values_are_kept_apart);
    tcase_add_test(tcase, dice_are_tested_against_fair_ones);
    tcase_add_test(tcase, too_few_dice_are_not_tested);
    tcase_add_test(tcase, dice_of_several_sizes_are_not_tested_as_one);
    tcase_add_test(tcase, what_was_expected_of_a_game_that_is_left_out_is_left_out);
    tcase_add_loop_test(tcase, a_partial_result_is_read_as_it_was_written, 0, 2);
    tcase_add_test(tcase, a_piece_is_added_once);
    tcase_add_test(tcase, many_pieces_are_told_apart);
    tcase_add_test(tcase, a_count_that_would_be_too_large_is_refused_whole);
    tcase_add_test(tcase, every_kind_of_count_has_a_row_of_its_own);
    tcase_add_test(tcase, what_is_no_partial_result_is_refused);
    tcase_add_test(tcase, a_damaged_partial_result_is_refused_or_if_sealed_read_and_written);
    tcase_add_test(tcase, a_sheet_has_names_on_the_left_numbers_on_the_right_and_bars_at_the_end);
    Suite *suite = suite_create("tally");
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
