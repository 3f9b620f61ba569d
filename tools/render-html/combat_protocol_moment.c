/* SPDX-License-Identifier: MIT */
/* The protocol: the section of an action. The board before the dice, the sum, the odds, what the
   dice gave. */
#include "render-html/combat_protocol.h"
#include "shared/chance/odds_rows.h"

#include "internal/action_facts.h"
#include "internal/meant.h"

#include <xpgn/rulesets.h>
#include <xpgn/walk.h>

/* The widest bar, in percent; the longest sum that stays on one line, in bytes. */
enum { WIDEST_BAR = 96, SHORT = 26 };

static xpgn_buffer *moment_text(protocol *t) {
    return &t->moment.text;
}

static void put_html(protocol *t, const char *text) {
    xpgn_buffer_text(moment_text(t), text);
}

/* ---- the heading ----------------------------------------------------------------------------- */

/* "12... exd4, Brandt, L." */
static void put_moment_heading(protocol *t, const xpgn_step *step) {
    xpgn_buffer name = {0};
    put_html(t, "<h3>");
    xpgn_turn_write(moment_text(t), step->before->seats, step->number, step->seat);
    put_html(t, " ");
    xpgn_action_translate(&name, cli_slice(step->facts->text), &t->o->words);
    protocol_move(moment_text(t), &name);
    put_html(t, ", ");
    protocol_put_player(moment_text(t), t, step->seat);
    put_html(t, "</h3>\n");
}

/* ---- the figure ------------------------------------------------------------------------------ */

static void put_figure(protocol *t, const xpgn_step *step) {
    const xpgn_facts *f = step->facts;
    const xpgn_arrow way = {f->action.from, f->action.to};
    bool moves = !f->combat && f->action.kind != XPGN_PASS && f->action.from != XPGN_NO_SQUARE &&
                 f->action.to != XPGN_NO_SQUARE;
    xpgn_diagram_options how = {XPGN_DIAGRAM_OPTIONS,
                                .flip = t->o->flip,
                                .no_turn = true,
                                .no_report = true,
                                .combat = f->combat ? f : NULL,
                                .arrows = &way,
                                .arrow_count = moves,
                                .language = t->o->language};
    if (t->svg == NULL || !xpgn_svg_diagram(t->svg, t->rs, step->before, &how))
        return;
    put_html(t, "<figure>");
    xpgn_svg_write(moment_text(t), t->svg);
    put_html(t, "</figure>\n");
}

/* ---- the sum --------------------------------------------------------------------------------- */

/* A row: a label and two cells, or a sentence across. */
static void put_html_row(xpgn_buffer *b, xpgn_slice line) {
    xpgn_slice cell = html_take(&line, '\t');
    bool alone = cell.data + cell.size == line.data;
    xpgn_buffer_text(b, alone ? "<tr><td class=\"says\" colspan=\"3\">" : "<tr><th scope=\"row\">");
    html_escape(b, cell);
    xpgn_buffer_text(b, alone ? "</td>" : "</th>");
    while (!alone && cell.data + cell.size != line.data) {
        cell = html_take(&line, '\t');
        xpgn_buffer_text(b, cell.size > SHORT ? "<td class=\"long\">" : "<td>");
        html_escape(b, cell);
        xpgn_buffer_text(b, "</td>");
    }
    xpgn_buffer_text(b, "</tr>\n");
}

void moment_put_report(xpgn_buffer *b, xpgn_buffer *report) {
    xpgn_slice rest = {report->data, report->failed ? 0 : report->size};
    if (rest.size > 0)
        xpgn_buffer_text(b, "<table class=\"sum\">\n");
    bool any = rest.size > 0;
    while (rest.size > 0)
        put_html_row(b, html_take(&rest, '\n'));
    xpgn_buffer_text(b, any ? "</table>\n" : "");
    b->failed |= report->failed;
    xpgn_buffer_free(report);
}

static void put_sum_words(protocol *t, const xpgn_step *step) {
    xpgn_buffer report = {0}, words = {0};
    xpgn_report_write(&report, t->rs, step->before, step->facts, NULL, XPGN_REPORT_CELLS);
    if (report.size == 0) {
        put_html(t, "<p>");
        html_words(&words, t->rs, step);
        protocol_move(moment_text(t), &words);
        put_html(t, "</p>\n");
    }
    moment_put_report(moment_text(t), &report);
}

/* ---- the odds -------------------------------------------------------------------------------- */

