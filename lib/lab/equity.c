/* SPDX-License-Identifier: MIT */
/*
 * Judges a game by the expectations of a player that looks ahead. A roll gave the expected score
 * after it minus the mean over all possible rolls, which is 0 on average whatever the player thinks
 * of a position. A decision lost the best mean minus its own.
 */
#include "lab/equity.h"

#include "core/base/option_struct.h"
#include "core/base/slice.h"
#include "core/game/san.h"
#include "core/play/attempt.h"
#include "core/play/ending.h"
#include "lab/player.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xpgn/rulesets.h>
#include <xpgn/walk.h>

/* ---- half points and scores -------------------------------------------------------------- */

xpgn_equity_fit xpgn_equity_fit_of(const xpgn_ruleset *rs) {
    const xpgn_equity_fit *fit = equity_fits;
    struct scale scale = {.memo = NULL};
    while (fit->ruleset != NULL && strcmp(fit->ruleset, xpgn_ruleset_id(rs)) != 0)
        fit++;
    xpgn_equity_fit out = *fit;
    if (out.ruleset == NULL) {
        scale_set(&scale, rs);
        out.logit = scale.logit;
        out.error = out.rest = NAN;
    }
    return out;
}

/* ---- life ------------------------------------------------------------------------------------ */

static xpgn_status open_players(xpgn_equity *e, xpgn_slice name) {
    if (slice_is(name, "random") || slice_is(name, "greedy"))
        return XPGN_NOT_FOUND;
    xpgn_status status = xpgn_player_new(&e->player, name);
    if (status == XPGN_OK)
        e->nodes = player_nodes(e->player);
    e->careful = e->nodes == UINT64_MAX;
    return status;
}

xpgn_status xpgn_equity_new(xpgn_equity **out, xpgn_slice player,
                            const xpgn_equity_options *options) {
    xpgn_equity *e = calloc(1, sizeof *e);
    if (e == NULL)
        return XPGN_NO_MEMORY;
    xpgn_status status = search_open(&e->search) ? XPGN_OK : XPGN_NO_MEMORY;
    if (status == XPGN_OK && !options_read(&e->options, sizeof e->options, options))
        status = XPGN_INVALID;
    const xpgn_equity_options *o = &e->options;
    if (status == XPGN_OK && (!(o->logit >= 0) || (o->rollouts > 0 && o->draw == NULL)))
        status = XPGN_INVALID;
    if (status == XPGN_OK)
        status = open_players(e, slice_given(player));
    if (status == XPGN_OK)
        *out = e;
    else
        xpgn_equity_free(e);
    return status;
}

void xpgn_equity_free(xpgn_equity *e) {
    if (e == NULL)
        return;
    xpgn_player_free(e->player);
    search_close(&e->search);
    free(e);
}

/* ---- the game -------------------------------------------------------------------------------- */

static void take_ruleset(xpgn_equity *e, const xpgn_ruleset *rs) {
    struct scale *s = &e->search.scale;
    if (s->rs != rs)
        scale_set(s, rs);
    s->logit = e->options.logit > 0 ? e->options.logit : xpgn_equity_fit_of(rs).logit;
}

/* Sets up the game before a turn from that position; NULL: it cannot be followed. */
static void stand_at(xpgn_equity *e, const xpgn_ruleset *rs, const xpgn_position *position) {
    e->follows = rs != NULL && position != NULL;
    if (!e->follows)
        return;
    take_ruleset(e, rs);
    e->play = (xpgn_play){.rs = rs, .state.position = *position};
    ending_at_start(rs, &e->play.state, &e->play.outcome);
}

/* ---- what may be expected -------------------------------------------------------------------- */

static unsigned actor(const xpgn_equity *e) {
    return e->play.state.position.side_to_move;
}

static double as_score(double value) {
    return (value + 1) / 2;
}

static double score_after(xpgn_equity *e, const xpgn_play *after) {
    if (e->options.rollouts > 0)
        return as_score(rollout(e, after, e->search.seat));
    return as_score(search_branch(&e->search, &e->play, after, e->turns));
}

static void end_outlook(struct outlook *l) {
    l->mean = 0;
    for (unsigned i = 0; i < l->count; i++)
        l->mean += l->chance[i] * l->score[i];
}

