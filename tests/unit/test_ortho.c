/* SPDX-License-Identifier: MIT */
/* Orthogonal steps, captures by sum, reinforcement, escape route (Assault and Siege). */
#include "internal/action_facts.h"
#include "internal/text_out.h"
#include "rules_fixture_line.h"

#include <stdlib.h>
#include <xpgn/rulesets.h>

static void set_up(void) {
    rules_of_siege(&rs, 2);
}

/* Makes a Move, with the turn's account of it as the referee keeps it. */
static void make(struct state *s, const char *text) {
    struct notation n = notation_of(text);
    xpgn_action a;
    ck_assert_msg(movement_resolve(&rs, s, &n, &a), "%s", text);
    ortho_play(&rs, &s->position, &a);
    check_sets(&rs, &s->position);
    s->turn.stage = STAGE_MOVES;
    s->turn.made++;
    turn_mark_moved(&s->turn, a.kind == XPGN_REINFORCE ? a.from : a.to);
}

static xpgn_piece at(const struct state *s, const char *square) {
    return s->position.at[square_of(&s->position, square)];
}

static size_t count(const struct state *s, xpgn_action_kind kind) {
    xpgn_action list[512];
    size_t n = ortho_actions(&rs, s, list, 512), of_kind = 0;
    ck_assert_uint_le(n, 512);
    for (size_t i = 0; i < n; i++)
        of_kind += list[i].kind == kind;
    return of_kind;
}

/* "2 c2:1 d2:2": the sum, then who gives what. */
static void check_support(const struct state *s, const char *target, const char *expected) {
    xpgn_supporter list[XPGN_MAX_SUPPORT];
    xpgn_square sq = square_of(&s->position, target);
    unsigned n = adjacent_support(&rs, &s->position, s->position.side_to_move, sq, list);
    xpgn_buffer b = {0};
    int sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += list[i].gives;
    for (unsigned i = 0; i < n; i++)
        ck_assert_int_eq(adjacent_sum(&rs, &s->position, list[i].square, sq).all, sum);
    xpgn_buffer_printf(&b, "%d", sum);
    for (unsigned i = 0; i < n; i++) {
        char name[4];
        xpgn_square_name(&s->position, list[i].square, name);
        xpgn_buffer_printf(&b, " %s:%d", name, list[i].gives);
        ck_assert_uint_eq(list[i].piece, s->position.at[list[i].square]);
    }
    xpgn_buffer_char(&b, '\0');
    ck_assert_str_eq(b.data, expected);
    xpgn_buffer_free(&b);
}

/* ---- AS-2: steps ----------------------------------------------------------------------------- */

START_TEST(every_square_of_every_board_has_its_file_and_rank) {
    for (unsigned files = 1; files <= XPGN_MAX_FILES; files++) {
        const xpgn_position p = {.files = (uint8_t)files};
        for (unsigned sq = 0; sq < XPGN_MAX_SQUARES; sq++) {
            ck_assert_int_eq(rank_on(&p, (xpgn_square)sq), (int)(sq / files));
            ck_assert_int_eq(file_on(&p, (xpgn_square)sq), (int)(sq % files));
        }
    }
}
END_TEST

START_TEST(as2_a_step_is_one_square_along_a_file_or_rank) {
    struct state s = state_of(&rs, "7k/6pp/8/8/8/8/PP6/K7 w - - 0 1");
    ck_assert(can(&s, "b2-b3"));
    ck_assert(can(&s, "b2-b1"));
    ck_assert(can(&s, "b2-c2"));
    check_refused(&s, "b2-c3", "AS-2");
    check_refused(&s, "b2-b4", "AS-2");
    check_refused(&s, "b2-a2", "AS-2");
    check_refused(&s, "b2-b9", "AS-2");
}
END_TEST

START_TEST(as2_a_knight_makes_one_or_two_squares_and_does_not_leap) {
    struct state s = state_of(&rs, "7k/6pp/8/8/8/NP6/8/K7 w - - 0 1");
    ck_assert(can(&s, "Na3-a4"));
    ck_assert(can(&s, "Na3-a5"));
    check_refused(&s, "Na3-a6", "AS-2");
    struct refusal why = refusal_of(&s, "Na3-c3");
    ck_assert_str_eq(why.rule, "AS-2");
    ck_assert_str_eq(why.text, "the knight on a3 cannot go to c3: the pawn on b3 is in the way");
}
END_TEST

START_TEST(as2_a_rook_makes_no_step) {
    struct state s = state_of(&rs, "7k/6pp/8/8/8/R7/PP6/K7 w - - 0 1");
    check_refused(&s, "Ra3-b3", "AS-2");
}
END_TEST

START_TEST(as2_a_step_promotes_nobody) {
    struct state s = state_of(&rs, "7k/6pp/8/8/8/8/PP6/K7 w - - 0 1");
    check_refused(&s, "b2-b3=B", "AS-5");
}
END_TEST

/* ---- AS-3: what gives ATK -------------------------------------------------------------------- */

START_TEST(as3_neighbours_give_their_atk_by_square) {
    struct state s = state_of(&rs, "7k/6pp/8/8/3P4/2NpR3/3B4/K7 w - - 0 1");
    check_support(&s, "d3", "3 c3:1 e3:1 d4:1");
}
END_TEST

START_TEST(as3_diagonal_neighbours_give_nothing) {
    struct state s = state_of(&rs, "7k/6pp/8/8/2P1P3/3p4/2P1P3/K7 w - - 0 1");
    check_support(&s, "d3", "0");
}
END_TEST

START_TEST(as3_a_knight_charges_along_a_clear_line_from_two_squares) {
    struct state s = state_of(&rs, "7k/6pp/8/8/8/N1p5/PP6/K7 w - - 0 1");
    check_support(&s, "c3", "2 a3:2");
    s = state_of(&rs, "7k/6pp/8/8/8/NPp5/P7/K7 w - - 0 1");
    check_support(&s, "c3", "1 b3:1");
    s = state_of(&rs, "7k/6pp/8/8/8/8/N1p5/K7 w - - 0 1");
    check_support(&s, "c2", "2 a2:2");
}
END_TEST

START_TEST(as3_a_charge_gives_nothing_to_a_rook_inspired_or_not) {
    struct state s = state_of(&rs, "7k/6pp/8/8/8/Q1P5/N1rP4/K1P5 w - - 0 1");
    check_support(&s, "c2", "3 c1:1 d2:1 c3:1");
    check_refused(&s, "Na2xc2", "AS-3");
}
END_TEST

