/* SPDX-License-Identifier: MIT */
/* Tables that are read: CSV. */
#include "cli/csv.h"

#include <errno.h>
#include <string.h>
#include <strings.h>

bool cli_read_file(cli *c, const char *path, size_t most, xpgn_buffer *b) {
    char part[8192];
    size_t n;
    bool standard = strcmp(path, "-") == 0;
    FILE *f = standard ? stdin : fopen(path, "rb");
    if (f == NULL) {
        cli_message(c, "%s: %s", path, strerror(errno));
        return false;
    }
    errno = 0;
    while (b->size < most && (n = fread(part, 1, sizeof part, f)) > 0)
        xpgn_buffer_put(b, part, n);
    bool good = !ferror(f) && b->size < most;
    if (ferror(f))
        cli_message(c, "%s: %s", path, strerror(errno));
    else if (!good)
        cli_message(c, "%s: larger than %zu bytes", path, most);
    if (!standard)
        (void)fclose(f);
    if (b->failed)
        cli_no_memory(c);
    return good;
}

void cli_csv_begin(cli_csv *t, xpgn_slice text) {
    *t = (cli_csv){.separator = ','};
    xpgn_buffer_slice(&t->text, text);
    if (text.size >= 3 && memcmp(text.data, "\xEF\xBB\xBF", 3) == 0)
        t->at = 3;
    const char *end = text.size > 0 ? memchr(text.data, '\n', text.size) : NULL;
    size_t first = end != NULL ? (size_t)(end - text.data) : text.size;
    if (first > 0 && memchr(text.data, ',', first) == NULL)
        t->separator = ';';
}

void cli_csv_end(cli_csv *t) {
    xpgn_buffer_free(&t->text);
}

static void refuse(cli_csv *t, const char *fault, size_t at) {
    if (t->fault == NULL) {
        t->fault = fault;
        t->fault_at = at;
    }
}

/* Reads a quoted cell in place, from behind its first quote. */
static xpgn_slice quoted(cli_csv *t) {
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
    refuse(t, "unterminated quote", begin - 1);
    return (xpgn_slice){d + begin, to - begin};
}

static bool at_end_of_cell(const cli_csv *t) {
    char c = t->at < t->text.size ? t->text.data[t->at] : '\n';
    return c == t->separator || c == '\n' || c == '\r';
}

static xpgn_slice next_cell(cli_csv *t) {
    xpgn_slice cell = {t->text.data + t->at, 0};
    if (t->at < t->text.size && t->text.data[t->at] == '"') {
        t->at++;
        cell = quoted(t);
        if (!at_end_of_cell(t))
            refuse(t, "text behind the quote that ends a cell", t->at);
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

static void next_cells(cli_csv *t) {
    for (;;) {
        size_t where = t->at;
        xpgn_slice cell = next_cell(t);
        if (t->count < CLI_CSV_COLUMNS) {
            t->where[t->count] = where;
            t->cell[t->count++] = cell;
        }
        if (t->at >= t->text.size || t->text.data[t->at] != t->separator)
            return;
        t->at++;
    }
}

bool cli_csv_next(cli_csv *t) {
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

size_t cli_csv_column(const cli_csv *t, const char *name) {
    size_t column = SIZE_MAX;
    for (size_t i = 0; i < t->count; i++)
        if (t->cell[i].size == strlen(name) &&
            strncasecmp(t->cell[i].data, name, t->cell[i].size) == 0)
            column = i;
    return column;
}

xpgn_slice cli_csv_cell(const cli_csv *t, size_t column) {
    return column < t->count ? t->cell[column] : (xpgn_slice){"", 0};
}
