/* SPDX-License-Identifier: MIT */
/*
 * The games in which dice say who may act, and those without check in which dice decide what an
 * attack does, again, slowly and obviously: a board of 64 letters, every sequence of actions of a
 * turn played out, nothing remembered.  core/play/ is compared with it.
 */
#ifndef XPGN_TESTS_SLOW_DICE_H
#define XPGN_TESTS_SLOW_DICE_H

#include <stdbool.h>
#include <stddef.h>

/* Those from SLOW_PAIR on have check. */
enum slow_game { SLOW_THREE, SLOW_STRICT, SLOW_ONE, SLOW_FOUGHT, SLOW_PAIR, SLOW_RECKLESS };
enum { SLOW_MOVES = 1024 };

/* The board, a1 first: "PNBRQK" of White, "pnbrqk" of Black, '.' empty. */
struct slow_board {
    char at[64];
    bool white;        /* to move */
    bool castle[2][2]; /* [0 White][0 king's side]: may castle */
    bool passed[8];    /* by file: the other side's pawn that stands where its double step ended */
    bool stepped[8];   /* the same of this side's pawns in this turn */
    char dice[3];      /* letters of pieces, "NPR"; dice that were spent are ' ' */
    int squares;       /* SLOW_RECKLESS: how far a piece may go */
};

struct slow_move {
    int from, to;
    char becomes; /* a capital letter; 0: no promotion */
};

void slow_board_begin(struct slow_board *b);
/* The moves that the rules allow now, with the dice of the board; returns how many. */
size_t slow_board_moves(enum slow_game game, const struct slow_board *b,
                        struct slow_move list[SLOW_MOVES]);
/* Plays a move, an attack as if it were won; true if it captured the king. */
bool slow_board_play(enum slow_game game, struct slow_board *b, const struct slow_move *m);
/* What the move attacks, a letter; '.': nothing. */
char slow_board_attacked(const struct slow_board *b, const struct slow_move *m);
/* Plays an attack by which the attacker is removed. */
void slow_board_lose(struct slow_board *b, const struct slow_move *m);
/* Passes the turn to the other side. */
void slow_board_pass(struct slow_board *b);
/* True if the side to move is attacked. */
bool slow_board_check(const struct slow_board *b);

#endif
