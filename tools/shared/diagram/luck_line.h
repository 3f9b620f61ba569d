/* SPDX-License-Identifier: MIT */
/* The luck of the first seat in each game of a run, as lines over turns, which share the axis of
   their values. */
#ifndef CLI_LUCK_LINE_H
#define CLI_LUCK_LINE_H

#include "frame/cli.h"
#include "internal/meant.h"
#include "internal/writers.h"

/* A game that has ended. */
typedef struct cli_luck_line {
    xpgn_chart chart;
    xpgn_buffer title;
} cli_luck_line;

/* Initialize with {0}. */
typedef struct cli_luck_lines {
    xpgn_chart now; /* of the current game; xpgn_chart_turn tells it each turn */
    double sum, variance;
    double low, high; /* of all games */
    cli_luck_line *list;
    size_t count, room;
} cli_luck_lines;

/* Adds what dice gave, and the variance of what they could give. */
void cli_luck_add(cli_luck_lines *l, double luck, double variance, xpgn_slice label);
/* Ends a game, whose line is dropped if it is empty. */
void cli_luck_end(cli *c, cli_luck_lines *l, const char *title);
/* Draws all lines. `scores`: they are in scores, not in points. `words`: NULL for English. */
void cli_luck_draw(cli *c, cli_luck_lines *l, xpgn_svg *svg, bool scores,
                   const xpgn_language *words);
void cli_luck_free(cli_luck_lines *l);

#endif
