/* SPDX-License-Identifier: MIT */
#include "shared/tables/sorter.h"

#include <stdlib.h>

enum {
    LEAST_BUFFER = 1 << 16, /* bytes read at a time of each run that is merged */
    MOST_BUFFER = 1 << 20,
    LEAST_FAN = 8 /* runs merged at a time, however little memory there is */
};

typedef struct cli_sorter_entry {
    uint64_t prefix; /* the first bytes of the key, which decide most comparisons */
    union {
        size_t offset;     /* in the bytes of the part, while these may move */
        const char *bytes; /* the key, with the data after it */
    } at;
    size_t key, data;
} entry;

/* What was sorted, in the spool of a part: headers, each with its key and data after it. */
typedef struct cli_sorter_run {
    cli_spool *spool;
    uint64_t from, to;
} run;

typedef struct header {
    uint64_t key, data; /* sizes */
} header;

/* A sequence of sorted entries to be merged with others: those of a part in memory, or of a run. */
typedef struct cli_sorter_source {
    const cli_sorter_part *part; /* NULL: */
    size_t next;
    run rest;
    char *buffer;
    size_t room, from, filled;
    /* the entry at hand */
    uint64_t prefix;
    xpgn_slice key, data;
} source;

static uint64_t prefix_of(xpgn_slice key) {
    uint64_t n = 0;
    for (size_t i = 0; i < sizeof n; i++)
        n = n << 8 | (i < key.size ? (unsigned char)key.data[i] : 0);
    return n;
}

/* ---- a part ---------------------------------------------------------------------------------- */

void cli_sorter_open(cli *c, cli_sorter *s, uint64_t memory) {
    unsigned threads = cli_threads(c);
    *s = (cli_sorter){.c = c, .memory = memory > 0 ? memory : CLI_SORTER_MEMORY};
    s->share = s->memory / (threads > 1 ? threads + 1 : 1); /* the main thread has one, too */
}

static int by_key(const void *a, const void *b) {
    const entry *x = a, *y = b;
    if (x->prefix != y->prefix)
        return x->prefix < y->prefix ? -1 : 1;
    return cli_compare((xpgn_slice){x->at.bytes, x->key}, (xpgn_slice){y->at.bytes, y->key});
}

static void sort_part(cli_sorter_part *p) {
    for (size_t i = 0; i < p->count; i++)
        p->entry[i].at.bytes = p->bytes.data + p->entry[i].at.offset;
    if (p->count > 0)
        qsort(p->entry, p->count, sizeof *p->entry, by_key);
}

/* Begins a run at the end of the part's spool. */
static run *add_run(const cli_sorter *s, cli_sorter_part *p) {
    if (p->spool == NULL) {
        p->spool = cli_realloc(s->c, NULL, sizeof *p->spool);
        cli_spool_open(s->c, p->spool);
    }
    p->run = cli_realloc(s->c, p->run, (p->runs + 1) * sizeof *p->run);
    p->run[p->runs] = (run){p->spool, p->spool->size, p->spool->size};
    return &p->run[p->runs++];
}

/* Writes an entry to the run; `bytes` holds the key, followed by the data. */
static void put_in_run(cli *c, run *r, const char *bytes, size_t key, size_t data) {
    const header h = {key, data};
    cli_spool_put(c, r->spool, &h, sizeof h);
    cli_spool_put(c, r->spool, bytes, key + data);
    r->to = r->spool->size;
}

static void spill(const cli_sorter *s, cli_sorter_part *p) {
    run *r = add_run(s, p);
    sort_part(p);
    for (size_t i = 0; i < p->count; i++)
        put_in_run(s->c, r, p->entry[i].at.bytes, p->entry[i].key, p->entry[i].data);
    p->count = 0;
    xpgn_buffer_clear(&p->bytes);
}

/* Returns the memory a part uses, in bytes; qsort(3) may need as much again for the entries. */
static uint64_t memory_of(const cli_sorter_part *p) {
    return p->bytes.size + 2 * p->count * sizeof *p->entry;
}

void cli_sorter_put(const cli_sorter *s, cli_sorter_part *p, xpgn_slice key, xpgn_slice data) {
    if (p->count > 0 && memory_of(p) + key.size + data.size > s->share)
        spill(s, p);
    p->entry = cli_grow(s->c, p->entry, p->count, &p->capacity, sizeof *p->entry);
    p->entry[p->count++] = (entry){
        .prefix = prefix_of(key), .at.offset = p->bytes.size, .key = key.size, .data = data.size};
    xpgn_buffer_slice(&p->bytes, key);
    xpgn_buffer_slice(&p->bytes, data);
    if (p->bytes.failed)
        cli_no_memory(s->c);
}

