/* SPDX-License-Identifier: MIT */
/* Between the files of the shared part: workers, and threads over batches of games. */
#ifndef CLI_JOBS_H
#define CLI_JOBS_H

#include "cli.h"

/* False after a message. */
bool cli_worker_open(cli_worker *w, cli *c, const cli_work *work);
/* Hands its state to the tool and frees the rest. */
void cli_worker_close(cli_worker *w, const cli_work *work);
/* What it has written so far goes out. */
void cli_worker_flush(cli_worker *w);

void cli_progress_open(cli *c);
void cli_progress_game(cli *c, const xpgn_stream *stream, const xpgn_game *game);
void cli_progress_close(cli *c);

/*
 * A pool copies the games it is given into batches, works on them with several threads and writes
 * what they gave in the order of the games.
 */
typedef struct cli_pool cli_pool;
/* NULL if threads or memory cannot be had: then go on without. */
cli_pool *cli_pool_open(cli *c, const cli_work *work, unsigned threads);
void cli_pool_add(cli_pool *pool, const xpgn_game *game);
/* A message of the reader, written after all that came before it. */
void cli_pool_say(cli_pool *pool, const char *text);
/* Waits for all; the worst exit status. */
int cli_pool_close(cli_pool *pool);

#endif
