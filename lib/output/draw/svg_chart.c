/* SPDX-License-Identifier: MIT */
/* Charts: bars and a curve. Each value is also written as a number. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/slice.h"
#include "internal/text_out.h"
#include "output/draw/svg_chart.h"

enum { BAR = 300, BAR_PITCH = 420, BAR_LENGTH = 5000, LEAST_WIDTH = 8600 };

static const struct font title_font = {300, ANCHOR_START, WEIGHT_BOLD};
static const struct font plain = {TEXT, ANCHOR_START, WEIGHT_PLAIN};
static const struct font from_right = {TEXT, ANCHOR_END, WEIGHT_PLAIN};
static const struct font centred = {TEXT, ANCHOR_MIDDLE, WEIGHT_PLAIN};

void chart_title(xpgn_svg *svg, xpgn_slice title) {
    svg_text(svg, 0, title_font.size, &title_font, title);
}

/* Small charts get the usual width, so that charts line up in columns. */
void chart_end(xpgn_svg *svg, int width, xpgn_slice title, int height) {
    width = larger(width, svg_text_width(svg, &title_font, title));
    figure_end(svg, larger(width, LEAST_WIDTH), height);
}

void chart_rect(xpgn_svg *svg, const struct chart_ends *at, const char *fill) {
    xpgn_buffer_printf(&svg->body,
                       "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" "
                       "stroke=\"%s\" stroke-width=\"12\"/>\n",
                       at->x, at->y, at->to_x - at->x, at->to_y - at->y, fill, svg->theme.ink);
}

void chart_line(xpgn_svg *svg, const char *colour, int thick, const struct chart_ends *at) {
    xpgn_buffer_printf(
        &svg->body, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%d\" d=\"M%d %dL%d %d\"/>\n",
        colour, thick, at->x, at->y, at->to_x, at->to_y);
}

static void put_segment(xpgn_svg *svg, int x, int y, int to_x, int to_y, int thick) {
    chart_line(svg, svg->theme.ink, thick, &(struct chart_ends){x, y, to_x, to_y});
}

/* Limits of a chart, so that its size and numbers fit. */
enum { MOST_BARS = 1000000 };
static const double most_value = 1e12;

/* Can the value be drawn? Infinity and NaN cannot. */
static bool is_drawn(double value) {
    return fabs(value) <= most_value;
}

/* ---- bars ---- */

struct bars {
    const xpgn_bar *list;
    size_t count;
    double low, high; /* range of the values, with 0 */
    int label, text;  /* the largest widths */
    double expected;  /* the largest; 0 if none is given */
};

static bool measure_bars(const xpgn_svg *svg, struct bars *s) {
    bool shares = true;
    if (s->count == 0 || s->count > MOST_BARS)
        return false;
    for (size_t i = 0; i < s->count; i++) {
        double value = s->list[i].value, expected = s->list[i].expected;
        if (!is_drawn(value) || !is_drawn(expected))
            return false;
        shares = shares && value >= 0 && value <= 1;
        s->expected = fmax(s->expected, expected);
        s->low = fmin(s->low, value);
        s->high = fmax(s->high, fmax(value, expected));
        s->label = larger(s->label, svg_text_width(svg, &plain, s->list[i].label));
        s->text = larger(s->text, svg_text_width(svg, &plain, s->list[i].text));
    }
    s->high = shares && s->expected <= 0 ? 1 : s->high;
    return true;
}

/* Length of a bar of that value, in either direction. */
static int length_of(const struct bars *s, double value) {
    return (int)lround(BAR_LENGTH * (fabs(value) / (s->high - s->low)));
}

/* Begins the figure, with the description "label: text; label: text". */
static void begin_bars(xpgn_svg *svg, xpgn_slice title, const struct bars *s) {
    xpgn_buffer words = {0};
    for (size_t i = 0; i < s->count; i++) {
        xpgn_buffer_text(&words, i > 0 ? "; " : "");
        xpgn_buffer_slice(&words, s->list[i].label);
        xpgn_buffer_text(&words, ": ");
        xpgn_buffer_slice(&words, s->list[i].text);
        if (s->list[i].expected > 0)
            xpgn_buffer_printf(&words, ", expected %.4g", s->list[i].expected);
    }
    figure_begin(svg, title, (xpgn_slice){words.data, words.size});
    svg->body.failed |= words.failed;
    xpgn_buffer_free(&words);
}

