/* SPDX-License-Identifier: MIT */
#include "validate_chains.h"

#include <stdlib.h>
#include <string.h>

struct chain {
    uint8_t key[16]; /* the first bytes of the commitment, which is a hash */
    uint64_t game;   /* 0: a free slot */
};

/* The slot of a commitment, or the free one where it belongs. */
static struct chain *find(const chains *known, const uint8_t *key) {
    size_t at;
    memcpy(&at, key, sizeof at);
    for (;; at++) {
        struct chain *slot = &known->slot[at & (known->size - 1)];
        if (slot->game == 0 || memcmp(slot->key, key, sizeof slot->key) == 0)
            return slot;
    }
}

/* Keeps the table at most half full. */
static void reserve(cli *c, chains *known) {
    if (2 * (known->used + 1) <= known->size)
        return;
    chains bigger = {.size = known->size > 0 ? 2 * known->size : 64, .used = known->used};
    bigger.slot = calloc(bigger.size, sizeof *bigger.slot);
    if (bigger.slot == NULL)
        cli_no_memory(c);
    for (size_t i = 0; i < known->size; i++)
        if (known->slot[i].game != 0)
            *find(&bigger, known->slot[i].key) = known->slot[i];
    free(known->slot);
    *known = bigger;
}

uint64_t chains_find(cli *c, chains *known, const xpgn_link *commitment, uint64_t game) {
    if (known->used < CHAINS_MOST)
        reserve(c, known);
    struct chain *slot = find(known, commitment->byte);
    if (slot->game != 0)
        return slot->game;
    if (known->used == CHAINS_MOST) {
        known->full = true;
        return 0;
    }
    memcpy(slot->key, commitment->byte, sizeof slot->key);
    slot->game = game;
    known->used++;
    return 0;
}

void chains_free(chains *known) {
    free(known->slot);
    *known = (chains){.slot = NULL};
}
