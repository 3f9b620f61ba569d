/* SPDX-License-Identifier: MIT */
/* xpgn-render-ascii: diagrams of positions for rulebooks and terminals. */
#include "render-ascii.h"

#include <string.h>

#define AT(member) offsetof(options, member)

static const cli_option table[] = {
    {.letter = 's',
     .name = "style",
     .help = "drawing style: ASCII lines, box-drawing characters, the same with chess symbols, or "
             "one character per square",
     .kind = CLI_CHOICE,
     .offset = AT(style),
     .choices = "plain|box|unicode|compact"},
    {.name = "flip",
     .help = "show Black's side at the bottom",
     .kind = CLI_FLAG,
     .offset = AT(flip)},
    {.name = "no-coordinates",
     .help = "omit file letters and rank numbers",
     .kind = CLI_FLAG,
     .offset = AT(no_coordinates)},
    {.name = "no-turn",
     .help = "omit the line with the side to move",
     .kind = CLI_FLAG,
     .offset = AT(no_turn)},
    {.name = "no-held",
     .help = "omit removed pieces and prisoners",
     .kind = CLI_FLAG,
     .offset = AT(no_held)},
    {.letter = 'm',
     .name = "mark",
     .argument = "SQUARES",
     .help = "mark squares: e4,d5, or with signs of their own: '!e4,d5 ?c3 .e5'",
     .kind = CLI_LIST,
     .offset = AT(marks)},
    {.letter = 'a',
     .name = "arrow",
     .argument = "ARROWS",
     .help = "draw arrows from square to square: e4d5,g1f3",
     .kind = CLI_LIST,
     .offset = AT(arrows)},
    {.name = "destinations",
     .argument = "SQUARES",
     .help = "show where the pieces on these squares may go and what they may attack",
     .kind = CLI_LIST,
     .offset = AT(destinations)},
    {.name = "crop",
     .argument = "SQUARES",
     .help = "draw a part of the board, from corner to corner: c3-g7",
     .kind = CLI_TEXT,
     .offset = AT(crop)},
    {.letter = 'c',
     .name = "caption",
     .argument = "TEXT",
     .help = "write TEXT below each diagram, with the diagram's number for %n; if given several "
             "times, one after the other, and the last for all others",
     .kind = CLI_LIST,
     .offset = AT(captions)},
    {.name = "combat",
     .help =
         "draw a combat with its attacker, supporters and totals: those of the selected turns, or "
         "without --at, --ply and --each the last of the game",
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
     .help = "also draw the start position, first",
     .kind = CLI_FLAG,
     .offset = AT(start)},
    {.name = "columns",
     .argument = "N",
     .help = "place N diagrams side by side",
     .kind = CLI_NUMBER,
     .offset = AT(columns),
     .min = 1,
     .max = MOST_COLUMNS},
    {.name = "trim",
     .help = "omit spaces at the ends of lines",
     .kind = CLI_FLAG,
     .offset = AT(trim)},
    {.name = "markdown",
     .help = "put diagrams into Markdown code fences; --attributes prints Markdown tables",
     .kind = CLI_FLAG,
     .offset = AT(markdown)},
    {.letter = 'x',
     .name = "xfen",
     .argument = "TEXT",
     .help = "draw this position (FEN or XFEN) instead of records; may be repeated",
     .kind = CLI_LIST,
     .offset = AT(xfens)},
    {.name = "attributes",
     .help =
         "print the attribute table of the ruleset instead (without --variant: of every ruleset)",
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
     .help = "options of the ruleset: 'rescue king-safety'",
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

/* ---- one diagram ----------------------------------------------------------------------------- */

/* The contents of a diagram. */
typedef struct scene {
    const xpgn_ruleset *rs;
    const xpgn_position *position;
    const char *line; /* instead of the side to move; NULL: the default */
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

static void write_diagram(cli *c, const options *o, page *pg, const scene *s,
                          const decorations *d) {
    xpgn_buffer caption = {0}, own = {0};
    if (!o->no_turn)
        add_line(&caption, s->line);
    page_put_caption(&own, o, pg);
    add_line(&caption, text_of(c, &own));
    xpgn_diagram_options how = {XPGN_DIAGRAM_OPTIONS,
                                .style = (xpgn_diagram_style)o->style,
                                .flip = o->flip,
                                .no_coordinates = o->no_coordinates,
                                .no_turn = o->no_turn || s->line != NULL,
                                .no_held = o->no_held,
                                .marks = (const xpgn_square *)d->marks.data,
                                .mark_count = d->marks.size,
                                .mark_signs = d->signs.data,
                                .arrows = d->arrow,
                                .arrow_count = d->arrows,
                                .crop = o->crop != NULL ? d->crop : NULL,
                                .combat = s->combat,
                                .number = s->number,
                                .caption = text_of(c, &caption)};
    xpgn_diagram_write(page_next(c, o, pg), s->rs, s->position, &how);
    xpgn_buffer_free(&caption);
    xpgn_buffer_free(&own);
}

/* Draws a diagram; false after a message about a square that is not on this board. */
static bool draw(cli *c, const options *o, page *pg, const scene *s) {
    decorations d;
    bool good = decorations_read(&d, c, o, s->rs, s->position);
    if (good) {
        pg->empty &= d.empty;
        write_diagram(c, o, pg, s, &d);
    }
    decorations_free(&d);
    return good;
}

/* ---- records --------------------------------------------------------------------------------- */

/* A game being played. */
typedef struct playing {
    cli_worker *w;
    const options *o;
    const xpgn_game *game;
    page *pg;
    const xpgn_ruleset *rs;
    xpgn_position position; /* the position to draw: after a turn, or before a combat */
    xpgn_outcome outcome;   /* after that turn */
    xpgn_facts combat;
    bool kept;           /* position (and combat) are drawn at the end of the game */
    xpgn_buffer number;  /* "12...", the number of the combat */
    xpgn_buffer actions; /* actions of the turn: "12... exd4" */
    bool drawn;          /* something of this game was drawn */
    bool failed;         /* invalid --mark or --arrow */
} playing;

static void draw_scene(playing *g, const scene *s) {
    g->drawn = true;
    if (!g->failed && !draw(g->w->cli, g->o, g->pg, s))
        g->failed = true;
}

/* Draws a position with "After 12... exd4" and "White to move" or the result. */
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
        const char *seat = xpgn_seat_name(&g->position, g->position.side_to_move);
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

/* True if --at, --ply or --each select this turn, or if none of them is given. */
static bool is_wanted(const options *o, const xpgn_step *step) {
    if (o->has_ply)
        return step->ply == o->ply;
    return o->at == NULL || cli_is_turn(&o->turn, step);
}

/* --at 12: a later turn may have the same number. */
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

static void on_combat(playing *g, const xpgn_step *step) {
    xpgn_buffer_clear(&g->number);
    cli_put_turn(&g->number, step->number, step->seat, step->position->seats);
    g->position = *step->before;
    g->combat = *step->facts;
    if (wants_last(g->o))
        g->kept = true;
    else
        draw_combat(g);
}

static void on_action(playing *g, const xpgn_step *step) {
    if (!is_wanted(g->o, step))
        return;
    if (!g->o->combat)
        remember_action(g, step);
    else if (step->facts->combat)
        on_combat(g, step);
}

static void draw_after_turn(playing *g) {
    xpgn_buffer result = {0};
    cli_put_outcome(&result, &g->outcome, g->position.seats);
    if (result.failed)
        cli_no_memory(g->w->cli);
    draw_position(g, (xpgn_slice){result.data, result.size});
    xpgn_buffer_free(&result);
}

static void on_turn(playing *g, const xpgn_step *step) {
    if (g->o->combat || wants_last(g->o) || !is_wanted(g->o, step))
        return;
    g->position = *step->position;
    g->outcome = xpgn_walk_outcome(g->w->walk);
    if (wants_later(g->o))
        g->kept = true;
    else
        draw_after_turn(g);
}

static void on_start(playing *g, const xpgn_step *step) {
    const options *o = g->o;
    g->rs = xpgn_walk_ruleset(g->w->walk);
    if (step->position == NULL || o->combat)
        return;
    g->position = *step->position;
    if (o->start || (o->has_ply && o->ply == 0))
        draw_after_turn(g);
}

/* There is a final position only if the whole main line could be played. */
static void draw_final(playing *g, const xpgn_step *step) {
    if (step->position == NULL)
        return;
    g->position = *step->position;
    draw_position(g, step->text.size == 1 ? (xpgn_slice){NULL, 0} : step->text);
}

static void on_result(playing *g, const xpgn_step *step) {
    if (g->o->combat && g->kept)
        draw_combat(g);
    else if (!g->o->combat && wants_last(g->o))
        draw_final(g, step);
    else if (g->kept)
        draw_after_turn(g);
}

static void on_step(playing *g, const xpgn_step *step) {
    if (step->depth > 0)
        return;
    switch (step->kind) {
    case XPGN_STEP_START:
        on_start(g, step);
        break;
    case XPGN_STEP_ACTION:
        on_action(g, step);
        break;
    case XPGN_STEP_TURN:
        on_turn(g, step);
        break;
    case XPGN_STEP_RESULT:
        on_result(g, step);
        break;
    case XPGN_STEP_COMMENT:
    case XPGN_STEP_VARIATION:
    case XPGN_STEP_VARIATION_END:
        break;
    }
}

/* Reports a valid game of which nothing was drawn. */
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

/* Reports --destinations of squares that were empty in all diagrams of the game. */
static void report_empty(const playing *g) {
    xpgn_buffer *err = &g->w->to[CLI_ERR];
    xpgn_buffer_printf(err, "%s: ", tool.name);
    cli_put_title(err, g->game, g->w->walk);
    xpgn_buffer_text(err, ": no piece on ");
    decorations_put_empty(err, g->w->cli, g->o, &g->position, g->pg->empty);
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
    g.pg->empty = UINT64_MAX;
    cli_walk_begin(w, game);
    for (const xpgn_step *step; !g.failed && (step = cli_walk_next(w)) != NULL;)
        on_step(&g, step);
    xpgn_buffer_free(&g.number);
    xpgn_buffer_free(&g.actions);
    if (g.failed) {
        cli_worst(w, CLI_TROUBLE);
        return false;
    }
    if (o->each)
        page_end_row(w->cli, o, g.pg);
    if (!report_findings(&g) && !g.drawn && !o->each)
        report_missing(&g);
    else if (g.drawn && g.pg->empty != 0)
        report_empty(&g);
    return true;
}

static void finish(cli *c, void *state) {
    page_close(c, state);
}

static int draw_records(cli *c) {
    static const xpgn_walk_options walk = {XPGN_WALK_OPTIONS, .skip_variations = true};
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
    xpgn_catalog *catalog;
    const xpgn_ruleset *rs;
    const char *xfen;
    xpgn_buffer text; /* as given, but with all fields */
    xpgn_log *log;
    xpgn_position position;
    /* The ruleset that could read most of the position, if none fits. */
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

/* Reads the position with a ruleset. XPGN_NOT_FOUND: no such ruleset or option; XPGN_INVALID: not a
   position of it. */
static xpgn_status try_ruleset(request *r, const char *variant, const char *rule_options) {
    xpgn_slice unknown;
    xpgn_log_clear(r->log);
    xpgn_status status =
        xpgn_catalog_find(r->catalog, slice(variant), slice(rule_options), &r->rs, &unknown);
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

/* Tries a ruleset without options, then with each of its options (players=4 has another board). */
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

/* Tries chess, then all rulesets of the catalog. */
static xpgn_status try_catalog(request *r) {
    xpgn_status status = try_ruleset(r, NULL, r->o->rule_options);
    const char *id;
    for (size_t i = 0; status != XPGN_OK && (id = xpgn_catalog_id(r->catalog, i)) != NULL; i++)
        status = try_options(r, id);
    return status;
}

static int report_variant(cli *c, xpgn_catalog *catalog) {
    const options *o = c->options;
    const xpgn_ruleset *rs;
    xpgn_slice unknown = {"", 0};
    if (xpgn_catalog_find(catalog, slice(o->variant), slice(o->rule_options), &rs, &unknown) !=
        XPGN_NOT_FOUND)
        return CLI_GO;
    return cli_usage(c, "unknown ruleset or option '%.*s'", (int)unknown.size, unknown.data);
}

/* Reports why the text is not a position. */
static int report_position(request *r) {
    size_t count;
    if (try_ruleset(r, r->best_variant, r->best_options) == XPGN_NOT_FOUND)
        return report_variant(r->c, r->catalog);
    const xpgn_finding *list = xpgn_log_list(r->log, &count);
    for (size_t i = 0; i < count; i++)
        cli_message(r->c, "--xfen, character %u: %s [%s]", list[i].place.offset + 1u, list[i].text,
                    list[i].code);
    return CLI_TROUBLE;
}

static int report_empty_squares(request *r, uint64_t empty) {
    xpgn_buffer names = {0};
    decorations_put_empty(&names, r->c, r->o, &r->position, empty);
    cli_message(r->c, "--destinations: no piece on %s", text_of(r->c, &names));
    xpgn_buffer_free(&names);
    return CLI_BAD;
}

static int draw_request(request *r, page *pg) {
    if (*r->xfen == '\0')
        return cli_usage(r->c, "--xfen requires a position");
    xpgn_buffer_text(&r->text, r->xfen);
    if (is_bare(r->xfen))
        xpgn_buffer_text(&r->text, " w - - 0 1");
    if (r->text.failed)
        cli_no_memory(r->c);
    bool any = r->o->variant == NULL;
    r->best_variant = r->o->variant;
    r->best_options = r->o->rule_options;
    if ((any ? try_catalog(r) : try_options(r, r->o->variant)) != XPGN_OK)
        return report_position(r);
    scene s = {.rs = r->rs, .position = &r->position, .line = is_bare(r->xfen) ? "" : NULL};
    pg->empty = UINT64_MAX;
    if (!draw(r->c, r->o, pg, &s))
        return CLI_TROUBLE;
    return pg->empty != 0 ? report_empty_squares(r, pg->empty) : CLI_GOOD;
}

static int draw_one(cli *c, const options *o, xpgn_catalog *catalog, page *pg, const char *xfen) {
    request r = {.c = c, .o = o, .catalog = catalog, .xfen = xfen};
    if (xpgn_log_new(&r.log) != XPGN_OK)
        cli_no_memory(c);
    int status = draw_request(&r, pg);
    xpgn_buffer_free(&r.text);
    xpgn_log_free(r.log);
    return status;
}

static int draw_positions(cli *c, const options *o) {
    xpgn_catalog *catalog;
    xpgn_buffer out = {0};
    page pg = {.out = &out};
    int status = CLI_GOOD;
    if (!cli_open_catalog(c, &catalog))
        return CLI_TROUBLE;
    for (size_t i = 0; status != CLI_TROUBLE && i < o->xfens.count; i++) {
        int next = draw_one(c, o, catalog, &pg, o->xfens.item[i]);
        status = next > status ? next : status;
    }
    cli_flush(c, CLI_OUT, &out);
    page_close(c, &pg);
    xpgn_buffer_free(&out);
    xpgn_catalog_free(catalog);
    return status;
}

/* ---- attribute tables ------------------------------------------------------------------------ */

static bool write_table(xpgn_buffer *b, const options *o, const xpgn_ruleset *rs) {
    xpgn_diagram_style style = (xpgn_diagram_style)o->style;
    return o->markdown ? xpgn_attributes_markdown(b, rs, style)
                       : xpgn_attributes_write(b, rs, style);
}

/* False if there is no such ruleset, or it has no attributes. */
static bool draw_table(cli *c, const options *o, xpgn_catalog *catalog, const char *id, page *pg) {
    const xpgn_ruleset *rs;
    xpgn_slice unknown;
    xpgn_buffer table_text = {0};
    xpgn_status status =
        xpgn_catalog_find(catalog, slice(id), slice(o->rule_options), &rs, &unknown);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(c);
    bool any = status == XPGN_OK && write_table(&table_text, o, rs);
    if (table_text.failed)
        cli_no_memory(c);
    if (any && o->markdown)
        page_put_block(pg, &table_text);
    else if (any)
        xpgn_buffer_put(page_next(c, o, pg), table_text.data, table_text.size);
    xpgn_buffer_free(&table_text);
    return any;
}

static int draw_tables(cli *c, const options *o, xpgn_catalog *catalog) {
    xpgn_buffer out = {0};
    page pg = {.out = &out};
    const char *id;
    bool any = false;
    if (o->variant != NULL)
        any = draw_table(c, o, catalog, o->variant, &pg);
    for (size_t i = 0; o->variant == NULL && (id = xpgn_catalog_id(catalog, i)) != NULL; i++)
        any |= draw_table(c, o, catalog, id, &pg);
    cli_flush(c, CLI_OUT, &out);
    xpgn_buffer_free(&out);
    page_close(c, &pg);
    return any ? CLI_GOOD : CLI_BAD;
}

static int draw_attributes(cli *c, const options *o) {
    xpgn_catalog *catalog;
    if (!cli_open_catalog(c, &catalog))
        return CLI_TROUBLE;
    int status = o->variant != NULL ? report_variant(c, catalog) : CLI_GO;
    if (status == CLI_GO)
        status = draw_tables(c, o, catalog);
    if (status == CLI_BAD)
        cli_message(c, "%s has no attributes", o->variant != NULL ? o->variant : "no ruleset");
    xpgn_catalog_free(catalog);
    return status;
}

/* ---- the program ----------------------------------------------------------------------------- */

static int start(cli *c, options *o) {
    if (o->at != NULL && !cli_read_turn(o->at, &o->turn))
        return cli_usage(c, "--at: '%s' is not a turn such as 8w or 12b", o->at);
    o->has_ply = o->ply != UINT64_MAX;
    if (o->each + (o->at != NULL) + o->has_ply > 1)
        return cli_usage(c, "only one of --at, --ply and --each can be given");
    if (o->attributes)
        return draw_attributes(c, o);
    if (o->xfens.count == 0)
        return draw_records(c);
    if (o->common.files.count > 0 || o->combat || o->each || o->start || o->at != NULL ||
        o->has_ply)
        return cli_usage(
            c, "--xfen cannot be combined with files, --combat, --each, --start, --at or --ply");
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
