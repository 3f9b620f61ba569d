/* SPDX-License-Identifier: MIT */
/*
 * Sliding attacks by the instructions PEXT and PDEP of x86-64 (BMI2). The occupied squares of a
 * piece's lines are the index of its attack set, which is stored compressed to the bits of those
 * lines: two bytes a set, 215 KB in all. The tables are generated when the library is built
 * (lib/gen/pext.c). Files that use them are compiled with BMI2 and called only if cpu_has_pext().
 */
#ifndef XPGN_BOARD_PEXT_H
#define XPGN_BOARD_PEXT_H

#include "core/base/cpu.h"
#include "core/board/bitboard.h"

enum { PEXT_SETS = 102400 + 5248 };

struct pext_tables {
    bits rook_inner[64], rook_rays[64]; /* lines without and with their last squares */
    bits bishop_inner[64], bishop_rays[64];
    uint32_t rook_start[64], bishop_start[64]; /* index of a square's first set */
    uint16_t set[PEXT_SETS];
};
extern const struct pext_tables pext;

#ifdef __BMI2__
#include <immintrin.h>

static inline bits pext_rook(unsigned sq, bits occupied) {
    size_t index = _pext_u64(occupied, pext.rook_inner[sq]) + pext.rook_start[sq];
    return _pdep_u64(pext.set[index], pext.rook_rays[sq]);
}
static inline bits pext_bishop(unsigned sq, bits occupied) {
    size_t index = _pext_u64(occupied, pext.bishop_inner[sq]) + pext.bishop_start[sq];
    return _pdep_u64(pext.set[index], pext.bishop_rays[sq]);
}
#endif

#endif
