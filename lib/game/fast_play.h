/* SPDX-License-Identifier: MIT */
/*
 * What both fast readers share: the text, from its first byte to the result that ends it, and an
 * action with its roll in export form, played by the rules as the referee plays it.  Functions that
 * read take the place p in the text and return the place after what they read; NULL: something is
 * not as it is exported, and the walk has to look at it.  Then nothing has been played.
 */
#ifndef XPGN_GAME_FAST_PLAY_H
#define XPGN_GAME_FAST_PLAY_H

#include "game/fast.h"
#include "play/apply.h"
#include "play/attempt.h"
#include "text/lex.h"
#include "text/roll.h"

enum {
    FAST_TAIL = 256, /* the last bytes are read from a copy, so that no load passes the end */
    FAST_NEAR = 64   /* bytes: no mark is kept so near to another, or to the end */
};

/*
 * Marks are places in the main line to which a run can return.  Each is three quarters of the way
 * from the one before to the end of the text, so they are few, and near where what is to be played
 * again when the run fails would be most.  Returns where the next is due, or `stop`.
 */
static inline const char *fast_next_mark(const char *p, const char *stop) {
    return stop - p > 2 * FAST_NEAR ? stop - (stop - p) / 4 : stop;
}

struct fast_play {
    const xpgn_ruleset *rs;
    struct state *state; /* of out */
    struct fast_game *out;
    const char *stop;     /* from here on the text is read from `tail` */
    const char *end;      /* of the text, there or in `tail` */
    const char *pause;    /* tokens from here on are looked at first */
    xpgn_outcome outcome; /* the rules have ended this line */
    xpgn_slice text;      /* the movetext */
    xpgn_slice tag;       /* Result; data NULL: none */
    unsigned marks;       /* kept so far */
    bool stepping;        /* from a mark: turns are noted, to find where the walk can go on */
    bool ended;           /* the terminator was read and is right */
    xpgn_facts facts;     /* of the action at hand */
    char tail[FAST_TAIL];
};

/* [byte]: what a token begins with: a piece type (pawns by their file), or what is here. */
enum { FAST_CASTLING = 8, FAST_SPACE, FAST_DIGIT, FAST_ROLL };
extern const uint8_t fast_class[256];

/* A game, from out->state. */
void fast_begin(struct fast_play *f, const xpgn_ruleset *rs, xpgn_slice text, xpgn_slice tag,
                struct fast_game *out);
/* Its text, or the last `left` bytes of it once more: returns where they begin.  From any place
   before f->stop `margin` bytes can be read. */
const char *fast_text(struct fast_play *f, size_t left, size_t margin);
/* The last bytes go through a copy with room after it: returns where it begins. */
const char *fast_enter_tail(struct fast_play *f, const char *p);
/* The terminator at p, in the main line: sets f->ended if nothing follows it, and it agrees with
   the tag and with the board. */
void fast_finish(struct fast_play *f, const char *p);

/* For those who look where the walk can go on: the place in the text of one perhaps in the tail. */
const char *fast_in_text(const struct fast_play *f, const char *p);
/* Where the turn begins that the move, number or result at p belongs to. */
const char *fast_turn_start(const struct fast_play *f, const char *p);
/* Fills `last`, `left` and `token` of f->out->resume for the token at p, a place in the text.
   False: the walk cannot go on there, for what stands before it is neither an action, with nothing
   but its roll between, nor the start (of comments and the like the walk says more than a fast
   reader has seen). */
bool fast_resume(const struct fast_play *f, const char *p);

/* Keeps the action in f->facts, before it is played: its roll, and `turn_roll`, the die before it
   or 0. */
void fast_throw(struct fast_play *f, uint32_t ply, unsigned turn_roll);

/* How far bytes can be read: in the tail there is room after the end. */
static inline const char *fast_limit(const struct fast_play *f) {
    return f->stop > f->end ? f->stop : f->end;
}
/* The roll of the combat f->facts.action, a legal attack, at its `<`; `supporters` as in
   combat_take.  The facts are as apply_action takes them. */
static inline const char *fast_combat(struct fast_play *f, const char *p, bits supporters) {
    xpgn_roll *roll = &f->facts.roll;
    bool cells = f->rs->removed == REMOVED_PRISONER;
    const char *next = *p == '<' ? roll_scan(p, fast_limit(f), cells, roll) : NULL;
    if (next == NULL || !combat_take(f->rs, &f->state->position, supporters, &f->facts))
        return NULL;
    return roll_confirms(p, next, roll) ? next : NULL;
}
/* The same for a teleport or an escape attempt; whether it succeeds tells attempt_succeeds. */
static inline const char *fast_attempt(struct fast_play *f, const char *p) {
    xpgn_roll *roll = &f->facts.roll;
    bool cells = f->rs->removed == REMOVED_PRISONER; /* none fits, but the branch is predictable */
    const char *next = *p == '<' ? roll_scan(p, fast_limit(f), cells, roll) : NULL;
    if (next == NULL || !attempt_dice_fit(f->rs, roll))
        return NULL;
    attempt_decide(f->rs, &f->state->position, roll->exchange[0].side[0].dice[0], &f->facts);
    f->facts.combat = false;
    return roll_confirms(p, next, roll) ? next : NULL;
}

#endif
