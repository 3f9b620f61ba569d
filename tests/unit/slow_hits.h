/* SPDX-License-Identifier: MIT */
/*
 * The games with hit points again, slowly and obviously: a board of 64 letters with the points of
 * each piece, every outcome played out on a copy.  core/play/ is compared with it.
 */
#ifndef XPGN_TESTS_SLOW_HITS_H
#define XPGN_TESTS_SLOW_HITS_H

#include "slow_dice.h"

/* Hit Points Chess, which has check; Chess to the Death; Chess or Die Trying. */
enum slow_hits_game { SLOW_HIT_POINTS, SLOW_DEATH, SLOW_DIE_TRYING };

struct slow_hits {
    struct slow_board board;
    int left[64]; /* hit points of the piece on each square */
};

/* What an exchange does: to the attacker, to the defender. */
struct slow_exchange {
    int lost[2];
    bool removed[2];
};

void slow_hits_begin(enum slow_hits_game game, struct slow_hits *s);
/* The points that a piece, a letter of any case, has at first. */
int slow_hits_full(enum slow_hits_game game, char piece);
/* The moves that the rules allow now; of an attack with dice as if it were won, of one that
   certainly fails without a promotion. */
size_t slow_hits_moves(enum slow_hits_game game, const struct slow_hits *s,
                       struct slow_move list[SLOW_MOVES]);
/* The square of the piece that a move attacks, or -1. */
int slow_hits_target(const struct slow_hits *s, const struct slow_move *m);
/* An exchange of the piece `attacker` between two with these points left; `dice` decide it
   in SLOW_DIE_TRYING. */
struct slow_exchange slow_hits_exchange(enum slow_hits_game game, char attacker, const int left[2],
                                        const int dice[2]);
/* Plays a move; an attack with what its exchanges do together.  True if a king falls. */
bool slow_hits_play(enum slow_hits_game game, struct slow_hits *s, const struct slow_move *m,
                    const struct slow_exchange *all);
/* True if the side to move is in check. */
bool slow_hits_check(const struct slow_hits *s);

#endif
