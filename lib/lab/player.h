/* SPDX-License-Identifier: MIT */
/* What is asked of a player by others than games. */
#ifndef XPGN_LAB_PLAYER_H
#define XPGN_LAB_PLAYER_H

#include <xpgn.h>

/* How many nodes it may look at for a decision; UINT64_MAX: it looks as far as it always does. */
uint64_t player_nodes(const xpgn_player *player);

#endif
