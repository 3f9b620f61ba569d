/* SPDX-License-Identifier: MIT */
/* Where a place of a sheet's text is in its file: the changes made to the text, undone one by one.
 */
#include "compare/compare_json.h"
#include "internal/meant.h"

#include <stdlib.h>
#include <xpgn/stream.h>

/* A change of the text: at `offset`, `was` bytes were replaced by `is`. */
struct sheet_edit {
    size_t offset, was, is;
};

static void note(board_batch *b, sheet_edits *e, size_t offset, size_t was, size_t is) {
    e->list = cli_grow(b->c, e->list, e->count, &e->capacity, sizeof *e->list);
    e->list[e->count++] = (struct sheet_edit){offset, was, is};
}

void sheet_note_edit(board_batch *b, batch_sheet *s, xpgn_place place, size_t is) {
    if (b->o->json)
        note(b, &s->edits, place.offset, place.length, is);
}

void sheet_note_import(board_batch *b, batch_sheet *s, const sheet_heads *head) {
    size_t count;
    const xpgn_imported *word = xpgn_import_words(b->import, &count);
    if (!b->o->json)
        return;
    note(b, &s->edits, 0, head->written, s->moves);
    while (count-- > 0) /* the places of those before stay as they are */
        note(b, &s->read_edits, word[count].place.offset, word[count].place.length,
             strlen(word[count].text));
    note(b, &s->read_edits, 0, head->read, head->read_moves);
}

void sheet_free_edits(batch_sheet *s) {
    free(s->edits.list);
    free(s->read_edits.list);
}

/* Where an offset was before a change; `end`: of the byte behind a range. */
static size_t before_edit(const struct sheet_edit *e, size_t at, bool end) {
    const size_t behind = e->offset + e->is;
    if (at >= behind && (at > e->offset || !end))
        return at - e->is + e->was;
    return at > e->offset ? e->offset + (end ? e->was : 0) : at;
}

/* Undoes the corrections of a fixer before correction `before`. */
static size_t before_fixes(const xpgn_fixer *fixer, size_t before, size_t at, bool end) {
    size_t count;
    const xpgn_correction *list = xpgn_fixer_corrections(fixer, &count);
    for (size_t i = before < count ? before : count; i-- > 0;) {
        const struct sheet_edit e = {(size_t)list[i].offset, list[i].was.size, list[i].is.size};
        at = before_edit(&e, at, end);
    }
    return at;
}

/* The offset in the sheet as it came. */
static size_t original_offset(const batch_sheet *s, const xpgn_fixer *fixer, size_t before,
                              size_t at, bool end) {
    if (fixer != NULL)
        at = before_fixes(fixer, before, at, end);
    for (size_t i = s->edits.count; i-- > 0;)
        at = before_edit(&s->edits.list[i], at, end);
    at = at > s->spelt ? at - s->spelt : 0;
    return at < s->size ? at : s->size;
}

/* The place of a part of the sheet as it came. */
static sheet_place place_of(const batch_sheet *s, size_t from, size_t to) {
    const xpgn_game game = {.text = {s->original, s->size},
                            .file = s->file,
                            .number = s->number,
                            .line = s->line,
                            .column = s->column};
    sheet_place at = {.line = s->line};
    to = to > from ? to : from;
    xpgn_game_locate(&game, (uint32_t)from, &at.line, &at.column, NULL);
    at.text = (xpgn_slice){s->original + from, to - from};
    at.length = to - from;
    if (s->decoded)
        at.column = 0;
    return at;
}

sheet_place sheet_find_place(const batch_sheet *s, const xpgn_fixer *fixer, size_t before,
                             xpgn_place place) {
    const size_t end = (size_t)place.offset + place.length;
    const size_t from = original_offset(s, fixer, before, place.offset, false);
    return place_of(s, from,
                    place.length > 0 ? original_offset(s, fixer, before, end, true) : from);
}

sheet_place sheet_written_place(const batch_sheet *s, xpgn_place place) {
    const size_t from = place.offset > s->spelt ? place.offset - s->spelt : 0,
                 to = from + place.length;
    return place_of(s, from < s->size ? from : s->size, to < s->size ? to : s->size);
}

void json_put_place(xpgn_buffer *out, const sheet_place *at) {
    json_number(out, "line", (int64_t)at->line);
    if (at->column > 0)
        json_number(out, "column", (int64_t)at->column);
    else
        json_text(out, "column", NULL);
    json_number(out, "length", (int64_t)at->length);
}
