/* SPDX-License-Identifier: MIT */
/*
 * Public functions of handles that are called against their contract: out of order, before there is
 * anything and after the end, with numbers and texts that do not exist, with options of no size.
 * test_misuse.c has walks, positions and actions, test_misuse_data.c texts and plain values.
 * Sanitizers look on.
 */
#include "internal/rules.h"
#include "internal/writers.h"
#include "position_fixture.h"
#include "suite.h"

#include <xpgn.h>

static xpgn_catalog *rules;
static xpgn_walk *walk;
static xpgn_buffer b;
static xpgn_fault fault;
static const xpgn_ruleset *chess, *attack;

static const xpgn_slice nothing = {NULL, 0};
static const xpgn_game no_game = {.file = "-"};
static const xpgn_game game = {
    .text = {"[White \"Adams\"]\n[Black \"Brandt\"]\n[Round \"1\"]\n\n1. e4 *", 52},
    .file = "-",
    .number = 1};

static void setup(void) {
    const xpgn_walk_options keep = {XPGN_WALK_OPTIONS, .keep_line = true};
    ck_assert_int_eq(xpgn_catalog_new(&rules), XPGN_OK);
    ck_assert_int_eq(xpgn_walk_new(&walk, rules, &keep), XPGN_OK);
    chess = ruleset_in(rules, "chess", "");
    attack = ruleset_in(rules, "chess-attack", "");
    b = (xpgn_buffer){0};
    fault = (xpgn_fault){.text = ""};
}

static void teardown(void) {
    xpgn_buffer_free(&b);
    xpgn_walk_free(walk);
    xpgn_catalog_free(rules);
}

/* Walks a game to its end; the last step. */
static const xpgn_step *walked(const xpgn_game *g) {
    const xpgn_step *step, *last = NULL;
    ck_assert_int_eq(xpgn_walk_begin(walk, g), XPGN_OK);
    while (xpgn_walk_next(walk, &step) == XPGN_OK)
        last = step;
    return last;
}

/* ---- options ---- */

static xpgn_status new_walk(const void *options) {
    xpgn_walk *made = NULL;
    xpgn_status status = xpgn_walk_new(&made, rules, options);
    xpgn_walk_free(made);
    return status;
}
static xpgn_status new_writer(const void *options) {
    xpgn_writer *made = NULL;
    xpgn_status status = xpgn_writer_new(&made, options);
    xpgn_writer_free(made);
    return status;
}
static xpgn_status new_svg(const void *options) {
    xpgn_svg *made = NULL;
    xpgn_status status = xpgn_svg_new(&made, options);
    xpgn_svg_free(made);
    return status;
}
static xpgn_status new_event(const void *options) {
    xpgn_event *made = NULL;
    xpgn_status status = xpgn_event_new(&made, options);
    xpgn_event_free(made);
    return status;
}
static xpgn_status new_fixer(const void *options) {
    xpgn_fixer *made = NULL;
    xpgn_status status = xpgn_fixer_new(&made, rules, options);
    xpgn_fixer_free(made);
    return status;
}
static xpgn_status new_diagram(const void *options) {
    xpgn_position p;
    ck_assert(xpgn_ruleset_start(chess, &p));
    return xpgn_diagram_write(&b, chess, &p, options) ? XPGN_OK : XPGN_INVALID;
}
static const struct {
    xpgn_status (*make)(const void *options);
    size_t size;
} makers[] = {{new_walk, sizeof(xpgn_walk_options)},   {new_writer, sizeof(xpgn_writer_options)},
              {new_svg, sizeof(xpgn_svg_options)},     {new_event, sizeof(xpgn_event_options)},
              {new_fixer, sizeof(xpgn_fixer_options)}, {new_diagram, sizeof(xpgn_diagram_options)}};
enum { MAKERS = sizeof makers / sizeof *makers };

