/* SPDX-License-Identifier: MIT */
/* Writing the index of a file of games. */
#include "frame/game_index.h"
#include "list/list.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <xpgn/rulesets.h>
#include <xpgn/stream.h>

/* An index that is being written. */
typedef struct writer {
    cli *c;
    const char *name; /* of the file */
    char *path;       /* of the index */
    cli output;
    int sink;
    xpgn_buffer b, frames, commits;
    xpgn_catalog *catalog; /* NULL: no game with sealed dice so far */
    cli_seal_commitments_reader reader;
    cli_seal_commitments known;
    uint64_t last; /* the offset of the last frame noted */
    index_foot foot;
} writer;

/* Says why no index is written; returns false. */
static bool refuse_index(writer *w, const char *why) {
    cli_message(w->c, "%s: no index written: %s", w->name, why);
    return false;
}

/* Notes the frame of a game, unless the game before is in the same one. */
static void take_frame(writer *w, const xpgn_frame *f) {
    if (w->foot.frames > 0 && (!f->packed || f->offset <= w->last))
        return;
    w->last = f->offset;
    index_put_frame(&w->frames, ++w->foot.frames, f);
}

/* Notes a commitment, if it is new and there is room. */
static void take_commitment(void *data, const uint8_t *key, uint64_t game) {
    writer *w = data;
    size_t before = w->known.count;
    (void)cli_seal_commitments_find(w->c, &w->known, key, game);
    if (w->known.count == before)
        return;
    index_put_commit(&w->commits, key, game);
    w->foot.commits++;
}

/* Notes the commitments of a game; false after a message. */
static bool take_commitments(writer *w, const xpgn_game *game) {
    if (!cli_may_be_sealed(game))
        return true;
    if (w->catalog == NULL && !cli_open_catalog(w->c, &w->catalog))
        return false;
    w->foot.sealed++;
    w->foot.rules = index_rules(w->c);
    w->reader.cli = w->c;
    w->reader.found = take_commitment;
    w->reader.data = w;
    cli_seal_commitments_read(&w->reader, w->catalog, game);
    return true;
}

static bool take_indexed_game(writer *w, const xpgn_game *game) {
    size_t length = game->text.size;
    if (game->too_large)
        return refuse_index(w, "a game is larger than --max-game");
    if (game->column > UINT32_MAX)
        return refuse_index(w, "a line is too long");
    index_entry e = {game->offset, game->line, (uint32_t)game->column, (uint32_t)length, 0};
    e.check = index_check(game->number, &e, game->text);
    index_put_entry(&w->b, &e);
    w->foot.games++;
    if (game->frame.packed)
        take_frame(w, &game->frame);
    if (w->foot.latin1 == 0 && game->latin1)
        w->foot.latin1 = game->number;
    if (length > w->foot.largest)
        w->foot.largest = length;
    if (w->b.size > 1 << 16 || w->b.failed)
        cli_flush(&w->output, w->sink, &w->b);
    return take_commitments(w, game);
}

static bool read_games(writer *w, xpgn_stream *stream) {
    xpgn_game game;
    xpgn_fault fault;
    xpgn_status status;
    while ((status = xpgn_stream_next(stream, &game, &fault)) == XPGN_OK) {
        if (!take_indexed_game(w, &game))
            return false;
    }
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(w->c);
    if (status == XPGN_END)
        return true;
    cli_message(w->c, "%s: %s", cli_input_name(game.file), fault.text);
    return false;
}

/* Checks that the stream read the whole file, and that the file has not changed; false after a
   message. */
static bool check_file(writer *w, const xpgn_stream *stream) {
    struct stat st;
    uint64_t done, total;
    index_foot now = w->foot;
    xpgn_stream_progress(stream, &done, &total);
    w->foot.bytes = xpgn_stream_bytes(stream);
    if (stat(w->name, &st) != 0)
        return refuse_index(w, strerror(errno));
    index_note_file(&now, &st);
    bool same = now.size == w->foot.size && now.seconds == w->foot.seconds &&
                now.nano == w->foot.nano && done == now.size;
    return same || refuse_index(w, "it changed while being read");
}

/* Opens the file, and begins its index with the magic; false after a message. */
static bool open_files(writer *w, xpgn_stream **stream) {
    struct stat st;
    if (strcmp(w->name, "-") == 0)
        return refuse_index(w, "it is not a regular file");
    if (stat(w->name, &st) != 0)
        return refuse_index(w, strerror(errno));
    if (!S_ISREG(st.st_mode))
        return refuse_index(w, "it is not a regular file");
    index_note_file(&w->foot, &st);
    w->output = (cli){.tool = w->c->tool, .common = w->c->common, .sinks = 2};
    w->sink = cli_open_output(&w->output, w->path, CLI_INDEX);
    if (w->sink < 0)
        return false;
    xpgn_buffer_text(&w->b, INDEX_MAGIC);
    if (xpgn_stream_open(stream, &w->name, 1, (size_t)w->c->common->max_game) != XPGN_OK)
        cli_no_memory(w->c);
    return true;
}

static bool write_index(writer *w) {
    xpgn_stream *stream = NULL;
    bool good = open_files(w, &stream) && read_games(w, stream) && check_file(w, stream);
    xpgn_stream_close(stream);
    if (good) {
        xpgn_buffer_slice(&w->b, (xpgn_slice){w->frames.data, w->frames.size});
        xpgn_buffer_slice(&w->b, (xpgn_slice){w->commits.data, w->commits.size});
        w->b.failed |= w->frames.failed || w->commits.failed;
        w->foot.check = hash_bytes(0, w->commits.data, w->commits.size);
        index_put_foot(&w->b, &w->foot);
        cli_flush(&w->output, w->sink, &w->b);
        good = cli_close_outputs(&w->output);
    }
    if (!good && w->sink > 0)
        cli_discard_outputs(&w->output);
    return good;
}

/* The name of the index of a file; the caller frees it. */
static char *index_name(cli *c, const char *file) {
    return cli_join(c, cli_slice(file), cli_slice(INDEX_SUFFIX));
}

/* Checks, before the first index is written, that all may be; false after a message. */
static bool may_write_all(cli *c) {
    bool good = true;
    for (size_t i = 0; i < c->common->files.count && good; i++) {
        struct stat st;
        char *path = index_name(c, c->common->files.item[i]);
        if (stat(path, &st) == 0 && !S_ISREG(st.st_mode)) {
            cli_message(c, "%s: not written: it is not a regular file", path);
            good = false;
        }
        good = good && cli_may_write(c, path, CLI_INDEX);
        free(path);
    }
    return good;
}

int list_write_indexes(cli *c) {
    if (!may_write_all(c))
        return CLI_TROUBLE;
    int status = CLI_GOOD;
    for (size_t i = 0; i < c->common->files.count; i++) {
        writer w = {.c = c, .name = c->common->files.item[i]};
        w.path = index_name(c, w.name);
        if (!write_index(&w))
            status = CLI_TROUBLE;
        xpgn_buffer_free(&w.b);
        xpgn_buffer_free(&w.frames);
        xpgn_buffer_free(&w.commits);
        cli_seal_commitments_close(&w.reader);
        cli_seal_commitments_free(&w.known);
        xpgn_catalog_free(w.catalog);
        free(w.path);
    }
    return status;
}
