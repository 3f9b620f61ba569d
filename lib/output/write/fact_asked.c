/* SPDX-License-Identifier: MIT */
/* Facts that are asked of many subjects. */
#include "output/write/fact_asked.h"

static enum asked_kind kind_of(const struct fact_row *row, const xpgn_fact_ref *ask) {
    if (ask->sides == 3)
        return ASKED_BOTH;
    if (row->fact.list)
        return ASKED_LIST;
    if (row->fact.type != XPGN_VALUE_TEXT || row->form == FORM_SHORT)
        return ASKED_SHORT;
    return ASKED_TEXT;
}

xpgn_asked xpgn_ask(xpgn_fact_ref ask) {
    if (!fact_is_asked(&ask))
        return (xpgn_asked){.ask = ask, .needs = NEEDS_FACT};
    const struct fact_row *row = fact_row_at(ask.fact);
    const enum asked_kind kind = kind_of(row, &ask);
    return (xpgn_asked){.row = row,
                        .needs = 1u << row->fact.scope | (kind != ASKED_BOTH ? row->part : 0u) |
                                 (row->fact.type == XPGN_VALUE_TEXT ? NEEDS_TEXT : 0u),
                        .ask = ask,
                        .side = ask.sides >> 1 & 1,
                        .kind = (uint8_t)kind};
}

void xpgn_ask_run(xpgn_asked_run *run, const xpgn_asked *ask, size_t count) {
    *run = (xpgn_asked_run){.ask = ask, .count = count < 64 ? count : 64};
    for (size_t i = 0; i < run->count; i++) {
        run->needs |= ask[i].needs;
        for (uint32_t needs = ask[i].needs; needs != 0; needs &= needs - 1)
            run->column[bits_first(needs)] |= BIT(i);
    }
    while (run->head < run->count && asked_is_of_record(&ask[run->head]))
        run->head++;
    while (run->tail < run->count - run->head &&
           asked_is_of_record(&ask[run->count - 1 - run->tail]))
        run->tail++;
}

void xpgn_run_memo_free(xpgn_run_memo *memo) {
    xpgn_buffer_free(&memo->head);
    xpgn_buffer_free(&memo->tail);
}

bool asked_is_found(const xpgn_fact_source *s, uint32_t missing, uint32_t has) {
    return has != 0 && (missing & (missing - 1)) == 0 && fact_has_found(s, bits_first(missing));
}

void xpgn_fact_put(xpgn_buffer *b, const xpgn_fact_source *s, const xpgn_asked *a) {
    if (a->kind != ASKED_SHORT || a->row == NULL) {
        xpgn_fact_write(b, s, &a->ask);
        return;
    }
    char *c = asked_is_there(s, a->needs, asked_has(s)) ? buffer_room(b, FACT_VALUE_ROOM) : NULL;
    if (c != NULL)
        b->size = (size_t)(a->row->write(c, s, a->side) - b->data);
}
