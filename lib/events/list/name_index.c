/* SPDX-License-Identifier: MIT */
/*
 * Finds the players whose names may be near a name, without comparing it with all. Each player is
 * indexed by all words of the name in alphabetical order, by each possible family name with the
 * next initial, and by the name with one or two letters left out: names that differ in one or two
 * letters are equal without them. If more may differ, or a name is long, it is cut into pieces, one
 * of which differs that little.
 */
#include "core/base/number.h"
#include "events/list/event_data.h"

#include <stdlib.h>
#include <string.h>

enum { VISITED = 512 }; /* limit of players per hash; larger buckets are not useful */
enum { WORDS, FAMILY, PIECE };

/* The lists are filled twice: first only the lengths of the buckets are counted. */
typedef struct near_list {
    event *e;
    bool counting;
} near_list;

static uint32_t *bucket_of(const event *e, uint32_t hash) {
    return &e->near_end[hash & (e->near_buckets - 1)];
}

static void add_near(near_list *l, uint32_t hash, uint32_t player) {
    uint32_t *at = bucket_of(l->e, hash);
    if (!l->counting)
        l->e->near[*at] = (event_near){hash, player};
    ++*at;
}

static uint32_t hash_text(uint64_t kind, xpgn_slice text) {
    return (uint32_t)hash_bytes(hash_bytes(1, &kind, sizeof kind), text.data, text.size);
}

/* ---- words and family names ------------------------------------------------------------------ */

static int by_text(const void *a, const void *b) {
    const xpgn_slice *x = a, *y = b;
    return slice_order(*x, *y);
}

static uint32_t hash_words(const event_key *k) {
    xpgn_slice word[EVENT_WORDS];
    uint32_t hash = WORDS;
    for (unsigned i = 0; i < k->words; i++)
        word[i] = event_key_word(k, i);
    qsort(word, k->words, sizeof *word, by_text);
    for (unsigned i = 0; i < k->words; i++)
        hash = hash_text((uint64_t)hash << 8 | WORDS, word[i]);
    return hash;
}

enum { NO_NAME = 0, ANY_NAME = 1 };

/* A family name, with the first letter of the first name, or NO_NAME, or ANY_NAME. */
static uint32_t hash_family(const event_key *k, const event_split *s, unsigned char letter) {
    uint32_t hash = FAMILY;
    for (unsigned i = 0; i < s->families; i++)
        hash = hash_text((uint64_t)hash << 8 | FAMILY, event_key_word(k, s->family + i));
    return hash_text((uint64_t)hash << 8 | letter, (xpgn_slice){"", 0});
}

static unsigned char first_letter(const event_key *k, const event_split *s) {
    return (unsigned char)event_key_word(k, s->given).data[0];
}

static void add_families(near_list *l, const event_key *k, uint32_t player) {
    event_split s[2 * EVENT_WORDS];
    unsigned count = event_key_splits(k, s);
    for (unsigned i = 0; i < count; i++)
        if (s[i].givens == 0) {
            add_near(l, hash_family(k, &s[i], NO_NAME), player);
        } else {
            add_near(l, hash_family(k, &s[i], first_letter(k, &s[i])), player);
            add_near(l, hash_family(k, &s[i], ANY_NAME), player);
        }
}

/* ---- pieces ---------------------------------------------------------------------------------- */

/* How a name of a size is cut. */
typedef struct cut {
    unsigned size, pieces, letters;
    unsigned left_out; /* letters that differ in one of the pieces, at most */
} cut;

enum { LONGEST = 24, LEFT_OUT = 2 };
/* The number of texts made from a piece, which may be longer in the other name. */
enum { MOST = LONGEST + LEFT_OUT, SHORTER = 1 + MOST + MOST * (MOST - 1) / 2 };

/* Two swapped letters may be at the border of two pieces, and count in both. */
static cut cut_of(unsigned size, unsigned letters) {
    cut c = {size, (size + LONGEST - 1) / LONGEST, event_key_tolerance(size, letters), 0};
    unsigned least = (c.letters + 1) / 2;
    c.pieces = c.pieces > least ? c.pieces : least;
    c.left_out = c.pieces > 0 ? (c.letters + c.pieces - 1) / c.pieces : 0;
    return c;
}

/* Where piece i begins; that of all pieces is the end. */
static unsigned piece_at(const cut *c, unsigned i) {
    return c->size * i / c->pieces;
}

/* The kind of a hash: pieces include their number and the size of the name, whole names do not. */
static uint64_t kind_of_cut(const cut *c, unsigned piece) {
    return c->pieces == 1 ? PIECE : (uint64_t)c->size << 24 | (uint64_t)piece << 8 | PIECE;
}

/* The hashes of a text, and of the text without one or two letters; returns how many. */
static unsigned shorten(uint64_t kind, xpgn_slice text, unsigned left_out, uint32_t out[SHORTER]) {
    char one[MOST], two[MOST];
    unsigned n = 0, size = (unsigned)text.size;
    out[n++] = hash_text(kind, text);
    for (unsigned i = 0; left_out > 0 && i < size; i++) {
        memcpy(one, text.data, i);
        memcpy(one + i, text.data + i + 1, size - i - 1);
        out[n++] = hash_text(kind, (xpgn_slice){one, size - 1});
        for (unsigned j = i; left_out > 1 && j + 1 < size; j++) {
            memcpy(two, one, j);
            memcpy(two + j, one + j + 1, size - j - 2);
            out[n++] = hash_text(kind, (xpgn_slice){two, size - 2});
        }
    }
    return n;
}

