/* SPDX-License-Identifier: MIT */
/* [%illegal stood]: actions that broke the rules are played, warned of, and the game goes on. */
#include "internal/action_facts.h"
#include "walk_fixture.h"

#include <xpgn/play.h>
#include <xpgn/write.h>

#define STOOD " {[%illegal stood]} "
#define XFEN(position) "[XFEN \"" position "\"]\n\n"

/* Writes the game in the shortest form there is. */
static void write_short(const char *text, xpgn_buffer *b) {
    const xpgn_writer_options options = {XPGN_WRITER_OPTIONS, .minimal = true, .no_comments = true};
    xpgn_game game = {.text = {text, strlen(text)}, .file = "-", .number = 1, .line = 1};
    xpgn_writer *w;
    const xpgn_step *s;
    ck_assert_int_eq(xpgn_writer_new(&w, &options), XPGN_OK);
    ck_assert_int_eq(xpgn_walk_begin(seen.walk, &game), XPGN_OK);
    xpgn_writer_begin(b, w, seen.walk);
    while (xpgn_walk_next(seen.walk, &s) == XPGN_OK)
        xpgn_writer_step(w, s);
    ck_assert_int_eq(xpgn_writer_end(w), XPGN_OK);
    xpgn_writer_free(w);
    xpgn_buffer_char(b, '\0');
}

/* One M-13 that says this rule, nothing else, and this position at the end; in the shortest form
   that is written of it as well. */
static void check_stood(const char *text, const char *rule, const char *final) {
    xpgn_buffer b[2] = {{0}, {0}};
    char start[40];
    snprintf(start, sizeof start, "illegal by %s, but it stood: ", rule);
    for (int round = 0; round < 2; round++) {
        size_t count;
        walk_text(text);
        const xpgn_finding *list = xpgn_walk_findings(seen.walk, &count);
        ck_assert_msg(count == 1 && strcmp(list[0].code, "M-13") == 0 &&
                          strncmp(list[0].text, start, strlen(start)) == 0,
                      "%s (%s): %s", seen.findings.data, count > 0 ? list[0].text : "", text);
        ck_assert_str_eq(seen.final, final);
        seen.options.detail = XPGN_VERDICT;
        walk_text(text);
        seen.options.detail = XPGN_STEPS;
        ck_assert_int_eq(strncmp(seen.findings.data, "M-13@", 5), 0);
        ck_assert_str_eq(seen.final, final);
        walk_text(text);
        write_short(text, &b[round]);
        text = b[round].data;
        ck_assert_ptr_nonnull(strstr(text, "[%illegal stood]"));
    }
    ck_assert_str_eq(b[0].data, b[1].data);
    xpgn_buffer_free(&b[0]);
    xpgn_buffer_free(&b[1]);
}

/* ---- chess ----------------------------------------------------------------------------------- */

START_TEST(a_piece_goes_where_it_may_not) {
    check_stood("1. e4 e5 2. Ng1f4" STOOD "exf4 3. d4 *", "C-1",
                "rnbqkbnr/pppp1ppp/8/8/3PPp2/8/PPP2PPP/RNBQKB1R b KQkq - 0 3");
    check_stood("1. e4 e5 2. Qf4" STOOD "*", "C-1",
                "rnbqkbnr/pppp1ppp/8/4p3/4PQ2/8/PPPP1PPP/RNB1KBNR b KQkq - 1 2");
    check_stood("1. e4 e5 2. e6" STOOD "dxe6 *", "C-1",
                "rnbqkbnr/ppp2ppp/4p3/4p3/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3");
}
END_TEST

START_TEST(a_pinned_piece_moves) {
    check_stood(XFEN("4r1k1/8/8/8/8/4N3/8/N3K3 w - - 0 1") "1. Nc4" STOOD "Kh8 *", "C-2",
                "4r2k/8/8/8/2N5/8/8/N3K3 w - - 2 2");
}
END_TEST

