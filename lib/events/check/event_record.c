/* SPDX-License-Identifier: MIT */
/* The records of an event, kept in memory. */
#include "core/base/grow.h"
#include "events/check/checks.h"
#include "internal/action_facts.h"
#include "internal/rules.h"
#include "internal/text_out.h"

#include <string.h>
#include <xpgn/record.h>
#include <xpgn/walk.h>

static const char *const tag_names[EVENT_TAGS] = {"Round",  "Date",  "Board", "TimeControl",
                                                  "Result", "Event", "Site"};
static const char *const elo_names[XPGN_MAX_SEATS] = {"WhiteElo", "RedElo", "BlackElo", "GreenElo"};

/* False for a value that is not in the text as it was read. */
static bool is_inside(const event_record *r, xpgn_slice value) {
    uintptr_t text = (uintptr_t)r->game.text.data, at = (uintptr_t)value.data;
    return at >= text && at - text <= r->game.text.size;
}

xpgn_place event_record_place(const event_record *r, xpgn_slice value) {
    if (value.data == NULL || !is_inside(r, value))
        return (xpgn_place){0, 0};
    return (xpgn_place){(uint32_t)(value.data - r->game.text.data), (uint32_t)value.size};
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* Copies a text; data is NULL if out of memory, or if the records are too large. */
static xpgn_slice copy_value(event *e, xpgn_slice s) {
    e->held += s.size;
    if (e->held > e->o.max_bytes) {
        event_refuse(e, "the records are larger than %llu bytes together",
                     (unsigned long long)e->o.max_bytes);
        return (xpgn_slice){NULL, 0};
    }
    char *to = arena_copy(&e->arena, s);
    if (to == NULL)
        event_no_memory(e);
    return (xpgn_slice){to, to != NULL ? s.size : 0};
}

/* Returns a copy of a file's name, which successive games share. */
static const char *file_of(event *e, const char *file) {
    const char *last = e->records > 0 ? e->record[e->records - 1].game.file : NULL;
    if (last != NULL && strcmp(last, file) == 0)
        return last;
    char *name = arena_copy(&e->arena, slice_of(file));
    if (name == NULL)
        event_no_memory(e);
    return name;
}

/* Adds a record; NULL if the event has failed. Records are not in the arena, as they are large and
   most events of a career have few. */
static event_record *add_record(event *e, const xpgn_game *game) {
    bool room = GROW(e->record, e->records, e->record_room);
    if (!room)
        event_no_memory(e);
    if (!room)
        return NULL;
    event_record *r = &e->record[e->records];
    e->held += sizeof *r;
    *r = (event_record){
        .game = *game, .pairing = EVENT_NOBODY, .copy_of = EVENT_NOBODY, .second_of = EVENT_NOBODY};
    r->game.file = file_of(e, game->file);
    r->game.text = copy_value(e, game->text);
    if (e->status != XPGN_OK)
        return NULL;
    e->records++;
    return r;
}

/* ---- tags ------------------------------------------------------------------------------------ */

static bool is_unknown(xpgn_slice s) {
    s = event_trim(s);
    return s.size == 0 || (s.size == 1 && (s.data[0] == '?' || s.data[0] == '-'));
}

static void put_plain_name(xpgn_buffer *b, xpgn_slice value) {
    xpgn_buffer plain = {0};
    xpgn_tag_text(&plain, value);
    xpgn_buffer_clean(b, (xpgn_slice){plain.data, plain.size});
    b->failed |= plain.failed;
    xpgn_buffer_free(&plain);
}

static void read_seat(event *e, event_seat *seat, xpgn_slice value, xpgn_slice id) {
    xpgn_buffer name = {0};
    *seat = (event_seat){.value = value, .id = id, .player = EVENT_NOBODY};
    if (!is_unknown(value))
        put_plain_name(&name, value);
    if (name.failed)
        event_no_memory(e);
    event_key_make(&seat->key, (xpgn_slice){name.data, name.size});
    xpgn_buffer_free(&name);
    if (!event_number_read(event_trim(id), UINT64_MAX / 16, &seat->fide))
        seat->fide = 0;
}

void event_record_tags(event *e, event_record *r) {
    enum { SEATS = XPGN_MAX_SEATS, ALL = EVENT_TAGS + 3 * XPGN_MAX_SEATS };
    xpgn_slice name[ALL], value[ALL];
    uint64_t rating;
    for (int i = 0; i < ALL; i++) {
        const char *text = i < EVENT_TAGS ? tag_names[i]
                           : i < EVENT_TAGS + SEATS
                               ? xpgn_seat_tag(SEATS, (unsigned)(i - EVENT_TAGS))
                           : i < EVENT_TAGS + 2 * SEATS ? event_id_names[i - EVENT_TAGS - SEATS]
                                                        : elo_names[i - EVENT_TAGS - 2 * SEATS];
        name[i] = (xpgn_slice){text, strlen(text)};
    }
    xpgn_reader_tags(e->reader, r->game.text, name, ALL, value);
    for (int i = 0; i < ALL; i++)
        if (value[i].data != NULL && !is_inside(r, value[i]))
            value[i] = copy_value(e, value[i]);
    /* whether a unit is written counts here, and the order of days and months */
    for (int i = EVENT_DATE; i <= EVENT_CONTROL; i += EVENT_CONTROL - EVENT_DATE)
        xpgn_reader_written(e->reader, r->game.text, &name[i], 1, &value[i]);
    memcpy(r->tag, value, sizeof r->tag);
    const xpgn_slice *who = value + EVENT_TAGS, *id = who + SEATS;
    r->seats = who[1].data != NULL || who[3].data != NULL ? 4 : 2;
    for (unsigned i = 0; i < r->seats; i++) {
        unsigned from = r->seats == 4 ? i : 2 * i;
        read_seat(e, &r->seat[i], who[from], id[from]);
        if (event_number_read(event_trim(id[from + SEATS]), 9999, &rating))
            r->seat[i].rating = (uint32_t)rating;
    }
    r->round = event_round_read(r->tag[EVENT_ROUND]);
    r->part = event_part_read(r->tag[EVENT_ROUND]);
    if (!event_date_read(r->tag[EVENT_DATE], &r->date))
        r->date = (event_date){0, 0, 0};
}

/* ---- moves ----------------------------------------------------------------------------------- */

static bool overlaps(xpgn_place a, xpgn_place b) {
    return a.offset < b.offset + b.length && b.offset < a.offset + a.length;
}

/* Reports the first error of the walk. */
static void tell_errors(event *e, const xpgn_walk *walk) {
    size_t count;
    uint32_t record = (uint32_t)e->records - 1;
    const xpgn_finding *list = xpgn_walk_findings(walk, &count);
    event_record *r = &e->record[record];
    for (size_t i = 0; i < count; i++) {
        if (list[i].level != XPGN_ERROR)
            continue;
        r->result_told = overlaps(list[i].place, r->result) ||
                         overlaps(list[i].place, event_record_place(r, r->tag[EVENT_RESULT]));
        r->played = false;
        size_t n = event_find(e, D_EVENT_ERRORS, record, list[i].place,
                              "record with errors: %s [%s]", list[i].text, list[i].code);
        event_turn(e, n, list[i].turn != NULL ? list[i].turn : "", list[i].ply);
        return;
    }
}

static bool is_error(const event_finding *f, const char *code) {
    return strcmp(f->is.code, xpgn_code_at(D_EVENT_ERRORS)->code) == 0 &&
           strcmp(f->is.text + strlen(f->is.text) - strlen(code), code) == 0;
}

/* Makes one finding of an error that most records have: files of a program that leaves something
   out have it everywhere. */
void event_errors_all(event *e) {
    enum { FEW = 16 };
    const event_finding *first = NULL;
    for (size_t i = 0; first == NULL && i < e->findings; i++)
        if (strcmp(e->finding[i].is.code, xpgn_code_at(D_EVENT_ERRORS)->code) == 0)
            first = &e->finding[i];
    const char *code = first != NULL ? strrchr(first->is.text, '[') : NULL;
    size_t count = 0, kept = 0;
    for (size_t i = 0; code != NULL && i < e->findings; i++)
        count += is_error(&e->finding[i], code);
    if (count <= FEW || count <= e->records / 2)
        return;
    for (size_t i = 0; i < e->findings; i++)
        if (&e->finding[i] == first || !is_error(&e->finding[i], code))
            e->finding[kept++] = e->finding[i];
    for (size_t i = 0; i < kept; i++)
        if (is_error(&e->finding[i], code)) {
            event_hint(e, i, "this is so in %zu of %zu records", count, e->records);
            break;
        }
    e->findings = kept;
}

static void take_record_result(event_record *r, const xpgn_step *step) {
    r->turns = step->ply;
    r->result = step->place;
    r->result_text = step->text;
    r->has_score = step->text.size > 0 && step->text.data[0] != '*' &&
                   xpgn_result_read(step->text, r->seats, r->score);
}

static xpgn_status take_walked_line(event *e, event_record *r, xpgn_walk *walk) {
    xpgn_buffer line = {0};
    xpgn_status status = xpgn_walk_line(&line, walk);
    if (status == XPGN_OK && line.failed)
        status = XPGN_NO_MEMORY;
    if (status == XPGN_OK)
        r->line = copy_value(e, (xpgn_slice){line.data, line.size});
    xpgn_buffer_free(&line);
    return status == XPGN_NO_MEMORY ? status : XPGN_OK;
}

static void play_record(event *e, uint32_t record, xpgn_walk *walk) {
    event_record *r = &e->record[record];
    event_clocks clocks;
    const xpgn_step *step;
    event_clocks_begin(&clocks, e, record);
    r->played = true;
    xpgn_status status = xpgn_walk_begin(walk, &r->game);
    while (status == XPGN_OK && (status = xpgn_walk_next(walk, &step)) == XPGN_OK) {
        if (step->kind == XPGN_STEP_ACTION && step->depth == 0) {
            event_clocks_step(&clocks, step);
            r->rolled |= step->facts->turn_roll.count > 0 || step->facts->combat;
        }
        if (step->kind == XPGN_STEP_RESULT)
            take_record_result(r, step);
    }
    event_clocks_end(&clocks);
    if (status == XPGN_END) {
        tell_errors(e, walk);
        status = take_walked_line(e, r, walk);
    }
    if (status != XPGN_OK)
        event_no_memory(e);
}

xpgn_status xpgn_event_add(xpgn_event *e, xpgn_walk *walk, const xpgn_game *game,
                           xpgn_fault *fault) {
    if (e->checked)
        return XPGN_INVALID;
    event_record *r = e->status == XPGN_OK ? add_record(e, game) : NULL;
    if (r != NULL) {
        event_record_tags(e, r);
        play_record(e, (uint32_t)e->records - 1, walk);
    }
    if (e->status == XPGN_INVALID && fault != NULL)
        *fault = e->fault;
    return e->status;
}
