/* SPDX-License-Identifier: MIT */
/* The recorder alone: games of all rulesets, entered line by line, and what it says to each. */
#include "internal/game_recorder.h"
#include "internal/loop.h"
#include "internal/text_out.h"
#include "internal/writers.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>
#include <xpgn/play.h>
#include <xpgn/record.h>
#include <xpgn/rulesets.h>
#include <xpgn/stream.h>
#include <xpgn/walk.h>

static xpgn_catalog *rules;
static struct recorder *recorder;
static xpgn_buffer line, kept;
static xpgn_walk *walk;

static void setup(void) {
    ck_assert_int_eq(xpgn_catalog_new(&rules), XPGN_OK);
    const xpgn_walk_options line_too = {XPGN_WALK_OPTIONS, .keep_line = true};
    ck_assert_int_eq(xpgn_walk_new(&walk, rules, &line_too), XPGN_OK);
    line = kept = (xpgn_buffer){0};
}

static void teardown(void) {
    xpgn_buffer_free(&line);
    xpgn_buffer_free(&kept);
    recorder_free(recorder);
    recorder = NULL;
    xpgn_walk_free(walk);
    xpgn_catalog_free(rules);
}

static void begin(const recorder_options *options, const char *variant) {
    ck_assert_int_eq(recorder_new(&recorder, rules, options), XPGN_OK);
    ck_assert_int_eq(recorder_set_tag(recorder, "Variant", slice_of(variant)), XPGN_OK);
    if (strcmp(variant, "assault-and-siege") == 0) /* each side sets up its own */
        ck_assert_int_eq(
            recorder_set_tag(recorder, "FEN",
                             slice_of("5p1k/3p2p1/5nbp/7p/B5p1/PN1P4/2PPP3/K2P4 w - - 0 1")),
            XPGN_OK);
    ck_assert_int_eq(recorder_begin(recorder), XPGN_OK);
}

/* "OK 1. e4", "ERROR UNDO ..." */
static const char *said(const char *text) {
    static char reply[2048];
    static const char *const kinds[] = {"OK",     "OPEN", "DICE",  "AWAIT",
                                        "CHOOSE", "END",  "ERROR", "BYE"};
    const xpgn_status status = recorder_line(recorder, slice_of(text));
    const xpgn_reply *r = recorder_reply(recorder);
    ck_assert_int_eq(status, r->kind == XPGN_REPLY_ERROR ? XPGN_INVALID : XPGN_OK);
    (void)snprintf(reply, sizeof reply, "%s%s%s %.*s", kinds[r->kind], *r->code != '\0' ? " " : "",
                   r->code, SLICE(r->text));
    return reply;
}

static const char *moves(void) {
    const xpgn_slice text = recorder_text(recorder, NULL);
    xpgn_buffer_clear(&line);
    xpgn_buffer_slice(&line, text);
    xpgn_buffer_char(&line, '\0');
    return strstr(line.data, "\n\n") + 2;
}

START_TEST(a_session_is_answered_line_by_line) {
    const recorder_options brief = {RECORDER_OPTIONS, .no_advice = true};
    begin(&brief, "chess-attack");
    ck_assert_str_eq(said("e4"), "OK 1. e4");
    ck_assert_str_eq(said("d5"), "OK 1... d5");
    ck_assert_str_eq(said("exd5"), "DICE 1:1");
    ck_assert_ptr_nonnull(recorder_where(recorder)->announced);
    ck_assert_str_eq(recorder_where(recorder)->action, "exd5");
    ck_assert_uint_eq(recorder_where(recorder)->dice[0], 1);
    ck_assert_str_eq(said("undo"), "OK forgotten");
    ck_assert_str_eq(said("exd5 5:1"), "OK 2. exd5 <5+0=7w:1+1=5x>");
    ck_assert_str_eq(
        said("undo"),
        "ERROR UNDO dice were thrown for exd5; annul takes it back and keeps them in the record");
    ck_assert_str_eq(said("correct 5:2"), "OK 2. exd5 <5+0=7w:2+1=6x>");
    ck_assert_str_eq(said("annul"), "OK annulled");
    ck_assert_str_eq(moves(), "1. e4 d5 {[%annulled 5:2]} *\n\n");
    ck_assert_str_eq(said("tag White Adams"), "OK noted");
    ck_assert_str_eq(said("resign"), "END 0-1");
    ck_assert_str_eq(said("e4"), "ERROR OVER the game is over: 0-1; use undo to go back");
    ck_assert_str_eq(recorder_where(recorder)->result, "0-1");
    ck_assert_str_eq(said("undo"), "OK taken back");
    ck_assert_str_eq(said("missing"),
                     "OK missing: what follows is not checked until you fill it in");
    ck_assert_str_eq(recorder_where(recorder)->turn, "2...");
    ck_assert_str_eq(said("quit"), "BYE ");
    ck_assert(slice_is(recorder_tag(recorder, "White"), "Adams"));
}
END_TEST

