/* SPDX-License-Identifier: MIT */
/* The events of the games, for the first view of the page: standings with a crosstable, and
 * pairings. */
#include "internal/events.h"
#include "internal/rules.h"
#include "render-html/render-html.h"

#include <stdlib.h>
#include <string.h>
#include <xpgn/walk.h>

enum { MOST_EVENTS = 20, FEWEST_PLAYERS = 3, LONGEST_NAME = 256 };

struct html_event {
    char name[LONGEST_NAME];
    xpgn_event *event; /* NULL: its records are too large */
};

/* ---- the records ----------------------------------------------------------------------------- */

/* Reads the value of a tag, cut to LONGEST_NAME bytes; false if it is missing or unknown. */
static bool read_walk_tag(const cli_worker *w, const char *tag, char out[LONGEST_NAME]) {
    xpgn_buffer value = {0};
    cli_put_tag(&value, w->walk, tag);
    xpgn_buffer_char(&value, '\0');
    if (value.failed)
        cli_no_memory(w->cli);
    (void)snprintf(out, LONGEST_NAME, "%s", value.data);
    xpgn_buffer_free(&value);
    return out[strspn(out, "?")] != '\0';
}

/* True if it is a game of an event, between two known players. */
static bool is_of_event(const cli_worker *w, unsigned seats, char event[LONGEST_NAME]) {
    char name[2][LONGEST_NAME];
    if (!read_walk_tag(w, "Event", event))
        return false;
    for (unsigned seat = 0; seat < 2; seat++)
        if (!read_walk_tag(w, xpgn_seat_tag(seats, seat), name[seat]))
            return false;
    return strcmp(name[0], name[1]) != 0;
}

/* Finds or adds an event; returns NULL if there are too many. */
static html_event *event_of(cli *c, html_common *common, const char *name) {
    for (size_t i = 0; i < common->event_count; i++)
        if (strcmp(common->events[i].name, name) == 0)
            return &common->events[i];
    if (common->event_count == MOST_EVENTS)
        return NULL;
    if (common->events == NULL)
        common->events = calloc(MOST_EVENTS, sizeof *common->events);
    if (common->events == NULL)
        cli_no_memory(c);
    html_event *e = &common->events[common->event_count];
    if (xpgn_event_new(&e->event, NULL) != XPGN_OK)
        cli_no_memory(c);
    (void)snprintf(e->name, sizeof e->name, "%s", name);
    common->event_count++;
    return e;
}

/* The walk of a thread for events; NULL if libsodium is missing. */
static xpgn_walk *walk_of(cli_worker *w) {
    static const xpgn_walk_options how = {XPGN_WALK_OPTIONS, .skip_variations = true,
                                          .keep_line = true};
    html_thread *t = w->state;
    if (t->walk == NULL && xpgn_walk_new(&t->walk, w->catalog, &how) == XPGN_NO_MEMORY)
        cli_no_memory(w->cli);
    return t->walk;
}

void html_tournament_add(cli_worker *w, const xpgn_game *game, unsigned seats,
                         html_common *common) {
    char name[LONGEST_NAME];
    if (common->many_events || !is_of_event(w, seats, name))
        return;
    xpgn_walk *walk = walk_of(w);
    html_event *e = event_of(w->cli, common, name);
    common->many_events = e == NULL || walk == NULL;
    if (common->many_events || e->event == NULL)
        return;
    xpgn_status status = xpgn_event_add(e->event, walk, game, NULL);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(w->cli);
    if (status == XPGN_OK)
        return;
    xpgn_event_free(e->event);
    e->event = NULL;
}

void html_thread_end(html_thread *t) {
    xpgn_walk_free(t->walk);
    xpgn_equity_free(t->equity);
}

/* ---- the tables ------------------------------------------------------------------------------ */

/* Begins "name":{"head":[ */
static void begin_table(xpgn_buffer *b, const char *name) {
    json_open(b, name, "{");
    json_open(b, "head", "[");
}

static void begin_rows(xpgn_buffer *b) {
    xpgn_buffer_char(b, ']');
    json_open(b, "rows", "[");
}

