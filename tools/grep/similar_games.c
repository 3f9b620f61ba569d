/* SPDX-License-Identifier: MIT */
#include "grep/similar_games.h"
#include "grep/grep.h"

#include <stdlib.h>

/* Each game is compared with this many before it in its bucket, which is sorted by actions. */
enum { WINDOW = 64 };

/* ---- the window ------------------------------------------------------------------------------ */

typedef struct seen_sketch {
    grep_sketch is;
    xpgn_buffer bytes; /* its names and actions */
} seen_sketch;

typedef struct copy_search {
    cli *c;
    grep_copies *out;
    struct hash_index index; /* of the copies found so far, by nth */
    uint64_t bucket;
    seen_sketch window[WINDOW];
    size_t next, filled;
} copy_search;

static void keep_sketch(copy_search *s, const grep_sketch *of) {
    seen_sketch *to = &s->window[s->next];
    s->next = (s->next + 1) % WINDOW;
    s->filled += s->filled < WINDOW;
    xpgn_buffer_clear(&to->bytes);
    xpgn_buffer_slice(&to->bytes, of->name[0]);
    xpgn_buffer_slice(&to->bytes, of->name[1]);
    xpgn_buffer_slice(&to->bytes, of->actions);
    if (to->bytes.failed)
        cli_no_memory(s->c);
    to->is = *of;
    to->is.name[0].data = to->bytes.data;
    to->is.name[1].data = to->bytes.data + of->white;
    to->is.actions.data = to->bytes.data + of->white + of->black;
}

static uint32_t hash_nth(uint64_t nth) {
    return (uint32_t)hash_bytes(0, &nth, sizeof nth);
}

/* Returns the index of a game among the copies, entering it if necessary. */
static size_t enter_sketch(copy_search *s, const grep_sketch *of) {
    grep_copies *all = s->out;
    uint32_t hash = hash_nth(of->nth), place;
    for (size_t at = 0; (place = hash_index_next(&s->index, hash, &at)) != 0;)
        if (all->list[place - 1].is.nth == of->nth)
            return place - 1;
    all->list = cli_grow(s->c, all->list, all->count, &all->capacity, sizeof *all->list);
    grep_copy *one = &all->list[all->count];
    *one = (grep_copy){.is = *of, .first = (uint32_t)all->count, .other = UINT64_MAX};
    one->is.name[0] = one->is.name[1] = one->is.actions = (xpgn_slice){NULL, 0};
    if (all->count == UINT32_MAX || hash_index_reserve(&s->index) != XPGN_OK)
        cli_no_memory(s->c);
    hash_index_put(&s->index, hash, (uint32_t)++all->count);
    return all->count - 1;
}

/* Returns the root of a game's group, until all groups are complete; shortens the path to it. */
static uint32_t root_of(grep_copies *s, size_t at) {
    size_t root = at;
    while (s->list[root].first != root)
        root = s->list[root].first;
    for (size_t next; s->list[at].first != root; at = next) {
        next = s->list[at].first;
        s->list[at].first = (uint32_t)root;
    }
    return (uint32_t)root;
}

/* Notes that a game is like another one; the earliest such game is kept. */
static void note_like(grep_copy *one, uint64_t other, grep_likeness like, bool names) {
    if (other >= one->other)
        return;
    one->other = other;
    one->like = like;
    one->other_names = names;
}

/* Notes a pair of copies and joins their groups. The pair may come again by another key. */
static void add_pair(copy_search *s, const grep_sketch *a, const grep_sketch *b,
                     grep_likeness like) {
    bool names = !cli_equal(a->name[0], b->name[0]) || !cli_equal(a->name[1], b->name[1]);
    size_t x = enter_sketch(s, a), y = enter_sketch(s, b);
    note_like(&s->out->list[x], b->nth, like, names);
    note_like(&s->out->list[y], a->nth, like, names);
    uint32_t one = root_of(s->out, x), two = root_of(s->out, y);
    s->out->list[one].first = two;
}

static void look_at_window(copy_search *s, const grep_sketch *of) {
    for (size_t i = 0; i < s->filled; i++) {
        const grep_sketch *other = &s->window[i].is;
        grep_likeness like = other->nth != of->nth && !(of->archived && other->archived)
                                 ? grep_sketches_compare(other, of)
                                 : GREP_UNLIKE;
        if (like != GREP_UNLIKE)
            add_pair(s, other, of, like);
    }
}

/* ---- groups ---------------------------------------------------------------------------------- */

