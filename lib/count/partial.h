/* SPDX-License-Identifier: MIT */
/*
 * Partial results: lines of fields between tabs.  The first says what is counted and how; the
 * pieces follow, and the counts; the last has the number of counts, and a checksum of all before
 * it.
 */
#ifndef XPGN_COUNT_PARTIAL_H
#define XPGN_COUNT_PARTIAL_H

#include "count/parts.h"
#include "input/input.h"

enum { PARTIAL_VERSION = 2 };

/* A file of which lines are read. */
struct partial {
    struct input input;
    xpgn_buffer text; /* bytes read; lines from `at` on are still to be returned */
    size_t at;
    uint64_t number;        /* of the current line, from 1 */
    uint64_t check, before; /* checksum up to the current line, and to the one before it */
    const char *file;
    xpgn_fault *fault;
};

/* XPGN_IO after a failure, which *fault describes. *out is to be closed whatever the result. */
xpgn_status partial_open(struct partial **out, const char *file, xpgn_fault *fault);
void partial_close(struct partial *l);
/* Describes what is wrong, with the number of the line; returns XPGN_INVALID. */
xpgn_status partial_refuse(struct partial *l, const char *format, ...) XPGN_PRINTF(2, 3);
/* Returns the next line, without its end, valid until the next call. XPGN_END: there is none. */
xpgn_status partial_line(struct partial *l, xpgn_slice *line);
/* Splits at tabs. Returns the number of fields, or room + 1 if there are more than `room`. */
size_t partial_split(xpgn_slice line, xpgn_slice *field, size_t room);
/* Reads a whole number in a range, written in digits only. */
bool partial_number(xpgn_slice text, uint64_t least, uint64_t limit, uint64_t *out);
/* Writes the last line of the result that begins at byte `start`: "end", or "incomplete" if not all
   was read, the number of rows, the checksum. */
void partial_put_end(xpgn_buffer *b, size_t start, bool complete, uint64_t rows);
/* Reads the first line: the tool, which has to be this one, the version, and up to `room` fields in
   all. */
xpgn_status partial_head(struct partial *l, const char *tool, xpgn_slice *field, size_t room,
                         size_t *fields);
/*
 * Returns the next row, the number `row` from 0, split in *fields fields as by partial_split. The
 * pieces before the first are added to `pieces`. XPGN_END: the last line, which is complete, with
 * the number and the checksum of what is before it.
 */
xpgn_status partial_row(struct partial *l, xpgn_parts *pieces, uint64_t row, xpgn_slice *field,
                        size_t room, size_t *fields);

#endif
