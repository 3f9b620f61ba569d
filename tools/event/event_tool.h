/* SPDX-License-Identifier: MIT */
/* Shared by the files of xpgn-event: its options. */
#ifndef EVENT_TOOL_H
#define EVENT_TOOL_H

#include <xpgn/event.h>
#include <xpgn/write.h>

#include "frame/cli.h"
#include "internal/loop.h"

enum { EVENT_SHOWN = 6 };

/* An event: the records with one Event, Site and year, those of a list, or all. */
typedef struct event_group {
    xpgn_event *event;
    char *name; /* "Event, Site, year", or its name in a list of several; NULL: not named */
} event_group;

typedef struct event_options {
    cli_common common;
    event_group *group;
    size_t groups, room;
    struct hash_index index; /* of the groups, by their names */
    xpgn_reader *reader;
    uint64_t held;       /* bytes of the records of all groups */
    xpgn_buffer others;  /* names of events that are not wanted, until a record is */
    const char *only;    /* --event: the tag Event of the records that count; NULL: all */
    bool several;        /* the list has several events, told apart by the tag Event */
    uint64_t strange;    /* how many records are of none of them */
    char *first_strange; /* the place and the event of the first one */
    int status;
    cli_range rounds;
    const char *list;
    int format; /* cli_style */
    bool strict, quiet, one_event;
    int table;            /* table_form */
    const char *language; /* of their words; NULL: English, */
    xpgn_language words;  /* and the same */
    const char *points, *control, *tie_breaks, *shows;
    uint8_t show[EVENT_SHOWN];
    size_t shown;
    uint64_t k;
    uint64_t letters, clock_tolerance, max_event;
} event_options;

/* The state of the only thread. */
typedef struct event_state {
    xpgn_walk *walk; /* NULL: there are no records */
} event_state;

/* Prints all findings of all events, naming the players as the records do; raises o->status. */
void event_print(cli *c, event_options *o, xpgn_walk *walk);
/* Reads the names of tables, separated by commas. Returns their number; 0 if there is no such
   table, or there are more than EVENT_SHOWN. */
size_t show_read(const char *text, uint8_t show[EVENT_SHOWN]);
/* Says which tables there are, and which one may be meant; returns a status as cli_usage. */
int show_refuse(cli *c, const char *text);
/* Prints the tables of each event. */
void event_show(cli *c, const event_options *o);

#endif
