/* SPDX-License-Identifier: MIT */
/* A table of shares as shades. Each share is also written as a number. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/slice.h"
#include "internal/chance.h"
#include "internal/text_out.h"
#include "output/draw/svg_chart.h"

enum { CELL_HEIGHT = 620, COUNTED_HEIGHT = 1060, LEAST_CELL = 950, SMALL = 200, MOST_LINES = 1000 };

static const struct font plain = {TEXT, ANCHOR_START, WEIGHT_PLAIN};
static const struct font from_right = {TEXT, ANCHOR_END, WEIGHT_PLAIN};
static const struct font centred = {TEXT, ANCHOR_MIDDLE, WEIGHT_PLAIN};
static const struct font bold = {TEXT, ANCHOR_START, WEIGHT_BOLD};
static const struct font in_cell = {TEXT, ANCHOR_MIDDLE, WEIGHT_BOLD};
static const struct font small = {SMALL, ANCHOR_MIDDLE, WEIGHT_PLAIN};
static const struct font note = {SMALL, ANCHOR_START, WEIGHT_PLAIN};

static int widest(const xpgn_svg *svg, const xpgn_slice *text, size_t count) {
    int width = 0;
    for (size_t i = 0; i < count; i++)
        width = larger(width, svg_text_width(svg, &plain, text[i]));
    return width;
}

/* ---- shares ---- */

static bool is_share(double share) {
    return share >= 0 && share <= 1;
}

static void put_percent(char text[16], double share) {
    snprintf(text, 16, share > 0 && share < 0.005 ? "<1" : "%.0f", 100 * share);
}

struct interval {
    double low, high;
};

static struct interval interval_of(double share, uint64_t of) {
    const double n = (double)of, bound[2] = {0, 1};
    double in[2];
    xpgn_interval(share, share * (1 - share) / n, n, xpgn_quantile(0), bound, in);
    return (struct interval){in[0], in[1]};
}

/* Is the interval too wide to conclude anything: more than 40 points? */
static bool is_few(const struct interval *in) {
    return in->high - in->low > 0.4;
}

/* Returns the share that is certain: the end of the interval nearer to one half. */
static double sure_of(const struct interval *in) {
    return in->low > 0.5 ? in->low : in->high < 0.5 ? in->high : 0.5;
}

/* ---- colours ---- */

static unsigned channel(const char *colour, unsigned i) {
    char hex[3] = {colour[1 + 2 * i], colour[2 + 2 * i], '\0'};
    return (unsigned)strtoul(hex, NULL, 16);
}

/* Writes the colour between low and high; returns true if text on it should be light. */
static bool shade(const struct theme *t, double share, char colour[8]) {
    unsigned mixed[3], sum = 0;
    for (unsigned i = 0; i < 3; i++) {
        mixed[i] = (unsigned)lround(channel(t->low, i) * (1 - share) + channel(t->high, i) * share);
        sum += mixed[i];
    }
    snprintf(colour, 8, "#%02x%02x%02x", mixed[0] & 255, mixed[1] & 255, mixed[2] & 255);
    return sum < 3 * 128;
}

/* ---- cells ---- */

/* A table being drawn. */
struct heat_table {
    xpgn_svg *svg;
    const xpgn_heat *h;
    int left, top, cell, height;
};

static bool is_counted(const xpgn_heat *h, size_t i) {
    return h->of != NULL && h->of[i] > 0;
}

static struct chart_ends heat_ends(const struct heat_table *t, size_t i) {
    int x = t->left + (int)(i % t->h->columns) * t->cell,
        y = t->top + (int)(i / t->h->columns) * t->height;
    return (struct chart_ends){x, y, x + t->cell, y + t->height};
}

/* Draws a scale from 0 to 100 percent, the interval on it, and the expected share as an upright
   line. */
