/* SPDX-License-Identifier: MIT */
/* A table in memory, the first row its heading, written as aligned text, Markdown, CSV, JSON or
   HTML. */
#ifndef EVENT_COLUMNS_H
#define EVENT_COLUMNS_H

#include <xpgn/write.h>

#include "frame/cli.h"

typedef enum table_form {
    TABLE_TEXT,
    TABLE_MARKDOWN,
    TABLE_CSV,
    TABLE_JSON,
    TABLE_HTML
} table_form;

typedef struct event_table {
    cli *c;
    size_t columns;
    bool *left;        /* [column]: its cells are text, aligned left */
    xpgn_buffer cells; /* each ending with a NUL */
    xpgn_buffer heads; /* the same of the first row in words; empty: it is in words already */
    size_t begin;      /* of the current cell, in `cells` */
    size_t count;      /* of cells */
    size_t *width;     /* [column] */
} event_table;

/* Initializes a table; exits if out of memory. */
void table_begin(event_table *t, cli *c, size_t columns);
/* Ends the cell whose text was appended to t->cells. */
void table_cell(event_table *t);
/* Appends a cell with this text. */
void table_text(event_table *t, const char *text);
/* Writes the heading in the words of a language, but in CSV and as keys of JSON. Called once all
   cells are there. */
void table_heads(event_table *t, const xpgn_language *words);
/* Appends these words, and the side to which a column is aligned, as a list of JSON. */
void table_heads_json(const event_table *t, xpgn_buffer *b);
/* Appends the table: as JSON a list of objects, as HTML with the title as its caption. */
void table_write(const event_table *t, xpgn_buffer *b, table_form form, const char *title);
/* Appends text, escaped for HTML. */
void table_html(xpgn_buffer *b, xpgn_slice text);
/* Frees what the table owns. */
void table_end(event_table *t);

#endif