START_TEST(options_have_their_size_and_nothing_that_is_newer) {
    _Alignas(16) unsigned char options[1024] = {0};
    const size_t known = makers[_i].size, newer = known + 16;
    ck_assert_uint_lt(newer, sizeof options);
    ck_assert_int_eq(makers[_i].make(NULL), XPGN_OK);
    ck_assert_int_eq(makers[_i].make(options), XPGN_INVALID);
    memcpy(options, &(size_t){1}, sizeof known);
    ck_assert_int_eq(makers[_i].make(options), XPGN_INVALID);
    memcpy(options, &known, sizeof known);
    ck_assert_int_eq(makers[_i].make(options), XPGN_OK);
    memcpy(options, &newer, sizeof newer);
    ck_assert_int_eq(makers[_i].make(options), XPGN_OK);
    options[known + 3] = 1;
    ck_assert_int_eq(makers[_i].make(options), XPGN_INVALID);
}
END_TEST

/* ---- events ---- */

static xpgn_event *event_with(const char *list) {
    xpgn_event *event;
    ck_assert_int_eq(xpgn_event_new(&event, NULL), XPGN_OK);
    if (list != NULL)
        ck_assert_int_eq(xpgn_event_read_list(event, "list.csv", slice_of(list), NULL), XPGN_OK);
    return event;
}

static void expect_nothing_of(xpgn_event *event) {
    size_t count[2] = {7, 7};
    xpgn_event_table table;
    (void)xpgn_event_findings(event, &count[0]);
    (void)xpgn_event_standings(event, &count[1]);
    ck_assert_uint_eq(count[0] + count[1], 0);
    for (int view = XPGN_EVENT_PAIRINGS; view <= XPGN_EVENT_TEAMS; view++)
        ck_assert_int_eq(xpgn_event_tabulate(event, (xpgn_event_view)view, &table), XPGN_INVALID);
    ck_assert_int_eq(xpgn_event_player_name(&b, event, slice_of("Adams")), XPGN_INVALID);
    ck_assert_uint_eq(b.size, 0);
}

START_TEST(an_event_is_asked_after_it_is_checked) {
    xpgn_event *event = event_with(_i == 0 ? NULL : "round,white,black\n1,Adams,Brandt\n");
    expect_nothing_of(event);
    ck_assert_int_eq(xpgn_event_add(event, walk, &game, &fault), XPGN_OK);
    expect_nothing_of(event);
    xpgn_event_free(event);
}
END_TEST

START_TEST(an_event_has_one_list_before_its_records_and_is_checked_once) {
    static const char list[] = "round,white,black\n1,Adams,Brandt\n";
    xpgn_event *event = event_with(list);
    xpgn_event_table table;
    size_t count;
    ck_assert_int_eq(xpgn_event_read_list(event, "again", slice_of(list), NULL), XPGN_INVALID);
    ck_assert_int_eq(xpgn_event_add(event, walk, &game, &fault), XPGN_OK);
    ck_assert_int_eq(xpgn_event_check(event, &fault), XPGN_OK);
    ck_assert_int_eq(xpgn_event_check(event, &fault), XPGN_INVALID);
    ck_assert_int_eq(xpgn_event_add(event, walk, &game, &fault), XPGN_INVALID);
    ck_assert_int_eq(xpgn_event_read_list(event, "late", slice_of(list), &fault), XPGN_INVALID);
    ck_assert_int_eq(xpgn_event_tabulate(event, (xpgn_event_view)77, &table), XPGN_INVALID);
    ck_assert_int_eq(xpgn_event_player_name(&b, event, slice_of("Zukertort")), XPGN_NOT_FOUND);
    ck_assert_int_eq(xpgn_event_player_name(&b, event, nothing), XPGN_NOT_FOUND);
    (void)xpgn_event_standings(event, &count);
    ck_assert_uint_eq(count, 2);
    ck_assert_uint_eq(b.size, 0);
    xpgn_event_free(event);
}
END_TEST

START_TEST(a_list_that_is_none_is_refused) {
    static const char *const wrong[] = {"", "round,white\n1,Adams\n", "\xff\xfe", "1. e4 *"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        xpgn_event *event = event_with(NULL);
        fault.text[0] = '\0';
        ck_assert_int_eq(xpgn_event_read_list(event, "x", slice_of(wrong[i]), &fault),
                         XPGN_INVALID);
        ck_assert_str_ne(fault.text, "");
        xpgn_event_free(event);
    }
    xpgn_event *event = event_with(NULL);
    ck_assert_int_eq(xpgn_event_read_list(event, "x", nothing, NULL), XPGN_INVALID);
    xpgn_event_free(event);
}
END_TEST

