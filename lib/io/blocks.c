/* SPDX-License-Identifier: MIT */
#include "io/blocks.h"

#include "core/base/dynamic_library.h"

#include <errno.h>
#include <lzma.h>
#include <stdlib.h>
#include <unistd.h>

enum { INDEX_MEMORY = 16 << 20 }; /* some hundred thousand blocks, whose least size is 256 KiB */

/* In the order of their names. */
struct index_calls {
    __typeof__(lzma_file_info_decoder) *open;
    __typeof__(lzma_code) *step;
    __typeof__(lzma_end) *close;
    __typeof__(lzma_index_block_count) *count;
    __typeof__(lzma_index_iter_init) *first;
    __typeof__(lzma_index_iter_next) *next;
    __typeof__(lzma_index_end) *end;
};

static bool find_calls(void *library, struct index_calls *f) {
    static const char *const names[] = {"lzma_file_info_decoder",
                                        "lzma_code",
                                        "lzma_end",
                                        "lzma_index_block_count",
                                        "lzma_index_iter_init",
                                        "lzma_index_iter_next",
                                        "lzma_index_end"};
    bool found = true;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        found = found && library_find(library, names[i], (char *)f + i * sizeof(void *));
    return found;
}

/* Returns NULL unless the index is complete. Also checks the headers and footers of all streams. */
static lzma_index *read_index(const struct index_calls *f, int fd, uint64_t from, uint64_t size) {
    uint8_t bytes[4096];
    lzma_index *index = NULL;
    lzma_stream s = LZMA_STREAM_INIT;
    uint64_t at = 0;
    ssize_t got = 1;
    lzma_ret result = f->open(&s, &index, INDEX_MEMORY, size);
    while (got > 0 && (result == LZMA_OK || result == LZMA_SEEK_NEEDED)) {
        if (result == LZMA_SEEK_NEEDED)
            at = s.seek_pos;
        if (result == LZMA_SEEK_NEEDED || s.avail_in == 0) {
            while ((got = pread(fd, bytes, sizeof bytes, (off_t)(from + at))) < 0 && errno == EINTR)
                ;
            s.next_in = bytes;
            s.avail_in = got > 0 ? (size_t)got : 0;
            at += s.avail_in;
        }
        result = f->step(&s, LZMA_RUN);
    }
    f->close(&s);
    return result == LZMA_STREAM_END ? index : NULL;
}

static struct blocks *list_blocks(const struct index_calls *f, const lzma_index *index,
                                  uint64_t from) {
    size_t count = (size_t)f->count(index), n = 0;
    lzma_index_iter i;
    struct blocks *b = count < 2 ? NULL : malloc(sizeof *b + count * sizeof b->block[0]);
    if (!b)
        return NULL;
    f->first(&i, index);
    while (n < count && !f->next(&i, LZMA_INDEX_ITER_BLOCK))
        b->block[n++] = (struct block){.at = from + i.block.compressed_file_offset,
                                       .unpadded = i.block.unpadded_size,
                                       .text = i.block.uncompressed_size,
                                       .check = (unsigned)i.stream.flags->check};
    b->count = n;
    return b;
}

struct blocks *blocks_read(void *library, int fd, uint64_t from, uint64_t to) {
    struct index_calls f;
    if (from >= to || !find_calls(library, &f))
        return NULL;
    lzma_index *index = read_index(&f, fd, from, to - from);
    struct blocks *blocks = index ? list_blocks(&f, index, from) : NULL;
    f.end(index, NULL);
    return blocks;
}