START_TEST(a_pawn_without_its_file_takes_from_beside) {
    check_stood(XFEN("4r2k/8/8/3p4/3PP3/8/8/4K3 w - - 0 1") "1. xd5" STOOD "Kg8 *", "C-2",
                "4r1k1/8/8/3P4/3P4/8/8/4K3 w - - 1 2");
}
END_TEST

START_TEST(castling_through_check_or_after_a_move_of_the_king) {
    check_stood(XFEN("5rk1/8/8/8/8/8/8/R3K2R w KQ - 0 1") "1. O-O" STOOD "Rxf1+ *", "C-1",
                "6k1/8/8/8/8/8/8/R4rK1 w - - 0 2");
    check_stood(XFEN("6k1/8/8/8/8/8/8/R3K2R w - - 3 9") "9. O-O-O" STOOD "*", "C-1",
                "6k1/8/8/8/8/8/8/2KR3R b - - 4 9");
    check_stood(XFEN("rn2k3/8/8/8/8/8/8/6K1 b q - 0 1") "1... O-O-O" STOOD "*", "C-1",
                "1nkr4/8/8/8/8/8/8/6K1 w - - 1 2");
    check_codes(XFEN("rnq1k3/8/8/8/8/8/8/6K1 b q - 0 1") "1... O-O-O" STOOD "*", "C-1:1");
    check_codes(XFEN("6k1/8/8/8/8/8/8/R3K3 w - - 0 9") "9. O-O" STOOD "*", "C-1:1");
    check_codes(XFEN("6k1/8/8/8/8/8/8/4K2R w - - 0 9") "9. O-O-O" STOOD "*", "C-1:1");
    check_codes(XFEN("r3k3/8/8/8/8/8/8/4K2R b - - 0 9") "9... O-O" STOOD "*", "C-1:1");
    check_codes(XFEN("4k2r/8/8/8/8/8/8/R3K3 b - - 0 9") "9... O-O-O" STOOD "*", "C-1:1");
    check_codes(XFEN("6k1/8/8/8/8/4K3/8/R6R w - - 0 9") "9. O-O" STOOD "*", "C-1:1");
    check_stood(XFEN("5k2/8/8/8/8/8/8/RR2K1RR w - - 0 9") "9. O-O-O" STOOD "*", "C-1",
                "5k2/8/8/8/8/8/8/1RKR2RR b - - 1 9");
}
END_TEST

START_TEST(en_passant_comes_too_late) {
    check_stood("1. e4 a6 2. e5 d5 3. a3 a5 4. exd6" STOOD "*", "C-1",
                "rnbqkbnr/1pp1pppp/3P4/p7/8/P7/1PPP1PPP/RNBQKBNR b KQkq - 0 4");
}
END_TEST

START_TEST(mate_is_overlooked) {
    check_stood("1. f3 e5 2. g4 Qh4# 3. a3" STOOD "a6 0-1", "C-3",
                "rnb1kbnr/1ppp1ppp/p7/4p3/6Pq/P4P2/1PPPP2P/RNBQKBNR w KQkq - 0 4");
    check_stood(XFEN("7k/5Q2/8/8/8/8/8/K7 b - - 0 1") "1... Kh8h7" STOOD "*", "C-3",
                "8/5Q1k/8/8/8/8/8/K7 w - - 1 2");
}
END_TEST

START_TEST(a_turn_is_passed) {
    check_stood("1. e4 --" STOOD "2. d4 *", "C-1",
                "rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2");
}
END_TEST

