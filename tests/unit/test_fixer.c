/* SPDX-License-Identifier: MIT */
/* Corrections: what is made, what is asked, and how it is taken back in any order. */
#include "internal/meant.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>
#include <xpgn/rulesets.h>
#include <xpgn/stream.h>

/* Four slips with one most probable correction each. */
#define SLIPS                                                                                      \
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Rel b5 7. Bb3 d6 8. c3 O-O 9. h3 "     \
    "Nb8 10. d4 Nbd7 11. Nbd2 Bb7 12. Bc2 Re8 13. Nfl Bf8 14. Ng3 g6 15. Bg5 h6 16. Bd2 Bg7 "      \
    "17. a3 Kh7 18. b4 Ng8 19. Qcl Ngf6 20. Kh2 Kg8 21. Kg1 Rb8 22. Kh2 Ra8 23. Kg1 c5 24. Qdl "   \
    "cxb4 "                                                                                        \
    "25. axb4 Nb6 *\n"
#define MENDED                                                                                     \
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 {[%was Rel]} b5 7. Bb3 d6 8. c3 "  \
    "O-O 9. h3 Nb8 10. d4 Nbd7 11. Nbd2 Bb7 12. Bc2 Re8 13. Nf1 {[%was Nfl]} Bf8 14. Ng3 g6 "      \
    "15. Bg5 h6 16. Bd2 Bg7 17. a3 Kh7 18. b4 Ng8 19. Qc1 {[%was Qcl]} Ngf6 20. Kh2 Kg8 21. Kg1 "  \
    "Rb8 22. Kh2 Ra8 23. Kg1 c5 24. Qd1 {[%was Qdl]} cxb4 25. axb4 Nb6 *\n"

static xpgn_catalog *rules;
static xpgn_fixer *fixer;

static void set_up(void) {
    ck_assert_int_eq(xpgn_catalog_new(&rules), XPGN_OK);
}

static void tear_down(void) {
    xpgn_fixer_free(fixer);
    fixer = NULL;
    xpgn_catalog_free(rules);
}

static xpgn_status run(const char *text, const xpgn_fixer_options *how) {
    const xpgn_game game = {
        .text = slice_of(text), .file = "a", .number = 1, .line = 1, .column = 1};
    xpgn_fixer_free(fixer);
    ck_assert_int_eq(xpgn_fixer_new(&fixer, rules, how), XPGN_OK);
    return xpgn_fixer_run(fixer, &game);
}

static void has(const char *expected) {
    xpgn_slice text = xpgn_fixer_text(fixer);
    ck_assert_msg(slice_is(text, expected), "%.*s", (int)text.size, text.data);
}

/* Where a text stands in another; NULL: nowhere. */
static char *find(xpgn_slice text, const char *what) {
    size_t size = strlen(what);
    for (size_t i = 0; i + size <= text.size; i++)
        if (memcmp(text.data + i, what, size) == 0)
            return (char *)(uintptr_t)text.data + i;
    return NULL;
}

static size_t corrections(void) {
    size_t count;
    (void)xpgn_fixer_corrections(fixer, &count);
    return count;
}

/* ---- levels ---------------------------------------------------------------------------------- */

static const xpgn_fixer_options likely = {XPGN_FIXER_OPTIONS, .level = XPGN_FIX_LIKELY};

START_TEST(levels) {
    ck_assert_int_eq(run(SLIPS, NULL), XPGN_INVALID);
    has(SLIPS);
    ck_assert_uint_eq(corrections(), 0);
    ck_assert_int_eq(run(SLIPS, &likely), XPGN_OK);
    has("[Corrected \"4\"]\n\n" MENDED);
    ck_assert_uint_eq(corrections(), 9); /* with the marks, and the tag */
    ck_assert_int_eq(run("[Corrected \"4\"]\n\n" MENDED, &likely), XPGN_OK);
    ck_assert_uint_eq(corrections(), 0);
}
END_TEST

