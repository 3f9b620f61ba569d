/* SPDX-License-Identifier: MIT */
/* The AVX2 variants of span.h, 32 or 64 bytes at a time. */
#include "core/forms/scan.h"
#include "core/text/span.h"

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

/* The bytes that are significant to the splitter (BYTE_MOVES), one class for each high nibble. */
#define MOVES(is, in, n)                                                                           \
    ((is(n, '\n') | is(n, '\r')) * 1 |                                                             \
     (is(n, '(') | is(n, ')') | is(n, '*') | is(n, '-') | is(n, '/')) * 2 |                        \
     (is(n, ';') | is(n, '<')) * 4 | is(n, '{') * 8)
#define MOVES_LOW(n) NIBBLE_LOW(MOVES, n)
#define MOVES_HIGH(n) NIBBLE_HIGH(MOVES, n)

WIDE const char *wide_moves(const char *p, const char *end) {
    const __m256i lows = _mm256_broadcastsi128_si256(NIBBLE_TABLE(MOVES_LOW));
    const __m256i highs = _mm256_broadcastsi128_si256(NIBBLE_TABLE(MOVES_HIGH));
    const char *from = p;
    for (; end - p >= 32; p += 32) {
        __m256i v = load(p);
        __m256i high = _mm256_and_si256(_mm256_srli_epi16(v, 4), _mm256_set1_epi8(0x0f));
        __m256i both = _mm256_and_si256(_mm256_shuffle_epi8(lows, v), /* 0 for non-ASCII bytes */
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

WIDE static inline __m256i classes_inside(__m256i v) {
    const __m256i lows = _mm256_broadcastsi128_si256(NIBBLE_TABLE(SPAN_INSIDE_LOW));
    const __m256i highs = _mm256_broadcastsi128_si256(NIBBLE_TABLE(SPAN_INSIDE_HIGH));
    __m256i high = _mm256_and_si256(_mm256_srli_epi16(v, 4), _mm256_set1_epi8(0x0f));
    return _mm256_and_si256(_mm256_shuffle_epi8(lows, v), _mm256_shuffle_epi8(highs, high));
}

WIDE const char *wide_comment(const char *p, const char *end) {
    for (const char *next; end - p >= 32; p += 32) {
        __m256i is = classes_inside(load(p));
        unsigned hits = ~mask_of(_mm256_cmpeq_epi8(is, _mm256_setzero_si256()));
        if (span_settle(p, hits, end, &next))
            return next;
    }
    return narrow_comment(p, end);
}

WIDE const char *wide_comment_line(const char *p, const char *end) {
    for (; end - p >= 32; p += 32) {
        __m256i v = load(p);
        unsigned mask = mask_of(SPAN_COMMENT_LINE(equal, , v));
        if (mask != 0)
            return p + __builtin_ctz(mask);
    }
    return narrow_comment_line(p, end);
}

/* Counts so far; each byte of `count` counts the line ends of its column. */
struct survey {
    __m256i count, high;
};

/* Line ends as in narrow_survey: an LF here, or a CR before. */
WIDE static inline __m256i ended(const char *p) {
    return _mm256_or_si256(equal(load(p), '\n'), equal(load(p - 1), '\r'));
}

WIDE static inline void look_through(struct survey *s, const char *p) {
    s->count = _mm256_sub_epi8(s->count, ended(p));
    s->high = _mm256_or_si256(s->high, load(p));
}

WIDE static inline size_t sum_of(__m256i count) {
    uint64_t part[4];
    count = _mm256_sad_epu8(count, _mm256_setzero_si256());
    memcpy(part, &count, sizeof part);
    return part[0] + part[1] + part[2] + part[3];
}

WIDE struct span_survey wide_survey(const char *p, size_t size) {
    struct survey s = {_mm256_setzero_si256(), load(p)};
    size_t i = 1, lines = (*p == '\n') + (size_t)(p[size - 1] == '\r');
    while (size - i >= 64) {
        size_t blocks = (size - i) / 64, stop = i + (blocks < 127 ? blocks : 127) * 64;
        for (; i < stop; i += 64) { /* a byte counts up to 255, two per step */
            look_through(&s, p + i);
            look_through(&s, p + i + 32);
        }
        lines += sum_of(s.count);
        s.count = _mm256_setzero_si256();
    }
    if (size - i >= 32) {
        look_through(&s, p + i);
        i += 32;
    }
    if (i < size) { /* the last 32 bytes overlap: count only what ends in the rest */
        const char *last = p + size - 32;
        lines += (size_t)__builtin_popcount(mask_of(ended(last)) >> (32 - (size - i)));
        s.high = _mm256_or_si256(s.high, load(last));
    }
    return (struct span_survey){lines + sum_of(s.count), mask_of(s.high) != 0};
}

/* The high bit of each byte that is one of those of span_is_bare. */
WIDE static inline __m256i signs_at(const char *p) {
    __m256i v = load(p), bold = _mm256_and_si256(equal(v, '*'), equal(load(p + 1), '*'));
    __m256i sign = _mm256_or_si256(equal(v, '&'), equal(v, '\\'));
    return _mm256_or_si256(_mm256_or_si256(v, bold), sign);
}

WIDE bool wide_is_bare(const char *p, const char *end) {
    __m256i all = signs_at(end - SPAN_WIDE - 1);
    for (; end - p > 2 * SPAN_WIDE; p += 2 * SPAN_WIDE)
        all = _mm256_or_si256(all, _mm256_or_si256(signs_at(p), signs_at(p + SPAN_WIDE)));
    if (end - p > SPAN_WIDE)
        all = _mm256_or_si256(all, signs_at(p));
    return mask_of(all) == 0 && end[-1] != '&' && end[-1] != '\\' && (end[-1] & 0x80) == 0;
}

/* ---- tag pairs ------------------------------------------------------------------------------- */

/* Classes of bytes in tag pairs: a byte of a name has one of 1, 2, 4 and 8, a special byte of a
   value a higher one. */
#define TAGS(is, in, n)                                                                            \
    (in(n, '0', '9') * 1 | (in(n, 'A', 'O') | in(n, 'a', 'o')) * 2 |                               \
     (in(n, 'P', 'Z') | in(n, 'p', 'z')) * 4 | is(n, '_') * 8 | is(n, '"') * 16 |                  \
     is(n, '\\') * 32 | (is(n, '\n') | is(n, '\r')) * 64)
#define TAGS_LOW(n) NIBBLE_LOW(TAGS, n)
#define TAGS_HIGH(n) NIBBLE_HIGH(TAGS, n)

WIDE static inline __m256i tag_classes(__m256i v) {
    const __m256i lows = _mm256_broadcastsi128_si256(NIBBLE_TABLE(TAGS_LOW));
    const __m256i highs = _mm256_broadcastsi128_si256(NIBBLE_TABLE(TAGS_HIGH));
    __m256i high = _mm256_and_si256(_mm256_srli_epi16(v, 4), _mm256_set1_epi8(0x0f));
    return _mm256_and_si256(_mm256_shuffle_epi8(lows, v), _mm256_shuffle_epi8(highs, high));
}
WIDE static inline unsigned not_of_name(__m256i is) {
    __m256i of_name = _mm256_and_si256(is, _mm256_set1_epi8(15));
    return mask_of(_mm256_cmpeq_epi8(of_name, _mm256_setzero_si256()));
}
WIDE static inline unsigned special_in_value(__m256i is) {
    return mask_of(_mm256_adds_epu8(is, _mm256_set1_epi8(0x70))); /* all from 16 up */
}

/* The first special byte of a value, or NULL. */
WIDE static inline const char *far_value(const char *p, const char *end) {
    for (; end - p >= 32; p += 32) {
        unsigned hits = special_in_value(tag_classes(load(p)));
        if (hits != 0)
            return p + __builtin_ctz(hits);
    }
    return NULL;
}

/* Reads the plain tag pair at p and its LF or CRLF; returns the end, or NULL. Reads 33 bytes. */
WIDE static inline const char *past_tag(const char *p, const char *end, struct span_tag *t) {
    __m256i is = tag_classes(load(p + 1));
    unsigned size = (unsigned)__builtin_ctz(not_of_name(is) | 1u << 16);
    const char *value = p + size + 3;
    uint16_t before;
    memcpy(&before, value - 2, sizeof before);
    if (size == 0 || before != (' ' | '"' << 8))
        return NULL;
    unsigned hits = special_in_value(is) & ~0u << (size + 2);
    const char *quote = hits != 0 ? p + 1 + __builtin_ctz(hits) : far_value(p + 33, end);
    uint32_t after;
    if (quote == NULL || end - quote < (ptrdiff_t)sizeof after)
        return NULL;
    memcpy(&after, quote, sizeof after);
    *t = (struct span_tag){p + 1, size, (uint32_t)(quote - value)};
    /* A branch: the next tag need not wait for it. */
    if ((after & 0xffffff) == ('"' | ']' << 8 | '\n' << 16))
        return quote + 3;
    return after == ('"' | ']' << 8 | '\r' << 16 | '\n' << 24) ? quote + 4 : NULL;
}

WIDE const char *wide_tags(const char *p, const char *end, struct span_tag *tag, size_t room,
                           size_t *count) {
    size_t n = 0;
    const char *next;
    while (n < room && end - p >= 33 && *p == '[' && (next = past_tag(p, end, &tag[n])) != NULL) {
        p = next;
        n++;
    }
    *count = n;
    return p;
}

WIDE const char *wide_past_tags(const char *p, const char *end) {
    struct span_tag tag;
    const char *next;
    while (end - p >= 33 && *p == '[' && (next = past_tag(p, end, &tag)) != NULL)
        p = next;
    return p;
}

/* ---- movetext for the splitter --------------------------------------------------------------- */

/* 64 bytes of text and the class of each. */
struct byte_window {
    __m256i byte[2], is[2];
};

/* One bit for each class. */
enum {
    IS_LINE = 1,
    IS_DASH = 2,
    IS_ROLL = 4,
    IS_CR = 8,
    IS_OPEN = 16,
    IS_OTHER = 32 | 64, /* of two high nibbles */
    IS_CLOSE = 128
};

#define WINDOW(is, in, n)                                                                          \
    (is(n, '\n') * IS_LINE | (is(n, '-') | is(n, '/')) * IS_DASH | is(n, '<') * IS_ROLL |          \
     is(n, '\r') * IS_CR | is(n, '{') * IS_OPEN | (is(n, '(') | is(n, ')') | is(n, '*')) * 32 |    \
     is(n, ';') * 64 | is(n, '}') * IS_CLOSE)
#define WINDOW_LOW(n) NIBBLE_LOW(WINDOW, n)
#define WINDOW_HIGH(n) NIBBLE_HIGH(WINDOW, n)

/* Loads and classifies 64 bytes; non-ASCII bytes have no class. */
WIDE static inline struct byte_window look(const char *p) {
    const __m256i lows = _mm256_broadcastsi128_si256(NIBBLE_TABLE(WINDOW_LOW));
    const __m256i highs = _mm256_broadcastsi128_si256(NIBBLE_TABLE(WINDOW_HIGH));
    struct byte_window w;
    for (int i = 0; i < 2; i++) {
        __m256i v = load(p + (ptrdiff_t)32 * i);
        __m256i high = _mm256_and_si256(_mm256_srli_epi16(v, 4), _mm256_set1_epi8(0x0f));
        w.byte[i] = v;
        w.is[i] = _mm256_and_si256(_mm256_shuffle_epi8(lows, v), _mm256_shuffle_epi8(highs, high));
    }
    return w;
}

/* The top bits of all 64 bytes. */
WIDE static inline uint64_t mask_of_both(__m256i a, __m256i b) {
    return mask_of(a) | (uint64_t)mask_of(b) << 32;
}

/* A bit for each byte of one class. */
#define CLASS(w, bit)                                                                              \
    mask_of_both(_mm256_slli_epi16((w)->is[0], __builtin_clz(bit) - 24),                           \
                 _mm256_slli_epi16((w)->is[1], __builtin_clz(bit) - 24))

/* A bit for each byte of some classes, and for each non-ASCII byte. */
WIDE static inline uint64_t any_of(const struct byte_window *w, int classes) {
    __m256i some = _mm256_set1_epi8((char)classes), zero = _mm256_setzero_si256();
    __m256i none[2];
    for (int i = 0; i < 2; i++)
        none[i] = _mm256_cmpeq_epi8(_mm256_and_si256(w->is[i], some), zero);
    return ~mask_of_both(none[0], none[1]) | mask_of_both(w->byte[0], w->byte[1]);
}

/* True if any byte has one of these classes. */
WIDE static inline bool has(const struct byte_window *w, int classes) {
    __m256i is = _mm256_or_si256(w->is[0], w->is[1]);
    return _mm256_testz_si256(is, _mm256_set1_epi8((char)classes)) == 0;
}

/* True if any byte has a class from IS_OPEN up or is not ASCII. */
WIDE static inline bool has_more(const struct byte_window *w) {
    const __m256i up =
        _mm256_set1_epi8(0x80 - IS_OPEN); /* carries into the top bit for just these */
    __m256i is = _mm256_or_si256(w->is[0], w->is[1]);
    __m256i byte = _mm256_or_si256(w->byte[0], w->byte[1]);
    return mask_of(_mm256_or_si256(_mm256_adds_epu8(is, up), byte)) != 0;
}

/* True for a line end in a comment after which no tag pair can begin. */
static inline bool is_harmless(const char *p) {
    return !byte_is(p[1], BYTE_SPACE) || (p[0] == '\r' && p[1] == '\n');
}

/* State of wide_movetext: the comment it is in, the last roll, which may still be open, and the
   depth of variations. */
struct movetext_state {
    const char *start, *end, *open, *roll;
    size_t depth;
};

/* True if the roll ends before p; then it contains nothing significant and can be forgotten. */
WIDE static inline bool is_closed(const struct movetext_state *m, const char *p) {
    if (m->end - m->roll < 32)
        return false;
    uint64_t close = mask_of(equal(load(m->roll), '>')) | (uint64_t)1 << 32;
    return close != (uint64_t)1 << 32 && m->roll + __builtin_ctzll(close) < p;
}

/* True for a line end outside comments after which neither a game, an escape line nor special white
   space follows. */
static inline bool is_plain_line_end(const char *p) {
    return p[1] > ' ' && p[1] < 0x7f && p[1] != '[' && p[1] != '%';
}

/* True if this - or / may belong to a result; the same test as result_start in split.c. */
static inline bool is_result_dash(const struct movetext_state *m, const char *p) {
    return p <= m->start ||
           ((p[-1] == '0' || p[-1] == '1') && (p - 1 == m->start || byte_is(p[-2], BYTE_BOUNDARY)));
}

/* Handles a significant byte outside comments. False: leave it to the splitter. */
static inline bool pass_byte(struct movetext_state *m, const char *p) {
    switch (*p) {
    case '<':
        m->roll = p;
        return true;
    case '{':
        m->open = p;
        return true;
    case '\r':
        return p[1] == '\n'; /* which is handled next */
    case '\n':
        return is_plain_line_end(p);
    case '(':
        m->depth++;
        return true;
    case ')':
        m->depth -= m->depth > 0;
        return true;
    case '-':
    case '/':
        return m->depth > 0 || !is_result_dash(m, p);
    case '*':
        return m->depth > 0;
    default:
        return false;
    }
}

/* Handles a significant byte. Returns NULL, or what the splitter must handle. */
WIDE static inline const char *pass(struct movetext_state *m, const char *p) {
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

/* True if play goes on after every line end of the window, which begins at p. */
static inline bool lines_are_plain(const char *p, uint64_t lines) {
    for (uint64_t left = lines; left != 0; left &= left - 1) {
        if (!is_plain_line_end(p + __builtin_ctzll(left)))
            return false;
    }
    return true;
}

/* True if every CR of the window has an LF after it, so that the LF is all that matters. */
WIDE static inline bool crs_are_plain(const struct byte_window *w, const char *p) {
    uint64_t after = CLASS(w, IS_LINE) >> 1 | (uint64_t)(p[64] == '\n') << 63;
    return (CLASS(w, IS_CR) & ~after) == 0;
}

/* True if no - or / can belong to a result. */
WIDE static inline bool dashes_are_plain(const struct movetext_state *m,
                                         const struct byte_window *w, const char *p,
                                         uint64_t dashes) {
    const __m256i zero = _mm256_set1_epi8('0'), even = _mm256_set1_epi8(~1);
    uint64_t digits = mask_of_both(_mm256_cmpeq_epi8(_mm256_and_si256(w->byte[0], even), zero),
                                   _mm256_cmpeq_epi8(_mm256_and_si256(w->byte[1], even), zero));
    for (uint64_t left = dashes & (digits << 1 | 1); left != 0; left &= left - 1) {
        if (is_result_dash(m, p + __builtin_ctzll(left)))
            return false;
    }
    return true;
}

/*
 * Handles a window outside comments in which nothing can end the game, even if all of it were
 * outside rolls: then only the last roll matters, as it may reach into the next window. False, with
 * nothing changed, if the window has more in it.
 */
WIDE static inline bool pass_moves(struct movetext_state *m, const struct byte_window *w,
                                   const char *p) {
    if (!lines_are_plain(p, CLASS(w, IS_LINE)))
        return false;
    if (!has(w, IS_DASH | IS_ROLL | IS_CR))
        return true;
    if (!crs_are_plain(w, p))
        return false;
    uint64_t dashes = CLASS(w, IS_DASH), rolls = CLASS(w, IS_ROLL);
    if (dashes != 0 && !dashes_are_plain(m, w, p, dashes))
        return false;
    if (rolls != 0)
        m->roll = p + (63 - __builtin_clzll(rolls));
    return true;
}

/* The same for line ends in comments. */
static inline bool lines_are_harmless(const char *p, uint64_t lines) {
    for (uint64_t left = lines; left != 0; left &= left - 1) {
        if (!is_harmless(p + __builtin_ctzll(left)))
            return false;
    }
    return true;
}

/* Finds the bytes inside comments, including their {. `before`: a comment was open before the
   window. False if { and } do not alternate. */
static inline bool find_inside(uint64_t open, uint64_t close, bool before, uint64_t *inside) {
    *inside = close - open - before; /* a borrow runs through the bits of each comment */
    uint64_t shifted = *inside << 1 | before;
    return open == (*inside & ~shifted) && close == (~*inside & shifted);
}

/* The same for a window with comments, in which only line ends are significant. */
WIDE static inline bool pass_comments(struct movetext_state *m, const struct byte_window *w,
                                      const char *p) {
    if (m->open != NULL && !has(w, IS_LINE | IS_CR | IS_CLOSE))
        return true;
    if (m->open != NULL && !has(w, IS_CLOSE)) /* all of it is inside */
        return lines_are_harmless(p, CLASS(w, IS_LINE) | CLASS(w, IS_CR));
    uint64_t open = CLASS(w, IS_OPEN), inside;
    if ((has(w, IS_CR) && !crs_are_plain(w, p)) ||
        !find_inside(open, CLASS(w, IS_CLOSE), m->open != NULL, &inside) ||
        (any_of(w, IS_OTHER) & ~inside) != 0)
        return false;
    uint64_t lines = CLASS(w, IS_LINE), dashes = CLASS(w, IS_DASH) & ~inside,
             rolls = CLASS(w, IS_ROLL) & ~inside;
    if (!lines_are_plain(p, lines & ~inside) || !lines_are_harmless(p, lines & inside) ||
        (dashes != 0 && !dashes_are_plain(m, w, p, dashes)))
        return false;
    if (inside >> 63 == 0)
        m->open = NULL;
    else if (open != 0)
        m->open = p + (63 - __builtin_clzll(open));
    if (rolls > open) /* the last of both is a roll */
        m->roll = p + (63 - __builtin_clzll(rolls));
    else if (open != 0)
        m->roll = NULL; /* a roll contains no { */
    return true;
}

/* The same for any window, one significant byte at a time. Returns what the splitter must handle,
   or NULL. */
WIDE static inline const char *pass_bytes(struct movetext_state *m, const struct byte_window *w,
                                          const char *p) {
    uint64_t moves = any_of(w, IS_LINE | IS_DASH | IS_ROLL | IS_OPEN | IS_OTHER | IS_CR),
             comment = any_of(w, IS_LINE | IS_CR | IS_CLOSE);
    uint64_t left = ~(uint64_t)0, hit;
    while ((hit = (m->open != NULL ? comment : moves) & left) != 0) {
        left = ~(hit ^ (hit - 1)); /* those after it */
        const char *stop = pass(m, p + __builtin_ctzll(hit));
        if (stop != NULL)
            return stop;
    }
    return NULL;
}

WIDE const char *wide_movetext(const char *p, const char *end, const char *start, size_t *depth) {
    struct movetext_state m = {.start = start, .end = end, .depth = *depth};
    const char *stop = NULL;
    for (; end - p > 64 && stop == NULL; p += 64) {
        struct byte_window w = look(p);
        bool comments = m.open != NULL || has_more(&w);
        if (!(comments ? pass_comments(&m, &w, p) : pass_moves(&m, &w, p)))
            stop = pass_bytes(&m, &w, p);
    }
    *depth = m.depth;
    if (stop != NULL)
        return stop;
    if (m.open != NULL)
        return m.open;
    return m.roll != NULL && !is_closed(&m, p) ? m.roll : p;
}
#endif
