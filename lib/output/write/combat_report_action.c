/* SPDX-License-Identifier: MIT */
/* Reports of actions: turn rolls, attempts, promotions, and the end of a game. */
#include <string.h>
#include <xpgn/play.h>
#include <xpgn/write.h>

#include "core/rules/ruleset.h"
#include "core/text/lex.h"
#include "core/text/result_text.h"
#include "internal/action_facts.h"
#include "internal/text_out.h"
#include "output/write/combat_report.h"

/* A report being written. */
struct action_report {
    xpgn_buffer *b;
    const xpgn_ruleset *rs;
    const xpgn_position *p; /* before the action */
    const xpgn_facts *facts;
    const char *number; /* may be NULL */
    xpgn_report_form form;
};

static const char *seat_of_actor(const struct action_report *n) {
    return xpgn_seat_name(n->p, n->p->side_to_move);
}

static void put_square_report(const struct action_report *n, xpgn_square sq) {
    char name[4];
    xpgn_square_name(n->p, sq, name);
    xpgn_buffer_text(n->b, name);
}

/* Writes "knight c3". */
static void put_actor(const struct action_report *n) {
    xpgn_buffer_printf(n->b, "%s ", xpgn_piece_name(n->rs, XPGN_TYPE_OF(n->facts->action.piece)));
    put_square_report(n, n->facts->action.from);
}

/* Writes "12... K@d4  black ", the start of a sentence. */
static void begin_block(const struct action_report *n) {
    if (n->number != NULL)
        xpgn_buffer_printf(n->b, "%s ", n->number);
    xpgn_buffer_printf(n->b, "%s  %s ", n->facts->text, seat_of_actor(n));
}

/* Writes "  result    ", aligned as in combat reports. */
static void begin_line(const struct action_report *n, const char *label) {
    xpgn_buffer_printf(n->b, n->form == XPGN_REPORT_CELLS ? "%s\t" : "  %-9s ", label);
}

static void end_report_line(const struct action_report *n, const char *rule) {
    xpgn_buffer_printf(n->b, "%s%s\n", n->form == XPGN_REPORT_CELLS ? "\t" : "  ", rule);
}

/* ---- turn rolls (CC-4, AS-10) ---- */

static void put_moved(const struct action_report *n) {
    unsigned moves = n->rs->moves_by_die[n->facts->turn_roll - 1];
    if (moves == 0)
        xpgn_buffer_text(n->b, "no Move");
    else
        xpgn_buffer_printf(n->b, "%u Move%s", moves, moves == 1 ? "" : "s");
}

static void put_turn_roll(const struct action_report *n) {
    bool distance = n->rs->turn == TURN_CHOICE;
    begin_block(n);
    xpgn_buffer_printf(n->b, "rolls %u %s\n", n->facts->turn_roll,
                       distance ? "to move" : "for the turn");
    begin_line(n, "result");
    if (!distance) {
        put_moved(n);
    } else if (n->facts->action.kind == XPGN_PASS) {
        xpgn_buffer_text(n->b, "no piece can go so far");
    } else {
        put_actor(n);
        xpgn_buffer_text(n->b, " goes to ");
        put_square_report(n, n->facts->action.to);
    }
    end_report_line(n, n->rs->cite[CITE_TURN_ROLL]);
}

/* ---- teleports and escapes (CC-9, CC-10) ---- */

static void put_try(const struct action_report *n, const char *what) {
    const xpgn_roll_side *s = &n->facts->roll.exchange[0].side[0];
    if (n->facts->roll.exchanges == 0)
        return;
    begin_line(n, "roll");
    xpgn_buffer_printf(n->b, "%s %d + die %u = %d", what, s->total - s->dice[0], s->dice[0],
                       s->total);
    xpgn_buffer_text(n->b, n->form == XPGN_REPORT_CELLS ? "\t\n" : "\n");
}

static void put_teleport(const struct action_report *n) {
    begin_block(n);
    put_actor(n);
    xpgn_buffer_text(n->b, " tries to teleport\n");
    put_try(n, "leaders");
    begin_line(n, "result");
    bool stays = n->facts->action.to == XPGN_NO_SQUARE;
    xpgn_buffer_printf(n->b, "king %s ", stays ? "stays on" : "goes to");
    put_square_report(n, stays ? n->facts->action.from : n->facts->action.to);
    end_report_line(n, n->facts->rule);
}

static void put_release(const struct action_report *n) {
    const xpgn_action *a = &n->facts->action;
    begin_block(n);
    put_actor(n);
    xpgn_buffer_text(n->b, " tries to free a prisoner from ");
    put_square_report(n, a->target);
    xpgn_buffer_char(n->b, '\n');
    put_try(n, xpgn_piece_name(n->rs, XPGN_TYPE_OF(a->piece)));
    begin_line(n, "result");
    if (a->promotion == 0) {
        xpgn_buffer_text(n->b, "nobody is freed");
    } else {
        xpgn_buffer_printf(n->b, "%s is freed, and put on ", xpgn_piece_name(n->rs, a->promotion));
        put_square_report(n, a->drop);
    }
    end_report_line(n, n->facts->rule);
}

/* ---- ties, promotions ---- */

