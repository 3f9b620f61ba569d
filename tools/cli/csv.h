/* SPDX-License-Identifier: MIT */
/*
 * CSV: RFC 4180, or with semicolons where the first line has no comma, whose first line names the
 * columns.
 */
#ifndef CLI_CSV_H
#define CLI_CSV_H

#include "cli/cli.h"

enum { CLI_CSV_COLUMNS = 64 };

typedef struct cli_csv {
    xpgn_buffer text; /* cells are unquoted in place */
    size_t at;
    char separator;
    size_t count;       /* cells of the current line */
    size_t begin, size; /* of that line, in bytes */
    xpgn_slice cell[CLI_CSV_COLUMNS];
    size_t where[CLI_CSV_COLUMNS]; /* the first byte of each */
    const char *fault;             /* what is wrong with the line; NULL: nothing */
    size_t fault_at;
} cli_csv;

/* Appends a whole file; false after a message: it cannot be read, or is larger than `most`. */
bool cli_read_file(cli *c, const char *path, size_t most, xpgn_buffer *b);
/* Begins with a text, which is copied. */
void cli_csv_begin(cli_csv *t, xpgn_slice text);
/* Reads the next line that is not empty; false: there is none. */
bool cli_csv_next(cli_csv *t);
/* The column of that name in the current line, in any letter case; SIZE_MAX: none. */
size_t cli_csv_column(const cli_csv *t, const char *name);
/* The cell of a column; empty if the line has none. */
xpgn_slice cli_csv_cell(const cli_csv *t, size_t column);
void cli_csv_end(cli_csv *t);

#endif
