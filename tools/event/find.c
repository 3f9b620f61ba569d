/* SPDX-License-Identifier: MIT */
/* The findings about an event: collected, then printed in the order of their places. */
#include "cli/codes.h"
#include "event/event.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Appends text with a NUL behind it; returns where it begins. */
static size_t keep(event *e, const char *format, va_list args) {
    char text[1024];
    size_t at = e->texts.size;
    int n = vsnprintf(text, sizeof text, format, args);
    size_t size = n < 0 ? 0 : (size_t)n < sizeof text ? (size_t)n : sizeof text - 1;
    xpgn_buffer_utf8(&e->texts, (xpgn_slice){text, size});
    xpgn_buffer_char(&e->texts, '\0');
    if (e->texts.failed)
        cli_no_memory(e->c);
    return at;
}

size_t event_find(event *e, const char *code, uint32_t record, xpgn_place place, const char *format,
                  ...) {
    va_list args;
    e->finding = event_grow(e, e->finding, e->findings, &e->finding_room, sizeof *e->finding);
    event_finding *f = &e->finding[e->findings];
    *f = (event_finding){.code = code,
                         .record = record,
                         .serial = (uint32_t)e->findings,
                         .place = place,
                         .hint = SIZE_MAX,
                         .turn = SIZE_MAX};
    va_start(args, format);
    f->text = keep(e, format, args);
    va_end(args);
    return e->findings++;
}

void event_hint(event *e, size_t finding, const char *format, ...) {
    va_list args;
    va_start(args, format);
    e->finding[finding].hint = keep(e, format, args);
    va_end(args);
}

void event_turn(event *e, size_t finding, const char *turn, uint32_t ply) {
    e->finding[finding].turn = e->texts.size;
    e->finding[finding].ply = ply;
    xpgn_buffer_put(&e->texts, turn, strlen(turn) + 1);
    if (e->texts.failed)
        cli_no_memory(e->c);
}

/* ---- printing -------------------------------------------------------------------------------- */

/* The list first, then the records as they were read. */
static int compare(const void *a, const void *b) {
    const event_finding *f = a, *g = b;
    uint32_t i = f->record + 1, j = g->record + 1; /* EVENT_NOBODY becomes 0 */
    if (i != j)
        return i < j ? -1 : 1;
    if (f->place.offset != g->place.offset)
        return f->place.offset < g->place.offset ? -1 : 1;
    return (f->serial > g->serial) - (f->serial < g->serial);
}

static const char *text_at(const event *e, size_t at) {
    return at == SIZE_MAX ? NULL : e->texts.data + at;
}

/* The walk goes to the start of the record: it knows the tags. */
static void go_to(event *e, const event_record *r) {
    const xpgn_step *step;
    xpgn_status status = xpgn_walk_begin(e->walk, &r->game);
    if (status == XPGN_OK)
        status = xpgn_walk_next(e->walk, &step);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(e->c);
}

static void print_one(event *e, xpgn_buffer *b, const cli_report *how, const event_finding *f) {
    xpgn_finding out = {.level = xpgn_code_find(f->code)->level,
                        .code = f->code,
                        .place = f->place,
                        .text = text_at(e, f->text),
                        .hint = text_at(e, f->hint),
                        .turn = text_at(e, f->turn),
                        .ply = f->ply};
    bool listed = f->record == EVENT_NOBODY;
    if (out.level == XPGN_ERROR || (out.level == XPGN_WARNING && how->strict))
        e->status = e->status > CLI_BAD ? e->status : CLI_BAD;
    if (e->o->quiet)
        return;
    if (!listed)
        go_to(e, &e->record[f->record]);
    cli_report_finding(b, how, listed ? &e->list : &e->record[f->record].game,
                       listed ? NULL : e->walk, &out);
}

void event_print(event *e) {
    int sink = e->o->crosstable ? CLI_ERR : CLI_OUT;
    cli_codes codes = {0};
    xpgn_buffer b = {0};
    cli_report how = {.style = (cli_style)e->o->format,
                      .color = e->c->sink[sink].color,
                      .strict = e->o->strict,
                      .codes = &codes};
    bool log = how.style == CLI_STYLE_SARIF && !e->o->quiet;
    if (log && !cli_codes_open(e->c, &codes))
        cli_die(e->c, "cannot load the rulesets");
    if (log) {
        cli_sarif_begin(&b, e->c, &codes);
        cli_flush(e->c, sink, &b);
        cli_between(e->c, sink, CLI_SARIF_BETWEEN);
    }
    if (e->findings > 0)
        qsort(e->finding, e->findings, sizeof *e->finding, compare);
    for (size_t i = 0; i < e->findings; i++) {
        print_one(e, &b, &how, &e->finding[i]);
        cli_flush(e->c, sink, &b);
    }
    if (log) {
        cli_between(e->c, sink, NULL);
        cli_sarif_end(&b, e->status);
        cli_flush(e->c, sink, &b);
    }
    cli_codes_close(&codes);
    xpgn_buffer_free(&b);
}
