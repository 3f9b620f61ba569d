/* SPDX-License-Identifier: MIT */
/* xpgn-event: checks records against the list of their event. */
#include "event/event_columns.h"
#include "event/event_tool.h"
#include "frame/word_guess.h"
#include "internal/events.h"
#include "shared/decoding/decoding.h"
#include "shared/diagram/language_option.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <xpgn/record.h>
#include <xpgn/walk.h>

#define AT(member) offsetof(event_options, member)

static const cli_option table[] = {
    CLI_ROW("list", "FILE", CLI_READS, AT(list),
            "the event's list: a FIDE report file (TRF16, TRF26), or CSV with the columns round, "
            "white, black and optionally board, red, green, result, date, event"),
    CLI_ROW("rounds", "N[-M]", CLI_RANGE, AT(rounds), "expect records of these rounds only"),
    CLI_ROW("event", "NAME", CLI_TEXT, AT(only), "only records with this tag Event"),
    CLI_SWITCH("one-event", AT(one_event),
               "compare all records with each other; by default, without a list, those with the "
               "same Event, Site and year"),
    CLI_ROW("letters", "N", CLI_NUMBER, AT(letters),
            "match a name to one in the list if at most N letters differ (default 2)", .max = 9),
    CLI_ROW("time-control", "TEXT", CLI_TEXT, AT(control),
            "the time control, overriding records and list: 5400+30, 40/5400+30:900+30"),
    CLI_ROW("clock-tolerance", "SECONDS", CLI_NUMBER, AT(clock_tolerance),
            "tolerance for clock times (default 2)", .max = 86400),
    CLI_ROW("show", "TABLE,...", CLI_TEXT, AT(shows),
            "print standings, crosstable, pairings, rating, missing or teams; findings go to "
            "standard error"),
    CLI_ROW("tie-breaks", "CODE,...", CLI_TEXT, AT(tie_breaks),
            "FIDE tie-breaks, such as DE,BH/C1,SB (default: those in the list)"),
    CLI_ROW(
        "k-factor", "N", CLI_NUMBER, AT(k),
        "K-factor of all players in the rating table (default: by rating, age and time control)",
        .max = 100),
    CLI_ONE_OF("table", "text|markdown|csv|json|html", AT(table), "format of these tables"),
    CLI_ROW("language", "CODE", CLI_TEXT, AT(language),
            "language of their heads, but in CSV: en (default), de, fr, es, it, nl or pl"),
    CLI_ROW("points", "WIN-DRAW-LOSS", CLI_TEXT, AT(points),
            "points for a result (default: as in the list, else 1-0.5-0)"),
    CLI_SWITCH("quiet", AT(quiet),
               "print no findings; the exit status shows whether there are errors", .letter = 'q'),
    CLI_SWITCH("strict", AT(strict), "treat warnings as errors"),
    CLI_STYLES(AT(format)),
    CLI_ROW("max-event", "SIZE", CLI_SIZE, AT(max_event),
            "maximum total size of the records, which are held in memory (default 1G)"),
    {.name = NULL}};

static const cli_tool tool = {
    .name = "xpgn-event",
    .usage = "[option...] [file...]",
    .about = "Checks records against the list of their event, or against each other.",
    .options = table,
    .common = CLI_FILES | CLI_TABLE};

/* ---- events ---------------------------------------------------------------------------------- */

static uint32_t round_of_group(uint64_t n) {
    return n < UINT32_MAX ? (uint32_t)n : UINT32_MAX;
}

/* For options of the library 0 is the default, and -1 is none. */
static int32_t or_none(uint64_t n) {
    return n > 0 ? (int32_t)n : -1;
}

/* Adds an event; if the list has several, it takes those games of the list that have its name. */
static event_group *open_event(cli *c, event_options *o, const char *name) {
    o->group = cli_grow(c, o->group, o->groups, &o->room, sizeof *o->group);
    event_group *g = &o->group[o->groups];
    *g = (event_group){.name = name != NULL ? strdup(name) : NULL, .event = NULL};
    const xpgn_event_options how = {XPGN_EVENT_OPTIONS,
                                    .letters = or_none(o->letters),
                                    .tolerance = or_none(o->clock_tolerance),
                                    .first = round_of_group(o->rounds.first),
                                    .last = round_of_group(o->rounds.last),
                                    .max_bytes = o->max_event,
                                    .k = (uint32_t)o->k,
                                    .event = o->several ? g->name : NULL};
    if ((name != NULL && g->name == NULL) || xpgn_event_new(&g->event, &how) != XPGN_OK ||
        hash_index_reserve(&o->index) != XPGN_OK)
        cli_no_memory(c);
    o->groups++;
    return g;
}

