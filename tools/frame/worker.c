/* SPDX-License-Identifier: MIT */
/* The context of one thread: its catalog, its walk, its output. */
#include "frame/unread_games.h"
#include "frame/worker_pool.h"

#include <stdlib.h>
#include <string.h>
#include <xpgn/rulesets.h>
#include <xpgn/walk.h>

xpgn_walk *cli_open_walk(cli_worker *w, const xpgn_walk_options *how) {
    xpgn_walk *walk;
    xpgn_status status = xpgn_walk_new(&walk, w->catalog, how);
    cli_need_sodium(w->cli, status, "digests require");
    return walk;
}

bool cli_worker_open(cli_worker *w, cli *c, const cli_work *work) {
    *w = (cli_worker){.cli = c, .options = c->options, .shared = work->shared};
    if (!cli_open_catalog(c, &w->catalog))
        return false;
    xpgn_walk_options how = work->walk != NULL ? *work->walk : (xpgn_walk_options){0};
    how.committed_data = how.committed != NULL ? w : NULL;
    how.visit_data = how.visit != NULL ? w : NULL;
    if (work->walk != NULL)
        w->walk = cli_open_walk(w, &how);
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
    cli_unread_close(w->cli, &w->unread);
    free(w->state);
    xpgn_walk_free(w->walk);
    xpgn_catalog_free(w->catalog);
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
    if (w->direct && w->to[CLI_OUT].size > CLI_LARGE_BYTES)
        cli_worker_flush(w);
    xpgn_status status = xpgn_walk_next(w->walk, &step);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(w->cli);
    return status == XPGN_OK ? step : NULL;
}

/* Completes a last line without a line end, in the style of the line before. */
void cli_copy_game(xpgn_buffer *b, const xpgn_game *game) {
    xpgn_slice t = game->text;
    const char *lf = memchr(t.data, '\n', t.size);
    bool cr = lf == NULL && memchr(t.data, '\r', t.size) != NULL;
    const char *end = cr ? "\r" : lf != NULL && lf > t.data && lf[-1] == '\r' ? "\r\n" : "\n";
    if (t.size > 0 && *t.data == '%' && game->column > 1)
        xpgn_buffer_char(b, ' '); /* it must not become an escape line */
    xpgn_buffer_slice(b, t);
    if (t.size > 0 && t.data[t.size - 1] != '\n' && t.data[t.size - 1] != '\r')
        xpgn_buffer_text(b, end);
    xpgn_buffer_text(b, end);
}
