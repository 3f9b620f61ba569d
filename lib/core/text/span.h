/* SPDX-License-Identifier: MIT */
/*
 * Searches many bytes at a time: the inner loops of reading. Uses SSE2 where available, else plain
 * C; searches that may go far use AVX2 if the machine has it (wide_*, in span_wide.c). All variants
 * return the same results. A function may read the 16 bytes at p only if its comment says so, else
 * [p, end).
 */
#ifndef XPGN_TEXT_SPAN_H
#define XPGN_TEXT_SPAN_H

#include "core/base/cpu.h"
#include "core/base/nibble.h"
#include "core/base/slice.h"

#ifdef CPU_SSE2
#include <emmintrin.h>
#ifdef __SSSE3__
#include <tmmintrin.h>
#endif
#endif

/*
 * Classes of bytes, stated once for a byte and for vectors of them, in the form of nibble.h:
 * is(x, c) is a character, in(x, a, b) a range.
 */
#define BYTE_IS(x, c) ((x) == (c))
#define BYTE_IN(x, a, b) ((unsigned char)((x) - (a)) <= (b) - (a))
#define SPAN_LINE_END(is, in, x) (is(x, '\n') | is(x, '\r'))
#define SPAN_CONTROL(is, in, x) (in(x, 0, 0x08) | in(x, 0x0e, 0x1f) | is(x, 0x7f))
/* Can end a roll or is not allowed in one. */
#define SPAN_ROLL_END(is, in, x) (in(x, 0, ' ') | is(x, '<') | is(x, '>') | is(x, '{') | is(x, '}'))
#define SPAN_COMMENT_LINE(is, in, x) (SPAN_LINE_END(is, in, x) | is(x, '}'))
/* Special in the value of a tag. */
#define SPAN_VALUE(is, in, x) (SPAN_LINE_END(is, in, x) | is(x, '"') | is(x, '\\'))
/* Significant to the splitter in movetext, as are bytes that are not ASCII (BYTE_MOVES). */
#define SPAN_MOVES(is, in, x)                                                                      \
    (SPAN_LINE_END(is, in, x) | in(x, '(', '*') | in(x, ';', '<') | is(x, '-') | is(x, '/') |      \
     is(x, '{'))

#ifdef CPU_SSE2
static inline __m128i span_load(const char *p) {
    return _mm_loadu_si128((const __m128i *)(const void *)p);
}
/* Bytes of v that are in the class become 0xFF, others 0. */
static inline __m128i span_is(__m128i v, char c) {
    return _mm_cmpeq_epi8(v, _mm_set1_epi8(c));
}
static inline __m128i span_in(__m128i v, char first, char last) {
    __m128i y = _mm_sub_epi8(v, _mm_set1_epi8(first));
    return _mm_cmpeq_epi8(_mm_min_epu8(y, _mm_set1_epi8((char)(last - first))), y);
}
#define SPAN_FIND_16(CLASS)                                                                        \
    for (; end - p >= 16; p += 16) {                                                               \
        __m128i v = span_load(p);                                                                  \
        unsigned mask = (unsigned)_mm_movemask_epi8(CLASS(span_is, span_in, v));                   \
        if (mask != 0)                                                                             \
            return p + __builtin_ctz(mask);                                                        \
    }
#else
#define SPAN_FIND_16(CLASS)
#endif

/* Defines a function that finds the first byte of a class, or `end`. */
#define SPAN_FIND(name, CLASS)                                                                     \
    static inline const char *name(const char *p, const char *end) {                               \
        SPAN_FIND_16(CLASS)                                                                        \
        while (p < end && !CLASS(BYTE_IS, BYTE_IN, *p))                                            \
            p++;                                                                                   \
        return p;                                                                                  \
    }
SPAN_FIND(span_line, SPAN_LINE_END)
SPAN_FIND(span_control, SPAN_CONTROL)
SPAN_FIND(span_roll, SPAN_ROLL_END)
SPAN_FIND(span_value, SPAN_VALUE)
SPAN_FIND(narrow_comment_line, SPAN_COMMENT_LINE)

/* A control character other than white space. */
static inline bool span_is_control(char c) {
    return SPAN_CONTROL(BYTE_IS, BYTE_IN, c);
}

