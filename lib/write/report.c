/* SPDX-License-Identifier: MIT */
/* Combat reports: attacker, defender and their supporters, the dice, and the outcome. */
#include "write/report.h"

#include <stdio.h>

#include "base/utf8.h"
#include "play/combat.h"
#include "write/page.h"

enum { SUM_COLUMN = 12, GAP = 6 };
static const char nothing_happens[] = "nothing happens";

/* A report being written. */
struct combat_report {
    const xpgn_ruleset *rs;
    const xpgn_position *p; /* before the combat; NULL: a combat by types */
    const xpgn_facts *facts;
};

static bool has_values(const struct combat_report *t) {
    return !combat_is_single(t->rs, t->facts);
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
    xpgn_buffer_printf(b, "%s %s ", xpgn_piece_name(t->rs, XPGN_TYPE_OF(c->piece)), name);
    if (c->cell != XPGN_NO_SQUARE) {
        xpgn_square_name(t->p, c->cell, name);
        xpgn_buffer_printf(b, "taken to %s", name);
    } else {
        xpgn_buffer_text(b, xpgn_fate_name(xpgn_fate_of(c->fate)));
    }
}

static void put_arrival(xpgn_buffer *b, const struct combat_report *t) {
    const xpgn_action *a = &t->facts->action;
    char name[4];
    if (!t->facts->arrived)
        return;
    put_comma(b);
    xpgn_square_name(t->p, a->to, name);
    xpgn_buffer_printf(b, "%s %s %s", xpgn_piece_name(t->rs, XPGN_TYPE_OF(t->facts->side[0].piece)),
                       a->to == a->target ? "takes" : "goes to", name);
}

static void put_fates(xpgn_buffer *b, const struct combat_report *t) {
    put_fate(b, t, 1);
    put_fate(b, t, 0);
    put_arrival(b, t);
    if (b->size == 0)
        xpgn_buffer_text(b, nothing_happens);
}

/* ---- the rows ---- */

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
    xpgn_piece_write(b, t->rs, t->p, at->piece, at->square);
    xpgn_buffer_printf(b, " %s ", verb(t));
    if (t->p != NULL)
        xpgn_buffer_printf(b, "%s ", xpgn_seat_name(t->p, XPGN_SEAT_OF(df->piece)));
    xpgn_piece_write(b, t->rs, t->p, df->piece, df->square);
}

static void put_verdict(struct report_row *row, const struct combat_report *t) {
    snprintf(row->label, sizeof row->label, "result");
    if (has_values(t))
        snprintf(row->label, sizeof row->label, t->facts->margin != 0 ? "margin %+d" : "margin %d",
                 t->facts->margin);
    put_fates(&row->what, t);
    xpgn_buffer_printf(&row->total, "%s%s", t->facts->rule,
                       t->facts->stood ? ", illegal, but it stood" : "");
}

/* By type, then by square. */
static void sort_supporters(xpgn_combatant *c) {
    for (unsigned i = 1; i < c->count; i++) {
        const xpgn_supporter s = c->supporter[i];
        unsigned at = i;
        for (; at > 0 && XPGN_TYPE_OF(c->supporter[at - 1].piece) > XPGN_TYPE_OF(s.piece); at--)
            c->supporter[at] = c->supporter[at - 1];
        c->supporter[at] = s;
    }
}

void report_begin(struct report *r, const xpgn_ruleset *rs, const xpgn_position *p,
                  const xpgn_facts *facts, const char *number) {
    xpgn_facts sorted = *facts;
    struct combat_report t = {.rs = rs, .p = p, .facts = &sorted};
    *r = (struct report){.rows = 2};
    put_headline(&r->headline, &t, number);
    for (unsigned side = 0; side < 2; side++) {
        snprintf(r->row[side].label, sizeof r->row[side].label, side == 0 ? "attack" : "defense");
        sort_supporters(&sorted.side[side]);
        xpgn_combatant_write(&r->row[side].what, rs, p, &sorted, side);
        put_total(&r->row[side].total, &t, side);
    }
    if (facts->roll.exchanges > 0)
        put_verdict(&r->row[r->rows++], &t);
}

bool report_failed(const struct report *r) {
    bool failed = r->headline.failed;
    for (unsigned i = 0; i < r->rows; i++)
        failed |= r->row[i].what.failed || r->row[i].total.failed;
    return failed;
}

void report_free(struct report *r) {
    xpgn_buffer_free(&r->headline);
    for (unsigned i = 0; i < REPORT_ROWS; i++) {
        xpgn_buffer_free(&r->row[i].what);
        xpgn_buffer_free(&r->row[i].total);
    }
}

/* ---- as lines of text ---- */

static size_t width_of(const xpgn_buffer *b) {
    return utf8_count((xpgn_slice){b->data, b->size});
}

/* The column of totals and rule; the same of all combats of few words. */
static size_t total_column(const struct report *r) {
    size_t column = sizeof nothing_happens + 1;
    for (unsigned i = 0; i < r->rows; i++) {
        size_t used = width_of(&r->row[i].what) + (i < 2 ? GAP : 2);
        column = used > column ? used : column;
    }
    return column;
}

static void put_cells(xpgn_buffer *b, const struct report_row *row) {
    xpgn_buffer_printf(b, "%s\t", row->label);
    xpgn_buffer_put(b, row->what.data, row->what.size);
    xpgn_buffer_char(b, '\t');
    xpgn_buffer_put(b, row->total.data, row->total.size);
    xpgn_buffer_char(b, '\n');
}

/* With at least one space after the label. */
static void put_row(xpgn_buffer *b, const struct report_row *row, size_t column) {
    xpgn_buffer_printf(b, "  %-*s ", SUM_COLUMN - 3, row->label);
    xpgn_buffer_put(b, row->what.data, row->what.size);
    if (row->total.size > 0)
        page_put_spaces(b, column - width_of(&row->what));
    xpgn_buffer_put(b, row->total.data, row->total.size);
    xpgn_buffer_char(b, '\n');
}

void report_write(xpgn_buffer *b, const struct report *r, xpgn_report_form form) {
    xpgn_buffer_put(b, r->headline.data, r->headline.size);
    xpgn_buffer_char(b, '\n');
    for (unsigned i = 0; i < r->rows; i++)
        if (form == XPGN_REPORT_CELLS)
            put_cells(b, &r->row[i]);
        else
            put_row(b, &r->row[i], total_column(r));
    b->failed |= report_failed(r);
}

void xpgn_combat_write(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                       const xpgn_facts *facts, const char *number) {
    struct report r;
    if (!facts->combat || (p != NULL && !position_fits(p, &rs->geometry)))
        return;
    report_begin(&r, rs, p, facts, number);
    report_write(b, &r, XPGN_REPORT_LINES);
    report_free(&r);
}
