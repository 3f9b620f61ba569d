/* SPDX-License-Identifier: MIT */
/* Charts: bars, shades and a curve. Whatever they say is written as a number, too. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/slice.h"
#include "draw/svg.h"

enum {
    TEXT = 260,
    TITLE = 560,
    BAR = 300,
    BAR_PITCH = 420,
    BAR_LENGTH = 5000,
    SPACE = 150,
    LEAST_WIDTH = 8600
};

static const struct font title_font = {300, ANCHOR_START, WEIGHT_BOLD};
static const struct font plain = {TEXT, ANCHOR_START, WEIGHT_PLAIN};
static const struct font from_right = {TEXT, ANCHOR_END, WEIGHT_PLAIN};
static const struct font centred = {TEXT, ANCHOR_MIDDLE, WEIGHT_PLAIN};
static const struct font in_cell = {TEXT, ANCHOR_MIDDLE, WEIGHT_BOLD};

static int widest(const xpgn_svg *svg, const struct font *font, const xpgn_slice *text,
                  size_t count) {
    int width = 0;
    for (size_t i = 0; i < count; i++) {
        int one = svg_text_width(svg, font, text[i]);
        width = one > width ? one : width;
    }
    return width;
}

static int larger(int a, int b) {
    return a > b ? a : b;
}

static void put_title(xpgn_svg *svg, xpgn_slice title) {
    svg_text(svg, 0, title_font.size, &title_font, title);
}

/* Charts are as wide as the usual ones at least, so that they stand in columns. */
static void end_chart(xpgn_svg *svg, int width, xpgn_slice title, int height) {
    width = larger(width, svg_text_width(svg, &title_font, title));
    figure_end(svg, larger(width, LEAST_WIDTH), height);
}

static void put_rect(xpgn_svg *svg, int x, int y, int width, int height, const char *fill) {
    xpgn_buffer_printf(&svg->body,
                       "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" "
                       "stroke=\"%s\" stroke-width=\"12\"/>\n",
                       x, y, width, height, fill, svg->theme.ink);
}

static void put_line(xpgn_svg *svg, int x, int y, int to_x, int to_y, int thick) {
    xpgn_buffer_printf(
        &svg->body, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%d\" d=\"M%d %dL%d %d\"/>\n",
        svg->theme.ink, thick, x, y, to_x, to_y);
}

/* What a chart may have at most, so that it has a size, and its numbers fit. */
enum { MOST_BARS = 1000000, MOST_LINES = 1000 };
static const double most_value = 1e12;

/* Not of infinity, nor of what is no number. */
static bool is_drawn(double value) {
    return fabs(value) <= most_value;
}

/* ---- bars ---- */

struct bars {
    const xpgn_bar *list;
    size_t count;
    double low, high; /* of the values, and 0 */
    int label, text;  /* the widest */
};

static bool measure_bars(const xpgn_svg *svg, struct bars *s) {
    bool shares = true;
    if (s->count == 0 || s->count > MOST_BARS)
        return false;
    for (size_t i = 0; i < s->count; i++) {
        double value = s->list[i].value;
        if (!is_drawn(value))
            return false;
        shares = shares && value >= 0 && value <= 1;
        s->low = value < s->low ? value : s->low;
        s->high = value > s->high ? value : s->high;
        s->label = larger(s->label, svg_text_width(svg, &plain, s->list[i].label));
        s->text = larger(s->text, svg_text_width(svg, &plain, s->list[i].text));
    }
    s->high = shares ? 1 : s->high;
    return true;
}

/* How long a bar of that value is, whatever its direction. */
static int length_of(const struct bars *s, double value) {
    return (int)lround(BAR_LENGTH * (fabs(value) / (s->high - s->low)));
}

/* ": label text, label text" */
static void begin_bars(xpgn_svg *svg, xpgn_slice title, const struct bars *s) {
    xpgn_buffer words = {0};
    for (size_t i = 0; i < s->count; i++) {
        xpgn_buffer_text(&words, i > 0 ? "; " : "");
        xpgn_buffer_slice(&words, s->list[i].label);
        xpgn_buffer_text(&words, ": ");
        xpgn_buffer_slice(&words, s->list[i].text);
    }
    figure_begin(svg, title, (xpgn_slice){words.data, words.size});
    svg->body.failed |= words.failed;
    xpgn_buffer_free(&words);
}

