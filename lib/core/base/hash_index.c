/* SPDX-License-Identifier: MIT */
/* Lists by the keys of their entries: a table of hashes with open addressing. */

#include "internal/loop.h"

#include <stdlib.h>
#include <string.h>

enum { SMALL = 64 }; /* number of slots that is cheap to clear */

static struct hash_index_slot *slot_at(const struct hash_index *index, size_t at) {
    return &index->slot[at & (index->size - 1)];
}

void hash_index_put(struct hash_index *index, uint32_t hash, uint32_t place) {
    size_t at = hash;
    if (2 * (index->used + 1) > index->size)
        return; /* no room was made for it */
    while (slot_at(index, at)->place != 0)
        at++;
    *slot_at(index, at) = (struct hash_index_slot){hash, place};
    index->used++;
}

/* The table is at most half full. */
xpgn_status hash_index_reserve(struct hash_index *index) {
    if (2 * (index->used + 1) <= index->size)
        return XPGN_OK;
    struct hash_index bigger = {.size = index->size > 0 ? 2 * index->size : SMALL};
    if (index->used < UINT32_MAX)
        bigger.slot = calloc(bigger.size, sizeof *bigger.slot);
    if (bigger.slot == NULL)
        return XPGN_NO_MEMORY;
    for (size_t i = 0; i < index->size; i++)
        if (index->slot[i].place != 0)
            hash_index_put(&bigger, index->slot[i].hash, index->slot[i].place);
    free(index->slot);
    *index = bigger;
    return XPGN_OK;
}

uint32_t hash_index_next(const struct hash_index *index, uint32_t hash, size_t *at) {
    for (size_t i = hash + *at; index->size > 0; i++) {
        const struct hash_index_slot *slot = slot_at(index, i);
        if (slot->place != 0 && slot->hash != hash)
            continue;
        *at = i + 1 - hash;
        return slot->place;
    }
    return 0;
}

void hash_index_clear(struct hash_index *index) {
    if (index == NULL)
        return;
    if (index->size > SMALL)
        hash_index_free(index);
    else if (index->used > 0)
        memset(index->slot, 0, index->size * sizeof *index->slot);
    index->used = 0;
}

void hash_index_free(struct hash_index *index) {
    if (index == NULL)
        return;
    free(index->slot);
    *index = (struct hash_index){.size = 0};
}
