/* SPDX-License-Identifier: MIT */
/* Diagrams of games: the positions and combats that the options select. */
#include "shared/diagram/diagram.h"

#include "internal/action_facts.h"
#include "internal/meant.h"
#include "internal/rules.h"
#include "internal/writers.h"

#include <xpgn/walk.h>

/* A game being played. */
typedef struct playing {
    cli_worker *w;
    const cli_diagram_options *o;
    const xpgn_game *game;
    cli_page *page;
    const xpgn_ruleset *rs;
    xpgn_position position; /* the position to draw: after a turn, or before a combat */
    xpgn_position after;    /* that combat */
    xpgn_outcome outcome;   /* after that turn */
    xpgn_facts combat;
    bool kept;           /* position (and combat) are drawn at the end of the game */
    bool due;            /* the position is drawn when the comments about it are known */
    xpgn_buffer here;    /* xpgn_slice[]: comments so far about the position of the main line */
    xpgn_buffer shown;   /* those about the position to draw */
    xpgn_buffer number;  /* "12...", the number of the combat */
    xpgn_buffer actions; /* actions of the turn: "12... exd4" */
    xpgn_buffer left;    /* after them: "dice left: 5" */
    uint32_t acted;      /* how many actions of the turn there were */
    bool drawn;          /* something of this game was drawn */
    bool failed;         /* invalid --mark or --arrow */
} playing;

static void draw_scene(playing *g, const cli_scene *s) {
    g->drawn = true;
    if (!g->failed && !cli_draw_scene(g->page, s))
        g->failed = true;
}

/* Appends "After 12... exd4". */
static void put_after(xpgn_buffer *b, const playing *g, const xpgn_buffer *actions) {
    xpgn_word_translate(b, "After", &g->o->words);
    xpgn_buffer_char(b, ' ');
    xpgn_buffer_put(b, actions->data, actions->size);
    b->failed |= actions->failed;
}

/* Draws a position with "After 12... exd4" and "White to move" or the result. */
static void draw_position(playing *g, xpgn_slice result) {
    xpgn_buffer line = {.failed = g->actions.failed};
    if (g->actions.size > 0) {
        put_after(&line, g, &g->actions);
        xpgn_buffer_char(&line, '\n');
    }
    if (result.size > 0) {
        xpgn_buffer_slice(&line, result);
    } else {
        char english[24];
        (void)snprintf(english, sizeof english, "%s to move",
                       xpgn_seat_tag(g->position.seats, g->position.side_to_move));
        xpgn_word_translate(&line, english, &g->o->words);
        xpgn_buffer_text(&line, g->left.size > 0 ? ", " : "");
        xpgn_buffer_put(&line, g->left.data, g->left.size);
        line.failed |= g->left.failed;
    }
    draw_scene(g, &(cli_scene){.rs = g->rs,
                               .position = &g->position,
                               .comments = g->shown,
                               .line = cli_text_of(g->w->cli, &line)});
    xpgn_buffer_free(&line);
}

static void draw_dice(playing *g, const xpgn_facts *combat) {
    draw_scene(g, &(cli_scene){.rs = g->rs,
                               .position = &g->position,
                               .combat = combat,
                               .number = cli_text_of(g->w->cli, &g->number)});
    g->number.size--;
}

/* Draws the position after a combat. */
static void draw_came(playing *g) {
    xpgn_buffer line = {0}, action = {0};
    xpgn_buffer_printf(&action, "%.*s ", (int)g->number.size, g->number.data);
    xpgn_action_translate(&action, cli_slice(g->combat.text), &g->o->words);
    put_after(&line, g, &action);
    draw_scene(
        g, &(cli_scene){.rs = g->rs, .position = &g->after, .line = cli_text_of(g->w->cli, &line)});
    xpgn_buffer_free(&line);
    xpgn_buffer_free(&action);
}

/* With `steps`, draws the combat also before its dice; its result is drawn with the turn, if turns
   are drawn. */
static void draw_combat(playing *g) {
    if (g->o->steps) {
        xpgn_facts before = g->combat;
        before.roll.exchanges = 0;
        draw_dice(g, &before);
    }
    draw_dice(g, &g->combat);
    if (g->o->steps && g->o->combat)
        draw_came(g);
}

static bool wants_last(const cli_diagram_options *o) {
    return !o->each && !o->has_ply && o->at == NULL;
}

