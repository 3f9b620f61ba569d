/* SPDX-License-Identifier: MIT */
/* Support and combat of all games, against a slow reference on random positions. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/slice.h"
#include "core/board/xfen.h"
#include "position_fixture.h"
#include "slow_chess.h"
#include "slow_combat.h"
#include "suite.h"

/* XPGN_SLOW asks for more. */
static unsigned long positions_wanted(void) {
    return getenv("XPGN_SLOW") != NULL ? 100000 : 20000;
}

static xpgn_catalog *rules;
static struct { unsigned long combats, passing, supported, wounded, kings, ties; } seen;

static void set_up(void) {
    ck_assert_int_eq(xpgn_catalog_new(&rules), XPGN_OK);
    memset(&seen, 0, sizeof seen);
}

static void tear_down(void) {
    xpgn_catalog_free(rules);
}

static const xpgn_ruleset *ruleset(const char *id, const char *options) {
    return ruleset_in(rules, id, options);
}

static const char *shown(const xpgn_ruleset *rs, const xpgn_position *p, const xpgn_action *a) {
    static char text[900];
    char from[4], to[4];
    xpgn_buffer b = {0};
    xfen_write(&b, &rs->geometry, p);
    xpgn_square_name(p, a->from, from);
    xpgn_square_name(p, a->to, to);
    snprintf(text, sizeof text, "%.*s: %s%s kind %u", (int)b.size, b.data, from, to, a->kind);
    xpgn_buffer_free(&b);
    return text;
}

/* ---- dice ------------------------------------------------------------------------------------ */

static void throw_side(struct dice *d, xpgn_roll_side *s, unsigned count) {
    s->dice_count = (uint8_t)count;
    for (unsigned i = 0; i < count; i++)
        s->dice[i] = (uint8_t)(1 + dice_below(d, 6));
}

static void throw_dice(struct dice *d, const struct slow_combat *c, bool duel, xpgn_roll *r) {
    memset(r, 0, sizeof *r);
    do {
        xpgn_exchange *x = &r->exchange[r->exchanges++];
        throw_side(d, &x->side[0], (unsigned)c->side[0].dice);
        throw_side(d, &x->side[1], (unsigned)c->side[1].dice);
        if (!duel || c->side[0].base + x->side[0].dice[0] != c->side[1].base + x->side[1].dice[0])
            return;
        seen.ties++;
    } while (r->exchanges < XPGN_MAX_EXCHANGES);
    r->exchange[r->exchanges - 1].side[0].dice[0] ^= 1; /* ties to the last exchange: decide it */
}

/* ---- the comparison -------------------------------------------------------------------------- */

struct fight {
    const xpgn_ruleset *rs;
    const xpgn_position *p;
    const xpgn_facts *facts;
    const struct slow_combat *slow;
};

static const char *where(const struct fight *t) {
    return shown(t->rs, t->p, &t->facts->action);
}

static void compare_sides(const struct fight *t) {
    for (int i = 0; i < 2; i++) {
        const xpgn_combatant *fast = &t->facts->side[i];
        const struct slow_side *slow = &t->slow->side[i];
        HOLDS(fast->base == slow->base && fast->support == slow->support &&
                  fast->count == slow->count && fast->dice == slow->dice,
              "%s side %d: base %d support %d count %d dice %d, slowly %d %d %d %d", where(t), i,
              fast->base, fast->support, fast->count, fast->dice, slow->base, slow->support,
              slow->count, slow->dice);
        for (int n = 0; n < slow->count; n++)
            HOLDS(fast->supporter[n].square == slow->helper[n] &&
                      fast->supporter[n].gives == slow->gives[n],
                  "%s side %d: supporter %d", where(t), i, n);
    }
}

