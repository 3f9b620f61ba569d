/* SPDX-License-Identifier: MIT */
/* The games of xpgn-replay: from the steps of a walk to rows. */
#include "replay/replay_rows.h"

#include "internal/meant.h"
#include "internal/walk_modes.h"

#include <string.h>
#include <xpgn/rulesets.h>
#include <xpgn/walk.h>

/* The state of one thread. It keeps the last action, which most TURN steps lack, and, for --at, the
   position. */
typedef struct replay_progress {
    xpgn_facts facts;
    xpgn_slice clock, evaluation; /* [%clk] and [%eval] of that action */
    bool acted;
    bool found; /* the turn selected was printed or is in `kept` */
    bool keeps;
    const xpgn_game *game;
    bool visited;       /* the current game was written while it was read as a whole */
    uint32_t last_turn; /* of the last one */
    size_t size;        /* of the output before them */
    replay_cells cells;
    replay_row row, kept;
    xpgn_position kept_position;
    xpgn_facts kept_facts;
    uint64_t missing, first_missing;
    replay_claims claims;
    luck_table luck;
} replay_progress;
/* True if --at or --ply select this turn, or if neither is given. */
static bool is_step_wanted(const replay_options *o, const xpgn_step *step) {
    if (o->wants_ply)
        return step->ply == o->ply;
    return o->at == NULL || cli_is_turn(&o->turn, step);
}

/* Begins the rows of a game, or of this one again, without what earlier ones had in common. */
static void begin_rows(cli_worker *w, const xpgn_game *game) {
    replay_progress *s = w->state;
    s->cells.kept.made = false;
    xpgn_buffer_clear(&s->cells.head);
    s->row.walk = w->walk;
    s->row.how = w->options;
    s->row.of.tag = s->cells.value;
    s->row.of.cell = &s->cells.cell;
    s->row.of.kept = &s->cells.kept;
    s->row.of.is = (xpgn_fact_source){XPGN_SUBJECT,
                                      .game = game,
                                      .text = &s->cells.text,
                                      .ended = s->cells.whole,
                                      .result = s->cells.end.result,
                                      .turns = s->cells.end.turns};
}

/* The row of a step, valid until that of the next. */
static replay_row *row_of(replay_progress *s, const xpgn_step *step) {
    xpgn_fact_source *is = &s->row.of.is;
    xpgn_fact_source_step(is, step);
    if (is->facts == NULL && s->acted) {
        is->facts = &s->facts;
        is->clock = s->clock;
        is->evaluation = s->evaluation;
    }
    return &s->row;
}

static void print(cli_worker *w, const replay_row *r) {
    replay_put_row(&w->to[CLI_OUT], &((replay_progress *)w->state)->cells, r);
}

/* Copies facts without the parts that are not set. */
static void copy_facts(xpgn_facts *to, const xpgn_facts *from) {
    const size_t rest = offsetof(xpgn_facts, captured);
    memcpy(to, from, offsetof(xpgn_facts, side));
    if (from->combat)
        memcpy(to->side, from->side, sizeof to->side);
    to->margin = from->margin;
    memcpy(&to->roll, &from->roll, offsetof(xpgn_roll, exchange));
    memcpy(to->roll.exchange, from->roll.exchange,
           from->roll.exchanges * sizeof *to->roll.exchange);
    memcpy((char *)to + rest, (const char *)from + rest, sizeof *to - rest);
}

/* Keeps a row: which is the last turn of --at 12 is only known at the end of the game. */
static void keep_row(replay_progress *s, const replay_row *r) {
    s->kept = *r;
    s->kept_position = *r->of.is.position;
    s->kept.of.is.position = &s->kept_position;
    if (r->of.is.facts != NULL)
        copy_facts(&s->kept_facts, r->of.is.facts);
    s->kept.of.is.facts = r->of.is.facts != NULL ? &s->kept_facts : NULL;
    s->keeps = true;
}

/* True if only a line for each position is wanted. Games of chess without errors are then read as a
   whole, not step by step. */
static bool writes_visited(const replay_options *o) {
    return o->format == REPLAY_XFEN && o->each && !replay_is_placed(o) && !o->claims && !o->animate;
}

static bool visit_replayed(void *data, const xpgn_position *p) {
    cli_worker *w = data;
    const replay_options *o = w->options;
    replay_progress *s = w->state;
    uint32_t turn = p->number * 2 + p->side_to_move;
    if (s->visited && turn == s->last_turn)
        return true;
    if (!s->visited)
        s->size = w->to[CLI_OUT].size;
    if (s->visited || o->start) {
        xpgn_position_write(&w->to[CLI_OUT], xpgn_walk_ruleset(w->walk), p);
        xpgn_buffer_char(&w->to[CLI_OUT], '\n');
    }
    s->visited = true;
    s->last_turn = turn;
    return true;
}

/* True if the rows of turns are written while a game of chess is read. */
static bool is_told(const replay_options *o) {
    return o->each && !replay_is_placed(o) && !o->actions && !o->claims && !o->animate && !o->luck;
}

