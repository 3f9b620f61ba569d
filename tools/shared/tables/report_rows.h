/* SPDX-License-Identifier: MIT */
/* Reports (XPGN_REPORT_CELLS) as JSON. */
#ifndef CLI_REPORT_ROWS_H
#define CLI_REPORT_ROWS_H

#include <xpgn/write.h>

#include "internal/text_out.h"

/* Appends lines of cells as an array of rows, each an array of texts. */
void json_rows(xpgn_buffer *b, const char *key, xpgn_slice cells);
/* The report of an action as such rows, "sum", in a language (NULL: English); none if `facts` or
   `before` is NULL. */
void json_sum(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *before,
              const xpgn_facts *facts, const char *language);
/* An action in words, "words", in a language (NULL: English): "knight attacks pawn d5". `p`: the
   position before it. */
void json_words(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                const xpgn_action *action, const xpgn_language *language);
/* The name of a square; null if it is none. */
void json_square(xpgn_buffer *b, const char *key, const xpgn_position *p, xpgn_square square);

#endif
