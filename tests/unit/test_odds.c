/* SPDX-License-Identifier: MIT */
/* The odds of combats: against simulated dice, by hand, and without a position as with one. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/slice.h"
#include "core/play/combat_odds.h"
#include "internal/chance.h"
#include "internal/rules.h"
#include "position_fixture.h"
#include "slow_chess.h"
#include "suite.h"

static xpgn_catalog *rules;

static void set_up(void) {
    ck_assert_int_eq(xpgn_catalog_new(&rules), XPGN_OK);
}

static void tear_down(void) {
    xpgn_catalog_free(rules);
}

static const xpgn_ruleset *ruleset(const char *id, const char *options) {
    return ruleset_in(rules, id, options);
}

enum { P = XPGN_PAWN, N = XPGN_KNIGHT, B = XPGN_BISHOP, R = XPGN_ROOK, Q = XPGN_QUEEN };
enum { K = XPGN_KING, W = XPGN_WOUNDED };

/* A combat by types, as the tests write it. */
struct fight {
    const char *id, *options;
    unsigned attacker, defender;
    int support[2];
    xpgn_action_kind kind;
    bool en_passant;
};

static xpgn_matchup matchup(const struct fight *f) {
    return (xpgn_matchup){XPGN_MATCHUP, .kind = f->kind != 0 ? f->kind : XPGN_ATTACK,
                          .en_passant = f->en_passant,
                          .piece = {(xpgn_piece)f->attacker, (xpgn_piece)(f->defender | 16)},
                          .support = {(int16_t)f->support[0], (int16_t)f->support[1]}};
}

static const xpgn_ruleset *prepare(const struct fight *f, xpgn_facts *facts) {
    const xpgn_ruleset *rs = ruleset(f->id, f->options);
    xpgn_matchup m = matchup(f);
    xpgn_fault fault = {.text = ""};
    ck_assert_msg(xpgn_combat_of_types(rs, &m, facts, &fault) == XPGN_OK, "%s", fault.text);
    return rs;
}

static xpgn_odds odds_of(const struct fight *f) {
    xpgn_facts facts;
    xpgn_odds odds;
    const xpgn_ruleset *rs = prepare(f, &facts);
    ck_assert(xpgn_combat_odds(rs, &facts, &odds));
    return odds;
}

/* ---- simulated ------------------------------------------------------------------------------- */

static const struct fight fights[] = {
    {"chess-attack", "", P, P, {0, 0}, 0, false},
    {"chess-attack", "", N, P | W, {1, 2}, 0, false},
    {"chess-attack", "", Q | W, K, {0, 4}, 0, false},
    {"chess-attack", "", P, K | W, {4, 0}, 0, false},
    {"five-dice", "", P, P, {0, 0}, 0, false},
    {"five-dice", "", Q, B, {0, 0}, 0, false},
    {"five-dice", "", P, P, {0, 0}, 0, true},
    {"five-dice", "", K, Q, {0, 0}, 0, false},
    {"five-dice", "", Q, K, {0, 0}, 0, false},
    {"five-dice", "support", N, R, {4, 3}, 0, false},
    {"five-dice", "shooting", Q, R, {0, 0}, XPGN_SHOT, false},
    {"five-dice", "suicide-run", N, B, {0, 0}, XPGN_RUN, false},
    {"combat-chess-2", "", P, K, {0, 0}, 0, false},
    {"combat-chess-2", "", Q, B, {0, 0}, 0, false},
    {"combat-chess-2", "", N, N, {0, 0}, 0, false},
};
enum { FIGHTS = sizeof fights / sizeof *fights, THROWS = 100000 };

static void throw_side(struct dice *d, const xpgn_ruleset *rs, const xpgn_combatant *c,
                       xpgn_roll_side *s) {
    s->dice_count = c->dice;
    for (unsigned i = 0; i < c->dice; i++)
        s->dice[i] = (uint8_t)(1 + dice_below(d, rs->die));
}

