/* SPDX-License-Identifier: MIT */
/* Dice that say who may act: the games of dice chess, rule by rule. */
#include "walk_fixture.h"

#include <xpgn/play.h>
#include <xpgn/rulesets.h>

#include "core/base/slice.h"

#define DT "[Variant \"dice-chess-three\"]\n"
#define STRICT DT "[RuleOptions \"strict-castling\"]\n"
#define DC "[Variant \"dice-chess\"]\n"
#define DP "[Variant \"dice-chess-pair\"]\n"

/* ---- games ----------------------------------------------------------------------------------- */

static const struct {
    const char *record, *score;
} games[] = {
    {DT
     "\n1. <5,1,3> d3 Bg5 Qd2 1... <2,5,1> e5 Qxg5 Nc6 2. <5,2,5> Qxg5 Qe3 Nc3\n"
     "2... <2,3,6> Kd8 Nh6 Bc5 3. <6,2,4> O-O-O Nd5 3... <2,1,3> Bxe3 g5 Ng8 " REACHED(
         "r1bk2nr/pppp1p1p/2n5/3Np1p1/8/3Pb3/PPP1PPPP/2KR1BNR w - g6 0 4") "\n"
                                                                           "4. <4,5,2> Nb4 Re1 "
                                                                           "4... <4,1,3> "
                                                                           "Bxc1# " REACHED(
                                                                               "r1bk2nr/pppp1p1p/"
                                                                               "2n5/4p1p1/1N6/3P4/"
                                                                               "PPP1PPPP/2b1RBNR w "
                                                                               "- - 0 5") "0-1",
     "0-1"},
    {DC "\n1. <1> h4 <2> Na6 2. <1> d3 <2> Nc5 3. <1> h5 <1> g6 4. <1> hxg6 <3> Bh6 5. <1> gxf7\n"
        "<2> Nb3 6. <3> Bd2 <2> Na5 7. <4> fxe8=R# " REACHED(
            "r1bqR1nr/ppppp2p/7b/n7/8/3P4/PPPBPPP1/RN1QKBNR b KQ - 0 7") "1-0",
     "1-0"},
    {DP "\n1. <6,1> h4 <6,6> g6 2. <3,2> Nc3 <1,2> e5 3. <5,5> d4 <4,6> Ke7 4. <6,5> Kd2\n"
        "<5,4> Qe8 5. <5,3> Qe1 <6,3> Bh6+ 6. <4,3> -- <4,4> Bxd2# " REACHED(
            "rnb1q1nr/ppppkp1p/6p1/4p3/3P3P/2N5/PPPbPPP1/R1B1QBNR w - - 0 7") "0-1",
     "0-1"}};

START_TEST(a_whole_game_ends_with_the_king) {
    check_good(games[_i].record);
    ck_assert(seen.outcome.over);
    ck_assert_uint_eq(seen.outcome.score[0], games[_i].score[0] == '1' ? 12 : 0);
}
END_TEST

/* ---- one record, its findings ---------------------------------------------------------------- */

