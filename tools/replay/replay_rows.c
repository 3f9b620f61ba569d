/* SPDX-License-Identifier: MIT */
/* The rows of xpgn-replay: tables, and which columns they have. */
#include "replay/replay_rows.h"

#include <string.h>
#include <xpgn/rulesets.h>
#include <xpgn/walk.h>

/* ---- columns --------------------------------------------------------------------------------- */

/* The default columns in order; the columns of --tags follow. */
static const char standard[] =
    "game,ply,turn,action,piece,kind,from,to,turn_roll,roll,attacker,attacker_supporter_count,"
    "attacker_total,attacker_fate,attacker_supporters,defender,defender_supporter_count,"
    "defender_total,defender_fate,defender_supporters,casualties,result,xfen,stood,"
    "attacker_held_at,defender_held_at,outcome,file";

/* The same for --rows=exchanges. */
static const char standard_of_exchanges[] =
    "game,ply,turn,action,exchange,attacker,attacker_exchange_faces,attacker_exchange_total,"
    "defender,defender_exchange_faces,defender_exchange_total,exchange_margin,file";

static const cli_columns_of columns_of = {.option = "--columns",
                                          .scopes = XPGN_ANY_SCOPE,
                                          .advice = "--rows=exchanges has a row for each"};
static const cli_columns_of exchange_columns_of = {.option = "--columns",
                                                   .scopes = XPGN_ANY_SCOPE | XPGN_EXCHANGE_SCOPES};
static const cli_columns_of tags_of = {.option = "--tags"};

int replay_read_columns(cli *c, replay_options *o) {
    int status = CLI_GO;
    bool exchanges = o->rows == ROWS_OF_EXCHANGES;
    const cli_columns_of *of = exchanges ? &exchange_columns_of : &columns_of;
    for (size_t i = 0; i < o->columns_given.count && status == CLI_GO; i++)
        status = cli_columns_add(c, &o->columns, of, o->columns_given.item[i]);
    if (o->columns_given.count == 0)
        status = cli_columns_add(c, &o->columns, of, exchanges ? standard_of_exchanges : standard);
    return status;
}

/* The columns of --tags, which may have any name. */
int replay_read_tags(cli *c, replay_options *o) {
    int status = CLI_GO;
    const char *p = o->tags != NULL ? o->tags : "";
    while (*p != '\0' && status == CLI_GO) {
        size_t size = strcspn(p, ",");
        if (size > 0)
            status = cli_columns_add_tag(c, &o->tag, &tags_of, (xpgn_slice){p, size});
        if (size > 0 && status == CLI_GO && !o->claims && o->format != REPLAY_JSON)
            status = cli_columns_add_tag(c, &o->columns, &tags_of, (xpgn_slice){p, size});
        p += size + (p[size] == ',');
    }
    return status;
}

const cli_columns *replay_tags_asked(const replay_options *o) {
    return o->columns_given.count > 0 || o->format != REPLAY_JSON ? &o->columns : &o->tag;
}

void replay_take_tags(replay_cells *s, const xpgn_walk *walk, const cli_columns *k) {
    for (size_t i = 0; i < k->tags; i++)
        s->value[i] = xpgn_walk_tag(walk, k->tag[i].data);
}

cli_row replay_row_of_cells(replay_cells *s) {
    return (cli_row){.is = {XPGN_SUBJECT, .text = &s->text},
                     .tag = s->value,
                     .cell = &s->cell,
                     .kept = &s->kept};
}

/* ---- rows ------------------------------------------------------------------------------------ */

static inline void put_columns_row(xpgn_buffer *b, replay_cells *s, const replay_row *r) {
    const replay_options *o = r->how;
    if (!s->kept.made)
        replay_take_tags(s, r->walk, &o->columns);
    cli_put_columns(b, &o->columns, &r->of, replay_cell_form(o));
}

/* Says that a game cannot be played, in place of its position: no XFEN begins like this. */
static void put_broken(xpgn_buffer *b, const replay_row *r) {
    const xpgn_finding *f = r->of.is.broken;
    xpgn_buffer_printf(b, "# game %llu cannot be played%s",
                       (unsigned long long)r->of.is.game->number,
                       r->of.is.ply > 0 ? " to its end" : "");
    if (f != NULL && f->turn[0] != '\0') {
        xpgn_buffer_text(b, ": ");
        xpgn_buffer_clean(b, (xpgn_slice){f->turn, strlen(f->turn)});
    }
    if (f != NULL)
        xpgn_buffer_printf(b, " [%s]", f->code);
    xpgn_buffer_char(b, '\n');
}

/* Writes an XFEN, a diagram, or that there is no position. */
static __attribute__((noinline)) void put_position(xpgn_buffer *b, const replay_row *r) {
    if (r->of.is.position == NULL) {
        put_broken(b, r);
    } else if (r->how->format == REPLAY_ASCII) {
        replay_put_diagram(b, r);
    } else {
        xpgn_position_write(b, r->of.is.rs, r->of.is.position);
        xpgn_buffer_char(b, '\n');
    }
}

void replay_put_row(xpgn_buffer *b, replay_cells *s, const replay_row *r) {
    const int format = r->how->format;
    if (format == REPLAY_JSON)
        replay_put_json(b, s, r);
    else if (format > REPLAY_JSON)
        put_columns_row(b, s, r);
    else
        put_position(b, r);
}