static void put_gauge(const struct heat_table *t, size_t i, const struct interval *in,
                      const char *colour) {
    struct chart_ends at = heat_ends(t, i);
    int from = at.x + SPACE, length = t->cell - 2 * SPACE, y = at.y + 640;
    double expected = t->h->expected != NULL ? t->h->expected[i] : -1;
    chart_line(t->svg, colour, 8, &(struct chart_ends){from, y, from + length, y});
    chart_line(t->svg, colour, 60,
               &(struct chart_ends){from + (int)lround(length * in->low), y,
                                    from + (int)lround(length * in->high), y});
    if (is_share(expected)) {
        int x = from + (int)lround(length * expected);
        chart_line(t->svg, colour, 20, &(struct chart_ends){x, y - 80, x, y + 80});
    }
}

static void put_small(const struct heat_table *t, size_t i, int below, const char *text) {
    struct chart_ends at = heat_ends(t, i);
    svg_text(t->svg, at.x + t->cell / 2, at.y + below, &small, slice_of(text));
}

/* Write "of 12" and "exp. 38"; the latter returns false if no share is expected. */
static void put_of(char text[32], const xpgn_heat *h, size_t i) {
    snprintf(text, 32, "of %llu", (unsigned long long)h->of[i]);
}
static bool put_expected_share(char text[32], const xpgn_heat *h, size_t i) {
    char percent[16];
    if (h->expected == NULL || !is_share(h->expected[i]))
        return false;
    put_percent(percent, h->expected[i]);
    snprintf(text, 32, "exp. %s", percent);
    return true;
}

/* Writes the details of a counted share: the total, the interval and the expected share. */
static void put_counted(const struct heat_table *t, size_t i, const char *colour) {
    struct interval in = interval_of(t->h->share[i], t->h->of[i]);
    char text[32];
    put_of(text, t->h, i);
    put_small(t, i, 520, text);
    put_gauge(t, i, &in, colour);
    if (put_expected_share(text, t->h, i))
        put_small(t, i, 940, text);
}

/* Hatches a cell with too few combats, lightly enough for text to be legible. */
static void put_few(const struct heat_table *t, const struct chart_ends *at) {
    chart_rect(t->svg, at, "url(#few)");
    t->svg->few = true;
}

static void put_cell(const struct heat_table *t, size_t i) {
    char colour[8], text[16];
    double share = t->h->share[i];
    struct chart_ends at = heat_ends(t, i);
    int middle = at.x + t->cell / 2, base = at.y + CELL_HEIGHT * 62 / 100;
    bool counted = is_counted(t->h, i), light = false;
    struct interval in =
        counted ? interval_of(share, t->h->of[i]) : (struct interval){share, share};
    if (!is_share(share)) {
        chart_rect(t->svg, &at, "none");
        svg_text(t->svg, middle, at.y + t->height / 2 + TEXT / 3, &centred, slice_of("-"));
        return;
    }
    if (counted && is_few(&in))
        put_few(t, &at);
    else {
        light = shade(&t->svg->theme, counted ? sure_of(&in) : share, colour);
        chart_rect(t->svg, &at, colour);
    }
    const char *ink = light ? t->svg->theme.low : t->svg->theme.ink;
    put_percent(text, share);
    xpgn_buffer_printf(&t->svg->body, "<g fill=\"%s\">\n", ink);
    svg_text(t->svg, middle, counted ? at.y + 300 : base, &in_cell, slice_of(text));
    if (counted)
        put_counted(t, i, ink);
    xpgn_buffer_text(&t->svg->body, "</g>\n");
}

/* ---- around the cells ---- */

static void put_heat_words(xpgn_buffer *b, const xpgn_heat *h, size_t i) {
    char text[32];
    put_percent(text, h->share[i]);
    xpgn_buffer_text(b, b->size > 0 ? "; " : "");
    xpgn_buffer_slice(b, h->row[i / h->columns]);
    xpgn_buffer_text(b, ", ");
    xpgn_buffer_slice(b, h->column[i % h->columns]);
    xpgn_buffer_printf(b, ": %s %%", text);
    if (!is_counted(h, i))
        return;
    struct interval in = interval_of(h->share[i], h->of[i]);
    put_of(text, h, i);
    xpgn_buffer_printf(b, " %s, %.0f to %.0f%s", text, 100 * in.low, 100 * in.high,
                       is_few(&in) ? ", too few" : "");
    if (put_expected_share(text, h, i))
        xpgn_buffer_printf(b, ", %s", text);
}

