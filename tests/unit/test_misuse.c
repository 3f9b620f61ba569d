/* SPDX-License-Identifier: MIT */
/*
 * Public functions that are called against their contract, as far as the header promises an answer
 * all the same: in the wrong order, with squares, seats, styles and numbers that do not exist, with
 * texts that are not there. Sanitizers look on.
 */
#include "facts/public_walk.h"
#include "internal/action_facts.h"
#include "internal/rules.h"
#include "internal/writers.h"
#include "position_fixture.h"
#include "suite.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>
#include <xpgn.h>

static xpgn_catalog *rules;
static xpgn_walk *walk;
static xpgn_buffer b;
static const xpgn_ruleset *chess, *attack, *castles, *siege;
static xpgn_position start;

static unsigned no_die(void *data, unsigned faces) {
    (void)data;
    ck_abort_msg("a die of %u is asked for", faces);
    return 0;
}

static const xpgn_slice nothing = {NULL, 0};

static void setup(void) {
    ck_assert_int_eq(xpgn_catalog_new(&rules), XPGN_OK);
    ck_assert_int_eq(xpgn_walk_new(&walk, rules, NULL), XPGN_OK);
    chess = ruleset_in(rules, "chess", "");
    attack = ruleset_in(rules, "chess-attack", "");
    castles = ruleset_in(rules, "combat-chess-2", "");
    siege = ruleset_in(rules, "assault-and-siege", "");
    ck_assert(xpgn_ruleset_start(attack, &start));
    b = (xpgn_buffer){0};
}

static void teardown(void) {
    xpgn_buffer_free(&b);
    xpgn_walk_free(walk);
    xpgn_catalog_free(rules);
}

/* ---- the order of calls ---- */

static void ask_of_no_game(void) {
    size_t count = 7;
    uint8_t digest[XPGN_DIGEST_SIZE];
    ck_assert_ptr_null(xpgn_walk_ruleset(walk));
    ck_assert_ptr_null(xpgn_walk_tag(walk, "White").data);
    (void)xpgn_walk_tags(walk, &count);
    ck_assert_uint_eq(count, 0);
    (void)xpgn_walk_findings(walk, &count);
    ck_assert_uint_eq(count, 0);
    ck_assert(!xpgn_walk_outcome(walk).over);
    ck_assert_int_eq(xpgn_walk_digest(walk, digest), XPGN_NOT_FOUND);
    ck_assert_int_eq(walk_start_digest(walk, digest), XPGN_NOT_FOUND);
    ck_assert_int_eq(xpgn_walk_line(&b, walk), XPGN_NOT_FOUND);
    ck_assert_uint_eq(b.size, 0);
}

START_TEST(a_walk_without_a_game_has_no_steps) {
    const xpgn_step *step = NULL;
    ask_of_no_game();
    ck_assert_int_eq(xpgn_walk_next(walk, &step), XPGN_INVALID);
    ck_assert_ptr_null(step);
    ask_of_no_game();
}
END_TEST

START_TEST(a_walk_that_has_ended_stays_at_its_end) {
    const xpgn_game game = {.text = slice_of("1. e4 *"), .file = "-"};
    const xpgn_step *step;
    ck_assert_int_eq(xpgn_walk_begin(walk, &game), XPGN_OK);
    while (xpgn_walk_next(walk, &step) == XPGN_OK)
        continue;
    ck_assert_int_eq(xpgn_walk_next(walk, &step), XPGN_END);
    ck_assert_int_eq(xpgn_walk_next(walk, &step), XPGN_END);
}
END_TEST

/* Plays a game to its end, and has it written. */
static void play(xpgn_walk *w, xpgn_writer *writer, const xpgn_game *game) {
    const xpgn_step *step;
    ck_assert_int_eq(xpgn_walk_begin(w, game), XPGN_OK);
    xpgn_writer_begin(&b, writer, w);
    while (xpgn_walk_next(w, &step) == XPGN_OK)
        xpgn_writer_step(writer, step);
}

