/* SPDX-License-Identifier: MIT */
/* One input file, decompressed. */
#ifndef XPGN_INPUT_INPUT_H
#define XPGN_INPUT_INPUT_H

#include <stdatomic.h>

#include "input/ahead.h"
#include "input/unpack.h"

enum { INPUT_BLOCK = 256 * 1024 };

/* Where data can be unpacked from: its place in the file, and that of its first unpacked byte. */
struct input_frame {
    uint64_t at, offset;
};

struct input {
    const char *name; /* not copied */
    int fd;           /* -1: not open */
    bool begun;
    bool decoded;               /* UTF-16 is not refused: what reads this decodes it */
    bool shared;                /* `fd` is another input's, and stays where it is */
    struct unpack *unpack;      /* NULL: not compressed */
    const char *packing;        /* the format, "gzip" */
    char *block;                /* input buffer of the decompressor */
    struct unpack_input packed; /* the part of `block` not decompressed yet */
    struct frames frames;       /* which has passed all that was read into `block` */
    struct blocks *blocks;      /* of an xz file that threads unpack; or NULL */
    bool whole;                 /* it was cut into frames or blocks, wrongly: no more */
    bool at_end;                /* end of file: nothing follows `packed` */
    int error;                  /* errno of the last read(2) that failed */
    unsigned threads;           /* that may decompress; 0: none but the caller's */
    bool threaded;              /* a read-ahead thread is running */
    uint64_t start, base;       /* the first byte read: its place in the file, and unpacked */
    uint64_t given, drop;       /* decompressed bytes from there on; those still to be left out */
    struct input_frame *frame;  /* in order, some of those that the data read so far begin in */
    size_t frames_noted, room;
    struct ahead *ahead;    /* the threads, which then own most members of this struct; or NULL */
    _Atomic uint64_t taken; /* compressed bytes read from the file */
    char message[4608];     /* "name: reason" after a failure; large enough for any path */
};

/* UTF-16 and UTF-32 are known by a byte order mark, or by the NULs of ASCII characters, in the
   first four bytes. */
enum wide { WIDE_NONE, WIDE_16_LITTLE, WIDE_16_BIG, WIDE_32 };
enum wide wide_text(xpgn_slice s);
/* What to do about such text, "UTF-16 text; convert it: ..."; NULL: it is not. */
const char *wide_refusal(enum wide wide);

/* Opens a file ("-": standard input). `threads`: see above. False: failed, see `message`. */
bool input_open(struct input *in, const char *name, unsigned threads);
/*
 * Reads up to `size` bytes (at least 8) into `data`. Detects gzip, bzip2, xz and zstd by their
 * first bytes. *got == 0: end of file. False: failed, see `message`; the *got bytes before the
 * failure are valid.
 */
bool input_read(struct input *in, char *data, size_t size, size_t *got);
/* The file of another input, for as long as that is open: to be read from anywhere with input_skip,
   also in another thread. False: it is no regular file with a name, or is compressed. */
bool input_share(struct input *in, const struct input *of);
/* Begins at a byte of the file, which is not compressed. False: failed, see `message`. */
bool input_skip(struct input *in, uint64_t offset);
/* Begins at byte `offset` of the unpacked file, in this frame. False: failed, see `message`. */
bool input_skip_packed(struct input *in, const struct input_frame *frame, uint64_t offset);
/* The last known frame that begins at or before a byte of the unpacked file. Forgets those before:
   bytes are asked for in order. NULL: the file is not compressed. */
const struct input_frame *input_frame(struct input *in, uint64_t offset);
void input_close(struct input *in);

#endif
