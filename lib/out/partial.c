/* SPDX-License-Identifier: MIT */
#include "out/partial.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_LINE = 80 * 1024 * 1024 }; /* a tag can be as long as a game */

/* ---- lines of a file ------------------------------------------------------------------------- */

xpgn_status partial_refuse(struct partial *l, const char *format, ...) {
    size_t n = 0;
    va_list args;
    l->fault->place = (xpgn_place){0, 0};
    if (l->number > 0)
        n = (size_t)snprintf(l->fault->text, sizeof l->fault->text,
                             "line %llu: ", (unsigned long long)l->number);
    va_start(args, format);
    (void)vsnprintf(l->fault->text + n, sizeof l->fault->text - n, format, args);
    va_end(args);
    return XPGN_INVALID;
}

/* Reports why the file cannot be read, without its name, which the caller has. */
static xpgn_status refuse_file(struct partial *l, const char *name) {
    const char *reason = l->input.message;
    name = strcmp(name, "-") == 0 ? "standard input" : name;
    size_t n = strlen(name);
    if (strncmp(reason, name, n) == 0 && strncmp(reason + n, ": ", 2) == 0)
        reason += n + 2;
    l->number = 0;
    (void)partial_refuse(l, "%s", reason);
    return XPGN_IO;
}

/* Appends more of the file. */
static xpgn_status read_more(struct partial *l, bool *end) {
    char block[16 * 1024];
    size_t got;
    if (!input_read(&l->input, block, sizeof block, &got))
        return refuse_file(l, l->input.name);
    if (l->at > 0) {
        memmove(l->text.data, l->text.data + l->at, l->text.size - l->at);
        l->text.size -= l->at;
        l->at = 0;
    }
    *end = got == 0;
    xpgn_buffer_put(&l->text, block, got);
    return l->text.failed ? XPGN_NO_MEMORY : XPGN_OK;
}

xpgn_status partial_line(struct partial *l, xpgn_slice *line) {
    size_t searched = 0;
    for (bool end = false;;) {
        const char *from = l->text.data != NULL ? l->text.data + l->at : "";
        size_t size = l->text.size - l->at;
        const char *stop = size > searched ? memchr(from + searched, '\n', size - searched) : NULL;
        if (stop != NULL || end) {
            if (stop == NULL && size == 0)
                return XPGN_END;
            *line = (xpgn_slice){from, stop != NULL ? (size_t)(stop - from) : size};
            l->at += line->size + (stop != NULL);
            l->number++;
            return XPGN_OK;
        }
        searched = size;
        if (size > LONGEST_LINE)
            return partial_refuse(l, "not a partial result: the line is too long");
        xpgn_status status = read_more(l, &end);
        if (status != XPGN_OK)
            return status;
    }
}

size_t partial_split(xpgn_slice line, xpgn_slice *field, size_t room) {
    size_t n = 0;
    for (const char *p = line.data, *end = p + line.size;; n++) {
        const char *tab = p < end ? memchr(p, '\t', (size_t)(end - p)) : NULL;
        if (n == room)
            return n + 1;
        field[n] = (xpgn_slice){p, (size_t)((tab != NULL ? tab : end) - p)};
        if (tab == NULL)
            return n + 1;
        p = tab + 1;
    }
}

bool partial_number(xpgn_slice text, uint64_t least, uint64_t limit, uint64_t *out) {
    return slice_number(text, out) && *out >= least && *out <= limit;
}

/* ---- the whole ------------------------------------------------------------------------------- */

xpgn_status partial_open(struct partial **out, const char *file, xpgn_fault *fault) {
    struct partial *l = calloc(1, sizeof *l);
    *out = l;
    if (l == NULL)
        return XPGN_NO_MEMORY;
    l->fault = fault;
    return input_open(&l->input, file, 0) ? XPGN_OK : refuse_file(l, file);
}

void partial_close(struct partial *l) {
    if (l == NULL)
        return;
    input_close(&l->input);
    xpgn_buffer_free(&l->text);
    free(l);
}

static const char *const last_word[] = {"incomplete", "end"};

void partial_put_end(xpgn_buffer *b, bool complete, uint64_t rows) {
    xpgn_buffer_printf(b, "%s\t%llu\n", last_word[complete], (unsigned long long)rows);
}

bool partial_is_end(const xpgn_slice *field, size_t fields) {
    return fields == 2 &&
           (slice_is(field[0], last_word[true]) || slice_is(field[0], last_word[false]));
}

