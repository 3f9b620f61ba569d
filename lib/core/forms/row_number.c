/* SPDX-License-Identifier: MIT */
#include "core/forms/row_number.h"

#include "core/base/utf8.h"
#include "core/forms/fold.h"
#include "core/forms/scan.h"
#include "core/forms/sheet_words.h"

#include <string.h>

enum { MOST_DIGITS = 3 };

size_t row_bar(const char *p, const char *end) {
    static const char *const bars[] = {"|", "\xC2\xA6", "\xE2\x94\x82", "\xE2\x94\x83",
                                       "\xE2\x95\x91"};
    for (size_t i = 0; i < sizeof bars / sizeof *bars; i++) {
        size_t size = strlen(bars[i]);
        if ((size_t)(end - p) >= size && memcmp(p, bars[i], size) == 0)
            return size;
    }
    return 0;
}

/* The bytes of a part of a drawn frame, U+2500 to U+257F; 0: there is none. */
static size_t frame_part(const char *p, const char *end) {
    bool is = end - p >= 3 && memcmp(p, "\xE2\x94", 2) == 0;
    is = is || (end - p >= 3 && memcmp(p, "\xE2\x95", 2) == 0);
    return is ? 3 : 0;
}

size_t row_rule(const char *p, const char *end) {
    enum { LEAST = 5 };
    const char *q = p, *past = p, *line = scan_line(p, end);
    size_t signs = 0, corners = 0;
    while (q < line) {
        const bool blank = byte_is(*q, BYTE_SPACE), drawn = frame_part(q, line) > 0;
        const bool dash = *q == '-', corner = drawn || *q == '+' || *q == '|' || *q == '=';
        if (!blank && !dash && !corner)
            break;
        signs += !blank;
        corners += corner;
        q += drawn ? 3 : 1;
        past = blank ? past : q;
    }
    const bool whole = q == line || q > past; /* a result may follow */
    return whole && signs >= LEAST && corners > 0 ? (size_t)(past - p) : 0;
}

size_t row_block_mark(const char *p, const char *end) {
    static const char *const names[] = {"code", "pgn", "quote", "spoiler", "pre", "hide"};
    const char *from = p + 1 + (end - p > 1 && p[1] == '/'), *line = scan_line(p, end);
    if (p == end || *p != '[')
        return 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const size_t size = strlen(names[i]);
        if ((size_t)(line - from) > size && memcmp(from, names[i], size) == 0 && from[size] == ']')
            return (size_t)(from + size + 1 - p);
    }
    return 0;
}

/* The size of the sign of a list before a blank, +, * or [x]: neither a letter nor a digit, nor
   what may stand for a half-move or has a meaning in the format; 0: there is none. */
static size_t list_sign(const char *p, const char *end) {
    size_t size = utf8_length((xpgn_slice){p, (size_t)(end - p)});
    if (end - p > 3 && p[0] == '[' && p[2] == ']' && strchr("xX ", p[1]) != NULL)
        size = 3;
    else if (p == end || byte_is(*p, BYTE_SPACE | BYTE_DIGIT) || fold_is_letter(p, end) ||
             strchr("()[]{}<;%$\"?_.", *p) != NULL || memcmp(p, "\xE2\x80\xA6", size) == 0)
        return 0;
    return size > 0 && p + size < end && byte_is(p[size], BYTE_SPACE) ? size : 0;
}

/* Passes what may stand before the number: a bar, the > of a mail, the sign of a list, Move. */
static const char *past_lead(const char *p, const char *end, bool *lead) {
    struct sheet_phrase phrase;
    size_t size = 0;
    while (size < (size_t)(end - p) && p[size] == '>')
        size++;
    size = size > 0 ? size : row_bar(p, end);
    size = size > 0 ? size : list_sign(p, end);
    if (size == 0 && (*p == '#' || *p == '`'))
        size = 1;
    if (size == 0 && sheet_phrase_of(p, end, SHEET_BIT(SHEET_NUMBER), &phrase))
        size = phrase.size;
    *lead = size > 0;
    const char *past = scan_blanks(p + size, end);
    const size_t more = *lead ? list_sign(past, end) : 0; /* - [x] 1. e4, `* 1. e4 */
    return more > 0 ? scan_blanks(past + more, end) : past;
}

/* Passes a bar, bracket, dash, arrow or another sign behind the number. */
static const char *past_sign(const char *p, const char *end) {
    const char *q = scan_blanks(p, end);
    if (q < end && row_bar(q, end) > 0)
        return q + row_bar(q, end);
    const size_t dash = scan_dash(p, end);
    if (dash > 0)
        return p + dash < end && byte_is(p[dash], BYTE_SPACE) ? p + dash : p;
    if (end - p > 2 && memcmp(p, "\xC2\xB0", 2) == 0) /* 1° */
        return p + 2;
    if (scan_arrow(q, end) > 0)
        return q + scan_arrow(q, end);
    if (q > p && end - q > 1 && *q == ':' && byte_is(q[1], BYTE_SPACE)) /* 1 : e4 */
        return q + 1;
    return p < end && *p != '\0' && strchr(":).=/>_", *p) != NULL ? p + 1 : p;
}

bool row_number_read(const char *p, const char *end, struct row_number *out) {
    bool lead = false;
    *out = (struct row_number){.size = 0};
    if (p == end)
        return false;
    out->bracket = *p == '(' || (*p == '[' && list_sign(p, end) == 0);
    const char *digits = out->bracket ? p + 1 : past_lead(p, end, &lead),
               *q = scan_number(digits, end, MOST_DIGITS, &out->number);
    if (q == digits || q == end)
        return false;
    const char *past = past_sign(q, end);
    if (out->bracket)
        past = *q == (*p == '(' ? ')' : ']') ? q + 1 : q;
    out->dots = 1;
    if (lead && end - q > 3 && memcmp(q, "...", 3) == 0) { /* + 1... e5 */
        past = q + 3;
        out->dots = 3;
    }
    out->size = (size_t)(past - p);
    bool sign = past > q || (lead && byte_is(*q, BYTE_SPACE));
    const bool exact = digits == p && *q == '.';
    const char *next = scan_blanks(past, end);
    return sign && !exact && next < end && !is_digit(*next) && *past != '.'; /* 1 : 0 */
}
