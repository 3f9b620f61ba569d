/* SPDX-License-Identifier: MIT */
/*
 * Partial results: lines of tab-separated fields. The first says what is counted and how; the
 * pieces and the counts follow; the last has the number of counts, and a checksum of everything
 * before it.
 */
#ifndef XPGN_COUNT_PARTIAL_SUMS_H
#define XPGN_COUNT_PARTIAL_SUMS_H

#include "io/input.h"
#include "output/count/archive_parts.h"

enum { PARTIAL_VERSION = 2 };

/* A file that is read line by line. */
struct partial {
    struct input input;
    xpgn_buffer text; /* bytes read; the next line begins at `at` */
    size_t at;
    uint64_t number;        /* of the current line, from 1 */
    uint64_t check, before; /* checksum up to the current line, and to the one before it */
    const char *file;
    xpgn_fault *fault;
};

/* XPGN_IO: *fault says why. Close *out in any case. */
xpgn_status partial_open(struct partial **out, const char *file, xpgn_fault *fault);
void partial_close(struct partial *l);
/* Sets the fault, with the number of the current line; returns XPGN_INVALID. */
xpgn_status partial_refuse(struct partial *l, const char *format, ...) XPGN_PRINTF(2, 3);
/* Reads the next line, without its end, valid until the next call. XPGN_END: there are no more. */
xpgn_status partial_line(struct partial *l, xpgn_slice *line);
/* Splits at tabs. Returns the number of fields, or room + 1 if there are more than `room`. */
size_t partial_split(xpgn_slice line, xpgn_slice *field, size_t room);
/* Reads a whole number in a range, written in digits only. */
bool partial_number(xpgn_slice text, uint64_t least, uint64_t limit, uint64_t *out);
/* Appends the last line of the result that begins at byte `start`: "end", or "incomplete" if not
   all was read, the number of rows, and the checksum. */
void partial_put_end(xpgn_buffer *b, size_t start, bool complete, uint64_t rows);
/* Reads the first line: the tool, which must be this one, the version, and up to `room` fields in
   all. */
xpgn_status partial_head(struct partial *l, const char *tool, xpgn_slice *field, size_t room,
                         size_t *fields);
/*
 * Reads row `row` (from 0), split into *fields fields as by partial_split. Pieces before the first
 * row are added to `pieces`. XPGN_END: the last line was read, and is complete and correct.
 */
xpgn_status partial_row(struct partial *l, struct archive_pieces *pieces, uint64_t row,
                        xpgn_slice *field, size_t room, size_t *fields);

#endif