START_TEST(an_event_without_records_is_an_empty_one) {
    xpgn_event *event = event_with(NULL);
    size_t count = 7;
    ck_assert_int_eq(xpgn_event_check(event, NULL), XPGN_OK);
    (void)xpgn_event_standings(event, &count);
    ck_assert_uint_eq(count, 0);
    xpgn_event_free(event);
}
END_TEST

/* ---- import ---- */

START_TEST(an_import_that_has_read_nothing_has_nothing) {
    xpgn_import *import;
    ck_assert_int_eq(xpgn_import_new(&import, rules, NULL), XPGN_OK);
    ck_assert_uint_eq(xpgn_import_game(import).text.size, 0);
    ck_assert_int_eq(xpgn_import_read(import, &no_game, NULL), XPGN_OK);
    const xpgn_game noise = {.text = slice_of("1. zz9 qq \xff *"), .file = "-"};
    ck_assert_int_eq(xpgn_import_read(import, &noise, NULL), XPGN_INVALID);
    ck_assert_int_eq(xpgn_import_read(import, &noise, &fault), XPGN_INVALID);
    ck_assert_str_ne(fault.text, "");
    xpgn_walk_import(walk, import);
    (void)walked(&no_game);
    xpgn_walk_import(walk, NULL);
    xpgn_walk_import(walk, NULL);
    (void)walked(&game);
    xpgn_import_free(import);
}
END_TEST

/* ---- fixes ---- */

