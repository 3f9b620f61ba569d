/* SPDX-License-Identifier: MIT */
/* Where a piece may go and what it may attack. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/slice.h"
#include "core/board/position.h"
#include "core/rules/ruleset.h"
#include "internal/chance.h"
#include "position_fixture.h"
#include "suite.h"

static xpgn_catalog *rules;
static const xpgn_ruleset *rs;
static xpgn_position p;

static void set_up(void) {
    ck_assert_int_eq(xpgn_catalog_new(&rules), XPGN_OK);
}
static void tear_down(void) {
    xpgn_catalog_free(rules);
}

static void set_position(const char *variant, const char *options, const char *xfen) {
    rs = ruleset_in(rules, variant, options);
    p = position_of(rs, xfen);
}

static xpgn_square square(const char *name) {
    return (xpgn_square)((atoi(name + 1) - 1) * p.files + name[0] - 'a');
}

static int compare(const void *a, const void *b) {
    return strcmp(a, b);
}

/* The destinations in alphabetical order: "d5", with an x before it to attack, a digit after it by
   a roll. */
static const char *destinations(const char *from) {
    static char text[2000];
    static char name[400][8];
    xpgn_destination list[400];
    size_t count = xpgn_destinations(rs, &p, square(from), list, 400);
    ck_assert_uint_le(count, 400);
    for (size_t i = 0; i < count; i++) {
        char sq[4], roll[2] = {(char)('0' + list[i].roll), '\0'};
        xpgn_square_name(&p, list[i].square, sq);
        snprintf(name[i], sizeof name[i], "%s%s%s", list[i].attack ? "x" : "", sq,
                 list[i].roll != 0 ? roll : "");
    }
    qsort(name, count, sizeof name[0], compare);
    text[0] = '\0';
    for (size_t i = 0; i < count; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", i > 0 ? " " : "",
                 name[i]);
    return text;
}

START_TEST(a_chess_piece_goes_where_it_may_and_attacks_what_it_may) {
    set_position("chess", "", "4k3/8/8/8/1b6/8/P1N5/R5K1 w - - 0 1");
    ck_assert_str_eq(destinations("c2"), "a3 d4 e1 e3 xb4"); /* its own rook is on a1 */
}
END_TEST

START_TEST(a_pinned_piece_stays_on_its_line) {
    set_position("chess", "", "4r1k1/8/8/8/8/4B3/8/4K3 w - - 0 1");
    ck_assert_str_eq(destinations("e3"), "");
    set_position("chess", "", "4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1");
    ck_assert_str_eq(destinations("e2"), "e3 e4 e5 e6 e7 xe8");
}
END_TEST

START_TEST(a_promotion_is_one_square_and_en_passant_two) {
    set_position("chess", "", "3rk3/P1P5/8/3pP3/8/8/8/4K3 w - d6 0 1");
    ck_assert_str_eq(destinations("a7"), "a8");
    ck_assert_str_eq(destinations("c7"), "c8 xd8");
    ck_assert_str_eq(destinations("e5"), "d6 e6 xd5");
}
END_TEST

