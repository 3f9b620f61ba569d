/* SPDX-License-Identifier: MIT */
/* Combats by hit points: Hit Points Chess, Chess to the Death, Chess or Die Trying. */
#include "walk_fixture.h"

#include <xpgn/play.h>
#include <xpgn/rulesets.h>

#include "core/base/slice.h"

#define HP "[Variant \"hit-points-chess\"]\n"
#define TD "[Variant \"chess-to-the-death\"]\n"
#define XFEN(f) "[SetUp \"1\"]\n[XFEN \"" f "\"]\n\n"
#define CD "[Variant \"chess-or-die-trying\"]\n"

/* ---- the examples of the rules --------------------------------------------------------------- */

#define FOURTH "r1bqkbnr/pppp1ppp/8/4p3/8/B7/P1n(1)PPPPP/RN1QKBNR w KQkq - 1 5"
#define FIFTH "r1bqk1nr/pppp1ppp/8/4p3/8/8/P1Q(8)PPPPP/RN2KBNR w KQkq - 0 6"
#define BEFORE "rnbqkbnr/pppppp1p/8/8/8/3P4/PPP1PPp(90)1/RNBQKBNR w KQkq - 0 5"
#define AFTER "rnbqkbnr/pppppp1p(105)/8/8/8/3P4/PPP1PP2/RNBQKBNq w Qkq - 0 6"
#define LAST "r1bqQ(6)bnr/ppppp1pp/n7/5p2/4P3/2N3P1/PPPP1P1P/R1B1KBNR b KQ - 0 5"

static const char *const examples[] = {
    HP "\n1. b4 e5 2. Ba3 Nc6 3. c3 Nxb4 <-1:-3x> 4. cxb4 <-2x:-1> Nc2+ " REACHED(FOURTH) //
    "5. Qxc2 <-1:-9x> Bxa3 <-3x:-3x> " REACHED(FIFTH) "*",
    TD "\n1. d3 g5 2. h4 gxh4 <:-120x> 3. Rxh4 <:-15> h3 4. Rxh3 <:-15> hxg2 <:-120x> " //
    REACHED(BEFORE) "5. Rxh7 <:-15> gxh1=Q <:-120x> " REACHED(AFTER) "*",
    CD "\n1. Nc3 Na6 2. e4 Nb8 3. Qh5 Na6 4. g3 f5 5. Qxe8# <4=4-3:7=7-0 19=19-0:4=4-15x> " //
    REACHED(LAST) "1-0",
};

START_TEST(the_examples_are_played_field_by_field) {
    check_good(examples[_i]);
    ck_assert(seen.outcome.over == (_i == 2));
}
END_TEST

/* ---- records --------------------------------------------------------------------------------- */

