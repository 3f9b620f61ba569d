/* SPDX-License-Identifier: MIT */
/* xpgn-render-ascii: diagrams of positions for rulebooks and terminals. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_COLUMNS = 64, MOST_SQUARES = 256, MOST_ARROWS = 128 };

/* A turn as asked for by --at; seat is a letter (w r b g), 0: the last turn of that number. */
typedef struct turn {
    uint32_t number;
    char seat;
} turn;

typedef struct options {
    cli_common common;
    int style; /* xpgn_diagram_style */
    bool flip, no_coordinates, no_turn, no_held;
    bool combat, each, start, attributes, markdown;
    cli_list marks, arrows, xfens;
    const char *caption, *variant, *rule_options, *at;
    uint64_t columns, ply;
    /* made of them */
    turn turn;
    bool has_ply;
} options;

#define AT(member) offsetof(options, member)

static const cli_option table[] = {
    {.letter = 's',
     .name = "style",
     .help = "how the board is drawn: with ASCII lines, box drawing characters, these and chess "
             "symbols, or one character a square",
     .kind = CLI_CHOICE,
     .offset = AT(style),
     .choices = "plain|box|unicode|compact"},
    {.name = "flip",
     .help = "turn the board: Black's side below",
     .kind = CLI_FLAG,
     .offset = AT(flip)},
    {.name = "no-coordinates",
     .help = "leave out file letters and rank numbers",
     .kind = CLI_FLAG,
     .offset = AT(no_coordinates)},
    {.name = "no-turn",
     .help = "leave out the line that says whose turn it is",
     .kind = CLI_FLAG,
     .offset = AT(no_turn)},
    {.name = "no-held",
     .help = "leave out removed pieces and prisoners",
     .kind = CLI_FLAG,
     .offset = AT(no_held)},
    {.letter = 'm',
     .name = "mark",
     .argument = "SQUARES",
     .help = "mark squares: e4,d5",
     .kind = CLI_LIST,
     .offset = AT(marks)},
    {.letter = 'a',
     .name = "arrow",
     .argument = "ARROWS",
     .help = "draw arrows from square to square: e4d5,g1f3",
     .kind = CLI_LIST,
     .offset = AT(arrows)},
    {.letter = 'c',
     .name = "caption",
     .argument = "TEXT",
     .help = "write TEXT below each diagram",
     .kind = CLI_TEXT,
     .offset = AT(caption)},
    {.name = "combat",
     .help = "draw the combat of that turn (without one of --at, --ply, --each: the game's last): "
             "who attacks, who supports, and the sum",
     .kind = CLI_FLAG,
     .offset = AT(combat)},
    {.name = "at",
     .argument = "TURN",
     .help = "the position after this turn: 8w, 12b (four seats also 12r, 12g), or 12, the last of "
             "that number",
     .kind = CLI_TEXT,
     .offset = AT(at)},
    {.name = "ply",
     .argument = "N",
     .help = "the position after N turns; 0 is the start",
     .kind = CLI_NUMBER,
     .offset = AT(ply),
     .max = UINT32_MAX - 1},
    {.name = "each", .help = "the position after every turn", .kind = CLI_FLAG, .offset = AT(each)},
    {.name = "start",
     .help = "the start position too, before the others",
     .kind = CLI_FLAG,
     .offset = AT(start)},
    {.name = "columns",
     .argument = "N",
     .help = "set N diagrams side by side",
     .kind = CLI_NUMBER,
     .offset = AT(columns),
     .min = 1,
     .max = MOST_COLUMNS},
    {.name = "markdown",
     .help = "put diagrams into Markdown code fences",
     .kind = CLI_FLAG,
     .offset = AT(markdown)},
    {.letter = 'x',
     .name = "xfen",
     .argument = "TEXT",
     .help = "draw this position (FEN or XFEN) instead of records; may be repeated",
     .kind = CLI_LIST,
     .offset = AT(xfens)},
    {.name = "attributes",
     .help = "print the ruleset's attribute table instead (without --variant: all that there are)",
     .kind = CLI_FLAG,
     .offset = AT(attributes)},
    {.name = "variant",
     .argument = "ID",
     .help = "the ruleset of --xfen and --attributes (default: chess, or the first one that the "
             "position fits)",
     .kind = CLI_TEXT,
     .offset = AT(variant)},
    {.name = "options",
     .argument = "OPTIONS",
     .help = "its options: 'rescue king-safety'",
     .kind = CLI_TEXT,
     .offset = AT(rule_options)},
    {.name = NULL}};