static void show_start(cli_worker *w, const xpgn_game *game, const xpgn_step *step) {
    const replay_options *o = w->options;
    replay_progress *s = w->state;
    begin_rows(w, game);
    if (s->visited) /* the fast path did not settle the game: discard its output */
        w->to[CLI_OUT].size = s->size;
    if (step->position == NULL)
        return;
    bool wanted = o->wants_ply && o->ply == 0;
    s->found = wanted;
    if (!wanted && !o->start)
        return;
    print(w, row_of(s, step));
}

static void show_turn(cli_worker *w, const xpgn_step *step) {
    const replay_options *o = w->options;
    replay_progress *s = w->state;
    if (o->actions || !is_step_wanted(o, step))
        return;
    const replay_row *r = row_of(s, step);
    s->found = true;
    if (o->each)
        print(w, r);
    else if (replay_is_placed(o))
        keep_row(s, r);
}

/* Keeps what comments say of an action, for the TURN step. */
static void keep_remarks(replay_progress *s, const xpgn_step *step) {
    s->clock = s->evaluation = (xpgn_slice){NULL, 0};
    if (step->remark_count == 0)
        return;
    xpgn_fact_source is = {XPGN_SUBJECT};
    xpgn_fact_source_step(&is, step);
    s->clock = is.clock;
    s->evaluation = is.evaluation;
}

static void show_action(cli_worker *w, const xpgn_step *step) {
    const replay_options *o = w->options;
    replay_progress *s = w->state;
    bool wanted = is_step_wanted(o, step);
    s->acted = o->format != REPLAY_XFEN && wanted;
    if (s->acted) { /* for the TURN step */
        const xpgn_turn_dice thrown = s->facts.turn_roll;
        copy_facts(&s->facts, step->facts);
        if (!step->first && s->facts.turn_roll.count == 0)
            s->facts.turn_roll = thrown; /* before an earlier action of the turn */
        keep_remarks(s, step);
    }
    if (!o->actions || !wanted)
        return;
    s->found = true;
    replay_row *r = row_of(s, step);
    if (o->rows == ROWS_OF_EXCHANGES)
        for (r->of.is.exchange = 0; r->of.is.exchange++ < step->facts->roll.exchanges;)
            print(w, r);
    else if (o->rows != ROWS_OF_COMBATS || step->facts->combat)
        print(w, r);
}

/* There is no final position if the main line could not be played to its end. */
static void show_result(cli_worker *w, const xpgn_game *game, const xpgn_step *step) {
    const replay_options *o = w->options;
    replay_progress *s = w->state;
    s->acted = false;
    if (s->keeps)
        print(w, &s->kept);
    if (replay_is_placed(o) && !s->found) {
        s->first_missing = s->missing++ == 0 ? game->number : s->first_missing;
        cli_worst(w, CLI_BAD);
    }
    bool broken = step->position == NULL;
    if (broken ? o->skip_bad || o->rows >= ROWS_OF_COMBATS || (replay_is_placed(o) && s->found)
               : replay_is_placed(o) || o->each || o->actions)
        return;
    replay_row *r = row_of(s, step);
    r->of.is.ended = s->cells.whole != NULL ? s->cells.whole : w->walk;
    r->of.is.unplayable = broken;
    if (broken)
        (void)xpgn_walk_broke_off(w->walk, &r->of.is.broken);
    print(w, r);
}

static void show_step(cli_worker *w, const xpgn_game *game, const xpgn_step *step) {
    if (step->depth > 0)
        return;
    switch (step->kind) {
    case XPGN_STEP_START:
        show_start(w, game, step);
        break;
    case XPGN_STEP_ACTION:
        show_action(w, step);
        break;
    case XPGN_STEP_TURN:
        show_turn(w, step);
        break;
    case XPGN_STEP_RESULT:
        show_result(w, game, step);
        break;
    case XPGN_STEP_COMMENT:
    case XPGN_STEP_VARIATION:
    case XPGN_STEP_VARIATION_END:
        break;
    }
}

/* Shows START or a TURN of a game that is being read. */
static void show_told(void *data, const xpgn_walk *walk, const xpgn_step *step) {
    cli_worker *w = data;
    (void)walk;
    replay_progress *s = w->state;
    if (step->kind == XPGN_STEP_TURN) {
        print(w, row_of(s, step));
        return;
    }
    s->size = w->to[CLI_OUT].size;
    show_start(w, s->game, step);
    s->visited = true;
}

/* ---- games ----------------------------------------------------------------------------------- */

/* True at the step where an animation begins. */
static bool begins_here(const void *data, const xpgn_step *step) {
    const replay_options *o = data;
    if (!replay_is_placed(o))
        return step->ply == 0;
    return is_step_wanted(o, step);
}

