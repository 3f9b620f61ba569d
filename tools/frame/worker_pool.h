/* SPDX-License-Identifier: MIT */
/* Internal to the files of cli: workers (worker.c), and threads that process batches of games. */
#ifndef CLI_WORKER_POOL_H
#define CLI_WORKER_POOL_H

#include "frame/cli.h"

/* A game of this size is not handed to a thread, and its output is written in parts of this size:
   the output may be many times as large as the input. */
enum { CLI_LARGE_BYTES = 1024 * 1024 };

/* Initializes a worker; false after a message. */
bool cli_worker_open(cli_worker *w, cli *c, const cli_work *work);
/* Passes its state to the tool's `finish` and frees everything. */
void cli_worker_close(cli_worker *w, const cli_work *work);
/* Writes its output so far. */
void cli_worker_flush(cli_worker *w);

/* Finds a place from which to read all games of --bytes, with the indexes of the files
   (game_index.c); false if no index can be used. Old ones are reported. */
bool cli_index_find(cli *c, xpgn_game *place);

void cli_progress_open(cli *c);
/* `stream` may be NULL. */
void cli_progress_game(cli *c, const xpgn_stream *stream, const xpgn_game *game);
void cli_progress_close(cli *c);

/*
 * A pool processes batches of games in several threads, and writes the output in the order of the
 * games. The reader copies games into batches, or the threads read parts of a file themselves.
 */
typedef struct cli_pool cli_pool;
/* NULL if threads or memory are not available; the caller then continues without. */
cli_pool *cli_pool_open(cli *c, const cli_work *work, unsigned threads);
/* `nth`: as in cli_worker. */
void cli_pool_add(cli_pool *pool, const xpgn_game *game, uint64_t nth);
/* Lets the threads read the file that `of` has open, a part each, from *place up to byte `to`, as
   far as possible; *place is then where `of` must go on. `nth` is that of the first game. */
void cli_pool_cut(cli_pool *pool, const xpgn_stream *of, uint64_t to, uint64_t nth,
                  xpgn_game *place);
/* Waits for all games so far, and writes their output. */
void cli_pool_drain(cli_pool *pool);
/* Queues a message of the reader after the output of the games so far. */
void cli_pool_message(cli_pool *pool, const char *text);
/* Waits for all games; returns the worst exit status. */
int cli_pool_close(cli_pool *pool);

#endif
