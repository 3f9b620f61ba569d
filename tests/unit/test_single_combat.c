/* SPDX-License-Identifier: MIT */
/* Combats by a table: one die, and a number for each pair of pieces. */
#include "house_rules.h"
#include "walk_fixture.h"

#include <xpgn/play.h>
#include <xpgn/rulesets.h>

#include "core/play/combat.h"
#include "internal/chance.h"
#include "slow_combat.h"

#define SC "[Variant \"single-combat-chess\"]\n"

START_TEST(a_whole_game_ends_with_the_king) {
    check_good(SC "\n1. Nh3 c5 2. d4 d6 3. dxc5 <2x:=5> Bxh3 <2x:=5> 4. Qxd6 <5:=2x> exd6 <6x:=8>\n"
                  "5. Qxd8 <8:=5x> Kxd8# <2x:=7> " REACHED(
                      "rn1Q1bnr/pp3ppp/8/2p5/8/7N/PPP1PPPP/RNB1KB1R w KQ - 0 6") "1-0");
    ck_assert(seen.outcome.over);
    ck_assert_uint_eq(seen.outcome.score[0], 12);
}
END_TEST

/* Where neither side has an action, and the same with a white knight on b4. */
#define LOCKED                                                                                     \
    SC FEN("kbb1b1b1/pbpb1b1b/p1p1p1p1/p1p1p1p1/p1p1p1p1/P1P1P1P1/PBPB1B1B/KBB1B1B1 w - - 0 50")
#define UNLOCKED                                                                                   \
    SC FEN("kbb1b1b1/pbpb1b1b/p1p1p1p1/p1p1p1p1/pNp1p1p1/P1P1P1P1/PBPB1B1B/KBB1B1B1 w - - 0 50")

static const struct {
    const char *record, *codes;
} cases[] = {
    {SC "\n1. e4 d5 2. exd5 <5> *", ""},
    {SC "\n1. e4 d5 2. exd5 <5:> *", "SC-2:3"},
    {SC "\n1. e4 d5 2. exd5 <5:=5x> Qxd5 <1x:=2> *", ""},
    {SC "\n1. e4 d5 2. exd5 <4x:=5> Qd6 *", ""},
    {SC "\n1. e4 d5 2. exd5 <4:=5x> *", "SC-2:3"},
    {SC "\n1. e4 d5 2. exd5 <5:=6x> *", "SC-3:3"},
    {SC "\n1. e4 d5 2. exd5 <5=5:=5x> *", "R-05:3"},
    {SC "\n1. e4 d5 2. exd5 <5:3=5x> *", "SC-2:3"},
    {SC "\n1. e4 d5 2. exd5 <9> *", "R-03:3"},
    {SC "\n1. e4 d5 2. exd5 *", "R-01:3"},
    {SC "[RuleOptions \"die=6\"]\n\n1. e4 d5 2. exd5 <4:=4x> *", ""},
    {SC "[RuleOptions \"die=6\"]\n\n1. e4 d5 2. exd5 <7> *", "R-03:3"},
    {SC "[RuleOptions \"die=10\"]\n\n1. e4 d5 2. exd5 <10:=6x> *", ""},
    {SC "\n1. e4 a6 2. e5 d5 3. exd6 <5:=5x> " REACHED(
         "rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3") "*",
     ""},
    {SC "\n1. e4 a6 2. e5 d5 3. exd6 <4x:=5> " REACHED(
         "rnbqkbnr/1pp1pppp/p7/3p4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3") "*",
     ""},
    {SC FEN("4k3/1P6/8/8/8/8/8/4K3 w - - 0 30") "30. b8=Q *", ""},
    {SC FEN("n3k3/1P6/8/8/8/8/8/4K3 w - - 0 30") "30. bxa8=Q <6:=6x> *", ""},
    {SC FEN("n3k3/1P6/8/8/8/8/8/4K3 w - - 0 30") "30. bxa8 <5x:=6> *", ""},
    {SC "\n1. -- *", "SC-5:1"},
    {SC FEN("4k3/8/8/8/6p1/5pPp/5PRP/6BK w - - 0 50") "50. -- Ke7 51. -- Kd6 *", ""},
    {SC FEN("4k3/8/8/8/6p1/5pPp/5PRP/6BK w - - 0 50") "50. -- -- *", "SC-5:2"},
    {SC FEN("4k3/8/8/8/6p1/5pPp/5PRP/6BK w - - 0 50") "50. -- Ke7 51. Kh2 *", "SC-1:3"},
    {LOCKED "1/2-1/2", "P-04:0"},
    {LOCKED "*", "P-04:0 SC-5:0"},
    {LOCKED "50. -- 1/2-1/2", "P-04:0 SC-5:1"},
    {UNLOCKED "50. Nxa6 <1x:=4> 1/2-1/2", "P-04:0"},
    {UNLOCKED "50. Nxa6 <1x:=4> *", "P-04:0 SC-5:1"},
    {UNLOCKED "50. Nxa6 <1x:=4> -- 1/2-1/2", "P-04:0 SC-5:2"},
    {UNLOCKED "50. Nxa6 <4:=4x> Bxa6 <2x:=5> *", "P-04:0"},
};

