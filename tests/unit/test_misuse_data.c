/* SPDX-License-Identifier: MIT */
/*
 * Public functions of texts, numbers and plain values that are called against their contract, in
 * tables: buffers that have failed, texts that are not there, words, sides, seats, types, forms and
 * facts that do not exist. test_misuse.c has positions and the order of calls,
 * test_misuse_handles.c the other handles. Sanitizers look on.
 */
#include "internal/action_facts.h"
#include "internal/rules.h"
#include "position_fixture.h"
#include "suite.h"

#include <xpgn.h>

static xpgn_catalog *rules;
static const xpgn_ruleset *attack;
static xpgn_position start;
static xpgn_buffer b;

static const xpgn_slice nothing = {NULL, 0};

static void setup(void) {
    ck_assert_int_eq(xpgn_catalog_new(&rules), XPGN_OK);
    attack = ruleset_in(rules, "chess-attack", "");
    ck_assert(xpgn_ruleset_start(attack, &start));
    b = (xpgn_buffer){0};
}

static void teardown(void) {
    xpgn_buffer_free(&b);
    xpgn_catalog_free(rules);
}

/* ---- a buffer that has failed ---- */

/* Everything that appends to a buffer. Texts that are made of others are left to `unwritten`. */
typedef void appender(xpgn_buffer *out);

static const xpgn_facts no_facts = {.text = "e4"};
static const xpgn_fact_source of_start = {XPGN_SUBJECT, .ply = 1, .number = 7};

static void put_bytes(xpgn_buffer *out) {
    xpgn_buffer_put(out, "abc", 3);
}
static void put_text(xpgn_buffer *out) {
    xpgn_buffer_text(out, "text");
}
static void put_slice(xpgn_buffer *out) {
    xpgn_buffer_slice(out, slice_of("text"));
}
static void put_tag(xpgn_buffer *out) {
    xpgn_tag_text(out, slice_of("a\\\"b"));
}
static void put_word(xpgn_buffer *out) {
    xpgn_word_translate(out, "White to move", NULL);
}
static void put_fact(xpgn_buffer *out) {
    xpgn_fact_ref ask;
    ck_assert_int_eq(xpgn_fact_resolve(slice_of("ply"), XPGN_ANY_SCOPE, &ask, NULL), XPGN_OK);
    xpgn_fact_write(out, &of_start, &ask);
    xpgn_fact_json(out, &of_start, &ask);
}
static void put_fact_number(xpgn_buffer *out) {
    xpgn_fact_number(out, XPGN_VALUE_MILLIONTHS, INT64_MIN);
}
static void put_position(xpgn_buffer *out) {
    xpgn_position_write(out, attack, &start);
}
static void put_movetext(xpgn_buffer *out) {
    (void)xpgn_movetext_write(out, slice_of("1. e4 e5 *"));
}
static void put_digest(xpgn_buffer *out) {
    (void)xpgn_ruleset_digest(out, attack);
}
static void put_attributes(xpgn_buffer *out) {
    (void)xpgn_attributes_write(out, attack, XPGN_DIAGRAM_PLAIN, NULL);
}

static appender *const appenders[] = {put_bytes,    put_text,   put_slice,       put_tag,
                                      put_word,     put_fact,   put_fact_number, put_position,
                                      put_movetext, put_digest, put_attributes};
enum { APPENDERS = sizeof appenders / sizeof *appenders };

START_TEST(a_buffer_that_has_failed_takes_nothing) {
    appenders[_i](&b);
    ck_assert_msg(b.size > 0 && !b.failed, "%d writes nothing", _i);
    xpgn_buffer_clear(&b);
    xpgn_buffer_text(&b, "kept");
    b.failed = true;
    appenders[_i](&b);
    ck_assert_msg(b.failed && b.size == 4 && memcmp(b.data, "kept", 4) == 0, "%d writes", _i);
    xpgn_buffer_clear(&b);
    ck_assert(!b.failed && b.size == 0);
    appenders[_i](&b);
    ck_assert_msg(b.size > 0, "%d does not write again", _i);
}
END_TEST

START_TEST(what_is_freed_may_be_nothing) {
    xpgn_buffer_free(NULL);
    xpgn_catalog_free(NULL);
    xpgn_facts_free(NULL);
    xpgn_stream_close(NULL);
    xpgn_locator_free(NULL);
    xpgn_reader_free(NULL);
    xpgn_walk_free(NULL);
    xpgn_query_free(NULL);
    xpgn_import_free(NULL);
    xpgn_fixer_free(NULL);
    xpgn_decoder_free(NULL);
    xpgn_play_free(NULL);
    xpgn_merge_free(NULL);
    xpgn_writer_free(NULL);
    xpgn_record_free(NULL);
    xpgn_svg_free(NULL);
    xpgn_event_free(NULL);
    xpgn_tally_free(NULL);
    xpgn_buffer_clear(NULL);
}
END_TEST