/* Rolls until it is decided; the dice are all rolled, and ties as often as they fall. */
static void fight_once(struct dice *d, const xpgn_ruleset *rs, xpgn_facts *f) {
    xpgn_roll roll;
    do {
        memset(&roll, 0, sizeof roll);
        roll.exchanges = 1;
        for (unsigned i = 0; i < 2; i++) {
            throw_side(d, rs, &f->side[i], &roll.exchange[0].side[i]);
            f->side[i].fate = 0;
            f->side[i].total = -1;
        }
        combat_judge(rs, combat_shown(rs, &roll.exchange[0]), f);
    } while (rs->combat == COMBAT_DUEL && f->side[0].total == f->side[1].total);
}

/* Pearson's sum over the outcomes; what cannot happen must not. */
static double chi_squared(const struct fight *f, struct dice *d, unsigned *freedom) {
    xpgn_facts facts;
    const xpgn_ruleset *rs = prepare(f, &facts);
    xpgn_odds odds = odds_of(f);
    unsigned long seen[9] = {0};
    double sum = 0;
    for (unsigned i = 0; i < THROWS; i++) {
        fight_once(d, rs, &facts);
        seen[xpgn_fate_of(facts.side[0].fate) * 3 + xpgn_fate_of(facts.side[1].fate)]++;
    }
    *freedom = 0;
    for (unsigned i = 0; i < 9; i++) {
        double expected = odds.chance[i / 3][i % 3] * THROWS;
        ck_assert(expected > 0 || seen[i] == 0);
        *freedom += expected > 0;
        if (expected > 0)
            sum += ((double)seen[i] - expected) * ((double)seen[i] - expected) / expected;
    }
    --*freedom;
    return sum;
}

/* The upper .1 percent of chi-squared; the seed is fixed, so this holds always or never. */
START_TEST(simulated_combats_come_out_as_the_odds_say) {
    static const double limit[] = {0, 10.83, 13.82, 16.27, 18.47, 20.52, 22.46, 24.32, 26.12};
    struct dice d = {2026};
    unsigned freedom;
    double chi = chi_squared(&fights[_i], &d, &freedom);
    ck_assert_uint_gt(freedom, 0);
    ck_assert_msg(chi < limit[freedom], "chi-squared %.2f of %u", chi, freedom);
}
END_TEST

/* ---- fates ----------------------------------------------------------------------------------- */

START_TEST(each_fate_has_a_sign_and_a_word) {
    static const char signs[XPGN_FATES] = {0, 'w', 'x'};
    static const char *const words[XPGN_FATES] = {"unharmed", "wounded", "removed"};
    for (unsigned fate = 0; fate < XPGN_FATES; fate++) {
        ck_assert_uint_eq(xpgn_fate_of(signs[fate]), fate);
        ck_assert_str_eq(xpgn_fate_name(fate), words[fate]);
    }
    ck_assert_ptr_null(xpgn_fate_name(XPGN_FATES));
    ck_assert_uint_eq(xpgn_fate_of('?'), XPGN_FATE_UNHARMED);
}
END_TEST

/* ---- exact ----------------------------------------------------------------------------------- */

START_TEST(ways_are_counted_exactly) {
    xpgn_odds o = odds_of(&fights[_i]);
    uint64_t sum = 0;
    double expected = 0;
    ck_assert(o.exact);
    for (unsigned i = 0; i < 9; i++) {
        unsigned at = i / 3, df = i % 3;
        sum += o.ways[at][df];
        expected += o.chance[at][df] * o.worth[at][df];
        ck_assert_double_eq_tol(o.chance[at][df], (double)o.ways[at][df] / (double)o.all, 1e-12);
    }
    ck_assert_uint_eq(sum, o.all);
    ck_assert_double_eq_tol(o.expected, expected, 1e-9);
    ck_assert_double_eq_tol(o.tie, (double)o.ties / (double)o.all, 1e-12);
}
END_TEST

/* Chess Attack, N 3+1 on a wounded pawn 0+2: the margin is 2 and the difference of two dice, which
   is -5..5 in 1 2 3 4 5 6 5 4 3 2 1 ways. */