START_TEST(what_no_board_shows_is_an_error) {
    check_codes("1. e4 e5 2. Nf4" STOOD "*", "C-1:3");   /* b1 or g1? */
    check_codes("1. e4 e5 2. Ra1a2" STOOD "*", "C-1:3"); /* onto an own piece */
    check_codes("1. e4 e5 2. Qe8" STOOD "*", "C-1:3");   /* onto the king */
    check_codes("1. e4 e5 2. e1" STOOD "*", "C-1:3");    /* a pawn behind its own line */
    check_codes(XFEN("6k1/8/8/8/8/8/4p3/K7 b - - 0 1") "1... e8" STOOD "*", "C-1:1");
    check_codes(XFEN("6k1/4P3/8/8/8/8/8/K7 w - - 0 1") "1. e1" STOOD "*", "C-1:1");
    check_stood(XFEN("6k1/8/8/8/8/8/4p3/K7 b - - 0 1") "1... e7" STOOD "*", "C-1",
                "6k1/4p3/8/8/8/8/8/K7 w - - 0 2");
    check_codes("1. e4 d5 2. e4sd5" STOOD "*", "C-1:3"); /* no shooting in chess */
    check_codes("1. e4 e5 2. Nz9" STOOD "*", "M-01:3");  /* no notation */
    check_codes("1. e4 e5 2. N@f3" STOOD "*", "L-17:0"); /* of another game */
    check_codes("1. e4 e5 2. Nf3=Q" STOOD "*", "C-1:3"); /* a knight becomes nothing else */
    check_codes("1. e4 e5 2. Qd1d9" STOOD "*", "C-1:3"); /* off the board */
    check_codes(XFEN("8/4P1k1/4n3/8/8/8/8/4K3 w - - 0 55") "55. exf8" STOOD "*", "C-1:1");
    check_codes(XFEN("8/4P1k1/8/8/8/8/8/4K3 w - - 0 55") "55. e8=K" STOOD "*", "C-1:1");
}
END_TEST

/* The king that stands in check is not taken, neither by the rules nor against them. */
START_TEST(a_king_is_never_taken) {
    check_codes("1. f3 e5 2. g4 Qh4# 3. a3" STOOD "Qxe1 *", "M-13:5 C-2:6");
    check_codes("1. f3 e5 2. g4 Qh4# 3. a3" STOOD "Qxe1" STOOD "*", "M-13:5 C-2:6");
}
END_TEST

START_TEST(variations_have_their_own) {
    check_codes("1. e4 e5 (1... e4" STOOD "2. d4) (1... Ke5" STOOD "2. d4) 2. Nf3 *",
                "M-13:2 M-13:2");
}
END_TEST

/* ---- the mark -------------------------------------------------------------------------------- */

START_TEST(without_the_mark_it_is_an_error) {
    check_codes("1. e4 e5 2. Ng1f4 exf4 3. Zz *", "C-1:3");
    check_codes("1. e4 e5 2. Ng1f4 {[%illegal stod]} exf4 *", "M-14:3 C-1:3");
}
END_TEST

START_TEST(the_mark_where_nothing_is_broken_is_a_warning) {
    check_codes("1. e4" STOOD "e5 *", "M-14:1");
    check_codes(STOOD "1. e4 e5 *", "M-14:0");
    check_codes("1. e4 e5 (1... d5)" STOOD "2. Nf3 *", "M-14:2");
    check_codes("1. Ke5 e5" STOOD "*", "C-1:1");
}
END_TEST

/* Faults of the writing are none of the play. */
START_TEST(faults_of_format_stay) {
    check_codes(CA "1. e4 d5 2. exd5" STOOD "*", "R-01:3");
    check_codes(CA "1. e4 d5 2. exd5 <7:1>" STOOD "*", "R-03:3");
    check_codes(CA "1. e4 <3> d5 *", "R-02:1");
    check_codes(CA "1. e4 <3>" STOOD "d5 *", "R-02:1");
}
END_TEST

/* ---- the other games ------------------------------------------------------------------------- */

