/* SPDX-License-Identifier: MIT */
/*
 * Records by deliberately wrong rules: each roll of many good games is written as somebody would
 * have it who counts a supporter too many, takes the lowest die for the highest, adds a bonus
 * twice.  Such rolls agree with themselves.  Each has to be an error of its turn, in the full walk
 * and in a verdict, which may take the fast path.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xpgn/stream.h>

#include "internal/action_facts.h"
#include "internal/text_out.h"
#include "suite.h"
#include "wrong_records.h"

enum { ANY = -1, NO = 0, YES = 1, DONE = 2 };

static const xpgn_roll_side nothing_said = {
    .count = -1, .total = -1, .cell_file = XPGN_NO_SQUARE, .cell_rank = XPGN_NO_SQUARE};

static xpgn_exchange *last_of(xpgn_roll *r) {
    return &r->exchange[r->exchanges - 1];
}

static bool is_exact; /* teleports need exactly 6 in this record */

/* ---- what becomes of both, from the rules once more ------------------------------------------ */

static bool wounded(const struct act *a, int side) {
    return XPGN_IS_WOUNDED(a->facts.side[side].piece);
}

/* CA-4, CA-5 */
static void fates_of_margin(const struct act *a, int margin, char fate[2]) {
    fate[0] = margin > 2 ? 0 : margin >= 0 ? 'w' : 'x';
    fate[1] = margin > 0 ? 'x' : margin >= -2 ? 'w' : 0;
    for (int i = 0; i < 2; i++)
        fate[i] = fate[i] == 'w' && wounded(a, i) ? 'x' : fate[i];
}

/* FD-2, FD-5, FD-6, FD-8 */
static void fates_of_pools(const struct act *a, int attack, int defense, char fate[2]) {
    bool moves_in = a->facts.action.kind == XPGN_ATTACK;
    bool passing = moves_in && a->facts.action.target != a->facts.action.to;
    bool falls = attack < defense && moves_in && !passing;
    fate[0] = falls || a->facts.action.kind == XPGN_RUN ? 'x' : 0;
    fate[1] = attack > defense ? 'x' : 0;
}

/* The fates that go with the totals, so that nothing else is wrong. */
static int refate(const struct act *a, xpgn_roll *r, bool margin) {
    xpgn_exchange *x = last_of(r);
    char fate[2];
    if (x->side[0].total < 0 || x->side[1].total < 0)
        return NO;
    if (margin)
        fates_of_margin(a, x->side[0].total - x->side[1].total, fate);
    else
        fates_of_pools(a, x->side[0].total, x->side[1].total, fate);
    x->side[0].fate = fate[0];
    x->side[1].fate = fate[1];
    return YES;
}

/* ---- any game -------------------------------------------------------------------------------- */

/* Every other pair of fates. */
static int any_fates(const struct act *a, xpgn_roll *r, unsigned n) {
    static const char fates[3] = {0, 'w', 'x'};
    xpgn_exchange *x = last_of(r);
    (void)a;
    if (n == 9)
        return DONE;
    x->side[0].fate = fates[n / 3];
    x->side[1].fate = fates[n % 3];
    return ANY;
}

/* A castle, in a game without prisoners. */
static int any_cell(const struct act *a, xpgn_roll *r, unsigned n) {
    (void)a;
    if (n == 2)
        return DONE;
    xpgn_roll_side *s = &last_of(r)->side[n];
    if (s->fate != 'x' || s->cell_file != XPGN_NO_SQUARE)
        return NO;
    s->cell_file = s->cell_rank = 0;
    return YES;
}

/* Where both are of the same strength other dice might have fallen so. */
static bool are_alike(const struct act *a) {
    const xpgn_combatant *c = a->facts.side;
    return c[0].dice == c[1].dice && c[0].count == c[1].count &&
           c[0].base + c[0].support == c[1].base + c[1].support;
}

/* The defender's numbers before those of the attacker. */
static int any_swapped(const struct act *a, xpgn_roll *r, unsigned n) {
    if (n == 1 || are_alike(a))
        return DONE;
    for (unsigned e = 0; e < r->exchanges; e++) {
        xpgn_exchange x = r->exchange[e];
        r->exchange[e].side[0] = x.side[1];
        r->exchange[e].side[1] = x.side[0];
    }
    return ANY;
}

