/* SPDX-License-Identifier: MIT */
/*
 * The places of the blocks of xz data, from the index at its end: their headers need not have sizes
 * (xz -T1 --block-size leaves them out). Whatever the index claims is verified when a block is
 * unpacked.
 */
#ifndef XPGN_IO_BLOCKS_H
#define XPGN_IO_BLOCKS_H

#include "core/base/slice.h"

struct block {
    uint64_t at;             /* offset in the packed data */
    uint64_t unpadded, text; /* sizes in bytes, packed and unpacked */
    unsigned check;          /* kind of its checksum, an lzma_check */
};
struct blocks {
    size_t count;
    struct block block[];
};

/* Returns the blocks in the bytes from `from` up to `to` of a regular file; the caller frees them.
   `library` is liblzma. Returns NULL if there are fewer than two blocks, the index is damaged or
   too large, or liblzma is older than 5.4. */
struct blocks *blocks_read(void *library, int fd, uint64_t from, uint64_t to);

#endif
