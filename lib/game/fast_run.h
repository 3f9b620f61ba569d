/* SPDX-License-Identifier: MIT */
/*
 * The run of the fast path through one game with chess movement.  Moves are read and played in
 * fast_chess.inc, everything else in fast_token.c.
 *
 * Functions that read text take the place p and return the place after what they read, or NULL: the
 * walk has to look at it, and what has been changed does not count.  From p up to run.stop at least
 * FAST_MARGIN bytes can be read.
 */
#ifndef XPGN_GAME_FAST_RUN_H
#define XPGN_GAME_FAST_RUN_H

#include "game/fast_play.h"
#include "play/chess.h"

enum {
    FAST_MARGIN = 64, /* a move number, a space and sixteen bytes of a word; a roll */
};

/* What the moves are read for. */
enum fast_mode {
    FAST_CHESS,  /* captures only, and no king may be left attacked (C-2) */
    FAST_SAN,    /* the same, and the canonical notation of every move is kept */
    FAST_LINE,   /* the same, and every move of the main line is kept */
    FAST_COMBAT, /* captures are fought */
};

/* A line of play that a variation interrupts. */
struct fast_line {
    xpgn_position position, before;
    xpgn_outcome outcome;
};

/* A place in the main line to which the run can return. */
struct fast_mark {
    struct fast_line line;
    uint8_t seen;
    size_t left; /* bytes from there to the end of the text */
};

/* A turn in the main line at which the walk can go on. */
struct fast_turn {
    bool possible;
    xpgn_position position; /* before it */
    uint32_t plies;         /* fast_plies then */
    size_t left;            /* bytes from there to the end of the text */
};

enum { SEEN_MOVE = 1, AFTER_MOVE = 2 }; /* one stands in this line; NAGs may follow */

struct run {
    struct fast_play play;
    enum fast_mode mode;
    xpgn_position *pos; /* of play.state; type[0] is scratch */
    uint8_t seen;       /* SEEN_MOVE, AFTER_MOVE */
    bool checks;        /* FAST_LINE: PLAYED_CHECKS is wanted */
    bool branches;      /* variations may follow: `before` is kept */
    xpgn_san *san;      /* FAST_SAN: the next one */
    played_code *moves; /* FAST_LINE: by ply from `base` on */
    uint32_t base;      /* fast_plies at the start */
    unsigned depth;
    bits rights;  /* chess_rights of *pos */
    bits watched; /* squares that a move is prepared for: `rights`, or all if `branches` */
    uint64_t number, number_mask; /* the move number and a dot as ASCII, first digit lowest */
    uint64_t number_one;          /* added for the next number, number_left times */
    unsigned number_size, number_left;
    xpgn_position before; /* before the newest move, if `branches` */
    const char *unplayed; /* the move, number or result at which the run has stopped, if *pos is as
                             it was before it; else NULL */
    struct fast_line stack[FAST_DEPTH];
    struct fast_mark mark[2]; /* the newest is the one before play.marks, even or odd */
    struct fast_turn here[2]; /* [now]: before the token at hand; the other: before the last turn */
    unsigned now;
    bool marked;   /* the move at hand has + or # */
    uint32_t last; /* stepping: fast_plies where the run before has failed, perhaps after a move */
};

/* The movetext from p on.  True: it is as it is exported, up to the terminator.  fast_chess_pext is
   for machines with PEXT (cpu_has_pext) and compiled for these. */
bool fast_chess(struct run *q, const char *p);
bool fast_chess_pext(struct run *q, const char *p);

/* Before a token at or past q->play.pause: a mark is due, a turn is noted, or the tail begins. */
const char *fast_pause(struct run *q, const char *p);
/* Comments, variations, NAGs, marks, the result *. */
const char *fast_other(struct run *q, const char *p);
/* FAST_SAN: keeps what stands beside the moves from p up to `next`, perhaps with a space. */
void fast_keep_beside(struct run *q, const char *p, const char *next);
/* The terminator.  Always NULL. */
const char *fast_end(struct run *q, const char *p);
/* What follows from the position: after any change but a plain move. */
void fast_settle(struct run *q);
/* The move number has a new last digit but one, every ten moves. */
void fast_carry(struct run *q);
/* Turns since move 0. */
static inline uint32_t fast_plies(const struct run *q) {
    return q->pos->number * 2 + q->pos->side_to_move;
}

/* The turn passes from `us`; the clock has been seen to.  `p` is q->pos: what is written to it
   could change q for all that a compiler knows. */
ALWAYS_INLINE void fast_pass(struct run *q, xpgn_position *p, unsigned us) {
    p->side_to_move = (uint8_t)(us ^ 1);
    q->seen = SEEN_MOVE | AFTER_MOVE;
    if (us == 0)
        return;
    p->number++;
    if (q->number_left-- != 0)
        q->number += q->number_one;
    else
        fast_carry(q);
}

/* After any loss of castling rights. */
static inline void fast_watch(struct run *q) {
    q->watched = q->rights | (0 - (bits)q->branches);
}

/* Keeps a move of the main line that is about to be made (FAST_LINE). */
ALWAYS_INLINE void fast_keep(struct run *q, played_code move) {
    if (q->depth == 0)
        q->moves[fast_plies(q) - q->base] = move;
}
/* And, after it is made, whether it gives check. */
ALWAYS_INLINE void fast_keep_check(struct run *q) {
    if (q->checks && q->depth == 0 && chess_in_check(q->pos, q->pos->side_to_move))
        q->moves[fast_plies(q) - q->base - 1] |= PLAYED_CHECKS << PLAYED_MORE;
}

#endif
