/* SPDX-License-Identifier: MIT */
/* Marks, arrows and the parts of a combat. Their kinds differ in form, not in colour. */
#include <math.h>
#include <stdio.h>

#include "core/base/slice.h"
#include "core/play/combat.h"
#include "internal/text_out.h"
#include "output/draw/piece_drawings.h"
#include "output/draw/svg_board.h"

/* ---- forms on a square ---- */

/* The square on which a form is drawn, and the width and colour of its lines. */
struct highlight_form {
    int x, y, size, line;
    const char *color;
};

/* The theme's colour for one of a record, else this one. */
static const char *stroke_of(const struct board *d, const struct mark_color *color,
                             const char *other) {
    const char *own = color != NULL ? theme_mark_color(&d->svg->theme, color->name) : NULL;
    return own != NULL ? own : other;
}

static struct highlight_form form_of(const struct board *d, xpgn_square sq) {
    int s = d->square;
    return (struct highlight_form){board_x(d, sq) - s / 2, board_y(d, sq) - s / 2, s, s * 6 / 100,
                                   d->svg->theme.mark};
}

struct sign_form;
typedef void draw_form(struct board *d, const struct highlight_form *f,
                       const struct sign_form *form);

/* Signs with a form of their own; any others are written on a label. Lengths are hundredths of the
   square. */
struct sign_form {
    char sign;
    draw_form *draw;
    int inset, radius; /* of a frame, and of its corners */
    int dash, gap;     /* of a dashed outline; a dash of 0 is a dot, a gap of 0 no dashes */
};

/* Ends an element that is an outline without filling. */
static void end_outline(struct board *d, const struct highlight_form *f,
                        const struct sign_form *form) {
    xpgn_buffer *b = &d->svg->body;
    xpgn_buffer_printf(b, " fill=\"none\" stroke=\"%s\" stroke-width=\"%d\"", f->color, f->line);
    if (form->gap > 0)
        xpgn_buffer_printf(b, "%s stroke-dasharray=\"%d %d\"",
                           form->dash == 0 ? " stroke-linecap=\"round\"" : "",
                           f->size * form->dash / 100, f->size * form->gap / 100);
    xpgn_buffer_text(b, "/>\n");
}

static void put_frame(struct board *d, const struct highlight_form *f,
                      const struct sign_form *form) {
    int in = f->size * form->inset / 100;
    xpgn_buffer_printf(&d->svg->body, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"",
                       f->x + in, f->y + in, f->size - 2 * in, f->size - 2 * in);
    if (form->radius > 0)
        xpgn_buffer_printf(&d->svg->body, " rx=\"%d\"", f->size * form->radius / 100);
    end_outline(d, f, form);
}

/* Both lines are beside the piece. */
static void put_double_frame(struct board *d, const struct highlight_form *f,
                             const struct sign_form *form) {
    struct highlight_form thin = *f;
    struct sign_form inner = *form;
    thin.line = f->line * 2 / 3;
    put_frame(d, &thin, form);
    inner.inset += 7;
    put_frame(d, &thin, &inner);
}

static void put_circle(struct board *d, const struct highlight_form *f,
                       const struct sign_form *form) {
    xpgn_buffer_printf(&d->svg->body, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\"", f->x + f->size / 2,
                       f->y + f->size / 2, f->size * 46 / 100);
    end_outline(d, f, form);
}

/* Draws brackets at the corners of the square; without an inset, fills its corners. */
static void put_edges(struct board *d, const struct highlight_form *f,
                      const struct sign_form *form) {
    struct highlight_form thick = *f;
    const char *end = form->inset == 0 ? "Z" : "";
    int in = f->size * form->inset / 100, arm = f->size * 24 / 100;
    int left = f->x + in, top = f->y + in, right = f->x + f->size - in, low = f->y + f->size - in;
    xpgn_buffer_printf(
        &d->svg->body, "<path d=\"M%d %dV%dH%d%sM%d %dV%dH%d%sM%d %dV%dH%d%sM%d %dV%dH%d%s\"", left,
        top + arm, top, left + arm, end, right, top + arm, top, right - arm, end, left, low - arm,
        low, left + arm, end, right, low - arm, low, right - arm, end);
    thick.line = f->line * 4 / 3;
    if (form->inset == 0)
        xpgn_buffer_printf(&d->svg->body, " fill=\"%s\"/>\n", d->svg->theme.mark);
    else
        end_outline(d, &thick, form);
}