static const cli_tool tool = {
    .name = "xpgn-render-ascii",
    .usage = "[option...] [file...]",
    .about = "Draws the final position of each game, other positions of it, or a position given "
             "as text.",
    .options = table,
    .common = CLI_ALL};

static xpgn_slice slice(const char *text) {
    return (xpgn_slice){text, text != NULL ? strlen(text) : 0};
}

static const char *text_of(cli *c, xpgn_buffer *b) {
    xpgn_buffer_char(b, '\0');
    if (b->failed)
        cli_no_memory(c);
    return b->data;
}

/* ---- squares as typed ------------------------------------------------------------------------ */

/* A square at *text, which moves past it; XPGN_NO_SQUARE if there is none on this board. */
static xpgn_square take_square(const char **text, const xpgn_position *p) {
    const char *s = *text;
    unsigned file = (unsigned)(*s - 'a'), rank = 0;
    if (*s < 'a' || *s > 'z')
        return XPGN_NO_SQUARE;
    for (s++; *s >= '0' && *s <= '9' && rank < 10; s++)
        rank = rank * 10 + (unsigned)(*s - '0');
    if (file >= p->files || rank < 1 || rank > p->ranks)
        return XPGN_NO_SQUARE;
    *text = s;
    return (xpgn_square)((rank - 1) * p->files + file);
}

static const char *skip_separators(const char *s) {
    return s + strspn(s, ", ");
}

/* What is drawn on every board, made of the options for a board's size. */
typedef struct drawn {
    xpgn_square mark[MOST_SQUARES];
    xpgn_arrow arrow[MOST_ARROWS];
    size_t marks, arrows;
} drawn;

static bool read_marks(cli *c, const char *list, const xpgn_position *p, drawn *d) {
    for (const char *s = skip_separators(list); *s != '\0'; s = skip_separators(s)) {
        xpgn_square sq = take_square(&s, p);
        if (sq == XPGN_NO_SQUARE || d->marks == MOST_SQUARES) {
            cli_usage(c, "--mark %s: no square of this board at '%s'", list, s);
            return false;
        }
        d->mark[d->marks++] = sq;
    }
    return true;
}

static bool read_arrows(cli *c, const char *list, const xpgn_position *p, drawn *d) {
    for (const char *s = skip_separators(list); *s != '\0'; s = skip_separators(s)) {
        xpgn_arrow a = {.from = take_square(&s, p)};
        s += *s == '-';
        a.to = a.from != XPGN_NO_SQUARE ? take_square(&s, p) : XPGN_NO_SQUARE;
        if (a.to == XPGN_NO_SQUARE || d->arrows == MOST_ARROWS) {
            cli_usage(c, "--arrow %s: no square of this board at '%s'", list, s);
            return false;
        }
        d->arrow[d->arrows++] = a;
    }
    return true;
}

static bool read_drawn(cli *c, const options *o, const xpgn_position *p, drawn *d) {
    bool good = true;
    *d = (drawn){.marks = 0};
    for (size_t i = 0; good && i < o->marks.count; i++)
        good = read_marks(c, o->marks.item[i], p, d);
    for (size_t i = 0; good && i < o->arrows.count; i++)
        good = read_arrows(c, o->arrows.item[i], p, d);
    return good;
}

/* ---- the page: rows of diagrams -------------------------------------------------------------- */

/* A row is written when it is full, with --each also when its game ends. */
typedef struct page {
    xpgn_buffer *out;
    xpgn_buffer cell[MOST_COLUMNS];
    size_t cells;
    bool begun; /* something stands above: an empty line comes first */
} page;

