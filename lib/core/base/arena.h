/* SPDX-License-Identifier: MIT */
/* Arena allocator: many small allocations, freed together. */
#ifndef XPGN_BASE_ARENA_H
#define XPGN_BASE_ARENA_H

#include <stdarg.h>
#include <xpgn/base.h>

struct arena_block;

/* Initialize with {0}. */
struct arena {
    struct arena_block *block; /* newest first */
    char *next;
    char *end;
};

/* Returns zeroed memory, aligned for any object, valid until arena_reset or arena_free; NULL if out
   of memory. A size of 0 still returns a unique pointer. */
void *arena_alloc(struct arena *a, size_t size);
/* The same, not zeroed: for large objects that are fully written. */
void *arena_room(struct arena *a, size_t size);
/* Copies `s` and adds a NUL. NULL if out of memory. */
char *arena_copy(struct arena *a, xpgn_slice s);
/* Copies a buffer and frees it; NULL also if the buffer had failed. */
char *arena_take(struct arena *a, xpgn_buffer *b);
/* Makes room for one more object after the first `count`: the same list, or a larger copy. NULL if
   out of memory. */
void *arena_grow(struct arena *a, void *list, size_t count, size_t *capacity, size_t size);
/* Formats into the arena. NULL if out of memory. */
char *arena_printf(struct arena *a, const char *format, ...) XPGN_PRINTF(2, 3);
char *arena_vprintf(struct arena *a, const char *format, va_list args) XPGN_PRINTF(2, 0);
/* Frees all objects but keeps the newest block for reuse. */
void arena_reset(struct arena *a);
/* Frees everything; the arena can be used again. */
void arena_free(struct arena *a);

#endif