START_TEST(a_fixer_that_has_not_run_has_corrected_nothing) {
    xpgn_fixer *fixer;
    size_t count = 7;
    ck_assert_int_eq(xpgn_fixer_new(&fixer, rules, NULL), XPGN_OK);
    ck_assert_uint_eq(xpgn_fixer_text(fixer).size, 0);
    (void)xpgn_fixer_corrections(fixer, &count);
    ck_assert_uint_eq(count, 0);
    ck_assert_int_eq(xpgn_fixer_run(fixer, &no_game), XPGN_INVALID); /* it has no result */
    ck_assert_uint_eq(xpgn_fixer_text(fixer).size, 0);
    (void)xpgn_fixer_corrections(fixer, &count);
    ck_assert_uint_eq(count, 0);
    xpgn_fixer_free(fixer);
    const xpgn_fixer_options wrong[] = {{XPGN_FIXER_OPTIONS, .level = XPGN_FIX_ASK},
                                        {XPGN_FIXER_OPTIONS, .level = XPGN_FIX_NEVER},
                                        {XPGN_FIXER_OPTIONS, .level = (xpgn_fix_level)77}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        ck_assert_int_eq(new_fixer(&wrong[i]), XPGN_INVALID);
}
END_TEST

static xpgn_answer odd_answer(void *data, const xpgn_question *question) {
    static const xpgn_answer odd[] = {{.kind = (xpgn_answer_kind)77},
                                      {.kind = XPGN_ANSWER_FIX, .fix = UINT32_MAX},
                                      {.kind = XPGN_ANSWER_TEXT, .text = {NULL, 0}},
                                      {.kind = XPGN_ANSWER_BACK}};
    unsigned *asked = data;
    (void)question;
    if (*asked >= sizeof odd / sizeof *odd)
        return (xpgn_answer){.kind = XPGN_ANSWER_QUIT};
    return odd[(*asked)++];
}

START_TEST(answers_that_are_none_are_asked_for_again) {
    static const char text[] = "1. e4 e5 2. Qxh8 *";
    const xpgn_game wrong = {.text = slice_of(text), .file = "-"};
    unsigned asked = 0;
    const xpgn_fixer_options options = {XPGN_FIXER_OPTIONS, .ask = odd_answer, .data = &asked};
    xpgn_fixer *fixer;
    ck_assert_int_eq(xpgn_fixer_new(&fixer, rules, &options), XPGN_OK);
    ck_assert_int_eq(xpgn_fixer_run(fixer, &wrong), XPGN_INVALID);
    ck_assert_uint_eq(asked, 4);
    ck_assert(slice_is(xpgn_fixer_text(fixer), text));
    xpgn_fixer_free(fixer);
}
END_TEST

START_TEST(a_correction_that_does_not_exist_is_not_taken_back) {
    xpgn_correction row[8] = {
        {.number = 1, .offset = 90, .is = {"x", 1}, .was = {"y", 1}, .code = "C-1"},
        {.number = 2, .offset = 0, .is = {"x", 1}, .was = {"y", 1}, .code = "C-1"}};
    static const uint32_t wrong[] = {0, 1, 2, 3, UINT32_MAX};
    xpgn_corrections list = {row, 2, 8}, none = {NULL, 0, 0};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        ck_assert_int_eq(xpgn_correction_undo(&b, &list, wrong[i], slice_of("1. e4 *"), &fault),
                         XPGN_INVALID);
    ck_assert_int_eq(xpgn_correction_undo(&b, &none, 1, nothing, &fault), XPGN_INVALID);
    list.capacity = 7; /* one row too few */
    ck_assert_int_eq(xpgn_correction_undo(&b, &list, 2, slice_of("x e4 *"), &fault), XPGN_INVALID);
    ck_assert_uint_eq(list.count, 2);
    ck_assert_uint_eq(b.size, 0);
    ck_assert_str_ne(fault.text, "");
}
END_TEST

/* ---- decoding and streams ---- */

START_TEST(a_decoder_that_has_read_nothing_has_counted_nothing) {
    xpgn_decoder *decoder;
    ck_assert_int_eq(xpgn_decoder_new(&decoder), XPGN_OK);
    for (size_t i = 0; i < XPGN_DECODEDS; i++)
        ck_assert_uint_eq(xpgn_decoder_counts(decoder)[i], 0);
    xpgn_decoder_put(&b, decoder, nothing, false);
    xpgn_decoder_put(&b, decoder, nothing, true);
    xpgn_decoder_put(&b, decoder, nothing, true);
    ck_assert_uint_eq(b.size, 0);
    xpgn_decoder_from(decoder, (xpgn_source)77); /* what there is not is not taken */
    xpgn_decoder_put(&b, decoder, slice_of("white,black\ne4,e5\nd4,d5\n"), true);
    ck_assert_uint_gt(xpgn_decoder_counts(decoder)[XPGN_DECODED_ROWS], 0);
    xpgn_decoder_free(decoder);
}
END_TEST

START_TEST(a_stream_is_set_up_before_its_first_game) {
    static const char *const files[] = {"formats/openings.tsv"};
    xpgn_stream *stream;
    xpgn_decoder *decoder;
    xpgn_game one;
    ck_assert_int_eq(xpgn_decoder_new(&decoder), XPGN_OK);
    ck_assert_int_eq(xpgn_stream_open(&stream, files, 1, 0), XPGN_OK);
    ck_assert_uint_eq(xpgn_stream_bytes(stream), 0);
    (void)xpgn_stream_next(stream, &one, NULL);
    ck_assert_int_eq(xpgn_stream_decode(stream, decoder, NULL, NULL), XPGN_OK); /* too late */
    while (xpgn_stream_next(stream, &one, NULL) == XPGN_OK)
        continue;
    for (size_t i = 0; i < XPGN_DECODEDS; i++)
        ck_assert_uint_eq(xpgn_decoder_counts(decoder)[i], 0);
    ck_assert_int_eq(xpgn_stream_next(stream, &one, NULL), XPGN_END);
    xpgn_stream_close(stream);
    ck_assert_int_eq(xpgn_stream_open(&stream, files, 1, 0), XPGN_OK);
    ck_assert_int_eq(xpgn_stream_decode(stream, decoder, NULL, NULL), XPGN_OK);
    ck_assert_int_eq(
        xpgn_stream_start(stream, &(xpgn_game){.number = 1, .line = 1, .column = 1}, NULL),
        XPGN_INVALID);
    xpgn_stream_close(stream);
    xpgn_decoder_free(decoder);
}
END_TEST

/* Says that there is one byte more than there is room for. */
static bool read_too_much(void *data, char *bytes, size_t size, size_t *got) {
    ++*(int *)data;
    memset(bytes, ' ', size);
    *got = size + 1;
    return true;
}

START_TEST(a_stream_believes_no_number_above_the_room) {
    xpgn_stream *stream;
    xpgn_game one;
    int calls = 0;
    ck_assert_int_eq(xpgn_stream_from(&stream, NULL, &calls, "-", 0), XPGN_INVALID);
    ck_assert_int_eq(xpgn_stream_from(&stream, read_too_much, &calls, "upload", 0), XPGN_OK);
    ck_assert_int_eq(
        xpgn_stream_start(stream, &(xpgn_game){.number = 1, .line = 1, .column = 1}, &fault),
        XPGN_INVALID);
    ck_assert_str_ne(fault.text, "");
    ck_assert_int_eq(xpgn_stream_next(stream, &one, NULL), XPGN_IO);
    ck_assert_str_eq(one.file, "upload");
    ck_assert_int_eq(xpgn_stream_next(stream, &one, NULL), XPGN_END);
    ck_assert_int_eq(calls, 1);
    xpgn_stream_close(stream);
}
END_TEST

/* ---- queries ---- */

START_TEST(queries_of_nothing_are_none) {
    static const char *const wrong[] = {"", " ", "(", "and", "no_such_word", "ply>", "\xff"};
    xpgn_query *query = NULL;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ck_assert_int_eq(xpgn_query_new(&query, wrong[i], &fault), XPGN_INVALID);
        ck_assert_str_ne(fault.text, "");
    }
    ck_assert_ptr_null(query);
}
END_TEST

