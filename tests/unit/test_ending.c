/* SPDX-License-Identifier: MIT */
/* How games end: by captured points, by the last leader, by the end of a king; built-in games and
   house rules. */
#include "house_rules.h"
#include "walk_fixture.h"

#define FOUR AS "[RuleOptions \"players=4 mode=fast\"]\n"

static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "*"};

/* Of all results the rules take this one and no other; the rest is an error by `rule`. */
static void check_result(const char *record, const char *result, const char *rule, unsigned ply) {
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        char text[1000], codes[20];
        snprintf(text, sizeof text, "%s %s", record, results[i]);
        snprintf(codes, sizeof codes, "%s:%u", rule, ply);
        if (strcmp(results[i], result) == 0) {
            check_good(text);
            ck_assert(seen.outcome.over);
            ck_assert_str_eq(seen.outcome.rule, rule);
        } else {
            check_codes(text, codes);
            ck_assert_uint_eq(finding(0)->place.offset, strlen(record) + 1);
        }
    }
}

/* The rules leave it open: every result is taken. */
static void check_open(const char *record) {
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        char text[1000];
        snprintf(text, sizeof text, "%s %s", record, results[i]);
        check_good(text);
        ck_assert(!seen.outcome.over);
    }
}

/* ---- CA-11: nobody can move, and the captured points decide ---------------------------------- */

/* What was removed, and who has captured more. */
static const struct points {
    const char *held, *result;
} points[] = {{"", "1/2-1/2"},
              {"[q]", "1-0"},
              {"[Q]", "0-1"},
              {"[Qq]", "1/2-1/2"},
              {"[Rqpp]", "1-0"},
              {"[RRqp]", "1/2-1/2"},
              {"[RRPqp]", "0-1"},
              {"[Nppp]", "1/2-1/2"},
              {"[Npp]", "0-1"},
              {"[Bpppp]", "1-0"},
              {"[NBrp]", "1/2-1/2"},
              {"[Pp]", "1/2-1/2"},
              {"[QRBNPqrbnp]", "1/2-1/2"},
              {"[QRBNPqrbnpp]", "1-0"},
              {"[QRBNPPqrbnp]", "0-1"}};

START_TEST(black_is_locked_and_the_points_decide) {
    const struct points *row = &points[_i];
    char record[300];
    snprintf(record, sizeof record, CA "[XFEN \"8/8/8/8/8/8/pp6/kp2K3%s w - - 9 40\"]\n\n40. Ke2",
             row->held);
    check_result(record, row->result, "CA-11", 1);
}
END_TEST

START_TEST(white_is_locked_and_the_points_decide) {
    const struct points *row = &points[_i];
    char record[300];
    snprintf(record, sizeof record, CA "[XFEN \"KP2k3/PP6/8/8/8/8/8/8%s b - - 9 40\"]\n\n40... Ke7",
             row->held);
    check_result(record, row->result, "CA-11", 1);
}
END_TEST

START_TEST(a_start_position_without_an_action_is_decided_at_once) {
    const struct points *row = &points[_i];
    char record[300];
    snprintf(record, sizeof record,
             CA "[XFEN \"8/8/8/8/8/8/pp6/kp2K3%s b - - 9 40\"]\n[Result \"%s\"]\n\n", row->held,
             row->result);
    strcat(record, row->result);
    check_good(record);
    ck_assert_str_eq(seen.outcome.rule, "CA-11");
}
END_TEST

