/* SPDX-License-Identifier: MIT */
/* Standings and the crosstable in one: a line for each player, by points. */
#include "event/event.h"
#include "event/table.h"

#include <stdlib.h>

enum { FIXED = 7, NAME = 2 };

static void put_number(table *t, uint32_t n) {
    xpgn_buffer_printf(&t->cells, "%lu", (unsigned long)n);
    table_cell(t);
}

typedef struct rounds {
    uint32_t first, last;
} rounds;

static void put_heading(table *t, rounds r) {
    static const char *const names[FIXED] = {"no",  "place", "name", "points",
                                             "won", "drawn", "lost"};
    for (size_t i = 0; i < FIXED; i++)
        table_text(t, names[i]);
    for (uint32_t n = r.first; n <= r.last; n++) {
        if (n > 0)
            xpgn_buffer_printf(&t->cells, "round %lu", (unsigned long)n);
        else
            xpgn_buffer_text(&t->cells, "round ?");
        table_cell(t);
    }
}

static void put_player(table *t, const xpgn_event *e, size_t row, const xpgn_standing *s,
                       rounds r) {
    put_number(t, (uint32_t)row + 1);
    put_number(t, s->place);
    table_text(t, s->name);
    table_text(t, s->sum);
    put_number(t, s->won);
    put_number(t, s->drawn);
    put_number(t, s->lost);
    for (uint32_t n = r.first; n <= r.last; n++) {
        xpgn_event_round_write(&t->cells, e, row, n);
        table_cell(t);
    }
}

void event_cross(cli *c, const event_options *o) {
    rounds r;
    table t;
    size_t count;
    xpgn_buffer out = {0};
    const xpgn_standing *list = xpgn_event_standings(o->event, &count);
    xpgn_event_rounds(o->event, &r.first, &r.last);
    size_t columns = FIXED + (size_t)(r.last + 1 - r.first);
    bool *right = calloc(columns, sizeof *right);
    if (right == NULL)
        cli_no_memory(c);
    for (size_t i = 0; i < columns; i++)
        right[i] = i != NAME;
    table_begin(&t, c, columns, right);
    put_heading(&t, r);
    for (size_t i = 0; i < count; i++)
        put_player(&t, o->event, i, &list[i], r);
    table_write(&t, &out, (table_form)o->table);
    cli_flush(c, CLI_OUT, &out);
    xpgn_buffer_free(&out);
    table_end(&t);
    free(right);
}
