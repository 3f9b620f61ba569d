/* SPDX-License-Identifier: MIT */
/* Diagrams: exact pictures, and what holds for every picture. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/slice.h"
#include "core/base/utf8.h"
#include "core/board/position.h"
#include "core/rules/ruleset.h"
#include "internal/action_facts.h"
#include "internal/rules.h"
#include "internal/text_out.h"
#include "internal/writers.h"
#include "output/draw/canvas.h"
#include "position_fixture.h"
#include "rules_fixture.h"
#include "suite.h"

static xpgn_catalog *rules;
static xpgn_buffer out;

static void set_up(void) {
    ck_assert_int_eq(xpgn_catalog_new(&rules), XPGN_OK);
    out = (xpgn_buffer){0};
}

static void tear_down(void) {
    xpgn_buffer_free(&out);
    xpgn_catalog_free(rules);
}

/* "hits": the same board in a game with hit points. */
static const xpgn_ruleset *ruleset(const char *variant, const char *options) {
    static xpgn_ruleset harmed;
    if (strcmp(options, "hits") != 0)
        return ruleset_in(rules, variant, options);
    harmed = *ruleset_in(rules, variant, "");
    harmed.geometry = fixture_hits();
    return &harmed;
}

static const char *text(void) {
    xpgn_buffer_char(&out, '\0');
    ck_assert(!out.failed);
    return out.data;
}

static const char *draw(const xpgn_ruleset *rs, const xpgn_position *p,
                        const xpgn_diagram_options *o) {
    xpgn_buffer_clear(&out);
    xpgn_diagram_write(&out, rs, p, o);
    return text();
}

#define STORY "r1bqkb1r/ppp2ppp/2n2n2/3p4/3P*4/2N2N2/PPP2PPP/R1BQKB1R"
#define RULE "  +---+---+---+---+---+---+---+---+\n"

/* ---- exact pictures ---- */

START_TEST(a_plain_diagram_looks_as_a_rulebook_wants_it) {
    const xpgn_ruleset *rs = ruleset("chess-attack", "");
    xpgn_position p = position_of(rs, STORY " w KQkq - 0 5");
    xpgn_diagram_options o = {XPGN_DIAGRAM_OPTIONS, .no_turn = true};
    ck_assert_str_eq(
        draw(rs, &p, &o), RULE
        "8 | r |   | b | q | k | b |   | r |\n" RULE "7 | p | p | p |   |   | p | p | p |\n" RULE
        "6 |   |   | n |   |   | n |   |   |\n" RULE "5 |   |   |   | p |   |   |   |   |\n" RULE
        "4 |   |   |   | P*|   |   |   |   |\n" RULE "3 |   |   | N |   |   | N |   |   |\n" RULE
        "2 | P | P | P |   |   | P | P | P |\n" RULE "1 | R |   | B | Q | K | B |   | R |\n" RULE
        "    a   b   c   d   e   f   g   h  \n");
}
END_TEST

START_TEST(a_compact_diagram_has_a_character_a_square_and_a_gap) {
    const xpgn_ruleset *rs = ruleset("chess-attack", "");
    xpgn_position p = position_of(rs, STORY "[Pn] b KQkq - 0 5");
    xpgn_diagram_options o = {XPGN_DIAGRAM_OPTIONS, .style = XPGN_DIAGRAM_COMPACT,
                              .caption = "Figure 3"};
    ck_assert_str_eq(draw(rs, &p, &o), "8 r . b q k b . r   removed  \n"
                                       "7 p p p . . p p p   P        \n"
                                       "6 . . n . . n . .            \n"
                                       "5 . . . p . . . .            \n"
                                       "4 . . . P*. . . .            \n"
                                       "3 . . N . . N . .            \n"
                                       "2 P P P . . P P P   removed  \n"
                                       "1 R . B Q K B . R   n        \n"
                                       "  a b c d e f g h            \n"
                                       "    Black to move            \n"
                                       "      Figure 3               \n");
}
END_TEST

