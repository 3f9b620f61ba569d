/* SPDX-License-Identifier: MIT */
#include "game/compare.h"

#include "game/hint.h"

#include <stdio.h>

static const char *const role[2] = {"attacker", "defender"};

static const char *dice_rule(const xpgn_ruleset *rs, const xpgn_facts *facts) {
    bool plain = facts->action.kind == XPGN_ATTACK && !combat_is_single(rs, facts);
    return plain ? rs->cite[CITE_DICE] : facts->rule;
}

/* The faces of one side; R-03 for each that the die does not have. */
static bool faces_fit(const xpgn_ruleset *rs, const xpgn_roll_side *s, struct xpgn_log *log) {
    for (unsigned i = 0; i < s->dice_count; i++) {
        if (s->dice[i] < 1 || s->dice[i] > rs->die) {
            log_add(log, D_FACE, s->dice_place, "die %u, expected 1 to %u", s->dice[i], rs->die);
            return false;
        }
    }
    return true;
}

static bool counts_fit(const xpgn_ruleset *rs, const xpgn_facts *facts, const struct said *said,
                       unsigned e, struct xpgn_log *log) {
    const xpgn_roll *roll = said->roll;
    for (int i = 0; i < 2; i++) {
        const xpgn_roll_side *s = &roll->exchange[e].side[i];
        const xpgn_combatant *c = &facts->side[i];
        if (s->dice_count == c->dice)
            continue;
        xpgn_place at = s->dice_count > 0 ? s->dice_place : roll->place;
        if (c->dice == 0)
            log_rule(log, dice_rule(rs, facts), at, "%s dice %u, expected none", role[i],
                     s->dice_count);
        else if (c->support > 0 && rs->support == SUPPORT_DICE)
            log_rule(log, dice_rule(rs, facts), at,
                     "%s dice %u, expected %u: rating %d + supporters %u", role[i], s->dice_count,
                     c->dice, c->base, c->count);
        else
            log_rule(log, dice_rule(rs, facts), at, "%s dice %u, expected %u", role[i],
                     s->dice_count, c->dice);
        if (c->dice == 0)
            hint_no_dice(rs, facts, said, log);
        else
            hint_dice(facts, log);
        return false;
    }
    return true;
}

/* CC-6: every exchange but the last is a tie, and the last is not. */
static bool ties_fit(const xpgn_ruleset *rs, const xpgn_facts *facts, const xpgn_roll *roll,
                     struct xpgn_log *log) {
    for (unsigned e = 0; e < roll->exchanges; e++) {
        const xpgn_exchange *x = &roll->exchange[e];
        int total[2];
        for (int i = 0; i < 2; i++)
            total[i] = facts->side[i].base + x->side[i].dice[0];
        bool last = e + 1u == roll->exchanges;
        if ((total[0] == total[1]) != last)
            continue;
        if (last)
            log_rule(log, rs->cite[CITE_FATE], x->side[0].dice_place,
                     "missing exchange: %d against %d is a tie, and both roll again", total[0],
                     total[1]);
        else
            log_rule(log, rs->cite[CITE_FATE], roll->exchange[e + 1].side[0].dice_place,
                     "unexpected exchange: the one before was decided, %d against %d", total[0],
                     total[1]);
        log_hint(log, last ? "add the next exchange after a space, as in <3:3 5:2>"
                           : "remove it and the exchanges after it");
        return false;
    }
    return true;
}

static bool exchanges_fit(const xpgn_ruleset *rs, const xpgn_facts *facts, const xpgn_roll *roll,
                          struct xpgn_log *log) {
    if (combat_ties_reroll(rs))
        return ties_fit(rs, facts, roll, log);
    if (roll->exchanges <= 1)
        return true;
    log_rule(log, dice_rule(rs, facts), roll->exchange[1].side[0].dice_place,
             "unexpected second exchange");
    hint_dice(facts, log);
    return false;
}

