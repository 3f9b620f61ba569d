/* SPDX-License-Identifier: MIT */
/* Queen lines of exact length, challenges, teleports, escape attempts (Combat Chess 2). */
#include "rules_fixture_line.h"

#include <stdlib.h>

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"

static void set_up(void) {
    rules_of_lines(&rs);
}

static struct state rolled(const char *xfen, unsigned roll) {
    struct state s = state_of(&rs, xfen);
    s.turn.roll = (uint8_t)roll;
    return s;
}

/* The piece on `square` has just moved there. */
static struct state moved(const char *xfen, const char *square) {
    struct state s = state_of(&rs, xfen);
    s.turn.stage = STAGE_MOVED;
    s.turn.actor = square_of(&s.position, square);
    turn_mark_moved(&s.turn, s.turn.actor);
    return s;
}

static xpgn_position play(const struct state *s, const char *text) {
    struct notation n = notation_of(text);
    xpgn_action a;
    xpgn_position p = s->position;
    ck_assert_msg(movement_resolve(&rs, s, &n, &a), "%s", text);
    line_play(&rs, &p, &a);
    check_sets(&rs, &p);
    return p;
}

static size_t count(const struct state *s, xpgn_action_kind kind) {
    xpgn_action list[512];
    size_t n = line_actions(&rs, s, list, 512), of_kind = 0;
    ck_assert_uint_le(n, 512);
    for (size_t i = 0; i < n; i++)
        of_kind += list[i].kind == kind;
    return of_kind;
}

/* ---- steps ----------------------------------------------------------------------------------- */

START_TEST(cc1_a_castle_never_moves) {
    struct state s = rolled("r3k2r/8/8/3p4/8/8/3B4/R3K2R w - - 0 5", 1);
    check_refused(&s, "Ra1-b1", "CC-1");
    check_refused(&s, "Ra1-a3", "CC-1");
}
END_TEST

START_TEST(cc1_a_castle_neither_challenges_nor_is_challenged) {
    struct state s = state_of(&rs, "r3k2r/1B6/8/8/8/8/1p6/R3K2R w - - 0 5");
    check_refused(&s, "Bb7xa8", "CC-1");
    check_refused(&s, "Ra1xb2", "CC-1");
    ck_assert_uint_eq(count(&s, XPGN_ATTACK), 0);
}
END_TEST

START_TEST(cc4_every_piece_goes_along_any_queen_line) {
    struct state s = rolled(START, 2);
    ck_assert(can(&s, "e2-c4"));
    ck_assert(can(&s, "e2-e4"));
    ck_assert(can(&s, "e2-g4"));
    ck_assert(can(&s, "Nb1-d3"));
    ck_assert(!can(&s, "Nb1-c3"));
}
END_TEST

START_TEST(cc4_a_step_is_exactly_as_long_as_the_roll) {
    struct state s = rolled(START, 2);
    check_refused(&s, "e2-e3", "CC-4");
    check_refused(&s, "e2-e5", "CC-4");
    check_refused(&s, "e2-f4", "CC-4");
    struct refusal why = refusal_of(&s, "e2-e3");
    ck_assert_str_eq(why.text, "the pawn on e2 goes 1 square to e3, expected 2: the roll to move");
}
END_TEST

START_TEST(cc4_only_a_dragon_passes_over_pieces) {
    struct state s = rolled(START, 3);
    struct refusal why = refusal_of(&s, "Bc1-f4");
    ck_assert_str_eq(why.rule, "CC-4");
    ck_assert_str_eq(why.text,
                     "the bishop on c1 cannot go 3 squares: the pawn on d2 is in the way");
    ck_assert(can(&s, "Nb1-b4"));
    ck_assert(can(&s, "Nb1-e4"));
}
END_TEST

START_TEST(cc4_a_step_needs_an_empty_square_and_the_board) {
    struct state s = rolled("r3k2r/8/8/3p4/8/8/3B4/R3K2R w - - 0 5", 3);
    check_refused(&s, "Bd2-d5", "CC-4");
    check_refused(&s, "Bd2-i7", "CC-4");
}
END_TEST

START_TEST(cc4_a_step_without_a_roll_is_refused) {
    struct state s = state_of(&rs, START);
    check_refused(&s, "e2-e4", "CC-4");
}
END_TEST

START_TEST(cc4_a_roll_to_move_governs_nothing_but_a_step) {
    struct state s = rolled("r3k2r/8/8/3p4/3B4/8/8/R3K2R w - - 0 5", 2);
    check_refused(&s, "Bd4xd5", "CC-4");
    check_refused(&s, "K@c3", "CC-4");
    check_refused(&s, "K@-", "CC-4");
}
END_TEST

START_TEST(cc4_over_planning_is_for_a_roll_that_no_piece_can_use) {
    struct state s = rolled(START, 6);
    ck_assert(can(&s, "--"));
    ck_assert_uint_eq(count(&s, XPGN_PASS), 1);
    ck_assert_uint_eq(count(&s, XPGN_STEP), 0);
    s.turn.roll = 5;
    check_refused(&s, "--", "CC-4");
    ck_assert_uint_eq(count(&s, XPGN_PASS), 0);
    s.turn.roll = 0;
    check_refused(&s, "--", "CC-4");
}
END_TEST

START_TEST(cc4_a_pawn_that_became_a_bishop_has_its_letter) {
    struct state s = rolled("r6r/4q3/8/3B4/8/8/8/R3K2R w - - 0 10", 1);
    check_refused(&s, "d5-d6", "CC-4");
    ck_assert(can(&s, "Bd5-d6"));
}
END_TEST