static void end_row(cli *c, const options *o, page *pg) {
    xpgn_slice row[MOST_COLUMNS];
    xpgn_buffer *out = pg->out;
    if (pg->cells == 0)
        return;
    for (size_t i = 0; i < pg->cells; i++) {
        if (pg->cell[i].failed)
            cli_no_memory(c);
        row[i] = (xpgn_slice){pg->cell[i].data, pg->cell[i].size};
    }
    xpgn_buffer_text(out, pg->begun ? "\n" : "");
    xpgn_buffer_text(out, o->markdown ? "```text\n" : "");
    xpgn_diagram_join(out, row, pg->cells);
    xpgn_buffer_text(out, o->markdown ? "```\n" : "");
    for (size_t i = 0; i < pg->cells; i++)
        xpgn_buffer_clear(&pg->cell[i]);
    pg->cells = 0;
    pg->begun = true;
}

/* The last row, and the end of the page. */
static void close_page(cli *c, page *pg) {
    xpgn_buffer out = {0};
    pg->out = &out;
    end_row(c, c->options, pg);
    cli_flush(c, CLI_OUT, &out);
    xpgn_buffer_free(&out);
    for (size_t i = 0; i < MOST_COLUMNS; i++)
        xpgn_buffer_free(&pg->cell[i]);
}

/* The cell for the next diagram. */
static xpgn_buffer *next_cell(cli *c, const options *o, page *pg) {
    if (pg->cells == (o->columns > 0 ? o->columns : 1))
        end_row(c, o, pg);
    return &pg->cell[pg->cells++];
}

/* ---- one diagram ----------------------------------------------------------------------------- */

/* What the diagram of a record has beyond its position. */
typedef struct scene {
    const xpgn_ruleset *rs;
    const xpgn_position *position;
    const char *line; /* in place of whose turn it is; NULL: as it comes */
    const xpgn_facts *combat;
    const char *number;
} scene;

static void add_line(xpgn_buffer *b, const char *text) {
    if (text == NULL || *text == '\0')
        return;
    if (b->size > 0)
        xpgn_buffer_char(b, '\n');
    xpgn_buffer_text(b, text);
}

/* False after a message: a mark or arrow that this board does not have. */
static bool draw(cli *c, const options *o, page *pg, const scene *s) {
    drawn d;
    xpgn_buffer caption = {0};
    if (!read_drawn(c, o, s->position, &d))
        return false;
    if (!o->no_turn)
        add_line(&caption, s->line);
    add_line(&caption, o->caption);
    xpgn_diagram_options how = {.style = (xpgn_diagram_style)o->style,
                                .flip = o->flip,
                                .no_coordinates = o->no_coordinates,
                                .no_turn = o->no_turn || s->line != NULL,
                                .no_held = o->no_held,
                                .marks = d.mark,
                                .mark_count = d.marks,
                                .arrows = d.arrow,
                                .arrow_count = d.arrows,
                                .combat = s->combat,
                                .number = s->number,
                                .caption = text_of(c, &caption)};
    xpgn_diagram_write(next_cell(c, o, pg), s->rs, s->position, &how);
    xpgn_buffer_free(&caption);
    return true;
}

/* ---- records --------------------------------------------------------------------------------- */

/* One game on its way. */
typedef struct playing {
    cli_worker *w;
    const options *o;
    const xpgn_game *game;
    page *pg;
    const xpgn_ruleset *rs;
    xpgn_position position; /* the one to draw: after a turn, or before a combat */
    xpgn_outcome outcome;   /* after that turn */
    xpgn_facts combat;
    bool kept;           /* position (and combat) wait for the end of the game */
    xpgn_buffer number;  /* "12...", of the combat */
    xpgn_buffer actions; /* of the turn: "12... exd4" */
    bool drawn;          /* something of this game was drawn */
    bool failed;         /* --mark, --arrow */
} playing;

static void draw_scene(playing *g, const scene *s) {
    g->drawn = true;
    if (!g->failed && !draw(g->w->cli, g->o, g->pg, s))
        g->failed = true;
}

