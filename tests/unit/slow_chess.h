/* SPDX-License-Identifier: MIT */
/*
 * Chess movement again, slowly and obviously: a board of 64 pieces, rays walked square by square,
 * every action tried on every square.  The fast mechanism is compared with it.
 */
#ifndef XPGN_TESTS_SLOW_CHESS_H
#define XPGN_TESTS_SLOW_CHESS_H

#include "core/game/san.h"

/* Does a piece of that type and seat on `from` attack `to`, whatever stands there? */
bool slow_attacks(const xpgn_piece board[64], unsigned type, unsigned seat, unsigned from,
                  unsigned to);
/* Does any piece of that seat attack the square? */
bool slow_attacked(const xpgn_piece board[64], unsigned seat, unsigned sq);
/* All legal actions, in no particular order. */
size_t slow_actions(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_action *list,
                    size_t capacity);
/* Puts a list into one order, so that two can be compared byte by byte. */
void slow_sort(xpgn_action *list, size_t count);

/* Random numbers that are the same in every run. */
struct dice {
    uint64_t state; /* not 0 */
};
uint64_t dice_next(struct dice *d);
unsigned dice_below(struct dice *d, unsigned limit);

/* A board of random pieces: one king a seat, wounded and held pieces where the game has them,
   pawns on no first rank, castling rights where king and rook happen to stand for them. */
void random_board(struct dice *d, const xpgn_ruleset *rs, xpgn_position *p);
/*
 * Plays one random legal action, an attack in a game of combat with a random end (won, lost,
 * nothing), and passes the turn.  False: there is none, or a king is gone.
 */
bool random_turn(struct dice *d, const xpgn_ruleset *rs, xpgn_position *p);

#endif
