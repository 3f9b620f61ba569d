/* SPDX-License-Identifier: MIT */
/*
 * Changes a record: the text with some bytes replaced is read anew, and becomes the record if the
 * other entries are unchanged.
 */
#include "core/base/slice.h"
#include "record/tree/record_tree.h"

/* True if it is the same kind of entry with the same text, `moved` bytes further on. */
static bool has_stayed(const xpgn_entry *was, const xpgn_entry *is, const char *old_text,
                       const char *new_text, ptrdiff_t moved) {
    if (was->kind != is->kind || was->depth != is->depth || was->text.size != is->text.size)
        return false;
    return was->text.data == NULL || was->text.data - old_text + moved == is->text.data - new_text;
}

static bool others_have_stayed(const struct xpgn_record *was, const struct xpgn_record *is,
                               const struct record_reach *reach) {
    size_t kept = was->index.entries - (reach->end - reach->first);
    if (is->index.entries < kept + reach->least ||
        (reach->more &&
         is->index.entries + is->index.remarks <= was->index.entries + was->index.remarks))
        return false;
    if (reach->same && (is->index.entries != was->index.entries ||
                        is->index.entry[reach->first].kind != was->index.entry[reach->first].kind))
        return false;
    size_t added = is->index.entries - was->index.entries; /* may be negative, modulo SIZE_MAX */
    for (size_t i = 0; i < was->index.entries; i++) {
        bool after = i >= reach->end;
        ptrdiff_t moved = after ? (ptrdiff_t)is->text.size - (ptrdiff_t)was->text.size : 0;
        if ((i < reach->first || after) &&
            !has_stayed(&was->index.entry[i], &is->index.entry[after ? i + added : i],
                        was->text.data, is->text.data, moved))
            return false;
    }
    return true;
}

/* Applies the changes, which are ordered by offset. */
xpgn_status record_apply(struct xpgn_record *r, const struct record_change *list, size_t count,
                         const struct record_reach *reach) {
    struct xpgn_record next;
    xpgn_buffer text = {0};
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        xpgn_buffer_slice(&text, record_bytes(r, at, list[i].from));
        xpgn_buffer_slice(&text, list[i].text);
        at = list[i].to;
    }
    xpgn_buffer_slice(&text, record_bytes(r, at, r->text.size));
    xpgn_status status =
        text.failed ? XPGN_NO_MEMORY : record_from_text(&next, (xpgn_slice){text.data, text.size});
    xpgn_buffer_free(&text);
    if (status != XPGN_OK)
        return status;
    if (!others_have_stayed(r, &next, reach)) {
        record_free_parts(&next);
        return XPGN_INVALID;
    }
    record_free_parts(r);
    *r = next;
    return XPGN_OK;
}
