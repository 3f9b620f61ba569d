/* SPDX-License-Identifier: MIT */
/*
 * A game as data for the page: JSON in two script elements, first what was played, then what the
 * list of games shows. A position is written as what it changes in the one before. The page adds
 * nothing to what is computed here. formats/page/README.md has the keys.
 */
#include "render-html/render-html.h"

#include <stdlib.h>
#include <string.h>

/* The end of a line of play: the main line, or a variation. */
typedef struct line {
    uint32_t node, parent;       /* the last node of the line, and the one before it */
    xpgn_position at, parent_at; /* the positions there, as the page has them */
} line;

typedef struct writing {
    cli_worker *w;
    const options *o;
    const xpgn_game *game;
    xpgn_buffer *out;
    const xpgn_ruleset *rs;
    line *lines; /* by depth */
    size_t capacity;
    xpgn_buffer offsets; /* uint32_t[node]: the place of its token */
    size_t told;         /* findings before the last action */
    uint32_t nodes;      /* the start position is node 0 */
    uint32_t depth;      /* of the node that is open */
    uint32_t start_at;   /* the node of --start-at */
    bool placed;         /* a start position is known */
    bool open;           /* the object of the last node is not closed */
    xpgn_position open_at;
    bool fresh;                  /* the next number is written out, whoever's turn it is */
    bool found;                  /* the turn of --start-at */
    double luck[XPGN_MAX_SEATS]; /* half points beyond the expectation so far */
} writing;

static void put(writing *g, const char *text) {
    xpgn_buffer_text(g->out, text);
}

static void put_number(writing *g, const char *key, int64_t number) {
    xpgn_json_number(g->out, key, number);
}

/* ---- positions ------------------------------------------------------------------------------- */

/* Writes [square,piece,...] for the squares that differ. */
static void put_changes(writing *g, const xpgn_position *from, const xpgn_position *to) {
    xpgn_json_open(g->out, "b", "[");
    for (unsigned sq = 0; sq < (unsigned)to->files * to->ranks; sq++) {
        if (from->at[sq] == to->at[sq])
            continue;
        put_number(g, NULL, sq);
        put_number(g, NULL, to->at[sq]);
    }
    put(g, "]");
}

/* Writes the pieces off the board that may return: [["a1",piece,...],...], of removed ones "". */
static void put_held(writing *g, const xpgn_position *p) {
    xpgn_piece list[XPGN_MAX_SQUARES];
    xpgn_square castle;
    xpgn_json_open(g->out, "h", "[");
    for (unsigned group = 0; group < 4; group++) {
        char name[4] = "";
        size_t n = xpgn_position_held(g->rs, p, group, &castle, list, XPGN_MAX_SQUARES);
        if (n == 0)
            continue;
        if (castle != XPGN_NO_SQUARE)
            xpgn_square_name(p, castle, name);
        xpgn_json_open(g->out, NULL, "[");
        xpgn_json_text(g->out, NULL, name);
        for (size_t i = 0; i < n && i < XPGN_MAX_SQUARES; i++)
            put_number(g, NULL, list[i]);
        put(g, "]");
    }
    put(g, "]");
}

/* ---- lines and nodes ------------------------------------------------------------------------- */

static line *line_at(writing *g, uint32_t depth) {
    if (depth >= g->capacity) {
        size_t capacity = (size_t)depth * 2 + 4;
        line *lines = realloc(g->lines, capacity * sizeof *lines);
        if (lines == NULL)
            cli_no_memory(g->w->cli);
        memset(lines + g->capacity, 0, (capacity - g->capacity) * sizeof *lines);
        g->lines = lines;
        g->capacity = capacity;
    }
    return &g->lines[depth];
}

/* Writes what the open node changes, and ends it. */
static void close_node(writing *g) {
    if (!g->open)
        return;
    line *l = line_at(g, g->depth);
    put_changes(g, &l->parent_at, &g->open_at);
    if (memcmp(l->parent_at.held, g->open_at.held, sizeof g->open_at.held) != 0)
        put_held(g, &g->open_at);
    put_number(g, "m", g->open_at.side_to_move);
    put(g, "}");
    l->at = g->open_at;
    g->open = false;
}