START_TEST(as3_the_queen_inspires_her_neighbours_but_not_herself) {
    struct state s = state_of(&rs, "7k/6pp/8/8/8/1Pp5/PQ6/K7 w - - 0 1");
    check_support(&s, "c3", "2 b3:2");
    s = state_of(&rs, "7k/6pp/8/8/1Q6/1Bb5/PP6/K7 w - - 0 1");
    check_support(&s, "c3", "1 b3:1");
    s = state_of(&rs, "7k/6pp/8/8/Q7/N1p5/PP6/K7 w - - 0 1");
    check_support(&s, "c3", "3 a3:3");
    s = state_of(&rs, "7k/6pp/8/8/8/1qp5/1P6/K7 w - - 0 1");
    check_support(&s, "c3", "0");
}
END_TEST

START_TEST(as3_an_enemy_queen_does_not_inspire) {
    struct state s = state_of(&rs, "7k/6pp/8/8/1q6/1Pp5/8/K7 w - - 0 1");
    check_support(&s, "c3", "1 b3:1");
}
END_TEST

/* ---- AS-4: captures -------------------------------------------------------------------------- */

START_TEST(as4_the_sum_must_exceed_the_defense) {
    struct state s = state_of(&rs, "7k/6pp/8/8/8/p7/P7/KP6 w - - 0 1");
    struct refusal why = refusal_of(&s, "a2xa3");
    ck_assert_str_eq(why.rule, "AS-4");
    ck_assert_str_eq(why.text, "ATK 1 (pawn a2) does not exceed DEF 1 of the black pawn on a3");
    s = state_of(&rs, "7k/6pp/8/8/8/pP6/P7/K7 w - - 0 1");
    ck_assert(can(&s, "a2xa3"));
    ck_assert(can(&s, "b3xa3"));
    make(&s, "b3xa3");
    ck_assert_uint_eq(at(&s, "a3"), XPGN_PIECE(0, XPGN_PAWN));
    ck_assert_uint_eq(at(&s, "b3"), 0);
}
END_TEST

START_TEST(as4_only_a_piece_that_gives_atk_takes) {
    struct state s = state_of(&rs, "7k/6pp/8/8/2P5/1BpP4/8/K7 w - - 0 1");
    check_refused(&s, "Bb3xc3", "AS-4");
    ck_assert(can(&s, "d3xc3"));
    check_refused(&s, "Ka1xc3", "AS-4");
}
END_TEST

START_TEST(as4_a_blocked_charge_does_not_take) {
    struct state s = state_of(&rs, "7k/6pp/8/8/8/NPp5/P7/K7 w - - 0 1");
    check_refused(&s, "Na3xc3", "AS-4");
}
END_TEST

START_TEST(as4_a_rook_moves_by_taking) {
    struct state s = state_of(&rs, "7k/6pp/8/8/8/pP6/R7/K7 w - - 0 1");
    make(&s, "Ra2xa3");
    ck_assert_uint_eq(at(&s, "a3"), XPGN_PIECE(0, XPGN_ROOK));
}
END_TEST

START_TEST(as4_a_helper_may_have_moved_already) {
    rs.moves = 2;
    struct state s = state_of(&rs, "7k/6pp/8/8/8/p7/PP6/K7 w - - 0 1");
    make(&s, "b2-b3");
    ck_assert(can(&s, "a2xa3"));
    check_refused(&s, "b3xa3", "AS-10");
}
END_TEST

START_TEST(as4_no_capture_of_nobody_or_of_the_own_side) {
    struct state s = state_of(&rs, "7k/6pp/8/8/8/1P6/PP6/K7 w - - 0 1");
    check_refused(&s, "a2xb2", "AS-4");
    check_refused(&s, "a2xa3", "AS-4");
}
END_TEST

START_TEST(as4_a_capture_is_written_with_its_sign) {
    struct state s = state_of(&rs, "7k/6pp/8/8/8/pP6/P7/K7 w - - 0 1");
    ck_assert(!can(&s, "a2-a3"));
    ck_assert(!can(&s, "a2a3"));
    ck_assert(can(&s, "axa3"));
}
END_TEST

/* ---- AS-5: promotion ------------------------------------------------------------------------- */

START_TEST(as5_a_capture_may_promote) {
    struct state s = state_of(&rs, "7k/6pp/8/8/8/1pP5/1P6/K7 w - - 0 1");
    ck_assert(can(&s, "c3xb3"));
    ck_assert(can(&s, "c3xb3=N"));
    ck_assert(can(&s, "c3xb3=B"));
    make(&s, "c3xb3=R");
    ck_assert_uint_eq(at(&s, "b3"), XPGN_PIECE(0, XPGN_ROOK));
}
END_TEST

START_TEST(as5_a_knight_and_a_rook_become_the_queen) {
    struct state s = state_of(&rs, "7k/6pp/8/8/8/N1p5/PP6/K7 w - - 0 1");
    check_refused(&s, "Na3xc3=R", "AS-5");
    make(&s, "Na3xc3=Q");
    ck_assert_uint_eq(at(&s, "c3"), XPGN_PIECE(0, XPGN_QUEEN));
    s = state_of(&rs, "7k/6pp/8/8/8/pP6/R7/K7 w - - 0 1");
    ck_assert(can(&s, "Ra2xa3=Q"));
}
END_TEST

START_TEST(as5_a_promotion_keeps_to_the_list_and_to_the_army) {
    struct state s = state_of(&rs, "7k/6pp/8/8/8/1pP5/1P6/K7 w - - 0 1");
    check_refused(&s, "c3xb3=Q", "AS-5");
    check_refused(&s, "c3xb3=K", "AS-5");
    check_refused(&s, "c3xb3=P", "AS-5");
    s = state_of(&rs, "7k/6pp/8/8/8/1pP5/1P6/KRR5 w - - 0 1");
    struct refusal why = refusal_of(&s, "c3xb3=R");
    ck_assert_str_eq(why.rule, "AS-5");
    ck_assert_str_eq(why.text, "white already has 2 of at most 2 rooks");
    ck_assert(can(&s, "c3xb3=N"));
    s = state_of(&rs, "7k/6pp/8/8/8/N1p5/PP6/KQ6 w - - 0 1");
    check_refused(&s, "Na3xc3=Q", "AS-5");
}
END_TEST

