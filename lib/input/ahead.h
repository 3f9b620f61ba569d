/* SPDX-License-Identifier: MIT */
/*
 * Read-ahead: packed data is read by one thread and unpacked by others, frame by frame, in parallel
 * with who reads the text.
 */
#ifndef XPGN_INPUT_AHEAD_H
#define XPGN_INPUT_AHEAD_H

#include "input/frames.h"
#include "input/unpack.h"

struct ahead;

/* Reads up to `size` packed bytes; *got == 0 at the end. False: failed. */
typedef bool ahead_source(void *context, char *data, size_t size, size_t *got);

/* What is to be unpacked. */
struct ahead_job {
    ahead_source *source; /* from now on only called by the reading thread, and never after the end
                             or a failure */
    void *context;
    struct unpack *first;     /* which has unpacked the data so far; it stays the caller's */
    struct unpack_input rest; /* what was read and not unpacked; not needed after ahead_open */
    struct frames frames;     /* which has passed `rest` */
    unsigned threads;         /* that unpack, at least 1 */
};

/*
 * Starts the threads. NULL if out of memory or of threads. The source must disable cancellation
 * except where it holds no resources: ahead_close cancels the thread that reads.
 */
struct ahead *ahead_open(const struct ahead_job *job);
/*
 * Returns the text in order. UNPACK_MORE: *got bytes, never 0, of frames from the one at *frame in
 * the packed data on. Anything else is the end, and the same is returned from then on; with a
 * failure *frame is the place of its frame.
 */
enum unpack_result ahead_read(struct ahead *a, char *data, size_t size, size_t *got,
                              uint64_t *frame);
/* Stops the threads and frees everything. Does nothing for NULL. */
void ahead_close(struct ahead *a);

#endif