START_TEST(hit_points_left_follow_the_piece) {
    const xpgn_ruleset *rs = ruleset("chess", "hits");
    xpgn_position p = position_of(rs, "r(4)bk(105)5/8/8/8/8/8/8/R2K(99)1N(2)NQ w - - 0 1");
    const xpgn_square mark = 5;
    xpgn_diagram_options o = {XPGN_DIAGRAM_OPTIONS, .no_turn = true, .marks = &mark,
                              .mark_count = 1};
    const char *picture = draw(rs, &p, &o);
    ck_assert_ptr_nonnull(strstr(picture, "8 | r4   | b    | k105 |      |      |"));
    ck_assert_ptr_nonnull(
        strstr(picture, "1 | R    |      |      | K99  |      |[N2]  | N    | Q    |"));
    o.style = XPGN_DIAGRAM_COMPACT;
    ck_assert_ptr_nonnull(
        strstr(draw(rs, &p, &o), "8  r4    b     k105  .     .     .     .     .     \n"));
    ck_assert_ptr_nonnull(strstr(text(), "1  R     .     .     K99   .    [N2]   N     Q     \n"));
}
END_TEST

START_TEST(a_flipped_board_begins_with_h1) {
    const xpgn_ruleset *rs = ruleset("chess", "");
    xpgn_position p = position_of(rs, "4k3/8/8/8/8/8/P7/4K2R w K - 0 1");
    xpgn_diagram_options o = {XPGN_DIAGRAM_OPTIONS, .style = XPGN_DIAGRAM_COMPACT, .flip = true,
                              .no_turn = true};
    ck_assert_str_eq(draw(rs, &p, &o), "1 R . . K . . . . \n"
                                       "2 . . . . . . . P \n"
                                       "3 . . . . . . . . \n"
                                       "4 . . . . . . . . \n"
                                       "5 . . . . . . . . \n"
                                       "6 . . . . . . . . \n"
                                       "7 . . . . . . . . \n"
                                       "8 . . . k . . . . \n"
                                       "  h g f e d c b a \n");
}
END_TEST

START_TEST(marks_and_arrows_stand_around_pieces_and_a_star_leaves_the_frame_alone) {
    const xpgn_ruleset *rs = ruleset("chess-attack", "");
    xpgn_position p = position_of(rs, STORY " w KQkq - 0 5");
    xpgn_square marks[] = {27, 63};
    xpgn_arrow arrows[] = {{1 + 16 + 1, 35}, {7, 7 + 24}};
    xpgn_diagram_options o = {XPGN_DIAGRAM_OPTIONS, .marks = marks, .mark_count = 2,
                              .arrows = arrows, .arrow_count = 2};
    const char *picture = draw(rs, &p, &o);
    ck_assert_ptr_nonnull(strstr(picture, "8 | r |   | b | q | k | b |   |[r]|\n"));
    ck_assert_ptr_nonnull(strstr(picture, "5 |   |   |   |>p<|   |   |   |   |\n"));
    ck_assert_ptr_nonnull(strstr(picture, "4 |   |   |   |[P*|   |   |   |> <|\n"));
    ck_assert_ptr_nonnull(strstr(picture, "3 |   |   |<N>|   |   | N |   | | |\n"));
    ck_assert_ptr_nonnull(strstr(picture, "1 | R |   | B | Q | K | B |   |<R>|\n"));
    ck_assert_ptr_nonnull(strstr(picture, "          c3->d5, h1->h4          \n"));
}
END_TEST

START_TEST(a_marked_square_has_a_heavy_frame_in_box_style) {
    const xpgn_ruleset *rs = ruleset("chess", "");
    xpgn_position p = position_of(rs, "4k3/8/8/8/8/8/8/K7 w - - 0 1");
    xpgn_square marks[] = {0};
    xpgn_diagram_options o = {XPGN_DIAGRAM_OPTIONS, .style = XPGN_DIAGRAM_UNICODE, .marks = marks,
                              .mark_count = 1};
    const char *picture = draw(rs, &p, &o);
    ck_assert_ptr_nonnull(strstr(picture, "8 │   │   │   │   │ ♚ │   │   │   │\n"));
    ck_assert_ptr_nonnull(strstr(picture, "  ┢━━━╅───┼───┼───┼───┼───┼───┼───┤\n"
                                          "1 ┃ ♔ ┃   │   │   │   │   │   │   │\n"
                                          "  ┗━━━┹───┴───┴───┴───┴───┴───┴───┘\n"));
}
END_TEST

