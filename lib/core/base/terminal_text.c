/* SPDX-License-Identifier: MIT */
/*
 * Text for a terminal: widths of characters and replacement of unsafe ones. The tables of widths
 * are here so that output does not depend on the locale.
 */
#include "core/base/slice.h"
#include "core/base/utf8.h"
#include "internal/text_out.h"

#include <string.h>

/* ASCII, and printable. */
static bool is_plain_ascii(uint32_t c) {
    return c - 0x20 < 0x5F;
}

#define EACH ((uint64_t)0x0101010101010101)

static inline uint64_t eight_at(const char *p) {
    uint64_t eight;
    memcpy(&eight, p, sizeof eight);
    return eight;
}

/* Each of `size` bytes, 1 to 8, at least once, and no others. */
static inline uint64_t eight_of(const char *p, size_t size) {
    uint32_t four[2];
    uint16_t two[2];
    if (size >= 4) {
        memcpy(&four[0], p, 4);
        memcpy(&four[1], p + size - 4, 4);
        return four[0] | (uint64_t)four[1] << 32;
    }
    if (size == 1)
        return (unsigned char)*p * EACH;
    memcpy(&two[0], p, 2);
    memcpy(&two[1], p + size - 2, 2);
    return (two[0] | (uint64_t)two[1] << 16) * ((uint64_t)1 << 32 | 1);
}

static inline bool eight_are_plain(uint64_t eight) {
    /* a top bit: at 0x80 and above, below a space, at 0x7F; carries come from such bytes only */
    return ((eight | (eight - 0x20 * EACH) | (eight + EACH)) & 0x80 * EACH) == 0;
}

/* The end of the run of such characters at p, before `end`; eight at a time. */
static inline const char *past_plain(const char *p, const char *end) {
    while (end - p > 8 && eight_are_plain(eight_at(p)))
        p += 8;
    if (end - p <= 8 && eight_are_plain(eight_of(p, (size_t)(end - p))))
        return end;
    while (p < end && is_plain_ascii((unsigned char)*p))
        p++;
    return p;
}

typedef struct span {
    uint32_t first, last;
} span;

/* Combining and other zero-width characters. */
static const span zero_width[] = {
    {0x0300, 0x036F},   {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x0610, 0x061A}, {0x064B, 0x065F},
    {0x0900, 0x0902},   {0x093C, 0x093C}, {0x0941, 0x0948}, {0x0E31, 0x0E31}, {0x0E34, 0x0E3A},
    {0x0E47, 0x0E4E},   {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x200B, 0x200D}, {0x20D0, 0x20FF},
    {0x302A, 0x302D},   {0x3099, 0x309A}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF},
    {0xE0100, 0xE01EF},
};

/* East Asian wide and full-width forms, and emoji. */
static const span two_wide[] = {
    {0x1100, 0x115F},   {0x231A, 0x231B},   {0x23E9, 0x23EC},   {0x2614, 0x2615},
    {0x267F, 0x267F},   {0x2693, 0x2693},   {0x26A1, 0x26A1},   {0x26AA, 0x26AB},
    {0x26BD, 0x26BE},   {0x26C4, 0x26C5},   {0x2705, 0x2705},   {0x274C, 0x274C},
    {0x2753, 0x2755},   {0x2757, 0x2757},   {0x2B50, 0x2B50},   {0x2E80, 0x303E},
    {0x3041, 0x33FF},   {0x3400, 0x4DBF},   {0x4E00, 0x9FFF},   {0xA000, 0xA4CF},
    {0xA960, 0xA97F},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},
    {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},   {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF},
    {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD},
};

static bool within_spans(const span *list, size_t count, uint32_t c) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (c > list[middle].last)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && c >= list[low].first;
}

static unsigned width_of_point(uint32_t c) {
    if (c < 0x300)
        return 1;
    if (within_spans(zero_width, sizeof zero_width / sizeof *zero_width, c))
        return 0;
    return within_spans(two_wide, sizeof two_wide / sizeof *two_wide, c) ? 2 : 1;
}

/* Control characters become their pictures; bidirectional controls become U+FFFD. */
static uint32_t visible(uint32_t c) {
    if (c < 0x20)
        return 0x2400 + c;
    if (c == 0x7F)
        return 0x2421;
    if (c >= 0x80 && c < 0xA0)
        return 0xFFFD;
    if ((c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069))
        return 0xFFFD;
    return c;
}

/* Reads one character and returns its size in bytes. */
static size_t shown_char(const char *p, const char *end, uint32_t *shown) {
    uint32_t c = (unsigned char)*p;
    size_t size = c < 0x80 ? 1 : utf8_read((xpgn_slice){p, (size_t)(end - p)}, &c);
    *shown = is_plain_ascii(c) ? c : visible(c);
    return size;
}

bool xpgn_text_is_clean(xpgn_slice text) {
    const char *end = text.data + text.size;
    return text.size == 0 || past_plain(text.data, end) == end;
}

static __attribute__((noinline)) size_t clean_each(xpgn_buffer *b, xpgn_slice text) {
    const char *end = text.data + text.size;
    size_t width = 0;
    for (const char *p = text.data; p < end;) {
        const char *run = p;
        uint32_t c;
        p = past_plain(p, end);
        xpgn_buffer_put(b, run, (size_t)(p - run));
        width += (size_t)(p - run);
        if (p == end)
            break;
        p += shown_char(p, end, &c);
        char out[4];
        xpgn_buffer_put(b, out, utf8_put(c, out));
        width += width_of_point(c);
    }
    return width;
}

size_t xpgn_buffer_clean(xpgn_buffer *b, xpgn_slice text) {
    if (text.size == 0) /* data may be NULL */
        return 0;
    if (!xpgn_text_is_clean(text))
        return clean_each(b, text);
    xpgn_buffer_put(b, text.data, text.size);
    return text.size;
}

size_t xpgn_text_next(xpgn_slice text, unsigned *width) {
    uint32_t c;
    *width = 0;
    if (text.size == 0)
        return 0;
    if (is_plain_ascii((unsigned char)*text.data)) { /* as most are */
        *width = 1;
        return 1;
    }
    size_t size = shown_char(text.data, text.data + text.size, &c);
    *width = width_of_point(c);
    return size;
}

/* True if all are ASCII: each is a column, or stands for a picture of one. */
static inline bool is_ascii(xpgn_slice text) {
    uint64_t all = 0;
    size_t i = 0;
    for (; text.size - i > 8; i += 8)
        all |= eight_at(text.data + i);
    return text.size == 0 || ((all | eight_of(text.data + i, text.size - i)) & 0x80 * EACH) == 0;
}

size_t xpgn_text_width(xpgn_slice text) {
    size_t sum = 0;
    if (is_ascii(text))
        return text.size;
    for (unsigned width; text.size > 0; sum += width) {
        const size_t size = xpgn_text_next(text, &width);
        text = (xpgn_slice){text.data + size, text.size - size};
    }
    return sum;
}
