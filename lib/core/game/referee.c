/* SPDX-License-Identifier: MIT */
#include "core/base/slice.h"
#include "core/game/dice_refusal.h"
#include "core/game/finding_hint.h"
#include "core/game/roll_compare.h"
#include "core/play/apply.h"
#include "core/play/attempt.h"
#include "core/play/ending.h"

#include <string.h>

/* ---- what may be done ------------------------------------------------------------------------ */

/* only the roll that something can act by is recorded. */
static bool roll_moves(const struct check *c) {
    if (!actors_are_stuck(c->rs, c->state))
        return true;
    log_rule(c->log, c->rs->cite[CITE_PASS], c->recorded->turn_roll_place,
             "nothing can act by this roll, so it was rolled again");
    log_hint(c->log, "write only the roll that counted");
    return false;
}

/* Enters the turn roll into the turn before the action is checked. */
static bool take_recorded_turn_roll(const struct check *c) {
    const xpgn_ruleset *rs = c->rs;
    const struct recorded *recorded = c->recorded;
    xpgn_place place = recorded->turn_roll_place;
    bool due = turn_must_roll(rs, &c->state->turn);
    if (!recorded->has_turn_roll && due && !recorded->unreadable) {
        log_rule(c->log, rs->cite[CITE_TURN_ROLL], recorded->place, "missing turn roll");
        hint_turn_roll(c);
    }
    if (!recorded->has_turn_roll)
        return !due;
    if (rs->turn != TURN_CHOICE && !due) {
        if (!turn_rolls(rs))
            log_add(c->log, D_TURN_ROLL_EXTRA, place, "unexpected turn roll");
        else
            log_rule(c->log, rs->cite[CITE_TURN_ROLL], place, "unexpected turn roll");
        hint_remove(c->log, place);
        return false;
    }
    if (!compare_turn_dice(rs, &recorded->turn_roll, place, c->log))
        return false;
    turn_roll(rs, &c->state->turn, recorded->turn_roll);
    return !rs->roll.again || roll_moves(c);
}

/* CC-4: true for a step without the roll that determines its length. */
static bool needs_turn_roll(const struct check *c) {
    const struct notation *n = &c->recorded->notation;
    bool step = n->kind == NOTATION_MOVE && n->sign < SIGN_CAPTURE;
    bool open = turn_may_choose(&c->state->turn);
    return c->rs->turn == TURN_CHOICE && !c->recorded->has_turn_roll && step && open;
}

static void refuse_action(const struct check *c) {
    const struct recorded *recorded = c->recorded;
    struct log *log = c->log;
    xpgn_outcome outcome = {0};
    struct state next = *c->state;
    if (recorded->unreadable)
        return;      /* the missing roll may be the one that could not be read */
    if (log->mute) { /* no reason is wanted */
        log_add(log, D_ACTION, recorded->place, "%s", "");
        return;
    }
    if (!turn_is_several(c->rs))
        ending_before_turn(c->rs, &next, &outcome);
    if (outcome.over) {
        c->facts->outcome = outcome;
        refuse_after_end(recorded, outcome.rule, log);
        return;
    }
    struct refusal why;
    movement_explain(c->rs, c->state, &recorded->notation, log_wants_text(log), &why);
    if (why.rule != NULL)
        log_rule(log, why.rule, recorded->place, "%s", why.text);
    else
        log_add(log, why.ambiguous ? D_AMBIGUOUS : D_ACTION, recorded->place, "%s", why.text);
    hint_action(c, &why);
    if (needs_turn_roll(c))
        hint_turn_roll(c);
}

/* True if it was only written wrongly. It then gets its short name, and may allow en passant. */
static bool is_legal(const xpgn_ruleset *rs, const struct state *s, const xpgn_action *a) {
    struct notation n;
    xpgn_action same;
    char text[24];
    movement_name(rs, s, a, true, text);
    return notation_read(slice_of(text), &n) && movement_resolve(rs, s, &n, &same) &&
           same.from == a->from && same.to == a->to && same.kind == a->kind;
}

/* In variations with chess movement a turn may be passed, to show a threat. */
static bool is_null_move(const struct check *c) {
    const struct recorded *recorded = c->recorded;
    if (!recorded->in_variation || recorded->notation.kind != NOTATION_PASS ||
        c->rs->movement != MOVEMENT_CHESS || turn_rolls_actors(c->rs) ||
        !movement_force(c->rs, c->state, &recorded->notation, &c->facts->action))
        return false;
    log_add(c->log, D_NULL_MOVE, recorded->place, "null move");
    return true;
}

/* Finds the action that is written: a legal one, or one that stood. False if there is none; the log
   says why. */
