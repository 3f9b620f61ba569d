/* SPDX-License-Identifier: MIT */
#include "text/tagvalue.h"

#include <stdio.h>

#include "base/slice.h"

enum { ELO_MOST = 4000 };

/* Nothing, ? ?? or -, as records have it for "unknown". */
static bool is_unknown(xpgn_slice v) {
    size_t i = 0;
    while (i < v.size && (v.data[i] == '?' || v.data[i] == '-'))
        i++;
    return i == v.size;
}

/* Words ("unrated", "noon"): nothing that could be impossible. */
static bool is_words(xpgn_slice v) {
    size_t i = 0;
    while (i < v.size && !is_digit(v.data[i]))
        i++;
    return i == v.size;
}

/* The number at v[*at], of at most `most` digits; -1 if there is none. */
static int32_t digits(xpgn_slice v, size_t *at, unsigned most) {
    int32_t value = 0;
    size_t from = *at;
    while (*at < v.size && *at - from < most && is_digit(v.data[*at]))
        value = value * 10 + (v.data[(*at)++] - '0');
    return *at > from ? value : -1;
}

/* ---- dates ----------------------------------------------------------------------------------- */

/* A number of `n` digits, -1 if some are `?`, -2 for anything else. */
static int date_part(const char *s, int n) {
    int value = 0, unknown = 0;
    for (int i = 0; i < n; i++) {
        if (s[i] == '?')
            unknown++;
        else if (is_digit(s[i]))
            value = value * 10 + (s[i] - '0');
        else
            return -2;
    }
    return unknown == 0 ? value : -1;
}

static bool date_fits(xpgn_slice v) {
    static const int days[12] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (v.size != 10 || v.data[4] != '.' || v.data[7] != '.')
        return false;
    int year = date_part(v.data, 4), month = date_part(v.data + 5, 2),
        day = date_part(v.data + 8, 2);
    if (year == -2 || month == -2 || day == -2 || month == 0 || month > 12 || day == 0 || day > 31)
        return false;
    if (month > 0 && day > days[month - 1])
        return false;
    bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return !(month == 2 && day == 29 && year >= 0 && !leap);
}

static bool is_date_sign(char c) {
    return c == '.' || c == '-' || c == '/';
}

/* Three numbers of at most four digits between equal signs, ". - /": false for anything else. */
static bool date_numbers(xpgn_slice v, int32_t number[3]) {
    size_t at = 0, first = 0;
    for (unsigned i = 0; i < 3; i++) {
        if (i > 0 && (at == v.size || !is_date_sign(v.data[at]) || v.data[at] != v.data[first]))
            return false;
        at += i > 0;
        number[i] = digits(v, &at, 4);
        first = i == 0 ? at : first;
        if (number[i] < 0)
            return false;
    }
    return at == v.size;
}

/* Writes a day as PGN has it; false: it is none. */
static bool put_date(char date[XPGN_DATE], int32_t year, int32_t month, int32_t day) {
    int size = snprintf(date, XPGN_DATE, "%04d.%02d.%02d", (int)year, (int)month, (int)day);
    return size == XPGN_DATE - 1 && date_fits((xpgn_slice){date, XPGN_DATE - 1});
}

/* The year first, or last after day and month, or with strokes and dashes also month and day. */
unsigned date_readings(xpgn_slice text, char date[2][XPGN_DATE]) {
    int32_t n[3];
    unsigned count = 0;
    if (date_fits(text)) {
        memcpy(date[0], text.data, XPGN_DATE - 1);
        date[0][XPGN_DATE - 1] = '\0';
        return 1;
    }
    if (!date_numbers(text, n))
        return 0;
    if (n[0] > 31)
        return put_date(date[0], n[0], n[1], n[2]);
    if (n[2] <= 31)
        return 0;
    count += put_date(date[count], n[2], n[1], n[0]);
    if (n[0] != n[1] && memchr(text.data, '.', text.size) == NULL)
        count += put_date(date[count], n[2], n[0], n[1]);
    return count;
}

bool xpgn_date_read(xpgn_slice text, char date[XPGN_DATE]) {
    char all[2][XPGN_DATE];
    bool one = date_readings(text, all) == 1;
    if (one)
        memcpy(date, all[0], XPGN_DATE);
    return one;
}

/* ---- the other kinds ------------------------------------------------------------------------- */

static bool eco_fits(xpgn_slice v) {
    return v.size >= 3 && v.data[0] >= 'A' && v.data[0] <= 'E' && is_digit(v.data[1]) &&
           is_digit(v.data[2]) && (v.size == 3 || !is_digit(v.data[3]));
}

static bool elo_fits(xpgn_slice v) {
    size_t at = 0;
    int32_t elo = digits(v, &at, 4);
    if (at < v.size && v.data[at] == '?')
        at++;
    return elo >= 0 && elo <= ELO_MOST && at == v.size;
}

