/* SPDX-License-Identifier: MIT */
#include "core/text/tagvalue.h"

#include <stdio.h>
#include <string.h>
#include <xpgn/record.h>

#include "core/base/buffer.h"
#include "core/base/slice.h"
#include "core/forms/date.h"
#include "core/forms/scan.h"
#include "internal/text_out.h"

/* True for words ("unrated", "noon"), which are never impossible. */
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

/* ---- kinds ----------------------------------------------------------------------------------- */

static bool eco_fits(xpgn_slice v) {
    return v.size >= 3 && v.data[0] >= 'A' && v.data[0] <= 'E' && is_digit(v.data[1]) &&
           is_digit(v.data[2]) && (v.size == 3 || !is_digit(v.data[3]));
}

static bool elo_fits(xpgn_slice v) {
    size_t at = 0;
    int32_t elo = digits(v, &at, 4);
    if (at < v.size && v.data[at] == '?')
        at++;
    return elo >= 0 && at == v.size; /* engines are rated above 4000 */
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

/* Hours, minutes and optional seconds; anything may follow (a fraction, p.m., a zone). */
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

/* Values with bytes that do not occur in periods are prose, which says something else if its
   meaning in periods is known. A clock time 1:30:00 is no row of periods. */
static bool control_fits(xpgn_slice v) {
    char text[CONTROL_ROOM];
    bool colon = false, moves = false, prose = false;
    for (size_t i = 0; i < v.size; i++) {
        colon |= v.data[i] == ':';
        moves |= v.data[i] == '/';
        prose |= !is_digit(v.data[i]) && strchr("*/+:.", v.data[i]) == NULL;
    }
    if (prose)
        return is_words(v) || !control_meant(v, text);
    if (colon && !moves && control_meant(v, text))
        return false;
    struct control_period period;
    const char *end = v.data + v.size;
    for (const char *p = v.data; p < end; p++) {
        if (!control_period_read(&p, end, &period) || (p < end && (*p != ':' || p + 1 == end)))
            return false;
    }
    return true;
}

/* Databases write 0 if they have not counted. */
uint32_t tag_value_plies(xpgn_slice value) {
    size_t at = 0;
    int32_t plies = digits(value, &at, 9);
    return plies > 0 && at == value.size ? (uint32_t)plies : UINT32_MAX;
}

/* ---- who begins ------------------------------------------------------------------------------ */

/* Reads a die at *at, without leading zeros; false if there is none. */
static bool roll_off_die(const char **at, const char *end, unsigned faces, unsigned *die) {
    const char *p = *at;
    *die = 0;
    while (p < end && is_digit(*p) && *die <= faces)
        *die = *die * 10 + (unsigned)(*p++ - '0');
    bool good = *die >= 1 && *die <= faces && **at != '0';
    *at = p;
    return good;
}

int tag_roll_off(xpgn_slice value, unsigned faces) {
    xpgn_slice v = slice_given(value);
    int seat = -1;
    const char *p = v.data, *end = v.data + v.size;
    while (p < end) {
        unsigned a, b;
        if (*p == ' ') {
            p++;
            continue;
        }
        if (seat >= 0 || !roll_off_die(&p, end, faces, &a) || p == end || *p++ != ':' || p == end ||
            !roll_off_die(&p, end, faces, &b) || (p < end && *p != ' '))
            return -1;
        if (a != b)
            seat = a > b ? 0 : 1;
    }
    return seat;
}

/* The size of a sign that stands for the colon at p; 0 if there is none. */
static size_t versus_size(const char *p, const char *end) {
    size_t dash = scan_dash(p, end);
    return dash > 0 ? dash : p < end && strchr(":/;v", *p) != NULL && *p != '\0' ? 1 : 0;
}

xpgn_slice tag_roll_off_meant(xpgn_slice value, char text[64]) {
    size_t n = 0;
    const char *p = value.data, *end = p + value.size;
    while (p < end && n + 6 < 64) {
        const char *die = p = scan_white(p, end);
        while (p < end && is_digit(*p))
            p++;
        const char *sign = scan_white(p, end);
        size_t size = versus_size(sign, end), first = (size_t)(p - die);
        const char *other = scan_white(sign + size, end);
        for (p = other; p < end && is_digit(*p);)
            p++;
        size_t second = (size_t)(p - other);
        if (size == 0 || first == 0 || first > 2 || second == 0 || second > 2)
            return (xpgn_slice){"", 0};
        n += (size_t)snprintf(text + n, 64 - n, "%s%.*s:%.*s", n > 0 ? " " : "", (int)first, die,
                              (int)second, other);
        p += p < end && *p == ',';
    }
    return (xpgn_slice){text, n};
}

/* ---- tag pairs in another form ----------------------------------------------------------------
 */

static bool is_in_word(char c) {
    return byte_is(c, BYTE_LETTER) || (unsigned char)c >= 0x80;
}

/* True if a word was broken, not a line between its words: a value of one word, or its first three
   bytes. */
static bool is_word_broken(xpgn_slice line, xpgn_slice rest) {
    enum { SHORT = 3 };
    return is_in_word(line.data[line.size - 1]) && is_in_word(*rest.data) &&
           (*rest.data < 'A' || *rest.data > 'Z') && memchr(line.data, ' ', line.size) == NULL &&
           (line.size <= SHORT || memchr(rest.data, ' ', rest.size) == NULL);
}

/* True if no blank belongs between a line of a value and the rest of it: in a word, a position, a
   date, a result, or at a hyphen. */
static bool is_joined(xpgn_slice line, xpgn_slice rest) {
    char a = line.data[line.size - 1], b = rest.data[0];
    bool dash = (a == '-' && line.size > 1 && !is_space(line.data[line.size - 2])) ||
                (b == '-' && rest.size > 1 && !is_space(rest.data[1]));
    return dash || a == '/' || b == '/' || (a == '.' && is_digit(b)) || (is_digit(a) && b == '.') ||
           is_word_broken(line, rest);
}

/* True if what is broken at `line` has a blank or an empty line there; more than one blank indents
   the next line. */
static bool has_blank(const char *line, const char *from, const char *end) {
    const char *next = scan_line_end(line, end);
    return is_space(line[-1]) || from == next + 1 || byte_is(*next, BYTE_LINE);
}

xpgn_slice tag_unfold(struct arena *arena, xpgn_slice value) {
    const char *p = value.data, *end = p + value.size;
    char *text = arena_alloc(arena, value.size + 1), *to = text;
    if (text == NULL)
        return (xpgn_slice){"", 0};
    while (p < end) {
        const char *stop = scan_line(p, end), *from = scan_white(stop, end);
        bool blank = from < end && has_blank(stop, from, end);
        xpgn_slice rest = {from, (size_t)(end - from)};
        while (stop > p && is_space(stop[-1]))
            stop--;
        xpgn_slice line = {p, (size_t)(stop - p)};
        memcpy(to, p, line.size);
        to += line.size;
        if (line.size > 0 && rest.size > 0 && (blank || !is_joined(line, rest)))
            *to++ = ' ';
        p = from;
    }
    *to = '\0';
    return (xpgn_slice){text, (size_t)(to - text)};
}

bool tag_meant(struct arena *arena, const struct tag_shape *tag, struct tag_reading *read) {
    const char *name = tag_name_meant(tag->name.data, tag->name.size);
    xpgn_slice value = tag->fault == TAG_FOLDED ? tag_unfold(arena, tag->value) : tag->value;
    *read = (struct tag_reading){name != NULL ? slice_of(name) : tag->name, value, NULL};
    bool good = tag->fault == TAG_GOOD;
    if (value.data == NULL || (!good && memchr(value.data, '"', value.size) != NULL) ||
        (!good && value.size > 0 && value.data[value.size - 1] == '\\'))
        return false;
    if (!good || name != NULL)
        read->text = arena_printf(arena, "[%.*s \"%.*s\"]", SLICE(read->name), SLICE(value));
    return true;
}

/* ---- all kinds ------------------------------------------------------------------------------- */

bool tag_value_fits(enum tag_kind kind, xpgn_slice value) {
    uint64_t plies;
    switch (kind) {
    case TAG_DATE:
        return date_fits(value) || slice_has_only(value, "?-");
    case TAG_ECO:
        return eco_fits(value) || is_words(value);
    case TAG_ELO:
        return elo_fits(value) || is_words(value);
    case TAG_TIME:
        return time_fits(value) || is_words(value);
    case TAG_CONTROL:
        return control_fits(value);
    case TAG_PLIES:
        return (value.size <= 9 && slice_number(value, &plies)) || slice_has_only(value, "?-");
    case TAG_FREE:
        break;
    }
    return true;
}

bool tag_value_meant(xpgn_slice name, xpgn_slice value, char text[TAG_ROOM]) {
    enum tag_kind kind = tag_kind_of(name);
    if (tag_value_fits(kind, value))
        return false;
    return kind == TAG_DATE ? date_meant(value, text)
                            : kind == TAG_CONTROL && control_meant(value, text);
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
    if (value.size == 0) /* the tag may be missing */
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

void tag_put_value(xpgn_buffer *b, xpgn_slice text) {
    if (text.size == 0)
        return;
    char *p = text.size <= SIZE_MAX / 2 ? buffer_room(b, 2 * text.size) : NULL;
    for (size_t i = 0; p != NULL && i < text.size; i++) {
        char c = text.data[i];
        if (c == '"' || c == '\\')
            *p++ = '\\';
        *p++ = (unsigned char)c < ' ' || c == '\x7f' ? ' ' : c;
    }
    if (p != NULL)
        b->size = (size_t)(p - b->data);
}

void tag_put(xpgn_buffer *b, xpgn_slice name, xpgn_slice text) {
    xpgn_buffer_printf(b, "[%.*s \"", SLICE(name));
    tag_put_value(b, text);
    xpgn_buffer_text(b, "\"]");
}