/* A total that is one off, all else as it was. */
static int any_total(const struct act *a, xpgn_roll *r, unsigned n) {
    (void)a;
    if (n == 4)
        return DONE;
    xpgn_roll_side *s = &last_of(r)->side[n % 2];
    if (s->total < 0)
        return NO;
    s->total = (int16_t)(s->total + (n < 2 ? 1 : -1));
    return s->total >= 0 ? YES : NO;
}

static int any_count(const struct act *a, xpgn_roll *r, unsigned n) {
    (void)a;
    if (n == 4)
        return DONE;
    xpgn_roll_side *s = &last_of(r)->side[n % 2];
    if (s->count < 0)
        return NO;
    s->count = (int16_t)(s->count + (n < 2 ? 1 : -1));
    return s->count >= 0 ? YES : NO;
}

/* One die more or fewer; what it shows changes nothing else. */
static int any_dice(const struct act *a, xpgn_roll *r, unsigned n) {
    (void)a;
    if (n == 4)
        return DONE;
    xpgn_roll_side *s = &last_of(r)->side[n % 2];
    if (n < 2)
        s->dice[s->dice_count++] = 1;
    else if (s->dice_count == 0)
        return NO;
    else
        s->dice_count--;
    return YES;
}

/* The same exchange again after the last. */
static int any_exchange(const struct act *a, xpgn_roll *r, unsigned n) {
    (void)a;
    if (n == 1 || r->exchanges == XPGN_MAX_EXCHANGES)
        return DONE;
    if (last_of(r)->side[0].dice_count == 0 || last_of(r)->side[1].dice_count == 0)
        return NO;
    r->exchange[r->exchanges] = *last_of(r);
    r->exchanges++;
    return YES;
}

/* ---- chess-attack ---------------------------------------------------------------------------- */

/* A supporter too many, of 1 or of 3. */
static int margin_more(const struct act *a, xpgn_roll *r, unsigned n) {
    if (n == 4)
        return DONE;
    xpgn_roll_side *s = &last_of(r)->side[n % 2];
    s->count++;
    s->total = (int16_t)(s->total + (n < 2 ? 1 : 3));
    return refate(a, r, true);
}

/* Each of the supporters overlooked. */
static int margin_fewer(const struct act *a, xpgn_roll *r, unsigned n) {
    const xpgn_combatant *c = &a->facts.side[n % 2];
    xpgn_roll_side *s = &last_of(r)->side[n % 2];
    if (n / 2 >= c->count)
        return n / 2 >= a->facts.side[n % 2 == 0].count ? DONE : NO;
    s->count--;
    s->total = (int16_t)(s->total - c->supporter[n / 2].gives);
    return refate(a, r, true);
}

/* Who is wounded does not support. */
static int margin_wounded_idle(const struct act *a, xpgn_roll *r, unsigned n) {
    if (n == 2)
        return DONE;
    const xpgn_combatant *c = &a->facts.side[n];
    xpgn_roll_side *s = &last_of(r)->side[n];
    int idle = 0;
    for (unsigned i = 0; i < c->count; i++) {
        if (!XPGN_IS_WOUNDED(c->supporter[i].piece))
            continue;
        idle++;
        s->total = (int16_t)(s->total - c->supporter[i].gives);
    }
    s->count = (int16_t)(s->count - idle);
    return idle > 0 ? refate(a, r, true) : NO;
}

/* Who is wounded gives one less, or one more. */
static int margin_wounded_other(const struct act *a, xpgn_roll *r, unsigned n) {
    if (n == 4)
        return DONE;
    const xpgn_combatant *c = &a->facts.side[n % 2];
    xpgn_roll_side *s = &last_of(r)->side[n % 2];
    int hurt = 0;
    for (unsigned i = 0; i < c->count; i++)
        hurt += XPGN_IS_WOUNDED(c->supporter[i].piece);
    s->total = (int16_t)(s->total + (n < 2 ? hurt : -hurt));
    return hurt > 0 ? refate(a, r, true) : NO;
}

/* The piece that fights supports itself. */
static int margin_itself(const struct act *a, xpgn_roll *r, unsigned n) {
    if (n == 2)
        return DONE;
    xpgn_roll_side *s = &last_of(r)->side[n];
    s->count++;
    s->total = (int16_t)(s->total + (XPGN_TYPE_OF(a->facts.side[n].piece) >= XPGN_QUEEN ? 3 : 1));
    return refate(a, r, true);
}