START_TEST(a_played_step_leaves_clock_and_turn_alone) {
    struct state s = rolled("r3k2r/8/8/3p4/8/8/3B4/R3K2R w - - 7 5", 2);
    xpgn_position p = play(&s, "Bd2-d4");
    ck_assert_uint_eq(p.at[square_of(&p, "d2")], 0);
    ck_assert_uint_eq(p.at[square_of(&p, "d4")], XPGN_PIECE(0, XPGN_BISHOP));
    ck_assert_uint_eq(p.halfmove_clock, 7);
    ck_assert_uint_eq(p.side_to_move, 0);
}
END_TEST

/* ---- what may follow ------------------------------------------------------------------------- */

START_TEST(cc3_a_turn_begins_with_a_choice) {
    struct state s = state_of(&rs, "r3k2r/1B6/8/8/8/8/8/R3K2R[a8:Q] w - - 0 9");
    ck_assert(can(&s, "Bb7@a8"));
    ck_assert(can(&s, "K@d4"));
    ck_assert(can(&s, "K@-"));
    ck_assert(line_any(&rs, &s));
}
END_TEST

START_TEST(cc3_a_teleport_does_not_follow_a_step) {
    struct state s = moved("r3k2r/8/8/3p4/3B4/8/8/R3K2R w - - 0 5", "d4");
    check_refused(&s, "K@a5", "CC-3");
}
END_TEST

START_TEST(cc5_only_the_piece_that_moved_challenges) {
    struct state s = moved("r3k2r/8/8/3p4/3B4/1P6/8/R3K2R w - - 0 5", "b3");
    check_refused(&s, "Bd4xd5", "CC-5");
    check_refused(&s, "Bd4-d3", "CC-5");
    check_refused(&s, "--", "CC-5");
    ck_assert(!line_any(&rs, &s));
    s = moved("r3k2r/8/8/3p4/3B4/1P6/8/R3K2R w - - 0 5", "d4");
    ck_assert(can(&s, "Bd4xd5"));
    ck_assert_uint_eq(line_actions(&rs, &s, NULL, 0), 1);
    ck_assert(line_any(&rs, &s));
}
END_TEST

START_TEST(cc5_no_escape_attempt_after_a_step) {
    struct state s = moved("r3k2r/1B6/8/8/8/8/8/R3K2R[a8:Q] w - - 0 9", "b7");
    check_refused(&s, "Bb7@a8", "CC-5");
}
END_TEST

START_TEST(cc7_after_a_lost_challenge_nothing_follows) {
    struct state s = state_of(&rs, "r3k2r/8/8/3p4/8/8/8/R3K2R w - - 0 5");
    s.turn.stage = STAGE_OVER;
    check_refused(&s, "K@-", "CC-7");
    s.turn.roll = 1;
    check_refused(&s, "Ke1-e2", "CC-7");
    check_refused(&s, "--", "CC-7");
    ck_assert_uint_eq(line_actions(&rs, &s, NULL, 0), 0);
    ck_assert(!line_any(&rs, &s));
}
END_TEST

START_TEST(cc7_after_a_won_challenge_any_piece_goes_on) {
    struct state s = rolled("r3k2r/8/8/3B4/8/8/8/R3K2R w - - 0 5", 1);
    s.turn.stage = STAGE_WON;
    turn_mark_moved(&s.turn, square_of(&s.position, "d5"));
    ck_assert(can(&s, "Ke1-e2"));
    ck_assert(can(&s, "Bd5-d6"));
    s.turn.roll = 0;
    ck_assert(can(&s, "K@a5"));
}
END_TEST

/* ---- challenges ------------------------------------------------------------------------------ */

START_TEST(cc6_a_challenge_needs_an_adjacent_enemy) {
    struct state s = state_of(&rs, "r3k2r/8/8/3p4/3B4/8/3P4/R3K2R w - - 0 5");
    ck_assert(can(&s, "Bd4xd5"));
    check_refused(&s, "d2xd5", "CC-6");
    check_refused(&s, "Ke1xd2", "CC-6");
    check_refused(&s, "Bd4xe4", "CC-6");
    ck_assert_uint_eq(count(&s, XPGN_ATTACK), 1);
}
END_TEST

START_TEST(cc6_a_challenge_is_written_with_its_sign) {
    struct state s = state_of(&rs, "r3k2r/8/8/3p4/3B4/8/8/R3K2R w - - 0 5");
    ck_assert(!can(&s, "Bd4-d5"));
    ck_assert(!can(&s, "Bd5"));
    ck_assert(can(&s, "Bxd5"));
}
END_TEST

START_TEST(a_won_challenge_takes_the_square) {
    struct state s = state_of(&rs, "r3k2r/8/8/3p4/3B4/8/8/R3K2R w - - 0 5");
    xpgn_position p = play(&s, "Bd4xd5");
    ck_assert_uint_eq(p.at[square_of(&p, "d5")], XPGN_PIECE(0, XPGN_BISHOP));
    ck_assert_uint_eq(p.at[square_of(&p, "d4")], 0);
    ck_assert_uint_eq(p.held[0][XPGN_PAWN], 0);
}
END_TEST

/* ---- teleport -------------------------------------------------------------------------------- */

START_TEST(cc9_the_king_goes_to_every_empty_square_or_declines) {
    struct state s = state_of(&rs, START);
    ck_assert_uint_eq(count(&s, XPGN_TELEPORT), 33);
    xpgn_position p = play(&s, "K@e6");
    ck_assert_uint_eq(p.king[0], square_of(&p, "e6"));
    p = play(&s, "K@-");
    ck_assert(position_equal(&p, &s.position));
    check_refused(&s, "K@e7", "CC-9");
    check_refused(&s, "K@e2", "CC-9");
}
END_TEST

