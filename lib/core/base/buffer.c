/* SPDX-License-Identifier: MIT */
#include "core/base/buffer.h"
#include "core/base/format.h"
#include "core/base/utf8.h"
#include "internal/text_out.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

bool buffer_grow(xpgn_buffer *b, size_t more) {
    size_t want = b->capacity < 64 ? 64 : b->capacity;
    if (b->failed)
        return false;
    while (want - b->size < more && want <= SIZE_MAX / 2)
        want *= 2;
    char *data = want - b->size < more ? NULL : realloc(b->data, want);
    if (!data) {
        b->failed = true;
        return false;
    }
    b->data = data;
    b->capacity = want;
    return true;
}

void xpgn_buffer_put(xpgn_buffer *b, const void *bytes, size_t size) {
    if (size == 0 || !buffer_reserve(b, size))
        return;
    memcpy(b->data + b->size, bytes, size);
    b->size += size;
}

void xpgn_buffer_char(xpgn_buffer *b, char c) {
    if (!buffer_reserve(b, 1))
        return;
    b->data[b->size++] = c;
}

void xpgn_buffer_text(xpgn_buffer *b, const char *text) {
    xpgn_buffer_put(b, text, strlen(text));
}

void xpgn_buffer_slice(xpgn_buffer *b, xpgn_slice s) {
    xpgn_buffer_put(b, s.data, s.size);
}

/* Formats into the free space first, so that most texts are formatted only once. */
void buffer_vprintf(xpgn_buffer *b, const char *format, va_list args) {
    va_list again;
    va_copy(again, args);
    if (buffer_reserve(b, 64)) {
        size_t room = b->capacity - b->size;
        int size = format_text(b->data + b->size, room, format, args);
        if (size < 0)
            b->failed = true;
        else if ((size_t)size < room)
            b->size += (size_t)size;
        else if (buffer_reserve(b, (size_t)size + 1)) {
            format_text(b->data + b->size, (size_t)size + 1, format, again);
            b->size += (size_t)size;
        }
    }
    va_end(again);
}

void xpgn_buffer_printf(xpgn_buffer *b, const char *format, ...) {
    va_list args;
    va_start(args, format);
    buffer_vprintf(b, format, args);
    va_end(args);
}

void xpgn_buffer_utf8(xpgn_buffer *b, xpgn_slice text) {
    while (text.size > 0) {
        char character[3];
        size_t good = utf8_valid_run(text), bad = good < text.size;
        xpgn_buffer_put(b, text.data, good);
        if (bad > 0)
            xpgn_buffer_put(b, character, utf8_put_byte(text.data[good], character));
        text.data += good + bad;
        text.size -= good + bad;
    }
}

enum { WIDE = 16 };
typedef char wide __attribute__((vector_size(WIDE)));

/* Has one of WIDE bytes a character that is quoted in CSV, or breaks a line? */
static inline bool block_is_special(const char *p) {
    wide c;
    memcpy(&c, p, WIDE);
    wide found = (wide)((c == ',') | (c == '"') | (c == '\n') | (c == '\r') | (c == '\t'));
    uint64_t half[2];
    memcpy(half, &found, sizeof half);
    return (half[0] | half[1]) != 0;
}

static inline bool is_special(char c) {
    const uint64_t set = 1ull << ',' | 1ull << '"' | 1ull << '\n' | 1ull << '\r' | 1ull << '\t';
    return (c & ~63) == 0 && (set >> c & 1) != 0;
}

/* True if some character needs a closer look in CSV or TSV. */
static bool has_special(xpgn_slice text) {
    size_t i = 0;
    for (; text.size - i >= WIDE; i += WIDE)
        if (block_is_special(text.data + i))
            return true;
    if (i > 0 && i < text.size) /* the rest once more with what is before it */
        return block_is_special(text.data + text.size - WIDE);
    while (i < text.size && !is_special(text.data[i]))
        i++;
    return i < text.size;
}

static bool has_any(xpgn_slice text, const char *set) {
    for (size_t i = 0; i < text.size; i++)
        if (text.data[i] != '\0' && strchr(set, text.data[i]) != NULL)
            return true;
    return false;
}

/* Would a spreadsheet take the text for a formula? A single sign is not one. */
static bool is_formula(xpgn_slice text) {
    return text.size > 1 && *text.data < 'A' && has_any((xpgn_slice){text.data, 1}, "=+-@\t\r");
}

