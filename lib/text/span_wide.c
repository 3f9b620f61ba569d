/* SPDX-License-Identifier: MIT */
/* The spans of span.h that run far, thirty-two bytes at a look, where the machine has AVX2. */
#include "text/scan.h"
#include "text/span.h"

#ifdef CPU_X86_64
#include <immintrin.h>

#define WIDE __attribute__((target("avx2")))

WIDE static inline __m256i load(const char *p) {
    return _mm256_loadu_si256((const __m256i *)(const void *)p);
}
WIDE static inline __m256i equal(__m256i v, char c) {
    return _mm256_cmpeq_epi8(v, _mm256_set1_epi8(c));
}
WIDE static inline unsigned mask_of(__m256i v) {
    return (unsigned)_mm256_movemask_epi8(v);
}

/*
 * Bytes by their two halves: a byte matters if the sets of its low and of its high half share a
 * bit.  1: LF CR; 2: ( ) * - /; 4: ; <; 8: {.
 */
WIDE const char *wide_moves(const char *p, const char *end) {
    const __m256i lows = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 1 | 2, 4 | 8, 4, 1 | 2, 0, 2));
    const __m256i highs =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(1, 0, 2, 4, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0));
    const char *from = p;
    for (; end - p >= 32; p += 32) {
        __m256i v = load(p);
        __m256i high = _mm256_and_si256(_mm256_srli_epi16(v, 4), _mm256_set1_epi8(0x0f));
        __m256i both = _mm256_and_si256(_mm256_shuffle_epi8(lows, v), /* 0 past ASCII */
                                        _mm256_shuffle_epi8(highs, high));
        __m256i hit = _mm256_cmpgt_epi8(both, _mm256_setzero_si256());
        unsigned mask = mask_of(_mm256_or_si256(hit, v));
        for (; mask != 0; mask &= mask - 1) {
            const char *at = p + __builtin_ctz(mask);
            if (*at != '-' || span_is_dash(at, from))
                return at;
        }
    }
    return narrow_moves_from(from, p, end);
}

/* Those of the [ at `open` that begin a command of ours (span_is_ours); 34 bytes can be read. */
WIDE static inline unsigned ours(const char *p, unsigned open) {
    __m256i letter = load(p + 2);
    __m256i known = _mm256_or_si256(_mm256_or_si256(equal(letter, 'r'), equal(letter, 't')),
                                    _mm256_or_si256(equal(letter, 'x'), equal(letter, 'i')));
    return open & mask_of(_mm256_and_si256(equal(load(p + 1), '%'), known));
}

WIDE const char *wide_comment(const char *p, const char *end) {
    for (; end - p >= 34; p += 32) {
        __m256i v = load(p);
        unsigned close = mask_of(equal(v, '}')), open = mask_of(equal(v, '['));
        open &= close - 1; /* all of them, if there is no } */
        if (open != 0 && ours(p, open) != 0)
            return NULL;
        if (close != 0)
            return p + __builtin_ctz(close) + 1;
    }
    return narrow_comment(p, end);
}

WIDE const char *wide_comment_line(const char *p, const char *end) {
    for (; end - p >= 32; p += 32) {
        __m256i v = load(p);
        __m256i line = _mm256_or_si256(equal(v, '\n'), equal(v, '\r'));
        unsigned mask = mask_of(_mm256_or_si256(line, equal(v, '}')));
        if (mask != 0)
            return p + __builtin_ctz(mask);
    }
    return narrow_comment_line(p, end);
}

WIDE struct span_survey wide_survey(const char *p, size_t size) {
    __m256i high = _mm256_setzero_si256(), cr = high, lines = high;
    size_t i = 0;
    while (size - i >= 32) {
        __m256i count = _mm256_setzero_si256();
        size_t blocks = (size - i) / 32, stop = i + (blocks < 255 ? blocks : 255) * 32;
        for (; i < stop; i += 32) { /* 255 steps are what a byte can count */
            __m256i v = load(p + i);
            count = _mm256_sub_epi8(count, equal(v, '\n'));
            high = _mm256_or_si256(high, v);
            cr = _mm256_or_si256(cr, equal(v, '\r'));
        }
        lines = _mm256_add_epi64(lines, _mm256_sad_epu8(count, _mm256_setzero_si256()));
    }
    struct span_survey s = narrow_survey(p + i, size - i);
    uint64_t part[4];
    memcpy(part, &lines, sizeof part);
    s.lines += part[0] + part[1] + part[2] + part[3];
    s.high = s.high || mask_of(high) != 0;
    s.cr = s.cr || mask_of(cr) != 0;
    return s;
}

