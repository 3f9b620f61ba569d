/* SPDX-License-Identifier: MIT */
/*
 * Pictures as LaTeX. The elements of a figure, of the kinds that this folder writes and no others,
 * become PDF operators in a LaTeX picture, with the texts on top of them. The result needs pdflatex
 * and no package.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/slice.h"
#include "internal/text_out.h"
#include "output/draw/piece_drawings.h"
#include "output/draw/svg.h"
#include "output/write/document_text.h"

enum { MOST_GROUPS = 8, VALUE = 64 };

/* How an element is drawn: attribute values of SVG, "" if not set. */
struct latex_look {
    char fill[VALUE], stroke[VALUE], color[VALUE], width[VALUE], dashes[VALUE];
    bool round; /* ends of lines are round */
};

struct latex {
    xpgn_buffer *b;
    const xpgn_svg *svg;
    struct latex_look look[MOST_GROUPS];
    unsigned depth;
    xpgn_buffer texts; /* drawn on top of everything else */
    int height;
    bool clips;      /* within the element that says what is clipped */
    xpgn_slice clip; /* the rectangle in it */
};

/* ---- elements and their attributes ----------------------------------------------------------- */

/* Copies the value of an attribute, truncated to fit; false if the element does not have it. */
static bool attribute_value(xpgn_slice element, const char *name, char out[VALUE]) {
    char key[24];
    size_t size = (size_t)snprintf(key, sizeof key, " %s=\"", name);
    const char *at = slice_find(element, key);
    if (at == NULL)
        return false;
    size_t n = strcspn(at + size, "\"");
    n = n < VALUE - 1 ? n : VALUE - 1;
    memcpy(out, at + size, n);
    out[n] = '\0';
    return true;
}

static double number_value(xpgn_slice element, const char *name) {
    char text[VALUE];
    return attribute_value(element, name, text) ? strtod(text, NULL) : 0;
}

static bool is_a(xpgn_slice element, const char *name) {
    size_t n = strlen(name);
    return element.size > n && memcmp(element.data + 1, name, n) == 0;
}

static void inherit(struct latex_look *l, xpgn_slice element) {
    char text[VALUE];
    (void)attribute_value(element, "fill", l->fill);
    (void)attribute_value(element, "stroke", l->stroke);
    (void)attribute_value(element, "color", l->color);
    (void)attribute_value(element, "stroke-width", l->width);
    (void)attribute_value(element, "stroke-dasharray", l->dashes);
    if (attribute_value(element, "stroke-linecap", text))
        l->round = strcmp(text, "round") == 0;
}

/* ---- colours --------------------------------------------------------------------------------- */

static unsigned hex(const char *s, unsigned digits, unsigned i) {
    char part[3] = {s[1 + i * digits], s[1 + i * digits + digits - 1], '\0'};
    return (unsigned)strtoul(part, NULL, 16);
}

/* Appends the operator that sets a colour; patterns become greys. */
static void put_colour(struct latex *t, const char *colour, const char *operator) {
    unsigned digits = strlen(colour) == 4 ? 1 : 2;
    if (colour[0] == '#')
        xpgn_buffer_printf(t->b, "%.2f %.2f %.2f %s ", hex(colour, digits, 0) / 255.0,
                           hex(colour, digits, 1) / 255.0,
                           hex(colour, digits, 2) / 255.0, operator);
    else
        xpgn_buffer_printf(
            t->b, strcmp(colour, "url(#" DRAWING_ID "red)") == 0 ? ".8 .8 .8 %s " : ".6 .6 .6 %s ",
                  operator);
}

static bool is_drawn(const char *colour) {
    return colour[0] != '\0' && strcmp(colour, "none") != 0;
}

static const char *resolved(const struct latex_look *l, const char *colour) {
    return strcmp(colour, "currentColor") == 0 ? l->color : colour;
}

