/* SPDX-License-Identifier: MIT */
/* Replays the record with another action in one place. If no sheet has a half-move, it counts as
   decided if all others make the rest illegal. */
#include "core/base/slice.h"
#include "core/play/attempt.h"
#include "meant/merge/merge.h"

#include <limits.h>
#include <string.h>

enum { ACTIONS = 512 };

const char *merge_label(struct xpgn_merge *s, const struct standing *st, xpgn_slice word) {
    const xpgn_position *p = &st->state.position;
    const char *text =
        arena_printf(&s->arena, "%u%s%s%.*s", p->number, xpgn_turn_dots(p->seats, p->side_to_move),
                     word.size > 0 ? " " : "", (int)(word.size < 32 ? word.size : 32), word.data);
    s->no_memory |= text == NULL;
    return text != NULL ? text : "";
}

const char *sheets_try_action(struct xpgn_merge *s, struct standing *st, const struct choice *c,
                              xpgn_slice word) {
    struct standing before = *st;
    if (!merge_turn(s, st, c))
        return merge_label(s, &before, word);
    before = *st;
    return merge_play(s, st, c, false) ? NULL : merge_label(s, &before, word);
}

/* The same for a step of the record, with the signs that the sheets have there. */
static const char *try_step(struct xpgn_merge *s, struct standing *st,
                            const struct merge_step *step) {
    const struct choice *c = &step->link->choice;
    struct standing before = *st;
    unsigned signs;
    const char *until = sheets_try_action(s, st, c, slice_of(step->name));
    if (until != NULL || !merge_turn(s, &before, c))
        return until;
    (void)merge_step_cost(s, step, &before, c, &signs);
    return signs > step->signs ? merge_label(s, &before, slice_of(step->name)) : NULL;
}

const char *sheets_try_rest(struct xpgn_merge *s, struct standing *st, size_t from, size_t end) {
    for (size_t i = from; i < end; i++) {
        if (!merge_played(s->step[i].link))
            continue;
        const char *until = try_step(s, st, &s->step[i]);
        if (until != NULL)
            return until;
    }
    if (end < s->steps)
        return NULL;
    const char *result, *tied;
    merge_close(s, st);
    (void)merge_result(s, st, &result, &tied);
    return result != NULL && strcmp(result, s->result) == 0 ? NULL : s->result;
}

/* ---- what the rest decides ------------------------------------------------------------------- */

/* Tries other actions at a step of the record, with the rest up to step `end`. */
struct others {
    struct xpgn_merge *s;
    struct merge_step *step;
    size_t end, limit;
    bool found;
};

static void try_other(struct others *o, const struct choice *c) {
    struct xpgn_merge *s = o->s;
    struct standing st = o->step->before;
    unsigned signs;
    if (o->found || s->no_memory)
        return;
    o->found = s->played >= o->limit;
    if (o->found || !merge_turn(s, &st, c))
        return;
    struct standing before = st;
    if (!merge_play(s, &st, c, false))
        return;
    if (o->step->was != NULL && merge_step_cost(s, o->step, &before, c, &signs) >=
                                    o->step->cost + mistake_cost(MISTAKE_SIGN))
        return;
    o->found = sheets_try_rest(s, &st, (size_t)(o->step - s->step) + 1, o->end) == NULL;
}

/* How many dice each side of an action throws, and the faces of each. */
struct thrown {
    uint8_t dice[2], faces[2][XPGN_MAX_DICE];
};

/* An attempt has one die, an action without combat none. */
static struct thrown thrown_in(struct others *o, const struct standing *st, const xpgn_action *a) {
    const xpgn_ruleset *rs = o->s->ruleset;
    xpgn_facts *facts = &o->s->facts;
    struct thrown t = {.dice = {action_is_attempt(a)}, .faces = {{rs->die}}};
    facts->action = *a;
    combat_prepare(rs, &st->state.position, facts);
    for (unsigned i = 0; facts->combat && i < 2; i++) {
        const unsigned due = facts->side[i].dice;
        t.dice[i] = (uint8_t)(due < XPGN_MAX_DICE ? due : XPGN_MAX_DICE);
        for (unsigned k = 0; k < t.dice[i]; k++)
            t.faces[i][k] = (uint8_t)combat_faces(rs, facts, i, k);
    }
    return t;
}

