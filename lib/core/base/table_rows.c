/* SPDX-License-Identifier: MIT */
/* Cells and lines of tables. */
#include "core/base/buffer.h"
#include "internal/text_out.h"

#include <string.h>

static inline bool is_special(char c) {
    const uint64_t set = 1ull << ',' | 1ull << '"' | 1ull << '\n' | 1ull << '\r' | 1ull << '\t';
    return (c & ~63) == 0 && (set >> c & 1) != 0;
}

/* True if some character needs a closer look in CSV or TSV. */
static bool has_special(xpgn_slice text) {
    size_t i = 0;
    for (; text.size - i >= PLAIN_WIDE; i += PLAIN_WIDE)
        if (!plain_in_table(text.data + i))
            return true;
    if (i > 0 && i < text.size) /* the rest once more with what is before it */
        return !plain_in_table(text.data + text.size - PLAIN_WIDE);
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
    const bool shielded = form == XPGN_CELL_CSV && text_is_formula(text);
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

/* The sign between cells; '\0' if it is more than one character. */
static inline char sign_between(xpgn_cell form) {
    return form == XPGN_CELL_MARKDOWN ? '\0' : form == XPGN_CELL_TSV ? '\t' : ',';
}

void row_next(struct row_writer *row) {
    if (row->form == XPGN_CELL_MARKDOWN)
        xpgn_buffer_text(row->b, row->cells > 0 ? " | " : "| ");
    else if (row->cells > 0)
        xpgn_buffer_char(row->b, sign_between(row->form));
    row->cells++;
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
    char *c = buffer_room(row->b, 3), *end = c;
    row->cells = 0;
    if (c == NULL)
        return;
    if (row->form == XPGN_CELL_MARKDOWN) {
        *end++ = ' ';
        *end++ = '|';
    } else if (row->form != XPGN_CELL_TSV) {
        *end++ = '\r';
    }
    *end++ = '\n';
    row->b->size += (size_t)(end - c);
}

void row_end_head(struct row_writer *row) {
    const size_t cells = row->cells;
    row_end(row);
    for (size_t i = 0; row->form == XPGN_CELL_MARKDOWN && i < cells; i++)
        xpgn_buffer_text(row->b, i < 64 && (row->right >> i & 1) != 0 ? "|--:" : "|---");
    xpgn_buffer_text(row->b, row->form == XPGN_CELL_MARKDOWN ? "|\n" : "");
}
