/* SPDX-License-Identifier: MIT */
/* Combat reports: attacker, defender and their supporters, the dice, and the outcome. */
#include "output/write/combat_report.h"

#include <stdio.h>
#include <xpgn/rulesets.h>
#include <xpgn/write.h>

#include "core/base/slice.h"
#include "core/base/utf8.h"
#include "core/game/combat_sum.h"
#include "core/play/combat.h"
#include "internal/meant.h"
#include "internal/rules.h"
#include "internal/text_out.h"
#include "internal/writers.h"
#include "output/write/page_lines.h"

enum { SUM_COLUMN = 12, GAP = 6 };
static const char nothing_happens[] = "nothing happens";

/* A report being written. */
struct combat_report {
    const xpgn_ruleset *rs;
    const xpgn_position *p; /* before the combat; NULL for a combat between types */
    const xpgn_facts *facts;
    unsigned column; /* of the language in the dictionary */
};

void caption_put_action(xpgn_buffer *b, const char *text, const char *language) {
    xpgn_language l;
    bool other = language != NULL && xpgn_language_find(language, &l);
    xpgn_action_translate(b, slice_of(text), other ? &l : NULL);
}

/* ---- dice and totals ---- */

static void put_word(xpgn_buffer *b, const struct combat_report *t, const char *english) {
    word_put(b, t->column, english);
}

/* Writes "counts as 2". */
static void put_die_count(xpgn_buffer *b, const struct combat_report *t, const char *english,
                          int n) {
    put_word(b, t, english);
    xpgn_buffer_printf(b, " %d", n);
}

static void put_report_dice(xpgn_buffer *b, const struct combat_report *t,
                            const xpgn_roll_side *side) {
    put_word(b, t, side->dice_count == 1 ? "die" : "dice");
    xpgn_buffer_char(b, ' ');
    for (unsigned i = 0; i < side->dice_count; i++)
        xpgn_buffer_printf(b, "%s%u", i > 0 ? "," : "", side->dice[i]);
}

/* Writes "4 + die 5 = 9", "die 5", "dice 6,2 = 8": the value and the dice of a side, and their
   sum. */
static void put_one_total(xpgn_buffer *b, const struct combat_report *t, unsigned side,
                          const xpgn_roll_side *s) {
    const int value = t->facts->side[side].base + t->facts->side[side].support;
    const bool adds = combat_adds_value(t->rs, t->facts, side);
    if (adds)
        xpgn_buffer_printf(b, "%d + ", value);
    put_report_dice(b, t, s);
    if (adds || s->dice_count > 1)
        xpgn_buffer_printf(b, " = %d", value + dice_sum(s));
}

/* Writes the totals of values and dice, one for each exchange. */
static void put_totals(xpgn_buffer *b, const struct combat_report *t, unsigned side) {
    for (unsigned i = 0; i < t->facts->roll.exchanges; i++) {
        if (i > 0) {
            xpgn_buffer_text(b, ", ");
            put_word(b, t, "again");
            xpgn_buffer_char(b, ' ');
        }
        put_one_total(b, t, side, &t->facts->roll.exchange[i].side[side]);
    }
}

static void put_highest(xpgn_buffer *b, const struct combat_report *t, unsigned side) {
    const xpgn_combatant *c = &t->facts->side[side];
    const xpgn_roll_side *s = &t->facts->roll.exchange[0].side[side];
    if (s->dice_count > 0)
        put_report_dice(b, t, s);
    if (s->dice_count > 1) {
        xpgn_buffer_text(b, ", ");
        put_die_count(b, t, "highest", c->total);
    }
    if (s->dice_count == 0 && c->total >= 0)
        put_die_count(b, t, "counts as", c->total);
}

