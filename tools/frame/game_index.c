/* SPDX-License-Identifier: MIT */
/* Finds games by the indexes of their files. */
#include "frame/game_index.h"
#include "frame/disk_calls.h"
#include "frame/worker_pool.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <xpgn/stream.h>

/* ---- the format ------------------------------------------------------------------------------ */

static char *store(char *to, uint64_t n, unsigned bytes) {
    for (unsigned i = 0; i < bytes; i++)
        *to++ = (char)(n >> (8 * i));
    return to;
}

void index_put_number(xpgn_buffer *b, uint64_t n, unsigned bytes) {
    char number[8];
    xpgn_buffer_put(b, number, (size_t)(store(number, n, bytes) - number));
}

uint64_t index_number(const unsigned char *p, unsigned bytes) {
    uint64_t n = 0;
    while (bytes-- > 0)
        n = n << 8 | p[bytes];
    return n;
}

enum { PLACE = INDEX_ENTRY - 8 }; /* an entry without its check */

static void store_place(char *to, const index_entry *e) {
    to = store(to, e->offset, 8);
    to = store(to, e->line, 8);
    to = store(to, e->column, 4);
    (void)store(to, e->length, 4);
}

/* Computes the check of a game from the first and the last `size` bytes of its text. */
static uint64_t check_ends(uint64_t number, const index_entry *e, const char *first,
                           const char *last, size_t size) {
    char place[8 + PLACE];
    store_place(store(place, number, 8), e);
    uint64_t hash = hash_bytes(0, place, sizeof place);
    return hash_bytes(hash_bytes(hash, first, size), last, size);
}

uint64_t index_check(uint64_t number, const index_entry *e, xpgn_slice text) {
    size_t size = text.size < INDEX_SAMPLE ? text.size : INDEX_SAMPLE;
    return check_ends(number, e, text.data, text.data + text.size - size, size);
}

void index_put_entry(xpgn_buffer *b, const index_entry *e) {
    char place[PLACE];
    store_place(place, e);
    xpgn_buffer_put(b, place, sizeof place);
    index_put_number(b, e->check, 8);
}

static uint64_t frame_check(uint64_t number, const xpgn_frame *f) {
    char place[24];
    store(store(store(place, number, 8), f->at, 8), f->offset, 8);
    return hash_bytes(0, place, sizeof place);
}

void index_put_frame(xpgn_buffer *b, uint64_t number, const xpgn_frame *f) {
    index_put_number(b, f->at, 8);
    index_put_number(b, f->offset, 8);
    index_put_number(b, frame_check(number, f), 8);
}

void index_put_commit(xpgn_buffer *b, const uint8_t *key, uint64_t game) {
    xpgn_buffer_put(b, (const char *)key, CLI_COMMIT_KEY);
    index_put_number(b, game, 8);
}

uint64_t index_rules(const cli *c) {
    return hash_bytes(c->rules, xpgn_version(), strlen(xpgn_version()));
}

void index_put_foot(xpgn_buffer *b, const index_foot *f) {
    const uint64_t number[INDEX_NUMBERS - 1] = {
        f->size,  (uint64_t)f->seconds, f->nano,  f->games, f->latin1, f->largest, f->sealed,
        f->rules, f->commits,           f->check, f->bytes, f->frames};
    size_t start = b->size;
    for (size_t i = 0; i < sizeof number / sizeof *number; i++)
        index_put_number(b, number[i], 8);
    if (!b->failed)
        index_put_number(b, hash_bytes(0, b->data + start, b->size - start), 8);
}

void index_note_file(index_foot *f, const struct stat *st) {
    f->size = (uint64_t)st->st_size;
    f->seconds = (int64_t)st->st_mtim.tv_sec;
    f->nano = (uint64_t)st->st_mtim.tv_nsec;
}

static bool read_foot(const unsigned char *p, index_foot *f) {
    uint64_t n[INDEX_NUMBERS];
    for (unsigned i = 0; i < INDEX_NUMBERS; i++)
        n[i] = index_number(p + i * 8, 8);
    *f = (index_foot){n[0], (int64_t)n[1], n[2], n[3], n[4],  n[5],
                      n[6], n[7],          n[8], n[9], n[10], n[11]};
    return n[INDEX_NUMBERS - 1] == hash_bytes(0, p, INDEX_FOOT - 8);
}

