/* SPDX-License-Identifier: MIT */
/* The order of rows of games. */
#ifndef CLI_ORDER_H
#define CLI_ORDER_H

#include "cli/rows.h"

/*
 * Appends a sort key: of two rows the first by the columns has the smaller bytes.
 *   numbers    facts, sums, and tags with numbers such as WhiteElo, by value
 *   dates      tags whose names end in Date, by the day; an unknown day or month before the first
 *   texts      small and capital letters alike, and numbers in them as such: Round 9 before Round
 * 10 Where a column descends, so do these; what is no number or date among such, and then what is
 * unknown (?, -) or missing, is last either way.
 */
void cli_order_put(xpgn_buffer *b, const cli_rows *r, const cli_row *row);

#endif