static bool is_heavy(const void *data, unsigned file, unsigned rank) {
    return (*(const unsigned *)data >> (2 * rank + file) & 1) != 0;
}

/* All frames of two by two cells, weighted by their places: the sum is made of Unicode's names. */
START_TEST(lines_meet_as_heavy_as_their_cells_are) {
    static struct canvas canvas;
    unsigned long sum = 0, place = 0;
    for (unsigned pattern = 0; pattern < 16; pattern++) {
        canvas_clear(&canvas, 5, 5);
        canvas_put_frame(&canvas, &(struct canvas_frame){0, 0, 2, 2, 1, false, is_heavy, &pattern});
        for (unsigned i = 0; i < 25; i++)
            if (canvas.at[i / 5][i % 5] != ' ')
                sum += (place + i + 1) * canvas.at[i / 5][i % 5];
        place += 25;
    }
    ck_assert_uint_eq(sum, 639252535);
}
END_TEST

START_TEST(a_part_of_the_board_has_its_own_coordinates_and_nothing_beside_it) {
    const xpgn_ruleset *rs = ruleset("chess-attack", "");
    xpgn_position p = position_of(rs, STORY "[Pn] w KQkq - 0 5");
    const xpgn_square part[] = {37, 18}, marks[] = {27, 26, 35, 0, 36}; /* f5-c3 */
    const xpgn_arrow arrow = {9, 54};                                   /* b2-g7 */
    xpgn_diagram_options o = {XPGN_DIAGRAM_OPTIONS, .style = XPGN_DIAGRAM_BOX, .no_turn = true,
                              .marks = marks,       .mark_count = 5,           .arrows = &arrow,
                              .arrow_count = 1,     .mark_signs = "[.!?2",     .crop = part};
    ck_assert_str_eq(draw(rs, &p, &o), "  ┌───┬───┬───↗───┐\n"
                                       "5 │   │!p!│ 2 │   │\n"
                                       "  ├───╆━━━↗───┼───┤\n"
                                       "4 │ • ┃ P*┃   │   │\n"
                                       "  ├───↗━━━╃───┼───┤\n"
                                       "3 │ N │   │   │ N │\n"
                                       "  ↗───┴───┴───┴───┘\n"
                                       "    c   d   e   f  \n"
                                       "        b2→g7      \n");
    o.flip = true;
    o.arrow_count = 0;
    o.style = XPGN_DIAGRAM_COMPACT;
    ck_assert_str_eq(draw(rs, &p, &o), "3  N  .  .  N  \n"
                                       "4  .  . [P*]o  \n"
                                       "5  .  2 !p! .  \n"
                                       "   f  e  d  c  \n");
    /* Beside and below it: nothing is drawn over the coordinates. */
    const xpgn_arrow outside[] = {{1, 57}, {8, 15}};
    o = (xpgn_diagram_options){XPGN_DIAGRAM_OPTIONS, .no_turn = true, .arrows = outside,
                               .arrow_count = 2, .crop = part};
    ck_assert_ptr_nonnull(strstr(draw(rs, &p, &o), "3 | N |   |   | N |\n"));
    ck_assert_ptr_nonnull(strstr(out.data, "  +---+---+---+---+\n    c   d   e   f  \n"));
    const xpgn_square off[] = {37, 64};
    o = (xpgn_diagram_options){XPGN_DIAGRAM_OPTIONS, .style = XPGN_DIAGRAM_COMPACT, .crop = off};
    ck_assert_ptr_nonnull(strstr(draw(rs, &p, &o), "8 r . b q k b . r   removed  \n"));
}
END_TEST

