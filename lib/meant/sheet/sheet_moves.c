/* SPDX-License-Identifier: MIT */
/* The movetext of a sheet as tokens. Nothing is decided here that needs more than the text at hand.
 */
#include "core/base/slice.h"
#include "core/base/utf8.h"
#include "core/forms/blank.h"
#include "core/forms/move_mark.h"
#include "core/forms/row_number.h"
#include "core/forms/scan.h"
#include "core/forms/written_ending.h"
#include "core/text/other_game.h"
#include "core/text/roll_text.h"
#include "meant/sheet/sheet_cursor.h"

#include <string.h>

/* True for a = by itself at the end of the sheet: a draw. */
static bool is_draw_sign(const struct sheet_cursor *c) {
    const bool apart = *c->p == '=' && c->depth == 0 && byte_is(c->p[-1], BYTE_SPACE);
    const xpgn_slice said = sheet_value(c->s, "Result");
    return apart && (said.size == 0 || slice_has_only(said, "*?")) &&
           scan_white(c->p + 1, c->end) == c->end;
}

/* Marks behind a half-move, which are found again from the position. Those that the format has
   stay. */
static bool read_mark(struct sheet_cursor *c) {
    struct move_mark mark;
    if (!c->behind || scan_arrow(c->p, c->end) > 0 || !move_mark_read(c->p, c->end, &mark) ||
        is_draw_sign(c))
        return false;
    const bool square = *c->p == '['; /* [=], [!] */
    if (mark.kind == MARK_NAG && square) {
        struct sheet_token *t = cursor_add(c, ITEM_MARK, c->p + mark.size);
        if (t != NULL)
            t->text = arena_printf(c->s->arena, "$%u", (unsigned)mark.nag);
        c->s->no_memory |= t != NULL && t->text == NULL;
        return true;
    }
    if (mark.kind == MARK_DRAW_OFFER && (mark.worded || square)) {
        struct sheet_token *t = cursor_add(c, ITEM_WORDS, c->p + mark.size);
        if (t != NULL)
            t->text = "{(=)}";
        return true;
    }
    if (mark.kind == MARK_NAG || mark.kind == MARK_DRAW_OFFER) {
        if (mark.kind == MARK_NAG && (*c->p == '?' || *c->p == '!') && c->p > c->s->text.data &&
            byte_is(c->p[-1], BYTE_SPACE))
            (void)cursor_add(c, ITEM_GLYPH, c->p + mark.size);
        else
            c->p += mark.size;
        return true;
    }
    struct sheet_token *t = cursor_add(c, ITEM_MARK, c->p + mark.size);
    if (t != NULL)
        t->text = "";
    return true;
}

static bool is_dash_only(xpgn_slice w) {
    size_t dash = scan_dash(w.data, w.data + w.size);
    return dash > 0 && dash == w.size;
}

static bool read_blank(struct sheet_cursor *c) {
    enum blank_kind kind;
    size_t size = blank_read(c->p, c->end, &kind);
    if (size == 0)
        return false;
    xpgn_slice sign = {c->p, size};
    if (kind == BLANK_PASS && (c->s->game.passes || c->depth > 0)) {
        struct sheet_token *t = cursor_add(c, ITEM_HALF, c->p + size);
        if (t != NULL && !slice_is(sign, "--"))
            t->text = "--";
        return true;
    }
    bool comma = is_dash_only(sign), glyph = slice_has_only(sign, "?!");
    glyph = glyph && (c->behind || !c->s->game.passes); /* rows say nothing there */
    (void)cursor_add(c,
                     comma                        ? ITEM_DASH
                     : glyph                      ? ITEM_GLYPH
                     : kind == BLANK_DITTO        ? ITEM_DITTO
                     : slice_has_only(sign, "xX") ? ITEM_CROSSES
                                                  : ITEM_BLANK,
                     c->p + size);
    return true;
}

/* The size of a sign between half-moves that means nothing: an arrow, a comma, a bar, a slash
   between blanks; 0: there is none. */
