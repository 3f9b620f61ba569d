/* SPDX-License-Identifier: MIT */
/*
 * Where the frames of packed data begin: what can be unpacked without what is before it. Found by
 * the headers alone, so that several threads can unpack one file.
 */
#ifndef XPGN_INPUT_FRAMES_H
#define XPGN_INPUT_FRAMES_H

#include "input/blocks.h"

enum frames_state {
    FRAMES_NONE, /* no more are known: the rest is one */
    FRAMES_ZSTD_MAGIC,
    FRAMES_ZSTD_HEADER,
    FRAMES_ZSTD_BLOCK,
    FRAMES_ZSTD_SKIPPABLE,
    FRAMES_GZIP,    /* a member of bgzip, with its size */
    FRAMES_MEMBERS, /* of any gzip: what looks like a header */
    FRAMES_BLOCKS   /* of xz: as its index says */
};

struct frames {
    enum frames_state state;
    bool guessed; /* members and blocks are: they have to be checked by unpacking */
    bool begun;   /* past the first frame's first byte */
    bool checksum;
    unsigned have, want; /* bytes of `head` */
    uint64_t skip;       /* to the next header */
    unsigned char head[18];
    const struct blocks *blocks;
    size_t block;   /* the next to be found */
    uint64_t place; /* of the next byte */
};

/* The size of the member of bgzip that begins with these bytes; 0: none does. */
size_t frames_member(const char *data, size_t size);

/* At the first byte of data that begins with `head`. `guess`: also frames without sizes. */
void frames_begin(struct frames *f, xpgn_slice head, bool guess);
/* At the byte before the first of these blocks, where the packed data begins. */
void frames_begin_blocks(struct frames *f, const struct blocks *blocks, uint64_t place);
/*
 * Passes bytes up to the beginning of a frame, or all. *found: a frame begins after the bytes
 * passed, and it is not the first of the data. Returns how many were passed.
 */
size_t frames_pass(struct frames *f, const char *data, size_t size, bool *found);

#endif
