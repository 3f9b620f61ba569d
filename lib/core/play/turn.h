/* SPDX-License-Identifier: MIT */
/* The progress of a turn, and how each kind of action changes it. */
#ifndef XPGN_PLAY_TURN_H
#define XPGN_PLAY_TURN_H

#include "core/rules/ruleset.h"

/* The stage of a turn of several actions; zero at its start. */
enum turn_stage {
    STAGE_START, /* nothing done yet */
    STAGE_WON,   /* CC-7: a won challenge: choose again, or stop */
    STAGE_MOVED, /* CC-5: `actor` moved or teleported and may challenge, or the turn ends */
    STAGE_MOVES, /* AS-10: some Moves made, more may follow */
    STAGE_OVER   /* no action may follow in this turn */
};

struct turn {
    enum turn_stage stage;
    uint8_t roll; /* the turn roll in force: CC-4 distance of the next step, AS-10 die; 0 none */
    xpgn_square actor; /* STAGE_MOVED */
    uint8_t made;      /* AS-10: Moves made */
    uint8_t passed; /* bit per file: where a pawn made a double step in this turn and stands yet */
    xpgn_turn_dice dice; /* those left of a turn roll that says who may act */
    bool quiet_broken;   /* something in this turn resets the clock (format section 5) */
    uint64_t moved[3];   /* bit per square whose piece came there or made its Move in this turn */
};

static inline bool turn_has_moved(const struct turn *t, xpgn_square sq) {
    return (t->moved[sq >> 6] >> (sq & 63) & 1) != 0;
}
static inline void turn_mark_moved(struct turn *t, xpgn_square sq) {
    t->moved[sq >> 6] |= (uint64_t)1 << (sq & 63);
}

/* A position and the progress of its turn: all that an action depends on. */
struct state {
    xpgn_position position;
    struct turn turn;
};

static inline bool turn_equal(const struct turn *a, const struct turn *b) {
    return a->stage == b->stage && a->roll == b->roll && a->actor == b->actor &&
           a->made == b->made && a->passed == b->passed && a->quiet_broken == b->quiet_broken &&
           memcmp(&a->dice, &b->dice, sizeof a->dice) == 0 &&
           memcmp(a->moved, b->moved, sizeof a->moved) == 0;
}
static inline bool state_equal(const struct state *a, const struct state *b) {
    return a->position.alive == b->position.alive && turn_equal(&a->turn, &b->turn) &&
           position_equal(&a->position, &b->position);
}

/* AS-10: the Moves that the turn allows. Before the die is known a Move counts as allowed, since a
   side without one is defeated before it rolls (AS-9). */
static inline unsigned turn_moves(const xpgn_ruleset *rs, const struct turn *t) {
    if (rs->moves != 0)
        return rs->moves;
    return t->roll == 0 ? t->made + 1u : rs->moves_by_die[t->roll - 1];
}
/* True if a turn of several Moves may have one more. */
static inline bool turn_may_move(const xpgn_ruleset *rs, const struct turn *t) {
    return t->stage != STAGE_OVER && t->made < turn_moves(rs, t);
}
/* CC-3: true if the player may choose what to do: at the start and after each won challenge
   (CC-7). */
static inline bool turn_may_choose(const struct turn *t) {
    return t->stage <= STAGE_WON;
}
/* True if a turn roll has been made and its action is still to come. */
static inline bool turn_is_rolled(const struct turn *t) {
    return t->roll != 0 && turn_may_choose(t);
}
/* True if the turn must begin with dice that have not been rolled yet (AS-10, DT-2). */
static inline bool turn_must_roll(const xpgn_ruleset *rs, const struct turn *t) {
    if (t->stage != STAGE_START || t->roll != 0)
        return false;
    return turn_rolls_actors(rs) ? t->dice.count == 0
                                 : rs->turn == TURN_SEVERAL_MOVES && rs->moves == 0;
}
/* Enters a turn roll that has as many dice as are due, with faces of the die. */
static inline void turn_roll(const xpgn_ruleset *rs, struct turn *t, xpgn_turn_dice dice) {
    if (turn_rolls_actors(rs))
        t->dice = dice;
    else
        t->roll = dice.die[0];
}
/* The roll that was made for the action to come. */
static inline xpgn_turn_dice turn_rolled(const struct turn *t) {
    xpgn_turn_dice one = {t->roll != 0, {t->roll}};
    return !turn_may_choose(t) ? (xpgn_turn_dice){0} : t->dice.count > 0 ? t->dice : one;
}
/* CC-4: true if a die may be rolled for a step. */
static inline bool turn_may_roll(const xpgn_ruleset *rs, const struct turn *t) {
    return rs->turn == TURN_CHOICE && t->roll == 0 && turn_may_choose(t);
}
/* True if a turn of several actions may end here. */
static inline bool turn_may_end(const struct turn *t) {
    return t->stage != STAGE_START && !turn_is_rolled(t);
}
/* Counts a Move, made by the piece that is on sq afterwards. */
static inline void turn_count(struct turn *t, xpgn_square sq) {
    t->stage = STAGE_MOVES;
    t->made = (uint8_t)(t->made + (t->made < UINT8_MAX)); /* it may exceed the limit if an illegal
                                                             Move stood */
    turn_mark_moved(t, sq);
}
/* After a step by a turn roll or a teleport, the piece on `to` may challenge (CC-5). */
static inline void turn_go(struct turn *t, xpgn_square to) {
    t->roll = 0;
    t->stage = STAGE_MOVED;
    t->actor = to;
    turn_mark_moved(t, to);
}
/* Updates the turn after a step to that square by a piece of that type. */
static inline void turn_step(enum turn_kind kind, struct turn *t, unsigned type, xpgn_square to) {
    t->quiet_broken |= type == XPGN_PAWN;
    if (kind == TURN_CHOICE)
        turn_go(t, to);
    else
        turn_count(t, to);
}
/* Updates the turn after an attack on that square: the winner of a challenge may choose again
   (CC-7). */
static inline void turn_fight(enum turn_kind kind, struct turn *t, xpgn_square to, bool won) {
    if (kind == TURN_CHOICE) {
        t->roll = 0;
        t->stage = won ? STAGE_WON : STAGE_OVER;
        t->moved[to >> 6] |= (uint64_t)won << (to & 63); /* unpredictable: branch-free */
    } else {
        turn_count(t, to);
    }
}

/* Passes the turn to the next seat that is alive, and advances the move number. */
static inline void position_pass(xpgn_position *p) {
    unsigned turn = p->side_to_move + 1u, seats = p->seats;
    if (seats != 2) { /* skips defeated seats; goes all the way round if nobody is alive */
        unsigned alive = ((unsigned)p->alive | (unsigned)p->alive << seats) >> turn;
        turn += bits_first(alive | 1u << (seats - 1));
    }
    bool round = turn >= seats; /* with two seats also after the end, when one is defeated */
    p->number += round & (p->number < INT32_MAX);
    p->side_to_move = (uint8_t)(turn - (seats & (0u - round)));
}

#endif