static void begin_heat(xpgn_svg *svg, const xpgn_heat *h) {
    xpgn_buffer words = {0};
    for (size_t i = 0; i < h->rows * h->columns; i++)
        if (is_share(h->share[i]))
            put_heat_words(&words, h, i);
    figure_begin(svg, h->title, (xpgn_slice){words.data, words.size});
    svg->body.failed |= words.failed;
    xpgn_buffer_free(&words);
}

/* Writes the names of rows and columns, and their titles. */
static void put_heads(const struct heat_table *t) {
    const xpgn_heat *h = t->h;
    struct font title = bold;
    svg_text(t->svg, t->left, TITLE + TEXT, &title, h->column_title);
    title.anchor = ANCHOR_END;
    svg_text(t->svg, t->left - SPACE, t->top - SPACE / 2, &title, h->row_title);
    for (size_t i = 0; i < h->columns; i++)
        svg_text(t->svg, t->left + (int)i * t->cell + t->cell / 2, t->top - SPACE / 2, &centred,
                 h->column[i]);
    for (size_t i = 0; i < h->rows; i++)
        svg_text(t->svg, t->left - SPACE,
                 t->top + (int)i * t->height + t->height / 2 + TEXT * 36 / 100, &from_right,
                 h->row[i]);
}

/* Writes what the signs in counted cells mean; returns the height of these lines. */
static int put_notes(const struct heat_table *t, int y, int *width) {
    static const char *const line[] = {
        "thick: the interval of 95 %, on a scale from 0 to 100 %; upright: expected (exp.)",
        "the shade is the end of the interval that is nearer to 50 %",
        "hatched: too few, the interval has more than 40 points"};
    if (t->h->of == NULL)
        return 0;
    for (int i = 0; i < 3; i++) {
        svg_text(t->svg, 0, y + (i + 1) * svg_leading(&note), &note, slice_of(line[i]));
        *width = larger(*width, svg_text_width(t->svg, &note, slice_of(line[i])));
    }
    return 3 * svg_leading(&note) + SMALL / 2;
}

/* Width of a cell: that of the widest column name or text in a cell. */
static int cell_width(const xpgn_svg *svg, const xpgn_heat *h) {
    int width = larger(LEAST_CELL, widest(svg, h->column, h->columns) + SPACE);
    for (size_t i = 0; h->of != NULL && i < h->rows * h->columns; i++) {
        char text[32];
        put_of(text, h, i);
        width = larger(width, svg_text_width(svg, &small, slice_of(text)) + SPACE);
    }
    return width;
}

void xpgn_svg_heat(xpgn_svg *svg, const xpgn_heat *h) {
    if (h->rows == 0 || h->columns == 0 || h->rows > MOST_LINES || h->columns > MOST_LINES)
        return;
    struct heat_table t = {svg, h, .height = h->of != NULL ? COUNTED_HEIGHT : CELL_HEIGHT};
    t.left = larger(widest(svg, h->row, h->rows), svg_text_width(svg, &bold, h->row_title)) + SPACE;
    t.cell = cell_width(svg, h);
    t.top = TITLE + 2 * svg_leading(&plain);
    int low = t.top + (int)h->rows * t.height;
    int width =
        t.left + larger((int)h->columns * t.cell, svg_text_width(svg, &bold, h->column_title));
    begin_heat(svg, h);
    chart_title(svg, h->title);
    put_heads(&t);
    for (size_t i = 0; i < h->rows * h->columns; i++)
        put_cell(&t, i);
    low += put_notes(&t, low, &width);
    chart_end(svg, width, h->title, low + 20);
}
