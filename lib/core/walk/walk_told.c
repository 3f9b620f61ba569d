/* SPDX-License-Identifier: MIT */
/* Tells the turns of a game of chess while the fast path reads it. A turn is complete when the next
   move is about to be made, or the game has ended. */
#include "core/base/slice.h"
#include "core/game/action_check.h"
#include "core/walk/walk_state.h"
#include "internal/walk_modes.h"

void walk_told_begin(xpgn_walk *w, const struct state *start) {
    struct fast_watch *t = &w->fast.watch;
    w->token.text = (xpgn_slice){"", 0};
    w->lines.list[0].state = *start;
    t->step = *walk_step(w, XPGN_STEP_START, NULL);
    w->steps.count = 0;
    t->see(t->data, w, &t->step);
    w->entry.facts.stood = false;
    t->step.kind = XPGN_STEP_TURN;
    t->step.facts = &w->entry.facts;
}

/* Tells the last turn, which led to this position. */
static void tell_turn(xpgn_walk *w, const xpgn_position *p, bool check) {
    struct fast_watch *t = &w->fast.watch;
    w->entry.facts.check = check;
    if (check)
        mark_add(&w->entry.facts);
    t->step.position = p;
    t->see(t->data, w, &t->step);
}

void walk_told_move(void *data, const struct fast_told *move) {
    xpgn_walk *w = data;
    xpgn_step *s = &w->fast.watch.step;
    const xpgn_position *p = move->before;
    if (s->ply > 0)
        tell_turn(w, p, move->check);
    s->ply++;
    s->seat = p->side_to_move;
    s->number = p->number;
    w->entry.facts.action = move->action;
    facts_begin_plain(w->ruleset, p, &w->entry.facts);
    memcpy(w->entry.facts.text, move->text, sizeof move->text);
}

void walk_told_end(xpgn_walk *w) {
    const xpgn_position *p = &w->fast.game.state.position;
    w->entry.facts.outcome = w->fast.game.outcome;
    if (w->fast.watch.step.ply > 0)
        tell_turn(w, p, movement_in_check(w->ruleset, p, p->side_to_move));
}
