/* SPDX-License-Identifier: MIT */
/*
 * Games that grow by a token at a time: what xpgn_walk_resume plays and the writer appends is what
 * a walk from the beginning says of the same text.
 */
#include <string.h>
#include <xpgn/record.h>
#include <xpgn/rulesets.h>
#include <xpgn/stream.h>
#include <xpgn/walk.h>

#include "internal/text_out.h"
#include "internal/writers.h"
#include "suite.h"

static const char *const files[] = {
    "samples/club.xpgn",           "samples/chess.xpgn",     "samples/chess-attack.xpgn",
    "samples/combat-chess-2.xpgn", "samples/five-dice.xpgn", "samples/assault-and-siege.xpgn",
    "tests/vectors/tamper.xpgn",
};

/* What walks a game, and what it has said of it. */
typedef struct recorder {
    xpgn_walk *walk;
    xpgn_writer *writer;
    xpgn_buffer out; /* as far as it has written it itself */
    xpgn_buffer end; /* the last step, and the first error */
    bool good;
} recorder;

static xpgn_catalog *rules;
static recorder whole, before, now;
static xpgn_buffer record; /* what `before` has left */
static unsigned long resumed, refused;

static void open_scribe(recorder *s) {
    const xpgn_walk_options how = {XPGN_WALK_OPTIONS, .incremental = true};
    ck_assert_int_eq(xpgn_walk_new(&s->walk, rules, &how), XPGN_OK);
    ck_assert_int_eq(xpgn_writer_new(&s->writer, NULL), XPGN_OK);
}

static void close_scribe(recorder *s) {
    xpgn_walk_free(s->walk);
    xpgn_writer_free(s->writer);
    xpgn_buffer_free(&s->out);
    xpgn_buffer_free(&s->end);
}

static void set_up(void) {
    resumed = refused = 0;
    ck_assert_int_eq(xpgn_catalog_new(&rules), XPGN_OK);
    open_scribe(&whole);
    open_scribe(&before);
    open_scribe(&now);
}

static void tear_down(void) {
    close_scribe(&whole);
    close_scribe(&before);
    close_scribe(&now);
    xpgn_buffer_free(&record);
    xpgn_catalog_free(rules);
}

static void tell_end(recorder *s, const xpgn_step *step) {
    xpgn_outcome outcome = xpgn_walk_outcome(s->walk);
    xpgn_buffer_printf(&s->end, "%.*s ply %u %u.%u %s", (int)step->text.size, step->text.data,
                       step->ply, step->number, step->seat, outcome.over ? outcome.rule : "");
    if (step->position != NULL)
        xpgn_position_write(&s->end, xpgn_walk_ruleset(s->walk), step->position);
}

/* Walks on from a beginning. */
static void walk_on(recorder *s) {
    const xpgn_step *step;
    const xpgn_finding *f;
    size_t count;
    xpgn_buffer_clear(&s->end);
    while (xpgn_walk_next(s->walk, &step) == XPGN_OK) {
        xpgn_writer_step(s->writer, step);
        if (step->kind == XPGN_STEP_RESULT)
            tell_end(s, step);
    }
    s->good = xpgn_writer_end(s->writer) == XPGN_OK;
    f = xpgn_walk_findings(s->walk, &count);
    for (size_t i = 0; i < count; i++)
        if (f[i].level == XPGN_ERROR) {
            xpgn_buffer_printf(&s->end, " %s %s %s", f[i].code, f[i].turn, f[i].text);
            break;
        }
}

static xpgn_game game_of(const xpgn_buffer *text) {
    return (xpgn_game){
        .text = {text->data, text->size}, .file = "-", .number = 1, .line = 1, .column = 1};
}

static void walk_whole(recorder *s, const xpgn_buffer *text) {
    const xpgn_game game = game_of(text);
    xpgn_buffer_clear(&s->out);
    ck_assert_int_eq(xpgn_walk_begin(s->walk, &game), XPGN_OK);
    xpgn_writer_begin(&s->out, s->writer, s->walk);
    walk_on(s);
}

