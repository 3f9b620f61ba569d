/* SPDX-License-Identifier: MIT */
/* Aligned columns of text. */
#include "output/write/aligned_table.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/utf8.h"
#include "internal/text_out.h"
#include "output/write/page_lines.h"

/* Takes the first cell off *row; false if there is none. Sets *more to false with the last cell. */
static bool take_cell(xpgn_slice *row, xpgn_slice *cell, bool *more) {
    if (!*more)
        return false;
    const char *tab = row->size > 0 ? memchr(row->data, '\t', row->size) : NULL;
    size_t size = tab != NULL ? (size_t)(tab - row->data) : row->size;
    *cell = (xpgn_slice){row->data, size};
    *more = tab != NULL;
    *row = (xpgn_slice){row->data + size + *more, row->size - size - *more};
    return true;
}

static bool is_bar(xpgn_slice cell) {
    return cell.size > 0 && cell.data[0] == '#';
}

/* The most cells of a row. */
static size_t count_columns(xpgn_slice cells) {
    size_t most = 0;
    for (xpgn_slice row, cell; page_next_line(&cells, &row);) {
        size_t count = 0;
        for (bool more = true; take_cell(&row, &cell, &more);)
            count++;
        most = count > most ? count : most;
    }
    return most;
}

static void measure_cells(xpgn_slice cells, size_t *width) {
    xpgn_slice row, cell;
    while (page_next_line(&cells, &row)) {
        bool more = true;
        for (size_t i = 0; take_cell(&row, &cell, &more); i++) {
            size_t used = is_bar(cell) ? 0 : utf8_count(cell);
            width[i] = used > width[i] ? used : width[i];
        }
    }
}

static void put_page_cell(xpgn_buffer *b, xpgn_slice cell, size_t width, bool left, bool last) {
    size_t used = utf8_count(cell), spare = used < width ? width - used : 0;
    page_put_spaces(b, 2);
    page_put_spaces(b, left ? 0 : spare);
    xpgn_buffer_slice(b, cell);
    page_put_spaces(b, left && !last ? spare : 0);
}

static void put_sheet_line(xpgn_buffer *b, xpgn_slice row, const size_t *width, unsigned left) {
    xpgn_slice cell;
    bool more = true;
    for (size_t i = 0; take_cell(&row, &cell, &more); i++)
        if (more || cell.size > 0)
            put_page_cell(b, cell, width[i], i < left || is_bar(cell), !more);
    xpgn_buffer_char(b, '\n');
}

void sheet_write(xpgn_buffer *b, xpgn_slice cells, unsigned left) {
    size_t *width = calloc(count_columns(cells) + 1, sizeof *width);
    b->failed |= width == NULL;
    if (width == NULL)
        return;
    measure_cells(cells, width);
    for (xpgn_slice row; page_next_line(&cells, &row);)
        put_sheet_line(b, row, width, left);
    free(width);
}

void sheet_section(xpgn_buffer *b, const char *head, xpgn_buffer *cells, unsigned left) {
    xpgn_buffer_printf(b, head != NULL ? "\n%s\n" : "\n", head);
    sheet_write(b, (xpgn_slice){cells->data, cells->size}, left);
    b->failed |= cells->failed;
    xpgn_buffer_free(cells);
}

void sheet_bar(xpgn_buffer *cells, uint64_t n, uint64_t all, unsigned width) {
    uint64_t length = all > 0 ? (n * width + all / 2) / all : 0;
    while (length-- > 0)
        xpgn_buffer_char(cells, '#');
}

void sheet_percent(xpgn_buffer *cells, uint64_t n, uint64_t all) {
    uint64_t thousandths = all > 0 ? (n * 1000 + all / 2) / all : 0;
    xpgn_buffer_printf(cells, "%llu.%llu%%", (unsigned long long)(thousandths / 10),
                       (unsigned long long)(thousandths % 10));
}
