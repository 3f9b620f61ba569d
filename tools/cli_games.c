/* SPDX-License-Identifier: MIT */
/* The loop over the games: what is read, by whom it is worked on, and how far it has come. */
#include "cli_jobs.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* So much is worked on without threads: a small input is not worth them, and on a slow one (a
   terminal, a feed) every game is to be answered at once. */
enum { ALONE_BYTES = 256 * 1024 };
static const double slow_seconds = 0.5;

double cli_seconds(void) {
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- rulesets -------------------------------------------------------------------------------- */

/* An unreadable ruleset: the log says which and why. */
static void report_unread(cli *c, const char *path, const xpgn_log *log) {
    size_t count;
    const xpgn_finding *list = xpgn_log_list(log, &count);
    if (count > 0)
        cli_message(c, "%s", list[0].text);
    else
        cli_message(c, "%s: cannot be read", path);
}

static void report_ruleset(cli *c, int sink, const cli_report *how, const char *path,
                           const xpgn_log *log, xpgn_slice text) {
    xpgn_buffer b = {0};
    cli_report as_text = {.color = c->sink[sink].color};
    cli_report_ruleset(&b, how != NULL ? how : &as_text, path, text, log);
    cli_flush(c, sink, &b);
    xpgn_buffer_free(&b);
}

bool cli_load_ruleset(cli *c, xpgn_rules *rules, const char *path, int sink,
                      const cli_report *how) {
    xpgn_log *log = NULL;
    xpgn_slice text = {0};
    xpgn_status status = xpgn_log_new(&log);
    if (status == XPGN_OK)
        status = xpgn_rules_load(rules, path, log, &text);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(c);
    if (status == XPGN_IO)
        report_unread(c, path, log);
    else if (status != XPGN_OK || sink == CLI_OUT) /* --check-rules tells of warnings too */
        report_ruleset(c, sink, how, path, log, text);
    xpgn_log_free(log);
    return status == XPGN_OK;
}

bool cli_open_rules(cli *c, xpgn_rules **rules) {
    *rules = NULL;
    if (xpgn_rules_new(rules) != XPGN_OK)
        cli_no_memory(c);
    bool good = cli_load_path(c, *rules);
    for (size_t i = 0; good && i < c->common->rules.count; i++)
        good = cli_load_ruleset(c, *rules, c->common->rules.item[i], CLI_ERR, NULL);
    if (good)
        return true;
    xpgn_rules_free(*rules);
    *rules = NULL;
    return false;
}

/* ---- workers --------------------------------------------------------------------------------- */

bool cli_worker_open(cli_worker *w, cli *c, const cli_work *work) {
    *w = (cli_worker){.cli = c, .options = c->options};
    if (!cli_open_rules(c, &w->rules))
        return false;
    if (work->walk != NULL && xpgn_walk_new(&w->walk, w->rules, work->walk) != XPGN_OK)
        cli_no_memory(c);
    if (work->state_size > 0 && (w->state = calloc(1, work->state_size)) == NULL)
        cli_no_memory(c);
    return true;
}

void cli_worker_flush(cli_worker *w) {
    for (int i = 0; i < (int)w->cli->sinks; i++)
        cli_flush(w->cli, i, &w->to[i]);
}

void cli_worker_close(cli_worker *w, const cli_work *work) {
    if (work->finish != NULL)
        work->finish(w->cli, w->state);
    free(w->state);
    xpgn_walk_free(w->walk);
    xpgn_rules_free(w->rules);
    for (size_t i = 0; i < CLI_SINKS; i++)
        xpgn_buffer_free(&w->to[i]);
}

void cli_worst(cli_worker *w, int status) {
    if (status > w->status)
        w->status = status;
}

void cli_walk_begin(cli_worker *w, const xpgn_game *game) {
    if (xpgn_walk_begin(w->walk, game) == XPGN_NO_MEMORY)
        cli_no_memory(w->cli);
}

const xpgn_step *cli_walk_next(cli_worker *w) {
    const xpgn_step *step = NULL;
    xpgn_status status = xpgn_walk_next(w->walk, &step);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(w->cli);
    return status == XPGN_OK ? step : NULL;
}

/* Ends a last line that has no end, in the way of the line before it. */
void cli_copy_game(xpgn_buffer *b, const xpgn_game *game) {
    xpgn_slice t = game->text;
    const char *lf = memchr(t.data, '\n', t.size);
    bool cr = lf == NULL && memchr(t.data, '\r', t.size) != NULL;
    const char *end = cr ? "\r" : lf != NULL && lf > t.data && lf[-1] == '\r' ? "\r\n" : "\n";
    xpgn_buffer_slice(b, t);
    if (t.size > 0 && t.data[t.size - 1] != '\n' && t.data[t.size - 1] != '\r')
        xpgn_buffer_text(b, end);
    xpgn_buffer_text(b, end);
}

/* ---- the stream ------------------------------------------------------------------------------ */

typedef struct run {
    cli *c;
    const cli_work *work;
    xpgn_stream *stream;
    cli_worker worker; /* of the main thread */
    cli_pool *pool;    /* NULL: no threads yet */
    uint64_t last;     /* number of the last game seen */
    int status;
    double chunk_start;
    size_t chunk_bytes;
} run;

static void say_trouble(run *r) {
    const char *text = xpgn_stream_error(r->stream);
    r->status = CLI_TROUBLE;
    if (r->pool != NULL) {
        cli_pool_say(r->pool, text);
        return;
    }
    cli_worker_flush(&r->worker);
    cli_message(r->c, "%s", text);
}

/* The next game that --game selects; false at the end. */
static bool next_game(run *r, xpgn_game *game) {
    const cli_range *want = &r->c->common->games;
    for (;;) {
        if (want->first != 0 && r->last >= want->last)
            return false;
        xpgn_status status = xpgn_stream_next(r->stream, game);
        if (status == XPGN_IO) {
            if (r->work->unread != NULL)
                r->work->unread(r->c, game->file_index);
            say_trouble(r);
            continue;
        }
        if (status == XPGN_NO_MEMORY)
            cli_no_memory(r->c);
        if (status != XPGN_OK)
            return false;
        r->last = game->number;
        cli_progress_game(r->c, r->stream, game);
        if (game->number >= want->first)
            return true;
    }
}

static unsigned thread_count(const cli *c) {
    if (c->common->jobs != 0)
        return (unsigned)c->common->jobs;
    long online = sysconf(_SC_NPROCESSORS_ONLN); /* which reads a file */
    return online > 0 ? (unsigned)online : 1;
}

/* After enough input that came fast: go on with threads. */
static void consider_threads(run *r, size_t bytes) {
    r->chunk_bytes += bytes;
    if (r->chunk_bytes < ALONE_BYTES)
        return;
    double now = cli_seconds();
    bool fast = now - r->chunk_start < slow_seconds;
    r->chunk_start = now;
    r->chunk_bytes = 0;
    unsigned threads = thread_count(r->c);
    if (!fast || threads < 2 || r->work->serial)
        return;
    cli_worker_flush(&r->worker);
    r->pool = cli_pool_open(r->c, r->work, threads);
}

/* A reader at a terminal sees each game's output as soon as it is there. */
static void flush_some(run *r) {
    cli_worker *w = &r->worker;
    bool now = r->c->sink[CLI_OUT].terminal || w->to[CLI_ERR].size > 0;
    for (int i = 0; i < (int)r->c->sinks; i++)
        now = now || w->to[i].size > (1 << 16) || w->to[i].failed;
    if (now)
        cli_worker_flush(w);
}

static void each_game(run *r) {
    xpgn_game game;
    r->chunk_start = cli_seconds();
    while (next_game(r, &game)) {
        if (r->pool != NULL) {
            cli_pool_add(r->pool, &game);
            continue;
        }
        bool more = r->work->game(&r->worker, &game);
        flush_some(r);
        if (!more)
            break;
        consider_threads(r, game.text.size);
    }
    cli_worker_flush(&r->worker);
}

/* A number that is past the last game is more likely a slip than a wish for nothing. */
static void check_selection(run *r) {
    uint64_t first = r->c->common->games.first;
    if (first <= r->last || r->status != CLI_GOOD)
        return;
    cli_message(r->c, "no game %llu: the input has %llu", (unsigned long long)first,
                (unsigned long long)r->last);
    r->status = CLI_TROUBLE;
}

static void close_all(run *r) {
    int worst = r->worker.status;
    cli_worker_close(&r->worker, r->work);
    int pool = r->pool != NULL ? cli_pool_close(r->pool) : CLI_GOOD;
    worst = pool > worst ? pool : worst;
    r->status = worst > r->status ? worst : r->status;
    cli_progress_close(r->c);
    xpgn_stream_close(r->stream);
}

void cli_tell_of_terminal(cli *c) {
    if (c->common->files.count == 0 && c->sink[CLI_ERR].terminal && isatty(STDIN_FILENO) == 1)
        cli_message(c, "reading from the terminal; Ctrl-D ends the input, --help helps");
}

int cli_run(cli *c, const cli_work *work) {
    run r = {.c = c, .work = work};
    if (!cli_worker_open(&r.worker, c, work))
        return CLI_TROUBLE;
    const cli_list *files = &c->common->files;
    xpgn_status status =
        xpgn_stream_open(&r.stream, files->item, files->count, (size_t)c->common->max_game);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(c);
    if (status != XPGN_OK)
        cli_die(c, "cannot read the input");
    if (thread_count(c) > 1)
        xpgn_stream_ahead(r.stream);
    cli_tell_of_terminal(c);
    cli_progress_open(c);
    each_game(&r);
    close_all(&r);
    check_selection(&r);
    return r.status;
}