/* Draws the expected value: a line across the bar, with a halo to stand out against it. */
static void put_dash(xpgn_svg *svg, int x, int y) {
    const struct chart_ends at = {x, y - 60, x, y - 60 + BAR_PITCH};
    chart_line(svg, svg->theme.halo, 50, &at);
    chart_line(svg, svg->theme.ink, 18, &at);
}

/* Writes what the lines across the bars mean: "1/6 expected" if they are all equal. */
static void put_line_name(xpgn_svg *svg, const struct bars *s, int x, int y) {
    char text[32] = "expected";
    bool one = true;
    for (size_t i = 1; i < s->count; i++)
        one = one && fabs(s->list[i].expected - s->list[0].expected) < 1e-9;
    double faces = 1 / s->expected;
    if (one && faces < 1000 && fabs(faces - round(faces)) < 1e-6)
        snprintf(text, sizeof text, "1/%.0f expected", faces);
    svg_text(svg, larger(x, svg_text_width(svg, &centred, slice_of(text)) / 2), y + TEXT, &centred,
             slice_of(text));
}

static void put_bar(xpgn_svg *svg, const struct bars *s, size_t i, int zero) {
    const xpgn_bar *one = &s->list[i];
    int y = TITLE + (int)i * BAR_PITCH, base = y + BAR * 7 / 10, length = length_of(s, one->value);
    int from = one->value < 0 ? zero - length : zero, right = s->label + SPACE + BAR_LENGTH;
    bool column = s->low < 0 || s->expected > 0; /* all texts in one column, clear of lines */
    svg_text(svg, s->label, base, &from_right, one->label);
    if (length > 0)
        chart_rect(svg, &(struct chart_ends){from, y, from + length, y + BAR}, svg->theme.bar);
    if (one->expected > 0)
        put_dash(svg, zero + length_of(s, one->expected), y);
    svg_text(svg, (column ? right : from + length) + SPACE, base, &plain, one->text);
}

void xpgn_svg_bars(xpgn_svg *svg, xpgn_slice title, const xpgn_bar *list, size_t count) {
    struct bars s = {.list = list, .count = count};
    if (!measure_bars(svg, &s))
        return;
    begin_bars(svg, title, &s);
    chart_title(svg, title);
    int zero = s.label + SPACE + length_of(&s, s.low), right = s.label + SPACE + BAR_LENGTH;
    int low = TITLE + (int)count * BAR_PITCH;
    for (size_t i = 0; i < count; i++)
        put_bar(svg, &s, i, zero);
    put_segment(svg, zero, TITLE - 60, zero, low - 60, 20);
    if (s.expected > 0)
        put_line_name(svg, &s, zero + length_of(&s, s.expected), low);
    chart_end(svg, right + SPACE + s.text, title, low + (s.expected > 0 ? svg_leading(&plain) : 0));
}

/* ---- a curve ---- */

enum { CURVE_WIDTH = 7600, CURVE_HEIGHT = 3600, AXIS = 700 };

struct axis {
    double low, high, step;
    int top;
};

/* Returns the smallest step of 1, 2 or 5 times a power of ten that makes at most six steps. */
static double step_of(double range) {
    double step = pow(10, floor(log10(range)) - 1);
    static const double factor[] = {1, 2, 5, 10, 20, 50, 100};
    for (unsigned i = 0; i < 7; i++)
        if (range / (step * factor[i]) <= 6)
            return step * factor[i];
    return range;
}

static bool measure_curve(const xpgn_curve *c, struct axis *a) {
    *a = (struct axis){.top = TITLE + svg_leading(&plain)};
    for (size_t i = 0; i < c->count; i++) {
        if (!is_drawn(c->value[i]))
            return false;
        a->low = fmin(a->low, c->value[i]);
        a->high = fmax(a->high, c->value[i]);
    }
    if (a->high - a->low < 1) {
        a->high += 0.5;
        a->low -= 0.5;
    }
    a->step = step_of(a->high - a->low);
    a->low = floor(a->low / a->step) * a->step;
    a->high = ceil(a->high / a->step) * a->step;
    return c->count > 0;
}

