/* SPDX-License-Identifier: MIT */
/*
 * How far something goes, many bytes at a look: the inner loops of reading.  SSE2 where there is
 * such a thing, plain C elsewhere; what may go far looks at more bytes where the machine has AVX2
 * (wide_*, span_wide.c).  All give the same answers.
 */
#ifndef XPGN_TEXT_SPAN_H
#define XPGN_TEXT_SPAN_H

#include "base/cpu.h"
#include "base/slice.h"

#if defined(__SSE2__) && !defined(XPGN_PLAIN_C)
#include <emmintrin.h>
#define SPAN_SSE2 1
#endif

/* Bytes that moves and results are written with: letters, digits, + - / = # and @. */
static inline bool span_is_word(char c) {
    return is_letter(c) || is_digit(c) || c == '+' || c == '-' || c == '/' || c == '=' ||
           c == '#' || c == '@' || c == ':';
}

/* Bytes of the word at p, at most 16; 16 bytes can be read there. */
static inline unsigned span_word(const char *p) {
#ifdef SPAN_SSE2
    __m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
    __m128i low = _mm_or_si128(v, _mm_set1_epi8(0x20));
    __m128i letter = _mm_and_si128(_mm_cmpgt_epi8(low, _mm_set1_epi8('a' - 1)),
                                   _mm_cmplt_epi8(low, _mm_set1_epi8('z' + 1)));
    /* / 0-9 : are one run of bytes */
    __m128i digit = _mm_and_si128(_mm_cmpgt_epi8(v, _mm_set1_epi8('/' - 1)),
                                  _mm_cmplt_epi8(v, _mm_set1_epi8(':' + 1)));
    __m128i sign =
        _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('+')), _mm_cmpeq_epi8(v, _mm_set1_epi8('-')));
    __m128i other =
        _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('=')), _mm_cmpeq_epi8(v, _mm_set1_epi8('#')));
    sign = _mm_or_si128(sign, _mm_cmpeq_epi8(v, _mm_set1_epi8('@')));
    __m128i all = _mm_or_si128(_mm_or_si128(letter, digit), _mm_or_si128(sign, other));
    unsigned mask = (unsigned)_mm_movemask_epi8(all);
    return (unsigned)__builtin_ctz(~mask);
#else
    unsigned n = 0;
    while (n < 16 && span_is_word(p[n]))
        n++;
    return n;
#endif
}

/* Bytes of letters, digits and _ at p, at most 16; 16 bytes can be read there. */
static inline unsigned span_name(const char *p) {
#ifdef SPAN_SSE2
    __m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
    __m128i low = _mm_or_si128(v, _mm_set1_epi8(0x20));
    __m128i letter = _mm_and_si128(_mm_cmpgt_epi8(low, _mm_set1_epi8('a' - 1)),
                                   _mm_cmplt_epi8(low, _mm_set1_epi8('z' + 1)));
    __m128i digit = _mm_and_si128(_mm_cmpgt_epi8(v, _mm_set1_epi8('0' - 1)),
                                  _mm_cmplt_epi8(v, _mm_set1_epi8('9' + 1)));
    __m128i line = _mm_cmpeq_epi8(v, _mm_set1_epi8('_'));
    unsigned mask = (unsigned)_mm_movemask_epi8(_mm_or_si128(_mm_or_si128(letter, digit), line));
    return (unsigned)__builtin_ctz(~mask);
#else
    unsigned n = 0;
    while (n < 16 && (is_letter(p[n]) || is_digit(p[n]) || p[n] == '_'))
        n++;
    return n;
#endif
}

enum { SPAN_BYTES = 16 }; /* that are looked at at once */

/* Bytes up to the next : > or space of a roll, at most 16; 16 bytes can be read there. */
static inline unsigned span_to_roll_sign(const char *p) {
#ifdef SPAN_SSE2
    __m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
    __m128i sign = _mm_or_si128(
        _mm_cmpeq_epi8(v, _mm_set1_epi8(':')),
        _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('>')), _mm_cmpeq_epi8(v, _mm_set1_epi8(' '))));
    return (unsigned)__builtin_ctz((unsigned)_mm_movemask_epi8(sign) | 1u << 16);
#else
    unsigned n = 0;
    while (n < 16 && p[n] != ':' && p[n] != '>' && p[n] != ' ')
        n++;
    return n;
#endif
}

/* Bytes of digits and commas at p, one after the other from a digit on, at most 16, as dice of one
   digit each are written: 5,2,4.  The numbers are stored in dice[0..8): those that are there, and
   anything else.  16 bytes can be read there. */
