/* SPDX-License-Identifier: MIT */
/* Random records of plain chess with all that people write into them, and random damage to them. */
#ifndef XPGN_TESTS_SLOW_GAMES_H
#define XPGN_TESTS_SLOW_GAMES_H

#include "slow_chess.h"

/* Appends one random legal game of plain chess as a careless but honest program may write it:
   comments, NAGs, variations in variations, clocks, long forms, CRLF, odd spacing. */
void random_game(struct dice *d, const xpgn_ruleset *chess, xpgn_buffer *b);
/* Changes, deletes, inserts, doubles or exchanges a few bytes; `b` never grows without bound. */
void random_damage(struct dice *d, xpgn_buffer *b);

#endif
