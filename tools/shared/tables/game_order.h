/* SPDX-License-Identifier: MIT */
/* The order of rows of games. */
#ifndef CLI_GAME_ORDER_H
#define CLI_GAME_ORDER_H

#include "shared/tables/game_rows.h"

/*
 * Appends a sort key: of two rows, the first in the order of the columns has the key with the
 * smaller bytes. The order is
 *   numbers    facts, sums, and tags with numbers such as WhiteElo, by value
 *   dates      tags whose names end in Date, by day; an unknown day or month before the first
 *   texts      ignoring case, with the numbers in them by value: Round 9 before Round 10
 *
 * A descending column reverses it. In either case values that are not numbers or dates come after
 * those that are, and unknown (?, -) or missing ones last.
 */
void cli_order_put(xpgn_buffer *b, const cli_rows *r, const cli_row *row);

#endif
