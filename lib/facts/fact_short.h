/* SPDX-License-Identifier: MIT */
/* Short values of facts as text: all but texts. */
#ifndef XPGN_FACTS_FACT_SHORT_H
#define XPGN_FACTS_FACT_SHORT_H

#include <string.h>
#include <xpgn/rulesets.h>

#include "core/base/number.h"
#include "core/board/position.h"
#include "core/board/xfen.h"
#include "facts/fact_list.h"

/* No name of a fact, word or number is longer, nor a short position. */
enum { FACT_VALUE_ROOM = XFEN_SHORT_ROOM };

/* The position, or without one an empty board that is enough to name squares. */
static inline const xpgn_position *fact_board(const xpgn_fact_source *s) {
    static const xpgn_position board = {.files = 8, .ranks = 8};
    return s->position != NULL ? s->position : &board;
}

static inline char fact_piece_letter(xpgn_piece piece) {
    return piece_letter(XPGN_PIECE(0, XPGN_TYPE_OF(piece)));
}

/* Writes the seat of a piece, if there is a position to name it, and returns the place after it. */
static inline char *fact_seat_write(char *c, const xpgn_fact_source *s, xpgn_piece piece) {
    return s->position != NULL ? stpcpy(c, xpgn_seat_name(s->position, XPGN_SEAT_OF(piece))) : c;
}

/* Writes a piece as "wounded knight", "wounded knight c3" or "black wounded knight c3", as the form
   says. */
char *fact_piece_write(char *c, const xpgn_fact_source *s, unsigned form, const xpgn_value *v);

/* Writes a value that is no text, at most FACT_VALUE_ROOM bytes, and returns the place
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
        if (row->form != FORM_LETTER)
            return fact_piece_write(c, s, row->form, v);
        *c++ = fact_piece_letter(v->piece);
        break;
    case XPGN_VALUE_TEXT:
        break;
    }
    return c;
}

#endif
