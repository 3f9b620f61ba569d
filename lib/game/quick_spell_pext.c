/* SPDX-License-Identifier: MIT */
/* The same as quick_spell.c for machines with PEXT; compiled like quick_pext.c. */
#include "board/pext.h"

#ifdef __BMI2__
#define QUICK_NAME quick_spell_pext
#define QUICK_CHESS 1
#define QUICK_SPELL 1
#define QUICK_ROOK pext_rook
#define QUICK_BISHOP pext_bishop
#include "game/quick_spell.h"
#else
#include "game/quick_run.h"

bool quick_spell_pext(struct run *q, const char *p) {
    return quick_spell(q, p);
}
#endif
