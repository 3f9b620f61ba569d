/* SPDX-License-Identifier: MIT */
/* Actions for the page. A combat is written as facts, from which the page draws it before and after
   the dice. */
#include "internal/action_facts.h"
#include "internal/meant.h"
#include "internal/writers.h"
#include "render-html/html_writing.h"
#include "shared/chance/odds_rows.h"

#include <string.h>
#include <xpgn/walk.h>

/* ---- the board that the page foresees -------------------------------------------------------- */

static void guess_fate(html_writing *g, const xpgn_combatant *c) {
    xpgn_fate fate = xpgn_fate_of(c->fate);
    if (fate == XPGN_FATE_REMOVED)
        g->guess[c->square] = 0;
    else if (fate == XPGN_FATE_WOUNDED)
        g->guess[c->square] |= XPGN_WOUNDED;
}

static void guess_move(html_writing *g, xpgn_square from, xpgn_square to) {
    if (from == to)
        return;
    g->guess[to] = g->guess[from];
    g->guess[from] = 0;
}

/* Applies the fates, then moves the piece that acts. */
static void guess_board(html_writing *g, const xpgn_facts *f) {
    const xpgn_action *a = &f->action;
    bool moves = a->kind != XPGN_PASS && a->from != XPGN_NO_SQUARE && a->to != XPGN_NO_SQUARE;
    if (f->combat) {
        guess_fate(g, &f->side[1]);
        guess_fate(g, &f->side[0]);
    }
    if (moves && (!f->combat || f->arrived))
        guess_move(g, f->combat ? f->side[0].square : a->from, a->to);
}

/* ---- reports in rows ------------------------------------------------------------------------- */

void html_report(xpgn_buffer *out, const char *key, xpgn_buffer *report) {
    /* each line is complete, and ends with LF, unless memory ran out */
    const size_t all = report->failed ? 0 : report->size;
    if (all > 0)
        json_open(out, key, "[");
    for (size_t at = 0, size; at < all; at += size + 1) {
        const char *cell = report->data + at;
        size = strcspn(cell, "\t\n");
        if (at == 0 || cell[-1] == '\n')
            json_open(out, NULL, "[");
        json_slice(out, NULL, (xpgn_slice){cell, size});
        xpgn_buffer_text(out, cell[size] == '\n' ? "]" : "");
    }
    xpgn_buffer_text(out, all > 0 ? "]" : "");
    out->failed |= report->failed;
    xpgn_buffer_free(report);
}

/* Appends the sum of a side as the page makes it from one die or none: "4 + die 5 = 9", "= 4". */
static void put_total_json(xpgn_buffer *b, const xpgn_facts *f, unsigned side) {
    const xpgn_combatant *c = &f->side[side];
    const xpgn_roll_side *s = &f->roll.exchange[0].side[side];
    if (s->dice_count == 1)
        xpgn_buffer_printf(b, "%d + die %u", c->base + c->support, s->dice[0]);
    xpgn_buffer_printf(b, "%s= %d", s->dice_count == 1 ? " " : "", c->total);
}

/* True if the page can make this report itself: it compares two values, with a die each or none. */
static bool is_foreseen(html_writing *g, const xpgn_facts *f, const xpgn_buffer *report) {
    xpgn_buffer tail = {0};
    size_t lines = 0;
    bool same = true;
    const char *at = report->data, *end = at + report->size, *feed;
    for (; same && (feed = memchr(at, '\n', (size_t)(end - at))) != NULL; at = feed + 1, lines++) {
        xpgn_buffer_clear(&tail);
        xpgn_buffer_char(&tail, '\t');
        if (lines == 1 || lines == 2)
            put_total_json(&tail, f, (unsigned)lines - 1);
        else if (lines == 3)
            xpgn_buffer_text(&tail, f->rule);
        size_t size = tail.size;
        same = lines == 0 || (lines < 4 && !tail.failed && size <= (size_t)(feed - at) &&
                              memcmp(feed - size, tail.data, size) == 0);
    }
    g->rest.failed |= tail.failed;
    xpgn_buffer_free(&tail);
    return same && lines == 4 && f->roll.exchanges == 1;
}

/* ---- a combat -------------------------------------------------------------------------------- */