static size_t layout_size(const struct sheet_cursor *c) {
    const size_t arrow = scan_arrow(c->p, c->end), bar = row_bar(c->p, c->end);
    const bool slash = (*c->p == '/' || *c->p == ':') && cursor_stands_apart(c);
    return arrow > 0 ? arrow : bar > 0 ? bar : *c->p == ',' || *c->p == '`' || slash ? 1 : 0;
}

/* Text of the format at p that needs no reading: comments, rolls, tags, NAGs, results. */
static const char *skip_exact(struct sheet_cursor *c) {
    const char *p = c->p, *end = c->end;
    struct tag_shape tag;
    bool cut;
    size_t size;
    switch (*p) {
    case '{': {
        const char *q = memchr(p, '}', (size_t)(end - p));
        q = q != NULL ? q + 1 : end;
        c->nested = memchr(p + 1, '{', (size_t)(q - p) - 1) != NULL;
        c->outside = c->s->count;
        return q;
    }
    case ';':
        return scan_line(p, end);
    case '<':
        size = scan_roll(p, end, &cut);
        return size > 0 ? p + size : p;
    case '[':
        return scan_tag(p, end, &tag) && tag.end > p ? tag.end : p;
    case '%':
        return byte_is(p[-1], BYTE_LINE) ? scan_line(p, end) : p;
    case '$':
        return scan_digits(p + 1, end);
    default:
        size = scan_result(p, end);
        c->ended |= size > 0 && c->depth == 0;
        return p + size;
    }
}

/* {[%missing]}: a half-move that the sheet says in the format's own form is not there. */
static bool read_missing(struct sheet_cursor *c) {
    const char *past = *c->p == '{' ? memchr(c->p, '}', (size_t)(c->end - c->p)) : NULL;
    struct command command;
    bool missing = false;
    size_t at = 0;
    if (past == NULL)
        return false;
    const xpgn_slice whole = {c->p, (size_t)(past + 1 - c->p)};
    while (!missing && command_next(whole, &at, &command))
        missing = command_kind(command.name) == COMMAND_MISSING;
    struct sheet_token *t = missing ? cursor_add(c, ITEM_BLANK, past + 1) : NULL;
    if (t != NULL) {
        t->text = cursor_keep(c, whole);
        t->exact = true;
    }
    return missing;
}

/* *Nf3*, _Nf3_: a half-move that is emphasized. */
static bool read_emphasized(struct sheet_cursor *c) {
    const char sign = *c->p, *q = c->p + 1;
    if ((sign != '*' && sign != '_') || q == c->end || !byte_is(*q, BYTE_LETTER))
        return false;
    while (q < c->end && *q != sign && !byte_is(*q, BYTE_SPACE))
        q++;
    if (q == c->end || *q != sign ||
        !sheet_is_in_full((xpgn_slice){c->p + 1, (size_t)(q - c->p) - 1}) ||
        (q + 1 < c->end && !byte_is(q[1], BYTE_SPACE)))
        return false;
    return cursor_add(c, ITEM_LAYOUT, c->p + 1) != NULL && cursor_add(c, ITEM_HALF, q) != NULL &&
           cursor_add(c, ITEM_LAYOUT, q + 1) != NULL;
}

/* True for signs that mean nothing in the format. */
static bool is_signs(const char *p, const char *end) {
    const xpgn_slice signs = {p, (size_t)(end - p)};
    return signs.size > 0 && signs.size < 4 && slice_has_only(signs, ":)(^_|\\@~'-=DP") &&
           !sheet_has_letter((xpgn_slice){p, 1});
}

/* Words that are no half-move, up to the next sign of something else. Signs without a letter are
   left to the reader of the format, which tells them. */
