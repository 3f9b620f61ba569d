/* SPDX-License-Identifier: MIT */
/*
 * The reading thread cuts the data into lanes of whole frames. Each lane is unpacked by one thread,
 * the lanes are taken in order, and the text is given out in that order. A lane holds a bounded
 * number of bytes, packed and unpacked; a thread that reaches a bound waits. No thread waits for a
 * later lane, so the oldest always makes progress. Data that is a single frame makes a single lane.
 */
#include "io/ahead.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHUNK = 256 * 1024,
    TEXT_LEAST = 64 * 1024, /* a member of bgzip has no more, and is unpacked at once */
    LANE_LEAST = CHUNK,     /* packed bytes, before it is cut */
    LANE_TEXT = 32 << 20,
    ALL_TEXT = 512 << 20, /* of all lanes together */
    THREADS_MOST = 64
};

struct chunk {
    struct chunk *next;
    size_t used, size; /* bytes taken, bytes put */
    char data[CHUNK];
};

/* A queue of bytes between two threads. */
struct queue {
    struct chunk *first, *last;
    size_t bytes;
    bool ended;
};

struct lane {
    struct queue packed, text;
    uint64_t offset; /* offset of its first packed byte */
    enum unpack_result result;
    uint64_t frame; /* offset of the frame that failed */
};

struct ahead_member {
    struct ahead *ahead;
    struct unpack *unpack; /* NULL: not needed yet */
    pthread_t thread;
};

struct ahead {
    struct ahead_job job;
    uint64_t offset; /* of the next packed byte */
    size_t passed;   /* packed bytes of the lane that is being filled */
    struct chunk *reading;
    pthread_t reader;
    pthread_mutex_t lock;
    pthread_cond_t room, work, text; /* for the reading thread, the others, and the caller */
    bool closing, at_end;            /* at_end: the source has ended or failed */
    enum unpack_result trouble;      /* of the reading thread; UNPACK_MORE: none */
    size_t opened, taken, emptied;   /* lanes, counted from the start */
    size_t lanes, most_text, most_packed;
    struct lane *lane;   /* [number % lanes] */
    struct chunk *spare; /* to be used again */
    unsigned threads;
    struct ahead_member *member;
};

/* ---- chunks, lanes; all with the lock held --------------------------------------------------- */

static struct lane *lane_at(struct ahead *a, size_t n) {
    return &a->lane[n % a->lanes];
}

static void give_back(struct ahead *a, struct chunk *c) {
    c->next = a->spare;
    a->spare = c;
}

static struct chunk *new_chunk(struct ahead *a) {
    struct chunk *c = a->spare;
    if (c)
        a->spare = c->next;
    else
        c = malloc(sizeof *c);
    if (c) {
        c->next = NULL;
        c->used = c->size = 0;
    }
    return c;
}

static void append(struct queue *q, struct chunk *c) {
    if (q->first)
        q->last->next = c;
    else
        q->first = c;
    q->last = c;
    q->bytes += c->size - c->used;
}

static struct chunk *drop_first(struct queue *q) {
    struct chunk *c = q->first;
    q->first = c->next;
    return c;
}

