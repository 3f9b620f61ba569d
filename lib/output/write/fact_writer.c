/* SPDX-License-Identifier: MIT */
/* Facts as text and as JSON. Values are printed nowhere else. */
#include "core/base/slice.h"
#include "facts/facts.h"
#include "internal/facts.h"

/* Returns the position, or without one an empty board that is enough to name squares. */
static const xpgn_position *board_of(const xpgn_fact_source *s) {
    static const xpgn_position board = {.files = 8, .ranks = 8};
    return s->position != NULL ? s->position : &board;
}

static void put_square_fact(xpgn_buffer *b, const xpgn_fact_source *s, unsigned square) {
    char name[4];
    xpgn_square_name(board_of(s), (xpgn_square)square, name);
    xpgn_buffer_text(b, name);
}

static char letter_of(xpgn_piece piece) {
    return xpgn_piece_letter(XPGN_PIECE(0, XPGN_TYPE_OF(piece)));
}

static void put_seat(xpgn_buffer *b, const xpgn_fact_source *s, const xpgn_value *v) {
    if (s->position != NULL)
        xpgn_buffer_text(b, xpgn_seat_name(s->position, XPGN_SEAT_OF(v->piece)));
}

/* Writes a piece as "N", "wounded knight c3" or "black wounded knight c3". */
static void put_piece_fact(xpgn_buffer *b, const xpgn_fact_source *s, unsigned form,
                           const xpgn_value *v) {
    if (form == FORM_LETTER) {
        xpgn_buffer_char(b, letter_of(v->piece));
        return;
    }
    if (form == FORM_OWNED) {
        put_seat(b, s, v);
        xpgn_buffer_char(b, ' ');
    }
    /* a combat between types has no squares */
    const xpgn_position *board = v->square != XPGN_NO_SQUARE ? board_of(s) : NULL;
    xpgn_piece_write(b, s->rs, board, v->piece, v->square);
}

static void put_text_value(xpgn_buffer *b, const xpgn_fact_source *s, const struct fact_row *row,
                           const xpgn_value *v) {
    switch ((xpgn_fact_type)row->fact.type) {
    case XPGN_VALUE_FLAG:
        xpgn_buffer_text(b, v->number != 0 ? row->fact.name : "");
        break;
    case XPGN_VALUE_NUMBER:
    case XPGN_VALUE_MILLIONTHS:
    case XPGN_VALUE_BILLIONTHS:
        xpgn_fact_number(b, (xpgn_fact_type)row->fact.type, v->number);
        break;
    case XPGN_VALUE_WORD:
        xpgn_buffer_text(b, row->fact.words[v->number]);
        break;
    case XPGN_VALUE_TEXT:
        xpgn_buffer_slice(b, v->text);
        break;
    case XPGN_VALUE_SQUARE:
        put_square_fact(b, s, (unsigned)v->number);
        break;
    case XPGN_VALUE_PIECE:
        put_piece_fact(b, s, row->form, v);
        break;
    }
}

static void put_json_piece(xpgn_buffer *b, const xpgn_fact_source *s, unsigned form,
                           const xpgn_value *v) {
    xpgn_buffer_char(b, '{');
    if (form == FORM_OWNED) {
        json_open(b, "seat", "\"");
        put_seat(b, s, v);
        xpgn_buffer_char(b, '"');
    }
    json_open(b, "piece", "\"");
    xpgn_buffer_char(b, letter_of(v->piece));
    xpgn_buffer_char(b, '"');
    json_flag(b, "wounded", XPGN_IS_WOUNDED(v->piece));
    if (v->square != XPGN_NO_SQUARE) {
        json_open(b, "square", "\"");
        put_square_fact(b, s, v->square);
        xpgn_buffer_char(b, '"');
    }
    if (form == FORM_GIVES)
        json_number(b, "gives", v->gives);
    xpgn_buffer_char(b, '}');
}

static void put_json_value(xpgn_buffer *b, const xpgn_fact_source *s, const struct fact_row *row,
                           const xpgn_value *v) {
    switch ((xpgn_fact_type)row->fact.type) {
    case XPGN_VALUE_FLAG:
        xpgn_buffer_text(b, v->number != 0 ? "true" : "false");
        return;
    case XPGN_VALUE_NUMBER:
    case XPGN_VALUE_MILLIONTHS:
    case XPGN_VALUE_BILLIONTHS:
        put_text_value(b, s, row, v);
        return;
    case XPGN_VALUE_TEXT:
        xpgn_buffer_json(b, v->text);
        return;
    case XPGN_VALUE_PIECE:
        if (row->form != FORM_LETTER) {
            put_json_piece(b, s, row->form, v);
            return;
        }
        break;
    case XPGN_VALUE_WORD:
    case XPGN_VALUE_SQUARE:
        break;
    }
    xpgn_buffer_char(b, '"');
    put_text_value(b, s, row, v);
    xpgn_buffer_char(b, '"');
}

typedef void put_value(xpgn_buffer *b, const xpgn_fact_source *s, const struct fact_row *row,
                       const xpgn_value *v);