START_TEST(prisoners_lie_beside_their_castle) {
    const xpgn_ruleset *rs = ruleset("combat-chess-2", "");
    xpgn_position p =
        position_of(rs, "r2k3r/8/8/8/8/8/8/R2K3R[a1:pp,h1:qppp,a8:N,h8:PPP] w - - 7 24");
    xpgn_diagram_options o = {XPGN_DIAGRAM_OPTIONS, .style = XPGN_DIAGRAM_COMPACT, .no_turn = true};
    ck_assert_str_eq(draw(rs, &p, &o), "prisoners  8 r . . k . . . r   prisoners\n"
                                       "        N  7 . . . . . . . .   PPP      \n"
                                       "           6 . . . . . . . .            \n"
                                       "           5 . . . . . . . .            \n"
                                       "           4 . . . . . . . .            \n"
                                       "           3 . . . . . . . .            \n"
                                       "prisoners  2 . . . . . . . .   prisoners\n"
                                       "       pp  1 R . . K . . . R   qppp     \n"
                                       "             a b c d e f g h            \n");
}
END_TEST

START_TEST(four_seats_have_two_letters_a_piece) {
    const xpgn_ruleset *rs = ruleset("assault-and-siege", "players=4");
    xpgn_position p = position_of(rs, "rK10bK/12/12/12/12/12/12/12/12/12/12/wKwP9gK g - - 0 1");
    const char *picture = draw(rs, &p, NULL);
    ck_assert_ptr_nonnull(
        strstr(picture, "12 | rK |    |    |    |    |    |    |    |    |    |    | bK |\n"));
    ck_assert_ptr_nonnull(
        strstr(picture, " 1 | wK | wP |    |    |    |    |    |    |    |    |    | gK |\n"));
    ck_assert_ptr_nonnull(
        strstr(picture, "      a    b    c    d    e    f    g    h    i    j    k    l  \n"));
    ck_assert_ptr_nonnull(strstr(picture, "Green to move"));
}
END_TEST

START_TEST(what_is_not_wanted_is_left_out) {
    const xpgn_ruleset *rs = ruleset("chess-attack", "");
    xpgn_position p = position_of(rs, "4k3/8/8/8/8/8/8/4K3[P] w - - 0 5");
    xpgn_diagram_options o = {XPGN_DIAGRAM_OPTIONS, .style = XPGN_DIAGRAM_COMPACT,
                              .no_coordinates = true, .no_turn = true, .no_held = true};
    const char *picture = draw(rs, &p, &o);
    ck_assert_int_eq(strncmp(picture, ". . . . k . . . \n", 17), 0);
    ck_assert_uint_eq(strlen(picture), 8 * 17);
}
END_TEST

START_TEST(a_long_caption_is_wrapped_and_plain_is_ascii_whatever_it_says) {
    const xpgn_ruleset *rs = ruleset("chess", "");
    xpgn_position p = position_of(rs, "4k3/8/8/8/8/8/8/4K3 w - - 0 5");
    xpgn_diagram_options o = {XPGN_DIAGRAM_OPTIONS, .no_turn = true,
                              .caption = "Gr\xc3\xb6\xc3\x9f"
                                         "er als das Brett breit ist,\tund \xff\x01\nzwei Zeilen"};
    const char *picture = draw(rs, &p, &o);
    ck_assert_ptr_nonnull(strstr(picture, "  Groesser als das Brett breit ist,\n"
                                          "               und ??              \n"
                                          "             zwei Zeilen           \n"));
}
END_TEST

/* ---- what holds for every picture ---- */

static unsigned seed;
static unsigned below(unsigned n) {
    seed = seed * 1103515245u + 12345u;
    return (seed >> 16 & 0x7fff) % n;
}