static void open_lane(struct ahead *a) {
    *lane_at(a, a->opened++) = (struct lane){.offset = a->offset};
    a->passed = 0;
    pthread_cond_broadcast(&a->work);
    pthread_cond_signal(&a->text);
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Adds a chunk to the lane being filled; false if closing. */
static bool fill_lane(struct ahead *a, struct chunk *c) {
    size_t size = c->size - c->used;
    pthread_mutex_lock(&a->lock);
    struct lane *lane = lane_at(a, a->opened - 1);
    while (lane->packed.bytes >= a->most_packed && !a->closing)
        pthread_cond_wait(&a->room, &a->lock);
    if (size > 0)
        append(&lane->packed, c);
    else
        give_back(a, c);
    a->offset += size;
    a->passed += size;
    pthread_cond_broadcast(&a->work);
    bool closing = a->closing;
    pthread_mutex_unlock(&a->lock);
    return !closing;
}

/* Ends the lane and begins the next; false if closing. */
static bool next_lane(struct ahead *a) {
    pthread_mutex_lock(&a->lock);
    lane_at(a, a->opened - 1)->packed.ended = true;
    pthread_cond_broadcast(&a->work);
    while (a->opened - a->emptied == a->lanes && !a->closing)
        pthread_cond_wait(&a->room, &a->lock);
    bool closing = a->closing;
    if (!closing)
        open_lane(a);
    pthread_mutex_unlock(&a->lock);
    return !closing;
}

static struct chunk *free_chunk(struct ahead *a) {
    pthread_mutex_lock(&a->lock);
    struct chunk *c = new_chunk(a);
    pthread_mutex_unlock(&a->lock);
    return c;
}

/* Moves the bytes of a chunk after the first `size` into another; NULL if out of memory. */
static struct chunk *cut_chunk(struct ahead *a, struct chunk *c, size_t size) {
    struct chunk *tail = free_chunk(a);
    if (!tail)
        return NULL;
    tail->size = c->size - size;
    memcpy(tail->data, c->data + size, tail->size);
    c->size = size;
    return tail;
}

/* Adds a chunk, beginning new lanes where frames begin in it; false if closing. */
static bool pass_on(struct ahead *a, struct chunk *c) {
    size_t at = 0;
    while (at < c->size) {
        bool found;
        at += frames_pass(&a->job.frames, c->data + at, c->size - at, &found);
        bool cut = found && a->passed + at >= LANE_LEAST && a->threads > 1;
        struct chunk *tail = cut ? cut_chunk(a, c, at) : NULL;
        if (!tail) /* without memory for it, the lane goes on */
            continue;
        if (!fill_lane(a, c) || !next_lane(a)) {
            free(tail);
            return false;
        }
        c = tail;
        at = 0;
    }
    return fill_lane(a, c);
}

/* Reads a block; false if nothing follows it. */
static bool read_block(struct ahead *a) {
    a->reading = free_chunk(a);
    if (!a->reading)
        a->trouble = UNPACK_NO_MEMORY;
    else if (!a->job.source(a->job.context, a->reading->data, CHUNK, &a->reading->size))
        a->trouble = UNPACK_UNREAD;
    if (a->trouble != UNPACK_MORE || a->reading->size == 0)
        return false;
    struct chunk *c = a->reading;
    a->reading = NULL;
    return pass_on(a, c);
}

/* Waits for the first lane; false if closing. */
static bool is_opened(struct ahead *a) {
    pthread_mutex_lock(&a->lock);
    while (a->opened == 0 && !a->closing)
        pthread_cond_wait(&a->room, &a->lock);
    bool opened = a->opened > 0;
    pthread_mutex_unlock(&a->lock);
    return opened;
}

static void *read_lanes(void *arg) {
    struct ahead *a = arg;
    int before;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    if (!is_opened(a))
        return NULL;
    while (read_block(a))
        ;
    pthread_mutex_lock(&a->lock);
    a->at_end = true;
    lane_at(a, a->opened - 1)->packed.ended = true;
    pthread_cond_broadcast(&a->work);
    pthread_cond_signal(&a->text);
    pthread_mutex_unlock(&a->lock);
    return NULL;
}

/* ---- unpacking ------------------------------------------------------------------------------- */

/* Waits for the next chunk of a lane's packed bytes; NULL if there are no more, or if closing. */
static struct chunk *next_packed(struct ahead *a, struct lane *lane, struct chunk *done) {
    struct queue *q = &lane->packed;
    struct chunk *c = NULL;
    pthread_mutex_lock(&a->lock);
    if (done)
        give_back(a, done);
    while (!q->first && !q->ended && !a->closing)
        pthread_cond_wait(&a->work, &a->lock);
    if (q->first && !a->closing) {
        c = drop_first(q);
        q->bytes -= c->size - c->used;
        pthread_cond_signal(&a->room);
    }
    pthread_mutex_unlock(&a->lock);
    return c;
}

/* Waits for room for text at the end of the lane's last chunk; NULL if out of memory or closing. */
static struct chunk *text_room(struct ahead *a, struct lane *lane) {
    struct queue *q = &lane->text;
    struct chunk *c = NULL;
    pthread_mutex_lock(&a->lock);
    while (q->bytes >= a->most_text && !a->closing)
        pthread_cond_wait(&a->work, &a->lock);
    if (q->first && CHUNK - q->last->size >= TEXT_LEAST)
        c = q->last;
    else if ((c = new_chunk(a)) != NULL)
        append(q, c);
    if (a->closing)
        c = NULL;
    pthread_mutex_unlock(&a->lock);
    return c;
}

static void add_text(struct ahead *a, struct lane *lane, struct chunk *c, size_t size) {
    pthread_mutex_lock(&a->lock);
    c->size += size;
    lane->text.bytes += size;
    pthread_cond_signal(&a->text);
    pthread_mutex_unlock(&a->lock);
}

/* Unpacks some bytes of a lane; `packed` is NULL once all its chunks were unpacked. */
static enum unpack_result unpack_some(struct ahead *a, struct lane *lane, struct unpack *u,
                                      struct chunk *packed) {
    struct chunk *text = text_room(a, lane);
    if (!text)
        return UNPACK_NO_MEMORY;
    size_t size = packed ? packed->size - packed->used : 0, got;
    struct unpack_input in = {packed ? packed->data + packed->used : NULL, size};
    size_t room = text->size; /* only this thread changes it */
    enum unpack_result result = unpack_step(u, &in, !packed, text->data + room, CHUNK - room, &got);
    if (packed)
        packed->used += size - in.size;
    add_text(a, lane, text, got);
    return result;
}

/* Returns the reading thread's failure, if that ended the lane. */
static enum unpack_result trouble_of_lane(struct ahead *a, const struct lane *lane) {
    pthread_mutex_lock(&a->lock);
    bool last = a->at_end && lane == lane_at(a, a->opened - 1);
    enum unpack_result trouble = last ? a->trouble : UNPACK_MORE;
    pthread_mutex_unlock(&a->lock);
    return trouble;
}

/* Unpacks a lane to its end. */
static enum unpack_result unpack_lane(struct ahead *a, struct lane *lane, struct unpack *u) {
    struct chunk *packed = NULL;
    enum unpack_result result = UNPACK_MORE;
    bool ended = false;
    while (result == UNPACK_MORE) {
        if (!ended && (!packed || packed->used == packed->size))
            packed = next_packed(a, lane, packed);
        ended = !packed;
        if (ended)
            result = trouble_of_lane(a, lane);
        if (result == UNPACK_MORE)
            result = unpack_some(a, lane, u, packed);
    }
    free(packed);
    return result;
}

/* Waits for a lane that no thread has taken; NULL if there will be none. */
static struct lane *take_lane(struct ahead *a, size_t *number) {
    struct lane *lane = NULL;
    pthread_mutex_lock(&a->lock);
    while (a->taken == a->opened && !a->at_end && !a->closing)
        pthread_cond_wait(&a->work, &a->lock);
    if (a->taken < a->opened && !a->closing) {
        *number = a->taken++;
        lane = lane_at(a, *number);
    }
    pthread_mutex_unlock(&a->lock);
    return lane;
}

/* Returns the decompressor for a lane; the first lane continues with the caller's. */
static struct unpack *unpack_for(struct ahead_member *m, const struct lane *lane, size_t number) {
    struct unpack *first = m->ahead->job.first;
    if (number == 0)
        return first;
    if (!m->unpack)
        m->unpack = unpack_another(first, m->ahead->job.frames.blocks);
    if (m->unpack)
        unpack_place(m->unpack, lane->offset);
    return m->unpack;
}

static void *unpack_lanes(void *arg) {
    struct ahead_member *m = arg;
    struct ahead *a = m->ahead;
    enum unpack_result result = UNPACK_END;
    size_t number;
    for (struct lane *lane; result == UNPACK_END && (lane = take_lane(a, &number)) != NULL;) {
        struct unpack *u = unpack_for(m, lane, number);
        result = u ? unpack_lane(a, lane, u) : UNPACK_NO_MEMORY;
        pthread_mutex_lock(&a->lock);
        lane->result = result;
        lane->frame = u ? unpack_frame(u) : 0;
        lane->text.ended = true;
        pthread_cond_signal(&a->text);
        pthread_mutex_unlock(&a->lock);
    }
    return NULL;
}

/* ---- the caller's side ----------------------------------------------------------------------- */

/* Takes bytes from the first chunk that has any. */
static size_t take_text(struct ahead *a, struct queue *q, char *data, size_t size) {
    if (q->first->used == q->first->size) /* it was the last chunk until now */
        give_back(a, drop_first(q));
    struct chunk *c = q->first;
    size_t n = c->size - c->used < size ? c->size - c->used : size;
    pthread_mutex_unlock(&a->lock); /* the thread that fills the chunk leaves these bytes alone */
    memcpy(data, c->data + c->used, n);
    pthread_mutex_lock(&a->lock);
    c->used += n;
    q->bytes -= n;
    if (c->used == c->size && c != q->last)
        give_back(a, drop_first(q));
    pthread_cond_broadcast(&a->work);
    return n;
}

/* Releases an unpacked lane; false if it was the last. */
static bool empty_lane(struct ahead *a, struct lane *lane) {
    if (a->at_end && a->emptied + 1 == a->opened)
        return false;
    while (lane->text.first)
        give_back(a, drop_first(&lane->text));
    a->emptied++;
    pthread_cond_signal(&a->room);
    return true;
}

enum unpack_result ahead_read(struct ahead *a, char *data, size_t size, size_t *got,
                              uint64_t *frame) {
    enum unpack_result result = UNPACK_MORE;
    *got = 0;
    pthread_mutex_lock(&a->lock);
    while (*got == 0 && result == UNPACK_MORE) {
        struct lane *lane = lane_at(a, a->emptied);
        bool waits = a->emptied == a->opened || (a->emptied + 1 == a->opened && !a->at_end);
        if (a->emptied < a->opened && lane->text.bytes > 0) {
            *got = take_text(a, &lane->text, data, size);
            *frame = lane->offset;
        } else if (a->emptied < a->opened && lane->text.ended && lane->result != UNPACK_END) {
            result = lane->result;
            *frame = lane->frame;
        } else if (waits || !lane->text.ended) {
            pthread_cond_wait(&a->text, &a->lock);
        } else if (!empty_lane(a, lane)) {
            result = UNPACK_END;
        }
    }
    pthread_mutex_unlock(&a->lock);
    return result;
}

/* ---- beginning and end ----------------------------------------------------------------------- */

static void free_queue(struct queue *q) {
    while (q->first)
        free(drop_first(q));
}

static void free_all(struct ahead *a) {
    for (size_t i = 0; a->lane && i < a->lanes; i++) {
        free_queue(&a->lane[i].packed);
        free_queue(&a->lane[i].text);
    }
    while (a->spare) {
        struct chunk *c = a->spare;
        a->spare = c->next;
        free(c);
    }
    for (unsigned i = 0; a->member && i < a->threads; i++)
        unpack_close(a->member[i].unpack);
    free(a->reading);
    free(a->lane);
    free(a->member);
    pthread_cond_destroy(&a->room);
    pthread_cond_destroy(&a->work);
    pthread_cond_destroy(&a->text);
    pthread_mutex_destroy(&a->lock);
    free(a);
}

/* Ends the threads that unpack, and frees everything. */
static void end_threads(struct ahead *a) {
    pthread_mutex_lock(&a->lock);
    a->closing = true;
    pthread_cond_broadcast(&a->room);
    pthread_cond_broadcast(&a->work);
    pthread_mutex_unlock(&a->lock);
    for (unsigned i = 0; i < a->threads; i++)
        pthread_join(a->member[i].thread, NULL);
}

void ahead_close(struct ahead *a) {
    if (!a)
        return;
    end_threads(a);
    pthread_cancel(a->reader);
    pthread_join(a->reader, NULL);
    free_all(a);
}

/* Copies the bytes not yet unpacked to the first lane. */
static bool add_rest(struct ahead *a, struct unpack_input rest) {
    while (rest.size > 0) {
        struct chunk *c = new_chunk(a);
        if (!c)
            return false;
        c->size = rest.size < CHUNK ? rest.size : CHUNK;
        memcpy(c->data, rest.data, c->size);
        append(&a->lane[0].packed, c);
        rest.data += c->size;
        rest.size -= c->size;
        a->offset += c->size;
        a->passed += c->size;
    }
    return true;
}

static bool allocate(struct ahead *a, unsigned threads) {
    a->lanes = (size_t)threads + 1;
    a->lane = calloc(a->lanes, sizeof *a->lane);
    a->member = calloc(threads, sizeof *a->member);
    a->most_text = ALL_TEXT / a->lanes < LANE_TEXT ? ALL_TEXT / a->lanes : LANE_TEXT;
    a->most_packed = a->most_text / 4;
    return a->lane && a->member && add_rest(a, a->job.rest);
}

/* The threads wait until the first lane is opened. */
static bool start_threads(struct ahead *a, unsigned threads) {
    for (; a->threads < threads; a->threads++) {
        struct ahead_member *m = &a->member[a->threads];
        m->ahead = a;
        if (pthread_create(&m->thread, NULL, unpack_lanes, m) != 0)
            break;
    }
    return a->threads > 0 && pthread_create(&a->reader, NULL, read_lanes, a) == 0;
}

struct ahead *ahead_open(const struct ahead_job *job) {
    struct ahead *a = calloc(1, sizeof *a);
    if (!a)
        return NULL;
    unsigned threads = job->threads < THREADS_MOST ? job->threads : THREADS_MOST;
    if (job->frames.state == FRAMES_NONE)
        threads = 1;
    a->job = *job;
    a->trouble = UNPACK_MORE;
    a->offset = unpack_at(job->first);
    pthread_mutex_init(&a->lock, NULL);
    pthread_cond_init(&a->room, NULL);
    pthread_cond_init(&a->work, NULL);
    pthread_cond_init(&a->text, NULL);
    if (!allocate(a, threads) || !start_threads(a, threads)) {
        end_threads(a);
        free_all(a);
        return NULL;
    }
    pthread_mutex_lock(&a->lock);
    a->lane[0].offset = unpack_frame(job->first);
    a->opened = 1;
    pthread_cond_broadcast(&a->work);
    pthread_cond_broadcast(&a->room);
    pthread_mutex_unlock(&a->lock);
    return a;
}
