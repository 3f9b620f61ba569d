/* SPDX-License-Identifier: MIT */
/* Remarks in the movetext of a sheet: in brackets and quotes, clock times, struck words. */
#include "core/base/slice.h"
#include "core/base/utf8.h"
#include "core/forms/clock_form.h"
#include "core/forms/glyph.h"
#include "core/forms/row_number.h"
#include "core/forms/scan.h"
#include "core/forms/sheet_words.h"
#include "core/forms/struck_form.h"
#include "meant/sheet/sheet_cursor.h"

#include <string.h>

/* True for a half-move with a word behind it that is none: (Qa4 crossed out). */
static bool has_other_word(const char *p, const char *end) {
    enum { LEAST = 4 };
    const char *next = scan_blanks(sheet_word_past(p, end), end), *to = sheet_word_past(next, end);
    const xpgn_slice word = {next, (size_t)(to - next)};
    return word.size >= LEAST && is_small_letter(*next) && !sheet_is_half_move(word);
}

/* A remark in brackets: words that do not begin with a half-move. */
static const char *remark_end(const struct sheet_cursor *c) {
    const char *p = c->p, *end = c->end;
    const char *close = memchr(p, ')', (size_t)(scan_line(p, end) - p));
    bool words = false;
    if (close == NULL)
        return NULL;
    xpgn_slice inside = {p + 1, (size_t)(close - p) - 1};
    const bool minutes = c->s->game.die == 0 && slice_has_only(inside, "0123456789");
    const bool squares = c->s->game.numbers && inside.size > 6; /* (1.5254 5755) */
    if (c->behind && inside.size > 0 && !squares && (minutes || sheet_figures(p, end) > 0))
        return close + 1;
    const char *first = scan_blanks(p + 1, close);
    if (sheet_half_move_begins(first, close) && !has_other_word(first, close))
        return NULL;
    for (const char *q = p + 1; q < close;) {
        const char *to = sheet_word_past(q, close);
        words = words || (to - q > 1 && sheet_has_letter((xpgn_slice){q, (size_t)(to - q)}));
        if (to < close && *to == '(')
            return NULL;
        q = to + (to < close);
    }
    return words ? close + 1 : NULL;
}

/* Passes a remark behind a half-move, in quotes or square brackets: "zeitnot", [1], [Be4]. */
static const char *past_quoted(const struct sheet_cursor *c, const char *line) {
    const char *p = c->p;
    const char *q = memchr(p + 1, *p == '"' ? '"' : ']', (size_t)(line - p) - 1);
    if (q == NULL || q == p + 1 || p[1] == '%')
        return p;
    const xpgn_slice inside = {p + 1, (size_t)(q - p) - 1};
    const bool words = sheet_has_letter(inside) ||
                       (*p == '[' && c->s->game.die == 0 && slice_has_only(inside, "0123456789"));
    const bool is = words && (*p == '[' ? memchr(p, '"', (size_t)(q - p)) == NULL
                                        : !sheet_half_move_begins(p + 1, q));
    return is ? q + 1 : p;
}

/* Passes signs that are neither letters nor pieces and that nobody knows, by themselves. */
static const char *past_strange(const char *p, const char *end) {
    const char *q = p;
    if (word_lead((xpgn_slice){p, (size_t)(end - p)}) != 0)
        return p;
    while (q < end && (unsigned char)*q >= 0x80 && !sheet_in_word(q, end) &&
           scan_wide_space(q, end) == 0) {
        const size_t size = utf8_length((xpgn_slice){q, (size_t)(end - q)});
        q += size > 0 ? size : 1;
    }
    return q == end || byte_is(*q, BYTE_SPACE) ? q : p;
}

bool cursor_figures(struct sheet_cursor *c) {
    const bool star = *c->p == '*' && scan_star_goes_on(c->s->text.data, c->p, c->end),
               two = star && c->end - c->p > 2 && c->p[1] == '*' && byte_is(c->p[2], BYTE_SPACE);
    const bool more = star && !two && c->p + 1 < c->end && c->p[1] == '*';
    const size_t size = star && !more ? (size_t)1 + two : glyph_figures(c->p, c->end);
    const char *command = c->end - c->p > 1 && c->p[0] == '[' && c->p[1] == '%'
                              ? memchr(c->p, ']', (size_t)(scan_line(c->p, c->end) - c->p))
                              : NULL;
    if (!c->behind || (size == 0 && command == NULL))
        return false;
    if (command == NULL) {
        cursor_add_remark(c, c->p + size);
        return true;
    }
    xpgn_slice text = {c->p, (size_t)(command + 1 - c->p)}; /* [%clk 0:45:12] without braces */
    struct sheet_token *t = cursor_add(c, ITEM_WORDS, command + 1);
    if (t != NULL)
        t->text = arena_printf(c->s->arena, "{%.*s}", SLICE(text));
    c->s->no_memory |= t != NULL && t->text == NULL;
    return true;
}

