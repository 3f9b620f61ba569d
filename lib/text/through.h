/* SPDX-License-Identifier: MIT */
/* What the bytes of a file go through before games are looked for in them. */
#ifndef XPGN_TEXT_THROUGH_H
#define XPGN_TEXT_THROUGH_H

#include "xpgn.h"

struct through {
    /* Appends what the next bytes of a file become; `last`: no more follow, and those of the next
       call are another file's. */
    void (*put)(void *data, xpgn_slice bytes, bool last, xpgn_buffer *out);
    void (*done)(void *data, const char *file); /* after the last game of a file; may be NULL */
    void *data;
};

/* Before the first game, else it does nothing. Offsets, lines and columns are then those of what
   has come through, and xpgn_stream_start is not possible. False: no memory. */
bool stream_through(xpgn_stream *s, const struct through *through);

#endif