START_TEST(a_combat_comes_out_as_it_is_recorded) {
    check_stood(CA "\n1. e4 d5 2. exd5 <5+0=7x:1+1=5w>" STOOD "*", "CA-4",
                "rnbqkbnr/ppp1pppp/8/3p*4/8/8/PPPP1PPP/RNBQKBNR[P] b KQkq - 0 2");
    check_stood(CA "\n1. e4 d5 2. exd5 <5+0=7w:1+4=5x>" STOOD "*", "CA-3",
                "rnbqkbnr/ppp1pppp/8/3P*4/8/8/PPPP1PPP/RNBQKBNR[p] b KQkq - 0 2");
    check_stood(FD "\n1. e4 d5 2. exd5 <6=6:1=1>" STOOD "*", "FD-2",
                "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2");
    check_stood(FD "\n1. e4 d5 2. exd5 <6=6x:1=1>" STOOD "*", "FD-2",
                "rnbqkbnr/ppp1pppp/8/3p4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2");
    check_stood(FD "\n1. e4 d5 2. exd5 <6,4=6:1=1x>" STOOD "*", "FD-2",
                "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2");
}
END_TEST

/* Nobody is rescued who has not fallen, and nobody owes it. */
START_TEST(a_pawn_becomes_what_was_never_removed) {
    check_stood(
        CA "[RuleOptions \"rescue\"]\n" XFEN("4k3/P7/8/8/8/8/7p/4K3[r] w - - 0 9") "9. "
                                                                                   "a8=Q" STOOD "*",
        "CA-13", "Q3k3/8/8/8/8/8/7p/4K3[r] b - - 0 9");
    check_stood(CA "[RuleOptions \"rescue\"]\n" XFEN(
                    "4k3/P7/8/8/8/8/7p/4K3[Nr] w - - 0 9") "9. "
                                                           "a8=R" STOOD "*",
                "CA-13", "R3k3/8/8/8/8/8/7p/4K3[Nr] b - - 0 9");
}
END_TEST

START_TEST(an_attack_from_where_nobody_attacks_is_fought) {
    check_stood(CA "\n1. e4 e5 2. Qxe5 <6:1>" STOOD "*", "CA-1",
                "rnbqkbnr/pppp1ppp/8/4Q3/4P3/8/PPPP1PPP/RNB1KBNR[p] b KQkq - 0 2");
    check_stood(FD "\n1. e4 e5 2. Bc1sa7 <6:1>" STOOD "*", "FD-6",
                "rnbqkbnr/1ppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2");
}
END_TEST