static const struct {
    const char *record, *codes;
} cases[] = {
    /* a blow needs no roll, and one that is written must be right */
    {HP "\n1. e4 d5 2. exd5 *", ""},
    {HP "\n1. e4 d5 2. exd5 <-1x:-1x> *", ""},
    {HP "\n1. e4 d5 2. exd5 {[%roll -1x:-1x]} *", ""},
    {HP "\n1. e4 d5 2. exd5 <x:x> *", ""},
    {HP "\n1. e4 d5 2. exd5 <-1:-1x> *", "HP-2:3"},
    {HP "\n1. e4 d5 2. exd5 <-1x:-3x> *", "HP-2:3"},
    {HP "\n1. e4 d5 2. exd5 <-1x:x> *", "HP-2:3"},
    {HP "\n1. e4 d5 2. exd5 <=1-1x:-1x> *", "R-05:3"},
    {HP "\n1. e4 d5 2. exd5 <+1-1x:-1x> *", "R-05:3"},
    {HP "\n1. e4 d5 2. exd5 <4-1x:-1x> *", "HP-2:3"},
    {HP "\n1. e4 d5 2. exd5 <-1x:-1x -1:-1> *", "HP-2:3"},
    {HP "\n1. e4 <-1:-1> *", "R-02:1"},
    {HP "\n1. e4 Nc6 2. Qh5 Nf6 3. Qxh7 <-9:-1x> *", "HP-2:5"},
    {HP "\n1. b4 e5 2. Ba3 Nc6 3. c3 Nxb4 <-3:-1x> *", "HP-2:6"},
    {TD "\n1. e4 d5 2. exd5 <:-120x> *", ""},
    {TD "\n1. e4 d5 2. exd5 *", ""},
    {TD "\n1. e4 d5 2. exd5 <-0:-120x> *", "R-05:3"},
    {TD "\n1. e4 d5 2. exd5 <:-120> *", "TD-2:3"},
    {TD "\n1. e4 d5 2. exd5 <:-45x> *", "TD-2:3"},
    {TD "\n1. e4 d5 2. exd5 <x:-120x> *", "TD-2:3"},
    {"\n1. e4 d5 2. exd5 <:-1x> *", "R-04:3"},
    {"[Variant \"chess-attack\"]\n\n1. e4 d5 2. exd5 <5+0=7w:1+1=5-1x> *", "R-04:3"},
    /* who stays, who moves in, what a promoted pawn has */
    {HP FEN("8/1P2r2k/8/8/8/8/8/K7 w - - 0 9") "9. b8=Q Re1+ *", ""},
    {HP FEN("1r5k/P7/8/8/8/8/8/K7 w - - 0 9") "9. axb8 <-5x:-1> *", ""},
    {HP FEN("1r5k/P7/8/8/8/8/8/K7 w - - 0 9") "9. axb8=Q <-5x:-1> *", "M-09:1"},
    {HP XFEN("1r(1)5k/P7/8/8/8/8/8/K7 w - - 0 9") "9. axb8 <-1x:-1x> *", ""},
    {TD FEN("1r5k/P7/8/8/8/8/8/K7 w - - 0 9") "9. axb8=Q <:-120x> Kg7 " REACHED(
         "1Q6/6k1/8/8/8/8/8/K7 w - - 1 10") "*",
     ""},
    {TD FEN("1r5k/P7/8/8/8/8/8/K7 w - - 0 9") "9. axb8 <:-120x> *", "TD-3:1"},
    {TD FEN("1k6/P7/8/8/8/8/8/K7 w - - 0 9") "9. axb8 <:-120> " REACHED(
         "1k(30)6/P7/8/8/8/8/8/K7 b - - 0 9") "*",
     ""},
    {TD FEN("1k6/P7/8/8/8/8/8/K7 w - - 0 9") "9. axb8=Q <:-120> *", "M-09:1"},
    {TD FEN("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9") "9. exd6 <:-120x> " REACHED(
         "4k3/8/3P4/8/8/8/8/4K3 b - - 0 9") "*",
     ""},
    {HP FEN("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9") "9. exd6 <-1x:-1x> " REACHED(
         "4k3/8/8/8/8/8/8/4K3 b - - 0 9") "*",
     ""},
    /* a piece that was harmed keeps what it has left where it goes, and castles with it */
    {TD XFEN("4k3/8/8/8/8/8/8/4K(7)2R(8) w K - 0 9") "9. O-O Kd7 " REACHED(
         "8/3k4/8/8/8/8/8/5R(8)K(7)1 w - - 2 10") "*",
     ""},
    {TD XFEN("4k3/8/8/8/8/8/8/4K(7)2R(8) w K - 0 9") "9. Rh5 " REACHED(
         "4k3/8/8/7R(8)/8/8/8/4K(7)3 b - - 1 9") "*",
     ""},
    {TD FEN("4k3/8/8/8/8/8/3r4/4K2R w K - 0 9") "9. Kxd2 <:-35> Rd3 10. O-O * ", ""},
    {TD FEN("4k2r/8/8/8/8/8/8/4K2R w K - 0 9") "9. Rxh8 <:-15> Ke7 10. O-O *", ""},
    /* check by what removes a king */
    {HP FEN("4k3/8/8/3p4/4K3/8/8/8 w - - 0 9") "9. Ke3 d4 10. Kd3 *", ""},
    {HP FEN("4k3/8/8/3p4/4K3/8/8/8 w - - 0 9") "9. Kxd5 <-1:-3x> " REACHED(
         "4k3/8/8/3K(2)4/8/8/8/8 b - - 0 9") "*",
     ""},
    {HP XFEN("4k3/8/8/3p4/4K(1)3/8/8/8 w - - 0 9") "9. Ke3 *", ""},
    {HP XFEN("4k3/8/8/3p4/4K(1)3/8/8/8 w - - 0 9") "9. Kxd5 <-1x:-3x> *", "HP-3:1"},
    {HP XFEN("4k3/p7/8/3p4/4K(1)3/8/8/7R w - - 0 9") "9. Rh2 *", "HP-3:1"},
    {HP FEN("4k3/8/8/8/8/8/4q3/4K3 w - - 0 9") "9. Kxe2 <-9x:-3> *", "HP-3:1"},
    {HP XFEN("4k3/8/8/8/8/8/4q(2)3/4K3 w - - 0 9") "9. Kxe2 <-2:-3x> " REACHED(
         "4k3/8/8/8/8/8/4K(1)3/8 b - - 0 9") "*",
     ""},
    {HP XFEN("4k3/8/8/8/6p1/8/4q(2)3/4K3 w - - 0 9") "9. Kxe2 <-2:-3x> *", ""},
    {HP XFEN("4k3/8/8/8/8/5p2/4q(2)3/4K3 w - - 0 9") "9. Kxe2 <-2:-3x> *", "HP-3:1"},
    {HP FEN("4k3/8/8/8/8/8/4P3/4K2q w - - 0 9") "9. Kd2 *", ""},
    {HP FEN("4k3/8/8/8/8/8/8/R3K2q w Q - 0 9") "9. O-O-O *", "HP-3:1"},
    {HP FEN("4k3/8/8/8/8/8/3p4/R3K3 w Q - 0 9") "9. O-O-O *", ""},
    {HP FEN("4k3/8/8/8/8/8/1p6/R3K3 w Q - 0 9") "9. O-O-O *", ""},
    {HP XFEN("4k3/8/8/8/8/8/1p6/R3K(1)3 w Q - 0 9") "9. O-O-O *", "HP-3:1"},
    {HP FEN("4k3/8/8/8/8/8/4Q3/4K3 w - - 0 9") "9. Qxe8 <-3:-9x> *", "P-10:0"},
    {HP FEN("4k3/8/8/3P4/8/8/8/4K3 w - - 0 9") "9. d6 Kd7 10. Ke2 Kxd6 <-1:-3x> *", ""},
    {HP FEN("4k3/3P4/8/8/8/8/8/4K3 w - - 0 9") "9. dxe8 <-3x:-1> " REACHED(
         "4k(2)3/8/8/8/8/8/8/4K3 b - - 0 9") "*",
     ""},
    {HP "\n1. f3 e5 2. g4 Qh4# 0-1", ""},
    {HP "\n1. f3 e5 2. g4 Qh4# 3. a3 *", "HP-3:5"},
    {HP "\n1. f3 e5 2. a3 Qh4+ 3. b4 *", "HP-3:5"},
    {HP "\n1. f3 e5 2. a3 Qh4+ 3. g3 *", ""},
    {HP FEN("k7/2Q5/8/8/8/8/8/4K3 w - - 0 9") "9. Kd2 1/2-1/2", ""},
    /* exchanges */
    {CD "\n1. e4 d5 2. exd5 <14:3> *", ""},
    {CD "\n1. e4 d5 2. exd5 *", "R-01:3"},
    {CD "\n1. e4 d5 2. exd5 <14=14-0:3=3-11x> *", ""},
    {CD "\n1. e4 d5 2. exd5 <3=3-0:3=3-0> d4 *", ""},
    {CD "\n1. e4 d5 2. exd5 <3:3 3:3 4:3> *", ""},
    {CD "\n1. e4 d5 2. exd5 <3=3-0:3=3-0 5=5-0:5=5-0> d4 *", ""},
    {CD "\n1. e4 d5 2. exd5 <4=4-0:3=3-1x 5=5-0:3=3-2x> *", "CD-3:3"},
    {CD "\n1. e4 d5 2. exd5 <3=3-0:3=3-0x 4=4-0:3=3-1x> *", "CD-2:3"},
    {CD "\n1. e4 d5 2. exd5 <14=14-0:3=3-10x> *", "CD-2:3"},
    {CD "\n1. e4 d5 2. exd5 <14=14:3=3-11x> *", "CD-2:3"},
    {CD "\n1. e4 d5 2. exd5 <14=15-0:3=3-11x> *", "CD-2:3"},
    {CD "\n1. e4 d5 2. exd5 <14=14-0:3=3-11> *", "CD-2:3"},
    {CD "\n1. e4 d5 2. exd5 <14=14-11x:3=3-0> *", "CD-2:3 CD-2:3 CD-2:3 CD-2:3"},
    {CD "\n1. e4 d5 2. exd5 <21:3> *", "R-03:3"},
    {CD "\n1. e4 d5 2. exd5 <14:13> *", "R-03:3"},
    {CD "\n1. e4 d5 2. exd5 <14,2:3> *", "CD-2:3"},
    {CD "\n1. e4 d5 2. exd5 <5:5 5:5 5:5 5:5 5:5 5:5 5:5 5:5 5:5 5:5 5:5 5:5 5:5 5:5 5:5 5:5> *",
     ""},
    {CD
     "\n1. e4 d5 2. exd5 <5:5 5:5 5:5 5:5 5:5 5:5 5:5 5:5 5:5 5:5 5:5 5:5 5:5 5:5 5:5 5:5 6:5> *",
     "R-09:3"},
    {CD FEN("n6k/1P6/8/8/8/8/8/K7 w - - 0 20") "20. bxa8=Q <20=20-0:3=3-17x> *", ""},
    {CD FEN("n6k/1P6/8/8/8/8/8/K7 w - - 0 20") "20. bxa8 <20=20-0:3=3-17x> *", "CD-4:1"},
    {CD FEN("n6k/1P6/8/8/8/8/8/K7 w - - 0 20") "20. bxa8 <4=4-0:3=3-1> " REACHED(
         "n(4)6k/1P6/8/8/8/8/8/K7 b - - 0 20") "*",
     ""},
    {CD FEN("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9") "9. exd6 <7:1> " REACHED(
         "4k3/8/3P4/8/8/8/8/4K3 b - - 0 9") "*",
     ""},
};

