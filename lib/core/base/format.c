/* SPDX-License-Identifier: MIT */
#include "core/base/format.h"

#include "core/base/number.h"
#include "core/base/slice.h"

#include <limits.h>
#include <stdio.h>

/* Text being formatted; counting continues when it is full. */
struct text {
    char *to;
    size_t room, size;
};

static inline void put_bytes(struct text *t, const char *p, size_t n) {
    size_t room = t->size < t->room ? t->room - t->size : 0;
    if (n > 0 && room > 0)
        memcpy(t->to + t->size, p, n < room ? n : room);
    t->size += n;
}

enum { DIGITS = NUMBER_ROOM_LONG };

static xpgn_slice number(char digits[DIGITS + 1], bool negative, unsigned long long n) {
    char *end = digits + DIGITS + 1, *p = number_before(end, negative, n);
    return (xpgn_slice){p, (size_t)(end - p)};
}

/* Returns the text of a %s; `precision` below 0: none. */
static xpgn_slice argument_text(va_list *args, int precision) {
    const char *s = va_arg(*args, const char *);
    const char *end = precision <= 0 ? NULL : memchr(s, '\0', (size_t)precision);
    if (precision >= 0)
        return (xpgn_slice){s, end != NULL ? (size_t)(end - s) : (size_t)precision};
    return slice_of(s);
}

/* The argument of a %u; the letters of its size before the u are skipped. */
static unsigned long long unsigned_of(const char **p, va_list *args) {
    if (**p == 'z') {
        ++*p;
        return va_arg(*args, size_t);
    }
    if (**p != 'l')
        return va_arg(*args, unsigned);
    if (*++*p != 'l')
        return va_arg(*args, unsigned long);
    ++*p;
    return va_arg(*args, unsigned long long);
}

static int format_width(const char **p, va_list *args) {
    int width = 0;
    if (**p == '*') {
        ++*p;
        return va_arg(*args, int);
    }
    if (**p == '0') /* a flag */
        return -1;
    for (; is_digit(**p) && width < 1000; ++*p)
        width = width * 10 + (**p - '0');
    return width;
}

/* Performs the conversion after a % and returns the position following it; NULL if it is
   unknown. */
static const char *convert(struct text *t, const char *p, va_list *args) {
    char digits[DIGITS + 1];
    xpgn_slice made = {digits, 1};
    int width = format_width(&p, args), precision = -1, n;
    if (p[0] == '.' && p[1] == '*' && p[2] == 's') {
        precision = va_arg(*args, int);
        p += 2;
    }
    if (*p == 's') {
        made = argument_text(args, precision);
    } else if (*p == 'd') {
        n = va_arg(*args, int);
        made = number(digits, n < 0, n < 0 ? 0ull - (unsigned long long)n : (unsigned long long)n);
    } else if (*p == 'c') {
        digits[0] = (char)va_arg(*args, int);
    } else if (*p == '%') {
        digits[0] = '%';
    } else if (*p == 'u' || ((*p == 'z' || *p == 'l') && p[1 + (p[1] == 'l')] == 'u')) {
        made = number(digits, false, unsigned_of(&p, args));
    } else {
        return NULL;
    }
    for (size_t pad = made.size; width >= 0 && pad < (size_t)width; pad++)
        put_bytes(t, " ", 1);
    put_bytes(t, made.data, made.size);
    return width >= 0 ? p + 1 : NULL;
}

int format_text(char *to, size_t size, const char *format, va_list args) {
    struct text t = {to, size, 0};
    const char *p = format, *percent;
    va_list own;
    va_copy(own, args);
    while (p != NULL && (percent = strchr(p, '%')) != NULL) {
        put_bytes(&t, p, (size_t)(percent - p));
        p = convert(&t, percent + 1, &own);
    }
    va_end(own);
    if (p == NULL)
        return vsnprintf(to, size, format, args);
    put_bytes(&t, p, strlen(p));
    if (size > 0)
        to[t.size < size ? t.size : size - 1] = '\0';
    return t.size <= INT_MAX ? (int)t.size : -1;
}
