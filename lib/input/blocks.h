/* SPDX-License-Identifier: MIT */
/*
 * Where the blocks of xz data are, by the index at its end: their headers need not have their sizes
 * (xz -T1 --block-size leaves them out).  It says nothing that unpacking a block does not prove.
 */
#ifndef XPGN_INPUT_BLOCKS_H
#define XPGN_INPUT_BLOCKS_H

#include "base/slice.h"

struct block {
    uint64_t at;             /* its place in the packed data */
    uint64_t unpadded, text; /* its sizes, packed and unpacked */
    unsigned check;          /* the kind of its checksum */
};
struct blocks {
    size_t count;
    struct block block[];
};

/* The blocks of the bytes from `from` up to `to` of a regular file, with liblzma: to be freed.
   NULL: there are fewer than two, the index is damaged or too large, or liblzma older than 5.4. */
struct blocks *blocks_read(void *library, int fd, uint64_t from, uint64_t to);

#endif