static void put_cross(struct board *d, const struct highlight_form *f,
                      const struct sign_form *form) {
    int in = f->size * form->inset / 100, left = f->x + in, top = f->y + in,
        right = f->x + f->size - in, low = f->y + f->size - in;
    xpgn_buffer_printf(&d->svg->body, "<path d=\"M%d %dL%d %dM%d %dL%d %d\"", left, top, right, low,
                       left, low, right, top);
    end_outline(d, f, form);
}

static void put_hatching(struct board *d, const struct highlight_form *f,
                         const struct sign_form *form) {
    (void)form;
    xpgn_buffer_printf(&d->svg->body,
                       "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"url(#" DRAWING_ID
                       "hatch)\"/>\n",
                       f->x, f->y, f->size, f->size);
    d->svg->hatched = true;
}

static void put_disc(struct board *d, int x, int y, int radius, const char *fill) {
    xpgn_buffer_printf(&d->svg->body, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"%s\"", x, y,
                       radius, fill);
    xpgn_buffer_printf(&d->svg->body, " stroke=\"%s\" stroke-width=\"%d\"/>\n", d->svg->theme.mark,
                       d->square * 2 / 100);
}

/* Draws a dot, or a number in a disc, on an empty square. */
static void put_spot(struct board *d, const struct highlight_form *f, char sign) {
    int x = f->x + f->size / 2, y = f->y + f->size / 2;
    struct font font = {board_label(d, 100), ANCHOR_MIDDLE, WEIGHT_BOLD};
    if (sign == SIGN_DOT) {
        put_disc(d, x, y, f->size * 13 / 100, d->svg->theme.mark);
        return;
    }
    put_disc(d, x, y, font.size * 9 / 10, d->svg->theme.halo);
    svg_text(d->svg, x, y + font.size * 36 / 100, &font, (xpgn_slice){&sign, 1});
}

/* Draws a label with a short text in the upper left corner of a square, which drawings leave free;
   one that is larger begins on the gap between the squares. */
static void put_mark_label(struct board *d, xpgn_square sq, const char *text) {
    struct highlight_form f = form_of(d, sq);
    struct font font = {board_label(d, 34), ANCHOR_MIDDLE, WEIGHT_BOLD};
    int height = font.size * 117 / 100,
        width = svg_text_width(d->svg, &font, slice_of(text)) + f.size * 2 / 100,
        corner = f.size * 24 / 100, most = f.size / 10;
    width = width < height ? height : width;
    if (font.size == 0)
        return;
    f.x -= width > corner + most ? most : width > corner ? width - corner : 0;
    f.y -= height > corner ? f.size * 5 / 100 : 0;
    xpgn_buffer_printf(&d->svg->body,
                       "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" fill=\"%s\" "
                       "stroke=\"%s\" stroke-width=\"%d\"/>\n",
                       f.x, f.y, width, height, height / 4, d->svg->theme.halo, d->svg->theme.mark,
                       f.size * 2 / 100);
    svg_text(d->svg, f.x + width / 2, f.y + height * 80 / 100, &font, slice_of(text));
}

/* ---- marks ---- */

static const struct sign_form forms[] = {
    {SIGN_MARK, put_frame, 4, 0, 0, 0},  {'!', put_circle, 0, 0, 0, 0},
    {'?', put_frame, 5, 0, 14, 8},       {'+', put_edges, 5, 0, 0, 0},
    {'=', put_double_frame, 2, 0, 0, 0}, {'~', put_hatching, 0, 0, 0, 0},
    {'#', put_cross, 8, 0, 0, 0},        {SIGN_FROM, put_frame, 5, 28, 0, 0},
    {SIGN_TO, put_edges, 0, 0, 0, 0},    {SIGN_SUPPORT, put_circle, 0, 0, 0, 13}};

static const struct sign_form *form_of_sign(char sign) {
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
        if (forms[i].sign == sign)
            return &forms[i];
    return NULL;
}

static void put_mark_sign(struct board *d, xpgn_square sq, char sign) {
    struct highlight_form f = form_of(d, sq);
    const struct sign_form *form = form_of_sign(sign);
    if (form != NULL && board_shows(d, sq))
        form->draw(d, &f, form);
}

static void put_combat_signs(struct board *d) {
    const xpgn_facts *facts = d->v.o->combat;
    put_mark_sign(d, facts->side[0].square, SIGN_FROM);
    put_mark_sign(d, facts->side[1].square, SIGN_TO);
    for (unsigned side = 0; side < 2; side++)
        for (unsigned i = 0; i < facts->side[side].count; i++)
            put_mark_sign(d, facts->side[side].supporter[i].square, SIGN_SUPPORT);
}

/* A mark in a colour; on a line of ink, if the colour is a light one. */
static void put_colored_mark(struct board *d, xpgn_square sq, const struct mark_color *color) {
    struct highlight_form f = form_of(d, sq), below = f;
    const struct sign_form *form = form_of_sign(color->sign);
    f.color = stroke_of(d, color, f.color);
    if (!board_shows(d, sq))
        return;
    if (color->light && f.color != below.color) {
        below.color = d->svg->theme.within;
        below.line = f.line * 5 / 3;
        put_frame(d, &below, &forms[0]);
    }
    form->draw(d, &f, form);
}

static void put_tint(struct board *d, xpgn_square sq) {
    struct highlight_form f = form_of(d, sq);
    if (board_shows(d, sq))
        xpgn_buffer_printf(&d->svg->body,
                           "<rect class=\"tint\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" "
                           "fill=\"%s\" fill-opacity=\".5\"/>\n",
                           f.x, f.y, f.size, f.size, d->svg->theme.tint);
}

void marks_put_under(struct board *d) {
    for (size_t i = 0; i < d->v.o->tint_count; i++)
        put_tint(d, d->v.o->tints[i]);
    for (unsigned sq = 0; view_on_board(&d->v, (xpgn_square)sq); sq++)
        if (d->v.color[sq] != 0)
            put_colored_mark(d, (xpgn_square)sq, view_color(d->v.color[sq]));
        else
            put_mark_sign(d, (xpgn_square)sq, d->v.sign[sq]);
    if (view_has_combat(&d->v))
        put_combat_signs(d);
}

/* Draws what goes over the pieces: dots, numbers, and signs without a form. */
static void put_over(struct board *d, xpgn_square sq) {
    struct highlight_form f = form_of(d, sq);
    char sign = d->v.sign[sq], text[2] = {sign, '\0'};
    if (sign == 0 || !board_shows(d, sq) || form_of_sign(sign) != NULL)
        return;
    if (view_is_spot(sign) && d->v.p->at[sq] == 0)
        put_spot(d, &f, sign);
    else
        put_mark_label(d, sq, sign == SIGN_DOT ? "\xe2\x80\xa2" : text);
}

/* ---- arrows ---- */

/* The middle of the square where an arrow starts, and its direction. A point of the arrow is
   `along` that direction and `aside` of it. */
struct arrow_way {
    double x, y, dx, dy;
};

static void put_point(struct board *d, const struct arrow_way *w, double along, double aside) {
    xpgn_buffer_printf(&d->svg->body, " %ld,%ld", lround(w->x + along * w->dx - aside * w->dy),
                       lround(w->y + along * w->dy + aside * w->dx));
}

/* The look of an arrow. */
struct arrow_look {
    const char *fill, *edge;
    const uint8_t *dashes; /* of its shaft; NULL: none */
};

static void put_arrow_shape(struct board *d, const struct arrow_way *w, double to,
                            const struct arrow_look *look) {
    double s = d->square, from = look->dashes == NULL ? 0.26 * s : to - 0.27 * s,
           neck = to - 0.27 * s;
    const double along[] = {from, neck, neck, to, neck, neck, from};
    const double aside[] = {0.055, 0.055, 0.17, 0, -0.17, -0.055, -0.055};
    xpgn_buffer_text(&d->svg->body, "<polygon points=\"");
    for (unsigned i = 0; i < 7; i++)
        put_point(d, w, along[i], aside[i] * s);
    xpgn_buffer_printf(
        &d->svg->body,
        "\" fill=\"%s\" stroke=\"%s\" stroke-width=\"%d\" stroke-linejoin=\"round\"/>\n",
        look->fill, look->edge, d->square * 3 / 100);
}

/* A shaft in dashes, on a line in the colour of halos. */
static void put_dashed_shaft(struct board *d, const struct arrow_way *w, double to,
                             const struct arrow_look *look) {
    xpgn_buffer *b = &d->svg->body;
    double from = 0.26 * d->square, neck = to - 0.27 * d->square;
    for (unsigned over = 0; over < 2; over++) {
        xpgn_buffer_text(b, "<path d=\"M");
        put_point(d, w, from, 0);
        xpgn_buffer_char(b, 'L');
        put_point(d, w, neck, 0);
        xpgn_buffer_printf(b, "\" fill=\"none\" stroke=\"%s\" stroke-width=\"%d\"",
                           over ? look->fill : look->edge, d->square * (over ? 11 : 15) / 100);
        for (unsigned i = 0; over && i < 4 && look->dashes[i] != 0; i++)
            xpgn_buffer_printf(b, "%s%d", i == 0 ? " stroke-dasharray=\"" : " ",
                               d->square * look->dashes[i] / 100);
        xpgn_buffer_text(b, over ? "\"/>\n" : "/>\n");
    }
}

static void put_arrow(struct board *d, xpgn_arrow a, const struct mark_color *color) {
    if (!view_on_board(&d->v, a.from) || !view_on_board(&d->v, a.to) || a.from == a.to)
        return;
    double dx = board_x(d, a.to) - board_x(d, a.from), dy = board_y(d, a.to) - board_y(d, a.from);
    double length = sqrt(dx * dx + dy * dy), to = length - 0.24 * d->square;
    struct arrow_way w = {board_x(d, a.from), board_y(d, a.from), dx / length, dy / length};
    const struct theme *t = &d->svg->theme;
    struct arrow_look look = {stroke_of(d, color, t->arrow), t->halo, NULL};
    if (color != NULL && color->light)
        look = (struct arrow_look){stroke_of(d, color, t->halo), t->within, NULL};
    else if (color != NULL && color->dashes[0] != 0)
        look.dashes = color->dashes;
    if (look.dashes != NULL)
        put_dashed_shaft(d, &w, to, &look);
    put_arrow_shape(d, &w, to, &look);
}

/* If only a part of the board is drawn, arrows end at its edge. A fragment does that with a picture
   inside, without an id; else its place is its id, so that pictures in one page may share it. */
static void begin_clip(struct board *d) {
    int width = (int)d->v.files * d->square, height = (int)d->v.ranks * d->square;
    if (d->clipped && d->svg->o.fragment)
        xpgn_buffer_printf(&d->svg->body,
                           "<svg x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" "
                           "viewBox=\"%d %d %d %d\">\n",
                           d->x, d->y, width, height, d->x, d->y, width, height);
    else if (d->clipped)
        xpgn_buffer_printf(&d->svg->body,
                           "<clipPath id=\"board%d-%d-%d-%d\"><rect x=\"%d\" y=\"%d\" width=\"%d\" "
                           "height=\"%d\"/></clipPath>\n<g clip-path=\"url(#board%d-%d-%d-%d)\">\n",
                           d->x, d->y, width, height, d->x, d->y, width, height, d->x, d->y, width,
                           height);
}

static void put_arrows(struct board *d) {
    if (d->v.o->arrow_count == 0 && !view_has_combat(&d->v))
        return;
    begin_clip(d);
    for (size_t i = 0; i < d->v.o->arrow_count; i++)
        put_arrow(d, d->v.o->arrows[i], view_arrow_color(d->v.o, i));
    if (view_has_combat(&d->v))
        put_arrow(d, view_combat_arrow(&d->v), NULL);
    if (d->clipped)
        xpgn_buffer_text(&d->svg->body, d->svg->o.fragment ? "</svg>\n" : "</g>\n");
}

/* ---- values of a combat ---- */

static void put_mark_number(struct board *d, xpgn_square sq, const char *format, int value) {
    char text[16];
    snprintf(text, sizeof text, format, value);
    if (board_shows(d, sq))
        put_mark_label(d, sq, text);
}

static void put_square_values(struct board *d) {
    const xpgn_facts *facts = d->v.o->combat;
    for (unsigned side = 0; side < 2; side++) {
        const xpgn_combatant *c = &facts->side[side];
        if (!combat_adds_value(d->v.rs, facts, side))
            continue;
        put_mark_number(d, c->square, "%d", c->base);
        for (unsigned i = 0; i < c->count; i++)
            put_mark_number(d, c->supporter[i].square, "%+d", c->supporter[i].gives);
    }
}

void marks_put_over(struct board *d) {
    for (unsigned sq = 0; view_on_board(&d->v, (xpgn_square)sq); sq++)
        put_over(d, (xpgn_square)sq);
    put_arrows(d);
    if (view_has_combat(&d->v))
        put_square_values(d);
}
