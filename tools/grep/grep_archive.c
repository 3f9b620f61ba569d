/* SPDX-License-Identifier: MIT */
#include "grep/grep_archive.h"
#include "frame/disk_calls.h"
#include "frame/game_index.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xpgn/walk.h>

#define MAGIC INDEX_KIND "E"

/* The numbers that follow the magic, in this order, 8 bytes each. */
typedef struct head {
    uint64_t size; /* of the archive, in bytes */
    int64_t seconds;
    uint64_t nano, rules, count;
    uint64_t check; /* hash_bytes of the numbers above and of the digests */
} head;

enum { MAGIC_SIZE = sizeof MAGIC - 1, HEAD = 6 * 8, BEGIN = MAGIC_SIZE + HEAD, BLOCK = 1 << 16 };

/* ---- digests of games ------------------------------------------------------------------------ */

bool grep_digest(cli_worker *w, xpgn_walk **walk, const xpgn_game *game,
                 uint8_t digest[XPGN_DIGEST_SIZE]) {
    static const xpgn_walk_options how = {XPGN_WALK_OPTIONS, .skip_variations = true,
                                          .detail = XPGN_VERDICT, .keep_line = true};
    const xpgn_step *step;
    if (*walk == NULL)
        *walk = cli_open_walk(w, &how);
    xpgn_status status = xpgn_walk_begin(*walk, game);
    while (status == XPGN_OK)
        status = xpgn_walk_next(*walk, &step);
    if (status == XPGN_END)
        status = xpgn_walk_digest(*walk, digest);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(w->cli);
    return status == XPGN_OK;
}

int grep_archive_run(cli *c, const char *name, const cli_work *work) {
    cli_common mine = *c->common;
    c->common->files = (cli_list){&name, 1};
    c->common->games = (cli_game_selection){.first = 0};
    c->common->games_from = NULL;
    c->common->bytes = (cli_bytes){.given = false};
    int status = cli_run(c, work);
    c->common->files = mine.files;
    c->common->games = mine.games;
    c->common->games_from = mine.games_from;
    c->common->bytes = mine.bytes;
    return status;
}

/* ---- the index ------------------------------------------------------------------------------- */

static head head_of(const cli *c, const struct stat *st, uint64_t count) {
    return (head){(uint64_t)st->st_size,
                  (int64_t)st->st_mtim.tv_sec,
                  (uint64_t)st->st_mtim.tv_nsec,
                  index_rules(c),
                  count,
                  0};
}

static void put_archive_head(xpgn_buffer *b, const head *h) {
    const uint64_t number[] = {h->size, (uint64_t)h->seconds, h->nano, h->rules, h->count,
                               h->check};
    for (size_t i = 0; i < sizeof number / sizeof *number; i++)
        index_put_number(b, number[i], 8);
}

static head read_archive_head(const unsigned char bytes[HEAD]) {
    uint64_t n[HEAD / 8];
    for (size_t i = 0; i < HEAD / 8; i++)
        n[i] = index_number(bytes + 8 * i, 8);
    return (head){n[0], (int64_t)n[1], n[2], n[3], n[4], n[5]};
}

/* Returns the hash of the numbers before the check. */
static uint64_t check_head(cli *c, const head *h) {
    xpgn_buffer b = {0};
    put_archive_head(&b, h);
    if (b.failed)
        cli_no_memory(c);
    uint64_t check = hash_bytes(0, b.data, HEAD - 8);
    xpgn_buffer_free(&b);
    return check;
}

/* True if the checksum of the numbers and digests is right. */
static bool has_check(cli *c, int fd, const head *h) {
    static const size_t size = BLOCK;
    char *block = malloc(size);
    uint64_t check = check_head(c, h), left = h->count * XPGN_DIGEST_SIZE, at = BEGIN;
    bool good = block != NULL;
    while (good && left > 0) {
        size_t some = left < size ? (size_t)left : size;
        good = cli_read_at(fd, at, block, some);
        check = good ? hash_bytes(check, block, some) : 0;
        at += some;
        left -= some;
    }
    free(block);
    return good && check == h->check;
}