/* "After 12... exd4", "White to move" or what became of the game. */
static void draw_position(playing *g, xpgn_slice result) {
    xpgn_buffer line = {.failed = g->actions.failed};
    if (g->actions.size > 0) {
        xpgn_buffer_text(&line, "After ");
        xpgn_buffer_put(&line, g->actions.data, g->actions.size);
        xpgn_buffer_char(&line, '\n');
    }
    if (result.size > 0) {
        xpgn_buffer_slice(&line, result);
    } else {
        const char *seat = xpgn_seat_name(&g->position, g->position.turn);
        xpgn_buffer_printf(&line, "%c%s to move", seat[0] - 'a' + 'A', seat + 1);
    }
    draw_scene(g,
               &(scene){.rs = g->rs, .position = &g->position, .line = text_of(g->w->cli, &line)});
    xpgn_buffer_free(&line);
}

static void draw_combat(playing *g) {
    draw_scene(g, &(scene){.rs = g->rs,
                           .position = &g->position,
                           .combat = &g->combat,
                           .number = text_of(g->w->cli, &g->number)});
    g->number.size--;
}

static bool wants_last(const options *o) {
    return !o->each && !o->has_ply && o->at == NULL;
}

/* Is this turn one of those that --at, --ply or --each ask for, or all if none does? */
static bool is_wanted(const options *o, const xpgn_step *step) {
    if (o->has_ply)
        return step->ply == o->ply;
    if (o->at == NULL)
        return true;
    char seat = *xpgn_seat_name(step->position, step->seat);
    return step->number == o->turn.number && (o->turn.seat == 0 || o->turn.seat == seat);
}

/* --at 12: a later turn may have that number too. */
static bool wants_later(const options *o) {
    return o->at != NULL && o->turn.seat == 0;
}

static void remember_action(playing *g, const xpgn_step *step) {
    if (step->first) {
        xpgn_buffer_clear(&g->actions);
        cli_put_turn(&g->actions, step->number, step->seat, step->position->seats);
    }
    xpgn_buffer_printf(&g->actions, " %s", step->facts->text);
}

static void see_combat(playing *g, const xpgn_step *step) {
    xpgn_buffer_clear(&g->number);
    cli_put_turn(&g->number, step->number, step->seat, step->position->seats);
    g->position = *step->before;
    g->combat = *step->facts;
    if (wants_last(g->o))
        g->kept = true;
    else
        draw_combat(g);
}

static void see_action(playing *g, const xpgn_step *step) {
    if (!is_wanted(g->o, step))
        return;
    if (!g->o->combat)
        remember_action(g, step);
    else if (step->facts->combat)
        see_combat(g, step);
}

static void draw_after_turn(playing *g) {
    xpgn_buffer result = {0};
    cli_put_outcome(&result, &g->outcome, g->position.seats);
    if (result.failed)
        cli_no_memory(g->w->cli);
    draw_position(g, (xpgn_slice){result.data, result.size});
    xpgn_buffer_free(&result);
}

static void see_turn(playing *g, const xpgn_step *step) {
    if (g->o->combat || wants_last(g->o) || !is_wanted(g->o, step))
        return;
    g->position = *step->position;
    g->outcome = xpgn_walk_outcome(g->w->walk);
    if (wants_later(g->o))
        g->kept = true;
    else
        draw_after_turn(g);
}

static void see_start(playing *g, const xpgn_step *step) {
    const options *o = g->o;
    g->rs = xpgn_walk_ruleset(g->w->walk);
    if (step->position == NULL || o->combat)
        return;
    g->position = *step->position;
    if (o->start || (o->has_ply && o->ply == 0))
        draw_after_turn(g);
}

/* A final position there is only if all of the main line could be played. */
static void draw_final(playing *g, const xpgn_step *step) {
    if (step->position == NULL)
        return;
    g->position = *step->position;
    draw_position(g, step->text.size == 1 ? (xpgn_slice){NULL, 0} : step->text);
}

static void see_result(playing *g, const xpgn_step *step) {
    if (g->o->combat && g->kept)
        draw_combat(g);
    else if (!g->o->combat && wants_last(g->o))
        draw_final(g, step);
    else if (g->kept)
        draw_after_turn(g);
}

