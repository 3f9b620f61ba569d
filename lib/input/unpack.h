/* SPDX-License-Identifier: MIT */
/*
 * Decompression of gzip, bzip2, xz and zstd by their libraries, which are loaded on demand: a
 * program that reads plain text does not pay for them, and works without them.
 */
#ifndef XPGN_INPUT_UNPACK_H
#define XPGN_INPUT_UNPACK_H

#include "input/blocks.h"

struct unpack;

/* Input that was not consumed yet. Not const because libbz2 takes a char *, but never written. */
struct unpack_input {
    char *data;
    size_t size;
};

enum unpack_result {
    UNPACK_MORE, /* call again, with more input if all was consumed */
    UNPACK_END,  /* end of the data */
    UNPACK_CUT,  /* the input is truncated */
    UNPACK_DAMAGED,
    UNPACK_WINDOW, /* the window is larger than unpack_window */
    UNPACK_NO_MEMORY,
    UNPACK_UNREAD /* the file cannot be read; not a result of unpack_step */
};

/* Bytes needed to recognize compressed data. */
enum { UNPACK_MAGIC = 6 };

/* True if these are the first bytes of compressed data. */
bool unpack_knows(xpgn_slice head);
/*
 * Returns a decompressor for data that begins with `head`, which unpack_knows. NULL if out of
 * memory or the library is missing. *what is the name of the format ("gzip"), *missing the file
 * name of the library or NULL; both are static. `threads`: how many will unpack the data, with one
 * of these each.
 */
struct unpack *unpack_open(xpgn_slice head, unsigned threads, const char **what,
                           const char **missing);
/* Another decompressor for the same format, at the beginning of a part; NULL: out of memory.
   `blocks`: it is a block of xz, and others follow, UNPACK_DAMAGED if they take too much memory
   for several threads; NULL: it is not. */
struct unpack *unpack_another(const struct unpack *u, const struct blocks *blocks);
/* The blocks of a file, if it is xz, as by blocks_read. */
struct blocks *unpack_blocks(const struct unpack *u, int fd, uint64_t from, uint64_t to);
/*
 * Decompresses from *in, which is advanced past the consumed input, into out[0..size). `last`: no
 * input follows *in. Concatenated parts are one text; checksums are verified. The first *got bytes
 * of `out` are valid whatever the result.
 */
enum unpack_result unpack_step(struct unpack *u, struct unpack_input *in, bool last, char *out,
                               size_t size, size_t *got);
/* The place of the next byte in the packed data, and that of the part it belongs to: a frame, a
   member. They are counted from where it was opened, unless unpack_place says where it is. */
uint64_t unpack_at(const struct unpack *u);
uint64_t unpack_frame(const struct unpack *u);
/* How many bytes were unpacked before that part. */
uint64_t unpack_before(const struct unpack *u);
void unpack_place(struct unpack *u, uint64_t at);
/* What the format calls its parts: "frame". */
const char *unpack_part(const struct unpack *u);
/* The largest window allowed, in MiB. */
unsigned unpack_window(const struct unpack *u);
void unpack_close(struct unpack *u);
/* Name of a library ("zlib", `index` from 0) and in `version` the version that would be loaded, or
   "missing", or "" if out of memory; NULL past the last. */
const char *unpack_version(size_t index, char *version, size_t size);

#endif
