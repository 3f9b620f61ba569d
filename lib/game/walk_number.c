/* SPDX-License-Identifier: MIT */
/* Move numbers: optional where a turn is one action, elsewhere they begin the turn. */
#include "game/walk.h"

/* Labels the last finding with the turn to come, which has no action yet. */
static void label_next(xpgn_walk *w) {
    struct xpgn_log *log = &w->log;
    const struct line *l = walk_line(w);
    if (!log->last_kept || log->list[log->count - 1].ply != 0)
        return;
    const char *label = arena_printf(&log->arena, "%u%s", l->state.position.number, walk_dots(w));
    log->list[log->count - 1].turn = label != NULL ? label : "";
    log->list[log->count - 1].ply = l->ply + 1;
}

/* Suggests this number, with the dots of the side to move, for the current token. */
static void hint_number(xpgn_walk *w, uint32_t number) {
    log_hint(&w->log, "write %u%s", number, walk_dots(w));
    log_fix(&w->log, w->token.place, "%u%s", number, walk_dots(w));
    label_next(w);
}

/* A turn of one action: a wrong number is a warning, once. */
static void check_number(xpgn_walk *w) {
    struct line *l = walk_line(w);
    const xpgn_position *p = &l->state.position;
    const struct token *t = &w->token;
    bool black = p->turn == 1;
    bool seat_fits = t->dots == 0 || (t->dots >= 2) == black;
    int64_t due = (int64_t)p->number + l->number_offset;
    if (t->number == p->number && seat_fits) {
        l->number_offset = 0; /* the offset reported before was a slip */
        return;
    }
    if ((int64_t)t->number == due && seat_fits)
        return;
    log_add(&w->log, D_NUMBER, t->place, "move number %u%s, expected %u%s", t->number,
            t->dots >= 2 ? "..." : ".", (unsigned)due, black ? "..." : ".");
    hint_number(w, (uint32_t)due);
    l->number_offset = (int64_t)t->number - (int64_t)p->number;
}

/* A turn of several actions begins; a wrong number is an error. */
static void begin_numbered(xpgn_walk *w) {
    struct line *l = walk_line(w);
    const struct token *t = &w->token;
    if (l->fresh && l->in_turn) { /* a variation with a number replaces the whole turn */
        l->in_turn = false;
        l->ply--;
        l->state = l->turn_start;
    }
    l->fresh = false;
    walk_close_turn(w);
    if (l->outcome.over)
        return; /* the action after it will be reported */
    const xpgn_position *p = &l->state.position;
    if (t->number != p->number || t->dots != turn_dots(p->seats, p->turn)) {
        log_add(&w->log, D_NUMBER_WRONG, t->place, "move number %u%.*s, expected %u%s", t->number,
                (int)(t->dots > 4 ? 4 : t->dots), "....", p->number, walk_dots(w));
        hint_number(w, p->number);
    }
    walk_begin_turn(w);
}

/* A number joined to a wrong one, as in 5.6 or 1.4.., is part of that. */
void walk_number(xpgn_walk *w) {
    const struct xpgn_log *log = &w->log;
    xpgn_place place = w->token.place;
    size_t findings = log->count + log->dropped;
    bool hangs = place.offset > 0 && place.offset == w->wrong_number;
    if (walk_line(w)->dead)
        return;
    if (!hangs && walk_many_actions(w))
        begin_numbered(w);
    else if (!hangs)
        check_number(w);
    if (hangs || log->count + log->dropped > findings)
        w->wrong_number = place.offset + place.length;
}

/* The number belongs before the turn roll, if there is one. */
void walk_number_missing(xpgn_walk *w, xpgn_place place) {
    uint32_t number = walk_position(w)->number;
    bool rolled = w->turn_roll.pending;
    uint32_t at = rolled ? w->turn_roll.place.offset : place.offset;
    log_add(&w->log, D_NUMBER_MISSING, place, "missing move number");
    log_hint(&w->log, "write %u%s before %s", number, walk_dots(w), rolled ? "the roll" : "it");
    log_fix(&w->log, (xpgn_place){at, 0}, "%u%s ", number, walk_dots(w));
}
