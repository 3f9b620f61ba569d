/* SPDX-License-Identifier: MIT */
#include "core/text/csv_reader.h"
#include "internal/text_out.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The separator: the one in the first line that has it twice, as a title may precede the headings;
   else the one in the first line that has any. Names contain commas, so commas are tried last. */
static char find_separator(xpgn_slice text) {
    static const char signs[] = "\t;,";
    const char *end = text.data + text.size;
    char once = '\0';
    for (const char *line = text.data, *next; line < end; line = next) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        next = stop != NULL ? stop + 1 : end;
        for (const char *s = signs; *s != '\0'; s++) {
            unsigned count = 0;
            for (const char *p = line; p < next; p++)
                count += *p == *s;
            if (count > 1)
                return *s;
            once = once == '\0' && count == 1 ? *s : once;
        }
    }
    return once != '\0' ? once : ',';
}

xpgn_status csv_new(struct csv_reader **out, xpgn_slice text) {
    struct csv_reader *t = calloc(1, sizeof *t);
    if (t == NULL)
        return XPGN_NO_MEMORY;
    t->separator = text.size > 0 ? find_separator(text) : ',';
    xpgn_buffer_slice(&t->text, text);
    if (t->text.failed) {
        csv_free(t);
        return XPGN_NO_MEMORY;
    }
    if (text.size >= 3 && memcmp(text.data, "\xEF\xBB\xBF", 3) == 0)
        t->at = 3;
    *out = t;
    return XPGN_OK;
}

void csv_free(struct csv_reader *t) {
    if (t == NULL)
        return;
    xpgn_buffer_free(&t->text);
    free(t);
}

static void refuse_table(struct csv_reader *t, const char *fault, size_t at) {
    if (t->fault == NULL) {
        t->fault = fault;
        t->fault_at = at;
    }
}

/* Reads a quoted cell in place, from after its first quote. */
static xpgn_slice quoted(struct csv_reader *t) {
    char *d = t->text.data;
    size_t begin = t->at, to = begin;
    for (; t->at < t->text.size; t->at++) {
        if (d[t->at] == '"' && (t->at + 1 == t->text.size || d[t->at + 1] != '"')) {
            t->at++;
            return (xpgn_slice){d + begin, to - begin};
        }
        t->at += d[t->at] == '"';
        d[to++] = d[t->at];
    }
    refuse_table(t, "unterminated quote", begin - 1);
    return (xpgn_slice){d + begin, to - begin};
}

static bool is_end_of_cell(const struct csv_reader *t, size_t at) {
    char c = at < t->text.size ? t->text.data[at] : '\n';
    return c == t->separator || c == '\n' || c == '\r';
}

static bool at_end_of_cell(const struct csv_reader *t) {
    return is_end_of_cell(t, t->at);
}

static xpgn_slice next_cell(struct csv_reader *t) {
    xpgn_slice cell = {t->text.data + t->at, 0};
    bool ditto = t->ditto && is_end_of_cell(t, t->at + 1);
    if (t->at < t->text.size && t->text.data[t->at] == '"' && !ditto) {
        t->at++;
        cell = quoted(t);
        if (!at_end_of_cell(t))
            refuse_table(t, "text after the quote that ends a cell", t->at);
    } else {
        size_t begin = t->at;
        while (!at_end_of_cell(t))
            t->at++;
        cell.size = t->at - begin;
    }
    while (!at_end_of_cell(t))
        t->at++;
    return cell;
}

static void next_cells(struct csv_reader *t) {
    for (;;) {
        size_t where = t->at;
        xpgn_slice cell = next_cell(t);
        if (t->count < CSV_COLUMNS) {
            t->where[t->count] = where;
            t->cell[t->count++] = cell;
        }
        if (t->at >= t->text.size || t->text.data[t->at] != t->separator)
            return;
        t->at++;
    }
}

bool csv_next(struct csv_reader *t) {
    const char *d = t->text.data;
    while (t->at < t->text.size && (d[t->at] == '\n' || d[t->at] == '\r'))
        t->at++;
    t->count = 0;
    t->fault = NULL;
    t->begin = t->at;
    if (t->text.failed || t->at >= t->text.size)
        return false;
    next_cells(t);
    t->size = t->at - t->begin;
    return true;
}

size_t csv_column(const struct csv_reader *t, const char *name) {
    size_t column = SIZE_MAX;
    for (size_t i = 0; i < t->count; i++)
        if (t->cell[i].size == strlen(name) &&
            strncasecmp(t->cell[i].data, name, t->cell[i].size) == 0)
            column = i;
    return column;
}

xpgn_slice csv_cell(const struct csv_reader *t, size_t column) {
    return column < t->count ? t->cell[column] : (xpgn_slice){"", 0};
}