/* Any pieces anywhere: a diagram asks for no rules. */
static xpgn_position random_position(const xpgn_ruleset *rs) {
    xpgn_position p;
    position_clear(&p, &rs->geometry);
    for (unsigned sq = 0; sq < position_squares(&p); sq++) {
        unsigned type = below(12), wounded = rs->geometry.wounds ? below(2) * XPGN_WOUNDED : 0;
        if (type < XPGN_PAWN || type > XPGN_KING)
            continue;
        p.at[sq] = (xpgn_piece)(XPGN_PIECE(below(p.seats), type) | wounded);
        if (rs->geometry.hits)
            p.hits.left[sq] = (uint8_t)below(rs->geometry.full[type]);
    }
    p.side_to_move = (uint8_t)below(p.seats);
    for (unsigned i = 0; i < 4 && rs->geometry.held != HELD_NONE; i++)
        for (unsigned type = XPGN_PAWN; type <= XPGN_KING && below(3) > 0; type++)
            p.held[i][type] = (uint8_t)(below(20) == 0 ? below(256) : below(4));
    return p;
}

static void check_widths(const char *picture) {
    size_t width = xpgn_text_width((xpgn_slice){picture, strcspn(picture, "\n")});
    for (const char *line = picture; *line != '\0';) {
        size_t size = strcspn(line, "\n");
        ck_assert_int_eq(line[size], '\n');
        if (xpgn_text_width((xpgn_slice){line, size}) != width)
            ck_abort_msg("lines of different width:\n%s", picture);
        line += size + 1;
    }
    ck_assert(utf8_is_valid(slice_of(picture)));
}

static void check_ascii(const char *picture) {
    for (const char *s = picture; *s != '\0'; s++)
        if (*s != '\n' && (*s < ' ' || *s > '~'))
            ck_abort_msg("not ASCII:\n%s", picture);
}

static xpgn_facts random_combat(const xpgn_position *p) {
    xpgn_facts f = {.combat = true, .text = "axb2", .rule = "CA-4"};
    unsigned squares = position_squares(p);
    for (unsigned side = 0; side < 2; side++) {
        f.side[side].square = (xpgn_square)below(squares);
        f.side[side].piece = XPGN_PIECE(below(p->seats), 1 + below(6));
        f.side[side].cell = XPGN_NO_SQUARE;
        f.side[side].count = (uint8_t)below(5);
        for (unsigned i = 0; i < f.side[side].count; i++)
            f.side[side].supporter[i] = (xpgn_supporter){XPGN_PIECE(below(p->seats), 1 + below(6)),
                                                         (xpgn_square)below(squares), 1};
    }
    return f;
}

/* "e" would be read as part of the last hexadecimal number. */
static const char umlauts[] = "Gr\xc3\xb6\xc3\x9f"
                              "e";

static void check_random(const xpgn_ruleset *rs, unsigned options) {
    static const char *const captions[] = {NULL, "", "Figure 3", umlauts,
                                           "a caption that is rather longer than the board wide"};
    xpgn_position p = random_position(rs);
    xpgn_facts combat = random_combat(&p);
    xpgn_square marks[5], corners[2];
    xpgn_arrow arrows[5];
    char signs[5];
    for (unsigned i = 0; i < 5; i++) {
        marks[i] = (xpgn_square)below(position_squares(&p) + 2);
        signs[i] = "[!.3<>(\n\xff\x7f"[below(10)];
        arrows[i] = (xpgn_arrow){(xpgn_square)below(position_squares(&p) + 2),
                                 (xpgn_square)below(position_squares(&p) + 2)};
    }
    for (unsigned i = 0; i < 2; i++)
        corners[i] = (xpgn_square)below(position_squares(&p) + (below(8) == 0));
    xpgn_diagram_options o = {XPGN_DIAGRAM_OPTIONS,
                              .style = (xpgn_diagram_style)(options & 3),
                              .flip = (options & 4) != 0,
                              .no_coordinates = (options & 8) != 0,
                              .no_turn = (options & 16) != 0,
                              .no_held = (options & 32) != 0,
                              .marks = marks,
                              .mark_count = (options & 64) != 0 ? 5 : 0,
                              .arrows = arrows,
                              .arrow_count = (options & 128) != 0 ? 5 : 0,
                              .combat = (options & 256) != 0 ? &combat : NULL,
                              .number = "12...",
                              .caption = captions[below(5)],
                              .mark_signs = below(2) == 0 ? NULL : signs,
                              .crop = below(2) == 0 ? NULL : corners};
    const char *picture = draw(rs, &p, &o);
    check_widths(picture);
    if (o.style == XPGN_DIAGRAM_PLAIN)
        check_ascii(picture);
}