/* True if --at, --ply or --each select this turn, or if none of them is given. */
static bool is_turn_wanted(const cli_diagram_options *o, const xpgn_step *step) {
    if (o->has_ply)
        return step->ply == o->ply;
    return o->at == NULL || cli_is_turn(&o->turn, step);
}

/* True for --at 12: a later turn may have the same number. */
static bool wants_later(const cli_diagram_options *o) {
    return o->at != NULL && o->turn.seat == 0;
}

/* True if the place asked for is after that many actions of a turn, or after the whole turn. */
static bool is_place(const playing *g) {
    return g->o->turn.action == 0 || g->acted == g->o->turn.action;
}

static void remember_action(playing *g, const xpgn_step *step) {
    if (step->first) {
        xpgn_buffer_clear(&g->actions);
        xpgn_turn_write(&g->actions, step->position->seats, step->number, step->seat);
    }
    xpgn_buffer_char(&g->actions, ' ');
    xpgn_actors_write(&g->actions, g->rs, step->facts);
    xpgn_action_translate(&g->actions, cli_slice(step->facts->text), &g->o->words);
    xpgn_buffer_clear(&g->left);
    xpgn_dice_left_write(&g->left, step->facts, &g->o->words);
}

static void on_combat(playing *g, const xpgn_step *step) {
    xpgn_buffer_clear(&g->number);
    xpgn_turn_write(&g->number, step->position->seats, step->number, step->seat);
    g->position = *step->before;
    g->after = *step->position;
    g->combat = *step->facts;
    if (wants_last(g->o))
        g->kept = true;
    else
        draw_combat(g);
}

/* Takes the position after a turn, or after an action of it, to be drawn once its comments are
   known. */
static void take_position(playing *g, const xpgn_step *step) {
    g->position = *step->position;
    g->outcome = xpgn_walk_outcome(g->w->walk);
    g->due = true;
}

static void draw_action(playing *g, const xpgn_step *step) {
    const uint32_t last = g->o->turn.action;
    g->acted = step->first ? 1 : g->acted + 1;
    if (!is_turn_wanted(g->o, step) || (last != 0 && g->acted > last))
        return;
    if (!g->o->combat)
        remember_action(g, step);
    if (step->facts->combat && (g->o->combat || g->o->steps) && is_place(g))
        on_combat(g, step);
    if (!g->o->combat && last != 0 && is_place(g))
        take_position(g, step);
}

static void draw_after_turn(playing *g) {
    xpgn_buffer result = {0};
    if (g->outcome.over)
        xpgn_score_write(&result, g->position.seats, g->outcome.score);
    if (result.failed)
        cli_no_memory(g->w->cli);
    draw_position(g, (xpgn_slice){result.data, result.size});
    xpgn_buffer_free(&result);
}

static void draw_turn(playing *g, const xpgn_step *step) {
    if (g->o->combat || wants_last(g->o) || !is_place(g) || !is_turn_wanted(g->o, step))
        return;
    take_position(g, step);
}

/* The comments so far are about the position to draw. */
static void keep_comments(playing *g) {
    xpgn_buffer_clear(&g->shown);
    xpgn_buffer_put(&g->shown, g->here.data, g->here.size);
    g->shown.failed |= g->here.failed;
}

/* Comments about a position may follow its turn. At the next action, or the end, they are known. */
static void draw_due(playing *g) {
    if (!g->due)
        return;
    g->due = false;
    keep_comments(g);
    if (wants_later(g->o))
        g->kept = true;
    else
        draw_after_turn(g);
}

/* A variation is not played: its comments are about other positions. */
static void add_comments(playing *g, const xpgn_step *step) {
    for (size_t i = 0; i < step->remark_count && !g->o->no_marks; i++)
        if (step->remarks[i].nag == 0)
            xpgn_buffer_put(&g->here, &step->remarks[i].text, sizeof step->remarks[i].text);
}

static void draw_start(playing *g, const xpgn_step *step) {
    const cli_diagram_options *o = g->o;
    g->rs = xpgn_walk_ruleset(g->w->walk);
    add_comments(g, step);
    if (step->position == NULL || o->combat)
        return;
    g->position = *step->position;
    g->due = o->start || (o->has_ply && o->ply == 0);
}

/* Draws the final position, which exists only if the whole main line could be played. */
static void draw_final(playing *g, const xpgn_step *step) {
    if (step->position == NULL)
        return;
    g->position = *step->position;
    keep_comments(g);
    draw_position(g, step->text.size == 1 ? (xpgn_slice){NULL, 0} : step->text);
}