static void read_words(struct sheet_cursor *c) {
    const char *q = sheet_word_past(c->p, c->end);
    size_t size = utf8_length((xpgn_slice){c->p, (size_t)(c->end - c->p)});
    struct sheet_token *last = cursor_words_before(c);
    bool broken = *c->p == '<'; /* a roll without its end */
    if (broken)
        q = sheet_word_past(c->p + 1, c->end);
    else if (q == c->p)
        q += size > 0 ? size : 1;
    struct ending e;
    if (!broken && c->depth == 0 && ending_read(c->p, c->end, c->s->names, &e) && e.worded &&
        e.size > (size_t)(q - c->p))
        q = c->p + e.size; /* the de of tablas de mutuo acuerdo is no capture */
    const bool letter = sheet_has_letter((xpgn_slice){c->p, (size_t)(q - c->p)});
    const char *past = scan_word(c->p, c->end);
    if (!broken && !letter && c->behind && c->depth == 0 && byte_is(c->p[-1], BYTE_SPACE) &&
        is_signs(c->p, past)) {
        cursor_add_remark(c, past); /* :) ^ */
        return;
    }
    if (broken || !letter) {
        c->p = q;
        return;
    }
    if (last == NULL) {
        (void)cursor_add(c, ITEM_WORDS, q);
        return;
    }
    last->place.length = (uint32_t)(q - c->s->text.data) - last->place.offset;
    c->p = q;
}

/* A score in letters, O-1, is no half-move; the tail reads it. */
static bool skip_score(struct sheet_cursor *c) {
    struct ending e;
    if (c->depth > 0 || !ending_read_score(c->p, c->end, &e))
        return false;
    const char *past = c->p + e.size;
    if (past < c->end && !byte_is(*past, BYTE_SPACE))
        return false;
    c->p = past;
    return true;
}

static void read_token(struct sheet_cursor *c) {
    const char *choices = *c->p == '<' ? roll_choices_end(c->p, c->end) : NULL, *q;
    size_t size;
    const bool sides = choices != NULL && (c->s->game.rolls || c->s->game.turns ||
                                           memchr(c->p, ':', (size_t)(choices - c->p)) != NULL);
    if (sides) { /* <5|1> is 5:1 */
        (void)cursor_add(c, ITEM_CHOICES, choices);
        return;
    }
    if (cursor_exact_half_move(c) || read_emphasized(c) || cursor_line(c) || cursor_side(c) ||
        cursor_parting(c) || cursor_roll_sign(c) || read_missing(c) || cursor_struck(c) ||
        cursor_program_remark(c) || cursor_figures(c) || read_mark(c) || cursor_dice(c) ||
        cursor_clock(c) || (byte_is(*c->p, BYTE_DIGIT) && cursor_number(c)))
        return;
    const bool negative = *c->p == '-' && c->end - c->p > 1 && is_digit(c->p[1]);
    if (!negative && !c->ended && read_blank(c))
        return;
    if (cursor_aside(c))
        return;
    if ((q = skip_exact(c)) > c->p) {
        c->p = q;
        return;
    }
    if (*c->p == ')') {
        c->depth -= c->depth > 0;
        c->p++;
    } else if (*c->p == '(') {
        (void)cursor_bracket(c);
    } else if ((size = layout_size(c)) > 0) {
        (void)cursor_add(c, ITEM_LAYOUT, c->p + size);
    } else if (*c->p == '~' && cursor_stands_apart(c)) {
        (void)cursor_add(c, ITEM_DASH, c->p + 1);
    } else if (*c->p == '>' && c->depth == 0 && cursor_begins_line(c)) { /* of a mail */
        (void)cursor_add(c, ITEM_LAYOUT, c->p + 1);
    } else if (strchr("}>].!?\"", *c->p) != NULL) {
        if (*c->p == '}' && c->nested) /* all of this was in the comment */
            c->s->count = c->outside;
        c->p++;
    } else if (!skip_score(c) && !cursor_half_move(c)) {
        read_words(c);
    }
}

void sheet_read_moves(struct sheet_text *s) {
    struct sheet_cursor c = {
        .s = s, .p = s->text.data + s->moves, .end = s->text.data + s->text.size};
    if (s->score.length > 0)
        c.end = s->text.data + s->score.offset;
    s->server_list = other_game_is_list(s->text);
    s->lone_dice = s->game.rolls && !sheet_has_turn_roll(s->text);
    while (c.p < c.end && !s->no_memory) {
        size_t wide = scan_wide_space(c.p, c.end);
        if (byte_is(*c.p, BYTE_SPACE) || wide > 0)
            c.p += wide > 0 ? wide : 1;
        else
            read_token(&c);
    }
    sheet_find_tail(s);
}
