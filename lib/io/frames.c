/* SPDX-License-Identifier: MIT */
#include "io/frames.h"

#include <string.h>

enum { ZSTD_MAGIC_SIZE = 4, ZSTD_BLOCK_SIZE = 3, GZIP_HEADER = 10, BGZIP_HEADER = 18 };

static uint64_t little(const unsigned char *p, unsigned bytes) {
    uint64_t n = 0;
    while (bytes-- > 0)
        n = n << 8 | p[bytes];
    return n;
}

/* Waits for `want` bytes of a header. */
static void expect(struct frames *f, enum frames_state state, unsigned want) {
    f->state = state;
    f->have = 0;
    f->want = want;
}

/* ---- zstd (RFC 8878) ------------------------------------------------------------------------- */

static void zstd_magic(struct frames *f) {
    uint64_t magic = little(f->head, ZSTD_MAGIC_SIZE);
    if (magic == 0xFD2FB528)
        expect(f, FRAMES_ZSTD_HEADER, 1);
    else if ((magic & 0xFFFFFFF0) == 0x184D2A50)
        expect(f, FRAMES_ZSTD_SKIPPABLE, 4);
    else
        f->state = FRAMES_NONE;
}

/* The first byte determines which fields follow: window, dictionary, size of the content. */
static void zstd_header(struct frames *f) {
    unsigned char d = f->head[0];
    unsigned content = d >> 6, dictionary = d & 3;
    bool single = (d & 0x20) != 0;
    f->skip = single ? 0 : 1;
    f->skip += dictionary == 3 ? 4 : dictionary;
    f->skip += content == 0 ? (single ? 1 : 0) : 1U << content;
    f->checksum = (d & 4) != 0;
    expect(f, FRAMES_ZSTD_BLOCK, ZSTD_BLOCK_SIZE);
}

static void zstd_block(struct frames *f) {
    enum { RAW, RLE, COMPRESSED, RESERVED };
    uint64_t header = little(f->head, ZSTD_BLOCK_SIZE);
    bool last = (header & 1) != 0;
    unsigned type = header >> 1 & 3;
    f->skip = type == RLE ? 1 : header >> 3;
    if (type == RESERVED) {
        f->state = FRAMES_NONE;
    } else if (last) {
        f->skip += f->checksum ? 4 : 0;
        expect(f, FRAMES_ZSTD_MAGIC, ZSTD_MAGIC_SIZE);
    } else {
        expect(f, FRAMES_ZSTD_BLOCK, ZSTD_BLOCK_SIZE);
    }
}

static void zstd_skippable(struct frames *f) {
    f->skip = little(f->head, 4);
    expect(f, FRAMES_ZSTD_MAGIC, ZSTD_MAGIC_SIZE);
}

/* ---- gzip (RFC 1952) ------------------------------------------------------------------------- */

static bool looks_like_gzip(const unsigned char *p) {
    enum { DEFLATE = 8, RESERVED = 0xE0, LAST_SYSTEM = 13, UNKNOWN_SYSTEM = 255 };
    bool level = p[8] == 0 || p[8] == 2 || p[8] == 4;
    bool system = p[9] <= LAST_SYSTEM || p[9] == UNKNOWN_SYSTEM;
    return p[0] == 0x1F && p[1] == 0x8B && p[2] == DEFLATE && (p[3] & RESERVED) == 0 && level &&
           system;
}

/* A member of bgzip has its size minus one in the first extra field, BC. */
size_t frames_member(const char *data, size_t size) {
    enum { EXTRA = 4 };
    const unsigned char *p = (const unsigned char *)data;
    bool sized = size >= BGZIP_HEADER && looks_like_gzip(p) && (p[3] & EXTRA) != 0 &&
                 memcmp(p + 12, "BC\2", 4) == 0;
    size_t all = sized ? (size_t)little(p + 16, 2) + 1 : 0;
    return all > BGZIP_HEADER ? all : 0;
}

static void gzip_header(struct frames *f) {
    size_t size = frames_member((const char *)f->head, BGZIP_HEADER);
    if (size > 0) {
        f->skip = size - BGZIP_HEADER;
        expect(f, FRAMES_GZIP, BGZIP_HEADER);
    } else {
        f->state = FRAMES_MEMBERS;
    }
}