/* A row: the outcome, its bar, the throws, the chance. */
static void put_outcome(protocol *t, const xpgn_odds *odds, const cli_outcome *k, bool fell) {
    double chance = odds->chance[k->attacker][k->defender];
    xpgn_buffer percent = {0};
    cli_put_percent(&percent, chance, 1);
    xpgn_buffer_printf(moment_text(t),
                       "<tr%s><th scope=\"row\">%s</th><td class=\"bar\">"
                       "<i style=\"width:%.0f%%\"></i></td><td>",
                       fell ? " class=\"fell\"" : "", k->words, chance * WIDEST_BAR);
    if (odds->exact)
        xpgn_buffer_printf(moment_text(t), "%llu",
                           (unsigned long long)odds->ways[k->attacker][k->defender]);
    put_html(t, "</td><td>");
    protocol_move(moment_text(t), &percent);
    xpgn_buffer_printf(moment_text(t), "</td><td class=\"came\">%s</td></tr>\n",
                       fell ? "← came" : "");
}

static void put_odds(protocol *t, const xpgn_facts *f, const xpgn_odds *odds) {
    put_html(t, "<table class=\"odds\"><caption>Odds before the dice");
    if (odds->exact && odds->all > 1)
        xpgn_buffer_printf(moment_text(t), ", of %llu throws", (unsigned long long)odds->all);
    put_html(t, "</caption>\n");
    for (unsigned i = 0; i < CLI_OUTCOMES; i++) {
        const cli_outcome *k = &cli_outcomes[i];
        bool fell = f->roll.exchanges > 0 && xpgn_fate_of(f->side[0].fate) == k->attacker &&
                    xpgn_fate_of(f->side[1].fate) == k->defender;
        if (odds->chance[k->attacker][k->defender] > 0 || fell)
            put_outcome(t, odds, k, fell);
    }
    put_html(t, "</table>\n");
}

/* ---- dice, luck, rule, address --------------------------------------------------------------- */

static void put_dice_of(protocol *t, const xpgn_roll_side *side, const char *who) {
    if (side->dice_count == 0)
        return;
    put_html(t, who);
    for (unsigned i = 0; i < side->dice_count; i++)
        xpgn_buffer_printf(moment_text(t), " <span class=\"die\">%u</span>", side->dice[i]);
}

static void put_moment_dice(protocol *t, const xpgn_facts *f) {
    if (f->turn_roll.count == 0 && f->side[0].dice + f->side[1].dice == 0 && f->combat)
        return;
    xpgn_roll_side turn;
    xpgn_turn_dice_side(&f->turn_roll, &turn);
    put_html(t, "<dt>Dice</dt> <dd>");
    put_dice_of(t, &turn, "turn");
    for (unsigned i = 0; i < f->roll.exchanges; i++) {
        put_html(t, i > 0 ? "; again" : "");
        put_dice_of(t, &f->roll.exchange[i].side[0], f->combat ? " attack" : " roll");
        put_dice_of(t, &f->roll.exchange[i].side[1], " defense");
    }
    put_html(t, "</dd>\n");
}

/* "White +0.50", with a typographic minus sign. */
static void put_points_left(xpgn_buffer *b, const xpgn_position *p, unsigned seat,
                            double half_points) {
    xpgn_buffer points = {0};
    cli_put_points(&points, half_points, false);
    bool less = points.size > 0 && points.data[0] == '-';
    xpgn_buffer_printf(b, "%s %s", xpgn_seat_tag(p->seats, seat), less ? "−" : "");
    xpgn_buffer_put(b, points.data + less, points.failed ? 0 : points.size - less);
    b->failed |= points.failed;
    xpgn_buffer_free(&points);
}

void moment_put_luck(xpgn_buffer *b, const protocol *t, const xpgn_position *p) {
    for (unsigned seat = 0; seat < p->seats; seat++) {
        xpgn_buffer_text(b, seat > 0 ? ", " : "");
        put_points_left(b, p, seat, t->luck[seat]);
    }
}

bool moment_weigh(protocol *t, const xpgn_step *step, xpgn_odds *odds) {
    const xpgn_facts *f = step->facts;
    if (!xpgn_combat_odds(t->rs, f, odds) || (odds->exact && odds->all <= 1))
        return false;
    if (f->roll.exchanges == 0)
        return true;
    double net = xpgn_combat_luck(t->rs, odds, f, NULL);
    t->luck[XPGN_SEAT_OF(f->side[0].piece) % XPGN_MAX_SEATS] += net;
    t->luck[XPGN_SEAT_OF(f->side[1].piece) % XPGN_MAX_SEATS] -= net;
    t->fought = true;
    return true;
}

/* The attacker's luck in this combat, and the luck of each side so far. */
static void put_luck_item(protocol *t, const xpgn_step *step, const xpgn_odds *odds) {
    const xpgn_facts *f = step->facts;
    if (f->roll.exchanges == 0)
        return;
    put_html(t, "<dt>Luck</dt> <dd>");
    put_points_left(moment_text(t), step->before, XPGN_SEAT_OF(f->side[0].piece),
                    xpgn_combat_luck(t->rs, odds, f, NULL));
    put_html(t, " points; so far ");
    moment_put_luck(moment_text(t), t, step->before);
    put_html(t, "</dd>\n");
}

