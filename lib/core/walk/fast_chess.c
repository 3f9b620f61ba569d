/* SPDX-License-Identifier: MIT */
/* The fast path through games with chess movement, for any machine. */
#define FAST_NAME fast_chess
#include <xpgn/walk.h>

#include "core/walk/fast_chess.inc"
