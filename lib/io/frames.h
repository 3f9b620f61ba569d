/* SPDX-License-Identifier: MIT */
/*
 * Finds where the frames of packed data begin: the parts that can be unpacked independently. Only
 * headers are looked at, so that several threads can unpack one file.
 */
#ifndef XPGN_IO_FRAMES_H
#define XPGN_IO_FRAMES_H

#include "io/blocks.h"

enum frames_state {
    FRAMES_NONE, /* no further frames are known: the rest is one */
    FRAMES_ZSTD_MAGIC,
    FRAMES_ZSTD_HEADER,
    FRAMES_ZSTD_BLOCK,
    FRAMES_ZSTD_SKIPPABLE,
    FRAMES_GZIP,    /* members of bgzip, which have their sizes */
    FRAMES_MEMBERS, /* members of any gzip, found by what looks like a header */
    FRAMES_BLOCKS   /* blocks of xz, found by its index */
};

struct frames {
    enum frames_state state;
    bool guessed; /* true for members and blocks, which must be verified by unpacking */
    bool begun;   /* past the first frame's first byte */
    bool checksum;
    unsigned have, want; /* bytes of `head` */
    uint64_t skip;       /* bytes to the next header */
    unsigned char head[18];
    const struct blocks *blocks;
    size_t block;   /* index of the next block to be found */
    uint64_t place; /* offset of the next byte */
};

/* Returns the size of the member of bgzip that begins with these bytes, or 0 if none does. */
size_t frames_member(const char *data, size_t size);

/* Starts at the first byte of data that begins with `head`. `guess`: also look for frames without
   sizes. */
void frames_begin(struct frames *f, xpgn_slice head, bool guess);
/* Starts at offset `place` before the first of these blocks, where the packed data begins. */
void frames_begin_blocks(struct frames *f, const struct blocks *blocks, uint64_t place);
/*
 * Moves past bytes up to the beginning of a frame, or past all. Sets *found if a frame other than
 * the first begins there. Returns the number of bytes passed.
 */
size_t frames_pass(struct frames *f, const char *data, size_t size, bool *found);

#endif