START_TEST(a_margin_is_counted_by_hand) {
    xpgn_odds o = odds_of(&fights[1]);
    ck_assert_uint_eq(o.all, 36);
    ck_assert_uint_eq(o.ways[XPGN_FATE_UNHARMED][XPGN_FATE_REMOVED], 15); /* 3 and more */
    ck_assert_uint_eq(o.ways[XPGN_FATE_WOUNDED][XPGN_FATE_REMOVED], 15);  /* 0, 1 and 2 */
    ck_assert_uint_eq(o.ways[XPGN_FATE_REMOVED][XPGN_FATE_REMOVED], 5);   /* -1 and -2 */
    ck_assert_uint_eq(o.ways[XPGN_FATE_REMOVED][XPGN_FATE_UNHARMED], 1);  /* -3 */
    ck_assert_uint_eq(o.ties, 4);
    ck_assert_double_eq_tol(xpgn_odds_chance(&o, false, true), 30 / 36., 1e-12);
    ck_assert_double_eq_tol(xpgn_odds_chance(&o, true, true), 5 / 36., 1e-12);
    /* A wounded pawn is 1 half point, a knight 6. */
    ck_assert_double_eq_tol(o.expected, (15 * 1 + 15 * (1 - 3) + 5 * (1 - 6) + 1 * -6) / 36.,
                            1e-12);
}
END_TEST

/* Combat Chess 2, pawn 0 on king 4: of 36 throws 2 are ties, 1 wins. */
START_TEST(ties_that_are_rolled_again_are_summed) {
    xpgn_odds o = odds_of(&fights[12]);
    ck_assert_uint_eq(o.again, 2);
    ck_assert_uint_eq(o.all, 34);
    ck_assert_uint_eq(o.ways[XPGN_FATE_UNHARMED][XPGN_FATE_REMOVED], 1);
    ck_assert_double_eq_tol(xpgn_odds_chance(&o, true, false), 33 / 34., 1e-12);
    /* Without points the chess values: a king is 8 + 6 + 6 + 10 + 9. */
    ck_assert_double_eq(o.worth[XPGN_FATE_UNHARMED][XPGN_FATE_REMOVED], 78);
    ck_assert_double_eq(o.worth[XPGN_FATE_REMOVED][XPGN_FATE_UNHARMED], -2);
}
END_TEST

/* Forty dice have more throws than 64 bits. */
START_TEST(many_dice_are_rounded) {
    xpgn_odds o = odds_of(&(struct fight){"five-dice", "support", Q, Q, {15, 15}, 0, false});
    uint64_t sum = 0;
    ck_assert(!o.exact);
    ck_assert_uint_eq(o.all, XPGN_ODDS_ROUND);
    for (unsigned i = 0; i < 9; i++)
        sum += o.ways[i / 3][i % 3];
    ck_assert_uint_eq(sum, o.all);
    double six = 1 - pow(5 / 6., 20), five = pow(5 / 6., 20) - pow(4 / 6., 20);
    ck_assert_double_eq_tol(o.tie, six * six + five * five, 1e-6);
    ck_assert_uint_eq(o.ways[XPGN_FATE_UNHARMED][XPGN_FATE_REMOVED],
                      o.ways[XPGN_FATE_REMOVED][XPGN_FATE_UNHARMED]);
    o = odds_of(&(struct fight){"five-dice", "support", Q, Q, {7, 7}, 0, false});
    ck_assert(o.exact);
    ck_assert_uint_eq(o.all, UINT64_C(4738381338321616896)); /* 6 to the 24th */
}
END_TEST

/* ---- without a position ---------------------------------------------------------------------- */

