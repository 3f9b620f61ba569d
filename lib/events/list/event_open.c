/* SPDX-License-Identifier: MIT */
/* An event before its list: its options and its life. */
#include "core/base/option_struct.h"
#include "core/text/csv_reader.h"
#include "events/list/event_data.h"

#include <stdio.h>
#include <stdlib.h>

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
