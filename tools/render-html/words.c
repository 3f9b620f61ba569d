/* SPDX-License-Identifier: MIT */
/* Actions in words, for those who listen to a game. */
#include "render-html/render-html.h"

#include <string.h>

/* What is said about an action. */
typedef struct words {
    xpgn_buffer *b;
    const xpgn_ruleset *rs;
    const xpgn_position *before, *after;
    const xpgn_facts *facts;
    unsigned seat;
} words;

static void put_square(const words *w, const char *before, xpgn_square square) {
    char name[4];
    xpgn_square_name(w->before, square, name);
    xpgn_buffer_printf(w->b, "%s%s", before, name);
}

/* Writes "White pawn e4". */
static void put_actor(const words *w) {
    xpgn_buffer_text(w->b, xpgn_seat_tag(w->before->seats, w->seat));
    xpgn_buffer_char(w->b, ' ');
    xpgn_piece_write(w->b, w->rs, w->before, w->facts->action.piece, w->facts->action.from);
}

/* Writes "black pawn d5". */
static void put_other(const words *w, xpgn_piece piece, xpgn_square square) {
    xpgn_buffer_printf(w->b, "%s ", xpgn_seat_name(w->before, XPGN_SEAT_OF(piece)));
    xpgn_piece_write(w->b, w->rs, w->before, piece, square);
}

const char *html_verb(unsigned kind) {
    static const char *const verbs[] = {
        [XPGN_SHOT] = "shoots at", [XPGN_RUN] = "makes a suicide run at"};
    return kind == XPGN_SHOT || kind == XPGN_RUN ? verbs[kind] : "attacks";
}

static void put_capture(const words *w) {
    const xpgn_action *a = &w->facts->action;
    xpgn_buffer_text(w->b, " takes ");
    put_other(w, w->facts->captured, a->target);
    if (a->target != a->to)
        put_square(w, " in passing, and goes to ", a->to);
}

static void put_release(const words *w) {
    const xpgn_action *a = &w->facts->action;
    put_square(w, " tries to free a prisoner from ", a->target);
    if (a->promotion == 0)
        xpgn_buffer_text(w->b, ": nobody is freed");
    else
        xpgn_buffer_printf(w->b, ": the %s is freed, and put",
                           xpgn_piece_name(w->rs, a->promotion));
    if (a->promotion != 0)
        put_square(w, " on ", a->drop);
}

static void put_teleport(const words *w) {
    const xpgn_action *a = &w->facts->action;
    xpgn_buffer_text(w->b, " tries to teleport, and ");
    if (a->to == XPGN_NO_SQUARE)
        xpgn_buffer_text(w->b, "stays");
    else
        put_square(w, "goes to ", a->to);
}

static void put_deed(const words *w) {
    const xpgn_action *a = &w->facts->action;
    if (a->kind == XPGN_PASS)
        xpgn_buffer_text(w->b, " passes");
    else if (w->facts->captured != 0 && a->kind == XPGN_ATTACK)
        put_capture(w);
    else if (a->kind == XPGN_CASTLING)
        put_square(w, " castles, to ", a->to);
    else if (a->kind == XPGN_TELEPORT)
        put_teleport(w);
    else if (a->kind == XPGN_RELEASE)
        put_release(w);
    else if (a->kind == XPGN_REINFORCE)
        put_square(w, " puts a pawn on ", a->to);
    else if (a->kind == XPGN_ROUTE)
        put_square(w, " takes the place of its rook on ", a->to);
    else
        put_square(w, " to ", a->to);
}

/* What stands on the square of arrival, if it is another type than before. */
static void put_promotion(const words *w) {
    const xpgn_action *a = &w->facts->action;
    bool moves = a->kind == XPGN_STEP || a->kind == XPGN_ATTACK;
    if (!moves || !w->facts->arrived || a->promotion == 0)
        return;
    xpgn_buffer_printf(w->b, " and becomes a %s", xpgn_piece_name(w->rs, a->promotion));
}

void html_winner(xpgn_buffer *b, const xpgn_position *p, const xpgn_outcome *outcome) {
    unsigned winners = 0, last = 0;
    for (unsigned seat = 0; outcome->over && seat < p->seats; seat++) {
        winners += outcome->score[seat] > 0;
        last = outcome->score[seat] > 0 ? seat : last;
    }
    if (winners == 1) {
        xpgn_buffer_char(b, ' ');
        xpgn_buffer_text(b, xpgn_seat_tag(p->seats, last));
        xpgn_buffer_text(b, " wins.");
    } else if (winners > 1) {
        xpgn_buffer_text(b, p->seats == 2 ? " A draw." : " The win is shared.");
    }
}

static words words_of(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_step *step) {
    return (words){b, rs, step->before, step->position, step->facts, step->seat};
}

void html_deed(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_step *step) {
    const words w = words_of(b, rs, step);
    if (!w.facts->combat && w.facts->action.kind != XPGN_STEP)
        put_deed(&w);
}

void html_after(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_step *step) {
    words w = words_of(b, rs, step);
    if (w.facts->action.kind != XPGN_PASS)
        put_promotion(&w);
    xpgn_buffer_char(b, '.');
    if (w.facts->stood)
        xpgn_buffer_text(b, " This broke a rule, but stood.");
    if (w.facts->check)
        xpgn_buffer_text(b, w.facts->outcome.over ? " Checkmate." : " Check.");
    html_winner(b, step->before, &w.facts->outcome);
}

void html_words(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_step *step) {
    const words w = words_of(b, rs, step);
    if (w.facts->action.kind == XPGN_PASS)
        xpgn_buffer_text(b, xpgn_seat_tag(w.before->seats, w.seat));
    else
        put_actor(&w);
    put_deed(&w);
    html_after(b, rs, step);
}
