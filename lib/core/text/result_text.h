/* SPDX-License-Identifier: MIT */
/* Results as text: 1-0, 1/2-1/2, 0-1-0-0, 1/2-0, *. */
#ifndef XPGN_TEXT_RESULT_TEXT_H
#define XPGN_TEXT_RESULT_TEXT_H

#include <xpgn/base.h>

/* Reads a result: the score of each seat in twelfths, which add up to 12, or to 6 in 1/2-0 and
   0-1/2 (FIDE Laws, 12.9: half a point for one side, none for the other); all 0 for "*". Accepts
   the forms of TOKEN_RESULT (core/text/lex.h). False if it is not a result for that number of
   seats. */
bool result_read(xpgn_slice text, unsigned seats, uint8_t score[XPGN_MAX_SEATS]);
/* True if the text is 0-0: a result where both lost, unless it is castling. */
bool result_is_forfeit(xpgn_slice text);
/* True if the text is a result for 2 or 4 seats, or "*", or a double forfeit. */
bool result_is(xpgn_slice text);
/* The text for a seat's score in twelfths: "0", "1/3", "1". */
const char *result_share(unsigned score);
/* Writes the canonical result of a score ("1-0", "1/2-1/2", "0-1-0-0", "*"). */
void result_write(const uint8_t score[XPGN_MAX_SEATS], unsigned seats, char text[24]);

#endif