START_TEST(a_query_is_asked_of_what_it_is_about) {
    xpgn_query *query, *of_tags;
    const xpgn_fact_source no_size = {.ply = 1}, empty = {XPGN_SUBJECT};
    const xpgn_slice tag[] = {nothing};
    size_t count = 7;
    ck_assert_int_eq(xpgn_query_new(&query, "mate", &fault), XPGN_OK);
    (void)xpgn_query_tags(query, &count);
    ck_assert_uint_eq(count, 0);
    for (int kind = XPGN_STEP_START; kind <= XPGN_STEP_RESULT; kind++) {
        const xpgn_step step = {.kind = (xpgn_step_kind)kind, .ply = 3};
        ck_assert(kind == XPGN_STEP_ACTION || !xpgn_query_matches(query, &step));
    }
    ck_assert(!xpgn_query_holds(query, &no_size, tag) && !xpgn_query_holds(query, &empty, tag));
    xpgn_query_free(query);
    ck_assert_int_eq(xpgn_query_new(&of_tags, "White=Adams", &fault), XPGN_OK);
    ck_assert_uint_eq(xpgn_query_scopes(of_tags) & XPGN_ACTION_SCOPES, 0);
    ck_assert(!xpgn_query_holds(of_tags, &empty, tag)); /* the tag is missing */
    xpgn_query_free(of_tags);
}
END_TEST

/* ---- playing ---- */

