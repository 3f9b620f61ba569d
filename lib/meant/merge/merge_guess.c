/* SPDX-License-Identifier: MIT */
/* Choices that no sheet has, for places where all have slipped. */
#include "core/base/slice.h"
#include "core/play/attempt.h"
#include "meant/merge/merge.h"

#include <stdio.h>
#include <string.h>
#include <xpgn/event.h>

enum { NEAR = 3, ACTIONS = 512 };

struct guesses {
    struct xpgn_merge *s;
    struct choice *list;
    size_t count, end;
    /* The legal actions where they were asked for last. */
    struct state state;
    size_t actions;
    xpgn_action action[ACTIONS];
    char name[ACTIONS][ACTION_NAME];
};

static void add_guess(struct guesses *g, struct choice c) {
    c.made = true;
    if (g->count < g->end)
        g->list[g->count++] = c;
}

enum { FARTHEST = UINT8_MAX / 2 }; /* no sheet has a word for it */

struct sheet_entry *merge_word(struct xpgn_merge *s, xpgn_slice word) {
    static const xpgn_roll none;
    const uint32_t hash = (uint32_t)hash_bytes(0, word.data, word.size);
    uint32_t place;
    for (size_t at = 0; (place = hash_index_next(&s->word_index, hash, &at)) > 0;)
        if (slice_equal(s->word[place - 1]->recorded.text, word))
            return s->word[place - 1];
    if (s->words == SHEETS_WORDS)
        return NULL;
    struct sheet_entry *e = arena_alloc(&s->arena, sizeof *e);
    const char *text = e != NULL ? arena_copy(&s->arena, word) : NULL;
    if (text == NULL || hash_index_reserve(&s->word_index) != XPGN_OK) {
        s->no_memory = true;
        return NULL;
    }
    e->recorded.text = slice_of(text);
    e->word = slice_trim(e->recorded.text, "+#");
    e->recorded.roll = &none;
    e->made = true;
    e->exact = e->readable = notation_read(e->recorded.text, &e->recorded.notation);
    s->word[s->words++] = e;
    hash_index_put(&s->word_index, hash, (uint32_t)s->words);
    return e;
}

const struct sheet_entry *sheets_turn_roll(struct xpgn_merge *s, xpgn_turn_dice dice) {
    char text[sizeof(struct xpgn_turn_dice_text) + 2]; /* no action is written so */
    (void)snprintf(text, sizeof text, "<%s>", xpgn_turn_dice_text(&dice).text);
    struct sheet_entry *e = merge_word(s, slice_of(text));
    if (e == NULL)
        return NULL;
    e->recorded.has_turn_roll = true;
    e->recorded.turn_roll = dice;
    return e;
}

unsigned sheets_other_throws(const struct xpgn_merge *s, const xpgn_turn_dice *dice) {
    const xpgn_ruleset *rs = s->ruleset;
    bool due = turn_rolls_actors(rs) && dice->count == turn_dice(rs);
    return due ? (unsigned)dice->count * rs->die : 0;
}

const struct sheet_entry *sheets_other_throw(struct xpgn_merge *s, xpgn_turn_dice dice,
                                             unsigned n) {
    uint8_t *die = &dice.die[n / s->ruleset->die];
    const uint8_t face = (uint8_t)(n % s->ruleset->die + 1);
    if (*die == face)
        return NULL;
    *die = face;
    return sheets_turn_roll(s, dice);
}

unsigned sheets_all_slip(const struct xpgn_merge *s, const struct merge_node *n,
                         enum mistake slip) {
    unsigned words = 0, gaps = 0;
    for (size_t i = 0; i < s->count; i++) {
        const struct sheet_entry *e = sheet_entry(&s->sheet[i], n->at[i]);
        bool gap = e != NULL && (e->gap || sheet_lacks_dice(e));
        gaps += gap;
        words += e != NULL && !gap;
    }
    return (gaps > 0 ? words : (unsigned)s->count) * mistake_cost(slip);
}

/* ---- actions --------------------------------------------------------------------------------- */

/* Lists the legal actions if the next one is the first of its turn, or not; returns their number.
 */
static size_t list_actions(struct guesses *g, const struct merge_node *n, const struct choice *c) {
    const xpgn_ruleset *rs = g->s->ruleset;
    struct standing to = n->standing;
    if (!merge_turn(g->s, &to, c))
        return 0;
    if (c->turn != NULL)
        turn_roll(rs, &to.state.turn, c->turn->recorded.turn_roll);
    if (g->actions > 0 && sheets_same_state(&g->state, &to.state))
        return g->actions;
    size_t count = movement_actions(rs, &to.state, g->action, ACTIONS);
    g->state = to.state;
    g->actions = count < ACTIONS ? count : ACTIONS;
    for (size_t i = 0; i < g->actions; i++)
        movement_name(rs, &to.state, &g->action[i], false, g->name[i]);
    return g->actions;
}

/* Adds actions whose notation is near that of an entry, with its dice. */
static void add_near(struct guesses *g, const struct merge_node *n, const struct choice *own) {
    size_t count = list_actions(g, n, own);
    for (size_t i = 0; i < count; i++) {
        struct choice c = *own;
        xpgn_slice name = slice_of(g->name[i]);
        unsigned far = merge_far(own->word, name, NEAR);
        if (far == 0 || far > NEAR || (c.word = merge_word(g->s, name)) == NULL)
            continue;
        c.far = (uint8_t)far;
        add_guess(g, c);
        if (c.roll == NULL)
            continue;
        c.roll = NULL;
        add_guess(g, c);
    }
}

