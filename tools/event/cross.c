/* SPDX-License-Identifier: MIT */
/* Standings and the crosstable in one: a line for each player, by points. */
#include "cli/keys.h"
#include "event/event.h"
#include "event/table.h"

#include <stdlib.h>

enum { NAME = 2 };

/* After the number that stands for a player in the rounds. */
static const char columns[] = "place,name,points,won=wins,drawn=draws,lost=losses";

typedef struct rounds {
    uint32_t first, last;
} rounds;

static void put_heading(table *t, const cli_keys *k, rounds r) {
    table_text(t, "no");
    for (size_t i = 0; i < k->count; i++)
        table_text(t, k->key[i].name);
    for (uint32_t n = r.first; n <= r.last; n++) {
        if (n > 0)
            xpgn_buffer_printf(&t->cells, "round %lu", (unsigned long)n);
        else
            xpgn_buffer_text(&t->cells, "round ?");
        table_cell(t);
    }
}

static void put_player(table *t, const cli_keys *k, const xpgn_standing *standing,
                       xpgn_buffer *text) {
    const xpgn_subject s = {XPGN_SUBJECT, .standing = standing, .text = text};
    for (size_t i = 0; i < k->count; i++) {
        xpgn_fact_write(&t->cells, &s, &k->key[i].ask);
        table_cell(t);
    }
}

static void put_rounds(table *t, const xpgn_event *e, size_t row, rounds r) {
    for (uint32_t n = r.first; n <= r.last; n++) {
        xpgn_event_round_write(&t->cells, e, row, n);
        table_cell(t);
    }
}

/* Of several events each has its name before its table. */
static void put_name(const event_options *o, size_t group, xpgn_buffer *out) {
    if (o->groups < 2)
        return;
    xpgn_buffer_text(out, group > 0 ? "\n" : "");
    xpgn_buffer_text(out, o->table == TABLE_MARKDOWN ? "## " : "");
    xpgn_buffer_clean(out, cli_slice(o->group[group].name));
    xpgn_buffer_text(out, o->table == TABLE_MARKDOWN ? "\n\n"
                          : o->table == TABLE_CSV    ? "\r\n"
                                                     : "\n");
}

static void put_table(cli *c, const event_options *o, size_t group) {
    const xpgn_event *event = o->group[group].event;
    rounds r;
    table t;
    size_t count;
    cli_keys keys;
    xpgn_buffer out = {0}, text = {0};
    const xpgn_standing *list = xpgn_event_standings(event, &count);
    xpgn_event_rounds(event, &r.first, &r.last);
    cli_keys_find(c, &keys, 1u << XPGN_SCOPE_STANDING, columns);
    size_t all = 1 + keys.count + (size_t)(r.last + 1 - r.first);
    bool *right = calloc(all, sizeof *right);
    if (right == NULL)
        cli_no_memory(c);
    for (size_t i = 0; i < all; i++)
        right[i] = i != NAME;
    table_begin(&t, c, all, right);
    put_heading(&t, &keys, r);
    for (size_t i = 0; i < count; i++) {
        xpgn_buffer_printf(&t.cells, "%zu", i + 1);
        table_cell(&t);
        put_player(&t, &keys, &list[i], &text);
        put_rounds(&t, event, i, r);
    }
    put_name(o, group, &out);
    table_write(&t, &out, (table_form)o->table);
    cli_flush(c, CLI_OUT, &out);
    xpgn_buffer_free(&out);
    xpgn_buffer_free(&text);
    table_end(&t);
    free(right);
}

void event_cross(cli *c, const event_options *o) {
    for (size_t i = 0; i < o->groups; i++)
        put_table(c, o, i);
}
