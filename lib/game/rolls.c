/* SPDX-License-Identifier: MIT */
/* The rolls of the main line in their order, for games with sealed dice. */
#include "base/roll.h"
#include "base/slice.h"
#include "game/compare.h"
#include "game/walk.h"
#include "text/announced.h"

bool walk_read_quietly(xpgn_slice text, xpgn_roll *roll) {
    struct xpgn_log none;
    log_init_mute(&none);
    none.limit = 1;
    bool good = roll_read(text, 0, roll, &none);
    log_free_parts(&none);
    return good;
}

static bool has_dice(const xpgn_roll *roll) {
    for (const xpgn_exchange *x = roll->exchange; x < roll->exchange + roll->exchanges; x++)
        if (x->side[0].dice_count > 0 || x->side[1].dice_count > 0)
            return true;
    return false;
}

struct rolled *walk_add_roll(xpgn_walk *w, xpgn_slice text, xpgn_place place) {
    struct rolls *s = &w->rolls;
    const struct line *l = walk_line(w);
    if (s->count == XPGN_MAX_ROLLS) {
        s->too_many = true;
        return NULL;
    }
    struct rolled *list = arena_grow(&w->arena, s->list, s->count, &s->capacity, sizeof *s->list);
    w->no_memory |= list == NULL;
    if (list == NULL)
        return NULL;
    s->list = list;
    s->list[s->count] = (struct rolled){.text = text,
                                        .place = place,
                                        .action = l->has_action ? l->last : slice_of(""),
                                        .ply = l->ply,
                                        .number = l->last_number,
                                        .seat = l->last_seat};
    return &s->list[s->count++];
}

/* A text, the buffer of which is freed; without it the roll counts as one that cannot be read. */
static xpgn_slice keep_text(xpgn_walk *w, xpgn_buffer *b) {
    size_t size = b->size;
    char *text = arena_take(&w->arena, b);
    w->no_memory |= text == NULL;
    return (xpgn_slice){text, text != NULL ? size : 0};
}

void walk_put_dice(xpgn_buffer *b, const xpgn_roll *roll) {
    xpgn_roll dice = {.exchanges = roll->exchanges, .two_sides = roll->two_sides};
    for (unsigned x = 0; x < roll->exchanges; x++) {
        for (unsigned i = 0; i < 2; i++) {
            xpgn_roll_side *side = &dice.exchange[x].side[i];
            *side = roll->exchange[x].side[i];
            roll_side_strip(side);
            side->cell_file = XPGN_NO_SQUARE;
        }
    }
    xpgn_roll_write(b, &dice);
}

/* Labels the rolls from index `from` on with an action that the line has not come to yet. */
static void label_rolls(xpgn_walk *w, const struct recorded *recorded, size_t from) {
    const xpgn_position *p = walk_position(w);
    for (size_t i = from; i < w->rolls.count; i++) {
        struct rolled *r = &w->rolls.list[i];
        r->action = recorded->text;
        if (walk_after_end(w))
            continue;
        r->number = p->number;
        r->seat = p->side_to_move;
    }
}

void walk_place_rolls(xpgn_walk *w, size_t end) {
    const xpgn_position *p = walk_position(w);
    for (; w->rolls.placed < end; w->rolls.placed++) {
        w->rolls.list[w->rolls.placed].due_number = p->number;
        w->rolls.list[w->rolls.placed].due_seat = p->side_to_move;
    }
}

void walk_rolls_action(xpgn_walk *w, const struct recorded *recorded, size_t mark) {
    struct rolls *s = &w->rolls;
    size_t from = s->count;
    xpgn_buffer b = {0};
    if (!s->wanted || w->lines.depth > 0)
        return;
    walk_place_rolls(w, mark);
    if (recorded->has_turn_roll) {
        xpgn_buffer_printf(&b, "%u", (unsigned)recorded->turn_roll);
        (void)walk_add_roll(w, keep_text(w, &b), recorded->turn_roll_place);
    }
    if (has_dice(recorded->roll)) {
        walk_put_dice(&b, recorded->roll);
        (void)walk_add_roll(w, keep_text(w, &b), recorded->roll->place);
    } else if (recorded->unreadable && recorded->roll->exchanges == 0) {
        (void)walk_add_roll(w, (xpgn_slice){NULL, 0}, recorded->place);
    }
    label_rolls(w, recorded, mark);
    for (; from < s->count && mark < from; mark++, from++) { /* these go before the others */
        struct rolled r = s->list[from];
        for (size_t i = from; i > mark; i--)
            s->list[i] = s->list[i - 1];
        s->list[mark] = r;
    }
    walk_place_rolls(w, mark);
}

void walk_rolls_annulled(xpgn_walk *w, const struct command *c) {
    xpgn_roll roll;
    xpgn_buffer b = {0};
    xpgn_place whole = walk_place(w, c->whole);
    struct announced a = announced_split(c->rest);
    bool good = walk_read_quietly(a.dice, &roll) && has_dice(&roll);
    if (!good)
        log_add(&w->log, D_COMMAND_FORM, whole, "expected dice in [%%annulled]");
    for (unsigned n = 0; good && n < 2u * roll.exchanges; n++)
        good = compare_faces(w->ruleset, &roll.exchange[n / 2].side[n % 2], whole, &w->log);
    if (!w->rolls.wanted || w->lines.depth > 0)
        return;
    if (good)
        walk_put_dice(&b, &roll);
    struct rolled *r = walk_add_roll(w, good ? keep_text(w, &b) : (xpgn_slice){NULL, 0}, whole);
    if (r != NULL)
        r->annulled = true;
}
