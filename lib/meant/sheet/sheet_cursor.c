/* SPDX-License-Identifier: MIT */
/* Adding tokens at a place of the movetext, and what is before them. */
#include "meant/sheet/sheet_cursor.h"
#include "core/base/slice.h"
#include "core/forms/scan.h"

#include <string.h>

struct sheet_token *cursor_add(struct sheet_cursor *c, enum item_kind kind, const char *to) {
    struct sheet_text *s = c->s;
    struct sheet_token *list = arena_grow(s->arena, s->list, s->count, &s->capacity, sizeof *list);
    s->no_memory |= list == NULL;
    if (list == NULL) {
        c->p = c->end;
        return NULL;
    }
    s->list = list;
    const char *begin = s->text.data;
    list[s->count] =
        (struct sheet_token){.kind = kind,
                             .place = {(uint32_t)(c->p - begin), (uint32_t)(to - c->p)},
                             .depth = c->depth,
                             .line = c->p == begin || byte_is(c->p[-1], BYTE_LINE)};
    c->p = to;
    c->behind = kind == ITEM_HALF || (c->behind && kind != ITEM_NUMBER);
    c->ended = c->ended && kind != ITEM_HALF && kind != ITEM_NUMBER;
    return &list[s->count++];
}

const char *cursor_keep(struct sheet_cursor *c, xpgn_slice text) {
    const char *copy = arena_copy(c->s->arena, text);
    c->s->no_memory |= copy == NULL;
    return copy;
}

bool cursor_begins_line(const struct sheet_cursor *c) {
    const char *p = c->p;
    while (p > c->s->text.data && (p[-1] == ' ' || p[-1] == '\t'))
        p--;
    return p == c->s->text.data || byte_is(p[-1], BYTE_LINE);
}

void cursor_add_struck(struct sheet_cursor *c, const char *to, xpgn_slice word) {
    struct sheet_token *t = cursor_add(c, ITEM_STRUCK, to);
    if (t == NULL)
        return;
    const char *text = arena_printf(c->s->arena, "struck out: %.*s", SLICE(word));
    c->s->no_memory |= text == NULL;
    t->text = text != NULL ? sheet_comment(c->s, slice_of(text)) : NULL;
}

void cursor_add_remark(struct sheet_cursor *c, const char *to) {
    xpgn_slice words = {c->p, (size_t)(to - c->p)};
    if (words.size > 2 && strchr("([", *words.data) != NULL && strchr(")]", to[-1]) != NULL)
        words = (xpgn_slice){words.data + 1, words.size - 2};
    struct sheet_token *t = cursor_add(c, ITEM_WORDS, to);
    if (t != NULL)
        t->text = sheet_comment(c->s, words);
}

bool cursor_stands_apart(const struct sheet_cursor *c) {
    return byte_is(c->p[-1], BYTE_SPACE) && c->p + 1 < c->end && byte_is(c->p[1], BYTE_SPACE);
}

struct sheet_token *cursor_words_before(const struct sheet_cursor *c) {
    struct sheet_token *last = c->s->count > 0 ? &c->s->list[c->s->count - 1] : NULL;
    if (last == NULL || last->kind != ITEM_WORDS || last->text != NULL || last->depth != c->depth)
        return NULL;
    const char *past = c->s->text.data + last->place.offset + last->place.length;
    return scan_blanks(past, c->end) == c->p ? last : NULL;
}