START_TEST(each_record_has_its_findings) {
    check_codes(cases[_i].record, cases[_i].codes);
}
END_TEST

/* ---- lists of actions ------------------------------------------------------------------------ */

static const struct {
    const char *variant, *xfen;
    size_t actions;
} lists[] = {
    /* a pawn is promoted where its attack certainly removes the defender, and is survived */
    {"chess-to-the-death", "1r5k/P7/8/8/8/8/8/K7 w - - 0 9", 3 + 4 + 4},
    {"chess-to-the-death", "1k6/P7/8/8/8/8/8/K7 w - - 0 9", 3 + 4 + 1},
    {"hit-points-chess", "1r(1)5k/P7/8/8/8/8/8/K7 w - - 0 9", 1 + 4 + 1},
    /* without check a king may be attacked, and stay attacked */
    {"chess-to-the-death", "8/8/8/8/8/8/4q2k/4K3 w - - 0 9", 5},
    {"hit-points-chess", "8/8/8/8/8/8/4q2k/4K3 w - - 0 9", 0},
    {"hit-points-chess", "8/8/8/8/8/8/4q(2)2k/4K3 w - - 0 9", 1},
    /* a pawn attacks only a king that has one point left */
    {"hit-points-chess", "7k/8/8/8/8/4p3/8/3K4 w - - 0 9", 5},
    {"hit-points-chess", "7k/8/8/8/8/4p3/8/3K(1)4 w - - 0 9", 4},
};

