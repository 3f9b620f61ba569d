/* SPDX-License-Identifier: MIT */
/* Growing lists in their own memory; for lists in an arena see arena.h. */
#ifndef XPGN_BASE_GROW_H
#define XPGN_BASE_GROW_H

#include <stdbool.h>
#include <stddef.h>

/* Makes room for one more entry than `count`; `list` is the address of the pointer to the first.
   False if memory runs out, with the list unchanged. */
bool list_grow(void *list, size_t count, size_t *capacity, size_t size);
#define GROW(list, count, capacity)                                                                \
    (((count) < (capacity) || list_grow(&(list), (count), &(capacity), sizeof *(list))) &&         \
     (list) != NULL)

#endif