/* Two digits, or ? for unknown ones; -1 if neither is there. */
static int32_t time_part(xpgn_slice v, size_t *at) {
    if (*at == v.size || v.data[*at] != '?')
        return digits(v, at, 2);
    while (*at < v.size && v.data[*at] == '?')
        ++*at;
    return 0;
}

static bool is_time_sign(xpgn_slice v, size_t at) {
    return at < v.size && (v.data[at] == ':' || v.data[at] == '.');
}

/* Hours, minutes and perhaps seconds; what follows them (a fraction, p.m., a zone) is free. */
static bool time_fits(xpgn_slice v) {
    size_t at = 0;
    int32_t hour = time_part(v, &at), second = 0;
    if (hour < 0 || !is_time_sign(v, at))
        return false;
    at++;
    int32_t minute = time_part(v, &at);
    if (is_time_sign(v, at)) {
        at++;
        second = time_part(v, &at);
    }
    return hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 60 &&
           (at == v.size || !is_digit(v.data[at]));
}

/* A number, with decimals or without. */
static bool decimal(xpgn_slice v, size_t *at) {
    bool any = digits(v, at, 9) >= 0;
    if (any && *at < v.size && v.data[*at] == '.') {
        ++*at;
        any = digits(v, at, 9) >= 0;
    }
    return any;
}

/* One period: *180, 300, 300+5, 40/7200, 40/7200+30, 5400/40+30. */
static bool period(xpgn_slice v, size_t *at) {
    if (v.data[*at] == '*') {
        ++*at;
        return decimal(v, at);
    }
    if (!decimal(v, at))
        return false;
    for (const char *sign = "/+"; *sign != '\0'; sign++) {
        if (*at < v.size && v.data[*at] == *sign) {
            ++*at;
            if (!decimal(v, at))
                return false;
        }
    }
    return true;
}

/* What is written with other bytes than periods are is prose. */
static bool control_fits(xpgn_slice v) {
    for (size_t i = 0; i < v.size; i++) {
        if (!is_digit(v.data[i]) && strchr("*/+:.", v.data[i]) == NULL)
            return true;
    }
    for (size_t at = 0; at < v.size; at++) {
        if (!period(v, &at))
            return false;
        if (at < v.size && (v.data[at] != ':' || at + 1 == v.size))
            return false;
    }
    return true;
}

static bool is_number(xpgn_slice v) {
    size_t at = 0;
    return digits(v, &at, 9) >= 0 && at == v.size;
}

/* Databases write 0 where they have not counted. */
uint32_t tag_value_plies(xpgn_slice value) {
    size_t at = 0;
    int32_t plies = digits(value, &at, 9);
    return plies > 0 && at == value.size ? (uint32_t)plies : UINT32_MAX;
}

/* ---- all kinds ------------------------------------------------------------------------------- */

bool tag_value_fits(enum tag_kind kind, xpgn_slice value) {
    switch (kind) {
    case TAG_DATE:
        return date_fits(value) || is_unknown(value);
    case TAG_ECO:
        return eco_fits(value) || is_words(value);
    case TAG_ELO:
        return elo_fits(value) || is_words(value);
    case TAG_TIME:
        return time_fits(value) || is_words(value);
    case TAG_CONTROL:
        return control_fits(value);
    case TAG_PLIES:
        return is_number(value) || is_unknown(value);
    case TAG_FREE:
        break;
    }
    return true;
}

enum diag tag_value_code(enum tag_kind kind) {
    static const enum diag code[] = {
        [TAG_FREE] = D_DATE,      [TAG_DATE] = D_DATE, [TAG_ECO] = D_ECO,
        [TAG_ELO] = D_ELO,        [TAG_TIME] = D_TIME, [TAG_CONTROL] = D_TIME_CONTROL,
        [TAG_PLIES] = D_PLY_COUNT};
    return code[kind];
}

const char *tag_value_fault(enum tag_kind kind) {
    static const char *const fault[] = {[TAG_FREE] = "",
                                        [TAG_DATE] = "impossible date",
                                        [TAG_ECO] = "impossible opening code",
                                        [TAG_ELO] = "impossible rating",
                                        [TAG_TIME] = "impossible time of day",
                                        [TAG_CONTROL] = "impossible time control",
                                        [TAG_PLIES] = "impossible number of half-moves"};
    return fault[kind];
}

void xpgn_tag_text(xpgn_buffer *b, xpgn_slice value) {
    if (value.size == 0) /* there may be no such tag */
        return;
    const char *p = value.data, *end = p + value.size, *escape;
    while (p < end && (escape = memchr(p, '\\', (size_t)(end - p))) != NULL && escape + 1 < end) {
        xpgn_buffer_put(b, p, (size_t)(escape - p));
        xpgn_buffer_char(b, escape[1]);
        p = escape + 2;
    }
    if (p < end)
        xpgn_buffer_put(b, p, (size_t)(end - p));
}