static void compare_ends(const struct fight *t) {
    const xpgn_facts *f = t->facts;
    const xpgn_exchange *last = &f->roll.exchange[f->roll.exchanges - 1];
    for (int i = 0; i < 2; i++) {
        const struct slow_side *slow = &t->slow->side[i];
        const xpgn_roll_side *said = &last->side[i];
        HOLDS(f->side[i].total == slow->total && f->side[i].fate == slow->fate,
              "%s side %d: total %d fate %d, slowly %d %d", where(t), i, f->side[i].total,
              f->side[i].fate, slow->total, slow->fate);
        HOLDS(said->total == slow->total && said->fate == slow->fate &&
                  (said->count < 0 || said->count == slow->count),
              "%s side %d: the roll", where(t), i);
    }
    HOLDS(f->arrived == t->slow->arrives, "%s: arrival", where(t));
    HOLDS(t->slow->side[0].total < 0 ||
              f->margin == t->slow->side[0].total - t->slow->side[1].total,
          "%s: margin", where(t));
}

static void count_seen(const xpgn_position *p, const xpgn_action *a, const struct slow_combat *c) {
    seen.combats++;
    seen.passing += a->kind == XPGN_ATTACK && a->to != a->target;
    seen.supported += c->side[0].count > 0 && c->side[1].count > 0;
    seen.wounded += XPGN_IS_WOUNDED(p->at[a->from]) || XPGN_IS_WOUNDED(p->at[a->target]);
    seen.kings +=
        XPGN_TYPE_OF(p->at[a->from]) == XPGN_KING || XPGN_TYPE_OF(p->at[a->target]) == XPGN_KING;
}

static void prepare_slowly(const xpgn_ruleset *rs, const xpgn_position *p, const xpgn_action *a,
                           const char *options, struct slow_combat *c) {
    if (rs->combat == COMBAT_MARGIN)
        slow_attack_prepare(p, a, strstr(options, "remote-royals") != NULL, c);
    else if (rs->combat == COMBAT_POOLS)
        slow_dice_prepare(p, a, strstr(options, "support") != NULL, c);
    else if (rs->combat == COMBAT_DUEL)
        slow_duel_prepare(p, a, c);
    else
        slow_siege_prepare(p, a, c);
}

static void decide_slowly(const xpgn_ruleset *rs, const xpgn_position *p, const xpgn_action *a,
                          const xpgn_roll *r, struct slow_combat *c) {
    const xpgn_exchange *last = &r->exchange[r->exchanges - 1];
    if (rs->combat == COMBAT_MARGIN)
        slow_attack_decide(p, a, last, c);
    else if (rs->combat == COMBAT_POOLS)
        slow_dice_decide(p, a, last, c);
    else if (rs->combat == COMBAT_DUEL)
        slow_duel_decide(last, c);
    else
        slow_siege_decide(c);
}

/* One combat; `facts` keeps what an earlier one left in it. */
static void fight(struct dice *d, const xpgn_ruleset *rs, const char *options,
                  const xpgn_position *p, const xpgn_action *a) {
    static xpgn_facts facts;
    struct slow_combat c;
    xpgn_roll roll;
    struct fight t = {rs, p, &facts, &c};
    facts.action = *a;
    combat_prepare(rs, p, &facts);
    HOLDS(facts.combat, "%s: no combat", where(&t));
    prepare_slowly(rs, p, a, options, &c);
    combat_list_supporters(rs, p, &facts);
    compare_sides(&t);
    throw_dice(d, &c, rs->combat == COMBAT_DUEL, &roll);
    if (rs->combat == COMBAT_OVERWHELM)
        roll.exchanges = 0;
    combat_complete(rs, &roll, &facts);
    roll.exchanges = facts.roll.exchanges;
    decide_slowly(rs, p, a, &roll, &c);
    compare_ends(&t);
    count_seen(p, a, &c);
}

static bool is_fight(const xpgn_action *a) {
    return a->kind == XPGN_ATTACK || a->kind == XPGN_SHOT || a->kind == XPGN_RUN;
}

/* The en passant attacks of the position and one other fight. */
static void fight_some(struct dice *d, const xpgn_ruleset *rs, const char *options,
                       const struct state *s) {
    static xpgn_action list[2048];
    size_t count = movement_actions(rs, s, list, 2048), fights = 0;
    for (size_t i = 0; i < count; i++) {
        if (!is_fight(&list[i]))
            continue;
        if (list[i].kind == XPGN_ATTACK && list[i].to != list[i].target)
            fight(d, rs, options, &s->position, &list[i]);
        list[fights++] = list[i];
    }
    if (fights > 0)
        fight(d, rs, options, &s->position, &list[dice_below(d, (unsigned)fights)]);
}

