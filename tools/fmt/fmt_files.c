/* SPDX-License-Identifier: MIT */
/* Files one by one: xpgn-fmt --check, --diff and --write. */
#include "fmt/fmt_game.h"

#include <errno.h>
#include <string.h>
#include <xpgn/stream.h>

#include "frame/disk_calls.h"
#include "frame/worker_pool.h"
#include "shared/answers/text_diff.h"

typedef struct fmt_target {
    const char *name;
    int own;       /* the file, to compare with; -1: compressed, or not a regular file */
    uint64_t at;   /* how much of it is as it should be */
    uint64_t line; /* line of the next game if all were canonical */
    bool differs;
    bool trouble; /* it could not be read completely */
    /* --diff */
    FILE *original; /* the text of the games, if `own` is -1 */
    uint64_t kept;  /* the current line in it */
    FILE *canonical;
    /* --write */
    cli output;
    int sink;
} fmt_target;

/* Opens the file that is to be rewritten once more, for writing. */
static bool open_rewritten(fmt_target *t, cli *c) {
    replace_state read;
    if (t->own < 0 && errno != 0)
        return cli_refuse_file(c, t->name, "");
    if (t->own < 0) {
        cli_message(c, "%s: only a regular, uncompressed file can be rewritten", t->name);
        return false;
    }
    t->output = (cli){.tool = c->tool, .common = c->common, .sinks = 2};
    t->sink = cli_open_rewrite(&t->output, t->name);
    if (t->sink > 0 && !replace_look_inside(&read, t->own))
        return cli_refuse_file(c, t->name, "");
    if (t->sink > 0)
        cli_replaces(&t->output, t->sink, &read);
    return t->sink > 0;
}

static bool open_target(fmt_target *t, cli_worker *w, const char *name) {
    const fmt_options *o = w->options;
    *t = (fmt_target){.name = name, .own = cli_open_plain(w->cli, name), .line = 1, .kept = 1};
    if (o->write)
        return open_rewritten(t, w->cli);
    if (o->diff) {
        t->canonical = cli_diff_file(w->cli);
        if (t->own < 0)
            t->original = cli_diff_file(w->cli);
    }
    return true;
}

static uint64_t count_lines(const char *p, size_t size) {
    uint64_t n = 0;
    for (const char *end = p + size; (p = memchr(p, '\n', (size_t)(end - p))) != NULL; p++)
        n++;
    return n;
}

/* True if the next bytes of the file are those of the buffer. */
static bool file_has(fmt_target *t, const xpgn_buffer *b) {
    char part[8192];
    for (size_t at = 0, size; at < b->size; at += size, t->at += size) {
        size = b->size - at < sizeof part ? b->size - at : sizeof part;
        if (!cli_read_at(t->own, t->at, part, size) || memcmp(part, b->data + at, size) != 0)
            return false;
    }
    return true;
}

/* True if a game is at its canonical place with the same text; an empty line must follow it. */
static bool game_is(const fmt_target *t, const xpgn_game *game, const xpgn_buffer *b) {
    size_t blank = b->size > 0 && *b->data == ' ', size = blank + game->text.size;
    if (game->line != t->line || game->column != 1 + blank || b->size <= size ||
        memcmp(game->text.data, b->data + blank, game->text.size) != 0)
        return false;
    return b->size - size == 1 || (b->size - size == 2 && b->data[size] == '\r');
}

/* Keeps the text of a game on its original lines. */
static void keep_original(fmt_target *t, const xpgn_game *game) {
    for (; t->kept < game->line; t->kept++)
        (void)fputc('\n', t->original);
    (void)fwrite(game->text.data, 1, game->text.size, t->original);
    t->kept += count_lines(game->text.data, game->text.size);
}

static void take_target_game(fmt_target *t, cli_worker *w, const xpgn_game *game, xpgn_buffer *b) {
    if (!t->differs)
        t->differs = t->own >= 0 ? !file_has(t, b) : !game_is(t, game, b);
    t->line = game->line + count_lines(b->data, b->size);
    if (t->original != NULL)
        keep_original(t, game);
    if (t->canonical != NULL)
        (void)fwrite(b->data, 1, b->size, t->canonical);
    if (t->sink > 0)
        cli_flush(&t->output, t->sink, b);
    if (game->too_large && t->sink > 0) {
        cli_message(w->cli, "%s: not rewritten: a game is too large", t->name);
        t->trouble = true;
    }
    xpgn_buffer_clear(b);
}

