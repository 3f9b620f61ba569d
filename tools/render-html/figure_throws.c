/* SPDX-License-Identifier: MIT */
/* Documents with figures: every throw of the dice of a combat, decided in advance, since the page
   knows no rules. */
#include "internal/action_facts.h"
#include "internal/rules.h"
#include "render-html/figure_draw.h"

#include <stdlib.h>
#include <xpgn/play.h>

/* Results of the same words share an entry. */
enum { MOST_RESULTS = 512, FATES = 3 };

typedef struct throwing {
    cli *c;
    const xpgn_ruleset *rs;
    xpgn_play *play, *copy;
    const xpgn_diagram_options *how;
    xpgn_svg *svg;
    xpgn_buffer *pictures;
    xpgn_facts facts; /* of the throw */
    xpgn_roll roll;
    unsigned due[2], faces;
    char *result[MOST_RESULTS];
    unsigned shows[MOST_RESULTS]; /* the picture of the position after it; 0: not drawn */
    size_t results;
    unsigned picture[FATES][FATES][2]; /* [attacker's][defender's][arrived] */
    unsigned drawn;                    /* pictures so far */
} throwing;

/* Stores the dice of a throw in the roll: the first one changes last. */
static void set_dice(throwing *t, unsigned number) {
    xpgn_exchange *x = &t->roll.exchange[0];
    t->roll = (xpgn_roll){.exchanges = 1, .two_sides = t->due[1] > 0};
    for (unsigned side = 2; side-- > 0;) {
        x->side[side] = (xpgn_roll_side){.dice_count = (uint8_t)t->due[side],
                                         .count = -1,
                                         .total = -1,
                                         .cell_file = XPGN_NO_SQUARE};
        for (unsigned i = t->due[side]; i-- > 0; number /= t->faces)
            x->side[side].dice[i] = (uint8_t)(number % t->faces + 1);
    }
}

/* Draws the position after the throw, if nothing is left to choose; returns its number. */
static unsigned draw_after(throwing *t) {
    xpgn_action list[2];
    xpgn_diagram_options how = *t->how;
    if (xpgn_play_choices(t->play, &t->facts, list, 2) != 1)
        return 0;
    xpgn_play_copy(t->copy, t->play);
    if (xpgn_play_act(t->copy, &list[0], &t->roll, NULL) != XPGN_OK)
        return 0;
    how.combat = NULL;
    how.number = how.caption = NULL;
    how.mark_count = how.arrow_count = 0;
    if (!xpgn_svg_diagram(t->svg, t->rs, xpgn_play_position(t->copy), &how))
        return 0;
    xpgn_svg_write(t->pictures, t->svg);
    return ++t->drawn;
}

static unsigned picture_after(throwing *t) {
    const xpgn_combatant *s = t->facts.side;
    unsigned *known =
        &t->picture[xpgn_fate_of(s[0].fate)][xpgn_fate_of(s[1].fate)][t->facts.arrived];
    if (*known == 0)
        *known = draw_after(t);
    return *known;
}

/* Appends the last row of the report: "margin +4: pawn d4 removed (CA-4)". */
static void put_result(xpgn_buffer *b, const throwing *t) {
    xpgn_buffer report = {0};
    xpgn_report_write(&report, t->rs, xpgn_play_position(t->play), &t->facts, NULL,
                      XPGN_REPORT_CELLS);
    xpgn_slice rest = {report.data, report.failed ? 0 : report.size}, row = {"", 0};
    while (rest.size > 0)
        row = html_take(&rest, '\n');
    for (unsigned i = 0; row.size > 0; i++) {
        xpgn_slice cell = html_take(&row, '\t');
        xpgn_buffer_text(b, i == 0 || cell.size == 0 ? "" : i == 1 ? ": " : " (");
        xpgn_buffer_slice(b, cell);
        xpgn_buffer_text(b, i == 2 && cell.size > 0 ? ")" : "");
    }
    b->failed |= report.failed;
    xpgn_buffer_free(&report);
}

