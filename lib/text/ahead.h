/* SPDX-License-Identifier: MIT */
/* A thread that reads ahead: a source that is slow to give (it unpacks) works beside its reader. */
#ifndef XPGN_TEXT_AHEAD_H
#define XPGN_TEXT_AHEAD_H

#include "xpgn.h"

struct ahead;

/* As input_read: up to `size` bytes; *got == 0 is the end; false: failed behind *got bytes. */
typedef bool ahead_source(void *context, char *data, size_t size, size_t *got);

/*
 * Starts the thread, which alone calls `source` from now on and keeps a few blocks of what it
 * gives; none of its calls comes after the end or a failure.  NULL: no memory or no thread.
 * The thread can be cancelled only where the source allows it.
 */
struct ahead *ahead_open(ahead_source *source, void *context);
/* What the source gave, in order, in pieces of other sizes. */
bool ahead_read(struct ahead *a, char *data, size_t size, size_t *got);
/* Ends the thread, wherever it is. NULL: nothing to do. */
void ahead_close(struct ahead *a);

#endif