static const char *rule_title(const xpgn_ruleset *rs, const char *rule) {
    const xpgn_code *code;
    for (size_t i = 0; (code = xpgn_ruleset_rule(rs, i)) != NULL; i++)
        if (strcmp(code->code, rule) == 0)
            return code->title;
    return NULL;
}

static void put_rule(protocol *t, const char *rule) {
    const char *title = rule != NULL ? rule_title(t->rs, rule) : NULL;
    if (title == NULL)
        return;
    put_html(t, "<dt>Rule</dt> <dd>");
    html_escape(moment_text(t), cli_slice(rule));
    put_html(t, ": ");
    html_escape(moment_text(t), cli_slice(title));
    put_html(t, "</dd>\n");
}

/* The position before the action, for other programs. */
static void put_position(protocol *t, const xpgn_position *p) {
    xpgn_buffer xfen = {0};
    xpgn_position_write(&xfen, t->rs, p);
    put_html(t, "<dt>Position</dt> <dd class=\"xfen\">");
    protocol_move(moment_text(t), &xfen);
    put_html(t, "</dd>\n");
}

static void put_moment_list(protocol *t, const xpgn_step *step, const xpgn_odds *odds) {
    const xpgn_facts *f = step->facts;
    put_html(t, "<dl>\n");
    if (f->turn_roll.count > 0 || f->roll.exchanges > 0)
        put_moment_dice(t, f);
    if (odds != NULL)
        put_luck_item(t, step, odds);
    put_rule(t, f->rule);
    if (t->svg != NULL)
        put_position(t, step->before);
    put_html(t, "<dt>Address</dt> <dd>#");
    protocol_put_address(moment_text(t), t, step);
    put_html(t, "</dd>\n</dl>\n");
}

/* ---- the section ----------------------------------------------------------------------------- */

static void put_whole(protocol *t, const xpgn_step *step, const xpgn_odds *odds) {
    put_html(t, "<div class=\"both\">\n");
    put_figure(t, step);
    put_html(t, "<div class=\"words\">\n");
    put_sum_words(t, step);
    if (odds != NULL)
        put_odds(t, step->facts, odds);
    put_html(t, "</div>\n</div>\n");
    put_moment_list(t, step, odds);
}

/* "attack: pawn e5 2 + knight c6 1, 3 + die 5 = 8" */
static void put_sentence(protocol *t, xpgn_slice line) {
    for (unsigned i = 0; line.size > 0; i++) {
        xpgn_slice cell = html_take(&line, '\t');
        put_html(t, i == 0 || cell.size == 0 ? "" : i == 1 ? ": " : ", ");
        html_escape(moment_text(t), cell);
    }
    put_html(t, "<br>\n");
}

/* The chance of what came, without the other outcomes. */
static void put_chances(protocol *t, const xpgn_facts *f, const xpgn_odds *odds) {
    xpgn_buffer percent = {0};
    cli_put_percent(&percent,
                    odds->chance[xpgn_fate_of(f->side[0].fate)][xpgn_fate_of(f->side[1].fate)], 1);
    put_html(t, "probability of this: ");
    protocol_move(moment_text(t), &percent);
    put_html(t, "<br>\n");
}

/* The section in a few lines. */
static void put_brief(protocol *t, const xpgn_step *step, const xpgn_odds *odds) {
    xpgn_buffer report = {0};
    xpgn_report_write(&report, t->rs, step->before, step->facts, NULL, XPGN_REPORT_CELLS);
    xpgn_slice rest = {report.data, report.failed ? 0 : report.size};
    put_html(t, "<p>");
    (void)html_take(&rest, '\n'); /* the heading */
    while (rest.size > 0)
        put_sentence(t, html_take(&rest, '\n'));
    if (odds != NULL && step->facts->roll.exchanges > 0)
        put_chances(t, step->facts, odds);
    put_html(t, "</p>\n");
    moment_text(t)->failed |= report.failed;
    xpgn_buffer_free(&report);
}

void moment_put(protocol *t, const xpgn_step *step, const xpgn_odds *odds) {
    stretch_begin(t, &t->moment, step->place.offset);
    put_html(t, "<section class=\"moment\" id=\"");
    protocol_put_address(moment_text(t), t, step);
    put_html(t, "\">\n");
    put_moment_heading(t, step);
    if (t->o->protocol == PROTOCOL_FULL)
        put_whole(t, step, odds);
    else
        put_brief(t, step, odds);
}