START_TEST(queen_lines) {
    check_stood(CC "\n1. <2> e2-e5" STOOD "*", "CC-4",
                "rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR b - - 0 1");
    check_stood(CC "\n1. e2-e5" STOOD "*", "CC-4",
                "rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR b - - 0 1");
    check_stood(CC "\n1. <2> e2-e4 d2-d3" STOOD "*", "CC-5",
                "rnbqkbnr/pppppppp/8/8/4P3/3P4/PPP2PPP/RNBQKBNR b - - 0 1");
    check_stood(CC "\n1. K@e4 <1+3=4>" STOOD "*", "CC-9",
                "rnbqkbnr/pppppppp/8/8/4K3/8/PPPPPPPP/RNBQ1BNR b - - 1 1");
    check_stood(CC "\n1. K@e4 <3+3=6>" STOOD "*", "CC-9",
                "rnbqkbnr/pppppppp/8/8/4K3/8/PPPPPPPP/RNBQ1BNR b - - 1 1");
    check_stood(CC "\n1. e2xe7 <6=6:1=1x@a1>" STOOD "*", "CC-6",
                "rnbqkbnr/ppppPppp/8/8/8/8/PPPP1PPP/RNBQKBNR[a1:p] b - - 0 1");
    check_codes(CC "1. <2> Ra1-a3" STOOD "*", "CC-1:1");
    check_codes(CC "1. <2> e2se4" STOOD "*", "CC-4:1"); /* no shooting */
    check_codes(CC "1. <2> e2xxe4" STOOD "*", "CC-4:1");
    check_codes(CC "1. <2> e2-e4=Q" STOOD "*", "CC-13:1");
    check_codes(CC XFEN("r2k3r/8/8/8/3p4/2N1P3/8/R3K2R w - - 0 9") "9. Nc3xd4 <1=2:2=2>" STOOD "*",
                "CC-6:1");
    check_codes(CC XFEN("r2k3r/8/8/8/3p4/2N1P3/8/R3K2R w - - 0 9") "9. Nc3xd4 <1:2 6x@a8:5>" STOOD
                                                                   "*",
                "M-13:1");
    ck_assert_str_eq(seen.final, "r2k3r/8/8/8/3p4/4P3/8/R3K2R[a8:N] b - - 0 9");
    check_codes(CC XFEN("r2k3r/8/8/8/3p4/2N1P3/8/R3K2R w - - 0 9") "9. Nc3xd4 <1:2 1:5x@a1>" STOOD
                                                                   "*",
                "M-13:1");
    ck_assert_str_eq(seen.final, "r2k3r/8/8/8/3N4/4P3/8/R3K2R[a1:p] b - - 0 9");
    check_codes(
        CC XFEN("r2k3r/8/8/8/3p4/2N1P3/8/R3K2R w - - 0 9") "9. Nc3xd4 <6=7x@a1:1=1x@a1>" STOOD "*",
        "M-13:1"); /* of two losers the dice say who it is */
    ck_assert_str_eq(seen.final, "r2k3r/8/8/8/3N4/4P3/8/R3K2R[a1:p] b - - 0 9");
    check_codes(FD "1. e4 d5 2. exd5 <1=1:2=2w>" STOOD "*", "M-13:3"); /* nobody is wounded */
    ck_assert_str_eq(seen.final, "rnbqkbnr/ppp1pppp/8/3p4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2");
    check_codes(FD "1. e4 a6 2. e5 d5 3. exd6 <1=1x:2=2>" STOOD "*", "M-13:5"); /* FD-5 */
    ck_assert_str_eq(seen.final, "rnbqkbnr/1pp1pppp/p2P4/3p4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3");
}
END_TEST

/* Every die of every exchange; if it could be played the next action would be found wrong. */
START_TEST(a_face_that_no_die_has_decides_nothing) {
#define DUEL CC XFEN("r2k3r/8/8/8/3p4/2N1P3/8/R3K2R w - - 0 9") "9. Nc3xd4 "
    check_codes(DUEL "<7:2 1:5x@a1>" STOOD "9... zz *", "R-03:1");
    check_codes(DUEL "<1:7 1:5x@a1>" STOOD "9... zz *", "R-03:1");
    check_codes(DUEL "<1:2 7:5x@a1>" STOOD "9... zz *", "R-03:1");
    check_codes(DUEL "<1:2 1:7x@a1>" STOOD "9... zz *", "R-03:1");
    check_codes(DUEL "<1,7:1x@a1>" STOOD "9... zz *", "R-03:1");
    check_stood(DUEL "<6,1:1x@a1>" STOOD "*", "CC-6",
                "r2k3r/8/8/8/3N4/4P3/8/R3K2R[a1:p] b - - 0 9");
    check_codes(DUEL "<6,1:1>" STOOD "9... zz *", "CC-6:1");
    check_codes(DUEL "<6:>" STOOD "9... zz *", "CC-6:1");
    check_codes(CA "\n1. e4 d5 2. exd5 <5:1 6:1>" STOOD "2... zz *", "CA-3:3");
}
END_TEST

START_TEST(a_legal_action_that_was_written_wrongly_stays_legal) {
    check_codes(CA XFEN("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 9") "9. e2xe4" STOOD "*", "M-13:1");
    ck_assert_str_eq(seen.final, "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 9");
    ck_assert_str_eq(seen.steps.data, "e4 / * ");
    check_codes(CA XFEN("4k3/8/4p3/8/3p4/8/4P3/4K3 w - - 0 9") "9. e2e5" STOOD "*", "M-13:1");
    ck_assert_str_eq(seen.steps.data, "e2e5 / * ");
}
END_TEST

