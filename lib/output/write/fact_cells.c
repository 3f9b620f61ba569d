/* SPDX-License-Identifier: MIT */
/* Facts as cells of tables. */
#include "core/base/slice.h"
#include "output/write/fact_asked.h"

/* Cells that are being written. */
struct cells {
    xpgn_buffer *b;
    const xpgn_fact_source *s;
    xpgn_cell form;
};

/* Writes a text as a cell, one that is not printable ASCII safe for a terminal. */
static void put_foreign_cell(const struct cells *w, xpgn_slice text) {
    xpgn_buffer safe = {0};
    xpgn_buffer_clean(&safe, text);
    xpgn_buffer_cell(w->b, (xpgn_slice){safe.data, safe.size}, w->form);
    w->b->failed |= safe.failed;
    xpgn_buffer_free(&safe);
}

/* True if a text may stand as it is, but for characters that are special in any table. */
static inline bool is_bare(const struct cells *w, const xpgn_asked *a, xpgn_slice text) {
    return w->form != XPGN_CELL_MARKDOWN && (w->form != XPGN_CELL_CSV || !text_is_formula(text)) &&
           (!a->foreign || xpgn_text_is_clean(text));
}

/* Appends a text that may need escapes. */
static void put_long_cell(const struct cells *w, const xpgn_asked *a, xpgn_slice text) {
    if (a->kind == ASKED_TEXT && a->foreign && !xpgn_text_is_clean(text))
        put_foreign_cell(w, text);
    else if (text.size > 0)
        xpgn_buffer_cell(w->b, text, w->form);
}

/* Makes a cell of what was appended at `from`; returns where the next is written. */
static char *take_cell(const struct cells *w, const xpgn_asked *a, size_t from, size_t left) {
    xpgn_buffer *b = w->b;
    char *end = asked_room(b, left);
    if (end == NULL)
        return NULL;
    const xpgn_slice text = {b->data + from, b->size - from};
    if (is_bare(w, a, text) && plain_all(text.data, end, special_in_table))
        return end;
    xpgn_buffer none = {0}, *spare = w->s->text != NULL ? w->s->text : &none;
    xpgn_buffer_clear(spare);
    xpgn_buffer_slice(spare, text);
    b->size = from;
    b->failed |= spare->failed;
    put_long_cell(w, a, (xpgn_slice){spare->data, spare->size});
    xpgn_buffer_free(&none);
    return asked_room(b, left);
}

/* Writes a text. */
static __attribute__((noinline)) char *put_text_cell(const struct cells *w, const xpgn_asked *a,
                                                     char *c, size_t left) {
    xpgn_buffer *b = w->b;
    xpgn_slice text;
    const bool is_there = asked_text(w->s, a, &text);
    b->failed |= w->s->text->failed;
    if (!is_there)
        return c;
    char *end = is_bare(w, a, text) ? asked_put_plain(b, c, text, left, special_in_table) : NULL;
    if (end != NULL)
        return end;
    b->size = (size_t)(c - b->data);
    put_long_cell(w, a, text);
    return asked_room(b, left);
}

/* Writes a list, or the values of both sides. */
static __attribute__((noinline)) char *put_wide_cell(const struct cells *w, const xpgn_asked *a,
                                                     char *c, size_t left) {
    xpgn_buffer *b = w->b;
    const size_t from = (size_t)(c - b->data);
    xpgn_value v;
    if (a->kind == ASKED_LIST && a->row->write != NULL && !a->row->get(w->s, a->side, 1, &v))
        return a->row->write(c, w->s, a->side); /* one is short, like any other; none is negative */
    b->size = from;
    xpgn_fact_write(b, w->s, &a->ask);
    return take_cell(w, a, from, left);
}

/* Writes a value at c, the first of `left` values; returns the place after it, NULL if out of
   memory. */
static __attribute__((noinline)) char *put_cell(const struct cells *w, const xpgn_asked *a, char *c,
                                                size_t left) {
    fact_write *write = asked_quick(a);
    char *end = write != NULL ? write(c, w->s, a->side) : NULL;
    if (end != NULL)
        return end;
    return a->kind == ASKED_TEXT ? put_text_cell(w, a, c, left) : put_wide_cell(w, a, c, left);
}

