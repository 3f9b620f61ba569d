/* SPDX-License-Identifier: MIT */
/* Animations: all figures in the same place, one visible at a time. CSS switches them, unless the
   reader prefers reduced motion; then, and on paper, one figure is shown. */
#include "internal/text_out.h"
#include "output/draw/svg.h"

void steps_measure(const xpgn_svg *svg, int64_t *width, int64_t *height) {
    struct extent most = svg_extent(svg);
    *width = most.left + most.right;
    for (size_t i = 0; i < svg->count; i++)
        *height = svg->figure[i].height > *height ? svg->figure[i].height : *height;
}

/* Length of a round in steps: the last figure is shown for two. */
static uint64_t steps_of(const xpgn_svg *svg) {
    return svg->count + 1;
}

/* Appends keyframes that show a step from the start of its round. The time, in millionths of a
   round, is rounded up, so that the next step, drawn on top, appears before this one vanishes. But
   the last step is on top of the first, so it ends a millionth early, for browsers that calculate
   with seven digits. */
static void put_until(xpgn_buffer *b, const xpgn_svg *svg, bool last) {
    uint64_t all = steps_of(svg), share = last ? 2 * 1000000 / all - 1 : (1000000 + all - 1) / all;
    xpgn_buffer_printf(b, "{0%%{visibility:visible}%llu.%04llu%%,to{visibility:hidden}}\n",
                       (unsigned long long)(share / 10000), (unsigned long long)(share % 10000));
}

/* Appends a name with the number and length of the steps, so that two animations on a page do not
   interfere. */
static void put_step_name(xpgn_buffer *b, const xpgn_svg *svg, const char *word) {
    xpgn_buffer_printf(b, "%s-%zu-%u", word, svg->count, (unsigned)svg->o.step);
}

static void put_seconds(xpgn_buffer *b, uint64_t hundredths) {
    xpgn_buffer_printf(b, "%llu.%02llus", (unsigned long long)(hundredths / 100),
                       (unsigned long long)(hundredths % 100));
}

static void put_style(xpgn_buffer *b, const xpgn_svg *svg) {
    xpgn_buffer_text(b, "<style type=\"text/css\">\n@media screen and "
                        "(prefers-reduced-motion:no-preference){\n.");
    put_step_name(b, svg, "step");
    xpgn_buffer_text(b, "{visibility:hidden;animation:");
    put_step_name(b, svg, "step");
    xpgn_buffer_char(b, ' ');
    put_seconds(b, steps_of(svg) * svg->o.step);
    xpgn_buffer_text(b, " step-end infinite}\n.");
    put_step_name(b, svg, "last");
    xpgn_buffer_text(b, "{animation-name:");
    put_step_name(b, svg, "last");
    xpgn_buffer_text(b, "}\nsvg:hover .");
    put_step_name(b, svg, "step");
    xpgn_buffer_text(b, "{animation-play-state:paused}\n}\n@keyframes ");
    put_step_name(b, svg, "step");
    put_until(b, svg, false);
    xpgn_buffer_text(b, "@keyframes ");
    put_step_name(b, svg, "last");
    put_until(b, svg, true);
    xpgn_buffer_text(b, "</style>\n");
}

/* Appends a step. By its negative delay a later step is in mid-round when the picture opens. */
static void put_step(xpgn_buffer *b, const xpgn_svg *svg, size_t i, int x, int y) {
    bool still = i + 1 + svg->o.still == svg->count || (i == 0 && svg->o.still >= svg->count);
    xpgn_buffer_text(b, "<g class=\"");
    put_step_name(b, svg, "step");
    if (i + 1 == svg->count) {
        xpgn_buffer_char(b, ' ');
        put_step_name(b, svg, "last");
    }
    xpgn_buffer_text(b, "\" style=\"animation-delay:-");
    put_seconds(b, (i > 0 ? steps_of(svg) - i : 0) * svg->o.step);
    xpgn_buffer_text(b, still ? "\">\n" : "\" visibility=\"hidden\">\n");
    if (i > 0)
        svg_put_paper(b, svg);
    svg_put_figure(b, svg, i, x, y);
    xpgn_buffer_text(b, "</g>\n");
}

void steps_put(xpgn_buffer *b, const xpgn_svg *svg, int margin) {
    int middle = svg_extent(svg).left;
    if (svg->count > 1)
        put_style(b, svg);
    for (size_t i = 0; i < svg->count; i++)
        put_step(b, svg, i, margin + middle - svg->figure[i].middle, margin);
}
