/* SPDX-License-Identifier: MIT */
/* The bytes of one file, decompressed. */
#ifndef XPGN_TEXT_INPUT_H
#define XPGN_TEXT_INPUT_H

#include <stdatomic.h>

#include "text/ahead.h"
#include "text/unpack.h"

enum { INPUT_BLOCK = 256 * 1024 };

struct input {
    const char *name; /* as the caller gave it */
    int fd;           /* -1: not open */
    bool begun;
    struct unpack *unpack; /* NULL: plain bytes */
    const char *packing;   /* what it unpacks, "gzip" */
    char *block;           /* read from the file, and what of it is still to be unpacked */
    xpgn_slice packed;
    bool at_end;            /* of the file: nothing comes behind `packed` */
    int error;              /* of the last read(2) that failed */
    bool may_thread;        /* what is packed may be read by a thread that is ahead */
    bool threaded;          /* ... and is */
    size_t given;           /* unpacked bytes, but for the first ones */
    struct ahead *ahead;    /* that thread: most of the members here are its own then; NULL: none */
    _Atomic uint64_t taken; /* bytes read from the file */
    char message[4608];     /* "name: reason" after a failure; room for any path */
};

/* Opens a file; "-" is standard input. `may_thread`: see above. False: see message. */
bool input_open(struct input *in, const char *name, bool may_thread);
/*
 * Reads up to `size` bytes (at least 8) into `data`. gzip, bzip2, xz and zstd are recognised by
 * their first bytes. *got == 0: the end. False: see message; what was read before it is good.
 */
bool input_read(struct input *in, char *data, size_t size, size_t *got);
void input_close(struct input *in);

#endif
