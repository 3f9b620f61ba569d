/* SPDX-License-Identifier: MIT */
/* Combats in which each piece has dice of its own, which are added up. */
#include "walk_fixture.h"

#include <string.h>
#include <xpgn/play.h>
#include <xpgn/rulesets.h>

#include "core/play/combat.h"
#include "internal/chance.h"
#include "internal/rules.h"
#include "slow_combat.h"

#define PW "[Variant \"polyhedral-chess-war\"]\n"

START_TEST(a_whole_game_ends_with_the_king) {
    check_good(PW "\n1. e4 e5 2. Bc4 Qe7 3. Be2 Qc5 4. Bf1 Qxf2 <14=15:2=2x>\n"
                  "5. Kxf2# <5=6x:7=7> " REACHED(
                      "rnb1kbnr/pppp1ppp/8/4p3/4P3/8/PPPP1qPP/RNBQ1BNR b kq - 0 5") "0-1");
    ck_assert(seen.outcome.over);
    ck_assert_uint_eq(seen.outcome.score[1], 12);
}
END_TEST

static const struct {
    const char *record, *codes;
} cases[] = {
    {PW "\n1. e4 d5 2. exd5 <3:3> *", ""},
    {PW "\n1. e4 d5 2. exd5 <3=4:4=4> " REACHED(
         "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2") "dxe4 *",
     "R-01:4"},
    {PW "\n1. e4 d5 2. exd5 <6:6x> Qxd5 <20:6x> *", ""},
    {PW "\n1. e4 d5 2. exd5 <6:6x> Qxd5 <21:6x> *", "R-03:4"},
    {PW "\n1. e4 d5 2. exd5 <7:6x> *", "R-03:3"},
    {PW "\n1. e4 d5 2. exd5 <0:6> *", "R-03:3"},
    {PW "\n1. e4 d5 2. exd5 <6,1:6x> *", "PW-2:3"},
    {PW "\n1. e4 d5 2. exd5 <6> *", "PW-2:3"},
    {PW "\n1. e4 d5 2. exd5 <3=3:4=4> *", "PW-2:3"},
    {PW "\n1. e4 d5 2. exd5 <3=4:4=4x> *", "PW-3:3"},
    {PW "\n1. e4 d5 2. exd5 <3+0=4:4=4> *", "R-05:3"},
    {PW "\n1. e4 d5 2. exd5 <3:4 5:1> *", "PW-2:3"},
    {PW "\n1. e4 a6 2. e5 d5 3. exd6 <5=6:5=5x> " REACHED(
         "rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3") "*",
     ""},
    {PW "\n1. e4 a6 2. e5 d5 3. exd6 <4=5:5=5> " REACHED(
         "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3") "*",
     ""},
    {PW FEN("n3k3/1P6/8/8/8/8/8/4K3 w - - 0 30") "30. bxa8=Q <6=7:3=3x> *", ""},
    {PW FEN("n3k3/1P6/8/8/8/8/8/4K3 w - - 0 30") "30. bxa8 <6=7:7=7> *", ""},
    {PW FEN("4k3/8/8/8/6p1/5pPp/5PRP/6BK w - - 0 50") "1/2-1/2", ""},
    {PW FEN("4k3/8/8/8/6p1/5pPp/5PRP/6BK w - - 0 50") "*", "PW-1:0"},
    {PW FEN("4k3/8/8/8/6p1/5pPp/5PRP/6BK w - - 0 50") "50. -- *", "PW-1:1"},
    {PW FEN("4k3/8/8/8/6p1/5pPp/5PRP/6BK b - - 0 49") "49... Kd8 1/2-1/2", ""},
};

START_TEST(each_record_has_its_findings) {
    check_codes(cases[_i].record, cases[_i].codes);
}
END_TEST

/* ---- the dice of the rules, once more -------------------------------------------------------- */

/* Every throw of a pair, one by one. */
static void check_pair(const xpgn_ruleset *rs, unsigned at, unsigned df) {
    const xpgn_matchup m = {XPGN_MATCHUP, .kind = XPGN_ATTACK,
                            .piece = {(xpgn_piece)at, (xpgn_piece)df}};
    uint64_t ways[3][3] = {{0}};
    const int faces[2] = {slow_war_faces(at), slow_war_faces(df)};
    xpgn_facts f;
    xpgn_odds odds;
    ck_assert_int_eq(xpgn_combat_of_types(rs, &m, &f, NULL), XPGN_OK);
    for (int n = 0; n < faces[0] * faces[1]; n++) {
        xpgn_roll roll = {.exchanges = 1, .two_sides = true};
        struct slow_combat slow;
        for (unsigned i = 0; i < 2; i++)
            roll.exchange[0].side[i].dice_count = 1;
        roll.exchange[0].side[0].dice[0] = (uint8_t)(n / faces[1] + 1);
        roll.exchange[0].side[1].dice[0] = (uint8_t)(n % faces[1] + 1);
        ck_assert(combat_dice_fit(rs, &f, &roll));
        combat_complete(rs, &roll, &f);
        slow_war_decide(&roll.exchange[0], &slow);
        for (unsigned i = 0; i < 2; i++) {
            ck_assert_int_eq(f.side[i].fate, slow.side[i].fate);
            ck_assert_int_eq(f.side[i].total, slow.side[i].total);
        }
        ck_assert_int_eq(f.arrived, slow.arrives);
        ways[xpgn_fate_of(slow.side[0].fate)][xpgn_fate_of(slow.side[1].fate)]++;
    }
    for (unsigned i = 0; i < 2; i++) {
        ck_assert_uint_eq(combat_faces(rs, &f, i, 0), (unsigned)faces[i]);
        ck_assert_uint_eq(combat_faces(rs, &f, i, 1), 0);
    }
    ck_assert(xpgn_combat_odds(rs, &f, &odds));
    ck_assert_uint_eq(odds.all, (uint64_t)(faces[0] * faces[1]));
    ck_assert_mem_eq(odds.ways, ways, sizeof ways);
}

