/* SPDX-License-Identifier: MIT */
/* Shared by the files of xpgn-event: its options. */
#ifndef EVENT_H
#define EVENT_H

#include "cli/cli.h"

enum { EVENT_SHOWN = 6 };

/* The records with one Event, Site and year. */
typedef struct event_group {
    xpgn_event *event;
    char *name; /* "Event, Site, year"; NULL: all records together */
} event_group;

typedef struct event_options {
    cli_common common;
    event_group *group;
    size_t groups, room;
    xpgn_index index; /* of the groups, by their names */
    xpgn_reader *reader;
    uint64_t held;      /* bytes of the records of all groups */
    xpgn_buffer others; /* names of events that are not asked for, while no other has come */
    const char *only;   /* the tag Event of the records that count; NULL: all */
    bool several;       /* events of the list, by the tag Event */
    uint64_t strange;   /* records of none of them */
    char *first_strange;
    int status;
    cli_range rounds;
    const char *list;
    int format; /* cli_style */
    bool strict, quiet, crosstable, one_event;
    int table; /* table_form */
    const char *points, *control, *tie_breaks, *shows;
    uint8_t show[EVENT_SHOWN];
    size_t shown;
    uint64_t k;
    uint64_t letters, clock_tolerance, max_event;
} event_options;

/* Of the one thread. */
typedef struct event_state {
    xpgn_walk *walk; /* NULL: there was no record */
} event_state;

/* Prints all findings of all events, naming the players as the records do; raises o->status. */
void event_print(cli *c, event_options *o, xpgn_walk *walk);
/* Reads which tables are asked for, with commas between; 0: it names something else. */
size_t show_read(const char *text, uint8_t show[EVENT_SHOWN]);
/* Prints the tables of each event. */
void event_show(cli *c, const event_options *o);

#endif