static const struct refused {
    struct fight fight;
    const char *why;
} refusals[] = {
    {{"chess", "", P, P, {0, 0}, 0, false}, "Chess has no combat"},
    {{"chess-attack", "", 0, P, {0, 0}, 0, false}, "Chess Attack has no such piece"},
    {{"five-dice", "", P | W, P, {0, 0}, 0, false}, "pieces of Five Dice are not wounded"},
    {{"combat-chess-2", "", R, P, {0, 0}, 0, false}, "a castle never fights [CC-1]"},
    {{"combat-chess-2", "", P, R, {0, 0}, 0, false}, "a castle never fights [CC-1]"},
    {{"combat-chess-2", "", P, P, {1, 0}, 0, false}, "there is no support in this combat [CC-6]"},
    {{"combat-chess-2", "", P, P, {0, 0}, 0, true}, "Combat Chess 2 has no en passant"},
    {{"five-dice", "shooting", P, P, {0, 0}, XPGN_SHOT, false}, "a pawn cannot shoot [FD-6]"},
    {{"five-dice", "", Q, P, {0, 0}, XPGN_SHOT, false}, "a queen cannot shoot [FD-6]"},
    {{"five-dice", "suicide-run", Q, K, {0, 0}, XPGN_RUN, false},
     "a queen cannot make a suicide run on a king [FD-8]"},
    {{"five-dice", "", Q, P, {0, 1}, 0, false}, "there is no support in this combat [FD-2]"},
    {{"five-dice", "support", Q, K, {1, 0}, 0, false}, "there is no support in this combat [FD-4]"},
    {{"five-dice", "support", Q, P, {28, 0}, 0, false}, "more than 32 dice"},
    {{"five-dice", "support", P, Q, {0, 28}, 0, false}, "more than 32 dice"},
    {{"five-dice", "support", Q, P, {0, -1}, 0, false}, "a support of -1 is out of range"},
    {{"chess-attack", "", P, P, {1001, 0}, 0, false}, "a support of 1001 is out of range"},
    {{"chess-attack", "", P, P, {0, 1001}, 0, false}, "a support of 1001 is out of range"},
    {{"chess-attack", "", P, 0, {0, 0}, 0, false}, "Chess Attack has no such piece"},
    {{"chess-attack", "", P, 7, {0, 0}, 0, false}, "Chess Attack has no such piece"},
    {{"five-dice", "", P, P | W, {0, 0}, 0, false}, "pieces of Five Dice are not wounded"},
    {{"five-dice", "suicide-run", K, Q, {0, 0}, XPGN_RUN, false},
     "a king cannot make a suicide run on a queen [FD-8]"},
    {{"chess-attack", "", P, N, {0, 0}, 0, true},
     "only a pawn attacks en passant, and only a pawn"},
    {{"five-dice", "shooting suicide-run", P, P, {0, 0}, XPGN_RUN, true},
     "only a pawn attacks en passant, and only a pawn"},
    {{"assault-and-siege", "", N, R, {1, 0}, 0, false},
     "too weak: found an attack of 1 with support 1, expected more than 2 [AS-4]"},
    {{"chess-attack", "", N, P, {0, 0}, 0, true},
     "only a pawn attacks en passant, and only a pawn"},
    {{"chess-attack", "", P, P, {0, 0}, XPGN_CASTLING, false}, "not a kind of attack"},
    {{"assault-and-siege", "", P, P, {0, 0}, 0, false},
     "too weak: found an attack of 1 with support 0, expected more than 1 [AS-4]"},
    {{"assault-and-siege", "", B, P, {4, 0}, 0, false},
     "only a piece that gives takes: found an attack of 0 with support 4, expected more than 1 "
     "[AS-4]"},
    {{"assault-and-siege", "", P, P, {1, 1}, 0, false}, "there is no support of a defender [AS-4]"},
};

START_TEST(what_cannot_be_fought_is_refused) {
    const struct refused *r = &refusals[_i];
    xpgn_matchup m = matchup(&r->fight);
    xpgn_facts facts = {.margin = 77};
    xpgn_fault fault;
    ck_assert_int_eq(
        xpgn_combat_of_types(ruleset(r->fight.id, r->fight.options), &m, &facts, &fault),
        XPGN_INVALID);
    ck_assert_str_eq(fault.text, r->why);
    ck_assert_int_eq(facts.margin, 77);
}
END_TEST

/* As much support as there may be. */
static const struct fight strongest[] = {{"five-dice", "support", Q, P, {27, 0}, 0, false},
                                         {"five-dice", "support", P, Q, {0, 27}, 0, false},
                                         {"chess-attack", "", P, P, {1000, 0}, 0, false},
                                         {"chess-attack", "", P, P, {0, 1000}, 0, false},
                                         {"chess-attack", "", P, P, {0, 0}, 0, true},
                                         {"assault-and-siege", "", N, R, {2, 0}, 0, false}};

START_TEST(what_just_can_be_fought_is) {
    const struct fight *f = &strongest[_i];
    xpgn_facts facts;
    (void)prepare(f, &facts);
    ck_assert_int_eq(facts.side[0].support, f->support[0]);
    ck_assert_int_eq(facts.side[1].support, f->support[1]);
}
END_TEST

