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

/* True if its action and rolls are all that the record says of it. */
static bool is_plain(const struct repair *r, const struct unit *u) {
    const struct recorded *recorded = &u->recorded;
    bool rolled = u->roll.exchanges > 0 || !turn_rolls(r->ruleset);
    return u->legible && !recorded->stood && !recorded->unreadable && !recorded->misplaced &&
           !recorded->has_freed && (rolled || !notation_fights(&recorded->notation));
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
static bool may_play_again(const struct repair *r, const struct edit *e, unsigned last) {
    unsigned first = e->back;
    const struct line *l = &repair_unit(r, first)->before;
    bool may = !held_touches(r->held, e->place) && !r->walk->options.lenient &&
               !cpu_forced_walk() && !turn_rolls_actors(r->ruleset) &&
               l->state.position.seats == 2 && (l->ply > 0 || !r->ruleset->roll_off) &&
               !l->outcome.over;
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

/* Plays the line from the edited action on with these actions instead of those written, the last of
   which is `last`; NULL: as written. True if the edit is refused. */
static bool is_refused(struct repair *r, struct edit *e,
                       const struct recorded *const is[REPAIR_UNITS], unsigned last) {
    unsigned first = e->back;
    struct state s = repair_unit(r, first)->before.state;
    r->again.outcome = (xpgn_outcome){0};
    for (unsigned back = first + 1; back-- > 0;) {
        const struct unit *u = repair_unit(r, back);
        bool wrong;
        e->acted = first - back;
        if (back < last && is_line_of(r, u, &s)) { /* what follows is counted, too */
            e->acted += back + 1;
            return true;
        }
        if ((back < last && !stands_alone(r, u)) ||
            !begin_turn(r, u, back < first || u->before.in_turn, &s, &wrong))
            return false;
        if (wrong)
            return true;
        e->acted++;
        if (r->again.outcome.over ||
            !repair_plays_again(r, is[back] != NULL ? is[back] : &u->recorded, &s))
            return true;
    }
    return false;
}

bool repair_refused_instead(struct repair *r, struct edit *e, const struct recorded *is) {
    const struct recorded *line[REPAIR_UNITS] = {NULL};
    line[e->back] = is;
    return may_play_again(r, e, e->back) && is_refused(r, e, line, e->back);
}

bool repair_refused_roll(struct repair *r, struct edit *e, const xpgn_roll *roll) {
    struct recorded is = repair_unit(r, e->back)->recorded;
    is.roll = roll;
    return repair_refused_instead(r, e, &is);
}

bool repair_refused_other(struct repair *r, struct edit *e, const struct notation *n) {
    const struct unit *u = repair_unit(r, e->back);
    struct recorded is = u->recorded;
    bool same = notation_fights(n) == notation_fights(&is.notation) || !turn_rolls(r->ruleset);
    bool squares = n->from_rank >= 0 && !turn_is_several(r->ruleset);
    bool unrolled = u->roll.exchanges == 0 && is.notation.sign > SIGN_DASH;
    if (!same || squares || unrolled || n->kind == NOTATION_AT || n->kind == NOTATION_DROP)
        return false;
    is.notation = *n;
    return repair_refused_instead(r, e, &is);
}

bool repair_refused_order(struct repair *r, struct edit *e, unsigned later) {
    unsigned first = e->back, last = first - later;
    const struct recorded *line[REPAIR_UNITS] = {NULL};
    if (later > first || !may_play_again(r, e, last))
        return false;
    line[first] = &repair_unit(r, last)->recorded;
    line[last] = &repair_unit(r, first)->recorded;
    return is_refused(r, e, line, last);
}