static const struct {
    const char *record, *codes;
} cases[] = {
    /* the dice of a turn */
    {DT "\n1. e4 *", "DT-2:1"},
    {DT "\n1. <1,2> e4 *", "DT-2:1"},
    {DT "\n1. <1,2,3,4> e4 *", "DT-2:1"},
    {DT "\n1. <5,1,1,3> d3 Bg5 Qd2 *", "DT-2:1"},
    {DT "\n1. <1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1> d3 e3 Qf3 *", "DT-2:1"},
    {DT "\n1. <1,2,7> e4 *", "R-03:1"},
    {DT "\n1. <1,2,2> e4 <1,2,2> Nf3 *", "DT-2:1"},
    {DT "\n1. e4 {[%turn 1,2,2]} Nf3 Nc3 1... e5 {[%turn 1,2,2]} *", ""},
    {DC "\n1. e4 *", "DC-2:1"},
    {DC "\n1. <1,1> e4 *", "DC-2:1"},
    {DC "\n1. <4> Nf3 *", "DC-2:1"},
    {DP "\n1. <4> Nf3 *", "DP-1:1"},
    {"\n1. <1,2> e4 *", "R-02:0"},
    /* who may act */
    {DT "\n1. <1,2,2> Nf3 Nc3 Nd4 *", "DT-2:1"},
    {DT "\n1. <1,2,2> Nf3 Nd4 Nb5 *", "DT-2:1"},
    {DT "\n1. <1,2,2> Nf3 Nd4 c3 d3 *", "DT-2:1"},
    {DP "\n1. <2,2> e4 <5,5> Nf6 2. <3,4> Bc4 *", ""},
    {DP "\n1. <2,3> e4 *", "DP-1:1"},
    /* as many dice as can be */
    {DT "\n1. <1,4,2> e3 Nf3 Rg1 *", ""},
    {DT "\n1. <1,4,2> h3 Rh2 Nf3 *", ""},
    {DT "\n1. <1,4,2> e3 Nf3 1... <1,1,1> e5 e4 h5 *", "DT-4:1"},
    {DT "\n1. <5,4,4> -- *", ""},
    {DT "\n1. <5,4,1> -- *", "DT-4:1"},
    {DT "\n1. <5,4,1> *", "R-02:1 DT-4:1"},
    {DT FEN("4k3/8/8/8/8/8/8/R3K3 w - - 0 9") "9. <4,4,5> Ra8 Rxe8# 1-0", ""},
    {DT FEN("R3k3/8/8/8/8/8/8/4K3 w - - 0 9") "9. <4,4,6> Rxe8# 1-0", ""},
    {DC "\n1. <1> -- *", "DC-2:1"},
    {DP "\n1. <3,4> -- <1,1> -- *", "DP-2:2"},
    /* castling */
    {DT FEN("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 9") "9. <4,6,4> O-O Rae1 *", ""},
    {DT FEN("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 9") "9. <6,6,6> O-O *", "DT-3:1"},
    {DT FEN("4k1r1/8/8/8/8/8/8/4K2R w K - 0 9") "9. <4,6,1> O-O *", ""},
    {STRICT FEN("4k1r1/8/8/8/8/8/8/4K2R w K - 0 9") "9. <4,6,1> O-O *", "DT-3:1"},
    {DP FEN("4k3/8/8/8/8/8/8/4K2R w K - 0 9") "9. <4,3> O-O *", ""},
    {DP FEN("4k3/8/8/8/8/8/8/4K2R w K - 0 9") "9. <3,3> O-O *", ""},
    {DP FEN("4k3/8/8/8/8/8/8/4K2R w K - 0 9") "9. <2,3> O-O *", "DP-4:1"},
    {DC FEN("4k3/8/8/8/8/8/8/4K2R w K - 0 9") "9. <4> O-O *", "DC-4:1"},
    /* pawns */
    {DC FEN("7k/P7/8/8/8/8/8/K7 w - - 0 9") "9. <3> a8=B *", ""},
    {DC FEN("7k/P7/8/8/8/8/8/K7 w - - 0 9") "9. <1> a8=N *", ""},
    {DC FEN("7k/P7/8/8/8/8/8/K7 w - - 0 9") "9. <3> a8=Q *", "DC-3:1"},
    {DC FEN("7k/P7/8/8/8/8/8/K7 w - - 0 9") "9. <6> a8=Q *", "DC-3:1"},
    {DT FEN("7k/8/8/8/2p1p3/8/3P4/K7 w - - 0 9") "9. <1,6,6> d4 Kb1 Ka1 9... <1,1,6> exd3 d2 Kg8 *",
     ""},
    {DT FEN("7k/8/8/8/2p1p3/8/3P4/K7 w - - 0 9") "9. <1,1,6> d4 d5 Kb1 9... <1,1,6> exd3 *",
     "DT-5:2"},
    /* check */
    {DP FEN("4r2k/8/8/8/8/8/4R3/4K3 w - - 0 9") "9. <4,3> Ra2 *", "DP-3:1"},
    {DP FEN("8/4r3/8/8/8/8/k3R3/4K3 w - - 0 9") "9. <4,3> Rxa2# 1-0", ""},
    {DP FEN("R6k/8/7K/8/8/8/8/8 b - - 0 9") "9... <6,6> -- 1-0", "DP-5:1"},
};

