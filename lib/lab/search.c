/* SPDX-License-Identifier: MIT */
/*
 * Expectiminimax with alpha-beta bounds across the dice (Ballard's Star1): results of an action are
 * searched only while the rest could still matter; the rest is bounded around its static value.
 * With four seats all others are assumed to play against the one.
 */
#include "lab/search.h"
#include "internal/chance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The first actions of a turn that are all searched; after them only attacks and the end of the
   turn. */
enum { FULL_ACTIONS = 2, MOST_IN_TURN = 6 };
/* If a turn may begin with a roll, only this many actions, the best statically, are searched
   further. All of them, for each face, would leave no nodes for the next turn. */
enum { MOST_KEPT = 2 };

/* The discount for ending the game a turn later. */
static const double for_turn = 0.0005;
/* The assumed maximum change of a value by searching one turn deeper; used for pruning. */
static const double for_depth = 0.1;

struct search_window {
    double alpha, beta;
};

/* The depth of the search. */
struct depth {
    unsigned turns; /* how many more are looked at */
    unsigned made;  /* actions of this turn */
};

static double search_value(struct search *s, const xpgn_play *play, struct depth d,
                           struct search_window w);
static double value_of_leaf(struct search *s, const xpgn_play *play);

/* ---- chance ---------------------------------------------------------------------------------- */

/* The sum of the branches so far, and bounds for what the rest can add. */
struct mean {
    double sum, least, most;
};

/* Bounds for the value of a branch. */
struct limits {
    double least, most;
};
static const struct limits anything = {-1, 1};

/* The window for one branch, with the rest at its bounds. */
static struct search_window window_of(struct mean *m, double chance, struct limits l,
                                      struct search_window w) {
    m->least -= chance * l.least;
    m->most -= chance * l.most;
    double low = (w.alpha - m->sum - m->most) / chance;
    double high = (w.beta - m->sum - m->least) / chance;
    return (struct search_window){low < l.least ? l.least : low, high > l.most ? l.most : high};
}

/* Adds a branch; false if the rest no longer matters, and the sum is a bound. */
static bool add_branch(struct mean *m, double chance, double value, struct limits l,
                       struct search_window own) {
    m->sum += chance * value;
    if (value <= own.alpha && own.alpha > l.least)
        m->sum += m->most;
    else if (value >= own.beta && own.beta < l.most)
        m->sum += m->least;
    else
        return true;
    return false;
}

static bool is_my_turn(const struct search *s, const xpgn_play *play) {
    return play->state.position.side_to_move == s->seat;
}

/* Values a branch after an action, in the same turn or the next. */
static double value_after(struct search *s, const xpgn_play *before, const xpgn_play *after,
                          struct depth d, struct search_window w) {
    bool passed = !turn_is_several(after->rs) ||
                  before->state.position.side_to_move != after->state.position.side_to_move;
    if (!passed)
        return search_value(s, after, (struct depth){.turns = d.turns, .made = d.made + 1}, w);
    if (d.turns == 0 && !after->outcome.over) /* the last turn is over */
        return search_value(s, after, (struct depth){.made = MOST_IN_TURN}, w);
    return search_value(s, after, (struct depth){.turns = d.turns - 1}, w);
}

/* The less depth is left, the more is cut off. */
static void likely_first(struct branch *list, unsigned count) {
    for (unsigned i = 1; i < count; i++)
        for (unsigned j = i; j > 0 && list[j].chance > list[j - 1].chance; j--) {
            struct branch other = list[j];
            list[j] = list[j - 1];
            list[j - 1] = other;
        }
}

/* Bounds for a branch after which the turn has passed, by its static value. */
static struct limits glance(struct search *s, const xpgn_play *before, const xpgn_play *after,
                            struct depth d) {
    bool passed = before->state.position.side_to_move != after->state.position.side_to_move;
    if (!s->prunes || d.turns == 0 || d.turns >= s->turns || after->outcome.over || !passed)
        return anything;
    s->nodes++;
    double value = value_of_leaf(s, after), margin = for_depth * d.turns;
    return (struct limits){fmax(value - margin, -1), fmin(value + margin, 1)};
}

/* Fills in the limits of all branches. */
static struct mean glance_at_all(struct search *s, const xpgn_play *play, const struct branch *list,
                                 unsigned count, struct depth d, struct limits *limits) {
    struct mean m = {0, 0, 0};
    for (unsigned i = 0; i < count; i++) {
        limits[i] = glance(s, play, &list[i].play, d);
        m.least += list[i].chance * limits[i].least;
        m.most += list[i].chance * limits[i].most;
    }
    return m;
}