/* Sets options that have been checked. */
static void set_event(const event_options *o, xpgn_event *e) {
    if (o->tie_breaks != NULL)
        (void)xpgn_event_set_tie_breaks(e, o->tie_breaks, NULL);
    if (o->points != NULL)
        (void)xpgn_event_set_points(e, o->points);
    if (o->control != NULL)
        (void)xpgn_event_set_control(e, o->control);
}

static void close_events(event_options *o) {
    for (size_t i = 0; i < o->groups; i++) {
        xpgn_event_free(o->group[i].event);
        free(o->group[i].name);
    }
    free(o->group);
    free(o->first_strange);
    hash_index_free(&o->index);
    xpgn_buffer_free(&o->others);
    xpgn_reader_free(o->reader);
}

enum { EVENT, SITE, DATE, EVENT_DATE, TAGS };

static void take_event_tags(const event_options *o, const xpgn_game *game, xpgn_slice value[TAGS]) {
    static const char *const names[TAGS] = {"Event", "Site", "Date", "EventDate"};
    xpgn_slice name[TAGS];
    for (int i = 0; i < TAGS; i++)
        name[i] = cli_slice(names[i]);
    xpgn_reader_tags(o->reader, game->text, name, TAGS, value);
}

static bool has_year(xpgn_slice s) {
    return s.size >= 4 && s.data[0] >= '1' && s.data[0] <= '9' && memchr(s.data, '?', 4) == NULL;
}

/* False for an unknown site, and for a web address, which is that of the game. */
static bool is_site(xpgn_slice s) {
    return s.size > 0 && s.data[0] != '?' && (s.size < 4 || memcmp(s.data, "http", 4) != 0);
}

static void put_event_key(xpgn_buffer *b, const xpgn_slice value[TAGS]) {
    xpgn_slice date = has_year(value[EVENT_DATE]) ? value[EVENT_DATE] : value[DATE];
    xpgn_tag_text(b, value[EVENT]);
    if (is_site(value[SITE])) {
        xpgn_buffer_text(b, ", ");
        xpgn_tag_text(b, value[SITE]);
    }
    if (has_year(date))
        xpgn_buffer_printf(b, ", %.4s", date.data);
    xpgn_buffer_char(b, '\0');
}

static bool is_grouped(const event_options *o) {
    return o->list == NULL && !o->one_event;
}

/* The event of a record, which is added if it is new; the first one is open already. */
static event_group *group_of(cli *c, event_options *o, const xpgn_slice value[TAGS]) {
    xpgn_buffer key = {0};
    uint32_t place;
    put_event_key(&key, value);
    if (key.failed)
        cli_no_memory(c);
    uint32_t hash = (uint32_t)hash_bytes(0, key.data, key.size);
    event_group *found = NULL;
    for (size_t at = 0; found == NULL && (place = hash_index_next(&o->index, hash, &at)) > 0;)
        if (strcmp(o->group[place - 1].name, key.data) == 0)
            found = &o->group[place - 1];
    if (found == NULL) {
        found = o->group[0].name == NULL ? &o->group[0] : open_event(c, o, key.data);
        if (found->name == NULL)
            found->name = strdup(key.data);
        if (found->name == NULL)
            cli_no_memory(c);
        set_event(o, found->event);
        hash_index_put(&o->index, hash, (uint32_t)o->groups);
    }
    xpgn_buffer_free(&key);
    return found;
}

static bool is_event_name(const char *name, xpgn_slice event) {
    return event.size == strlen(name) &&
           (event.size == 0 || strncasecmp(event.data, name, event.size) == 0);
}

static bool is_asked(const event_options *o, xpgn_slice event) {
    return o->only == NULL || is_event_name(o->only, event);
}