START_TEST(supporters_give_what_they_are_worth) {
    const xpgn_piece queens[] = {Q | W, N, K}, kings[] = {K, P};
    xpgn_matchup m = {XPGN_MATCHUP,      .kind = XPGN_ATTACK,          .piece = {K, Q | 16},
                      .support = {1, 0}, .supporter = {queens, kings}, .supporters = {3, 2}};
    xpgn_facts f;
    xpgn_fault fault;
    ck_assert_int_eq(xpgn_combat_of_types(ruleset("chess-attack", ""), &m, &f, &fault), XPGN_OK);
    ck_assert_int_eq(f.side[0].support, 1 + 3 + 1 + 3);
    ck_assert_int_eq(f.side[0].count, 3);
    ck_assert_int_eq(f.side[1].support, 3 + 1);
    ck_assert_int_eq(xpgn_combat_of_types(ruleset("chess-attack", "remote-royals"), &m, &f, &fault),
                     XPGN_OK);
    ck_assert_int_eq(f.side[0].support, 1 + 1 + 3); /* CA-15: the queen gives her king nothing */
    ck_assert_int_eq(f.side[1].support, 1);
    m.size = 0;
    ck_assert_int_eq(xpgn_combat_of_types(ruleset("chess-attack", ""), &m, &f, &fault),
                     XPGN_INVALID);
}
END_TEST

/* The same combat on a board: base, dice and odds are the same. */
static void compare_with_board(const char *id, const char *options, const char *xfen,
                               const char *action, int count) {
    const xpgn_ruleset *rs = ruleset(id, options);
    xpgn_position p = position_of(rs, xfen);
    xpgn_action a;
    xpgn_facts f, types;
    xpgn_fault fault = {.text = ""};
    xpgn_odds odds[2];
    ck_assert_msg(xpgn_action_read(rs, &p, slice_of(action), &a, &fault) == XPGN_OK, "%s",
                  fault.text);
    ck_assert(xpgn_combat_prepare(rs, &p, &a, &f));
    ck_assert_int_eq(f.side[0].count, count);
    xpgn_matchup m = {XPGN_MATCHUP, .kind = (xpgn_action_kind)a.kind,
                      .en_passant = a.kind == XPGN_ATTACK && a.to != a.target,
                      .piece = {f.side[0].piece, f.side[1].piece},
                      .support = {f.side[0].support, f.side[1].support}};
    ck_assert_msg(xpgn_combat_of_types(rs, &m, &types, &fault) == XPGN_OK, "%s", fault.text);
    ck_assert(xpgn_combat_odds(rs, &f, &odds[0]) && xpgn_combat_odds(rs, &types, &odds[1]));
    ck_assert_mem_eq(odds[0].ways, odds[1].ways, sizeof odds[0].ways);
    ck_assert_mem_eq(odds[0].worth, odds[1].worth, sizeof odds[0].worth);
    ck_assert_str_eq(f.rule, types.rule);
}

START_TEST(types_and_positions_agree) {
    compare_with_board("chess-attack", "",
                       "r1b2rk1/pp2qppp/1bn2n2/4p3/3P4/4BN2/PPP1QPPP/RN3RK1 b - - 0 12", "exd4", 2);
    compare_with_board("five-dice", "support",
                       "r1b2rk1/pp2qppp/1bn2n2/4p3/3P4/4BN2/PPP1QPPP/RN3RK1 b - - 0 12", "exd4", 2);
    compare_with_board("five-dice", "shooting", "4k3/8/8/3p4/8/8/3Q4/4K3 w - - 0 1", "Qsd5", 0);
    compare_with_board("five-dice", "suicide-run", "4k3/8/8/3p4/8/8/3Q4/4K3 w - - 0 1", "Qxxd5", 0);
    compare_with_board("five-dice", "", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "exd6", 0);
    compare_with_board("five-dice", "", "8/8/8/3k4/4K3/8/8/8 w - - 0 1", "Kxd5", 0);
    compare_with_board("combat-chess-2", "", "r6r/8/8/3k4/4P3/8/2K5/R6R w - - 5 9", "e4xd5", 0);
    compare_with_board("assault-and-siege", "", "7k/8/8/8/2Pp4/3P4/8/K7 w - - 5 9", "d3xd4", 1);
}
END_TEST

