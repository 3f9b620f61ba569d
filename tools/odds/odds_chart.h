/* SPDX-License-Identifier: MIT */
/* Charts of xpgn-odds: its tables as bars or shades, and the luck of a game as a curve. */
#ifndef ODDS_CHART_H
#define ODDS_CHART_H

#include "odds/odds.h"

/* Returns NULL after messages if it cannot be made. The functions below do nothing with NULL. */
chart *chart_open(cli *c, const options *o);
/* Draws one combat in detail: a bar for each outcome. */
void chart_detail(chart *t, const combat *k);
/* Add a combat of a table, a bar with the attacker's chance to win; draw the bars so far under a
   title. */
void chart_row(chart *t, const combat *k);
void chart_end_rows(chart *t, const char *title);
/* Add a combat of a record, a step of the curve; draw the curve at the end of the game. */
void chart_step(chart *t, const combat *k);
void chart_end_game(chart *t, const char *title);
/* Add a cell of a matrix, row by row, negative if there is no such combat; draw the matrix. */
void chart_cell(chart *t, double share);
void chart_end_matrix(chart *t, const typed_pieces *attackers, const typed_pieces *defenders,
                      const char *title);
/* Writes the file unless the status is CLI_TROUBLE, and frees the chart. Returns the status. */
int chart_close(cli *c, chart *t, int status);

#endif
