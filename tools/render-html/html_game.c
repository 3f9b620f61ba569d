/* SPDX-License-Identifier: MIT */
/*
 * A game as data for the page: JSON in a script element with what was played, and an entry for the
 * list of games. The page shows what is computed here and knows no rules. The keys are documented
 * in formats/page/README.md.
 */
#include "render-html/html_writing.h"

#include "frame/file_paths.h"
#include "internal/rules.h"
#include "internal/writers.h"
#include "shared/chance/luck_judge.h"

#include <stdlib.h>
#include <string.h>
#include <xpgn/rulesets.h>
#include <xpgn/walk.h>

/* ---- lines and nodes ------------------------------------------------------------------------- */

static html_line *line_at(html_writing *g, uint32_t depth) {
    size_t had = g->capacity;
    g->lines = cli_grow(g->w->cli, g->lines, depth, &g->capacity, sizeof *g->lines);
    if (g->capacity > had)
        memset(g->lines + had, 0, (g->capacity - had) * sizeof *g->lines);
    return &g->lines[depth];
}

/* Writes what the open node changes, and closes it. */
static void close_node(html_writing *g) {
    if (!g->open)
        return;
    html_line *l = &g->lines[g->depth];
    html_changes(g, &l->parent_state, &g->open_state);
    if (g->rest.size > 0)
        xpgn_buffer_text(&g->out, ",{");
    xpgn_buffer_put(&g->out, g->rest.data, g->rest.size);
    xpgn_buffer_text(&g->out, g->rest.size > 0 ? "}]" : "]");
    g->out.failed |= g->rest.failed;
    xpgn_buffer_clear(&g->rest);
    l->now = g->open_state;
    g->open = false;
}

/* Begins the array of a node. */
static void open_item(html_writing *g) {
    close_node(g);
    json_open(&g->out, NULL, "[");
}

static bool is_shown_remark(const html_writing *g, const xpgn_remark *r) {
    return r->nag != 0 || !g->o->no_comments;
}

/* Writes "text",1 for a comment, and "!?",0 for a mark; nothing for a NAG that has no sign. */
static void put_remark(html_writing *g, const xpgn_remark *r, const xpgn_buffer *prose) {
    xpgn_slice text =
        r->nag == 0 ? (xpgn_slice){prose->data, prose->size} : cli_slice(xpgn_nag_sign(r->nag));
    if (text.size > 0 || (r->nag == 0 && prose->failed)) {
        json_slice(&g->rest, NULL, text);
        json_number(&g->rest, NULL, r->nag == 0);
    }
}

/* Writes remarks, and what clocks, engines and programs that draw wrote in them. */
static void put_remarks(html_writing *g, const xpgn_step *step) {
    html_comment c = {.prose = {0}};
    size_t empty = 0, before = g->rest.size;
    for (size_t i = 0; i < step->remark_count; i++) {
        const xpgn_remark *r = &step->remarks[i];
        if (!is_shown_remark(g, r))
            continue;
        if (empty == 0) {
            json_open(&g->rest, "c", "[");
            empty = g->rest.size;
        }
        if (r->nag == 0)
            html_comment_read(&c, g->o->no_marks ? NULL : step->position, r->text);
        put_remark(g, r, &c.prose);
    }
    if (empty > 0 && empty < g->rest.size)
        xpgn_buffer_char(&g->rest, ']');
    else if (!g->rest.failed)
        g->rest.size = before;
    html_comment_json(&g->rest, &c);
    g->rest.failed |= html_comment_failed(&c);
    html_comment_free(&c);
}

/* ---- the steps of a game --------------------------------------------------------------------- */

/* Adds a node after the last one of the line. */
static void add_node(html_writing *g, uint32_t depth, uint32_t offset, const xpgn_position *at) {
    html_line *l = line_at(g, depth);
    xpgn_buffer_put(&g->offsets, &offset, sizeof offset);
    l->parent_state = l->now;
    l->node = g->nodes++;
    g->depth = depth;
    g->open = true;
    g->open_state = (html_state){.at = *at, .by = l->now.at.side_to_move};
    html_board(&l->now.at, g->guess);
}

/* The last new error that is before this token; NULL if there is none. */
static const xpgn_finding *new_error(html_writing *g, const xpgn_step *step) {
    size_t count, from = g->told;
    const xpgn_finding *list = xpgn_walk_findings(g->w->walk, &count), *found = NULL;
    g->told = count;
    for (size_t i = from; i < count; i++)
        if (list[i].level == XPGN_ERROR && list[i].place.offset < step->place.offset)
            found = &list[i];
    return found;
}

static bool is_same_board(const xpgn_position *a, const xpgn_position *b) {
    return memcmp(a->at, b->at, sizeof a->at) == 0; /* with hit points */
}

