/* SPDX-License-Identifier: MIT */
/* How often has a key been seen? */
#ifndef CLI_COUNTS_H
#define CLI_COUNTS_H

#include "cli/cli.h"

/* Initialize with {0}. */
typedef struct cli_counts {
    uint64_t (*slot)[2]; /* a key and its count; 0: empty */
    size_t count, capacity;
} cli_counts;

/* Counts a key once more; returns its count, 0 if out of memory. */
uint64_t cli_counts_add(cli_counts *s, uint64_t key);
void cli_counts_clear(cli_counts *s);
void cli_counts_free(cli_counts *s);

#endif
