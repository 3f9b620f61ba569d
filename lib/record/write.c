/* SPDX-License-Identifier: MIT */
/* The one form in which entries and tags are written. */
#include "base/slice.h"
#include "record/record.h"

#include <stdio.h>

/* Separates what follows from what has been written since `begin`. */
static void begin_part(xpgn_buffer *b, size_t begin) {
    if (b->size > begin)
        xpgn_buffer_char(b, ' ');
}

static void put_part(xpgn_buffer *b, size_t begin, const char *before, xpgn_slice part,
                     const char *after) {
    if (part.size == 0)
        return;
    begin_part(b, begin);
    xpgn_buffer_text(b, before);
    xpgn_buffer_slice(b, part);
    xpgn_buffer_text(b, after);
}

static void put_remark(xpgn_buffer *b, size_t begin, const xpgn_remark *r) {
    begin_part(b, begin);
    if (r->nag != 0) {
        xpgn_buffer_printf(b, "$%u", r->nag);
        return;
    }
    xpgn_buffer_char(b, r->line ? ';' : '{');
    xpgn_buffer_slice(b, r->text);
    xpgn_buffer_char(b, r->line ? '\n' : '}');
}

void xpgn_entry_write(xpgn_buffer *b, const xpgn_entry *e) {
    bool annulled = e->kind == XPGN_ENTRY_ANNULLED;
    size_t begin = b->size;
    put_part(b, begin, "", e->number, "");
    put_part(b, begin, "<", e->turn_roll, ">");
    if (e->kind == XPGN_ENTRY_MISSING)
        put_part(b, begin, "{", slice_of("[%missing]"), "}");
    else
        put_part(b, begin, annulled ? "{[%annulled " : "", e->text, annulled ? "]}" : "");
    put_part(b, begin, "<", e->roll, ">");
    put_part(b, begin, "", e->freed, "");
    for (size_t i = 0; i < e->remark_count; i++)
        put_remark(b, begin, &e->remarks[i]);
}

void xpgn_freed_write(xpgn_buffer *b, const xpgn_position *p, const xpgn_action *a) {
    char square[4];
    if (a->kind != XPGN_RELEASE || a->promotion == 0 || a->drop == XPGN_NO_SQUARE)
        return;
    xpgn_square_name(p, a->drop, square);
    xpgn_buffer_printf(b, "%c@%s", xpgn_piece_letter(XPGN_PIECE(0, a->promotion)), square);
}

void xpgn_facts_write(xpgn_buffer *b, const xpgn_position *p, const xpgn_facts *f) {
    xpgn_buffer roll = {0}, freed = {0};
    char die[4];
    int size = snprintf(die, sizeof die, "%u", f->turn_roll);
    xpgn_roll_write(&roll, &f->roll);
    xpgn_freed_write(&freed, p, &f->action);
    const xpgn_entry e = {XPGN_ENTRY, .text = slice_of(f->text),
                          .turn_roll = {die, f->turn_roll > 0 ? (size_t)size : 0},
                          .roll = {roll.data, roll.size}, .freed = {freed.data, freed.size}};
    xpgn_entry_write(b, &e);
    b->failed |= roll.failed || freed.failed;
    xpgn_buffer_free(&roll);
    xpgn_buffer_free(&freed);
}