/* Begins an object that is an item of the game. */
static void put_item(writing *g) {
    close_node(g);
    xpgn_json_open(g->out, NULL, "{");
}

/* ---- what is said about an action ------------------------------------------------------------ */

/* Writes ,"l":"5...","s":1: the number of a turn. */
static void put_label(writing *g, const xpgn_step *step) {
    xpgn_buffer number = {0};
    cli_put_turn(&number, step->number, step->seat, step->before->seats);
    xpgn_json_move(g->out, "l", &number);
    if (step->seat == 0 || g->fresh)
        put_number(g, "s", 1);
}

/* Writes {"a":"exd4", the name of an action, with the number before the first of a turn. */
static void put_name(writing *g, const xpgn_step *step) {
    xpgn_buffer name = {0};
    put_item(g);
    xpgn_action_put(&name, cli_slice(step->facts->text), &g->o->words);
    xpgn_json_move(g->out, "a", &name);
    if (step->first)
        put_label(g, step);
}

/* Writes [["heading"],["label","text","total"],...] of a report, if there is one, and frees it. */
static void put_report(writing *g, const char *key, xpgn_buffer *report) {
    /* each line is complete, and ends with LF, unless memory ran out */
    const size_t all = report->failed ? 0 : report->size;
    if (all > 0)
        xpgn_json_open(g->out, key, "[");
    for (size_t at = 0, size; at < all; at += size + 1) {
        const char *cell = report->data + at;
        size = strcspn(cell, "\t\n");
        if (at == 0 || cell[-1] == '\n')
            xpgn_json_open(g->out, NULL, "[");
        xpgn_json_slice(g->out, NULL, (xpgn_slice){cell, size});
        put(g, cell[size] == '\n' ? "]" : "");
    }
    put(g, all > 0 ? "]" : "");
    g->out->failed |= report->failed;
    xpgn_buffer_free(report);
}

static void put_words(writing *g, const xpgn_step *step) {
    xpgn_buffer words = {0}, report = {0};
    html_words(&words, g->rs, step);
    xpgn_json_move(g->out, "w", &words);
    xpgn_report_write(&report, g->rs, step->before, step->facts, NULL, XPGN_REPORT_CELLS);
    put_report(g, "x", &report);
}

/* Writes ["attack",5,3], the dice of one side. */
static void put_dice_of(writing *g, const xpgn_roll *roll, unsigned exchange, unsigned side,
                        const char *name) {
    const xpgn_roll_side *s = &roll->exchange[exchange].side[side];
    if (s->dice_count == 0)
        return;
    xpgn_json_open(g->out, NULL, "[");
    xpgn_json_text(g->out, NULL, name);
    for (unsigned i = 0; i < s->dice_count; i++)
        put_number(g, NULL, s->dice[i]);
    put(g, "]");
}

static void put_dice(writing *g, const xpgn_facts *f) {
    if (f->turn_roll == 0 && f->roll.exchanges == 0)
        return;
    xpgn_json_open(g->out, "d", "[[");
    xpgn_json_text(g->out, NULL, "turn");
    if (f->turn_roll != 0)
        put_number(g, NULL, f->turn_roll);
    put(g, "]");
    for (unsigned i = 0; i < f->roll.exchanges; i++) {
        put_dice_of(g, &f->roll, i, 0, f->combat ? "attack" : "roll");
        put_dice_of(g, &f->roll, i, 1, "defense");
    }
    put(g, "]");
}

static void put_supporters(writing *g, const xpgn_combatant *c) {
    xpgn_json_open(g->out, NULL, "[");
    for (unsigned i = 0; i < c->count; i++)
        put_number(g, NULL, c->supporter[i].square);
    put(g, "]");
}

