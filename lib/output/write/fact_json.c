/* SPDX-License-Identifier: MIT */
/* Facts as JSON. */
#include "core/base/slice.h"
#include "output/write/fact_asked.h"

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

/* ---- facts --------------------------------------------------------------------------------------
 */

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

static inline char *put_null(char *c) {
    static const char null[] = {'n', 'u', 'l', 'l'};
    memcpy(c, null, sizeof null);
    return c + sizeof null;
}

/* The value of a fact that cannot be asked: the list is empty if what it lacks is but a part. */
static inline char *put_absent(char *c, const xpgn_asked *a, uint32_t has) {
    const bool empty = (a->needs & ~has & ~(uint32_t)FACT_PARTS) == 0 && a->kind == ASKED_LIST;
    if (empty && a->row->form != FORM_LONE)
        return stpcpy(c, "[]");
    return put_null(c);
}

/* Appends the value of a fact that may be asked. */
static void put_json_asked(xpgn_buffer *b, const xpgn_fact_source *s, const xpgn_asked *a) {
    xpgn_value v;
    if (a->kind == ASKED_LIST || a->kind == ASKED_BOTH) {
        put_json_long(b, s, a);
        return;
    }
    if (asked_first(s, a, &v))
        put_json_value(b, s, a->row, &v);
    else
        xpgn_buffer_put(b, "null", 4);
}

/* Appends a value that is none of the usual; returns where the next member is written. */
static __attribute__((noinline)) char *put_other_member(xpgn_buffer *b, const xpgn_fact_source *s,
                                                        const xpgn_asked *a, char *c, size_t left) {
    b->size = (size_t)(c - b->data);
    put_json_asked(b, s, a);
    return asked_room(b, left);
}

/* Writes a text that is put together. */
static __attribute__((noinline)) char *put_made_member(const struct asked_line *l,
                                                       const xpgn_fact_source *s,
                                                       const xpgn_asked *a, char *c, size_t left) {
    xpgn_buffer *b = l->b;
    const size_t from = (size_t)(c - b->data);
    xpgn_value v;
    *c = '"';
    b->size = from + 1;
    if (!asked_first(s, a, &v))
        return put_null(b->data + from);
    char *end = asked_room(b, left);
    if (end == NULL)
        return NULL;
    if (a->row->form == FORM_SIGNS || plain_all(b->data + from + 1, end, special_in_json)) {
        *end = '"';
        return end + 1;
    }
    xpgn_buffer_clear(l->spare);
    xpgn_buffer_put(l->spare, b->data + from + 1, b->size - from - 1);
    b->size = from;
    b->failed |= l->spare->failed;
    xpgn_buffer_json(b, (xpgn_slice){l->spare->data, l->spare->size});
    return asked_room(b, left);
}

/* Writes a value that is short; a flag is there also if it is not set. */
ALWAYS_INLINE char *put_short_member(const xpgn_fact_source *s, const xpgn_asked *a, char *c) {
    const xpgn_fact_type type = (xpgn_fact_type)a->row->fact.type;
    xpgn_value v;
    if (type == XPGN_VALUE_FLAG)
        return asked_first(s, a, &v) ? write_json_short(c, s, a->row, &v) : put_null(c);
    const size_t quoted = type > XPGN_VALUE_BILLIONTHS;
    char *end = a->row->write(c + quoted, s, a->side);
    if (end == c + quoted)
        return put_null(c);
    *end = '"';
    if (quoted)
        *c = '"';
    return end + quoted;
}

/* Writes the value of a member at c, where there is room for `left` of them; returns the place
   after it, NULL if out of memory. */
ALWAYS_INLINE char *put_member(const struct asked_line *l, const xpgn_fact_source *s,
                               const xpgn_asked *a, char *c, size_t left) {
    xpgn_value v;
    if (a->kind == ASKED_SHORT)
        return put_short_member(s, a, c);
    if (a->kind == ASKED_TEXT) {
        if (!asked_first(s, a, &v))
            return put_null(c);
        char *end = asked_put_plain(l->b, c + 1, v.text, left, special_in_json);
        if (end != NULL) {
            *c = *end = '"';
            return end + 1;
        }
    } else if (a->kind == ASKED_MADE) {
        return put_made_member(l, s, a, c, left);
    } else if (a->kind == ASKED_LIST && a->row->fact.type != XPGN_VALUE_TEXT &&
               !asked_first(s, a, &v)) {
        return a->row->form == FORM_LONE ? put_null(c) : stpcpy(c, "[]");
    }
    return put_other_member(l->b, s, a, c, left);
}

/* Writes the value of a member, whether there is one or not. */
ALWAYS_INLINE char *put_any_member(const struct asked_line *l, const xpgn_fact_source *s,
                                   const xpgn_asked *a, char *c, size_t left, uint32_t has) {
    return asked_is_there(s, a->needs, has) ? put_member(l, s, a, c, left) : put_absent(c, a, has);
}

void xpgn_fact_json(xpgn_buffer *b, const xpgn_fact_source *s, const xpgn_fact_ref *ask) {
    const xpgn_asked asked = xpgn_ask(*ask);
    const uint32_t has = asked_has(s);
    struct asked_line l;
    asked_begin(&l, b, s, has);
    char *c = asked_room(l.b, 1);
    if (c != NULL)
        c = put_any_member(&l, s, &asked, c, 1, has);
    if (c != NULL)
        l.b->size = (size_t)(c - l.b->data);
    asked_end(&l);
}

void xpgn_fact_members(xpgn_buffer *b, const xpgn_fact_source *s, const xpgn_member *list,
                       size_t count) {
    const uint32_t has = asked_has(s);
    size_t skipped = 1; /* the comma of the first */
    struct asked_line l;
    json_key(b, NULL);
    asked_begin(&l, b, s, has);
    char *c = asked_room(l.b, count);
    for (size_t i = 0; i < count && c != NULL; i++, skipped = 0) {
        memcpy(c, list[i].key + skipped, XPGN_MEMBER_KEY);
        c += list[i].size - skipped;
        c = put_any_member(&l, s, &list[i].asked, c, count - i, has);
    }
    if (c != NULL)
        l.b->size = (size_t)(c - l.b->data);
    asked_end(&l);
}