START_TEST(as5_a_bishop_is_not_promoted) {
    struct state s = state_of(&rs, "7k/6pp/8/8/1Q6/1Bb5/PP6/K7 w - - 0 1");
    check_refused(&s, "Bb3xc3=R", "AS-5");
    ck_assert(can(&s, "Bb3xc3"));
}
END_TEST

START_TEST(as5_pieces_of_the_other_side_do_not_count) {
    struct state s = state_of(&rs, "qrr4k/6pp/8/8/8/N1p5/PP6/K7 w - - 0 1");
    ck_assert(can(&s, "Na3xc3=Q"));
}
END_TEST

/* ---- AS-6, AS-7 ------------------------------------------------------------------------------ */

START_TEST(as6_a_bishop_puts_a_pawn_beside_it) {
    struct state s = state_of(&rs, "7k/6pp/8/8/8/8/1B6/K7 w - - 0 1");
    ck_assert_uint_eq(count(&s, XPGN_REINFORCE), 4);
    check_refused(&s, "Bb2@c3", "AS-6");
    check_refused(&s, "Bb2@b4", "AS-6");
    check_refused(&s, "Bb2@b2", "AS-6");
    check_refused(&s, "Bb3@b4", "AS-6");
    make(&s, "Bb2@b3");
    ck_assert_uint_eq(at(&s, "b3"), XPGN_PIECE(0, XPGN_PAWN));
    ck_assert_uint_eq(at(&s, "b2"), XPGN_PIECE(0, XPGN_BISHOP));
}
END_TEST

START_TEST(as6_eight_pawns_are_all_there_are) {
    struct state s = state_of(&rs, "7k/6pp/8/8/PPPP4/8/PBPPP3/K7 w - - 0 1");
    check_refused(&s, "Bb2@b3", "AS-6");
    ck_assert_uint_eq(count(&s, XPGN_REINFORCE), 0);
    s = state_of(&rs, "7k/6pp/8/8/PPPP4/8/PBPP4/K7 w - - 0 1");
    ck_assert(can(&s, "Bb2@b3"));
}
END_TEST

START_TEST(as6_the_new_pawn_acts_in_the_same_turn_the_bishop_does_not) {
    rs.moves = 2;
    struct state s = state_of(&rs, "7k/6pp/8/8/8/8/1B6/K7 w - - 0 1");
    make(&s, "Bb2@b3");
    check_refused(&s, "Bb2-c2", "AS-10");
    ck_assert(can(&s, "b3-b4"));
}
END_TEST

START_TEST(as6_only_a_bishop_puts_pawns_down) {
    struct state s = state_of(&rs, "7k/6pp/8/8/8/8/1N6/K7 w - - 0 1");
    check_refused(&s, "Nb2@b3", "AS-6");
    check_refused(&s, "P@b3", "AS-6");
}
END_TEST

START_TEST(as7_the_king_goes_to_an_own_rook) {
    struct state s = state_of(&rs, "7k/6pp/8/R7/8/7r/P7/K7 w - - 0 1");
    ck_assert_uint_eq(count(&s, XPGN_ROUTE), 1);
    check_refused(&s, "K@h3", "AS-7");
    check_refused(&s, "K@a2", "AS-7");
    check_refused(&s, "K@b5", "AS-7");
    check_refused(&s, "K@-", "AS-7");
    make(&s, "K@a5");
    ck_assert_uint_eq(at(&s, "a5"), XPGN_PIECE(0, XPGN_KING));
    ck_assert_uint_eq(at(&s, "a1"), 0);
    ck_assert_uint_eq(s.position.king[0], square_of(&s.position, "a5"));
}
END_TEST

START_TEST(as7_the_route_is_the_kings_move) {
    rs.moves = 3;
    struct state s = state_of(&rs, "7k/6pp/8/R7/8/8/P7/K7 w - - 0 1");
    make(&s, "Ka1-b1");
    check_refused(&s, "K@a5", "AS-10");
    s = state_of(&rs, "7k/6pp/8/R7/8/8/P7/K7 w - - 0 1");
    make(&s, "K@a5");
    check_refused(&s, "Ka5-a6", "AS-10");
}
END_TEST

/* ---- AS-10: how many Moves ------------------------------------------------------------------- */

START_TEST(as10_a_turn_has_as_many_moves_as_its_mode) {
    for (unsigned moves = 1; moves <= 3; moves++) {
        static const char *const text[] = {"a2-a3", "b2-b3", "c2-c3", "Ka1-a2"};
        struct state s = state_of(&rs, "7k/6pp/8/8/8/8/PPP5/K7 w - - 0 1");
        rs.moves = (uint8_t)moves;
        for (unsigned i = 0; i < moves; i++)
            make(&s, text[i]);
        check_refused(&s, text[moves], "AS-10");
        ck_assert_uint_eq(ortho_actions(&rs, &s, NULL, 0), 0);
        ck_assert(!ortho_any(&rs, &s));
    }
}
END_TEST

START_TEST(as10_a_die_says_how_many_moves) {
    static const unsigned moves[7] = {0, 0, 1, 1, 2, 2, 3};
    rules_by_die(&rs);
    for (unsigned roll = 1; roll <= 6; roll++) {
        static const char *const text[] = {"a2-a3", "b2-b3", "c2-c3", "Ka1-a2"};
        struct state s = state_of(&rs, "7k/6pp/8/8/8/8/PPP5/K7 w - - 0 1");
        s.turn.roll = (uint8_t)roll;
        for (unsigned i = 0; i < moves[roll]; i++)
            make(&s, text[i]);
        check_refused(&s, text[moves[roll]], "AS-10");
    }
}
END_TEST

START_TEST(as10_a_fumble_is_a_turn_without_a_move) {
    rules_by_die(&rs);
    struct state s = state_of(&rs, "7k/6pp/8/8/8/8/PP6/K7 w - - 0 1");
    s.turn.roll = 1;
    ck_assert(can(&s, "--"));
    ck_assert_uint_eq(ortho_actions(&rs, &s, NULL, 0), 1);
    ck_assert(ortho_any(&rs, &s));
    s.turn.roll = 2;
    check_refused(&s, "--", "AS-10");
}
END_TEST

