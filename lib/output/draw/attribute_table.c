/* SPDX-License-Identifier: MIT */
/* The attribute table of a ruleset, as printed in rulebooks. */
#include <stdio.h>
#include <string.h>
#include <xpgn/rulesets.h>

#include "core/base/buffer.h"
#include "core/base/slice.h"
#include "core/base/utf8.h"
#include "core/text/dictionary.h"
#include "internal/rules.h"
#include "internal/text_out.h"
#include "internal/writers.h"
#include "output/draw/attribute_table.h"
#include "output/draw/board_view.h"
#include "output/write/page_lines.h"

static size_t attribute_width(const char *text) {
    return utf8_count((xpgn_slice){text, strlen(text)});
}
static size_t escaped_width(const char *text) {
    size_t width = attribute_width(text);
    for (; *text != '\0'; text++)
        width += is_markup(*text);
    return width;
}

static void set_value(char cell[CELL_SIZE], int16_t value, bool ascii) {
    if (value == INT16_MIN)
        snprintf(cell, CELL_SIZE, "-");
    else if (value == INT16_MAX)
        snprintf(cell, CELL_SIZE, "%s", ascii ? "inf" : "\xe2\x88\x9e");
    else
        snprintf(cell, CELL_SIZE, "%d", value);
}

static void add_attribute_row(struct attribute_table *t, unsigned type, const xpgn_attributes *a,
                              unsigned wounded) {
    bool ascii = view_look(t->style).ascii;
    xpgn_slice name = wounded ? phrase_in(t->language, "%s wounded", a->name).after
                              : word_in(t->language, a->name);
    snprintf(t->cell[t->rows][0], CELL_SIZE, "%c%s%.*s", a->letter, wounded ? "*" : "  ",
             (int)name.size, name.data);
    for (unsigned i = 0; i < t->columns; i++)
        set_value(t->cell[t->rows][i + 1], a->value[wounded][i], ascii);
    t->piece[t->rows++] = (xpgn_piece)(type | (wounded ? XPGN_WOUNDED : 0));
}

bool attributes_fill(struct attribute_table *t, const xpgn_ruleset *rs, const char *language) {
    const char *name = "piece"; /* then the attributes */
    int column = dictionary_column(language);
    if (column < 0)
        return false;
    t->language = (unsigned)column;
    for (unsigned i = 0; name != NULL; name = xpgn_ruleset_attribute(rs, i++)) {
        xpgn_slice word = word_in(t->language, name);
        snprintf(t->cell[0][i], CELL_SIZE, "%.*s", (int)word.size, word.data);
        t->columns = i;
        if (i == MOST_COLUMNS)
            break;
    }
    t->rows = 1;
    for (unsigned type = XPGN_PAWN; type <= XPGN_KING; type++) {
        xpgn_attributes a;
        if (!xpgn_ruleset_attributes(rs, type, &a))
            continue;
        add_attribute_row(t, type, &a, 0);
        if (a.has_wounded)
            add_attribute_row(t, type, &a, 1);
    }
    return t->columns > 0;
}

static void measure_columns(struct attribute_table *t, size_t (*width_of_cell)(const char *)) {
    for (unsigned i = 0; i <= t->columns; i++) {
        for (unsigned row = 0; row < t->rows; row++) {
            size_t width = width_of_cell(t->cell[row][i]);
            t->width[i] = width > t->width[i] ? width : t->width[i];
        }
    }
}

/* Characters of the top, middle and bottom rules: left end, column separator, right end, line. */
static const uint16_t ascii_rule[3][4] = {
    {'+', '+', '+', '-'}, {'+', '+', '+', '-'}, {'+', '+', '+', '-'}};
static const uint16_t box_rule[3][4] = {{0x250c, 0x252c, 0x2510, 0x2500},
                                        {0x251c, 0x253c, 0x2524, 0x2500},
                                        {0x2514, 0x2534, 0x2518, 0x2500}};

