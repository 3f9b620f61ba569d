/* SPDX-License-Identifier: MIT */
/*
 * The fast path through a game.  It answers one question: is there nothing to report?  It gives up
 * at anything that is not written as it is exported (a wrong move, another spelling, a roll in a
 * comment), and the walk goes on there or from the last turn before.  Findings are made by the walk
 * only; after one the fast path is tried again.
 */
#ifndef XPGN_GAME_FAST_H
#define XPGN_GAME_FAST_H

#include "play/played.h"
#include "play/turn.h"
#include "text/lex.h"

/* Where the walk can continue: before what the fast path has stopped at or, where the walk has to
   see what follows it, before the last turn of the main line without a fault. */
struct resume {
    bool possible;      /* false: only from the beginning */
    bool in_turn;       /* of several actions, after its number */
    uint32_t plies;     /* turns begun before it */
    size_t left;        /* bytes from there to the end of the text */
    xpgn_slice last;    /* the action before it, of the last turn, without what follows it; empty:
                           there is    none, or the walk reads one before it needs to know */
    struct token token; /* the first that the walk gets, without its offset; TOKEN_END: not known */
};

enum { FAST_DEPTH = 32 }; /* variations; deeper ones are left to the walk */

/* Actions of the main line that dice were thrown for, in their order: their facts but for notation,
   supporters by name, rules and the outcome of the game. */
enum { FAST_THROWS = 4096 }; /* games with more are left to the walk */
struct fast_throw {
    uint32_t ply, number; /* as in xpgn_step */
    uint8_t seat;
    xpgn_facts facts;
};
struct fast_throws {
    struct fast_throw *list[FAST_THROWS]; /* those that were needed once are kept */
    unsigned count;
    bool failed; /* they are not complete */
};
void fast_throws_free(struct fast_throws *t);

struct fast_game {
    bool skip_variations; /* input */
    bool branches;        /* input: a ( stands somewhere in the text */
    bool in_turn;         /* input, of fast_turns: the state is one after the number of a turn */
    uint32_t ahead;       /* input: how much too high move numbers are, modulo 2^32 */
    xpgn_san *san;        /* input: room for one to each byte of the text, or NULL; out: the moves
                                 and what stands beside them (game/beside.h) */
    size_t sans;          /* out: how many */
    played_code *moves;   /* input: room for as many moves as fit into the text, or NULL; out: the
                        moves of the main line, up to `plies` or, of games that it gave up, up
                        to resume.plies.  Of rulesets with FAST_PATH_CHESS only. */
    const struct sieve
        *sieve;           /* input: of these moves only those that pass are wanted; NULL: all */
    uint32_t passed_over; /* out: as many moves at the start as do not, perhaps fewer, */
    xpgn_position passed; /* and, if there are any, the position after them */
    struct fast_throws *throws; /* input: none yet, or NULL; out: all */
    bool plain;           /* input: no instructions that not every machine has (for the tests) */
    struct state state;   /* in: the start; out: after the main line or, if resume.possible, there:
                             judged, as the walk would have it */
    xpgn_outcome outcome; /* out: how the rules ended it */
    uint32_t plies;       /* out: of the main line */
    xpgn_slice result;    /* out: the terminator, in the text */
    uint32_t ply_count;   /* input: of the tag, or UINT32_MAX */
    bool (*visit)(void *data, const xpgn_position *p); /* input, of fast_moves: gets each position
                                                          of the main line, while it returns true;
                                                          or NULL */
    void *visit_data;
    struct resume resume; /* out, of games that it gave up */
    uint8_t last_seat;    /* in, out: of the last turn with an action, and its number */
    uint32_t last_number;
};

/*
 * For rulesets with FAST_PATH_CHESS, which can write SAN as well, and FAST_PATH_COMBAT: the
 * movetext of a game whose tags are read; `result` is the Result tag (data NULL: none).
 * True: the walk would find nothing above XPGN_LINT.  False: it gave up; of the outputs only
 * q->resume is defined.
 */
bool fast_moves(const xpgn_ruleset *rs, xpgn_slice movetext, xpgn_slice result,
                struct fast_game *q);
/* The same for FAST_PATH_TURNS. */
bool fast_turns(const xpgn_ruleset *rs, xpgn_slice movetext, xpgn_slice result,
                struct fast_game *q);

#endif
