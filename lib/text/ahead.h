/* SPDX-License-Identifier: MIT */
/* Read-ahead: a slow source (decompression) runs in a thread of its own, in parallel with its
   reader. */
#ifndef XPGN_TEXT_AHEAD_H
#define XPGN_TEXT_AHEAD_H

#include "xpgn.h"

struct ahead;

/* Reads like input_read: up to `size` bytes; *got == 0 at the end. False: failed after *got
   bytes. */
typedef bool ahead_source(void *context, char *data, size_t size, size_t *got);

/*
 * Starts the thread. From now on only it calls `source`, never again after the end or a failure,
 * and it keeps a few blocks ready. NULL if out of memory or of threads.
 * The source must disable cancellation except where it holds no resources: ahead_close cancels the
 * thread.
 */
struct ahead *ahead_open(ahead_source *source, void *context);
/* Returns the bytes of the source in order; the sizes of the pieces may differ. */
bool ahead_read(struct ahead *a, char *data, size_t size, size_t *got);
/* Stops the thread and frees everything. Does nothing for NULL. */
void ahead_close(struct ahead *a);

#endif