/* Adds actions that need no dice except a turn roll. */
static void add_quiet(struct guesses *g, const struct merge_node *n, struct choice c) {
    size_t count = list_actions(g, n, &c);
    for (size_t i = 0; i < count; i++)
        if (action_is_quiet(g->s->ruleset, &g->action[i]) &&
            (c.word = merge_word(g->s, slice_of(g->name[i]))) != NULL)
            add_guess(g, c);
}

/* Half-moves that all sheets have left out; where a die is rolled first, with each of its faces. */
static void add_left_out(struct guesses *g, const struct merge_node *n) {
    const xpgn_ruleset *rs = g->s->ruleset;
    struct choice c = {.first = true, .far = FARTHEST};
    bool rolled = rs->turn == TURN_CHOICE || (turn_rolls_actors(rs) && turn_dice(rs) == 1);
    const enum mistake least = rolled ? MISTAKE_DICE : MISTAKE_LEFT_OUT; /* perhaps only its die */
    if (n->cost + sheets_all_slip(g->s, n, least) > g->s->most)
        return;
    if (!rolled)
        add_quiet(g, n, c);
    for (unsigned face = 1; rolled && face <= rs->die; face++) {
        c.turn = sheets_turn_roll(g->s, turn_dice_of(face));
        if (c.turn != NULL)
            add_quiet(g, n, c);
    }
}

/* ---- dice ------------------------------------------------------------------------------------ */

static void add_faces(struct guesses *g, const struct choice *own, unsigned exchange, unsigned side,
                      unsigned die) {
    struct choice c = *own;
    c.exchange = (uint8_t)exchange;
    c.side = (uint8_t)side;
    c.die = (uint8_t)die;
    for (unsigned face = 1; face <= g->s->ruleset->most_faces; face++) {
        c.face = (uint8_t)face;
        if (face != own->roll->exchange[exchange].side[side].dice[die])
            add_guess(g, c);
    }
}

/* One die of the roll another face. */
static void add_guessed_dice(struct guesses *g, const struct choice *own) {
    for (unsigned n = 0; own->roll != NULL && n < 2u * own->roll->exchanges; n++) {
        const xpgn_roll_side *side = &own->roll->exchange[n / 2].side[n % 2];
        for (unsigned i = 0; i < side->dice_count; i++)
            add_faces(g, own, n / 2, n % 2, i);
    }
}

/* One die of the turn another face; where there is only one, add_left_out has them all. */
static void add_guessed_throws(struct guesses *g, const struct choice *own) {
    if (own->turn == NULL || turn_dice(g->s->ruleset) == 1)
        return;
    const xpgn_turn_dice *dice = &own->turn->recorded.turn_roll;
    struct choice c = *own;
    for (unsigned n = 0; n < sheets_other_throws(g->s, dice); n++)
        if ((c.turn = sheets_other_throw(g->s, *dice, n)) != NULL)
            add_guess(g, c);
}

/* True if this entry may stand for an unknown half-move, as one without its dice, or with some that
   cannot be read, does. One that is not exact notation may only if nothing else explains it. */
static bool may_be_open(const struct guesses *g, const struct merge_node *n,
                        const struct sheet_entry *e) {
    return e->gap || sheet_lacks_dice(e) || e->unrolled ||
           (!e->exact && (n->standing.unknown || g->s->hold == HOLD_UNREADABLE));
}

/* Adds an unknown half-move, if no sheet has a readable one. One without its dice is unknown only
   while all sheets go on. */
static bool add_open(struct guesses *g, const struct merge_node *n) {
    struct choice c = {.word = NULL, .open = true};
    bool ended = false;
    for (size_t i = 0; i < g->s->count; i++) {
        const struct sheet_entry *e = sheet_entry(&g->s->sheet[i], n->at[i]);
        ended |= e == NULL;
        if (e == NULL)
            continue;
        if (!may_be_open(g, n, e) || n->exchanged != 0)
            return false;
        if (c.word == NULL || !c.word->gap)
            c.word = e;
    }
    if (c.word == NULL || (ended && c.word->unrolled))
        return false;
    c.first = c.word->numbered;
    add_guess(g, c);
    return true;
}

/* Near the words that are no exact notation. */
static void add_unreadable(struct guesses *g, const struct merge_node *n) {
    for (size_t i = 0; i < g->s->count; i++) {
        const struct sheet_entry *e = sheet_entry(&g->s->sheet[i], n->at[i]);
        if (e == NULL || e->exact || e->gap)
            continue;
        struct choice c = {.word = e,
                           .roll = e->recorded.roll->exchanges > 0 ? e->recorded.roll : NULL,
                           .turn = e->recorded.has_turn_roll ? e : NULL,
                           .first = e->numbered};
        add_near(g, n, &c);
    }
}

size_t merge_guesses(struct xpgn_merge *s, const struct merge_node *n, struct choice *list,
                     size_t own, size_t count) {
    struct guesses g;
    g.s = s;
    g.list = list;
    g.count = count;
    g.end = count + SHEETS_GUESSES;
    g.actions = 0;
    bool known = !n->standing.unknown;
    for (size_t i = 0; known && i < own; i++) {
        add_near(&g, n, &list[i]);
        add_guessed_dice(&g, &list[i]);
        add_guessed_throws(&g, &list[i]);
    }
    if (known)
        add_unreadable(&g, n);
    if (!(s->hold >= HOLD_OPEN && add_open(&g, n)) && known)
        add_left_out(&g, n);
    return g.count;
}
