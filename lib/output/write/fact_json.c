/* SPDX-License-Identifier: MIT */
/* Facts as JSON. */
#include "core/base/slice.h"
#include "output/write/fact_asked.h"

/* Writes the key of a member, after a comma unless it is the first, as json_key does; returns the
   place after it. */
ALWAYS_INLINE char *write_key(char *c, const char *key) {
    if (c[-1] != '{')
        *c++ = ',';
    *c = '"';
    c = stpcpy(c + 1, key);
    *c = '"';
    c[1] = ':';
    return c + 2;
}

/* Writes a piece, and returns the place after it. */
static char *write_json_piece(char *c, const xpgn_fact_source *s, unsigned form,
                              const xpgn_value *v) {
    *c++ = '{';
    if (form == FORM_OWNED) {
        c = write_key(c, "seat");
        *c = '"';
        c = fact_seat_write(c + 1, s, v->piece);
        *c++ = '"';
    }
    c = write_key(c, "piece");
    *c++ = '"';
    *c++ = fact_piece_letter(v->piece);
    *c++ = '"';
    c = write_key(c, "wounded");
    c = XPGN_IS_WOUNDED(v->piece) ? stpcpy(c, "true") : stpcpy(c, "false");
    if (v->square != XPGN_NO_SQUARE) {
        c = write_key(c, "square");
        *c = '"';
        c = square_write(c + 1, fact_board(s), v->square);
        *c++ = '"';
    }
    if (form == FORM_GIVES)
        c = fact_number_write(write_key(c, "gives"), XPGN_VALUE_NUMBER, v->gives);
    *c++ = '}';
    return c;
}
enum { PIECE_OBJECT = 128 }; /* bytes; none is longer */

/* Is a value an object? */
static inline bool is_object(const struct fact_row *row) {
    return row->fact.type == XPGN_VALUE_PIECE && row->form != FORM_LETTER;
}

