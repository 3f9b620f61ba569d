/* SPDX-License-Identifier: MIT */
/* Shared by the files of xpgn-list. */
#ifndef LIST_H
#define LIST_H

#include "cli/cli.h"

enum { LIST_COLUMNS = 64 };

typedef enum list_what {
    LIST_NUMBER,
    LIST_FILE,
    LIST_LINE,
    LIST_OFFSET,
    LIST_LENGTH,
    LIST_RULESET, /* from here on the game has to be played */
    LIST_PLIES,
    LIST_RESULT,
    LIST_ERRORS,
    LIST_WARNINGS,
    LIST_DIGEST,
    LIST_START,
    LIST_ECO,
    LIST_OPENING,
    LIST_BUILT_IN,
    LIST_TAG = LIST_BUILT_IN
} list_what;

typedef struct list_column {
    const char *name; /* the heading */
    list_what what;
    size_t tag; /* LIST_TAG: its index among the tags asked for */
} list_column;

/* ---- text in columns (list_page.c) ----------------------------------------------------------- */

/* Rows of text; the first are held back until the widths of the columns are known. */
typedef struct list_page {
    const list_column *column;
    size_t columns;
    xpgn_buffer cells; /* of the rows held back; each ends with a NUL */
    size_t rows;
    size_t width[LIST_COLUMNS];
    bool known; /* the widths */
} list_page;

/* Numbers stand at the right. */
bool list_is_number(list_what what);
/* Begins a page with the headings, if they are wanted. */
void list_page_begin(list_page *p, const list_column *column, size_t columns, bool headings);
/* Adds the next row to p->cells first; writes what can be written. */
void list_page_row(list_page *p, xpgn_buffer *out);
/* Writes the rest. */
void list_page_end(list_page *p, xpgn_buffer *out);

/* ---- the index (list_index.c) ---------------------------------------------------------------- */

/* Writes the index of each file; returns the exit status. */
int list_write_indexes(cli *c);

#endif