/* A hash of the name that ignores case. */
static uint32_t hash_name(xpgn_slice name) {
    uint64_t hash = 0;
    for (size_t i = 0; i < name.size; i++) {
        char c = name.data[i] >= 'A' && name.data[i] <= 'Z' ? (char)(name.data[i] - 'A' + 'a')
                                                            : name.data[i];
        hash = hash_bytes(hash, &c, 1);
    }
    return (uint32_t)hash;
}

/* The event of the list that a record names; NULL if it names none of them. */
static event_group *listed_group(event_options *o, xpgn_slice event) {
    uint32_t place;
    for (size_t at = 0; (place = hash_index_next(&o->index, hash_name(event), &at)) > 0;)
        if (is_event_name(o->group[place - 1].name, event))
            return &o->group[place - 1];
    return NULL;
}

static void note_strange(cli *c, event_options *o, const xpgn_game *record, xpgn_slice event) {
    xpgn_buffer b = {0};
    if (o->strange++ > 0)
        return;
    xpgn_buffer_printf(&b, "%s:%llu, \"", record->file, (unsigned long long)record->line);
    xpgn_buffer_clean(&b, event);
    xpgn_buffer_text(&b, "\"");
    xpgn_buffer_char(&b, '\0');
    if (b.failed)
        cli_no_memory(c);
    o->first_strange = b.data;
}

/* Notes the first few events that are not wanted, each with a NUL: one of them may be meant. */
static void note_event(event_options *o, xpgn_slice name) {
    enum { MOST = 4096 };
    if (o->held > 0 || name.data == NULL || o->others.size + name.size > MOST)
        return;
    size_t begin = o->others.size;
    xpgn_tag_text(&o->others, name);
    xpgn_buffer_char(&o->others, '\0');
    for (size_t at = 0; at < begin && !o->others.failed; at += strlen(o->others.data + at) + 1)
        if (strcmp(o->others.data + at, o->others.data + begin) == 0)
            o->others.size = begin; /* it is there already */
}

/* Which of the events that were noted may be meant by --event; NULL if none may. */
static const char *meant_event(const event_options *o) {
    cli_guess guess = cli_guess_begin(o->only, strlen(o->only));
    for (size_t at = 0; at < o->others.size; at += strlen(o->others.data + at) + 1)
        cli_guess_try(&guess, o->others.data + at);
    bool one = o->others.size > 0 && strlen(o->others.data) + 1 == o->others.size;
    return guess.best != NULL ? guess.best : one ? o->others.data : NULL;
}

/* Says that no record has the event of --event, and which one may be meant. */
static void tell_event(cli *c, const event_options *o) {
    const char *meant = meant_event(o);
    cli_message(c,
                meant != NULL ? "no record has the event \"%s\"; did you mean \"%s\"?"
                              : "no record has the event \"%s\"",
                o->only, meant);
}

/* Adds a record to its event, which walks it. */
static bool read_event_game(cli_worker *w, const xpgn_game *game) {
    event_options *o = w->cli->options;
    const cli_list *files = &w->cli->common->files;
    xpgn_game record = *game;
    xpgn_slice value[TAGS];
    xpgn_fault why;
    take_event_tags(o, game, value);
    if (!is_asked(o, value[EVENT])) {
        note_event(o, value[EVENT]);
        if (o->others.failed)
            cli_no_memory(w->cli);
        return true;
    }
    record.file = cli_input(files, game->file_index);
    event_group *g = o->several      ? listed_group(o, value[EVENT])
                     : is_grouped(o) ? group_of(w->cli, o, value)
                                     : &o->group[0];
    if (g == NULL) {
        note_strange(w->cli, o, &record, value[EVENT]);
        return true;
    }
    xpgn_status status = xpgn_event_add(g->event, w->walk, &record, &why);
    o->held += game->text.size;
    uint64_t most = o->max_event > 0 ? o->max_event : UINT64_C(1) << 30;
    if (status == XPGN_OK && o->held > most)
        cli_die(w->cli, "the records are larger than %llu bytes together; see --max-event",
                (unsigned long long)most);
    if (status == XPGN_INVALID)
        cli_die(w->cli, "%s; see --max-event", why.text);
    if (status != XPGN_OK)
        cli_no_memory(w->cli);
    ((event_state *)w->state)->walk = w->walk;
    cli_note_unread(w, w->walk);
    return true;
}