/* Bytes of moves and results: letters, digits, + - / = # @ and :. */
static inline bool span_is_word(char c) {
    return is_letter(c) || is_digit(c) || c == '+' || c == '-' || c == '/' || c == '=' ||
           c == '#' || c == '@' || c == ':';
}

/* Length of the word at p, at most 16. Reads 16 bytes. */
static inline unsigned span_word(const char *p) {
#ifdef CPU_SSE2
    __m128i v = span_load(p);
    __m128i low = _mm_or_si128(v, _mm_set1_epi8(0x20));
    __m128i letter = _mm_and_si128(_mm_cmpgt_epi8(low, _mm_set1_epi8('a' - 1)),
                                   _mm_cmplt_epi8(low, _mm_set1_epi8('z' + 1)));
    /* / 0-9 : are consecutive in ASCII */
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

/* Length of the run of letters, digits and _ at p, at most 16. Reads 16 bytes. */
static inline unsigned span_name(const char *p) {
#ifdef CPU_SSE2
    __m128i v = span_load(p);
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

enum { SPAN_BYTES = 16 }; /* examined at once */

/* Bytes up to the next : > or space of a roll, at most 16; 16 bytes can be read there. */
static inline unsigned span_to_roll_sign(const char *p) {
#ifdef CPU_SSE2
    __m128i v = span_load(p);
    __m128i folded = _mm_or_si128(v, _mm_set1_epi8(':' ^ '>')); /* one bit: both become > */
    __m128i sign = _mm_or_si128(_mm_cmpeq_epi8(folded, _mm_set1_epi8('>')),
                                _mm_cmpeq_epi8(v, _mm_set1_epi8(' ')));
    return (unsigned)__builtin_ctz((unsigned)_mm_movemask_epi8(sign) | 1u << 16);
#else
    unsigned n = 0;
    while (n < 16 && p[n] != ':' && p[n] != '>' && p[n] != ' ')
        n++;
    return n;
#endif
}

/* Bytes of digits and commas at p, in a row from a digit on, at most 16, as dice of one
   digit each are written: 5,2,4.  The numbers are stored in dice[0..8): those that are there, and
   anything else.  16 bytes can be read there. */
static inline unsigned span_dice(const char *p, uint8_t *dice) {
#ifdef CPU_SSE2
    /* From 0 or from a comma on: a digit is below 10 then, a comma 0. */
    __m128i v = _mm_sub_epi8(span_load(p), _mm_set1_epi16(',' << 8 | '0'));
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

/* Bytes before the next space, CR or LF at p, at most 16; 16 bytes can be read there. */
static inline unsigned span_to_blank(const char *p) {
#ifdef CPU_SSE2
    __m128i v = span_load(p);
#ifdef __SSSE3__
    /* [low four bits of a byte]: the byte it has to be */
    __m128i blank = _mm_setr_epi8(' ', 0, 0, 0, 0, 0, 0, 0, 0, 0, '\n', 0, 0, '\r', 0, 0);
    __m128i hit = _mm_cmpeq_epi8(_mm_shuffle_epi8(blank, v), v);
#else
    __m128i hit = _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('\r')),
                               _mm_cmpeq_epi8(v, _mm_set1_epi8('\n')));
    hit = _mm_or_si128(hit, _mm_cmpeq_epi8(v, _mm_set1_epi8(' ')));
#endif
    return (unsigned)__builtin_ctz((unsigned)_mm_movemask_epi8(hit) | 1u << 16);
#else
    unsigned n = 0;
    while (n < 16 && p[n] != ' ' && p[n] != '\r' && p[n] != '\n')
        n++;
    return n;
#endif
}

/* True at the [ of a command that the referee evaluates: [%roll, [%turn, [%xfen, [%illegal,
   [%missing, [%annulled, [%unread. */
static inline bool span_is_command(const char *p, const char *end) {
    return end - p > 3 && p[1] == '%' &&
           (p[2] == 'r' || p[2] == 't' || p[2] == 'x' || p[2] == 'i' ||
            (p[2] == 'm' && p[3] == 'i') || ((p[2] == 'a' || p[2] == 'u') && p[3] == 'n'));
}

/* Significant bytes in a comment: } and [, and control characters other than white space. */
#define SPAN_INSIDE(is, in, n)                                                                     \
    ((in(n, '\0', '\x08') | in(n, '\x0e', '\x0f')) * 1 | in(n, '\x10', '\x1f') * 2 |               \
     is(n, '[') * 4 | (is(n, '}') | is(n, '\x7f')) * 8)
#define SPAN_INSIDE_LOW(n) NIBBLE_LOW(SPAN_INSIDE, n)
#define SPAN_INSIDE_HIGH(n) NIBBLE_HIGH(SPAN_INSIDE, n)

#ifdef CPU_SSE2
/* Bit per such byte among the 16 at p. */
static inline unsigned span_inside(const char *p) {
    __m128i v = span_load(p);
#ifdef __SSSE3__
    __m128i high = _mm_and_si128(_mm_srli_epi16(v, 4), _mm_set1_epi8(0x0f));
    __m128i is = _mm_and_si128(_mm_shuffle_epi8(NIBBLE_TABLE(SPAN_INSIDE_LOW), v),
                               _mm_shuffle_epi8(NIBBLE_TABLE(SPAN_INSIDE_HIGH), high));
    return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(is, _mm_setzero_si128())) ^ 0xffff;
#else
    __m128i sign =
        _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('}')), _mm_cmpeq_epi8(v, _mm_set1_epi8('[')));
    sign = _mm_or_si128(sign, SPAN_CONTROL(span_is, span_in, v));
    return (unsigned)_mm_movemask_epi8(sign);
