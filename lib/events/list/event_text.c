/* SPDX-License-Identifier: MIT */
/* Dates, numbers and points in lists and records. */
#include "core/forms/date.h"
#include "events/list/event_data.h"
#include "internal/text_out.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <xpgn/record.h>

const char *const event_id_names[XPGN_MAX_SEATS] = {"WhiteFideId", "RedFideId", "BlackFideId",
                                                    "GreenFideId"};

bool event_number_read(xpgn_slice s, uint64_t most, uint64_t *out) {
    uint64_t n = 0;
    for (size_t i = 0; i < s.size; i++) {
        if (!is_digit(s.data[i]) || n > most / 10)
            return false;
        n = n * 10 + (uint64_t)(s.data[i] - '0');
    }
    if (s.size == 0 || n > most)
        return false;
    *out = n;
    return true;
}

uint32_t event_round_read(xpgn_slice s) {
    uint64_t n = 0;
    const char *dot = s.size > 0 ? memchr(s.data, '.', s.size) : NULL;
    if (dot != NULL)
        s.size = (size_t)(dot - s.data);
    return event_number_read(event_trim(s), 9999, &n) ? (uint32_t)n : 0;
}

uint32_t event_part_read(xpgn_slice s) {
    const char *dot = s.size > 0 ? memchr(s.data, '.', s.size) : NULL;
    if (dot == NULL)
        return 0;
    s = (xpgn_slice){dot + 1, s.size - (size_t)(dot + 1 - s.data)};
    return event_round_read(s);
}

bool event_has(xpgn_slice text, const char *word) {
    size_t size = strlen(word);
    for (size_t i = 0; i + size <= text.size; i++)
        if (strncasecmp(text.data + i, word, size) == 0)
            return true;
    return false;
}

/* ---- dates ----------------------------------------------------------------------------------- */

/* Returns a month by its first three letters, in English or German; 0 if it is not a month. */
static int month_of(xpgn_slice word) {
    static const char *const names[] = {"jan",       "feb", "mar", "apr", "may", "jun",
                                        "jul",       "aug", "sep", "oct", "nov", "dec",
                                        "m\xC3\xA4", "mai", "okt", "dez"};
    static const uint8_t month[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 3, 5, 10, 12};
    for (size_t i = 0; word.size >= 3 && i < sizeof month; i++)
        if (strncasecmp(word.data, names[i], 3) == 0)
            return month[i];
    return 0;
}

bool event_date_is_usual(xpgn_slice text) {
    xpgn_slice s = event_trim(text);
    for (size_t i = 0; i < s.size; i++)
        if (!is_digit(s.data[i]) && strchr("./-?", s.data[i]) == NULL)
            return false;
    return true;
}

/* Rewrites May 29, 2020, 29. Mai 2020 or 28. 07. 2005 as day.month.year; false for other forms. */
static bool plain_date(xpgn_slice s, char to[16]) {
    int number[3], numbers = 0, month = 0;
    for (size_t i = 0, n; i < s.size; i += n) {
        int value = 0;
        for (n = 0; i + n < s.size && n < 5 && is_digit(s.data[i + n]); n++)
            value = value * 10 + (s.data[i + n] - '0');
        if (n > 0) {
            if (numbers == 3 || n == 5)
                return false;
            number[numbers++] = value;
            continue;
        }
        while (i + n < s.size && (is_letter(s.data[i + n]) || (s.data[i + n] & 0x80) != 0))
            n++;
        if (n > 0 && (month != 0 || (month = month_of((xpgn_slice){s.data + i, n})) == 0))
            return false;
        if (n == 0 && strchr(" ,./-", s.data[i]) == NULL)
            return false;
        n += n == 0;
    }
    if (numbers != (month == 0 ? 3 : 2) || number[0] > 31 || number[numbers - 1] < 1000)
        return false;
    month = month == 0 ? number[1] : month;
    (void)snprintf(to, 16, "%02d.%02d.%04d", number[0] % 100, month % 100,
                   number[numbers - 1] % 10000);
    return month <= 12;
}

static bool read_parts(xpgn_slice s, event_date *d) {
    struct date_text t;
    if (s.size == 0 || (s.size == 1 && s.data[0] == '?'))
        return true;
    if (!date_split(s, &t) || t.parts != 3)
        return false;
    for (int i = 0; i < 3; i++)
        t.part[i] = t.part[i] < 0 ? 0 : t.part[i];
    bool year_last = t.size[2] == 4;
    int year = t.part[year_last ? 2 : 0], day = t.part[year_last ? 0 : 2];
    size_t year_size = t.size[year_last ? 2 : 0];
    if (year_size == 3 || t.part[1] > 12 || day > 31)
        return false;
    *d = (event_date){year_size <= 2 && year > 0 ? 2000 + year : year, t.part[1], day};
    return true;
}