static void put_cell_number(xpgn_buffer *b, uint32_t number) {
    json_printf(b, NULL, "\"%lu\"", (unsigned long)number);
}

static void put_standing(xpgn_buffer *b, const xpgn_event *event, const xpgn_standing *s,
                         size_t row, uint32_t last) {
    uint32_t first, end;
    xpgn_event_rounds(event, &first, &end);
    json_open(b, NULL, "[");
    put_cell_number(b, (uint32_t)row + 1);
    json_text(b, NULL, s->name);
    put_cell_number(b, s->place);
    json_text(b, NULL, s->sum);
    for (uint32_t round = first; round <= last; round++) {
        xpgn_buffer cell = {0};
        xpgn_event_round_write(&cell, event, row, round);
        json_move(b, NULL, &cell);
    }
    xpgn_buffer_char(b, ']');
}

/* Standings, with each player's game in each round: "12w1", a win as White against number 12. */
static void put_crosstable(xpgn_buffer *b, const xpgn_event *event) {
    size_t count;
    uint32_t first, last;
    const xpgn_standing *list = xpgn_event_standings(event, &count);
    xpgn_event_rounds(event, &first, &last);
    begin_table(b, "crosstable");
    json_text(b, NULL, "no");
    json_text(b, NULL, "name");
    json_text(b, NULL, "place");
    json_text(b, NULL, "points");
    for (uint32_t round = first; round <= last; round++)
        put_cell_number(b, round);
    begin_rows(b);
    for (size_t i = 0; i < count; i++)
        put_standing(b, event, &list[i], i, last);
    xpgn_buffer_text(b, "]}");
}

/* True if a column is empty, such as that of boards when they have no numbers. */
static bool is_blank_cells(const xpgn_event_table *t, size_t column) {
    for (size_t row = 0; row < t->rows; row++)
        if (strcmp(t->cell[row * t->columns + column], "-") != 0)
            return false;
    return true;
}

static void put_pairings(xpgn_buffer *b, xpgn_event *event) {
    xpgn_event_table t;
    if (xpgn_event_tabulate(event, XPGN_EVENT_PAIRINGS, &t) != XPGN_OK)
        return;
    begin_table(b, "pairings");
    for (size_t i = 0; i < t.columns; i++)
        if (!is_blank_cells(&t, i))
            json_text(b, NULL, t.heading[i]);
    begin_rows(b);
    for (size_t row = 0; row < t.rows; row++) {
        json_open(b, NULL, "[");
        for (size_t i = 0; i < t.columns; i++)
            if (!is_blank_cells(&t, i))
                json_text(b, NULL, t.cell[row * t.columns + i]);
        xpgn_buffer_char(b, ']');
    }
    xpgn_buffer_text(b, "]}");
}

/* False for a match, or an evening with one game for everybody, which have no standings. */
static bool is_tournament(const xpgn_event *event) {
    size_t players;
    bool again = false;
    const xpgn_standing *list = xpgn_event_standings(event, &players);
    for (size_t i = 0; i < players; i++)
        again |= list[i].won + list[i].drawn + list[i].lost > 1;
    return again && players >= FEWEST_PLAYERS;
}

static void put_event(xpgn_buffer *b, html_event *e) {
    if (e->event == NULL || xpgn_event_check(e->event, NULL) != XPGN_OK || !is_tournament(e->event))
        return;
    json_open(b, NULL, "{");
    json_slice(b, "name", cli_slice(e->name));
    put_crosstable(b, e->event);
    put_pairings(b, e->event);
    xpgn_buffer_char(b, '}');
}

void html_tournaments_put(xpgn_buffer *b, html_common *common) {
    json_open(b, "events", "[");
    for (size_t i = 0; i < common->event_count && !common->many_events; i++)
        put_event(b, &common->events[i]);
    xpgn_buffer_char(b, ']');
}

void html_common_free(html_common *common) {
    for (size_t i = 0; i < common->event_count; i++)
        xpgn_event_free(common->events[i].event);
    free(common->events);
    xpgn_buffer_free(&common->entries);
    xpgn_buffer_free(&common->frames);
    xpgn_buffer_free(&common->ends);
}