/* ---- reading it ------------------------------------------------------------------------------ */

void index_close(index_reading *x) {
    (void)files_close(x->fd);
    (void)files_close(x->file);
}

/* Does the size of the index agree with its numbers of games, frames and commitments? */
static bool has_size(const index_reading *x) {
    const index_foot *f = &x->foot;
    uint64_t size = x->size - INDEX_HEAD - INDEX_FOOT;
    if (f->games > size / INDEX_ENTRY || f->frames > size / INDEX_FRAME ||
        f->commits > CLI_COMMITS_MOST)
        return false;
    return size == f->games * INDEX_ENTRY + f->frames * INDEX_FRAME + f->commits * INDEX_COMMIT;
}

/* Returns why the index cannot be used, or NULL if it can. */
static const char *trouble_of(index_reading *x, uint64_t most) {
    struct stat st;
    unsigned char head[INDEX_HEAD], foot[INDEX_FOOT];
    if (x->size < INDEX_HEAD + INDEX_FOOT || !cli_read_at(x->fd, 0, head, sizeof head))
        return "it is damaged";
    if (memcmp(head, INDEX_MAGIC, sizeof head) != 0)
        return memcmp(head, INDEX_KIND, strlen(INDEX_KIND)) == 0
                   ? "it was made by another version of XPGN"
                   : "it is damaged";
    if (!cli_read_at(x->fd, x->size - INDEX_FOOT, foot, sizeof foot) || !read_foot(foot, &x->foot))
        return "it is damaged";
    index_foot now = x->foot;
    if (fstat(x->file, &st) != 0)
        return "the file cannot be read";
    index_note_file(&now, &st);
    if (now.size != x->foot.size || now.seconds != x->foot.seconds || now.nano != x->foot.nano)
        return "the file has changed since";
    if (!has_size(x) || (x->foot.frames == 0 && x->foot.bytes != x->foot.size))
        return "it is damaged";
    return most != 0 && x->foot.largest > most ? "a game is larger than --max-game" : NULL;
}

/* The user did not name the index, so it may be anything: a pipe, say. */
enum { WITHOUT_WAITING = O_RDONLY | O_NONBLOCK };