START_TEST(cc9_a_king_that_is_a_prisoner_does_not_teleport) {
    struct state s = state_of(&rs, "r3k2r/8/8/8/8/8/3B4/R6R[a8:K] w - - 0 9");
    check_refused(&s, "K@e5", "CC-9");
    check_refused(&s, "K@-", "CC-9");
    ck_assert_uint_eq(count(&s, XPGN_TELEPORT), 0);
}
END_TEST

START_TEST(the_teleporting_king_may_be_written_with_its_square) {
    struct state s = state_of(&rs, START);
    ck_assert(can(&s, "Ke1@e5"));
    check_refused(&s, "Kd1@e5", "CC-9");
}
END_TEST

/* ---- escape ---------------------------------------------------------------------------------- */

START_TEST(cc10_a_hero_frees_from_an_enemy_castle) {
    struct state s = state_of(&rs, "r3k2r/1B6/8/8/8/8/8/R3K2R[a8:QP] w - - 3 9");
    struct notation n = notation_of("Bb7@a8");
    xpgn_action a;
    ck_assert(movement_resolve(&rs, &s, &n, &a));
    ck_assert_uint_eq(a.kind, XPGN_RELEASE);
    ck_assert_uint_eq(a.target, square_of(&s.position, "a8"));
    xpgn_position p = play(&s, "Bb7@a8"); /* failed: nobody named */
    ck_assert(position_equal(&p, &s.position));
    a.promotion = XPGN_PAWN;
    a.drop = square_of(&p, "a7");
    line_play(&rs, &p, &a);
    ck_assert_uint_eq(p.at[a.drop], XPGN_PIECE(0, XPGN_PAWN));
    ck_assert_uint_eq(p.held[2][XPGN_PAWN], 0);
    ck_assert_uint_eq(p.held[2][XPGN_QUEEN], 1);
}
END_TEST

START_TEST(cc10_black_frees_from_the_castles_of_white) {
    struct state s = state_of(&rs, "r3k2r/8/8/8/8/8/6q1/R3K2R[h1:kp] b - - 3 9");
    ck_assert(can(&s, "Qg2@h1"));
    ck_assert_uint_eq(count(&s, XPGN_RELEASE), 1);
}
END_TEST

START_TEST(cc10_the_castle_must_hold_a_prisoner) {
    struct state s = state_of(&rs, "r3k2r/1B6/8/8/8/8/1P6/R3K2R[a1:q,h8:Q] w - - 0 9");
    check_refused(&s, "Bb7@a8", "CC-10");
    check_refused(&s, "b2@a1", "CC-10");
}
END_TEST

START_TEST(cc10_the_hero_must_be_adjacent) {
    struct state s = state_of(&rs, "r3k2r/8/1B6/8/8/8/8/R3K2R[a8:Q] w - - 0 9");
    check_refused(&s, "Bb6@a8", "CC-10");
}
END_TEST

START_TEST(cc10_a_square_beside_the_castle_must_be_empty) {
    struct state s = state_of(&rs, "rn2k2r/pB6/8/8/8/8/8/R3K2R[a8:Q] w - - 0 9");
    check_refused(&s, "Bb7@a8", "CC-10");
}
END_TEST

START_TEST(cc10_the_hero_has_stood_there_since_before_the_turn) {
    struct state s = state_of(&rs, "r3k2r/1B6/8/8/8/8/8/R3K2R[a8:Q] w - - 0 9");
    s.turn.stage = STAGE_WON;
    ck_assert(can(&s, "Bb7@a8"));
    turn_mark_moved(&s.turn, square_of(&s.position, "b7"));
    check_refused(&s, "Bb7@a8", "CC-10");
}
END_TEST

START_TEST(cc10_a_castle_is_no_hero) {
    struct state s = state_of(&rs, "rR2k2r/8/8/8/8/8/8/R3K2R[a8:Q] w - - 0 9");
    check_refused(&s, "Rb8@a8", "CC-10");
}
END_TEST

START_TEST(cc10_a_freed_piece_without_an_attempt_is_refused) {
    struct state s = state_of(&rs, "r3k2r/1B6/8/8/8/8/8/R3K2R[a8:Q] w - - 0 9");
    check_refused(&s, "Q@b8", "CC-10");
    s.turn.stage = STAGE_OVER;
    check_refused(&s, "Q@b8", "CC-10");
}
END_TEST

START_TEST(without_escapes_in_the_rules_no_castle_frees_anybody) {
    struct state s = state_of(&rs, "r3k2r/1B6/8/8/8/8/8/R3K2R[a8:Q] w - - 0 9");
    rs.release_reach = 0;
    struct refusal why = refusal_of(&s, "Bb7@a8");
    ck_assert_str_eq(why.text, "a8 is not an enemy castle: no prisoner can be freed there");
}
END_TEST

START_TEST(cc13_no_castling_and_no_promotion) {
    struct state s = rolled("r3k2r/1P6/8/8/8/8/8/R3K2R w - - 0 9", 1);
    check_refused(&s, "O-O", "CC-13");
    check_refused(&s, "b7-b8=Q", "CC-13");
    ck_assert(can(&s, "b7-b8"));
}
END_TEST

/* ---- notation -------------------------------------------------------------------------------- */

START_TEST(a_shorter_form_is_taken_where_one_action_fits) {
    struct state s = rolled("r3k2r/8/8/3p4/8/8/3B4/R3K2R w - - 0 5", 2);
    ck_assert(can(&s, "Bd4"));
    ck_assert(can(&s, "Bdd4"));
    ck_assert(can(&s, "B2-d4"));
    ck_assert(!can(&s, "d4"));
}
END_TEST

