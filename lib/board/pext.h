/* SPDX-License-Identifier: MIT */
/*
 * Attacks along lines by the instructions PEXT and PDEP of x86-64 (BMI2): the occupied squares of
 * a piece's lines are the index of the set of squares it attacks, which is stored as the bits of
 * its lines only: two bytes a set, 215 KB for all.  The tables are made when the library is built.
 * Files that use them are compiled for such machines only; they run where
 * cpu_has_pext().
 */
#ifndef XPGN_BOARD_PEXT_H
#define XPGN_BOARD_PEXT_H

#include "base/cpu.h"
#include "board/bitboard.h"

enum { PEXT_SETS = 102400 + 5248 };

struct pext_tables {
    bits rook_inner[64], rook_rays[64]; /* without and with the last square of each line */
    bits bishop_inner[64], bishop_rays[64];
    uint32_t rook_start[64], bishop_start[64]; /* of a square's sets */
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
