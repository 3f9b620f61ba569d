/* SPDX-License-Identifier: MIT */
/* Values of tags in queries: numbers, dates with unknown parts, and texts. */
#include <xpgn/record.h>

#include "core/base/slice.h"
#include "core/base/utf8.h"
#include "facts/query.h"

/* The value in the query decides how values are compared. */
enum query_order query_order_of(xpgn_slice name, xpgn_slice text, xpgn_span *span) {
    bool date = xpgn_tag_is_date(name) || (text.size >= 7 && !is_digit(text.data[4]));
    if (date && xpgn_value_date(text, span))
        return AS_DATE;
    return xpgn_value_number(text, true, span) ? AS_NUMBER : AS_TEXT;
}

/* ---- comparisons ----------------------------------------------------------------------------- */

/* Compares whole ranges: a partial date that may be earlier or later is neither. */
static bool in_order(enum query_compare compare, xpgn_span a, xpgn_span b) {
    switch (compare) {
    case LESS:
        return a.high < b.low;
    case AT_MOST:
        return a.high <= b.high;
    case GREATER:
        return a.low > b.high;
    case AT_LEAST:
        return a.low >= b.low;
    default:
        return a.low == b.low && a.high == b.high;
    }
}

static bool text_in_order(enum query_compare compare, xpgn_slice a, xpgn_slice b) {
    size_t common = a.size < b.size ? a.size : b.size;
    int order = common > 0 ? memcmp(a.data, b.data, common) : 0;
    if (order == 0)
        order = (a.size > b.size) - (a.size < b.size);
    if (order == 0)
        return compare == AT_MOST || compare == AT_LEAST;
    return (order < 0) == (compare == LESS || compare == AT_MOST);
}

static bool contains(xpgn_slice value, xpgn_slice part) {
    for (size_t from = 0; from + part.size <= value.size; from++) {
        size_t n = 0;
        while (n < part.size && to_lower(value.data[from + n]) == to_lower(part.data[n]))
            n++;
        if (n == part.size)
            return true;
    }
    return false;
}

static bool is_ordered(enum query_compare compare, const union query_value *v, xpgn_slice value) {
    xpgn_span span;
    if (xpgn_value_is_unknown(value))
        return false;
    if (v->tag.order == AS_TEXT)
        return text_in_order(compare, value, v->tag.text);
    bool read = v->tag.order == AS_DATE ? xpgn_value_date(value, &span)
                                        : xpgn_value_number(value, false, &span);
    return read && in_order(compare, span, v->tag.span);
}

/* The value without escapes, as UTF-8. */
static xpgn_slice plain_value(xpgn_slice value, xpgn_buffer *text) {
    const char *from = value.data, *end = from + value.size;
    size_t escaped = 0; /* the first byte was escaped, and begins no escape itself */
    if (text == NULL || value.size == 0 ||
        (utf8_ascii_run(from, value.size) == value.size && memchr(from, '\\', value.size) == NULL))
        return value;
    xpgn_buffer_clear(text);
    while (from < end) {
        const char *to = memchr(from + escaped, '\\', (size_t)(end - from) - escaped);
        to = to != NULL && to + 1 < end ? to : end;
        xpgn_buffer_utf8(text, (xpgn_slice){from, (size_t)(to - from)});
        from = to < end ? to + 1 : end;
        escaped = 1;
    }
    return (xpgn_slice){text->size > 0 ? text->data : "", text->size};
}

bool query_tag_holds(const struct query_term *t, xpgn_slice value, xpgn_buffer *text) {
    bool holds = false;
    if (value.data == NULL)
        return false;
    xpgn_slice plain = plain_value(value, text);
    if (t->compare == KNOWN)
        return !xpgn_value_is_unknown(plain);
    for (unsigned i = 0; i < t->count && !holds; i++) {
        const union query_value *v = &t->value[i];
        if (t->compare == EQUAL || t->compare == UNEQUAL)
            holds = slice_equal(plain, v->tag.text);
        else if (t->compare == CONTAINS)
            holds = contains(plain, v->tag.text);
        else
            holds = is_ordered((enum query_compare)t->compare, v, plain);
    }
    return holds;
}

bool query_dates_hold(enum query_compare compare, xpgn_slice left, xpgn_slice right) {
    xpgn_span a, b;
    return left.data != NULL && right.data != NULL && xpgn_value_date(left, &a) &&
           xpgn_value_date(right, &b) && in_order(compare, a, b);
}
