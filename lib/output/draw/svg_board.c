/* SPDX-License-Identifier: MIT */
/* A board as SVG: squares, coordinates, pieces, the pieces beside it and the text below. */
#include "output/draw/svg_board.h"

#include <stdio.h>
#include <string.h>

#include "core/base/number.h"
#include "core/base/option_struct.h"
#include "core/base/slice.h"
#include "internal/rules.h"
#include "internal/text_out.h"
#include "output/write/combat_report.h"

/* Pieces beside the board: how many in a line, how many columns their label takes, and how many are
   drawn singly before they are counted. Then widths of the text below. */
enum {
    HELD_COLUMNS = 4,
    LABEL_COLUMNS = 3,
    MOST_SINGLE = 16,
    LEAST_TEXT_WIDTH = 4500,
    REPORT_WIDTH = 8280
};

/* ---- layout ---- */

static int held_size(const struct board *d) {
    return d->square * 6 / 10;
}

/* Text beside and below the board. */
static const struct font plain = {TEXT_SIZE, ANCHOR_START, WEIGHT_PLAIN};
static const struct font centred = {TEXT_SIZE, ANCHOR_MIDDLE, WEIGHT_PLAIN};
static const struct font from_right = {TEXT_SIZE, ANCHOR_END, WEIGHT_PLAIN};

/* Width of the two panels on one side. */
static int held_width(const struct board *d, unsigned right) {
    unsigned columns = 0;
    int labels = 0;
    for (unsigned below = 0; below < 2; below++) {
        unsigned total = d->v.held[right][below].total;
        unsigned used = total > 0 && total < LABEL_COLUMNS ? LABEL_COLUMNS : total;
        used = used > HELD_COLUMNS ? HELD_COLUMNS : used;
        columns = used > columns ? used : columns;
        int label = svg_text_width(d->svg, &plain, slice_of(d->v.held[right][below].label));
        labels = total > 0 && label > labels ? label : labels;
    }
    int pieces = (int)columns * held_size(d), width = pieces > labels ? pieces : labels;
    return columns > 0 ? width + d->square / 4 : 0;
}

static bool has_report(const struct board *d) {
    return view_has_combat(&d->v) && !d->v.o->no_report;
}

/* Least width of the lines below the board; 0 if there are none. */
static int least_width(const struct board *d) {
    bool turn = !d->v.o->no_turn && !view_has_combat(&d->v);
    bool any = turn || d->svg->o.corners || (d->v.o->caption != NULL && d->v.o->caption[0] != '\0');
    return has_report(d) ? REPORT_WIDTH : any ? LEAST_TEXT_WIDTH : 0;
}

static void lay_out(struct board *d) {
    int board = (int)d->v.files * d->square;
    /* Inside the squares the coordinates would get mixed up with the attributes. */
    bool outside = !d->v.o->no_coordinates && (!d->svg->o.inside || d->svg->o.corners);
    d->gutter = outside ? TEXT_SIZE * 3 / 2 : 0;
    int column = svg_column(d->svg), least = column > 0 ? column : least_width(d);
    d->text_width = board > least ? board : least;
    int spare = (d->text_width - board) / 2;
    int left = held_width(d, 0) + d->gutter, right = held_width(d, 1);
    d->x = left > spare ? left : spare;
    d->y = 0;
    d->width = d->x + board + (right > spare ? right : spare);
    d->height = (int)d->v.ranks * d->square + d->gutter;
    d->clipped = d->v.files < d->v.p->files || d->v.ranks < d->v.p->ranks;
}

/* ---- squares and frame ---- */

static bool is_dark(const struct board *d, unsigned file, unsigned rank) {
    return (view_board_file(&d->v, file) + view_board_rank(&d->v, rank)) % 2 == 0;
}

/* Draws the squares. The class is for scripts that draw over the board: SVG 1.1 has no data-*. */
static void put_squares(struct board *d) {
    xpgn_buffer *b = &d->svg->body;
    int s = d->square;
    xpgn_buffer_printf(b,
                       "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" "
                       "class=\"board files-%u ranks-%u\" fill=\"%s\"/>\n",
                       d->x, d->y, (int)d->v.files * s, (int)d->v.ranks * s, d->v.files, d->v.ranks,
                       d->svg->theme.light);
    xpgn_buffer_printf(b, "<path fill=\"%s\" d=\"", d->svg->theme.dark);
    for (unsigned rank = 0; rank < d->v.ranks; rank++)
        for (unsigned file = 0; file < d->v.files; file++)
            if (is_dark(d, file, rank))
                xpgn_buffer_printf(b, "M%d %dh%dv%dh-%dz", d->x + (int)file * s,
                                   d->y + (int)rank * s, s, s, s);
    xpgn_buffer_text(b, "\"/>\n");
}

