/* SPDX-License-Identifier: MIT */
/* Charts of a line over turns, which begins at 0 and changes in steps, with the band around 0 that
   it keeps to by chance. */
#include <math.h>
#include <stdio.h>

#include "core/base/slice.h"
#include "internal/text_out.h"
#include "output/draw/svg_chart.h"

enum { HEIGHT = 3600, MOST_DOTS = 100 };

static const struct font plain = {TEXT, ANCHOR_START, WEIGHT_PLAIN};
static const struct font from_right = {TEXT, ANCHOR_END, WEIGHT_PLAIN};
static const struct font small = {SMALL, ANCHOR_END, WEIGHT_PLAIN};

struct line_chart {
    xpgn_svg *svg;
    const xpgn_datum *step;
    size_t count;
    double begin, end;    /* turns */
    struct axis turns, y; /* y: of the values */
    char last[32];        /* the last value, to the right of the line */
};

/* The value, or an end of the band: above (1) or below (-1). */
static double value_of(const xpgn_datum *d, int side) {
    return side == 0 ? d->value : d->low > d->high ? 0 : side > 0 ? d->high : d->low;
}

/* Sets the axes, whose places depend on the numbers beside them; false if it cannot be drawn. */
static bool measure_line(struct line_chart *l, const xpgn_chart *chart) {
    struct axis_range scale = {.low = fmin(0, chart->low),
                               .high = fmax(0, chart->high),
                               .percent = chart->percent,
                               .sign = true},
                      turns = {.low = l->begin, .high = l->end, .whole = true};
    for (size_t i = 0; i < l->count; i++)
        for (int side = -1; side <= 1; side++)
            if (!scale_take(&scale, value_of(&l->step[i], side)))
                return false;
    if (l->count == 0)
        return false;
    l->y.to = -HEIGHT;
    axis_set(&l->y, l->svg, &scale, 2 * TEXT);
    snprintf(l->last, sizeof l->last, "%+.2f", l->step[l->count - 1].value);
    l->turns.to = WIDTH - 2 * SPACE - svg_text_width(l->svg, &plain, slice_of(l->last));
    l->turns.from = axis_width(&l->y, l->svg) + SPACE;
    axis_set(&l->turns, l->svg, &turns, 0);
    return true;
}

/* Draws the numbers of the values, and their lines. */
static void put_numbers(const struct line_chart *l) {
    const struct theme *t = &l->svg->theme;
    for (long i = l->y.first; i <= l->y.last; i++) {
        char text[32];
        int y = axis_at(&l->y, (double)i * l->y.step);
        axis_number(&l->y, i, text);
        svg_text(l->svg, l->turns.from - SPACE / 2, y + SMALL * 36 / 100, &small, slice_of(text));
        chart_line(l->svg, i == 0 ? t->ink : t->bar, i == 0 ? 16 : 8,
                   &(struct chart_ends){l->turns.from, y, l->turns.to, y});
    }
}

/* Appends the steps of the values, or of a side of the band, to a path. */
static void put_steps(const struct line_chart *l, int side) {
    for (size_t i = 0; i < l->count; i++)
        xpgn_buffer_printf(&l->svg->body, "H%dV%d", axis_at(&l->turns, l->step[i].turn),
                           axis_at(&l->y, value_of(&l->step[i], side)));
    xpgn_buffer_printf(&l->svg->body, "H%d", axis_at(&l->turns, l->end));
}

/* Draws the band as two areas, above and below 0. */
static void put_band(const struct line_chart *l) {
    int zero = axis_at(&l->y, 0);
    for (int side = 1; side >= -1; side -= 2) {
        xpgn_buffer_printf(&l->svg->body, "<path fill=\"%s\" d=\"M%d %d", l->svg->theme.low,
                           axis_at(&l->turns, l->begin), zero);
        put_steps(l, side);
        xpgn_buffer_printf(&l->svg->body, "V%dZ\"/>\n", zero);
    }
}

static double change(const struct line_chart *l, size_t i) {
    return fabs(l->step[i].value - (i > 0 ? l->step[i - 1].value : 0));
}

/* Writes the label of the largest step, beside its middle, where the line has not been before. */
static void put_label(const struct line_chart *l) {
    size_t most = 0;
    for (size_t i = 1; i < l->count; i++)
        most = change(l, i) > change(l, most) ? i : most;
    const xpgn_datum *d = &l->step[most];
    int x = axis_at(&l->turns, d->turn);
    double middle = (d->value + (most > 0 ? d[-1].value : 0)) / 2;
    bool left = x - 2 * SPACE - svg_text_width(l->svg, &plain, d->label) > l->turns.from;
    svg_text(l->svg, left ? x - SPACE : x + SPACE, axis_at(&l->y, middle) + TEXT * 36 / 100,
             left ? &from_right : &plain, d->label);
}

static void put_values(const struct line_chart *l) {
    xpgn_buffer *b = &l->svg->body;
    xpgn_buffer_printf(b, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"40\" d=\"M%d %d",
                       l->svg->theme.high, axis_at(&l->turns, l->begin), axis_at(&l->y, 0));
    put_steps(l, 0);
    xpgn_buffer_text(b, "\"/>\n");
    for (size_t i = 0; l->count <= MOST_DOTS && i < l->count; i++)
        xpgn_buffer_printf(b, "<circle cx=\"%d\" cy=\"%d\" r=\"55\" fill=\"%s\"/>\n",
                           axis_at(&l->turns, l->step[i].turn), axis_at(&l->y, l->step[i].value),
                           l->svg->theme.high);
    int last = axis_at(&l->y, l->step[l->count - 1].value) + TEXT * 36 / 100;
    svg_text(l->svg, l->turns.to + SPACE, last, &plain, slice_of(l->last));
}

static void put_line(struct line_chart *l, xpgn_chart *chart) {
    l->y.to = chart_begin(l->svg, chart, WIDTH) + TEXT + SPACE;
    l->y.from = l->y.to + HEIGHT;
    int low = l->y.from + SMALL + 60;
    put_band(l);
    axis_put_numbers(l->svg, &l->turns, l->y.from);
    put_numbers(l);
    put_values(l);
    put_label(l);
    svg_text(l->svg, l->turns.to, l->y.to - SPACE, &from_right, chart->above);
    svg_text(l->svg, l->turns.to, low + svg_leading(&plain), &from_right, chart->below);
    svg_text(l->svg, WIDTH, low, &small, chart->turns);
    chart_end(l->svg, chart, WIDTH, low + svg_leading(&plain));
}

void xpgn_svg_line(xpgn_svg *svg, xpgn_chart *chart) {
    xpgn_datum *list;
    struct line_chart l = {.svg = svg, .count = chart_values(chart, &list), .begin = chart->begin};
    l.step = list;
    l.end = fmax(chart->end, l.begin + 1);
    if (measure_line(&l, chart))
        put_line(&l, chart);
    chart_clear(svg, chart);
}
