/* SPDX-License-Identifier: MIT */
/* An event from its list to its findings. */
#include "event/event.h"
#include "base/options.h"
#include "text/csv.h"

#include <stdio.h>
#include <stdlib.h>

void event_no_memory(event *e) {
    e->status = XPGN_NO_MEMORY;
}

void event_refuse(event *e, const char *format, ...) {
    va_list args;
    if (e->status != XPGN_OK)
        return;
    e->status = XPGN_INVALID;
    va_start(args, format);
    (void)vsnprintf(e->fault.text, sizeof e->fault.text, format, args);
    va_end(args);
}

static uint64_t given(int32_t option, uint32_t otherwise) {
    return option < 0 ? 0 : option > 0 ? (uint64_t)option : otherwise;
}

xpgn_status xpgn_event_new(xpgn_event **out, const xpgn_event_options *options) {
    xpgn_event_options o;
    if (!options_read(&o, sizeof o, options))
        return XPGN_INVALID;
    xpgn_event *e = calloc(1, sizeof *e);
    if (e == NULL)
        return XPGN_NO_MEMORY;
    xpgn_status status = xpgn_reader_new(&e->reader);
    if (status != XPGN_OK) {
        xpgn_event_free(e);
        return status;
    }
    o.letters = (int32_t)given(o.letters, 2);
    o.tolerance = (int32_t)given(o.tolerance, 2);
    o.max_bytes = o.max_bytes > 0 ? o.max_bytes : UINT64_C(1) << 30;
    e->o = o;
    e->points = (event_points){.win = EVENT_POINT, .draw = EVENT_POINT / 2, .bye = -1};
    e->match_points = (event_points){.win = 2 * EVENT_POINT, .draw = EVENT_POINT, .bye = -1};
    *out = e;
    return XPGN_OK;
}

void xpgn_event_free(xpgn_event *e) {
    if (e == NULL)
        return;
    xpgn_reader_free(e->reader);
    xpgn_csv_free(e->table);
    xpgn_buffer_free(&e->list_text);
    xpgn_index_free(&e->keys);
    free(e->record);
    arena_free(&e->arena);
    free(e);
}

xpgn_status xpgn_event_set_points(xpgn_event *e, const char *system) {
    event_points points;
    if (!event_system_read(system, &points))
        return XPGN_INVALID;
    e->given_points = points;
    e->has_points = true;
    return XPGN_OK;
}

xpgn_status xpgn_event_set_control(xpgn_event *e, const char *control) {
    event_control both[2];
    if (!event_controls_read(slice_of(control), both))
        return XPGN_INVALID;
    memcpy(e->given, both, sizeof e->given);
    e->has_control = true;
    return XPGN_OK;
}

/* Finds the pairing of each record; without a list they are those of the records. */
static void pair(event *e) {
    bool listed = e->list.text.data != NULL;
    if (listed)
        event_resolve(e);
    else
        event_alone_players(e);
    if (e->status == XPGN_OK)
        event_moves(e);
    if (e->status == XPGN_OK && listed)
        event_match(e);
    if (e->status == XPGN_OK && !listed)
        event_alone_pairings(e);
    if (e->status == XPGN_OK && !listed)
        event_alone_names(e);
}

xpgn_status xpgn_event_check(xpgn_event *e, xpgn_fault *fault) {
    if (e->checked)
        return XPGN_INVALID;
    if (e->has_points)
        e->points = e->given_points;
    event_clocks_all(e);
    if (e->status == XPGN_OK)
        pair(e);
    if (e->status == XPGN_OK)
        event_check(e);
    if (e->status == XPGN_OK)
        event_errors_all(e);
    if (e->status == XPGN_OK)
        event_find_end(e);
    if (e->status == XPGN_OK)
        event_standings(e);
    e->checked = e->status == XPGN_OK;
    if (e->status == XPGN_INVALID && fault != NULL)
        *fault = e->fault;
    return e->status;
}

const xpgn_event_finding *xpgn_event_findings(const xpgn_event *e, size_t *count) {
    *count = e->checked ? e->findings : 0;
    return e->told;
}