/* Reads the head of the index; returns NULL, or why the index cannot be used. */
static const char *trouble_of_archive(cli *c, int fd, const char *name, head *h) {
    unsigned char begin[BEGIN];
    struct stat st, archive;
    if (!cli_read_at(fd, 0, begin, sizeof begin) || memcmp(begin, MAGIC, MAGIC_SIZE) != 0 ||
        fstat(fd, &st) != 0)
        return "it is damaged, or from another version";
    *h = read_archive_head(begin + MAGIC_SIZE);
    if (h->count > (uint64_t)st.st_size / XPGN_DIGEST_SIZE ||
        (uint64_t)st.st_size != BEGIN + h->count * XPGN_DIGEST_SIZE || !has_check(c, fd, h))
        return "it is damaged, or from another version";
    if (stat(name, &archive) != 0)
        return "the archive cannot be read";
    head now = head_of(c, &archive, h->count);
    if (now.size != h->size || now.seconds != h->seconds || now.nano != h->nano)
        return "the archive has changed since";
    return now.rules != h->rules ? "its games were read by another version or with other rulesets"
                                 : NULL;
}

static char *index_name(cli *c, const char *name) {
    return cli_join(c, cli_slice(name), cli_slice(GREP_ARCHIVE_SUFFIX));
}

/* Opens the index; false if there is none, or if it cannot be used, which is reported unless
   `quiet`. */
static bool open_index(cli *c, grep_archive *a, const char *path, bool quiet) {
    struct stat st;
    head h;
    a->fd = files_open(path, O_RDONLY | O_NONBLOCK, 0);
    if (a->fd < 0)
        return false;
    const char *trouble = fstat(a->fd, &st) == 0 && S_ISREG(st.st_mode)
                              ? trouble_of_archive(c, a->fd, a->name, &h)
                              : "it is not a regular file";
    if (trouble == NULL) {
        a->from = BEGIN;
        a->count = h.count;
        return true;
    }
    if (!quiet)
        cli_message(c, "%s: index ignored: %s", path, trouble);
    (void)close(a->fd);
    a->fd = -1;
    return false;
}

/* Writes an index of the digests in the spool; false after a message. */
static bool write_archive_index(cli *c, grep_archive *a, const char *path, const struct stat *st) {
    cli output = {.tool = c->tool, .common = c->common, .options = c->options, .sinks = 2};
    head h = head_of(c, st, a->count);
    xpgn_buffer b = {0};
    static const size_t size = BLOCK;
    char *block = malloc(size);
    int sink = cli_open_output(&output, path, CLI_INDEX);
    if (block == NULL)
        cli_no_memory(c);
    h.check = check_head(c, &h);
    for (int pass = 0; pass < 2 && sink >= 0; pass++) { /* the check comes before the digests */
        if (pass == 1) {
            xpgn_buffer_text(&b, MAGIC);
            put_archive_head(&b, &h);
        }
        for (uint64_t at = 0, all = a->count * XPGN_DIGEST_SIZE; at < all;) {
            size_t some = all - at < size ? (size_t)(all - at) : size;
            cli_spool_get(c, &a->spool, at, block, some);
            if (pass == 0)
                h.check = hash_bytes(h.check, block, some);
            else
                xpgn_buffer_put(&b, block, some);
            at += some;
            if (pass == 1)
                cli_flush(&output, sink, &b);
        }
    }
    if (sink >= 0)
        cli_flush(&output, sink, &b);
    xpgn_buffer_free(&b);
    free(block);
    return sink >= 0 && cli_close_outputs(&output);
}

/* ---- making it ------------------------------------------------------------------------------- */

typedef struct digest_state {
    cli_sorter *sorter; /* NULL: no game so far */
    xpgn_walk *walk;
    xpgn_buffer key;
    cli_sorter_part part;
} digest_state;

static bool take_archived_game(cli_worker *w, const xpgn_game *game) {
    digest_state *s = w->state;
    uint8_t digest[XPGN_DIGEST_SIZE];
    s->sorter = w->shared;
    if (game->too_large || !grep_digest(w, &s->walk, game, digest))
        return true;
    xpgn_buffer_clear(&s->key);
    xpgn_buffer_put(&s->key, digest, sizeof digest);
    cli_sorter_number(&s->key, w->nth);
    if (s->key.failed)
        cli_no_memory(w->cli);
    cli_sorter_put(s->sorter, &s->part, (xpgn_slice){s->key.data, s->key.size},
                   (xpgn_slice){"", 0});
    return true;
}