static void put_dice_json(xpgn_buffer *b, const xpgn_facts *f, unsigned side) {
    unsigned all = 0, last = 0;
    for (unsigned i = 0; i < f->roll.exchanges; i++)
        for (unsigned k = 0; k < f->roll.exchange[i].side[side].dice_count; k++, all++)
            last = f->roll.exchange[i].side[side].dice[k];
    if (all <= 1) {
        json_number(b, NULL, last);
        return;
    }
    json_open(b, NULL, "[");
    for (unsigned i = 0; i < f->roll.exchanges; i++)
        for (unsigned k = 0; k < f->roll.exchange[i].side[side].dice_count; k++)
            json_number(b, NULL, f->roll.exchange[i].side[side].dice[k]);
    xpgn_buffer_char(b, ']');
}

static void put_supporters(xpgn_buffer *b, const xpgn_combatant *c) {
    json_open(b, NULL, "[");
    for (unsigned i = 0; i < c->count; i++) {
        json_number(b, NULL, c->supporter[i].square);
        json_number(b, NULL, c->supporter[i].gives);
    }
    xpgn_buffer_char(b, ']');
}

/* Appends the sign of each side's fate, - for none, and `a` if the attacker arrived. */
static void put_fates(xpgn_buffer *b, const xpgn_facts *f) {
    char fates[4] = {'-', '-', f->arrived ? 'a' : '\0', '\0'};
    for (unsigned side = 0; side < 2; side++)
        if (f->side[side].fate != 0)
            fates[side] = f->side[side].fate;
    json_text(b, NULL, fates);
}

/* Appends the odds in thousandths: only the defender is removed, only the attacker, both. */
static void put_odds(xpgn_buffer *b, const xpgn_odds *odds) {
    json_open(b, NULL, "[");
    for (unsigned i = 0; odds != NULL && i < 3; i++)
        json_number(b, NULL, (int64_t)(xpgn_odds_chance(odds, i > 0, i != 1) * 1000 + 0.5));
    xpgn_buffer_char(b, ']');
}

/* Writes "u":[the luck so far], in hundredths of a point, if dice have changed it. */
static void put_luck_node(html_writing *g, const xpgn_step *step) {
    unsigned shown = step->before->seats == 2 ? 1 : step->before->seats;
    if (step->depth > 0 || !g->rolled)
        return;
    g->rolled = false;
    json_open(&g->rest, "u", "[");
    for (unsigned seat = 0; seat < shown; seat++) {
        double hundredths = g->luck[seat] * 100;
        json_number(&g->rest, NULL, (int64_t)(hundredths + (hundredths < 0 ? -0.5 : 0.5)));
    }
    xpgn_buffer_char(&g->rest, ']');
}

/* Appends the value of a side's piece; null if it has none. */
static void put_value(html_writing *g, const xpgn_facts *f, unsigned side) {
    if (xpgn_combatant_has_value(g->rs, f, side))
        json_number(&g->rest, NULL, f->side[side].base);
    else
        json_text(&g->rest, NULL, NULL);
}

/* Writes "q":[values, totals, dice, fates, rule, supporters of both sides, odds]. */
static void put_combat_node(html_writing *g, const xpgn_step *step) {
    const xpgn_facts *f = step->facts;
    xpgn_buffer *b = &g->rest;
    xpgn_odds odds;
    bool known = xpgn_combat_odds(g->rs, f, &odds);
    json_open(b, "q", "[");
    put_value(g, f, 0);
    put_value(g, f, 1);
    json_number(b, NULL, f->side[0].total);
    json_number(b, NULL, f->side[1].total);
    put_dice_json(b, f, 0);
    put_dice_json(b, f, 1);
    put_fates(b, f);
    json_text(b, NULL, f->rule);
    put_supporters(b, &f->side[0]);
    put_supporters(b, &f->side[1]);
    put_odds(b, known ? &odds : NULL);
    xpgn_buffer_char(b, ']');
}