/* From the last turn of `before` on. False: it has none. */
static bool walk_new(const xpgn_buffer *text, size_t head, bool leave_out, size_t *kept) {
    size_t from;
    static xpgn_buffer rest;
    if (!xpgn_writer_turn(before.writer, kept, &from))
        return false;
    xpgn_buffer_clear(&rest);
    xpgn_buffer_put(&rest, text->data, leave_out ? head : from);
    size_t at = rest.size;
    xpgn_buffer_put(&rest, text->data + from, text->size - from);
    const xpgn_game game = game_of(&rest);
    xpgn_buffer_clear(&now.out);
    ck_assert_int_eq(xpgn_writer_resume(&now.out, now.writer, before.writer, now.walk), XPGN_OK);
    ck_assert_int_eq(xpgn_walk_resume(now.walk, before.walk, &game, at), XPGN_OK);
    walk_on(&now);
    xpgn_buffer_free(&rest);
    rest = (xpgn_buffer){0};
    return true;
}

static bool same(const xpgn_buffer *a, const xpgn_buffer *b) {
    return a->size == b->size && (a->size == 0 || memcmp(a->data, b->data, a->size) == 0);
}

/* One more token. */
static void grow(const xpgn_buffer *text, size_t head, bool leave_out) {
    size_t kept;
    walk_whole(&whole, text);
    if (before.good && walk_new(text, head, leave_out, &kept)) {
        HOLDS(same(&whole.end, &now.end), "%.*s\n%.*s\n  not %.*s", (int)text->size, text->data,
              (int)now.end.size, now.end.data, (int)whole.end.size, whole.end.data);
        resumed++;
        refused += !now.good;
        if (now.good) {
            record.size = kept;
            xpgn_buffer_put(&record, now.out.data, now.out.size);
            HOLDS(same(&whole.out, &record), "%.*s\n  not %.*s", (int)record.size, record.data,
                  (int)whole.out.size, whole.out.data);
            recorder other = before;
            before = now;
            now = other;
        }
    } else if (whole.good) {
        walk_whole(&before, text);
        xpgn_buffer_clear(&record);
        xpgn_buffer_put(&record, whole.out.data, whole.out.size);
    }
}

/* The tags of a game that is not over, and where its movetext begins in `written`. */
static size_t put_head(xpgn_buffer *text, const xpgn_buffer *written) {
    const char *moves = strstr(written->data, "\n\n") + 2;
    const char *result = strstr(written->data, "[Result \"");
    const char *end = strchr(result, '\n');
    xpgn_buffer_clear(text);
    xpgn_buffer_put(text, written->data, (size_t)(result - written->data));
    xpgn_buffer_text(text, "[Result \"*\"]");
    xpgn_buffer_put(text, end, (size_t)(moves - end));
    return (size_t)(moves - written->data);
}

/* A game in export form, of which each prefix that ends with a token is one. */
static void grow_game(const xpgn_buffer *written) {
    xpgn_reader *reader;
    xpgn_token t;
    xpgn_buffer text = {0};
    size_t moves = put_head(&text, written), head = text.size, n = 0;
    before.good = false;
    ck_assert_int_eq(xpgn_reader_new(&reader), XPGN_OK);
    xpgn_reader_begin(reader, (xpgn_slice){written->data, written->size - 1});
    while (xpgn_reader_next(reader, &t)) {
        if (t.place.offset < moves || t.kind == XPGN_TOKEN_RESULT)
            continue;
        text.size = head;
        xpgn_buffer_put(&text, written->data + moves, t.place.offset + t.place.length - moves);
        xpgn_buffer_text(&text, " *\n");
        grow(&text, head, n++ % 2 == 0);
    }
    xpgn_reader_free(reader);
    xpgn_buffer_free(&text);
}