static void put_table_rule(xpgn_buffer *b, const struct attribute_table *t, unsigned which) {
    const struct look look = view_look(t->style);
    const uint16_t *c = look.ascii ? ascii_rule[which] : box_rule[which];
    if (!look.grid)
        return;
    for (unsigned i = 0; i <= t->columns; i++) {
        page_put_char(b, c[i == 0 ? 0 : 1]);
        for (size_t k = 0; k < t->width[i] + 2; k++)
            page_put_char(b, c[3]);
    }
    page_put_char(b, c[2]);
    xpgn_buffer_char(b, '\n');
}

static void put_bar(xpgn_buffer *b, const struct attribute_table *t) {
    const struct look look = view_look(t->style);
    if (look.grid)
        page_put_char(b, look.ascii ? '|' : 0x2502);
}

/* Appends a row: the piece aligned left, its values aligned right. */
static void put_attribute_row(xpgn_buffer *b, const struct attribute_table *t, unsigned row) {
    size_t margin = view_look(t->style).grid;
    for (unsigned i = 0; i <= t->columns; i++) {
        size_t spare = t->width[i] - attribute_width(t->cell[row][i]);
        put_bar(b, t);
        page_put_spaces(b, i == 0 ? margin : spare + 1);
        xpgn_buffer_text(b, t->cell[row][i]);
        page_put_spaces(b, i == 0 ? spare + 1 : margin);
    }
    put_bar(b, t);
    xpgn_buffer_char(b, '\n');
}

bool xpgn_attributes_write(xpgn_buffer *b, const xpgn_ruleset *rs, xpgn_diagram_style style,
                           const char *language) {
    struct attribute_table t = {.style = style};
    xpgn_buffer page = {0};
    if (!view_look(style).exists || !attributes_fill(&t, rs, language))
        return false;
    measure_columns(&t, attribute_width);
    xpgn_buffer_printf(&page, "%s\n", xpgn_ruleset_title(rs));
    put_table_rule(&page, &t, 0);
    put_attribute_row(&page, &t, 0);
    put_table_rule(&page, &t, 1);
    for (unsigned row = 1; row < t.rows; row++)
        put_attribute_row(&page, &t, row);
    put_table_rule(&page, &t, 2);
    xpgn_slice lines = {page.data, page.size};
    page_put_padded(b, lines, page_widest(lines));
    b->failed |= page.failed;
    xpgn_buffer_free(&page);
    return true;
}

/* ---- Markdown ---- */

static void put_escaped_cell(xpgn_buffer *b, const char *text) {
    xpgn_buffer_cell(b, slice_of(text), XPGN_CELL_MARKDOWN);
}

static void put_markdown_row(xpgn_buffer *b, const struct attribute_table *t, unsigned row) {
    for (unsigned i = 0; i <= t->columns; i++) {
        size_t spare = t->width[i] - escaped_width(t->cell[row][i]);
        xpgn_buffer_text(b, "| ");
        page_put_spaces(b, i == 0 ? 0 : spare);
        put_escaped_cell(b, t->cell[row][i]);
        page_put_spaces(b, (i == 0 ? spare : 0) + 1);
    }
    xpgn_buffer_text(b, "|\n");
}

/* Appends the rule below the header, which says how each column is aligned. */
static void put_markdown_rule(xpgn_buffer *b, const struct attribute_table *t) {
    for (unsigned i = 0; i <= t->columns; i++) {
        xpgn_buffer_text(b, i == 0 ? "|:" : "|");
        for (size_t k = 0; k <= t->width[i]; k++)
            xpgn_buffer_char(b, '-');
        xpgn_buffer_text(b, i == 0 ? "" : ":");
    }
    xpgn_buffer_text(b, "|\n");
}

bool xpgn_attributes_markdown(xpgn_buffer *b, const xpgn_ruleset *rs, xpgn_diagram_style style,
                              const char *language) {
    struct attribute_table t = {.style = style};
    if (!view_look(style).exists || !attributes_fill(&t, rs, language))
        return false;
    measure_columns(&t, escaped_width);
    xpgn_buffer_text(b, "**");
    put_escaped_cell(b, xpgn_ruleset_title(rs));
    xpgn_buffer_text(b, "**\n\n");
    put_markdown_row(b, &t, 0);
    put_markdown_rule(b, &t);
    for (unsigned row = 1; row < t.rows; row++)
        put_markdown_row(b, &t, row);
    return true;
}
