/* SPDX-License-Identifier: MIT */
/* A table in memory, written as aligned text, Markdown or CSV. */
#include "event/table.h"

#include <stdlib.h>
#include <string.h>

void table_begin(table *t, cli *c, size_t columns, const bool *right) {
    *t = (table){.c = c, .columns = columns, .right = right};
    t->width = calloc(columns + 1, sizeof *t->width);
    if (t->width == NULL)
        cli_no_memory(c);
}

void table_cell(table *t) {
    xpgn_slice s = {t->cells.data + t->begin, t->cells.size - t->begin};
    size_t column = t->count % t->columns, width = s.size > 0 ? xpgn_text_width(s) : 0;
    if (width > t->width[column])
        t->width[column] = width;
    xpgn_buffer_char(&t->cells, '\0');
    t->begin = t->cells.size;
    t->count++;
    if (t->cells.failed)
        cli_no_memory(t->c);
}

void table_text(table *t, const char *text) {
    xpgn_buffer_text(&t->cells, text);
    table_cell(t);
}

void table_end(table *t) {
    xpgn_buffer_free(&t->cells);
    free(t->width);
}

/* Writes a cell as wide as its column. */
static void put_cell(const table *t, xpgn_buffer *b, size_t column, const char *cell, bool last) {
    size_t width = xpgn_text_width((xpgn_slice){cell, strlen(cell)});
    size_t blanks = t->width[column] - width;
    if (t->right[column])
        cli_put_spaces(b, blanks);
    xpgn_buffer_text(b, cell);
    if (!t->right[column] && !last)
        cli_put_spaces(b, blanks);
}

static void put_text_row(const table *t, xpgn_buffer *b, const char *cell) {
    for (size_t i = 0; i < t->columns; i++, cell += strlen(cell) + 1) {
        xpgn_buffer_text(b, i > 0 ? "  " : "");
        put_cell(t, b, i, cell, i + 1 == t->columns);
    }
    while (b->size > 0 && b->data[b->size - 1] == ' ')
        b->size--;
    xpgn_buffer_char(b, '\n');
}

static void put_table_row(const table *t, xpgn_row *row, const char *cell) {
    for (size_t i = 0; i < t->columns; i++, cell += strlen(cell) + 1) {
        row->right |= i < 64 && t->right[i] ? 1ull << i : 0;
        xpgn_row_cell(row, cli_slice(cell));
    }
}

void table_write(const table *t, xpgn_buffer *b, table_form form) {
    const char *cell = t->cells.data;
    xpgn_row row = {.b = b,
                    .form = form == TABLE_MARKDOWN ? XPGN_CELL_MARKDOWN
                                                   : cli_cell_form(t->c->common, false)};
    bool heading =
        form == TABLE_TEXT ? !t->c->common->no_header : cli_has_head(t->c->common, row.form);
    for (size_t n = 0; n < t->count / t->columns; n++) {
        if (form == TABLE_TEXT && (n > 0 || heading)) {
            put_text_row(t, b, cell);
        } else if (n > 0 || heading) {
            put_table_row(t, &row, cell);
            if (n > 0)
                xpgn_row_end(&row);
            else
                xpgn_row_end_head(&row);
        }
        for (size_t i = 0; i < t->columns; i++)
            cell += strlen(cell) + 1;
    }
}