START_TEST(each_record_has_its_findings) {
    check_codes(cases[_i].record, cases[_i].codes);
}
END_TEST

/* ---- the table of the rules, once more ------------------------------------------------------- */

static const struct table {
    const char *options;
    unsigned faces;
} tables[] = {{"", 8}, {"die=6", 6}, {"die=10", 10}};

static void check_pair(const xpgn_ruleset *rs, const struct table *t, unsigned at, unsigned df) {
    const unsigned need = (unsigned)slow_single_need(t->faces, at, df);
    const xpgn_matchup m = {XPGN_MATCHUP, .kind = XPGN_ATTACK,
                            .piece = {(xpgn_piece)at, (xpgn_piece)df}};
    xpgn_facts f;
    xpgn_odds odds;
    ck_assert_int_eq(xpgn_combat_of_types(rs, &m, &f, NULL), XPGN_OK);
    ck_assert_uint_eq(f.side[0].dice, 1);
    ck_assert_uint_eq(f.side[1].dice, 0);
    for (unsigned die = 1; die <= t->faces; die++) {
        combat_judge(rs, (struct combat_shown){(int)die, 0}, &f);
        ck_assert_int_eq(f.side[0].fate, die < need ? 'x' : 0);
        ck_assert_int_eq(f.side[1].fate, die < need ? 0 : 'x');
        ck_assert_int_eq(f.side[1].total, (int)need);
        ck_assert_int_eq(f.side[0].total, -1);
    }
    ck_assert(xpgn_combat_odds(rs, &f, &odds));
    ck_assert_uint_eq(odds.all, t->faces);
    ck_assert_uint_eq(odds.ways[XPGN_FATE_UNHARMED][XPGN_FATE_REMOVED], t->faces + 1 - need);
    ck_assert_uint_eq(odds.ways[XPGN_FATE_REMOVED][XPGN_FATE_UNHARMED], need - 1);
}

START_TEST(each_pair_needs_the_number_of_the_table) {
    xpgn_catalog *rules;
    const xpgn_ruleset *rs;
    xpgn_slice unknown;
    ck_assert_int_eq(xpgn_catalog_new(&rules), XPGN_OK);
    ck_assert_int_eq(xpgn_catalog_find(rules, slice_of("single-combat-chess"),
                                       slice_of(tables[_i].options), &rs, &unknown),
                     XPGN_OK);
    for (unsigned at = XPGN_PAWN; at <= XPGN_KING; at++)
        for (unsigned df = XPGN_PAWN; df <= XPGN_KING; df++)
            check_pair(rs, &tables[_i], at, df);
    xpgn_catalog_free(rules);
}
END_TEST

START_TEST(a_miss_may_be_harmless) {
    const xpgn_matchup m = {XPGN_MATCHUP, .kind = XPGN_ATTACK, .piece = {XPGN_PAWN, XPGN_QUEEN}};
    xpgn_catalog *rules;
    const xpgn_ruleset *rs;
    xpgn_slice unknown;
    xpgn_facts f;
    ck_assert_int_eq(xpgn_catalog_new(&rules), XPGN_OK);
    house_rules(rules, "ruleset: house\nextends: single-combat-chess\n"
                       "combat: {harmless-miss: true}\n");
    ck_assert_int_eq(xpgn_catalog_find(rules, slice_of("house"), slice_of(""), &rs, &unknown),
                     XPGN_OK);
    ck_assert_int_eq(xpgn_combat_of_types(rs, &m, &f, NULL), XPGN_OK);
    combat_judge(rs, (struct combat_shown){7, 0}, &f);
    ck_assert_int_eq(f.side[0].fate, 0);
    ck_assert_int_eq(f.side[1].fate, 0);
    combat_judge(rs, (struct combat_shown){8, 0}, &f);
    ck_assert_int_eq(f.side[1].fate, 'x');
    xpgn_catalog_free(rules);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("single_combat");
    TCase *tc = tcase_create("single_combat");
    suite_add_tcase(suite, tc);
    tcase_add_checked_fixture(tc, walk_set_up, walk_tear_down);
    tcase_add_test(tc, a_whole_game_ends_with_the_king);
    tcase_add_loop_test(tc, each_record_has_its_findings, 0, sizeof cases / sizeof *cases);
    tcase_add_loop_test(tc, each_pair_needs_the_number_of_the_table, 0,
                        sizeof tables / sizeof *tables);
    tcase_add_test(tc, a_miss_may_be_harmless);
    return run_suite(suite);
}