#define ARMIES "6bk/6nn/5p2/8/8/2P5/1N6/KB6"

START_TEST(moves_of_armies) {
    check_codes(AS XFEN(ARMIES " w - - 0 9") "9. c3sc4" STOOD "*", "AS-2:1");
    check_codes(AS XFEN(ARMIES " w - - 0 9") "9. c3xxc4" STOOD "*", "AS-2:1");
    check_stood(AS XFEN(ARMIES " w - - 0 9") "9. c3-c5" STOOD "*", "AS-2",
                "6bk/6nn/5p2/2P5/8/8/1N6/KB6 b - - 0 9");
    check_stood(AS XFEN(ARMIES " w - - 0 9") "9. c3-c4 Nb2-b3" STOOD "*", "AS-10",
                "6bk/6nn/5p2/8/2P5/1N6/8/KB6 b - - 0 9");
    /* what reinforces puts a pawn on an empty square, wherever it is, and nobody else does */
    check_stood(AS XFEN(ARMIES " w - - 0 9") "9. Bb1@d5" STOOD "*", "AS-6",
                "6bk/6nn/5p2/3P4/8/2P5/1N6/KB6 b - - 0 9");
    check_codes(AS XFEN(ARMIES " w - - 0 9") "9. Bb1@b2" STOOD "*", "AS-6:1");
    check_codes(AS XFEN(ARMIES " w - - 0 9") "9. Nb2@d5" STOOD "*", "AS-6:1");
    check_codes(AS XFEN(ARMIES " w - - 0 9") "9. c3xd4" STOOD "*", "AS-4:1");
    check_stood(AS XFEN(ARMIES " w - - 0 9") "9. c3xf6=N" STOOD "*", "AS-4",
                "6bk/6nn/5N2/8/8/8/1N6/KB6 b - - 0 9");
    check_stood(AS XFEN(ARMIES " w - - 0 9") "9. Ka1xf6" STOOD "*", "AS-4",
                "6bk/6nn/5K2/8/8/2P5/1N6/1B6 b - - 0 9");
    check_codes(AS XFEN(ARMIES " w - - 0 9") "9. Ka1xf6=N" STOOD "*", "AS-4:1");
    check_codes(AS XFEN(ARMIES " w - - 0 9") "9. c3xf6=K" STOOD "*", "AS-4:1");
    check_codes(AS XFEN(ARMIES " w - - 0 9") "9. c3xf6=P" STOOD "*", "AS-4:1");
}
END_TEST

/* Fates that the game does not know, or that contradict each other, are not taken over. */
START_TEST(a_prisoner_is_freed_and_a_duel_is_lost) {
#define PRISON "r2k3r/1N6/8/8/3p4/4P3/8/R3K2R"
    check_stood(CC XFEN(PRISON "[a8:P] w - - 0 9") "9. Nb7@a8 <1=2>" STOOD "P@b8 *", "CC-10",
                "rP1k3r/1N6/8/8/3p4/4P3/8/R3K2R b - - 0 9");
    check_stood(CC XFEN(PRISON "[a8:P] w - - 0 9") "9. e3@a8 <6=6>" STOOD "P@b8 *", "CC-10",
                "rP1k3r/1N6/8/8/3p4/4P3/8/R3K2R b - - 0 9");
    check_codes(CC XFEN(PRISON "[h8:P] w - - 0 9") "9. Nb7@a8 <6=7>" STOOD "P@b8 *", "CC-10:1");
    check_codes(CC XFEN(PRISON "[a8:P] w - - 0 9") "9. Nb7@d4 <6=7>" STOOD "P@b8 *", "CC-10:1");
    check_stood(CC XFEN("r2k3r/8/8/8/3p4/2N1P3/8/R3K2R w - - 0 9") "9. Nc3xd4 <1=0x@a8:6=6>" STOOD
                                                                   "*",
                "CC-6", "r2k3r/8/8/8/3p4/4P3/8/R3K2R[a8:N] b - - 0 9");
}
END_TEST