static void begin_shape(struct latex *t, const struct latex_look *l) {
    xpgn_buffer_text(t->b, "q ");
    if (is_drawn(l->fill))
        put_colour(t, resolved(l, l->fill), "rg");
    if (!is_drawn(l->stroke))
        return;
    put_colour(t, resolved(l, l->stroke), "RG");
    xpgn_buffer_printf(t->b, "%s w 1 j %d J ", l->width[0] != '\0' ? l->width : "1", l->round);
    if (l->dashes[0] != '\0')
        xpgn_buffer_printf(t->b, "[%s] 0 d ", l->dashes);
}

static void end_shape(struct latex *t, const struct latex_look *l) {
    bool fill = is_drawn(l->fill), stroke = is_drawn(l->stroke);
    xpgn_buffer_text(t->b, fill && stroke ? "B Q\n" : fill ? "f Q\n" : stroke ? "S Q\n" : "n Q\n");
}

/* ---- shapes ---------------------------------------------------------------------------------- */

/* The current point of a path, and the text still to be read. */
struct pen {
    const char *at;
    double x, y;
};

static double take_coordinate(struct pen *p) {
    char *end;
    p->at += strspn(p->at, " ,");
    double n = strtod(p->at, &end);
    p->at = end;
    return n;
}

static bool has_number(const struct pen *p) {
    return p->at[strspn(p->at, " ,")] != '\0' &&
           strchr("+-.0123456789", p->at[strspn(p->at, " ,")]);
}

static void put_curve(struct latex *t, struct pen *p) {
    double c[6];
    for (unsigned i = 0; i < 6; i++)
        c[i] = take_coordinate(p);
    p->x = c[4];
    p->y = c[5];
    xpgn_buffer_printf(t->b, "%g %g %g %g %g %g c ", c[0], c[1], c[2], c[3], c[4], c[5]);
}

static void put_line_to(struct latex *t, struct pen *p, char command) {
    if (command == 'H' || command == 'h')
        p->x = take_coordinate(p) + (command == 'h' ? p->x : 0);
    else if (command == 'V' || command == 'v')
        p->y = take_coordinate(p) + (command == 'v' ? p->y : 0);
    else {
        p->x = take_coordinate(p);
        p->y = take_coordinate(p);
    }
    xpgn_buffer_printf(t->b, "%g %g %s ", p->x, p->y, command == 'M' ? "m" : "l");
}

static void put_path(struct latex *t, const char *d) {
    struct pen p = {.at = d};
    while (*p.at != '\0' && *p.at != '"') {
        char command = *p.at++;
        if (command == 'Z' || command == 'z')
            xpgn_buffer_text(t->b, "h ");
        else
            while (has_number(&p))
                if (command == 'C')
                    put_curve(t, &p);
                else
                    put_line_to(t, &p, command);
    }
}

static void put_polygon(struct latex *t, const char *points) {
    struct pen p = {.at = points};
    for (char command = 'M'; has_number(&p); command = 'L')
        put_line_to(t, &p, command);
    xpgn_buffer_text(t->b, "h ");
}

/* Appends a quarter of a circle, from the current point `from` around a corner to (x, y). */
static void put_corner(struct latex *t, double from[2], double corner_x, double corner_y, double x,
                       double y) {
    const double k = 0.5523;
    xpgn_buffer_printf(t->b, "%g %g %g %g %g %g c ", from[0] + k * (corner_x - from[0]),
                       from[1] + k * (corner_y - from[1]), x + k * (corner_x - x),
                       y + k * (corner_y - y), x, y);
    from[0] = x;
    from[1] = y;
}

/* Appends a rectangle with round corners; a circle is one with nothing in between. */
static void put_rounded(struct latex *t, double x, double y, double w, double h, double r) {
    double at[2] = {x + w - r, y};
    xpgn_buffer_printf(t->b, "%g %g m %g %g l ", x + r, y, x + w - r, y);
    put_corner(t, at, x + w, y, x + w, y + r);
    xpgn_buffer_printf(t->b, "%g %g l ", at[0], at[1] = y + h - r);
    put_corner(t, at, x + w, y + h, x + w - r, y + h);
    xpgn_buffer_printf(t->b, "%g %g l ", at[0] = x + r, at[1]);
    put_corner(t, at, x, y + h, x, y + h - r);
    xpgn_buffer_printf(t->b, "%g %g l ", at[0], at[1] = y + r);
    put_corner(t, at, x, y, x + r, y);
    xpgn_buffer_text(t->b, "h ");
}