static void look_at_action(xpgn_equity *e, const xpgn_action *a, struct outlook *l) {
    struct branch list[MOST_BRANCHES];
    l->count = branch_action(&e->search.scale, &e->play, a, list);
    for (unsigned i = 0; i < l->count; i++) {
        l->chance[i] = list[i].chance;
        l->came[i] = list[i].came;
        l->score[i] = score_after(e, &list[i].play);
    }
    end_outlook(l);
}

static void look_at_roll(xpgn_equity *e, struct outlook *l) {
    l->count = e->play.rs->die < MOST_FACES ? e->play.rs->die : 0;
    for (unsigned i = 0; i < l->count; i++) {
        xpgn_play next = e->play;
        next.state.turn.roll = (uint8_t)(i + 1);
        l->chance[i] = 1.0 / l->count;
        l->came[i] = (uint8_t)i;
        l->score[i] = as_score(e->options.rollouts > 0 ? rollout(e, &next, e->search.seat)
                                                       : search_here(&e->search, &next, e->turns));
    }
    end_outlook(l);
}

static void look_at_option(xpgn_equity *e, const struct option *o, struct outlook *l) {
    *l = (struct outlook){.count = 0};
    if (o->kind == OPTION_ACTION) {
        look_at_action(e, &o->action, l);
    } else if (o->kind == OPTION_ROLL) {
        look_at_roll(e, l);
    } else {
        xpgn_play next = e->play;
        play_end(&next);
        l->count = 1;
        l->chance[0] = 1;
        l->score[0] = score_after(e, &next);
        end_outlook(l);
    }
}

/* ---- the best -------------------------------------------------------------------------------- */

/* Lists the options here; one teleport represents all. */
static void list_here(xpgn_equity *e) {
    size_t all = xpgn_play_actions(&e->play, e->action, MOST_ACTIONS), kept = 0;
    bool teleports = false;
    for (size_t i = 0; i < all && i < MOST_ACTIONS; i++) {
        bool again = e->action[i].kind == XPGN_TELEPORT && teleports;
        teleports |= e->action[i].kind == XPGN_TELEPORT;
        if (!again)
            e->action[kept++] = e->action[i];
    }
    e->count = search_options(&e->play, e->action, kept, e->option);
}

/* Values all options that may be better than -1; false if the search was stopped. */
static bool value_all(xpgn_equity *e, unsigned turns) {
    double best = -1;
    for (size_t i = 0; i < e->count; i++) {
        struct option *o = &e->option[i];
        double value = search_option(&e->search, &e->play, o, turns, best);
        if (e->search.stopped)
            return false;
        o->value = value;
        best = value > best ? value : best;
    }
    return true;
}

/* Deepens the search one turn at a time while the nodes suffice. */
static void value_options(xpgn_equity *e) {
    enum { DEEPEST = 32 };
    search_begin(&e->search, &e->play, e->careful, UINT64_MAX);
    e->turns = e->careful ? search_turns_of_careful(&e->play) : 0;
    (void)value_all(e, e->turns);
    e->search.most = e->nodes;
    while (!e->careful && e->turns < DEEPEST && e->search.nodes < e->nodes) {
        memcpy(e->kept, e->option, e->count * sizeof *e->kept);
        if (!value_all(e, e->turns + 1)) {
            memcpy(e->option, e->kept, e->count * sizeof *e->kept);
            break;
        }
        e->turns++;
    }
    e->search.stopped = false;
    e->search.most = UINT64_MAX;
}

static const struct option *best_option(const xpgn_equity *e) {
    const struct option *best = &e->option[0];
    for (size_t i = 1; i < e->count; i++)
        best = e->option[i].value > best->value ? &e->option[i] : best;
    return best;
}

/* ---- one decision ---------------------------------------------------------------------------- */

/* True if the listed option is what was done. Choices after the dice may differ, as may the
   promotion of a pawn that was removed before arriving. */
static bool was_done(const xpgn_equity *e, const struct option *o, const xpgn_action *done) {
    const xpgn_action *a = &o->action;
    bool here = a->to == done->to || a->kind == XPGN_TELEPORT;
    return o->kind == OPTION_ACTION && a->kind == done->kind && a->piece == done->piece &&
           a->from == done->from && here && a->target == done->target &&
           (e->fell || action_is_attempt(a) || a->promotion == done->promotion);
}

/* The option that was done, the best of several. NULL if it is not an option, such as an illegal
   action that stood. */
