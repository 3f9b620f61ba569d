/* SPDX-License-Identifier: MIT */
/* An event before its list: its options, its life and its memory. */
#include "core/base/option_struct.h"
#include "core/text/csv_reader.h"
#include "events/list/event_data.h"
#include "internal/text_out.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xpgn/record.h>

void event_refuse(event *e, const char *format, ...) {
    va_list args;
    if (e->status != XPGN_OK)
        return;
    e->status = XPGN_INVALID;
    va_start(args, format);
    (void)vsnprintf(e->fault.text, sizeof e->fault.text, format, args);
    va_end(args);
}

bool event_grow(event *e, void *list, size_t count, size_t *room, size_t size) {
    void *old, *grown;
    memcpy(&old, list, sizeof old);
    grown = arena_grow(&e->arena, old, count, room, size);
    if (grown == NULL)
        event_no_memory(e);
    else
        memcpy(list, &grown, sizeof grown);
    return grown != NULL;
}

uint32_t *event_numbers(event *e, size_t count) {
    uint32_t *list = arena_alloc(&e->arena, (count + 1) * sizeof *list);
    if (list == NULL)
        event_no_memory(e);
    return list;
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
    e->points = event_points_usual(EVENT_POINT, EVENT_POINT / 2, 0);
    e->match_points = event_points_usual(2 * EVENT_POINT, EVENT_POINT, 0);
    *out = e;
    return XPGN_OK;
}

void xpgn_event_free(xpgn_event *e) {
    if (e == NULL)
        return;
    xpgn_reader_free(e->reader);
    csv_free(e->table);
    xpgn_buffer_free(&e->list_text);
    hash_index_free(&e->keys);
    free(e->record);
    arena_free(&e->arena);
    free(e);
}
