/* SPDX-License-Identifier: MIT */
/*
 * Finished games as servers of dice chess give them out in JSON: one object with `turns`, each with
 * its `dice` and its `moves` as engines name them, and what is known of the game beside it.
 */
#ifndef XPGN_IMPORT_SERVER_GAME_H
#define XPGN_IMPORT_SERVER_GAME_H

#include <xpgn/base.h>

/* True if a file with this beginning can be such a game. */
bool server_game_can_be(xpgn_slice head);
/* Appends the game as a record; adds the number of its turns to *turns. False if it is none:
   nothing is appended then. */
bool server_game_write(xpgn_slice text, xpgn_buffer *out, uint64_t *turns);

#endif