/* Checks and prints all events at the end, while the walk that printing needs still exists. */
static void finish_events(cli *c, void *state) {
    event_options *o = c->options;
    xpgn_fault why;
    if (o->only != NULL && o->held == 0)
        tell_event(c, o);
    for (size_t i = 0; i < o->groups; i++) {
        xpgn_status status = xpgn_event_check(o->group[i].event, &why);
        if (status == XPGN_INVALID)
            cli_die(c, "the records name %s", why.text);
        if (status != XPGN_OK)
            cli_no_memory(c);
    }
    if (o->strange > 0) {
        cli_message(c, "%llu record%s without an event in the list; the first is %s",
                    (unsigned long long)o->strange, o->strange == 1 ? "" : "s", o->first_strange);
        o->status = CLI_BAD;
    }
    event_print(c, o, ((const event_state *)state)->walk);
    if (o->shown > 0)
        event_show(c, o);
}

/* True if the name is that of a list, not of a file of games. */
static bool may_be_list(const char *file) {
    static const char *const ends[] = {".csv", ".tsv", ".trf", ".trfx"};
    const char *dot = strrchr(file, '.');
    for (size_t i = 0; dot != NULL && i < sizeof ends / sizeof *ends; i++)
        if (strcasecmp(dot, ends[i]) == 0)
            return true;
    return false;
}

static void unread(cli *c, size_t file_index) {
    (void)file_index;
    ((event_options *)c->options)->status = CLI_TROUBLE;
}

/* If the list has several events, opens those that are wanted instead of the one for all. */
static void open_listed(cli *c, event_options *o, xpgn_slice text) {
    xpgn_buffer names = {0};
    size_t count;
    xpgn_status status = xpgn_event_list_events(&names, text, &count);
    if (status == XPGN_INVALID)
        cli_die(c, "%s: more than 1000 events", o->list);
    if (status != XPGN_OK)
        cli_no_memory(c);
    if (count > 1 && !o->one_event) {
        xpgn_event_free(o->group[0].event);
        o->groups = 0;
        o->several = true;
        for (size_t at = 0; at < names.size; at += strlen(names.data + at) + 1) {
            xpgn_slice name = cli_slice(names.data + at);
            if (!is_asked(o, name)) {
                note_event(o, name);
                continue;
            }
            set_event(o, open_event(c, o, names.data + at)->event);
            hash_index_put(&o->index, hash_name(name), (uint32_t)o->groups);
        }
    }
    xpgn_buffer_free(&names);
}

static xpgn_status give_list(cli *c, event_options *o, xpgn_slice text) {
    xpgn_status status = XPGN_OK;
    xpgn_fault why;
    open_listed(c, o, text);
    for (size_t i = 0; i < o->groups && status == XPGN_OK; i++)
        status = xpgn_event_read_list(o->group[i].event, o->list, text, &why);
    if (status == XPGN_INVALID)
        cli_message(c, "%s: %s", o->list, why.text);
    const char *meant = status == XPGN_OK && o->groups == 0 ? meant_event(o) : NULL;
    if (status == XPGN_OK && o->groups == 0)
        cli_message(c,
                    meant != NULL ? "%s: the list has no event \"%s\"; did you mean \"%s\"?"
                                  : "%s: the list has no event \"%s\"",
                    o->list, o->only, meant);
    return o->groups > 0 ? status : XPGN_INVALID;
}

static bool read_event_list(cli *c, event_options *o) {
    xpgn_buffer text = {0};
    xpgn_status status = XPGN_INVALID;
    if (cli_read_file(c, o->list, CLI_LIST_MOST, &text, NULL))
        status = give_list(c, o, (xpgn_slice){text.data, text.size});
    xpgn_buffer_free(&text);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(c);
    return status == XPGN_OK;
}

