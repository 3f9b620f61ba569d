/* SPDX-License-Identifier: MIT */
/* Facts as cells of tables and as JSON. */
#include "core/base/buffer.h"
#include "core/base/slice.h"
#include "internal/queries.h"
#include "output/write/fact_writer.h"

/* Puts the text from `text` to `end` in quotes. */
static void put_json_word(xpgn_buffer *b, const char *key, const char *text, const char *end) {
    json_open(b, key, "\"");
    xpgn_buffer_put(b, text, (size_t)(end - text));
    xpgn_buffer_char(b, '"');
}

static void put_json_piece(xpgn_buffer *b, const xpgn_fact_source *s, unsigned form,
                           const xpgn_value *v) {
    char word[FACT_VALUE_ROOM];
    xpgn_buffer_char(b, '{');
    if (form == FORM_OWNED)
        put_json_word(b, "seat", word, fact_seat_write(word, s, v->piece));
    *word = fact_piece_letter(v->piece);
    put_json_word(b, "piece", word, word + 1);
    json_flag(b, "wounded", XPGN_IS_WOUNDED(v->piece));
    if (v->square != XPGN_NO_SQUARE)
        put_json_word(b, "square", word, square_write(word, fact_board(s), v->square));
    if (form == FORM_GIVES)
        json_number(b, "gives", v->gives);
    xpgn_buffer_char(b, '}');
}

/* Writes a value for which fact_is_short, and returns the place after it. */
static inline char *write_json_short(char *c, const xpgn_fact_source *s, const struct fact_row *row,
                                     const xpgn_value *v) {
    const xpgn_fact_type type = (xpgn_fact_type)row->fact.type;
    if (type == XPGN_VALUE_FLAG)
        return v->number != 0 ? stpcpy(c, "true") : stpcpy(c, "false");
    if (type <= XPGN_VALUE_BILLIONTHS)
        return fact_value_write(c, s, row, v);
    *c = '"'; /* a word, a square, the letter of a piece */
    c = fact_value_write(c + 1, s, row, v);
    *c = '"';
    return c + 1;
}

static void put_json_value(xpgn_buffer *b, const xpgn_fact_source *s, const struct fact_row *row,
                           const xpgn_value *v) {
    if (row->fact.type == XPGN_VALUE_TEXT) {
        xpgn_buffer_json(b, v->text);
    } else if (!fact_is_short(row)) {
        put_json_piece(b, s, row->form, v);
    } else {
        char *c = buffer_room(b, FACT_VALUE_ROOM + 2);
        if (c != NULL)
            b->size = (size_t)(write_json_short(c, s, row, v) - b->data);
    }
}

/* ---- facts that are asked of many subjects --------------------------------------------------- */

/* How its values are written. */
enum asked_kind {
    ASKED_SHORT, /* one value, with fact_is_short */
    ASKED_NAMED, /* one piece with its name */
    ASKED_LIST,
    ASKED_TEXT, /* one text */
    ASKED_BOTH  /* sides; a list perhaps */
};

/* What it needs, beside its scope. */
enum {
    NEEDS_TEXT = 1 << 29, /* a buffer */
    NEEDS_FACT = 1 << 30  /* nothing has it: there is no such fact */
};

static enum asked_kind kind_of(const struct fact_row *row, const xpgn_fact_ref *ask) {
    return ask->sides == 3                     ? ASKED_BOTH
           : row->fact.list                    ? ASKED_LIST
           : fact_is_short(row)                ? ASKED_SHORT
           : row->fact.type == XPGN_VALUE_TEXT ? ASKED_TEXT
                                               : ASKED_NAMED;
}

xpgn_asked xpgn_ask(xpgn_fact_ref ask) {
    if (!fact_is_asked(&ask))
        return (xpgn_asked){.ask = ask, .needs = NEEDS_FACT};
    const struct fact_row *row = fact_row_at(ask.fact);
    const enum asked_kind kind = kind_of(row, &ask);
    return (xpgn_asked){.row = row,
                        .needs = 1u << row->fact.scope | (kind == ASKED_TEXT ? NEEDS_TEXT : 0u),
                        .ask = ask,
                        .side = ask.sides >> 1 & 1,
                        .kind = (uint8_t)kind};
}

