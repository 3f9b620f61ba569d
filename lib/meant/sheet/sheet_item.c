/* SPDX-License-Identifier: MIT */
/* The items of a sheet, and the tags that are known so far. */
#include "core/base/grow.h"
#include "core/base/slice.h"
#include "core/board/position.h"
#include "core/forms/scan.h"
#include "core/rules/ruleset.h"
#include "meant/sheet/sheet.h"

#include <stdio.h>
#include <string.h>

int place_order(xpgn_place a, xpgn_place b) {
    if (a.offset != b.offset)
        return a.offset < b.offset ? -1 : 1;
    return (a.length > b.length) - (a.length < b.length);
}

void sheet_put_item(struct sheet_text *s, struct imported item) {
    struct imported_list *l = s->items;
    bool good = GROW(l->list, l->count, l->capacity);
    s->no_memory |= !good;
    if (good)
        l->list[l->count++] = item;
}

struct sheet_token *sheet_part(struct sheet_text *s, size_t index) {
    struct sheet_token *list = arena_grow(s->arena, s->list, s->count, &s->capacity, sizeof *list);
    s->no_memory |= list == NULL;
    if (list == NULL)
        return NULL;
    s->list = list;
    memmove(list + index + 1, list + index, (s->count++ - index) * sizeof *list);
    return list + index;
}

void sheet_put(struct sheet_text *s, xpgn_place place, const char *text, xpgn_form form) {
    sheet_put_item(s, (struct imported){
                          .place = place, .roll = true, .fixed = text, .fixed_forms = 1u << form});
}

const char *sheet_comment(struct sheet_text *s, xpgn_slice words) {
    char *copy = arena_printf(s->arena, "{%.*s}", SLICE(words));
    s->no_memory |= copy == NULL;
    for (size_t i = 1; copy != NULL && i <= words.size; i++)
        copy[i] = copy[i] == '{' ? '(' : copy[i] == '}' ? ')' : copy[i];
    return copy;
}

/* The first face that names the piece of a letter; 0: none. */
static unsigned face_of_letter(const xpgn_ruleset *rs, char letter) {
    for (unsigned face = 1; face <= rs->die && face <= sizeof rs->roll.face; face++)
        if (to_lower(piece_letter(rs->roll.face[face - 1])) == to_lower(letter))
            return face;
    return 0;
}

size_t sheet_letter_dice(struct sheet_game game, const char *p, const char *end,
                         char text[SHEET_LETTER_DICE]) {
    const char *q = p;
    size_t size = 0;
    if (game.named == NULL || p == end || (*p != '<' && *p != '['))
        return 0;
    for (unsigned dice = 0; dice < XPGN_TURN_DICE; dice++) {
        const char *next = scan_blanks(q + 1, end);
        unsigned face = next < end && is_letter(*next) ? face_of_letter(game.named, *next) : 0;
        if (face == 0)
            break;
        size += (size_t)snprintf(text + size, 5, "%c%u", dice == 0 ? '<' : ',', face);
        q = scan_blanks(next + 1, end);
        q -= q == end || *q != ',';
    }
    q++;
    if (size == 0 || q >= end || *q != (*p == '<' ? '>' : ']'))
        return 0;
    memcpy(text + size, ">", 2);
    return (size_t)(q + 1 - p);
}

size_t sheet_figures(const char *p, const char *end) {
    const char *close = *p == '(' ? memchr(p, ')', (size_t)(scan_line(p, end) - p)) : NULL;
    if (close == NULL)
        return 0;
    xpgn_slice inside = {p + 1, (size_t)(close - p) - 1};
    bool digits = false, signs = !slice_has_only(inside, "0123456789 ");
    for (size_t i = 0; i < inside.size; i++)
        digits = digits || is_digit(inside.data[i]);
    bool figures = digits && signs && slice_has_only(inside, "0123456789<>=:/+-, ");
    return figures ? inside.size + 2 : 0;
}

const char *sheet_number(struct sheet_text *s, uint32_t number, unsigned dots) {
    const char *text = arena_printf(s->arena, "%u%s", (unsigned)number, dots > 1 ? "..." : ".");
    s->no_memory |= text == NULL;
    return text;
}

xpgn_slice sheet_value(const struct sheet_text *s, const char *name) {
    for (size_t i = 0; i < s->pairs; i++)
        if (slice_is(s->pair[i].name, name))
            return s->pair[i].value;
    return (xpgn_slice){NULL, 0};
}

bool sheet_has_letter(xpgn_slice s) {
    for (size_t i = 0; i < s.size; i++)
        if (byte_is(s.data[i], BYTE_LETTER) || (unsigned char)s.data[i] >= 0xC3)
            return true;
    return false;
}

bool sheet_begins_line(const struct sheet_text *s, const struct sheet_token *t) {
    const char *p = s->text.data + t->place.offset;
    while (p > s->text.data && (p[-1] == ' ' || p[-1] == '\t' || p[-1] == '\0'))
        p--;
    return p == s->text.data || byte_is(p[-1], BYTE_LINE);
}
