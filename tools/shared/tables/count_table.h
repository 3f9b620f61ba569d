/* SPDX-License-Identifier: MIT */
/* Counts how often each key was seen. */
#ifndef CLI_COUNT_TABLE_H
#define CLI_COUNT_TABLE_H

#include "frame/cli.h"
#include "internal/loop.h"

typedef struct cli_count {
    uint64_t key, times;
} cli_count;

/* Initialize with {.c = c}. */
typedef struct cli_counts {
    cli *c;
    cli_count *list;
    size_t count, capacity;
    struct hash_index index;
} cli_counts;

/* Increments the count of a key, and returns it. */
uint64_t cli_counts_add(cli_counts *s, uint64_t key);
void cli_counts_clear(cli_counts *s);
void cli_counts_free(cli_counts *s);

#endif