static double value_of_action(struct search *s, const xpgn_play *play, const xpgn_action *a,
                              struct depth d, struct search_window w) {
    struct branch list[MOST_BRANCHES];
    struct limits limits[MOST_BRANCHES];
    unsigned count = branch_action(&s->scale, play, a, list);
    likely_first(list, count);
    struct mean m = glance_at_all(s, play, list, count, d, limits);
    if (m.most <= w.alpha || m.least >= w.beta)
        return m.most <= w.alpha ? m.most : m.least;
    for (unsigned i = 0; i < count; i++) {
        struct search_window own = window_of(&m, list[i].chance, limits[i], w);
        double value = value_after(s, play, &list[i].play, d, own);
        if (!add_branch(&m, list[i].chance, value, limits[i], own))
            break;
    }
    return m.sum;
}

/* Values a turn roll; `l` bounds the value after each face. */
static double value_of_roll(struct search *s, const xpgn_play *play, struct depth d,
                            struct limits l, struct search_window w) {
    unsigned faces = play->rs->die;
    double chance = 1.0 / faces;
    struct mean m = {0, l.least, l.most};
    for (unsigned die = 1; die <= faces; die++) {
        xpgn_play next = *play;
        next.state.turn.roll = (uint8_t)die;
        struct search_window own = window_of(&m, chance, l, w);
        double value = search_value(s, &next, d, own);
        if (!add_branch(&m, chance, value, l, own))
            break;
    }
    return m.sum;
}

static double value_of_end(struct search *s, const xpgn_play *play, struct depth d,
                           struct search_window w) {
    xpgn_play next = *play;
    play_end(&next);
    return value_after(s, play, &next, (struct depth){.turns = d.turns}, w);
}

/* ---- choice ---------------------------------------------------------------------------------- */

/* The best choice for the side to move. */
struct best_choice {
    bool mine, any;
    double best;
    struct search_window w;
};

/* Returns false if the other side would not let it come to this. */
static bool keep_best(struct best_choice *c, double value) {
    if (!c->any || (c->mine ? value > c->best : value < c->best))
        c->best = value;
    c->any = true;
    if (c->mine && value > c->w.alpha)
        c->w.alpha = value;
    if (!c->mine && value < c->w.beta)
        c->w.beta = value;
    return c->w.alpha < c->w.beta;
}

/* True for attacks, promotions and escapes, which can change the material. */
static bool is_sharp(const xpgn_action *a) {
    return action_fights(a) || a->promotion != 0 || a->kind == XPGN_RELEASE;
}

/* True if the turn may go on with an attack: the piece moves next to one of another seat. */
static bool threatens(const xpgn_play *play, const xpgn_action *a) {
    const xpgn_position *p = &play->state.position;
    if (play->rs->turn != TURN_CHOICE || a->kind != XPGN_STEP)
        return false;
    int file = a->to % p->files, rank = a->to / p->files;
    for (int f = file - 1; f <= file + 1; f++)
        for (int r = rank - 1; r <= rank + 1; r++)
            if (f >= 0 && f < p->files && r >= 0 && r < p->ranks &&
                is_enemy(p, (xpgn_square)(r * p->files + f)))
                return true;
    return false;
}

/* ---- in which order -------------------------------------------------------------------------- */

/* Orders sharp actions by their gain, then those that were best elsewhere. */
static float promise_of(const struct search *s, const xpgn_play *play, const xpgn_action *a,
                        unsigned turns) {
    if (action_fights(a))
        return 1 + (float)evaluate_attack(&s->scale, play, a, 0);
    if (is_sharp(a))
        return 1;
    for (unsigned i = 0; i < KILLERS; i++)
        if (action_same(a, &s->killer[turns][i]))
            return 0.95F;
    uint32_t often = s->history[a->piece % 32][a->to % XPGN_MAX_SQUARES];
    return 0.9F * (float)often / (float)(often + 100);
}

static void remember_value(struct search *s, const xpgn_action *a, unsigned turns) {
    xpgn_action *killer = s->killer[turns];
    if (is_sharp(a))
        return;
    s->history[a->piece % 32][a->to % XPGN_MAX_SQUARES] += (turns + 1) * (turns + 1);
    if (action_same(a, &killer[0]))
        return;
    killer[1] = killer[0];
    killer[0] = *a;
}

