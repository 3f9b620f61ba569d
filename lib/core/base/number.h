/* SPDX-License-Identifier: MIT */
/* Numbers: their order, and a fast conversion to text where printf would dominate the cost. */
#ifndef XPGN_BASE_NUMBER_H
#define XPGN_BASE_NUMBER_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum {
    NUMBER_ROOM = 10,     /* longest uint32_t in decimal */
    NUMBER_ROOM_LONG = 20 /* longest uint64_t, or int64_t with its sign */
};

/* The order of two numbers, for qsort. */
static inline int number_order(const void *left, const void *right) {
    const uint32_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

/* Loads eight bytes as a little-endian word on any machine. */
static inline uint64_t number_load(const char *p) {
    uint64_t word;
    memcpy(&word, p, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

/* Writes a number in decimal at `to`, without a NUL; returns the end. */
static inline char *number_write(char *to, uint32_t value) {
    if (value < 10) { /* the usual cases */
        *to = (char)('0' + value);
        return to + 1;
    }
    if (value < 100) {
        to[0] = (char)('0' + value / 10);
        to[1] = (char)('0' + value % 10);
        return to + 2;
    }
    unsigned n = 3;
    for (uint32_t limit = 1000; n < NUMBER_ROOM && value >= limit; limit *= 10)
        n++;
    for (unsigned i = n; i-- > 0; value /= 10)
        to[i] = (char)('0' + value % 10);
    return to + n;
}

/* Writes a number in decimal, after its sign, so that it ends before `end`; returns where it
   begins. */
static inline char *number_before(char *end, bool negative, uint64_t value) {
    do
        *--end = (char)('0' + value % 10);
    while ((value /= 10) > 0);
    if (negative)
        *--end = '-';
    return end;
}

/* Puts the decimal digits of a number, or the last seven of them, into a word, the first digit in
   the lowest byte. Returns the number of digits stored. */
static inline unsigned number_word(uint32_t value, uint64_t *word) {
    unsigned size = 0;
    *word = 0;
    do {
        *word = *word << 8 | (uint64_t)('0' + value % 10);
        value /= 10;
        size++;
    } while (value > 0 && size < 7);
    return size;
}

#endif
