/* SPDX-License-Identifier: MIT */
/*
 * The players whose names may be near a name, without comparing it with all. Each player is listed
 * under all his words in order of the alphabet, under each family name that he may have, with the
 * first letter behind it, and under pieces of his name: if at most n letters differ, one in 2n + 1
 * pieces stands in both names, at most n letters apart.
 */
#include "event/event.h"

#include <stdlib.h>
#include <string.h>

enum { VISITED = 512 }; /* of players of one hash; more share no name but a fashion */
enum { WORDS, FAMILY, PIECE };

typedef struct near_list {
    event *e;
    event_near *item;
    size_t count, room;
} near_list;

static void add(near_list *l, uint32_t hash, uint32_t player) {
    if (event_grow(l->e, &l->item, l->count, &l->room, sizeof *l->item))
        l->item[l->count++] = (event_near){hash, player};
}

static uint32_t hash_of(uint64_t kind, xpgn_slice text) {
    return (uint32_t)xpgn_hash(xpgn_hash(1, &kind, sizeof kind), text.data, text.size);
}

/* ---- words and family names ------------------------------------------------------------------ */

static int by_text(const void *a, const void *b) {
    const xpgn_slice *x = a, *y = b;
    size_t size = x->size < y->size ? x->size : y->size;
    int d = memcmp(x->data, y->data, size);
    return d != 0 ? d : (x->size > y->size) - (x->size < y->size);
}

static uint32_t hash_words(const event_key *k) {
    xpgn_slice word[EVENT_WORDS];
    uint32_t hash = WORDS;
    for (unsigned i = 0; i < k->words; i++)
        word[i] = event_key_word(k, i);
    qsort(word, k->words, sizeof *word, by_text);
    for (unsigned i = 0; i < k->words; i++)
        hash = hash_of((uint64_t)hash << 8 | WORDS, word[i]);
    return hash;
}

enum { NO_NAME = 0, ANY_NAME = 1 };

/* A family name, with the first letter of the first name, or NO_NAME, or ANY_NAME. */
static uint32_t hash_family(const event_key *k, const event_split *s, unsigned char letter) {
    uint32_t hash = FAMILY;
    for (unsigned i = 0; i < s->families; i++)
        hash = hash_of((uint64_t)hash << 8 | FAMILY, event_key_word(k, s->family + i));
    return hash_of((uint64_t)hash << 8 | letter, (xpgn_slice){"", 0});
}

static unsigned char first_letter(const event_key *k, const event_split *s) {
    return (unsigned char)event_key_word(k, s->given).data[0];
}

static void add_families(near_list *l, const event_key *k, uint32_t player) {
    event_split s[2 * EVENT_WORDS];
    unsigned count = event_key_splits(k, s);
    for (unsigned i = 0; i < count; i++)
        if (s[i].givens == 0) {
            add(l, hash_family(k, &s[i], NO_NAME), player);
        } else {
            add(l, hash_family(k, &s[i], first_letter(k, &s[i])), player);
            add(l, hash_family(k, &s[i], ANY_NAME), player);
        }
}

/* ---- pieces ---------------------------------------------------------------------------------- */

static uint32_t hash_piece(unsigned size, unsigned piece, xpgn_slice text) {
    return hash_of((uint64_t)size << 24 | (uint64_t)piece << 8 | PIECE, text);
}

/* Where piece i of `all` begins, in a name of a size; that of `all` itself is its end. */
static unsigned piece_at(unsigned size, unsigned all, unsigned i) {
    return size * i / all;
}

static void add_pieces(near_list *l, const event_key *k, uint32_t player) {
    unsigned all = 2 * event_key_tolerance(k->size, (unsigned)l->e->o.letters) + 1;
    for (unsigned i = 0; all > 1 && i < all; i++) {
        unsigned at = piece_at(k->size, all, i), end = piece_at(k->size, all, i + 1);
        add(l, hash_piece(k->size, i, (xpgn_slice){k->text + at, end - at}), player);
    }
}

/* ---- the list -------------------------------------------------------------------------------- */

static int by_hash(const void *a, const void *b) {
    const event_near *x = a, *y = b;
    if (x->hash != y->hash)
        return x->hash < y->hash ? -1 : 1;
    return (x->player > y->player) - (x->player < y->player);
}

void event_near_begin(event *e) {
    near_list l = {.e = e};
    for (uint32_t i = 0; i < e->players; i++) {
        const event_key *k = &e->player[i].key;
        if (k->size == 0)
            continue;
        add(&l, hash_words(k), i);
        add_families(&l, k, i);
        add_pieces(&l, k, i);
    }
    if (l.count > 0)
        qsort(l.item, l.count, sizeof *l.item, by_hash);
    e->near = l.item;
    e->near_count = l.count;
    e->seen = event_numbers(e, e->players);
    if (e->seen != NULL)
        memset(e->seen, 0, (e->players + 1) * sizeof *e->seen);
    e->asked = 0;
}

/* ---- asking ---------------------------------------------------------------------------------- */

typedef struct question {
    event *e;
    uint32_t *out; /* has room for all players */
    size_t count;
} question;

static void look(question *q, uint32_t hash) {
    event *e = q->e;
    size_t low = 0, high = e->near_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (e->near[middle].hash < hash)
            low = middle + 1;
        else
            high = middle;
    }
    for (size_t n = 0; n < VISITED && low < e->near_count && e->near[low].hash == hash; n++, low++)
        if (e->seen[e->near[low].player] != e->asked) {
            e->seen[e->near[low].player] = e->asked;
            q->out[q->count++] = e->near[low].player;
        }
}

static void look_families(question *q, const event_key *k) {
    event_split s[2 * EVENT_WORDS];
    unsigned count = event_key_splits(k, s);
    for (unsigned i = 0; i < count; i++) {
        look(q, hash_family(k, &s[i], NO_NAME));
        look(q, hash_family(k, &s[i], s[i].givens > 0 ? first_letter(k, &s[i]) : ANY_NAME));
    }
}

/* The pieces of names of one size. */
static void look_pieces(question *q, const event_key *k, unsigned size, unsigned tolerance) {
    unsigned all = 2 * event_key_tolerance(size, (unsigned)q->e->o.letters) + 1;
    for (unsigned i = 0; all > 1 && i < all; i++) {
        unsigned at = piece_at(size, all, i), length = piece_at(size, all, i + 1) - at;
        unsigned from = at > tolerance ? at - tolerance : 0;
        for (unsigned p = from; p <= at + tolerance && p + length <= k->size; p++)
            look(q, hash_piece(size, i, (xpgn_slice){k->text + p, length}));
    }
}

static int by_number(const void *a, const void *b) {
    const uint32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

size_t event_near_find(event *e, const event_key *k, uint32_t *out) {
    question q = {.e = e, .out = out};
    unsigned tolerance = event_key_tolerance(k->size, (unsigned)e->o.letters);
    e->asked++;
    look(&q, hash_words(k));
    look_families(&q, k);
    for (unsigned size = k->size - tolerance; tolerance > 0 && size <= k->size + tolerance; size++)
        look_pieces(&q, k, size, tolerance);
    if (q.count > 0)
        qsort(out, q.count, sizeof *out, by_number);
    return q.count;
}