START_TEST(options) {
    xpgn_fixer_options how = {XPGN_FIXER_OPTIONS, .level = XPGN_FIX_ASK};
    ck_assert_int_eq(xpgn_fixer_new(&fixer, rules, &how), XPGN_INVALID);
    fixer = NULL;
    how = (xpgn_fixer_options){XPGN_FIXER_OPTIONS, .level = XPGN_FIX_LIKELY, .no_marks = true};
    ck_assert_int_eq(run("1. Sf3 d5 2. Rel *", &how), XPGN_INVALID);
    has("1. Sf3 d5 2. Rel *");
    how.incomplete = true; /* what is certain is made, though the game does not become legal */
    ck_assert_int_eq(run("1. e4 d5 2. ed5 Qxh8 *", &how), XPGN_INVALID);
    has("1. e4 d5 2. exd5 Qxh8 *");
}
END_TEST

START_TEST(sentence_of_an_arbiter) {
    ck_assert_int_eq(run("[Corrected \"by the arbiter\"]\n\n" SLIPS, &likely), XPGN_OK);
    has("[Corrected \"by the arbiter\"]\n\n" MENDED);
    ck_assert_int_eq(run("[Corrected \"2\"]\r\n\r\n" SLIPS, &likely), XPGN_OK);
    has("[Corrected \"6\"]\r\n\r\n" MENDED);
    ck_assert_int_eq(run("[Event \"a\"]\r\n\r\n" SLIPS, &likely), XPGN_OK);
    has("[Event \"a\"]\r\n[Corrected \"4\"]\r\n\r\n" MENDED);
}
END_TEST

/* ---- questions ------------------------------------------------------------------------------- */

struct script {
    const xpgn_answer *answer;
    size_t count, asked;
    uint32_t settles;
    char turns[256];
};

static xpgn_answer answer(void *data, const xpgn_question *q) {
    struct script *s = data;
    size_t size = strlen(s->turns);
    (void)snprintf(s->turns + size, sizeof s->turns - size, "%s%s%s", size > 0 ? ", " : "",
                   q->finding->turn, q->refused != NULL ? "!" : "");
    s->settles = s->asked == 0 ? q->settles : s->settles;
    ck_assert_uint_lt(s->asked, s->count);
    return s->answer[s->asked++];
}

static xpgn_status ask(const char *text, struct script *s) {
    const xpgn_fixer_options how = {XPGN_FIXER_OPTIONS, .ask = answer, .data = s};
    s->asked = 0;
    s->turns[0] = '\0';
    return run(text, &how);
}

#define FIX(n)                                                                                     \
    { .kind = XPGN_ANSWER_FIX, .fix = (n) }
