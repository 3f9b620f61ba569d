/* SPDX-License-Identifier: MIT */
#include "output/count/partial_sums.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/utf8.h"
#include "internal/counts.h"
#include "internal/text_out.h"

enum { LONGEST_LINE = 80 * 1024 * 1024 }; /* a tag can be as long as a game */

/* ---- lines of a file ------------------------------------------------------------------------- */

xpgn_status partial_refuse(struct partial *l, const char *format, ...) {
    va_list args;
    l->fault->place = (xpgn_place){0, 0};
    l->fault->line = l->number;
    va_start(args, format);
    (void)vsnprintf(l->fault->text, sizeof l->fault->text, format, args);
    va_end(args);
    return XPGN_INVALID;
}

static xpgn_status refuse_file(struct partial *l) {
    l->number = 0;
    (void)partial_refuse(l, "%s", l->input.reason);
    return XPGN_IO;
}

/* Appends more of the file. */
static xpgn_status read_more(struct partial *l, bool *end) {
    char block[16 * 1024];
    size_t got;
    if (!input_read(&l->input, block, sizeof block, &got))
        return refuse_file(l);
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
            l->before = l->check;
            l->check = hash_bytes(l->check, line->data, line->size);
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
    l->file = file;
    return input_open(&l->input, file, 0) ? XPGN_OK : refuse_file(l);
}

void partial_close(struct partial *l) {
    if (l == NULL)
        return;
    input_close(&l->input);
    xpgn_buffer_free(&l->text);
    free(l);
}

/* ---- the last line --------------------------------------------------------------------------- */

static const char *const last_word[] = {"incomplete", "end"};
enum { END_FIELDS = 3, CHECK_DIGITS = 16 };

/* The checksum for the last line: of all lines, and of the last one up to the checksum. */
static uint64_t check_of(uint64_t lines, const char *word, uint64_t rows) {
    char own[48];
    int size = snprintf(own, sizeof own, "%s\t%" PRIu64, word, rows);
    return hash_bytes(lines, own, (size_t)size);
}

void partial_put_end(xpgn_buffer *b, size_t start, bool complete, uint64_t rows) {
    const char *end, *word = last_word[complete];
    uint64_t lines = 0;
    if (b->failed)
        return;
    for (const char *p = b->data + start; p < b->data + b->size; p = end + 1) {
        end = memchr(p, '\n', (size_t)(b->data + b->size - p));
        lines = hash_bytes(lines, p, (size_t)(end - p));
    }
    xpgn_buffer_printf(b, "%s\t%" PRIu64 "\t%0*" PRIx64 "\n", word, rows, CHECK_DIGITS,
                       check_of(lines, word, rows));
}

/* Sixteen hexadecimal digits. */
static bool read_hash(xpgn_slice text, uint64_t *out) {
    *out = 0;
    for (size_t i = 0; i < text.size && i < CHECK_DIGITS; i++) {
        char c = text.data[i];
        if (!is_digit(c) && (c < 'a' || c > 'f'))
            return false;
        *out = *out << 4 | (unsigned)(is_digit(c) ? c - '0' : c - 'a' + 10);
    }
    return text.size == CHECK_DIGITS;
}

static bool is_end(const xpgn_slice *field, size_t fields) {
    return fields == END_FIELDS &&
           (slice_is(field[0], last_word[true]) || slice_is(field[0], last_word[false]));
}

/* XPGN_END if the last line is complete and correct, and nothing follows. */
static xpgn_status read_last_line(struct partial *l, const xpgn_slice *field, uint64_t rows) {
    xpgn_slice line;
    uint64_t n = 0, check;
    bool complete = slice_is(field[0], last_word[true]);
    if (!partial_number(field[1], 0, UINT64_MAX, &n) || n != rows)
        return partial_refuse(l, "expected %" PRIu64 " counts, found %" PRIu64, n, rows);
    if (!read_hash(field[2], &check) || check != check_of(l->before, last_word[complete], rows))
        return partial_refuse(l, "wrong checksum: the partial result was changed or damaged");
    if (!complete) {
        l->number = 0;
        return partial_refuse(l, "the partial result is incomplete: not all could be read");
    }
    xpgn_status status = partial_line(l, &line);
    return status == XPGN_OK ? partial_refuse(l, "text after the end of the partial result")
                             : status;
}

/* The file ended, or failed, before that line. */
static xpgn_status read_cut(struct partial *l, xpgn_status status) {
    l->number = 0;
    return status == XPGN_END ? partial_refuse(l, "the partial result is truncated") : status;
}

/* ---- the lines before it --------------------------------------------------------------------- */

/* Refuses other versions than the one that is read; `tool` is the program that wrote the file. */
static xpgn_status read_version(struct partial *l, const char *tool, xpgn_slice version) {
    uint64_t number;
    if (partial_number(version, PARTIAL_VERSION, PARTIAL_VERSION, &number))
        return XPGN_OK;
    if (partial_number(version, 1, PARTIAL_VERSION - 1, &number))
        return partial_refuse(l, "a partial result of an earlier %s: count again", tool);
    return partial_refuse(l, "a partial result of another version of %s", tool);
}

xpgn_status partial_head(struct partial *l, const char *tool, xpgn_slice *field, size_t room,
                         size_t *fields) {
    xpgn_slice line = {NULL, 0};
    xpgn_status status = partial_line(l, &line);
    *fields = status == XPGN_OK ? partial_split(line, field, room) : 0;
    l->number = 0;
    if (status != XPGN_OK && status != XPGN_END)
        return status;
    if (*fields < 2 || *fields > room || !slice_is(field[0], tool))
        return partial_refuse(l, "not a partial result of %s --partial", tool);
    return read_version(l, tool, field[1]);
}

