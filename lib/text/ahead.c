/* SPDX-License-Identifier: MIT */
#include "text/ahead.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCKS = 3, BLOCK = 256 * 1024 };

struct block {
    char data[BLOCK];
    size_t size, used;
    bool good; /* false: the source failed after these bytes */
};

struct ahead {
    ahead_source *source;
    void *context;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t
        change; /* a block was filled or emptied, or closing; only one side waits at a time */
    bool closing;
    size_t filled, emptied;     /* counted from the start */
    struct block block[BLOCKS]; /* [number % BLOCKS] */
};

static bool is_last(const struct block *b) {
    return !b->good || b->size == 0;
}

/* Waits for a free block and returns it; NULL: closing. */
static struct block *wait_for_room(struct ahead *a) {
    pthread_mutex_lock(&a->lock);
    while (a->filled - a->emptied == BLOCKS && !a->closing)
        pthread_cond_wait(&a->change, &a->lock);
    bool closing = a->closing;
    pthread_mutex_unlock(&a->lock);
    return closing ? NULL : &a->block[a->filled % BLOCKS];
}

/* Increments a count of blocks and wakes the other side. */
static void count_block(struct ahead *a, size_t *count) {
    pthread_mutex_lock(&a->lock);
    ++*count;
    pthread_cond_signal(&a->change);
    pthread_mutex_unlock(&a->lock);
}

static void *fetch(void *arg) {
    struct ahead *a = arg;
    int before;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    for (struct block *b; (b = wait_for_room(a)) != NULL;) {
        b->used = 0;
        b->good = a->source(a->context, b->data, BLOCK, &b->size);
        bool last = is_last(b);
        count_block(a, &a->filled);
        if (last)
            break;
    }
    return NULL;
}

struct ahead *ahead_open(ahead_source *source, void *context) {
    struct ahead *a = malloc(sizeof *a);
    if (!a)
        return NULL;
    a->source = source;
    a->context = context;
    a->closing = false;
    a->filled = a->emptied = 0;
    pthread_mutex_init(&a->lock, NULL);
    pthread_cond_init(&a->change, NULL);
    if (pthread_create(&a->thread, NULL, fetch, a) == 0)
        return a;
    pthread_cond_destroy(&a->change);
    pthread_mutex_destroy(&a->lock);
    free(a);
    return NULL;
}

bool ahead_read(struct ahead *a, char *data, size_t size, size_t *got) {
    pthread_mutex_lock(&a->lock);
    while (a->filled == a->emptied)
        pthread_cond_wait(&a->change, &a->lock);
    pthread_mutex_unlock(&a->lock);
    struct block *b = &a->block[a->emptied % BLOCKS];
    size_t left = b->size - b->used;
    *got = left < size ? left : size;
    memcpy(data, b->data + b->used, *got);
    b->used += *got;
    if (b->used < b->size)
        return true;
    bool good = b->good;
    if (!is_last(b)) /* the last block stays: further reads return the same */
        count_block(a, &a->emptied);
    return good;
}

void ahead_close(struct ahead *a) {
    if (!a)
        return;
    pthread_mutex_lock(&a->lock);
    a->closing = true;
    pthread_cond_signal(&a->change);
    pthread_mutex_unlock(&a->lock);
    pthread_cancel(a->thread);
    pthread_join(a->thread, NULL);
    pthread_cond_destroy(&a->change);
    pthread_mutex_destroy(&a->lock);
    free(a);
}