void cli_sorter_add(cli_sorter *s, cli_sorter_part *p) {
    s->part = cli_realloc(s->c, s->part, (s->parts + 1) * sizeof *s->part);
    s->part[s->parts++] = *p;
    *p = (cli_sorter_part){.count = 0};
}

bool cli_sorter_takes(cli_worker *w, const xpgn_game *game) {
    if (!game->too_large)
        return true;
    xpgn_buffer_printf(&w->to[CLI_ERR], "%s: %s:%llu: game %llu is larger than --max-game\n",
                       w->cli->tool->name, game->file, (unsigned long long)game->line,
                       (unsigned long long)game->number);
    cli_worst(w, CLI_TROUBLE);
    return false;
}

int cli_sorter_run(cli *c, const cli_sorter *s, const cli_work *work) {
    bool any = false;
    int status = cli_run(c, work);
    for (size_t i = 0; i < s->parts; i++)
        any = any || s->part[i].count > 0 || s->part[i].runs > 0;
    if (status != CLI_GOOD && any)
        cli_message(c, "nothing was written, since not all games could be read");
    return status;
}

static void close_part(cli_sorter_part *p) {
    if (p->spool != NULL)
        cli_spool_close(p->spool);
    free(p->spool);
    free(p->run);
    free(p->entry);
    xpgn_buffer_free(&p->bytes);
}

/* ---- sources --------------------------------------------------------------------------------- */

/* Ensures that `need` bytes of the run are in the buffer. */
static void fill_source(cli *c, source *s, size_t need) {
    if (s->filled - s->from >= need)
        return;
    if (need > s->room)
        s->buffer = cli_realloc(c, s->buffer, s->room = need);
    s->filled -= s->from;
    memmove(s->buffer, s->buffer + s->from, s->filled);
    s->from = 0;
    uint64_t left = s->rest.to - s->rest.from;
    size_t size = left < s->room - s->filled ? (size_t)left : s->room - s->filled;
    cli_spool_get(c, s->rest.spool, s->rest.from, s->buffer + s->filled, size);
    s->rest.from += size;
    s->filled += size;
}

static void take_from_run(cli *c, source *s) {
    header h;
    fill_source(c, s, sizeof h);
    memcpy(&h, s->buffer + s->from, sizeof h);
    size_t key = (size_t)h.key, data = (size_t)h.data;
    fill_source(c, s, sizeof h + key + data);
    s->key = (xpgn_slice){s->buffer + s->from + sizeof h, key};
    s->data = (xpgn_slice){s->key.data + key, data};
    s->from += sizeof h + key + data;
    s->prefix = prefix_of(s->key);
}

/* Moves to the next entry; false if there is none. */
static bool advance_source(cli *c, source *s) {
    if (s->part == NULL) {
        bool more = s->from < s->filled || s->rest.from < s->rest.to;
        if (more)
            take_from_run(c, s);
        return more;
    }
    if (s->next == s->part->count)
        return false;
    const entry *e = &s->part->entry[s->next++];
    s->prefix = e->prefix;
    s->key = (xpgn_slice){e->at.bytes, e->key};
    s->data = (xpgn_slice){e->at.bytes + e->key, e->data};
    return true;
}

/* ---- merging --------------------------------------------------------------------------------- */

static bool is_before(const source *a, const source *b) {
    return a->prefix != b->prefix ? a->prefix < b->prefix : cli_compare(a->key, b->key) < 0;
}

static void sink(cli_sorter *s, size_t at) {
    for (size_t child; (child = 2 * at + 1) < s->heaped; at = child) {
        child += child + 1 < s->heaped && is_before(s->heap[child + 1], s->heap[child]);
        if (!is_before(s->heap[child], s->heap[at]))
            return;
        source *t = s->heap[at];
        s->heap[at] = s->heap[child];
        s->heap[child] = t;
    }
}

/* Begins to merge the sources in s->source. */
static void begin_merge(cli_sorter *s) {
    s->heap = cli_realloc(s->c, s->heap, (s->sources + 1) * sizeof(source *));
    s->heaped = 0;
    for (size_t i = 0; i < s->sources; i++)
        if (advance_source(s->c, &s->source[i]))
            s->heap[s->heaped++] = &s->source[i];
    for (size_t i = s->heaped; i-- > 0;)
        sink(s, i);
    s->begun = false;
}