START_TEST(what_has_not_begun_does_not_grow) {
    const xpgn_game game = {.text = slice_of("[Result \"*\"]\n\n1. e4 e5 *"), .file = "-"};
    const xpgn_walk_options incremental = {XPGN_WALK_OPTIONS, .incremental = true};
    xpgn_walk *before, *after;
    xpgn_writer *old, *new;
    const size_t from = 20; /* of e5 */
    ck_assert_int_eq(xpgn_walk_new(&before, rules, &incremental), XPGN_OK);
    ck_assert_int_eq(xpgn_walk_new(&after, rules, &incremental), XPGN_OK);
    ck_assert_int_eq(xpgn_writer_new(&old, NULL), XPGN_OK);
    ck_assert_int_eq(xpgn_writer_new(&new, NULL), XPGN_OK);
    ck_assert_int_eq(xpgn_walk_resume(after, before, &game, 0), XPGN_NOT_FOUND);
    ck_assert_int_eq(xpgn_writer_end(new), XPGN_INVALID);
    play(before, old, &game);
    ck_assert_int_eq(xpgn_walk_resume(before, before, &game, from), XPGN_NOT_FOUND);
    ck_assert_int_eq(xpgn_walk_resume(walk, before, &game, from), XPGN_NOT_FOUND);
    ck_assert_int_eq(xpgn_walk_resume(after, before, &game, game.text.size + 1), XPGN_NOT_FOUND);
    const xpgn_game none = {.file = "-"};
    ck_assert_int_eq(xpgn_walk_resume(after, before, &none, from), XPGN_NOT_FOUND);
    xpgn_writer_free(new);
    xpgn_writer_free(old);
    xpgn_walk_free(after);
    xpgn_walk_free(before);
}
END_TEST

START_TEST(a_game_without_a_text_is_an_empty_one) {
    const xpgn_game game = {.file = "-"};
    const xpgn_step *step;
    ck_assert_int_eq(xpgn_walk_begin(walk, &game), XPGN_OK);
    while (xpgn_walk_next(walk, &step) == XPGN_OK)
        ck_assert(step->kind == XPGN_STEP_START || step->kind == XPGN_STEP_RESULT);
    uint64_t line = 0, column = 0;
    xpgn_slice text;
    xpgn_game_locate(&game, 5, &line, &column, &text);
    ck_assert_uint_eq(text.size, 0);
    xpgn_locator *locator;
    ck_assert_int_eq(xpgn_locator_new(&locator, &game), XPGN_OK);
    xpgn_locator_find(locator, 5, &line, &column, &text);
    ck_assert_uint_eq(text.size, 0);
    xpgn_locator_free(locator);
}
END_TEST

START_TEST(a_writer_without_a_game_writes_nothing) {
    xpgn_writer *writer;
    const xpgn_step step = {.kind = XPGN_STEP_RESULT};
    ck_assert_int_eq(xpgn_writer_new(&writer, NULL), XPGN_OK);
    ck_assert_int_eq(xpgn_writer_end(writer), XPGN_INVALID);
    xpgn_writer_step(writer, &step);
    ck_assert_int_eq(xpgn_writer_end(writer), XPGN_INVALID);
    xpgn_writer_free(writer);
}
END_TEST

START_TEST(a_reader_without_a_text_has_no_tokens) {
    xpgn_reader *reader;
    xpgn_token token;
    ck_assert_int_eq(xpgn_reader_new(&reader), XPGN_OK);
    ck_assert(!xpgn_reader_next(reader, &token));
    xpgn_reader_begin(reader, nothing);
    ck_assert(!xpgn_reader_next(reader, &token));
    xpgn_reader_free(reader);
}
END_TEST

START_TEST(sheets_are_compared_before_they_are_merged) {
    xpgn_merge *sheets;
    xpgn_game game[XPGN_MAX_SHEETS + 1];
    size_t count = 7;
    for (size_t i = 0; i <= XPGN_MAX_SHEETS; i++)
        game[i] = (xpgn_game){.text = slice_of("1. e4 *"), .file = "-"};
    ck_assert_int_eq(xpgn_merge_new(&sheets, rules), XPGN_OK);
    xpgn_merge_guess(sheets, true);
    xpgn_merge_write(&b, sheets);
    (void)xpgn_merge_differences(sheets, &count);
    ck_assert(b.size == 0 && count == 0);
    const size_t wrong[] = {0, 1, XPGN_MAX_SHEETS + 1};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ck_assert_int_eq(xpgn_merge_compare(sheets, game, wrong[i], NULL), XPGN_INVALID);
        xpgn_merge_write(&b, sheets);
        ck_assert_uint_eq(b.size, 0);
    }
    xpgn_merge_free(sheets);
}
END_TEST

