/* SPDX-License-Identifier: MIT */
/* Reports with the user's own columns: --select, --where, --by. */
#ifndef STATS_SELECT_H
#define STATS_SELECT_H

#include "shared/tables/columns.h"
#include "shared/tables/tag_counts.h"

typedef struct stats_options {
    cli_common common;
    const char *by, *svg, *theme, *select, *where;
    int format; /* xpgn_tally_format */
    bool partial, merge, luck, fairness, explore;
    const char *question, *players;
    uint64_t of;
    /* derived from the options */
    xpgn_tally *sum;
    cli_tags_seen seen;    /* the tag of --by; with --select those of the columns */
    struct stats_job *job; /* of --select */
} stats_options;

/* Counts, or adds up partial results, and writes the report; returns the exit status. */
int stats_select(cli *c, stats_options *o);

#endif
