/* SPDX-License-Identifier: MIT */
/* A die that says how far a piece may go, beside combats and check: Reckless Chess. */
#include "walk_fixture.h"

#include <string.h>
#include <xpgn/play.h>

#include "core/play/combat.h"
#include "internal/chance.h"
#include "slow_combat.h"

#define RC "[Variant \"reckless-chess\"]\n"

/* ---- records --------------------------------------------------------------------------------- */

#define THIRD "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR w KQkq - 2 4"
#define FOURTH "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR b KQkq - 0 4"

START_TEST(the_example_is_played_field_by_field) {
    check_good(RC
               "\n1. <3> e4 <3> d5 2. <2> exd5 <4,1=5:2=2x> <8> Qxd5 <3,2=5:4=4x>\n"
               "3. <3> Nc3 <1> -- " REACHED(THIRD) "4. <3> Nxd5 <6,2=8:9=9> " REACHED(FOURTH) "*");
    ck_assert(!seen.outcome.over);
}
END_TEST

static const struct {
    const char *record, *codes;
} cases[] = {
    /* how far */
    {RC "\n1. <2> e3 <3> Nf6 2. <1> -- <8> e5 3. <4> Qh5 *", "RC-1:5"},
    {RC "\n1. <2> e3 <3> Nf6 2. <1> -- <8> e5 3. <5> Qg4 *", ""},
    {RC "\n1. <2> e4 *", "RC-1:1"},
    {RC "\n1. <2> Nf3 *", "RC-1:1"},
    {RC "\n1. <2> -- *", "RC-1:1"},
    {RC "\n1. <1> e3 *", "RC-1:1"},
    {RC "\n1. e4 *", "RC-1:1"},
    {RC "\n1. <9> e4 *", "R-03:1"},
    {RC "\n1. <0> e4 *", "R-03:1"},
    {RC "\n1. <1,2> e4 *", "RC-1:1"},
    {RC "\n1. e4 {[%turn 3]} d5 {[%turn 3]} 2. exd5 {[%turn 2] [%roll 4,1:2]} *", ""},
    {RC FEN("7k/8/8/8/8/8/8/4K2R w K - 0 9") "9. <3> O-O *", ""},
    {RC FEN("7k/8/8/8/8/8/8/R3K3 w Q - 0 9") "9. <3> O-O-O *", ""},
    {RC FEN("7k/8/8/8/8/8/8/4K2R w K - 0 9") "9. <2> O-O *", "RC-1:1"},
    {RC FEN("4k3/8/8/8/8/8/5r2/4K2R w K - 0 9") "9. <8> O-O *", "RC-4:1"},
    {RC FEN("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9") "9. <2> exd6 <4,2=6:4=4x> *", ""},
    {RC FEN("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9") "9. <2> exd6 <1,2=3:4=4> Ke7 {[%turn 2]} *", ""},
    /* the combat */
    {RC "\n1. <3> e4 <3> d5 2. <2> exd5 <4,1:2> *", ""},
    {RC "\n1. <3> e4 <3> d5 2. <2> exd5 <1,4:2> *", ""},
    {RC "\n1. <3> e4 <3> d5 2. <2> exd5 <5,1:2> *", "R-03:3"},
    {RC "\n1. <3> e4 <3> d5 2. <2> exd5 <4,5:2> *", "R-03:3"},
    {RC "\n1. <3> e4 <3> d5 2. <2> exd5 <4:2> *", "RC-2:3"},
    {RC "\n1. <3> e4 <3> d5 2. <2> exd5 <4,1=4:2=2x> *", "RC-2:3"},
    {RC "\n1. <3> e4 <3> d5 2. <2> exd5 <2,1=3x:4=4> *", "RC-2:3"},
    {RC "\n1. <3> e4 <3> d5 2. <2> exd5 <2,1=3:3=3x> *", "RC-2:3"},
    {RC "\n1. <3> e4 <3> d5 2. <2> exd5 *", "R-01:3"},
    {RC "\n1. <3> e4 <3> d5 2. exd5 <4,1:2> *", "RC-1:3"},
    {RC "\n1. <3> e4 <4,1:2> *", "R-02:1"},
    {RC FEN("4k3/8/8/8/8/8/3p4/4K3 w - - 0 9") "9. <2> Kxd2 <10,4=13:4=4x> *", ""},
    {RC FEN("4k3/8/8/8/8/8/3p4/4K3 w - - 0 9") "9. <2> Kxd2 <1,1=1:4=4> *", ""},
    {RC FEN("n3k3/1P6/8/8/8/8/8/4K3 w - - 0 9") "9. <2> bxa8=Q+ <4,1=5:3=3x> *", ""},
    {RC FEN("n3k3/1P6/8/8/8/8/8/4K3 w - - 0 9") "9. <2> bxa8 <1,1=2:3=3> *", ""},
    /* check: an attack is judged as if it were won */
    {RC FEN("k7/8/8/8/8/8/4r3/4K3 w - - 0 9") "9. <2> Kxe2 <1,1=1:12=12> <2> Kb8 *", ""},
    {RC FEN("k3r3/8/8/8/8/8/4N3/4K3 w - - 0 9") "9. <3> Nc3 *", "RC-3:1"},
    {RC FEN("k7/8/8/8/8/8/4R3/4K3 b - - 0 9") "9... <2> Kb8 10. <7> Re8+ <1> -- 11. <2> Kd2 *", ""},
    {RC FEN("k7/8/8/8/8/8/8/R3K3 b - - 0 9") "9... <1> -- 10. <8> Rxa8 <12,4:1> *", "RC-3:2"},
    {RC "\n1. <2> f3 <2> e6 2. <3> g4 <5> Qh4# 0-1", ""},
    {RC "\n1. <2> f3 <2> e6 2. <3> g4 <5> Qh4# 3. <1> -- 0-1", "RC-3:5"},
    {RC FEN("k7/2Q5/8/8/8/8/8/4K3 w - - 0 9") "9. <2> Kd2 1/2-1/2", ""},
};