bool cursor_program_remark(struct sheet_cursor *c) {
    const char *line = scan_line(c->p, c->end), *q = c->p + 2;
    if (c->end - c->p < 4 || c->p[0] != '/' || c->p[1] != '*')
        return false;
    while (q + 1 < line && (q[0] != '*' || q[1] != '/'))
        q++;
    if (q + 1 >= line)
        return false;
    const xpgn_slice words = {c->p + 2, (size_t)(q - c->p) - 2};
    struct sheet_token *t = cursor_add(c, ITEM_WORDS, q + 2);
    if (t != NULL)
        t->text = sheet_comment(c->s, slice_trim(words, " "));
    return true;
}

bool cursor_aside(struct sheet_cursor *c) {
    const size_t block = row_block_mark(c->p, c->end);
    if (block > 0)
        return cursor_add(c, ITEM_LAYOUT, c->p + block) != NULL;
    const char *line = scan_line(c->p, c->end);
    const bool quoted = *c->p == '"' || *c->p == '[';
    const bool first = c->s->count > 0 && c->s->list[c->s->count - 1].kind == ITEM_NUMBER;
    const bool may = c->depth == 0 && (c->behind || (first && *c->p == '['));
    const char *q = !quoted ? past_strange(c->p, line) : may ? past_quoted(c, line) : c->p;
    const xpgn_slice word = {c->p + 1, (size_t)(q - c->p) - 2};
    if (q == c->p)
        return false;
    if (!(quoted && first && sheet_is_half_move(word))) {
        cursor_add_remark(c, q);
        return true;
    }
    if (!sheet_half_move_begins(scan_blanks(q, line), line)) /* nothing is in its place */
        return false;
    cursor_add_struck(c, q, word); /* 12. [Qa4] Qb3 */
    return true;
}

bool cursor_bracket(struct sheet_cursor *c) {
    const char *q = *c->p == '(' ? remark_end(c) : NULL;
    if (*c->p != '(')
        return false;
    if (q != NULL) {
        cursor_add_remark(c, q);
        return true;
    }
    const char *word = scan_blanks(c->p + 1, c->end), *to = sheet_word_past(word, c->end);
    const char *close = scan_blanks(to, c->end);
    bool first = c->s->count > 0 && c->s->list[c->s->count - 1].kind == ITEM_NUMBER;
    bool lone = close < c->end && *close == ')' &&
                sheet_is_half_move((xpgn_slice){word, (size_t)(to - word)});
    if (first && lone) {
        cursor_add_struck(c, close + 1,
                          (xpgn_slice){word, (size_t)(to - word)}); /* 12. (Qa4) Qb3 */
        return true;
    }
    c->depth++;
    c->behind = false;
    c->p = word;
    if (lone && cursor_half_move(c) && c->s->count > 0)
        c->s->list[c->s->count - 1].lone = true;
    return true;
}

bool cursor_struck(struct sheet_cursor *c) {
    struct struck_form form;
    if (!struck_form_read(c->p, c->end, &form) || (!form.sure && !sheet_is_half_move(form.word)))
        return false;
    cursor_add_struck(c, c->p + form.size, form.word);
    return true;
}

bool cursor_clock(struct sheet_cursor *c) {
    struct clock_form form;
    if (!c->behind || !clock_form_read(c->p, c->end, &form) || (form.bare && !form.sure))
        return false;
    xpgn_slice written = {c->p, form.size};
    struct sheet_token *t = cursor_add(c, ITEM_CLOCK, c->p + form.size);
    if (t == NULL)
        return true;
    uint32_t seconds = form.seconds / (c->s->server_list && form.brief ? 60 : 1);
    t->text = form.pair || form.day ? sheet_comment(c->s, written)
                                    : arena_printf(c->s->arena, "{[%%%s %u:%02u:%02u]}",
                                                   c->s->server_list ? "emt" : "clk",
                                                   seconds / 3600, seconds / 60 % 60, seconds % 60);
    c->s->no_memory |= t->text == NULL;
    return true;
}