START_TEST(an_ambiguous_form_is_refused_with_the_two_it_fits) {
    struct state s = rolled("r3k2r/8/8/8/8/1B1B4/8/R3K2R w - - 0 5", 2);
    struct refusal why = refusal_of(&s, "Bd1");
    ck_assert(why.ambiguous);
    ck_assert_ptr_null(why.rule);
    ck_assert_uint_eq(why.fits.count, 2);
    ck_assert_str_eq(why.fits.name[0], "Bb3-d1");
    ck_assert_str_eq(why.fits.name[1], "Bd3-d1");
}
END_TEST

START_TEST(of_many_actions_that_fit_the_first_are_named) {
    struct state s = state_of(&rs, "r3k2r/8/8/2PPP3/2PpP3/8/8/R3K2R w - - 0 5");
    struct refusal why = refusal_of(&s, "xd4");
    ck_assert_uint_eq(why.fits.count, 4);
    ck_assert_str_eq(why.fits.name[3], "d5xd4");
    ck_assert_str_eq(why.text, "5 actions fit, among them c4xd4 and e4xd4");
}
END_TEST

START_TEST(a_near_miss_is_answered_with_the_nearest_actions) {
    struct state s = rolled("r3k2r/8/8/8/8/8/3B4/R3K2R w - - 0 5", 2);
    struct suggestions near;
    movement_suggest(&rs, &s, (xpgn_slice){"Bd2-d5", 6}, false, &near);
    ck_assert_uint_ge(near.count, 1);
    ck_assert_str_eq(near.name[0], "Bd2-d4");
}
END_TEST

START_TEST(a_piece_of_the_other_side_does_not_act) {
    struct state s = rolled(START, 2);
    struct refusal why = refusal_of(&s, "e7-e5");
    ck_assert_str_eq(why.text, "the black pawn on e7 cannot act: it is the turn of white");
    why = refusal_of(&s, "e4-e6");
    ck_assert_str_eq(why.text, "there is no piece on e4");
    why = refusal_of(&s, "d1-d3");
    ck_assert_str_eq(why.text, "the piece on d1 is a queen, not a pawn");
}
END_TEST

/* ---- reasons --------------------------------------------------------------------------------- */

#define FIELD "r6r/1B6/3q4/3p4/N2P3k/2P5/8/RK5R[a8:Q,a1:p] w - - 0 9"
#define JAIL "rn5r/pB6/8/8/8/8/1n6/RK5R[a8:Q] w - - 0 9"
#define KINGLESS "r3k2r/1B6/8/8/8/8/8/R6R[h8:K] w - - 0 9"

