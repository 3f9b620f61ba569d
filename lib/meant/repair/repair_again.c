/* SPDX-License-Identifier: MIT */
/*
 * Refuses edits by playing actions of the line again: with the referee, as the walk does, but from
 * what the walk has read of them.
 */
#include "meant/repair/repair.h"

#include "core/base/cpu.h"

bool repair_plays_again(struct repair *r, const struct recorded *recorded, struct state *s) {
    struct log *mute = &r->walk->log; /* it has room, and each trial clears it */
    xpgn_facts *facts = &r->again;
    struct check c = {r->ruleset, s, recorded, facts, mute, false};
    walk_begin_log(r->walk);
    facts->outcome = (xpgn_outcome){0};
    return referee_play(&c) && mute->errors == 0;
}

bool repair_find_state(struct repair *r, const struct unit *u, struct state *out) {
    bool there = repair_play_to(r, u, u->recorded.place.offset) && !walk_line(r->walk)->dead;
    *out = walk_line(r->walk)->state;
    return there;
}

bool repair_find_at_error(struct repair *r) {
    struct still *s = r->still;
    if (!s->sought)
        s->found = repair_find_state(r, repair_unit(r, 0), &s->at_error);
    s->sought = true;
    return s->found;
}

/* True if its action and rolls are all that the record says of it. */
static bool is_plain(const struct repair *r, const struct unit *u) {
    const struct recorded *recorded = &u->recorded;
    bool rolled = u->roll.exchanges > 0 || !turn_rolls(r->ruleset);
    return u->legible && !recorded->stood && !recorded->unreadable && !recorded->misplaced &&
           !recorded->has_freed && (rolled || !notation_fights(&recorded->notation));
}

static bool may_play_again(const struct repair *r) {
    return !r->walk->options.lenient && !cpu_forced_walk();
}

bool repair_refused_roll(struct repair *r, const xpgn_roll *roll) {
    struct recorded recorded = repair_unit(r, 0)->recorded;
    if (!may_play_again(r) || !is_plain(r, repair_unit(r, 0)) || !repair_find_at_error(r))
        return false;
    struct state at = r->still->at_error;
    recorded.roll = roll;
    return !repair_plays_again(r, &recorded, &at);
}

/* True if nothing but a number is before its action, and nothing but its roll belongs to it. */
static bool stands_alone(const struct repair *r, const struct unit *u) {
    const xpgn_place own = repair_extent(u, false);
    bool alone = is_plain(r, u);
    unsigned numbers = 0;
    for (size_t i = u->token;
         alone && i < r->count && r->tokens[i].place.offset < own.offset + own.length; i++) {
        const struct token *t = &r->tokens[i];
        numbers += t->kind == TOKEN_NUMBER;
        alone = t->kind == TOKEN_WORD || t->kind == TOKEN_ROLL ||
                (t->kind == TOKEN_NUMBER && t->dots > 0);
    }
    return alone && numbers <= 1;
}

/* True if numbers tell nothing but where turns end, and all actions up to `last` can be played
   again. */
static bool may_reorder(const struct repair *r, unsigned first, unsigned last) {
    const struct line *l = &repair_unit(r, first)->before;
    bool may = may_play_again(r) && !turn_rolls_actors(r->ruleset) &&
               l->state.position.seats == 2 && l->ply > 0 && !l->outcome.over;
    for (unsigned back = first + 1; may && back-- > last;)
        may = stands_alone(r, repair_unit(r, back));
    return may;
}

/* Begins the turn of a unit that has a number, in games with turns of several actions. *wrong: the
   turn before may not end there. False: the number is wrong or missing. */
static bool begin_turn(struct repair *r, const struct unit *u, bool open, struct state *s,
                       bool *wrong) {
    struct log *mute = &r->walk->log;
    const struct token *t = &u->number;
    *wrong = false;
    if (!turn_is_several(r->ruleset) || (!u->numbered && u->before.in_turn))
        return true;
    walk_begin_log(r->walk);
    if (open)
        referee_end_turn(r->ruleset, s, (xpgn_place){0, 0}, false, &r->again.outcome, mute);
    *wrong = mute->errors > 0;
    return u->numbered && t->number == s->position.number &&
           t->dots == turn_dots(s->position.seats, s->position.side_to_move);
}

/* True if the line before a unit is in this state: the same follows. */
static bool is_line_of(const struct repair *r, const struct unit *u, const struct state *s) {
    return u->before.outcome.over == r->again.outcome.over && state_equal(s, &u->before.state);
}

bool repair_refused_order(struct repair *r, struct edit *e, unsigned later) {
    unsigned first = e->back, last = first - later;
    if (later > first || !may_reorder(r, first, last))
        return false;
    struct state s = repair_unit(r, first)->before.state;
    r->again.outcome = (xpgn_outcome){0};
    for (unsigned back = first + 1; back-- > 0;) {
        const struct unit *u = repair_unit(r, back);
        const struct unit *is = back == first  ? repair_unit(r, last)
                                : back == last ? repair_unit(r, first)
                                               : u;
        bool wrong;
        e->acted = first - back + 1;
        if (back < last && is_line_of(r, u, &s)) { /* what follows is counted, too */
            e->acted += back;
            return true;
        }
        if ((back < last && !stands_alone(r, u)) ||
            !begin_turn(r, u, back < first || u->before.in_turn, &s, &wrong))
            return false;
        if (wrong) { /* before the action */
            e->acted--;
            return true;
        }
        if (r->again.outcome.over || !repair_plays_again(r, &is->recorded, &s))
            return true;
    }
    return false;
}