bool compare_dice(const xpgn_ruleset *rs, const xpgn_facts *facts, const struct said *said,
                  struct xpgn_log *log) {
    const xpgn_roll *roll = said->roll;
    if (roll->exchanges == 0) {
        if (facts->side[0].dice == 0 && facts->side[1].dice == 0)
            return true;
        if (!said->spoilt) {
            log_add(log, D_ROLL_MISSING, said->place, "missing roll for this combat");
            hint_dice(facts, log);
        }
        return false;
    }
    for (unsigned e = 0; e < roll->exchanges; e++) {
        if (!faces_fit(rs, &roll->exchange[e].side[0], log) ||
            !faces_fit(rs, &roll->exchange[e].side[1], log) || !counts_fit(rs, facts, said, e, log))
            return false;
    }
    return exchanges_fit(rs, facts, roll, log);
}

static bool faces_are_good(const xpgn_ruleset *rs, const xpgn_roll_side *s) {
    for (unsigned i = 0; i < s->dice_count; i++) {
        if (s->dice[i] < 1 || s->dice[i] > rs->die)
            return false;
    }
    return true;
}

bool compare_usable(const xpgn_ruleset *rs, const xpgn_facts *facts, const struct said *said) {
    const xpgn_roll *roll = said->roll;
    if (roll->exchanges == 0 || (roll->exchanges > 1 && !combat_ties_reroll(rs)))
        return false;
    for (unsigned e = 0; e < roll->exchanges; e++) {
        for (int i = 0; i < 2; i++) {
            const xpgn_roll_side *s = &roll->exchange[e].side[i];
            if ((s->dice_count == 0) != (facts->side[i].dice == 0) || !faces_are_good(rs, s))
                return false;
        }
    }
    const xpgn_exchange *last = &roll->exchange[roll->exchanges - 1];
    return !combat_ties_reroll(rs) || last->side[0].fate != last->side[1].fate;
}

static void describe_piece(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_piece piece,
                           xpgn_square sq, xpgn_buffer *b) {
    char name[4];
    xpgn_square_name(p, sq, name);
    xpgn_buffer_printf(b, "%s%s %s", XPGN_IS_WOUNDED(piece) ? "wounded " : "",
                       rules_of(rs, piece)->name, name);
}

/* "the highest of 6, 3, 1" */
static void describe_highest(const xpgn_roll_side *s, xpgn_buffer *b) {
    xpgn_buffer_text(b, s->dice_count == 1 ? "die" : "highest of");
    for (unsigned i = 0; i < s->dice_count; i++)
        xpgn_buffer_printf(b, "%s %u", i > 0 ? "," : "", s->dice[i]);
}

void compare_describe_total(const xpgn_ruleset *rs, const xpgn_facts *facts,
                            const xpgn_position *before, int side, xpgn_buffer *b) {
    const xpgn_combatant *c = &facts->side[side];
    const xpgn_roll_side *dice = &facts->roll.exchange[facts->roll.exchanges - 1].side[side];
    if (rs->combat == COMBAT_POOLS) {
        if (dice->dice_count == 0)
            xpgn_buffer_printf(b, "rating of the %s", rules_of(rs, c->piece)->name);
        else
            describe_highest(dice, b);
        return;
    }
    describe_piece(rs, before, c->piece, c->square, b);
    xpgn_buffer_printf(b, " %d", c->base);
    for (unsigned i = 0; i < c->count; i++) {
        xpgn_buffer_text(b, " + ");
        describe_piece(rs, before, c->supporter[i].piece, c->supporter[i].square, b);
        xpgn_buffer_printf(b, " %d", c->supporter[i].gives);
    }
    if (dice->dice_count > 0)
        xpgn_buffer_printf(b, " + die %u", dice->dice[0]);
}