static void draw_result(playing *g, const xpgn_step *step) {
    if (g->o->combat && g->kept)
        draw_combat(g);
    else if (!g->o->combat && wants_last(g->o))
        draw_final(g, step);
    else if (g->kept)
        draw_after_turn(g);
}

static void draw_step(playing *g, const xpgn_step *step) {
    if (step->depth > 0)
        return;
    switch (step->kind) {
    case XPGN_STEP_START:
        draw_start(g, step);
        break;
    case XPGN_STEP_ACTION:
        draw_due(g);
        draw_action(g, step);
        xpgn_buffer_clear(&g->here);
        add_comments(g, step);
        break;
    case XPGN_STEP_TURN:
        draw_turn(g, step);
        break;
    case XPGN_STEP_RESULT:
        draw_due(g);
        draw_result(g, step);
        break;
    case XPGN_STEP_COMMENT:
        add_comments(g, step);
        break;
    case XPGN_STEP_VARIATION:
    case XPGN_STEP_VARIATION_END:
        break;
    }
}

/* Reports a valid game of which nothing was drawn. */
static void report_nothing_drawn(const playing *g) {
    const cli_diagram_options *o = g->o;
    xpgn_buffer *err = &g->w->to[CLI_ERR];
    xpgn_buffer_printf(err, "%s: ", g->w->cli->tool->name);
    cli_put_title(err, g->game, g->w->walk);
    xpgn_buffer_printf(err, ": no %s",
                       o->combat             ? "combat"
                       : o->turn.action != 0 ? "action"
                                             : "turn");
    if (o->at != NULL)
        xpgn_buffer_printf(err, " at %s", o->at);
    else if (o->has_ply)
        xpgn_buffer_printf(err, " at ply %llu", (unsigned long long)o->ply);
    xpgn_buffer_char(err, '\n');
    cli_worst(g->w, CLI_BAD);
}

/* Reports --destinations of squares that were empty in all diagrams of the game. */
static void report_empty(const playing *g) {
    xpgn_buffer *err = &g->w->to[CLI_ERR];
    xpgn_buffer_printf(err, "%s: ", g->w->cli->tool->name);
    cli_put_title(err, g->game, g->w->walk);
    xpgn_buffer_text(err, ": no piece on ");
    cli_decorations_put_empty(err, g->w->cli, g->o, &g->position, g->page->empty);
    xpgn_buffer_char(err, '\n');
    cli_worst(g->w, CLI_BAD);
}

static bool end_playing(playing *g) {
    cli_worker *w = g->w;
    if (g->failed) {
        cli_worst(w, CLI_TROUBLE);
        return false;
    }
    if (g->o->each && g->o->kind->end_game != NULL)
        g->o->kind->end_game(g->page);
    if (!cli_report_errors(w, g->game) && !g->drawn && !g->o->each)
        report_nothing_drawn(g);
    else if (g->drawn && g->page->empty != 0)
        report_empty(g);
    return true;
}

static bool draw_game(cli_worker *w, const xpgn_game *game) {
    playing g = {.w = w, .o = w->options, .game = game, .page = w->state};
    g.page->c = w->cli;
    g.page->o = g.o;
    g.page->out = &w->to[CLI_OUT];
    g.page->empty = UINT64_MAX;
    cli_walk_begin(w, game);
    for (const xpgn_step *step; !g.failed && (step = cli_walk_next(w)) != NULL;)
        draw_step(&g, step);
    xpgn_buffer_free(&g.number);
    xpgn_buffer_free(&g.actions);
    xpgn_buffer_free(&g.left);
    xpgn_buffer_free(&g.here);
    xpgn_buffer_free(&g.shown);
    return end_playing(&g);
}

static void finish_thread(cli *c, void *state) {
    cli_page *page = state;
    xpgn_buffer out = {0};
    page->c = c;
    page->o = c->options;
    page->out = &out;
    page->o->kind->close(page);
    cli_flush(c, CLI_OUT, &out);
    xpgn_buffer_free(&out);
}

int cli_draw_games(cli *c) {
    static const xpgn_walk_options walk = {XPGN_WALK_OPTIONS, .skip_variations = true};
    const cli_diagram_options *o = c->options;
    return cli_run(c, &(cli_work){.walk = &walk,
                                  .state_size = o->kind->size,
                                  .game = draw_game,
                                  .finish = finish_thread,
                                  .serial = true});
}
