/* SPDX-License-Identifier: MIT */
/* Facts as text and as JSON: the one place that prints a value. */
#include "base/slice.h"
#include "study/facts.h"

static void put_square(xpgn_buffer *b, const xpgn_subject *s, unsigned square) {
    char name[4];
    const xpgn_position board = {.files = 8, .ranks = 8};
    xpgn_square_name(s->position != NULL ? s->position : &board, (xpgn_square)square, name);
    xpgn_buffer_text(b, name);
}

static char letter_of(xpgn_piece piece) {
    return xpgn_piece_letter(XPGN_PIECE(0, XPGN_TYPE_OF(piece)));
}

static void put_seat(xpgn_buffer *b, const xpgn_subject *s, const xpgn_value *v) {
    if (s->position != NULL)
        xpgn_buffer_text(b, xpgn_seat_name(s->position, XPGN_SEAT_OF(v->piece)));
}

/* N; wounded knight c3; black wounded knight c3 */
static void put_piece(xpgn_buffer *b, const xpgn_subject *s, unsigned form, const xpgn_value *v) {
    if (form == FORM_LETTER) {
        xpgn_buffer_char(b, letter_of(v->piece));
        return;
    }
    if (form == FORM_OWNED) {
        put_seat(b, s, v);
        xpgn_buffer_char(b, ' ');
    }
    xpgn_buffer_text(b, XPGN_IS_WOUNDED(v->piece) ? "wounded " : "");
    xpgn_buffer_text(b, xpgn_piece_name(s->rs, XPGN_TYPE_OF(v->piece)));
    xpgn_buffer_char(b, ' ');
    put_square(b, s, v->square);
}

static void put_text_value(xpgn_buffer *b, const xpgn_subject *s, const struct fact_row *row,
                           const xpgn_value *v) {
    switch ((xpgn_fact_type)row->fact.type) {
    case XPGN_FACT_FLAG:
        xpgn_buffer_text(b, v->number != 0 ? row->fact.name : "");
        break;
    case XPGN_FACT_NUMBER:
        fact_put_number(b, v->number);
        break;
    case XPGN_FACT_MILLIONTHS:
        fact_put_millionths(b, v->number);
        break;
    case XPGN_FACT_WORD:
        xpgn_buffer_text(b, row->fact.words[v->number]);
        break;
    case XPGN_FACT_TEXT:
        xpgn_buffer_slice(b, v->text);
        break;
    case XPGN_FACT_SQUARE:
        put_square(b, s, (unsigned)v->number);
        break;
    case XPGN_FACT_PIECE:
        put_piece(b, s, row->form, v);
        break;
    }
}

static void put_json_piece(xpgn_buffer *b, const xpgn_subject *s, unsigned form,
                           const xpgn_value *v) {
    xpgn_buffer_char(b, '{');
    if (form == FORM_OWNED) {
        xpgn_buffer_text(b, "\"seat\":\"");
        put_seat(b, s, v);
        xpgn_buffer_text(b, "\",");
    }
    xpgn_buffer_text(b, "\"piece\":\"");
    xpgn_buffer_char(b, letter_of(v->piece));
    xpgn_buffer_text(b, XPGN_IS_WOUNDED(v->piece) ? "\",\"wounded\":true,\"square\":\""
                                                  : "\",\"wounded\":false,\"square\":\"");
    put_square(b, s, v->square);
    xpgn_buffer_char(b, '"');
    if (form == FORM_GIVES) {
        xpgn_buffer_text(b, ",\"gives\":");
        fact_put_number(b, v->gives);
    }
    xpgn_buffer_char(b, '}');
}

static void put_json_value(xpgn_buffer *b, const xpgn_subject *s, const struct fact_row *row,
                           const xpgn_value *v) {
    switch ((xpgn_fact_type)row->fact.type) {
    case XPGN_FACT_FLAG:
        xpgn_buffer_text(b, v->number != 0 ? "true" : "false");
        return;
    case XPGN_FACT_NUMBER:
    case XPGN_FACT_MILLIONTHS:
        put_text_value(b, s, row, v);
        return;
    case XPGN_FACT_TEXT:
        xpgn_buffer_json(b, v->text);
        return;
    case XPGN_FACT_PIECE:
        if (row->form != FORM_LETTER) {
            put_json_piece(b, s, row->form, v);
            return;
        }
        break;
    case XPGN_FACT_WORD:
    case XPGN_FACT_SQUARE:
        break;
    }
    xpgn_buffer_char(b, '"');
    put_text_value(b, s, row, v);
    xpgn_buffer_char(b, '"');
}

typedef void put_value(xpgn_buffer *b, const xpgn_subject *s, const struct fact_row *row,
                       const xpgn_value *v);

/* The values of one side, with commas between; the number of them. */
static unsigned put_values(xpgn_buffer *b, const xpgn_subject *s, const xpgn_ask *ask,
                           unsigned side, put_value *put) {
    const struct fact_row *row = &fact_rows[ask->fact];
    xpgn_value v;
    unsigned n = 0;
    while ((n == 0 || row->fact.list) && xpgn_fact_get(s, ask, side, n, &v)) {
        if (n++ > 0)
            xpgn_buffer_char(b, ',');
        put(b, s, row, &v);
    }
    b->failed |= s->text != NULL && s->text->failed;
    return n;
}

void xpgn_fact_write(xpgn_buffer *b, const xpgn_subject *s, const xpgn_ask *ask) {
    if (ask->fact >= FACTS)
        return;
    size_t start = b->size;
    if (ask->sides != 3) {
        (void)put_values(b, s, ask, ask->sides >> 1, put_text_value);
        return;
    }
    unsigned n = put_values(b, s, ask, 0, put_text_value);
    xpgn_buffer_char(b, ':');
    n += put_values(b, s, ask, 1, put_text_value);
    if (n == 0 && !b->failed)
        b->size = start;
}

static unsigned put_json_side(xpgn_buffer *b, const xpgn_subject *s, const xpgn_ask *ask,
                              unsigned side) {
    bool list = fact_rows[ask->fact].fact.list;
    if (list)
        xpgn_buffer_char(b, '[');
    unsigned n = put_values(b, s, ask, side, put_json_value);
    if (list)
        xpgn_buffer_char(b, ']');
    else if (n == 0)
        xpgn_buffer_text(b, "null");
    return n;
}

void xpgn_fact_json(xpgn_buffer *b, const xpgn_subject *s, const xpgn_ask *ask) {
    if (ask->fact >= FACTS)
        return;
    if (ask->sides != 3) {
        (void)put_json_side(b, s, ask, ask->sides >> 1);
        return;
    }
    size_t start = b->size;
    xpgn_buffer_text(b, "{\"attacker\":");
    unsigned n = put_json_side(b, s, ask, 0);
    xpgn_buffer_text(b, ",\"defender\":");
    n += put_json_side(b, s, ask, 1);
    xpgn_buffer_char(b, '}');
    if (n > 0 || b->failed)
        return;
    b->size = start;
    xpgn_buffer_text(b, "null");
}
