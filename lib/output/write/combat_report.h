/* SPDX-License-Identifier: MIT */
/* The contents of a combat report, before layout. */
#ifndef XPGN_WRITE_COMBAT_REPORT_H
#define XPGN_WRITE_COMBAT_REPORT_H

#include <xpgn/write.h>

#include "internal/action_facts.h"

/* A row: "attack", "pawn e5 2 + knight c6 1", "3 + die 5 = 8". */
struct report_row {
    xpgn_buffer label, what, total;
};

enum { REPORT_ROWS = 4 };

struct report {
    xpgn_buffer headline;
    /* attack, defense; if the dice have fallen the verdict and, where there are any, hit points */
    struct report_row row[REPORT_ROWS];
    unsigned rows;
};

/* Makes the report of a combat (facts->combat), which the caller frees. The arguments are those of
   xpgn_combat_write, and a language with words for captions (NULL: English). */
void report_begin(struct report *r, const xpgn_ruleset *rs, const xpgn_position *p,
                  const xpgn_facts *facts, const char *number, const char *language);
/* Appends an action with the piece letters of a language. */
void caption_put_action(xpgn_buffer *b, const char *text, const char *language);
/* Appends the report as lines, of at most `width` characters (0: any), or as cells. */
void report_write(xpgn_buffer *b, const struct report *r, xpgn_report_form form, size_t width);
bool report_failed(const struct report *r);
void report_free(struct report *r);

#endif
