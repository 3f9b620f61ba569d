/* SPDX-License-Identifier: MIT */
/* The findings about an event, as they are made. */
#include "events/list/event_data.h"
#include "internal/text_out.h"

#include <stdlib.h>
#include <string.h>

static const char *keep_text(event *e, const char *format, va_list args) {
    xpgn_buffer b = {0};
    char *text = arena_vprintf(&e->arena, format, args);
    xpgn_buffer_utf8(&b, text != NULL ? slice_of(text) : (xpgn_slice){"", 0});
    return event_take(e, &b);
}

size_t event_find(event *e, enum diag d, uint32_t record, xpgn_place place, const char *format,
                  ...) {
    va_list args;
    const xpgn_code *code = xpgn_code_at(d);
    if (!event_grow(e, &e->finding, e->findings, &e->finding_room, sizeof *e->finding))
        return SIZE_MAX;
    va_start(args, format);
    const char *text = keep_text(e, format, args);
    va_end(args);
    e->finding[e->findings] = (event_finding){
        .is = {.level = code->level, .code = code->code, .place = place, .text = text},
        .record = record,
        .form = format,
        .serial = (uint32_t)e->findings};
    return e->findings++;
}

void event_hint(event *e, size_t finding, const char *format, ...) {
    va_list args;
    if (finding == SIZE_MAX)
        return;
    va_start(args, format);
    e->finding[finding].is.hint = keep_text(e, format, args);
    va_end(args);
}

void event_fix(event *e, size_t finding, xpgn_place place, const char *text) {
    xpgn_fix *fix = finding != SIZE_MAX ? arena_alloc(&e->arena, sizeof *fix) : NULL;
    if (finding == SIZE_MAX)
        return;
    if (fix == NULL) {
        event_no_memory(e);
        return;
    }
    *fix = (xpgn_fix){.place = place, .text = text};
    e->finding[finding].is.fix = fix;
    e->finding[finding].is.fix_count = 1;
}

void event_turn(event *e, size_t finding, const char *turn, uint32_t ply) {
    if (finding == SIZE_MAX)
        return;
    xpgn_buffer b = {0};
    xpgn_buffer_text(&b, turn);
    e->finding[finding].is.turn = event_take(e, &b);
    e->finding[finding].is.ply = ply;
}