START_TEST(a_tally_counts_games_that_were_walked) {
    xpgn_tally *tally;
    const xpgn_step step = {.kind = XPGN_STEP_RESULT};
    ck_assert_int_eq(xpgn_tally_new(&tally, NULL), XPGN_OK);
    xpgn_tally_step(tally, walk, &step);
    ck_assert_int_eq(xpgn_tally_end(tally, true), XPGN_OK);
    ck_assert_uint_eq(xpgn_tally_games(tally, NULL), 0);
    xpgn_tally_write(&b, tally, 15);
    ck_assert_uint_eq(b.size, 0);
    xpgn_tally_free(tally);
}
END_TEST

START_TEST(a_stream_starts_where_there_is_a_game) {
    xpgn_stream *s;
    xpgn_game game, place = {.number = 1, .line = 1, .column = 1};
    const char *files[] = {"formats/openings.tsv"};
    ck_assert_int_eq(xpgn_stream_open(&s, files, 1, 0), XPGN_OK);
    ck_assert_int_eq(xpgn_stream_start(s, &(xpgn_game){.file_index = 1, .number = 1}, NULL),
                     XPGN_INVALID);
    ck_assert_int_eq(xpgn_stream_start(s, &(xpgn_game){.number = 0}, NULL), XPGN_INVALID);
    (void)xpgn_stream_next(s, &game, NULL);
    ck_assert_int_eq(xpgn_stream_start(s, &place, NULL), XPGN_OK);
    xpgn_stream_ahead(s, 4);
    xpgn_stream_range(s, 0, 1);
    xpgn_stream_close(s);
}
END_TEST

/* ---- positions ---- */

typedef void spoil(xpgn_position *p);

static void no_such_seat(xpgn_position *p) {
    p->side_to_move = 2;
}
static void far_seat(xpgn_position *p) {
    p->side_to_move = 255;
}
static void more_seats(xpgn_position *p) {
    p->seats = 4;
}
static void no_board(xpgn_position *p) {
    *p = (xpgn_position){0};
}
static void huge_board(xpgn_position *p) {
    p->files = p->ranks = 200;
}
static void other_board(xpgn_position *p) {
    p->files = 12, p->ranks = 12;
}
static void king_off(xpgn_position *p) {
    p->king[1] = 200;
}
static void passed_off(xpgn_position *p) {
    p->ep_square = 64;
}
static void rook_off(xpgn_position *p) {
    p->castle[0][1] = 99;
}

static spoil *const spoils[] = {no_such_seat, far_seat, more_seats, no_board, huge_board,
                                other_board,  king_off, passed_off, rook_off};
enum { SPOILS = sizeof spoils / sizeof *spoils };

static void expect_no_text(const xpgn_ruleset *rs, const xpgn_position *p) {
    const xpgn_facts facts = {.combat = true};
    const xpgn_outcome outcome = {.over = true, .score = {12}, .rule = "CA-8"};
    xpgn_svg *svg;
    xpgn_position_write(&b, rs, p);
    ck_assert(!xpgn_diagram_write(&b, rs, p, NULL));
    xpgn_combat_write(&b, rs, p, &facts, NULL);
    xpgn_report_write(&b, rs, p, &facts, NULL, XPGN_REPORT_LINES);
    xpgn_outcome_write(&b, rs, p, &outcome, XPGN_REPORT_LINES);
    ck_assert_int_eq(xpgn_svg_new(&svg, NULL), XPGN_OK);
    ck_assert(!xpgn_svg_diagram(svg, rs, p, NULL));
    ck_assert_uint_eq(xpgn_svg_figures(svg), 0);
    xpgn_svg_free(svg);
    ck_assert_uint_eq(b.size, 0);
}