bool index_open(cli *c, index_reading *x, const char *name) {
    struct stat st;
    char *path = cli_join(c, cli_slice(name), cli_slice(INDEX_SUFFIX));
    *x = (index_reading){.name = name, .fd = -1, .file = -1};
    x->fd = strcmp(name, "-") != 0 ? files_open(path, WITHOUT_WAITING, 0) : -1;
    if (x->fd >= 0)
        x->file = files_open(name, WITHOUT_WAITING, 0);
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

/* Reads the entry of game `n`, from 0; false if it cannot be read. */
static bool read_entry(const index_reading *x, uint64_t n, index_entry *e) {
    unsigned char b[INDEX_ENTRY];
    if (!cli_read_at(x->fd, INDEX_HEAD + n * INDEX_ENTRY, b, sizeof b))
        return false;
    *e =
        (index_entry){index_number(b, 8), index_number(b + 8, 8), (uint32_t)index_number(b + 16, 4),
                      (uint32_t)index_number(b + 20, 4), index_number(b + 24, 8)};
    return true;
}

/* Reads frame `n`, from 0; false if it cannot be read or its check is wrong. */
static bool read_frame(const index_reading *x, uint64_t n, xpgn_frame *f) {
    unsigned char b[INDEX_FRAME];
    if (!cli_read_at(x->fd, INDEX_HEAD + x->foot.games * INDEX_ENTRY + n * INDEX_FRAME, b,
                     sizeof b))
        return false;
    *f = (xpgn_frame){index_number(b, 8), index_number(b + 8, 8), true};
    return index_number(b + 16, 8) == frame_check(n + 1, f);
}

/* Finds the frame at which to start reading to reach a byte of the file; false if the index is
   damaged. */
static bool find_frame(const index_reading *x, uint64_t offset, xpgn_frame *f) {
    uint64_t low = 0, high = x->foot.frames;
    xpgn_frame middle;
    *f = (xpgn_frame){offset, offset, false};
    while (low < high) {
        uint64_t at = low + (high - low) / 2;
        if (!read_frame(x, at, &middle))
            return false;
        if (middle.offset <= offset) {
            *f = middle;
            low = at + 1;
        } else {
            high = at;
        }
    }
    return f->packed == (x->foot.frames > 0);
}

/* Returns how many of the file's games begin before a byte of it, provided its index is sound. */
static uint64_t games_before(const index_reading *x, uint64_t offset) {
    uint64_t low = 0, high = x->foot.games;
    index_entry e;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (!read_entry(x, middle, &e))
            return low;
        if (e.offset < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* ---- the place of a game --------------------------------------------------------------------- */

/* Checks a game by its bytes, in a file that is not packed; false if they differ or cannot be
   read. */
static bool check_bytes(const index_reading *x, uint64_t n, const index_entry *e) {
    char text[2 * INDEX_SAMPLE];
    size_t size = e->length < INDEX_SAMPLE ? e->length : INDEX_SAMPLE;
    return cli_read_at(x->file, e->offset, text, size) &&
           cli_read_at(x->file, e->offset + e->length - size, text + size, size) &&
           check_ends(n + 1, e, text, text + size, size) == e->check;
}

/* Checks a game in a packed file by reading it. */
static bool check_packed(cli *c, const xpgn_game *place, uint64_t n, const index_entry *e) {
    const cli_list *files = &c->common->files;
    xpgn_stream *stream;
    xpgn_game game;
    if (xpgn_stream_open(&stream, files->item, files->count, (size_t)c->common->max_game) !=
        XPGN_OK)
        cli_no_memory(c);
    bool good = xpgn_stream_start(stream, place, NULL) == XPGN_OK &&
                xpgn_stream_next(stream, &game, NULL) == XPGN_OK &&
                game.file_index == place->file_index && game.offset == e->offset &&
                game.text.size == e->length && index_check(n + 1, e, game.text) == e->check;
    xpgn_stream_close(stream);
    return good;
}

index_answer index_place(cli *c, const index_reading *x, uint64_t n, uint64_t from,
                         xpgn_game *place) {
    index_entry e;
    uint64_t end = c->common->bytes.given ? c->common->bytes.from - place->before : x->foot.bytes;
    bool good = read_entry(x, n, &e) && e.offset < end && find_frame(x, e.offset, &place->frame);
    /* verifying the game unpacks the bytes between the frame and the game a second time */
    if (good && place->before + place->frame.offset < from + (e.offset - place->frame.offset))
        return INDEX_NEAR;
    if (good) {
        place->number += n;
        place->offset = e.offset;
        place->line = e.line;
        place->column = e.column;
        place->latin1 = x->foot.latin1 != 0 && x->foot.latin1 <= n;
        good = place->frame.packed ? check_packed(c, place, n, &e) : check_bytes(x, n, &e);
    }
    if (!good)
        cli_message(c, "%s%s: index ignored: it does not fit the file", x->name, INDEX_SUFFIX);
    return good ? INDEX_FOUND : INDEX_LOST;
}

/* Finds the last game before the bytes that --bytes asks for, where reading starts. `place` is the
   beginning of the file. */
static bool find_in(cli *c, const index_reading *x, xpgn_game *place) {
    uint64_t n = games_before(x, c->common->bytes.from - place->before);
    return n == 0 || index_place(c, x, n - 1, 0, place) == INDEX_FOUND;
}

/* Is the game or the range of bytes asked for in this file, or past the last one? */
static bool is_here(const cli *c, const index_reading *x, const xpgn_game *file) {
    return c->common->bytes.from - file->before < x->foot.bytes ||
           file->file_index + 1 == c->common->files.count;
}

bool cli_index_find(cli *c, xpgn_game *place) {
    *place = (xpgn_game){.number = 1, .line = 1, .column = 1};
    for (; place->file_index < c->common->files.count; place->file_index++) {
        index_reading x;
        bool good = index_open(c, &x, c->common->files.item[place->file_index]);
        bool here = good && is_here(c, &x, place);
        bool found = here && find_in(c, &x, place);
        if (good) {
            place->number += here ? 0 : x.foot.games;
            place->before += here ? 0 : x.foot.bytes;
        }
        index_close(&x);
        if (!good || here)
            return found;
    }
    return false;
}
