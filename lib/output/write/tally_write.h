/* SPDX-License-Identifier: MIT */
/* The writers of tallies: text, JSON and tables, one file each. */
#ifndef XPGN_WRITE_TALLY_WRITE_H
#define XPGN_WRITE_TALLY_WRITE_H

#include "internal/text_out.h"
#include "output/count/tally.h"

/* The form of the cells in a table of this format: CSV, TSV or Markdown. */
static inline xpgn_cell tally_cell_form(unsigned format) {
    const unsigned form = format & (XPGN_TALLY_NO_HEADER - 1u);
    if (form == XPGN_TALLY_TSV || form == XPGN_TALLY_MARKDOWN)
        return form == XPGN_TALLY_TSV ? XPGN_CELL_TSV : XPGN_CELL_MARKDOWN;
    return XPGN_CELL_CSV;
}
static inline bool tally_has_head(unsigned format) {
    return (format & XPGN_TALLY_NO_HEADER) == 0 || tally_cell_form(format) == XPGN_CELL_MARKDOWN;
}

/* Append "1 game"; the line that begins a text, "12 games, 1 with errors left out". */
void tally_put_games(xpgn_buffer *b, uint64_t games);
void tally_put_total_line(xpgn_buffer *b, const xpgn_tally *t);
void tally_write_text(xpgn_buffer *b, const xpgn_tally *t, const struct tally_view *view);
void tally_write_json(xpgn_buffer *b, const xpgn_tally *t, const struct tally_view *view);
void tally_write_table(xpgn_buffer *b, const xpgn_tally *t, const struct tally_view *view,
                       xpgn_cell form, bool head);

/* ---- luck_text.c: the report of luck --------------------------------------------------------- */

/* Appends the report of luck, as text or as a table. */
void luck_write(xpgn_buffer *b, const xpgn_tally *t, const struct tally_view *view,
                unsigned format);
/* Append the key "luck" of a ruleset, and the key "least_likely" of the whole tally. */
void luck_write_json(xpgn_buffer *b, const struct tally_view *view, struct tally_span ruleset);
void luck_write_least_json(xpgn_buffer *b, const xpgn_tally *t);

/* ---- tally_fairness.c: the report ------------------------------------------------------------ */

/* Appends the report of fairness, as text or as a table. */
void tally_write_fairness(xpgn_buffer *b, const xpgn_tally *t, const struct tally_view *view,
                          unsigned format);
/* Writes the member "fairness" of the JSON object, after a comma; nothing if it was not counted. */
void tally_write_fairness_json(xpgn_buffer *b, const xpgn_tally *t, const struct tally_view *view);

#endif
