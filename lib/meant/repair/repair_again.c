/* SPDX-License-Identifier: MIT */
/*
 * Refuses edits by playing actions of the line again: with the referee, as the walk does, but from
 * what the walk has read of them.
 */
#include <xpgn/play.h>

#include "meant/repair/repair.h"

#include "core/base/cpu.h"

xpgn_place repair_extent(const struct unit *u, bool whole) {
    const struct recorded *recorded = &u->recorded;
    uint32_t from = recorded->place.offset, to = from + recorded->place.length;
    const xpgn_place parts[] = {recorded->has_turn_roll ? recorded->turn_roll_place
                                                        : recorded->place,
                                u->roll.exchanges > 0 ? u->roll.place : recorded->place,
                                recorded->has_freed ? recorded->freed_place : recorded->place,
                                whole && u->numbered ? u->number.place : recorded->place};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        uint32_t end = parts[i].offset + parts[i].length;
        from = parts[i].offset < from ? parts[i].offset : from;
        to = end > to ? end : to;
    }
    return (xpgn_place){from, to - from};
}

bool repair_plays_again(struct repair *r, const struct recorded *recorded, struct state *s) {
    struct log *mute = &r->walk->log; /* it has room, and each trial clears it */
    xpgn_facts *facts = &r->again->facts;
    struct check c = {r->ruleset, s, recorded, facts, mute, false, NULL, .brief = true};
    walk_begin_log(r->walk);
    facts->outcome = (xpgn_outcome){0};
    return referee_play(&c) && mute->errors == 0;
}

bool repair_find_state(struct repair *r, const struct unit *u, struct state *out) {
    bool there = repair_play_to(r, u, u->recorded.place.offset) && !walk_line(r->walk)->dead;
    *out = walk_line(r->walk)->state;
    return there;
}

/* True if its action and rolls are all that the record says of it; a turn roll behind a combat
   without dice could be taken for its own. */
static bool is_plain(const struct repair *r, const struct recorded *is) {
    bool rolled = is->roll->exchanges > 0 || !turn_rolls(r->ruleset);
    return !is->stood && !is->unreadable && !is->misplaced && !is->has_freed &&
           (rolled || !notation_fights(&is->notation));
}

/* True if nothing but a number is before its action, and nothing but its roll belongs to it. */
static bool stands_alone(const struct repair *r, const struct unit *u) {
    const xpgn_place own = repair_extent(u, false);
    bool alone = u->legible && is_plain(r, &u->recorded);
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
               l->state.position.seats == 2 && !l->outcome.over;
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
    size_t errors = mute->errors;
    if (open)
        referee_end_turn(r->ruleset, s, &(struct turn_end){.cut = false}, &r->again->facts.outcome,
                         mute);
    *wrong = mute->errors > errors;
    return u->numbered && t->number == s->position.number &&
           t->dots == turn_dots(s->position.seats, s->position.side_to_move);
}

/* True if the line before a unit is in this state: the same follows. */
static bool is_line_of(const struct repair *r, const struct unit *u, const struct state *s) {
    return u->before.outcome.over == r->again->facts.outcome.over &&
           state_equal(s, &u->before.state);
}

/* Plays the line from the edited action on with these actions instead of those written, the last of
   which is `last`; NULL: as written. True if the edit is refused. */
static bool is_refused(struct repair *r, struct edit *e,
                       const struct recorded *const is[REPAIR_UNITS], unsigned last) {
    unsigned first = e->back;
    struct state s = repair_unit(r, first)->before.state;
    r->again->facts.outcome = (xpgn_outcome){0};
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
        if (r->again->facts.outcome.over ||
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

/* True if the walk may read more of such a word than the notation: two squares, or a prisoner who
   follows. */
static bool may_be_more(const struct repair *r, const struct notation *n) {
    return (n->from_rank >= 0 && !turn_is_several(r->ruleset)) || n->kind == NOTATION_AT ||
           n->kind == NOTATION_DROP;
}

bool repair_refused_other(struct repair *r, struct edit *e, const struct notation *n) {
    const struct unit *u = repair_unit(r, e->back);
    struct recorded is = u->recorded;
    bool same = notation_fights(n) == notation_fights(&is.notation) || !turn_rolls(r->ruleset);
    bool unrolled = u->roll.exchanges == 0 && is.notation.sign > SIGN_DASH;
    if (!same || unrolled || may_be_more(r, n))
        return false;
    is.notation = *n;
    return repair_refused_instead(r, e, &is);
}

bool repair_refused_order(struct repair *r, struct edit *e, unsigned later) {
    const struct recorded *line[REPAIR_UNITS] = {NULL};
    if (later > e->back || !may_play_again(r, e, e->back - later))
        return false;
    line[e->back] = &repair_unit(r, e->back - later)->recorded;
    line[e->back - later] = &repair_unit(r, e->back)->recorded;
    return is_refused(r, e, line, e->back - later);
}

/* ---- other rules ----------------------------------------------------------------------------- */

/* True if actions without dice lead to the same states by other rules as by those of the record, up
   to the first that they forbid. */
static bool begins_alike(const struct repair *r, const xpgn_ruleset *rs, bool given) {
    const xpgn_ruleset *own = r->ruleset;
    const struct geometry *a = &rs->geometry, *b = &own->geometry;
    bool alike = given
                     ? memcmp(a, b, sizeof *a) == 0
                     : rs->has_start && own->has_start && position_equal(&rs->start, &own->start) &&
                           a->en_passant == b->en_passant;
    return alike && r->allowed == 0 && r->main_line && !r->adopted && !cpu_forced_walk() &&
           !r->walk->options.lenient && !turn_is_several(own) && !turn_rolls(own) &&
           !attacks_capture(own) && !turn_rolls_actors(rs) && !rs->roll_off && !own->roll_off;
}

/* True if the action of a unit is wrong by these rules. If not, *goes_on: what follows may be
   tested, as the state after it is the same, too. */
static bool is_wrong_by(struct repair *r, const xpgn_ruleset *rs, unsigned back, bool *goes_on) {
    const xpgn_ruleset *own = r->ruleset;
    const struct unit *u = repair_unit(r, back);
    struct state s = u->before.state;
    r->ruleset = rs;
    const bool right = repair_plays_again(r, &u->recorded, &s);
    r->ruleset = own;
    *goes_on = right && back > 0 && rs->movement == own->movement && !turn_rolls(rs) &&
               state_equal(&s, &repair_unit(r, back - 1)->before.state);
    return !right;
}

unsigned repair_alone(const struct repair *r) {
    const unsigned units = (unsigned)r->units;
    unsigned alone = 0;
    for (unsigned back = units; back-- > 0; alone++) {
        const struct unit *u = repair_unit(r, back);
        if (u == NULL || (alone == 0 && (u->before.ply > 0 || u->before.has_action)) ||
            !stands_alone(r, u) || may_be_more(r, &u->recorded.notation))
            break;
    }
    return alone;
}

bool repair_refused_rules(struct repair *r, const xpgn_ruleset *rs, bool given, unsigned alone,
                          unsigned *acted) {
    const unsigned units = (unsigned)r->units;
    bool goes_on = alone > 0 && begins_alike(r, rs, given) &&
                   (rs->movement == r->ruleset->movement || turn_rolls(rs));
    for (*acted = 1; goes_on && *acted <= alone; ++*acted) {
        const struct unit *u = repair_unit(r, units - *acted);
        if ((turn_rolls(rs) || u->roll.exchanges > 0 || notation_fights(&u->recorded.notation)) &&
            is_wrong_by(r, rs, units - *acted, &goes_on))
            return true;
    }
    return false;
}