static void put_border(struct board *d) {
    bool thick = d->svg->o.border == XPGN_SVG_THICK;
    int line = thick ? d->square * 7 / 100 : 25;
    if (d->svg->o.border == XPGN_SVG_NO_BORDER)
        return;
    /* The frame is on the edge of the squares; a thick one lies outside them. */
    int out = thick ? line / 2 : 0;
    xpgn_buffer_printf(&d->svg->body,
                       "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" "
                       "stroke=\"%s\" stroke-width=\"%d\"/>\n",
                       d->x - out, d->y - out, (int)d->v.files * d->square + 2 * out,
                       (int)d->v.ranks * d->square + 2 * out, d->svg->theme.ink, line);
}

/* ---- coordinates ---- */

/* Draws the outline of a text, to be drawn over it: SVG 1.1 can put an outline under a text only by
   writing the text twice. */
static void put_halo(struct board *d, int x, int y, const struct font *font, xpgn_slice text,
                     const char *halo) {
    xpgn_buffer_printf(&d->svg->body,
                       "<g fill=\"%s\" stroke=\"%s\" stroke-width=\"%d\" "
                       "stroke-linejoin=\"round\">\n",
                       halo, halo, d->square * 8 / 100);
    svg_text(d->svg, x, y, font, text);
    xpgn_buffer_text(&d->svg->body, "</g>\n");
}

/* Writes the letter of a file in a corner of its last square, over the piece there. */
static void put_letter_inside(struct board *d, unsigned file, const struct font *font,
                              xpgn_slice label) {
    unsigned rank = d->v.ranks - 1;
    int s = d->square, x = d->x + (int)file * s + s * 95 / 100,
        y = d->y + (int)d->v.ranks * s - s * 5 / 100;
    if (d->v.p->at[view_square(&d->v, file, rank)] != 0)
        put_halo(d, x, y, font, label,
                 is_dark(d, file, rank) ? d->svg->theme.dark : d->svg->theme.light);
    svg_text(d->svg, x, y, font, label);
}

static void put_file_label(struct board *d, unsigned file, const struct font *font) {
    char label[2] = {(char)('a' + view_board_file(&d->v, file)), '\0'};
    int below = d->y + (int)d->v.ranks * d->square, s = d->square;
    if (d->gutter > 0)
        svg_text(d->svg, d->x + (int)file * s + s / 2, below + d->gutter * 7 / 10, font,
                 slice_of(label));
    else
        put_letter_inside(d, file, font, slice_of(label));
}

static void put_rank_label(struct board *d, unsigned rank, const struct font *font) {
    char label[8];
    int y = d->y + (int)rank * d->square, s = d->square;
    snprintf(label, sizeof label, "%u", view_board_rank(&d->v, rank) + 1);
    if (d->gutter > 0)
        svg_text(d->svg, d->x - d->gutter / 2, y + s / 2 + font->size * 36 / 100, font,
                 slice_of(label));
    else
        svg_text(d->svg, d->x + s * 5 / 100, y + font->size * 9 / 10, font, slice_of(label));
}

static void put_coordinates(struct board *d) {
    if (d->v.o->no_coordinates)
        return;
    bool outside = d->gutter > 0;
    struct font font = {outside ? TEXT_SIZE : board_label(d, 28), ANCHOR_MIDDLE,
                        outside ? WEIGHT_PLAIN : WEIGHT_BOLD};
    if (font.size == 0)
        return;
    font.anchor = outside ? ANCHOR_MIDDLE : ANCHOR_END;
    for (unsigned file = 0; file < d->v.files; file++)
        put_file_label(d, file, &font);
    font.anchor = outside ? ANCHOR_MIDDLE : ANCHOR_START;
    for (unsigned rank = 0; rank < d->v.ranks; rank++)
        put_rank_label(d, rank, &font);
}

/* ---- pieces ---- */

/* The upper left corner of a square with numbers; haloed if a mark may run through them. */
struct figures {
    int x, y;
    bool haloed;
};