/* Plays the game to its end first if rows have facts that are known only there. */
static void look_ahead(cli_worker *w, const xpgn_game *game) {
    const replay_options *o = w->options;
    replay_cells *s = &((replay_progress *)w->state)->cells;
    const uint32_t line = 1u << XPGN_SCOPE_LINE, whole = 1u << XPGN_SCOPE_GAME | line;
    const xpgn_walk_options how = {XPGN_WALK_OPTIONS, .detail = XPGN_VERDICT,
                                   .keep_line = (o->columns.scopes & line) != 0};
    const xpgn_step *step;
    if (o->columns_given.count == 0 || (o->columns.scopes & whole) == 0)
        return;
    if (s->whole == NULL)
        s->whole = cli_open_walk(w, &how);
    xpgn_status status = xpgn_walk_begin(s->whole, game);
    s->end = (xpgn_fact_source){XPGN_SUBJECT};
    while (status == XPGN_OK && (status = xpgn_walk_next(s->whole, &step)) == XPGN_OK)
        xpgn_fact_source_step(&s->end, step);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(w->cli);
}

/* Notes which of these tags the game has. */
static void note_tags(cli_worker *w, const xpgn_game *game) {
    const replay_options *o = w->options;
    replay_cells *s = &((replay_progress *)w->state)->cells;
    const cli_columns *k = replay_tags_asked(o);
    if (k->tags == 0)
        return;
    replay_take_tags(s, w->walk, k);
    cli_tags_note(w, &s->seen, (cli_tags){k->tag, k->tags}, s->value, game);
}

bool replay_is_picture_only(const replay_options *o) {
    return o->svg != NULL && strcmp(o->svg, "-") == 0;
}

static bool replay_game(cli_worker *w, const xpgn_game *game) {
    const replay_options *o = w->options;
    replay_progress *s = w->state;
    bool more = true;
    s->acted = s->found = s->keeps = false;
    if (o->animate) {
        more = replay_animate(w, game, &(replay_show){begins_here, o->how.player});
    } else if (o->claims) {
        replay_claims_list(w, game, &s->claims, &s->cells);
    } else if (o->luck) {
        luck_of_game(w, &s->luck, &o->how, game);
        if (replay_is_picture_only(o))
            xpgn_buffer_clear(&w->to[CLI_OUT]);
    } else {
        look_ahead(w, game);
        begin_rows(w, game);
        cli_walk_begin(w, game);
        s->visited = false;
        s->game = game;
        xpgn_walk_watch(w->walk, is_told(o) ? show_told : NULL, w);
        for (const xpgn_step *step; (step = cli_walk_next(w)) != NULL;)
            show_step(w, game, step);
        note_tags(w, game);
    }
    (void)cli_report_errors(w, game);
    return more;
}

/* ---- all games ------------------------------------------------------------------------------- */

static void add_missing(cli *c, void *data) {
    replay_options *o = c->options;
    replay_progress *s = data;
    if (s->missing > 0 && (o->missing == 0 || s->first_missing < o->first_missing))
        o->first_missing = s->first_missing;
    o->missing += s->missing;
    replay_claims_free(&s->claims);
    luck_close(&o->total, &s->luck);
    cli_tags_merge(&o->seen, &s->cells.seen);
    xpgn_buffer_free(&s->cells.text);
    xpgn_buffer_free(&s->cells.cell);
    cli_kept_free(&s->cells.kept);
    xpgn_members_memo_free(&s->cells.quiet);
    xpgn_buffer_free(&s->cells.head);
    xpgn_walk_free(s->cells.whole);
}

/* A final position needs only the result step; a caption also needs the names of the players. */
static bool needs_steps(const replay_options *o) {
    return o->claims || o->luck || o->each || o->actions || o->start || replay_is_placed(o) ||
           o->format == REPLAY_ASCII || o->animate;
}

/* True if only dice matter: for luck in points of material, without details. */
static bool counts_dice(const replay_options *o) {
    return o->luck && o->how.player == NULL && !o->how.detail && o->svg == NULL;
}

/* True if nothing is printed of what is written beside actions. */
static bool needs_names(const replay_options *o) {
    return !o->claims && !o->luck && !o->animate && !o->columns.remarks;
}

static xpgn_detail detail_of(const replay_options *o) {
    if (counts_dice(o))
        return XPGN_THROWS;
    if (writes_visited(o))
        return XPGN_WHOLE;
    if (!needs_steps(o))
        return XPGN_VERDICT;
    if (!needs_names(o))
        return XPGN_STEPS;
    return o->actions ? XPGN_NAMED : XPGN_TURNS;
}

int replay_run(cli *c, replay_options *o) {
    xpgn_walk_options walk = {XPGN_WALK_OPTIONS, .skip_variations = true, .detail = detail_of(o),
                              .visit = writes_visited(o) ? visit_replayed : NULL};
    cli_work work = {.walk = &walk,
                     .state_size = sizeof(replay_progress),
                     .game = replay_game,
                     .finish = add_missing,
                     .serial = o->animate || o->svg != NULL};
    return cli_run(c, &work);
}