START_TEST(as10_no_turn_is_passed_where_a_move_is_allowed) {
    struct state s = state_of(&rs, "7k/6pp/8/8/8/8/PP6/K7 w - - 0 1");
    check_refused(&s, "--", "AS-10");
}
END_TEST

START_TEST(as9_a_locked_side_has_no_move_before_any_die) {
    rules_by_die(&rs);
    struct state s = state_of(&rs, "7k/6p1/8/8/8/p7/Pr6/KPp5 w - - 0 21");
    ck_assert(!ortho_any(&rs, &s));
    s = state_of(&rs, "7k/6p1/8/8/8/p7/Pb6/KPp5 w - - 0 21");
    ck_assert(ortho_any(&rs, &s)); /* a2xb2 */
    s = state_of(&rs, "7k/6p1/8/4R3/8/p7/Pr6/KPp5 w - - 0 21");
    ck_assert(ortho_any(&rs, &s)); /* K@e5 */
}
END_TEST

START_TEST(as10_a_turn_that_is_over_allows_nothing) {
    rs.moves = 3;
    struct state s = state_of(&rs, "7k/6pp/8/8/8/8/PP6/K7 w - - 0 1");
    s.turn.stage = STAGE_OVER;
    check_refused(&s, "a2-a3", "AS-10");
    ck_assert(!ortho_any(&rs, &s));
}
END_TEST

/* ---- AS-11: four seats ----------------------------------------------------------------------- */

START_TEST(as11_all_other_seats_are_enemies) {
    rules_of_siege(&rs, 4);
    struct state s =
        state_of(&rs, "rK9bPbK/rP11/12/12/12/4rPgPwP5/5rP6/12/12/12/12/wKwP8gPgK r - - 0 3");
    ck_assert(can(&s, "f6xf7"));
    ck_assert(can(&s, "e7xf7"));
    check_refused(&s, "e7xg7", "AS-4");
    check_refused(&s, "e7xe8", "AS-4");
}
END_TEST

START_TEST(as11_a_board_of_twelve_files_has_its_own_edges) {
    rules_of_siege(&rs, 4);
    struct state s = state_of(&rs, "rK10bK/11wN/12/12/12/12/12/12/12/12/wN11/wK10gK w - - 0 1");
    ck_assert(can(&s, "Nl11-l9"));
    ck_assert(can(&s, "Nl11-j11"));
    check_refused(&s, "Nl11-a10", "AS-2");
    check_refused(&s, "Na2-l2", "AS-2");
}
END_TEST

/* ---- notation -------------------------------------------------------------------------------- */

START_TEST(a_shorter_form_is_taken_where_one_action_fits) {
    rs.moves = 2;
    struct state s = state_of(&rs, "7k/6pp/8/8/8/p7/PP6/K7 w - - 0 1");
    make(&s, "b3");
    make(&s, "axa3");
    s = state_of(&rs, "7k/6pp/8/8/8/8/PB6/K7 w - - 0 1");
    ck_assert(can(&s, "B@b3"));
    ck_assert(can(&s, "Bc2"));
}
END_TEST

START_TEST(an_ambiguous_form_is_refused_with_what_it_fits) {
    struct state s = state_of(&rs, "7k/6pp/8/8/8/pP6/P7/K7 w - - 0 1");
    struct refusal why = refusal_of(&s, "xa3");
    ck_assert(why.ambiguous);
    ck_assert_uint_eq(why.fits.count, 2);
    ck_assert_str_eq(why.fits.name[0], "a2xa3");
    ck_assert_str_eq(why.fits.name[1], "b3xa3");
    ck_assert_str_eq(why.text, "2 actions fit, among them a2xa3 and b3xa3");
}
END_TEST

START_TEST(shots_and_suicide_runs_are_refused_by_their_rules) {
    struct state s = state_of(&rs, "7k/6pp/8/8/8/8/PP6/K7 w - - 0 1");
    static const char *cite[CITE_COUNT_OF];
    memcpy(cite, rs.cite, sizeof cite);
    cite[CITE_SHOT] = "SHOT";
    cite[CITE_RUN] = "RUN";
    rs.cite = cite;
    check_refused(&s, "a2sa3", "SHOT");
    check_refused(&s, "a2xxa3", "RUN");
}
END_TEST

START_TEST(a_near_miss_is_answered_with_the_nearest_actions) {
    struct state s = state_of(&rs, "7k/6pp/8/8/8/8/PP6/K7 w - - 0 1");
    struct suggestions near;
    movement_suggest(&rs, &s, (xpgn_slice){"b2-b4", 5}, false, &near);
    ck_assert_uint_ge(near.count, 1);
    ck_assert_str_eq(near.name[0], "b2-b3");
}
END_TEST

/* ---- reasons --------------------------------------------------------------------------------- */

#define PAWNS "7k/6pp/8/8/8/8/PPP5/K7 w - - 0 1"
#define PIECES "7k/6pp/3p4/8/N2p3q/8/P2RB2p/KN6 w - - 0 1"
#define CHARGES "7k/2r3p1/8/2N1p3/4p3/8/NP1p4/K6B w - - 0 1"
#define FULL "7k/6pp/8/8/Pp6/1P6/8/KNNBBRR1 w - - 0 1"