#endif
}
#endif

/* True if these bytes decide the search; *next is the end of the comment, or NULL. */
static inline bool span_settle(const char *p, unsigned hits, const char *end, const char **next) {
    for (; hits != 0; hits &= hits - 1) {
        const char *at = p + __builtin_ctz(hits);
        *next = *at == '}' ? at + 1 : NULL;
        if (*at != '[' || span_is_command(at, end))
            return true;
    }
    return false;
}

/* The end of the comment whose contents begin at p; NULL if it is not closed before `end`, or
   contains a command that the referee evaluates, or a control character. */
static inline const char *narrow_comment(const char *p, const char *end) {
#ifdef CPU_SSE2
    for (const char *next; end - p >= 16; p += 16)
        if (span_settle(p, span_inside(p), end, &next))
            return next;
#endif
    for (; p < end; p++) {
        if (*p == '}')
            return p + 1;
        if ((*p == '[' && span_is_command(p, end)) || span_is_control(*p))
            return NULL;
    }
    return NULL;
}

/* A plain tag pair, the usual form: [Name "value"] with one space and no escapes. */
struct span_tag {
    const char *name;
    uint32_t name_size; /* at most 16 */
    uint32_t value_size;
};
static inline xpgn_slice span_tag_value(const struct span_tag *t) {
    return (xpgn_slice){t->name + t->name_size + 2, t->value_size};
}

/* Reads a plain tag pair at the [ at p and returns its end; NULL if it is anything else, or near
   `end`. */
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

/* The same with its line end. */
static inline const char *span_tag_line(const char *p, const char *end, struct span_tag *t) {
    p = span_tag(p, end, t);
    if (p != NULL && end - p >= 2 && *p == '\r')
        p++;
    return p != NULL && p < end && *p == '\n' ? p + 1 : NULL;
}

/* True if the - at p may belong to a result such as 1-0. Nothing before `from` is known. */
static inline bool span_is_dash(const char *p, const char *from) {
    return p == from || p[-1] == '0' || p[-1] == '1';
}

/*
 * The next byte that is significant to the splitter in movetext (BYTE_MOVES), or `end`. Skips the
 * dashes of e2-e4 and the like, except one at `from`, where the search began.
 */
static inline const char *narrow_moves_from(const char *from, const char *p, const char *end) {
#ifdef CPU_SSE2
    for (; end - p >= 16; p += 16) {
        __m128i v = span_load(p), hit = SPAN_MOVES(span_is, span_in, v);
        unsigned mask = (unsigned)_mm_movemask_epi8(_mm_or_si128(hit, v));
        for (; mask != 0; mask &= mask - 1) {
            const char *at = p + __builtin_ctz(mask);
            if (*at != '-' || span_is_dash(at, from))
                return at;
        }
    }
#endif
    while (p < end && (unsigned char)*p < 0x80 &&
           (!SPAN_MOVES(BYTE_IS, BYTE_IN, *p) || (*p == '-' && !span_is_dash(p, from))))
        p++;
    return p;
}
static inline const char *narrow_moves(const char *p, const char *end) {
    return narrow_moves_from(p, p, end);
}