START_TEST(castling_is_a_way_for_the_king) {
    set_position("chess", "", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    ck_assert_str_eq(destinations("e1"), "c1 d1 d2 e2 f1 f2 g1");
    set_position("chess", "", "4k3/8/8/8/8/8/6r1/R3K2R w KQ - 0 1");
    ck_assert_str_eq(destinations("e1"), "c1 d1 f1");
}
END_TEST

START_TEST(a_piece_that_is_not_to_move_is_looked_at_as_if_it_were) {
    set_position("chess", "", "4k3/4p3/8/3pP3/8/8/8/4K3 w - d6 0 1");
    ck_assert_str_eq(destinations("e7"), "e6"); /* its own pawn passed d6 */
    set_position("chess", "", "4k3/8/8/8/3Pp3/8/8/4K3 w - - 0 1");
    ck_assert_str_eq(destinations("e4"), "e3");
    /* The passed pawn is his own: nothing to take. */
    set_position("chess", "", "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1");
    ck_assert_str_eq(destinations("e4"), "d3 e3 xd4");
    ck_assert_str_eq(destinations("d4"), "d5");
}
END_TEST

START_TEST(a_shot_goes_nowhere) {
    set_position("five-dice", "", "4k3/8/8/8/8/8/3p4/4K2N w - - 0 1");
    ck_assert_str_eq(destinations("e1"), "d1 e2 f1 f2 xd2");
    set_position("five-dice", "", "4k3/8/5p2/8/4N3/8/8/4K3 w - - 0 1");
    ck_assert_str_eq(destinations("e4"), "c3 c5 d2 d6 f2 g3 g5 xf6");
}
END_TEST

START_TEST(a_roll_takes_a_piece_so_far_along_its_line) {
    set_position("combat-chess-2", "",
                 "rb1k2br/2P2n2/5Q2/5p2/1p3n2/8/K6B/RB1p1NPR[a1:pp,h1:qppp,a8:NPPP,h8:PPP] w - - "
                 "7 24");
    ck_assert_str_eq(destinations("f6"),
                     "a65 b24 b64 c33 c63 d42 d62 e51 e61 e71 g51 g61 g71 h42 h62 xf5 xf7");
}
END_TEST

START_TEST(a_king_teleports_to_any_empty_square_and_walks_by_a_roll) {
    set_position("combat-chess-2", "",
                 "rb1k2br/2P2n2/5Q2/5p2/1p3n2/8/K6B/RB1p1NPR[a1:pp,h1:qppp,a8:NPPP,h8:PPP] w - - "
                 "7 24");
    const char *all = destinations("a2");
    ck_assert_ptr_nonnull(strstr(all, "b3 b31 "));
    ck_assert_ptr_nonnull(strstr(all, " g2 g26 "));
    ck_assert_ptr_nonnull(strstr(all, " d5 d53 "));
    ck_assert_ptr_nonnull(strstr(all, " h6 "));
    ck_assert_ptr_null(strstr(all, "f7"));
}
END_TEST

START_TEST(a_new_pawn_is_not_where_its_maker_goes) {
    set_position("assault-and-siege", "players=4",
                 "rK10bK/12/12/12/12/12/12/12/12/3wB8/12/wK10gK w - - 0 9");
    ck_assert_str_eq(destinations("d3"), "c3 d2 d4 e3");
    ck_assert_str_eq(destinations("l12"), "k12 l11");
}
END_TEST

START_TEST(an_empty_square_has_none_and_the_list_may_be_short) {
    xpgn_destination one = {.square = 99};
    set_position("chess", "", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    ck_assert_str_eq(destinations("d4"), "");
    ck_assert_uint_eq(xpgn_destinations(rs, &p, XPGN_NO_SQUARE, NULL, 0), 0);
    ck_assert_uint_eq(xpgn_destinations(rs, &p, square("a1"), NULL, 0), 10);
    ck_assert_uint_eq(xpgn_destinations(rs, &p, square("a1"), &one, 1), 10);
    ck_assert_uint_ne(one.square, 99);
}
END_TEST

int main(void) {
    TCase *tcase = tcase_create("destinations");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, a_chess_piece_goes_where_it_may_and_attacks_what_it_may);
    tcase_add_test(tcase, a_pinned_piece_stays_on_its_line);
    tcase_add_test(tcase, a_promotion_is_one_square_and_en_passant_two);
    tcase_add_test(tcase, castling_is_a_way_for_the_king);
    tcase_add_test(tcase, a_piece_that_is_not_to_move_is_looked_at_as_if_it_were);
    tcase_add_test(tcase, a_shot_goes_nowhere);
    tcase_add_test(tcase, a_roll_takes_a_piece_so_far_along_its_line);
    tcase_add_test(tcase, a_king_teleports_to_any_empty_square_and_walks_by_a_roll);
    tcase_add_test(tcase, a_new_pawn_is_not_where_its_maker_goes);
    tcase_add_test(tcase, an_empty_square_has_none_and_the_list_may_be_short);
    Suite *suite = suite_create("destinations");
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