START_TEST(a_record_has_these_findings) {
    check_codes(cases[_i].record, cases[_i].codes);
}
END_TEST

/* ---- beside combats -------------------------------------------------------------------------- */

#define WAR "[Variant \"dice-war\"]\n"
#define HOUSE                                                                                      \
    "ruleset: dice-war\ntitle: Dice War\nversion: 1\nextends: dice-chess-pair\n"                   \
    "combat: {kind: contest, dice: d, outcomes: [{from: 1, defender: removed}, {}]}\n"

static const struct {
    const char *record, *codes;
} wars[] = {
    {WAR "\n1. <1,3> e4 <1,3> d5 2. <1,5> exd5 <4=4:2=2x> <5,2> Qxd5 <2=2:3=3> " REACHED(
         "rnb1kbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3") "*",
     "P-12:4"},
    {WAR "\n1. <1,3> e4 <1,3> d5 2. <1,5> exd5 <4=4:2=2x> <5,2> Qxd5 <2=2:3=3> " REACHED(
         "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3") "<6,6> Ke2 *",
     ""},
    {WAR "\n1. <1,3> e4 <1,3> d5 2. exd5 {[%turn 1,5] [%roll 4=4:2=2x]} *", ""},
    {WAR "\n1. <1,3> e4 <1,3> d5 2. <2,3> exd5 <4:2> *", "DP-1:3"},
    {WAR "\n1. <1,3> e4 <1,3> d5 2. <1,3> exd5 <2,3> Nf6 *", "DP-1:3"},
    {WAR "\n1. <1,3> e4 <1,3> d5 2. <1,3> exd5 *", "R-01:3"},
    /* in check one may pass; a king is not attacked, but mated */
    {WAR FEN("4k3/8/8/8/8/8/8/K3R3 b - - 0 9") "9... <2,3> -- 10. <6,4> Kb2 *", ""},
    {WAR FEN("4k3/8/8/8/8/8/8/K3R3 b - - 0 9") "9... <2,6> -- *", "DP-2:1"},
    {WAR FEN("4k3/8/8/8/8/8/8/K3R3 b - - 0 9") "9... <2,3> -- 10. <4,4> Rxe8 <6:1> *", "DP-3:2"},
    {WAR FEN("k7/7R/8/8/8/8/8/K5R1 w - - 0 9") "9. <4,4> Rg8# 1-0", ""},
};

START_TEST(dice_say_who_may_fight) {
    ck_assert_int_eq(xpgn_catalog_add(seen.rules, slice_of(HOUSE)), XPGN_OK);
    check_codes(wars[_i].record, wars[_i].codes);
}
END_TEST

/* ---- how far --------------------------------------------------------------------------------- */

#define NEAR "[Variant \"near\"]\n"
#define NEAR_HOUSE(dice, more)                                                                     \
    "ruleset: near\ntitle: Near\nversion: 1\nextends: chess-without-check\ndie: 4\n"               \
    "turn: {roll: {means: at-most, dice: " dice more "}}\n"