/* Line ends (LF, CRLF or CR) in p[0..size), and whether any byte is not ASCII.  At every LF, and
   after every CR, a line has ended; a CR at the end has ended one as well. */
struct span_survey {
    size_t lines;
    bool high;
};
static inline struct span_survey narrow_survey(const char *p, size_t size) {
    if (size == 0)
        return (struct span_survey){0};
    struct span_survey s = {(*p == '\n') + (size_t)(p[size - 1] == '\r'),
                            (unsigned char)*p >= 0x80};
    size_t i = 1;
#ifdef CPU_SSE2
    const __m128i lf = _mm_set1_epi8('\n'), cr = _mm_set1_epi8('\r');
    __m128i high = _mm_setzero_si128();
    while (size - i >= 16) {
        __m128i count = _mm_setzero_si128();
        size_t stop = size - i > 255 * 16 ? i + 255 * 16 : i + (size - i) / 16 * 16;
        for (; i < stop; i += 16) { /* a byte counts up to 255 */
            __m128i v = _mm_loadu_si128((const __m128i *)(const void *)(p + i));
            __m128i before = _mm_loadu_si128((const __m128i *)(const void *)(p + i - 1));
            __m128i ended = _mm_or_si128(_mm_cmpeq_epi8(v, lf), _mm_cmpeq_epi8(before, cr));
            count = _mm_sub_epi8(count, ended);
            high = _mm_or_si128(high, v);
        }
        count = _mm_sad_epu8(count, _mm_setzero_si128());
        s.lines +=
            (size_t)_mm_cvtsi128_si32(count) + (size_t)_mm_cvtsi128_si32(_mm_srli_si128(count, 8));
    }
    s.high |= _mm_movemask_epi8(high) != 0;
#endif
    for (; i < size; i++) {
        s.lines += p[i] == '\n' || p[i - 1] == '\r';
        s.high |= (unsigned char)p[i] >= 0x80;
    }
    return s;
}

/* ---- AVX2 variants --------------------------------------------------------------------------- */

#ifdef CPU_X86_64
enum { SPAN_WIDE = 32 };
const char *wide_moves(const char *p, const char *end);
const char *wide_comment(const char *p, const char *end);
const char *wide_comment_line(const char *p, const char *end);
/* More than 32 bytes. */
struct span_survey wide_survey(const char *p, size_t size);
/* More than 32 bytes. */
bool wide_is_bare(const char *p, const char *end);
/* Skips plain tag pairs, each followed by LF or CRLF, while 33 bytes are left. Stores up to `room`
   of them and their number in *count. */
const char *wide_tags(const char *p, const char *end, struct span_tag *tag, size_t room,
                      size_t *count);
/* The same, without storing them. */
const char *wide_past_tags(const char *p, const char *end);
/*
 * Skips movetext up to a byte that the splitter has to handle, while more than 64 bytes are left:
 * past closed comments and rolls, line ends before moves, and the contents of variations, whose
 * depth it keeps. `start` is the start of the text; p is not inside a token.
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
/* True if the text is known to be ASCII without &, \ and two * in a row. */
static inline bool narrow_is_bare(const char *p, const char *end) {
    return p == end; /* passes of memchr are as quick as any other test of a byte */
}
static inline bool span_is_bare(const char *p, const char *end) {
    return SPAN_CHOOSE(end - p - (end > p), wide_is_bare(p, end), narrow_is_bare(p, end));
}
static inline struct span_survey span_survey(const char *p, size_t size) {
    return SPAN_CHOOSE(size - (size > 0), wide_survey(p, size), narrow_survey(p, size));
}

enum { SPAN_TAGS = 64 };
/* Reads the tag pairs of a header that has one plain pair a line, and returns its end; NULL if it
   is not all plain, or has more than SPAN_TAGS. Those that were read are in `tag`, *count of them.
 */
static inline const char *span_tags(const char *p, const char *end, struct span_tag *tag,
                                    size_t *count) {
    *count = 0;
#ifdef CPU_X86_64
    if (cpu_has_avx2())
        p = wide_tags(p, end, tag, SPAN_TAGS, count);
#endif
    while (p < end && *p == '[') {
        if (*count == SPAN_TAGS || (p = span_tag_line(p, end, &tag[*count])) == NULL)
            return NULL;
        ++*count;
    }
    return p;
}

#endif
