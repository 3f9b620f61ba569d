/* SPDX-License-Identifier: MIT */
/* Dice in the movetext of a sheet. */
#include "core/base/slice.h"
#include "core/forms/dice_form.h"
#include "core/forms/scan.h"
#include "core/text/roll_text.h"
#include "meant/sheet/sheet_cursor.h"

#include <stdio.h>
#include <string.h>

bool sheet_has_turn_roll(xpgn_slice text) {
    const char *p = text.data, *end = p + text.size;
    while ((p = memchr(p, '<', (size_t)(end - p))) != NULL && end - ++p > 1)
        if (is_digit(*p) && p[1] == '>')
            return true;
    return false;
}

/* True for a number without dots, where others have them, that is rather the die of a turn. */
static bool is_lone_die(const struct sheet_cursor *c, uint32_t number) {
    const struct sheet_text *s = c->s;
    size_t i = s->count;
    while (i > 0 && s->list[i - 1].kind != ITEM_NUMBER)
        i--;
    return s->lone_dice && !cursor_begins_line(c) && number > 0 && number <= s->game.die && i > 0 &&
           s->list[i - 1].dots > 0;
}

bool cursor_lone_die(struct sheet_cursor *c, uint32_t die, const char *to) {
    if (!is_lone_die(c, die))
        return false;
    struct sheet_token *t = cursor_add(c, ITEM_ROLL, to);
    const char *text = arena_printf(c->s->arena, "<%u>", (unsigned)die);
    c->s->no_memory |= text == NULL;
    if (t != NULL)
        t->text = text;
    return true;
}

static unsigned largest_die(const xpgn_roll *roll) {
    unsigned largest = 0;
    for (unsigned i = 0; i < roll->exchanges; i++)
        for (unsigned k = 0; k < 2; k++) {
            const xpgn_roll_side *side = &roll->exchange[i].side[k];
            for (unsigned n = 0; n < side->dice_count; n++)
                largest = side->dice[n] > largest ? side->dice[n] : largest;
        }
    return largest;
}

/* True if a roll that the format reads is at hand. */
static bool is_exact_roll(const struct sheet_cursor *c) {
    bool cut;
    xpgn_roll roll;
    struct log log;
    size_t size = *c->p == '<' ? scan_roll(c->p, c->end, &cut) : 0;
    if (size < 3)
        return false;
    log_init_counting(&log);
    bool read =
        roll_read((xpgn_slice){c->p + 1, size - 2}, 0, true, &roll, &log) && log.errors == 0;
    log_free_parts(&log);
    return read && largest_die(&roll) <= c->s->game.die;
}

/* Takes the half-move directly before a roll with an unreadable die as missing, up to `to`. */
static bool leave_out(struct sheet_cursor *c, const char *to) {
    struct sheet_token *last = c->s->count > 0 ? &c->s->list[c->s->count - 1] : NULL;
    if (last == NULL || last->kind != ITEM_HALF || last->depth > 0)
        return false;
    last->kind = ITEM_BLANK;
    last->open = true;
    last->place.length = (uint32_t)(to - c->s->text.data) - last->place.offset;
    c->p = to;
    return true;
}

static void add_dice(struct sheet_cursor *c, size_t size, const char *text) {
    struct sheet_token *t = cursor_add(c, ITEM_ROLL, c->p + size);
    if (t != NULL)
        t->text = cursor_keep(c, slice_of(text));
}

/* Dice that name pieces: <PNQ>. */
static bool read_letter_dice(struct sheet_cursor *c) {
    xpgn_turn_dice dice;
    char text[sizeof(struct xpgn_turn_dice_text) + 2];
    size_t size = sheet_letter_dice(c->s->game, c->p, c->end, &dice);
    if (size == 0)
        return false;
    (void)snprintf(text, sizeof text, "<%s>", xpgn_turn_dice_text(&dice).text);
    add_dice(c, size, text);
    return true;
}

/* Reads a roll of the format that has blanks around its signs: < 5 : 1 >, <+0 = 2 : = 1x>. */
static bool read_loose_roll(struct sheet_cursor *c) {
    char text[LOOSE_ROOM + 3] = "<";
    const char *close = *c->p == '<' ? memchr(c->p, '>', (size_t)(c->end - c->p)) : NULL;
    if (close == NULL)
        return false;
    const size_t size = roll_tighten((xpgn_slice){c->p + 1, (size_t)(close - c->p) - 1}, text + 1);
    text[size + 1] = '>';
    text[size + 2] = '\0';
    struct sheet_cursor tight = *c;
    tight.p = text;
    tight.end = text + size + 2;
    if (size == 0 || !is_exact_roll(&tight))
        return false;
    add_dice(c, (size_t)(close + 1 - c->p), text);
    return true;
}

bool cursor_roll_sign(struct sheet_cursor *c) {
    const struct sheet_text *s = c->s;
    const struct sheet_token *last = s->count > 0 ? &s->list[s->count - 1] : NULL;
    const bool roll =
        s->game.rolls && last != NULL && last->kind == ITEM_ROLL && strchr(last->text, ':') == NULL;
    const size_t size = *c->p == '.' ? 1 : scan_dash(c->p, c->end);
    const char *past = c->p + size;
    if (!roll || size == 0 || past == c->end || !byte_is(*past, BYTE_SPACE) ||
        scan_blanks(s->text.data + last->place.offset + last->place.length, c->end) != c->p)
        return false;
    return cursor_add(c, ITEM_LAYOUT, past) != NULL;
}

bool cursor_dice(struct sheet_cursor *c) {
    struct dice_form form;
    if (read_letter_dice(c) || (c->s->game.die > 0 && read_loose_roll(c)))
        return true;
    const struct sheet_game *game = &c->s->game;
    bool may =
        game->die > 0 && (c->behind || game->rolls || game->turns || strchr("([<{", *c->p) != NULL);
    if (!may || is_exact_roll(c) || !sheet_dice(*game, c->p, c->end, &form) || form.exact)
        return false;
    if ((c->s->game.diceless && form.text[1] != '+' && form.text[1] != '=') ||
        (*c->p == '{' && !form.two_sides && !c->s->lone_dice)) /* {4}, where there is <4> */
        return false;
    if (form.half && c->s->game.holes && leave_out(c, c->p + form.size))
        return true;
    add_dice(c, form.size, form.text);
    return true;
}