/* Writes where it goes from and to, and the squares of a combat. */
static void put_squares(writing *g, const xpgn_facts *f) {
    const xpgn_action *a = &f->action;
    if (a->kind != XPGN_PASS && a->from != XPGN_NO_SQUARE)
        put_number(g, "f", a->from);
    if (a->kind != XPGN_PASS && a->to != XPGN_NO_SQUARE)
        put_number(g, "t", a->to);
    if (!f->combat)
        return;
    xpgn_json_open(g->out, "q", "[");
    put_number(g, NULL, f->side[0].square);
    put_number(g, NULL, f->side[1].square);
    put_supporters(g, &f->side[0]);
    put_supporters(g, &f->side[1]);
    put(g, "]");
}

/* Adds what the dice of a combat of the main line gave, and writes the sums in points. */
static void put_luck(writing *g, const xpgn_step *step) {
    const xpgn_facts *f = step->facts;
    xpgn_odds odds;
    if (step->depth > 0 || !f->combat || f->side[0].dice + f->side[1].dice == 0 ||
        !xpgn_combat_odds(g->rs, f, &odds))
        return;
    double net =
        odds.worth[xpgn_fate_of(f->side[0].fate)][xpgn_fate_of(f->side[1].fate)] - odds.expected;
    g->luck[XPGN_SEAT_OF(f->side[0].piece) % XPGN_MAX_SEATS] += net;
    g->luck[XPGN_SEAT_OF(f->side[1].piece) % XPGN_MAX_SEATS] -= net;
    xpgn_json_open(g->out, "k", "[");
    for (unsigned seat = 0; seat < step->before->seats; seat++)
        xpgn_json_real(g->out, NULL, 2, g->luck[seat] / 2 + 0.0);
    put(g, "]");
}

static bool is_shown(const writing *g, const xpgn_remark *r) {
    return r->nag != 0 || !g->o->no_comments;
}

static bool any_shown(const writing *g, const xpgn_step *step) {
    for (size_t i = 0; i < step->remark_count; i++)
        if (is_shown(g, &step->remarks[i]))
            return true;
    return false;
}

/* Writes "text",1 for a comment, and "!?",0 for a mark. */
static void put_remark(writing *g, const xpgn_remark *r) {
    xpgn_buffer mark = {0};
    html_mark(&mark, r->nag);
    if (r->nag == 0)
        xpgn_json_slice(g->out, NULL, r->text);
    else
        xpgn_json_move(g->out, NULL, &mark);
    put_number(g, NULL, r->nag == 0);
    g->fresh |= r->nag == 0;
}

static void put_remarks(writing *g, const xpgn_step *step) {
    xpgn_json_open(g->out, "c", "[");
    for (size_t i = 0; i < step->remark_count; i++)
        if (is_shown(g, &step->remarks[i]))
            put_remark(g, &step->remarks[i]);
    put(g, "]");
}

/* ---- the steps of a game --------------------------------------------------------------------- */

/* Writes where the new node stands: after the last one of the line. */
static void add_node(writing *g, uint32_t depth, uint32_t offset, const xpgn_position *at) {
    line *l = line_at(g, depth);
    if (l->node != g->nodes - 1)
        put_number(g, "u", l->node);
    xpgn_buffer_put(&g->offsets, &offset, sizeof offset);
    l->parent = l->node;
    l->parent_at = l->at;
    l->node = g->nodes++;
    g->depth = depth;
    g->open = true;
    g->open_at = *at;
}

/* The last error found since the last action that lies before this token; NULL: none. */
static const xpgn_finding *new_error(writing *g, const xpgn_step *step) {
    size_t count, from = g->told;
    const xpgn_finding *list = xpgn_walk_findings(g->w->walk, &count), *found = NULL;
    g->told = count;
    for (size_t i = from; i < count; i++)
        if (list[i].level == XPGN_ERROR && list[i].place.offset < step->place.offset)
            found = &list[i];
    return found;
}

static void put_error_words(writing *g, const xpgn_finding *f) {
    xpgn_buffer words = {0};
    xpgn_buffer_printf(&words, "Error: %s. Play goes on as corrected.", f->text);
    xpgn_json_move(g->out, "w", &words);
}

/* Writes "2.", the number of a label "2. Ke3"; returns what follows it. */
static const char *put_turn_of(writing *g, const char *label) {
    const char *space = strchr(label, ' ');
    xpgn_json_slice(g->out, "l", (xpgn_slice){label, (size_t)(space - label)});
    return space + 1;
}

