/* SPDX-License-Identifier: MIT */
/* A record as data: making it and reading from it. */
#include "record/tree/record_tree.h"
#include "core/base/slice.h"
#include "internal/writers.h"

#include <stdlib.h>

void record_free_parts(struct xpgn_record *r) {
    arena_free(&r->index.arena);
    xpgn_buffer_free(&r->text);
}

xpgn_status record_from_text(struct xpgn_record *r, xpgn_slice text) {
    *r = (struct xpgn_record){.text = {0}};
    xpgn_buffer_slice(&r->text, text);
    xpgn_status status = r->text.failed ? XPGN_NO_MEMORY : XPGN_OK;
    if (status == XPGN_OK)
        status = record_index_read(&r->index, xpgn_record_text(r));
    if (status != XPGN_OK)
        record_free_parts(r);
    return status;
}

xpgn_status xpgn_record_new(xpgn_record **out, xpgn_slice text) {
    xpgn_record *r = malloc(sizeof *r);
    if (r == NULL)
        return XPGN_NO_MEMORY;
    xpgn_status status = record_from_text(r, text);
    if (status == XPGN_OK)
        *out = r;
    else
        free(r);
    return status;
}

void xpgn_record_free(xpgn_record *r) {
    if (r == NULL)
        return;
    record_free_parts(r);
    free(r);
}

xpgn_status xpgn_record_copy(xpgn_record *to, const xpgn_record *from) {
    struct xpgn_record copy;
    xpgn_status status = record_from_text(&copy, xpgn_record_text(from));
    if (status != XPGN_OK)
        return status;
    record_free_parts(to);
    *to = copy;
    return XPGN_OK;
}

xpgn_slice xpgn_record_text(const xpgn_record *r) {
    return (xpgn_slice){r->text.size > 0 ? r->text.data : "", r->text.size};
}

const xpgn_tag *xpgn_record_tags(const xpgn_record *r, size_t *count) {
    *count = r->index.tags;
    return r->index.tag;
}

const xpgn_entry *xpgn_record_entries(const xpgn_record *r, size_t *count) {
    *count = r->index.entries;
    return r->index.entry;
}

/* Entries are ordered by where they begin; those in a comment of another entry come after it. */
size_t xpgn_record_find(const xpgn_record *r, uint32_t offset) {
    const xpgn_entry *list = r->index.entry;
    size_t low = 0, high = r->index.entries;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (list[middle].place.offset <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    while (low-- > 0) {
        if (offset - list[low].place.offset < list[low].place.length)
            return low;
        if (!record_is_command(&list[low]))
            break;
    }
    return XPGN_NO_ENTRY;
}