/* Appends the text as one line, escaping characters that are special in the format. */
static void put_line_cell(xpgn_buffer *b, xpgn_slice text, bool markdown) {
    for (size_t i = 0; i < text.size; i++) {
        char c = text.data[i];
        if (markdown && is_markup(c))
            xpgn_buffer_char(b, '\\');
        xpgn_buffer_char(b, c == '\t' || c == '\n' || c == '\r' ? ' ' : c);
    }
}

static void put_quoted(xpgn_buffer *b, xpgn_slice text, bool shielded) {
    xpgn_buffer_text(b, shielded ? "\"'" : "\"");
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] == '"')
            xpgn_buffer_char(b, '"');
        xpgn_buffer_char(b, text.data[i]);
    }
    xpgn_buffer_char(b, '"');
}

void xpgn_buffer_cell(xpgn_buffer *b, xpgn_slice text, xpgn_cell form) {
    const bool csv = form == XPGN_CELL_CSV || form == XPGN_CELL_CSV_RAW;
    const bool shielded = form == XPGN_CELL_CSV && is_formula(text);
    const bool special = form != XPGN_CELL_MARKDOWN && has_special(text);
    if (csv && special && has_any(text, ",\"\r\n")) {
        put_quoted(b, text, shielded);
    } else if (form == XPGN_CELL_MARKDOWN || (!csv && special)) {
        put_line_cell(b, text, form == XPGN_CELL_MARKDOWN);
    } else { /* as most are */
        if (shielded)
            xpgn_buffer_char(b, '\'');
        xpgn_buffer_slice(b, text);
    }
}

void row_next(struct row_writer *row) {
    if (row->form == XPGN_CELL_MARKDOWN)
        xpgn_buffer_text(row->b, row->cells > 0 ? " | " : "| ");
    else if (row->cells > 0)
        xpgn_buffer_char(row->b, row->form == XPGN_CELL_TSV ? '\t' : ',');
    row->cells++;
}

char *row_begin(struct row_writer *row, size_t count, size_t room) {
    static const char commas[] = ",,,,,,,,,,,,,,,,", tabs[] = "\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t";
    const bool tsv = row->form == XPGN_CELL_TSV;
    enum { USUAL = sizeof commas - 1 };
    if (row->form == XPGN_CELL_MARKDOWN) {
        while (count-- > 0)
            row_next(row);
        return buffer_room(row->b, room);
    }
    char *p = buffer_room(row->b, count + USUAL + room);
    if (p == NULL)
        return NULL;
    size_t separators = row->cells > 0 || count == 0 ? count : count - 1;
    if (separators <= USUAL)
        memcpy(p, tsv ? tabs : commas, USUAL);
    else
        memset(p, tsv ? '\t' : ',', separators);
    row->cells += count;
    row->b->size += separators;
    return p + separators;
}

void row_number(struct row_writer *row, uint64_t number) {
    row_next(row);
    xpgn_buffer_printf(row->b, "%llu", (unsigned long long)number);
}

void row_cell(struct row_writer *row, xpgn_slice text) {
    row_next(row);
    if (text.size > 0)
        xpgn_buffer_cell(row->b, text, row->form);
}

void row_end(struct row_writer *row) {
    xpgn_buffer_text(row->b, row->form == XPGN_CELL_MARKDOWN ? " |\n"
                             : row->form == XPGN_CELL_TSV    ? "\n"
                                                             : "\r\n");
    row->cells = 0;
}

void row_end_head(struct row_writer *row) {
    const size_t cells = row->cells;
    row_end(row);
    for (size_t i = 0; row->form == XPGN_CELL_MARKDOWN && i < cells; i++)
        xpgn_buffer_text(row->b, i < 64 && (row->right >> i & 1) != 0 ? "|--:" : "|---");
    xpgn_buffer_text(row->b, row->form == XPGN_CELL_MARKDOWN ? "|\n" : "");
}

void xpgn_buffer_clear(xpgn_buffer *b) {
    if (b == NULL)
        return;
    b->size = 0;
    b->failed = false;
}

void xpgn_buffer_free(xpgn_buffer *b) {
    if (!b)
        return;
    free(b->data);
    *b = (xpgn_buffer){0};
}