static const struct option *find_done(const xpgn_equity *e, enum option_kind kind,
                                      const xpgn_action *done) {
    const struct option *found = NULL;
    for (size_t i = 0; i < e->count; i++) {
        const struct option *o = &e->option[i];
        bool is = kind == OPTION_ACTION ? was_done(e, o, done) : o->kind == kind;
        if (is && (found == NULL || o->value > found->value))
            found = o;
    }
    return found;
}

static void put_best(xpgn_equity *e, const struct option *o, xpgn_judged *j) {
    j->best_kind = (xpgn_judged_kind)o->kind;
    if (o->kind == OPTION_ACTION)
        movement_name(e->play.rs, &e->play.state, &o->action, false, j->best_text);
}

/* Moves what was done to the front: worse options need not be searched fully. */
static void put_first(xpgn_equity *e, enum option_kind kind, const xpgn_action *done) {
    const struct option *own = find_done(e, kind, done);
    if (own == NULL)
        return;
    struct option first = *own;
    e->option[own - e->option] = e->option[0];
    e->option[0] = first;
}

/* Sets what the decision lost, and the outlook of what was done. */
static void judge_choice(xpgn_equity *e, enum option_kind kind, const xpgn_action *done,
                         struct outlook *l, xpgn_judged *j) {
    struct option raw = {.kind = kind};
    if (done != NULL)
        raw.action = *done;
    list_here(e);
    put_first(e, kind, done);
    value_options(e);
    const struct option *own = find_done(e, kind, done);
    const struct option *best = e->count > 0 ? best_option(e) : own;
    look_at_option(e, own != NULL ? own : &raw, l);
    j->played = j->best = l->mean;
    j->chosen = own != NULL && e->count > 1;
    if (!j->chosen)
        return;
    if (best != own && best->value > own->value) {
        struct outlook other;
        look_at_option(e, best, &other);
        j->best = other.mean > l->mean ? other.mean : l->mean;
    }
    put_best(e, j->best > j->played ? best : own, j);
    j->loss = j->best - j->played;
}

/* ---- luck ------------------------------------------------------------------------------------ */

static double came_of(const struct outlook *l, unsigned came) {
    for (unsigned i = 0; i < l->count; i++)
        if (l->came[i] == came)
            return l->score[i];
    return l->mean;
}

/* With four seats, judges the luck of each other seat from its own point of view. */
static void give_others(xpgn_equity *e, const struct option *o, unsigned came, xpgn_judged *j) {
    unsigned seats = e->play.rs->geometry.seats, own = e->search.seat;
    if (seats == 2) {
        j->luck[own ^ 1] = -j->luck[own];
        return;
    }
    for (unsigned seat = 0; seat < seats; seat++) {
        struct outlook l;
        if (seat == own || (e->play.state.position.alive >> seat & 1) == 0)
            continue;
        e->search.seat = seat;
        look_at_option(e, o, &l);
        j->luck[seat] = came_of(&l, came) - l.mean;
    }
    e->search.seat = own;
}

static void give_luck(xpgn_equity *e, const struct option *o, const struct outlook *l,
                      unsigned came, xpgn_judged *j) {
    j->came = came_of(l, came);
    if (l->count < 2)
        return;
    j->luck[e->search.seat] = j->came - l->mean;
    for (unsigned i = 0; i < l->count; i++)
        j->variance += l->chance[i] * (l->score[i] - l->mean) * (l->score[i] - l->mean);
    give_others(e, o, came, j);
}

const char *xpgn_chance_name(xpgn_chance chance) {
    static const char *const names[] = {"", "combat", "turn", "teleport", "escape"};
    return (unsigned)chance < sizeof names / sizeof *names ? names[chance] : "";
}

static xpgn_chance chance_of(const xpgn_facts *f) {
    if (f->combat)
        return f->side[0].dice + f->side[1].dice > 0 ? XPGN_CHANCE_COMBAT : XPGN_CHANCE_NONE;
    return f->action.kind == XPGN_TELEPORT  ? XPGN_CHANCE_TELEPORT
           : f->action.kind == XPGN_RELEASE ? XPGN_CHANCE_ESCAPE
                                            : XPGN_CHANCE_NONE;
}

/* Judges the choice after the dice. */
static void judge_rest(xpgn_equity *e, const xpgn_play *after, xpgn_judged *j) {
    j->loss += fmax(0, j->came - score_after(e, after));
}