static const struct {
    const char *xfen;
    enum turn_stage stage;
    const char *moved; /* the piece that has */
    unsigned roll;
    const char *text, *reason;
} reasons[] = {
    /* what never moves and never fights */
    {FIELD, STAGE_START, NULL, 1, "Ra1-a2", "the castle on a1 never moves"},
    {FIELD, STAGE_START, NULL, 0, "Ra1-a2", "the castle on a1 never moves"},
    {FIELD, STAGE_START, NULL, 0, "Ra1xa4", "the castle on a1 never challenges"},
    {FIELD, STAGE_START, NULL, 0, "Bb7xa8", "the black castle on a8 cannot be challenged"},
    {FIELD, STAGE_START, NULL, 0, "Kb1xa1", "the castle on a1 cannot be challenged"},
    {FIELD, STAGE_START, NULL, 0, "Ra1@a8",
     "the castle on a1 cannot free a prisoner: it never leaves its square"},
    /* who */
    {FIELD, STAGE_START, NULL, 1, "Qd1-d2", "there is no piece on d1"},
    {FIELD, STAGE_START, NULL, 1, "Qd2", "white has no queen on the board"},
    {FIELD, STAGE_START, NULL, 1, "Qhd2", "white has no queen on the h-file"},
    {FIELD, STAGE_START, NULL, 1, "Q8d2", "white has no queen on rank 8"},
    {FIELD, STAGE_START, NULL, 1, "Qd6-d7",
     "the black queen on d6 cannot act: it is the turn of white"},
    {FIELD, STAGE_START, NULL, 1, "Qd4-d5", "the piece on d4 is a pawn, not a queen"},
    {FIELD, STAGE_START, NULL, 1, "d4-d12", "the board has no square d12"},
    {FIELD, STAGE_START, NULL, 1, "d4-i5", "the board has no square i5"},
    /* steps */
    {FIELD, STAGE_START, NULL, 0, "c3-c4", "missing roll to move before the step"},
    {FIELD, STAGE_START, NULL, 1, "d4-d5",
     "a step needs an empty square: the black pawn on d5 stands there"},
    {FIELD, STAGE_START, NULL, 1, "c3-d4",
     "a step needs an empty square: the pawn on d4 stands there"},
    {FIELD, STAGE_START, NULL, 2, "c3-d5",
     "a step needs an empty square: the black pawn on d5 stands there"},
    {FIELD, STAGE_START, NULL, 2, "c3-b5",
     "the pawn on c3 cannot go to b5: no straight line leads there"},
    {FIELD, STAGE_START, NULL, 2, "c3-c4",
     "the pawn on c3 goes 1 square to c4, expected 2: the roll to move"},
    {FIELD, STAGE_START, NULL, 1, "c3-c5",
     "the pawn on c3 goes 2 squares to c5, expected 1: the roll to move"},
    {FIELD, STAGE_START, NULL, 3, "c3-c4",
     "the pawn on c3 goes 1 square to c4, expected 3: the roll to move"},
    {FIELD, STAGE_START, NULL, 2, "c3-e5",
     "the pawn on c3 cannot go 2 squares: the pawn on d4 is in the way"},
    {FIELD, STAGE_START, NULL, 3, "d4-d7",
     "the pawn on d4 cannot go 3 squares: the black pawn on d5 is in the way"},
    {FIELD, STAGE_START, NULL, 3, "c4",
     "the pawn on c3 goes 1 square to c4, expected 3: the roll to move"},
    {FIELD, STAGE_START, NULL, 1, "c3-c4=Q", "this game has no promotion"},
    {FIELD, STAGE_WON, "d4", 0, "c3-c4", "missing roll to move before the step"},
    /* challenges */
    {FIELD, STAGE_START, NULL, 0, "d4xe5", "there is no piece on e5 to challenge"},
    {FIELD, STAGE_START, NULL, 0, "d4xc3",
     "the pawn on d4 cannot challenge the pawn on c3 of its own side"},
    {FIELD, STAGE_START, NULL, 0, "d4xd6",
     "the pawn on d4 cannot challenge the black queen on d6: it is not adjacent"},
    {FIELD, STAGE_START, NULL, 1, "d4xd5",
     "a roll to move must be followed by a step, not by a challenge"},
    {FIELD, STAGE_START, NULL, 0, "xd6",
     "the pawn on d4 cannot challenge the black queen on d6: it is not adjacent"},
    {FIELD, STAGE_START, NULL, 0, "Qxd5", "white has no queen on the board"},
    {FIELD, STAGE_START, NULL, 0, "d4xd9", "the board has no square d9"},
    {FIELD, STAGE_START, NULL, 0, "d4xd5=Q", "this game has no promotion"},
    {FIELD, STAGE_START, NULL, 0, "d4sd5", "this game has no shooting and no suicide run"},
    {FIELD, STAGE_START, NULL, 0, "d4xxd5", "this game has no shooting and no suicide run"},
    {FIELD, STAGE_START, NULL, 0, "O-O", "this game has no castling"},
    {FIELD, STAGE_START, NULL, 0, "O-O-O", "this game has no castling"},
    /* teleports */
    {FIELD, STAGE_START, NULL, 0, "K@d5",
     "a teleport needs an empty square: the black pawn on d5 stands there"},
    {FIELD, STAGE_START, NULL, 0, "K@c3",
     "a teleport needs an empty square: the pawn on c3 stands there"},
    {FIELD, STAGE_START, NULL, 1, "K@e3",
     "a roll to move must be followed by a step, not by a teleport"},
    {FIELD, STAGE_START, NULL, 1, "K@-",
     "a roll to move must be followed by a step, not by a teleport"},
    {FIELD, STAGE_START, NULL, 0, "B@-",
     "only a king can teleport, and only where the rules allow it"},
    {FIELD, STAGE_START, NULL, 0, "K@i3", "the board has no square i3"},
    {FIELD, STAGE_START, NULL, 0, "Kd1@e3", "there is no piece on d1"},
    {KINGLESS, STAGE_START, NULL, 0, "K@e3",
     "the king of white is not on the board and cannot teleport"},
    {KINGLESS, STAGE_START, NULL, 0, "K@-",
     "the king of white is not on the board and cannot teleport"},
    /* escapes */
    {FIELD, STAGE_START, NULL, 0, "B@e3",
     "e3 is not an enemy castle: no prisoner can be freed there"},
    {FIELD, STAGE_START, NULL, 0, "Bb7@d5",
     "d5 is not an enemy castle: no prisoner can be freed there"},
    {FIELD, STAGE_START, NULL, 0, "Bb7@a1",
     "a1 is not an enemy castle: no prisoner can be freed there"},
    {FIELD, STAGE_START, NULL, 0, "Bb7@h8", "the bishop on b7 is not adjacent to the castle on h8"},
    {FIELD, STAGE_START, NULL, 1, "Bb7@a8",
     "a roll to move must be followed by a step, not by an escape attempt"},
    {FIELD, STAGE_START, NULL, 0, "Na4@a8", "the dragon on a4 is not adjacent to the castle on a8"},
    {FIELD, STAGE_START, NULL, 0, "K@h8", "the king on b1 is not adjacent to the castle on h8"},
    {FIELD, STAGE_START, NULL, 0, "Kb1@h8", "the king on b1 is not adjacent to the castle on h8"},
    {FIELD, STAGE_WON, "b7", 0, "Bb7@a8",
     "the bishop on b7 cannot free a prisoner: it has moved in this turn"},
    {FIELD, STAGE_START, NULL, 0, "Q@b8", "white has no queen on the board"},
    {JAIL, STAGE_START, NULL, 0, "Bb7@a8",
     "no prisoner can be freed: no square next to a8 is empty"},
    {KINGLESS, STAGE_START, NULL, 0, "Bb7@a8", "no white prisoner is held at a8"},
    /* passing */
    {FIELD, STAGE_START, NULL, 0, "--", "-- is only for a roll to move that no piece can use"},
    {FIELD, STAGE_START, NULL, 2, "--", "-- is not allowed: a piece can go 2 squares"},
    /* after a step */
    {FIELD, STAGE_MOVED, "d4", 0, "c3-c4",
     "the pawn on d4 has moved: it may challenge an adjacent piece, or the turn ends"},
    {FIELD, STAGE_MOVED, "d4", 0, "--",
     "the pawn on d4 has moved: it may challenge an adjacent piece, or the turn ends"},
    {FIELD, STAGE_MOVED, "c3", 0, "d4xd5",
     "only the pawn on c3, which has just moved, may challenge now"},
    {FIELD, STAGE_MOVED, "d4", 0, "d4xe5", "there is no piece on e5 to challenge"},
    {FIELD, STAGE_MOVED, "d4", 0, "d4xd6",
     "the pawn on d4 cannot challenge the black queen on d6: it is not adjacent"},
    {FIELD, STAGE_MOVED, "d4", 0, "d4xd9", "the board has no square d9"},
    {FIELD, STAGE_MOVED, "d4", 0, "Bb7@a8",
     "the pawn on d4 has moved: it may challenge an adjacent piece, or the turn ends"},
    {FIELD, STAGE_MOVED, "d4", 0, "K@h8",
     "the pawn on d4 has moved: it may challenge an adjacent piece, or the turn ends"},
    {FIELD, STAGE_MOVED, "d4", 0, "K@e3",
     "a teleport replaces the roll to move, it cannot follow it"},
    {FIELD, STAGE_MOVED, "d4", 0, "K@-",
     "a teleport replaces the roll to move, it cannot follow it"},
    {FIELD, STAGE_MOVED, "d4", 0, "O-O", "this game has no castling"},
    {FIELD, STAGE_MOVED, "d4", 0, "c3sc4", "this game has no shooting and no suicide run"},
    {FIELD, STAGE_MOVED, "b7", 0, "Bb7xa8", "the black castle on a8 cannot be challenged"},
    /* after its end */
    {FIELD, STAGE_OVER, "d4", 0, "c3-c4",
     "the turn is over: it continues only after a won challenge"},
    {FIELD, STAGE_OVER, "d4", 0, "Q@b8", "unexpected freed piece: no prisoner was freed"},
    {FIELD, STAGE_OVER, "d4", 0, "K@b8",
     "the turn is over: it continues only after a won challenge"},
    {FIELD, STAGE_OVER, "d4", 0, "Bb7@a8",
     "the turn is over: it continues only after a won challenge"},
    {KINGLESS, STAGE_OVER, "b7", 0, "K@g8", "unexpected freed piece: no prisoner was freed"},
};