/* ---- chess movement -------------------------------------------------------------------------- */

static const char *const dice_options[4] = {"", "support", "shooting suicide-run",
                                            "shooting support suicide-run"};

static void fight_on_chess_boards(const char *id, const char *options, uint64_t seed) {
    const xpgn_ruleset *rs = ruleset(id, options);
    struct dice d = {seed};
    for (unsigned long i = positions_wanted(); i > 0; i--) {
        struct state s;
        memset(&s, 0, sizeof s);
        random_board(&d, rs, &s.position);
        fight_some(&d, rs, options, &s);
    }
    ck_assert_uint_ge(seen.combats, positions_wanted() / 2);
    ck_assert_uint_ge(seen.passing, positions_wanted() / 1000);
    ck_assert_uint_ge(seen.kings, positions_wanted() / 100);
}

START_TEST(chess_attack_is_what_the_slow_reference_says) {
    fight_on_chess_boards("chess-attack", _i == 0 ? "" : "remote-royals rescue", 11 + (uint64_t)_i);
    ck_assert_uint_ge(seen.supported, positions_wanted() / 20);
    ck_assert_uint_ge(seen.wounded, positions_wanted() / 10);
}
END_TEST

START_TEST(five_dice_is_what_the_slow_reference_says) {
    fight_on_chess_boards("five-dice", dice_options[_i], 21 + (uint64_t)_i);
    if (_i % 2 == 1)
        ck_assert_uint_ge(seen.supported, positions_wanted() / 40);
}
END_TEST

/* ---- combat-chess-2 -------------------------------------------------------------------------- */

static void scatter(struct dice *d, xpgn_position *p, unsigned seat, unsigned type, unsigned most) {
    for (unsigned n = dice_below(d, most + 1); n > 0; n--) {
        unsigned sq = dice_below(d, position_squares(p));
        if (p->at[sq] == 0)
            position_put(p, (xpgn_square)sq, XPGN_PIECE(seat, type));
    }
}

static void random_army(struct dice *d, xpgn_position *p, unsigned seat, bool rooks) {
    scatter(d, p, seat, XPGN_PAWN, 8);
    scatter(d, p, seat, XPGN_KNIGHT, 2);
    scatter(d, p, seat, XPGN_BISHOP, 2);
    if (rooks)
        scatter(d, p, seat, XPGN_ROOK, 2);
    scatter(d, p, seat, XPGN_QUEEN, 1);
    scatter(d, p, seat, XPGN_KING, 1);
}

START_TEST(a_duel_is_what_the_slow_reference_says) {
    const xpgn_ruleset *rs = ruleset("combat-chess-2", "");
    struct dice d = {31};
    for (unsigned long i = positions_wanted(); i > 0; i--) {
        struct state s;
        memset(&s, 0, sizeof s);
        position_clear(&s.position, &rs->geometry);
        for (unsigned c = 0; c < 4; c++)
            position_put(&s.position, rs->geometry.cell[c], XPGN_PIECE(c / 2, XPGN_ROOK));
        random_army(&d, &s.position, 0, false);
        random_army(&d, &s.position, 1, false);
        s.position.side_to_move = (uint8_t)dice_below(&d, 2);
        fight_some(&d, rs, "", &s);
    }
    ck_assert_uint_ge(seen.combats, positions_wanted() / 2);
    ck_assert_uint_ge(seen.ties, positions_wanted() / 50);
}
END_TEST

/* ---- assault-and-siege ----------------------------------------------------------------------- */