static unsigned next_die(void *data, unsigned faces) {
    unsigned *die = data;
    return 1 + (*die)++ % faces;
}

START_TEST(dice_that_are_rolled_here_are_asked_of_the_caller) {
    unsigned die = 4;
    const recorder_options roll = {RECORDER_OPTIONS, .die = next_die, .data = &die};
    begin(&roll, "chess-attack");
    said("e4");
    said("d5");
    ck_assert_str_eq(said("exd5"), "OK 2. exd5 <5+0=7x:6+1=10>");
    ck_assert_uint_eq(die, 6);
    ck_assert_str_eq(said("exd5 5:1"),
                     "ERROR DICE found dice, expected none: this program rolls them");
}
END_TEST

/* ---- what is stored -------------------------------------------------------------------------- */

static struct {
    unsigned asked;
    bool fails;
} disk;

static bool keep(void *data, const struct recorder *of, char why[RECORDER_WHY]) {
    size_t same;
    const xpgn_slice text = recorder_text(of, &same);
    ck_assert_ptr_eq(data, &disk);
    disk.asked++;
    (void)snprintf(why, RECORDER_WHY, "the disk is full");
    if (disk.fails)
        return false;
    ck_assert_uint_le(same, kept.size);
    ck_assert(same == 0 || memcmp(kept.data, text.data, same) == 0);
    kept.size = same;
    xpgn_buffer_put(&kept, text.data + same, text.size - same);
    return true;
}

START_TEST(what_cannot_be_stored_was_not_taken) {
    const recorder_options stored = {RECORDER_OPTIONS, .keep = keep, .data = &disk,
                                     .no_advice = true};
    disk.asked = 0;
    disk.fails = false;
    begin(&stored, "chess-attack");
    said("e4");
    ck_assert_uint_eq(disk.asked, 2);
    said("d5");
    ck_assert_str_eq(said("exd5"), "DICE 1:1");
    ck_assert_uint_eq(disk.asked, 3);
    disk.fails = true;
    ck_assert_str_eq(said("5:1"), "ERROR DISK not recorded: the disk is full");
    ck_assert_str_eq(moves(), "1. e4 d5 *\n\n");
    ck_assert_ptr_nonnull(recorder_where(recorder)->announced);
    disk.fails = false;
    ck_assert_str_eq(said("5:1"), "OK 2. exd5 <5+0=7w:1+1=5x>");
    ck_assert(slice_equal((xpgn_slice){kept.data, kept.size}, recorder_text(recorder, NULL)));
}
END_TEST

/* ---- whole games ----------------------------------------------------------------------------- */

static const char *const samples[] = {"samples/chess.xpgn",
                                      "samples/club.xpgn",
                                      "samples/chess-attack.xpgn",
                                      "samples/combat-chess-2.xpgn",
                                      "samples/assault-and-siege.xpgn",
                                      "samples/five-dice.xpgn"};

static uint64_t digest_of(const xpgn_game *game) {
    const xpgn_step *step;
    uint8_t digest[XPGN_DIGEST_SIZE] = {0};
    ck_assert_int_eq(xpgn_walk_begin(walk, game), XPGN_OK);
    while (xpgn_walk_next(walk, &step) == XPGN_OK)
        ;
    ck_assert_int_eq(xpgn_walk_digest(walk, digest), XPGN_OK);
    return hash_bytes(0, digest, sizeof digest);
}

static void begin_like(const xpgn_record *record) {
    size_t count;
    const xpgn_tag *tags = xpgn_record_tags(record, &count);
    char name[64];
    ck_assert_int_eq(recorder_new(&recorder, rules, NULL), XPGN_OK);
    for (size_t i = 0; i < count; i++) {
        (void)snprintf(name, sizeof name, "%.*s", SLICE(tags[i].name));
        if (strcmp(name, "Result") != 0)
            ck_assert_int_eq(recorder_set_tag(recorder, name, tags[i].value), XPGN_OK);
    }
    ck_assert_int_eq(recorder_begin(recorder), XPGN_OK);
}