static void list_supporters(const xpgn_ruleset *rs, const xpgn_facts *facts,
                            const xpgn_position *before, int side, xpgn_buffer *b) {
    const xpgn_combatant *c = &facts->side[side];
    for (unsigned i = 0; i < c->count; i++) {
        xpgn_buffer_text(b, i == 0 ? " (" : ", ");
        describe_piece(rs, before, c->supporter[i].piece, c->supporter[i].square, b);
    }
    if (c->count > 0)
        xpgn_buffer_char(b, ')');
    xpgn_buffer_char(b, '\0');
}

static void compare_count(const xpgn_ruleset *rs, const xpgn_facts *facts,
                          const xpgn_position *before, int side, const xpgn_roll_side *s,
                          struct xpgn_log *log) {
    xpgn_buffer b = {0};
    list_supporters(rs, facts, before, side, &b);
    log_rule(log, rs->cite[CITE_COUNT], s->count_place, "%s supporters %d, expected %u%s",
             role[side], s->count, facts->side[side].count, b.failed ? "" : b.data);
    log->no_memory |= b.failed;
    xpgn_buffer_free(&b);
}

static void compare_total(const xpgn_ruleset *rs, const xpgn_facts *facts,
                          const xpgn_position *before, int side, const xpgn_roll_side *s,
                          int expected, bool last, struct xpgn_log *log) {
    xpgn_buffer b = {0};
    if (last)
        compare_describe_total(rs, facts, before, side, &b);
    else
        xpgn_buffer_printf(&b, "%d + die %u", facts->side[side].base, s->dice[0]);
    xpgn_buffer_char(&b, '\0');
    const char *rule = rs->combat == COMBAT_POOLS && facts->action.kind == XPGN_RUN
                           ? rs->cite[CITE_RUN]
                           : rs->cite[CITE_TOTAL];
    log_rule(log, rule, s->total_place, "%s total %d, expected %d: %s", role[side], s->total,
             expected, b.failed ? "" : b.data);
    log->no_memory |= b.failed;
    xpgn_buffer_free(&b);
}

/* One derived number: right, wrong, or a field that this roll does not have. */
static void compare_numbers(const xpgn_ruleset *rs, const xpgn_facts *facts,
                            const xpgn_position *before, int side, unsigned e,
                            const xpgn_roll_side *s, struct xpgn_log *log) {
    const xpgn_roll_side *right = &facts->roll.exchange[e].side[side];
    if (s->count >= 0 && right->count < 0) {
        log_add(log, D_FIELD, s->count_place, "unexpected supporter count: this roll has none");
    } else if (s->count >= 0 && s->count != right->count) {
        compare_count(rs, facts, before, side, s, log);
    }
    if (s->total >= 0 && right->total < 0) {
        log_add(log, D_FIELD, s->total_place, "unexpected total: this roll has none");
    } else if (s->total >= 0 && s->total != right->total) {
        compare_total(rs, facts, before, side, s, right->total, e + 1u == facts->roll.exchanges,
                      log);
    }
}

static const char *fate_word(char fate) {
    return fate == 'x' ? "removed" : fate == 'w' ? "wounded" : "unharmed";
}

static void compare_fate(const xpgn_ruleset *rs, const xpgn_facts *facts,
                         const xpgn_position *before, int side, const xpgn_roll_side *s,
                         xpgn_place whole, struct xpgn_log *log) {
    const xpgn_combatant *c = &facts->side[side];
    if (s->fate == c->fate)
        return;
    xpgn_place at = s->fate != 0            ? s->fate_place
                    : s->total_place.length ? s->total_place
                    : s->dice_place.length  ? s->dice_place
                                            : whole;
    xpgn_buffer b = {0};
    describe_piece(rs, before, c->piece, c->square, &b);
    if (c->total >= 0 && facts->side[!side].total >= 0)
        xpgn_buffer_printf(&b, ", %d against %d", facts->side[0].total, facts->side[1].total);
    else
        xpgn_buffer_printf(&b, ", die %u", facts->roll.exchange[0].side[0].dice[0]);
    xpgn_buffer_char(&b, '\0');
    log_rule(log, facts->fate_rule[side], at, "%s %s, expected %s: %s", role[side],
             fate_word(s->fate), fate_word(c->fate), b.failed ? "" : b.data);
    log->no_memory |= b.failed;
    xpgn_buffer_free(&b);
}