/* Keeps the actions that are searched here; one teleport represents all. */
static size_t sift(struct search *s, const xpgn_play *play, xpgn_action *list, size_t count,
                   struct depth d, bool sharp_only) {
    float *promise = s->promise + (list - s->stack);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        bool quiet = !is_sharp(&list[i]) && (sharp_only || list[i].kind == XPGN_TELEPORT);
        if (quiet && !threatens(play, &list[i]))
            continue;
        list[kept] = list[i];
        promise[kept] = promise_of(s, play, &list[i], d.turns);
        kept++;
    }
    return kept;
}

/* Brings the most promising of the rest to the front. */
static void bring_best(struct search *s, xpgn_action *list, size_t count) {
    float *promise = s->promise + (list - s->stack);
    size_t best = 0;
    for (size_t i = 1; i < count; i++)
        best = promise[i] > promise[best] ? i : best;
    xpgn_action a = list[best];
    float p = promise[best];
    list[best] = list[0];
    promise[best] = promise[0];
    list[0] = a;
    promise[0] = p;
}

/* Values each action to the end of this turn only; returns how many are searched further. */
static size_t glance_at_actions(struct search *s, const xpgn_play *play, const xpgn_action *list,
                                size_t count, unsigned made) {
    float *promise = s->promise + (list - s->stack);
    unsigned turns = s->turns;
    double sign = is_my_turn(s, play) ? 1 : -1;
    s->turns = 0;
    for (size_t i = 0; i < count && !s->stopped; i++)
        promise[i] = (float)(sign * value_of_action(s, play, &list[i], (struct depth){0, made},
                                                    (struct search_window){-1, 1}));
    s->turns = turns;
    return count < MOST_KEPT ? count : MOST_KEPT;
}

/* Searches the actions; false if no more need be searched. */
static bool take_actions(struct search *s, const xpgn_play *play, struct depth d, bool sharp_only,
                         struct best_choice *c) {
    xpgn_action *list = s->stack + s->top;
    size_t room = SEARCH_STACK - s->top;
    size_t count = movement_actions(play->rs, &play->state, list, room);
    count = sift(s, play, list, count < room ? count : room, d, sharp_only);
    s->top += count;
    size_t kept = count;
    if (s->sharp && s->prunes && d.turns > 0 && count > 1)
        kept = glance_at_actions(s, play, list, count, d.made);
    bool open = true;
    for (size_t i = 0; i < kept && open && !s->stopped; i++) {
        bring_best(s, list + i, count - i);
        open = keep_best(c, value_of_action(s, play, &list[i], d, c->w));
        if (!open)
            remember_value(s, &list[i], d.turns);
    }
    s->top -= count;
    return open;
}

/* ---- positions ------------------------------------------------------------------------------- */

/* At a leaf the side to move may attack once or do nothing. */
static double value_of_leaf(struct search *s, const xpgn_play *play) {
    double value = evaluate(&s->scale, play, s->seat), most = 0;
    bool mine = is_my_turn(s, play);
    if (play->outcome.over || s->top + MOST_ACTIONS > SEARCH_STACK)
        return value;
    xpgn_action *list = s->stack + s->top;
    size_t count = movement_actions(play->rs, &play->state, list, MOST_ACTIONS);
    for (size_t i = 0; i < count && i < MOST_ACTIONS; i++) {
        if (!action_fights(&list[i]))
            continue;
        double gain = evaluate_attack(&s->scale, play, &list[i], mine ? value : -value);
        most = gain > most ? gain : most;
    }
    return mine ? fmin(value + most, 1) : fmax(value - most, -1);
}

/* In a reply nothing must be done: the static value is a bound that no roll makes worse for the
   side to move. */
static bool stay(const struct search *s, const xpgn_play *play, struct best_choice *c,
                 struct limits *l) {
    double value = evaluate(&s->scale, play, s->seat);
    *(c->mine ? &l->least : &l->most) = value;
    return keep_best(c, value);
}