START_TEST(the_last_combat_counts) {
    static const char start[] = "8/8/8/8/8/3p4/pp2K3/kp6";
    static const struct {
        const char *held, *action, *result;
    } rows[] = {{"[P]", "Kxd3 <6+0=10:1+0=2x>", "1/2-1/2"},
                {"", "Kxd3 <6+0=10:1+0=2x>", "1-0"},
                {"[Np]", "Kxd3 <6+0=10:1+0=2x>", "0-1"},
                {"[Npp]", "Kxd3 <6+0=10:1+0=2x>", "1/2-1/2"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char record[300];
        snprintf(record, sizeof record, CA "[XFEN \"%s%s w - - 3 40\"]\n\n40. %s", start,
                 rows[i].held, rows[i].action);
        check_result(record, rows[i].result, "CA-11", 1);
    }
}
END_TEST

/* A rescued piece is not captured any more, and the pawn counts for nobody (CA-13). */
START_TEST(a_rescued_piece_gives_its_points_back) {
    static const char rescue[] = CA "[RuleOptions \"rescue\"]\n[XFEN \"8/P7/8/8/8/8/pp3K2/kp6%s "
                                    "w - - 0 40\"]\n\n40. %s";
    char record[300];
    snprintf(record, sizeof record, rescue, "[Rp]", "a8=R");
    check_result(record, "1-0", "CA-11", 1);
    snprintf(record, sizeof record, rescue, "[Rp]", "a8");
    check_result(record, "0-1", "CA-11", 1);
    snprintf(record, sizeof record, rescue, "[R]", "a8=R");
    check_result(record, "1/2-1/2", "CA-11", 1);
}
END_TEST

/* ---- house rules: who leads ------------------------------------------------------------------ */

#define CASTLES "r6r/8/8/8/"

/* Pawns alone lead: a side is lost with its last pawn, and not before. */
static const char pawns_lead[] = "ruleset: peasants\n"
                                 "title: Peasants\n"
                                 "version: 1\n"
                                 "extends: combat-chess-2\n"
                                 "pieces:\n"
                                 "  pawn:   {bonus: 0, leader: true}\n"
                                 "  bishop: {bonus: 2, leader: false}\n"
                                 "  queen:  {bonus: 3, leader: false}\n"
                                 "  king:   {bonus: 4, leader: false}\n";

#define PEASANTS "[Variant \"peasants\"]\n"

START_TEST(a_side_led_by_pawns_is_lost_with_the_last) {
    house_rules(seen.rules, pawns_lead);
    check_result(PEASANTS "[XFEN \"" CASTLES "3pk3/4N3/P7/R3K2R w - - 0 9\"]\n\n"
                          "9. Ne3xd4 <6=7:1=1x@a1>",
                 "1-0", "CC-12", 1);
}
END_TEST

START_TEST(while_a_pawn_is_left_nobody_is_lost) {
    house_rules(seen.rules, pawns_lead);
    check_open(PEASANTS "[XFEN \"" CASTLES "3pk3/4N3/P6p/R3K2R w - - 0 9\"]\n\n"
                        "9. Ne3xd4 <6=7:1=1x@a1>");
    check_open(PEASANTS "[XFEN \"" CASTLES "3pk3/4N3/P7/R3K2R w - - 0 9\"]\n\n"
                        "9. Ne3xe4 <6=7:1=5x@a1>");
    check_open(PEASANTS "[XFEN \"" CASTLES "3pk3/4N3/P7/R3K2R w - - 0 9\"]\n\n"
                        "9. <1> Ke1-e2");
}
END_TEST

START_TEST(who_leads_alone_is_counted_for_a_teleport) {
    house_rules(seen.rules, pawns_lead);
    check_good(PEASANTS "[XFEN \"" CASTLES "3pk3/4N3/PP5p/R3K2R w - - 0 9\"]\n\n"
                        "9. K@f4 <4+2=6> *");
    check_codes(PEASANTS "[XFEN \"" CASTLES "3pk3/4N3/PP5p/R3K2R w - - 0 9\"]\n\n"
                         "9. K@f4 <5+1=6> *",
                "CC-9:1 CC-9:1");
}
END_TEST

/* ---- house rules: what the winner becomes ---------------------------------------------------- */

#define TURNCOATS "[Variant \"turncoats\"]\n"

/* A piece that removes another becomes a third; the position after it. */
static const struct transform {
    const char *piece, *removes, *becomes, *record, *final;
} transforms[] = {
    /* a dragon that removes a king becomes a pawn, as challenger and as challenged */
    {"knight", "king", "pawn",
     "[XFEN \"" CASTLES "3qk3/4N3/P7/R3K2R w - - 0 9\"]\n\n"
     "9. Ne3xe4 <6=7:1=5x@a1>",
     CASTLES "3qP3/8/P7/R3K2R[a1:k] b - - 0 9"},
    {"knight", "king", "pawn",
     "[XFEN \"" CASTLES "3qk3/4N3/P7/R3K2R b - - 0 9\"]\n\n"
     "9... Ke4xe3 <1=5x@a1:6=7>",
     CASTLES "3q4/4P3/P7/R3K2R[a1:k] w - - 0 10"},
    /* not by another, nor for another */
    {"knight", "king", "pawn",
     "[XFEN \"" CASTLES "3qk3/4N3/P7/R3K2R w - - 0 9\"]\n\n"
     "9. Ne3xd4 <6=7:1=4x@a1>",
     CASTLES "3Nk3/8/P7/R3K2R[a1:q] b - - 0 9"},
    {"knight", "king", "pawn",
     "[XFEN \"" CASTLES "3qk3/4B3/P7/R3K2R w - - 0 9\"]\n\n"
     "9. Be3xe4 <6=8:1=5x@h1>",
     CASTLES "3qB3/8/P7/R3K2R[h1:k] b - - 0 9"},
    /* the rule of the game, and another piece for it */
    {"pawn", "king", "bishop",
     "[XFEN \"" CASTLES "3qk3/4P3/P7/R3K2R w - - 0 9\"]\n\n"
     "9. e3xe4 <6=6:1=5x@a1>",
     CASTLES "3qB3/8/P7/R3K2R[a1:k] b - - 0 9"},
    {"pawn", "queen", "knight",
     "[XFEN \"" CASTLES "3qk3/4P3/P7/R3K2R w - - 0 9\"]\n\n"
     "9. e3xd4 <6=6:1=4x@a1>",
     CASTLES "3Nk3/8/P7/R3K2R[a1:q] b - - 0 9"},
};

START_TEST(a_winner_becomes_what_the_rules_say) {
    const struct transform *t = &transforms[_i];
    char yaml[300], text[400];
    snprintf(yaml, sizeof yaml,
             "ruleset: turncoats\ntitle: Turncoats\nversion: 1\nextends: combat-chess-2\n"
             "transform: {piece: %s, removes: %s, becomes: %s}\n",
             t->piece, t->removes, t->becomes);
    house_rules(seen.rules, yaml);
    snprintf(text, sizeof text, TURNCOATS "%s *", t->record);
    check_good(text);
    ck_assert_str_eq(seen.final, t->final);
    seen.options.detail = XPGN_VERDICT;
    walk_text(text);
    ck_assert_str_eq(seen.final, t->final);
}
END_TEST

/* ---- AS-8: who succeeds the king ------------------------------------------------------------- */

/* The ranks of a board, from the eighth on, a letter or a dot for each square. */
static void write_board(const char board[65], char *xfen) {
    for (unsigned i = 0; i < 64; i++) {
        unsigned empty = 0;
        while (board[i] == '.' && ++empty && i % 8 < 7 && board[i + 1] == '.')
            i++;
        *xfen++ = board[i] == '.' ? (char)('0' + empty) : board[i];
        if (i % 8 == 7)
            *xfen++ = '/';
    }
    xfen[-1] = '\0';
}

START_TEST(the_queen_succeeds_the_king_wherever_she_stands) {
    static const char before[] = "................" /* the eighth and the seventh rank */
                                 ".......p...Pk..."
                                 "....P..........."
                                 ".......K........";
    static const char after[] = "................"
                                ".......p...PP..."
                                "................"
                                ".......K........";
    for (unsigned at = 0; at < 64; at++) {
        char board[65], start[80], final[80], text[300];
        if (before[at] != '.')
            continue;
        strcpy(board, before);
        board[at] = 'q';
        write_board(board, start);
        strcpy(board, after);
        board[at] = 'k';
        write_board(board, final);
        snprintf(text, sizeof text, AS "[FEN \"%s w - - 0 20\"]\n\n20. e4xe5 <+1=2:=1x> *", start);
        check_good(text);
        snprintf(text, sizeof text, "%s b - - 0 20", final);
        ck_assert_str_eq(seen.final, text);
    }
}
END_TEST

/* ---- AS-9: nobody can move --------------------------------------------------------------------
 */

/* A piece at an edge has no step over it. */
START_TEST(in_each_corner_an_army_can_be_shut_in) {
    static const char *const rows[][2] = {
        {"6Pk/7P/7P/6Pp/7P/8/8/K7", "Ka1-b1"},   {"kP6/P7/P7/pP6/P7/8/8/7K", "Kh1-g1"},
        {"K7/8/8/7P/6Pp/7P/7P/6Pk", "Ka8-b8"},   {"7K/8/8/P7/pP6/P7/P7/kP6", "Kh8-g8"},
        {"1PpP2Pk/2P4P/8/8/8/8/8/K7", "Ka1-b1"}, {"K7/8/8/8/8/8/2P4P/1PpP2Pk", "Ka8-b8"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char record[300];
        snprintf(record, sizeof record, AS "[FEN \"%s w - - 3 20\"]\n\n20. %s", rows[i][0],
                 rows[i][1]);
        check_result(record, "1-0", "AS-9", 1);
    }
}
END_TEST

/* ---- AS-8: alone by one's own escape route --------------------------------------------------- */

/* Red's king takes the last rook's square; four seats are left, so Red's turn is over. */
START_TEST(a_king_alone_by_its_own_escape_route_has_no_more_actions) {
    static const char start[] = FOUR "[XFEN \"rK1rR7bPbK/12/12/12/12/12/12/12/12/12/12/"
                                     "wKwP8gPgK r - - 0 5\"]\n\n";
    char text[500];
    snprintf(text, sizeof text, "%s5.. K@c12 5... k12-k11 *", start);
    check_codes(text, "");
    snprintf(text, sizeof text, "%s5.. K@c12 Kc12-c11 *", start);
    check_codes(text, "AS-10:1");
    check_place(text, 0, "Kc12-c11");
    snprintf(text, sizeof text, "%s5.. K@c12 0-0-1-0", start);
    check_codes(text, "");
    snprintf(text, sizeof text, "%s5.. K@c12 0-1-0-0", start);
    check_codes(text, "X-05:1");
    snprintf(text, sizeof text, "%s5.. K@c12 1/2-1/2-0-0", start);
    check_codes(text, "X-05:1");
}
END_TEST

int main(void) {
    enum { POINTS = sizeof points / sizeof *points };
    Suite *suite = suite_create("ending");
    TCase *tc = tcase_create("ending");
    tcase_add_checked_fixture(tc, walk_set_up, walk_tear_down);
    tcase_add_loop_test(tc, black_is_locked_and_the_points_decide, 0, POINTS);
    tcase_add_loop_test(tc, white_is_locked_and_the_points_decide, 0, POINTS);
    tcase_add_loop_test(tc, a_start_position_without_an_action_is_decided_at_once, 0, POINTS);
    tcase_add_test(tc, the_last_combat_counts);
    tcase_add_test(tc, a_rescued_piece_gives_its_points_back);
    tcase_add_test(tc, a_side_led_by_pawns_is_lost_with_the_last);
    tcase_add_test(tc, while_a_pawn_is_left_nobody_is_lost);
    tcase_add_test(tc, who_leads_alone_is_counted_for_a_teleport);
    tcase_add_loop_test(tc, a_winner_becomes_what_the_rules_say, 0,
                        sizeof transforms / sizeof *transforms);
    tcase_add_test(tc, the_queen_succeeds_the_king_wherever_she_stands);
    tcase_add_test(tc, in_each_corner_an_army_can_be_shut_in);
    tcase_add_test(tc, a_king_alone_by_its_own_escape_route_has_no_more_actions);
    suite_add_tcase(suite, tc);
    return run_suite(suite);
}