static const struct {
    const char *house, *record, *codes;
} nears[] = {
    {NEAR_HOUSE("d-1", ""), "\n1. <3> e4 <3> Nf6 2. <1> -- <2> e6 *", ""},
    {NEAR_HOUSE("d-1", ""), "\n1. <2> e4 *", "NC-1:1"},
    {NEAR_HOUSE("d-1", ""), "\n1. <2> Nf3 *", "NC-1:1"},
    {NEAR_HOUSE("d-1", ""), "\n1. <2> -- *", "NC-1:1"},
    {NEAR_HOUSE("d-1", ""), "\n1. <3,3> e4 *", "NC-1:1"},
    {NEAR_HOUSE("d-1", ""), "\n1. e4 *", "NC-1:1"},
    {NEAR_HOUSE("d-1", ""), FEN("7k/8/8/8/8/8/8/R3K3 w Q - 0 9") "9. <2> O-O-O *", "NC-1:1"},
    {NEAR_HOUSE("d-1", ""), FEN("7k/8/8/8/8/8/8/R3K3 w Q - 0 9") "9. <3> O-O-O *", ""},
    /* 3 is the most */
    {NEAR_HOUSE("d-1", ""), FEN("7k/8/8/8/8/8/8/R3K3 w Q - 0 9") "9. <4> Ra5 *", "NC-1:1"},
    {NEAR_HOUSE("d-1", ""), FEN("7k/8/8/8/8/8/8/R3K3 w Q - 0 9") "9. <4> Ra4 *", ""},
    {NEAR_HOUSE("d-1", ""), FEN("7k/8/8/8/8/8/8/K2R4 w - - 0 9") "9. <4> Rh1 *", "NC-1:1"},
    /* disambiguation is not by the dice */
    {NEAR_HOUSE("d", ""), FEN("7k/8/8/8/8/8/8/R2K3R w - - 0 9") "9. <2> Rf1 *", ""},
    {NEAR_HOUSE("d", ""), FEN("7k/8/8/R7/8/8/8/R2K4 w - - 0 9") "9. <1> Ra2 *", "M-02:1"},
    {NEAR_HOUSE("d", ""), FEN("7k/8/8/R7/8/8/8/R2K4 w - - 0 9") "9. <1> R1a2 *", ""},
    /* what moves nothing is rolled again */
    {NEAR_HOUSE("d-1", ", useless: again"), "\n1. <1> -- *", "NC-1:1"},
    {NEAR_HOUSE("d-1", ", useless: again"), "\n1. <2> e3 *", ""},
    /* several dice are added up */
    {NEAR_HOUSE("2d-2", ""), "\n1. <1,3> e4 <1,1> -- *", ""},
    {NEAR_HOUSE("2d-2", ""), "\n1. <1,2> e4 *", "NC-1:1"},
};

START_TEST(dice_say_how_far_a_piece_may_go) {
    char record[400];
    ck_assert_int_eq(xpgn_catalog_add(seen.rules, slice_of(nears[_i].house)), XPGN_OK);
    snprintf(record, sizeof record, NEAR "%s", nears[_i].record);
    check_codes(record, nears[_i].codes);
}
END_TEST

/* ---- what is said ---------------------------------------------------------------------------- */

static void check_said(const char *record, const char *text, const char *cited) {
    walk_text(record);
    ck_assert_str_eq(finding(0)->text, text);
    ck_assert_str_eq(finding(0)->code, cited);
}

