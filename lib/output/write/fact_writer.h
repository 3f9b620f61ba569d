/* SPDX-License-Identifier: MIT */
/* The values of facts as text; fact_cells.c makes cells of tables and JSON of them. */
#ifndef XPGN_WRITE_FACT_WRITER_H
#define XPGN_WRITE_FACT_WRITER_H

#include <string.h>
#include <xpgn/rulesets.h>

#include "core/board/position.h"
#include "facts/fact_list.h"

enum { FACT_VALUE_ROOM = 48 }; /* no name of a fact, word or number is longer */

typedef void fact_value_put(xpgn_buffer *b, const xpgn_fact_source *s, const struct fact_row *row,
                            const xpgn_value *v);

/* Writes the values of one side, separated by commas; returns their number. */
unsigned fact_values_write(xpgn_buffer *b, const xpgn_fact_source *s, const xpgn_fact_ref *ask,
                           unsigned side, fact_value_put *put);
/* Appends one value of any type as text. */
void fact_value_put_text(xpgn_buffer *b, const xpgn_fact_source *s, const struct fact_row *row,
                         const xpgn_value *v);

/* False for a text, and for a piece with its name. */
static inline bool fact_is_short(const struct fact_row *row) {
    return row->fact.type != XPGN_VALUE_TEXT &&
           (row->fact.type != XPGN_VALUE_PIECE || row->form == FORM_LETTER);
}

/* Do the fact and the sides asked for exist? */
static inline bool fact_is_asked(const xpgn_fact_ref *ask) {
    return ask->fact < ALL_FACTS && ask->sides <= 3;
}

/* The position, or without one an empty board that is enough to name squares. */
static inline const xpgn_position *fact_board(const xpgn_fact_source *s) {
    static const xpgn_position board = {.files = 8, .ranks = 8};
    return s->position != NULL ? s->position : &board;
}

static inline char fact_piece_letter(xpgn_piece piece) {
    return xpgn_piece_letter(XPGN_PIECE(0, XPGN_TYPE_OF(piece)));
}

/* Writes the seat of a piece, if there is a position to name it, and returns the place after it. */
static inline char *fact_seat_write(char *c, const xpgn_fact_source *s, xpgn_piece piece) {
    return s->position != NULL ? stpcpy(c, xpgn_seat_name(s->position, XPGN_SEAT_OF(piece))) : c;
}

/* Is the piece written as its name alone, xpgn_piece_name? */
static inline bool fact_is_name(unsigned form, const xpgn_value *v) {
    return form == FORM_KNOWN && !XPGN_IS_WOUNDED(v->piece);
}

/* Writes a value for which fact_is_short, at most FACT_VALUE_ROOM bytes, and returns the place
   after it. */
static inline char *fact_value_write(char *c, const xpgn_fact_source *s, const struct fact_row *row,
                                     const xpgn_value *v) {
    switch ((xpgn_fact_type)row->fact.type) {
    case XPGN_VALUE_FLAG:
        return v->number != 0 ? stpcpy(c, row->fact.name) : c;
    case XPGN_VALUE_NUMBER:
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