static void see(playing *g, const xpgn_step *step) {
    if (step->depth > 0)
        return;
    switch (step->kind) {
    case XPGN_STEP_START:
        see_start(g, step);
        break;
    case XPGN_STEP_ACTION:
        see_action(g, step);
        break;
    case XPGN_STEP_TURN:
        see_turn(g, step);
        break;
    case XPGN_STEP_RESULT:
        see_result(g, step);
        break;
    case XPGN_STEP_COMMENT:
    case XPGN_STEP_VARIATION:
    case XPGN_STEP_VARIATION_END:
        break;
    }
}

/* Nothing drawn of a good game: say so. */
static void report_missing(const playing *g) {
    const options *o = g->o;
    xpgn_buffer *err = &g->w->to[CLI_ERR];
    xpgn_buffer_printf(err, "%s: ", tool.name);
    cli_put_title(err, g->game, g->w->walk);
    xpgn_buffer_printf(err, ": no %s", o->combat ? "combat" : "turn");
    if (o->at != NULL)
        xpgn_buffer_printf(err, " at %s", o->at);
    else if (o->has_ply)
        xpgn_buffer_printf(err, " at ply %llu", (unsigned long long)o->ply);
    xpgn_buffer_char(err, '\n');
    cli_worst(g->w, CLI_BAD);
}

static bool report_findings(const playing *g) {
    cli_report how = {.color = g->w->cli->sink[CLI_ERR].color};
    int worst = cli_report_findings(&g->w->to[CLI_ERR], &how, g->game, g->w->walk, XPGN_ERROR);
    if (worst == XPGN_ERROR)
        cli_worst(g->w, CLI_BAD);
    return worst == XPGN_ERROR;
}

static bool one_game(cli_worker *w, const xpgn_game *game) {
    const options *o = w->options;
    playing g = {.w = w, .o = o, .game = game, .pg = w->state};
    g.pg->out = &w->to[CLI_OUT];
    cli_walk_begin(w, game);
    for (const xpgn_step *step; !g.failed && (step = cli_walk_next(w)) != NULL;)
        see(&g, step);
    xpgn_buffer_free(&g.number);
    xpgn_buffer_free(&g.actions);
    if (g.failed) {
        cli_worst(w, CLI_TROUBLE);
        return false;
    }
    if (o->each)
        end_row(w->cli, o, g.pg);
    if (!report_findings(&g) && !g.drawn && !o->each)
        report_missing(&g);
    return true;
}

static void finish(cli *c, void *state) {
    close_page(c, state);
}

static int draw_records(cli *c) {
    static const xpgn_walk_options walk = {.skip_variations = true};
    return cli_run(c, &(cli_work){.walk = &walk,
                                  .state_size = sizeof(page),
                                  .game = one_game,
                                  .finish = finish,
                                  .serial = true});
}

/* ---- a position as text ---------------------------------------------------------------------- */

typedef struct request {
    cli *c;
    const options *o;
    xpgn_rules *rules;
    const xpgn_ruleset *rs;
    const char *xfen;
    xpgn_buffer text; /* as given; a bare board with the other fields */
    xpgn_log *log;
    xpgn_position position;
    /* Of the rulesets that the position does not fit, the one that could read most of it. */
    const char *best_variant, *best_options;
    uint32_t best;
} request;

static bool is_bare(const char *xfen) {
    return strchr(xfen, ' ') == NULL;
}

static uint32_t first_fault(const xpgn_log *log) {
    size_t count;
    const xpgn_finding *list = xpgn_log_list(log, &count);
    uint32_t first = count > 0 ? list[0].place.offset : 0;
    for (size_t i = 1; i < count; i++)
        first = list[i].place.offset < first ? list[i].place.offset : first;
    return first;
}