/* One side of an exchange: dice as many as due, with faces that the die has, and the fields that
   are written are right. */
static inline bool side_confirmed(const xpgn_ruleset *rs, const xpgn_combatant *c,
                                  const xpgn_roll_side *s, int count, int total) {
    bool right = (s->dice_count == c->dice) & ((s->count < 0) | (s->count == count)) &
                 ((s->total < 0) | (s->total == total));
    for (unsigned i = 0; i < s->dice_count; i++)
        right &= s->dice[i] - 1U < rs->die;
    return right;
}

bool compare_confirms(const xpgn_ruleset *rs, const xpgn_facts *facts, const xpgn_roll *roll) {
    const xpgn_combatant *at = &facts->side[0], *df = &facts->side[1];
    const xpgn_exchange *x = roll->exchange, *last = x + roll->exchanges - 1;
    int counts[2] = {combat_count(rs, facts, 0), combat_count(rs, facts, 1)};
    bool says = false;
    if (roll->exchanges == 0)
        return at->dice == 0 && df->dice == 0;
    if (x < last && !combat_ties_reroll(rs))
        return false;
    for (;; x++) {
        const xpgn_roll_side *a = &x->side[0], *d = &x->side[1];
        int a_total = x == last ? at->total : at->base + a->dice[0];
        int d_total = x == last ? df->total : df->base + d->dice[0];
        if (!side_confirmed(rs, at, a, counts[0], a_total) ||
            !side_confirmed(rs, df, d, counts[1], d_total) ||
            (combat_ties_reroll(rs) && (a_total == d_total) == (x == last)))
            return false;
        says |= (a->count & a->total & d->count & d->total) >= 0 || (a->fate | d->fate) != 0;
        if (x == last)
            return !says || (a->fate == at->fate && d->fate == df->fate);
        if ((a->fate | d->fate) != 0)
            return false;
    }
}

bool compare_says_results(const xpgn_roll *roll) {
    for (unsigned e = 0; e < roll->exchanges; e++) {
        for (int i = 0; i < 2; i++) {
            const xpgn_roll_side *s = &roll->exchange[e].side[i];
            if (s->count >= 0 || s->total >= 0 || s->fate != 0)
                return true;
        }
    }
    return false;
}

static void compare_fates(const xpgn_ruleset *rs, const xpgn_facts *facts,
                          const xpgn_position *before, const xpgn_roll *roll,
                          struct xpgn_log *log) {
    unsigned last = roll->exchanges - 1u;
    for (unsigned e = 0; e < last; e++) {
        for (int i = 0; i < 2; i++) {
            if (roll->exchange[e].side[i].fate != 0)
                log_rule(log, facts->fate_rule[i], roll->exchange[e].side[i].fate_place,
                         "unexpected fate in a tied exchange");
        }
    }
    for (int i = 0; i < 2; i++)
        compare_fate(rs, facts, before, i, &roll->exchange[last].side[i], roll->place, log);
}

void compare_fields(const xpgn_ruleset *rs, const xpgn_facts *facts, const xpgn_position *before,
                    const struct said *said, struct xpgn_log *log) {
    const xpgn_roll *roll = said->roll;
    size_t mark = log->count;
    for (unsigned e = 0; e < roll->exchanges; e++) {
        for (int i = 0; i < 2; i++)
            compare_numbers(rs, facts, before, i, e, &roll->exchange[e].side[i], log);
    }
    if (compare_says_results(roll))
        compare_fates(rs, facts, before, roll, log);
    if (log->count > mark)
        hint_roll(facts, said, log, mark);
}
