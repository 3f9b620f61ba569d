/* SPDX-License-Identifier: MIT */
/* Random records of games with chess movement in which captures are fought, as they are exported.
 */
#ifndef XPGN_TESTS_FOUGHT_GAMES_H
#define XPGN_TESTS_FOUGHT_GAMES_H

#include "slow_chess.h"

/* Appends one random legal game, played by the referee, with its tags; some forget the # of their
   end.  Returns the number of fights in it. */
unsigned fought_game(struct dice *d, const xpgn_ruleset *rs, const char *options, xpgn_buffer *b);

#endif