xpgn_status partial_end(struct partial *l, const xpgn_slice *field, uint64_t rows) {
    xpgn_slice line;
    uint64_t n = 0;
    if (slice_is(field[0], last_word[false])) {
        l->number = 0;
        return partial_refuse(l, "the partial result is incomplete: not all could be read");
    }
    if (!partial_number(field[1], 0, UINT64_MAX, &n) || n != rows)
        return partial_refuse(l, "expected %llu counts, found %llu", (unsigned long long)n,
                              (unsigned long long)rows);
    xpgn_status status = partial_line(l, &line);
    return status == XPGN_OK ? partial_refuse(l, "text after the end of the partial result")
                             : status;
}

xpgn_status partial_cut(struct partial *l, xpgn_status status) {
    l->number = 0;
    return status == XPGN_END ? partial_refuse(l, "the partial result is truncated") : status;
}

/* ---- sums ------------------------------------------------------------------------------------ */

enum { SUM_FIELDS = 3, SUM_VERSION = 1 };
static const uint64_t most_sum = 1000000000000000u;

void xpgn_sums_write(xpgn_buffer *b, const xpgn_sums *s) {
    xpgn_buffer_printf(b, "%s\t%d\t%s\n", s->tool, SUM_VERSION, s->how);
    for (size_t i = 0; i < s->count; i++)
        xpgn_buffer_printf(b, "%s\t%llu\n", s->name[i], (unsigned long long)s->sum[i]);
    partial_put_end(b, !s->incomplete, s->count);
}

/* False: one of the sums would be too large. */
static bool add_all(const xpgn_sums *s, const uint64_t *more) {
    for (size_t i = 0; i < s->count; i++)
        if (more[i] > UINT64_MAX - s->sum[i])
            return false;
    for (size_t i = 0; i < s->count; i++)
        s->sum[i] += more[i];
    return true;
}

static xpgn_status read_sums_head(struct partial *l, const xpgn_sums *s) {
    xpgn_slice line = {NULL, 0}, field[SUM_FIELDS];
    uint64_t version;
    xpgn_status status = partial_line(l, &line);
    size_t fields = status == XPGN_OK ? partial_split(line, field, SUM_FIELDS) : 0;
    l->number = 0;
    if (status != XPGN_OK && status != XPGN_END)
        return status;
    if (fields != SUM_FIELDS || !slice_is(field[0], s->tool))
        return partial_refuse(l, "not a partial result of %s --partial", s->tool);
    if (!partial_number(field[1], SUM_VERSION, SUM_VERSION, &version))
        return partial_refuse(l, "a partial result of another version of %s", s->tool);
    l->number = 1;
    if (slice_is(field[2], s->how))
        return XPGN_OK;
    l->number = 0;
    return partial_refuse(l, "was counted by '%.*s', expected '%s'",
                          (int)(field[2].size < 200 ? field[2].size : 200), field[2].data, s->how);
}

/* Reads the counts, in their order, to the end of the file: XPGN_END. */
static xpgn_status read_sums(struct partial *l, const xpgn_sums *s, uint64_t *sum) {
    xpgn_slice line = {NULL, 0}, field[2];
    xpgn_status status;
    for (size_t row = 0; (status = partial_line(l, &line)) == XPGN_OK; row++) {
        size_t fields = partial_split(line, field, 2);
        if (partial_is_end(field, fields))
            return partial_end(l, field, row == s->count ? row : UINT64_MAX);
        if (fields != 2 || row >= s->count || !slice_is(field[0], s->name[row]) ||
            !partial_number(field[1], 0, most_sum, &sum[row]))
            return partial_refuse(l, "not a count of a partial result");
    }
    return partial_cut(l, status);
}

xpgn_status xpgn_sums_add(xpgn_sums *s, const char *file, xpgn_fault *fault) {
    uint64_t *more = calloc(s->count + 1, sizeof *more);
    struct partial *l = NULL;
    xpgn_status status = more != NULL ? partial_open(&l, file, fault) : XPGN_NO_MEMORY;
    if (status == XPGN_OK)
        status = read_sums_head(l, s);
    if (status == XPGN_OK)
        status = read_sums(l, s, more);
    if (status == XPGN_END && !add_all(s, more))
        status = partial_refuse(l, "too large a number");
    partial_close(l);
    free(more);
    return status == XPGN_END ? XPGN_OK : status;
}
