/* SPDX-License-Identifier: MIT */
/* fast_chess for machines with PEXT: compiled with PEXT_FLAGS if the compiler supports them. */
#ifdef __BMI2__
#define XPGN_PEXT 1
#define FAST_NAME fast_chess_pext
#include <xpgn/walk.h>

#include "core/walk/fast_chess.inc"
#else
#include "core/walk/fast_run.h"

bool fast_chess_pext(struct run *q, const char *p) {
    return fast_chess(q, p);
}
#endif
