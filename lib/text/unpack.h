/* SPDX-License-Identifier: MIT */
/*
 * Decompression: gzip, bzip2, xz and zstd, by the libraries of those names.  They are loaded when
 * such input comes: a program that reads plain text never pays for them, and runs without them.
 */
#ifndef XPGN_TEXT_UNPACK_H
#define XPGN_TEXT_UNPACK_H

#include "base/slice.h"

struct unpack;

enum unpack_result {
    UNPACK_MORE, /* go on: with more input, if all of it was taken */
    UNPACK_END,  /* the input ended where it may */
    UNPACK_CUT,  /* the input ended where it may not */
    UNPACK_DAMAGED,
    UNPACK_NO_MEMORY
};

/* So many bytes are enough to recognise packed input by. */
enum { UNPACK_MAGIC = 6 };

/* True if packed data begins with these bytes. */
bool unpack_knows(xpgn_slice head);
/*
 * For data that begins so; NULL: no memory, or the library is missing.  *what is the name of the
 * format ("gzip"), *missing the file name of the library, or NULL.  Both are static.
 */
struct unpack *unpack_open(xpgn_slice head, const char **what, const char **missing);
/*
 * Unpacks from the front of *in, which loses what was taken, into out[0..size).  `last`: nothing
 * comes behind *in.  Parts packed one by one and joined are one text; checksums are checked.
 * Whatever the result: the first *got bytes of `out` are good.
 */
enum unpack_result unpack_step(struct unpack *u, xpgn_slice *in, bool last, char *out, size_t size,
                               size_t *got);
void unpack_close(struct unpack *u);
/* The name of a library ("zlib", `index` from 0) and the version of it that would be loaded, or
   "missing"; NULL past the last. */
const char *unpack_version(size_t index, char *version, size_t size);

#endif
