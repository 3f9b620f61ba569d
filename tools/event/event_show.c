/* SPDX-License-Identifier: MIT */
/* Tables about an event, in the order given. */
#include "event/event_columns.h"
#include "event/event_tool.h"
#include "frame/word_guess.h"
#include "internal/events.h"
#include "shared/findings/fact_keys.h"

#include <stdio.h>
#include <string.h>

/* Columns between a player's number and the tie-breaks, and columns after the tie-breaks. */
static const char before[] = "place,name,points";
static const char after[] = "won=wins,drawn=draws,lost=losses";

static const struct show_kind {
    const char *name;
    xpgn_event_view view;
} kinds[] = {{"standings", XPGN_EVENT_PAIRINGS}, {"crosstable", XPGN_EVENT_PAIRINGS},
             {"pairings", XPGN_EVENT_PAIRINGS},  {"rating", XPGN_EVENT_RATING},
             {"missing", XPGN_EVENT_MISSING},    {"teams", XPGN_EVENT_TEAMS}};

enum { STANDINGS, CROSSTABLE, KINDS = sizeof kinds / sizeof *kinds };

/* The index of a table, KINDS if there is none of this name. */
static size_t kind_of(xpgn_slice name) {
    size_t kind = 0;
    while (kind < KINDS && !cli_equal(cli_slice(kinds[kind].name), name))
        kind++;
    return kind;
}

size_t show_read(const char *text, uint8_t show[EVENT_SHOWN]) {
    size_t count = 0;
    for (const char *p = text;; p++) {
        size_t size = strcspn(p, ","), kind = kind_of((xpgn_slice){p, size});
        if (kind == KINDS || count == EVENT_SHOWN)
            return 0;
        show[count++] = (uint8_t)kind;
        p += size;
        if (*p == '\0')
            return count;
    }
}

int show_refuse(cli *c, const char *text) {
    const char *meant = NULL;
    for (const char *p = text; *p != '\0' && meant == NULL; p += *p == ',') {
        size_t size = strcspn(p, ",");
        if (kind_of((xpgn_slice){p, size}) == KINDS) {
            cli_guess guess = cli_guess_begin(p, size);
            for (size_t k = 0; k < KINDS; k++)
                cli_guess_try(&guess, kinds[k].name);
            meant = guess.best;
        }
        p += size;
    }
    return cli_usage(c,
                     meant != NULL
                         ? "--show=%s: expected standings, crosstable, pairings, rating, missing "
                           "or teams, separated by commas; did you mean %s?"
                         : "--show=%s: expected standings, crosstable, pairings, rating, missing "
                           "or teams, separated by commas",
                     text, meant);
}

/* ---- standings and crosstable ---------------------------------------------------------------- */

typedef struct standings {
    const xpgn_event *event;
    cli_fact_keys before, after;
    const char *const *tie_break;
    size_t tie_breaks;
    uint32_t first, last; /* rounds; last below first: none */
} standings;

static void put_key_names(event_table *t, const cli_fact_keys *k) {
    for (size_t i = 0; i < k->count; i++)
        table_text(t, k->name[i]);
}

static void put_standings_heading(event_table *t, const standings *s) {
    table_text(t, "no");
    put_key_names(t, &s->before);
    for (size_t i = 0; i < s->tie_breaks; i++)
        table_text(t, s->tie_break[i]);
    put_key_names(t, &s->after);
    for (uint32_t n = s->first; n <= s->last; n++) {
        if (n > 0)
            xpgn_buffer_printf(&t->cells, "round %lu", (unsigned long)n);
        else
            xpgn_buffer_text(&t->cells, "round ?");
        table_cell(t);
    }
}

static void put_facts(event_table *t, const cli_fact_keys *k, const xpgn_fact_source *s) {
    for (size_t i = 0; i < k->count; i++) {
        xpgn_fact_write(&t->cells, s, &k->member[i].asked.ask);
        table_cell(t);
    }
}

static void put_standing_row(event_table *t, const standings *s, const xpgn_standing *standing,
                             size_t row, xpgn_buffer *text) {
    const xpgn_fact_source subject = {XPGN_SUBJECT, .standing = standing, .text = text};
    xpgn_buffer_printf(&t->cells, "%zu", row + 1);
    table_cell(t);
    put_facts(t, &s->before, &subject);
    for (size_t i = 0; i < s->tie_breaks; i++) {
        xpgn_event_tie_break_write(&t->cells, s->event, row, i);
        table_cell(t);
    }
    put_facts(t, &s->after, &subject);
    for (uint32_t n = s->first; n <= s->last; n++) {
        xpgn_event_round_write(&t->cells, s->event, row, n);
        table_cell(t);
    }
}

