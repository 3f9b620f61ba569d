/* SPDX-License-Identifier: MIT */
/* Values of tags that can be compared, and names that a tag can have. */
#include "core/base/slice.h"
#include "core/forms/scan.h"

#include "internal/loop.h"

#include <xpgn/record.h>

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

bool xpgn_tag_is_date(xpgn_slice name) {
    return name.size >= 4 && memcmp(name.data + name.size - 4, "Date", 4) == 0;
}

bool xpgn_value_is_unknown(xpgn_slice value) {
    return value.size == 0 || (value.size == 1 && (*value.data == '?' || *value.data == '-'));
}

bool xpgn_is_tag_name(xpgn_slice name) {
    size_t n = 0;
    while (n < name.size &&
           (byte_is(name.data[n], BYTE_DIGIT | BYTE_LETTER) || name.data[n] == '_'))
        n++;
    return n > 0 && n == name.size;
}