START_TEST(a_position_of_another_board_is_refused) {
    const xpgn_action e4 = {.kind = XPGN_STEP,
                            .piece = XPGN_PIECE(0, XPGN_PAWN),
                            .from = 12,
                            .to = 28,
                            .target = XPGN_NO_SQUARE,
                            .drop = XPGN_NO_SQUARE};
    const xpgn_ruleset *of[] = {chess, attack, siege};
    xpgn_fault fault;
    spoils[_i](&start);
    for (size_t i = 0; i < 3; i++) {
        xpgn_action action, list[8];
        xpgn_facts facts;
        xpgn_play *play = NULL;
        char name[24] = "?";
        ck_assert_uint_eq(xpgn_legal_actions(of[i], &start, list, 8), 0);
        ck_assert_int_eq(xpgn_action_read(of[i], &start, slice_of("e4"), &action, &fault),
                         XPGN_INVALID);
        ck_assert_str_ne(fault.text, "");
        ck_assert(!xpgn_combat_prepare(of[i], &start, &e4, &facts));
        xpgn_action_name(of[i], &start, &e4, name);
        ck_assert_str_eq(name, "");
        ck_assert_int_eq(xpgn_play_new(&play, of[i], &start), XPGN_INVALID);
        ck_assert_uint_eq(xpgn_position_key(of[i], &start), 0);
        expect_no_text(of[i], &start);
    }
    char name[4];
    xpgn_square_name(&start, 143, name);
    (void)xpgn_seat_name(&start, start.side_to_move);
}
END_TEST

START_TEST(squares_off_the_board_have_no_name_and_no_piece) {
    char name[4];
    xpgn_square_name(&start, 64, name);
    ck_assert_str_eq(name, "-");
    xpgn_square_name(&start, 254, name);
    ck_assert_str_eq(name, "-");
}
END_TEST

/* ---- actions ---- */

/* An action that is legal in the start position, with one member out of all bounds. */
static xpgn_action spoilt(int which) {
    xpgn_action a = {.kind = XPGN_STEP,
                     .piece = XPGN_PIECE(0, XPGN_PAWN),
                     .from = 12,
                     .to = 28,
                     .target = XPGN_NO_SQUARE,
                     .drop = XPGN_NO_SQUARE};
    uint8_t *const member[] = {&a.kind, &a.piece, &a.from, &a.to, &a.promotion};
    static const uint8_t values[] = {XPGN_RELEASE, 64, 99, 200, 254};
    if (which < 25) {
        *member[which / 5] = values[which % 5];
        a.target = a.kind == XPGN_RELEASE ? 200 : a.target; /* of no castle */
        a.drop = which == 15 ? 64 : a.drop;                 /* h1 alone is on the board */
        return a;
    }
    a.kind = which % 2 == 0 ? XPGN_ATTACK : XPGN_CASTLING;
    a.target = values[which % 5];
    a.drop = values[which % 4];
    return a;
}

START_TEST(an_action_with_squares_off_the_board_is_refused) {
    const xpgn_action a = spoilt(_i);
    const xpgn_ruleset *of[] = {chess, attack};
    for (size_t i = 0; i < 2; i++) {
        xpgn_facts facts = {.text = ""};
        xpgn_play *play;
        char name[24] = "?";
        ck_assert(!xpgn_combat_prepare(of[i], &start, &a, &facts));
        xpgn_action_name(of[i], &start, &a, name);
        ck_assert_str_eq(name, "");
        ck_assert_int_eq(xpgn_play_new(&play, of[i], NULL), XPGN_OK);
        ck_assert_int_eq(xpgn_play_prepare(play, &a, &facts), XPGN_INVALID);
        ck_assert_int_eq(xpgn_play_judge(play, &a, NULL, &facts), XPGN_INVALID);
        ck_assert_int_eq(xpgn_play_act(play, &a, NULL, NULL), XPGN_INVALID);
        facts.action = a;
        xpgn_action list[8];
        ck_assert_uint_eq(xpgn_play_choices(play, &facts, list, 8), 0);
        xpgn_play_free(play);
    }
}
END_TEST

START_TEST(a_roll_with_too_many_dice_is_none) {
    xpgn_roll roll = {.exchanges = XPGN_MAX_EXCHANGES + 1};
    xpgn_roll_write(&b, &roll);
    roll.exchanges = 1;
    roll.exchange[0].side[1].dice_count = XPGN_MAX_DICE + 1;
    xpgn_roll_write(&b, &roll);
    ck_assert_uint_eq(b.size, 0);
    xpgn_play *play;
    xpgn_facts facts = {.combat = true};
    facts.side[0].dice = facts.side[1].dice = 2;
    unsigned dice[2];
    ck_assert_int_eq(xpgn_play_new(&play, castles, NULL), XPGN_OK);
    ck_assert(!xpgn_play_due(play, &facts, &roll, dice));
    roll.exchanges = 255;
    ck_assert(!xpgn_play_due(play, &facts, &roll, dice));
    xpgn_play_throw(play, &facts, no_die, NULL, &roll);
    ck_assert_uint_eq(roll.exchanges, 255);
    ck_assert_int_eq(xpgn_play_roll_dice(play, &(uint8_t){0}, 1), XPGN_INVALID);
    ck_assert_int_eq(xpgn_play_roll_dice(play, &(uint8_t){200}, 1), XPGN_INVALID);
    xpgn_play_free(play);
}
END_TEST

