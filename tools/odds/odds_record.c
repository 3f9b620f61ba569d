/* SPDX-License-Identifier: MIT */
/* The combats of records, each with what its dice gave. */
#include "odds/odds_chart.h"

#include <string.h>
#include <xpgn/walk.h>

/* A game being read, with the turn at hand as text. */
typedef struct game_reading {
    const options *o;
    const xpgn_game *game;
    xpgn_buffer *out;
    row_tables rows;
    xpgn_buffer turn;
    size_t made;
} game_reading;

/* Takes the combat of a step as it was before the dice, or its teleport or escape; false if it has
   none of these. */
static bool take_combat_step(const game_reading *r, const xpgn_walk *walk, const xpgn_step *step,
                             combat *k) {
    *k = (combat){.rs = xpgn_walk_ruleset(walk),
                  .position = step->before,
                  .game = r->game,
                  .turn = r->turn.data,
                  .facts = *step->facts,
                  .is = {XPGN_SUBJECT},
                  .fell = true};
    xpgn_fact_source_step(&k->is, step);
    k->is_attempt = xpgn_attempt_odds(k->rs, k->position, &k->facts, &k->attempt);
    if (k->is_attempt || !k->facts.combat)
        return k->is_attempt;
    for (unsigned i = 0; i < 2; i++) {
        k->fate[i] = xpgn_fate_of(k->facts.side[i].fate);
        k->facts.side[i].total = -1;
        k->facts.side[i].fate = 0;
    }
    k->facts.roll.exchanges = 0;
    return true;
}

static void write_combat(game_reading *r, const combat *k) {
    r->made++;
    if (r->o->at != NULL)
        chart_detail(r->o->chart, k);
    else
        chart_step(r->o->chart, k);
    if (!is_listing(r->o)) {
        write_line(r->out, r->o, k);
    } else if (r->o->at != NULL) {
        if (r->made > 1)
            xpgn_buffer_char(r->out, '\n');
        show_detail(r->out, k, ROW_RECORD, (odds_format)r->o->format);
    } else {
        add_combat_row(&r->rows, k);
    }
}

/* Where the attacker goes on, each exchange is a decision, with the hit points that are left. */
static void write_exchanges(game_reading *r, combat *k, const xpgn_roll *roll) {
    const xpgn_fate fate[2] = {k->fate[0], k->fate[1]};
    for (unsigned e = 0; e < roll->exchanges; e++) {
        k->exchange = roll->exchanges > 1 ? e + 1 : 0;
        for (unsigned i = 0; i < 2; i++)
            k->fate[i] = e + 1u == roll->exchanges ? fate[i] : XPGN_FATE_UNHARMED;
        if (has_odds(r->o, k))
            write_combat(r, k);
        xpgn_facts_pass(&k->facts, &roll->exchange[e]);
    }
}

static void odds_of_step(game_reading *r, const xpgn_walk *walk, const xpgn_step *step) {
    combat k;
    if (step->kind != XPGN_STEP_ACTION || step->depth > 0 ||
        (r->o->at != NULL && !cli_is_turn(&r->o->turn, step)))
        return;
    xpgn_buffer_clear(&r->turn);
    xpgn_turn_write(&r->turn, step->position->seats, step->number, step->seat);
    xpgn_buffer_char(&r->turn, '\0');
    if (r->turn.failed) {
        r->out->failed = true;
        return;
    }
    chart_turn(r->o->chart, step);
    if (!take_combat_step(r, walk, step, &k))
        return;
    if (!k.is_attempt && xpgn_ruleset_goes_on(k.rs))
        write_exchanges(r, &k, &step->facts->roll);
    else if (k.is_attempt || has_odds(r->o, &k))
        write_combat(r, &k);
}

/* Writes the tables of a game under its title, and an empty line. */
static void write_game(game_reading *r, const char *title) {
    if (r->rows.combats.size + r->rows.attempts.size == 0)
        return;
    grid_line(r->out, title, true, (odds_format)r->o->format);
    xpgn_buffer_char(r->out, '\n');
    write_tables(r->out, r->o, &r->rows);
    xpgn_buffer_char(r->out, '\n');
}

static void end_combats(game_reading *r, cli_worker *w) {
    xpgn_buffer title = {0};
    cli_put_title(&title, r->game, w->walk);
    xpgn_buffer_char(&title, '\0');
    if (title.failed || r->out->failed || r->rows.combats.failed || r->rows.attempts.failed ||
        r->turn.failed)
        cli_no_memory(w->cli);
    write_game(r, title.data);
    chart_end_game(r->o->chart, title.data);
    if (r->o->svg != NULL && strcmp(r->o->svg, "-") == 0)
        xpgn_buffer_clear(r->out);
    xpgn_buffer_free(&title);
}

static void report_no_combat(cli_worker *w, const game_reading *r) {
    xpgn_buffer *err = &w->to[CLI_ERR];
    xpgn_buffer_printf(err, "%s: ", w->cli->tool->name);
    cli_put_title(err, r->game, w->walk);
    xpgn_buffer_printf(err, ": no combat at %s\n", r->o->at);
    cli_worst(w, CLI_BAD);
}

static bool odds_of_game(cli_worker *w, const xpgn_game *game) {
    game_reading r = {
        .o = w->options, .game = game, .out = &w->to[CLI_OUT], .rows.look.form = ROW_RECORD};
    cli_walk_begin(w, game);
    for (const xpgn_step *step; (step = cli_walk_next(w)) != NULL;)
        odds_of_step(&r, w->walk, step);
    end_combats(&r, w);
    xpgn_buffer_free(&r.turn);
    free_tables(&r.rows);
    if (!cli_report_errors(w, game) && r.o->at != NULL && r.made == 0)
        report_no_combat(w, &r);
    return true;
}

int read_records(cli *c, const options *o) {
    static const xpgn_walk_options walk = {XPGN_WALK_OPTIONS, .skip_variations = true};
    xpgn_buffer head = {0};
    begin_table(&head, o);
    flush_table(c, o, &head);
    xpgn_buffer_free(&head);
    return cli_run(c, &(cli_work){.walk = &walk, .game = odds_of_game, .serial = o->chart != NULL});
}
