/* SPDX-License-Identifier: MIT */
#include "io/unpack.h"

#include "core/base/dynamic_library.h"
#include "io/frames.h"

#include <bzlib.h>
#include <lzma.h>
#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

/* The largest windows (dictionaries) in MiB: xz -9 has one of 64, zstd -22 of 128, which is zstd's
   own limit. */
enum { XZ_WINDOW = 256, ZSTD_WINDOW = 128 };
/* Limit for all threads that unpack xz together, in MiB: 64 threads with the windows of xz -6, 8
   MiB each, fit. */
enum { XZ_ALL_WINDOWS = 640 };

/* The functions of the libraries, typed by their headers. */
struct zlib {
    __typeof__(inflateInit2_) *init;
    __typeof__(inflate) *step;
    __typeof__(inflateReset) *reset;
    __typeof__(inflateEnd) *end;
};
/* libdeflate 1.0 or later, which is optional: it unpacks a whole member of bgzip at once. */
struct deflate {
    void *(*open)(void);
    int (*step)(void *d, const void *in, size_t in_size, void *out, size_t out_size,
                size_t *in_used, size_t *out_used);
    void (*close)(void *d);
};
struct bzlib {
    __typeof__(BZ2_bzDecompressInit) *init;
    __typeof__(BZ2_bzDecompress) *step;
    __typeof__(BZ2_bzDecompressEnd) *end;
};
struct lzma {
    __typeof__(lzma_stream_decoder) *init;
    __typeof__(lzma_code) *step;
    __typeof__(lzma_end) *end;
    __typeof__(lzma_block_header_decode) *header;
    __typeof__(lzma_block_compressed_size) *block_size;
    __typeof__(lzma_raw_decoder_memusage) *block_memory;
    __typeof__(lzma_block_decoder) *block;
};
struct zstd {
    __typeof__(ZSTD_createDStream) *open;
    __typeof__(ZSTD_decompressStream) *step;
    __typeof__(ZSTD_isError) *is_error;
    __typeof__(ZSTD_getErrorCode) *error_code;
    __typeof__(ZSTD_freeDStream) *end;
};

struct unpack {
    const struct packing *packing;
    void *library;
    bool open;    /* the decoder was initialized and must be closed */
    bool between; /* between two concatenated parts */
    bool pending; /* zstd: the decoder may hold more text of the block */
    size_t hint;  /* zstd: bytes to the end of the next block; 0 at the first */
    unsigned threads;
    uint64_t at, part;           /* offsets in the packed data: of the next byte, of its part */
    uint64_t made, before;       /* number of unpacked bytes: in all, and before the part */
    const struct blocks *blocks; /* xz: blocks to unpack separately, or NULL */
    struct block_reader *reader; /* then */
    bool whole_tried;            /* gzip: loading libdeflate was tried */
    void *whole_library, *whole; /* libdeflate and its decompressor, or NULL */
    struct deflate deflate;
    union {
        struct zlib zlib;
        struct bzlib bzlib;
        struct lzma lzma;
        struct zstd zstd;
    } f;
    union {
        z_stream zlib;
        bz_stream bzlib;
        lzma_stream lzma;
        ZSTD_DStream *zstd;
    } s;
};

/* A block of xz. */
struct block_reader {
    size_t next;   /* index of the current block, or between two blocks of the one to come */
    size_t have;   /* bytes of its header read so far; 0: not begun */
    bool inside;   /* its header was read */
    lzma_block of; /* filled from the header and the index */
    uint8_t head[LZMA_BLOCK_HEADER_SIZE_MAX];
};

/* Input and output of one decoder call; afterwards, what is left of both. */
struct step {
    char *in;
    size_t in_left;
    char *out;
    size_t out_left;
};

enum { MAX_NAMES = 3, MAX_SYMBOLS = 7 };

struct packing {
    const char *name, *package, *part;
    unsigned window;                 /* largest allowed, in MiB; 0: the format has none that large
                                      */
    const char *library[MAX_NAMES];  /* file names to try, NULL-terminated */
    const char *version;             /* name of the function that returns the version */
    const char *symbol[MAX_SYMBOLS]; /* in the order of the members of its struct above */
    bool (*open)(struct unpack *u);  /* false if out of memory */
    bool (*begin)(struct unpack *u); /* prepares for another part */
    enum unpack_result (*step)(struct unpack *u, struct step *io, bool last);
    void (*close)(struct unpack *u);
};

