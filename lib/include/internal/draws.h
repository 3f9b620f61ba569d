/* SPDX-License-Identifier: MIT */
/* Draws of chess. */
#ifndef XPGN_INTERNAL_DRAWS_H
#define XPGN_INTERNAL_DRAWS_H

#include <xpgn/base.h>

/*
 * Detects the automatic draws of the Laws of Chess (C-3): 75 moves, the fifth occurrence of a
 * position, a dead position. Other games have none.
 */
typedef struct xpgn_draws xpgn_draws;
/* How many occurrences of a position, and how many plies without a capture or pawn move, allow a
   claim (CLAIM) or end the game (DRAW). */
enum { XPGN_CLAIM_TIMES = 3, XPGN_DRAW_TIMES = 5, XPGN_CLAIM_CLOCK = 100, XPGN_DRAW_CLOCK = 150 };
/* True if a game has these draws and claims: it has captures without dice, and ends by mate or
   stalemate. */
bool xpgn_draws_known(const xpgn_ruleset *rs);
xpgn_status xpgn_draws_new(xpgn_draws **out);
void xpgn_draws_free(xpgn_draws *draws);
/* Begins a game. */
void xpgn_draws_begin(xpgn_draws *draws, const xpgn_ruleset *rs);
/* Notes a position that was reached, beginning with the start position, and sets *drawn.
   XPGN_INVALID: no game has begun, or the position is on another board. */
xpgn_status xpgn_draws_note(xpgn_draws *draws, const xpgn_position *p, bool *drawn);

#endif