static void put_shape(struct latex *t, xpgn_slice e) {
    struct latex_look l = t->look[t->depth];
    const char *d = slice_find(e, " d=\"");
    const char *points = slice_find(e, " points=\"");
    inherit(&l, e);
    begin_shape(t, &l);
    if (is_a(e, "path") && d != NULL)
        put_path(t, d + 4);
    else if (is_a(e, "polygon") && points != NULL)
        put_polygon(t, points + 9);
    else if (is_a(e, "circle")) {
        double r = number_value(e, "r");
        put_rounded(t, number_value(e, "cx") - r, number_value(e, "cy") - r, 2 * r, 2 * r, r);
    } else
        put_rounded(t, number_value(e, "x"), number_value(e, "y"), number_value(e, "width"),
                    number_value(e, "height"), number_value(e, "rx"));
    end_shape(t, &l);
}

/* ---- text ------------------------------------------------------------------------------------ */

/* Appends a length in tenths of a millimetre, the unit of the picture: TeX allows no dimension
   above 16383. */
static void put_length(xpgn_buffer *b, double hundredths) {
    xpgn_buffer_printf(b, "%.1f", hundredths / 10);
}

static void put_latex_text(struct latex *t, xpgn_slice e, xpgn_slice text) {
    char anchor[VALUE] = "start", weight[VALUE] = "";
    double size = number_value(e, "font-size") * 0.0284528;
    xpgn_buffer *b = &t->texts;
    (void)attribute_value(e, "text-anchor", anchor);
    (void)attribute_value(e, "font-weight", weight);
    if (is_drawn(t->look[t->depth].stroke)) /* a halo */
        return;
    xpgn_buffer_text(b, "\\put(");
    put_length(b, number_value(e, "x"));
    xpgn_buffer_text(b, ",");
    put_length(b, t->height - number_value(e, "y"));
    xpgn_buffer_printf(b, "){\\makebox[0pt][%c]{\\fontsize{%.2f}{%.2f}%s\\selectfont ",
                       strcmp(anchor, "middle") == 0 ? 'c'
                       : strcmp(anchor, "end") == 0  ? 'r'
                                                     : 'l',
                       size, size, weight[0] != '\0' ? "\\bfseries" : "");
    latex_put(b, text);
    xpgn_buffer_text(b, "}}\n");
}

/* ---- groups and drawings --------------------------------------------------------------------- */

static void put_elements(struct latex *t, xpgn_slice all);

/* Reads "translate(x y) scale(s)", either of which may be missing. */
static void read_transform(xpgn_slice e, double *x, double *y, double *scale) {
    char text[VALUE];
    *x = *y = 0;
    *scale = 1;
    if (!attribute_value(e, "transform", text))
        return;
    struct pen p = {.at = strstr(text, "translate(")};
    if (p.at != NULL) {
        p.at += strlen("translate(");
        *x = take_coordinate(&p);
        *y = take_coordinate(&p);
    }
    p.at = strstr(text, "scale(");
    if (p.at != NULL) {
        p.at += strlen("scale(");
        *scale = take_coordinate(&p);
    }
}

/* What is drawn next, up to the end of the group, ends at the edge of the rectangle. */
static void put_clip(struct latex *t) {
    xpgn_buffer_printf(t->b, "%g %g %g %g re W n\n", number_value(t->clip, "x"),
                       number_value(t->clip, "y"), number_value(t->clip, "width"),
                       number_value(t->clip, "height"));
}

static void begin_group(struct latex *t, xpgn_slice e) {
    char clip[VALUE];
    double x, y, scale;
    if (t->depth + 1 == MOST_GROUPS)
        return;
    t->look[t->depth + 1] = t->look[t->depth];
    inherit(&t->look[++t->depth], e);
    read_transform(e, &x, &y, &scale);
    xpgn_buffer_printf(t->b, "q %g 0 0 %g %g %g cm\n", scale, scale, x, y);
    if (attribute_value(e, "clip-path", clip))
        put_clip(t);
}

