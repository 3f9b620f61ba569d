/* SPDX-License-Identifier: MIT */
/* Actions in words, for people who listen to a game. */
#include "internal/action_facts.h"
#include "internal/rules.h"
#include "render-html/render-html.h"

#include <string.h>
#include <xpgn/rulesets.h>
#include <xpgn/walk.h>

/* What is said about an action, as sentences or as data. The numbers of a sentence follow it: %p is
   the piece on a square before the action, %q a square, %t a type, %w a seat. */
typedef struct words {
    xpgn_buffer *b;
    const xpgn_ruleset *rs;
    const xpgn_position *before;
    const xpgn_facts *facts;
    bool data; /* for the page, which translates it */
} words;

enum { MOST_NUMBERS = 3 };

/* ---- a sentence ------------------------------------------------------------------------------ */

static void put_square_word(const words *w, xpgn_square square) {
    char name[4];
    xpgn_square_name(w->before, square, name);
    xpgn_buffer_text(w->b, name);
}

/* Writes "black pawn d5". */
static void put_piece_name(const words *w, xpgn_square square) {
    xpgn_piece piece = w->before->at[square];
    xpgn_buffer_printf(w->b, "%s ", xpgn_seat_name(w->before, XPGN_SEAT_OF(piece)));
    xpgn_piece_write(w->b, w->rs, w->before, piece, square);
}

static void put_word_number(const words *w, char kind, unsigned number) {
    if (kind == 'p')
        put_piece_name(w, (xpgn_square)number);
    else if (kind == 'q')
        put_square_word(w, (xpgn_square)number);
    else if (kind == 't')
        xpgn_buffer_text(w->b, xpgn_piece_name(w->rs, number));
    else
        xpgn_buffer_text(w->b, xpgn_seat_tag(w->before->seats, number));
}

static void tell_words(const words *w, const char *text, const unsigned number[MOST_NUMBERS]) {
    if (w->data) {
        json_open(w->b, NULL, "[");
        json_text(w->b, NULL, text);
    } else if (*text != '.')
        xpgn_buffer_char(w->b, ' ');
    for (const char *at = text; *at != '\0'; at++) {
        if (*at == '%' && w->data)
            json_number(w->b, NULL, *number++);
        else if (*at == '%')
            put_word_number(w, *++at, *number++);
        else if (!w->data)
            xpgn_buffer_char(w->b, *at);
    }
    xpgn_buffer_text(w->b, w->data ? "]" : "");
}

#define TELL(w, text, ...) tell_words(w, text, (const unsigned[MOST_NUMBERS]){__VA_ARGS__})

/* ---- what was done --------------------------------------------------------------------------- */

const char *html_verb(unsigned kind) {
    static const char *const verbs[] = {
        [XPGN_SHOT] = "shoots at", [XPGN_RUN] = "makes a suicide run at"};
    return kind == XPGN_SHOT || kind == XPGN_RUN ? verbs[kind] : "attacks";
}

static void tell_capture(const words *w) {
    const xpgn_action *a = &w->facts->action;
    if (a->target != a->to)
        TELL(w, "takes %p in passing, and goes to %q", a->target, a->to);
    else
        TELL(w, "takes %p", a->target);
}

static void tell_release(const words *w) {
    const xpgn_action *a = &w->facts->action;
    if (a->promotion == 0)
        TELL(w, "tries to free a prisoner from %q: nobody is freed", a->target);
    else
        TELL(w, "tries to free a prisoner from %q: the %t is freed, and put on %q", a->target,
             a->promotion, a->drop);
}

static void tell_teleport(const words *w) {
    const xpgn_action *a = &w->facts->action;
    if (a->to == XPGN_NO_SQUARE)
        TELL(w, "tries to teleport, and stays", 0);
    else
        TELL(w, "tries to teleport, and goes to %q", a->to);
}

static void tell_deed(const words *w) {
    const xpgn_action *a = &w->facts->action;
    if (a->kind == XPGN_PASS)
        TELL(w, "passes", 0);
    else if (w->facts->captured != 0 && a->kind == XPGN_ATTACK)
        tell_capture(w);
    else if (a->kind == XPGN_CASTLING)
        TELL(w, "castles, to %q", a->to);
    else if (a->kind == XPGN_TELEPORT)
        tell_teleport(w);
    else if (a->kind == XPGN_RELEASE)
        tell_release(w);
    else if (a->kind == XPGN_REINFORCE)
        TELL(w, "puts a pawn on %q", a->to);
    else if (a->kind == XPGN_ROUTE)
        TELL(w, "takes the place of its rook on %q", a->to);
    else
        TELL(w, "to %q", a->to);
}

/* ---- what follows ---------------------------------------------------------------------------- */

/* True if the piece that moved has become another type. */
static bool is_promotion(const words *w) {
    const xpgn_action *a = &w->facts->action;
    return (a->kind == XPGN_STEP || a->kind == XPGN_ATTACK) && w->facts->arrived &&
           a->promotion != 0;
}

static void tell_winner(const words *w) {
    const xpgn_outcome *outcome = &w->facts->outcome;
    unsigned winners = 0, last = 0;
    for (unsigned seat = 0; outcome->over && seat < w->before->seats; seat++) {
        winners += outcome->score[seat] > 0;
        last = outcome->score[seat] > 0 ? seat : last;
    }
    if (winners == 1)
        TELL(w, "%w wins.", last);
    else if (winners > 1)
        TELL(w, w->before->seats == 2 ? "A draw." : "The win is shared.", 0);
}

static void tell_after(const words *w) {
    if (is_promotion(w))
        TELL(w, "and becomes a %t", w->facts->action.promotion);
    TELL(w, ".", 0);
    if (w->facts->stood)
        TELL(w, "This broke a rule, but stood.", 0);
    if (w->facts->check)
        TELL(w, w->facts->outcome.over ? "Checkmate." : "Check.", 0);
    tell_winner(w);
}

/* ---- all of it ------------------------------------------------------------------------------- */

void html_tell(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_step *step) {
    const xpgn_facts *f = step->facts;
    const words w = {b, rs, step->before, f, true};
    if (!f->combat && f->action.kind != XPGN_STEP) {
        json_open(b, "w", "[");
        tell_deed(&w);
        xpgn_buffer_char(b, ']');
    }
    if (is_promotion(&w) || f->stood || f->check || f->outcome.over) {
        json_open(b, "y", "[");
        tell_after(&w);
        xpgn_buffer_char(b, ']');
    }
}

void html_words(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_step *step) {
    const xpgn_action *a = &step->facts->action;
    const words w = {b, rs, step->before, step->facts, false};
    xpgn_buffer_text(b, xpgn_seat_tag(step->before->seats, step->seat));
    if (a->kind != XPGN_PASS) {
        xpgn_buffer_char(b, ' ');
        xpgn_piece_write(b, rs, step->before, a->piece, a->from);
    }
    tell_deed(&w);
    tell_after(&w);
}
