/* SPDX-License-Identifier: MIT */
/* Lists that grow, in memory of their own; arena.h has those of an arena. */
#ifndef XPGN_BASE_GROW_H
#define XPGN_BASE_GROW_H

#include <stdbool.h>
#include <stddef.h>

/* Makes room for one entry more than `count`; `list` is the address of the pointer to the first.
   False: no memory, and the list is as it was. */
bool list_grow(void *list, size_t count, size_t *capacity, size_t size);
#define GROW(list, count, capacity)                                                                \
    (((count) < (capacity) || list_grow(&(list), (count), &(capacity), sizeof *(list))) &&         \
     (list) != NULL)

#endif