static int curve_x(const xpgn_curve *c, size_t i) {
    return AXIS + (int)lround((double)CURVE_WIDTH * (double)i / (double)c->count);
}

static int curve_y(const struct axis *a, double value) {
    return a->top + (int)lround(CURVE_HEIGHT * (a->high - value) / (a->high - a->low));
}

static void put_scale(xpgn_svg *svg, const struct axis *a) {
    int digits = a->step < 0.1 ? 2 : a->step < 1 ? 1 : 0;
    long last = lround((a->high - a->low) / a->step);
    for (long i = 0; i <= last; i++) {
        double value = a->low + (double)i * a->step;
        char text[32];
        bool zero = fabs(value) < a->step / 2;
        int y = curve_y(a, value);
        /* 0 is written without a sign and decimals. */
        if (zero)
            snprintf(text, sizeof text, "0");
        else
            snprintf(text, sizeof text, "%+.*f", digits, value);
        svg_text(svg, AXIS - SPACE, y + TEXT * 36 / 100, &from_right, slice_of(text));
        put_segment(svg, AXIS, y, AXIS + CURVE_WIDTH, y, zero ? 25 : 6);
    }
}

static double before(const xpgn_curve *c, size_t i) {
    return i > 0 ? c->value[i - 1] : 0;
}

/* Returns the event with the largest change. */
static size_t largest_step(const xpgn_curve *c) {
    size_t best = 0;
    for (size_t i = 1; i < c->count; i++)
        if (fabs(c->value[i] - before(c, i)) > fabs(c->value[best] - before(c, best)))
            best = i;
    return best;
}

/* Writes the label of the largest step, beside its middle, where the curve has not been before. */
static void put_curve_label(xpgn_svg *svg, const xpgn_curve *c, const struct axis *a) {
    size_t i = largest_step(c);
    int x = curve_x(c, i + 1);
    int y = (curve_y(a, before(c, i)) + curve_y(a, c->value[i])) / 2 + TEXT * 36 / 100;
    bool left = x - svg_text_width(svg, &plain, c->label[i]) > AXIS;
    svg_text(svg, left ? x - SPACE : x + SPACE, y, left ? &from_right : &plain, c->label[i]);
}

/* Draws the curve as steps: the change by an event is a vertical line. */
static void put_steps(xpgn_svg *svg, const xpgn_curve *c, const struct axis *a) {
    xpgn_buffer *b = &svg->body;
    xpgn_buffer_printf(b, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"40\" d=\"M%d %d",
                       svg->theme.mark, AXIS, curve_y(a, 0));
    for (size_t i = 0; i < c->count; i++)
        xpgn_buffer_printf(b, "H%dV%d", curve_x(c, i + 1), curve_y(a, c->value[i]));
    xpgn_buffer_text(b, "\"/>\n");
    for (size_t i = 0; c->count <= 100 && i < c->count; i++)
        xpgn_buffer_printf(b, "<circle cx=\"%d\" cy=\"%d\" r=\"55\" fill=\"%s\"/>\n",
                           curve_x(c, i + 1), curve_y(a, c->value[i]), svg->theme.mark);
}

static void begin_curve(xpgn_svg *svg, const xpgn_curve *c) {
    xpgn_buffer words = {0};
    for (size_t i = 0; i < c->count; i++) {
        xpgn_buffer_text(&words, i > 0 ? "; " : "");
        xpgn_buffer_slice(&words, c->label[i]);
        xpgn_buffer_printf(&words, ": %+.2f", c->value[i]);
    }
    figure_begin(svg, c->title, (xpgn_slice){words.data, words.size});
    svg->body.failed |= words.failed;
    xpgn_buffer_free(&words);
}

void xpgn_svg_curve(xpgn_svg *svg, const xpgn_curve *c) {
    struct axis a;
    if (!measure_curve(c, &a))
        return;
    begin_curve(svg, c);
    chart_title(svg, c->title);
    put_scale(svg, &a);
    put_steps(svg, c, &a);
    put_curve_label(svg, c, &a);
    int right = AXIS + CURVE_WIDTH, low = a.top + CURVE_HEIGHT;
    svg_text(svg, right, a.top - TEXT / 2, &from_right, c->above);
    svg_text(svg, right, low + TEXT * 3 / 2, &from_right, c->below);
    chart_end(svg, right + 100, c->title, low + 2 * TEXT);
}
