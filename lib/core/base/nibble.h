/* SPDX-License-Identifier: MIT */
/*
 * Tables that classify bytes by their nibbles. A byte has a class if the entries of its low and of
 * its high nibble share the bit of that class, so one shuffle for each nibble classifies all bytes
 * of a vector. This works for classes that are a product of a set of low and a set of high nibbles.
 *
 * The tables are computed from one list of the classes, a macro CLASSES(is, in, n) that combines
 * their bits: is(n, c) is 1 for a character, in(n, a, b) for a range with one high nibble.
 *
 *     #define CLASSES(is, in, n) (is(n, '\n') * 1 | in(n, '0', '9') * 2)
 *     #define LOW(n) NIBBLE_LOW(CLASSES, n)
 *     #define HIGH(n) NIBBLE_HIGH(CLASSES, n)
 *     __m128i lows = NIBBLE_TABLE(LOW), highs = NIBBLE_TABLE(HIGH);
 */
#ifndef XPGN_BASE_NIBBLE_H
#define XPGN_BASE_NIBBLE_H

#define NIBBLE_LOW_IS(n, c) (((c)&15) == (n))
#define NIBBLE_LOW_IN(n, a, b) (((a)&15) <= (n) && (n) <= ((b)&15))
#define NIBBLE_HIGH_IS(n, c) ((c) >> 4 == (n))
#define NIBBLE_HIGH_IN(n, a, b) ((a) >> 4 == (n))

#define NIBBLE_LOW(classes, n) ((char)(classes(NIBBLE_LOW_IS, NIBBLE_LOW_IN, n)))
#define NIBBLE_HIGH(classes, n) ((char)(classes(NIBBLE_HIGH_IS, NIBBLE_HIGH_IN, n)))

/* The vector F(0), F(1) ... F(15); needs <immintrin.h>. */
#define NIBBLE_TABLE(F)                                                                            \
    _mm_setr_epi8(F(0), F(1), F(2), F(3), F(4), F(5), F(6), F(7), F(8), F(9), F(10), F(11), F(12), \
                  F(13), F(14), F(15))

#endif