static void put_standings(cli *c, const xpgn_event *event, bool rounds, event_table *t) {
    enum { NAME = 2 };
    standings s = {.event = event, .first = 1};
    size_t count;
    xpgn_buffer text = {0};
    const xpgn_standing *list = xpgn_event_standings(event, &count);
    s.tie_break = xpgn_event_tie_breaks(event, &s.tie_breaks);
    if (rounds)
        xpgn_event_rounds(event, &s.first, &s.last);
    cli_fact_keys_find(c, &s.before, 1u << XPGN_SCOPE_STANDING, before);
    cli_fact_keys_find(c, &s.after, 1u << XPGN_SCOPE_STANDING, after);
    table_begin(t, c,
                1 + s.before.count + s.tie_breaks + s.after.count + (size_t)(s.last + 1 - s.first));
    t->left[NAME] = true;
    put_standings_heading(t, &s);
    for (size_t i = 0; i < count; i++)
        put_standing_row(t, &s, &list[i], i, &text);
    xpgn_buffer_free(&text);
}

/* ---- what the library tells ------------------------------------------------------------------ */

static void put_view(cli *c, xpgn_event *event, xpgn_event_view view, event_table *t) {
    xpgn_event_table told;
    if (xpgn_event_tabulate(event, view, &told) != XPGN_OK)
        cli_no_memory(c);
    table_begin(t, c, told.columns);
    for (size_t i = 0; i < told.columns; i++) {
        t->left[i] = !told.number[i];
        table_text(t, told.heading[i]);
    }
    for (size_t i = 0; i < told.rows * told.columns; i++)
        table_text(t, told.cell[i]);
}

/* ---- all of them ----------------------------------------------------------------------------- */

static void put_kind_name(cli *c, xpgn_buffer *b, const event_options *o, size_t kind) {
    xpgn_word_translate(b, kinds[kind].name, o->table == TABLE_CSV ? NULL : &o->words);
    if (b->failed)
        cli_no_memory(c);
}

static void put_event_table(cli *c, const event_options *o, const event_group *g, size_t which,
                            xpgn_buffer *out) {
    event_table t;
    xpgn_buffer title = {0};
    char key[24];
    size_t kind = o->show[which];
    if (kind <= CROSSTABLE)
        put_standings(c, g->event, kind == CROSSTABLE, &t);
    else
        put_view(c, g->event, kinds[kind].view, &t);
    table_heads(&t, &o->words);
    put_kind_name(c, &title, o, kind);
    xpgn_buffer_char(&title, '\0');
    if (title.failed)
        cli_no_memory(c);
    table_write(&t, out, (table_form)o->table, title.data);
    xpgn_buffer_free(&title);
    if (o->table == TABLE_JSON) {
        (void)snprintf(key, sizeof key, "%s_heads", kinds[kind].name);
        json_key(out, key);
        table_heads_json(&t, out);
    }
    table_end(&t);
}

/* If there are several events, the name of each precedes its tables; likewise several tables. */
static void put_title(const event_options *o, xpgn_slice name, const char *mark, bool first,
                      xpgn_buffer *out) {
    xpgn_buffer_text(out, first ? "" : "\n");
    xpgn_buffer_text(out, o->table == TABLE_MARKDOWN ? mark : "");
    xpgn_buffer_clean(out, name);
    xpgn_buffer_text(out, o->table == TABLE_MARKDOWN ? "\n\n"
                          : o->table == TABLE_CSV    ? "\r\n"
                                                     : "\n");
}

/* Appends one object, with a list of objects for each table. */
static void put_event_json(cli *c, const event_options *o, const event_group *g, xpgn_buffer *out) {
    json_open(out, NULL, "{");
    if (g->name != NULL)
        json_slice(out, "event", cli_slice(g->name));
    else
        json_text(out, "event", NULL);
    for (size_t k = 0; k < o->shown; k++) {
        json_key(out, kinds[o->show[k]].name);
        put_event_table(c, o, g, k, out);
    }
    xpgn_buffer_text(out, "}\n");
}

static void put_group_tables(cli *c, const event_options *o, size_t group, xpgn_buffer *out) {
    const event_group *g = &o->group[group];
    bool titled = o->table != TABLE_HTML, several = o->groups > 1;
    if (several && titled)
        put_title(o, cli_slice(g->name != NULL ? g->name : "?"), "## ", group == 0, out);
    else if (several) {
        xpgn_buffer_text(out, "<h2>");
        table_html(out, cli_slice(g->name != NULL ? g->name : "?"));
        xpgn_buffer_text(out, "</h2>\n");
    }
    for (size_t k = 0; k < o->shown; k++) {
        if (o->shown > 1 && titled) {
            xpgn_buffer name = {0};
            put_kind_name(c, &name, o, o->show[k]);
            put_title(o, cli_held(&name), several ? "### " : "## ", k == 0, out);
            xpgn_buffer_free(&name);
        }
        put_event_table(c, o, g, k, out);
    }
}

void event_show(cli *c, const event_options *o) {
    xpgn_buffer out = {0};
    for (size_t i = 0; i < o->groups; i++) {
        if (o->table == TABLE_JSON)
            put_event_json(c, o, &o->group[i], &out);
        else
            put_group_tables(c, o, i, &out);
        cli_flush(c, CLI_OUT, &out);
    }
    xpgn_buffer_free(&out);
}
