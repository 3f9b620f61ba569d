/* SPDX-License-Identifier: MIT */
/* A game in progress, with the rules of play/, used as the referee uses them. */
#include "facts/play_game.h"

#include "core/base/roll_data.h"
#include "core/play/actors.h"
#include "core/play/apply.h"
#include "core/play/attempt.h"
#include "core/play/damage.h"
#include "core/play/ending.h"
#include "core/walk/walk_state.h"
#include "internal/chance.h"

#include <stdlib.h>
#include <xpgn/play.h>

/* ---- the game -------------------------------------------------------------------------------- */

xpgn_status xpgn_facts_new(xpgn_facts **out) {
    xpgn_facts *facts = calloc(1, sizeof *facts);
    if (facts == NULL)
        return XPGN_NO_MEMORY;
    *out = facts;
    return XPGN_OK;
}

void xpgn_facts_free(xpgn_facts *facts) {
    free(facts);
}

xpgn_status xpgn_play_new(xpgn_play **out, const xpgn_ruleset *rs, const xpgn_position *start) {
    xpgn_position own;
    if (start == NULL && !xpgn_ruleset_start(rs, &own))
        return XPGN_NOT_FOUND;
    if (start != NULL && !position_fits(start, &rs->geometry))
        return XPGN_INVALID;
    xpgn_play *play = calloc(1, sizeof *play);
    if (play == NULL)
        return XPGN_NO_MEMORY;
    play->rs = rs;
    play->state.position = start != NULL ? *start : own;
    ending_at_start(rs, &play->state, &play->outcome);
    *out = play;
    return XPGN_OK;
}

void xpgn_play_free(xpgn_play *play) {
    free(play);
}

void xpgn_play_copy(xpgn_play *to, const xpgn_play *from) {
    *to = *from;
}

xpgn_status xpgn_play_from_walk(xpgn_play *play, const xpgn_walk *walk) {
    const struct line *main_line = &walk->lines.list[0];
    if (walk->ruleset == NULL || !walk->started || main_line->dead || main_line->gap)
        return XPGN_INVALID;
    *play = (struct xpgn_play){walk->ruleset, main_line->state, main_line->outcome};
    return XPGN_OK;
}

const xpgn_ruleset *xpgn_play_ruleset(const xpgn_play *play) {
    return play->rs;
}

const xpgn_position *xpgn_play_position(const xpgn_play *play) {
    return &play->state.position;
}

xpgn_outcome xpgn_play_outcome(const xpgn_play *play) {
    return play->outcome;
}

unsigned xpgn_play_faces(const xpgn_play *play) {
    return play->rs->most_faces;
}

unsigned xpgn_play_die_faces(const xpgn_play *play, const xpgn_facts *facts, unsigned side,
                             unsigned die) {
    return facts != NULL && facts->combat ? combat_faces(play->rs, facts, side, die)
                                          : play->rs->die;
}

/* ---- the turn -------------------------------------------------------------------------------- */

xpgn_turn_roll xpgn_play_turn_roll(const xpgn_play *play) {
    const struct turn *t = &play->state.turn;
    if (play->outcome.over)
        return XPGN_TURN_ROLL_NONE;
    if (turn_must_roll(play->rs, t))
        return XPGN_TURN_ROLL_MUST;
    return turn_may_roll(play->rs, t) ? XPGN_TURN_ROLL_MAY : XPGN_TURN_ROLL_NONE;
}

size_t xpgn_play_turn_dice(const xpgn_play *play) {
    return xpgn_play_turn_roll(play) == XPGN_TURN_ROLL_NONE ? 0 : turn_dice(play->rs);
}

xpgn_status xpgn_play_roll_dice(xpgn_play *play, const uint8_t *dice, size_t count) {
    struct turn turn = play->state.turn;
    xpgn_turn_dice roll = {.count = (uint8_t)count};
    if (count == 0 || count != xpgn_play_turn_dice(play))
        return XPGN_INVALID;
    for (size_t i = 0; i < count; i++) {
        if (dice[i] < 1 || dice[i] > play->rs->die)
            return XPGN_INVALID;
        roll.die[i] = dice[i];
    }
    turn_roll(play->rs, &play->state.turn, roll);
    if (!play->rs->roll.again || !actors_are_stuck(play->rs, &play->state))
        return XPGN_OK;
    play->state.turn = turn;
    return XPGN_INVALID;
}

