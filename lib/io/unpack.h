/* SPDX-License-Identifier: MIT */
/*
 * Decompression of gzip, bzip2, xz and zstd by their libraries, which are loaded on demand: a
 * program that reads plain text does not pay for them, and works without them.
 */
#ifndef XPGN_IO_UNPACK_H
#define XPGN_IO_UNPACK_H

#include "io/blocks.h"

struct unpack;

/* Input not consumed yet. Never written; not const only because libbz2 takes a char *. */
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
 * Returns a decompressor for data that begins with `head`, for which unpack_knows is true; NULL if
 * out of memory or the library is missing. Sets *what to the name of the format ("gzip") and
 * *missing to the file name of the missing library or NULL; both are static. `threads`: how many
 * threads will unpack the data, each with its own decompressor.
 */
struct unpack *unpack_open(xpgn_slice head, unsigned threads, const char **what,
                           const char **missing);
/* Returns another decompressor for the same format, at the beginning of a part, or NULL if out of
   memory. With `blocks`, the part is a block of xz followed by others, and a block that takes too
   much memory for several threads is UNPACK_DAMAGED. */
struct unpack *unpack_another(const struct unpack *u, const struct blocks *blocks);
/* Returns the blocks of a file as blocks_read does, or NULL if it is not xz. */
struct blocks *unpack_blocks(const struct unpack *u, int fd, uint64_t from, uint64_t to);
/*
 * Decompresses from *in, which is advanced past the consumed input, into out[0..size). `last`: no
 * input follows *in. Concatenated parts make one text; checksums are verified. The first *got bytes
 * of `out` are valid whatever the result.
 */
enum unpack_result unpack_step(struct unpack *u, struct unpack_input *in, bool last, char *out,
                               size_t size, size_t *got);
/* Offset of the next byte in the packed data, and that of its part (a frame, a member). Both count
   from where the decompressor was opened, unless unpack_place has set that. */
uint64_t unpack_at(const struct unpack *u);
uint64_t unpack_frame(const struct unpack *u);
/* Returns the number of bytes unpacked before that part. */
uint64_t unpack_before(const struct unpack *u);
void unpack_place(struct unpack *u, uint64_t at);
/* Returns what the format calls its parts, such as "frame". */
const char *unpack_part(const struct unpack *u);
/* Returns the largest window allowed, in MiB. */
unsigned unpack_window(const struct unpack *u);
void unpack_close(struct unpack *u);
/* Returns the name of library `index`, from 0 ("zlib"), or NULL past the last. Writes into
   `version` the version that would be loaded, "missing", or "" if out of memory. */
const char *unpack_version(size_t index, char *version, size_t size);

#endif