/* An action with an error that was played as corrected is no step: a node stands for it, with its
   name as recorded, if play stands elsewhere than the line ended. */
static void add_corrected(writing *g, const xpgn_step *step, const xpgn_position *at) {
    close_node(g);
    const xpgn_finding *f = new_error(g, step);
    const line *l = line_at(g, step->depth);
    if (f == NULL || strchr(f->turn, ' ') == NULL || memcmp(l->at.at, at->at, sizeof at->at) == 0)
        return;
    put_item(g);
    put_number(g, "s", 1);
    xpgn_json_text(g->out, "a", put_turn_of(g, f->turn));
    add_node(g, step->depth, f->place.offset, at);
    put_error_words(g, f);
    g->fresh = true;
}

static void on_action(writing *g, const xpgn_step *step) {
    add_corrected(g, step, step->before);
    put_name(g, step);
    g->fresh = false;
    add_node(g, step->depth, step->place.offset, step->position);
    put_words(g, step);
    put_dice(g, step->facts);
    put_squares(g, step->facts);
    put_luck(g, step);
    if (any_shown(g, step))
        put_remarks(g, step);
}

static void on_turn(writing *g, const xpgn_step *step) {
    if (g->open && step->depth == g->depth && step->position != NULL)
        g->open_at = *step->position;
    if (step->depth > 0 || g->o->start_at == NULL || !cli_is_turn(&g->o->turn, step))
        return;
    g->start_at = g->lines[0].node;
    g->found = true;
}

/* A variation begins where the last action of the line around it did. */
static void on_variation(writing *g, const xpgn_step *step) {
    if (g->o->no_variations)
        return;
    close_node(g);
    xpgn_json_text(g->out, NULL, "(");
    uint32_t outer = step->depth > 0 ? step->depth - 1 : 0;
    line *inner = line_at(g, outer + 1), *l = &g->lines[outer];
    *inner = (line){.node = l->parent, .at = l->parent_at};
    g->fresh = true;
}

static void on_remarks(writing *g, const xpgn_step *step) {
    if (!any_shown(g, step))
        return;
    put_item(g);
    put_remarks(g, step);
    put(g, "}");
}

static void on_variation_end(writing *g, const xpgn_step *step) {
    if (g->o->no_variations)
        return;
    if (g->placed && step->before != NULL)
        add_corrected(g, step, step->before);
    close_node(g);
    xpgn_json_text(g->out, NULL, ")");
    g->fresh = true;
    on_remarks(g, step);
}

/* Writes a word of captions. */
static void put_word(writing *g, const char *english) {
    xpgn_buffer word = {0};
    xpgn_word_put(&word, english, &g->o->words);
    xpgn_json_move(g->out, NULL, &word);
}

/* Writes "White to move" of each seat. */
static void put_turns(writing *g, const xpgn_position *p) {
    xpgn_json_open(g->out, "turns", "[");
    for (unsigned seat = 0; seat < p->seats; seat++) {
        char turn[32];
        (void)snprintf(turn, sizeof turn, "%s to move", xpgn_seat_tag(p->seats, seat));
        put_word(g, turn);
    }
    put(g, "]");
}

static void put_names(writing *g, const xpgn_position *p) {
    xpgn_json_open(g->out, "seats", "[");
    for (unsigned seat = 0; seat < p->seats; seat++)
        xpgn_json_text(g->out, NULL, xpgn_seat_name(p, seat));
    put(g, "]");
    xpgn_json_open(g->out, "types", "[");
    for (unsigned type = XPGN_NO_TYPE; type < XPGN_TYPES; type++)
        put_word(g, type != XPGN_NO_TYPE ? xpgn_piece_name(g->rs, type) : "");
    put(g, "]");
    put_turns(g, p);
    xpgn_json_open(g->out, "drawings", "[");
    for (unsigned type = XPGN_NO_TYPE; type < XPGN_TYPES; type++) {
        xpgn_drawing drawing = {.name = ""};
        (void)xpgn_piece_drawing(g->rs, type, &drawing);
        xpgn_json_text(g->out, NULL, drawing.name);
    }
    put(g, "]");
}

