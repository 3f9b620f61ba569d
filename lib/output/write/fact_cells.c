/* SPDX-License-Identifier: MIT */
/* Facts as cells of tables and as JSON. */
#include "core/base/buffer.h"
#include "core/base/slice.h"
#include "internal/queries.h"
#include "output/write/fact_writer.h"

static void put_square(xpgn_buffer *b, const xpgn_position *board, unsigned square) {
    char name[4];
    xpgn_buffer_put(b, name, (size_t)(square_write(name, board, square) - name));
}

static void put_json_piece(xpgn_buffer *b, const xpgn_fact_source *s, unsigned form,
                           const xpgn_value *v) {
    xpgn_buffer_char(b, '{');
    if (form == FORM_OWNED) {
        json_open(b, "seat", "\"");
        fact_seat_write(b, s, v->piece);
        xpgn_buffer_char(b, '"');
    }
    json_open(b, "piece", "\"");
    xpgn_buffer_char(b, fact_piece_letter(v->piece));
    xpgn_buffer_char(b, '"');
    json_flag(b, "wounded", XPGN_IS_WOUNDED(v->piece));
    if (v->square != XPGN_NO_SQUARE) {
        json_open(b, "square", "\"");
        put_square(b, fact_board(s), v->square);
        xpgn_buffer_char(b, '"');
    }
    if (form == FORM_GIVES)
        json_number(b, "gives", v->gives);
    xpgn_buffer_char(b, '}');
}

static void put_json_value(xpgn_buffer *b, const xpgn_fact_source *s, const struct fact_row *row,
                           const xpgn_value *v) {
    const xpgn_fact_type type = (xpgn_fact_type)row->fact.type;
    const bool quoted =
        type == XPGN_VALUE_WORD || type == XPGN_VALUE_SQUARE || type == XPGN_VALUE_PIECE;
    if (type == XPGN_VALUE_TEXT) {
        xpgn_buffer_json(b, v->text);
    } else if (type == XPGN_VALUE_FLAG) {
        xpgn_buffer_text(b, v->number != 0 ? "true" : "false");
    } else if (!fact_is_short(row)) {
        put_json_piece(b, s, row->form, v);
    } else {
        char *c = buffer_room(b, FACT_VALUE_ROOM + 2);
        if (c == NULL)
            return;
        *c = '"';
        c = fact_value_write(c + quoted, s, row, v);
        *c = '"';
        b->size = (size_t)(c + quoted - b->data);
    }
}

/* Room for the values of this many cells, each after its separator; NULL if out of memory. */
static char *room_of(struct row_writer *row, size_t cells) {
    return buffer_room(row->b, cells * (FACT_VALUE_ROOM + 1));
}

/* The sign between cells; '\0' if it is more than one character. */
static char between_cells(const struct row_writer *row) {
    return row->form == XPGN_CELL_MARKDOWN ? '\0' : row->form == XPGN_CELL_TSV ? '\t' : ',';
}

/* Begins the first of `cells` cells at c, and returns where its value goes. */
static inline char *begin_cell(struct row_writer *row, char *c, size_t cells, char between,
                               bool first) {
    if (between == '\0') {
        row->b->size = (size_t)(c - row->b->data);
        row_next(row);
        return room_of(row, cells);
    }
    *c = between;
    return c + !first;
}

/* Writes a value that may need escapes: lists have commas, and rulesets name their pieces. */
static void put_long_value(struct row_writer *row, const xpgn_fact_source *s,
                           const xpgn_fact_ref *ask, const xpgn_value *v, xpgn_buffer *text) {
    const xpgn_fact *fact = &fact_row_at(ask->fact)->fact;
    xpgn_slice cell = v->text;
    if (ask->sides == 3 || fact->type != XPGN_VALUE_TEXT || fact->list) {
        xpgn_buffer_clear(text);
        xpgn_fact_write(text, s, ask);
        cell = (xpgn_slice){text->data, text->size};
    }
    if (cell.size > 0)
        xpgn_buffer_cell(row->b, cell, row->form);
    row->b->failed |= text->failed;
}