xpgn_status xpgn_play_throw_turn(xpgn_play *play, unsigned (*die)(void *data, unsigned faces),
                                 void *data, xpgn_turn_dice *dice) {
    size_t due = xpgn_play_turn_dice(play);
    if (due == 0)
        return XPGN_INVALID;
    do { /* as long as the game is not over, some throw moves something */
        *dice = (xpgn_turn_dice){.count = (uint8_t)due};
        for (size_t i = 0; i < due; i++)
            dice->die[i] = (uint8_t)die(data, play->rs->die);
    } while (xpgn_play_roll_dice(play, dice->die, due) != XPGN_OK);
    return XPGN_OK;
}

size_t xpgn_play_dice_left(const xpgn_play *play, uint8_t dice[3]) {
    const xpgn_turn_dice *left = &play->state.turn.dice;
    memcpy(dice, left->die, sizeof left->die);
    return left->count;
}

size_t xpgn_play_actions(const xpgn_play *play, xpgn_action *list, size_t capacity) {
    if (play->outcome.over || xpgn_play_turn_roll(play) == XPGN_TURN_ROLL_MUST)
        return 0;
    return movement_actions(play->rs, &play->state, list, capacity);
}

xpgn_status xpgn_play_read(const xpgn_play *play, xpgn_slice text, xpgn_action *action) {
    struct notation n;
    bool open = !play->outcome.over && xpgn_play_turn_roll(play) != XPGN_TURN_ROLL_MUST;
    return open && notation_read(slice_given(text), &n) &&
                   movement_resolve(play->rs, &play->state, &n, action) &&
                   actors_allow(play->rs, &play->state, action) &&
                   !attacks_safe_king(play->rs, &play->state.position, action)
               ? XPGN_OK
               : XPGN_INVALID;
}

bool xpgn_play_in_turn(const xpgn_play *play) {
    return play->state.turn.stage != STAGE_START && !play->outcome.over;
}

bool xpgn_play_may_end(const xpgn_play *play) {
    return turn_is_several(play->rs) && !play->outcome.over &&
           movement_may_end(play->rs, &play->state);
}

void play_end(xpgn_play *play) {
    apply_end_of_turn(&play->state);
    ending_before_turn(play->rs, &play->state, &play->outcome);
}

xpgn_status xpgn_play_end(xpgn_play *play) {
    if (!xpgn_play_may_end(play))
        return XPGN_INVALID;
    play_end(play);
    return XPGN_OK;
}

/* ---- before the dice ------------------------------------------------------------------------- */

bool play_prepare(const xpgn_play *play, const xpgn_action *a, xpgn_facts *facts) {
    const xpgn_position *p = &play->state.position;
    if (!action_is_playable(p, a))
        return false;
    facts->action = *a;
    facts->stood = false;
    const struct turn *t = &play->state.turn;
    facts_begin(play->rs, turn_rolled(t), facts);
    combat_prepare(play->rs, p, facts);
    facts->roll.exchanges = 0;
    return true;
}

xpgn_status xpgn_play_prepare(const xpgn_play *play, const xpgn_action *action, xpgn_facts *facts) {
    if (!play_prepare(play, action, facts))
        return XPGN_INVALID;
    combat_list_supporters(play->rs, &play->state.position, facts);
    return XPGN_OK;
}

bool xpgn_play_due(const xpgn_play *play, const xpgn_facts *facts, const xpgn_roll *roll,
                   unsigned dice[2]) {
    if (facts->combat) {
        dice[0] = facts->side[0].dice;
        dice[1] = facts->side[1].dice;
    } else {
        dice[0] = action_is_attempt(&facts->action);
        dice[1] = 0;
    }
    if (dice[0] + dice[1] == 0 || roll->exchanges >= XPGN_MAX_EXCHANGES)
        return false;
    if (roll->exchanges == 0)
        return true;
    return facts->combat && roll_has_room(roll) &&
           combat_is_tied(play->rs, facts,
                          combat_shown(play->rs, &roll->exchange[roll->exchanges - 1]));
}