static inline unsigned span_dice(const char *p, uint8_t *dice) {
#ifdef SPAN_SSE2
    /* From 0 or from a comma on: a digit is below 10 then, a comma 0. */
    __m128i v = _mm_sub_epi8(_mm_loadu_si128((const __m128i *)(const void *)p),
                             _mm_set1_epi16(',' << 8 | '0'));
    __m128i most = _mm_set1_epi16(9);
    __m128i good = _mm_cmpeq_epi8(_mm_max_epu8(v, most), most);
    __m128i digits = _mm_and_si128(v, _mm_set1_epi16(0xff));
    _mm_storel_epi64((__m128i *)(void *)dice, _mm_packus_epi16(digits, digits));
    return (unsigned)__builtin_ctz(~(unsigned)_mm_movemask_epi8(good));
#else
    unsigned n = 0;
    for (; n < 16 && (n % 2 == 0 ? is_digit(p[n]) : p[n] == ','); n++)
        dice[n / 2] = (uint8_t)(p[n / 2 * 2] - '0');
    return n;
#endif
}

/* Are they the same bytes? Of both, 16 can be read. */
static inline bool span_same(const char *a, const char *b, size_t size) {
#ifdef SPAN_SSE2
    __m128i v = _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)(const void *)a),
                               _mm_loadu_si128((const __m128i *)(const void *)b));
    if (size <= SPAN_BYTES)
        return (~(unsigned)_mm_movemask_epi8(v) & ((1U << size) - 1)) == 0;
#endif
    return memcmp(a, b, size) == 0;
}

/* Bytes before the next space or LF at p, at most 16; 16 bytes can be read there. */
static inline unsigned span_to_blank(const char *p) {
#ifdef SPAN_SSE2
    __m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
    __m128i hit =
        _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8(' ')), _mm_cmpeq_epi8(v, _mm_set1_epi8('\n')));
    return (unsigned)__builtin_ctz((unsigned)_mm_movemask_epi8(hit) | 1u << 16);
#else
    unsigned n = 0;
    while (n < 16 && p[n] != ' ' && p[n] != '\n')
        n++;
    return n;
#endif
}

/* The first byte from p on that can end a roll or does not belong there, < > { } and white space
   (other control characters too), or `end`. */
static inline const char *span_roll(const char *p, const char *end) {
#ifdef SPAN_SSE2
    while (end - p >= 16) {
        __m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
        __m128i hit = _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('<')),
                                   _mm_cmpeq_epi8(v, _mm_set1_epi8('>')));
        hit = _mm_or_si128(hit, _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('{')),
                                             _mm_cmpeq_epi8(v, _mm_set1_epi8('}'))));
        hit = _mm_or_si128(hit, _mm_cmpeq_epi8(_mm_min_epu8(v, _mm_set1_epi8(' ')), v));
        unsigned mask = (unsigned)_mm_movemask_epi8(hit);
        if (mask != 0)
            return p + __builtin_ctz(mask);
        p += 16;
    }
#endif
    while (p < end && (unsigned char)*p > ' ' && *p != '<' && *p != '>' && *p != '{' && *p != '}')
        p++;
    return p;
}

/* A command that the referee reads, at the `[` at p: [%roll, [%turn, [%xfen, [%illegal. */
static inline bool span_is_ours(const char *p, const char *end) {
    return end - p > 2 && p[1] == '%' && (p[2] == 'r' || p[2] == 't' || p[2] == 'x' || p[2] == 'i');
}

/* Behind the `}` of a comment whose inside begins at p; NULL if there is none before `end`, or if a
   command in it needs a closer look. */
static inline const char *narrow_comment(const char *p, const char *end) {
#ifdef SPAN_SSE2
    while (end - p >= 16) {
        __m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
        unsigned close = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_set1_epi8('}')));
        unsigned open = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_set1_epi8('[')));
        if (close != 0)
            open &= close - 1;
        for (; open != 0; open &= open - 1) {
            if (span_is_ours(p + __builtin_ctz(open), end))
                return NULL;
        }
        if (close != 0)
            return p + __builtin_ctz(close) + 1;
        p += 16;
    }
#endif
    for (; p < end; p++) {
        if (*p == '}')
            return p + 1;
        if (*p == '[' && span_is_ours(p, end))
            return NULL;
    }
    return NULL;
}

/* The same for a comment that ends within 32 bytes, which can be read; NULL if it does not. */
static inline const char *span_comment_near(const char *p) {
#ifdef SPAN_SSE2
    for (unsigned i = 0; i < 2; i++, p += 16) {
        __m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
        unsigned close = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_set1_epi8('}')));
        unsigned open = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_set1_epi8('[')));
        if (close != 0)
            open &= close - 1;
        for (; open != 0; open &= open - 1) {
            const char *at = p + __builtin_ctz(open);
            if (span_is_ours(at, at + 3))
                return NULL;
        }
        if (close != 0)
            return p + __builtin_ctz(close) + 1;
    }
