/* SPDX-License-Identifier: MIT */
/*
 * Public functions of texts, numbers and plain values that are called against their contract, in
 * tables: buffers that have failed, texts that are not there, words, sides, seats, types, forms and
 * facts that do not exist. test_misuse.c has positions and the order of calls,
 * test_misuse_handles.c the other handles. Sanitizers look on.
 */
#include "internal/chance.h"
#include "internal/events.h"
#include "internal/facts.h"
#include "internal/loop.h"
#include "internal/meant.h"
#include "internal/rules.h"
#include "internal/sealed.h"
#include "internal/write.h"
#include "suite.h"

#include <math.h>
#include <stdio.h>

static xpgn_catalog *rules;
static const xpgn_ruleset *attack, *castles;
static xpgn_position start;
static xpgn_buffer b;
static xpgn_sealer *sealer;

static const xpgn_slice nothing = {NULL, 0};

static void setup(void) {
    ck_assert_int_eq(xpgn_catalog_new(&rules), XPGN_OK);
    ck_assert_int_eq(xpgn_sealer_new(&sealer), XPGN_OK);
    attack = ruleset_in(rules, "chess-attack", "");
    castles = ruleset_in(rules, "combat-chess-2", "");
    ck_assert(xpgn_ruleset_start(attack, &start));
    b = (xpgn_buffer){0};
}

static void teardown(void) {
    xpgn_buffer_free(&b);
    xpgn_sealer_free(sealer);
    xpgn_catalog_free(rules);
}

/* ---- a buffer that has failed ---- */

/* Everything that appends to a buffer. Texts that are made of others are left to `unwritten`. */
typedef void appender(xpgn_buffer *out);

static const xpgn_facts no_facts = {.text = "e4"};
static const xpgn_subject of_start = {XPGN_SUBJECT, .ply = 1, .number = 7};