static void put_start(writing *g, const xpgn_position *p) {
    static const xpgn_position empty;
    line *l = line_at(g, 0);
    l->at = *p;
    put_number(g, "files", p->files);
    put_number(g, "ranks", p->ranks);
    put_names(g, p);
    put_changes(g, &empty, p);
    put_held(g, p);
    put_number(g, "m", p->side_to_move);
    g->placed = true;
}

static void put_tags(writing *g) {
    size_t count;
    const xpgn_tag *tag = xpgn_walk_tags(g->w->walk, &count);
    xpgn_json_open(g->out, "tags", "[");
    for (size_t i = 0; i < count; i++) {
        xpgn_buffer name = {0}, value = {0};
        xpgn_buffer_clean(&name, tag[i].name);
        cli_put_value(&value, tag[i].value);
        xpgn_json_open(g->out, NULL, "[");
        xpgn_json_move(g->out, NULL, &name);
        xpgn_json_move(g->out, NULL, &value);
        put(g, "]");
    }
    put(g, "]");
}

static void on_start(writing *g, const xpgn_step *step) {
    g->rs = xpgn_walk_ruleset(g->w->walk);
    put_tags(g);
    if (step->position != NULL && g->rs != NULL)
        put_start(g, step->position);
    xpgn_json_open(g->out, "items", "[");
    put_number(g, NULL, 0);
}

static void on_result(writing *g, const xpgn_step *step) {
    xpgn_outcome outcome = xpgn_walk_outcome(g->w->walk);
    if (g->placed && step->position != NULL)
        add_corrected(g, step, step->position);
    close_node(g);
    put(g, "]");
    xpgn_json_slice(g->out, "result", step->text);
    if (step->position == NULL) {
        put_number(g, "broken", 1);
    } else if (outcome.over) {
        xpgn_buffer end = {0};
        xpgn_outcome_write(&end, g->rs, step->position, &outcome, XPGN_REPORT_CELLS);
        put_report(g, "end", &end);
    }
}

static void on_step(writing *g, const xpgn_step *step) {
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
    case XPGN_STEP_COMMENT:
        on_remarks(g, step);
        break;
    case XPGN_STEP_VARIATION:
        on_variation(g, step);
        break;
    case XPGN_STEP_VARIATION_END:
        on_variation_end(g, step);
        break;
    case XPGN_STEP_RESULT:
        on_result(g, step);
        break;
    }
}

/* ---- findings and the list of games ---------------------------------------------------------- */