/* A wounded piece fights as a healthy one, a healthy one as if it were wounded. */
static int margin_health(const struct act *a, xpgn_roll *r, unsigned n) {
    if (n == 2)
        return DONE;
    xpgn_roll_side *s = &last_of(r)->side[n];
    s->total = (int16_t)(s->total + (wounded(a, (int)n) ? 1 : -1));
    return refate(a, r, true);
}

static int margin_die_twice(const struct act *a, xpgn_roll *r, unsigned n) {
    if (n == 2)
        return DONE;
    xpgn_roll_side *s = &last_of(r)->side[n];
    s->total = (int16_t)(s->total + s->dice[0]);
    return refate(a, r, true);
}

/* Nobody has support. */
static int margin_alone(const struct act *a, xpgn_roll *r, unsigned n) {
    if (n == 1 || a->facts.side[0].count + a->facts.side[1].count == 0)
        return DONE;
    for (int i = 0; i < 2; i++) {
        xpgn_roll_side *s = &last_of(r)->side[i];
        s->count = 0;
        s->total = (int16_t)(s->total - a->facts.side[i].support);
    }
    return refate(a, r, true);
}

/* The rule of wounds shifted: the fates are those of a margin that is off. */
static int margin_shifted(const struct act *a, xpgn_roll *r, unsigned n) {
    static const int shift[] = {1, -1, 2, -2, 3, -3};
    if (n == sizeof shift / sizeof *shift)
        return DONE;
    xpgn_exchange *x = last_of(r);
    char fate[2];
    fates_of_margin(a, x->side[0].total - x->side[1].total + shift[n], fate);
    x->side[0].fate = fate[0];
    x->side[1].fate = fate[1];
    return ANY;
}

/* A second wound does not remove, or the first one does. */
static int margin_second_wound(const struct act *a, xpgn_roll *r, unsigned n) {
    if (n == 2)
        return DONE;
    xpgn_exchange *x = last_of(r);
    int margin = x->side[0].total - x->side[1].total;
    x->side[0].fate = margin > 2 ? 0 : margin >= 0 ? 'w' : 'x';
    x->side[1].fate = margin > 0 ? 'x' : margin >= -2 ? 'w' : 0;
    for (int i = 0; i < 2 && n == 1; i++)
        x->side[i].fate = x->side[i].fate == 'w' ? 'x' : x->side[i].fate;
    (void)a;
    return ANY;
}

/* As five-dice would fight it: as many dice as the sum before them, and the highest counts. */
static int margin_as_pools(const struct act *a, xpgn_roll *r, unsigned n) {
    xpgn_exchange *x = last_of(r);
    if (n == 2)
        return DONE;
    for (int i = 0; i < 2; i++) {
        xpgn_roll_side *s = &x->side[i];
        int dice = a->facts.side[i].base + a->facts.side[i].support;
        s->total = s->dice[0];
        s->count = n == 0 ? -1 : s->count;
        for (s->dice_count = 1; s->dice_count < dice && s->dice_count < 8; s->dice_count++)
            s->dice[s->dice_count] = 1;
    }
    char fate[2];
    fates_of_pools(a, x->side[0].total, x->side[1].total, fate);
    x->side[0].fate = fate[0];
    x->side[1].fate = fate[1];
    return YES;
}

/* The forms of other games: the highest die, the sum without dice, one die for both. */
static int margin_other_form(const struct act *a, xpgn_roll *r, unsigned n) {
    xpgn_exchange *x = last_of(r);
    (void)a;
    if (n == 3)
        return DONE;
    for (int i = 0; i < 2; i++) {
        xpgn_roll_side *s = &x->side[i];
        if (n == 0) {
            s->count = -1;
            s->total = s->dice[0];
        } else if (n == 1) {
            s->dice_count = 0;
        } else {
            s->dice_count = i == 0;
            s->count = s->total = -1;
        }
    }
    return YES;
}

/* ---- five-dice ------------------------------------------------------------------------------- */

/* A count where the option `support` has none to say: it is off, or a shot, a run, a king. */
static int pools_count(const struct act *a, xpgn_roll *r, unsigned n) {
    xpgn_exchange *x = last_of(r);
    (void)a;
    if (n == 4 || x->side[0].count >= 0)
        return DONE;
    if (n != 1)
        x->side[0].count = n == 3;
    if (n != 2)
        x->side[1].count = n == 3;
    return YES;
}