/* An action with an error that was played as corrected is not a step. Adds a node for it, with its
   notation as recorded, if the position is no longer the one where the line ended. */
static void add_corrected(html_writing *g, const xpgn_step *step, const xpgn_position *at) {
    close_node(g);
    const xpgn_finding *f = new_error(g, step);
    const html_line *l = line_at(g, step->depth);
    const char *space = f != NULL ? strchr(f->turn, ' ') : NULL;
    if (space == NULL || is_same_board(&l->now.at, at))
        return;
    open_item(g);
    json_text(&g->out, NULL, space + 1);
    xpgn_buffer_text(&g->out, ",-1,-1");
    add_node(g, step->depth, f->place.offset, at);
    json_text(&g->rest, "e", f->text);
}

/* Writes whose turn it is, and whether the action begins it, if that is not foreseen. */
static void put_node_label(html_writing *g, const xpgn_step *step) {
    const html_state *from = &g->lines[step->depth].parent_state;
    bool first = from->by != from->at.side_to_move;
    if (step->first != first)
        json_number(&g->rest, "l", step->first);
    if (step->seat == from->at.side_to_move && step->number == from->at.number)
        return;
    json_open(&g->rest, "t", "[");
    json_number(&g->rest, NULL, step->number);
    json_number(&g->rest, NULL, step->seat);
    xpgn_buffer_char(&g->rest, ']');
}

static void node_of_action(html_writing *g, const xpgn_step *step) {
    add_corrected(g, step, step->before);
    open_item(g);
    add_node(g, step->depth, step->place.offset, step->position);
    g->open_state.by = step->seat;
    html_action(g, step);
    put_node_label(g, step);
    if (step->remark_count > 0)
        put_remarks(g, step);
}

static void node_of_turn(html_writing *g, const xpgn_step *step) {
    if (g->open && step->depth == g->depth && step->position != NULL)
        g->open_state.at = *step->position;
    if (step->depth > 0 || g->o->at == NULL || !cli_is_turn(&g->o->turn, step))
        return;
    g->start_at = g->lines[0].node;
    g->found = true;
}

/* A variation begins before the last action of the line around it. */
static void on_variation(html_writing *g, const xpgn_step *step) {
    if (g->o->no_variations)
        return;
    close_node(g);
    json_text(&g->out, NULL, "(");
    uint32_t outer = step->depth > 0 ? step->depth - 1 : 0;
    html_line *inner = line_at(g, outer + 1), *l = &g->lines[outer];
    *inner = (html_line){.now = l->parent_state};
}

static void on_remarks(html_writing *g, const xpgn_step *step) {
    if (step->remark_count == 0)
        return;
    close_node(g);
    put_remarks(g, step);
    if (g->rest.size > 0) {
        json_open(&g->out, NULL, "{");
        xpgn_buffer_put(&g->out, g->rest.data, g->rest.size);
        xpgn_buffer_text(&g->out, "}");
    }
    g->out.failed |= g->rest.failed;
    xpgn_buffer_clear(&g->rest);
}

static void on_variation_end(html_writing *g, const xpgn_step *step) {
    if (g->o->no_variations)
        return;
    if (g->placed && step->before != NULL)
        add_corrected(g, step, step->before);
    close_node(g);
    json_text(&g->out, NULL, ")");
    on_remarks(g, step);
}

/* ---- what games of one kind have in common --------------------------------------------------- */

/* Writes for each seat its name, "White to move", and the dots after the number of its turn. */
static void put_seats(html_writing *g, const xpgn_position *p) {
    json_open(&g->frame, "seats", "[");
    for (unsigned seat = 0; seat < p->seats; seat++)
        json_text(&g->frame, NULL, xpgn_seat_name(p, seat));
    xpgn_buffer_char(&g->frame, ']');
    json_open(&g->frame, "turns", "[");
    for (unsigned seat = 0; seat < p->seats; seat++) {
        char turn[32];
        (void)snprintf(turn, sizeof turn, "%s to move", xpgn_seat_tag(p->seats, seat));
        json_text(&g->frame, NULL, turn);
    }
    xpgn_buffer_char(&g->frame, ']');
    json_open(&g->frame, "dots", "[");
    for (unsigned seat = 0; seat < p->seats; seat++)
        json_text(&g->frame, NULL, xpgn_turn_dots(p->seats, seat));
    xpgn_buffer_char(&g->frame, ']');
}

static void put_types(html_writing *g) {
    json_open(&g->frame, "types", "[");
    for (unsigned type = XPGN_NO_TYPE; type < XPGN_TYPES; type++)
        json_text(&g->frame, NULL, type != XPGN_NO_TYPE ? xpgn_piece_name(g->rs, type) : "");
    xpgn_buffer_char(&g->frame, ']');
    json_open(&g->frame, "drawings", "[");
    for (unsigned type = XPGN_NO_TYPE; type < XPGN_TYPES; type++) {
        xpgn_drawing drawing = {.name = ""};
        (void)xpgn_piece_drawing(g->rs, type, &drawing);
        json_text(&g->frame, NULL, drawing.name);
    }
    xpgn_buffer_char(&g->frame, ']');
}

