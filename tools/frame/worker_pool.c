/* SPDX-License-Identifier: MIT */
/*
 * Processes games in threads. The reader fills batches with whole games, each thread takes the next
 * full batch, and the reader writes their output, oldest first, when it needs a free batch.
 *
 * For a large file a batch may instead be a part of the file still to be read. Its thread guesses
 * where the games begin, learns from the thread of the preceding part where the first one really
 * begins, and passes its own end on to the next thread; only then are the games processed. The
 * result is the same as if one thread had read them all.
 */
#include "frame/worker_pool.h"
#include "internal/loop.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <xpgn/stream.h>

enum { BATCH_BYTES = 512 * 1024, BATCH_GAMES = 2048 };

typedef struct pool_batch {
    xpgn_buffer text; /* text of all its games */
    xpgn_game *game;  /* of the pool's size */
    size_t count;
    uint64_t first;            /* cli_worker.nth of the first game */
    uint64_t from, until;      /* the part of the file; until == 0: a batch of games instead */
    xpgn_buffer to[CLI_SINKS]; /* output of its games */
    xpgn_buffer message;       /* message of the reader, written after the output */
    bool done;
} pool_batch;

typedef struct pool_member {
    cli_pool *pool;
    cli_worker worker;
    xpgn_stream *stream; /* of the file being cut */
    pthread_t thread;
} pool_member;

struct cli_pool {
    cli *c;
    const cli_work *work;
    size_t most; /* games in a batch */
    pthread_mutex_t lock;
    pthread_cond_t filled, finished, passed;
    bool closing;
    pool_batch *ring;
    size_t ring_size;
    /* Batches are numbered from 0; batch n is ring[n % ring_size]. */
    size_t filling, taken, written;
    const xpgn_stream *of; /* whose file is being cut, or NULL */
    xpgn_game place;       /* of the first game of batch `known`, or after all, */
    size_t known;
    uint64_t ahead; /* ... whose `nth` is greater than its number by this much, modulo 2^64 */
    bool uncut;     /* no more parts can be read */
    pool_member *member;
    unsigned threads;
};

static pool_batch *batch_at(cli_pool *p, size_t n) {
    return &p->ring[n % p->ring_size];
}

/* ---- the threads ----------------------------------------------------------------------------- */

/* The worker appends directly to the batch's buffers. */
static void work_on(pool_member *m, pool_batch *b, const xpgn_game *game, size_t count) {
    cli_worker *w = &m->worker;
    memcpy(w->to, b->to, sizeof b->to);
    for (size_t i = 0; i < count; i++) {
        w->nth = b->first + i;
        (void)m->pool->work->game(w, &game[i]);
    }
    memcpy(b->to, w->to, sizeof b->to);
    memset(w->to, 0, sizeof w->to);
}

static void work_on_games(pool_member *m, pool_batch *b) {
    size_t offset = 0;
    for (size_t i = 0; i < b->count; i++) {
        /* numbers have no text */
        b->game[i].text.data = b->text.size > 0 ? b->text.data + offset : "";
        offset += b->game[i].text.size;
    }
    work_on(m, b, b->game, b->count);
}

/* Reads the games of a part; false if they cannot be read in parts. */
static bool cut_games(pool_member *m, pool_batch *b, xpgn_cut *part) {
    cli_pool *p = m->pool;
    bool shared = m->stream != NULL || xpgn_stream_share(&m->stream, p->of) == XPGN_OK;
    pthread_mutex_lock(&p->lock);
    bool waits = p->known != m->worker.batch;
    pthread_mutex_unlock(&p->lock);
    if (shared && waits)
        xpgn_stream_guess(m->stream, b->from, b->until);
    pthread_mutex_lock(&p->lock);
    while (p->known != m->worker.batch)
        pthread_cond_wait(&p->passed, &p->lock);
    xpgn_game place = p->place;
    bool cuts = shared && !p->uncut;
    pthread_mutex_unlock(&p->lock);
    b->first = place.number + p->ahead;
    cuts = cuts && xpgn_stream_cut(m->stream, &place, b->until, part);
    pthread_mutex_lock(&p->lock);
    p->known++;
    p->uncut = !cuts;
    if (cuts)
        p->place = part->next;
    pthread_cond_broadcast(&p->passed);
    pthread_mutex_unlock(&p->lock);
    return cuts;
}