/* Writes the total before the dice fall: the value they are added to, or their number. */
static void put_stake(xpgn_buffer *b, const struct combat_report *t, unsigned side) {
    const xpgn_combatant *c = &t->facts->side[side];
    bool pools = combat_counts_highest(t->rs);
    if (combat_adds_dice(t->rs)) {
        char text[DICE_EXPR_TEXT];
        dice_expr_write(combat_dice(t->rs, t->facts, side), text);
        xpgn_buffer_text(b, text);
    } else if (c->dice > 0) {
        xpgn_buffer_printf(b, pools ? "%u " : "%d + ", pools ? c->dice : c->base + c->support);
        put_word(b, t, c->dice == 1 ? "die" : "dice");
    } else if (!pools)
        xpgn_buffer_printf(b, "= %d", c->base + c->support);
    else if (combat_has_values(t->rs, t->facts) && side == 1)
        put_die_count(b, t, "counts as", c->base);
}

/* Writes the attacker's only die, and the number that it needs. */
static void put_needed(xpgn_buffer *b, const struct combat_report *t) {
    if (t->facts->roll.exchanges == 0)
        put_word(b, t, "die");
    else
        put_report_dice(b, t, &t->facts->roll.exchange[0].side[0]);
    xpgn_buffer_text(b, ", ");
    put_die_count(b, t, "needed", (int)combat_need(t->rs, t->facts));
}

static void put_total(xpgn_buffer *b, const struct combat_report *t, unsigned side) {
    if (combat_is_blow(t->rs))
        return;
    if (t->rs->needs_shown) {
        if (side == 0)
            put_needed(b, t);
        return;
    }
    if (t->facts->roll.exchanges == 0) {
        put_stake(b, t, side);
        return;
    }
    if (combat_counts_highest(t->rs))
        put_highest(b, t, side);
    else if (combat_rolls(t->rs))
        put_totals(b, t, side);
    else
        xpgn_buffer_printf(b, "= %d", t->facts->side[side].total);
}

/* ---- fates ---- */

static void put_comma(xpgn_buffer *b) {
    if (b->size > 0)
        xpgn_buffer_text(b, ", ");
}

static void put_fate(xpgn_buffer *b, const struct combat_report *t, unsigned side) {
    static const char *const fates[] = {
        [XPGN_FATE_WOUNDED] = "%s wounded", [XPGN_FATE_REMOVED] = "%s removed"};
    const xpgn_combatant *c = &t->facts->side[side];
    bool taken = c->cell != XPGN_NO_SQUARE;
    if (c->fate == 0)
        return;
    put_comma(b);
    struct phrase f = phrase_in(t->column, taken ? "%s taken to" : fates[xpgn_fate_of(c->fate)],
                                xpgn_piece_name(t->rs, XPGN_TYPE_OF(c->piece)));
    xpgn_buffer_slice(b, f.before);
    piece_put(b, t->rs, t->p, XPGN_PIECE(0, XPGN_TYPE_OF(c->piece)), c->square, t->column);
    xpgn_buffer_slice(b, f.after);
    if (taken)
        xpgn_buffer_printf(b, " %s", square_text(t->p, c->cell).name);
}

static void put_arrival(xpgn_buffer *b, const struct combat_report *t) {
    const xpgn_action *a = &t->facts->action;
    if (!t->facts->arrived)
        return;
    put_comma(b);
    piece_name_put(b, t->rs, XPGN_TYPE_OF(t->facts->side[0].piece), t->column);
    xpgn_buffer_char(b, ' ');
    put_word(b, t, a->to == a->target ? "takes" : "goes to");
    xpgn_buffer_printf(b, " %s", square_text(t->p, a->to).name);
}

static void put_fates(xpgn_buffer *b, const struct combat_report *t) {
    put_fate(b, t, 1);
    put_fate(b, t, 0);
    put_arrival(b, t);
    if (b->size == 0)
        put_word(b, t, combat_damages(t->rs) ? "neither is removed" : nothing_happens);
}

/* ---- the rows ---- */

static const char *verb(const struct combat_report *t) {
    if (t->facts->action.kind == XPGN_SHOT)
        return "shoots at";
    if (t->facts->action.kind == XPGN_RUN)
        return "runs into";
    return combat_ties_again(t->rs) ? "challenges" : "attacks";
}