/* Writes a value that is neither a text nor an object, and returns the place after it. */
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
    } else if (is_object(row)) {
        char *c = buffer_room(b, PIECE_OBJECT);
        if (c != NULL)
            b->size = (size_t)(write_json_piece(c, s, row->form, v) - b->data);
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

/* Writes a list of pieces. */
static __attribute__((noinline)) char *put_pieces(xpgn_buffer *b, const xpgn_fact_source *s,
                                                  const xpgn_asked *a, char *c, size_t left) {
    xpgn_value v;
    *c++ = '[';
    for (unsigned i = 0; a->row->get(s, a->side, i, &v); i++) {
        if (i > 0)
            *c++ = ',';
        b->size = (size_t)(write_json_piece(c, s, a->row->form, &v) - b->data);
        if ((c = asked_room(b, left)) == NULL)
            return NULL;
    }
    *c = ']';
    return c + 1;
}

/* Is a short value a string: a word, a square, the letter of a piece? */
static inline bool is_quoted(const struct fact_row *row) {
    return row->fact.type > XPGN_VALUE_BILLIONTHS;
}

/* Puts the short value from c to `end` in quotes, for which there is a byte at c if `quoted`. */
ALWAYS_INLINE char *put_quoted(char *c, char *end, size_t quoted) {
    if (end == c + quoted)
        return put_null(c);
    *end = '"';
    if (quoted > 0)
        *c = '"';
    return end + quoted;
}

/* Writes a text. */
static __attribute__((noinline)) char *put_text_member(xpgn_buffer *b, const xpgn_fact_source *s,
                                                       const xpgn_asked *a, char *c, size_t left) {
    xpgn_slice text;
    char *end = a->row->write != NULL ? a->row->write(c + 1, s, a->side) : NULL;
    if (end != NULL)
        return put_quoted(c, end, 1);
    const bool is_there = asked_text(s, a, &text);
    b->failed |= s->text->failed;
    if (!is_there)
        return put_null(c);
    end = asked_put_plain(b, c + 1, text, left, special_in_json);
    if (end != NULL) {
        *c = *end = '"';
        return end + 1;
    }
    b->size = (size_t)(c - b->data);
    xpgn_buffer_json(b, text);
    return asked_room(b, left);
}

/* Is it asked for one value that is neither a text nor an object? */
static inline bool is_short(const xpgn_asked *a) {
    return a->kind == ASKED_SHORT && !is_object(a->row);
}

/* Writes a value that is short; a flag is there also if it is not set. */
ALWAYS_INLINE char *put_short_member(const xpgn_fact_source *s, const xpgn_asked *a, char *c) {
    xpgn_value v;
    if (a->row->fact.type == XPGN_VALUE_FLAG)
        return asked_first(s, a, &v) ? write_json_short(c, s, a->row, &v) : put_null(c);
    const size_t quoted = is_quoted(a->row);
    return put_quoted(c, a->row->write(c + quoted, s, a->side), quoted);
}

/* Writes the value of a member at c, where there is room for `left` of them; returns the place
   after it, NULL if out of memory. */
ALWAYS_INLINE char *put_member(xpgn_buffer *b, const xpgn_fact_source *s, const xpgn_asked *a,
                               char *c, size_t left) {
    xpgn_value v;
    if (is_short(a))
        return put_short_member(s, a, c);
    if (a->kind == ASKED_TEXT)
        return put_text_member(b, s, a, c, left);
    if (a->kind == ASKED_LIST && is_object(a->row))
        return put_pieces(b, s, a, c, left);
    if (a->kind == ASKED_LIST && a->row->fact.type != XPGN_VALUE_TEXT && !asked_first(s, a, &v))
        return a->row->form == FORM_LONE ? put_null(c) : stpcpy(c, "[]");
    return put_other_member(b, s, a, c, left);
}

/* Writes the value of a member, whether there is one or not. */
ALWAYS_INLINE char *put_any_member(xpgn_buffer *b, const xpgn_fact_source *s, const xpgn_asked *a,
                                   char *c, size_t left, uint32_t has) {
    return asked_is_there(s, a->needs, has) ? put_member(b, s, a, c, left) : put_absent(c, a, has);
}

void xpgn_fact_json(xpgn_buffer *b, const xpgn_fact_source *s, const xpgn_fact_ref *ask) {
    const xpgn_asked asked = xpgn_ask(*ask);
    const uint32_t has = asked_has(s);
    char *c = asked_room(b, 1);
    if (c != NULL)
        c = put_any_member(b, s, &asked, c, 1, has);
    if (c != NULL)
        b->size = (size_t)(c - b->data);
}

/* ---- members
 * --------------------------------------------------------------------------------- */

static struct xpgn_planned_value planned_value(const xpgn_asked *a) {
    const bool quick =
        a->kind != ASKED_SHORT || (!is_object(a->row) && a->row->fact.type != XPGN_VALUE_FLAG);
    fact_write *write = quick ? asked_quick(a) : NULL;
    return (struct xpgn_planned_value){
        .asked = a, .write = write, .side = a->side, .quoted = write != NULL && is_quoted(a->row)};
}

enum { HAS_END = 1 << 28 }; /* a plan has the end of the object, too */

/* Plans the members of subjects that have this: texts, and between them the values that are not
   known yet. */
static void plan_members(struct xpgn_members_known *k, const xpgn_member *list, size_t count,
                         uint32_t has) {
    size_t from = 0;
    xpgn_buffer_clear(&k->text);
    k->has = has;
    k->count = 0;
    for (size_t i = 0; i < count; i++) {
        const xpgn_asked *a = &list[i].asked;
        char *c = buffer_room(&k->text, XPGN_MEMBER_KEY + FACT_VALUE_ROOM + PLAIN_WIDE);
        if (c == NULL)
            break;
        const size_t skipped = i == 0; /* its comma */
        memcpy(c, list[i].key + skipped, list[i].size - skipped);
        c += list[i].size - skipped;
        const bool open = (a->needs & ~has) == 0 || (a->needs & FOUND_SCOPES) != 0;
        k->text.size = (size_t)((open ? c : put_absent(c, a, has)) - k->text.data);
        if (!open)
            continue;
        struct xpgn_planned_value *v = &k->value[k->count++];
        *v = planned_value(a);
        k->text.data[k->text.size] = '"';
        k->text.size += v->quoted;
        v->before = (uint16_t)(k->text.size - from);
        from = k->text.size;
    }
    xpgn_buffer_text(&k->text, (has & HAS_END) != 0 ? "}\n" : "");
    (void)buffer_reserve(&k->text, PLAIN_WIDE); /* are read, too */
    k->after = k->text.size - from;
    k->made = !k->text.failed;
}

/* Writes a value at c, the first of `left`; returns the place after it, NULL if out of memory.
 */
static __attribute__((noinline)) char *put_long_member(xpgn_buffer *b, const xpgn_fact_source *s,
                                                       const xpgn_asked *a, char *c, size_t left,
                                                       uint32_t has) {
    return put_any_member(b, s, a, c, left, has);
}

/* Appends the members after `head`. */
static void put_planned_members(xpgn_buffer *b, const xpgn_fact_source *s,
                                const struct xpgn_members_known *k, const xpgn_buffer *head,
                                uint32_t has) {
    const size_t more = k->text.size / FACT_VALUE_ROOM + 1; /* room for the texts, in values */
    const struct xpgn_planned_value *v = k->value, *const end = v + k->count;
    const char *text = k->text.data;
    char *c = asked_room(b, k->count + more + head->size / FACT_VALUE_ROOM);
    if (c == NULL)
        return;
    if (head->size > 0)
        c = asked_put_wide(c, head->data, head->size);
    for (; v < end; v++) {
        c = asked_put_wide(c, text, v->before);
        text += v->before;
        char *past = v->write != NULL ? v->write(c, s, v->side) : NULL;
        if (past == NULL) {
            c = is_short(v->asked)
                    ? put_short_member(s, v->asked, c)
                    : put_long_member(b, s, v->asked, c - v->quoted, (size_t)(end - v) + more, has);
            if (c == NULL)
                return;
        } else if (past == c) {
            c = put_null(c - v->quoted);
        } else {
            *past = '"';
            c = past + v->quoted;
        }
    }
    b->size = (size_t)(asked_put_wide(c, text, k->after) - b->data);
}

/* The plan for subjects that have this; NULL if there is no room for one. */
static inline const struct xpgn_members_known *
known_members(xpgn_members_memo *memo, const xpgn_member *list, size_t count, uint32_t has) {
    struct xpgn_members_known *k = &memo->known[has / PART_FIGHTS % XPGN_RUN_MEMO];
    if (!k->made || k->has != has)
        plan_members(k, list, count, has);
    return k->made ? k : NULL;
}

/* The same without a plan. */
static void put_new_members(xpgn_buffer *b, const xpgn_fact_source *s, const xpgn_member *list,
                            size_t count, uint32_t has) {
    size_t skipped = 1;
    char *c = asked_room(b, count);
    for (size_t i = 0; i < count && c != NULL; i++, skipped = 0) {
        memcpy(c, list[i].key + skipped, XPGN_MEMBER_KEY);
        c += list[i].size - skipped;
        c = put_any_member(b, s, &list[i].asked, c, count - i, has);
    }
    if (c != NULL)
        b->size = (size_t)(c - b->data);
}

void xpgn_fact_members(xpgn_buffer *b, const xpgn_fact_source *s, const xpgn_member *list,
                       size_t count, xpgn_members_memo *memo) {
    static const xpgn_buffer none;
    const uint32_t has = asked_has(s);
    const struct xpgn_members_known *k = NULL;
    if (memo != NULL && count > 0 && count <= XPGN_MEMBERS)
        k = known_members(memo, list, count, has);
    json_key(b, NULL);
    if (k != NULL)
        put_planned_members(b, s, k, &none, has);
    else
        put_new_members(b, s, list, count, has);
}

void xpgn_fact_objects(xpgn_members_memo *memo, xpgn_slice head, const xpgn_fact_source *s,
                       const xpgn_member *list, size_t count) {
    xpgn_buffer *b = &memo->head;
    xpgn_buffer_clear(b);
    xpgn_buffer_slice(b, head);
    for (memo->lead = 0; memo->lead < count && asked_is_of_record(&list[memo->lead].asked);)
        memo->lead++;
    if (memo->lead > 0)
        xpgn_fact_members(b, s, list, memo->lead, NULL);
    if (memo->lead < count)
        json_key(b, NULL);
    (void)buffer_reserve(b, PLAIN_WIDE); /* are read, too */
    memo->begun = !b->failed;
}

void xpgn_fact_object(xpgn_buffer *b, const xpgn_fact_source *s, const xpgn_member *list,
                      size_t count, xpgn_members_memo *memo) {
    const uint32_t has = asked_has(s);
    const struct xpgn_members_known *k =
        known_members(memo, list + memo->lead, count - memo->lead, has | HAS_END);
    if (k != NULL && memo->begun)
        put_planned_members(b, s, k, &memo->head, has);
    else
        b->failed = true; /* out of memory */
}

void xpgn_members_memo_free(xpgn_members_memo *memo) {
    for (size_t i = 0; i < XPGN_RUN_MEMO; i++)
        xpgn_buffer_free(&memo->known[i].text);
    xpgn_buffer_free(&memo->head);
}