static int face_of(const xpgn_roll_side *s, unsigned rule) {
    int low = s->dice[0], high = s->dice[0], sum = 0;
    for (unsigned i = 0; i < s->dice_count; i++) {
        low = s->dice[i] < low ? s->dice[i] : low;
        high = s->dice[i] > high ? s->dice[i] : high;
        sum += s->dice[i];
    }
    return rule == 0   ? low
           : rule == 1 ? sum
           : rule == 2 ? s->dice[0]
           : rule == 3 ? s->dice[s->dice_count - 1]
                       : high;
}

/* Not the highest die but the lowest, the sum, the first, the last: of one side, of both. */
static int pools_total(const struct act *a, xpgn_roll *r, unsigned n) {
    unsigned rule = n / 3, sides = n % 3 + 1;
    if (rule == 4)
        return DONE;
    for (unsigned i = 0; i < 2; i++) {
        xpgn_roll_side *s = &last_of(r)->side[i];
        if ((sides >> i & 1) != 0 && s->total >= 0 && s->dice_count > 0)
            s->total = (int16_t)face_of(s, rule);
    }
    return refate(a, r, false) == NO ? NO : ANY;
}

/* A supporter more or fewer, with the die that it gives. */
static int pools_support(const struct act *a, xpgn_roll *r, unsigned n) {
    if (n == 4)
        return DONE;
    xpgn_roll_side *s = &last_of(r)->side[n % 2];
    if (s->count < 0 || s->total < 0 || (n >= 2 && (s->count == 0 || s->dice_count < 2)))
        return NO;
    s->count = (int16_t)(s->count + (n < 2 ? 1 : -1));
    if (n < 2)
        s->dice[s->dice_count++] = 2;
    else
        s->dice_count--;
    s->total = (int16_t)face_of(s, 4);
    return refate(a, r, false);
}

/* The count is said, and its dice are not rolled. */
static int pools_support_idle(const struct act *a, xpgn_roll *r, unsigned n) {
    if (n == 2)
        return DONE;
    xpgn_roll_side *s = &last_of(r)->side[n];
    if (s->count <= 0 || s->dice_count <= s->count)
        return NO;
    s->dice_count = (uint8_t)(s->dice_count - s->count);
    s->total = (int16_t)face_of(s, 4);
    return refate(a, r, false);
}

/* A king's die has a total, never fails, or his enemy rolls too. */
static int pools_king(const struct act *a, xpgn_roll *r, unsigned n) {
    xpgn_roll_side *s = last_of(r)->side;
    (void)a;
    if (n == 4 || s[0].total >= 0)
        return DONE;
    if (n == 0) {
        s[0].total = s[0].dice[0];
    } else if (n == 1) {
        s[1].total = 1;
    } else if (n == 2) {
        s[1].fate = s[0].dice[0] == 1 ? 'x' : 0;
    } else {
        s[1].dice_count = 1;
        s[1].dice[0] = 1;
    }
    return ANY;
}

/* A piece that runs into the enemy fights as others do, and lives if he wins (not FD-8). */
static int pools_run_as_attack(const struct act *a, xpgn_roll *r, unsigned n) {
    xpgn_roll_side *s = last_of(r)->side;
    if (n == 2 || a->facts.action.kind != XPGN_RUN)
        return DONE;
    if (n == 0) {
        s[1].dice[0] = (uint8_t)(s[1].total > 6 ? 6 : s[1].total);
        s[1].dice_count = 1;
    } else {
        s[0].fate = s[0].total > s[1].total ? 0 : 'x';
    }
    return ANY;
}

/* Equal numbers decide: for the attacker, for the defender, against both (not FD-2). */
static int pools_tie(const struct act *a, xpgn_roll *r, unsigned n) {
    xpgn_roll_side *s = last_of(r)->side;
    (void)a;
    if (n == 3 || s[0].total != s[1].total)
        return DONE;
    s[1].fate = n != 1 ? 'x' : 0;
    s[0].fate = n != 0 ? 'x' : 0;
    return ANY;
}

/* As chess-attack would fight it: rating, support and one die. */
static int pools_as_margin(const struct act *a, xpgn_roll *r, unsigned n) {
    xpgn_exchange *x = last_of(r);
    if (n == 4)
        return DONE;
    for (int i = 0; i < 2; i++) {
        const xpgn_combatant *c = &a->facts.side[i];
        xpgn_roll_side *s = &x->side[i];
        s->count = c->count;
        s->total = (int16_t)(c->base + c->support + (s->dice_count > 0 ? s->dice[0] : 0));
        s->dice_count = n < 2 ? s->dice_count > 0 : s->dice_count;
        s->fate = 0;
    }
    return n % 2 == 0 ? YES : refate(a, r, true);
}