/* The last node whose token does not lie after the place. */
static uint32_t node_before(const writing *g, uint32_t offset) {
    uint32_t low = 0, high = (uint32_t)(g->offsets.size / sizeof offset);
    while (low < high) {
        uint32_t middle = low + (high - low) / 2, at;
        memcpy(&at, g->offsets.data + middle * sizeof at, sizeof at);
        if (at <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void put_clean(writing *g, const char *key, const char *text) {
    xpgn_buffer clean = {0};
    xpgn_buffer_clean(&clean, cli_slice(text != NULL ? text : ""));
    xpgn_json_move(g->out, key, &clean);
}

/* Writes [error?,node,line,column,code,turn,text,hint,choice]. */
static void put_finding(writing *g, const xpgn_finding *f, const xpgn_locator *places) {
    uint64_t row, column;
    xpgn_locator_find(places, f->place.offset, &row, &column, NULL);
    xpgn_json_open(g->out, NULL, "[");
    put_number(g, NULL, f->level == XPGN_ERROR);
    put_number(g, NULL, node_before(g, f->place.offset));
    put_number(g, NULL, (int64_t)row);
    put_number(g, NULL, (int64_t)column);
    put_clean(g, NULL, f->code);
    put_clean(g, NULL, f->turn);
    put_clean(g, NULL, f->text);
    put_clean(g, NULL, f->hint);
    put_clean(g, NULL, f->choice);
    put(g, "]");
}

/* Returns how many of them are errors; *all, if it is not NULL, how many there are. */
static size_t put_findings(writing *g, size_t *all) {
    size_t errors = 0;
    xpgn_locator *places = NULL;
    const xpgn_finding *list = xpgn_walk_findings(g->w->walk, all);
    if (*all > 0 && xpgn_locator_new(&places, g->game) != XPGN_OK)
        cli_no_memory(g->w->cli);
    xpgn_json_open(g->out, "findings", "[");
    for (size_t i = 0; i < *all; i++) {
        put_finding(g, &list[i], places);
        errors += list[i].level == XPGN_ERROR;
    }
    put(g, "]");
    xpgn_locator_free(places);
    return errors;
}

/* Writes "Adams, J. – Brandt, L.", as the tags have it; nothing if nobody is known. */
static void put_players(xpgn_buffer *b, const xpgn_walk *walk, unsigned seats) {
    xpgn_buffer all = {0};
    bool known = false;
    for (unsigned seat = 0; seat < seats; seat++) {
        size_t from = all.size;
        xpgn_buffer_text(&all, seat > 0 ? " – " : "");
        size_t name = all.size;
        cli_put_tag(&all, walk, xpgn_seat_tag(seats, seat));
        if (all.size == name)
            xpgn_buffer_char(&all, '?');
        known |= all.size - from > 0 && (all.failed || all.data[name] != '?');
    }
    if (known)
        xpgn_buffer_put(b, all.data, all.size);
    b->failed |= all.failed;
    xpgn_buffer_free(&all);
}

static void put_tag(writing *g, const char *key, const char *name) {
    xpgn_buffer value = {0};
    cli_put_tag(&value, g->w->walk, name);
    xpgn_json_move(g->out, key, &value);
}

/* Begins the object of a script element; returns where it begins. */
static size_t begin_script(writing *g, const char *class) {
    xpgn_buffer_printf(g->out, "<script type=\"application/json\" class=\"%s\">", class);
    size_t from = g->out->size;
    put(g, "{");
    return from;
}

static void end_script(writing *g, size_t from) {
    put(g, "}");
    html_hide_less(g->out, from);
    put(g, "</script>\n");
}

/* What the list of games shows. */
static void put_entry(writing *g, size_t errors, size_t findings) {
    xpgn_buffer players = {0};
    size_t from = begin_script(g, "entry");
    put_number(g, "n", (int64_t)g->game->number);
    put_players(&players, g->w->walk, g->placed ? g->lines[0].at.seats : 2);
    xpgn_json_move(g->out, "players", &players);
    put_clean(g, "rules", g->rs != NULL ? xpgn_ruleset_title(g->rs) : "");
    put_tag(g, "result", "Result");
    put_tag(g, "event", "Event");
    put_tag(g, "round", "Round");
    put_tag(g, "date", "Date");
    put_number(g, "errors", (int64_t)errors);
    put_number(g, "warnings", (int64_t)(findings - errors));
    put_number(g, "start", g->start_at);
    end_script(g, from);
}

void html_report_missing(cli_worker *w, const xpgn_game *game, const char *turn) {
    xpgn_buffer *err = &w->to[CLI_ERR];
    xpgn_buffer_printf(err, "%s: ", w->cli->tool->name);
    cli_put_title(err, game, w->walk);
    xpgn_buffer_printf(err, ": no turn at %s\n", turn);
    cli_worst(w, CLI_BAD);
}

void html_game(cli_worker *w, const xpgn_game *game) {
    writing g = {.w = w, .o = w->options, .game = game, .out = &w->to[CLI_OUT], .nodes = 1};
    size_t findings;
    (void)line_at(&g, 0);
    size_t from = begin_script(&g, "game");
    cli_walk_begin(w, game);
    for (const xpgn_step *step; (step = cli_walk_next(w)) != NULL;)
        on_step(&g, step);
    size_t errors = put_findings(&g, &findings);
    if (!g.o->no_record)
        xpgn_json_slice(g.out, "record", game->text);
    end_script(&g, from);
    put_entry(&g, errors, findings);
    if (g.o->start_at != NULL && !g.found)
        html_report_missing(w, game, g.o->start_at);
    g.out->failed |= g.offsets.failed;
    xpgn_buffer_free(&g.offsets);
    free(g.lines);
}