#define SAY(k)                                                                                     \
    { .kind = XPGN_ANSWER_##k }

START_TEST(answers) {
    const xpgn_answer all[] = {FIX(0), SAY(BACK), FIX(0), SAY(SKIP), FIX(7), SAY(SKIP), SAY(SKIP)};
    struct script s = {.answer = all, .count = 7};
    ck_assert_int_eq(ask(SLIPS, &s), XPGN_INVALID);
    ck_assert_str_eq(s.turns, "6. Rel, 13. Nfl, 6. Rel, 13. Nfl, 19. Qcl, 19. Qcl!, 24. Qdl");
    ck_assert_uint_eq(s.settles, 14);
    ck_assert_ptr_nonnull(find(xpgn_fixer_text(fixer), "6. Re1 {[%was Rel]} b5"));
    ck_assert_uint_eq(corrections(), 3); /* kept, though the game is not legal */
    const xpgn_answer none[] = {SAY(BACK), SAY(QUIT)};
    s = (struct script){.answer = none, .count = 2};
    ck_assert_int_eq(ask(SLIPS, &s), XPGN_INVALID);
    ck_assert_str_eq(s.turns, "6. Rel, 6. Rel!");
    has(SLIPS);
}
END_TEST

START_TEST(other_answers) {
    const xpgn_answer text[] = {{.kind = XPGN_ANSWER_TEXT, .text = {"Ke5", 3}},
                                {.kind = XPGN_ANSWER_TEXT, .text = {"Nc3", 3}}};
    struct script s = {.answer = text, .count = 2};
    ck_assert_int_eq(ask("1. e4 e5 2. Nf6 *", &s), XPGN_OK);
    ck_assert_str_eq(s.turns, "2. Nf6, 2. Nf6!");
    has("[Corrected \"1\"]\n\n1. e4 e5 2. Nc3 {[%was Nf6]} *");
    const xpgn_answer missing[] = {SAY(MISSING)};
    s = (struct script){.answer = missing, .count = 1};
    ck_assert_int_eq(ask("1. e4 e5 2. Nf6 *", &s), XPGN_OK);
    has("[Corrected \"1\"]\n\n1. e4 e5 2. {[%missing]} {[%was Nf6]} *");
    const xpgn_answer stood[] = {SAY(STOOD)};
    s = (struct script){.answer = stood, .count = 1};
    ck_assert_int_eq(ask("1. e4 e5 2. Ng1f4 *", &s), XPGN_OK);
    has("[Corrected \"1\"]\n\n1. e4 e5 2. Ng1f4 {[%illegal stood]} *");
}
END_TEST

/* A fix that was offered is taken, though the dice of its combat are missing. */
START_TEST(choice_without_dice) {
    static const char game[] = "[Variant \"five-dice\"]\n\n1. e4 d5 2. exd5 <5:3> Qxd4 *";
    const xpgn_answer dice[] = {
        FIX(0), {.kind = XPGN_ANSWER_TEXT, .text = {"Qxd5", 4}}, SAY(MISSING)};
    struct script s = {.answer = dice, .count = 3};
    ck_assert_int_eq(ask(game, &s), XPGN_OK);
    ck_assert_str_eq(s.turns, "2... Qxd4, 2... Qxd5, 2... Qxd5!");
    const xpgn_answer choice[] = {FIX(0), SAY(SKIP)};
    s = (struct script){.answer = choice, .count = 2};
    ck_assert_int_eq(ask(game, &s), XPGN_INVALID);
    ck_assert_ptr_nonnull(find(xpgn_fixer_text(fixer), "Qxd5 {[%was Qxd4]} *"));
}
END_TEST

/* ---- taking back ----------------------------------------------------------------------------- */

enum { MOST = 64 };

static xpgn_correction rows[3 * MOST + 2];
static char kept[MOST][64];
static size_t row_count;

/* Takes one back; the texts of the new rows are kept here. */
static xpgn_status undo(xpgn_buffer *text, uint32_t number, xpgn_fault *fault) {
    xpgn_corrections list = {rows, row_count, sizeof rows / sizeof *rows};
    xpgn_buffer next = {0};
    xpgn_status status =
        xpgn_correction_undo(&next, &list, number, (xpgn_slice){text->data, text->size}, fault);
    for (; row_count < list.count; row_count++) {
        xpgn_slice is = rows[row_count].is;
        HOLDS(row_count < MOST && is.size < sizeof kept[0], "room");
        memcpy(kept[row_count], is.size > 0 ? is.data : "", is.size);
        rows[row_count].is.data = kept[row_count];
    }
    if (status == XPGN_OK) {
        xpgn_buffer_free(text);
        *text = next;
    } else {
        xpgn_buffer_free(&next);
    }
    return status;
}

static void begin(xpgn_buffer *text, const char *game) {
    ck_assert_int_eq(run(game, &likely), XPGN_OK);
    const xpgn_correction *list = xpgn_fixer_corrections(fixer, &row_count);
    memcpy(rows, list, row_count * sizeof *rows);
    *text = (xpgn_buffer){0};
    xpgn_buffer_slice(text, xpgn_fixer_text(fixer));
}

static bool contains(const xpgn_buffer *b, const char *what) {
    return find((xpgn_slice){b->data, b->size}, what) != NULL;
}

/* In any order the bytes are restored, and the tag counts the corrections left. */
START_TEST(any_order) {
    static const char *const games[] = {SLIPS, "[Event \"a\"]\n\n" SLIPS,
                                        "[Corrected \"4\"]\n\n" SLIPS};
    static const uint8_t orders[][4] = {{1, 2, 3, 4}, {1, 3, 2, 4}, {2, 1, 4, 3},
                                        {2, 4, 3, 1}, {3, 1, 2, 4}, {4, 3, 2, 1}};
    for (size_t g = 0; g < 3; g++)
        for (size_t o = 0; o < 6; o++) {
            xpgn_buffer text;
            xpgn_fault fault;
            begin(&text, games[g]);
            for (unsigned k = 0; k < 4; k++) {
                char tag[32];
                (void)snprintf(tag, sizeof tag, "[Corrected \"%u\"]", 4 - k + (g == 2 ? 4 : 0));
                ck_assert_msg(contains(&text, tag), "%s: %.*s", tag, (int)text.size, text.data);
                ck_assert_int_eq(undo(&text, orders[o][k], &fault), XPGN_OK);
            }
            ck_assert_msg(slice_is((xpgn_slice){text.data, text.size}, games[g]), "%.*s",
                          (int)text.size, text.data);
            ck_assert_int_eq(undo(&text, 1, &fault), XPGN_INVALID);
            xpgn_buffer_free(&text);
        }
}
END_TEST

START_TEST(refused) {
    xpgn_buffer text;
    xpgn_fault fault;
    begin(&text, SLIPS);
    ck_assert_int_eq(undo(&text, 5, &fault), XPGN_INVALID);
    ck_assert_int_eq(undo(&text, 0, &fault), XPGN_INVALID);
    char *at = find((xpgn_slice){text.data, text.size}, "Re1");
    ck_assert_ptr_nonnull(at);
    at[1] = 'd';
    ck_assert_int_eq(undo(&text, 1, &fault), XPGN_INVALID);
    ck_assert_str_eq(fault.text, "the bytes there have changed since");
    ck_assert_ptr_eq(text.data + fault.place.offset, at);
    ck_assert_int_eq(undo(&text, 2, &fault), XPGN_OK);
    xpgn_buffer_free(&text);
}
END_TEST

/* Somebody has changed the tag: it stays, and the corrections can be taken back none the less. */
START_TEST(tag_that_was_changed) {
    xpgn_buffer text;
    xpgn_fault fault;
    begin(&text, SLIPS);
    char *at = find((xpgn_slice){text.data, text.size}, "\"4\"");
    ck_assert_ptr_nonnull(at);
    at[1] = '?';
    for (uint32_t number = 1; number <= 4; number++)
        ck_assert_int_eq(undo(&text, number, &fault), XPGN_OK);
    ck_assert_msg(slice_is((xpgn_slice){text.data, text.size}, "[Corrected \"?\"]\n\n" SLIPS),
                  "%.*s", (int)text.size, text.data);
    xpgn_buffer_free(&text);
}
END_TEST

/* ---- bytes ----------------------------------------------------------------------------------- */

START_TEST(bytes) {
    char every[256];
    xpgn_buffer cell = {0}, back = {0};
    for (int i = 0; i < 256; i++)
        every[i] = (char)i;
    xpgn_bytes_write(&cell, (xpgn_slice){every, sizeof every});
    for (size_t i = 0; i < cell.size; i++)
        ck_assert(cell.data[i] >= ' ' && cell.data[i] <= '~');
    ck_assert(xpgn_bytes_read(&back, (xpgn_slice){cell.data, cell.size}));
    ck_assert_mem_eq(back.data, every, sizeof every);
    ck_assert(!xpgn_bytes_read(&back, slice_of("\\x")));
    ck_assert(!xpgn_bytes_read(&back, slice_of("\\4")));
    xpgn_buffer_clear(&cell);
    xpgn_bytes_write(&cell, slice_of("=1")); /* no formula of a spreadsheet */
    ck_assert(slice_is((xpgn_slice){cell.data, cell.size}, "\\3d1"));
    xpgn_buffer_free(&cell);
    xpgn_buffer_free(&back);
}
END_TEST

START_TEST(games_of_a_text) {
    static const char text[] = "% note\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n\n";
    xpgn_game game = {.file = "a"};
    ck_assert(xpgn_game_next(slice_of(text), &game));
    ck_assert_uint_eq(game.number, 1);
    ck_assert(xpgn_game_next(slice_of(text), &game));
    ck_assert_uint_eq(game.number, 2);
    ck_assert_uint_eq(game.line, 4);
    ck_assert(!xpgn_game_next(slice_of(text), &game));
    game = (xpgn_game){.file = "a"};
    ck_assert(!xpgn_game_next(slice_of(""), &game));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fixer");
    TCase *tc = tcase_create("fixer");
    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_add_test(tc, levels);
    tcase_add_test(tc, options);
    tcase_add_test(tc, sentence_of_an_arbiter);
    tcase_add_test(tc, answers);
    tcase_add_test(tc, other_answers);
    tcase_add_test(tc, choice_without_dice);
    tcase_add_test(tc, any_order);
    tcase_add_test(tc, refused);
    tcase_add_test(tc, tag_that_was_changed);
    tcase_add_test(tc, bytes);
    tcase_add_test(tc, games_of_a_text);
    suite_add_tcase(suite, tc);
    return run_suite(suite);
}
