/* SPDX-License-Identifier: MIT */
/* A filter for the bytes of a file, applied before games are searched in them. */
#ifndef XPGN_IO_INPUT_FILTER_H
#define XPGN_IO_INPUT_FILTER_H

#include <xpgn/base.h>

struct through {
    /* Filters the next bytes of a file and appends the result; `last`: the file ends, and the next
       call begins another. */
    void (*put)(void *data, xpgn_slice bytes, bool last, xpgn_buffer *out);
    /* True if a file that begins with these bytes must be filtered; NULL: each is. */
    bool (*needs)(void *data, xpgn_slice head);
    void (*done)(void *data, const char *file); /* after the last game of a file; may be NULL */
    void *data;
};

/* Sets the filter; does nothing after the first game. Offsets, lines and columns are those of the
   filtered bytes, and xpgn_stream_start is possible only with `needs`, and only in files that need
   none. False if memory runs out. */
bool stream_through(xpgn_stream *s, const struct through *through);

#endif
