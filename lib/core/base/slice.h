/* SPDX-License-Identifier: MIT */
/* Slices and ASCII character classes. */
#ifndef XPGN_BASE_SLICE_H
#define XPGN_BASE_SLICE_H

#include <string.h>
#include <xpgn/base.h>

/* Only for the few functions that run for every move of every game. Where size counts, the compiler
 * decides. */
#ifdef __OPTIMIZE_SIZE__
#define ALWAYS_INLINE static inline
#else
#define ALWAYS_INLINE static inline __attribute__((always_inline))
#endif

/* For conditions that are nearly always true: forces a branch, so that the following code need not
   wait. */
#define LIKELY(condition) __builtin_expect((condition) != 0, 1)

/* first ? a : b for unpredictable conditions: compilers turn this into code without a branch. */
static inline unsigned choose(bool first, unsigned a, unsigned b) {
    return b ^ ((a ^ b) & (0u - first));
}

/* The two arguments for %.*s, from a slice or a buffer. */
#define SLICE(s) (int)(s).size, (s).data

static inline xpgn_slice slice_of(const char *text) {
    return (xpgn_slice){text, strlen(text)};
}
/* The same slice with a valid pointer: a caller's empty slice may have none. */
static inline xpgn_slice slice_given(xpgn_slice s) {
    return s.data != NULL ? s : (xpgn_slice){"", 0};
}
static inline bool slice_is(xpgn_slice s, const char *text) {
    size_t n = strlen(text);
    return s.size == n && (n == 0 || memcmp(s.data, text, n) == 0);
}
/* Where a text begins in a slice; NULL if it is not there. */
static inline const char *slice_find(xpgn_slice s, const char *text) {
    size_t size = strlen(text);
    for (size_t i = 0; i + size <= s.size; i++)
        if (memcmp(s.data + i, text, size) == 0)
            return s.data + i;
    return NULL;
}
static inline bool slice_contains(xpgn_slice s, const char *text) {
    return slice_find(s, text) != NULL;
}
static inline bool slice_equal(xpgn_slice a, xpgn_slice b) {
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}
/* Compares two slices by bytes, as memcmp: negative, 0 or positive. */
static inline int slice_order(xpgn_slice a, xpgn_slice b) {
    size_t size = a.size < b.size ? a.size : b.size;
    int order = size > 0 ? memcmp(a.data, b.data, size) : 0;
    return order != 0 ? order : (a.size > b.size) - (a.size < b.size);
}
/* True if all its bytes are in `set`. */
static inline bool slice_has_only(xpgn_slice s, const char *set) {
    size_t n = 0;
    while (n < s.size && s.data[n] != '\0' && strchr(set, s.data[n]) != NULL)
        n++;
    return n == s.size;
}
/* The slice without trailing bytes that are in `set`. */
static inline xpgn_slice slice_trim(xpgn_slice s, const char *set) {
    while (s.size > 0 && strchr(set, s.data[s.size - 1]) != NULL)
        s.size--;
    return s;
}
/* Takes the text before the first separator from *rest, with the separator; all of it if there is
   none. */
static inline xpgn_slice slice_cut(xpgn_slice *rest, char separator) {
    const char *at = rest->size > 0 ? memchr(rest->data, separator, rest->size) : NULL;
    size_t size = at != NULL ? (size_t)(at - rest->data) : rest->size;
    xpgn_slice part = {rest->data, size};
    if (rest->size > 0)
        rest->data += size + (at != NULL);
    rest->size -= size + (at != NULL);
    return part;
}
/* ASCII only, independent of the locale. */
static inline bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
static inline bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}
static inline bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
static inline bool is_small_letter(char c) {
    return c >= 'a' && c <= 'z';
}
/* What a hexadecimal digit stands for, in small letters; -1: it is none. */
static inline int hex_digit(char c) {
    return is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}
static inline char to_lower(char c) {
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}
/* The slice without the white space at its beginning; without that at its end, too. */
static inline xpgn_slice slice_past_space(xpgn_slice s) {
    while (s.size > 0 && is_space(*s.data))
        s = (xpgn_slice){s.data + 1, s.size - 1};
    return s;
}
static inline xpgn_slice slice_strip(xpgn_slice s) {
    s = slice_past_space(s);
    while (s.size > 0 && is_space(s.data[s.size - 1]))
        s.size--;
    return s;
}
/* Takes the next word off *rest, with the white space before it; empty if there is none. */
static inline xpgn_slice slice_take_word(xpgn_slice *rest) {
    xpgn_slice word = *rest = slice_past_space(*rest);
    for (word.size = 0; rest->size > 0 && !is_space(*rest->data); word.size++)
        *rest = (xpgn_slice){rest->data + 1, rest->size - 1};
    return word;
}
/* True if it is empty or white space. */
static inline bool slice_is_blank(xpgn_slice s) {
    return slice_past_space(s).size == 0;
}
/* Reads a whole number of at most 18 digits; false for anything else. */
static inline bool slice_number(xpgn_slice s, uint64_t *number) {
    *number = 0;
    for (size_t i = 0; i < s.size && s.size <= 18; i++) {
        if (!is_digit(s.data[i]))
            return false;
        *number = *number * 10 + (uint64_t)(s.data[i] - '0');
    }
    return s.size > 0 && s.size <= 18;
}

#endif