static bool find_legal(const struct check *c) {
    const struct notation *n = &c->recorded->notation;
    c->facts->stood = false;
    if (movement_resolve(c->rs, c->state, n, &c->facts->action) || is_null_move(c))
        return true;
    refuse_action(c);
    if (!c->recorded->stood)
        return false;
    if (!movement_force(c->rs, c->state, n, &c->facts->action)) {
        log_hint(c->log, "it cannot be played, even as an illegal action; if the piece is unclear, "
                         "write the square it came from");
        return false;
    }
    c->facts->stood = !is_legal(c->rs, c->state, &c->facts->action);
    return true;
}

/* ---- one action ------------------------------------------------------------------------------ */

/* An action that is neither a combat nor an attempt may not have a roll. */
static bool check_quiet(const struct check *c) {
    const xpgn_roll *roll = c->recorded->roll;
    facts_settle_quiet(check_position(c), c->facts);
    if (roll->exchanges > 0 && !c->recorded->misplaced) {
        log_add(c->log, D_ROLL_EXTRA, roll->place, "unexpected roll: there is no combat");
        if (roll->two_sides) /* a combat took place, which must not be ignored */
            log_hint(c->log, "it belongs to an attack: is this the action that was played?");
        else
            hint_remove(c->log, roll->place);
    }
    return true;
}

/* Checks everything that can be refused, before anything on the board changes. */
static bool check_action(const struct check *c) {
    const struct recorded *recorded = c->recorded;
    bool single = !turn_rolls(c->rs); /* in such games turn rolls have no effect */
    if (!single && !take_recorded_turn_roll(c) && !recorded->stood)
        return false;
    if (!find_legal(c))
        return false;
    /* A turn that cannot be passed has been refused as one. */
    if (c->facts->action.kind != XPGN_PASS && !actors_allow(c->rs, c->state, &c->facts->action)) {
        refuse_by_dice(c);
        if (!recorded->stood)
            return false;
    }
    if (attacks_safe_king(c->rs, check_position(c), &c->facts->action)) {
        log_rule(c->log, c->rs->cite[CITE_SAFETY], recorded->place, "a king cannot be %s",
                 attacks_capture(c->rs) ? "captured" : "attacked");
        return false;
    }
    if (single && !take_recorded_turn_roll(c))
        return false;
    if (recorded->has_freed && c->facts->action.kind != XPGN_RELEASE) {
        log_add(c->log, D_ACTION, recorded->freed_place,
                "unexpected freed piece: this action frees nobody");
        return false;
    }
    facts_begin(c->rs, recorded->has_turn_roll ? recorded->turn_roll : (xpgn_turn_dice){0},
                c->facts);
    combat_prepare(c->rs, check_position(c), c->facts);
    if (c->facts->combat)
        return check_combat(c);
    return action_is_attempt(&c->facts->action) ? check_attempt(c) : check_quiet(c);
}

bool referee_play(struct check *c) {
    struct turn turn = c->state->turn;
    size_t findings = c->log->count;
    char mark = c->recorded->notation.mark;
    if (!check_action(c) || check_is_settled(c)) {
        c->state->turn = turn;
        return false;
    }
    mark_check_capture(c);
    if (c->full)
        movement_name(c->rs, c->state, &c->facts->action, c->facts->stood, c->facts->text);
    if (c->full && c->log->lint && c->log->count == findings && !c->recorded->stood)
        mark_check_form(c);
    apply_action(c->rs, c->state, c->facts);
    if (c->facts->stood) /* only a legal double step allows en passant */
        c->state->position.ep_square = XPGN_NO_SQUARE;
    if (!turn_is_several(c->rs))
        apply_pass(c->rs, c->state, c->full || mark != 0, c->full || mark == '#', c->facts);
    if (c->full || mark != 0)
        mark_check(c);
    mark_check_freed(c);
    if (c->full)
        mark_add(c->facts);
    return true;
}

/* ---- turns ----------------------------------------------------------------------------------- */

void referee_end_turn(const xpgn_ruleset *rs, struct state *s, const struct turn_end *end,
                      xpgn_outcome *outcome, struct log *log) {
    if (outcome->over || movement_may_end(rs, s)) {
        /* nothing is missing */
    } else if (turn_may_end(&s->turn)) {
        if (!end->cut)
            refuse_dice_left(rs, s, end, log);
    } else {
        log_rule(log,
                 rs->cite[turn_rolls_actors(rs)     ? CITE_SPEND
                          : rs->turn == TURN_CHOICE ? CITE_CHOICE
                                                    : CITE_MOVES],
                 end->place, "missing action in this turn");
        log_hint(log, "write the action, or remove the number");
    }
    apply_end_of_turn(s);
    ending_before_turn(rs, s, outcome);
}
