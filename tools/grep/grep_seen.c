/* SPDX-License-Identifier: MIT */
/* A set of digests: a hash table with open addressing, in which they are their own hashes. */
#include "grep/grep.h"

#include <stdlib.h>
#include <string.h>

static bool is_empty(const uint64_t slot[2]) {
    return (slot[0] | slot[1]) == 0;
}

/* Returns the slot of a digest, or an empty one for it. */
static uint64_t *find_seen(const grep_seen *s, const uint64_t digest[2]) {
    size_t at = (size_t)(digest[0] % s->capacity);
    while (!is_empty(s->slot[at]) && memcmp(s->slot[at], digest, sizeof *s->slot) != 0)
        at = at + 1 < s->capacity ? at + 1 : 0;
    return s->slot[at];
}

static bool grow_seen(grep_seen *s) {
    grep_seen more = {.count = s->count, .capacity = s->capacity + s->capacity / 2 + 1024};
    more.slot = calloc(more.capacity, sizeof *more.slot);
    if (more.slot == NULL)
        return false;
    for (size_t i = 0; i < s->capacity; i++)
        if (!is_empty(s->slot[i]))
            memcpy(find_seen(&more, s->slot[i]), s->slot[i], sizeof *s->slot);
    free(s->slot);
    *s = more;
    return true;
}

int grep_seen_add(grep_seen *s, const uint8_t digest[XPGN_DIGEST_SIZE]) {
    uint64_t value[2];
    memcpy(value, digest, sizeof value);
    if (s->count >= s->capacity / 8 * 7 && !grow_seen(s))
        return -1;
    uint64_t *slot = find_seen(s, value);
    if (!is_empty(slot))
        return 1;
    memcpy(slot, value, sizeof value);
    s->count++;
    return 0;
}

void grep_seen_free(grep_seen *s) {
    free(s->slot);
}