static void add_name_pieces(near_list *l, const event_key *k, uint32_t player) {
    cut c = cut_of(k->size, (unsigned)l->e->o.letters);
    uint32_t hash[SHORTER];
    for (unsigned i = 0; c.letters > 0 && i < c.pieces; i++) {
        unsigned at = piece_at(&c, i), end = piece_at(&c, i + 1);
        unsigned n =
            shorten(kind_of_cut(&c, i), (xpgn_slice){k->text + at, end - at}, c.left_out, hash);
        for (unsigned h = 0; h < n; h++)
            add_near(l, hash[h], player);
    }
}

/* ---- the list -------------------------------------------------------------------------------- */

static void add_name(near_list *l, const event_key *k, uint32_t player) {
    add_near(l, hash_words(k), player);
    add_families(l, k, player);
    add_name_pieces(l, k, player);
}

static void add_all(event *e, bool counting) {
    near_list l = {e, counting};
    event_key longer;
    for (uint32_t i = 0; i < e->players; i++) {
        const event_key *k = &e->player[i].key;
        if (k->size == 0)
            continue;
        add_name(&l, k, i);
        if (k->pairs == 0)
            continue;
        event_key_write_out(k, &longer);
        add_name(&l, &longer, i);
    }
}

/* Counts become ends: as they are filled from there, each bucket ends where the next begins. */
static size_t make_ends(event *e) {
    size_t total = 0;
    for (size_t i = 0; i < e->near_buckets; i++) {
        uint32_t count = e->near_end[i];
        e->near_end[i] = (uint32_t)total;
        total += count;
    }
    return total;
}

void event_near_begin(event *e) {
    enum { EACH = 32 };
    for (e->near_buckets = EACH; e->near_buckets < EACH * e->players;)
        e->near_buckets *= 2;
    e->near_end = event_numbers(e, e->near_buckets);
    e->seen = event_numbers(e, e->players);
    e->found = event_numbers(e, e->players);
    if (e->near_end == NULL || e->seen == NULL || e->found == NULL)
        return;
    memset(e->near_end, 0, (e->near_buckets + 1) * sizeof *e->near_end);
    memset(e->seen, 0, (e->players + 1) * sizeof *e->seen);
    e->asked = 0;
    add_all(e, true);
    e->near = arena_alloc(&e->arena, (make_ends(e) + 1) * sizeof *e->near);
    if (e->near == NULL)
        event_no_memory(e);
    else
        add_all(e, false);
}

/* ---- queries --------------------------------------------------------------------------------- */

typedef struct near_query {
    event *e;
    size_t count;
} near_query;

static void look_up(near_query *q, uint32_t hash) {
    event *e = q->e;
    const uint32_t *end = bucket_of(e, hash);
    uint32_t i = end == e->near_end ? 0 : end[-1], visited = 0;
    for (; i < *end && visited < VISITED; i++) {
        uint32_t player = e->near[i].player;
        if (e->near[i].hash != hash)
            continue;
        visited++;
        if (e->seen[player] != e->asked) {
            e->seen[player] = e->asked;
            e->found[q->count++] = player;
        }
    }
}

static void look_families(near_query *q, const event_key *k) {
    event_split s[2 * EVENT_WORDS];
    unsigned count = event_key_splits(k, s);
    for (unsigned i = 0; i < count; i++) {
        look_up(q, hash_family(k, &s[i], NO_NAME));
        look_up(q, hash_family(k, &s[i], s[i].givens > 0 ? first_letter(k, &s[i]) : ANY_NAME));
    }
}

static void look_text(near_query *q, const cut *c, unsigned piece, xpgn_slice text) {
    uint32_t hash[SHORTER];
    unsigned n = shorten(kind_of_cut(c, piece), text, c->left_out, hash);
    for (unsigned h = 0; h < n; h++)
        look_up(q, hash[h]);
}

/* Looks for a piece of another name where it may be in this one: shifted and of another length. */
static void look_piece(near_query *q, const event_key *k, const cut *c, unsigned piece) {
    unsigned begin = piece_at(c, piece), size = piece_at(c, piece + 1) - begin;
    unsigned least = size > c->left_out ? size - c->left_out : 1;
    unsigned from = begin > c->letters ? begin - c->letters : 0;
    for (unsigned at = from; at <= begin + c->letters; at++)
        for (unsigned n = least; n <= size + c->left_out && at + n <= k->size; n++)
            look_text(q, c, piece, (xpgn_slice){k->text + at, n});
}

/* Looks for names up to two letters shorter or longer; names that are not cut are looked up
   directly. */
static void look_pieces(near_query *q, const event_key *k) {
    unsigned letters = (unsigned)q->e->o.letters, tolerance = cut_of(k->size, letters).letters;
    bool whole = false;
    for (unsigned size = k->size - tolerance; tolerance > 0 && size <= k->size + tolerance;
         size++) {
        cut c = cut_of(size, letters);
        if (c.letters == 0 || (c.pieces == 1 && whole))
            continue;
        if (c.pieces > 1) {
            for (unsigned i = 0; i < c.pieces; i++)
                look_piece(q, k, &c, i);
            continue;
        }
        whole = true;
        c.left_out = tolerance;
        look_text(q, &c, 0, (xpgn_slice){k->text, k->size});
    }
}

static void look_name(near_query *q, const event_key *k) {
    look_up(q, hash_words(k));
    look_families(q, k);
    look_pieces(q, k);
}

size_t event_near_find(event *e, const event_key *k) {
    near_query q = {.e = e};
    e->asked++;
    look_name(&q, k);
    if (k->pairs > 0) {
        event_key longer;
        event_key_write_out(k, &longer);
        look_name(&q, &longer);
    }
    if (q.count > 0)
        qsort(e->found, q.count, sizeof *e->found, number_order);
    return q.count;
}
