/* SPDX-License-Identifier: MIT */
/*
 * The run of the fast path through one game with chess movement.  Moves are read and played in
 * fast_chess.inc, everything else in fast_token.c.
 *
 * Functions that read text take the place p and return the place after what they read, or NULL: the
 * walk must look at it, and changes made so far are void. From p up to run.stop at least
 * FAST_MARGIN bytes can be read.
 */
#ifndef XPGN_WALK_FAST_RUN_H
#define XPGN_WALK_FAST_RUN_H

#include "core/play/chess.h"
#include "core/play/chess_draws.h"
#include "core/walk/fast_play.h"

enum {
    FAST_MARGIN = 64, /* a move number, a space and sixteen bytes of a word; a roll */
};

/* What the moves are needed for. */
enum fast_mode {
    FAST_CHESS,  /* captures only, and no king may be left attacked (C-2) */
    FAST_SAN,    /* the same, and the canonical notation of every move is kept */
    FAST_TOLD,   /* the same, and every move of the main line is told with it */
    FAST_LINE,   /* as FAST_CHESS, and every move of the main line is kept */
    FAST_LINT,   /* as FAST_LINE, and every move is in export form, with its mark */
    FAST_COMBAT, /* attacks are combats */
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
    uint32_t plies;         /* fast_plies before it */
    size_t left;            /* bytes from there to the end of the text */
};

enum { SEEN_MOVE = 1, AFTER_MOVE = 2 }; /* the line has a move; NAGs may follow here */

struct run {
    struct fast_play play;
    enum fast_mode mode;
    xpgn_position *pos;        /* of play.state; type[0] is scratch */
    uint8_t seen;              /* SEEN_MOVE, AFTER_MOVE */
    bool checks;               /* FAST_LINE: set PLAYED_CHECKS */
    bool branches;             /* variations may follow: `before` is kept */
    struct xpgn_san *san;      /* FAST_SAN: the next one */
    struct xpgn_san *checking; /* the newest move with a mark; NULL: there is none; */
    uint32_t checked;          /* fast_plies after it */
    played_code *move;         /* FAST_LINE, FAST_LINT: the next one */
    uint32_t base;             /* fast_plies at the start */
    unsigned depth;
    bits rights;  /* chess_rights of *pos */
    bits watched; /* squares that a move is prepared for: `rights`, or all if `branches` */
    uint64_t number, number_mask; /* the move number and a dot as ASCII, the first digit in the
                                     lowest byte */
    uint64_t number_one;          /* added for the next number, number_left times */
    unsigned number_size, number_left;
    xpgn_position before; /* before the newest move, if `branches` */
    const char *unplayed; /* the move, number or result at which the run stopped, if *pos is still
                             the position before it; else NULL */
    struct fast_line stack[FAST_DEPTH];
    struct fast_mark mark[2]; /* a ring of two; the newest is mark[(play.marks - 1) % 2] */
    struct fast_turn here[2]; /* [now]: before the current token; the other: before the last turn */
    unsigned now;
    bool marked;      /* the current move has + or # */
    bool draws;       /* FAST_LINT: automatic draws are known */
    bool drawn;       /* the main line may have reached one */
    bool faulty;      /* the last move was made, but has a wrong mark; `unplayed` is that move */
    const char *plus; /* the newest move, if it has a + that is right unless it is mate, which the
                         next move excludes; else NULL */
    struct draw_signs signs;
    uint32_t last; /* stepping: fast_plies where the previous run failed, perhaps after a move */
};

/* Reads the movetext from p on. True if it is in export form up to the terminator. fast_chess_pext
   requires PEXT (cpu_has_pext). */
bool fast_chess(struct run *q, const char *p);
bool fast_chess_pext(struct run *q, const char *p);

/* Called before a token at or past q->play.pause: sets a mark, notes a turn, or enters the tail. */
const char *fast_pause(struct run *q, const char *p);
/* Reads comments, variations, NAGs, marks, and the result *. */
const char *fast_other(struct run *q, const char *p);
/* FAST_SAN: keeps the comments, NAGs and variations from p up to `next`. */
void fast_keep_beside(struct run *q, const char *p, const char *next);
/* Reads the terminator. Always returns NULL. */
const char *fast_end(struct run *q, const char *p);
/* Updates what is derived from the position, after any change other than a plain move. */
void fast_settle(struct run *q);
/* Updates the digits of the move number before the last, every ten moves. */
void fast_carry(struct run *q);
/* The number of turns since move 0. */
static inline uint32_t fast_plies(const struct run *q) {
    return q->pos->number * 2 + q->pos->side_to_move;
}

/* Passes the turn from `us`; the clock has been updated. `p` is q->pos, passed separately because
   the compiler must assume that stores through q->pos change q. */
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

/* Call it after any loss of castling rights. */
static inline void fast_watch(struct run *q) {
    q->watched = q->rights | (0 - (bits)q->branches);
}

/* True if every move of the main line is kept. */
ALWAYS_INLINE bool fast_keeps(enum fast_mode mode) {
    return mode == FAST_LINE || mode == FAST_LINT;
}
/* Keeps a move of the main line that is about to be made. */
ALWAYS_INLINE void fast_keep(struct run *q, played_code move) {
    if (q->depth == 0)
        *q->move++ = move;
}
/* Notes, after it is made, whether it gives check. */
ALWAYS_INLINE void fast_keep_check(struct run *q) {
    if (q->checks && q->depth == 0 && chess_in_check(q->pos, q->pos->side_to_move))
        q->move[-1] |= PLAYED_CHECKS << PLAYED_MORE;
}

#endif
