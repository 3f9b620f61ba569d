/* SPDX-License-Identifier: MIT */
/* The protocol of a game: its head, the score sheet, the moments of decision, and the findings
   where they belong. */
#include "render-html/combat_protocol.h"
#include "internal/action_facts.h"
#include "internal/rules.h"
#include "internal/writers.h"
#include "shared/diagram/svg_output.h"

#include <stdlib.h>
#include <xpgn/rulesets.h>
#include <xpgn/stream.h>
#include <xpgn/walk.h>

enum { HEAD_COLUMNS = 70, BOARD = 6000 };

/* ---- stretches ------------------------------------------------------------------------------- */

void stretch_begin(protocol *t, stretches *s, uint32_t offset) {
    s->list = cli_grow(t->w->cli, s->list, s->count, &s->capacity, sizeof *s->list);
    s->list[s->count++] = (record_stretch){offset, s->text.size};
}

static void stretches_free(stretches *s) {
    xpgn_buffer_free(&s->text);
    free(s->list);
}

static xpgn_slice stretch_text(const stretches *s, size_t i) {
    size_t from = s->list[i].at, to = i + 1 < s->count ? s->list[i + 1].at : s->text.size;
    return s->text.failed ? (xpgn_slice){NULL, 0} : (xpgn_slice){s->text.data + from, to - from};
}

/* ---- findings -------------------------------------------------------------------------------- */

typedef struct findings {
    const xpgn_finding **list; /* sorted by place */
    size_t count;
    xpgn_locator *places;
} findings;

static int by_finding_place(const void *left, const void *right) {
    const xpgn_finding *a = *(const xpgn_finding *const *)left,
                       *b = *(const xpgn_finding *const *)right;
    if (a->place.offset != b->place.offset)
        return a->place.offset < b->place.offset ? -1 : 1;
    return a < b ? -1 : a > b;
}

static void findings_open(findings *all, protocol *t) {
    const xpgn_finding *list = xpgn_walk_findings(t->w->walk, &all->count);
    if (all->count == 0)
        return;
    all->list = cli_realloc(t->w->cli, NULL, all->count * sizeof *all->list);
    for (size_t i = 0; i < all->count; i++)
        all->list[i] = &list[i];
    qsort(all->list, all->count, sizeof *all->list, by_finding_place);
    if (xpgn_locator_new(&all->places, t->game) != XPGN_OK)
        cli_no_memory(t->w->cli);
}

static void findings_free(findings *all) {
    xpgn_locator_free(all->places);
    free(all->list);
}