#else
    (void)p;
#endif
    return NULL;
}

/* The first " \ or line end of a tag's value from p on, or `end`. */
static inline const char *span_value(const char *p, const char *end) {
#ifdef SPAN_SSE2
    while (end - p >= 16) {
        __m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
        __m128i hit = _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('"')),
                                   _mm_cmpeq_epi8(v, _mm_set1_epi8('\\')));
        hit = _mm_or_si128(hit, _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('\n')),
                                             _mm_cmpeq_epi8(v, _mm_set1_epi8('\r'))));
        unsigned mask = (unsigned)_mm_movemask_epi8(hit);
        if (mask != 0)
            return p + __builtin_ctz(mask);
        p += 16;
    }
#endif
    while (p < end && *p != '"' && *p != '\\' && *p != '\n' && *p != '\r')
        p++;
    return p;
}

/* A tag pair of the plain kind, [Name "value"] with one space and nothing that is special, as
   nearly all are. */
struct span_tag {
    const char *name;
    uint32_t name_size; /* at most 16 */
    uint32_t value_size;
};
static inline const char *span_tag_value(const struct span_tag *t) {
    return t->name + t->name_size + 2;
}

/* Past such a tag pair at the [ at p; NULL if it is anything else, or if the text ends soon. */
static inline const char *span_tag(const char *p, const char *end, struct span_tag *t) {
    if (end - p < 20)
        return NULL;
    unsigned size = span_name(p + 1);
    const char *value = p + size + 3;
    if (size == 0 || value[-2] != ' ' || value[-1] != '"')
        return NULL;
    const char *quote = span_value(value, end);
    if (end - quote < 2 || quote[0] != '"' || quote[1] != ']')
        return NULL;
    *t = (struct span_tag){p + 1, size, (uint32_t)(quote - value)};
    return quote + 2;
}

#ifdef SPAN_SSE2
/* Bytes of v from `first` to `first` + `more` become 0xFF. */
static inline __m128i span_in_range(__m128i v, char first, char more) {
    __m128i y = _mm_sub_epi8(v, _mm_set1_epi8(first));
    return _mm_cmpeq_epi8(_mm_min_epu8(y, _mm_set1_epi8(more)), y);
}
#endif

/* May a - at p belong to a result, 1-0? Where the look begins nobody knows. */
static inline bool span_is_dash(const char *p, const char *from) {
    return p == from || p[-1] == '0' || p[-1] == '1';
}

/*
 * The next byte that may matter to the splitter in movetext (BYTE_MOVES), or `end`.  Of the dashes
 * in e2-e4 and the like that is only the first, if it stands at p.  `from`: where the look began.
 */
static inline const char *narrow_moves_from(const char *from, const char *p, const char *end) {
#ifdef SPAN_SSE2
    while (end - p >= 16) {
        __m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
        __m128i hit = span_in_range(v, '(', 2);
        hit = _mm_or_si128(hit, span_in_range(v, ';', 1));
        hit = _mm_or_si128(hit, _mm_cmpeq_epi8(v, _mm_set1_epi8('\n')));
        hit = _mm_or_si128(hit, _mm_cmpeq_epi8(v, _mm_set1_epi8('\r')));
        hit = _mm_or_si128(hit, _mm_cmpeq_epi8(v, _mm_set1_epi8('-')));
        hit = _mm_or_si128(hit, _mm_cmpeq_epi8(v, _mm_set1_epi8('/')));
        hit = _mm_or_si128(hit, _mm_cmpeq_epi8(v, _mm_set1_epi8('{')));
        unsigned mask = (unsigned)_mm_movemask_epi8(_mm_or_si128(hit, v));
        for (; mask != 0; mask &= mask - 1) {
            const char *at = p + __builtin_ctz(mask);
            if (*at != '-' || span_is_dash(at, from))
                return at;
        }
        p += 16;
    }
#endif
    while (p < end && (unsigned char)*p < 0x80 && !(*p >= '(' && *p <= '*') && *p != ';' &&
           *p != '<' && *p != '\n' && *p != '\r' && !(*p == '-' && span_is_dash(p, from)) &&
           *p != '/' && *p != '{')
        p++;
    return p;
}
static inline const char *narrow_moves(const char *p, const char *end) {
    return narrow_moves_from(p, p, end);
}

/* The next } or line end, or `end`. */
static inline const char *narrow_comment_line(const char *p, const char *end) {
#ifdef SPAN_SSE2
    while (end - p >= 16) {
        __m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
        __m128i hit = _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('}')),
                                   _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('\n')),
                                                _mm_cmpeq_epi8(v, _mm_set1_epi8('\r'))));
        unsigned mask = (unsigned)_mm_movemask_epi8(hit);
        if (mask != 0)
            return p + __builtin_ctz(mask);
        p += 16;
    }
