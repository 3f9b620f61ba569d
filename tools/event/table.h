/* SPDX-License-Identifier: MIT */
/* A table in memory, the first row its heading, written as aligned text, Markdown or CSV. */
#ifndef EVENT_TABLE_H
#define EVENT_TABLE_H

#include "cli/cli.h"

typedef enum table_form { TABLE_TEXT, TABLE_MARKDOWN, TABLE_CSV } table_form;

typedef struct table {
    cli *c;
    size_t columns;
    const bool *right; /* [column]: its cells stand at the right */
    xpgn_buffer cells; /* each ends with a NUL */
    size_t begin;      /* of the cell that is being written */
    size_t count;      /* of cells */
    size_t *width;     /* [column] */
} table;

/* `right` must stay valid. */
void table_begin(table *t, cli *c, size_t columns, const bool *right);
/* Ends the cell whose text was appended to t->cells. */
void table_cell(table *t);
void table_text(table *t, const char *text);
void table_write(const table *t, xpgn_buffer *b, table_form form);
void table_end(table *t);

#endif
