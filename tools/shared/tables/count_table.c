/* SPDX-License-Identifier: MIT */
/* Counts by keys that are hashes. */
#include "shared/tables/count_table.h"

#include <stdlib.h>

uint64_t cli_counts_add(cli_counts *s, uint64_t key) {
    uint32_t place;
    for (size_t at = 0; (place = hash_index_next(&s->index, (uint32_t)key, &at)) > 0;)
        if (s->list[place - 1].key == key)
            return ++s->list[place - 1].times;
    s->list = cli_grow(s->c, s->list, s->count, &s->capacity, sizeof *s->list);
    if (hash_index_reserve(&s->index) != XPGN_OK)
        cli_no_memory(s->c);
    s->list[s->count++] = (cli_count){key, 1};
    hash_index_put(&s->index, (uint32_t)key, (uint32_t)s->count);
    return 1;
}

void cli_counts_clear(cli_counts *s) {
    hash_index_clear(&s->index);
    s->count = 0;
}

void cli_counts_free(cli_counts *s) {
    hash_index_free(&s->index);
    free(s->list);
    *s = (cli_counts){.c = s->c};
}