static void put_start(html_writing *g, const xpgn_position *p) {
    html_line *l = line_at(g, 0);
    l->now = (html_state){.at = *p, .by = -1};
    json_number(&g->frame, "files", p->files);
    json_number(&g->frame, "ranks", p->ranks);
    put_seats(g, p);
    put_types(g);
    html_start(g, &l->now);
    g->placed = true;
}

static void put_tags(html_writing *g) {
    size_t count;
    const xpgn_tag *tag = xpgn_walk_tags(g->w->walk, &count);
    json_open(&g->out, "tags", "[");
    for (size_t i = 0; i < count; i++) {
        xpgn_buffer name = {0}, value = {0};
        xpgn_buffer_clean(&name, tag[i].name);
        cli_put_value(&value, tag[i].value);
        json_move(&g->out, NULL, &name);
        json_move(&g->out, NULL, &value);
    }
    xpgn_buffer_char(&g->out, ']');
}

static void node_of_start(html_writing *g, const xpgn_step *step) {
    g->rs = xpgn_walk_ruleset(g->w->walk);
    put_tags(g);
    if (step->position != NULL && g->rs != NULL)
        put_start(g, step->position);
    json_open(&g->out, "items", "[");
    on_remarks(g, step);
}

static void node_of_result(html_writing *g, const xpgn_step *step) {
    xpgn_outcome outcome = xpgn_walk_outcome(g->w->walk);
    if (g->placed && step->position != NULL)
        add_corrected(g, step, step->position);
    close_node(g);
    xpgn_buffer_char(&g->out, ']');
    json_slice(&g->out, "result", step->text);
    if (step->position == NULL) {
        json_number(&g->out, "broken", 1);
    } else if (outcome.over) {
        xpgn_buffer end = {0};
        xpgn_outcome_write(&end, g->rs, step->position, &outcome, XPGN_REPORT_CELLS);
        html_report(&g->out, "end", &end);
    }
}

/* Adds the luck of a step of the main line. */
static void add_luck(html_writing *g, const xpgn_step *step) {
    html_thread *t = g->w->state;
    if (t->equity == NULL && g->o->equity != NULL)
        t->equity = cli_open_equity(g->w->cli, g->o->equity, NULL);
    g->rolled |= cli_add_luck(t->equity, xpgn_walk_ruleset(g->w->walk), step, g->luck);
}

static void node_of_step(html_writing *g, const xpgn_step *step) {
    add_luck(g, step);
    switch (step->kind) {
    case XPGN_STEP_START:
        node_of_start(g, step);
        break;
    case XPGN_STEP_ACTION:
        node_of_action(g, step);
        break;
    case XPGN_STEP_TURN:
        node_of_turn(g, step);
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
        node_of_result(g, step);
        break;
    }
}

/* ---- the list of games ----------------------------------------------------------------------- */

static bool is_known_value(const xpgn_buffer *value) {
    return value->size > strspn(value->failed || value->size == 0 ? "" : value->data, "?.");
}

/* Writes the value of a tag, unless it is unknown. */
static void put_tag_json(html_writing *g, xpgn_buffer *b, const char *key, const char *name) {
    xpgn_buffer value = {0};
    cli_put_tag(&value, g->w->walk, name);
    xpgn_buffer_char(&value, '\0');
    value.size -= !value.failed;
    if (is_known_value(&value) || value.failed)
        json_move(b, key, &value);
    xpgn_buffer_free(&value);
}

/* Writes the names of the players from the tags. */
static void put_players(html_writing *g, xpgn_buffer *b) {
    unsigned seats = g->placed ? g->lines[0].now.at.seats : 2;
    json_open(b, "players", "[");
    for (unsigned seat = 0; seat < seats; seat++) {
        xpgn_buffer name = {0};
        cli_put_tag(&name, g->w->walk, xpgn_seat_tag(seats, seat));
        json_move(b, NULL, &name);
    }
    xpgn_buffer_char(b, ']');
}

/* Writes the names of the piece types that were in a combat. */
static void put_fought(html_writing *g, xpgn_buffer *b) {
    xpgn_buffer words = {0};
    for (unsigned type = 1; type < XPGN_TYPES; type++)
        if ((g->fought >> type & 1) != 0)
            xpgn_buffer_printf(&words, "%s%s", words.size > 0 ? " " : "",
                               xpgn_piece_name(g->rs, type));
    if (words.size > 0 || words.failed)
        json_move(b, "combat", &words);
}