static xpgn_status read_part_line(struct partial *l, struct archive_pieces *pieces,
                                  const xpgn_slice *field) {
    xpgn_part piece = {.from = l->file};
    if (!read_hash(field[1], &piece.digest) || field[2].size == 0 || !utf8_is_valid(field[2]) ||
        memchr(field[2].data, '\0', field[2].size) != NULL)
        return partial_refuse(l, "not a piece of a partial result");
    char *name = malloc(field[2].size + 1);
    if (name == NULL)
        return XPGN_NO_MEMORY;
    memcpy(name, field[2].data, field[2].size);
    name[field[2].size] = '\0';
    piece.name = name;
    xpgn_status status = archive_pieces_add(pieces, &piece);
    free(name);
    return status == XPGN_INVALID ? partial_refuse(l, "the same piece twice") : status;
}

xpgn_status partial_row(struct partial *l, struct archive_pieces *pieces, uint64_t row,
                        xpgn_slice *field, size_t room, size_t *fields) {
    enum { PIECE_FIELDS = 3 };
    xpgn_slice line = {NULL, 0}, own[PIECE_FIELDS];
    xpgn_status status;
    while ((status = partial_line(l, &line)) == XPGN_OK) {
        size_t n = partial_split(line, own, PIECE_FIELDS);
        if (is_end(own, n))
            return read_last_line(l, own, row);
        if (n != PIECE_FIELDS || row > 0 || !slice_is(own[0], "piece")) {
            *fields = partial_split(line, field, room);
            return XPGN_OK;
        }
        if ((status = read_part_line(l, pieces, own)) != XPGN_OK)
            return status;
    }
    return read_cut(l, status);
}

/* ---- sums ------------------------------------------------------------------------------------ */

enum { SUM_FIELDS = 3 };
static const uint64_t most_sum = 1000000000000000u;

void partial_sums_write(xpgn_buffer *b, const struct partial_sums *s) {
    size_t start = b->size;
    xpgn_buffer_printf(b, "%s\t%d\t%s\n", s->tool, PARTIAL_VERSION, s->how);
    if (s->parts != NULL)
        parts_write(b, s->parts);
    for (size_t i = 0; i < s->count; i++)
        xpgn_buffer_printf(b, "%s\t%llu\n", s->name[i], (unsigned long long)s->sum[i]);
    partial_put_end(b, start, !s->incomplete, s->count);
}

static xpgn_status read_sums_head(struct partial *l, const struct partial_sums *s) {
    xpgn_slice field[SUM_FIELDS];
    size_t fields;
    xpgn_status status = partial_head(l, s->tool, field, SUM_FIELDS, &fields);
    if (status != XPGN_OK)
        return status;
    if (fields != SUM_FIELDS)
        return partial_refuse(l, "not a partial result of %s --partial", s->tool);
    if (slice_is(field[2], s->how)) {
        l->number = 1;
        return XPGN_OK;
    }
    return partial_refuse(l, "was counted by '%.*s', expected '%s'",
                          (int)(field[2].size < 200 ? field[2].size : 200), field[2].data, s->how);
}

/* Reads the counts, in their order, and the pieces, to the end of the file: XPGN_END. */
static xpgn_status read_sums(struct partial *l, const struct partial_sums *s, uint64_t *sum,
                             struct archive_pieces *pieces) {
    xpgn_slice field[2];
    size_t fields = 0;
    for (size_t row = 0;; row++) {
        xpgn_status status = partial_row(l, pieces, row, field, 2, &fields);
        if (status == XPGN_END && row != s->count && s->other == NULL)
            return partial_refuse(l, "expected %zu counts, found %zu", s->count, row);
        if (status != XPGN_OK)
            return status;
        uint64_t count;
        if (s->other != NULL && fields == 2 && partial_number(field[1], 0, most_sum, &count) &&
            s->other(s->data, field[0], count))
            continue;
        if (fields != 2 || row >= s->count || !slice_is(field[0], s->name[row]) ||
            !partial_number(field[1], 0, most_sum, &sum[row]))
            return partial_refuse(l, "not a count of a partial result");
    }
}

/* Adds what was read, or nothing. */
static xpgn_status take_sums(struct partial *l, struct partial_sums *s, const uint64_t *more,
                             const struct archive_pieces *pieces) {
    for (size_t i = 0; i < s->count; i++)
        if (more[i] > UINT64_MAX - s->sum[i])
            return partial_refuse(l, "number too large");
    xpgn_status status = s->parts != NULL ? parts_merge(s->parts, pieces, l->fault) : XPGN_OK;
    for (size_t i = 0; i < s->count && status == XPGN_OK; i++)
        s->sum[i] += more[i];
    return status;
}

xpgn_status partial_sums_add(struct partial_sums *s, const char *file, xpgn_fault *fault) {
    uint64_t *more = calloc(s->count + 1, sizeof *more);
    struct archive_pieces pieces = {.count = 0};
    struct partial *l = NULL;
    xpgn_status status = more != NULL ? partial_open(&l, file, fault) : XPGN_NO_MEMORY;
    if (status == XPGN_OK)
        status = read_sums_head(l, s);
    if (status == XPGN_OK)
        status = read_sums(l, s, more, &pieces);
    if (status == XPGN_END)
        status = take_sums(l, s, more, &pieces);
    partial_close(l);
    parts_clear(&pieces);
    free(more);
    return status;
}