/* The cell of one column; what is before it stands in the buffer. */
static void put_one_cell(const struct cells *w, const xpgn_asked *a) {
    char *c = asked_room(w->b, 1);
    if (c != NULL)
        c = put_cell(w, a, c, 1);
    if (c != NULL)
        w->b->size = (size_t)(c - w->b->data);
}

void xpgn_fact_cell(struct row_writer *row, const xpgn_fact_source *s, const xpgn_asked *asked) {
    const uint32_t has = asked_has(s);
    const struct cells w = {.b = row->b, .s = s, .form = row->form};
    row_next(row);
    if (!asked_is_there(s, asked->needs, has))
        return;
    put_one_cell(&w, asked);
}

/* ---- runs ------------------------------------------------------------------------------------ */

/* The columns of which the subject may have a value, a bit for each. */
static bits find_columns(const xpgn_asked_run *run, const xpgn_fact_source *s, uint32_t has) {
    bits columns = ~(bits)0 >> (64 - run->count);
    for (uint32_t missing = run->needs & ~has; missing != 0; missing &= missing - 1) {
        const uint32_t need = missing & (0 - missing);
        if ((need & FOUND_SCOPES) == 0 || !asked_is_found(s, need, has))
            columns &= ~run->column[bits_first(need)];
    }
    return columns;
}

/* Plans what is written of the columns from `head` to `end` that may have values. `first`: no cell
   of the line comes before. */
static void plan(struct xpgn_run_known *k, const xpgn_asked_run *run, bits columns, size_t head,
                 size_t end, bool first) {
    size_t last = head > 0 ? head - 1 : first ? 0 : SIZE_MAX; /* written last */
    k->count = 0;
    for (size_t i = head; i < end; i++) {
        if ((columns >> i & 1) == 0)
            continue;
        k->cell[k->count++] = (struct xpgn_planned_value){.asked = &run->ask[i],
                                                          .write = asked_quick(&run->ask[i]),
                                                          .side = run->ask[i].side,
                                                          .before = (uint16_t)(i - last)};
        last = i;
    }
    k->after = (uint8_t)(end - 1 - last);
}

/* Cells of a table whose separator has several characters. */
static void put_wide_cells(const struct cells *w, struct row_writer *row, bits columns,
                           const xpgn_asked_run *run) {
    struct row_writer to = *row;
    to.b = w->b;
    for (size_t i = 0; i < run->count; i++) {
        row_next(&to);
        if ((columns >> i & 1) != 0)
            put_one_cell(w, &run->ask[i]);
    }
    row->cells = to.cells;
}

/* The sign between cells. */
static inline char sign_of(const struct cells *w) {
    return w->form == XPGN_CELL_TSV ? '\t' : ',';
}

enum { SIGNS = 16 };
/* Writes a sign `count` times; SIGNS bytes more may be written. */
static inline char *put_signs(char *c, const char sign[SIGNS], size_t count) {
    char *const end = c + count;
    do
        memcpy(c, sign, SIGNS);
    while ((c += SIGNS) < end);
    return end;
}

/* Most cells of most tables are empty, and most others a short value. `more`: values that follow.
 */
static char *put_planned(const struct cells *w, char *c, const struct xpgn_run_known *k,
                         size_t more) {
    const struct xpgn_planned_value *v = k->cell, *const end = v + k->count;
    char sign[SIGNS];
    memset(sign, sign_of(w), SIGNS);
    for (; v < end; v++) {
        c = put_signs(c, sign, v->before);
        char *past = v->write != NULL ? v->write(c, w->s, v->side) : NULL;
        if (past == NULL && (past = put_cell(w, v->asked, c, (size_t)(end - v) + more)) == NULL)
            return NULL;
        c = past;
    }
    return put_signs(c, sign, k->after);
}

