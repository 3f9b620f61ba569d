/* SPDX-License-Identifier: MIT */
/* Actions in notations other than the format's, and with the piece letters of other languages. */
#include "core/game/descriptive.h"
#include "core/text/foreign_forms.h"
#include "facts/comment_values.h"
#include "output/write/pgn.h"

#include <xpgn/rulesets.h>
#include <xpgn/walk.h>

#include "core/base/slice.h"
#include "internal/action_facts.h"
#include "internal/meant.h"
#include "internal/text_out.h"
#include "internal/writers.h"

static const xpgn_language figurines = {.letter = {[XPGN_KING] = "\xe2\x99\x94",
                                                   [XPGN_QUEEN] = "\xe2\x99\x95",
                                                   [XPGN_ROOK] = "\xe2\x99\x96",
                                                   [XPGN_BISHOP] = "\xe2\x99\x97",
                                                   [XPGN_KNIGHT] = "\xe2\x99\x98",
                                                   [XPGN_PAWN] = "\xe2\x99\x99"}};

xpgn_status notation_begin(xpgn_writer *w) {
    const xpgn_writer_options *o = &w->options;
    bool letters = o->notation == XPGN_NOTATION_SAN || o->notation == XPGN_NOTATION_LONG;
    if (o->notation > XPGN_NOTATION_DESCRIPTIVE || (o->language != NULL && !letters))
        return XPGN_INVALID;
    if (o->language != NULL && !xpgn_language_find(o->language, &w->letters))
        return XPGN_NOT_FOUND;
    if (o->notation == XPGN_NOTATION_FIGURINE)
        w->letters = figurines;
    else if (o->language == NULL)
        return XPGN_OK;
    w->translation = &w->letters;
    return XPGN_OK;
}

/* Appends an action in one notation to w->name; false if the notation cannot express it. */
typedef bool write_action(xpgn_writer *w, const xpgn_step *s);

/* Returns the mark to write after an action, + or #; 0 if it has none or records are minimal. */
static char mark_written(const xpgn_writer *w, const xpgn_facts *f) {
    size_t n = strlen(f->text);
    bool marked = n > 0 && (f->text[n - 1] == '+' || f->text[n - 1] == '#');
    return marked && !w->options.minimal ? f->text[n - 1] : '\0';
}

static bool is_move(const xpgn_action *a) {
    return a->kind == XPGN_STEP || a->kind == XPGN_ATTACK;
}

static bool write_long(xpgn_writer *w, const xpgn_step *s) {
    const xpgn_action *a = &s->facts->action;
    char text[24], *p = text, mark = mark_written(w, s->facts);
    if (!is_move(a))
        return false;
    if (XPGN_TYPE_OF(a->piece) != XPGN_PAWN)
        *p++ = xpgn_piece_letter(XPGN_PIECE(0, XPGN_TYPE_OF(a->piece)));
    xpgn_square_name(s->before, a->from, p);
    p[2] = a->kind == XPGN_ATTACK ? 'x' : '-';
    xpgn_square_name(s->before, a->to, p + 3);
    p += 5;
    if (a->promotion != 0) {
        *p++ = '=';
        *p++ = xpgn_piece_letter(XPGN_PIECE(0, a->promotion));
    }
    *p = mark;
    p[mark != 0] = '\0';
    xpgn_action_translate(&w->name, slice_of(text), w->translation);
    return true;
}

static bool write_uci(xpgn_writer *w, const xpgn_step *s) {
    char text[ACTION_UCI], *end = action_uci(text, w->ruleset, s->before, &s->facts->action);
    xpgn_buffer_put(&w->name, text, (size_t)(end - text));
    return end > text;
}

static void put_digits(xpgn_writer *w, const xpgn_step *s, xpgn_square sq) {
    xpgn_buffer_printf(&w->name, "%u%u", square_file(s->before, sq) + 1,
                       square_rank(s->before, sq) + 1);
}

static bool write_iccf(xpgn_writer *w, const xpgn_step *s) {
    const xpgn_action *a = &s->facts->action;
    const char *list = iccf_promotions;
    const char *becomes = strchr(list, xpgn_piece_letter(XPGN_PIECE(0, a->promotion)));
    if ((!is_move(a) && a->kind != XPGN_CASTLING) || (a->promotion != 0 && becomes == NULL))
        return false;
    put_digits(w, s, a->from);
    put_digits(w, s, action_goal(w->ruleset, a));
    if (a->promotion != 0)
        xpgn_buffer_printf(&w->name, "%d", (int)(becomes - list) + 1);
    return true;
}

static bool write_descriptive(xpgn_writer *w, const xpgn_step *s) {
    const xpgn_action *a = &s->facts->action;
    char text[DESCRIPTIVE_NAME], mark = mark_written(w, s->facts);
    if (a->kind == XPGN_CASTLING)
        xpgn_buffer_put(&w->name, s->facts->text, a->drop > a->from ? 3 : 5);
    else if (descriptive_name(w->ruleset, s->before, a, text))
        xpgn_buffer_text(&w->name, text);
    else
        return false;
    if (a->kind == XPGN_ATTACK && a->target != a->to && !w->options.minimal)
        xpgn_buffer_text(&w->name, " e.p.");
    if (mark != 0)
        xpgn_buffer_text(&w->name, mark == '+' ? " ch" : s->facts->check ? " mate" : "#");
    return true;
}

/* NULL for the notation of the format, if only in other letters. */
static write_action *const writers[] = {[XPGN_NOTATION_LONG] = write_long,
                                        [XPGN_NOTATION_UCI] = write_uci,
                                        [XPGN_NOTATION_ICCF] = write_iccf,
                                        [XPGN_NOTATION_DESCRIPTIVE] = write_descriptive};

xpgn_slice notation_write(xpgn_writer *w, const xpgn_step *s) {
    write_action *how = writers[w->options.notation];
    xpgn_slice text = slice_of(s->facts->text);
    w->no_memory |= w->name.failed; /* from the last action */
    xpgn_buffer_clear(&w->name);
    if (how != NULL && w->ruleset->movement == MOVEMENT_CHESS && how(w, s))
        return (xpgn_slice){w->name.data, w->name.size};
    if (mark_written(w, s->facts) == 0)
        text = slice_trim(text, "+#");
    if (w->translation == NULL)
        return text;
    xpgn_action_translate(&w->name, text, w->translation);
    return (xpgn_slice){w->name.data, w->name.size};
}

void notation_write_freed(xpgn_writer *w, const xpgn_step *s) {
    xpgn_buffer plain = {0};
    xpgn_freed_write(&plain, s->before, &s->facts->action);
    xpgn_action_translate(&w->freed, (xpgn_slice){plain.data, plain.size}, w->translation);
    w->freed.failed |= plain.failed;
    xpgn_buffer_free(&plain);
}
