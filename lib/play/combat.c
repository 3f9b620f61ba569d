/* SPDX-License-Identifier: MIT */
/* Combat mechanisms: margin of totals, highest of pools, duel, overwhelm. */
#include "play/combat.h"

#include "play/support.h"

#include <string.h>

static bool fights(const xpgn_action *a) {
    return a->kind == XPGN_ATTACK || a->kind == XPGN_SHOT || a->kind == XPGN_RUN;
}

/* The pawns beside an en passant attacker that could capture there too (CA-7). */
static bits en_passant_helpers(const xpgn_position *p, const xpgn_action *a, unsigned seat) {
    bits behind = pawn_attacks(seat ^ 1, a->to);
    return behind & p->type[XPGN_PAWN] & p->seat[seat];
}

/* Pieces of both sides that attack (or guard) a square. */
static inline bits attackers_of_all(const xpgn_position *p, unsigned sq) {
    bits occupied = position_occupied(p), queens = p->type[XPGN_QUEEN];
    bits pawns = (pawn_attacks(1, sq) & p->seat[0]) | (pawn_attacks(0, sq) & p->seat[1]);
    return (rook_attacks(sq, occupied) & (p->type[XPGN_ROOK] | queens)) |
           (bishop_attacks(sq, occupied) & (p->type[XPGN_BISHOP] | queens)) |
           (knight_attacks(sq) & p->type[XPGN_KNIGHT]) | (king_attacks(sq) & p->type[XPGN_KING]) |
           (pawns & p->type[XPGN_PAWN]);
}

/* Fills the list with everyone of `set` that gives more than 0 to `side`'s piece. */
static inline void add_support(const xpgn_ruleset *rs, const xpgn_position *p, bits set,
                               xpgn_combatant *side) {
    for (; set != 0; set &= set - 1) {
        unsigned sq = bits_first(set);
        xpgn_piece piece = p->at[sq];
        int16_t gives = (int16_t)combat_gives(rs, piece, side->piece);
        if (gives <= 0 || side->count == XPGN_MAX_SUPPORT)
            continue;
        side->supporter[side->count++] = (xpgn_supporter){piece, (xpgn_square)sq, gives};
        side->support = (int16_t)(side->support + gives);
    }
}

/* Both sides' supporters in a combat on a->target (CA-3, CA-7, FD-7). */
static void add_supporters(const xpgn_ruleset *rs, const xpgn_position *p, const xpgn_action *a,
                           xpgn_facts *facts) {
    xpgn_combatant *at = &facts->side[0], *df = &facts->side[1];
    unsigned us = XPGN_SEAT_OF(at->piece), them = XPGN_SEAT_OF(df->piece);
    bits all = attackers_of_all(p, a->target), own = all & p->seat[us];
    bits neither = ~(BIT(a->from) | BIT(a->target));
    if (action_is_en_passant(a))
        own |= en_passant_helpers(p, a, us);
    add_support(rs, p, own & neither, at);
    add_support(rs, p, all & p->seat[them] & neither, df);
}

static inline void begin_side(xpgn_combatant *side, const xpgn_position *p, xpgn_square sq) {
    side->piece = p->at[sq];
    side->square = sq;
    side->base = 0;
    side->support = 0;
    side->count = 0;
    side->dice = 0;
    side->total = -1;
    side->fate = 0;
    side->cell = XPGN_NO_SQUARE;
}

static void charge(xpgn_facts *facts, const char *rule) {
    facts->rule = rule;
    facts->fate_rule[0] = rule;
    facts->fate_rule[1] = rule;
}

static void prepare_margin(const xpgn_ruleset *rs, const xpgn_position *p, const xpgn_action *a,
                           xpgn_facts *facts) {
    xpgn_combatant *at = &facts->side[0], *df = &facts->side[1];
    at->base = piece_value(rs, at->piece)->attack;
    df->base = piece_value(rs, df->piece)->defense;
    add_supporters(rs, p, a, facts);
    at->dice = df->dice = 1;
    bool wounded = XPGN_IS_WOUNDED(at->piece) || XPGN_IS_WOUNDED(df->piece);
    charge(facts, rs->cite[wounded ? CITE_WOUND : CITE_FATE]);
}

/* FD-3, FD-4: the attacked piece decides which rule it is, also king against king. */
static void prepare_single(const xpgn_ruleset *rs, xpgn_facts *facts) {
    bool attacked = (rs->single_die >> XPGN_TYPE_OF(facts->side[1].piece) & 1) != 0;
    facts->side[0].dice = 1;
    charge(facts, rs->cite[attacked ? CITE_KING_ATTACKED : CITE_KING_ATTACKS]);
}