START_TEST(a_finding_names_what_could_have_been_played) {
    ck_assert_int_eq(xpgn_catalog_add(seen.rules, slice_of(HOUSE)), XPGN_OK);
    check_said(WAR FEN("4k3/8/8/8/8/8/8/K3R3 w - - 0 9") "9. <4,4> Rxe8 <6:1> *",
               "a king cannot be attacked", "DP-3");
    check_said(DT "\n1. <1,4,2> h3 1... <1,1,1> e5 *", "1 of 3 dice; h3 Na3 Rb1 would spend 3",
               "DT-4");
    check_said(DT "\n1. <1,4,2> e3 Nf3 1... <1,1,1> e5 *", "2 of 3 dice; e3 Nf3 Rg1 would spend 3",
               "DT-4");
    ck_assert_str_eq(finding(0)->hint, "write Rg1 before it");
    check_said(DT FEN("7k/8/8/8/8/pp6/P7/K1N5 w - - 0 9") "9. <6,2,1> Kb1 Nxb3 *",
               "2 of 3 dice; Kb1 Ne2 axb3 would spend 3", "DT-4");
    /* a variation takes back one action of the turn, or begins another turn */
    check_said(DT "\n1. <1,4,2> e3 Nf3 (Nh3 1... <1,1,1> e5) Rg1 *",
               "2 of 3 dice; e3 Nh3 Rg1 would spend 3", "DT-4");
    check_said(DT
               "\n1. <1,4,2> e3 Nf3 Rg1 1... <1,1,1> e5 (1... <1,1,2> a5 a4 2. <1,1,1> e4) e4 e3 *",
               "2 of 3 dice; a5 a4 Na6 would spend 3", "DT-4");
    check_said(DP "\n1. <1,3> -- *", "the turn cannot be passed: a3 is possible", "DP-2");
    check_said(DT "\n1. <1,4,2> Qd3 *",
               "the queen on d1 cannot reach d3: the pawn on d2 is in the way", "DT-1");
    check_said(DT "\n1. <1,4,2> e4 Ke2 *", "no die shows a king: expected knight or rook", "DT-2");
    check_said(DC "\n1. <4> Nf3 *", "nothing can act by this roll, so it was rolled again", "DC-2");
}
END_TEST

/* ---- en passant of several squares ----------------------------------------------------------- */

START_TEST(the_position_names_every_square_passed_over) {
    walk_text(DT "\n1. <1,1,1> e4 a4 c4 *");
    ck_assert_str_eq(seen.final,
                     "rnbqkbnr/pppppppp/8/8/P1P1P3/8/1P1P1PPP/RNBQKBNR b KQkq a3c3e3 0 1");
    walk_text(DT "\n1. <1,1,1> e4 e5 c4 *");
    ck_assert_str_eq(seen.final, "rnbqkbnr/pppppppp/8/4P3/2P5/8/PP1P1PPP/RNBQKBNR b KQkq c3 0 1");
}
END_TEST

START_TEST(a_start_position_may_name_several) {
    check_good(DT FEN("7k/8/8/8/PpP1p3/8/8/K7 b - a3c3 0 9") "9... <1,1,6> bxa3 a2 Kg8 *");
    check_good(DT FEN("7k/8/8/8/PpP1p3/8/8/K7 b - a3c3 0 9") "9... <6,1,6> Kg8 bxc3 Kh8 *");
    check_codes(DT FEN("7k/8/8/8/PpP1p3/8/8/K7 b - c3a3 0 9") "9... <1,1,6> bxa3 a2 Kg8 *",
                "P-07:0 DT-5:1");
    check_codes(DT FEN("7k/8/8/8/PpP1p3/8/8/K7 b - a3d3 0 9") "9... <1,1,6> bxa3 a2 Kg8 *",
                "P-07:0 DT-5:1");
}
END_TEST

/* ---- playing --------------------------------------------------------------------------------- */

static xpgn_play *play_of(const char *id) {
    const xpgn_ruleset *rs;
    xpgn_slice unknown;
    xpgn_play *play;
    ck_assert_int_eq(xpgn_catalog_find(seen.rules, (xpgn_slice){id, strlen(id)},
                                       (xpgn_slice){"", 0}, &rs, &unknown),
                     XPGN_OK);
    ck_assert_int_eq(xpgn_play_new(&play, rs, NULL), XPGN_OK);
    return play;
}

static void act(xpgn_play *play, const char *name) {
    xpgn_action a;
    ck_assert_int_eq(xpgn_play_read(play, (xpgn_slice){name, strlen(name)}, &a), XPGN_OK);
    ck_assert_int_eq(xpgn_play_act(play, &a, NULL, NULL), XPGN_OK);
}