static void *thread_main(void *arg) {
    pool_member *m = arg;
    cli_pool *p = m->pool;
    pthread_mutex_lock(&p->lock);
    for (;;) {
        while (p->taken == p->filling && !p->closing)
            pthread_cond_wait(&p->filled, &p->lock);
        if (p->taken == p->filling)
            break;
        m->worker.batch = p->taken++;
        pool_batch *b = batch_at(p, m->worker.batch);
        pthread_mutex_unlock(&p->lock);
        xpgn_cut part;
        if (b->until == 0)
            work_on_games(m, b);
        else if (cut_games(m, b, &part))
            work_on(m, b, part.game, part.count);
        pthread_mutex_lock(&p->lock);
        b->done = true;
        pthread_cond_signal(&p->finished);
        pthread_cond_broadcast(&p->passed);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

/* Are all batches before this one done? Those that have been written are. */
static bool is_oldest(cli_pool *p, size_t number) {
    size_t n = p->written;
    while (n < number && batch_at(p, n)->done)
        n++;
    return n >= number;
}

void cli_in_order(cli_worker *w) {
    cli_pool *p = w->pool;
    if (p == NULL)
        return;
    pthread_mutex_lock(&p->lock);
    while (!is_oldest(p, w->batch))
        pthread_cond_wait(&p->passed, &p->lock);
    pthread_mutex_unlock(&p->lock);
}

/* ---- the reader ------------------------------------------------------------------------------ */

/* Waits for the oldest batch, writes its output and empties it. */
static void write_oldest(cli_pool *p) {
    pool_batch *b = batch_at(p, p->written);
    pthread_mutex_lock(&p->lock);
    while (!b->done)
        pthread_cond_wait(&p->finished, &p->lock);
    pthread_mutex_unlock(&p->lock);
    for (int i = 0; i < (int)p->c->sinks; i++)
        cli_flush(p->c, i, &b->to[i]);
    if (b->message.size > 0)
        cli_message(p->c, "%.*s", (int)b->message.size, b->message.data);
    xpgn_buffer_clear(&b->text);
    xpgn_buffer_clear(&b->message);
    b->count = 0;
    b->until = 0;
    pthread_mutex_lock(&p->lock); /* is_oldest looks at both */
    b->done = false;
    p->written++;
    pthread_mutex_unlock(&p->lock);
}

static void dispatch(cli_pool *p) {
    if (batch_at(p, p->filling)->text.failed)
        cli_no_memory(p->c);
    pthread_mutex_lock(&p->lock);
    p->filling++;
    pthread_cond_signal(&p->filled);
    pthread_mutex_unlock(&p->lock);
    if (p->filling - p->written == p->ring_size)
        write_oldest(p);
}

void cli_pool_add(cli_pool *p, const xpgn_game *game, uint64_t nth) {
    pool_batch *b = batch_at(p, p->filling);
    b->first = b->count > 0 ? b->first : nth;
    b->game[b->count++] = *game;
    xpgn_buffer_slice(&b->text, game->text);
    if (b->count == p->most || b->text.size >= BATCH_BYTES)
        dispatch(p);
}

void cli_pool_message(cli_pool *p, const char *text) {
    xpgn_buffer_text(&batch_at(p, p->filling)->message, text);
    dispatch(p);
}

void cli_pool_drain(cli_pool *p) {
    if (batch_at(p, p->filling)->count > 0)
        dispatch(p);
    while (p->written < p->filling)
        write_oldest(p);
}

/* Hands a part of the file to a thread; false if no more parts can be read. */
static bool add_part(cli_pool *p, uint64_t from, uint64_t to) {
    pthread_mutex_lock(&p->lock);
    xpgn_game now = {.text = {NULL, (size_t)(to - from)}, .number = p->place.number};
    bool uncut = p->uncut;
    pthread_mutex_unlock(&p->lock);
    if (uncut)
        return false;
    pool_batch *b = batch_at(p, p->filling);
    b->from = from;
    b->until = to;
    dispatch(p);
    p->c->progress.ahead += to - from;
    cli_progress_game(p->c, p->of, &now);
    return true;
}

void cli_pool_cut(cli_pool *p, const xpgn_stream *of, uint64_t to, uint64_t nth, xpgn_game *place) {
    if (batch_at(p, p->filling)->count > 0)
        dispatch(p);
    pthread_mutex_lock(&p->lock);
    p->of = of;
    p->place = *place;
    p->known = p->filling;
    p->ahead = nth - place->number;
    p->uncut = false;
    pthread_mutex_unlock(&p->lock);
    for (uint64_t from = place->offset, next; from < to; from = next) {
        next = to - from < BATCH_BYTES ? to : from + BATCH_BYTES;
        if (!add_part(p, from, next))
            break;
    }
    cli_pool_drain(p);
    p->c->progress.ahead = 0;
    *place = p->place;
    for (unsigned i = 0; i < p->threads; i++) {
        xpgn_stream_close(p->member[i].stream);
        p->member[i].stream = NULL;
    }
}

/* ---- beginning and end ----------------------------------------------------------------------- */

static void pool_free(cli_pool *p) {
    for (size_t n = 0; p->ring != NULL && n < p->ring_size; n++) {
        for (size_t i = 0; i < CLI_SINKS; i++)
            xpgn_buffer_free(&p->ring[n].to[i]);
        xpgn_buffer_free(&p->ring[n].text);
        xpgn_buffer_free(&p->ring[n].message);
        free(p->ring[n].game);
    }
    free(p->ring);
    free(p->member);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->filled);
    pthread_cond_destroy(&p->finished);
    pthread_cond_destroy(&p->passed);
    free(p);
}

static bool make_batches(cli_pool *p, unsigned threads) {
    p->ring_size = 2 * (size_t)threads + 1;
    p->ring = calloc(p->ring_size, sizeof *p->ring);
    p->member = calloc(threads, sizeof *p->member);
    if (p->ring == NULL || p->member == NULL)
        return false;
    for (size_t n = 0; n < p->ring_size; n++) {
        p->ring[n].game = calloc(p->most, sizeof *p->ring[n].game);
        if (p->ring[n].game == NULL)
            return false;
    }
    return true;
}

/* Starts as many threads as possible; all signals are handled by the main thread. */
static void start_threads(cli_pool *p, unsigned threads) {
    for (unsigned i = 0; i < threads; i++) {
        pool_member *m = &p->member[i];
        m->pool = p;
        if (!cli_worker_open(&m->worker, p->c, p->work))
            break;
        m->worker.pool = p;
        if (pthread_create(&m->thread, NULL, thread_main, m) != 0) {
            cli_worker_close(&m->worker, p->work);
            break;
        }
        p->threads++;
    }
}

cli_pool *cli_pool_open(cli *c, const cli_work *work, unsigned threads) {
    cli_pool *p = calloc(1, sizeof *p);
    if (p == NULL)
        return NULL;
    p->c = c;
    p->work = work;
    p->most = work->batch > 0 && work->batch < BATCH_GAMES ? work->batch : BATCH_GAMES;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->filled, NULL);
    pthread_cond_init(&p->finished, NULL);
    pthread_cond_init(&p->passed, NULL);
    if (make_batches(p, threads))
        start_threads(p, threads);
    if (p->threads > 0)
        return p;
    pool_free(p);
    return NULL;
}

int cli_pool_close(cli_pool *p) {
    cli_pool_drain(p);
    pthread_mutex_lock(&p->lock);
    p->closing = true;
    pthread_cond_broadcast(&p->filled);
    pthread_mutex_unlock(&p->lock);
    int status = CLI_GOOD;
    for (unsigned i = 0; i < p->threads; i++) {
        pool_member *m = &p->member[i];
        pthread_join(m->thread, NULL);
        if (m->worker.status > status)
            status = m->worker.status;
        cli_worker_close(&m->worker, p->work);
    }
    pool_free(p);
    return status;
}