static const char *pool_rule(const xpgn_ruleset *rs, const xpgn_action *a) {
    if (a->kind == XPGN_SHOT)
        return rs->cite[CITE_SHOT];
    if (a->kind == XPGN_RUN)
        return rs->cite[CITE_RUN];
    return rs->cite[action_is_en_passant(a) ? CITE_EN_PASSANT : CITE_FATE];
}

static void prepare_pools(const xpgn_ruleset *rs, const xpgn_position *p, const xpgn_action *a,
                          xpgn_facts *facts) {
    xpgn_combatant *at = &facts->side[0], *df = &facts->side[1];
    if (combat_is_single(rs, facts)) {
        prepare_single(rs, facts);
        return;
    }
    at->base = piece_value(rs, at->piece)->attack;
    df->base = piece_value(rs, df->piece)->defense;
    if (a->kind == XPGN_SHOT)
        at->base = (int16_t)(at->base / 2);
    if (rs->support == SUPPORT_DICE && a->kind == XPGN_ATTACK)
        add_supporters(rs, p, a, facts);
    at->dice = (uint8_t)(at->base + at->support);
    df->dice = a->kind == XPGN_RUN ? 0 : (uint8_t)(df->base + df->support);
    charge(facts, pool_rule(rs, a));
}

static void prepare_duel(const xpgn_ruleset *rs, xpgn_facts *facts) {
    for (int i = 0; i < 2; i++) {
        facts->side[i].base = rules_of(rs, facts->side[i].piece)->bonus;
        facts->side[i].dice = 1;
    }
    charge(facts, rs->cite[CITE_FATE]);
}

static void prepare_overwhelm(const xpgn_ruleset *rs, const xpgn_position *p, const xpgn_action *a,
                              xpgn_facts *facts) {
    xpgn_combatant *at = &facts->side[0];
    xpgn_supporter list[XPGN_MAX_SUPPORT];
    unsigned n = adjacent_support(rs, p, XPGN_SEAT_OF(at->piece), a->target, list);
    for (unsigned i = 0; i < n; i++) {
        if (list[i].square == a->from) {
            at->base = list[i].gives;
        } else {
            at->supporter[at->count++] = list[i];
            at->support = (int16_t)(at->support + list[i].gives);
        }
    }
    facts->side[1].base = rules_of(rs, facts->side[1].piece)->defense[0];
    charge(facts, rs->cite[CITE_FATE]);
}

void combat_prepare(const xpgn_ruleset *rs, const xpgn_position *p, const xpgn_action *a,
                    xpgn_facts *facts) {
    facts->combat = fights(a) && rs->combat != COMBAT_CAPTURE;
    if (!facts->combat)
        return;
    begin_side(&facts->side[0], p, a->from);
    begin_side(&facts->side[1], p, a->target);
    switch (rs->combat) {
    case COMBAT_MARGIN:
        prepare_margin(rs, p, a, facts);
        break;
    case COMBAT_POOLS:
        prepare_pools(rs, p, a, facts);
        break;
    case COMBAT_DUEL:
        prepare_duel(rs, facts);
        break;
    case COMBAT_OVERWHELM:
        prepare_overwhelm(rs, p, a, facts);
        break;
    case COMBAT_CAPTURE:
        break;
    }
}

static int16_t highest(const xpgn_roll_side *s) {
    int16_t best = 0;
    for (unsigned i = 0; i < s->dice_count; i++) {
        if (s->dice[i] > best)
            best = s->dice[i];
    }
    return best;
}

/* CA-4 by the ruleset's table, then CA-5: a wound on a wounded piece removes it. */
static void decide_margin(const xpgn_ruleset *rs, const xpgn_exchange *dice, xpgn_facts *facts) {
    for (int i = 0; i < 2; i++) {
        xpgn_combatant *c = &facts->side[i];
        c->total = (int16_t)(c->base + c->support + dice->side[i].dice[0]);
    }
    facts->margin = (int16_t)(facts->side[0].total - facts->side[1].total);
    const struct margin_row *row = combat_margin_row(rs, facts->margin);
    for (int i = 0; i < 2; i++)
        facts->side[i].fate = combat_fate_of(row->fate[i], facts->side[i].piece);
}

static void decide_single(const xpgn_ruleset *rs, const xpgn_exchange *dice, xpgn_facts *facts) {
    if (dice->side[0].dice[0] > rs->single_fails)
        facts->side[1].fate = 'x';
}

