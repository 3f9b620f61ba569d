/* SPDX-License-Identifier: MIT */
#include "shared/diagram/luck_line.h"

#include <math.h>
#include <stdlib.h>

void cli_luck_add(cli_luck_lines *l, double luck, double variance, xpgn_slice label) {
    l->sum += luck;
    l->variance += variance;
    double half = XPGN_LUCK_BAND * sqrt(l->variance), sum = fabs(l->sum) < 1e-9 ? 0 : l->sum;
    l->low = fmin(l->low, fmin(sum, -half));
    l->high = fmax(l->high, fmax(sum, half));
    xpgn_chart_add(&l->now,
                   &(xpgn_datum){.label = label, .value = sum, .low = -half, .high = half});
}

void cli_luck_end(cli *c, cli_luck_lines *l, const char *title) {
    cli_luck_line line = {.chart = l->now};
    if (l->now.data.failed || l->now.texts.failed)
        cli_no_memory(c);
    if (l->now.data.size > 0) {
        xpgn_buffer_text(&line.title, title);
        if (line.title.failed)
            cli_no_memory(c);
        l->list = cli_grow(c, l->list, l->count, &l->room, sizeof *l->list);
        l->list[l->count++] = line;
    }
    l->now = (xpgn_chart){0};
    l->sum = l->variance = 0;
}

void cli_luck_draw(cli *c, cli_luck_lines *l, xpgn_svg *svg, bool scores,
                   const xpgn_language *words) {
    const char *const text[] = {
        scores ? "score above zero: White's luck" : "points above zero: White's luck",
        scores ? "score below zero: Black's luck" : "points below zero: Black's luck", "turns",
        "band: 1.96 standard deviations of the dice so far, about 95 of 100 games"};
    xpgn_buffer word[4] = {{0}};
    for (unsigned i = 0; i < 4; i++) {
        xpgn_word_translate(&word[i], text[i], words);
        if (word[i].failed)
            cli_no_memory(c);
    }
    for (size_t i = 0; i < l->count; i++) {
        xpgn_chart *chart = &l->list[i].chart;
        chart->low = l->low;
        chart->high = l->high;
        chart->title = (xpgn_slice){l->list[i].title.data, l->list[i].title.size};
        chart->above = (xpgn_slice){word[0].data, word[0].size};
        chart->below = (xpgn_slice){word[1].data, word[1].size};
        chart->turns = (xpgn_slice){word[2].data, word[2].size};
        chart->note = (xpgn_slice){word[3].data, word[3].size};
        xpgn_svg_line(svg, chart);
    }
    for (unsigned i = 0; i < 4; i++)
        xpgn_buffer_free(&word[i]);
}

void cli_luck_free(cli_luck_lines *l) {
    for (size_t i = 0; i < l->count; i++) {
        xpgn_chart_free(&l->list[i].chart);
        xpgn_buffer_free(&l->list[i].title);
    }
    xpgn_chart_free(&l->now);
    free(l->list);
}