static void end_group(struct latex *t) {
    if (t->depth == 0)
        return;
    t->depth--;
    xpgn_buffer_text(t->b, "Q\n");
}

static void put_drawing(struct latex *t, xpgn_slice e) {
    char name[VALUE];
    xpgn_drawing drawing;
    if (!attribute_value(e, "xlink:href", name))
        return;
    begin_group(t, e);
    if (drawing_find(t->svg->o.pieces, name + strlen("#" DRAWING_ID), &drawing))
        put_elements(t, drawing.shapes);
    end_group(t);
}

/* Draws one element; returns the text after it. */
static xpgn_slice put_element(struct latex *t, xpgn_slice rest) {
    const char *end = memchr(rest.data, '>', rest.size);
    size_t size = end != NULL ? (size_t)(end + 1 - rest.data) : rest.size;
    xpgn_slice e = {rest.data, size}, after = {rest.data + size, rest.size - size};
    const char *less = memchr(after.data, '<', after.size);
    size_t inside = less != NULL ? (size_t)(less - after.data) : after.size;
    if (is_a(e, "clipPath") || is_a(e, "/clipPath"))
        t->clips = e.data[1] != '/';
    else if (t->clips)
        t->clip = e;
    else if (is_a(e, "g"))
        begin_group(t, e);
    else if (is_a(e, "/g"))
        end_group(t);
    else if (is_a(e, "use"))
        put_drawing(t, e);
    else if (is_a(e, "text"))
        put_latex_text(t, e, (xpgn_slice){after.data, inside});
    else if (is_a(e, "rect") || is_a(e, "path") || is_a(e, "circle") || is_a(e, "polygon"))
        put_shape(t, e);
    return (xpgn_slice){after.data + inside, after.size - inside};
}

static void put_elements(struct latex *t, xpgn_slice all) {
    while (all.size > 0)
        all = put_element(t, all);
}

/* ---- the picture ----------------------------------------------------------------------------- */

static void put_figure(struct latex *t, const struct figure *f) {
    const double unit = 72 / 2540.0; /* PDF points in a hundredth of a millimetre */
    t->height = f->height;
    t->depth = 0;
    t->look[0] = (struct latex_look){.round = false};
    (void)snprintf(t->look[0].fill, VALUE, "%s", t->svg->theme.within);
    (void)snprintf(t->look[0].color, VALUE, "%s", t->svg->theme.within);
    xpgn_buffer_printf(t->b, "{\\setlength{\\unitlength}{0.1mm}%s\\begin{picture}(",
                       theme_inherits(&t->svg->theme) ? "" : "\\sffamily");
    put_length(t->b, f->width);
    xpgn_buffer_text(t->b, ",");
    put_length(t->b, f->height);
    xpgn_buffer_printf(t->b, ")\n\\put(0,0){\\pdfliteral{q %.5f 0 0 %.5f 0 %.3f cm\n", unit, -unit,
                       f->height * unit);
    put_elements(t, (xpgn_slice){t->svg->body.data + f->inside, f->to - f->inside});
    xpgn_buffer_text(t->b, "Q}}\n");
    xpgn_buffer_put(t->b, t->texts.data, t->texts.failed ? 0 : t->texts.size);
    xpgn_buffer_text(t->b, "\\end{picture}}\n");
    t->b->failed |= t->texts.failed;
    xpgn_buffer_clear(&t->texts);
}

void xpgn_svg_latex(xpgn_buffer *b, xpgn_svg *svg) {
    struct latex t = {.b = b, .svg = svg};
    xpgn_buffer_text(b, "% Pictures by xpgn-render-svg, for pdflatex: \\input this file where they "
                        "are to stand.\n");
    for (size_t i = 0; !svg->body.failed && i < svg->count; i++) {
        xpgn_buffer_text(b, i > 0 ? "\n\n" : "");
        put_figure(&t, &svg->figure[i]);
    }
    b->failed |= svg->body.failed;
    xpgn_buffer_free(&t.texts);
    svg_forget(svg);
}
