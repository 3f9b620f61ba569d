/* SPDX-License-Identifier: MIT */
/* Common parts of charts: what was added to them, axes, titles and notes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <xpgn/walk.h>

#include "core/base/slice.h"
#include "internal/text_out.h"
#include "output/draw/svg_chart.h"

static const struct font title_font = {300, ANCHOR_START, WEIGHT_BOLD};
static const struct font note_font = {SMALL, ANCHOR_START, WEIGHT_PLAIN};
static const struct font centred = {SMALL, ANCHOR_MIDDLE, WEIGHT_PLAIN};

/* ---- values ---- */

enum { MOST_VALUES = 100000 };

void xpgn_chart_add(xpgn_chart *chart, const xpgn_datum *datum) {
    xpgn_datum copy = *datum;
    copy.turn = chart->now;
    xpgn_buffer_slice(&chart->texts, copy.label);
    xpgn_buffer_slice(&chart->texts, copy.text);
    xpgn_buffer_put(&chart->data, &copy, sizeof copy);
}

void xpgn_chart_turn(xpgn_chart *chart, const xpgn_step *step) {
    unsigned seats = step->position != NULL ? step->position->seats : 2;
    double before = (double)step->number - 1;
    if (chart->end <= 0)
        chart->begin = before;
    chart->now = before + (step->seat + 0.5) / seats;
    chart->end = before + (step->seat + 1.0) / seats;
}

void xpgn_chart_free(xpgn_chart *chart) {
    xpgn_buffer_free(&chart->data);
    xpgn_buffer_free(&chart->texts);
}

size_t chart_values(xpgn_chart *chart, xpgn_datum **list) {
    size_t count = chart->data.size / sizeof **list;
    const char *at = chart->texts.size > 0 ? chart->texts.data : "";
    *list = (xpgn_datum *)(void *)chart->data.data;
    if (count > MOST_VALUES || chart->data.failed || chart->texts.failed)
        return 0;
    for (size_t i = 0; i < count; i++) {
        xpgn_datum *d = &(*list)[i];
        d->label.data = at;
        d->text.data = at + d->label.size;
        at = d->text.data + d->text.size;
    }
    return count;
}

void chart_clear(xpgn_svg *svg, xpgn_chart *chart) {
    svg->body.failed |= chart->data.failed || chart->texts.failed;
    xpgn_buffer_clear(&chart->data);
    xpgn_buffer_clear(&chart->texts);
    chart->begin = chart->now = chart->end = 0;
}

void chart_line(xpgn_svg *svg, const char *colour, int thick, const struct chart_ends *at) {
    xpgn_buffer_printf(
        &svg->body, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%d\" d=\"M%d %dL%d %d\"/>\n",
        colour, thick, at->x, at->y, at->to_x, at->to_y);
}

/* ---- an axis ---- */

bool scale_take(struct axis_range *s, double value) {
    static const double most = 1e12; /* so that numbers fit */
    s->low = fmin(s->low, value);
    s->high = fmax(s->high, value);
    return fabs(value) <= most; /* which infinity and NAN are not */
}

/* Returns the smallest step of 1, 2 or 5 times a power of ten that makes at most so many. */
static double step_of(double range, int most) {
    static const double factor[] = {1, 2, 5};
    double step = pow(10, floor(log10(range / most)));
    for (unsigned i = 0; i < 3; i++)
        if (range <= step * factor[i] * most * (1 + 1e-9))
            return step * factor[i];
    return step * 10;
}

int axis_width(const struct axis *a, const xpgn_svg *svg) {
    char first[32], last[32];
    axis_number(a, a->first, first);
    axis_number(a, a->last, last);
    return larger(svg_text_width(svg, &centred, slice_of(first)),
                  svg_text_width(svg, &centred, slice_of(last)));
}

