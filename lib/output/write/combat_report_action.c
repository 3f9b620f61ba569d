/* SPDX-License-Identifier: MIT */
/* Reports of actions: turn rolls, attempts, promotions, and the end of a game. */
#include <stdio.h>
#include <string.h>
#include <xpgn/rulesets.h>
#include <xpgn/write.h>

#include "core/base/slice.h"
#include "core/game/combat_sum.h"
#include "core/play/actors.h"
#include "core/rules/ruleset.h"
#include "core/text/lex.h"
#include "core/text/result_text.h"
#include "internal/action_facts.h"
#include "internal/rules.h"
#include "internal/text_out.h"
#include "internal/writers.h"
#include "output/write/combat_report.h"

/* A report being written. */
struct action_report {
    xpgn_buffer *b;
    const xpgn_ruleset *rs;
    const xpgn_position *p; /* before the action */
    const xpgn_facts *facts;
    const char *number; /* may be NULL */
    xpgn_report_form form;
    const char *language; /* NULL: English, */
    unsigned column;      /* and its column in the dictionary */
};

static void put_report_word(const struct action_report *n, const char *english) {
    word_put(n->b, n->column, english);
}

/* Writes the text of a phrase, and the piece in it. */
static void put_of_piece(const struct action_report *n, const char *english, unsigned type) {
    struct phrase f = phrase_in(n->column, english, xpgn_piece_name(n->rs, type));
    xpgn_buffer_slice(n->b, f.before);
    piece_name_put(n->b, n->rs, type, n->column);
    xpgn_buffer_slice(n->b, f.after);
}

static void put_square_report(const struct action_report *n, xpgn_square sq) {
    char name[4];
    xpgn_square_name(n->p, sq, name);
    xpgn_buffer_text(n->b, name);
}

/* Writes "knight c3". */
static void put_actor(const struct action_report *n) {
    piece_name_put(n->b, n->rs, XPGN_TYPE_OF(n->facts->action.piece), n->column);
    xpgn_buffer_char(n->b, ' ');
    put_square_report(n, n->facts->action.from);
}

/* Writes "12... K@d4  ", the start of a sentence. */
static void begin_block(const struct action_report *n) {
    if (n->number != NULL)
        xpgn_buffer_printf(n->b, "%s ", n->number);
    caption_put_action(n->b, n->facts->text, n->language);
    xpgn_buffer_text(n->b, "  ");
}

/* The same with "black king d4 tries to teleport ". */
static void begin_sentence(const struct action_report *n, const char *english) {
    char of_seat[16];
    (void)snprintf(of_seat, sizeof of_seat, "%s %%s", xpgn_seat_name(n->p, n->p->side_to_move));
    struct phrase f = phrase_in(n->column, of_seat, "");
    begin_block(n);
    xpgn_buffer_slice(n->b, f.before);
    put_actor(n);
    xpgn_buffer_slice(n->b, f.after);
    xpgn_buffer_char(n->b, ' ');
    put_report_word(n, english);
}

/* Writes "  result    ", aligned as in combat reports. */
static void begin_line(const struct action_report *n, const char *label) {
    xpgn_slice word = word_in(n->column, label);
    xpgn_buffer_printf(n->b, n->form == XPGN_REPORT_CELLS ? "%.*s\t" : "  %-9.*s ", SLICE(word));
}

static void end_report_line(const struct action_report *n, const char *rule) {
    xpgn_buffer_printf(n->b, "%s%s\n", n->form == XPGN_REPORT_CELLS ? "\t" : "  ", rule);
}

/* Writes " goes to d4". */
static void put_goes_to(const struct action_report *n) {
    xpgn_buffer_char(n->b, ' ');
    put_report_word(n, "goes to");
    xpgn_buffer_char(n->b, ' ');
    put_square_report(n, n->facts->action.to);
}

/* ---- turn rolls (CC-4, AS-10) ---- */

static void put_moved(const struct action_report *n) {
    unsigned moves = n->rs->moves_by_die[n->facts->turn_roll.die[0] - 1];
    if (moves == 0)
        put_report_word(n, "no Move");
    else {
        xpgn_buffer_printf(n->b, "%u ", moves);
        put_report_word(n, moves == 1 ? "Move" : "Moves");
    }
}