START_TEST(each_pair_fares_as_in_the_rules) {
    xpgn_catalog *rules;
    const xpgn_ruleset *rs;
    xpgn_slice unknown;
    ck_assert_int_eq(xpgn_catalog_new(&rules), XPGN_OK);
    ck_assert_int_eq(
        xpgn_catalog_find(rules, slice_of("polyhedral-chess-war"), slice_of(""), &rs, &unknown),
        XPGN_OK);
    for (unsigned at = XPGN_PAWN; at <= XPGN_KING; at++)
        for (unsigned df = XPGN_PAWN; df <= XPGN_KING; df++)
            check_pair(rs, at, df);
    xpgn_catalog_free(rules);
}
END_TEST

/* ---- several dice a side --------------------------------------------------------------------- */

#define HOUSE                                                                                      \
    "ruleset: mixed-dice\ntitle: Mixed Dice\nversion: 1\nextends: chess-without-check\ndie: 8\n"   \
    "combat:\n  kind: contest\n  dice: {defender: 2d6-1}\n  attacker-adds: d4+2\n"                 \
    "  outcomes: [{from: 1, defender: removed}, {attacker: removed}]\n"                            \
    "pieces: {king: {dice: {attacker: d10-1}}, queen: {dice: d3+d5}}\n"

/* The number of throws of these dice with which `sum` is shown. */
static unsigned slow_ways(const int *faces, int sum) {
    unsigned ways = 0;
    if (*faces == 0)
        return sum == 0;
    for (int face = 1; face <= *faces; face++)
        ways += slow_ways(faces + 1, sum - face);
    return ways;
}

static const struct {
    unsigned at, df;
    int faces[2][4], adds[2];
} mixed[] = {{XPGN_PAWN, XPGN_ROOK, {{8, 4}, {6, 6}}, {2, -1}},
             {XPGN_KING, XPGN_KING, {{10, 4}, {6, 6}}, {1, -1}},
             {XPGN_QUEEN, XPGN_QUEEN, {{3, 5, 4}, {3, 5}}, {2, 0}}};

START_TEST(dice_of_a_side_are_added_up) {
    xpgn_catalog *rules;
    const xpgn_ruleset *rs;
    xpgn_facts f;
    xpgn_odds odds;
    xpgn_slice unknown;
    uint64_t wins = 0, all = 0;
    const xpgn_matchup m = {XPGN_MATCHUP, .kind = XPGN_ATTACK,
                            .piece = {(xpgn_piece)mixed[_i].at, (xpgn_piece)mixed[_i].df}};
    ck_assert_int_eq(xpgn_catalog_new(&rules), XPGN_OK);
    ck_assert_int_eq(xpgn_catalog_add(rules, slice_of(HOUSE)), XPGN_OK);
    ck_assert_int_eq(xpgn_catalog_find(rules, slice_of("mixed-dice"), slice_of(""), &rs, &unknown),
                     XPGN_OK);
    ck_assert_int_eq(xpgn_combat_of_types(rs, &m, &f, NULL), XPGN_OK);
    for (int a = 0; a <= 40; a++)
        for (int d = 0; d <= 40; d++) {
            const uint64_t ways =
                (uint64_t)slow_ways(mixed[_i].faces[0], a) * slow_ways(mixed[_i].faces[1], d);
            all += ways;
            wins += a + mixed[_i].adds[0] > d + mixed[_i].adds[1] ? ways : 0;
        }
    ck_assert(xpgn_combat_odds(rs, &f, &odds));
    ck_assert(odds.exact);
    ck_assert_uint_eq(odds.all, all);
    ck_assert_uint_eq(odds.ways[XPGN_FATE_UNHARMED][XPGN_FATE_REMOVED], wins);
    ck_assert_uint_eq(odds.ways[XPGN_FATE_REMOVED][XPGN_FATE_UNHARMED], all - wins);
    xpgn_catalog_free(rules);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("own_dice");
    TCase *tc = tcase_create("own_dice");
    suite_add_tcase(suite, tc);
    tcase_add_checked_fixture(tc, walk_set_up, walk_tear_down);
    tcase_add_test(tc, a_whole_game_ends_with_the_king);
    tcase_add_loop_test(tc, each_record_has_its_findings, 0, sizeof cases / sizeof *cases);
    tcase_add_test(tc, each_pair_fares_as_in_the_rules);
    tcase_add_loop_test(tc, dice_of_a_side_are_added_up, 0, sizeof mixed / sizeof *mixed);
    return run_suite(suite);
}
