/* SPDX-License-Identifier: MIT */
/* Where turns begin and end, and the checkpoints between them. */

#include <xpgn/rulesets.h>

#include "core/base/slice.h"
#include "core/board/xfen.h"
#include "core/walk/walk_state.h"

void walk_settle_checkpoint(xpgn_walk *w) {
    const xpgn_position *reached = walk_position(w);
    struct checkpoint *c = &walk_line(w)->checkpoint;
    xpgn_position p;
    xpgn_buffer b = {0};
    if (!c->pending)
        return;
    c->pending = false;
    /* no further checks: during a game even a king may be missing */
    if (!xfen_read(c->text, walk_place(w, c->text).offset, &w->ruleset->geometry, &p, &w->log) ||
        position_equal(&p, reached))
        return;
    xpgn_position_write(&b, w->ruleset, reached);
    const char *right = log_take(&w->log, &b);
    log_add(&w->log, D_CHECKPOINT, c->place, "checkpoint differs from the position reached");
    log_hint(&w->log, "expected %s", right);
    log_fix(&w->log, c->place, "[%%xfen %s]", right);
}

void walk_settle_stray(xpgn_walk *w) {
    const struct line *l = walk_line(w);
    size_t mark = w->log.count;
    if (!l->dead && !l->in_turn)
        walk_settle_checkpoint(w);
    walk_label(w, mark);
}

void walk_begin_turn(xpgn_walk *w) {
    struct line *l = walk_line(w);
    l->in_turn = true;
    l->acted.count = 0;
    if (w->lines.branches)
        l->turn_start = l->state;
    l->ply++;
}

void walk_finish_turn(xpgn_walk *w, xpgn_place place) {
    struct line *l = walk_line(w);
    size_t mark = w->log.count;
    bool cut = w->token.kind == TOKEN_RESULT || w->token.kind == TOKEN_END;
    referee_end_turn(w->ruleset, &l->state, &(struct turn_end){place, cut, &l->acted}, &l->outcome,
                     &w->log);
    if (w->options.keep_line && w->lines.depth == 0)
        trail_turn(&w->trail);
    l->in_turn = false;
    walk_settle_checkpoint(w);
    walk_label(w, mark);
    walk_step(w, XPGN_STEP_TURN, NULL);
}

bool walk_is_settled(const xpgn_walk *w) {
    const struct line *l = &w->lines.list[0];
    const struct turn_roll *roll = &w->turn_roll;
    bool line = w->lines.depth + w->lines.skipped == 0 && !l->dead && !l->gap && !l->outcome.over;
    return line && !l->checkpoint.pending && !roll->pending && !roll->unreadable &&
           !roll->misplaced && !w->result.found && !w->inside.found;
}

bool walk_is_clear(const xpgn_walk *w) {
    const struct line *l = &w->lines.list[0];
    size_t at = walk_next_offset(w);
    /* the fast path would take a NAG as following an action, and text joined to a number as another
       token */
    bool stray = w->held ? w->token.kind == TOKEN_NAG : l->state.turn.stage != STAGE_START;
    bool joined = at > 0 && at == w->wrong_number && at < w->game->text.size &&
                  !is_space(w->game->text.data[at]);
    bool numbers = l->number_open == 0 && l->number_offset % (int64_t)walk_seats(w) == 0;
    return walk_is_settled(w) && numbers && !stray && !joined;
}

void walk_take_over(xpgn_walk *w, const struct fast_game *q) {
    const struct resume *r = &q->resume;
    struct line *l = &w->lines.list[0];
    l->state = q->state;
    l->outcome = (xpgn_outcome){0};
    l->dead = l->gap = l->fresh = l->past_end = l->checkpoint.pending = false;
    l->in_turn = r->in_turn;
    l->numbered = r->numbered;
    l->ply += r->plies;
    if (r->last.size > 0) {
        l->has_action = true;
        l->last = r->last;
    }
    l->last_seat = q->last_seat;
    l->last_number = q->last_number;
    w->lex.at = w->game->text.size - r->left;
    w->held = r->token.kind != TOKEN_END;
    w->token = r->token;
    w->token.place.offset = (uint32_t)w->lex.at;
    w->lex.at += w->token.place.length; /* 0 if there is no token */
}

/* Not if all rolls from the first on are checked (sealed dice): then no turn can be a beginning. */
void walk_note_turn(xpgn_walk *w) {
    const struct line *l = &w->lines.list[0];
    struct turn_mark *next = &w->growth.next;
    if (!walk_is_settled(w) || l->state.turn.stage != STAGE_START || w->transcribed)
        return;
    next->there = true;
    next->line = *l;
}

void walk_take_turn(xpgn_walk *w) {
    w->growth.last = w->growth.next;
    w->growth.next.there = false;
}

bool walk_go_on(xpgn_walk *w, const struct turn_mark *turn, size_t from) {
    struct line *l = &w->lines.list[0];
    if (!turn->there || l->dead || w->transcribed || from > w->game->text.size)
        return false;
    *l = turn->line;
    l->last = (xpgn_slice){w->game->text.data + from, 0}; /* the old text may be gone */
    w->steps.count = 0;                                   /* START was returned before */
    w->held = false;
    w->lex.at = from;
    return true;
}

void walk_drop_turn_roll(xpgn_walk *w) {
    if (w->turn_roll.pending && !walk_line(w)->dead)
        log_add(&w->log, D_ROLL_EXTRA, w->turn_roll.place, "unexpected roll: no action follows it");
    w->turn_roll = (struct turn_roll){0};
}

void walk_close_turn(xpgn_walk *w) {
    const struct line *l = walk_line(w);
    walk_drop_turn_roll(w);
    if (walk_many_actions(w) && !l->dead && l->in_turn)
        walk_finish_turn(w, w->token.place);
}