/* What a subject has of what may be needed; nothing if it is of another version. */
static inline uint32_t has_of(const xpgn_fact_source *s) {
    return s->size < sizeof *s ? 0 : fact_scopes(s) | (s->text != NULL ? NEEDS_TEXT : 0);
}

static __attribute__((noinline)) bool is_found(const xpgn_fact_source *s, const xpgn_asked *a,
                                               uint32_t has) {
    return has != 0 && a->row != NULL && (a->needs & ~has) == 1u << a->row->fact.scope &&
           fact_has_found(s, a->row->fact.scope);
}

/* May it be asked? `has` as has_of says, where the scopes of findings are missing. */
static inline bool is_askable(const xpgn_fact_source *s, const xpgn_asked *a, uint32_t has) {
    const uint32_t missing = a->needs & ~has;
    return missing == 0 || (missing >= 1u << XPGN_SCOPE_PLACE && is_found(s, a, has));
}

/* Gets the value, or the first of them. */
static inline bool has_first(const xpgn_fact_source *s, const xpgn_asked *a, xpgn_value *v) {
    if (a->kind == ASKED_TEXT) /* which may be put together */
        s->text->size = 0;
    return a->row->get(s, a->side, 0, v);
}

void xpgn_fact_put(xpgn_buffer *b, const xpgn_fact_source *s, const xpgn_asked *a) {
    xpgn_value v;
    if (a->kind != ASKED_SHORT || a->row == NULL) {
        xpgn_fact_write(b, s, &a->ask);
        return;
    }
    char *c =
        is_askable(s, a, has_of(s)) && has_first(s, a, &v) ? buffer_room(b, FACT_VALUE_ROOM) : NULL;
    if (c != NULL)
        b->size = (size_t)(fact_value_write(c, s, a->row, &v) - b->data);
}

/* Makes room for the rest of a line: what a short value and what is before it need, and texts. */
static char *room_of(xpgn_buffer *b, size_t values) {
    enum { TEXTS = 256 };
    return buffer_room(b, values * (FACT_VALUE_ROOM + XPGN_MEMBER_KEY) + TEXTS);
}

/* A text where it belongs, if there is room and nothing in it is special; else NULL. `more`: values
   that follow. */
ALWAYS_INLINE char *put_plain(const xpgn_buffer *b, char *c, xpgn_slice text, size_t more,
                              bool (*is_plain)(const char *p)) {
    const size_t room = b->capacity - (size_t)(c - b->data);
    const size_t rest = more * (FACT_VALUE_ROOM + XPGN_MEMBER_KEY) + 2 * PLAIN_WIDE;
    return room < rest || text.size > room - rest ? NULL : plain_copy(c, text, is_plain);
}

/* ---- cells ----------------------------------------------------------------------------------- */

/* A value as a cell that may need escapes: lists have commas, and rulesets name their pieces. */
static void put_long_cell(struct row_writer *row, const xpgn_fact_source *s, const xpgn_asked *a,
                          const xpgn_value *v, xpgn_buffer *text) {
    xpgn_slice cell = v->text;
    row->b->failed |= text->failed; /* of a text before */
    if (a->kind != ASKED_TEXT) {
        xpgn_buffer_clear(text);
        if (a->kind == ASKED_NAMED)
            fact_value_put_text(text, s, a->row, v);
        else
            xpgn_fact_write(text, s, &a->ask);
        cell = (xpgn_slice){text->data, text->size};
    }
    if (cell.size > 0)
        xpgn_buffer_cell(row->b, cell, row->form);
    row->b->failed |= text->failed;
}

/* Writes a text as a cell, one that is not printable ASCII safe for a terminal. */
static void put_foreign_cell(struct row_writer *row, xpgn_slice text) {
    xpgn_buffer safe = {0};
    xpgn_buffer_clean(&safe, text);
    xpgn_buffer_cell(row->b, (xpgn_slice){safe.data, safe.size}, row->form);
    row->b->failed |= safe.failed;
    xpgn_buffer_free(&safe);
}

