/* SPDX-License-Identifier: MIT */
#include "core/base/arena.h"

#include "core/base/format.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_BLOCK = 4096, LARGEST_STEP = 65536 };

struct arena_block {
    struct arena_block *older;
    size_t size;
    alignas(max_align_t) char bytes[];
};

/* Starts a new block; the rest of the old one stays unused. */
static bool grow_arena(struct arena *a, size_t size) {
    size_t want = a->block ? a->block->size * 2 : FIRST_BLOCK;
    if (want > LARGEST_STEP)
        want = LARGEST_STEP;
    if (want < size)
        want = size;
    struct arena_block *block = malloc(sizeof *block + want);
    if (!block)
        return false;
    block->older = a->block;
    block->size = want;
    a->block = block;
    a->next = block->bytes;
    a->end = block->bytes + want;
    return true;
}

void *arena_room(struct arena *a, size_t size) {
    const size_t unit = alignof(max_align_t);
    if (size > SIZE_MAX / 2)
        return NULL;
    size_t rounded = size == 0 ? unit : (size + unit - 1) / unit * unit;
    if ((size_t)(a->end - a->next) < rounded && !grow_arena(a, rounded))
        return NULL;
    void *p = a->next;
    a->next += rounded;
    return p;
}

void *arena_alloc(struct arena *a, size_t size) {
    void *p = arena_room(a, size);
    return p != NULL ? memset(p, 0, size) : NULL;
}

char *arena_copy(struct arena *a, xpgn_slice s) {
    char *p = s.size == SIZE_MAX ? NULL : arena_alloc(a, s.size + 1);
    if (p && s.size > 0)
        memcpy(p, s.data, s.size);
    return p;
}

char *arena_take(struct arena *a, xpgn_buffer *b) {
    char *text = b->failed ? NULL : arena_copy(a, (xpgn_slice){b->data, b->size});
    xpgn_buffer_free(b);
    return text;
}

char *arena_vprintf(struct arena *a, const char *format, va_list args) {
    char text[256]; /* most are shorter, and formatted once */
    va_list again;
    va_copy(again, args);
    int size = format_text(text, sizeof text, format, args);
    char *p = size < 0 ? NULL : arena_alloc(a, (size_t)size + 1);
    if (p != NULL && (size_t)size < sizeof text)
        memcpy(p, text, (size_t)size);
    else if (p != NULL)
        format_text(p, (size_t)size + 1, format, again);
    va_end(again);
    return p;
}

char *arena_printf(struct arena *a, const char *format, ...) {
    va_list args;
    va_start(args, format);
    char *p = arena_vprintf(a, format, args);
    va_end(args);
    return p;
}

void *arena_grow(struct arena *a, void *list, size_t count, size_t *capacity, size_t size) {
    size_t larger = *capacity > 0 ? *capacity * 2 : 16;
    if (count < *capacity)
        return list;
    void *copy = arena_alloc(a, larger * size);
    if (copy == NULL)
        return NULL;
    if (count > 0)
        memcpy(copy, list, count * size);
    *capacity = larger;
    return copy;
}

static void free_from(struct arena_block *block) {
    while (block) {
        struct arena_block *older = block->older;
        free(block);
        block = older;
    }
}

void arena_reset(struct arena *a) {
    if (!a->block)
        return;
    free_from(a->block->older);
    a->block->older = NULL;
    a->next = a->block->bytes;
}

void arena_free(struct arena *a) {
    free_from(a->block);
    *a = (struct arena){0};
}
