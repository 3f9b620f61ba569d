/* SPDX-License-Identifier: MIT */
/* One input file, decompressed. */
#ifndef XPGN_IO_INPUT_H
#define XPGN_IO_INPUT_H

#include "io/ahead.h"
#include "io/unpack.h"

enum { INPUT_BLOCK = 256 * 1024 };

/* A point from which data can be unpacked: its offset in the file, and that of its first byte in
   the unpacked data. */
struct input_frame {
    uint64_t at, offset;
};

struct input {
    const char *name;                                                  /* not copied */
    int fd;                                                            /* -1: not open, or none */
    bool (*source)(void *data, char *bytes, size_t size, size_t *got); /* instead of `fd` */
    void *source_data;
    bool begun;
    bool decoded;               /* accept UTF-16, which the caller decodes */
    bool shared;                /* `fd` belongs to another input; its position is left alone */
    struct unpack *unpack;      /* NULL: not compressed */
    const char *packing;        /* name of the format, such as "gzip" */
    char *block;                /* input buffer of the decompressor */
    struct unpack_input packed; /* the part of `block` not decompressed yet */
    struct frames frames;       /* has passed everything read into `block` */
    struct blocks *blocks;      /* of an xz file that threads unpack, or NULL */
    bool whole;                 /* the file was wrongly cut into frames or blocks: do not try
                                   again */
    bool at_end;                /* end of file: nothing follows `packed` */
    int error;                  /* errno of the last failed read(2) */
    unsigned threads;           /* number of threads that may decompress; 0: only the caller's */
    bool threaded;              /* a read-ahead thread is running */
    uint64_t start, base;       /* offset of the first byte read, in the file and unpacked */
    uint64_t given, drop;       /* decompressed bytes since then; bytes still to be dropped */
    struct input_frame *frame;  /* some of the frames read so far, in order */
    size_t frames_noted, room;
    struct ahead *ahead;    /* the threads, which own most members of this struct; NULL: none run */
    _Atomic uint64_t taken; /* compressed bytes read from the file */
    char reason[128];       /* of the last failure, without the name */
};

/* UTF-16 and UTF-32 are recognized by a byte order mark, or by the NULs of ASCII characters, in the
   first four bytes. */
enum wide { WIDE_NONE, WIDE_16_LITTLE, WIDE_16_BIG, WIDE_32 };
enum wide wide_text(xpgn_slice s);
/* Returns what to do about such text, "UTF-16 text; convert it: ...", or NULL for WIDE_NONE. */
const char *wide_refusal(enum wide wide);

/* Opens a file ("-": standard input). `threads`: see above. On failure returns false and sets
   `reason`. */
bool input_open(struct input *in, const char *name, unsigned threads);
/* Reads from a function instead, in the caller's thread (see xpgn_stream_from). */
void input_from(struct input *in, const char *name,
                bool (*source)(void *data, char *bytes, size_t size, size_t *got), void *data);
/*
 * Reads up to `size` bytes (at least 8) into `data`. Detects gzip, bzip2, xz and zstd by their
 * first bytes. *got == 0 at the end of the file. On failure returns false and sets `reason`; the
 * *got bytes before the failure are valid.
 */
bool input_read(struct input *in, char *data, size_t size, size_t *got);
/* Shares the file of another input, which must stay open; it is read from any offset with
   input_skip, also in another thread. Returns false if it is not a regular file with a name or is
   compressed. */
bool input_share(struct input *in, const struct input *of);
/* Moves to a byte of the file, which must not be compressed. On failure returns false and sets
   `reason`. */
bool input_skip(struct input *in, uint64_t offset);
/* Moves to byte `offset` of the unpacked file, which is in this frame. On failure returns false and
   sets `reason`. */
bool input_skip_packed(struct input *in, const struct input_frame *frame, uint64_t offset);
/* Returns the last known frame that begins at or before a byte of the unpacked file, or NULL if the
   file is not compressed. Forgets earlier frames, so offsets must not decrease between calls. */
const struct input_frame *input_frame(struct input *in, uint64_t offset);
void input_close(struct input *in);

#endif
