/* SPDX-License-Identifier: MIT */
/* xpgn-event: records against the list of their event. */
#include "event/event.h"

#include <stdlib.h>
#include <string.h>

#define AT(member) offsetof(event_options, member)

static const cli_option table[] = {
    {.name = "list",
     .argument = "FILE",
     .help = "the event's list: a report file of FIDE (TRF16, TRF26), or CSV with the columns "
             "round, white, black, and perhaps board, red, green, result, date",
     .kind = CLI_READS,
     .offset = AT(list)},
    {.name = "rounds",
     .argument = "N[-M]",
     .help = "expect records of these rounds only",
     .kind = CLI_RANGE,
     .offset = AT(rounds)},
    {.name = "letters",
     .argument = "N",
     .help = "take a name for one of the list from which at most N letters differ (default 2)",
     .kind = CLI_NUMBER,
     .offset = AT(letters),
     .max = 9},
    {.name = "time-control",
     .argument = "TEXT",
     .help = "the time control where neither record nor list has one: 5400+30, "
             "40/5400+30:900+30",
     .kind = CLI_TEXT,
     .offset = AT(control)},
    {.name = "clock-tolerance",
     .argument = "SECONDS",
     .help = "by how much a clock time may be wrong (default 2)",
     .kind = CLI_NUMBER,
     .offset = AT(clock_tolerance),
     .max = 86400},
    {.name = "crosstable",
     .help = "print standings and crosstable; the findings go to standard error",
     .kind = CLI_FLAG,
     .offset = AT(crosstable)},
    {.name = "table",
     .help = "form of the crosstable",
     .kind = CLI_CHOICE,
     .offset = AT(table),
     .choices = "text|markdown|csv"},
    {.name = "points",
     .argument = "WIN-DRAW-LOSS",
     .help = "how the event counts (default: as the list says, else 1-0.5-0)",
     .kind = CLI_TEXT,
     .offset = AT(points)},
    {.letter = 'q',
     .name = "quiet",
     .help = "print no findings; the exit status says whether there are errors",
     .kind = CLI_FLAG,
     .offset = AT(quiet)},
    {.name = "strict", .help = "treat warnings as errors", .kind = CLI_FLAG, .offset = AT(strict)},
    {.name = "format",
     .help = "format of findings; gcc: one line each, json: one object per line, sarif: one log",
     .kind = CLI_CHOICE,
     .offset = AT(format),
     .choices = "text|json|gcc|sarif"},
    {.name = "max-event",
     .argument = "SIZE",
     .help = "maximum size of all records together, which are held in memory (default 1G)",
     .kind = CLI_SIZE,
     .offset = AT(max_event)},
    {.name = NULL}};

static const cli_tool tool = {
    .name = "xpgn-event",
    .usage = "[option...] [file...]",
    .about = "Holds records against the list of their event, or against each other.",
    .options = table,
    .common = CLI_ALL | CLI_TABLE};

/* ---- the event ------------------------------------------------------------------------------- */

static void release(event *e) {
    for (size_t i = 0; i < e->records; i++) {
        free((char *)(uintptr_t)e->record[i].game.text.data);
        free((char *)(uintptr_t)e->record[i].line.data);
    }
    free(e->record);
    free(e->player);
    free(e->pairing);
    xpgn_index_free(&e->keys);
    free(e->order);
    free(e->alphabet);
    free(e->by_fide);
    free(e->round_date);
    free(e->finding);
    xpgn_reader_free(e->reader);
    xpgn_buffer_free(&e->list_text);
    xpgn_buffer_free(&e->cells);
    xpgn_buffer_free(&e->texts);
}

/* All records are read: the walk that printing needs is still there. */
static void finish(cli *c, void *state) {
    event *e = ((event_options *)c->options)->event;
    (void)state;
    if (e->uncontrolled > 1)
        event_hint(e, e->note, "and in %lu more records; --time-control gives one",
                   (unsigned long)e->uncontrolled - 1);
    if (e->o->list != NULL)
        event_resolve(e);
    else
        event_alone_players(e);
    event_moves(e);
    if (e->o->list != NULL) {
        event_match(e);
    } else {
        event_alone_pairings(e);
        event_alone_names(e);
    }
    event_check(e);
    event_print(e);
    if (e->o->crosstable)
        event_cross(e);
}

static void unread(cli *c, size_t file_index) {
    (void)file_index;
    ((event_options *)c->options)->event->status = CLI_TROUBLE;
}

static int run(cli *c, event *e) {
    static const xpgn_walk_options walk = {XPGN_WALK_OPTIONS, .skip_variations = true,
                                           .keep_line = true};
    const cli_work work = {.walk = &walk,
                           .state_size = 1,
                           .game = event_record_game,
                           .finish = finish,
                           .unread = unread,
                           .serial = true};
    if (xpgn_reader_new(&e->reader) != XPGN_OK)
        cli_no_memory(c);
    if (e->o->list != NULL && !event_list_read(e))
        return CLI_TROUBLE;
    event_points given;
    if (e->o->points != NULL && event_system_read(e->o->points, &given))
        e->points = given;
    int status = cli_run(c, &work);
    return status > e->status ? status : e->status;
}

static int check_options(cli *c, const event_options *o) {
    event_points points;
    event_control control[2];
    bool standard = c->common->files.count == 0;
    for (size_t i = 0; i < c->common->files.count; i++)
        standard = standard || strcmp(c->common->files.item[i], "-") == 0;
    if (o->list != NULL && strcmp(o->list, "-") == 0 && standard)
        return cli_usage(c, "list and records cannot both be read from standard input");
    if (o->points != NULL && !event_system_read(o->points, &points))
        return cli_usage(c, "--points=%s: expected WIN-DRAW-LOSS, such as 3-1-0", o->points);
    if (o->control != NULL &&
        !event_controls_read((xpgn_slice){o->control, strlen(o->control)}, control))
        return cli_usage(c, "--time-control=%s: expected seconds and increment, such as 5400+30",
                         o->control);
    return CLI_GO;
}

int main(int argc, char **argv) {
    event_options o = {.letters = 2, .clock_tolerance = 2, .max_event = UINT64_C(1) << 30};
    event e = {.o = &o, .points = {.win = EVENT_POINT, .draw = EVENT_POINT / 2, .bye = -1}};
    cli c;
    e.c = &c;
    o.event = &e;
    int status = cli_begin(&c, &tool, argc, argv, &o);
    if (status == CLI_GO)
        status = check_options(&c, &o);
    if (status == CLI_GO)
        status = run(&c, &e);
    release(&e);
    return cli_end(&c, status);
}