/* CC-6: after equal totals both roll again. */
static void put_ties(const struct action_report *n) {
    unsigned ties = n->facts->roll.exchanges > 0 ? n->facts->roll.exchanges - 1U : 0;
    if (!n->facts->combat || ties == 0)
        return;
    begin_line(n, "tied");
    if (ties == 1)
        xpgn_buffer_text(n->b, "once, rolled again");
    else
        xpgn_buffer_printf(n->b, "%u times, rolled again", ties);
    end_report_line(n, n->rs->cite[CITE_FATE]);
}

/* Writes what a pawn (AS-5: a capturing piece) is promoted to on arrival. */
static void put_arrival(const struct action_report *n) {
    const xpgn_action *a = &n->facts->action;
    bool rescue = n->rs->arrival == ARRIVAL_RESCUE;
    begin_line(n, "promotion");
    xpgn_buffer_printf(n->b, "%s ", xpgn_piece_name(n->rs, XPGN_TYPE_OF(a->piece)));
    put_square_report(n, a->to);
    xpgn_buffer_printf(n->b, " %s a %s%s", rescue ? "is replaced by" : "becomes",
                       rescue ? "rescued " : "", xpgn_piece_name(n->rs, a->promotion));
    end_report_line(n, n->rs->cite[CITE_ARRIVAL]);
}

/* CC-11: a pawn that removed a king becomes a bishop. */
static void put_transform(const struct action_report *n) {
    const xpgn_ruleset *rs = n->rs;
    unsigned loser = n->facts->side[0].fate == 'x' ? 0 : 1;
    const xpgn_combatant *won = &n->facts->side[!loser], *lost = &n->facts->side[loser];
    if (rs->transform_to == 0 || XPGN_TYPE_OF(won->piece) != rs->transform_from ||
        XPGN_TYPE_OF(lost->piece) != rs->transform_kills)
        return;
    begin_line(n, "promotion");
    xpgn_buffer_printf(n->b, "%s ", xpgn_piece_name(n->rs, XPGN_TYPE_OF(won->piece)));
    put_square_report(n, loser == 1 ? n->facts->action.to : won->square);
    xpgn_buffer_printf(n->b, " becomes a %s", xpgn_piece_name(n->rs, rs->transform_to));
    end_report_line(n, rs->cite[CITE_TRANSFORM]);
}

static bool promotes(const struct action_report *n) {
    const xpgn_action *a = &n->facts->action;
    return !combat_is(n->rs, TRAIT_CAPTURE) && n->facts->arrived && a->promotion != 0 &&
           (a->kind == XPGN_STEP || a->kind == XPGN_ATTACK);
}

static void put_promotion(const struct action_report *n) {
    if (promotes(n)) {
        if (!n->facts->combat) { /* otherwise the combat report has introduced it */
            begin_block(n);
            put_actor(n);
            xpgn_buffer_text(n->b, " goes to ");
            put_square_report(n, n->facts->action.to);
            xpgn_buffer_char(n->b, '\n');
        }
        put_arrival(n);
    }
    if (n->facts->combat)
        put_transform(n);
}

/* ---- public functions ---- */

static void put_combat_report(const struct action_report *n) {
    struct report r;
    if (!n->facts->combat)
        return;
    report_begin(&r, n->rs, n->p, n->facts, n->number, NULL);
    report_write(n->b, &r, n->form);
    report_free(&r);
}

void xpgn_report_write(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                       const xpgn_facts *facts, const char *number, xpgn_report_form form) {
    struct action_report n = {b, rs, p, facts, number, form};
    if (!position_fits(p, &rs->geometry))
        return;
    if (facts->turn_roll > 0 && facts->turn_roll <= rs->die)
        put_turn_roll(&n);
    if (facts->action.kind == XPGN_TELEPORT)
        put_teleport(&n);
    else if (facts->action.kind == XPGN_RELEASE)
        put_release(&n);
    put_combat_report(&n);
    put_ties(&n);
    put_promotion(&n);
}

static const char *rule_title(const xpgn_ruleset *rs, const char *rule) {
    for (const xpgn_code *r = rs->rules; r != NULL && r->code != NULL; r++) {
        if (strcmp(r->code, rule) == 0)
            return r->title;
    }
    return "by the rules";
}

static void put_winners(xpgn_buffer *b, const xpgn_position *p, const xpgn_outcome *outcome) {
    unsigned winners = 0, last = 0;
    for (unsigned seat = 0; seat < p->seats; seat++) {
        winners += outcome->score[seat] > 0;
        last = outcome->score[seat] > 0 ? seat : last;
    }
    if (winners == 1)
        xpgn_buffer_printf(b, "%s wins\n", xpgn_seat_name(p, last));
    else
        xpgn_buffer_text(b, p->seats == 2 ? "a draw\n" : "shared\n");
}

void xpgn_outcome_write(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                        const xpgn_outcome *outcome, xpgn_report_form form) {
    const struct action_report n = {.b = b, .form = form};
    char result[24];
    if (!outcome->over || !position_fits(p, &rs->geometry))
        return;
    result_write(outcome->score, p->seats, result);
    xpgn_buffer_printf(b, "%s  ", result);
    put_winners(b, p, outcome);
    begin_line(&n, "end");
    xpgn_buffer_text(b, rule_title(rs, outcome->rule));
    end_report_line(&n, outcome->rule);
}