/* Writes "may act: pawn, bishop, queen", whom the dice let act; or "squares at most: 2". */
static void put_actors(const struct action_report *n) {
    const struct allowance may = actors_by(n->rs, &n->facts->turn_roll);
    unsigned types = may.types & n->rs->geometry.letters;
    if (!turn_rolls_types(n->rs)) {
        put_report_word(n, "squares at most");
        xpgn_buffer_printf(n->b, ": %u", may.squares);
        return;
    }
    put_report_word(n, "may act");
    xpgn_buffer_text(n->b, ": ");
    if (types == n->rs->geometry.letters) {
        put_report_word(n, "any piece");
        return;
    }
    for (unsigned type = 0, rest = types; rest != 0; type++, rest >>= 1) {
        if ((rest & 1) == 0)
            continue;
        piece_name_put(n->b, n->rs, type, n->column);
        xpgn_buffer_text(n->b, rest > 1 ? ", " : "");
    }
}

/* Why a turn is passed by its dice. */
static const char *passed_words(const xpgn_ruleset *rs) {
    if (!turn_rolls_actors(rs))
        return "no piece can go so far";
    return turn_rolls_types(rs) ? "no such piece can act" : "nothing is that near";
}

/* What the dice of a turn lead to. */
static void put_rolled(const struct action_report *n) {
    bool passes = n->facts->action.kind == XPGN_PASS, actors = turn_rolls_actors(n->rs);
    if (passes && (actors || n->rs->turn == TURN_CHOICE)) {
        put_report_word(n, passed_words(n->rs));
    } else if (actors) {
        put_actors(n);
    } else if (n->rs->turn == TURN_CHOICE) {
        put_actor(n);
        put_goes_to(n);
    } else {
        put_moved(n);
    }
}

static void put_turn_roll(const struct action_report *n) {
    begin_block(n);
    if (n->column == 0)
        xpgn_buffer_text(n->b, xpgn_seat_name(n->p, n->p->side_to_move));
    else
        put_report_word(n, xpgn_seat_tag(n->p->seats, n->p->side_to_move));
    xpgn_buffer_char(n->b, ' ');
    put_report_word(n, "rolls");
    xpgn_buffer_printf(n->b, " %s ", xpgn_turn_dice_text(&n->facts->turn_roll).text);
    put_report_word(n, n->rs->turn == TURN_CHOICE ? "to move" : "for the turn");
    xpgn_buffer_char(n->b, '\n');
    begin_line(n, "result");
    put_rolled(n);
    bool stuck = turn_rolls_actors(n->rs) && n->facts->action.kind == XPGN_PASS;
    end_report_line(n, n->rs->cite[stuck ? CITE_PASS : CITE_TURN_ROLL]);
}

/* ---- teleports and escapes (CC-9, CC-10) ---- */

/* Writes "leaders 3 + die 4 = 7"; with a type, that piece in place of the leaders. */
static void put_try(const struct action_report *n, unsigned type) {
    const xpgn_roll_side *s = &n->facts->roll.exchange[0].side[0];
    if (n->facts->roll.exchanges == 0)
        return;
    begin_line(n, "roll");
    if (type == XPGN_NO_TYPE)
        put_report_word(n, "leaders");
    else
        piece_name_put(n->b, n->rs, type, n->column);
    xpgn_buffer_printf(n->b, " %d + ", s->total - s->dice[0]);
    put_report_word(n, "die");
    xpgn_buffer_printf(n->b, " %u = %d", s->dice[0], s->total);
    xpgn_buffer_text(n->b, n->form == XPGN_REPORT_CELLS ? "\t\n" : "\n");
}

static void put_teleport(const struct action_report *n) {
    begin_sentence(n, "tries to teleport");
    xpgn_buffer_char(n->b, '\n');
    put_try(n, XPGN_NO_TYPE);
    begin_line(n, "result");
    bool stays = n->facts->action.to == XPGN_NO_SQUARE;
    put_report_word(n, "king");
    xpgn_buffer_char(n->b, ' ');
    put_report_word(n, stays ? "stays on" : "goes to");
    xpgn_buffer_char(n->b, ' ');
    put_square_report(n, stays ? n->facts->action.from : n->facts->action.to);
    end_report_line(n, n->facts->rule);
}