/* Writes what is unusual about a combat: squares, the verb, where a prisoner is held. */
static void put_particulars(html_writing *g, const xpgn_facts *f) {
    const xpgn_action *a = &f->action;
    xpgn_buffer *b = &g->rest;
    if (f->side[0].square != a->from || f->side[1].square != a->to) {
        json_open(b, "s", "[");
        json_number(b, NULL, f->side[0].square);
        json_number(b, NULL, f->side[1].square);
        xpgn_buffer_char(b, ']');
    }
    if (a->kind == XPGN_SHOT || a->kind == XPGN_RUN)
        json_text(b, "v", html_verb(a->kind));
    if (f->side[0].cell == XPGN_NO_SQUARE && f->side[1].cell == XPGN_NO_SQUARE)
        return;
    json_open(b, "j", "[");
    for (unsigned side = 0; side < 2; side++)
        json_number(b, NULL, f->side[side].cell != XPGN_NO_SQUARE ? (int)f->side[side].cell : -1);
    xpgn_buffer_char(b, ']');
}

static void mark_fought(html_writing *g, const xpgn_facts *f) {
    for (unsigned side = 0; side < 2; side++)
        g->fought |= 1u << XPGN_TYPE_OF(f->side[side].piece);
}

/* ---- an action ------------------------------------------------------------------------------- */

/* Writes the dice of a turn: 0, 4, or [5,1,3]. */
static void put_turn_dice(xpgn_buffer *b, const xpgn_turn_dice *dice) {
    if (dice->count <= 1) {
        json_number(b, NULL, dice->die[0]);
        return;
    }
    json_open(b, NULL, "[");
    for (unsigned i = 0; i < dice->count && i < XPGN_TURN_DICE; i++)
        json_number(b, NULL, dice->die[i]);
    xpgn_buffer_char(b, ']');
}

/* Writes the dice of the turn, or 0, and other dice, except those of a combat. */
static void put_throws(html_writing *g, const xpgn_facts *f) {
    const xpgn_roll_side *s = &f->roll.exchange[0].side[0];
    unsigned thrown = !f->combat && f->roll.exchanges > 0 ? s->dice_count : 0;
    if (f->turn_roll.count == 0 && thrown == 0)
        return;
    json_open(&g->rest, "d", "[");
    put_turn_dice(&g->rest, &f->turn_roll);
    for (unsigned i = 0; i < thrown; i++)
        json_number(&g->rest, NULL, s->dice[i]);
    xpgn_buffer_char(&g->rest, ']');
}

/* Writes the dice that are left for the rest of the turn. */
static void put_left(html_writing *g, const xpgn_turn_dice *left) {
    if (left->count == 0)
        return;
    json_open(&g->rest, "h", "[");
    for (unsigned i = 0; i < left->count && i < XPGN_TURN_DICE; i++)
        json_number(&g->rest, NULL, left->die[i]);
    xpgn_buffer_char(&g->rest, ']');
}

/* The report of a combat begins with it: the dice of its turn are drawn (put_throws). */
static void put_report_node(html_writing *g, const xpgn_step *step) {
    xpgn_buffer report = {0};
    xpgn_facts told = *step->facts;
    if (told.combat)
        told.turn_roll = (xpgn_turn_dice){0};
    xpgn_report_cells(&report, g->rs, step->before, &told, NULL);
    if (told.combat && !report.failed && is_foreseen(g, &told, &report)) {
        xpgn_buffer_free(&report);
    } else if (g->o->language != NULL) {
        xpgn_buffer_clear(&report);
        xpgn_report_cells(&report, g->rs, step->before, &told, g->o->language);
    }
    html_report(&g->rest, "r", &report);
}

void html_action(html_writing *g, const xpgn_step *step) {
    const xpgn_facts *f = step->facts;
    const xpgn_action *a = &f->action;
    xpgn_buffer name = {0};
    bool moves = a->kind != XPGN_PASS;
    xpgn_action_translate(&name, cli_slice(f->text), &g->o->words);
    json_move(&g->out, NULL, &name);
    json_number(&g->out, NULL, moves && a->from != XPGN_NO_SQUARE ? (int)a->from : -1);
    json_number(&g->out, NULL, moves && a->to != XPGN_NO_SQUARE ? (int)a->to : -1);
    guess_board(g, f);
    if (f->combat) {
        put_combat_node(g, step);
        put_particulars(g, f);
        mark_fought(g, f);
    }
    put_luck_node(g, step);
    put_throws(g, f);
    put_left(g, &f->left);
    put_report_node(g, step);
    html_tell(&g->rest, g->rs, step);
}
