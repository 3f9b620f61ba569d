/* SPDX-License-Identifier: MIT */
/* The combats, teleports and escapes that are possible in a position. */
#include "odds/odds_chart.h"

#include <stdlib.h>
#include <xpgn/rulesets.h>

enum { MOST_ACTIONS = 8192 };

static bool make_at(const options *o, const xpgn_ruleset *rs, const xpgn_position *p,
                    const xpgn_action *a, combat *k) {
    *k = (combat){.rs = rs,
                  .position = p,
                  .is = {XPGN_SUBJECT, .position = p},
                  .stop_below = (unsigned)o->stops.first};
    if (xpgn_combat_prepare(rs, p, a, &k->facts))
        return has_odds(o, k);
    k->facts.action = *a;
    if (a->kind == XPGN_TELEPORT) /* the destination is chosen after the die */
        k->facts.action.to = XPGN_NO_SQUARE;
    k->is_attempt = xpgn_attempt_odds(rs, p, &k->facts, &k->attempt);
    xpgn_action_name(rs, p, &k->facts.action, k->facts.text);
    return k->is_attempt;
}

/* True if the action differs from the one before only in its promotion or in the destination of a
   teleport, which do not change the odds. */
static bool is_repeated(const xpgn_action *list, size_t i) {
    if (i > 0 && list[i].kind == XPGN_TELEPORT && list[i - 1].kind == XPGN_TELEPORT)
        return true;
    return i > 0 && list[i].kind == list[i - 1].kind && list[i].from == list[i - 1].from &&
           list[i].to == list[i - 1].to && list[i].target == list[i - 1].target;
}

static void end_rows(cli *c, const options *o, const xpgn_ruleset *rs) {
    xpgn_buffer title = {0};
    put_combat_words(&title, o, rs, "the attacker wins", &o->words);
    if (title.failed)
        cli_no_memory(c);
    chart_end_rows(o->chart, title.data, "");
    xpgn_buffer_free(&title);
}

/* A position, and what is asked of it. */
typedef struct place {
    const options *o;
    const xpgn_ruleset *rs;
    const xpgn_position *p;
} place;

/* Lists the combat of an action, at each stop, its teleport or escape; false if it has none. */
static bool list_action(xpgn_buffer *out, row_tables *rows, const place *at, const xpgn_action *a) {
    const options *o = at->o;
    combat k;
    if (!make_at(o, at->rs, at->p, a, &k))
        return false;
    for (int stop = o->stops.first; stop <= o->stops.last; stop++) {
        k.stop_below = (unsigned)stop;
        if (stop > o->stops.first && !has_odds(o, &k))
            break;
        chart_row(o->chart, &k);
        if (is_listing(o))
            add_combat_row(rows, &k);
        else
            write_line(out, o, &k);
    }
    return true;
}

/* Lists every combat, teleport and escape of the position; false if there are none. */
static bool list_position(cli *c, const options *o, const xpgn_ruleset *rs,
                          const xpgn_position *p) {
    xpgn_buffer out = {0};
    row_tables rows = {.look = {.form = ROW_POSITION, .stops = o->stops.first < o->stops.last}};
    xpgn_action *list = malloc(MOST_ACTIONS * sizeof *list);
    if (list == NULL)
        cli_no_memory(c);
    size_t count = xpgn_legal_actions(rs, p, list, MOST_ACTIONS), made = 0;
    begin_table(&out, o);
    for (size_t i = 0; i < count && i < MOST_ACTIONS; i++)
        if (!is_repeated(list, i))
            made += list_action(&out, &rows, &(place){o, rs, p}, &list[i]);
    if (o->chart != NULL)
        end_rows(c, o, rs);
    write_tables(&out, o, &rows);
    flush_table(c, o, &out);
    xpgn_buffer_free(&out);
    free_tables(&rows);
    free(list);
    return made > 0;
}

static int show_action(cli *c, const options *o, const xpgn_ruleset *rs, const xpgn_position *p) {
    xpgn_buffer out = {0};
    xpgn_action a;
    xpgn_fault fault;
    combat k;
    if (xpgn_action_read(rs, p, cli_slice(o->action), &a, &fault) != XPGN_OK) {
        cli_message(c, "--action: %s", fault.text);
        return CLI_TROUBLE;
    }
    if (!make_at(o, rs, p, &a, &k)) {
        cli_message(c, "--action: %s takes no dice", o->action);
        return CLI_BAD;
    }
    begin_table(&out, o);
    chart_detail(o->chart, &k);
    if (is_listing(o))
        show_detail(&out, &k, ROW_POSITION, (odds_format)o->format);
    else
        write_line(&out, o, &k);
    flush_table(c, o, &out);
    xpgn_buffer_free(&out);
    return CLI_GOOD;
}

int show_position(cli *c, const options *o, const xpgn_ruleset *rs) {
    xpgn_position p;
    xpgn_fault fault;
    const char *text = o->threat != NULL ? o->threat : o->xfen;
    const char *option = o->threat != NULL ? "--threat" : "--xfen";
    xpgn_status status = xpgn_position_read(rs, cli_slice(text), &p, &fault);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(c);
    if (status != XPGN_OK)
        return cli_refuse_xfen(c, option, &fault);
    cli_note_xfen(c, option, &fault);
    if (o->threat != NULL)
        return show_threat(c, o, rs, &p);
    if (o->action != NULL)
        return show_action(c, o, rs, &p);
    if (list_position(c, o, rs, &p))
        return CLI_GOOD;
    cli_message(c, "no combat is possible in this position");
    return CLI_BAD;
}
