/* SPDX-License-Identifier: MIT */
/* The items of a sheet, and the tags that are known so far. */
#include "core/base/grow.h"
#include "core/base/slice.h"
#include "core/forms/dice_form.h"
#include "core/forms/scan.h"
#include "core/game/roll_letters.h"
#include "meant/sheet/sheet.h"

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

size_t sheet_letter_dice(struct sheet_game game, const char *p, const char *end,
                         xpgn_turn_dice *dice) {
    if (game.named == NULL || p == end || (*p != '<' && *p != '[' && *p != '('))
        return 0;
    const char *close = scan_blanks(roll_letters_read(game.named, p + 1, end, dice), end);
    bool closed = close < end && *close == (*p == '<' ? '>' : *p == '[' ? ']' : ')');
    bool all = dice->count > 1 && dice->count == game.named->roll.dice; /* (N) may be a remark */
    return dice->count > 0 && closed && (*p != '(' || all) ? (size_t)(close + 1 - p) : 0;
}

bool sheet_dice(struct sheet_game game, const char *p, const char *end, struct dice_form *form) {
    if (game.rolls && dice_form_read_die(p, end, game.die, form))
        return true;
    if (game.turns)
        return dice_form_read_turn(p, end, game.die, form) && !form->clock;
    if (!dice_form_read_up_to(p, end, game.die, form))
        return false;
    if (!game.rolls)
        dice_form_join(p, end, game.die, form);
    return !form->bare || form->two_sides || (game.lone && form->faces == DICE_FACE_PIPS);
}

bool sheet_turn_dice(struct sheet_game game, const char *p, const char *end) {
    struct dice_form form;
    return game.named != NULL && game.named->roll.dice > 1 &&
           dice_form_read_turn(p, end, game.die, &form) && form.dice[0] == game.named->roll.dice;
}

size_t sheet_figures(const char *p, const char *end) {
    const char *close = *p == '(' ? memchr(p, ')', (size_t)(scan_line(p, end) - p)) : NULL;
    if (close == NULL)
        return 0;
    xpgn_slice inside = {p + 1, (size_t)(close - p) - 1};
    bool digits = false, signs = !slice_has_only(inside, "0123456789 ");
    for (size_t i = 0; i < inside.size; i++)
        digits = digits || is_digit(inside.data[i]);
    bool figures = digits && signs && slice_has_only(inside, "0123456789<>=:/+-., ");
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
