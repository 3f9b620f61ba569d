/* SPDX-License-Identifier: MIT */
/* The records of an event, kept in memory. */
#include "event/event.h"

#include <stdlib.h>
#include <string.h>

static const char *const tag_names[EVENT_TAGS] = {"Round", "Date", "Board", "TimeControl",
                                                  "Result"};
const char *const event_id_names[XPGN_MAX_SEATS] = {"WhiteFideId", "RedFideId", "BlackFideId",
                                                    "GreenFideId"};

xpgn_place event_record_place(const event_record *r, xpgn_slice value) {
    if (value.data == NULL)
        return (xpgn_place){0, 0};
    return (xpgn_place){(uint32_t)(value.data - r->game.text.data), (uint32_t)value.size};
}

/* ---- memory ---------------------------------------------------------------------------------- */

static char *copy(event *e, const char *data, size_t size) {
    e->held += size;
    if (e->held > e->o->max_event)
        cli_die(e->c, "the records are larger than %llu bytes together; see --max-event",
                (unsigned long long)e->o->max_event);
    char *to = malloc(size + 1);
    if (to == NULL)
        cli_no_memory(e->c);
    if (size > 0)
        memcpy(to, data, size);
    to[size] = '\0';
    return to;
}

static event_record *add_record(event *e, const xpgn_game *game) {
    e->record = event_grow(e, e->record, e->records, &e->record_room, sizeof *e->record);
    event_record *r = &e->record[e->records++];
    e->held += sizeof *r;
    *r = (event_record){.game = *game, .pairing = EVENT_NOBODY, .copy_of = EVENT_NOBODY};
    const cli_list *files = &e->c->common->files;
    r->game.file = game->file_index < files->count ? files->item[game->file_index] : "-";
    r->game.text.data = copy(e, game->text.data, game->text.size);
    return r;
}

/* ---- tags ------------------------------------------------------------------------------------ */

static bool is_unknown(xpgn_slice s) {
    s = event_trim(s);
    return s.size == 0 || (s.size == 1 && (s.data[0] == '?' || s.data[0] == '-'));
}

static void read_seat(event *e, event_seat *seat, xpgn_slice value, xpgn_slice id) {
    xpgn_buffer name = {0};
    *seat = (event_seat){.value = value, .id = id, .player = EVENT_NOBODY};
    if (!is_unknown(value))
        cli_put_value(&name, value);
    if (name.failed)
        cli_no_memory(e->c);
    event_key_make(&seat->key, (xpgn_slice){name.data, name.size});
    xpgn_buffer_free(&name);
    if (!event_number_read(event_trim(id), UINT64_MAX / 16, &seat->fide))
        seat->fide = 0;
}

static void read_tags(event *e, event_record *r) {
    enum { SEATS = XPGN_MAX_SEATS, ALL = EVENT_TAGS + 2 * XPGN_MAX_SEATS };
    xpgn_slice name[ALL], value[ALL];
    for (int i = 0; i < ALL; i++) {
        const char *text = i < EVENT_TAGS ? tag_names[i]
                           : i < EVENT_TAGS + SEATS
                               ? xpgn_seat_tag(SEATS, (unsigned)(i - EVENT_TAGS))
                               : event_id_names[i - EVENT_TAGS - SEATS];
        name[i] = (xpgn_slice){text, strlen(text)};
    }
    cli_read_tags(e->reader, &r->game, name, ALL, value);
    memcpy(r->tag, value, sizeof r->tag);
    const xpgn_slice *who = value + EVENT_TAGS, *id = who + SEATS;
    r->seats = who[1].data != NULL || who[3].data != NULL ? 4 : 2;
    for (unsigned i = 0; i < r->seats; i++) {
        unsigned from = r->seats == 4 ? i : 2 * i;
        read_seat(e, &r->seat[i], who[from], id[from]);
    }
    r->round = event_round_read(r->tag[EVENT_ROUND]);
    if (!event_date_read(r->tag[EVENT_DATE], &r->date))
        r->date = (event_date){0, 0, 0};
}

/* ---- moves ----------------------------------------------------------------------------------- */

static bool overlaps(xpgn_place a, xpgn_place b) {
    return a.offset < b.offset + b.length && b.offset < a.offset + a.length;
}

/* The first error of the walk. */
static void tell_errors(event *e) {
    size_t count;
    uint32_t record = (uint32_t)e->records - 1;
    const xpgn_finding *list = xpgn_walk_findings(e->walk, &count);
    event_record *r = &e->record[record];
    for (size_t i = 0; i < count; i++) {
        if (list[i].level != XPGN_ERROR)
            continue;
        r->result_told = overlaps(list[i].place, r->result) ||
                         overlaps(list[i].place, event_record_place(r, r->tag[EVENT_RESULT]));
        e->record[record].played = false;
        size_t n = event_find(e, XPGN_CODE_EVENT_ERRORS, record, list[i].place,
                              "record with errors: %s [%s]", list[i].text, list[i].code);
        event_turn(e, n, list[i].turn != NULL ? list[i].turn : "", list[i].ply);
        return;
    }
}

static void take_result(event_record *r, const xpgn_step *step) {
    r->turns = step->ply;
    r->result = step->place;
    r->result_text = step->text;
    r->has_score = step->text.size > 0 && step->text.data[0] != '*' &&
                   xpgn_result_read(step->text, r->seats, r->score);
}

static void take_line(event *e, event_record *r) {
    xpgn_buffer line = {0};
    xpgn_status status = xpgn_walk_line(e->walk, &line);
    if (status == XPGN_NO_MEMORY || line.failed)
        cli_no_memory(e->c);
    if (status == XPGN_OK)
        r->line = (xpgn_slice){copy(e, line.data, line.size), line.size};
    xpgn_buffer_free(&line);
}

static void play(event *e, uint32_t record) {
    event_record *r = &e->record[record];
    event_clocks clocks;
    const xpgn_step *step;
    event_clocks_begin(&clocks, e, record);
    r->played = true;
    xpgn_status status = xpgn_walk_begin(e->walk, &r->game);
    while (status == XPGN_OK && (status = xpgn_walk_next(e->walk, &step)) == XPGN_OK) {
        if (step->kind == XPGN_STEP_ACTION && step->depth == 0)
            event_clocks_step(&clocks, step);
        else if (step->kind == XPGN_STEP_RESULT)
            take_result(r, step);
    }
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(e->c);
    event_clocks_end(&clocks);
    tell_errors(e);
    take_line(e, r);
}

bool event_record_game(cli_worker *w, const xpgn_game *game) {
    event *e = ((const event_options *)w->options)->event;
    e->walk = w->walk;
    read_tags(e, add_record(e, game));
    play(e, (uint32_t)e->records - 1);
    return true;
}