static void enter(const char *file, const char *text) {
    size_t same;
    kept.size = 0;
    xpgn_buffer_slice(&kept, recorder_text(recorder, NULL));
    xpgn_status status = recorder_line(recorder, slice_of(text));
    const xpgn_reply *reply = recorder_reply(recorder);
    ck_assert_msg(status == XPGN_OK, "%s: %s: %s %.*s", file, text, reply->code,
                  SLICE(reply->text));
    const xpgn_slice after = recorder_text(recorder, &same);
    ck_assert_uint_le(same, kept.size);
    ck_assert(same == 0 || memcmp(kept.data, after.data, same) == 0);
}

/* As it was written, with its dice in brackets, and comments that say that it stood. */
static void enter_action(const char *file, const xpgn_entry *e) {
    xpgn_entry action = *e;
    if (e->number.size > 0 && recorder_where(recorder)->open)
        enter(file, "end");
    action.number = (xpgn_slice){NULL, 0};
    action.remark_count = 0;
    xpgn_buffer_clear(&line);
    xpgn_entry_write(&line, &action);
    for (size_t i = 0; i < e->remark_count; i++)
        if (e->remarks[i].text.size > 0)
            xpgn_buffer_printf(&line, " {%.*s}", SLICE(e->remarks[i].text));
    xpgn_buffer_char(&line, '\0');
    enter(file, line.data);
}

/* The record is the whole state. */
static void open_again(void) {
    struct recorder *other;
    ck_assert_int_eq(recorder_new(&other, rules, NULL), XPGN_OK);
    ck_assert_int_eq(recorder_open(other, recorder_text(recorder, NULL)), XPGN_OK);
    ck_assert(slice_equal(recorder_text(other, NULL), recorder_text(recorder, NULL)));
    const recorder_state *was = recorder_where(recorder), *is = recorder_where(other);
    ck_assert(slice_equal(was->pending, is->pending));
    ck_assert_str_eq(was->turn, is->turn);
    ck_assert_uint_eq(was->actions, is->actions);
    ck_assert_int_eq(was->open, is->open);
    ck_assert_int_eq(recorder_follows(other, recorder_text(recorder, NULL)), XPGN_OK);
    recorder_free(recorder);
    recorder = other;
}

/* False: what was annulled or never written down is not entered again. */
static bool enter_game(const char *file, const xpgn_record *record) {
    size_t count;
    const xpgn_entry *e = xpgn_record_entries(record, &count);
    for (size_t i = 0; i < count; i++)
        if (e[i].kind != XPGN_ENTRY_ACTION && e[i].kind != XPGN_ENTRY_RESULT)
            return false;
    begin_like(record);
    for (size_t i = 0; i < count; i++) {
        if (e[i].depth == 0 && e[i].kind == XPGN_ENTRY_ACTION)
            enter_action(file, &e[i]);
        if (i % 16 == 15)
            open_again();
        if (e[i].kind == XPGN_ENTRY_RESULT && recorder_where(recorder)->result[0] == '*') {
            char result[24];
            (void)snprintf(result, sizeof result, "%.*s", SLICE(e[i].text));
            enter(file, result);
        }
    }
    return true;
}

START_TEST(every_sample_is_entered_line_by_line_and_is_the_same_game) {
    const char *file = samples[_i];
    xpgn_stream *stream;
    xpgn_game game;
    unsigned games = 0;
    ck_assert_int_eq(xpgn_stream_open(&stream, &file, 1, 0), XPGN_OK);
    while (xpgn_stream_next(stream, &game, NULL) == XPGN_OK) {
        xpgn_record *record;
        ck_assert_int_eq(xpgn_record_new(&record, game.text), XPGN_OK);
        if (enter_game(file, record)) {
            const xpgn_game entered = {.text = recorder_text(recorder, NULL),
                                       .file = file,
                                       .number = 1,
                                       .line = 1,
                                       .column = 1};
            const uint64_t digest = digest_of(&game);
            ck_assert_msg(digest_of(&entered) == digest, "%s: game %u", file,
                          (unsigned)game.number);
            recorder_free(recorder);
            recorder = NULL;
            games++;
        }
        xpgn_record_free(record);
    }
    xpgn_stream_close(stream);
    ck_assert_uint_ge(games, _i == 0 ? 1 : 4);
}
END_TEST

/* ---- whatever is typed ----------------------------------------------------------------------- */

static const char *const variants[] = {"chess", "chess-attack", "combat-chess-2",
                                       "assault-and-siege", "five-dice"};