/* Tries an action with all dice rolls in which each side's dice show one face, and with each castle
   for a prisoner; a die with fewer faces shows its last. */
static void try_dice(struct others *o, struct choice c, const struct thrown *t) {
    const xpgn_ruleset *rs = o->s->ruleset;
    unsigned faces = rs->most_faces, cells = rs->removed == REMOVED_PRISONER ? 4 : 1;
    xpgn_roll roll = {.exchanges = 1, .two_sides = t->dice[1] > 0};
    c.roll = &roll;
    for (unsigned n = 0; n < faces * faces * cells && !o->found; n++) {
        const unsigned face[2] = {n / cells / faces + 1, n / cells % faces + 1};
        if (t->dice[1] == 0 && face[1] > 1)
            continue;
        for (unsigned i = 0; i < 2; i++) {
            xpgn_roll_side *side = &roll.exchange[0].side[i];
            side->dice_count = t->dice[i];
            for (unsigned k = 0; k < t->dice[i]; k++)
                side->dice[k] = face[i] < t->faces[i][k] ? (uint8_t)face[i] : t->faces[i][k];
            xpgn_square cell = rs->geometry.cell[n % cells];
            side->cell_file = cells > 1 ? cell % rs->geometry.files : XPGN_NO_SQUARE;
            side->cell_rank = cells > 1 ? cell / rs->geometry.files : XPGN_NO_SQUARE;
        }
        try_other(o, &c);
    }
}

/* An action with the roll of the step, without one, and with those that it can have. */
static void try_legal(struct others *o, const struct standing *st, const xpgn_action *a,
                      struct choice c) {
    c.face = 0;
    try_other(o, &c);
    c.roll = NULL;
    try_other(o, &c);
    const struct thrown t = thrown_in(o, st, a);
    if (t.dice[0] > 0)
        try_dice(o, c, &t);
}

/* True if it is farther from the sheets than the step's own action, and so less probable and no
   reason for doubt. */
static bool is_farther(const struct others *o, xpgn_slice name) {
    const struct xpgn_merge *s = o->s;
    const struct merge_step *step = o->step;
    unsigned least = UINT_MAX;
    for (size_t i = 0; i < s->count && step->was != NULL; i++) {
        const struct sheet_entry *e = sheets_entry_of(s, step, i);
        unsigned far = e != NULL && !e->gap ? merge_far(e, name, UINT8_MAX) : UINT_MAX;
        least = far < least ? far : least;
    }
    return step->was != NULL && least > step->far;
}

/* The legal actions with a turn roll, or without one. */
static void try_actions(struct others *o, struct choice c) {
    struct xpgn_merge *s = o->s;
    struct merge_step *step = o->step;
    xpgn_action list[ACTIONS];
    char name[ACTION_NAME];
    struct standing st = step->before;
    if (!merge_turn(s, &st, &c))
        return;
    const xpgn_turn_dice dice = c.turn != NULL ? c.turn->recorded.turn_roll : (xpgn_turn_dice){0};
    if (dice.count > 0)
        turn_roll(s->ruleset, &st.state.turn, dice);
    size_t count = movement_actions(s->ruleset, &st.state, list, ACTIONS);
    step->choices += (uint32_t)count;
    o->found |= count > ACTIONS;
    for (size_t i = 0; i < count && !o->found; i++) {
        movement_name(s->ruleset, &st.state, &list[i], false, name);
        if (turn_dice_same(&dice, &step->turn_roll) &&
            slice_equal(slice_of(name), slice_trim(slice_of(step->name), "+#")))
            continue;
        if (is_farther(o, slice_of(name)))
            continue;
        c.word = merge_word(s, slice_of(name));
        o->found |= c.word == NULL;
        if (c.word != NULL)
            try_legal(o, &st, &list[i], c);
    }
}

