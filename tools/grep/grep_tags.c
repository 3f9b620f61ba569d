/* SPDX-License-Identifier: MIT */
/* Conditions on the value of a tag. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "grep/grep.h"

static bool is_tag_char(char c) {
    return isdigit((unsigned char)c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           c == '_';
}

/* ---- reading --------------------------------------------------------------------------------- */

xpgn_status grep_refuse(xpgn_fault *fault, size_t offset, size_t size, const char *text) {
    fault->place = (xpgn_place){(uint32_t)offset, (uint32_t)size};
    (void)snprintf(fault->text, sizeof fault->text, "%s", text);
    return XPGN_INVALID;
}

/* Returns the size of the operator at p, one of = != < <= > >=; 0 if there is none. */
static size_t operator_size(const char *p) {
    if (*p == '!')
        return p[1] == '=' ? 2 : 0;
    return *p != '=' && *p != '<' && *p != '>' ? 0 : p[1] == '=' ? 2 : 1;
}

/* Makes the condition a query (xpgn-query(7)) with its value in quotation marks. */
static xpgn_status make_query(grep_tag *t, bool negated, xpgn_slice compare, xpgn_fault *fault) {
    xpgn_buffer b = {0};
    xpgn_buffer_printf(&b, "%stag:%.*s%.*s", negated ? "!" : "", (int)t->name.size, t->name.data,
                       (int)compare.size, compare.data);
    if (compare.size > 0)
        xpgn_buffer_char(&b, '"');
    for (size_t i = 0; i < t->text.size; i++) {
        if (t->text.data[i] == '"' || t->text.data[i] == '\\')
            xpgn_buffer_char(&b, '\\');
        xpgn_buffer_char(&b, t->text.data[i]);
    }
    if (compare.size > 0)
        xpgn_buffer_char(&b, '"');
    xpgn_buffer_char(&b, '\0');
    xpgn_status status = b.failed ? XPGN_NO_MEMORY : xpgn_query_new(&t->query, b.data, fault);
    xpgn_buffer_free(&b);
    return status;
}

xpgn_status grep_tag_read(grep_tag *out, const char *text, xpgn_fault *fault) {
    *out = (grep_tag){.excludes = *text == '!'};
    const char *name = text + out->excludes, *p = name;
    while (is_tag_char(*p))
        p++;
    if (p == name)
        return grep_refuse(fault, (size_t)(p - text), 0, "the tag name is missing");
    out->name = (xpgn_slice){name, (size_t)(p - name)};
    const xpgn_slice compare = {p, operator_size(p)};
    if (*p != '\0' && compare.size == 0)
        return grep_refuse(fault, (size_t)(p - text), 1,
                           "expected one of = != < <= > >= after the tag name");
    const char *value = p + compare.size;
    const size_t offset = (size_t)(value - text);
    bool ordered = *p == '<' || *p == '>';
    const bool negated = out->excludes;
    out->equal = *p == '=';
    out->excludes = negated != (*p == '!');
    out->text = (xpgn_slice){value, strlen(value)};
    if (ordered && *value == '\0')
        return grep_refuse(fault, offset, 0, "the value to compare with is missing");
    if (*value != '/')
        return make_query(out, negated, compare, fault);
    if (ordered)
        return grep_refuse(fault, offset, strlen(value), "an expression requires = or !=");
    xpgn_status status = grep_text_new(&out->expression, value, fault);
    if (status == XPGN_INVALID)
        fault->place.offset += (uint32_t)offset;
    return status;
}

bool grep_tag_holds(const grep_tag *t, grep_matcher *m, xpgn_slice value) {
    if (t->expression == NULL)
        return xpgn_query_holds(t->query, &(xpgn_fact_source){XPGN_SUBJECT, .text = &m->plain},
                                &value);
    return (value.data != NULL && grep_text_found(t->expression, m, value, GREP_VALUE)) !=
           t->excludes;
}

void grep_tag_free(grep_tag *t) {
    grep_text_free(t->expression);
    xpgn_query_free(t->query);
}