static void put_bytes(xpgn_buffer *out) {
    xpgn_buffer_put(out, "abc", 3);
}
static void put_char(xpgn_buffer *out) {
    xpgn_buffer_char(out, 'c');
}
static void put_text(xpgn_buffer *out) {
    xpgn_buffer_text(out, "text");
}
static void put_slice(xpgn_buffer *out) {
    xpgn_buffer_slice(out, slice_of("text"));
}
static void put_format(xpgn_buffer *out) {
    xpgn_buffer_printf(out, "%d %s", 7, "seven");
}
static void put_utf8(xpgn_buffer *out) {
    xpgn_buffer_utf8(out, slice_of("na\xefve"));
}
static void put_clean(xpgn_buffer *out) {
    xpgn_buffer_clean(out, slice_of("a\033[31m"));
}
static void put_string(xpgn_buffer *out) {
    xpgn_buffer_json(out, slice_of("a\"\n"));
}
static void put_cell(xpgn_buffer *out) {
    xpgn_buffer_cell(out, slice_of("a,\"b"), XPGN_CELL_CSV);
}
static void put_key(xpgn_buffer *out) {
    xpgn_json_key(out, "key");
}
static void put_open(xpgn_buffer *out) {
    xpgn_json_open(out, "key", "[{");
}
static void put_json_text(xpgn_buffer *out) {
    xpgn_json_text(out, "key", "text");
}
static void put_json_slice(xpgn_buffer *out) {
    xpgn_json_slice(out, "key", slice_of("text"));
}
static void put_number(xpgn_buffer *out) {
    xpgn_json_number(out, "key", INT64_MIN);
}
static void put_flag(xpgn_buffer *out) {
    xpgn_json_flag(out, "key", true);
}
static void put_real(xpgn_buffer *out) {
    xpgn_json_real(out, "key", 2, 1.5);
}
static void put_json_format(xpgn_buffer *out) {
    xpgn_json_printf(out, "key", "%d", 7);
}
static void put_row(xpgn_buffer *out) {
    xpgn_row row = {.b = out, .form = XPGN_CELL_MARKDOWN, .right = 1};
    xpgn_row_cell(&row, slice_of("a|b"));
    xpgn_row_next(&row);
    xpgn_row_end_head(&row);
    xpgn_row_number(&row, UINT64_MAX);
    xpgn_row_cell(&row, nothing);
    xpgn_row_end(&row);
}
static void put_build(xpgn_buffer *out) {
    xpgn_build_write(out);
}
static void put_tag(xpgn_buffer *out) {
    xpgn_tag_text(out, slice_of("a\\\"b"));
}
static void put_escaped(xpgn_buffer *out) {
    xpgn_bytes_write(out, slice_of("a\\\n"));
}
static void put_read(xpgn_buffer *out) {
    (void)xpgn_bytes_read(out, slice_of("a\\0ab"));
}
static void put_words(xpgn_buffer *out) {
    xpgn_name_words(out, slice_of("D\xc3\xbcrer, A."));
}
static void put_action(xpgn_buffer *out) {
    xpgn_action_put(out, slice_of("Nf3"), NULL);
}
static void put_word(xpgn_buffer *out) {
    xpgn_word_put(out, "White to move", NULL);
}
static void put_fact(xpgn_buffer *out) {
    xpgn_ask ask;
    xpgn_row row = {.b = out, .form = XPGN_CELL_CSV};
    ck_assert_int_eq(xpgn_fact_find(slice_of("ply"), XPGN_ANY_SCOPE, &ask, NULL), XPGN_OK);
    xpgn_fact_write(out, &of_start, &ask);
    xpgn_fact_json(out, &of_start, &ask);
    xpgn_fact_cell(&row, &of_start, &ask);
}
static void put_fact_number(xpgn_buffer *out) {
    xpgn_fact_number(out, XPGN_FACT_MILLIONTHS, INT64_MIN);
    xpgn_fact_mean(out, XPGN_FACT_NUMBER, 7, 2);
}
static void put_piece(xpgn_buffer *out) {
    xpgn_piece_write(out, attack, &start, XPGN_PIECE(0, XPGN_KNIGHT), 1);
}
static void put_position(xpgn_buffer *out) {
    xpgn_position_write(out, attack, &start);
}
static void put_links(xpgn_buffer *out) {
    const xpgn_links links = {.parties = 5};
    xpgn_links_write(out, &links);
    xpgn_link_write(out, &links.link[0]);
}
static void put_signatures(xpgn_buffer *out) {
    const xpgn_signatures list = {.parties = 5};
    xpgn_signatures_write(out, &list);
    xpgn_signature_write(out, &list.by[0]);
}
static void put_entry(xpgn_buffer *out) {
    const xpgn_entry entry = {XPGN_ENTRY, .text = slice_of("e4")};
    xpgn_entry_write(out, &entry);
}
static void put_facts(xpgn_buffer *out) {
    xpgn_facts_write(out, &start, &no_facts);
    xpgn_transcript_action(out, &start, 1, 0, &no_facts);
}
static void put_freed(xpgn_buffer *out) {
    const xpgn_action freed = {.kind = XPGN_RELEASE, .promotion = XPGN_PAWN, .drop = 9};
    xpgn_freed_write(out, &start, &freed);
}
static void put_combatant(xpgn_buffer *out) {
    const xpgn_facts facts = {.combat = true, .side = {{.piece = 1}, {.piece = 17}}};
    xpgn_combatant_write(out, attack, &start, &facts, 0);
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

static appender *const appenders[] = {
    put_bytes,  put_char,      put_text,       put_slice,       put_format,    put_utf8,
    put_clean,  put_string,    put_cell,       put_key,         put_open,      put_json_text,
    put_number, put_flag,      put_json_slice, put_json_format, put_real,      put_row,
    put_build,  put_tag,       put_escaped,    put_read,        put_words,     put_action,
    put_word,   put_fact,      put_piece,      put_fact_number, put_position,  put_links,
    put_entry,  put_facts,     put_freed,      put_signatures,  put_combatant, put_movetext,
    put_digest, put_attributes};
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

START_TEST(a_text_that_has_failed_fails_where_it_is_put) {
    xpgn_buffer text = {0};
    xpgn_buffer_text(&text, "half of i");
    text.failed = true;
    xpgn_json_move(&b, "key", &text);
    ck_assert(b.failed);
    ck_assert_ptr_null(text.data);
}
END_TEST

START_TEST(what_is_freed_may_be_nothing) {
    xpgn_buffer_free(NULL);
    xpgn_csv_free(NULL);
    xpgn_catalog_free(NULL);
    xpgn_stream_close(NULL);
    xpgn_locator_free(NULL);
    xpgn_reader_free(NULL);
    xpgn_sealer_free(NULL);
    xpgn_walk_free(NULL);
    xpgn_pattern_free(NULL);
    xpgn_material_free(NULL);
    xpgn_line_free(NULL);
    xpgn_query_free(NULL);
    xpgn_import_free(NULL);
    xpgn_fixer_free(NULL);
    xpgn_decoder_free(NULL);
    xpgn_play_free(NULL);
    xpgn_player_free(NULL);
    xpgn_equity_free(NULL);
    xpgn_draws_free(NULL);
    xpgn_sheets_free(NULL);
    xpgn_writer_free(NULL);
    xpgn_record_free(NULL);
    xpgn_svg_free(NULL);
    xpgn_event_free(NULL);
    xpgn_index_free(NULL);
    xpgn_parts_free(NULL);
    xpgn_tally_free(NULL);
    xpgn_index_clear(NULL);
    xpgn_buffer_clear(NULL);
}
END_TEST

/* ---- texts that are not there, or are none of what is read ---- */

/* False, or nothing, of every text but its own. */
static bool reads_date(xpgn_slice text) {
    char date[XPGN_DATE];
    return xpgn_date_read(text, date);
}
static bool reads_number(xpgn_slice text) {
    xpgn_span span;
    return xpgn_value_number(text, true, &span);
}
static bool reads_day(xpgn_slice text) {
    xpgn_span span;
    return xpgn_value_date(text, &span);
}
static bool reads_link(xpgn_slice text) {
    xpgn_link link;
    return xpgn_link_read(text, &link);
}
static bool reads_signature(xpgn_slice text) {
    xpgn_signature signature;
    return xpgn_signature_read(text, &signature);
}
static bool reads_party(xpgn_slice text) {
    return xpgn_party_find(text) != XPGN_PARTIES;
}
static bool reads_fact(xpgn_slice text) {
    xpgn_ask ask;
    return xpgn_fact_find(text, XPGN_ANY_SCOPE, &ask, NULL) == XPGN_OK;
}
static bool reads_action(xpgn_slice text) {
    xpgn_fault fault;
    return xpgn_action_form(text, &fault) == XPGN_OK;
}
static bool reads_player(xpgn_slice text) {
    xpgn_player *player = NULL;
    bool good = xpgn_player_new(&player, text) == XPGN_OK;
    xpgn_player_free(player);
    return good;
}
static bool is_number_tag(xpgn_slice text) {
    return xpgn_tag_is_number(text);
}
static bool is_date_tag(xpgn_slice text) {
    return xpgn_tag_is_date(text);
}
static bool reads_game(xpgn_slice text) {
    xpgn_game game = {.file = "-"};
    return xpgn_game_next(text, &game);
}

static const struct {
    bool (*reads)(xpgn_slice text);
    const char *good, *wrong[4];
} readings[] = {
    {reads_date, "21.11.2026", {"3/4/2026", "31.02.2026", "2026.11.21.1", "\xff"}},
    {reads_number, "-1.5", {"1.5x", "-", ".", "1..5"}},
    {reads_day, "2020.05", {"20.05", "20", "????.??.??x", "\xff"}},
    {reads_link, NULL, {"0", "0g", "\xff", "00000000"}},
    {reads_signature, NULL, {"A", "=", "\xff", "AAAA"}},
    {reads_party, "arbiter", {"White", "blue", "arbiter ", "\xff"}},
    {reads_fact, "margin", {"margim", "attacker_margin", "attacker_", "\xff"}},
    {reads_action, "Nf3", {"Nf99", "Zf3", "\xff", "12"}},
    {reads_player, "strong:7", {"strong:0", "strong:", "strong:9999999999", "greed"}},
    {is_number_tag, "WhiteElo", {"White", "Elo ", "\xff", "1"}},
    {is_date_tag, "EventDate", {"Event", "date ", "\xff", "1"}},
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
    unsigned width = 7;
    xpgn_slice value[1] = {{"x", 1}};
    ck_assert_uint_eq(xpgn_text_next(nothing, &width), 0);
    ck_assert_uint_eq(width, 0);
    ck_assert_uint_eq(xpgn_text_width(nothing), 0);
    ck_assert_uint_eq(xpgn_edits(nothing, nothing), 0);
    ck_assert_uint_eq(xpgn_edits(slice_of("ab"), nothing), 2);
    ck_assert(xpgn_value_is_unknown(nothing));
    ck_assert(!xpgn_is_tag_name(nothing));
    ck_assert(xpgn_names_agree(nothing, nothing, 2));
    ck_assert(!xpgn_names_agree(nothing, slice_of("Adams"), UINT32_MAX));
    ck_assert_uint_eq(xpgn_announced(nothing).size, 0);
    ck_assert_uint_eq(xpgn_hash(0, NULL, 0), xpgn_hash(0, "", 0));
    double in[2];
    ck_assert(xpgn_quantile(-1) == xpgn_quantile(0));
    xpgn_interval(.5, 0, 0, xpgn_quantile(0), (const double[2]){0, 1}, in); /* of no games */
    ck_assert(in[0] == 0 && in[1] == 1);
    ck_assert(xpgn_bytes_read(&b, nothing));
    ck_assert(!xpgn_bytes_read(&b, slice_of("\\g0")) && !xpgn_bytes_read(&b, slice_of("\\")));
    xpgn_buffer_put(&b, NULL, 0);
    xpgn_buffer_clean(&b, nothing);
    xpgn_bytes_write(&b, nothing);
    xpgn_tag_text(&b, nothing);
    xpgn_name_words(&b, nothing);
    xpgn_action_put(&b, nothing, NULL);
    ck_assert_int_eq(xpgn_movetext_write(&b, nothing), XPGN_OK);
    ck_assert_uint_eq(b.size, 0);
    xpgn_json_slice(&b, NULL, nothing);
    xpgn_json_text(&b, NULL, NULL);
    xpgn_json_real(&b, NULL, 2, NAN);
    xpgn_json_real(&b, NULL, -1, (double)INFINITY);
    ck_assert(b.size == 17 && memcmp(b.data, "\"\",null,null,null", 17) == 0);
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
    ck_assert_int_eq(xpgn_import_new(&import, rules, NULL), XPGN_OK);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        ck_assert_int_eq(xpgn_import_prefer(import, wrong[i]), XPGN_NOT_FOUND);
    xpgn_import_free(import);
    xpgn_play *play;
    xpgn_word_reading list[4];
    ck_assert_int_eq(xpgn_play_new(&play, attack, NULL), XPGN_OK);
    ck_assert_uint_eq(xpgn_play_readings(play, slice_of("Nf3"), "xx", list, 4), 0);
    ck_assert_uint_eq(xpgn_play_readings(play, nothing, NULL, list, 4), 0);
    ck_assert_uint_eq(xpgn_play_readings(play, slice_of("Nf3"), NULL, NULL, 0), 1);
    xpgn_play_free(play);
    ck_assert(xpgn_language_find("eo", &language) || xpgn_language_find("da", &language));
    language.has_words = false;
    xpgn_word_put(&b, "no such word", &language);
    ck_assert(b.size == 12);
}
END_TEST

/* ---- numbers out of range ---- */

START_TEST(fates_levels_forms_and_types_that_do_not_exist) {
    const xpgn_fix fix = {.place = {4, 9}, .text = "e4"};
    const xpgn_finding f = {.level = XPGN_ERROR, .code = "M-01", .fix_count = 1, .fix = &fix};
    ck_assert_int_eq(xpgn_fate_of('q'), XPGN_FATE_UNHARMED);
    ck_assert_int_eq(xpgn_fate_of('\xff'), XPGN_FATE_UNHARMED);
    for (unsigned n = 4; n < 300; n += 31) {
        ck_assert_int_eq(xpgn_fate_sign((xpgn_fate)n), 0);
        ck_assert_ptr_null(xpgn_fate_name(n));
        ck_assert_ptr_null(xpgn_fix_level_name(n));
        ck_assert_int_eq(xpgn_fix_level_of(slice_of("1. e4 *"), &f, n), XPGN_FIX_NEVER);
    }
    ck_assert_ptr_null(xpgn_player_name(SIZE_MAX));
    ck_assert_ptr_null(xpgn_theme_text("no such theme").data);
    ck_assert_int_eq(xpgn_fix_level_of(slice_of("1. e4 *"), &f, 0), XPGN_FIX_NEVER); /* past it */
    ck_assert_int_eq(xpgn_fix_level_of(nothing, &f, 0), XPGN_FIX_NEVER);
    ck_assert_str_eq(xpgn_piece_name(attack, 77), "piece");
    ck_assert_str_eq(xpgn_piece_name(NULL, XPGN_TYPES), "piece");
    xpgn_piece_write(&b, attack, &start, 0, 200);
    ck_assert(b.size == 7 && memcmp(b.data, "piece -", 7) == 0);
}
END_TEST

START_TEST(groups_and_sides_that_do_not_exist) {
    xpgn_square castle = 7;
    xpgn_piece list[8];
    const xpgn_ruleset *of[] = {attack, castles};
    const xpgn_facts facts = {.combat = true, .side = {{.piece = 1}, {.piece = 17}}};
    for (size_t i = 0; i < 2; i++) {
        ck_assert_uint_eq(xpgn_position_held(of[i], &start, 4, &castle, list, 8), 0);
        ck_assert_int_eq(castle, XPGN_NO_SQUARE);
        ck_assert_uint_eq(xpgn_position_held(of[i], &start, UINT32_MAX, &castle, NULL, 0), 0);
    }
    xpgn_combatant_write(&b, attack, &start, &facts, 2);
    xpgn_combatant_write(&b, attack, &start, &facts, UINT32_MAX);
    ck_assert_uint_eq(b.size, 0);
    xpgn_transcript_action(&b, &start, 1, 77, &no_facts);
    ck_assert(memchr(b.data, '.', b.size) == NULL);
}
END_TEST

START_TEST(what_is_no_combat_has_no_odds_and_no_castles) {
    xpgn_odds odds = {.all = 7};
    xpgn_square cells[4];
    unsigned loser = 7;
    xpgn_play *play;
    ck_assert(!xpgn_combat_odds(attack, &no_facts, &odds));
    ck_assert(xpgn_odds_luck(&odds, XPGN_FATES, 0) == 0 && xpgn_odds_luck(&odds, 0, 9) == 0);
    ck_assert_uint_eq(odds.all, 7);
    xpgn_attempt attempt = {.faces = 7};
    const xpgn_facts away = {.action = {.kind = XPGN_RELEASE, .from = 200, .target = 200}};
    ck_assert(!xpgn_attempt_odds(attack, &start, &no_facts, &attempt));
    ck_assert(!xpgn_attempt_odds(attack, &start, &away, &attempt));
    ck_assert(!xpgn_attempt_odds(castles, &start, &away, &attempt));
    ck_assert_uint_eq(attempt.faces, 7);
    const xpgn_odds none = {.all = 0};
    ck_assert(!(xpgn_odds_chance(&none, true, false) > 0));
    ck_assert_int_eq(xpgn_play_new(&play, castles, NULL), XPGN_OK);
    ck_assert_uint_eq(xpgn_play_cells(play, &no_facts, cells, &loser), 0);
    ck_assert_uint_eq(loser, 7);
    xpgn_play_free(play);
}
END_TEST

START_TEST(facts_that_do_not_exist_have_no_value) {
    xpgn_value value;
    xpgn_fault fault = {.text = ""};
    xpgn_ask ask = {.fact = 60000, .sides = 1};
    xpgn_row row = {.b = &b, .form = XPGN_CELL_TSV};
    ck_assert(!xpgn_fact_get(&of_start, &ask, 0, 0, &value));
    xpgn_fact_write(&b, &of_start, &ask);
    ck_assert_uint_eq(b.size, 0);
    xpgn_fact_cell(&row, &of_start, &ask);
    ck_assert(b.size == 0 && row.cells == 1);
    xpgn_fact_json(&b, &of_start, &ask);
    ck_assert(b.size == 4 && memcmp(b.data, "null", 4) == 0);
    const xpgn_facts facts = {.combat = true, .side = {{.piece = 1}, {.piece = 17}}};
    const xpgn_subject of_combat = {XPGN_SUBJECT, .rs = attack, .facts = &facts};
    ck_assert_int_eq(xpgn_fact_find(slice_of("square"), XPGN_ANY_SCOPE, &ask, NULL), XPGN_OK);
    ask.sides = 4;
    xpgn_fact_write(&b, &of_combat, &ask);
    ck_assert_uint_eq(b.size, 4);
    xpgn_fact_cell(&row, &of_combat, &ask);
    xpgn_buffer_clear(&b);
    xpgn_fact_json(&b, &of_combat, &ask);
    ck_assert(b.size == 4 && memcmp(b.data, "null", 4) == 0);
    ck_assert_int_eq(xpgn_fact_find(slice_of("ply"), XPGN_ANY_SCOPE, &ask, &fault), XPGN_OK);
    ck_assert(!xpgn_fact_get(&of_start, &ask, 2, 0, &value));
    ck_assert(!xpgn_fact_get(&of_start, &ask, 0, UINT32_MAX, &value));
    ck_assert_int_eq(xpgn_fact_find(slice_of("ply"), 0, &ask, &fault), XPGN_INVALID);
    ck_assert_str_ne(fault.text, "");
    xpgn_subject no_size = of_start;
    no_size.size = 0;
    ck_assert(!xpgn_fact_get(&no_size, &ask, 0, 0, &value));
    xpgn_subject_step(&no_size, attack, &(xpgn_step){.ply = 9, .kind = XPGN_STEP_TURN});
    ck_assert_uint_eq(no_size.ply, 1);
}
END_TEST

START_TEST(numbers_of_no_type_and_means_of_nothing) {
    xpgn_fact_mean(&b, XPGN_FACT_NUMBER, 7, 0);
    ck_assert_uint_eq(b.size, 0);
    xpgn_fact_number(&b, (xpgn_fact_type)77, INT64_MIN); /* without a point */
    ck_assert(b.size == 20 && memchr(b.data, '.', b.size) == NULL);
}
END_TEST

START_TEST(an_entry_needs_its_size) {
    const xpgn_entry entry = {.text = slice_of("e4")};
    xpgn_entry_write(&b, &entry);
    ck_assert_uint_eq(b.size, 0);
    const xpgn_entry odd = {XPGN_ENTRY, .kind = (xpgn_entry_kind)77, .text = slice_of("e4")};
    xpgn_entry_write(&b, &odd);
    ck_assert(b.size <= 2);
}
END_TEST

START_TEST(rows_of_a_form_that_does_not_exist) {
    xpgn_row row = {.b = &b, .form = (xpgn_cell)77, .right = UINT64_MAX};
    for (unsigned i = 0; i < 70; i++)
        xpgn_row_next(&row);
    xpgn_row_cell(&row, slice_of("a"));
    xpgn_row_end_head(&row);
    xpgn_row_end(&row);
    ck_assert_uint_eq(row.cells, 0);
    xpgn_row wide = {.b = &b, .form = XPGN_CELL_MARKDOWN, .right = UINT64_MAX};
    for (unsigned i = 0; i < 70; i++)
        xpgn_row_next(&wide);
    xpgn_row_end_head(&wide);
    ck_assert_int_eq(b.data[b.size - 1], '\n');
}
END_TEST

/* ---- sealed dice ---- */

START_TEST(dice_have_1_to_256_faces) {
    static const unsigned wrong[] = {0, 257, 1000, UINT32_MAX};
    const xpgn_links links = {.parties = 0xff};
    const xpgn_link digest = {{7}};
    xpgn_sealed_roll roll;
    xpgn_sealed_begin(&roll, &links, 0, &digest);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        ck_assert_uint_eq(xpgn_sealed_die(sealer, &roll, wrong[i]), 0);
    ck_assert_uint_eq(xpgn_sealed_die(sealer, &roll, 1), 1);
}
END_TEST

START_TEST(what_is_signed_is_announced_answered_or_ended) {
    xpgn_link secret, key, other, last;
    xpgn_signature by = {{0}}, own;
    ck_assert_int_eq(xpgn_link_random(sealer, &secret), XPGN_OK);
    xpgn_chain_key(sealer, &secret, &key);
    other = secret;
    xpgn_link_back(sealer, &other, 0);
    ck_assert(xpgn_link_equal(&other, &secret));
    xpgn_chain_last(sealer, &secret, &last);
    ck_assert(!xpgn_link_equal(&last, &secret));
    const xpgn_signing none = {.what = (xpgn_sign_what)77, .number = 1};
    const xpgn_signing end = {.what = XPGN_SIGN_END};
    xpgn_sign(sealer, &secret, &end, &own);
    ck_assert(xpgn_is_signed(sealer, &key, &end, &own));
    ck_assert(!xpgn_is_signed(sealer, &key, &none, &own));
    ck_assert(!xpgn_is_signed(sealer, &key, &end, &by));
    by = own;
    xpgn_sign(sealer, &secret, &none, &by);
    ck_assert(!xpgn_is_signed(sealer, &key, &none, &by));
    ck_assert(!xpgn_is_signed(sealer, &key, &end, &by));
}
END_TEST

START_TEST(parties_that_do_not_exist_sign_nothing) {
    xpgn_signatures list;
    xpgn_fault fault = {.text = ""};
    static const char *const wrong[] = {"white:", "white:A", "blue:A", ":", "\xff"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        ck_assert_int_eq(xpgn_signatures_read(slice_of(wrong[i]), 5, &list, &fault), XPGN_INVALID);
    ck_assert_int_eq(xpgn_signatures_read(nothing, 5, &list, &fault), XPGN_OK); /* by nobody */
    ck_assert_uint_eq(list.parties, 0);
    ck_assert_int_eq(xpgn_signatures_read(slice_of("white:A"), 0, &list, &fault), XPGN_INVALID);
    ck_assert_str_ne(fault.text, "");
    ck_assert_int_eq(xpgn_signatures_read(slice_of("white:A"), UINT32_MAX, &list, &fault),
                     XPGN_INVALID);
    list = (xpgn_signatures){.parties = 0};
    xpgn_signatures_write(&b, &list);
    ck_assert_uint_eq(b.size, 0);
}
END_TEST

START_TEST(what_is_no_message_is_refused_and_none_is_written) {
#define LINK_64 "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
    static const char *const wrong[] = {"",
                                        "announce",
                                        "announced 1 white",
                                        "answer 0 white",
                                        "answer 65537 white",
                                        "answer 1 blue",
                                        "answer 1 white 00",
                                        ("answer 1 white " LINK_64),
                                        ("end white " LINK_64 " more"),
                                        "sign white"};
    xpgn_message m = {.number = 7};
    xpgn_fault fault;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        fault.text[0] = '\0';
        ck_assert_int_eq(xpgn_message_read(slice_of(wrong[i]), &m, &fault), XPGN_INVALID);
        ck_assert_str_ne(fault.text, "");
        ck_assert_uint_eq(m.number, 7);
    }
    ck_assert_int_eq(xpgn_message_read(nothing, &m, &fault), XPGN_INVALID);
    ck_assert_int_eq(xpgn_message_read(slice_of("end black " LINK_64), &m, &fault), XPGN_OK);
    ck_assert(m.kind == XPGN_MESSAGE_END && m.party == xpgn_party_find(slice_of("black")) &&
              m.link.byte[1] == 0x23);
    xpgn_buffer_clear(&b);
    xpgn_message_write(&b, &m);
    ck_assert(slice_equal((xpgn_slice){b.data, b.size}, slice_of("end black " LINK_64)));
    xpgn_buffer_clear(&b);
    m.party = XPGN_PARTIES;
    xpgn_message_write(&b, &m);
    ck_assert_uint_eq(b.size, 0);
}
END_TEST

START_TEST(a_transcript_of_nothing_has_a_digest) {
    xpgn_transcript t;
    xpgn_link empty, line;
    xpgn_transcript_begin(sealer, &t);
    xpgn_transcript_digest(sealer, &t, &empty);
    xpgn_transcript_line(sealer, &t, nothing);
    xpgn_transcript_digest(sealer, &t, &line);
    ck_assert(!xpgn_link_equal(&empty, &line));
    char byte = 'x';
    xpgn_wipe(sealer, NULL, 0);
    xpgn_wipe(sealer, &byte, 0);
    ck_assert_int_eq(byte, 'x');
}
END_TEST

/* ---- an index ---- */

START_TEST(an_index_takes_only_what_it_has_room_for) {
    xpgn_index index = {0};
    size_t at = 0;
    ck_assert_uint_eq(xpgn_index_next(&index, 7, &at), 0);
    xpgn_index_put(&index, 7, 1); /* without room */
    ck_assert_uint_eq(index.used, 0);
    xpgn_index_clear(&index);
    ck_assert(xpgn_index_reserve(&index) == XPGN_OK);
    for (uint32_t i = 1; i < 2000; i++) /* room for one was asked for */
        xpgn_index_put(&index, i, i);
    ck_assert_uint_lt(index.used, index.size);
    at = 0;
    ck_assert_uint_eq(xpgn_index_next(&index, 5000, &at), 0);
    xpgn_index_free(&index);
    ck_assert_uint_eq(index.size, 0);
}
END_TEST

static TCase *texts(void) {
    TCase *c = tcase_create("texts");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_loop_test(c, a_buffer_that_has_failed_takes_nothing, 0, APPENDERS);
    tcase_add_test(c, a_text_that_has_failed_fails_where_it_is_put);
    tcase_add_test(c, what_is_freed_may_be_nothing);
    tcase_add_loop_test(c, what_is_no_such_text_is_not_read, 0, READINGS);
    tcase_add_test(c, no_text_is_no_text);
    tcase_add_test(c, languages_that_do_not_exist);
    tcase_add_test(c, rows_of_a_form_that_does_not_exist);
    return c;
}

static TCase *numbers(void) {
    TCase *c = tcase_create("numbers");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, fates_levels_forms_and_types_that_do_not_exist);
    tcase_add_test(c, groups_and_sides_that_do_not_exist);
    tcase_add_test(c, what_is_no_combat_has_no_odds_and_no_castles);
    tcase_add_test(c, facts_that_do_not_exist_have_no_value);
    tcase_add_test(c, numbers_of_no_type_and_means_of_nothing);
    tcase_add_test(c, an_entry_needs_its_size);
    tcase_add_test(c, dice_have_1_to_256_faces);
    tcase_add_test(c, what_is_signed_is_announced_answered_or_ended);
    tcase_add_test(c, parties_that_do_not_exist_sign_nothing);
    tcase_add_test(c, what_is_no_message_is_refused_and_none_is_written);
    tcase_add_test(c, a_transcript_of_nothing_has_a_digest);
    tcase_add_test(c, an_index_takes_only_what_it_has_room_for);
    return c;
}

int main(void) {
    Suite *suite = suite_create("misuse_data");
    suite_add_tcase(suite, texts());
    suite_add_tcase(suite, numbers());
    return run_suite(suite);
}