/* Combats that differ in one thing each, and more than are kept, asked for again and again. */
START_TEST(odds_that_are_remembered_are_those_of_the_combat) {
    struct odds_memo *memo = odds_memo_new();
    ck_assert(memo != NULL);
    for (unsigned i = 0; i < 3 * 64 * FIGHTS; i++) {
        const struct fight *f = &fights[i % FIGHTS];
        xpgn_facts facts;
        xpgn_odds odds;
        const xpgn_ruleset *rs = prepare(f, &facts);
        unsigned n = i / FIGHTS % 64;
        facts.side[n & 1].support = (int16_t)(facts.side[n & 1].support + (int)(n >> 1) % 3);
        facts.side[n >> 1 & 1].base = (int16_t)(facts.side[n >> 1 & 1].base + (int)(n >> 2) % 3);
        facts.side[0].dice = (uint8_t)(facts.side[0].dice + (n >> 4 & 1));
        facts.action.target = (xpgn_square)(facts.action.to + (n >> 5));
        if (i % 7 == 0)
            rs = ruleset("combat-chess-2", ""); /* the same pieces by other rules */
        ck_assert(xpgn_combat_odds(rs, &facts, &odds));
        struct odds_known *kept = odds_remembered(memo, rs, &facts);
        ck_assert(kept != NULL);
        const xpgn_odds *known = &kept->odds;
        ck_assert(!kept->counted || kept->amount[0] == (uint32_t)odds.ways[0][0]);
        kept->counted = true;
        kept->amount[0] = (uint32_t)odds.ways[0][0];
        ck_assert_mem_eq(known->ways, odds.ways, sizeof odds.ways);
        ck_assert_mem_eq(known->worth, odds.worth, sizeof odds.worth);
        ck_assert(known->all == odds.all && known->ties == odds.ties);
    }
    odds_memo_free(memo);
}
END_TEST

START_TEST(an_action_that_is_not_legal_is_explained) {
    const xpgn_ruleset *rs = ruleset("chess-attack", "");
    xpgn_position p;
    xpgn_action a;
    xpgn_facts f;
    xpgn_fault fault;
    ck_assert(xpgn_ruleset_start(rs, &p));
    ck_assert_int_eq(xpgn_action_read(rs, &p, slice_of("Nd5"), &a, &fault), XPGN_INVALID);
    ck_assert_msg(strstr(fault.text, "[CA-1]") != NULL, "%s", fault.text);
    ck_assert_int_eq(xpgn_action_read(rs, &p, slice_of("attack!"), &a, &fault), XPGN_INVALID);
    ck_assert_str_eq(fault.text, "not an action");
    ck_assert_int_eq(xpgn_action_read(rs, &p, slice_of("Nc3"), &a, &fault), XPGN_OK);
    ck_assert(!xpgn_combat_prepare(rs, &p, &a, &f)); /* no combat */
}
END_TEST

int main(void) {
    Suite *suite = suite_create("odds");
    TCase *tcase = tcase_create("odds");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, each_fate_has_a_sign_and_a_word);
    tcase_add_loop_test(tcase, simulated_combats_come_out_as_the_odds_say, 0, FIGHTS);
    tcase_add_loop_test(tcase, ways_are_counted_exactly, 0, FIGHTS);
    tcase_add_test(tcase, a_margin_is_counted_by_hand);
    tcase_add_test(tcase, ties_that_are_rolled_again_are_summed);
    tcase_add_test(tcase, many_dice_are_rounded);
    tcase_add_loop_test(tcase, what_cannot_be_fought_is_refused, 0,
                        sizeof refusals / sizeof *refusals);
    tcase_add_loop_test(tcase, what_just_can_be_fought_is, 0, sizeof strongest / sizeof *strongest);
    tcase_add_test(tcase, supporters_give_what_they_are_worth);
    tcase_add_test(tcase, types_and_positions_agree);
    tcase_add_test(tcase, odds_that_are_remembered_are_those_of_the_combat);
    tcase_add_test(tcase, an_action_that_is_not_legal_is_explained);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
