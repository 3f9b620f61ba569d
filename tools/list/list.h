/* SPDX-License-Identifier: MIT */
/* Shared by the files of xpgn-list. */
#ifndef LIST_TOOL_H
#define LIST_TOOL_H

#include "shared/tables/game_rows.h"

/* ---- text in columns (list/list_page.c) ------------------------------------------------------ */

/* Rows of text; the first are held back until the widths of the columns are known. */
typedef struct list_page {
    const cli_columns *columns;
    xpgn_buffer cells; /* of the rows held back, each ending with a NUL; after them a number */
    xpgn_buffer line;  /* the row being written */
    size_t rows;
    size_t width[CLI_COLUMNS];
    bool known;    /* the widths are known */
    unsigned most; /* columns of the terminal, to which rows are cut; 0: no limit */
} list_page;

/* Begins a page, with a row of headings if they are wanted. */
void list_page_begin(list_page *p, const cli_columns *columns, bool headings, unsigned most);
/* Adds a row; writes what can be written. */
void list_page_row(list_page *p, const cli_row *row, xpgn_buffer *out);
/* Writes the rest, and frees what the page owns. */
void list_page_end(list_page *p, xpgn_buffer *out);

/* ---- the index (list/list_index.c) ----------------------------------------------------------- */

/* Writes the index of each file; returns the exit status. */
int list_write_indexes(cli *c);

#endif
