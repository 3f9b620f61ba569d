/* SPDX-License-Identifier: MIT */
/* Counts by keys that are as good as random: a table with open addressing. */
#include "cli/counts.h"

#include <stdlib.h>
#include <string.h>

enum { SMALL = 512 }; /* slots that are cheap to clear */

static uint64_t *find(const cli_counts *s, uint64_t key) {
    size_t at = (size_t)(key & (s->capacity - 1));
    while (s->slot[at][1] != 0 && s->slot[at][0] != key)
        at = (at + 1) & (s->capacity - 1);
    return s->slot[at];
}

static bool grow(cli_counts *s) {
    cli_counts more = {.count = s->count, .capacity = s->capacity > 0 ? s->capacity * 2 : SMALL};
    more.slot = calloc(more.capacity, sizeof *more.slot);
    if (more.slot == NULL)
        return false;
    for (size_t i = 0; i < s->capacity; i++)
        if (s->slot[i][1] != 0)
            memcpy(find(&more, s->slot[i][0]), s->slot[i], sizeof *s->slot);
    free(s->slot);
    *s = more;
    return true;
}

uint64_t cli_counts_add(cli_counts *s, uint64_t key) {
    if (s->count >= s->capacity / 2 && !grow(s))
        return 0;
    uint64_t *slot = find(s, key);
    s->count += slot[1] == 0;
    slot[0] = key;
    return ++slot[1];
}

void cli_counts_clear(cli_counts *s) {
    if (s->capacity > SMALL)
        cli_counts_free(s);
    else if (s->count > 0)
        memset(s->slot, 0, s->capacity * sizeof *s->slot);
    s->count = 0;
}

void cli_counts_free(cli_counts *s) {
    free(s->slot);
    *s = (cli_counts){0};
}