bool xpgn_play_may_go_on(const xpgn_play *play, const xpgn_facts *facts, const xpgn_roll *roll) {
    return damage_goes_on(play->rs, facts, roll);
}

void xpgn_play_throw_on(const xpgn_play *play, const xpgn_facts *facts,
                        unsigned (*die)(void *data, unsigned faces), void *data, xpgn_roll *roll) {
    xpgn_exchange *x = &roll->exchange[roll->exchanges++];
    for (unsigned i = 0; i < 2; i++) {
        const unsigned due = facts->combat ? facts->side[i].dice : 1 - i;
        roll->two_sides = due > 0;
        roll_side_empty(&x->side[i]);
        for (unsigned k = 0; k < due && k < XPGN_MAX_DICE; k++)
            x->side[i].dice[x->side[i].dice_count++] =
                (uint8_t)die(data, xpgn_play_die_faces(play, facts, i, k));
    }
}

void xpgn_play_throw(const xpgn_play *play, const xpgn_facts *facts,
                     unsigned (*die)(void *data, unsigned faces), void *data, xpgn_roll *roll) {
    unsigned due[2];
    while (xpgn_play_due(play, facts, roll, due))
        xpgn_play_throw_on(play, facts, die, data, roll);
}

/* ---- after the dice -------------------------------------------------------------------------- */

static bool decide_combat(const xpgn_ruleset *rs, const xpgn_roll *roll, xpgn_facts *facts) {
    if (!combat_dice_fit(rs, facts, roll))
        return false;
    combat_complete(rs, roll, facts);
    return true;
}

static bool decide_attempt(const xpgn_play *play, const xpgn_roll *roll, xpgn_facts *facts) {
    if (!attempt_dice_fit(play->rs, roll))
        return false;
    attempt_decide(play->rs, &play->state.position, roll->exchange[0].side[0].dice[0], facts);
    return true;
}

static bool decide(const xpgn_play *play, const xpgn_action *a, const xpgn_roll *roll,
                   xpgn_facts *facts) {
    static const xpgn_roll none;
    if (roll == NULL)
        roll = &none;
    if (!roll_has_room(roll) || !play_prepare(play, a, facts))
        return false;
    if (facts->combat)
        return decide_combat(play->rs, roll, facts);
    if (action_is_attempt(a))
        return decide_attempt(play, roll, facts);
    facts_settle_quiet(&play->state.position, facts);
    return roll->exchanges == 0;
}

xpgn_status xpgn_play_judge(const xpgn_play *play, const xpgn_action *action, const xpgn_roll *roll,
                            xpgn_facts *facts) {
    if (!decide(play, action, roll, facts))
        return XPGN_INVALID;
    combat_list_supporters(play->rs, &play->state.position, facts);
    return XPGN_OK;
}

/* True if the choices that the dice leave are made, and no others. */
static bool is_complete(const xpgn_play *play, const xpgn_facts *facts) {
    if (facts->combat)
        return combat_is_complete(play->rs, facts);
    return !action_is_attempt(&facts->action) ||
           attempt_fits(play->rs, &play->state.position, facts);
}

/* ---- what is left to choose ------------------------------------------------------------------ */

/* Adds every prisoner of that castle on every square next to it. */
static void add_released(const xpgn_play *play, xpgn_facts *facts, struct action_list *l) {
    for (unsigned type = XPGN_PAWN; type < XPGN_TYPES; type++) {
        for (unsigned sq = 0; sq < position_squares(&play->state.position); sq++) {
            facts->action.promotion = (uint8_t)type;
            facts->action.drop = (xpgn_square)sq;
            if (is_complete(play, facts))
                action_list_add(l, &facts->action);
        }
    }
}

static void add_teleported(const xpgn_play *play, xpgn_facts *facts, struct action_list *l) {
    const xpgn_position *p = &play->state.position;
    for (unsigned to = 0; to < position_squares(p); to++) {
        facts->action.to = (xpgn_square)to;
        if (p->at[to] == 0 && is_complete(play, facts))
            action_list_add(l, &facts->action);
    }
    facts->action.to = XPGN_NO_SQUARE;
    action_list_add(l, &facts->action);
}

