/* SPDX-License-Identifier: MIT */
/* The same as quick_combat.c for machines with PEXT; compiled like quick_pext.c. */
#include "board/pext.h"

#ifdef __BMI2__
#define QUICK_NAME quick_combat_pext
#define QUICK_CHESS 0
#define QUICK_ROOK pext_rook
#define QUICK_BISHOP pext_bishop
#include "game/quick_combat.h"
#else
#include "game/quick_run.h"

bool quick_combat_pext(struct run *q, const char *p) {
    return quick_combat(q, p);
}
#endif
