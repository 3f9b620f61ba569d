/* SPDX-License-Identifier: MIT */
/* What the report of a combat says, before it is laid out. */
#ifndef XPGN_WRITE_REPORT_H
#define XPGN_WRITE_REPORT_H

#include "xpgn.h"

/* "attack", "pawn e5 2 + knight c6 1", "3 + die 5 = 8" */
struct report_row {
    xpgn_buffer label, what, total;
};

enum { REPORT_ROWS = 3 };

struct report {
    xpgn_buffer headline;
    struct report_row row[REPORT_ROWS]; /* attack, defense; if the dice have fallen, the verdict */
    unsigned rows;
};

/* Of a combat (facts->combat); the arguments are those of xpgn_combat_write, and a language that
   has words of captions, or NULL. Free it. */
void report_begin(struct report *r, const xpgn_ruleset *rs, const xpgn_position *p,
                  const xpgn_facts *facts, const char *number, const char *language);
/* Appends an action in the letters of that language. */
void caption_put_action(xpgn_buffer *b, const char *text, const char *language);
/* Writes all of it, as it is. */
void report_write(xpgn_buffer *b, const struct report *r, xpgn_report_form form);
bool report_failed(const struct report *r);
void report_free(struct report *r);

#endif
