/* SPDX-License-Identifier: MIT */
/* Reading partial results: lines of fields between tabs, of which the last says how many there are.
 */
#ifndef XPGN_OUT_PARTIAL_H
#define XPGN_OUT_PARTIAL_H

#include "text/input.h"

/* A file of which lines are read. */
struct partial {
    struct input input;
    xpgn_buffer text; /* bytes read; lines from `at` on are still to be returned */
    size_t at;
    uint64_t number; /* of the current line, from 1 */
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
/* Writes the last line: "end", or "incomplete" if not all was read, and the number of rows. */
void partial_put_end(xpgn_buffer *b, bool complete, uint64_t rows);
/* Is this the last line? */
bool partial_is_end(const xpgn_slice *field, size_t fields);
/* There: XPGN_END if it is complete, the number is that of the rows, and nothing follows. */
xpgn_status partial_end(struct partial *l, const xpgn_slice *field, uint64_t rows);
/* The file ended, or failed, before that line. */
xpgn_status partial_cut(struct partial *l, xpgn_status status);

#endif