/* Moves to the next entry of the merge, at s->heap[0]; false if there is none. */
static bool next_merged(cli_sorter *s) {
    if (s->begun && !advance_source(s->c, s->heap[0]))
        s->heap[0] = s->heap[--s->heaped];
    if (s->begun)
        sink(s, 0);
    s->begun = true;
    return s->heaped > 0;
}

static source *add_source(cli_sorter *s) {
    s->source = cli_realloc(s->c, s->source, (s->sources + 1) * sizeof *s->source);
    s->source[s->sources] = (source){.part = NULL};
    return &s->source[s->sources++];
}

static void close_sources(cli_sorter *s) {
    for (size_t i = 0; i < s->sources; i++)
        free(s->source[i].buffer);
    s->sources = 0;
}

/* Adds `count` runs to the merge; they share the memory. */
static void add_runs(cli_sorter *s, const run *r, size_t count) {
    uint64_t share = s->memory / (count + 1);
    size_t room = share < LEAST_BUFFER  ? LEAST_BUFFER
                  : share > MOST_BUFFER ? MOST_BUFFER
                                        : (size_t)share;
    for (size_t i = 0; i < count; i++) {
        source *one = add_source(s);
        one->rest = r[i];
        one->room = room;
        one->buffer = cli_realloc(s->c, NULL, room);
    }
}

/* Returns the runs of all parts and sets *count. The caller frees them. */
static run *all_runs(const cli_sorter *s, size_t *count) {
    run *all = NULL;
    *count = 0;
    for (size_t i = 0; i < s->parts; i++) {
        const cli_sorter_part *p = &s->part[i];
        all = cli_realloc(s->c, all, (*count + p->runs + 1) * sizeof *all);
        if (p->runs > 0)
            memcpy(all + *count, p->run, p->runs * sizeof *all);
        *count += p->runs;
    }
    return all;
}

static void close_parts(cli_sorter *s) {
    for (size_t i = 0; i < s->parts; i++)
        close_part(&s->part[i]);
    s->parts = 0;
}

/* Merges many runs, `fan` at a time, into a few long ones, which belong to one part. */
static void merge_some(cli_sorter *s, const run *all, size_t count, size_t fan) {
    cli_sorter_part longer = {.count = 0};
    for (size_t i = 0; i < count; i += fan) {
        run *to = add_run(s, &longer);
        add_runs(s, all + i, count - i < fan ? count - i : fan);
        begin_merge(s);
        while (next_merged(s))
            put_in_run(s->c, to, s->heap[0]->key.data, s->heap[0]->key.size, s->heap[0]->data.size);
        close_sources(s);
    }
    close_parts(s);
    cli_sorter_add(s, &longer);
}

/* Merges runs until the rest can be merged at once in the memory; returns these. */
static run *few_runs(cli_sorter *s, size_t *count) {
    size_t fan = (size_t)(s->memory / LEAST_BUFFER);
    fan = fan < LEAST_FAN ? LEAST_FAN : fan;
    run *all = all_runs(s, count);
    while (*count > fan) {
        merge_some(s, all, *count, fan);
        free(all);
        all = all_runs(s, count);
    }
    return all;
}

/* Begins the final merge, either of parts in memory or of runs, never of both. */
static void begin_sources(cli_sorter *s) {
    size_t count = 0;
    for (size_t i = 0; i < s->parts; i++)
        count += s->part[i].runs;
    for (size_t i = 0; i < s->parts; i++) {
        cli_sorter_part *p = &s->part[i];
        if (count > 0 && p->count > 0)
            spill(s, p);
        if (count > 0)
            xpgn_buffer_free(&p->bytes);
        else
            sort_part(p);
    }
    if (count > 0) {
        run *all = few_runs(s, &count);
        add_runs(s, all, count);
        free(all);
    }
    for (size_t i = 0; i < s->parts && count == 0; i++)
        add_source(s)->part = &s->part[i];
    begin_merge(s);
}

bool cli_sorter_next(cli_sorter *s, xpgn_slice *key, xpgn_slice *data) {
    if (s->heap == NULL)
        begin_sources(s);
    if (!next_merged(s))
        return false;
    *key = s->heap[0]->key;
    *data = s->heap[0]->data;
    return true;
}

void cli_sorter_close(cli_sorter *s) {
    close_sources(s);
    close_parts(s);
    free(s->source);
    free(s->heap);
    free(s->part);
}

void cli_sorter_number(xpgn_buffer *key, uint64_t n) {
    char bytes[8];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)(n >> (56 - 8 * i));
    xpgn_buffer_put(key, bytes, sizeof bytes);
}

uint64_t cli_sorter_value(xpgn_slice key) {
    return prefix_of((xpgn_slice){key.data + key.size - 8, 8});
}