START_TEST(every_line_has_the_same_width_in_every_style_with_every_option) {
    static const char *const sets[][2] = {{"chess", ""},
                                          {"chess-attack", "rescue"},
                                          {"combat-chess-2", ""},
                                          {"assault-and-siege", ""},
                                          {"assault-and-siege", "players=4"},
                                          {"chess", "hits"}};
    const char *const *set = sets[_i];
    seed = 20261u + (unsigned)_i;
    for (unsigned options = 0; options < 512; options++)
        for (unsigned i = 0; i < 3; i++)
            check_random(ruleset(set[0], set[1]), options);
}
END_TEST

START_TEST(every_mark_and_every_arrow_can_be_seen_in_every_style) {
    const xpgn_ruleset *rs = ruleset("chess-attack", "");
    xpgn_position p = position_of(rs, STORY " w KQkq - 0 5");
    for (unsigned style = 0; style < 4; style++) {
        for (unsigned sq = 0; sq < 64; sq++) {
            xpgn_square mark = (xpgn_square)sq;
            xpgn_arrow arrow = {mark, (xpgn_square)(sq ^ 63)};
            xpgn_diagram_options bare = {XPGN_DIAGRAM_OPTIONS, .style = (xpgn_diagram_style)style};
            xpgn_diagram_options marked = bare, pointed = bare;
            marked.marks = &mark;
            marked.mark_count = 1;
            pointed.arrows = &arrow;
            pointed.arrow_count = 1;
            char *first = strdup(draw(rs, &p, &bare)), *second = strdup(draw(rs, &p, &marked));
            ck_assert_str_ne(first, second);
            ck_assert_str_ne(draw(rs, &p, &pointed), first);
            free(first);
            free(second);
        }
    }
}
END_TEST

/* ---- rows, reports, tables ---- */

START_TEST(diagrams_of_different_size_stand_side_by_side) {
    xpgn_slice blocks[] = {slice_of("aa\nb\n"), slice_of(""), slice_of("\xc3\xb6\nc\nddd\n")};
    xpgn_diagram_join(&out, blocks, 3);
    ck_assert_str_eq(text(), "aa      \xc3\xb6  \nb       c  \n        ddd\n");
}
END_TEST

static xpgn_facts story_combat(void) {
    xpgn_facts f = {.combat = true,
                    .text = "exd4",
                    .margin = 4,
                    .arrived = true,
                    .rule = "CA-4",
                    .action = {.kind = XPGN_ATTACK, .from = 36, .to = 27, .target = 27}};
    f.side[0] = (xpgn_combatant){
        .piece = XPGN_PIECE(1, XPGN_PAWN),
        .square = 36,
        .base = 2,
        .support = 2,
        .count = 2,
        .total = 9,
        .cell = XPGN_NO_SQUARE,
        .supporter = {{XPGN_PIECE(1, XPGN_BISHOP), 41, 1}, {XPGN_PIECE(1, XPGN_KNIGHT), 42, 1}}};
    f.side[1] = (xpgn_combatant){
        .piece = XPGN_PIECE(0, XPGN_PAWN),
        .square = 27,
        .base = 1,
        .support = 2,
        .count = 2,
        .total = 5,
        .fate = 'x',
        .cell = XPGN_NO_SQUARE,
        .supporter = {{XPGN_PIECE(0, XPGN_BISHOP), 20, 1}, {XPGN_PIECE(0, XPGN_KNIGHT), 21, 1}}};
    f.roll.exchanges = 1;
    f.roll.exchange[0].side[0] = (xpgn_roll_side){.dice_count = 1, .dice = {5}};
    f.roll.exchange[0].side[1] = (xpgn_roll_side){.dice_count = 1, .dice = {2}};
    return f;
}