/* Writes "white pawn e4". */
static void put_fighter(xpgn_buffer *b, const struct combat_report *t, const xpgn_combatant *c) {
    char of_seat[16];
    struct phrase f = {{"", 0}, {"", 0}};
    (void)snprintf(of_seat, sizeof of_seat, "%s %%s",
                   t->p != NULL ? xpgn_seat_name(t->p, XPGN_SEAT_OF(c->piece)) : "");
    if (t->p != NULL)
        f = phrase_in(t->column, of_seat, "");
    xpgn_buffer_slice(b, f.before);
    piece_put(b, t->rs, t->p, c->piece, c->square, t->column);
    xpgn_buffer_slice(b, f.after);
}

static void put_headline(xpgn_buffer *b, const struct combat_report *t, const char *number,
                         const char *language) {
    if (number != NULL)
        xpgn_buffer_printf(b, "%s ", number);
    if (t->p != NULL) {
        xpgn_actors_write(b, t->rs, t->facts);
        caption_put_action(b, t->facts->text, language);
        xpgn_buffer_text(b, "  ");
    }
    put_fighter(b, t, &t->facts->side[0]);
    xpgn_buffer_char(b, ' ');
    put_word(b, t, verb(t));
    xpgn_buffer_char(b, ' ');
    put_fighter(b, t, &t->facts->side[1]);
}

static void put_verdict(struct report_row *row, const struct combat_report *t) {
    if (combat_has_values(t->rs, t->facts)) {
        put_word(&row->label, t, "margin");
        xpgn_buffer_printf(&row->label, t->facts->margin != 0 ? " %+d" : " %d", t->facts->margin);
    } else {
        put_word(&row->label, t, "result");
    }
    put_fates(&row->what, t);
    xpgn_buffer_text(&row->total, t->facts->rule);
    if (t->facts->stood) {
        xpgn_buffer_text(&row->total, ", ");
        put_word(&row->total, t, "illegal, but it stood");
    }
}

/* Writes "queen d1 9 - 1 = 8" for each side that can be harmed: what it had, lost, and has left. */
static void put_points(struct report_row *row, const struct combat_report *t) {
    put_word(&row->label, t, "points");
    for (unsigned i = 0; i < 2; i++) {
        const xpgn_combatant *c = &t->facts->side[i];
        if (c->lost < 0)
            continue;
        put_comma(&row->what);
        piece_put(&row->what, t->rs, t->p, XPGN_PIECE(0, XPGN_TYPE_OF(c->piece)), c->square,
                  t->column);
        xpgn_buffer_printf(&row->what, " %d - %d = %d", c->hits, c->lost,
                           c->hits > c->lost ? c->hits - c->lost : 0);
    }
    xpgn_buffer_text(&row->total, t->rs->cite[CITE_FATE]);
}

/* Sorts supporters by type; they are sorted by square already. */
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
                  const xpgn_facts *facts, const char *number, const char *language) {
    xpgn_facts sorted = *facts;
    int column = dictionary_column(language);
    struct combat_report t = {
        .rs = rs, .p = p, .facts = &sorted, .column = column > 0 ? (unsigned)column : 0};
    *r = (struct report){.rows = 2};
    put_headline(&r->headline, &t, number, language);
    for (unsigned side = 0; side < 2; side++) {
        put_word(&r->row[side].label, &t, side == 0 ? "attack" : "defense");
        sort_supporters(&sorted.side[side]);
        combatant_put(&r->row[side].what, rs, p, &sorted, side, t.column);
        put_total(&r->row[side].total, &t, side);
    }
    if (facts->roll.exchanges > 0)
        put_verdict(&r->row[r->rows++], &t);
    if (facts->roll.exchanges > 0 && combat_damages(rs))
        put_points(&r->row[r->rows++], &t);
}

bool report_failed(const struct report *r) {
    bool failed = r->headline.failed;
    for (unsigned i = 0; i < r->rows; i++)
        failed |= r->row[i].label.failed || r->row[i].what.failed || r->row[i].total.failed;
    return failed;
}