START_TEST(the_dice_are_asked_for_and_left_over) {
    xpgn_play *play = play_of("dice-chess-three");
    uint8_t left[3];
    xpgn_action a;
    ck_assert_int_eq(xpgn_play_turn_roll(play), XPGN_TURN_ROLL_MUST);
    ck_assert_uint_eq(xpgn_play_turn_dice(play), 3);
    ck_assert_uint_eq(xpgn_play_actions(play, NULL, 0), 0);
    ck_assert_int_eq(xpgn_play_roll_dice(play, &(uint8_t){1}, 1), XPGN_INVALID);
    ck_assert_int_eq(xpgn_play_roll_dice(play, (const uint8_t[]){1, 4, 7}, 3), XPGN_INVALID);
    ck_assert_int_eq(xpgn_play_roll_dice(play, (const uint8_t[]){1, 4, 2}, 3), XPGN_OK);
    ck_assert_int_eq(xpgn_play_roll_dice(play, (const uint8_t[]){1, 4, 2}, 3), XPGN_INVALID);
    act(play, "e3");
    ck_assert(xpgn_play_in_turn(play) && !xpgn_play_may_end(play));
    ck_assert_uint_eq(xpgn_play_dice_left(play, left), 2);
    ck_assert(left[0] == 4 && left[1] == 2);
    ck_assert_int_eq(xpgn_play_read(play, (xpgn_slice){"d4", 2}, &a), XPGN_INVALID);
    act(play, "Nf3");
    act(play, "Rg1");
    ck_assert(xpgn_play_may_end(play));
    ck_assert_uint_eq(xpgn_play_actions(play, NULL, 0), 0);
    ck_assert_int_eq(xpgn_play_end(play), XPGN_OK);
    ck_assert_int_eq(xpgn_play_turn_roll(play), XPGN_TURN_ROLL_MUST);
    xpgn_play_free(play);
}
END_TEST

START_TEST(a_roll_that_moves_nothing_is_not_taken_or_is_a_pass) {
    xpgn_play *play = play_of("dice-chess");
    xpgn_action a;
    ck_assert_int_eq(xpgn_play_roll_dice(play, &(uint8_t){4}, 1), XPGN_INVALID);
    ck_assert_int_eq(xpgn_play_roll_dice(play, &(uint8_t){2}, 1), XPGN_OK);
    xpgn_play_free(play);
    play = play_of("dice-chess-pair");
    ck_assert_int_eq(xpgn_play_roll_dice(play, (const uint8_t[]){4, 5}, 2), XPGN_OK);
    ck_assert_uint_eq(xpgn_play_actions(play, &a, 1), 1);
    ck_assert_int_eq(a.kind, XPGN_PASS);
    xpgn_play_free(play);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("dice chess");
    TCase *tc = tcase_create("dice chess");
    tcase_add_checked_fixture(tc, walk_set_up, walk_tear_down);
    tcase_add_loop_test(tc, a_whole_game_ends_with_the_king, 0, 3);
    tcase_add_loop_test(tc, a_record_has_these_findings, 0, (int)(sizeof cases / sizeof *cases));
    tcase_add_loop_test(tc, dice_say_who_may_fight, 0, (int)(sizeof wars / sizeof *wars));
    tcase_add_loop_test(tc, dice_say_how_far_a_piece_may_go, 0,
                        (int)(sizeof nears / sizeof *nears));
    tcase_add_test(tc, a_finding_names_what_could_have_been_played);
    tcase_add_test(tc, the_position_names_every_square_passed_over);
    tcase_add_test(tc, a_start_position_may_name_several);
    tcase_add_test(tc, the_dice_are_asked_for_and_left_over);
    tcase_add_test(tc, a_roll_that_moves_nothing_is_not_taken_or_is_a_pass);
    suite_add_tcase(suite, tc);
    return run_suite(suite);
}
