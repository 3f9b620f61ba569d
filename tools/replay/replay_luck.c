/* SPDX-License-Identifier: MIT */
/* What the dice of games gave, and what their decisions lost: in scores, or in material. */
#include "replay/replay_luck.h"
#include "internal/action_facts.h"
#include "internal/rules.h"
#include "internal/walk_modes.h"
#include "shared/chance/luck_judge.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xpgn/record.h>
#include <xpgn/rulesets.h>
#include <xpgn/walk.h>

/* ---- what is asked for ----------------------------------------------------------------------- */

int luck_check(cli *c, luck_how *how) {
    char *end;
    if (how->player == NULL)
        return how->scale != NULL || how->rollouts > 0 || how->fit
                   ? cli_usage(c, "--logit, --rollouts and --fit require --equity")
                   : CLI_GO;
    if (how->scale != NULL) {
        how->logit = strtod(how->scale, &end);
        if (end == how->scale || *end != '\0' || !(how->logit > 0) || !isfinite(how->logit))
            return cli_usage(c, "--logit: '%s' is not a number above 0", how->scale);
    }
    xpgn_equity *equity = cli_open_equity(c, how->player, NULL);
    xpgn_equity_free(equity);
    return equity != NULL ? CLI_GO : CLI_TROUBLE;
}

static void open_equity(cli_worker *w, luck_table *t, const luck_how *how) {
    const xpgn_equity_options o = {XPGN_EQUITY_OPTIONS, .logit = how->logit,
                                   .rollouts = (uint32_t)how->rollouts, .draw = sim_below,
                                   .data = &t->random};
    if (t->equity == NULL && how->player != NULL)
        t->equity = cli_open_equity(w->cli, how->player, &o);
}

/* ---- one decision ---------------------------------------------------------------------------- */

static int64_t millionths(double x) {
    return (int64_t)llround(x * LUCK_ONE);
}

/* In material, a combat counts as a roll of both sides; in scores, a roll is that of the side that
   acts. */
static void add_judged(luck_game *g, const xpgn_judged *j, bool material) {
    for (unsigned seat = 0; seat < g->seats; seat++)
        g->sum[seat].luck += millionths(j->luck[seat]);
    for (unsigned seat = 0; seat < g->seats; seat++)
        g->sum[seat].rolls +=
            j->chance != XPGN_CHANCE_NONE && (seat == j->seat || (material && j->luck[seat] != 0));
    g->sum[j->seat].decisions += j->chosen;
    g->sum[j->seat].lost += millionths(j->loss);
}

static void note_expected(cli_worker *w, luck_table *t, const luck_game *g, const xpgn_judged *j) {
    if (!(j->came > 0) || !(j->came < 1))
        return;
    t->expected = cli_grow(w->cli, t->expected, t->count, &t->room, sizeof *t->expected);
    t->expected[t->count++] =
        (struct luck_expected){(uint16_t)luck_fit_class(j->came, g->seats), j->seat};
}

static const char *action_of(const xpgn_step *step, const xpgn_judged *j) {
    return j->kind == XPGN_JUDGED_ROLL  ? "roll"
           : j->kind == XPGN_JUDGED_END ? "end"
                                        : step->facts->text;
}

/* Adds the first seat's luck to the line, if there was a roll. */
static void add_to_line(const luck_how *how, const luck_game *g, const luck_line *l) {
    xpgn_buffer label = {0};
    if (how->line == NULL || g->seats != 2 || l->judged->chance == XPGN_CHANCE_NONE)
        return;
    xpgn_turn_write(&label, g->seats, l->step->number, l->judged->seat);
    xpgn_buffer_printf(&label, " %s", l->action);
    how->line->now.texts.failed |= label.failed;
    cli_luck_add(how->line, l->judged->luck[0], l->judged->variance,
                 (xpgn_slice){label.data, label.size});
    xpgn_buffer_free(&label);
}

static void end_line(cli_worker *w, const luck_how *how, const xpgn_game *game) {
    xpgn_buffer title = {0};
    if (how->line == NULL)
        return;
    cli_put_title(&title, game, w->walk);
    xpgn_buffer_char(&title, '\0');
    if (title.failed)
        cli_no_memory(w->cli);
    cli_luck_end(w->cli, how->line, title.data);
    xpgn_buffer_free(&title);
}

/* Counts a roll that says who may act, which has no luck in material. */
static void count_turn_roll(luck_game *g, const xpgn_step *step) {
    if (step->kind == XPGN_STEP_ACTION && step->depth == 0 && xpgn_ruleset_rolls_actors(g->rs))
        g->sum[step->seat].turns += step->facts->turn_roll.count > 0;
}

static void take_luck_step(cli_worker *w, luck_table *t, const luck_how *how, luck_game *g,
                           const xpgn_step *step) {
    xpgn_judged judged[2];
    unsigned count = cli_luck_judge(t->equity, g->rs, step, judged);
    count_turn_roll(g, step);
    if (how->line != NULL && step->kind == XPGN_STEP_ACTION)
        xpgn_chart_turn(&how->line->now, step);
    for (unsigned i = 0; i < count; i++) {
        const luck_line line = {&judged[i], g->game, step, action_of(step, &judged[i])};
        add_judged(g, &judged[i], how->player == NULL);
        add_to_line(how, g, &line);
        if (how->fit)
            note_expected(w, t, g, &judged[i]);
        else if (how->detail)
            luck_put_line(&w->to[CLI_OUT], how, &line);
    }
}

