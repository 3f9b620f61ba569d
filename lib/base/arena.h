/* SPDX-License-Identifier: MIT */
/* Memory with one lifetime: many small allocations, one free. */
#ifndef XPGN_BASE_ARENA_H
#define XPGN_BASE_ARENA_H

#include "xpgn.h"

struct arena_block;

/* Start with {0}. */
struct arena {
    struct arena_block *block; /* newest first */
    char *next;
    char *end;
};

/* Memory for any object, zeroed; NULL if there is none. size 0 gives a unique non-NULL place. */
void *arena_alloc(struct arena *a, size_t size);
/* A copy, NUL-terminated. NULL if there is no memory. */
char *arena_copy(struct arena *a, xpgn_slice s);
char *arena_printf(struct arena *a, const char *format, ...) XPGN_PRINTF(2, 3);
/* Forgets everything but keeps the newest block for the next round. */
void arena_reset(struct arena *a);
void arena_free(struct arena *a);

#endif
