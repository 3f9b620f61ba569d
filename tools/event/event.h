/* SPDX-License-Identifier: MIT */
/* Shared by the files of xpgn-event: its options. */
#ifndef EVENT_H
#define EVENT_H

#include "cli/cli.h"

typedef struct event_options {
    cli_common common;
    xpgn_event *event;
    int status;
    cli_range rounds;
    const char *list;
    int format; /* cli_style */
    bool strict, quiet, crosstable;
    int table; /* table_form */
    const char *points, *control;
    uint64_t letters, clock_tolerance, max_event;
} event_options;

/* Of the one thread. */
typedef struct event_state {
    xpgn_walk *walk; /* NULL: there was no record */
} event_state;

/* Prints all findings, naming the players as the records do; raises o->status. */
void event_print(cli *c, event_options *o, xpgn_walk *walk);
/* Prints standings and crosstable. */
void event_cross(cli *c, const event_options *o);

#endif
