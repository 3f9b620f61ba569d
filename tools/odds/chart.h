/* SPDX-License-Identifier: MIT */
/* Charts of xpgn-odds: what its tables have, as bars, as shades, and the luck of a game as a curve.
 */
#ifndef ODDS_CHART_H
#define ODDS_CHART_H

#include "odds/odds.h"

/* NULL, after messages, if it cannot be made. Functions below do nothing with NULL. */
chart *chart_open(cli *c, const options *o);
/* One combat in detail: a bar for each outcome. */
void chart_detail(chart *t, const combat *k);
/* A combat of a table: a bar for the chance to win; and the title of the bars so far. */
void chart_row(chart *t, const combat *k);
void chart_end_rows(chart *t, const char *title);
/* A combat of a record: a step of the curve; and the end of the game. */
void chart_step(chart *t, const combat *k);
void chart_end_game(chart *t, const char *title);
/* A cell of a matrix, less than 0: no such combat; and its end. */
void chart_cell(chart *t, double share);
void chart_end_matrix(chart *t, const pieces *attackers, const pieces *defenders,
                      const char *title);
/* Writes the file, if the status is not CLI_TROUBLE, and frees the chart; returns the status. */
int chart_close(cli *c, chart *t, int status);

#endif