/* Says what may be meant by a code, in capitals and without what follows it: bhh/c1 by BH/C1. */
static void refuse_tie_break(cli *c, const char *code) {
    char word[16];
    const char *known;
    const size_t size = strcspn(code, "/-#");
    (void)snprintf(word, sizeof word, "%.*s", (int)size, code);
    for (char *p = word; *p != '\0'; p++)
        *p = (char)toupper((unsigned char)*p);
    cli_guess guess = cli_guess_begin(word, strlen(word));
    for (size_t i = 0; (known = xpgn_tie_break_code(i)) != NULL; i++)
        cli_guess_try(&guess, known);
    (void)cli_usage(
        c,
        guess.best != NULL && strcmp(guess.best, word) != 0
            ? "--tie-breaks: %s is not a FIDE tie-break for this event; did you mean %s%s?"
            : "--tie-breaks: %s is not a FIDE tie-break for this event; see xpgn-event(1)",
        code, guess.best, code + size);
}

/* Sets --tie-breaks for all events; false after a message if one is not among FIDE's. */
static bool set_tie_breaks(cli *c, const event_options *o) {
    xpgn_fault why;
    for (size_t i = 0; i < o->groups && o->tie_breaks != NULL; i++)
        if (xpgn_event_set_tie_breaks(o->group[i].event, o->tie_breaks, &why) != XPGN_OK) {
            refuse_tie_break(c, why.text);
            return false;
        }
    return true;
}

static int run_event(cli *c, event_options *o) {
    static const xpgn_walk_options walk = {XPGN_WALK_OPTIONS, .skip_variations = true,
                                           .keep_line = true};
    if ((o->list != NULL && !read_event_list(c, o)) || !set_tie_breaks(c, o))
        return CLI_TROUBLE;
    xpgn_decoder *decoder = cli_decoder(c, XPGN_FROM_ANY);
    const cli_work work = {.walk = &walk,
                           .state_size = sizeof(event_state),
                           .game = read_event_game,
                           .finish = finish_events,
                           .unread = unread,
                           .decoder = decoder,
                           .decodes_few = true,
                           .decode = xpgn_stream_decode,
                           .refused = cli_refuses,
                           .serial = true};
    int status = cli_run(c, &work);
    c->unread.quiet = o->quiet;
    xpgn_decoder_free(decoder);
    return status > o->status ? status : o->status;
}

static int check_event_options(cli *c, const event_options *o) {
    if (o->list != NULL && strcmp(o->list, "-") == 0 && cli_reads_standard(&c->common->files))
        return cli_usage(c, "list and records cannot both be read from standard input");
    for (size_t i = 0; o->list == NULL && i < c->common->files.count; i++)
        if (may_be_list(c->common->files.item[i]))
            return cli_usage(c, "%s is not a file of games: did you mean --list=%s?",
                             c->common->files.item[i], c->common->files.item[i]);
    if (o->shows != NULL && o->shown == 0)
        return show_refuse(c, o->shows);
    if (o->shows == NULL && o->table != TABLE_TEXT)
        return cli_usage(c, "--table is for tables: add --show=crosstable or another table");
    xpgn_event *event = o->group[0].event;
    if (o->points != NULL && xpgn_event_set_points(event, o->points) != XPGN_OK)
        return cli_usage(c, "--points=%s: expected WIN-DRAW-LOSS, such as 3-1-0", o->points);
    if (o->control != NULL && xpgn_event_set_control(event, o->control) != XPGN_OK)
        return cli_usage(c, "--time-control=%s: expected seconds and increment, such as 5400+30",
                         o->control);
    return CLI_GO;
}

int main(int argc, char **argv) {
    event_options o = {.letters = 2, .clock_tolerance = 2};
    cli c;
    int status = cli_begin(&c, &tool, argc, argv, &o);
    if (status == CLI_GO) {
        o.shown = o.shows != NULL ? show_read(o.shows, o.show) : 0;
        (void)open_event(&c, &o, NULL);
        if (xpgn_reader_new(&o.reader) != XPGN_OK)
            cli_no_memory(&c);
    }
    if (status == CLI_GO)
        status = cli_find_words(&c, o.language, &o.words);
    if (status == CLI_GO)
        status = check_event_options(&c, &o);
    if (status == CLI_GO)
        status = run_event(&c, &o);
    close_events(&o);
    return cli_end(&c, status);
}