START_TEST(each_record_has_its_findings) {
    check_codes(cases[_i].record, cases[_i].codes);
}
END_TEST

/* ---- what is said ---------------------------------------------------------------------------- */

static const struct {
    const char *record, *text;
} said[] = {
    {RC "\n1. <2> Nf3 *", "the knight goes 2 squares, expected at most 1"},
    {RC "\n1. <1> e3 *", "the pawn goes 1 square, expected at most 0"},
    {RC "\n1. <2> -- *", "the turn cannot be passed: a3 is possible"},
    {RC FEN("k7/8/8/8/8/8/8/R3K3 b - - 0 9") "9... <1> -- 10. <8> Rxa8 <12,4:1> *",
     "a king cannot be attacked"},
};

START_TEST(a_finding_says_how_far) {
    walk_text(said[_i].record);
    ck_assert_str_eq(finding(0)->text, said[_i].text);
}
END_TEST

/* ---- the dice of the rules, once more -------------------------------------------------------- */

/* Every throw of a pair, one by one. */
static void check_pair(const xpgn_ruleset *rs, unsigned at, unsigned df) {
    const xpgn_matchup m = {XPGN_MATCHUP, .kind = XPGN_ATTACK,
                            .piece = {(xpgn_piece)at, (xpgn_piece)df}};
    uint64_t wins = 0, all = 0;
    const int faces[3] = {slow_reckless_faces(at), 4, slow_reckless_faces(df)};
    xpgn_facts f;
    xpgn_odds odds;
    ck_assert_int_eq(xpgn_combat_of_types(rs, &m, &f, NULL), XPGN_OK);
    for (int n = 0; n < faces[0] * faces[1] * faces[2]; n++) {
        xpgn_roll roll = {.exchanges = 1, .two_sides = true};
        xpgn_roll_side *side = roll.exchange[0].side;
        struct slow_combat slow;
        side[0].dice_count = 2;
        side[1].dice_count = 1;
        side[0].dice[0] = (uint8_t)(n % faces[0] + 1);
        side[0].dice[1] = (uint8_t)(n / faces[0] % faces[1] + 1);
        side[1].dice[0] = (uint8_t)(n / faces[0] / faces[1] + 1);
        ck_assert(combat_dice_fit(rs, &f, &roll));
        combat_complete(rs, &roll, &f);
        slow_reckless_decide(at, &roll.exchange[0], &slow);
        for (unsigned i = 0; i < 2; i++) {
            ck_assert_int_eq(f.side[i].fate, slow.side[i].fate);
            ck_assert_int_eq(f.side[i].total, slow.side[i].total);
        }
        ck_assert_int_eq(f.arrived, slow.arrives);
        wins += slow.arrives;
        all++;
    }
    ck_assert(xpgn_combat_odds(rs, &f, &odds));
    ck_assert_uint_eq(odds.all, all);
    ck_assert_uint_eq(odds.ways[XPGN_FATE_UNHARMED][XPGN_FATE_REMOVED], wins);
    ck_assert_uint_eq(odds.ways[XPGN_FATE_UNHARMED][XPGN_FATE_UNHARMED], all - wins);
}

START_TEST(each_pair_fares_as_in_the_rules) {
    const xpgn_ruleset *rs;
    xpgn_slice unknown;
    xpgn_facts f;
    xpgn_fault fault;
    const xpgn_matchup king = {XPGN_MATCHUP, .kind = XPGN_ATTACK, .piece = {XPGN_QUEEN, XPGN_KING}};
    ck_assert_int_eq(xpgn_catalog_find(seen.rules, (xpgn_slice){"reckless-chess", 14},
                                       (xpgn_slice){"", 0}, &rs, &unknown),
                     XPGN_OK);
    for (unsigned at = XPGN_PAWN; at <= XPGN_KING; at++)
        for (unsigned df = XPGN_PAWN; df < XPGN_KING; df++)
            check_pair(rs, at, df);
    ck_assert_int_eq(xpgn_combat_of_types(rs, &king, &f, &fault), XPGN_INVALID);
    ck_assert_str_eq(fault.text, "a king cannot be attacked [RC-3]");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("reckless");
    TCase *tc = tcase_create("reckless");
    suite_add_tcase(suite, tc);
    tcase_add_checked_fixture(tc, walk_set_up, walk_tear_down);
    tcase_add_test(tc, the_example_is_played_field_by_field);
    tcase_add_loop_test(tc, each_record_has_its_findings, 0, (int)(sizeof cases / sizeof *cases));
    tcase_add_loop_test(tc, a_finding_says_how_far, 0, (int)(sizeof said / sizeof *said));
    tcase_add_test(tc, each_pair_fares_as_in_the_rules);
    return run_suite(suite);
}