/* A roll of one exchange, where all that need not be set cannot even be read. */
static xpgn_roll *only_exchange(void **pages, size_t *size) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE), roll = offsetof(xpgn_roll, exchange[1]);
    size_t used = (roll + page - 1) / page * page;
    *size = used + (sizeof(xpgn_roll) + page - 1) / page * page;
    FILE *zeros = tmpfile();
    ck_assert(zeros != NULL && ftruncate(fileno(zeros), (off_t)*size) == 0);
    char *p = mmap(NULL, *size, PROT_READ | PROT_WRITE, MAP_PRIVATE, fileno(zeros), 0);
    ck_assert(p != MAP_FAILED && mprotect(p + used, *size - used, PROT_NONE) == 0);
    (void)fclose(zeros);
    *pages = p;
    return (void *)(p + used - roll);
}

START_TEST(dice_that_there_is_no_room_for_are_not_read) {
    const xpgn_ruleset *pools = ruleset_in(rules, "five-dice", "");
    void *pages;
    size_t size;
    xpgn_roll *roll = only_exchange(&pages, &size);
    xpgn_play *play;
    xpgn_action list[64];
    xpgn_facts facts;
    const xpgn_position p =
        position_of(pools, "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    ck_assert_int_eq(xpgn_play_new(&play, pools, &p), XPGN_OK);
    size_t count = xpgn_play_actions(play, list, 64), at = 0;
    while (at < count && list[at].kind != XPGN_ATTACK)
        at++;
    ck_assert_uint_lt(at, count);
    roll->exchanges = 1;
    for (unsigned side = 0; side < 2; side++) {
        roll->exchange[0].side[side].dice_count = (int)side == _i ? 255 : 1;
        memset(roll->exchange[0].side[side].dice, 1, XPGN_MAX_DICE);
    }
    ck_assert_int_eq(xpgn_play_judge(play, &list[at], roll, &facts), XPGN_INVALID);
    ck_assert_int_eq(xpgn_play_act(play, &list[at], roll, NULL), XPGN_INVALID);
    xpgn_play_free(play);
    munmap(pages, size);
}
END_TEST

/* ---- numbers of seats, types, styles, columns ---- */

START_TEST(numbers_that_name_nothing_name_nothing) {
    uint8_t score[XPGN_MAX_SEATS];
    for (unsigned n = 7; n < 300; n += 31) {
        ck_assert_str_eq(xpgn_seat_name(&start, n), "nobody");
        ck_assert(!xpgn_result_read(slice_of("1-0"), n, score));
        ck_assert_int_eq((int)xpgn_piece_worth(attack, (xpgn_piece)(n | 7)), 0);
    }
    ck_assert(!xpgn_result_read(slice_of("1-0"), 0, score));
    ck_assert_ptr_null(xpgn_ruleset_option(attack, SIZE_MAX));
    ck_assert_ptr_null(xpgn_ruleset_rule(attack, SIZE_MAX));
    ck_assert_ptr_null(xpgn_catalog_id(rules, SIZE_MAX));
    ck_assert_ptr_null(xpgn_code_at(SIZE_MAX));
    ck_assert_ptr_null(xpgn_theme_name(SIZE_MAX));
    for (unsigned n = 0; n < 256; n++)
        ck_assert_int_ne(xpgn_piece_letter((xpgn_piece)n), 0);
}
END_TEST

START_TEST(lists_of_the_library_end) {
    xpgn_language language;
    ck_assert_ptr_null(xpgn_fact_at(SIZE_MAX));
    ck_assert(!xpgn_language_at(SIZE_MAX, &language));
    ck_assert_ptr_null(xpgn_code_find("Z-99"));
    ck_assert_ptr_null(xpgn_code_find(""));
}
END_TEST

START_TEST(entries_that_do_not_exist_are_not_changed) {
    xpgn_record *record;
    const xpgn_slice text = slice_of("1. e4 e5 *\n");
    size_t count;
    ck_assert_int_eq(xpgn_record_new(&record, text), XPGN_OK);
    (void)xpgn_record_entries(record, &count);
    const size_t wrong[] = {count, count + 7, XPGN_NO_ENTRY};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ck_assert_int_eq(xpgn_record_replace(record, wrong[i], slice_of("d4")), XPGN_INVALID);
        ck_assert_int_eq(xpgn_record_remove(NULL, record, wrong[i]), XPGN_INVALID);
    }
    ck_assert_int_eq(xpgn_record_set_tag(record, "no name", slice_of("x")), XPGN_INVALID);
    ck_assert_int_eq(xpgn_record_set_tag(record, "", slice_of("x")), XPGN_INVALID);
    ck_assert_uint_eq(xpgn_record_find(record, UINT32_MAX), XPGN_NO_ENTRY);
    ck_assert(slice_equal(xpgn_record_text(record), text));
    xpgn_record_free(record);
}
END_TEST