static double search_value(struct search *s, const xpgn_play *play, struct depth d,
                           struct search_window w) {
    struct best_choice c = {.mine = is_my_turn(s, play), .w = w};
    unsigned gone = s->turns - d.turns; /* turns; at the end of the last one, one more */
    if (++s->nodes > s->most)
        s->stopped = true;
    if (play->outcome.over) /* the sooner, the better */
        return evaluate_end(play, s->seat) * (1 - for_turn * (gone > 1 ? gone - 1 : 0));
    if (s->stopped || d.made >= MOST_IN_TURN || s->top + MOST_ACTIONS > SEARCH_STACK)
        return value_of_leaf(s, play);
    if (turn_rolls_actors(play->rs) && turn_must_roll(play->rs, &play->state.turn))
        return value_of_leaf(s, play); /* who may act is not looked at before it is known */
    if (turn_must_roll(play->rs, &play->state.turn))
        return value_of_roll(s, play, d, anything, w);
    bool may_end = turn_is_several(play->rs) && movement_may_end(play->rs, &play->state);
    if (s->sharp && d.made >= FULL_ACTIONS)
        return c.mine && may_end ? value_of_end(s, play, d, w) : evaluate(&s->scale, play, s->seat);
    bool reply = s->sharp && d.turns == 0 && s->turns > 0;
    struct limits l = anything;
    bool open = !reply || stay(s, play, &c, &l);
    open = open && take_actions(s, play, d, reply || d.made >= FULL_ACTIONS, &c);
    bool rolls = d.made < (s->sharp ? 1 : FULL_ACTIONS);
    if (open && rolls && turn_may_roll(play->rs, &play->state.turn))
        open = keep_best(&c, value_of_roll(s, play, d, l, c.w));
    if (open && (may_end || !c.any))
        (void)keep_best(&c, value_of_end(s, play, d, c.w));
    return c.best;
}

/* ---- from outside ---------------------------------------------------------------------------- */

bool search_open(struct search *s) {
    s->stack = calloc(SEARCH_STACK, sizeof *s->stack);
    s->promise = calloc(SEARCH_STACK, sizeof *s->promise);
    s->scale.memo = odds_memo_new();
    return s->stack != NULL && s->promise != NULL && s->scale.memo != NULL;
}

void search_close(struct search *s) {
    free(s->stack);
    free(s->promise);
    odds_memo_free(s->scale.memo);
}

void search_begin(struct search *s, const xpgn_play *play, bool careful, uint64_t most) {
    s->seat = play->state.position.side_to_move;
    s->nodes = 0;
    s->most = most;
    s->stopped = false;
    s->sharp = play->rs->turn == TURN_CHOICE || (careful && turn_is_several(play->rs));
    s->top = 0;
    s->prunes = !careful;
    memset(s->killer, 0, sizeof s->killer);
    memset(s->history, 0, sizeof s->history);
}

size_t search_options(const xpgn_play *play, const xpgn_action *list, size_t count,
                      struct option *out) {
    size_t n = 0;
    for (size_t i = 0; i < count && i < MOST_ACTIONS; i++)
        out[n++] = (struct option){.kind = OPTION_ACTION, .action = list[i], .index = (int)i};
    if (xpgn_play_turn_roll(play) != XPGN_TURN_ROLL_NONE)
        out[n++] = (struct option){.kind = OPTION_ROLL, .index = XPGN_PLAYER_ROLL};
    if (xpgn_play_may_end(play))
        out[n++] = (struct option){.kind = OPTION_END, .index = XPGN_PLAYER_END};
    return n;
}

unsigned search_turns_of_careful(const xpgn_play *play) {
    return xpgn_play_turn_roll(play) == XPGN_TURN_ROLL_NONE;
}

double search_option(struct search *s, const xpgn_play *play, const struct option *option,
                     unsigned turns, double alpha) {
    struct search_window w = {alpha, 1};
    struct depth d = {.turns = turns};
    s->turns = turns;
    if (option->kind == OPTION_ROLL)
        return value_of_roll(s, play, d, anything, w);
    if (option->kind == OPTION_END)
        return value_of_end(s, play, d, w);
    return value_of_action(s, play, &option->action, d, w);
}

double search_branch(struct search *s, const xpgn_play *before, const xpgn_play *after,
                     unsigned turns) {
    s->turns = turns;
    return value_after(s, before, after, (struct depth){.turns = turns},
                       (struct search_window){-1, 1});
}

double search_here(struct search *s, const xpgn_play *play, unsigned turns) {
    s->turns = turns;
    return search_value(s, play, (struct depth){.turns = turns}, (struct search_window){-1, 1});
}