/* Finds the next header in the data, which may be a chance match; one cut off by the end is
   missed. */
static size_t find_member(const char *data, size_t size) {
    const char *p = data, *end = data + size;
    while (end - p >= GZIP_HEADER &&
           (p = memchr(p, 0x1F, (size_t)(end - p) - GZIP_HEADER + 1)) != NULL) {
        if (looks_like_gzip((const unsigned char *)p))
            return (size_t)(p - data);
        p++;
    }
    return size;
}

/* ---- any ------------------------------------------------------------------------------------- */

void frames_begin(struct frames *f, xpgn_slice head, bool guess) {
    static const char gzip[] = "\x1F\x8B";
    bool is_gzip = head.size >= 2 && memcmp(head.data, gzip, 2) == 0;
    *f = (struct frames){.state = FRAMES_NONE, .guessed = is_gzip && guess};
    if (is_gzip && guess)
        expect(f, FRAMES_GZIP, BGZIP_HEADER);
    else if (!is_gzip)
        expect(f, FRAMES_ZSTD_MAGIC, ZSTD_MAGIC_SIZE);
}

void frames_begin_blocks(struct frames *f, const struct blocks *blocks, uint64_t place) {
    *f = (struct frames){
        .state = FRAMES_BLOCKS, .guessed = true, .blocks = blocks, .block = 1, .place = place};
}

static bool at_frame(const struct frames *f) {
    return (f->state == FRAMES_ZSTD_MAGIC || f->state == FRAMES_GZIP) && f->have == 0 &&
           f->skip == 0;
}

static void read_frame_header(struct frames *f) {
    switch (f->state) {
    case FRAMES_ZSTD_MAGIC:
        zstd_magic(f);
        break;
    case FRAMES_ZSTD_HEADER:
        zstd_header(f);
        break;
    case FRAMES_ZSTD_BLOCK:
        zstd_block(f);
        break;
    case FRAMES_ZSTD_SKIPPABLE:
        zstd_skippable(f);
        break;
    case FRAMES_GZIP:
        gzip_header(f);
        break;
    case FRAMES_NONE:
    case FRAMES_MEMBERS:
    case FRAMES_BLOCKS:
        break;
    }
}

/* Skips bytes, or takes bytes of a header; returns how many. */
static size_t take_bytes(struct frames *f, const char *data, size_t size) {
    if (f->skip > 0) {
        size_t n = size < f->skip ? size : (size_t)f->skip;
        f->skip -= n;
        return n;
    }
    size_t n = size < f->want - f->have ? size : f->want - f->have;
    memcpy(f->head + f->have, data, n);
    f->have += (unsigned)n;
    if (f->have == f->want)
        read_frame_header(f);
    return n;
}

/* Does the next byte, which is not a NUL of padding, begin a frame other than the first? */
static bool begins_frame(struct frames *f) {
    bool here = at_frame(f);
    bool found = here && f->begun;
    f->begun = f->begun || here;
    return found;
}

static size_t pass_members(struct frames *f, const char *data, size_t size, bool *found) {
    /* not the header that the last call found */
    size_t from = f->begun ? 0 : 1;
    size_t n = from + find_member(data + from, size - from);
    *found = n < size;
    f->begun = !*found;
    return n;
}

static size_t pass_blocks(struct frames *f, size_t size, bool *found) {
    uint64_t left =
        f->block < f->blocks->count ? f->blocks->block[f->block].at - f->place : UINT64_MAX;
    *found = left < size;
    f->block += *found;
    f->place += *found ? left : size;
    return *found ? (size_t)left : size;
}

size_t frames_pass(struct frames *f, const char *data, size_t size, bool *found) {
    size_t at = 0;
    *found = false;
    if (f->state == FRAMES_BLOCKS)
        return pass_blocks(f, size, found);
    while (at < size && f->state != FRAMES_NONE && f->state != FRAMES_MEMBERS) {
        if (at_frame(f) && data[at] == '\0') { /* padding counts as part of the preceding frame */
            at++;
            continue;
        }
        if (begins_frame(f)) {
            f->begun = false; /* reported; the next call moves past it */
            *found = true;
            return at;
        }
        at += take_bytes(f, data + at, size - at);
    }
    if (f->state == FRAMES_MEMBERS && at < size)
        return at + pass_members(f, data + at, size - at, found);
    return size;
}