/* Keeps the cells of some columns, which are the same in all rows of the record. */
static void make_text(const struct cells *w, xpgn_buffer *text, const xpgn_asked_run *run,
                      size_t from, size_t end) {
    xpgn_buffer *b = w->b;
    const size_t before = b->size;
    for (size_t i = from; i < end; i++) {
        if (i > 0)
            xpgn_buffer_char(b, sign_of(w));
        put_one_cell(w, &run->ask[i]);
    }
    xpgn_buffer_clear(text);
    if (b->size > before)
        xpgn_buffer_put(text, b->data + before, b->size - before);
    (void)buffer_reserve(text, PLAIN_WIDE); /* are read, too */
    b->size = before;
}

/* `whole`: the run is a line, which ends with it. */
static __attribute__((noinline)) void make_texts(const struct cells *w, const xpgn_asked_run *run,
                                                 xpgn_run_memo *memo, bool whole) {
    make_text(w, &memo->head, run, 0, run->head);
    make_text(w, &memo->tail, run, run->count - run->tail, run->count);
    if (whole) {
        struct row_writer line = {.b = &memo->tail, .form = w->form};
        row_end(&line);
        (void)buffer_reserve(&memo->tail, PLAIN_WIDE);
    }
    memo->made = !memo->head.failed && !memo->tail.failed;
    w->b->failed |= !memo->made;
}

/* The plan for subjects that have this, as earlier rows had. */
static inline const struct xpgn_run_known *known_of(const struct cells *w, bool first,
                                                    const xpgn_asked_run *run, xpgn_run_memo *memo,
                                                    uint32_t has, bool whole) {
    struct xpgn_run_known *k = &memo->known[has / PART_FIGHTS % XPGN_RUN_MEMO];
    if (!memo->made)
        make_texts(w, run, memo, whole);
    if (k->has != has) {
        plan(k, run, find_columns(run, w->s, has), run->head, run->count - run->tail, first);
        k->has = has;
    }
    return k;
}

/* With what was found out when earlier rows were written. */
static inline char *put_known_cells(const struct cells *w, bool first, const xpgn_asked_run *run,
                                    xpgn_run_memo *memo, uint32_t has, bool whole) {
    const struct xpgn_run_known *k = known_of(w, first, run, memo, has, whole);
    const size_t tail = memo->tail.size / FACT_VALUE_ROOM + 1; /* room for it, in values */
    char *c = asked_room(w->b, run->count + tail + memo->head.size / FACT_VALUE_ROOM);
    if (c == NULL)
        return NULL;
    if (!first && run->head > 0)
        *c++ = sign_of(w);
    c = put_planned(w, asked_put_wide(c, memo->head.data, memo->head.size), k, tail);
    return c != NULL ? asked_put_wide(c, memo->tail.data, memo->tail.size) : NULL;
}

void xpgn_fact_line(xpgn_buffer *b, xpgn_cell form, const xpgn_fact_source *s,
                    const xpgn_asked_run *run, xpgn_run_memo *memo) {
    const uint32_t has = asked_has(s);
    const struct cells w = {.b = b, .s = s, .form = form};
    char *c = put_known_cells(&w, true, run, memo, has, true);
    if (c != NULL)
        b->size = (size_t)(c - b->data);
}

static char *put_narrow_cells(const struct cells *w, bool first, const xpgn_asked_run *run,
                              uint32_t has) {
    struct xpgn_run_known once;
    char *c = asked_room(w->b, run->count);
    plan(&once, run, find_columns(run, w->s, has), 0, run->count, first);
    return c != NULL ? put_planned(w, c, &once, 1) : NULL;
}

void xpgn_fact_cells(struct row_writer *row, const xpgn_fact_source *s, const xpgn_asked_run *run,
                     xpgn_run_memo *memo) {
    const uint32_t has = asked_has(s);
    const struct cells w = {.b = row->b, .s = s, .form = row->form};
    if (row->form == XPGN_CELL_MARKDOWN) {
        put_wide_cells(&w, row, find_columns(run, s, has), run);
    } else {
        char *c = memo != NULL && (run->needs & FOUND_SCOPES) == 0
                      ? put_known_cells(&w, row->cells == 0, run, memo, has, false)
                      : put_narrow_cells(&w, row->cells == 0, run, has);
        row->cells += run->count;
        if (c != NULL)
            w.b->size = (size_t)(c - w.b->data);
    }
}
