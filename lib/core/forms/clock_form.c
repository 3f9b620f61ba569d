/* SPDX-License-Identifier: MIT */
#include "core/forms/clock_form.h"

#include "core/base/slice.h"
#include "core/forms/fold.h"
#include "core/forms/scan.h"

#include <string.h>

enum { MOST_PARTS = 3, MOST_DIGITS = 4 };

/* Passes a number of one to four digits. */
static const char *past_number(const char *p, const char *end, uint32_t *value, size_t *digits) {
    const char *q = p;
    *value = 0;
    while (q < end && is_digit(*q) && q - p <= MOST_DIGITS)
        *value = 10 * *value + (uint32_t)(*q++ - '0');
    *digits = (size_t)(q - p);
    return *digits > 0 && *digits <= MOST_DIGITS ? q : NULL;
}

/* 12', 1h05, 1 h 5 min: numbers with units. */
static const char *past_units(const char *p, const char *end, struct clock_form *out) {
    const char *last = NULL;
    uint32_t before = UINT32_MAX;
    for (;;) {
        uint32_t value, scale;
        size_t digits;
        const char *q = past_number(p, end, &value, &digits);
        if (q == NULL)
            return last;
        const char *next = scan_blanks(q, end);
        const bool apart = next > q && !fold_is_letter(next, end); /* 5 ": the number of a row */
        const char *unit = apart ? NULL : clock_unit(next, end, &scale);
        if (unit == NULL && before == 3600 && digits == 2) { /* 1h05 */
            unit = q;
            scale = 60;
        }
        if (unit == NULL || scale >= before)
            return last;
        out->seconds += value * scale;
        before = scale;
        last = unit;
        p = scan_blanks(unit, end);
    }
}

/* 1:22, 1:22:05, 0:01. */
static const char *past_colons(const char *p, const char *end, struct clock_form *out) {
    uint32_t part[MOST_PARTS];
    size_t digits, count = 0;
    const char *q = p;
    for (;;) {
        const char *after = past_number(q, end, &part[count], &digits);
        if (after == NULL || (count > 0 && (digits != 2 || part[count] > 59)) ||
            (count == 0 && digits > 2))
            return NULL;
        count++;
        q = after;
        if (q == end || *q != ':' || count == MOST_PARTS)
            break;
        q++;
    }
    if (count < 2)
        return NULL;
    enum { LARGEST_DIE = 20 };
    bool zero = part[0] == 0 || part[1] == 0 || q[-2] == '0';
    bool fraction = q + 1 < end && *q == '.' && is_digit(q[1]);
    if (fraction)
        for (q++; q < end && is_digit(*q); q++)
            ;
    out->brief = !fraction && count == 2;
    out->seconds = part[0] * 3600 + part[1] * 60 + (count == 3 ? part[2] : 0);
    out->seconds /= fraction && count == 2 ? 60 : 1;
    out->sure = count == 3 || fraction || zero || part[0] > LARGEST_DIE || part[1] > LARGEST_DIE;
    return q;
}

/* 17/12: what both sides have used. */
static const char *past_pair(const char *p, const char *end, struct clock_form *out) {
    uint32_t first, second;
    size_t digits, other;
    const char *q = past_number(p, end, &first, &digits);
    if (q == NULL || q == end || *q != '/' || digits > 3)
        return NULL;
    q = past_number(q + 1, end, &second, &other);
    if (q == NULL || other > 3 || digits + other < 3)
        return NULL; /* 1/2, 5/1 */
    out->pair = out->sure = true;
    out->seconds = 60 * first;
    out->other = 60 * second;
    return q;
}

/* Passes the clock of the other side behind that of one: 1:22/1:19. */
static const char *past_other(const char *p, const char *end, struct clock_form *out) {
    struct clock_form other = {.size = 0};
    const char *q = p < end && *p == '/' ? past_colons(p + 1, end, &other) : NULL;
    if (q == NULL)
        return p;
    out->pair = out->sure = true;
    out->other = other.seconds;
    return q;
}

/* 19.42 Uhr, 19:42 Uhr: a time of day. */
static const char *past_hour(const char *p, const char *end, struct clock_form *out) {
    uint32_t value;
    size_t digits;
    const char *q = past_number(p, end, &value, &digits);
    if (q == NULL || q == end || (*q != '.' && *q != ':'))
        return NULL;
    q = past_number(q + 1, end, &value, &digits);
    q = q != NULL ? scan_blanks(q, end) : NULL;
    if (q == NULL || end - q < 3 || (memcmp(q, "Uhr", 3) != 0 && memcmp(q, "uhr", 3) != 0))
        return NULL;
    out->day = out->sure = true;
    return q + 3;
}

static const char *past_clock(const char *p, const char *end, struct clock_form *out) {
    const char *q = past_hour(p, end, out);
    if (q != NULL)
        return q;
    q = past_colons(p, end, out);
    if (q != NULL)
        return past_other(q, end, out);
    q = past_pair(p, end, out);
    if (q != NULL)
        return out->bare && q - p < 5 ? NULL : q; /* 45/47, not 12/9 */
    q = past_units(p, end, out);
    out->sure = q != NULL;
    return q;
}

bool clock_form_read(const char *p, const char *end, struct clock_form *out) {
    *out = (struct clock_form){.size = 0};
    if (p >= end || (!is_digit(*p) && *p != '(' && *p != '[' && *p != '@'))
        return false;
    out->day = *p == '@';
    out->bare = is_digit(*p) || out->day;
    const char *from = is_digit(*p) ? p : scan_blanks(p + 1, end), *q = NULL;
    if (!out->bare && from < end && *from == '@') { /* (@19:42) */
        out->day = true;
        from = scan_blanks(from + 1, end);
    }
    q = from < end && is_digit(*from) ? past_clock(from, end, out) : NULL;
    if (q != NULL && !out->bare) {
        q = scan_blanks(q, end);
        q = q < end && *q == (*p == '(' ? ')' : ']') ? q + 1 : NULL;
    } else if (q != NULL && (fold_is_letter(q, end) || (q < end && *q == ':'))) {
        q = NULL;
    }
    out->size = q != NULL ? (size_t)(q - p) : 0;
    out->sure |= out->day;
    if (q == NULL)
        *out = (struct clock_form){.size = 0};
    return q != NULL;
}
