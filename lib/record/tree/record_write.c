/* SPDX-License-Identifier: MIT */
/* Writes entries and tags in canonical form. */
#include "core/base/buffer.h"
#include "core/base/slice.h"
#include "internal/action_facts.h"
#include "internal/text_out.h"
#include "internal/writers.h"
#include "record/tree/record_tree.h"

#include <stdio.h>
#include <xpgn/play.h>
#include <xpgn/rulesets.h>

const char *const entry_command[RECORD_KINDS] = {[XPGN_ENTRY_MISSING] = "missing",
                                                 [XPGN_ENTRY_ANNULLED] = "annulled",
                                                 [XPGN_ENTRY_PENDING] = "pending",
                                                 [XPGN_ENTRY_ANNOUNCED] = "announced"};

/* Appends a part, if it is not empty, in its brackets, after a space unless it is the first. */
static inline char *put_part(char *p, const char *begin, char open, xpgn_slice part, char close) {
    if (part.size == 0)
        return p;
    if (p > begin)
        *p++ = ' ';
    if (open != 0)
        *p++ = open;
    memcpy(p, part.data, part.size);
    p += part.size;
    if (close != 0)
        *p++ = close;
    return p;
}

static void put_remark(xpgn_buffer *b, size_t begin, const xpgn_remark *r) {
    if (b->size > begin)
        xpgn_buffer_char(b, ' ');
    if (r->nag != 0) {
        xpgn_buffer_printf(b, "$%u", r->nag);
        return;
    }
    xpgn_buffer_char(b, r->line ? ';' : '{');
    xpgn_buffer_slice(b, r->text);
    xpgn_buffer_char(b, r->line ? '\n' : '}');
}

/* Appends an entry that is a command in a comment. */
static void put_command(xpgn_buffer *b, const xpgn_entry *e) {
    xpgn_buffer_printf(b, "{[%%%s%s%.*s]}", entry_command[e->kind], e->text.size > 0 ? " " : "",
                       SLICE(e->text));
}

void xpgn_entry_write(xpgn_buffer *b, const xpgn_entry *e) {
    enum { BETWEEN = 16 }; /* bytes between the parts, at most */
    if (e->size < sizeof *e)
        return;
    size_t begin = b->size, most = e->number.size + e->turn_roll.size + e->text.size +
                                   e->roll.size + e->freed.size + BETWEEN;
    char *p = buffer_room(b, most), *start = p;
    if (p == NULL)
        return;
    p = put_part(p, start, 0, e->number, 0);
    p = put_part(p, start, '<', e->turn_roll, '>');
    if (!record_is_command(e))
        p = put_part(p, start, 0, e->text, 0);
    p = put_part(p, start, '<', e->roll, '>');
    p = put_part(p, start, 0, e->freed, 0);
    b->size += (size_t)(p - start);
    if (record_is_command(e))
        put_command(b, e);
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
    const struct xpgn_turn_dice_text dice = xpgn_turn_dice_text(&f->turn_roll);
    xpgn_roll_write(&roll, &f->roll);
    xpgn_freed_write(&freed, p, &f->action);
    const xpgn_entry e = {XPGN_ENTRY, .text = slice_of(f->text), .turn_roll = slice_of(dice.text),
                          .roll = {roll.data, roll.size}, .freed = {freed.data, freed.size}};
    xpgn_entry_write(b, &e);
    b->failed |= roll.failed || freed.failed;
    xpgn_buffer_free(&roll);
    xpgn_buffer_free(&freed);
}