bool event_date_read(xpgn_slice text, event_date *d) {
    xpgn_slice s = event_trim(text);
    char plain[16];
    const char *blank = s.size > 0 ? memchr(s.data, ' ', s.size) : NULL;
    size_t first = blank != NULL ? (size_t)(blank - s.data) : 0;
    *d = (event_date){0, 0, 0};
    if (event_date_is_usual(s))
        return read_parts(s, d);
    if (first >= 8 && memchr(blank, ':', s.size - first) != NULL) /* with a time of day */
        return event_date_is_usual((xpgn_slice){s.data, first}) &&
               read_parts((xpgn_slice){s.data, first}, d);
    return plain_date(s, plain) && read_parts(slice_of(plain), d);
}

bool event_date_agrees(event_date a, event_date b) {
    return (a.year == 0 || b.year == 0 || a.year == b.year) &&
           (a.month == 0 || b.month == 0 || a.month == b.month) &&
           (a.day == 0 || b.day == 0 || a.day == b.day);
}

int event_date_order(event_date a, event_date b) {
    const int difference[] = {a.year - b.year, a.month - b.month, a.day - b.day};
    const bool known[] = {a.year > 0 && b.year > 0, a.month > 0 && b.month > 0,
                          a.day > 0 && b.day > 0};
    for (int i = 0; i < 3 && known[i]; i++)
        if (difference[i] != 0)
            return difference[i];
    return 0;
}

static void put_part(xpgn_buffer *b, int n, int width) {
    if (n == 0)
        xpgn_buffer_printf(b, "%.*s", width, "????");
    else
        xpgn_buffer_printf(b, "%0*d", width, n);
}

void event_date_put(xpgn_buffer *b, event_date d) {
    put_part(b, d.year, 4);
    xpgn_buffer_char(b, '.');
    put_part(b, d.month, 2);
    xpgn_buffer_char(b, '.');
    put_part(b, d.day, 2);
}

/* ---- points ---------------------------------------------------------------------------------- */

bool event_points_read(xpgn_slice text, int32_t *out) {
    xpgn_slice s = event_trim(text);
    int32_t whole = 0, part = 0, unit = EVENT_POINT;
    size_t at = 0;
    for (; at < s.size && is_digit(s.data[at]); at++) {
        if (whole > 9999)
            return false;
        whole = whole * 10 + (s.data[at] - '0');
    }
    bool any = at > 0;
    if (at < s.size && (s.data[at] == '.' || s.data[at] == ',')) {
        for (at++; at < s.size && is_digit(s.data[at]) && unit > EVENT_POINT / 100; at++) {
            unit /= 10;
            part += (s.data[at] - '0') * unit;
            any = true;
        }
    }
    if (!any || at != s.size)
        return false;
    *out = whole * EVENT_POINT + part;
    return true;
}

/* Writes points with decimals if these are exact, 3.5, otherwise as a fraction, 1 1/3. */
void event_points_put(xpgn_buffer *b, int32_t points) {
    int32_t whole = points / EVENT_POINT, part = points % EVENT_POINT;
    int32_t hundredth = EVENT_POINT / 100;
    if (part == 0) {
        xpgn_buffer_printf(b, "%ld", (long)whole);
    } else if (part % (10 * hundredth) == 0) {
        xpgn_buffer_printf(b, "%ld.%ld", (long)whole, (long)(part / (10 * hundredth)));
    } else if (part % hundredth == 0) {
        xpgn_buffer_printf(b, "%ld.%02ld", (long)whole, (long)(part / hundredth));
    } else {
        int32_t d = (int32_t)xpgn_common_divisor((uint64_t)abs(part), EVENT_POINT);
        if (whole > 0)
            xpgn_buffer_printf(b, "%ld ", (long)whole);
        xpgn_buffer_printf(b, "%ld/%ld", (long)(part / d), (long)(EVENT_POINT / d));
    }
}

const char *event_file_name(const char *file) {
    return strcmp(file, "-") == 0 ? "<stdin>" : file;
}

/* ---- quoted text in messages ----------------------------------------------------------------- */

enum { SHOWN = 79 }; /* maximum bytes of a name or value in a message */

const char *event_take(event *e, xpgn_buffer *b) {
    const char *text = b->size > 0 || b->failed ? arena_take(&e->arena, b) : "";
    if (text == NULL)
        event_no_memory(e);
    return text != NULL ? text : "";
}

const char *event_text(event *e, xpgn_slice text) {
    xpgn_buffer b = {0};
    xpgn_buffer_clean(&b, text);
    if (b.size > SHOWN)
        for (b.size = SHOWN; b.size > 0 && ((unsigned char)b.data[b.size] & 0xC0) == 0x80;)
            b.size--;
    return event_take(e, &b);
}

const char *event_value(event *e, xpgn_slice value) {
    xpgn_buffer b = {0};
    xpgn_tag_text(&b, value);
    const char *text = event_text(e, (xpgn_slice){b.data, b.size});
    if (b.failed)
        event_no_memory(e);
    xpgn_buffer_free(&b);
    return text;
}