static void put_release(const struct action_report *n) {
    const xpgn_action *a = &n->facts->action;
    begin_sentence(n, "tries to free a prisoner from");
    xpgn_buffer_char(n->b, ' ');
    put_square_report(n, a->target);
    xpgn_buffer_char(n->b, '\n');
    put_try(n, XPGN_TYPE_OF(a->piece));
    begin_line(n, "result");
    if (a->promotion == 0) {
        put_report_word(n, "nobody is freed");
    } else {
        piece_name_put(n->b, n->rs, a->promotion, n->column);
        xpgn_buffer_char(n->b, ' ');
        put_report_word(n, "is freed, and put on");
        xpgn_buffer_char(n->b, ' ');
        put_square_report(n, a->drop);
    }
    end_report_line(n, n->facts->rule);
}

/* ---- ties, promotions ---- */

/* CC-6: after equal totals both roll again. */
static void put_ties(const struct action_report *n) {
    unsigned ties = n->facts->roll.exchanges > 0 ? n->facts->roll.exchanges - 1U : 0;
    if (!n->facts->combat || ties == 0 || !combat_ties_again(n->rs))
        return;
    begin_line(n, "tied");
    if (ties > 1)
        xpgn_buffer_printf(n->b, "%u ", ties);
    put_report_word(n, ties == 1 ? "once, rolled again" : "times, rolled again");
    end_report_line(n, n->rs->cite[CITE_FATE]);
}

/* Writes "pawn e8 ". */
static void put_on(const struct action_report *n, unsigned type, xpgn_square sq) {
    piece_name_put(n->b, n->rs, type, n->column);
    xpgn_buffer_char(n->b, ' ');
    put_square_report(n, sq);
    xpgn_buffer_char(n->b, ' ');
}

/* Writes what a pawn (AS-5: a capturing piece) is promoted to on arrival. */
static void put_arrival(const struct action_report *n) {
    const xpgn_action *a = &n->facts->action;
    bool rescue = n->rs->arrival == ARRIVAL_RESCUE;
    begin_line(n, "promotion");
    put_on(n, XPGN_TYPE_OF(a->piece), a->to);
    put_of_piece(n, rescue ? "is replaced by a rescued %s" : "becomes a %s", a->promotion);
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
    put_on(n, XPGN_TYPE_OF(won->piece), loser == 1 ? n->facts->action.to : won->square);
    put_of_piece(n, "becomes a %s", rs->transform_to);
    end_report_line(n, rs->cite[CITE_TRANSFORM]);
}

static bool promotes(const struct action_report *n) {
    const xpgn_action *a = &n->facts->action;
    return !attacks_capture(n->rs) && n->facts->arrived && a->promotion != 0 &&
           (a->kind == XPGN_STEP || a->kind == XPGN_ATTACK);
}

static void put_promotion(const struct action_report *n) {
    if (promotes(n)) {
        if (!n->facts->combat) { /* otherwise the combat report has introduced it */
            begin_sentence(n, "goes to");
            xpgn_buffer_char(n->b, ' ');
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
    report_begin(&r, n->rs, n->p, n->facts, n->number, n->language);
    report_write(n->b, &r, n->form, 0);
    report_free(&r);
}

static void put_report(const struct action_report *n) {
    if (!position_fits(n->p, &n->rs->geometry))
        return;
    if (n->facts->turn_roll.count > 0 && n->facts->turn_roll.die[0] <= n->rs->die)
        put_turn_roll(n);
    if (n->facts->action.kind == XPGN_TELEPORT)
        put_teleport(n);
    else if (n->facts->action.kind == XPGN_RELEASE)
        put_release(n);
    put_combat_report(n);
    put_ties(n);
    put_promotion(n);
}

void xpgn_report_write(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                       const xpgn_facts *facts, const char *number, xpgn_report_form form) {
    put_report(&(struct action_report){b, rs, p, facts, number, form, NULL, 0});
}

void xpgn_report_cells(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                       const xpgn_facts *facts, const char *language) {
    int column = dictionary_column(language);
    put_report(&(struct action_report){b, rs, p, facts, NULL, XPGN_REPORT_CELLS, language,
                                       column > 0 ? (unsigned)column : 0});
}

void xpgn_actors_write(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_facts *facts) {
    if (turn_rolls_actors(rs) && facts->turn_roll.count > 0)
        xpgn_buffer_printf(b, "<%s> ", xpgn_turn_dice_text(&facts->turn_roll).text);
}

void xpgn_dice_left_write(xpgn_buffer *b, const xpgn_facts *facts, const xpgn_language *language) {
    if (facts->left.count == 0)
        return;
    xpgn_word_translate(b, "dice left", language);
    xpgn_buffer_printf(b, ": %s", xpgn_turn_dice_text(&facts->left).text);
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
