/* SPDX-License-Identifier: MIT */
#include "core/base/utf8.h"

#include <string.h>

#include "core/base/cpu.h"

#ifdef CPU_SSE2
#include <emmintrin.h>
#endif

static bool is_tail(char c) {
    return ((unsigned char)c & 0xC0) == 0x80;
}

/* The range of the second byte excludes overlong forms, surrogates and values above U+10FFFF. */
static bool second_fits(unsigned first, unsigned second) {
    unsigned low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    unsigned high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    return second >= low && second <= high;
}

size_t utf8_length(xpgn_slice s) {
    if (s.size == 0)
        return 0;
    unsigned first = (unsigned char)s.data[0];
    if (first < 0x80)
        return 1;
    size_t n = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
    if (n == 0 || s.size < n || !second_fits(first, (unsigned char)s.data[1]))
        return 0;
    for (size_t i = 2; i < n; i++)
        if (!is_tail(s.data[i]))
            return 0;
    return n;
}

/* True if 32 bytes are ASCII. */
static inline bool is_ascii(const char *p) {
#ifdef CPU_SSE2
    const __m128i *v = (const __m128i *)p;
    return _mm_movemask_epi8(_mm_or_si128(_mm_loadu_si128(v), _mm_loadu_si128(v + 1))) == 0;
#else
    uint64_t w[4];
    memcpy(w, p, sizeof w);
    return ((w[0] | w[1] | w[2] | w[3]) & 0x8080808080808080u) == 0;
#endif
}

size_t utf8_ascii_run(const char *p, size_t size) {
    size_t i = 0;
    while (i + 64 <= size && is_ascii(p + i) && is_ascii(p + i + 32))
        i += 64;
    if (i + 32 <= size && is_ascii(p + i))
        i += 32;
    while (i < size && (unsigned char)p[i] < 0x80)
        i++;
    return i;
}

size_t utf8_valid_run(xpgn_slice s) {
    size_t i = 0;
    for (;;) {
        i += utf8_ascii_run(s.data + i, s.size - i);
        if (i == s.size)
            return i;
        size_t n = utf8_length((xpgn_slice){s.data + i, s.size - i});
        if (n == 0)
            return i;
        i += n;
    }
}

bool utf8_is_valid(xpgn_slice s) {
    return utf8_valid_run(s) == s.size;
}

uint32_t utf8_of_byte(char byte) {
    static const uint16_t windows[32] = {
        0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
        0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
        0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};
    unsigned c = (unsigned char)byte;
    return c - 0x80 < 32 ? windows[c - 0x80] : c;
}

size_t utf8_put(uint32_t c, char out[4]) {
    size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    static const unsigned lead[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (size_t i = n - 1; i > 0; i--, c >>= 6)
        out[i] = (char)(0x80 | (c & 0x3F));
    out[0] = (char)(lead[n] | c);
    return n;
}

size_t utf8_put_byte(char byte, char out[3]) {
    char all[4];
    size_t n = utf8_put(utf8_of_byte(byte), all);
    memcpy(out, all, n);
    return n;
}

size_t utf8_read(xpgn_slice s, uint32_t *c) {
    size_t n = utf8_length(s);
    if (n < 2) {
        *c = n == 1 ? (unsigned char)*s.data : utf8_of_byte(*s.data);
        return 1;
    }
    *c = (unsigned char)*s.data & (0x7Fu >> n);
    for (size_t i = 1; i < n; i++)
        *c = *c << 6 | ((unsigned char)s.data[i] & 0x3Fu);
    return n;
}

size_t utf8_count(xpgn_slice s) {
    size_t count = 0;
    for (size_t i = 0; i < s.size; count++) {
        size_t n = utf8_length((xpgn_slice){s.data + i, s.size - i});
        i += n > 0 ? n : 1;
    }
    return count;
}

/* Writes the first character of `s` to out (at most 4 bytes) and returns its size there; *taken is
   its size in `s`. */
static size_t show_one(xpgn_slice s, char *out, size_t *taken) {
    unsigned c = (unsigned char)s.data[0];
    size_t n = utf8_length(s);
    *taken = n > 0 ? n : 1;
    if (n == 0)
        return utf8_put_byte(s.data[0], out);
    memcpy(out, s.data, n);
    if (c < 0x20 || c == 0x7F)
        out[0] = '?';
    return n;
}

static const char *show_bytes(xpgn_slice s, size_t most, char *out, size_t room) {
    size_t size = 0, i = 0, chars = 0;
    while (i < s.size && chars < most && size + 8 <= room) {
        size_t taken;
        size += show_one((xpgn_slice){s.data + i, s.size - i}, out + size, &taken);
        i += taken;
        chars++;
    }
    memcpy(out + size, "...", 4);
    if (i == s.size)
        out[size] = '\0';
    return out;
}

const char *utf8_show(xpgn_slice s, char out[UTF8_SHOW_SIZE]) {
    return show_bytes(s, 24, out, UTF8_SHOW_SIZE);
}

const char *utf8_show_long(xpgn_slice s, char out[UTF8_SHOW_LONG]) {
    return show_bytes(s, 120, out, UTF8_SHOW_LONG);
}