/* The number of a result, which the table of results gets if it is new. */
static size_t result_number(throwing *t, const char *text, unsigned shows) {
    size_t i = 0;
    while (i < t->results && (t->shows[i] != shows || strcmp(t->result[i], text) != 0))
        i++;
    if (i < t->results || i == MOST_RESULTS)
        return i;
    t->result[i] = cli_keep(t->c, cli_slice(text));
    t->shows[i] = shows;
    return t->results++;
}

/* The result of a throw; MOST_RESULTS if it cannot be told. */
static size_t judge(throwing *t, unsigned number) {
    xpgn_buffer text = {0};
    unsigned due[2], shows = 0;
    set_dice(t, number);
    if (xpgn_play_due(t->play, &t->facts, &t->roll, due))
        xpgn_buffer_text(&text, "equal: roll again");
    else if (xpgn_play_judge(t->play, &t->facts.action, &t->roll, &t->facts) == XPGN_OK) {
        put_result(&text, t);
        shows = picture_after(t);
    }
    bool known = text.size > 0;
    size_t found = result_number(t, cli_text_of(t->c, &text), shows);
    xpgn_buffer_free(&text);
    return known ? found : MOST_RESULTS;
}

/* The number of throws; 0 if there are none, or too many. */
static unsigned count_throws(throwing *t) {
    unsigned all = 1;
    t->roll = (xpgn_roll){.exchanges = 0};
    if (xpgn_play_prepare(t->play, &t->how->combat->action, &t->facts) != XPGN_OK ||
        !xpgn_play_due(t->play, &t->facts, &t->roll, t->due))
        return 0;
    t->faces = xpgn_play_die_faces(t->play, &t->facts, 0, 0);
    if (t->faces < 2)
        return 0;
    for (unsigned side = 0; side < 2; side++)
        for (unsigned die = 0; die < t->due[side] && all <= FIGURE_THROWS; die++) {
            if (xpgn_play_die_faces(t->play, &t->facts, side, die) != t->faces)
                return 0; /* the page throws dice with the same faces */
            all *= t->faces;
        }
    return all <= FIGURE_THROWS ? all : 0;
}

static void put_json(throwing *t, xpgn_buffer *json, const xpgn_buffer *throws) {
    json_open(json, NULL, "{");
    json_number(json, "faces", t->faces);
    json_printf(json, "count", "[%u,%u]", t->due[0], t->due[1]);
    json_open(json, "says", "[");
    for (size_t i = 0; i < t->results; i++)
        json_text(json, NULL, t->result[i]);
    xpgn_buffer_char(json, ']');
    json_open(json, "shows", "[");
    for (size_t i = 0; i < t->results; i++)
        json_number(json, NULL, t->shows[i]);
    xpgn_buffer_char(json, ']');
    json_printf(json, "throws", "[%.*s]", (int)throws->size, throws->data);
    xpgn_buffer_char(json, '}');
    json->failed |= throws->failed;
}

void figure_throws(cli *c, figure_dice *out, const xpgn_ruleset *rs, const xpgn_position *p,
                   const xpgn_diagram_options *how, xpgn_svg *svg) {
    throwing t = {.c = c, .rs = rs, .how = how, .svg = svg, .pictures = &out->pictures};
    xpgn_buffer throws = {0};
    xpgn_status status = xpgn_play_new(&t.play, rs, p);
    if (status == XPGN_OK)
        status = xpgn_play_new(&t.copy, rs, p);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(c);
    bool good = status == XPGN_OK;
    unsigned all = good ? count_throws(&t) : 0;
    for (unsigned i = 0; i < all && good; i++) {
        size_t found = judge(&t, i);
        good = found < MOST_RESULTS;
        xpgn_buffer_printf(&throws, "%s%zu", i > 0 ? "," : "", found);
    }
    if (good && all > 0)
        put_json(&t, &out->json, &throws);
    else
        xpgn_buffer_clear(&out->pictures);
    while (t.results > 0)
        free(t.result[--t.results]);
    xpgn_buffer_free(&throws);
    xpgn_play_free(t.play);
    xpgn_play_free(t.copy);
}
