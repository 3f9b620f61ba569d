/* SPDX-License-Identifier: MIT */
/* Reading CSV. */
#ifndef XPGN_TEXT_CSV_READER_H
#define XPGN_TEXT_CSV_READER_H

#include <xpgn/base.h>

enum { CSV_COLUMNS = 64 };

struct csv_reader {
    xpgn_buffer text; /* cells are unquoted in place */
    size_t at;
    char separator;
    bool ditto;         /* a cell may be the sign " alone */
    size_t count;       /* cells of the current line */
    size_t begin, size; /* of that line, in bytes */
    xpgn_slice cell[CSV_COLUMNS];
    size_t where[CSV_COLUMNS]; /* the first byte of each */
    const char *fault;         /* the fault of the line; NULL: none */
    size_t fault_at;
};

#endif