START_TEST(a_game_that_grows_is_walked_as_one_that_begins) {
    xpgn_stream *stream;
    xpgn_game game;
    xpgn_buffer text = {0}, written = {0};
    ck_assert_int_eq(xpgn_stream_open(&stream, &files[_i], 1, 0), XPGN_OK);
    while (xpgn_stream_next(stream, &game, NULL) == XPGN_OK) {
        xpgn_buffer_clear(&text);
        xpgn_buffer_slice(&text, game.text);
        walk_whole(&whole, &text);
        if (!whole.good)
            continue;
        xpgn_buffer_clear(&written);
        xpgn_buffer_put(&written, whole.out.data, whole.out.size);
        xpgn_buffer_char(&written, '\0');
        grow_game(&written);
    }
    xpgn_stream_close(stream);
    xpgn_buffer_free(&text);
    xpgn_buffer_free(&written);
    ck_assert_uint_gt(resumed, 10);
}
END_TEST

/* What was before the turn is not there to be asked. */
START_TEST(what_wants_the_whole_game_is_not_resumed) {
    static const xpgn_walk_options wrong[] = {
        {XPGN_WALK_OPTIONS, .incremental = true, .lint = true},
        {XPGN_WALK_OPTIONS, .incremental = true, .detail = XPGN_VERDICT},
        {XPGN_WALK_OPTIONS, .incremental = true, .detail = XPGN_MOVES},
        {XPGN_WALK_OPTIONS, .incremental = true, .repair = &xpgn_repair},
        {XPGN_WALK_OPTIONS, .incremental = true, .keep_line = true}};
    xpgn_walk *walk;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        ck_assert_int_eq(xpgn_walk_new(&walk, rules, &wrong[i]), XPGN_INVALID);
    xpgn_buffer text = {0};
    size_t kept, from;
    const xpgn_game game = game_of(&text);
    xpgn_buffer_text(&text, "[Result \"*\"]\n\n*\n");
    walk_whole(&before, &text);
    ck_assert(!xpgn_writer_turn(before.writer, &kept, &from)); /* it has no turn */
    ck_assert_int_eq(xpgn_walk_resume(now.walk, before.walk, &game, 0), XPGN_NOT_FOUND);
    ck_assert_int_eq(xpgn_writer_resume(&now.out, now.writer, before.writer, now.walk),
                     XPGN_NOT_FOUND);
    ck_assert_int_eq(xpgn_walk_resume(before.walk, before.walk, &game, 0), XPGN_NOT_FOUND);
    xpgn_buffer_free(&text);
}
END_TEST

/* Other rules, a place past the end. */
START_TEST(other_tags_are_no_game_that_has_grown) {
    xpgn_buffer text = {0};
    xpgn_buffer_text(&text, "[Result \"*\"]\n\n1. e4 *\n");
    walk_whole(&before, &text);
    ck_assert(before.good);
    xpgn_game game = game_of(&text);
    ck_assert_int_eq(xpgn_walk_resume(now.walk, before.walk, &game, 99), XPGN_NOT_FOUND);
    game.text = slice_of("[Result \"*\"]\n[Variant \"chess-attack\"]\n\ne4 e5 *\n");
    ck_assert_int_eq(xpgn_walk_resume(now.walk, before.walk, &game, 38), XPGN_NOT_FOUND);
    game.text = slice_of("[Result \"*\"]\n\ne4 e5 *\n");
    ck_assert_int_eq(xpgn_walk_resume(now.walk, before.walk, &game, 14), XPGN_OK);
    xpgn_buffer_free(&text);
}
END_TEST

int main(void) {
    TCase *tcase = tcase_create("grow");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_set_timeout(tcase, 120);
    tcase_add_loop_test(tcase, a_game_that_grows_is_walked_as_one_that_begins, 0,
                        sizeof files / sizeof *files);
    tcase_add_test(tcase, what_wants_the_whole_game_is_not_resumed);
    tcase_add_test(tcase, other_tags_are_no_game_that_has_grown);
    Suite *suite = suite_create("grow");
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