static int by_nth(const void *a, const void *b) {
    const grep_copy *x = a, *y = b;
    return (x->is.nth > y->is.nth) - (x->is.nth < y->is.nth);
}

/* Returns the index of a game in the sorted list, or where it would be. */
static size_t copies_place(const grep_copies *s, uint64_t nth) {
    size_t low = 0, high = s->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (s->list[middle].is.nth < nth)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Sorts the copies by nth, and sets the first of each group. */
static void put_in_order(grep_copies *s) {
    for (size_t i = 0; i < s->count; i++)
        s->list[i].group = UINT64_MAX;
    for (size_t i = 0; i < s->count; i++) {
        grep_copy *root = &s->list[root_of(s, i)];
        root->group = s->list[i].is.nth < root->group ? s->list[i].is.nth : root->group;
    }
    for (size_t i = 0; i < s->count; i++)
        s->list[i].group = s->list[root_of(s, i)].group;
    if (s->count > 0)
        qsort(s->list, s->count, sizeof *s->list, by_nth);
    for (size_t i = 0; i < s->count; i++)
        s->list[i].first = s->list[i].fullest = (uint32_t)copies_place(s, s->list[i].group);
}

static void find_fullest(grep_copies *s) {
    const char *why;
    for (size_t i = 0; i < s->count; i++) {
        grep_copy *first = &s->list[s->list[i].first];
        if (!first->is.archived &&
            grep_sketch_order(&s->list[i].is, &s->list[first->fullest].is, &why) < 0)
            first->fullest = (uint32_t)i;
    }
    for (size_t i = s->count; i-- > 0;) /* backwards, as the first of a group holds the result */
        s->list[i].fullest = s->list[s->list[i].first].fullest;
}

void grep_copies_find(cli *c, grep_copies *out, cli_sorter *sketches) {
    copy_search *s = calloc(1, sizeof *s);
    grep_sketch of;
    xpgn_slice key, data;
    if (s == NULL)
        cli_no_memory(c);
    s->c = c;
    s->out = out;
    while (cli_sorter_next(sketches, &key, &data)) {
        if (!grep_sketch_get(&of, key, data, &s->bucket))
            s->filled = s->next = 0;
        look_at_window(s, &of);
        keep_sketch(s, &of);
    }
    hash_index_free(&s->index);
    put_in_order(out);
    find_fullest(out);
    for (size_t i = 0; i < WINDOW; i++)
        xpgn_buffer_free(&s->window[i].bytes);
    free(s);
}

const grep_copy *grep_copies_get(const grep_copies *s, uint64_t nth) {
    size_t at = copies_place(s, nth);
    return at < s->count && s->list[at].is.nth == nth ? &s->list[at] : NULL;
}

/* ---- in words -------------------------------------------------------------------------------- */

static void put_difference(xpgn_buffer *b, const grep_copy *one, const grep_sketch *other) {
    static const char *const words[] = {[GREP_SAME_ACTIONS] = "the same actions",
                                        [GREP_OTHER_END] = "the last half-moves differ",
                                        [GREP_FEW] = "some half-moves differ"};
    uint32_t a = one->is.turns, n = other->turns;
    if (one->like == GREP_BEGINNING)
        xpgn_buffer_printf(b, "%u half-move%s %s", a > n ? a - n : n - a,
                           (a > n ? a - n : n - a) == 1 ? "" : "s", a > n ? "more" : "less");
    else
        xpgn_buffer_text(b, words[one->like]);
    if (one->other_names)
        xpgn_buffer_text(b, ", names written differently");
}

void grep_copies_put(xpgn_buffer *b, const grep_copies *s, const grep_copy *one) {
    const grep_sketch *other = &s->list[copies_place(s, one->other)].is;
    const grep_sketch *best = &s->list[one->fullest].is;
    const char *why;
    xpgn_buffer_printf(b, "like game %llu%s: ", (unsigned long long)other->number,
                       other->archived ? " of the archive" : "");
    put_difference(b, one, other);
    if (best->archived)
        return;
    if (best != &one->is) {
        (void)grep_sketch_order(best, &one->is, &why);
        xpgn_buffer_printf(b, "; game %llu %s", (unsigned long long)best->number, why);
    } else {
        (void)grep_sketch_order(best, other, &why);
        xpgn_buffer_printf(b, "; it %s", why);
    }
}

void grep_copies_free(grep_copies *s) {
    free(s->list);
    *s = (grep_copies){.count = 0};
}