/* ---- gzip ------------------------------------------------------------------------------------ */

static bool gzip_open(struct unpack *u) {
    enum { GZIP_ONLY = 16 + MAX_WBITS };
    return u->f.zlib.init(&u->s.zlib, GZIP_ONLY, ZLIB_VERSION, sizeof u->s.zlib) == Z_OK;
}

static bool gzip_begin(struct unpack *u) {
    return u->f.zlib.reset(&u->s.zlib) == Z_OK;
}

static void find_deflate(struct unpack *u) {
    static const char *const names[] = {"libdeflate.so.0", NULL};
    u->whole_tried = true;
    if (library_load(names, &u->whole_library) == XPGN_OK &&
        library_find(u->whole_library, "libdeflate_alloc_decompressor", &u->deflate.open) &&
        library_find(u->whole_library, "libdeflate_gzip_decompress_ex", &u->deflate.step) &&
        library_find(u->whole_library, "libdeflate_free_decompressor", &u->deflate.close))
        u->whole = u->deflate.open();
}

/* Unpacks a member of bgzip if it is there in full and there is room for its text. If anything is
   wrong with it, zlib reports that and returns what can be read. */
static bool unpack_whole(struct unpack *u, struct step *io) {
    size_t size = frames_member(io->in, io->in_left), used, got;
    if (size == 0 || size > io->in_left)
        return false;
    if (!u->whole_tried)
        find_deflate(u);
    if (!u->whole ||
        u->deflate.step(u->whole, io->in, size, io->out, io->out_left, &used, &got) != 0 ||
        used != size)
        return false;
    io->in_left -= size;
    io->out_left -= got;
    u->between = true;
    return true;
}

static enum unpack_result gzip_step(struct unpack *u, struct step *io, bool last) {
    (void)last;
    z_stream *s = &u->s.zlib;
    if (s->total_in == 0 && unpack_whole(u, io))
        return UNPACK_MORE;
    s->next_in = (Bytef *)io->in;
    s->avail_in = (uInt)io->in_left;
    s->next_out = (Bytef *)io->out;
    s->avail_out = (uInt)io->out_left;
    int result = u->f.zlib.step(s, Z_NO_FLUSH);
    io->in_left = s->avail_in;
    io->out_left = s->avail_out;
    u->between = result == Z_STREAM_END;
    if (result == Z_MEM_ERROR)
        return UNPACK_NO_MEMORY;
    return result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR ? UNPACK_MORE
                                                                             : UNPACK_DAMAGED;
}

static void gzip_close(struct unpack *u) {
    if (u->whole)
        u->deflate.close(u->whole);
    library_close(u->whole_library);
    u->f.zlib.end(&u->s.zlib);
}

/* ---- bzip2 ----------------------------------------------------------------------------------- */

static bool bzip2_open(struct unpack *u) {
    return u->f.bzlib.init(&u->s.bzlib, 0, 0) == BZ_OK;
}

static bool bzip2_begin(struct unpack *u) {
    u->f.bzlib.end(&u->s.bzlib);
    u->open = bzip2_open(u);
    return u->open;
}

static enum unpack_result bzip2_step(struct unpack *u, struct step *io, bool last) {
    (void)last;
    bz_stream *s = &u->s.bzlib;
    s->next_in = io->in;
    s->avail_in = (unsigned)io->in_left;
    s->next_out = io->out;
    s->avail_out = (unsigned)io->out_left;
    int result = u->f.bzlib.step(s);
    io->in_left = s->avail_in;
    io->out_left = s->avail_out;
    u->between = result == BZ_STREAM_END;
    if (result == BZ_MEM_ERROR)
        return UNPACK_NO_MEMORY;
    return result == BZ_OK || result == BZ_STREAM_END ? UNPACK_MORE : UNPACK_DAMAGED;
}

static void bzip2_close(struct unpack *u) {
    u->f.bzlib.end(&u->s.bzlib);
}

/* ---- xz -------------------------------------------------------------------------------------- */

static bool xz_open(struct unpack *u) {
    const uint64_t most = (uint64_t)(XZ_WINDOW + 1) << 20;
    u->s.lzma = (lzma_stream)LZMA_STREAM_INIT;
    if (u->blocks)
        return (u->reader = calloc(1, sizeof *u->reader)) != NULL;
    return u->f.lzma.init(&u->s.lzma, most, LZMA_CONCATENATED) == LZMA_OK;
}

