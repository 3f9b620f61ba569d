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

/* Writes a row without trailing spaces; returns the first cell of the next one. */
static const char *write_row(list_page *p, const char *cell, xpgn_buffer *out) {
    xpgn_buffer *line = p->most > 0 ? &p->line : out; /* a row that is not cut goes out at once */
    size_t at = 0, column = 0; /* the end of the row so far, and the start of the cell's column */
    for (size_t i = 0; i < p->columns->count; i++) {
        size_t size = strlen(cell), width = xpgn_text_width((xpgn_slice){cell, size});
        bool right = p->columns->list[i].number && width < p->width[i];
        size_t begin = column + (right ? p->width[i] - width : 0);
        if (i > 0 && begin < at + 2) /* a cell before it is wider than its column */
            begin = at + 2;
        cli_put_spaces(line, begin - at);
        xpgn_buffer_put(line, cell, size);
        at = begin + width;
        column += p->width[i] + 2;
        cell += size + 1;
    }
    if (p->most > 0) {
        cli_put_cut(out, (xpgn_slice){line->data, line->size}, p->most);
        out->failed |= line->failed;
        xpgn_buffer_clear(line);
    }
    xpgn_buffer_char(out, '\n');
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

void list_page_begin(list_page *p, const cli_columns *columns, bool headings, unsigned most) {
    p->columns = columns;
    p->most = most;
    for (size_t i = 0; headings && i < columns->count; i++) {
        xpgn_buffer_text(&p->cells, columns->list[i].name);
        xpgn_buffer_char(&p->cells, '\0');
    }
    p->rows = headings;
}

void list_page_row(list_page *p, xpgn_buffer *out) {
    p->rows++;
    if (!p->known && p->rows < HELD)
        return;
    if (!p->known && !p->cells.failed)
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