/* Writes the value of attribute `i` in its corner: upper left and right, lower left and right. */
static void put_attribute(struct board *d, const struct figures *at, unsigned i, int16_t value) {
    bool right = i % 2 == 1, below = i / 2 == 1;
    int s = d->square, margin = s * 5 / 100, x = right ? at->x + s - margin : at->x + margin,
        y = below ? at->y + s - margin : at->y + s * 20 / 100;
    struct font font = {board_label(d, 28), right ? ANCHOR_END : ANCHOR_START, WEIGHT_PLAIN};
    char text[16];
    if (value == INT16_MIN || font.size == 0)
        return;
    if (value == INT16_MAX)
        snprintf(text, sizeof text, "\xe2\x88\x9e");
    else
        snprintf(text, sizeof text, "%d", value);
    if (at->haloed)
        put_halo(d, x, y, &font, slice_of(text), d->svg->theme.halo);
    svg_text(d->svg, x, y, &font, slice_of(text));
}

/* Writes the first four attributes of a piece in the corners of its square. */
static void put_corners(struct board *d, xpgn_piece piece, const struct figures *at) {
    xpgn_attributes a;
    if (!xpgn_ruleset_attributes(d->v.rs, XPGN_TYPE_OF(piece), &a))
        return;
    for (unsigned i = 0; i < 4 && xpgn_ruleset_attribute(d->v.rs, i) != NULL; i++)
        put_attribute(d, at, i, a.value[XPGN_IS_WOUNDED(piece) && a.has_wounded][i]);
}

/* Writes the hit points left on a label at the lower right of a square, over arrows and marks. */
static void put_points(struct board *d, unsigned file, unsigned rank) {
    xpgn_square sq = view_square(&d->v, file, rank);
    struct font font = {board_label(d, 34), ANCHOR_MIDDLE, WEIGHT_BOLD};
    char text[NUMBER_ROOM];
    xpgn_slice points = {text, (size_t)(number_write(text, position_hits(d->v.p, sq)) - text)};
    int s = d->square, height = font.size * 110 / 100,
        width = svg_text_width(d->svg, &font, points) + font.size / 2;
    if (position_hits(d->v.p, sq) == 0 || font.size == 0)
        return;
    int x = d->x + (int)(file + 1) * s - width - s * 2 / 100,
        y = d->y + (int)(rank + 1) * s - height - s * 2 / 100;
    xpgn_buffer_printf(&d->svg->body,
                       "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" fill=\"%s\" "
                       "stroke=\"%s\" stroke-width=\"%d\"/>\n",
                       x, y, width, height, height / 2, d->svg->theme.halo, d->svg->theme.ink,
                       s * 2 / 100);
    svg_text(d->svg, x + width / 2, y + height * 82 / 100, &font, points);
}

static void put_piece_figure(struct board *d, unsigned file, unsigned rank) {
    xpgn_square sq = view_square(&d->v, file, rank);
    xpgn_piece piece = d->v.p->at[sq];
    int x = d->x + (int)file * d->square, y = d->y + (int)rank * d->square;
    int margin = d->svg->o.corners ? d->square * 16 / 100 : 0;
    if (piece == 0)
        return;
    svg_piece(d->svg, &(struct piece_place){d->v.rs, d->v.p, piece, x + margin, y + margin,
                                            d->square - 2 * margin});
    bool haloed = d->v.sign[sq] != 0 || view_has_combat(&d->v);
    if (d->svg->o.corners)
        put_corners(d, piece, &(struct figures){x, y, haloed});
}

static void put_each(struct board *d, void put(struct board *d, unsigned file, unsigned rank)) {
    for (unsigned rank = 0; rank < d->v.ranks; rank++)
        for (unsigned file = 0; file < d->v.files; file++)
            put(d, file, rank);
}

/* ---- pieces beside the board ---- */

static unsigned held_lines(const struct held *held) {
    return held->total > MOST_SINGLE ? held->items
                                     : (held->total + HELD_COLUMNS - 1) / HELD_COLUMNS;
}

static void put_one_held(struct board *d, xpgn_piece piece, int x, int y) {
    svg_piece(d->svg, &(struct piece_place){d->v.rs, d->v.p, piece, x, y, held_size(d)});
}

/* Draws a line for each type: the piece, and how many there are. */
static void put_counted(struct board *d, const struct held *held, int x, int y) {
    int size = held_size(d);
    for (unsigned i = 0; i < held->items; i++, y += size) {
        char count[24];
        snprintf(count, sizeof count, "\xc3\x97 %u", held->item[i].count);
        put_one_held(d, held->item[i].piece, x, y);
        svg_text(d->svg, x + size * 5 / 4, y + size / 2 + plain.size * 36 / 100, &plain,
                 slice_of(count));
    }
}

static void put_single(struct board *d, const struct held *held, int x, int y) {
    unsigned n = 0;
    for (unsigned i = 0; i < held->items; i++)
        for (unsigned k = 0; k < held->item[i].count; k++, n++)
            put_one_held(d, held->item[i].piece, x + (int)(n % HELD_COLUMNS) * held_size(d),
                         y + (int)(n / HELD_COLUMNS) * held_size(d));
}