/* ---- movetext as the splitter sees it -------------------------------------------------------- */

/* Of 64 bytes: a bit for each that matters between comments (moves), and inside one. */
struct window {
    uint64_t moves, comment;
};

/* The classes of wide_moves, and 16: }. */
WIDE static inline struct window look(const char *p) {
    const __m256i lows = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 1 | 2, 4 | 8, 4, 1 | 2 | 16, 0, 2));
    const __m256i highs = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(1, 0, 2, 4, 0, 0, 0, 8 | 16, 0, 0, 0, 0, 0, 0, 0, 0));
    const __m256i zero = _mm256_setzero_si256();
    struct window w = {0, 0};
    for (int i = 0; i < 64; i += 32) {
        __m256i v = load(p + i);
        __m256i high = _mm256_and_si256(_mm256_srli_epi16(v, 4), _mm256_set1_epi8(0x0f));
        __m256i both =
            _mm256_and_si256(_mm256_shuffle_epi8(lows, v), _mm256_shuffle_epi8(highs, high));
        __m256i moves = _mm256_cmpgt_epi8(_mm256_and_si256(both, _mm256_set1_epi8(15)), zero);
        __m256i comment = _mm256_cmpgt_epi8(_mm256_and_si256(both, _mm256_set1_epi8(17)), zero);
        w.moves |= (uint64_t)mask_of(_mm256_or_si256(moves, v)) << i;
        w.comment |= (uint64_t)mask_of(comment) << i;
    }
    return w;
}

/* A line end inside a comment behind which no tag pair can seem to begin. */
static inline bool is_harmless(const char *p) {
    return !byte_is(p[1], BYTE_SPACE) || (p[0] == '\r' && p[1] == '\n');
}

/* Where wide_movetext is: the comment that it is in, the roll that may not be closed yet, the depth
   of variations. */
struct moves {
    const char *start, *end, *open, *roll;
    size_t depth;
};

/* Does the roll end before p?  Then nothing that matters stands in it, and it is as good as none.
 */
WIDE static inline bool is_closed(const struct moves *m, const char *p) {
    if (m->end - m->roll < 32)
        return false;
    uint64_t close = mask_of(equal(load(m->roll), '>')) | (uint64_t)1 << 32;
    return close != (uint64_t)1 << 32 && m->roll + __builtin_ctzll(close) < p;
}

/* Passes a byte that matters between comments. False: it is not for us. */
static inline bool pass_byte(struct moves *m, const char *p) {
    switch (*p) {
    case '<':
        m->roll = p;
        return true;
    case '{':
        m->open = p;
        return true;
    case '\n':
        return byte_is(p[1], BYTE_LETTER | BYTE_DIGIT);
    case '(':
        m->depth++;
        return true;
    case ')':
        m->depth -= m->depth > 0;
        return true;
    case '-':
    case '/': /* of a result? */
        return m->depth > 0 || (p > m->start && p[-1] != '0' && p[-1] != '1');
    case '*':
        return m->depth > 0;
    default:
        return false;
    }
}

/* Past a byte that matters where it stands: NULL, or what needs a closer look. */
WIDE static inline const char *pass(struct moves *m, const char *p) {
    if (m->open != NULL) {
        if (*p == '}')
            m->open = NULL;
        else if (!is_harmless(p))
            return m->open;
        return NULL;
    }
    if (m->roll != NULL && !is_closed(m, p))
        return m->roll;
    m->roll = NULL;
    return pass_byte(m, p) ? NULL : p;
}

WIDE const char *wide_movetext(const char *p, const char *end, const char *start, size_t *depth) {
    struct moves m = {.start = start, .end = end, .depth = *depth};
    const char *stop = NULL;
    for (; end - p > 64; p += 64) {
        struct window w = look(p);
        uint64_t left = ~(uint64_t)0, hit;
        while ((hit = (m.open != NULL ? w.comment : w.moves) & left) != 0) {
            left = ~(hit ^ (hit - 1)); /* those behind it */
            stop = pass(&m, p + __builtin_ctzll(hit));
            if (stop != NULL) {
                *depth = m.depth;
                return stop;
            }
        }
    }
    *depth = m.depth;
    if (m.open != NULL)
        return m.open;
    return m.roll != NULL && !is_closed(&m, p) ? m.roll : p;
}
#endif