START_TEST(a_refusal_says_why) {
    struct state s = rolled(reasons[_i].xfen, reasons[_i].roll);
    s.turn.stage = reasons[_i].stage;
    if (reasons[_i].moved != NULL) {
        s.turn.actor = square_of(&s.position, reasons[_i].moved);
        turn_mark_moved(&s.turn, s.turn.actor);
    }
    ck_assert_str_eq(refusal_of(&s, reasons[_i].text).text, reasons[_i].reason);
}
END_TEST

/* ---- the slow, obvious implementation -------------------------------------------------------- */

/* Is `to` the square that `n` steps in direction (df, dr) lead to? Walks there one by one. */
/* by[0] files and by[1] ranks at a time */
static bool slow_walk(const xpgn_position *p, int from, int to, const int by[2], int n,
                      bool leaps) {
    int file = from % 8, rank = from / 8;
    for (int i = 1; i <= n; i++) {
        file += by[0];
        rank += by[1];
        if (file < 0 || file > 7 || rank < 0 || rank > 7)
            return false;
        if (i < n && !leaps && p->at[rank * 8 + file] != 0)
            return false;
    }
    return rank * 8 + file == to;
}

static bool slow_step(const struct state *s, int from, int to) {
    unsigned type = XPGN_TYPE_OF(s->position.at[from]);
    if (type == XPGN_ROOK || s->position.at[to] != 0 || s->turn.roll == 0)
        return false;
    for (int df = -1; df <= 1; df++)
        for (int dr = -1; dr <= 1; dr++)
            if ((df != 0 || dr != 0) && slow_walk(&s->position, from, to, (int[]){df, dr},
                                                  s->turn.roll, type == XPGN_KNIGHT))
                return true;
    return false;
}

static bool slow_beside(int a, int b) {
    return a != b && abs(a % 8 - b % 8) <= 1 && abs(a / 8 - b / 8) <= 1;
}

static bool slow_challenge(const struct state *s, int from, int to) {
    const xpgn_position *p = &s->position;
    return p->at[to] != 0 && XPGN_SEAT_OF(p->at[to]) != p->side_to_move && slow_beside(from, to) &&
           XPGN_TYPE_OF(p->at[from]) != XPGN_ROOK && XPGN_TYPE_OF(p->at[to]) != XPGN_ROOK;
}

static bool slow_release(const struct state *s, int from, int castle) {
    const xpgn_position *p = &s->position;
    static const int corner[4] = {0, 7, 56, 63};
    unsigned held = 0, room = 0;
    for (int cell = p->side_to_move == 0 ? 2 : 0; cell < (p->side_to_move == 0 ? 4 : 2); cell++)
        for (int type = 1; type < 7; type++)
            held += corner[cell] == castle ? p->held[cell][type] : 0;
    for (int sq = 0; sq < 64; sq++)
        room += slow_beside(castle, sq) && p->at[sq] == 0;
    return held > 0 && room > 0 && slow_beside(from, castle) && p->at[castle] != 0 &&
           XPGN_SEAT_OF(p->at[castle]) != p->side_to_move &&
           XPGN_TYPE_OF(p->at[from]) != XPGN_ROOK && (s->turn.moved[0] >> from & 1) == 0;
}

static void slow_add(const struct state *s, xpgn_action_kind kind, int from, int to,
                     xpgn_action *list, size_t *n) {
    bool aims = kind == XPGN_ATTACK || kind == XPGN_RELEASE;
    xpgn_action a = {.kind = (uint8_t)kind,
                     .piece = kind == XPGN_PASS ? 0 : s->position.at[from],
                     .from = (xpgn_square)from,
                     .to = (xpgn_square)to,
                     .target = (xpgn_square)(aims ? to : XPGN_NO_SQUARE),
                     .drop = XPGN_NO_SQUARE};
    list[(*n)++] = a;
}