static void add_arrived(const xpgn_play *play, const xpgn_facts *facts, struct action_list *l) {
    xpgn_action all[MOST_ACTIONS], a = facts->action;
    size_t count = movement_actions(play->rs, &play->state, all, MOST_ACTIONS);
    for (size_t i = 0; i < count && i < MOST_ACTIONS; i++)
        if (all[i].kind == a.kind && all[i].from == a.from && all[i].to == a.to)
            action_list_add(l, &all[i]);
}

size_t xpgn_play_choices(const xpgn_play *play, const xpgn_facts *judged, xpgn_action *list,
                         size_t capacity) {
    struct action_list l = {list, capacity, 0};
    if (!action_is_playable(&play->state.position, &judged->action))
        return 0;
    xpgn_facts facts = *judged;
    xpgn_action *a = &facts.action;
    bool attempt = action_is_attempt(a);
    if (attempt || !facts.arrived)
        a->promotion = 0;
    if (attempt && a->kind == XPGN_TELEPORT) {
        add_teleported(play, &facts, &l);
    } else if (attempt && attempt_succeeds(play->rs, &facts)) {
        add_released(play, &facts, &l);
    } else if (facts.combat && facts.arrived && play->rs->arrival != ARRIVAL_STAY) {
        add_arrived(play, &facts, &l);
    } else {
        if (attempt)
            a->drop = XPGN_NO_SQUARE;
        action_list_add(&l, a);
    }
    return l.count;
}

size_t xpgn_play_cells(const xpgn_play *play, const xpgn_facts *facts, xpgn_square list[4],
                       unsigned *loser) {
    const struct geometry *g = &play->rs->geometry;
    size_t count = 0;
    if (!facts->combat || play->rs->removed != REMOVED_PRISONER)
        return 0;
    *loser = combat_loser(facts);
    for (unsigned i = 0; i < 4; i++)
        if (g->cell_seat[i] == XPGN_SEAT_OF(facts->side[*loser ^ 1].piece))
            list[count++] = g->cell[i];
    return count;
}

/* ---- playing --------------------------------------------------------------------------------- */

/* True if the listed action is the one that is meant; choices left by the dice may differ. */
static bool is_meant(const xpgn_ruleset *rs, const xpgn_action *listed, const xpgn_action *a) {
    bool open = a->kind == XPGN_RELEASE ||
                (a->kind == XPGN_ATTACK && a->promotion == 0 && !attacks_capture(rs));
    return listed->kind == a->kind && listed->piece == a->piece && listed->from == a->from &&
           listed->to == a->to && listed->target == a->target &&
           (open || (listed->promotion == a->promotion && listed->drop == a->drop));
}

static bool is_legal(const xpgn_play *play, const xpgn_action *a) {
    xpgn_action all[MOST_ACTIONS];
    size_t count = xpgn_play_actions(play, all, MOST_ACTIONS);
    for (size_t i = 0; i < count && i < MOST_ACTIONS; i++)
        if (is_meant(play->rs, &all[i], a))
            return true;
    return false;
}

/* Fills in facts that are needed only if the caller reads them, before the position changes. */
static void fill_facts(const xpgn_play *play, xpgn_facts *facts) {
    combat_list_supporters(play->rs, &play->state.position, facts);
    movement_name(play->rs, &play->state, &facts->action, false, facts->text);
}

void play_apply(xpgn_play *play, bool check, xpgn_facts *facts) {
    apply_action(play->rs, &play->state, facts);
    if (!turn_is_several(play->rs))
        apply_pass(play->rs, &play->state, check, true, facts);
    play->outcome = facts->outcome;
    if (turn_is_several(play->rs) && play->outcome.over)
        play_end(play);
}

xpgn_status xpgn_play_act(xpgn_play *play, const xpgn_action *action, const xpgn_roll *roll,
                          xpgn_facts *facts) {
    xpgn_facts unread;
    bool read = facts != NULL;
    if (!read)
        facts = &unread;
    if (!is_legal(play, action) || !decide(play, action, roll, facts) || !is_complete(play, facts))
        return XPGN_INVALID;
    if (read)
        fill_facts(play, facts);
    play_apply(play, read, facts);
    if (read)
        mark_add(facts);
    return XPGN_OK;
}
