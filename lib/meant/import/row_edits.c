/* SPDX-License-Identifier: MIT */
#include "meant/import/row_edits.h"

#include "core/base/slice.h"
#include "core/forms/scan.h"

#include <string.h>

/* The changes that the import made, in their order, and the text that it read. */
struct read_rows {
    const xpgn_imported *list;
    size_t count, at; /* the next change */
    xpgn_slice text;
};

static void add_edit(struct row_edits *out, xpgn_imported edit) {
    xpgn_imported *list =
        arena_grow(out->arena, out->list, out->count, &out->capacity, sizeof *list);
    out->no_memory |= list == NULL;
    if (list == NULL)
        return;
    out->list = list;
    list[out->count++] = edit;
}

/* Takes over the changes before an offset of the text that was read. Words in another form are
   changed with the rows or not at all: in part they would be in two forms. */
static void shift_edits(struct row_edits *out, struct read_rows *r, uint32_t before,
                        uint32_t shift) {
    const unsigned words = (1u << XPGN_FORM_ROLLS) - 1; /* all forms of half-moves */
    for (; r->at < r->count && r->list[r->at].place.offset < before; r->at++) {
        xpgn_imported edit = r->list[r->at];
        edit.place.offset += shift;
        edit.forms = (edit.forms & words) != 0 ? 1u << XPGN_FORM_ROWS : edit.forms;
        add_edit(out, edit);
    }
}

/* A row as it was read. */
static const char *read_row(struct row_edits *out, struct read_rows *r, xpgn_place row) {
    xpgn_buffer b = {0};
    uint32_t from = row.offset, end = row.offset + row.length;
    for (; r->at < r->count && r->list[r->at].place.offset < end; r->at++) {
        const xpgn_imported *edit = &r->list[r->at];
        xpgn_buffer_put(&b, r->text.data + from, edit->place.offset - from);
        xpgn_buffer_text(&b, edit->text);
        from = edit->place.offset + edit->place.length;
    }
    if (from < end)
        xpgn_buffer_put(&b, r->text.data + from, end - from);
    const char *text = arena_take(out->arena, &b);
    out->no_memory |= text == NULL;
    return text != NULL ? text : "";
}

/* The next word, comment or roll; size 0: there are no more. */
static xpgn_slice next_token(const char **p, const char *end) {
    while (*p < end && byte_is(**p, BYTE_SPACE))
        ++*p;
    const char *from = *p, *close = NULL;
    if (from < end && (*from == '{' || *from == '<'))
        close = memchr(from, *from == '{' ? '}' : '>', (size_t)(end - from));
    if (from < end && *from == ';')
        close = scan_line(from, end) - 1;
    *p = close != NULL ? close + 1 : from;
    while (close == NULL && *p < end && !byte_is(**p, BYTE_SPACE))
        ++*p;
    return (xpgn_slice){from, (size_t)(*p - from)};
}

static void put_token(struct row_edits *out, const char *begin, xpgn_slice was, xpgn_slice now) {
    const char *text = arena_copy(out->arena, now);
    out->no_memory |= text == NULL;
    if (text != NULL && !slice_equal(was, now))
        add_edit(out, (xpgn_imported){.place = {(uint32_t)(was.data - begin), (uint32_t)was.size},
                                      .text = text,
                                      .forms = 1u << XPGN_FORM_ROWS});
}

/* Word for word; the last takes all that is left. */
static void put_row(struct row_edits *out, const char *begin, xpgn_place row, const char *read) {
    const char *p = begin + row.offset, *end = p + row.length, *stop = read + strlen(read);
    xpgn_slice was = next_token(&p, end), now = next_token(&read, stop);
    while (was.size > 0 && !out->no_memory) {
        xpgn_slice next = next_token(&p, end), after = next_token(&read, stop);
        if (next.size == 0 && after.size > 0) {
            now.size = (size_t)(stop - now.data);
            after.size = 0;
        }
        put_token(out, begin, was, now);
        was = next;
        now = after;
    }
}

void row_edits_add(struct row_edits *out, xpgn_slice written, const struct row_text *rows,
                   const xpgn_imported *list, size_t count) {
    struct read_rows r = {list, count, 0, rows->text};
    for (size_t i = 0; i < rows->count && !out->no_memory; i++) {
        const struct text_row *row = &rows->rows[i];
        shift_edits(out, &r, row->now.offset, row->was.offset - row->now.offset);
        if (!row->moved)
            shift_edits(out, &r, row->now.offset + row->now.length,
                        row->was.offset - row->now.offset);
        else
            put_row(out, written.data, row->was, read_row(out, &r, row->now));
    }
    shift_edits(out, &r, UINT32_MAX, (uint32_t)(written.size - rows->text.size));
}
