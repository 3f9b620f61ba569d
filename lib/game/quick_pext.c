/* SPDX-License-Identifier: MIT */
/* The fast way through plain chess on machines with PEXT: compiled with -mbmi -mbmi2 where the
   compiler knows them, see cpu_has_pext. */
#include "board/pext.h"

#ifdef __BMI2__
#define QUICK_NAME quick_chess_pext
#define QUICK_CHESS 1
#define QUICK_ROOK pext_rook
#define QUICK_BISHOP pext_bishop
#include "game/quick_moves.h"

bool quick_has_pext(void) {
    return cpu_has_pext();
}
#else
#include "game/quick_run.h"

bool quick_has_pext(void) {
    return false;
}
bool quick_chess_pext(struct run *q, const char *p) {
    return quick_chess(q, p);
}
#endif
