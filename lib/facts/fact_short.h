/* SPDX-License-Identifier: MIT */
/* Short values of facts as text: all but texts, and pieces with their names. */
#ifndef XPGN_FACTS_FACT_SHORT_H
#define XPGN_FACTS_FACT_SHORT_H

#include <string.h>

#include "core/base/number.h"
#include "core/board/position.h"
#include "facts/fact_list.h"

enum { FACT_VALUE_ROOM = 48 }; /* no name of a fact, word or number is longer */

/* False for a text, and for a piece with its name. */
static inline bool fact_is_short(const struct fact_row *row) {
    return row->fact.type != XPGN_VALUE_TEXT &&
           (row->fact.type != XPGN_VALUE_PIECE || row->form == FORM_LETTER);
}

/* The position, or without one an empty board that is enough to name squares. */
static inline const xpgn_position *fact_board(const xpgn_fact_source *s) {
    static const xpgn_position board = {.files = 8, .ranks = 8};
    return s->position != NULL ? s->position : &board;
}

static inline char fact_piece_letter(xpgn_piece piece) {
    return piece_letter(XPGN_PIECE(0, XPGN_TYPE_OF(piece)));
}

/* Writes a value for which fact_is_short, at most FACT_VALUE_ROOM bytes, and returns the place
   after it. It is inline so that where the fact is known, this is but one of the cases. */
ALWAYS_INLINE char *fact_value_write(char *c, const xpgn_fact_source *s, const struct fact_row *row,
                                     const xpgn_value *v) {
    switch ((xpgn_fact_type)row->fact.type) {
    case XPGN_VALUE_FLAG:
        return v->number != 0 ? stpcpy(c, row->fact.name) : c;
    case XPGN_VALUE_NUMBER:
        if (v->number >= 0 && v->number <= UINT32_MAX)
            return number_write(c, (uint32_t)v->number);
        return fact_number_write(c, XPGN_VALUE_NUMBER, v->number);
    case XPGN_VALUE_MILLIONTHS:
    case XPGN_VALUE_BILLIONTHS:
        return fact_number_write(c, (xpgn_fact_type)row->fact.type, v->number);
    case XPGN_VALUE_WORD:
        return stpcpy(c, row->fact.words[v->number]);
    case XPGN_VALUE_SQUARE:
        return square_write(c, fact_board(s), (unsigned)v->number);
    case XPGN_VALUE_PIECE:
        *c++ = fact_piece_letter(v->piece);
        break;
    case XPGN_VALUE_TEXT:
        break;
    }
    return c;
}

#endif
