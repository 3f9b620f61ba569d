/* SPDX-License-Identifier: MIT */
#include "core/base/grow.h"
#include "core/base/slice.h"
#include "core/rules/ruleset.h"
#include "meant/sheet/sheet.h"

#include <stdlib.h>

struct sheet_game sheet_game_of(const xpgn_ruleset *rules) {
    bool dice = rules != NULL && ruleset_has_dice(rules);
    bool fights = dice && !attacks_capture(rules);
    bool diceless = fights && !combat_rolls(rules);
    return (struct sheet_game){
        .die = dice ? rules->most_faces : 0,
        .diceless = diceless,
        .turns = dice && !fights,
        .rolls = dice && !diceless && turn_rolls(rules) && turn_dice(rules) == 1,
        .lone = fights && rules->needs_shown,
        .named = dice && turn_rolls_actors(rules) ? rules : NULL,
        .passes = rules == NULL || turn_rolls(rules) || rules->no_action == DECIDE_PASS};
}

/* Adds a half-move, read or missing, with the number before it. */
static void add_half_move(struct sheet_text *s, struct imported item, const struct sheet_token *t,
                          const struct sheet_token *number) {
    item.place = t->place;
    item.open = t->open;
    item.fixed = t->exact ? t->text : NULL;
    item.fixed_forms = 1u << XPGN_FORM_MISSING;
    item.depth = t->depth;
    if (number != NULL) {
        item.number = number->number;
        item.number_at = number->place.offset;
        item.dots = number->dots;
    }
    sheet_put_item(s, item);
}

/* Adds what the import has to know of a token. */
static void add_token_item(struct sheet_text *s, const struct sheet_token *t,
                           const struct sheet_token **number) {
    switch (t->kind) {
    case ITEM_NUMBER:
        *number = t;
        if (t->text != NULL)
            sheet_put(s, t->place, t->text, XPGN_FORM_LAYOUT);
        return;
    case ITEM_HALF:
        add_half_move(s,
                      (struct imported){.spelled = t->text, .english = t->english, .lone = t->lone},
                      t, *number);
        *number = NULL;
        return;
    case ITEM_CHOICES:
        sheet_put_item(s, (struct imported){
                              .place = t->place, .depth = t->depth, .roll = true, .choices = true});
        return;
    case ITEM_BLANK:
        add_half_move(s, (struct imported){.roll = true, .missing = true}, t, *number);
        *number = NULL;
        return;
    case ITEM_ROLL:
        sheet_put(s, t->place, t->text, XPGN_FORM_ROLLS);
        return;
    case ITEM_STRUCK:
        sheet_put(s, t->place, t->text != NULL ? t->text : "", XPGN_FORM_STRUCK);
        return;
    case ITEM_MARK:
        sheet_put(s, t->place, t->text, XPGN_FORM_MARKS);
        return;
    case ITEM_CLOCK:
    case ITEM_WORDS:
        if (t->text != NULL)
            sheet_put(s, t->place, t->text, XPGN_FORM_REMARK);
        return;
    case ITEM_LAYOUT:
        sheet_put(s, t->place, "", XPGN_FORM_LAYOUT);
        return;
    default:
        return;
    }
}

static bool has_half_move(const struct sheet_text *s) {
    for (size_t i = 0; i < s->count; i++)
        if (s->list[i].kind == ITEM_HALF)
            return true;
    return false;
}

static int by_place(const void *a, const void *b) {
    return place_order(((const struct imported *)a)->place, ((const struct imported *)b)->place);
}

/* Puts the items in order; nearly always they are. */
static void sort_items(struct imported_list *items) {
    size_t sorted = 1;
    while (sorted < items->count && by_place(&items->list[sorted - 1], &items->list[sorted]) <= 0)
        sorted++;
    if (sorted < items->count)
        qsort(items->list, items->count, sizeof *items->list, by_place);
}

bool sheet_read(xpgn_slice text, struct sheet_game game, struct arena *arena,
                struct imported_list *out) {
    struct sheet_text s = {.text = slice_given(text), .game = game, .arena = arena, .items = out};
    const struct sheet_token *number = NULL;
    out->count = 0;
    sheet_read_head(&s);
    sheet_find_score(&s);
    sheet_read_moves(&s);
    if (!has_half_move(&s)) { /* nothing says that it is a sheet */
        out->count = 0;
        return !s.no_memory;
    }
    sheet_number_half_moves(&s);
    sheet_settle_rows(&s);
    sheet_number_columns(&s);
    for (size_t i = 0; i < s.count && !s.no_memory; i++)
        add_token_item(&s, &s.list[i], &number);
    sheet_read_tail(&s);
    if (!s.no_memory)
        sort_items(out);
    return !s.no_memory;
}