/* XPGN_NOT_FOUND: no such ruleset or option; XPGN_INVALID: the position is not one of it. */
static xpgn_status try_ruleset(request *r, const char *variant, const char *rule_options) {
    xpgn_slice unknown;
    xpgn_log_clear(r->log);
    xpgn_status status =
        xpgn_rules_find(r->rules, slice(variant), slice(rule_options), &r->rs, &unknown);
    if (status == XPGN_OK)
        status = xpgn_position_read(r->rs, (xpgn_slice){r->text.data, r->text.size}, 0,
                                    &r->position, r->log);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(r->c);
    if (status == XPGN_INVALID && first_fault(r->log) > r->best) {
        r->best = first_fault(r->log);
        r->best_variant = variant;
        r->best_options = rule_options;
    }
    return status;
}

/* A ruleset as it is, then with each one of its options (players=4 is another board). */
static xpgn_status try_options(request *r, const char *id) {
    xpgn_status status = try_ruleset(r, id, r->o->rule_options);
    if (status == XPGN_OK || status == XPGN_NOT_FOUND || r->o->rule_options != NULL)
        return status;
    const xpgn_ruleset *rs = r->rs;
    const char *option;
    for (size_t i = 0; (option = xpgn_ruleset_option(rs, i)) != NULL; i++)
        if (try_ruleset(r, id, option) == XPGN_OK)
            return XPGN_OK;
    return status;
}

/* Chess, else the first on the shelf that the position fits. */
static xpgn_status try_shelf(request *r) {
    xpgn_status status = try_ruleset(r, NULL, r->o->rule_options);
    const char *id;
    for (size_t i = 0; status != XPGN_OK && (id = xpgn_rules_id(r->rules, i)) != NULL; i++)
        status = try_options(r, id);
    return status;
}

static int report_variant(cli *c, xpgn_rules *rules) {
    const options *o = c->options;
    const xpgn_ruleset *rs;
    xpgn_slice unknown = {"", 0};
    if (xpgn_rules_find(rules, slice(o->variant), slice(o->rule_options), &rs, &unknown) !=
        XPGN_NOT_FOUND)
        return CLI_GO;
    return cli_usage(c, "no ruleset or option '%.*s'", (int)unknown.size, unknown.data);
}

/* Why it is no position. */
static int report_position(request *r) {
    size_t count;
    if (try_ruleset(r, r->best_variant, r->best_options) == XPGN_NOT_FOUND)
        return report_variant(r->c, r->rules);
    const xpgn_finding *list = xpgn_log_list(r->log, &count);
    for (size_t i = 0; i < count; i++)
        cli_message(r->c, "--xfen, character %u: %s [%s]", list[i].place.offset + 1u, list[i].text,
                    list[i].code);
    return CLI_TROUBLE;
}

static int draw_request(request *r, page *pg) {
    if (*r->xfen == '\0')
        return cli_usage(r->c, "--xfen needs a position");
    xpgn_buffer_text(&r->text, r->xfen);
    if (is_bare(r->xfen))
        xpgn_buffer_text(&r->text, " w - - 0 1");
    if (r->text.failed)
        cli_no_memory(r->c);
    bool any = r->o->variant == NULL;
    r->best_variant = r->o->variant;
    r->best_options = r->o->rule_options;
    if ((any ? try_shelf(r) : try_options(r, r->o->variant)) != XPGN_OK)
        return report_position(r);
    scene s = {.rs = r->rs, .position = &r->position, .line = is_bare(r->xfen) ? "" : NULL};
    return draw(r->c, r->o, pg, &s) ? CLI_GOOD : CLI_TROUBLE;
}

static int draw_one(cli *c, const options *o, xpgn_rules *rules, page *pg, const char *xfen) {
    request r = {.c = c, .o = o, .rules = rules, .xfen = xfen};
    if (xpgn_log_new(&r.log) != XPGN_OK)
        cli_no_memory(c);
    int status = draw_request(&r, pg);
    xpgn_buffer_free(&r.text);
    xpgn_log_free(r.log);
    return status;
}

