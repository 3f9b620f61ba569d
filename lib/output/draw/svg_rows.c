/* SPDX-License-Identifier: MIT */
/* Charts of rows: a bar from 0 to each value, with its interval, where it was expected to end, and
   the numbers. All rows share an axis. */
#include <math.h>

#include "core/base/slice.h"
#include "internal/text_out.h"
#include "output/draw/svg_chart.h"

enum { PITCH = 350, BAR = 170, HEADING = 430, TALL = 20, MOST_CELLS = 6 };
enum { MOST_LABEL = 3300, LEAST_AXIS = 2500, BETWEEN = 230 };

static const struct font plain = {TEXT, ANCHOR_START, WEIGHT_PLAIN};
static const struct font from_right = {TEXT, ANCHOR_END, WEIGHT_PLAIN};
static const struct font bold = {TEXT, ANCHOR_START, WEIGHT_BOLD};

struct row_chart {
    xpgn_svg *svg;
    const xpgn_datum *row;
    size_t count;
    struct axis axis;
    int label;            /* the widest */
    bool above;           /* the labels are above their rows, for some are long */
    int cell[MOST_CELLS]; /* the widths of the columns of numbers */
    int width;            /* of the figure */
};

static bool is_heading(const xpgn_datum *row) {
    return isnan(row->value) && row->text.size == 0;
}

static bool measure_row(struct row_chart *r, struct axis_range *scale, const xpgn_datum *row) {
    xpgn_slice rest = row->text;
    if (is_heading(row))
        return true;
    r->label = larger(r->label, svg_text_width(r->svg, &plain, row->label));
    for (int i = 0; i < MOST_CELLS && rest.size > 0; i++) {
        int width = svg_text_width(r->svg, &plain, slice_cut(&rest, '\t')) + BETWEEN;
        r->cell[i] = larger(r->cell[i], width);
    }
    return scale_take(scale, row->value) &&
           (isnan(row->expected) || scale_take(scale, row->expected)) &&
           (row->low > row->high || (scale_take(scale, row->low) && scale_take(scale, row->high)));
}

/* Sets the sizes of a chart; false if it cannot be drawn. */
static bool measure_rows(struct row_chart *r, const xpgn_chart *chart) {
    struct axis_range scale = {.low = fmin(0, chart->low),
                               .high = fmax(0, chart->high),
                               .percent = chart->percent,
                               .sign = chart->sign};
    int numbers = 0;
    for (size_t i = 0; i < r->count; i++)
        if (!measure_row(r, &scale, &r->row[i]))
            return false;
    for (int i = 0; i < MOST_CELLS; i++)
        numbers += r->cell[i];
    r->above = r->label > MOST_LABEL;
    r->axis.from = r->above ? 2 * SPACE : larger(r->label + SPACE, 2 * SPACE);
    r->width = larger(WIDTH, larger(r->axis.from + LEAST_AXIS + numbers, r->above ? r->label : 0));
    r->axis.to = r->width - numbers;
    axis_set(&r->axis, r->svg, &scale, 0);
    return r->count > 0;
}

/* Draws the interval as a line with ends, clear of the bar. */
static void put_interval(const struct row_chart *r, int y, const xpgn_datum *row) {
    int low = axis_at(&r->axis, row->low), high = axis_at(&r->axis, row->high);
    xpgn_buffer_printf(&r->svg->body,
                       "<path fill=\"none\" stroke=\"%s\" stroke-width=\"22\" "
                       "d=\"M%d %dV%dM%d %dH%dM%d %dV%d\"/>\n",
                       r->svg->theme.high, low, y - BAR / 2, y + BAR / 2, low, y, high, high,
                       y - BAR / 2, y + BAR / 2);
}

/* Draws the bar of a row whose middle is at y, what was expected, the interval and the value. */
static void put_value(const struct row_chart *r, int y, const xpgn_datum *row) {
    const struct theme *t = &r->svg->theme;
    int x = axis_at(&r->axis, row->value);
    chart_line(r->svg, t->bar, BAR, &(struct chart_ends){axis_at(&r->axis, 0), y, x, y});
    if (!isnan(row->expected)) {
        int at = axis_at(&r->axis, row->expected);
        chart_line(r->svg, t->mark, 34, &(struct chart_ends){at, y - PITCH / 2, at, y + PITCH / 2});
    }
    if (row->low <= row->high)
        put_interval(r, y, row);
    xpgn_buffer_printf(&r->svg->body, "<circle cx=\"%d\" cy=\"%d\" r=\"45\" fill=\"%s\"/>\n", x, y,
                       t->high);
}

static void put_numbers(const struct row_chart *r, int base, xpgn_slice rest) {
    int x = r->axis.to;
    for (int i = 0; i < MOST_CELLS && rest.size > 0; i++) {
        x += r->cell[i];
        svg_text(r->svg, x, base, &from_right, slice_cut(&rest, '\t'));
    }
}

/* Draws a heading or a row from y on; returns the place below. */
static int put_row(const struct row_chart *r, int y, const xpgn_datum *row) {
    int height = is_heading(row) ? HEADING : PITCH, base = y + height - PITCH / 2 + TEXT * 36 / 100;
    bool own = is_heading(row) || r->above; /* the label has a line of its own */
    svg_text(r->svg, own ? 0 : r->axis.from - SPACE, base,
             is_heading(row) ? &bold
             : r->above      ? &plain
                             : &from_right,
             row->label);
    y += own ? height : 0;
    if (is_heading(row))
        return y;
    axis_put_lines(r->svg, &r->axis, y, y + PITCH);
    put_value(r, y + PITCH / 2, row);
    put_numbers(r, base + (own ? PITCH : 0), row->text);
    return y + PITCH;
}

static void put_rows(struct row_chart *r, xpgn_chart *chart) {
    int y = chart_begin(r->svg, chart, r->width);
    if (r->count > TALL) { /* the numbers of the axis are at both ends */
        axis_put_numbers(r->svg, &r->axis, y - SMALL / 2);
        y += SMALL;
    }
    for (size_t i = 0; i < r->count; i++)
        y = put_row(r, y, &r->row[i]);
    axis_put_numbers(r->svg, &r->axis, y);
    chart_end(r->svg, chart, r->width, y + SMALL + 60);
}

void xpgn_svg_rows(xpgn_svg *svg, xpgn_chart *chart) {
    xpgn_datum *list;
    struct row_chart r = {.svg = svg, .count = chart_values(chart, &list)};
    r.row = list;
    if (measure_rows(&r, chart))
        put_rows(&r, chart);
    chart_clear(svg, chart);
}