#endif
    while (p < end && *p != '}' && *p != '\n' && *p != '\r')
        p++;
    return p;
}

/* The next line end, or `end`. */
static inline const char *span_line(const char *p, const char *end) {
#ifdef SPAN_SSE2
    while (end - p >= 16) {
        __m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
        __m128i hit = _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('\n')),
                                   _mm_cmpeq_epi8(v, _mm_set1_epi8('\r')));
        unsigned mask = (unsigned)_mm_movemask_epi8(hit);
        if (mask != 0)
            return p + __builtin_ctz(mask);
        p += 16;
    }
#endif
    while (p < end && *p != '\n' && *p != '\r')
        p++;
    return p;
}

/*
 * Counts the LFs of p[0..size) and looks for bytes past ASCII and for CRs: most texts have neither,
 * and what they would need is a slower look.
 */
struct span_survey {
    size_t lines;
    bool high, cr;
};
static inline struct span_survey narrow_survey(const char *p, size_t size) {
    struct span_survey s = {0};
    size_t i = 0;
#ifdef SPAN_SSE2
    const __m128i lf = _mm_set1_epi8('\n'), cr = _mm_set1_epi8('\r');
    __m128i high = _mm_setzero_si128(), crs = high;
    while (size - i >= 16) {
        __m128i count = _mm_setzero_si128();
        size_t stop = size - i > 255 * 16 ? i + 255 * 16 : i + (size - i) / 16 * 16;
        for (; i < stop; i += 16) { /* 255 steps are what a byte can count */
            __m128i v = _mm_loadu_si128((const __m128i *)(const void *)(p + i));
            count = _mm_sub_epi8(count, _mm_cmpeq_epi8(v, lf));
            high = _mm_or_si128(high, v);
            crs = _mm_or_si128(crs, _mm_cmpeq_epi8(v, cr));
        }
        count = _mm_sad_epu8(count, _mm_setzero_si128());
        s.lines +=
            (size_t)_mm_cvtsi128_si32(count) + (size_t)_mm_cvtsi128_si32(_mm_srli_si128(count, 8));
    }
    s.high = _mm_movemask_epi8(high) != 0;
    s.cr = _mm_movemask_epi8(crs) != 0;
#endif
    for (; i < size; i++) {
        s.lines += p[i] == '\n';
        s.high |= (unsigned char)p[i] >= 0x80;
        s.cr |= p[i] == '\r';
    }
    return s;
}

/* ---- the wide ones where they can be had ----------------------------------------------------- */

#ifdef CPU_X86_64
enum { SPAN_WIDE = 32 };
const char *wide_moves(const char *p, const char *end);
const char *wide_comment(const char *p, const char *end);
const char *wide_comment_line(const char *p, const char *end);
struct span_survey wide_survey(const char *p, size_t size);
/* Past the tag pairs of the plain kind from p on, each with an LF behind it, as far as they can be
   loaded by 32 bytes; *count of them, at most `room`, are noted. */
const char *wide_tags(const char *p, const char *end, struct span_tag *tag, size_t room,
                      size_t *count);
/* The same without a note. */
const char *wide_past_tags(const char *p, const char *end);
/*
 * Movetext from p, a place between two bytes that matter, up to one that the splitter has to look
 * at, as far as more than 64 bytes are left: past comments and rolls that are closed, line ends
 * before moves, and what stands in variations, whose depth is kept.  The text begins at `start`.
 */
const char *wide_movetext(const char *p, const char *end, const char *start, size_t *depth);
#define SPAN_CHOOSE(size, wide, narrow)                                                            \
    ((size_t)(size) >= SPAN_WIDE && cpu_has_avx2() ? (wide) : (narrow))
#else
#define SPAN_CHOOSE(size, wide, narrow) (narrow)
#endif

static inline const char *span_moves(const char *p, const char *end) {
    return SPAN_CHOOSE(end - p, wide_moves(p, end), narrow_moves(p, end));
}
static inline const char *span_comment(const char *p, const char *end) {
    return SPAN_CHOOSE(end - p, wide_comment(p, end), narrow_comment(p, end));
}
static inline const char *span_comment_line(const char *p, const char *end) {
    return SPAN_CHOOSE(end - p, wide_comment_line(p, end), narrow_comment_line(p, end));
}
static inline struct span_survey span_survey(const char *p, size_t size) {
    return SPAN_CHOOSE(size, wide_survey(p, size), narrow_survey(p, size));
}

#endif