static const char *const words[] = {
    "undo",       "annul",       "end",         "missing", "fill e4 <5:1>", "5:1",
    "3",          "6,5:4",       "correct 5:2", "correct", "draw",          "resign",
    "result 1-0", "*",           "first 5:1",   "fix",     "fix 1",         "stood",
    "draw?",      "comment a",   "tag Round 2", "roll",    "odds",          "stood Ka1",
    "e4 {a}",     "x $1",        "@a1",         "=Q",      "1. e4 <",       "(5-1)",
    "K e1 - e2",  "O-O 1:29:30", "result *",    "--",      "messages",      "tag Variant chess"};

static uint32_t lot;

static size_t next_lot(size_t below) {
    lot = lot * 1664525u + 1013904223u;
    return (lot >> 8) % below;
}

static void put_dice(unsigned count) {
    for (unsigned i = 0; i < count; i++)
        xpgn_buffer_printf(&line, "%s%zu", i > 0 ? "," : "", 1 + next_lot(6));
}

/* The dice that are due, a prisoner's square, or back from the end or from a gap. False: neither
 * is. */
static bool next_dice(void) {
    const recorder_state *at = recorder_where(recorder);
    const bool die = at->announced == NULL && at->pending.size == 0 &&
                     xpgn_play_turn_roll(at->play) == XPGN_TURN_ROLL_MUST;
    xpgn_buffer_clear(&line);
    if (at->result[0] != '*' || at->missing)
        xpgn_buffer_text(&line, "undo");
    if (at->cells > 0)
        xpgn_buffer_text(&line, "@h1");
    put_dice(die ? 1 : at->dice[0]);
    if (at->dice[1] > 0)
        xpgn_buffer_char(&line, ':');
    put_dice(at->dice[1]);
    return line.size > 0;
}

/* One of the words that are legal now, or another one, perhaps with dice. */
static void next_line(void) {
    static const char *const dice[] = {"", "", " 5:1", " <4>", " 3,2:1"};
    (void)recorder_line(recorder, slice_of("actions"));
    const xpgn_buffer *said = &recorder_reply(recorder)->text;
    xpgn_slice legal = {said->data, said->size}, word = {"", 0};
    size_t count = 1;
    if (next_lot(2) > 0 && next_dice())
        return;
    for (size_t i = 0; i < legal.size; i++)
        count += legal.data[i] == ' ';
    for (size_t i = next_lot(count) + 1; i > 0; i--)
        word = slice_cut(&legal, ' ');
    xpgn_buffer_clear(&line);
    if (word.size > 0 && next_lot(3) > 0)
        xpgn_buffer_printf(&line, "%.*s%s", SLICE(word),
                           dice[next_lot(sizeof dice / sizeof *dice)]);
    else
        xpgn_buffer_text(&line, words[next_lot(sizeof words / sizeof *words)]);
}

START_TEST(whatever_is_typed_the_text_is_a_record_and_the_whole_state) {
    const recorder_options brief = {RECORDER_OPTIONS, .no_advice = true};
    unsigned acted = 0;
    lot = (uint32_t)_i + 1;
    begin(&brief, variants[_i]);
    for (unsigned i = 0; i < 400; i++) {
        kept.size = 0;
        xpgn_buffer_slice(&kept, recorder_text(recorder, NULL));
        next_line();
        const xpgn_status status = recorder_line(recorder, (xpgn_slice){line.data, line.size});
        const xpgn_reply *reply = recorder_reply(recorder);
        acted += reply->acted;
        HOLDS(status == (reply->kind == XPGN_REPLY_ERROR ? XPGN_INVALID : XPGN_OK), "%s",
              reply->code);
        HOLDS(status == XPGN_OK ||
                  slice_equal((xpgn_slice){kept.data, kept.size}, recorder_text(recorder, NULL)),
              "refused, but taken: %.*s", SLICE(line));
        if (i % 8 == 7)
            open_again();
    }
    ck_assert_uint_ge(acted, 30);
}
END_TEST

int main(void) {
    TCase *tcase = tcase_create("recorder");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, a_session_is_answered_line_by_line);
    tcase_add_test(tcase, dice_that_are_rolled_here_are_asked_of_the_caller);
    tcase_add_test(tcase, what_cannot_be_stored_was_not_taken);
    tcase_add_loop_test(tcase, every_sample_is_entered_line_by_line_and_is_the_same_game, 0,
                        (int)(sizeof samples / sizeof *samples));
    tcase_add_loop_test(tcase, whatever_is_typed_the_text_is_a_record_and_the_whole_state, 0,
                        (int)(sizeof variants / sizeof *variants));
    Suite *suite = suite_create("recorder");
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