START_TEST(a_list_has_what_the_points_allow) {
    const xpgn_ruleset *rs;
    xpgn_slice unknown;
    xpgn_position p;
    ck_assert_int_eq(xpgn_catalog_find(seen.rules, slice_of(lists[_i].variant), (xpgn_slice){"", 0},
                                       &rs, &unknown),
                     XPGN_OK);
    ck_assert_int_eq(xpgn_position_read(rs, slice_of(lists[_i].xfen), &p, NULL), XPGN_OK);
    ck_assert_uint_eq(xpgn_legal_actions(rs, &p, NULL, 0), lists[_i].actions);
}
END_TEST

/* ---- what is said ---------------------------------------------------------------------------- */

static const struct {
    const char *record, *text, *fix;
} said[] = {
    {TD "\n1. e4 d5 2. exd5 <:-45x> *",
     "defender loses 45 points, expected 120: the damage of a pawn", "<:-120x>"},
    {HP "\n1. e4 d5 2. exd5 <-3x:-1x> *", "attacker loses 3 points, expected 1: what the pawn had",
     "<-1x:-1x>"},
    {CD "\n1. e4 d5 2. exd5 <14=14-1:3=3-11x> *",
     "attacker loses 1 point, expected 0: 14 against 3", "<14=14-0:3=3-11x>"},
    {HP "\n1. e4 d5 2. exd5 <-1x:x> *",
     "missing points lost of the defender, expected 1: the damage of a pawn", "<-1x:-1x>"},
    {HP "\n1. e4 d5 2. exd5 <-1x:-1x -1:-1> *", "unexpected second exchange", "<-1x:-1x>"},
    {CD "\n1. e4 d5 2. exd5 <14=14-0:3=3-10x> *",
     "defender loses 10 points, expected 11: 14 against 3", "<14=14-0:3=3-11x>"},
    {CD "\n1. e4 d5 2. exd5 <14=14-0:3=3-11> *",
     "defender unharmed, expected removed: pawn d5, 11 lost of 1", "<14=14-0:3=3-11x>"},
    {CD "\n1. e4 d5 2. exd5 <4=4-0:3=3-1x 5=5-0:3=3-2x> *",
     "unexpected exchange: a piece was removed in the one before", "<4=4-0:3=3-1x>"},
    {TD "\n1. e4 d5 2. exd5 <-0:-120x> *", "unexpected points lost: this side loses none",
     "<:-120x>"},
    {HP FEN("4k3/8/8/8/8/8/4r3/4K3 w - - 0 9") "9. Kxe2 <-5x:-3> *",
     "a king cannot be removed, as the king on e1 would be", NULL},
};

START_TEST(a_finding_says_what_is_right) {
    walk_text(said[_i].record);
    ck_assert_str_eq(finding(0)->text, said[_i].text);
    ck_assert_int_eq(finding(0)->fix_count, said[_i].fix != NULL);
    if (said[_i].fix != NULL)
        ck_assert_str_eq(finding(0)->fix[0].text, said[_i].fix);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("hit points");
    TCase *tc = tcase_create("hit points");
    suite_add_tcase(suite, tc);
    tcase_add_checked_fixture(tc, walk_set_up, walk_tear_down);
    tcase_add_loop_test(tc, the_examples_are_played_field_by_field, 0,
                        (int)(sizeof examples / sizeof *examples));
    tcase_add_loop_test(tc, each_record_has_its_findings, 0, (int)(sizeof cases / sizeof *cases));
    tcase_add_loop_test(tc, a_list_has_what_the_points_allow, 0,
                        (int)(sizeof lists / sizeof *lists));
    tcase_add_loop_test(tc, a_finding_says_what_is_right, 0, (int)(sizeof said / sizeof *said));
    return run_suite(suite);
}
