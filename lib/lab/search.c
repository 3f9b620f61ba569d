/* SPDX-License-Identifier: MIT */
/*
 * Expectiminimax with alpha and beta, also across the dice (Ballard's Star1): a way that an action
 * may come out is looked at only as long as the rest could still matter.  With four seats all
 * others are taken to play against the one.
 */
#include "lab/search.h"

/* Actions of one turn that are all looked at; after them only attacks and the end of the turn. */
enum { FULL_ACTIONS = 2, MOST_IN_TURN = 6 };

struct window {
    double alpha, beta;
};

/* Where the search is. */
struct depth {
    unsigned turns; /* how many more are looked at; beyond the last one, how many combats */
    unsigned made;  /* actions of this turn */
    bool beyond;
};

static double value_of(struct search *s, const xpgn_play *play, struct depth d, struct window w);
static double value_of_combats(struct search *s, const xpgn_play *play, unsigned left,
                               struct window w);

/* ---- chance ---------------------------------------------------------------------------------- */

/* The mean of the values of branches so far, and what is left of the probability. */
struct mean {
    double sum, rest;
};

/* What one branch has to be looked at for, if the rest is as bad or as good as it can be. */
static struct window window_of(const struct search *s, const struct mean *m, double chance,
                               struct window w) {
    double most = evaluate_most(&s->scale), rest = (m->rest - chance) * most;
    double low = (w.alpha - m->sum - rest) / chance, high = (w.beta - m->sum + rest) / chance;
    return (struct window){low < -most ? -most : low, high > most ? most : high};
}

/* Adds a branch; false: the rest does not matter any more, and the sum is a bound. */
static bool add_branch(const struct search *s, struct mean *m, double chance, double value,
                       struct window own) {
    double most = evaluate_most(&s->scale);
    m->sum += chance * value;
    m->rest -= chance;
    if (value <= own.alpha && own.alpha > -most)
        m->sum += m->rest * most;
    else if (value >= own.beta && own.beta < most)
        m->sum -= m->rest * most;
    else
        return true;
    return false;
}

static bool is_my_turn(const struct search *s, const xpgn_play *play) {
    return play->state.position.side_to_move == s->seat;
}

/* A branch after an action: has the turn passed? */
static double value_after(struct search *s, const xpgn_play *before, const xpgn_play *after,
                          struct depth d, struct window w) {
    bool passed = after->rs->turn == TURN_ONE_ACTION ||
                  before->state.position.side_to_move != after->state.position.side_to_move;
    if (d.beyond)
        return value_of_combats(s, after, d.turns - 1, w);
    if (!passed)
        return value_of(s, after, (struct depth){.turns = d.turns, .made = d.made + 1}, w);
    if (d.turns == 0 && !after->outcome.over) /* the last turn is over */
        return value_of(s, after, (struct depth){.made = MOST_IN_TURN}, w);
    return value_of(s, after, (struct depth){.turns = d.turns - 1}, w);
}

static double value_of_action(struct search *s, const xpgn_play *play, const xpgn_action *a,
                              struct depth d, struct window w) {
    struct branch list[MOST_BRANCHES];
    unsigned count = branch_action(&s->scale, play, a, list);
    struct mean m = {0, 1};
    for (unsigned i = 0; i < count; i++) {
        struct window own = window_of(s, &m, list[i].chance, w);
        double value = value_after(s, play, &list[i].play, d, own);
        if (!add_branch(s, &m, list[i].chance, value, own))
            break;
    }
    return m.sum;
}

static double value_of_roll(struct search *s, const xpgn_play *play, struct depth d,
                            struct window w) {
    unsigned faces = play->rs->die;
    double chance = 1.0 / faces;
    struct mean m = {0, 1};
    for (unsigned die = 1; die <= faces; die++) {
        xpgn_play next = *play;
        next.state.turn.roll = (uint8_t)die;
        struct window own = window_of(s, &m, chance, w);
        double value = value_of(s, &next, d, own);
        if (!add_branch(s, &m, chance, value, own))
            break;
    }
    return m.sum;
}

static double value_of_end(struct search *s, const xpgn_play *play, struct depth d,
                           struct window w) {
    xpgn_play next = *play;
    play_end(&next);
    return value_after(s, play, &next, (struct depth){.turns = d.turns}, w);
}

/* ---- choice ---------------------------------------------------------------------------------- */

/* The best for whoever's turn it is. */
struct choice {
    bool mine, any;
    double best;
    struct window w;
};

/* Returns false if the other side would not let it come to this. */
static bool take(struct choice *c, double value) {
    if (!c->any || (c->mine ? value > c->best : value < c->best))
        c->best = value;
    c->any = true;
    if (c->mine && value > c->w.alpha)
        c->w.alpha = value;
    if (!c->mine && value < c->w.beta)
        c->w.beta = value;
    return c->w.alpha < c->w.beta;
}