static const struct {
    const char *xfen;
    unsigned moves, roll; /* of the turn; 0 Moves: the die says how many */
    const char *made[3];  /* before it */
    const char *text, *reason;
} reasons[] = {
    /* how many Moves */
    {PAWNS, 1, 0, {"a2-a3"}, "b2-b3", "this turn allows 1 Move, and 1 has been made"},
    {PAWNS, 2, 0, {"a2-a3", "b2-b3"}, "c2-c3", "this turn allows 2 Moves, and 2 have been made"},
    {PAWNS, 0, 1, {NULL}, "c2-c3", "the roll 1 allows no Move, expected --"},
    {PAWNS, 0, 2, {"a2-a3"}, "c2-c3", "this turn allows 1 Move, and 1 has been made"},
    {PAWNS, 0, 4, {"a2-a3", "b2-b3"}, "c2-c3", "this turn allows 2 Moves, and 2 have been made"},
    {PAWNS, 2, 0, {"a2-a3"}, "a3-a4", "the pawn on a3 has already made its Move in this turn"},
    {PAWNS, 1, 0, {NULL}, "--", "-- is not allowed while a Move is legal"},
    /* who */
    {PAWNS, 1, 0, {NULL}, "Qb2-b3", "the piece on b2 is a pawn, not a queen"},
    {PAWNS, 1, 0, {NULL}, "Qb3", "white has no queen on the board"},
    {PAWNS, 1, 0, {NULL}, "Qdd3", "white has no queen on the d-file"},
    {PAWNS, 1, 0, {NULL}, "Q4d3", "white has no queen on rank 4"},
    {PAWNS, 1, 0, {NULL}, "d2-d3", "there is no piece on d2"},
    {PAWNS, 1, 0, {NULL}, "g7-g6", "the black pawn on g7 cannot act: it is the turn of white"},
    {PAWNS, 1, 0, {NULL}, "Qb2xg7", "the piece on b2 is a pawn, not a queen"},
    {PAWNS, 1, 0, {NULL}, "Bb2@b3", "the piece on b2 is a pawn, not a bishop"},
    {PAWNS, 1, 0, {NULL}, "Kb1@b2", "there is no piece on b1"},
    {PAWNS, 2, 0, {"a2-a3"}, "a3xg7", "the pawn on a3 has already made its Move in this turn"},
    {PIECES, 2, 0, {"Be2-e3"}, "Be3@f3", "the bishop on e3 has already made its Move in this turn"},
    {PIECES, 2, 0, {"K@d2"}, "K@d2", "the king on d2 has already made its Move in this turn"},
    {PAWNS, 1, 0, {NULL}, "a2-i3", "the board has no square i3"},
    {PAWNS, 1, 0, {NULL}, "a2-a9", "the board has no square a9"},
    /* what this game does not have */
    {PAWNS, 1, 0, {NULL}, "O-O", "this game has no castling"},
    {PAWNS, 1, 0, {NULL}, "O-O-O", "this game has no castling"},
    {PAWNS, 1, 0, {NULL}, "a2sa3", "this game has no shooting and no suicide run"},
    {PAWNS, 1, 0, {NULL}, "a2xxa3", "this game has no shooting and no suicide run"},
    /* steps */
    {PIECES, 1, 0, {NULL}, "a2-a3=N", "a step does not promote, only a capture does"},
    {PIECES, 1, 0, {NULL}, "Rd2-d3", "the rook on d2 cannot step: it moves only by capturing"},
    {PIECES,
     1,
     0,
     {NULL},
     "a2-b3",
     "the pawn on a2 cannot go to b3: steps are along a file or rank"},
    {PIECES,
     1,
     0,
     {NULL},
     "Na4-b6",
     "the knight on a4 cannot go to b6: steps are along a file or rank"},
    {PIECES, 1, 0, {NULL}, "Ka1-a2", "a step needs an empty square: the pawn on a2 stands there"},
    {PIECES, 1, 0, {NULL}, "a2-a4", "a step needs an empty square: the knight on a4 stands there"},
    {PIECES, 1, 0, {NULL}, "Ka1-b1", "a step needs an empty square: the knight on b1 stands there"},
    {PIECES, 1, 0, {NULL}, "Nb1-e1", "the knight on b1 can go at most 2 squares, but e1 is 3 away"},
    {PIECES, 1, 0, {NULL}, "a2-a5", "the pawn on a2 can go at most 1 square, but a5 is 3 away"},
    {PIECES,
     1,
     0,
     {NULL},
     "Na4-d4",
     "a step needs an empty square: the black pawn on d4 stands there"},
    {PIECES, 1, 0, {NULL}, "a2-c2", "the pawn on a2 can go at most 1 square, but c2 is 2 away"},
    {PIECES, 1, 0, {NULL}, "Na4-a1", "a step needs an empty square: the king on a1 stands there"},
    {PIECES, 1, 0, {NULL}, "a2-a8", "the pawn on a2 can go at most 1 square, but a8 is 6 away"},
    {"7k/6pp/8/8/8/p7/N7/K7 w - - 0 1",
     1,
     0,
     {NULL},
     "Na2-a4",
     "the knight on a2 cannot go to a4: the black pawn on a3 is in the way"},
    {"7k/6pp/8/8/8/P7/N7/K7 w - - 0 1",
     1,
     0,
     {NULL},
     "Na2-a4",
     "the knight on a2 cannot go to a4: the pawn on a3 is in the way"},
    /* captures */
    {PIECES, 1, 0, {NULL}, "a2xa3", "there is no piece on a3 to capture"},
    {PIECES, 1, 0, {NULL}, "Ka1xa2", "the pawn on a2 of the same side cannot be captured"},
    {PIECES,
     1,
     0,
     {NULL},
     "Be2xh2",
     "the bishop on e2 cannot reach the black pawn on h2: it has no ATK from there"},
    {PIECES,
     1,
     0,
     {NULL},
     "Rd2xd4",
     "the rook on d2 cannot reach the black pawn on d4: it has no ATK from there"},
    {PIECES,
     1,
     0,
     {NULL},
     "Na4xd4",
     "the knight on a4 cannot reach the black pawn on d4: it has no ATK from there"},
    {PIECES,
     1,
     0,
     {NULL},
     "Na4xd6",
     "the knight on a4 cannot reach the black pawn on d6: it has no ATK from there"},
    {CHARGES, 1, 0, {NULL}, "Nc5xc7", "a charge gives no ATK against the black rook on c7"},
    {CHARGES,
     1,
     0,
     {NULL},
     "b2xd2",
     "the pawn on b2 cannot reach the black pawn on d2: it has no ATK from there"},
    {"7k/6p1/8/2NPp3/8/8/8/K6B w - - 0 1",
     1,
     0,
     {NULL},
     "Nc5xe5",
     "the knight on c5 cannot charge: the pawn on d5 is in the way"},
    {"7k/6p1/8/2Npp3/8/8/8/K6B w - - 0 1",
     1,
     0,
     {NULL},
     "Nc5xe5",
     "the knight on c5 cannot charge: the black pawn on d5 is in the way"},
    {"7k/6pp/8/8/8/8/6Bp/K7 w - - 0 1",
     1,
     0,
     {NULL},
     "Bg2xh2",
     "the bishop on g2 has ATK 0: it captures only next to its own queen"},
    {"7k/6pp/8/8/8/8/6Pp/K7 w - - 0 1",
     1,
     0,
     {NULL},
     "g2xh2",
     "ATK 1 (pawn g2) does not exceed DEF 1 of the black pawn on h2"},
    {"7k/6pp/8/8/8/7P/6Pr/K7 w - - 0 1",
     1,
     0,
     {NULL},
     "g2xh2",
     "ATK 2 (pawn g2, pawn h3) does not exceed DEF 2 of the black rook on h2"},
    /* promotions */
    {FULL, 1, 0, {NULL}, "b3xb4=Q", "the pawn on b3 cannot be promoted to a queen"},
    {FULL, 1, 0, {NULL}, "b3xb4=N", "white already has 2 of at most 2 knights"},
    {FULL, 1, 0, {NULL}, "b3xb4=R", "white already has 2 of at most 2 rooks"},
    {FULL, 1, 0, {NULL}, "b3xb4=B", "white already has 2 of at most 2 bishops"},
    {FULL, 1, 0, {NULL}, "b3xb4=P", "the pawn on b3 cannot be promoted to a pawn"},
    {"7k/6pp/8/8/2p5/1pNQ4/1P6/K7 w - - 0 1",
     1,
     0,
     {NULL},
     "Nc3xb3=Q",
     "white already has its only queen on the board"},
    {"7k/6pp/8/8/2p5/1pNQ4/1P6/K7 w - - 0 1",
     1,
     0,
     {NULL},
     "Nc3xb3=R",
     "the knight on c3 cannot be promoted to a rook"},
    /* reinforcement */
    {PIECES, 1, 0, {NULL}, "Na4@a5", "the knight on a4 cannot reinforce"},
    {PIECES,
     1,
     0,
     {NULL},
     "Be2@d2",
     "a new pawn needs an empty square: the rook on d2 stands there"},
    {PIECES, 1, 0, {NULL}, "Be2@e4", "e4 is not next to the bishop on e2 on a file or rank"},
    {PIECES, 1, 0, {NULL}, "Be2@d3", "d3 is not next to the bishop on e2 on a file or rank"},
    {PIECES, 1, 0, {NULL}, "Be2@c2", "c2 is not next to the bishop on e2 on a file or rank"},
    {"7k/6pp/8/8/8/3PP3/PPPPPP2/K3B3 w - - 0 1",
     1,
     0,
     {NULL},
     "Be1@f1",
     "white already has all 8 pawns on the board"},
    /* the route */
    {PIECES, 1, 0, {NULL}, "K@-", "expected the square of an own rook for the escape route"},
    {PIECES, 1, 0, {NULL}, "K@b2", "the king can escape only to its own rook, but b2 is empty"},
    {PIECES,
     1,
     0,
     {NULL},
     "K@h2",
     "the king can escape only to its own rook, not to the black pawn on h2"},
    {PIECES,
     1,
     0,
     {NULL},
     "K@a2",
     "the king can escape only to its own rook, not to the pawn on a2"},
    {PIECES,
     1,
     0,
     {NULL},
     "Ka1@a2",
     "the king can escape only to its own rook, not to the pawn on a2"},
};