/* Bytes between blocks were checked when the index was read. */
static bool xz_begin(struct unpack *u) {
    (void)u;
    return true;
}

static enum unpack_result xz_result(lzma_ret result) {
    if (result == LZMA_STREAM_END)
        return UNPACK_END;
    if (result == LZMA_MEM_ERROR || result == LZMA_MEMLIMIT_ERROR)
        return result == LZMA_MEM_ERROR ? UNPACK_NO_MEMORY : UNPACK_WINDOW;
    return result == LZMA_OK || result == LZMA_BUF_ERROR ? UNPACK_MORE : UNPACK_DAMAGED;
}

static enum unpack_result lzma_step(struct unpack *u, struct step *io, bool last) {
    lzma_stream *s = &u->s.lzma;
    s->next_in = (const uint8_t *)io->in;
    s->avail_in = io->in_left;
    s->next_out = (uint8_t *)io->out;
    s->avail_out = io->out_left;
    lzma_ret result = u->f.lzma.step(s, last ? LZMA_FINISH : LZMA_RUN);
    io->in_left = s->avail_in;
    io->out_left = s->avail_out;
    return xz_result(result);
}

/* Begins the block whose header was read; the index supplies the sizes the header omits. */
static lzma_ret begin_block(struct unpack *u) {
    const struct lzma *f = &u->f.lzma;
    const struct block *b = &u->blocks->block[u->reader->next];
    lzma_block *of = &u->reader->of;
    lzma_filter filters[LZMA_FILTERS_MAX + 1];
    *of = (lzma_block){.header_size = (uint32_t)u->reader->have,
                       .check = (lzma_check)b->check,
                       .filters = filters};
    lzma_ret result = f->header(of, NULL, u->reader->head);
    if (result != LZMA_OK)
        return result;
    if (f->block_memory(filters) > ((uint64_t)XZ_ALL_WINDOWS << 20) / u->threads)
        result = LZMA_MEMLIMIT_ERROR;
    else if (of->uncompressed_size != LZMA_VLI_UNKNOWN && of->uncompressed_size != b->text)
        result = LZMA_DATA_ERROR;
    else
        result = f->block_size(of, b->unpadded);
    of->uncompressed_size = b->text;
    if (result == LZMA_OK)
        result = f->block(&u->s.lzma, of);
    for (unsigned i = 0; filters[i].id != LZMA_VLI_UNKNOWN; i++)
        free(filters[i].options);
    return result;
}

/* Takes up to `size` bytes of input, copying them to `to` unless that is NULL. */
static size_t take_bytes(struct step *io, uint64_t size, uint8_t *to) {
    size_t n = io->in_left < size ? io->in_left : (size_t)size;
    if (n == 0) /* there may be no bytes at all */
        return 0;
    if (to)
        memcpy(to, io->in, n);
    io->in += n;
    io->in_left -= n;
    return n;
}

/* Reads everything before the next block, and its header. */
static enum unpack_result block_head(struct unpack *u, struct step *io) {
    struct block_reader *r = u->reader;
    const struct blocks *b = u->blocks;
    while (r->have == 0 && r->next < b->count && b->block[r->next].at < u->at)
        r->next++;
    uint64_t ahead = r->next < b->count ? b->block[r->next].at - u->at : UINT64_MAX;
    if (r->have == 0 && ahead > 0) {
        take_bytes(io, ahead, NULL);
        u->between = true;
        return UNPACK_MORE;
    }
    size_t want = r->have == 0 ? 1 : lzma_block_header_size_decode(r->head[0]);
    r->have += take_bytes(io, want - r->have, r->head + r->have);
    if (r->have == 1 || r->have < want)
        return r->have == 1 && r->head[0] == 0 ? UNPACK_DAMAGED : UNPACK_MORE;
    r->inside = true;
    return xz_result(begin_block(u));
}

static enum unpack_result block_step(struct unpack *u, struct step *io) {
    struct block_reader *r = u->reader;
    enum unpack_result result = r->inside ? lzma_step(u, io, false) : block_head(u, io);
    if (result != UNPACK_END)
        return result == UNPACK_WINDOW ? UNPACK_DAMAGED : result; /* not with threads */
    u->between = true;
    r->inside = false;
    r->have = 0;
    r->next++;
    return UNPACK_MORE;
}