void xpgn_svg_bars(xpgn_svg *svg, xpgn_slice title, const xpgn_bar *list, size_t count) {
    struct bars s = {.list = list, .count = count};
    if (!measure_bars(svg, &s))
        return;
    begin_bars(svg, title, &s);
    put_title(svg, title);
    int zero = s.label + SPACE + length_of(&s, s.low), right = s.label + SPACE + BAR_LENGTH;
    for (size_t i = 0; i < count; i++) {
        int y = TITLE + (int)i * BAR_PITCH, base = y + BAR * 7 / 10;
        int length = length_of(&s, list[i].value);
        int from = list[i].value < 0 ? zero - length : zero;
        svg_text(svg, s.label, base, &from_right, list[i].label);
        if (length > 0)
            put_rect(svg, from, y, length, BAR, svg->theme.bar);
        /* Beside the bar; of diverging bars all in one column. */
        svg_text(svg, (s.low < 0 ? right : from + length) + SPACE, base, &plain, list[i].text);
    }
    put_line(svg, zero, TITLE - 60, zero, TITLE + (int)count * BAR_PITCH - 60, 20);
    end_chart(svg, right + SPACE + s.text, title, TITLE + (int)count * BAR_PITCH);
}

/* ---- shades ---- */

enum { CELL_HEIGHT = 620, LEAST_CELL = 950 };

static unsigned channel(const char *colour, unsigned i) {
    char hex[3] = {colour[1 + 2 * i], colour[2 + 2 * i], '\0'};
    return (unsigned)strtoul(hex, NULL, 16);
}

/* The colour between low and high, and whether light text is to be read on it. */
static bool shade(const struct theme *t, double share, char colour[8]) {
    unsigned mixed[3], sum = 0;
    for (unsigned i = 0; i < 3; i++) {
        mixed[i] = (unsigned)lround(channel(t->low, i) * (1 - share) + channel(t->high, i) * share);
        sum += mixed[i];
    }
    snprintf(colour, 8, "#%02x%02x%02x", mixed[0] & 255, mixed[1] & 255, mixed[2] & 255);
    return sum < 3 * 128;
}

static bool is_share(double share) {
    return share >= 0 && share <= 1;
}

static void put_percent(char text[16], double share) {
    snprintf(text, 16, share > 0 && share < 0.005 ? "<1" : "%.0f", 100 * share);
}

static void put_cell(xpgn_svg *svg, double share, int x, int y, int width) {
    char colour[8], text[16];
    if (!is_share(share)) {
        put_rect(svg, x, y, width, CELL_HEIGHT, "none");
        svg_text(svg, x + width / 2, y + CELL_HEIGHT * 62 / 100, &centred, slice_of("-"));
        return;
    }
    bool light = shade(&svg->theme, share, colour);
    put_percent(text, share);
    put_rect(svg, x, y, width, CELL_HEIGHT, colour);
    xpgn_buffer_printf(&svg->body, "<g fill=\"%s\">", light ? svg->theme.low : svg->theme.ink);
    svg_text(svg, x + width / 2, y + CELL_HEIGHT * 62 / 100, &in_cell, slice_of(text));
    xpgn_buffer_text(&svg->body, "</g>\n");
}

static void begin_heat(xpgn_svg *svg, const xpgn_heat *h) {
    xpgn_buffer words = {0};
    for (size_t i = 0; i < h->rows * h->columns; i++) {
        char text[16];
        if (!is_share(h->share[i]))
            continue;
        put_percent(text, h->share[i]);
        xpgn_buffer_text(&words, words.size > 0 ? "; " : "");
        xpgn_buffer_slice(&words, h->row[i / h->columns]);
        xpgn_buffer_text(&words, ", ");
        xpgn_buffer_slice(&words, h->column[i % h->columns]);
        xpgn_buffer_printf(&words, ": %s %%", text);
    }
    figure_begin(svg, h->title, (xpgn_slice){words.data, words.size});
    svg->body.failed |= words.failed;
    xpgn_buffer_free(&words);
}