/* The index of the first finding at or after the place. */
static size_t findings_from(const findings *all, uint64_t offset) {
    size_t low = 0, high = all->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (all->list[middle]->place.offset < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void put_clause(xpgn_buffer *b, const char *before, const char *text) {
    if (text == NULL || *text == '\0')
        return;
    xpgn_buffer_text(b, before);
    html_escape(b, cli_slice(text));
}

/* "Error at club.xpgn:9:19, 4. cxd5: ... [CA-3]; expected ..." */
static void put_finding(protocol *t, const findings *all, const xpgn_finding *f) {
    xpgn_buffer *b = t->out;
    uint64_t line, column;
    xpgn_locator_find(all->places, f->place.offset, &line, &column, NULL);
    xpgn_buffer_printf(b, "<strong>%s</strong> at ", f->level == XPGN_ERROR ? "Error" : "Warning");
    html_escape(b, cli_slice(cli_file_name(t->game->file)));
    xpgn_buffer_printf(b, ":%llu:%llu", (unsigned long long)line, (unsigned long long)column);
    put_clause(b, ", ", f->turn);
    put_clause(b, ": ", f->text);
    put_clause(b, " [", f->code);
    xpgn_buffer_char(b, ']');
    put_clause(b, "; ", f->hint);
    put_clause(b, "; ", f->choice);
}

/* Writes the findings in a stretch of the record, each between two texts. */
static void put_findings(protocol *t, const findings *all, uint64_t from, uint64_t to,
                         const char *const around[2]) {
    for (size_t i = findings_from(all, from); i < all->count && all->list[i]->place.offset < to;
         i++) {
        xpgn_buffer_text(t->out, around[0]);
        put_finding(t, all, all->list[i]);
        xpgn_buffer_text(t->out, around[1]);
    }
}

static const char *const paragraph[] = {"<p class=\"finding\">", "</p>\n"};

/* ---- who plays ------------------------------------------------------------------------------- */

void protocol_move(xpgn_buffer *b, xpgn_buffer *text) {
    html_escape(b, (xpgn_slice){text->data, text->failed ? 0 : text->size});
    b->failed |= text->failed;
    xpgn_buffer_free(text);
}

/* Appends the player's name from the tag, or the name of the seat if it is unknown. */
static void put_seat_name(xpgn_buffer *b, const protocol *t, unsigned seat) {
    xpgn_buffer name = {0};
    cli_put_tag(&name, t->w->walk, xpgn_seat_tag(t->seats, seat));
    bool known = name.size > 0 && name.data[0] != '?';
    if (known)
        xpgn_buffer_put(b, name.data, name.size);
    else
        xpgn_buffer_text(b, xpgn_seat_tag(t->seats, seat));
    b->failed |= name.failed;
    xpgn_buffer_free(&name);
}

void protocol_put_player(xpgn_buffer *b, const protocol *t, unsigned seat) {
    xpgn_buffer name = {0};
    put_seat_name(&name, t, seat);
    xpgn_buffer_text(b, "<bdi>");
    protocol_move(b, &name);
    xpgn_buffer_text(b, "</bdi>");
}

void protocol_put_address(xpgn_buffer *b, const protocol *t, const xpgn_step *step) {
    xpgn_buffer_printf(b, "game=%llu&amp;at=%u%c", (unsigned long long)t->number, step->number,
                       *xpgn_seat_name(step->before, step->seat));
    if (t->nth < t->turns[t->turn - 1])
        xpgn_buffer_printf(b, ".%u", t->nth);
}

bool protocol_has_moment(const protocol *t, const xpgn_step *step) {
    const xpgn_facts *f = step->facts;
    if (step->depth > 0)
        return false;
    return t->o->only != NULL ? cli_is_turn(&t->o->turn, step) : f->combat || f->roll.exchanges > 0;
}

/* Appends text for a CSS string in an HTML element: what could end either is escaped by number. */
static void put_css(xpgn_buffer *b, xpgn_slice text) {
    for (size_t i = 0; i < text.size; i++) {
        unsigned char c = (unsigned char)text.data[i];
        if (c < ' ' || strchr("\"\\<>&", c) != NULL)
            xpgn_buffer_printf(b, "\\%06x", c);
        else
            xpgn_buffer_char(b, (char)c);
    }
}

/* The players at the head of each page, isolated from each other. */
static void put_page_rule(protocol *t, unsigned long long n) {
    xpgn_buffer *b = t->out;
    xpgn_buffer_printf(b,
                       "<svg class=\"head\" width=\"0\" height=\"0\" aria-hidden=\"true\"><style>"
                       "@page g%llu{@top-left{"
                       "content:\"Game %llu: ",
                       n, n);
    for (unsigned seat = 0; seat < t->seats; seat++) {
        xpgn_buffer name = {0}, cut = {0};
        put_seat_name(&name, t, seat);
        cli_put_cut(&cut, (xpgn_slice){name.data, name.failed ? 0 : name.size},
                    HEAD_COLUMNS / t->seats);
        xpgn_buffer_text(b, seat > 0 ? " – \u2068" : "\u2068");
        put_css(b, (xpgn_slice){cut.data, cut.failed ? 0 : cut.size});
        xpgn_buffer_text(b, "\u2069");
        b->failed |= name.failed || cut.failed;
        xpgn_buffer_free(&name);
        xpgn_buffer_free(&cut);
    }
    xpgn_buffer_text(b, "\"}}</style></svg>\n");
}

/* ---- the head of a game ---------------------------------------------------------------------- */

static void put_protocol_tag(protocol *t, const char *name) {
    xpgn_buffer value = {0};
    xpgn_buffer *b = t->out;
    cli_put_tag(&value, t->w->walk, name);
    b->failed |= value.failed;
    if (value.size == 0 || value.data[0] == '?') {
        xpgn_buffer_free(&value);
        return;
    }
    xpgn_buffer_printf(b, "<bdi>%s", strcmp(name, "Round") == 0 ? "round " : "");
    protocol_move(b, &value);
    xpgn_buffer_text(b, "</bdi> · ");
}

static void put_rules(protocol *t) {
    xpgn_buffer chosen = {0};
    xpgn_buffer *b = t->out;
    cli_put_tag(&chosen, t->w->walk, "RuleOptions");
    if (t->rs != NULL)
        html_escape(b, cli_slice(xpgn_ruleset_title(t->rs)));
    xpgn_buffer_text(b, chosen.size > 0 ? ", " : "");
    protocol_move(b, &chosen);
}

/* Within the page, whose content policy allows only its own styles, a game has no page rule. */
static void put_article(protocol *t, unsigned long long n) {
    if (t->o->protocol == 0) {
        xpgn_buffer_text(t->out, "<article>\n");
        return;
    }
    xpgn_buffer_printf(t->out, "<article style=\"page:g%llu\">\n", n);
    put_page_rule(t, n);
}

static void put_protocol_head(protocol *t, xpgn_slice result) {
    static const char *const about[] = {"Event", "Site", "Round", "Date"};
    xpgn_buffer *b = t->out;
    unsigned long long n = (unsigned long long)t->game->number;
    put_article(t, n);
    xpgn_buffer_printf(b, "<h2 id=\"game=%llu\"><span class=\"result\">",
                       (unsigned long long)t->number);
    html_escape(b, result);
    xpgn_buffer_printf(b, "</span> %llu. ", n);
    for (unsigned seat = 0; seat < t->seats; seat++) {
        xpgn_buffer_text(b, seat > 0 ? " – " : "");
        protocol_put_player(b, t, seat);
    }
    xpgn_buffer_text(b, "</h2>\n<p>");
    for (size_t i = 0; i < sizeof about / sizeof *about; i++)
        put_protocol_tag(t, about[i]);
    put_rules(t);
    xpgn_buffer_text(b, "</p>\n");
}

/* ---- putting it together --------------------------------------------------------------------- */

static void put_columns(protocol *t) {
    xpgn_buffer *b = t->out;
    xpgn_buffer_text(b, "<table class=\"sheet\"><thead><tr><th scope=\"col\">No.</th>");
    for (unsigned seat = 0; seat < t->seats; seat++)
        xpgn_buffer_printf(b, "<th scope=\"col\">%s</th>", xpgn_seat_tag(t->seats, seat));
    xpgn_buffer_text(b, "</tr></thead>\n<tbody>\n");
}

/* Writes the score sheet, with findings below the last row that begins before them. */
static void put_sheet(protocol *t, const findings *all) {
    xpgn_buffer *b = t->out;
    char begin[80];
    (void)snprintf(begin, sizeof begin, "<tr class=\"finding\"><td></td><td colspan=\"%u\">",
                   t->seats);
    const char *const row[] = {begin, "</td></tr>\n"};
    uint64_t first = t->sheet.count > 0 ? t->sheet.list[0].offset : UINT64_MAX;
    put_findings(t, all, 0, first, paragraph);
    if (t->sheet.count == 0)
        return;
    put_columns(t);
    for (size_t i = 0; i < t->sheet.count; i++) {
        bool last = i + 1 == t->sheet.count;
        xpgn_buffer_slice(b, stretch_text(&t->sheet, i));
        put_findings(t, all, t->sheet.list[i].offset,
                     last ? UINT64_MAX : t->sheet.list[i + 1].offset, row);
    }
    xpgn_buffer_text(b, "</tbody></table>\n");
}

/* Writes the sections, each with the findings about its action and the roll after it. */
static void put_moments(protocol *t, const findings *all, const stretches *actions) {
    xpgn_buffer *b = t->out;
    size_t action = 0;
    for (size_t i = 0; i < t->moment.count; i++) {
        uint32_t from = t->moment.list[i].offset;
        while (action < actions->count && actions->list[action].offset <= from)
            action++;
        xpgn_buffer_slice(b, stretch_text(&t->moment, i));
        put_findings(t, all, from,
                     action < actions->count ? actions->list[action].offset : UINT64_MAX,
                     paragraph);
        xpgn_buffer_text(b, "</section>\n");
    }
}

static void put_end(protocol *t, const xpgn_step *result) {
    xpgn_buffer *b = t->out, end = {0};
    xpgn_outcome outcome = xpgn_walk_outcome(t->w->walk);
    if (result->position == NULL) {
        xpgn_buffer_text(b, "<p>The rest of the record cannot be played.</p>\n");
    } else if (outcome.over) {
        xpgn_outcome_write(&end, t->rs, result->position, &outcome, XPGN_REPORT_CELLS);
        moment_put_report(b, &end);
    }
    if (t->fought && result->position != NULL) {
        xpgn_buffer_text(b, "<p>Luck of the dice, in points: ");
        moment_put_luck(b, t, result->position);
        xpgn_buffer_text(b, ".</p>\n");
    }
}

static void put_raw_record(protocol *t) {
    xpgn_buffer *b = t->out;
    xpgn_slice rest = t->game->text;
    if (t->o->no_record || t->o->protocol != PROTOCOL_FULL)
        return;
    xpgn_buffer_text(b, "<h3>The record</h3>\n<pre class=\"record\">");
    while (rest.size > 0) {
        html_escape(b, html_take(&rest, '\n'));
        xpgn_buffer_char(b, '\n');
    }
    xpgn_buffer_text(b, "</pre>\n");
}

static void put_protocol_game(protocol *t, const xpgn_step *result, const stretches *actions) {
    findings all = {.count = 0};
    findings_open(&all, t);
    put_protocol_head(t, result->text);
    if (t->o->only == NULL) {
        put_sheet(t, &all);
        put_end(t, result);
    }
    put_moments(t, &all, actions);
    if (t->o->only == NULL)
        put_raw_record(t);
    xpgn_buffer_text(t->out, "</article>\n");
    findings_free(&all);
}

/* ---- the walk -------------------------------------------------------------------------------- */

/* All boards have the same width, whatever the number of their files. */
static xpgn_svg *open_figures(cli *c, unsigned files) {
    const xpgn_svg_options how = {XPGN_SVG_OPTIONS, .element = true,
                                  .square = files > 0 ? BOARD / files : 0};
    return cli_open_svg(c, NULL, &how);
}

static void write_start(protocol *t, const xpgn_step *step) {
    t->rs = xpgn_walk_ruleset(t->w->walk);
    t->seats = step->position != NULL ? step->position->seats : 2;
    if (t->o->protocol == PROTOCOL_FULL && step->position != NULL)
        t->svg = open_figures(t->w->cli, step->position->files);
    sheet_remarks(t, step);
}

/* Goes to the next action of the main line. */
static void next_action(protocol *t, const xpgn_step *step) {
    bool first = t->turn == 0 || step->ply != t->ply;
    t->nth = first ? 1 : t->nth + 1;
    t->turn += first;
    t->ply = step->ply;
}

/* Counts the actions of each turn in advance: the last one has the address of the turn itself. */
static void count_turn_actions(protocol *t) {
    cli_walk_begin(t->w, t->game);
    for (const xpgn_step *step; (step = cli_walk_next(t->w)) != NULL;) {
        if (step->kind != XPGN_STEP_ACTION || step->depth > 0)
            continue;
        next_action(t, step);
        if (t->nth == 1)
            t->turns =
                cli_grow(t->w->cli, t->turns, t->turn_count++, &t->turn_capacity, sizeof *t->turns);
        t->turns[t->turn - 1] = t->nth;
    }
    t->turn = 0;
}

static void on_main_action(protocol *t, const xpgn_step *step, stretches *actions) {
    xpgn_odds odds;
    bool weighed = moment_weigh(t, step, &odds);
    next_action(t, step);
    stretch_begin(t, actions, step->place.offset);
    sheet_action(t, step);
    if (protocol_has_moment(t, step))
        moment_put(t, step, weighed ? &odds : NULL);
}

static void write_action(protocol *t, const xpgn_step *step, stretches *actions) {
    if (step->depth == 0)
        on_main_action(t, step, actions);
    else if (!t->o->no_variations)
        sheet_action(t, step);
}

static void write_step(protocol *t, const xpgn_step *step, stretches *actions) {
    if (step->kind == XPGN_STEP_START)
        write_start(t, step);
    else if (step->kind == XPGN_STEP_ACTION)
        write_action(t, step, actions);
    else if (step->kind == XPGN_STEP_COMMENT)
        sheet_remarks(t, step);
    else if (step->kind == XPGN_STEP_VARIATION && !t->o->no_variations)
        sheet_variation(t, step);
    else if (step->kind == XPGN_STEP_VARIATION_END && !t->o->no_variations)
        sheet_variation_end(t, step);
    else if (step->kind == XPGN_STEP_RESULT) {
        sheet_end(t);
        if (t->o->only == NULL || t->moment.count > 0)
            put_protocol_game(t, step, actions);
    }
}

void protocol_game(cli_worker *w, const xpgn_game *game, uint64_t number, xpgn_buffer *out) {
    protocol t = {.w = w, .o = w->options, .game = game, .number = number, .out = out};
    stretches actions = {.count = 0};
    count_turn_actions(&t);
    cli_walk_begin(w, game);
    for (const xpgn_step *step; (step = cli_walk_next(w)) != NULL;)
        write_step(&t, step, &actions);
    if (t.o->only != NULL && t.moment.count == 0)
        html_report_missing(w, game, t.o->only);
    out->failed |= t.sheet.text.failed || t.moment.text.failed;
    xpgn_svg_free(t.svg);
    stretches_free(&t.sheet);
    stretches_free(&t.moment);
    stretches_free(&actions);
    free(t.turns);
}

void protocol_put_definitions(cli *c, xpgn_buffer *b, xpgn_slice title) {
    const options *o = c->options;
    xpgn_svg *svg = o->protocol == PROTOCOL_FULL ? open_figures(c, 0) : NULL;
    xpgn_buffer cut = {0};
    cli_put_cut(&cut, title, HEAD_COLUMNS / 2);
    xpgn_buffer_text(b, "<svg class=\"head\" width=\"0\" height=\"0\" aria-hidden=\"true\"><style>"
                        "@page{@top-right{content:\"");
    put_css(b, (xpgn_slice){cut.data, cut.failed ? 0 : cut.size});
    xpgn_buffer_text(b, "\"}}</style></svg>\n");
    if (svg != NULL)
        xpgn_svg_definitions(b, svg);
    xpgn_svg_free(svg);
    b->failed |= cut.failed;
    xpgn_buffer_free(&cut);
}