START_TEST(a_refusal_says_why) {
    struct state s = state_of(&rs, reasons[_i].xfen);
    rs.moves = (uint8_t)reasons[_i].moves;
    if (rs.moves == 0)
        rules_by_die(&rs);
    s.turn.roll = (uint8_t)reasons[_i].roll;
    for (unsigned i = 0; i < 3 && reasons[_i].made[i] != NULL; i++)
        make(&s, reasons[_i].made[i]);
    ck_assert_str_eq(refusal_of(&s, reasons[_i].text).text, reasons[_i].reason);
}
END_TEST

/* ---- the slow, obvious implementation -------------------------------------------------------- */

static int slow_file(const xpgn_position *p, int sq) {
    return sq % p->files;
}
static int slow_rank(const xpgn_position *p, int sq) {
    return sq / p->files;
}

/* Squares apart along one file or rank with nothing between; 0 if not so. */
static int slow_distance(const xpgn_position *p, int a, int b) {
    int files = abs(slow_file(p, a) - slow_file(p, b));
    int ranks = abs(slow_rank(p, a) - slow_rank(p, b));
    if ((files == 0) == (ranks == 0))
        return 0;
    int low = a < b ? a : b, high = a < b ? b : a;
    for (int sq = low + (files ? 1 : p->files); sq < high; sq += files ? 1 : p->files)
        if (p->at[sq] != 0)
            return 0;
    return files + ranks;
}

static bool slow_of(const xpgn_position *p, int sq, unsigned seat) {
    return p->at[sq] != 0 && XPGN_SEAT_OF(p->at[sq]) == seat;
}

static unsigned slow_type(const xpgn_position *p, int sq) {
    return XPGN_TYPE_OF(p->at[sq]);
}

static int slow_gives(const xpgn_position *p, int from, int target) {
    unsigned type = slow_type(p, from);
    int distance = slow_distance(p, from, target);
    bool beside_queen = false;
    for (int sq = 0; sq < p->files * p->ranks; sq++)
        if (slow_of(p, sq, XPGN_SEAT_OF(p->at[from])) && slow_type(p, sq) == XPGN_QUEEN &&
            slow_distance(p, from, sq) == 1)
            beside_queen = true;
    if (distance == 1)
        return (type == XPGN_BISHOP ? 0 : 1) + beside_queen;
    if (distance == 2 && type == XPGN_KNIGHT && slow_type(p, target) != XPGN_ROOK)
        return 2 + beside_queen;
    return 0;
}

/* Four more squares than a capture can come from would do; all of them are simpler. */
static bool slow_takes(const xpgn_position *p, int from, int target) {
    static const int defense[] = {0, 1, 1, 0, 2, 1, 1};
    int sum = 0;
    if (slow_distance(p, from, target) == 0 || slow_distance(p, from, target) > 2 ||
        slow_gives(p, from, target) == 0)
        return false;
    for (int sq = 0; sq < p->files * p->ranks; sq++)
        if (slow_of(p, sq, p->side_to_move) && slow_distance(p, sq, target) != 0)
            sum += slow_gives(p, sq, target);
    return sum > defense[slow_type(p, target)];
}

static bool slow_room(const xpgn_position *p, unsigned type) {
    static const int most[] = {0, 8, 2, 2, 2, 1, 1};
    int n = 0;
    for (int sq = 0; sq < p->files * p->ranks; sq++)
        n += slow_of(p, sq, p->side_to_move) && slow_type(p, sq) == type;
    return n < most[type];
}