static void slow_piece(const struct state *s, int from, xpgn_action *list, size_t *n) {
    const xpgn_position *p = &s->position;
    bool choice = s->turn.stage == STAGE_START || s->turn.stage == STAGE_WON;
    bool follows = s->turn.stage == STAGE_MOVED && s->turn.actor == from;
    bool king = XPGN_TYPE_OF(p->at[from]) == XPGN_KING && choice && s->turn.roll == 0;
    for (int to = 0; to < 64; to++) {
        if (choice && slow_step(s, from, to))
            slow_add(s, XPGN_STEP, from, to, list, n);
        if (s->turn.roll == 0 && (choice || follows) && slow_challenge(s, from, to))
            slow_add(s, XPGN_ATTACK, from, to, list, n);
        if (s->turn.roll == 0 && choice && slow_release(s, from, to))
            slow_add(s, XPGN_RELEASE, from, to, list, n);
        if (king && p->at[to] == 0)
            slow_add(s, XPGN_TELEPORT, from, to, list, n);
    }
    if (king)
        slow_add(s, XPGN_TELEPORT, from, XPGN_NO_SQUARE, list, n);
}

static size_t slow_actions(const struct state *s, xpgn_action *list) {
    const xpgn_position *p = &s->position;
    size_t n = 0;
    for (int from = 0; from < 64; from++)
        if (p->at[from] != 0 && XPGN_SEAT_OF(p->at[from]) == p->side_to_move)
            slow_piece(s, from, list, &n);
    if (n == 0 && s->turn.roll != 0 && s->turn.stage != STAGE_MOVED && s->turn.stage != STAGE_OVER)
        slow_add(s, XPGN_PASS, XPGN_NO_SQUARE, XPGN_NO_SQUARE, list, &n);
    return n;
}

/* ---- random positions ------------------------------------------------------------------------ */

static void random_pieces(uint64_t *seed, xpgn_position *p) {
    unsigned density = 2 + draw(seed, 12);
    for (unsigned sq = 0; sq < 64; sq++) {
        unsigned type = XPGN_PAWN + draw(seed, 5), seat = draw(seed, 2);
        if (draw(seed, density) == 0)
            position_put(p, (xpgn_square)sq, XPGN_PIECE(seat, type));
    }
    for (unsigned cell = 0; cell < 4 && density % 2 == 0; cell++) {
        position_lift(p, rs.geometry.cell[cell]);
        position_put(p, rs.geometry.cell[cell], XPGN_PIECE(cell / 2, XPGN_ROOK));
    }
    for (unsigned seat = 0; seat < 2; seat++) {
        xpgn_square sq = (xpgn_square)draw(seed, 64);
        position_lift(p, sq);
        if (draw(seed, 8) != 0)
            position_put(p, sq, XPGN_PIECE(seat, XPGN_KING));
    }
}

struct state random_state(uint64_t *seed) {
    struct state s;
    memset(&s, 0, sizeof s);
    position_clear(&s.position, &rs.geometry);
    random_pieces(seed, &s.position);
    s.position.side_to_move = (uint8_t)draw(seed, 2);
    for (unsigned cell = 0; cell < 4; cell++)
        s.position.held[cell][1 + draw(seed, 6)] = (uint8_t)draw(seed, 3);
    static const enum turn_stage stages[] = {STAGE_START, STAGE_START, STAGE_WON, STAGE_MOVED,
                                             STAGE_OVER};
    s.turn.stage = stages[draw(seed, 5)];
    s.turn.roll = (uint8_t)(s.turn.stage == STAGE_MOVED ? 0 : draw(seed, 7));
    for (unsigned i = 0; i < 6; i++)
        turn_mark_moved(&s.turn, (xpgn_square)draw(seed, 64));
    s.turn.actor = (xpgn_square)draw(seed, 64);
    if (s.turn.stage == STAGE_MOVED &&
        (s.position.at[s.turn.actor] == 0 ||
         XPGN_SEAT_OF(s.position.at[s.turn.actor]) != s.position.side_to_move))
        s.turn.stage = STAGE_START;
    return s;
}

struct notation random_notation(uint64_t *seed) {
    struct notation n = {.kind = (enum notation_kind)draw(seed, 7),
                         .sign = (enum notation_sign)draw(seed, 5),
                         .type = (uint8_t)(1 + draw(seed, 6)),
                         .from_file = (int8_t)((int)draw(seed, 10) - 1),
                         .from_rank = (int8_t)((int)draw(seed, 10) - 1),
                         .to_file = (int8_t)draw(seed, 9),
                         .to_rank = (int8_t)draw(seed, 9),
                         .promotion = (uint8_t)(draw(seed, 8) == 0 ? XPGN_QUEEN : 0)};
    return n;
}

/* The prisoners in the cell of the castle of the other side that stands there. */
static bool slow_prison(const xpgn_position *p, int sq) {
    static const int corner[4] = {0, 7, 56, 63};
    int held = 0, first = p->side_to_move == 0 ? 2 : 0;
    for (int cell = first; cell < first + 2; cell++)
        for (int type = 1; type < 7; type++)
            held += corner[cell] == sq ? p->held[cell][type] : 0;
    return held > 0 && p->at[sq] != 0 && XPGN_SEAT_OF(p->at[sq]) != p->side_to_move;
}

static bool slow_stood_at(const xpgn_position *p, const struct notation *n, int from, int to,
                          xpgn_action *a) {
    bool king = n->type == XPGN_KING, declines = n->kind == NOTATION_DECLINE;
    a->kind = declines || (king && p->at[to] == 0) ? XPGN_TELEPORT : XPGN_RELEASE;
    if (a->kind == XPGN_TELEPORT)
        return king && rs.teleport_reach != 0;
    a->target = (xpgn_square)to;
    return XPGN_TYPE_OF(p->at[from]) != XPGN_ROOK && rs.release_reach != 0 && slow_prison(p, to);
}