/* True if a text may stand as it is, but for characters that are special in any table. */
static inline bool is_bare(const struct row_writer *row, const xpgn_asked *a, xpgn_slice text) {
    return row->form != XPGN_CELL_MARKDOWN &&
           (row->form != XPGN_CELL_CSV || !text_is_formula(text)) &&
           (!a->foreign || xpgn_text_is_clean(text));
}

/* Appends a value that is none of the usual; returns where the next is written. */
static __attribute__((noinline)) char *put_other_cell(struct row_writer *row,
                                                      const xpgn_fact_source *s,
                                                      const xpgn_asked *a, char *c, size_t left,
                                                      const xpgn_value *v) {
    xpgn_buffer own = {0};
    row->b->size = (size_t)(c - row->b->data);
    if (a->kind == ASKED_TEXT && a->foreign && !xpgn_text_is_clean(v->text))
        put_foreign_cell(row, v->text);
    else
        put_long_cell(row, s, a, v, s->text != NULL ? s->text : &own);
    xpgn_buffer_free(&own);
    return room_of(row->b, left);
}

/* Writes a first value that is not short, as put_cell does. */
static __attribute__((noinline)) char *put_wide_cell(struct row_writer *row,
                                                     const xpgn_fact_source *s, const xpgn_asked *a,
                                                     char *c, size_t left, xpgn_value *v) {
    const bool name = a->kind == ASKED_NAMED && fact_is_name(a->row->form, v);
    if (name)
        v->text = slice_of(xpgn_piece_name(s->rs, XPGN_TYPE_OF(v->piece)));
    char *end = (name || a->kind == ASKED_TEXT) && is_bare(row, a, v->text)
                    ? put_plain(row->b, c, v->text, left, plain_in_table)
                    : NULL;
    return end != NULL ? end : put_other_cell(row, s, a, c, left, v);
}

/* Writes a value at c, the first of `left` values; returns the place after it, NULL if out of
   memory. */
ALWAYS_INLINE char *put_cell(struct row_writer *row, const xpgn_fact_source *s, const xpgn_asked *a,
                             char *c, size_t left) {
    xpgn_value v;
    if (a->kind != ASKED_BOTH && !has_first(s, a, &v))
        return c;
    return a->kind == ASKED_SHORT ? fact_value_write(c, s, a->row, &v)
                                  : put_wide_cell(row, s, a, c, left, &v);
}

/* Cells of a table whose separator has several characters. */
static char *put_wide_cells(struct row_writer *row, const xpgn_fact_source *s, uint32_t has,
                            const xpgn_asked *ask, size_t count) {
    char *c = room_of(row->b, count);
    for (size_t i = 0; i < count && c != NULL; i++) {
        row->b->size = (size_t)(c - row->b->data);
        row_next(row);
        c = room_of(row->b, count - i);
        if (c != NULL && is_askable(s, &ask[i], has))
            c = put_cell(row, s, &ask[i], c, count - i);
    }
    return c;
}

/* Most cells of most tables are empty, and most others a short value. */
static char *put_narrow_cells(struct row_writer *row, const xpgn_fact_source *s, uint32_t has,
                              const xpgn_asked *ask, size_t count) {
    const xpgn_asked *end = ask + count;
    const char between = row->form == XPGN_CELL_TSV ? '\t' : ',';
    char *c = room_of(row->b, count);
    if (c != NULL && row->cells > 0)
        *c++ = between;
    row->cells += count;
    while (c != NULL) {
        if (is_askable(s, ask, has) && (c = put_cell(row, s, ask, c, (size_t)(end - ask))) == NULL)
            break;
        if (++ask == end)
            break;
        *c++ = between;
    }
    return c;
}

void xpgn_fact_cells(struct row_writer *row, const xpgn_fact_source *s, const xpgn_asked *ask,
                     size_t count) {
    const uint32_t has = has_of(s);
    if (count == 0)
        return;
    if ((has & NEEDS_TEXT) != 0)
        xpgn_buffer_clear(s->text);
    char *c = row->form == XPGN_CELL_MARKDOWN ? put_wide_cells(row, s, has, ask, count)
                                              : put_narrow_cells(row, s, has, ask, count);
    if (c != NULL)
        row->b->size = (size_t)(c - row->b->data);
    if ((has & NEEDS_TEXT) != 0)
        row->b->failed |= s->text->failed;
}