START_TEST(the_report_of_a_combat_shows_its_arithmetic) {
    const xpgn_ruleset *rs = ruleset("chess-attack", "");
    xpgn_position p =
        position_of(rs, "r1b2rk1/pp2qppp/1bn2n2/4p3/3P4/4BN2/PPP1QPPP/RN3RK1 b - - 0 12");
    xpgn_facts f = story_combat();
    xpgn_combat_write(&out, rs, &p, &f, "12...");
    ck_assert_str_eq(text(),
                     "12... exd4  black pawn e5 attacks white pawn d4\n"
                     "  attack    pawn e5 2 + knight c6 1 + bishop b6 1      4 + die 5 = 9\n"
                     "  defense   pawn d4 1 + knight f3 1 + bishop e3 1      3 + die 2 = 5\n"
                     "  margin +4 pawn d4 removed, pawn takes d4             CA-4\n");
}
END_TEST

START_TEST(an_action_without_a_combat_has_no_report) {
    const xpgn_ruleset *rs = ruleset("chess", "");
    xpgn_position p;
    xpgn_facts f = {.combat = false};
    ck_assert(xpgn_ruleset_start(rs, &p));
    xpgn_combat_write(&out, rs, &p, &f, NULL);
    ck_assert_uint_eq(out.size, 0);
    xpgn_diagram_options o = {XPGN_DIAGRAM_OPTIONS, .combat = &f};
    char *bare = strdup(draw(rs, &p, NULL));
    ck_assert_str_eq(draw(rs, &p, &o), bare);
    free(bare);
}
END_TEST

START_TEST(the_combat_is_drawn_with_its_supporters) {
    const xpgn_ruleset *rs = ruleset("chess-attack", "");
    xpgn_position p =
        position_of(rs, "r1b2rk1/pp2qppp/1bn2n2/4p3/3P4/4BN2/PPP1QPPP/RN3RK1 b - - 0 12");
    xpgn_facts f = story_combat();
    xpgn_diagram_options o = {XPGN_DIAGRAM_OPTIONS, .style = XPGN_DIAGRAM_COMPACT, .combat = &f};
    const char *picture = draw(rs, &p, &o);
    check_widths(picture);
    ck_assert_ptr_nonnull(strstr(picture, "6  . (b)(n) .  .  n  .  . "));
    ck_assert_ptr_nonnull(strstr(picture, "5  .  .  .  . <p> .  .  . "));
    ck_assert_ptr_nonnull(strstr(picture, "4  .  .  . >P< .  .  .  . "));
    ck_assert_ptr_nonnull(strstr(picture, "3  .  .  .  . (B)(N) .  . "));
    ck_assert_ptr_null(strstr(picture, "to move"));
}
END_TEST

START_TEST(the_attribute_table_has_a_row_for_the_wounded) {
    const xpgn_ruleset *rs = ruleset("chess-attack", "");
    ck_assert(xpgn_attributes_write(&out, rs, XPGN_DIAGRAM_COMPACT, NULL));
    ck_assert_str_eq(text(), "Chess Attack                             \n"
                             "piece       attack defense support points\n"
                             "P  pawn          2       1       1      1\n"
                             "P* wounded       1       0       1      1\n"
                             "N  knight        3       2       1      3\n"
                             "N* wounded       2       1       1      3\n"
                             "B  bishop        3       2       1      3\n"
                             "B* wounded       2       1       1      3\n"
                             "R  rook          3       2       1      5\n"
                             "R* wounded       2       1       1      5\n"
                             "Q  queen         4       3       3      9\n"
                             "Q* wounded       3       2       3      9\n"
                             "K  king          4       3       3    inf\n"
                             "K* wounded       3       2       3    inf\n");
}
END_TEST

