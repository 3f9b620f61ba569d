/* SPDX-License-Identifier: MIT */
/* Charts of xpgn-odds: its tables as rows, and the luck of a game as a line. */
#ifndef ODDS_CHART_H
#define ODDS_CHART_H

#include "odds/odds.h"

/* Returns NULL after messages if it cannot be made. The functions below do nothing with NULL. */
chart *chart_open(cli *c, const options *o);
/* Draws one combat in detail: a row for each outcome. */
void chart_detail(chart *t, const combat *k);
/* Add a combat, a row with the attacker's chance to win; draw the rows so far under a title, with a
   note below. In a matrix, the title is the attacker, and each row is a defender. */
void chart_row(chart *t, const combat *k);
void chart_end_rows(chart *t, const char *title, const char *note);
void chart_end_attacker(chart *t, xpgn_piece attacker, const char *note);
/* Goes on to a step of a record, adds a combat of it to the luck, and ends the line of the game,
   which is drawn with all others. */
void chart_turn(chart *t, const xpgn_step *step);
void chart_step(chart *t, const combat *k);
void chart_end_game(chart *t, const char *title);
/* Writes the file unless the status is CLI_TROUBLE, and frees the chart. Returns the status. */
int chart_close(cli *c, chart *t, int status);

#endif
