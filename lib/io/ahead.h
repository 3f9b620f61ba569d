/* SPDX-License-Identifier: MIT */
/*
 * Read-ahead: one thread reads packed data and others unpack it, frame by frame, in parallel with
 * the reader of the text.
 */
#ifndef XPGN_IO_AHEAD_H
#define XPGN_IO_AHEAD_H

#include "io/frames.h"
#include "io/unpack.h"

struct ahead;

/* Reads up to `size` packed bytes; *got == 0 at the end. False on failure. */
typedef bool ahead_source(void *context, char *data, size_t size, size_t *got);

/* What is to be unpacked. */
struct ahead_job {
    ahead_source *source; /* from ahead_open on called only by the reading thread, and never after
                             the end or a failure */
    void *context;
    struct unpack *first;     /* the decompressor used so far; remains the caller's */
    struct unpack_input rest; /* bytes read and not yet unpacked; not needed after ahead_open */
    struct frames frames;     /* which has passed `rest` */
    unsigned threads;         /* number of unpacking threads, at least 1 */
};

/*
 * Starts the threads. Returns NULL if out of memory or of threads. The source must disable
 * cancellation except where it holds no resources: ahead_close cancels the reading thread.
 */
struct ahead *ahead_open(const struct ahead_job *job);
/*
 * Returns the text in order. UNPACK_MORE: *got bytes, never 0, of frames beginning with the one at
 * offset *frame of the packed data. Any other result is the end and is returned again by every
 * later call; after a failure *frame is the offset of the frame that failed.
 */
enum unpack_result ahead_read(struct ahead *a, char *data, size_t size, size_t *got,
                              uint64_t *frame);
/* Stops the threads and frees everything. Does nothing for NULL. */
void ahead_close(struct ahead *a);

#endif
