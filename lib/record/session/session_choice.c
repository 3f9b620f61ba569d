/* SPDX-License-Identifier: MIT */
/* What is left to choose when the dice of an action have fallen. */
#include <xpgn/play.h>
#include <xpgn/rulesets.h>

#include "internal/chance.h"
#include "internal/rules.h"
#include "internal/text_out.h"
#include "internal/writers.h"
#include "record/session/entry.h"

#include "xpgn_codes.h"

static bool same_action(const xpgn_action *a, const xpgn_action *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

static bool has_cell(const struct intent *e) {
    const xpgn_exchange *x = &e->roll.exchange[e->roll.exchanges - 1];
    return x->side[e->loser].cell_file != XPGN_NO_SQUARE;
}

static void set_cell(struct intent *e, xpgn_square cell) {
    const xpgn_position *p = xpgn_play_position(e->play);
    xpgn_roll_side *side = &e->roll.exchange[e->roll.exchanges - 1].side[e->loser];
    side->cell_file = (uint8_t)(cell % p->files);
    side->cell_rank = (uint8_t)(cell / p->files);
    side->fate = 'x';
    e->cells = 0;
}

static void put_choice(xpgn_buffer *b, struct recorder *r, const xpgn_action *c) {
    char name[24];
    size_t before = b->size;
    xpgn_freed_write(b, xpgn_play_position(r->now.play), c);
    if (b->size > before)
        return;
    recorder_action_name(r, c, name);
    xpgn_buffer_text(b, name);
}

static bool offer(struct recorder *r, xpgn_reply *a) {
    const struct intent *e = &r->intent;
    if (!entry_keep_pending(r, a))
        return false;
    xpgn_buffer_clear(&a->text);
    a->kind = XPGN_REPLY_CHOOSE;
    xpgn_roll_write(&a->text, &e->roll);
    for (size_t i = 0; i < e->cells; i++) {
        char name[4];
        xpgn_square_name(xpgn_play_position(e->play), e->cell[i], name);
        xpgn_buffer_printf(&a->text, " @%s", name);
    }
    for (size_t i = 0; i < e->choices && e->cells == 0; i++) {
        xpgn_buffer_char(&a->text, ' ');
        put_choice(&a->text, r, &e->choice[i]);
    }
    return true;
}

/* True if this was typed: the whole, or the part after its @ or =. */
static bool says_typed(xpgn_slice typed, xpgn_slice whole) {
    if (typed.size > 1 && (typed.data[0] == '@' || typed.data[0] == '='))
        typed = (xpgn_slice){typed.data + 1, typed.size - 1};
    if (typed.size == 0 || typed.size > whole.size)
        return false;
    const char *tail = whole.data + whole.size - typed.size;
    bool after = tail == whole.data || tail[-1] == '@' || tail[-1] == '=';
    return after && memcmp(tail, typed.data, typed.size) == 0;
}

static bool choose_cell(struct intent *e, xpgn_slice typed) {
    for (size_t i = 0; i < e->cells; i++) {
        char name[4];
        xpgn_square_name(xpgn_play_position(e->play), e->cell[i], name);
        if (says_typed(typed, slice_of(name))) {
            set_cell(e, e->cell[i]);
            return true;
        }
    }
    return false;
}

bool entry_says_choice(struct recorder *r, const xpgn_action *c, xpgn_slice typed) {
    xpgn_buffer name = {0};
    put_choice(&name, r, c);
    recorder_need(r, &name);
    bool fits = says_typed(typed, bytes_of(&name));
    xpgn_buffer_free(&name);
    return fits;
}

static bool choose_action(struct recorder *r, xpgn_slice typed) {
    struct intent *e = &r->intent;
    size_t found = 0, at = 0;
    for (size_t i = 0; i < e->choices; i++) {
        bool fits = entry_says_choice(r, &e->choice[i], typed);
        found += fits;
        at = fits ? i : at;
    }
    if (found != 1)
        return false;
    e->action = e->choice[at];
    e->choices = 0;
    e->said[0] = '\0';
    return true;
}

/* Lists the choices of the judged action; true if nothing is left to choose. */
static bool find_choice(struct intent *e) {
    size_t n = xpgn_play_choices(e->play, &e->facts, e->choice, CHOICES);
    e->choices = n < CHOICES ? n : CHOICES;
    bool typed = false;
    for (size_t i = 0; i < e->choices; i++)
        typed |= !e->declared && same_action(&e->choice[i], &e->action);
    if (e->choices == 1 && !same_action(&e->action, &e->choice[0]))
        e->said[0] = '\0';
    if (e->choices == 1)
        e->action = e->choice[0];
    if (e->choices > 1 && !typed)
        return false;
    e->choices = 0;
    return true;
}

/* Refuses a typed choice that differs from the only one that the dice leave. */
static bool refuse_choice(struct recorder *r, xpgn_slice typed, xpgn_reply *a) {
    const xpgn_action *action = &r->intent.action;
    xpgn_buffer name = {0};
    if (action->kind == XPGN_RELEASE && action->promotion == 0)
        return xpgn_reply_refuse(a, "CHOICE", "found '%.*s', but nobody is freed", SLICE(typed));
    put_choice(&name, r, action);
    recorder_need(r, &name);
    xpgn_reply_refuse(a, "CHOICE", "found '%.*s', but the dice allow only %.*s", SLICE(typed),
                      SLICE(bytes_of(&name)));
    xpgn_buffer_free(&name);
    return false;
}

bool entry_decide(struct recorder *r, xpgn_slice freed, xpgn_reply *a) {
    struct intent *e = &r->intent;
    const xpgn_roll *roll = e->roll.exchanges > 0 ? &e->roll : NULL;
    if (xpgn_play_judge(e->play, &e->action, roll, &e->facts) != XPGN_OK)
        return xpgn_reply_refuse(a, e->facts.rule, "these are not the dice that the action needs");
    e->cells = roll != NULL ? xpgn_play_cells(e->play, &e->facts, e->cell, &e->loser) : 0;
    if (e->cells == 1)
        set_cell(e, e->cell[0]);
    if (e->cells > 0 && has_cell(e))
        e->cells = 0;
    bool used = freed.size == 0 || (e->cells > 0 && choose_cell(e, freed));
    bool chosen = find_choice(e);
    if (!used && chosen && !recorder_rolls(r) && !entry_says_choice(r, &e->action, freed))
        return refuse_choice(r, freed, a);
    if (!used && !chosen)
        chosen = choose_action(r, freed);
    if (e->cells > 0 || !chosen)
        return offer(r, a);
    return entry_finish(r, a);
}

bool entry_take_choice(struct recorder *r, xpgn_slice typed, xpgn_reply *a) {
    struct intent *e = &r->intent;
    if (e->cells > 0 ? !choose_cell(e, typed) : !choose_action(r, typed)) {
        offer(r, a);
        xpgn_buffer list = a->text;
        recorder_need(r, &list);
        a->text = (xpgn_buffer){0};
        xpgn_reply_refuse(a, "CHOICE", "found '%.*s', expected one of these after %.*s",
                          SLICE(typed), SLICE(list));
        xpgn_buffer_free(&list);
        return false;
    }
    return e->choices > 0 ? offer(r, a) : entry_finish(r, a);
}