START_TEST(a_turn_ends_and_is_rolled_for_where_it_may) {
    xpgn_play *play;
    ck_assert_int_eq(xpgn_play_new(&play, attack, NULL), XPGN_OK);
    ck_assert_ptr_eq(xpgn_play_ruleset(play), attack);
    ck_assert(!xpgn_play_may_end(play));
    ck_assert_int_eq(xpgn_play_end(play), XPGN_INVALID);
    ck_assert_int_eq(xpgn_play_turn_roll(play), XPGN_TURN_ROLL_NONE);
    ck_assert_int_eq(xpgn_play_roll_dice(play, &(uint8_t){1}, 1), XPGN_INVALID);
    uint8_t dice[3] = {1, 2, 3};
    ck_assert_uint_eq(xpgn_play_turn_dice(play), 0);
    ck_assert_int_eq(xpgn_play_roll_dice(play, dice, 3), XPGN_INVALID);
    ck_assert_int_eq(xpgn_play_roll_dice(play, dice, 0), XPGN_INVALID);
    ck_assert_uint_eq(xpgn_play_dice_left(play, dice), 0);
    ck_assert(!xpgn_play_in_turn(play));
    ck_assert(!xpgn_play_outcome(play).over);
    xpgn_play_copy(play, play);
    ck_assert_int_eq(xpgn_play_position(play)->side_to_move, 0);
    xpgn_play_free(play);
    ck_assert_int_eq(xpgn_play_new(&play, chess, NULL), XPGN_OK);
    ck_assert_int_eq(xpgn_play_roll_dice(play, &(uint8_t){0}, 1), XPGN_INVALID);
    xpgn_play_free(play);
}
END_TEST

/* ---- records ---- */

START_TEST(a_record_of_nothing_has_nothing_and_lines_that_do_not_exist_take_none) {
    xpgn_record *record, *other;
    size_t count = 7;
    ck_assert_int_eq(xpgn_record_new(&record, nothing), XPGN_OK);
    (void)xpgn_record_tags(record, &count);
    ck_assert_uint_eq(count, 0);
    for (uint32_t line = 1; line > 0; line *= 4)
        ck_assert_int_eq(xpgn_record_add(record, line, slice_of("e4")), XPGN_INVALID);
    static const size_t at[] = {0, 1, XPGN_NO_ENTRY};
    for (size_t i = 0; i < 3; i++)
        ck_assert_int_eq(xpgn_record_insert(record, at[i], slice_of("e4")), XPGN_INVALID);
    ck_assert_int_eq(xpgn_record_new(&other, game.text), XPGN_OK);
    ck_assert_int_eq(xpgn_record_insert(other, 0, slice_of("{ open")), XPGN_INVALID);
    ck_assert(slice_equal(xpgn_record_text(other), game.text));
    xpgn_record_free(other);
    xpgn_record_free(record);
}
END_TEST

/* ---- catalogs ---- */

START_TEST(a_catalog_loads_what_there_is) {
    xpgn_slice text = nothing;
    size_t count;
    (void)xpgn_catalog_findings(rules, &count);
    ck_assert_uint_eq(count, 0);
    ck_assert_int_eq(xpgn_catalog_load(rules, "/nonexistent.yaml", &text), XPGN_IO);
    (void)xpgn_catalog_findings(rules, &count);
    ck_assert_uint_eq(count, 1);
    ck_assert_int_ne(xpgn_catalog_load(rules, "/", &text), XPGN_OK);
    ck_assert_int_ne(xpgn_catalog_load(rules, "", &text), XPGN_OK);
    ck_assert_int_eq(xpgn_catalog_add(rules, nothing), XPGN_INVALID);
    (void)xpgn_catalog_findings(rules, &count);
    ck_assert_uint_gt(count, 0);
    static char large[300 * 1024];
    memset(large, '#', sizeof large);
    ck_assert_int_eq(xpgn_catalog_add(rules, (xpgn_slice){large, sizeof large}), XPGN_INVALID);
    text = slice_of("ruleset: added\nextends: chess\n");
    ck_assert_int_eq(xpgn_catalog_add(rules, text), XPGN_OK);
    (void)xpgn_catalog_findings(rules, &count);
    ck_assert_uint_eq(count, 0);
    const xpgn_ruleset *rs = NULL;
    xpgn_slice unknown = nothing;
    static const char *const wrong[][2] = {
        {"no-such-game", ""}, {"chess", "rescue"}, {"chess-attack", "rescue,"}, {"\xff", "\xff"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ck_assert_int_eq(
            xpgn_catalog_find(rules, slice_of(wrong[i][0]), slice_of(wrong[i][1]), &rs, &unknown),
            XPGN_NOT_FOUND);
        ck_assert(rs == NULL && unknown.size > 0);
    }
}
END_TEST

/* ---- counts ---- */

START_TEST(a_tally_merges_what_is_grouped_alike) {
    xpgn_tally *plain, *by, *other;
    ck_assert_int_eq(xpgn_tally_new(&plain, NULL), XPGN_OK);
    ck_assert_int_eq(xpgn_tally_new(&by, "White"), XPGN_OK);
    ck_assert_int_eq(xpgn_tally_new(&other, "Black"), XPGN_OK);
    ck_assert_int_eq(xpgn_tally_merge(plain, by, &fault), XPGN_INVALID);
    ck_assert_str_ne(fault.text, "");
    ck_assert_int_eq(xpgn_tally_merge(by, plain, NULL), XPGN_INVALID);
    ck_assert_int_eq(xpgn_tally_merge(by, other, &fault), XPGN_INVALID);
    ck_assert_int_eq(xpgn_tally_merge(by, by, &fault), XPGN_INVALID); /* it is there already */
    xpgn_tally_free(other);
    xpgn_tally_free(by);
    xpgn_tally_free(plain);
}
END_TEST

START_TEST(a_file_that_is_no_partial_result_is_not_read) {
    static const char *const wrong[] = {"/nonexistent", "/", "", "README.md"};
    xpgn_tally *tally = NULL;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ck_assert_int_ne(xpgn_tally_read(&tally, wrong[i], &fault), XPGN_OK);
        ck_assert_str_ne(fault.text, "");
    }
    ck_assert_ptr_null(tally);
}
END_TEST