/* ---- the game -------------------------------------------------------------------------------- */

static void note_ruleset(luck_total *all, const char *id) {
    all->mixed |= *all->ruleset != '\0' && strcmp(all->ruleset, id) != 0;
    snprintf(all->ruleset, sizeof all->ruleset, "%s", id);
}

static void take_ruleset(luck_table *t, luck_game *g, const luck_how *how, const xpgn_step *step) {
    luck_total *all = &t->total;
    bool begun = step->position != NULL || step->ply > 0;
    g->rs = begun ? xpgn_walk_ruleset(g->walk) : NULL;
    if (g->rs == NULL)
        return;
    g->seats = all->seats = all->fit.seats = step->position != NULL ? step->position->seats : 2;
    note_ruleset(all, xpgn_ruleset_id(g->rs));
    all->known = xpgn_equity_fit_of(g->rs);
    all->fit.logit = how->logit > 0 ? how->logit : all->known.logit;
    g->rest = how->player != NULL ? all->known.rest : NAN;
}

/* Takes the result of a game, and the result less the luck if it was played to its end. */
static void take_luck_result(luck_table *t, luck_game *g, const xpgn_step *step) {
    uint8_t score[XPGN_MAX_SEATS];
    g->result = step->text;
    g->ended = step->position != NULL && g->rs != NULL &&
               xpgn_result_read(step->text, g->seats, score) &&
               score[0] + score[1] + score[2] + score[3] > 0;
    for (unsigned seat = 0; g->ended && seat < g->seats; seat++) {
        luck_sum *s = &g->sum[seat];
        s->games = 1;
        s->score = (int64_t)score[seat] * LUCK_ONE / 12;
        s->adjusted = s->score - s->luck;
        int64_t thousandths = s->adjusted / (LUCK_ONE / 1000);
        s->squares = thousandths * thousandths;
    }
    for (size_t i = 0; g->ended && i < t->count; i++)
        luck_fit_add(&t->total.fit, t->expected[i].class, score[t->expected[i].seat]);
}

static void add_sum(luck_sum *to, const luck_sum *s) {
    to->rolls += s->rolls;
    to->turns += s->turns;
    to->decisions += s->decisions;
    to->games += s->games;
    to->luck += s->luck;
    to->lost += s->lost;
    to->score += s->score;
    to->adjusted += s->adjusted;
    to->squares += s->squares;
}

/* What its steps are added to. */
struct luck_run {
    cli_worker *w;
    luck_table *t;
    const luck_how *how;
    luck_game game;
    bool started;
};

/* What was seen before START does not count. */
static void see_luck(void *data, const xpgn_walk *walk, const xpgn_step *step) {
    struct luck_run *r = data;
    luck_game *g = &r->game;
    if (step->kind == XPGN_STEP_START)
        *g = (luck_game){.game = g->game, .walk = walk, .rest = NAN};
    r->started |= step->kind == XPGN_STEP_START;
    if (step->kind == XPGN_STEP_START || !r->started) /* a game without dice may lack it */
        take_ruleset(r->t, g, r->how, step);
    if (step->kind == XPGN_STEP_RESULT)
        take_luck_result(r->t, g, step);
    else if (g->rs != NULL)
        take_luck_step(r->w, r->t, r->how, g, step);
}

void luck_of_game(cli_worker *w, luck_table *t, const luck_how *how, const xpgn_game *game) {
    struct luck_run r = {
        .w = w, .t = t, .how = how, .game = {.game = game, .walk = w->walk, .rest = NAN}};
    const luck_game *g = &r.game;
    open_equity(w, t, how);
    sim_seed(&t->random, how->seed, game->number, SIM_CHOICES);
    t->count = 0;
    xpgn_walk_watch(w->walk, see_luck, &r);
    cli_walk_begin(w, game);
    for (const xpgn_step *step; (step = cli_walk_next(w)) != NULL;)
        see_luck(&r, w->walk, step);
    for (unsigned seat = 0; seat < g->seats; seat++)
        add_sum(&t->total.sum[seat], &g->sum[seat]);
    t->total.games++;
    end_line(w, how, game);
    if (!how->fit && g->rs != NULL)
        luck_put_game(&w->to[CLI_OUT], how, g);
}

void luck_close(luck_total *to, luck_table *t) {
    const luck_total *from = &t->total;
    for (unsigned seat = 0; seat < XPGN_MAX_SEATS; seat++)
        add_sum(&to->sum[seat], &from->sum[seat]);
    for (unsigned i = 0; i < LUCK_CLASSES; i++) {
        to->fit.count[i] += from->fit.count[i];
        to->fit.twelfths[i] += from->fit.twelfths[i];
    }
    to->games += from->games;
    to->mixed |= from->mixed;
    if (*from->ruleset != '\0') {
        note_ruleset(to, from->ruleset);
        to->known = from->known;
        to->seats = to->fit.seats = from->seats;
        to->fit.logit = from->fit.logit;
    }
    xpgn_equity_free(t->equity);
    free(t->expected);
}
