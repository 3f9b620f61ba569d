/* SPDX-License-Identifier: MIT */
/* Finding a game by the index of its file. */
#include "cli_index.h"
#include "cli_jobs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the format ------------------------------------------------------------------------------ */

static void put_number(xpgn_buffer *b, uint64_t n, unsigned bytes) {
    for (unsigned i = 0; i < bytes; i++)
        xpgn_buffer_char(b, (char)(n >> (8 * i)));
}

static uint64_t get_number(const unsigned char *p, unsigned bytes) {
    uint64_t n = 0;
    while (bytes-- > 0)
        n = n << 8 | p[bytes];
    return n;
}

static uint64_t fnv(uint64_t hash, const char *p, size_t size) {
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (unsigned char)p[i]) * 0x100000001b3u;
    return hash;
}

uint64_t index_check(const char *head, const char *tail, size_t size) {
    return fnv(fnv(0xcbf29ce484222325u, head, size), tail, size);
}

void index_put_entry(xpgn_buffer *b, const index_entry *e) {
    put_number(b, e->offset, 8);
    put_number(b, e->line, 8);
    put_number(b, e->column, 4);
    put_number(b, e->length, 4);
    put_number(b, e->check, 8);
}

void index_put_foot(xpgn_buffer *b, const index_foot *f) {
    const uint64_t number[] = {f->size,   (uint64_t)f->seconds, f->nano, f->games, f->latin1,
                               f->largest};
    size_t start = b->size;
    for (size_t i = 0; i < sizeof number / sizeof *number; i++)
        put_number(b, number[i], 8);
    if (!b->failed)
        put_number(b, fnv(0xcbf29ce484222325u, b->data + start, b->size - start), 8);
}

void index_note_file(index_foot *f, const struct stat *st) {
    f->size = (uint64_t)st->st_size;
    f->seconds = (int64_t)st->st_mtim.tv_sec;
    f->nano = (uint64_t)st->st_mtim.tv_nsec;
}

static bool read_foot(const unsigned char *p, index_foot *f) {
    uint64_t n[7];
    for (unsigned i = 0; i < 7; i++)
        n[i] = get_number(p + i * 8, 8);
    *f = (index_foot){n[0], (int64_t)n[1], n[2], n[3], n[4], n[5]};
    return n[6] == fnv(0xcbf29ce484222325u, (const char *)p, INDEX_FOOT - 8);
}

/* ---- reading it ------------------------------------------------------------------------------ */

/* The index of one file, open. */
typedef struct file_index {
    const char *name; /* of the file */
    int fd, file;     /* of the index, of the file */
    uint64_t size;    /* of the index */
    index_foot foot;
} file_index;

static bool read_at(int fd, uint64_t offset, void *data, size_t size) {
    ssize_t n;
    do
        n = offset <= INT64_MAX ? pread(fd, data, size, (off_t)offset) : -1;
    while (n < 0 && errno == EINTR);
    return n >= 0 && (size_t)n == size;
}

static void close_index(file_index *x) {
    if (x->fd >= 0)
        (void)close(x->fd);
    if (x->file >= 0)
        (void)close(x->file);
}

/* NULL, or why the index cannot be used. */
static const char *trouble_of(file_index *x, uint64_t most) {
    struct stat st;
    unsigned char head[INDEX_HEAD], foot[INDEX_FOOT];
    if (x->size < INDEX_HEAD + INDEX_FOOT || !read_at(x->fd, 0, head, sizeof head) ||
        !read_at(x->fd, x->size - INDEX_FOOT, foot, sizeof foot) ||
        memcmp(head, INDEX_MAGIC, sizeof head) != 0 || !read_foot(foot, &x->foot))
        return "it is damaged";
    index_foot now = x->foot;
    if (fstat(x->file, &st) != 0)
        return "the file cannot be read";
    index_note_file(&now, &st);
    if (now.size != x->foot.size || now.seconds != x->foot.seconds || now.nano != x->foot.nano)
        return "the file has changed since";
    if ((x->size - INDEX_HEAD - INDEX_FOOT) / INDEX_ENTRY != x->foot.games)
        return "it is damaged";
    return most != 0 && x->foot.largest > most ? "a game is larger than --max-game" : NULL;
}

/* Opens the index of a file; false: there is none, or it cannot be used, of which is told. */
static bool open_index(cli *c, file_index *x, const char *name) {
    struct stat st;
    size_t size = strlen(name) + sizeof INDEX_SUFFIX;
    char *path = malloc(size);
    *x = (file_index){.name = name, .fd = -1, .file = -1};
    if (path == NULL)
        cli_no_memory(c);
    (void)snprintf(path, size, "%s%s", name, INDEX_SUFFIX);
    x->fd = strcmp(name, "-") != 0 ? open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY) : -1;
    if (x->fd >= 0)
        x->file = open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    bool good = x->file >= 0 && fstat(x->fd, &st) == 0 && S_ISREG(st.st_mode);
    if (good) {
        x->size = (uint64_t)st.st_size;
        const char *trouble = trouble_of(x, c->common->max_game);
        if (trouble != NULL)
            cli_message(c, "%s: index ignored: %s", path, trouble);
        good = trouble == NULL;
    }
    free(path);
    return good;
}

/* Reads the place of a game of the file, `n` from 0; false: another game stands there. */
static bool read_entry(const file_index *x, uint64_t n, index_entry *e) {
    unsigned char b[INDEX_ENTRY];
    char head[INDEX_SAMPLE], tail[INDEX_SAMPLE];
    if (!read_at(x->fd, INDEX_HEAD + n * INDEX_ENTRY, b, sizeof b))
        return false;
    *e = (index_entry){get_number(b, 8), get_number(b + 8, 8), (uint32_t)get_number(b + 16, 4),
                       (uint32_t)get_number(b + 20, 4), get_number(b + 24, 8)};
    if (e->offset > x->foot.size || e->length > x->foot.size - e->offset)
        return false;
    size_t size = e->length < INDEX_SAMPLE ? e->length : INDEX_SAMPLE;
    return read_at(x->file, e->offset, head, size) &&
           read_at(x->file, e->offset + e->length - size, tail, size) &&
           index_check(head, tail, size) == e->check;
}

/* The place of the game with that number; false: it is not in this file, of which `before` games
   have been counted, or the index is wrong. */
static bool find_in(cli *c, const file_index *x, uint64_t before, xpgn_game *place) {
    index_entry e;
    uint64_t n = c->common->games.first - before - 1;
    if (n >= x->foot.games)
        return false;
    if (!read_entry(x, n, &e)) {
        cli_message(c, "%s%s: index ignored: it does not fit the file", x->name, INDEX_SUFFIX);
        return false;
    }
    place->number = c->common->games.first;
    place->offset = e.offset;
    place->line = e.line;
    place->column = e.column;
    place->latin1 = x->foot.latin1 != 0 && x->foot.latin1 <= n;
    return true;
}

bool cli_index_find(cli *c, xpgn_game *place) {
    uint64_t before = 0, first = c->common->games.first;
    for (size_t i = 0; i < c->common->files.count; i++) {
        file_index x;
        bool good = open_index(c, &x, c->common->files.item[i]);
        bool here = good && first - before <= x.foot.games;
        place->file_index = i;
        bool found = here && find_in(c, &x, before, place);
        before += good ? x.foot.games : 0;
        close_index(&x);
        if (!good || here)
            return found;
    }
    return false;
}