static void decide_pools(const xpgn_ruleset *rs, const xpgn_action *a, const xpgn_exchange *dice,
                         xpgn_facts *facts) {
    xpgn_combatant *at = &facts->side[0], *df = &facts->side[1];
    if (combat_is_single(rs, facts)) {
        decide_single(rs, dice, facts);
        return;
    }
    at->total = highest(&dice->side[0]);
    df->total = a->kind == XPGN_RUN ? df->base : highest(&dice->side[1]);
    facts->margin = (int16_t)(at->total - df->total);
    if (facts->margin > 0)
        df->fate = 'x';
    bool exposed = a->kind == XPGN_ATTACK && !action_is_en_passant(a);
    if (a->kind == XPGN_RUN || (exposed && facts->margin < 0))
        at->fate = 'x';
}

static void decide_duel(const xpgn_exchange *dice, xpgn_facts *facts) {
    for (int i = 0; i < 2; i++)
        facts->side[i].total = (int16_t)(facts->side[i].base + dice->side[i].dice[0]);
    facts->margin = (int16_t)(facts->side[0].total - facts->side[1].total);
    facts->side[facts->margin > 0 ? 1 : 0].fate = 'x';
}

static void decide_overwhelm(xpgn_facts *facts) {
    facts->side[0].total = (int16_t)(facts->side[0].base + facts->side[0].support);
    facts->side[1].total = facts->side[1].base;
    facts->margin = (int16_t)(facts->side[0].total - facts->side[1].total);
    facts->side[1].fate = 'x';
}

void combat_judge(const xpgn_ruleset *rs, const xpgn_roll *dice, xpgn_facts *facts) {
    const xpgn_exchange *last = &dice->exchange[dice->exchanges > 0 ? dice->exchanges - 1 : 0];
    if (dice->exchanges == 0 && rs->combat != COMBAT_OVERWHELM)
        return;
    switch (rs->combat) {
    case COMBAT_MARGIN:
        decide_margin(rs, last, facts);
        break;
    case COMBAT_POOLS:
        decide_pools(rs, &facts->action, last, facts);
        break;
    case COMBAT_DUEL:
        decide_duel(last, facts);
        break;
    case COMBAT_OVERWHELM:
        decide_overwhelm(facts);
        break;
    case COMBAT_CAPTURE:
        break;
    }
}

/* Everything but the dice of the exported roll. */
static void complete_fields(const xpgn_ruleset *rs, xpgn_facts *facts) {
    unsigned last = facts->roll.exchanges - 1u;
    for (unsigned e = 0; e <= last; e++) {
        for (int i = 0; i < 2; i++) {
            xpgn_roll_side *s = &facts->roll.exchange[e].side[i];
            const xpgn_combatant *c = &facts->side[i];
            s->count = combat_count(rs, facts, i);
            s->total = c->total;
            if (e < last)
                s->total = (int16_t)(c->base + s->dice[0]);
            s->fate = e == last ? c->fate : 0;
            s->cell_file = s->cell_rank = XPGN_NO_SQUARE;
        }
    }
    facts->roll.two_sides = true;
}

static void copy_dice(const xpgn_roll *dice, xpgn_roll *out) {
    out->exchanges = dice->exchanges;
    out->place = dice->place;
    for (unsigned e = 0; e < dice->exchanges; e++) {
        for (int i = 0; i < 2; i++) {
            out->exchange[e].side[i].dice_count = dice->exchange[e].side[i].dice_count;
            memcpy(out->exchange[e].side[i].dice, dice->exchange[e].side[i].dice, XPGN_MAX_DICE);
        }
    }
}

void combat_complete(const xpgn_ruleset *rs, const xpgn_roll *dice, xpgn_facts *facts) {
    copy_dice(dice, &facts->roll);
    if (facts->roll.exchanges == 0) { /* a combat without dice still has its roll */
        facts->roll.exchanges = 1;
        facts->roll.exchange[0].side[0].dice_count = 0;
        facts->roll.exchange[0].side[1].dice_count = 0;
    }
    complete_fields(rs, facts);
}

bool combat_arrives(const xpgn_ruleset *rs, const xpgn_action *a, const xpgn_facts *facts) {
    if (a->kind != XPGN_ATTACK)
        return false;
    if (rs->combat == COMBAT_POOLS && action_is_en_passant(a))
        return true; /* FD-5 */
    return facts->side[1].fate == 'x' && facts->side[0].fate != 'x';
}
