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
     .help = "the time control, whatever records and list say: 5400+30, 40/5400+30:900+30",
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
    CLI_STYLES(AT(format)),
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

/* A record: it is walked here. */
static bool one_game(cli_worker *w, const xpgn_game *game) {
    const event_options *o = w->options;
    const cli_list *files = &w->cli->common->files;
    xpgn_game record = *game;
    xpgn_fault why;
    record.file = game->file_index < files->count ? files->item[game->file_index] : "-";
    xpgn_status status = xpgn_event_add(o->event, w->walk, &record, &why);
    if (status == XPGN_INVALID)
        cli_die(w->cli, "%s; see --max-event", why.text);
    if (status != XPGN_OK)
        cli_no_memory(w->cli);
    ((event_state *)w->state)->walk = w->walk;
    return true;
}

/* All records are read: the walk that printing needs is still there. */
static void finish(cli *c, void *state) {
    event_options *o = c->options;
    xpgn_fault why;
    xpgn_status status = xpgn_event_check(o->event, &why);
    if (status == XPGN_INVALID)
        cli_die(c, "the records name %s", why.text);
    if (status != XPGN_OK)
        cli_no_memory(c);
    event_print(c, o, ((const event_state *)state)->walk);
    if (o->crosstable)
        event_cross(c, o);
}

static void unread(cli *c, size_t file_index) {
    (void)file_index;
    ((event_options *)c->options)->status = CLI_TROUBLE;
}

static bool read_list(cli *c, const event_options *o) {
    enum { MOST = 16 << 20 };
    xpgn_buffer text = {0};
    xpgn_fault why;
    xpgn_status status = XPGN_INVALID;
    if (cli_read_file(c, o->list, MOST, &text)) {
        status = xpgn_event_list(o->event, o->list, (xpgn_slice){text.data, text.size}, &why);
        if (status == XPGN_INVALID)
            cli_message(c, "%s: %s", o->list, why.text);
    }
    xpgn_buffer_free(&text);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(c);
    return status == XPGN_OK;
}

static int run(cli *c, event_options *o) {
    static const xpgn_walk_options walk = {XPGN_WALK_OPTIONS, .skip_variations = true,
                                           .keep_line = true};
    const cli_work work = {.walk = &walk,
                           .state_size = sizeof(event_state),
                           .game = one_game,
                           .finish = finish,
                           .unread = unread,
                           .serial = true};
    if (o->list != NULL && !read_list(c, o))
        return CLI_TROUBLE;
    int status = cli_run(c, &work);
    return status > o->status ? status : o->status;
}

static int check_options(cli *c, const event_options *o) {
    bool standard = c->common->files.count == 0;
    for (size_t i = 0; i < c->common->files.count; i++)
        standard = standard || strcmp(c->common->files.item[i], "-") == 0;
    if (o->list != NULL && strcmp(o->list, "-") == 0 && standard)
        return cli_usage(c, "list and records cannot both be read from standard input");
    if (o->points != NULL && xpgn_event_set_points(o->event, o->points) != XPGN_OK)
        return cli_usage(c, "--points=%s: expected WIN-DRAW-LOSS, such as 3-1-0", o->points);
    if (o->control != NULL && xpgn_event_set_control(o->event, o->control) != XPGN_OK)
        return cli_usage(c, "--time-control=%s: expected seconds and increment, such as 5400+30",
                         o->control);
    return CLI_GO;
}

static uint32_t round_of(uint64_t n) {
    return n < UINT32_MAX ? (uint32_t)n : UINT32_MAX;
}

/* 0 of an option of the library is its default. */
static int32_t or_none(uint64_t n) {
    return n > 0 ? (int32_t)n : -1;
}

static void open_event(cli *c, event_options *o) {
    const xpgn_event_options how = {XPGN_EVENT_OPTIONS,
                                    .letters = or_none(o->letters),
                                    .tolerance = or_none(o->clock_tolerance),
                                    .first = round_of(o->rounds.first),
                                    .last = round_of(o->rounds.last),
                                    .max_bytes = o->max_event};
    if (xpgn_event_new(&o->event, &how) != XPGN_OK)
        cli_no_memory(c);
}

int main(int argc, char **argv) {
    event_options o = {.letters = 2, .clock_tolerance = 2};
    cli c;
    int status = cli_begin(&c, &tool, argc, argv, &o);
    if (status == CLI_GO) {
        open_event(&c, &o);
        status = check_options(&c, &o);
    }
    if (status == CLI_GO)
        status = run(&c, &o);
    xpgn_event_free(o.event);
    return cli_end(&c, status);
}
