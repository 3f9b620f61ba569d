/* SPDX-License-Identifier: MIT */
/* xpgn-odds --threat: what each throw of the dice that say who may act allows. */
#include "odds/odds.h"

#include <stdlib.h>
#include <xpgn/rulesets.h>

/* The throws of a position. */
typedef struct threat {
    const options *o;
    const xpgn_ruleset *rs;
    const xpgn_position *p;
    xpgn_throw *list;
    size_t count;
    uint64_t all; /* throws that count: those that are rolled again do not */
    bool fights;  /* an attack on a king is a combat */
} threat;

static double chance_of_throws(const threat *t, uint64_t ways) {
    return t->all > 0 ? (double)ways / (double)t->all : 0;
}

/* ---- for people ------------------------------------------------------------------------------ */

static void put_throws_line(xpgn_buffer *cells, const threat *t, const char *what, uint64_t ways) {
    xpgn_buffer_printf(cells, "%s\t%llu\t", what, (unsigned long long)ways);
    cli_put_percent(cells, chance_of_throws(t, ways), 2);
    xpgn_buffer_char(cells, '\n');
}

/* Of all throws: with how many the king falls, and how many dice they can spend. */
_Static_assert(XPGN_TURN_DICE == 3, "put_sums counts up to three dice");
static void put_sums(xpgn_buffer *b, const threat *t) {
    xpgn_buffer cells = {0};
    uint64_t spent[XPGN_TURN_DICE + 1] = {0}, king = 0;
    for (size_t i = 0; i < t->count; i++) {
        spent[t->list[i].most] += t->list[i].again ? 0 : t->list[i].ways;
        king += t->list[i].king ? t->list[i].ways : 0;
    }
    xpgn_buffer_printf(&cells, "of %llu throws\tthrows\tchance\n", (unsigned long long)t->all);
    if (king > 0 || !t->fights) /* some games with combats attack no king */
        put_throws_line(&cells, t, t->fights ? "attack the king" : "capture the king", king);
    if (spent[0] > 0)
        put_throws_line(&cells, t, "nothing can act", spent[0]);
    const bool several = spent[2] + spent[3] > 0; /* more than one can be spent in a turn */
    for (unsigned i = 1; several && i <= XPGN_TURN_DICE; i++) {
        char what[32];
        (void)snprintf(what, sizeof what, "%u %s spent", i, i == 1 ? "die is" : "dice are");
        if (spent[i] > 0)
            put_throws_line(&cells, t, what, spent[i]);
    }
    grid_write(b, (xpgn_slice){cells.data, cells.size}, 1, (odds_format)t->o->format);
    b->failed |= cells.failed;
    xpgn_buffer_free(&cells);
}

static void put_throws(xpgn_buffer *b, const threat *t) {
    xpgn_buffer cells = {0};
    const char *falls = t->fights ? "attacked" : "captured";
    xpgn_buffer_text(&cells, "dice\tthrows\tspent\tactions\tking\n");
    for (size_t i = 0; i < t->count; i++) {
        const xpgn_throw *k = &t->list[i];
        xpgn_buffer_printf(&cells, "%s\t%u\t", xpgn_turn_dice_text(&k->dice).text, k->ways);
        if (k->most > 0)
            xpgn_buffer_printf(&cells, "%u\t%u\t%s\n", k->most, k->actions, k->king ? falls : "");
        else
            xpgn_buffer_printf(&cells, "%s\t\t\n", k->again ? "again" : "-");
    }
    grid_write(b, (xpgn_slice){cells.data, cells.size}, 1 | 1 << 4, (odds_format)t->o->format);
    b->failed |= cells.failed;
    xpgn_buffer_free(&cells);
}

static void put_threat_text(xpgn_buffer *b, const threat *t) {
    xpgn_buffer title = {0};
    xpgn_buffer_printf(&title, "%s: what the dice allow %s", xpgn_ruleset_title(t->rs),
                       xpgn_seat_tag(t->p->seats, t->p->side_to_move));
    xpgn_buffer_char(&title, '\0');
    if (!title.failed)
        grid_line(b, title.data, true, (odds_format)t->o->format);
    b->failed |= title.failed;
    xpgn_buffer_free(&title);
    xpgn_buffer_char(b, '\n');
    put_sums(b, t);
    xpgn_buffer_char(b, '\n');
    put_throws(b, t);
}

/* ---- for programs ---------------------------------------------------------------------------- */

static void put_throw_json(xpgn_buffer *b, const threat *t, const xpgn_throw *k) {
    json_open(b, NULL, "{");
    json_text(b, "ruleset", xpgn_ruleset_id(t->rs));
    json_printf(b, "turn_roll", k->dice.count > 1 ? "[%s]" : "%s",
                xpgn_turn_dice_text(&k->dice).text);
    json_number(b, "ways", k->ways);
    json_number(b, "again", k->again ? k->ways : 0);
    json_number(b, "spent", k->most);
    json_number(b, "actions", k->actions);
    json_flag(b, "king", k->king);
    xpgn_buffer_text(b, "}\n");
}

static void put_throw_row(xpgn_buffer *b, const threat *t, const xpgn_throw *k) {
    struct row_writer row = {.b = b, .form = cli_cell_form(t->o->format == ODDS_TSV)};
    row_cell(&row, cli_slice(xpgn_ruleset_id(t->rs)));
    row_cell(&row, cli_slice(xpgn_turn_dice_text(&k->dice).text));
    row_number(&row, k->ways);
    row_number(&row, k->again ? k->ways : 0);
    row_number(&row, k->most);
    row_number(&row, k->actions);
    row_cell(&row, cli_slice(k->king ? "king" : ""));
    row_end(&row);
}

static void put_threat_head(xpgn_buffer *b, const options *o) {
    static const char *const columns[] = {"ruleset", "turn_roll", "ways", "again",
                                          "spent",   "actions",   "king"};
    struct row_writer row = {.b = b, .form = cli_cell_form(o->format == ODDS_TSV)};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        row_cell(&row, cli_slice(columns[i]));
    row_end_head(&row);
}

static void put_threat(xpgn_buffer *b, const threat *t) {
    const int form = t->o->format;
    if (form == ODDS_TEXT || form == ODDS_MARKDOWN || form == ODDS_LATEX) {
        put_threat_text(b, t);
        return;
    }
    if (form != ODDS_JSON && !t->o->common.no_header)
        put_threat_head(b, t->o);
    for (size_t i = 0; i < t->count; i++) {
        if (form == ODDS_JSON)
            put_throw_json(b, t, &t->list[i]);
        else
            put_throw_row(b, t, &t->list[i]);
    }
}

int show_threat(cli *c, const options *o, const xpgn_ruleset *rs, const xpgn_position *p) {
    threat t = {.o = o, .rs = rs, .p = p, .count = xpgn_throws(rs, p, false, NULL, 0)};
    xpgn_buffer out = {0};
    if (t.count == 0)
        return cli_usage(c, "--threat: the dice of %s do not say who may act", xpgn_ruleset_id(rs));
    t.fights = xpgn_ruleset_fights(rs);
    t.list = malloc(t.count * sizeof *t.list);
    if (t.list == NULL)
        cli_no_memory(c);
    (void)xpgn_throws(rs, p, true, t.list, t.count);
    for (size_t i = 0; i < t.count; i++)
        t.all += t.list[i].again ? 0 : t.list[i].ways;
    put_threat(&out, &t);
    free(t.list);
    cli_flush(c, CLI_OUT, &out);
    xpgn_buffer_free(&out);
    return CLI_GOOD;
}
