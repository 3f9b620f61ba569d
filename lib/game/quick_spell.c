/* SPDX-License-Identifier: MIT */
/* The fast way through plain chess for writers, on any machine. */
#define QUICK_NAME quick_spell
#define QUICK_CHESS 1
#define QUICK_SPELL 1
#define QUICK_ROOK rook_attacks
#define QUICK_BISHOP bishop_attacks
#include "game/quick_spell.h"
