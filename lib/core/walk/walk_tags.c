/* SPDX-License-Identifier: MIT */
#include "core/walk/walk_tags.h"

#include "core/base/slice.h"

#include <stdlib.h>

void tags_begin(struct tags *tags, xpgn_slice game) {
    arena_reset(&tags->arena);
    tags->game = game;
    tags->list = NULL;
    tags->count = tags->capacity = 0;
    tags->sorted = NULL;
    tags->plain = NULL;
    tags->pending = tags->no_memory = false;
    tags->known_set = 0;
}

void tags_add(struct tags *tags, xpgn_tag tag) {
    const struct tag_name *name = tag_name_find(tag.name.data, tag.name.size);
    /* first: a known tag stays known where memory for the list runs out */
    if (name != NULL && name->known != KNOWN_COUNT && (tags->known_set >> name->known & 1) == 0) {
        tags->known_set |= 1u << name->known;
        tags->known[name->known] = tag;
    }
    xpgn_tag *list =
        arena_grow(&tags->arena, tags->list, tags->count, &tags->capacity, sizeof *list);
    tags->no_memory |= list == NULL;
    if (list == NULL)
        return;
    tags->list = list;
    list[tags->count++] = tag;
}

static void read_pending(struct tags *tags) {
    bool pending = tags->pending;
    tags->pending = false;
    for (size_t i = 0; pending && i < tags->plains; i++) {
        const struct span_tag *t = &tags->plain[i];
        xpgn_slice value = span_tag_value(t);
        xpgn_place place = {(uint32_t)(value.data - tags->game.data), (uint32_t)value.size};
        tags_add(tags, (xpgn_tag){{t->name, t->name_size}, value, place});
    }
}

static inline bool is_named(const struct span_tag *t, xpgn_slice name) {
    return t->name_size == name.size && *t->name == *name.data &&
           memcmp(t->name, name.data, name.size) == 0;
}

bool tags_plain(const struct tags *tags, const xpgn_slice *name, size_t count, xpgn_slice *value) {
    for (size_t i = 0; i < count && tags->pending; i++) {
        size_t at = 0;
        while (at < tags->plains && !is_named(&tags->plain[at], name[i]))
            at++;
        value[i] = at < tags->plains ? span_tag_value(&tags->plain[at]) : (xpgn_slice){NULL, 0};
    }
    return tags->pending;
}

const xpgn_tag *tags_all(struct tags *tags, size_t *count) {
    read_pending(tags);
    *count = tags->count;
    return tags->list;
}

/* Orders tags by name, tags with the same name as in the record. */
static int compare_tags(const void *a, const void *b) {
    const xpgn_tag *const *x = a, *const *y = b;
    int order = slice_order((*x)->name, (*y)->name);
    return order != 0 ? order : (*x > *y) - (*x < *y);
}

/* Tags are sorted because some are looked up often, such as the players' for each finding. */
static void sort_tags(struct tags *tags) {
    if (tags->sorted != NULL && tags->sorted_count == tags->count)
        return;
    tags->sorted = arena_alloc(&tags->arena, tags->count * sizeof *tags->sorted);
    tags->sorted_count = tags->count;
    for (size_t i = 0; tags->sorted != NULL && i < tags->count; i++)
        tags->sorted[i] = &tags->list[i];
    if (tags->sorted != NULL)
        qsort(tags->sorted, tags->count, sizeof *tags->sorted, compare_tags);
}

/* Finds the first tag with that name among many. */
static const xpgn_tag *search_sorted(const struct tags *tags, xpgn_slice name) {
    size_t low = 0, high = tags->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (slice_order(tags->sorted[middle]->name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < tags->count && slice_equal(tags->sorted[low]->name, name);
    return found ? tags->sorted[low] : NULL;
}

const xpgn_tag *tags_find(struct tags *tags, xpgn_slice name) {
    const struct tag_name *known = tag_name_find(name.data, name.size);
    if (known != NULL && known->known != KNOWN_COUNT)
        return tags_known(tags, (enum known_tag)known->known);
    read_pending(tags);
    if (tags->count > TAGS_FEW)
        sort_tags(tags);
    if (tags->sorted != NULL)
        return search_sorted(tags, name);
    for (size_t i = 0; i < tags->count; i++)
        if (slice_equal(tags->list[i].name, name))
            return &tags->list[i];
    return NULL;
}