START_TEST(what_an_event_cannot_count_by_is_refused) {
    static const char *const wrong[] = {"", "3", "3-1", "a-b-c", "3-1-0-0", "-1-0-0"};
    static const char *const controls[] = {"", "x", "40/", "5400+", "+"};
    xpgn_event *event;
    ck_assert_int_eq(xpgn_event_new(&event, NULL), XPGN_OK);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        ck_assert_int_eq(xpgn_event_set_points(event, wrong[i]), XPGN_INVALID);
    for (size_t i = 0; i < sizeof controls / sizeof *controls; i++)
        ck_assert_int_eq(xpgn_event_set_control(event, controls[i]), XPGN_INVALID);
    xpgn_event_free(event);
}
END_TEST

START_TEST(a_style_that_does_not_exist_draws_nothing) {
    const xpgn_diagram_style wrong[] = {(xpgn_diagram_style)4, (xpgn_diagram_style)77};
    for (size_t i = 0; i < 2; i++) {
        const xpgn_diagram_options options = {XPGN_DIAGRAM_OPTIONS, .style = wrong[i]};
        ck_assert(!xpgn_diagram_write(&b, attack, &start, &options));
        ck_assert(!xpgn_attributes_write(&b, attack, wrong[i], NULL));
    }
    ck_assert(!xpgn_attributes_write(&b, attack, XPGN_DIAGRAM_PLAIN, "ru"));
    ck_assert_uint_eq(b.size, 0);
}
END_TEST

START_TEST(options_that_do_not_exist_are_not_valid) {
    xpgn_writer *writer;
    xpgn_svg *svg;
    const xpgn_writer_options notation = {XPGN_WRITER_OPTIONS, .notation = (xpgn_notation)9};
    ck_assert_int_eq(xpgn_writer_new(&writer, &notation), XPGN_INVALID);
    const xpgn_svg_options border = {XPGN_SVG_OPTIONS, .border = (xpgn_svg_border)9};
    ck_assert_int_eq(xpgn_svg_new(&svg, &border), XPGN_INVALID);
    xpgn_tally *tally;
    ck_assert_int_eq(xpgn_tally_new(&tally, NULL), XPGN_OK);
    ck_assert_int_eq(xpgn_tally_want(tally, 1), XPGN_INVALID);
    xpgn_tally_free(tally);
}
END_TEST

START_TEST(marks_and_arrows_off_the_board_are_not_drawn) {
    const xpgn_square marks[] = {64, 200, 255};
    const xpgn_arrow arrows[] = {{12, 99}, {200, 12}, {255, 255}};
    const xpgn_square crop[] = {70, 200};
    const xpgn_diagram_options options = {XPGN_DIAGRAM_OPTIONS, .marks = marks, .mark_count = 3,
                                          .arrows = arrows, .arrow_count = 3};
    xpgn_svg *svg;
    ck_assert_int_eq(xpgn_svg_new(&svg, NULL), XPGN_OK);
    (void)xpgn_diagram_write(&b, attack, &start, &options);
    (void)xpgn_svg_diagram(svg, attack, &start, &options);
    xpgn_svg_write(&b, svg);
    ck_assert_uint_eq(xpgn_svg_figures(svg), 0);
    const xpgn_diagram_options part = {XPGN_DIAGRAM_OPTIONS, .crop = crop}; /* all of it */
    ck_assert(xpgn_diagram_write(&b, attack, &start, &part));
    ck_assert(xpgn_svg_diagram(svg, attack, &start, &part));
    xpgn_svg_write(&b, svg);
    xpgn_svg_free(svg);
}
END_TEST

