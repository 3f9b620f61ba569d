/* SPDX-License-Identifier: MIT */
/* The findings about an event when all are made: those of one cause, and their order. */
#include "events/list/event_data.h"

#include <stdlib.h>
#include <string.h>

/* Which say the same of each line or record, if a program or a list is wrong. */
static bool is_repeated(const event_finding *f) {
    static const enum diag codes[] = {D_EVENT_LIST,    D_EVENT_LIST_DIFFERS, D_EVENT_NOT_LISTED,
                                      D_EVENT_UNKNOWN, D_EVENT_ROUND,        D_EVENT_DATE,
                                      D_EVENT_DAY,     D_EVENT_FIDE,         D_EVENT_FORM};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (strcmp(f->is.code, xpgn_code_at(codes[i])->code) == 0)
            return true;
    return false;
}

static bool is_like(const event_finding *a, const event_finding *b) {
    return a->form == b->form && strcmp(a->is.code, b->is.code) == 0 &&
           (a->record == EVENT_NOBODY) == (b->record == EVENT_NOBODY);
}

/* Drops all findings like the first one but itself, if nearly all lines or records have one. */
static void merge_like(event *e, size_t first) {
    enum { FEW = 8 };
    const event_finding is = e->finding[first];
    size_t count = 0, kept = first + 1, all = e->records;
    if (is.record == EVENT_NOBODY)
        all = e->players > e->pairings ? e->players : e->pairings;
    for (size_t i = first; i < e->findings; i++)
        count += is_like(&is, &e->finding[i]);
    if (count <= FEW || count * 5 < all * 4)
        return;
    for (size_t i = first + 1; i < e->findings; i++)
        if (!is_like(&is, &e->finding[i]))
            e->finding[kept++] = e->finding[i];
    e->findings = kept;
    const char *what = is.record == EVENT_NOBODY ? "lines" : "records";
    if (is.is.hint != NULL)
        event_hint(e, first, "%s; likewise in %zu more %s", is.is.hint, count - 1, what);
    else
        event_hint(e, first, "likewise in %zu more %s", count - 1, what);
}

void event_repeats(event *e) {
    enum { LOOK = 64 };
    for (size_t i = 0; i < e->findings && i < LOOK; i++)
        if (is_repeated(&e->finding[i]))
            merge_like(e, i);
}

/* The list first, then the records as they were read. */
static int compare_findings(const void *a, const void *b) {
    const event_finding *f = a, *g = b;
    uint32_t i = f->record + 1, j = g->record + 1; /* EVENT_NOBODY becomes 0 */
    if (i != j)
        return i < j ? -1 : 1;
    if (f->is.place.offset != g->is.place.offset)
        return f->is.place.offset < g->is.place.offset ? -1 : 1;
    return (f->serial > g->serial) - (f->serial < g->serial);
}

void event_find_end(event *e) {
    e->told = arena_alloc(&e->arena, (e->findings + 1) * sizeof *e->told);
    if (e->told == NULL) {
        event_no_memory(e);
        return;
    }
    if (e->findings > 0)
        qsort(e->finding, e->findings, sizeof *e->finding, compare_findings);
    for (size_t i = 0; i < e->findings; i++) {
        const event_finding *f = &e->finding[i];
        bool listed = f->record == EVENT_NOBODY;
        e->told[i] =
            (xpgn_event_finding){f->is, listed ? &e->list : &e->record[f->record].game, listed};
    }
}
