/* SPDX-License-Identifier: MIT */
/*
 * The pieces of a roll in its exported form (format section 4), held against what they have to be
 * while they are read.  Every function takes the place p and returns the place behind; what is
 * wrong leaves bits in *wrong, which is asked once at the end: dice decide what stands where, so
 * branches on the way could not be foreseen.  After something wrong the places mean nothing, but
 * no function moves by more than five bytes or looks at more than eight (quick_pool: two
 * for each die, and sixteen), so that the caller knows how many must be readable.
 */
#ifndef XPGN_GAME_QUICK_ROLL_H
#define XPGN_GAME_QUICK_ROLL_H

#include "base/number.h"
#include "text/span.h"

/* The byte c. */
ALWAYS_INLINE const char *quick_sign(const char *p, char c, unsigned *wrong) {
    *wrong |= (unsigned char)*p ^ (unsigned char)c;
    return p + 1;
}

/* The number n; one above 99 is never right. */
ALWAYS_INLINE const char *quick_number(const char *p, int n, unsigned *wrong) {
    unsigned a = (unsigned char)p[0] - '0', b = (unsigned char)p[1] - '0';
    bool two = b <= 9;
    *wrong |= (a + ((a * 9 + b) & (0u - two))) ^ (unsigned)n; /* compilers make no branch of it */
    *wrong |= a > 9;
    return p + 1 + two;
}

/* +2=, the count of supporters before the total; one above 9 is never right. */
ALWAYS_INLINE const char *quick_count(const char *p, unsigned count, unsigned *wrong) {
    uint64_t right = '+' | ('0' + count) << 8 | '=' << 16;
    *wrong |= (unsigned)(number_load(p) ^ right) << 8 | (count > 9);
    return p + 3;
}

/* <5+2= or :5+2=, one die and such a count behind a sign. */
ALWAYS_INLINE const char *quick_die_count(const char *p, char sign, unsigned faces, int *face,
                                          unsigned count, unsigned *wrong) {
    uint64_t word = number_load(p),
             right = (unsigned char)sign | (uint64_t)'+' << 16 | (uint64_t)'=' << 32;
    unsigned shown = (unsigned)(word >> 8 & 0xff) - '0';
    right |= (uint64_t)('0' + count) << 24;
    *face = (int)shown;
    *wrong |= ((word ^ right) & 0xffffff00ff) != 0;
    *wrong |= (count > 9) | (shown - 1 >= faces);
    return p + 5;
}

/* One digit: the face of a die that has so many, 9 at most. */
ALWAYS_INLINE const char *quick_die(const char *p, unsigned faces, int *face, unsigned *wrong) {
    unsigned shown = (unsigned char)*p - '0';
    *face = (int)shown;
    *wrong |= shown - 1 >= faces;
    return p + 1;
}

/* So many dice, 1 to 8, with commas between them; *best is the highest. */
ALWAYS_INLINE const char *quick_pool(const char *p, unsigned count, unsigned faces, int *best,
                                     unsigned *wrong) {
    unsigned highest = span_dice(p, count, faces);
    *best = (int)highest;
    *wrong |= highest == 0;
    return p + count * 2 - 1;
}

/* w, x, or nothing: then *fate is 0. */
ALWAYS_INLINE const char *quick_fate(const char *p, char *fate) {
    bool fated = (*p == 'w') | (*p == 'x');
    *fate = fated ? *p : 0;
    return p + fated;
}

#endif
