/* SPDX-License-Identifier: MIT */
/* The attribute table of a ruleset as a figure: a row for each piece, with its drawing. */
#include <string.h>
#include <xpgn/rulesets.h>

#include "core/base/slice.h"
#include "core/game/combat_sum.h"
#include "core/rules/ruleset.h"
#include "internal/text_out.h"
#include "output/draw/attribute_table.h"
#include "output/draw/svg.h"

enum { TEXT = TEXT_SIZE, ROW = 680, PIECE = 620, NAME = 850, TITLE = 520 };

struct attribute_sheet {
    xpgn_svg *svg;
    const xpgn_ruleset *rs;
    struct attribute_table t;
    int name, value, width; /* widths: of the column of names, of each other column, of the table */
};

static const char *name_of_row(const struct attribute_sheet *s, unsigned row) {
    return row == 0 ? s->t.cell[0][0] : s->t.cell[row][0] + 3; /* after the letter */
}

static void measure_sheet(struct attribute_sheet *s) {
    struct font font = {TEXT, ANCHOR_START, WEIGHT_BOLD};
    for (unsigned row = 0; row < s->t.rows; row++) {
        int width = svg_text_width(s->svg, &font, slice_of(name_of_row(s, row))) + TEXT;
        s->name = width > s->name ? width : s->name;
    }
    for (unsigned i = 1; i <= s->t.columns; i++) {
        int width = svg_text_width(s->svg, &font, slice_of(s->t.cell[0][i])) + TEXT / 2;
        s->value = width > s->value ? width : s->value;
    }
    s->width = NAME + s->name + (int)s->t.columns * s->value;
}

/* Appends the table in words: "pawn: attack 2, defense 1. knight: ...". */
static void put_sheet_words(xpgn_buffer *b, const struct attribute_sheet *s) {
    for (unsigned row = 1; row < s->t.rows; row++) {
        piece_put(b, s->rs, NULL, s->t.piece[row], XPGN_NO_SQUARE, s->t.language);
        xpgn_buffer_text(b, ": ");
        for (unsigned i = 1; i <= s->t.columns; i++)
            xpgn_buffer_printf(b, "%s%s %s", i > 1 ? ", " : "", s->t.cell[0][i], s->t.cell[row][i]);
        xpgn_buffer_text(b, row + 1 < s->t.rows ? ". " : ".");
    }
}

static void begin_sheet(struct attribute_sheet *s) {
    xpgn_buffer words = {0};
    put_sheet_words(&words, s);
    figure_begin(s->svg, slice_of(xpgn_ruleset_title(s->rs)), (xpgn_slice){words.data, words.size});
    s->svg->body.failed |= words.failed;
    xpgn_buffer_free(&words);
}

static void put_rule_line(struct attribute_sheet *s, int y, int thick) {
    xpgn_buffer_printf(&s->svg->body, "<path stroke=\"%s\" stroke-width=\"%d\" d=\"M0 %dH%d\"/>\n",
                       s->svg->theme.ink, thick, y, s->width);
}

static void put_piece_row(struct attribute_sheet *s, unsigned row, int y) {
    static const xpgn_position two = {.seats = 2};
    int margin = (ROW - PIECE) / 2;
    if (row > 0)
        svg_piece(s->svg,
                  &(struct piece_place){s->rs, &two, s->t.piece[row], margin, y + margin, PIECE});
}

static void put_sheet_row(struct attribute_sheet *s, unsigned row, int y) {
    struct font font = {TEXT, ANCHOR_START, row == 0 ? WEIGHT_BOLD : WEIGHT_PLAIN};
    int base = y + ROW / 2 + TEXT * 36 / 100;
    put_piece_row(s, row, y);
    svg_text(s->svg, NAME, base, &font, slice_of(name_of_row(s, row)));
    font.anchor = ANCHOR_END;
    for (unsigned i = 1; i <= s->t.columns; i++)
        svg_text(s->svg, NAME + s->name + (int)i * s->value - TEXT / 4, base, &font,
                 slice_of(s->t.cell[row][i]));
    put_rule_line(s, y + ROW, row == 0 || row + 1 == s->t.rows ? 35 : 10);
}

bool xpgn_svg_attributes(xpgn_svg *svg, const xpgn_ruleset *rs, const char *language) {
    struct attribute_sheet s = {.svg = svg, .rs = rs, .t = {.style = XPGN_DIAGRAM_UNICODE}};
    struct font title = {TEXT, ANCHOR_START, WEIGHT_BOLD};
    if (!attributes_fill(&s.t, rs, language))
        return false;
    measure_sheet(&s);
    begin_sheet(&s);
    svg_text(svg, 0, title.size, &title, slice_of(xpgn_ruleset_title(rs)));
    put_rule_line(&s, TITLE, 35);
    for (unsigned row = 0; row < s.t.rows; row++)
        put_sheet_row(&s, row, TITLE + (int)row * ROW);
    figure_end(svg, s.width, TITLE + (int)s.t.rows * ROW + 40);
    return true;
}