/* The same for the castle of a prisoner, if the winner is the seat whose decision this is. */
static void judge_cell(xpgn_equity *e, const xpgn_facts *facts, const xpgn_play *after,
                       xpgn_judged *j) {
    xpgn_square cell[4];
    unsigned loser;
    size_t count = xpgn_play_cells(&e->play, facts, cell, &loser);
    if (count < 2 || XPGN_SEAT_OF(facts->side[loser ^ 1].piece) != j->seat)
        return;
    double came = score_after(e, after), best = came;
    for (size_t i = 0; i < count; i++) {
        xpgn_play other = e->play;
        xpgn_facts held = *facts;
        held.side[loser].cell = cell[i];
        play_apply(&other, false, &held);
        best = fmax(best, score_after(e, &other));
    }
    j->loss += best - came;
}

/* ---- steps ----------------------------------------------------------------------------------- */

static xpgn_judged begin_judged(const xpgn_equity *e, xpgn_judged_kind kind) {
    return (xpgn_judged){.kind = kind, .seat = (uint8_t)actor(e)};
}

/* Judges the turn roll before its action. */
static void judge_roll(xpgn_equity *e, unsigned die, xpgn_judged *j) {
    struct option roll = {.kind = OPTION_ROLL};
    struct outlook l;
    *j = begin_judged(e, XPGN_JUDGED_ROLL);
    j->chance = XPGN_CHANCE_TURN;
    judge_choice(e, OPTION_ROLL, NULL, &l, j);
    give_luck(e, &roll, &l, die - 1, j);
    e->play.state.turn.roll = (uint8_t)die;
}

static void judge_action(xpgn_equity *e, const xpgn_facts *facts, xpgn_judged *j) {
    struct option done = {.kind = OPTION_ACTION, .action = facts->action};
    struct outlook l;
    xpgn_facts own = *facts;
    xpgn_play after = e->play;
    *j = begin_judged(e, XPGN_JUDGED_ACTION);
    j->chance = chance_of(facts);
    e->fell = facts->combat && !facts->arrived;
    judge_choice(e, OPTION_ACTION, &facts->action, &l, j);
    give_luck(e, &done, &l, branch_came(e->play.rs, facts), j);
    own.outcome = (xpgn_outcome){0};
    play_apply(&after, false, &own);
    if (action_is_attempt(&facts->action))
        judge_rest(e, &after, j);
    judge_cell(e, &own, &after, j);
    e->play = after;
}

static unsigned take_action(xpgn_equity *e, const xpgn_step *step, xpgn_judged out[2]) {
    const xpgn_facts *f = step->facts;
    unsigned count = 0;
    if (e->play.outcome.over)
        return 0;
    const unsigned die = f->turn_roll.die[0];
    if (f->turn_roll.count > 0 && turn_rolls_actors(e->play.rs))
        turn_roll(e->play.rs, &e->play.state.turn, f->turn_roll); /* no luck is counted in it yet */
    else if (f->turn_roll.count > 0 && die <= e->play.rs->die &&
             xpgn_play_turn_roll(&e->play) != XPGN_TURN_ROLL_NONE)
        judge_roll(e, die, &out[count++]);
    if (action_is_playable(&e->play.state.position, &f->action))
        judge_action(e, f, &out[count++]);
    else
        e->follows = false;
    return count;
}

/* Judges the end of a turn that could have gone on. */
static unsigned take_end(xpgn_equity *e, xpgn_judged *j) {
    struct outlook l;
    if (!xpgn_play_may_end(&e->play))
        return 0;
    *j = begin_judged(e, XPGN_JUDGED_END);
    judge_choice(e, OPTION_END, NULL, &l, j);
    j->came = l.mean;
    return j->chosen;
}

unsigned xpgn_equity_step(xpgn_equity *e, const xpgn_ruleset *rs, const xpgn_step *step,
                          xpgn_judged out[2]) {
    unsigned count = 0;
    if (step->depth > 0)
        return 0;
    if (step->kind == XPGN_STEP_ACTION && e->follows && e->play.rs == rs)
        return take_action(e, step, out);
    if (step->kind == XPGN_STEP_TURN && e->follows && e->play.rs == rs)
        count = take_end(e, out);
    if (step->kind == XPGN_STEP_START || step->kind == XPGN_STEP_TURN)
        stand_at(e, rs, step->position);
    return count;
}
