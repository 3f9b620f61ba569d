/* SPDX-License-Identifier: MIT */
#include "base/buffer.h"
#include "base/format.h"
#include "base/utf8.h"

#include <stdarg.h>
#include <stdio.h>
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
void xpgn_buffer_printf(xpgn_buffer *b, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
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
    va_end(args);
}

/* The character of a two-character JSON escape; 0 if `c` has none. */
static char json_escape(char c) {
    switch (c) {
    case '"':
    case '\\':
        return c;
    case '\n':
        return 'n';
    case '\r':
        return 'r';
    case '\t':
        return 't';
    default:
        return 0;
    }
}

/* Writes a byte that JSON does not allow unescaped; bytes from 0x80 on are taken for Windows-1252.
 */
static void json_byte(xpgn_buffer *b, char c) {
    unsigned u = (unsigned char)c;
    char escape = json_escape(c);
    if (escape != 0) {
        xpgn_buffer_char(b, '\\');
        xpgn_buffer_char(b, escape);
    } else if (u < 0x80) {
        xpgn_buffer_printf(b, "\\u%04x", u);
    } else {
        char character[3];
        xpgn_buffer_put(b, character, utf8_put_byte(c, character));
    }
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

/* Number of bytes from text.data[i] on that need no escape. */
static size_t json_plain(xpgn_slice text, size_t i) {
    size_t from = i;
    while (i < text.size) {
        unsigned c = (unsigned char)text.data[i];
        if (c < 0x20 || c == '"' || c == '\\' || c == 0x7F)
            break;
        size_t n = utf8_length((xpgn_slice){text.data + i, text.size - i});
        if (n == 0)
            break;
        i += n;
    }
    return i - from;
}

void xpgn_buffer_json(xpgn_buffer *b, xpgn_slice text) {
    xpgn_buffer_char(b, '"');
    for (size_t i = 0; i < text.size; i++) {
        size_t n = json_plain(text, i);
        xpgn_buffer_put(b, text.data + i, n);
        i += n;
        if (i < text.size)
            json_byte(b, text.data[i]);
    }
    xpgn_buffer_char(b, '"');
}

static bool has_any(xpgn_slice text, const char *set) {
    for (size_t i = 0; i < text.size; i++)
        if (text.data[i] != '\0' && strchr(set, text.data[i]) != NULL)
            return true;
    return false;
}

static bool has_break(xpgn_slice text) {
    bool any = false;
    for (size_t i = 0; i < text.size; i++)
        any |= text.data[i] == '\t' || text.data[i] == '\n' || text.data[i] == '\r';
    return any;
}

/* Would a spreadsheet take it for a formula? A single sign is none. */
static bool is_formula(xpgn_slice text) {
    return text.size > 1 && has_any((xpgn_slice){text.data, 1}, "=+-@\t\r");
}

void xpgn_buffer_cell(xpgn_buffer *b, xpgn_slice text, xpgn_cell form) {
    bool tsv = form == XPGN_CELL_TSV;
    bool quoted = !tsv && has_any(text, ",\"\r\n");
    if (quoted)
        xpgn_buffer_char(b, '"');
    if (form == XPGN_CELL_CSV && is_formula(text))
        xpgn_buffer_char(b, '\'');
    if (!quoted && !(tsv && has_break(text))) { /* as most are */
        xpgn_buffer_slice(b, text);
        return;
    }
    for (size_t i = 0; i < text.size; i++) {
        char c = text.data[i];
        if (quoted && c == '"')
            xpgn_buffer_char(b, '"');
        xpgn_buffer_char(b, tsv && (c == '\t' || c == '\n' || c == '\r') ? ' ' : c);
    }
    if (quoted)
        xpgn_buffer_char(b, '"');
}

void xpgn_row_next(xpgn_row *row) {
    if (row->begun)
        xpgn_buffer_char(row->b, row->form == XPGN_CELL_TSV ? '\t' : ',');
    row->begun = true;
}

void xpgn_row_cell(xpgn_row *row, xpgn_slice text) {
    xpgn_row_next(row);
    xpgn_buffer_cell(row->b, text, row->form);
}

void xpgn_row_end(xpgn_row *row) {
    xpgn_buffer_text(row->b, row->form == XPGN_CELL_TSV ? "\n" : "\r\n");
    row->begun = false;
}

void xpgn_buffer_clear(xpgn_buffer *b) {
    b->size = 0;
    b->failed = false;
}

void xpgn_buffer_free(xpgn_buffer *b) {
    if (!b)
        return;
    free(b->data);
    *b = (xpgn_buffer){0};
}
