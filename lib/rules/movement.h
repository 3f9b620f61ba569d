/* SPDX-License-Identifier: MIT */
/*
 * Movement: which actions a position allows.  One small interface, three mechanisms behind it
 * (chess on bit sets; queen lines of exact length; orthogonal steps by speed).
 */
#ifndef XPGN_RULES_MOVEMENT_H
#define XPGN_RULES_MOVEMENT_H

#include "rules/ruleset.h"
#include "text/notation.h"

/* Where a turn of several actions stands. Zero at the start of each turn. */
enum turn_stage {
    STAGE_START, /* nothing done yet */
    STAGE_MOVED, /* CC-5: `actor` moved or teleported and may challenge, or the turn ends */
    STAGE_WON,   /* CC-7: a won challenge: choose again, or stop */
    STAGE_MOVES, /* AS-10: some Moves made, more may follow */
    STAGE_OVER   /* nothing may follow in this turn */
};

struct turn {
    enum turn_stage stage;
    uint8_t roll; /* the turn roll in force: CC-4 distance of the next step, AS-10 die; 0 none */
    xpgn_square actor; /* STAGE_MOVED */
    uint8_t made;      /* AS-10: Moves made */
    bool quiet_broken; /* something in this turn resets the clock (format section 5) */
    uint64_t moved[3]; /* bit per square: its piece came there or made its Move in this turn */
};

static inline bool turn_has_moved(const struct turn *t, xpgn_square sq) {
    return (t->moved[sq >> 6] >> (sq & 63) & 1) != 0;
}
static inline void turn_mark_moved(struct turn *t, xpgn_square sq) {
    t->moved[sq >> 6] |= (uint64_t)1 << (sq & 63);
}

/* A position and where its turn stands: all that an action depends on. */
struct state {
    xpgn_position position;
    struct turn turn;
};

enum { SUGGESTIONS = 4, ACTION_NAME = 24 };

/* Actions by their canonical notations, without + and #. */
struct suggestions {
    unsigned count;
    bool all; /* not that they were near: there are no others */
    char name[SUGGESTIONS][ACTION_NAME];
};

/* AS-10.  Before the die is known a turn is judged as if it allowed a Move: a side that has none is
   defeated before it rolls (AS-9). */
static inline unsigned turn_moves(const xpgn_ruleset *rs, const struct turn *t) {
    if (rs->moves != 0)
        return rs->moves;
    return t->roll == 0 ? t->made + 1u : rs->moves_by_die[t->roll - 1];
}
/* May a turn of several Moves have one more? */
static inline bool turn_may_move(const xpgn_ruleset *rs, const struct turn *t) {
    return t->stage != STAGE_OVER && t->made < turn_moves(rs, t);
}
/* CC-3: a choice is open, at the start and after each won challenge (CC-7). */
static inline bool turn_may_choose(const struct turn *t) {
    return t->stage == STAGE_START || t->stage == STAGE_WON;
}
/* One Move more of several, by the piece that stands on sq then. */
static inline void turn_count(struct turn *t, xpgn_square sq) {
    t->stage = STAGE_MOVES;
    t->made = (uint8_t)(t->made + (t->made < UINT8_MAX)); /* more than are allowed, if that stood */
    turn_mark_moved(t, sq);
}
/* The piece that went there, by a roll or a teleport, may challenge (CC-5). */
static inline void turn_go(struct turn *t, xpgn_square to) {
    t->roll = 0;
    t->stage = STAGE_MOVED;
    t->actor = to;
    turn_mark_moved(t, to);
}
/* What a step to that square by a piece of that type makes of the turn. */
static inline void turn_step(enum turn_kind kind, struct turn *t, unsigned type, xpgn_square to) {
    t->quiet_broken |= type == XPGN_PAWN;
    if (kind == TURN_CHOICE)
        turn_go(t, to);
    else
        turn_count(t, to);
}
/* What a new pawn or the king's escape route makes of it (AS-6, AS-7), by the piece on sq. */
static inline void turn_restore(struct turn *t, xpgn_square sq) {
    t->quiet_broken = true;
    turn_count(t, sq);
}
/* What an attack on that square makes of it: who won a challenge may choose again (CC-7). */
static inline void turn_fight(enum turn_kind kind, struct turn *t, xpgn_square to, bool won) {
    t->quiet_broken = true;
    if (kind == TURN_CHOICE) {
        t->roll = 0;
        t->stage = won ? STAGE_WON : STAGE_OVER;
        t->moved[to >> 6] |= (uint64_t)won << (to & 63); /* nobody can foresee it: no branch */
    } else {
        turn_count(t, to);
    }
}

/* Why no action, in words: the rule it breaks, and a sentence. */
struct refusal {
    const char *rule; /* a rule id, or NULL: use M-01 (not legal) or M-02 (ambiguous) */
    bool ambiguous;
    struct suggestions fits; /* ambiguous: the actions that fit, at most so many */
    char text[160];
};

/*
 * The one legal action that a notation says, in *action.  True: it is the only one.  False: none,
 * or several (then movement_explain says why).  `promotion` of an attack is taken as written, also
 * where it does not arrive in the end.  In CHESS movement a missing or needless `x` is taken (the
 * referee warns) where the ruleset's combat is COMBAT_CAPTURE, and refused elsewhere.
 */
bool movement_resolve(const xpgn_ruleset *rs, const struct state *s, const struct notation *n,
                      xpgn_action *action);
/*
 * Is this action of a piece of the side to move legal?  Its fields are as movement_resolve sets
 * them.  Long notation only: movements that need no search for the piece.
 */