static bool has_totals(const xpgn_roll *roll) {
    for (unsigned n = 0; n < 2u * roll->exchanges; n++) {
        const xpgn_roll_side *side = &roll->exchange[n / 2].side[n % 2];
        if (side->total >= 0 || side->lost >= 0)
            return true;
    }
    return false;
}

/* True if a sheet's totals, points lost, counts and fates are those of the action just played. */
static bool totals_agree(const struct xpgn_merge *s, const struct merge_step *step) {
    for (size_t i = 0; i < s->count; i++) {
        const struct sheet_entry *e = sheets_entry_of(s, step, i);
        if (e != NULL && !e->gap && has_totals(e->recorded.roll) &&
            sheets_field_cost(e->recorded.roll, &s->facts.roll) == 0)
            return true;
    }
    return false;
}

/* True if what a sheet has in the same roll leaves only this face of a die. What happened
   afterwards may not choose dice. */
static bool is_face_written(struct xpgn_merge *s, const struct merge_step *step) {
    struct choice c = step->link->choice;
    const uint8_t own = c.face;
    unsigned fit = 0;
    bool fits = false;
    for (unsigned face = 1; face <= s->ruleset->most_faces; face++) {
        struct standing st = step->before;
        c.face = (uint8_t)face;
        bool good =
            merge_turn(s, &st, &c) && merge_play(s, &st, &c, false) && totals_agree(s, step);
        fit += good;
        fits |= good && face == own;
    }
    return fits && fit == 1;
}

/* The legal actions with each throw that has one die other than a sheet's. */
static void try_throws(struct others *o, struct choice c) {
    for (size_t i = 0; i < o->s->count; i++) {
        const struct sheet_entry *e = sheets_entry_of(o->s, o->step, i);
        const unsigned throws = e != NULL && e->recorded.has_turn_roll
                                    ? sheets_other_throws(o->s, &e->recorded.turn_roll)
                                    : 0;
        for (unsigned n = 0; n < throws && !o->found; n++)
            if ((c.turn = sheets_other_throw(o->s, e->recorded.turn_roll, n)) != NULL)
                try_actions(o, c);
    }
}

/* True if no other action there lets the record continue. Of dice only the text of the same roll
   decides. */
static bool is_decided(struct xpgn_merge *s, struct merge_step *step, size_t end, size_t limit) {
    struct others o = {s, step, end, limit, step->tied != NULL};
    if (step->was != NULL && step->tied_made)
        o.found = false; /* it is tried again, if it is as near */
    struct choice c = step->link->choice;
    bool rolled = c.turn != NULL && c.turn->made;
    step->choices = c.face != 0 ? s->ruleset->most_faces : 0;
    if (c.face != 0)
        return !o.found && is_face_written(s, step);
    if (!rolled)
        try_actions(&o, c);
    else if (turn_dice(s->ruleset) > 1)
        try_throws(&o, c);
    for (unsigned face = 0; rolled && turn_dice(s->ruleset) == 1 && face <= s->ruleset->die;
         face++) {
        c.turn = face > 0 ? sheets_turn_roll(s, turn_dice_of(face)) : NULL;
        if (face == 0 || c.turn != NULL)
            try_actions(&o, c);
    }
    return !o.found;
}

bool merge_decide(struct xpgn_merge *s) {
    size_t end = s->steps, limit = s->played + SHEETS_PLAYED;
    s->checked = s->steps;
    for (size_t k = s->steps; k-- > 0 && !s->no_memory;) {
        struct merge_step *step = &s->step[k];
        if (!step->guess)
            continue;
        step->open = step->link->choice.open || !is_decided(s, step, end, limit);
        if (step->open)
            s->checked = k;
        else
            step->tied = NULL;
        end = k; /* one guess is no reason for another */
    }
    return !s->no_memory;
}
