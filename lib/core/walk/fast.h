/* SPDX-License-Identifier: MIT */
/*
 * The fast path through a game. It answers one question: is there nothing to report? It gives up at
 * anything that is not in export form (a wrong move, another spelling, a roll in a comment), and
 * the walk goes on from there or from the last turn before. Only the walk makes findings; after one
 * the fast path is tried again.
 */
#ifndef XPGN_WALK_FAST_H
#define XPGN_WALK_FAST_H

#include <xpgn/walk.h>

#include "core/play/played.h"
#include "core/play/turn.h"
#include "core/text/lex.h"
#include "internal/action_facts.h"
#include "internal/walk_modes.h"

/* Where the walk can continue: before the token at which the fast path stopped or, if the walk must
   see what precedes it, before the last faultless turn of the main line. */
struct resume {
    bool possible;      /* false: only from the beginning */
    bool in_turn;       /* in a turn of several actions, after its number */
    bool numbered;      /* between a number and its action */
    uint32_t plies;     /* turns begun before it */
    size_t left;        /* bytes from there to the end of the text */
    xpgn_slice last;    /* the last action before it, without what follows the action; empty: there
                           is none, or the walk will read one before it needs this */
    struct token token; /* the first token for the walk, without its offset; TOKEN_END: not known */
};

enum { FAST_DEPTH = 32 }; /* depth of variations; deeper ones are left to the walk */

/* Who sees the actions of the main line that had dice, in order, with the facts that XPGN_THROWS
   has. */
struct fast_watch {
    xpgn_see *see;
    void *data;
    const xpgn_walk *walk;
    xpgn_step step; /* input: of an action; its ply, number, seat and facts are filled in */
};

/* A move of the main line that is about to be made. */
struct fast_told {
    const xpgn_position *before;
    bool check; /* the side to move is in check there */
    xpgn_action action;
    char text[24]; /* the canonical notation without + or # */
};
typedef void fast_tell(void *data, const struct fast_told *move);

struct fast_game {
    bool skip_variations; /* input */
    bool lint;            /* input: also give up at what the walk would report as XPGN_LINT, and
                             with FAST_PATH_CHESS and `moves` only */
    bool branches;        /* input: there is a ( somewhere in the text */
    bool in_turn;         /* input, fast_turns: the state is one after the number of a turn */
    uint32_t ahead;       /* input: by how much move numbers are too high, modulo 2^32 */
    struct xpgn_san *san; /* input: room for one entry per byte of the text, or NULL; out: the
                      moves, with comments, NAGs and variations (core/game/san_extras.h) */
    size_t sans;          /* out: how many */
    played_code *moves;   /* input: room for as many moves as fit into the text, or NULL; out: the
                             moves of the main line, up to `plies` or, if it gave up, up to
                             resume.plies. With FAST_PATH_CHESS only. */
    bool checks;          /* input: note in `moves` which of them give check (PLAYED_CHECKS) */
    const struct sieve *sieve; /* input: only moves that pass it are wanted; NULL: all */
    uint32_t passed_over;      /* out: number of moves at the start that do not pass it, or fewer;
                                  with `lint` of those up to some place on the way */
    xpgn_position passed;      /* out: the position after them, if there are any */
    struct fast_watch *watch;  /* input: NULL: nobody */
    fast_tell *tell;           /* input, with FAST_PATH_CHESS only; or NULL. Moves may be told that
                                  it cannot make: then it gives up. */
    void *tell_data;
    bool plain;           /* input: use only instructions that every machine has (for tests) */
    struct state state;   /* in: the start; out: after the main line or, if resume.possible, at that
                             place, but with `lint` still to be reached by `moves`; judged as the
                             walk would do */
    xpgn_outcome outcome; /* out: how the game ended by the rules */
    uint32_t plies;       /* out: turns of the main line */
    xpgn_slice result;    /* out: the terminator, in the text */
    uint32_t ply_count;   /* input: the tag PlyCount, or UINT32_MAX */
    bool (*visit)(void *data, const xpgn_position *p); /* input, fast_moves: called with each
                                                          position of the main line until it returns
                                                          false; or NULL */
    void *visit_data;
    struct resume resume; /* out, if it gave up */
    uint8_t last_seat;    /* in, out: seat and number of the last turn with an action */
    uint32_t last_number;
};

/*
 * Reads the movetext of a game whose tags have been read, for rulesets with FAST_PATH_CHESS (which
 * can also write SAN) and FAST_PATH_COMBAT. `result` is the Result tag (data NULL: none). True: the
 * walk would find nothing above XPGN_LINT, or with `lint` nothing at all. False: it gave up; only
 * q->resume is defined.
 */
bool fast_moves(const xpgn_ruleset *rs, xpgn_slice movetext, xpgn_slice result,
                struct fast_game *q);
/* The same for FAST_PATH_TURNS. */
bool fast_turns(const xpgn_ruleset *rs, xpgn_slice movetext, xpgn_slice result,
                struct fast_game *q);

#endif