/* An attack, a promotion: what may change what the pieces are worth. */
static bool is_sharp(const xpgn_action *a) {
    return action_fights(a) || a->promotion != 0;
}

/* The turn may go on with an attack: the piece comes to stand next to one of another seat. */
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

/* The listed actions that are looked at here; one teleport stands for all. */
static size_t sift(const xpgn_play *play, xpgn_action *list, size_t count, bool sharp_only) {
    size_t kept = 0;
    for (unsigned pass = 0; pass < 2; pass++) /* sharp ones first */
        for (size_t i = kept; i < count; i++) {
            bool sharp = is_sharp(&list[i]) || threatens(play, &list[i]);
            if ((pass == 0) != sharp || (!sharp && (sharp_only || list[i].kind == XPGN_TELEPORT)))
                continue;
            xpgn_action a = list[i];
            list[i] = list[kept];
            list[kept++] = a;
        }
    return kept;
}

/* Goes through the actions; false: no more need be looked at. */
static bool take_actions(struct search *s, const xpgn_play *play, struct depth d, bool sharp_only,
                         struct choice *c) {
    xpgn_action *list = s->stack + s->top;
    size_t room = SEARCH_STACK - s->top;
    size_t count = movement_actions(play->rs, &play->state, list, room);
    count = sift(play, list, count < room ? count : room, sharp_only);
    s->top += count;
    bool open = true;
    for (size_t i = 0; i < count && open && !s->stopped; i++)
        open = take(c, value_of_action(s, play, &list[i], d, c->w));
    s->top -= count;
    return open;
}

/* Beyond the last turn: combats only, and whoever's turn it is may leave it as it is. */
static double value_of_combats(struct search *s, const xpgn_play *play, unsigned left,
                               struct window w) {
    struct choice c = {.mine = is_my_turn(s, play), .w = w};
    s->nodes++;
    bool open = take(&c, evaluate(&s->scale, play, s->seat));
    if (left > 0 && open && s->top + MOST_ACTIONS <= SEARCH_STACK)
        (void)take_actions(s, play, (struct depth){.turns = left, .beyond = true}, true, &c);
    return c.best;
}

static double value_of(struct search *s, const xpgn_play *play, struct depth d, struct window w) {
    struct choice c = {.mine = is_my_turn(s, play), .w = w};
    if (++s->nodes > s->most)
        s->stopped = true;
    if (play->outcome.over)
        return evaluate_end(&s->scale, play, s->seat);
    if (s->stopped || d.made >= MOST_IN_TURN || s->top + MOST_ACTIONS > SEARCH_STACK)
        return value_of_combats(s, play, play->rs->turn == TURN_ONE_ACTION ? s->quiet : 0, w);
    if (turn_must_roll(play->rs, &play->state.turn))
        return value_of_roll(s, play, d, w);
    bool may_end = play->rs->turn != TURN_ONE_ACTION && turn_may_end(&play->state.turn);
    if (s->sharp && d.made >= FULL_ACTIONS)
        return c.mine && may_end ? value_of_end(s, play, d, w) : evaluate(&s->scale, play, s->seat);
    bool reply = s->sharp && !c.mine;
    bool open = !reply || take(&c, evaluate(&s->scale, play, s->seat));
    open = open && take_actions(s, play, d, reply || d.made >= FULL_ACTIONS, &c);
    bool rolls = s->sharp ? reply && d.made == 0 : d.made < FULL_ACTIONS;
    if (open && rolls && turn_may_roll(play->rs, &play->state.turn))
        open = take(&c, value_of_roll(s, play, d, c.w));
    if (open && (may_end || !c.any))
        (void)take(&c, value_of_end(s, play, d, c.w));
    return c.best;
}

/* ---- from outside ---------------------------------------------------------------------------- */

void search_begin(struct search *s, const xpgn_play *play, bool careful, uint64_t most) {
    s->seat = play->state.position.side_to_move;
    s->nodes = 0;
    s->most = most;
    s->stopped = false;
    s->quiet = careful ? 0 : 1;
    s->sharp = careful && play->rs->turn != TURN_ONE_ACTION;
    s->top = 0;
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
    struct window w = {alpha, evaluate_most(&s->scale)};
    struct depth d = {.turns = turns};
    if (option->kind == OPTION_ROLL)
        return value_of_roll(s, play, d, w);
    if (option->kind == OPTION_END)
        return value_of_end(s, play, d, w);
    return value_of_action(s, play, &option->action, d, w);
}

double search_branch(struct search *s, const xpgn_play *before, const xpgn_play *after,
                     unsigned turns) {
    double most = evaluate_most(&s->scale);
    return value_after(s, before, after, (struct depth){.turns = turns},
                       (struct window){-most, most});
}

double search_here(struct search *s, const xpgn_play *play, unsigned turns) {
    double most = evaluate_most(&s->scale);
    return value_of(s, play, (struct depth){.turns = turns}, (struct window){-most, most});
}