static int pools_no_dice(const struct act *a, xpgn_roll *r, unsigned n) {
    (void)a;
    if (n == 1)
        return DONE;
    last_of(r)->side[0].dice_count = last_of(r)->side[1].dice_count = 0;
    return ANY;
}

/* ---- combat-chess-2 -------------------------------------------------------------------------- */

/* The bonus twice, or not at all, or that of the other. */
static int duel_bonus(const struct act *a, xpgn_roll *r, unsigned n) {
    if (n == 6)
        return DONE;
    int side = (int)(n % 2), own = a->facts.side[side].base, other = a->facts.side[!side].base;
    int off = n / 2 == 0 ? own : n / 2 == 1 ? -own : other - own;
    for (unsigned e = 0; e < r->exchanges; e++) {
        xpgn_roll_side *s = &r->exchange[e].side[side];
        s->total = (int16_t)(s->total + off);
    }
    xpgn_roll_side *s = last_of(r)->side;
    if (s[0].total != s[1].total) { /* the winner has the castle that it had, or no prisoner */
        int loser = s[0].total < s[1].total ? 0 : 1;
        if (s[loser].fate != 'x') {
            s[loser].fate = 'x';
            s[loser].cell_file = 0;
            s[loser].cell_rank = (uint8_t)(a->seat == (unsigned)loser ? 7 : 0);
            s[!loser].fate = 0;
        }
    }
    return ANY;
}

/* The prisoner is held by the wrong side, at no castle, or nowhere. */
static int duel_cell(const struct act *a, xpgn_roll *r, unsigned n) {
    static const uint8_t file[] = {0, 7, 0, 7, 4, 0, XPGN_NO_SQUARE};
    static const uint8_t rank[] = {0, 0, 7, 7, 3, 1, XPGN_NO_SQUARE};
    if (n == sizeof file)
        return DONE;
    int loser = last_of(r)->side[0].fate == 'x' ? 0 : 1;
    unsigned winner = loser == 0 ? a->seat ^ 1 : a->seat;
    if (n < 4 && n / 2 == winner)
        return NO; /* either of its own is right */
    xpgn_roll_side *s = &last_of(r)->side[loser];
    s->cell_file = file[n];
    s->cell_rank = rank[n];
    return YES;
}

/* A tie decides, for the one or for the other: the rest is not rolled. */
static int duel_tie(const struct act *a, xpgn_roll *r, unsigned n) {
    if (n == 2 || r->exchanges < 2)
        return DONE;
    r->exchanges = 1;
    xpgn_roll_side *s = &r->exchange[0].side[n];
    s->fate = 'x';
    s->cell_file = 0;
    s->cell_rank = (uint8_t)((n == 0) == (a->seat == 0) ? 7 : 0);
    return YES;
}

/* A tied exchange has a fate, or the tie is left out of the totals' arithmetic. */
static int duel_tied_fate(const struct act *a, xpgn_roll *r, unsigned n) {
    (void)a;
    if (n == 2 || r->exchanges < 2)
        return DONE;
    r->exchange[0].side[n].fate = 'x';
    return YES;
}

static int duel_other_form(const struct act *a, xpgn_roll *r, unsigned n) {
    xpgn_roll_side *s = last_of(r)->side;
    (void)a;
    if (n == 4)
        return DONE;
    for (int i = 0; i < 2; i++) {
        if (n == 0)
            s[i].count = 0; /* as in chess-attack */
        else if (n == 1)
            s[i].dice_count = 0; /* as in assault-and-siege */
        else if (n == 2)
            s[i].total = s[i].dice[0]; /* as in five-dice */
        else if (s[i].fate == 'x')
            s[i].fate = 'w';
    }
    return ANY;
}

/* ---- attempts: teleport and escape ----------------------------------------------------------- */

/* One leader more or fewer, the king not among them, none. */
static int try_leaders(const struct act *a, xpgn_roll *r, unsigned n) {
    xpgn_roll_side *s = last_of(r)->side;
    if (n == 3 || a->facts.action.kind != XPGN_TELEPORT)
        return DONE;
    int off = n == 0 ? 1 : n == 1 ? -1 : -s->count;
    s->total = (int16_t)(s->total + off);
    s->count = (int16_t)(s->count + off);
    return s->count >= 0 ? ANY : NO;
}