void report_free(struct report *r) {
    xpgn_buffer_free(&r->headline);
    for (unsigned i = 0; i < REPORT_ROWS; i++) {
        xpgn_buffer_free(&r->row[i].label);
        xpgn_buffer_free(&r->row[i].what);
        xpgn_buffer_free(&r->row[i].total);
    }
}

/* ---- as lines of text ---- */

static size_t report_width(const xpgn_buffer *b) {
    return utf8_count((xpgn_slice){b->data, b->size});
}

/* Returns the column of totals and rule, which is the same for all combats without long sums. */
static size_t total_column(const struct report *r) {
    size_t column = sizeof nothing_happens + 1;
    for (unsigned i = 0; i < r->rows; i++) {
        size_t used = report_width(&r->row[i].what) + (i < 2 ? GAP : 2);
        column = used > column ? used : column;
    }
    return column;
}

static void put_report_cells(xpgn_buffer *b, const struct report_row *row) {
    xpgn_buffer_put(b, row->label.data, row->label.size);
    xpgn_buffer_char(b, '\t');
    xpgn_buffer_put(b, row->what.data, row->what.size);
    xpgn_buffer_char(b, '\t');
    xpgn_buffer_put(b, row->total.data, row->total.size);
    xpgn_buffer_char(b, '\n');
}

/* Returns the width of the labels, with a space after the longest. */
static size_t label_width(const struct report *r) {
    size_t width = SUM_COLUMN - 2;
    for (unsigned i = 0; i < r->rows; i++)
        if (report_width(&r->row[i].label) >= width)
            width = report_width(&r->row[i].label) + 1;
    return width;
}

/* Is any row wider? Then all are broken, and the totals get lines of their own. */
static bool is_wider(const struct report *r, size_t width) {
    for (unsigned i = 0; i < r->rows; i++)
        if (width > 0 &&
            2 + label_width(r) + total_column(r) + report_width(&r->row[i].total) > width)
            return true;
    return false;
}

static void put_broken(xpgn_buffer *b, const xpgn_buffer *text, size_t indent, size_t width) {
    page_put_hanging(b, (xpgn_slice){text->data, text->size}, indent, indent, width);
    xpgn_buffer_char(b, '\n');
}

static void put_report_row(xpgn_buffer *b, const struct report *r, unsigned i, size_t width) {
    const struct report_row *row = &r->row[i];
    size_t label = label_width(r);
    xpgn_buffer_text(b, "  ");
    xpgn_buffer_put(b, row->label.data, row->label.size);
    page_put_spaces(b, label - report_width(&row->label));
    if (is_wider(r, width)) {
        put_broken(b, &row->what, label + 2, width);
        page_put_spaces(b, row->total.size > 0 ? label + 2 : 0);
        if (row->total.size > 0)
            put_broken(b, &row->total, label + 2, width);
        return;
    }
    xpgn_buffer_put(b, row->what.data, row->what.size);
    if (row->total.size > 0)
        page_put_spaces(b, total_column(r) - report_width(&row->what));
    xpgn_buffer_put(b, row->total.data, row->total.size);
    xpgn_buffer_char(b, '\n');
}

void report_write(xpgn_buffer *b, const struct report *r, xpgn_report_form form, size_t width) {
    page_put_hanging(b, (xpgn_slice){r->headline.data, r->headline.size}, 0, 2, width);
    xpgn_buffer_char(b, '\n');
    for (unsigned i = 0; i < r->rows; i++)
        if (form == XPGN_REPORT_CELLS)
            put_report_cells(b, &r->row[i]);
        else
            put_report_row(b, r, i, width);
    b->failed |= report_failed(r);
}

void xpgn_combat_write(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                       const xpgn_facts *facts, const char *number) {
    struct report r;
    if (!facts->combat || (p != NULL && !position_fits(p, &rs->geometry)))
        return;
    report_begin(&r, rs, p, facts, number, NULL);
    report_write(b, &r, XPGN_REPORT_LINES, 0);
    report_free(&r);
}