/* ---- JSON ------------------------------------------------------------------------------------ */

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

/* A list, or both sides. */
static void put_json_long(xpgn_buffer *b, const xpgn_fact_source *s, const xpgn_asked *a) {
    const xpgn_fact_ref *ask = &a->ask;
    if (a->kind == ASKED_LIST) {
        (void)put_json_side(b, s, ask, a->side);
        return;
    }
    size_t start = b->size;
    xpgn_buffer_char(b, '{');
    json_key(b, "attacker");
    unsigned n = put_json_side(b, s, ask, 0);
    json_key(b, "defender");
    n += put_json_side(b, s, ask, 1);
    xpgn_buffer_char(b, '}');
    if (n > 0 || a->row->fact.list || b->failed)
        return;
    b->size = start;
    xpgn_buffer_text(b, "null");
}

/* Appends the value of a fact that may be asked. */
static void put_json_asked(xpgn_buffer *b, const xpgn_fact_source *s, const xpgn_asked *a) {
    xpgn_value v;
    if (a->kind == ASKED_LIST || a->kind == ASKED_BOTH) {
        put_json_long(b, s, a);
        return;
    }
    if (has_first(s, a, &v))
        put_json_value(b, s, a->row, &v);
    else
        xpgn_buffer_put(b, "null", 4);
    b->failed |= s->text != NULL && s->text->failed;
}

void xpgn_fact_json(xpgn_buffer *b, const xpgn_fact_source *s, const xpgn_fact_ref *ask) {
    const xpgn_asked asked = xpgn_ask(*ask);
    if (is_askable(s, &asked, has_of(s)))
        put_json_asked(b, s, &asked);
    else
        xpgn_buffer_put(b, "null", 4);
}

static inline char *put_null(char *c) {
    static const char null[] = {'n', 'u', 'l', 'l'};
    memcpy(c, null, sizeof null);
    return c + sizeof null;
}

/* Appends a value that is none of the usual; returns where the next member is written. */
static __attribute__((noinline)) char *put_other_member(xpgn_buffer *b, const xpgn_fact_source *s,
                                                        const xpgn_asked *a, char *c, size_t left) {
    b->size = (size_t)(c - b->data);
    put_json_asked(b, s, a);
    return room_of(b, left);
}

/* Writes the value of a member at c, where there is room for `left` of them; returns the place
   after it, NULL if out of memory. */
ALWAYS_INLINE char *put_member(xpgn_buffer *b, const xpgn_fact_source *s, const xpgn_asked *a,
                               char *c, size_t left) {
    xpgn_value v;
    if (a->kind == ASKED_SHORT)
        return has_first(s, a, &v) ? write_json_short(c, s, a->row, &v) : put_null(c);
    if (a->kind == ASKED_TEXT) {
        if (!has_first(s, a, &v))
            return put_null(c);
        char *end = put_plain(b, c + 1, v.text, left, plain_in_json);
        if (end != NULL) {
            *c = *end = '"';
            return end + 1;
        }
    } else if (a->kind == ASKED_LIST && a->row->fact.type != XPGN_VALUE_TEXT &&
               !has_first(s, a, &v)) {
        return a->row->form == FORM_LONE ? put_null(c) : stpcpy(c, "[]");
    }
    return put_other_member(b, s, a, c, left);
}

void xpgn_fact_members(xpgn_buffer *b, const xpgn_fact_source *s, const xpgn_member *list,
                       size_t count) {
    const uint32_t has = has_of(s);
    size_t skipped = 1; /* the comma of the first */
    json_key(b, NULL);
    char *c = room_of(b, count);
    for (size_t i = 0; i < count && c != NULL; i++, skipped = 0) {
        memcpy(c, list[i].key + skipped, XPGN_MEMBER_KEY);
        c += list[i].size - skipped;
        c = is_askable(s, &list[i].asked, has) ? put_member(b, s, &list[i].asked, c, count - i)
                                               : put_null(c);
    }
    if (c != NULL)
        b->size = (size_t)(c - b->data);
    b->failed |= (has & NEEDS_TEXT) != 0 && s->text->failed;
}