/* Reports what was decoded. A file with more in it than records is not rewritten, as the rest would
   be lost. */
static void report_decoded(fmt_target *t, cli_worker *w) {
    const fmt_options *o = w->options;
    xpgn_buffer b = {0};
    fmt_put_decoded(&o->import, t->name, &b);
    if (b.size > 0)
        cli_message(w->cli, "%.*s", (int)b.size, b.data);
    if (b.failed)
        cli_no_memory(w->cli);
    xpgn_buffer_free(&b);
    if (t->sink > 0 && fmt_leaves_out(&o->import)) {
        cli_message(w->cli, "%s: not rewritten: it is a table, or has text around the records",
                    t->name);
        t->trouble = true;
    }
}

static void read_games(fmt_target *t, cli_worker *w, fmt_formatter *f, uint64_t *games) {
    xpgn_stream *stream;
    xpgn_game game;
    xpgn_fault fault;
    xpgn_buffer b = {0};
    char more;
    uint64_t before = *games;
    xpgn_decoder *decoder = ((const fmt_options *)w->options)->import.decoder;
    xpgn_status status = xpgn_stream_open(&stream, &t->name, 1, (size_t)w->cli->common->max_game);
    if (status == XPGN_OK && decoder != NULL)
        status = xpgn_stream_decode(stream, decoder, NULL, NULL);
    if (status != XPGN_OK)
        cli_no_memory(w->cli);
    while ((status = xpgn_stream_next(stream, &game, &fault)) == XPGN_OK) {
        *games = game.number += before;
        fmt_format(w, f, &game, &b);
        take_target_game(t, w, &game, &b);
        cli_worker_flush(w);
    }
    if (status == XPGN_NO_MEMORY || b.failed)
        cli_no_memory(w->cli);
    if (status != XPGN_END) {
        cli_message(w->cli, "%s: %s", cli_input_name(game.file), fault.text);
        t->trouble = true;
    }
    t->differs |= t->own >= 0 && cli_read_at(t->own, t->at, &more, 1);
    if (decoder != NULL)
        report_decoded(t, w);
    xpgn_buffer_free(&b);
    xpgn_stream_close(stream);
}

static void close_file(FILE *f) {
    if (f != NULL)
        (void)fclose(f);
}

/* Closes the original first, as not every system can replace an open file. */
static int finish_target(fmt_target *t, cli_worker *w) {
    const fmt_options *o = w->options;
    int status = CLI_GOOD;
    if (o->check && t->differs) {
        cli_put_name(&w->to[CLI_OUT], w->cli, cli_file_name(t->name));
        xpgn_buffer_char(&w->to[CLI_OUT], '\n');
        cli_worker_flush(w);
        status = CLI_BAD;
    }
    if (o->diff && t->differs && !t->trouble)
        status = cli_diff(w->cli, t->name, t->original, t->canonical);
    (void)files_close(t->own);
    t->own = -1;
    if (t->sink > 0 && t->differs && !t->trouble && !cli_close_outputs(&t->output))
        status = CLI_TROUBLE;
    return t->trouble ? CLI_TROUBLE : status;
}

static void close_target(fmt_target *t) {
    (void)files_close(t->own);
    close_file(t->original);
    close_file(t->canonical);
    if (t->sink > 0)
        cli_discard_outputs(&t->output);
}

static void one_file(cli_worker *w, fmt_formatter *f, const char *name, uint64_t *games) {
    fmt_target t;
    int status = CLI_TROUBLE;
    if (open_target(&t, w, name)) {
        read_games(&t, w, f, games);
        status = finish_target(&t, w);
    }
    close_target(&t);
    cli_worst(w, status);
}

int fmt_each_file(cli *c, const fmt_options *o, const xpgn_walk_options *walk) {
    const cli_list *files = &o->common.files;
    cli_work work = {
        .walk = walk, .state_size = sizeof(fmt_formatter), .finish = fmt_finish_thread};
    cli_worker w;
    if (!cli_worker_open(&w, c, &work))
        return CLI_TROUBLE;
    fmt_formatter *f = w.state;
    *f = fmt_open_formatter(c, o);
    uint64_t games = 0;
    for (size_t i = 0; i < cli_inputs(files); i++)
        one_file(&w, f, cli_input(files, i), &games);
    int status = w.status;
    cli_worker_close(&w, &work);
    return status;
}
