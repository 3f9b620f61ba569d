/* SPDX-License-Identifier: MIT */
/* The one form in which entries and tags are written. */
#include "base/slice.h"
#include "record/record.h"

#include <stdio.h>

/* Appends a part behind a space, if there is something before it. */
static void put_part(xpgn_buffer *b, size_t begin, const char *before, xpgn_slice part,
                     const char *after) {
    if (part.data == NULL)
        return;
    if (b->size > begin)
        xpgn_buffer_char(b, ' ');
    xpgn_buffer_text(b, before);
    xpgn_buffer_slice(b, part);
    xpgn_buffer_text(b, after);
}

static void put_remark(xpgn_buffer *b, size_t begin, const xpgn_remark *r) {
    char nag[8];
    int size = snprintf(nag, sizeof nag, "$%u", r->nag);
    if (r->nag != 0)
        put_part(b, begin, "", (xpgn_slice){nag, (size_t)size}, "");
    else
        put_part(b, begin, r->line ? ";" : "{", r->text, r->line ? "\n" : "}");
}

void xpgn_entry_write(xpgn_buffer *b, const xpgn_entry *e) {
    size_t begin = b->size;
    put_part(b, begin, "", e->number, "");
    put_part(b, begin, "<", e->turn_roll, ">");
    if (e->kind == XPGN_ENTRY_MISSING)
        put_part(b, begin, "{[%missing]", slice_of(""), "}");
    else
        put_part(b, begin, e->kind == XPGN_ENTRY_ANNULLED ? "{[%annulled " : "", e->text,
                 e->kind == XPGN_ENTRY_ANNULLED ? "]}" : "");
    put_part(b, begin, "<", e->roll, ">");
    put_part(b, begin, "", e->freed, "");
    for (size_t i = 0; i < e->remark_count; i++)
        put_remark(b, begin, &e->remarks[i]);
}