START_TEST(pictures_of_nothing_have_no_figure) {
    xpgn_svg *svg;
    size_t count;
    ck_assert_int_eq(xpgn_svg_new(&svg, NULL), XPGN_OK);
    (void)xpgn_svg_findings(svg, &count);
    ck_assert_uint_eq(count, 0);
    ck_assert(!xpgn_svg_attributes(svg, chess, NULL) || xpgn_svg_figures(svg) == 1);
    xpgn_svg_free(svg);
}
END_TEST

static TCase *events(void) {
    TCase *c = tcase_create("events");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_loop_test(c, an_event_is_asked_after_it_is_checked, 0, 2);
    tcase_add_test(c, an_event_has_one_list_before_its_records_and_is_checked_once);
    tcase_add_test(c, a_list_that_is_none_is_refused);
    tcase_add_test(c, an_event_without_records_is_an_empty_one);
    return c;
}

static TCase *readers(void) {
    TCase *c = tcase_create("readers");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_loop_test(c, options_have_their_size_and_nothing_that_is_newer, 0, MAKERS);
    tcase_add_test(c, an_import_that_has_read_nothing_has_nothing);
    tcase_add_test(c, a_decoder_that_has_read_nothing_has_counted_nothing);
    tcase_add_test(c, a_stream_is_set_up_before_its_first_game);
    tcase_add_test(c, a_stream_believes_no_number_above_the_room);
    tcase_add_test(c, queries_of_nothing_are_none);
    tcase_add_test(c, a_query_is_asked_of_what_it_is_about);
    tcase_add_test(c, a_catalog_loads_what_there_is);
    return c;
}

static TCase *makers_of_things(void) {
    TCase *c = tcase_create("makers");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, a_fixer_that_has_not_run_has_corrected_nothing);
    tcase_add_test(c, answers_that_are_none_are_asked_for_again);
    tcase_add_test(c, a_correction_that_does_not_exist_is_not_taken_back);
    tcase_add_test(c, a_turn_ends_and_is_rolled_for_where_it_may);
    tcase_add_test(c, a_record_of_nothing_has_nothing_and_lines_that_do_not_exist_take_none);
    tcase_add_test(c, a_tally_merges_what_is_grouped_alike);
    tcase_add_test(c, a_file_that_is_no_partial_result_is_not_read);
    tcase_add_test(c, pictures_of_nothing_have_no_figure);
    return c;
}

int main(void) {
    Suite *suite = suite_create("misuse_handles");
    suite_add_tcase(suite, events());
    suite_add_tcase(suite, readers());
    suite_add_tcase(suite, makers_of_things());
    return run_suite(suite);
}