/* The hero's bonus twice, not at all, or said as a count. */
static int try_bonus(const struct act *a, xpgn_roll *r, unsigned n) {
    xpgn_roll_side *s = last_of(r)->side;
    if (n == 3 || a->facts.action.kind != XPGN_RELEASE)
        return DONE;
    int bonus = s->total - s->dice[0];
    if (n == 2)
        s->count = (int16_t)bonus;
    else
        s->total = (int16_t)(s->total + (n == 0 ? bonus : -bonus));
    return ANY;
}

static int try_total(const struct act *a, xpgn_roll *r, unsigned n) {
    xpgn_roll_side *s = last_of(r)->side;
    (void)a;
    if (n == 2)
        return DONE;
    s->total = (int16_t)(s->total + (n == 0 ? 1 : -1));
    return YES;
}

/* The threshold is one less, or more: what was done needed another number. */
static int try_reach(const struct act *a, xpgn_roll *r, unsigned n) {
    xpgn_roll_side *s = last_of(r)->side;
    const xpgn_action *did = &a->facts.action;
    if (n == 2 || (did->kind == XPGN_TELEPORT && did->to == XPGN_NO_SQUARE))
        return DONE;
    bool done = did->kind == XPGN_TELEPORT || did->promotion != 0;
    int plus = s->total - s->dice[0], total = n == 0 ? 5 : is_exact ? 7 : 6;
    bool enough = is_exact && did->kind == XPGN_TELEPORT ? total == 6 : total >= 6;
    if (enough == done || total - plus < 1 || total - plus > 6)
        return NO;
    s->dice[0] = (uint8_t)(total - plus);
    s->total = (int16_t)total;
    return YES;
}

static int try_other_form(const struct act *a, xpgn_roll *r, unsigned n) {
    xpgn_roll_side *s = last_of(r)->side;
    (void)a;
    if (n == 4)
        return DONE;
    if (n == 0) {
        r->two_sides = true;
        s[1] = nothing_said;
        s[1].dice_count = 1;
        s[1].dice[0] = 1;
    } else if (n == 1) {
        s[0].fate = 'x';
    } else if (n == 2) {
        s[0].dice[s[0].dice_count++] = 1;
    } else {
        s[0].dice_count = 0;
    }
    return YES;
}

/* ---- assault-and-siege ----------------------------------------------------------------------- */

/* More or fewer give to it: as if a charge, an inspiration, a neighbour were forgotten or made up.
 */
static int siege_sum(const struct act *a, xpgn_roll *r, unsigned n) {
    static const int count[] = {1, 1, 0, 0, -1, -1, 1, -1};
    static const int total[] = {1, 2, 1, -1, -1, -2, 0, 0};
    xpgn_roll_side *s = last_of(r)->side;
    (void)a;
    if (n == sizeof count / sizeof *count)
        return DONE;
    s->count = (int16_t)(s->count + count[n]);
    s->total = (int16_t)(s->total + total[n]);
    return s->count >= 0 && s->total >= 0 ? YES : NO;
}

static int siege_other_form(const struct act *a, xpgn_roll *r, unsigned n) {
    xpgn_roll_side *s = last_of(r)->side;
    (void)a;
    if (n == 3)
        return DONE;
    if (n == 0) {
        s[1].count = 0;
    } else if (n == 1) {
        s[0].dice[s[0].dice_count++] = 1;
        s[1].dice[s[1].dice_count++] = 1;
    } else {
        s[1].fate = 0;
    }
    return YES;
}

/* ---- all of them ----------------------------------------------------------------------------- */

/* The rolls that a rule is about: those that are no attempt, or those that are. */
enum where { COMBATS, ATTEMPTS };

