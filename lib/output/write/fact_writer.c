/* SPDX-License-Identifier: MIT */
/* Facts as text. Values are printed nowhere else. */
#include "output/write/fact_writer.h"

#include <xpgn/walk.h>

#include "core/base/buffer.h"
#include "core/base/slice.h"
#include "internal/queries.h"
#include "internal/rules.h"

void fact_value_put_text(xpgn_buffer *b, const xpgn_fact_source *s, const struct fact_row *row,
                         const xpgn_value *v) {
    if (row->fact.type == XPGN_VALUE_TEXT) {
        xpgn_buffer_slice(b, v->text);
        return;
    }
    char *c = buffer_room(b, FACT_VALUE_ROOM);
    if (c != NULL)
        b->size = (size_t)(fact_value_write(c, s, row, v) - b->data);
}

unsigned fact_values_write(xpgn_buffer *b, const xpgn_fact_source *s, const xpgn_fact_ref *ask,
                           unsigned side, fact_value_put *put) {
    const struct fact_row *row = fact_row_at(ask->fact);
    xpgn_value v;
    unsigned n = 0;
    if (s->size < sizeof *s || !fact_has_scope(s, row->fact.scope) ||
        (row->fact.type == XPGN_VALUE_TEXT && s->text == NULL))
        return 0;
    if (row->fact.type == XPGN_VALUE_TEXT && b != s->text)
        xpgn_buffer_clear(s->text);
    while ((n == 0 || row->fact.list) && row->get(s, side, n, &v)) {
        if (n++ > 0)
            xpgn_buffer_char(b, ',');
        put(b, s, row, &v);
    }
    b->failed |= s->text != NULL && s->text->failed;
    return n;
}

void xpgn_fact_write(xpgn_buffer *b, const xpgn_fact_source *s, const xpgn_fact_ref *ask) {
    if (!fact_is_asked(ask))
        return;
    size_t start = b->size;
    if (ask->sides != 3) {
        (void)fact_values_write(b, s, ask, ask->sides >> 1, fact_value_put_text);
        return;
    }
    unsigned n = fact_values_write(b, s, ask, 0, fact_value_put_text);
    xpgn_buffer_char(b, ':');
    n += fact_values_write(b, s, ask, 1, fact_value_put_text);
    if (n == 0 && !b->failed)
        b->size = start;
}

void xpgn_step_text(xpgn_buffer *b, const xpgn_step *step, xpgn_fact_index fact, unsigned side) {
    xpgn_buffer composed = {0};
    xpgn_fact_source s = {XPGN_SUBJECT, .text = &composed};
    xpgn_fact_source_step(&s, step);
    if (side <= 1)
        xpgn_fact_write(b, &s, &(xpgn_fact_ref){(uint16_t)fact, (uint8_t)(1 << side)});
    xpgn_buffer_free(&composed);
}
