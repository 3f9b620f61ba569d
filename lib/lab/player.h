/* SPDX-License-Identifier: MIT */
/* Queries about a player. */
#ifndef XPGN_LAB_PLAYER_H
#define XPGN_LAB_PLAYER_H

#include "internal/chance.h"

/* The number of nodes that it may search per decision; UINT64_MAX: its depth is fixed. */
uint64_t player_nodes(const xpgn_player *player);

#endif
