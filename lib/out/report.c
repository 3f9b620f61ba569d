/* SPDX-License-Identifier: MIT */
/* Combat reports: attacker, defender and their supporters, the dice, and the outcome. */
#include <stdio.h>

#include "base/utf8.h"
#include "out/page.h"
#include "play/combat.h"

enum { SUM_COLUMN = 12, GAP = 6 };

/* A report being written. */
struct combat_report {
    const xpgn_ruleset *rs;
    const xpgn_position *p; /* before the combat; NULL: a combat by types */
    const xpgn_facts *facts;
    xpgn_buffer sum[2]; /* the sums of attacker and defender */
    xpgn_buffer fates;
    size_t column; /* column of totals and rule */
};

static const char *type_name(const struct combat_report *t, xpgn_piece piece) {
    return rules_of(t->rs, piece)->name;
}

/* Writes "wounded knight c3". */
static void put_piece(xpgn_buffer *b, const struct combat_report *t, xpgn_piece piece,
                      xpgn_square sq) {
    char name[4];
    xpgn_buffer_printf(b, "%s%s", XPGN_IS_WOUNDED(piece) ? "wounded " : "", type_name(t, piece));
    if (t->p == NULL)
        return;
    xpgn_square_name(t->p, sq, name);
    xpgn_buffer_printf(b, " %s", name);
}

/* False for combats of a single die (FD-3, FD-4), which have no values and no totals. */
static bool has_values(const struct combat_report *t) {
    return !combat_is_single(t->rs, t->facts);
}

static void put_supporters(xpgn_buffer *b, const struct combat_report *t, const xpgn_combatant *c,
                           unsigned type) {
    for (unsigned i = 0; i < c->count; i++) {
        const xpgn_supporter *s = &c->supporter[i];
        if (XPGN_TYPE_OF(s->piece) != type)
            continue;
        xpgn_buffer_text(b, " + ");
        put_piece(b, t, s->piece, s->square);
        xpgn_buffer_printf(b, " %d", s->gives);
    }
}

/* Writes "pawn e5 2 + knight c6 1 + bishop b6 1": supporters by type, then by square. */
static void put_sum(xpgn_buffer *b, const struct combat_report *t, unsigned side) {
    const xpgn_combatant *c = &t->facts->side[side];
    put_piece(b, t, c->piece, c->square);
    if (has_values(t))
        xpgn_buffer_printf(b, " %d", c->base);
    if (t->p == NULL && c->support > 0)
        xpgn_buffer_printf(b, " + support %d", c->support);
    for (unsigned type = XPGN_PAWN; t->p != NULL && type <= XPGN_KING; type++)
        put_supporters(b, t, c, type);
}

/* ---- dice and totals ---- */

static void put_dice(xpgn_buffer *b, const xpgn_roll_side *side) {
    xpgn_buffer_text(b, side->dice_count == 1 ? "die " : "dice ");
    for (unsigned i = 0; i < side->dice_count; i++)
        xpgn_buffer_printf(b, "%s%u", i > 0 ? "," : "", side->dice[i]);
}

/* Writes the totals of values and a die, one for each exchange. */
static void put_totals(xpgn_buffer *b, const struct combat_report *t, unsigned side) {
    const xpgn_combatant *c = &t->facts->side[side];
    int value = c->base + c->support;
    for (unsigned i = 0; i < t->facts->roll.exchanges; i++) {
        const xpgn_roll_side *s = &t->facts->roll.exchange[i].side[side];
        unsigned die = s->dice_count > 0 ? s->dice[0] : 0;
        xpgn_buffer_printf(b, "%s%d + die %u = %d", i > 0 ? ", again " : "", value, die,
                           value + (int)die);
    }
}

static void put_highest(xpgn_buffer *b, const struct combat_report *t, unsigned side) {
    const xpgn_combatant *c = &t->facts->side[side];
    const xpgn_roll_side *s = &t->facts->roll.exchange[0].side[side];
    if (s->dice_count > 0)
        put_dice(b, s);
    if (s->dice_count > 1)
        xpgn_buffer_printf(b, ", highest %d", c->total);
    if (s->dice_count == 0 && c->total >= 0)
        xpgn_buffer_printf(b, "counts as %d", c->total);
}

/* Before the dice fall: what they are added to, or how many there are. */
static void put_stake(xpgn_buffer *b, const struct combat_report *t, unsigned side) {
    const xpgn_combatant *c = &t->facts->side[side];
    if (t->rs->combat == COMBAT_MARGIN || t->rs->combat == COMBAT_DUEL)
        xpgn_buffer_printf(b, "%d + die", c->base + c->support);
    else if (c->dice > 0)
        xpgn_buffer_printf(b, "%u %s", c->dice, c->dice == 1 ? "die" : "dice");
    else if (has_values(t) && side == 1 && t->rs->combat == COMBAT_POOLS)
        xpgn_buffer_printf(b, "counts as %d", c->base);
    else if (t->rs->combat == COMBAT_OVERWHELM)
        xpgn_buffer_printf(b, "= %d", c->base + c->support);
}

static void put_total(xpgn_buffer *b, const struct combat_report *t, unsigned side) {
    if (t->facts->roll.exchanges == 0) {
        put_stake(b, t, side);
        return;
    }
    switch (t->rs->combat) {
    case COMBAT_MARGIN:
    case COMBAT_DUEL:
        put_totals(b, t, side);
        break;
    case COMBAT_POOLS:
        put_highest(b, t, side);
        break;
    case COMBAT_OVERWHELM:
    case COMBAT_CAPTURE:
        xpgn_buffer_printf(b, "= %d", t->facts->side[side].total);
        break;
    }
}

