/* SPDX-License-Identifier: MIT */
#include "core/forms/date.h"

#include <stdio.h>

#include "core/base/slice.h"

static bool is_sign(char c) {
    return c == '.' || c == '-' || c == '/';
}

enum { NO_PART = -3 };

static bool is_part(char c) {
    return is_digit(c) || c == '?';
}

/* A part of `size` digits or ?; NO_PART for anything else. */
static inline int part_of(const char *p, size_t size) {
    size_t open = 0;
    int part = 0;
    for (size_t i = 0; i < size; i++) {
        if (!is_part(p[i]))
            return NO_PART;
        open += p[i] == '?';
        part = part * 10 + (p[i] - '0');
    }
    return open == 0 ? part : open == size ? DATE_OPEN : DATE_MIXED;
}

/* The part at s[*at]; its size is 0 if there is none. */
static void read_date_part(xpgn_slice s, size_t *at, int *part, size_t *size) {
    size_t from = *at;
    while (*at < s.size && *at - from < 4 && is_part(s.data[*at]))
        ++*at;
    *size = *at - from;
    *part = *size > 0 ? part_of(s.data + from, *size) : 0;
}

bool date_split(xpgn_slice text, struct date_text *out) {
    size_t at = 0;
    *out = (struct date_text){.parts = 0};
    for (;;) {
        read_date_part(text, &at, &out->part[out->parts], &out->size[out->parts]);
        if (out->size[out->parts++] == 0)
            return false;
        if (at == text.size)
            return true;
        if (out->parts == 3 || !is_sign(text.data[at]))
            return false;
        out->sign[out->parts - 1] = text.data[at++];
    }
}

bool date_fits(xpgn_slice text) {
    static const int days[12] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const char *p = text.data;
    if (text.size != 10 || p[4] != '.' || p[7] != '.')
        return false;
    int year = part_of(p, 4), month = part_of(p + 5, 2), day = part_of(p + 8, 2);
    if (year == NO_PART || month == NO_PART || day == NO_PART || month == 0 || month > 12 ||
        day == 0 || day > (month > 0 ? days[month - 1] : 31))
        return false;
    bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return !(month == 2 && day == 29 && year >= 0 && !leap);
}

/* Writes a day in PGN's form; false if it does not exist. */
static bool put_date(char date[XPGN_DATE], int year, int month, int day) {
    int size = snprintf(date, XPGN_DATE, "%04d.%02d.%02d", year, month, day);
    return size == XPGN_DATE - 1 && date_fits((xpgn_slice){date, XPGN_DATE - 1});
}

/* The year is first, or last after day and month; with slashes and dashes also after month and
   day. */
unsigned date_readings(xpgn_slice text, char date[2][XPGN_DATE]) {
    struct date_text d;
    unsigned count = 0;
    if (date_fits(text)) {
        memcpy(date[0], text.data, XPGN_DATE - 1);
        date[0][XPGN_DATE - 1] = '\0';
        return 1;
    }
    if (!date_split(text, &d) || d.parts != 3 || d.sign[0] != d.sign[1] || d.part[0] < 0 ||
        d.part[1] < 0 || d.part[2] < 0)
        return 0;
    if (d.part[0] > 31)
        return put_date(date[0], d.part[0], d.part[1], d.part[2]);
    if (d.part[2] <= 31)
        return 0;
    count += put_date(date[count], d.part[2], d.part[1], d.part[0]);
    if (d.part[0] != d.part[1] && d.sign[0] != '.')
        count += put_date(date[count], d.part[2], d.part[0], d.part[1]);
    return count;
}

bool xpgn_date_read(xpgn_slice text, char date[XPGN_DATE]) {
    char all[2][XPGN_DATE];
    bool one = date_readings(text, all) == 1;
    if (one)
        memcpy(date, all[0], XPGN_DATE);
    return one;
}

bool date_meant(xpgn_slice value, char date[XPGN_DATE]) {
    enum { YEAR = 4, PAIR = 2 };
    struct date_text d;
    if (xpgn_date_read(value, date))
        return true;
    if (!date_split(value, &d) || d.part[0] == DATE_MIXED)
        return false;
    bool open = d.part[0] == DATE_OPEN, month = d.parts > 1 && d.part[1] >= 0;
    for (unsigned i = 1; i < d.parts; i++)
        open &= d.part[i] == DATE_OPEN;
    bool partly = d.size[0] == YEAR && d.part[0] > 0 &&
                  (d.parts == 1 || (d.parts == 2 && month && d.size[1] == PAIR));
    if (!open && !partly)
        return false;
    int year =
        open ? snprintf(date, XPGN_DATE, "????") : snprintf(date, XPGN_DATE, "%04d", d.part[0]);
    if (month)
        snprintf(date + year, XPGN_DATE - YEAR, ".%02d.??", d.part[1]);
    else
        snprintf(date + year, XPGN_DATE - YEAR, ".??.??");
    return date_fits((xpgn_slice){date, XPGN_DATE - 1});
}

/* Month or day of a span: two digits, or two ?. */
static bool is_pair(const struct date_text *d, unsigned i) {
    return d->parts <= i || (d->size[i] == 2 && d->part[i] != DATE_MIXED);
}

bool xpgn_value_date(xpgn_slice text, xpgn_span *out) {
    struct date_text d;
    if (!date_split(text, &d) || d.size[0] != 4 || d.part[0] < 0 || !is_pair(&d, 1) ||
        !is_pair(&d, 2))
        return false;
    int year = d.part[0], month = d.parts > 1 ? d.part[1] : DATE_OPEN;
    int day = d.parts > 2 ? d.part[2] : DATE_OPEN;
    bool whole_year = month < 0, whole_month = whole_year || day < 0;
    int64_t low = year * 10000 + (whole_year ? 0 : month * 100) + (whole_month ? 0 : day);
    int64_t high = year * 10000 + (whole_year ? 9999 : month * 100 + (whole_month ? 99 : day));
    *out = (xpgn_span){low, high};
    return true;
}