static void finish_members(cli *c, void *data) {
    digest_state *s = data;
    (void)c;
    if (s->sorter != NULL)
        cli_sorter_add(s->sorter, &s->part);
    xpgn_walk_free(s->walk);
    xpgn_buffer_free(&s->key);
}

/* Puts the digests of the archive's games into the spool, in order and each once. */
static int read_archive(cli *c, grep_archive *a, const grep_reading *how) {
    cli_sorter sorter;
    const cli_work work = {.state_size = sizeof(digest_state),
                           .shared = &sorter,
                           .game = take_archived_game,
                           .finish = finish_members};
    xpgn_slice key, data;
    char last[XPGN_DIGEST_SIZE];
    cli_sorter_open(c, &sorter, how->memory);
    cli_spool_open(c, &a->spool);
    int status = grep_archive_run(c, a->name, &work);
    while (status == CLI_GOOD && cli_sorter_next(&sorter, &key, &data)) {
        if (a->count > 0 && memcmp(last, key.data, sizeof last) == 0)
            continue;
        memcpy(last, key.data, sizeof last);
        cli_spool_put(c, &a->spool, last, sizeof last);
        a->count++;
    }
    cli_spool_end(c, &a->spool);
    cli_sorter_close(&sorter);
    return status;
}

int grep_archive_open(cli *c, grep_archive *a, const char *name, const grep_reading *how) {
    struct stat st = {.st_size = 0};
    char *path = index_name(c, name);
    bool standard = strcmp(name, "-") == 0;
    *a = (grep_archive){.c = c, .name = name, .fd = -1, .spool = {.fd = -1}};
    int status = CLI_GOOD;
    if (how->write && (standard || stat(name, &st) != 0 || !S_ISREG(st.st_mode))) {
        cli_message(c, "%s: no index written: it is not a regular file", cli_file_name(name));
        status = CLI_TROUBLE;
    } else if (standard || !open_index(c, a, path, how->write)) {
        status = read_archive(c, a, how);
        if (status == CLI_GOOD && how->write && !write_archive_index(c, a, path, &st))
            status = CLI_TROUBLE;
    }
    free(path);
    return status;
}

static bool read_digest(const grep_archive *a, uint64_t n, uint8_t digest[XPGN_DIGEST_SIZE]) {
    int fd = a->fd >= 0 ? a->fd : a->spool.fd;
    return cli_read_at(fd, a->from + n * XPGN_DIGEST_SIZE, digest, XPGN_DIGEST_SIZE);
}

/* Returns the first bytes of a digest as a number that sorts as they do. */
static uint64_t first_of(const uint8_t digest[XPGN_DIGEST_SIZE]) {
    uint64_t n = 0;
    for (int i = 0; i < 8; i++)
        n = n << 8 | digest[i];
    return n;
}

/* Returns where to look for a digest between two places. As digests are evenly distributed,
   interpolation comes close; with `half` returns the middle, which bounds the number of steps. */
static uint64_t place_between(const uint64_t place[2], const uint64_t first[2], uint64_t wanted,
                              bool half) {
    uint64_t between = place[1] - place[0];
    double part = half || first[1] <= first[0]
                      ? 0.5
                      : (double)(wanted - first[0]) / (double)(first[1] - first[0]);
    uint64_t at = (uint64_t)(part * (double)between);
    return place[0] + (at < between ? at : between - 1);
}

bool grep_archive_has(const grep_archive *a, const uint8_t digest[XPGN_DIGEST_SIZE]) {
    uint64_t place[2] = {0, a->count}, first[2] = {0, UINT64_MAX};
    uint8_t there[XPGN_DIGEST_SIZE];
    for (unsigned round = 0; place[0] < place[1]; round++) {
        uint64_t at = place_between(place, first, first_of(digest), round % 3 == 2);
        if (!read_digest(a, at, there))
            cli_die(a->c, "%s: the digests of the archive cannot be read: %s", a->name,
                    strerror(errno));
        int d = memcmp(there, digest, sizeof there);
        if (d == 0)
            return true;
        place[d > 0] = d > 0 ? at : at + 1;
        first[d > 0] = first_of(there);
    }
    return false;
}

void grep_archive_close(grep_archive *a) {
    if (a->fd >= 0)
        (void)close(a->fd);
    if (a->spool.fd >= 0)
        cli_spool_close(&a->spool);
}
