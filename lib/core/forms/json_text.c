/* SPDX-License-Identifier: MIT */
#include "core/forms/json_text.h"

#include "core/base/slice.h"
#include "core/base/utf8.h"
#include "core/forms/scan.h"

#include <string.h>

/* Past the string at p; NULL: it does not end. */
static const char *past_string(const char *p, const char *end) {
    for (p++; p < end && *p != '"'; p++)
        if (*p == '\\' && p + 1 < end)
            p++;
    return p < end ? p + 1 : NULL;
}

/* Past the object or array at p, whatever is in it; NULL: it does not end. */
static const char *past_group(const char *p, const char *end) {
    size_t depth = 0;
    while (p != NULL && p < end) {
        if (*p == '"') {
            p = past_string(p, end);
            continue;
        }
        depth += *p == '{' || *p == '[';
        depth -= *p == '}' || *p == ']';
        p++;
        if (depth == 0)
            return p;
    }
    return NULL;
}

static bool is_word(char c) {
    return is_letter(c) || is_digit(c) || c == '-' || c == '+' || c == '.';
}

xpgn_slice json_value(xpgn_slice text) {
    const char *end = text.data + text.size, *p = scan_white(text.data, end), *q = p;
    if (p < end && *p == '"')
        q = past_string(p, end);
    else if (p < end && (*p == '{' || *p == '['))
        q = past_group(p, end);
    else
        while (q < end && is_word(*q))
            q++;
    return (xpgn_slice){p, q != NULL ? (size_t)(q - p) : 0};
}

/* The next value of *rest, whose first byte is the bracket or comma before it. */
static bool take(xpgn_slice *rest, xpgn_slice *item) {
    if (rest->size == 0 || strchr("{[,:", *rest->data) == NULL || *rest->data == '\0')
        return false;
    *item = json_value((xpgn_slice){rest->data + 1, rest->size - 1});
    const char *end = rest->data + rest->size, *p = scan_white(item->data + item->size, end);
    *rest = (xpgn_slice){p, (size_t)(end - p)};
    return item->size > 0;
}

bool json_next(xpgn_slice *rest, xpgn_slice *item) {
    return rest->size > 0 && *rest->data != '{' && *rest->data != ':' && take(rest, item);
}

xpgn_slice json_member(xpgn_slice object, const char *key) {
    xpgn_slice rest = object, name, value;
    if (object.size == 0 || *object.data != '{')
        return (xpgn_slice){object.data, 0};
    while (take(&rest, &name) && rest.size > 0 && *rest.data == ':' && take(&rest, &value))
        if (name.size == strlen(key) + 2 && *name.data == '"' &&
            memcmp(name.data + 1, key, name.size - 2) == 0)
            return value;
    return (xpgn_slice){object.data, 0};
}

/* Appends the character of \uXXXX at p; halves of pairs become U+FFFD. Returns past it. */
static const char *put_escaped(xpgn_buffer *b, const char *p, const char *end) {
    uint32_t c = 0;
    char text[4];
    const char *q = p + 2;
    for (; q < end && q < p + 6; q++) {
        const char *digits = "0123456789abcdef", *at = strchr(digits, to_lower(*q));
        c = c * 16 + (at != NULL && *at != '\0' ? (uint32_t)(at - digits) : 0);
    }
    bool half = (c >= 0xD800 && c <= 0xDFFF) || c == 0;
    xpgn_buffer_put(b, text, utf8_put(half ? 0xFFFD : c, text));
    return q;
}

bool json_string(xpgn_buffer *b, xpgn_slice value) {
    static const char signs[] = "bfnrt", means[] = "\b\f\n\r\t";
    if (value.size < 2 || *value.data != '"')
        return false;
    const char *p = value.data + 1, *end = value.data + value.size - 1;
    while (p < end) {
        if (*p != '\\' || p + 1 == end) {
            xpgn_buffer_put(b, p++, 1);
        } else if (p[1] == 'u') {
            p = put_escaped(b, p, end);
        } else {
            const char *at = p[1] != '\0' ? strchr(signs, p[1]) : NULL;
            xpgn_buffer_put(b, at != NULL ? &means[at - signs] : p + 1, 1);
            p += 2;
        }
    }
    return true;
}

bool json_count(xpgn_slice value, uint32_t *out) {
    *out = 0;
    for (size_t i = 0; i < value.size; i++) {
        if (!is_digit(value.data[i]) || *out > 100000000)
            return false;
        *out = *out * 10 + (uint32_t)(value.data[i] - '0');
    }
    return value.size > 0;
}