/* The names of rows and columns, and what they are. */
static void put_heads(xpgn_svg *svg, const xpgn_heat *h, int left, int cell) {
    int top = TITLE + 2 * svg_leading(&plain);
    struct font bold = {TEXT, ANCHOR_START, WEIGHT_BOLD};
    svg_text(svg, left, TITLE + TEXT, &bold, h->column_title);
    bold.anchor = ANCHOR_END;
    svg_text(svg, left - SPACE, top - SPACE / 2, &bold, h->row_title);
    for (size_t i = 0; i < h->columns; i++)
        svg_text(svg, left + (int)i * cell + cell / 2, top - SPACE / 2, &centred, h->column[i]);
    for (size_t i = 0; i < h->rows; i++)
        svg_text(svg, left - SPACE, top + (int)i * CELL_HEIGHT + CELL_HEIGHT * 62 / 100,
                 &from_right, h->row[i]);
}

void xpgn_svg_heat(xpgn_svg *svg, const xpgn_heat *h) {
    struct font bold = {TEXT, ANCHOR_START, WEIGHT_BOLD};
    if (h->rows == 0 || h->columns == 0 || h->rows > MOST_LINES || h->columns > MOST_LINES)
        return;
    int left =
        larger(widest(svg, &plain, h->row, h->rows), svg_text_width(svg, &bold, h->row_title)) +
        SPACE;
    int cell = larger(LEAST_CELL, widest(svg, &plain, h->column, h->columns) + SPACE);
    int top = TITLE + 2 * svg_leading(&plain);
    begin_heat(svg, h);
    put_title(svg, h->title);
    put_heads(svg, h, left, cell);
    for (size_t i = 0; i < h->rows * h->columns; i++)
        put_cell(svg, h->share[i], left + (int)(i % h->columns) * cell,
                 top + (int)(i / h->columns) * CELL_HEIGHT, cell);
    end_chart(
        svg,
        larger(left + (int)h->columns * cell, left + svg_text_width(svg, &bold, h->column_title)),
        h->title, top + (int)h->rows * CELL_HEIGHT + 20);
}

/* ---- a curve ---- */

enum { CURVE_WIDTH = 7600, CURVE_HEIGHT = 3600, AXIS = 700 };

struct axis {
    double low, high, step;
    int top;
};

/* The smallest of 1, 2, 5 times a power of ten that makes at most six steps. */
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
        /* 0 has no sign and no digits. */
        if (zero)
            snprintf(text, sizeof text, "0");
        else
            snprintf(text, sizeof text, "%+.*f", digits, value);
        svg_text(svg, AXIS - SPACE, y + TEXT * 36 / 100, &from_right, slice_of(text));
        put_line(svg, AXIS, y, AXIS + CURVE_WIDTH, y, zero ? 25 : 6);
    }
}

static double before(const xpgn_curve *c, size_t i) {
    return i > 0 ? c->value[i - 1] : 0;
}

/* The event that changed most. */
static size_t largest_step(const xpgn_curve *c) {
    size_t best = 0;
    for (size_t i = 1; i < c->count; i++)
        if (fabs(c->value[i] - before(c, i)) > fabs(c->value[best] - before(c, best)))
            best = i;
    return best;
}

/* Beside the middle of its step, which the curve has not passed before. */
static void put_label(xpgn_svg *svg, const xpgn_curve *c, const struct axis *a) {
    size_t i = largest_step(c);
    int x = curve_x(c, i + 1);
    int y = (curve_y(a, before(c, i)) + curve_y(a, c->value[i])) / 2 + TEXT * 36 / 100;
    bool left = x - svg_text_width(svg, &plain, c->label[i]) > AXIS;
    svg_text(svg, left ? x - SPACE : x + SPACE, y, left ? &from_right : &plain, c->label[i]);
}

/* Steps: what one event brought is a vertical line. */
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
    put_title(svg, c->title);
    put_scale(svg, &a);
    put_steps(svg, c, &a);
    put_label(svg, c, &a);
    int right = AXIS + CURVE_WIDTH, low = a.top + CURVE_HEIGHT;
    svg_text(svg, right, a.top - TEXT / 2, &from_right, c->above);
    svg_text(svg, right, low + TEXT * 3 / 2, &from_right, c->below);
    end_chart(svg, right + 100, c->title, low + 2 * TEXT);
}