/* ---- texts that are not there, or are none of what is read ---- */

/* False, or nothing, of every text but its own. */
static bool reads_fact(xpgn_slice text) {
    xpgn_fact_ref ask;
    return xpgn_fact_resolve(text, XPGN_ANY_SCOPE, &ask, NULL) == XPGN_OK;
}
static bool reads_game(xpgn_slice text) {
    xpgn_game game = {.file = "-"};
    return xpgn_game_next(text, &game);
}

static const struct {
    bool (*reads)(xpgn_slice text);
    const char *good, *wrong[4];
} readings[] = {
    {reads_fact, "margin", {"margim", "attacker_margin", "attacker_", "\xff"}},
    {reads_game, "1. e4 *", {"\n\n", " \n", "\t", "\r\n"}},
};
enum { READINGS = sizeof readings / sizeof *readings };

START_TEST(what_is_no_such_text_is_not_read) {
    ck_assert(readings[_i].good == NULL || readings[_i].reads(slice_of(readings[_i].good)));
    ck_assert(!readings[_i].reads(nothing));
    ck_assert(!readings[_i].reads(slice_of("")));
    for (size_t i = 0; i < 4; i++)
        ck_assert_msg(!readings[_i].reads(slice_of(readings[_i].wrong[i])), "%d: %s", _i,
                      readings[_i].wrong[i]);
}
END_TEST

START_TEST(no_text_is_no_text) {
    xpgn_slice value[1] = {{"x", 1}};
    ck_assert(xpgn_value_is_unknown(nothing));
    ck_assert(!xpgn_is_tag_name(nothing));
    xpgn_buffer_put(&b, NULL, 0);
    xpgn_tag_text(&b, nothing);
    ck_assert_int_eq(xpgn_movetext_write(&b, nothing), XPGN_OK);
    ck_assert_uint_eq(b.size, 0);
    xpgn_reader *reader;
    ck_assert_int_eq(xpgn_reader_new(&reader), XPGN_OK);
    xpgn_reader_tags(reader, nothing, &(xpgn_slice){"White", 5}, 1, value);
    ck_assert_ptr_null(value[0].data);
    xpgn_reader_tags(reader, slice_of("[White \"x\"]"), NULL, 0, NULL);
    xpgn_reader_free(reader);
}
END_TEST

START_TEST(languages_that_do_not_exist) {
    static const char *const wrong[] = {"", "xx", "DE", "de ", "\xff", "english-and-more"};
    xpgn_language language;
    xpgn_import *import = NULL;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ck_assert(!xpgn_language_find(wrong[i], &language));
        ck_assert_int_eq(xpgn_import_new(&import, rules, wrong[i]), XPGN_NOT_FOUND);
    }
    xpgn_play *play;
    xpgn_word_reading list[4];
    ck_assert_int_eq(xpgn_play_new(&play, attack, NULL), XPGN_OK);
    ck_assert_uint_eq(xpgn_play_readings(play, slice_of("Nf3"), "xx", list, 4), 0);
    ck_assert_uint_eq(xpgn_play_readings(play, nothing, NULL, list, 4), 0);
    ck_assert_uint_eq(xpgn_play_readings(play, slice_of("Nf3"), NULL, NULL, 0), 1);
    xpgn_play_free(play);
    ck_assert(xpgn_language_find("eo", &language) || xpgn_language_find("da", &language));
    language.has_words = false;
    xpgn_word_translate(&b, "no such word", &language);
    ck_assert(b.size == 12);
}
END_TEST

/* ---- numbers out of range ---- */

START_TEST(fates_levels_forms_and_types_that_do_not_exist) {
    const xpgn_fix fix = {.place = {4, 9}, .text = "e4"};
    const xpgn_finding f = {.level = XPGN_ERROR, .code = "M-01", .fix_count = 1, .fix = &fix};
    for (unsigned n = 4; n < 300; n += 31) {
        ck_assert_ptr_null(xpgn_fate_name(n));
        ck_assert_ptr_null(xpgn_fix_level_name(n));
        ck_assert_int_eq(xpgn_fix_level_of(slice_of("1. e4 *"), &f, n), XPGN_FIX_NEVER);
    }
    ck_assert_ptr_null(xpgn_theme_text("no such theme").data);
    ck_assert_int_eq(xpgn_fix_level_of(slice_of("1. e4 *"), &f, 0), XPGN_FIX_NEVER); /* past it */
    ck_assert_int_eq(xpgn_fix_level_of(nothing, &f, 0), XPGN_FIX_NEVER);
    ck_assert_str_eq(xpgn_piece_name(attack, 77), "piece");
    ck_assert_str_eq(xpgn_piece_name(NULL, XPGN_TYPES), "piece");
}
END_TEST

START_TEST(what_is_no_combat_has_no_odds) {
    xpgn_odds odds = {.all = 7};
    ck_assert(!xpgn_combat_odds(attack, &no_facts, &odds));
    ck_assert_uint_eq(odds.all, 7);
    const xpgn_odds none = {.all = 0};
    ck_assert(!(xpgn_odds_chance(&none, true, false) > 0));
}
END_TEST