static const struct wrong {
    const char *name, *game; /* NULL: all */
    enum where where;
    int (*make)(const struct act *a, xpgn_roll *r, unsigned n);
    unsigned least; /* wrong records of it that have to be tried */
} wrongs[] = {
    {"other fates", NULL, COMBATS, any_fates, 15000},
    {"a castle without prisoners", NULL, COMBATS, any_cell, 1500},
    {"sides swapped", NULL, COMBATS, any_swapped, 1500},
    {"a total one off", NULL, COMBATS, any_total, 7000},
    {"a count one off", NULL, COMBATS, any_count, 1800},
    {"a die more or fewer", NULL, COMBATS, any_dice, 7000},
    {"the exchange twice", NULL, COMBATS, any_exchange, 1500},
    {"a supporter more", "chess-attack", COMBATS, margin_more, 2000},
    {"a supporter fewer", "chess-attack", COMBATS, margin_fewer, 400},
    {"wounded pieces do not support", "chess-attack", COMBATS, margin_wounded_idle, 50},
    {"wounded pieces support otherwise", "chess-attack", COMBATS, margin_wounded_other, 100},
    {"a piece supports itself", "chess-attack", COMBATS, margin_itself, 1000},
    {"wounded values for healthy ones", "chess-attack", COMBATS, margin_health, 1000},
    {"the die twice", "chess-attack", COMBATS, margin_die_twice, 1000},
    {"no support", "chess-attack", COMBATS, margin_alone, 250},
    {"margins shifted", "chess-attack", COMBATS, margin_shifted, 1600},
    {"another rule of wounds", "chess-attack", COMBATS, margin_second_wound, 250},
    {"the form of five-dice", "chess-attack", COMBATS, margin_as_pools, 1000},
    {"the form of another game", "chess-attack", COMBATS, margin_other_form, 1800},
    {"a count where there is none", "five-dice", COMBATS, pools_count, 1800},
    {"not the highest die", "five-dice", COMBATS, pools_total, 2800},
    {"a supporter and its die", "five-dice", COMBATS, pools_support, 100},
    {"a supporter without its die", "five-dice", COMBATS, pools_support_idle, 30},
    {"a king's die", "five-dice", COMBATS, pools_king, 200},
    {"a run that is an attack", "five-dice", COMBATS, pools_run_as_attack, 12},
    {"equal numbers decide", "five-dice", COMBATS, pools_tie, 450},
    {"the form of chess-attack", "five-dice", COMBATS, pools_as_margin, 2000},
    {"no dice", "five-dice", COMBATS, pools_no_dice, 500},
    {"another bonus", "combat-chess-2", COMBATS, duel_bonus, 2000},
    {"a prisoner elsewhere", "combat-chess-2", COMBATS, duel_cell, 3000},
    {"a tie decides", "combat-chess-2", COMBATS, duel_tie, 130},
    {"a fate in a tie", "combat-chess-2", COMBATS, duel_tied_fate, 130},
    {"the form of another game", "combat-chess-2", COMBATS, duel_other_form, 2000},
    {"other leaders", "combat-chess-2", ATTEMPTS, try_leaders, 220},
    {"a total one off", "combat-chess-2", ATTEMPTS, try_total, 500},
    {"another bonus", "combat-chess-2", ATTEMPTS, try_bonus, 380},
    {"another threshold", "combat-chess-2", ATTEMPTS, try_reach, 220},
    {"the form of another game", "combat-chess-2", ATTEMPTS, try_other_form, 1000},
    {"another sum", "assault-and-siege", COMBATS, siege_sum, 1800},
    {"the form of another game", "assault-and-siege", COMBATS, siege_other_form, 850},
};
enum { WRONGS = sizeof wrongs / sizeof *wrongs };

static unsigned tried[WRONGS];
static struct referees both;
static struct record rec;
static xpgn_buffer good, bad, text;

static bool concerns(const struct wrong *w, const struct act *a) {
    return (w->game == NULL || strcmp(w->game, rec.id) == 0) &&
           (w->where == COMBATS ? a->facts.combat
                                : !a->facts.combat && a->facts.roll.exchanges > 0);
}

static bool is_same(const xpgn_buffer *a, const xpgn_buffer *b) {
    return a->size == b->size && memcmp(a->data, b->data, a->size) == 0;
}

/* Every roll that this wrong rule would write here. */
static void try_wrong(const struct wrong *w, size_t act) {
    const struct act *a = &rec.act[act];
    for (unsigned n = 0;; n++) {
        xpgn_roll r = a->facts.roll;
        int made = w->make(a, &r, n);
        if (made == DONE)
            return;
        xpgn_buffer_clear(&bad);
        roll_text(&bad, &r);
        xpgn_buffer_char(&bad, '\0');
        bad.size--;
        if (made == NO || (made == ANY && is_same(&bad, &good)))
            continue;
        record_write(&text, &rec, act, a->roll_at, a->roll_end, bad.data);
        referees_refuse(&both, &text, a->ply, w->name);
        tried[w - wrongs]++;
    }
}