bool movement_legal(const xpgn_ruleset *rs, const struct state *s, const xpgn_action *a);
/* After movement_resolve said no: why not. Slow and thorough. */
void movement_explain(const xpgn_ruleset *rs, const struct state *s, const struct notation *n,
                      struct refusal *why);
/*
 * The legal actions whose notations look most like `written`, the likeliest first: by weighted edit
 * distance, so that neighbouring squares, a missing x and letters of other languages are near.
 * If none is near and only a few are legal at all, these.
 */
void movement_suggest(const xpgn_ruleset *rs, const struct state *s, xpgn_slice written,
                      struct suggestions *out);
/* All legal actions at this point of the turn; returns how many, writes up to capacity. */
size_t movement_actions(const xpgn_ruleset *rs, const struct state *s, xpgn_action *list,
                        size_t capacity);
/* Is there any legal action? Cheaper than the list. */
bool movement_any(const xpgn_ruleset *rs, const struct state *s);
/* Canonical notation without + or #. */
void movement_name(const xpgn_ruleset *rs, const struct state *s, const xpgn_action *a,
                   char text[24]);
/*
 * What a notation says if legality is left aside: the one own piece that it may mean (of several
 * the one that goes there as such a piece does), and where it goes.  For an action that broke the
 * rules and stood.  False: not clear, or nothing that the board could show (a king taken where
 * there is check, an own piece on the square, a castle that moves).
 */
bool movement_force(const xpgn_ruleset *rs, const struct state *s, const struct notation *n,
                    xpgn_action *action);
/* The name of such an action, with its whole from-square: it says the same again. */
void movement_full_name(const xpgn_ruleset *rs, const struct state *s, const xpgn_action *a,
                        char text[24]);
/*
 * Plays the displacement of an action that succeeds: pieces moved, the target taken, promotion or
 * rescue done (held pieces too), castling rights, en passant and clock set.  The turn does not
 * pass. What a combat leaves standing, wounds or imprisons is the referee's part.
 */
void movement_play(const xpgn_ruleset *rs, xpgn_position *p, const xpgn_action *a);
/* Is the king of `seat` attacked (chess movement)? */
bool movement_in_check(const xpgn_ruleset *rs, const xpgn_position *p, unsigned seat);
/* The turn passes to the next seat that is alive; number and, with chess movement, nothing else. */
static inline void position_pass(xpgn_position *p) {
    unsigned turn = p->turn + 1u, seats = p->seats;
    if (seats != 2) { /* as many seats further as are defeated; all the way if nobody is alive */
        unsigned alive = ((unsigned)p->alive | (unsigned)p->alive << seats) >> turn;
        turn += bits_first(alive | 1u << (seats - 1));
    }
    bool round = turn >= seats; /* of two seats also after the end, when one is no more */
    p->number += round & (p->number < INT32_MAX);
    p->turn = (uint8_t)(turn - (seats & (0u - round)));
}

/* The mechanism of chess movement (movement_chess.c), which the dispatcher calls; the others have
   functions of the same form. */
bool chess_resolve(const xpgn_ruleset *rs, const struct state *s, const struct notation *n,
                   xpgn_action *action);
void chess_explain(const xpgn_ruleset *rs, const struct state *s, const struct notation *n,
                   struct refusal *why);
size_t chess_actions(const xpgn_ruleset *rs, const struct state *s, xpgn_action *list,
                     size_t capacity);
bool chess_any(const xpgn_ruleset *rs, const struct state *s);
void chess_name(const xpgn_ruleset *rs, const struct state *s, const xpgn_action *a, char text[24]);
void chess_play(const xpgn_ruleset *rs, xpgn_position *p, const xpgn_action *a);
bool chess_force(const xpgn_ruleset *rs, const struct state *s, const struct notation *n,
                 xpgn_action *action);
void chess_full_name(const xpgn_action *a, char text[24]);

bool line_resolve(const xpgn_ruleset *rs, const struct state *s, const struct notation *n,
                  xpgn_action *action);
bool line_legal(const xpgn_ruleset *rs, const struct state *s, const xpgn_action *a);
void line_explain(const xpgn_ruleset *rs, const struct state *s, const struct notation *n,
                  struct refusal *why);
size_t line_actions(const xpgn_ruleset *rs, const struct state *s, xpgn_action *list,
                    size_t capacity);
bool line_any(const xpgn_ruleset *rs, const struct state *s);
void line_name(const xpgn_ruleset *rs, const struct state *s, const xpgn_action *a, char text[24]);
void line_play(const xpgn_ruleset *rs, xpgn_position *p, const xpgn_action *a);
bool line_force(const xpgn_ruleset *rs, const struct state *s, const struct notation *n,
                xpgn_action *action);

bool ortho_resolve(const xpgn_ruleset *rs, const struct state *s, const struct notation *n,
                   xpgn_action *action);
bool ortho_legal(const xpgn_ruleset *rs, const struct state *s, const xpgn_action *a);
void ortho_explain(const xpgn_ruleset *rs, const struct state *s, const struct notation *n,
                   struct refusal *why);
size_t ortho_actions(const xpgn_ruleset *rs, const struct state *s, xpgn_action *list,
                     size_t capacity);
bool ortho_any(const xpgn_ruleset *rs, const struct state *s);
void ortho_name(const xpgn_ruleset *rs, const struct state *s, const xpgn_action *a, char text[24]);
void ortho_play(const xpgn_ruleset *rs, xpgn_position *p, const xpgn_action *a);
bool ortho_force(const xpgn_ruleset *rs, const struct state *s, const struct notation *n,
                 xpgn_action *action);

#endif