/* Any piece against any enemy, near or far: sums need no leave to capture. */
static void sum_some(struct dice *d, const xpgn_ruleset *rs, const xpgn_position *p) {
    for (unsigned n = 0; n < 40; n++) {
        unsigned from = dice_below(d, position_squares(p));
        int near = (int)from + (int)dice_below(d, 5) - 2;
        if (dice_below(d, 2) == 0)
            near = (int)from + ((int)dice_below(d, 5) - 2) * p->files;
        if (near < 0 || near >= (int)position_squares(p) || p->at[from] == 0 || p->at[near] == 0 ||
            XPGN_SEAT_OF(p->at[from]) == XPGN_SEAT_OF(p->at[near]))
            continue;
        xpgn_action a = {.kind = XPGN_ATTACK,
                         .piece = p->at[from],
                         .from = (xpgn_square)from,
                         .to = (xpgn_square)near,
                         .target = (xpgn_square)near,
                         .drop = XPGN_NO_SQUARE};
        fight(d, rs, "", p, &a);
        return;
    }
}

START_TEST(a_siege_sums_up_as_the_slow_reference_says) {
    const xpgn_ruleset *rs = ruleset("assault-and-siege", _i == 0 ? "" : "players=4");
    struct dice d = {41 + (uint64_t)_i};
    for (unsigned long i = positions_wanted(); i > 0; i--) {
        xpgn_position p;
        position_clear(&p, &rs->geometry);
        for (unsigned seat = 0; seat < p.seats; seat++) {
            random_army(&d, &p, seat, true);
            scatter(&d, &p, seat, XPGN_KNIGHT, 2);
        }
        sum_some(&d, rs, &p);
    }
    ck_assert_uint_ge(seen.combats, positions_wanted() / 3);
}
END_TEST

static bool slow_capture(const xpgn_position *p, unsigned from, unsigned target) {
    xpgn_action a = {.from = (xpgn_square)from, .target = (xpgn_square)target};
    struct slow_combat c;
    if (p->at[from] == 0 || p->at[target] == 0 || XPGN_SEAT_OF(p->at[from]) != p->side_to_move ||
        XPGN_SEAT_OF(p->at[target]) == p->side_to_move)
        return false;
    slow_siege_prepare(p, &a, &c);
    return c.side[0].base >= 1 && c.side[0].base + c.side[0].support > c.side[1].base;
}

static void compare_captures(const xpgn_ruleset *rs, const struct state *s) {
    static xpgn_action list[2048];
    static bool can[XPGN_MAX_SQUARES][XPGN_MAX_SQUARES];
    size_t count = movement_actions(rs, s, list, 2048);
    unsigned squares = position_squares(&s->position);
    memset(can, 0, sizeof can);
    for (size_t n = 0; n < count; n++) {
        if (list[n].kind == XPGN_ATTACK)
            can[list[n].from][list[n].target] = true;
    }
    for (unsigned from = 0; from < squares; from++) {
        for (unsigned to = 0; to < squares; to++)
            HOLDS(can[from][to] == slow_capture(&s->position, from, to), "%u takes %u: %s", from,
                  to, shown(rs, &s->position, &list[0]));
    }
}

/* The captures that movement allows are those whose sum is more than the target's defense. */
START_TEST(a_siege_captures_where_the_slow_sum_is_enough) {
    const xpgn_ruleset *rs = ruleset("assault-and-siege", _i == 0 ? "" : "players=4");
    struct dice d = {51 + (uint64_t)_i};
    for (unsigned long i = positions_wanted() / 20; i > 0; i--) {
        struct state s;
        memset(&s, 0, sizeof s);
        position_clear(&s.position, &rs->geometry);
        for (unsigned seat = 0; seat < s.position.seats; seat++)
            random_army(&d, &s.position, seat, true);
        compare_captures(rs, &s);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("combat");
    TCase *tc = tcase_create("combat");
    tcase_set_timeout(tc, 60);
    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_add_loop_test(tc, chess_attack_is_what_the_slow_reference_says, 0, 2);
    tcase_add_loop_test(tc, five_dice_is_what_the_slow_reference_says, 0, 4);
    tcase_add_test(tc, a_duel_is_what_the_slow_reference_says);
    tcase_add_loop_test(tc, a_siege_sums_up_as_the_slow_reference_says, 0, 2);
    tcase_add_loop_test(tc, a_siege_captures_where_the_slow_sum_is_enough, 0, 2);
    suite_add_tcase(suite, tc);
    return run_suite(suite);
}