static int draw_positions(cli *c, const options *o) {
    xpgn_rules *rules;
    xpgn_buffer out = {0};
    page pg = {.out = &out};
    int status = CLI_GOOD;
    if (!cli_open_rules(c, &rules))
        return CLI_TROUBLE;
    for (size_t i = 0; status == CLI_GOOD && i < o->xfens.count; i++)
        status = draw_one(c, o, rules, &pg, o->xfens.item[i]);
    cli_flush(c, CLI_OUT, &out);
    close_page(c, &pg);
    xpgn_buffer_free(&out);
    xpgn_rules_free(rules);
    return status;
}

/* ---- attribute tables ------------------------------------------------------------------------ */

/* False: the ruleset has no attributes, or there is no such ruleset. */
static bool draw_table(cli *c, const options *o, xpgn_rules *rules, const char *id, page *pg) {
    const xpgn_ruleset *rs;
    xpgn_slice unknown;
    xpgn_buffer table_text = {0};
    xpgn_status status = xpgn_rules_find(rules, slice(id), slice(o->rule_options), &rs, &unknown);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(c);
    bool any =
        status == XPGN_OK && xpgn_attributes_write(&table_text, rs, (xpgn_diagram_style)o->style);
    if (any)
        xpgn_buffer_put(next_cell(c, o, pg), table_text.data, table_text.size);
    if (table_text.failed)
        cli_no_memory(c);
    xpgn_buffer_free(&table_text);
    return any;
}

static int draw_tables(cli *c, const options *o, xpgn_rules *rules) {
    xpgn_buffer out = {0};
    page pg = {.out = &out};
    const char *id;
    bool any = false;
    if (o->variant != NULL)
        any = draw_table(c, o, rules, o->variant, &pg);
    for (size_t i = 0; o->variant == NULL && (id = xpgn_rules_id(rules, i)) != NULL; i++)
        any |= draw_table(c, o, rules, id, &pg);
    cli_flush(c, CLI_OUT, &out);
    xpgn_buffer_free(&out);
    close_page(c, &pg);
    return any ? CLI_GOOD : CLI_BAD;
}

static int draw_attributes(cli *c, const options *o) {
    xpgn_rules *rules;
    if (!cli_open_rules(c, &rules))
        return CLI_TROUBLE;
    int status = o->variant != NULL ? report_variant(c, rules) : CLI_GO;
    if (status == CLI_GO)
        status = draw_tables(c, o, rules);
    if (status == CLI_BAD)
        cli_message(c, "%s has no attributes", o->variant != NULL ? o->variant : "no ruleset");
    xpgn_rules_free(rules);
    return status;
}

/* ---- the program ----------------------------------------------------------------------------- */

/* "8w", "12b", also "12." and "12..." */
static bool read_turn(const char *text, turn *t) {
    char *end;
    unsigned long number = text[0] >= '0' && text[0] <= '9' ? strtoul(text, &end, 10) : 0;
    if (number < 1 || number > UINT32_MAX)
        return false;
    t->number = (uint32_t)number;
    if (strcmp(end, "...") == 0)
        t->seat = 'b';
    else if (*end == '\0' || strcmp(end, ".") == 0)
        t->seat = '\0';
    else if (strchr("wrbg", *end) != NULL && end[1] == '\0')
        t->seat = *end;
    else
        return false;
    return true;
}

static int start(cli *c, options *o) {
    if (o->at != NULL && !read_turn(o->at, &o->turn))
        return cli_usage(c, "--at %s: no turn; one is written 8w or 12b", o->at);
    o->has_ply = o->ply != UINT64_MAX;
    if (o->each + (o->at != NULL) + o->has_ply > 1)
        return cli_usage(c, "only one of --at, --ply and --each");
    if (o->attributes)
        return draw_attributes(c, o);
    if (o->xfens.count == 0)
        return draw_records(c);
    if (o->common.files.count > 0 || o->combat || o->each || o->start || o->at != NULL ||
        o->has_ply)
        return cli_usage(c, "--xfen goes without records and what picks their positions");
    return draw_positions(c, o);
}

int main(int argc, char **argv) {
    options o = {.ply = UINT64_MAX};
    cli c;
    int status = cli_begin(&c, &tool, argc, argv, &o);
    if (status == CLI_GO)
        status = start(&c, &o);
    return cli_end(&c, status);
}