/* ---- no text ---- */

START_TEST(no_text_is_an_empty_text) {
    xpgn_position p;
    xpgn_action action;
    xpgn_roll roll;
    xpgn_fault fault;
    uint8_t score[XPGN_MAX_SEATS];
    const xpgn_ruleset *rs;
    xpgn_slice unknown;
    xpgn_buffer_slice(&b, nothing);
    ck_assert_uint_eq(b.size, 0);
    ck_assert_int_eq(xpgn_catalog_find(rules, nothing, nothing, &rs, &unknown), XPGN_OK);
    fault.text[0] = '\0';
    ck_assert_int_eq(xpgn_position_read(attack, nothing, &p, &fault), XPGN_INVALID);
    ck_assert_str_ne(fault.text, "");
    ck_assert_int_eq(xpgn_position_read(attack, nothing, &p, NULL), XPGN_INVALID);
    ck_assert_int_eq(xpgn_action_read(attack, &start, nothing, &action, &fault), XPGN_INVALID);
    ck_assert(!xpgn_result_read(nothing, 2, score));
    (void)xpgn_roll_read(nothing, &roll);
    xpgn_play *play;
    ck_assert_int_eq(xpgn_play_new(&play, attack, NULL), XPGN_OK);
    ck_assert_int_eq(xpgn_play_read(play, nothing, &action), XPGN_INVALID);
    xpgn_play_free(play);
}
END_TEST

START_TEST(lists_of_nothing_are_written_as_nothing) {
    xpgn_svg *svg;
    ck_assert_int_eq(xpgn_svg_new(&svg, NULL), XPGN_OK);
    xpgn_svg_end_row(svg);
    xpgn_svg_write(&b, svg);
    xpgn_svg_free(svg);
    ck_assert_uint_eq(b.size, 0);
}
END_TEST

static TCase *orders(void) {
    TCase *c = tcase_create("order");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, a_walk_without_a_game_has_no_steps);
    tcase_add_test(c, a_walk_that_has_ended_stays_at_its_end);
    tcase_add_test(c, what_has_not_begun_does_not_grow);
    tcase_add_test(c, a_game_without_a_text_is_an_empty_one);
    tcase_add_test(c, a_writer_without_a_game_writes_nothing);
    tcase_add_test(c, a_reader_without_a_text_has_no_tokens);
    tcase_add_test(c, sheets_are_compared_before_they_are_merged);
    tcase_add_test(c, a_tally_counts_games_that_were_walked);
    tcase_add_test(c, a_stream_starts_where_there_is_a_game);
    return c;
}

static TCase *values(void) {
    TCase *c = tcase_create("values");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_loop_test(c, a_position_of_another_board_is_refused, 0, SPOILS);
    tcase_add_test(c, squares_off_the_board_have_no_name_and_no_piece);
    tcase_add_loop_test(c, an_action_with_squares_off_the_board_is_refused, 0, 45);
    tcase_add_test(c, a_roll_with_too_many_dice_is_none);
    tcase_add_loop_test(c, dice_that_there_is_no_room_for_are_not_read, 0, 2);
    tcase_add_test(c, numbers_that_name_nothing_name_nothing);
    tcase_add_test(c, lists_of_the_library_end);
    tcase_add_test(c, entries_that_do_not_exist_are_not_changed);
    tcase_add_test(c, what_an_event_cannot_count_by_is_refused);
    tcase_add_test(c, a_style_that_does_not_exist_draws_nothing);
    tcase_add_test(c, options_that_do_not_exist_are_not_valid);
    tcase_add_test(c, marks_and_arrows_off_the_board_are_not_drawn);
    tcase_add_test(c, no_text_is_an_empty_text);
    tcase_add_test(c, lists_of_nothing_are_written_as_nothing);
    return c;
}

int main(void) {
    Suite *suite = suite_create("misuse");
    suite_add_tcase(suite, orders());
    suite_add_tcase(suite, values());
    return run_suite(suite);
}
