/* SPDX-License-Identifier: MIT */
/* A curve in a picture, built event by event. */
#ifndef CLI_CURVE_CHART_H
#define CLI_CURVE_CHART_H

#include <xpgn/base.h>

#include "frame/cli.h"

/* Initialize with {0}. */
typedef struct cli_curve {
    xpgn_buffer values, labels; /* values: double; labels: NUL-terminated texts */
    size_t count;
} cli_curve;

void cli_curve_add(cli_curve *k, double value, xpgn_slice label);
/* Draws the curve, unless it is empty, and begins a new one. `words`: a title, and what values
   above and below 0 mean. */
void cli_curve_draw(cli *c, cli_curve *k, xpgn_svg *svg, const char *const words[3]);
void cli_curve_free(cli_curve *k);

#endif
