/* SPDX-License-Identifier: MIT */
/* Values of tags that can be compared: numbers, dates of which parts may be unknown. */
#include "base/slice.h"

enum { DIGITS = 12, UNIT = 1000000 };

bool xpgn_value_number(xpgn_slice text, bool whole_text, xpgn_span *out) {
    text = slice_given(text);
    const char *p = text.data, *end = p + text.size;
    bool minus = p < end && *p == '-';
    int64_t whole = 0, part = 0;
    p += p < end && (*p == '-' || *p == '+');
    const char *first = p;
    for (; p < end && is_digit(*p); p++) {
        if (p - first == DIGITS)
            return false;
        whole = whole * 10 + (*p - '0');
    }
    if (p == first)
        return false;
    if (p < end && *p == '.' && end - p > 1) {
        int64_t unit = UNIT;
        for (p++; p < end && is_digit(*p) && unit > 1; p++) {
            unit /= 10;
            part += unit * (*p - '0');
        }
    }
    int64_t n = (whole * UNIT + part) * (minus ? -1 : 1);
    *out = (xpgn_span){n, n};
    return p == end || !whole_text;
}

/* Reads two digits, or ?? as -1. */
static bool read_part(const char **p, const char *end, int *out) {
    if (end - *p < 2)
        return false;
    const char *t = *p;
    bool open = t[0] == '?' && t[1] == '?';
    if (!open && !(is_digit(t[0]) && is_digit(t[1])))
        return false;
    *out = open ? -1 : 10 * (t[0] - '0') + (t[1] - '0');
    *p += 2;
    return true;
}

static bool skip_separator(const char **p, const char *end) {
    bool is = *p < end && (**p == '.' || **p == '-' || **p == '/');
    *p += is;
    return is;
}

bool xpgn_value_date(xpgn_slice text, xpgn_span *out) {
    int year = 0, month = -1, day = -1;
    if (text.size < 4)
        return false;
    const char *p = text.data, *end = p + text.size;
    for (; p < text.data + 4; p++) {
        if (!is_digit(*p))
            return false;
        year = 10 * year + (*p - '0');
    }
    if (skip_separator(&p, end)) {
        if (!read_part(&p, end, &month))
            return false;
        if (skip_separator(&p, end) && !read_part(&p, end, &day))
            return false;
    }
    bool whole_year = month < 0, whole_month = whole_year || day < 0;
    int64_t low = year * 10000 + (whole_year ? 0 : month * 100) + (whole_month ? 0 : day);
    int64_t high = year * 10000 + (whole_year ? 9999 : month * 100 + (whole_month ? 99 : day));
    *out = (xpgn_span){low, high};
    return p == end;
}

bool xpgn_tag_is_date(xpgn_slice name) {
    return name.size >= 4 && memcmp(name.data + name.size - 4, "Date", 4) == 0;
}

bool xpgn_value_is_unknown(xpgn_slice value) {
    return value.size == 0 || (value.size == 1 && (*value.data == '?' || *value.data == '-'));
}