void axis_set(struct axis *a, const xpgn_svg *svg, const struct axis_range *s, int apart) {
    static const double least = 1e-6; /* narrower ones are as good as none */
    a->scale = *s;
    a->scale.high += s->high - s->low < least;
    for (int most = 6; most > 0; most--) {
        a->step = fmax(step_of(a->scale.high - a->scale.low, most), s->whole ? 1 : 0);
        a->first = lround(ceil(a->scale.low / a->step - 1e-9));
        a->last = lround(floor(a->scale.high / a->step + 1e-9));
        double apart_now = abs(a->to - a->from) * a->step / (a->scale.high - a->scale.low);
        if (apart_now >= (apart > 0 ? apart : axis_width(a, svg) + SPACE))
            break;
    }
    /* one number alone is no axis */
    if (a->first == a->last && -s->low > s->high)
        a->scale.low = (double)--a->first * a->step;
    else if (a->first == a->last)
        a->scale.high = (double)++a->last * a->step;
}

int axis_at(const struct axis *a, double value) {
    double part = (value - a->scale.low) / (a->scale.high - a->scale.low);
    return a->from + (int)lround(part * (a->to - a->from));
}

void axis_number(const struct axis *a, long i, char text[32]) {
    double unit = a->scale.percent ? 100 : 1, step = a->step * unit;
    int digits = step < 1 && i != 0 ? (int)ceil(-log10(step) - 1e-9) : 0;
    snprintf(text, 32, a->scale.sign && i > 0 ? "+%.*f%s" : "%.*f%s", digits < 9 ? digits : 9,
             (double)i * step, a->scale.percent ? " %" : "");
}

void axis_put_lines(xpgn_svg *svg, const struct axis *a, int top, int low) {
    int zero = axis_at(a, 0);
    xpgn_buffer_printf(&svg->body, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"8\" d=\"",
                       svg->theme.bar);
    for (long i = a->first; i <= a->last; i++)
        xpgn_buffer_printf(&svg->body, "M%d %dV%d", axis_at(a, (double)i * a->step), top, low);
    xpgn_buffer_text(&svg->body, "\"/>\n");
    chart_line(svg, svg->theme.ink, 16, &(struct chart_ends){zero, top, zero, low});
}

void axis_put_numbers(xpgn_svg *svg, const struct axis *a, int low) {
    for (long i = a->first; i <= a->last; i++) {
        char text[32];
        axis_number(a, i, text);
        svg_text(svg, axis_at(a, (double)i * a->step), low + SMALL + 60, &centred, slice_of(text));
    }
}

/* ---- the figure ---- */

/* Appends "label: numbers; label: numbers; note" for those who do not see the chart. */
static void put_words(xpgn_buffer *b, xpgn_chart *chart) {
    xpgn_datum *d;
    size_t count = chart_values(chart, &d);
    for (size_t i = 0; i < count; i++, d++) {
        xpgn_buffer_slice(b, d->label);
        xpgn_buffer_text(b, ": ");
        for (size_t k = 0; k < d->text.size; k++)
            xpgn_buffer_char(b, d->text.data[k] == '\t' ? ' ' : d->text.data[k]);
        if (d->text.size == 0 && !isnan(d->value))
            xpgn_buffer_printf(b, "%+.2f", d->value);
        xpgn_buffer_text(b, isnan(d->value)                         ? ""
                            : i + 1 < count || chart->note.size > 0 ? "; "
                                                                    : "");
    }
    xpgn_buffer_slice(b, chart->note);
}

int chart_begin(xpgn_svg *svg, xpgn_chart *chart, int width) {
    xpgn_buffer words = {0};
    put_words(&words, chart);
    figure_begin(svg, chart->title, (xpgn_slice){words.data, words.size});
    svg->body.failed |= words.failed;
    xpgn_buffer_free(&words);
    int y = svg_lines(svg, 0, title_font.size, &title_font, width, chart->title);
    return y - title_font.size * 7 / 10;
}

void chart_end(xpgn_svg *svg, const xpgn_chart *chart, int width, int y) {
    y = svg_lines(svg, 0, y + svg_leading(&note_font), &note_font, width, chart->note);
    figure_end(svg, width, y - SMALL * 2 / 3);
}
