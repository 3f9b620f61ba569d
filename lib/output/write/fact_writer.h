/* SPDX-License-Identifier: MIT */
/* The values of facts as text; fact_cells.c makes cells of tables and JSON of them. */
#ifndef XPGN_WRITE_FACT_WRITER_H
#define XPGN_WRITE_FACT_WRITER_H

#include <string.h>
#include <xpgn/rulesets.h>

#include "facts/fact_short.h"

typedef void fact_value_put(xpgn_buffer *b, const xpgn_fact_source *s, const struct fact_row *row,
                            const xpgn_value *v);

/* Writes the values of one side, separated by commas; returns their number. */
unsigned fact_values_write(xpgn_buffer *b, const xpgn_fact_source *s, const xpgn_fact_ref *ask,
                           unsigned side, fact_value_put *put);
/* Appends one value of any type as text. */
void fact_value_put_text(xpgn_buffer *b, const xpgn_fact_source *s, const struct fact_row *row,
                         const xpgn_value *v);

/* Do the fact and the sides asked for exist? */
static inline bool fact_is_asked(const xpgn_fact_ref *ask) {
    return ask->fact < ALL_FACTS && ask->sides <= 3;
}

#endif