START_TEST(facts_that_do_not_exist_have_no_value) {
    xpgn_value value;
    xpgn_fault fault = {.text = ""};
    xpgn_fact_ref ask = {.fact = 60000, .sides = 1};
    ck_assert(!xpgn_fact_get(&of_start, &ask, 0, 0, &value));
    xpgn_fact_write(&b, &of_start, &ask);
    ck_assert_uint_eq(b.size, 0);
    xpgn_fact_json(&b, &of_start, &ask);
    ck_assert(b.size == 4 && memcmp(b.data, "null", 4) == 0);
    const xpgn_facts facts = {.combat = true, .side = {{.piece = 1}, {.piece = 17}}};
    const xpgn_fact_source of_combat = {XPGN_SUBJECT, .rs = attack, .facts = &facts};
    ck_assert_int_eq(xpgn_fact_resolve(slice_of("square"), XPGN_ANY_SCOPE, &ask, NULL), XPGN_OK);
    ask.sides = 4;
    xpgn_fact_write(&b, &of_combat, &ask);
    ck_assert_uint_eq(b.size, 4);
    xpgn_buffer_clear(&b);
    xpgn_fact_json(&b, &of_combat, &ask);
    ck_assert(b.size == 4 && memcmp(b.data, "null", 4) == 0);
    ck_assert_int_eq(xpgn_fact_resolve(slice_of("ply"), XPGN_ANY_SCOPE, &ask, &fault), XPGN_OK);
    ck_assert(!xpgn_fact_get(&of_start, &ask, 2, 0, &value));
    ck_assert(!xpgn_fact_get(&of_start, &ask, 0, UINT32_MAX, &value));
    ck_assert_int_eq(xpgn_fact_resolve(slice_of("ply"), 0, &ask, &fault), XPGN_INVALID);
    ck_assert_str_ne(fault.text, "");
    xpgn_fact_source no_size = of_start;
    no_size.size = 0;
    ck_assert(!xpgn_fact_get(&no_size, &ask, 0, 0, &value));
    xpgn_fact_source_step(&no_size, &(xpgn_step){.ply = 9, .kind = XPGN_STEP_TURN});
    ck_assert_uint_eq(no_size.ply, 1);
}
END_TEST

START_TEST(facts_that_a_step_does_not_have) {
    const xpgn_facts facts = {.combat = true, .side = {{.piece = 1}, {.piece = 17}}};
    const xpgn_step step = {.kind = XPGN_STEP_ACTION, .rs = attack, .facts = &facts};
    ck_assert_int_eq(xpgn_step_number(&step, XPGN_FACT_COMBAT, 0), 1);
    ck_assert_int_eq(xpgn_step_number(&step, XPGN_FACT_MATE_IN, 0), 0);
    ck_assert_int_eq(xpgn_step_number(&step, XPGN_FACT_SQUARE, 2), XPGN_NO_SQUARE);
    ck_assert_int_eq(xpgn_step_number(&step, (xpgn_fact_index)9999, 0), 0);
    xpgn_step_text(&b, &step, XPGN_FACT_FATE, 2);
    xpgn_step_text(&b, &step, (xpgn_fact_index)9999, 0);
    xpgn_step_text(&b, &(xpgn_step){.kind = XPGN_STEP_TURN}, XPGN_FACT_FATE, 0);
    ck_assert_uint_eq(b.size, 0);
}
END_TEST

START_TEST(numbers_of_no_type) {
    xpgn_fact_number(&b, (xpgn_fact_type)77, INT64_MIN); /* without a point */
    ck_assert(b.size == 20 && memchr(b.data, '.', b.size) == NULL);
}
END_TEST

static TCase *texts(void) {
    TCase *c = tcase_create("texts");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_loop_test(c, a_buffer_that_has_failed_takes_nothing, 0, APPENDERS);
    tcase_add_test(c, what_is_freed_may_be_nothing);
    tcase_add_loop_test(c, what_is_no_such_text_is_not_read, 0, READINGS);
    tcase_add_test(c, no_text_is_no_text);
    tcase_add_test(c, languages_that_do_not_exist);
    return c;
}

static TCase *numbers(void) {
    TCase *c = tcase_create("numbers");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, fates_levels_forms_and_types_that_do_not_exist);
    tcase_add_test(c, what_is_no_combat_has_no_odds);
    tcase_add_test(c, facts_that_do_not_exist_have_no_value);
    tcase_add_test(c, facts_that_a_step_does_not_have);
    tcase_add_test(c, numbers_of_no_type);
    return c;
}

int main(void) {
    Suite *suite = suite_create("misuse_data");
    suite_add_tcase(suite, texts());
    suite_add_tcase(suite, numbers());
    return run_suite(suite);
}
