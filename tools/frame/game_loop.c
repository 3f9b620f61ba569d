/* SPDX-License-Identifier: MIT */
/* The loop over games: reading them, processing them in one or more threads, progress. */
#include "frame/game_selection.h"
#include "frame/index_seek.h"
#include "frame/seal_commitments.h"
#include "frame/unread_games.h"
#include "frame/worker_pool.h"
#include "internal/meant.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <xpgn/sheets.h>
#include <xpgn/stream.h>
#include <xpgn/walk.h>

/* The first bytes are processed without threads: a small input does not need them, and on a slow
   one (a terminal, a feed) each game is answered at once. */
enum { ALONE_BYTES = 256 * 1024 };
/* The threads read the rest of a file themselves if it is at least this large. */
enum { CUT_BYTES = 2 * 1024 * 1024 };
static const double slow_seconds = 0.5;

double cli_seconds(void) {
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- the stream ------------------------------------------------------------------------------ */

typedef struct game_loop {
    cli *c;
    const cli_work *work;
    xpgn_stream *stream;
    cli_worker worker; /* of the main thread */
    cli_pool *pool;    /* NULL: no threads yet */
    cli_seal_commitments_reader earlier;
    cli_seek seek;   /* by the indexes of the files */
    cli_order order; /* progress through a list that is not in the order of the input: */
    bool sought;     /* each of its games is found by the indexes */
    bool shelved;    /* all of them are on the shelf */
    cli_kept_games shelf;
    uint64_t at;   /* number of the game read last */
    uint64_t last; /* greatest number of any game seen */
    bool at_end;   /* of what was asked for */
    uint64_t nth;  /* games processed or being processed */
    size_t files;  /* files, from the first, that the threads have read in parts or could not */
    size_t heard;  /* files, from the first, that were read or could not be */
    size_t latin1; /* number, from 1, of the last file read that is not all UTF-8; 0: none */
    int status;
    double chunk_start;
    size_t chunk_bytes;
} game_loop;

/* True if the places of all games are those of decoded text. */
static bool is_decoded(const cli_work *work) {
    return work->decoder != NULL && !work->decodes_few;
}

/* Prints a message between two games. */
static void say_progress(game_loop *loop, const char *text) {
    if (loop->pool != NULL) {
        cli_pool_message(loop->pool, text);
        return;
    }
    cli_worker_flush(&loop->worker);
    cli_message(loop->c, "%s", text);
}

/* Says what is in the buffer, if anything, and frees it. */
static void say_held(game_loop *loop, xpgn_buffer *b) {
    const bool any = b->size > 0;
    if (any)
        xpgn_buffer_char(b, '\0');
    if (b->failed)
        cli_no_memory(loop->c);
    if (any)
        say_progress(loop, b->data);
    xpgn_buffer_free(b);
}

/* True if the tool takes note itself of a file without a game, so that nothing is said. */
static bool is_noted(const game_loop *loop, const char *file, xpgn_no_record kind) {
    return loop->work->gameless != NULL && loop->work->gameless(loop->c, file, (int)kind);
}

/* Says why a file was not read to its end. */
static void report_trouble(game_loop *loop, const xpgn_game *game, const xpgn_fault *fault) {
    const char *file = game->file;
    xpgn_buffer b = {0};
    const xpgn_no_record kind = xpgn_stream_refused(loop->stream);
    if (kind != XPGN_NO_RECORD_NOT) {
        cli_worst(&loop->worker, CLI_BAD);
        if (is_noted(loop, file, kind))
            return;
    } else {
        loop->status = CLI_TROUBLE;
        if (loop->work->unread != NULL)
            loop->work->unread(loop->c, game->file_index);
    }
    xpgn_buffer_printf(&b, "%s: %s", cli_input_name(file), fault->text);
    say_held(loop, &b);
}

static const char *input_at(const game_loop *loop, size_t file_index) {
    return cli_input(&loop->c->common->files, file_index);
}

/* Goes to a place of the input; exits if that cannot be read. */
static void start_at(game_loop *loop, const xpgn_game *place) {
    xpgn_fault fault;
    if (xpgn_stream_start(loop->stream, place, &fault) != XPGN_OK)
        cli_die(loop->c, "%s: %s", cli_input_name(input_at(loop, place->file_index)), fault.text);
}

static void enter_commitment(void *data, const uint8_t *key, uint64_t game) {
    game_loop *loop = data;
    (void)loop->work->sealed->find(loop->c, loop->work->commits, key, game);
}

/* Skips a game that is not selected. */
static void pass_game(game_loop *loop, const xpgn_game *game) {
    if (loop->work->commits == NULL || !loop->work->sealed->may_be_sealed(game))
        return;
    loop->earlier.cli = loop->c;
    loop->earlier.found = enter_commitment;
    loop->earlier.data = loop;
    loop->work->sealed->read(&loop->earlier, loop->worker.catalog, game);
}

static bool is_selected(cli *c, const xpgn_game *game) {
    return cli_game_selection_next(c, &c->common->games, game->number) == game->number &&
           game->before + game->offset >= c->common->bytes.from;
}

/* Was an empty list of games given, which selects nothing? */
static bool is_empty(const cli_common *want) {
    return want->games_from != NULL && want->games.count == 0;
}

/* Is all that the files have selected? */
static bool wants_all(const cli_common *want) {
    return want->games.count == 0 && want->games_from == NULL && !want->bytes.given;
}

static void report_empty(game_loop *loop, const char *file) {
    xpgn_buffer b = {0};
    cli_worst(&loop->worker, loop->work->empty);
    if (is_noted(loop, file, XPGN_NO_RECORD_NOT))
        return;
    if (loop->work->tells_empty)
        xpgn_buffer_printf(&b, "%s: no game", cli_file_name(file));
    say_held(loop, &b);
}

/* Reports the files before this one of which nothing was heard: they have no game. */
static void pass_files(game_loop *loop, size_t file_index) {
    for (; loop->heard < file_index; loop->heard++)
        if (wants_all(loop->c->common))
            report_empty(loop, input_at(loop, loop->heard));
}

/* Writes what is said about a file to a sink, behind what was written about its games. */
static void put_decoded(game_loop *loop, xpgn_buffer *b) {
    if (b->size > 0 && loop->pool != NULL)
        cli_pool_drain(loop->pool);
    cli_worker_flush(&loop->worker);
    cli_flush(loop->c, *loop->work->decoded_to, b);
    xpgn_buffer_free(b);
}

/* A file that is no record: that is all that is said about it. */
static void pass_refused(game_loop *loop, const char *file) {
    const size_t count = loop->c->common->files.count;
    size_t at = loop->heard;
    while (at + 1 < count && strcmp(input_at(loop, at), file) != 0)
        at++;
    pass_files(loop, at);
    loop->heard = at + 1;
    cli_worst(&loop->worker, CLI_BAD);
}

/* After the last game of a file. */
static void report_decoded(void *data, const char *file) {
    game_loop *loop = data;
    const cli_work *work = loop->work;
    xpgn_buffer b = {0};
    if (work->refused != NULL && work->refused(loop->c, work->decoder, file, &b))
        pass_refused(loop, file);
    else if (work->decoded != NULL)
        work->decoded(loop->c, file, &b);
    if (work->decoded_to != NULL)
        put_decoded(loop, &b);
    else
        say_held(loop, &b);
}

/* Reads the next game; false at the end. */
static bool read_next(game_loop *loop, xpgn_game *game) {
    const size_t files = loop->c->common->files.count;
    xpgn_status status;
    xpgn_fault fault;
    while ((status = xpgn_stream_next(loop->stream, game, &fault)) == XPGN_IO) {
        pass_files(loop, game->file_index);
        loop->heard = game->file_index + 1;
        report_trouble(loop, game, &fault);
    }
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(loop->c);
    pass_files(loop, status == XPGN_OK ? game->file_index : files > 0 ? files : 1);
    if (status != XPGN_OK)
        return false;
    loop->heard = game->file_index + 1;
    if (loop->c->within != NULL)
        game->line += loop->c->within->line - 1;
    loop->at = game->number;
    loop->latin1 = game->latin1 ? game->file_index + 1 : loop->latin1;
    loop->last = game->number > loop->last ? game->number : loop->last;
    cli_progress_game(loop->c, loop->stream, game);
    return true;
}

/* Moves to a game by the indexes; false if they do not know it, or if reading on gets there anyway.
   The sealed dice of the games skipped are taken from the indexes the first time only. */
static bool go_to_game(game_loop *loop, uint64_t number, uint64_t from) {
    cli_seal_commitments *commits = loop->work->commits;
    xpgn_game place;
    if (is_decoded(loop->work) || !cli_seek_find(&loop->seek, number, from, &place))
        return false;
    if (commits != NULL && loop->seek.sealed &&
        (loop->at > 0 || !loop->work->sealed->by_index(loop->c, &place, commits)))
        return false;
    start_at(loop, &place);
    loop->at = number - 1;
    return true;
}

/* Reads the next game that --game or --bytes selects, in the order of the input; false at the end.
   Bytes already read are skipped; with an index the others are not read at all. */
static bool read_next_game(game_loop *loop, xpgn_game *game) {
    for (;;) {
        uint64_t next =
            is_empty(loop->c->common)
                ? 0
                : cli_game_selection_next(loop->c, &loop->c->common->games, loop->at + 1);
        if (next == 0)
            return false;
        if (next > loop->at + 1)
            (void)go_to_game(loop, next, xpgn_stream_bytes(loop->stream));
        if (!read_next(loop, game))
            return false;
        if (is_selected(loop->c, game))
            return true;
        pass_game(loop, game);
    }
}

/* Reads all games of a list that is not in the order of the input, and keeps them. */
static void fill_shelf(game_loop *loop) {
    xpgn_game game;
    cli_kept_games_open(loop->c, &loop->shelf);
    while (read_next_game(loop, &game)) {
        pass_game(loop, &game);
        cli_kept_games_put(loop->c, &loop->shelf, &game);
    }
    loop->shelved = true;
}

/* Can every game of such a list be found by the indexes? */
static bool can_seek(game_loop *loop) {
    return !is_decoded(loop->work) && cli_seek_any(&loop->seek, loop->c->common->games.last) &&
           (loop->work->commits == NULL || !loop->seek.sealed);
}

/* The index has turned out to be wrong: reads the remaining games of the list from the beginning of
   the input. */
static void read_again(game_loop *loop) {
    const xpgn_game place = {.number = 1, .line = 1, .column = 1};
    start_at(loop, &place);
    loop->at = 0;
    loop->sought = false;
    fill_shelf(loop);
}

/* Reads the next game of such a list from its place in the file; false if there is none, or if the
   index has turned out to be wrong. */
static bool read_sought(game_loop *loop, xpgn_game *game) {
    const cli_game_selection *want = &loop->c->common->games;
    for (uint64_t number; loop->sought && (number = cli_order_next(want, &loop->order)) != 0;) {
        bool there = number == loop->at + 1 || go_to_game(loop, number, 0);
        if (loop->seek.lost)
            read_again(loop);
        else if (cli_order_found(want, &loop->order, there && read_next(loop, game) ? number : 0))
            return true;
        else if (!there)
            loop->last = cli_seek_games(&loop->seek);
    }
    return false;
}

/* Reads the next game of a list that is not in the order of the input. */
static bool read_listed(game_loop *loop, xpgn_game *game) {
    const cli_game_selection *want = &loop->c->common->games;
    if (!loop->shelved && !loop->sought && !(loop->sought = can_seek(loop)))
        fill_shelf(loop);
    return (loop->sought && read_sought(loop, game)) ||
           (loop->shelved && cli_kept_games_get(loop->c, &loop->shelf, want, &loop->order, game));
}

/* Reads the next game to process; false at the end. */
static bool next_game(game_loop *loop, xpgn_game *game) {
    bool found =
        loop->c->common->games.mixed ? read_listed(loop, game) : read_next_game(loop, game);
    if (found && loop->work->digest != NULL)
        *loop->work->digest = hash_bytes(*loop->work->digest, game->text.data, game->text.size);
    loop->at_end = !found;
    return found;
}

unsigned cli_threads(const cli *c) {
    if (c->common->jobs != 0)
        return (unsigned)c->common->jobs;
    long online = sysconf(_SC_NPROCESSORS_ONLN); /* reads a file, so asked only if needed */
    return online > 0 ? (unsigned)online : 1;
}

/* Switches to threads once enough input has arrived fast. */
static void consider_threads(game_loop *loop, size_t bytes) {
    loop->chunk_bytes += bytes;
    if (loop->chunk_bytes < ALONE_BYTES)
        return;
    double now = cli_seconds();
    bool fast = now - loop->chunk_start < slow_seconds;
    loop->chunk_start = now;
    loop->chunk_bytes = 0;
    unsigned threads = cli_threads(loop->c);
    if (!fast || threads < 2 || loop->work->serial)
        return;
    cli_worker_flush(&loop->worker);
    loop->pool = cli_pool_open(loop->c, loop->work, threads);
}

/* On a terminal the output of each game is written at once. */
static void flush_some(game_loop *loop) {
    cli_worker *w = &loop->worker;
    bool now = loop->pool != NULL || loop->c->sink[CLI_OUT].terminal || w->to[CLI_ERR].size > 0;
    for (int i = 0; i < (int)loop->c->sinks; i++)
        now = now || w->to[i].size > (1 << 16) || w->to[i].failed;
    if (now)
        cli_worker_flush(w);
}

/* Hands a game to the threads; false if there are none or the game is large. */
static bool add_to_pool(game_loop *loop, const xpgn_game *game) {
    loop->worker.nth = ++loop->nth;
    if (loop->pool == NULL)
        return false;
    if (game->text.size < CLI_LARGE_BYTES)
        cli_pool_add(loop->pool, game, loop->nth);
    else
        cli_pool_drain(loop->pool);
    return game->text.size < CLI_LARGE_BYTES;
}

/* Returns the end of the part of a file that the threads may read, or 0 for none. A thread knows
   nothing about the games before its own except where they end, so every game must be wanted, in
   the order of the file. */
static uint64_t end_to_cut(const game_loop *loop, const xpgn_game *game) {
    const cli_common *want = loop->c->common;
    const cli_work *work = loop->work;
    struct stat st;
    if (is_decoded(work) || game->decoded || work->digest != NULL || work->batch > 0 ||
        game->frame.packed || want->games.count > 0 || want->games_from != NULL ||
        game->file == NULL || stat(game->file, &st) != 0 || !S_ISREG(st.st_mode))
        return 0;
    uint64_t end = (uint64_t)st.st_size;
    if (want->bytes.given && want->bytes.to < game->before + end)
        end = want->bytes.to - game->before;
    return end;
}

/* Hands a large file, from this game on, to the threads; false if it is to be read as before. */
static bool leave_file(game_loop *loop, const xpgn_game *game) {
    if (loop->pool == NULL || loop->files > game->file_index)
        return false;
    loop->files = game->file_index + 1;
    uint64_t end = end_to_cut(loop, game);
    if (end < CUT_BYTES || game->offset > end - CUT_BYTES)
        return false;
    xpgn_game place = *game;
    place.latin1 = loop->latin1 == loop->files && !game->latin1;
    cli_pool_cut(loop->pool, loop->stream, end, loop->nth + 1, &place);
    if (place.number == game->number)
        return false;
    start_at(loop, &place);
    loop->nth += place.number - game->number;
    loop->at = loop->last = place.number - 1;
    return true;
}

static void each_game(game_loop *loop) {
    xpgn_game game = {.text = {"", 0}};
    loop->chunk_start = cli_seconds();
    loop->worker.direct = !loop->work->holds;
    while (next_game(loop, &game)) {
        if (leave_file(loop, &game) || add_to_pool(loop, &game))
            continue;
        bool more = loop->work->game(&loop->worker, &game);
        flush_some(loop);
        if (!more)
            break;
        if (loop->pool == NULL)
            consider_threads(loop, game.text.size);
    }
    cli_worker_flush(&loop->worker);
}

/* A game number past the last game is an error, not an empty selection. */
static void check_selection(game_loop *loop) {
    const cli_game_selection *want = &loop->c->common->games;
    uint64_t first = 0;
    for (size_t i = 0; i < want->count && first <= loop->last; i++)
        first = want->range[i].first;
    if (first <= loop->last || loop->status != CLI_GOOD || !loop->at_end)
        return;
    cli_message(loop->c, "no game %llu: the input has %llu", (unsigned long long)first,
                (unsigned long long)loop->last);
    loop->status = CLI_TROUBLE;
}

static void close_all(game_loop *loop) {
    int worst = loop->worker.status;
    if (loop->work->sealed != NULL)
        loop->work->sealed->close(&loop->earlier);
    if (loop->shelved)
        cli_kept_games_close(&loop->shelf);
    cli_seek_close(&loop->seek);
    cli_worker_close(&loop->worker, loop->work);
    int pool = loop->pool != NULL ? cli_pool_close(loop->pool) : CLI_GOOD;
    worst = pool > worst ? pool : worst;
    loop->status = worst > loop->status ? worst : loop->status;
    cli_progress_close(loop->c);
    xpgn_stream_close(loop->stream);
}

void cli_note_terminal(cli *c) {
    if (c->within == NULL && c->common->files.count == 0 && c->sink[CLI_ERR].terminal &&
        isatty(STDIN_FILENO) == 1)
        cli_message(c, "reading from the terminal until Ctrl-D; see --help");
}

/* With an index, begins at the first game that --bytes selects or at one before it. Without, games
   are skipped, by the stream itself if nothing about them is wanted. */
static void go_to_bytes(game_loop *loop) {
    const cli_common *want = loop->c->common;
    cli_seal_commitments *commits = loop->work->commits;
    xpgn_game place = {.number = 0};
    if (want->bytes.given)
        xpgn_stream_range(loop->stream, commits != NULL ? 0 : want->bytes.from, want->bytes.to);
    if (want->bytes.from > 0 && !is_decoded(loop->work) && cli_index_find(loop->c, &place) &&
        (commits == NULL || loop->work->sealed->by_index(loop->c, &place, commits)))
        start_at(loop, &place);
}

/* Reads on in the text that is given. */
static bool read_given(void *data, char *bytes, size_t size, size_t *got) {
    xpgn_slice *rest = data;
    *got = size < rest->size ? size : rest->size;
    if (*got > 0)
        memcpy(bytes, rest->data, *got);
    *rest = (xpgn_slice){rest->data + *got, rest->size - *got};
    return true;
}

static xpgn_status open_stream(const cli *c, xpgn_stream **stream) {
    const cli_list *files = &c->common->files;
    size_t most = (size_t)c->common->max_game;
    return c->within != NULL
               ? xpgn_stream_from(stream, read_given, &c->within->text, c->within->name, most)
               : xpgn_stream_open(stream, files->item, files->count, most);
}

int cli_run(cli *c, const cli_work *work) {
    game_loop loop = {.c = c, .work = work, .seek = {.c = c}};
    if (!cli_worker_open(&loop.worker, c, work))
        return CLI_TROUBLE;
    xpgn_status status = open_stream(c, &loop.stream);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(c);
    if (status != XPGN_OK)
        cli_die(c, "cannot read the input");
    if (cli_threads(c) > 1)
        xpgn_stream_ahead(loop.stream, cli_threads(c));
    if (work->decoder != NULL &&
        work->decode(loop.stream, work->decoder, report_decoded, &loop) != XPGN_OK)
        cli_no_memory(c);
    go_to_bytes(&loop);
    cli_note_terminal(c);
    cli_progress_open(c);
    each_game(&loop);
    close_all(&loop);
    c->unread.games = loop.nth;
    check_selection(&loop);
    return loop.status;
}

/* ---- numbers instead of a stream ------------------------------------------------------------- */

static void each_number(game_loop *loop, uint64_t first, uint64_t last) {
    xpgn_game game = {.text = {"", 0}, .file = "-", .line = 1, .column = 1};
    for (uint64_t n = first; n <= last; n++) {
        game.number = n;
        cli_progress_game(loop->c, NULL, &game);
        if (add_to_pool(loop, &game))
            continue;
        (void)loop->work->game(&loop->worker, &game);
        flush_some(loop);
    }
}

int cli_run_numbers(cli *c, const cli_work *work, uint64_t count) {
    game_loop loop = {.c = c, .work = work};
    const cli_game_selection *want = &c->common->games;
    const cli_range whole = {1, UINT64_MAX};
    const cli_range *range = want->count > 0 ? want->range : &whole;
    size_t ranges = is_empty(c->common) ? 0 : want->count > 0 ? want->count : 1;
    for (size_t i = 0; i < ranges; i++)
        if (range[i].first > count) {
            cli_message(c, "no game %llu: there are %llu", (unsigned long long)range[i].first,
                        (unsigned long long)count);
            return CLI_TROUBLE;
        }
    if (!cli_worker_open(&loop.worker, c, work))
        return CLI_TROUBLE;
    bool several =
        ranges > 1 || (ranges == 1 && range->last > range->first && count > range->first);
    unsigned threads = several ? cli_threads(c) : 1;
    if (threads > 1)
        loop.pool = cli_pool_open(c, work, threads);
    cli_progress_open(c);
    for (size_t i = 0; i < ranges; i++)
        each_number(&loop, range[i].first, range[i].last < count ? range[i].last : count);
    cli_worker_flush(&loop.worker);
    close_all(&loop);
    return loop.status;
}