/* ---- fates ---- */

static void put_comma(xpgn_buffer *b) {
    if (b->size > 0)
        xpgn_buffer_text(b, ", ");
}

static void put_fate(xpgn_buffer *b, const struct combat_report *t, unsigned side) {
    const xpgn_combatant *c = &t->facts->side[side];
    char name[4];
    if (c->fate == 0)
        return;
    put_comma(b);
    xpgn_square_name(t->p, c->square, name);
    xpgn_buffer_printf(b, "%s %s ", type_name(t, c->piece), name);
    if (c->cell != XPGN_NO_SQUARE) {
        xpgn_square_name(t->p, c->cell, name);
        xpgn_buffer_printf(b, "taken to %s", name);
    } else {
        xpgn_buffer_text(b, c->fate == 'w' ? "wounded" : "removed");
    }
}

static void put_arrival(xpgn_buffer *b, const struct combat_report *t) {
    const xpgn_action *a = &t->facts->action;
    char name[4];
    if (!t->facts->arrived)
        return;
    put_comma(b);
    xpgn_square_name(t->p, a->to, name);
    xpgn_buffer_printf(b, "%s %s %s", type_name(t, t->facts->side[0].piece),
                       a->to == a->target ? "takes" : "goes to", name);
}

static void put_fates(struct combat_report *t) {
    put_fate(&t->fates, t, 1);
    put_fate(&t->fates, t, 0);
    put_arrival(&t->fates, t);
    if (t->fates.size == 0)
        xpgn_buffer_text(&t->fates, "nothing happens");
}

/* ---- the lines ---- */

static const char *verb(const struct combat_report *t) {
    if (t->facts->action.kind == XPGN_SHOT)
        return "shoots at";
    if (t->facts->action.kind == XPGN_RUN)
        return "runs into";
    return t->rs->combat == COMBAT_DUEL ? "challenges" : "attacks";
}

static void put_headline(xpgn_buffer *b, const struct combat_report *t, const char *number) {
    const xpgn_combatant *at = &t->facts->side[0], *df = &t->facts->side[1];
    if (number != NULL)
        xpgn_buffer_printf(b, "%s ", number);
    if (t->p != NULL)
        xpgn_buffer_printf(b, "%s  %s ", t->facts->text,
                           xpgn_seat_name(t->p, XPGN_SEAT_OF(at->piece)));
    put_piece(b, t, at->piece, at->square);
    xpgn_buffer_printf(b, " %s ", verb(t));
    if (t->p != NULL)
        xpgn_buffer_printf(b, "%s ", xpgn_seat_name(t->p, XPGN_SEAT_OF(df->piece)));
    put_piece(b, t, df->piece, df->square);
    xpgn_buffer_char(b, '\n');
}

/* Writes "  attack    ", with at least one space after the label. */
static void put_label(xpgn_buffer *b, const char *label) {
    xpgn_buffer_printf(b, "  %-*s ", SUM_COLUMN - 3, label);
}

static void put_columns(xpgn_buffer *b, const struct combat_report *t, const xpgn_buffer *middle) {
    xpgn_slice text = {middle->data, middle->size};
    xpgn_buffer_slice(b, text);
    page_put_spaces(b, t->column - utf8_count(text));
}

static void put_side(xpgn_buffer *b, const struct combat_report *t, unsigned side) {
    xpgn_buffer total = {0};
    put_total(&total, t, side);
    put_label(b, side == 0 ? "attack" : "defense");
    if (total.size > 0)
        put_columns(b, t, &t->sum[side]);
    else
        xpgn_buffer_put(b, t->sum[side].data, t->sum[side].size);
    xpgn_buffer_put(b, total.data, total.size);
    xpgn_buffer_char(b, '\n');
    b->failed |= total.failed;
    xpgn_buffer_free(&total);
}

static void put_verdict(xpgn_buffer *b, const struct combat_report *t) {
    char label[32] = "result";
    if (has_values(t))
        snprintf(label, sizeof label, t->facts->margin != 0 ? "margin %+d" : "margin %d",
                 t->facts->margin);
    put_label(b, label);
    put_columns(b, t, &t->fates);
    xpgn_buffer_printf(b, "%s%s\n", t->facts->rule,
                       t->facts->stood ? ", illegal, but it stood" : "");
}

static size_t width_of(const xpgn_buffer *b) {
    return utf8_count((xpgn_slice){b->data, b->size});
}

static void measure(struct combat_report *t) {
    size_t sums = width_of(&t->sum[0]), other = width_of(&t->sum[1]);
    size_t fates = width_of(&t->fates) + 2;
    t->column = (sums > other ? sums : other) + GAP;
    if (t->column < fates)
        t->column = fates;
}

void xpgn_combat_write(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                       const xpgn_facts *facts, const char *number) {
    struct combat_report t = {.rs = rs, .p = p, .facts = facts};
    if (!facts->combat)
        return;
    put_sum(&t.sum[0], &t, 0);
    put_sum(&t.sum[1], &t, 1);
    put_fates(&t);
    measure(&t);
    put_headline(b, &t, number);
    put_side(b, &t, 0);
    put_side(b, &t, 1);
    if (facts->roll.exchanges > 0)
        put_verdict(b, &t);
    b->failed |= t.sum[0].failed || t.sum[1].failed || t.fates.failed;
    xpgn_buffer_free(&t.sum[0]);
    xpgn_buffer_free(&t.sum[1]);
    xpgn_buffer_free(&t.fates);
}
