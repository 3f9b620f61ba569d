/* SPDX-License-Identifier: MIT */
/* The fast way where captures are fought, on any machine. */
#define QUICK_NAME quick_combat
#define QUICK_CHESS 0
#define QUICK_ROOK rook_attacks
#define QUICK_BISHOP bishop_attacks
#include "game/quick_combat.h"
