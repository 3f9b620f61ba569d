/* SPDX-License-Identifier: MIT */
/* Rows of text in columns as wide as the first rows need. */
#include "list/list.h"

#include <string.h>

enum { HELD = 1000 }; /* maximum rows held back */

/* The line being written: where it ends so far, and where the next cell's column starts. */
typedef struct line_end {
    size_t at, column;
} line_end;

/* Appends the spaces before a cell; numbers end where their column does. */
static inline void begin_cell(const list_page *p, size_t i, size_t width, xpgn_buffer *line,
                              line_end *end) {
    size_t begin = end->column;
    if (i > 0 && begin < end->at + 2) /* a cell before it is wider than its column */
        begin = end->at + 2;
    end->column += p->width[i] + 2;
    if (p->columns->list[i].number && width < p->width[i] && end->column - 2 - width > begin)
        begin = end->column - 2 - width;
    if (begin > end->at)
        cli_put_spaces(line, begin - end->at);
    end->at = begin;
}

static void write_cell(const list_page *p, size_t i, xpgn_slice cell, size_t width,
                       xpgn_buffer *line, line_end *end) {
    begin_cell(p, i, width, line, end);
    xpgn_buffer_slice(line, cell);
    end->at += width;
}

static void end_line(list_page *p, xpgn_buffer *line, xpgn_buffer *out) {
    if (p->most > 0) {
        cli_put_cut(out, (xpgn_slice){line->data, line->size}, p->most);
        out->failed |= line->failed;
        xpgn_buffer_clear(line);
    }
    xpgn_buffer_char(out, '\n');
}

/* A row that is not cut goes out at once. */
static xpgn_buffer *line_of(list_page *p, xpgn_buffer *out) {
    return p->most > 0 ? &p->line : out;
}

/* Writes a row without trailing spaces; returns the first cell of the next one. */
static const char *write_row(list_page *p, const char *cell, xpgn_buffer *out) {
    xpgn_buffer *line = line_of(p, out);
    line_end end = {0, 0};
    for (size_t i = 0; i < p->columns->count; i++) {
        const xpgn_slice text = cli_slice(cell);
        write_cell(p, i, text, xpgn_text_width(text), line, &end);
        cell += text.size + 1;
    }
    end_line(p, line, out);
    return cell;
}

static void write_page(list_page *p, xpgn_buffer *out) {
    const char *cell = p->cells.data;
    out->failed |= p->cells.failed;
    for (size_t row = 0; !p->cells.failed && row < p->rows; row++)
        cell = write_row(p, cell, out);
    p->rows = 0;
    xpgn_buffer_clear(&p->cells);
}

/* Appends a cell, and returns its width. */
static size_t put_cell(const list_page *p, size_t i, const cli_row *row, xpgn_buffer *b) {
    const size_t before = b->size;
    const size_t width = cli_put_column(b, p->columns, &p->columns->list[i], row);
    if (b->size > before)
        return width;
    xpgn_buffer_char(b, '-');
    return 1;
}

/* Writes a cell that begins where its column does. */
static void put_left(const list_page *p, size_t i, const cli_row *row, xpgn_buffer *line,
                     line_end *end) {
    begin_cell(p, i, 0, line, end);
    end->at += put_cell(p, i, row, line);
}

static void put_right(list_page *p, size_t i, const cli_row *row, xpgn_buffer *line,
                      line_end *end) {
    xpgn_buffer_clear(&p->cells);
    const size_t width = put_cell(p, i, row, &p->cells);
    line->failed |= p->cells.failed;
    write_cell(p, i, (xpgn_slice){p->cells.data, p->cells.size}, width, line, end);
}

static void put_line(list_page *p, const cli_row *row, xpgn_buffer *out) {
    xpgn_buffer *line = line_of(p, out);
    line_end end = {0, 0};
    for (size_t i = 0; i < p->columns->count; i++) {
        if (p->columns->list[i].number)
            put_right(p, i, row, line, &end);
        else
            put_left(p, i, row, line, &end);
    }
    end_line(p, line, out);
}

/* Ends a cell of a row that is held back. */
static void hold_cell(list_page *p, size_t i, size_t width) {
    xpgn_buffer_char(&p->cells, '\0');
    if (width > p->width[i])
        p->width[i] = width;
}

void list_page_begin(list_page *p, const cli_columns *columns, bool headings, unsigned most) {
    p->columns = columns;
    p->most = most;
    for (size_t i = 0; headings && i < columns->count; i++) {
        const xpgn_slice name = cli_slice(columns->list[i].name);
        xpgn_buffer_slice(&p->cells, name);
        hold_cell(p, i, xpgn_text_width(name));
    }
    p->rows = headings;
}

void list_page_row(list_page *p, const cli_row *row, xpgn_buffer *out) {
    if (p->known) {
        put_line(p, row, out);
        return;
    }
    for (size_t i = 0; i < p->columns->count; i++)
        hold_cell(p, i, put_cell(p, i, row, &p->cells));
    if (++p->rows < HELD)
        return;
    p->known = true;
    write_page(p, out);
}

void list_page_end(list_page *p, xpgn_buffer *out) {
    write_page(p, out);
    xpgn_buffer_free(&p->cells);
    xpgn_buffer_free(&p->line);
}