static enum unpack_result xz_step(struct unpack *u, struct step *io, bool last) {
    return u->blocks ? block_step(u, io) : lzma_step(u, io, last);
}

static void xz_close(struct unpack *u) {
    free(u->reader);
    u->f.lzma.end(&u->s.lzma);
}

/* ---- zstd ------------------------------------------------------------------------------------ */

static bool zstd_open(struct unpack *u) {
    u->s.zstd = u->f.zstd.open();
    return u->s.zstd != NULL;
}

/* The decoder begins the next frame by itself. */
static bool zstd_begin(struct unpack *u) {
    (void)u;
    return true;
}

/*
 * Decodes block by block: a failing call returns no text, so a block must never share a call with
 * the preceding one or with the rest of its text.
 */
static enum unpack_result zstd_step(struct unpack *u, struct step *io, bool last) {
    (void)last;
    size_t most = u->pending ? 0 : u->hint > 0 ? u->hint : 1;
    ZSTD_inBuffer in = {io->in, io->in_left < most ? io->in_left : most, 0};
    ZSTD_outBuffer out = {io->out, io->out_left, 0};
    size_t result = u->f.zstd.step(u->s.zstd, &out, &in);
    io->in_left -= in.pos;
    io->out_left -= out.pos;
    u->between = result == 0;
    u->pending = io->out_left == 0;
    if (!u->f.zstd.is_error(result)) {
        u->hint = result;
        return UNPACK_MORE;
    }
    ZSTD_ErrorCode code = u->f.zstd.error_code(result);
    return code == ZSTD_error_memory_allocation               ? UNPACK_NO_MEMORY
           : code == ZSTD_error_frameParameter_windowTooLarge ? UNPACK_WINDOW
                                                              : UNPACK_DAMAGED;
}

static void zstd_close(struct unpack *u) {
    u->f.zstd.end(u->s.zstd);
}

/* ---- which ----------------------------------------------------------------------------------- */

static const struct packing packings[] = {
    {"gzip",
     "zlib",
     "member",
     0,
     {"libz.so.1"},
     "zlibVersion",
     {"inflateInit2_", "inflate", "inflateReset", "inflateEnd"},
     gzip_open,
     gzip_begin,
     gzip_step,
     gzip_close},
    {"bzip2",
     "libbz2",
     "stream",
     0,
     {"libbz2.so.1.0", "libbz2.so.1"},
     "BZ2_bzlibVersion",
     {"BZ2_bzDecompressInit", "BZ2_bzDecompress", "BZ2_bzDecompressEnd"},
     bzip2_open,
     bzip2_begin,
     bzip2_step,
     bzip2_close},
    {"xz",
     "liblzma",
     "stream",
     XZ_WINDOW,
     {"liblzma.so.5"},
     "lzma_version_string",
     {"lzma_stream_decoder", "lzma_code", "lzma_end", "lzma_block_header_decode",
      "lzma_block_compressed_size", "lzma_raw_decoder_memusage", "lzma_block_decoder"},
     xz_open,
     xz_begin, /* the decoder of streams joins them itself */
     xz_step,
     xz_close},
    {"zstd",
     "libzstd",
     "frame",
     ZSTD_WINDOW,
     {"libzstd.so.1"},
     "ZSTD_versionString",
     {"ZSTD_createDStream", "ZSTD_decompressStream", "ZSTD_isError", "ZSTD_getErrorCode",
      "ZSTD_freeDStream"},
     zstd_open,
     zstd_begin,
     zstd_step,
     zstd_close},
};

static const struct packing *packing_of(xpgn_slice head) {
    static const struct {
        const char *bytes;
        size_t size;
    } magics[] = {{"\x1F\x8B", 2},
                  {"BZh", 3},
                  {"\xFD"
                   "7zXZ\0",
                   6},
                  {"\x28\xB5\x2F\xFD", 4}};
    for (size_t i = 0; i < sizeof magics / sizeof magics[0]; i++)
        if (head.size >= magics[i].size && memcmp(head.data, magics[i].bytes, magics[i].size) == 0)
            return &packings[i];
    /* zstd data may start with a skippable frame */
    bool skips = head.size >= 4 && (head.data[0] & 0xF0) == 0x50 &&
                 memcmp(head.data + 1, "\x2A\x4D\x18", 3) == 0;
    return skips ? &packings[3] : NULL;
}

