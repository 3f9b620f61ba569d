/* SPDX-License-Identifier: MIT */
/* Variations. */
#include "core/base/grow.h"
#include "core/walk/walk_state.h"

static void enter_variation(xpgn_walk *w) {
    const struct line *parent = walk_line(w);
    struct line *l = walk_line(w) + 1;
    *l = *parent;
    l->state = parent->before;
    l->before = l->state;
    l->outcome = parent->before_outcome;
    l->opened = w->token.place;
    l->fresh = true;
    l->has_action = false;
    l->checkpoint.pending = false;
    l->gap = l->numbered = false;
    if (!parent->has_action && !parent->dead)
        log_add(&w->log, D_VARIATION_START, w->token.place, "variation before the first action");
    l->dead = parent->dead || !parent->has_action || w->options.skip_variations;
    l->in_turn = walk_many_actions(w) && l->state.turn.stage != STAGE_START;
    if (l->in_turn && l->acted.count > 0)
        l->acted.count--; /* the action that it replaces */
    l->ply = parent->ply > 0 && !l->in_turn ? parent->ply - 1 : parent->ply;
    w->lines.depth++;
    walk_step(w, XPGN_STEP_VARIATION, NULL);
}

void walk_open_variation(xpgn_walk *w) {
    walk_drop_turn_roll(w);
    if (w->lines.skipped > 0 || w->lines.depth == WALK_MAX_DEPTH) {
        if (w->lines.skipped++ == 0)
            log_add(&w->log, D_DEPTH, w->token.place, "variations nested more than %d levels deep",
                    WALK_MAX_DEPTH);
    } else if (GROW(w->lines.list, w->lines.depth + 1, w->lines.capacity)) {
        enter_variation(w);
    } else {
        w->no_memory = true;
    }
}

/* Collects comments after a ), which belong to the variation. */
static void collect_remarks(xpgn_walk *w) {
    w->entry.remarks.count = 0;
    walk_token(w);
    while (w->token.kind == TOKEN_COMMENT || w->token.kind == TOKEN_LINE) {
        walk_stray_commands(w, w->token.text);
        walk_remark(w, &w->entry.remarks);
        walk_token(w);
    }
    w->held = true;
}

void walk_close_variation(xpgn_walk *w) {
    xpgn_slice text = w->token.text;
    xpgn_place place = w->token.place;
    if (w->lines.skipped > 0) {
        w->lines.skipped--;
        return;
    }
    if (w->lines.depth == 0) {
        log_add(&w->log, D_VARIATION_STRAY, place, "unmatched )");
        return;
    }
    walk_close_turn(w);
    w->lex.unread.length = 0; /* it does not affect the line around it */
    const struct line *inner = walk_line(w);
    w->lines.depth--;
    collect_remarks(w);
    walk_settle_stray(w);
    xpgn_step *s = walk_step(w, XPGN_STEP_VARIATION_END, &w->entry.remarks);
    s->before = inner->dead ? NULL : &inner->state.position;
    s->text = text;
    s->place = place;
    s->depth = (uint32_t)w->lines.depth + 1;
}

void walk_close_variations(xpgn_walk *w) {
    size_t inner = w->lines.depth + w->lines.skipped - 1;
    if (w->lines.depth == 0)
        return;
    if (inner == 0)
        log_add(&w->log, D_VARIATION_OPEN, w->lines.list[1].opened, "unterminated variation");
    else
        log_add(&w->log, D_VARIATION_OPEN, w->lines.list[1].opened,
                "unterminated variation, with %zu more inside it", inner);
    w->lines.depth = 0;
}