bool slow_stood(const xpgn_position *p, const struct notation *n, int from, xpgn_action *a) {
    bool declines = n->kind == NOTATION_DECLINE, attack = n->sign == SIGN_CAPTURE;
    if (!declines && (n->to_file > 7 || n->to_rank > 7))
        return false;
    int to = declines ? XPGN_NO_SQUARE : n->to_rank * 8 + n->to_file;
    *a = (xpgn_action){.kind = attack ? XPGN_ATTACK : XPGN_STEP,
                       .piece = p->at[from],
                       .from = (xpgn_square)from,
                       .to = (xpgn_square)to,
                       .target = XPGN_NO_SQUARE,
                       .drop = XPGN_NO_SQUARE};
    if (n->kind == NOTATION_DROP || n->kind == NOTATION_AT || declines)
        return slow_stood_at(p, n, from, to, a);
    if (n->kind != NOTATION_MOVE || n->promotion != 0 || n->sign > SIGN_CAPTURE ||
        XPGN_TYPE_OF(p->at[from]) == XPGN_ROOK)
        return false;
    if (!attack)
        return p->at[to] == 0;
    a->target = (xpgn_square)to;
    return p->at[to] != 0 && XPGN_SEAT_OF(p->at[to]) != p->side_to_move &&
           XPGN_TYPE_OF(p->at[to]) != XPGN_ROOK;
}

START_TEST(the_list_is_that_of_the_slow_implementation) {
    uint64_t seed = 20260501;
    static xpgn_action fast[1024], slow[1024];
    for (int i = 0, last = states_compared(); i < last; i++) {
        struct state s = random_state(&seed);
        size_t n = line_actions(&rs, &s, fast, 1024);
        check_same_actions(fast, n, slow, slow_actions(&s, slow));
    }
}
END_TEST

START_TEST(a_list_that_is_too_short_is_filled_and_counted_on) {
    struct state s = rolled(START, 2);
    xpgn_action few[3], all[512];
    size_t n = line_actions(&rs, &s, all, 512);
    ck_assert_uint_gt(n, 3);
    ck_assert_uint_eq(line_actions(&rs, &s, few, 3), n);
    ck_assert_mem_eq(few, all, sizeof few);
}
END_TEST

static Suite *line_suite(void) {
    Suite *suite = suite_create("line");
    TCase *rules = tcase_create("rules");
    tcase_add_checked_fixture(rules, set_up, NULL);
    tcase_add_test(rules, cc1_a_castle_never_moves);
    tcase_add_test(rules, cc1_a_castle_neither_challenges_nor_is_challenged);
    tcase_add_test(rules, cc3_a_turn_begins_with_a_choice);
    tcase_add_test(rules, cc3_a_teleport_does_not_follow_a_step);
    tcase_add_test(rules, cc4_every_piece_goes_along_any_queen_line);
    tcase_add_test(rules, cc4_a_step_is_exactly_as_long_as_the_roll);
    tcase_add_test(rules, cc4_only_a_dragon_passes_over_pieces);
    tcase_add_test(rules, cc4_a_step_needs_an_empty_square_and_the_board);
    tcase_add_test(rules, cc4_a_step_without_a_roll_is_refused);
    tcase_add_test(rules, cc4_a_roll_to_move_governs_nothing_but_a_step);
    tcase_add_test(rules, cc4_over_planning_is_for_a_roll_that_no_piece_can_use);
    tcase_add_test(rules, cc4_a_pawn_that_became_a_bishop_has_its_letter);
    tcase_add_test(rules, a_played_step_leaves_clock_and_turn_alone);
    tcase_add_test(rules, cc5_only_the_piece_that_moved_challenges);
    tcase_add_test(rules, cc5_no_escape_attempt_after_a_step);
    tcase_add_test(rules, cc6_a_challenge_needs_an_adjacent_enemy);
    tcase_add_test(rules, cc6_a_challenge_is_written_with_its_sign);
    tcase_add_test(rules, a_won_challenge_takes_the_square);
    tcase_add_test(rules, cc7_after_a_lost_challenge_nothing_follows);
    tcase_add_test(rules, cc7_after_a_won_challenge_any_piece_goes_on);
    tcase_add_test(rules, cc9_the_king_goes_to_every_empty_square_or_declines);
    tcase_add_test(rules, cc9_a_king_that_is_a_prisoner_does_not_teleport);
    tcase_add_test(rules, the_teleporting_king_may_be_written_with_its_square);
    tcase_add_test(rules, cc10_a_hero_frees_from_an_enemy_castle);
    tcase_add_test(rules, cc10_black_frees_from_the_castles_of_white);
    tcase_add_test(rules, cc10_the_castle_must_hold_a_prisoner);
    tcase_add_test(rules, cc10_the_hero_must_be_adjacent);
    tcase_add_test(rules, cc10_a_square_beside_the_castle_must_be_empty);
    tcase_add_test(rules, cc10_the_hero_has_stood_there_since_before_the_turn);
    tcase_add_test(rules, cc10_a_castle_is_no_hero);
    tcase_add_test(rules, cc10_a_freed_piece_without_an_attempt_is_refused);
    tcase_add_test(rules, without_escapes_in_the_rules_no_castle_frees_anybody);
    tcase_add_test(rules, cc13_no_castling_and_no_promotion);
    tcase_add_test(rules, a_shorter_form_is_taken_where_one_action_fits);
    tcase_add_test(rules, an_ambiguous_form_is_refused_with_the_two_it_fits);
    tcase_add_test(rules, of_many_actions_that_fit_the_first_are_named);
    tcase_add_test(rules, a_near_miss_is_answered_with_the_nearest_actions);
    tcase_add_test(rules, a_piece_of_the_other_side_does_not_act);
    tcase_add_loop_test(rules, a_refusal_says_why, 0, sizeof reasons / sizeof *reasons);
    suite_add_tcase(suite, rules);
    return suite;
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
    tcase_add_test(random, a_list_that_is_too_short_is_filled_and_counted_on);
    suite_add_tcase(suite, random);
}

int main(void) {
    Suite *suite = line_suite();
    add_random(suite);
    return run_suite(suite);
}
