/* SPDX-License-Identifier: MIT */
/*
 * Shared by both fast readers: the text from its first byte to the result that ends it, and playing
 * an action with its roll in export form, as the referee does. Functions that read take the place p
 * in the text and return the place after what they read; NULL if something is not in export form
 * and the walk must look at it. Then nothing has been played.
 */
#ifndef XPGN_WALK_FAST_PLAY_H
#define XPGN_WALK_FAST_PLAY_H

#include "core/play/apply.h"
#include "core/play/attempt.h"
#include "core/text/lex.h"
#include "core/text/roll_text.h"
#include "core/walk/fast.h"
#include "internal/action_facts.h"

enum {
    FAST_TAIL = 256, /* the last bytes are read from a copy, so that no load goes beyond the end */
    FAST_NEAR = 64   /* bytes: marks are at least this far from each other and from the end */
};

/*
 * Marks are places in the main line to which a run can return. Each is three quarters of the way
 * from the one before to the end of the text, so they are few, and densest where most would have to
 * be replayed if the run fails. Returns where the next is due, or `stop`.
 */
static inline const char *fast_next_mark(const char *p, const char *stop) {
    return stop - p > 2 * FAST_NEAR ? stop - (stop - p) / 4 : stop;
}

struct fast_play {
    const xpgn_ruleset *rs;
    struct state *state; /* the one in `out` */
    struct fast_game *out;
    const char *stop;     /* the text from here on is read from `tail` */
    const char *end;      /* end of the text, or of its copy in `tail` */
    const char *pause;    /* tokens from here on go through fast_pause or pause_at */
    xpgn_outcome outcome; /* how this line ended by the rules */
    xpgn_slice text;      /* the movetext */
    xpgn_slice tag;       /* Result; data NULL: none */
    unsigned marks;       /* kept so far */
    bool stepping;        /* running from a mark: turns are noted, to find where the walk can go
                             on */
    bool ended;           /* the terminator was read and is right */
    xpgn_facts facts;     /* of the current action */
    char tail[FAST_TAIL];
};

/* [byte]: the kind of a token by its first byte: a piece type (pawns by their file), or one of
   these. */
enum { FAST_CASTLING = 8, FAST_SPACE, FAST_DIGIT, FAST_ROLL };
extern const uint8_t fast_class[256];

/* Begins a game at out->state. */
void fast_begin(struct fast_play *f, const xpgn_ruleset *rs, xpgn_slice text, xpgn_slice tag,
                struct fast_game *out);
/* Begins reading the last `left` bytes of the text and returns where they begin. From any place
   before f->stop `margin` bytes can be read. */
const char *fast_text(struct fast_play *f, size_t left, size_t margin);
/* Continues in a copy of the last bytes, with room after it; returns where it begins. */
const char *fast_enter_tail(struct fast_play *f, const char *p);
/* Reads the terminator at p, in the main line: sets f->ended if nothing follows it and it agrees
   with the tag and the board. */
void fast_finish(struct fast_play *f, const char *p);

/* The place in the text that corresponds to p, which may be in the tail. */
const char *fast_in_text(const struct fast_play *f, const char *p);
/* The beginning of the turn that the move, number or result at p belongs to. */
const char *fast_turn_start(const struct fast_play *f, const char *p);
/* Fills `last`, `left`, `token` and `numbered` of f->out->resume for the token at p, a place in the
   text, which the right number at `turn` may precede; else that is p. False
   if the walk cannot go on there, because it is preceded neither by an action (with nothing but its
   roll between) nor by the start: about comments and the like the walk may report more than a fast
   reader has seen. */
bool fast_resume(const struct fast_play *f, const char *turn, const char *p);

/* Shows the action in f->facts, before it is played, with its roll and `turn_roll`, the die before
   it or 0. */
void fast_throw(struct fast_play *f, uint32_t ply, unsigned turn_roll);

/* The end of the readable bytes; the tail has room after the end of the text. */
static inline const char *fast_limit(const struct fast_play *f) {
    return f->stop > f->end ? f->stop : f->end;
}
/* Reads the roll, at its `<`, of the combat f->facts.action, a legal attack; `supporters` as in
   combat_take. Sets the facts for apply_action. */
static inline const char *fast_combat(struct fast_play *f, const char *p, bits supporters) {
    xpgn_roll *roll = &f->facts.roll;
    bool cells = f->rs->removed == REMOVED_PRISONER;
    const char *next = *p == '<' ? roll_scan(p, fast_limit(f), cells, roll) : NULL;
    if (next == NULL || !combat_take(f->rs, &f->state->position, supporters, &f->facts))
        return NULL;
    return roll_confirms(p, next, roll) ? next : NULL;
}
/* The same for a teleport or an escape attempt; attempt_succeeds tells whether it succeeds. */
static inline const char *fast_attempt(struct fast_play *f, const char *p) {
    xpgn_roll *roll = &f->facts.roll;
    bool cells = f->rs->removed == REMOVED_PRISONER; /* none of these rolls has a cell, but the
                                                        branch is predictable */
    const char *next = *p == '<' ? roll_scan(p, fast_limit(f), cells, roll) : NULL;
    if (next == NULL || !attempt_dice_fit(f->rs, roll))
        return NULL;
    attempt_decide(f->rs, &f->state->position, roll->exchange[0].side[0].dice[0], &f->facts);
    f->facts.combat = false;
    return roll_confirms(p, next, roll) ? next : NULL;
}

#endif