struct slow_list {
    xpgn_action action[2048];
    size_t count;
};

static void slow_add(const xpgn_position *p, xpgn_action_kind kind, int from, int to,
                     unsigned promotion, struct slow_list *l) {
    xpgn_action a = {.kind = (uint8_t)kind,
                     .piece = from == XPGN_NO_SQUARE ? 0 : p->at[from],
                     .from = (xpgn_square)from,
                     .to = (xpgn_square)to,
                     .target = (xpgn_square)(kind == XPGN_ATTACK ? to : XPGN_NO_SQUARE),
                     .promotion = (uint8_t)promotion,
                     .drop = XPGN_NO_SQUARE};
    l->action[l->count++] = a;
}

static void slow_captures(const xpgn_position *p, int from, int to, struct slow_list *l) {
    unsigned type = slow_type(p, from);
    if (slow_of(p, to, p->side_to_move) || !slow_takes(p, from, to))
        return;
    slow_add(p, XPGN_ATTACK, from, to, 0, l);
    for (unsigned better = XPGN_KNIGHT; better <= XPGN_ROOK; better++)
        if (type == XPGN_PAWN && slow_room(p, better))
            slow_add(p, XPGN_ATTACK, from, to, better, l);
    if ((type == XPGN_KNIGHT || type == XPGN_ROOK) && slow_room(p, XPGN_QUEEN))
        slow_add(p, XPGN_ATTACK, from, to, XPGN_QUEEN, l);
}

static void slow_pair(const xpgn_position *p, int from, int to, struct slow_list *l) {
    unsigned type = slow_type(p, from);
    int distance = slow_distance(p, from, to);
    int speed = type == XPGN_KNIGHT ? 2 : type == XPGN_ROOK ? 0 : 1;
    if (p->at[to] != 0)
        slow_captures(p, from, to, l);
    else if (distance >= 1 && distance <= speed)
        slow_add(p, XPGN_STEP, from, to, 0, l);
    if (p->at[to] == 0 && distance == 1 && type == XPGN_BISHOP && slow_room(p, XPGN_PAWN))
        slow_add(p, XPGN_REINFORCE, from, to, 0, l);
    if (type == XPGN_KING && slow_of(p, to, p->side_to_move) && slow_type(p, to) == XPGN_ROOK)
        slow_add(p, XPGN_ROUTE, from, to, 0, l);
}

static void slow_actions(const struct state *s, struct slow_list *l) {
    const xpgn_position *p = &s->position;
    static const unsigned by_die[7] = {4, 0, 1, 1, 2, 2, 3};
    unsigned allowed = rs.moves != 0 ? rs.moves : by_die[s->turn.roll];
    l->count = 0;
    if (allowed == 0 && s->turn.stage == STAGE_START)
        slow_add(p, XPGN_PASS, XPGN_NO_SQUARE, XPGN_NO_SQUARE, 0, l);
    if (s->turn.made >= allowed || s->turn.stage == STAGE_OVER)
        return;
    for (int from = 0; from < p->files * p->ranks; from++) {
        if (!slow_of(p, from, p->side_to_move) || turn_has_moved(&s->turn, (xpgn_square)from))
            continue;
        for (int to = 0; to < p->files * p->ranks; to++)
            slow_pair(p, from, to, l);
    }
}

/* ---- random positions ------------------------------------------------------------------------ */

struct state random_state(uint64_t *seed) {
    struct state s;
    memset(&s, 0, sizeof s);
    unsigned seats = draw(seed, 4) == 0 ? 4 : 2;
    rules_of_siege(&rs, seats);
    rs.moves = (uint8_t)draw(seed, 4);
    if (rs.moves == 0)
        rules_by_die(&rs);
    position_clear(&s.position, &rs.geometry);
    unsigned squares = position_squares(&s.position);
    unsigned density = 2 + draw(seed, 8);
    for (unsigned sq = 0; sq < squares; sq++) {
        unsigned type = XPGN_PAWN + draw(seed, 5), seat = draw(seed, seats);
        if (draw(seed, density) == 0)
            position_put(&s.position, (xpgn_square)sq, XPGN_PIECE(seat, type));
    }
    for (unsigned seat = 0; seat < seats; seat++) {
        xpgn_square sq = (xpgn_square)draw(seed, squares);
        position_lift(&s.position, sq);
        position_put(&s.position, sq, XPGN_PIECE(seat, XPGN_KING));
    }
    s.position.side_to_move = (uint8_t)draw(seed, seats);
    s.turn.roll = (uint8_t)(rs.moves == 0 ? draw(seed, 7) : 0);
    s.turn.made = (uint8_t)draw(seed, 3);
    s.turn.stage = s.turn.made != 0 ? STAGE_MOVES : STAGE_START;
    for (unsigned i = 0; i < s.turn.made; i++)
        turn_mark_moved(&s.turn, (xpgn_square)draw(seed, squares));
    return s;
}

struct notation random_notation(uint64_t *seed) {
    struct notation n = {.kind = (enum notation_kind)draw(seed, 7),
                         .sign = (enum notation_sign)draw(seed, 5),
                         .type = (uint8_t)(1 + draw(seed, 6)),
                         .from_file = (int8_t)((int)draw(seed, 13) - 1),
                         .from_rank = (int8_t)((int)draw(seed, 13) - 1),
                         .to_file = (int8_t)draw(seed, 12),
                         .to_rank = (int8_t)draw(seed, 12),
                         .promotion = (uint8_t)(draw(seed, 4) == 0 ? 1 + draw(seed, 6) : 0)};
    if (draw(seed, 2) == 0)
        n.from_file = n.from_rank = -1;
    return n;
}