/* Where the paper is not as the squares are, pieces beside the board lie on a square of their own.
 */
static void put_tray(struct board *d, const struct held *held, int x, int y) {
    const struct theme *t = &d->svg->theme;
    bool counted = held->total > MOST_SINGLE;
    unsigned across = held->total < HELD_COLUMNS ? held->total : HELD_COLUMNS;
    if (strcmp(t->light, t->paper) != 0)
        xpgn_buffer_printf(&d->svg->body,
                           "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", x,
                           y, (int)(counted ? 1 : across) * held_size(d),
                           (int)held_lines(held) * held_size(d), t->light);
}

static void put_held_figures(struct board *d, unsigned right, unsigned below) {
    const struct held *held = &d->v.held[right][below];
    if (held->total == 0)
        return;
    int board = (int)d->v.files * d->square, gap = d->square / 4;
    int x = right ? d->x + board + gap : d->x - d->gutter - held_width(d, 0);
    int label = svg_leading(&plain);
    int y = below ? (int)d->v.ranks * d->square - (int)held_lines(held) * held_size(d) - label : 0;
    svg_text(d->svg, x, y + plain.size, &plain, slice_of(held->label));
    put_tray(d, held, x, y + label);
    if (held->total > MOST_SINGLE)
        put_counted(d, held, x, y + label);
    else
        put_single(d, held, x, y + label);
}

/* ---- below the board ---- */

static void put_text_below(struct board *d, const struct font *font, xpgn_slice text) {
    int middle = d->x + (int)d->v.files * d->square / 2, first = d->height + svg_leading(font);
    int after = svg_lines(d->svg, middle, first, font, d->text_width, text);
    if (after > first)
        d->height = after - svg_leading(font) + font->size * 30 / 100;
}

/* Writes what the numbers in the corners mean. */
static void put_legend(struct board *d) {
    xpgn_buffer text = {0};
    const char *name;
    for (unsigned i = 0; i < 4 && (name = xpgn_ruleset_attribute(d->v.rs, i)) != NULL; i++) {
        xpgn_buffer_text(&text, i == 0 ? "" : i == 2 ? "; " : ", ");
        if (i == 0 || i == 2)
            view_put_word(&text, &d->v, i == 0 ? "corners" : "below");
        xpgn_buffer_text(&text, i == 0 ? ": " : i == 2 ? " " : "");
        view_put_word(&text, &d->v, name);
    }
    put_text_below(d, &centred, (xpgn_slice){text.data, text.size});
    d->svg->body.failed |= text.failed;
    xpgn_buffer_free(&text);
}

static void put_turn_text(struct board *d) {
    xpgn_buffer text = {0};
    view_put_turn(&text, &d->v);
    put_text_below(d, &centred, (xpgn_slice){text.data, text.size});
    d->svg->body.failed |= text.failed;
    xpgn_buffer_free(&text);
}

static xpgn_slice slice_in(const xpgn_buffer *b) {
    return (xpgn_slice){b->data, b->size};
}

/* Indent of the sums, to the right of the labels. */
static int report_indent(const struct board *d, const struct report *r) {
    int indent = 0;
    for (unsigned i = 0; i < r->rows; i++) {
        int width = svg_text_width(d->svg, &plain, slice_in(&r->row[i].label)) + plain.size / 2;
        indent = width > indent ? width : indent;
    }
    return indent;
}

/* Appends a sum whose lines may break only before a + or after a comma: other spaces become
   no-break spaces. */
static void put_unbroken(xpgn_buffer *b, xpgn_slice text) {
    for (size_t i = 0; i < text.size; i++) {
        bool breaks =
            i + 1 == text.size || text.data[i + 1] == '+' || (i > 0 && text.data[i - 1] == ',');
        if (text.data[i] == ' ' && !breaks)
            xpgn_buffer_text(b, "\xc2\xa0");
        else
            xpgn_buffer_char(b, text.data[i]);
    }
}

/* Writes a row of the report: the label, right up to the sum, so that its blank does not depend on
   the font; the sum, and on its last line the total on the right. */