static void put_count_json(xpgn_buffer *b, const char *key, size_t count) {
    if (count > 0)
        json_number(b, key, (int64_t)count);
}

/* Writes what the list of games shows. */
static void put_list_entry(html_writing *g, size_t errors, size_t findings, xpgn_buffer *b) {
    json_open(b, NULL, "{");
    json_number(b, "n", (int64_t)g->game->number);
    put_players(g, b);
    if (g->rs != NULL)
        json_text(b, "rules", xpgn_ruleset_title(g->rs));
    put_tag_json(g, b, "result", "Result");
    put_tag_json(g, b, "event", "Event");
    put_tag_json(g, b, "round", "Round");
    put_tag_json(g, b, "date", "Date");
    put_tag_json(g, b, "eco", "ECO");
    put_fought(g, b);
    put_count_json(b, "errors", errors);
    put_count_json(b, "warnings", findings - errors);
    put_count_json(b, "start", g->start_at);
    xpgn_buffer_char(b, '}');
}

void html_report_missing(cli_worker *w, const xpgn_game *game, const char *turn) {
    xpgn_buffer *err = &w->to[CLI_ERR];
    xpgn_buffer_printf(err, "%s: ", w->cli->tool->name);
    cli_put_title(err, game, w->walk);
    xpgn_buffer_printf(err, ": no turn at %s\n", turn);
    cli_worst(w, CLI_BAD);
}

/* ---- the game -------------------------------------------------------------------------------- */

/* The index of the frame, which is added if no earlier game had it. */
static size_t find_svg_frame(html_common *common, const xpgn_buffer *frame) {
    size_t count = common->ends.size / sizeof(size_t), from = 0, end;
    for (size_t i = 0; i < count; i++, from = end + 1) {
        memcpy(&end, common->ends.data + i * sizeof end, sizeof end);
        if (end - from == frame->size &&
            memcmp(common->frames.data + from, frame->data, frame->size) == 0)
            return i;
    }
    if (count > 0)
        xpgn_buffer_char(&common->frames, ',');
    xpgn_buffer_put(&common->frames, frame->data, frame->size);
    end = common->frames.size;
    xpgn_buffer_put(&common->ends, &end, sizeof end);
    return count;
}

/* Writes the name of the file without its folder, for findings. */
static void put_file(html_writing *g) {
    xpgn_buffer name = {0};
    if (strcmp(g->game->file, "-") == 0)
        return;
    xpgn_buffer_clean(&name, cli_slice(path_name(g->game->file)));
    json_move(&g->out, "file", &name);
}

/* Ends the object of the game with what depends on earlier games. */
static void put_common(html_writing *g, html_common *common, size_t errors, size_t findings) {
    cli_in_order(g->w);
    xpgn_buffer_text(&common->entries, common->entries.size > 0 ? ",\n" : "");
    put_list_entry(g, errors, findings, &common->entries);
    html_tournament_add(g->w, g->game, g->placed ? g->lines[0].now.at.seats : 2, common);
    if (g->placed) {
        xpgn_buffer_char(&g->frame, '}');
        if (g->frame.failed || common->frames.failed || common->ends.failed)
            cli_no_memory(g->w->cli);
        json_number(&g->out, "frame", (int64_t)find_svg_frame(common, &g->frame));
    }
    xpgn_buffer_char(&g->out, '}');
}

static void put_script(html_writing *g) {
    xpgn_buffer *out = &g->w->to[CLI_OUT];
    html_hide_less(&g->out);
    xpgn_buffer_text(out, "<script type=\"application/json\" class=\"game\">");
    xpgn_buffer_put(out, g->out.data, g->out.size);
    xpgn_buffer_text(out, "</script>\n");
    out->failed |= g->out.failed || g->offsets.failed;
}

void html_game(cli_worker *w, const xpgn_game *game, html_common *common) {
    html_writing g = {.w = w, .o = w->options, .game = game, .nodes = 1};
    size_t findings;
    (void)line_at(&g, 0);
    xpgn_buffer_char(&g.out, '{');
    xpgn_buffer_char(&g.frame, '{');
    cli_walk_begin(w, game);
    for (const xpgn_step *step; (step = cli_walk_next(w)) != NULL;)
        node_of_step(&g, step);
    size_t errors = html_findings(&g, &findings);
    put_file(&g);
    if (!g.o->no_record)
        json_slice(&g.out, "record", game->text);
    if (g.o->at != NULL && !g.found)
        html_report_missing(w, game, g.o->at);
    put_common(&g, common, errors, findings);
    put_script(&g);
    xpgn_buffer_free(&g.offsets);
    xpgn_buffer_free(&g.out);
    xpgn_buffer_free(&g.frame);
    xpgn_buffer_free(&g.rest);
    free(g.lines);
}