bool slow_stood(const xpgn_position *p, const struct notation *n, int from, xpgn_action *a) {
    int to = n->to_rank * p->files + n->to_file;
    bool attack = n->sign == SIGN_CAPTURE, king = n->type == XPGN_KING;
    if (n->kind == NOTATION_DECLINE || n->to_file >= p->files || n->to_rank >= p->ranks)
        return false;
    *a = (xpgn_action){.kind = attack ? XPGN_ATTACK : XPGN_STEP,
                       .piece = p->at[from],
                       .from = (xpgn_square)from,
                       .to = (xpgn_square)to,
                       .target = XPGN_NO_SQUARE,
                       .drop = XPGN_NO_SQUARE};
    if (n->kind == NOTATION_DROP || n->kind == NOTATION_AT) {
        a->kind = king ? XPGN_ROUTE : XPGN_REINFORCE;
        return king ? slow_of(p, to, p->side_to_move) && slow_type(p, to) == XPGN_ROOK
                    : p->at[to] == 0 && n->type == XPGN_BISHOP;
    }
    if (n->kind != NOTATION_MOVE || n->sign > SIGN_CAPTURE)
        return false;
    if (!attack)
        return p->at[to] == 0 && n->promotion == 0;
    a->target = (xpgn_square)to;
    a->promotion = n->promotion;
    bool officer = n->promotion > XPGN_PAWN && n->promotion < XPGN_KING;
    return p->at[to] != 0 && !slow_of(p, to, p->side_to_move) &&
           (n->promotion == 0 || (officer && !king));
}

START_TEST(the_list_is_that_of_the_slow_implementation) {
    uint64_t seed = 20260501;
    static xpgn_action fast[2048];
    static struct slow_list slow;
    for (int i = 0, last = states_compared(); i < last; i++) {
        struct state s = random_state(&seed);
        size_t n = ortho_actions(&rs, &s, fast, 2048);
        slow_actions(&s, &slow);
        check_same_actions(fast, n, slow.action, slow.count);
        if (ortho_any(&rs, &s) != (n != 0))
            ck_abort_msg("any: %zu", n);
    }
}
END_TEST

static void add_captures(Suite *suite) {
    TCase *captures = tcase_create("captures");
    tcase_add_checked_fixture(captures, set_up, NULL);
    tcase_add_test(captures, as3_neighbours_give_their_atk_by_square);
    tcase_add_test(captures, as3_diagonal_neighbours_give_nothing);
    tcase_add_test(captures, as3_a_knight_charges_along_a_clear_line_from_two_squares);
    tcase_add_test(captures, as3_a_charge_gives_nothing_to_a_rook_inspired_or_not);
    tcase_add_test(captures, as3_the_queen_inspires_her_neighbours_but_not_herself);
    tcase_add_test(captures, as3_an_enemy_queen_does_not_inspire);
    tcase_add_test(captures, as4_the_sum_must_exceed_the_defense);
    tcase_add_test(captures, as4_only_a_piece_that_gives_atk_takes);
    tcase_add_test(captures, as4_a_blocked_charge_does_not_take);
    tcase_add_test(captures, as4_a_rook_moves_by_taking);
    tcase_add_test(captures, as4_a_helper_may_have_moved_already);
    tcase_add_test(captures, as4_no_capture_of_nobody_or_of_the_own_side);
    tcase_add_test(captures, as4_a_capture_is_written_with_its_sign);
    tcase_add_test(captures, as5_a_capture_may_promote);
    tcase_add_test(captures, as5_a_knight_and_a_rook_become_the_queen);
    tcase_add_test(captures, as5_a_promotion_keeps_to_the_list_and_to_the_army);
    tcase_add_test(captures, as5_a_bishop_is_not_promoted);
    tcase_add_test(captures, as5_pieces_of_the_other_side_do_not_count);
    suite_add_tcase(suite, captures);
}

static void add_moves(Suite *suite) {
    TCase *moves = tcase_create("moves");
    tcase_add_checked_fixture(moves, set_up, NULL);
    tcase_add_test(moves, every_square_of_every_board_has_its_file_and_rank);
    tcase_add_test(moves, as2_a_step_is_one_square_along_a_file_or_rank);
    tcase_add_test(moves, as2_a_knight_makes_one_or_two_squares_and_does_not_leap);
    tcase_add_test(moves, as2_a_rook_makes_no_step);
    tcase_add_test(moves, as2_a_step_promotes_nobody);
    tcase_add_test(moves, as6_a_bishop_puts_a_pawn_beside_it);
    tcase_add_test(moves, as6_eight_pawns_are_all_there_are);
    tcase_add_test(moves, as6_the_new_pawn_acts_in_the_same_turn_the_bishop_does_not);
    tcase_add_test(moves, as6_only_a_bishop_puts_pawns_down);
    tcase_add_test(moves, as7_the_king_goes_to_an_own_rook);
    tcase_add_test(moves, as7_the_route_is_the_kings_move);
    tcase_add_test(moves, as9_a_locked_side_has_no_move_before_any_die);
    tcase_add_test(moves, as10_a_turn_has_as_many_moves_as_its_mode);
    tcase_add_test(moves, as10_a_die_says_how_many_moves);
    tcase_add_test(moves, as10_a_fumble_is_a_turn_without_a_move);
    tcase_add_test(moves, as10_no_turn_is_passed_where_a_move_is_allowed);
    tcase_add_test(moves, as10_a_turn_that_is_over_allows_nothing);
    tcase_add_test(moves, as11_all_other_seats_are_enemies);
    tcase_add_test(moves, as11_a_board_of_twelve_files_has_its_own_edges);
    tcase_add_test(moves, a_shorter_form_is_taken_where_one_action_fits);
    tcase_add_test(moves, shots_and_suicide_runs_are_refused_by_their_rules);
    tcase_add_test(moves, an_ambiguous_form_is_refused_with_what_it_fits);
    tcase_add_test(moves, a_near_miss_is_answered_with_the_nearest_actions);
    tcase_add_loop_test(moves, a_refusal_says_why, 0, sizeof reasons / sizeof *reasons);
    suite_add_tcase(suite, moves);
}

static void add_random(Suite *suite) {
    TCase *random = tcase_create("random positions");
    tcase_add_checked_fixture(random, set_up, NULL);
    tcase_set_timeout(random, 60);
    tcase_add_test(random, the_list_is_that_of_the_slow_implementation);
    tcase_add_test(random, every_legal_action_is_found_again_by_its_name);
    tcase_add_test(random, what_is_played_leaves_a_sound_position);
    tcase_add_test(random, a_notation_is_resolved_exactly_if_one_listed_action_fits);
    tcase_add_test(random, what_stood_is_the_one_piece_that_is_meant_if_the_board_can_show_it);
    suite_add_tcase(suite, random);
}

int main(void) {
    Suite *suite = suite_create("ortho");
    add_moves(suite);
    add_captures(suite);
    add_random(suite);
    return run_suite(suite);
}