static void put_report_row(struct board *d, const struct report_row *row, int left, int column) {
    xpgn_buffer sum = {0};
    xpgn_slice line;
    xpgn_slice total = {row->total.data, row->total.size};
    int indent = left + column, right = left + d->text_width;
    int width = right - indent - svg_text_width(d->svg, &plain, total) - plain.size / 2;
    if (width < d->text_width / 4)
        width = right - indent;
    svg_text(d->svg, indent - plain.size / 2, d->height + svg_leading(&plain), &from_right,
             slice_in(&row->label));
    put_unbroken(&sum, (xpgn_slice){row->what.data, row->what.size});
    for (xpgn_slice what = {sum.data, sum.size};
         svg_take_line(d->svg, &what, &line, &plain, width);) {
        d->height += svg_leading(&plain);
        svg_text(d->svg, indent, d->height, &plain, line);
    }
    if (width == right - indent && total.size > 0)
        d->height += svg_leading(&plain);
    svg_text(d->svg, right, d->height, &from_right, total);
    d->svg->body.failed |= sum.failed;
    xpgn_buffer_free(&sum);
}

static void put_report_table(struct board *d) {
    struct report r;
    const struct font bold = {TEXT_SIZE, ANCHOR_MIDDLE, WEIGHT_BOLD};
    int left = d->x + ((int)d->v.files * d->square - d->text_width) / 2;
    report_begin(&r, d->v.rs, d->v.p, d->v.o->combat, d->v.o->number, d->v.o->language);
    d->height += TEXT_SIZE / 2;
    put_text_below(d, &bold, (xpgn_slice){r.headline.data, r.headline.size});
    for (unsigned i = 0; i < r.rows; i++)
        put_report_row(d, &r.row[i], left, report_indent(d, &r));
    d->height += TEXT_SIZE * 3 / 10;
    d->svg->body.failed |= report_failed(&r);
    report_free(&r);
}

/* Writes the pieces of the combat that are outside the part of the board drawn. */
static void put_outside(struct board *d) {
    xpgn_buffer text = {0};
    view_put_outside(&text, &d->v);
    put_text_below(d, &centred, slice_in(&text));
    d->svg->body.failed |= text.failed;
    xpgn_buffer_free(&text);
}

static void put_below(struct board *d) {
    if (!d->v.o->no_turn && !view_has_combat(&d->v))
        put_turn_text(d);
    if (d->svg->o.corners)
        put_legend(d);
    if (d->v.o->caption != NULL && svg_column(d->svg) > 0)
        xpgn_svg_caption(d->svg, d->v.o->caption);
    else if (d->v.o->caption != NULL)
        put_text_below(d, &centred, slice_of(d->v.o->caption));
    if (has_report(d))
        put_report_table(d);
    if (view_has_combat(&d->v))
        put_outside(d);
}

/* ---- the figure ---- */

static void begin_board(struct board *d) {
    xpgn_buffer title = {0}, description = {0};
    words_put_title(&title, &d->v);
    words_put_description(&description, &d->v);
    figure_begin(d->svg, (xpgn_slice){title.data, title.size},
                 (xpgn_slice){description.data, description.size});
    d->svg->body.failed |= title.failed || description.failed;
    xpgn_buffer_free(&title);
    xpgn_buffer_free(&description);
}

/* Draws the squares and what is on them, in the theme's ink; coordinates beside them have that of
   the text around. */
static void put_within(struct board *d) {
    bool other = strcmp(d->svg->theme.within, d->svg->theme.ink) != 0;
    if (d->gutter > 0)
        put_coordinates(d);
    if (other)
        xpgn_buffer_printf(&d->svg->body, "<g fill=\"%s\">\n", d->svg->theme.within);
    put_squares(d);
    marks_put_under(d);
    put_border(d);
    put_each(d, put_piece_figure);
    if (d->gutter == 0)
        put_coordinates(d);
    marks_put_over(d);
    put_each(d, put_points);
    xpgn_buffer_text(&d->svg->body, other ? "</g>\n" : "");
}

bool xpgn_svg_diagram(xpgn_svg *svg, const xpgn_ruleset *rs, const xpgn_position *p,
                      const xpgn_diagram_options *options) {
    xpgn_diagram_options known;
    struct board d = {.svg = svg, .square = (int)svg->o.square};
    if (!options_read(&known, sizeof known, options) || !view_allows(&known) ||
        !position_fits(p, &rs->geometry))
        return false;
    view_begin(&d.v, rs, p, &known);
    lay_out(&d);
    begin_board(&d);
    put_within(&d);
    for (unsigned i = 0; i < 4; i++)
        put_held_figures(&d, i >> 1, i & 1);
    put_below(&d);
    svg->middle = d.x + (int)d.v.files * d.square / 2;
    svg->shown = (xpgn_svg_shown){
        .x = d.x, .y = d.y, .square = d.square, .files = d.v.files, .ranks = d.v.ranks};
    figure_end(svg, d.width, d.height);
    return true;
}