/* The row of the fact, if the subject has its scope; else NULL. */
static inline const struct fact_row *askable(const xpgn_fact_source *s, const xpgn_fact_ref *ask,
                                             uint32_t scopes) {
    const struct fact_row *fact = fact_is_asked(ask) ? fact_row_at(ask->fact) : NULL;
    return fact != NULL && fact_is_there(s, fact->fact.scope, scopes) ? fact : NULL;
}

/* Gets the first value of a fact of one side. */
static inline bool has_value(const xpgn_fact_source *s, const struct fact_row *fact, unsigned side,
                             xpgn_value *v) {
    if (fact->fact.type == XPGN_VALUE_TEXT) {
        if (s->text == NULL)
            return false;
        s->text->size = 0;
    }
    return fact->get(s, side, 0, v);
}

/* Most cells of most tables are empty, and most others a short value. */
void xpgn_fact_cells(struct row_writer *row, const xpgn_fact_source *s, const xpgn_fact_ref *ask,
                     size_t count) {
    if (count == 0)
        return;
    const uint32_t scopes = s->size >= sizeof *s ? fact_scopes(s) : 0;
    xpgn_buffer own = {0}, *text = scopes != 0 && s->text != NULL ? s->text : &own;
    xpgn_value v;
    xpgn_buffer_clear(text);
    const char between = between_cells(row);
    const bool first = row->cells == 0;
    char *c = room_of(row, count);
    for (size_t i = 0; i < count && c != NULL; i++) {
        const struct fact_row *fact = scopes != 0 ? askable(s, &ask[i], scopes) : NULL;
        const bool both = ask[i].sides == 3;
        c = begin_cell(row, c, count - i, between, first && i == 0);
        if (c == NULL || fact == NULL || !(both || has_value(s, fact, ask[i].sides >> 1, &v)))
            continue;
        if (!both && fact_is_short(fact) && !fact->fact.list) {
            c = fact_value_write(c, s, fact, &v);
            continue;
        }
        row->b->size = (size_t)(c - row->b->data);
        put_long_value(row, s, &ask[i], &v, text);
        c = room_of(row, count - i);
    }
    if (between != '\0')
        row->cells += count;
    if (c != NULL)
        row->b->size = (size_t)(c - row->b->data);
    xpgn_buffer_free(&own);
}

/* Is the value an array? Of a list of the form LONE only if it has more than one. */
static bool is_array(const xpgn_fact_source *s, const struct fact_row *row, unsigned side) {
    xpgn_value second;
    return row->fact.list && (row->form != FORM_LONE || row->get(s, side, 1, &second));
}

static unsigned put_json_side(xpgn_buffer *b, const xpgn_fact_source *s, const xpgn_fact_ref *ask,
                              unsigned side) {
    bool list = is_array(s, fact_row_at(ask->fact), side);
    if (list)
        xpgn_buffer_char(b, '[');
    unsigned n = fact_values_write(b, s, ask, side, put_json_value);
    if (list)
        xpgn_buffer_char(b, ']');
    else if (n == 0)
        xpgn_buffer_text(b, "null");
    return n;
}

void xpgn_fact_json(xpgn_buffer *b, const xpgn_fact_source *s, const xpgn_fact_ref *ask) {
    const uint32_t scopes = s->size < sizeof *s ? 0 : fact_scopes(s);
    const struct fact_row *row = scopes != 0 ? askable(s, ask, scopes) : NULL;
    xpgn_value v;
    if (row == NULL) {
        xpgn_buffer_put(b, "null", 4);
        return;
    }
    const xpgn_fact *f = &row->fact;
    if (ask->sides != 3 && !f->list) { /* as most are */
        if (has_value(s, row, ask->sides >> 1, &v))
            put_json_value(b, s, row, &v);
        else
            xpgn_buffer_put(b, "null", 4);
        b->failed |= s->text != NULL && s->text->failed;
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