bool unpack_knows(xpgn_slice head) {
    return packing_of(head) != NULL;
}

/* ---- opening and closing --------------------------------------------------------------------- */

/* Loads the library and fills u->f with the addresses of its functions. */
static xpgn_status load(struct unpack *u) {
    char *to = (char *)&u->f;
    xpgn_status status = library_load(u->packing->library, &u->library);
    for (size_t i = 0; status == XPGN_OK && i < MAX_SYMBOLS && u->packing->symbol[i]; i++)
        if (!library_find(u->library, u->packing->symbol[i], to + i * sizeof(void *)))
            status = XPGN_NOT_FOUND;
    return status;
}

static struct unpack *open_packing(const struct packing *packing, unsigned threads,
                                   const struct blocks *blocks, const char **missing) {
    *missing = NULL;
    struct unpack *u = calloc(1, sizeof *u);
    if (!u)
        return NULL;
    u->packing = packing;
    u->blocks = blocks;
    u->threads = threads;
    xpgn_status status = load(u);
    u->open = status == XPGN_OK && packing->open(u);
    if (u->open)
        return u;
    if (status == XPGN_NOT_FOUND)
        *missing = packing->library[0];
    unpack_close(u);
    return NULL;
}

struct unpack *unpack_open(xpgn_slice head, unsigned threads, const char **what,
                           const char **missing) {
    const struct packing *packing = packing_of(head);
    *what = packing->name;
    return open_packing(packing, threads, NULL, missing);
}

struct unpack *unpack_another(const struct unpack *u, const struct blocks *blocks) {
    const char *missing;
    return open_packing(u->packing, u->threads, blocks, &missing);
}

struct blocks *unpack_blocks(const struct unpack *u, int fd, uint64_t from, uint64_t to) {
    return u->packing->step == xz_step ? blocks_read(u->library, fd, from, to) : NULL;
}

uint64_t unpack_at(const struct unpack *u) {
    return u->at;
}

uint64_t unpack_frame(const struct unpack *u) {
    return u->part;
}

uint64_t unpack_before(const struct unpack *u) {
    return u->before;
}

void unpack_place(struct unpack *u, uint64_t at) {
    u->at = u->part = at;
}

const char *unpack_part(const struct unpack *u) {
    return u->packing->part;
}

void unpack_close(struct unpack *u) {
    if (!u)
        return;
    if (u->open)
        u->packing->close(u);
    library_close(u->library);
    free(u);
}

unsigned unpack_window(const struct unpack *u) {
    return u->packing->window;
}

const char *unpack_version(size_t index, char *version, size_t size) {
    const char *(*get_version)(void);
    if (index >= sizeof packings / sizeof packings[0])
        return NULL;
    void *library;
    const char *absent =
        library_load(packings[index].library, &library) == XPGN_NO_MEMORY ? "" : "missing";
    bool found = library_find(library, packings[index].version, &get_version);
    snprintf(version, size, "%s", found ? get_version() : absent);
    version[strcspn(version, ",")] = '\0'; /* bzip2 adds its date */
    library_close(library);
    return packings[index].package;
}

/* ---- one step -------------------------------------------------------------------------------- */

/* Between two parts: skips padding of NULs. False if out of memory. */
static bool next_part(struct unpack *u, struct unpack_input *in) {
    while (in->size > 0 && *in->data == '\0') {
        in->data++;
        in->size--;
        u->at++;
    }
    if (in->size == 0)
        return true;
    u->between = false;
    u->part = u->at;
    u->before = u->made;
    return u->packing->begin(u);
}

enum unpack_result unpack_step(struct unpack *u, struct unpack_input *in, bool last, char *out,
                               size_t size, size_t *got) {
    *got = 0;
    if (u->between && !next_part(u, in))
        return UNPACK_NO_MEMORY;
    if (u->between)
        return last ? UNPACK_END : UNPACK_MORE;
    struct step io = {in->data, in->size, out, size};
    enum unpack_result result = u->packing->step(u, &io, last);
    bool idle = io.in_left == in->size && io.out_left == size;
    *got = size - io.out_left;
    u->made += *got;
    if (in->size > 0) /* else there may be no bytes at all */
        in->data += in->size - io.in_left;
    u->at += in->size - io.in_left;
    in->size = io.in_left;
    if (result == UNPACK_MORE && last && idle && !u->between)
        return UNPACK_CUT;
    return result;
}
