/* SPDX-License-Identifier: MIT */
/* Conditions on the value of a tag. */
#include <stdio.h>
#include <string.h>

#include "grep/grep.h"

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_name(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* ---- reading --------------------------------------------------------------------------------- */

/* The value in the condition decides how values are compared. */
static void find_order(grep_tag *t) {
    bool date = cli_is_date_tag(t->name) || (t->text.size >= 7 && !is_digit(t->text.data[4]));
    if (date && cli_read_date(t->text, &t->span))
        t->order = GREP_AS_DATE;
    else if (cli_read_number(t->text, true, &t->span))
        t->order = GREP_AS_NUMBER;
    else
        t->order = GREP_AS_TEXT;
}

static xpgn_status refuse(xpgn_fault *fault, size_t offset, size_t size, const char *text) {
    fault->place = (xpgn_place){(uint32_t)offset, (uint32_t)size};
    (void)snprintf(fault->text, sizeof fault->text, "%s", text);
    return XPGN_INVALID;
}

/* Reads = != < <= > or >= at p; returns its size, 0 if there is none. */
static size_t read_operator(grep_tag *t, const char *p) {
    if (*p == '=') {
        t->compare = GREP_EQUAL;
        return p[1] == '=' ? 2 : 1;
    }
    if (*p == '!' && p[1] == '=') {
        t->compare = GREP_EQUAL;
        t->negated = !t->negated;
        return 2;
    }
    if (*p != '<' && *p != '>')
        return 0;
    t->compare = *p == '<' ? GREP_LESS : GREP_GREATER;
    t->or_equal = p[1] == '=';
    return t->or_equal ? 2 : 1;
}

static xpgn_status read_value(grep_tag *t, const char *text, const char *value, xpgn_fault *fault) {
    size_t offset = (size_t)(value - text);
    t->text = (xpgn_slice){value, strlen(value)};
    bool ordered = t->compare != GREP_EQUAL;
    if (ordered && t->text.size == 0)
        return refuse(fault, offset, 0, "the value to compare with is missing");
    if (*value != '/') {
        if (ordered)
            find_order(t);
        return XPGN_OK;
    }
    if (ordered)
        return refuse(fault, offset, strlen(value), "an expression requires = or !=");
    xpgn_status status = grep_text_new(&t->expression, value, fault);
    if (status == XPGN_INVALID)
        fault->place.offset += (uint32_t)offset;
    return status;
}

xpgn_status grep_tag_read(grep_tag *out, const char *text, xpgn_fault *fault) {
    *out = (grep_tag){.negated = *text == '!'};
    const char *name = text + out->negated, *p = name;
    while (is_name(*p))
        p++;
    if (p == name)
        return refuse(fault, (size_t)(p - text), 0, "the tag name is missing");
    out->name = (xpgn_slice){name, (size_t)(p - name)};
    if (*p == '\0')
        return XPGN_OK; /* GREP_HAS */
    size_t size = read_operator(out, p);
    if (size == 0)
        return refuse(fault, (size_t)(p - text), 1,
                      "expected one of = != < <= > >= after the tag name");
    return read_value(out, text, p + size, fault);
}

/* ---- testing --------------------------------------------------------------------------------- */

/* Compares whole ranges: a partial date that may be before or after is neither. */
static bool in_order(const grep_tag *t, cli_span value) {
    if (t->compare == GREP_LESS)
        return t->or_equal ? value.high <= t->span.high : value.high < t->span.low;
    return t->or_equal ? value.low >= t->span.low : value.low > t->span.high;
}

static bool text_in_order(const grep_tag *t, xpgn_slice value) {
    size_t common = value.size < t->text.size ? value.size : t->text.size;
    int order = memcmp(value.data, t->text.data, common);
    if (order == 0)
        order = (value.size > t->text.size) - (value.size < t->text.size);
    if (order == 0)
        return t->or_equal;
    return (order < 0) == (t->compare == GREP_LESS);
}

static bool is_ordered(const grep_tag *t, xpgn_slice value) {
    cli_span span;
    if (cli_is_unknown(value))
        return false;
    if (t->order == GREP_AS_TEXT)
        return text_in_order(t, value);
    bool read = t->order == GREP_AS_DATE ? cli_read_date(value, &span)
                                         : cli_read_number(value, false, &span);
    return read && in_order(t, span);
}

static bool holds(const grep_tag *t, grep_matcher *m, xpgn_slice value) {
    if (value.data == NULL)
        return false;
    if (t->expression != NULL)
        return grep_text_found(t->expression, m, value, GREP_VALUE);
    xpgn_slice plain = grep_plain(m, value, GREP_VALUE);
    if (t->compare == GREP_HAS)
        return !cli_is_unknown(plain);
    if (t->compare != GREP_EQUAL)
        return is_ordered(t, plain);
    return plain.size == t->text.size && memcmp(plain.data, t->text.data, plain.size) == 0;
}

bool grep_tag_holds(const grep_tag *t, grep_matcher *m, xpgn_slice value) {
    return holds(t, m, value) != t->negated;
}