START_TEST(attribute_tables_in_markdown_have_the_width_of_what_is_written) {
    ck_assert(xpgn_attributes_markdown(&out, ruleset("five-dice", ""), XPGN_DIAGRAM_PLAIN, NULL));
    ck_assert_str_eq(text(), "**Five Dice**\n"
                             "\n"
                             "| piece     | attack | defense |\n"
                             "|:----------|-------:|--------:|\n"
                             "| P  pawn   |      1 |       1 |\n"
                             "| N  knight |      3 |       2 |\n"
                             "| B  bishop |      3 |       3 |\n"
                             "| R  rook   |      2 |       3 |\n"
                             "| Q  queen  |      5 |       5 |\n"
                             "| K  king   |      - |       - |\n");
    xpgn_buffer_clear(&out);
    ck_assert(xpgn_attributes_markdown(&out, ruleset("chess-attack", ""), XPGN_DIAGRAM_BOX, NULL));
    ck_assert_ptr_nonnull(strstr(text(), "| P\\* wounded |      1 |"));
    check_widths(strchr(strchr(out.data, '\n') + 1, '\n') + 1);
}
END_TEST

START_TEST(attribute_tables_of_all_rulesets_are_rectangles) {
    const char *id;
    for (size_t i = 0; (id = xpgn_catalog_id(rules, i)) != NULL; i++) {
        for (unsigned style = 0; style < 4; style++) {
            xpgn_buffer_clear(&out);
            if (!xpgn_attributes_write(&out, ruleset(id, ""), (xpgn_diagram_style)style, NULL))
                ck_assert_uint_eq(out.size, 0);
            const char *table = text();
            check_widths(table);
            if (style == XPGN_DIAGRAM_PLAIN || style == XPGN_DIAGRAM_COMPACT)
                check_ascii(table);
        }
    }
}
END_TEST

static void add_pictures(TCase *tcase) {
    tcase_add_test(tcase, a_plain_diagram_looks_as_a_rulebook_wants_it);
    tcase_add_test(tcase, a_compact_diagram_has_a_character_a_square_and_a_gap);
    tcase_add_test(tcase, hit_points_left_follow_the_piece);
    tcase_add_test(tcase, a_flipped_board_begins_with_h1);
    tcase_add_test(tcase, marks_and_arrows_stand_around_pieces_and_a_star_leaves_the_frame_alone);
    tcase_add_test(tcase, a_marked_square_has_a_heavy_frame_in_box_style);
    tcase_add_test(tcase, lines_meet_as_heavy_as_their_cells_are);
    tcase_add_test(tcase, a_part_of_the_board_has_its_own_coordinates_and_nothing_beside_it);
    tcase_add_test(tcase, prisoners_lie_beside_their_castle);
    tcase_add_test(tcase, four_seats_have_two_letters_a_piece);
    tcase_add_test(tcase, what_is_not_wanted_is_left_out);
    tcase_add_test(tcase, a_long_caption_is_wrapped_and_plain_is_ascii_whatever_it_says);
    tcase_add_loop_test(tcase, every_line_has_the_same_width_in_every_style_with_every_option, 0,
                        6);
    tcase_add_test(tcase, every_mark_and_every_arrow_can_be_seen_in_every_style);
}

int main(void) {
    TCase *tcase = tcase_create("diagram");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    add_pictures(tcase);
    tcase_add_test(tcase, diagrams_of_different_size_stand_side_by_side);
    tcase_add_test(tcase, the_report_of_a_combat_shows_its_arithmetic);
    tcase_add_test(tcase, an_action_without_a_combat_has_no_report);
    tcase_add_test(tcase, the_combat_is_drawn_with_its_supporters);
    tcase_add_test(tcase, the_attribute_table_has_a_row_for_the_wounded);
    tcase_add_test(tcase, attribute_tables_in_markdown_have_the_width_of_what_is_written);
    tcase_add_test(tcase, attribute_tables_of_all_rulesets_are_rectangles);
    Suite *suite = suite_create("diagram");
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