/* The roll of the first action, as it is played. */
static void check_roll(const char *text, const char *roll) {
    xpgn_game game = {.text = {text, strlen(text)}, .file = "-", .number = 1, .line = 1};
    const xpgn_step *s;
    ck_assert_int_eq(xpgn_walk_new(&seen.walk, seen.rules, &seen.options), XPGN_OK);
    ck_assert_int_eq(xpgn_walk_begin(seen.walk, &game), XPGN_OK);
    do {
        ck_assert_int_eq(xpgn_walk_next(seen.walk, &s), XPGN_OK);
    } while (s->kind != XPGN_STEP_ACTION);
    xpgn_buffer b = {0};
    xpgn_roll_write(&b, &s->facts->roll);
    xpgn_buffer_char(&b, '\0');
    ck_assert_str_eq(b.data, roll);
    xpgn_buffer_free(&b);
    xpgn_walk_free(seen.walk);
    seen.walk = NULL;
}

START_TEST(the_numbers_that_stood_are_kept) {
    check_roll(CC XFEN(PRISON " w - - 0 9") "9. K@d6 <2+0=0>" STOOD "*", "2+0=0");
    check_roll(CC XFEN(PRISON " w - - 0 9") "9. K@d6 <2>" STOOD "*", "2+1=3");
    check_roll(CA XFEN("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 9") "9. exd5 <5+2=0x:1+3=0w>" STOOD "*",
               "5+2=0x:1+3=0w");
    check_roll(CA XFEN("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 9") "9. exd5 <5x:1=0w>" STOOD "*",
               "5+0=7x:1+0=0w");
    /* fates that no combat has are left as they come out */
    check_roll(FD XFEN("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 9") "9. exd5 <5=0w:1=1>" STOOD "*",
               "5=5:1=1x");
    check_roll(CA XFEN("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 9") "9. exd5 <5,5:1>" STOOD "*",
               "5,5+0=7:1+0=2x");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("stood");
    TCase *tc = tcase_create("stood");
    tcase_add_checked_fixture(tc, walk_set_up, walk_tear_down);
    tcase_add_test(tc, a_piece_goes_where_it_may_not);
    tcase_add_test(tc, a_pinned_piece_moves);
    tcase_add_test(tc, a_pawn_without_its_file_takes_from_beside);
    tcase_add_test(tc, castling_through_check_or_after_a_move_of_the_king);
    tcase_add_test(tc, en_passant_comes_too_late);
    tcase_add_test(tc, mate_is_overlooked);
    tcase_add_test(tc, a_turn_is_passed);
    tcase_add_test(tc, what_no_board_shows_is_an_error);
    tcase_add_test(tc, a_king_is_never_taken);
    tcase_add_test(tc, variations_have_their_own);
    tcase_add_test(tc, without_the_mark_it_is_an_error);
    tcase_add_test(tc, the_mark_where_nothing_is_broken_is_a_warning);
    tcase_add_test(tc, faults_of_format_stay);
    tcase_add_test(tc, a_combat_comes_out_as_it_is_recorded);
    tcase_add_test(tc, a_pawn_becomes_what_was_never_removed);
    tcase_add_test(tc, an_attack_from_where_nobody_attacks_is_fought);
    tcase_add_test(tc, queen_lines);
    tcase_add_test(tc, a_face_that_no_die_has_decides_nothing);
    tcase_add_test(tc, a_legal_action_that_was_written_wrongly_stays_legal);
    tcase_add_test(tc, moves_of_armies);
    tcase_add_test(tc, a_prisoner_is_freed_and_a_duel_is_lost);
    tcase_add_test(tc, the_numbers_that_stood_are_kept);
    suite_add_tcase(suite, tc);
    return run_suite(suite);
}