static void try_act(size_t act) {
    const struct act *a = &rec.act[act];
    if (a->roll_at == a->roll_end)
        return;
    xpgn_buffer_clear(&good);
    roll_text(&good, &a->facts.roll);
    record_write(&text, &rec, act, a->at, a->at, "");
    referees_accept(&both, &text);
    for (const struct wrong *w = wrongs; w < wrongs + WRONGS; w++)
        if (concerns(w, a))
            try_wrong(w, act);
}

static void try_file(const char *path) {
    xpgn_stream *stream;
    xpgn_game game;
    ck_assert_int_eq(xpgn_stream_open(&stream, &path, 1, 0), XPGN_OK);
    while (xpgn_stream_next(stream, &game, NULL) == XPGN_OK) {
        record_read(&rec, &both, &game);
        xpgn_buffer_char(&rec.tags, '\0');
        rec.tags.size--; /* strstr needs the end, the records do not */
        is_exact = strstr(rec.tags.data, "exact-teleport") != NULL;
        for (size_t i = 0; i < rec.acts; i++)
            try_act(i);
        record_free(&rec);
    }
    xpgn_stream_close(stream);
}

START_TEST(a_roll_by_a_wrong_rule_is_an_error) {
    static const char *const files[] = {
        "tests/vectors/tamper.xpgn", "tests/bench/data/assault-and-siege.xpgn",
        "tests/bench/data/chess-attack.xpgn", "tests/bench/data/combat-chess-2.xpgn",
        "tests/bench/data/five-dice.xpgn"};
    unsigned long all = 0;
    referees_begin(&both);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        try_file(files[i]);
    for (size_t i = 0; i < WRONGS; i++) {
        all += tried[i];
        ck_assert_msg(tried[i] >= wrongs[i].least, "%s: %u tried", wrongs[i].name, tried[i]);
    }
    ck_assert_uint_ge(all, 70000);
    referees_end(&both);
    xpgn_buffer_free(&good);
    xpgn_buffer_free(&bad);
    xpgn_buffer_free(&text);
}
END_TEST

/* ---- some that were accepted once, when one line of the code was changed ----------------------
 */

static const struct example {
    const char *variant, *moves, *right, *wrong;
} examples[] = {
    {"chess-attack", "1. e4 d5 2. exd5", "<5+0=7w:1+1=5x>", "<5+2=9w:1+5=9w>"},
    {"chess-attack", "1. e4 d5 2. exd5", "<5+0=7w:1+1=5x>", "<5,1=5:1=1x>"},
    {"chess-attack", "1. e4 d5 2. exd5", "<3+0=5w:1+1=5w>", "<3+0=5x:1+1=5w>"},
    {"five-dice", "1. e4 d5 2. exd5", "<1=1x:3=3>", "<1+0=2:3+0=4>"},
    {"five-dice", "1. e4 d5 2. exd5", "<1=1x:2=2>", "<1+0=1x:2+0=2>"},
    {"five-dice", "1. e4 d5 2. exd5", "<2=2:2=2>", "<2=2:2=2x>"},
    {"combat-chess-2", "1. <3> Nb1-b4 1... <3> Nb8-b5 2. Nb4xb5", "<5=6:2=3x@a1>", "<5=7:2=4x@a1>"},
    {"combat-chess-2", "1. <3> Nb1-b4 1... <3> Nb8-b5 2. Nb4xb5", "<5=6:2=3x@h1>", "<5=6:2=3x@h8>"},
};

START_TEST(a_roll_that_one_changed_line_accepted_is_an_error) {
    const struct example *e = &examples[_i];
    referees_begin(&both);
    xpgn_buffer_printf(&text, "[Variant \"%s\"]\n\n%s %s *\n", e->variant, e->moves, e->right);
    referees_accept(&both, &text);
    xpgn_buffer_clear(&text);
    xpgn_buffer_printf(&text, "[Variant \"%s\"]\n\n%s %s *\n", e->variant, e->moves, e->wrong);
    referees_refuse(&both, &text, 3, e->wrong);
    referees_end(&both);
    xpgn_buffer_free(&text);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("wrong rules");
    TCase *tc = tcase_create("wrong rules");
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, a_roll_that_one_changed_line_accepted_is_an_error, 0,
                        sizeof examples / sizeof *examples);
    tcase_add_test(tc, a_roll_by_a_wrong_rule_is_an_error);
    suite_add_tcase(suite, tc);
    return run_suite(suite);
}