/* Writes the values of one side, separated by commas; returns their number. */
static unsigned put_values(xpgn_buffer *b, const xpgn_fact_source *s, const xpgn_fact_ref *ask,
                           unsigned side, put_value *put) {
    const struct fact_row *row = fact_row_at(ask->fact);
    xpgn_value v;
    unsigned n = 0;
    if (s->size < sizeof *s || !fact_has_scope(s, row->fact.scope) ||
        (row->fact.type == XPGN_VALUE_TEXT && s->text == NULL))
        return 0;
    if (row->fact.type == XPGN_VALUE_TEXT)
        xpgn_buffer_clear(s->text);
    while ((n == 0 || row->fact.list) && row->get(s, side, n, &v)) {
        if (n++ > 0)
            xpgn_buffer_char(b, ',');
        put(b, s, row, &v);
    }
    b->failed |= s->text != NULL && s->text->failed;
    return n;
}

/* Do the fact and the sides asked for exist? */
static bool is_asked(const xpgn_fact_ref *ask) {
    return ask->fact < ALL_FACTS && ask->sides <= 3;
}

void xpgn_fact_write(xpgn_buffer *b, const xpgn_fact_source *s, const xpgn_fact_ref *ask) {
    if (!is_asked(ask))
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

void xpgn_step_text(xpgn_buffer *b, const xpgn_step *step, xpgn_fact_index fact, unsigned side) {
    xpgn_buffer composed = {0};
    xpgn_fact_source s = {XPGN_SUBJECT, .text = &composed};
    xpgn_fact_source_step(&s, step);
    if (side <= 1)
        xpgn_fact_write(b, &s, &(xpgn_fact_ref){(uint16_t)fact, (uint8_t)(1 << side)});
    xpgn_buffer_free(&composed);
}

/* Writes a cell that may need escaping: lists have commas, and rulesets name their pieces. */
static void put_composed(struct row_writer *row, const xpgn_fact_source *s,
                         const xpgn_fact_ref *ask) {
    xpgn_buffer own = {0}, *text = s->text != NULL ? s->text : &own;
    xpgn_value v;
    if (ask->sides != 3 && !fact_row_at(ask->fact)->get(s, ask->sides >> 1, 0, &v)) {
        row_next(row);
        return;
    }
    xpgn_buffer_clear(text);
    xpgn_fact_write(text, s, ask);
    row_cell(row, (xpgn_slice){text->data, text->size});
    row->b->failed |= text->failed;
    xpgn_buffer_free(&own);
}

void xpgn_fact_cell(struct row_writer *row, const xpgn_fact_source *s, const xpgn_fact_ref *ask) {
    xpgn_value v;
    if (!is_asked(ask)) {
        row_next(row);
        return;
    }
    const struct fact_row *fact = fact_row_at(ask->fact);
    unsigned side = ask->sides >> 1;
    if (s->size < sizeof *s || !fact_has_scope(s, fact->fact.scope))
        row_next(row); /* the case of most cells in most tables */
    else if (ask->sides == 3 || fact->fact.list ||
             (fact->fact.type == XPGN_VALUE_PIECE && fact->form != FORM_LETTER)) {
        put_composed(row, s, ask);
    } else if (fact->fact.type == XPGN_VALUE_TEXT) {
        bool known = xpgn_fact_get(s, ask, side, 0, &v);
        row_cell(row, known ? v.text : (xpgn_slice){"", 0});
        row->b->failed |= s->text != NULL && s->text->failed;
    } else { /* nothing that needs escaping */
        row_next(row);
        if (fact->get(s, side, 0, &v))
            put_text_value(row->b, s, fact, &v);
    }
}

static unsigned put_json_side(xpgn_buffer *b, const xpgn_fact_source *s, const xpgn_fact_ref *ask,
                              unsigned side) {
    bool list = fact_row_at(ask->fact)->fact.list;
    if (list)
        xpgn_buffer_char(b, '[');
    unsigned n = put_values(b, s, ask, side, put_json_value);
    if (list)
        xpgn_buffer_char(b, ']');
    else if (n == 0)
        xpgn_buffer_text(b, "null");
    return n;
}

void xpgn_fact_json(xpgn_buffer *b, const xpgn_fact_source *s, const xpgn_fact_ref *ask) {
    const xpgn_fact *f = is_asked(ask) ? &fact_row_at(ask->fact)->fact : NULL;
    if (f == NULL || s->size < sizeof *s || !fact_has_scope(s, f->scope)) {
        xpgn_buffer_text(b, "null");
        return;
    }
    if (ask->sides != 3) {
        (void)put_json_side(b, s, ask, ask->sides >> 1);
        return;
    }
    size_t start = b->size;
    xpgn_buffer_char(b, '{');
    json_key(b, "attacker");
    unsigned n = put_json_side(b, s, ask, 0);
    json_key(b, "defender");
    n += put_json_side(b, s, ask, 1);
    xpgn_buffer_char(b, '}');
    if (n > 0 || f->list || b->failed)
        return;
    b->size = start;
    xpgn_buffer_text(b, "null");
}
