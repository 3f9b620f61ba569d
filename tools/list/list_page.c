/* SPDX-License-Identifier: MIT */
/* Rows of text in columns as wide as the first rows need. */
#include "list/list.h"

#include <string.h>

enum { HELD = 1000 }; /* maximum rows held back */

static void measure_cell(list_page *p, const char *cell) {
    for (size_t row = 0; row < p->rows; row++)
        for (size_t i = 0; i < p->columns->count; i++) {
            size_t size = strlen(cell), width = xpgn_text_width((xpgn_slice){cell, size});
            if (width > p->width[i])
                p->width[i] = width;
            cell += size + 1;
        }
}

/* The line being written: where it ends so far, and where the next cell's column starts. */
typedef struct line_end {
    size_t at, column;
} line_end;

/* Makes room before the last `size` bytes of the line. */
static void move_right(xpgn_buffer *line, size_t size, size_t spaces) {
    if (spaces == 0)
        return;
    cli_put_spaces(line, spaces);
    if (line->failed)
        return;
    char *cell = line->data + line->size - spaces - size;
    memmove(cell + spaces, cell, size);
    memset(cell, ' ', spaces);
}

/* Begins a cell, which is appended to the line, and ends it. */
static inline void begin_cell(const list_page *p, size_t i, xpgn_buffer *line, line_end *end) {
    size_t begin = end->column;
    if (i > 0 && begin < end->at + 2) /* a cell before it is wider than its column */
        begin = end->at + 2;
    if (begin > end->at)
        cli_put_spaces(line, begin - end->at);
    end->at = begin;
    end->column += p->width[i] + 2;
}
static inline void end_cell(const list_page *p, size_t i, xpgn_buffer *line, size_t start,
                            line_end *end) {
    const cli_column *column = &p->columns->list[i];
    size_t size = line->size - start, width = size; /* of a number, unless it is a tag */
    if (line->failed)
        return;
    if (!column->number || column->kind == CLI_COLUMN_TAG)
        width = xpgn_text_width((xpgn_slice){line->data + start, size});
    size_t last = end->column - 2 - width; /* where a number would begin */
    if (column->number && width < p->width[i] && last > end->at) {
        move_right(line, size, last - end->at);
        end->at = last;
    }
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
        const size_t size = strlen(cell);
        begin_cell(p, i, line, &end);
        xpgn_buffer_put(line, cell, size);
        end_cell(p, i, line, line->size - size, &end);
        cell += size + 1;
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

static void put_cell(const list_page *p, size_t i, const cli_row *row, xpgn_buffer *b) {
    const size_t before = b->size;
    cli_put_column(b, p->columns, &p->columns->list[i], row);
    if (b->size == before)
        xpgn_buffer_char(b, '-');
}

static void put_line(list_page *p, const cli_row *row, xpgn_buffer *out) {
    xpgn_buffer *line = line_of(p, out);
    line_end end = {0, 0};
    for (size_t i = 0; i < p->columns->count; i++) {
        begin_cell(p, i, line, &end);
        const size_t start = line->size;
        put_cell(p, i, row, line);
        end_cell(p, i, line, start, &end);
    }
    end_line(p, line, out);
}

void list_page_begin(list_page *p, const cli_columns *columns, bool headings, unsigned most) {
    p->columns = columns;
    p->most = most;
    for (size_t i = 0; headings && i < columns->count; i++) {
        xpgn_buffer_text(&p->cells, columns->list[i].name);
        xpgn_buffer_char(&p->cells, '\0');
    }
    p->rows = headings;
}

void list_page_row(list_page *p, const cli_row *row, xpgn_buffer *out) {
    if (p->known) {
        put_line(p, row, out);
        return;
    }
    for (size_t i = 0; i < p->columns->count; i++) {
        put_cell(p, i, row, &p->cells);
        xpgn_buffer_char(&p->cells, '\0');
    }
    if (++p->rows < HELD)
        return;
    if (!p->cells.failed)
        measure_cell(p, p->cells.data);
    p->known = true;
    write_page(p, out);
}

void list_page_end(list_page *p, xpgn_buffer *out) {
    if (!p->known && !p->cells.failed && p->rows > 0)
        measure_cell(p, p->cells.data);
    write_page(p, out);
    xpgn_buffer_free(&p->cells);
    xpgn_buffer_free(&p->line);
}
