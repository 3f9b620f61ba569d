/* SPDX-License-Identifier: MIT */
/* Shared by all parts of the walk: reading tokens, adding steps, labelling findings. */
#include "core/walk/walk_state.h"

void walk_begin_log(xpgn_walk *w) {
    log_clear(&w->log);
    w->log.limit = w->options.max_errors ? w->options.max_errors : WALK_ERRORS;
    w->log.lint = w->options.lint;
    w->log.bare = w->options.detail == XPGN_CODES && w->options.repair == NULL;
}

void walk_begin_moves(xpgn_walk *w, bool branches) {
    w->started = true;
    w->lines.branches = branches;
    w->lex.dice = w->ruleset != NULL && ruleset_has_dice(w->ruleset);
}

const struct token *walk_script_next(struct script *s) {
    while (s->at == s->part[s->now].count && s->now < 2) {
        s->now++;
        s->at = 0;
    }
    return &s->part[s->now].list[s->at];
}

void walk_token(xpgn_walk *w) {
    struct script *s = w->script;
    if (w->held) {
        w->held = false;
    } else if (s != NULL) { /* the last one is repeated */
        w->token = *walk_script_next(s);
        s->at += s->now < 2 || s->at + 1 < s->part[2].count;
    } else {
        lex_next(&w->lex, &w->token);
    }
}

void walk_remark(xpgn_walk *w, struct remarks *r) {
    const struct token *t = &w->token;
    xpgn_remark *list = arena_grow(&w->arena, r->list, r->count, &r->capacity, sizeof *list);
    if (list == NULL) {
        w->no_memory = true;
        return;
    }
    r->list = list;
    r->list[r->count++] = t->kind == TOKEN_NAG
                              ? (xpgn_remark){.nag = (uint16_t)t->number}
                              : (xpgn_remark){.line = t->kind == TOKEN_LINE, .text = t->text};
}

enum { LABEL = 32 }; /* bytes of an action in a label; none is longer */

const char *walk_label_of(xpgn_walk *w, uint32_t number, unsigned seat, xpgn_slice action) {
    return log_text(&w->log, "%u%s %.*s%s", number, xpgn_turn_dots(walk_seats(w), seat),
                    (int)(action.size < LABEL ? action.size : LABEL), action.data,
                    action.size > LABEL ? "\xe2\x80\xa6" : "");
}

void walk_label(xpgn_walk *w, size_t from) {
    const struct line *l = walk_line(w);
    if (from >= w->log.count || w->log.mute)
        return;
    bool named = l->has_action && !w->log.bare;
    const char *label = named ? walk_label_of(w, l->last_number, l->last_seat, l->last) : "";
    for (size_t i = from; i < w->log.count; i++) {
        if (w->log.list[i].ply != 0)
            continue;
        w->log.list[i].turn = label;
        w->log.list[i].ply = l->ply;
    }
}

xpgn_step *walk_step(xpgn_walk *w, xpgn_step_kind kind, const struct remarks *remarks) {
    struct line *l = walk_line(w);
    xpgn_step *s = &w->steps.queue[w->steps.count++];
    /* every member is named, as clearing the struct first would take longer than the rest */
    *s = (xpgn_step){.kind = kind,
                     .rs = w->ruleset,
                     .ply = l->ply,
                     .depth = (uint32_t)w->lines.depth,
                     .first = false,
                     .reading = false,
                     .seat = l->last_seat,
                     .number = l->last_number,
                     .before = NULL,
                     .facts = NULL,
                     .moves = NULL,
                     .move_count = 0,
                     .whole = false,
                     .position = l->state.position.files > 0 ? &l->state.position : NULL,
                     .text = w->token.text,
                     .place = w->token.place,
                     .remarks = remarks != NULL ? remarks->list : NULL,
                     .remark_count = remarks != NULL ? remarks->count : 0};
    return s;
}
